"""The values of the tags that a record has entries for: seats, vulnerability, cards, contract, figures; and
who led each trick, where the play gives a card by seat: PBN writes columns, not an order.

Each function gives what the value says, and the liberties that were taken to understand it. A value
that says nothing (``""``, ``"?"``) and one that cannot be read give None.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fairdeal.grammar.doubt import WRITTEN_CARDS
from fairdeal.records import (
    CARDS,
    COMPASS,
    Card,
    ContractEntry,
    Entry,
    Reading,
    Said,
    Seat,
    Span,
    Standing,
    Team,
    Term,
    TermKind,
    clear,
    other_team,
    team_of,
)

NOTHING_SAID: Final = frozenset({"", "?"})
"""Values that say that the figure does not apply, or is not known."""

_SEAT_WORDS: Final = {"north": "N", "east": "E", "south": "S", "west": "W"}
_VULNERABLE: Final = {
    "none": "None",
    "love": "None",
    "-": "None",
    "ns": "NS",
    "ew": "EW",
    "all": "All",
    "both": "All",
}
_VULNERABLE_LOOSELY: Final = {
    "o": "None",
    "nil": "None",
    "n/s": "NS",
    "n-s": "NS",
    "e/w": "EW",
    "e-w": "EW",
    "b": "All",
}
_DENOMINATIONS: Final = {
    "C": "C",
    "D": "D",
    "H": "H",
    "S": "S",
    "NT": "NT",
    "N": "NT",
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
}
_BID = re.compile(r"([1-7])\s*(NT|[CDHSN♣♦♥♠])", re.I)
_CONTRACT = re.compile(r"([1-7])\s*(NT|[CDHSN♣♦♥♠])\s*(X{0,2}|\*{1,2}|D|R)", re.I)
_RESULT = re.compile(
    r"(\^?)\s*(?:(\d{1,2})|(NS|EW)\s+(\d{1,2})(?:\s+(NS|EW)\s+(\d{1,2}))?)\s*", re.I
)
_SCORE = re.compile(
    r"\s*()(?:([+-]?\d{1,6})|(NS|EW)\s*([+-]?\d{1,6})(?:\s+(NS|EW)\s*([+-]?\d{1,6}))?)\s*"
)
RANKS: Final = "AKQJT98765432"
SUITS_IN_ORDER: Final = ("S", "H", "D", "C")

LOOSE_CALLS: Final = {
    "p": "Pass",
    "x": "X",
    "dbl": "X",
    "double": "X",
    "d": "X",
    "xx": "XX",
    "rdbl": "XX",
    "r": "XX",
    "redouble": "XX",
    "redbl": "XX",
    "allpass": "AP",
}


def _said(*terms: tuple[TermKind, str]) -> tuple[Reading[Said], ...]:
    return (Reading(Said(tuple(Term(kind, text) for kind, text in terms))),)


PASS_SAID: Final = _said((TermKind.PASS, "Pass"))
_WORDS_SAID: Final = {
    "PASS": PASS_SAID,
    "X": _said((TermKind.DOUBLE, "X")),
    "XX": _said((TermKind.REDOUBLE, "XX")),
    "AP": _said((TermKind.ALL_PASS, "AP")),
}
BIDS_SAID: Final = {
    f"{level}{name}": _said(
        (TermKind.NUMBER, str(level)),
        (TermKind.NO_TRUMP if name == "NT" else TermKind.SUIT, name),
    )
    for level in range(1, 8)
    for name in ("C", "D", "H", "S", "NT")
}
"""The readings of the 35 bids, by their canonical text: ``1C``."""

CALLS_SAID: Final = BIDS_SAID | _WORDS_SAID
"""The readings of every call, by its canonical text in capitals."""


def seat(value: str) -> tuple[Seat | None, str | None]:
    """A side of the table, and the liberty taken."""
    text = value.strip()
    if text.upper() in COMPASS:
        return text.upper(), None if text == value else "blanks beside the seat are left out"
    word = _SEAT_WORDS.get(text.casefold())
    return word, None if word is None else f"“{text}” is read as {word}"


def vulnerable(value: str) -> tuple[str | None, str | None]:
    """``None``, ``NS``, ``EW`` or ``All``, and the liberty taken."""
    text = value.strip().casefold()
    if text in _VULNERABLE:
        return _VULNERABLE[text], None
    loosely = _VULNERABLE_LOOSELY.get(text)
    return loosely, None if loosely is None else f"“{value}” is read as {loosely}"


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A call's canonical text in capitals (``1NT``, ``PASS``, ``AP``), and the liberty taken."""

    text: str
    liberty: str | None = None


@lru_cache(maxsize=4096)
def call(word: str) -> WrittenCall | None:
    """What call a word is, None where it is not one."""
    capitals = word.upper()
    if capitals in CALLS_SAID:
        return WrittenCall(capitals)
    bid = _BID.fullmatch(word)
    if bid is not None:
        text = bid[1] + _DENOMINATIONS[bid[2].upper()]
        return WrittenCall(text, f"“{word}” is read as {text}")
    loose = LOOSE_CALLS.get(word.casefold())
    return None if loose is None else WrittenCall(loose.upper(), f"“{word}” is read as {loose}")


@dataclass(frozen=True, slots=True)
class WrittenContract:
    """A contract: level (None in an end position, 0 for a deal passed out), denomination, doubling."""

    level: int | None
    denomination: str
    doubling: str = ""
    liberty: str | None = None

    @property
    def text(self) -> str:
        """As PBN writes it."""
        if self.level == 0:
            return "Pass"
        return f"{'' if self.level is None else self.level}{self.denomination}{self.doubling}"

    @property
    def readings(self) -> tuple[Reading[Said], ...]:
        if self.level == 0:
            return PASS_SAID
        if self.level is None:
            kind = TermKind.NO_TRUMP if self.denomination == "NT" else TermKind.SUIT
            return _said((kind, self.denomination))
        return BIDS_SAID[f"{self.level}{self.denomination}"]

    def entry(self, by: Entry[Seat] | None, span: Span | None = None) -> ContractEntry:
        """The contract as a deal has it, `by` its declarer."""
        doubling = clear(self.doubling, span) if self.doubling else None
        return ContractEntry(Entry(Standing.CLEAR, self.readings, span), by, doubling)


@lru_cache(maxsize=4096)
def contract(value: str) -> WrittenContract | None:
    """The contract that a value names, None where it names none."""
    capitals = value.upper()
    if capitals == "PASS":
        return WrittenContract(0, "")
    if capitals in ("C", "D", "H", "S", "NT"):
        return WrittenContract(None, capitals)
    found = _CONTRACT.fullmatch(value.strip())
    if found is not None:
        denomination = _DENOMINATIONS[found[2].upper()]
        doubling = {"*": "X", "**": "XX", "D": "X", "R": "XX"}.get(
            found[3].upper(), found[3].upper()
        )
        text = f"{found[1]}{denomination}{doubling}"
        liberty = None if text == capitals else f"“{value}” is read as {text}"
        return WrittenContract(int(found[1]), denomination, doubling, liberty)
    if value.strip().casefold() in ("p", "allpass", "all pass", "ap", "passed out", "passout"):
        return WrittenContract(0, "", "", f"“{value}” is read as Pass")
    return None


@dataclass(frozen=True, slots=True)
class WrittenFigures:
    """Tricks won, or points: of the declarer's side (`declarer`), or by team. `marked`: with a ``^``."""

    declarer: int | None
    teams: tuple[tuple[Team, int], ...] = ()
    marked: bool = False

    def by_team(self, declarer: Seat | None) -> dict[Team, int]:
        if self.declarer is None:
            return dict(self.teams)
        return {} if declarer is None else {team_of(declarer): self.declarer}

    def of_declarer(self, declarer: Seat) -> int:
        """Tricks of the declarer's side, where only the other side's are given what these leave."""
        teams = self.by_team(declarer)
        ours = team_of(declarer)
        return teams[ours] if ours in teams else 13 - teams[other_team(ours)]


@lru_cache(maxsize=4096)
def result(value: str) -> WrittenFigures | None:
    return _figures(_RESULT.fullmatch(value))


@lru_cache(maxsize=4096)
def score(value: str) -> WrittenFigures | None:
    return _figures(_SCORE.fullmatch(value))


def _figures(found: re.Match[str] | None) -> WrittenFigures | None:
    if found is None:
        return None
    mark, alone, one, ones, other, others = found.groups()
    if alone is not None:
        return WrittenFigures(int(alone), (), bool(mark))
    teams = {one.upper(): int(ones)}
    if other is not None and other.upper() in teams:
        return None
    teams |= {} if other is None else {other.upper(): int(others)}
    return WrittenFigures(None, tuple(teams.items()), bool(mark))


@lru_cache(maxsize=4096)
def card(word: str) -> tuple[Card | None, str | None]:
    """The card that a word names, suit first as PBN has it, and the liberty taken."""
    capitals = word.upper()
    if len(capitals) == 2 and capitals[0] in "SHDC" and capitals[1] in RANKS:
        return CARDS[("10" if capitals[1] == "T" else capitals[1]) + capitals[0]], None
    found = WRITTEN_CARDS.get(word) or WRITTEN_CARDS.get(capitals)
    return found, None if found is None else f"“{word}” is read as {pbn_card(found)}"


def pbn_card(of: Card) -> str:
    """A card as PBN writes it: ``ST``."""
    return of.suit + ("T" if of.rank == "10" else of.rank)


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """A hand of a deal: its cards in the order written, each with where it begins in the value.

    `cards` is None where the hand is not given. `wrong`: what cannot be read in it, and where.
    """

    seat: Seat
    cards: tuple[tuple[Card, int, int], ...] | None
    wrong: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenDeal:
    """The hands of a deal tag, and the liberties taken and what cannot be read, each with its place."""

    hands: tuple[WrittenHand, ...]
    liberties: tuple[tuple[str, int], ...] = ()
    wrong: tuple[tuple[str, int], ...] = ()


_FIRST = re.compile(r"\s*([NESWnesw])\s*(:?)")
_HAND = re.compile(r"[^\s,]+")


@lru_cache(maxsize=64)  # a board is played at several tables, one after the other
def deal(value: str) -> WrittenDeal:
    """The hands that a value gives, as far as they can be made out."""
    first = _FIRST.match(value)
    if first is None:
        return WrittenDeal((), (), (("it does not begin with a seat and a colon", 0),))
    if not first[2]:
        return WrittenDeal((), (), (("there is no colon after the first seat", first.end()),))
    liberties: list[tuple[str, int]] = []
    texts = [(found.group(), found.start()) for found in _HAND.finditer(value, first.end())]
    spaced = value[: first.end(1)].strip() + ":" + " ".join(text for text, _ in texts)
    if spaced != value:
        liberties.append(("the hands are not separated by one blank each", first.end()))
    if len(texts) != 4:
        message = f"there are {len(texts)} hands, not four"
        return WrittenDeal((), tuple(liberties), ((message, first.end()),))
    start = COMPASS.index(first[1].upper())
    hands = tuple(
        _hand(COMPASS[(start + index) % 4], text, at, liberties)
        for index, (text, at) in enumerate(texts)
    )
    return WrittenDeal(hands, tuple(liberties))


def _hand(of: Seat, text: str, at: int, liberties: list[tuple[str, int]]) -> WrittenHand:
    if text == "-":
        return WrittenHand(of, None)
    suits = text.split(".")
    if len(suits) != 4:
        message = f"the hand of {of} has {len(suits)} suits, not four separated by points"
        return WrittenHand(of, None, ((message, at),))
    cards: list[tuple[Card, int, int]] = []
    wrong: list[tuple[str, int]] = []
    for suit, ranks in zip(SUITS_IN_ORDER, suits, strict=True):
        index = 0
        while index < len(ranks):
            rank = ranks[index].upper()
            width = 1
            if ranks.startswith("10", index):
                rank, width = "10", 2
                liberties.append(("“10” is read as T", at + index))
            elif rank == "T":
                rank = "10"
            known = CARDS.get(rank + suit)
            if known is None:
                wrong.append((f"“{ranks[index]}” is not a rank", at + index))
            else:
                cards.append((known, at + index, width))
            index += width
        at += len(ranks) + 1
    return WrittenHand(of, tuple(cards), tuple(wrong))


ANYBODY: Final = frozenset(range(4))
"""Every column."""

_STRENGTH: Final = {
    rank: index
    for index, rank in enumerate(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"))
}

Row = Sequence[Card | None]
"""The cards of one trick by column, None for one that is not known."""


def leaders(
    rows: Sequence[Row],
    first: frozenset[int],
    trumps: Sequence[str | None],
    marked: Sequence[int | None],
) -> list[frozenset[int]]:
    """The columns of those who may have led each trick: one where it can be known.

    `first` are the columns that may have led the first trick; `trumps` the denominations that may have
    been played (empty where nothing is recorded of it); `marked` the column of the card that the record
    marks as a lead out of turn, trick by trick.
    """
    found: list[frozenset[int]] = []
    able = first
    for row, mark in zip(rows, marked, strict=True):
        if mark is not None:
            able = frozenset((mark,))
        elif len(able) > 1:
            cards = {column for column, card in enumerate(row) if card is not None}
            if len(cards) == 1:
                able = able & cards or able
        found.append(able)
        able = _winners(row, able, trumps)
    return found


def _winners(row: Row, able: frozenset[int], trumps: Sequence[str | None]) -> frozenset[int]:
    cards = [card for card in row if card is not None]
    if len(cards) < 4:
        return ANYBODY
    if not trumps:
        # Whatever was trumps, the highest of a suit that all four played has won.
        if len({card.suit for card in cards}) > 1:
            return ANYBODY
        return frozenset((winner(cards, 0, None),))
    return frozenset(winner(cards, leader, trump) for leader in able for trump in trumps)


def winner(cards: Sequence[Card], leader: int, trump: str | None) -> int:
    """The column that wins a trick of four cards led from `leader`. `trump` is a suit, or ``NT``."""
    best = leader
    for turn in range(1, 4):
        column = (leader + turn) % 4
        card, held = cards[column], cards[best]
        if card.suit == held.suit:
            if _STRENGTH[card.rank] > _STRENGTH[held.rank]:
                best = column
        elif card.suit == trump:
            best = column
    return best
