"""What kind of file it is; and files written aside and then renamed, so that nobody finds half of one."""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path, PurePath
from typing import Final

from fairdeal.desk.trouble import DeskError
from fairdeal.grammar.encoding import utf_16

HEAD: Final = 4096
"""Bytes from which the kind of a file is shown."""
LARGEST_FILE: Final = 200_000_000
"""Bytes of any file: above what any picture may have, so that nothing endless is read."""
_PICTURE_STARTS: Final = (
    b"\xff\xd8\xff",
    b"\x89PNG",
    b"RIFF",
    b"GIF8",
    b"II*\0",
    b"MM\0*",
    b"II+\0",
    b"MM\0+",
    b"8BPS",
    b"PK\x03\x04",
)
_PAGE: Final = b"<!doctype html"
REPORT_MARK: Final = b"% Fairdeal report"
"""What a PDF or picture of a report has in it; a scan or a photo has not."""
_MARK: Final = 4
"""Bytes with which files of one kind begin alike: pictures, PDF, archives of cases."""


def unlike(name: str, taken: Collection[str]) -> str:
    """The name, or ``sheet (2).jpg`` where another file beside it is called so."""
    path = PurePath(name)
    others = (str(path.with_name(f"{path.stem} ({number}){path.suffix}")) for number in count(2))
    return next(each for each in chain([name], others) if each not in taken)


def write_bytes(path: Path, data: bytes, *, ours: bool = False, lasting: bool = True) -> None:
    """Write a whole file or nothing of it. Raises DeskError where the folder cannot be written to, or a
    file of another kind lies there: a mistyped name must not cost anybody their evidence.

    `ours`: nobody gave the name, and whatever lies there is a damaged file of ours. `lasting`: it is on the
    disk itself before this returns; without it, call `sync_folder` once all files of a folder are written.
    """
    if not ours:
        keep_other_kinds(path, data[:HEAD])
    with new_beside(path) as aside, writing_to(path, MAKE_ROOM):
        aside.write_bytes(data)
        aside.chmod(_mode())
        if lasting:
            sync(aside)
        aside.replace(path)
        if lasting:
            sync_names(path.parent)


@contextmanager
def new_beside(path: Path) -> Iterator[Path]:
    """A new empty file beside `path`, its owner's alone, taken away at the end if it still has its name.
    Raises DeskError where none can be made."""
    with writing_to(path):
        handle, name = tempfile.mkstemp(
            dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".new"
        )
    os.close(handle)
    aside = Path(name)
    try:
        yield aside
    finally:
        aside.unlink(missing_ok=True)


MAKE_ROOM: Final = "Check that there is room on the disk."
NAME_ANOTHER: Final = "Name an existing folder that you may write to."


@contextmanager
def writing_to(path: Path, remedy: str = NAME_ANOTHER) -> Iterator[None]:
    """Raises DeskError with this remedy where what is done within fails to write a file or folder."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error, remedy) from error


def unwritable(path: Path, error: OSError, remedy: str = NAME_ANOTHER) -> DeskError:
    """What to say where a file cannot be written; a full disk has a remedy of its own."""
    if error.errno == errno.ENOSPC:
        return DeskError(
            f"{path} cannot be written: the disk is full.",
            str(path),
            "Make room on the disk, or name a file on another one.",
        )
    reason = (error.strerror or "it failed").lower()
    return DeskError(f"{path} cannot be written ({reason}).", str(path), remedy)


def head_of(path: Path) -> bytes:
    """The beginning of a file, by which its kind is known."""
    with path.open("rb") as file:
        return file.read(HEAD)


def keep_other_kinds(path: Path, head: bytes) -> None:
    """Raises DeskError where a file lies there that is not of the kind of what begins with `head`."""
    try:
        there = head_of(path)
    except OSError:
        return  # Nothing there that could be lost; what else is wrong is said when it is written.
    if there and _kind(there) != _kind(head):
        raise other_contents(path)


def is_report(data: bytes) -> bool:
    """Whether a PDF or a picture is a report of ours, not a paper of a match."""
    return REPORT_MARK in data[:HEAD] or data.endswith(REPORT_MARK + b"\n")


def is_marked(path: Path, mark: bytes) -> bool:
    """Whether a PDF or a picture has a mark of ours. It is looked for where it is put: in a picture's head
    and at a PDF's end."""
    with path.open("rb") as file:
        head = file.read(HEAD)
        file.seek(max(0, path.stat().st_size - len(mark) - 1))
        return mark in head or mark in file.read()


def keep_unmarked(path: Path, mark: bytes) -> None:
    """Raises DeskError where a file lies there without our mark: it may be a scan or a photo."""
    if path.is_file() and not is_marked(path, mark):
        raise other_contents(path)


def other_contents(path: Path) -> DeskError:
    """What to say where something else lies there already."""
    return DeskError(
        f"{path} already exists, with other contents.",
        str(path),
        "It was not changed; name another file.",
    )


def _kind(head: bytes) -> bytes:
    if head.lower().startswith(_PAGE):
        return _PAGE
    return b"text" if is_text(head) else head[:_MARK]


_STRANGE: Final = bytes(set(range(32)) - set(b"\t\n\r\f\x1b\0"))
"""Bytes that no typed text has."""


def is_text(data: bytes) -> bool:
    """Whether to read it as a typed record. A broken photo or an office file is not one."""
    head = data[:HEAD]
    wide = utf_16(head)
    if wide is not None:
        head = head[: len(head) // 2 * 2].decode(wide, "replace").encode("utf-8")
    if head.startswith(_PICTURE_STARTS) or b"%PDF-" in head[:1024] or head[4:8] == b"ftyp":
        return False
    return head.translate(None, _STRANGE) == head and head.count(0) <= len(head) // 100


def is_workbook(data: bytes) -> bool:
    """Whether a whole file is a workbook of Excel (.xlsx), by what is packed in it."""
    return data.startswith(b"PK\x03\x04") and b"xl/workbook.xml" in data


def is_typed(data: bytes) -> bool:
    """Whether a whole file was typed: a text, or a workbook. All else is read as a photo."""
    return is_text(data) or is_workbook(data)


def base_name(name: str) -> str:
    """A file's name without its folders: what a report calls it."""
    return PurePath(name.replace("\\", "/")).name


def write_text(path: Path, text: str, *, ours: bool = False, lasting: bool = True) -> None:
    """The same for a text, as UTF-8 with plain line ends."""
    write_bytes(path, text.encode("utf-8", "surrogatepass"), ours=ours, lasting=lasting)


def sync(path: Path) -> None:
    """Have a file's content on the disk, not in the system's memory alone: a power cut leaves a file that
    was renamed before that empty, or full of zeros. Raises OSError where the disk is full."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_names(folder: Path) -> None:
    """The same for the names in a folder. Windows keeps them so on its own, as some file systems do."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(opened)
    except OSError:
        pass
    finally:
        os.close(opened)


def sync_folder(folder: Path) -> None:
    """Have a folder of files on the disk, at once: much faster than one by one as they are written. Raises
    DeskError where the disk is full."""
    for path in folder.iterdir():
        if path.is_file():
            with writing_to(path, MAKE_ROOM):
                sync(path)
    sync_names(folder)


def _mode() -> int:
    """What a new file of this person's would have: `mkstemp` makes it readable to nobody else."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def ordinary(path: Path) -> None:
    """Raises DeskError for what is there and is not a file that could be read."""
    if path.is_dir():
        raise DeskError(
            f"{path} is a folder.",
            str(path),
            f"Name the files in it, or use: fairdeal audit {path}",
        )
    if path.exists() and not path.is_file():
        raise DeskError(f"{path} is not an ordinary file.", str(path), "Copy it to one first.")


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises DeskError for what is not a file, is empty or is far too large."""
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


def digest_of(path: Path) -> str:
    """The SHA-256 of what is in a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
