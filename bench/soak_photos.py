"""Trials of the page: generated photos of filled forms over every trouble that a phone makes.

Counted are pages found, pages refused with a reason, pages taken to lie where they do not, boxes whose
being blank or written was seen rightly, and cells read rightly: those that a person is asked about and
those that nobody is. Hands are of writers that the reader was not trained on, where their strokes are
there (the collection in ``../shared/handwriting``); else of skeletons of letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.proportions import Proportion
from bench.reading import held_back, same
from bench.soak import SHOWN, Outcome
from digitize.cells import Cell, cut_cells
from digitize.forms.layout import KINDS, Layout, load
from digitize.page import Page, find_page
from digitize.pictures import pictures
from digitize.reader.reading import CellInk, Recogniser
from digitize.reader.recogniser import open_reader
from digitize.reading import asked_as, to_look_at
from digitize.trouble import ReadError
from samples.making.fill import Filled, fill
from samples.making.handwriting import any_hand, strokes_file
from samples.making.photos import Conditions, Photo, any_conditions, photograph

SIZES: Final = ((3000, 4000), (2250, 3000), (1500, 2000), (1500, 2000))
"""Pixels of the photos, before a messenger shrinks some of them."""
FILLED_SHARE: Final = 0.6
WITHIN: Final = 0.01
"""Corners of boxes must lie within this share of the page's width."""
MISPLACED_MM: Final = 1.0
"""A box cut this far from its place may hold another's ink."""


@dataclass(slots=True)
class Tally:
    """What came of the photos so far."""

    single: int = 0
    refused: list[str] = field(default_factory=list)
    turned_away: int = 0
    reasoned: int = 0
    accepted: int = 0
    misplaced: list[str] = field(default_factory=list)
    off: list[float] = field(default_factory=list)
    blanks: int = 0
    filled: list[str] = field(default_factory=list)
    written: int = 0
    missed: list[str] = field(default_factory=list)
    hidden: int = 0
    read: int = 0
    right: int = 0
    asked: int = 0
    asked_right: int = 0
    wrong: list[str] = field(default_factory=list)


def run(count: int, seed: int) -> Iterator[Outcome]:
    """`count` photos, half of them score sheets and half hand logs."""
    tally, reader = Tally(), open_reader()
    among = tuple(held_back()) if strokes_file() is not None else ()
    for number in range(seed, seed + count):
        _try(number, tally, reader, among)
    found = Proportion(tally.single - len(tally.refused), tally.single)
    yield Outcome("single pages found", found, tuple(tally.refused[:SHOWN]), must=False)
    yield Outcome(
        "pages not read that were refused with a reason and what to do",
        Proportion(tally.reasoned, tally.turned_away),
    )
    within = sum(off <= WITHIN for off in tally.off)
    yield Outcome(
        "found pages squared up within 1 % of the width", Proportion(within, tally.accepted)
    )
    yield _outcome("found pages with every box in its place", tally.accepted, tally.misplaced)
    yield _outcome("blank fields not taken for written", tally.blanks, tally.filled)
    yield _outcome("written fields not taken for blank", tally.written, tally.missed)
    total = tally.blanks + tally.written + tally.hidden
    yield Outcome("fields in full view", Proportion(total - tally.hidden, total), must=False)
    yield from _read(tally)


def _read(tally: Tally) -> Iterator[Outcome]:
    """What the reader made of the written cells; names are never read, so they do not count."""
    unasked = tally.read - tally.asked
    wrong = tuple(tally.wrong[:SHOWN])
    yield Outcome("written cells read right", Proportion(tally.right, tally.read), must=False)
    yield Outcome(
        "written cells nobody is asked about", Proportion(unasked, tally.read), must=False
    )
    sure = Proportion(tally.right - tally.asked_right, unasked)
    yield Outcome("cells right that nobody is asked about", sure, wrong, must=False)
    yield Outcome(
        "cells right that a person is asked about",
        Proportion(tally.asked_right, tally.asked),
        must=False,
    )


def _outcome(name: str, total: int, wrong: list[str]) -> Outcome:
    return Outcome(name, Proportion(total - len(wrong), total), tuple(wrong[:SHOWN]))


def make_photo(seed: int, among: Sequence[str] = ()) -> tuple[Filled, Photo, Conditions]:
    """A filled form and its photo: the kind of form, the writer (of `among`, if any) and the
    troubles follow the seed."""
    chance = np.random.default_rng(seed)
    layout = load(KINDS[seed % len(KINDS)])
    filled = fill(layout, _values(layout, chance), any_hand(chance, among), chance)
    size = SIZES[int(chance.integers(len(SIZES)))]
    conditions = any_conditions(chance, size, hard=float(chance.uniform(0, 1)))
    other = None
    if conditions.other != "none":
        second = load(KINDS[int(chance.integers(len(KINDS)))])
        other = fill(second, {}, any_hand(chance), chance).picture
    photo = photograph(filled.picture, layout.page, conditions, chance, other)
    return filled, photo, conditions


def _values(layout: Layout, chance: np.random.Generator) -> dict[str, str]:
    return {
        entry.name: str(chance.choice(entry.choices or entry.examples))
        for entry in layout.fields
        if chance.random() < FILLED_SHARE
    }


def _try(seed: int, tally: Tally, reader: Recogniser, among: Sequence[str]) -> None:
    filled, photo, conditions = make_photo(seed, among)
    single = conditions.other == "none"
    tally.single += single
    try:
        picture = next(pictures(photo.jpeg, f"seed {seed}"))
        page = find_page(picture.image, picture.name)
    except ReadError as error:
        tally.turned_away += 1
        tally.reasoned += bool(error.message and error.remedy)
        if single:
            tally.refused.append(f"{error.code}: {error.message} {conditions}")
        return
    tally.accepted += 1
    off = _error_mm(page, photo)
    tally.off.append(float(off.max()) / page.layout.page[0])
    if page.layout.form != filled.layout.form or off.max() > MISPLACED_MM:
        tally.misplaced.append(f"seed {seed}: off by {off.max():.1f} mm {conditions}")
        return
    cells = cut_cells(page.image, page.layout)
    _count_fields(seed, cells, filled.truth, tally)
    _count_readings(seed, cells, filled.truth, tally, reader)


def _error_mm(page: Page, photo: Photo) -> NDArray[np.float64]:
    """How far every box's corners were taken to lie from where they do, in mm on the page."""
    corners = np.array(
        [corner for field in page.layout.fields for box in field.boxes for corner in box.corners]
    )
    off = page.to_photo(corners) - np.asarray(photo.to_photo(corners))
    return np.asarray(np.linalg.norm(off, axis=1) / page.px_mm, np.float64)


def _count_fields(seed: int, cells: list[Cell], truth: Any, tally: Tally) -> None:
    blank = {entry["name"]: bool(entry["blank"]) for entry in truth["fields"]}
    for cell in cells:
        name = cell.field.name
        if cell.hidden:
            tally.hidden += 1
        elif blank[name]:
            tally.blanks += 1
            if not cell.blank:
                tally.filled.append(f"seed {seed}: {name}")
        else:
            tally.written += 1
            if cell.blank:
                tally.missed.append(f"seed {seed}: {name}")


def _count_readings(
    seed: int, cells: list[Cell], truth: Any, tally: Tally, reader: Recogniser
) -> None:
    wanted = {entry["name"]: entry["text"] for entry in truth["fields"] if not entry["blank"]}
    seen = [
        cell
        for cell in cells
        if cell.field.name in wanted
        and not (cell.blank or cell.hidden)
        and (cell.field.kind != "text" or cell.field.choices)
    ]
    inks = [CellInk(asked_as(cell.field), cell.boxes) for cell in seen]
    for cell, reading in zip(seen, reader.read(inks), strict=True):
        name, asked = cell.field.name, to_look_at(cell.field, reading)
        right = same(reading.text, wanted[name])
        tally.read += 1
        tally.right += right
        tally.asked += asked
        tally.asked_right += asked and right
        if not (right or asked):
            tally.wrong.append(f"seed {seed}: {name}: {reading.text} for {wanted[name]}")
