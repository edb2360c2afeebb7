"""The games of a large file that a report has room for: those in which something is found, the first of them.

A file of a hundred thousand games is read and judged one by one, and never held. What is taken of it keeps
its text and its lines; a value that a game inherits is written out, for the game that has it may be left out.
Boards that are only marked otherwise than their numbers are left out: whether they follow an order can be
told of a whole file alone.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final

from fairdeal.desk.check.game_files import LENIENT, Judged, judged, reader_for, streamed
from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.intake.documents import LARGEST_TEXT, too_long
from fairdeal.desk.intake.games import Game
from fairdeal.grammar.pbn.reader import PbnGame
from fairdeal.grammar.pbn.writer import quoted
from fairdeal.rulings.bridge.rules import dealer_rotation

MOST_GAMES: Final = 500
"""Games of a large file that are taken: a report lays out some 300 of them."""
FEWEST: Final = 20
"""Games that are taken where nothing is found in any."""
_INHERITS = re.compile(r'^\[(\w+) "#[^"\n]*"\]', re.M)
_MARK: Final = "\ufeff"
"""What tells the reader that the text is in UTF-8."""


@dataclass(frozen=True, slots=True)
class Extract:
    """What was taken of a file: its text, the digest of the whole, and what was left out, in words."""

    data: bytes
    digest: str
    left_out: str


def extract(path: Path, name: str, rules: str | None) -> Extract:
    """The games of a file that matter. Raises DeskError for what is no file of games to be judged singly."""
    reader, book = reader_for(path, LENIENT), streamed(rules)
    if reader is None or book is None:
        raise too_long(name, path.stat().st_size, games=reader is not None)
    taken, first = _Taken(), _Taken()
    count = _Count()
    for each in judged(reader(path), book, Asked()):
        count.games += 1
        if _odd(each):
            count.found += 1
            taken.add(each, MOST_GAMES)
        elif each.findings:
            count.marked += 1
        elif not count.found:
            first.add(each, FEWEST)
    chosen = taken if count.found else first
    return Extract(chosen.data(), _digest(path), count.words(PurePath(name).name, chosen.count))


def _odd(each: Judged) -> bool:
    """Whether there is something to say of a game beside its markings."""
    beside = any(finding.code != dealer_rotation.RULE.code for finding in each.findings)
    unclear = any(problem.severity != "note" for problem in each.problems)
    return beside or unclear or each.deal.outcome == "unread"


@dataclass(slots=True)
class _Count:
    """The games of a file: all, those with something to say of them, those whose markings alone are odd."""

    games: int = 0
    found: int = 0
    marked: int = 0

    def words(self, name: str, shown: int) -> str:
        """What a report of so many of them leaves out."""
        of = (
            f"the first {shown:,} of the {self.found:,}" if self.found > shown else f"the {shown:,}"
        )
        what = f"{of} in which something was found" if self.found else f"the first {shown:,} games"
        marked = (
            f" Boards that are only marked otherwise than by their numbers are left out: {self.marked:,}."
            if self.marked
            else ""
        )
        return (
            f"{name} has {self.games:,} games, too many for one report: this one is about {what}, and its"
            f" totals are of these alone.{marked} For every game: fairdeal check {name}"
        )


class _Taken:
    """Games taken, each on the lines where it stands in the file."""

    def __init__(self) -> None:
        self.count = 0
        self._parts = [_MARK]
        self._line = 1
        self._size = 0

    def add(self, each: Judged, most: int) -> None:
        """Take a game, where there is room for it."""
        game = each.game
        text = _by_itself(game)
        gap = max(game.line - self._line, 1 if self.count else 0)
        if self.count >= most or self._size + gap + len(text) > LARGEST_TEXT // 2:
            return
        self._parts += ["\n" * gap, text]
        self._line += gap + text.count("\n")
        self._size += gap + len(text)
        self.count += 1

    def data(self) -> bytes:
        return "".join(self._parts).encode("utf-8", "replace")


def _by_itself(game: Game) -> str:
    """The text of a game with what it inherits written out, line by line as it stood."""
    if not isinstance(game, PbnGame) or '"#' not in game.raw:
        return game.raw
    effective = game.understood().effective

    def written(tag: re.Match[str]) -> str:
        value = effective.get(tag[1])
        return tag[0] if value is None else f"[{tag[1]} {quoted(value)}]"

    return _INHERITS.sub(written, game.raw)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
