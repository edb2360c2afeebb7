"""What is left of a field once the struck-out entry in it is covered: the new value above or under it.

People who have no room beside strike an entry through and write the new one above. Both then stand in
one box, one over the other, and the new one may lie across the borders of several boxes, so the
field is put together again, the line through it found, and the old entry's rows left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]

SHARED_PX: Final = 12
"""Boxes of a form are cut 0.6 mm beyond their border: neighbours share this many pixels."""
PAPER: Final = 235
INK_SHARE: Final = 0.3
"""A pixel is ink from this share of the darkest ink's depth on."""
LINE_SHARE: Final = 0.55
"""The line through an entry is at least this long beside all ink of the field; bars of figures are not."""
SHORTEST_LINE: Final = 22
"""... and this long in pixels, 2 mm."""
THICKEST_LINE: Final = 14
"""No pen's line is thicker than this many pixels."""
OFF_CENTRE: Final = 1.7
"""The line has this many times more ink's height on the side of the new entry than on the other. With one
entry alone the line goes through its middle."""
LEAST_HEIGHT: Final = 12
"""Rows of writing, 1.2 mm."""


def rejoined(boxes: Sequence[Grey]) -> Grey:
    """The boxes of a field side by side again, what neighbours share laid on one another."""
    high = max(box.shape[0] for box in boxes)
    width = sum(box.shape[1] for box in boxes) - SHARED_PX * (len(boxes) - 1)
    whole = np.full((high, width), PAPER, np.uint8)
    left = 0
    for box in boxes:
        part = whole[: box.shape[0], left : left + box.shape[1]]
        np.minimum(part, box, out=part)
        left += box.shape[1] - SHARED_PX
    return whole


def beside_the_struck(boxes: Sequence[Grey]) -> Grey | None:
    """The field with its struck-out entry covered, where a new one stands above or under it.

    None where no such line is found: nothing new, or written beside the old.
    """
    whole = rejoined(boxes)
    depth = float(np.median(whole)) - whole.astype(np.float32)
    dark = cv2.blur(depth, (3, 3))
    peak = float(dark.max())
    if peak <= 0:
        return None
    ink = (dark > INK_SHARE * peak).astype(np.uint8)
    line = _line(ink)
    if line is None:
        return None
    columns = np.arange(whole.shape[1])
    # Rows counted from the line, so that a sloping line leaves no part of the old entry.
    rows = np.arange(whole.shape[0])[:, None] - np.polyval(line, columns)[None, :]
    places = rows[ink > 0]
    above, under = -float(places.min()), float(places.max())
    if min(above, under) <= 0 or max(above, under) < OFF_CENTRE * min(above, under):
        return None
    if under > above:  # the new entry stands under the old: the same with rows counted upwards
        rows, places = -rows, -places
    cut = _gap(places, min(above, under), max(above, under))
    new = places[places < cut]
    if not len(new) or float(np.ptp(new)) < LEAST_HEIGHT:
        return None
    kept = rows < cut
    return np.where(kept, whole, np.uint8(np.median(whole))).astype(np.uint8)


def _line(ink: Grey) -> NDArray[np.float64] | None:
    """Slope and height of a long thin line across the ink, as `numpy.polyval` takes them."""
    columns = np.flatnonzero(ink.any(0))
    if not len(columns):
        return None
    across = int(columns[-1] - columns[0]) + 1
    length = max(SHORTEST_LINE, round(LINE_SHARE * across))
    piece = cv2.getStructuringElement(cv2.MORPH_RECT, (max(9, SHORTEST_LINE - 6), 1))
    runs = cv2.morphologyEx(ink, cv2.MORPH_OPEN, piece)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(runs, np.ones((3, 5), np.uint8)), connectivity=8
    )
    best = max(range(1, count), key=lambda k: int(stats[k, cv2.CC_STAT_WIDTH]), default=0)
    if not best or stats[best, cv2.CC_STAT_WIDTH] < length:
        return None
    ys, xs = np.nonzero((labels == best) & (runs > 0))
    line = np.polyfit(xs, ys, 1)
    near = np.abs(ys - np.polyval(line, xs)) < THICKEST_LINE / 2
    if near.sum() < 10:
        return None
    line = np.polyfit(xs[near], ys[near], 1)
    reached = np.unique(xs[near])
    return line if len(reached) >= 0.8 * length else None


def _gap(places: NDArray[np.float64], half: float, far: float) -> float:
    """Where to cut, in rows from the line (negative: above it): the emptiest row near the old's top.

    `half` is how far the old entry reaches on the other side of its line, `far` how far the ink does on
    the new entry's side: the line halves the old one, and both are written about as high.
    """
    wanted = (half + far / 3) / 2
    tops = np.arange(-1.5 * wanted - 2, -0.6 * wanted)
    counts = np.array([((places >= top - 1) & (places < top + 1)).sum() for top in tops])
    away = np.abs(tops + wanted) / max(wanted, 1.0)
    return float(tops[int(np.argmin(counts + 8.0 * away))])
