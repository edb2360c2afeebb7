"""Calls in a line: commas between them, each as it was said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.printed.arranged.cards import NO_COLON, SEAT_WORD, label_of
from fairdeal.digitize.printed.arranged.slots import (
    Piece,
    Row,
    Slot,
    cut,
    fits,
    in_doubt,
    joined,
    word_piece,
)
from fairdeal.digitize.printed.words import Word

_ENDED: Final = re.compile(r"(.*?)([,.;]+)")
_ENDED_HIGH: Final = re.compile(r"([^\"'“”]+)([\"'“”]+[,.;]?)")
"""The same where the comma was read as a quotation mark."""
_BEGUN: Final = re.compile(r"([,.]+)(.+)")
_ALONE: Final = frozenset(
    {"p", "pass", "x", "xx", "dbl", "double", "rdbl", "redouble", "ap", "all pass"}
)
"""Calls that are no part of a longer one."""
_NO_END: Final = frozenset({"plus", "+"})
"""Behind them a number or trumps may stand in a bid, and nothing else."""
_NUMBER: Final = re.compile(
    r"\d+|(?:twenty|thirty|forty|fifty|one|two|three|four|five|six|seven|eight|nine)+",
    re.IGNORECASE,
)
_TRUMP: Final = re.compile(
    r"[♣♦♥♠♧♢♡♤]|\b(?:[CDHSN]|NT|NS|no.*|clubs?|diamonds?|hearts?|spades?)\b", re.IGNORECASE
)
_BEGINS: Final = re.compile(r"\+|plus|\d\d", re.IGNORECASE)
"""A call that begins so has no figure before it."""
_TRUMP_TWICE: Final = re.compile(r"[NESW] \d\d? (?:[CDHS♣♦♥♠]|NT|NS)(?!\w)")
"""What a line may begin with that is a seat without its colon and its bid, or a bid with trumps twice."""
PERHAPS_A_SEAT: Final = 0.6
"""How sure it is that it is one call, as it was seen: both may have been printed, so it is asked about."""
_BID: Final = re.compile(r"\d\d +\S")
"""A number of two figures and what belongs to it: a bid of its own."""
NO_COMMA: Final = 0.97
"""How sure calls are between which no comma was seen."""
MANY_LABELS: Final = 3
"""So many seats before calls of a line show that each call has its own ..."""
LABELLED: Final = 0.6
"""... and such a share of the calls that end with a comma."""
_COMPASS: Final = frozenset("NESW")
_LABEL: Final = re.compile(r"[1-8NESW]:")
PERHAPS_TWO: Final = 0.6
"""How sure a contract is that has two numbers or two trumps."""
NEXT_LINE: Final = 0.6
"""The same where the rest of it is a pass in the next line."""
_SEVERAL: Final = re.compile(r"([^,\s]+,)(\S+)")


def calls_of(words: Sequence[Word]) -> Row:
    """The calls of a line, each with the comma after it; seats before some of them."""
    row: list[Piece] = []
    call: list[Word] = []
    rest = _parted(words)
    if len(rest) > 1 and SEAT_WORD.fullmatch(rest[-1].text):
        rest.pop()  # its number stands in the next line, and says as much alone
    while rest:
        # a comma may be read as a full stop: behind a bid "S." is a suit, not South
        label = None if call and rest[0].text.endswith(".") else label_of(rest)
        if label is None and not call:
            label = _without_colon(row, rest) or (None if row else _first_label(rest))
        if label is not None:  # a seat begins a call, whether or not a comma ended the one before
            row += _call(call, ",") if call else []
            call = []
            row.append(label[0])
            rest = label[1]
            continue
        word = rest.pop(0)
        ended = cut(word, _ENDED)
        if ended is None and rest and _ends_in_a_comma(word):
            short = replace(word, readings=tuple((text[:-1], p) for text, p in word.readings))
            row += [in_doubt(piece, NO_COMMA) for piece in _call([*call, short], ",")]
            call = []
        elif ended is None and (high := cut(word, _ENDED_HIGH)) is not None:
            row += [in_doubt(piece, NO_COMMA) for piece in _call([*call, high[0]], ",")]
            call = []
        elif ended is None:
            call.append(word)
        else:
            call += [ended[0]] if ended[0].text else []
            row += _call(call, ",") if call else _ended(row)
            call = []
    row += _call(call, "") if call else []
    if row and row[0].slot is Slot.CALL and _TRUMP_TWICE.match(row[0].text):
        row[0] = in_doubt(row[0], PERHAPS_A_SEAT)
    return tuple(row)


def _ends_in_a_comma(word: Word) -> bool:
    """Whether the comma behind a pass or a double was read as a letter of it: ``Pr``."""
    text = word.text
    return text[-1:].isalpha() and _said_alone(text[:-1]) and not fits(Slot.CALL, text)


def _without_colon(row: Sequence[Piece], rest: Sequence[Word]) -> tuple[Piece, list[Word]] | None:
    """A seat whose colon was not seen: a figure before a pass or a double, which take none; or a seat before
    another call that takes nothing before it, where others of the line have theirs (``4 38 NT``)."""
    if len(rest) < 2 or not fits(Slot.SEAT, rest[0].text):
        return None
    begins, figure = rest[1].text.strip(",.;"), rest[0].text.isdigit()
    seats = [piece.text for piece in row if piece.slot is Slot.SEAT]
    alike = bool(seats) and figure == seats[-1].isdigit()
    alone = _said_alone(begins)
    if not (alone and (figure or alike)) and not (alike and _BEGINS.match(begins)):
        return None
    return in_doubt(word_piece(rest[0], Slot.SEAT, after=":"), NO_COLON), list(rest[1:])


def _first_label(rest: Sequence[Word]) -> tuple[Piece, list[Word]] | None:
    """A seat without its colon before the first call of a line: a letter before a pass or a double, or one
    where the others have theirs."""
    if len(rest) < 2 or not fits(Slot.SEAT, rest[0].text):
        return None
    if rest[0].text in _COMPASS and _said_alone(rest[1].text.rstrip(",.;")):
        return in_doubt(word_piece(rest[0], Slot.SEAT, after=":"), NO_COLON), list(rest[1:])
    if not _BEGINS.match(rest[1].text):
        return None
    labels = [word.text[:-1] for word in rest if _LABEL.fullmatch(word.text)]
    commas = sum(word.text.endswith((",", ".")) for word in rest)
    # Each call has one, but for some of which the colon was lost.
    if len(labels) < max(MANY_LABELS, LABELLED * commas):
        return None
    if any(label.isdigit() is not rest[0].text.isdigit() for label in labels):
        return None
    return in_doubt(word_piece(rest[0], Slot.SEAT, after=":"), NO_COLON), list(rest[1:])


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
    for at, word in enumerate(words):
        if calls and not _apart(calls[-1], words[at:]):
            calls[-1].append(word)
        else:
            calls.append([word])
    *first, last = [word_piece(joined(call), Slot.CALL, after=",") for call in calls]
    last = replace(last, after=after)
    return [in_doubt(piece, NO_COMMA) for piece in (*first, last)] if first else [last]


def halves_of_one(before: Piece, after: Piece) -> bool:
    """Whether a call at the end of a line is a number and the next line begins with its trump, wherever in
    the line it broke: in a column nobody knows how much room there was."""
    number = _NUMBER.search(before.text) and not _TRUMP.search(_NUMBER.sub(" ", before.text))
    return bool(number) and not before.after and _TRUMP.fullmatch(after.text) is not None


def one_call_of(before: Piece, after: Piece) -> Piece | None:
    """A call at the end of a line and what stands first in the next, where that had no room beside it, as one
    (``Plus 2``, ``Hearts``); None where they are two. Two whole calls are two. A pass or a double may be the
    rest of a bid without trumps, or another call: that is in doubt, since no comma stands between them."""
    if before.slot is not Slot.CALL or before.after or after.slot is not Slot.CALL:
        return None
    alone = _said_alone(after.text)
    ended = before.text.casefold().endswith(("+", "plus"))
    if _BID.match(after.text) and not ended:
        return None
    if _said_alone(before.text.rpartition(" ")[2]) or (
        _whole(before.text) and (alone or _whole(after.text))
    ):
        return None
    whole = _one_call(before, after)
    if alone:
        return in_doubt(whole, NEXT_LINE)
    return whole


def _one_call(before: Piece, after: Piece) -> Piece:
    words = [Word(each.readings, each.box) for each in (before, after) if each.box is not None]
    return word_piece(joined(words), Slot.CALL, after=after.after)


def _said_alone(text: str) -> bool:
    return text.casefold() in _ALONE


def _whole(text: str) -> bool:
    """Whether a call has a number and a trump."""
    return bool(_NUMBER.search(text) and _TRUMP.search(_NUMBER.sub(" ", text)))


def twice(text: str) -> bool:
    """Whether a contract has two numbers or two trumps: words of another row may stand in its cell."""
    numbers = re.findall(r"\d+", text)  # ``thirty two`` is one
    return len(numbers) > 1 or len(_TRUMP.findall(_NUMBER.sub(" ", text))) > 1


def _ended(row: list[Piece]) -> list[Piece]:
    """A comma by itself ends the call before it."""
    if row and row[-1].slot is Slot.CALL:
        row[-1] = replace(row[-1], after=",")
    return []


def _parted(words: Sequence[Word]) -> list[Word]:
    """Words that hold commas taken apart behind each."""
    found: list[Word] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        parts = cut(word, _BEGUN) or cut(word, _SEVERAL)
        found.append(parts[0] if parts else word)
        rest = (parts[1:] if parts else []) + rest
    return found
