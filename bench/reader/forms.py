"""Forms filled in by hands the net never learned from, photographed, found and cut by the program itself.

Pens, paper and photos are made by the generators of `samples.making`; the strokes, or the photographed
characters, are real.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.reader.cells import DRAWN, SYMBOLS, TRIES, Cell, Pool, kind_of, text_for
from bench.reader.forbidden import MAKERS, allowed
from fairdeal.digitize.cells import cut_cells
from fairdeal.digitize.forms.layout import Box, FormField, Layout, load
from fairdeal.digitize.page import Page as FoundPage
from fairdeal.digitize.page import find_page
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.training import trial
from fairdeal.digitize.training.glyphs import hands as letters
from fairdeal.digitize.trouble import ReadError
from samples.making.hand import handwriting
from samples.making.hand.fill import CHANGES, Altered, fill
from samples.making.hand.handwriting import PENS
from samples.making.photos.conditions import any_conditions
from samples.making.photos.taken import photograph

FORMS: Final = ("score-sheet/1", "hand-log/1")
"""The forms that are filled in, by turns: the editions that all measurements were made with."""
HARD: Final = (0.2, 0.5, 0.8)
"""How bad the photos are: 0 is a careful one in good light, 1 all that a reader must bear."""
PHOTOS: Final = 5
"""A page is photographed at most so often until the program does not refuse the photo."""
SHIFT: Final = 7919
"""From the seed of a photo to that of the next one."""
BLANK_SHARE: Final = 0.25
ALTERED_SHARE: Final = 0.15
WRONG_KIND_SHARE: Final = 0.1
FORBIDDEN_SHARE: Final = 0.6
"""Of what is left on a page of troubles."""
WORDS_SHARE: Final = 0.2
FEWEST: Final = 20
"""A writer with characters left for fewer fields does not get another form."""
NARROW_MM: Final = 9.0
"""A single box narrower than this takes one figure."""
WRONG_KIND: Final[Mapping[str, tuple[str, ...]]] = {
    "number": ("AK", "QS", "HJ", "KH"),
    "card": ("57", "NT", "82"),
    "seat": ("K", "H", "Q"),
    "doubling": ("28", "K", "7"),
    "call": ("KQ", "J9A", "QK7", "BJ"),
    "contract": ("KQ", "J9A", "QK7", "BJ"),
}
"""Texts that are none of a field's own."""

_LETTERS: Final = str.maketrans({symbol: letter for letter, symbol in SYMBOLS.items()})


@dataclass(slots=True)
class Page:
    """A form as filled in: each field's text, sort and what else was done to it."""

    layout: Layout
    writer: str
    drawn_suits: bool
    texts: dict[str, str] = field(default_factory=dict)
    altered: dict[str, Altered] = field(default_factory=dict)
    wrong_kind: set[str] = field(default_factory=set)
    demands: dict[str, str] = field(default_factory=dict)

    def sort(self, entry: FormField) -> str:
        return _sort(entry, self.drawn_suits)


class Reserved(dict[str, tuple[Any, ...]]):
    """A hand's characters, each given out once: those that were reserved from its pool."""

    def __init__(self, pool: Pool[Any]) -> None:
        super().__init__()
        self._pool = pool
        self._waiting: dict[str, deque[Any]] = {}

    def reserve(self, text: str) -> None:
        for character in text:
            glyph = self._pool.take(character) if character != " " else None
            if glyph is not None:
                self._waiting.setdefault(character, deque()).append(glyph)

    def get(self, character: str, default: Any = None) -> Any:
        """The next reserved one as the only way of writing it; without one a skeleton is drawn."""
        waiting = self._waiting.get(character)
        return (waiting.popleft(),) if waiting else default


def independent(
    source: str, names: Sequence[str], seed: int, forms: int, refused: list[str]
) -> Iterator[Cell]:
    """Fields of forms on which each character of a writer is used once; `forms` a writer at most.

    `refused` takes the codes of pages that the program would not read.
    """
    for turn, name in enumerate(names):
        known = handwriting.writers(1).get(name)
        if known is None:
            continue
        pool: Pool[Any] = Pool(known, random.Random(seed + turn))
        for number in range(forms):
            own = seed + 100 * turn + number
            rng, chance = random.Random(own), np.random.default_rng(own)
            page = Page(load(FORMS[(turn + number) % 2]), name, rng.random() < 0.5)
            reserved = Reserved(pool)
            _fill_once(page, pool, reserved, rng, DRAWN)
            if len(page.texts) < FEWEST:
                break
            hand = handwriting.real_hand(name, chance) if name in handwriting.writers() else None
            if hand is None:
                hand = replace(handwriting.skeleton_hand(chance), name=name)
            hand = replace(hand, glyphs=reserved, draws_suits=page.drawn_suits)
            filled = fill(page.layout, page.texts, hand, chance)
            yield from cells_of(source, page, filled.picture, own, refused)


def _fill_once(
    page: Page,
    pool: Pool[Any],
    reserved: Reserved | None,
    rng: random.Random,
    free: frozenset[str],
) -> dict[str, list[Any]]:
    """Texts for the page as far as unused characters go; what each field takes, without `reserved`."""
    taken: dict[str, list[Any]] = {}
    for entry in _fields(page.layout, rng):
        text = next(
            (
                text
                for text in (_text(entry, rng, page.drawn_suits) for _ in range(TRIES))
                if pool.has(text, free) and any(c not in free and c != " " for c in text)
            ),
            None,
        )
        if text is None:
            continue
        if reserved is not None:
            reserved.reserve(text)
        else:
            taken[entry.name] = [None if c == " " else pool.take(c) for c in text]
        page.texts[entry.name] = text.translate(_LETTERS)
    return taken


def troubled(
    source: str, names: Sequence[str], seed: int, forms: int, refused: list[str]
) -> Iterator[Cell]:
    """Fields of forms full of trouble: struck out, scribbled over, overwritten, corrected beside, of
    another kind, and forbidden. The hands take turns; their characters are used again and again."""
    for number in range(forms):
        own, name = seed + number, names[number % len(names)]
        rng, chance = random.Random(own), np.random.default_rng(own)
        page = Page(load(FORMS[number % 2]), name, rng.random() < 0.5)
        for entry in _fields(page.layout, rng):
            _trouble(page, entry, rng)
        hand = replace(handwriting.real_hand(name, chance), draws_suits=page.drawn_suits)
        filled = fill(page.layout, page.texts, hand, chance, altered=page.altered)
        yield from cells_of(source, page, filled.picture, own, refused)


def _trouble(page: Page, entry: FormField, rng: random.Random) -> None:
    """Write one field of a page of troubles."""
    text, way = _text(entry, rng, page.drawn_suits), rng.random()
    if way < ALTERED_SHARE:
        before = next(  # over itself nothing is altered that anybody could see
            (old for _ in range(TRIES) if (old := _text(entry, rng, page.drawn_suits)) != text), "7"
        )
        page.altered[entry.name] = Altered(before.translate(_LETTERS), rng.choice(CHANGES))
    elif way < ALTERED_SHARE + WRONG_KIND_SHARE:
        text = rng.choice(WRONG_KIND[entry.kind])[: len(entry.boxes) if _boxed(entry) else None]
        page.wrong_kind.add(entry.name)
    elif rng.random() < FORBIDDEN_SHARE:
        found = _forbidden(page, entry, rng)
        if found is not None:
            text, page.demands[entry.name] = found
    page.texts[entry.name] = text.translate(_LETTERS)


def _forbidden(page: Page, entry: FormField, rng: random.Random) -> tuple[str, str] | None:
    """A forbidden text for this field and the rule it breaks; None where the field takes none."""
    for _ in range(TRIES):
        demand = rng.choice(list(MAKERS))
        sort, text = MAKERS[demand](rng)
        if kind_of(sort) != entry.kind or not _fits(entry, text):
            continue
        if any(c in SYMBOLS.values() for c in text) and not page.drawn_suits:
            text = text.translate(_LETTERS)
        if allowed(entry.kind, trial.truth_of(entry.kind, text)) is not True:
            return text, demand
    return None


def photographed(
    source: str, hand: letters.Hand, seed: int, forms: int, refused: list[str]
) -> Iterator[Cell]:
    """Fields of forms written with photographed characters, each used once."""
    pool = Pool(hand.glyphs, random.Random(seed))
    for number in range(forms):
        rng, chance = random.Random(seed + number), np.random.default_rng(seed + number)
        page = Page(load(FORMS[number % 2]), hand.name, False)
        taken = _fill_once(page, pool, None, rng, frozenset())
        if len(page.texts) < FEWEST:
            return
        blank = fill(page.layout, {}, handwriting.skeleton_hand(chance), chance)
        pen = PENS[int(chance.integers(len(PENS)))]
        for entry in page.layout.fields:
            if entry.name in taken:
                paste(blank.picture, blank.scale, entry, taken[entry.name], pen, rng)
        yield from cells_of(source, page, blank.picture, seed + number, refused)


def paste(
    picture: NDArray[Any],
    scale: float,
    entry: FormField,
    glyphs: Sequence[letters.Glyph | None],
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
    glyph: letters.Glyph,
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


def cells_of(
    source: str, page: Page, picture: NDArray[Any], seed: int, refused: list[str]
) -> Iterator[Cell]:
    """The page photographed, found, squared up and cut: every field, blank ones too.

    A photo that the program refuses is taken again under other conditions, as it asks.
    """
    found = None
    for again in range(PHOTOS):
        found = _found(page, picture, seed + SHIFT * again, refused)
        if found is not None:
            break
    for cut in cut_cells(found.image, found.layout) if found is not None else ():
        entry = cut.field
        if entry.kind in ("text", "tick") or cut.hidden:
            continue
        ink = None if cut.blank else CellInk(entry.kind, cut.boxes)
        written, trouble = _truth(page, entry)
        demand = page.demands.get(entry.name, "")
        yield Cell(source, page.sort(entry), ink, written, page.writer, trouble, demand)


def _found(page: Page, picture: NDArray[Any], seed: int, refused: list[str]) -> FoundPage | None:
    """The page as the program finds it in a photo, None where it refuses."""
    rng, chance = random.Random(seed), np.random.default_rng(seed)
    conditions = any_conditions(chance, (3000, 4000), hard=rng.choice(HARD))
    conditions = replace(conditions, over="none", other="none")
    photo = photograph(picture, page.layout.page, conditions, chance)
    try:
        return find_page(next(pictures(photo.jpeg, "form")).image, "form")
    except ReadError as error:
        refused.append(error.code)
        return None


def _truth(page: Page, entry: FormField) -> tuple[str | None, str]:
    """What a person would say is written, and the trouble with it."""
    change = page.altered.get(entry.name)
    text = page.texts.get(entry.name, "")
    if entry.name in page.wrong_kind:
        return None, "wrong kind"
    if change is not None and change.change in ("struck", "scribbled"):
        return None, change.change
    trouble = change.change if change is not None else ""
    return (trial.truth_of(entry.kind, text) if text else ""), trouble


def _fields(layout: Layout, rng: random.Random) -> list[FormField]:
    """The fields to be filled, in any order, some left blank."""
    fields = [
        entry
        for entry in layout.fields
        if entry.kind not in ("text", "tick") and rng.random() >= BLANK_SHARE
    ]
    rng.shuffle(fields)
    return fields


def _text(entry: FormField, rng: random.Random, drawn: bool) -> str:
    """A text that there is room for."""
    sort = _sort(entry, drawn)
    if entry.kind == "call" and rng.random() < WORDS_SHARE:
        sort = "call, words"
    for _ in range(TRIES):
        text = text_for(rng, sort)
        # A suit stands alone, so that it is drawn by those who draw suits.
        text = text.replace("+", "+ ") if text[-1:] in SYMBOLS.values() else text
        if _fits(entry, text):
            return text
    return str(rng.randrange(1, 7))


def _fits(entry: FormField, text: str) -> bool:
    if _boxed(entry):
        return len(text.replace(" ", "")) <= len(entry.boxes)
    return entry.kind != "number" or entry.boxes[0].width >= NARROW_MM or len(text) == 1


def _boxed(entry: FormField) -> bool:
    return len(entry.boxes) > 1


def _sort(entry: FormField, drawn: bool) -> str:
    sort = entry.kind + (" boxed" if _boxed(entry) else "")
    if entry.kind in ("card", "call", "contract"):
        sort += ", drawn suit" if drawn else ", letter"
    return sort
