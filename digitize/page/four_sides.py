"""Four straight sides: those that the border of a shape runs along, and the corners in which they meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.sheet_net import SIDE

Corners = NDArray[np.float64]
Mask = NDArray[np.bool_]

NEAR_SIDE_PX: Final = 12.0
"""Points of a border within so much of a side are of it, ..."""
BESIDE: Final = 0.55
"""... so near its middle, as a share of its length: corners may be a little further out."""
PAIRS: Final = 7
"""Every seventh pair of points that may lie on a side is tried."""
OFF_LINE_PX: Final = 1.5
"""Points are on one line that are so near to it, ..."""
ASKEW: Final = 0.2
"""... which goes off the lines or the margin of print by less: other sheets under it lie as they like."""


def quadrilateral(points: NDArray[np.int32]) -> Corners:
    """The corners of the one that is most like the hull of some points, clockwise from the upper left."""
    hull = cv2.convexHull(points)
    around = cv2.arcLength(hull, True)
    for share in (0.02, 0.03, 0.05, 0.08):
        quad = cv2.approxPolyDP(hull, share * around, True).reshape(-1, 2)
        if len(quad) <= 4:
            break
    if len(quad) != 4:
        quad = cv2.boxPoints(cv2.minAreaRect(hull))
    if cv2.contourArea(quad, oriented=True) < 0:
        quad = quad[::-1]
    return np.roll(quad, -int(np.argmin(quad.sum(1))), axis=0).astype(np.float64)


def along_sides(border: Corners) -> Corners | None:
    """The corners of four lines that most of a border (n, 2) runs along; None where four do not meet."""
    corners = quadrilateral(border.astype(np.int32))
    for _ in range(2):
        sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
        corners = meeting_points([_along(border, start, end) for start, end in sides])
        if np.abs(corners - SIDE / 2).max() > SIDE:
            return None
    return corners


def _along(
    border: Corners, start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The line near one side along which most points of a border lie."""
    length = max(float(np.linalg.norm(end - start)), 1e-6)
    way = (end - start) / length
    out = np.array((way[1], -way[0]))
    along, off = (border - start) @ way, (border - start) @ out
    near = (np.abs(off) < NEAR_SIDE_PX) & (np.abs(along - length / 2) < BESIDE * length)
    along, points = along[near], border[near]
    first, second = np.triu_indices(len(points), 1)
    apart = np.abs(along[first] - along[second]) > length / 3
    best = on_one_line(points, first[apart][::PAIRS], second[apart][::PAIRS], out)
    return line_along(points[best] if best.any() else np.array([start, end]))


def on_one_line(
    points: Corners, first: NDArray[np.intp], second: NDArray[np.intp], out: NDArray[np.float64]
) -> Mask:
    """Which points are on the line through one of these pairs of them on which most are, and which goes off a
    right angle to `out` by less than `ASKEW`."""
    along = points[second] - points[first]
    straight = np.abs(along @ out) < ASKEW * np.abs(along @ (out[1], -out[0]))
    first, along = first[straight], along[straight]
    if not len(first):
        return np.zeros(len(points), bool)
    across = np.stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1)
    near = np.abs(points @ across - (points[first].T * across).sum(0)) <= OFF_LINE_PX
    return np.asarray(near[:, int(near.sum(0).argmax())])


def line_along(points: NDArray[np.floating], fit: int = cv2.DIST_L2) -> NDArray[np.float64]:
    """The line (a, b, c: ax + by + c = 0) along some points."""
    x, y, x0, y0 = np.ravel(cv2.fitLine(points.astype(np.float32), fit, 0, 0.01, 0.01))
    return np.asarray(np.cross([x0, y0, 1.0], [x0 + x, y0 + y, 1.0]), np.float64)


def meeting_points(lines: Sequence[NDArray[np.float64]]) -> Corners:
    """Where each of four lines meets the one before."""
    met = np.array([np.cross(lines[side - 1], lines[side]) for side in range(4)])
    return np.asarray(met[:, :2] / np.where(np.abs(met[:, 2:]) < 1e-6, 1e-6, met[:, 2:]))
