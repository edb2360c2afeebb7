"""Where the archive is, when nobody says."""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import Final

import click

ARCHIVE: Final = "FAIRDEAL_ARCHIVE"
"""Environment variable: the archive's file."""


def default_archive() -> Path:
    """The file that `FAIRDEAL_ARCHIVE` names, else one in this person's own folder for programs' data."""
    named = os.environ.get(ARCHIVE)
    if named:
        return Path(named)
    folder = Path(click.get_app_dir("fairdeal"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "archive.fairdeal"


def somebody() -> str:
    """Who acts, when nobody says: the name under which the machine knows the person."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
