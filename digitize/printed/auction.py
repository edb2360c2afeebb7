"""Calls of an auction, as a line has them: commas between, seats before some."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.printed.entries import SEAT_WORD, label_of
from fairdeal.digitize.printed.words import (
    PERHAPS_TWO,
    SIGN_LOST,
    Line,
    Piece,
    Row,
    Slot,
    Word,
    cut,
    fits,
    in_doubt,
    joined,
    unknown,
    word_piece,
)

_ENDED: Final = re.compile(r"(.*?)([,.;]+)")
_ENDED_HIGH: Final = re.compile(r"([^\"'“”]+)([\"'“”]+[,.;]?)")
"""The same where the comma was read as a quotation mark."""
_BEGUN: Final = re.compile(r"([,.]+)(.+)")
_ALONE: Final = frozenset(
    {"p", "pass", "x", "xx", "dbl", "double", "rdbl", "redouble", "ap", "all pass"}
)
"""Calls that are not part of a longer one."""
_NO_END: Final = frozenset({"plus", "+"})
"""Behind them a number or trumps may stand in a bid, and nothing else."""
_NUMBER: Final = re.compile(
    r"\d+|(?:twenty|thirty|forty|fifty|one|two|three|four|five|six|seven|eight|nine)+",
    re.IGNORECASE,
)
_TRUMP: Final = re.compile(
    r"[♣♦♥♠♧♢♡♤]|\b(?:[CDHSN]|NT|NS|no.*|clubs?|diamonds?|hearts?|spades?)\b", re.IGNORECASE
)
_TRUMPS: Final = r"(?:[CDHS♣♦♥♠]|NT|NS|no[ -]?trumps?|no|clubs?|diamonds?|hearts?|spades?)"
_BEGINS: Final = re.compile(rf"{_TRUMPS}?(?:\+|plus)|\d\d", re.IGNORECASE)
"""A call that begins so has no figure before it."""
_TRUMP_TWICE: Final = re.compile(
    r"[NESW] \d\d? (?:[CDHS♣♦♥♠]|NT|NS|no.*|clubs?|diamonds?|hearts?|spades?)(?!\w)", re.IGNORECASE
)
"""What a line may begin with that is a seat without its colon and its bid, or a bid with trumps twice."""
_FIGURE_TWICE: Final = re.compile(rf"[1-8] (?:\d\d\b|{_TRUMPS}? ?(?:\+|plus) ?\d)", re.IGNORECASE)
"""A call that begins with a seat whose colon and comma were lost, or with a figure that nobody may bid."""
PLUS: Final = ("+", "plus")
_BID: Final = re.compile(r"\d\d +\S")
"""A number of two figures and what belongs to it: a bid of its own."""
NO_COMMA: Final = 0.97
"""How sure calls are between which no comma was seen."""
MANY_LABELS: Final = 3
"""So many seats before calls of a line show that each call has its own ..."""
LABELLED: Final = 0.6
"""... and such a share of the calls that end with a comma."""
_LABEL: Final = re.compile(r"[1-8NESW]:")
_SEVERAL: Final = re.compile(r"([^,\s]+,)(\S+)")
_STOPPED: Final = re.compile(r"([^,.\s]+\.)([^,.\s]+[,.]?)")
"""The same where the comma was read as a full stop."""


def calls_of(words: Sequence[Word]) -> Row:
    """The calls of a line, each with the comma after it; seats before some of them."""
    row: list[Piece] = []
    call: list[Word] = []
    rest = _at_commas(words)
    if len(rest) > 1 and SEAT_WORD.fullmatch(rest[-1].text):
        rest.pop()  # its number stands in the next line, and says as much alone
    while rest:
        # a comma may be read as a full stop: behind a bid "S." is a suit, not South
        label = None if call and rest[0].text.endswith(".") else label_of(rest)
        if label is None and not call:
            label = _caller(row, rest)
        if label is not None:  # a seat begins a call, whether or not a comma ended the one before
            row += _call(call, ",") if call else []
            call = []
            row.append(label[0])
            rest = label[1]
            continue
        word = rest.pop(0)
        ended = cut(word, _ENDED)
        # The comma behind a pass or a double may be read as a letter of it: ``Pr``.
        lettered = (
            ended is None and rest and word.text[-1:].isalpha() and _said_alone(word.text[:-1])
        )
        lettered = lettered and not fits(Slot.CALL, word.text)
        high = None if ended or lettered else cut(word, _ENDED_HIGH)
        if lettered or high is not None:
            whole = high[0] if high else word.respelled(lambda text: text[:-1])
            row += [in_doubt(piece, NO_COMMA) for piece in _call([*call, whole], ",")]
            call = []
        elif ended is None:
            call.append(word)
        else:
            call += [ended[0]] if ended[0].text else []
            if not call and row and row[-1].slot is Slot.CALL:  # a comma ends the call before it
                row[-1] = replace(row[-1], after=",")
            row += _call(call, ",") if call else []
            call = []
    row += _call(call, "") if call else []
    if row and row[0].slot is Slot.CALL and _TRUMP_TWICE.match(row[0].text):
        row[0] = in_doubt(row[0], PERHAPS_TWO)
    return tuple(
        in_doubt(each, PERHAPS_TWO) if _FIGURE_TWICE.match(each.text) else each for each in row
    )


def _caller(row: Sequence[Piece], rest: Sequence[Word]) -> tuple[Piece, list[Word]] | None:
    """A seat whose colon was not seen: a figure before a pass or a double, which take none; or a seat before
    another call that takes nothing before it, where others of the line have theirs (``4 38 NT``). Before the
    first call also a figure before a number of two, a letter before a pass or a double, or a seat where those
    behind it have their colons."""
    if len(rest) < 2 or not fits(Slot.SEAT, rest[0].text):
        return None
    seat, begins = rest[0].text, rest[1].text.strip(",.;")
    figure, alone, bid = seat.isdigit(), _said_alone(begins), _BEGINS.match(begins) is not None
    seats = [piece.text for piece in row if piece.slot is Slot.SEAT]
    alike = bool(seats) and figure == seats[-1].isdigit()
    named = (alone and (figure or alike)) or (alike and bid)
    named |= not row and (seat in "NESW" if alone else figure and bid and begins[:2].isdecimal())
    if bid and not named and not row:
        labels = [word.text[:-1] for word in rest if _LABEL.fullmatch(word.text)]
        commas = sum(word.text.endswith((",", ".")) for word in rest)
        # Each call has one, but for some of which the colon was lost.
        enough = len(labels) >= max(MANY_LABELS, LABELLED * commas)
        named = enough and all(label.isdigit() is figure for label in labels)
    seat_piece = in_doubt(word_piece(rest[0], Slot.SEAT, after=":"), SIGN_LOST)
    return (seat_piece, list(rest[1:])) if named else None


def _apart(call: Sequence[Word], rest: Sequence[Word]) -> bool:
    """Whether words may be another call than those before them, though no comma is seen between them."""
    before, text = " ".join(each.text for each in call), rest[0].text.rstrip(",.;")
    if _said_alone(before) or _said_alone(call[-1].text):
        return True
    if _said_alone(text) and not fits(Slot.CALL, f"{before} {text}"):
        return True
    if _said_alone(text) and call[-1].text.casefold() in _NO_END:
        return True
    return _whole(before) and (_said_alone(text) or _whole(" ".join(each.text for each in rest)))


def _call(words: list[Word], after: str) -> list[Piece]:
    """A call; several where its words are two calls or more: print swallows no comma, readers do. Whether a
    comma is missing on the paper is in doubt then."""
    calls: list[list[Word]] = []
    words = _unjoined(words)
    for at, word in enumerate(words):
        if calls and not _apart(calls[-1], words[at:]):
            calls[-1].append(word)
        else:
            calls.append([word])
    if len(calls) == 2 and _passed_with(*calls):
        whole = word_piece(joined([*calls[0], *calls[1]]), Slot.CALL, after=after)
        one = [(text, p * (1 - PERHAPS_TWO)) for text, p in whole.readings]
        return [replace(whole, readings=((f"?? {whole.text}", PERHAPS_TWO), *one))]
    *first, last = [word_piece(joined(call), Slot.CALL, after=",") for call in calls]
    last = replace(last, after=after)
    # A doubtful one may be no call at all, but the seat of the next.
    first = [
        piece if piece.readings[0][1] >= SIGN_LOST else unknown(Slot.CALL, piece.box, ",")
        for piece in first
    ]
    return [in_doubt(piece, NO_COMMA) for piece in (*first, last)] if first else [last]


def _passed_with(first: Sequence[Word], last: Sequence[Word]) -> bool:
    """Whether words are a pass and a number of two figures alone: ``Pass 31`` is a bid of some conventions,
    and a number without trumps hardly ever one. Which of both it is is left open."""
    figure = last[0].text.rstrip(",.;")
    return (
        first[-1].text.casefold() in _PASS
        and len(last) == 1
        and figure.isdecimal()
        and len(figure) == 2
    )


_PASS: Final = ("p", "pass")
_JOINED: Final = re.compile(rf"(\+?\d{{0,2}}{_TRUMPS})(\d.*)", re.IGNORECASE)
"""The trump of one bid and the number of the next: neither a comma nor a blank was seen between them."""


def _unjoined(words: Sequence[Word]) -> list[Word]:
    """Words that hold the end of one bid and the beginning of another taken apart."""
    found: list[Word] = []
    for at, word in enumerate(words):
        numbered = word.text[:1].isdigit() or (found and found[-1].text.isdigit())
        parts = cut(word, _JOINED) if numbered else None
        more = [each.text for each in [*(parts or ())[1:], *words[at + 1 :]]]
        found += parts if parts and _whole(" ".join(more)) else [word]
    return found


def halves_of_one(before: Piece, after: Piece) -> bool:
    """Whether a call at the end of a line is a number and the next line begins with its trump, or it is a
    plus and its number, wherever in the line it broke: in a column nobody knows how much room there was."""
    text = before.text.casefold()
    if text.endswith(PLUS):
        number = _NUMBER.match(after.text) if text in PLUS else _NUMBER.fullmatch(after.text)
        return not before.after and number is not None
    bare = _NUMBER.search(before.text) and not _TRUMP.search(_NUMBER.sub(" ", before.text))
    return bool(bare) and not before.after and _TRUMP.fullmatch(after.text) is not None


def one_call_of(before: Piece, after: Piece) -> Piece | None:
    """A call at the end of a line and what stands first in the next, where that had no room beside it, as one
    (``Plus 2``, ``Hearts``); None where they are two, or may be. Two whole calls are two."""
    if before.slot is not Slot.CALL or before.after or after.slot is not Slot.CALL:
        return None
    ended = before.text.casefold().endswith(PLUS)
    if (_BID.match(after.text) and not ended) or _said_alone(after.text):
        return None
    if _said_alone(before.text.rpartition(" ")[2]) or (_whole(before.text) and _whole(after.text)):
        return None
    words = [Word(each.readings, each.box) for each in (before, after) if each.box is not None]
    whole = word_piece(joined(words), Slot.CALL, after=after.after)
    if twice(whole.text):
        return None
    return in_doubt(whole, PERHAPS_TWO) if before.text.casefold() in PLUS else whole


def perhaps_one(before: Piece, after: Piece) -> bool:
    """Whether a pass or a double that stands first in a line may be the rest of the bid without trumps at the
    end of the line before (``31``, ``Pass``), or another call: no comma stands between them. It is not the
    rest of one that ends with its trumps (``+H``), nor of a pass."""
    if before.slot is not Slot.CALL or before.after or after.slot is not Slot.CALL:
        return False
    ended = _said_alone(before.text.rpartition(" ")[2]) or _trumps_last(before.text)
    return _said_alone(after.text) and not ended


def _said_alone(text: str) -> bool:
    return text.casefold() in _ALONE


def _whole(text: str) -> bool:
    """Whether a call has a number and a trump."""
    return bool(_NUMBER.search(text) and _TRUMP.search(_NUMBER.sub(" ", text)))


def _trumps_last(text: str) -> bool:
    """Whether a call ends with its trumps, or has a number too."""
    return _whole(text) or any(each.end() == len(text) for each in _TRUMP.finditer(text))


def twice(text: str) -> bool:
    """Whether a call or a contract has two numbers or two trumps: words of another may stand in its cell, or
    two calls with no comma between them."""
    numbers = re.findall(r"\d+", text)  # ``thirty two`` is one
    return len(numbers) > 1 or len(_TRUMP.findall(_NUMBER.sub(" ", text))) > 1


def _at_commas(words: Sequence[Word]) -> list[Word]:
    """Words that hold commas taken apart behind each."""
    found: list[Word] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        parts = cut(word, _BEGUN) or cut(word, _SEVERAL)
        stopped = None if parts else cut(word, _STOPPED)
        if stopped and any(_said_alone(part.text.strip(",.")) for part in stopped):
            parts = stopped
        found.append(parts[0] if parts else word)
        rest = (parts[1:] if parts else []) + rest
    return found


LONGEST: Final = 4
"""What begins where a line of one call does, and is no longer than this, may be a call that was misread: of
what was read as others, a P was an F."""


def may_be_listed(rows: Sequence[Row], before: Line | None, line: Line) -> bool:
    """Whether a line of which no call was read may be one of a list of calls below each other: it would be
    a speck elsewhere, and without it the next to call has another seat."""
    lone = rows and sum(piece.slot is Slot.CALL for piece in rows[-1]) == 1
    if before is None or not lone or len(line.text) > LONGEST:
        return False
    return abs(line.words[0].left - before.words[0].left) < line.capital
