"""Writing into boxes: a writer's characters, a pen, the ink they leave on a page, and where it is put."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from fairdeal.digitize.forms.layout import Box
from samples.making.hand import skeletons
from samples.making.hand.skeletons import Glyph, Stroke

Rng = np.random.Generator
Grey = npt.NDArray[Any]

_X_HEIGHT: Final = 0.62
"""The height of a small letter without stem, of a capital's height."""
_SHORT: Final = frozenset("acemnorsuvwxzgpqy")
_BELOW: Final = frozenset("gpqyj")
_SIGNS: Final = {"+": 0.55, "-": 0.42, ".": 0.08, ",": 0.2, "'": 0.25}
"""How long signs are beside a capital's height."""
_FOOT: Final = {
    "+": (0.5, 0.5),
    "-": (0.5, 0.5),
    "'": (1.0, 1.0),
    **dict.fromkeys(_BELOW, (0.0, 0.33)),
}
"""Where the foot of what does not stand on the base line is: above that by so much of a capital's height, and
below by so much of its own."""
_ADVANCE: Final = 0.18
"""White between characters of a text, of a capital's height."""
_SPACE: Final = 0.45
_SHIFT: Final = 4
"""Binary places of sub-pixel drawing."""


@dataclass(frozen=True, slots=True)
class Pen:
    """A pen: width of its line in mm, colour (red, green, blue), how much of the paper it covers.

    `grain` is how unevenly it covers, from 0 for a felt tip to 0.5 for a pencil.
    """

    width: float = 0.5
    colour: tuple[int, int, int] = (25, 35, 110)
    cover: float = 0.9
    grain: float = 0.15


PENS: Final = (
    Pen(0.45, (25, 40, 130), 0.92, 0.12),
    Pen(0.55, (20, 20, 30), 0.93, 0.10),
    Pen(0.40, (40, 50, 120), 0.80, 0.20),
    Pen(0.70, (15, 15, 25), 0.95, 0.05),
    Pen(0.50, (160, 30, 40), 0.90, 0.10),
    Pen(0.50, (75, 75, 80), 0.70, 0.40),
)
"""Blue ballpoint, black ballpoint, weak blue ballpoint, felt tip, red ballpoint, pencil."""


@dataclass(frozen=True, slots=True)
class Hand:
    """How one person writes.

    `glyphs` holds samples of each character; those that the writer left none of are skeletons.
    `height` is a capital's height beside the box, `unevenness` how much size, angle and place vary.
    `draws_suits`: draws ♠ where another writes S.
    """

    name: str
    glyphs: Mapping[str, tuple[Glyph, ...]]
    pen: Pen = PENS[0]
    slant: float = 0.0
    height: float = 0.62
    unevenness: float = 0.06
    draws_suits: bool = False

    def choose(self, character: str, rng: Rng) -> Glyph | None:
        """One way in which the writer writes a character, None where there is none at all."""
        known = self.glyphs.get(character) or skeletons.ways(character)
        return known[int(rng.integers(len(known)))] if known else None


@functools.cache
def strokes_file() -> Path | None:
    """The collection of real strokes, None where it is absent."""
    root = Path(os.environ.get("FAIRDEAL_SHARED", Path(__file__).parents[4] / "shared"))
    path = root / "handwriting" / "strokes.npz"
    return path if path.is_file() else None


@functools.cache
def writers(least: int = 150) -> Mapping[str, Mapping[str, tuple[Glyph, ...]]]:
    """Each real writer's characters; those who left fewer than `least` are left out.

    Empty where the collection is absent.
    """
    path = strokes_file()
    if path is None:
        return {}
    with np.load(path) as data:
        points, labels = data["points"].astype(float), data["labels"]
        names, lengths, counts = data["writers"], data["stroke_length"], data["strokes"]
    ends = np.cumsum(lengths)
    found: dict[str, dict[str, list[Glyph]]] = {}
    first = 0
    for label, name, count in zip(labels.tolist(), names.tolist(), counts.tolist(), strict=True):
        strokes = tuple(points[ends[i] - lengths[i] : ends[i]] for i in range(first, first + count))
        first += count
        if _plausible(label, strokes):
            found.setdefault(name, {}).setdefault(label, []).append(skeletons.normal(strokes))
    return {
        name: {label: tuple(known) for label, known in by_label.items()}
        for name, by_label in found.items()
        if sum(map(len, by_label.values())) >= least
    }


def _plausible(label: str, strokes: Glyph) -> bool:
    """False for what was cut short in the collection: a bar that is called an S."""
    width, height = np.ptp(np.concatenate(strokes), axis=0)
    thin = min(width, height) < 0.12 * max(width, height)
    return bool(thin == (label in "1Il-/|.,'j!ti") or label in "1Il-/|.,'j!ti()")


def real_hand(name: str, rng: Rng) -> Hand:
    """A hand with the strokes of one real writer; KeyError where there is no such writer."""
    return _styled(name, writers()[name], rng)


def skeleton_hand(rng: Rng) -> Hand:
    """A hand that needs no collection: for each character one of the skeletons, jittered."""
    glyphs: dict[str, tuple[Glyph, ...]] = {}
    for character in skeletons.characters():
        known = skeletons.ways(character)
        way = known[int(rng.integers(len(known)))]
        glyphs[character] = tuple(_shaken(way, rng) for _ in range(4))
    return _styled("skeleton", glyphs, rng)


def any_hand(rng: Rng, among: Sequence[str] = ()) -> Hand:
    """A real writer's hand (one of `among`, where given), or a skeleton's without the collection."""
    if strokes_file() is None:
        return skeleton_hand(rng)
    return real_hand(str(rng.choice(list(among) or sorted(writers()))), rng)


def _styled(name: str, glyphs: Mapping[str, tuple[Glyph, ...]], rng: Rng) -> Hand:
    return Hand(
        name,
        glyphs,
        PENS[int(rng.choice(len(PENS), p=(0.36, 0.26, 0.12, 0.10, 0.06, 0.10)))],
        float(rng.normal(0.05, 0.08)),
        float(rng.uniform(0.56, 0.76)),
        float(rng.uniform(0.02, 0.07)),
        bool(rng.random() < 0.25),
    )


def _shaken(glyph: Glyph, rng: Rng) -> Glyph:
    """A skeleton as a moving hand would draw it: stretched, sheared, every point a little off."""
    change = np.eye(2) + rng.normal(0, 0.06, (2, 2))
    shaken = []
    for stroke in glyph:
        steps = rng.normal(0, 0.02, (len(stroke), 2))  # a slow wander along the stroke
        shaken.append(stroke @ change + (steps + np.roll(steps, 1, axis=0)) / 1.4)
    return skeletons.normal(tuple(shaken))


@dataclass(slots=True)
class Paper:
    """A page that is being written on: an RGB picture and its pixels per millimetre."""

    picture: npt.NDArray[Any]
    scale: float

    def draw(self, strokes: Sequence[Stroke], pen: Pen, rng: Rng) -> None:
        """Lay the ink of strokes, given in mm, on the page."""
        if not strokes:
            return
        points = np.concatenate(strokes) * self.scale
        margin = 4 + int(pen.width * self.scale)
        left, top = np.maximum(np.floor(points.min(axis=0)).astype(int) - margin, 0)
        right, foot = np.ceil(points.max(axis=0)).astype(int) + margin
        view = self.picture[top : max(foot, 0), left : max(right, 0)]
        if view.size == 0:
            return
        ink = np.zeros(view.shape[:2], np.uint8)
        for stroke in strokes:
            width = pen.width * self.scale * float(rng.uniform(0.85, 1.15))
            _line(ink, stroke * self.scale - (left, top), width)
        cover = ink.astype(np.float32) / 255 * pen.cover
        if pen.grain:
            cover *= 1 - pen.grain * _grain(ink.shape, rng)
        colour = np.array(pen.colour, np.float32)
        view[:] = (view * (1 - cover[..., None]) + colour * cover[..., None]).astype(np.uint8)


def _line(ink: Grey, points: Stroke, width: float) -> None:
    fixed = np.round(points * (1 << _SHIFT)).astype(np.int32)
    thick = max(1, round(width))
    if len(points) == 1 or np.ptp(points, axis=0).max() < 1:
        centre = (int(fixed[0][0]), int(fixed[0][1]))
        radius = int(0.65 * width * (1 << _SHIFT))
        cv2.circle(ink, centre, radius, 255, -1, cv2.LINE_AA, _SHIFT)
        return
    cv2.polylines(ink, [fixed[:, None]], False, 255, thick, cv2.LINE_AA, _SHIFT)


def _grain(shape: tuple[int, ...], rng: Rng) -> npt.NDArray[Any]:
    """Uneven cover: noise of paper's texture and a slower one of the pen's flow, from 0 to 1."""
    fine = rng.random(shape, np.float32)
    slow: npt.NDArray[Any] = rng.random((shape[0] // 8 + 2, shape[1] // 8 + 2), np.float32)
    slow = cv2.resize(slow, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.clip(0.6 * fine + 0.4 * slow, 0, 1)


def write(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """Write a text into a field: one box takes all of it, several one character each from the left.

    Characters that no writer and no skeleton has are left out.
    """
    if len(boxes) == 1:
        write_whole(paper, boxes[0], text, hand, rng)
        return
    for box, character in zip(boxes, text.replace(" ", ""), strict=False):
        write_whole(paper, box, character, hand, rng)


def write_whole(
    paper: Paper, box: Box, text: str, hand: Hand, rng: Rng, centred: bool = False
) -> None:
    """Write a text into one box, made smaller where it would not fit."""
    capital = hand.height * min(box.height, 8.5) * float(rng.uniform(0.92, 1.08))
    placed, width = _set(text, capital, hand, rng)
    if not placed:
        return
    room = box.width - 1.0
    squeeze = min(1.0, room / width) if width > 0 else 1.0
    loose = max(0.0, room - width * squeeze)
    single = len(text) == 1 or centred
    start = loose / 2 if single else min(loose / 2, float(rng.uniform(0.3, 2.5)))
    start += float(rng.normal(0, 0.3 * hand.unevenness * box.width)) if single else 0.0
    base = box.y + (box.height + capital * squeeze) / 2 + float(rng.normal(0, 0.35))
    rising = squeeze * np.array([[1, float(rng.normal(0, 0.015))], [0, 1]])
    for strokes in placed:
        onto = [stroke @ rising + (box.x + 0.5 + start, base) for stroke in strokes]
        paper.draw(onto, hand.pen, rng)


def _set(text: str, capital: float, hand: Hand, rng: Rng) -> tuple[list[list[Stroke]], float]:
    """The strokes of a text on the base line y = 0, and its width, in mm."""
    placed: list[list[Stroke]] = []
    x = 0.0
    for character in text:
        if character == " ":
            x += _SPACE * capital * float(rng.uniform(0.8, 1.2))
            continue
        glyph = hand.choose(character, rng)
        if glyph is None:
            continue
        strokes = _sized(character, glyph, capital, hand, rng)
        width = float(max(stroke[:, 0].max() for stroke in strokes))
        placed.append([stroke + np.array((x, 0.0)) for stroke in strokes])
        x += width + _ADVANCE * capital * float(rng.uniform(0.7, 1.3))
    return placed, x - _ADVANCE * capital if placed else 0.0


def _sized(character: str, glyph: Glyph, capital: float, hand: Hand, rng: Rng) -> list[Stroke]:
    """A character in its size, standing on the base line y = 0, its left end at x = 0."""
    uneven = hand.unevenness
    wide, high = (float(v) for v in np.ptp(np.concatenate(glyph), axis=0))
    scale = _scale(character, wide, high, capital) * float(rng.normal(1, uneven))
    turn = float(rng.normal(0, uneven * 0.6))
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    slanted = turned @ np.array([[1, 0], [-hand.slant, 1]])
    strokes = [(stroke - (wide / 2, high)) * scale @ slanted for stroke in glyph]
    lift = _lift(character, high * scale, capital) + float(rng.normal(0, 0.3 * uneven * capital))
    left = min(float(stroke[:, 0].min()) for stroke in strokes)
    return [stroke + np.array((-left, lift)) for stroke in strokes]


def _scale(character: str, wide: float, high: float, capital: float) -> float:
    """mm for the longer side of a character, whose size on paper the collections have lost."""
    if character in _SIGNS:
        return _SIGNS[character] * capital
    goal = capital
    if character in _SHORT:
        goal *= _X_HEIGHT * (1.45 if character in _BELOW else 1.0)
    # A wide character must not grow without bound to reach its height.
    return min(goal / max(high, 0.05), 1.25 * goal / max(wide, 0.05))


def _lift(character: str, height: float, capital: float) -> float:
    """How far below the base line the lowest point stands (above it: negative)."""
    above, below = _FOOT.get(character, (0.0, 0.0))
    return below * height - above * capital


def strike(paper: Paper, box: Box, hand: Hand, rng: Rng) -> None:
    """A line through what stands in a box."""
    x = np.linspace(box.x + 0.6, box.x + box.width - 0.6, 12)
    middle = box.y + box.height * float(rng.uniform(0.42, 0.58))
    y = middle + float(rng.normal(0, 0.05)) * (x - x.mean()) + rng.normal(0, 0.08, 12)
    paper.draw([np.column_stack((x, y))], hand.pen, rng)


def scribble(paper: Paper, box: Box, hand: Hand, rng: Rng) -> None:
    """A zigzag over what stands in a box."""
    turns = max(6, int(box.width * 1.6))
    x = np.linspace(box.x + 0.8, box.x + box.width - 0.8, turns) + rng.normal(0, 0.3, turns)
    y = np.where(np.arange(turns) % 2, 0.25, 0.75) * box.height + box.y + rng.normal(0, 0.4, turns)
    paper.draw([np.column_stack((x, y))], hand.pen, rng)


Write = Callable[[Paper, Sequence[Box], str, Hand, Rng], None]

LARGE: Final = 1.35
"""How much larger than others somebody writes whose writing spills over the borders."""
BEYOND: Final = 0.25
"""Of a box's height, and of the width of a narrow one, how far it spills on each side."""


def around(boxes: Sequence[Box]) -> Box:
    """The smallest rectangle around boxes that stand side by side."""
    first, last = boxes[0], boxes[-1]
    return Box(first.x, first.y, last.x + last.width - first.x, first.height)


def covered(boxes: Sequence[Box], text: str) -> Box:
    """The part of a field that a text covers."""
    if len(boxes) > 1:
        return around(boxes[: len(text.replace(" ", ""))])
    box = boxes[0]
    return Box(box.x, box.y, min(box.width, 2.5 + 4.0 * len(text)), box.height)


def across(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """One word over all the boxes, whatever their borders."""
    write_whole(paper, around(boxes), text.replace(" ", ""), hand, rng)


def crowded(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """Everything in the first box; the others stay empty."""
    write_whole(paper, boxes[0], text, hand, rng, centred=True)


def at_the_right(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """The last character in the last box, as figures stand in a sum; a word at its box's right end."""
    bare = text.replace(" ", "")
    if len(boxes) > 1:
        write(paper, boxes[-len(bare) :], bare, hand, rng)
        return
    box = boxes[0]
    width = min(box.width, 2.0 + 0.8 * len(text) * hand.height * min(box.height, 8.5))
    end = Box(box.x + box.width - width, box.y, width, box.height)
    write_whole(paper, end, text, hand, rng, centred=True)


def spilled(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """Large, and over the borders on all sides."""
    large = replace(hand, height=hand.height * LARGE)
    write(paper, [_wider(box, rng) for box in boxes], text, large, rng)


def _wider(box: Box, rng: Rng) -> Box:
    beside, over = BEYOND * min(box.width, box.height), BEYOND * box.height
    x = box.x - beside + float(rng.normal(0, 0.4))
    y = box.y - over + float(rng.normal(0, 0.6))
    return Box(x, y, box.width + 2 * beside, box.height + 2 * over)
