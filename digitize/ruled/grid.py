"""What a table's lines do not show everywhere: open sides, rules missing or broken, their bend there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.lines import (
    KNOT,
    Frame,
    Lines,
    RuledLine,
    lay_flat,
    lines_of,
    net_of,
    nodes_of,
    parts,
    rule_points,
    unseen,
)
from fairdeal.digitize.ruled.rules import FAMILY_WIDTH, Family, Ridges

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

OVERSHOOT: Final = 0.5
"""Lines that go on by this share of a usual column beyond the last crossing leave the table open."""
OPEN_SHARE: Final = 0.6
"""... where this share of them does."""
EVEN: Final = 0.07
"""Rows are even where they differ by no more than this share; only then can spacing show one."""
FILL_OFF: Final = 0.15
"""... and the gap is a whole number of rows to within this."""
HELD: Final = 3
"""Knots for which a rule's own bend is held beyond where it is seen."""
AROUND: Final = 9
"""Knots (nine are a good inch of a sheet that fills the photo) over whose middle a rule's own course is
distinguished from a stroke of the writing that runs beside it ..."""
ASTRAY: Final = 2.5
"""... and draws it away by more pixels than this."""
NEIGHBOURS: Final = 5
"""Rules among which what all of them do, at a fold, is distinguished from what one does."""
FILL_MOST: Final = 4
TRACES: Final = 0.2
"""A rule is assumed to be there, but broken, where this share of it is seen ..."""
LEAST_TRACE: Final = 0.1
"""... and between columns so much at least, however even they are, ..."""
TRACES_OUTSIDE: Final = 0.5
"""... or this share in the first and the last row, which are often higher than the others ..."""
TRACES_BESIDE: Final = 2.5
"""... and this many times more than at places beside it, in shares of a row: writing is as dense there."""
ASIDE: Final = (0.12, 0.22)


def opened(lines: Lines, others: Lines) -> Lines:
    """With a line at an open side of the table, where the rules that should meet one end together."""
    places = lines.places
    beyond = OVERSHOOT * float(np.median(np.diff(places)))
    ends = [_reach(line, float(places[0]), float(places[-1])) for line in others.lines]
    if len(ends) < 2:
        return lines
    first, last = np.array(ends).T
    empty = np.zeros_like(lines.lines[0].own)
    more = []
    for reached, far in ((first, first < places[0] - beyond), (last, last > places[-1] + beyond)):
        if far.mean() >= OPEN_SHARE:
            more.append(unseen(float(np.median(reached[far])), empty))
    return replace(lines, lines=tuple(sorted((*lines.lines, *more), key=lambda line: line.place)))


def _reach(line: RuledLine, first: float, last: float) -> tuple[float, float]:
    """How far a line goes on, without a gap, beyond the first and the last that it crosses."""
    after = np.r_[last, line.samples[line.samples > last]]
    before = np.r_[first, line.samples[line.samples < first][::-1]]
    ends = []
    for places in (before, after):
        gaps = np.nonzero(np.abs(np.diff(places)) > KNOT)[0]
        ends.append(float(places[gaps[0] if len(gaps) else -1]))
    return ends[0], ends[1]


def mended(lines: Lines) -> Lines:
    """Own bends where a rule is not seen: between its ends joined, beyond them as its neighbours'."""
    own = np.stack([line.own for line in lines.lines])
    drawn = np.stack([line.drawn for line in lines.lines])
    places = np.array([line.place for line in lines.lines])
    knots = np.arange(own.shape[1])
    for i in range(len(own)):
        if drawn[i].any():
            values = np.pad(own[i][drawn[i]], 1, mode="edge")
            own[i][drawn[i]] = np.median(np.stack([values[:-2], values[1:-1], values[2:]]), axis=0)
            own[i] = np.interp(knots, knots[drawn[i]], own[i][drawn[i]])
    own = _kept_course(own)
    within = np.zeros_like(drawn)
    for i in range(len(own)):
        seen = np.nonzero(drawn[i])[0]
        if len(seen):
            # A little beyond its end a rule goes on as it did.
            within[i, max(0, seen[0] - HELD) : seen[-1] + 1 + HELD] = True
    for k in knots:
        have = within[:, k]
        if have.any() and not have.all():
            own[~have, k] = np.interp(places[~have], places[have], own[have, k])
    # A jump where a rule ends is drawn out over a few knots.
    smooth = np.stack(
        [np.convolve(np.pad(row, 1, mode="edge"), [0.25, 0.5, 0.25], "valid") for row in own]
    )
    return replace(
        lines,
        lines=tuple(replace(line, own=smooth[i]) for i, line in enumerate(lines.lines)),
    )


def _kept_course(own: Floats) -> Floats:
    """Own bends (rules, knots) without places at which a stroke beside a rule was read as it."""
    alike = np.stack([_middle(column, NEIGHBOURS) for column in own.T], axis=1)
    alone = own - alike
    usual = np.stack([_middle(row, AROUND) for row in alone])
    astray = np.abs(alone - usual) > ASTRAY
    knots = np.arange(own.shape[1])
    kept = own.copy()
    for row, out in zip(kept, astray, strict=True):
        if out.any() and not out.all():
            row[out] = np.interp(knots[out], knots[~out], row[~out])
    return kept


def _middle(values: Floats, size: int) -> Floats:
    """The running median over so many values (odd), the ends held."""
    padded = np.pad(values, size // 2, mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, size)
    return np.asarray(np.median(windows, axis=1), np.float64)


def near_lines(ridges: Ridges, direction: float) -> NDArray[np.uint8]:
    """Where a line of this direction runs, give or take a pixel or two."""
    mask = ridges.along(direction, FAMILY_WIDTH)
    return np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)


def look(near: NDArray[np.uint8], points: Floats) -> Mask:
    """Whether pixels (…, 2) lie on what `near_lines` found; nothing lies outside of the picture."""
    x = np.round(points[..., 0]).astype(np.int64)
    y = np.round(points[..., 1]).astype(np.int64)
    inside = (x >= 0) & (y >= 0) & (x < near.shape[1]) & (y < near.shape[0])
    return np.asarray(
        (near[np.clip(y, 0, near.shape[0] - 1), np.clip(x, 0, near.shape[1] - 1)] > 0) & inside,
        np.bool_,
    )


def filled(
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
            seen = _traces(lines, others, where, near, frame, upright)
            aside = np.mean(
                [
                    _traces(lines, others, where + off, near, frame, upright)
                    for off in (-ASIDE[1], -ASIDE[0], ASIDE[0], ASIDE[1])
                ]
            )
            traces = seen >= (TRACES if inner else TRACES_OUTSIDE) and seen >= TRACES_BESIDE * aside
            alone = inner and parts == 2 and float(ones.sum()) >= len(steps) - 1
            # Rows are as high as each other, but a column may be twice as wide as the others.
            alone = alone and (not upright or seen > LEAST_TRACE)
            if traces or alone:
                place = float(places[number] + steps[number] * k / parts)
                own = (
                    lines.lines[number].own * (1 - k / parts)
                    + lines.lines[number + 1].own * k / parts
                )
                more.append(unseen(place, own))
    return replace(lines, lines=tuple(sorted((*lines.lines, *more), key=lambda line: line.place)))


def _traces(
    lines: Lines, others: Lines, where: float, near: NDArray[np.uint8], frame: Frame, upright: bool
) -> float:
    """The share of a line between two others at which something of it is seen."""
    ends = np.array([others.lines[0].place, others.lines[-1].place])
    along = np.linspace(ends[0], ends[1], 8 * len(others.lines))
    across = lines.at(np.full(len(along), where), along)
    points = np.stack([across, along] if upright else [along, across], -1)
    return float(look(near, frame.back(points)).mean())


FINE: Final = 4
"""Parts of a cell's side that follow the curve of its rule."""
EVIDENCE: Final = 24
"""Points of a cell's side that are looked at."""
LEAST_CELLS: Final = 4
SMALLEST_CELL: Final = 7.0
"""Pixels; in smaller cells nothing can be read."""
MOST_LINES: Final = 240
"""Lines of one direction looked at, the longest: bounds time on a picture of cloth."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A table found: `fine` nodes (rows * FINE + 1, columns * FINE + 1, 2) in pixels of `Ridges`.

    `level` (rows + 1, columns) and `upright` (rows, columns + 1): the share of each cell side that is
    drawn. `rows_seen`, `columns_seen`: which rules are plainly seen.
    """

    fine: Floats
    level: Floats
    upright: Floats
    rows_seen: tuple[bool, ...]
    columns_seen: tuple[bool, ...]

    @property
    def nodes(self) -> Floats:
        return self.fine[::FINE, ::FINE]


def grids(ridges: Ridges, level: Family, upright: Family) -> list[Grid]:
    """The tables that a group of crossing rules makes: one, or more where nothing joins them."""
    level, upright = _longest(level), _longest(upright)
    extent = np.concatenate(
        [
            family.points(r.along.astype(float), r.across)
            for family in (level, upright)
            for r in family.rules
        ]
    )
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
    near = [near_lines(ridges, family.direction) for family in (level, upright)]
    found = []
    for part in parts(net_of(lines_of(rows), lines_of(columns))):
        grid = _grid(near, frame, part.rows, part.columns)
        if grid is not None:
            found.append(grid)
    return found


def _longest(family: Family) -> Family:
    if len(family.rules) <= MOST_LINES:
        return family
    rules = sorted(family.rules, key=lambda rule: -rule.length)[:MOST_LINES]
    return Family(family.direction, tuple(rules))


def _grid(near: list[NDArray[np.uint8]], frame: Frame, rows: Lines, columns: Lines) -> Grid | None:
    rows, columns = opened(rows, columns), opened(columns, rows)
    rows, columns = mended(rows), mended(columns)
    rows = filled(rows, columns, near[0], frame, upright=False)
    columns = filled(columns, rows, near[1], frame, upright=True)
    if (len(rows.lines) - 1) * (len(columns.lines) - 1) < LEAST_CELLS:
        return None
    if min(len(rows.lines), len(columns.lines)) < 3:
        return None
    if min(rows.narrowest(), columns.narrowest()) < SMALLEST_CELL:
        return None
    fine = frame.back(nodes_of(rows, columns, FINE))
    return Grid(
        fine,
        _seen(near[0], fine, upright=False),
        _seen(near[1], fine, upright=True),
        tuple(line.plain for line in rows.lines),
        tuple(line.plain for line in columns.lines),
    )


def _seen(near: NDArray[np.uint8], fine: Floats, upright: bool) -> Floats:
    """The share of each cell side that is drawn, by what the picture shows there."""
    lines = np.swapaxes(fine, 0, 1)[::FINE] if upright else fine[::FINE]
    count = (lines.shape[1] - 1) // FINE
    spot = np.linspace(0.08, 0.92, EVIDENCE)
    where = (np.arange(count)[:, None] + spot).ravel() * FINE
    whole = np.minimum(where.astype(np.int64), lines.shape[1] - 2)
    part = (where - whole)[None, :, None]
    points = lines[:, whole] * (1 - part) + lines[:, whole + 1] * part
    share = look(near, points).reshape(len(lines), count, EVIDENCE).mean(2)
    return np.asarray(share.T if upright else share, np.float64)
