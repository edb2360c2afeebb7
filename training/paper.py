"""What a pen, a sheet and a phone do to ink: from a mask of strokes to a grey crop of the page."""

from __future__ import annotations

import math
import random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.hands import Glyph, Points

Grey = NDArray[np.uint8]

_TILE: Final = 640
_GRAINS: Final = 24


class Paper:
    """Ready-made grain of paper and sensor, cut at random places: making it anew is too slow."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.grains = []
        for k in range(_GRAINS):
            grain = rng.normal(0, 1, (_TILE, _TILE)).astype(np.float32)
            if k % 3 == 1:
                grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 2.0
            elif k % 3 == 2:
                coarse = cv2.resize(
                    rng.normal(0, 1, (80, 80)).astype(np.float32),
                    (_TILE, _TILE),
                    interpolation=cv2.INTER_CUBIC,
                )
                grain = 0.7 * grain + 0.7 * coarse
            self.grains.append(grain)

    def grain(self, rng: random.Random, height: int, width: int) -> NDArray[np.float32]:
        tile = self.grains[rng.randrange(_GRAINS)]
        y, x = rng.randrange(_TILE - height), rng.randrange(_TILE - width)
        return tile[y : y + height, x : x + width]


def photograph(
    rng: random.Random,
    paper: Paper,
    mask: Grey,
    lines: NDArray[np.float32] | None,
    strength: float,
    fainter: bool = False,
) -> Grey:
    """Ink (255 = full) seen through a phone: blur, few pixels, slope of light, grain, JPEG.

    `lines` is other darkness of the paper: remnants of rules, show-through. `strength` 0..1 says how
    bad the photo may be. `fainter`: with pencils and pixels beyond what is measured with, to learn from.
    """
    height, width = mask.shape
    way = rng.random()
    if way < (0.28 if fainter else 0.25):  # pencil
        contrast, texture = rng.uniform(18 if fainter else 28, 90), rng.uniform(0.1, 0.45)
    else:
        contrast, texture = rng.uniform(60, 200), rng.uniform(0.0, 0.2)
    ink: NDArray[np.float32] = mask.astype(np.float32)
    if texture > 0.08:
        ink *= np.clip(1.0 + texture * paper.grain(rng, height, width), 0.0, 1.3)
    if rng.random() < 0.25:  # the pen's pressure comes and goes
        ink *= _pressure(rng, height, width)
    if lines is not None:
        np.maximum(ink, lines, out=ink)
    density = (
        rng.choice((10.0, 10.0, 8.0, 6.5, 5.5, 4.5, 3.7, *((3.1,) if fainter else ())))
        if rng.random() < 0.3 + 0.6 * strength
        else 10.0
    )
    density *= rng.uniform(0.92, 1.08)
    sigma = abs(rng.gauss(0.0, 0.5 + 1.3 * strength))
    if sigma > 0.4:
        ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), sigma), np.float32)
    if rng.random() < 0.12 * strength:  # the phone moved
        n = rng.choice((3, 5, 7))
        kernel = np.zeros((n, n), np.float32)
        dx, dy = rng.randrange(n), rng.randrange(n)
        cv2.line(kernel, (dx, dy), (n - 1 - dx, n - 1 - dy), 1.0)
        ink = np.asarray(cv2.filter2D(ink, -1, kernel / kernel.sum()), np.float32)
    shrink = density / 10.0
    if abs(shrink - 1) > 0.02:
        size = (max(8, round(width * shrink)), max(8, round(height * shrink)))
        sampling = cv2.INTER_AREA if shrink < 1 else cv2.INTER_LINEAR
        ink = np.asarray(cv2.resize(ink, size, interpolation=sampling), np.float32)
    h, w = ink.shape
    level = rng.uniform(max(contrast + 25, 150), 250)
    grey = level - ink * np.float32(contrast / 255.0)
    noise = abs(rng.gauss(0, 1.5 + 3.0 * strength)) * min(1.0, contrast / 80)
    grey += noise * paper.grain(rng, h, w)
    if rng.random() < 0.2:  # a phone sharpens its pictures
        soft = cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.8, 2.0))
        grey += rng.uniform(0.3, 1.5) * (grey - soft)
    if rng.random() < 0.4:  # what is left of a shadow
        ramp = np.linspace(-1, 1, w, dtype=np.float32)[None, :] * rng.gauss(0, 6)
        grey += ramp + np.linspace(-1, 1, h, dtype=np.float32)[:, None] * rng.gauss(0, 6)
    out: NDArray[np.uint8] = np.clip(grey, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.uniform(30, 95) if rng.random() < strength else rng.uniform(70, 95))
        _, code = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])
        decoded = cv2.imdecode(code, cv2.IMREAD_GRAYSCALE)
        assert decoded is not None
        out = np.asarray(decoded, np.uint8)
    if (h, w) != (height, width):
        sampling = rng.choice((cv2.INTER_LINEAR, cv2.INTER_CUBIC))
        out = np.asarray(cv2.resize(out, (width, height), interpolation=sampling), np.uint8)
    return out


def _pressure(rng: random.Random, height: int, width: int) -> NDArray[np.float32]:
    """How much of the ink lands, place by place: a slow field between a quarter and all."""
    rows, columns = max(2, height // 20), max(2, width // 20)
    coarse = np.array([[rng.random() for _ in range(columns)] for _ in range(rows)], np.float32)
    field = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(1.0 - rng.uniform(0.2, 0.9) * field, 0.25, 1.0), np.float32)


def remnants(
    rng: random.Random, height: int, width: int, margin: int
) -> NDArray[np.float32] | None:
    """What rule removal leaves of a box's border: faint pieces, dots, sometimes a whole side."""
    lines = np.zeros((height, width), np.uint8)
    drawn = False
    for side in range(4):
        if rng.random() < 0.5:
            continue
        drawn = True
        offset = margin + round(rng.gauss(0, 2))
        across = side % 2 == 0
        length = width if across else height
        place = offset if side < 2 else (height if across else width) - offset
        dash = rng.choice((3, 6, 15, 40, 400))
        gap = rng.choice((3, 8, 20, 40))
        shade, thick = rng.randrange(40, 220), rng.choice((1, 1, 2, 3))
        slope = rng.gauss(0, 1.0)
        at = rng.randrange(0, dash + gap)
        while at < length:
            if rng.random() < 0.8:
                a, b = at, min(length, at + max(1, round(dash * rng.uniform(0.4, 1.3))))
                p, q = round(place + slope * a / length), round(place + slope * b / length)
                start, end = ((a, p), (b, q)) if across else ((p, a), (q, b))
                cv2.line(lines, start, end, shade, thick)
            at += dash + gap
    return lines.astype(np.float32) if drawn else None


DENSITY: Final = 10.0
"""Pixels a millimetre of the squared-up page."""


class Sheet:
    """The piece of paper a cell is cut from: a mask of ink with the box's margin round it."""

    def __init__(self, rng: random.Random, width: float, height: float) -> None:
        self.margin = round(rng.uniform(0, 10))
        shape = (
            round(height * DENSITY) + 2 * self.margin,
            round(width * DENSITY) + 2 * self.margin,
        )
        self.mask: Grey = np.zeros(shape, np.uint8)
        self.pen = rng.choice((2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 10))
        self.shade = 255

    def ink(self, strokes: list[Points], glyph: Glyph | None = None) -> None:
        """Put strokes on the paper; a photographed glyph's image is laid between its corners."""
        if glyph is not None and glyph.image is not None:
            lay(self.mask, glyph.image, strokes[0])
        else:
            filled = glyph is not None and glyph.filled
            pour(self.mask, strokes, filled, self.pen, self.shade)

    def widen(self, more: int) -> None:
        self.mask = np.pad(self.mask, ((0, 0), (0, more)))

    def moved(self, more: int) -> int:
        """Shift all ink to the right within the widened sheet."""
        self.mask = np.ascontiguousarray(np.roll(self.mask, more, axis=1))
        return more


def pour(mask: Grey, strokes: list[Points], filled: bool, pen: int, shade: int) -> None:
    points: list[NDArray[np.int32]] = [np.rint(s * 16).astype(np.int32) for s in strokes]
    if filled:
        cv2.fillPoly(mask, points, shade, cv2.LINE_AA, 4)
    else:
        cv2.polylines(mask, points, False, shade, pen, cv2.LINE_AA, 4)


def lay(mask: Grey, image: Grey, corners: Points) -> None:
    h, w = image.shape
    source = np.array([[0, 0], [w, 0], [0, h]], np.float32)
    matrix = cv2.getAffineTransform(source, corners[[0, 1, 3]].astype(np.float32))
    size = (mask.shape[1], mask.shape[0])
    np.maximum(mask, cv2.warpAffine(image, matrix, size, flags=cv2.INTER_CUBIC), out=mask)


def bend(
    rng: random.Random, glyph: Glyph, size: float, slant: float, shake: float = 1.0
) -> list[Points]:
    """Pixels of a glyph: sized, slanted, turned a little, and bent as no two writings are alike.

    `shake` is how much of that is done: all to learn from, little to measure with, for then the
    hand's own shapes count.
    """
    turn = rng.gauss(0, 0.07) * shake
    # Wide enough for hands not met: some write half as wide as others, and lean as much again.
    spread = shake * shake
    wide, high = math.exp(rng.gauss(0, 0.1 + 0.06 * spread) * shake), rng.gauss(1.0, 0.05 * shake)
    slant += rng.gauss(0, 0.1) * spread
    matrix = size * np.array([[wide, turn], [-turn - slant, high]], np.float32)
    dx, dy = rng.gauss(0, 0.028) * size * shake, rng.gauss(0, 0.028) * size * shake
    fx, fy = rng.uniform(3, 8) / size, rng.uniform(3, 8) / size
    px, py = rng.random() * 6.3, rng.random() * 6.3
    bent = []
    for stroke in glyph.strokes:
        p = stroke @ matrix
        q = p.copy()
        q[:, 0] += dx * np.sin(fy * p[:, 1] + py)
        q[:, 1] += dy * np.sin(fx * p[:, 0] + px)
        if len(glyph.strokes) > 1 and not glyph.filled:
            q += np.array([rng.gauss(0, 0.012), rng.gauss(0, 0.012)], np.float32) * size * shake
        bent.append(q)
    return bent


def shift(strokes: list[Points], x: float, y: float) -> list[Points]:
    return [s + np.array([x, y], np.float32) for s in strokes]


def extent(strokes: list[Points]) -> tuple[float, float, float, float]:
    every = np.concatenate(strokes)
    low, high = every.min(0), every.max(0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])
