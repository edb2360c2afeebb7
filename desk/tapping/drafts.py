"""Deals under way, kept on the disk after every tap: a file each, in a folder beside the archive.

They are no evidence yet and no part of the archive. What is handed in becomes a document of a case, and its
draft goes.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from fairdeal.desk.archive.acts import now
from fairdeal.desk.files import write_text
from fairdeal.desk.tapping.draft import Draft, from_json
from fairdeal.desk.trouble import DeskError

MOST: Final = 200
"""Deals under way at once: a tournament's tables, several deals each."""
_ID: Final = re.compile(r"[0-9a-f]{12}")
_LOCK: Final = Lock()
"""Two taps at once are taken one after the other."""


class Drafts:
    """The deals under way that belong to an archive."""

    def __init__(self, archive: Path) -> None:
        self.folder = archive.with_name(f"{archive.name}.drafts")

    def new(self, who: str, case: str = "") -> Draft:
        """A new one. Raises DeskError where there are too many."""
        with _LOCK:
            if len(self._paths()) >= MOST:
                raise DeskError(
                    f"{MOST} deals are being entered already.",
                    "",
                    "Add some to a case, or discard them.",
                )
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = Draft(secrets.token_hex(6), who, now(), case)
            self._write(draft)
        return draft

    def get(self, id: str) -> Draft:
        """The draft of this number. Raises DeskError where there is none, or its file is damaged."""
        try:
            return from_json(json.loads(self._path(id).read_text("utf-8")))
        except OSError as error:
            raise DeskError(
                "This deal is no longer being entered.", "", "Begin at the list of cases."
            ) from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise DeskError(
                f"{self._path(id)} is damaged.", "", "Take the file away and enter the deal again."
            ) from error

    def change(self, id: str, change: Callable[[Draft], Draft]) -> Draft:
        """The draft changed and kept. Raises what `get` and the change raise; nothing is kept then."""
        with _LOCK:
            changed = change(self.get(id))
            self._write(changed)
        return changed

    def drop(self, id: str) -> None:
        """Throw a draft away."""
        with _LOCK:
            self._path(id).unlink(missing_ok=True)

    def all(self) -> list[Draft]:
        """Every draft that can be read, the newest first."""
        found = []
        for path in self._paths():
            with suppress(DeskError):
                found.append(self.get(path.stem))
        return sorted(found, key=lambda draft: (draft.at, draft.id), reverse=True)

    def _paths(self) -> list[Path]:
        there = self.folder.glob("*.json") if self.folder.is_dir() else ()
        return [path for path in there if _ID.fullmatch(path.stem)]

    def _path(self, id: str) -> Path:
        if not _ID.fullmatch(id):
            raise DeskError("There is no such deal.", "", "Begin at the list of cases.")
        return self.folder / f"{id}.json"

    def _write(self, draft: Draft) -> None:
        write_text(self._path(draft.id), json.dumps(draft.as_json(), ensure_ascii=False), ours=True)
