"""The lines of a table in its flat frame: pieces at the same place put together, and how they run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.tables.frame import Bend, fit_bend

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

KNOT: Final = 16.0
"""Pixels between the places at which a rule's own bend is kept."""
SAME: Final = 0.1
"""Pieces nearer than this share of the usual row (or column) lie on the same line ..."""
SAME_PX: Final = 4.0
DOUBLE: Final = 0.15
"""... and lines side by side are one, a double rule, where they are nearer than this ..."""
DOUBLE_PX: Final = 10.0
"""... and than so many pixels."""
BESIDE: Final = 0.3
"""Lines run side by side where they do over this share of the shorter one."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One rule of a table in the flat frame: at `place`, with its own bend at knots along.

    `drawn` says at which knots it is seen; `pieces` (n, 4) from where to where, what share of that,
    and how far off a straight line (pixels); `samples` are the places along it that are seen, `step`
    from one to the next. `filled` and `implied` lines are not seen at all: the first are known by the
    spacing of the others, the second by where the rules that should meet them end.
    """

    place: float
    own: Floats
    drawn: Mask
    pieces: Floats
    samples: Floats
    step: float
    how: str = "seen"

    def seen(self, first: Floats, last: Floats) -> Floats:
        """The share of each stretch that is drawn."""
        count = np.searchsorted(self.samples, last) - np.searchsorted(self.samples, first)
        return np.asarray(
            np.minimum(1.0, count * self.step / np.maximum(last - first, 1.0)), np.float64
        )


def unseen(place: float, own: Floats, how: str) -> Line:
    none = np.zeros(0)
    return Line(place, own, np.zeros(len(own), np.bool_), np.zeros((0, 4)), none, 1.0, how)


@dataclass(frozen=True, eq=False)
class Lines:
    """The rules of one direction of a table, ascending. Knots are at `low + k * KNOT`."""

    lines: tuple[Line, ...]
    bend: Bend
    low: float

    @cached_property
    def places(self) -> Floats:
        return np.array([line.place for line in self.lines])

    @cached_property
    def own(self) -> Floats:
        """(lines, knots)"""
        return np.stack([line.own for line in self.lines])

    def at(self, number: Floats, along: Floats) -> Floats:
        """Where rules are at places along them; numbers between two whole ones lie between rules."""
        whole = np.clip(np.floor(number).astype(np.int64), 0, max(0, len(self.lines) - 2))
        after = np.minimum(whole + 1, len(self.lines) - 1)
        part = number - whole
        place = self.places[whole] * (1 - part) + self.places[after] * part
        spot = np.clip((along - self.low) / KNOT, 0, self.own.shape[1] - 1.001)
        knot = np.floor(spot).astype(np.int64)
        share = spot - knot
        first = self.own[whole, knot] * (1 - share) + self.own[whole, knot + 1] * share
        second = self.own[after, knot] * (1 - share) + self.own[after, knot + 1] * share
        bend = self.bend.at(along, place)
        return np.asarray(place + bend + first * (1 - part) + second * part, np.float64)

    def only(self, which: NDArray[np.int64]) -> Lines:
        return Lines(tuple(self.lines[int(k)] for k in which), self.bend, self.low)

    def narrowest(self) -> float:
        """The smallest distance of two neighbours, in pixels."""
        return float(np.diff(self.places).min())


def lines_of(rules: Sequence[Floats]) -> Lines:
    """Rules at the same place put together."""
    bend = fit_bend(rules)
    length = np.array([line[-1, 0] - line[0, 0] for line in rules])
    strong = np.sort(bend.places[length >= 0.5 * length.max()])
    steps = np.diff(strong)
    steps = steps[steps > SAME_PX]
    usual = float(np.median(steps)) if len(steps) else 0.0
    same = max(SAME_PX, SAME * usual)
    double = max(SAME_PX, min(DOUBLE * usual, DOUBLE_PX))
    low = min(float(line[0, 0]) for line in rules)
    high = max(float(line[-1, 0]) for line in rules)
    count = max(2, int(np.ceil((high - low) / KNOT)) + 1)
    heads: list[float] = []
    members: list[list[int]] = []
    for number in np.argsort(-length):
        place = float(bend.places[number])
        near = [
            k
            for k, head in enumerate(heads)
            if abs(head - place) < (double if _beside(rules, members[k], number) else same)
        ]
        if near:
            members[min(near, key=lambda k: abs(heads[k] - place))].append(int(number))
        else:
            heads.append(place)
            members.append([int(number)])
    lines = [
        _line(bend, [rules[k] for k in own], head, low, count)
        for head, own in zip(heads, members, strict=True)
    ]
    return Lines(tuple(sorted(lines, key=lambda line: line.place)), bend, low)


def _beside(rules: Sequence[Floats], members: Sequence[int], number: int) -> bool:
    """Does a rule run beside one of the others, and not before or after them?"""
    start, end = rules[number][0, 0], rules[number][-1, 0]
    return any(
        min(end, rules[k][-1, 0]) - max(start, rules[k][0, 0]) > BESIDE * (end - start)
        for k in members
    )


def _line(bend: Bend, rules: Sequence[Floats], place: float, low: float, count: int) -> Line:
    points = np.concatenate(rules)
    off = points[:, 1] - bend.at(points[:, 0], np.full(len(points), place))
    place = float(np.median(off))
    off = points[:, 1] - place - bend.at(points[:, 0], np.full(len(points), place))
    knot = np.clip(np.round((points[:, 0] - low) / KNOT).astype(np.int64), 0, count - 1)
    order = np.lexsort((off, knot))
    size = np.bincount(knot, minlength=count)
    start = np.r_[0, np.cumsum(size)[:-1]]
    own = np.zeros(count)
    drawn = size > 0
    own[drawn] = off[order][(start + size // 2)[drawn]]
    samples = np.unique(points[:, 0])
    step = float(np.median(np.diff(samples))) if len(samples) > 1 else 1.0
    pieces = np.array([_piece(rule, step) for rule in rules])
    return Line(place, own, drawn, pieces, samples, step)


def _piece(rule: Floats, step: float) -> tuple[float, float, float, float]:
    start, end = float(rule[0, 0]), float(rule[-1, 0])
    along = rule[:, 0] - rule[:, 0].mean()
    across = rule[:, 1] - rule[:, 1].mean()
    slope = float((along * across).sum() / max(float((along**2).sum()), 1e-9))
    off = float(np.abs(across - slope * along).max()) + 0.5 * abs(slope) * (end - start)
    return start, end, min(1.0, len(rule) * step / max(end - start, 1.0)), off
