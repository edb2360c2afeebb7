"""Sharp folds: the page squared up anew until the lines on both sides of a fold lie at their places.

Nodes 12 mm apart that bend smoothly go round the ridge of a fold at up to 2 mm from it, where a page is
seen from aside. There the lines lean, and lie further off than they are looked for.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page import lines
from fairdeal.digitize.page.blocks import (
    TIE_WEIGHT,
    Axis,
    Measured,
    Ties,
    measure_all,
    single_lines,
)
from fairdeal.digitize.page.lines import PX_MM
from fairdeal.digitize.page.shape.creases import SHARP_NODE_MM, fit_sharp
from fairdeal.digitize.page.shape.surface import Grid, Surface

Floats = NDArray[np.float64]

SHARP_STRIP_MM: Final = 3.0
"""Beside a fold lines lean by up to 0.15 mm a millimetre of the page: they smear in wider strips."""
SHARP_SIZES: Final = (3.0, 1.4)
"""There a line is looked for together with those beside it (3 mm to both sides), so that of two lines 1.85 mm
apart none is taken for the other though they lie 1.4 mm off."""
SHARP_ROUNDS: Final = 5
"""Times that a folded page is squared up anew and its lines measured, at the most: each time the lines
nearest to the fold come into sight. It ends earlier where no more lines come."""
ASTRAY_MM: Final = 0.35
"""A line further off than this, or not found, counts as so far off. Box lines stand 1.85 mm apart."""
SHARPER: Final = 0.94
"""A sharp bend is believed where lines then lie off by this share of what they did, on average: around a
true fold it is 0.8 to 0.93, in the noise of a dim picture 0.99."""
MOST_ASTRAY_MM: Final = 0.2
"""Where lines lie further off than this on average, most were not found: what a few of them tell of a fold
is as likely noise."""
STILL: Final = 0.995
"""A round that leaves more than this share brings nothing new."""
FOLD_BEND_MM: Final = 0.3
"""Second difference of a surface from which a page may be folded. Flat pages give 0.1; a page that lost
many of its lines may pass too, which costs time alone."""
_COARSE: Final = 5
"""The way back to the seen page is worked out for every fifth pixel and drawn straight between."""


def sharpened(held: Measured, surface: Surface) -> Surface:
    """The surface with sharp folds where the lines tell of them; the same one where they do not.

    The page is squared up by the last surface and its lines are measured on that: so near to a fold
    they are smeared on the page as it was seen. Of the surfaces the one is taken from which lines lie
    least far off.
    """
    if not _may_be_folded(surface):
        return surface
    grid = Grid.over(*held.layout.page, SHARP_NODE_MM)
    axes, last, best = _seen_squared(held, surface), surface, surface
    first = least = _astray(axes)
    if first > MOST_ASTRAY_MM:
        return surface
    for _ in range(SHARP_ROUNDS):
        nodes = last.at(grid.places()).reshape(grid.rows, grid.columns, 2)
        told = {axis.along: _tied(axis, held.ties, last) for axis in axes}
        values = [fit_sharp(grid, *told[along], nodes[:, :, along]) for along in (0, 1)]
        last = Surface(grid, np.stack(values, -1))
        axes = _seen_squared(held, last)
        astray = _astray(axes)
        still = astray > least * STILL
        if astray < least:
            best, least = last, astray
        if still:
            break
    return best if is_sharp(surface) or least < first * SHARPER else surface


def is_sharp(surface: Surface) -> bool:
    """True for a surface that was bent sharply here: its nodes stand closer."""
    return surface.grid.step[0] < 1.5 * SHARP_NODE_MM


def _astray(axes: list[Axis]) -> float:
    """How far off lines lie on average, in mm."""
    off = [np.where(axis.known, np.abs(axis.shift), ASTRAY_MM) for axis in axes]
    return float(np.minimum(np.concatenate(off), ASTRAY_MM).mean())


def _may_be_folded(surface: Surface) -> bool:
    bends = [np.abs(np.diff(surface.values, 2, axis=axis)).max() for axis in (0, 1)]
    return float(max(bends)) > FOLD_BEND_MM


def _seen_squared(held: Measured, surface: Surface) -> list[Axis]:
    """Every line of a page squared up by a surface, measured from its place there."""
    wanted = lines.expected_strips(held.layout, SHARP_STRIP_MM)
    found = lines.strips(*lines.ridges(_bent_back(held.dark, surface)), SHARP_STRIP_MM)
    axes = [
        single_lines(1, wanted.level, found.level, SHARP_STRIP_MM, SHARP_SIZES),
        single_lines(0, wanted.upright, found.upright, SHARP_STRIP_MM, SHARP_SIZES),
    ]
    measure_all(axes, Surface.flat(surface.grid))
    return axes


def _bent_back(dark: NDArray[np.float32], surface: Surface) -> NDArray[np.float32]:
    """The picture of the page with the surface's bend taken out."""
    height, width = dark.shape
    y, x = np.mgrid[0:height:_COARSE, 0:width:_COARSE]
    places = np.stack([x + (_COARSE - 1) / 2, y + (_COARSE - 1) / 2], -1).reshape(-1, 2)
    moved = places + surface.at((places + 0.5) / PX_MM) * PX_MM
    source = moved.reshape(*x.shape, 2).astype(np.float32)
    fine = cv2.resize(source, None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_LINEAR)
    fine = fine[:height, :width]
    return np.asarray(cv2.remap(dark, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR), np.float32)


def _tied(axis: Axis, ties: Ties, surface: Surface) -> tuple[Floats, Floats]:
    """Where the lines of one direction, and the ties, say that the page is displaced, and how far."""
    centres, shift = axis.centres[axis.known], axis.shift[axis.known]
    beside = centres.copy()
    beside[:, axis.along] += shift
    shifts = shift + surface.at(beside)[:, axis.along]
    return (
        np.concatenate([ties.points] * TIE_WEIGHT + [centres]),
        np.concatenate([ties.shifts[:, axis.along]] * TIE_WEIGHT + [shifts]),
    )
