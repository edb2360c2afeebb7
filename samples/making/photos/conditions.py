"""How a photo is taken: light, lens, sensor, how the page lies, and what lies around and over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from samples.making.photos.bend import FoldWay

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
    best = 86 if messenger else 96
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
        quality=int(rng.integers(60 if messenger else 95 - int(40 * hard), best)),
        over=over,
        over_corner=int(rng.integers(4)),
        other=other,
    )
