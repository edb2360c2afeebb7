"""Which readings the other entries choose: only between those that the ink leaves open, and only clearly.

Every reading keeps its weight in how sure a finding is. Here it is decided what to take a doubtful entry
for where one reading must be shown: the ink's likeliest, unless another that the ink leaves open is far
likelier beside the other entries. A slip in ink that can be read is so never taken for something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.records.calls import Said
from fairdeal.records.place import Place
from fairdeal.rulings.doubt.slips import BY_CHANCE, SUM_SLIP

OPEN: Final = 0.25
"""The share of the likeliest reading's ink that another must have for the ink to leave it open: below
one in four the ink has spoken, and what disagrees with it is a recorder's slip before it is a misreading."""

ODDS: Final = 10.0
"""How many times likelier than the ink's own choice a reading must be, all entries taken together."""

SURE: Final = 0.99
"""From here on the other entries leave no doubt that a person should settle."""

Digits = tuple[int, ...]
Options = Sequence[tuple[Any, float]]


@dataclass(frozen=True, slots=True)
class Choice:
    """A doubtful entry between whose readings others chose: `text` is taken, `by` are the others.

    `changed`: the ink alone makes another likelier. `share`: how likely the reading is, all told.
    """

    place: Place
    text: str
    by: tuple[Place, ...]
    changed: bool
    share: float

    @property
    def sure(self) -> bool:
        return self.share >= SURE


def chosen(options: Sequence[Options], worlds: Sequence[tuple[Digits, float]]) -> Digits:
    """The readings to show: those of the heaviest world that the ink leaves open and that is clear.

    `worlds` are choices of readings, a digit for each of `options`, with their weights; the choice of
    the first reading everywhere is one of them. Something else than was read (None) is never chosen
    before a reading.
    """
    open_ = [{0} | {n for n, way in enumerate(each) if _open(each, *way)} for each in options]
    while True:
        best = max(
            (world for world in worlds if all(d in open_[n] for n, d in enumerate(world[0]))),
            key=lambda world: world[1],
        )[0]
        unclear = [n for n, digit in enumerate(best) if digit and not _clear(n, digit, worlds)]
        if not unclear:
            return best
        for n in unclear:
            open_[n] = {0}


def _open(options: Options, value: object, ink: float) -> bool:
    return value is not None and ink >= OPEN * options[0][1]


def _clear(place: int, digit: int, worlds: Iterable[tuple[Digits, float]]) -> bool:
    ours = theirs = 0.0
    for digits, weight in worlds:
        ours += weight if digits[place] == digit else 0.0
        theirs += weight if digits[place] == 0 else 0.0
    return ours >= ODDS * theirs


def share_of(
    place: int, digit: int, options: Options, worlds: Iterable[tuple[Digits, float]]
) -> float:
    """How likely a reading is that other entries bear out.

    Something else than was read would not be borne out by them, but by chance.
    """
    weights = [0.0] * len(options)
    for digits, weight in worlds:
        weights[digits[place]] += weight
    for n, (value, _) in enumerate(options):
        if value is None and n != digit:
            weights[n] *= BY_CHANCE + SUM_SLIP
    total = sum(weights)
    return weights[digit] / total if total else 0.0


def in_text(value: object) -> str:
    """A reading in canonical form."""
    if value is None:
        return "something else"
    return value.text if isinstance(value, Said) else str(value)
