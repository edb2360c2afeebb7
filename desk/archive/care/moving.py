"""The archive's folder moved from where earlier versions kept it.

Everything moves or nothing: the folder is renamed whole, the archive with its journals and backups and the
audits beside it. Where that cannot be done safely, the archive stays and is used where it is.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Final

import click

NAME: Final = "archive.fairdeal"
"""The archive's file."""
PATIENCE: Final = 3.0
"""Seconds for which a move by another process, which takes some milliseconds, is waited for."""
_PAUSE: Final = 0.05


def settled(folder: Path) -> tuple[Path, str]:
    """The folder in which the archive lies now, and a sentence about it where a person must know of it.

    That is `folder`, or the folder of earlier versions where the archive cannot be moved from there.
    """
    old = Path(click.get_app_dir("fairdeal"))
    if old == folder or not (old / NAME).exists():
        return folder, ""
    if (folder / NAME).exists():
        return folder, (
            f"There are two archives: {folder / NAME} is used, {old / NAME} is not."
            f" To look into the other: --archive {old / NAME}. If you do not need it, remove it."
        )
    why = _moved(old, folder)
    if not why:
        return folder, f"The archive was moved from {old} to {folder}."
    if not (old / NAME).exists():  # Another process has just moved it.
        return folder, ""
    return old, f"The archive stays in {old}: {why}. To keep it there, set FAIRDEAL_ARCHIVE to it."


def _moved(old: Path, new: Path) -> str:
    """Move the folder. Returns why it could not be done, empty where it was."""
    if any(each.is_symlink() for each in (old, *old.iterdir())):
        return "it is reached through a link"
    if new.exists() and (new.is_symlink() or any(new.iterdir())):
        return f"something else lies in {new}"
    if not _at_rest(old / NAME):
        return "it is in use, or damaged"
    try:
        new.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if new.exists():
            new.rmdir()
        old.rename(new)
    except OSError as error:
        return f"it cannot be moved to {new} ({(error.strerror or 'it failed').lower()})"
    return ""


def _at_rest(archive: Path) -> bool:
    """Fold the archive's journal into it, which SQLite does only where nobody else has it open."""
    until = time.monotonic() + PATIENCE
    while archive.exists():
        try:
            connection = sqlite3.connect(f"{archive.absolute().as_uri()}?mode=rw", uri=True)
            try:
                mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
            finally:
                connection.close()
            if mode == "delete":
                return True
        except sqlite3.OperationalError:
            pass
        except sqlite3.DatabaseError:
            return False
        if time.monotonic() > until:
            return False
        time.sleep(_PAUSE)
    return False
