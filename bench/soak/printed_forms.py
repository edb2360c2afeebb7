"""The forms themselves: each filled in by hands the reader never learned from, photographed and read.

Nothing here is a record: every field holds one of its own examples, so that boxes that are too small, too
near or cut wrongly show up on any form, those with few fields of a kind among them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import get_context
from typing import Final

import numpy as np

from bench.proportions import Proportion
from bench.soak.outcome import Outcome
from bench.soak.written_deals import HARD, SIZE, hands
from fairdeal.digitize.forms.layout import FORMS, load
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.reading import read_photo
from fairdeal.digitize.training import trial
from fairdeal.records.transcript import Field
from samples.making.hand import handwriting
from samples.making.hand.fill import fill
from samples.making.hand.handwriting import strokes_file
from samples.making.photos.conditions import any_conditions
from samples.making.photos.taken import photograph

PROCESSES: Final = 2
BLANK_SHARE: Final = 0.4


@dataclass(slots=True)
class Read:
    """What came of one page."""

    form: str
    name: str
    refused: bool = False
    entries: int = 0
    right: int = 0
    asked: int = 0
    wrong: tuple[str, ...] = ()
    """Entries read wrongly, or seen where nothing is written, that nobody is asked about."""


def run(count: int, seed: int) -> Iterator[Outcome]:
    """`count` pages, the forms by turns."""
    if strokes_file() is None:
        yield Outcome("skipped: no handwriting beside this copy", Proportion(0, 0), must=False)
        return
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        pages = list(pool.map(one_page, range(seed, seed + count)))
    for form in FORMS:
        yield from _outcomes(form, [page for page in pages if page.form == form])


def _outcomes(form: str, pages: Sequence[Read]) -> Iterator[Outcome]:
    seen = [page for page in pages if not page.refused]
    entries, asked = (sum(getattr(page, part) for page in seen) for part in ("entries", "asked"))
    wrong = tuple(f"{page.name}: {each}" for page in seen for each in page.wrong)
    yield Outcome(f"{form}, pages read", Proportion(len(seen), len(pages)), must=False)
    right = Proportion(sum(page.right for page in seen), entries)
    yield Outcome(f"{form}, entries right", right, must=False)
    yield Outcome(f"{form}, entries asked about", Proportion(asked, entries), must=False)
    yield Outcome(
        f"{form}, wrong and not asked about", Proportion(len(wrong), entries), wrong, False
    )


@cache
def _reader() -> Recogniser:
    return open_reader()


def one_page(seed: int) -> Read:
    """The form of a seed, written on by a test hand, photographed and read."""
    rng, chance = random.Random(seed), np.random.default_rng(seed)
    layout = load(FORMS[seed % len(FORMS)])
    values = {
        entry.name: rng.choice(entry.examples)
        for entry in layout.fields
        if entry.kind != "text" and rng.random() >= BLANK_SHARE
    }
    hand = handwriting.real_hand(rng.choice(hands()), chance)
    page = fill(layout, values, hand, chance).picture
    conditions = any_conditions(chance, SIZE, hard=rng.choice(HARD))
    conditions = replace(conditions, over="none", other="none")
    jpeg = photograph(page, layout.page, conditions, chance).jpeg
    (read,) = read_photo(jpeg, "page.jpg", _reader())
    found = Read(layout.form, f"seed {seed}, {hand.name}", refused=read.form != layout.form)
    _compare(found, read.fields, values)
    return found


def _compare(found: Read, fields: Sequence[Field], values: Mapping[str, str]) -> None:
    for entry in fields:
        text = values.get(entry.name, "")
        if entry.kind == "text":
            continue
        right = _is(entry, text)
        if not right and not entry.flagged:
            found.wrong += (f"{entry.name}: {text!r} read as {entry.text!r}",)
        if text:
            found.entries += 1
            found.right += right
            found.asked += entry.flagged


def _is(entry: Field, text: str) -> bool:
    """Whether a field is read as what stands in it; of a tick only that it is one."""
    if entry.kind == "tick" or not text:
        return entry.blank is (not text)
    wanted = text if entry.kind == "number" else trial.truth_of(entry.kind, text)
    return entry.text == wanted
