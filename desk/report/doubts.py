"""Doubtful entries, and what depends on each: for a person to look at the paper and decide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.check.questions import Questions
from fairdeal.desk.intake.case import Case
from fairdeal.desk.report.ink import Crops, Ink, game_of, ink_at
from fairdeal.records.place import Place
from fairdeal.rulings.frame.finding import Finding

NAMED: Final = 0.01
"""Doubts less likely than this are counted, not listed: a hundred of them hide the ones that matter."""


LISTED: Final = 500
"""Entries that are listed: all fields of four hand logs."""

HANGING: Final = 50
"""Irregularities that are listed beside one entry."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One entry that a person should read, and the irregularities that depend on it."""

    where: str
    ink: Ink | None
    hanging: tuple[str, ...]


def doubts(
    case: Case, findings: Sequence[Finding], open_: Questions, crops: Crops
) -> Iterable[Doubt]:
    """The entries on which unlikely findings or what a deal scores depends, those that decide most first."""
    by_entry: dict[tuple[int | None, Place], list[Finding]] = defaultdict(list)
    for finding in findings:
        if (finding.probability or 0.0) < NAMED:
            continue
        place = finding.depends_on[0] if finding.depends_on else words.address(finding)
        by_entry[game_of(case, finding, place), place.within_deal()].append(finding)
    outcomes = {(of.game, place) for of in open_.open if of.outcome for place in of.places}
    for key in sorted(outcomes - set(by_entry), key=str):
        by_entry[key] = []
    ordered = sorted(by_entry.items(), key=lambda each: -_weight(each[1]) - (each[0] in outcomes))
    for (game, place), hanging in ordered[:LISTED]:
        label = case.record.deals[game - 1].label if game is not None else None
        told = [
            f"{words.title(each.code, each)} ({words.inside(words.address(each))}): {_share(each)}"
            for each in sorted(hanging, key=lambda each: -(each.probability or 0.0))[:HANGING]
        ]
        if (game, place) in outcomes:
            told.insert(0, "What the deal scores")
        if len(hanging) > HANGING:
            told.append(f"and {len(hanging) - HANGING:,} more")
        yield Doubt(
            words.place(place.in_deal(label)), ink_at(case, game, place, crops), tuple(told)
        )
    if len(ordered) > LISTED:
        yield Doubt(f"{len(ordered) - LISTED:,} more entries", None, ())


def left_out(findings: Sequence[Finding]) -> int:
    """How many doubts are only counted."""
    return sum((each.probability or 0.0) < NAMED for each in findings)


def _weight(hanging: Sequence[Finding]) -> float:
    return sum(each.probability or 0.0 for each in hanging)


def _share(finding: Finding) -> str:
    return words.percent(finding.probability or 0.0)
