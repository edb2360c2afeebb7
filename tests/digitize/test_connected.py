"""Marks that hang together: as OpenCV finds them in its usual way."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fairdeal.digitize.connected import connected, connected_lines


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6])
def test_marks_are_those_that_the_slower_way_finds(share: float) -> None:
    mask = (np.random.default_rng(8).random((211, 160)) < share).astype(np.uint8)
    usual = cv2.connectedComponentsWithStats(mask, connectivity=8)[1:]
    assert all(map(np.array_equal, connected(mask), usual))
    assert all(map(np.array_equal, connected_lines(mask), usual))
