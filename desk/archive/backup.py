"""The archive copied to one file, and put back from it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Final

from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.archive.verify import look_through
from fairdeal.desk.files import (
    MAKE_ROOM,
    head_of,
    keep_other_kinds,
    new_beside,
    sync,
    sync_names,
    writing_to,
)

_JOURNALS: Final = ("-wal", "-shm", "-journal")
"""What SQLite looks for beside an archive and takes for a part of it."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy that verifies. `odd` is what needs an explanation in it, `kept` the archive that it replaced."""

    cases: int
    odd: tuple[str, ...]
    kept: Path | None = None


def back_up(archive: Archive, to: Path) -> Copied:
    """Write a whole copy, which itself is an archive.

    The copy is made by SQLite while others may work on, verified, and only then given its name. Raises
    ArchiveError where it does not verify: then a backup that was there before stays.
    """
    if to.exists() and to.samefile(archive.path):
        raise ArchiveError(f"{to} is the archive itself.", str(to), "Name another file.")
    with _new_archive(to) as aside:
        _copy(archive, aside, to)
        copied = _whole(aside, to)
        keep_other_kinds(to, head_of(aside))
        _put(aside, to)
    return copied


@contextmanager
def _new_archive(to: Path) -> Iterator[Path]:
    """A file beside an archive, for another one that takes its place."""
    with new_beside(to) as aside:
        try:
            yield aside
        finally:
            _without_journals(aside)


def _copy(archive: Archive, aside: Path, to: Path) -> None:
    """The archive as it is now in a file of its own, which shall be `to`."""
    try:
        with closing(sqlite3.connect(aside)) as copy:
            archive.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        raise ArchiveError(
            f"{to} was not written: {archive.path} cannot be copied ({error}).",
            str(to),
            "Make room on the disk, or name a file on another one. If there is room: archive verify",
        ) from error


def _put(aside: Path, to: Path) -> None:
    """A file under the name that it shall have, on the disk itself before anybody relies on it."""
    with writing_to(to, MAKE_ROOM):
        _without_journals(to)
        sync(aside)
        aside.replace(to)
    sync_names(to.parent)


def _without_journals(path: Path) -> None:
    """Take away what would be read into an archive of this name when it is opened, whoever put it there."""
    for end in _JOURNALS:
        Path(f"{path}{end}").unlink(missing_ok=True)


def _whole(path: Path, called: Path) -> Copied:
    """An archive in which nothing is wrong, known to people as `called`. Raises ArchiveError otherwise."""
    try:
        with Archive(path, create=False) as archive:
            found = look_through(archive)
            if found.wrong:
                raise ArchiveError(
                    f"{path} is not whole: {found.wrong[0]}",
                    str(path),
                    "Take another backup. See all that is wrong: archive verify",
                )
            copied = Copied(len(archive.cases()), found.odd)
            archive.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            archive.connection.execute("PRAGMA journal_mode = DELETE")
    except ArchiveError as error:
        raise ArchiveError(
            error.message.replace(str(path), str(called)), str(called), error.remedy
        ) from error
    return copied


def restore(backup: Path, to: Path) -> Copied:
    """Put a backup in the archive's place; where that is a link, in the place to which it leads.

    Raises ArchiveError where the backup is not whole, or somebody has the archive open; then nothing
    is changed.
    """
    if not backup.exists():
        raise ArchiveError(f"{backup}: there is no such file.", str(backup), "Check the name.")
    to = to.resolve()
    with _new_archive(to) as aside:
        with writing_to(to, "Check both files and their disks."):
            shutil.copyfile(backup, aside)
        try:
            copied = _whole(aside, backup)
        except ArchiveError as error:
            raise ArchiveError(error.message, str(backup), "Name another backup.") from error
        sync(aside)
        kept = _put_away(to)
        _put(aside, to)
    return replace(copied, kept=kept)


def _put_away(path: Path) -> Path | None:
    """Move the archive that is there aside, with everything of it that is still in its journal."""
    if not path.exists():
        return None
    try:
        with closing(sqlite3.connect(path, timeout=2.0)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        if mode != "delete":
            raise sqlite3.OperationalError("database is locked")
    except sqlite3.OperationalError as error:
        raise ArchiveError(
            f"{path} is in use.", str(path), "Close the desk's pages, then restore again."
        ) from error
    except sqlite3.DatabaseError:
        pass  # A damaged archive is what one restores over; it is kept as it is.
    first = f"{path.name}.before-restore"
    names = chain([first], (f"{first}-{number}" for number in count(2)))
    kept = next(each for each in map(path.with_name, names) if not each.exists())
    path.replace(kept)
    for end in _JOURNALS:  # Of a damaged archive: acts may be in there that are nowhere else.
        if (beside := Path(f"{path}{end}")).exists():
            beside.replace(f"{kept}{end}")
    return kept
