"""Reads PBN: a stream of games out of any file, each with its record and what was wrong with it.

Reading never fails, and no game is lost by what is wrong with another. Only the game at hand is kept,
so that a file may be as long as it likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from fairdeal.grammar.pbn.complaints import Complaints
from fairdeal.grammar.pbn.game import Game, understand
from fairdeal.grammar.pbn.inheritance import Inheritance
from fairdeal.grammar.pbn.model import Block, Item, Written
from fairdeal.grammar.pbn.quick.games import quick_plain
from fairdeal.grammar.pbn.quick.plain import plain_of
from fairdeal.grammar.pbn.record import deal_of, value_span
from fairdeal.grammar.pbn.source import Source, Stretch, stretches
from fairdeal.grammar.pbn.strict import standard, tables
from fairdeal.grammar.pbn.strict.conformance import check_game, check_text
from fairdeal.grammar.pbn.strict.export import check_export
from fairdeal.grammar.pbn.syntax import NO_VALUE, UNCLEAR, parse
from fairdeal.records.place import Span
from fairdeal.records.plain import PlainDeal
from fairdeal.records.record import Comment, Deal, Problem, Record

_SECTIONS: Final = frozenset({"Auction", "Play"})
_BEGINS: Final = frozenset({"Event", "Site", "Date", "Board"})
_NOTED: Final = frozenset({"utf-8", "nul", "charset"})
"""Liberties of characters that are told once in a file: what is so in one game is so in all."""


class PbnGame:
    """One game of a file.

    `number` is its position in the file from 1, `line` where it begins, `raw` its text as it stood.
    `problems` is everything wrong or unclear in it, by how strictly it was read. `plain` is the deal in
    numbers where every entry is plain. The record is made when it is asked for.
    """

    __slots__ = (
        "_deal",
        "_inherited",
        "_written",
        "line",
        "number",
        "plain",
        "problems",
        "raw",
        "text",
    )

    def __init__(
        self,
        number: int,
        line: int,
        raw: str,
        text: str,
        problems: tuple[Problem, ...],
        plain: PlainDeal | None,
        inherited: dict[str, str],
        written: Written | None = None,
        deal: Deal | None = None,
    ) -> None:
        self.number = number
        self.line = line
        self.raw = raw
        self.text = text
        """The same without the lines after ``%``."""
        self.problems = problems
        self.plain = plain
        self._inherited = inherited
        self._written = written
        self._deal = deal

    @property
    def written(self) -> Written:
        """Its tags, sections and comments, as they were written."""
        if self._written is None:
            self._written = parse(self.text, self.line)
        return self._written

    @property
    def deal(self) -> Deal:
        if self._deal is None:
            game = self.understood()
            self._deal = deal_of(game, _span(self.line, self.raw), _comments(self.written))
        return self._deal

    def span_of(self, name: str) -> Span | None:
        """Where the value of a tag is written, None where the game has no such tag."""
        return next((value_span(each) for each in self.written.blocks if each.name == name), None)

    def understood(self) -> Game:
        """What its tags and sections say, for writing it."""
        return understand(self.written.blocks, self._inherited, Complaints(False, self.number))

    @property
    def record(self) -> Record:
        """A record of this one deal."""
        return Record(deals=(self.deal,), source=self.raw)

    @property
    def unread(self) -> bool:
        """Whether nothing could be made of it."""
        return self.plain is None and self.deal.unread

    def __repr__(self) -> str:
        return f"PbnGame({self.number}, line {self.line}, {len(self.problems)} problems)"


@dataclass(slots=True)
class _State:
    """What a game hands on to those after it."""

    inheritance: Inheritance = field(default_factory=Inheritance)
    told: set[str] = field(default_factory=set)
    number: int = 0
    stray: list[Problem] = field(default_factory=list)


def read(
    source: Source, strict: bool = False, *, version: str | None = None, fast: bool = True
) -> Iterator[PbnGame]:
    """The games of a file, in order.

    `source` is a path, the bytes or the text of a file, or a stream of either. With `strict` the file
    is held to every word of the standard, in `version` (``"1.0"``, ``"2.0"``, ``"2.1"``) or in that
    which it names itself, else in 2.1. Without, what can be understood is, and each liberty taken is
    a note. With `fast` games in which every row is plain are recognised at once, and the others alone
    go through the grammar; both give the same. Text after the last game that belongs to none is a
    problem of the last game. Raises OSError where the file cannot be read.
    """
    state = _State()
    held: PbnGame | None = None
    for stretch in stretches(source, version):
        game = _quickly(stretch, state) if fast and not strict else None
        games = (game,) if game is not None else _games(stretch, state, strict)
        for each in games:
            if held is not None:
                yield held
            held = each
    if held is None:
        if state.stray:
            yield _nothing(state)
        return
    if state.stray:
        held.problems = (*held.problems, *state.stray)
    yield held


def _nothing(state: _State) -> PbnGame:
    """A file with text in it and no game: one game that could not be read."""
    problems = tuple(state.stray)
    return PbnGame(1, problems[0].line or 1, "", "", problems, None, {}, deal=Deal(unread=True))


def _quickly(stretch: Stretch, state: _State) -> PbnGame | None:
    """The game of a stretch in which everything is plain, None for any other."""
    if state.stray or any(what not in state.told for what, *_ in stretch.liberties):
        return None
    found = quick_plain(stretch.text, state.inheritance)
    if found is None:
        return None
    plain, inherited = found
    state.number += 1
    return PbnGame(state.number, stretch.line, stretch.raw, stretch.text, (), plain, inherited)


def _games(stretch: Stretch, state: _State, strict: bool) -> list[PbnGame]:
    """The games of a stretch: one, or more where the empty line between two was forgotten."""
    written = parse(stretch.text, stretch.line)
    if not written.blocks:
        _stray(stretch, written, state)
        return []
    parts = _parted(written.blocks)
    games = []
    for index, blocks in enumerate(parts):
        state.number += 1
        complaints = Complaints(strict, state.number)
        complaints.problems += state.stray
        state.stray = []
        before = written.before if index == 0 else ()
        if index:
            complaints.error(
                "there is no empty line before this game: it is read as a new game", blocks[0]
            )
        else:
            _characters(stretch, state, complaints)
        games.append(_game(Written(before, blocks), stretch, parts, index, state, complaints))
    return games


def _game(
    written: Written,
    stretch: Stretch,
    parts: list[tuple[Block, ...]],
    index: int,
    state: _State,
    complaints: Complaints,
) -> PbnGame:
    line, raw, text = _lines(stretch, parts, index)
    blocks = written.blocks
    _syntax(written, complaints)
    inherited = _inherited(blocks, state, complaints)
    headers = {
        name: value for name, value in state.inheritance.last.items() if name in standard.TABLES
    }
    game = understand(blocks, inherited, complaints)
    _rows(game, headers, complaints)
    if complaints.strict:
        if index == 0:
            check_text(stretch, complaints)
        check_game(game, stretch.version, headers, complaints)
        if stretch.export:
            check_export(game, complaints)
    _duplicates(blocks, complaints)
    state.inheritance.hand_on(_pairs(blocks), game.effective)
    problems = tuple(sorted(complaints.problems, key=lambda p: (p.line or 0, p.column or 0)))
    plain = None if problems else plain_of(game)
    deal = deal_of(game, _span(line, raw), _comments(written))
    if _nothing_read(blocks):
        deal = Deal(tags=deal.tags, comments=deal.comments, span=deal.span, unread=True)
    return PbnGame(complaints.game, line, raw, text, problems, plain, inherited, written, deal)


def _nothing_read(blocks: tuple[Block, ...]) -> bool:
    return all(block.value is None or block.salvaged is not None for block in blocks)


def _lines(stretch: Stretch, parts: list[tuple[Block, ...]], index: int) -> tuple[int, str, str]:
    """The first line of a part, and its text with and without the lines after ``%``."""
    if len(parts) == 1:
        return stretch.line, stretch.raw, stretch.text
    first = stretch.line if index == 0 else parts[index][0].line
    last = parts[index + 1][0].line if index + 1 < len(parts) else None

    def cut(text: str) -> str:
        lines = text.split("\n")
        kept = lines[first - stretch.line : None if last is None else last - stretch.line]
        return "\n".join(kept) + ("\n" if last is not None else "")

    return first, cut(stretch.raw), cut(stretch.text)


AGAIN: Final = 3
"""Tags that a game has already, from one on, that show another game: fewer are only written twice."""
REACH: Final = 40
"""How many tags on these are looked for: a game of every tag that there is has more, and none is twice."""


def _parted(blocks: tuple[Block, ...]) -> list[tuple[Block, ...]]:
    """The tags by game, where the empty line between two games was forgotten.

    Within one game a tag that is there twice is left out (chapter 3.4). Only one that games begin with,
    or the first tag of this one, parts two games, where the game has a deal or a section already and
    most of what follows is in it already too.
    """
    parts: list[list[Block]] = [[]]
    seen: set[str] = set()
    for index, block in enumerate(blocks):
        game = parts[-1]
        if block.name in seen and (block.name in _BEGINS or block.name == game[0].name):
            full = "Deal" in seen or _SECTIONS & seen
            if full and block.line > game[-1].line:
                again = seen & {each.name for each in blocks[index : index + REACH]} - {"Note"}
                if len(again) >= min(AGAIN, len(seen)):
                    parts.append([])
                    seen = set()
        parts[-1].append(block)
        seen.add(block.name)
    return [tuple(part) for part in parts]


def _stray(stretch: Stretch, written: Written, state: _State) -> None:
    """Text that belongs to no game: told with the game after it. Comments alone are no text."""
    complaints = Complaints(False, state.number + 1)
    _loose(written.before, complaints)
    state.stray += complaints.problems
    del stretch


def _loose(items: tuple[Item, ...], complaints: Complaints) -> None:
    """Words before the first tag of a game, a line at a time."""
    line = 0
    for item in items:
        if item.kind not in ("comment", "rest") and item.line != line:
            complaints.error(f"“{item.text[:40]}” is neither a tag nor a comment", item)
            line = item.line


def _characters(stretch: Stretch, state: _State, complaints: Complaints) -> None:
    for what, message, line, column in stretch.liberties:
        if what in _NOTED:
            if what in state.told:
                continue
            state.told.add(what)
        at = _At(line, column)
        if what == "cut":
            complaints.warning(message, at)
        else:
            complaints.liberty(message, at)


@dataclass(frozen=True, slots=True)
class _At:
    line: int
    column: int


def _syntax(written: Written, complaints: Complaints) -> None:
    """What is wrong with the writing of the tags themselves."""
    _loose(written.before, complaints)
    for block in written.blocks:
        if block.value is not None and "\t" in block.value:
            at = _At(block.value_line, block.value_column)
            complaints.liberty(f"{block.name}: a tab within the value", at)
        if block.salvaged in (NO_VALUE, UNCLEAR):
            complaints.error(f"{block.name or 'tag'}: {block.salvaged}", block)
        elif block.salvaged is not None:
            message = f"{block.name}: {block.salvaged}"
            if complaints.strict:
                complaints.error(message, block)
            else:
                complaints.warning(f"{message}; read as “{(block.value or '')[:40]}”", block)


def _rows(game: Game, headers: dict[str, str], complaints: Complaints) -> None:
    for block in game.blocks:
        if block.name in _SECTIONS and game.block(block.name) is block:
            continue
        header = headers.get(block.name) if block.value == "#" else block.value
        tables.check_rows(block, header, complaints)


def _duplicates(blocks: tuple[Block, ...], complaints: Complaints) -> None:
    """A tag that is there already is left out: said in a lenient reading too."""
    if complaints.strict:
        return
    seen: dict[str, str | None] = {}
    for block in blocks:
        if block.name in seen and block.name and block.name != "Note":
            if block.value != seen[block.name] or block.items:
                complaints.warning(f"{block.name} is already given: this one is left out", block)
            else:
                complaints.liberty(f"{block.name} is given twice, with the same value", block)
        seen.setdefault(block.name, block.value)


def _inherited(blocks: tuple[Block, ...], state: _State, complaints: Complaints) -> dict[str, str]:
    """The values that games before hand on to a game."""
    inheritance, pairs = state.inheritance, _pairs(blocks)
    board = next((value for name, value in pairs if name == "Board"), None)
    for block in blocks:
        if complaints.strict or block.value is None:
            continue
        if inheritance.lacks(block.name, block.value, board):
            message = f"{block.name}: there is nothing in the games before that it may inherit"
            complaints.warning(message, block)
        elif block.value == "#" and block.name in standard.OF_THE_BOARD and not inheritance.noted:
            inheritance.noted = True
            message = (
                f"{block.name}: “#” is read as that of the game before, here and in later games"
            )
            complaints.liberty(message, block)
    return inheritance.of(pairs)


def _pairs(blocks: tuple[Block, ...]) -> list[tuple[str, str]]:
    return [(block.name, block.value) for block in blocks if block.value is not None]


def _comments(written: Written) -> tuple[Comment, ...]:
    items = [*written.before, *(item for block in written.blocks for item in block.items)]
    return tuple(
        Comment(item.text.strip(), span=item.span)
        for item in items
        if item.kind in ("comment", "rest")
    )


def _span(line: int, raw: str) -> Span:
    return Span(line, 1, line + raw.count("\n"), 1)
