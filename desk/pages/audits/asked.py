"""An audit as it was asked for, and the list on the disk that says so (``audit.json``).

The list may have been damaged since: by a full disk, another program, another version. It is held
against what this version writes, and a damaged one says what is wrong with it.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, fields
from pathlib import Path, PurePath
from typing import Any, Final

LIST: Final = "audit.json"
_KEPT_ENDINGS: Final = (".toml",)
"""Endings that a stored file keeps: layout files of clubs' sheets are known by it."""
_DIGEST: Final = re.compile(r"[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True)
class Filed:
    """One file: its SHA-256, what it is called, and its size in bytes."""

    digest: str
    name: str
    size: int

    @property
    def stored(self) -> str:
        """Its name on the disk, made by us."""
        ending = PurePath(self.name).suffix.casefold()
        return self.digest + (ending if ending in _KEPT_ENDINGS else "")


@dataclass(frozen=True, slots=True)
class Asked:
    """An audit as it was asked for."""

    id: str
    title: str
    who: str
    at: str
    rules: str = ""
    files: tuple[Filed, ...] = ()

    @property
    def mark(self) -> str:
        """The same for the same files and rules: what was done for it need not be done again."""
        told = json.dumps([self.rules, *sorted((each.digest, each.name) for each in self.files)])
        return hashlib.sha256(told.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Damaged:
    """An audit whose list cannot be used: its number, the list within the folder of audits, and what is
    wrong with it."""

    id: str
    path: str
    why: str

    def __str__(self) -> str:
        return f"The list of this audit's files, {self.path}, {self.why}."


DAMAGED_REMEDY: Final = (
    "Put back that file from a copy, or hand in the photos again as a new audit and remove this one."
    " Cases opened from it are not touched."
)
"""What to do about a damaged list."""


class DamagedError(ValueError):
    """A list that cannot be used; its text ends the sentence "The list …"."""


def as_text(asked: Asked) -> str:
    """The list as it is written."""
    return json.dumps(asdict(asked))


def read_list(path: Path) -> Asked:
    """The audit that a list says was asked for. Raises DamagedError where it does not, OSError."""
    try:
        told = json.loads(path.read_text("utf-8"))
    except UnicodeDecodeError as error:
        raise DamagedError("contains no text") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DamagedError(f"is damaged or only half written ({where})") from error
    except (ValueError, RecursionError) as error:
        raise DamagedError("is damaged") from error
    entries = _checked(told, Asked, "")
    number = path.parent.name
    if entries["id"] != number:
        raise DamagedError(f"belongs to the audit {entries['id'][:40]}, not to {number}")
    files = tuple(
        Filed(**_checked(each, Filed, f" of file {place}"))
        for place, each in enumerate(entries.pop("files"), 1)
    )
    return Asked(**entries, files=files)


_KINDS: Final = {"size": int, "files": list}
"""Entries of a list that are no text."""


def _checked(told: Any, kind: type, where: str) -> dict[str, Any]:
    """The entries of a list, or of a file in it: all that there are to be, and no other."""
    if not isinstance(told, dict):
        raise DamagedError("contains something other than a list of an audit's files")
    named = [each.name for each in fields(kind)]
    if missing := [name for name in named if name not in told]:
        raise DamagedError(f"lacks the entry “{missing[0]}”{where}")
    if strange := [name for name in told if name not in named]:
        raise DamagedError(
            f"holds the entry “{strange[0][:40]}”{where}, which this version of Fairdeal does not know"
        )
    for name in named:
        if type(told[name]) is not _KINDS.get(name, str):
            raise DamagedError(f"contains nothing that can be used as “{name}”{where}")
    if "digest" in told and _DIGEST.match(told["digest"]) is None:
        raise DamagedError(f"contains nothing that can be used as “digest”{where}")
    return told
