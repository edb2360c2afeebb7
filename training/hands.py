"""Real hands: isolated characters as pen strokes, kept by writer, split so that no writer is shared.

Source: UNIPEN train_r01_v07, International Unipen Foundation, doi 10.5281/zenodo.1195803, CC BY 4.0,
as prepared in the shared directory (``handwriting/strokes.npz``).
"""

from __future__ import annotations

import math
import os
import random
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.vocabulary import fold

Points = NDArray[np.float32]

SPLIT_SEED: Final = 56
HELD_BACK_EACH: Final = 13
"""Writers held back for validation, and as many for the test: 26 of 98, over a quarter."""
HARD_TIMES: Final = 4
"""How much more often a character is learned from that a first net hardly read."""
ALWAYS_TRAINED: Final = frozenset({"val-01", "gmd-02", "kai-01"})
"""The three largest hands; holding one back would cost a tenth of the data."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One written character in units of a capital's height; x from 0, y up to the baseline at 0.

    `strokes` are pen paths, or closed outlines to be filled where `filled`, or the corners of `image`
    (a photographed character's ink, 0 to 255).
    """

    strokes: tuple[Points, ...]
    filled: bool = False
    number: int = -1
    image: NDArray[np.uint8] | None = None

    @property
    def width(self) -> float:
        return max(float(stroke[:, 0].max()) for stroke in self.strokes)


@dataclass(slots=True)
class Hand:
    """One writer (or font): the glyphs of each written character."""

    name: str
    glyphs: dict[str, list[Glyph]] = field(default_factory=lambda: defaultdict(list))


def shared_directory() -> Path:
    """Where the shared handwriting lies: FAIRDEAL_SHARED, else ``../shared`` beside the checkout."""
    default = Path(__file__).resolve().parents[2] / "shared"
    return Path(os.environ.get("FAIRDEAL_SHARED", default)) / "handwriting"


_DEEP: Final = frozenset("gpqyj")
_TALL: Final = frozenset("bdfhklt")


def proportions(character: str) -> tuple[float, float, bool]:
    """Height, depth under the baseline (capital = 1), and whether the *height* is what is known.

    The strokes are scaled to 1000 on their longer side, so their size on the line is given here.
    Where the last is False the first is the longer side.
    """
    if character == "-":
        return 0.5, -0.4, False
    if character == "+":
        return 0.65, -0.15, False
    if character == "*":
        return 0.6, -0.3, False
    if character in ".,":
        return 0.12, 0.0, False
    if character in "/?()#" or not character.islower():
        return 1.0, 0.0, True
    if character in _DEEP:
        return 0.95, 0.35, True
    if character in _TALL:
        return 1.0 if character != "t" else 0.85, 0.0, True
    if character == "i":
        return 0.85, 0.0, True
    return 0.62, 0.0, True


def place(points: list[Points], character: str) -> tuple[Points, ...] | None:
    """Strokes scaled and put on the baseline; None where nothing but a dot is left."""
    every = np.concatenate(points)
    low, high = every.min(0), every.max(0)
    extent = high - low
    size, depth, by_height = proportions(character)
    longer = float(extent.max())
    if longer <= 0:
        if character not in ".":
            return None
        longer = 1.0
    # A character cut short to a flat bar would be blown up without bound: use its longer side then.
    unit = float(extent[1]) if by_height and extent[1] > 0.45 * longer else longer
    if by_height and unit == longer and extent[1] <= 0.45 * longer:
        size *= 1.2
    scale = size / unit
    foot = float(extent[1]) * scale
    offset = np.array([0.0, depth - foot], np.float32)
    return tuple(((p - low) * scale + offset).astype(np.float32) for p in points)


def load_hands(drop: frozenset[int] = frozenset()) -> dict[str, Hand]:
    """Every writer's glyphs; `drop` are numbers of mislabelled or cut-short characters."""
    with np.load(shared_directory() / "strokes.npz") as archive:
        points = archive["points"].astype(np.float32)
        lengths, counts = archive["stroke_length"], archive["strokes"]
        labels, writers = archive["labels"].tolist(), archive["writers"].tolist()
    first_point = np.concatenate([[0], np.cumsum(lengths)])
    first_stroke = np.concatenate([[0], np.cumsum(counts)])
    hands: dict[str, Hand] = {}
    for number, (label, writer) in enumerate(zip(labels, writers, strict=True)):
        if number in drop:
            continue
        try:
            fold(label)
        except KeyError:
            continue
        strokes = [
            points[first_point[k] : first_point[k + 1]]
            for k in range(first_stroke[number], first_stroke[number + 1])
        ]
        placed = place(strokes, label)
        if placed is not None:
            hand = hands.setdefault(writer, Hand(writer))
            hand.glyphs[label].append(Glyph(placed, number=number))
    return hands


def often(hands: dict[str, Hand], hard: frozenset[int]) -> dict[str, Hand]:
    """The hands with the characters of these numbers `HARD_TIMES` times, to be drawn more often."""
    for hand in hands.values():
        for listed in hand.glyphs.values():
            listed += [g for g in listed if g.number in hard for _ in range(HARD_TIMES - 1)]
    return hands


APART: Final = ("aga", "apa", "lou", "syn", "uqb")
"""Sources, of which the names of their writers begin, that are left out whole where it is to be measured how
people of none of the sources are read: 32 writers of 98."""


def split(names: list[str], apart: bool = False) -> dict[str, list[str]]:
    """Writers for training, validation and test, drawn evenly over the sources, always the same, and those of
    the sources in `APART`. With `apart` nobody of these is trained on."""
    rng = random.Random(SPLIT_SEED)
    free = sorted(set(names) - ALWAYS_TRAINED)
    rng.shuffle(free)
    free.sort(key=lambda name: name.split("-")[0])
    step = len(free) / (2 * HELD_BACK_EACH)
    held = [free[int(k * step + step / 2)] for k in range(2 * HELD_BACK_EACH)]
    parts = {"validation": held[0::2], "test": held[1::2]}
    parts["apart"] = [name for name in sorted(names) if name.split("-")[0] in APART]
    parts["train"] = sorted(set(names) - set(held) - (set(parts["apart"]) if apart else set()))
    return parts


GRAIN: Final = 6.0
"""Grey levels under which these pictures' paper is not told from ink."""


def load_photographed(part: str) -> Hand:
    """The hand of ``train`` or ``validation`` pictures."""
    with np.load(shared_directory() / "characters.npz") as archive:
        images, sizes, labels = archive["images"], archive["sizes"], archive["labels"].tolist()
    places: dict[str, list[int]] = {}
    for number, label in enumerate(labels):
        places.setdefault(label, []).append(number)
    hand = Hand(f"photographed {part}")
    for label, numbers in places.items():
        half = len(numbers) // 2
        for number in numbers[:half] if part == "train" else numbers[half:]:
            a, b = (int(n) for n in sizes[number])
            glyph = _glyph(images[number], a, b, label)
            if glyph is not None:
                hand.glyphs[label].append(glyph)
    return hand


def _glyph(image: NDArray[np.uint8], height: int, width: int, label: str) -> Glyph | None:
    picture = image[:height, :width].astype(np.float32)
    # The paper under the character: a wide closing, for the light slopes across these small pictures.
    reach = max(15, max(height, width) // 2)
    paper = cv2.GaussianBlur(cv2.dilate(picture, np.ones((reach, reach), np.uint8)), (0, 0), 4.0)
    paper = np.minimum(paper, np.percentile(picture, 90))
    depth = np.maximum(paper - picture - GRAIN, 0.0)
    strong = depth > 0.4 * depth.max()
    # Pencils are faint in places: what hangs together with strong ink is the character too.
    _, labels = cv2.connectedComponents((depth > 0.15 * depth.max()).astype(np.uint8))
    kept = np.isin(labels, np.unique(labels[strong]))
    depth[~kept] = 0.0
    ys, xs = np.nonzero(kept)
    if len(ys) < 6:
        return None
    top, bottom, left, right = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
    ink = depth[top:bottom, left:right] * (255.0 / float(np.percentile(depth[strong], 75)))
    h, w = ink.shape
    size, foot, _ = proportions(label)
    unit = size / max(h, 0.45 * w)
    box = np.array([[0, -h], [w, -h], [w, 0], [0, 0]], np.float32) * unit
    box[:, 1] += foot
    return Glyph((box.astype(np.float32),), image=np.clip(ink, 0, 255).astype(np.uint8))


def varied_picture(rng: random.Random, glyph: Glyph) -> Glyph:
    """The photographed glyph as the same people might have written it again, for training.

    Bent by a smooth field, its strokes thicker or thinner, its ink fuller or fainter.
    """
    assert glyph.image is not None
    corners = glyph.strokes[0]
    unit = float(corners[1, 0] - corners[0, 0]) / glyph.image.shape[1]
    edge = max(5, max(glyph.image.shape) // 8)
    picture: NDArray[np.float32] = np.pad(glyph.image, edge).astype(np.float32)
    height, width = picture.shape
    field = np.array([rng.gauss(0, 1) for _ in range(32)], np.float32).reshape(4, 4, 2)
    bent = cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC)
    bent *= rng.uniform(0.0, 0.06) * max(glyph.image.shape)
    ys, xs = np.indices((height, width), np.float32)
    moved = cv2.remap(picture, xs + bent[..., 0], ys + bent[..., 1], cv2.INTER_LINEAR)
    picture = np.asarray(moved, np.float32)
    way, part = rng.random(), rng.random()
    brush = np.ones((2, 2) if rng.random() < 0.6 else (3, 3), np.uint8)
    if way < 0.35:
        picture += part * (cv2.dilate(picture, brush) - picture)
    elif way < 0.6:
        picture += 0.8 * part * (cv2.erode(picture, brush) - picture)
    most = float(picture.max())
    if most < 60:
        return glyph
    picture = 255.0 * np.clip(picture / most, 0.0, 1.0) ** math.exp(rng.gauss(0, 0.3))
    rows, columns = np.nonzero(picture > 40)
    top, bottom, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    ink = np.clip(picture[top:bottom, left:right], 0, 255).astype(np.uint8)
    h, w = ink.shape
    foot = float(corners[3, 1]) + unit * (bottom - edge - glyph.image.shape[0])
    box = np.array([[0, -h], [w, -h], [w, 0], [0, 0]], np.float32) * unit
    box[:, 1] += foot
    return replace(glyph, strokes=(box.astype(np.float32),), image=ink)
