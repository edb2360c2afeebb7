"""The ways that a law leaves open after an irregularity, in words."""

from __future__ import annotations

from collections.abc import Iterable

from fairdeal.rulings.frame.decided import score_text
from fairdeal.rulings.frame.finding import Branch


def heading(branch: Branch) -> str:
    """``Law 27A1, as the record shows: the next player accepts the bid``; ``Law 27B2, if it is replaced``."""
    how = {True: "as the record shows:", False: "not as recorded: if", None: "if"}[branch.taken]
    return f"{branch.law}, {how} {branch.condition}"


def sentences(branches: Iterable[Branch]) -> list[tuple[Branch, str]]:
    """The open ways, each with what becomes of the score: with its figures, unless all ways have the same."""
    ways = open_ways(branches)
    alike = same_score(ways) is not None
    return [(each, outcome(each, figures=not alike)) for each in ways]


def outcome(branch: Branch, figures: bool = True) -> str:
    """What becomes of the score, with the figures where they are known and asked for."""
    if branch.award is None or not figures:
        return branch.score
    return f"{branch.score} The deal then gives {score_text(branch.award)}."


def same_score(branches: Iterable[Branch]) -> str | None:
    """What the deal gives in several open ways alike; None where they differ, or only one has figures."""
    awards = [each.award for each in open_ways(branches) if each.award is not None]
    if len(awards) < 2 or any(each != awards[0] for each in awards):
        return None
    return f"Where no score is assigned, the deal gives {score_text(awards[0])}."


def sentence(branch: Branch, outcome: str) -> str:
    return f"{heading(branch)}. {branch.follows} {outcome}"


def open_ways(branches: Iterable[Branch]) -> list[Branch]:
    """The ways that the record leaves open; the one that it shows comes first."""
    return sorted(
        (each for each in branches if each.taken is not False), key=lambda it: not it.taken
    )


def not_shown(branches: Iterable[Branch]) -> str | None:
    """That the record does not show which way the table took; None where it does, or there are none."""
    branches = list(branches)
    ways = open_ways(branches)
    if branches and not ways:
        return "The record shows none of the ways that the Laws leave open."
    if len(ways) < 2 or ways[0].taken:
        return None
    return "The record does not show which of these ways the table took."
