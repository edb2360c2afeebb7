"""Files of games, judged one by one, so that memory does not grow with the file; and as many of its games as
a report has room for: those in which something is found, the first of them.

What is taken of a large file keeps its text and its lines; a value that a game inherits is written out, for
the game that has it may be left out. Boards that are only marked otherwise than their numbers are left out:
whether they follow an order can be known of a whole file alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Final

from fairdeal.desk.check import json_answer
from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.files import digest_of, head_of, is_text, ordinary
from fairdeal.desk.intake.documents import LARGEST_TEXT, Reader, reader_of, too_long
from fairdeal.desk.intake.ledger import book_for
from fairdeal.desk.intake.papers import BOARDS
from fairdeal.desk.judging import Read
from fairdeal.desk.trouble import in_one_line, lacked_memory, show_origin
from fairdeal.grammar.pbn.game import FileGame
from fairdeal.grammar.pbn.reader import PbnGame
from fairdeal.grammar.pbn.writer import quoted
from fairdeal.records import Problem, Record
from fairdeal.rulings import check
from fairdeal.rulings.bridge import quick
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.hearing import BRIDGE
from fairdeal.rulings.frame.finding import Coverage, DealVerdict, Explanation, Finding


@dataclass(frozen=True, slots=True)
class Strictness:
    """How PBN is read: to every word of the standard or not, and of which version."""

    strict: bool = False
    version: str | None = None


LENIENT: Final = Strictness()


def reader_for(path: Path, how: Strictness) -> Reader | None:
    """The reader of a file's games; None for a file of anything else.

    Raises DeskError or OSError for what cannot be opened.
    """
    ordinary(path)
    head = head_of(path)
    if not head or not is_text(head):
        return None
    return reader_of(str(path), head, how.strict, how.version)


def streamed(rules: str | None) -> BridgeBook | None:
    """The rulebook to judge games by one at a time; None where deals depend on those before them."""
    book = book_for(Record(), rules, BOARDS)
    return BRIDGE.load(rules or book.id) if book.single_boards else None


@dataclass(frozen=True, slots=True)
class Judged:
    """One game with everything that is to be said of it."""

    game: FileGame
    problems: Sequence[Problem]
    findings: Sequence[Finding]
    deal: DealVerdict
    coverage: Sequence[Coverage]
    explanations: Sequence[Explanation] = ()
    in_full: bool = True
    """False: judged at once, by what is plain of it."""


def judged(games: Iterable[FileGame], book: BridgeBook, asked: Asked) -> Iterator[Judged]:
    """Every game of a file under a rulebook. What goes wrong with one stays with it."""
    for game in games:
        try:
            yield _judge(game, book, asked)
        except Exception as error:
            if lacked_memory(error):
                raise
            show_origin(error)
            problem = Problem("error", in_one_line(error), game.line, 1, game.number)
            unread = DealVerdict(None, game.number, None, None, "unread", None)
            yield Judged(game, (*game.problems, problem), (), unread, ())


def _judge(game: FileGame, book: BridgeBook, asked: Asked) -> Judged:
    """A clean game at once, any other in full."""
    if game.plain is not None and not asked.everything:
        deal = quick.judge(game.plain, book, game=game.number)
        if deal is not None:
            covered = quick.unchecked(game.plain, book, game.number)
            return Judged(game, game.problems, (), deal, covered, in_full=False)
        marked = quick.judge_marked(game.plain, book, game.number, game.span_of)
        if marked is not None:
            deal, found = marked
            covered = quick.unchecked(game.plain, book, game.number)
            return Judged(game, game.problems, found, deal, covered, in_full=False)
    verdict = check(game.record, book)
    number = game.number
    numbered = replace(
        verdict,
        findings=tuple(_in_game(each, number) for each in verdict.findings),
        possible=tuple(_in_game(each, number) for each in verdict.possible),
    )
    problems = [
        problem if problem.game == number else replace(problem, game=number)
        for problem in json_answer.all_problems(verdict, game.problems)
    ]
    shown = json_answer.shown(numbered, asked)
    # Judged as the only game of a record; here it has its number in the file.
    entries = [
        each if each.game in (None, number) else replace(each, game=number)
        for each in json_answer.coverage(numbered, asked)
    ]
    why = [replace(each, game=number) for each in verdict.explanations]
    return Judged(game, problems, shown, replace(verdict.deals[0], game=number), entries, why)


def _in_game(finding: Finding, number: int) -> Finding:
    """A finding of a game judged alone, at its position in the file."""
    cause = finding.follows_from
    here = None if cause is None else (*cause[:3], number, cause[4])
    return replace(finding, game=number, follows_from=here)


MOST_GAMES: Final = 500
"""Games of a large file that are taken: a report lays out some 300 of them."""
FEWEST: Final = 20
"""Games that are taken where nothing is found in any."""
_INHERITS = re.compile(r'^\[(\w+) "#[^"\n]*"\]', re.M)
_BYTE_ORDER_MARK: Final = "\ufeff"
"""What tells the reader that the text is in UTF-8."""


def extract(path: Path, name: str, rules: str | None) -> Read:
    """The games of a file that matter, with the digest of the whole. Raises DeskError for what is not a file
    of games to be judged singly."""
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
    left_out = count.words(PurePath(name).name, chosen.count)
    return Read(name, digest_of(path), chosen.data(), left_out=left_out)


def _odd(each: Judged) -> bool:
    """Whether there is something to say of a game beside its markings."""
    beside = any(finding.code != "dealer-rotation" for finding in each.findings)
    unclear = any(problem.severity != "note" for problem in each.problems)
    return beside or unclear or each.deal.outcome == "unread"


@dataclass(slots=True)
class _Count:
    """The games of a file: all, those with something to say of them, those whose markings alone are odd."""

    games: int = 0
    found: int = 0
    marked: int = 0

    def words(self, name: str, shown: int) -> str:
        """What a report of that many of them leaves out."""
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
        self._parts = [_BYTE_ORDER_MARK]
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


def _by_itself(game: FileGame) -> str:
    """The text of a game with what it inherits written out, line by line as it stood."""
    if not isinstance(game, PbnGame) or '"#' not in game.raw:
        return game.raw
    effective = game.understood().effective

    def written(tag: re.Match[str]) -> str:
        value = effective.get(tag[1])
        return tag[0] if value is None else f"[{tag[1]} {quoted(value)}]"

    return _INHERITS.sub(written, game.raw)


def extract_read(file: Path, name: str, rules: str | None) -> Read:
    """As much of a large file of games as a report has room for, by a worker. Raises as `file_read` does."""
    task = Work.text(name, file.stat().st_size, held=False)
    return workers().call(task, extract, file, name, rules)
