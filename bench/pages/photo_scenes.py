"""Photos for trials of the page: filled forms, with what lies beside, under and over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from fairdeal.digitize.forms.layout import Layout, load
from samples.making.hand.fill import Filled, fill
from samples.making.hand.handwriting import any_hand
from samples.making.photos.taken import Laid, Photo, photograph
from samples.making.photos.troubles import TROUBLES, troubled

SIZES: Final = (*([(1500, 2000)] * 8), (2250, 3000), (3000, 4000))
"""Pixels of the photos, before a messenger shrinks some of them."""
PAIR_SIZE: Final = (2250, 3000)
"""Two sheets in one photo have half the pixels each."""
FILLED_SHARE: Final = 0.6
FORMS: Final = ("score-sheet/1", "hand-log/1", "we-they/1")
"""The forms that lie there: the editions that all measurements were made with."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page that is in a photo: what is on it, where it lies, and what lies over it."""

    filled: Filled
    laid: Laid
    under: tuple[tuple[float, float], ...] = ()
    """The corners, in pixels, of the page over it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A photo and its pages; the first `wanted` of them ought to be found."""

    trouble: str
    photo: Photo
    sheets: tuple[Sheet, ...]
    wanted: int


def make_scene(seed: int, among: Sequence[str] = ()) -> Scene:
    """A photo of filled forms: trouble, kind of form and writer (of `among`, if any) follow the seed."""
    chance = np.random.default_rng(seed)
    trouble = tuple(TROUBLES)[seed % len(TROUBLES)]
    kind = (seed // len(TROUBLES)) % len(FORMS)
    filled = _filled(load(FORMS[kind]), chance, among, "SAMPLE22")
    size = SIZES[int(chance.integers(len(SIZES)))]
    conditions = troubled(trouble, chance, PAIR_SIZE if trouble == "two sheets" else size)
    second = None
    if conditions.other != "none":
        second = _filled(load(FORMS[int(chance.integers(len(FORMS)))]), chance, among, "SAMPLE33")
    other = second.picture if second is not None else None
    photo = photograph(filled.picture, filled.layout.page, conditions, chance, other)
    main = Laid(photo.homography, photo.bend)
    if second is None or photo.other is None:
        return Scene(trouble, photo, (Sheet(filled, main),), 1)
    width, height = filled.layout.page
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    over, under = (
        tuple(map(tuple, laid.to_photo(corners))) if conditions.other == way else ()
        for laid, way in ((photo.other, "over"), (main, "under"))
    )
    sheets = (Sheet(filled, main, over), Sheet(second, photo.other, under))
    return Scene(trouble, photo, sheets, 2 if conditions.other == "pair" else 1)


def _filled(
    layout: Layout, chance: np.random.Generator, among: Sequence[str], sheet_id: str
) -> Filled:
    values = {
        entry.name: str(chance.choice(entry.choices or entry.examples))
        for entry in layout.fields
        if chance.random() < FILLED_SHARE
    }
    return fill(layout, values, any_hand(chance, among), chance, sheet_id=sheet_id)
