"""From columns of symbol probabilities to the texts of a vocabulary: CTC prefix decoding.

Prefix search after Graves et al. (2006) and Hannun et al. (2014), walking the vocabulary's automaton
so that only its texts are spelled. Spellings of one canonical text have their probability summed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.vocabulary import BLANK, INDEX, STRUCK, SYMBOLS, Vocabulary

Columns = NDArray[np.float32]
"""(T, symbols) probabilities; every row sums to 1."""

BEAM: Final = 20
"""Prefixes kept a column; at 20 the mass differs from an unbounded search in the sixth place."""
LEAST: Final = 2e-5
"""Symbols less likely than this in a column are left out of it."""
QUIET: Final = 0.9999
"""A column at least this blank only ends a stroke; nothing can begin in it."""
TINY: Final = 1e-9
ALIKE_SHARE: Final = 0.5
"""A text rests on signs read as others of their shape where more than this share of its mass does."""
WEAKEST: Final = 1e-9
"""Prefixes this much weaker than the strongest are dropped."""

_STRUCK: Final = INDEX[STRUCK]


@dataclass(frozen=True, slots=True)
class Decoded:
    """Masses of canonical texts, largest first, not divided by their sum.

    What is seldom written, and signs read as others, weigh less in `masses` than what the net believes
    of their ink; `believed` are the unweighted beliefs in the same order.
    """

    masses: tuple[tuple[str, float], ...]
    struck: float
    """The strongest sign, in any column, that ink was struck out."""
    alike: bool = False
    """Whether the strongest text rests mostly on signs read as others of their shape."""
    looks: int = 1
    """How many views of the ink the masses are the mean of."""
    believed: tuple[float, ...] = ()
    agreed: float = 1.0
    """Share of the looks that each alone would have the strongest text."""
    least: float = 1.0
    """The smallest share of its masses that any look gives the strongest text."""

    @property
    def legal(self) -> float:
        """How much of the net's belief is any text of the vocabulary at all."""
        return min(1.0, sum(self.believed or (mass for _, mass in self.masses)))

    @property
    def total(self) -> float:
        return sum(mass for _, mass in self.masses)

    def belief(self) -> float:
        """The unweighted belief in the strongest text."""
        return self.believed[0] if self.believed else self.masses[0][1]


def join_boxes(boxes: list[Columns]) -> Columns:
    """The columns of a field's boxes in order, with a sure blank between: boxes never merge."""
    if len(boxes) == 1:
        return boxes[0]
    gap = np.zeros((1, boxes[0].shape[1]), np.float32)
    gap[0, BLANK] = 1.0
    pieces = [piece for box in boxes for piece in (box, gap)]
    return np.concatenate(pieces[:-1])


def decode(
    columns: Columns, vocabulary: Vocabulary, beam: int = BEAM, least: float = LEAST
) -> Decoded:
    """The texts of the vocabulary that the columns may spell.

    Struck ink says nothing about the text: its symbol counts as blank, and is reported beside.
    """
    struck = float(columns[:, _STRUCK].max())
    silent = columns[:, BLANK] + columns[:, _STRUCK]
    spelled = _search(columns, silent, vocabulary, beam, least)
    masses: dict[str, float] = {}
    beliefs: dict[str, float] = {}
    taken: dict[str, float] = {}
    for spelling, forms, mass in spelled:
        for text, weight, alike in vocabulary.canonical(spelling, forms):
            masses[text] = masses.get(text, 0.0) + weight * mass
            beliefs[text] = beliefs.get(text, 0.0) + mass
            if alike:
                taken[text] = taken.get(text, 0.0) + weight * mass
    ranked = _ranked(masses)
    by_shape = bool(ranked) and taken.get(ranked[0][0], 0.0) > ALIKE_SHARE * ranked[0][1]
    believed = tuple(beliefs[text] for text, _ in ranked)
    return Decoded(ranked, struck, by_shape, 1, believed)


def _ranked(masses: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(masses.items(), key=lambda item: (-item[1], item[0])))


def mean(looks: Sequence[Decoded]) -> Decoded:
    """The mean of several views of the same ink; of struck ink the first view tells."""
    masses: dict[str, float] = {}
    beliefs: dict[str, float] = {}
    for look in looks:
        believed = look.believed or tuple(mass for _, mass in look.masses)
        for (text, mass), belief in zip(look.masses, believed, strict=True):
            masses[text] = masses.get(text, 0.0) + mass / len(looks)
            beliefs[text] = beliefs.get(text, 0.0) + belief / len(looks)
    ranked = _ranked(masses)
    believed = tuple(beliefs[text] for text, _ in ranked)
    struck = looks[0].struck
    if not ranked:
        return Decoded(ranked, struck, looks=len(looks))
    text, mass = ranked[0]
    by_shape = [
        look.masses[0][1]
        for look in looks
        if look.alike and look.masses and look.masses[0][0] == text
    ]
    alike = sum(by_shape) > ALIKE_SHARE * mass * len(looks)
    agreed = sum(bool(look.masses) and look.masses[0][0] == text for look in looks) / len(looks)
    least = min(dict(look.masses).get(text, 0.0) / max(look.total, TINY) for look in looks)
    return Decoded(ranked, struck, alike, len(looks), believed, agreed, least)


def _search(
    columns: Columns, silent: NDArray[np.float32], vocabulary: Vocabulary, beam: int, least: float
) -> list[tuple[str, tuple[int, ...], float]]:
    # prefix -> [state, last symbol, mass ending silent, mass ending in the symbol]
    prefixes: dict[str, list[float]] = {"": [0, 0, 1.0, 0.0]}
    moves = vocabulary.moves
    loud = columns >= least
    loud[:, BLANK] = loud[:, _STRUCK] = False
    for column, quiet, heard in zip(columns, silent.tolist(), loud, strict=True):
        if quiet >= QUIET and least > 0:
            for entry in prefixes.values():
                entry[2], entry[3] = (entry[2] + entry[3]) * quiet, 0.0
            continue
        symbols = heard.nonzero()[0]
        likely = dict(zip(symbols.tolist(), column[symbols].tolist(), strict=True))
        after: dict[str, list[float]] = {}
        for prefix, (state_number, last_number, ended, open_) in prefixes.items():
            state, last = int(state_number), int(last_number)
            entry = after.setdefault(prefix, [state, last, 0.0, 0.0])
            both = ended + open_
            entry[2] += both * quiet
            entry[3] += open_ * likely.get(last, 0.0)
            following = moves(state)
            for symbol, chance in likely.items():
                to = following.get(symbol)
                if to is None:
                    continue
                gain = (ended if symbol == last else both) * chance
                if gain <= 0.0:
                    continue
                longer = prefix + SYMBOLS[symbol]
                grown = after.get(longer)
                if grown is None:
                    after[longer] = [to, symbol, 0.0, gain]
                else:
                    grown[3] += gain
        prefixes = _strongest(after, beam)
    return [
        (prefix, forms, entry[2] + entry[3])
        for prefix, entry in prefixes.items()
        if (forms := vocabulary.ends(int(entry[0]))) and entry[2] + entry[3] > 0.0
    ]


def _strongest(prefixes: dict[str, list[float]], beam: int) -> dict[str, list[float]]:
    masses = [entry[2] + entry[3] for entry in prefixes.values()]
    floor = max(masses) * WEAKEST
    if len(prefixes) > beam:
        floor = max(floor, sorted(masses, reverse=True)[beam - 1])
    return {
        prefix: entry
        for (prefix, entry), mass in zip(prefixes.items(), masses, strict=True)
        if mass >= floor
    }


def free_text(columns: Columns) -> tuple[str, float]:
    """The best path without a vocabulary, struck ink left out, and the mass of that path."""
    best = columns.argmax(1)
    mass = float(np.prod(columns[np.arange(len(best)), best], dtype=np.float64))
    symbols, last = [], BLANK
    for symbol in best:
        if symbol != last and symbol not in (BLANK, _STRUCK):
            symbols.append(SYMBOLS[symbol])
        last = int(symbol)
    return "".join(symbols), mass
