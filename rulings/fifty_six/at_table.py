"""What a rulebook of 56 says at the table, where answers have led: article, remedy, what each side may do."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.remedies import REMEDIES, remedy_of
from fairdeal.rulings.fifty_six.scoring import table_figures
from fairdeal.rulings.frame.finding import Contract, Remedy
from fairdeal.rulings.frame.incident import COMMITTEE, NOTHING, AwardRow, Outcome, Then, named

OWN: Final = "A"
"""The side that did it, in remedies; the other side is B."""
OTHER: Final = "B"

# --- what the rulebook says -----------------------------------------------------------------------------


def answer(book: FiftySixBook, then: Then) -> Outcome:
    """What a rulebook of 56 says where answers lead."""
    found = named(book, then, lambda code: remedy_of(book, code, OWN), _follows)
    if not found.article:
        return found
    if found.remedy.kind == "award-deal" and then.counts:
        rows = tuple(_awards(book, then.counts == "made", found.remedy.points))
        found = replace(found, on=(_COUNTS[then.counts], *found.on), awards=rows)
    on, own, other = _MAY.get(found.remedy.kind, ((), (), ()))
    if found.needs_objection and found.remedy == NOTHING:
        other = ("Nothing follows without its objection.",)
    most = book.penalties.score_query_most
    if found.code == "score-query" and found.remedy == COMMITTEE and most is not None:
        other = (f"The committee may give it up to {most} points.",)
    shown = book.shown("warning-scope") if found.remedy.kind == "warning" else None
    return replace(
        found,
        on=(*on, *found.on),
        own=(*own, *found.own),
        other=(*other, *found.other),
        setting=shown or "",
    )


_COUNTS: Final = {
    "defeated": "The contract counts as defeated.",
    "made": "The contract counts as made.",
}

_NOT_AGREED: Final = "If it does not agree, the committee decides."

_MAY: Final = {
    "warning": (
        (),
        (_NOT_AGREED, "The next time costs it points."),
        ("Has the warning written down.",),
    ),
    "points": ((), (_NOT_AGREED,), ("Gets the points in addition to what the deal scores.",)),
    "award-deal": ((), (_NOT_AGREED,), ("Gets the points of the table below.",)),
    "redeal": (("Put the cards together.",), (), ()),
    "committee": (
        ("Agree if you can. If you cannot, write it down and ask the committee.",),
        (),
        (),
    ),
}
"""By the kind of remedy: what both sides, the side that did it, and the other one may do."""


def _follows(remedy: Remedy) -> str:
    """A remedy in words, with the sides as a table calls them."""
    other = (
        "the side that claimed"
        if remedy.kind == "tricks" and remedy.to == OWN
        else "the other side"
    )
    return remedy.in_words(REMEDIES, "this side" if remedy.kind == "warning" else other)


def _awards(book: FiftySixBook, made: bool, more: int) -> list[AwardRow]:
    """What the side that did not offend then gets, by the bid: not doubled, doubled, redoubled."""
    rows = []
    for row in book.scoring.awards:
        figures = []
        for doubled in (1, 2, 4):
            points = table_figures(book, Contract(row.low, "S", "1", doubled), made)
            figures.append(max(points.values()) + more if points else 0)
        span = f"{row.low} to {row.high}" if row.high > row.low else str(row.low)
        rows.append((span, tuple(figures)))
    return rows
