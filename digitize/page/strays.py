"""Marks of a page too little of which is seen to follow it, and what it hides of the pages beside it.

A page that lies over another and reaches out of the photo may show one mark alone. Its lines and words are
seen all the same, in the place of those of the page under it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Layout, of_marker
from fairdeal.digitize.page.markers import Sighting
from fairdeal.digitize.page.overlap import (
    EDGES_MM,
    UPPER_SHARE,
    Polygon,
    corners,
    inside,
    share_within,
)
from fairdeal.digitize.page.shape.pose import Homography, apply, invert
from fairdeal.digitize.page.shape.register import Registration

LIKE_MARK_MM: Final = 1.5
"""The corners of a mark lie this near to those of one of its size, where its page lies on the other: what is
further away or nearer, smaller or larger, or a pattern that looks like a mark, tells nothing."""
WELL_WITHIN_MM: Final = 8.0
"""So far within the outline of the other page a mark cannot be seen but above it. Nearer to its edge, which a
curl moves by some millimetres, it may look out from under it."""
OWN_MARK_MM: Final = 25.0
"""A mark of the page's own kind, this near to its place on it, is its own: a sharp fold moves it so far that
it does not fit the others."""


def strays(sightings: Sequence[Sighting], used: Sequence[Sighting]) -> list[Sighting]:
    """The marks that no page which could be followed has."""
    return [one for one in sightings if not any(one is other for other in used)]


def hidden_by_mark(
    layout: Layout, homography: Homography, registration: Registration, stray: Sighting
) -> tuple[Polygon, ...]:
    """What the page of a mark hides of another one, in mm on that, at each of `EDGES_MM`; empty where it
    hides nothing.

    The two lie on one table, so that one is moved and turned against the other, no more. A mark that is
    seen well within the other page is above it; else the upper one is told by its lines.
    """
    other = of_marker(stray.id)
    if other is None:
        return ()
    seen = apply(invert(homography), stray.corners)
    known = next(
        np.array(mark.corners, np.float64) for mark in other.markers if mark.id == stray.id
    )
    if other is layout and np.linalg.norm(seen - known, axis=1).mean() < OWN_MARK_MM:
        return ()
    turn, shift = _moved(known, seen)
    if np.linalg.norm(known @ turn.T + shift - seen, axis=1).max() > LIKE_MARK_MM:
        return ()
    regions = tuple(corners(other, beyond) @ turn.T + shift for beyond in EDGES_MM)
    if inside(seen, (corners(layout, -WELL_WITHIN_MM),)).all():
        return regions
    own = share_within(registration, regions[0])
    return () if own is None or own >= UPPER_SHARE else regions


def _moved(
    known: NDArray[np.float64], seen: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The turn (2, 2) and shift (2,) that bring points (n, 2) nearest to others.

    W. Kabsch, "A solution for the best rotation to relate two sets of vectors", Acta Crystallographica
    A 32, 1976; in the plane it is an angle.
    """
    (x, y), (u, v) = (known - known.mean(0)).T, (seen - seen.mean(0)).T
    angle = np.arctan2((x * v - y * u).sum(), (x * u + y * v).sum())
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return turn, seen.mean(0) - turn @ known.mean(0)
