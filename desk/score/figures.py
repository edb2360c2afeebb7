"""The three scores of a match as values, and how they are written in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.desk import words
from fairdeal.desk.score.sides import Sides

Pair = tuple[int | None, int | None]
"""A figure for each side, None where it is not known."""

UNKNOWN: Final[Pair] = (None, None)

Name = Literal["as-written", "by-the-rulebook", "as-ruled"]
NAMES: Final[dict[Name, str]] = {
    "as-written": "As written",
    "by-the-rulebook": "By the rulebook",
    "as-ruled": "As ruled",
}
"""What the three scores are called, everywhere."""


@dataclass(frozen=True, slots=True)
class ToReplay:
    """A deal that is still to be replayed, and the most points that it may bring; None where no limit is
    known."""

    deal: str
    most: int | None

    @property
    def text(self) -> str:
        """``deal 12 to be replayed: up to 7 points``."""
        said = f"deal {self.deal} to be replayed"
        return said if self.most is None else f"{said}: up to {words.count(self.most, 'point')}"


@dataclass(frozen=True, slots=True)
class Disputed:
    """A deal of which papers say different things: what it scores by each, with the papers' names."""

    deal: str
    ways: tuple[tuple[Pair, str], ...]

    @property
    def text(self) -> str:
        """``deal 15: 0 to 7 by log-15.hrn, 3 to 0 by log-15-b.hrn``."""
        given = ", ".join(f"{to_text(pair)} by {papers}" for pair, papers in self.ways)
        return f"deal {self.deal}: {given}"

    def most(self, side: int) -> int | None:
        """The most that it may bring a side; None where it is not known."""
        return _extreme(max, [pair[side] for pair, _ in self.ways])

    def least(self, side: int) -> int | None:
        return _extreme(min, [pair[side] for pair, _ in self.ways])


def _extreme(of: Callable[[list[int]], int], figures: Sequence[int | None]) -> int | None:
    known = [each for each in figures if each is not None]
    return of(known) if len(known) == len(figures) else None


@dataclass(frozen=True, slots=True)
class Score:
    """One score of a match. `totals` leave out deals that are to be replayed or that papers dispute; the
    match is open as long as there is one, and brings no match points."""

    totals: Pair = UNKNOWN
    match_points: Pair = UNKNOWN
    to_replay: tuple[ToReplay, ...] = ()
    disputed: tuple[Disputed, ...] = ()
    copies: tuple[tuple[str, Pair], ...] = ()
    """As written, where two copies of the sheet end differently: whose each is, and what it says."""

    @property
    def known(self) -> bool:
        return None not in self.totals

    @property
    def open(self) -> bool:
        return bool(self.to_replay or self.disputed)

    @property
    def open_deals(self) -> tuple[str, ...]:
        """What is open, deal by deal, in words."""
        return (*(each.text for each in self.disputed), *(each.text for each in self.to_replay))

    def figure(self, side: int) -> str:
        """A side's total: ``27``, ``20–27`` where papers differ, ``not known``."""
        total = self.totals[side]
        low = _added(total, [each.least(side) for each in self.disputed])
        high = _added(total, [each.most(side) for each in self.disputed])
        if total is None:
            return "not known"
        if low is None or high is None:
            return f"{_signed(total)} or more"
        return _signed(low) if low == high else f"{_signed(low)}–{_signed(high)}"

    @property
    def leader(self) -> int | None:
        """0 for the first side, 1 for the second; None where the score is level, open or not known."""
        one, two = self.totals
        if one is None or two is None or one == two or self.open:
            return None
        return 0 if one > two else 1

    @property
    def text(self) -> str:
        """``27 to 20, deal 12 to be replayed: up to 7 points``; ``not known``."""
        if self.copies:
            return ", ".join(f"{to_text(pair)} in {name}" for name, pair in self.copies)
        if self.totals == UNKNOWN and not self.open:
            return "not known"
        figures = to_text(self.totals)
        if self.disputed:
            figures = " to ".join(self.figure(side) for side in (0, 1))
        return ", ".join([figures, *self.open_deals])


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match three ways. There is no fourth.

    `as_ruled` is None as long as the committee has decided nothing. `worked_out` is what follows from its
    decisions: the same, unless the committee wrote other figures into its ruling and let them stand.
    """

    sides: Sides
    as_written: Score
    by_the_rulebook: Score
    as_ruled: Score | None = None
    worked_out: Score | None = None
    undecided: int = 0
    """Findings that are not decided yet: they count as the rulebook has them."""
    over: bool = True
    """Whether the record shows the match to its end."""
    boards: tuple[tuple[int, int | None], ...] = ()
    """Of boards that stand alone, those for which decisions give another score than the rulebook: their
    position in the record and points of the first side, below 0 where the other scored; None where they
    leave it open."""

    @property
    def in_force(self) -> Score:
        """The score that counts now: as ruled, or by the rulebook where nothing is decided."""
        return self.by_the_rulebook if self.as_ruled is None else self.as_ruled

    @property
    def named(self) -> tuple[tuple[Name, Score | None], ...]:
        """The three in the order in which they are shown."""
        return (
            ("as-written", self.as_written),
            ("by-the-rulebook", self.by_the_rulebook),
            ("as-ruled", self.as_ruled),
        )

    @property
    def turned(self) -> bool:
        """Whether another side wins than on paper. Nobody does as long as the match is open."""
        return self.over and turned(self.as_written, self.in_force)


def turned(before: Score, after: Score) -> bool:
    """Whether another side wins, or none any more; not where either score is open or unknown."""
    known = before.known and after.known and not (before.open or after.open)
    return known and before.leader != after.leader


def _added(total: int | None, more: Sequence[int | None]) -> int | None:
    known = [each for each in more if each is not None]
    return None if total is None or len(known) < len(more) else total + sum(known)


def pair_text(pair: Pair) -> str:
    """``2 – 0``; a question mark for a side that is not known."""
    return " – ".join("?" if figure is None else str(figure) for figure in pair)


def to_text(pair: Pair) -> str:
    """``27 to 20``; a question mark for a side that is not known."""
    return " to ".join("?" if figure is None else _signed(figure) for figure in pair)


def _signed(figure: int) -> str:
    return str(figure).replace("-", "−")
