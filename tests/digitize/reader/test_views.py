"""Ink seen widened: nothing of it lost, and what several views say is their mean."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.reader.decode import Decoded, mean
from fairdeal.digitize.reader.engine import HEIGHT, MAX_WIDTH, widened


def two_strokes(width: int = 30) -> NDArray[np.uint8]:
    ink = np.zeros((HEIGHT, width), np.uint8)
    cv2.line(ink, (6, 4), (6, 27), 255, 3)
    cv2.line(ink, (width - 7, 4), (width - 7, 27), 255, 3)
    return ink


@pytest.mark.parametrize("width", [24, 40, MAX_WIDTH])
def test_wider_ink_is_all_there(width: int) -> None:
    seen = widened(two_strokes(width))
    assert seen.shape[0] == HEIGHT and width <= seen.shape[1] <= MAX_WIDTH
    places = np.flatnonzero(seen[15] > 60)
    assert (np.diff(places) > 1).sum() == 1
    assert np.ptp(places) == pytest.approx((width - 10) * seen.shape[1] / width, abs=3.5)


def test_the_mean_of_views_ranks_anew() -> None:
    first = Decoded((("28", 0.6), ("23", 0.3)), 0.4)
    others = [Decoded((("23", 0.9), ("28", 0.1)), 0.0, True), Decoded((), 0.0)]
    found = mean([first, *others])
    assert [text for text, _ in found.masses] == ["23", "28"]
    assert dict(found.masses)["23"] == pytest.approx(0.4)
    assert found.struck == 0.4 and found.looks == 3
    assert found.alike


def test_the_mean_of_nothing_legible_is_nothing_legible() -> None:
    assert mean([Decoded((), 0.2), Decoded((), 0.0)]).masses == ()


def test_views_say_how_far_they_agree() -> None:
    found = mean(
        [Decoded((("28", 0.8), ("23", 0.2)), 0.0), Decoded((("23", 0.3), ("28", 0.1)), 0.0)]
    )
    assert found.masses[0][0] == "28"
    assert found.agreed == 0.5 and found.least == pytest.approx(0.25)


def test_a_sign_taken_for_another_in_the_fainter_view_alone_does_not_count() -> None:
    shape = Decoded((("9S", 0.2),), 0.0, True)
    assert not mean([Decoded((("9S", 0.9),), 0.0), shape]).alike
    assert mean([Decoded((("9S", 0.1),), 0.0), shape]).alike
