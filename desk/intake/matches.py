"""Which photos and logs belong to one match: by the QR code, by heading, by folder and file name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import PurePath
from typing import Final

from fairdeal.desk.intake.documents import Document
from fairdeal.desk.intake.placing import by_code, said
from fairdeal.grammar.transcripts.record import to_record

ALIKE: Final = 0.75
"""Share of letters in common above which two readings of a name are taken for the same name: one
letter in four may be misread by hand or machine."""
UNLIKE: Final = 0.45
"""Below this two readings are different names. Between the two nothing is concluded."""

LONGEST: Final = 200
"""Letters of an entry that are compared: to compare two takes as long as both lengths multiplied, and no
name is longer."""
ENOUGH: Final = 2
"""Entries of a heading that must be sure before a sheet is said to tell which match it is of."""

_NAMES: Final = ("Event", "TeamA", "TeamB")
_NUMBERS: Final = ("Table", "Round", "Date", "Session")
_TAGS: Final = (*_NUMBERS, *_NAMES)
_GENERIC: Final = {
    "img", "image", "photo", "scan", "dsc", "pxl", "whatsapp", "document", "page", "picture", "log",
    "sheet", "score", "hand", "deal", "typed", "printed", "scorecard", "record",
}  # fmt: skip
"""Words with which phones, scanners and people begin file names whatever is in them."""
_WORD: Final = re.compile(r"[^\W_]+")
_FIGURES: Final = re.compile(r"[0-9]+")


@dataclass(slots=True)
class Match:
    """Documents of one match, in the order they were found."""

    documents: list[Document] = field(default_factory=list)


def pages(document: Document) -> list[Document]:
    """A scan of several pages taken apart: the sheets of several matches may be in one file."""
    if len(document.transcripts) < 2:
        return [document]
    apart = []
    for transcript in document.transcripts:
        merged = to_record((transcript,))
        apart.append(
            replace(
                document,
                record=merged.record,
                problems=merged.problems,
                transcripts=(transcript,),
            )
        )
    return apart


def grouped(documents: Sequence[Document]) -> list[Match]:
    """The matches of a folder. Documents that say the most about themselves are placed first."""
    matches: list[list[_Facts]] = []
    for told in sorted(map(_facts, documents), key=_says_little):
        likely = [_likeness(told, match) for match in matches]
        if likely and max(likely) > 0:
            matches[likely.index(max(likely))].append(told)
            continue
        home = _by_folder(told, [m for m, share in zip(matches, likely, strict=True) if share >= 0])
        if home is not None:
            home.append(told)
        else:
            matches.append([told])
    return [Match([told.document for told in match]) for match in _sheets_joined(matches)]


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a document says of itself, worked out once: it is compared with every other. `sure` are tags
    of the heading as words, where they are certain; `read` also those that are not."""

    document: Document
    sure: dict[str, str]
    read: dict[str, str]
    ids: frozenset[str]
    firm: bool
    """Whether nobody can have misread which table it is of: typed, or said by its QR code."""
    folder: PurePath
    stem: str
    deals: frozenset[str]

    @property
    def sheets(self) -> bool:
        return bool(self.document.record.sheets)

    @property
    def known(self) -> int:
        """How much of the heading is known for sure."""
        return sum(map(bool, self.sure.values()))


def _facts(document: Document) -> _Facts:
    sure = {name: _words(said(document, name)) for name in _TAGS}
    return _Facts(
        document,
        sure,
        {name: word or _words(document.record.tag(name)) for name, word in sure.items()},
        frozenset(each.sheet for each in document.transcripts if each.sheet),
        not document.photographed or by_code(document) is not None,
        PurePath(document.name).parent,
        _stem(document.name),
        frozenset(deal.label for deal in document.record.deals if deal.label is not None),
    )


def _sheets_joined(matches: list[list[_Facts]]) -> list[list[_Facts]]:
    """A sheet that does not say whose it is goes with the only logs that lie beside it."""
    done = list(matches)
    for lone in matches:
        if len(lone) > 1 or not lone[0].sheets or lone[0].known >= ENOUGH:
            continue
        sheet = lone[0]
        near = [
            match
            for match in done
            if match is not lone and any(each.folder == sheet.folder for each in match)
        ]
        if len(near) == 1 and _likeness(sheet, near[0]) >= 0:
            near[0].insert(0, sheet)
            done = [match for match in done if match is not lone]
    return done


def _says_little(told: _Facts) -> tuple[int, int]:
    """Sheets first, then by how much of the heading is known."""
    return (0 if told.sheets else 1, -told.known)


def _likeness(told: _Facts, match: list[_Facts]) -> int:
    """How strongly a document belongs to a match; -1 where it cannot."""
    scores = [_pair(told, other) for other in match]
    return -1 if min(scores) < 0 else max(scores)


def _pair(one: _Facts, other: _Facts) -> int:
    """How strongly two documents are of one match.

    Any reading may speak for it, for two doubtful ones seldom agree by chance; only sure ones may
    speak against it.
    """
    if one.ids & other.ids:
        return 10
    if one.firm and other.firm and _other_table(one, other):
        return -1
    points, against, named = 0, 0, False
    for name in _TAGS:
        weight = 1 if name in ("Event", "Date", "Session") else 2
        ours, theirs = one.read[name], other.read[name]
        if ours and theirs and _alike(name, ours, theirs):
            points += weight
            named |= name.startswith("Team")
        elif _differ(name, one.sure[name], other.sure[name]):
            against += weight
    if against >= 2 and (against >= points or not named):
        return -1  # event and round are those of every other table too
    return points if points >= 3 else 0


def _other_table(one: _Facts, other: _Facts) -> bool:
    """Whether typed headings, or QR codes, name another table or round. Nobody misread them, so they
    decide: the same teams may meet twice."""
    return any(_differ(name, one.sure[name], other.sure[name]) for name in ("Table", "Round"))


def _alike(name: str, ours: str, theirs: str) -> bool:
    if name in _NUMBERS:
        return ours == theirs
    if _FIGURES.findall(ours) != _FIGURES.findall(theirs):
        return False  # ``Kochi 1`` and ``Kochi 2`` differ in a letter, and are not one team
    return _in_common(ours, theirs) >= ALIKE


def _differ(name: str, ours: str, theirs: str) -> bool:
    if not ours or not theirs or name in ("Date", "Session"):
        return False  # one day is written in many ways
    if name in _NUMBERS:
        return ours != theirs
    if _FIGURES.sub("", ours) == _FIGURES.sub("", theirs):
        return ours != theirs
    return _in_common(ours, theirs) < UNLIKE


@lru_cache(maxsize=1 << 16)
def _in_common(ours: str, theirs: str) -> float:
    """Share of letters in common. The same few names meet again and again."""
    return SequenceMatcher(None, ours, theirs).ratio()


def _words(text: str | None) -> str:
    words = " ".join(_WORD.findall((text or "")[:LONGEST].casefold()))
    return words.lstrip("0") or "0" if words.isdecimal() else words


def _by_folder(told: _Facts, possible: Sequence[list[_Facts]]) -> list[_Facts] | None:
    """A document that says nothing of itself goes with its folder, or with its namesakes."""
    near = [
        match
        for match in possible
        if not told.deals & {label for each in match for label in each.deals}
        and any(each.folder == told.folder for each in match)
    ]
    named = [match for match in near if told.stem and any(each.stem == told.stem for each in match)]
    if len(named) == 1:
        return named[0]
    if len(near) != 1 or told.sheets:
        return None
    # A log beside the only match there is: taken for one of it, unless both say who they are.
    says = told.known and any(each.known for each in near[0])
    return None if says else near[0]


def _stem(name: str) -> str:
    """The first word of a file's name, empty where it is one that says nothing."""
    words = _WORD.findall(PurePath(name).stem.casefold())
    first = words[0] if words else ""
    return "" if first in _GENERIC or first.isdigit() else first
