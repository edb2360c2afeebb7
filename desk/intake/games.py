"""Which game a paper is of, where it shows; and that nobody is judged by the rules of another game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from fairdeal import rulings
from fairdeal.desk.files import base_name
from fairdeal.desk.intake.papers import BOARDS, Document
from fairdeal.desk.trouble import DeskError
from fairdeal.records.cards import COMPASS
from fairdeal.records.record import of_entries

PLAYED: Final = {"bridge": "bridge", "fifty-six": "56"}
"""What the games are called."""
NAMED: Final = 3
"""Files that are named of each game."""


def game_played(document: Document) -> str | None:
    """The game that a paper is of, where it shows."""
    record = document.record
    named = (record.tag("Rules") or "").strip().casefold()
    if named in rulings.known():
        return rulings.load(named).game
    if document.default_rules == BOARDS or any(map(of_entries, record.sheets)):
        return "bridge"
    dealers = [deal.dealer.value for deal in record.deals if deal.dealer is not None]
    seats = [hand.seat for deal in record.deals for hand in deal.hands or ()] + dealers
    if not seats:
        return None
    return "bridge" if all(seat in COMPASS for seat in seats) else "fifty-six"


def hold_to_one_game(documents: Sequence[Document], rules: str | None) -> None:
    """Raises DeskError where papers are of two games, or none is of the game of the rulebook asked for:
    every bid would be an offence."""
    by_game: dict[str, list[str]] = defaultdict(list)
    for each in documents:
        game = game_played(each)
        if game is not None:
            by_game[game].append(base_name(each.name))
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
