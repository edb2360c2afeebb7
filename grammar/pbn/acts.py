"""The calls and cards of a section with what stands beside each: marks, suffixes, glyphs, notes.

Chapters 3.5 to 3.7 and 3.9 of the standard. A section's tag says whose the first column is; each word
takes the next column, and so does ``^S``, the turn of a player whom another anticipated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, Literal

from fairdeal.grammar.pbn.complaints import Complaints
from fairdeal.grammar.pbn.model import Block, Item
from fairdeal.records.cards import COMPASS, Seat

SUFFIXES: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The glyph that each suffix of a call stands for; of a card, the one six higher."""
_CARD_SUFFIX: Final = 6
_NOTE = re.compile(r"=(\d{1,3})=")
_GLYPH = re.compile(r"\$(\d{1,4})")
HIGHEST_NOTE: Final = 32
HIGHEST_GLYPH: Final = 255
_OF_CALLS: Final = frozenset({*range(1, 7), 13})
_OF_CARDS: Final = frozenset({*range(7, 13), 14})
_MARKS: Final = {"Auction": "IS", "Play": "RL"}
_THING: Final = {"Auction": "call", "Play": "card"}

SectionName = Literal["Auction", "Play"]


@dataclass(slots=True)
class Act:
    """A word of a section in its column. `word` is None for a skipped turn (``^S``)."""

    item: Item
    column: int
    """Columns from the section's first, from 0; the seat is that of the tag, so many turns on."""
    marks: list[Item] = field(default_factory=list)
    skipped: int = 0
    """How many turns just before were skipped with ``^S``."""
    suffix: Item | None = None
    glyphs: list[Item] = field(default_factory=list)
    note: Item | None = None
    short: bool = False
    """Play: the row that it stands in has fewer cards than four, and whose they are is not known."""

    def marked(self, letter: str) -> bool:
        return bool(self.marks) and any(m.text[1:].upper() == letter for m in self.marks)

    @property
    def mark(self) -> str | None:
        """The letters of its marks, as a record has them."""
        if not self.marks and not self.skipped:
            return None
        letters = [mark.text[1:].upper() for mark in self.marks]
        return "".join(("S" if self.skipped else "", *dict.fromkeys(letters))) or None


@dataclass(slots=True)
class Acts:
    """A section read: its acts in the order written."""

    name: SectionName
    first: Seat | None
    """Whose the first column is."""
    acts: list[Act] = field(default_factory=list)
    ends: list[Item] = field(default_factory=list)
    """``*`` and ``+`` where written."""
    end_columns: list[int] = field(default_factory=list)

    def seat(self, act: Act) -> Seat | None:
        if self.first is None or act.short:
            return None
        return COMPASS[(COMPASS.index(self.first) + act.column) % 4]

    @property
    def closed(self) -> bool:
        """Whether ``*`` says that nothing more was done."""
        return any(end.text == "*" for end in self.ends)

    @property
    def to_go_on(self) -> bool:
        return any(end.text == "+" for end in self.ends)


def read_acts(block: Block, first: Seat | None, complaints: Complaints) -> Acts:
    """The acts of an Auction or a Play tag, with everything wrong about what stands beside them."""
    name: SectionName = "Auction" if block.name == "Auction" else "Play"
    section = Acts(name, first)
    short = _short_lines(block.items) if name == "Play" else frozenset()
    reader = _Reader(section, complaints, short)
    for item in block.items:
        reader.take(item)
    reader.finish()
    return section


def _short_lines(items: Sequence[Item]) -> frozenset[int]:
    """Lines of the play with a card missing."""
    words = [item for item in items if item.kind == "word" or item.text == "+"]
    lines = [(line, sum(1 for _ in group)) for line, group in groupby(words, key=lambda i: i.line)]
    return frozenset(lines[index][0] for index in short_rows([count for _, count in lines]))


def short_rows(counts: Sequence[int]) -> set[int]:
    """Of rows with so many cards, those with one missing: no four, nor made up by the rows that follow.

    Where all have three, one seat's cards were left out."""
    if len(counts) > 1 and set(counts) == {3}:
        return set(range(len(counts)))
    short: set[int] = set()
    index = 0
    while index < len(counts):
        count, reach = 0, index
        while reach < len(counts) and (count == 0 or count % 4):
            count += counts[reach]
            reach += 1
            if count % 4 and reach < len(counts) and counts[reach] % 4 == 0:
                break
        if count % 4 and reach < len(counts):
            short.add(index)
            reach = index + 1
        index = reach
    return short


class _Reader:
    def __init__(self, section: Acts, complaints: Complaints, short: frozenset[int]) -> None:
        self.section = section
        self.complaints = complaints
        self.short = short
        self.column = 0
        self.skipped = 0
        self.marks: list[Item] = []
        self.thing = _THING[section.name]
        self.junk_line = 0
        self.line = 0

    def take(self, item: Item) -> None:
        match item.kind:
            case "word":
                self._word(item)
            case "mark":
                self._mark(item)
            case "end":
                self._end(item)
            case "suffix" | "nag" | "note":
                self._beside(item)
            case "string" | "junk":
                if item.line != self.junk_line:
                    self.complaints.error(f"“{item.text[:20]}” is not a {self.thing}", item)
                    self.junk_line = item.line
            case _:
                pass

    def finish(self) -> None:
        for mark in self.marks:
            self.complaints.standard(f"there is no {self.thing} after {mark.text}", mark)

    def _word(self, item: Item) -> None:
        if item.line != self.line:
            if self.line in self.short:
                self.column += -self.column % 4
            self.line = item.line
            if item.line in self.short:
                message = "a card is missing in this row: it is not known whose cards these are"
                self.complaints.error(message, item)
        short = item.line in self.short
        act = Act(item, self.column, self.marks, self.skipped, short=short)
        self.section.acts.append(act)
        self.marks, self.skipped = [], 0
        self.column += 1

    def _mark(self, item: Item) -> None:
        letter = item.text[1:].upper()
        if not letter or letter not in _MARKS[self.section.name]:
            self.complaints.standard(f"“{item.text}” is not a mark for a {self.thing}", item)
        if letter == "S" and self.section.name == "Auction":
            self.column += 1
            self.skipped += 1
            return
        if any(mark.text.upper() == item.text.upper() for mark in self.marks):
            self.complaints.standard(f"{item.text} is twice before one {self.thing}", item)
        elif self.marks:
            self.complaints.standard(
                f"{item.text} beside {self.marks[-1].text}: a card is one or the other", item
            )
        self.marks.append(item)

    def _end(self, item: Item) -> None:
        self.section.ends.append(item)
        self.section.end_columns.append(self.column)
        if item.text == "+":
            self.column += 1

    def _beside(self, item: Item) -> None:
        if not self.section.acts:
            self.complaints.standard(f"“{item.text}” does not belong to a {self.thing}", item)
            return
        act = self.section.acts[-1]
        if item.kind == "suffix":
            self._suffix(act, item)
        elif item.kind == "nag":
            self._glyph(act, item)
        else:
            self._note(act, item)

    def _suffix(self, act: Act, item: Item) -> None:
        if item.text not in SUFFIXES:
            self.complaints.standard(f"“{item.text}” is not a suffix: ! ? !! ?? !? ?!", item)
        elif act.suffix is not None:
            self.complaints.standard(f"a second suffix of one {self.thing}", item)
        elif self._valued(act):
            self.complaints.standard(
                f"a suffix beside ${self._valued(act)}, which is of the same kind", item
            )
        else:
            act.suffix = item

    def _valued(self, act: Act) -> int | None:
        """The glyph of it that a suffix stands for, or would."""
        lowest = 1 if self.section.name == "Auction" else 1 + _CARD_SUFFIX
        for glyph in act.glyphs:
            number = glyph_number(glyph)
            if number is not None and lowest <= number < lowest + 6:
                return number
        return None

    def _glyph(self, act: Act, item: Item) -> None:
        number = glyph_number(item)
        if number is None or number > HIGHEST_GLYPH:
            self.complaints.standard(f"{item.text} is not a glyph: $0 to ${HIGHEST_GLYPH}", item)
            return
        other = _OF_CARDS if self.section.name == "Auction" else _OF_CALLS
        if number in other:
            kind = "cards" if self.section.name == "Auction" else "calls"
            self.complaints.standard(
                f"{item.text} is a glyph of {kind}, not of a {self.thing}", item
            )
            return
        lowest = 1 if self.section.name == "Auction" else 1 + _CARD_SUFFIX
        if lowest <= number < lowest + 6 and (act.suffix is not None or self._valued(act)):
            self.complaints.standard(
                f"{item.text} beside a suffix, which is of the same kind", item
            )
        elif any(glyph_number(glyph) == number for glyph in act.glyphs):
            self.complaints.standard(f"{item.text} twice for one {self.thing}", item)
        else:
            act.glyphs.append(item)

    def _note(self, act: Act, item: Item) -> None:
        number = note_number(item)
        if number is None:
            self.complaints.standard(f"{item.text} is not a note: =1= to ={HIGHEST_NOTE}=", item)
        elif act.note is not None:
            self.complaints.standard(f"a second note of one {self.thing}", item)
        else:
            act.note = item


def glyph_number(item: Item) -> int | None:
    found = _GLYPH.fullmatch(item.text)
    return None if found is None else int(found[1])


def note_number(item: Item) -> int | None:
    """The number of a reference such as ``=1=``, None where it is out of range."""
    found = _NOTE.fullmatch(item.text)
    number = 0 if found is None else int(found[1])
    return number if 1 <= number <= HIGHEST_NOTE else None


def references(sections: Iterable[Acts]) -> dict[tuple[SectionName, int], Item]:
    """The first reference to each note of each section."""
    found: dict[tuple[SectionName, int], Item] = {}
    for section in sections:
        for act in section.acts:
            number = None if act.note is None else note_number(act.note)
            if act.note is not None and number is not None:
                found.setdefault((section.name, number), act.note)
    return found
