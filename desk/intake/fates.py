"""What became of the papers that were added, in words: in one line for page 1, and of each in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.ledger import JUDGED, Ledger, Paper, Status

NAMED: Final = 4
"""Papers of one kind that page 1 names: it is one sheet of paper. All of them stand in the list of papers."""
LONGEST: Final = 90
"""Letters of a reason on page 1."""

_ASIDE: Final[tuple[tuple[Status, str, str], ...]] = (
    ("copy", "copy", "copies"),
    ("empty", "empty", "empty"),
    ("not placed", "not of this match", "not of this match"),
    ("not judged", "not judged", "not judged"),
    ("not read", "not read", "not read"),
)
"""Papers that are named on page 1, with what one and several are called."""


def papers_line(ledger: Ledger) -> tuple[str, ...]:
    """``9 papers: 7 judged``, ``1 copy (zz.hrn)``, ``1 not judged: hand15.hrn, more than 1,000 entries``."""
    judged = sum(each.status in JUDGED for each in ledger.papers)
    parts = [f"{words.count(len(ledger.papers), 'paper')}: {judged} judged"]
    for status, one, many in _ASIDE:
        found = [each for each in ledger.papers if each.status == status]
        if found:
            parts.append(f"{len(found)} {one if len(found) == 1 else many}{_names(found, status)}")
    in_part = [each for each in ledger.papers if each.not_judged and each.status != "not judged"]
    parts += [f"not judged in {each.name}: {_short(each.why)}" for each in in_part[:NAMED]]
    return tuple(parts)


def _names(papers: Sequence[Paper], status: Status) -> str:
    named = [each.name for each in papers[:NAMED]]
    more = f" and {len(papers) - NAMED} more" if len(papers) > NAMED else ""
    if status in ("copy", "empty"):
        return f" ({', '.join(named)}{more})"
    reasons = [
        f"{each.name}, {_short(each.why)}" if each.why else each.name for each in papers[:NAMED]
    ]
    return f": {'; '.join(reasons)}{more}"


def _short(why: str) -> str:
    why = why.rstrip(".")
    return why if len(why) <= LONGEST else f"{why[: LONGEST - 1].rstrip()}…"


def fate(paper: Paper) -> str:
    """What became of a paper, in a sentence."""
    of = f" {paper.of}" if paper.of else " another paper"
    fates: dict[Status, str] = {
        "witness": f"Judged: {', '.join(paper.evidence)}." if paper.evidence else "Judged.",
        "part": f"Part of a record: all that it says agrees with{of}.",
        "second look": f"Another photo of the same page as{of}: both readings are weighed together.",
        "copy": f"A copy of{of}: counted once.",
        "differs": f"Differs from{of}: {paper.why}.",
        "empty": "Nothing is recorded in it but numbers, names or a dealer.",
        "not placed": f"Not of this match: {paper.why}.",
        "not judged": f"Not judged: {paper.why.rstrip('.')}.",
        "not read": f"Not read: {paper.why.rstrip('.')}.",
    }
    said = fates[paper.status]
    if paper.not_judged and paper.status != "not judged":
        said += f" Not judged: {', '.join(paper.not_judged)}."
    return said
