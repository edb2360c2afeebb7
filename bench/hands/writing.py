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

from bench.hands.pages import Page
from bench.hands.ways import PLAIN, Manner
from bench.reader.forms import SHIFT
from bench.reader.held_back import held_back
from bench.soak.written_deals import HARD, SIZE, characters, in_own_words, pasted
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.training.glyphs.hands import Glyph
from samples.making.hand import handwriting, skeletons
from samples.making.hand.fill import fill
from samples.making.photos.conditions import any_conditions
from samples.making.photos.taken import photograph

PHOTOGRAPHED: Final = "photographed"
PHOTOGRAPHED_HANDS: Final = 10
ALIKE: Final = 3
"""Pictures of a character that make up one hand's way of writing it."""
SIDE: Final = 16
"""Pixels of the side on which pictures of characters are compared."""


def hands(part: str) -> tuple[str, ...]:
    """The hands of a part: writers of strokes, and those put together of photographed characters."""
    return (*held_back(part), *(f"{PHOTOGRAPHED} {n + 1}" for n in range(PHOTOGRAPHED_HANDS)))


def is_photographed(hand: str) -> bool:
    return hand.startswith(PHOTOGRAPHED)


def in_words_of(page: Page, hand: str, seed: int) -> Page:
    """The page in the words of the one who writes it: P or Pass, and Plus where nobody wrote a plus."""
    values = in_own_words(page.values, random.Random(seed))
    if is_photographed(hand):
        one_box = {entry.name for entry in load(page.form).fields if len(entry.boxes) == 1}
        values = {
            name: text.replace("+", "Plus ") if name in one_box else text
            for name, text in values.items()
        }
    return replace(page, values=values)


def picture(
    page: Page, hand: str, seed: int, part: str, manner: Manner = PLAIN
) -> NDArray[np.uint8]:
    """The page as the hand writes it, RGB at 300 dpi. The manner is one of writers of strokes."""
    rng, chance = random.Random(seed), np.random.default_rng(seed)
    layout = load(page.form)
    if is_photographed(hand):
        return pasted(layout, page.values, glyphs_of(hand, part), rng, chance)
    own = handwriting.real_hand(hand, chance)
    glyphs = {**with_one_way(hand, own.glyphs), **manner.shapes}
    own = replace(own, glyphs=glyphs, pen=manner.pen or own.pen)
    if manner.shapes:
        own = replace(own, draws_suits=False)
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


@cache
def glyphs_of(hand: str, part: str) -> Mapping[str, Sequence[Glyph]]:
    """The pictures with which a hand of photographed characters writes."""
    rng = random.Random(hand)
    return {c: _alike(known, rng) for c, known in sorted(characters(part).items()) if known}


def _alike(known: Sequence[Glyph], rng: random.Random) -> list[Glyph]:
    """Some pictures that are most like one of them, and that one."""
    likeness = np.array([_small(glyph) for glyph in known]) @ _small(rng.choice(known))
    return [known[int(at)] for at in np.argsort(-likeness)[:ALIKE]]


def _small(glyph: Glyph) -> NDArray[Any]:
    assert glyph.image is not None
    resized = cv2.resize(glyph.image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    flat = cv2.GaussianBlur(resized.astype(np.float32), (0, 0), 1.0).ravel()
    return np.asarray(flat / (np.linalg.norm(flat) or 1.0))
