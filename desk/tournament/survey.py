"""What is in a folder, before anything is ruled on: which files, which of them belong to one match.

Only what tells matches apart is kept of each document, so that a thousand sheets fit in little memory;
everything else is fetched again when its match is ruled on.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from fairdeal.desk.confined import ConfinedError, workers
from fairdeal.desk.files import is_text
from fairdeal.desk.intake.documents import Document, read_bytes, why_nothing
from fairdeal.desk.intake.layouts import is_layout, known_sheets
from fairdeal.desk.intake.matches import grouped, pages
from fairdeal.desk.intake.placing import said
from fairdeal.desk.intake.reading_pool import Photo, ReadAll, Reading, renamed
from fairdeal.desk.intake.schedule import Fixture, Schedule, is_schedule, read_schedule
from fairdeal.desk.judging import Read, task_for
from fairdeal.desk.ledger.headings import other_name
from fairdeal.desk.tournament.reading_store import ReadingStore
from fairdeal.desk.trouble import DeskError, in_one_line, of_one
from fairdeal.records.record import Deal, Record
from fairdeal.records.transcript import Transcript

if TYPE_CHECKING:
    from fairdeal.digitize.ruled.sheets.known import KnownSheets
    from fairdeal.digitize.ruled.sheets.layout_file import SheetLayout

_OTHER_TEXTS: Final = {
    ".json", ".jsonl", ".md", ".csv", ".tsv", ".html", ".htm", ".css", ".toml", ".yml", ".yaml", ".xml",
}  # fmt: skip
"""Texts that nobody would hand in as a record: left aside without ado where they hold none."""

MOST_EVENTS: Final = 50
"""Names of events that are compared: a heap with more is of no one event."""

Progress = Callable[[str, int, int], None]
"""Told the name of each document as it is done, how many are done, and how many there are. Texts that prove
to be no records are not counted."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A file to audit: where it lies, and what it is called."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A document of a match: a file, or one page of a scan (from 0; None: all of it)."""

    path: Path
    name: str
    digest: str
    page: int | None = None


@dataclass(slots=True)
class Survey:
    """What came of a folder. `matches` are pieces that belong together, in the order of their names;
    `unread` pairs of a file and why; `aside` were not records at all."""

    matches: list[tuple[Piece, ...]] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    event: str = ""
    """The event that most of the papers name; empty where no one event is named by more than half."""


def survey(
    files: Sequence[Handed],
    kept: ReadingStore,
    read_all: ReadAll,
    sheets: KnownSheets | None = None,
    progress: Progress | None = None,
) -> Survey:
    """Read everything that was not read before, and tell matches apart.

    `sheets` are layouts of clubs' own sheets, those lying among the files among them.
    """
    found = Survey()
    light: list[Document] = []
    pieces: dict[tuple[str, str], Piece] = {}
    done = 0
    for piece, answer in _answers(files, kept, read_all, sheets):
        beside = len(found.aside)
        for page, document in _sorted_out(piece, answer, found):
            light.append(document)
            key = (document.name, document.transcripts[0].photo if document.transcripts else "")
            pieces[key] = replace(piece, page=page)
        if len(found.aside) > beside:
            continue
        done += 1
        if progress is not None:
            progress(piece.name, done, len(files) - len(found.aside))
    light.sort(key=lambda document: document.name)
    for match in grouped(light):
        found.matches.append(
            tuple(
                pieces[each.name, each.transcripts[0].photo if each.transcripts else ""]
                for each in match.documents
            )
        )
    found.event = main_event([name for each in light if (name := said(each, "Event"))])
    found.unread.sort()
    found.aside.sort()
    return found


def main_event(names: Sequence[str]) -> str:
    """The event that more than half of the papers name that name any, however it is spelt; empty for none."""
    counted = Counter(names).most_common(MOST_EVENTS)
    for name, _ in counted:
        same = sum(number for other, number in counted if not other_name(name, other))
        if 2 * same > len(names) and len(names) > 1:
            return name
    return ""


_Pages = list[tuple[int | None, Document]]
"""Pages of a document with their numbers (None: it is one), each as little as tells matches apart."""


def _sorted_out(piece: Piece, answer: Read | str, found: Survey) -> _Pages:
    """The pages of a file that hold something; where none does, the file is listed with why."""
    if not isinstance(answer, str):
        task = task_for([answer], piece.name, "read")
        try:
            told = workers().call(task, _worth_keeping, answer)
        except ConfinedError as error:
            told = of_one(piece.name, error)
        if not isinstance(told, str):
            return told
        answer = told
    if answer:
        found.unread.append((piece.name, answer))
    else:
        found.aside.append(piece.name)
    return []


def _worth_keeping(read: Read) -> _Pages | str:
    """In a worker: the pages of a document that hold something, or why there is none; empty where nobody
    would have handed it in as a record."""
    document = read.document()
    if not document.is_empty:
        apart = pages(document)
        numbers: list[int | None] = [None] if len(apart) == 1 else list(range(len(apart)))
        return [
            (page, lightened(each))
            for page, each in zip(numbers, apart, strict=True)
            if not each.is_empty
        ]
    ending = PurePath(document.name).suffix.casefold()
    if not document.photographed and ending in _OTHER_TEXTS:
        return ""
    return why_nothing(document)


def lightened(document: Document) -> Document:
    """The document without its bytes and without its entries: its heading, and which deals it has."""
    record = document.record
    heading = Record(
        tags=record.tags,
        deals=tuple(Deal(number=deal.number, unread=deal.unread) for deal in record.deals),
        sheets=tuple(replace(sheet, rows=()) for sheet in record.sheets),
    )
    transcripts = tuple(_heading_of(each) for each in document.transcripts)
    return replace(document, record=heading, problems=(), transcripts=transcripts, data=b"")


def _heading_of(transcript: Transcript) -> Transcript:
    fields = tuple(each for each in transcript.fields if each.name.startswith("heading"))
    return replace(transcript, fields=fields, typed=None, problems=())


def fetched(piece: Piece, kept: ReadingStore) -> Read:
    """A piece's document as it was read. Raises DeskError or OSError where its file is gone."""
    data = read_bytes(piece.path)
    if is_text(data):
        return Read(piece.name, piece.digest, data)
    reading = kept.get(piece.digest, piece.name)
    if reading is None or isinstance(reading, str):
        raise DeskError(f"{piece.name} changed while it was audited.", piece.name, "Audit again.")
    return Read(piece.name, piece.digest, data, tuple(reading), piece.page)


def layouts_of(
    files: Sequence[Handed], sheets: KnownSheets | None, found: Survey
) -> KnownSheets | None:
    """The layouts given and those that lie among the files; a bad one is listed as unread."""
    more: list[SheetLayout] = []
    for file in files:
        try:
            if is_layout(file.path):
                more += known_sheets((file.path,)).layouts
        except Exception as error:
            told = in_one_line(error).replace(str(file.path), file.name)
            found.unread.append((file.name, told))
    if not more:
        return sheets
    given = known_sheets(()) if sheets is None else sheets
    return replace(given, layouts=(*given.layouts, *more))


def schedule_of(files: Sequence[Handed], found: Survey) -> Schedule:
    """The schedules that lie among the files; a bad one is listed as unread."""
    fixtures: list[Fixture] = []
    for file in files:
        if is_schedule(file.name):
            try:
                fixtures += read_schedule(read_bytes(file.path), file.name).fixtures
            except Exception as error:
                told = in_one_line(error).replace(str(file.path), file.name)
                found.unread.append((file.name, told))
    return Schedule(tuple(fixtures))


def _answers(
    files: Sequence[Handed],
    kept: ReadingStore,
    read_all: ReadAll,
    sheets: KnownSheets | None,
) -> Iterable[tuple[Piece, Read | str]]:
    """Typed logs as they are; of photos, those not read yet are read by `read_all`."""
    photos: dict[str, list[Piece]] = {}
    for file in files:
        path, name = file.path, file.name
        piece = Piece(path, name, "")
        try:
            data = read_bytes(path)
            piece = replace(piece, digest=hashlib.sha256(data).hexdigest())
            if is_text(data):
                yield piece, Read(name, piece.digest, data)
                continue
        except Exception as error:
            yield piece, of_one(name, error).replace(str(path), name)
            continue
        reading = kept.get(piece.digest, piece.name)
        if reading is not None:
            yield piece, _read(piece, reading)
        else:
            photos.setdefault(piece.digest, []).append(piece)
    tasks = (Photo(each[0].path, each[0].name, digest) for digest, each in photos.items())
    for photo, reading in read_all(tasks, sheets):
        kept.put(photo.digest, photo.name, reading)
        for piece in photos[photo.digest]:
            yield piece, _read(piece, renamed(reading, photo.name, piece.name))


def _read(piece: Piece, reading: Reading) -> Read | str:
    if isinstance(reading, str):
        return reading
    return Read(piece.name, piece.digest, b"", tuple(reading))
