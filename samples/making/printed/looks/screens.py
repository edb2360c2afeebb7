"""A log on a screen, photographed: dots of three colours, a grid that beats with the camera's, dark mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from samples.making.printed import ink
from samples.making.printed.drawn import Page
from samples.making.printed.ink import Rng
from samples.making.printed.looks.files import photographed

DPI: Final = (110.0, 140.0)
"""Dots of the screen per inch of the page as it is shown."""
DOT: Final = 4
"""Pixels of the picture for a dot of the screen, each way."""
BEZEL_MM: Final = 9.0
_DARK: Final = ((24, 26, 31), (224, 226, 230))
"""Paper and ink in dark mode: red, green, blue."""
_LIGHT: Final = ((252, 252, 253), (18, 18, 20))


def light(pages: Sequence[Page], rng: Rng) -> bytes:
    return _photographed(pages[0], rng, _LIGHT)


def dark(pages: Sequence[Page], rng: Rng) -> bytes:
    return _photographed(pages[0], rng, _DARK)


def _photographed(page: Page, rng: Rng, colours: Any) -> bytes:
    shown = _lit(ink.picture(page, float(rng.uniform(*DPI))), colours)
    edge = round(BEZEL_MM * shown.shape[1] / page.size[0])
    framed = np.pad(shown, ((edge, edge), (edge, edge), (0, 0)), constant_values=14)
    size = (page.size[0] + 2 * BEZEL_MM, page.size[1] + 2 * BEZEL_MM)
    return photographed(framed, size, rng, flat=True)


def _lit(grey: ink.Grey, colours: Any) -> Any:
    """The dots of a screen as they light up: each has a red, a green and a blue stripe and a dark edge."""
    paper, letters = (np.array(colour, np.float32) for colour in colours)
    share = grey.astype(np.float32)[..., None] / 255
    dots = letters + share * (paper - letters)
    large = np.repeat(np.repeat(dots, DOT, axis=0), DOT, axis=1)
    mask = np.full((DOT, DOT, 3), 0.55, np.float32)
    for colour in range(3):
        mask[:, colour, colour] = 1.0
        mask[:, (colour + 1) % DOT, colour] = 0.9
    mask[-1] *= 0.8
    tiled = np.tile(mask, (grey.shape[0], grey.shape[1], 1))
    return np.clip(large * tiled * 1.25, 0, 255).astype(np.uint8)
