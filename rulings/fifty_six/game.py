"""The game of 56, as the rulings know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fairdeal.records.record import Record
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.book_file import build
from fairdeal.rulings.fifty_six.hearing import FiftySixHearing
from fairdeal.rulings.fifty_six.in_words import FIGURES, in_words
from fairdeal.rulings.fifty_six.rules import RULES
from fairdeal.rulings.fifty_six.scoring import match_points, most_points
from fairdeal.rulings.fifty_six.sheets.numbering import as_ruled
from fairdeal.rulings.frame.decided import Decided
from fairdeal.rulings.frame.finding import Refusal, Verdict
from fairdeal.rulings.frame.game import Game


def check(
    record: Record,
    book: FiftySixBook,
    refused: Sequence[Refusal] = (),
    decided: Sequence[Decided] = (),
) -> Verdict:
    """Everything there is to say about a record of 56."""
    return FiftySixHearing(record, book, refused, decided).verdict()


def _build(raw: Mapping[str, Any], file: str) -> FiftySixBook:
    return build(raw, file, frozenset(rule.code for rule in RULES))


FIFTY_SIX: Final = Game(
    name="fifty-six",
    title="56",
    sides=("A", "B"),
    ranked_by_match=True,
    rules=RULES,
    build=_build,
    check=check,
    in_words=in_words,
    figures=FIGURES,
    as_ruled=as_ruled,
    match_points=match_points,
    most_points=most_points,
)
