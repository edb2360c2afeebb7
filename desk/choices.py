"""The ways that a law leaves open after an irregularity, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairdeal.rulings.frame.either_way import score_text
from fairdeal.rulings.frame.finding import Branch


def heading(branch: Branch) -> str:
    """``Law 27A1, as the record shows: the next player accepts the bid``; ``Law 27B2, if it is replaced``."""
    how = {True: "as the record shows:", False: "not as recorded: if", None: "if"}[branch.taken]
    return f"{branch.law}, {how} {branch.condition}"


def outcome(branch: Branch) -> str:
    """What becomes of the score, with the figures where they are known."""
    if branch.award is None:
        return branch.score
    return f"{branch.score} The deal then gives {score_text(branch.award)}."


def sentence(branch: Branch) -> str:
    return f"{heading(branch)}. {branch.follows} {outcome(branch)}"


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
