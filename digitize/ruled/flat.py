"""A part of a ruled table laid flat: each cell of its grid becomes an upright rectangle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.light import even_light

WIDEST: Final = 2800
"""Pixels: 15 for each of the 190 mm of a full page's width, more than a phone gives."""
NARROWEST: Final = 1600
"""A small picture is blown up to this: letters of 2 mm are then 17 pixels high, as print readers like."""
WHITE: Final = 255
NOMINAL_MM: Final = 190.0
"""The width that a table is taken to have where only a rough millimetre is needed."""
STRIP: Final = 64
"""Rows of a flat picture that are worked out at a time."""

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """`image` is grey with even light, paper at `WHITE`. `xs` and `ys` are where the lines of the grid
    are in it, in pixels; `table` how wide the whole table is or would be."""

    image: NDArray[np.uint8]
    xs: Points
    ys: Points
    table: float = 0.0


def flatten(
    picture: NDArray[np.uint8], nodes: Points, margin: float = 0.0, share: float = 1.0
) -> Flat:
    """Lay a grid of line crossings flat.

    `nodes` is (rows + 1, columns + 1, 2) in pixels of the picture; `margin` is paper to show around,
    as a share of the grid's width; `share` is how much of the table's width the grid takes.
    """
    across = np.linalg.norm(np.diff(nodes, axis=1), axis=2).mean(axis=0)
    down = np.linalg.norm(np.diff(nodes, axis=0), axis=2).mean(axis=1)
    width = float(across.sum())
    table = max(width / share, 1.0)
    scale = min(WIDEST, max(NARROWEST, table)) / table
    edge = margin * width * scale
    xs = edge + np.concatenate(([0.0], np.cumsum(across))) * scale
    ys = edge + np.concatenate(([0.0], np.cumsum(down))) * scale
    size = (round(xs[-1] + edge), max(8, round(ys[-1] + edge)))
    places = _places(nodes, xs, ys, size)
    colour = cv2.remap(
        picture, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    grey = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY) if colour.ndim == 3 else colour
    even = even_light(np.asarray(grey, np.uint8), table * scale / NOMINAL_MM, WHITE)
    return Flat(even, xs, ys, table * scale)


def back(nodes: Points, flat: Flat, points: Points) -> Points:
    """Where in the photo points (n, 2) of the flat picture are, pixels."""
    column, share_x = _within(points[:, 0], flat.xs)
    row, share_y = _within(points[:, 1], flat.ys)
    upper = _between(nodes[row, column], nodes[row, column + 1], share_x[:, None])
    lower = _between(nodes[row + 1, column], nodes[row + 1, column + 1], share_x[:, None])
    return _between(upper, lower, share_y[:, None])


def _places(nodes: Points, xs: Points, ys: Points, size: tuple[int, int]) -> NDArray[np.float32]:
    """Where in the picture each point of the flat one is: bilinear within a cell, straight on outside."""
    column, share_x = _within(np.arange(size[0], dtype=np.float64), xs)
    row, share_y = _within(np.arange(size[1], dtype=np.float64), ys)
    found = np.empty((size[1], size[0], 2), np.float32)
    for first in range(0, size[1], STRIP):  # all of a large picture at once takes 400 MB
        part = slice(first, first + STRIP)
        above, below = nodes[row[part]], nodes[row[part] + 1]
        upper = _between(above[:, column], above[:, column + 1], share_x[None, :, None])
        lower = _between(below[:, column], below[:, column + 1], share_x[None, :, None])
        found[part] = _between(upper, lower, share_y[part, None, None])
    return found


def _within(at: Points, lines: Points) -> tuple[NDArray[np.int64], Points]:
    """The cell that each place is in, and how far along it, below 0 or above 1 outside."""
    cell = np.clip(np.searchsorted(lines, at, side="right") - 1, 0, len(lines) - 2)
    return cell, (at - lines[cell]) / np.maximum(lines[cell + 1] - lines[cell], 1e-6)


def _between(one: Points, other: Points, share: Points) -> Points:
    return np.asarray(one + (other - one) * share, np.float64)


def without_rules(flat: Flat) -> tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.bool_]]:
    """The flat picture with its rules wiped out, and masks of the level and upright ones."""
    image = flat.image
    dark = np.asarray(WHITE - image, np.uint8)
    # Beside the paper within a few millimetres, so that faint rules count as dark ones do.
    ink = (cv2.GaussianBlur(dark, (3, 3), 0) > INK).astype(np.uint8)
    row = float(np.median(np.diff(flat.ys)))
    column = float(np.median(np.diff(flat.xs)))
    level = _long(ink, (round(LEVEL_SHARE * column), 1))
    letter = (flat.table or float(image.shape[1])) * LETTER
    upright = _long(ink, (1, max(round(UPRIGHT_SHARE * row), round(letter))))
    wiped = image.copy()
    thick = np.ones((5, 5), np.uint8)
    wiped[cv2.dilate(np.maximum(level, upright), thick) > 0] = WHITE
    return wiped, level.astype(bool), upright.astype(bool)


INK: Final = 28
"""Grey levels below the paper from which a point may be of a rule: the faintest ones have 40."""
LEVEL_SHARE: Final = 0.6
"""A level rule runs at least over this share of a usual column, further than any letter."""
UPRIGHT_SHARE: Final = 0.55
"""An upright rule runs over this share of a row, higher than letters in it ..."""
LETTER: Final = 4.0 / NOMINAL_MM
"""... and higher than any letter of print."""


def _long(ink: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """What of the ink runs on for a given width or height, lines a little askew among it."""
    across = (1, 3) if size[1] == 1 else (3, 1)
    thick = cv2.dilate(ink, np.ones(across[::-1], np.uint8))
    kernel = np.ones((max(3, size[1]), 1) if size[0] == 1 else (1, max(3, size[0])), np.uint8)
    return np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, kernel), np.uint8)
