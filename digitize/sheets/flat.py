"""A part of a ruled table laid flat, each cell of its grid an upright rectangle; and the rules among its
headings: which are drawn, and the ink without them.

A side of a cell is drawn by a line or by dots. Faint lines beside the table's own are the paper's, as in a
writing book: they part no cells, and are taken out all the same, so that words on them can be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected
from fairdeal.digitize.page.surface import even_light

WIDEST: Final = 2800
"""Pixels: 15 for each of the 190 mm of a full page's width, more than a phone gives."""
NARROWEST: Final = 1600
"""A small picture is blown up to this: letters of 2 mm are then 17 pixels high, as print readers like."""
WHITE: Final = 255
NOMINAL_MM: Final = 190.0
"""The width that a table is taken to have where only a rough millimetre is needed."""
STRIP: Final = 64
"""Rows of a flat picture that are worked out at a time."""

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """`image` is grey with even light, paper at `WHITE`. `xs` and `ys` are where the lines of the grid
    are in it, in pixels; `table` how wide the whole table is or would be."""

    image: NDArray[np.uint8]
    xs: Points
    ys: Points
    table: float = 0.0


def flatten(
    picture: NDArray[np.uint8], nodes: Points, margin: float = 0.0, share: float = 1.0
) -> Flat:
    """Lay a grid of line crossings flat.

    `nodes` is (rows + 1, columns + 1, 2) in pixels of the picture; `margin` is paper to show around,
    as a share of the grid's width; `share` is how much of the table's width the grid takes.
    """
    across = np.linalg.norm(np.diff(nodes, axis=1), axis=2).mean(axis=0)
    down = np.linalg.norm(np.diff(nodes, axis=0), axis=2).mean(axis=1)
    width = float(across.sum())
    table = max(width / share, 1.0)
    scale = min(WIDEST, max(NARROWEST, table)) / table
    edge = margin * width * scale
    xs = edge + np.concatenate(([0.0], np.cumsum(across))) * scale
    ys = edge + np.concatenate(([0.0], np.cumsum(down))) * scale
    size = (round(xs[-1] + edge), max(8, round(ys[-1] + edge)))
    places = _places(nodes, xs, ys, size)
    colour = cv2.remap(
        picture, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    grey = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY) if colour.ndim == 3 else colour
    even = even_light(np.asarray(grey, np.uint8), table * scale / NOMINAL_MM, WHITE)
    return Flat(even, xs, ys, table * scale)


def back(nodes: Points, flat: Flat, points: Points) -> Points:
    """Where in the photo points (n, 2) of the flat picture are, pixels."""
    column, share_x = _within(points[:, 0], flat.xs)
    row, share_y = _within(points[:, 1], flat.ys)
    upper = _between(nodes[row, column], nodes[row, column + 1], share_x[:, None])
    lower = _between(nodes[row + 1, column], nodes[row + 1, column + 1], share_x[:, None])
    return _between(upper, lower, share_y[:, None])


def _places(nodes: Points, xs: Points, ys: Points, size: tuple[int, int]) -> NDArray[np.float32]:
    """Where in the picture each point of the flat one is: bilinear within a cell, straight on outside."""
    column, share_x = _within(np.arange(size[0], dtype=np.float64), xs)
    row, share_y = _within(np.arange(size[1], dtype=np.float64), ys)
    found = np.empty((size[1], size[0], 2), np.float32)
    for first in range(0, size[1], STRIP):  # all of a large picture at once takes 400 MB
        part = slice(first, first + STRIP)
        above, below = nodes[row[part]], nodes[row[part] + 1]
        upper = _between(above[:, column], above[:, column + 1], share_x[None, :, None])
        lower = _between(below[:, column], below[:, column + 1], share_x[None, :, None])
        found[part] = _between(upper, lower, share_y[part, None, None])
    return found


def _within(at: Points, lines: Points) -> tuple[NDArray[np.int64], Points]:
    """The cell that each place is in, and how far along it, below 0 or above 1 outside."""
    cell = np.clip(np.searchsorted(lines, at, side="right") - 1, 0, len(lines) - 2)
    return cell, (at - lines[cell]) / np.maximum(lines[cell + 1] - lines[cell], 1e-6)


def _between(one: Points, other: Points, share: Points) -> Points:
    return np.asarray(one + (other - one) * share, np.float64)


def without_rules(flat: Flat) -> tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.bool_]]:
    """The flat picture with its rules wiped out, and masks of the level and upright ones."""
    image = flat.image
    dark = np.asarray(WHITE - image, np.uint8)
    # Beside the paper within a few millimetres, so that faint rules count as dark ones do.
    ink = (cv2.GaussianBlur(dark, (3, 3), 0) > INK).astype(np.uint8)
    row = float(np.median(np.diff(flat.ys)))
    column = float(np.median(np.diff(flat.xs)))
    level = _long(ink, (round(LEVEL_SHARE * column), 1))
    letter = (flat.table or float(image.shape[1])) * LETTER
    upright = _long(ink, (1, max(round(UPRIGHT_SHARE * row), round(letter))))
    wiped = image.copy()
    thick = np.ones((5, 5), np.uint8)
    wiped[cv2.dilate(np.maximum(level, upright), thick) > 0] = WHITE
    return wiped, level.astype(bool), upright.astype(bool)


INK: Final = 28
"""Grey levels below the paper from which a point may be of a rule: the faintest ones have 40."""
LEVEL_SHARE: Final = 0.6
"""A level rule runs at least over this share of a usual column, further than any letter."""
UPRIGHT_SHARE: Final = 0.55
"""An upright rule runs over this share of a row, higher than letters in it ..."""
LETTER: Final = 4.0 / NOMINAL_MM
"""... and higher than any letter of print."""


def _long(ink: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """What of the ink runs on for a given width or height, lines a little askew among it."""
    across = (1, 3) if size[1] == 1 else (3, 1)
    thick = cv2.dilate(ink, np.ones(across[::-1], np.uint8))
    kernel = np.ones((max(3, size[1]), 1) if size[0] == 1 else (1, max(3, size[0])), np.uint8)
    return np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, kernel), np.uint8)


REACH: Final = 0.09
"""A rule lies this near to where the grid has it, as a share of the lowest row's height."""
DRAWN: Final = 0.85
"""A side of a cell is drawn where this share of it shows ink; words that cross it cover less."""
ENDS: Final = 0.12
"""Share of a side that is an end of it: a rule reaches there, words mostly do not."""
PART: Final = 0.6
"""A row of points within a cell may be a rule's where so much of it is ink ..."""
BESIDE: Final = 0.25
"""... and somewhere within its reach above, and below, no more than this share of that is: words are not
lines ..."""
PARTS: Final = 3
"""... in most of that many parts of a column: a line drawn askew is as good as level in each of them."""
DOTTED_PART: Final = 0.15
"""... and one of dots where so much is."""
INNER: Final = 0.55
"""Share of the outermost columns, from inside, in which their rules are looked for."""
STRAIGHT: Final = 0.75
"""A rule keeps to one height (give or take two pixels) over this share of a side."""
HEADING_INK: Final = 24
"""Grey levels below the paper from which a point is ink; even light leaves less of paper's grain."""
EDGE: Final = 0.2
"""A rule ends where it is less dark than this share of its middle."""
SPREAD: Final = 1.4
"""A rule's own darkness varies by this factor."""
FAINT: Final = 0.5
"""Lines with less than this share of the darkness of the table's own are the paper's."""
BARE: Final = 0.35
"""What a faint line has where no word is on it: this share of its places is no darker."""
LEAST_DOTS: Final = 6
"""Fewer dots make no line."""
REGULAR: Final = 0.3
"""Dots of a line are apart by the usual distance give or take this share of it ..."""
MOSTLY: Final = 0.8
"""... for that many of them, and the others where a word hides some."""
CORE: Final = 0.6
"""A dot's middle is darker than this share of the darkest of all."""
LOW: Final = 0.6
"""A dot is no larger than this share of the band that is looked at, nor of the way to the next one:
letters cut by it are."""

Plane = NDArray[np.uint8]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """Headings and their rules apart. `flat` has the level rules of some columns only among its own;
    `level` (rows + 1, columns) and `upright` (rows, columns + 1) say which sides of cells are drawn;
    `ink` is how dark the writing is, rules taken out; a rule lies within `reach` pixels of its place.
    """

    flat: Flat
    level: Mask
    upright: Mask
    ink: Plane
    reach: int


def apart(flat: Flat) -> Apart:
    """The rules of a flat part of a table distinguished from what is written between them."""
    dark = np.asarray(WHITE - np.minimum(flat.image, WHITE), np.uint8)
    reach = max(3, round(REACH * float(np.diff(flat.ys).min())))
    own = _own_darkness(dark, flat, reach)
    dark = _without_faint(dark, flat, own, reach)
    more = _rules_between(dark, flat, reach)
    ruled = flat.ys
    flat = replace(flat, ys=np.sort(np.concatenate((ruled, more))))
    level = _sides(dark, flat.ys, flat.xs, reach)
    parted = bool((more < ruled[1]).any())
    upright = _sides(dark.T, flat.xs, flat.ys, reach, open_first=not parted).T
    columns = [
        dark[:, round(left) + reach // 2 : round(right) - reach // 2 + 1]
        for left, right in pairwise(flat.xs)
    ]
    for at in np.searchsorted(flat.ys, more).tolist():
        # In the columns that it does not part, words may stand at a line's height.
        level[at] &= [_thin(column, round(flat.ys[at]), reach) for column in columns]
    return Apart(flat, level, upright, _without(dark, flat, level, upright, reach), reach)


def _own_darkness(dark: Plane, flat: Flat, reach: int) -> float:
    """How dark the table's own rules are, 0 where hardly any are drawn."""
    found = []
    for source, lines, ends in ((dark, flat.ys, flat.xs), (dark.T, flat.xs, flat.ys)):
        drawn = _sides(source, lines, ends, reach)
        for at, part in zip(*np.nonzero(drawn), strict=True):
            low = max(0, round(lines[at]) - reach)
            side = source[
                low : round(lines[at]) + reach + 1, round(ends[part]) : round(ends[part + 1])
            ]
            found.append(float(np.quantile(side.max(axis=0), BARE)))
    return float(np.median(found)) if found else 0.0


def _without_faint(dark: Plane, flat: Flat, own: float, reach: int) -> Plane:
    """The ink without lines so faint that they are the paper's own, in either direction."""
    free = dark.copy()
    for source, target, lines, ends in (
        (dark, free, flat.ys, flat.xs),
        (dark.T, free.T, flat.xs, flat.ys),
    ):
        for left, right in pairwise(ends):
            first, last = round(left) + reach // 2, round(right) - reach // 2 + 1
            for y in _lines_in(source[:, first:last], lines, reach):
                band = source[max(0, y - reach) : y + reach + 1, first:last]
                if float(np.quantile(band.max(axis=0), BARE)) < FAINT * own:
                    _take_out(source, target, y, (first, last), reach, BARE)
    return free


def _lines_in(cell: Plane, lines: Points, reach: int) -> Iterator[int]:
    """Where a line runs through a column between two of the table's own, clear of both."""
    for top, below in pairwise(lines):
        first, last = max(0, round(top) + 3 * reach), max(0, round(below) - 3 * reach)
        inside = cell[first:last] > HEADING_INK
        if not inside.size:
            continue
        taken = -reach
        for y in (np.flatnonzero(inside.mean(axis=1) >= PART) + first).tolist():
            if y - taken > reach and _is_rule(
                cell[max(0, y - reach) : y + reach + 1] > HEADING_INK
            ):
                taken = y
                yield y


def _rules_between(dark: Plane, flat: Flat, reach: int) -> Points:
    """Level rules that part cells of some columns only, under a heading of several columns: the grid
    need not have them."""
    found: list[float] = []
    for top, below in pairwise(flat.ys):
        first, last = max(0, round(top) + 3 * reach), max(0, round(below) - 3 * reach)
        for left, right in pairwise(flat.xs):
            cell = dark[:, round(left) + reach // 2 : round(right) - reach // 2 + 1]
            inside = cell[first:last] > HEADING_INK
            if not inside.size:
                continue
            share = inside.mean(axis=1)
            for y in (np.flatnonzero(share >= DOTTED_PART) + first).tolist():
                band = cell[max(0, y - reach) : y + reach + 1]
                ruled = share[y - first] >= PART and _is_rule(band > HEADING_INK)
                if (ruled or _dots(band) is not None) and _thin(cell, y, reach):
                    found.append(float(y))
    lines: list[list[float]] = []
    for y in sorted(found):
        if lines and y - lines[-1][-1] <= 2 * reach:
            lines[-1].append(y)
        else:
            lines.append([y])
    return np.array([float(np.mean(line)) for line in lines], np.float64)


def _thin(cell: Plane, y: int, reach: int) -> bool:
    """Whether it is paper again above and below the ink near a row of points, in most parts of a column: a
    word in small letters that fills its cell has as much ink from its head to its foot."""
    low, high = max(0, y - 2 * reach), y + 2 * reach + 1
    found = []
    for part in np.array_split(cell[low:high] > HEADING_INK, PARTS, axis=1):
        share = part.mean(axis=1)
        peak = _peak(share, y - low, reach)
        beside = share[max(0, peak - reach) : peak + 1], share[peak : peak + reach + 1]
        found.append(max(float(side.min()) for side in beside) <= BESIDE * float(share[peak]))
    return 2 * sum(found) > PARTS


def _peak(share: Points, near: int, reach: int) -> int:
    """Where most ink is, at most so far from a place."""
    first = max(0, near - reach)
    return first + int(share[first : near + reach + 1].argmax())


def _sides(
    dark: Plane, lines: Points, ends: Points, reach: int, *, open_first: bool = True
) -> Mask:
    """For lines along the second axis: whether each stretch between two ends is drawn. `open_first`: the
    first stretch may be drawn in its inner part alone; not where it is but the upper part of a row, for a
    letter over two columns and the end of the rule below it would do."""
    found = np.zeros((len(lines), len(ends) - 1), bool)
    for at, line in enumerate(lines):
        band = dark[max(0, round(line) - reach) : round(line) + reach + 1]
        for part in range(len(ends) - 1):
            start, end = round(ends[part]) + reach // 2, round(ends[part + 1]) - reach // 2
            # Where a table is open at its sides, its rules may end before the grid does.
            if part == 0 and len(ends) > 2 and open_first:
                start = round(end - INNER * (end - start))
            elif part == len(ends) - 2:
                end = round(start + INNER * (end - start))
            side = band[:, start : end + 1]
            found[at, part] = end - start > 4 and (
                _is_rule(side > HEADING_INK) or _dots(side) is not None
            )
    return found


def _is_rule(band: Mask) -> bool:
    """Whether ink runs through a narrow band from end to end, in one straight line: words do neither."""
    end = max(2, round(ENDS * band.shape[1]))
    any_ink = np.asarray(band.any(axis=0), np.float64)
    if min(any_ink.mean(), any_ink[:end].mean(), any_ink[-end:].mean()) < DRAWN:
        return False
    thick = cv2.dilate(band.astype(np.uint8), np.ones((5, 1), np.uint8))
    return float(thick.mean(axis=1).max()) >= STRAIGHT


def _dots(dark: Plane, through: bool = True) -> tuple[int, int] | None:
    """The rows (first, one behind the last) of dots that run through a narrow band from end to end
    (`through`) or over a part of it, one as far from the next as all are; None where there are none."""
    # In a blurred photo dots run into each other, but for their middles.
    band = dark > max(HEADING_INK, CORE * float(np.quantile(dark.max(axis=0), 0.9)))
    _, stats, centres = connected(band.astype(np.uint8))
    if len(stats) <= LEAST_DOTS:
        return None
    order = np.argsort(centres[1:, 0])
    x, y = centres[1:, 0][order], centres[1:, 1][order]
    wide = np.median(stats[1:, cv2.CC_STAT_WIDTH])
    high = np.median(stats[1:, cv2.CC_STAT_HEIGHT])
    steps = np.diff(x)
    step = float(np.median(steps))
    middle = float(np.median(y))
    if max(high, wide) > LOW * len(band) or wide > (1 + LOW) / 2 * step:
        return None
    regular = float((np.abs(steps - step) <= REGULAR * step).mean())
    level = float((np.abs(y - middle) <= max(2.0, high / 2)).mean())
    ends = x[0] <= 2 * step and x[-1] >= band.shape[1] - 2 * step
    # As many dots as the way has room for: a few letters of one width are not line.
    full = len(x) >= MOSTLY * band.shape[1] / step
    if (through and not (ends and full)) or min(regular, level) < MOSTLY:
        return None
    half = high + 2.0  # their soft edges too
    return max(0, round(middle - half)), min(len(band), round(middle + half) + 1)


def _without(dark: Plane, flat: Flat, level: Mask, upright: Mask, reach: int) -> Plane:
    """The ink without the rules that are drawn, strokes across them joined again."""
    free = dark.copy()
    for source, target, sides, lines, ends in (
        (dark, free, level, flat.ys, flat.xs),
        (dark.T, free.T, upright.T, flat.xs, flat.ys),
    ):
        for at, part in zip(*np.nonzero(sides), strict=True):
            first = 0 if part == 0 else round(ends[part])
            last = source.shape[1] if part == len(ends) - 2 else round(ends[part + 1])
            _take_out(source, target, round(lines[at]), (first, last), reach)
    return free


def _take_out(
    source: Plane, target: Plane, place: int, ends: tuple[int, int], reach: int, share: float = 0.5
) -> None:
    """One drawn side of a cell, along the second axis; `share` of its places are no darker than it."""
    low = max(0, place - 2 * reach)
    part = source[low : place + 2 * reach + 1, ends[0] : ends[1]]
    if not part.size:
        return
    dotted = _dots(part, through=False)
    if dotted is not None:
        first, last = low + dotted[0], low + dotted[1]
        band = target[first:last, ends[0] : ends[1]]
        band[:] = np.where(_crossed(source, first, last, ends)[: band.shape[1]], band, 0)
        return
    usual = np.quantile(part, share, axis=1)
    peak = int(usual.argmax())
    if usual[peak] <= HEADING_INK:
        _take_out_askew(part, target[low : place + 2 * reach + 1, ends[0] : ends[1]])
        return
    first = last = peak
    while first > 0 and usual[first - 1] > EDGE * usual[peak]:
        first -= 1
    while last < len(usual) - 1 and usual[last + 1] > EDGE * usual[peak]:
        last += 1
    first, last = max(0, first - 1), min(len(usual) - 1, last + 1)
    band = target[low + first : low + last + 1, ends[0] : ends[1]]
    crossed = _crossed(source, low + first, low + last + 1, ends)
    crossed[: 2 * reach] = crossed[-2 * reach :] = False  # there other rules cross
    rule = np.minimum(255, SPREAD * usual[first : last + 1] + HEADING_INK / 2)[:, None]
    free = np.maximum(band.astype(np.float64) - rule, 0).astype(np.uint8)
    band[:] = np.where(crossed, band, free)


def _crossed(source: Plane, first: int, last: int, ends: tuple[int, int]) -> Mask:
    """Where a stroke goes on above and below a rule: it crosses it, and what is under it stays."""
    above = source[max(0, first - 2) : first, ends[0] : ends[1]]
    below = source[last : last + 2, ends[0] : ends[1]]
    if not above.size or not below.size:
        return np.zeros(ends[1] - ends[0], bool)
    return np.asarray(
        (above.max(axis=0) > 2 * HEADING_INK) & (below.max(axis=0) > 2 * HEADING_INK), np.bool_
    )


def _take_out_askew(part: Plane, target: Plane) -> None:
    """A drawn side so askew that no one row of points holds it: its darkest point in each column."""
    at = part.argmax(axis=0)
    for off in (-2, -1, 0, 1, 2):
        rows = np.clip(at + off, 0, len(part) - 1)
        target[rows, np.arange(part.shape[1])] = 0
