"""Preparing a box: trimmed and padded, never stretched; remnants left out; blanks known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.reader.engine import BUCKETS, HEIGHT, INK_HEIGHT, PAD, bucket, normalise


def paper(height: int = 70, width: int = 55, level: int = 220) -> NDArray[np.uint8]:
    return np.full((height, width), level, np.uint8)


def test_shape_is_kept() -> None:
    box = paper()
    cv2.rectangle(box, (15, 10), (35, 60), 60, 3)
    cell = normalise(box)
    assert cell is not None and cell.shape[0] == HEIGHT
    ys, xs = np.nonzero(cell > 60)
    ratio = (xs.max() - xs.min() + 1) / (ys.max() - ys.min() + 1)
    assert ratio == pytest.approx(24 / 54, abs=0.08)
    assert ys.max() - ys.min() + 1 == pytest.approx(INK_HEIGHT, abs=3)


def test_a_dash_stays_low() -> None:
    box = paper()
    cv2.line(box, (15, 35), (40, 35), 60, 4)
    cell = normalise(box)
    assert cell is not None
    assert np.ptp(np.nonzero(cell > 60)[0]) < 10


@pytest.mark.parametrize("level", [255, 200, 120])
def test_an_empty_box_has_no_ink(level: int) -> None:
    assert normalise(paper(level=level)) is None


def test_a_slope_of_light_is_no_ink() -> None:
    slope = np.linspace(200, 235, 55)[None, :] + np.zeros((70, 1))
    assert normalise(slope.astype(np.uint8)) is None


def test_faint_pencil_and_heavy_ink_look_alike() -> None:
    cells = []
    for depth in (35, 170):
        box = paper()
        cv2.circle(box, (27, 35), 18, 220 - depth, 4, cv2.LINE_AA)
        cell = normalise(box)
        assert cell is not None
        cells.append(cell.astype(float))
    assert np.abs(cells[0] - cells[1]).mean() < 8


def test_remnants_of_the_ruled_border_are_left_out() -> None:
    clean = paper()
    cv2.circle(clean, (27, 35), 16, 60, 4, cv2.LINE_AA)
    lined = clean.copy()
    cv2.line(lined, (2, 5), (2, 50), 120, 2)
    cv2.line(lined, (10, 67), (50, 67), 120, 2)
    a, b = normalise(clean), normalise(lined)
    assert a is not None and b is not None
    assert a.shape == b.shape
    assert np.abs(a.astype(float) - b).mean() < 6


def test_a_1_close_to_the_border_is_no_remnant() -> None:
    """In high rows of a club's sheet 14 was a 4."""
    box = np.full((75, 72), 235, np.uint8)
    cv2.circle(box, (26, 38), 8, 70, 3, cv2.LINE_AA)
    alone = normalise(box)
    cv2.line(box, (6, 30), (6, 47), 70, 3, cv2.LINE_AA)
    both = normalise(box)
    assert alone is not None and both is not None
    assert both.shape[1] > alone.shape[1] + 4


def test_a_box_with_only_a_remnant_is_empty() -> None:
    box = paper()
    cv2.line(box, (0, 3), (54, 3), 100, 2)
    assert normalise(box) is None


def test_every_width_has_a_bucket() -> None:
    assert bucket(2 * PAD + 1) == BUCKETS[0]
    assert bucket(BUCKETS[-1]) == BUCKETS[-1]
    wide = paper(80, 900)
    cv2.line(wide, (20, 40), (880, 60), 60, 4)
    cell = normalise(wide)
    assert cell is not None and cell.shape[1] <= BUCKETS[-1]


def test_crumbs_are_no_cells() -> None:
    assert normalise(np.zeros((3, 3), np.uint8)) is None


def test_specks_with_paper_between_them_are_no_ink() -> None:
    box = np.full((40, 200), 255, np.uint8)
    box[10:30:3, 20:180:3] = 60
    assert normalise(box) is None
