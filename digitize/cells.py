"""Cells of a squared-up page: printed lines taken out, blank distinguished from written, boxes cut."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected
from fairdeal.digitize.forms.layout import LINE_MM, Box, FormField, Layout
from fairdeal.digitize.page.surface import PX_MM, WHITE
from fairdeal.digitize.reader.engine import ink_height

Plane = NDArray[np.uint8]

BAND_MM: Final = LINE_MM / 2 + 0.26
"""Half the width of the band in which a line may lie: half its own width, and what registration (0.1)
and blur (0.15) leave uncertain."""
JOIN_MM: Final = 0.9
"""A stroke goes on across a line where there is ink this far to both sides."""
STILL_SHARE: Final = 0.25
"""... and where at least this share of it still shows in the line itself."""
USUAL_LINE: Final = 60.0
"""Percentile of the darkness in the bands that is the line's own: most of every line is free of ink."""
LINE_SPREAD: Final = 1.4
"""A line's core is darker than its usual point by less than this factor."""
PAPER_STEP: Final = 7
"""Every seventh pixel of the boxes' insides tells the paper's level and grain well enough."""


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """`dark` (height, width): grey levels that ink is darker than the paper, lines taken out.

    `line_colour` is the darkness in the colours that lines are printed in, ink and lines together.
    `grain` is the standard deviation of bare paper in grey levels.
    """

    dark: Plane
    line_colour: Plane
    grain: float


def find_ink(image: NDArray[np.uint8], layout: Layout) -> Ink:
    """The ink of a squared-up page (blue, green, red; `PX_MM` pixels a millimetre)."""
    level_bands, upright_bands, inside = _bands(layout)
    bands = cv2.bitwise_or(level_bands, upright_bands)
    dark_blue, _ = _below_paper(_colour(image, 0), inside)
    dark_green, green_grain = _below_paper(_colour(image, 1), inside)
    dark_red, grain = _below_paper(_colour(image, 2), inside)
    half = cv2.addWeighted(dark_blue, 0.5, dark_green, 0.5, 0)
    del dark_blue
    in_bands = bands > 0
    # Red ink is light in the red; it is darker in the green than any line.
    red_ink = _without(dark_green, _line_level(dark_green, in_bands, green_grain))
    del dark_green
    dark = _greater(dark_red, red_ink)
    crossing = _without(dark_red, _line_level(dark_red, in_bands, grain))
    crossing = _greater(crossing, red_ink)
    reach = round(JOIN_MM * PX_MM / 2) * 2 + 1
    for band, level in ((level_bands, True), (upright_bands, False)):
        free = cv2.bitwise_and(dark, cv2.bitwise_not(band))
        joined = joined_across(np.asarray(free, np.uint8), crossing, reach, level)
        crossing = _greater(crossing, np.asarray(cv2.bitwise_and(joined, band), np.uint8))
    cv2.copyTo(crossing, bands, dark)
    return Ink(np.asarray(dark, np.uint8), np.asarray(half, np.uint8), max(grain, green_grain))


def _colour(image: Plane, channel: int) -> Plane:
    return np.asarray(cv2.extractChannel(image, channel), np.uint8)


def _greater(first: Plane, second: Plane) -> Plane:
    return np.asarray(cv2.max(first, second), np.uint8)


def _line_level(plane: Plane, bands: NDArray[np.bool_], grain: float) -> float:
    """The most that a printed line alone darkens a plane, in grey levels."""
    return LINE_SPREAD * float(np.percentile(plane[bands][::5], USUAL_LINE)) + grain


def _without(plane: Plane, level: float) -> Plane:
    lines = np.uint8(min(255, round(level)))
    return np.maximum(plane, lines) - lines


def _below_paper(plane: Plane, inside: Plane) -> tuple[Plane, float]:
    """Darkness of a plane beside its bare paper, and the grain of the paper."""
    sample = plane[::PAPER_STEP, ::PAPER_STEP][inside[::PAPER_STEP, ::PAPER_STEP] > 0]
    level = float(np.median(sample))
    # Ink lies below the paper; the lighter side alone tells the grain.
    above = sample[sample >= level].astype(np.float64) - level
    grain = float(1.4826 * np.median(above)) if len(above) else 0.0
    paper = np.uint8(round(level))
    return paper - np.minimum(plane, paper), grain


def joined_across(free: Plane, seen: Plane, reach: int, level: bool) -> Plane:
    """What strokes that cross a band, of level lines or of upright ones, would have in it, were they not
    hidden by the line: `free` is the ink outside of the bands, `seen` what shows, `reach` in pixels."""
    # Ink on both sides of the band within reach: the smaller of the two one-sided greatest values.
    kernel = np.ones((reach, 3) if level else (3, reach), np.uint8)
    before = cv2.dilate(free, kernel, anchor=(1, reach - 1) if level else (reach - 1, 1))
    after = cv2.dilate(free, kernel, anchor=(1, 0) if level else (0, 1))
    both = cv2.min(before, after)
    still = cv2.compare(seen, cv2.convertScaleAbs(both, alpha=STILL_SHARE), cv2.CMP_GT)
    return np.asarray(cv2.bitwise_and(both, still), np.uint8)


@functools.lru_cache(maxsize=8)
def _bands(layout: Layout) -> tuple[Plane, Plane, Plane]:
    """Masks of a form: bands of horizontal lines, of vertical lines, and the insides of the boxes."""
    size = (round(layout.page[1] * PX_MM), round(layout.page[0] * PX_MM))
    level, upright, inside = (np.zeros(size, np.uint8) for _ in range(3))
    for box in layout.boxes:
        right, below = box.x + box.width, box.y + box.height
        for y in (box.y, below):
            level[rows(y - BAND_MM, y + BAND_MM), rows(box.x - BAND_MM, right + BAND_MM)] = 255
        for x in (box.x, right):
            upright[rows(box.y - BAND_MM, below + BAND_MM), rows(x - BAND_MM, x + BAND_MM)] = 255
        inside[window(box, -2 * BAND_MM)] = 255
    return level, upright, inside


def rows(start: float, end: float) -> slice:
    """Pixels of the squared-up page between two places in mm."""
    return slice(max(0, round(start * PX_MM)), max(0, round(end * PX_MM)))


def window(box: Box, margin: float = 0.0) -> tuple[slice, slice]:
    """Rows and columns of a box of the squared-up page, with a margin in mm around it."""
    return (
        rows(box.y - margin, box.y + box.height + margin),
        rows(box.x - margin, box.x + box.width + margin),
    )


FAINTEST: Final = 13.0
"""Grey levels (of 235) from which a point may be ink: a faint pencil has 25 to 40."""
FAINT_GRAINS: Final = 3.5
"""... and by this many standard deviations of the smoothed paper grain."""
SMOOTHED: Final = 0.45
"""What smoothing over 3 x 3 pixels leaves of the grain of a photo, whose neighbours are alike."""
SURE: Final = 24.0
SURE_GRAINS: Final = 6.0
"""A stroke has a core at least this dark; paper grain, specks and shadows do not."""
WIDEST_MM: Final = 2.1
"""No stroke of a pen is wider than this; what is wider is shade, unless it is very dark."""
SHADE: Final = 70
"""Grey levels beyond which something wide is a scribble or a blot, not shade."""
SHORTEST_MM: Final = 1.1
"""Writing is at least this long in one direction, its soft edges counted in; a speck of dust of half a
millimetre and a pen's resting dot are not."""
LEAST_MM2: Final = 0.22
"""... and covers this much: about a millimetre of a thin pen's line."""
INSET_MM: Final = 0.45
"""A box's lines and what is left of them lie outside of its inner part."""
OWN_SHARE: Final = 0.3
"""A stroke belongs to a box that holds this share of it, compared with the box that holds most."""
DEEP_SHARE: Final = 0.6
"""A stroke that comes in from elsewhere belongs here too where it spans this share of the box's height
or width: a line through several boxes, a large scribble. A tail reaches in by a third."""
DEEP_PART: Final = 0.2
"""... and has this share here, compared with the box that holds most of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Strokes:
    """Connected strokes of a page. `labels` is 0 where there is none; `peak` the darkest of each, `extent`
    its left, top, right and lower edge in pixels."""

    labels: NDArray[np.int32]
    peak: NDArray[np.uint8]
    area: NDArray[np.int64]
    extent: NDArray[np.int64]


def find_strokes(ink: Ink) -> Strokes:
    """Connected areas of ink, in 8 directions."""
    smooth = _thin(np.asarray(cv2.blur(ink.dark, (3, 3)), np.uint8))
    level = max(FAINTEST, FAINT_GRAINS * SMOOTHED * ink.grain)
    mask = (smooth > level).astype(np.uint8)
    numbers, stats, _ = connected(mask)
    peak = np.zeros(len(stats), np.uint8)
    where = np.flatnonzero(mask)
    np.maximum.at(peak, numbers.ravel()[where], smooth.ravel()[where])
    found = stats.astype(np.int64)
    corners = found[:, : cv2.CC_STAT_AREA].copy()
    corners[:, 2:] += corners[:, :2]
    return Strokes(numbers, peak, found[:, cv2.CC_STAT_AREA], corners)


def _thin(dark: Plane) -> Plane:
    """What is thin or very dark: the soft shade beside a fold or at a shadow's edge is neither.

    A white top-hat, worked out at half the size.
    """
    half = cv2.resize(dark, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    size = round(WIDEST_MM * PX_MM / 2) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (size, size))
    shade = cv2.morphologyEx(half, cv2.MORPH_OPEN, kernel)
    shade[shade > SHADE] = 0
    wide = cv2.resize(shade, (dark.shape[1], dark.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.subtract(dark, np.asarray(wide, np.uint8)), np.uint8)


def own_strokes(
    strokes: Strokes, boxes: Sequence[Box], grain: float
) -> list[tuple[NDArray[np.int64], bool]]:
    """For each box the numbers of its strokes, and whether they amount to writing."""
    inside = [_inside(strokes, box) for box in boxes]
    most: dict[int, int] = {}
    for numbers, areas, _ in inside:
        for number, area in zip(numbers.tolist(), areas.tolist(), strict=True):
            most[number] = max(most.get(number, 0), area)
    sure = max(SURE, SURE_GRAINS * SMOOTHED * grain)
    answer = []
    for box, (numbers, areas, spans) in zip(boxes, inside, strict=True):
        share = areas / np.array([most[number] for number in numbers.tolist()] or [1])[: len(areas)]
        outside = strokes.area[numbers] - areas
        size = np.array([box.width, box.height]) * PX_MM
        deep = (spans >= DEEP_SHARE * size).any(1) & (share >= DEEP_PART)
        own = ((share >= OWN_SHARE) & (areas >= OWN_SHARE * outside)) | deep
        written = (
            own
            & (strokes.peak[numbers] >= sure)
            & (areas >= LEAST_MM2 * PX_MM**2)
            & (spans.max(1, initial=0) >= SHORTEST_MM * PX_MM)
        )
        answer.append((numbers[own], bool(written.any())))
    return answer


def _inside(
    strokes: Strokes, box: Box
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Numbers, areas and (width, height) in pixels of what strokes have in a box's inner part."""
    part = strokes.labels[window(box, -INSET_MM)]
    ys, xs = np.nonzero(part)
    if not len(ys):
        empty = np.zeros(0, np.int64)
        return empty, empty, np.zeros((0, 2), np.int64)
    numbers, index = np.unique(part[ys, xs], return_inverse=True)
    areas = np.bincount(index)
    spans = np.stack([_span(places, index, len(numbers)) for places in (xs, ys)], 1)
    return numbers.astype(np.int64), areas.astype(np.int64), spans


def _span(places: NDArray[np.int64], index: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """From the first to the last of the places that have an index, for each of `count` indices."""
    low, high = np.full(count, np.iinfo(np.int64).max), np.full(count, -1)
    np.minimum.at(low, index, places)
    np.maximum.at(high, index, places)
    return np.asarray(high - low + 1, np.int64)


Floats = NDArray[np.float64]

CORE_MM: Final = 0.25
"""A line's strength is its darkness within this distance of its place ..."""
ASIDE_MM: Final = (0.45, 0.65)
"""... beyond what lies at these distances to both sides."""
PIECE_MM: Final = 2.0
LEAST_PIECES: Final = 5
"""Each side is looked at in pieces of about this length, so many at least, so that writing over a part
of it does no harm."""
HIDDEN_SHARE: Final = 0.3
"""A piece is out of sight where it has less than this share of a usual line's strength."""
HIDDEN_PIECES: Final = 0.3
"""A box is hidden where this share of its pieces is out of sight: a whole side and a little more."""
HIDDEN_STRETCH: Final = 0.7
"""... or this share of what can be seen of the upper and lower side of any stretch of it: a page over the
half of a long box leaves three of its sides in sight, and of another page's lines some always fall where
this one's would be."""
LOST_SIDE: Final = 0.75
"""... or this share of a whole side: where three sides are in sight and the fourth is not in its place, a
sharp fold runs through the box, which is cut beside its ink."""
FACING_MM: Final = 2.0
"""So is a box whose side lies this near to a lost one: what seemed to be it may be its neighbour's."""
AROUND_MM: Final = 12.0
HIDDEN_AROUND: Final = 0.75
LEAST_AROUND: Final = 2
"""A box is hidden too where this share of those within this distance are, if there are that many: now and
then a box of the page that lies over this one comes to lie just where one of this one's would. Boxes in
sight at the edge of what lies over a page have 0.6 at most."""
TOUCHING_MM: Final = 0.2
"""Boxes that share a line say nothing of each other: what comes to lie where one is, does so for both."""
INKED: Final = 45.0
"""Grey levels; a piece whose surroundings are darker than this, and than a line, has writing over it.
What lies over a page broadly has been brought to the brightness of paper with the light."""
DARKER: Final = 1.8
"""A piece so many times as dark as a usual line is a stroke across it, and tells nothing of the line."""
LEAST_STRENGTH: Final = 3.0
"""Grey levels; where even usual lines are weaker, nothing can be distinguished from them."""


def hidden(line_colour: Plane, boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Which boxes do not show their own lines, measured by what is usual on the page."""
    if not boxes:
        return np.zeros(0, bool)
    strips = [_strips(line_colour, box) for box in boxes]
    alike: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for number, four in enumerate(strips):
        alike.setdefault(tuple(strip.shape for strip in four), []).append(number)
    # Boxes of one size together: one by one they took half the time of cutting a page.
    measured = [
        (numbers, [_pieces(np.stack([strips[n][side] for n in numbers])) for side in range(4)])
        for numbers in alike.values()
    ]
    strengths = [(side[:, 0] - side[:, 1]).ravel() for _, sides in measured for side in sides]
    usual = float(np.median(np.concatenate(strengths)))
    if usual < LEAST_STRENGTH:
        return np.zeros(len(boxes), bool)
    alone, lost = np.zeros(len(boxes), bool), np.zeros((len(boxes), 4), bool)
    for numbers, sides in measured:
        faint, inked = _faint(sides, usual)
        alone[numbers] = _are_hidden(faint, inked)
        lost[numbers] = _lost(faint, inked)
    return alone | _among_hidden(alone, boxes) | _beside_lost(lost, boxes)


Pieces = Sequence[NDArray[np.bool_]]
"""Of the upper, lower, left and right side of boxes of one size: something of each piece (boxes, pieces)."""


def _faint(sides: Sequence[Floats], usual: float) -> tuple[Pieces, Pieces]:
    """Which pieces of the sides (boxes, 2, pieces) are out of sight, and which have writing over them."""
    inked = [
        (side[:, 1] > max(INKED, usual)) | (side[:, 0] - side[:, 1] > DARKER * usual)
        for side in sides
    ]
    faint = [
        (side[:, 0] - side[:, 1] < HIDDEN_SHARE * usual) & ~under
        for side, under in zip(sides, inked, strict=True)
    ]
    return faint, inked


def _are_hidden(faint: Pieces, inked: Pieces) -> NDArray[np.bool_]:
    """Which boxes do not show their lines."""
    # Sides count alike however many pieces a long one has.
    mostly = np.mean([side.mean(1) for side in faint], axis=0) >= HIDDEN_PIECES
    lost = _stretches(faint[0].astype(np.int64) + faint[1])
    told = _stretches(2 - inked[0].astype(np.int64) - inked[1])
    stretch = (told >= LEAST_PIECES) & (lost >= HIDDEN_STRETCH * told)
    return np.asarray(mostly | stretch.any(1), np.bool_)


def _stretches(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sums over every `LEAST_PIECES` pieces in a row."""
    return np.asarray(sliding_window_view(counts, LEAST_PIECES, axis=1).sum(2), np.int64)


def _lost(faint: Pieces, inked: Pieces) -> NDArray[np.bool_]:
    """Which of the four sides (boxes, 4) are out of their places, where enough is free of ink to tell."""
    free = np.stack([(~side).sum(1) for side in inked], 1)
    gone = np.stack([side.sum(1) for side in faint], 1)
    return np.asarray((free >= LEAST_PIECES - 1) & (gone >= LOST_SIDE * free), np.bool_)


def _beside_lost(lost: NDArray[np.bool_], boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Which boxes have a lost side (boxes, 4), or one that faces such a side of another's from above or
    below."""
    found = np.asarray(lost.any(1), np.bool_)
    left, top, width, height = np.array([(b.x, b.y, b.width, b.height) for b in boxes]).T
    over = (left[:, None] < left + width) & (left < (left + width)[:, None])
    # (one, other): how far the other's upper side lies below the one's lower side.
    gap = top - (top + height)[:, None]
    facing = over & (gap >= 0) & (gap <= FACING_MM)
    found |= (facing & lost[:, 1, None]).any(0)
    found |= (facing & lost[None, :, 0]).any(1)
    return found


def _among_hidden(alone: NDArray[np.bool_], boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Which boxes have hidden boxes around them."""
    left, top, width, height = np.array([(b.x, b.y, b.width, b.height) for b in boxes]).T
    gaps = [
        np.maximum(low[None] - (low + size)[:, None], low[:, None] - (low + size)[None])
        for low, size in ((left, width), (top, height))
    ]
    apart = np.maximum(*gaps)
    near = (apart > TOUCHING_MM) & (apart <= AROUND_MM)
    count = near.sum(1)
    share = (near & alone).sum(1) / np.maximum(count, 1)
    return np.asarray((count >= LEAST_AROUND) & (share >= HIDDEN_AROUND), np.bool_)


def _strips(plane: Plane, box: Box) -> tuple[Plane, ...]:
    """A box's upper, lower, left and right line, each (along, across) and down the middle of its strip."""
    reach = ASIDE_MM[1] + 1.0 / PX_MM
    right, below = box.x + box.width, box.y + box.height
    across, down = rows(box.x + 0.5, right - 0.5), rows(box.y + 0.5, below - 0.5)
    return (
        *(plane[rows(y - reach, y + reach), across].T for y in (box.y, below)),
        *(plane[down, rows(x - reach, x + reach)] for x in (box.x, right)),
    )


def _pieces(strips: Plane) -> Floats:
    """Grey levels (strips, 2, pieces) on and beside every piece of the line down each of the strips (strips,
    along, across)."""
    count = max(LEAST_PIECES, round(strips.shape[1] / PX_MM / PIECE_MM))
    across = strips.shape[2]
    offset = np.abs(np.arange(across) - (across - 1) / 2) / PX_MM
    core, aside = offset <= CORE_MM, (offset >= ASIDE_MM[0]) & (offset <= ASIDE_MM[1])
    # As np.array_split has them, those of one length together: one by one took most of cutting a page.
    length, longer = divmod(strips.shape[1], count)
    cut = longer * (length + 1)
    grey = strips.astype(np.float32)
    pieces = (
        grey[:, :cut].reshape(len(grey), longer, length + 1, across),
        grey[:, cut:].reshape(len(grey), count - longer, length, across),
    )
    on = [each[..., core].mean(2).max(2) for each in pieces]
    beside = [_median(each[..., aside]) for each in pieces]
    return np.stack([np.concatenate(on, 1), np.concatenate(beside, 1)], 1).astype(np.float64)


def _median(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Over the last two axes. numpy's own takes its time to look for what is not a number."""
    *before, along, across = values.shape
    count = along * across
    ordered = np.sort(values.reshape(*before, count), -1)
    return np.asarray((ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2, np.float32)


MARGIN_MM: Final = 0.6
"""Cut this much outside a box: strokes that leave it by a little stay whole. Rows of the hand log
stand 0.7 to 0.9 mm apart."""
SPILL_MM: Final = 2.6
"""A field's own strokes are followed this far outside it: large writing leaves its box on all sides."""
SPILLED_SHARE: Final = 0.75
"""... if this share of the stroke lies in the field: a stroke that joins two rows is cut."""
HOME_SHARE: Final = 0.3
"""A stroke with less of it in a field comes from elsewhere."""
AROUND_PX: Final = 3
"""A stroke's soft edge reaches this far beyond where it counts as ink."""


@dataclass(frozen=True, eq=False)
class Cell:
    """A field's boxes, ink dark on light, with everything that is not its own taken out.

    `blank`: nothing is written in any box. `hidden`: one of its boxes cannot be seen, so that neither
    blank nor written can be said of it. `whole` is a written field of several boxes in one piece: some
    write across the borders. `from_elsewhere`: all of its ink comes in from outside, as a stain's or
    that of a line through several rows.
    """

    field: FormField
    boxes: tuple[Plane, ...]
    blank: bool
    hidden: bool
    whole: Plane | None = None
    from_elsewhere: bool = False

    @property
    def written(self) -> bool:
        """Whether something is written in it that can be seen."""
        return not self.blank and not self.hidden

    @functools.cached_property
    def height(self) -> int:
        """How high its writing is, in pixels; 0 without any."""
        return max((ink_height(box) or 0 for box in self.boxes), default=0)


def cut_cells(image: NDArray[np.uint8], layout: Layout) -> list[Cell]:
    """The cells of a squared-up page (blue, green, red), in the order of the layout's fields."""
    ink = find_ink(image, layout)
    strokes = find_strokes(ink)
    boxes = [box for field in layout.fields for box in field.boxes]
    owned = own_strokes(strokes, boxes, ink.grain)
    out_of_sight = hidden(ink.line_colour, boxes)
    cells, place = [], 0
    for field in layout.fields:
        span = range(place, place + len(field.boxes))
        place = span.stop
        written = any(owned[k][1] for k in span)
        every = np.unique(np.concatenate([owned[k][0] for k in span if owned[k][1]] or [_NONE]))
        part = window(field.outline, MARGIN_MM)
        within = np.bincount(strokes.labels[part].ravel(), minlength=len(strokes.area))[every]
        home = every[within >= SPILLED_SHARE * strokes.area[every]]
        spill = _spill(strokes, part, home)
        single = len(span) == 1
        crops = tuple(
            crop_of(ink.dark, strokes, _grown(boxes[k], spill, single), *owned[k]) for k in span
        )
        cells.append(
            Cell(
                field,
                crops,
                not written,
                any(bool(out_of_sight[k]) for k in span),
                crop_of(ink.dark, strokes, _grown(field.outline, spill), every, written)
                if written and not single
                else None,
                written and bool((within < HOME_SHARE * strokes.area[every]).all()),
            )
        )
    return cells


Spill = tuple[float, float, float, float]
"""How far strokes reach beyond a field's margin, in mm: to the left, upwards, to the right, downwards."""


def _spill(strokes: Strokes, part: tuple[slice, slice], home: NDArray[np.int64]) -> Spill:
    """How far strokes that lie nearly whole (`home`) in a field's part of the page reach out of it."""
    rows, columns = part
    if not len(home):
        return 0.0, 0.0, 0.0, 0.0
    left, top = strokes.extent[home, :2].min(0)
    right, foot = strokes.extent[home, 2:].max(0)
    beyond = np.array(
        (columns.start - left, rows.start - top, right - columns.stop, foot - rows.stop)
    )
    found = np.clip((beyond + AROUND_PX) / PX_MM, 0.0, SPILL_MM) * (beyond > 0)
    return float(found[0]), float(found[1]), float(found[2]), float(found[3])


def _grown(box: Box, spill: Spill, sideways: bool = True) -> Box:
    """A box that holds what spills out of it; `sideways` too where no other box of the field stands there."""
    left, up, right, down = spill
    if not sideways:
        left = right = 0.0
    return Box(box.x - left, box.y - up, box.width + left + right, box.height + up + down)


_NONE: Final = np.zeros(0, np.int64)


def crop_of(
    dark: Plane, strokes: Strokes, box: Box, own: NDArray[np.int64], written: bool
) -> Plane:
    """One box: paper at `WHITE`, the box's own strokes, and nothing where it is not written in."""
    part = window(box, MARGIN_MM)
    labels = strokes.labels[part]
    if not written:
        return np.full(labels.shape, WHITE, np.uint8)
    kept = np.isin(labels, own).astype(np.uint8)
    size = 2 * AROUND_PX + 1
    near = cv2.dilate(kept, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    near[(labels > 0) & (kept == 0)] = 0
    return np.asarray(WHITE - np.minimum(dark[part], WHITE) * near, np.uint8)
