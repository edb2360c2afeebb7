"""Which reader of photos this is: what a reading depends on beside its photo."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOMS: Final = ("digitize", "records")
"""The packages of ours that a photo goes through until it is a transcript."""
_DECIDE: Final = (".py", ".toml", ".json", ".onnx")
"""Endings of what decides a reading; fonts are for printing forms."""
_NOT_READING: Final = ("training", "__pycache__")


@cache
def reader_version() -> str:
    """The version of the handwriting reader's weights, kept with everything that it read."""
    from fairdeal.digitize.reader.engine import load_weights

    return load_weights().version


@cache
def edition() -> str:
    """The reader as a whole: its weights, a digest of its programs and forms, and OpenCV's version.

    Another edition may read the same photo otherwise, also where no version was counted up.
    """
    import cv2

    rooms = [Path(place) for room in ROOMS for place in _places(room)]
    return f"{reader_version()} {digest_of(rooms)} {cv2.__version__}"


def _places(room: str) -> Sequence[str]:
    spec = find_spec(f"fairdeal.{room}")
    return () if spec is None else list(spec.submodule_search_locations or ())


def digest_of(folders: Sequence[Path]) -> str:
    """SHA-256 of everything in folders that decides a reading, names and contents, in hexadecimal."""
    told = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.suffix in _DECIDE and not set(_NOT_READING) & set(inside.parts):
                name = (folder.name / inside).as_posix().encode()
                data = path.read_bytes()
                told.update(b"%d %s %d " % (len(name), name, len(data)) + data)
    return told.hexdigest()
