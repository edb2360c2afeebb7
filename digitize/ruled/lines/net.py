"""Crossing lines as a net: which of them bound cells, which are strokes of the writing, and where one
table ends and another begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.lines.lines import Line, Lines

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]

TURNS: Final = 6
"""Steps from a row to a column and back; each takes off most of what is left."""
ABSENT: Final = 0.2
"""A cell's side counts as not drawn below this share of its length."""
BOUNDS: Final = 0.7
"""... and as drawn from this share on."""
ONE_GO: Final = 0.3
"""A line of a table is drawn in one go over this share of it; strokes of the writing are not ..."""
IN_PIECES: Final = 0.75
"""... or in pieces over this share."""
CLOSE: Final = 5.0
"""Pixels by which a short line may miss the line that it should end at ..."""
CLOSE_SHARE: Final = 0.1
"""... or by this share of its length."""
NEARLY: Final = 0.85
"""A short line is drawn over this share of its length ..."""
STRAIGHT: Final = 1.5
"""... and is off the straight way, its lean counted in, by no more pixels than this ..."""
STRAIGHT_SHARE: Final = 0.04
"""... or this share of its length."""
FEW: Final = 6
"""So many poor lines and fewer are taken out one by one."""


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """Rows and columns with where they cross: `x` along the row and `y` along the column, both
    (rows, columns)."""

    rows: Lines
    columns: Lines
    x: Floats
    y: Floats

    def only(self, rows: Numbers, columns: Numbers) -> Net:
        part = np.ix_(rows, columns)
        return Net(self.rows.only(rows), self.columns.only(columns), self.x[part], self.y[part])

    @property
    def size(self) -> tuple[int, int]:
        return len(self.rows.lines), len(self.columns.lines)


def net_of(rows: Lines, columns: Lines) -> Net:
    """Rows and columns, and where they cross or would."""
    shape = (len(rows.lines), len(columns.lines))
    row = np.repeat(np.arange(shape[0], dtype=np.float64), shape[1])
    column = np.tile(np.arange(shape[1], dtype=np.float64), shape[0])
    y: Floats = np.repeat(rows.places, shape[1])
    x: Floats = y
    for _ in range(TURNS):
        x = columns.at(column, y)
        y = rows.at(row, x)
    return Net(rows, columns, x.reshape(shape), y.reshape(shape))


def parts(net: Net) -> list[Net]:
    """The tables of a net: lines that bound no cell taken out, what only a gutter joins parted."""
    waiting, done = [net], []
    while waiting:
        net = waiting.pop()
        if min(net.size) < 2:
            continue
        halves = _parted(net)
        if halves is not None:
            waiting.extend(halves)
            continue
        less = _bounding(net)
        if less is None:
            done.append(net)
        else:
            waiting.append(less)
    return done


def _sides(lines: Lines, along: Floats) -> Floats:
    """(lines, others - 1): the share of each side between two neighbours that is drawn, by where the
    others cross (lines, others)."""
    return np.array(
        [line.seen(at[:-1], at[1:]) for line, at in zip(lines.lines, along, strict=True)]
    )


def _bounding(net: Net) -> Net | None:
    """Without some of the lines that bound no cells (strokes of the writing, what only passes by);
    None where there are no such lines."""
    long = _long(net.rows, net.x), _long(net.columns, net.y.T)
    poor = [
        _poor(net.rows, net.x, long[0], long[1]),
        _poor(net.columns, net.y.T, long[1], long[0]),
    ]
    drawn = [
        (len(lines.lines[int(k)].samples) * lines.lines[int(k)].step, which, int(k))
        for which, lines in enumerate((net.rows, net.columns))
        for k in poor[which]
    ]
    if not drawn:
        return None
    # The shortest first, and few at a time: what they parted becomes one side again.
    drawn.sort()
    out = drawn[: len(drawn) // 2 if len(drawn) > FEW else 1]
    kept = [
        np.setdiff1d(np.arange(count), [k for _, which, k in out if which == side])
        for side, count in enumerate(net.size)
    ]
    return net.only(kept[0], kept[1])


def _poor(lines: Lines, along: Floats, long: Mask, others_long: Mask) -> Numbers:
    """Numbers of the lines that do not bound cells.

    A line of the table is drawn in one go over a good part of it, or in pieces over nearly all of it;
    a shorter one, as in a divided heading, runs exactly from one such line to another.
    """
    sides = _sides(lines, along)
    enough = (sides >= BOUNDS).sum(1) >= min(2, sides.shape[1])
    exact = np.array(
        [_exact(line, at[others_long]) for line, at in zip(lines.lines, along, strict=True)]
    )
    return np.nonzero(~((long & enough) | (exact & ~long)))[0]


def _long(lines: Lines, along: Floats) -> Mask:
    return np.array(
        [_is_long(line, at) for line, at in zip(lines.lines, along, strict=True)], np.bool_
    )


def _is_long(line: Line, crossed: Floats) -> bool:
    inside = np.clip(line.pieces[:, :2], crossed[0], crossed[-1])
    lengths = np.ptp(inside, axis=1) * line.pieces[:, 2]
    lengths = lengths / max(float(crossed[-1] - crossed[0]), 1.0)
    in_all = line.seen(crossed[:1], crossed[-1:])[0]
    return bool(lengths.max(initial=0.0) >= ONE_GO or in_all >= IN_PIECES)


def _exact(line: Line, crossed: Floats) -> bool:
    """Does the line run from the table's head (or left side) straight to another line, and is it
    nothing else? Headings are divided so; elsewhere it is the 1 of somebody's hand."""
    if len(crossed) < 2:
        return False
    whole = line.pieces[np.ptp(line.pieces[:, :2], axis=1) > CLOSE]
    if len(whole) != 1:
        return False
    start, end, share, off = whole[0]
    first, last = np.abs(crossed - start), np.abs(crossed - end)
    return bool(
        first.argmin() == 0
        and last.argmin() > first.argmin()
        and max(first.min(), last.min()) <= min(CLOSE, CLOSE_SHARE * (end - start))
        and share >= NEARLY
        and off <= min(STRAIGHT, STRAIGHT_SHARE * (end - start))
    )


def _parted(net: Net) -> tuple[Net, Net] | None:
    """Two tables where a row or a column of cells has no side along it (or one that strayed), or
    only those of a frame around the table: the paper's edges."""
    row_sides, column_sides = _sides(net.rows, net.x), _sides(net.columns, net.y.T)
    everything = [np.arange(count) for count in net.size]
    cut = _gutter(row_sides, column_sides)
    if cut is not None:
        return (
            net.only(everything[0], everything[1][:cut]),
            net.only(everything[0], everything[1][cut:]),
        )
    cut = _gutter(column_sides, row_sides)
    if cut is not None:
        return (
            net.only(everything[0][:cut], everything[1]),
            net.only(everything[0][cut:], everything[1]),
        )
    return None


def _gutter(sides: Floats, others: Floats) -> int | None:
    """Before which of the other lines a gutter lies, by the sides of these lines and of the others."""
    drawn = sides >= ABSENT
    empty = drawn.sum(0) <= (1 if len(drawn) >= 5 else 0)
    if len(drawn) >= 4:
        # A title over all columns has no side inside either, but its lower line is whole.
        whole = np.minimum(others[:, 0], others[:, -1]) >= BOUNDS
        empty |= ~drawn[1:-1].any(0) & ~(whole[:-1] & whole[1:])
    return int(np.nonzero(empty)[0][0]) + 1 if empty.any() else None
