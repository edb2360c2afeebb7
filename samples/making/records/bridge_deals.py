"""Synthetic deals of bridge: dealt, bid, played and written down, at random or with a little sense."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeVar

from fairdeal.grammar.calls import parse_call
from fairdeal.records.cards import (
    COMPASS,
    DENOMINATIONS,
    SUITS,
    Card,
    Seat,
    Team,
    other_team,
    team_of,
    times,
)
from fairdeal.records.doubt import Entry, clear
from fairdeal.records.record import (
    Call,
    ContractEntry,
    Deal,
    Event,
    Hand,
    Play,
    Record,
    Result,
    Tag,
    Trick,
)
from samples.making.chance import given

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
TRICKS: Final = 13

VULNERABLE: Final = (
    "None", "NS", "EW", "All", "NS", "EW", "All", "None",
    "EW", "All", "None", "NS", "All", "None", "NS", "EW",
)  # fmt: skip
"""By board, from the first: the usual sixteen."""

Called = tuple[Seat, str]
Noted = tuple[int, Seat]
Put = tuple[Seat, str]
Hands = Mapping[Seat, Sequence[str]]


def after(seat: Seat, steps: int = 1) -> Seat:
    return COMPASS[(COMPASS.index(seat) + steps) % 4]


@dataclass
class Agreed:
    """A contract: level, denomination, declarer, and 1, 2 (doubled) or 4 (redoubled)."""

    level: int
    denomination: str
    by: Seat
    doubled: int = 1


@dataclass
class Bidding:
    """An auction in the making. `calls` is what was said, with who said it."""

    dealer: Seat
    calls: list[Called] = field(default_factory=list)
    level: int = 0
    denomination: str = ""
    bidder: Seat = ""
    doubled: int = 1
    passes: int = 0
    first: dict[tuple[str, str], Seat] = field(default_factory=dict)

    @property
    def turn(self) -> Seat:
        return after(self.calls[-1][0]) if self.calls else self.dealer

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
        self.calls.append((seat, text))
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
        self.calls.append((self.turn, text))
        return self.last

    @property
    def last(self) -> Noted:
        """Number and seat of the last call."""
        return len(self.calls), self.calls[-1][0]

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


def strength(card: str, led: str, trump: str) -> int:
    place = RANKS.index(card[:-1])
    if card[-1] == trump:
        return 100 + place
    return place if card[-1] == led else -1


def winner_of(trick: Sequence[Put], trump: str) -> Seat:
    led = trick[0][1][-1]
    return max(trick, key=lambda put: strength(put[1], led, trump))[0]


@dataclass
class Playing:
    """A play in the making: what each hand still holds, and the tricks so far."""

    held: dict[Seat, list[str]]
    trump: str
    leader: Seat
    declaring: Team
    tricks: list[list[Put]] = field(default_factory=list)
    winners: list[Seat] = field(default_factory=list)

    def legal(self, seat: Seat, led: str | None) -> list[str]:
        same = [card for card in self.held[seat] if led is not None and card[-1] == led]
        return same or self.held[seat]

    def put(self, trick: list[Put], seat: Seat, card: str) -> None:
        self.held[seat].remove(card)
        trick.append((seat, card))

    def close(self, trick: list[Put]) -> None:
        self.tricks.append(trick)
        self.leader = winner_of(trick, self.trump)
        self.winners.append(self.leader)

    def choose(self, rng: Random, trick: Sequence[Put], seat: Seat) -> str:
        """Any card that follows suit, or any card."""
        return rng.choice(self.legal(seat, trick[0][1][-1] if trick else None))

    @property
    def order(self) -> list[Seat]:
        return [after(self.leader, steps) for steps in range(4)]

    def play_trick(self, rng: Random, order: Sequence[Seat] = ()) -> None:
        """A trick by the seats in turn, or in another order."""
        trick: list[Put] = []
        for seat in order or self.order:
            self.put(trick, seat, self.choose(rng, trick, seat))
        self.close(trick)

    def run(self, rng: Random, tricks: int = TRICKS) -> None:
        """Go on until that many tricks have been played."""
        while len(self.tricks) < tricks:
            self.play_trick(rng)

    def taken(self) -> dict[str, int]:
        ns = sum(team_of(seat) == "NS" for seat in self.winners)
        return {"NS": ns, "EW": len(self.winners) - ns}


def score_of(contract: Agreed, tricks: int, vulnerable: bool) -> int:
    """Duplicate score of the declaring side for its tricks; below 0 where it went down."""
    over = tricks - contract.level - 6
    times = contract.doubled
    if over < 0:
        return -_down(-over, times, vulnerable)
    minor = contract.denomination in ("C", "D")
    below = contract.level * (20 if minor else 30) + (10 if contract.denomination == "NT" else 0)
    score = below * times
    score += (500 if vulnerable else 300) if score >= 100 else 50
    score += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(contract.level, 0)
    if times == 1:
        return score + over * (20 if minor else 30)
    return score + 25 * times + over * (100 if vulnerable else 50) * times


def _down(down: int, times: int, vulnerable: bool) -> int:
    if times == 1:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        return (300 * down - 100) * times // 2
    return (100 + 200 * min(down - 1, 2) + 300 * max(down - 3, 0)) * times // 2


@dataclass
class Made:
    """A deal as it happened, and what the recorder wrote; None where it was not written."""

    board: int
    dealer: Seat
    sides: str
    hands: dict[Seat, list[str]]
    bidding: Bidding
    playing: Playing | None = None
    contract: Agreed | None = None
    written: Agreed | None = None
    points: dict[str, int] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    winners: list[Seat] = field(default_factory=list)
    call_events: list[tuple[int, Event]] = field(default_factory=list)
    card_events: list[tuple[int, int, Event]] = field(default_factory=list)
    """Trick (from 1), cards of it played before, and the event."""

    def settle(self) -> None:
        """Write down contract, tricks and score as they came out."""
        self.contract = self.written = self.bidding.contract()
        if self.contract is None or self.playing is None:
            return
        self.points = self.playing.taken()
        self.score = self.due(self.points)

    def due(self, points: dict[str, int]) -> dict[str, int]:
        """The duplicate score of both sides, 0 for the one that has none."""
        if self.contract is None:
            return {}
        team = team_of(self.contract.by)
        score = score_of(self.contract, points[team], self.sides in ("All", team))
        return {team: max(score, 0), other_team(team): max(-score, 0)}


def shuffled(rng: Random) -> dict[Seat, list[str]]:
    pack = list(PACK)
    rng.shuffle(pack)
    return {seat: pack[13 * place : 13 * place + 13] for place, seat in enumerate(COMPASS)}


def begin(rng: Random, board: int | None = None, hands: Hands | None = None) -> Made:
    """A board dealt, and nothing said yet."""
    number = board or rng.randint(1, 32)
    dealer, sides = COMPASS[(number - 1) % 4], VULNERABLE[(number - 1) % 16]
    held = {seat: list(cards) for seat, cards in (hands or shuffled(rng)).items()}
    return Made(number, dealer, sides, held, Bidding(dealer))


def start_play(made: Made, kind: type[Playing] = Playing) -> Playing:
    contract = given(made.bidding.contract())
    held = {seat: list(cards) for seat, cards in made.hands.items()}
    made.playing = kind(held, contract.denomination, after(contract.by), team_of(contract.by))
    return made.playing


def clean_deal(rng: Random, board: int | None = None) -> Made:
    """A deal in which nothing is wrong; now and then one that all pass out."""
    made = begin(rng, board)
    made.bidding.go_on(rng)
    if made.bidding.contract() is not None:
        start_play(made).run(rng)
    made.settle()
    return made


def deal_of(made: Made) -> Deal:
    """The record of a deal."""
    return Deal(
        number=clear(str(made.board)),
        dealer=clear(made.dealer),
        vulnerable=clear(made.sides),
        hands=tuple(
            Hand(seat, tuple(clear(Card.of(card)) for card in made.hands[seat])) for seat in COMPASS
        ),
        auction=_in_turn(made.bidding.calls, made.call_events, _call),
        play=tuple(_tricks(made.playing, made.card_events)) if made.playing else None,
        result=_result(made),
    )


Item = TypeVar("Item", Call, Play)


def _call(text: str, label: Entry[Seat] | None) -> Call:
    return Call(clear(parse_call(text)), label)


def _play(card: str, label: Entry[Seat] | None) -> Play:
    return Play(clear(Card.of(card)), label)


def _in_turn(
    acts: Sequence[tuple[Seat, str]],
    events: Sequence[tuple[int, Event]],
    write: Callable[[str, Entry[Seat] | None], Item],
) -> tuple[Item | Event, ...]:
    """Acts with the events between them; a seat is written where it is not the next in turn."""
    items: list[Item | Event] = []
    due: Seat | None = None
    for number, (seat, text) in enumerate(acts):
        items += [event for at, event in events if at == number]
        items.append(write(text, clear(seat) if seat != due else None))
        due = after(seat)
    return tuple(items + [event for at, event in events if at == len(acts)])


def _tricks(playing: Playing, events: Sequence[tuple[int, int, Event]]) -> Iterator[Trick]:
    for number, puts in enumerate(playing.tricks, 1):
        of_trick = [(at, event) for trick, at, event in events if trick == number]
        yield Trick(number, _in_turn(puts, of_trick, _play))


def _result(made: Made) -> Result | None:
    written = made.written
    if written is None:
        return None
    doubling = {1: None, 2: clear("X"), 4: clear("XX")}[written.doubled]
    said = clear(parse_call(f"{written.level} {written.denomination}"))
    return Result(
        contract=ContractEntry(said, clear(written.by), doubling),
        tricks=tuple(clear(seat) for seat in made.winners),
        points={team: clear(number) for team, number in made.points.items()},
        score={team: clear(number) for team, number in made.score.items()},
    )


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
    if made.bidding.contract() is not None:
        start_play(made, SensiblePlaying).run(rng)
    made.settle()
    return made


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

    def choose(self, rng: Random, trick: Sequence[Put], seat: Seat) -> str:
        """Lead from length, win as cheaply as one can where partner does not, else the lowest card."""
        if not trick:
            return self._lead(rng, seat)
        led, trump, legal = trick[0][1][-1], self.trump, self.legal(seat, trick[0][1][-1])
        best = max(strength(card, led, trump) for _, card in trick)
        better = [card for card in legal if strength(card, led, trump) > best]
        last = len(trick) == 3
        ours = team_of(winner_of(trick, trump)) == team_of(seat)
        if better and not (ours and (last or best % 100 >= RANKS.index("Q"))):
            cheap = sorted(better, key=lambda card: strength(card, led, trump))
            return cheap[0] if last else rng.choice((cheap[0], cheap[-1], cheap[-1]))
        return min(legal, key=lambda card: (card[-1] == trump, RANKS.index(card[:-1])))

    def _lead(self, rng: Random, seat: Seat) -> str:
        legal = self.held[seat]
        trumps = [card for card in legal if card[-1] == self.trump]
        if self.declaring == team_of(seat) and trumps and len(self.tricks) < 4:
            return max(trumps, key=lambda card: RANKS.index(card[:-1]))
        held = [suit for suit in SUITS if any(card[-1] == suit for card in legal)]
        suits = sorted(
            [suit for suit in held if suit != self.trump] or held,
            key=lambda suit: (sum(card.endswith(suit) for card in legal), rng.random()),
        )
        own = sorted(
            (card for card in legal if card[-1] == suits[-1]), key=lambda c: RANKS.index(c[:-1])
        )
        return own[-1] if RANKS.index(own[-1][:-1]) >= RANKS.index("Q") else own[0]
