"""Synthetic deals of bridge: dealt, bid, played and written down, at random or with a little sense."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from fairdeal.grammar.calls import parse_call
from fairdeal.records import (
    COMPASS,
    DENOMINATIONS,
    NO_TRUMPS,
    SUITS,
    Deal,
    Event,
    Record,
    Seat,
    Tag,
    Trick,
    clear,
    other_team,
    team_of,
    times,
)
from samples.making.chance import given
from samples.making.records.auctions import Spoken
from samples.making.records.deals import Written, dealt, hands_of, result_of
from samples.making.records.table import (
    Agreed,
    Hands,
    Playing,
    Put,
    Round,
    Variant,
    rank_of,
    strength,
    suit_of,
)

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
TABLE: Final = Variant("duplicate", COMPASS, RANKS[::-1], hand=13)

VULNERABLE: Final = (
    "None", "NS", "EW", "All", "NS", "EW", "All", "None",
    "EW", "All", "None", "NS", "All", "None", "NS", "EW",
)  # fmt: skip
"""By board, from the first: the usual sixteen."""

Noted = tuple[int, Seat]

after: Final = TABLE.after


@dataclass
class Bidding:
    """An auction in the making: what was said and noted."""

    dealer: Seat
    items: list[Spoken | Event] = field(default_factory=list)
    level: int = 0
    denomination: str = ""
    bidder: Seat = ""
    doubled: int = 1
    passes: int = 0
    first: dict[tuple[str, str], Seat] = field(default_factory=dict)

    @property
    def calls(self) -> list[Spoken]:
        return [item for item in self.items if isinstance(item, Spoken)]

    @property
    def turn(self) -> Seat:
        return after(self.calls[-1].seat) if self.calls else self.dealer

    @property
    def closed(self) -> bool:
        return self.passes >= (3 if self.level else 4)

    def higher(self) -> list[str]:
        """Every bid that is sufficient, lowest first."""
        last = (self.level, DENOMINATIONS.index(self.denomination) if self.level else -1)
        return [
            f"{level} {name}"
            for level in range(max(1, self.level), 8)
            for place, name in enumerate(DENOMINATIONS)
            if (level, place) > last
        ]

    def lower(self) -> list[str]:
        """Every bid that is not sufficient."""
        sufficient = self.higher()
        return [bid for bid in Bidding(self.dealer).higher() if bid not in sufficient]

    def may_double(self, seat: Seat) -> bool:
        return bool(self.level) and self.doubled == 1 and team_of(seat) != team_of(self.bidder)

    def may_redouble(self, seat: Seat) -> bool:
        return bool(self.level) and self.doubled == 2 and team_of(seat) == team_of(self.bidder)

    def say(self, text: str, seat: Seat | None = None) -> None:
        """A call that is allowed."""
        seat = seat or self.turn
        self.items.append(Spoken(seat, parse_call(text)))
        if text == "Pass":
            self.passes += 1
            return
        self.passes = 0
        if text in ("X", "XX"):
            self.doubled = times(text)
        else:
            level, self.denomination = text.split()
            self.level, self.bidder, self.doubled = int(level), seat, 1
            self.first.setdefault((team_of(seat), self.denomination), seat)

    def bid(self, rng: Random, among: int, seat: Seat | None = None) -> None:
        """One of so many lowest bids that are sufficient."""
        self.say(rng.choice(self.higher()[:among]), seat)

    def note(self, text: str) -> Noted:
        """A call without any effect."""
        self.items.append(Spoken(self.turn, parse_call(text)))
        return self.last

    @property
    def last(self) -> Noted:
        """Number and seat of the last call."""
        return len(self.calls), self.calls[-1].seat

    def random_call(self, rng: Random) -> str:
        seat, chance = self.turn, rng.random()
        if self.may_double(seat) and chance < 0.12:
            return "X"
        if self.may_redouble(seat) and chance < 0.2:
            return "XX"
        bids = self.higher()
        eager = 0.6 if not self.level else 0.38 if self.level < 4 else 0.12
        if bids and rng.random() < eager:
            return bids[min(int(rng.expovariate(0.45)), len(bids) - 1)]
        return "Pass"

    def go_on(self, rng: Random, *, bid_first: bool = False) -> None:
        """Call at random to the close. `bid_first`: the next that can still bid does, for certain."""
        if bid_first:
            self.say(self.higher()[0])
        while not self.closed:
            self.say(self.random_call(rng))

    def contract(self) -> Agreed | None:
        if not self.level:
            return None
        by = self.first[(team_of(self.bidder), self.denomination)]
        return Agreed(self.level, self.denomination, by, self.doubled)


def score_of(contract: Agreed, tricks: int, vulnerable: bool) -> int:
    """Duplicate score of the declaring side for its tricks; below 0 where it went down."""
    over = tricks - contract.value - 6
    if over < 0:
        return -down(-over, contract.doubled, vulnerable)
    lines = made_lines(contract, over, vulnerable)
    game = 500 if vulnerable else 300
    return sum(lines.values()) + (game if lines["below"] >= 100 else 50)


def made_lines(contract: Agreed, over: int, vulnerable: bool) -> dict[str, int]:
    """What a contract made with so many tricks over earns: below the line, and above it for each reason."""
    times, each = contract.doubled, 20 if contract.trump in ("C", "D") else 30
    slam = {6: 500, 7: 1000}.get(contract.value, 0)
    return {
        "below": (contract.value * each + (10 if contract.trump == NO_TRUMPS else 0)) * times,
        "overtricks": over * (each if times == 1 else (100 if vulnerable else 50) * times),
        "doubled": 0 if times == 1 else 25 * times,
        "slam": slam * 3 // 2 if vulnerable else slam,
    }


def down(tricks: int, times: int, vulnerable: bool) -> int:
    """What so many tricks too few cost; `times` 1, 2 (doubled) or 4."""
    if times == 1:
        return tricks * (100 if vulnerable else 50)
    if vulnerable:
        return (300 * tricks - 100) * times // 2
    return (100 + 200 * min(tricks - 1, 2) + 300 * max(tricks - 3, 0)) * times // 2


@dataclass
class Made:
    """A deal as it happened, and what the recorder wrote below it."""

    board: int
    dealer: Seat
    sides: str
    hands: dict[Seat, list[str]]
    bidding: Bidding
    playing: Playing | None = None
    contract: Agreed | None = None
    written: Written = field(default_factory=Written)

    def settle(self) -> None:
        """Write down contract, tricks and score as they came out."""
        self.contract = self.written.contract = self.bidding.contract()
        if self.contract is not None and self.playing is not None:
            won = [team_of(seat) for seat in self.playing.winners]
            self.written.points = {team: won.count(team) for team in ("NS", "EW")}
            self.written.score = self.due(self.written.points)

    def due(self, points: Mapping[str, int]) -> dict[str, int]:
        """The duplicate score of both sides, 0 for the one that has none."""
        contract = given(self.contract)
        team = team_of(contract.by)
        score = score_of(contract, points[team], self.sides in ("All", team))
        return {team: max(score, 0), other_team(team): max(-score, 0)}


def shuffled(rng: Random) -> dict[Seat, list[str]]:
    return dealt(rng, list(PACK), COMPASS)


def begin(rng: Random, board: int | None = None, hands: Hands | None = None) -> Made:
    """A board dealt, and nothing said yet."""
    number = board or rng.randint(1, 32)
    dealer, sides = COMPASS[(number - 1) % 4], VULNERABLE[(number - 1) % 16]
    held = {seat: list(cards) for seat, cards in (hands or shuffled(rng)).items()}
    return Made(number, dealer, sides, held, Bidding(dealer))


def start_play(made: Made, kind: type[Playing] = Playing) -> Playing:
    contract = given(made.bidding.contract())
    made.playing = kind.start(TABLE, after(contract.by), made.hands, contract.trump)
    return made.playing


def finish(made: Made, rng: Random, kind: type[Playing] = Playing) -> Made:
    """Play a deal whose auction is over to the end, if it has a contract, and write the result."""
    if made.bidding.contract() is not None:
        (made.playing or start_play(made, kind)).run(rng)
    made.settle()
    return made


def clean_deal(rng: Random, board: int | None = None) -> Made:
    """A deal in which nothing is wrong; now and then one that all pass out."""
    made = begin(rng, board)
    made.bidding.go_on(rng)
    return finish(made, rng)


def deal_of(made: Made) -> Deal:
    """The record of a deal."""
    tricks = enumerate(made.playing.tricks if made.playing else (), 1)
    play = tuple(Trick(number, _in_turn(trick.items)) for number, trick in tricks)
    return Deal(
        number=clear(str(made.board)),
        dealer=clear(made.dealer),
        vulnerable=clear(made.sides),
        hands=hands_of(made.hands),
        auction=_in_turn(made.bidding.items),
        play=play if made.playing else None,
        result=result_of(made.written),
    )


def _in_turn(items: Iterable[Spoken | Put | Event]) -> tuple[Any, ...]:
    """Calls or cards as they are recorded; a seat is written where it is not the next in turn."""
    written: list[Any] = []
    due: Seat | None = None
    for item in items:
        if isinstance(item, Event):
            written.append(item)
        else:
            written.append(item.written(item.seat != due))
            due = after(item.seat)
    return tuple(written)


def record_of(*deals: Made) -> Record:
    return Record(
        tags=(Tag("Rules", "duplicate"),),
        deals=tuple(deal_of(made) for made in deals),
    )


HONOURS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
LEVELS: Final = ((37, 7), (33, 6), (25, 4), (23, 2), (0, 1))
"""From so many points of a side on, this level; at 4, game in what is played."""


def sensible(rng: Random, board: int, hands: Hands) -> Made:
    """A board as a table may have played it."""
    made = begin(rng, board, hands)
    _bid(made, rng)
    return finish(made, rng, SensiblePlaying)


def _points(cards: Sequence[str]) -> int:
    return sum(HONOURS.get(card[:-1], 0) for card in cards)


def _bid(made: Made, rng: Random) -> None:
    """Passes to the one who opens, what the side plays, a raise to its level, passes."""
    strong = max("NS", "EW", key=lambda pair: sum(_points(made.hands[seat]) for seat in pair))
    points = sum(_points(made.hands[seat]) for seat in strong) + rng.choice((-1, 0, 0, 0, 1))
    bidding = made.bidding
    if points >= 20:
        opener, denomination = _chosen(made.hands, strong, rng)
        level = next(level for least, level in LEVELS if points >= least)
        if level == 4:
            level = {"NT": 3, "C": 5, "D": 5}.get(denomination, 4)
        while bidding.turn != opener:
            bidding.say("Pass")
        for text in ("1", "Pass", str(level)) if level > 1 else ("1",):
            bidding.say(text if text == "Pass" else f"{text} {denomination}")
    while not bidding.closed:
        bidding.say("Pass")


def _chosen(hands: Hands, pair: str, rng: Random) -> tuple[Seat, str]:
    """Who declares, and what: a fit of eight cards, a major before a minor, else no-trumps."""

    def length(seat: Seat, suit: str) -> int:
        return sum(card.endswith(suit) for card in hands[seat])

    for suit in "SHDC":
        major = suit in "SH"
        fits = length(pair[0], suit) + length(pair[1], suit) >= (8 if major else 9)
        if fits and (major or rng.random() < 0.5):
            return max(pair, key=lambda seat: length(seat, suit)), suit
    return max(pair, key=lambda seat: _points(hands[seat])), DENOMINATIONS[-1]


class SensiblePlaying(Playing):
    """A play with a little sense."""

    def choose(self, rng: Random, trick: Round, seat: Seat) -> str:
        """Lead from length, win as cheaply as one can where partner does not, else the lowest card."""
        led = trick.led
        if led is None:
            return self._lead(rng, seat)
        legal = self.legal(seat, led)

        def worth(card: str) -> tuple[int, int]:
            return strength(TABLE, card, led, self.trump)

        winner = max(trick.puts, key=lambda put: worth(put.card))
        better = [card for card in legal if worth(card) > worth(winner.card)]
        last = len(trick.puts) == 3
        high = height(winner.card) >= RANKS.index("Q")
        if better and not (team_of(winner.seat) == team_of(seat) and (last or high)):
            cheap = sorted(better, key=worth)
            return cheap[0] if last else rng.choice((cheap[0], cheap[-1], cheap[-1]))
        return min(legal, key=lambda card: (suit_of(card) == self.trump, height(card)))

    def _lead(self, rng: Random, seat: Seat) -> str:
        legal = self.left[seat]
        trumps = [card for card in legal if suit_of(card) == self.trump]
        declaring = bool(self.tricks[0].puts) and team_of(self.tricks[0].puts[0].seat) != team_of(
            seat
        )
        if declaring and trumps and len(self.tricks) <= 4:
            return max(trumps, key=height)
        held = [suit for suit in SUITS if any(suit_of(card) == suit for card in legal)]
        suits = sorted(
            [suit for suit in held if suit != self.trump] or held,
            key=lambda suit: (sum(card.endswith(suit) for card in legal), rng.random()),
        )
        own = sorted((card for card in legal if suit_of(card) == suits[-1]), key=height)
        return own[-1] if height(own[-1]) >= RANKS.index("Q") else own[0]


def height(card: str) -> int:
    return RANKS.index(rank_of(card))
