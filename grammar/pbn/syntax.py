"""A stretch of PBN text to its tags and items, by the grammar."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from lark import Lark, Token, Tree

from fairdeal.grammar.pbn.model import Block, Item, ItemKind, Written
from fairdeal.grammar.pbn.quick.scanner import scan
from fairdeal.grammar.pbn.source import MOST_BRACES
from fairdeal.records.place import position_of

_KINDS: Final[dict[str, ItemKind]] = {
    "WORD": "word",
    "ELEMENT": "word",
    "SUFFIX": "suffix",
    "NAG": "nag",
    "NOTE": "note",
    "MARK": "mark",
    "END": "end",
    "STRING": "string",
    "COMMENT": "comment",
    "REST": "rest",
    "UNCLOSED": "junk",
    "RUNAWAY": "junk",
    "JUNK": "junk",
}

_WHOLE_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\[^\n])*)"\s*\]')
_LOOSE_TAG = re.compile(r'([A-Z]\w+)[ \t]*"([^"\n]*)"[ \t]*\]')
_INNER_QUOTES = re.compile(r'\[\s*(\w+)\s*"(.*)"\s*\]\s*')
_NAMED = re.compile(r"\[\s*(\w+)\s*")
_NO_VALUE = re.compile(r"\[\s*(\w+)\s*\]\s*")
_ESCAPED = re.compile(r'\\(["\\])')

LONGEST_BROKEN: Final = 2000
"""Characters of a broken tag that is looked at: a longer one is no tag."""
NO_BRACKET: Final = "the opening bracket is missing"
KEPT_OPEN: Final = "the \\ before the last quotation mark makes it part of the value"
INNER_QUOTE: Final = "a quotation mark within the value has no \\ before it"
NO_QUOTES: Final = "the quotation marks are missing"
NO_FIRST: Final = "the opening quotation mark is missing"
NO_LAST: Final = "the closing quotation mark is missing"
NO_CLOSE: Final = "the closing bracket is missing"
NO_VALUE: Final = "there is no value"
UNCLEAR: Final = "the tag cannot be read"


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(
        Path(__file__).with_name("pbn.lark").read_text(encoding="utf-8"),
        parser="lalr",
        start="game",
        maybe_placeholders=False,
        propagate_positions=False,
    )


def parse(text: str, first_line: int) -> Written:
    """The tags and items of a stretch of text. Every text has them; what fits nowhere is junk.

    `text` has no lines after ``%`` any more; `first_line` is the number of its first line.
    """
    return scan(text, first_line) or parse_any(text, first_line)


def parse_any(text: str, first_line: int) -> Written:
    """The same by the grammar, whatever the text."""
    if text.count("{") > MOST_BRACES:
        end = text.rfind("}") + 1
        text = text[:end] + text[end:].replace("{", "}")
    tree: Tree[Token] = _parser().parse(text)
    above = first_line - 1
    before: list[Item] = []
    blocks: list[Block] = []
    for child in tree.children:
        if isinstance(child, Token):
            before.append(_item(child, above))
        else:
            blocks.append(_block(child, above))
    return Written(tuple(before), tuple(blocks))


def unescaped(value: str) -> str:
    """The text of a string as it is meant: a quotation mark and a backslash have a backslash before."""
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def _item(token: Token, above: int) -> Item:
    kind = _KINDS[token.type]
    text = str(token)
    if kind in ("comment", "string"):
        text = text[1:-1]
    elif kind == "rest":
        text = text[1:]
    if kind == "string":
        text = unescaped(text)
    return Item(kind, text, (token.line or 1) + above, token.column or 1)


def _block(node: Tree[Token], above: int) -> Block:
    head, *rest = (child for child in node.children if isinstance(child, Token))
    name, value, salvaged, start = _tag(head)
    line, column = (head.line or 1) + above, head.column or 1
    value_line, value_column = position_of(head, start, line, column)
    return Block(
        name,
        value,
        tuple([_item(token, above) for token in rest]),
        salvaged,
        line,
        column,
        value_line,
        value_column,
        (head.end_line or 1) + above,
        head.end_column or 1,
    )


def _tag(head: Token) -> tuple[str, str | None, str | None, int]:
    """Name, value, what is wrong with the writing of it, and where the value begins within it."""
    if not head.type.startswith(("BROKEN", "LOOSE")):
        found = _WHOLE_TAG.fullmatch(head)
        assert found is not None
        return found[1], unescaped(found[2]), None, found.start(2)
    if head.type.startswith("LOOSE"):
        found = _LOOSE_TAG.fullmatch(head)
        assert found is not None
        return found[1], found[2], NO_BRACKET, found.start(2)
    if len(head) > LONGEST_BROKEN:
        return "", None, UNCLEAR, 1
    found = _INNER_QUOTES.fullmatch(head)
    if found is not None:
        wrong = KEPT_OPEN if found[2].endswith("\\") else INNER_QUOTE
        return found[1], unescaped(found[2]), wrong, found.start(2)
    found = _NO_VALUE.fullmatch(head)
    if found is not None:
        return found[1], None, NO_VALUE, found.start(1)
    return _remnant(head)


def _remnant(head: str) -> tuple[str, str | None, str | None, int]:
    """A tag of which a quotation mark or the closing bracket is missing."""
    named = _NAMED.match(head)
    if named is None:
        return "", None, UNCLEAR, 1
    rest = head[named.end() :].rstrip()
    closed = rest.endswith("]")
    rest = rest.removesuffix("]").rstrip()
    first, last = rest.startswith('"'), len(rest) > 1 and rest.endswith('"')
    value = rest[first : len(rest) - last]
    if not set('"[]').isdisjoint(value):
        return "", None, UNCLEAR, 1
    if not closed:
        wrong = NO_CLOSE
    elif not first and not last:
        wrong = NO_QUOTES
    else:
        wrong = NO_LAST if first else NO_FIRST
    return named[1], unescaped(value.rstrip()), wrong, named.end() + first
