"""What may be handed to the library: a path, bytes, a text, a record, or what was read before."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal.desk.intake.layouts import known_sheets
from fairdeal.desk.judging import Read, file_read
from fairdeal.desk.trouble import DeskError, in_one_line, known
from fairdeal.records.record import Record

if TYPE_CHECKING:
    from fairdeal.digitize.ruled.sheets.known import KnownSheets

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | Record
"""One document: the path of a photo, scan or typed file; the bytes of one; or a record, as such or as text.
A `str` with a line break in it is the text of a record, any other a path."""
Sources = Source | Sequence[Source]
"""The documents of one match: one, or several that belong together."""


@contextmanager
def with_remedies() -> Iterator[None]:
    """Whatever a person can do something about is a DeskError here, whichever room raised it."""
    try:
        yield
    except DeskError:
        raise
    except Exception as error:
        if not known(error):
            raise
        raise DeskError(in_one_line(error)) from error


def sheets_of(layouts: Sequence[str | os.PathLike[str]], us: str | None) -> KnownSheets | None:
    """The layouts of a club's own sheets, None where none is named."""
    return known_sheets([Path(each) for each in layouts], us) if layouts or us else None


def reads_of(sources: Sources, sheets: KnownSheets | None) -> tuple[Read, ...]:
    """Every document read by a worker. Raises DeskError for the first that gives nothing."""
    one = isinstance(sources, str | os.PathLike | bytes | bytearray | memoryview | Record)
    several: Sequence[Source] = (sources,) if one else sources  # type: ignore[assignment]
    if not several:
        raise DeskError("There is nothing to read.", "", "Name a photo or a record.")
    found = []
    for number, source in enumerate(several, 1):
        read, nothing = file_read(*_file(source, number), sheets)
        if nothing:
            raise DeskError(nothing, read.name)
        found.append(read)
    return tuple(found)


def _file(source: Source, number: int) -> tuple[Path | bytes, str]:
    """A source as a file or bytes, and what it is called: the name of a file, else ``document 1``."""
    name = f"document {number}"
    if isinstance(source, Record):
        from fairdeal.grammar.notation.writer import write

        return write(source).encode("utf-8", "surrogatepass"), name
    if isinstance(source, str) and "\n" in source:
        return source.encode("utf-8", "surrogatepass"), name
    if isinstance(source, str | os.PathLike):
        return Path(source), os.fspath(source)
    return bytes(source), name
