"""A duel: the claimants' seats against one challenger who is out to win one trick in one way.

docs/internals/claims.md argues why a claim is defeated exactly when one of these duels is won:

- the other challengers can be left out, since all they could ever do is win a trick themselves;
- the one that is left wins its trick either by following to a suit with its highest card of it
  (`FollowDuel`), or by ruffing (`RuffDuel`), both in ways.py; how it should spend its
  other cards is known.

Until the duel is won the claimants win every trick, so a claimant always leads. The search goes
trick by trick over what differs in effect, keeps what it found lost, and gives up a position as
soon as `hopeful` shows that no lead which the challenger could beat can ever be made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

VOID_TOP: Final = -1
VOID_LOW: Final = 99
"""Above every level, so that a void is never below anything."""

Holding = tuple[int, ...]
"""The levels of one seat's cards in a suit, high to low."""

Key = tuple[tuple[Holding, ...], int | None]


class Suit:
    """The claimants' holdings in one suit and the threshold, as levels. One object for each key."""

    def __init__(self, table: SuitTable, key: Key, number: int) -> None:
        self._table = table
        self.holdings, self.threshold = key
        self.number = number
        self.length = [len(holding) for holding in self.holdings]
        self.top = [holding[0] if holding else VOID_TOP for holding in self.holdings]
        self.low = [holding[-1] if holding else VOID_LOW for holding in self.holdings]
        self._without: dict[tuple[int, int], Suit] = {}
        self._emptied: dict[int, Suit] = {}

    @cached_property
    def choices(self) -> list[list[tuple[int, int]]]:
        """For each seat: the places in its holding that differ in effect, with their levels."""
        return [
            [
                (place, level)
                for place, level in enumerate(holding)
                if place == 0 or holding[place - 1] != level
            ]
            for holding in self.holdings
        ]

    def without(self, seat: int, place: int) -> Suit:
        """This suit once the seat has played the card at that place of its holding."""
        found = self._without.get((seat, place))
        if found is None:
            holdings = list(self.holdings)
            holdings[seat] = holdings[seat][:place] + holdings[seat][place + 1 :]
            found = self._table.suit(tuple(holdings), self.threshold)
            self._without[seat, place] = found
        return found

    def emptied(self, seats: int) -> Suit:
        """This suit with the holdings of some seats (a bit each) taken away."""
        found = self._emptied.get(seats)
        if found is None:
            holdings = tuple(
                () if seats >> seat & 1 else holding for seat, holding in enumerate(self.holdings)
            )
            found = self._table.suit(holdings, self.threshold)
            self._emptied[seats] = found
        return found


class SuitTable:
    """Hands out the one Suit object for each suit that is the same in effect."""

    def __init__(self) -> None:
        self._suits: dict[Key, Suit] = {}
        self._canonical: dict[Key, Suit] = {}

    def suit(self, holdings: tuple[Holding, ...], threshold: int | None) -> Suit:
        """The suit for these holdings; the levels may be any numbers that are in order."""
        key = (holdings, threshold)
        found = self._suits.get(key)
        if found is None:
            reduced = _reduced(key)
            found = self._canonical.get(reduced)
            if found is None:
                found = Suit(self, reduced, len(self._canonical))
                self._canonical[reduced] = found
            self._suits[key] = found
        return found


def _reduced(key: Key) -> Key:
    """The same holdings with levels numbered from 0 and like neighbours made one."""
    holdings, threshold = key
    owners: dict[int, int] = {}
    for seat, holding in enumerate(holdings):
        for level in holding:
            owners[level] = owners.get(level, 0) | 1 << seat
    if threshold is not None:
        owners[threshold] = owners.get(threshold, 0) | 1 << len(holdings)
    renumbered: dict[int, int] = {}
    number, before = -1, 0
    for level in sorted(owners):
        owner = owners[level]
        alone = owner & (owner - 1) == 0
        if not (alone and owner == before):
            number += 1
        before = owner
        renumbered[level] = number
    return (
        tuple(tuple(renumbered[level] for level in holding) for holding in holdings),
        None if threshold is None else renumbered[threshold],
    )


# --- the duel ---------------------------------------------------------------------------------------


SUIT_COUNT: Final = 4

RUFF: Final = 200
"""What a trump is worth above its level where another suit was led: more than any level."""

DISCARD: Final = -1
"""The worth of a card that is neither of the suit led nor a trump: below any level."""

Cards = tuple[int, int, int]
"""A claimant's play: its number, the suit, the place in its holding (high to low)."""

Choice = tuple[int, int, int]
"""What a claimant may play: the suit, the place in its holding, what it is worth in the trick."""


class ClaimUndecided(Exception):  # noqa: N818 - an outcome, not a mistake
    """The search reached its budget before it had an answer. `why` says what was given up."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Budget:
    """How many positions a solver may still look at."""

    def __init__(self, positions: int) -> None:
        self.positions = positions
        self.left = positions

    def spend(self, positions: int) -> None:
        """Raises ClaimUndecided once nothing is left."""
        self.left -= positions
        if self.left < 0:
            raise ClaimUndecided(
                f"not decided after {self.positions} positions; the committee must try it by hand"
            )


@dataclass(frozen=True, slots=True)
class Step:
    """One trick that the claimants win: their plays, the suit led, what the challenger parts with.

    Claimants without a play here may play anything legal, high cards first.
    """

    led: int
    plays: tuple[Cards, ...]
    shed: int | None


@dataclass(frozen=True, slots=True)
class Finish:
    """The last trick: this suit is led low, everybody keeps low, and the challenger wins it."""

    led: int


Path = tuple[Step | Finish, ...]

Challenger = tuple[int, ...]
"""How many cards of each suit the challenger holds (RuffDuel); of one suit (FollowDuel)."""


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change: seats, turn order, trump.

    after[n]: the other claimants in turn order when n leads. sooner[n]: a bit for each claimant
    that plays after the challenger when n leads. trump: a suit's number, or -1.
    """

    after: tuple[tuple[int, ...], ...]
    sooner: tuple[int, ...]
    trump: int


Suits = tuple[Suit, ...]
State = tuple[int, Suits, Challenger]
"""Who leads, the suits, the challenger's cards."""


class Duel(ABC):
    """The search that both kinds share. A subclass says what the challenger needs and spends."""

    def __init__(self, table: Table, budget: Budget) -> None:
        self.table = table
        self.budget = budget
        self._lost: set[object] = set()

    # What the two kinds say differently.

    @abstractmethod
    def alive(self, challenger: Challenger) -> bool:
        """Whether the challenger still holds what it is to win with."""

    @abstractmethod
    def winning_lead(self, state: State) -> int | None:
        """A suit that the leader can lead so that the challenger wins this very trick."""

    @abstractmethod
    def hopeful(self, state: State, leaders: int) -> bool:
        """Whether one of the seats that may come to lead may make a lead that can be beaten."""

    @abstractmethod
    def needless(self, state: State, leaders: int) -> int:
        """The claimants, a bit each, whose cards can make no difference any more."""

    @abstractmethod
    def spend(
        self, challenger: Challenger, led: int, left: int
    ) -> Iterable[tuple[int | None, Challenger]]:
        """What the challenger may part with on a trick it does not win, and what is left.

        `left` is how many cards it holds.
        """

    def key(self, state: State) -> object:
        """Equal for states that come to the same."""
        return state

    # The search.

    def search(self, state: State) -> Path | None:
        """A way for the challenger to win a trick from here, or None: there is none."""
        looked = self._look(state)
        if not isinstance(looked, tuple):
            return None
        path, state = looked
        return path if path is not None else self._search(state)

    def _search(self, state: State) -> Path | None:
        path = self.best_of(self._successors(state))
        if path is None:
            self._lost.add(self.key(state))
        return path

    def best_of(self, successors: Iterable[tuple[State, Step]]) -> Path | None:
        """As `search`, from what a trick may lead to: first look whether any successor is won at once, only
        then go deeper."""
        open_states: dict[object, tuple[State, Step]] = {}
        for state, step in successors:
            looked = self._look(state)
            if looked is None:
                continue
            path, state = looked
            if path is not None:
                return (step, *path)
            open_states.setdefault(self.key(state), (state, step))
        for state, step in open_states.values():
            if self.key(state) in self._lost:
                continue
            path = self._search(state)
            if path is not None:
                return (step, *path)
        return None

    def _look(self, state: State) -> tuple[Path | None, State] | None:
        """None where the state is lost; a path where it is won at once; else it stripped bare."""
        self.budget.spend(1)
        if not self.alive(state[2]):
            return None
        key = self.key(state)
        if key in self._lost:
            return None
        suit = self.winning_lead(state)
        if suit is not None:
            return (Finish(suit),), state
        leaders = self._leaders(state)
        if not self.hopeful(state, leaders):
            self._lost.add(key)
            return None
        needless = self.needless(state, leaders)
        if needless:
            leader, suits, challenger = state
            state = (leader, tuple(suit.emptied(needless) for suit in suits), challenger)
            if self.key(state) in self._lost:
                return None
        return None, state

    def _leaders(self, state: State) -> int:
        """The claimants, a bit each, that may come to lead: more than can, never fewer.

        A seat comes to lead by beating a card of a seat that may lead: with a higher one, or with
        a trump once it is void, for which somebody must lead that suit more often than it is long.
        """
        leader, suits, _ = state
        trump = self.table.trump
        leaders = 1 << leader
        low = [suit.low[leader] for suit in suits]
        long = [suit.length[leader] for suit in suits]
        waiting = list(self.table.after[leader])
        joined = True
        while joined and waiting:
            joined = False
            for seat in waiting:
                trumps = trump >= 0 and suits[trump].length[seat] > 0
                for number, suit in enumerate(suits):
                    if suit.top[seat] > low[number] or (
                        trumps and number != trump and long[number] > suit.length[seat]
                    ):
                        break
                else:
                    continue
                leaders |= 1 << seat
                waiting.remove(seat)
                for number, suit in enumerate(suits):
                    low[number] = min(low[number], suit.low[seat])
                    long[number] = max(long[number], suit.length[seat])
                joined = True
                break
        return leaders

    def _can_pass(self, suits: Suits, numbers: tuple[int, ...], leader: int, leaders: int) -> bool:
        """Whether the lead may leave the leader while it leads only these suits."""
        trump = self.table.trump
        for number in numbers:
            if number < 0 or not suits[number].length[leader]:
                continue
            suit = suits[number]
            for seat in self.table.after[leader]:
                if not leaders >> seat & 1:
                    continue
                if suit.top[seat] > suit.low[leader]:
                    return True
                ruffs = trump >= 0 and number != trump and suits[trump].length[seat] > 0
                if ruffs and suit.length[leader] > suit.length[seat]:
                    return True
        return False

    def _successors(self, state: State) -> Iterator[tuple[State, Step]]:
        """What the next trick may lead to when the claimants win it."""
        leader, suits, challenger = state
        after = self.table.after[leader]
        left = sum(suit.length[leader] for suit in suits)
        if left <= 1:
            return
        for led, suit in enumerate(suits):
            if not suit.length[leader]:
                continue
            spent = [found for found in self.spend(challenger, led, left) if self.alive(found[1])]
            if not spent:
                continue
            choices = [(seat, self._choices(suits, led, seat)) for seat in after]
            seen: set[object] = set()
            for place, level in suit.choices[leader]:
                start = _with(suits, led, suit.without(leader, place))
                first = ((leader, led, place),)
                for rest, winner, plays in completions(start, choices, (level, leader), first):
                    if (rest, winner) in seen:
                        continue
                    seen.add((rest, winner))
                    for shed, kept in spent:
                        yield (winner, rest, kept), Step(led, plays, shed)

    def _choices(self, suits: Suits, led: int, seat: int) -> list[Choice]:
        """What a claimant may play to a lead, one of each effect; nothing where it is stripped."""
        if suits[led].length[seat]:
            return [(led, place, level) for place, level in suits[led].choices[seat]]
        return [
            (number, place, level + RUFF if number == self.table.trump else DISCARD)
            for number, suit in enumerate(suits)
            for place, level in suit.choices[seat]
        ]


def completions(
    suits: Suits,
    choices: Iterable[tuple[int, list[Choice]]],
    best: tuple[int, int],
    plays: tuple[Cards, ...],
) -> Iterator[tuple[Suits, int, tuple[Cards, ...]]]:
    """Every way for the seats to complete a trick: the suits after it, the winner, all the plays.

    choices: the seats that have yet to play, in turn, with what each may play. best: the worth and
    the seat of the best card so far; of equal cards the first played wins. The worths are those
    before the trick, since playing a card may renumber the levels.
    """
    found = {(suits, best): plays}
    for seat, options in choices:
        if not options:
            continue
        extended: dict[tuple[Suits, tuple[int, int]], tuple[Cards, ...]] = {}
        for (before, so_far), made in found.items():
            for number, place, worth in options:
                now = (worth, seat) if worth > so_far[0] else so_far
                key = (_with(before, number, before[number].without(seat, place)), now)
                if key not in extended:
                    extended[key] = (*made, (seat, number, place))
        found = extended
    for (after, (_, winner)), made in found.items():
        yield after, winner, made


def _with(suits: Suits, number: int, suit: Suit) -> Suits:
    return (*suits[:number], suit, *suits[number + 1 :])
