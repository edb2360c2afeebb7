"""Which photos and logs belong to one match: by the QR code, by heading, by folder and file name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import PurePath
from typing import Final

from desk.documents import Document
from desk.placing import by_code, said
from grammar.transcripts import to_record

ALIKE: Final = 0.75
"""Share of letters in common above which two readings of a name are taken for the same name: one
letter in four may be misread by hand or machine."""
UNLIKE: Final = 0.45
"""Below this two readings are different names. Between the two nothing is concluded."""

ENOUGH: Final = 2
"""Entries of a heading that must be sure before a sheet is said to tell which match it is of."""

_NAMES: Final = ("Event", "TeamA", "TeamB")
_NUMBERS: Final = ("Table", "Round", "Date", "Session")
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
    matches: list[Match] = []
    for document in sorted(documents, key=_says_little):
        best = max(matches, key=lambda match: _likeness(document, match), default=None)
        if best is not None and _likeness(document, best) > 0:
            best.documents.append(document)
            continue
        home = _by_folder(document, matches)
        if home is not None:
            home.documents.append(document)
        else:
            matches.append(Match([document]))
    return _sheets_joined(matches)


def _sheets_joined(matches: list[Match]) -> list[Match]:
    """A sheet that does not say whose it is goes with the only logs that lie beside it."""
    done = list(matches)
    for lone in matches:
        if len(lone.documents) > 1 or not lone.documents[0].record.sheets:
            continue
        sheet = lone.documents[0]
        folder = PurePath(sheet.name).parent
        near = [
            match
            for match in done
            if match is not lone
            and any(PurePath(each.name).parent == folder for each in match.documents)
        ]
        if len(near) == 1 and _known(sheet) < ENOUGH and _likeness(sheet, near[0]) >= 0:
            near[0].documents.insert(0, sheet)
            done = [match for match in done if match is not lone]
    return done


def _says_little(document: Document) -> tuple[int, int]:
    """Sheets first, then by how much of the heading is known."""
    return (0 if document.record.sheets else 1, -_known(document))


def _known(document: Document) -> int:
    """How much of the heading is known for sure."""
    return sum(bool(_tag(document, name)) for name in (*_NAMES, *_NUMBERS))


def _tag(document: Document, name: str) -> str:
    return _words(said(document, name))


def _likeness(document: Document, match: Match) -> int:
    """How strongly a document belongs to a match; -1 where it cannot."""
    scores = [_pair(document, other) for other in match.documents]
    return -1 if min(scores) < 0 else max(scores)


def _pair(one: Document, other: Document) -> int:
    """How strongly two documents are of one match.

    Any reading may speak for it, for two doubtful ones seldom agree by chance; only sure ones may
    speak against it.
    """
    if _sheet_ids(one) & _sheet_ids(other):
        return 10
    if _firm(one) and _firm(other) and _other_table(one, other):
        return -1
    points, against, named = 0, 0, False
    for name in (*_NUMBERS, *_NAMES):
        weight = 1 if name in ("Event", "Date", "Session") else 2
        ours, theirs = (_tag(each, name) or _words(each.record.tag(name)) for each in (one, other))
        if ours and theirs and _alike(name, ours, theirs):
            points += weight
            named |= name.startswith("Team")
        elif _differ(name, _tag(one, name), _tag(other, name)):
            against += weight
    if against >= 2 and (against >= points or not named):
        return -1  # event and round are those of every other table too
    return points if points >= 3 else 0


def _firm(document: Document) -> bool:
    """Whether nobody can have misread which table it is of: typed, or said by its QR code."""
    return not document.photographed or by_code(document) is not None


def _other_table(one: Document, other: Document) -> bool:
    """Whether typed headings, or QR codes, name another table or round. Nobody misread them, so they
    decide: the same teams may meet twice."""
    return any(_differ(name, _tag(one, name), _tag(other, name)) for name in ("Table", "Round"))


def _alike(name: str, ours: str, theirs: str) -> bool:
    if name in _NUMBERS:
        return ours == theirs
    if _FIGURES.findall(ours) != _FIGURES.findall(theirs):
        return False  # ``Kochi 1`` and ``Kochi 2`` differ in a letter, and are not one team
    return SequenceMatcher(None, ours, theirs).ratio() >= ALIKE


def _differ(name: str, ours: str, theirs: str) -> bool:
    if not ours or not theirs or name in ("Date", "Session"):
        return False  # one day is written in many ways
    if name in _NUMBERS:
        return ours != theirs
    if _FIGURES.sub("", ours) == _FIGURES.sub("", theirs):
        return ours != theirs
    return SequenceMatcher(None, ours, theirs).ratio() < UNLIKE


def _words(text: str | None) -> str:
    words = " ".join(_WORD.findall((text or "").casefold()))
    return words.lstrip("0") or "0" if words.isdecimal() else words


def _sheet_ids(document: Document) -> set[str]:
    return {each.sheet for each in document.transcripts if each.sheet}


def _by_folder(document: Document, matches: Sequence[Match]) -> Match | None:
    """A document that says nothing of itself goes with its folder, or with its namesakes."""
    folder = PurePath(document.name).parent
    near = [
        match
        for match in matches
        if _likeness(document, match) >= 0
        and not _deals(document) & {label for each in match.documents for label in _deals(each)}
        and any(PurePath(each.name).parent == folder for each in match.documents)
    ]
    named = [
        match
        for match in near
        if _stem(document) and any(_stem(each) == _stem(document) for each in match.documents)
    ]
    if len(named) == 1:
        return named[0]
    if len(near) != 1 or document.record.sheets:
        return None
    # A log beside the only match there is: taken for one of it, unless both say who they are.
    says = _known(document) and any(_known(each) for each in near[0].documents)
    return None if says else near[0]


def _deals(document: Document) -> set[str]:
    return {deal.label for deal in document.record.deals if deal.label is not None}


def _stem(document: Document) -> str:
    """The first word of a file's name, empty where it is one that says nothing."""
    words = _WORD.findall(PurePath(document.name).stem.casefold())
    first = words[0] if words else ""
    return "" if first in _GENERIC or first.isdigit() else first
