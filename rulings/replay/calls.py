"""What a call is, whatever the game, and whose turn it is to call, also after an act out of turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Final, Generic, Protocol, TypeVar

from fairdeal.records import DOUBLED, UNREAD, Contract, Event, EventKind, Said, Seat, TermKind
from fairdeal.rulings.replay.signs import NO_SIGN, Sign


class Kind(IntEnum):
    PASS = 0
    BID = 1
    DOUBLE = 2
    REDOUBLE = 3
    ALL_PASS = 4
    UNKNOWN = 5
    """Not recorded, illegible or unclear: it may be anything."""


SINGLE: Final[Mapping[TermKind, Kind]] = {
    TermKind.PASS: Kind.PASS,
    TermKind.DOUBLE: Kind.DOUBLE,
    TermKind.REDOUBLE: Kind.REDOUBLE,
    TermKind.ALL_PASS: Kind.ALL_PASS,
}
"""The calls of a single word that are not bids."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid that stands. `call` is its number."""

    value: int
    trump: str
    by: Seat | None
    call: int
    approved: bool = True
    """False where its form is not allowed: it stands, but what it decides is for the committee."""


@dataclass(slots=True)
class CallMade:
    """One call as it was made, and how things stood before it.

    `seat` is who acted, `due` whose turn it was (None: not known); `standing` and `doubled` what stood
    before. `after`: the auction was over already. `faults` are bits of `signs`.
    """

    number: int
    seat: Seat | None
    due: Seat | None
    said: Said | None
    kind: Kind
    standing: Bid | None
    doubled: int
    after: str | bool | None
    faults: Sign = field(default=NO_SIGN, kw_only=True)


C = TypeVar("C", bound=CallMade)
Silences = tuple[tuple[int, Event], ...]
"""Turns passed over in silence: how many calls were made before, and the event."""


@dataclass(frozen=True, slots=True, eq=False)
class Auction(Generic[C]):
    """The whole auction. `contract` is None where there is none or it is not known.

    `faulty_end`: the last word was a bid that does not count, so the outcome is for the committee.
    `unknown_end`: something that could not be read may have changed the contract. `open`: the record
    stops before the auction is closed. `passed_out`: everybody passed without a bid, where the rulebook
    lets them.
    """

    calls: tuple[C, ...]
    standing: Bid | None
    declarer: Seat | None
    doubled: int
    faulty_end: bool
    unknown_end: bool
    open: bool
    passed_out: bool
    faults: Sign
    silences: Silences

    def with_fault(self, fault: Sign) -> list[C]:
        """The calls with such a fault, in the order called."""
        return [call for call in self.calls if call.faults & fault]

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


_DOUBLES: Final = ("X", "DOUBLE", "DOUBLED", "DBL")
_REDOUBLES: Final = ("XX", "X X", "REDOUBLE", "REDOUBLED")
DOUBLINGS: Final = dict.fromkeys(_DOUBLES, DOUBLED["X"]) | dict.fromkeys(_REDOUBLES, DOUBLED["XX"])


def doubling_of(text: str) -> int | None:
    """What the words under x multiply by: 2 or 4; None where they are neither."""
    return DOUBLINGS.get(text.strip().upper())


# --- turns ------------------------------------------------------------------------------------------


def caller(label: Seat | None, turn: Seat | None) -> Seat | None:
    """Who called, by the seat written before the call, else by the turn; None where nobody knows."""
    return turn if label is None else None if label == UNREAD else label


class Walk(Protocol):
    """The state of an auction between two calls."""

    def silent(self, index: int, silences: Silences) -> None: ...
    def call(self, label: Seat | None, said: Said | None) -> None: ...


def follow(
    walk: Walk, labels: list[Seat | None], said: list[Said | None], events: list[tuple[int, Event]]
) -> Silences:
    """Have a walk take every call in the order recorded, and every silence where it stands."""
    silences = tuple((at, event) for at, event in events if event.kind is EventKind.SILENCE)
    for index, words in enumerate(said):
        if silences:
            walk.silent(index, silences)
        walk.call(labels[index], words)
    if silences:
        walk.silent(len(said), silences)
    return silences


MOST_ORDERS: Final = 16
"""Orders of turns that are followed at once; only an auction of many acts out of turn has more."""


@dataclass(frozen=True, slots=True)
class Order:
    """One way in which the turns may stand: who is due, and who may act beside that seat.

    `late`: seats whose turn was passed over, until somebody acts in turn. `early`: seats that acted
    before their turn, which may act again when it comes, or be left out.
    """

    due: Seat
    late: frozenset[Seat] = frozenset()
    early: frozenset[Seat] = frozenset()

    def acted(self, seat: Seat, after: dict[Seat, Seat]) -> Order | None:
        """How the turns stand after an act that this order allows; None where it does not."""
        due, early = self.due, self.early
        if due == seat and not (early or self.late):
            return turn_of(after[seat])  # as nearly always
        while due != seat and due in early:
            early -= {due}
            due = after[due]
        if due == seat:
            return Order(after[seat], early=early - {seat})
        return Order(self.due, self.late - {seat}, self.early) if seat in self.late else None

    def back(self, seat: Seat) -> Order:
        """The turn goes back to who was due from a seat that acted early."""
        return Order(self.due, self.late, self.early | {seat})

    def on_from(self, seat: Seat, after: dict[Seat, Seat]) -> Order:
        """The turn goes on from a seat that acted early: whoever was due may still act late."""
        early, passed = self.early - {seat}, self.due
        while passed != seat:
            early -= {passed}
            passed = after[passed]
        return Order(after[seat], self.late | {self.due}, early)


@cache
def turn_of(seat: Seat) -> Order:
    """A turn with nothing beside it."""
    return Order(seat)


class Turns:
    """The turn of an auction between two calls.

    After an act out of turn the seat passed over may act, or the turn may go on from the one who acted:
    neither is a further fault. All such orders are followed side by side, and whoever is due in one of
    them may act. The first is the one in which every turn went back.
    """

    def __init__(self, after: dict[Seat, Seat], lead: Seat | None) -> None:
        self.after = after
        self.next = lead
        """Who acts where no label says so."""
        self.orders: list[Order] = [] if lead is None else [turn_of(lead)]
        """None of them: whose turn it is is not known."""

    @property
    def due(self) -> Seat | None:
        return self.orders[0].due if self.orders else None

    @property
    def early(self) -> frozenset[Seat]:
        return self.orders[0].early if self.orders else frozenset()

    def pass_over(self, seat: Seat) -> None:
        """A turn passed over in silence goes on to the next seat without a fault of that seat."""
        after = self.after[seat]
        if self.orders:
            self._follow([*self.orders, Order(after, self.orders[0].late, self.orders[0].early)])
        if self.next == seat:
            self.next = after

    def lose(self) -> None:
        """Whose turn it is is not known from here on, until somebody acts."""
        self.orders = []

    def act(self, seat: Seat | None, closed: bool) -> bool:
        """A seat acts: whether it is out of turn, and who may act next. After the close nobody is."""
        self.next = self.after[seat] if seat is not None else None
        if seat is None:
            self.lose()
            return False
        if closed:
            return False
        if not self.orders:
            self.orders = [turn_of(self.after[seat])]
            return False
        if len(self.orders) == 1 and (order := self.orders[0].acted(seat, self.after)) is not None:
            self.orders = [order]  # as nearly always
            return False
        acted = [order.acted(seat, self.after) for order in self.orders]
        in_turn = [order for order in acted if order is not None]
        if in_turn:
            self._follow(in_turn)
            return False
        back = [order.back(seat) for order in self.orders]
        self._follow(back + [order.on_from(seat, self.after) for order in self.orders])
        return True

    def _follow(self, orders: list[Order]) -> None:
        self.orders = list(dict.fromkeys(orders))[:MOST_ORDERS] if len(orders) > 1 else orders
