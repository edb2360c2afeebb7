"""A folder to audit looked through and read, before anything is ruled on: which files there are, what is left
out and why, and which of them belong to one match.

Evidence must not vanish in silence, so whatever lies in the folder is read or left out with the reason. Only
what tells matches apart is kept of each document, so that a thousand sheets fit in little memory; everything
else is fetched again when its match is ruled on. A photo that was read once is not read again, also after a
kill.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from fairdeal import __version__
from fairdeal.desk import words
from fairdeal.desk.archive import casefile
from fairdeal.desk.confined import ConfinedError, workers
from fairdeal.desk.files import digest_of, is_text, read_bytes, write_text
from fairdeal.desk.intake.matches import grouped, pages
from fairdeal.desk.intake.papers import Document, other_name, said, why_nothing
from fairdeal.desk.intake.reading import (
    Photo,
    ReadAll,
    Reading,
    edition,
    is_layout,
    known_sheets,
    renamed,
)
from fairdeal.desk.intake.schedule import Fixture, Schedule, is_schedule, read_schedule
from fairdeal.desk.judging import Read, task_for
from fairdeal.desk.trouble import DeskError, in_one_line, of_one
from fairdeal.records.record import Deal, Record
from fairdeal.records.transcript import Transcript

if TYPE_CHECKING:
    from fairdeal.digitize.sheets.layout_file import KnownSheets, SheetLayout

FORMAT: Final = 2


class ReadingStore:
    """Readings in a folder, one file for each content and way of reading it.

    `way` is all on which a reading depends beside the file: the edition of the reader, and the layouts
    of clubs' own sheets. A file that is damaged counts as not there. Failures that may pass (`passing`)
    are known for this run only, so that what they ask for can be done and the photo read after all.
    """

    def __init__(self, folder: Path | None, way: str) -> None:
        self.folder = folder
        self._way = hashlib.sha256(way.encode()).hexdigest()[:16]
        self._memory: dict[str, tuple[str, Reading]] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def get(self, digest: str, name: str) -> Reading | None:
        """The transcripts of a file, the reason why there are none, or None where it was not read yet.

        The same file may have been read under another name: the reading is given under `name`.
        """
        known = self._memory.get(digest)
        if known is not None or self.folder is None:
            return None if known is None else renamed(known[1], known[0], name)
        try:
            told = json.loads(self._path(digest).read_text("utf-8"))
            if told["format"] != FORMAT:
                return None
            reading = list(casefile.readings_from(told["transcripts"]))
            return renamed(reading, str(told["name"]), name)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        except Exception:  # cattrs' own errors, which have no common name of theirs.
            return None

    def put(self, digest: str, name: str, reading: Reading) -> None:
        """Keep a reading, in the place of what was read from the same content in another way. Written
        aside and renamed: there is never half of one. Junk in its place, which a power cut left, goes."""
        if self.folder is None or isinstance(reading, str) or passing(reading):
            self._memory[digest] = (name, reading)
            return
        told = {"format": FORMAT, "name": name, "transcripts": casefile.readings_json(reading)}
        path = self._path(digest)
        write_text(path, json.dumps(told, ensure_ascii=False), ours=True)
        for old in self.folder.glob(f"{digest}-*.json"):
            if old != path:
                with suppress(OSError):
                    old.unlink()

    def _path(self, digest: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{digest}-{self._way}.json"


def passing(reading: Reading) -> bool:
    """Whether it may be read at another time although nothing changed in the photo: the pool or the
    cluster failed, or the machine lacked Tesseract."""
    return isinstance(reading, str) or any(
        problem.code.startswith("tesseract-") for page in reading for problem in page.problems
    )


def way_of(sheets: object) -> str:
    """Everything beyond the file on which a reading depends."""
    return f"{__version__} {edition()} {sheets!r}"


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


MADE_HERE: Final = ".fairdeal-audit"
"""The list, in every folder of reports: only such a folder is ever written over."""
_ENTRY: Final = re.compile(r"([0-9a-f]{64})  (.+)")
_LARGEST_LIST: Final = 10_000_000
"""Bytes of a list: some 50,000 reports. Nothing endless is read in its place."""
_OF_THE_SYSTEM: Final = ("Thumbs.db", "desktop.ini")
"""What Windows puts into folders that are looked at."""


def write_list(folder: Path) -> None:
    """Put down what an audit wrote into a folder: all that lies in it now."""
    lines = [f"Reports written by Fairdeal {__version__}."]
    lines += [
        f"{digest_of(path)}  {path.name}" for path in sorted(folder.iterdir()) if path.is_file()
    ]
    write_text(folder / MADE_HERE, "\n".join(lines) + "\n")


def written_by_an_audit(path: Path) -> bool:
    """Whether a file is a report as an audit wrote it. One that was changed since is not."""
    known = _listed(path.parent).get(path.name)
    try:
        return known is not None and known == digest_of(path)
    except OSError:
        return False


def strangers(folder: Path) -> list[Path]:
    """What lies in a folder of reports and no audit has written, in the order of the names.

    Hidden files do not count: systems put them into any folder.
    """
    listed = _listed(folder)
    return [
        path
        for path in sorted(folder.iterdir())
        if not path.name.startswith(".")
        and path.name not in _OF_THE_SYSTEM
        and not (path.is_file() and path.name in listed)
    ]


def _listed(folder: Path) -> dict[str, str]:
    """The files that a folder's list names, with their SHA-256; none where there is no list."""
    path = folder / MADE_HERE
    try:
        found = path.stat()
    except OSError:
        return {}
    return (
        _read_list(path, found.st_mtime_ns, found.st_size) if found.st_size < _LARGEST_LIST else {}
    )


@lru_cache(maxsize=16)
def _read_list(path: Path, _changed: int, _size: int) -> dict[str, str]:
    try:
        text = path.read_text("utf-8", "surrogatepass")
    except (OSError, ValueError):
        return {}
    entries = (_ENTRY.fullmatch(line) for line in text.split("\n"))
    return {each[2]: each[1] for each in entries if each is not None}


HIDDEN: Final = "the name begins with a dot. Rename what is evidence"
REPORTS: Final = "reports as an audit wrote them"
LINK: Final = "a link to another folder. Audit that folder, or copy it here"
NO_FILE: Final = "not an ordinary file, or a link to none. Copy the file itself"
CLOSED: Final = "may not be opened. Check who owns it, or copy it"
DEEP: Final = "too deep inside other folders. Copy it nearer to the top"
NO_RECORD: Final = "a text, but not a record of a match"
"""Why a file is left out, and what to do where it is evidence after all."""

LeftOut = tuple[str, str]
"""The name of a file or folder (a folder with a stroke and how much it holds), and why it is left out."""


@dataclass(slots=True)
class Folder:
    """The files to read, in the order of their names, and what is left out."""

    files: list[Handed] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)


def look_through(folder: Path) -> Folder:
    """Everything in a folder. Raises DeskError where it is not a folder or there is nothing in it to read."""
    _refuse_no_folder(folder)
    found = Folder()
    waiting = [folder]
    while waiting:
        waiting += _look(waiting.pop(), folder, found)
    if not found.files:
        what = "contains no file to read" if found.left_out else "is empty"
        told = " ".join(in_lines(found.left_out))
        raise DeskError(
            f"{folder} {what}.{' ' if told else ''}{told}",
            str(folder),
            "Put the photos and typed logs into it.",
        )
    found.files.sort(key=lambda each: each.path)
    found.left_out.sort()
    return found


def in_lines(left_out: Iterable[LeftOut]) -> Iterator[str]:
    """What was left out, in a line for each reason."""
    names: dict[str, list[str]] = {}
    for name, why in left_out:
        names.setdefault(why, []).append(name)
    for why, listed in names.items():
        yield f"Left out: {', '.join(listed)} ({why})."


def _refuse_no_folder(folder: Path) -> None:
    if not folder.exists():
        if folder.is_symlink():
            raise DeskError(
                f"{folder} is a link that leads to no folder.",
                str(folder),
                "Name the folder itself.",
            )
        raise DeskError(f"{folder}: there is no such folder.", str(folder), "Check the name.")
    if not folder.is_dir():
        raise DeskError(
            f"{folder} is a file, not a folder.",
            str(folder),
            f"Use: check {folder}, or: report {folder}",
        )


def _look(within: Path, folder: Path, found: Folder) -> list[Path]:
    """Sort what lies in one folder; the folders in it that are to be looked through as well."""
    try:
        there: Sequence[Path] = sorted(within.iterdir())
    except OSError as error:
        name = f"{within.relative_to(folder).as_posix()}/"
        found.left_out.append((name, _why_closed(error)))
        return []
    reports, folders = 0, []
    for path in there:
        name = path.relative_to(folder).as_posix()
        try:
            inside = path.is_dir()
            # What lies at the top was put there to be read, whatever a list beside it says.
            if not inside and within != folder and written_by_an_audit(path):
                reports += 1
                continue
            why = _why_not_into(path) if inside else _why_not(path)
        except OSError as error:
            inside, why = False, _why_closed(error)
        if why:
            held = f"/ ({words.count(_files_in(path), 'file')})" if inside else ""
            found.left_out.append((f"{name}{held}", why))
        elif inside:
            folders.append(path)
        else:
            found.files.append(Handed(path, name))
    if reports:
        name = f"{within.relative_to(folder).as_posix()}/ ({words.count(reports, 'file')})"
        found.left_out.append((name, REPORTS))
    return folders


def _why_closed(error: OSError) -> str:
    return DEEP if error.errno == errno.ENAMETOOLONG else CLOSED


def _why_not(path: Path) -> str:
    """Why a file is left out; empty where it is not."""
    if path.name.startswith("."):
        return HIDDEN
    return "" if path.is_file() else NO_FILE


def _why_not_into(path: Path) -> str:
    """The same for a folder."""
    if path.name.startswith("."):
        return HIDDEN
    return LINK if path.is_symlink() else ""


def _files_in(folder: Path) -> int:
    """Counted folder by folder: `os.walk` calls itself before Python 3.12, too often for a thousand."""
    files, waiting = 0, [os.fspath(folder)]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as there:
            for each in there:
                if each.is_dir(follow_symlinks=False):
                    waiting.append(each.path)
                else:
                    files += 1
    return files
