"""What came of a deal: contract, tricks, points, scores, each behind its word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from fairdeal.digitize.printed.arranged.pieces import (
    IN_PIECES,
    Piece,
    Row,
    cut,
    in_doubt,
    joined,
    said,
    word_piece,
)
from fairdeal.digitize.printed.arranged.slots import Slot, fits
from fairdeal.digitize.printed.words import Word

_SEATS: Final = re.compile(r"[1-8NESWnesw]+")
_RUN_ON: Final = re.compile(r"(.+?)(by)(\S?)", re.IGNORECASE)
"""What stands before ``by``, and it, without a blank between them."""
_BY: Final = re.compile(r"(by)(\S)", re.IGNORECASE)
_WITH_FIGURES: Final = re.compile(r"((?i:contract|tricks|points|score|penalty))([A-Z0-9].*)")
"""A word of a result and what stands behind it, without a blank between them."""
_WITH_B: Final = re.compile(r"\d+8\d+")
"""A figure that may be two with a B between them."""
_SIDE: Final = re.compile(r"(A|B|NS|EW)(\d.*)")
_TWO_SEATS: Final = ("NS", "EW")
_FIGURES: Final = ("points", "score", "penalty")
LINES: Final = ("contract", "tricks", *_FIGURES)
"""The words that the lines of a result begin with."""
NEARLY: Final = 0.75
"""How like one of them a word must be, of which a letter was misread."""


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
    doubted = [in_doubt(each, IN_PIECES) if each.slot is Slot.NUMBER else each for each in pieces]
    last = doubted[-1]
    if pieces[0].text == "A" and _WITH_B.fullmatch(last.text):
        doubted += [said("B"), Piece((("??", 1.0),), last.box, Slot.NUMBER)]
    return doubted


def _first(text: str, rest: Sequence[Word]) -> str:
    """The word that a line of a result begins with: a known one where all but a letter is its name, and
    what follows is what stands behind it."""
    figures = any(sign.isdigit() for word in rest for sign in word.text)
    name = next(iter(get_close_matches(text, LINES, 1, NEARLY)), text)
    sides = any(fits(Slot.TEAM, word.text) for word in rest)
    return name if figures and (sides or name not in _FIGURES) else text


def each_seat(words: Sequence[Word]) -> list[Word]:
    """Seats that are printed close to each other, each by itself."""
    found: list[Word] = []
    for word in words:
        several = len(word.text) > 1 and _SEATS.fullmatch(word.text)
        parts = cut(word, re.compile("([1-8NESWnesw])" * len(word.text))) if several else None
        found += parts or [word]
    return found


def match_points_of(words: Sequence[Word]) -> Row | None:
    """``match points A 3 B 0``; None for any other line."""
    head = [word.text.casefold().rstrip(":.") for word in words[:2]]
    if head != ["match", "points"] or len(words) < 4:
        return None
    return (said("match points"), *_figures(words[2:]))


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
        found.append(in_doubt(piece, IN_PIECES) if len(doubled) > 1 else piece)
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
    """Sides and their figures by turns."""
    found: list[Piece] = []
    figure: list[Word] = []
    for word in (part for each in _whole_sides(words) for part in cut(each, _SIDE) or [each]):
        if not fits(Slot.TEAM, word.text):
            figure.append(word)
            continue
        found += _figure(figure)
        if found and not figure:
            found.append(_unread(word))  # two sides in a row: the figure of the first was not seen
        found.append(said(word.text.upper()))
        figure = []
    if found and not figure:
        found.append(_unread(words[-1]))
    return found + _figure(figure)


def _whole_sides(words: Sequence[Word]) -> list[Word]:
    """Words without the commas after them, the two letters of a side put together."""
    found: list[Word] = []
    for word in _bare(words):
        if found and found[-1].text + word.text in _TWO_SEATS:
            found[-1] = joined([found[-1], word], "")
        else:
            found.append(word)
    return found


def _unread(beside: Word) -> Piece:
    return Piece((("??", 1.0),), beside.box, Slot.NUMBER)


def _figure(words: Sequence[Word]) -> list[Piece]:
    if not words:
        return []
    piece = word_piece(joined(words, ""), Slot.NUMBER)
    return [in_doubt(piece, IN_PIECES) if len(words) > 1 else piece]


def _bare(words: Sequence[Word]) -> list[Word]:
    """Words without the commas and full stops after them."""
    return [
        Word(
            tuple((text.rstrip(",;.") or text, p) for text, p in word.readings), word.box, word.gap
        )
        for word in words
        if word.text not in (",", ";")
    ]
