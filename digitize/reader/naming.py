"""Which glyphs of a page have one shape, and which sign each shape is.

Two characters by one hand that are written alike get alike beliefs for every symbol, also for those that the
net holds unlikely: a 1 with a long upstroke and a 7 may both be "7" with 0.99 and differ in how little they
are a 2 or a Z. The beliefs are measured against how far they scatter among characters of one hand that are
the same (whitened by the scatter within, as in linear discriminant analysis), and joined by average linkage.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.sense import (
    SELDOM,
    STRANGE,
    SUIT_LETTERS,
    Agreement,
    EntrySlot,
    Sense,
)
from fairdeal.digitize.reader.vocabulary import INDEX, SYMBOLS, TICK
from fairdeal.records import SUIT_SYMBOLS

Beliefs = NDArray[np.float32]
Square = NDArray[np.float64]

ALIKE: Final = 0.22
"""Distance (one less the cosine) up to which groups of glyphs are one shape. With 0.2 of 11,900 glyphs on
pages of people never met 40 stood among others than their own; a character has two shapes a page."""


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """How beliefs are compared: the mean over all hands, and what whitens the scatter within one."""

    mean: Beliefs
    white: Beliefs

    @classmethod
    def from_bytes(cls, data: bytes) -> Measure:
        """The measure from its file; ValueError where that is not one."""
        numbers = np.frombuffer(data, "<f4")
        size = round((math.sqrt(1 + 4 * len(numbers)) - 1) / 2)
        if size * (size + 1) != len(numbers):
            raise ValueError("no square of numbers")
        return cls(numbers[:size].copy(), numbers[size:].reshape(size, size).copy())

    def to_bytes(self) -> bytes:
        """The measure for its file: the mean, then the rows, each number in four bytes."""
        return np.concatenate([self.mean, self.white.ravel()]).astype("<f4").tobytes()

    def directions(self, beliefs: Beliefs) -> Square:
        """Rows of length one: the cosine of two shows how alike they are."""
        found = (beliefs - self.mean) @ self.white
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float64)


def shapes_of(beliefs: Beliefs, measure: Measure, alike: float = ALIKE) -> list[list[int]]:
    """The numbers of the glyphs (rows) of each shape, the largest shape first."""
    if not len(beliefs):
        return []
    directions = measure.directions(beliefs)
    groups = _joined(1.0 - directions @ directions.T, alike)
    return sorted(groups, key=lambda group: (-len(group), group))


def _joined(distances: Square, most: float) -> list[list[int]]:
    """Groups by average linkage, none joined over a distance of more than `most`."""
    np.fill_diagonal(distances, np.inf)
    groups: list[list[int]] = [[number] for number in range(len(distances))]
    nearest = distances.argmin(1)
    away = distances[np.arange(len(distances)), nearest]
    while True:
        one = int(away.argmin())
        if away[one] > most:
            return [group for group in groups if group]
        other = int(nearest[one])
        _join(distances, groups, one, other)
        away[other] = np.inf
        for row in {one, *np.flatnonzero((nearest == one) | (nearest == other)).tolist()}:
            if groups[row]:
                nearest[row] = distances[row].argmin()
                away[row] = distances[row, nearest[row]]
        closer = distances[:, one] < away
        nearest[closer], away[closer] = one, distances[closer, one]


def _join(distances: Square, groups: list[list[int]], one: int, other: int) -> None:
    """Put the group `other` into `one`, as far from every third as their members on average."""
    own, its = len(groups[one]), len(groups[other])
    between = (own * distances[one] + its * distances[other]) / (own + its)
    distances[one], distances[:, one] = between, between
    distances[one, one] = np.inf
    distances[other], distances[:, other] = np.inf, np.inf
    groups[one] = sorted(groups[one] + groups[other])
    groups[other] = []


Odds = NDArray[np.float64]

LEAST: Final = 3
"""A shape is named by the page where it stands in at least so many entries."""
HABIT: Final = 8.0
"""Against a sign that the net rules out (a logarithm): one sign of a hand in 3,000 is written just as most
people write another."""
LIKENESS: Final = 0.3
"""How much of what the net says of other signs shows which of them an odd habit makes."""
SECOND_WAY: Final = 2.3
"""Against a sign that another shape of the page has: most write a sign in one way."""
OWN: Final = 0.5
"""How much of what sets a glyph apart from others of its shape is its own, not chance."""
ROUNDS: Final = 12
SUMS: Final = 3
"""Sums that fail, and would hold with another sign for a shape, before the shape may be both: fewer may be
slips of the pen."""
MOST_PLACES: Final = 4
"""Places in one sum at which a sign is changed, at most."""
MIXED: Final = -2.2
"""Log odds of the second sign of a shape that is two."""
OUT: Final = -60.0
"""Log odds of a sign that is not weighed."""


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A glyph's place: its entry, and what may stand there (None: nothing is known)."""

    entry: str
    slot: EntrySlot | None


@dataclass(slots=True, eq=False)
class Group:
    """Glyphs of one shape in places of one sort: they have one name."""

    shape: int
    members: list[int]
    signs: list[int]
    """What may stand in the places."""
    apart: Odds
    """What the net and the places say of each sign, each shape on its own; the best is 0."""
    mean: Beliefs
    name: int
    odds: Odds
    """Log probability of each of `signs`, then of none of them."""

    def of(self, sign: int) -> float:
        """What net and places say of a sign."""
        return float(self.apart[self.signs.index(sign)]) if sign in self.signs else OUT


def named(
    beliefs: Beliefs,
    places: Sequence[Placed],
    shapes: Sequence[Sequence[int]],
    seats: int = 6,
    strange: Iterable[str] = (),
) -> list[Group]:
    """The shapes that stand in several entries, each with what it probably is.

    `strange` names entries without places in which something is written: sums with them say nothing.
    """
    beliefs = suits_folded(beliefs)
    ticks = [shape for shape in shapes if _is_tick(shape, beliefs, places)]
    shapes = [shape for shape in shapes if shape not in ticks]
    ticked = {places[n].entry for shape in ticks for n in shape}
    groups = [
        group
        for number, shape in enumerate(shapes)
        if len({places[n].entry for n in shape}) >= LEAST
        for group in _groups(number, shape, beliefs, places)
    ]
    _Names(groups, beliefs, places, seats, {*strange, *ticked}).settle()
    for group in groups:
        group.odds = np.append(group.odds, _none_of_them(group, beliefs))
        group.odds -= group.odds.max()
        group.odds -= np.log(np.exp(group.odds).sum())
    return groups


def _is_tick(shape: Sequence[int], beliefs: Beliefs, places: Sequence[Placed]) -> bool:
    """Whether a shape is a tick, for the same again: the net sees one, alone in most of its entries.

    Sums would name it: with all of them a nought, totals that are repeated add up.
    """
    if int(beliefs[shape].mean(0)[1:].argmax()) + 1 != INDEX[TICK]:
        return False
    signs = Counter(place.entry for place in places)
    return 2 * sum(signs[places[n].entry] == 1 for n in shape) > len(shape)


def _groups(
    number: int, shape: Sequence[int], beliefs: Beliefs, places: Sequence[Placed]
) -> Iterable[Group]:
    by_sort: dict[str, list[int]] = {}
    for n in shape:
        slot = places[n].slot
        if slot is not None:
            by_sort.setdefault(slot.sort, []).append(n)
    for sort, members in by_sort.items():
        if len(members) < LEAST and sort != "figure":
            continue
        signs = sorted({sign for n in members for sign in _weights(places[n])})
        # A shape may be one sign among ranks and another among suits: each sort tells of its own.
        telling = members if len(members) >= LEAST else list(shape)
        mean = beliefs[telling].mean(0)
        apart = np.array([float(mean[sign]) for sign in signs])
        base = signs[int(apart.argmax())]
        apart = _with_habits(apart)
        for k, sign in enumerate(signs):
            apart[k] += sum(_gain(places[n].slot, sign, base) for n in telling)
        name = signs[int(apart.argmax())]
        yield Group(number, members, signs, apart - apart.max(), mean, name, np.zeros(len(signs)))


def _with_habits(beliefs: Odds) -> Odds:
    """Log odds of each sign beside the likeliest, with the chance that this hand writes another so: rather
    one that is like it than one that is not."""
    odds = beliefs - beliefs.max()
    odd = LIKENESS * odds
    odd[int(odds.argmax())] = -np.inf
    odd -= np.log(np.exp(odd).sum()) if len(odd) > 1 else 0.0
    return np.asarray(np.logaddexp(odds, odd - HABIT), np.float64)


def _weights(place: Placed) -> Mapping[int, float]:
    return place.slot.weights if place.slot is not None else {}


def _gain(slot: EntrySlot | None, sign: int, base: int) -> float:
    """What a place says of a sign beside another; nothing where one of them cannot stand there."""
    if slot is None or sign not in slot.weights or base not in slot.weights:
        return 0.0
    return slot.weights[sign] - slot.weights[base]


def _none_of_them(group: Group, beliefs: Beliefs) -> float:
    """That the shape is a sign which is not weighed here, such as a tick: one habit, however often."""
    own = np.exp(beliefs[group.members][:, group.signs].astype(np.float64)).sum(1)
    every = np.exp(beliefs[group.members][:, 1:].astype(np.float64)).sum(1)
    share = np.clip(own / every, 1e-6, 1 - 1e-6)
    return float(np.log((1 - share) / share).mean()) - HABIT


Move = tuple[tuple[Group, int], ...]
"""Groups of glyphs, and the sign that each is to be."""


class _Names:
    """The names of all shapes of a page, each weighed while the others stand as they are named."""

    def __init__(
        self,
        groups: Sequence[Group],
        beliefs: Beliefs,
        places: Sequence[Placed],
        seats: int,
        strange: Iterable[str],
    ) -> None:
        self._groups, self._places = groups, places
        self._signs = [
            max(_weights(place) or range(1, len(belief)), key=belief.__getitem__)
            for belief, place in zip(beliefs, places, strict=True)
        ]
        self._of_entry: dict[str, list[int]] = {}
        for n, place in enumerate(places):
            self._of_entry.setdefault(place.entry, []).append(n)
        for group in groups:
            for n in group.members:
                if group.name in _weights(places[n]):
                    self._signs[n] = group.name
        texts = {entry: self._text(entry, {}) for entry in self._of_entry}
        self._sense = Sense(texts | dict.fromkeys(strange, STRANGE), seats)

    def settle(self) -> None:
        """Make the change of names that is best, until none is better than what is; then weigh what each
        shape may be as well."""
        for _ in range(ROUNDS):
            best: tuple[float, Move] = (0.0, ())
            for group in self._groups:
                for sign in group.signs:
                    if sign != group.name:
                        for move in self._moves(group, sign):
                            gain = self._change(move, best[0])
                            best = (gain, move) if gain > best[0] else best
            if not best[1]:
                break
            self._make(best[1])
        for group in self._groups:
            group.odds = self._weighed(group)
        self._find_two_signs()

    def _find_two_signs(self) -> None:
        """Leave open which sign a shape is that corrects several sums in which it stands if it is another:
        the hand writes both alike. What corrects most is taken first, and no sum is corrected twice."""
        left = set(self._sense.failing())
        while len(left) >= SUMS:
            found = max(
                (
                    (self._mended(group, sign, left), n, sign)
                    for n, group in enumerate(self._groups)
                    for sign in group.signs
                    if sign != group.name
                ),
                key=lambda each: len(each[0]),
                default=(set(), 0, 0),
            )
            mended, n, sign = found
            if len(mended) < SUMS:
                return
            left -= mended
            for group in self._alike(self._groups[n]):
                if sign in group.signs:
                    group.odds[group.signs.index(sign)] = MIXED

    def _alike(self, group: Group) -> list[Group]:
        """The groups of one shape that have one name."""
        return [g for g in self._groups if g.shape == group.shape and g.name == group.name]

    def _mended(self, group: Group, sign: int, failing: set[Agreement]) -> set[Agreement]:
        """Which of these sums hold with the sign in the place of the shape in some of their entries."""
        of_entry: dict[str, list[int]] = {}
        for n in (n for each in self._alike(group) for n in each.members):
            if sign in _weights(self._places[n]):
                of_entry.setdefault(self._places[n].entry, []).append(n)
        return {
            agreement
            for agreement in failing
            if self._mends(
                agreement, [n for name in agreement.entries for n in of_entry.get(name, ())], sign
            )
        }

    def _mends(self, agreement: Agreement, at: Sequence[int], sign: int) -> bool:
        """Whether an agreement holds with the sign at some of these places."""
        return any(
            self._sense.mended(agreement, self._with(dict.fromkeys(places, sign)))
            for count in range(1, min(len(at), MOST_PLACES) + 1)
            for places in combinations(at[:MOST_PLACES], count)
        )

    def _make(self, move: Move) -> None:
        changed = self._changed(move)
        self._sense.put(self._with(changed))
        for n, sign in changed.items():
            self._signs[n] = sign
        for group, sign in move:
            group.name = sign

    def _changed(self, move: Move) -> dict[int, int]:
        return {
            n: sign
            for group, sign in move
            for n in group.members
            if sign in _weights(self._places[n])
        }

    def _with(self, changed: Mapping[int, int]) -> dict[str, str]:
        """The entries with other signs in them."""
        entries = {self._places[n].entry for n in changed}
        return {entry: self._text(entry, changed) for entry in entries}

    def _text(self, entry: str, changed: Mapping[int, int]) -> str:
        return "".join(SYMBOLS[changed.get(n, self._signs[n])] for n in self._of_entry[entry])

    def _weighed(self, group: Group) -> Odds:
        """Log odds of each sign beside the present name: alone, or changing names with another shape."""
        return np.array(
            [
                max(self._change(move) for move in self._moves(group, sign))
                if sign != group.name
                else 0.0
                for sign in group.signs
            ]
        )

    def _moves(self, group: Group, sign: int) -> Iterator[Move]:
        """Ways in which a shape may come to be another sign."""
        alone = tuple((each, sign) for each in self._alike(group) if sign in each.signs)
        yield alone
        for shape in {g.shape for g in self._groups if g.shape != group.shape and g.name == sign}:
            back = tuple(
                (each, group.name)
                for each in self._groups
                if each.shape == shape and each.name == sign and group.name in each.signs
            )
            if any(len(each.members) >= LEAST for each, _ in back):
                yield alone + back

    def _change(self, move: Move, more_than: float = -1.5 * HABIT) -> float:
        """How much likelier the page is with these names; `OUT` where it cannot be by more than that."""
        apart = sum(group.of(sign) - group.of(group.name) for group, sign in move)
        most = -SELDOM * len({self._places[n].entry for group, _ in move for n in group.members})
        apart -= SECOND_WAY * self._second_ways(move)
        if apart + most <= more_than:
            return OUT
        sense = self._sense.gain(self._with(self._changed(move)))
        return apart + float(np.clip(sense, -most, most))

    def _second_ways(self, move: Move) -> int:
        """How many more signs are written in two ways than now."""
        moved = {id(group): sign for group, sign in move}
        count = 0
        for sign in {group.name for group, _ in move} | {sign for _, sign in move}:
            now = {g.shape for g in self._groups if g.name == sign and len(g.members) >= LEAST}
            then = {
                g.shape
                for g in self._groups
                if moved.get(id(g), g.name) == sign and len(g.members) >= LEAST
            }
            count += max(0, len(then) - 1) - max(0, len(now) - 1)
        return count


def answered(group: Group, sign: int) -> Group:
    """A group of which a person says what it is; as it was where the sign cannot stand there."""
    if sign not in group.signs:
        return group
    odds = np.where(np.array(group.signs) == sign, 0.0, -HABIT)
    odds = np.append(odds, -HABIT)
    return replace(group, name=sign, odds=odds - np.log(np.exp(odds).sum()))


def of_glyph(group: Group, belief: Beliefs, slot: EntrySlot) -> tuple[NDArray[np.int64], Odds]:
    """The signs that may stand in a glyph's place, and the probability of each, then of none of them.

    What sets the glyph apart from the others of its shape counts by half.
    """
    kept = [k for k, sign in enumerate(group.signs) if sign in slot.weights]
    signs = np.array([group.signs[k] for k in kept])
    folded = suits_folded(belief)
    own = OWN * np.clip(folded[signs] - group.mean[signs], -6.0, 6.0)
    # Where a glyph stands says nothing of the glyph itself, only of the others of its shape.
    elsewhere = np.array([-slot.weights[group.signs[k]] for k in kept])
    odds = np.append(group.odds[kept] + own + elsewhere, group.odds[-1])
    odds -= odds.max()
    return _unfolded(signs, np.exp(odds) / np.exp(odds).sum(), belief, folded)


def _unfolded(
    signs: NDArray[np.int64], chances: Odds, belief: Beliefs, folded: Beliefs
) -> tuple[NDArray[np.int64], Odds]:
    """A letter of a suit and its drawing apart again, as the net sees the glyph."""
    letters = np.isin(signs, _LETTERS)
    if not letters.any():
        return signs, chances
    drawn = np.array([_DRAWN[_LETTERS.index(sign)] for sign in signs[letters]])
    as_letter = np.exp(belief[signs[letters]] - folded[signs[letters]])
    found = chances[:-1].copy()
    found[letters] *= as_letter
    pictures = chances[:-1][letters] * (1 - as_letter)
    return np.append(signs, drawn), np.concatenate([found, pictures, chances[-1:]])


_LETTERS: Final = [INDEX[letter] for letter in SUIT_LETTERS]
_DRAWN: Final = [INDEX[SUIT_SYMBOLS[letter]] for letter in SUIT_LETTERS]


def suits_folded(beliefs: Beliefs) -> Beliefs:
    """Beliefs (last axis: symbols) with those in drawn suits added to those in their letters."""
    found = beliefs.copy()
    found[..., _LETTERS] = np.logaddexp(beliefs[..., _LETTERS], beliefs[..., _DRAWN])
    return found
