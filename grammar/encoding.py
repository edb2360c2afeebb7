"""How a typed file is encoded: in UTF-8 as it should be, in UTF-16 as Windows saves some, in Latin-1."""

from __future__ import annotations

import codecs
from typing import Final

from fairdeal.records import Problem, position_of

LOOKED_AT: Final = 512
"""Bytes by which UTF-16 without its mark is known."""
NULS: Final = 0.4
"""In English every second byte of UTF-16 is NUL; so many at least."""
STRAY_NULS: Final = 0.02
"""... and at most so many of the other bytes."""

WIDE: Final = (
    "the file is saved as “Unicode” (UTF-16), as some programs of Windows do; all of it was read, nothing"
    " needs to be done"
)
DAMAGED: Final = (
    "the file is saved as “Unicode” (UTF-16), and some letters of it are damaged; save it again,"
    " as UTF-8"
)


def utf_16(source: bytes) -> str | None:
    """The kind of UTF-16 that a file is in, as Python names it, by its mark or its NULs; None for another."""
    if source.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = source[:LOOKED_AT]
    pairs = len(head) // 2
    first, second = head[::2].count(0), head[1::2].count(0)
    if second > NULS * pairs and first <= STRAY_NULS * pairs:
        return "utf-16-le"
    return "utf-16-be" if first > NULS * pairs and second <= STRAY_NULS * pairs else None


def decoded(source: bytes) -> tuple[str, list[Problem]]:
    """The text of a file's bytes, with a note where it is not the UTF-8 that it should be."""
    wide = utf_16(source)
    if wide is not None:
        text = source.decode(wide, errors="replace")
        damaged = "\ufffd" in text
        return text, [Problem("warning", DAMAGED) if damaged else Problem("note", WIDE)]
    try:
        return source.decode("utf-8-sig"), []
    except UnicodeDecodeError as wrong:
        before = wrong.object[: wrong.start].decode("utf-8")
        line, column = position_of(before, len(before))
        note = (
            "not all letters are in UTF-8: the file was read as older Western European text (Latin-1);"
            " compare names with accents"
        )
        text = source.removeprefix(codecs.BOM_UTF8).decode("latin-1")
        return text, [Problem("note", note, line, column)]
