"""Deals written into the hand log by hands that the reader never learned from, and photographed.

A third of the deals are in order, the others have one irregularity. Pens, paper and photos are made by the
generators of `samples.making`; the strokes, or the photographed characters, are real.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.reader.forms import paste
from bench.reader.held_back import held_back
from fairdeal.digitize.forms.layout import Layout, load
from fairdeal.digitize.training.glyphs.hands import Glyph
from fairdeal.digitize.training.glyphs.photographed import load_photographed
from fairdeal.records.record import Record
from samples.making import irregularities as making
from samples.making.hand import handwriting
from samples.making.hand.fill import fill
from samples.making.hand.handwriting import PENS
from samples.making.hand.values import DoesNotFit, log_values
from samples.making.photos.conditions import any_conditions
from samples.making.photos.taken import photograph
from samples.making.records.deals import clean_record

CLEAN_SHARE: Final = 1 / 3
PHOTOGRAPHED: Final = "photographed"
"""The hand whose characters were photographed from paper."""
PHOTOGRAPHED_SHARE: Final = 0.4
HARD: Final = (0.1, 0.3, 0.6)
"""How bad the photos are: 0 is a careful one in good light, 1 all that a reader must bear."""
SIZE: Final = (3000, 4000)
TRIES: Final = 200
"""Deals thought of until one fits on the form."""

_UNSHOWN: Final = frozenset({"pack"})
"""Kinds that are a contradiction of the record and no irregularity at the table."""


@dataclass(frozen=True, slots=True)
class Written:
    """A deal as it was typed, and as it was written: what stands in each field of the form."""

    kind: str
    record: Record
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photographed page: its JPEG bytes, whose hand wrote it, and what."""

    seed: int
    hand: str
    written: Written
    jpeg: bytes


def written_deal(seed: int, kinds: Sequence[str] = ()) -> Written:
    """A deal that fits on the hand log: one in three in order, else with one irregularity of `kinds`."""
    rng = random.Random(seed)
    known = tuple(kinds) or tuple(kind for kind in making.KINDS if kind not in _UNSHOWN)
    clean = rng.random() < CLEAN_SHARE
    kind = "in order" if clean else known[rng.randrange(len(known))]
    for turn in range(TRIES):
        own = seed * TRIES + turn
        record = clean_record(own) if clean else making.make(kind, own).record
        try:
            return Written(kind, record, log_values(record, record.deals[0]))
        except DoesNotFit:
            if not clean and turn % 40 == 39:
                kind = known[rng.randrange(len(known))]
    raise DoesNotFit(f"no deal of seed {seed} fits on the form")


def hands(part: str = "test") -> tuple[str, ...]:
    """The writers of whole pages that the net never met."""
    return tuple(held_back(part))


def photo(seed: int, part: str = "test") -> Photo:
    """The page of a seed: its deal, a hand, a photo."""
    rng, chance = random.Random(seed), np.random.default_rng(seed)
    written = written_deal(seed)
    layout = load("hand-log/1")
    values = in_own_words(written.values, rng)
    if rng.random() < PHOTOGRAPHED_SHARE:
        name, page = PHOTOGRAPHED, pasted(layout, values, characters(part), rng, chance)
    else:
        names = hands(part)
        name = names[rng.randrange(len(names))]
        page = fill(layout, values, handwriting.real_hand(name, chance), chance).picture
    conditions = any_conditions(chance, SIZE, hard=rng.choice(HARD))
    conditions = replace(conditions, over="none", other="none")
    return Photo(seed, name, written, photograph(page, layout.page, conditions, chance).jpeg)


def in_own_words(values: Mapping[str, str], rng: random.Random) -> dict[str, str]:
    """Half of the recorders write P for a pass."""
    short = rng.random() < 0.5
    return {
        name: "P" if short and name.startswith("call") and text == "Pass" else text
        for name, text in values.items()
    }


@cache
def characters(part: str) -> Mapping[str, Sequence[Glyph]]:
    """Photographed characters: the half that the net was trained on is never measured with."""
    return load_photographed("validation").glyphs if part == "test" else _trained()


def _trained() -> Mapping[str, Sequence[Glyph]]:
    return load_photographed("train").glyphs


def pasted(
    layout: Layout,
    values: Mapping[str, str],
    known: Mapping[str, Sequence[Glyph]],
    rng: random.Random,
    chance: np.random.Generator,
) -> NDArray[np.uint8]:
    """A page of photographed characters; what nobody photographed (a plus) is written out."""
    blank = fill(layout, {}, handwriting.skeleton_hand(chance), chance)
    pen = PENS[int(chance.integers(len(PENS)))]
    for name, text in values.items():
        entry = layout.field(name)
        if entry is None:
            continue
        words = text.replace("+", "Plus ") if len(entry.boxes) == 1 else text
        glyphs: list[Any] = [
            None if c == " " else rng.choice(known[c]) for c in words if c == " " or known.get(c)
        ]
        if any(glyph is not None for glyph in glyphs):
            paste(blank.picture, blank.scale, entry, glyphs, pen, rng)
    return np.asarray(blank.picture, np.uint8)


def decoded(jpeg: bytes) -> NDArray[np.uint8]:
    """The picture of a photo, for looking at."""
    found = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return np.asarray(found, np.uint8)
