"""A folder to audit looked through: which files to read, and what is left out, each with the reason.

Evidence must not vanish in silence, so whatever lies in the folder is in one of the two lists.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.tournament.own_reports import written_by_an_audit
from fairdeal.desk.tournament.survey import Handed
from fairdeal.desk.trouble import DeskError

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
