"""What was written, and how surely: an entry with its readings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Generic, TypeVar

from fairdeal.records.place import Span

T = TypeVar("T")
U = TypeVar("U")


class Standing(Enum):
    """How an entry stands on the paper. Each is written differently in the notation."""

    CLEAR = "clear"
    """``9H``: read without doubt."""
    DOUBTED = "doubted"
    """``9H?``: one reading, with doubt; something else is possible."""
    RIVALS = "rivals"
    """``{9H|QH}``, ``{9H 0.7|QH 0.2}``: one of these, likeliest first."""
    ABSENT = "absent"
    """``-``: not recorded, or not transcribed."""
    ILLEGIBLE = "illegible"
    """``??``: written, cannot be read."""
    BLANK = "blank"
    """An empty cell of a sheet: nothing on the paper."""


_CLEAR: Final = Standing.CLEAR
_EMPTY: Final = (Standing.BLANK, Standing.ABSENT)
_DOUBTFUL: Final = (Standing.DOUBTED, Standing.RIVALS, Standing.ILLEGIBLE)
"""To look a member up in its enumeration takes longer than all else that is asked of an entry."""

DOUBTED_PROBABILITY = 0.9
"""The weight of the one reading of ``9H?`` where no figure is given; the rest is something else."""


NEARLY: Final = 0.98
"""A single reading of at least this probability is nearly sure: nothing else is looked at in its place, but
no finding that needs it is surer."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """One way to read an entry. `probability` is None where the record gives no figure."""

    value: T
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """One entry of a record with its readings, likeliest first.

    `readings` is empty for absent, illegible and blank entries, has one element for clear and doubted ones; a
    clear one has a probability where a reader of photos saw it. `span` is where it stood; clear cards are
    shared and have none (ask the hand or the trick that holds them).
    """

    standing: Standing
    readings: tuple[Reading[T], ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)
    faint: tuple[tuple[T | None, float], ...] = field(default=(), compare=False, repr=False)
    """What a clear entry may be as well, so unlikely that nobody is asked: what a reader saw in its ink, and
    any other value (None). What is left over beyond these would be no value at all."""

    @property
    def value(self) -> T | None:
        """The likeliest reading, or None where there is none."""
        return self.readings[0].value if self.readings else None

    @property
    def clear(self) -> bool:
        return self.standing is _CLEAR

    @property
    def filled(self) -> bool:
        """Whether anything is written there, whether it can be read or not."""
        return self.standing not in _EMPTY

    @property
    def doubtful(self) -> bool:
        """True where the ink leaves more than one possibility open."""
        return self.standing in _DOUBTFUL

    @property
    def left_over(self) -> float:
        """How likely a clear or nearly sure entry is something else than was read; 0 for any other."""
        if len(self.readings) != 1:
            return 0.0
        given = self.readings[0].probability
        if given is None or (given < NEARLY and not self.clear):
            return 0.0
        return max(0.0, 1.0 - given)

    def nearly(self) -> tuple[tuple[T | None, float], ...]:
        """The weights of a clear or nearly sure entry: as read, what its ink may be as well, and (None) any
        other value. Empty where nothing is left over."""
        left = self.left_over
        if left <= 0.0:
            return ()
        return ((self.readings[0].value, 1.0 - left), *(self.faint or ((None, left),)))

    def weighted(self) -> tuple[tuple[T | None, float], ...]:
        """Every reading with its weight, the weights adding up to 1.

        None stands for "something else than the readings given". Readings without a figure share
        evenly what the others leave. An absent or blank entry gives the single ``(None, 1.0)``.
        """
        if self.standing is _CLEAR:
            return ((self.readings[0].value, 1.0),)
        if not self.readings:
            return ((None, 1.0),)
        if self.standing is Standing.DOUBTED:
            first = self.readings[0]
            given = DOUBTED_PROBABILITY if first.probability is None else first.probability
            return ((first.value, given), (None, 1.0 - given))
        known = sum(r.probability for r in self.readings if r.probability is not None)
        unknown = sum(1 for r in self.readings if r.probability is None)
        share = max(0.0, 1.0 - known) / unknown if unknown else 0.0
        pairs: list[tuple[T | None, float]] = [
            (r.value, share if r.probability is None else r.probability) for r in self.readings
        ]
        rest = 1.0 - sum(weight for _, weight in pairs)
        if rest > 1e-12:
            pairs.append((None, rest))
        total = sum(weight for _, weight in pairs)
        return tuple((value, weight / total) for value, weight in pairs)

    def map(self, change: Callable[[T], U]) -> Entry[U]:
        """The same entry with `change` applied to every reading."""
        readings = tuple(Reading(change(r.value), r.probability) for r in self.readings)
        return Entry(self.standing, readings, self.span)


def clear(value: T, span: Span | None = None) -> Entry[T]:
    """An entry read without doubt."""
    return Entry(_CLEAR, (Reading(value),), span)


def rivals(*readings: tuple[T, float | None], span: Span | None = None) -> Entry[T]:
    """An entry of several readings, likeliest first."""
    return Entry(Standing.RIVALS, tuple(Reading(v, p) for v, p in readings), span)


def absent(span: Span | None = None) -> Entry[T]:
    """An entry that was not recorded."""
    return Entry(Standing.ABSENT, (), span)


def illegible(span: Span | None = None) -> Entry[T]:
    """An entry that is written but cannot be read."""
    return Entry(Standing.ILLEGIBLE, (), span)


def blank(span: Span | None = None) -> Entry[T]:
    """An empty cell."""
    return Entry(Standing.BLANK, (), span)
