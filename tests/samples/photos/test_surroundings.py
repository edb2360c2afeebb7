"""What lies around a photographed page covers nothing of what stands on it, and is always the same."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from samples.making.photos.surroundings import KINDS, PHOTOS
from samples.making.photos.taken import Conditions, Photo, photograph

PAGE = (210.0, 297.0)


@cache
def taken(kind: str) -> Photo:
    """A page with a thick black line round all that could stand on it."""
    page = np.full((1188, 840, 3), 250, np.uint8)
    cv2.rectangle(page, (60, 60), (780, 1128), (0, 0, 0), 12)
    conditions = Conditions(size=(600, 800), surroundings=kind)
    return photograph(page, PAGE, conditions, np.random.default_rng(3))


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_covers_the_print(kind: str) -> None:
    if kind == "real" and not PHOTOS.is_dir():
        pytest.skip("the photographs are not here")
    photo = taken(kind)
    share = np.linspace(0.01, 0.99, 40)[:, None]
    corners = np.array([(15, 15), (195, 15), (195, 282), (15, 282)])
    inward = np.array([(0, 5), (-5, 0), (0, -5), (5, 0)])
    for start, end, step in zip(corners, np.roll(corners, -1, axis=0), inward, strict=True):
        line = start + share * (end - start)
        line = line.clip((21, 21), (189, 276)) if step[0] == 0 else line
        dark, bare = (
            photo.picture[tuple(np.rint(photo.to_photo(points)).astype(int).T[::-1])].mean(1)
            for points in (start + share * (end - start), line + step)
        )
        assert (dark < 0.6 * bare)[2:-2].all()


@pytest.mark.parametrize("kind", ["wood", "newspaper", "hands"])
def test_a_seed_gives_the_same_photo(kind: str) -> None:
    assert taken(kind).jpeg == taken.__wrapped__(kind).jpeg
