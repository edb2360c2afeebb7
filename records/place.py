"""Where something stands: in a text (`Span`, lines and columns) and in a record (`Place`).

A place such as ``deal 3 / trick 2 / seat 4`` is the one address that ties together a photo's region,
a line of text, an entry of a record, a finding and a person's correction.

LF, CR LF and a lone CR end a line. Nothing else does: a form feed, U+0085 or U+2028 is a blank within its
line, though `str.splitlines` parts lines there. Whoever counted so would show another line than was meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

LONGEST_NUMBER: Final = 18
"""Digits of a number that counts something. A longer one is a name made of digits: nothing is counted by it,
and reading it as a number takes time with the square of its length."""


def as_number(text: str) -> str:
    """A number in plain digits, in whatever digits it is written, with invisible letters or without; other
    text as it is.

    >>> as_number("१५"), as_number("1\u200b5"), as_number("15a")
    ('15', '15', '15a')
    """
    if text.isascii():
        return text
    plain = "".join(letter for letter in text if unicodedata.category(letter) != "Cf").strip()
    return str(int(plain)) if plain.isdecimal() else text


def figure(text: str) -> int | None:
    """The number that a text of digits alone says; None for any other text."""
    return int(text) if len(text) <= LONGEST_NUMBER and text.isdecimal() else None


def plain_number(text: str) -> str:
    """``04``, ``4`` and ``൪`` are one number; any other text is as it was."""
    value = figure(text)
    return text if value is None else str(value)


_END = re.compile(r"\r\n|\r|\n")


def lines_of(text: str) -> list[str]:
    """The lines of a text without their ends; after a last end there is an empty line."""
    return _END.split(text) if "\r" in text else text.split("\n")


def position_of(text: str, at: int, line: int = 1, column: int = 1) -> tuple[int, int]:
    """Line and column of the character at index `at`, in a text that begins at `line` and `column`."""
    before = lines_of(text[:at])
    return line + len(before) - 1, len(before[-1]) + (column if len(before) == 1 else 1)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text. Lines and columns count from 1; `end_column` is the first column after."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Place:
    """An address within a match: parts from the widest to the narrowest.

    Each part is a word or a word and a number or name, as ``notation.md`` lists them:
    ``("deal 3", "trick 2", "seat 4")``, ``("row 5", "total A")``, ``("heading", "event")``.
    """

    parts: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read ``deal 3 / trick 2``. Spaces around and within parts are evened out."""
        parts = (" ".join(part.split()) for part in text.split("/"))
        return cls(tuple(part for part in parts if part))

    @classmethod
    def of(cls, *parts: str) -> Place:
        return cls(parts)

    def __truediv__(self, part: str) -> Place:
        return Place((*self.parts, part))

    def __str__(self) -> str:
        return " / ".join(self.parts)

    @property
    def deal(self) -> str | None:
        """The deal's number where the address names one."""
        if self.parts and self.parts[0].startswith("deal ") and len(self.parts[0]) > 5:
            return self.parts[0][5:]
        return None

    def within_deal(self) -> Place:
        """The same address without its leading ``deal N``."""
        return Place(self.parts[1:]) if self.deal is not None else self

    def in_deal(self, number: str | None) -> Place:
        """The same address with ``deal N`` before it, where the number is known."""
        if number is None or self.deal is not None or self.parts[:1] == ("heading",):
            return self
        return Place((f"deal {number}", *self.parts))

    @property
    def sheet(self) -> int | None:
        """Which score sheet of the record is meant, where the address says so: 2 is the second."""
        head, _, tail = self.parts[0].partition(" ") if self.parts else ("", "", "")
        return figure(tail) if head == "sheet" else None

    def within_sheet(self) -> Place:
        """The same address without its leading ``sheet N``."""
        return Place(self.parts[1:]) if self.sheet is not None else self

    def in_sheet(self, number: int | None) -> Place:
        """The same address with ``sheet N`` before it; the first sheet of a record is not named."""
        if number is None or number < 2 or self.sheet is not None:
            return self
        return Place((f"sheet {number}", *self.parts))

    def number(self, word: str) -> int | None:
        """The number after `word`, as in ``trick 2``; None where the address has no such part."""
        for part in self.parts:
            head, _, tail = part.partition(" ")
            number = figure(tail) if head == word else None
            if number is not None:
                return number
        return None


# A token of a card row: a brace group with whatever touches it, or a run without blanks.
_TOKEN = re.compile(r"(?:[^\s{}]|\{[^{}]*\})+")


@dataclass(frozen=True, slots=True)
class RowSpans:
    """The places in the text of the tokens of one or more rows, worked out only when asked for.

    Clear cards are shared between rows to be fast, so the row remembers where they stood.
    `rows` holds, for each row of text, its line, the column of its first character, and the
    text of its tokens alone (labels such as ``trick 2:`` already left out).
    """

    rows: tuple[tuple[int, int, str], ...] = ()

    def __iter__(self) -> Iterator[Span]:
        return iter(_spans(self.rows))

    def of(self, index: int) -> Span | None:
        """The span of the token at `index` (from 0), or None where it did not come from a text."""
        spans = _spans(self.rows)
        return spans[index] if 0 <= index < len(spans) else None


@lru_cache(maxsize=256)
def _spans(rows: tuple[tuple[int, int, str], ...]) -> tuple[Span, ...]:
    """Of the rows asked for last: a doubtful deal is asked for the same ones in every reading."""
    return tuple(
        Span(line, column + match.start(), line, column + match.end())
        for line, column, text in rows
        for match in _TOKEN.finditer(text)
    )


@lru_cache(maxsize=256)
def spans_of_calls(rows: tuple[tuple[int, int, str], ...]) -> dict[int, Span]:
    """The spans of calls that share a line with others, by their number in the auction.

    `rows` holds, for each line, how many calls stand before it, its number, and its text.
    """
    found: dict[int, Span] = {}
    for number, line, text in rows:
        column = 1
        for part in text.split(","):
            number += 1
            start = column + len(part) - len(part.lstrip())
            found[number] = Span(line, start, line, column + len(part.rstrip()))
            column += len(part) + 1
    return found


NO_SPANS = RowSpans()
"""The spans of a row that did not come from a text."""
