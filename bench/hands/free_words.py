"""Free words to write into the text fields of forms: names, dates and remarks as people put them.

Given names and names of teams are common ones; nobody in particular is meant.
"""

from __future__ import annotations

from collections.abc import Set
from random import Random
from typing import Final

from bench.hands.pages import Page, page
from fairdeal.digitize.forms.layout import FormField, load

EVENTS: Final = ("Onam Cup", "Club night", "Spring League", "Friday game", "Trial match", "Final")
TEAMS: Final = ("North", "South", "Chundan", "Veyil", "Lotus", "River House", "Old Friends")
NAMES: Final = (
    *("Anil Kumar", "Joseph", "Mathew Thomas", "Rajan Nair", "Suresh", "Priya Menon", "Leela"),
    *("Beena", "George K", "Abdul Rahim", "Vinod", "Maria Paul", "Hari", "Fatima"),
)
DATES: Final = ("26.8.2026", "2026-08-26", "26 Aug 2026", "3/10/2026", "14 March 2026", "7 11 2026")
REMARKS: Final = (
    *(
        "redeal",
        "claim",
        "lead out of turn",
        "card fell",
        "misdeal",
        "late",
        "wrong card",
        "revoke",
    ),
    *("hand shown", "score checked", "1 point to B", "talked", "seat 4 changed", "card dropped"),
    *("all passed", "not agreed"),
)
KINDS: Final = {
    "event": EVENTS,
    "date": DATES,
    "team": TEAMS,
    "seat": NAMES,
    "recorder": NAMES,
    "remark": REMARKS,
    "remarks": REMARKS,
}
"""By the last part of a field's name, its first word."""
REMARKED: Final = 7
"""Remarks on a page, at most."""


def page_with_words(form: str, seed: int, known: Set[str]) -> tuple[Page, dict[str, str]]:
    """A page with words in its text fields, and these words alone; `known` are the writer's characters.

    A third of the pages are in capitals. What cannot be written with these characters is not.
    """
    rng = Random(f"words {form} {seed}")
    capitals = rng.random() < 1 / 3
    fields = {each.name: kind for each in load(form).fields if (kind := kind_of(each))}
    remarks = [name for name, kind in fields.items() if kind.startswith("remark")]
    left_out = set(rng.sample(remarks, max(0, len(remarks) - REMARKED)))
    words = {}
    for name, kind in fields.items():
        able = [text for each in KINDS[kind] if (text := _able(each, known, capitals))]
        if able and name not in left_out:
            words[name] = rng.choice(able)
    made = page(form, seed, slips=False)
    others = {name: text for name, text in made.values.items() if name not in fields}
    return Page(form, {**others, **words}), words


def kind_of(field: FormField) -> str:
    """Which kind of words a field takes; empty where it takes none."""
    last = field.name.split(" / ")[-1].split(" ")[0]
    return last if field.kind == "text" and not field.choices and last in KINDS else ""


def _able(text: str, known: Set[str], capitals: bool) -> str:
    """The text as the writer can put it: in capitals where small letters are lacking; else empty."""
    ways = (text.upper(),) if capitals else (text, text.upper())
    return next((way for way in ways if set(way) - {" "} <= known), "")
