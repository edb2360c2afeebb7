"""Tags and items of a text that is written as PBN allows, token by token as the grammar has them.

The grammar takes any text, damaged ones too, and half a millisecond for a game. Where nothing is damaged
the first character of a token says what it is: one pattern finds them all, and property tests hold both
equal, places too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, cast

from fairdeal.grammar.pbn.model import Block, Item, ItemKind, Written
from fairdeal.grammar.pbn.source import MOST_BRACES

COMMENT: Final = r"\{[^{}]*\}|;[^\n]*"
STRING: Final = r'"[^"\\\n]*"'
TAG_AND_ROWS = re.compile(
    r'\[([A-Za-z0-9_]+) "([^"\\\n\t]*(?:\\[^"\\\n\t][^"\\\n\t]*)*)"\]'
    rf'((?:[^\[\]{{}};"%]+|{COMMENT}|{STRING})*)'
)
"""A tag whose value has no quotation mark, and everything up to the next: rows and comments."""
BEFORE = re.compile(rf"(?:\s+|{COMMENT})*")
"""What may stand before the first tag of a game."""
SUFFIX: Final = "[!?]+"
GLYPH: Final = r'\$[^\s\[\]{};"!?$=^*+%]*'
NOTE: Final = r'=[^\s\[\]{};"=]*='

_ASIDE: Final = r"(?P<comment>\{[^{}]*\})|(?P<rest>;[^\n]*)|(?P<string>" + STRING + ")"
_ACTS = re.compile(
    rf"\s+|(?P<word>[^\s\[\]{{}};\"!?$=^*+%]+)|(?P<note>{NOTE})|(?P<suffix>{SUFFIX})"
    rf"|(?P<nag>{GLYPH})|(?P<mark>\^[A-Za-z]?)|(?P<end>[*+])|{_ASIDE}"
)
_ELEMENTS = re.compile(r"\s+|(?P<word>[^\s\[\]{};\"%]+)|" + _ASIDE)


def scan(text: str, first_line: int) -> Written | None:
    """What the grammar makes of a text (`syntax.parse`); None where the grammar itself has to look."""
    if text.count("{") > MOST_BRACES:
        return None
    found = BEFORE.match(text)
    at = 0 if found is None else found.end()
    place = _Place(first_line, 1)
    before = _items(_ELEMENTS, text[:at], place)
    blocks: list[Block] = []
    for tag in TAG_AND_ROWS.finditer(text, at):
        if tag.start() != at or before is None:
            return None
        at = tag.end()
        name, value, rows = tag.groups()
        line, column = place.line, place.column
        place.column += tag.start(3) - tag.start()
        end = place.column
        items = _items(_ACTS if name in _SECTIONS else _ELEMENTS, rows, place)
        if items is None:
            return None
        value_column = column + tag.start(2) - tag.start()
        blocks.append(Block(name, value, items, None, line, column, line, value_column, line, end))
    return Written(before or (), tuple(blocks)) if at == len(text) else None


_SECTIONS: Final = ("Auction", "Play")


@dataclass(slots=True)
class _Place:
    """Where the next character stands."""

    line: int
    column: int


def _items(tokens: re.Pattern[str], rows: str, place: _Place) -> tuple[Item, ...] | None:
    """The items of some rows, `place` moved to their end. None for what is no token."""
    if rows == "\n":
        place.line, place.column = place.line + 1, 1
        return ()
    items: list[Item] = []
    line, begins, at = place.line, 1 - place.column, 0
    for found in tokens.finditer(rows):
        if found.start() != at:
            return None
        kind = found.lastgroup
        if kind is not None:
            items.append(_item(kind, found[0], line, at - begins + 1))
        at = found.end()
        if kind in _OVER_LINES and (breaks := rows.count("\n", found.start(), at)):
            line += breaks
            begins = rows.rindex("\n", 0, at) + 1
    place.line, place.column = line, at - begins + 1
    return tuple(items) if at == len(rows) else None


_OVER_LINES: Final = (None, "comment")


def _item(kind: str, text: str, line: int, column: int) -> Item:
    if kind in ("comment", "string"):
        text = text[1:-1]
    elif kind == "rest":
        text = text[1:]
    return Item(cast(ItemKind, kind), text, line, column)
