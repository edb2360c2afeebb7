"""Random auctions of 56, call by call: what has been said, what stands, what may be said next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from fairdeal.records import (
    NO_TRUMPS,
    SUITS,
    Call,
    Event,
    Said,
    Seat,
    Term,
    TermKind,
    clear,
    team_of,
)
from samples.making.chance import given
from samples.making.records.table import Agreed, Hands, Variant, suit_of

SELF_RAISES: Final = (40, 48, 56)
TOP: Final = 56
LOWEST: Final = 28

CHANCE: Final = {
    "bid": 0.4,
    "jump": 0.12,
    "double": 0.07,
    "redouble": 0.2,
    "self-raise": 0.15,
    "decline": 0.1,
    "first pass": 0.1,
}
"""How readily a seat speaks up. Chosen so that auctions come out short and long, bare and doubled."""

KINDS: Final = {kind.value: kind for kind in TermKind}
WORDS: Final = {
    TermKind.NO_TRUMP: "NT",
    TermKind.NOES: "NS",
    TermKind.PASS: "Pass",
    TermKind.PLUS: "+",
    TermKind.DOUBLE: "X",
    TermKind.REDOUBLE: "XX",
    TermKind.ALL_PASS: "AP",
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """One call with the seat that made it. `label` is True where the record must name the seat."""

    seat: Seat
    said: Said
    label: bool = False
    marked: str | None = None

    def written(self, labelled: bool) -> Call:
        return Call(clear(self.said), clear(self.seat) if labelled else None, marked=self.marked)


def words(form: str, *, number: int | None = None, suit: str | None = None) -> Said:
    """The words of a form: ``words("suit plus number", number=2, suit="D")``; others stay as they are."""
    texts = {**WORDS, TermKind.NUMBER: str(number), TermKind.SUIT: suit or ""}
    kinds = ((KINDS.get(name, TermKind.WORD), name) for name in form.split())
    return Said(tuple(Term(kind, texts.get(kind, name)) for kind, name in kinds))


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid as it would stand: its words, value and denomination."""

    said: Said
    value: int
    trump: str


def make_bid(form: str, value: int, standing: int, suit: str) -> Bid:
    """The bid of a form that comes to `value` over `standing`; `suit` is used where the form has one."""
    kinds = form.split()
    number = value - standing if "plus" in kinds else value
    return Bid(words(form, number=number, suit=suit), value, suit if "suit" in kinds else NO_TRUMPS)


@dataclass
class Auction:
    """An auction in progress. `passes` counts since the last bid, double or self-raise; `named` is the suit
    of each bid, None where it named none, passes and noes skipped; `numbered` is False while plus bids have
    no sure base (after a bid whose value is unclear)."""

    variant: Variant
    dealer: Seat
    hands: Hands
    items: list[Spoken | Event] = field(default_factory=list)
    standing: Agreed | None = None
    named: list[str | None] = field(default_factory=list)
    passes: int = 0
    raised: bool = False
    closed: bool = False
    numbered: bool = True
    turn: Seat = ""

    def __post_init__(self) -> None:
        self.turn = self.turn or self.variant.first(self.dealer)

    @property
    def spoken(self) -> list[Spoken]:
        return [item for item in self.items if isinstance(item, Spoken)]

    @property
    def calls(self) -> int:
        """How many calls have been made: the number of the last one."""
        return len(self.spoken)

    @property
    def asked(self) -> str | None:
        """The suit that a bid of noes would deny: the last bid's."""
        return self.denied("noes", 0)

    def denied(self, form: str, value: int) -> str | None:
        """The suit that a bid of noes in a form and of a value says the seat has no card of."""
        back = value - self.value if self.variant.plus_noes_counts and "plus" in form else 0
        return self.named[-1 - back] if back < len(self.named) else None

    @property
    def value(self) -> int:
        return self.standing.value if self.standing else LOWEST - 1

    def held(self, seat: Seat) -> list[str]:
        """The suits that a seat may name."""
        return self.dealt(seat) if self.variant.holding else list(SUITS)

    def dealt(self, seat: Seat) -> list[str]:
        """The suits of which a seat has a card."""
        return [suit for suit in SUITS if any(suit_of(card) == suit for card in self.hands[seat])]

    # --- saying things -------------------------------------------------------------------------

    def speak(self, seat: Seat, said: Said, *, label: bool = False) -> int:
        """Record words that change nothing but whose turn it is; the number of the call."""
        self.items.append(Spoken(seat, said, label))
        self.turn = self.variant.after(seat)
        return self.calls

    def bid(self, seat: Seat, bid: Bid, *, label: bool = False) -> int:
        trump = bid.trump
        if "noes" in bid.said.form and self.variant.noes_keep_trump and self.standing:
            trump = self.standing.trump
        self.standing = Agreed(bid.value, trump, seat)
        if "noes" not in bid.said.form:
            self.named.append(bid.trump if "suit" in bid.said.form else None)
        self.passes = 0
        if self.variant.closes_at_top and bid.value == TOP:
            self.closed = True
        return self.speak(seat, bid.said, label=label)

    def say_pass(self, seat: Seat) -> int:
        if self.standing is None and self.variant.first_pass and not self.calls:
            return self.bid(seat, Bid(words("pass"), LOWEST, NO_TRUMPS))
        self.passes += 1
        return self.speak(seat, words("pass"))

    def double(self, seat: Seat, *, label: bool = False) -> int:
        self.standing = replace(given(self.standing), doubled=2)
        self.passes = 0
        return self.speak(seat, words("double"), label=label)

    def redouble(self, seat: Seat, *, label: bool = False) -> int:
        self.standing = replace(given(self.standing), doubled=4)
        self.closed = True
        return self.speak(seat, words("redouble"), label=label)

    # --- what may be said ----------------------------------------------------------------------

    def bids(self, seat: Seat, value: int, forms: Sequence[str] | None = None) -> list[Bid]:
        """Every bid of exactly `value` that the seat may make now, its cards allowing."""
        suits = self.held(seat)
        return [
            make_bid(form, value, self.value, suit)
            for form in forms or self.variant.forms
            if self._may_say(seat, form, value)
            for suit in (suits if "suit" in form else [""])
        ]

    def _may_say(self, seat: Seat, form: str, value: int) -> bool:
        """Whether a bid of this form may come to `value` now, the seat's cards allowing."""
        reached = "number" in form or value == self.value + 1
        if "plus" in form and not (self.standing and self.numbered and reached):
            return False
        denies = "noes" in form and self.variant.noes_show
        return not (denies and self.denied(form, value) in self.dealt(seat))

    def random_bid(self, rng: Random, seat: Seat, *, own_number: bool = False) -> Bid | None:
        """A legal bid of any approved form, None where nothing is left to bid."""
        floor = self.value + 1
        if floor > TOP:
            return None
        value = min(TOP, floor + rng.choice((0, 0, 0, 1, 1, 2, 3)))
        if rng.random() < CHANCE["jump"]:
            value = rng.randint(floor, TOP)
        found = self.bids(seat, value)
        if own_number:
            found = [bid for bid in found if "plus" not in bid.said.form]
        form = rng.choice(sorted({bid.said.form for bid in found}))
        return rng.choice([bid for bid in found if bid.said.form == form])

    # --- going on at random --------------------------------------------------------------------

    def step(self, rng: Random, eager: float = CHANCE["bid"]) -> None:
        """One legal call by the seat whose turn it is."""
        seat, standing = self.turn, self.standing
        # The last in turn bids: a deal in which all pass has no contract to play.
        first = self.variant.others if self.variant.passes_before_bids else self.variant.first_pass
        against = standing is not None and team_of(standing.by) != team_of(seat)
        if standing is None and self.calls < first and rng.random() < CHANCE["first pass"]:
            self.say_pass(seat)
        elif standing is None:
            self._bid_or_pass(rng, seat, must=True)
        elif standing.doubled == 1 and against and rng.random() < CHANCE["double"]:
            self.double(seat)
        elif standing.doubled == 2 and not against and rng.random() < CHANCE["redouble"]:
            self.redouble(seat)
        elif not self.raised and rng.random() < eager * (TOP - standing.value + 6) / 34:
            self._bid_or_pass(rng, seat)
        else:
            self.say_pass(seat)
        self._five_passes(rng)

    def _bid_or_pass(self, rng: Random, seat: Seat, must: bool = False) -> None:
        bid = self.random_bid(rng, seat, own_number=must)
        if bid is None:
            self.say_pass(seat)
        else:
            self.bid(seat, bid)
            self.numbered = self.numbered or "plus" not in bid.said.form

    def _five_passes(self, rng: Random) -> None:
        standing = self.standing
        if self.closed or standing is None or self.passes < self.variant.others:
            return
        raises = self.variant.self_raise and not self.raised and standing.doubled == 1
        if raises and standing.value < TOP and rng.random() < CHANCE["self-raise"]:
            self.self_raise(rng)
            return
        self.closed = True
        if standing.by == self.turn and rng.random() < CHANCE["decline"]:
            # A Pass of the bidder's after the others' declines the self-raise and is no finding.
            self.speak(self.turn, words("pass"))

    def self_raise(self, rng: Random) -> None:
        """The bidder goes to 40, 48 or 56 in the same denomination (3.3)."""
        standing = given(self.standing)
        value = rng.choice([goal for goal in SELF_RAISES if goal > standing.value])
        suits = ("number suit", "suit number", "plus number suit", "suit plus number")
        forms = ("number no-trump", "number pass") if standing.trump == NO_TRUMPS else suits
        self.bid(standing.by, make_bid(rng.choice(forms), value, standing.value, standing.trump))
        self.raised = True
        # The passes after a self-raise may be left unwritten.
        self.closed = rng.random() < 0.4

    def finish(self, rng: Random, eager: float = CHANCE["bid"]) -> Agreed:
        """Go on legally until the auction is over; the contract."""
        while not self.closed:
            self.step(rng, eager)
        return given(self.standing)

    def run(self, rng: Random, calls: int) -> None:
        """Go on legally until that many calls have been made in all, or the auction is over."""
        while not self.closed and self.calls < calls:
            self.step(rng)
