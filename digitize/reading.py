"""A photo to its transcripts: every picture in the file, read as the kind of page that it shows."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from dataclasses import replace

from fairdeal.digitize.page_kinds import Task, read_as_any
from fairdeal.digitize.pictures import Picture, pictures
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.ruled.sheets.known import NO_SHEETS, KnownSheets
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import Transcript


def read_photo(
    data: bytes,
    name: str,
    recogniser: Recogniser | None = None,
    sheets: KnownSheets = NO_SHEETS,
    done: Callable[[], None] | None = None,
) -> list[Transcript]:
    """Read a photo or every page of a scan, one transcript a page, and one a sheet where a photo shows
    several.

    Never raises for what is in the file: a file or page that cannot be read has its problems, each
    with what to do about it, and no fields. `recogniser` reads the cells; without one the project's
    own is opened. `sheets` are layouts of clubs' own sheets, for photos that show none of our forms.
    `done` is called after every page.
    """
    digest = hashlib.sha256(data).hexdigest()
    found: list[Transcript] = []
    try:
        for picture in pictures(data, name):
            told = read_picture(picture, recogniser, sheets, _text(found))
            found += [replace(transcript, digest=digest) for transcript in told]
            if done is not None:
                done()
    except ReadError as error:
        found.append(Transcript(name, problems=(error.problem(),), digest=digest))
    return found


def read_picture(
    picture: Picture,
    recogniser: Recogniser | None = None,
    sheets: KnownSheets = NO_SHEETS,
    before: str = "",
) -> list[Transcript]:
    """Read one decoded picture as the first kind of page that it fits (`digitize.page_kinds`).

    At least one transcript. `before` is the printed text up to this page, where the pages before it in
    the same file are one log.
    """
    return read_as_any(Task(picture, lambda: recogniser or _own_reader(), sheets, before))


def _text(pages: list[Transcript]) -> str:
    """The printed text in which the last of some pages ends, with those that it goes on from."""
    text = ""
    for page in reversed(pages):
        text = (page.typed or "") + text
        if not page.goes_on:
            break
    return text


@functools.cache
def _own_reader() -> Recogniser:
    return open_reader()
