"""How a person types a record: the canonical text in other words, each still in the notation's grammar."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Final

from fairdeal.grammar.calls import parse_call
from fairdeal.records.calls import Said, TermKind
from fairdeal.records.cards import SUIT_NAMES, SUIT_SYMBOLS

_CARD: Final = re.compile(r"(?<![\w\"])(10|[2-9JQKA])([CDHS])(?![\w\"])")
_BLOCK: Final = re.compile(r"(Hands|Auction|Play|Result|Sheet(?: \w+)?):")
_LABEL: Final = re.compile(r"(\w): ?(.*)")


@dataclass(frozen=True, slots=True)
class Wording:
    """The habits of one who types. `calls_a_line` 0: as many as there is room for, after commas."""

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
    """Whether the last call of a line has its comma where more follow in the next."""
    spaced: bool = True
    """Whether there is a blank between a number and its suit."""

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
        typed = self._call(said)
        return typed if parse_call(typed) == said else text

    def _call(self, said: Said) -> str:
        words = [self._word(term.kind, term.text) for term in said.terms]
        blank = " " if self.spaced or self.whole_suits else ""
        return blank.join(words).replace(self.plus + " ", self.plus)

    def _word(self, kind: TermKind, text: str) -> str:
        if kind is TermKind.SUIT and self.symbols:
            return SUIT_SYMBOLS[text]
        if kind is TermKind.SUIT and self.whole_suits:
            return self._case(SUIT_NAMES[text].capitalize())
        if kind is TermKind.PASS:
            return self._case("P" if self.short_pass else text)
        return self.plus if kind is TermKind.PLUS else self._case(text)

    def _case(self, text: str) -> str:
        return text.lower() if self.lower else text

    def seat(self, seat: str) -> str:
        return self.label.format(seat)


PLAIN: Final = Wording()


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
            typed.append(_labelled(line, wording))
        elif block == "Auction":
            typed += _calls(line, wording)
        else:
            typed.append(wording.cards(line) if block == "Play" else line)
    return typed


def _labelled(line: str, wording: Wording) -> str:
    match = _LABEL.fullmatch(line)
    return f"{wording.seat(match[1])} {wording.cards(match[2])}" if match else line


def _calls(line: str, wording: Wording) -> list[str]:
    if '"' in line or "^" in line:
        return [line]
    calls = [_call(each, wording) for each in line.split(", ")]
    a_line = wording.calls_a_line or len(calls)
    rows = [", ".join(calls[at : at + a_line]) for at in range(0, len(calls), a_line)]
    last = len(rows) - 1
    return [row + "," if wording.commas and at < last else row for at, row in enumerate(rows)]


def _call(text: str, wording: Wording) -> str:
    match = _LABEL.fullmatch(text)
    if match is None:
        return wording.call(text)
    return f"{wording.seat(match[1])} {wording.call(match[2])}"
