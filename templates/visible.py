"""Letters that nobody sees, shown. A name may hold letters that turn the text around it, or that only make
it another name which looks the same. Each is shown by its number, such as ``[U+202E]``.

Evidence itself is never changed: only what a person looks at.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

from markupsafe import Markup

_HIDDEN: Final = re.compile(
    "["
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters, but tab and line ends
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # of no width; direction overrides and isolates
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\ud800-\udfff"  # halves of letters, which no file can be written with
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "]"
)
_JOINERS: Final = "\u200c\u200d"
_SYMBOL_STYLES: Final = "\ufe0e\ufe0f"
_VIRAMA: Final = 9
"""The combining class of the signs that take a letter's vowel away, in all scripts of India."""


def visible(text: str) -> str:
    """The text with every letter shown that cannot be seen, but where a script needs it to be written."""
    return text if text.isascii() and text.isprintable() else _HIDDEN.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    text, at = found.string, found.start()
    letter = found[0]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if (letter in _JOINERS and _joins(before, after)) or _styles(letter, before):
        return letter
    return f"[U+{ord(letter):04X}]"


def _joins(before: str, after: str) -> bool:
    """Whether a joiner does something between these: Malayalam and its kin write it beside a virama,
    Persian between letters, and pictures are put together with it."""
    if not before:
        return False
    if _VIRAMA in (unicodedata.combining(before), unicodedata.combining(after or " ")):
        return True
    if after and unicodedata.bidirectional(after) == "AL":
        return unicodedata.bidirectional(before) in ("AL", "NSM")
    return _is_picture(before) and _is_picture(after)


def _styles(letter: str, before: str) -> bool:
    """Whether it chooses the form of the letter before it: of a suit's sign, of a Chinese letter."""
    if not before:
        return False
    if letter in _SYMBOL_STYLES:
        return unicodedata.category(before) == "So"
    if "\U000e0100" <= letter <= "\U000e01ef":
        return unicodedata.name(before, "").startswith("CJK")
    return "\u180b" <= letter <= "\u180d" and unicodedata.name(before, "").startswith("MONGOLIAN")


def _is_picture(letter: str) -> bool:
    return letter in _SYMBOL_STYLES or unicodedata.category(letter or " ") in ("So", "Sk")


class Exact(str):
    """A text that a page gives back letter by letter: what a form's own field holds, to be sent again."""

    __slots__ = ()


def exact(value: Any) -> Any:
    """For the fields of forms, which must not change what they are to send: a filter of templates."""
    return Exact(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def finished(value: Any) -> Any:
    """What a template puts out, before it is escaped."""
    if isinstance(value, str) and not isinstance(value, Markup | Exact):
        return visible(value)
    return value
