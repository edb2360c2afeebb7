"""The auction of bridge replayed: what was sufficient, who declares, when it was over."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fairdeal.records.calls import Said
from fairdeal.records.cards import DENOMINATIONS, NO_TRUMPS
from fairdeal.records.events import Event
from fairdeal.records.seats import Seat, Team
from fairdeal.rulings.bridge.replay.table import BridgeTable, partner
from fairdeal.rulings.frame.finding import Contract
from fairdeal.rulings.replay.calls import SINGLE, Bid, Kind
from fairdeal.rulings.replay.signs import NO_SIGN, Sign
from fairdeal.rulings.replay.turns import Silences, Turns, follow

HEIGHT: Final = {name: place for place, name in enumerate(DENOMINATIONS)}
"""Denominations from clubs up to no-trumps."""


_TAKEN_BACK: Final = Sign.INSUFFICIENT | Sign.DOUBLE | Sign.REDOUBLE | Sign.RANGE
"""Calls that the Laws have replaced, at the same turn."""


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
    `after`: the auction was over already.
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


@dataclass(frozen=True, slots=True, eq=False)
class BridgeAuction:
    """The whole auction. `contract` is None where there is none or it is not known.

    `faulty_end`: the last word was a bid that does not count, so the outcome is for the committee.
    `unknown_end`: something that could not be read may have changed the contract. `open`: the record
    stops before the auction is closed. `silences` are pairs of the number of calls before and the
    event.
    """

    calls: tuple[CallMade, ...]
    standing: Bid | None
    declarer: Seat | None
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


def replay_auction(
    labels: list[Seat | None],
    said: list[Said | None],
    events: list[tuple[int, Event]],
    dealer: Seat | None,
    table: BridgeTable,
    accepted: frozenset[int] = frozenset(),
    void: frozenset[int] = frozenset(),
) -> BridgeAuction:
    """Follow every call in the order recorded; the dealer is the first to call.

    `accepted`: numbers of insufficient bids that were let stand, as the record says by marking them, or as is
    ruled. `void`: numbers of calls that are cancelled by a ruling.
    """
    walk = _Walk(table, dealer, accepted, void)
    return walk.finish(follow(walk, labels, said, events))


class _Walk:
    """The state of an auction between two calls."""

    def __init__(
        self,
        table: BridgeTable,
        dealer: Seat | None,
        accepted: frozenset[int] = frozenset(),
        void: frozenset[int] = frozenset(),
    ) -> None:
        self.table = table
        self.accepted = accepted
        self.void = void
        self.turns = Turns(table.after, dealer)
        self.calls: list[CallMade] = []
        self.standing: Bid | None = None
        self.named: dict[tuple[Team, str], Seat] = {}
        """Who of each side first named a denomination in a bid that counts."""
        self.doubled = 1
        self.closed = False
        self.faulty = False
        self.unclear = False
        self.faults = NO_SIGN
        self.last_actor: Seat | None = None
        self.opened = False
        """Whether anyone has said anything but pass."""
        self.heard: set[Seat] = set()
        """Who has had a turn since, without changing anything."""
        self.passed: set[Seat] = set()
        """Who has passed since anyone last said anything but pass."""
        self.spoke: Seat | None = None
        self.passes = 0
        self.pending = False
        """All others have passed, but one of them out of turn, and its own turn is next."""

    def silent(self, index: int, silences: Silences) -> None:
        for at, event in silences:
            seat = event.seat.value if at == index and event.seat else None
            if seat is not None and seat in self.table.after and not self.closed:
                self.faults |= Sign.SILENCE
                self.turns.pass_over(seat)

    def call(self, label: Seat | None, said: Said | None) -> None:
        if len(self.calls) + 1 in self.void:
            self._cancelled(label, said)
            return
        words = words_of(said)
        seat = label if label is not None else self.turns.next
        if self.pending:
            self.pending = False
            if seat not in self.turns.early:
                self.closed = True
        made = CallMade(
            len(self.calls) + 1,
            seat,
            self.turns.due,
            said,
            words,
            self.standing,
            self.doubled,
            self.closed,
        )
        if self._replaces(label):
            made.due = label
        elif self.turns.act(seat, self.closed):
            made.faults |= Sign.CALL_TURN
        kind = words.kind
        if kind is Kind.PASS:
            self._pass(made)
        elif kind is Kind.BID:
            self._bid(made)
        elif kind is Kind.ALL_PASS:
            self.closed = self.closed or not self.unclear
        elif kind is Kind.UNKNOWN:
            self._unknown(made)
        else:
            self._double(made)
        self.calls.append(made)
        if made.faults:
            self.faults |= made.faults

    def _replaces(self, label: Seat | None) -> bool:
        """Whether a seat is written as calling again at once, after a call that it had to take back."""
        if label is None or not self.calls or self.closed:
            return False
        return self.calls[-1].seat == label and bool(self.calls[-1].faults & _TAKEN_BACK)

    def _cancelled(self, label: Seat | None, said: Said | None) -> None:
        """A call that a ruling cancels: what was wrong with it is kept, and nothing follows from it."""
        aside = copy(self)
        aside.void, aside.calls, aside.turns = frozenset(), [*self.calls], copy(self.turns)
        aside.named, aside.heard, aside.passed = {}, {*self.heard}, {*self.passed}
        aside.call(label, said)
        self.calls.append(aside.calls[-1])
        self.faults |= aside.calls[-1].faults
        self.turns.go_on_as(aside.turns)

    def _pass(self, made: CallMade) -> None:
        seat = made.seat
        if self.closed and len(self.passed - {self.spoke}) >= self._enough():
            made.faults |= Sign.AFTER_CLOSE
        if seat is not None:
            self.passed.add(seat)
            self.heard.add(seat)
        self.passes += 1
        self._settle()

    def _late(self, made: CallMade) -> None:
        """A bid or double after the close. Passes after it are nobody's offence."""
        made.faults |= Sign.AFTER_CLOSE
        self.passed, self.spoke = set(), made.seat

    def _enough(self) -> int:
        """How many have to pass for the auction to be over: the three others, or all at the start."""
        return self.table.players - (1 if self.opened else 0)

    def _settle(self) -> None:
        if self.closed or self.unclear or len(self.heard - {self.last_actor}) < self._enough():
            return
        due = self.turns.due
        if due in self.turns.early and due != self.last_actor:
            self.pending = True
        else:
            self.closed = True

    def _changed(self, seat: Seat | None) -> None:
        """The call changed something: everyone else has a turn again."""
        self.last_actor = self.spoke = seat
        self.opened = True
        self.heard = set()
        self.passed = set()
        self.passes = 0

    def _unknown(self, made: CallMade) -> None:
        if not self.closed:
            self.unclear = True
            self._changed(made.seat)

    def _double(self, made: CallMade) -> None:
        seat, double = made.seat, made.words.kind is Kind.DOUBLE
        if self.closed:
            self._late(made)
            return
        if self.unclear or (seat is None and self.standing is not None):
            self.unclear = True
            self._changed(seat)
            return
        may = self._may_double(seat, double)
        if may is None:
            self.unclear = True
            self._changed(seat)
            return
        if not may:
            made.faults |= Sign.DOUBLE if double else Sign.REDOUBLE
            if seat is not None:
                self.heard.add(seat)
            self.passed, self.spoke = set(), seat
            self._settle()
            return
        self.doubled = 2 if double else 4
        self._changed(seat)

    def _may_double(self, seat: Seat | None, double: bool) -> bool | None:
        """None where it hangs on whose bid it is, and that is not known."""
        bid = self.standing
        if bid is None or seat is None or self.doubled != (1 if double else 2):
            return False
        if bid.by is None:
            return None
        own = self.table.team[seat] == self.table.team[bid.by]
        return own != double

    def _bid(self, made: CallMade) -> None:
        words, seat = made.words, made.seat
        if not words.approved:
            made.faults |= Sign.UNAPPROVED
        if self.closed:
            self._late(made)
            return
        value, trump, book = words.value, words.trump, self.table.book
        self._changed(seat)
        if value is None or trump is None:
            self.faulty = True
            return
        if not book.lowest <= value <= book.highest:
            made.faults |= Sign.RANGE
        last = self.standing
        above = last is None or (value, HEIGHT[trump]) > (last.value, HEIGHT[last.trump])
        if not above and not self.unclear:
            made.faults |= Sign.INSUFFICIENT
        stands = not made.faults & Sign.INSUFFICIENT or made.number in self.accepted
        if made.faults & Sign.RANGE or not stands:
            self.faulty = True
            return
        approved = not made.faults & Sign.UNAPPROVED
        self.standing = Bid(value, trump, seat, made.number, approved)
        if seat is not None:
            self.named.setdefault((self.table.team[seat], trump), seat)
        self.doubled = 1
        self.faulty = self.unclear = False

    def finish(self, silences: Silences) -> BridgeAuction:
        closed = self.closed or self.pending or (bool(self.calls) and self.passes >= self._enough())
        bid = self.standing
        return BridgeAuction(
            tuple(self.calls),
            bid,
            self._declarer(),
            self.doubled,
            self.faulty,
            self.unclear,
            not closed,
            closed and not self.opened,
            self.faults,
            silences,
        )

    def _declarer(self) -> Seat | None:
        """The one of the side who first named the denomination; None where the program cannot find out."""
        bid = self.standing
        if bid is None or bid.by is None:
            return None
        first = self.named.get((self.table.team[bid.by], bid.trump))
        # A call of the partner's that could not be read may have named it before.
        for made in self.calls:
            if made.number >= bid.call or made.words.kind is not Kind.UNKNOWN:
                continue
            if made.seat is None or (made.seat == partner(bid.by) and first == bid.by):
                return None
        return first
