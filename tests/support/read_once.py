"""Photos of the samples are read once in a run of the tests, by whichever process needs one first.

Reading one takes seconds, and a dozen tests want one in a case or an audit for what is then done with it. How
photos are read is tested where nothing is kept.
"""

from __future__ import annotations

import fcntl
import hashlib
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from fairdeal.desk.confined import Workers
from fairdeal.desk.intake.reading import Reading, renamed
from fairdeal.digitize.sheets.layout_file import KnownSheets

SAMPLES: Final = Path(__file__).parents[2] / "samples"
Read = Callable[..., Reading]
"""Of a photo's bytes, its name, the sheets that are known, and a pool or nothing."""


@cache
def _samples() -> frozenset[bytes]:
    return frozenset(path.read_bytes() for path in SAMPLES.glob("*/*.jpg"))


def once(read: Read, folder: Path) -> Read:
    """The same as `read`, its answers for the samples kept in a folder that all processes share."""

    def kept(data: bytes, name: str, sheets: KnownSheets | None = None, *pool: Workers) -> Reading:
        if sheets is not None or data not in _samples():
            return read(data, name, sheets, *pool)
        path = folder / hashlib.sha256(data).hexdigest()
        with path.open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            whole = file.read()
            if whole:
                known, reading = pickle.loads(whole)
                return renamed(reading, known, name)
            reading = read(data, name, sheets, *pool)
            if not isinstance(reading, str):
                file.write(pickle.dumps((name, reading)))
            return reading

    return kept
