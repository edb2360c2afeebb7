"""Is a box there to be seen at all? A thumb or another sheet over it must not pass for blank paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from digitize.cells.ink import Plane, rows
from digitize.forms.layout import Box
from digitize.page.rectify import PX_MM

CORE_MM: Final = 0.25
"""A line's strength is its darkness within this distance of its place ..."""
ASIDE_MM: Final = (0.45, 0.65)
"""... beyond what lies at these distances to both sides."""
PIECES: Final = 5
"""Each side is looked at in so many pieces, so that writing over a part of it does no harm."""
HIDDEN_SHARE: Final = 0.3
"""A piece is out of sight where it has less than this share of a usual line's strength."""
HIDDEN_PIECES: Final = 0.3
"""A box is hidden where this share of its pieces is out of sight: a whole side and a little more."""
INKED: Final = 45.0
"""Grey levels; a piece whose surroundings are darker than this, and than a line, has writing over it.
What lies over a page broadly has been brought to the brightness of paper with the light."""
LEAST_STRENGTH: Final = 3.0
"""Grey levels; where even usual lines are weaker, nothing can be told from them."""


def hidden(line_colour: Plane, boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Which boxes do not show their own lines, measured by what is usual on the page."""
    if not boxes:
        return np.zeros(0, bool)
    core, aside = np.moveaxis(np.array([_darkness(line_colour, box) for box in boxes]), 2, 0)
    usual = float(np.median(core - aside))
    if usual < LEAST_STRENGTH:
        return np.zeros(len(boxes), bool)
    inked = aside > max(INKED, usual)
    faint = (core - aside < HIDDEN_SHARE * usual) & ~inked
    return np.asarray(faint.mean(1) >= HIDDEN_PIECES, np.bool_)


def _darkness(plane: Plane, box: Box) -> list[tuple[float, float]]:
    """Grey levels on and beside every piece of a box's four lines."""
    reach = ASIDE_MM[1] + 1.0 / PX_MM
    right, below = box.x + box.width, box.y + box.height
    pieces = []
    for y in (box.y, below):
        part = plane[rows(y - reach, y + reach), rows(box.x + 0.5, right - 0.5)]
        pieces.extend(_pieces(part.T))
    for x in (box.x, right):
        pieces.extend(_pieces(plane[rows(box.y + 0.5, below - 0.5), rows(x - reach, x + reach)]))
    return pieces


def _pieces(part: Plane) -> list[tuple[float, float]]:
    """The same of one line that runs down the middle of `part` (along, across)."""
    across = part.shape[1]
    offset = np.abs(np.arange(across) - (across - 1) / 2) / PX_MM
    core, aside = offset <= CORE_MM, (offset >= ASIDE_MM[0]) & (offset <= ASIDE_MM[1])
    return [
        (float(piece[:, core].mean(0).max()), float(np.median(piece[:, aside])))
        for piece in np.array_split(part.astype(np.float32), PIECES)
    ]
