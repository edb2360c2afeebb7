"""Pages that lie on each other: which of two is the upper one, and what of the lower one is covered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Layout
from fairdeal.digitize.page.shape.pose import Homography, apply, invert
from fairdeal.digitize.page.shape.register import Registration

Polygon = NDArray[np.float64]
"""Corners (4, 2) in mm on a page."""

UPPER_SHARE: Final = 0.6
"""Share of the line blocks of a region that show on the page that is the upper one there. On the lower
one a few match the other's lines by chance."""
FAINT_SHARE: Final = 0.25
CLEARLY: Final = 3.0
"""Where lines are faint, fewer show on either page: the upper one still shows this share, and so many times
the share that shows on the other."""
EDGES_MM: Final = (4.0, 12.0, 25.0)
"""A page over another is taken to be so much larger to every side: it may be bent at its edges, and it
throws a shade. Where words still seem astray, what looks out from under it is a strip too narrow to be
followed, and is left out with it."""


def corners(layout: Layout, beyond: float = 0.0) -> Polygon:
    """The corners (4, 2) in mm of a sheet of paper, clockwise from its top left; `beyond` mm further out."""
    width, height = layout.page
    return np.array(
        [
            (-beyond, -beyond),
            (width + beyond, -beyond),
            (width + beyond, height + beyond),
            (-beyond, height + beyond),
        ],
        np.float64,
    )


def outline(layout: Layout, homography: Homography, beyond: float = 0.0) -> Polygon:
    """The same corners in the photo."""
    return apply(homography, corners(layout, beyond))


def covered_by(
    homography: Homography,
    registration: Registration,
    other: tuple[Layout, Homography, Registration],
) -> tuple[Polygon, ...]:
    """The part of a page, in mm on it, that another page covers, at each of `EDGES_MM`; empty where
    it does not cover it.

    Where two pages overlap, the upper one is the one whose printed lines are seen there.
    """
    layout, other_homography, other_registration = other
    regions = tuple(
        apply(invert(homography), outline(layout, other_homography, beyond)) for beyond in EDGES_MM
    )
    own = share_within(registration, regions[0])
    if own is None:
        return ()
    mine = apply(invert(other_homography), apply(homography, _extent(registration)))
    theirs = share_within(other_registration, mine)
    if own >= UPPER_SHARE and (theirs is None or own >= theirs):
        return ()
    if theirs is not None and own >= max(FAINT_SHARE, CLEARLY * theirs):
        return ()
    return regions


def _extent(registration: Registration) -> Polygon:
    """The rectangle around everything that is printed on a page."""
    (left, top), (right, below) = registration.blocks.min(0), registration.blocks.max(0)
    return np.array([(left, top), (right, top), (right, below), (left, below)], np.float64)


def share_within(registration: Registration, region: Polygon) -> float | None:
    """Share of the blocks within a region that were found, None where there are none in it."""
    within = inside(registration.blocks, (region,))
    return float(registration.known[within].mean()) if within.any() else None


def inside(points: NDArray[np.float64], regions: Sequence[Polygon]) -> NDArray[np.bool_]:
    """(n,) which points (n, 2) lie in any of the regions."""
    found = np.zeros(len(points), bool)
    for region in regions:
        contour = region.astype(np.float32).reshape(-1, 1, 2)
        found |= [
            cv2.pointPolygonTest(contour, (float(x), float(y)), False) >= 0 for x, y in points
        ]
    return found
