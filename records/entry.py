"""An entry of a record: where it stands, in a text (`Span`, lines and columns) and in the record (`Place`);
and what was written there, and how surely (`Entry`, with its readings).

A place such as ``deal 3 / trick 2 / seat 4`` is the one address that ties together a photo's region,
a line of text, an entry of a record, a finding and a person's correction.

LF, CR LF and a lone CR end a line. Nothing else does: a form feed, U+0085 or U+2028 is a blank within its
line, though `str.splitlines` parts lines there. Whoever counted so would show another line than was meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final, Generic, TypeVar

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


# --- what was written ------------------------------------------------------------------------------

T = TypeVar("T")
U = TypeVar("U")


class Standing(Enum):
    """How an entry stands on the paper. Each is written differently in the notation."""

    CLEAR = "clear"
    """``9H``: read without doubt."""
    DOUBTED = "doubted"
    """``9H?``: one reading, with doubt; something else is possible."""
    RIVALS = "rivals"
    """``{9H|QH}``, ``{9H 0.7|QH 0.2}``: one of these, likeliest first."""
    ABSENT = "absent"
    """``-``: not recorded, or not transcribed."""
    ILLEGIBLE = "illegible"
    """``??``: written, cannot be read."""
    BLANK = "blank"
    """An empty cell of a sheet: nothing on the paper."""


_CLEAR: Final = Standing.CLEAR
_EMPTY: Final = (Standing.BLANK, Standing.ABSENT)
_DOUBTFUL: Final = (Standing.DOUBTED, Standing.RIVALS, Standing.ILLEGIBLE)
"""To look a member up in its enumeration takes longer than all else that is asked of an entry."""

DOUBTED_PROBABILITY = 0.9
"""The weight of the one reading of ``9H?`` where no figure is given; the rest is something else."""


NEARLY: Final = 0.98
"""A single reading of at least this probability is nearly sure: nothing else is looked at in its place, but
no finding that needs it is surer."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """One way to read an entry. `probability` is None where the record gives no figure."""

    value: T
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """One entry of a record with its readings, likeliest first.

    `readings` is empty for absent, illegible and blank entries, has one element for clear and doubted ones; a
    clear one has a probability where a reader of photos saw it. `span` is where it stood; clear cards are
    shared and have none (ask the hand or the trick that holds them).
    """

    standing: Standing
    readings: tuple[Reading[T], ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)
    faint: tuple[tuple[T | None, float], ...] = field(default=(), compare=False, repr=False)
    """What a clear entry may be as well, so unlikely that nobody is asked: what a reader saw in its ink, and
    any other value (None). What is left over beyond these would be no value at all."""

    @property
    def value(self) -> T | None:
        """The likeliest reading, or None where there is none."""
        return self.readings[0].value if self.readings else None

    @property
    def clear(self) -> bool:
        return self.standing is _CLEAR

    @property
    def filled(self) -> bool:
        """Whether anything is written there, whether it can be read or not."""
        return self.standing not in _EMPTY

    @property
    def doubtful(self) -> bool:
        """True where the ink leaves more than one possibility open."""
        return self.standing in _DOUBTFUL

    @property
    def left_over(self) -> float:
        """How likely a clear or nearly sure entry is something else than was read; 0 for any other."""
        if len(self.readings) != 1:
            return 0.0
        given = self.readings[0].probability
        if given is None or (given < NEARLY and not self.clear):
            return 0.0
        return max(0.0, 1.0 - given)

    def nearly(self) -> tuple[tuple[T | None, float], ...]:
        """The weights of a clear or nearly sure entry: as read, what its ink may be as well, and (None) any
        other value. Empty where nothing is left over."""
        left = self.left_over
        if left <= 0.0:
            return ()
        return ((self.readings[0].value, 1.0 - left), *(self.faint or ((None, left),)))

    def weighted(self) -> tuple[tuple[T | None, float], ...]:
        """Every reading with its weight, the weights adding up to 1.

        None stands for "something else than the readings given". Readings without a figure share
        evenly what the others leave. An absent or blank entry gives the single ``(None, 1.0)``.
        """
        if self.standing is _CLEAR:
            return ((self.readings[0].value, 1.0),)
        if not self.readings:
            return ((None, 1.0),)
        if self.standing is Standing.DOUBTED:
            first = self.readings[0]
            given = DOUBTED_PROBABILITY if first.probability is None else first.probability
            return ((first.value, given), (None, 1.0 - given))
        known = sum(r.probability for r in self.readings if r.probability is not None)
        unknown = sum(1 for r in self.readings if r.probability is None)
        share = max(0.0, 1.0 - known) / unknown if unknown else 0.0
        pairs: list[tuple[T | None, float]] = [
            (r.value, share if r.probability is None else r.probability) for r in self.readings
        ]
        rest = 1.0 - sum(weight for _, weight in pairs)
        if rest > 1e-12:
            pairs.append((None, rest))
        total = sum(weight for _, weight in pairs)
        return tuple((value, weight / total) for value, weight in pairs)

    def map(self, change: Callable[[T], U]) -> Entry[U]:
        """The same entry with `change` applied to every reading."""
        readings = tuple(Reading(change(r.value), r.probability) for r in self.readings)
        return Entry(self.standing, readings, self.span)


def clear(value: T, span: Span | None = None) -> Entry[T]:
    """An entry read without doubt."""
    return Entry(_CLEAR, (Reading(value),), span)


def rivals(*readings: tuple[T, float | None], span: Span | None = None) -> Entry[T]:
    """An entry of several readings, likeliest first."""
    return Entry(Standing.RIVALS, tuple(Reading(v, p) for v, p in readings), span)


def absent(span: Span | None = None) -> Entry[T]:
    """An entry that was not recorded."""
    return Entry(Standing.ABSENT, (), span)


def illegible(span: Span | None = None) -> Entry[T]:
    """An entry that is written but cannot be read."""
    return Entry(Standing.ILLEGIBLE, (), span)


def blank(span: Span | None = None) -> Entry[T]:
    """An empty cell."""
    return Entry(Standing.BLANK, (), span)
