"""Synthetic photos: the truth that is told of them is what is seen in them."""

from __future__ import annotations

import io
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image

from fairdeal.digitize.forms import draw
from fairdeal.digitize.forms.layout import MARKER_DICTIONARY, load
from samples.making.photos.taken import Conditions, any_conditions, photograph

SMALL = (1200, 1600)
LAYOUT = load("hand-log/1")


@pytest.fixture(scope="module")
def page() -> np.ndarray:  # type: ignore[type-arg]
    picture = Image.open(io.BytesIO(draw.png(LAYOUT, "SAMPLE22"))).convert("RGB")
    return np.array(picture.resize((1240, 1754)))


def _markers(picture: np.ndarray) -> dict[int, np.ndarray]:  # type: ignore[type-arg]
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    found, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    if numbers is None:
        return {}
    return {int(n): corners[0] for n, corners in zip(numbers.ravel(), found, strict=True)}


PLAIN = Conditions(size=SMALL)


@pytest.mark.parametrize(
    "conditions",
    [
        PLAIN,
        replace(PLAIN, tilt=40, tilt_towards=200, turn=20),
        replace(PLAIN, turn=90),
        replace(PLAIN, turn=180, curl=12),
        replace(PLAIN, fold=5, curl=6, tilt=25),
        replace(PLAIN, shadow=0.45, light=0.4, cast=(1.0, 0.9, 0.7), exposure=0.7),
        replace(PLAIN, defocus=2, motion=5, noise=6, quality=60),
        replace(PLAIN, messenger=1200),
    ],
)
def test_markers_are_seen_where_the_truth_says(page: np.ndarray, conditions: Conditions) -> None:  # type: ignore[type-arg]
    photo = photograph(page, LAYOUT.page, conditions, np.random.default_rng(1))
    found = _markers(photo.picture)
    assert len(found) >= 5
    for marker in LAYOUT.markers:
        if marker.id in found:
            expected = photo.to_photo(marker.corners)
            assert np.abs(found[marker.id] - expected).max() < 3.0


def test_a_flat_page_is_seen_by_its_homography(page: np.ndarray) -> None:  # type: ignore[type-arg]
    photo = photograph(page, LAYOUT.page, replace(PLAIN, tilt=30), np.random.default_rng(2))
    corners = np.array([(0, 0), (210, 0), (210, 297), (0, 297)], np.float64)
    seen = cv2.perspectiveTransform(corners[None], photo.homography)[0]
    assert np.abs(seen - np.array(photo.corners)).max() < 1e-6
    width, height = SMALL
    assert (seen >= 0).all() and (seen[:, 0] <= width).all() and (seen[:, 1] <= height).all()


@pytest.mark.parametrize("over", ["thumb", "thing"])
def test_a_covered_corner_hides_its_marker_alone(page: np.ndarray, over: str) -> None:  # type: ignore[type-arg]
    conditions = replace(PLAIN, over=over, over_corner=3)  # type: ignore[arg-type]
    photo = photograph(page, LAYOUT.page, conditions, np.random.default_rng(3))
    assert set(_markers(photo.picture)) == {marker.id for marker in LAYOUT.markers} - {13}


@pytest.mark.parametrize("other", ["beside", "under", "over"])
def test_another_page_is_in_the_photo(page: np.ndarray, other: str) -> None:  # type: ignore[type-arg]
    conditions = replace(PLAIN, other=other, fills=0.6)  # type: ignore[arg-type]
    second = np.full_like(page, (250, 250, 120))
    alone = photograph(
        page, LAYOUT.page, replace(conditions, other="none"), np.random.default_rng(3)
    )
    both = photograph(page, LAYOUT.page, conditions, np.random.default_rng(3), second)
    yellow = (both.picture[..., 0].astype(int) - both.picture[..., 2] > 60).mean()
    assert yellow > 0.02
    assert both.corners == alone.corners


def test_the_same_seed_takes_the_same_photo(page: np.ndarray) -> None:  # type: ignore[type-arg]
    conditions = [any_conditions(np.random.default_rng(7), SMALL, 1.0) for _ in range(2)]
    assert conditions[0] == conditions[1]
    taken = [
        photograph(page, LAYOUT.page, conditions[0], np.random.default_rng(7)) for _ in range(2)
    ]
    assert taken[0].jpeg == taken[1].jpeg


def test_a_messenger_shrinks_the_picture_and_its_truth(page: np.ndarray) -> None:  # type: ignore[type-arg]
    whole = photograph(page, LAYOUT.page, PLAIN, np.random.default_rng(5))
    small = photograph(page, LAYOUT.page, replace(PLAIN, messenger=800), np.random.default_rng(5))
    assert max(small.picture.shape) == 800
    assert np.allclose(np.array(whole.corners) / 2, np.array(small.corners))
    decoded = cv2.imdecode(np.frombuffer(small.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert decoded.shape == small.picture.shape
    assert small.picture.shape[:2] == (800, 600)


def test_conditions_get_worse_as_asked() -> None:
    rng = np.random.default_rng(11)
    mild = [any_conditions(rng, hard=0.0) for _ in range(100)]
    hard = [any_conditions(rng, hard=1.0) for _ in range(100)]
    assert all(c.over == "none" and c.other == "none" and c.curl == c.shadow == 0 for c in mild)
    assert any(c.over == "thumb" for c in hard) and any(c.other == "under" for c in hard)
    assert max(c.tilt for c in hard) > 30 and all(c.tilt <= 45 for c in hard)
