"""A text that is not a record: what it seems to be, and which files can be given."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from fairdeal.grammar.encoding import decoded

GIVE: Final = (
    "Fairdeal reads photos and scans (JPEG, PNG, HEIC, PDF), typed logs (.hrn, .txt), score sheets from a"
    " spreadsheet (.xlsx, .csv), and boards of bridge (.pbn, .lin)."
)
"""Which files can be given."""

_LOOKED_AT: Final = 20_000
"""Characters in which the kind of a text shows."""
_BEGUN: Final = re.compile(
    r"^[ \t]*(?:\[\w+[ \t]+\"|! *[a-z]|(?:hands|auction|play|result|sheet(?: [AB])?)[ \t]*:"
    r"|(?:deal|board)[ \t]+\d)",
    re.M | re.I,
)
"""What no text but a record has: a tag, an event, the head of a block, the number of a deal."""
_CARDS: Final = re.compile(r"(?<!\w)(?:10|[2-9TJQKA])[CDHS♣♦♥♠](?!\w)|[♣♦♥♠]|\d\s*(?:NT|[CDHS])\b")
_MOST_STRAY: Final = 3
"""Cards and bids that may stand in another text by chance."""

_STARTS: Final = (
    (re.compile(r"<!doctype html|<html", re.I), "a web page"),
    (re.compile(r"\{\\rtf"), "a document of a word processor (RTF)"),
    (re.compile(r"<\?xml|<\w+[ >]"), "a file of a program (XML)"),
    (re.compile(r'\{\s*"schema":\s*"fairdeal'), "an answer of Fairdeal itself"),
    (re.compile(r'[\[{]\s*(?:["\[{}\]]|-?\d)'), "a file of a program (JSON)"),
    (re.compile(r"(?:From|To|Subject|Date|Received|Return-Path|MIME-Version): ", re.I), "an e-mail"),
    (re.compile(r"BEGIN:V"), "an entry of a calendar or an address book"),
    (re.compile(r"#!"), "a program"),
    (re.compile(r"%!PS"), "a page for a printer (PostScript)"),
)  # fmt: skip
"""By how a text begins."""
_ENDINGS: Final = {
    **dict.fromkeys((".md", ".rst", ".tex", ".adoc"), "a text to read"),
    **dict.fromkeys((".py", ".js", ".sh", ".bat", ".c", ".java", ".css"), "a program"),
    **dict.fromkeys((".toml", ".ini", ".cfg", ".yaml", ".yml", ".lock"), "a file of settings"),
    **dict.fromkeys((".html", ".htm"), "a web page"),
    ".json": "a file of a program (JSON)",
    ".eml": "an e-mail",
}
"""By how its name ends."""


def seems_other(data: bytes, name: str) -> str | None:
    """What is said of a text in which nothing shows that it was meant to be a record: ``notes.md seems to be
    a text to read, not the record of a game.`` with what can be given; None where something does."""
    text = decoded(data)[0]
    if not text.strip("\ufeff\0 \t\r\n"):
        return f"{name} is empty: nothing is written in it. Copy or send the file again."
    head = text.removeprefix("\ufeff")[:_LOOKED_AT].lstrip()
    kind = _ENDINGS.get(PurePath(name).suffix.casefold())
    if kind is None and (_BEGUN.search(head) or len(_CARDS.findall(head)) > _MOST_STRAY):
        return None
    kind = kind or next((kind for start, kind in _STARTS if start.match(head)), "another text")
    return f"{name} seems to be {kind}, not the record of a game. {GIVE}"
