"""How people put a text into a form's boxes other than one character each from the left.

Each is a way to write one field: paper, the field's boxes, text, hand, chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.forms.layout import Box
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Hand, Paper, Rng

Write = Callable[[Paper, Sequence[Box], str, Hand, Rng], None]

LARGE: Final = 1.35
"""How much larger than others somebody writes whose writing spills over the borders."""
BEYOND: Final = 0.25
"""Of a box's height, and of the width of a narrow one, how far it spills on each side."""


def around(boxes: Sequence[Box]) -> Box:
    """The smallest rectangle around boxes that stand side by side."""
    first, last = boxes[0], boxes[-1]
    return Box(first.x, first.y, last.x + last.width - first.x, first.height)


def across(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """One word over all the boxes, whatever their borders."""
    handwriting.write_whole(paper, around(boxes), text.replace(" ", ""), hand, rng)


def crowded(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """Everything in the first box; the others stay empty."""
    handwriting.write_whole(paper, boxes[0], text, hand, rng, centred=True)


def at_the_right(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """The last character in the last box, as figures stand in a sum; a word at its box's right end."""
    bare = text.replace(" ", "")
    if len(boxes) > 1:
        handwriting.write(paper, boxes[-len(bare) :], bare, hand, rng)
        return
    box = boxes[0]
    width = min(box.width, 2.0 + 0.8 * len(text) * hand.height * min(box.height, 8.5))
    end = Box(box.x + box.width - width, box.y, width, box.height)
    handwriting.write_whole(paper, end, text, hand, rng, centred=True)


def spilled(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """Large, and over the borders on all sides."""
    large = replace(hand, height=hand.height * LARGE)
    handwriting.write(paper, [_wider(box, rng) for box in boxes], text, large, rng)


def _wider(box: Box, rng: Rng) -> Box:
    beside, over = BEYOND * min(box.width, box.height), BEYOND * box.height
    x = box.x - beside + float(rng.normal(0, 0.4))
    y = box.y - over + float(rng.normal(0, 0.6))
    return Box(x, y, box.width + 2 * beside, box.height + 2 * over)
