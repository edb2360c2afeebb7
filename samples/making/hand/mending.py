"""How people put an entry right: crossed out with the right one above, or painted over with fluid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from fairdeal.digitize.forms.layout import Box
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Hand, Paper, Rng
from samples.making.hand.placing import around

FLUID: Final = (250, 249, 244)
"""The colour of correction fluid: whiter than the paper."""
COVER: Final = 0.96
_ALIKE: Final = ("0123456789", "CDHS", "AJKQ")
"""Characters of which one is written for another."""


def crossed_out(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """A wrong text, a line through it, and the right one above it, half over the border."""
    handwriting.write(paper, boxes, wrong_text(text, rng), hand, rng)
    used = _used(boxes, text)
    handwriting.strike(paper, used, hand, rng)
    above = Box(used.x, used.y - 0.42 * used.height, max(used.width, 6.0), 0.55 * used.height)
    small = replace(hand, height=0.85)
    handwriting.write_whole(paper, above, text.replace(" ", ""), small, rng, centred=True)


def under_fluid(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """A wrong text painted over with fluid, print and all, and the right one written on it."""
    handwriting.write(paper, boxes, wrong_text(text, rng), hand, rng)
    _paint(paper, _used(boxes, text), rng)
    handwriting.write(paper, boxes, text, hand, rng)


def wrong_text(text: str, rng: Rng) -> str:
    """The text with one character written for another."""
    places = [(at, own) for at, c in enumerate(text) for own in _ALIKE if c in own]
    if not places:
        return "0"
    at, own = places[int(rng.integers(len(places)))]
    others = own.replace(text[at], "")
    return text[:at] + others[int(rng.integers(len(others)))] + text[at + 1 :]


def _used(boxes: Sequence[Box], text: str) -> Box:
    """The part of a field that a text covers."""
    if len(boxes) > 1:
        return around(boxes[: len(text.replace(" ", ""))])
    box = boxes[0]
    return Box(box.x, box.y, min(box.width, 2.5 + 4.0 * len(text)), box.height)


def _paint(paper: Paper, box: Box, rng: Rng) -> None:
    """Strokes of a small brush, side by side, that nearly cover what is under them."""
    scale, brush = paper.scale, 0.45 * box.height
    cover = np.zeros(paper.picture.shape[:2], np.uint8)
    for share in (0.22, 0.5, 0.78):
        y = box.y + share * box.height + float(rng.normal(0, 0.2))
        ends = np.array([(box.x - 0.2, y), (box.x + box.width + 0.2, y)]) + rng.normal(
            0, 0.4, (2, 2)
        )
        fixed = np.round(ends * scale * 16).astype(np.int32)[:, None]
        cv2.polylines(cover, [fixed], False, 255, round(brush * scale), cv2.LINE_AA, 4)
    share_of = cv2.GaussianBlur(cover, (0, 0), 1.5).astype(np.float32)[..., None] / 255 * COVER
    painted = paper.picture * (1 - share_of) + np.array(FLUID, np.float32) * share_of
    paper.picture[:] = painted.astype(np.uint8)
