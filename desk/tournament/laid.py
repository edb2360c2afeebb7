"""What a traveller shows of a board beside its score: the hands, the lead, the contract in a few letters."""

from __future__ import annotations

from typing import Final

from fairdeal.desk.confined.limits import more_time
from fairdeal.desk.tournament.results import Laid
from fairdeal.records.cards import COMPASS, DENOMINATIONS, RANKS, SUIT_SYMBOLS, SUITS, Seat
from fairdeal.records.record import Deal, Play
from fairdeal.rulings.bridge import double_dummy
from fairdeal.rulings.bridge.double_dummy import Hands
from fairdeal.rulings.frame.finding import Contract, DealVerdict

MOST_BOARDS: Final = 40
"""Boards of one match with what best play makes: those of its report, so that none is solved twice."""
SECONDS_A_BOARD: Final = 10.0
"""More time for each, as there."""
BOOK: Final = 6
"""Tricks before the first odd one."""
_DOUBLED: Final = {1: "", 2: "X", 4: "XX"}
_COLUMNS: Final = tuple(reversed(DENOMINATIONS))


def laid(deal: Deal, verdict: DealVerdict, tricks: int | None, hands: Hands | None) -> Laid:
    """A board of a record. `tricks` are those of the declaring side."""
    contract = verdict.contract
    return Laid(
        dealer="" if deal.dealer is None else deal.dealer.value or "",
        vulnerable="" if deal.vulnerable is None else deal.vulnerable.value or "",
        hands=() if hands is None else tuple(_suits(hands, seat) for seat in COMPASS),
        short="Pass" if verdict.outcome == "passed-out" else short(contract, tricks),
        lead=_lead(deal, contract),
        makes=_makes(hands) if hands is not None and verdict.game <= MOST_BOARDS else (),
    )


def short(contract: Contract | None, tricks: int | None) -> str:
    """``4♠ W −2``, ``3NTX S =``; without what came of it where that is not known."""
    if contract is None:
        return ""
    trump = SUIT_SYMBOLS.get(contract.trump, "NT")
    said = f"{contract.value}{trump}{_DOUBLED[contract.doubled]} {contract.by}"
    if tricks is None:
        return said
    over = tricks - BOOK - contract.value
    return f"{said} {f'{over:+d}'.replace('-', '−') if over else '='}"


def _suits(hands: Hands, seat: Seat) -> tuple[str, ...]:
    return tuple(
        "".join(
            rank for rank in RANKS for card in hands[seat] if (card.rank, card.suit) == (rank, suit)
        )
        for suit in reversed(SUITS)
    )


def _lead(deal: Deal, contract: Contract | None) -> str:
    """The first card, where the record shows that the defender left of declarer led it."""
    if contract is None or not deal.play or deal.play[0].number != 1:
        return ""
    leader = COMPASS[(COMPASS.index(contract.by) + 1) % len(COMPASS)]
    for place, item in enumerate(each for each in deal.play[0].items if isinstance(each, Play)):
        seat = item.label.value if item.label is not None else None
        first = seat == leader if seat is not None else not place and not deal.play[0].by_seat
        if first and item.card.value is not None:
            return f"{SUIT_SYMBOLS[item.card.value.suit]}{item.card.value.rank}"
    return ""


def _makes(hands: Hands) -> tuple[tuple[int, ...], ...]:
    more_time(SECONDS_A_BOARD)
    table = double_dummy.table_of(hands)
    if table is None:
        return ()
    return tuple(tuple(table.of(seat, each) for each in _COLUMNS) for seat in ("N", "S", "E", "W"))
