"""Where a line of a text ends, for all who read, count or show lines.

LF, CR LF and a lone CR end a line. Nothing else does: a form feed, U+0085 or U+2028 is a blank within its
line, though `str.splitlines` parts lines there. Whoever counted so would show another line than was meant.
"""

from __future__ import annotations

import re

_END = re.compile(r"\r\n|\r|\n")


def lines_of(text: str) -> list[str]:
    """The lines of a text without their ends; after a last end there is an empty line."""
    return _END.split(text) if "\r" in text else text.split("\n")


def position_of(text: str, at: int, line: int = 1, column: int = 1) -> tuple[int, int]:
    """Line and column of the character at index `at`, in a text that begins at `line` and `column`."""
    before = lines_of(text[:at])
    return line + len(before) - 1, len(before[-1]) + (column if len(before) == 1 else 1)
