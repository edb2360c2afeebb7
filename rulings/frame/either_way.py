"""What a deal scores either way, where the committee has to choose: put into words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records.cards import Team
from fairdeal.rulings.frame.finding import AwardIf, Finding

REDEALT: Final = "the deal is dealt again"
COMMITTEE: Final = "For the committee to decide."


def score_text(award: Mapping[Team, int] | None) -> str:
    """``1 to A``, ``nothing``; ``what is not known`` where the record does not tell."""
    if award is None:
        return "what is not known"
    given = [f"{points} to {team}" for team, points in award.items() if points]
    return " and ".join(given) or "nothing"


def in_words(ways: Iterable[AwardIf]) -> str:
    """``1 to A if the bid stands; nothing if it is void``; equal scores are named once."""
    given = list(ways)
    if len(given) > 1 and all(way.award == given[0].award for way in given):
        either = " or ".join(f"if {way.condition}" for way in given)
        return f"{score_text(given[0].award)}, {either}"
    return "; ".join(f"{score_text(way.award)} if {way.condition}" for way in given)


def open_to_choice(finding: Finding, ways: Sequence[AwardIf], why: str = "") -> Finding:
    """The finding with what the deal gives either way, and `why` the rulebook gives nothing by itself.

    Where the record does not show what the deal scores there is nothing to choose between.
    """
    if not ways or any(way.award is None for way in ways):
        return finding
    first = f"{why} {COMMITTEE}".strip()
    left_open = replace(finding, awards_if=tuple(ways), remedy_text=first)
    return with_words(left_open, f"The deal gives {in_words(ways)}.")


def with_words(finding: Finding, words: str) -> Finding:
    """The finding with more to say of what is to be done."""
    return replace(finding, remedy_text=f"{finding.remedy_text} {words}")


def once(ways: Iterable[AwardIf]) -> tuple[AwardIf, ...]:
    """The ways that a deal is open to, each once."""
    found: list[AwardIf] = []
    for way in ways:
        if way not in found:
            found.append(way)
    return tuple(found)
