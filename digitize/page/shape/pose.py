"""Where the page lies: homographies from millimetres on the page to pixels of the photo.

Three markers or more give one directly. Two leave the far corners loose; then a camera of ordinary
focal length must have seen a flat page, which has six degrees of freedom instead of eight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Layout
from fairdeal.digitize.page.markers import Sighting

Homography = NDArray[np.float64]
"""(3, 3), from mm on the page to pixels of the photo."""

OUTLIER_MM: Final = 4.0
"""A marker that lies further than this from where the others put it is none of this page. A page that
is curled by 10 mm moves its middle markers by about 3."""
DIRECT: Final = 3
"""Markers from which a homography is found without help from the camera."""
FOCAL_LENGTHS: Final = (0.75, 0.95, 1.2)
"""Focal lengths tried, as shares of the photo's longer side: main cameras of phones (24 to 28 mm in
terms of 35 mm film, so 0.67 to 0.78) up to a photo cropped to its page."""


def apply(homography: Homography, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (n, 2) through a homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)


def invert(homography: Homography) -> Homography:
    """From pixels of the photo to mm on the page."""
    return np.asarray(np.linalg.inv(homography), np.float64)


def millimetre_px(homography: Homography, point: tuple[float, float]) -> float:
    """Pixels that a millimetre at a point of the page takes, in the direction where it takes least."""
    around = np.array([point, (point[0] + 1.0, point[1]), (point[0], point[1] + 1.0)])
    mapped = apply(homography, around)
    jacobian = np.stack([mapped[1] - mapped[0], mapped[2] - mapped[0]], axis=1)
    return float(np.linalg.svd(jacobian, compute_uv=False)[-1])


def poses(
    layout: Layout, sightings: Sequence[Sighting], shape: tuple[int, int]
) -> list[tuple[Homography, tuple[int, ...]]]:
    """Ways in which the page may lie, likeliest first, each with the markers that it rests on.

    `shape` is the photo's height and width. Empty where fewer than two markers fit together.
    """
    known = {marker.id: np.array(marker.corners, np.float64) for marker in layout.markers}
    seen = [sighting for sighting in sightings if sighting.id in known]
    if len(seen) >= DIRECT:
        fitted = _direct(known, seen)
        if fitted is not None:
            return [fitted]
    if len(seen) == 2:
        return _with_camera(known, seen, shape)
    return []


def _direct(
    known: dict[int, NDArray[np.float64]], seen: list[Sighting]
) -> tuple[Homography, tuple[int, ...]] | None:
    """The homography of three markers or more, those that do not fit left out."""
    while len(seen) >= DIRECT:
        page = np.concatenate([known[sighting.id] for sighting in seen])
        photo = np.concatenate([sighting.corners for sighting in seen])
        found, _ = cv2.findHomography(page, photo, 0)
        if found is None:
            return None
        homography = np.asarray(found, np.float64)
        errors = {
            sighting.id: float(
                np.linalg.norm(
                    apply(invert(homography), sighting.corners) - known[sighting.id], axis=1
                ).mean()
            )
            for sighting in seen
        }
        worst = max(errors, key=errors.__getitem__)
        if errors[worst] <= OUTLIER_MM:
            return (homography, tuple(sorted(errors))) if faces_us(homography, page) else None
        seen = [sighting for sighting in seen if sighting.id != worst]
    return None


def _with_camera(
    known: dict[int, NDArray[np.float64]], seen: list[Sighting], shape: tuple[int, int]
) -> list[tuple[Homography, tuple[int, ...]]]:
    page = np.concatenate([known[sighting.id] for sighting in seen])
    photo = np.concatenate([sighting.corners for sighting in seen])
    flat = np.column_stack([page, np.zeros(len(page))])
    ids = tuple(sorted(sighting.id for sighting in seen))
    ways: list[tuple[float, Homography]] = []
    for share in FOCAL_LENGTHS:
        focal = share * max(shape)
        camera = np.array([[focal, 0, shape[1] / 2], [0, focal, shape[0] / 2], [0, 0, 1.0]])
        ok, turn, shift = cv2.solvePnP(flat, photo, camera, None, flags=cv2.SOLVEPNP_IPPE)
        if not ok:
            continue
        turn, shift = cv2.solvePnPRefineLM(flat, photo, camera, None, turn, shift)
        matrix, _ = cv2.Rodrigues(turn)
        homography = camera @ np.column_stack([matrix[:, 0], matrix[:, 1], shift.ravel()])
        homography = np.asarray(homography / homography[2, 2], np.float64)
        error = float(np.linalg.norm(apply(homography, page) - photo, axis=1).mean())
        if faces_us(homography, page):
            ways.append((error, homography))
    return [(homography, ids) for _, homography in sorted(ways, key=lambda way: way[0])]


def faces_us(homography: Homography, page: NDArray[np.float64]) -> bool:
    """True where no point lies behind the camera and the page is not seen in a mirror."""
    depth = np.column_stack([page, np.ones(len(page))]) @ homography[2]
    return bool((depth > 0).all() and np.linalg.det(homography) > 0)
