"""Ruled tables in any photo, found by their lines: rows, columns, and every cell's ink.

No markers are needed. The lines of a picture fall into two directions; lines that cross make a table;
its perspective and bend are taken off; what is missing is filled in where the others show it, and said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.cells import (
    Ink,
    Strokes,
    crop_of,
    find_strokes,
    joined_across,
    own_strokes,
    window,
)
from fairdeal.digitize.forms.layout import Box
from fairdeal.digitize.page.surface import PX_MM, WHITE
from fairdeal.digitize.ruled.book_lines import without_book_lines
from fairdeal.digitize.ruled.grid import FINE, Grid, grids
from fairdeal.digitize.ruled.lines import ABSENT
from fairdeal.digitize.ruled.rules import (
    Family,
    Ridges,
    crossings,
    directions,
    family,
    find_ridges,
    groups,
)

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

LEAST_SIDE: Final = 64
"""A picture smaller than this has no table that could be read."""
DRAWN: Final = 0.5
"""A side of a cell counts as drawn from this share on."""
LEAST_TRUST: Final = 0.6
"""Less of a table's sides drawn than this, and the lines may be anything."""
MOST_TABLES: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class RuledTable:
    """A table in a photo. `nodes` (rows + 1, columns + 1, 2) are the crossings of its rules in pixels.

    `fine` has further points between, `FINE` to a side of a cell, which follow curved rules; None where
    rules are taken to run straight from crossing to crossing. `trust`: the share of its sides that are
    seen, those left out that cells span which are one. `cut_off`: it goes on outside of the photo.
    """

    nodes: Floats
    fine: Floats | None = None
    trust: float = 1.0
    cut_off: bool = False

    @property
    def rows(self) -> int:
        return len(self.nodes) - 1

    @property
    def columns(self) -> int:
        return len(self.nodes[0]) - 1

    @property
    def corners(self) -> Floats:
        """(4, 2): top left, top right, bottom right, bottom left, in pixels."""
        return np.array(
            [self.nodes[0, 0], self.nodes[0, -1], self.nodes[-1, -1], self.nodes[-1, 0]]
        )

    def cell(self, row: int, column: int) -> Floats:
        """(4, 2): a cell's corners in pixels, clockwise from the top left."""
        return self.nodes[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]

    def cells(self, picture: Image) -> list[list[RuledCell]]:
        """Every cell's ink, by row and column. The ink of a cell that spans several is in its parts."""
        fine = self.fine if self.fine is not None else _between(self.nodes)
        flat = cut_table(picture, fine, FINE)
        return [flat[i * self.columns : (i + 1) * self.columns] for i in range(self.rows)]

    def turned(self, quarters: int) -> RuledTable:
        """The same table read with the sheet turned clockwise by quarters: the photo stays as it is.

        After one quarter, what was the left column read upwards is the top row.
        """

        def turn(nodes: Floats) -> Floats:
            return np.ascontiguousarray(np.rot90(nodes, -quarters, axes=(0, 1)))

        if quarters % 4 == 0:
            return self
        fine = None if self.fine is None else turn(self.fine)
        return RuledTable(turn(self.nodes), fine, self.trust, self.cut_off)


def _between(nodes: Floats) -> Floats:
    """Fine nodes where rules run straight from crossing to crossing."""
    rows = np.arange((len(nodes) - 1) * FINE + 1) / FINE
    columns = np.arange((len(nodes[0]) - 1) * FINE + 1) / FINE
    i = np.minimum(rows.astype(np.int64), len(nodes) - 2)
    j = np.minimum(columns.astype(np.int64), len(nodes[0]) - 2)
    u, v = (rows - i)[:, None, None], (columns - j)[None, :, None]
    top = nodes[i][:, j] * (1 - v) + nodes[i][:, j + 1] * v
    bottom = nodes[i + 1][:, j] * (1 - v) + nodes[i + 1][:, j + 1] * v
    return np.asarray(top * (1 - u) + bottom * u, np.float64)


def find_tables(picture: Image) -> list[RuledTable]:
    """The ruled tables of a picture (blue, green, red), best first; none is not an error. Those of which
    too few lines can be seen are left out."""
    if min(picture.shape[:2]) < LEAST_SIDE:
        return []
    ridges = find_ridges(picture)
    ways = directions(ridges)
    if ways is None:
        return []
    level, upright = family(ridges, ways[0]), family(ridges, ways[1])
    found: list[tuple[float, RuledTable]] = []
    for grid in _grids(ridges, level, upright):
        # How much of a table it is: drawn sides, and what they enclose.
        corners = grid.nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)
        drawn = float(grid.level.sum() + grid.upright.sum())
        worth = drawn * float(np.sqrt(cv2.contourArea(corners)))
        found.append((worth, _table(grid, ridges, picture.shape[:2])))
    found.sort(key=lambda entry: -entry[0])
    return [table for _, table in found[:MOST_TABLES] if table.trust >= LEAST_TRUST]


def _grids(ridges: Ridges, level: Family, upright: Family) -> Iterator[Grid]:
    if not level.rules or not upright.rules:
        return
    for rows, columns in groups(crossings(level, upright)):
        parts = (
            Family(level.direction, tuple(level.rules[i] for i in rows)),
            Family(upright.direction, tuple(upright.rules[j] for j in columns)),
        )
        try:
            yield from grids(ridges, *parts)
        except np.linalg.LinAlgError:  # lines that meet in a way that paper cannot have
            continue


def _table(grid: Grid, ridges: Ridges, shape: tuple[int, ...]) -> RuledTable:
    level, upright = _inside_spans(grid)
    fine = (grid.fine + 0.5) / ridges.scale - 0.5
    sides = np.r_[grid.level[~level], grid.upright[~upright]]
    trust = float((sides >= DRAWN).mean()) if len(sides) else 0.0
    edge = fine.reshape(-1, 2)
    cut_off = (edge < 1).any() or (edge > np.array([shape[1], shape[0]]) - 2).any()
    return RuledTable(np.ascontiguousarray(fine[::FINE, ::FINE]), fine, trust, bool(cut_off))


def _inside_spans(grid: Grid) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which sides (level, upright) lie inside of cells joined for want of a line between them, such as a
    heading over several columns.

    Only whole rectangles of cells are joined, and only beside rules that are seen elsewhere.
    """
    rows, columns = grid.upright.shape[0], grid.level.shape[1]
    parent = np.arange(rows * columns)

    def root(cell: int) -> int:
        while parent[cell] != cell:
            cell = int(parent[cell])
        return cell

    for i in range(1, rows):
        for j in range(columns):
            if grid.level[i, j] < ABSENT and grid.rows_seen[i]:
                parent[root(i * columns + j)] = root((i - 1) * columns + j)
    for i in range(rows):
        for j in range(1, columns):
            if grid.upright[i, j] < ABSENT and grid.columns_seen[j]:
                parent[root(i * columns + j)] = root(i * columns + j - 1)
    inside = (np.zeros(grid.level.shape, bool), np.zeros(grid.upright.shape, bool))
    roots = np.array([root(cell) for cell in range(rows * columns)]).reshape(rows, columns)
    for one in np.unique(roots):
        ys, xs = np.nonzero(roots == one)
        high, wide = int(np.ptp(ys)) + 1, int(np.ptp(xs)) + 1
        if len(ys) == 1 or len(ys) != high * wide or len(ys) == rows * columns:
            continue
        top, left = int(ys.min()), int(xs.min())
        level = slice(top + 1, top + high), slice(left, left + wide)
        upright = slice(top, top + high), slice(left + 1, left + wide)
        if (grid.level[level] < DRAWN).all() and (grid.upright[upright] < DRAWN).all():
            inside[0][level] = inside[1][upright] = True
    return inside


FOCAL: Final = 1.15
"""Focal length beside the longer side of the picture: a phone's main camera (26 mm)."""


def shares_of(nodes: Floats) -> tuple[Floats, Floats]:
    """Where the upright and the level lines of a table are, as shares of its width and height.

    `nodes` are its line crossings, (rows + 1, columns + 1, 2). Perspective is taken out.
    """
    square = _square(nodes)
    edges, lines = np.median(square[..., 0], axis=0), np.median(square[..., 1], axis=1)
    edges[0], edges[-1], lines[0], lines[-1] = 0.0, 1.0, 0.0, 1.0
    return np.asarray(edges, np.float64), np.asarray(lines, np.float64)


def _square(nodes: Floats) -> Floats:
    """The nodes with the table's corners in those of the unit square."""
    corners = np.array([nodes[0, 0], nodes[0, -1], nodes[-1, -1], nodes[-1, 0]], np.float32)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    flat = nodes.reshape(1, -1, 2)
    moved = cv2.perspectiveTransform(flat, cv2.getPerspectiveTransform(corners, unit))
    return np.asarray(moved.reshape(nodes.shape), np.float64)


def aspect_of(nodes: Floats, size: tuple[int, int]) -> float:
    """A table's height beside its width on paper; `size` is the picture's width and height.

    The lens is read as a phone's: with another the figure is off by as much as the sheet is tilted.
    """
    corners = np.array([nodes[0, 0], nodes[0, -1], nodes[-1, -1], nodes[-1, 0]], np.float32)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    view = cv2.getPerspectiveTransform(unit, corners)
    focal = FOCAL * max(size)
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    spread = np.linalg.inv(lens) @ view
    return float(np.linalg.norm(spread[:, 1]) / np.linalg.norm(spread[:, 0]))


# --- a table squared up ------------------------------------------------------------------------
#
# Even light, its rules and those of a writing book below it taken out, each cell with its own strokes alone.
# The scale follows the rows: a row is `ROW_PX` high, as a row of 8 mm is on a form of ours, so that the cells
# look to the reader of handwriting like those that it knows.

Plane = NDArray[np.uint8]

ROW_PX: Final = 80.0
"""Pixels of a usual row."""
LARGEST: Final = 2.0
"""A small photo is blown up by this at most; beyond, there is nothing to see."""
MOST_PX: Final = 12_000_000
"""Pixels of a squared-up table: bounds memory."""
EDGE: Final = 0.3
"""Shares of a usual row shown around the table."""
RULE_SHARE: Final = 0.13
"""A rule and its place's uncertainty take no more than this share of a row to either side."""
JOIN_SHARE: Final = 0.11
"""A stroke goes on across a rule where there is ink this far to both sides, in shares of a row."""
RULE_EDGE: Final = 0.15
"""A rule ends where it is less dark than this share of its middle."""
BLUR_PX: Final = 1
"""... and this far beyond."""
RULE_SPREAD: Final = 1.3
"""A rule's own darkness varies by this factor."""
SEEN: Final = 3
"""A rule is seen where it is darker than the paper's grain by so many times."""
AS_DARK: Final = 1.5
"""A rule is at most so many times as dark beside one cell as it is beside others ..."""
PALER: Final = 0.25
"""... of which this share are paler: half of the totals in a column may begin with a 1."""
STRAIGHT: Final = 0.1
"""Share of it that a rule must explain more, for each pixel that it stands further aside than beside the cell
before."""
ZONE_SHARE: Final = 0.11
"""What is left of a rule lies this near to its place, in shares of a row ..."""
ZONE_PART: Final = 0.9
"""... with this share of it ..."""
FAINT_SHARE: Final = 0.5
"""... and is fainter than this share of the usual writing."""
USUAL_SIZE: Final = 0.12
"""The usual writing is distinguished from strokes that cover the square of this share of a row."""
SHOWN_THROUGH: Final = 1 / 3
"""Ink fainter than this share of the usual writing shows through from behind or was rubbed out; a weak
pencil beside black print has half its darkness."""
SPECK: Final = 0.18
"""Shares of a row (1.4 mm of 8): no entry is smaller in both directions, ..."""
SMALL: Final = 0.5
"""... or than such a share of the usual writing, where that is small, as print in high rows is: figures as
high as an x are six tenths of a capital."""
PAPER_PX: Final = 12
"""The paper's light is worked out in a picture smaller by this."""
GRAIN_STEP: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class RuledCell:
    """A cell's ink, dark on light, rules and neighbours' strokes taken out; `blank`: none is there, or what
    is there is so much fainter than the usual writing of the table that it shows through from behind, or was
    rubbed out."""

    image: Plane
    blank: bool


def cut_table(picture: NDArray[np.uint8], fine: Floats, parts: int) -> list[RuledCell]:
    """The cells, row by row, of the table whose fine nodes (`parts` to a cell side) are given in pixels of a
    photo. It is squared up first."""
    nodes = fine[::parts, ::parts]
    heights = np.linalg.norm(np.diff(nodes, axis=0), axis=2).mean(1)
    widths = np.linalg.norm(np.diff(nodes, axis=1), axis=2).mean(0)
    scale = min(ROW_PX / float(np.median(heights)), LARGEST)
    area = float(heights.sum() * widths.sum())
    scale = min(scale, float(np.sqrt(MOST_PX / max(area, 1.0))))
    edge = EDGE * float(np.median(heights)) * scale
    ys = edge + np.r_[0.0, np.cumsum(heights)] * scale
    xs = edge + np.r_[0.0, np.cumsum(widths)] * scale
    shrunk, ratio = picture, 1.0
    if scale < 0.5:
        ratio = 2.0 * scale
        shrunk = np.asarray(
            cv2.resize(picture, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA), np.uint8
        )
    down, across = _weights(ys, edge, parts), _weights(xs, edge, parts)
    where = [
        np.asarray((down @ fine[:, :, k] @ across.T + 0.5) * ratio - 0.5, np.float32)
        for k in (0, 1)
    ]
    image = cv2.remap(shrunk, where[0], where[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light = _light(np.asarray(image, np.uint8))
    dark = np.asarray(cv2.subtract(np.full_like(light, WHITE), light), np.uint8)
    grain = _grain(dark, xs, ys)
    row = float(np.median(np.diff(ys)))
    book = without_book_lines(dark, xs, ys, row, grain)
    if book is not None:
        free = _without_rules(book.free, xs, ys, row, grain)
        strokes, usual = _written(find_strokes(Ink(free, free, grain)), xs, ys, row)
        if book.fainter_than(usual.dark):
            return _cells(free, xs, ys, strokes, grain, usual)
    dark = _without_rules(dark, xs, ys, row, grain)
    strokes, usual = _written(find_strokes(Ink(dark, dark, grain)), xs, ys, row)
    return _cells(dark, xs, ys, strokes, grain, usual)


@dataclass(frozen=True, slots=True)
class Usual:
    """How dark the usual writing of a table is, and how large in pixels; 0 if there is hardly any."""

    dark: float = 0.0
    size: float = 0.0


def _cells(
    dark: Plane, xs: Floats, ys: Floats, strokes: Strokes, grain: float, usual: Usual
) -> list[RuledCell]:
    """The cells of a squared-up table."""
    least = SPECK * ROW_PX
    if usual.size:
        least = min(least, SMALL * usual.size)
    boxes = [
        Box(
            float(left) / PX_MM,
            float(top) / PX_MM,
            float(right - left) / PX_MM,
            float(below - top) / PX_MM,
        )
        for top, below in pairwise(ys)
        for left, right in pairwise(xs)
    ]
    cells = []
    for box, (own, written) in zip(boxes, own_strokes(strokes, boxes, grain), strict=True):
        clear = own[strokes.peak[own] >= SHOWN_THROUGH * usual.dark]
        inside = strokes.labels[window(box)]
        # More than specks, within the cell.
        plain = written and any(
            max(map(np.ptp, np.nonzero(inside == number))) >= least
            for number in np.intersect1d(clear, inside)
        )
        cells.append(RuledCell(crop_of(dark, strokes, box, own, plain), not plain))
    return cells


def _written(strokes: Strokes, xs: Floats, ys: Floats, row: float) -> tuple[Strokes, Usual]:
    """Strokes without what is left of rules (it lies along them and is faint beside the writing), and
    the usual writing."""
    reach = max(2, round(ZONE_SHARE * row))
    zone = np.zeros(strokes.labels.shape, np.uint8)
    for y in ys:
        zone[max(0, round(y) - reach) : round(y) + reach + 1] = 1
    for x in xs:
        zone[:, max(0, round(x) - reach) : round(x) + reach + 1] = 1
    inside = np.bincount(strokes.labels[zone > 0].ravel(), minlength=len(strokes.peak))
    along = inside >= ZONE_PART * np.maximum(strokes.area, 1)
    large = ~along & (strokes.area >= (USUAL_SIZE * row) ** 2)
    large[0] = False
    if not large.any():
        return strokes, Usual()
    size = (strokes.extent[large, 2:] - strokes.extent[large, :2]).max(1)
    usual = Usual(float(np.median(strokes.peak[large])), float(np.median(size)))
    gone = along & (strokes.peak < FAINT_SHARE * usual.dark)
    gone[0] = False
    labels = np.where(gone[strokes.labels], 0, strokes.labels)
    area = np.where(gone, 0, strokes.area)
    return Strokes(np.asarray(labels, np.int32), strokes.peak, area, strokes.extent), usual


def _weights(places: Floats, edge: float, parts: int) -> Floats:
    """(pixels, fine nodes): how much each fine node has to do with each pixel."""
    size = int(np.ceil(places[-1] + edge))
    count = (len(places) - 1) * parts + 1
    nodes = np.interp(np.arange(count) / parts, np.arange(len(places)), places)
    pixels = np.arange(size) + 0.0
    first = np.clip(np.searchsorted(nodes, pixels, side="right") - 1, 0, count - 2)
    share = (pixels - nodes[first]) / (nodes[first + 1] - nodes[first])
    answer = np.zeros((size, count))
    answer[np.arange(size), first] = 1 - share
    answer[np.arange(size), first + 1] = share
    return answer


def _light(image: Plane) -> Plane:
    """Grey with paper at `WHITE`: the mean of brightness and the darkest colour, so that a red pen
    shows too."""
    least = np.asarray(image.min(axis=2), np.uint8)
    grey = cv2.addWeighted(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 0.5, least, 0.5, 0)
    size = (max(3, image.shape[1] // PAPER_PX), max(3, image.shape[0] // PAPER_PX))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    kernel = np.ones((7, 7), np.uint8)
    paper = cv2.medianBlur(cv2.erode(cv2.dilate(small, kernel), kernel), 5)
    paper = cv2.resize(paper, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    paper = cv2.blur(paper, (2 * PAPER_PX + 1, 2 * PAPER_PX + 1))
    even = cv2.divide(grey, cv2.max(paper, np.full_like(paper, 8)), scale=float(WHITE))
    return np.asarray(cv2.min(even, np.full_like(even, WHITE)), np.uint8)


def _grain(dark: Plane, xs: Floats, ys: Floats) -> float:
    """The standard deviation of bare paper inside of the table, in grey levels."""
    part = dark[round(ys[0]) : round(ys[-1]), round(xs[0]) : round(xs[-1])]
    smooth = cv2.blur(part, (3, 3)).astype(np.float32)
    rough = np.abs(part.astype(np.float32) - smooth)[::GRAIN_STEP, ::GRAIN_STEP]
    # What a 3 x 3 mean leaves of independent grain is 0.94 of it.
    return max(0.5, float(1.4826 * np.median(rough) / 0.94))


def _without_rules(dark: Plane, xs: Floats, ys: Floats, row: float, grain: float) -> Plane:
    """The writing's darkness: every rule's own taken off, strokes that it hides joined again."""
    reach = max(2, round(RULE_SHARE * row))
    free = dark.copy()
    bands = np.zeros_like(dark)
    for turn, places, ends in ((False, ys, xs), (True, xs, ys)):
        source = dark.T if turn else dark
        target = free.T if turn else free
        marked = bands.T if turn else bands
        for place in places:
            low, high = max(0, round(place) - reach), min(len(source), round(place) + reach + 1)
            stretches = _stretches(ends, len(source[0]))
            along = [np.median(source[low:high, start:end], axis=1) for start, end in stretches]
            own = _as_beside_others(along, grain)
            for (start, end), usual in zip(stretches, own, strict=True):
                band = slice(start, end)
                _take_out(
                    usual, target[low:high, band], marked[low:high, band],
                    round(place) - low, grain,
                )  # fmt: skip
    outside = np.asarray(cv2.bitwise_and(free, cv2.bitwise_not(bands)), np.uint8)
    reach = max(3, round(JOIN_SHARE * row))
    joined = np.maximum(*(joined_across(outside, dark, reach, level) for level in (True, False)))
    return np.asarray(np.where(bands > 0, np.maximum(free, joined), free), np.uint8)


def _stretches(ends: Floats, size: int) -> list[tuple[int, int]]:
    """A rule from cell to cell; the first and the last with what may stick out."""
    cuts = [0, *(round(end) for end in ends[1:-1]), size]
    return [(a, b) for a, b in pairwise(cuts) if b - a >= 4]


def _as_beside_others(along: Sequence[Floats], grain: float) -> list[Floats]:
    """How dark a rule is at each pixel across it beside each cell, and no darker or wider than beside others
    where it is seen: a 1 that stands close to it would go with it."""
    seen = [each for each in along if each.max(initial=0.0) > SEEN * grain]
    if not seen:
        return list(along)
    centre = len(seen[0]) // 2
    most = max(2, centre // 2)
    peaks = [centre - most + int(each[centre - most : centre + most + 1].argmax()) for each in seen]
    level = [np.roll(each, centre - peak) for each, peak in zip(seen, peaks, strict=True)]
    usual = np.quantile(level, PALER, axis=0)
    darkest = AS_DARK * cv2.dilate(usual, np.ones((3, 1)))[:, 0] + 2 * grain

    found: list[Floats] = []
    by = 0
    for each in along:
        # Not all straight: it stands where it explains most, and near where it did beside the cell before.
        fits = {
            shift: np.minimum(each, np.roll(usual, shift)).sum() / max(usual.sum(), 1.0)
            - STRAIGHT * abs(shift - by)
            for shift in range(-most, most + 1)
        }
        by = max(fits, key=fits.__getitem__) if each.max(initial=0.0) > SEEN * grain else by
        found.append(np.asarray(np.minimum(each, np.roll(darkest, by)), np.float64))
    return found


def _take_out(usual: Floats, target: Plane, marked: Plane, place: int, grain: float) -> None:
    """One rule (along the second axis) beside one cell: `usual` is how dark it is at each pixel across it,
    `place` where it stands."""
    reach = len(usual) // 2
    middle = np.abs(np.arange(len(usual)) - place) <= max(2, reach // 2)
    peak = int(np.where(middle, usual, -1).argmax())
    strength = float(usual[peak])
    if strength <= SEEN * grain:
        return
    first, last = peak, peak
    while first > 0 and usual[first - 1] > RULE_EDGE * strength:
        first -= 1
    while last < len(usual) - 1 and usual[last + 1] > RULE_EDGE * strength:
        last += 1
    first, last = max(0, first - BLUR_PX), min(len(usual) - 1, last + BLUR_PX)
    level = np.minimum(255, RULE_SPREAD * usual[first : last + 1] + 2 * grain).astype(np.uint8)
    band = target[first : last + 1]
    wide = band.shape[1]
    np.copyto(band, cv2.subtract(np.ascontiguousarray(band), np.repeat(level[:, None], wide, 1)))
    marked[first : last + 1] = 255
