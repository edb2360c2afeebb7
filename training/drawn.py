"""Characters drawn from skeletons: suit symbols, ticks, and the ways of writing that data lacks.

No real handwriting of suit symbols is to be had, so they are drawn in many ways: filled, outlined,
in one stroke, with and without gaps. The rare digit and letter shapes add to what real hands give.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path as File
from typing import Final

import numpy as np

from training.hands import Glyph, Points

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
    """A stroke from its text, as the head of ``drawn.txt`` explains it."""
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


def _jitter(rng: random.Random, paths: list[Path], amount: float) -> list[Path]:
    return [[(x + rng.gauss(0, amount), y + rng.gauss(0, amount)) for x, y in p] for p in paths]


def _hatch(rng: random.Random, outline: Path) -> list[Path]:
    """A pen going to and fro inside an outline, as people fill a symbol in."""
    points = np.array(outline)
    top, bottom = points[:, 1].min(), points[:, 1].max()
    scan: Path = []
    gap = rng.uniform(0.05, 0.14)
    y, right = top + 0.04, False
    while y < bottom:
        crossing = []
        for (x1, y1), (x2, y2) in zip(points, np.roll(points, -1, 0), strict=True):
            if (y1 <= y) != (y2 <= y):
                crossing.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
        if len(crossing) >= 2:
            ends = (min(crossing), max(crossing))
            scan.append((ends[right] + rng.gauss(0, 0.02), y))
            scan.append((ends[not right] + rng.gauss(0, 0.02), y + gap / 2))
            right = not right
        y += gap
    return [scan] if len(scan) > 1 else []


def _heart(rng: random.Random, flip: bool = False) -> Path:
    """One path round a heart from its cleft; upside down for a spade's leaf."""
    w, cleft = rng.uniform(0.38, 0.55), rng.uniform(0.12, 0.34)
    belly, lean = rng.uniform(0.3, 0.5), rng.gauss(0, 0.03)
    half = [(0, cleft), (0.45 * w, 0.03), (0.95 * w, 0.2 + 0.3 * cleft), (0.72 * w, belly + 0.2)]
    right = [(0.5 + x + lean, y) for x, y in half]
    left = [(0.5 - x * rng.uniform(0.9, 1.1) + lean, y + rng.gauss(0, 0.02)) for x, y in half]
    path = [*right, (0.5, rng.uniform(0.95, 1.0)), *left[::-1]]
    if flip:
        path = [(x, 1.0 - y) for x, y in path]
    return path


def _open_up(rng: random.Random, path: Path) -> Path:
    """A closed outline as a hand closes it: overshooting, or stopping short."""
    dx, dy = rng.gauss(0, 0.04), rng.gauss(0, 0.04)
    x, y = path[-1]
    return [*path[:-1], (x + dx, y + dy)]


def _stem(rng: random.Random, top: float) -> list[Path]:
    foot = rng.uniform(0.08, 0.22)
    way = rng.random()
    down: Path = [(0.5 + rng.gauss(0, 0.02), top - 0.08), (0.5 + rng.gauss(0, 0.03), 1.0)]
    if way < 0.4:
        return [down]
    if way < 0.65:
        return [down, [(0.5 - foot, 1.0), (0.5 + foot, 1.0 + rng.gauss(0, 0.03))]]
    return [
        curve(
            [
                (0.48, top - 0.05),
                (0.46, 0.9),
                (0.5 - foot, 1.0),
                (0.5 + foot, 1.0),
                (0.54, 0.9),
                (0.52, top - 0.05),
            ]
        )
    ]


def heart(rng: random.Random) -> list[Path]:
    path = _heart(rng)
    way = rng.random()
    if way < 0.35:  # two strokes from the cleft
        half = len(path) // 2
        return [curve(path[: half + 1]), curve([*path[half:], path[0]])]
    if way < 0.55:  # from the point round
        half = len(path) // 2
        return [curve(_open_up(rng, [*path[half:], *path[: half + 1]]))]
    if way < 0.65:  # pointed: a V with two bumps
        left = curve([(0.5, 0.3), (0.25, 0.05), (0.03, 0.3)])
        return [[*left, (0.5, 1.0), *curve([(0.97, 0.3), (0.75, 0.05), (0.5, 0.32)])]]
    return [curve(_open_up(rng, [*path, path[0]]))]


def diamond(rng: random.Random) -> list[Path]:
    w, bend = rng.uniform(0.26, 0.5), rng.uniform(-0.08, 0.02) * (rng.random() < 0.5)
    corners = [(0.5, 0.0), (0.5 + w, 0.5), (0.5, 1.0), (0.5 - w, 0.5)]
    corners = [(x + rng.gauss(0, 0.025), y + rng.gauss(0, 0.04)) for x, y in corners]
    sides = []
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        mx, my = (x1 + x2) / 2, (y1 + y2) / 2
        middle = (mx + bend * (1 if mx > 0.5 else -1), my + bend * (1 if my > 0.5 else -1))
        sides.append(curve([(x1, y1), middle, (x2, y2)]))
    way = rng.random()
    if way < 0.3:  # two strokes, < and >
        return [sides[3][::-1] + sides[2][::-1], sides[0] + _open_up(rng, sides[1])]
    if way < 0.4:
        return sides
    turn = rng.randrange(4)
    sides = sides[turn:] + sides[:turn]
    return [[p for side in sides[:-1] for p in side] + _open_up(rng, sides[-1])]


def spade(rng: random.Random) -> list[Path]:
    foot = rng.uniform(0.68, 0.93)
    start = foot * (
        0.9 if rng.random() < 0.6 else rng.uniform(0.55, 0.9)
    )  # the stem, often in the leaf
    path = [(x, y * foot) for x, y in _heart(rng, flip=True)]
    if rng.random() < 0.4:  # sides from the tip, each curling in to the stem
        w = rng.uniform(0.36, 0.5)
        left = [
            (0.5, 0.0),
            (0.5 - 0.7 * w, 0.35 * foot),
            (0.5 - w, 0.7 * foot),
            (0.5 - 0.6 * w, foot),
            (0.5 - 0.1, 0.85 * foot),
        ]
        right = [(1 - x + rng.gauss(0, 0.02), y + rng.gauss(0, 0.02)) for x, y in left]
        if rng.random() < 0.5:
            return [curve(left), curve(right), *_stem(rng, min(start, 0.85 * foot))]
        return [curve(left)[::-1] + curve(right), *_stem(rng, min(start, 0.85 * foot))]
    return [curve(_open_up(rng, [*path, path[0]])), *_stem(rng, start)]


def club(rng: random.Random) -> list[Path]:
    r, y = rng.uniform(0.17, 0.25), rng.uniform(0.5, 0.6)
    spread = rng.uniform(0.8, 1.25) * r
    way = rng.random()
    if way < 0.55:  # three loops, each its own stroke
        turn = [rng.random() for _ in range(3)]
        over = [rng.uniform(0.9, 1.1) for _ in range(3)]
        loops = [
            arc(0.5, r, r, r, turn[0], turn[0] + over[0]),
            arc(0.5 - spread, y, r, r, turn[1], turn[1] + over[1]),
            arc(0.5 + spread, y, r, r, turn[2], turn[2] + over[2]),
        ]
        return [*loops, *_stem(rng, y)]
    # one stroke round the three leaves
    left = arc(0.5 - spread, y, r, r, 0.1, 0.85)
    top = arc(0.5, r, r, r, 0.3, 1.2)
    right = arc(0.5 + spread, y, r, r, 0.65, 1.4)
    return [curve([*left, *top, *right], 2), *_stem(rng, y + 0.1)]


def tick(rng: random.Random) -> list[Path]:
    dip = rng.uniform(0.15, 0.4)
    knots = [
        (0.0, rng.uniform(0.4, 0.75)),
        (dip, 1.0),
        (rng.uniform(0.6, 1.1), rng.uniform(0, 0.2)),
    ]
    return [curve(knots) if rng.random() < 0.4 else knots]


_SUITS: dict[str, Callable[[random.Random], list[Path]]] = {
    "♣": club,
    "♦": diamond,
    "♥": heart,
    "♠": spade,
    "✓": tick,
}

_VARIED = frozenset("017ZJ")
NARROW_SHARE: Final = 0.15
"""Noughts that are made narrow, of those that are varied; the others get a mark."""


def varied(rng: random.Random, character: str, glyph: Glyph) -> Glyph:
    """A hand's own character as others write it: a nought slashed, dotted or narrow, a one given an
    upstroke or a foot, a seven or Z a bar, a seven a hook, a J a long bar on top. Of other characters,
    and of pictures, nothing changes."""
    if character not in _VARIED or glyph.image is not None or glyph.filled:
        return glyph
    every = np.concatenate(glyph.strokes)
    (x1, y1), (x2, y2) = every.min(0), every.max(0)
    w, h = float(x2 - x1), float(y2 - y1)
    box = (float(x1), float(y1), w, h)
    if character == "0":
        if rng.random() < NARROW_SHARE:
            return _narrowed(rng, glyph)
        if w < 0.3 * h or w > 1.3 * h:
            return glyph
        more = [_nought_mark(rng, float(x1) + w / 2, float(y1) + h / 2, w, h)]
    elif character == "1":
        if w > 0.35 * h or len(glyph.strokes) > 1:
            return glyph
        more = _ones_ends(rng, glyph.strokes[0], box)
    elif character == "J":
        top, middle = float(y1), float(glyph.strokes[0][0][0])
        left, right = rng.uniform(0.2, 0.6) * h, rng.uniform(0.15, 0.6) * h
        more = [[(middle - left, top), (middle + right, top + rng.gauss(0, 0.03))]]
    else:
        more = _bar_or_hook(rng, character, box)
    strokes = (*glyph.strokes, *(np.array(path, np.float32) for path in more))
    low = min(float(s[:, 0].min()) for s in strokes)
    shift = np.array([max(0.0, -low), 0.0], np.float32)
    return Glyph(tuple(s + shift for s in strokes), number=glyph.number)


def _ones_ends(
    rng: random.Random, stroke: Points, box: tuple[float, float, float, float]
) -> list[Path]:
    """The upstroke of a one, short or as long as itself, its foot, or both."""
    _, y1, _, h = box
    way, ends = rng.random(), []
    if way < 0.6:
        foot, end = y1 + h + rng.gauss(0, 0.02), float(stroke[-1][0])
        reach = h * rng.uniform(0.12, 0.35)
        ends.append([(end - reach, foot), (end + reach * rng.uniform(0.7, 1.3), foot)])
    if way > 0.4:
        top = stroke[np.argmin(stroke[:, 1])]
        down = h * rng.uniform(0.15, 0.95)
        left = down * rng.uniform(0.35, 0.9)
        x, y = float(top[0]), float(top[1])
        middle = (x - left / 2 + rng.gauss(0, 0.03) * h, y + down / 2 + rng.gauss(0, 0.03) * h)
        ends.append(curve([(x - left, y + down), middle, (x, y)]))
    return ends


def _bar_or_hook(
    rng: random.Random, character: str, box: tuple[float, float, float, float]
) -> list[Path]:
    x1, y1, w, h = box
    if character == "7" and rng.random() < 0.3:
        down = rng.uniform(0.1, 0.35) * h
        return [[(x1 + rng.gauss(0, 0.03), y1 + down), (x1 + 0.04 * w, y1 + rng.gauss(0, 0.02))]]
    reach, tilt = rng.uniform(0.2, 0.4) * max(w, 0.4), rng.gauss(0, 0.06)
    x, y = x1 + w / 2, y1 + h / 2 + rng.gauss(0, 0.06) * h
    return [[(x - reach, y + tilt), (x + reach, y - tilt)]]


def _narrowed(rng: random.Random, glyph: Glyph) -> Glyph:
    squeeze = np.array([rng.uniform(0.3, 0.7), 1.0], np.float32)
    return Glyph(tuple(s * squeeze for s in glyph.strokes), number=glyph.number)


def _nought_mark(rng: random.Random, cx: float, cy: float, w: float, h: float) -> Path:
    way = rng.random()
    if way < 0.15:  # a dot
        return arc(cx + rng.gauss(0, 0.04), cy + rng.gauss(0, 0.06), 0.02, 0.02, 0.0, 1.1)
    # Some strokes stay inside, some run far out of a small round.
    reach = rng.uniform(0.25, 0.7) if rng.random() < 0.6 else rng.uniform(0.7, 1.2)
    if way < 0.5:  # upright, or nearly
        lean = rng.gauss(0, 0.12) * w
        return [(cx + lean, cy - reach * h * 0.8), (cx - lean, cy + reach * h * 0.8)]
    lean = rng.uniform(0.5, 1.1) * (1 if rng.random() < 0.75 else -1)
    return [(cx + lean * reach * w, cy - reach * h), (cx - lean * reach * w, cy + reach * h)]


DRAWN = frozenset(_SUITS) | frozenset(RARE)
ONLY_DRAWN = frozenset(_SUITS)


def draw(rng: random.Random, character: str) -> Glyph:
    """A freshly drawn glyph of the character, never twice the same."""
    if character in _SUITS:
        paths = _SUITS[character](rng)
        filled = character not in "✓" and rng.random() < 0.25
        if filled:
            outline = [p for path in paths[: 3 if character == "♣" else 1] for p in path]
            paths = paths + _hatch(rng, outline)
        paths = _jitter(rng, paths, rng.choice((0.004, 0.01, 0.018)))
        size = rng.uniform(0.75, 1.1)
    else:
        # Curves are dense already: what shakes their every point is no hand's.
        knots = [
            _jitter(rng, [p], 0.02 if len(p) < 7 else 0.005)[0] for p in rng.choice(RARE[character])
        ]
        paths = [p if len(p) > 6 or rng.random() < 0.6 else curve(p, 5) for p in knots]
        size = 1.0
    strokes: list[Points] = [
        np.array(p, np.float32) * np.float32(size) for p in paths if len(p) > 1
    ]
    every = np.concatenate(strokes)
    low, high = every.min(0), every.max(0)
    foot = -0.15 if character == "+" else 0.0
    shift = np.array([-low[0], foot - high[1]], np.float32)
    return Glyph(tuple((s + shift).astype(np.float32) for s in strokes))


SAMPLES: Final = 28
"""Points of a stroke after it is divided evenly along its length."""
FARTHEST: Final = 0.22
"""Mean distance of the points of two strokes, in capitals' heights, up to which they are the same ..."""
FARTHEST_POINT: Final = 0.5
"""... and of any two points: loops drawn the other way round would fall together."""
BEYOND: Final = 0.4
"""How far past either hand a mixture may go, of the way between them."""


def blend(rng: random.Random, one: Glyph, other: Glyph) -> Glyph:
    """A mixture of two glyphs of one character; the first where they are not made alike."""
    if len(one.strokes) != len(other.strokes) or one is other:
        return one
    if one.filled or other.filled or one.image is not None or other.image is not None:
        return one
    share = np.float32(rng.uniform(-BEYOND, 1.0))
    mixed = []
    for a, b in zip(one.strokes, other.strokes, strict=True):
        p, q = even(a), even(b)
        apart = np.hypot(*(p - q).T)
        if float(apart.mean()) > FARTHEST or float(apart.max()) > FARTHEST_POINT:
            return one
        mixed.append(p + share * (q - p))
    left = min(float(stroke[:, 0].min()) for stroke in mixed)
    shift = np.array([left, 0.0], np.float32)
    return Glyph(tuple(stroke - shift for stroke in mixed), number=one.number)


def even(stroke: Points) -> Points:
    """The stroke with its points at even distances; a dot is so many times the same point."""
    steps = np.hypot(*np.diff(stroke, axis=0).T) if len(stroke) > 1 else np.zeros(0)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    if along[-1] <= 0:
        return np.repeat(stroke[:1], SAMPLES, axis=0)
    at = np.linspace(0.0, along[-1], SAMPLES)
    columns = [np.interp(at, along, stroke[:, k]) for k in range(2)]
    return np.stack(columns, 1).astype(np.float32)
