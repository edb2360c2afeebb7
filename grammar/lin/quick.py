"""Recognises a board of LIN in which every entry is plain, without making a record of it.

What is taken here `board.read_board` takes without a word; whatever else there is goes that way.
Property tests hold the judgements of both equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fairdeal.grammar.lin.board import (
    BOARD_HEADING,
    DEALERS,
    LAYOUT,
    ORDER,
    QUIET,
    ROOM_LABEL,
    SIDES,
    listed_result,
)
from fairdeal.grammar.lin.head import Head, TableResult
from fairdeal.grammar.lin.syntax import Pair
from fairdeal.grammar.pbn.quick.games import CALLS, CARDS, held_cards
from fairdeal.records.cards import DOUBLED
from fairdeal.records.plain import (
    PLAIN_DENOMINATIONS,
    PLAIN_DOUBLE,
    PLAIN_PASS,
    PLAIN_REDOUBLE,
    PLAIN_SEATS,
    PlainDeal,
)

_WORDS: Final = {
    **dict.fromkeys(("p", "pass"), PLAIN_PASS),
    **dict.fromkeys(("d", "dbl", "x"), PLAIN_DOUBLE),
    **dict.fromkeys(("r", "rd", "xx"), PLAIN_REDOUBLE),
}
_CALLS: Final = {
    **{
        written: number
        for text, number in CALLS.items()
        if number < PLAIN_PASS
        for written in (text.lower(), text.lower().removesuffix("t"))
    },
    **_WORDS,
}
"""By how a call is written, in small letters."""
_VULNERABLE: Final = {"None": 0, "NS": 1, "EW": 2, "All": 3}
_PACK: Final = (1 << 52) - 1
_SEATS: Final = {seat: place for place, seat in enumerate(PLAIN_SEATS)}
_PASSED_BY: Final = LAYOUT | QUIET | {"an", "nt"}
"""Commands that say nothing of what was dealt, called, played or won."""


def quick_plain(pairs: Sequence[Pair], head: Head, told: set[str]) -> PlainDeal | None:
    """The deal of a board's commands; None where one of them is not plain. `told`: as `read_board` has it."""
    try:
        return _plain(pairs, head, told)
    except (KeyError, ValueError):
        return None


def _plain(pairs: Sequence[Pair], head: Head, told: set[str]) -> PlainDeal:
    calls: list[int] = []
    cards: list[int] = []
    hands: tuple[int, int, int, int] | None = None
    board: str | None = None
    place: tuple[str, int] | None = None
    dealer, sides, claimed = -1, "", None
    for pair in pairs:
        name, value = pair.name, pair.value.strip()
        if name == "pc":
            cards.append(CARDS[value])
        elif name == "mb":
            calls.append(_CALLS[value.removesuffix("!").lower()])
        elif name in _PASSED_BY or name in told:
            continue
        elif name == "md" and hands is None:
            dealer = _SEATS[DEALERS[value[:1]]]
            hands = _hands(value[1:])
        elif name == "sv" and value:
            sides = SIDES[value.casefold()]
        elif name == "ah" and value:
            found = BOARD_HEADING.fullmatch(value)
            board = board if found is None else found[1]
        elif name == "qx":
            label = ROOM_LABEL.fullmatch(value)
            if label is not None:
                place = label[1].lower(), int(label[2])
                board = board or label[2]
        elif name == "mc" and value.isdecimal() and len(value) <= 2 and int(value) <= 13:
            claimed = int(value)
        else:
            raise ValueError
    if hands is None:
        raise ValueError
    listed = None if place is None else listed_result(head, *place)
    declarer, tricks = _result(listed, claimed, calls, dealer)
    contract, doubled = _contract(listed)
    return PlainDeal(
        board,
        dealer,
        _VULNERABLE[sides],
        hands,
        tuple(calls) or None,
        declarer,
        contract,
        doubled,
        tricks,
        None,
        None,
        tuple(cards) or None,
    )


def _hands(value: str) -> tuple[int, int, int, int]:
    """The four hands, East's as what the others leave of the pack where it is left out."""
    texts = value.split(",")
    held = {"E": 0}
    for seat, text in zip(ORDER, texts, strict=False):
        if text or seat != "E":
            held[seat] = _hand(text)
    whole = _PACK & ~(held["S"] | held["W"] | held["N"])
    if held["E"] not in (0, whole) or any(held[seat].bit_count() != 13 for seat in "SWN"):
        raise ValueError
    if whole.bit_count() != 13:
        raise ValueError
    return held["N"], whole, held["S"], held["W"]


def _hand(text: str) -> int:
    """``SAK2HQ5D…C…`` as bits."""
    spades, _, rest = text.partition("H")
    hearts, _, rest = rest.partition("D")
    diamonds, _, clubs = rest.partition("C")
    if spades[:1] != "S" or "D" not in text or "C" not in text:
        raise ValueError
    return held_cards(spades[1:], hearts, diamonds, clubs)


def _result(
    listed: TableResult | None, claimed: int | None, calls: Sequence[int], dealer: int
) -> tuple[int | None, int | None]:
    """Declarer and tricks as written: those of the head's list, or a claim that agrees with it."""
    declarer = tricks = None
    if listed is not None and listed.declarer is not None:
        declarer, tricks = _SEATS[listed.declarer], listed.tricks
    if claimed is None:
        return declarer, tricks
    own = _declarer(calls, dealer)
    if tricks is not None and ((own - (declarer or 0)) % 2 or tricks != claimed):
        raise ValueError
    return declarer, claimed


def _declarer(calls: Sequence[int], dealer: int) -> int:
    """Who first named the denomination of the last bid, for its side; ValueError where nobody bid."""
    first: dict[tuple[int, int], int] = {}
    last: tuple[int, int] | None = None
    for turn, call in enumerate(calls):
        if call < PLAIN_PASS:
            last = turn % 2, call % 5
            first.setdefault(last, turn)
    if last is None:
        raise ValueError
    return (dealer + first[last]) % 4


def _contract(listed: TableResult | None) -> tuple[int | None, int]:
    if listed is None:
        return None, 1
    if listed.level == 0:
        return -1, 1
    index = PLAIN_DENOMINATIONS.index(listed.denomination)
    return 5 * (listed.level - 1) + index, DOUBLED[listed.doubling]
