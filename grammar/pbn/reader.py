"""Reads PBN: a stream of games out of any file, each with its record and what was wrong with it.

Reading never fails, and no game is lost by what is wrong with another. Only the game at hand is kept,
so that a file may be as long as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from fairdeal.grammar.pbn import standard
from fairdeal.grammar.pbn.conformance import check_export, check_game, check_rows, check_text
from fairdeal.grammar.pbn.game import Game, understand
from fairdeal.grammar.pbn.plain import plain_deal
from fairdeal.grammar.pbn.record import deal_of, value_span
from fairdeal.grammar.pbn.source import Source, Stretch, stretches
from fairdeal.grammar.pbn.standard import Inheritance
from fairdeal.grammar.pbn.syntax import (
    NO_VALUE,
    UNCLEAR,
    At,
    Block,
    Complaints,
    Item,
    Written,
    parse,
)
from fairdeal.records.place import Span
from fairdeal.records.plain import PlainDeal
from fairdeal.records.record import Deal, Problem, Record

_SECTIONS: Final = frozenset({"Auction", "Play"})
_BEGINS: Final = frozenset({"Event", "Site", "Date", "Board"})
_NOTED: Final = frozenset({"utf-8", "nul", "charset"})
"""Liberties of characters that are reported once in a file: what is so in one game is so in all."""


@dataclass(slots=True, eq=False)
class PbnGame:
    """One game of a file.

    `number` is its position in the file from 1, `line` where it begins, `raw` its text as it stood, `text`
    the same without the lines after ``%``. `problems` is everything wrong or unclear in it, by how strictly
    it was read. `plain` is the deal in numbers where every entry is plain. The record is made when it is
    asked for.
    """

    number: int
    line: int
    raw: str = field(repr=False)
    text: str = field(repr=False)
    problems: tuple[Problem, ...] = ()
    plain: PlainDeal | None = field(default=None, repr=False)
    _inherited: dict[str, str] = field(default_factory=dict, repr=False)
    _written: Written | None = field(default=None, repr=False)
    _deal: Deal | None = field(default=None, repr=False)

    @property
    def written(self) -> Written:
        """Its tags, sections and comments, as they were written."""
        if self._written is None:
            self._written = parse(self.text, self.line)
        return self._written

    @property
    def deal(self) -> Deal:
        if self._deal is None:
            self._deal = deal_of(self.understood(), self.line, self.raw, self.written)
        return self._deal

    def span_of(self, name: str) -> Span | None:
        """Where the value of a tag is written, None where the game has no such tag.

        In a plain game without comments a tag that begins a line is that tag: there is nothing to take apart.
        """
        if self.plain is not None and "{" not in self.text and ";" not in self.text:
            found = re.search(rf'^\[{name} "([^"\\\n]*)"\]', self.text, re.MULTILINE)
            if found is not None:
                line = self.line + self.text.count("\n", 0, found.start())
                column = found.start(1) - found.start() + 1
                return Span(line, column, line, column + len(found[1]))
        return next((value_span(tag) for tag in self.written.blocks if tag.name == name), None)

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


@dataclass(slots=True)
class _State:
    """What a game hands on to those after it."""

    inheritance: Inheritance = field(default_factory=Inheritance)
    reported: set[str] = field(default_factory=set)
    """Liberties of the whole file that were reported."""
    number: int = 0
    stray: list[Problem] = field(default_factory=list)


def read(source: Source, strict: bool = False, *, version: str | None = None) -> Iterator[PbnGame]:
    """The games of a file, in order.

    `source` is a path, the bytes or the text of a file, or a stream of either. With `strict` the file
    is held to every word of the standard, in `version` (``"1.0"``, ``"2.0"``, ``"2.1"``) or in that
    which it names itself, else in 2.1. Without, what can be understood is, and each liberty taken is
    a note. Text after the last game that belongs to none is a problem of the last game. Raises OSError
    where the file cannot be read.
    """
    state = _State()
    last: PbnGame | None = None
    for stretch in stretches(source, version):
        for game in _games(stretch, state, strict):
            if last is not None:
                yield last
            last = game
    if last is not None:
        last.problems = (*last.problems, *state.stray)
        yield last
    elif state.stray:
        # A file with text in it and no game: one game that could not be read.
        line = state.stray[0].line or 1
        yield PbnGame(1, line, "", "", tuple(state.stray), _deal=Deal(unread=True))


def _games(stretch: Stretch, state: _State, strict: bool) -> Iterator[PbnGame]:
    """The games of a stretch: one, or more where the empty line between two was forgotten."""
    looked = plain_deal(stretch.text, state.inheritance)
    noted = not stretch.liberties or all(what in state.reported for what, *_ in stretch.liberties)
    if looked is not None and noted and not strict and not state.stray:
        plain, inherited, tags, effective = looked
        state.inheritance.hand_on(() if tags is effective else tags.items(), effective)
        state.number += 1
        line, raw = stretch.line, stretch.raw
        yield PbnGame(state.number, line, raw, stretch.text, (), plain, inherited)
        return
    written = parse(stretch.text, stretch.line)
    if not written.blocks:
        # Text that belongs to no game is reported with the game after it. Comments alone are not text.
        complaints = Complaints(False, state.number + 1)
        _loose(written.before, complaints)
        state.stray += complaints.problems
        return
    parts = _parted(written.blocks)
    for index, blocks in enumerate(parts):
        state.number += 1
        complaints = Complaints(strict, state.number, state.stray)
        state.stray = []
        if index:
            message = "there is no empty line before this game: it is read as a new game"
            complaints.error(message, blocks[0])
        else:
            _characters(stretch, state, complaints)
        part = Written(() if index else written.before, blocks)
        line, raw, text = _lines(stretch, parts, index)
        game, inherited = _understood(part, stretch, index, state, complaints)
        problems = tuple(sorted(complaints.problems, key=lambda p: (p.line or 0, p.column or 0)))
        deal = deal_of(game, line, raw, part)
        if all(block.value is None or block.salvaged is not None for block in blocks):
            deal = Deal(tags=deal.tags, comments=deal.comments, span=deal.span, unread=True)
        whole = looked[0] if looked is not None and not problems else None
        yield PbnGame(state.number, line, raw, text, problems, whole, inherited, part, deal)


def _understood(
    written: Written, stretch: Stretch, index: int, state: _State, complaints: Complaints
) -> tuple[Game, dict[str, str]]:
    """What a game says, and the values that it inherits; everything wrong with it is a complaint."""
    blocks = written.blocks
    _syntax(written, complaints)
    inherited = _inherited(blocks, state, complaints)
    headers = {
        name: value for name, value in state.inheritance.last.items() if name in standard.TABLES
    }
    game = understand(blocks, inherited, complaints)
    for block in blocks:
        if block.name not in _SECTIONS or game.block(block.name) is not block:
            header = headers.get(block.name) if block.value == "#" else block.value
            check_rows(block, header, complaints)
    if complaints.strict:
        if index == 0:
            check_text(stretch, complaints)
        check_game(game, stretch.version, complaints)
        if stretch.export:
            check_export(game, complaints)
    else:
        _duplicates(blocks, complaints)
    state.inheritance.hand_on(_pairs(blocks), game.effective)
    return game, inherited


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
            if what in state.reported:
                continue
            state.reported.add(what)
        at = At(line, column)
        if what == "cut":
            complaints.warning(message, at)
        else:
            complaints.liberty(message, at)


def _syntax(written: Written, complaints: Complaints) -> None:
    """What is wrong with the writing of the tags themselves."""
    _loose(written.before, complaints)
    for block in written.blocks:
        if block.value is not None and "\t" in block.value:
            complaints.liberty(f"{block.name}: a tab within the value", block.value_at)
        if block.salvaged in (NO_VALUE, UNCLEAR):
            complaints.error(f"{block.name or 'tag'}: {block.salvaged}", block)
        elif block.salvaged is not None:
            message = f"{block.name}: {block.salvaged}"
            if complaints.strict:
                complaints.error(message, block)
            else:
                complaints.warning(f"{message}; read as “{(block.value or '')[:40]}”", block)


def _duplicates(blocks: tuple[Block, ...], complaints: Complaints) -> None:
    """A tag that already exists is left out: reported in a lenient reading too."""
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
