"""What is written on whole pages: realistic deals and matches in the fields of a form, with slips.

A score sheet has a session of eighteen deals, a hand log one deal (one in three in order, the others with
one irregularity), a WE and THEY sheet a match of four hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from bench.hands.slips import Slip, put_in
from bench.soak.written_deals import written_deal
from samples.making.hand.values import DoesNotFit, sheet_values, we_they_values
from samples.making.records.bridge_matches import random_match, rows_of
from samples.making.records.sessions import random_session, session_record

FORMS: Final = ("score-sheet", "hand-log", "we-they")
HEADING: Final = {"heading / table": "4", "heading / round": "1"}


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
        return written_deal(seed).values
    if form == "score-sheet":
        return sheet_values(session_record(random_session(rng), rng))
    while True:
        match, side = random_match(rng), rng.choice(("NS", "EW"))
        try:
            return we_they_values(rows_of(match, side), side)
        except DoesNotFit:
            continue
