"""Reads LIN: a stream of boards out of a file, each with its record and what was wrong with it.

There is no standard of LIN. What is read here is what its files hold: one board or many, or a broadcast
of a match with the boards of both rooms (``qx|o1|``, ``qx|c1|``) and the results of all in its head.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fairdeal.grammar.lin.board import LinBoard, read_board
from fairdeal.grammar.lin.boards import boards
from fairdeal.grammar.lin.head import Head, read_head
from fairdeal.grammar.lin.quick import quick_plain
from fairdeal.grammar.lin.syntax import parse
from fairdeal.grammar.pbn.source import Source
from fairdeal.records.place import Span
from fairdeal.records.plain import PlainDeal
from fairdeal.records.record import Deal, Problem, Record


@dataclass(slots=True)
class LinGame:
    """One board of a file: as a game of PBN has it (`grammar.pbn.PbnGame`).

    Its record is made when it is asked for: of a board that is `plain` nobody may ask.
    """

    number: int
    line: int
    raw: str = field(repr=False)
    problems: tuple[Problem, ...]
    plain: PlainDeal | None = None
    _head: Head = field(default_factory=Head, repr=False)
    _deal: Deal | None = field(default=None, repr=False)

    @property
    def deal(self) -> Deal:
        if self._deal is None:
            pairs = parse(self.raw, self.line)
            board = read_board(pairs, self.line, self.raw, self._head, self.number, set())
            self._deal = board.deal
        return self._deal

    @property
    def record(self) -> Record:
        """A record of this one deal."""
        return Record(deals=(self.deal,), source=self.raw)

    def span_of(self, name: str) -> Span | None:
        """Where the entry is written that PBN has a tag of this name for: `Dealer`, `Vulnerable`."""
        entry = self.deal.dealer if name == "Dealer" else self.deal.vulnerable
        return None if entry is None else entry.span

    @property
    def unread(self) -> bool:
        return self.deal.unread


def read(source: Source, strict: bool = False, *, fast: bool = True) -> Iterator[LinGame]:
    """The boards of a file, in order; never an error for what it holds.

    `strict` is of no account: there is nothing to hold a file to. Commands that are not known are kept
    as tags of the deal, and the first of each said. With `fast` no record is made of boards in which every
    entry is plain, until it is asked for. Raises OSError where the file cannot be read.
    """
    del strict
    head = Head()
    number = 0
    stray: list[Problem] = []
    told: set[str] = set()
    for part in boards(source):
        pairs = parse(part.text, part.line)
        names = {pair.name for pair in pairs}
        if part.head and not names & {"md", "mb", "pc", "qx"}:
            head = read_head(pairs, stray, number + 1)
            continue
        number += 1
        plain = quick_plain(pairs, head, told) if fast and not stray else None
        if plain is not None:
            yield LinGame(number, part.line, part.text, (), plain, head)
            continue
        board = read_board(pairs, part.line, part.text, head, number, told)
        yield _game(board, number, part.line, part.text, stray)
        stray = []
    if number == 0 and stray:
        yield LinGame(1, stray[0].line or 1, "", tuple(stray), _deal=Deal(unread=True))


def _game(board: LinBoard, number: int, line: int, text: str, stray: list[Problem]) -> LinGame:
    problems = tuple(sorted((*stray, *board.problems), key=lambda p: (p.line or 0, p.column or 0)))
    return LinGame(number, line, text, problems, _deal=board.deal)
