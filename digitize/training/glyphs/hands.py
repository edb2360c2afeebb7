"""Real hands: isolated characters as pen strokes, kept by writer, split so that no writer is shared.

Source: UNIPEN train_r01_v07, International Unipen Foundation, doi 10.5281/zenodo.1195803, CC BY 4.0,
as prepared in the shared directory (``handwriting/strokes.npz``).
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.alphabet import fold

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
    default = Path(__file__).resolve().parents[4] / "shared"
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


def split(names: list[str]) -> dict[str, list[str]]:
    """Writers for training, validation and test, drawn evenly over the sources, always the same."""
    rng = random.Random(SPLIT_SEED)
    free = sorted(set(names) - ALWAYS_TRAINED)
    rng.shuffle(free)
    free.sort(key=lambda name: name.split("-")[0])
    step = len(free) / (2 * HELD_BACK_EACH)
    held = [free[int(k * step + step / 2)] for k in range(2 * HELD_BACK_EACH)]
    parts = {"validation": held[0::2], "test": held[1::2]}
    parts["train"] = sorted(set(names) - set(held))
    return parts
