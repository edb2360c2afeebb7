"""A paper that was added, what it says of its match, and whether two papers can be of one.

Event, date, round, table, session, teams are read from the heading; where it does not say surely, round and
table from the id in the QR code, else from the file's name. What contradicts keeps a paper out. What is left
out, in doubt or spelt otherwise contradicts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import PurePath
from typing import Final

from fairdeal.desk.intake.other_texts import GIVE, seems_other
from fairdeal.records import Field, MatchId, Problem, Record, Transcript, match_id, plain_number

PLACING: Final = ("Round", "Table")
"""Tags that a QR code or a file's name can tell."""

_GAP: Final = r"[\s_.\-]*0*"
_NAMED: Final = {
    "Round": re.compile(rf"(?<![a-z])round{_GAP}([0-9]{{1,3}})(?![0-9])"),
    "Table": re.compile(rf"(?<![a-z])table{_GAP}([0-9]{{1,3}})(?![0-9])"),
}
_SHORT: Final = re.compile(
    rf"(?<![a-z0-9])r{_GAP}([0-9]{{1,3}})[\s_.\-]*t{_GAP}([0-9]{{1,3}})(?![0-9])"
)
"""``r2-t4``: a letter alone says something only where both stand together."""


def by_code(document: Document) -> MatchId | None:
    """What the QR code of its form says; None where it has none, or one that names no match."""
    found = (match_id(each.sheet) for each in document.transcripts)
    return next((each for each in found if each is not None), None)


def by_file(name: str) -> dict[str, str]:
    """Round and table as a file's name and its folders say: ``round-2/table-04-a.jpg``."""
    short = _SHORT.findall(name.casefold())
    told = {
        tag: pattern.findall(name.casefold()) or [each[index] for each in short]
        for index, (tag, pattern) in enumerate(_NAMED.items())
    }
    return {tag: found[-1] for tag, found in told.items() if found}


def said(document: Document, tag: str) -> str | None:
    """A tag of the heading where it is sure, else as the QR code has it, else the file's name."""
    return sure_tag(document.record, document.transcripts, tag) or beside(document, tag)


def beside(document: Document, tag: str) -> str | None:
    """Round or table as something beside the heading has it."""
    told = _by_codes(document.transcripts, tag)
    return told[0] if told else by_file(document.name).get(tag)


def disputed(documents: Iterable[Document]) -> str:
    """Why it is in doubt of which match a document is, in a sentence; empty where nothing differs."""
    for document in documents:
        for tag in PLACING:
            heading = sure_tag(document.record, document.transcripts, tag)
            told = {
                "its heading": heading,
                "its file name": by_file(document.name).get(tag),
                "its QR code": next(iter(_by_codes(document.transcripts, tag)), None),
            }
            known = {source: plain_number(value.strip()) for source, value in told.items() if value}
            if len(set(known.values())) > 1:
                parts = " and ".join(f"{source} says {value}" for source, value in known.items())
                return f"{document.name}: {tag.casefold()} is in doubt, {parts}."
    return ""


TAGS: Final = ("Event", "Date", "Round", "Table", "Session", "TeamA", "TeamB")

ALIKE: Final = 0.8
"""Share of letters from which two words are one, spelt otherwise: one letter in five."""
_LONGEST: Final = 200
_BETWEEN: Final = re.compile(r"[\s_.,;:()/&+\-\u2013\u2014'\"]+")
"""What stands between words. Not all that is not a letter: vowel signs of Malayalam are not."""
_GENERAL: Final = frozenset(
    (
        "the", "of", "and", "in", "at", "cup", "trophy", "open", "tournament", "championship", "league",
        "match", "club", "team", "teams", "event", "games", "56", "bridge", "memorial", "annual",
        "international",
    )
)  # fmt: skip
"""Words that events and clubs have in common, and that captains leave out: they tell none from another."""
_MONTHS: Final = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)


@dataclass(frozen=True, slots=True)
class Heading:
    """What a paper says for sure of its match, tag by tag; empty where it says nothing."""

    values: tuple[str, ...]

    def of(self, tag: str) -> str:
        return self.values[TAGS.index(tag)]

    @property
    def known(self) -> int:
        return sum(map(bool, self.values))


def heading_of(document: Document) -> Heading:
    return Heading(tuple((said(document, tag) or "").strip()[:_LONGEST] for tag in TAGS))


def contradiction(one: Heading, two: Heading) -> str:
    """Why two papers cannot be of one match, as the end of a sentence; empty where they can."""
    for tag in ("Event", "Date", "Round", "Table", "Session"):
        if one.of(tag) and two.of(tag) and _differ(tag, one.of(tag), two.of(tag)):
            return f"its {tag.lower()} is {one.of(tag)}, and that of the match is {two.of(tag)}"
    return _other_teams(one, two)


def _differ(tag: str, ours: str, theirs: str) -> bool:
    if tag == "Event":
        return other_name(ours, theirs)
    if tag == "Date":
        days = set(_dates(ours)), set(_dates(theirs))
        return all(days) and not days[0] & days[1]
    numbers = _number(ours), _number(theirs)
    return None not in numbers and numbers[0] != numbers[1]


def _other_teams(one: Heading, two: Heading) -> str:
    ours = [one.of(tag) for tag in ("TeamA", "TeamB")]
    theirs = [two.of(tag) for tag in ("TeamA", "TeamB")]
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if a and b]
    apart = sum(other_name(a, b) for a, b in pairs)
    # At one table of one round there is one match: there a single name is only spelt otherwise.
    located = all(
        one.of(tag) and _number(one.of(tag)) == _number(two.of(tag)) for tag in ("Round", "Table")
    )
    if not apart or (apart == 1 and located):
        return ""
    if (
        all(ours)
        and all(theirs)
        and not (other_name(ours[0], theirs[1]) or other_name(ours[1], theirs[0]))
    ):
        return ""  # the same two teams, the other one first
    return f"its teams are {_names(ours)}, and those of the match are {_names(theirs)}"


def _names(teams: Sequence[str]) -> str:
    return " and ".join(team or "one not named" for team in teams)


@lru_cache(maxsize=1 << 14)
def other_name(ours: str, theirs: str) -> bool:
    """Whether two names are surely of two things: each has a word of its own that the other has not.

    A year or another number tells editions and second teams apart; a word may be shortened or misspelt.
    """
    one, two = _words(ours), _words(theirs)
    if not one or not two:
        return False
    figures = [{word for word in words if word.isdecimal()} for words in (one, two)]
    if all(figures) and figures[0] != figures[1]:
        return True
    left = _without_partner(one, two)
    right = _without_partner(two, one)
    return bool(left and right) and not _initials(ours, theirs)


def _words(name: str) -> tuple[str, ...]:
    return tuple(word for word in _BETWEEN.split(name.casefold()) if word)


def _without_partner(words: Iterable[str], others: Sequence[str]) -> list[str]:
    return [
        word
        for word in words
        if word not in _GENERAL
        and not word.isdecimal()
        and not any(_one_word(word, other) for other in others)
    ]


def _one_word(word: str, other: str) -> bool:
    if word == other or (
        min(len(word), len(other)) >= 3 and (word.startswith(other) or other.startswith(word))
    ):
        return True
    return SequenceMatcher(None, word, other).ratio() > ALIKE


def _initials(ours: str, theirs: str) -> bool:
    """Whether one is the other's first letters: ``OC`` and ``Onam Cup``."""
    one, two = _words(ours), _words(theirs)
    firsts = ["".join(word[0] for word in words) for words in (one, two)]
    return "".join(one) == firsts[1] or "".join(two) == firsts[0]


@lru_cache(maxsize=1 << 12)
def _number(text: str) -> str | None:
    """``04`` and ``Round 4`` are one number; None where there is none, or more than one."""
    found = re.findall(r"[0-9]+", text)
    return found[0].lstrip("0") or "0" if len(found) == 1 else None


@lru_cache(maxsize=1 << 12)
def _dates(text: str) -> tuple[date, ...]:
    """Every day that a date may mean: ``1/3/2026`` is in January or in March. Empty where no day is named."""
    small = text.casefold()
    month = next((n for n, name in enumerate(_MONTHS, 1) if re.search(rf"\b{name}", small)), None)
    figures = [int(each) for each in re.findall(r"[0-9]{1,4}", small)]
    found: set[date | None] = set()
    if month is not None and len(figures) == 2:
        found = {_day(year, month, day) for day, year in (figures, figures[::-1])}
    elif month is None and len(figures) == 3 and figures[0] > 31:
        found = {_day(*figures)}
    elif month is None and len(figures) == 3:
        found = {_day(figures[2], of, day) for day, of in (figures[:2], figures[1::-1])}
    return tuple(sorted(each for each in found if each is not None))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year + 2000 if year < 100 else year, month, day) if day <= 31 else None
    except ValueError:
        return None


DEFAULT: Final = "international"
"""What a hand record is judged by where neither it nor the person says."""


BOARDS: Final = "duplicate"
"""The same for games of PBN and LIN, which are records of tournaments."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file with everything read from it.

    `transcripts` has one element a photo or page, none for a typed record. `digest` is the SHA-256
    of the file, in hexadecimal: what a report names it by.
    """

    name: str
    digest: str
    record: Record
    problems: tuple[Problem, ...] = ()
    transcripts: tuple[Transcript, ...] = ()
    data: bytes = b""
    default_rules: str = DEFAULT
    """The rulebook that it is judged by where neither it nor the person names one."""

    @property
    def photographed(self) -> bool:
        return bool(self.transcripts)

    @property
    def unreadable(self) -> bool:
        return not self.record.sheets and all(deal.unread for deal in self.record.deals)

    @property
    def is_empty(self) -> bool:
        """Whether not even deals are known of it that could not be read."""
        return self.unreadable and not self.record.deals


HEADING_FIELDS: Final = {
    "Event": "event",
    "Date": "date",
    "Table": "table",
    "Round": "round",
    "TeamA": "team A",
    "TeamB": "team B",
    "Recorder": "recorder",
}
"""The fields of a form's heading, by the tag of the record that each becomes."""


def heading_field(transcripts: Sequence[Transcript], tag: str) -> tuple[Transcript, Field] | None:
    """The field on a form that a tag of the heading was read from, None where it was typed."""
    name = HEADING_FIELDS.get(tag)
    for transcript in transcripts if name is not None else ():
        found = transcript.field(f"heading / {name}")
        if found is not None and not found.blank:
            return transcript, found
    return None


def sure_tag(record: Record, transcripts: Sequence[Transcript], tag: str) -> str | None:
    """A tag of the heading that may be called so: typed, printed, or read without doubt.

    Names are in any script, and the reader of handwriting knows the words of the game only: what it
    makes of a name is not a name to print on a report.
    """
    value = record.tag(tag)
    if not value:
        return None
    if value in _by_codes(transcripts, tag):
        return value
    seen = heading_field(transcripts, tag)
    if seen is None or not seen[1].flagged or seen[1].text != value:
        return value
    return None


def _by_codes(transcripts: Sequence[Transcript], tag: str) -> list[str]:
    """Round or table as the QR codes of the forms have it."""
    told = [found for each in transcripts if (found := match_id(each.sheet)) is not None]
    return [each.round if tag == "Round" else each.table for each in told if tag in PLACING]


PICTURE_ENDINGS: Final = {
    ".jpg",
    ".jpeg",
    ".png",
    ".webp",
    ".heic",
    ".heif",
    ".tif",
    ".tiff",
    ".pdf",
}
"""What a name that promises a picture ends with. What a file is, is recognised by its content."""


TABLE_ENDINGS: Final = (".csv", ".tsv", ".xlsx")
"""What a name that promises a spreadsheet ends with."""
HOW_TO_HEAD: Final = (
    "Write a row for each deal, under headings such as deal, dealer, bidder, contract, points A."
)


def why_nothing(document: Document) -> str:
    """One line that says why a document had nothing readable, and what to do."""
    name = document.name
    errors = [problem for problem in document.problems if problem.severity == "error"]
    if document.photographed:
        pages = (  # of each what is wrong with it: that no form is on it, or Tesseract did not answer
            [problem.message for problem in page.problems if problem.severity == "error"]
            for page in document.transcripts
        )
        told = next(filter(None, pages), [error.message for error in errors[:1]])
        message = " ".join(told) or "No form and no log was found on it."
        while message.startswith(f"{name}: "):
            message = message.removeprefix(f"{name}: ")
        return message if name in message else f"{name}: {message}"
    if PurePath(name).suffix.casefold() in PICTURE_ENDINGS:
        return (
            f"{name} is a text, not a picture, and not a hand record either. Send the photo itself."
        )
    if PurePath(name).suffix.casefold() in TABLE_ENDINGS:
        return f"{name} is a spreadsheet without a score sheet. {HOW_TO_HEAD}"
    other = seems_other(document.data, name)
    if other is not None:
        return other
    if not errors:
        return f"{name} contains no deal and no score sheet. {GIVE}"
    where = f"line {errors[0].line}: " if errors[0].line is not None else ""
    more = f" ({len(errors) - 1} more like it)" if len(errors) > 1 else ""
    return (
        f"{name} contains no deal or score sheet that could be read: {where}{errors[0].message}{more}."
        f" {GIVE}"
    )
