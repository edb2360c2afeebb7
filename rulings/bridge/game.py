"""Bridge, as the rulings know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fairdeal.records.cards import Team
from fairdeal.records.record import Record
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.book_file import build
from fairdeal.rulings.bridge.hearing import BridgeHearing
from fairdeal.rulings.bridge.in_words import FIGURES, in_words
from fairdeal.rulings.bridge.rules import RULES
from fairdeal.rulings.frame.decided import Decided
from fairdeal.rulings.frame.finding import Refusal, Verdict
from fairdeal.rulings.frame.game import Game


def check(
    record: Record,
    book: BridgeBook,
    refused: Sequence[Refusal] = (),
    decided: Sequence[Decided] = (),
) -> Verdict:
    """Everything there is to say about a record of bridge."""
    return BridgeHearing(record, book, refused=refused, decided=decided).verdict()


def _build(raw: Mapping[str, Any], file: str) -> BridgeBook:
    return build(raw, file, frozenset(rule.code for rule in RULES))


def _as_recorded(record: Record, book: BridgeBook) -> Record:
    return record


def _no_match_points(
    book: BridgeBook, totals: dict[Team, int], tie_break: Team | None
) -> dict[Team, int] | None:
    """Pairs are ranked by their points in all matches."""
    return None


def _no_limit(book: BridgeBook) -> int | None:
    return None


BRIDGE: Final = Game(
    name="bridge",
    title="bridge",
    sides=("NS", "EW"),
    ranked_by_match=False,
    rules=RULES,
    build=_build,
    check=check,
    in_words=in_words,
    figures=FIGURES,
    as_ruled=_as_recorded,
    match_points=_no_match_points,
    most_points=_no_limit,
)
