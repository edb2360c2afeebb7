"""A file that was handed in, read: a photo, a scan or a typed record, told apart by what is in it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from fairdeal.desk.files import HEAD, LARGEST_FILE, is_text
from fairdeal.desk.intake.books import BOARDS, DEFAULT
from fairdeal.desk.intake.games import reader_of
from fairdeal.desk.intake.reading_pool import read_pages
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar.notation import hand_record
from fairdeal.records.record import Problem, Record
from fairdeal.records.transcript import Field, Transcript, match_id
from fairdeal.rulings.frame.set_aside import within_bounds

if TYPE_CHECKING:
    from fairdeal.digitize.ruled.sheets.known import KnownSheets

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


def ordinary(path: Path) -> None:
    """Raises DeskError for what is there and is no file that could be read."""
    if path.is_dir():
        raise DeskError(
            f"{path} is a folder.", str(path), f"Name the files in it, or use: audit {path}"
        )
    if path.exists() and not path.is_file():
        raise DeskError(f"{path} is not an ordinary file.", str(path), "Copy it to one first.")


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises DeskError for what is no file, is empty or is far too large."""
    ordinary(path)
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if not data:
        raise DeskError(f"{path} is empty (0 bytes).", str(path), "Copy or send the file again.")
    if len(data) > LARGEST_FILE:
        raise DeskError(
            f"{path} has more than {LARGEST_FILE // 1_000_000} MB.", str(path), "Send single pages."
        )
    return data


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
