"""Filling in forms: what a record says, written by a hand into a form's boxes, with the truth beside."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from fairdeal.digitize.forms import draw
from fairdeal.digitize.forms.layout import Box, FormField, Layout, load
from fairdeal.records import SUIT_SYMBOLS
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Hand, Paper, Rng, Write

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
