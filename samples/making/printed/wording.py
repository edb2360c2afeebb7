"""How a person types a record: other words, each still in the notation's grammar, and the cells of tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.notation.writer import write
from fairdeal.records import (
    COMPASS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    Call,
    Deal,
    Record,
    Seat,
    TermKind,
    Trick,
)
from samples.making.printed.drawn import Unsuited
from samples.making.printed.logs import Log

_CARD: Final = re.compile(r"(?<![\w\"])(10|[2-9JQKA])([CDHS])(?![\w\"])")
_BLOCK: Final = re.compile(r"(Hands|Auction|Play|Result|Sheet(?: \w+)?):")
_LABEL: Final = re.compile(r"(\w): ?(.*)")


@dataclass(frozen=True, slots=True)
class Wording:
    """The habits of one who types. `calls_a_line` 0: as many as there is room for, after commas. `commas`:
    the last call of a line has its comma where more follow in the next; `spaced`: there is a blank between a
    number and its suit."""

    lower: bool = False
    symbols: bool = False
    ten: str = "10"
    blanks: str = " "
    label: str = "{}:"
    block: str = "{}:"
    short_pass: bool = False
    plus: str = "+"
    whole_suits: bool = False
    calls_a_line: int = 0
    commas: bool = True
    spaced: bool = True

    @classmethod
    def random(cls, rng: Random) -> Wording:
        lower = rng.random() < 0.35
        return cls(
            lower=lower,
            symbols=rng.random() < 0.3,
            ten=rng.choice(("10", "10", "T")),
            blanks=rng.choice((" ", " ", "  ", ", ")),
            label=rng.choice(("{}:", "{}:", "{} :", "Seat {}:")),
            block=rng.choice(("{}:", "{}:", "{} :", "{}")),
            short_pass=rng.random() < 0.4,
            plus=rng.choice(("+", "+", "Plus ", "plus ")),
            whole_suits=rng.random() < 0.2,
            calls_a_line=rng.choice((0, 1, 3, 6)),
            commas=rng.random() < 0.5,
            spaced=rng.random() < 0.7,
        )

    def cards(self, text: str) -> str:
        """A row of cards."""
        found = _CARD.sub(lambda match: self.card(match[1], match[2]), text)
        return found.replace(" ", self.blanks).replace("..,", "..")

    def card(self, rank: str, suit: str) -> str:
        rank = self.ten if rank == "10" else rank
        return self._case(rank) + self.suit(suit)

    def suit(self, letter: str) -> str:
        return SUIT_SYMBOLS[letter] if self.symbols else self._case(letter)

    def call(self, text: str) -> str:
        """A call in this person's words, or as it stands where these would be another call."""
        said = parse_call(text)
        words = [self._word(term.kind, term.text) for term in said.terms]
        blank = " " if self.spaced or self.whole_suits else ""
        typed = blank.join(words).replace(self.plus + " ", self.plus)
        return typed if parse_call(typed) == said else text

    def _word(self, kind: TermKind, text: str) -> str:
        if kind is TermKind.SUIT and self.whole_suits and not self.symbols:
            return self._case(SUIT_NAMES[text].capitalize())
        if kind is TermKind.SUIT:
            return self.suit(text)
        if kind is TermKind.PASS:
            return self._case("P" if self.short_pass else text)
        return self.plus if kind is TermKind.PLUS else self._case(text)

    def _case(self, text: str) -> str:
        return text.lower() if self.lower else text


def as_typed(text: str, wording: Wording) -> list[str]:
    """The lines of a canonical text as this person types them. Events and sheets stay as they are."""
    typed: list[str] = []
    block = ""
    for line in text.splitlines():
        heading = _BLOCK.fullmatch(line)
        if heading:
            block = heading[1]
            typed.append(line if "Sheet" in block else wording.block.format(block))
        elif line.startswith(("[", "!", "contract", "tricks", "points", "score", "penalty")):
            typed.append(line)
        elif block == "Hands":
            typed.append(_labelled(line, wording, wording.cards))
        elif block == "Auction":
            typed += _calls(line, wording)
        else:
            typed.append(wording.cards(line) if block == "Play" else line)
    return typed


def _labelled(text: str, wording: Wording, write: Callable[[str], str]) -> str:
    """A text in this person's words, after its seat where it has one."""
    match = _LABEL.fullmatch(text)
    return f"{wording.label.format(match[1])} {write(match[2])}" if match else write(text)


def _calls(line: str, wording: Wording) -> list[str]:
    if '"' in line or "^" in line:
        return [line]
    calls = [_labelled(each, wording, wording.call) for each in line.split(", ")]
    a_line = wording.calls_a_line or len(calls)
    rows = [", ".join(calls[at : at + a_line]) for at in range(0, len(calls), a_line)]
    return [row + "," * wording.commas for row in rows[:-1]] + rows[-1:]


Rows = list[list[str]]

_RESULT: Final = ("contract", "tricks", "points", "score", "penalty")


class Grid:
    """The tables of a record's only deal. Raises Unsuited for what tables have no place for."""

    def __init__(self, log: Log, wording: Wording, rng: Random) -> None:
        self.log, self.wording, self.rng = log, wording, rng
        self.deal = _only_deal(log.record)
        self.seats = list(COMPASS) if log.bridge else list("123456")

    def head(self) -> Rows:
        """Name and value of what stands above a deal."""
        deal, tags = self.deal, [[tag.name, tag.value] for tag in self.log.record.tags]
        entries = {"Deal": deal.number, "Dealer": deal.dealer, "Vulnerable": deal.vulnerable}
        return tags + [
            [name, str(entry.value)] for name, entry in entries.items() if entry is not None
        ]

    def hands(self) -> Rows:
        """A row a seat: the seat, and its cards a cell each; no row where no hands are recorded."""
        return [
            [
                hand.seat,
                *(self.wording.card(e.value.rank, e.value.suit) for e in hand.cards if e.value),
            ]
            for hand in self.deal.hands or ()
        ]

    def auction(self) -> Rows:
        """A column a seat, the seats above; a row a round, which begins at any seat."""
        if not self.deal.auction:
            return []
        called = list(self._in_turn())
        first = self.rng.choice((self.seats[0], called[0][0]))
        at = self.seats.index(first)
        order = self.seats[at:] + self.seats[:at]
        cells = [""] * order.index(called[0][0]) + [text for _, text in called]
        cells += [""] * (-len(cells) % len(order))
        rows = [cells[at : at + len(order)] for at in range(0, len(cells), len(order))]
        return [order, *rows]

    def _in_turn(self) -> Iterator[tuple[Seat, str]]:
        """Every call with the seat that made it, as long as they come in turn."""
        due = self._opener()
        for item in self.deal.auction or ():
            if not isinstance(item, Call) or item.said.value is None or item.marked:
                raise Unsuited("something else than a call stands in the auction")
            said = item.label.value if item.label is not None else due
            if due not in (None, said) or said is None:
                raise Unsuited("a call is out of turn")
            yield said, self.wording.call(item.said.value.text)
            due = self.seats[(self.seats.index(said) + 1) % len(self.seats)]

    def _opener(self) -> Seat | None:
        if self.deal.dealer is None or self.deal.dealer.value is None:
            return None
        at = self.seats.index(self.deal.dealer.value)
        step = 0 if self.log.bridge else -1 if self.log.rules == "community" else 1
        return self.seats[(at + step) % len(self.seats)]

    def tricks(self, by_seat: bool = False) -> Rows:
        """A row a trick below a row of headings: its number, who led where that is written, its cards in the
        order played, or in columns by seat where all leads are written; who won, where that is written."""
        rows = []
        for number, trick in enumerate(self.deal.play or (), 1):
            if trick.number != number:
                raise Unsuited("tricks are missing")
            rows.append([str(number), *self._cards(trick)])
        if not rows:
            return []
        places = [str(at) for at in range(1, max(map(len, rows)) - 1)]
        if by_seat and all(row[1] for row in rows):
            rows, places = [self._by_seat(row) for row in rows], self.seats
        winners = self._winners(len(rows))
        head = ["Trick", "Leader", *places, *(["Won by"] if winners else [])]
        rows = [row + [""] * (len(places) + 2 - len(row)) for row in rows]
        return [head, *(row + winners[at : at + 1] for at, row in enumerate(rows))]

    def _by_seat(self, row: list[str]) -> list[str]:
        """The same row with its cards in columns by seat."""
        cells, first = [""] * len(self.seats), self.seats.index(row[1])
        for at, card in enumerate(row[2:]):
            cells[(first + at) % len(cells)] = card
        return [*row[:2], *cells]

    def _winners(self, tricks: int) -> list[str]:
        """Who won each of so many tricks, where all of them are written."""
        written = () if self.deal.result is None else self.deal.result.tricks
        return [str(entry.value) for entry in written] if len(written) == tricks else []

    def _cards(self, trick: Trick) -> Iterator[str]:
        first = trick.plays[0].label if trick.plays else None
        yield "" if first is None else str(first.value)
        for at, play in enumerate(trick.plays):
            card = play.card.value
            if card is None or play.marked or (at and play.label is not None):
                raise Unsuited("a card is out of turn")
            yield self.wording.card(card.rank, card.suit)

    def result(self) -> Rows:
        """Name and value of what stands below a deal."""
        lines = (line.split(" ", 1) for line in write(self.log.record).splitlines())
        told = "tricks" if self._winners(len(self.deal.play or ())) else ""
        return [parts for parts in lines if parts[0] in _RESULT and parts[0] != told]


def _only_deal(record: Record) -> Deal:
    if len(record.deals) != 1 or record.sheets:
        raise Unsuited("there is more than one deal")
    deal = record.deals[0]
    if any(deal.all_events()) or deal.tags:
        raise Unsuited("there are events")
    return deal
