"""How a sheet of paper that does not lie flat is displaced, as a camera above it sees that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[Any]
FoldWay = Literal["across", "along", "both"]
"""A fold across the page, from its top to its foot, or one of each (folded in four)."""

FOLD_REACH: Final = 0.08
"""A fold's ridge falls off over this share of the page's side."""
LENS_MM: Final = 400.0
"""How far away the lens is: what is nearer to it looks larger."""
MOST_ROLL: Final = 0.75
"""Beyond this (in pages from its middle) a page rises no further."""


@dataclass(frozen=True, slots=True)
class Bend:
    """How a page is bent, as a smooth displacement in its own plane.

    Three things move a point of the page: its height, seen from aside; its height, seen from nearer;
    and that paper does not stretch, so that what rises reaches less far (`_drawn_in`).
    """

    page: tuple[float, float]
    curl: float
    """How high the ends of a page that is curled stand, mm."""
    fold: float
    """How high the ridge of a fold stands, mm."""
    lean: tuple[float, float]
    """How far a point one mm up is displaced, mm: the view's slope against the page."""
    angle: float
    """The direction across which the page rolls, in radians."""
    fold_at: float
    """Where the fold crosses the page, as a share of its height (or width)."""
    fold_way: FoldWay = "across"

    def height(self, points: Floats) -> Floats:
        """mm above the desk."""
        up = self.curl * 4 * self._roll(points) ** 2
        for axis in self._folded():
            ridge = np.abs(points[..., axis] / self.page[axis] - self.fold_at)
            up = up + self.fold * np.exp(-ridge / FOLD_REACH)
        return np.asarray(up)

    def shift(self, points: Floats) -> Floats:
        """Displacement of points, mm, same shape."""
        height = self.height(points)[..., None]
        centre = np.array(self.page) / 2
        nearer = (points - centre) * height / LENS_MM
        return np.asarray(height * np.array(self.lean) + nearer + self._drawn_in(points))

    def _roll(self, points: Floats) -> Floats:
        width, tall = self.page
        across = (points[..., 0] / width - 0.5) * np.cos(self.angle)
        along = (points[..., 1] / tall - 0.5) * np.sin(self.angle)
        return np.asarray(np.clip(across + along, -MOST_ROLL, MOST_ROLL))

    def _folded(self) -> tuple[int, ...]:
        return {"across": (1,), "along": (0,), "both": (0, 1)}[self.fold_way] if self.fold else ()

    def _drawn_in(self, points: Floats) -> Floats:
        """What a rising page loses of its reach: half the square of its slope, summed up (a curl),
        and as much of a ridge on both its sides."""
        width, tall = self.page
        steep = np.array([np.cos(self.angle) / width, np.sin(self.angle) / tall])
        size = float(np.linalg.norm(steep))
        lost = (8 * self.curl * size) ** 2 / (6 * size) * self._roll(points) ** 3
        drawn = -lost[..., None] * (steep / size)
        for axis in self._folded():
            side = points[..., axis] / self.page[axis] - self.fold_at
            reach = FOLD_REACH * self.page[axis]
            most = (self.fold / reach) ** 2 / 2 * reach / 2
            drawn[..., axis] -= np.sign(side) * most * (1 - np.exp(-2 * np.abs(side) / FOLD_REACH))
        return np.asarray(drawn)
