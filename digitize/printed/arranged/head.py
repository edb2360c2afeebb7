"""Tags: as the notation has them, and as people head a record (``Team A: North``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from typing import Final

from fairdeal.digitize.printed.arranged.pieces import IN_PIECES, Piece, Row, in_doubt, joined, said
from fairdeal.digitize.printed.arranged.slots import Readings, Slot, fits, weighed
from fairdeal.digitize.printed.page_words import Line
from fairdeal.digitize.printed.words import Word

_TAG: Final = re.compile(
    r"([\[(|{/\\]*)\s*([A-Za-z][\w!|]*)\s*[\"'](.*?)(?:[\"']+\s*([\])|}1lI/\\]*)|\s*([\])}|/\\]+))?"
)
_UNQUOTED: Final = re.compile(r"[\[(|{/\\]([A-Za-z]\w*) [\"']?([^\"']+?)[\"']? ?[\])}|/\\]")
"""A tag of which a quotation mark was not seen, or both."""
_BROKEN: Final = re.compile(r"([^\"]{3,14}) ?\"([^\"]+)\"[\])}|/\\]")
"""A tag of which the name fell apart, its bracket read as a letter."""
_HALF_QUOTED: Final = re.compile(r"([^\"]{3,14}) ([^\" ]+)\"[\])}|/\\]")
"""The same of which the first quotation mark was lost, too."""
_KEY: Final = re.compile(r"([A-Za-z]+(?: ?[A-Z0-9])?)\s*[:=;]\s*(\S.*)")
_AT_EDGES: Final = re.compile(r"^[^\w?{]+|[^\w?}]+$")
_KEYED_BY: Final = {
    "event": "Event", "site": "Site", "date": "Date", "round": "Round", "table": "Table",
    "session": "Session", "rules": "Rules", "rulebook": "Rules", "players": "Players", "deal": "Deal",
    "board": "Deal", "dealer": "Dealer", "vulnerable": "Vulnerable",
    "teama": "TeamA", "teamb": "TeamB", "recorder": "Recorder",
    **{f"seat{n}": f"Seat{n}" for n in "12345678NESW"},
}  # fmt: skip
_SLOTS: Final = {
    "Dealer": Slot.SEAT,
    "Vulnerable": Slot.VULNERABLE,
    "Deal": Slot.NUMBER,
    "Deals": Slot.NUMBER,
    "Players": Slot.NUMBER,
}
_VULNERABLE: Final = ("none", "love", "both", "all")
"""Sides that are vulnerable, as words."""
_OTHER_WORDS: Final = {"seat": None, "seats": None, "player": None, "team": None, "deals": "Deals"}
"""Words that are near the name of a tag, and none or another one."""
NOT_ONE: Final = 0.5
"""How sure the value of a tag is that is no number, say, where a number stands."""
UNSEEN: Final = "??"
"""The value of a tag that must have one, and of which nothing was seen."""
NEARLY_CELL: Final = 0.8
"""The same where it stands in a cell of its own."""
_TAKEN_APART: Final = frozenset('"{}|')
"""Signs that stand between rivals."""
SHORT: Final = 4
"""Letters of a name that lost one of its own."""
NEARLY: Final = 0.66
"""How like its name a tag between brackets must be, of which a letter was misread."""


def tag_of(line: Line, *, keys: bool) -> Row | None:
    """The line as a tag, None where it is none. `keys`: ``Name: value`` is one too."""
    match = _TAG.fullmatch(line.text)
    if match is not None and (match[1] or match[4] or match[5] or match[2].casefold() in _KEYED_BY):
        return _tag(_named(match[2], match[3]), match[3], line)
    bare = _UNQUOTED.fullmatch(line.text)
    if bare is not None and bare[1].casefold() in _KEYED_BY:
        return _tag(_named(bare[1], bare[2]), bare[2], line)
    broken = _fallen_apart(line)
    if broken is not None:
        return broken
    match = _KEY.fullmatch(line.text) if keys else None
    name = None if match is None else _key(match[1].replace(" ", "").casefold())
    return None if match is None or name is None else _tag(name, match[2], line)


def _fallen_apart(line: Line) -> Row | None:
    """The line as a tag of which the name fell apart, in doubt; None where it is near no known one."""
    broken = _BROKEN.fullmatch(line.text) or _HALF_QUOTED.fullmatch(line.text)
    if broken is None:
        return None
    told = re.sub(r"[^A-Za-z]", "", broken[1])
    name = _named(told, broken[2])
    near = get_close_matches(told.casefold(), _KEYED_BY, 1, NEARLY_CELL)
    if near and " " in broken[1].strip():  # letters were lost where it fell apart
        name = _KEYED_BY[near[0]]
    if told.casefold() not in _KEYED_BY and name.casefold() == told.casefold():
        return None
    return tuple(in_doubt(piece, NEARLY_CELL) for piece in _tag(name, broken[2], line))


def _key(plain: str) -> str | None:
    """The tag that a key before a colon names; one of its letters may be read wrongly."""
    alike = get_close_matches(plain, _KEYED_BY, 1, NEARLY_CELL)
    same = bool(alike) and len(alike[0]) == len(plain) and plain not in _OTHER_WORDS
    return _KEYED_BY[alike[0]] if same else None


def _named(text: str, value: str) -> str:
    """The name of a tag: that of a known one where all but a letter is its name, else as it was seen. A short
    one needs a value that it may have, too."""
    plain = text.casefold()
    if plain in _KEYED_BY:
        return text
    cut_short = [name for name in _KEYED_BY if name[:-1] == plain and name[-1].isalpha()]
    if cut_short and plain not in _OTHER_WORDS:  # its last letter runs into the blank
        return _KEYED_BY[cut_short[0]]
    lost = [name for name in _KEYED_BY if len(name) == len(plain) + 1 and _lacks_one(plain, name)]
    if lost and plain not in _OTHER_WORDS and len(plain) >= SHORT:
        return _KEYED_BY[lost[0]]
    if plain[1:] in _KEYED_BY:  # a stroke of the bracket before it, read as a letter
        return _KEYED_BY[plain[1:]]
    alike = max(_KEYED_BY, key=lambda each: SequenceMatcher(None, each, plain).ratio())
    # A letter more or less makes another name, such as ``Events``; a strange sign in it makes none.
    same = len(alike) == len(plain) or not text.isalnum()
    slot = _SLOTS.get(_KEYED_BY[alike], Slot.VALUE)
    strict = text.isalnum() and (slot is Slot.VALUE or not fits(slot, value))
    near = SequenceMatcher(None, alike, plain).ratio() >= (NEARLY_CELL if strict else NEARLY)
    return _KEYED_BY[alike] if same and near else text


def _lacks_one(text: str, name: str) -> bool:
    """Whether a text is a name but for one of its letters."""
    return any(name[:at] + name[at + 1 :] == text for at in range(len(name)))


def _tag(name: str, value: str, line: Line) -> Row:
    slot = _SLOTS.get(name, Slot.VALUE)
    if slot is Slot.VALUE:
        return _in_words(name, value, line)
    bare_words = [_AT_EDGES.sub("", word) for word in value.split()]
    if slot is Slot.NUMBER and len(bare_words) > 1 and all(map(str.isdecimal, bare_words)):
        whole = joined(line.words[-len(bare_words) :], "")
        figures = (("".join(bare_words), whole.probability),)
        return (in_doubt(_piece(name, figures, whole, slot)[0], IN_PIECES),)
    value = next((word for word in bare_words if fits(slot, word)), value)
    near = get_close_matches(value.casefold(), _VULNERABLE, 1, NEARLY_CELL)
    if slot is Slot.VULNERABLE and near and not fits(slot, value):
        piece = Piece(((near[0].capitalize(), NOT_ONE),), line.words[-1].box, slot)
        return (replace(piece, before=f'[{name} "', after='"]'),)
    last = line.words[-1]
    stripped: dict[str, float] = {}
    for text, probability in last.readings:
        bare = text.split("=")[-1].strip("\"'[](){}/\\:")
        stripped[bare] = stripped.get(bare, 0.0) + probability
    if len(stripped) > 1:
        stripped.pop("", None)  # something is printed there
    readings = tuple(sorted(stripped.items(), key=lambda each: -each[1]))
    if not value:
        value = readings[0][0]
    if readings[0][0] != value:
        readings = ((value, joined([last]).probability),)
    return _piece(name, weighed(slot, readings), last, slot)


def _in_words(name: str, value: str, line: Line) -> Row:
    """A tag that may say anything, in one word or more; with their rivals where any of them is in doubt."""
    if not value:
        return (said(f'[{name} ""]'),)
    bare = [replace(word, readings=_stripped(word)) for word in line.words]
    words = [word for word in bare if word.text][-len(value.split()) :]
    whole = joined(words)
    readings = tuple(
        (text.strip(), p)
        for text, p in whole.readings
        if text.strip() and not _TAKEN_APART & {*text}
    )
    value = value.strip()
    if not readings or readings[0][0] != value:
        readings = ((value, min(word.probability for word in words)),)
    return _piece(name, readings, whole, Slot.VALUE)


def _stripped(word: Word) -> Readings:
    """The readings of a word without the signs that stand round the value of a tag."""
    weights: dict[str, float] = {}
    for text, probability in word.readings:
        bare = text.split('"')[1] if text.count('"') > 1 else text.strip("\"'[](){}|:")
        weights[bare] = weights.get(bare, 0.0) + probability
    return tuple(sorted(weights.items(), key=lambda each: -each[1]))


def _piece(name: str, readings: Readings, word: Word, slot: Slot) -> Row:
    piece = Piece(readings, word.box, slot, before=f'[{name} "', after='"]')
    return (piece if fits(slot, piece.text) else in_doubt(piece, NOT_ONE),)


def of_cells(cells: Sequence[Sequence[Word]]) -> Row | None:
    """A row of a table as a tag: its name in the first cell, its value behind it."""
    name = " ".join(word.text for word in cells[0]).rstrip(":") if cells else ""
    words = tuple(word for cell in cells[1:] for word in cell)
    plain = name.replace(" ", "").casefold()
    near = next(iter(get_close_matches(plain, _KEYED_BY, 1, NEARLY_CELL)), "")
    known = _OTHER_WORDS[plain] if plain in _OTHER_WORDS else _KEYED_BY.get(near)
    if known is not None and not words and _SLOTS.get(known) is Slot.SEAT:
        return (Piece(((UNSEEN, 1.0),), cells[0][0].box, Slot.SEAT, f'[{known} "', '"]'),)
    if known is None or not words:
        return None
    line = Line(words, 0.0, 1.0)
    return _tag(known, line.text, line)
