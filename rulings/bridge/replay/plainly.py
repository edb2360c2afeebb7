"""A recorded deal of bridge in whole numbers, where every entry of it is plain.

What is doubtful, marked, labelled out of turn or happened beside calls and cards is not plain: such a
deal is replayed in full.
"""

from __future__ import annotations

from typing import Final

from fairdeal.records.cards import CARDS, DOUBLED, Card, Said, Seat
from fairdeal.records.doubt import Entry, Standing
from fairdeal.records.plain import (
    PLAIN_DENOMINATIONS,
    PLAIN_DOUBLE,
    PLAIN_PASS,
    PLAIN_RANKS,
    PLAIN_REDOUBLE,
    PLAIN_SEATS,
    PLAIN_SUITS,
    PlainDeal,
)
from fairdeal.records.record import Call, ContractEntry, Deal, Play, Result
from fairdeal.rulings.bridge.replay.auction import words_of
from fairdeal.rulings.bridge.replay.deal import CLAIMED, other_scoring
from fairdeal.rulings.bridge.replay.table import board_number, board_vulnerable
from fairdeal.rulings.replay.calls import Kind

_CLEAR: Final = Standing.CLEAR
_SEAT: Final[dict[Seat, int]] = {seat: place for place, seat in enumerate(PLAIN_SEATS)}
_CARD: Final[dict[Card, int]] = {
    card: 13 * PLAIN_SUITS.index(card.suit) + PLAIN_RANKS.index(card.rank)
    for card in CARDS.values()
}
_VULNERABLE: Final = {"None": 0, "NS": 1, "EW": 2, "All": 3}
_PACK: Final = (1 << 52) - 1

Leads = tuple[int | None, ...]
"""The seat written before the first card of each trick."""


class _NotPlainError(Exception):
    """Something in the deal is to be looked at in full."""


def plain_of(deal: Deal) -> tuple[PlainDeal, Leads] | None:
    """The deal in numbers, its cards in the order played; None where anything in it is not plain.

    `leader` is not filled: it follows from the contract.
    """
    beside = deal.events or deal.closing or deal.unread
    if beside or any(tag.value.startswith("^") for tag in deal.tags):
        return None
    if any(other_scoring(tag) or tag.name == CLAIMED for tag in deal.tags):
        return None
    try:
        return _plain(deal)
    except (_NotPlainError, KeyError, IndexError):
        return None


def _seat(entry: Entry[Seat] | None) -> int:
    if entry is None or entry.standing is not _CLEAR:
        raise _NotPlainError
    return _SEAT[entry.readings[0].value]


def _plain(deal: Deal) -> tuple[PlainDeal, Leads]:
    board = None
    if deal.number is not None:
        if deal.number.standing is not _CLEAR:
            raise _NotPlainError
        board = deal.number.readings[0].value
    dealer = _seat(deal.dealer)
    result = deal.result or Result()
    if result.penalty or result.tricks:
        raise _NotPlainError
    contract, declarer, doubled = _contract(result.contract)
    cards, leads = _cards(deal)
    plain = PlainDeal(
        board,
        dealer,
        _vulnerable(deal, board),
        _hands(deal),
        _calls(deal, dealer),
        declarer,
        contract,
        doubled,
        _tricks(result, declarer),
        _score(result),
        None,
        cards,
    )
    return plain, leads


def _vulnerable(deal: Deal, board: str | None) -> int:
    entry = deal.vulnerable
    if entry is None:
        number = board_number(board)
        if number is None:
            raise _NotPlainError
        return _VULNERABLE[board_vulnerable(number)]
    if entry.standing is not _CLEAR:
        raise _NotPlainError
    return _VULNERABLE[entry.readings[0].value]


def _hands(deal: Deal) -> tuple[int, int, int, int]:
    hands = [0, 0, 0, 0]
    if deal.hands is None or len(deal.hands) != len(hands):
        raise _NotPlainError
    number = _CARD
    for hand in deal.hands:
        if hand.label is not None or len(hand.cards) != 13:
            raise _NotPlainError
        held = 0
        for entry in hand.cards:
            if entry.standing is not _CLEAR:
                raise _NotPlainError
            held |= 1 << number[entry.readings[0].value]
        hands[_SEAT[hand.seat]] = held
    first, second, third, fourth = hands
    if first | second | third | fourth != _PACK:
        raise _NotPlainError
    return first, second, third, fourth


_kept: dict[int, tuple[Said, int]] = {}
_MOST_KEPT: Final = 1024


def _number(said: Said) -> int:
    found = _kept.get(id(said))
    if found is not None:
        return found[1]
    words = words_of(said)
    if words.kind is Kind.BID:
        if not words.approved or words.value is None or not 1 <= words.value <= 7:
            raise _NotPlainError
        number = 5 * (words.value - 1) + PLAIN_DENOMINATIONS.index(words.trump or "")
    elif words.kind is Kind.UNKNOWN:
        raise _NotPlainError
    else:
        number = _WORDS[words.kind]
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[id(said)] = (said, number)  # holding it keeps its id from being used again
    return number


_ALL_PASS: Final = -1
_WORDS: Final = {
    Kind.PASS: PLAIN_PASS,
    Kind.DOUBLE: PLAIN_DOUBLE,
    Kind.REDOUBLE: PLAIN_REDOUBLE,
    Kind.ALL_PASS: _ALL_PASS,
}


def _calls(deal: Deal, dealer: int) -> tuple[int, ...] | None:
    if deal.auction is None:
        return None
    calls: list[int] = []
    for item in deal.auction:
        if not isinstance(item, Call) or item.marked or item.said.standing is not _CLEAR:
            raise _NotPlainError
        if item.label is not None and _seat(item.label) != (dealer + len(calls)) & 3:
            raise _NotPlainError
        calls.append(_number(item.said.readings[0].value))
    if calls and calls[-1] == _ALL_PASS:
        del calls[-1]
        said = [call for call in calls if call != PLAIN_PASS]
        while len(calls) < 4 if not said else calls[-3:] != [PLAIN_PASS] * 3:
            calls.append(PLAIN_PASS)
    if not calls or _ALL_PASS in calls:
        raise _NotPlainError
    return tuple(calls)


def _cards(deal: Deal) -> tuple[tuple[int, ...] | None, Leads]:
    if not deal.play:
        return None, ()
    cards: list[int] = []
    leads: list[int | None] = []
    number = _CARD
    for place, trick in enumerate(deal.play, 1):
        items = trick.items
        if trick.number != place or trick.by_seat or not items or len(cards) & 3:
            raise _NotPlainError
        for item in items:
            if not isinstance(item, Play) or item.marked or item.card.standing is not _CLEAR:
                raise _NotPlainError
            if item.label is not None and item is not items[0]:
                raise _NotPlainError
            cards.append(number[item.card.readings[0].value])
        first = items[0].label if isinstance(items[0], Play) else None
        leads.append(None if first is None else _seat(first))
        if len(items) > 4:
            raise _NotPlainError
    return tuple(cards), tuple(leads)


def _contract(entry: ContractEntry | None) -> tuple[int | None, int | None, int]:
    """Bid, declarer and doubling as written down; a deal passed out is -1."""
    if entry is None:
        return None, None, 1
    if entry.said.standing is not _CLEAR:
        raise _NotPlainError
    number = _number(entry.said.readings[0].value)
    declarer = None if entry.by is None else _seat(entry.by)
    if number in (PLAIN_PASS, _ALL_PASS):
        return -1, None, 1
    if number > PLAIN_PASS:
        raise _NotPlainError
    if entry.doubling is None:
        return number, declarer, 1
    if entry.doubling.standing is not _CLEAR:
        raise _NotPlainError
    return number, declarer, DOUBLED[entry.doubling.readings[0].value]


def _figures(entries: dict[str, Entry[int]]) -> dict[str, int]:
    if any(entry.standing is not _CLEAR for entry in entries.values()):
        raise _NotPlainError
    return {team: entry.readings[0].value for team, entry in entries.items()}


def _tricks(result: Result, declarer: int | None) -> int | None:
    """The tricks written for the declaring side."""
    if not result.points:
        return None
    points = _figures(result.points)
    if declarer is None or not points.keys() <= {"NS", "EW"}:
        raise _NotPlainError
    ours, theirs = ("EW", "NS") if declarer & 1 else ("NS", "EW")
    tricks = points[ours] if ours in points else 13 - points[theirs]
    if not 0 <= tricks <= 13 or points.get(theirs, 13 - tricks) != 13 - tricks:
        raise _NotPlainError
    return tricks


def _score(result: Result) -> int | None:
    """The score written, for North and South; the one that got nothing may be left out."""
    if not result.score:
        return None
    score = _figures(result.score)
    if not score.keys() <= {"NS", "EW"}:
        raise _NotPlainError
    ns, ew = score.get("NS", 0), score.get("EW", 0)
    if ns and ew and ns != -ew:
        raise _NotPlainError
    return ns if ns else -ew
