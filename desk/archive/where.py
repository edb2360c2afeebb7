"""Where the archive is, when nobody says."""

from __future__ import annotations

import getpass
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

NAME: Final = "archive.fairdeal"
"""The archive's file."""
ARCHIVE: Final = "FAIRDEAL_ARCHIVE"
"""Environment variable: the archive's file."""
_JOURNALS: Final = ("-wal", "-shm")
"""What SQLite keeps beside a file that is open, by the ends of the names."""


def default_archive() -> Path:
    """The file that `FAIRDEAL_ARCHIVE` names, else one in this person's own folder for programs' data."""
    named = os.environ.get(ARCHIVE)
    if named:
        return Path(named)
    folder = user_data_path("fairdeal", appauthor=False)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _narrow(folder, 0o700)
    return folder / NAME


def keep_private(archive: Path, *, create: bool = False) -> None:
    """Let nobody but its owner read an archive; `create` one that is so from its first byte.

    SQLite makes files that everybody may read. Where somebody let a group
    write to the file it is shared on purpose: then only everybody else is kept out.
    """
    if create:
        with suppress(
            OSError
        ):  # It is there already; or it cannot be made, which is said on opening it.
            archive.touch(mode=0o600, exist_ok=False)
    for path in (archive, *(Path(f"{archive}{end}") for end in _JOURNALS)):
        with suppress(OSError):
            shared = path.stat().st_mode & stat.S_IWGRP
            _narrow(path, 0o660 if shared else 0o600)


def _narrow(path: Path, most: int) -> None:
    """Take away from what may be done with a file or folder all that is not in `most`."""
    with suppress(OSError):  # Somebody else's, or on a disk without modes.
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & ~most:
            path.chmod(mode & most)


def somebody() -> str:
    """Who acts, when nobody says: the name under which the machine knows the person."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
