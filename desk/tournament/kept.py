"""What an audit keeps for the next one, in a folder within the reports: each text under a key that is made of
everything on which it depends, so that whatever is found there is what would be worked out again.

What is damaged counts as not there. At the end of an audit what it neither took nor put is deleted: the
folder holds what belongs to the files that there are, and no more.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from fairdeal import __version__
from fairdeal.desk.files import digest_of, write_bytes
from fairdeal.desk.intake.reading import digest_of_rooms
from fairdeal.rulings.frame.own import which

_LENGTH: Final = 64
"""Letters of a SHA-256."""


class Kept:
    """Texts and files in a folder; without one nothing is kept. Written aside and renamed: there is never
    half of one. A text begins with its SHA-256, a file's is known to whoever asks for it."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._used: set[str] = set()
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def get(self, name: str) -> str | None:
        """A text; None where there is none, or a damaged one."""
        if self._folder is None:
            return None
        try:
            whole = (self._folder / name).read_bytes()
        except OSError:
            return None
        text = whole[_LENGTH:]
        if whole[:_LENGTH] != hashlib.sha256(text).hexdigest().encode():
            return None
        self._used.add(name)
        return text.decode("utf-8", "surrogatepass")

    def put(self, name: str, text: str, *, lasting: bool = False) -> None:
        """Keep a text; `lasting`: also if the power fails the moment after."""
        data = text.encode("utf-8", "surrogatepass")
        self._write(name, hashlib.sha256(data).hexdigest().encode() + data, lasting)

    def has(self, name: str, digest: str) -> bool:
        """Whether there is a file of this name with this content."""
        try:
            there = self._folder is not None and digest_of(self._folder / name) == digest
        except OSError:
            there = False
        if there:
            self._used.add(name)
        return there

    def link(self, name: str, place: Path) -> None:
        """A file under another name as well; a copy where the disk has no two names for one file."""
        assert self._folder is not None
        try:
            os.link(self._folder / name, place)
        except OSError:
            shutil.copyfile(self._folder / name, place)

    def put_file(self, name: str, text: str) -> str:
        """Keep a text as a file of nothing else. Its SHA-256."""
        data = text.encode("utf-8", "surrogatepass")
        self._write(name, data, lasting=False)
        return hashlib.sha256(data).hexdigest()

    def _write(self, name: str, data: bytes, lasting: bool) -> None:
        if self._folder is not None:
            write_bytes(self._folder / name, data, ours=True, lasting=lasting)
            self._used.add(name)

    def tidy(self) -> None:
        """Delete what was neither taken nor put since it was opened."""
        for path in () if self._folder is None else self._folder.iterdir():
            if path.name not in self._used:
                with suppress(OSError):
                    path.unlink()


ROOMS: Final = ("desk", "digitize", "grammar", "records", "rulings", "templates")


@cache
def program() -> str:
    """The program as a whole, rulebooks and pages with it, the rules of packages, and the Python that runs
    it: another one may say other things of the same papers, also where no version was counted up."""
    return f"{__version__} {digest_of_rooms(ROOMS)} {sys.version} {which()}"


def key_of(*told: object) -> str:
    """A key made of all that is named, and of the program."""
    return hashlib.sha256(json.dumps([program(), *told]).encode()).hexdigest()
