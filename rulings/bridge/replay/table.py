"""The table of bridge, its boards, and what the words of a call come to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from fairdeal.records.cards import COMPASS, DENOMINATIONS, NO_TRUMPS, Said, Seat, Team
from fairdeal.records.place import figure
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.frame.finding import Contract
from fairdeal.rulings.replay.calls import SINGLE, Bid, Kind, Silences
from fairdeal.rulings.replay.signs import NO_SIGN, Sign
from fairdeal.rulings.replay.table import Seating

TEAMS: Final[tuple[Team, Team]] = ("NS", "EW")

NOBODY: Final[frozenset[Team]] = frozenset()
VULNERABLE: Final[dict[str, frozenset[Team]]] = {
    "None": NOBODY,
    "NS": frozenset({"NS"}),
    "EW": frozenset({"EW"}),
    "All": frozenset(TEAMS),
}
"""The sides vulnerable, by the word for them."""

WORDS: Final = {
    NOBODY: "nobody",
    VULNERABLE["NS"]: "NS",
    VULNERABLE["EW"]: "EW",
    VULNERABLE["All"]: "both sides",
}

_CYCLE: Final = ("None", "NS", "EW", "All")
BOARDS: Final = 16
"""Dealer and vulnerability come round after so many boards."""


class BridgeTable(Seating):
    """A table of bridge. Seats are ``N E S W`` in turn."""

    __slots__ = ("book",)

    def __init__(self, book: BridgeBook) -> None:
        super().__init__(book, 4)
        self.book = book
        self.bids = range(book.lowest, book.highest + 1)


@cache
def bridge_table(book: BridgeBook) -> BridgeTable:
    return BridgeTable(book)


def partner(seat: Seat) -> Seat:
    return COMPASS[(COMPASS.index(seat) + 2) % 4]


def board_dealer(board: int) -> Seat:
    """Who deals a board: north the first, and on clockwise."""
    return COMPASS[(board - 1) % 4]


def board_vulnerable(board: int) -> str:
    """Who is vulnerable on a board, as the record says it: ``None``, ``NS``, ``EW``, ``All``."""
    place = (board - 1) % BOARDS
    return _CYCLE[(place + place // 4) % 4]


def board_number(label: str | None) -> int | None:
    """The number of a board, None where the label is none."""
    text = (label or "").strip()
    number = figure(text) if text.isascii() else None
    return number if number is not None and 0 < number < 10_000 else None


HEIGHT: Final = {name: place for place, name in enumerate(DENOMINATIONS)}
"""Denominations from clubs up to no-trumps."""


@dataclass(frozen=True, slots=True)
class Words:
    """A call's words made out. `value` and `trump` are None where they are not clear."""

    kind: Kind
    value: int | None = None
    trump: str | None = None
    approved: bool = True


_UNKNOWN: Final = Words(Kind.UNKNOWN)
_SINGLE: Final = {term: Words(kind) for term, kind in SINGLE.items()}
_FORMS: Final = ("number suit", "number no-trump")
_CLEAR: Final = (*_FORMS, "suit number", "no-trump number")


def words_of(said: Said | None) -> Words:
    """What the words of a call, if there are any, come to in bridge."""
    return make_out(said) if said is not None else _UNKNOWN


@lru_cache(maxsize=4096)
def make_out(said: Said) -> Words:
    """What the words of a call come to in bridge."""
    if said.unclear or not said.terms:
        return _UNKNOWN
    if len(said.terms) == 1:
        single = _SINGLE.get(said.terms[0].kind)
        if single is not None:
            return single
    form = said.form
    if form not in _CLEAR:
        return Words(Kind.BID, approved=False)
    trump = said.suit or NO_TRUMPS
    return Words(Kind.BID, said.number, trump, form in _FORMS)


@dataclass(slots=True)
class CallMade:
    """One call as it was made, and how things stood before it.

    `seat` is who acted, `due` whose turn it was (None: not known). `faults` are bits of `signs`.
    `after`: the auction was over already. `stands`: whether it counts by the Laws; None where the record
    shows neither that an irregular call was let stand nor that it was cancelled.
    """

    number: int
    seat: Seat | None
    due: Seat | None
    said: Said | None
    words: Words
    standing: Bid | None
    doubled: int
    after: bool
    faults: Sign = NO_SIGN
    stands: bool | None = True

    def makes_good(self, insufficient: CallMade) -> bool:
        """Whether it puts an insufficient bid right in the same denomination, as low as can be (27B1(a))."""
        last, trump = insufficient.standing, insufficient.words.trump
        if last is None or trump is None or self.words.trump != trump:
            return False
        return self.words.value == last.value + (HEIGHT[trump] <= HEIGHT[last.trump])


@dataclass(frozen=True, slots=True, eq=False)
class BridgeAuction:
    """The whole auction. `contract` is None where there is none or it is not known.

    `faulty_end`: the last word was a bid that does not count, so the outcome is for the committee.
    `unknown_end`: something that could not be read may have changed the contract. `open`: the record
    stops before the auction is closed. `either_declares`: the declarer's partner may declare as well, if the
    record says so. `silences` are pairs of the number of calls before and the
    event.
    """

    calls: tuple[CallMade, ...]
    standing: Bid | None
    declarer: Seat | None
    either_declares: bool
    doubled: int
    faulty_end: bool
    unknown_end: bool
    open: bool
    passed_out: bool
    faults: Sign
    silences: Silences = ()

    @property
    def contract(self) -> Contract | None:
        """The contract of a closed auction."""
        return None if self.open else self.standing_contract

    @property
    def standing_contract(self) -> Contract | None:
        bid = self.standing
        if bid is None or self.declarer is None or self.faulty_end or self.unknown_end:
            return None
        return Contract(bid.value, bid.trump, self.declarer, self.doubled)
