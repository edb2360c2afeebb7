"""How a photo is taken: light, lens, sensor, how the page lies and bends, what lies around it; troubles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
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


Rng = np.random.Generator

Over = Literal["none", "thumb", "thing"]
Other = Literal["none", "beside", "pair", "under", "over"]
"""Another page: beside this one and cut off or not, as it comes; beside it and whole; under it; over
its foot."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a photo is taken. Lengths are in mm on the page, angles in degrees."""

    size: tuple[int, int] = (3000, 4000)
    """Width and height in pixels: 12 megapixels held upright."""
    messenger: int | None = None
    """The longer side after a messenger has shrunk the picture, None where none has."""
    tilt: float = 12.0
    tilt_towards: float = 90.0
    """The direction from which the camera looks, around the page: 90 is from its foot."""
    turn: float = 3.0
    fills: float = 0.9
    """How much of the photo's width or height the page takes, whichever is the tighter."""
    curl: float = 0.0
    """How high the page bends up, mm."""
    fold: float = 0.0
    """How high the ridge of a fold stands, mm."""
    fold_way: FoldWay = "across"
    light: float = 0.15
    """How much darker the darkest corner is."""
    shadow: float = 0.0
    """How much darker it is in the shadow of a hand, phone or lamp; 0 for no shadow."""
    cast: tuple[float, float, float] = (1.0, 0.97, 0.9)
    exposure: float = 0.92
    defocus: float = 0.8
    """Standard deviation of the blur in pixels of a 12-megapixel photo."""
    motion: float = 0.0
    """Length of the blur of a moving hand in pixels of a 12-megapixel photo."""
    noise: float = 2.0
    """Standard deviation of the sensor's noise in grey levels."""
    quality: int = 85
    """JPEG quality."""
    over: Over = "none"
    over_corner: int = 2
    """The corner that a thumb or a thing covers: 0 top left, clockwise."""
    other: Other = "none"
    """Another page beside, under or over this one (see `Other`)."""
    surroundings: str = "plain"
    """What lies around the page: a name in `samples.making.photos.surroundings.KINDS`."""


@dataclass(frozen=True, slots=True)
class Bend:
    """How a page is bent, as a smooth displacement in its own plane.

    Three things move a point of the page: its height, seen from aside; its height, seen from nearer;
    and that paper does not stretch, so that what rises reaches less far (`_drawn_in`).
    """

    page: tuple[float, float]
    conditions: Conditions
    angle: float
    """The direction across which the page rolls, in radians."""
    fold_at: float
    """Where the fold crosses the page, as a share of its height (or width)."""

    def height(self, points: Floats) -> Floats:
        """mm above the desk."""
        up = self.conditions.curl * 4 * self._roll(points) ** 2
        for axis in self._folded():
            ridge = np.abs(points[..., axis] / self.page[axis] - self.fold_at)
            up = up + self.conditions.fold * np.exp(-ridge / FOLD_REACH)
        return np.asarray(up)

    def shift(self, points: Floats) -> Floats:
        """Displacement of points, mm, same shape."""
        height = self.height(points)[..., None]
        centre = np.array(self.page) / 2
        nearer = (points - centre) * height / LENS_MM
        return np.asarray(height * self._lean() + nearer + self._drawn_in(points))

    def _lean(self) -> Floats:
        """How far a point one mm up is displaced, mm: the view's slope against the page."""
        towards = np.radians(self.conditions.tilt_towards)
        lean = np.tan(np.radians(self.conditions.tilt))
        return np.asarray(-lean * np.array((np.cos(towards), np.sin(towards))))

    def _roll(self, points: Floats) -> Floats:
        width, tall = self.page
        across = (points[..., 0] / width - 0.5) * np.cos(self.angle)
        along = (points[..., 1] / tall - 0.5) * np.sin(self.angle)
        return np.asarray(np.clip(across + along, -MOST_ROLL, MOST_ROLL))

    def _folded(self) -> tuple[int, ...]:
        ways = {"across": (1,), "along": (0,), "both": (0, 1)}
        return ways[self.conditions.fold_way] if self.conditions.fold else ()

    def _drawn_in(self, points: Floats) -> Floats:
        """What a rising page loses of its reach: half the square of its slope, summed up (a curl),
        and as much of a ridge on both its sides."""
        width, tall = self.page
        steep = np.array([np.cos(self.angle) / width, np.sin(self.angle) / tall])
        size = float(np.linalg.norm(steep))
        lost = (8 * self.conditions.curl * size) ** 2 / (6 * size) * self._roll(points) ** 3
        drawn = -lost[..., None] * (steep / size)
        for axis in self._folded():
            side = points[..., axis] / self.page[axis] - self.fold_at
            reach = FOLD_REACH * self.page[axis]
            most = (self.conditions.fold / reach) ** 2 / 2 * reach / 2
            drawn[..., axis] -= np.sign(side) * most * (1 - np.exp(-2 * np.abs(side) / FOLD_REACH))
        return np.asarray(drawn)


def any_conditions(rng: Rng, size: tuple[int, int] = (3000, 4000), hard: float = 0.5) -> Conditions:
    """Conditions as they come. `hard`, 0 to 1, is how bad they may be: 1 holds everything that a
    reader must bear or refuse, 0 a careful photo in good light."""

    def sometimes(share: float, most: float) -> float:
        return float(rng.uniform(0.2, 1) * most) if rng.random() < share * hard else 0.0

    warm = float(rng.uniform(-0.14, 0.18) * hard)
    landscape = rng.random() < 0.1 * hard
    messenger = int(rng.choice((1200, 1600, 2048))) if rng.random() < 0.5 * hard else None
    quarter = 90.0 * float(rng.integers(4)) if rng.random() < 0.25 * hard else 0.0
    over: Over = ("thumb", "thing")[int(rng.integers(2))] if rng.random() < 0.25 * hard else "none"
    other: Other = (
        ("beside", "under")[int(rng.integers(2))] if rng.random() < 0.2 * hard else "none"
    )
    return Conditions(
        size=(size[1], size[0]) if landscape else size,
        messenger=messenger,
        tilt=float(abs(rng.normal(0, 9 + 12 * hard)) % 45),
        tilt_towards=float(rng.uniform(0, 360)),
        turn=float(rng.normal(0, 2 + 6 * hard)) + quarter,
        fills=float(rng.uniform(0.95 - 0.35 * hard, 0.95)),
        curl=sometimes(0.7, 14),
        fold=sometimes(0.5, 5),
        light=float(rng.uniform(0.05, 0.15 + 0.4 * hard)),
        shadow=sometimes(0.8, 0.5),
        cast=(1.0, 1.0 - warm / 3 - 0.02, 1.0 - warm - 0.05),
        exposure=float(rng.uniform(0.95 - 0.3 * hard, 1.0)),
        defocus=float(rng.uniform(0.4, 0.8 + 1.2 * hard)),
        motion=sometimes(0.4, 7),
        noise=float(rng.uniform(0.5, 2 + 5 * hard)),
        quality=int(rng.integers(*(60, 86) if messenger else (95 - int(40 * hard), 96))),
        over=over,
        over_corner=int(rng.integers(4)),
        other=other,
    )


MILD: Final = 0.25
"""How bad the conditions are that every photo has besides its own trouble."""

TROUBLES: Final[dict[str, Mapping[str, object] | None]] = {
    "careful": {},
    "turned": {"turn": (-180, 180)},
    "tilted": {"tilt": (25, 45), "tilt_towards": (0, 360)},
    "curled": {"curl": (5, 16)},
    "folded": {"fold": (1.5, 5), "fold_way": ["across", "along", "both"]},
    "shadowed": {"shadow": (0.25, 0.6), "light": (0.1, 0.5)},
    "thumb": {"over": "thumb", "over_corner": range(4)},
    "thing": {"over": "thing", "over_corner": range(4)},
    "two sheets": {"other": "pair", "fills": (0.7, 0.95), "messenger": None},
    "a sheet beside": {"other": "beside", "fills": (0.7, 0.95)},
    "a page under it": {"other": "under", "fills": (0.7, 0.95)},
    "a page over it": {"other": "over", "fills": (0.7, 0.95)},
    "shrunk": {"messenger": [1200, 1200, 1600, 2048], "quality": range(60, 86)},
    "blurred": {"defocus": (1.2, 2.5), "motion": (0, 7)},
    "dim": {"exposure": (0.45, 0.7), "noise": (4, 8)},
    "all at once": None,
}
"""Each trouble, and what it changes: a figure between two, or one of several values. None for conditions
as bad as they come."""


def troubled(trouble: str, rng: Rng, size: tuple[int, int]) -> Conditions:
    """Conditions of a photo that has the trouble of this name."""
    changes = TROUBLES[trouble]
    if changes is None:
        return any_conditions(rng, size, hard=1.0)
    mild = replace(any_conditions(rng, size, hard=MILD), over="none", other="none")
    drawn: dict[str, Any] = {name: _drawn(change, rng) for name, change in changes.items()}
    return replace(mild, **drawn)


def _drawn(change: object, rng: Rng) -> object:
    if isinstance(change, tuple):
        return float(rng.uniform(*change))
    return change[int(rng.integers(len(change)))] if isinstance(change, list | range) else change
