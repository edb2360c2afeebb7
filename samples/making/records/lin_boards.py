"""Boards as LIN, as far as LIN can say what is in them: who played, the cards, the calls, the play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from fairdeal.records.calls import Said, TermKind
from fairdeal.records.deal import Deal
from fairdeal.records.seats import Seat

_DEALERS: Final = {"S": "1", "W": "2", "N": "3", "E": "4"}
_SIDES: Final = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
_RANKS: Final = "AKQJT98765432"
_PLAYERS: Final = ("South", "West", "North", "East")


def lin_of(deals: Iterable[Deal]) -> str:
    """A file with these boards, a line each."""
    return "".join("".join(_parts(deal)) + "\n" for deal in deals)


def _parts(deal: Deal) -> Iterator[str]:
    named = {tag.name: tag.value for tag in deal.tags}
    dealer, sides = deal.dealer, deal.vulnerable
    assert dealer is not None and dealer.value and sides is not None and sides.value
    yield f"pn|{','.join(named.get(name, '') for name in _PLAYERS)}|"
    hands = ",".join(_hand(deal, seat) for seat in "SWNE")
    yield f"st||md|{_DEALERS[dealer.value]}{hands}|rh||ah|Board {deal.label}|"
    yield f"sv|{_SIDES[sides.value]}|"
    for call in deal.calls:
        assert call.said.value is not None
        yield f"mb|{_call(call.said.value)}|"
    yield "pg||"
    for trick in deal.play or ():
        cards = [play.card.value for play in trick.plays]
        yield "".join(
            f"pc|{card.suit}{card.rank.replace('10', 'T')}|" for card in cards if card is not None
        )
        yield "pg||"


def _hand(deal: Deal, seat: Seat) -> str:
    held = deal.hand(seat)
    cards = [] if held is None else [entry.value for entry in held.cards]
    text = ""
    for suit in "SHDC":
        ranks = {card.rank.replace("10", "T") for card in cards if card and card.suit == suit}
        text += suit + "".join(rank for rank in _RANKS if rank in ranks)
    return text


def _call(said: Said) -> str:
    short = {TermKind.PASS: "p", TermKind.DOUBLE: "d", TermKind.REDOUBLE: "r"}
    kind = said.terms[0].kind if said.terms else None
    return short[kind] if kind in short else said.text.replace(" ", "").replace("NT", "N")
