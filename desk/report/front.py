"""The page that is signed: what was decided, and room for everybody's name. It is one sheet of paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk.ledger.ledger import Ledger
from fairdeal.desk.ledger.said import papers_line
from fairdeal.desk.report.finding_views import FindingView
from fairdeal.desk.report.paper import Appeal, Paper
from fairdeal.desk.review.committee import Committee
from fairdeal.templates import shortened

MOST_ROWS: Final = 6
"""Findings that are listed on page 1; the others are counted there."""
MOST_ROWS_BESIDE: Final = 3
"""The same where each stands there in two languages."""
LONGEST_TEXT: Final = 420
"""Letters of the ruling on page 1, where there is room for six lines. All of it stands on page 2."""
LONGEST_LINES: Final = 5
"""Lines of the ruling on page 1."""
LONGEST_NAME: Final = 80
"""Letters of a name or a cell on page 1."""
LEAST_MEMBERS: Final = 2
MOST_MEMBERS: Final = 6
"""Members of a committee with a line each to sign on."""

_BETWEEN: Final = re.compile(r"\s*(?:[,;\n]|\band\b)\s*")


@dataclass(frozen=True, slots=True)
class FrontRow:
    """A finding on page 1. `outcome` is what the committee decided, empty where it did not."""

    number: int
    title: str
    where: str
    team: str
    follows: str
    outcome: str
    likely: bool


@dataclass(frozen=True, slots=True)
class Front:
    """What page 1 shows beside the score and the heading."""

    rows: tuple[FrontRow, ...]
    more: int
    dismissed: int
    ruling: str
    cut: bool
    """Whether the ruling goes on on another page."""
    members: tuple[str, ...]
    """Names of the committee's members, each with a line to sign on; an empty name is filled in by hand."""
    appeal: Appeal
    papers: tuple[str, ...] = ()
    """What became of the papers that were handed in: how many of each kind, and which."""
    notes: tuple[str, ...] = ()
    """What else page 1 says of them: rulebooks that they name."""
    missing: tuple[str, ...] = ()
    """What is not there: papers, tricks, cards."""


def front(
    findings: Sequence[FindingView],
    committee: Committee | None,
    paper: Paper,
    more: int = 0,
    missing: tuple[str, ...] = (),
    ledger: Ledger | None = None,
    notes: tuple[str, ...] = (),
) -> Front:
    """Page 1; `more` are findings that the report itself only lists, `missing` what is not there."""
    appeal = paper.appeal
    most = MOST_ROWS_BESIDE if paper.language.beside else MOST_ROWS
    stand = [each for each in findings if not each.dismissed]
    parts = {} if committee is None else dict((*committee.ruling, *committee.closing))
    ruling = parts.get("Ruling", "")
    shown = _short_text(ruling)
    until = parts.get("Appeal until", "") or appeal.until
    return Front(
        rows=tuple(map(_row, stand[:most])),
        more=max(0, len(stand) - most) + more,
        dismissed=len(findings) - len(stand),
        ruling=shown,
        cut=shown != ruling,
        members=tuple(_members(parts.get("Committee", ""))),
        appeal=Appeal(
            shortened(appeal.to, LONGEST_NAME),
            shortened(until, LONGEST_NAME),
            shortened(appeal.fee, LONGEST_NAME),
        ),
        papers=() if ledger is None else papers_line(ledger),
        notes=notes,
        missing=missing,
    )


def _row(finding: FindingView) -> FrontRow:
    decision = finding.decision
    changed = decision.remedy if decision is not None and decision.kind == "amend" else ""
    return FrontRow(
        finding.number,
        shortened(finding.title, LONGEST_NAME),
        shortened(finding.where, LONGEST_NAME),
        finding.team,
        shortened(changed or finding.remedy, 2 * LONGEST_NAME),
        "" if decision is None else decision.words,
        not finding.established,
    )


def _short_text(text: str) -> str:
    lines = text.strip().splitlines()
    kept = "\n".join(lines[:LONGEST_LINES])
    if len(lines) > LONGEST_LINES:
        kept += " …"
    return shortened(kept, LONGEST_TEXT)


def _members(text: str) -> Iterable[str]:
    """``Asha, Bina and Cyril`` as three names; at least two, with empty ones."""
    names = [name for name in _BETWEEN.split(text) if name][:MOST_MEMBERS]
    yield from (shortened(name, 40) for name in names)
    yield from [""] * (LEAST_MEMBERS - len(names))
