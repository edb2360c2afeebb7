"""The troubles that photos of pages have, each by name: how a photo is taken that has it.

Every photo has a little of everything (`samples.making.conditions.any_conditions`, mild); the trouble that it
is named for comes on top, up to what a page can be asked to bear.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from samples.making.photos.bend import FoldWay
from samples.making.photos.conditions import Conditions, Other, Over, Rng, any_conditions

MILD: Final = 0.25
"""How bad the conditions are that every photo has besides its own trouble."""

Change = Callable[[Rng], dict[str, Any]]


def _turned(rng: Rng) -> dict[str, Any]:
    return {"turn": float(rng.uniform(-180, 180))}


def _tilted(rng: Rng) -> dict[str, Any]:
    return {"tilt": float(rng.uniform(25, 45)), "tilt_towards": float(rng.uniform(0, 360))}


def _curled(rng: Rng) -> dict[str, Any]:
    return {"curl": float(rng.uniform(5, 16))}


def _folded(rng: Rng) -> dict[str, Any]:
    ways: tuple[FoldWay, ...] = ("across", "along", "both")
    return {"fold": float(rng.uniform(1.5, 5)), "fold_way": ways[int(rng.integers(3))]}


def _shadowed(rng: Rng) -> dict[str, Any]:
    return {"shadow": float(rng.uniform(0.25, 0.6)), "light": float(rng.uniform(0.1, 0.5))}


def _covered(over: Over) -> Change:
    return lambda rng: {"over": over, "over_corner": int(rng.integers(4))}


def _with_another(other: Other) -> Change:
    return lambda rng: {"other": other, "fills": float(rng.uniform(0.7, 0.95))}


def _two_sheets(rng: Rng) -> dict[str, Any]:
    return {**_with_another("pair")(rng), "messenger": None}


def _shrunk(rng: Rng) -> dict[str, Any]:
    longer = int(rng.choice((1200, 1200, 1600, 2048)))
    return {"messenger": longer, "quality": int(rng.integers(60, 86))}


def _blurred(rng: Rng) -> dict[str, Any]:
    return {"defocus": float(rng.uniform(1.2, 2.5)), "motion": float(rng.uniform(0, 7))}


def _dim(rng: Rng) -> dict[str, Any]:
    return {"exposure": float(rng.uniform(0.45, 0.7)), "noise": float(rng.uniform(4, 8))}


TROUBLES: Final[dict[str, Change | None]] = {
    "careful": lambda rng: {},
    "turned": _turned,
    "tilted": _tilted,
    "curled": _curled,
    "folded": _folded,
    "shadowed": _shadowed,
    "thumb": _covered("thumb"),
    "thing": _covered("thing"),
    "two sheets": _two_sheets,
    "a sheet beside": _with_another("beside"),
    "a page under it": _with_another("under"),
    "a page over it": _with_another("over"),
    "shrunk": _shrunk,
    "blurred": _blurred,
    "dim": _dim,
    "all at once": None,
}
"""Each trouble, and what it changes; None for conditions as bad as they come."""


def troubled(trouble: str, rng: Rng, size: tuple[int, int]) -> Conditions:
    """Conditions of a photo that has the trouble of this name."""
    change = TROUBLES[trouble]
    if change is None:
        return any_conditions(rng, size, hard=1.0)
    mild = replace(any_conditions(rng, size, hard=MILD), over="none", other="none")
    return replace(mild, **change(rng))
