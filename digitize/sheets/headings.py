"""Words above a column read by the net that reads handwriting, among the words that clubs use there.

The net was made for entries, not for words, and knows no word that is not in the list. So a reading
counts only where it takes up what the net believes, letter for letter, and where no word of another
meaning comes near; everything else is left to a person.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.tesseract import ONE_BLOCK, TesseractWord, read_words
from fairdeal.digitize.reader.decode import Decoded, decode
from fairdeal.digitize.reader.engine import Engine, load_weights, normalise
from fairdeal.digitize.reader.vocabulary import Vocabulary, fold_text
from fairdeal.digitize.ruled.grid import FINE
from fairdeal.digitize.ruled.tables import RuledTable
from fairdeal.digitize.sheets.flat import WHITE
from fairdeal.digitize.sheets.heading_ink import HeadingRun, find_runs
from fairdeal.digitize.sheets.heading_meaning import (
    ALIKE,
    SHORTEST_ALIKE,
    UNREAD,
    Heading,
    every_word,
    known_words,
    sense_of,
    understood,
)

HAND_TALL: Final = 56
"""Pixels to which a line is made smaller: about what one of an entry has."""
ROOM: Final = 8
"""Paper shown around it."""
LETTER: Final = 0.55
"""What the net must believe of each letter, taken as if all were alike (the root of the whole)."""
SHORT: Final = 2
"""Words of so few letters are in the list by chance too easily ..."""
SHORT_LETTER: Final = 0.9
"""... and must be clearer."""
ODDS: Final = 30.0
"""A reading must be so many times as likely as the next of another meaning."""


@dataclass(frozen=True, slots=True)
class HandRead:
    """The likeliest words of the list, and how sure they are.

    `letter` is the net's belief in them, read as one letter, `odds` how much likelier
    than the next words of another meaning. `firm`: sure enough to be taken without a person.
    """

    text: str
    letter: float
    odds: float

    @property
    def firm(self) -> bool:
        short = len(self.text.replace(" ", "")) <= SHORT
        return self.odds >= ODDS and self.letter >= (SHORT_LETTER if short else LETTER)


class HeadingReader:
    """The net with the vocabulary of headings. Not to be shared between threads."""

    def __init__(self) -> None:
        self._engine = Engine(load_weights().nets[0])

    def read(self, lines: Sequence[NDArray[np.uint8]]) -> list[HandRead | None]:
        """Each line (dark on `WHITE`), None where no words of the list are in it at all."""
        inks = [normalise(_sized(line)) for line in lines]
        columns = iter(self._engine.columns([ink for ink in inks if ink is not None]))
        return [
            None if ink is None else _judged(decode(next(columns), words_above())) for ink in inks
        ]


def _sized(line: NDArray[np.uint8]) -> NDArray[np.uint8]:
    scale = min(1.0, HAND_TALL / line.shape[0])
    small = cv2.resize(line, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(
        cv2.copyMakeBorder(small, ROOM, ROOM, ROOM, ROOM, cv2.BORDER_CONSTANT, value=(WHITE,)),
        np.uint8,
    )


def _judged(decoded: Decoded) -> HandRead | None:
    if not decoded.masses:
        return None
    text, best = decoded.masses[0]
    sense = sense_of(text)
    others = [mass for other, mass in decoded.masses[1:] if sense_of(other) != sense]
    letters = len(text.replace(" ", ""))
    return HandRead(text, best ** (1.0 / letters), best / max([*others, 1e-9]))


@cache
def words_above() -> Vocabulary:
    """One to three words of those that stand above columns, known or known to mean nothing."""
    slot: dict[str, str] = {}
    for word in sorted(every_word()):
        try:
            symbols = fold_text(word)
        except KeyError:  # a sign that the net does not know
            continue
        slot.setdefault(symbols, word)
        slot.setdefault(fold_text(word.upper()), word)
        slot.setdefault(fold_text(word.capitalize()), word)
        slot.setdefault(f"{fold_text(word.capitalize())}.", word)
        slot.setdefault(f"{fold_text(word.upper())}.", word)
    sign = {"/": "/", "-": "-"}
    return Vocabulary([(slot,), (slot, slot), (slot, slot, slot), (slot, sign, slot)], " ".join)


DEEPEST: Final = 4
"""Rows at the top of a table that may hold headings."""
LEAST_KNOWN: Final = 2
"""Known words that make a row one of headings: handwriting under them may look like one."""
LEAST_ABOVE: Final = 3
"""Known words that make a line above the table one of headings."""
KNOWN_SHARE: Final = 0.4
"""... and the share of a row's words that are known at least."""
SECONDS: Final = 20.0
"""A band of headings takes a fifth of a second; after twenty it hangs."""
MOST_RUNS: Final = 160
"""Lines of ink that are read: more are not headings."""
TALL: Final = 34
"""Pixels of a usual line as Tesseract is shown it."""
BETWEEN: Final = 30
"""Paper between lines shown to Tesseract."""
WIDEST: Final = 1400
"""Pixels of a line shown to Tesseract."""
CLEAR: Final = 0.75
"""Tesseract's confidence from which a known word counts without the net."""
SURE: Final = 0.3
"""... and under which nothing that it says counts."""
STRANGE: Final = 0.85
"""... and from which a word that is not at known here is one all the same."""
LETTERS: Final = 3
"""... if it has so many letters: of fewer the net knows more."""
FAINT_HINT: Final = 0.15
"""The net's belief, read as one letter, from which it confirms what Tesseract reads unsurely ..."""
NEAR_HINT: Final = 0.3
"""... and from which its word stands where Tesseract reads one that is nearly the same."""

_SAME_SHAPE: Final = str.maketrans("1|!j085", "llliobs")

_GLUED: Final = re.compile(r"(?<=[a-z.])(?=[A-Z])")
"""``TotA`` is two words that stand close."""


@dataclass(frozen=True, slots=True)
class Headings:
    """`headings` has one entry a column; `rows` is how many rows of the grid they take, 0 where none
    was read in the table."""

    headings: tuple[Heading, ...]
    rows: int
    above: bool = False
    """They stand above the table, not in it."""

    @property
    def known(self) -> int:
        """Known words in all of them: how much sense they make."""
        return sum(known_words(heading.words) for heading in self.headings)


@dataclass(frozen=True, slots=True)
class _Said:
    """What Tesseract reads in a line, and how sure it is of its least sure word."""

    text: str = ""
    confidence: float = 0.0


def read_headings(
    picture: NDArray[np.uint8], table: RuledTable, reader: HeadingReader, rows: int | None = None
) -> Headings:
    """The headings of a table. `rows` is how many rows of headings there are, where that is known.

    Raises `ReadError` where Tesseract is missing or fails.
    """
    none = tuple(Heading(column, "") for column in range(table.columns))
    if rows == 0:
        return Headings(none, 0)
    deep = min(rows or DEEPEST, table.rows - 1)
    fine = table.fine
    nodes = table.nodes[: deep + 1] if fine is None else fine[: deep * FINE + 1]
    runs = find_runs(picture, nodes, 1 if fine is None else FINE)[:MOST_RUNS]
    texts = texts_of(runs, reader)
    told = rows if rows is not None else _depth(runs, texts)
    if told == 0:
        return _above(picture, table, reader) or Headings(none, 0)
    own = [
        (run, text)
        for run, text in zip(runs, texts, strict=True)
        if run.row < told and not _is_title(run, table)
    ]
    return Headings(tuple(_heading(column, own) for column in range(table.columns)), told)


def _above(picture: NDArray[np.uint8], table: RuledTable, reader: HeadingReader) -> Headings | None:
    """The headings of a table that has them over its uppermost rule, without rules around them."""
    first = table.nodes[0]
    band = np.stack((2 * first - table.nodes[1], first))
    runs = find_runs(picture, band)[:MOST_RUNS]
    if not runs:
        return None
    # A title or a line for the date may stand over them: the lowest line it is.
    lowest = max(run.below for run in runs)
    low = [run for run in runs if run.below > lowest - max(other.height for other in runs)]
    entries = [
        (run, text)
        for run, text in zip(low, texts_of(low, reader), strict=True)
        if not _is_title(run, table)
    ]
    found = tuple(_heading(column, entries) for column in range(table.columns))
    headings = Headings(found, 0, above=True)
    return headings if headings.known >= LEAST_ABOVE else None


def _is_title(run: HeadingRun, table: RuledTable) -> bool:
    """Whether a line stands over all columns: it says nothing of any of them."""
    return run.first == 0 and run.last == table.columns - 1 and table.columns > 2


def _depth(runs: Sequence[HeadingRun], texts: Sequence[str]) -> int:
    """How many upper rows hold headings: down to the last row in which most words are known."""
    depth = 0
    for row in range(DEEPEST):
        words = [
            word
            for run, text in zip(runs, texts, strict=True)
            if run.row == row
            for word in text.split()
        ]
        known = sum(known_words(word) for word in words)
        if known >= max(LEAST_KNOWN, KNOWN_SHARE * len(words)):
            depth = row + 1
    return depth


def texts_of(runs: Sequence[HeadingRun], reader: HeadingReader) -> list[str]:
    """The text of each line, `UNREAD` where it is not sure."""
    if not runs:
        return []
    by_hand = reader.read([run.image for run in runs])
    return [_settled(said, read) for said, read in zip(_printed(runs), by_hand, strict=True)]


def _settled(said: _Said, read: HandRead | None) -> str:
    """One text for what the two readers say of a line."""
    firm = read is not None and read.firm
    if understood(said.text):
        if read is not None and sense_of(read.text) == sense_of(said.text):
            borne_out = firm or read.letter >= FAINT_HINT
            return said.text if said.confidence >= CLEAR or borne_out else UNREAD
        return said.text if said.confidence >= CLEAR and not firm else UNREAD
    if read is not None and (_as_one(said, read) or (firm and not _strange(said))):
        return said.text if said.text.casefold() == read.text.casefold() else read.text
    return said.text if said.confidence >= SURE else UNREAD


def _as_one(said: _Said, read: HandRead) -> bool:
    """Whether both readers see the same known word, signs that look alike read as one another.

    ``Dir`` is ``dlr`` to the eye. A word that differs by more than that must not be a clear one itself.
    """
    printed, by_hand = _shape(said.text), _shape(read.text)
    if read.odds < ODDS or not by_hand:
        return False
    if printed == by_hand:
        return read.letter >= FAINT_HINT
    near = SequenceMatcher(None, printed, by_hand, autojunk=False).ratio() >= ALIKE
    long = min(len(printed), len(by_hand)) >= SHORTEST_ALIKE
    return near and long and read.letter >= NEAR_HINT and not _strange(said)


def _shape(text: str) -> str:
    """The letters of a text with those that look alike made one: l, I, i and 1, say."""
    plain = text.casefold().translate(_SAME_SHAPE).replace("i", "l")
    return "".join(sign for sign in plain if sign.isalnum())


def _strange(said: _Said) -> bool:
    """Whether a line is clearly a word that is not at known here, whatever known one it resembles."""
    return said.confidence >= STRANGE and sum(letter.isalpha() for letter in said.text) >= LETTERS


def _printed(runs: Sequence[HeadingRun]) -> list[_Said]:
    """What Tesseract reads in each line. They are shown to it one below the other, in one size."""
    scale = TALL / float(np.median([run.height for run in runs]))
    lines = [_scaled(run.image, scale) for run in runs]
    starts = np.cumsum([BETWEEN, *(len(line) + BETWEEN for line in lines)])
    wide = max(line.shape[1] for line in lines) + 2 * BETWEEN
    page = np.full((int(starts[-1]), wide), WHITE, np.uint8)
    for start, line in zip(starts, lines, strict=False):
        page[start : start + len(line), BETWEEN : BETWEEN + line.shape[1]] = line
    words: list[list[TesseractWord]] = [[] for _ in runs]
    for word in read_words(page, SECONDS, ONE_BLOCK):
        at = int(np.searchsorted(starts, word.top + word.height / 2 + BETWEEN / 2)) - 1
        if 0 <= at < len(words):
            words[at].append(word)
    return [_said(sorted(found, key=lambda word: word.left)) for found in words]


def _scaled(image: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    scale = min(scale, WIDEST / image.shape[1])
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)


def _said(words: Sequence[TesseractWord]) -> _Said:
    if not words:
        return _Said()
    text = " ".join(_GLUED.sub(" ", word.text) for word in words)
    return _Said(text, min(word.confidence for word in words))


def _heading(column: int, runs: Sequence[tuple[HeadingRun, str]]) -> Heading:
    over = sorted(
        ((run, text) for run, text in runs if run.first <= column <= run.last),
        key=lambda entry: (entry[0].middle, entry[0].left),
    )
    groups = tuple(text for run, text in over if run.first < run.last)
    own = " ".join(text for run, text in over if run.first == run.last)
    return Heading(column, own, groups)
