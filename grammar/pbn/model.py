"""What a PBN game consists of as text: tags, the rows that follow them, comments; nothing judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from fairdeal.records.place import Span

ItemKind = Literal[
    "word", "suffix", "nag", "note", "mark", "end", "string", "comment", "rest", "junk"
]
"""The kinds of what follows a tag. ``word``: a call, a card, an element of a table. ``note``: a
reference such as ``=1=``. ``mark``: ``^I``. ``end``: ``*`` or ``+``. ``comment`` stands in braces,
``rest`` from a semicolon to the end of the line. ``junk``: what fits nowhere."""


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


@dataclass(frozen=True, slots=True)
class Written:
    """A stretch of text as it was written: what stands before the first tag, and the tags."""

    before: tuple[Item, ...]
    blocks: tuple[Block, ...]
