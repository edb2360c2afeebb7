"""Paper as printers make it, at 300 dpi in grey: laser, faint toner, typewriter, dots, thermal, fax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from samples.making.printed import ink
from samples.making.printed.drawn import Page
from samples.making.printed.ink import Grey, Rng, Strike

DPI: Final = 300
FAX: Final = (204.0, 98.0)
"""Dots per inch across and down of a fax in standard quality."""

Paper = Callable[[Page, Rng], Grey]


def laser(page: Page, rng: Rng) -> Grey:
    """Clean black print."""
    return ink.picture(page, DPI)


def faint(page: Page, rng: Rng) -> Grey:
    """Toner that runs out: grey, in stripes down the page, with specks missing."""
    black = 1 - ink.picture(page, DPI).astype(np.float32) / 255
    high, wide = black.shape
    stripes = _slow(rng, (1, 14), (1, wide)) * 0.18
    strength = np.clip(float(rng.uniform(0.42, 0.65)) + stripes, 0.3, 1.0)
    specks = _slow(rng, (high // 2, wide // 2), (high, wide)) > float(rng.uniform(-2.2, -1.5))
    return _paper(black * strength * specks)


def typewriter(page: Page, rng: Rng) -> Grey:
    """Letters struck one by one through a ribbon: uneven in weight and height, soft at their edges."""
    strike = Strike(float(rng.uniform(0.06, 0.18)), float(rng.uniform(0.08, 0.2)))
    black: ink.Floats = 1 - ink.picture(page, DPI, strike, rng).astype(np.float32) / 255
    black = cv2.GaussianBlur(black, (0, 0), 1.1)
    weave = 1 - 0.12 * np.abs(_slow(rng, (black.shape[0] // 3, black.shape[1] // 3), black.shape))
    return _paper(np.clip(black * 1.15, 0, 1) * weave * 0.9)


def dots(page: Page, rng: Rng) -> Grey:
    """Round dots of a needle printer, 72 or 144 to the inch down the page, and 120 across."""
    down = 144 if page.face.kind != "dots" or rng.random() < 0.5 else 96
    across = 120 if down == 144 else 96
    full = ink.picture(page, DPI)
    high, wide = round(full.shape[0] * down / DPI), round(full.shape[1] * across / DPI)
    struck = cv2.resize(full, (wide, high), interpolation=cv2.INTER_AREA) < 150
    black = np.zeros(full.shape, np.float32)
    radius = 0.62 * DPI / down
    for y, x in np.argwhere(struck):
        centre = (round((x + 0.5) * DPI / across * 16), round((y + 0.5) * DPI / down * 16))
        cv2.circle(black, centre, round(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
    ribbon = np.clip(0.75 + 0.1 * _slow(rng, (40, 1), (full.shape[0], 1)), 0.5, 1)
    return _paper(black * ribbon)


def thermal(page: Page, rng: Rng) -> Grey:
    """Thermal paper: grey rather than black, faded in patches, the paper itself darkened."""
    black: ink.Floats = 1 - ink.picture(page, DPI).astype(np.float32) / 255
    black = cv2.GaussianBlur(black, (0, 0), 0.9)
    faded = np.clip(0.6 + 0.13 * _slow(rng, (7, 5), black.shape), 0.34, 0.85)
    return _paper(black * faded, float(rng.uniform(0.86, 0.95)))


def fax(page: Page, rng: Rng) -> Grey:
    """Black and white at 204 x 98 dpi with ragged edges, as the receiving machine prints or saves it."""
    full = ink.picture(page, DPI)
    wide, high = (round(side / ink.MM * dpi) for side, dpi in zip(page.size, FAX, strict=True))
    small: ink.Floats = cv2.resize(full, (wide, high), interpolation=cv2.INTER_AREA)
    small = small + rng.standard_normal(small.shape, np.float32) * float(rng.uniform(12, 30))
    struck = (small > float(rng.uniform(120, 165))).astype(np.uint8) * 255
    stripes = rng.random(high) < 0.002
    struck[stripes] = 255
    return np.asarray(
        cv2.resize(struck, (wide, high * 2), interpolation=cv2.INTER_NEAREST), np.uint8
    )


def _paper(black: ink.Floats, white: float = 0.985) -> Grey:
    """Ink, 0 to 1, on paper of this lightness."""
    return np.asarray(np.clip(255 * white * (1 - black), 0, 255), np.uint8)


def _slow(rng: Rng, shape: tuple[int, int], size: tuple[int, int]) -> ink.Floats:
    """Noise of standard deviation 1 in so many cells, spread over a picture's height and width."""
    cells = rng.standard_normal((max(1, shape[0]), max(1, shape[1])), np.float32)
    return np.asarray(cv2.resize(cells, (size[1], size[0]), interpolation=cv2.INTER_LINEAR))
