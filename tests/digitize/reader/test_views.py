"""Ink seen leaning: nothing of it lost, and what several views say is their mean."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from digitize.reader.decode import Decoded, mean
from digitize.reader.normalise import HEIGHT
from digitize.reader.views import LEANS, leaning


@pytest.mark.parametrize("lean", LEANS)
def test_ink_that_leans_is_all_there(lean: float) -> None:
    ink = np.zeros((HEIGHT, 30), np.uint8)
    cv2.line(ink, (6, 4), (6, 27), 255, 3)
    cv2.line(ink, (23, 4), (23, 27), 255, 3)
    seen = leaning(ink, lean)
    assert seen.shape[0] == HEIGHT and seen.shape[1] > ink.shape[1]
    assert seen.sum() == pytest.approx(float(ink.sum()), rel=0.02)
    top, bottom = (float(np.flatnonzero(seen[row]).mean()) for row in (6, 26))
    assert (bottom - top) * lean > 0 and abs(bottom - top) == pytest.approx(20 * 0.12, abs=0.8)


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
