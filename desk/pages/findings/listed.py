"""Which findings a page lists, under which number, and which are still to be decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.intake.case import Case
from fairdeal.desk.report.findings.marks import numbered
from fairdeal.desk.report.findings.views import FindingView
from fairdeal.desk.review.ruling.decided import still_holds

KINDS: Final = {
    "all": "All",
    "open": "To decide",
    "offence": "Offences",
    "ruling": "Rulings",
    "entry": "Wrong entries",
    "decided": "Decided",
}
"""What the list can be narrowed to."""


@dataclass(frozen=True, slots=True)
class Filter:
    """One way to narrow the list, and how many findings are left then."""

    name: str
    title: str
    count: int


def filters(findings: Sequence[FindingView]) -> list[Filter]:
    """Those that leave some findings and not all of them; first, all."""
    found = [Filter(name, title, len(chosen(findings, name))) for name, title in KINDS.items()]
    return [each for each in found if each.name == "all" or 0 < each.count < len(findings)]


def chosen(findings: Sequence[FindingView], show: str) -> list[FindingView]:
    """The findings of one kind; all for a kind that there is not."""
    if show == "open":
        return [each for each in findings if each.decision is None and not each.gone]
    if show == "decided":
        return [each for each in findings if each.decision is not None]
    if show in ("offence", "ruling", "entry"):
        return [each for each in findings if each.kind == show]
    return list(findings)


def left_to_decide(file: CaseFile, ruled: Case) -> list[int]:
    """The numbers of the findings that the committee has not decided on and that still hold."""
    return [
        each.number
        for each in numbered(ruled.verdict.findings)
        if each.key not in file.decisions and still_holds(ruled, each.finding)
    ]


def number_of(ruled: Case, key: str) -> int:
    """The number of a finding on the page; 0 where it is not there."""
    found = (each.number for each in numbered(ruled.verdict.findings) if each.key == key)
    return next(found, 0)
