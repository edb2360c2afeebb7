"""A LIN file taken apart into the texts of its boards, a few at a time however large it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.grammar.pbn.source import BLOCK, Opened, Source

_BEGINS = re.compile(
    r"(?<![^|\s])(qx|pn|md)\|[^|\n]*(?:\n(?!\s*(?:qx|pn|md)\|)[^|\n]*)*(?:\||$|(?=\n))", re.I
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
        seen: set[str] = set()
        first = True
        while data:
            data = stream.read(BLOCK)
            held += data
            start = look = 0
            ready = len(held) if not data else held.rfind("|", 0, max(0, len(held) - 4096)) + 1
            for found in _BEGINS.finditer(held, 0, ready):
                name = found[1].lower()
                if _new(name, seen, held[look : found.start()]):
                    text = held[start : found.start()]
                    if text.strip():
                        yield BoardText(_characters(text, stream), line, first)
                        first = False
                    line += text.count("\n")
                    start = found.start()
                    seen = set()
                seen.add(name)
                look = found.end()
            held = held[start:]
            if not data or len(held) > LONGEST_BOARD:
                if held.strip():
                    yield BoardText(_characters(held, stream), line, first)
                    first = False
                line += held.count("\n")
                held, seen = "", set()
            else:
                # The same commands are met again with what is read next.
                seen = set()


def _new(name: str, seen: set[str], between: str) -> bool:
    """Whether a board begins with a command, after those that its part has seen."""
    if name == "qx":
        return True
    acted = _ACTS.search(between) is not None
    if "qx" in seen:
        # A broadcast tells each board by its `qx`; but where players are named after a deal was bid, they
        # sit down to another.
        return name == "pn" and "md" in seen and acted
    if name == "pn":
        return "md" in seen or acted
    return "md" in seen


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
