"""A LIN file taken apart into the texts of its boards, a few at a time however large it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from fairdeal.grammar.pbn.source import BLOCK, Opened, Source

_BEGINS = re.compile(
    r"(?<![^|\s])(qx|pn|md)\|[^|\n]*(?:\n(?![^\S\n]*(?:qx|pn|md)\|)[^|\n]*)*(?:\||$|(?=\n))", re.I
)
"""A command that a board may begin with, and its value. A value ends at a bar; where the bar is lacking,
before a line that begins with such a command."""
LONGEST_BOARD: Final = 1 << 20
"""Characters of a board above which it is cut: a board with every comment of a broadcast has 50,000."""


@dataclass(frozen=True, slots=True)
class BoardText:
    """The text of one board, or (`head`) what stands before the first."""

    text: str
    line: int
    head: bool = False


def boards(source: Source) -> Iterator[BoardText]:
    """The boards of a file in order. Raises OSError where the file cannot be read."""
    with Opened(source) as stream:
        held, line, data = "", 1, "…"
        first = True
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
                        yield BoardText(_characters(text, stream), line, first)
                        first = False
                    line += text.count("\n")
                    start = begins
                look = found.end()
            held = held[start:]
            if not data or len(held) > LONGEST_BOARD:
                if held.strip():
                    yield BoardText(_characters(held, stream), line, first)
                    first = False
                line += held.count("\n")
                held = ""


@dataclass(slots=True)
class _Part:
    """The part of a file since the last board began: `seen` are the commands met in it.

    A broadcast tells each board by its `qx`. Where players are named after such a board was bid or played,
    they sit down to another only if it is dealt: `seated` is where they are named.
    """

    seen: set[str] = field(default_factory=set)
    seated: int | None = None

    def take(self, name: str, at: int, acted: bool) -> int | None:
        """Where a board begins, now that a command stands at `at`; None where none does.

        `acted`: there was a call, a card or a claim since the command before it.
        """
        begins: int | None = None
        if name == "qx":
            begins = at
        elif "qx" not in self.seen:
            begins = at if "md" in self.seen or (name == "pn" and acted) else None
        elif name == "md":
            begins = self.seated
        elif "md" in self.seen and acted:
            self.seated = at
        if begins is not None:
            self.seen, self.seated = set(), None
        self.seen.add(name)
        return begins


_ACTS = re.compile(r"(?<![^|\s])(?:mb|pc|mc)\|", re.I)


def _characters(text: str, stream: Opened) -> str:
    """The text in the characters that its bytes stand for: UTF-8 where it is that, else Windows-1252."""
    if stream.decoded is not None or text.isascii():
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    source = text.encode("latin-1")
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        return source.decode("cp1252", "replace")
