"""The first screen of a report: what was found, about which team, and what it does to the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import Numbered
from fairdeal.desk.report.finding_views import Addresses
from fairdeal.desk.score.figures import ScoreRow, ScoreTable
from fairdeal.rulings.frame.finding import Certainty, Finding, Severity

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


NOTHING_READ: Final = "Nothing could be read, so nothing was checked."


@dataclass(frozen=True, slots=True)
class Summary:
    """The first screen."""

    lead: str
    counts: tuple[str, ...]
    scores: tuple[ScoreRow, ...]
    """Empty where the deals stand alone, so that there is no score of a match."""
    standing: str


def summary(
    findings: Sequence[Finding],
    doubtful: int,
    table: ScoreTable,
    single: bool = False,
    by_slips: int = 0,
    read: bool = True,
    set_aside: int = 0,
) -> Summary:
    """Sum up the findings told in full, and the number of those that are less likely than not.

    `single`: the deals stand by themselves, so there is no score of a match. `by_slips`: how many of the
    wrong entries a slip of the pen elsewhere would explain. `read`: whether anything could be read at all.
    `set_aside`: findings that were dismissed, or that hold no more because another was.
    """
    sure = [each for each in findings if each.certainty is Certainty.ESTABLISHED]
    kinds = Counter(each.severity for each in sure)
    likely = len(findings) - len(sure)
    counts: list[str] = []
    for row in table.rows:
        offences = sum(f.severity == "offence" and f.team == row.side for f in sure)
        if offences:
            counts.append(f"{row.team}: {words.count(offences, 'offence')}")
    if kinds["ruling"]:
        counts.append(f"{words.count(kinds['ruling'], 'ruling')}, no offence")
    if kinds["entry"] > by_slips:
        wrong = kinds["entry"] - by_slips
        counts.append(words.count(wrong, "wrong entry", "wrong entries"))
    if by_slips:
        entries = words.count(by_slips, "entry", "entries")
        counts.append(f"{entries} in conflict with the rest, which a slip of the pen would explain")
    if likely:
        counts.append(
            f"{words.count(likely, 'finding')} likely, but dependent on how an entry is read"
        )
    if set_aside:
        counts.append(
            f"{words.count(set_aside, 'finding')} dismissed, or dropped with one that was"
        )
    if doubtful:
        counts.append(
            f"{words.count(doubtful, 'possible problem')}, not established: please check the entries first"
        )
    return Summary(
        lead=_lead_or_nothing(kinds, likely + doubtful, by_slips, read=read, set_aside=set_aside),
        counts=tuple(counts),
        scores=() if single else table.rows,
        standing="" if single else table.standing,
    )


def _lead_or_nothing(
    kinds: Mapping[Severity, int], unsure: int, by_slips: int, *, read: bool, set_aside: int
) -> str:
    if not read:
        return NOTHING_READ
    if set_aside and not unsure and not any(kinds.values()):
        return "All findings were dismissed."
    return _lead(kinds, unsure, by_slips)


def _lead(kinds: Mapping[Severity, int], unsure: int, by_slips: int) -> str:
    offences = words.count(kinds["offence"], "offence")
    entries = words.count(kinds["entry"], "wrong entry", "wrong entries")
    if kinds["offence"]:
        return f"{offences}{f' and {entries}' if kinds['entry'] else ''} established."
    if kinds["entry"] and kinds["entry"] == by_slips:
        return "Nobody is accused. The record contradicts itself, and a slip of the pen would explain it."
    if kinds["entry"]:
        return f"{entries} established. Nobody is blamed for {'it' if kinds['entry'] == 1 else 'them'}."
    if kinds["ruling"]:
        return f"{words.count(kinds['ruling'], 'ruling')} established, no offence."
    if unsure:
        return "Nobody is accused. What was found depends on entries that should be checked first."
    return "Nothing irregular was found in what is recorded."
