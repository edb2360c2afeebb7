"""What was said in the auction, word by word, however wrong.

The words are kept as terms; the order of their kinds is the call's *form*, the name that a
rulebook's lists of approved and barred forms use: ``number suit``, ``plus number noes``, ``pass``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from fairdeal.records.doubt import Entry
from fairdeal.records.place import Span
from fairdeal.records.seats import Seat

DOUBLED: Final[Mapping[str, int]] = {"": 1, "X": 2, "XX": 4}
"""What a contract is multiplied by, by the mark beside it."""


def times(mark: str | None) -> int:
    """1, 2 or 4: how often a contract counts with a mark; 1 where there is none, or none that is known."""
    return DOUBLED.get(mark or "", 1)


class TermKind(Enum):
    """The kinds of words in a call (six terms of article 3.4 of the international rules, and others)."""

    NUMBER = "number"
    SUIT = "suit"
    NO_TRUMP = "no-trump"
    NOES = "noes"
    PASS = "pass"
    PLUS = "plus"
    DOUBLE = "double"
    REDOUBLE = "redouble"
    ALL_PASS = "all-pass"
    """``AP``: everyone else passes. A shorthand of the recorder's, not a word said."""
    WORD = "word"
    """Any other word: ``minus``, ``more``, ``adhikam``; kept as it was said."""


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a call.

    `text` is canonical for known words (``28``, ``S``, ``NT``, ``NS``, ``Pass``, ``+``, ``X``, ``XX``,
    ``AP``) and as written for others. `doubted` marks a part read with doubt, as in ``28? S``.
    """

    kind: TermKind
    text: str
    doubted: bool = False

    @property
    def number(self) -> int | None:
        return int(self.text) if self.kind is TermKind.NUMBER else None


@dataclass(frozen=True, slots=True)
class Said:
    """The words of one call in the order they were said.

    `unclear` is True where the words do not tell what was meant without guessing: a lone ``D``
    (diamonds or double), or two calls that ran together. An unclear call is a problem of the record,
    never an offence.
    """

    terms: tuple[Term, ...]
    unclear: bool = False
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The same words are looked up in every auction: their hash is worked out once.
        object.__setattr__(self, "_hash", hash((self.terms, self.unclear)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Said], tuple[tuple[Term, ...], bool]]:
        """The hash of a text is another one in every process."""
        return Said, (self.terms, self.unclear)

    @property
    def form(self) -> str:
        """The kinds of the terms in order: ``suit plus number``."""
        return " ".join(term.kind.value for term in self.terms)

    @property
    def text(self) -> str:
        """The canonical text: ``28 S``, ``+ 1 D`` is written ``+1 D``."""
        words = " ".join(term.text + ("?" if term.doubted else "") for term in self.terms)
        return words.replace("+ ", "+") if words.startswith("+ ") else words

    @property
    def number(self) -> int | None:
        """The only number said; None where there is none or more than one."""
        numbers = [term.number for term in self.terms if term.number is not None]
        return numbers[0] if len(numbers) == 1 else None

    @property
    def suit(self) -> str | None:
        """The only suit said, as its letter; None where there is none or more than one."""
        found = [term.text for term in self.terms if term.kind is TermKind.SUIT]
        return found[0] if len(found) == 1 else None

    def has(self, kind: TermKind) -> bool:
        return any(term.kind is kind for term in self.terms)


@dataclass(frozen=True, slots=True)
class Call:
    """One call as recorded. `label` is the seat written before it, None where none was written."""

    said: Entry[Said]
    label: Entry[Seat] | None = None
    marked: str | None = None
    """The irregularity mark that the record itself sets beside the call (``^I``, ``^S`` of PBN), the
    letter alone: ``I``, ``S``. What the record says of it; whether it was one is judged apart."""

    @property
    def span(self) -> Span | None:
        return self.said.span
