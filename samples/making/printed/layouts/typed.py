"""As people type: small letters, suit symbols, blanks as they come, no commas, a title, remarks."""

from __future__ import annotations

from random import Random
from typing import Final

from fairdeal.grammar.notation.writer import write
from samples.making.printed.drawn import Flow, Page
from samples.making.printed.faces import Face
from samples.making.printed.logs import Log
from samples.making.printed.wording import Wording, as_typed

TITLES: Final = ("Club evening", "Hand record", "Deal in dispute", "League match, table 4")
REMARKS: Final = (
    "; typed from the paper log",
    "; as agreed by both teams",
    "; copy for the committee",
)
_WIDTHS: Final = (194.0, 194.0, 120.0, 90.0)
"""Where lines end, mm: some people type in a narrow column, and calls go on in the next line."""


def draw(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow(
        [Page(face)], points, right=rng.choice(_WIDTHS), leading=rng.choice((1.2, 1.35, 1.6))
    )
    if rng.random() < 0.7:
        flow.line(rng.choice(TITLES), bold=True, larger=rng.choice((1.0, 1.3)))
        flow.gap(0.6)
    lines = as_typed(write(log.record), Wording.random(rng))
    if rng.random() < 0.5:
        lines.insert(rng.randint(2, len(lines)), rng.choice(REMARKS))
    flow.lines(lines)
    return flow.pages
