"""The marks that are left on a straightened page but for its ruled lines: letters, bars."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected
from fairdeal.digitize.printed.rules import (
    CLOSE_PX,
    MOST_LEVEL,
    MOST_UPRIGHT,
    OF_RULE,
    RULE_PX,
    beside_dark,
    beside_rules,
    between_letters,
    boxes_of,
    dark_rules,
    faint_rules,
    meeting,
    of_a_grid,
    touching,
    within,
)

TALLEST_PX: Final = 110
"""Pixels of the highest letters; what is higher is a picture, a signature or the edge of the paper."""
WIDEST_PX: Final = 260
"""Pixels of the widest marks: letters that touch, in a word of bold print."""
LOWEST_PX: Final = 3
"""What is lower or narrower is grain ..."""
STROKE_PX: Final = 18
"""... but for an upright stroke so high: the bar of thin print."""
COARSE: Final = 4
AROUND: Final = 31
"""Ink as dark as any is looked for in a square of that many times four pixels."""
PALEST: Final = 232
"""Where the darkest is paler than this there is bare paper."""
FAINTEST: Final = 215
"""Grey level, paper at 255, above which nothing is read as print."""
LETTER_PX: Final = 9
"""Height of the lowest letter: an "o" of 6 points."""
APART: Final = 0.3
"""Parts of one letter are no further apart than this, in heights of a capital ..."""
HIGHEST: Final = 1.35
"""... and no higher together."""
BROKEN: Final = 0.12
"""A bar through which a fax lost a row of points is no further apart, in heights of a capital, ..."""
HIGHEST_BAR: Final = 1.9
"""... and no higher."""
BAR_WIDE: Final = 0.24
"""Bars are no wider than this, in heights of a capital ..."""
BAR_HIGH: Final = 1.2
"""... and at least so high: an l has 1.1 at most."""
MANY_BARS: Final = 6
WIDER: Final = 1.3
AS_HIGH: Final = 0.15
"""Where a page has so many, others are up to so much wider, and no more than this higher or lower."""
THIN_LETTER: Final = 0.15
"""The J of narrow print is no thinner, in heights of a capital, ..."""
CLOSE: Final = 0.36
"""... stands that close to what follows it ..."""
APART_BEFORE: Final = 1.25
"""... and so many times as far from what comes before."""
HOLE_HIGH: Final = 1.5
"""A hole of a binder is so much higher than a capital at least, ..."""
HOLE_THICK: Final = 0.17
"""... and its ink so much of its height thick, from inside to edge; a bold letter's is 0.13."""
EDGE: Final = 0.02
"""What is printed stays that far from the paper's edge, in widths of the page, ..."""
APART_FROM_EDGE: Final = 2.0
"""... and a stroke there, so far from all letters in heights of a capital, is a shadow of the edge."""
_TURNED: Final = [1, 0, 3, 2]
"""The sides of a box of a page of which rows and columns change places."""
HALF_WAY: Final = 0.4
"""Print begins so far down from the paper to what is darkest in it."""
LONG: Final = 25
"""Times four pixels: what is dark so far along is a rule ..."""
SOLID: Final = 3
"""... and both ways so far, solid."""
THICK: Final = 0.3
"""No stroke is so thick, in heights of a capital."""
SOFT_PX: Final = 5
"""So far the soft edge of a letter goes on the page."""
BLACK: Final = 0.7
"""How far down from the paper to what is darkest the inside of a suit symbol is; blurred strokes are not."""
SYMBOL: Final = (0.5, 1.5)
"""Width and height of a symbol, in heights of a capital."""
FILLED: Final = 0.42
"""Share of its box that it fills: a diamond half."""
FEW: Final = 1 << 16
"""Up to that many numbers of marks take half the room; only grain has more."""
BESIDE_SYMBOL: Final = (0.3, 2.0)
"""How much wider the mark is in which a letter touches it, in heights of a capital."""


Labels = NDArray[np.int32] | NDArray[np.uint16]


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The marks of a page. `boxes` (n, 4: left, top, right, bottom, the last two just outside), `labels` the
    page with the number of the mark that each point belongs to, 0 for none and for rules; `numbers` are the
    marks' own in it. `across` and `down` are ruled lines, level and upright, as boxes."""

    boxes: NDArray[np.int32]
    numbers: NDArray[np.int32]
    labels: Labels
    across: NDArray[np.int32]
    down: NDArray[np.int32]
    bars: NDArray[np.int32]
    """Upright strokes higher than letters, as typed between the cells of a table, as boxes."""

    @property
    def heights(self) -> NDArray[np.int32]:
        return np.asarray(self.boxes[:, 3] - self.boxes[:, 1], np.int32)


def marks_of(page: NDArray[np.uint8]) -> Marks:
    """The marks of a grey page, ink dark on 255."""
    return _without_bars(_without_margins(_put_together(pieces_of(page))))


def pieces_of(page: NDArray[np.uint8]) -> Marks:
    """The same with the parts of a letter apart, and bars among them."""
    ink, (across, across_boxes), (down, down_boxes) = _without_rules(ink_of(page))
    level, any_level, level_boxes = faint_rules(page, ink, MOST_LEVEL)
    upright, any_upright, turned = faint_rules(_turned(page), _turned(ink), MOST_UPRIGHT)
    stands, stats, _ = connected(ink)
    every = boxes_of(stats)
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    fit = (height <= TALLEST_PX) & (width <= WIDEST_PX)
    fit &= ((height >= LOWEST_PX) & (width >= LOWEST_PX)) | (height >= STROKE_PX)
    fit[0] = False  # the paper
    upright, turned = upright.T, turned[:, _TURNED]
    crossing = [beside_rules(stands, rules) > 0 for rules in (level | across, upright | down)]
    grid = within(any_level, of_a_grid(level_boxes, turned))
    grid |= within(any_upright.T, of_a_grid(turned, level_boxes))
    on_rules = beside_rules(stands, grid) >= OF_RULE * stats[:, cv2.CC_STAT_AREA]
    letters = every[fit & (height >= LETTER_PX) & ~(crossing[0] & crossing[1]) & ~on_rules]
    level_boxes = between_letters(level_boxes[:, _TURNED], level.T, letters[:, _TURNED])[:, _TURNED]
    across_boxes = np.vstack([across_boxes, level_boxes])
    faint = between_letters(beside_dark(turned, across_boxes, down_boxes), upright, letters)
    down_boxes = np.vstack([down_boxes, touching(faint, across_boxes)])
    # No letter lies along a rule: what does is left of it, where rules cross or are printed unevenly. A
    # letter that stands on the stripe of a screen is not one of its remains.
    rules = within(level, across_boxes) | within(upright, down_boxes) | across | down | grid
    fit &= beside_rules(stands, rules) < OF_RULE * stats[:, cv2.CC_STAT_AREA]
    fit &= ~_ends_of_rules(every, down_boxes, across_boxes)
    numbers, boxes = np.flatnonzero(fit).astype(np.int32), every[fit]
    none = np.empty((0, 4), np.int32)
    labels = stands.astype(np.uint16) if len(stats) <= FEW else stands
    return Marks(boxes, numbers, labels, across_boxes, down_boxes, none)


_Rules = tuple[NDArray[np.uint8], NDArray[np.int32]]
"""Straight lines as a mask and as boxes."""


def _without_rules(inks: Ink) -> tuple[NDArray[np.uint8], _Rules, _Rules]:
    """The ink without its dark rules, letters apart from the symbols that they touch; the rules across, and
    down."""
    across, down = (dark_rules(inks.every, size) for size in ((RULE_PX, 1), (1, RULE_PX)))
    elsewhere = ((across[0] | down[0]) == 0).view(np.uint8)
    for each in (inks.every, inks.dark, inks.black):
        each &= elsewhere
    return inks.every & (beside_symbols(inks) == 0).view(np.uint8), across, down


def _turned(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.transpose(page), np.uint8)


def _ends_of_rules(
    boxes: NDArray[np.int32], upright: NDArray[np.int32], level: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Which marks lie in the course of an upright rule, between its end and the level one that it meets: what
    was left of it there stood among the cards of a row as a T or an I."""
    found = np.zeros(len(boxes), bool)
    for rule in upright:
        left, top, right, bottom = rule
        along = (boxes[:, 0] >= left - CLOSE_PX) & (boxes[:, 2] <= right + CLOSE_PX)
        for line in level[meeting(level, rule)]:
            for first, last in ((line[1], top), (bottom, line[3])):
                between = (boxes[:, 1] >= first - CLOSE_PX) & (boxes[:, 3] <= last + CLOSE_PX)
                found |= along & between
    return found


def capital_of(heights: NDArray[np.int32]) -> float | None:
    """About the height of a page's capitals, None where it has no letters."""
    tall = heights[heights >= LETTER_PX]
    return float(np.percentile(tall, 70)) if len(tall) else None


def _without_margins(marks: Marks) -> Marks:
    """The marks without what stands in the margins: holes of a ring binder, as blots higher and thicker than
    letters, and strokes along the paper's edge. Read as signs they began a row, or were one."""
    capital = capital_of(marks.heights)
    if capital is None:
        return marks
    lefts, rights = marks.boxes[:, 0], marks.boxes[:, 2]
    thin = rights - lefts <= BAR_WIDE * capital
    broad = ~thin if (~thin).any() else thin
    first, last = np.percentile(lefts[broad], 5), np.percentile(rights[broad], 95)
    apart, width = np.maximum(first - rights, lefts - last), marks.labels.shape[1]
    hole = (apart > 0) & (marks.heights > HOLE_HIGH * capital)
    hole[hole] = [_thickness(marks, int(n)) > HOLE_THICK for n in np.flatnonzero(hole)]
    edge = (apart > APART_FROM_EDGE * capital) & thin
    edge &= np.minimum(lefts, width - rights) < EDGE * width
    kept = ~(hole | edge)
    return replace(marks, boxes=marks.boxes[kept], numbers=marks.numbers[kept])


def _thickness(marks: Marks, at: int) -> float:
    """How far the inside of a mark's ink is from its edge, as a share of the mark's height."""
    left, top, right, bottom = (int(side) for side in marks.boxes[at])
    own = marks.labels[top:bottom, left:right] == marks.numbers[at]
    inside = cv2.distanceTransform(np.pad(own, 1).astype(np.uint8), cv2.DIST_L2, 3)
    return float(inside.max()) / (bottom - top)


def _without_bars(marks: Marks) -> Marks:
    """Bars taken out from among the letters: readers take them for all kinds of signs."""
    capital = capital_of(marks.heights)
    if capital is None:
        return marks
    wide = marks.boxes[:, 2] - marks.boxes[:, 0]
    bar = (wide <= BAR_WIDE * capital) & (marks.heights >= BAR_HIGH * capital)
    bar[bar] = ~begins_word(marks.boxes[bar], marks.boxes, capital)
    if bar.sum() >= MANY_BARS:  # others of the page may be a little wider
        usual, high = np.median(wide[bar]), np.median(marks.heights[bar])
        alike = (wide <= WIDER * usual) & (np.abs(marks.heights - high) <= AS_HIGH * high)
        alike[alike] = ~begins_word(marks.boxes[alike], marks.boxes, capital)
        bar |= alike
    return replace(
        marks, boxes=marks.boxes[~bar], numbers=marks.numbers[~bar], bars=marks.boxes[bar]
    )


def begins_word(
    thin: NDArray[np.int32], boxes: NDArray[np.int32], capital: float
) -> NDArray[np.bool_]:
    """Which thin marks (boxes) stand close before the next of all `boxes` and apart from the one before, as
    the J of some print does that hangs below the line: bars have as much paper on either side."""
    found = np.zeros(len(thin), bool)
    for at, (left, top, right, bottom) in enumerate(thin):
        level = boxes[(boxes[:, 1] < bottom) & (boxes[:, 3] > top)]
        after = level[level[:, 0] > right, 0]
        before = level[level[:, 2] < left, 2]
        gap = (after.min() - right) / capital if len(after) else np.inf
        blank = (left - before.max()) / capital if len(before) else np.inf
        wide = right - left >= THIN_LETTER * capital
        found[at] = wide and gap < CLOSE and blank > APART_BEFORE * gap
    return found


def _put_together(marks: Marks) -> Marks:
    """Parts of a letter that stand one above the other as one mark: the dot of an i, a 5 that broke."""
    boxes = marks.boxes
    capital = capital_of(marks.heights)
    if capital is None:
        return marks
    order = np.argsort(boxes[:, 0], kind="stable")
    ends = np.searchsorted(boxes[order, 0], boxes[order, 2])
    group = np.arange(len(boxes))
    whole = boxes.copy()
    for at, first in enumerate(order):
        others = order[at + 1 : ends[at]]
        # On a grainy page thousands of marks stand above each other: most are too far apart.
        high = np.maximum(boxes[others, 3], boxes[first, 3])
        high -= np.minimum(boxes[others, 1], boxes[first, 1])
        for second in others[high <= HIGHEST_BAR * capital]:
            _join(whole, group, int(first), int(second), capital)
    return _grouped(marks, group, whole)


def _join(
    whole: NDArray[np.int32], group: NDArray[np.int64], first: int, second: int, capital: float
) -> None:
    one, other = int(group[first]), int(group[second])
    if one == other:
        return
    a, b = whole[one], whole[other]
    (left, top), (right, bottom) = np.minimum(a[:2], b[:2]), np.maximum(a[2:], b[2:])
    shared, apart = min(a[2], b[2]) - max(a[0], b[0]), max(a[1], b[1]) - min(a[3], b[3])
    narrower, high = min(a[2] - a[0], b[2] - b[0]), bottom - top > HIGHEST * capital
    letter = apart <= APART * capital and not high
    bar = apart <= BROKEN * capital and right - left <= BAR_WIDE * capital and high
    if shared >= 0.6 * narrower and (letter or bar):
        whole[one] = left, top, right, bottom
        group[group == other] = one


def _grouped(marks: Marks, group: NDArray[np.int64], whole: NDArray[np.int32]) -> Marks:
    heads = np.unique(group)
    for part in np.flatnonzero(group != np.arange(len(group))):
        left, top, right, bottom = marks.boxes[part]
        about = marks.labels[top:bottom, left:right]
        about[about == marks.numbers[part]] = marks.numbers[group[part]]
    return replace(marks, boxes=whole[heads], numbers=marks.numbers[heads])


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """Which points of a page are ink (1), which are nearly half as dark as the darkest about them, which are
    nearly as dark, and the height of a capital."""

    every: NDArray[np.uint8]
    dark: NDArray[np.uint8]
    black: NDArray[np.uint8]
    capital: float

    def solid(self, core: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """What of the dark ink is thicker than strokes, by what of it may be the inside (`core`)."""
        wide = max(3, round(THICK * self.capital))
        inside = cv2.distanceTransform(core, cv2.DIST_L2, 3) > wide / 2
        around = np.ones((2 * wide, 2 * wide), np.uint8)
        return np.asarray(cv2.dilate(inside.view(np.uint8), around), np.uint8) & self.dark


def ink_of(page: NDArray[np.uint8]) -> Ink:
    """The ink of a grey page. Where the darkest about a point is a rule, or solid as a suit symbol is, thin
    strokes are ink by their own darkness: but for pale ink close beside what is solid, which may be its soft
    edge, and would join a letter to the symbol behind it."""
    size = (max(1, page.shape[1] // COARSE), max(1, page.shape[0] // COARSE))
    coarse = np.asarray(cv2.resize(page, size, interpolation=cv2.INTER_AREA), np.uint8)
    darkest = _darkest(coarse)
    kernels = ((1, LONG), (LONG, 1), (SOLID, SOLID))
    lasting = [
        cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, np.ones(kernel, np.uint8)) for kernel in kernels
    ]
    strokes = _darkest(255 - (np.minimum.reduce(lasting) - coarse))
    bare = darkest > PALEST
    dark, pale = (_darker(page, each, bare) for each in (darkest, strokes))
    black = _darker(page, 255 - (255 - darkest) * BLACK / HALF_WAY, bare)
    half = np.ascontiguousarray(dark[::2, ::2])
    heights = 2 * connected(half)[1][1:, cv2.CC_STAT_HEIGHT]
    found = Ink(dark, dark, black, min(capital_of(heights) or TALLEST_PX, TALLEST_PX))
    beside = cv2.dilate(found.solid(dark), np.ones((2 * SOFT_PX + 1, 2 * SOFT_PX + 1), np.uint8))
    return replace(found, every=dark | (pale & (beside == 0).view(np.uint8)))


def _darkest(coarse: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How dark the darkest about each point is."""
    eroded = cv2.erode(coarse, np.ones((AROUND, AROUND), np.uint8))
    return cv2.GaussianBlur(eroded, (0, 0), AROUND / 3).astype(np.float32)


def _darker(
    page: NDArray[np.uint8], darkest: NDArray[np.float32], bare: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Which points of the page (1) are so much darker than paper, by what is darkest about them."""
    levels = 255 - HALF_WAY * (255 - darkest)
    levels[bare] = 0
    wide = cv2.resize(levels, page.shape[::-1], interpolation=cv2.INTER_LINEAR)
    np.minimum(wide, FAINTEST, out=wide)
    return np.asarray((page < wide.astype(np.uint8)).view(np.uint8))


def beside_symbols(ink: Ink) -> NDArray[np.uint8]:
    """A line (1) round each black mark, as large and solid as a suit symbol, that is one with a letter: in a
    photo of small print they touch."""
    capital = ink.capital
    labels, stats, _ = connected(ink.solid(ink.black))
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
    fit = (sides.min(1) >= SYMBOL[0] * capital) & (sides.max(1) <= SYMBOL[1] * capital)
    fit &= stats[:, cv2.CC_STAT_AREA] >= FILLED * sides.prod(1)
    fit[0] = False  # the paper
    found = np.zeros_like(ink.every)
    if not fit.any():
        return found
    stands, every, _ = connected(ink.every)
    for n in np.flatnonzero(fit):
        left, top, wide, high = (int(each) for each in stats[n, :4])
        about = slice(max(0, top - 1), top + high + 1), slice(max(0, left - 1), left + wide + 1)
        own = (labels[about] == n).astype(np.uint8)
        more = every[int(stands[about][own > 0].max()), cv2.CC_STAT_WIDTH] - wide
        if BESIDE_SYMBOL[0] * capital <= more <= BESIDE_SYMBOL[1] * capital:
            found[about] |= cv2.dilate(own, np.ones((3, 3), np.uint8)) - own
    return found
