"""Characters between two hands and a little beyond: shapes that neither wrote and a third might.

Real writers are few. Where two of them write a character in the same strokes, in the same order and
direction, every mixture of both is a way of writing it too.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from fairdeal.digitize.training.glyphs.hands import Glyph, Points

SAMPLES: Final = 28
"""Points of a stroke after it is divided evenly along its length."""
FARTHEST: Final = 0.22
"""Mean distance of the points of two strokes, in capitals' heights, up to which they are the same ..."""
FARTHEST_POINT: Final = 0.5
"""... and of any two points: loops drawn the other way round would fall together."""
BEYOND: Final = 0.4
"""How far past either hand a mixture may go, of the way between them."""


def blend(rng: random.Random, one: Glyph, other: Glyph) -> Glyph:
    """A mixture of two glyphs of one character; the first where they are not made alike."""
    if len(one.strokes) != len(other.strokes) or one is other:
        return one
    if one.filled or other.filled or one.image is not None or other.image is not None:
        return one
    share = np.float32(rng.uniform(-BEYOND, 1.0))
    mixed = []
    for a, b in zip(one.strokes, other.strokes, strict=True):
        p, q = even(a), even(b)
        apart = np.hypot(*(p - q).T)
        if float(apart.mean()) > FARTHEST or float(apart.max()) > FARTHEST_POINT:
            return one
        mixed.append(p + share * (q - p))
    left = min(float(stroke[:, 0].min()) for stroke in mixed)
    shift = np.array([left, 0.0], np.float32)
    return Glyph(tuple(stroke - shift for stroke in mixed), number=one.number)


def even(stroke: Points) -> Points:
    """The stroke with its points at even distances; a dot is so many times the same point."""
    steps = np.hypot(*np.diff(stroke, axis=0).T) if len(stroke) > 1 else np.zeros(0)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    if along[-1] <= 0:
        return np.repeat(stroke[:1], SAMPLES, axis=0)
    at = np.linspace(0.0, along[-1], SAMPLES)
    columns = [np.interp(at, along, stroke[:, k]) for k in range(2)]
    return np.stack(columns, 1).astype(np.float32)
