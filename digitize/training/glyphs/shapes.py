"""Ways of writing figures and letters that the real hands seldom show, as skeletons in a unit box.

A slashed or dotted nought, a one with a foot or an upstroke as long as itself, an open four, a five whose
bar stands off, a six whose bowl stays open, an eight closed to a loop, a J with a long bar, a Q like a
small a with a tail, an S in corners: few of the hands learned from write so, and many of those still to
come will. They stand in ``shapes.txt``.
"""

from __future__ import annotations

import math
from pathlib import Path as File

import numpy as np

Path = list[tuple[float, float]]


def curve(knots: Path, samples: int = 9) -> Path:
    """A smooth path through the knots (Catmull-Rom)."""
    if len(knots) < 3:
        return knots
    p = np.array([knots[0], *knots, knots[-1]], float)
    t = np.linspace(0, 1, samples, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in zip(p[:-3], p[1:-2], p[2:-1], p[3:], strict=True):
        pieces.append(
            0.5
            * (
                2 * b
                + (c - a) * t
                + (2 * a - 5 * b + 4 * c - d) * t**2
                + (3 * b - a - 3 * c + d) * t**3
            )
        )
    return [tuple(q) for q in np.concatenate([*pieces, p[-1:]])]


def arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Path:
    """Points of an ellipse, angles in turns, clockwise on the page."""
    count = max(4, int(abs(end - start) * 24))
    return [
        (x + rx * math.cos(2 * math.pi * a), y + ry * math.sin(2 * math.pi * a))
        for a in np.linspace(start, end, count)
    ]


def _stroke(text: str) -> Path:
    """A stroke from its text, as the head of ``shapes.txt`` explains it."""
    path: Path = []
    for part in text.split(" & "):
        mark, _, rest = part.partition(" ")
        if mark == "o":
            path += arc(*map(float, rest.split()))
        else:
            knots = [_point(pair) for pair in (rest if mark == "~" else part).split()]
            path += curve(knots) if mark == "~" else knots
    return path


def _point(pair: str) -> tuple[float, float]:
    x, y = pair.split(",")
    return float(x), float(y)


def _read(text: str) -> dict[str, list[list[Path]]]:
    ways: dict[str, list[list[Path]]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            character, _, strokes = line.partition(" ")
            ways.setdefault(character, []).append([_stroke(s) for s in strokes.split(" | ")])
    return ways


RARE = _read(File(__file__).with_suffix(".txt").read_text("utf-8"))
