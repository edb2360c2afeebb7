"""Double dummy: what a deal comes to when everybody plays best and sees all four hands.

It is material for people and never a finding: nobody at the table sees four hands. The solver is DDS, Bo
Haglund's and Soren Hein's. It comes compiled within the package endplay of ``fairdeal[double-dummy]``;
without it `available` is False and every answer is None. This module alone opens it, and of endplay only the
compiled library is used: its Python is never run (docs/internals/decisions/0019-double-dummy-by-dds.md). DDS
is written in C++ and checks little, so it gets a `Position` or 52 cards alone, which are checked before.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fairdeal.records import (
    CARDS,
    COMPASS,
    DENOMINATIONS,
    RANKS,
    Card,
    Contract,
    Deal,
    Seat,
    Team,
    next_seat,
    team_of,
)
from fairdeal.rulings.bridge import remembered
from fairdeal.rulings.replay.play import TrickFact

Hands = Mapping[Seat, frozenset[Card]]
"""The cards of all four seats."""

HAND: Final = 13
STRENGTH: Final = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}
"""Of each rank of bridge: 1 for a two, 13 for an ace."""


class PositionError(ValueError):
    """The cards cannot be played out."""


@dataclass(frozen=True, slots=True)
class Position:
    """What is left to play. `hands` are without the cards of the trick in progress, which are `trick` in the
    order played, `leader`'s first. Raises PositionError where it cannot be played to its end."""

    hands: Hands
    trump: str
    leader: Seat
    trick: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        fault = next(self._faults(), None)
        if fault is not None:
            raise PositionError(fault)

    def _faults(self) -> Iterator[str]:
        if set(self.hands) != set(COMPASS) or self.leader not in COMPASS:
            yield "four hands are needed"
            return
        if self.trump not in DENOMINATIONS:
            yield f"{self.trump} is not a denomination"
        if len(self.trick) >= len(COMPASS):
            yield "the trick is over"
        played = self.order[: len(self.trick)]
        sizes = {len(self.hands[seat]) + (seat in played) for seat in COMPASS}
        if len(sizes) > 1 or not 1 <= max(sizes) <= HAND:
            yield "the hands do not have equally many cards"
        cards = [*self.trick, *(card for hand in self.hands.values() for card in hand)]
        if len(set(cards)) < len(cards):
            yield "a card is there twice"

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they play to the trick in progress."""
        return turn_order(self.leader)

    @property
    def due(self) -> Seat:
        """Who plays next."""
        return self.order[len(self.trick)]

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, the one in progress among them."""
        return len(self.hands[self.due])

    def legal(self) -> tuple[Card, ...]:
        """What the seat that is due may play: a card of the suit led, or any if it has none."""
        hand = self.hands[self.due]
        if self.trick:
            following = [card for card in hand if card.suit == self.trick[0].suit]
            return tuple(sorted(following or hand))
        return tuple(sorted(hand))

    def after(self, card: Card) -> Position | None:
        """The position once the seat that is due has played a card of its hand, allowed or not; None where
        that was the last card of all."""
        hands = {**self.hands, self.due: self.hands[self.due] - {card}}
        trick = (*self.trick, card)
        if len(trick) < len(COMPASS):
            return Position(hands, self.trump, self.leader, trick)
        if not any(hands.values()):
            return None
        return Position(hands, self.trump, winner(self.leader, trick, self.trump))


def winner(leader: Seat, trick: tuple[Card, ...], trump: str) -> Seat:
    """Who wins four cards: the highest trump, or else the highest card of the suit led."""
    best = max(range(len(trick)), key=lambda place: worth(trick[place], trick[0].suit, trump))
    seat = leader
    for _ in range(best):
        seat = next_seat(seat, len(COMPASS))
    return seat


def worth(card: Card, led: str, trump: str) -> int:
    """What a card counts for within a trick; more is higher, 0 wins nothing."""
    if card.suit == trump:
        return HAND + STRENGTH[card.rank]
    return STRENGTH[card.rank] if card.suit == led else 0


def as_dealt(deal: Deal) -> Hands | None:
    """The four hands of a record; None unless all 52 cards are there once, clearly read, thirteen a seat.

    Hands that are what each seat still held later on (``! held``) are not a deal: they have fewer cards.
    """
    hands: dict[Seat, frozenset[Card]] = {}
    for hand in deal.hands or ():
        cards = frozenset(entry.value for entry in hand.cards if entry.clear and entry.value)
        if hand.label is not None or len(hand.cards) != HAND or len(cards) != HAND:
            return None
        hands[hand.seat] = cards
    return hands if is_whole(hands) else None


def is_whole(hands: Hands) -> bool:
    """Whether these are the 52 cards, thirteen a seat."""
    thirteen = set(hands) == set(COMPASS) and all(len(hand) == HAND for hand in hands.values())
    return thirteen and frozenset[Card]().union(*hands.values()) == frozenset(CARDS.values())


PACKAGE: Final = "endplay"
MEMORY: Final = 200
"""Megabytes that the solver may take for what it remembers of a deal."""
THREADS: Final = 1
EDITION: Final = 2
"""Of DDS: the layout of its structures may be another one in any other."""

_SUITS: Final = ("S", "H", "D", "C", "NT")
"""In DDS's order."""
_FINE: Final = 1
_NOBODY, _ALL, _NS, _EW = 0, 1, 2, 3
_VULNERABLE: Final = {
    frozenset[str](): _NOBODY,
    frozenset({"NS", "EW"}): _ALL,
    frozenset({"NS"}): _NS,
    frozenset({"EW"}): _EW,
}


class SolverError(RuntimeError):
    """DDS gave up on what it was asked."""


class _Position(ctypes.Structure):
    _fields_ = (
        ("trump", ctypes.c_int),
        ("leader", ctypes.c_int),
        ("suits", ctypes.c_int * 3),
        ("ranks", ctypes.c_int * 3),
        ("hands", (ctypes.c_uint * 4) * 4),
    )


class _Answer(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    )


class _Hands(ctypes.Structure):
    _fields_ = (("hands", (ctypes.c_uint * 4) * 4),)


class _Tricks(ctypes.Structure):
    _fields_ = (("tricks", (ctypes.c_int * 4) * 5),)


class _Contract(ctypes.Structure):
    _fields_ = (
        ("under", ctypes.c_int),
        ("over", ctypes.c_int),
        ("level", ctypes.c_int),
        ("denomination", ctypes.c_int),
        ("seats", ctypes.c_int),
    )


class _Par(ctypes.Structure):
    _fields_ = (
        ("score", ctypes.c_int),
        ("number", ctypes.c_int),
        ("contracts", _Contract * 10),
    )


_PAR_DENOMINATIONS: Final = ("NT", "S", "H", "D", "C")
_PAR_SEATS: Final[tuple[tuple[Seat, ...], ...]] = (
    ("N",),
    ("E",),
    ("S",),
    ("W",),
    ("N", "S"),
    ("E", "W"),
)

ParLine = tuple[int, str, tuple[Seat, ...], int, int]
"""A contract of par: level, denomination, who may declare it, overtricks, undertricks."""


class Solver:
    """DDS, opened. One question at a time: it keeps what it learns of a deal in one place."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._dds = library
        self._dds.SolveBoard.argtypes = [
            _Position,
            ctypes.c_int,
            ctypes.c_int,
            ctypes.c_int,
            ctypes.POINTER(_Answer),
            ctypes.c_int,
        ]
        self._dds.CalcDDtable.argtypes = [_Hands, ctypes.POINTER(_Tricks)]
        self._dds.DealerParBin.argtypes = [
            ctypes.POINTER(_Tricks),
            ctypes.POINTER(_Par),
            ctypes.c_int,
            ctypes.c_int,
        ]
        self._lock = threading.Lock()

    def every_card(self, position: Position) -> dict[Card, int]:
        """For each card that the seat to play may play: tricks that its side then takes of those left."""
        answer = self._solved(position, 3)
        found: dict[Card, int] = {}
        for place in range(answer.cards):
            suit = _SUITS[answer.suit[place]]
            ranks = 1 << answer.rank[place] | answer.equals[place]
            for strength in range(2, 15):
                if ranks >> strength & 1:
                    found[_CARD[suit, strength]] = answer.score[place]
        return found

    def tricks(self, position: Position) -> int:
        """Tricks that the side of the seat to play takes of those left."""
        return int(self._solved(position, 1).score[0])

    def _solved(self, position: Position, solutions: int) -> _Answer:
        asked = _Position(_SUITS.index(position.trump), COMPASS.index(position.leader))
        for place, card in enumerate(position.trick):
            asked.suits[place] = _SUITS.index(card.suit)
            asked.ranks[place] = STRENGTH[card.rank] + 1
        _fill(asked.hands, position.hands)
        answer = _Answer()
        with self._lock:
            _check(self._dds.SolveBoard(asked, -1, solutions, 1, ctypes.byref(answer), 0))
        return answer

    def table(self, hands: Hands) -> dict[tuple[Seat, str], int]:
        """Tricks of each declarer in each denomination, of 52 cards."""
        asked, answer = _Hands(), _Tricks()
        _fill(asked.hands, hands)
        with self._lock:
            _check(self._dds.CalcDDtable(asked, ctypes.byref(answer)))
        return {
            (seat, suit): answer.tricks[_SUITS.index(suit)][place]
            for place, seat in enumerate(COMPASS)
            for suit in DENOMINATIONS
        }

    def par(
        self, tricks: dict[tuple[Seat, str], int], dealer: Seat, vulnerable: frozenset[str]
    ) -> tuple[int, list[ParLine]]:
        """What NS score if both sides bid and play their best, and the contracts that give it."""
        asked, answer = _Tricks(), _Par()
        for (seat, suit), count in tricks.items():
            asked.tricks[_SUITS.index(suit)][COMPASS.index(seat)] = count
        sides = _VULNERABLE[vulnerable]
        with self._lock:
            done = self._dds.DealerParBin(
                ctypes.byref(asked), ctypes.byref(answer), COMPASS.index(dealer), sides
            )
        _check(done)
        return int(answer.score), [
            (
                each.level,
                _PAR_DENOMINATIONS[each.denomination],
                _PAR_SEATS[each.seats],
                each.over,
                each.under,
            )
            for each in answer.contracts[: answer.number]
            if each.level
        ]


def _fill(hands: ctypes.Array[ctypes.Array[ctypes.c_uint]], held: Hands) -> None:
    for place, seat in enumerate(COMPASS):
        for card in held[seat]:
            hands[place][_SUITS.index(card.suit)] |= 1 << STRENGTH[card.rank] + 1


def _check(code: int) -> None:
    if code != _FINE:
        raise SolverError(f"the double-dummy solver gave up ({code})")


_CARD: Final = {(card.suit, STRENGTH[card.rank] + 1): card for card in CARDS.values()}
_NAMES: Final = {"win32": "dds.dll", "darwin": "libdds.dylib"}


def _file() -> Path | None:
    """Where the library lies; found without running anything of the package."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        return None
    file = Path(found.origin).parent / "_dds" / _NAMES.get(sys.platform, "libdds.so")
    return file if file.is_file() else None


@cache
def solver() -> Solver | None:
    """The solver, opened once in a process; None where it is not installed, or is not one we know."""
    file = _file()
    try:
        library = None if file is None else ctypes.CDLL(str(file))
        return None if library is None or _edition(library) != EDITION else Solver(library)
    except (OSError, AttributeError):
        return None


def _edition(library: ctypes.CDLL) -> int:
    library.SetResources(
        MEMORY, THREADS
    )  # before anything else: without it, any question is its end
    told = ctypes.create_string_buffer(1 << 14)  # its description of itself takes 1,200 bytes
    library.GetDDSInfo(told)
    return int(ctypes.cast(told, ctypes.POINTER(ctypes.c_int))[0])


def available() -> bool:
    """Whether there is a solver."""
    return solver() is not None


@dataclass(frozen=True, slots=True)
class Table:
    """Tricks that each declarer takes in each denomination."""

    tricks: Mapping[tuple[Seat, str], int]

    def of(self, seat: Seat, denomination: str) -> int:
        return self.tricks[seat, denomination]


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that gives par: `over` tricks above it, or `under` below it, when it is doubled."""

    level: int
    denomination: str
    by: tuple[Seat, ...]
    over: int
    under: int


@dataclass(frozen=True, slots=True)
class Par:
    """What `team` scores if both sides bid and play their best seeing all hands; 0 points have no team."""

    points: int
    team: Team | None
    contracts: tuple[ParContract, ...]


def table_of(hands: Hands) -> Table | None:
    """The table of a deal; None without a solver, or where these are not 52 cards. A quarter of a second."""
    if not is_whole(hands) or (dds := solver()) is None:
        return None
    known = remembered.known(hands)
    if None in known:
        try:
            found = dds.table(hands)
        except SolverError:
            return None
        known[:] = [found[asked] for asked in remembered.PLACES]
    return Table(
        {
            asked: tricks
            for asked, tricks in zip(remembered.PLACES, known, strict=True)
            if tricks is not None
        }
    )


def best_result(hands: Hands, contract: Contract) -> int | None:
    """Tricks that the declarer of a contract takes; None as of `table_of`. A tenth of its time."""
    if not is_whole(hands) or (dds := solver()) is None:
        return None
    known, place = remembered.known(hands), remembered.PLACES[contract.by, contract.trump]
    if known[place] is None:
        leader = next_seat(contract.by, len(COMPASS))
        try:
            taken = dds.tricks(Position(hands, contract.trump, leader))
        except SolverError:
            return None
        ours = team_of(leader) == team_of(contract.by)
        known[place] = taken if ours else HAND - taken
    return known[place]


def par(hands: Hands, dealer: Seat, vulnerable: frozenset[Team]) -> Par | None:
    """Par of a deal by the usual scores of boards; None as of `table_of`."""
    found = table_of(hands)
    dds = solver() if found is not None else None
    if found is None or dds is None:
        return None
    try:
        score, lines = dds.par(dict(found.tricks), dealer, vulnerable)
    except SolverError:
        return None
    team = None if not score else "NS" if score > 0 else "EW"
    return Par(abs(score), team, tuple(ParContract(*line) for line in lines))


@dataclass(frozen=True, slots=True)
class AtCard:
    """A card before it was played: the position, tricks won before it, and for every card that the seat may
    play the tricks of its side in the whole deal."""

    position: Position
    won: dict[Team, int]
    cards: dict[Card, int]

    @property
    def team(self) -> Team:
        return team_of(self.position.due)

    @property
    def best(self) -> int:
        """The most tricks that the side to play can still have in the whole deal."""
        return max(self.cards.values())


def position_at(
    hands: Hands, tricks: Sequence[TrickFact], trump: str, trick: int, index: int
) -> tuple[Position, dict[Team, int]] | None:
    """What was left before card `index` (from 0) of a trick, and the tricks won before it.

    Before the first card of a trick it is the turn of whoever should lead. None where a card before it, or
    who played it, is not known, a card was played that its seat did not hold, or the trick was not played
    in turn. What was played need not be allowed: a revoke leaves four hands that can be played out.
    """
    left = {seat: set(hand) for seat, hand in hands.items()}
    won: dict[Team, int] = {"NS": 0, "EW": 0}
    for number, fact in enumerate(tricks, 1):
        if fact.number != number or fact.number > trick:
            return None
        here = number == trick
        count = index if here else len(COMPASS)
        plays = list(zip(fact.seats, fact.cards, strict=True))[:count]
        if len(plays) < count:
            return None
        for seat, card in plays:
            if seat is None or card is None or card not in left[seat]:
                return None
            left[seat].remove(card)
        if here:
            leader = fact.seats[0] if index else fact.leader
            if [seat for seat, _ in plays] != list(turn_order(leader)[:index]):
                return None
            return _position(left, trump, leader, [card for _, card in plays], won)
        if fact.winner is None:
            return None
        won[team_of(fact.winner)] += 1
    if index == 0 and tricks and len(tricks) == trick - 1:
        return _position(left, trump, tricks[-1].winner, [], won)
    return None


def turn_order(leader: Seat | None) -> tuple[Seat, ...]:
    first = 0 if leader is None else COMPASS.index(leader)
    return (*COMPASS[first:], *COMPASS[:first])


def _position(
    left: dict[Seat, set[Card]],
    trump: str,
    leader: Seat | None,
    trick: Sequence[Card | None],
    won: dict[Team, int],
) -> tuple[Position, dict[Team, int]] | None:
    if leader is None:
        return None
    hands = {seat: frozenset(hand) for seat, hand in left.items()}
    try:
        return Position(hands, trump, leader, tuple(card for card in trick if card)), won
    except PositionError:
        return None


def before_card(
    hands: Hands, tricks: Sequence[TrickFact], trump: str, trick: int, index: int
) -> AtCard | None:
    """What each card that may be played there leads to; None where the position is not known."""
    found, dds = position_at(hands, tricks, trump, trick, index), solver()
    if found is None or dds is None:
        return None
    position, won = found
    try:
        cards = dds.every_card(position)
    except SolverError:
        return None
    before = won[team_of(position.due)]
    return AtCard(position, won, {card: before + more for card, more in cards.items()})


def after_card(at: AtCard, card: Card) -> int | None:
    """Tricks in all of the side that plays a card there, allowed or not, with best play after it."""
    known = at.cards.get(card)
    return known if known is not None else _played(at, at.position, card)


def led_by(at: AtCard, seat: Seat, card: Card) -> int | None:
    """The same of the side in turn, where another seat leads to the trick with a card of its own."""
    here = at.position
    return _played(at, Position(here.hands, here.trump, seat), card) if not here.trick else None


def _played(at: AtCard, here: Position, card: Card) -> int | None:
    """Tricks in all of the side in turn at `at`, once the seat that is due in another position played."""
    dds = solver()
    after = here.after(card) if card in here.hands[here.due] else None
    if dds is None or after is None:
        return None
    left, won = here.tricks_left, dict(at.won)
    if not after.trick:
        won[team_of(after.leader)] += 1
        left -= 1
    try:
        taken = dds.tricks(after)
    except SolverError:
        return None
    return won[at.team] + (taken if team_of(after.due) == at.team else left - taken)


def best_line(at: AtCard) -> tuple[tuple[Seat, Card], ...]:
    """The rest of the trick if everybody plays best: who plays which card; of equals the lowest."""
    dds, here, line = solver(), at.position, list[tuple[Seat, Card]]()
    while dds is not None:
        try:
            cards = dds.every_card(here)
        except SolverError:
            break
        best = max(cards.values())
        card = min((c for c, tricks in cards.items() if tricks == best), key=_lowest)
        line.append((here.due, card))
        after = here.after(card)
        if after is None or not after.trick:
            break
        here = after
    return tuple(line)


def _lowest(card: Card) -> tuple[int, str]:
    return (STRENGTH[card.rank], card.suit)
