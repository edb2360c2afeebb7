"""From crossing rules to rows and columns: places of rules, gaps filled, curves, and every node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.ruled.dark import Ridges
from digitize.ruled.frame import Bend, Frame, fit_bend, lay_flat, rule_points
from digitize.ruled.rules import FAMILY_WIDTH, Family, turned

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

FINE: Final = 4
"""Parts of a cell's side that follow the curve of its rule."""
KNOT: Final = 16.0
"""Pixels between the places at which a rule's own bend is kept."""
SAME: Final = 0.2
"""Lines nearer than this share of the usual row (or column) are one: double or thick rules."""
SAME_PX: Final = 4.0
CLOSE: Final = 5.0
"""Pixels by which a short line may miss the line that it should end at."""
BOUNDS: Final = 0.7
"""A cell's side counts as drawn from this share of its length on."""
ONE_GO: Final = 0.3
"""A line of a table is drawn in one go over this share of it; strokes of the writing are not ..."""
IN_PIECES: Final = 0.75
"""... or in pieces over this share."""
NEARLY: Final = 0.8
"""A short line's pieces run from crossing to crossing for this share of their length."""
ABSENT: Final = 0.2
"""Below this share it counts as not drawn; between the two, it is broken."""
EVIDENCE: Final = 24
"""Points of a cell's side that are looked at."""
OVERSHOOT: Final = 0.5
"""Lines that go on by this share of a usual column beyond the last crossing leave the table open."""
OPEN_SHARE: Final = 0.6
"""... where this share of them does."""
EVEN: Final = 0.07
"""Rows are even where they differ by no more than this share; only then can spacing show one."""
FILL_OFF: Final = 0.15
"""... and the gap is a whole number of rows to within this."""
FILL_MOST: Final = 4
TURNS: Final = 6

LEAST_CELLS: Final = 4
SMALLEST_CELL: Final = 7.0
"""Pixels; in smaller cells nothing can be read."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One rule of a table in the flat frame: at `place`, with its own bend at knots along.

    `drawn` says at which knots it is seen, `pieces` (n, 2) from where to where. `filled` and `implied`
    lines are not seen at all: the first are known by the spacing of the others, the second by where
    the rules that should meet them end.
    """

    place: float
    own: Floats
    drawn: Mask
    pieces: Floats
    how: str = "seen"


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """The rules of one direction of a table, ascending. Knots are at `low + k * KNOT`."""

    lines: tuple[Line, ...]
    bend: Bend
    low: float

    def at(self, number: Floats, along: Floats) -> Floats:
        """Where rules are at places along them; numbers between two whole ones lie between rules."""
        places = np.array([line.place for line in self.lines])
        whole = np.clip(np.floor(number).astype(np.int64), 0, len(places) - 2)
        part = number - whole
        place = places[whole] * (1 - part) + places[whole + 1] * part
        own = np.stack([line.own for line in self.lines])
        spot = np.clip((along - self.low) / KNOT, 0, own.shape[1] - 1.001)
        knot = np.floor(spot).astype(np.int64)
        share = spot - knot
        first = own[whole, knot] * (1 - share) + own[whole, knot + 1] * share
        second = own[whole + 1, knot] * (1 - share) + own[whole + 1, knot + 1] * share
        return np.asarray(
            place + self.bend.at(along, place) + first * (1 - part) + second * part, np.float64
        )


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A table found: `fine` nodes (rows * FINE + 1, columns * FINE + 1, 2) in pixels of `Ridges`.

    `level` (rows + 1, columns) and `upright` (rows, columns + 1): the share of each cell side that is
    drawn. `rows`, `columns`: how each rule is known.
    """

    fine: Floats
    level: Floats
    upright: Floats
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_places: Floats
    column_places: Floats
    bent: float

    @property
    def nodes(self) -> Floats:
        return self.fine[::FINE, ::FINE]


def grids(ridges: Ridges, level: Family, upright: Family) -> list[Grid]:
    """The tables that a group of crossing rules makes: one, or more where nothing joins them."""
    extent = np.concatenate(
        [family.points(r.along.astype(float), r.across) for family in (level, upright)
         for r in family.rules]
    )  # fmt: skip
    spread = float(np.ptp(extent, axis=0).max()) / 2
    if spread < 2 * SMALLEST_CELL:
        return []
    frame = lay_flat(level, upright, spread)
    if frame is None:
        return []
    rows = [rule_points(frame, level, rule, upright=False) for rule in level.rules]
    columns = [rule_points(frame, upright, rule, upright=True) for rule in upright.rules]
    if len(rows) < 2 or len(columns) < 2:
        return []
    found = []
    for part in _parts(_lines(rows), _lines(columns)):
        grid = _grid(ridges, frame, level, upright, *part)
        if grid is not None:
            found.append(grid)
    return found


def _lines(rules: Sequence[Floats]) -> Lines:
    """Rules at the same place put together."""
    bend = fit_bend(rules)
    length = np.array([line[-1, 0] - line[0, 0] for line in rules])
    strong = np.sort(bend.places[length >= 0.5 * length.max()])
    steps = np.diff(strong)
    steps = steps[steps > SAME_PX]
    usual = float(np.median(steps)) if len(steps) else 0.0
    same = max(SAME_PX, SAME * usual)
    low = min(float(line[0, 0]) for line in rules)
    high = max(float(line[-1, 0]) for line in rules)
    count = max(2, int(np.ceil((high - low) / KNOT)) + 1)
    heads: list[float] = []
    members: list[list[int]] = []
    for number in np.argsort(-length):
        place = float(bend.places[number])
        near = [k for k, head in enumerate(heads) if abs(head - place) < same]
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
    return Line(place, own, drawn, np.array([(rule[0, 0], rule[-1, 0]) for rule in rules]))


def _parts(rows: Lines, columns: Lines) -> list[tuple[Lines, Lines]]:
    """Rules that bound no cell taken out; what only a gutter joins, parted."""
    waiting, done = [(rows, columns)], []
    while waiting:
        rows, columns = waiting.pop()
        bounded = _bounding(rows, columns)
        if bounded is None:
            continue
        rows, columns = bounded
        cut = _gutter(rows, columns)
        if cut is None:
            done.append((rows, columns))
        else:
            waiting.extend(cut)
    return done


def _sides(lines: Lines, others: Lines) -> Floats:
    """(lines, others - 1): the share of each side between two neighbours of `others` that is drawn."""
    answer = np.zeros((len(lines.lines), len(others.lines) - 1))
    for i, line in enumerate(lines.lines):
        along = _along(lines, others, i)
        total = np.r_[0, np.cumsum(line.drawn)]
        spot = np.clip((along - lines.low) / KNOT + 0.5, 0, len(total) - 1)
        knots = np.interp(spot, np.arange(len(total)), total)
        answer[i] = np.diff(knots) / np.maximum(np.diff(spot), 0.25)
    return answer


def _bounding(rows: Lines, columns: Lines) -> tuple[Lines, Lines] | None:
    """Without lines that bound no cells: strokes of the writing, and what only passes by."""
    while len(rows.lines) >= 2 and len(columns.lines) >= 2:
        found = [_poor(rows, columns), _poor(columns, rows)]
        if not len(found[0]) and not len(found[1]):
            return rows, columns
        # One at a time, the shortest first: what it parted becomes one side again.
        worst = min(
            (float(np.ptp(lines.lines[int(k)].pieces, axis=1).sum()), which, int(k))
            for which, lines in enumerate((rows, columns))
            for k in found[which]
        )
        if worst[1] == 0:
            rows = _without(rows, worst[2])
        else:
            columns = _without(columns, worst[2])
    return None


def _poor(lines: Lines, others: Lines) -> NDArray[np.int64]:
    """Numbers of the lines that do not bound cells between `others`.

    A line of the table is drawn in one go over a good part of it, or in pieces over nearly all of it;
    a shorter one, as in a divided heading, runs exactly from one such line to another.
    """
    sides = _sides(lines, others)
    enough = (sides >= BOUNDS).sum(1) >= min(2, sides.shape[1])
    crossed = [_along(lines, others, number) for number in range(len(lines.lines))]
    long = np.array(
        [_long(line, places) for line, places in zip(lines.lines, crossed, strict=True)]
    )
    turned_long = np.array(
        [_long(line, _along(others, lines, k)) for k, line in enumerate(others.lines)]
    )
    exact = np.array(
        [
            _exact(line, places[turned_long])
            for line, places in zip(lines.lines, crossed, strict=True)
        ]
    )
    return np.nonzero(~((long & enough) | (exact & ~long)))[0]


def _along(lines: Lines, others: Lines, number: int) -> Floats:
    """Where `others` cross a line, as places along it."""
    numbers = np.arange(len(others.lines), dtype=np.float64)
    place = np.full(len(numbers), lines.lines[number].place)
    along = place
    for _ in range(3):
        along = others.at(numbers, place)
        place = lines.at(np.full(len(numbers), float(number)), along)
    return along


def _long(line: Line, crossed: Floats) -> bool:
    inside = np.clip(line.pieces, crossed[0], crossed[-1])
    lengths = np.ptp(inside, axis=1) / max(float(crossed[-1] - crossed[0]), 1.0)
    return bool(lengths.max() >= ONE_GO or lengths.sum() >= IN_PIECES)


def _exact(line: Line, crossed: Floats) -> bool:
    """Does the line run from crossing to crossing, and no piece of it otherwise?"""
    if len(crossed) < 2:
        return False
    reach = np.abs(line.pieces[:, :, None] - crossed[None, None, :])
    ends, near = reach.argmin(2), reach.min(2) <= CLOSE
    good = near.all(1) & (ends[:, 1] > ends[:, 0])
    length = np.ptp(line.pieces, axis=1)
    return bool(good.any() and length[good].sum() >= NEARLY * length.sum())


def _without(lines: Lines, number: int) -> Lines:
    return replace(lines, lines=lines.lines[:number] + lines.lines[number + 1 :])


def _gutter(rows: Lines, columns: Lines) -> list[tuple[Lines, Lines]] | None:
    """Two tables where a row or a column of cells has no side along it (or one that strayed)."""
    for lines, others in ((rows, columns), (columns, rows)):
        sides = _sides(lines, others) >= ABSENT
        allowed = 1 if len(lines.lines) >= 5 else 0
        empty = np.nonzero(sides.sum(0) <= allowed)[0]
        if len(empty):
            cut = int(empty[0]) + 1
            first = replace(others, lines=others.lines[:cut])
            second = replace(others, lines=others.lines[cut:])
            if others is columns:
                return [(rows, first), (rows, second)]
            return [(first, columns), (second, columns)]
    return None


def _grid(
    ridges: Ridges, frame: Frame, level: Family, upright: Family, rows: Lines, columns: Lines
) -> Grid | None:
    rows, columns = _opened(rows, columns), _opened(columns, rows)
    rows, columns = _mended(rows), _mended(columns)
    near = [_near(ridges, family.direction) for family in (level, upright)]
    rows = _filled(rows, columns, near[0], frame, upright=False)
    columns = _filled(columns, rows, near[1], frame, upright=True)
    if (len(rows.lines) - 1) * (len(columns.lines) - 1) < LEAST_CELLS:
        return None
    if min(len(rows.lines), len(columns.lines)) < 3:
        return None
    if min(_narrowest(rows), _narrowest(columns)) < SMALLEST_CELL:
        return None
    nodes = _nodes(rows, columns, FINE)
    fine = frame.back(nodes)
    bent = max(
        float(np.abs(lines.bend.at(np.linspace(lines.low, lines.low + 2 * lines.bend.half, 9),
                                   np.full(9, lines.bend.middle[1]))).max())
        for lines in (rows, columns)
    ) / rows.bend.half  # fmt: skip
    return Grid(
        fine,
        _seen(near[0], fine, upright=False),
        _seen(near[1], fine, upright=True),
        tuple(line.how for line in rows.lines),
        tuple(line.how for line in columns.lines),
        np.array([line.place for line in rows.lines]),
        np.array([line.place for line in columns.lines]),
        bent,
    )


def _narrowest(lines: Lines) -> float:
    return float(np.diff([line.place for line in lines.lines]).min())


def _opened(lines: Lines, others: Lines) -> Lines:
    """With a line at an open side of the table, where the rules that should meet one end together."""
    places = np.array([line.place for line in lines.lines])
    usual = float(np.median(np.diff(places)))
    ends = []
    for line in others.lines:
        seen = np.nonzero(line.drawn)[0]
        if len(seen):
            ends.append((others.low + (seen[0] - 0.5) * KNOT, others.low + (seen[-1] + 0.5) * KNOT))
    if len(ends) < 2:
        return lines
    first, last = np.array(ends).T
    empty = np.zeros_like(lines.lines[0].own)
    none = np.zeros_like(lines.lines[0].drawn)
    nowhere = np.zeros((1, 2))
    more = []
    if np.mean(first < places[0] - OVERSHOOT * usual) >= OPEN_SHARE:
        far = first[first < places[0] - OVERSHOOT * usual]
        more.append(Line(float(np.median(far)), empty, none, nowhere, "implied"))
    if np.mean(last > places[-1] + OVERSHOOT * usual) >= OPEN_SHARE:
        far = last[last > places[-1] + OVERSHOOT * usual]
        more.append(Line(float(np.median(far)), empty, none, nowhere, "implied"))
    together = sorted((*lines.lines, *more), key=lambda line: line.place)
    return replace(lines, lines=tuple(together))


def _mended(lines: Lines) -> Lines:
    """Own bends where a rule is not seen: between its ends joined, beyond them as its neighbours'."""
    own = np.stack([line.own for line in lines.lines])
    drawn = np.stack([line.drawn for line in lines.lines])
    places = np.array([line.place for line in lines.lines])
    knots = np.arange(own.shape[1])
    for i in range(len(own)):
        if drawn[i].any():
            own[i] = np.interp(knots, knots[drawn[i]], own[i][drawn[i]])
    within = np.zeros_like(drawn)
    for i in range(len(own)):
        seen = np.nonzero(drawn[i])[0]
        if len(seen):
            within[i, seen[0] : seen[-1] + 1] = True
    for k in knots:
        have = within[:, k]
        if have.any() and not have.all():
            own[~have, k] = np.interp(places[~have], places[have], own[have, k])
    # A jump where a rule ends is drawn out over a few knots.
    smooth = np.stack([np.convolve(np.pad(row, 1, mode="edge"), [0.25, 0.5, 0.25], "valid")
                       for row in own])  # fmt: skip
    return replace(
        lines,
        lines=tuple(replace(line, own=smooth[i]) for i, line in enumerate(lines.lines)),
    )


def _near(ridges: Ridges, direction: float) -> NDArray[np.uint8]:
    """Where a line of this direction runs, give or take a pixel or two."""
    mask = (ridges.strength > 0) & (np.abs(turned(ridges.angle, direction)) < FAMILY_WIDTH)
    return np.asarray(cv2.dilate(mask.view(np.uint8), np.ones((3, 3), np.uint8)), np.uint8)


def _look(near: NDArray[np.uint8], points: Floats) -> Mask:
    """Whether pixels (…, 2) lie on what `_near` found; nothing lies outside of the picture."""
    x = np.round(points[..., 0]).astype(np.int64)
    y = np.round(points[..., 1]).astype(np.int64)
    inside = (x >= 0) & (y >= 0) & (x < near.shape[1]) & (y < near.shape[0])
    return np.asarray(
        (near[np.clip(y, 0, near.shape[0] - 1), np.clip(x, 0, near.shape[1] - 1)] > 0) & inside,
        np.bool_,
    )


def _filled(
    lines: Lines, others: Lines, near: NDArray[np.uint8], frame: Frame, upright: bool
) -> Lines:
    """With the rules that the spacing of the others, or what is left of them, shows to be missing."""
    places = np.array([line.place for line in lines.lines])
    steps = np.diff(places)
    if len(steps) < 3:
        return lines
    usual = float(np.median(steps))
    times = np.round(steps / usual)
    ones = times == 1
    even = ones.sum() >= 3 and np.ptp(steps[ones]) <= 2 * EVEN * usual * np.sqrt(ones.sum())
    if not even:
        return lines
    more = []
    for number in np.nonzero((times >= 2) & (times <= FILL_MOST))[0]:
        parts = int(times[number])
        if abs(steps[number] / usual - parts) > FILL_OFF * parts:
            continue
        inner = 0 < number < len(steps) - 1
        for k in range(1, parts):
            where = number + k / parts
            traces = _traces(lines, others, where, near, frame, upright)
            alone = inner and parts == 2 and float(ones.sum()) >= len(steps) - 1
            if traces >= ABSENT or alone:
                place = float(places[number] + steps[number] * k / parts)
                own = (
                    lines.lines[number].own * (1 - k / parts)
                    + lines.lines[number + 1].own * k / parts
                )
                how = "broken" if traces >= ABSENT else "filled"
                more.append(
                    Line(place, own, np.zeros_like(lines.lines[0].drawn), np.zeros((1, 2)), how)
                )
    together = sorted((*lines.lines, *more), key=lambda line: line.place)
    return replace(lines, lines=tuple(together))


def _traces(
    lines: Lines, others: Lines, where: float, near: NDArray[np.uint8], frame: Frame, upright: bool
) -> float:
    """The share of a line between two others at which something of it is seen."""
    ends = np.array([others.lines[0].place, others.lines[-1].place])
    along = np.linspace(ends[0], ends[1], 8 * len(others.lines))
    across = lines.at(np.full(len(along), where), along)
    points = np.stack([across, along] if upright else [along, across], -1)
    return float(_look(near, frame.back(points)).mean())


def _nodes(rows: Lines, columns: Lines, parts: int) -> Floats:
    """Crossings of rules in the flat frame, and of what lies between them in `parts` parts."""
    i = np.arange((len(rows.lines) - 1) * parts + 1) / parts
    j = np.arange((len(columns.lines) - 1) * parts + 1) / parts
    shape = (len(i), len(j))
    row: Floats = np.repeat(i, len(j))
    column: Floats = np.tile(j, len(i))
    y: Floats = np.interp(row, np.arange(len(rows.lines)), [line.place for line in rows.lines])
    x: Floats = y
    for _ in range(TURNS):
        x = columns.at(column, y)
        y = rows.at(row, x)
    return np.asarray(np.stack([x, y], -1).reshape(*shape, 2), np.float64)


def _seen(near: NDArray[np.uint8], fine: Floats, upright: bool) -> Floats:
    """The share of each cell side that is drawn, by what the picture shows there."""
    lines = np.swapaxes(fine, 0, 1)[::FINE] if upright else fine[::FINE]
    count = (lines.shape[1] - 1) // FINE
    spot = np.linspace(0.08, 0.92, EVIDENCE)
    where = (np.arange(count)[:, None] + spot).ravel() * FINE
    whole = np.minimum(where.astype(np.int64), lines.shape[1] - 2)
    part = (where - whole)[None, :, None]
    points = lines[:, whole] * (1 - part) + lines[:, whole + 1] * part
    share = _look(near, points).reshape(len(lines), count, EVIDENCE).mean(2)
    return np.asarray(share.T if upright else share, np.float64)
