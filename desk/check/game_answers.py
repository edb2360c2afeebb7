"""What ``check`` prints of a file of games, game by game, so that memory does not grow with the file.

What is printed first (the problems, the findings) comes to an end only with the last game, and only the whole
file shows whether boards follow one other order: so lists, and findings about boards' dealers and
vulnerability, are put by in temporary files.
"""

from __future__ import annotations

import json
import pickle
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import IO, Any, Final

from rich.console import Console
from rich.text import Text

from fairdeal.desk import words
from fairdeal.desk.check import json_answer, text_answer
from fairdeal.desk.check.game_files import Judged, judged
from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.check.sentences import likeliest, sentence
from fairdeal.desk.trouble import NOTHING, DeskError
from fairdeal.grammar.pbn.game import FileGame
from fairdeal.grammar.pbn.reader import PbnGame
from fairdeal.grammar.pbn.writer import HEAD, UTF_8, Remark, game_of, write_remarked
from fairdeal.records import Team, lines_of
from fairdeal.rulings.bridge.board_order import (
    BoardOrders,
    Kind,
    Mark,
    Marks,
    Order,
    finding_mark,
    marks_of,
    plain_marks,
    together,
)
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.frame.finding import Certainty, Coverage, DealVerdict, Finding, named
from fairdeal.rulings.frame.follows import consequences

IN_MEMORY: Final = 1 << 18
"""Characters of a list that are kept in memory: a small file needs no disk."""


class Spill:
    """A JSON list that grows in a temporary file, an entry a line.

    An entry may have a label: whether those of a label are left out may be decided at the end (`left_out`).
    An entry may have the position of an earlier one under the key `position`, if nothing between the two is
    left out.
    """

    def __init__(self) -> None:
        self.count = 0
        self.position = ""
        self.left_out: Callable[[str], bool] = lambda label: False
        # Open until it was printed: see `close`.
        self._file: IO[str] = tempfile.SpooledTemporaryFile(  # noqa: SIM115
            max_size=IN_MEMORY,
            mode="w+",
            encoding="utf-8",
            errors="surrogatepass",
            newline="\n",
        )

    def add(self, entries: Iterable[dict[str, Any]], label: str = "") -> None:
        """Add entries. `label`: one line of text."""
        for entry in entries:
            text = json.dumps(entry, ensure_ascii=False)
            self._file.write(f"{label}\n{text}\n")
            self.count += 1

    def text(self) -> Iterator[str]:
        """The list as JSON text, in pieces."""
        self._file.seek(0)
        yield "["
        before, left_out = "", 0
        while label := self._file.readline():
            text = self._file.readline()
            if label != "\n" and self.left_out(label[:-1]):
                left_out += 1
                continue
            yield before + (self._moved_up(text, left_out) if left_out else text[:-1])
            before = ", "
        yield "]"

    def _moved_up(self, text: str, left_out: int) -> str:
        """An entry with the position in it as it is once so many above it are left out."""
        entry = json.loads(text)
        if entry.get(self.position) is not None:
            entry[self.position] -= left_out
        return json.dumps(entry, ensure_ascii=False)

    def close(self) -> None:
        self._file.close()


@dataclass(frozen=True, slots=True)
class PutBy:
    """A finding about a board's markings, with what is needed to show it: text and line of its game."""

    finding: Finding
    deal: DealVerdict
    line: int
    raw: str


class Markings:
    """The boards of a file and what was found about their markings."""

    def __init__(self) -> None:
        self._boards = BoardOrders()
        self._first: dict[Kind, Finding] = {}
        self._orders: list[Order] | None = None
        # Open until it was printed: see `close`.
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(  # noqa: SIM115
            max_size=IN_MEMORY
        )

    def close(self) -> None:
        self._file.close()

    def count(self, game: int, verdict: DealVerdict, marks: Marks) -> None:
        """Count a board."""
        self._boards.add(game, verdict.deal, marks)

    def mark(self, finding: Finding, marks: Marks) -> Mark | None:
        """The entry that a finding is about, where that is a marking of a board."""
        found = finding_mark(finding, marks)
        if found is not None:
            self._first.setdefault(found[0], finding)
        return found

    def put_by(self, mark: Mark, what: PutBy) -> None:
        pickle.dump((mark, what), self._file)

    # --- once the file is at its end ----------------------------------------------------------------

    def orders(self) -> list[Order]:
        if self._orders is None:
            self._orders = self._boards.orders() if self._first else []
        return self._orders

    def in_an_order(self, mark: Mark) -> bool:
        """Whether a finding is one of those that make up the pattern."""
        return any(order.explains(mark) for order in self.orders())

    def together(self) -> list[Finding]:
        """One finding for each order that most boards follow."""
        return [together(self._first[order.kind], order, self._boards) for order in self.orders()]

    def singly(self) -> Iterator[PutBy]:
        """The findings that follow no such order."""
        self._file.seek(0)
        while True:
            try:
                entry: tuple[Mark, Any] = pickle.load(self._file)
            except EOFError:
                return
            if not self.in_an_order(entry[0]):
                yield entry[1]


MARKS: Final = {"insufficient-bid": "I", "revoke": "R", "lead-out-of-turn": "L"}
"""The marks that PBN has for what was found. (``^S``, a turn that another anticipated, is in the record.)"""
_END: Final = "\r\n"


class PbnAnswer:
    """What ``--format pbn`` prints for a file, and what was counted in it once that is done."""

    def __init__(
        self, name: str, games: Iterable[FileGame], book: BridgeBook, bare: bool = False
    ) -> None:
        self.name = name
        self.counts = Counts()
        self._games = judged(games, book, Asked())
        self._bare = bare

    def text(self) -> Iterator[str]:
        """The file, a game at a time. Raises DeskError where it holds none.

        An empty line ends the last game too: some readers wait for it.
        """
        for each in self._games:
            head = "" if self.counts.games else HEAD + UTF_8
            self.counts.add(each)
            yield head + written(each, self._bare) + _END
        if not self.counts.games:
            raise nothing_in(self.name)


def written(each: Judged, bare: bool = False) -> str:
    """One game in export format with what was found in it."""
    game = each.game
    as_pbn = game if isinstance(game, PbnGame) else game_of(game.deal)
    return write_remarked(as_pbn, [remark_of(finding) for finding in each.findings], bare)


def remark_of(finding: Finding) -> Remark:
    """A finding in one line; only one that is established marks the call or card."""
    sure = finding.certainty is Certainty.ESTABLISHED
    text = finding.message if sure else f"Not sure: {finding.message}"
    mark = MARKS.get(finding.code, "") if sure else ""
    return Remark(
        f"{finding.article}: {text}", finding.at.call, finding.at.trick, finding.at.seat, mark
    )


_LISTS: Final = ("problems", "findings", "deals", "coverage", "explanations")


class Totals:
    """The sum of all awards; None once one of them is open."""

    def __init__(self) -> None:
        self.value: dict[Team, int] | None = {}

    def add(self, award: dict[Team, int] | None) -> None:
        if award is None or self.value is None:
            self.value = None
            return
        for team, points in award.items():
            self.value[team] = self.value.get(team, 0) + points


@dataclass(slots=True)
class Counts:
    """What was counted in a file."""

    games: int = 0
    unread: int = 0
    findings: int = 0
    counting: int = 0
    """Findings that bear on the exit status."""
    problems: int = 0

    def add(self, each: Judged) -> None:
        self.games += 1
        self.unread += each.deal.outcome == "unread"
        self.findings += len(each.findings)
        self.problems += len(each.problems)
        self.counting += sum(finding.counts for finding in each.findings)

    @property
    def status(self) -> int:
        if self.counting:
            return FOUND
        return NOTHING if self.unread == self.games else 0


def nothing_in(name: str) -> DeskError:
    return DeskError(f"{name} contains no game.", name, "Is it the right file?")


@dataclass(slots=True)
class GamesAnswer:
    """What ``--format json`` prints for a file of games; some values are `lists` that were put by."""

    answer: dict[str, Any]
    lists: dict[str, Spill]

    def close(self) -> None:
        for each in self.lists.values():
            each.close()

    def text(self, line: str) -> Iterator[str]:
        """The object as JSON text; a value that is the name of a list is that list."""
        yield "{"
        for index, (key, value) in enumerate(self.answer.items()):
            yield ("," if index else "") + line + json.dumps(key) + ": "
            if key in self.lists:
                yield from self.lists[key].text()
            else:
                yield json.dumps(value, ensure_ascii=False)
        yield line[:-1] + "}"


def as_json(
    name: str, games: Iterable[FileGame], book: BridgeBook, asked: Asked
) -> tuple[int, GamesAnswer]:
    """The exit status, and the object for the file. Raises DeskError where it holds none."""
    counts, totals = Counts(), Totals()
    of_file: set[Coverage] = set()
    markings = Markings()
    with ExitStack() as stack, closing(markings):
        lists = {key: Spill() for key in _LISTS}
        lists["findings"].position = "follows_from"
        for spill in lists.values():
            stack.callback(spill.close)
        for each in judged(games, book, asked):
            counts.add(each)
            totals.add(each.deal.award)
            lists["problems"].add(json_answer.problem_json(p) for p in each.problems)
            undecided = json_answer.without_award((each.deal,))
            # Those about markings, which may be left out, before all that could follow from another.
            found = sorted(_marked(each, markings), key=lambda pair: pair[1] is None)
            entries = json_answer.findings_json(
                [finding for finding, _ in found], undecided, lists["findings"].count
            )
            for (_, mark), entry in zip(found, entries, strict=True):
                lists["findings"].add((entry,), " ".join(map(str, mark or ())))
            lists["deals"].add((json_answer.deal_json(each.deal),))
            lists["coverage"].add(
                json_answer.coverage_json(entry) for entry in _once(each.coverage, of_file)
            )
            lists["explanations"].add(map(json_answer.explanation_json, each.explanations))
        if not counts.games:
            raise nothing_in(name)
        lists["findings"].left_out = lambda label: markings.in_an_order(_mark_of(label))
        lists["findings"].add(map(json_answer.finding_json, markings.together()))
        stack.pop_all()
    answer = {
        "schema": json_answer.SCHEMA,
        "source": name,
        "rulebook": book.id,
        "problems": None,
        "findings": None,
        "deals": None,
        "totals": totals.value or None,
        "match_points": None,
        "coverage": None,
        "explanations": None,
    }
    return counts.status, GamesAnswer(answer, lists)


def _marked(each: Judged, markings: Markings) -> Iterator[tuple[Finding, Mark | None]]:
    """The findings of a game, with the marking of a board that they are about; the board is counted."""
    if each.deal.outcome == "unread":
        for finding in each.findings:
            yield finding, None
        return
    plain = each.game.plain
    marks = marks_of(each.game.deal) if each.in_full or plain is None else plain_marks(plain)
    markings.count(each.game.number, each.deal, marks)
    for finding in each.findings:
        yield finding, markings.mark(finding, marks)


def _mark_of(label: str) -> Mark:
    kind, board, written = label.split(" ")
    return ("dealer" if kind == "dealer" else "vulnerable", int(board), written)


def _once(entries: Iterable[Coverage], of_file: set[Coverage]) -> Iterator[Coverage]:
    """Entries of games, and those of the whole file the first time only."""
    for entry in entries:
        if entry.deal is None and entry.game is None:
            if entry in of_file:
                continue
            of_file.add(entry)
        yield entry


class _Lines(Sequence[str]):
    """The lines of one game under their numbers in the file."""

    def __init__(self, first: int, raw: str) -> None:
        self._first = first
        self._lines = lines_of(raw)

    def __len__(self) -> int:
        return self._first - 1 + len(self._lines)

    def __getitem__(self, index: Any) -> Any:
        at = index - self._first + 1
        return self._lines[at] if at >= 0 else ""


def show(
    console: Console, name: str, games: Iterable[FileGame], book: BridgeBook, asked: Asked
) -> int:
    """Print what there is to say of a file of games, game by game; the exit status."""
    counts, markings = Counts(), Markings()
    with closing(markings):
        return _show(console, name, games, book, asked, counts, markings)


def _show(
    console: Console,
    name: str,
    games: Iterable[FileGame],
    book: BridgeBook,
    asked: Asked,
    counts: Counts,
    markings: Markings,
) -> int:
    shown = possible = 0
    open_reasons: dict[tuple[str, str], int] = defaultdict(int)
    console.print(Text(name, style="bold"), soft_wrap=True)
    console.print(f"Rulebook: {book.title}, {book.edition}", style="dim", soft_wrap=True)
    for each in judged(games, book, asked):
        lines = _Lines(each.game.line, each.game.raw)
        for problem in each.problems:
            text_answer.show_problem(console, problem, lines)
        before, below = shown, consequences(each.findings)
        for finding, mark in _marked(each, markings):
            if finding.follows_from is not None:
                continue
            if mark is not None:
                markings.put_by(mark, PutBy(finding, each.deal, each.game.line, each.game.raw))
                continue
            shown += 1
            possible += finding.certainty is Certainty.POSSIBLE
            follows = below.get(named(finding), ())
            text_answer.show_finding(console, shown, finding, lines, book, follows)
        for explanation in likeliest(each.explanations):
            console.print()
            text_answer.say(console, sentence(explanation))
        if shown > before or each.deal.outcome == "unread":
            _show_deal(console, each.deal)
        counts.add(each)
        for entry in each.coverage:
            open_reasons[entry.rule, entry.why or "checked"] += 1
    if not counts.games:
        raise nothing_in(name)
    for single in markings.singly():
        shown += 1
        lines = _Lines(single.line, single.raw)
        text_answer.show_finding(console, shown, single.finding, lines, book)
        _show_deal(console, single.deal)
    for finding in markings.together():
        shown += 1
        text_answer.show_finding(console, shown, finding, (), book)
    counts.findings = shown - possible
    _summary(console, counts, open_reasons)
    return counts.status


def _show_deal(console: Console, deal: DealVerdict) -> None:
    console.print(f"  Game {deal.game}: {words.deal_line(deal)}", soft_wrap=True)


def _summary(console: Console, counts: Counts, reasons: dict[tuple[str, str], int]) -> None:
    console.print()
    told = (
        words.count(counts.games, "game"),
        f"{counts.unread} that could not be read" if counts.unread else "",
        words.count(counts.findings, "finding") if counts.findings else "nothing found",
        f"{words.count(counts.problems, 'problem')} of reading" if counts.problems else "",
    )
    console.print(Text(", ".join(filter(None, told)), style="bold"), soft_wrap=True)
    for (rule, why), count in reasons.items():
        head = "Checked" if why == "checked" else f"Not checked: {why}"
        line = f"{head}: {rule} ({words.count(count, 'game')})"
        console.print(Text(line, style="dim"), soft_wrap=True)


FOUND: Final = 1
