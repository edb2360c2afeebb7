"""What a report of very many games does not tell in full: a line each, and a count of what is beyond."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.report.addresses import Addresses
from fairdeal.desk.report.findings.marks import Numbered

IN_FULL: Final = 150
"""Findings told in full. Of a file of thousands of games a report must still open on a phone: the
deals of so many are about 5 MB."""
LISTED: Final = 2000
"""Further findings, and deals that are not laid out, that are listed in a line each."""
FEW_DEALS: Final = 40
"""A record of so many deals is one match: all of them are laid out."""


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding that is not told in full: one of very many."""

    number: int
    title: str
    where: str
    team: str
    message: str


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal that is not laid out: one of very many."""

    where: str
    contract: str
    outcome: str
    award: str


@dataclass(frozen=True, slots=True)
class Rest:
    """What a report of very many games does not lay out, and what it leaves out altogether."""

    findings: tuple[FindingLine, ...] = ()
    findings_left_out: tuple[str, ...] = ()
    deals: tuple[DealLine, ...] = ()
    deals_left_out: int = 0
    parts_left_out: int = 0
    """Findings whose part of a deal is not laid out again."""


NOTHING_MORE: Final = Rest()


def rest_of(
    case: Case, more: Sequence[Numbered], laid_out: Collection[int] | None, names: Addresses
) -> Rest:
    """Findings beyond those told in full, and the deals that are not laid out (None: all are)."""
    lines = tuple(
        FindingLine(
            each.number,
            words.title(each.finding.code, each.finding),
            names.where(each.finding),
            (each.finding.team or "") if each.finding.severity == "offence" else "",
            each.finding.message,
        )
        for each in more[:LISTED]
    )
    beyond = Counter(words.title(each.finding.code, each.finding) for each in more[LISTED:])
    counted = tuple(f"{title}: {number}" for title, number in beyond.most_common())
    if laid_out is None:
        return Rest(lines, counted)
    others = [each for each in case.verdict.deals if each.game not in laid_out]
    deals = tuple(
        DealLine(
            names.deal(each.deal, each.game),
            words.contract(each.contract),
            words.outcome(each),
            words.figures(each.award) if each.award else "",
        )
        for each in others[:LISTED]
    )
    return Rest(lines, counted, deals, max(0, len(others) - LISTED))
