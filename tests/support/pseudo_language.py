"""A language in which every text of the catalogue stands in brackets: what a page shows outside them was not
translated."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from docs.making.texts import texts
from fairdeal.templates.language import Language

VOID: Final = frozenset({"br", "img", "input", "meta", "link", "hr", "image", "polygon", "rect"})
WRITTEN: Final = frozenset({"bdi", "code", "kbd", "pre", "textarea", "style", "script", "title"})
"""Elements that hold what people wrote, what is typed letter by letter, or nothing that is read."""
READ_OUT: Final = ("aria-label", "alt", "placeholder", "data-label")
_NAME: Final = re.compile(r"%\((name\d*)\)s")
_BRACKETS: Final = re.compile(r"⟦[^⟦⟧]*⟧")
_WORD: Final = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]+)*")


def in_brackets() -> Language:
    """What stands under a `name`, which is put in as it is, stands outside the brackets."""
    own = {text: _NAME.sub(r"⟧%(\1)s⟦", f"⟦{text}⟧") for text in texts()}
    return Language("xx", "Brackets", "yes", own)


def outside(page: str) -> set[str]:
    """The words of a page that went through no catalogue; those that it says are English among them."""
    shown = _Shown()
    shown.feed(page)
    found: set[str] = set()
    for text in ("".join(shown.text), *shown.read_out):
        left, before = text, ""
        while left != before:
            left, before = _BRACKETS.sub(" ", left), left
        found |= set(_WORD.findall(left))
    return found


class _Shown(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.read_out: list[str] = []
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.read_out += [value for name, value in attrs if name in READ_OUT and value]
        if tag not in VOID:
            self._within.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.read_out += [value for name, value in attrs if name in READ_OUT and value]

    def handle_endtag(self, tag: str) -> None:
        self.text.append(" ")
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not WRITTEN.intersection(self._within):
            self.text.append(data)
