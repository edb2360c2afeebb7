"""The ruled lines of a straightened page, dark or paler than print, and what is left of them."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

RULE_PX: Final = 90
"""Pixels that a ruled line is straight for at least, on a page 3,000 high; a dash of 16 points has 56."""
FAINT_RULE_PX: Final = 150
"""A line that is paler than print is straight for so long at least."""
GRAIN_PX: Final = 9
"""Grain is evened out along it over so many pixels ..."""
ALONG_PX: Final = 41
"""... and it is dark all along so many: more than the paper between two lines of text."""
THICKEST_PX: Final = 9
FAINT: Final = 6
"""Grey levels by which it is darker than the paper beside it."""
BAND_PX: Final = (3, 14)
"""Above and below a line there is paper, from so far away to so far ..."""
INKED: Final = 0.1
"""... with no greater share of ink."""
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
"""A table of dark rules has so many down it."""
CLOSE_PX: Final = 3
TOUCH_PX: Final = 24
"""Rules that come so near to each other meet."""
THROUGH_PX: Final = 4
"""A line that goes through a letter is so far from its edges at least ..."""
AROUND_PX: Final = 30
"""... where it is seen above and below it, ..."""
SEVERAL: Final = 2
"""... and a stripe goes through so many of them."""
BESIDE_RULE_PX: Final = 9
"""Width of the strip about a ruled line in which marks are of the line ..."""
OF_RULE: Final = 0.8
"""... if so much of them stands in it."""


def of_rules(
    labels: NDArray[np.int32], areas: NDArray[np.int32], rules: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Which marks are what is left of ruled lines where they cross or are printed unevenly: no letter lies
    along one."""
    near = cv2.dilate(rules, np.ones((BESIDE_RULE_PX, BESIDE_RULE_PX), np.uint8)) > 0
    within = np.bincount(labels[near], minlength=len(areas))
    return np.asarray(within >= OF_RULE * areas, np.bool_)


def faint_rules(
    page: NDArray[np.uint8], ink: NDArray[np.uint8], most: int
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Level lines that are paler than print, such as a spreadsheet's: darker than what is above and below
    them all along. As a mask, without those that are the feet of letters, and all of them as boxes. Where
    they stand at more heights than `most` the shorter ones are the stripes of a screen."""
    even = cv2.blur(page, (GRAIN_PX, 1))
    along = cv2.dilate(even, np.ones((1, ALONG_PX), np.uint8))  # as pale as its palest point
    slight = cv2.morphologyEx(along, cv2.MORPH_BLACKHAT, np.ones((THICKEST_PX, 1), np.uint8))
    mask = cv2.dilate((slight > FAINT).astype(np.uint8), np.ones((3, 1), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, FAINT_RULE_PX), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = np.stack(
        [stats[:, 0], stats[:, 1], stats[:, 0] + stats[:, 2], stats[:, 1] + stats[:, 3]], 1
    )
    thin = np.asarray(stats[:, cv2.CC_STAT_HEIGHT] <= 3 * THICKEST_PX, np.bool_)
    thin[0] = False  # the paper
    stripes = _stripes(boxes[thin], most, page.shape[1]) | _crowded(boxes[thin])
    thin[thin] = ~stripes
    bare = np.array([bool(thin[n]) and _bare(ink, boxes[n]) for n in range(count)])
    kept = cv2.morphologyEx(
        bare[labels].astype(np.uint8), cv2.MORPH_CLOSE, np.ones((1, ALONG_PX), np.uint8)
    )
    return np.asarray(kept, np.uint8), np.asarray(boxes[thin], np.int32)


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


def touched(labels: NDArray[np.int32], rules: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which marks touch a ruled line."""
    near = cv2.dilate(rules, np.ones((BESIDE_RULE_PX, BESIDE_RULE_PX), np.uint8)) > 0
    return np.asarray(np.bincount(labels[near], minlength=int(labels.max()) + 1) > 0, np.bool_)


def within(mask: NDArray[np.uint8], boxes: NDArray[np.int32]) -> NDArray[np.uint8]:
    """What of a mask lies in some boxes, or close beside them."""
    found = np.zeros_like(mask)
    for left, top, right, bottom in boxes:
        rows, columns = slice(top, bottom), slice(max(0, left - CLOSE_PX), right + CLOSE_PX)
        found[rows, columns] = mask[rows, columns]
    return found


def touching(upright: NDArray[np.int32], level: NDArray[np.int32]) -> NDArray[np.int32]:
    """The upright lines that meet a level one, as boxes: the others are no rules of a table, but a stripe of
    a screen or a fold."""
    near = [
        bool(
            (
                (level[:, 0] <= right + TOUCH_PX)
                & (level[:, 2] >= left - TOUCH_PX)
                & (level[:, 1] <= bottom + TOUCH_PX)
                & (level[:, 3] >= top - TOUCH_PX)
            ).any()
        )
        for left, top, right, bottom in upright
    ]
    return np.asarray(upright[np.array(near, bool)], np.int32)


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
    _, _, stats, _ = cv2.connectedComponentsWithStats(found, connectivity=8)
    thick = stats[:, cv2.CC_STAT_HEIGHT if level else cv2.CC_STAT_WIDTH]
    lines = stats[1:][thick[1:] <= RULE_PX]
    boxes = np.stack(
        [lines[:, 0], lines[:, 1], lines[:, 0] + lines[:, 2], lines[:, 1] + lines[:, 3]], 1
    )
    wide = cv2.dilate(found, np.ones((3, 3), np.uint8))
    return np.asarray(wide, np.uint8), np.asarray(boxes, np.int32)
