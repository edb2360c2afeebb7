"""A folder to audit looked through: which files to read, and what is left out, each with the reason.

Evidence must not vanish in silence, so whatever lies in the folder is in one of the two lists.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from fairdeal import __version__
from fairdeal.desk import words
from fairdeal.desk.files import write_text
from fairdeal.desk.tournament.survey import Handed
from fairdeal.desk.trouble import DeskError

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
        f"{_digest(path)}  {path.name}" for path in sorted(folder.iterdir()) if path.is_file()
    ]
    write_text(folder / MADE_HERE, "\n".join(lines) + "\n")


def written_by_an_audit(path: Path) -> bool:
    """Whether a file is a report as an audit wrote it. One that was changed since is not."""
    known = _listed(path.parent).get(path.name)
    try:
        return known is not None and known == _digest(path)
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
    return _read(path, found.st_mtime_ns, found.st_size) if found.st_size < _LARGEST_LIST else {}


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int, _size: int) -> dict[str, str]:
    try:
        text = path.read_text("utf-8", "surrogatepass")
    except (OSError, ValueError):
        return {}
    entries = (_ENTRY.fullmatch(line) for line in text.split("\n"))
    return {each[2]: each[1] for each in entries if each is not None}


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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
    """Everything in a folder. Raises DeskError where it is no folder or there is nothing in it to read."""
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
