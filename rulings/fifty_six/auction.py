"""The auction replayed: turns, the standing bid, doubling, the close and the contract.

It is one walk through the calls: what a bid, a pass and a double do to the auction depends on the same
few facts, so they stand together in one class.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Literal

from fairdeal.records import Event, Said, Seat
from fairdeal.rulings.fifty_six.book import FiftySixBook, Meaning, Table, meaning_of
from fairdeal.rulings.replay.calls import (
    Auction,
    Bid,
    CallMade,
    Kind,
    Silences,
    Turns,
    caller,
    follow,
)
from fairdeal.rulings.replay.signs import NO_SIGN, Sign
from fairdeal.rulings.replay.table import Holdings

Close = Literal["passes", "redouble", "raised", "final", "highest"]
"""How the auction is over: all passed; a redouble; a self-raise that may still be doubled; that and
all passed again, or a double let stand; the highest bid where that ends it."""


@dataclass(slots=True)
class FiftySixCall(CallMade):
    """A call of 56. `value` and `trump` are what a bid comes to.

    `after` shows how the auction was over already, None where it was not.
    """

    after: Close | None
    meaning: Meaning
    value: int | None = None
    trump: str | None = None
    suit_shown: str | None = None
    """For noes: the suit last bid, of which the caller shows a void."""


FiftySixAuction = Auction[FiftySixCall]


@dataclass(slots=True)
class SuitsBid:
    """The suit of each bid in order, None where it named no suit or is not clear."""

    suits: list[str | None] = field(default_factory=list)

    def bid(self, suit: str | None) -> None:
        self.suits.append(suit)

    def lost(self) -> None:
        """A call cannot be read: it may have been a bid, so what was bid before counts no more."""
        self.suits.clear()

    def shown(self, back: int) -> str | None:
        """The suit of the last bid (0), or of one so many bids before it; None where there is none."""
        return self.suits[-1 - back] if back < len(self.suits) else None


def may_double(
    table: Table, bid: Bid | None, doubled: int, seat: Seat, double: bool
) -> bool | None:
    """Whether a seat may double (or redouble) a bid that counts `doubled` times already.

    None where it depends on whose bid it is, and that is not known.
    """
    rules = table.book.auction
    if bid is None or doubled != (1 if double else 2):
        return False
    if double and not rules.double_at_highest and bid.value >= table.book.bids.highest:
        return False
    if double and rules.double_own_side:
        return True
    if bid.by is None:
        return None
    own = table.team[seat] == table.team[bid.by]
    return own != double


def raises_own(book: FiftySixBook, bid: Bid | None, doubled: int, fact: FiftySixCall) -> bool:
    """Whether a bid after the close is a raise that the bidder may make."""
    rules, value = book.auction, fact.value
    if bid is None or value is None or (doubled > 1 and not rules.self_raise_after_double):
        return False
    return (
        fact.seat == bid.by
        and value in rules.self_raise
        and value > bid.value
        and fact.trump == bid.trump
    )


_PASS: Final = Kind.PASS
_BID: Final = Kind.BID
_ALL_PASS: Final = Kind.ALL_PASS
_UNKNOWN: Final = Kind.UNKNOWN
"""Looked up once: they are asked for at every call."""

BARRED: Final = Sign.OPENING | Sign.RANGE | Sign.INSUFFICIENT
"""A bid with one of these does not stand."""


def replay_auction(
    labels: list[Seat | None],
    said: list[Said | None],
    events: list[tuple[int, Event]],
    dealer: Seat | None,
    table: Table,
) -> FiftySixAuction:
    """Follow every call in the order recorded, without looking at the hands."""
    lead = table.first_call[dealer] if dealer is not None else None
    walk = _Walk(table, lead)
    return walk.finish(follow(walk, labels, said, events))


def beside_hands(auction: FiftySixAuction, dealt: Holdings, table: Table) -> FiftySixAuction:
    """The auction with the signs of suits named that were not held, and of noes with the suit in hand.

    It is a new object though there be none: what is kept of it beside some hands goes by which it is.
    """
    holds = table.book.bids.must_hold_suit
    calls, faults = auction.calls, auction.faults
    for index, fact in enumerate(auction.calls):
        meaning, seat = fact.meaning, fact.seat
        hand = dealt.get(seat) if seat is not None and meaning.kind is _BID else None
        if hand is None or not meaning.clear:
            continue
        if meaning.noes:
            wrong = fact.suit_shown is not None and hand.counts[fact.suit_shown] > 0
            bit = Sign.NOES
        else:
            wrong = holds and meaning.suit is not None and hand.void(meaning.suit) is True
            bit = Sign.SUIT_NOT_HELD
        if wrong:
            fact = replace(fact, faults=fact.faults | bit)
            calls, faults = (*calls[:index], fact, *calls[index + 1 :]), faults | bit
    return replace(auction, calls=calls, faults=faults)


class _Walk:
    """The state of an auction between two calls."""

    def __init__(self, table: Table, lead: Seat | None) -> None:
        self.table = table
        self.book = table.book
        self.lead = lead
        self.facts: list[FiftySixCall] = []
        self.standing: Bid | None = None
        self.doubled = 1
        self.close: Close | None = None
        self.faulty = False
        self.unclear = False
        self.if_passes: tuple[Seat | None, set[Seat]] | None = None
        """Who had the last word and who let it stand since, if the calls that cannot be read are passes."""
        self.base_known = True
        self.faults = NO_SIGN
        self.turns = Turns(table.after, lead)
        self.last_actor: Seat | None = None
        """Who made the last call that was not a pass or a double without effect."""
        self.heard: set[Seat] = set()
        """Who has had a turn since, without changing anything."""
        self.passed: set[Seat] = set()
        """Who has passed since anyone last said anything but pass."""
        self.spoke: Seat | None = None
        self.passes = 0
        self.suits = SuitsBid()
        self.pending = False
        """All others have passed, but one of them out of turn, and its own turn is next."""
        self.declined = False
        """The bidder passed after all the others: he does not raise himself."""

    # -- turns ---------------------------------------------------------------------------------

    def silent(self, index: int, silences: Silences) -> None:
        """A turn passed over in silence goes on to the next seat without a fault of that seat.

        Whose it was may not be written, or not for certain: then nobody knows whose turn it is.
        """
        for at, event in silences:
            if at != index or self.close is not None:
                continue
            seat = event.seat.value if event.seat is not None else None
            at_table = seat is not None and seat in self.table.after
            if seat is not None and at_table:
                self.faults |= Sign.SILENCE
                self.turns.pass_over(seat)
            if event.seat is None or not event.seat.clear or not at_table:
                self.turns.lose()

    # -- calls ---------------------------------------------------------------------------------

    def call(self, label: Seat | None, said: Said | None) -> None:
        meaning = meaning_of(said, self.book)
        seat = caller(label, self.turns.next)
        if self.pending:
            self.pending = False
            if seat not in self.turns.early:
                self.close = "passes"
        fact = FiftySixCall(
            len(self.facts) + 1,
            seat,
            self.turns.due,
            said,
            meaning.kind,
            self.standing,
            self.doubled,
            self.close,
            meaning,
        )
        if self.turns.act(seat, self.close is not None):
            fact.faults |= Sign.CALL_TURN
        if said is not None and said.may_be_several:
            self.turns.lose()
        kind = meaning.kind
        if kind is _PASS:
            self._pass(fact)
        elif kind is _BID:
            self._bid(fact)
        elif kind is _UNKNOWN:
            self._unknown(fact)
        elif kind is _ALL_PASS:
            self._all_pass(fact)
        else:
            self._double(fact)
        self.facts.append(fact)
        if fact.faults:
            self.faults |= fact.faults

    def _settle(self) -> None:
        """Close the auction where every seat but the last to change anything has let things stand."""
        others = self.table.players - 1
        if self.last_actor is None or self.unclear or len(self.heard) < others:
            return
        if len(self.heard - {self.last_actor}) < others:
            return
        due = self.turns.due
        if self.close is None and due in self.turns.early and due != self.last_actor:
            self.pending = True
        elif self.close is None:
            self.close = "passes"
        elif self.close == "raised":
            self.close = "final"

    def _may_be_over(self) -> bool:
        """Whether the auction was over before now, if the calls that cannot be read are passes."""
        if self.if_passes is None or self.if_passes[0] is None:
            return False
        last, heard = self.if_passes
        return len(heard - {last}) >= self.table.players - 1

    def _changed(self, seat: Seat | None) -> None:
        """The call changed something: everyone else has a turn again."""
        self.last_actor = self.spoke = seat
        self.heard = set()
        self.passed = set()
        self.passes = 0

    def _pass(self, fact: FiftySixCall) -> None:
        seat = fact.seat
        if self.standing is None and self._must_open(seat) and not fact.faults:
            fact.faults |= Sign.OPENING
        if self.close is not None:
            excess = len(self.passed - {self.spoke}) >= self.table.players - 1
            bidder = self.standing is not None and seat == self.standing.by
            if self.close in ("redouble", "highest") or (excess and not bidder):
                fact.faults |= Sign.AFTER_CLOSE
            self.declined = self.declined or bidder
        elif self.standing is None and self._opens(seat):
            self.standing = Bid(self.book.bids.lowest, "NT", seat, fact.number)
            fact.value, fact.trump = self.standing.value, self.standing.trump
            self._changed(seat)
            return
        if seat is not None:
            self.passed.add(seat)
            self.heard.add(seat)
            if self.if_passes is not None:
                self.if_passes[1].add(seat)
        self.passes += 1
        self._settle()

    def _must_open(self, seat: Seat | None) -> bool:
        """Whether a pass is the first call of the lead player where that has to be a bid."""
        if self.book.bids.opening_pass != "not-allowed":
            return False
        return not self.facts or self._first_of_lead(seat)

    def _opens(self, seat: Seat | None) -> bool:
        """A pass that is the lead player's first call, nothing being bid: the lowest no-trumps."""
        if self.book.bids.opening_pass != "lowest-no-trumps" or self.standing is not None:
            return False
        return self._first_of_lead(seat)

    def _first_of_lead(self, seat: Seat | None) -> bool:
        """Whether it is the lead player's first call, and others have only passed."""
        if seat is None or seat != self.lead or self.faulty or self.unclear:
            return False
        return all(fact.seat != seat and fact.kind is _PASS for fact in self.facts)

    def _all_pass(self, fact: FiftySixCall) -> None:
        if self.close is not None:
            if self.close == "raised":
                self.close = "final"
            return
        if self._opens(fact.seat):
            self.standing = Bid(self.book.bids.lowest, "NT", fact.seat, fact.number)
            self._changed(fact.seat)
        self.passed = set(self.table.seats)
        self.heard = set(self.table.seats)
        self.passes = self.table.players - 1
        self._settle()

    def _unknown(self, fact: FiftySixCall) -> None:
        if self.close is not None:
            # It may have been a bid after the close, a proper one: passes after it blame nobody.
            self.passed, self.spoke = set(), fact.seat
            self.unclear = self.unclear or self._may_raise(fact.seat)
            return
        if self.if_passes is None:
            self.if_passes = self.last_actor, set(self.heard)
        if fact.seat is not None:
            self.if_passes[1].add(fact.seat)
        self.unclear = True
        self.suits.lost()
        self._changed(fact.seat)

    def _double(self, fact: FiftySixCall) -> None:
        meaning, seat = fact.meaning, fact.seat
        double = meaning.kind is Kind.DOUBLE
        wrong = Sign.DOUBLE if double else Sign.REDOUBLE
        if not meaning.approved:
            fact.faults |= Sign.UNAPPROVED
        if self.close is not None and self.close != "raised":
            # What cannot be read may have been a self-raise, and that may be doubled.
            if not (self.close == "passes" and self.unclear):
                fact.faults |= Sign.AFTER_CLOSE
            return
        if not self.facts:
            fact.faults |= Sign.OPENING
            self.faulty = True
            self._changed(seat)
            return
        may = None
        if seat is not None and not self.unclear:
            may = may_double(self.table, self.standing, self.doubled, seat, double)
        if may is None or seat is None:
            self.unclear = True
            self._changed(seat)
            return
        if not may:
            fact.faults |= wrong
            self.heard.add(seat)
            self.passed, self.spoke = set(), seat
            self._settle()
            return
        self.doubled = 2 if double else 4
        self._changed(seat)
        if not double:
            self.close = "redouble"

    # -- bids ----------------------------------------------------------------------------------

    def _bid(self, fact: FiftySixCall) -> None:
        self._form(fact)
        self._worth(fact)
        self._suits(fact)
        if self.close is not None:
            self._late_bid(fact)
            return
        adds = fact.meaning.plus is not None or fact.meaning.form == "plus"
        if adds and self._nothing_bid():
            fact.faults |= Sign.OPENING
        self._measure(fact)
        self._stand(fact)

    def _nothing_bid(self) -> bool:
        """Whether nothing has been bid before, not even by a pass of the lead player or unread."""
        opens = self.book.bids.opening_pass == "lowest-no-trumps"
        return self.standing is None and not any(
            fact.kind in (_BID, _UNKNOWN)
            or (opens and fact.kind is _PASS and None in (fact.seat, self.lead))
            for fact in self.facts
        )

    def _form(self, fact: FiftySixCall) -> None:
        meaning = fact.meaning
        if not self.facts and meaning.barred_first:
            fact.faults |= Sign.UNAPPROVED
        elif meaning.unlisted:
            # A plus bid before any other has nothing to add to, and that is all there is to it.
            if meaning.plus is None or not self._nothing_bid():
                fact.faults |= Sign.UNLISTED
        elif not meaning.approved:
            fact.faults |= Sign.UNAPPROVED

    def _worth(self, fact: FiftySixCall) -> None:
        """The bid's value and denomination, as far as they are clear."""
        meaning = fact.meaning
        if not meaning.clear:
            return
        fact.trump = meaning.trump
        if meaning.noes:
            stays = self.book.bids.noes == "trump-stays" and self.standing is not None
            fact.trump = self.standing.trump if stays and self.standing else "NT"
        if meaning.number is not None:
            fact.value = meaning.number
        elif meaning.plus is not None and self.base_known and not self.unclear and self.standing:
            fact.value = self.standing.value + meaning.plus

    def _suits(self, fact: FiftySixCall) -> None:
        meaning = fact.meaning
        if meaning.noes and meaning.clear:
            counted = self.book.setting("plus-noes") == "bids-before-last"
            fact.suit_shown = self.suits.shown((counted and meaning.plus) or 0)
        else:
            self.suits.bid(meaning.suit if meaning.clear else None)

    def _measure(self, fact: FiftySixCall) -> None:
        value, bids = fact.value, self.book.bids
        if value is None:
            return
        if not bids.lowest <= value <= bids.highest:
            fact.faults |= Sign.RANGE
        # A call that cannot be read may have raised the standing bid, and has not lowered it.
        if self.standing is not None and value <= self.standing.value:
            fact.faults |= Sign.INSUFFICIENT

    def _stand(self, fact: FiftySixCall) -> None:
        """A good bid stands; after any other the last word is faulty until a good one."""
        value, trump = fact.value, fact.trump
        self._changed(fact.seat)
        if self.unclear and fact.meaning.clear and value is None:
            return  # it adds to something that cannot be read
        if value is None or trump is None or (fact.faults and fact.faults & BARRED):
            self.faulty = True
            if not fact.meaning.clear:
                self.base_known = False
            return
        approved = not (fact.faults and fact.faults & Sign.UNAPPROVED)
        self.standing = Bid(value, trump, fact.seat, fact.number, approved)
        self.doubled = 1
        self.faulty = False
        # Had the unread calls been passes, the auction might have been over before this bid.
        self.unclear = self._may_be_over()
        if not self.unclear:
            self.if_passes = None
        self.base_known = True
        if self.book.auction.close_at_highest and value >= self.book.bids.highest:
            self.close = "highest"

    def _may_raise(self, seat: Seat | None) -> bool:
        """Whether the bidder may yet raise after the close; a seat not known may be the bidder."""
        bidder = self.standing.by if self.standing is not None else None
        open_ = self.close == "passes" and not self.declined and bool(self.book.auction.self_raise)
        return open_ and seat in (None, bidder)

    def _late_bid(self, fact: FiftySixCall) -> None:
        """A bid after the close: a self-raise by the bidder, or nothing that is allowed."""
        bid, value = self.standing, fact.value
        if not self.book.auction.self_raise or self.close == "redouble":
            fact.faults |= Sign.AFTER_CLOSE
            return
        may = self.close == "passes" and not self.declined and not self.faulty
        good = may and raises_own(self.book, bid, self.doubled, fact)
        if not good or value is None or bid is None:
            fact.faults |= Sign.SELF_RAISE
            # Passes after it may be written or not; they blame nobody.
            self.passed, self.spoke = set(), fact.seat
            return
        approved = not (fact.faults and fact.faults & Sign.UNAPPROVED)
        self.standing = Bid(value, bid.trump, fact.seat, fact.number, approved)
        self.close = "raised"
        self._changed(fact.seat)

    def finish(self, silences: Silences) -> FiftySixAuction:
        passed_out = self._passed_out()
        closed = (
            passed_out
            or self.close is not None
            or (self.last_actor is not None and self.passes >= self.table.players - 1)
        )
        return Auction(
            tuple(self.facts),
            self.standing,
            self.standing.by if self.standing is not None else None,
            self.doubled,
            self.faulty,
            self.unclear,
            not closed,
            passed_out,
            self.faults,
            silences,
        )

    def _passed_out(self) -> bool:
        if self.book.bids.opening_pass != "allowed" or self.standing is not None:
            return False
        kinds = {fact.kind for fact in self.facts}
        if not kinds or not kinds <= {_PASS, _ALL_PASS}:
            return False
        return _ALL_PASS in kinds or self.passes >= self.table.players
