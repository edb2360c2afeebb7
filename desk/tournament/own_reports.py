"""A folder of reports: which of its files an audit wrote.

The folder has a list of them, each with what it held. The list says nothing of any other file, so neither
it nor an empty file of its name makes evidence vanish from an audit; and no evidence is written over.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from fairdeal import __version__
from fairdeal.desk.files import write_text

MADE_HERE: Final = ".fairdeal-audit"
"""The list, in every folder of reports: only such a folder is ever written over."""
_ENTRY: Final = re.compile(r"([0-9a-f]{64})  (.+)")
_LARGEST_LIST: Final = 10_000_000
"""Bytes of a list: some 50,000 reports. Nothing endless is read in its place."""
_KINDS: Final = (".html", ".jsonl", ".csv", ".xlsx", ".parquet")
"""What earlier versions wrote into a folder whose list named no files; records beside their reports too."""
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
        and not (path.is_file() and (path.name in listed if listed else _old_kind(path)))
    ]


def _old_kind(path: Path) -> bool:
    """Whether a version that kept no list may have written it."""
    if path.suffix == ".hrn":
        return path.with_suffix(".html").exists()
    return path.suffix in _KINDS


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
