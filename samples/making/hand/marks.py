"""Marks that people make instead of a text: for the same again, or for a pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from fairdeal.digitize.forms.layout import Box
from samples.making.hand.handwriting import Hand, Paper, Rng
from samples.making.hand.placing import Write

Lines = Sequence[Sequence[tuple[float, float]]]
"""Strokes as points; x and y from 0 to 1 in a square, y downwards."""

SIDE: Final = 0.62
"""Of a box's height, the side of the square in which a mark is made."""
SHAKE: Final = 0.03


def _mark(lines: Lines) -> Write:
    def write(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
        box = boxes[0]
        side = SIDE * box.height * float(rng.uniform(0.85, 1.15))
        x = box.x + max(0.6, (min(box.width, 1.6 * box.height) - side) / 2)
        corner = np.array((x, box.y + (box.height - side) / 2)) + rng.normal(0, 0.3, 2)
        paper.draw(
            [
                corner + side * (np.array(line) + rng.normal(0, SHAKE, (len(line), 2)))
                for line in lines
            ],
            hand.pen,
            rng,
        )

    return write


dash: Final = _mark((((0.0, 0.5), (0.5, 0.48), (1.0, 0.5)),))
tick: Final = _mark((((0.1, 0.55), (0.35, 0.9), (0.9, 0.05)),))
ditto: Final = _mark((((0.35, 0.25), (0.3, 0.6)), ((0.65, 0.25), (0.6, 0.6))))
slash: Final = _mark((((0.75, 0.0), (0.45, 0.5), (0.2, 1.0)),))
arrow: Final = _mark((((0.0, 0.5), (0.5, 0.5), (1.0, 0.5)), ((0.7, 0.25), (1.0, 0.5), (0.7, 0.75))))
