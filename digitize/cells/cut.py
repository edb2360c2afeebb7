"""Boxes cut from the squared-up page, each with its own strokes alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.cells.ink import Ink, Plane, find_ink, window
from fairdeal.digitize.cells.strokes import Strokes, find_strokes, own_strokes
from fairdeal.digitize.cells.visible import hidden
from fairdeal.digitize.forms.layout import Box, FormField, Layout
from fairdeal.digitize.page.find import WHITE
from fairdeal.digitize.page.shape.rectify import PX_MM

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


@dataclass(frozen=True, slots=True, eq=False)
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
        spill = _spill(strokes, field.outline, every)
        single = len(span) == 1
        crops = tuple(_crop(ink, strokes, _grown(boxes[k], spill, single), *owned[k]) for k in span)
        cells.append(
            Cell(
                field,
                crops,
                not written,
                any(bool(out_of_sight[k]) for k in span),
                _crop(ink, strokes, _grown(field.outline, spill), every, written)
                if written and not single
                else None,
                written and _from_elsewhere(strokes, field.outline, every),
            )
        )
    return cells


Spill = tuple[float, float, float, float]
"""How far strokes reach beyond a field's margin, in mm: to the left, upwards, to the right, downwards."""


def _spill(strokes: Strokes, outline: Box, own: NDArray[np.int64]) -> Spill:
    """How far the strokes of a field that lie in it nearly whole reach out of it."""
    rows, columns = window(outline, MARGIN_MM)
    inside = (
        np.bincount(strokes.labels[rows, columns].ravel(), minlength=1)[own] if len(own) else own
    )
    home = own[inside >= SPILLED_SHARE * strokes.area[own]]
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


def _from_elsewhere(strokes: Strokes, outline: Box, own: NDArray[np.int64]) -> bool:
    """Whether no stroke of a field lies in it by a good part."""
    part = strokes.labels[window(outline, MARGIN_MM)]
    inside = np.bincount(part.ravel(), minlength=int(own.max()) + 1)[own]
    return bool((inside < HOME_SHARE * strokes.area[own]).all())


_NONE: Final = np.zeros(0, np.int64)


def _crop(ink: Ink, strokes: Strokes, box: Box, own: NDArray[np.int64], written: bool) -> Plane:
    """One box: paper at `WHITE`, the box's own strokes, and nothing where it is not written in."""
    part = window(box, MARGIN_MM)
    labels = strokes.labels[part]
    if not written:
        return np.full(labels.shape, WHITE, np.uint8)
    kept = np.isin(labels, own).astype(np.uint8)
    size = 2 * AROUND_PX + 1
    near = cv2.dilate(kept, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    near[(labels > 0) & (kept == 0)] = 0
    return np.asarray(WHITE - np.minimum(ink.dark[part], WHITE) * near, np.uint8)
