"""Pen paths that cross out: lines, crosses, zigzags, and the line through a whole field."""

from __future__ import annotations

import math
import random

import numpy as np

from fairdeal.digitize.training.cells.sheet import extent
from fairdeal.digitize.training.glyphs.hands import Points


def through(rng: random.Random, ink: list[Points], across: float) -> list[Points]:
    """A line from side to side of a field, longer on both sides than anything written has a bar."""
    x1, y1, x2, y2 = extent(ink)
    over = max(0.5 * (x2 - x1), 14.0)
    left = x1 - over * rng.uniform(0.6, 2.0) if rng.random() < 0.5 else rng.uniform(-4, 10)
    right = (
        x2 + over * rng.uniform(0.6, 2.0) if rng.random() < 0.5 else across - rng.uniform(-4, 10)
    )
    left, right = min(left, x1 - 6), max(right, x2 + 6)
    xs = np.linspace(left, right, 7)
    y = (y1 + y2) / 2 + rng.gauss(0, 0.1) * (y2 - y1)
    ys = y + rng.gauss(0, 0.05) * (xs - xs.mean()) + np.array([rng.gauss(0, 0.8) for _ in xs])
    return [np.stack([xs, ys], 1).astype(np.float32)]


def strike(rng: random.Random, ink: list[Points], long: bool) -> list[Points]:
    """Pen paths that cross out what lies under them.

    One straight line is used for longer texts only: through one character it makes another (a
    slashed nought, a crossed seven, a Z).
    """
    x1, y1, x2, y2 = extent(ink)
    w, h = max(x2 - x1, 12.0), max(y2 - y1, 20.0)
    cx, cy = (x1 + x2) / 2, (y1 + y2) / 2
    way = rng.random()
    over = rng.uniform(0.55, 0.75)

    def line(y: float, tilt: float) -> Points:
        count = 6
        xs = np.linspace(cx - over * w, cx + over * w, count)
        ys = (
            y
            + tilt * h * np.linspace(-1, 1, count)
            + np.array([rng.gauss(0, 0.03) for _ in range(count)]) * h
        )
        return np.stack([xs, ys], 1).astype(np.float32)

    if long and way < 0.4:
        return [line(cy + rng.gauss(0, 0.1) * h, rng.gauss(0, 0.12))]
    if way < 0.55:
        return [
            line(cy + d * h, rng.gauss(0, 0.1)) for d in (-0.15, 0.12, 0.3)[: rng.choice((2, 3))]
        ]
    if way < 0.65:
        a, b = 0.6 * w, 0.6 * h
        cross = [
            np.array([[cx - a, cy - b], [cx + a, cy + b]], np.float32),
            np.array([[cx - a, cy + b], [cx + a, cy - b]], np.float32),
        ]
        return cross if not long else [*cross, line(cy, 0.0)]
    count = rng.randrange(7, 24)
    if way < 0.85:  # zigzag from left to right and back
        xs = np.linspace(cx - 0.55 * w, cx + 0.55 * w, count)
        ys = cy + h * np.where(np.arange(count) % 2, 0.5, -0.5) * rng.uniform(0.6, 1.1)
    else:  # round and round
        t = np.linspace(0, 2 * math.pi * rng.uniform(2.5, 6), count * 4)
        xs = cx + 0.5 * w * np.cos(t) * (1 + 0.2 * np.sin(0.37 * t)) + t * rng.gauss(0, 0.4)
        ys = cy + 0.5 * h * np.sin(t) * (1 + 0.2 * np.cos(0.53 * t))
    path = np.stack([xs, ys], 1)
    path += np.array([[rng.gauss(0, 0.06) * h, rng.gauss(0, 0.06) * h] for _ in range(len(path))])
    return [path.astype(np.float32)]
