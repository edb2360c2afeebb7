"""The ways in which people write on forms otherwise than these ask: which entries each bears on, and how."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import FormField, load
from samples.making.hand import handwriting
from samples.making.hand.fill import (
    BALLPOINT,
    FELT,
    GEL,
    PENCIL,
    arrow,
    carbon_copy,
    crossed_out,
    dash,
    ditto,
    slash,
    stained,
    suit_first,
    symbol_first,
    ten_as,
    tick,
    under_fluid,
)
from samples.making.hand.handwriting import Pen, Rng, Write

SHARE_MENDED: Final = 1 / 6
SHARE_SPILLED: Final = 1 / 3
"""Entries of a page that are written so, where not all are."""

Paper = Callable[[NDArray[Any], NDArray[Any], Rng], NDArray[Any]]
"""From the written page, the blank form and chance to the page as it looks."""
Wording = Callable[[str, Mapping[str, str], FormField], str | None]
"""From a text, all the values of its page and its field to what is written instead; None: not this way."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How one page is written: texts other than the values, fields written in some way, pen, paper."""

    texts: Mapping[str, str] = field(default_factory=dict)
    ways: Mapping[str, Write] = field(default_factory=dict)
    pen: Pen | None = None
    paper: Paper | None = None

    @property
    def touched(self) -> frozenset[str]:
        return frozenset(self.texts)


PLAIN: Final = Manner()


@dataclass(frozen=True, slots=True)
class Way:
    """A way of writing. `words` chooses its entries; the others of the page are written plainly.

    `stands` is how a mark may be read as it stands, whatever it means: that is right too.
    """

    words: Wording
    write: Write | None = None
    share: float = 1.0
    pen: Pen | None = None
    paper: Paper | None = None
    stands: str = ""

    def manner(self, form: str, values: Mapping[str, str], rng: Random) -> Manner:
        """What it makes of a page with these values."""
        texts: dict[str, str] = {}
        for entry in load(form).fields:
            text = values.get(entry.name)
            if not text or entry.kind in ("text", "tick") or entry.name.startswith("heading"):
                continue
            written = self.words(text, values, entry)
            if written is not None and (self.share == 1 or rng.random() < self.share):
                texts[entry.name] = written
        ways = dict.fromkeys(texts, self.write) if self.write is not None else {}
        return Manner(texts, ways, self.pen, self.paper)


def _any(text: str, values: Mapping[str, str], entry: FormField) -> str | None:
    return text


def _in_boxes(text: str, values: Mapping[str, str], entry: FormField) -> str | None:
    """Several characters that have a box each."""
    bare = text.replace(" ", "")
    return text if 1 < len(bare) <= len(entry.boxes) else None


def _with_room(text: str, values: Mapping[str, str], entry: FormField) -> str | None:
    """What leaves a box empty, or part of one that is wide."""
    room = len(entry.boxes) - len(text.replace(" ", ""))
    return text if room > 0 or entry.outline.width > 20 else None


def _card(change: Callable[[str], str]) -> Wording:
    def words(text: str, values: Mapping[str, str], entry: FormField) -> str | None:
        if entry.kind != "card" or not re.fullmatch(r"(10|[AJKQ9])[CDHS]", text):
            return None
        changed = change(text)
        return changed if changed != text else None

    return words


def _small(text: str, values: Mapping[str, str], entry: FormField) -> str | None:
    return text.lower() if text.lower() != text else None


def _passes(written: str, text: str, values: Mapping[str, str], entry: FormField) -> str | None:
    return written if entry.kind == "call" and text in ("Pass", "P") else None


def _again(text: str, values: Mapping[str, str], entry: FormField) -> str | None:
    """What stands in the row above, or the column before, already."""
    found = re.fullmatch(r"(row|call|trick) (\d+)(.*)", entry.name)
    if found is None:
        return None
    before = values.get(f"{found[1]} {int(found[2]) - 1}{found[3]}")
    return text if before == text else None


WAYS: Final[Mapping[str, Way]] = {
    "as the form asks": Way(_any),
    "one word over its boxes": Way(_in_boxes, handwriting.across),
    "several characters in one box": Way(_in_boxes, handwriting.crowded),
    "at the right": Way(_with_room, handwriting.at_the_right),
    "spilled over borders": Way(_any, handwriting.spilled, SHARE_SPILLED),
    "suit letter first": Way(_card(suit_first)),
    "suit symbol first": Way(_card(symbol_first)),
    "10 as X": Way(_card(partial(ten_as, "X"))),
    "10 as T": Way(_card(partial(ten_as, "T"))),
    "small letters": Way(_small),
    "P for a pass": Way(partial(_passes, "P")),
    "the word Pass": Way(partial(_passes, "Pass")),
    "a stroke for a pass": Way(partial(_passes, "Pass"), slash),
    "a dash for a pass": Way(partial(_passes, "Pass"), dash, stands="-"),
    "an arrow for a pass": Way(partial(_passes, "Pass"), arrow),
    "a dash for the same again": Way(_again, dash, stands="-"),
    "a tick for the same again": Way(_again, tick),
    "ditto marks for the same again": Way(_again, ditto),
    "an arrow for the same again": Way(_again, arrow),
    "crossed out, the right one above": Way(_any, crossed_out, SHARE_MENDED),
    "under correction fluid": Way(_any, under_fluid, SHARE_MENDED),
    "pencil": Way(_any, pen=PENCIL),
    "gel pen": Way(_any, pen=GEL),
    "felt pen": Way(_any, pen=FELT),
    "stains": Way(_any, paper=lambda written, blank, rng: stained(written, rng)),
    "carbon copy": Way(_any, pen=BALLPOINT, paper=carbon_copy),
}
