"""Habits of hands: characters that one person writes much like another one's others.

A shape is drawn, or taken from a real writer: one's own other letter (a q for a 9), or another person's
character that looks like the wrong one. Whoever writes a 1 with a long upstroke puts a bar through the 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from samples.making.hand import handwriting, skeletons
from samples.making.hand.handwriting import Rng
from samples.making.hand.skeletons import Glyph

COPIES: Final = 6
"""Times that a drawn shape is written, each a little otherwise."""
STRETCH: Final = 0.05
BEND: Final = 0.025
"""How far the points of a line move, of the character's size."""

Glyphs = Mapping[str, tuple[Glyph, ...]]


@dataclass(frozen=True, slots=True)
class Habit:
    """Which characters a hand writes in a shape of its own, and what the shape is like.

    `drawn` are skeletons, `own` the writer's other character, `other` a writer whose character it is.
    `words` are written in calls for others, where a character does not occur otherwise.
    """

    drawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    other: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    beside: frozenset[str] = frozenset()
    """Characters of these that only go with the habit and are clear themselves: a 7 with a bar."""

    @property
    def characters(self) -> frozenset[str]:
        """Those that may be read as others."""
        return frozenset((*self.drawn, *self.own, *self.other)) - self.beside

    def shapes(self, glyphs: Glyphs, rng: Rng) -> dict[str, tuple[Glyph, ...]]:
        """What a writer with this habit writes; empty where the writer lacks the letter for it."""
        if any(letter not in glyphs for letter in self.own.values()):
            return {}
        return {
            **{c: _written(texts, rng) for c, texts in self.drawn.items()},
            **{c: glyphs[letter] for c, letter in self.own.items()},
            **{c: handwriting.writers()[name][c] for c, name in self.other.items()},
        }


def _written(texts: tuple[str, ...], rng: Rng) -> tuple[Glyph, ...]:
    return tuple(_varied(skeletons.drawn(text), rng) for text in texts for _ in range(COPIES))


def _varied(glyph: Glyph, rng: Rng) -> Glyph:
    """The shape as the same hand writes it once more: stretched and sheared a little, its lines bent."""
    change = np.eye(2) + rng.normal(0, STRETCH, (2, 2))
    return skeletons.normal(tuple(stroke @ change + _bend(len(stroke), rng) for stroke in glyph))


def _bend(count: int, rng: Rng) -> NDArray[np.float64]:
    along, knots = np.linspace(0, 3, count), rng.normal(0, BEND, (4, 2))
    return np.column_stack([np.interp(along, range(4), knots[:, axis]) for axis in (0, 1)])


HABITS: Final[Mapping[str, Habit]] = {
    "1 like 7, 4 like 6": Habit(
        {
            "1": ("034028", "~0230405029"),
            "4": ("~40170858 4548", "~501618574449"),
            "7": ("0060 6029 1545",),
        },
        beside=frozenset("7"),
    ),
    "6 like 5": Habit({"6": ("~50201214335457391806", "~4021120634465738180615")}),
    "nought like 1": Habit({"0": ("~302426393530", "~403324283940")}),
    "S like 5": Habit(other={"S": "apb-18"}),
    "9 like q": Habit({"9": ("~52210315364552 ~52575968", "~43201214354443 ~434648595867")}),
    "U like V": Habit(own={"U": "V"}, words={"+": "PLUS ", "C": "CLUBS"}),
    "D like 0": Habit({"D": ("~104062664818050210", "~2051646739180512")}),
    "open 4 like 9": Habit({"4": ("~3010041545 ~505459", "~2004154550 5059")}),
}
