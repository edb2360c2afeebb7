"""What a column of a club's own sheet may hold, and how its cells are read."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from importlib import resources
from typing import Final

from fairdeal.records import COLUMNS, FieldKind

IGNORE: Final = "ignore"
"""A column that is not read: signatures, say."""
BID: Final = "bid"
"""The figure of a contract, where the trump has a column of its own."""
TRUMP: Final = "trump"
"""The trump of a contract, where the figure has a column of its own."""
FIGURES: Final = ("points", "score", "total", "penalty")
"""What is counted for each team in a column of its own."""
SIDES: Final = ("A", "B", "us", "them")
"""Whose column it is. A sheet that says Us and Them leaves open which team wrote it."""

OF_SIDES: Final = tuple(f"{figure} {side}" for figure in FIGURES for side in SIDES)
MEANINGS: Final = (
    *(name for name in COLUMNS if name not in OF_SIDES),
    BID,
    TRUMP,
    *OF_SIDES,
    IGNORE,
)
"""Everything that a column may be said to be, as the layout file has it."""

_KINDS: Final[dict[str, FieldKind]] = {
    "deal": "number",
    "dealer": "seat",
    "bidder": "seat",
    "contract": "contract",
    "x": "doubling",
    "remarks": "text",
    BID: "number",
    TRUMP: "contract",
}


def kind_of(meaning: str) -> FieldKind:
    """The kind of field that the cells of such a column are."""
    return _KINDS.get(meaning, "number")


def for_team(meaning: str, us: str | None) -> str:
    """``total us`` as ``total B`` where team B is Us; unchanged where that is not known."""
    name, _, side = meaning.rpartition(" ")
    if us not in ("A", "B") or side not in ("us", "them"):
        return meaning
    other = "B" if us == "A" else "A"
    return f"{name} {us if side == 'us' else other}"


def says_us(meanings: tuple[str, ...]) -> bool:
    """Whether any column is Us or Them."""
    return any(meaning.rpartition(" ")[2] in ("us", "them") for meaning in meanings)


ALIKE: Final = 0.8
"""Likeness (0 to 1, as difflib counts) from which a word is read as a known one: one letter in four
of a short word, one in five of a long one may be misread."""
SHORTEST_ALIKE: Final = 4
"""Shorter words must be exact: ``we`` and ``by`` are a letter away from too much."""
CLEARER: Final = 0.08
"""A word that is nearly as like a word of another meaning could be that one."""

UNREAD: Final = "?"
"""Stands for words that could not be read."""

_SERIAL: Final = re.compile(r"\bs\.?\s?no\b")
"""``S.No.`` is a serial number; an S on its own may be anything."""
_WORD: Final = re.compile(r"[^\W_]+|#")


@dataclass(frozen=True, slots=True)
class Heading:
    """The words above a column (from 0): its own, and those that stand over it and its neighbours.

    `groups` are the words of wider headings, the widest first: ``("Points",)`` over ``Us``.
    """

    column: int
    text: str
    groups: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """All words above the column, from the top: ``Points / Us``."""
        return " / ".join(part for part in (*self.groups, self.text) if part)


@dataclass(frozen=True, slots=True)
class Match:
    """What a column was found to be: `meaning`, or None where a person must say.

    `candidates` are the meanings that the words leave open, best first; empty where they say nothing.
    `why` is a sentence for that person.
    """

    heading: Heading
    meaning: str | None
    candidates: tuple[str, ...] = ()
    why: str = ""


def match_headings(headings: Sequence[Heading]) -> tuple[Match, ...]:
    """What each column holds, in the order given. No two columns that are
    read are given the same meaning."""
    found = [_alone(heading) for heading in headings]
    found = _bid_beside_unread(_bid_beside_trump(found))
    counts = Counter(match.meaning for match in found if match.meaning is not None)
    return tuple(
        replace(match, meaning=None, why="another column has a heading of the same meaning")
        if match.meaning not in (None, IGNORE) and counts[match.meaning or ""] > 1
        else match
        for match in found
    )


def known_words(text: str) -> int:
    """How many words of a text are known from headings: whether a row of a table is one."""
    words = _words(text)
    senses = (_senses(word, _known()) for word in words if len(word) > 1 or word in "ab")
    return sum(bool(found) for found in senses)


def sense_of(text: str) -> frozenset[str]:
    """What a text says of a column, words that change nothing left out; unknown words as they are.

    Two texts of one sense are the same heading to the program.
    """
    found: set[str] = set()
    for word in _words(text):
        senses = _senses(word, _known())
        found |= senses if senses else set() if word in _filler() else {f"?{word}"}
    return frozenset(found)


def understood(text: str) -> bool:
    """Whether every word of a text is known: one that means something, or one that changes nothing."""
    words = _words(text)
    return bool(words) and not any(sense.startswith("?") for sense in sense_of(text))


def every_word() -> frozenset[str]:
    """All words that are known to stand above columns: those that mean something, and others."""
    return frozenset({*_known(), *_filler(), *_tables()["strangers"]["words"]})


def alike(one: str, other: str) -> bool:
    """Whether two readings of a heading are likely the same words."""
    ours, theirs = "".join(_words(one)), "".join(_words(other))
    if min(len(ours), len(theirs)) < SHORTEST_ALIKE:
        return ours == theirs != ""
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio() >= ALIKE


def _alone(heading: Heading) -> Match:
    """What the words above one column say, the other columns left aside."""
    parts = (*heading.groups, heading.text)
    words = [word for part in parts for word in _words(part)]
    if not words:
        return Match(heading, None, (), "nothing could be read above it")
    bases: list[frozenset[str]] = []
    sides: set[str] = set()
    strange: list[str] = []
    for word in words:
        senses = _senses(word, _known())
        own_sides = frozenset(sense for sense in senses if sense in SIDES)
        if own_sides:
            sides |= own_sides
        elif senses:
            bases.append(senses)
        elif word not in _filler():
            strange.append(word)
    names = _together({sense for senses in bases for sense in senses})
    if any(UNREAD in part.split() for part in parts):
        told = "not all of the words above it could be read"
        return Match(heading, None, _candidates(names, sides), told)
    return _judged(heading, names, sides, strange)


def _judged(heading: Heading, names: set[str], sides: set[str], strange: list[str]) -> Match:
    candidates = _candidates(names, sides)
    if strange:
        unknown = ", ".join(f"“{word}”" for word in strange)
        return Match(heading, None, candidates, f"{unknown} is not a heading that is known here")
    if len(sides) > 1:
        return Match(heading, None, candidates, "it names both teams")
    if not names:
        told = "it names a team, but not what is counted" if sides else "it says too little"
        return Match(heading, None, candidates, told)
    if len(names) > 1:
        return Match(heading, None, candidates, "its words can mean different things")
    if len(candidates) > 1:
        return Match(heading, None, candidates, "it does not say which team it is for")
    if not candidates:
        return Match(heading, None, (), "its words do not go together")
    return Match(heading, candidates[0], candidates)


def _candidates(names: set[str], sides: set[str]) -> tuple[str, ...]:
    """The meanings that the words leave open, in the order of `MEANINGS`."""
    figures = [name for name in names if name in FIGURES]
    if not names and sides:
        figures = list(FIGURES)
    whose = sides or ({"A", "B"} if figures else set())
    open_ = {f"{figure} {side}" for figure in figures for side in whose}
    if not sides:
        open_ |= {name for name in names if name not in FIGURES}
    return tuple(meaning for meaning in MEANINGS if meaning in open_)


def _together(names: set[str]) -> set[str]:
    """One meaning for names that are known to stand together, such as ``bid`` and ``by``."""
    if len(names) == 2:
        told = _pairs().get(frozenset(names))
        if told is not None:
            return {told}
    return names


def _bid_beside_trump(found: list[Match]) -> list[Match]:
    """Where the trump has its own column, the one contract column holds the figure alone."""
    contracts = [match for match in found if match.meaning == "contract"]
    if len(contracts) != 1 or not any(match.meaning == "trump" for match in found):
        return found
    return [
        replace(match, meaning=BID, candidates=(BID, "contract"))
        if match is contracts[0]
        else match
        for match in found
    ]


def _bid_beside_unread(found: list[Match]) -> list[Match]:
    """Where a column was not read that may be the trump's, ``Bid`` may be the figure alone."""
    mute = any(match.meaning is None and _mute(match) for match in found)
    if not mute or any(match.meaning == "trump" for match in found):
        return found
    told = "a column beside it was not read; if that holds the trump, this holds the figure alone"
    return [
        replace(match, meaning=None, candidates=("contract", BID), why=told)
        if match.meaning == "contract" and not _whole_contract(match.heading)
        else match
        for match in found
    ]


def _mute(match: Match) -> bool:
    """Whether nothing that was read above a column says that it is not the trump's."""
    unread = not match.heading.words or UNREAD in match.heading.words.split()
    return unread and (not match.candidates or "trump" in match.candidates)


def _whole_contract(heading: Heading) -> bool:
    """Whether a heading says contract, or bid and trump: all of it in one column."""
    said = [_senses(word, _known()) for word in _words(heading.words)]
    return any("trump" in senses for senses in said) or any(
        word.startswith("cont") or _likeness(word, "contract") >= ALIKE
        for word in _words(heading.words)
    )


def _senses(word: str, known: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """What a word can mean; empty where it is not one of the known ones, or like several of them."""
    exact = known.get(word)
    if exact is not None:
        return exact
    if len(word) < SHORTEST_ALIKE or word in _filler():
        return frozenset()
    ranked = sorted(
        ((_likeness(word, other), other) for other in (*known, *_filler())), reverse=True
    )
    best, name = ranked[0]
    if best < ALIKE:
        return frozenset()
    near = [other for likeness, other in ranked if likeness > best - CLEARER]
    senses = known.get(name, frozenset())
    return senses if all(known.get(other, frozenset()) == senses for other in near) else frozenset()


def _likeness(word: str, other: str) -> float:
    if len(other) < SHORTEST_ALIKE:
        return 0.0
    return SequenceMatcher(None, word, other, autojunk=False).ratio()


def _words(text: str) -> list[str]:
    return _WORD.findall(_SERIAL.sub("sno", text.casefold()))


@cache
def _tables() -> Mapping[str, Mapping[str, str]]:
    source = resources.files("fairdeal.digitize.sheets") / "heading_words.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def _known() -> Mapping[str, frozenset[str]]:
    """Every known word with its meanings: names of columns and of sides."""
    found: dict[str, frozenset[str]] = {}
    tables = _tables()
    for sense, words in (*tables["names"].items(), *tables["sides"].items()):
        for word in words:
            found[word] = found.get(word, frozenset()) | {sense}
    return found


@cache
def _pairs() -> Mapping[frozenset[str], str]:
    return {frozenset(pair.split()): name for pair, name in _tables()["together"].items()}


@cache
def _filler() -> frozenset[str]:
    return frozenset(_tables()["filler"]["words"])
