"""Cells cut from photographed forms that held-back hands filled, to calibrate and measure the reader.

``python -m bench.reader.calibration_cells validation --forms 14 -o cells.npz``: forms are filled with texts
of every kind, right or wrong by the rules, photographed under all conditions, found, squared up and cut
by the program itself. Synthetic photos of real strokes.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from fairdeal.digitize.cells import cut_cells
from fairdeal.digitize.forms.layout import FormField, Layout, load
from fairdeal.digitize.page.find import find_pages
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.trouble import ReadError
from samples.making.hand import handwriting
from samples.making.hand.fill import CHANGES, Altered, fill
from samples.making.photos.taken import any_conditions, photograph
from training import trial
from training.hands import load_hands, split

FORMS: Final = ("hand-log", "score-sheet")
HARD: Final = (0.2, 0.5, 0.8)
BLANK_SHARE: Final = 0.15
ALTERED_SHARE: Final = 0.04
NARROW_MM: Final = 9.0
"""A single box narrower than this takes one figure."""
_LETTERS: Final = str.maketrans("♣♦♥♠", "CDHS")


def cells(part: str, forms: int, seed: int) -> Iterator[trial.Field]:
    """Written fields of `forms` photographed forms; the hands of the part take turns."""
    names = _able(part)
    for number in range(forms):
        yield from _form(names[number % len(names)], FORMS[number % 2], seed + number)


def _able(part: str) -> list[str]:
    known = handwriting.writers()
    return [
        name
        for name in split(sorted(load_hands()))[part]
        if name in known
        and sum(bool(known[name].get(c)) for c in "0123456789") >= 9
        and sum(bool(known[name].get(c)) for c in "AKQJCDHSTX") >= 8
    ]


def _form(name: str, form: str, seed: int) -> Iterator[trial.Field]:
    chance, rng = np.random.default_rng(seed), random.Random(seed)
    layout = load(form)
    hand = handwriting.any_hand(chance, [name])
    hand = replace(hand, draws_suits=bool(chance.random() < 0.5))
    values, altered = _values(layout, rng)
    filled = fill(layout, values, hand, chance, altered=altered)
    conditions = any_conditions(chance, (3000, 4000), hard=rng.choice(HARD))
    conditions = replace(conditions, over="none", other="none")
    photo = photograph(filled.picture, layout.page, conditions, chance)
    try:
        found, refused = find_pages(next(pictures(photo.jpeg, "form")).image, "form")
    except ReadError as error:
        found, refused = [], [error]
    if not found:
        print(f"{form} of {name}: {refused[0].code}", file=sys.stderr)
        return
    page = found[0]
    truth = {entry["name"]: entry for entry in filled.truth["fields"]}
    for cell in cut_cells(page.image, page.layout):
        entry, kind = truth[cell.field.name], cell.field.kind
        if cell.hidden or cell.blank or entry["blank"] or kind in ("text", "tick"):
            continue
        sort = kind + (" boxed" if len(cell.boxes) > 1 else "")
        if hand.draws_suits and kind in ("card", "call", "contract"):
            sort += ", drawn suit"
        text = entry["text"]
        read = trial.truth_of(kind, text) if text else None
        trouble = "altered" if entry["altered"] else ""
        yield trial.Field(sort, CellInk(kind, cell.boxes), read, name, trouble)


def _values(layout: Layout, rng: random.Random) -> tuple[dict[str, str], dict[str, Altered]]:
    values, altered = {}, {}
    for entry in layout.fields:
        if entry.kind in ("text", "tick") or rng.random() < BLANK_SHARE:
            continue
        values[entry.name] = _text(entry, rng)
        if rng.random() < ALTERED_SHARE:
            room = max(1, len(values[entry.name]))
            olds = (_text(entry, rng)[:room] for _ in range(20))
            before = next((old for old in olds if old != values[entry.name]), "7")
            altered[entry.name] = Altered(before, rng.choice(CHANGES))
    return values, altered


def _text(entry: FormField, rng: random.Random) -> str:
    sort = entry.kind + (", letter" if entry.kind in ("card", "contract") else "")
    text = str(rng.randrange(1, 9)) if entry.kind == "seat" else trial.written(rng, sort)
    text = text.translate(_LETTERS)
    if len(entry.boxes) > 1:
        text = text.replace(" ", "")[: len(entry.boxes)]
    elif entry.kind == "number" and entry.boxes[0].width < NARROW_MM:
        text = text[:1]
    return text


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.reader.calibration_cells", description=__doc__
    )
    parser.add_argument("part", choices=("validation", "test"))
    parser.add_argument("--forms", type=int, default=14)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    trial.save_fields(
        arguments.output, list(cells(arguments.part, arguments.forms, arguments.seed))
    )


if __name__ == "__main__":
    main()
