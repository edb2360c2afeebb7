"""What was read, kept by content: a photo that was read once is not read again, also after a kill."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from desk import VERSION
from desk.archive import readings
from desk.files import write_text
from desk.reading_pool import Reading, renamed
from records.transcript import Transcript

FORMAT: Final = 1


class Kept:
    """Readings in a folder, one file for each content and way of reading it.

    `way` is all on which a reading depends beside the file: the versions of program and reader, and
    the layouts of clubs' own sheets. A file that is damaged counts as not there.
    """

    def __init__(self, folder: Path | None, way: str) -> None:
        self.folder = folder
        self._way = hashlib.sha256(way.encode()).hexdigest()[:16]
        self._memory: dict[str, tuple[str, Reading]] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def get(self, digest: str, name: str) -> Reading | None:
        """The transcripts of a file, the reason why there are none, or None where it was not read yet.

        The same file may have been read under another name: the reading is given under `name`.
        """
        if self.folder is None:
            known = self._memory.get(digest)
            return None if known is None else renamed(known[1], known[0], name)
        try:
            told = json.loads(self._path(digest).read_text("utf-8"))
            if told["format"] != FORMAT:
                return None
            reading: Reading = str(told["trouble"])
            if not reading:
                reading = list(readings.from_json(told["transcripts"]))
            return renamed(reading, str(told["name"]), name)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        except Exception:  # cattrs' own errors, which have no common name of theirs.
            return None

    def put(self, digest: str, name: str, reading: Reading) -> None:
        """Keep a reading. Written aside and renamed: there is never half of one."""
        if self.folder is None:
            self._memory[digest] = (name, reading)
            return
        trouble = reading if isinstance(reading, str) else ""
        transcripts: list[Transcript] = [] if isinstance(reading, str) else reading
        told = {
            "format": FORMAT, "name": name, "trouble": trouble, "transcripts": readings.as_json(transcripts),
        }  # fmt: skip
        write_text(self._path(digest), json.dumps(told, ensure_ascii=False))

    def _path(self, digest: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{digest}-{self._way}.json"


@cache
def _reader() -> str:
    from digitize.reader.weights_store import load_weights

    return load_weights().version


def way_of(sheets: object) -> str:
    """Everything besides the file on which a reading depends."""
    return f"{VERSION} {_reader()} {sheets!r}"
