"""A sheet cut out of its picture: what stands around it, and what its edge cuts through, painted over."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.sheet import LIKELY, Sheet, bare_paper
from fairdeal.digitize.page.sheet_net import SIDE


def only_sheet(image: NDArray[np.uint8], sheet: Sheet) -> NDArray[np.uint8]:
    """The picture with the paper's own colour wherever the sheet is not, and on what the sheet's edge cuts
    through: letters of the newspaper below it."""
    small = np.asarray(cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
    mask = np.asarray(sheet.cover >= LIKELY)
    inside = cv2.erode(mask.astype(np.float32), np.ones((3, 3), np.uint8))[..., None]
    paper = bare_paper(small, mask).astype(np.float32) * inside
    near = cv2.GaussianBlur(paper, (0, 0), SIDE / 40) + 1e-3 * cv2.blur(paper, (SIDE, SIDE))
    share = cv2.GaussianBlur(inside, (0, 0), SIDE / 40) + 1e-3 * cv2.blur(inside, (SIDE, SIDE))
    colour = np.asarray(near / np.maximum(share, 1e-9)[..., None], np.float32)
    height, width = image.shape[:2]
    painted = image.copy()
    cut = _cut_through(image, sheet, colour)
    for top in range(0, height, STRIP):
        rows = slice(top, min(top + STRIP, height))
        outside = _strip(sheet.cover, rows, (width, height)) < LIKELY
        outside |= _strip(cut, rows, (width, height)) > 0
        if outside.any():
            around = _strip(colour, rows, (width, height)).astype(np.uint8)
            cv2.copyTo(around, outside.view(np.uint8), painted[rows])
    return painted


FINE: Final = 1200
"""Pixels of the longer side of a picture in which letters along an edge are looked for, ..."""
INK: Final = 0.8
"""... as marks of which some colour is so much darker than the paper's there ..."""
CUT_PX: Final = 2
"""... which come so near to the sheet's edge, where a soft one may be seen a little off, ..."""
DEEPEST_PX: Final = 18
"""... and nowhere further from it than a letter may be high: rules, thumbs and tables are longer."""
MARGIN_PX: Final = 24
"""A sheet has a margin: what has other ink so near, further in, may be a letter of its own."""


def _cut_through(
    image: NDArray[np.uint8], sheet: Sheet, colour: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Which points of a smaller picture are of marks that the sheet's edge cuts through, 1 or 0."""
    share = min(1.0, FINE / max(image.shape[:2]))
    fine = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    size, rows = (fine.shape[1], fine.shape[0]), slice(0, fine.shape[0])
    inside = (_strip(sheet.cover, rows, size) >= LIKELY).astype(np.uint8)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)
    ink = (fine < INK * _strip(colour, rows, size)).any(2) & (inside > 0)
    along = ink & (depth <= DEEPEST_PX + 1)
    count, marks = cv2.connectedComponents(along.astype(np.uint8))
    cut = np.zeros(count, bool)
    cut[marks[along & (depth <= CUT_PX)]] = True
    cut[marks[along & (depth > DEEPEST_PX)]] = False
    around = np.ones((2 * MARGIN_PX + 1, 2 * MARGIN_PX + 1), np.uint8)
    own = cv2.dilate((ink & (depth > DEEPEST_PX)).astype(np.uint8), around) > 0
    cut[marks[along & own]] = False
    found = cut[marks].astype(np.float32)
    return np.asarray(cv2.dilate(found, np.ones((3, 3), np.uint8)), np.float32)


STRIP: Final = 256
"""Rows that are painted at a time."""


def _strip(values: NDArray[np.float32], rows: slice, size: tuple[int, int]) -> NDArray[np.float32]:
    """Some rows of values that are spread over a picture of this width and height."""
    high, wide = values.shape[:2]
    x = (np.arange(size[0], dtype=np.float32) + 0.5) * (wide / size[0]) - 0.5
    y = (np.arange(rows.start, rows.stop, dtype=np.float32) + 0.5) * (high / size[1]) - 0.5
    across, down = np.meshgrid(x, y)
    return np.asarray(
        cv2.remap(values, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )
