"""Recognises a game that is plain in spite of what stands beside its entries, without the grammar.

Comments, notes, glyphs and suffixes say nothing of what was dealt, called or played: they are passed
over by the very patterns of the grammar, and whatever else is not a plain entry is left to it. What is
taken here the grammar takes without a word, and gives the same: property tests hold both equal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.acts import short_rows
from fairdeal.grammar.pbn.inheritance import Inheritance
from fairdeal.grammar.pbn.quick.plain import (
    CALL_NUMBERS,
    WHOLE_PACK,
    by_board,
    passes_left,
)
from fairdeal.grammar.pbn.quick.scanner import BEFORE, COMMENT, GLYPH, NOTE, SUFFIX, TAG_AND_ROWS
from fairdeal.grammar.pbn.source import MOST_BRACES
from fairdeal.grammar.pbn.strict.standard import SINCE, TABLES
from fairdeal.records.cards import DOUBLED
from fairdeal.records.plain import PLAIN_PASS, PLAIN_SEATS, PlainDeal

_AROUND: Final = 5
"""Characters of a tag beside its name and value: ``[ ""]``."""
_COMMENTS = re.compile(COMMENT)
_ASIDE_SIGN = re.compile("[{;!?$=]")
_ASIDE = re.compile("|".join((COMMENT, SUFFIX, GLYPH, NOTE)))
"""What may stand beside calls and cards."""
_FOURS = re.compile(r"\s*(?:\S+ +\S+ +\S+ +\S+ *\n)*")

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
_TRICKS: Final = _UNSAID | {str(tricks): tricks for tricks in range(14)}


class _InAnyCase(dict[str, int]):
    """Words that mean the same in small letters; KeyError for any other."""

    def __missing__(self, word: str) -> int:
        capitals = word.upper()
        if capitals == word:
            raise KeyError(word)
        return self[capitals]


CALLS: Final = _InAnyCase({**CALL_NUMBERS, "Pass": PLAIN_PASS})
_CONTRACTS: Final[dict[str | None, tuple[int | None, int]]] = {
    **dict.fromkeys(_UNSAID, (None, 1)),
    "Pass": (-1, 1),
    "PASS": (-1, 1),
    **{
        text + doubling: (number, times)
        for text, number in CALL_NUMBERS.items()
        if number < PLAIN_PASS
        for doubling, times in DOUBLED.items()
    },
}
CARDS: Final = _InAnyCase(
    {
        suit + rank: 13 * s + r
        for s, suit in enumerate("CDHS")
        for r, rank in enumerate("23456789TJQKA")
    }
    | {"-": -1}
)
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


def quick_plain(text: str, inheritance: Inheritance) -> tuple[PlainDeal, dict[str, str]] | None:
    """The deal of a game and the values that it inherits; None for a game that is not plain throughout."""
    found = _taken_apart(text)
    if found is None:
        return None
    tags, rows = found
    try:
        if not inheritance.lasting and '"#' not in text:
            plain = _plain(tags, tags, rows)
            inheritance.hand_on((), tags)
            return plain, {}
        inherited, effective = _inherited(tags, inheritance)
        plain = _plain(effective, tags, rows)
    except (KeyError, ValueError):
        return None
    inheritance.hand_on(tags.items(), effective)
    return plain, inherited


def _inherited(
    tags: Mapping[str, str], inheritance: Inheritance
) -> tuple[dict[str, str], dict[str, str]]:
    """The values that a game inherits, and all that it has.

    ValueError where a tag inherits what it may not, or what no game before has.
    """
    signed = [(name, value) for name, value in tags.items() if value[:1] == "#"]
    board = tags.get("Board")
    for name, value in signed:
        if not inheritance.plainly(name, value) or inheritance.lacks(name, value, board):
            raise ValueError
    inherited = inheritance.of(tags.items())
    return inherited, {**inherited, **tags, **{name: inherited[name] for name, _ in signed}}


def _taken_apart(text: str) -> tuple[dict[str, str], dict[str, str]] | None:
    """The tags of a game but for notes, and the rows after those that have some.

    None where it is written in another way than programs write, or not as PBN allows.
    """
    before = 0
    if not text.startswith("["):
        found = BEFORE.match(text)
        before = found.end() if found is not None else 0
    blocks = TAG_AND_ROWS.findall(text, before)
    length = before + _AROUND * len(blocks)
    tags: dict[str, str] = {}
    rows: dict[str, str] = {}
    for name, value, row in blocks:
        length += len(name) + len(value) + len(row)
        if row != "\n":
            if name in TABLES or name not in _ROWLESS:
                rows[name] = row
            elif not row.isspace() and not _only_comments(row):
                return None
        if name == "Note":
            continue
        if name in tags:
            return None
        tags[name] = value
    return (tags, rows) if length == len(text) and text.count("{") <= MOST_BRACES else None


_ROWLESS: Final = SINCE.keys() - TABLES - {"Auction", "Play"}
"""Tags that no rows may follow. (Unknown ones may have any.)"""


def _only_comments(row: str) -> bool:
    rest = _COMMENTS.sub("", row)
    return not rest or rest.isspace()


def _plain(tags: Mapping[str, str], own: Mapping[str, str], rows: dict[str, str]) -> PlainDeal:
    """The deal. KeyError or ValueError where anything is not plain. `own`: tags written in the game."""
    get = tags.get
    if not by_board(get("Scoring", "")):
        raise ValueError
    dealer = _SEATS[tags["Dealer"]]
    contract, doubled = _CONTRACTS[get("Contract")]
    declarer = _DECLARERS[get("Declarer")]
    tricks = _tricks(get("Result"), declarer)
    calls = leader = cards = None
    if "Auction" in own:
        calls = _calls(_SEATS[tags["Auction"]], dealer, rows.get("Auction", ""))
    if "Play" in own:
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


def held_cards(spades: str, hearts: str, diamonds: str, clubs: str) -> int:
    """The cards of a hand as bits; KeyError for what is no rank, or there twice."""
    held = _HOLDINGS
    return held[spades] << 39 | held[hearts] << 26 | held[diamonds] << 13 | held[clubs]


def _hands(value: str) -> tuple[int, int, int, int]:
    first, _, texts = value.partition(":")
    masks = []
    for text in texts.split(" "):
        spades, hearts, diamonds, clubs = text.split(".")
        masks.append(held_cards(spades, hearts, diamonds, clubs))
    one, two, three, four = masks
    if one | two | three | four != WHOLE_PACK or any(mask.bit_count() != 13 for mask in masks):
        raise ValueError
    turn = -_SEATS[first] % 4
    if turn:
        masks = masks[turn:] + masks[:turn]
    return masks[0], masks[1], masks[2], masks[3]


def _words(row: str) -> tuple[list[str], str]:
    """The calls or cards of a section without what stands beside them, and the rows they stand in."""
    if _ASIDE_SIGN.search(row) is not None:
        row = _ASIDE.sub(_blank, row)
    words = row.split()
    if words and words[-1] == "*":
        words.pop()
        row = row[: row.rindex("*")]
    return words, row


def _blank(aside: re.Match[str]) -> str:
    """What keeps words on the lines that they stand on, in place of what stood between them."""
    return "\n" * aside[0].count("\n") or " "


def _calls(first: int, dealer: int, row: str) -> tuple[int, ...]:
    words, _ = _words(row)
    passed = bool(words) and words[-1].upper() == "AP"
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
    calls = [CALLS[word] for word in words[start:]]
    if passed:
        calls += [PLAIN_PASS] * passes_left(calls)
    return tuple(calls)


def _cards(row: str) -> tuple[int, ...]:
    words, row = _words(row)
    numbers = [CARDS[word] for word in words]
    if len(numbers) % 4 or (_FOURS.fullmatch(row) is None and short_rows(_counts(row))):
        raise ValueError
    if -1 in numbers:
        while numbers[-4:] == [-1, -1, -1, -1]:
            del numbers[-4:]
        if -1 in numbers[:-4]:
            raise ValueError
    return tuple(numbers)


def _counts(row: str) -> list[int]:
    """How many cards stand in each line that has any."""
    return [count for line in row.split("\n") if (count := len(line.split()))]


def _tricks(value: str | None, declarer: int | None) -> int | None:
    if value in _TRICKS:
        tricks = _TRICKS[value]
    else:
        result = values.result(value or "")
        if result is None or result.marked or result.declarer is not None or declarer is None:
            raise ValueError
        counts = [count for _, count in result.teams]
        if max(counts) > 13 or (len(counts) == 2 and sum(counts) != 13):
            raise ValueError
        return result.of_declarer(PLAIN_SEATS[declarer])
    if tricks is not None and declarer is None:
        raise ValueError
    return tricks


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
