"""How many records went into a text, counted without any of the program's readers.

Only what must be a record by the word of the notation is counted, so that the figure is the least that
must come out: a tag `[Deal "…"]` on its line, a stretch between empty lines that holds a tag of PBN, a
board of LIN where one begins on a line of its own.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

_LINE_ENDS: Final = re.compile(r"\r\n|\r|\n")
_DEAL: Final = re.compile(r'[ \t]*\[[ \t]*deal[ \t]*"[^"\]]*"[ \t]*\][ \t]*', re.IGNORECASE)
_TAG: Final = re.compile(r'\[[A-Z]\w*[ \t]+"[^"]*"\][ \t]*')
_QX: Final = re.compile(r"[ \t]*qx\|", re.IGNORECASE)
_MD: Final = re.compile(r"(?:^|\|)[ \t]*md\|", re.IGNORECASE)
LONGEST: Final = 20_000
"""Characters of the longest line of a hand record."""


def text_of(data: bytes) -> str:
    """The text of a file, as the notation says: UTF-16 by its mark, UTF-8, else Latin-1."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def deals_of_hrn(text: str) -> int:
    """Lines that open a deal."""
    lines = (line.replace("\0", " ") for line in _LINE_ENDS.split(text))
    return sum(len(line) <= LONGEST and _DEAL.fullmatch(line) is not None for line in lines)


def games_of_pbn(text: str) -> int:
    """Stretches between empty lines in which a whole tag stands on its line, outside of any comment."""
    games, tagged, depth = 0, False, False
    for line in _LINE_ENDS.split(text):
        if not line.strip(" \t\v\f\0") and not depth:
            games, tagged = games + tagged, False
            continue
        if line.startswith("%"):
            continue
        tagged |= not depth and _TAG.fullmatch(line) is not None
        depth = _in_comment(line, depth)
    return games + tagged


def _in_comment(line: str, inside: bool) -> bool:
    """Whether a brace is open at the end of a line. Braces in quotation marks, and after a semicolon,
    are none."""
    quoted = False
    for sign in line:
        if inside:
            inside = sign != "}"
        elif sign == '"':
            quoted = not quoted
        elif not quoted and sign == ";":
            return False
        elif not quoted:
            inside = sign == "{"
    return inside


def boards_of_lin(text: str) -> int:
    """Lines that begin a board of a broadcast, or else hands dealt."""
    lines = _LINE_ENDS.split(text)
    boards = sum(_QX.match(line) is not None for line in lines)
    return boards or sum(len(_MD.findall(line)) > 0 for line in lines)
