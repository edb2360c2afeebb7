"""Recognises clean lines by look-up, where a parse of every token would be too slow.

Each function takes the line if it is clean and says so, or leaves it untouched for the grammar. It
may take only what the grammar would take in the same way: doubt, comments, events, and anything out
of the ordinary go to the grammar. A property test holds both equal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.cards import WRITTEN_CARDS
from fairdeal.grammar.notation import scoresheet, tags
from fairdeal.grammar.notation.drafts import HandDraft, TrickDraft
from fairdeal.grammar.notation.record_draft import Block, RecordDraft
from fairdeal.records.cards import COMPASS, NUMBERED, Card, Said, Seat, TermKind
from fairdeal.records.doubt import Entry, Reading, Standing, clear
from fairdeal.records.place import RowSpans, Span
from fairdeal.records.record import Call, ContractEntry, Play

_SEAT_LETTERS: Final = {
    **{seat: seat for seat in (*NUMBERED, *COMPASS)},
    **{seat.lower(): seat for seat in COMPASS},
}
CLEAR_SEATS: Final[dict[str, Entry[Seat]]] = {
    letter: clear(seat) for letter, seat in _SEAT_LETTERS.items()
}
CLEAR_CARDS: Final[dict[str, Entry[Card]]] = {
    text: clear(card) for text, card in WRITTEN_CARDS.items()
}
"""One shared entry for each way to write a card; it has no span, the row has."""

CLEAR_PLAYS: Final[dict[str, Play]] = {text: Play(entry) for text, entry in CLEAR_CARDS.items()} | {
    f"{letter}:{text}": Play(entry, label)
    for letter, label in CLEAR_SEATS.items()
    for text, entry in CLEAR_CARDS.items()
    if text.isascii() and not text.islower()
}

_HAND_LABELS: Final = {f"{letter}:": seat for letter, seat in _SEAT_LETTERS.items()}
_BLOCKS: Final[dict[str, Block]] = {
    "Hands:": "hands",
    "Auction:": "auction",
    "Play:": "play",
    "Result:": "result",
}
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) ("([^"\\]*)")\]\s*')
_NOT_PLAIN = re.compile(r'[{}?;"!\[\]-]')
_CALL = re.compile(r"\s*(?:([1-8NESWnesw])\s*:\s*)?(\S.*?)\s*")
_CONTRACT = re.compile(r'contract ([^{}?;",:-]*?)(?: (X|XX))? by ([1-8NESW])\s*')
_FIGURES = re.compile(r"(points|score|penalty) (A|B|NS|EW) (\d{1,7})(?: (A|B|NS|EW) (\d{1,7}))?\s*")


LONGEST: Final = 1000
"""Characters of the longest line looked at here: no clean line comes near it."""


@lru_cache(maxsize=65536)
def plain_call(text: str) -> tuple[Reading[Said], ...] | None:
    """The reading of a call of known words alone, None for any other."""
    said = parse_call(text)
    if said.unclear or not said.terms:
        return None
    if any(term.doubted or term.kind is TermKind.WORD for term in said.terms):
        return None
    return (Reading(said),)


def head_line(draft: RecordDraft, text: str) -> bool:
    """A tag, or the name of a block on a line of its own."""
    block = _BLOCKS.get(text)
    if block is not None:
        draft.open_block(block)
        return True
    found = _TAG.fullmatch(text)
    if found is None:
        return False
    tags.place_tag(draft, found[1], found[3], 0, *found.span(2))
    return True


def hands_line(draft: RecordDraft, text: str) -> bool:
    words = text.split()
    seat = _HAND_LABELS.get(words[0])
    if seat is None:
        return head_line(draft, text)
    deal = draft.deal
    if deal is None or deal.hands is None or any(hand.seat == seat for hand in deal.hands):
        return False
    del words[0]
    try:
        cards = [CLEAR_CARDS[word] for word in words]
    except KeyError:
        return False
    start = text.index(":") + 1
    row = (draft.line, start + 1, text[start:])
    deal.hands.append(HandDraft(seat, cards, (row,)))
    draft.anchor = "hand " + seat
    return True


def auction_line(draft: RecordDraft, text: str) -> bool:
    if len(text) > LONGEST or _NOT_PLAIN.search(text) or not text.isprintable():
        return head_line(draft, text)
    deal, line = draft.deal, draft.line
    if deal is None or deal.auction is None:
        return False
    calls: list[Call] = []
    column = 1
    for part in text.split(","):
        found = _CALL.fullmatch(part)
        readings = plain_call(found[2]) if found is not None else None
        if found is None or readings is None:
            return head_line(draft, text)
        letter = found[1]
        start = column + (found.start(2) if letter is None else found.start(1))
        span = Span(line, start, line, column + found.end(2))
        label = None if letter is None else CLEAR_SEATS[letter]
        calls.append(Call(Entry(Standing.CLEAR, readings, span), label))
        column += len(part) + 1
    draft.anchor = deal.add_calls(calls)
    return True


def play_line(draft: RecordDraft, text: str) -> bool:
    words = text.split()
    try:
        plays = [CLEAR_PLAYS[word] for word in words]
    except KeyError:
        return head_line(draft, text)
    deal = draft.deal
    if deal is None or deal.tricks is None:
        return False
    tricks = deal.tricks
    if tricks and tricks[-1].bare:
        return False
    number = tricks[-1].number + 1 if tricks else 1
    tricks.append(TrickDraft(number, number, [*plays], ((draft.line, 1, text),), 1))
    draft.anchor = f"trick {len(tricks)} row 1"
    return True


def result_line(draft: RecordDraft, text: str) -> bool:
    deal = draft.deal
    if deal is None or deal.result is None:
        return False
    kind = text[:3]
    if kind == "con":
        return _contract(draft, text)
    if kind == "tri":
        return _tricks(draft, text)
    if kind in ("poi", "sco", "pen"):
        return _figures(draft, text)
    return head_line(draft, text)


def _contract(draft: RecordDraft, text: str) -> bool:
    result = draft.deal.result if draft.deal is not None else None
    found = _CONTRACT.fullmatch(text)
    if found is None or result is None or result.contract is not None:
        return False
    readings = plain_call(found[1]) if found[1] == found[1].strip() else None
    if readings is None or not {TermKind.DOUBLE, TermKind.REDOUBLE}.isdisjoint(
        term.kind for term in readings[0].value.terms
    ):
        return False
    doubling = None
    if found[2] is not None:
        doubling = clear(found[2], draft.span(*found.span(2)))
    said = Entry(Standing.CLEAR, readings, draft.span(*found.span(1)))
    by = clear(found[3], draft.span(*found.span(3)))
    result.contract = ContractEntry(said, by, doubling)
    result.contract_line = draft.span(0, 8)
    draft.anchor = "contract"
    return True


def _tricks(draft: RecordDraft, text: str) -> bool:
    result = draft.deal.result if draft.deal is not None else None
    words = text.split()
    if words[0] != "tricks" or result is None or result.tricks:
        return False
    try:
        result.tricks = tuple([CLEAR_SEATS[word] for word in words[1:]])
    except KeyError:
        return False
    start = text.index("tricks") + 6
    result.trick_spans = RowSpans(((draft.line, start + 1, text[start:]),))
    draft.anchor = "tricks"
    return True


def _figures(draft: RecordDraft, text: str) -> bool:
    result = draft.deal.result if draft.deal is not None else None
    found = _FIGURES.fullmatch(text)
    if found is None or result is None:
        return False
    figures = result.figures[found[1]]
    if figures or found[2] == found[4]:
        return False
    figures[found[2]] = clear(int(found[3]), draft.span(*found.span(3)))
    if found[4] is not None:
        figures[found[4]] = clear(int(found[5]), draft.span(*found.span(5)))
    draft.anchor = found[1]
    return True


def sheet_line(draft: RecordDraft, text: str) -> bool:
    if not text[0].isdigit() or _NOT_PLAIN.search(text) or not text.isprintable():
        return False
    pieces: list[tuple[str, Span]] = []
    position = 0
    for part in text.split("|"):
        word = part.strip()
        start = position + (part.index(word) if word else 0)
        pieces.append((word, draft.span(start, start + len(word))))
        position += len(part) + 1
    scoresheet.place_row(draft, pieces)
    return True


QUICK: Final[dict[Block, Callable[[RecordDraft, str], bool]]] = {
    "head": head_line,
    "hands": hands_line,
    "auction": auction_line,
    "play": play_line,
    "result": result_line,
    "sheet": sheet_line,
}
