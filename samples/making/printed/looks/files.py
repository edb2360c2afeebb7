"""From printed paper to the file that is sent in: flat scans, photos by a phone, TIFF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np
from PIL import Image

from samples.making.photos.conditions import any_conditions
from samples.making.photos.taken import photograph
from samples.making.printed import ink
from samples.making.printed.ink import Floats, Grey, Rng
from samples.making.printed.looks.papers import DPI

SCANS: Final = (150, 200, 200, 300)
"""Dots per inch of flat scanners."""
SIZES: Final = ((2448, 3264), (3000, 4000))
"""Pixels of phones' photos: 8 and 12 megapixels."""
HARD: Final = (0.0, 0.15, 0.3)
"""How bad photos may be, 0 to 1: tilted, shadowed, blurred, bent."""


def scanned(paper: Grey, rng: Rng) -> Grey:
    """A flat scan: a little askew, softened by the glass, grainy."""
    dpi = SCANS[int(rng.integers(len(SCANS)))]
    page = ink.shrunk(paper, dpi / DPI) if dpi != DPI else paper
    high, wide = page.shape
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), float(rng.normal(0, 0.6)), 1.0)
    turned = cv2.warpAffine(page, turn, (wide, high), flags=cv2.INTER_CUBIC, borderValue=245)
    soft: Floats = cv2.GaussianBlur(turned, (0, 0), float(rng.uniform(0.3, 0.6)))
    soft = soft + rng.standard_normal(soft.shape, np.float32) * float(rng.uniform(0.5, 3))
    return np.asarray(np.clip(soft, 0, 255), np.uint8)


def photographed(paper: Any, size: tuple[float, float], rng: Rng, flat: bool = False) -> bytes:
    """A phone's photo of a page (mm), grey or in colours, as JPEG. `flat`: it cannot bend (a screen)."""
    if paper.ndim == 2:
        tint = np.array((1.0, float(rng.uniform(0.98, 1)), float(rng.uniform(0.94, 1))), np.float32)
        paper = (paper[..., None] * tint).astype(np.uint8)
    pixels = SIZES[int(rng.integers(len(SIZES)))]
    if size[0] > size[1]:
        pixels = pixels[::-1]
    conditions = any_conditions(rng, pixels, hard=HARD[int(rng.integers(len(HARD)))])
    conditions = replace(conditions, over="none", other="none", messenger=None, size=pixels)
    if flat:
        conditions = replace(conditions, curl=0.0, fold=0.0, shadow=0.0)
    return photograph(paper, size, conditions, rng).jpeg


def jpeg(picture: Grey, rng: Rng) -> bytes:
    quality = int(rng.integers(70, 96))
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def png(picture: Grey) -> bytes:
    return bytes(cv2.imencode(".png", picture)[1])


def tiff(pages: Sequence[Grey], rng: Rng) -> bytes:
    """A TIFF of one or several pages: black and white (as fax machines pack it), or grey."""
    bilevel = rng.random() < 0.5
    held = [Image.fromarray(page) for page in pages]
    if bilevel:
        held = [page.point(lambda grey: 255 * (grey > 150)).convert("1") for page in held]
    packing = "group4" if bilevel else ("tiff_lzw", "tiff_adobe_deflate")[int(rng.integers(2))]
    made = io.BytesIO()
    held[0].save(
        made, "TIFF", save_all=True, append_images=held[1:], compression=packing, dpi=(200, 200)
    )
    return made.getvalue()
