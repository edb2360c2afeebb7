"""The auction of bridge replayed: which calls stand, what was sufficient, who declares, when it was over.

After an irregular call the Laws leave several ways open, and the record seldom says which one the table
went: what is called next shows it. Every way is one course of the auction, and the course with the fewest
irregularities in all is the auction. What the Laws ask of the offender is therefore never one.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final

from fairdeal.records import Event, Said, Seat, Team
from fairdeal.rulings.bridge.book import (
    HEIGHT,
    BridgeAuction,
    BridgeCall,
    BridgeTable,
    partner,
    words_of,
)
from fairdeal.rulings.frame.finding import CallsRuled
from fairdeal.rulings.replay.calls import (
    Bid,
    Kind,
    Order,
    Silences,
    caller,
    follow,
    turn_of,
)
from fairdeal.rulings.replay.signs import NO_SIGN, Sign

_TAKEN_BACK: Final = Sign.INSUFFICIENT | Sign.DOUBLE | Sign.REDOUBLE | Sign.RANGE
"""Calls that the Laws have replaced, at the same turn."""

_INADMISSIBLE: Final = Sign.DOUBLE | Sign.REDOUBLE | Sign.RANGE
"""Calls that never stand (Laws 36, 38)."""


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

    `accepted`: numbers of irregular calls that were let stand, as the record says by marking them, or as is
    ruled. `void`: numbers of calls that are cancelled by a ruling.
    """
    walk = _Walk(table, dealer, CallsRuled(accepted, void))
    return walk.finish(follow(walk, labels, said, events))


MOST_COURSES: Final = 16
"""Courses of an auction that are followed at once; only one of many irregular calls has more."""


PER_CALL: Final = 5
"""Units of work (`rulings.doubt.work`) that a call costs in each course."""


def work_of(auction: BridgeAuction) -> int:
    """What it costs to follow an auction in its courses, which irregular calls double; 0 where it has one."""
    irregular = sum(bool(each.faults) for each in auction.calls)
    courses = min(MOST_COURSES, 2 ** min(irregular, MOST_COURSES))
    return PER_CALL * len(auction.calls) * courses if irregular else 0


class _Walk:
    """The courses that an auction may have taken, side by side between two calls."""

    def __init__(self, table: BridgeTable, dealer: Seat | None, ruled: CallsRuled) -> None:
        self.after = table.after
        self.next = dealer
        """Who acts where no label says so."""
        self.courses = [_Course(table, dealer, ruled)]
        self.silence = NO_SIGN

    def silent(self, index: int, silences: Silences) -> None:
        for at, event in silences:
            if at != index or self.courses[0].closed:
                continue
            seat = event.seat.value if event.seat is not None else None
            at_table = seat is not None and seat in self.after
            if seat is not None and at_table:
                self.silence = Sign.SILENCE
                skipped = [each.passed_over(seat) for each in self.courses]
                self.courses = (self.courses + skipped)[:MOST_COURSES]
                if self.next == seat:
                    self.next = self.after[seat]
            if event.seat is None or not event.seat.clear or not at_table:
                for each in self.courses:
                    each.order = None

    def call(self, label: Seat | None, said: Said | None) -> None:
        seat = caller(label, self.next)
        self.next = self.after[seat] if seat is not None else None
        found = [course for each in self.courses for course in each.take(seat, said)]
        self.courses = found if len(found) == 1 else _likeliest(found)
        if said is not None and said.may_be_several:
            for each in self.courses:
                each.order = None

    def finish(self, silences: Silences) -> BridgeAuction:
        ways = [(each.irregular(), each) for each in self.courses]
        for each in self.courses:
            each.end()
        said, first = min(ways, key=lambda way: way[1].irregular())
        alike = [each.fates() for before, each in ways if before == said]
        for made, stands in zip(first.calls, zip(*alike, strict=True), strict=True):
            made.stands = stands[0] if len(set(stands)) == 1 else None
        return first.auction(self.silence, silences)


def _likeliest(courses: list[_Course]) -> list[_Course]:
    """The courses worth following: those in which a call is in turn, where there are any."""
    least = min(each.irregularities for each in courses)
    wrong = Sign.CALL_TURN | Sign.AFTER_CLOSE
    in_turn = [each for each in courses if not each.calls[-1].faults & wrong]
    if any(each.irregularities == least for each in in_turn):
        courses = in_turn
    return sorted(courses, key=_Course.irregular)[:MOST_COURSES]


@dataclass(frozen=True, slots=True)
class _Missed:
    """A player who was deprived of a turn by a pass out of turn, and how many had passed before (Law 34)."""

    seat: Seat
    call: int
    passed: frozenset[Seat]


_BEFORE: Final = (
    "standing", "doubled", "named", "heard", "passed", "passes", "changed_by", "spoke", "opened", "faulty",
    "unclear",
)  # fmt: skip
"""What a bid or double changes, kept for the case that it is changed for another call (Law 25)."""
_before = attrgetter(*_BEFORE)


class _Course:
    """One course that an auction may have taken: which calls stand, whose turn it is, what was bid last.

    Sets and mappings are replaced, never changed, so that a copy costs little.
    """

    def __init__(self, table: BridgeTable, dealer: Seat | None, ruled: CallsRuled) -> None:
        self.table = table
        self.ruled = ruled
        self.order: Order | None = None if dealer is None else turn_of(dealer)
        """Whose turn it is; None: not known."""
        self.calls: list[BridgeCall] = []
        self.faults = NO_SIGN
        self.irregularities = 0
        self.liberties = 0
        """Acts beside the Laws that blame nobody: a late call, a call that was not repeated."""
        self.ends = False
        self.put_right: dict[int, bool | None] = {}
        """Whether calls stand that were cancelled later, or taken as repeated."""
        self.early: dict[Seat, BridgeCall] = {}
        """Calls out of turn that were cancelled, by the seat whose turn is still to come."""
        self.bound: frozenset[Seat] = frozenset()
        """Who may have to pass for the rest of the auction."""
        self.replaced: BridgeCall | None = None
        """The call just cancelled, for which the next one is substituted."""
        self.called_over: _Course | None = None
        """How things stood at an inadmissible call, to which the turn may go back (Laws 36, 38)."""
        self.missed: _Missed | None = None
        self.standing: Bid | None = None
        self.doubled = 1
        self.named: dict[tuple[Team, str], BridgeCall] = {}
        """The bid in which each side first named a denomination, of those that count."""
        self.opened = False
        """Whether anyone has said anything but pass."""
        self.heard: frozenset[Seat] = frozenset()
        """Who has had a turn since, without changing anything."""
        self.passed: frozenset[Seat] = frozenset()
        """Who has passed since anyone last said anything but pass."""
        self.passes = 0
        self.changed_by: Seat | None = None
        self.spoke: Seat | None = None
        self.faulty: BridgeCall | None = None
        """The bid that does not count, where the last word was one."""
        self.unclear = False
        self.closed = False
        self.before: tuple[Any, ...] = ()
        """What the last bid or double changed."""

    def irregular(self) -> tuple[int, int, bool]:
        """How many irregularities there are, how many liberties, and whether the auction was left open."""
        return self.irregularities, self.liberties, not self.ends

    def copy(self) -> _Course:
        other = copy(self)
        other.calls = [*self.calls]
        return other

    # --- whose turn it is --------------------------------------------------------------------------

    def passed_over(self, seat: Seat) -> _Course:
        """The course in which a turn was passed over in silence."""
        other = self.copy()
        if self.order is not None:
            other.order = Order(self.table.after[seat], self.order.late, self.order.early)
        return other

    def take(self, seat: Seat | None, said: Said | None) -> list[_Course]:
        """The courses after a call: one, unless something about it is irregular."""
        order, after = self.order, self.table.after
        if self.closed:
            return [*self._gone_back(seat, said), self._late(self._made(seat, said))]
        if seat is None or order is None:
            return self._called(
                self._made(seat, said), None if seat is None else turn_of(after[seat])
            )
        acted = order.acted(seat, after)
        if acted is not None:
            return self._in_turn(seat, said, order, acted)
        back, over = [*self._gone_back(seat, said)], self.copy()
        over._leave_out_the_rest()
        if over.closed:
            return [*back, over._late(over._made(seat, said))]
        return [*back, *self._out_of_turn(self._made(seat, said), order)]

    def _made(self, seat: Seat | None, said: Said | None) -> BridgeCall:
        due = self.order.due if self.order is not None else None
        words = words_of(said)
        return BridgeCall(
            len(self.calls) + 1,
            seat,
            due,
            said,
            words.kind,
            self.standing,
            self.doubled,
            self.closed,
            words,
        )

    def _in_turn(self, seat: Seat, said: Said | None, order: Order, acted: Order) -> list[_Course]:
        made = self._made(seat, said)
        if acted.due == order.due and seat in order.late:
            self.liberties += 1
            if self.missed is not None and self.missed.seat == seat:
                self.missed = None
        elif order.due != seat:
            self._leave_out(order.due, seat)
            if self.closed:
                return [self._late(self._made(seat, said))]
            made.standing, made.doubled = self.standing, self.doubled
        early = self.early.get(seat)
        if early is None:
            return self._called(made, acted, seat in order.early and self.replaced is None)
        self.early = {at: each for at, each in self.early.items() if at != seat}
        rho = partner(self.table.after[seat])
        if early.kind is Kind.PASS and early.due == rho:  # Law 30A: the offender has to pass
            return self._called(made, acted, True)
        if early.words != made.words:  # Laws 30 to 32: partner may have to pass once
            acted = acted.back(partner(seat))
        return self._called(made, acted)

    def _leave_out(self, due: Seat, seat: Seat) -> None:
        """Go on to a seat past those who had called early, or have to pass (Law 28A)."""
        while due != seat and not self.closed:
            early = self.early.get(due)
            if early is None or not self._repeated(early):
                self._pass(due)
            if self.replaced is not None and self.replaced.seat == due:
                self.liberties += 1
            due = self.table.after[due]

    def _repeated(self, early: BridgeCall) -> bool:
        """Have a cancelled call that is not written a second time made in turn, if it is good then."""
        self.early = {at: each for at, each in self.early.items() if at != early.seat}
        again = replace(early, standing=self.standing, doubled=self.doubled, faults=NO_SIGN)
        self._judge(again)
        if early.kind is Kind.PASS or again.faults & _TAKEN_BACK:
            return False
        self.liberties += 1
        self.put_right = {**self.put_right, early.number: None}
        self._apply(again)
        return True

    def _out_of_turn(self, made: BridgeCall, order: Order) -> list[_Course]:
        """A call out of turn: it is accepted, or cancelled, and the turn goes back (Law 29)."""
        seat, ruled = made.seat, self.ruled
        assert seat is not None
        made.faults |= Sign.CALL_TURN
        courses: list[_Course] = []
        if made.number not in ruled.stand:
            back = self.copy()
            cancelled = replace(made, stands=False)
            back._judge(cancelled)
            back._record(cancelled)
            if made.number not in ruled.void:
                back.early = {**back.early, seat: cancelled}
            if made.kind is Kind.PASS:
                back.passes += 1  # of those that are written, where the record ends after them
            back.order = order.back(seat)
            courses.append(back)
        changed = self.calls and self.calls[-1].seat == seat and self.calls[-1].stands
        if changed and self.before and made.kind is Kind.BID:
            for name, value in zip(_BEFORE, self.before, strict=True):
                setattr(self, name, value)
            made.standing, made.doubled = self.standing, self.doubled
        passed = self.passed
        accepted = self._called(made, order.on_from(seat, self.table.after))
        if made.kind is Kind.PASS and self.missed is None:
            self.missed = _Missed(order.due, made.number, passed)
        return [*accepted, *courses]

    def _gone_back(self, seat: Seat | None, said: Said | None) -> Iterator[_Course]:
        """The courses in which the turn goes back, and what was called since is cancelled."""
        missed, before = self.missed, self.called_over
        if seat is None:
            return
        if missed is not None and missed.seat == seat and self.passes >= self._enough():
            back = self.copy()
            back.heard = back.passed = missed.passed
            back.passes, back.missed, back.closed = len(missed.passed), None, False
            back.order = turn_of(seat)
            yield from back._resumed(seat, said, missed.call + 1)
        if before is not None:
            back = before.copy()
            back.calls = [*self.calls]
            back.faults, back.irregularities = self.faults, self.irregularities
            back.liberties = self.liberties
            yield from back._resumed(seat, said, len(before.calls) + 1)

    def _resumed(self, seat: Seat, said: Said | None, since: int) -> list[_Course]:
        """A call after which those from a number on are cancelled, where it is in turn then."""
        acted = self.order.acted(seat, self.table.after) if self.order is not None else None
        if self.order is None or acted is None or acted.due != self.table.after[seat]:
            return []
        self.put_right = {
            **self.put_right,
            **dict.fromkeys(range(since, len(self.calls) + 1), False),
        }
        return self._in_turn(seat, said, self.order, acted)

    # --- what a call is worth ----------------------------------------------------------------------

    def _called(
        self, made: BridgeCall, order: Order | None, must_pass: bool = False
    ) -> list[_Course]:
        """A call that counts as far as it may; and where the Laws have it replaced, the same taken back."""
        self._judge(made)
        void = made.number in self.ruled.void
        replaced, self.replaced = self.replaced, None
        replaceable = void or self._replaceable(made, replaced, must_pass)
        courses = [self._taken_back(made)] if replaceable else []
        if replaced is not None and made.makes_good(replaced) and made.seat is not None:
            self.bound -= {partner(made.seat)}
        if order is not None and self.bound:
            order = Order(order.due, order.late, order.early | self.bound)
        self.order = order
        self._record(made)
        if void:
            made.stands = False
        else:
            self._apply(made)
            if made.stands is False and courses:
                self.called_over = courses[0].copy()
        return [self, *courses]

    def _replaceable(self, made: BridgeCall, replaced: BridgeCall | None, must_pass: bool) -> bool:
        """Whether the Laws may have a call cancelled and another one made at the same turn."""
        if made.number in self.ruled.stand:
            return False
        doubles = made.kind in (Kind.DOUBLE, Kind.REDOUBLE)
        for_a_bid = replaced is not None and bool(replaced.faults & Sign.INSUFFICIENT)
        if (doubles and for_a_bid) or (
            made.faults and made.faults & _TAKEN_BACK
        ):  # Laws 27, 36, 38
            return True
        return must_pass and (doubles or made.kind is Kind.BID)  # Law 37

    def _taken_back(self, made: BridgeCall) -> _Course:
        """The course in which a call is cancelled and the same player calls again."""
        back = self.copy()
        cancelled = replace(made, stands=False)
        back._record(cancelled)
        back.replaced = cancelled
        seat = made.seat
        if seat is not None:
            back.bound |= {partner(seat), seat} if made.faults & Sign.RANGE else {partner(seat)}
            before = back.order or turn_of(seat)
            unwritten = (
                {seat} if made.faults & (Sign.INSUFFICIENT | Sign.RANGE) else frozenset[Seat]()
            )
            back.order = Order(seat, before.late, before.early | unwritten)
        return back

    def _record(self, made: BridgeCall) -> None:
        self.calls.append(made)
        if made.faults:
            self.faults |= made.faults
            self.irregularities += made.faults.bit_count()

    def _judge(self, made: BridgeCall) -> None:
        """What is wrong with the words of a call, as things stand."""
        words, last = made.words, self.standing
        if words.kind is Kind.BID:
            if not words.approved:
                made.faults |= Sign.UNAPPROVED
            value, trump, book = words.value, words.trump, self.table.book
            if value is None or trump is None:
                return
            if not book.lowest <= value <= book.highest:
                made.faults |= Sign.RANGE
            above = last is None or (value, HEIGHT[trump]) > (last.value, HEIGHT[last.trump])
            if not above and not self.unclear:
                made.faults |= Sign.INSUFFICIENT
        elif words.kind in (Kind.DOUBLE, Kind.REDOUBLE):
            double = words.kind is Kind.DOUBLE
            if self._may_double(made.seat, double) is False:
                made.faults |= Sign.DOUBLE if double else Sign.REDOUBLE

    def _may_double(self, seat: Seat | None, double: bool) -> bool | None:
        """None where it depends on a call that could not be read, or on whose call it is."""
        bid = self.standing
        if self.unclear or (seat is None and bid is not None):
            return None
        if bid is None or seat is None or self.doubled != (1 if double else 2):
            return False
        if bid.by is None:
            return None
        own = self.table.team[seat] == self.table.team[bid.by]
        return own != double

    def _apply(self, made: BridgeCall) -> None:
        """What a call changes."""
        kind, seat = made.kind, made.seat
        if kind is Kind.PASS:
            self._pass(seat)
        elif made.faults and made.faults & _INADMISSIBLE:
            self._without_effect(made)
        elif kind is Kind.BID:
            self._bid(made)
        elif kind is Kind.ALL_PASS:
            self.closed = not self.unclear
        elif kind is Kind.UNKNOWN or self._may_double(seat, kind is Kind.DOUBLE) is None:
            self._changed(seat)
            self.unclear = True
        else:
            self._changed(seat)
            self.doubled = 2 if kind is Kind.DOUBLE else 4

    def _bid(self, made: BridgeCall) -> None:
        words, seat = made.words, made.seat
        self._changed(seat)
        if words.value is None or words.trump is None:
            self.faulty = made
            return
        self.standing = Bid(words.value, words.trump, seat, made.number, words.approved)
        self.doubled = 1
        if seat is not None:
            key = (self.table.team[seat], words.trump)
            if key not in self.named:
                self.named = {**self.named, key: made}
        low = made.faults and made.faults & Sign.INSUFFICIENT
        if low and made.number not in self.ruled.stand:
            self.faulty = made
        else:
            self.faulty, self.unclear = None, False

    def _pass(self, seat: Seat | None) -> None:
        if seat is not None:
            self.passed |= {seat}
            self.heard |= {seat}
        self.passes += 1
        if not self.unclear and len(self.passed - {self.spoke}) >= self._enough():
            # A bid or double that was cancelled has to be repeated by the next player (Laws 31A1, 32A1).
            early = self.early.get(self.order.due) if self.order is not None else None
            self.closed = early is None or early.kind is Kind.PASS

    def _without_effect(self, made: BridgeCall) -> None:
        """An inadmissible call never stands, nor is it one of three passes (Laws 36, 38)."""
        made.stands = False
        if made.kind is Kind.BID:
            self.faulty = made
        if made.seat is not None:
            self.heard |= {made.seat}
        self.passed, self.spoke, self.missed = frozenset(), made.seat, None

    def _late(self, made: BridgeCall) -> _Course:
        """A call after the close. Passes after a bid or double there blame nobody."""
        kind = made.kind
        if kind is Kind.PASS:
            if len(self.passed - {self.spoke}) >= self._enough():
                made.faults |= Sign.AFTER_CLOSE
            if made.seat is not None:
                self.passed |= {made.seat}
        elif kind in (Kind.BID, Kind.DOUBLE, Kind.REDOUBLE):
            if not made.words.approved:
                made.faults |= Sign.UNAPPROVED
            made.faults |= Sign.AFTER_CLOSE
            self.passed, self.spoke = frozenset(), made.seat
        made.stands = False
        self._record(made)
        return self

    def _enough(self) -> int:
        """How many have to pass for the auction to be over: the three others, or all at the start."""
        return self.table.players - (1 if self.opened else 0)

    def _changed(self, seat: Seat | None) -> None:
        """The call changed something: everyone else has a turn again."""
        self.before = _before(self)
        self.changed_by = self.spoke = seat
        self.opened = True
        self.heard = self.passed = frozenset()
        self.passes = 0
        self.missed = None

    # --- how it ended ------------------------------------------------------------------------------

    def end(self) -> None:
        """Nothing more is written: who had called early may be left out, and who may still call has not."""
        if not self._is_over():
            self._leave_out_the_rest()
        self.ends = self._is_over()

    def _leave_out_the_rest(self) -> None:
        while self.order is not None and self.order.due in self.early and not self.closed:
            due, then = self.order.due, self.table.after[self.order.due]
            self._leave_out(due, then)
            self.order = Order(then, early=self.order.early - {due})

    def _is_over(self) -> bool:
        """Whether the auction is over if nothing more was called."""
        heard = len(self.heard - {self.changed_by}) >= self._enough() and not self.unclear
        return self.closed or heard or (bool(self.calls) and self.passes >= self._enough())

    def fates(self) -> list[bool | None]:
        """Of every call, whether it stands in this course."""
        return [self.put_right.get(each.number, each.stands) for each in self.calls]

    def auction(self, silence: Sign, silences: Silences) -> BridgeAuction:
        """The auction, if this is the course that it took. An insufficient bid that was let stand decides
        nothing unless it is ruled so: the bid before it is named."""
        faulty = self.faulty
        bid, doubled = (
            (self.standing, self.doubled) if faulty is None else (faulty.standing, faulty.doubled)
        )
        return BridgeAuction(
            tuple(self.calls),
            bid,
            self._declarer(bid),
            doubled,
            faulty is not None,
            self.unclear,
            not self.ends,
            self.ends and not self.opened and faulty is None,
            self.faults | silence if silence else self.faults,
            silences,
            self._either_declares(bid),
        )

    def _either_declares(self, bid: Bid | None) -> bool:
        """Whether the denomination was first named in an insufficient bid: it may have been put right."""
        named = self.named.get((self.table.team[bid.by], bid.trump)) if bid and bid.by else None
        return (
            named is not None
            and bool(named.faults & Sign.INSUFFICIENT)
            and named.number not in self.ruled.stand
        )

    def _declarer(self, bid: Bid | None) -> Seat | None:
        """The one of the side who first named the denomination; None where the program cannot find out."""
        if bid is None or bid.by is None:
            return None
        named = self.named.get((self.table.team[bid.by], bid.trump))
        first = named.seat if named is not None else None
        # A call of the partner's that could not be read may have named it before.
        unread = {
            made.seat for made in self.calls if made.number < bid.call and made.kind is Kind.UNKNOWN
        }
        either = None in unread or (partner(bid.by) in unread and first == bid.by)
        return None if either else first
