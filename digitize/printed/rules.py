"""Ruled lines of a straightened page, and the tables that they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected_lines

RULE_PX: Final = 90
"""Pixels that a ruled line is straight for at least, on a page 3,000 high; a dash of 16 points has 56."""
FAINT_RULE_PX: Final = 150
"""A line that is paler than print is straight for so long at least."""
GRAIN_PX: Final = 9
"""Grain is evened out along it over so many pixels ..."""
ALONG_PX: Final = 41
"""... and it is dark all along so many: more than the paper between two lines of text."""
THICKEST_PX: Final = 9
LEANING: Final = 0.04
"""A long line may lean so much: some of a grid in the right half of a page whose paper is not flat."""
FAINT: Final = 6
"""Grey levels by which it is darker than the paper beside it."""
BAND_PX: Final = (3, 14)
"""Above and below a line there is paper, from so far away to so far ..."""
INKED: Final = 0.1
"""... with no greater share of ink."""
NEXT_PX: Final = (2, 5)
"""Close above and below a dark line, from so far away to so far, ..."""
OF_LETTERS: Final = 0.5
"""... ink stands along so much of it only where letters touch: of 1,016 lines on some hundred pages rules had
0.45 at most, words 0.54 and more."""
MOST_LEVEL: Final = 90
"""Rules across a page at most, one below each line of a spreadsheet and of what stands about it ..."""
MOST_UPRIGHT: Final = 30
"""... and down it."""
SAME_PX: Final = 3
"""The two edges of one line are no further apart than this ..."""
CROWDED_PX: Final = 25
"""... and stripes of a screen than this ..."""
CROWD: Final = 3
"""... from so many others."""
FAR: Final = 0.35
"""A rule goes so far across the page, if stripes of a screen stand beside it."""
FEWEST_DARK: Final = 3
"""A table of dark rules has so many down it, and a rule of a grid meets as many."""
CLOSE_PX: Final = 3
TOUCH_PX: Final = 24
"""Rules that come so near to each other meet."""
THROUGH_PX: Final = 4
"""A line that goes through a letter is so far from its edges at least ..."""
AROUND_PX: Final = 30
"""... where it is seen above and below it, ..."""
SEVERAL: Final = 2
"""... and a stripe goes through so many of them."""
AS_FAR: Final = 0.9
"""Rules of one grid go so far beside the longest."""
TOGETHER: Final = 256
"""Rows of a page that are worked on together: all of them would take its room again."""
BESIDE_RULE_PX: Final = 9
"""Width of the strip about a ruled line in which marks are of the line ..."""
OF_RULE: Final = 0.8
"""... if so much of them stands in it."""


def beside_rules(labels: NDArray[np.int32], rules: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many points of each mark lie on ruled lines or close beside them."""
    near = cv2.dilate(rules, np.ones((BESIDE_RULE_PX, BESIDE_RULE_PX), np.uint8)) > 0
    return np.bincount(labels[near], minlength=int(labels.max()) + 1)


def boxes_of(stats: cv2.typing.MatLike) -> NDArray[np.int32]:
    """Left, top, right and bottom of connected marks, the last two just outside."""
    return np.hstack([stats[:, :2], stats[:, :2] + stats[:, 2:4]]).astype(np.int32)


def faint_rules(
    page: NDArray[np.uint8], ink: NDArray[np.uint8], most: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int32]]:
    """Level lines that are paler than print, such as a spreadsheet's: darker than what is above and below
    them all along. As a mask, without those that have ink beside them as the feet of letters have; as a mask
    of all, and all as boxes. Where they stand at more heights than `most` the shorter ones are the stripes of
    a screen."""
    shade = cv2.blur(page, (GRAIN_PX, 1))
    shade = cv2.dilate(shade, np.ones((1, ALONG_PX), np.uint8))  # as pale as its palest point
    shade = cv2.morphologyEx(shade, cv2.MORPH_BLACKHAT, np.ones((THICKEST_PX, 1), np.uint8))
    shade = cv2.dilate((shade > FAINT).view(np.uint8), np.ones((3, 1), np.uint8))
    lines = _along_rows(np.asarray(shade, np.uint8), FAINT_RULE_PX, cv2.erode, cv2.dilate)
    labels, stats = connected_lines(lines)
    boxes = boxes_of(stats)
    high, wide = stats[:, cv2.CC_STAT_HEIGHT], stats[:, cv2.CC_STAT_WIDTH]
    slender = stats[:, cv2.CC_STAT_AREA] <= THICKEST_PX * wide
    thin = (high <= 3 * THICKEST_PX) | (slender & (high <= LEANING * wide))
    thin[0] = False  # the paper
    stripes = _stripes(boxes[thin], most, page.shape[1]) | _crowded(boxes[thin])
    thin[thin] = ~stripes
    bare = np.array([bool(thin[n]) and _bare(ink, boxes[n]) for n in range(len(stats))])
    masks = [only(labels, boxes, kept) for kept in (bare, thin)]
    least, every = (_along_rows(mask, ALONG_PX, cv2.dilate, cv2.erode) for mask in masks)
    return least, every, np.asarray(boxes[thin], np.int32)


def only(
    labels: NDArray[np.uint16], boxes: NDArray[np.int32], kept: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """The mask of some marks. Lines are few, and looked for where they are: the page is large."""
    found = np.zeros(labels.shape, np.uint8)
    for n in np.flatnonzero(kept):
        left, top, right, bottom = boxes[n]
        about = slice(top, bottom), slice(left, right)
        found[about][labels[about] == n] = 1
    return found


def _along_rows(
    mask: NDArray[np.uint8], reach: int, *steps: Callable[..., cv2.typing.MatLike]
) -> NDArray[np.uint8]:
    """The mask opened or closed along its rows, in its place, and in those alone that have anything: most of
    a page have no line."""
    kernel = np.ones((1, reach), np.uint8)
    for step in steps:
        rows = np.flatnonzero(mask.any(1))
        for start in range(0, len(rows), TOGETHER):
            some = rows[start : start + TOGETHER]
            mask[some] = step(mask[some], kernel)
    return mask


def _stripes(boxes: NDArray[np.int32], most: int, width: int) -> NDArray[np.bool_]:
    """Which level lines may be the stripes of a screen: all that do not go far across the page, if they stand
    at more heights than it can have rules."""
    middles = np.sort(boxes[:, [1, 3]].mean(1))
    count, last = 0, -np.inf
    for middle in middles:
        if middle - last > THICKEST_PX:
            count, last = count + 1, middle
    return (boxes[:, 2] - boxes[:, 0] < FAR * width) & (count > most)


def _crowded(boxes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which level lines have several others close above or below them: no rows of a table are so low."""
    middles = boxes[:, [1, 3]].mean(1)
    found = np.zeros(len(boxes), bool)
    for at, (left, _, right, _) in enumerate(boxes):
        apart = np.abs(middles - middles[at])
        beside = (boxes[:, 0] < right) & (boxes[:, 2] > left)
        found[at] = (beside & (apart > SAME_PX) & (apart < CROWDED_PX)).sum() >= CROWD
    return found


def beside_dark(
    upright: NDArray[np.int32], level: NDArray[np.int32], dark: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The faint upright lines that go with a table of dark rules: those that lie along one, or that go from
    one level line to another. Stripes of a screen end anywhere."""
    if len(touching(dark, level)) < FEWEST_DARK:
        return upright
    kept = []
    for left, top, right, bottom in upright:
        middle = (left + right) / 2
        under = (level[:, 0] <= middle + TOUCH_PX) & (level[:, 2] >= middle - TOUCH_PX)
        heights = level[under][:, [1, 3]].mean(1)
        # At the very top lies the edge of the paper.
        ends = [
            end > TOUCH_PX and (np.abs(heights - end) <= TOUCH_PX).any() for end in (top, bottom)
        ]
        same = dark[np.abs(dark[:, [0, 2]].mean(1) - middle) <= THICKEST_PX]
        within = (
            len(same) and top > same[:, 1].min() - TOUCH_PX and bottom < same[:, 3].max() + TOUCH_PX
        )
        kept.append(bool(within or all(ends)))
    return np.asarray(upright[np.array(kept, bool)], np.int32)


def of_a_grid(lines: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.int32]:
    """The rules of a grid (boxes) among the lines of one direction: each meets several of the other, and goes
    as far as any that meets the same. What stems of letters below each other make, or their feet, ends
    sooner."""
    meets = np.array([meeting(others, line) for line in lines], np.int64)
    meets = meets.reshape(len(lines), len(others))
    far = (lines[:, 2:] - lines[:, :2]).max(1)
    longest = ((meets @ meets.T > 0) * far).max(1, initial=0)
    grid = (meets.sum(1) >= FEWEST_DARK) & (far >= AS_FAR * longest)
    return np.asarray(lines[grid], np.int32)


def within(mask: NDArray[np.uint8], boxes: NDArray[np.int32]) -> NDArray[np.uint8]:
    """What of a mask lies in some boxes, or close beside them."""
    found = np.zeros_like(mask)
    for left, top, right, bottom in boxes:
        rows, columns = slice(top, bottom), slice(max(0, left - CLOSE_PX), right + CLOSE_PX)
        found[rows, columns] = mask[rows, columns]
    return found


def touching(upright: NDArray[np.int32], level: NDArray[np.int32]) -> NDArray[np.int32]:
    """The upright lines that meet a level one, as boxes: the others are not rules of a table, but a stripe of
    a screen or a fold."""
    near = np.array([meeting(level, line).any() for line in upright], bool)
    return np.asarray(upright[near], np.int32)


def meeting(lines: NDArray[np.int32], box: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which lines meet another one."""
    near = (lines[:, :2] <= box[2:] + TOUCH_PX) & (lines[:, 2:] >= box[:2] - TOUCH_PX)
    return np.asarray(near.all(1), np.bool_)


def between_letters(
    upright: NDArray[np.int32], mask: NDArray[np.uint8], letters: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The faint upright lines (boxes, and a mask of those on bare paper) that letters (boxes) stand beside: a
    line that goes through several is a stripe of a screen."""
    kept = [_through(line, mask, letters) < SEVERAL for line in upright]
    return np.asarray(upright[np.array(kept, bool)], np.int32)


def _through(line: NDArray[np.int32], mask: NDArray[np.uint8], letters: NDArray[np.int32]) -> int:
    """How many letters a line goes through, not along their edges."""
    left, top, right, bottom = line
    near = (letters[:, 0] < right) & (letters[:, 2] > left)
    near &= (letters[:, 1] > top) & (letters[:, 3] < bottom)
    count = 0
    for first, upper, last, lower in letters[near]:
        about = mask[max(top, upper - AROUND_PX) : lower + AROUND_PX, left:right]
        columns = np.nonzero(about)[1]
        at = columns.mean() + left if len(columns) else (left + right) / 2
        count += bool(first + THROUGH_PX < at < last - THROUGH_PX)
    return count


def _bare(ink: NDArray[np.uint8], box: NDArray[np.int32]) -> bool:
    """Whether there is paper above and below a level line: on the feet of serif letters stand letters."""
    left, top, right, bottom = (int(side) for side in box)
    above = ink[max(0, top - BAND_PX[1]) : max(0, top - BAND_PX[0]), left:right]
    below = ink[bottom + BAND_PX[0] : bottom + BAND_PX[1], left:right]
    return all(not band.size or band.mean() < INKED for band in (above, below))


def dark_rules(
    ink: NDArray[np.uint8], kernel: tuple[int, int]
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """The straight lines in the ink, a little widened, as a mask and as boxes."""
    level = kernel[0] > kernel[1]
    joined = cv2.dilate(ink, np.ones((3, 1) if level else (1, 3), np.uint8))
    found = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones(kernel[::-1], np.uint8))
    labels, stats = connected_lines(found)
    boxes = boxes_of(stats)
    if level:
        letters = np.array(
            [n > 0 and _in_letters(ink, labels, n, boxes[n]) for n in range(len(boxes))]
        )
        found[only(labels, boxes, letters) > 0] = 0
        boxes, stats = boxes[~letters], stats[~letters]
    thick = stats[:, cv2.CC_STAT_HEIGHT if level else cv2.CC_STAT_WIDTH]
    wide = cv2.dilate(found, np.ones((3, 3), np.uint8))
    return np.asarray(wide, np.uint8), boxes[1:][thick[1:] <= RULE_PX]


def _in_letters(
    ink: NDArray[np.uint8], labels: NDArray[np.uint16], line: int, box: NDArray[np.int32]
) -> bool:
    """Whether a level line (its number among `labels`, its box) has ink all along above it, or below: in a
    blurred picture of small print letters of a word touch, and their heads or feet are a straight line."""
    left, top, right, bottom = (int(side) for side in box)
    own = labels[top:bottom, left:right] == line
    upper, lower = top + own.argmax(0), bottom - 1 - own[::-1].argmax(0)
    columns, away = np.arange(left, right), np.arange(*NEXT_PX)[:, None]
    last = len(ink) - 1
    sides = np.maximum(upper - away, 0), np.minimum(lower + away, last)
    return any(ink[rows, columns].any(0).mean() > OF_LETTERS for rows in sides)


SAME_RULE_PX: Final = 14
"""Rules no further apart are one line, drawn with two edges."""
NARROWEST_PX: Final = 50
"""A column is no narrower."""
FRAME: Final = 0.75
"""Share of a table that no single cell of it takes, if it is wider and higher ..."""
FRAME_PX: Final = 600
"""... than this: what is smaller goes round no page, and all beside it would be left out."""
ROUND_PX: Final = (1000, 1500)
"""Four lines alone go round a page, 3,000 high, if they are wider and higher apart than this."""
EDGE_PX: Final = 60
"""The lines of one side of a frame stand no further apart."""
REACH: Final = 0.5
"""A line is an edge of cells if it runs along so much of the table."""
MIDST: Final = 0.2
FEWEST_CROSSED: Final = 4
"""Through so many words, no nearer to their ends than this share of their height, no rule runs: stems below
each other ran through seven of nine."""


@dataclass(frozen=True, slots=True)
class Table:
    """Edges of columns and of rows in pixels of the page, from the left and from the top."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]

    @property
    def is_frame(self) -> bool:
        """Whether its lines go round a page or a screen: nearly all within them is one cell."""
        widths, heights = np.diff(self.columns), np.diff(self.rows)
        if len(widths) == len(heights) == 1:
            return bool(widths[0] > ROUND_PX[0] and heights[0] > ROUND_PX[1])
        small = min(widths.sum(), heights.sum()) < FRAME_PX
        return not small and bool(
            widths.max() * heights.max() > FRAME * widths.sum() * heights.sum()
        )

    @property
    def cells(self) -> int:
        return (len(self.columns) - 1) * (len(self.rows) - 1)

    def uncrossed(self, words: Sequence[Sequence[float]]) -> Table:
        """The table without rules that run through words (left, top, right, bottom) in most of its rows:
        stems of letters below each other look like one."""

        def crossed(x: float) -> int:
            return sum(
                left + MIDST * (bottom - top) < x < right - MIDST * (bottom - top)
                and self.rows[0] < (top + bottom) / 2 < self.rows[-1]
                for left, top, right, bottom in words
            )

        few = max(FEWEST_CROSSED, len(self.rows) / 2)
        first, *inner, last = self.columns
        return replace(self, columns=(first, *(x for x in inner if crossed(x) < few), last))

    def cell_of(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column (from 0) of the cell that a point stands in; None outside."""
        row = int(np.searchsorted(self.rows, y)) - 1
        column = int(np.searchsorted(self.columns, x)) - 1
        inside = 0 <= row < len(self.rows) - 1 and 0 <= column < len(self.columns) - 1
        return (row, column) if inside else None


def tables_of(across: NDArray[np.int32], down: NDArray[np.int32]) -> list[Table]:
    """The tables that ruled lines make (boxes: left, top, right, bottom), at least two cells each."""
    found = [table for table in _grids(across, down) if table.cells > 1 and not table.is_frame]
    return sorted(found, key=lambda table: table.rows[0])


def within_frame(
    across: NDArray[np.int32], down: NDArray[np.int32]
) -> tuple[float, float, float, float]:
    """The part of a page (left, top, right, bottom) that lines round a page or a screen leave."""
    for table in _grids(across, down):
        if table.is_frame:
            at, row = int(np.diff(table.columns).argmax()), int(np.diff(table.rows).argmax())
            left, right = table.columns[at], table.columns[at + 1]
            top, bottom = table.rows[row], table.rows[row + 1]
            sides, ends = _long(down, (0, 2), bottom - top), _long(across, (1, 3), right - left)
            return (
                max([left, *_near(sides, left)[:, 1]]),
                max([top, *_near(ends, top)[:, 1]]),
                min([right, *_near(sides, right)[:, 0]]),
                min([bottom, *_near(ends, bottom)[:, 0]]),
            )
    return 0.0, 0.0, np.inf, np.inf


def _long(lines: NDArray[np.int32], across: tuple[int, int], whole: float) -> NDArray[np.int32]:
    """First and last place across (n, 2) of the lines that go along most of a frame: the shadow beside a
    screen is as wide as letters."""
    along = (1, 3) if across == (0, 2) else (0, 2)
    far = lines[:, along[1]] - lines[:, along[0]] > FRAME * whole
    return np.asarray(lines[far][:, list(across)], np.int32)


def _near(sides: NDArray[np.int32], edge: float) -> NDArray[np.int32]:
    return np.asarray(sides[np.abs(sides.mean(1) - edge) < EDGE_PX], np.int32)


def _grids(across: NDArray[np.int32], down: NDArray[np.int32]) -> Iterator[Table]:
    lines = np.vstack([across, down]) if len(across) and len(down) else np.empty((0, 4), np.int32)
    for group in _touching(lines):
        level = [n for n in group if n < len(across)]
        upright = [n - len(across) for n in group if n >= len(across)]
        if not (level and upright):
            continue
        columns = _reaching(_edges(down[upright], (0, 2)), across[level])
        rows = _edges(across[level], (1, 3))
        if len(columns) >= 2 and len(rows) >= 2:
            yield Table(columns, rows)


def _reaching(columns: tuple[float, ...], across: NDArray[np.int32]) -> tuple[float, ...]:
    """The edges of columns with the ends of the level rules, where these go on beyond the outermost: an
    upright rule may be too faint to be seen."""
    if not columns:
        return columns
    whole = [np.array(pieces) for pieces in _of_one_line(across, (1, 3))]
    left = float(np.median([pieces[:, 0].min() for pieces in whole]))
    right = float(np.median([pieces[:, 2].max() for pieces in whole]))
    first = (left,) if left < columns[0] - NARROWEST_PX else ()
    last = (right,) if right > columns[-1] + NARROWEST_PX else ()
    return (*first, *columns, *last)


def _touching(lines: NDArray[np.int32]) -> list[list[int]]:
    """Lines that meet, put together."""
    group = list(range(len(lines)))
    for first in range(len(lines)):
        heads = {group[n] for n in np.flatnonzero(meeting(lines, lines[first]))} | {group[first]}
        group = [min(heads) if each in heads else each for each in group]
    return [[n for n, each in enumerate(group) if each == head] for head in sorted(set(group))]


def _of_one_line(
    lines: NDArray[np.int32], across: tuple[int, int]
) -> list[list[NDArray[np.int32]]]:
    """Lines put together with those that go on from them, in order; `across` as in `_edges`."""
    order = np.argsort(lines[:, list(across)].mean(1))
    found: list[list[NDArray[np.int32]]] = []
    for line in lines[order]:
        place = line[list(across)].mean()
        if found and place - found[-1][-1][list(across)].mean() <= SAME_RULE_PX:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _edges(lines: NDArray[np.int32], across: tuple[int, int]) -> tuple[float, ...]:
    """Places of lines, those of one line put together; what runs along too little of the table is not an edge
    of its cells. `across` are the sides of a line's box that tell its place."""
    along = (1, 3) if across == (0, 2) else (0, 2)
    whole = lines[:, along[1]].max() - lines[:, along[0]].min()
    return tuple(
        float(np.mean([line[list(across)].mean() for line in each]))
        for each in _of_one_line(lines, across)
        if sum(line[along[1]] - line[along[0]] for line in each) >= REACH * whole
    )
