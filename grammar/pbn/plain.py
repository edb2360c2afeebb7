"""The first look at a game: in whole numbers where every entry of it is plain, whatever stands beside them.

Comments, notes, glyphs and suffixes say nothing of what was dealt, called or played: they are passed
over by the very patterns of the grammar. What a value, a call or a card means is what `values` says; whatever
needs a liberty or more than a look is left to the grammar (`syntax`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeVar

from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.game import short_rows
from fairdeal.grammar.pbn.source import MOST_BRACES
from fairdeal.grammar.pbn.standard import SINCE, TABLES, Inheritance
from fairdeal.records import (
    CARDS,
    COMPASS,
    DENOMINATIONS,
    DOUBLED,
    PLAIN_DOUBLE,
    PLAIN_PASS,
    PLAIN_RANKS,
    PLAIN_REDOUBLE,
    SUITS,
    Card,
    PlainDeal,
)

_COMMENT: Final = r"\{[^{}]*\}|;[^\n]*"
_TAG_AND_ROWS = re.compile(
    r'\[([A-Za-z0-9_]+) "([^"\\\n\t]*(?:\\[^"\\\n\t][^"\\\n\t]*)*)"\]'
    rf'((?:[^\[\]{{}};"%]+|{_COMMENT}|"[^"\\\n]*")*)'
)
"""A tag whose value has no quotation mark, and everything up to the next: rows and comments."""
_BEFORE = re.compile(rf"(?:\s+|{_COMMENT})*")
"""What may stand before the first tag of a game."""
_AROUND: Final = 5
"""Characters of a tag beside its name and value: ``[ ""]``."""
_COMMENTS = re.compile(_COMMENT)
_ASIDE_SIGN = re.compile("[{;!?$=]")
_ASIDE = re.compile(rf'{_COMMENT}|[!?]+|\$[^\s\[\]{{}};"!?$=^*+%]*|=[^\s\[\]{{}};"=]*=')
"""What may stand beside calls and cards."""
_FOURS = re.compile(r"\s*(?:\S+ +\S+ +\S+ +\S+ *\n)*")
_ROWLESS: Final = SINCE.keys() - TABLES - {"Auction", "Play"}
"""Tags that no rows may follow. (Unknown ones may have any.)"""

T = TypeVar("T")

SEAT_NUMBERS: Final = {seat: index for index, seat in enumerate(COMPASS)}
SIDES: Final = {"None": 0, "NS": 1, "EW": 2, "All": 3}
CARD_NUMBERS: Final[dict[Card, int]] = {
    CARDS[rank + suit]: 13 * suit_index + rank_index
    for suit_index, suit in enumerate(SUITS)
    for rank_index, rank in enumerate(PLAIN_RANKS)
}
CALL_NUMBERS: Final[dict[str, int]] = {
    **{
        f"{level}{name}": 5 * (level - 1) + index
        for level in range(1, 8)
        for index, name in enumerate(DENOMINATIONS)
    },
    "PASS": PLAIN_PASS,
    "X": PLAIN_DOUBLE,
    "XX": PLAIN_REDOUBLE,
}
"""Every call but AP, by its text in capitals."""
WHOLE_PACK: Final = (1 << 52) - 1
_NOT_BOARDS: Final = ("rubber", "chicago")
"""How the value of ``Scoring`` begins where a deal is not scored as a board: what such a deal is worth
depends on others, and so it is not plain."""
_RANK_BITS: Final = {rank: 1 << index for index, rank in enumerate("23456789TJQKA")}
_MOST_WORDS: Final = 20_000
"""Words that are remembered: above the 8,192 holdings of a suit that there are, written in order."""


class _Numbers(dict[str, int]):
    """The numbers of words, each worked out once; KeyError for a word that has none."""

    def __init__(self, number: Callable[[str], int]) -> None:
        self._number = number

    def __missing__(self, word: str) -> int:
        number = self._number(word)
        if len(self) > _MOST_WORDS:
            self.clear()
        self[word] = number
        return number


def _call(word: str) -> int:
    call = values.call(word)
    if call is None or call.liberty is not None:
        raise KeyError(word)
    return CALL_NUMBERS[call.text]


def _sure(read: Callable[[str], tuple[T | None, str | None]], word: str) -> T:
    value, liberty = read(word)
    if value is None or liberty is not None:
        raise KeyError(word)
    return value


def _holding(ranks: str) -> int:
    """The cards of a suit as bits."""
    bits = sum(_RANK_BITS[rank] for rank in ranks.upper())
    if bits.bit_count() != len(ranks) or bits >= 1 << 13:
        raise KeyError(ranks)
    return bits


_CALLS: Final = _Numbers(_call)
_SIDES: Final = _Numbers(lambda word: SIDES[_sure(values.vulnerable, word)])
_CARDS: Final = _Numbers(lambda word: CARD_NUMBERS[_sure(values.card, word)])
_CARDS["-"] = -1
_HOLDINGS: Final = _Numbers(_holding)


def hand_bits(spades: str, hearts: str, diamonds: str, clubs: str) -> int:
    """The cards of a hand as bits; KeyError for what is not a rank, or there twice."""
    suits = _HOLDINGS
    return suits[spades] << 39 | suits[hearts] << 26 | suits[diamonds] << 13 | suits[clubs]


def plain_deal(
    text: str, inheritance: Inheritance
) -> tuple[PlainDeal, dict[str, str], dict[str, str], dict[str, str]] | None:
    """The deal of a game, the values that it inherits, its own tags and all values that it has.

    None for a game that is not plain throughout.
    """
    parts = _taken_apart(text)
    if parts is None:
        return None
    tags, rows = parts
    inherited: dict[str, str] = {}
    effective = tags
    try:
        if inheritance.lasting or '"#' in text:
            inherited, effective = inheritance.plainly(tags)
        return _plain(effective, tags, rows), inherited, tags, effective
    except (KeyError, ValueError):
        return None


def _taken_apart(text: str) -> tuple[dict[str, str], dict[str, str]] | None:
    """The tags of a game but for notes, and the rows after those that have some.

    None where it is written in another way than programs write, or not as PBN allows.
    """
    before = 0
    if not text.startswith("["):
        found = _BEFORE.match(text)
        before = found.end() if found is not None else 0
    blocks = _TAG_AND_ROWS.findall(text, before)
    length = before + _AROUND * len(blocks)
    tags: dict[str, str] = {}
    rows: dict[str, str] = {}
    for name, value, row in blocks:
        length += len(name) + len(value) + len(row)
        if row != "\n":
            if name not in _ROWLESS:
                rows[name] = row
            elif not row.isspace() and _COMMENTS.sub("", row).strip():
                return None
        if name == "Note":
            continue
        if name in tags:
            return None
        tags[name] = value
    return (tags, rows) if length == len(text) and text.count("{") <= MOST_BRACES else None


def _plain(tags: Mapping[str, str], own: Mapping[str, str], rows: dict[str, str]) -> PlainDeal:
    """The deal. KeyError or ValueError where anything is not plain. `own`: tags written in the game."""
    if tags.get("Scoring", "").lstrip("#").lower().startswith(_NOT_BOARDS):
        raise ValueError
    dealer = SEAT_NUMBERS[tags["Dealer"]]
    declarer = calls = leader = cards = None
    if (said := _said(tags, "Declarer")) is not None:
        declarer = SEAT_NUMBERS[said]
    if "Auction" in own:
        calls = _calls(SEAT_NUMBERS[tags["Auction"]], dealer, rows.get("Auction", ""))
    if "Play" in own:
        leader = SEAT_NUMBERS[tags["Play"]]
        cards = _cards(rows.get("Play", ""))
    contract, doubled = _contract(_said(tags, "Contract"))
    return PlainDeal(
        _said(tags, "Board"),
        dealer,
        _SIDES[tags["Vulnerable"]],
        _hands(tags["Deal"]),
        calls,
        declarer,
        contract,
        doubled,
        _tricks(_said(tags, "Result"), declarer),
        _score(_said(tags, "Score"), declarer),
        leader,
        cards,
    )


def _said(tags: Mapping[str, str], name: str) -> str | None:
    """The value of a tag that says something."""
    value = tags.get(name)
    return None if value in values.NOTHING_SAID else value


@lru_cache(maxsize=4096)
def _contract(value: str | None) -> tuple[int | None, int]:
    if value is None:
        return None, 1
    contract = values.contract(value)
    if contract is None or contract.liberty is not None or contract.level is None:
        raise ValueError
    if contract.level == 0:
        return -1, 1
    return CALL_NUMBERS[f"{contract.level}{contract.denomination}"], DOUBLED[contract.doubling]


def _hands(value: str) -> tuple[int, int, int, int]:
    first, _, texts = value.partition(":")
    masks = []
    for text in texts.split(" "):
        spades, hearts, diamonds, clubs = text.split(".")
        masks.append(hand_bits(spades, hearts, diamonds, clubs))
    one, two, three, four = masks
    if one | two | three | four != WHOLE_PACK or any(mask.bit_count() != 13 for mask in masks):
        raise ValueError
    turn = -SEAT_NUMBERS[first] % 4
    if turn:
        one, two, three, four = masks[turn:] + masks[:turn]
    return one, two, three, four


def _words(row: str) -> tuple[list[str], str]:
    """The calls or cards of a section without what stands beside them, and the rows they stand in."""
    if _ASIDE_SIGN.search(row) is not None:
        row = _ASIDE.sub(lambda aside: "\n" * aside[0].count("\n") or " ", row)
    words = row.split()
    if words and words[-1] == "*":
        words.pop()
        row = row[: row.rindex("*")]
    return words, row


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
    calls = [_CALLS[word] for word in words[start:]]
    if passed:
        run = 0
        while run < len(calls) and calls[-1 - run] == PLAIN_PASS:
            run += 1
        calls += [PLAIN_PASS] * ((4 if run == len(calls) else 3) - run)
    return tuple(calls)


def _cards(row: str) -> tuple[int, ...]:
    words, row = _words(row)
    numbers = [_CARDS[word] for word in words]
    if len(numbers) % 4:
        raise ValueError
    if _FOURS.fullmatch(row) is None:
        counts = (len(line.split()) for line in row.split("\n"))
        if short_rows([count for count in counts if count]):
            raise ValueError
    if -1 in numbers:
        while numbers[-4:] == [-1, -1, -1, -1]:
            del numbers[-4:]
        if -1 in numbers[:-4]:
            raise ValueError
    return tuple(numbers)


@lru_cache(maxsize=4096)
def _tricks(value: str | None, declarer: int | None) -> int | None:
    if value is None:
        return None
    result = values.result(value)
    if result is None or result.marked or declarer is None:
        raise ValueError
    counts = [count for _, count in result.teams] or [result.declarer or 0]
    if max(counts) > 13 or (len(counts) == 2 and sum(counts) != 13):
        raise ValueError
    return result.of_declarer(COMPASS[declarer])


@lru_cache(maxsize=4096)
def _score(value: str | None, declarer: int | None) -> int | None:
    if value is None:
        return None
    score = values.score(value)
    teams = {} if score is None else score.by_team(None if declarer is None else COMPASS[declarer])
    if not teams or ("NS" in teams and "EW" in teams and teams["NS"] != -teams["EW"]):
        raise ValueError
    return teams["NS"] if "NS" in teams else -teams["EW"]
