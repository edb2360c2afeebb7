"""Recognises a game in which everything is plain at once, where parsing every token is too slow.

It may take only what the grammar would take without a word, and must give the same: property tests
hold both equal.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Final

from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.plain import (
    CALL_NUMBERS,
    WHOLE_PACK,
    by_board,
    passes_left,
)
from fairdeal.grammar.pbn.strict.standard import SECTIONS, SINCE
from fairdeal.records.calls import DOUBLED
from fairdeal.records.plain import PLAIN_PASS, PLAIN_SEATS, PlainDeal

_BLOCKS = re.compile(
    r'\[([A-Z][A-Za-z0-9_]*) "([^#"\\\n\t][^"\\\n\t]*|)"\]\n((?: *[^\[{;%"\s][^\[\]{};"%\n]*\n)*)'
)
_AROUND: Final = 6
"""Characters of a tag and its line beside name, value and rows: ``[ ""]`` and the end of the line."""
_CARD_ROWS = re.compile(
    r"(?:(?:[SHDC][2-9TJQKA]|-)(?: +(?:[SHDC][2-9TJQKA]|-)){3} *\n)*(?:\* *\n)?"
)

_SEATS: Final[dict[str, int]] = {seat: index for index, seat in enumerate(PLAIN_SEATS)}
_SIDES: Final = {
    "None": 0,
    "Love": 0,
    "-": 0,
    "NS": 1,
    "EW": 2,
    "All": 3,
    "Both": 3,
}
_UNSAID: Final[dict[str | None, int | None]] = {None: None, "": None, "?": None}
_DECLARERS: Final = _UNSAID | dict(_SEATS.items())
_CALLS: Final = {
    **{text: number for text, number in CALL_NUMBERS.items() if text != "PASS"},
    **dict.fromkeys(("Pass", "pass", "PASS"), PLAIN_PASS),
}
_CONTRACTS: Final[dict[str | None, tuple[int | None, int]]] = {
    **dict.fromkeys(_UNSAID, (None, 1)),
    "Pass": (-1, 1),
    **{
        text + doubling: (number, times)
        for text, number in CALL_NUMBERS.items()
        if number < PLAIN_PASS
        for doubling, times in DOUBLED.items()
    },
}
_TRICKS: Final = _UNSAID | {str(tricks): tricks for tricks in range(14)}
_CARDS: Final = {
    suit + rank: 13 * s + r
    for s, suit in enumerate("CDHS")
    for r, rank in enumerate("23456789TJQKA")
} | {"-": -1}
_RANK_BITS: Final = {rank: 1 << index for index, rank in enumerate("23456789TJQKA")}
_MOST_SUITS: Final = 20_000
"""Holdings of a suit that are kept: above the 8,192 that there are, written in order."""


class _Holdings(dict[str, int]):
    """The cards of a suit as bits, by how they are written; KeyError for what is none."""

    def __missing__(self, ranks: str) -> int:
        bits = 0
        for rank in ranks:
            bits += _RANK_BITS[rank]
        if bits.bit_count() != len(ranks) or bits >= 1 << 13:
            raise KeyError(ranks)
        if len(self) > _MOST_SUITS:
            self.clear()
        self[ranks] = bits
        return bits


_HOLDINGS: Final = _Holdings()


def quick_plain(text: str) -> tuple[dict[str, str], PlainDeal] | None:
    """The tags of a game and its deal, None for any game that is not plain from end to end."""
    blocks = _BLOCKS.findall(text)
    if len("".join(chain.from_iterable(blocks))) + _AROUND * len(blocks) != len(text):
        return None
    tags = {name: value for name, value, _ in blocks}
    if len(tags) != len(blocks) or "Note" in tags:
        return None
    rows = {name: row for name, _, row in blocks if row}
    for name in rows:
        if name not in SECTIONS and name in SINCE:
            return None
    try:
        return tags, _plain(tags, rows)
    except (KeyError, ValueError):
        return None


def _plain(tags: dict[str, str], rows: dict[str, str]) -> PlainDeal:
    """The deal. KeyError or ValueError where anything is not plain."""
    get = tags.get
    if not by_board(get("Scoring", "")):
        raise ValueError
    dealer = _SEATS[tags["Dealer"]]
    contract, doubled = _CONTRACTS[get("Contract")]
    declarer = _DECLARERS[get("Declarer")]
    tricks = _TRICKS[get("Result")]
    if tricks is not None and declarer is None:
        raise ValueError
    calls = leader = cards = None
    if "Auction" in tags:
        calls = _calls(_SEATS[tags["Auction"]], dealer, rows.get("Auction", ""))
    if "Play" in tags:
        leader = _SEATS[tags["Play"]]
        cards = _cards(rows.get("Play", ""))
    board = get("Board")
    return PlainDeal(
        None if board in _UNSAID else board,
        dealer,
        _SIDES[tags["Vulnerable"]],
        _hands(tags["Deal"]),
        calls,
        declarer,
        contract,
        doubled,
        tricks,
        _score(get("Score"), declarer),
        leader,
        cards,
    )


def _hands(value: str) -> tuple[int, int, int, int]:
    first, _, texts = value.partition(":")
    masks = []
    for text in texts.split(" "):
        spades, hearts, diamonds, clubs = text.split(".")
        held = _HOLDINGS
        masks.append(held[spades] << 39 | held[hearts] << 26 | held[diamonds] << 13 | held[clubs])
    one, two, three, four = masks
    if one | two | three | four != WHOLE_PACK or any(mask.bit_count() != 13 for mask in masks):
        raise ValueError
    turn = -_SEATS[first] % 4
    if turn:
        masks = masks[turn:] + masks[:turn]
    return masks[0], masks[1], masks[2], masks[3]


def _calls(first: int, dealer: int, row: str) -> tuple[int, ...]:
    words = row.split()
    if words and words[-1] == "*":
        words.pop()
    passed = bool(words) and words[-1] in ("AP", "ap", "Ap")
    if passed:
        words.pop()
    start = 0
    while start < len(words) and words[start] == "-":
        start += 1
    if start == len(words) and not passed:
        if start:
            raise ValueError
        return ()
    if (first + start - dealer) % 4:
        raise ValueError
    calls = [_CALLS[word] for word in words[start:]]
    if passed:
        calls += [PLAIN_PASS] * passes_left(calls)
    return tuple(calls)


def _cards(row: str) -> tuple[int, ...]:
    if _CARD_ROWS.fullmatch(row) is None:
        raise ValueError
    words = row.split()
    if words and words[-1] == "*":
        words.pop()
    numbers = [_CARDS[word] for word in words]
    if -1 in numbers:
        while len(numbers) >= 4 and numbers[-4:] == [-1, -1, -1, -1]:
            del numbers[-4:]
        if -1 in numbers[:-4]:
            raise ValueError
    return tuple(numbers)


def _score(value: str | None, declarer: int | None) -> int | None:
    if value in _UNSAID or value is None:
        return None
    score = values.score(value)
    if score is None:
        raise ValueError
    if score.declarer is not None:
        if declarer is None:
            raise ValueError
        return score.declarer if declarer % 2 == 0 else -score.declarer
    teams = dict(score.teams)
    if "NS" in teams and "EW" in teams and teams["NS"] != -teams["EW"]:
        raise ValueError
    return teams["NS"] if "NS" in teams else -teams["EW"]
