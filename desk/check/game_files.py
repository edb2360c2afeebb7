"""``check`` for files of games: judged one by one, so that memory does not grow with the file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.check import json_answer, text_answer
from fairdeal.desk.check.explained import likeliest, sentence
from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.check.markings import Markings, PutBy
from fairdeal.desk.check.spill import Spill, SpilledAnswer
from fairdeal.desk.files import HEAD, is_text
from fairdeal.desk.intake.books import BOARDS
from fairdeal.desk.intake.documents import ordinary
from fairdeal.desk.intake.games import Game, Reader, reader_of
from fairdeal.desk.trouble import NOTHING, DeskError, in_one_line, lacked_memory, show_origin
from fairdeal.records.cards import Team
from fairdeal.records.place import lines_of
from fairdeal.records.record import Problem
from fairdeal.rulings import check
from fairdeal.rulings.bridge import quick
from fairdeal.rulings.bridge.board_order import Mark, marks_of, plain_marks
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.game import BRIDGE
from fairdeal.rulings.frame.decided import named
from fairdeal.rulings.frame.finding import Coverage, DealVerdict, Explanation, Finding
from fairdeal.rulings.frame.follows import consequences

FOUND: Final = 1
_LISTS: Final = ("problems", "findings", "deals", "coverage", "explanations")


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
    with path.open("rb") as file:
        head = file.read(HEAD)
    wide = head.startswith((b"\xff\xfe", b"\xfe\xff")) and path.suffix.casefold() == ".pbn"
    if not head or not (wide or is_text(head)):
        return None
    return reader_of(str(path), head, how.strict, how.version)


def streamed(rules: str | None) -> BridgeBook | None:
    """The rulebook to judge games by one at a time; None where deals hang on those before them."""
    book = rulings.load(rules or BOARDS)
    return BRIDGE.load(rules or BOARDS) if book.single_boards else None


@dataclass(frozen=True, slots=True)
class Judged:
    """One game with everything that is to be said of it."""

    game: Game
    problems: Sequence[Problem]
    findings: Sequence[Finding]
    deal: DealVerdict
    coverage: Sequence[Coverage]
    explanations: Sequence[Explanation] = ()
    in_full: bool = True
    """False: judged at once, by what is plain of it."""


def judged(games: Iterable[Game], book: BridgeBook, asked: Asked) -> Iterator[Judged]:
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


def _judge(game: Game, book: BridgeBook, asked: Asked) -> Judged:
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
            shown = json_answer.shown(found, asked)
            return Judged(game, game.problems, shown, deal, covered, in_full=False)
    verdict = check(game.record, book)
    number = game.number
    findings = [_in_game(finding, number) for finding in verdict.findings]
    numbered = replace(verdict, findings=tuple(findings))
    problems = [
        problem if problem.game == number else replace(problem, game=number)
        for problem in json_answer.all_problems(verdict, game.problems)
    ]
    shown = json_answer.shown(findings, asked)
    entries = json_answer.coverage(numbered, asked)
    why = [replace(each, game=number) for each in verdict.explanations]
    done = _numbered(game, problems, shown, verdict.deals[0], entries)
    return replace(done, explanations=why)


def _numbered(
    game: Game,
    problems: Sequence[Problem],
    findings: Sequence[Finding],
    deal: DealVerdict,
    covered: Iterable[Coverage],
) -> Judged:
    """Judged as the only game of a record; here it has its number in the file."""
    number = game.number
    entries = [
        entry if entry.game in (None, number) else replace(entry, game=number) for entry in covered
    ]
    return Judged(game, problems, findings, replace(deal, game=number), entries)


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
    """What ``--format json`` prints for a file of games, put by in temporary files."""

    answer: dict[str, Any]
    spilled: SpilledAnswer

    def text(self, line: str) -> Iterator[str]:
        return self.spilled.text(self.answer, line)

    def close(self) -> None:
        self.spilled.close()


def as_json(
    name: str, games: Iterable[Game], book: BridgeBook, asked: Asked
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
    return counts.status, GamesAnswer(answer, SpilledAnswer(**lists))


def _in_game(finding: Finding, number: int) -> Finding:
    """A finding of a game judged alone, at its position in the file."""
    cause = finding.follows_from
    if cause is not None:
        cause = (*cause[:3], number, cause[4])
    return replace(finding, game=number, follows_from=cause)


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


def show(console: Console, name: str, games: Iterable[Game], book: BridgeBook, asked: Asked) -> int:
    """Print what there is to say of a file of games, game by game; the exit status."""
    counts, markings = Counts(), Markings()
    with closing(markings):
        return _show(console, name, games, book, asked, counts, markings)


def _show(
    console: Console,
    name: str,
    games: Iterable[Game],
    book: BridgeBook,
    asked: Asked,
    counts: Counts,
    markings: Markings,
) -> int:
    shown = 0
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
                put_by = PutBy(finding, each.deal, each.game.line, each.game.raw)
                markings.put_by(mark, put_by)
                continue
            shown += 1
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
    counts.findings = shown
    _summary(console, counts, open_reasons)
    return counts.status


def _show_deal(console: Console, deal: DealVerdict) -> None:
    console.print(f"  Game {deal.game}: {words.deal_line(deal)}", soft_wrap=True)


def _summary(console: Console, counts: Counts, reasons: dict[tuple[str, str], int]) -> None:
    console.print()
    told = [words.count(counts.games, "game")]
    if counts.unread:
        told.append(f"{counts.unread} that could not be read")
    told.append(words.count(counts.findings, "finding") if counts.findings else "nothing found")
    if counts.problems:
        told.append(words.count(counts.problems, "problem") + " of reading")
    console.print(Text(", ".join(told), style="bold"), soft_wrap=True)
    for (rule, why), count in reasons.items():
        head = "Checked" if why == "checked" else f"Not checked: {why}"
        line = f"{head}: {rule} ({words.count(count, 'game')})"
        console.print(Text(line, style="dim"), soft_wrap=True)
