"""The text of one board of a LIN file to its commands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from lark import Lark, Token, Tree

_END: Final = "\x03"
"""What the grammar takes for the end of the text."""


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
