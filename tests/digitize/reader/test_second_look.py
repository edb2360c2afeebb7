"""A new value above or under a struck one: the old is covered, the new is left whole."""

from __future__ import annotations

import random
from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.reader.recogniser import SHARED_PX, beside_the_struck, rejoined
from training.drawn import draw

Grey = NDArray[np.uint8]
WIDE, HIGH = 67, 82


def field(
    entries: Sequence[tuple[str, float]],
    line: float | None = None,
    slope: float = 0.0,
    boxes: int = 3,
) -> list[Grey]:
    """Boxes cut from a field with texts standing on the given rows, and a line through the last."""
    rng = random.Random(5)
    paper = np.full((HIGH, boxes * (WIDE - SHARED_PX) + SHARED_PX), 235, np.uint8)
    for text, foot in entries:
        left = 62.0
        for character in text:
            glyph = draw(rng, character)
            strokes = [
                np.rint((s * 24 + [left, foot]) * 16).astype(np.int32) for s in glyph.strokes
            ]
            cv2.polylines(paper, strokes, False, 70, 4, cv2.LINE_AA, 4)
            left += glyph.width * 24 + 6
    if line is not None:
        rise = round(slope * 140)
        cv2.line(paper, (20, round(line) - rise // 2), (160, round(line) + rise // 2), 70, 4)
    step = WIDE - SHARED_PX
    return [paper[:, k * step : k * step + WIDE].copy() for k in range(boxes)]


def dark(picture: Grey) -> NDArray[np.bool_]:
    return np.asarray(picture < 150)


def test_a_field_is_put_together_as_it_was() -> None:
    boxes = field([("47", 60)])
    step = WIDE - SHARED_PX
    whole = rejoined(boxes)
    assert whole.shape == (HIGH, 3 * step + SHARED_PX)
    for k, box in enumerate(boxes):
        assert (whole[:, k * step : k * step + WIDE] == box).all()


@pytest.mark.parametrize("slope", [-0.06, 0.0, 0.06])
@pytest.mark.parametrize("boxes", [1, 3])
def test_the_new_value_above_a_struck_one_is_what_is_left(slope: float, boxes: int) -> None:
    every = field([("28", 37), ("47", 76)], 64, slope)
    cut = [rejoined(every)] if boxes == 1 else every
    left = beside_the_struck(cut)
    alone = rejoined(field([("28", 37)]))
    assert left is not None
    kept = (dark(left) & dark(alone)).sum() / dark(alone).sum()
    assert kept > 0.93
    assert (dark(left) & ~dark(alone)).sum() < 0.1 * dark(alone).sum()


def test_the_new_value_may_stand_under_the_struck_one() -> None:
    left = beside_the_struck(field([("47", 76), ("28", 36)], 25))
    alone = rejoined(field([("47", 76)]))
    assert left is not None
    assert (dark(left) & dark(alone)).sum() > 0.93 * dark(alone).sum()
    assert (dark(left) & ~dark(alone)).sum() < 0.1 * dark(alone).sum()


def test_an_entry_struck_through_with_nothing_new_leaves_nothing() -> None:
    assert beside_the_struck(field([("47", 55)], 43)) is None


def test_an_entry_without_a_line_is_left_alone() -> None:
    assert beside_the_struck(field([("47", 55)])) is None
    assert beside_the_struck(field([])) is None
