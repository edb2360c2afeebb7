"""A file that was handed in, read: a photo, a scan, a typed record or games of PBN and LIN, by what is in it;
and which rulebook it is judged by.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final, Protocol

from fairdeal import rulings
from fairdeal.desk.files import HEAD, is_text, read_bytes
from fairdeal.desk.intake.reading import read_pages
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar import lin
from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.grammar.pbn.source import Source
from fairdeal.records.place import Span
from fairdeal.records.plain import PlainDeal
from fairdeal.records.record import Deal, Problem, Record, of_entries
from fairdeal.records.transcript import Field, Transcript, match_id
from fairdeal.rulings.frame.set_aside import within_bounds
from fairdeal.rulings.rulebooks.rulebook import Rulebook

if TYPE_CHECKING:
    from fairdeal.digitize.ruled.sheets.known import KnownSheets

DEFAULT: Final = "international"
"""What a hand record is judged by where neither it nor the person says."""
BOARDS: Final = "duplicate"
"""The same for games of PBN and LIN, which are records of tournaments."""

WE_AND_THEY: Final = "alberta"
"""The same for a sheet of entries under WE and THEY, which no other game has."""


def book_for(record: Record, asked: str | None, default: str = DEFAULT) -> Rulebook:
    """The rulebook asked for, else the record's own, else the default.

    A record may name a rulebook by its id only, never a file: records come from other people. Raises
    RulebookError or DeskError where there is no such rulebook.
    """
    if asked is not None:
        return rulings.load(asked)
    named = (record.tag("Rules") or "").strip()
    if not named and default == DEFAULT and any(map(of_entries, record.sheets)):
        return rulings.load(WE_AND_THEY)
    if not named:
        return rulings.load(default)
    if named.casefold() not in rulings.known():
        raise DeskError(
            f'the record asks for the rulebook "{named[:60]}", which does not exist.',
            remedy=f"Choose one with --rules: {', '.join(rulings.known())}, or a file of your own.",
        )
    return rulings.load(named.casefold())


_PBN = re.compile(rb'(?:\xef\xbb\xbf)?(?:%[^\n]*\n|;[^\n]*\n|\s)*\[\s*\w+\s*"', re.M)
_PBN_ONLY = re.compile(
    rb'^% ?PBN \d|\[Deal "[NESWnesw]:|\[(?:Auction|Play) "[NESWnesw]"\]|\[Board "', re.M
)
_LIN = re.compile(rb"\s*(?:vg|qx|pn|st|md|rs|rh|ah|bt|lf)\|", re.I)


class Game(Protocol):
    """One game of a file, as every reader of games gives it."""

    @property
    def number(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def raw(self) -> str: ...
    @property
    def problems(self) -> tuple[Problem, ...]: ...
    @property
    def plain(self) -> PlainDeal | None: ...
    @property
    def deal(self) -> Deal: ...
    @property
    def record(self) -> Record: ...
    def span_of(self, name: str) -> Span | None:
        """Where the value of a tag is written."""


Reader = Callable[[Source], Iterator[Game]]


def reader_of(
    name: str, head: bytes, strict: bool = False, version: str | None = None
) -> Reader | None:
    """The reader for a file, by its name's ending, else by how it begins; None for any other file.

    `strict` and `version` are for PBN: held to every word of the standard, of that version.
    """
    ending = PurePath(name).suffix.casefold()
    as_pbn = partial(read_pbn, strict=strict, version=version)
    if ending == ".pbn":
        return as_pbn
    if ending == ".lin":
        return lin.read
    if ending in (".hrn", ".txt", ""):
        if _PBN.match(head) is not None and _PBN_ONLY.search(head) is not None:
            return None if ending == ".hrn" else as_pbn
        if _LIN.match(head) is not None:
            return lin.read
    return None


LARGEST_TEXT: Final = 20_000_000
"""Bytes of a typed record: about 20,000 deals, more than any archive of one event."""

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
"""What a name that promises a picture ends with. What a file is, is told from its content."""


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
        return nothing_to_judge(self.record)

    @property
    def is_empty(self) -> bool:
        """Whether not even deals are known of it that could not be read."""
        return self.unreadable and not self.record.deals


def nothing_to_judge(record: Record) -> bool:
    """Whether a record has nothing in it that could be judged."""
    return not record.sheets and all(deal.unread for deal in record.deals)


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
    makes of a name is no name to print on a report.
    """
    value = record.tag(tag)
    if not value:
        return None
    if value in _printed(transcripts, tag):
        return value
    seen = heading_field(transcripts, tag)
    if seen is None or not seen[1].flagged or seen[1].text != value:
        return value
    return None


def _printed(transcripts: Sequence[Transcript], tag: str) -> set[str]:
    """Round or table as the QR codes of the forms have it."""
    told = [found for each in transcripts if (found := match_id(each.sheet)) is not None]
    return {"Round": {each.round for each in told}, "Table": {each.table for each in told}}.get(
        tag, set()
    )


def why_nothing(document: Document) -> str:
    """One line that says why a document gave nothing, and what to do."""
    name = document.name
    errors = [problem for problem in document.problems if problem.severity == "error"]
    if document.photographed:
        pages = (_errors_of(page) for page in document.transcripts)
        told = next(filter(None, pages), [error.message for error in errors[:1]])
        message = " ".join(told) or "No form and no log was found on it."
        while message.startswith(f"{name}: "):
            message = message.removeprefix(f"{name}: ")
        return message if name in message else f"{name}: {message}"
    if PurePath(name).suffix.casefold() in PICTURE_ENDINGS:
        return (
            f"{name} is a text, not a picture, and not a hand record either. Send the photo itself."
        )
    if not errors:
        return f"{name} contains no deal and no score sheet. Is it the right file?"
    where = f"line {errors[0].line}: " if errors[0].line is not None else ""
    more = f" ({len(errors) - 1} more like it)" if len(errors) > 1 else ""
    return (
        f"{name} contains no deal or score sheet that could be read: {where}{errors[0].message}{more}."
        " Is it the right file?"
    )


def _errors_of(page: Transcript) -> list[str]:
    """What is wrong with a page: that no form is on it, and that Tesseract did not answer, say."""
    return [problem.message for problem in page.problems if problem.severity == "error"]


def load(path: Path, name: str | None = None, sheets: KnownSheets | None = None) -> Document:
    """Read a file of any kind. `sheets` are layouts of clubs' own sheets that it may be a photo of.

    Raises DeskError (or the reader's own error, which has an exit code and a remedy too) where the
    file gives nothing that could be looked at.
    """
    return of_bytes(read_bytes(path), str(path) if name is None else name, sheets)


def of_bytes(data: bytes, name: str, sheets: KnownSheets | None = None) -> Document:
    """What a file of any kind holds. Raises as `load` does."""
    digest = hashlib.sha256(data).hexdigest()
    if is_text(data):
        return typed(data, name, digest)
    return photographed(data, name, digest, sheets)


def typed(data: bytes, name: str, digest: str) -> Document:
    """A typed record."""
    reader = reader_of(name, data[:HEAD])
    if len(data) > LARGEST_TEXT:
        raise too_long(name, len(data), games=reader is not None)
    if reader is not None:
        games = [(game.deal, game.problems) for game in reader(data)]
        whole = Record(deals=tuple(deal for deal, _ in games), source=hand_record.decoded(data)[0])
        record, notes = within_bounds(whole)
        told = [problem for _, problems in games for problem in problems]
        told += [note.problem for note in notes]
        return Document(name, digest, record, tuple(told), (), data, BOARDS)
    result = hand_record.read(data)
    record, notes = within_bounds(result.record)
    problems = (*result.problems, *(note.problem for note in notes))
    return Document(name, digest, record, problems, (), data)


def too_long(name: str, size: int, *, games: bool) -> DeskError:
    """What to say of typed text that is too much to be held at once; `games` can be checked one by one."""
    limit = LARGEST_TEXT // 1_000_000
    remedy = f", or for the findings alone: fairdeal check {name}" if games else ""
    return DeskError(
        f"{name} has {size / 1e6:.0f} MB of text; {limit} MB is the limit.",
        name,
        f"Split it into several files{remedy}",
    )


def photographed(
    data: bytes, name: str, digest: str, sheets: KnownSheets | None = None
) -> Document:
    """A photo or a scan: read, and put together as far as what is on it belongs together."""
    return from_transcripts(name, digest, read_pages(data, name, sheets), data)


def from_transcripts(
    name: str, digest: str, transcripts: Sequence[Transcript], data: bytes = b""
) -> Document:
    """The document of what was read from a photo's pages."""
    from fairdeal.grammar.transcripts.record import to_record

    merged = to_record(transcripts)
    return Document(name, digest, merged.record, merged.problems, tuple(transcripts), data)
