"""Tags: as the notation has them, and as people head a record (``Team A: North``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from fairdeal.digitize.printed.words import (
    NEARLY,
    PERHAPS_TWO,
    RESULT_LINES,
    SIGN_LOST,
    SPECK,
    Line,
    Piece,
    Readings,
    Row,
    Slot,
    Word,
    cut,
    fits,
    in_doubt,
    joined,
    nearest,
    said,
    unknown,
    weighed,
    word_piece,
)

_TAG: Final = re.compile(
    r"([\[(|{/\\]*)\s*([A-Za-z][\w!|]*)\s*[\"'](.*?)(?:[\"']+\s*([\])|}1lI/\\]*)|\s*([\])}|/\\]+))?"
)
_SPECKS: Final = re.compile(r"\[\w+ \"[^\"\]]*\"\](?: [^\"\[\]\s]{1,2}){1,3}")
"""A tag with signs behind its bracket, from the edge of the paper or what lies beside it."""
_UNQUOTED: Final = re.compile(r"[\[(|{/\\]([A-Za-z]\w*) [\"']?([^\"']+?)[\"']? ?[\])}|/\\]")
"""A tag of which a quotation mark was not seen, or both."""
_BEGUN: Final = re.compile(r"[\[{]([A-Za-z]\w*) (\S.*)")
"""A tag of which no more than its bracket and its name was seen."""
_BROKEN: Final = re.compile(r"([^\"]{3,14}) ?\"([^\"]+)\"[\])}|/\\]")
"""A tag of which the name fell apart, its bracket read as a letter."""
_HALF_QUOTED: Final = re.compile(r"([^\"]{3,14}) ([^\" ]+)\"[\])}|/\\]")
"""The same of which the first quotation mark was lost, too."""
_KEY: Final = re.compile(r"([A-Za-z]+(?: ?[A-Z0-9])?)\s*[:=;]\s*(\S.*)")
_NO_COLON: Final = re.compile(r"(dealer|vulnerable)[.,]? (\S+)", re.IGNORECASE)
"""Keys of which the colon may be missed, as their values are like no other words."""
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
"""How sure the value of a tag is that is not a number, say, where a number stands."""
UNSEEN: Final = "??"
"""The value of a tag that must have one, and of which nothing was seen."""
NEARLY_CELL: Final = 0.8
"""The same where it stands in a cell of its own."""
_TAKEN_APART: Final = frozenset('"{}|')
"""Signs that stand between rivals."""
SHORT: Final = 4
"""Letters of a name that lost one of its own."""
NEARLY_TAG: Final = 0.66
"""How like its name a tag between brackets must be, of which a letter was misread."""


def tag_of(line: Line, *, keys: bool) -> Row | None:
    """The line as a tag, None where it is not one. `keys`: ``Name: value`` is one too."""
    if _SPECKS.fullmatch(line.text):
        ends = next(at for at, word in enumerate(line.words) if word.text.endswith("]"))
        line = replace(line, words=line.words[: ends + 1])
    if _behind_speck(line):
        line = replace(line, words=line.words[1:])
    match = _TAG.fullmatch(line.text)
    if match is not None and (match[1] or match[4] or match[5] or match[2].casefold() in _KEYED_BY):
        return _tag(_named(match[2], match[3]), match[3], line)
    bare = _UNQUOTED.fullmatch(line.text)
    if bare is not None and bare[1].casefold() in _KEYED_BY:
        return _tag(_named(bare[1], bare[2]), bare[2], line)
    broken = _fallen_apart(line)
    if broken is not None:
        return broken
    begun = _BEGUN.fullmatch(line.text)
    known = _KEYED_BY.get(begun[1].casefold(), "") if begun is not None else ""
    slot = _SLOTS.get(known, Slot.FREE)
    if begun is not None and known and (fits(slot, begun[2]) or len(begun[2]) <= SPECK):
        return tuple(in_doubt(each, NEARLY_CELL) for each in _tag(known, begun[2], line))
    match = _KEY.fullmatch(line.text) if keys else None
    name = None if match is None else _key(match[1].replace(" ", "").casefold())
    if match is not None and name is not None:
        return _tag(name, match[2], line)
    return _without_colon(line) if keys else None


def _behind_speck(line: Line) -> bool:
    """Whether a line is a key and its value behind a speck in the margin."""
    speck, *rest = (word.text for word in line.words)
    key = rest[0].casefold() if len(rest) > 1 else ""
    return len(speck) <= SPECK and key.endswith(":") and key[:-1] in _KEYED_BY


def _without_colon(line: Line) -> Row | None:
    """Who deals, or is vulnerable, where the colon before it was not seen, in doubt."""
    named = _NO_COLON.fullmatch(line.text)
    if named is None or not fits(_SLOTS[named[1].title()], named[2]):
        return None
    tag = _tag(named[1].title(), named[2], line)
    return tuple(in_doubt(piece, SIGN_LOST) for piece in tag)


def _fallen_apart(line: Line) -> Row | None:
    """The line as a tag of which the name fell apart, in doubt; None where it is near no known one."""
    broken = _BROKEN.fullmatch(line.text) or _HALF_QUOTED.fullmatch(line.text)
    if broken is None:
        return None
    letters = re.sub(r"[^A-Za-z]", "", broken[1])
    name = _named(letters, broken[2])
    near = get_close_matches(letters.casefold(), _KEYED_BY, 1, NEARLY_CELL)
    if near and " " in broken[1].strip():  # letters were lost where it fell apart
        name = _KEYED_BY[near[0]]
    if letters.casefold() not in _KEYED_BY and name.casefold() == letters.casefold():
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
    known = plain not in _OTHER_WORDS
    for name in _KEYED_BY if known else ():  # its last letter runs into the blank
        if name[:-1] == plain and name[-1].isalpha():
            return _KEYED_BY[name]
    for name in _KEYED_BY if known and len(plain) >= SHORT else ():
        if any(name[:at] + name[at + 1 :] == plain for at in range(len(name))):
            return _KEYED_BY[name]
    if plain[1:] in _KEYED_BY:  # a stroke of the bracket before it, read as a letter
        return _KEYED_BY[plain[1:]]
    alike = nearest(plain, _KEYED_BY, 0.0) or ""
    # A letter more or less makes another name, such as ``Events``; a strange sign in it makes none.
    same = len(alike) == len(plain) or not text.isalnum()
    slot = _SLOTS.get(_KEYED_BY[alike], Slot.VALUE)
    strict = text.isalnum() and (slot is Slot.VALUE or not fits(slot, value))
    near = nearest(plain, (alike,), NEARLY_CELL if strict else NEARLY_TAG)
    return _KEYED_BY[alike] if same and near else text


def _tag(name: str, value: str, line: Line) -> Row:
    slot = _SLOTS.get(name, Slot.VALUE)
    if slot is Slot.VALUE:
        return _in_words(name, value, line)
    bare_words = [_AT_EDGES.sub("", word) for word in value.split()]
    if slot is Slot.NUMBER and len(bare_words) > 1 and all(map(str.isdecimal, bare_words)):
        whole = joined(line.words[-len(bare_words) :], "")
        figures = (("".join(bare_words), whole.probability),)
        return (in_doubt(_piece(name, figures, whole, slot)[0], PERHAPS_TWO),)
    value = next((word for word in bare_words if fits(slot, word)), value)
    near = get_close_matches(value.casefold(), _VULNERABLE, 1, NEARLY_CELL)
    if slot is Slot.VULNERABLE and near and not fits(slot, value):
        piece = Piece(((near[0].capitalize(), NOT_ONE),), line.words[-1].box, slot)
        return (replace(piece, before=f'[{name} "', after='"]'),)
    last = line.words[-1]
    stripped = last.respelled(lambda text: text.split("=")[-1].strip("\"'[](){}/\\:")).readings
    # Something is printed there.
    readings = tuple(each for each in stripped if each[0]) or stripped
    if not value:
        value = readings[0][0]
    if readings[0][0] != value:
        readings = ((value, joined([last]).probability),)
    return _piece(name, weighed(slot, readings), last, slot)


def _in_words(name: str, value: str, line: Line) -> Row:
    """A tag that may say anything, in one word or more; with their rivals where any of them is in doubt."""
    bare = [word.respelled(_unquoted) for word in line.words]
    words = [word for word in bare if word.text][-len(value.split()) :]
    if not value or not words:  # a colon, perhaps
        return (said(f'[{name} ""]'),)
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


def _unquoted(text: str) -> str:
    """A reading without the signs that stand round the value of a tag."""
    return text.split('"')[1] if text.count('"') > 1 else text.strip("\"'[](){}|:")


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


_SEATS: Final = re.compile(r"[1-8NESWnesw]+")
_RUN_ON: Final = re.compile(r"(.+?)(by)(\S?)", re.IGNORECASE)
"""What stands before ``by``, and it, without a blank between them."""
_BY: Final = re.compile(r"(by)(\S)", re.IGNORECASE)
_WITH_FIGURES: Final = re.compile(r"((?i:contract|tricks|points|score|penalty))([A-Z0-9].*)")
"""A word of a result and what stands behind it, without a blank between them."""
_WITH_B: Final = re.compile(r"\d+8\d+")
"""A figure that may be two with a B between them."""
_SIDE: Final = re.compile(r"(A|B|NS|EW)([\dO].*)")
"""A side and its figure without a blank between them; a nought may be read as a letter there."""
_SECOND_SIDE: Final = re.compile(r"(A|NS|EW)?([\dO]+)(B|NS|EW)([\dO].*)?")
"""A figure and the other side close behind it, with its figure or without."""
_TWO_SEATS: Final = ("NS", "EW")
_FIGURES: Final = ("points", "score", "penalty")


def row_of(words: Sequence[Word]) -> Row | None:
    """A line of a result; None for any other."""
    words = [*(cut(words[0], _WITH_FIGURES) or words[:1]), *words[1:]]
    rest = [word for word in words[1:] if word.text not in (":", ".")]
    first = _first(words[0].text.casefold().rstrip(":.;"), rest)
    if first == "contract" and rest:
        return (said("contract"), *_contract(rest))
    if first == "tricks" and rest:
        return (said("tricks"), *(word_piece(word, Slot.SEAT) for word in each_seat(_bare(rest))))
    if first in _FIGURES and rest:
        return (said(first), *_both_sides(first, _figures(rest)))
    return match_points_of(words)


def _both_sides(name: str, pieces: list[Piece]) -> list[Piece]:
    """Points and scores have two sides: where one is seen the other may have been read as a figure, a B as
    an 8; then its own figure is unknown."""
    if name == "penalty" or sum(piece.slot is Slot.FREE for piece in pieces) != 1:
        return pieces
    doubted = [in_doubt(each, PERHAPS_TWO) if each.slot is Slot.NUMBER else each for each in pieces]
    last = doubted[-1]
    if pieces[0].text == "A" and _WITH_B.fullmatch(last.text):
        doubted += [said("B"), unknown(Slot.NUMBER, last.box)]
    return doubted


def _first(text: str, rest: Sequence[Word]) -> str:
    """The word that a line of a result begins with: a known one where all but a letter is its name, and
    what follows is what stands behind it."""
    figures = any(sign.isdigit() for word in rest for sign in word.text)
    name = next(iter(get_close_matches(text, RESULT_LINES, 1, NEARLY)), text)
    sides = any(fits(Slot.TEAM, word.text) for word in rest)
    return name if figures and (sides or name not in _FIGURES) else text


def each_seat(words: Sequence[Word]) -> list[Word]:
    """Seats that are printed close to each other, each on its own."""
    found: list[Word] = []
    for word in words:
        several = len(word.text) > 1 and _SEATS.fullmatch(word.text)
        parts = cut(word, re.compile("([1-8NESWnesw])" * len(word.text))) if several else None
        found += parts or [word]
    return found


MATCH_POINTS: Final = "match points"


def match_points_of(words: Sequence[Word]) -> Row | None:
    """``match points A 3 B 0``; None for any other line."""
    parted = cut(words[1], _WITH_FIGURES) if len(words) > 1 else None
    words = [words[0], *parted, *words[2:]] if parted else words
    head = [word.text.casefold().rstrip(":.") for word in words[:2]]
    figures = any(sign.isdigit() for word in words[2:] for sign in word.text)
    if head != ["match", "points"] or (len(words) < 4 and not figures):
        return None
    return (said(MATCH_POINTS), *_figures(words[2:]))


def _contract(words: Sequence[Word]) -> list[Piece]:
    """The bid, its doubling, and who made it."""
    words = [part for word in words for part in cut(word, _RUN_ON) or cut(word, _BY) or [word]]
    texts = [word.text.casefold() for word in words]
    by = texts.index("by") if "by" in texts else _like_by(words)
    bid, maker = list(words[:by]), words[by + 1 :]
    doubled: list[Word] = []
    while len(bid) > 1 and fits(Slot.DOUBLING, bid[-1].text):
        doubled.insert(0, bid.pop())
    found = [word_piece(joined(bid), Slot.CALL)] if bid else []
    if doubled:
        piece = word_piece(joined(doubled, ""), Slot.DOUBLING)
        found.append(in_doubt(piece, PERHAPS_TWO) if len(doubled) > 1 else piece)
    if maker:
        found.append(said("by"))
        found += [word_piece(word, Slot.SEAT) for word in _bare(maker)]
    return found


def _like_by(words: Sequence[Word]) -> int:
    """Where ``by`` stands that was read with a letter wrong: before a seat at the end; else beyond it."""
    if len(words) < 3 or not fits(Slot.SEAT, words[-1].text.rstrip(",.;")):
        return len(words)
    text = words[-2].text.casefold()
    like = len(text) == 2 and (text[0] == "b" or text[1] == "y")
    return len(words) - 2 if like and not fits(Slot.CALL, text) else len(words)


def _figures(words: Sequence[Word]) -> list[Piece]:
    """Sides and their figures by turns; one that was not seen is unknown."""
    whole: list[Word] = []
    for word in _bare(words):
        if whole and whole[-1].text + word.text in _TWO_SEATS:
            whole[-1] = joined([whole[-1], word], "")
        else:
            whole.append(word)
    second = sum(fits(Slot.TEAM, word.text) for word in whole) < 2
    found: list[Piece] = []
    figure: list[Word] = []
    for word in (
        part
        for each in whole
        for part in (cut(each, _SECOND_SIDE) if second else None) or cut(each, _SIDE) or [each]
    ):
        if not fits(Slot.TEAM, word.text):
            figure.append(word)
            continue
        if found or figure:
            found.append(_figure(figure, word))
        found.append(said(word.text.upper()))
        figure = []
    return [*found, _figure(figure, words[-1])] if found or figure else found


def _figure(words: Sequence[Word], beside: Word) -> Piece:
    if not words:
        return unknown(Slot.NUMBER, beside.box)
    piece = word_piece(joined(words, ""), Slot.NUMBER)
    return in_doubt(piece, PERHAPS_TWO) if len(words) > 1 else piece


def _bare(words: Sequence[Word]) -> list[Word]:
    """Words without the commas and full stops after them."""
    return [
        word.respelled(lambda text: text.rstrip(",;.") or text)
        for word in words
        if word.text not in (",", ";")
    ]
