"""What was read, kept by content: a photo that was read once is not read again, also after a kill."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from fairdeal import __version__
from fairdeal.desk.archive import casefile
from fairdeal.desk.files import write_text
from fairdeal.desk.intake.reader_edition import edition
from fairdeal.desk.intake.reading_pool import Reading, renamed

FORMAT: Final = 2


class ReadingStore:
    """Readings in a folder, one file for each content and way of reading it.

    `way` is all on which a reading depends beside the file: the edition of the reader, and the layouts
    of clubs' own sheets. A file that is damaged counts as not there. Failures that may pass (`passing`)
    are known for this run only, so that what they ask for can be done and the photo read after all.
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
        known = self._memory.get(digest)
        if known is not None or self.folder is None:
            return None if known is None else renamed(known[1], known[0], name)
        try:
            told = json.loads(self._path(digest).read_text("utf-8"))
            if told["format"] != FORMAT:
                return None
            reading = list(casefile.readings_from(told["transcripts"]))
            return renamed(reading, str(told["name"]), name)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        except Exception:  # cattrs' own errors, which have no common name of theirs.
            return None

    def put(self, digest: str, name: str, reading: Reading) -> None:
        """Keep a reading, in the place of what was read from the same content in another way. Written
        aside and renamed: there is never half of one. Junk in its place, which a power cut left, goes."""
        if self.folder is None or isinstance(reading, str) or passing(reading):
            self._memory[digest] = (name, reading)
            return
        told = {"format": FORMAT, "name": name, "transcripts": casefile.readings_json(reading)}
        path = self._path(digest)
        write_text(path, json.dumps(told, ensure_ascii=False), ours=True)
        for old in self.folder.glob(f"{digest}-*.json"):
            if old != path:
                with suppress(OSError):
                    old.unlink()

    def _path(self, digest: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{digest}-{self._way}.json"


def passing(reading: Reading) -> bool:
    """Whether it may be read at another time although nothing changed in the photo: the pool or the
    cluster failed, or the machine lacked Tesseract."""
    return isinstance(reading, str) or any(
        problem.code.startswith("tesseract-") for page in reading for problem in page.problems
    )


def way_of(sheets: object) -> str:
    """Everything besides the file on which a reading depends."""
    return f"{__version__} {edition()} {sheets!r}"
