"""What is written on whole pages: realistic deals and matches in the fields of a form, with slips.

A score sheet has a session of eighteen deals, a hand log one deal (one in three in order, the others with
one irregularity), a WE and THEY sheet a match of four hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from bench.reader.slips import Slip, put_in
from fairdeal.records import Record
from samples.making import irregularities as making
from samples.making.hand.values import DoesNotFit, log_values, sheet_values, we_they_values
from samples.making.records.bridge_matches import random_match, rows_of
from samples.making.records.deals import clean_record, random_session, session_record

FORMS: Final = ("score-sheet", "hand-log", "we-they")
HEADING: Final = {"heading / table": "4", "heading / round": "1"}
IN_ORDER: Final = "in order"
CLEAN_SHARE: Final = 1 / 3
TRIES: Final = 200
"""Deals thought of until one fits on the form."""
_KINDS: Final = tuple(kind for kind in making.KINDS if kind != "pack")
"""Irregularities of a deal; a wrong pack is a contradiction of the record and none at the table."""


@dataclass(frozen=True, slots=True)
class Page:
    """What stands in each field of a form, and which entries are slips."""

    form: str
    values: Mapping[str, str]
    slips: tuple[Slip, ...] = ()


def page(form: str, seed: int, slips: bool = True) -> Page:
    """The page of a seed, with some slips in it or none."""
    rng = Random(f"{form} {seed}")
    values = {**HEADING, **_values(form, seed, rng)}
    return Page(form, values, tuple(put_in(form, values, rng)) if slips else ())


def _values(form: str, seed: int, rng: Random) -> Mapping[str, str]:
    if form == "hand-log":
        return written_deal(seed)[2]
    if form == "score-sheet":
        return sheet_values(session_record(random_session(rng), rng))
    while True:
        match, side = random_match(rng), rng.choice(("NS", "EW"))
        try:
            return we_they_values(rows_of(match, side), side)
        except DoesNotFit:
            continue


def written_deal(seed: int) -> tuple[str, Record, Mapping[str, str]]:
    """A deal that fits on the hand log, in order or with one irregularity: which, typed, and written."""
    rng = Random(seed)
    clean = rng.random() < CLEAN_SHARE
    kind = IN_ORDER if clean else _KINDS[rng.randrange(len(_KINDS))]
    for turn in range(TRIES):
        own = seed * TRIES + turn
        record = clean_record(own) if clean else making.make(kind, own).record
        try:
            return kind, record, log_values(record, record.deals[0])
        except DoesNotFit:
            if not clean and turn % 40 == 39:
                kind = _KINDS[rng.randrange(len(_KINDS))]
    raise DoesNotFit(f"no deal of seed {seed} fits on the form")
