"""Tables whose lines are not plainly there: among a writing book's own lines, or made of dots.

A book's lines are fainter than what was ruled over them. With all that is faint read as paper, the
table is found alone; where the faint lines are the table, the photo as it is shows it. Where rows seem
to be missing, the dots of dotted lines are joined and the table is looked for once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.grid import FINE
from fairdeal.digitize.ruled.rules import LONG_SIDE, directions, find_ridges
from fairdeal.digitize.ruled.tables import RuledTable, find_tables, shares_of

STRONG: Final = 0.78
"""Ink is darker than this share of the paper's light; a writing book's lines have nine tenths."""
FADE: Final = 0.12
"""Between paper and ink, as a share of the paper's light."""
SMALLER: Final = 8
"""The paper's light is worked out in a picture smaller by this."""
MORE: Final = 1.7
"""A table with so many times the rows of the strong lines' one has the paper's lines among its own."""
DOTS: Final = 9
"""Pixels of the picture in which lines are looked for: dots nearer than this are joined to a line. A line
of dots 1 mm apart on a page that fills the photo has one in 5."""
UNEVEN: Final = 1.6
"""A row so many times as high as the usual one has lines in it that were not seen."""
PART: Final = 0.9
"""Parts of a row are lower than this share of the usual row (one was in parts of 0.81 and 0.21) ..."""
REGULAR: Final = 0.2
"""... and rows of one height, a fold's bend included, differ by less than this share of it."""
LEAST_EVEN: Final = 6
"""Fewer rows do not show what is usual."""

Image = NDArray[np.uint8]


def ruled_tables(picture: Image) -> list[RuledTable]:
    """The tables of a photo, best first: as it is, then those of its strong lines alone, and of its
    dotted lines where rows seem to be missing."""
    plain = [trimmed(picture, table) for table in find_tables(picture)]
    ink = strong_ink(picture)
    strong = [trimmed(picture, table) for table in find_tables(ink)]
    found = [*plain, *strong]
    if plain and strong and plain[0].rows > MORE * strong[0].rows:
        found = [*strong, *plain]
    if found and even(found[0]):
        return found
    dotted = [trimmed(picture, table) for table in find_tables(dots_joined(ink))]
    better = dotted and even(dotted[0]) and (not found or dotted[0].rows > found[0].rows)
    return [*dotted, *found] if better else [*found, *dotted]


def one_by_one(picture: Image, most: int) -> Iterator[RuledTable]:
    """The same as long as one is wanted: strong and dotted lines are looked for after the others only."""
    for table in find_tables(picture)[:most]:
        yield trimmed(picture, table)
    ink = strong_ink(picture)
    for table in find_tables(ink)[:most]:
        yield trimmed(picture, table)
    for table in find_tables(dots_joined(ink))[:most]:
        yield trimmed(picture, table)


def even(table: RuledTable) -> bool:
    """Whether no row of a table is so high that some of its lines must have been missed; the first may
    hold headings that run upwards."""
    high = np.diff(shares_of(table.nodes)[1])[1:]
    return bool(high.max() <= UNEVEN * float(np.median(high)))


def split_row(table: RuledTable, headings: int) -> int | None:
    """The row, counted from 0 under the headings, that a fold's shadow read as a line may part in two.

    All other rows are of one height, and this one and the next are lower and together as high. At the
    foot a sheet may well have lower rows: the last two are not asked.
    """
    high = np.diff(shares_of(table.nodes)[1])[headings:]
    if len(high) < LEAST_EVEN:
        return None
    usual = float(np.median(high))
    for row in range(len(high) - 2):
        pair, rest = high[row : row + 2], np.delete(high, [row, row + 1])
        regular = float(np.abs(rest[:-1] - usual).max()) < REGULAR * usual
        if regular and is_parted(pair, usual):
            return row
    return None


def is_parted(pair: NDArray[np.float64], usual: float) -> bool:
    """Whether two rows, by their heights, may be one of the usual height with a line too many in it."""
    return bool(pair.max() < PART * usual and abs(pair.sum() - usual) < REGULAR * usual)


def dots_joined(strong: Image) -> Image:
    """A picture of strong ink alone with its dots joined, along the two ways that its lines run."""
    scale = min(1.0, LONG_SIDE / max(strong.shape[:2]))
    ways = directions(find_ridges(strong))
    if ways is None:
        return strong
    grey = strong[:, :, 0]
    joined = grey
    for way in ways:
        opened = cv2.morphologyEx(grey, cv2.MORPH_OPEN, _stroke(way, round(DOTS / scale) | 1))
        joined = np.asarray(cv2.min(joined, opened), np.uint8)
    return np.asarray(cv2.merge([joined, joined, joined]), np.uint8)


def _stroke(way: float, size: int) -> Image:
    """A line through the middle of a square (an odd number of pixels) that runs this way (radians)."""
    stroke = np.zeros((size, size), np.uint8)
    middle = size // 2
    x, y = round(middle * float(np.cos(way))), round(middle * float(np.sin(way)))
    ends = (middle - x, middle - y), (middle + x, middle + y)
    return np.asarray(cv2.line(stroke, *ends, (1,), 1), np.uint8)


def strong_ink(picture: Image) -> Image:
    """A grey picture in three colours with faint ink gone."""
    least = np.asarray(picture.min(axis=2), np.uint8)
    size = (max(3, least.shape[1] // SMALLER), max(3, least.shape[0] // SMALLER))
    small = cv2.resize(least, size, interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    paper = cv2.resize(cv2.medianBlur(closed, 5), (least.shape[1], least.shape[0]))
    share = least.astype(np.float32) / np.maximum(paper, 8)
    ink = np.clip((STRONG - share) / FADE, 0.0, 1.0)
    grey = np.asarray(paper * (1.0 - ink) + least * ink, np.uint8)
    return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)


POINTS: Final = 24
"""Places along a side of a cell that are looked at, its ends left out."""
ACROSS: Final = 10
"""Steps to either side of the line."""
NEAR: Final = 5
"""Steps from the line within which its rule lies."""
STEP: Final = 0.016
"""A step, as a share of the usual distance between lines."""
DARKER: Final = 12.0
"""Grey levels that a rule is darker than the paper beside it: faint pencil has twice as much."""
LEAST_DRAWN: Final = 0.45
"""A column of which less than this share of its rows' rules is seen is not one ..."""
INNER_DRAWN: Final = 0.7
"""... where inside of the table this share and more is seen."""
OUTER: Final = 0.4
"""Of a narrow outermost column this share at its outer end counts: pens overshoot, and a strip between
the table and the next line may so seem ruled."""
NARROW: Final = 0.4
"""A column is narrow below this share of the usual one's width. The rules of wider ones may end before
the paper does: a table may be open at its sides."""
MOST: Final = 2
"""Lines left out at each side."""
LEAST_LEFT: Final = 3
"""Columns, or rows, below which nothing is left out."""

Floats = NDArray[np.float64]


def trimmed(picture: NDArray[np.uint8], table: RuledTable) -> RuledTable:
    """The table without outer columns and rows through which its rules do not run."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    even = np.asarray(cv2.blur(grey, (3, 3)), np.uint8)
    columns, rows = _kept(even, table.nodes), _kept(even, table.nodes.transpose(1, 0, 2))
    if columns == (0, table.columns) and rows == (0, table.rows):
        return table
    return part_of(table, rows, columns)


def part_of(table: RuledTable, rows: tuple[int, int], columns: tuple[int, int]) -> RuledTable:
    """Rows and columns of a table, from the first up to one behind the last."""
    (top, below), (left, right) = rows, columns
    fine = table.fine
    if fine is not None:
        fine = fine[top * FINE : below * FINE + 1, left * FINE : right * FINE + 1]
    nodes = np.ascontiguousarray(table.nodes[top : below + 1, left : right + 1])
    return replace(table, nodes=nodes, fine=fine)


def _kept(grey: NDArray[np.uint8], nodes: Floats) -> tuple[int, int]:
    """The columns to keep, by what is seen along the level sides of cells."""
    drawn = _drawn(grey, nodes)
    wide = np.median(np.linalg.norm(np.diff(nodes, axis=1), axis=2), axis=0)
    narrow = wide < NARROW * np.median(wide)
    seen = drawn.mean(axis=(0, 2))
    part = round(OUTER * drawn.shape[2])
    left = np.where(narrow, drawn[..., :part].mean(axis=(0, 2)), seen)
    right = np.where(narrow, drawn[..., -part:].mean(axis=(0, 2)), seen)
    first, last = 0, len(seen)
    while last - first > LEAST_LEFT and float(np.median(seen[first:last])) >= INNER_DRAWN:
        if len(seen) - last < MOST and min(seen[last - 1], right[last - 1]) < LEAST_DRAWN:
            last -= 1
        elif first < MOST and min(seen[first], left[first]) < LEAST_DRAWN:
            first += 1
        else:
            break
    return first, last


def _drawn(grey: NDArray[np.uint8], nodes: Floats) -> Floats:
    """Where a rule is seen along each side between neighbours of a row of crossings, 0 or 1 at each place."""
    start, along = nodes[:, :-1], np.diff(nodes, axis=1)
    length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6)
    across = np.stack((-along[..., 1], along[..., 0]), -1) / length
    usual = float(np.median(np.linalg.norm(np.diff(nodes, axis=0), axis=2)))
    steps = np.arange(-ACROSS, ACROSS + 1) * max(1.0, STEP * usual)
    shares = np.linspace(0.12, 0.88, POINTS)
    places = (
        start[:, :, None, None]
        + shares[:, None, None] * along[:, :, None, None]
        + steps[:, None] * across[:, :, None, None]
    )
    flat = places.reshape(len(nodes), -1, 2).astype(np.float32)
    seen = cv2.remap(
        grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    seen = np.asarray(seen, np.float64).reshape(places.shape[:-1])
    line = seen[..., ACROSS - NEAR : ACROSS + NEAR + 1].min(axis=-1)
    return np.asarray(np.median(seen, axis=-1) - line >= DARKER, np.float64)


FOLD_POINTS: Final = 60
"""Places along the side of a cell that are looked at: dots 1 mm apart are met often enough."""
MARGIN: Final = 0.12
"""Shares of a side left out at its ends, where upright rules cross."""
STEPS: Final = 12
"""Steps across to either side ..."""
REACH: Final = 0.13
"""... as far as this share of a row; at a fold the paper is bright and dark within a tenth."""
FOLD_NEAR: Final = 4
"""Steps from the line within which its ink would lie."""
DOTTED: Final = 80.0
"""Percentile of the darkness along a line that is its ink's, where half of it are gaps between dots."""
NO_INK: Final = 0.3
"""A fold has less than this share of the ink of the table's rules ..."""
NO_STEM: Final = 0.1
"""... and any other stroke less than this."""
LEAST_STEP: Final = 0.02
"""... and the paper is darker on one side by this share of its light ..."""
ONE_SIDE: Final = 0.8
"""... along this share of it."""


def without_folds(picture: Image, table: RuledTable, headings: int) -> RuledTable:
    """The table without lines under its headings that part a row in two and are not rules but folds, or
    edges of shadows."""
    while True:
        line = next(_folds(picture, table, headings), None)
        if line is None:
            return table
        table = without_line(table, line)


def without_stems(picture: Image, table: RuledTable, headings: int) -> RuledTable:
    """The table without upright lines that have no ink under its headings: in two lines of a heading stems of
    letters stand above each other."""
    if table.rows - headings < 3:
        return table
    aside = _aside(table)
    body = replace(aside, nodes=aside.nodes[:, headings:], fine=None)
    inks = {line: _ink(_across(picture, body, line)) for line in range(1, table.columns)}
    rules = float(np.median([*inks.values(), 0.0]))
    for line in sorted(inks, reverse=True):
        if inks[line] < NO_STEM * rules:
            aside = without_line(aside, line)
    return _aside(aside)


def _aside(table: RuledTable) -> RuledTable:
    """The table with its columns as rows."""
    nodes = np.ascontiguousarray(np.swapaxes(table.nodes, 0, 1))
    fine = None if table.fine is None else np.ascontiguousarray(np.swapaxes(table.fine, 0, 1))
    return replace(table, nodes=nodes, fine=fine)


def _folds(picture: Image, table: RuledTable, headings: int) -> Iterator[int]:
    """Numbers of the level lines that part a row and are folds, 0 the topmost."""
    high = np.diff(shares_of(table.nodes)[1])
    if len(high) - headings < 3:
        return
    usual = float(np.median(high[headings:]))
    parting = [
        line
        for line in range(headings + 1, table.rows)
        if is_parted(high[line - 1 : line + 1], usual)
    ]
    if not parting:
        return
    seen = [_across(picture, table, line) for line in range(1, table.rows)]
    rules = float(np.median([_ink(profile) for profile in seen]))
    for line in parting:
        profile = seen[line - 1]
        if _ink(profile) < NO_INK * rules and _steps(profile):
            yield line


def _across(picture: Image, table: RuledTable, line: int) -> Floats:
    """(places, 2 * STEPS + 1): how bright it is across a level line of the table, from above it to
    below."""
    nodes = table.nodes
    shares = np.linspace(MARGIN, 1 - MARGIN, FOLD_POINTS)[:, None, None]
    start, along = nodes[line, :-1], np.diff(nodes[line], axis=0)
    down = np.median(np.linalg.norm(np.diff(nodes, axis=0), axis=2))
    normal = np.stack((-along[:, 1], along[:, 0]), -1)
    normal = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    points = (start + shares * along)[:, :, None]
    offsets = np.arange(-STEPS, STEPS + 1)[:, None] * (REACH * float(down) / STEPS)
    where = (points + offsets * normal[:, None]).reshape(-1, 2 * STEPS + 1, 2).astype(np.float32)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    seen = cv2.remap(
        grey, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.float64)


def _sides(profile: Floats) -> tuple[Floats, Floats]:
    """How bright the paper is above and below a line, place by place."""
    above, below = profile[:, : STEPS - FOLD_NEAR], profile[:, STEPS + FOLD_NEAR + 1 :]
    return np.median(above, axis=1), np.median(below, axis=1)


def _ink(profile: Floats) -> float:
    """How much darker than the darker side a line is where it has ink, as a share of the paper's light."""
    darker = np.maximum(np.minimum(*_sides(profile)), 1.0)
    middle = profile[:, STEPS - FOLD_NEAR : STEPS + FOLD_NEAR + 1].min(axis=1)
    return float(np.percentile(np.maximum(0.0, 1.0 - middle / darker), DOTTED))


def _steps(profile: Floats) -> bool:
    """Whether the paper is darker on one side, the same nearly all along."""
    above, below = _sides(profile)
    step = (below - above) / np.maximum(np.maximum(above, below), 1.0)
    share = max(float((step >= LEAST_STEP).mean()), float((step <= -LEAST_STEP).mean()))
    return share >= ONE_SIDE


def without_line(table: RuledTable, line: int) -> RuledTable:
    """The table with the rows above and below an inner level line made one."""
    nodes = np.ascontiguousarray(np.delete(table.nodes, line, axis=0))
    fine = None if table.fine is None else _fine_without(table.fine, line)
    return replace(table, nodes=nodes, fine=fine)


def _fine_without(fine: Floats, line: int) -> Floats:
    """Fine nodes with the parts of two rows made those of one, as far from one another along the sheet."""
    first = (line - 1) * FINE
    both = fine[first : first + 2 * FINE + 1]
    gone = np.linalg.norm(np.diff(both, axis=0), axis=2).mean(axis=1)
    at = np.r_[0.0, np.cumsum(gone)]
    wanted = np.linspace(0.0, at[-1], FINE + 1)
    flat = both.reshape(len(both), -1)
    row = np.stack([np.interp(wanted, at, flat[:, k]) for k in range(flat.shape[1])], axis=1)
    row = row.reshape(FINE + 1, *both.shape[1:])
    return np.concatenate([fine[:first], row, fine[first + 2 * FINE + 1 :]])
