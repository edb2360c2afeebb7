"""The form's corner markers in a photo.

ArUco markers as in S. Garrido-Jurado and others, "Automatic generation and detection of highly
reliable fiducial markers under occlusion", Pattern Recognition 47 (2014); OpenCV's detector.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import MARKER_DICTIONARY

SEARCH_SIDE: Final = 1800
"""Longer side, in pixels, of the picture in which markers are looked for first: a marker of 9.5 mm is
then still 30 pixels wide where the page fills half the picture."""
MORE_SIDES: Final = (3200, 1100)
"""Sides tried where markers are missing: finer for a page far away, coarser for a blurred one."""
ENOUGH: Final = 4
"""Markers after which no further search is worth its time."""
REFINE_SHARE: Final = 0.06
"""Corners are refined within this share of the marker's side: less than half a module (1/6)."""
SAME_PLACE: Final = 0.5
"""Two sightings of a number nearer than this share of the marker's side are one marker."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A marker seen: its number and its corners (4, 2) in pixels, in the marker's own order."""

    id: int
    corners: NDArray[np.float64]

    @property
    def side(self) -> float:
        """Mean side in pixels."""
        edges = self.corners - np.roll(self.corners, 1, axis=0)
        return float(np.linalg.norm(edges, axis=1).mean())


def find_markers(grey: NDArray[np.uint8]) -> list[Sighting]:
    """Every marker of the forms' dictionary in a grey picture, corners to a fraction of a pixel.

    The same number may occur more than once: then there is more than one page in the picture.
    """
    found: list[Sighting] = []
    for side in (SEARCH_SIDE, *MORE_SIDES):
        scale = min(1.0, side / max(grey.shape))
        found.extend(_new(_search(grey, scale), found))
        if len({sighting.id for sighting in found}) >= ENOUGH:
            break
    return [Sighting(sighting.id, _refined(grey, sighting)) for sighting in found]


def _search(grey: NDArray[np.uint8], scale: float) -> list[Sighting]:
    small = (
        cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if scale < 1.0
        else grey
    )
    corners, ids, _ = _detector().detectMarkers(small)
    if ids is None:
        return []
    return [
        # The centre of pixel (0, 0) of the smaller picture lies at (1 / scale - 1) / 2 of the larger.
        Sighting(int(number), (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5)
        for number, quad in zip(ids.ravel(), corners, strict=True)
    ]


def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 20
    parameters.minMarkerPerimeterRate = 0.02
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 3
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def _new(found: list[Sighting], known: list[Sighting]) -> list[Sighting]:
    """Those of `found` that are not already among `known`."""
    return [
        one
        for one in found
        if not any(
            one.id == other.id
            and np.linalg.norm(one.corners.mean(0) - other.corners.mean(0))
            < SAME_PLACE * other.side
            for other in known
        )
    ]


def _refined(grey: NDArray[np.uint8], sighting: Sighting) -> NDArray[np.float64]:
    """Corners refined in the full picture; a corner that runs away stays where it was."""
    reach = max(2, round(REFINE_SHARE * sighting.side))
    margin = 3 * reach + 2
    height, width = grey.shape
    start = sighting.corners.astype(np.float32).reshape(-1, 1, 2)
    inside = (
        (start[:, 0, 0] > margin)
        & (start[:, 0, 0] < width - margin)
        & (start[:, 0, 1] > margin)
        & (start[:, 0, 1] < height - margin)
    )
    if not inside.all():
        return sighting.corners
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 0.01)
    moved = cv2.cornerSubPix(grey, start.copy(), (reach, reach), (-1, -1), criteria)
    near = np.linalg.norm((moved - start)[:, 0], axis=1) <= 1.5 * reach
    return np.where(near[:, None], moved[:, 0], start[:, 0]).astype(np.float64)
