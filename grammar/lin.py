"""LIN, the notation of Bridge Base Online: the boards of a file, each with its record and its problems.

There is no standard of LIN. What is read here is what its files hold: one board or many, or a broadcast
of a match with the boards of both rooms (``qx|o1|``, ``qx|c1|``) and the results of all in its head.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from fairdeal.grammar.encoding import DAMAGED, WIDE
from fairdeal.grammar.lin_board import Board, Head, parse, read_head
from fairdeal.grammar.pbn.game import FileGame
from fairdeal.grammar.pbn.source import BLOCK, Opened, Source
from fairdeal.records import Deal, Problem, Span

# A file taken apart into the texts of its boards, a few at a time however large it is.

_BEGINS = re.compile(
    r"(?<![^|\s])(qx|pn|md)\|[^|\n]*(?:\n(?![^\S\n]*(?:qx|pn|md)\|)[^|\n]*)*(?:\||$|(?=\n))", re.I
)
"""A command that a board may begin with, and its value. A value ends at a bar; where the bar is lacking,
before a line that begins with such a command."""
_ACTS = re.compile(r"(?<![^|\s])(?:mb|pc|mc)\|", re.I)
LONGEST_BOARD: Final = 1 << 20
"""Characters of a board above which it is cut: a board with every comment of a broadcast has 50,000."""


def _boards(stream: Opened) -> Iterator[tuple[str, int]]:
    """The texts of boards, each with its first line; what stands before the first is one too."""
    held, line, data = "", 1, "…"
    while data:
        data = stream.read(BLOCK)
        held += data
        start = look = 0
        # The same commands are met again with what is read next.
        part = _Part()
        ready = len(held) if not data else held.rfind("|", 0, max(0, len(held) - 4096)) + 1
        for found in _BEGINS.finditer(held, 0, ready):
            acted = _ACTS.search(held[look : found.start()]) is not None
            begins = part.take(found[1].lower(), found.start(), acted)
            if begins is not None:
                text = held[start:begins]
                if text.strip():
                    yield _characters(text, stream), line
                line += text.count("\n")
                start = begins
            look = found.end()
        held = held[start:]
        if not data or len(held) > LONGEST_BOARD:
            if held.strip():
                yield _characters(held, stream), line
            line += held.count("\n")
            held = ""


@dataclass(slots=True)
class _Part:
    """The part of a file since the last board began: `commands` are those met in it.

    A broadcast tells each board by its `qx`. Where players are named after such a board was bid or played,
    they sit down to another only if it is dealt: `seated` is where they are named.
    """

    commands: set[str] = field(default_factory=set)
    seated: int | None = None

    def take(self, name: str, at: int, acted: bool) -> int | None:
        """Where a board begins, now that a command stands at `at`; None where none does.

        `acted`: there was a call, a card or a claim since the command before it.
        """
        begins: int | None = None
        if name == "qx":
            begins = at
        elif "qx" not in self.commands:
            begins = at if "md" in self.commands or (name == "pn" and acted) else None
        elif name == "md":
            begins = self.seated
        elif "md" in self.commands and acted:
            self.seated = at
        if begins is not None:
            self.commands, self.seated = set(), None
        self.commands.add(name)
        return begins


def _characters(text: str, stream: Opened) -> str:
    """The text in the characters that its bytes stand for: UTF-8 where it is that, else Windows-1252."""
    if stream.decoded is not None or text.isascii():
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    source = text.encode("latin-1")
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        return source.decode("cp1252", "replace")


@dataclass(slots=True, eq=False)
class LinGame(FileGame):
    """One board of a file of LIN."""

    _board: Board | None = field(default=None, repr=False)
    _head: Head = field(default_factory=Head, repr=False)

    def _read(self) -> Deal:
        board = self._board
        return Deal(unread=True) if board is None else board.deal(self.line, self.raw, self._head)

    def span_of(self, name: str) -> Span | None:
        entry = self.deal.dealer if name == "Dealer" else self.deal.vulnerable
        return None if entry is None else entry.span


def read(source: Source) -> Iterator[LinGame]:
    """The boards of a file, in order; never an error for what it holds.

    Commands that are not known are kept as tags of the deal, and the first of each is reported. Raises
    OSError where the file cannot be read.
    """
    with Opened(source) as stream:
        yield from _games(stream)


def _games(stream: Opened) -> Iterator[LinGame]:
    head = Head()
    number = 0
    stray: list[Problem] = []
    reported: set[str] = set()
    for index, (text, line) in enumerate(_boards(stream)):
        if index == 0 and (stream.decoded or "").startswith("utf-16"):
            damaged = "\ufffd" in text
            stray.append(
                Problem("warning" if damaged else "note", DAMAGED if damaged else WIDE, line, 1)
            )
        pairs = parse(text, line)
        if index == 0 and not {pair.name for pair in pairs} & {"md", "mb", "pc", "qx"}:
            head = read_head(pairs, stray, number + 1)
            continue
        number += 1
        board = Board(number, reported)
        for pair in pairs:
            board.take(pair, head)
        problems = sorted((*stray, *board.problems), key=lambda p: (p.line or 0, p.column or 0))
        plain = None if stray else board.plain()
        yield LinGame(number, line, text, tuple(problems), plain, None, board, head)
        stray = []
    if number == 0 and stray:
        yield LinGame(1, stray[0].line or 1, "", tuple(stray))
