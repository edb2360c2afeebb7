"""Filling in forms: what a record says, written by a hand into a form's boxes, with the truth beside.

And how people write otherwise than a form asks: other words, marks for a text, mended entries, pens, paper.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from fairdeal.digitize.forms import draw
from fairdeal.digitize.forms.layout import Box, FormField, Layout, load
from fairdeal.records import SUIT_SYMBOLS
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Hand, Paper, Pen, Rng, Write, covered
from samples.making.photos.taken import Picture

Change = Literal["struck", "scribbled", "overwritten", "beside"]
"""How an entry was altered: a line through it and nothing new; a scribble over it and nothing new; a new
value written over the old; the old struck out and the new beside it (one box) or above (several)."""

CHANGES: Final[tuple[Change, ...]] = ("struck", "scribbled", "overwritten", "beside")


@dataclass(frozen=True, slots=True)
class Altered:
    """An entry that was changed: what stood there first, and how it was changed."""

    before: str
    change: Change


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled form: the page as an RGB picture at 300 dpi, and what is written where."""

    layout: Layout
    picture: npt.NDArray[Any]
    scale: float
    """Pixels per millimetre."""
    truth: Mapping[str, Any]
    """``{"form", "sheet", "writer", "fields": [{"name", "kind", "text", "blank", "altered"}]}``; `text`
    is what a person would say is written, letters for suits; None where all of it is struck out."""


@functools.lru_cache(maxsize=4)
def _blank(
    layout_form: str, sheet_id: str, heading: tuple[tuple[str, str], ...]
) -> npt.NDArray[Any]:
    return np.array(draw.as_picture(draw.pdf(load(layout_form), sheet_id, dict(heading))))


def fill(
    layout: Layout,
    values: Mapping[str, str],
    hand: Hand,
    rng: Rng,
    *,
    sheet_id: str = "SAMPLE22",
    printed: Mapping[str, str] | None = None,
    altered: Mapping[str, Altered] | None = None,
    ways: Mapping[str, Write] | None = None,
) -> Filled:
    """Write `values` (by field name) into a blank form; fields not named stay blank.

    `printed` is what the form was printed with (headings); `altered` what was changed afterwards; `ways`
    how fields are written that are not written as the form asks.
    Raises KeyError for a name that the form has no field for.
    """
    picture = _blank(layout.form, sheet_id, tuple(sorted((printed or {}).items()))).copy()
    paper = Paper(picture, picture.shape[1] / layout.page[0])
    for name in (*values, *(altered or {})):
        if layout.field(name) is None:
            raise KeyError(name)
    entries = []
    for entry in layout.fields:
        text, change = values.get(entry.name, ""), (altered or {}).get(entry.name)
        way = (ways or {}).get(entry.name, handwriting.write)
        final = _write_entry(paper, entry, text, change, hand, rng, way)
        entries.append(
            {
                "name": entry.name,
                "kind": entry.kind,
                "text": final,
                "blank": not text and change is None,
                "altered": change is not None,
            }
        )
    truth = {"form": layout.form, "sheet": sheet_id, "writer": hand.name, "fields": entries}
    return Filled(layout, picture, paper.scale, truth)


def _write_entry(
    paper: Paper,
    entry: FormField,
    text: str,
    change: Altered | None,
    hand: Hand,
    rng: Rng,
    way: Write,
) -> str | None:
    """Write one field and return what stands in the end, None where all is struck out."""
    if change is None:
        if text:
            way(paper, entry.boxes, _as_drawn(entry, text, hand), hand, rng)
        return text
    before = _as_drawn(entry, change.before, hand)
    after = _as_drawn(entry, text, hand)
    if change.change == "beside" and text:
        _write_beside(paper, entry, before, after, hand, rng)
        return text
    handwriting.write(paper, entry.boxes, before, hand, rng)
    covered = handwriting.covered(entry.boxes, before)
    if change.change == "overwritten" and text:
        heavy = replace(hand, pen=replace(hand.pen, width=hand.pen.width * 1.5))
        handwriting.write(paper, entry.boxes, after, heavy, rng)
        return text
    (handwriting.strike if change.change == "struck" else handwriting.scribble)(
        paper, covered, hand, rng
    )
    return None


def _write_beside(
    paper: Paper, entry: FormField, before: str, after: str, hand: Hand, rng: Rng
) -> None:
    """The old entry struck out, and the new one in the other half of the field."""
    box = entry.outline
    if len(entry.boxes) == 1 and box.width > 2 * box.height:
        old = Box(box.x, box.y, box.width * 0.45, box.height)
        new = Box(box.x + box.width * 0.47, box.y, box.width * 0.53, box.height)
    else:
        old = Box(box.x, box.y + box.height * 0.5, box.width, box.height * 0.5)
        new = Box(box.x, box.y, box.width, box.height * 0.52)
    small = replace(hand, height=min(0.9, hand.height * (1.0 if old.x != new.x else 1.25)))
    handwriting.write_whole(paper, old, before, small, rng, centred=True)
    handwriting.strike(paper, old, hand, rng)
    handwriting.write_whole(paper, new, after, small, rng, centred=True)


def _as_drawn(entry: FormField, text: str, hand: Hand) -> str:
    """The text with drawn suits where the writer draws them."""
    if not hand.draws_suits or entry.kind not in ("card", "contract", "call"):
        return text
    if entry.kind == "card":
        return text[:-1] + SUIT_SYMBOLS.get(text[-1:], text[-1:])
    return " ".join(SUIT_SYMBOLS.get(word, word) for word in text.split(" "))


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
