"""Records to findings and scores: `load` a rulebook, `check` a record under it.

Every deal is replayed, every rule looked at, every award worked out, by the game that the rulebook names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fairdeal.records import Record
from fairdeal.rulings.bridge.hearing import BRIDGE
from fairdeal.rulings.fifty_six.hearing import FIFTY_SIX
from fairdeal.rulings.frame.finding import Decided, Finding, Refusal, Verdict
from fairdeal.rulings.frame.hearing import Game
from fairdeal.rulings.rulebooks.files import File, Reader, known, located, shown, source
from fairdeal.rulings.rulebooks.rulebook import Rulebook, RulebookError

__all__ = [
    "Finding", "Refusal", "Rulebook", "RulebookError", "Verdict",
    "check", "game_of", "known", "load", "of_game",
]  # fmt: skip

GAMES: Final[Mapping[str, Game[Any]]] = {game.name: game for game in (FIFTY_SIX, BRIDGE)}


def check(
    record: Record,
    book: Rulebook,
    refused: Sequence[Refusal] = (),
    decided: Sequence[Decided] = (),
) -> Verdict:
    """Everything there is to say about a record, by the rules of the rulebook's game.

    `refused` are the slips of the pen that a person says were not, `decided` what a committee made of
    findings: with them the verdict is the one as ruled, without them the one by the rulebook. Never raises
    for what the record says.
    """
    return game_of(book).check(record, book, refused, decided)


def game_of(book: Rulebook) -> Game[Any]:
    """The game of a rulebook: the one that its file names."""
    return GAMES[book.game]


def load(id_or_path: str) -> Rulebook:
    """The rulebook of an id, or of a file's path, of any game.

    Raises RulebookError, with what is allowed, where there is none or it has a mistake.
    """
    files = located(id_or_path)
    for start in range(len(files) - 1, 0, -1):
        _built(files[start:])  # a mistake in a base is the base's
    return _built(files)


def _built(files: tuple[File, ...]) -> Rulebook:
    read = source(files)
    with read.placing():
        top = Reader(read.tables, read.file)
        game = top.get("game", str, 'the name of a game, or base = "ID",')
        if game not in GAMES:
            names = " or ".join(f'"{name}"' for name in GAMES)
            raise top.fail("game", f"{shown(game)} is not allowed; {names} is.")
    book: Rulebook = GAMES[game].built(files)
    return book


def of_game(game: str) -> tuple[str, ...]:
    """The ids of the rulebooks of one game that come with the program."""
    return tuple(name for name in known() if load(name).game == game)
