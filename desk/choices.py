"""The ways that a law leaves open after an irregularity, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairdeal.rulings.frame.either_way import score_text
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


def not_taken(branches: Iterable[Branch]) -> str | None:
    """The laws whose ways the table did not go, by the record; None for none."""
    laws = [each.law.removeprefix("Law ") for each in branches if each.taken is False]
    if not laws:
        return None
    return (
        f"The record shows that the table did not go by Law {_listed(list(dict.fromkeys(laws)))}."
    )


def _listed(laws: Sequence[str]) -> str:
    return laws[0] if len(laws) == 1 else f"{', '.join(laws[:-1])} or {laws[-1]}"
