"""The text of one board of a LIN file to its commands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from lark import Lark, Token, Tree

_END: Final = "\x03"
"""What the grammar takes for the end of the text."""


_PAIR = re.compile(r"\s*([A-Za-z0-9][A-Za-z])\|([^|]*)\|")
_WHOLE = re.compile(r"(?:\s*[A-Za-z0-9][A-Za-z]\|[^|]*\|)*\s*")


@dataclass(frozen=True, slots=True)
class Pair:
    """A command and its value. `name` is empty for what is no command: `value` is then all of it.

    `line` and `column` are those of the value's first character.
    """

    name: str
    value: str
    line: int
    column: int


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(
        Path(__file__).with_name("lin.lark").read_text(encoding="utf-8"),
        parser="lalr",
        start="board",
        maybe_placeholders=False,
    )


def parse(text: str, first_line: int) -> list[Pair]:
    """The commands of a board in order. Every text has them; what fits nowhere has no name."""
    if _WHOLE.fullmatch(text) is not None and _END not in text:
        return _scanned(text, first_line)
    return parse_any(text, first_line)


def _scanned(text: str, line: int) -> list[Pair]:
    """The commands of a text in which each has its value and both bars: told by the bars alone."""
    pairs: list[Pair] = []
    begins = looked = 0
    for found in _PAIR.finditer(text):
        at = found.start(2)
        if breaks := text.count("\n", looked, at):
            line += breaks
            begins = text.rindex("\n", looked, at) + 1
        looked = at
        # A command without a value stands where its second bar ends.
        column = at - begins + (1 if found[2] else 2)
        pairs.append(Pair(found[1].lower(), found[2], line, column))
    return pairs


def parse_any(text: str, first_line: int) -> list[Pair]:
    """The same by the grammar, whatever the text."""
    tree: Tree[Token] = _parser().parse(text.replace(_END, " ") + _END)
    pairs: list[Pair] = []
    for child in tree.children:
        if isinstance(child, Token):
            pairs.append(_pair("", child, first_line))
            continue
        tokens = [token for token in child.children if isinstance(token, Token)]
        name, last = tokens[0], tokens[-1]
        value = next((token for token in tokens if token.type == "VALUE"), None)
        if value is not None:
            pairs.append(_pair(name.lower(), value, first_line))
        else:
            line = (last.end_line or 1) + first_line - 1
            pairs.append(Pair(name.lower(), "", line, last.end_column or 1))
    return pairs


def _pair(name: str, value: Token, first_line: int) -> Pair:
    return Pair(name, str(value), (value.line or 1) + first_line - 1, value.column or 1)
