"""Where the archive is, when nobody says; who acts; and what a committee sets once for all its cases."""

from __future__ import annotations

import getpass
import json
import os
import stat
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from fairdeal.desk.files import write_text
from fairdeal.desk.usual import ARCHIVE

NAME: Final = "archive.fairdeal"
"""The archive's file."""
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
        ):  # It already exists; or it cannot be made, which is said on opening it.
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


@dataclass(frozen=True, slots=True)
class Settings:
    """Each is empty where nobody has set it. `language` is that of reports; times are shown in `zone`
    (``Asia/Kolkata``), else in this machine's; an appeal goes to `appeal_to`, until `appeal_until`, for
    `appeal_fee`. The rulebook is among the settings of the computer (`desk.usual`)."""

    members: str = ""
    language: str = ""
    zone: str = ""
    appeal_to: str = ""
    appeal_until: str = ""
    appeal_fee: str = ""


def settings_of(archive: Path) -> Settings:
    """The settings of an archive; the usual ones where there are none, or their file is damaged."""
    try:
        found = json.loads(_file(archive).read_text("utf-8"))
        return Settings(**{each.name: str(found.get(each.name, "")) for each in fields(Settings)})
    except (OSError, ValueError, AttributeError):
        return Settings()


def keep_settings(archive: Path, settings: Settings) -> None:
    """Keep them. Raises DeskError where the folder cannot be written to."""
    text = json.dumps(asdict(settings), ensure_ascii=False, indent=1)
    write_text(_file(archive), text, ours=True)


def _file(archive: Path) -> Path:
    return archive.with_name(f"{archive.name}.settings.json")
