"""Which round and table a document is of where its heading does not say surely: by the id in its QR
code, else by its file's name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fairdeal.desk.intake.documents import Document, sure_tag
from fairdeal.records.place import figure
from fairdeal.records.transcript import MatchId, match_id

PLACING: Final = ("Round", "Table")
"""Tags that a QR code or a file's name can tell."""

_GAP: Final = r"[\s_.\-]*0*"
_WORDS: Final = {
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
    told = {}
    short = _SHORT.findall(name.casefold())
    for index, (tag, pattern) in enumerate(_WORDS.items()):
        found = pattern.findall(name.casefold()) or [each[index] for each in short]
        if found:
            told[tag] = found[-1]
    return told


def said(document: Document, tag: str) -> str | None:
    """A tag of the heading where it is sure, else as the QR code has it, else the file's name."""
    return sure_tag(document.record, document.transcripts, tag) or beside(document, tag)


def beside(document: Document, tag: str) -> str | None:
    """Round or table as something beside the heading has it."""
    if tag not in PLACING:
        return None
    code = by_code(document)
    if code is not None:
        return code.round if tag == "Round" else code.table
    return by_file(document.name).get(tag)


def disputed(documents: Iterable[Document]) -> str:
    """Why it is in doubt of which match a document is, in a sentence; empty where nothing differs."""
    for document in documents:
        for tag in PLACING:
            heading = sure_tag(document.record, document.transcripts, tag)
            told = {"its heading": heading, "its file name": by_file(document.name).get(tag)}
            code = by_code(document)
            if code is not None:
                told["its QR code"] = code.round if tag == "Round" else code.table
            known = {source: _plain(value) for source, value in told.items() if value}
            if len(set(known.values())) > 1:
                parts = " and ".join(f"{source} says {value}" for source, value in known.items())
                return f"{document.name}: {tag.casefold()} is in doubt, {parts}."
    return ""


def _plain(value: str) -> str:
    """``04`` and ``4`` are one number."""
    number = figure(value)
    return str(number) if number is not None else value.strip()
