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
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final

from fairdeal import __version__
from fairdeal.desk import words
from fairdeal.desk.archive import casefile
from fairdeal.desk.confined import ConfinedError, Workers
from fairdeal.desk.files import digest_of, is_typed, read_bytes, write_text
from fairdeal.desk.intake.matches import Facts, facts_from, facts_of, pages, told_apart
from fairdeal.desk.intake.papers import other_name, why_nothing
from fairdeal.desk.intake.reading import (
    Crew,
    Photo,
    ReadAll,
    Reading,
    edition,
    renamed,
)
from fairdeal.desk.judging import Read, task_for
from fairdeal.desk.tournament.kept import Kept, key_of
from fairdeal.desk.tournament.results import LeftOut
from fairdeal.desk.trouble import DeskError, of_one
from fairdeal.records import in_groups

if TYPE_CHECKING:
    from fairdeal.digitize.sheets.layout_file import KnownSheets


class ReadingStore:
    """Readings in a folder, one file for each content and way of reading it.

    The way is all on which a reading depends beside the file: the edition of the reader, and the layouts
    of clubs' own sheets. A file that is damaged counts as not there. Failures that may pass (`passing`)
    are known for this run only, so that what they ask for can be done and the photo read after all.
    """

    def __init__(self, folder: Path | None, sheets: object = None) -> None:
        self._kept = Kept(folder)
        self._none = folder is None
        self._sheets = sheets
        self._memory: dict[str, str] = {}
        self._failed: dict[str, tuple[str, str]] = {}

    def text(self, digest: str) -> str | None:
        """What is kept of a file, as it was written; None where it was not read yet."""
        return self._memory.get(digest) or self._kept.get(self._name(digest))

    def get(self, digest: str, name: str) -> Reading | None:
        """The transcripts of a file, the reason why there are none, or None where it was not read yet.

        The same file may have been read under another name: the reading is given under `name`.
        """
        text = self.text(digest)
        if digest in self._failed or text is None:
            return self.trouble(digest, name)
        told = json.loads(text)
        return renamed(list(casefile.readings_from(told["transcripts"])), told["name"], name)

    def trouble(self, digest: str, name: str) -> str | None:
        """Why a file could not be read, None where it could."""
        old, why = self._failed.get(digest, ("", ""))
        return why.replace(old, name) if why else None

    def put(self, digest: str, name: str, reading: Reading) -> None:
        """Keep a reading."""
        if isinstance(reading, str):
            self._failed[digest] = (name, reading)
            return
        told = {"name": name, "transcripts": casefile.readings_json(reading)}
        text = json.dumps(told, ensure_ascii=False)
        if self._none or passing(reading):
            self._memory[digest] = text
        else:
            self._kept.put(self._name(digest), text, lasting=True)

    def tidy(self) -> None:
        """Delete the readings that nobody asked for."""
        self._kept.tidy()

    def _name(self, digest: str) -> str:
        return f"{digest}-{self._way}.json"

    @cached_property
    def _way(self) -> str:
        """Made when the first photo is met: the reader is large."""
        beyond_the_file = f"{__version__} {edition()} {self._sheets!r}"
        return hashlib.sha256(beyond_the_file.encode()).hexdigest()[:16]


def passing(reading: Reading) -> bool:
    """Whether it may be read at another time although nothing changed in the photo: the pool or the
    cluster failed, or the machine lacked Tesseract."""
    return isinstance(reading, str) or any(
        problem.code.startswith("tesseract-") for page in reading for problem in page.problems
    )


_OTHER_TEXTS: Final = {
    ".json", ".jsonl", ".md", ".csv", ".tsv", ".html", ".htm", ".css", ".toml", ".yml", ".yaml", ".xml",
}  # fmt: skip
"""Texts that nobody would hand in as a record: left aside without ado where they hold none."""

MOST_EVENTS: Final = 50
"""Names of events that are compared: a heap with more is of no one event."""


def _other_text(name: str) -> bool:
    return PurePath(name).suffix.casefold() in _OTHER_TEXTS


Progress = Callable[[str, int, int], None]
"""Told the name of each document as it is done, how many are done, and how many there are. Texts that nobody
would hand in are counted once they prove to be records."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A file to audit: where it lies, and what it is called."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A document of a match: a file, or one page of a scan (from 0; None: all of it). `reading` is the
    SHA-256 of what was read of a photo."""

    path: Path
    name: str
    digest: str
    reading: str = ""
    page: int | None = None

    @property
    def mark(self) -> tuple[str | int | None, ...]:
        """All of it on which a report depends."""
        return (self.name, self.digest, self.reading, self.page)


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
    readings: ReadingStore,
    kept: Kept,
    read_all: ReadAll,
    crew: Crew,
    sheets: KnownSheets | None = None,
    progress: Progress | None = None,
) -> Survey:
    """Read everything that was not read before, and tell matches apart. What a document says of its match is
    kept, too.

    `sheets` are layouts of clubs' own sheets, those lying among the files among them.
    """
    found = Survey()
    told: list[tuple[Facts, Piece]] = []
    done = 0
    others = {file.name for file in files if _other_text(file.name)}

    def sort(piece: Piece, says: _Pages | str) -> None:
        if says:
            others.discard(piece.name)
        if not isinstance(says, str):
            told.extend((facts_from(each), replace(piece, page=page)) for page, each in says)
        elif says:
            found.unread.append((piece.name, says))
        else:
            found.aside.append(piece.name)

    def step(piece: Piece) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(piece.name, done, len(files) - len(others))

    unknown: list[Piece] = []
    for piece, trouble in _pieces(files, readings, read_all, sheets):
        says = _known(piece, kept) if trouble is None else trouble
        if says is None:
            unknown.append(piece)
        else:
            sort(piece, says)
        if says or piece.reading:
            step(piece)
    looked_at: dict[Piece, _Pages | str] = {}
    waiting = deque(unknown)
    for new, what in _looked_at(unknown, readings, kept, crew):
        looked_at[new] = what
        while waiting and waiting[0] in looked_at:  # in their order, which is how far it is
            piece = waiting.popleft()
            says = looked_at.pop(piece)
            sort(piece, says)
            if says and not piece.reading:
                step(piece)
    told.sort(key=lambda each: each[0].name)
    of = {id(facts): piece for facts, piece in told}
    apart = told_apart(facts for facts, _ in told)
    found.matches = [tuple(of[id(each)] for each in match) for match in apart]
    found.event = main_event([name for each, _ in told if (name := each.heading.of("Event"))])
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


_Pages = list[tuple[int | None, list[Any]]]
"""Pages of a document with their numbers (None: it is one), and what each says of itself, as it is kept."""


def _known(piece: Piece, kept: Kept) -> _Pages | str | None:
    """What was found in a file before, None where it is new."""
    text = kept.get(_place(piece))
    says: _Pages | str | None = None if text is None else json.loads(text)
    return says


def _place(piece: Piece) -> str:
    return f"{key_of('facts', *piece.mark)}.json"


def _looked_at(
    pieces: Iterable[Piece], readings: ReadingStore, kept: Kept, crew: Crew
) -> Iterator[tuple[Piece, _Pages | str]]:
    """What is in new files: found side by side, and kept."""
    gone: list[tuple[Piece, str]] = []

    def jobs() -> Iterator[tuple[Piece, Read]]:
        for piece in pieces:
            try:
                yield piece, fetched(piece, readings)
            except Exception as error:
                gone.append((piece, of_one(piece.name, error)))

    for (piece, _), said in crew.each(jobs(), _in_a_worker):
        if isinstance(said, ConfinedError):
            yield piece, of_one(piece.name, said)
        elif isinstance(said, DeskError):
            yield piece, f"{piece.name}: reading it {said.message}. Read it on this machine."
        else:
            kept.put(_place(piece), json.dumps(said))
            yield piece, said
    yield from gone


def _in_a_worker(pool: Workers, job: tuple[Piece, Read]) -> _Pages | str | ConfinedError:
    piece, read = job
    try:
        return pool.call(task_for([read], piece.name, "read"), _worth_keeping, read)
    except ConfinedError as error:
        return error


def _worth_keeping(read: Read) -> _Pages | str:
    """In a worker: the pages of a document that hold something, or why there is none; empty where nobody
    would have handed it in as a record."""
    document = read.document()
    if not document.is_empty:
        apart = pages(document)
        numbers: list[int | None] = [None] if len(apart) == 1 else list(range(len(apart)))
        return [
            (page, facts_of(each).as_json())
            for page, each in zip(numbers, apart, strict=True)
            if not each.is_empty
        ]
    other = _other_text(document.name) and not document.photographed
    return "" if other else why_nothing(document)


def fetched(piece: Piece, readings: ReadingStore) -> Read:
    """A piece's document as it was read. Raises DeskError or OSError where its file is gone or another."""
    data = read_bytes(piece.path)
    reading = readings.get(piece.digest, piece.name) if piece.reading else None
    if hashlib.sha256(data).hexdigest() != piece.digest or isinstance(reading, str):
        raise _changed(piece)
    if not piece.reading:
        return Read(piece.name, piece.digest, data)
    if reading is None:
        raise _changed(piece)
    return Read(piece.name, piece.digest, data, tuple(reading), piece.page)


def _changed(piece: Piece) -> DeskError:
    return DeskError(f"{piece.name} changed while it was audited.", piece.name, "Audit again.")


def _pieces(
    files: Sequence[Handed],
    readings: ReadingStore,
    read_all: ReadAll,
    sheets: KnownSheets | None,
) -> Iterator[tuple[Piece, str | None]]:
    """Each file, and why it cannot be read, None where it can. Photos that were not read yet are read by
    `read_all`."""
    photos: dict[str, list[Piece]] = {}
    for path, name in ((file.path, file.name) for file in files):
        piece = Piece(path, name, "")
        try:
            data = read_bytes(path)
        except Exception as error:
            yield piece, of_one(name, error).replace(str(path), name)
            continue
        piece = replace(piece, digest=hashlib.sha256(data).hexdigest())
        if is_typed(data):
            yield piece, None
        elif readings.text(piece.digest) is not None:
            yield _photographed(piece, readings)
        else:
            photos.setdefault(piece.digest, []).append(piece)
    tasks = (Photo(each[0].path, each[0].name, digest) for digest, each in photos.items())
    for photo, reading in read_all(tasks, sheets):
        readings.put(photo.digest, photo.name, reading)
        for piece in photos[photo.digest]:
            yield _photographed(piece, readings)


def _photographed(piece: Piece, readings: ReadingStore) -> tuple[Piece, str | None]:
    """A photo that was read, with its reading's mark, and why there is none."""
    text = readings.text(piece.digest) or ""
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return replace(piece, reading=mark), readings.trouble(piece.digest, piece.name)


MADE_HERE: Final = ".fairdeal-audit"
"""The list, in every folder of reports: only such a folder is ever written over."""
_ENTRY: Final = re.compile(r"([0-9a-f]{64})  (.+)")
_LARGEST_LIST: Final = 10_000_000
"""Bytes of a list: some 50,000 reports. Nothing endless is read in its place."""
_OF_THE_SYSTEM: Final = ("Thumbs.db", "desktop.ini")
"""What Windows puts into folders that are looked at."""


def write_list(folder: Path, digests: Mapping[str, str]) -> None:
    """Put down what an audit wrote into a folder: all that lies in it now. `digests` are the SHA-256 of files
    of which they are known."""
    lines = [f"Reports written by Fairdeal {__version__}."]
    lines += [
        f"{digests.get(path.name) or digest_of(path)}  {path.name}"
        for path in sorted(folder.iterdir())
        if path.is_file()
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
"""Why a file is left out, and what to do where it is evidence after all."""


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
    for why, listed in in_groups((why, name) for name, why in left_out).items():
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
            why = _why_not(path, inside)
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


def _why_not(path: Path, folder: bool) -> str:
    """Why a file or a folder is left out; empty where it is not."""
    if path.name.startswith("."):
        return HIDDEN
    if folder:
        return LINK if path.is_symlink() else ""
    return "" if path.is_file() else NO_FILE


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
