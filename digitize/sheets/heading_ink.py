"""The ink above the columns of a ruled table: which cells are one, and which strokes stand together.

Headings are found by where they stand, before anything is read: a line of ink between drawn rules is
one run, whoever printed or wrote it. So no word is passed over because it is short or by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected
from fairdeal.digitize.sheets.flat import (
    HEADING_INK as INK,
    WHITE,
    Apart,
    Flat,
    Points,
    apart,
    flatten,
)

MARGIN: Final = 0.004
"""Paper shown around the headings, as a share of the table's width."""
SPECK: Final = 0.09
"""Ink smaller than this share of the lowest row in both directions makes no word: dust, or a dot."""
LOWEST: Final = 0.4
"""Nor does a line lower than this share of the usual one: a remnant of a rule."""
DOT: Final = 0.4
"""The dot of an i stands above its line by no more than this share of the line's height."""
ALONG: Final = 5.0
"""What is left of a rule is so many times as long as thick, and lies where the rule was."""
SAME_LINE: Final = 0.35
"""Strokes stand on one line where they share this part of the lower one's height."""
GAP: Final = 1.3
"""Where cells have no rule between them, words further apart than this, in heights of the line, head
columns of their own ..."""
GAP_AT_LINE: Final = 0.6
"""... and from this on where the grid has a line between them."""
UPWARDS: Final = 2.0
"""Words of a narrow column that are so many times as high as wide run up the page ..."""
LEAST_UPWARDS: Final = 3
"""... if they have so many strokes: fewer may be a short word under another, or letters that touch: those
are known by the headings beside them, across which there is as much ink, to this share."""
LIKE_BESIDE: Final = 0.4
INTO: Final = 0.25
"""A run belongs to a column too that it reaches into by this share of the column's width."""
AROUND: Final = 3
"""Pixels of soft edge shown around strokes."""

Plane = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class HeadingRun:
    """Strokes on one line of a heading: their picture (dark on white), where they stand in the flat
    picture, the columns that they head, and the last row of the grid that their cell takes.

    `upwards`: the line runs up the page; its picture is turned to be read.
    """

    image: Plane
    left: int
    top: int
    right: int
    below: int
    first: int
    last: int
    row: int
    own: tuple[int, ...] = ()
    upwards: bool = False

    @property
    def height(self) -> int:
        """How high its letters are."""
        return self.right - self.left if self.upwards else self.below - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.below) / 2


@dataclass(frozen=True, slots=True)
class _Piece:
    """The box of a connected stroke, and its label."""

    label: int
    left: int
    top: int
    right: int
    below: int

    @property
    def size(self) -> int:
        return max(self.right - self.left, self.below - self.top)


def find_runs(picture: Plane, nodes: Points, fine: int = 1) -> list[HeadingRun]:
    """The runs of ink in the upper rows of a table.

    `nodes` are crossings of its lines in pixels, (rows * fine + 1, columns * fine + 1, 2), with `fine - 1`
    further points between them that follow curved rules.
    """
    flat = flatten(picture, nodes, MARGIN)
    flat = replace(flat, xs=flat.xs[::fine], ys=flat.ys[::fine])
    own_rows, row = flat.ys, float(np.diff(flat.ys).min())
    ruled = apart(flat)
    flat, ink = ruled.flat, ruled.ink
    mask = (cv2.GaussianBlur(ink, (3, 3), 0) > INK).astype(np.uint8)
    labels, stats, _ = connected(mask)
    pieces = list(_pieces(stats, ruled))
    large = [piece for piece in pieces if piece.size >= SPECK * row]
    lines: list[HeadingRun] = []
    regions = [
        ([piece for piece in large if _cell(piece, flat) in cells], cells)
        for cells in _regions(ruled.level, ruled.upright)
    ]
    turned = [_across(inside) for inside, cells in regions if _runs_upwards(inside, cells)]
    beside = float(np.median(turned)) if turned else None
    for inside, cells in regions:
        lines += _region_runs(inside, cells, flat, beside)
    if not lines:
        return []
    usual = float(np.median([run.height for run in lines]))
    return [
        replace(run, image=_shown(run, pieces, ink, labels), row=_row(run, flat, own_rows))
        for run in lines
        if run.height >= LOWEST * usual
    ]


def _row(run: HeadingRun, flat: Flat, rows: Points) -> int:
    """The row of the grid that the last row of a run's cell lies in."""
    middle = (flat.ys[run.row] + flat.ys[run.row + 1]) / 2
    return int(np.searchsorted(rows, middle)) - 1


def _pieces(stats: NDArray[np.int32], ruled: Apart) -> Iterator[_Piece]:
    """Strokes that may be of letters: within the table, nothing that is left of a rule."""
    flat, reach = ruled.flat, 1.5 * ruled.reach
    for label, (left, top, wide, high, _) in enumerate(stats.tolist()):
        piece = _Piece(label, left, top, left + wide, top + high)
        x, y = left + wide / 2, top + high / 2
        if label == 0 or not (flat.xs[0] < x < flat.xs[-1] and flat.ys[0] < y < flat.ys[-1]):
            continue
        row, column = _cell(piece, flat)
        beside_level = np.abs(flat.ys - y).argmin()
        beside_upright = np.abs(flat.xs - x).argmin()
        left_of_level = (
            wide > ALONG * high
            and abs(flat.ys[beside_level] - y) <= reach
            and ruled.level[beside_level, column]
        )
        left_of_upright = (
            high > ALONG * wide
            and abs(flat.xs[beside_upright] - x) <= reach
            and ruled.upright[row, beside_upright]
        )
        if not left_of_level and not left_of_upright:
            yield piece


def _cell(piece: _Piece, flat: Flat) -> tuple[int, int]:
    """The row and column in which the middle of a stroke lies."""
    x, y = (piece.left + piece.right) / 2, (piece.top + piece.below) / 2
    return int(np.searchsorted(flat.ys, y)) - 1, int(np.searchsorted(flat.xs, x)) - 1


def _regions(
    level: NDArray[np.bool_], upright: NDArray[np.bool_]
) -> Iterator[set[tuple[int, int]]]:
    """Cells (row, column) that no drawn side parts."""
    rows, columns = len(level) - 1, len(upright[0]) - 1
    left = {(i, j) for i in range(rows) for j in range(columns)}
    while left:
        start = min(left)
        left.remove(start)
        region, edge = {start}, [start]
        while edge:
            i, j = edge.pop()
            for to, drawn in (
                ((i - 1, j), level[i, j]),
                ((i + 1, j), level[i + 1, j]),
                ((i, j - 1), upright[i, j]),
                ((i, j + 1), upright[i, j + 1]),
            ):
                if not drawn and to in left:
                    left.remove(to)
                    region.add(to)
                    edge.append(to)
        yield region


def _region_runs(
    pieces: Sequence[_Piece], cells: set[tuple[int, int]], flat: Flat, beside: float | None
) -> list[HeadingRun]:
    columns = sorted({column for _, column in cells})
    row = max(row for row, _ in cells)
    runs = []
    if _runs_upwards(pieces, cells, beside):
        return [replace(_run(pieces, (columns[0], columns[0]), row), upwards=True)]
    for line in _lines(pieces):
        parts = _parted(line, flat) if len(columns) > 1 else [line]
        for part in parts:
            run = _run(part, (columns[0], columns[-1]), row)
            runs.append(_narrowed(run, flat) if len(parts) > 1 else run)
    return runs


def _runs_upwards(
    pieces: Sequence[_Piece], cells: set[tuple[int, int]], beside: float | None = None
) -> bool:
    """Whether the strokes of a column stand above each other in one line that runs up the page.

    Letters that touch in a blurred photo are one stroke. Where headings `beside` run upwards, across
    which that much ink lies, a tall stroke as wide as these is one too; a lone figure is narrower.
    """
    if not pieces or len({column for _, column in cells}) != 1:
        return False
    wide = _across(pieces)
    high = max(piece.below for piece in pieces) - min(piece.top for piece in pieces)
    if high <= UPWARDS * wide:
        return False
    like = beside is not None and abs(wide - beside) <= LIKE_BESIDE * beside
    return len(pieces) >= LEAST_UPWARDS or like


def _across(pieces: Sequence[_Piece]) -> int:
    return max(piece.right for piece in pieces) - min(piece.left for piece in pieces)


def _lines(pieces: Sequence[_Piece]) -> list[list[_Piece]]:
    """Strokes by lines of writing, from the top; the tall ones first, so that dots join them."""
    lines: list[list[_Piece]] = []
    for piece in sorted(pieces, key=lambda piece: piece.top - piece.below):
        for line in lines:
            top, below = min(p.top for p in line), max(p.below for p in line)
            shared = min(below, piece.below) - max(top, piece.top)
            if shared > SAME_LINE * min(below - top, piece.below - piece.top):
                line.append(piece)
                break
        else:
            lines.append([piece])
    tallest = max((_height(line) for line in lines), default=0)
    # Dots of letters and what is left of rules make no line.
    kept = [line for line in lines if _height(line) >= tallest / 3]
    return sorted(kept, key=lambda line: min(piece.top for piece in line))


def _height(line: Sequence[_Piece]) -> int:
    return max(piece.below for piece in line) - min(piece.top for piece in line)


def _parted(line: Sequence[_Piece], flat: Flat) -> list[list[_Piece]]:
    """A line over several columns, cut where words stand far apart."""
    height = _height(line)
    parts: list[list[_Piece]] = []
    reached = 0.0
    for piece in sorted(line, key=lambda piece: piece.left):
        between = ((flat.xs > reached) & (flat.xs < piece.left)).any()
        room = (GAP_AT_LINE if between else GAP) * height
        if parts and piece.left - reached <= room:
            parts[-1].append(piece)
        else:
            parts.append([piece])
        reached = max(reached, piece.right)
    return parts


def _run(pieces: Sequence[_Piece], columns: tuple[int, int], row: int) -> HeadingRun:
    left, right = min(p.left for p in pieces), max(p.right for p in pieces)
    top, below = min(p.top for p in pieces), max(p.below for p in pieces)
    own = tuple(piece.label for piece in pieces)
    return HeadingRun(_NOTHING, left, top, right, below, columns[0], columns[1], row, own)


_NOTHING: Final = np.zeros((0, 0), np.uint8)


def _shown(
    run: HeadingRun, pieces: Sequence[_Piece], ink: Plane, labels: NDArray[np.int32]
) -> Plane:
    """The strokes of a run and the dots that belong to them, on their own."""
    over = DOT * run.height
    dots = [
        piece
        for piece in pieces
        if piece.size < run.height
        and run.left - over < piece.left
        and piece.right < run.right + over
        and run.top - over < piece.top
        and piece.below < run.below + over / 2
    ]
    top = min([run.top, *(piece.top for piece in dots)])
    y, x = max(0, top - AROUND), max(0, round(run.left - over))
    window = (slice(y, run.below + AROUND), slice(x, round(run.right + over)))
    own = [*run.own, *(piece.label for piece in dots)]
    kept = np.isin(labels[window], own).astype(np.uint8)
    near = cv2.dilate(kept, np.ones((2 * AROUND + 1, 2 * AROUND + 1), np.uint8))
    shown = np.asarray(WHITE - np.minimum(ink[window], WHITE) * near, np.uint8)
    return np.ascontiguousarray(np.rot90(shown, -1)) if run.upwards else shown


def _narrowed(run: HeadingRun, flat: Flat) -> HeadingRun:
    """Where several runs share one unruled stretch, each heads those columns alone that it stands over."""
    middle = (run.left + run.right) / 2
    over = [
        column
        for column in range(run.first, run.last + 1)
        if flat.xs[column] <= middle < flat.xs[column + 1]
        or min(run.right, flat.xs[column + 1]) - max(run.left, flat.xs[column])
        > INTO * (flat.xs[column + 1] - flat.xs[column])
    ]
    return replace(run, first=over[0], last=over[-1]) if over else run
