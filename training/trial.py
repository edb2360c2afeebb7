"""Fields written by hands that the net has not seen, to choose, calibrate and measure with."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.reader.vocabulary import fold_text, vocabulary
from training import drawn
from training.compose import Scribe
from training.hands import Hand
from training.paper import Grey

SUITS: Final = "CDHS"
SYMBOLS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))
KINDS: Final = (
    "number boxed",
    "seat boxed",
    "card boxed, letter",
    "card boxed, drawn suit",
    "doubling boxed",
    "number",
    "card, letter",
    "card, drawn suit",
    "contract, letter",
    "contract, drawn suit",
    "call",
)
"""Sorts of fields, by how they are filled."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field with what was truly written; `trouble` names what else was done to it."""

    sort: str
    ink: CellInk
    truth: str | None
    writer: str
    trouble: str = ""


def written(rng: random.Random, sort: str) -> str:
    """A text for a field of this sort, of every form, allowed or not."""
    name, _, suits = sort.replace(" boxed", "").partition(", ")
    suit = rng.choice(SUITS)
    if suits == "drawn suit":
        suit = SYMBOLS[suit]
    number = str(rng.randrange(10, 100) if rng.random() < 0.5 else rng.randrange(28, 57))
    if name == "number":
        return rng.choice((number, number, str(rng.randrange(0, 10)), str(rng.randrange(100, 400))))
    if name == "seat":
        return str(rng.randrange(1, 9)) if rng.random() < 0.9 else rng.choice("NESW")
    if name == "card":
        rank = rng.choice(
            (
                "9",
                "10",
                "J",
                "Q",
                "K",
                "A",
                "9",
                "10",
                "J",
                "Q",
                "K",
                "A",
                "T",
                "8",
                "7",
                "6",
                "5",
                "4",
                "3",
                "2",
            )
        )
        return rank + suit
    if name == "doubling":
        return rng.choice(("X", "XX"))
    if name == "contract":
        return rng.choice(
            (
                f"{number} {suit}",
                f"{number} {suit}",
                f"{suit} {number}",
                f"{number} {suit}",
                f"+{number[0]} {suit}",
                f"{number} NT" if suits == "letter" else f"{suit} + {number[1]}",
            )
        )
    small = str(rng.randrange(1, 9))
    return rng.choice(
        (
            f"{number} {suit}",
            f"{suit} {number}",
            f"+{small} {suit}",
            f"{suit} + {small}",
            "Pass",
            "P",
            "X",
            "XX",
            f"{number} NT",
            f"{number} NS",
            f"Plus {small} {suit}",
            f"{number} Pass",
            f"NT {number}",
            f"{small} + {suit}",
            f"+{small} NS",
            f"{number} Noes",
            f"Pass {number}",
            f"Plus {suit}",
            f"+{suit}",
            number,
        )
    )


def truth_of(kind: str, text: str) -> str:
    """The canonical text of what was written."""
    words = vocabulary(kind)
    assert words is not None
    return words.read(fold_text(text))


PHONE: Final = (0.1, 0.3, 0.6)
"""How bad the photos are, 0 to 1."""
PAPER: Final = 235
"""Grey of the paper where a cut cell is cleared of all that is not its own ink."""
LEAST_WRITTEN: Final = 150
"""Characters that a hand must have left: from fewer the same one would be measured over and over."""
AROUND: Final = 7
"""Pixels across the brush by which kept strokes are widened."""
MILD: Final = (0.0, 0.15)
"""For characters that have been photographed before."""


def field(
    scribe: Scribe, sort: str, hand: Hand, trouble: str = "", strengths: tuple[float, ...] = PHONE
) -> Field:
    """A field of the sort filled by the hand, as a phone may show it."""
    rng = scribe.rng
    kind = sort.split(",")[0].replace(" boxed", "")
    text = written(rng, sort)
    if trouble == "wrong kind":
        text = rng.choice(
            {
                "number": ("AK", "QS", "HJ", "KH"),
                "card": ("57", "NT", "82"),
                "seat": ("K", "H", "Q"),
                "doubling": ("28", "K", "7"),
            }.get(kind, ("KQ", "J9A", "QK7", "BJ"))
        )
    strength = rng.choice(strengths)
    if "boxed" in sort:
        cells = [scribe.boxed(c, strength, hand, clean=True) for c in text.replace(" ", "")]
        if trouble == "struck":
            at = rng.randrange(len(cells))
            cells[at] = scribe.struck(text[at], strength, hand)
    elif trouble == "struck":
        cells = [scribe.struck(text, strength, hand, whole=True)]
    else:
        cells = [scribe.lined(text, strength, hand, clean=True)]
    boxes = tuple(as_cut(cell.grey) for cell in cells)
    truth = None if trouble else truth_of(kind, text)
    return Field(sort, CellInk(kind, boxes), truth, hand.name, trouble)


def as_cut(grey: Grey) -> Grey:
    """The crop as it is cut from a form: its strokes with their soft edges, the paper made even."""
    paper = np.median(grey)
    dark = np.clip(paper - cv2.blur(grey, (3, 3)).astype(np.float32), 0, 255)
    if dark.max() < 12:
        return grey
    # As the program cuts: faint ink is kept where it hangs together with sure ink.
    _, labels = cv2.connectedComponents((dark > max(0.13 * dark.max(), 8.0)).astype(np.uint8))
    sure = np.unique(labels[dark > max(0.3 * dark.max(), 8.0)])
    strokes = np.isin(labels, sure[sure > 0]).astype(np.uint8)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (AROUND, AROUND))
    depth = np.clip(paper - grey.astype(np.float32), 0, PAPER) * cv2.dilate(strokes, brush)
    return (PAPER - depth).astype(np.uint8)


def fields(
    hands: list[Hand],
    seed: int,
    each: int,
    trouble: str = "",
    strengths: tuple[float, ...] = PHONE,
) -> list[Field]:
    """`each` fields of every sort, the hands taking turns; a hand writes what it has."""
    scribe = Scribe(hands, [], seed, 0.0)
    made = []
    for sort in KINDS:
        turn = 0
        while turn < each:
            hand = hands[scribe.rng.randrange(len(hands))]
            if _able(hand, sort):
                made.append(field(scribe, sort, hand, trouble, strengths))
                turn += 1
    return made


def save_fields(path: Path, listed: list[Field]) -> None:
    """Keep fields in a file: their boxes in a row, their texts as JSON."""
    boxes = [box for entry in listed for box in entry.ink.boxes]
    told = [[f.sort, f.ink.kind, len(f.ink.boxes), f.truth, f.writer, f.trouble] for f in listed]
    aside = path.with_suffix(".part.npz")
    np.savez_compressed(
        aside,
        pixels=np.concatenate([box.ravel() for box in boxes]),
        shapes=np.array([box.shape for box in boxes], np.int32),
        told=np.array(json.dumps(told)),
    )
    aside.replace(path)


def load_fields(path: Path) -> list[Field]:
    """Fields that `save_fields` kept."""
    with np.load(path) as archive:
        pixels, shapes = archive["pixels"], archive["shapes"]
        told = json.loads(str(archive["told"]))
    ends = np.cumsum(shapes.prod(1))
    boxes = [
        pixels[end - h * w : end].reshape(h, w) for end, (h, w) in zip(ends, shapes, strict=True)
    ]
    listed, first = [], 0
    for sort, kind, count, truth, writer, trouble in told:
        ink = CellInk(kind, tuple(boxes[first : first + count]))
        first += count
        listed.append(Field(sort, ink, truth, writer, trouble))
    return listed


def _able(hand: Hand, sort: str) -> bool:
    """Whether the hand has the characters that the sort needs, save those that are drawn."""
    if sum(map(len, hand.glyphs.values())) < LEAST_WRITTEN:
        return False
    needed = "0123456789" if "doubling" not in sort else "X"
    if "card" in sort or "letter" in sort or "call" in sort:
        needed += "AKQJTCDHSNP" if "call" in sort or "card" in sort else "CDHS"
    have = sum(bool(hand.glyphs.get(c)) or c in drawn.ONLY_DRAWN for c in needed)
    return have >= 0.8 * len(needed)
