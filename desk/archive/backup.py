"""The archive copied to one file, and put back from it."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from desk.archive.store import Archive, ArchiveError
from desk.archive.verify import verify
from desk.files import HEAD, keep_other_kinds, new_beside, sync, sync_names


def back_up(archive: Archive, to: Path) -> int:
    """Write a whole copy, which itself is an archive; returns the number of cases in it.

    The copy is made by SQLite while others may work on, verified, and only then given its name.
    """
    if to.exists() and to.samefile(archive.path):
        raise ArchiveError(f"{to} is the archive itself.", str(to), "Name another file.")
    aside = new_beside(to)
    try:
        copy = sqlite3.connect(aside)
        try:
            archive.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            copy.close()
        cases = _whole(aside)
        with aside.open("rb") as file:
            keep_other_kinds(to, file.read(HEAD))
        _put(aside, to)
    finally:
        for each in (aside, Path(f"{aside}-wal"), Path(f"{aside}-shm")):
            each.unlink(missing_ok=True)
    return cases


def _put(aside: Path, to: Path) -> None:
    """A file under the name that it shall have, on the disk itself before anybody relies on it."""
    sync(aside)
    aside.replace(to)
    sync_names(to.parent)


def _whole(path: Path) -> int:
    """The number of cases of an archive in which nothing is wrong. Raises ArchiveError otherwise."""
    with Archive(path, create=False) as archive:
        wrong = verify(archive)
        if wrong:
            raise ArchiveError(
                f"{path} is not whole: {wrong[0]}", str(path), "Take another backup."
            )
        cases = len(archive.cases())
        archive.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        archive.connection.execute("PRAGMA journal_mode = DELETE")
    return cases


def restore(backup: Path, to: Path) -> tuple[int, Path | None]:
    """Put a backup in the archive's place. Returns its number of cases, and where the archive that
    was there before is kept now (None where there was none).

    Raises ArchiveError where the backup is not whole, or somebody has the archive open; then nothing
    is changed.
    """
    if not backup.exists():
        raise ArchiveError(f"{backup}: there is no such file.", str(backup), "Check the name.")
    aside = new_beside(to)
    try:
        shutil.copyfile(backup, aside)
        try:
            cases = _whole(aside)
        except ArchiveError as error:
            raise ArchiveError(
                error.message.replace(str(aside), str(backup)), str(backup), "Name another backup."
            ) from error
        sync(aside)
        kept = _put_away(to)
        _put(aside, to)
    finally:
        for each in (aside, Path(f"{aside}-wal"), Path(f"{aside}-shm")):
            each.unlink(missing_ok=True)
    return cases, kept


def _put_away(path: Path) -> Path | None:
    """Move the archive that is there aside, with everything of it that is still in its journal."""
    if not path.exists():
        return None
    try:
        connection = sqlite3.connect(path, timeout=2.0)
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        finally:
            connection.close()
        if mode != "delete":
            raise sqlite3.OperationalError("database is locked")
    except sqlite3.OperationalError as error:
        raise ArchiveError(
            f"{path} is in use.", str(path), "Close the desk's pages, then restore again."
        ) from error
    except sqlite3.DatabaseError:
        pass  # A damaged archive is what one restores over; it is kept as it is.
    kept = path.with_name(f"{path.name}.before-restore")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.before-restore-{number}")
    path.replace(kept)
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    return kept
