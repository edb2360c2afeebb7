"""How people write otherwise than a form asks: other words, marks for a text, mended entries, pens, paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from fairdeal.digitize.forms.layout import Box
from fairdeal.records import SUIT_SYMBOLS
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Hand, Paper, Pen, Rng, Write, covered
from samples.making.photos.taken import Picture


def suit_first(card: str) -> str:
    """SJ for JS."""
    return card[-1] + card[:-1]


def symbol_first(card: str) -> str:
    """♠J for JS."""
    return SUIT_SYMBOLS[card[-1]] + card[:-1]


def ten_as(letter: str, card: str) -> str:
    return card.replace("10", letter)


Lines = Sequence[Sequence[tuple[float, float]]]
"""Strokes as points; x and y from 0 to 1 in a square, y downwards."""

SIDE: Final = 0.62
"""Of a box's height, the side of the square in which a mark is made."""
SHAKE: Final = 0.03


def _mark(lines: Lines) -> Write:
    def write(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
        box = boxes[0]
        side = SIDE * box.height * float(rng.uniform(0.85, 1.15))
        x = box.x + max(0.6, (min(box.width, 1.6 * box.height) - side) / 2)
        corner = np.array((x, box.y + (box.height - side) / 2)) + rng.normal(0, 0.3, 2)
        paper.draw(
            [
                corner + side * (np.array(line) + rng.normal(0, SHAKE, (len(line), 2)))
                for line in lines
            ],
            hand.pen,
            rng,
        )

    return write


dash: Final = _mark((((0.0, 0.5), (0.5, 0.48), (1.0, 0.5)),))
tick: Final = _mark((((0.1, 0.55), (0.35, 0.9), (0.9, 0.05)),))
ditto: Final = _mark((((0.35, 0.25), (0.3, 0.6)), ((0.65, 0.25), (0.6, 0.6))))
slash: Final = _mark((((0.75, 0.0), (0.45, 0.5), (0.2, 1.0)),))
arrow: Final = _mark((((0.0, 0.5), (0.5, 0.5), (1.0, 0.5)), ((0.7, 0.25), (1.0, 0.5), (0.7, 0.75))))


FLUID: Final = (250, 249, 244)
"""The colour of correction fluid: whiter than the paper."""
COVER: Final = 0.96
_ALIKE: Final = ("0123456789", "CDHS", "AJKQ")
"""Characters of which one is written for another."""


def crossed_out(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """A wrong text, a line through it, and the right one above it, half over the border."""
    handwriting.write(paper, boxes, wrong_text(text, rng), hand, rng)
    used = covered(boxes, text)
    handwriting.strike(paper, used, hand, rng)
    above = Box(used.x, used.y - 0.42 * used.height, max(used.width, 6.0), 0.55 * used.height)
    small = replace(hand, height=0.85)
    handwriting.write_whole(paper, above, text.replace(" ", ""), small, rng, centred=True)


def under_fluid(paper: Paper, boxes: Sequence[Box], text: str, hand: Hand, rng: Rng) -> None:
    """A wrong text painted over with fluid, print and all, and the right one written on it."""
    handwriting.write(paper, boxes, wrong_text(text, rng), hand, rng)
    _paint(paper, covered(boxes, text), rng)
    handwriting.write(paper, boxes, text, hand, rng)


def wrong_text(text: str, rng: Rng) -> str:
    """The text with one character written for another."""
    places = [(at, own) for at, c in enumerate(text) for own in _ALIKE if c in own]
    if not places:
        return "0"
    at, own = places[int(rng.integers(len(places)))]
    others = own.replace(text[at], "")
    return text[:at] + others[int(rng.integers(len(others)))] + text[at + 1 :]


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


BALLPOINT: Final = Pen(0.5, (25, 35, 110), 0.9, 0.15)
GEL: Final = Pen(0.62, (12, 12, 20), 0.98, 0.03)
FELT: Final = Pen(1.0, (20, 20, 30), 0.96, 0.05)
PENCIL: Final = Pen(0.45, (95, 95, 100), 0.55, 0.5)

COFFEE: Final = (0.80, 0.66, 0.45)
"""How much of red, green and blue a full stain lets through."""
CARBON: Final = (62, 66, 140)
FAINT: Final = 0.62
"""How much of the original's ink comes through to the copy."""


def stained(picture: Picture, rng: Rng) -> Picture:
    """The page with rings of a cup and some drops, through which the ink still shows."""
    high, wide = picture.shape[:2]
    depth = np.zeros((high, wide), np.uint8)
    for _ in range(3):
        centre = (int(rng.integers(wide)), int(rng.integers(high)))
        radius = int(wide * rng.uniform(0.14, 0.2))
        start = float(rng.uniform(0, 360))
        for depth_of, thick in ((70, 0.011), (200, 0.004)):  # a rim dries darker than its inside
            ring = (depth, centre, (radius, radius), 0, start, start + 290, depth_of)
            cv2.ellipse(*ring, round(wide * thick))
    for _ in range(12):
        centre = (int(rng.integers(wide)), int(rng.integers(high)))
        cv2.circle(depth, centre, int(wide * rng.uniform(0.004, 0.018)), 130, -1)
    share = cv2.GaussianBlur(depth, (0, 0), wide * 0.0015).astype(np.float32)[..., None] / 255
    through = 1 - share * (1 - np.array(COFFEE, np.float32))
    return np.asarray((picture * through).astype(np.uint8))


def carbon_copy(picture: Picture, blank: Picture, rng: Rng) -> Picture:
    """The copy under a carbon sheet: print as it is, writing blue, blurred, faint, uneven; smudges."""
    ink = (blank.astype(np.float32) - picture).max(axis=2).clip(0, 255) / 255
    ink = cv2.GaussianBlur(ink, (0, 0), 2.2)
    press = cv2.resize(
        rng.uniform(0.55, 1.0, (picture.shape[0] // 60, picture.shape[1] // 60)).astype(np.float32),
        (picture.shape[1], picture.shape[0]),
        interpolation=cv2.INTER_CUBIC,
    )
    smudge = cv2.GaussianBlur(rng.random(ink.shape, np.float32), (0, 0), 6.0) - 0.5
    cover = np.clip(1.25 * FAINT * ink * press + np.clip(smudge, 0.0, 0.08), 0, 1)[..., None]
    return np.asarray((blank * (1 - cover) + np.array(CARBON, np.float32) * cover).astype(np.uint8))
