"""A stretch of PBN text to its tags and the rows after them, by the grammar; and what is wrong with them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, Protocol

from lark import Lark, Token, Tree

from fairdeal.grammar.pbn.source import MOST_BRACES
from fairdeal.records import Problem, Severity, Span, position_of

ItemKind = Literal[
    "word", "suffix", "nag", "note", "mark", "end", "string", "comment", "rest", "junk"
]
"""The kinds of what follows a tag. ``word``: a call, a card, an element of a table. ``note``: a
reference such as ``=1=``. ``mark``: ``^I``. ``end``: ``*`` or ``+``. ``comment`` stands in braces,
``rest`` from a semicolon to the end of the line. ``junk``: what fits nowhere."""


@dataclass(frozen=True, slots=True)
class At:
    """A place in the file, where no token stands for it."""

    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class Item:
    """One token of a section, as it was written; of comments and strings what is inside."""

    kind: ItemKind
    text: str
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)

    @property
    def span(self) -> Span:
        return Span(self.line, self.column, self.line, self.column + len(self.text))


@dataclass(frozen=True, slots=True)
class Block:
    """A tag pair and what follows it up to the next tag.

    `value` is None where the tag has none that could be read. `salvaged` says what is wrong with the
    tag's own writing (a bracket or a quotation mark missing); `name` and `value` are then what it
    most likely says. `line` and `column` are those of its opening bracket, `value_line` and
    `value_column` those of the first character inside the quotation marks.
    """

    name: str
    value: str | None
    items: tuple[Item, ...] = ()
    salvaged: str | None = None
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)
    value_line: int = field(default=0, compare=False)
    value_column: int = field(default=0, compare=False)
    end_line: int = field(default=0, compare=False)
    end_column: int = field(default=0, compare=False)

    @property
    def span(self) -> Span:
        return Span(self.line, self.column, self.end_line, self.end_column)

    @property
    def value_at(self) -> At:
        return At(self.value_line, self.value_column)


@dataclass(frozen=True, slots=True)
class Written:
    """A stretch of text as it was written: what stands before the first tag, and the tags."""

    before: tuple[Item, ...]
    blocks: tuple[Block, ...]


class Placed(Protocol):
    """Anything that stands at a line and a column."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


@dataclass(slots=True)
class Complaints:
    """Gathers the problems of one game. `strict`: the file is held to every word of the standard."""

    strict: bool
    game: int
    problems: list[Problem] = field(default_factory=list)

    def error(self, message: str, at: Placed) -> None:
        """Something could not be read."""
        self._add("error", message, at)

    def warning(self, message: str, at: Placed) -> None:
        """Read, but not clear."""
        self._add("warning", message, at)

    def liberty(self, message: str, at: Placed) -> None:
        """Not as PBN has it, and read all the same: said in a lenient reading, wrong in a strict one."""
        self._add("error" if self.strict else "note", message, at)

    def standard(self, message: str, at: Placed) -> None:
        """Not as PBN has it, of no account for what is read."""
        if self.strict:
            self._add("error", message, at)

    def contradiction(self, message: str, at: Placed) -> None:
        """What the game says of itself in two places does not agree, or is not a game of bridge.

        What it is for the players is judged by the rulings; a file held to the standard must mark it.
        """
        if self.strict:
            self._add("warning", message, at)

    def _add(self, severity: Severity, message: str, at: Placed) -> None:
        self.problems.append(Problem(severity, message, at.line, at.column, self.game))


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
"""Characters of a broken tag that is looked at: a longer one is not a tag."""
NO_VALUE: Final = "there is no value"
UNCLEAR: Final = "the tag cannot be read"


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark.open(
        "pbn.lark", rel_to=__file__, parser="lalr", start="game", maybe_placeholders=False
    )


def parse(text: str, first_line: int) -> Written:
    """The tags and items of a stretch of text. Every text has them; what fits nowhere is junk.

    `text` has no lines after ``%`` any more; `first_line` is the number of its first line.
    """
    if text.count("{") > MOST_BRACES:
        end = text.rfind("}") + 1
        text = text[:end] + text[end:].replace("{", "}")
    tree: Tree[Token] = _parser().parse(text)
    above = first_line - 1
    before = [_item(child, above) for child in tree.children if isinstance(child, Token)]
    blocks = [_block(child, above) for child in tree.children if not isinstance(child, Token)]
    return Written(tuple(before), tuple(blocks))


def unescaped(value: str) -> str:
    """The text of a string as it is meant: a quotation mark and a backslash have a backslash before."""
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def _item(token: Token, above: int) -> Item:
    kind = _KINDS[token.type]
    if kind in ("comment", "string"):
        text = token[1:-1] if kind == "comment" else unescaped(token[1:-1])
    elif kind == "rest":
        text = token[1:]
    else:
        text = str(token) if kind == "junk" else token.rstrip()
    return Item(kind, text, (token.line or 1) + above, token.column or 1)


def _block(node: Tree[Token], above: int) -> Block:
    head, *rest = (child for child in node.children if isinstance(child, Token))
    name, value, salvaged, start = _tag(head)
    line, column = (head.line or 1) + above, head.column or 1
    text = str(head) if salvaged is not None else head.rstrip()
    value_line, value_column, end_line, end_column = line, column + start, line, column + len(text)
    if "\n" in text:
        value_line, value_column = position_of(text, start, line, column)
        end_line, end_column = position_of(text, len(text), line, column)
    return Block(
        name,
        value,
        tuple([_item(token, above) for token in rest]),
        salvaged,
        line,
        column,
        value_line,
        value_column,
        end_line,
        end_column,
    )


def _tag(head: Token) -> tuple[str, str | None, str | None, int]:
    """Name, value, what is wrong with the writing of it, and where the value begins within it."""
    if not head.type.startswith(("BROKEN", "LOOSE")):
        found = _WHOLE_TAG.match(head)
        assert found is not None
        return found[1], unescaped(found[2]), None, found.start(2)
    if head.type.startswith("LOOSE"):
        found = _LOOSE_TAG.fullmatch(head)
        assert found is not None
        return found[1], found[2], "the opening bracket is missing", found.start(2)
    if len(head) > LONGEST_BROKEN:
        return "", None, UNCLEAR, 1
    found = _INNER_QUOTES.fullmatch(head)
    if found is not None:
        wrong = "a quotation mark within the value has no \\ before it"
        if found[2].endswith("\\"):
            wrong = "the \\ before the last quotation mark makes it part of the value"
        return found[1], unescaped(found[2]), wrong, found.start(2)
    found = _NO_VALUE.fullmatch(head)
    return _remnant(head) if found is None else (found[1], None, NO_VALUE, found.start(1))


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
        wrong = "the closing bracket is missing"
    elif not first and not last:
        wrong = "the quotation marks are missing"
    else:
        wrong = (
            "the closing quotation mark is missing"
            if first
            else "the opening quotation mark is missing"
        )
    return named[1], unescaped(value.rstrip()), wrong, named.end() + first
