"""Cells to measure the reader with: what is written, who wrote it, and every character used once.

Independent cells are the point. A character that a person wrote once and that is drawn in ten cells is one
observation, not ten, however it is bent. So a `Pool` hands out each of a writer's characters once, and a
cell counts as independent of all others of its table. Only what no collection has (suit symbols, a plus
sign where the writer left none) is drawn, anew each time.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.training import trial
from fairdeal.digitize.training.cells.compose import Scribe
from fairdeal.digitize.training.glyphs import drawn
from fairdeal.digitize.training.glyphs.hands import Glyph, Hand, load_hands, split
from fairdeal.digitize.training.glyphs.photographed import load_photographed

G = TypeVar("G")

SUITS: Final = "CDHS"
SYMBOLS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))
DRAWN: Final = frozenset("♣♦♥♠+")
"""Signs that may be drawn, for no hand or few left them."""
TRIES: Final = 80
"""Texts thought of before a sort is given up for lack of characters."""
KINDS: Final = (
    "number boxed",
    "seat boxed",
    "card boxed, letter",
    "card boxed, drawn suit",
    "doubling boxed",
    "number",
    "card, letter",
    "card, drawn suit",
    "contract, letter",
    "contract, drawn suit",
    "call, letter",
    "call, drawn suit",
    "call, words",
)
"""Sorts of cells: the kind of field, whether each character has its own box, and how it is filled."""
_WORDS: Final = ("Pass", "Plus", "Noes", "Clubs", "Diamonds", "Hearts", "Spades", "Pass", "Pass")


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A cell and what was truly written in it.

    `ink` is None where the program took the field for blank. `written` is the canonical text, empty
    where nothing was written, None where what was written has none (`trouble`: struck, scribbled,
    wrong kind). `demand` names the rule that a forbidden entry breaks.
    """

    source: str
    sort: str
    ink: CellInk | None
    written: str | None
    writer: str
    trouble: str = ""
    demand: str = ""

    @property
    def kind(self) -> str:
        return kind_of(self.sort)


def kind_of(sort: str) -> str:
    """The kind of field that a sort is of."""
    return sort.split(",")[0].replace(" boxed", "")


class Pool(Generic[G]):
    """One writer's characters, each handed out once."""

    def __init__(self, glyphs: Mapping[str, Sequence[G]], rng: random.Random) -> None:
        self._left = {character: list(own) for character, own in sorted(glyphs.items())}
        for own in self._left.values():
            rng.shuffle(own)
        self.used = 0

    def has(self, text: str, free: frozenset[str] = frozenset()) -> bool:
        """Whether the text can be written with characters not yet used; `free` ones are drawn."""
        needed = Counter(character for character in text if character != " ")
        return all(
            character in free or count <= len(self._left.get(character, ()))
            for character, count in needed.items()
        )

    def take(self, character: str) -> G | None:
        """The next of a character; None where none is left."""
        left = self._left.get(character)
        if not left:
            return None
        self.used += 1
        return left.pop()

    @property
    def left(self) -> int:
        return sum(map(len, self._left.values()))


class OnceScribe(Scribe):
    """A scribe who writes each character of a pool once, and draws what may be drawn."""

    def __init__(self, seed: int) -> None:
        super().__init__([], [], seed, 0.0)
        self.pool: Pool[Glyph] | None = None

    def glyphs(self, text: str, hand: Hand | None = None) -> list[Glyph]:
        """A glyph a character, in order; KeyError where the pool has none (ask `Pool.has` first)."""
        return [self._next(character) for character in text]

    def _next(self, character: str) -> Glyph:
        own = self.pool.take(character) if self.pool is not None else None
        if own is not None:
            return own
        if character in drawn.DRAWN:
            return drawn.draw(self.rng, character)
        raise KeyError(character)


def held_back(part: str) -> list[Hand]:
    """The hands of ``validation`` or ``test``, none of which the net learned from."""
    hands = load_hands()
    return [hands[name] for name in split(sorted(hands))[part]]


def photographed() -> list[Hand]:
    """The half of the photographed characters that is not trained on, as one hand."""
    return [load_photographed("validation")]


def independent(
    source: str, hands: Iterable[Hand], seed: int, most: int | None = None
) -> Iterator[Cell]:
    """Single cells in which every character is used once, until the hands are used up.

    `most` cells a hand at most. The sorts take turns, so that scarce characters are shared.
    """
    strengths = trial.MILD if source.startswith("photographed") else trial.PHONE
    for number, hand in enumerate(hands):
        scribe = OnceScribe(seed + number)
        scribe.pool = Pool(hand.glyphs, scribe.rng)
        sorts, count = list(KINDS), 0
        while sorts and (most is None or count < most):
            for sort in tuple(sorts):
                text = writable(scribe.rng, sort, scribe.pool)
                if text is None:
                    sorts.remove(sort)
                    continue
                strength = scribe.rng.choice(strengths)
                yield _cell(scribe, source, sort, hand, text, strength)
                count += 1


def writable(rng: random.Random, sort: str, pool: Pool[G], must_have: bool = True) -> str | None:
    """A text of the sort that the pool can still write, None where none of `TRIES` can be.

    `must_have`: at least one character of the writer's own, so that nothing is all drawn.
    """
    for _ in range(TRIES):
        text = text_for(rng, sort)
        own = any(character not in DRAWN and character != " " for character in text)
        if pool.has(text, DRAWN) and (own or not must_have):
            return text
    return None


def _cell(
    scribe: Scribe, source: str, sort: str, hand: Hand, text: str, strength: float, demand: str = ""
) -> Cell:
    """A text written cleanly into one box, or a box a character."""
    if "boxed" in sort:
        parts = text.replace(" ", "")
        written = [scribe.boxed(part, strength, hand, clean=True) for part in parts]
    else:
        written = [scribe.lined(text, strength, hand, clean=True)]
    kind = kind_of(sort)
    ink = CellInk(kind, tuple(trial.as_cut(cell.grey) for cell in written))
    return Cell(source, sort, ink, trial.truth_of(kind, text), hand.name, demand=demand)


def demanded(
    source: str, hands: Sequence[Hand], seed: int, texts: Sequence[tuple[str, str, str]]
) -> Iterator[Cell]:
    """Given texts (sort, text, name of the rule they break), written by hands that can write them.

    Characters are used again from cell to cell, each time drawn otherwise.
    """
    scribe = Scribe(list(hands), [], seed, 0.0)
    for sort, text, demand in texts:
        able = [hand for hand in hands if _can(hand, text)]
        if able:
            hand, strength = scribe.rng.choice(able), scribe.rng.choice(trial.PHONE)
            yield _cell(scribe, source, sort, hand, text, strength, demand)


def troubled(source: str, hands: Sequence[Hand], seed: int, each: int) -> Iterator[Cell]:
    """Struck-out texts and texts of another kind, `each` of every sort."""
    for trouble in ("struck", "wrong kind"):
        for entry in trial.fields(list(hands), seed, each, trouble):
            yield Cell(source, entry.sort, entry.ink, None, entry.writer, trouble)


def _can(hand: Hand, text: str) -> bool:
    return all(c in DRAWN or c == " " or hand.glyphs.get(c) for c in text)


def text_for(rng: random.Random, sort: str) -> str:
    """A text for a sort of cell, of every form, allowed or not, as far as people write them."""
    kind, _, filled = sort.replace(" boxed", "").partition(", ")
    suit = rng.choice(SUITS)
    if filled == "drawn suit":
        suit = SYMBOLS[suit]
    if kind == "number":
        return rng.choice((_number(rng), str(rng.randrange(10))))
    if kind == "seat":
        return str(rng.randrange(1, 9))
    if kind == "card":
        return str(rng.choice((*("9", "10", "J", "Q", "K", "A") * 3, "T", *"8765432"))) + suit
    if kind == "doubling":
        return rng.choice(("X", "XX"))
    if filled == "words":
        return _wordy(rng)
    small = str(rng.randrange(1, 9))
    if kind == "contract":
        forms = [f"{_number(rng)} {suit}"] * 4 + [f"{suit} {_number(rng)}"]
        return rng.choice(forms if filled == "drawn suit" else [*forms, f"{_number(rng)} NT"])
    forms = [f"{_number(rng)} {suit}"] * 4
    forms += [f"{suit} {_number(rng)}", f"+{small} {suit}", f"{suit} + {small}", f"+{suit}"]
    if filled == "letter":
        forms += ["P", "P", "X", "XX", f"{_number(rng)} NT", f"{_number(rng)} NS", f"+{small} NS"]
    return rng.choice(forms)


def _number(rng: random.Random) -> str:
    return str(rng.randrange(28, 57) if rng.random() < 0.5 else rng.randrange(10, 100))


def _wordy(rng: random.Random) -> str:
    word = rng.choice(_WORDS)
    text = {
        "Noes": f"{_number(rng)} Noes",
        "Plus": f"Plus {rng.randrange(1, 9)} {rng.choice(SUITS)}",
        "Pass": rng.choice(("Pass", "Pass", "Pass", f"{_number(rng)} Pass")),
    }.get(word, f"{_number(rng)} {word}")
    return rng.choice((text, text, text.upper(), text.lower()))
