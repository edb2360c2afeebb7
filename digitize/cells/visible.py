"""Is a box there to be seen at all? A thumb or another sheet over it must not pass for blank paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from fairdeal.digitize.cells.ink import Plane, rows
from fairdeal.digitize.forms.layout import Box
from fairdeal.digitize.page.shape.rectify import PX_MM

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
"""So is a box whose side lies this near to a lost one: what was taken for it may be its neighbour's."""
AROUND_MM: Final = 12.0
HIDDEN_AROUND: Final = 0.75
LEAST_AROUND: Final = 2
"""A box is hidden too where this share of those within this distance are, if there are so many: now and
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
"""Grey levels; where even usual lines are weaker, nothing can be told from them."""


def hidden(line_colour: Plane, boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Which boxes do not show their own lines, measured by what is usual on the page."""
    if not boxes:
        return np.zeros(0, bool)
    measured = _measured([strip for box in boxes for strip in _strips(line_colour, box)])
    usual = float(np.median(np.concatenate([side[0] - side[1] for side in measured])))
    if usual < LEAST_STRENGTH:
        return np.zeros(len(boxes), bool)
    alone, lost = np.zeros(len(boxes), bool), np.zeros((len(boxes), 4), bool)
    alike: dict[tuple[int, ...], list[int]] = {}
    for number in range(len(boxes)):
        pieces = tuple(side.shape[1] for side in measured[4 * number : 4 * number + 4])
        alike.setdefault(pieces, []).append(number)
    for numbers in alike.values():
        # Boxes of one size together, as with their strips.
        sides = [np.stack([measured[4 * n + side] for n in numbers]) for side in range(4)]
        faint, inked = _faint(sides, usual)
        alone[numbers] = _are_hidden(faint, inked)
        lost[numbers] = _lost(faint, inked)
    alone |= _among_hidden(alone, boxes)
    return alone | _beside_lost(lost, boxes)


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


def _measured(strips: Sequence[Plane]) -> list[Floats]:
    """Grey levels (2, pieces) on and beside every piece of each strip's line."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for number, strip in enumerate(strips):
        alike.setdefault(strip.shape, []).append(number)
    found: dict[int, Floats] = {}
    for numbers in alike.values():
        # Strips of one size together: one by one they took half the time of cutting a page.
        pieces = _pieces(np.stack([strips[number] for number in numbers]))
        found.update(zip(numbers, pieces, strict=True))
    return [found[number] for number in range(len(strips))]


def _pieces(strips: Plane) -> Floats:
    """The same (strips, 2, pieces) of strips (strips, along, across) of one size."""
    count = max(LEAST_PIECES, round(strips.shape[1] / PX_MM / PIECE_MM))
    across = strips.shape[2]
    offset = np.abs(np.arange(across) - (across - 1) / 2) / PX_MM
    core, aside = offset <= CORE_MM, (offset >= ASIDE_MM[0]) & (offset <= ASIDE_MM[1])
    pieces = np.array_split(strips.astype(np.float32), count, axis=1)
    on = [piece[:, :, core].mean(1).max(1) for piece in pieces]
    beside = [np.median(piece[:, :, aside], axis=(1, 2)) for piece in pieces]
    return np.stack([np.stack(on, 1), np.stack(beside, 1)], 1).astype(np.float64)
