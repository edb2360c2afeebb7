"""Pages in the hands of people whom the reader never met, photographed.

A writer of strokes writes with all the characters that he left. The writers of the photographed characters
are not known apart, so such a hand is put together: of each character some pictures that look alike, as
one person would write it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.reader.pages import Page
from bench.reader.ways import PLAIN, Manner
from fairdeal.digitize.forms.layout import Box, FormField, Layout, load
from samples.making.hand import handwriting, skeletons
from samples.making.hand.fill import fill
from samples.making.photos.taken import any_conditions, photograph
from training.hands import Glyph, load_hands, load_photographed, split

SEED: Final = 56
HARD: Final = (0.1, 0.3, 0.6)
"""How bad the photos are: 0 is a careful one in good light, 1 all that a reader must bear."""
SIZE: Final = (3000, 4000)
SHIFT: Final = 7919
"""From the seed of a photo to that of the next one."""
PHOTOGRAPHED: Final = "photographed"
PHOTOGRAPHED_HANDS: Final = 10
ALIKE: Final = 3
"""Pictures of a character that make up one hand's way of writing it."""
SIDE: Final = 16
"""Pixels of the side on which pictures of characters are compared."""
_BAR: Final = np.array(((0.0, -0.52), (0.5, -0.52), (0.5, -0.42), (0.0, -0.42)), np.float32)
MINUS: Final = Glyph((_BAR,), image=np.full((4, 20), 255, np.uint8))
"""Nobody photographed one: a minus is a bar. Without it a negative figure would be written as a positive."""


def held_back(part: str = "test") -> list[str]:
    """The writers of whole pages that neither training nor its choices have met, as training splits them."""
    known = set(handwriting.writers())
    return [name for name in split(sorted(load_hands()))[part] if name in known]


def hands(part: str) -> tuple[str, ...]:
    """The hands of a part: writers of strokes, and those put together of photographed characters."""
    return (*held_back(part), *(f"{PHOTOGRAPHED} {n + 1}" for n in range(PHOTOGRAPHED_HANDS)))


def is_photographed(hand: str) -> bool:
    return hand.startswith(PHOTOGRAPHED)


def in_words_of(page: Page, hand: str, seed: int) -> Page:
    """The page in the words of the one who writes it: half write P for a pass, and Plus where nobody wrote a
    plus."""
    values = dict(page.values)
    if random.Random(seed).random() < 0.5:
        values |= {n: "P" for n, t in values.items() if n.startswith("call") and t == "Pass"}
    if is_photographed(hand):
        one_box = {entry.name for entry in load(page.form).fields if len(entry.boxes) == 1}
        values |= {n: values[n].replace("+", "Plus ") for n in one_box.intersection(values)}
    return replace(page, values=values)


def picture(
    page: Page, hand: str, seed: int, part: str, manner: Manner = PLAIN
) -> NDArray[np.uint8]:
    """The page as the hand writes it, RGB at 300 dpi. The manner is one of writers of strokes."""
    rng, chance = random.Random(seed), np.random.default_rng(seed)
    layout = load(page.form)
    if is_photographed(hand):
        return _pasted(layout, page.values, glyphs_of(hand, part), rng, chance)
    own = handwriting.real_hand(hand, chance)
    own = replace(own, glyphs=with_one_way(hand, own.glyphs), pen=manner.pen or own.pen)
    values = {**page.values, **manner.texts}
    written = fill(layout, values, own, chance, ways=manner.ways).picture
    if manner.paper is not None:
        written = manner.paper(written, fill(layout, {}, own, chance).picture, chance)
    return np.asarray(written, np.uint8)


def with_one_way(
    hand: str, glyphs: Mapping[str, tuple[skeletons.Glyph, ...]]
) -> dict[str, tuple[skeletons.Glyph, ...]]:
    """The characters of a writer; those that he left none of are drawn, one way each."""
    rng = random.Random(hand)
    drawn = {c: (rng.choice(skeletons.ways(c)),) for c in skeletons.characters()}
    return {**drawn, **glyphs}


def photo(
    page: Page, hand: str, seed: int, part: str, again: int = 0, manner: Manner = PLAIN
) -> bytes:
    """A photo of the page as a phone takes it, JPEG; `again`: the next one, after so many refused."""
    own = seed + SHIFT * again
    rng, chance = random.Random(own), np.random.default_rng(own)
    conditions = any_conditions(chance, SIZE, hard=rng.choice(HARD))
    conditions = replace(conditions, over="none", other="none")
    paper = picture(page, hand, seed, part, manner)
    return photograph(paper, load(page.form).page, conditions, chance).jpeg


# Photographed characters.


@cache
def glyphs_of(hand: str, part: str) -> Mapping[str, Sequence[Glyph]]:
    """The pictures with which a hand of photographed characters writes: of the half that the net was not
    trained on, where it is measured."""
    rng = random.Random(hand)
    known = load_photographed("train" if part == "validation" else "validation").glyphs
    return {"-": [MINUS], **{c: _alike(own, rng) for c, own in sorted(known.items()) if own}}


def _alike(known: Sequence[Glyph], rng: random.Random) -> list[Glyph]:
    """Some pictures that are most like one of them, and that one."""
    likeness = np.array([_small(glyph) for glyph in known]) @ _small(rng.choice(known))
    return [known[int(at)] for at in np.argsort(-likeness)[:ALIKE]]


def _small(glyph: Glyph) -> NDArray[Any]:
    assert glyph.image is not None
    resized = cv2.resize(glyph.image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    flat = cv2.GaussianBlur(resized.astype(np.float32), (0, 0), 1.0).ravel()
    return np.asarray(flat / (np.linalg.norm(flat) or 1.0))


def _pasted(
    layout: Layout,
    values: Mapping[str, str],
    known: Mapping[str, Sequence[Glyph]],
    rng: random.Random,
    chance: np.random.Generator,
) -> NDArray[np.uint8]:
    """A page of photographed characters; what nobody photographed (a plus) is written out."""
    blank = fill(layout, {}, handwriting.skeleton_hand(chance), chance)
    pen = handwriting.PENS[int(chance.integers(len(handwriting.PENS)))]
    for name, text in values.items():
        entry = layout.field(name)
        if entry is None:
            continue
        words = text.replace("+", "Plus ") if len(entry.boxes) == 1 else text
        glyphs: list[Any] = [
            None if c == " " else rng.choice(known[c]) for c in words if c == " " or known.get(c)
        ]
        if any(glyph is not None for glyph in glyphs):
            _paste(blank.picture, blank.scale, entry, glyphs, pen, rng)
    return np.asarray(blank.picture, np.uint8)


def _paste(
    picture: NDArray[Any],
    scale: float,
    entry: FormField,
    glyphs: Sequence[Glyph | None],
    pen: handwriting.Pen,
    rng: random.Random,
) -> None:
    """Lay photographed characters into a field as a pen of this colour would leave them."""
    capital = rng.uniform(0.55, 0.72) * min(entry.boxes[0].height, 8.5)
    if len(entry.boxes) > 1:
        written = [glyph for glyph in glyphs if glyph is not None]
        for box, own in zip(entry.boxes, written, strict=False):
            size = min(capital, (box.width - 0.8) / max(own.width, 0.1))
            x = box.x + (box.width - own.width * size) / 2 + rng.gauss(0, 0.2)
            _lay(picture, scale, own, x, _base(box, size, rng), size, pen)
        return
    box = entry.boxes[0]
    wide = sum(0.45 if g is None else g.width + 0.18 for g in glyphs)
    size = min(capital, (box.width - 1.2) / wide)
    x = box.x + 0.6 + rng.random() * min(2.0, max(0.0, box.width - 1.2 - wide * size))
    base = _base(box, size, rng)
    for glyph in glyphs:
        if glyph is not None:
            _lay(picture, scale, glyph, x, base + rng.gauss(0, 0.02) * size, size, pen)
        x += (0.45 if glyph is None else glyph.width + 0.18 * rng.uniform(0.7, 1.3)) * size


def _base(box: Box, capital: float, rng: random.Random) -> float:
    return box.y + (box.height + capital) / 2 + rng.gauss(0, 0.25)


def _lay(
    picture: NDArray[Any],
    scale: float,
    glyph: Glyph,
    x: float,
    base: float,
    size: float,
    pen: handwriting.Pen,
) -> None:
    """One photographed character: its ink between its corners, x and base line in mm."""
    if glyph.image is None:
        return
    corners = (glyph.strokes[0] * size + (x, base)) * scale
    left, top = (int(v) for v in np.floor(corners.min(0)))
    width, height = (max(1, round(float(v))) for v in np.ptp(corners, axis=0))
    ink = cv2.resize(glyph.image, (width, height), interpolation=cv2.INTER_CUBIC)
    view = picture[top : top + height, left : left + width]
    cover = (ink[: view.shape[0], : view.shape[1], None].astype(np.float32) / 255) * pen.cover
    view[:] = (view * (1 - cover) + np.array(pen.colour, np.float32) * cover).astype(np.uint8)
