"""That nobody is judged by the rules of another game than a paper is of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fairdeal import rulings
from fairdeal.desk.files import base_name
from fairdeal.desk.intake.ledger import PLAYED, Ledger, game_played
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.trouble import DeskError
from fairdeal.records import in_groups

NAMED: Final = 3
"""Files that are named of each game."""


def hold_to_one_game(documents: Sequence[Document], rules: str | None) -> None:
    """Raises DeskError where papers are of two games, or none is of the game of the rulebook asked for:
    every bid would be an offence."""
    by_game = in_groups(
        (game, base_name(each.name)) for each in documents if (game := game_played(each))
    )
    if rules is None and len(by_game) > 1:
        said = "; ".join(f"of {PLAYED[game]}: {_listed(names)}" for game, names in by_game.items())
        raise DeskError(
            f"These files are of two games ({said}).",
            remedy="Write a report for each, or say with --rules which of them counts.",
        )
    asked = None if rules is None else rulings.load(rules).game
    if by_game and asked is not None and asked not in by_game:
        [(game, names)] = by_game.items()
        own = ", ".join(name for name in rulings.known() if rulings.load(name).game == game)
        raise DeskError(
            f"{_listed(names)} {'is' if len(names) == 1 else 'are'} of {PLAYED[game]}, and the rulebook"
            f" {rules} is for {PLAYED[asked]}.",
            remedy=f"Leave --rules out, or choose one of these: {own}.",
        )


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def rules_line(ledger: Ledger) -> str:
    """That papers name different rulebooks, and which was used; empty where they do not differ."""
    if not ledger.rules:
        return ""
    named = "; ".join(f"{rules} ({', '.join(papers[:NAMED])})" for rules, papers in ledger.rules)
    return f"The papers name different rulebooks: {named}. {ledger.book.id} was used."
