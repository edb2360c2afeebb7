"""What a rule is: one kind of irregularity, its severity, and where it is looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Generic, Literal, TypeVar

from fairdeal.rulings.frame.coverage import Has, lacking, nothing_written
from fairdeal.rulings.frame.draft import Drafted
from fairdeal.rulings.frame.finding import Coverage, Severity
from fairdeal.rulings.replay.signs import NO_SIGN, Sign
from fairdeal.rulings.rulebooks.rulebook import Rulebook

NOTHING: Final = Has(0)

R = TypeVar("R")
"""A deal replayed."""
J = TypeVar("J")
"""A deal ruled on."""
S = TypeVar("S")
"""A record as a whole."""
V = TypeVar("V")
"""A score sheet."""


@dataclass(frozen=True, eq=False)
class Rule(Generic[R, J, S, V]):
    """One kind of irregularity and how it is found, in a game of any kind.

    `deal` looks at a deal replayed, `maybe` for what the record leaves possible in it, `ruled` at the
    result written under it once its award is known, `sheet` at a score sheet, `session` at the record
    as a whole. `signs`: the deal is looked at only where one of these is raised (none: always).
    `needs`: what the record must have to be checked at all; `wants`: what it must have to be checked in
    full. `sheet_needs`: columns without which a sheet cannot be checked, any one of each group.
    `within`: what `deal` looks at, all of it: the auction with what the callers were dealt, or the play
    with the hands; None where it is more.
    """

    code: str
    severity: Severity
    deal: Callable[[R], Iterable[Drafted]] | None = None
    maybe: Callable[[R], Iterable[Drafted]] | None = None
    ruled: Callable[[J], Iterable[Drafted]] | None = None
    sheet: Callable[[S, V], Iterable[Drafted]] | None = None
    session: Callable[[S], Iterable[Drafted]] | None = None
    signs: Sign = NO_SIGN
    needs: Has = NOTHING
    wants: Has = NOTHING
    ruled_needs: Has = NOTHING
    sheet_needs: tuple[tuple[str, ...], ...] = ()
    within: Literal["auction", "play"] | None = None

    @cached_property
    def of_deals(self) -> bool:
        """Whether single deals are checked for it."""
        return self.deal is not None or self.ruled is not None or bool(self.needs)

    @cached_property
    def needed(self) -> Has:
        """What the record of a deal must have for it to be checked in full."""
        return Has.READABLE | self.needs | self.ruled_needs | self.wants


class RuleSet(Generic[R, J, S, V]):
    """Rules in the order in which they are asked, and which of them to ask about what.

    What was worked out once is kept: thousands of deals have the same signs and records as full.
    """

    def __init__(self, rules: Iterable[Rule[R, J, S, V]]) -> None:
        self._all = tuple(rules)
        self._of_deal: dict[tuple[Has, Sign], tuple[Rule[R, J, S, V], ...]] = {}
        self._of_result: dict[Has, tuple[Rule[R, J, S, V], ...]] = {}
        self._coverage: dict[Has, tuple[tuple[str, bool, str | None], ...]] = {}
        self._covered: dict[tuple[str | None, int, Has], tuple[Coverage, ...]] = {}

    def __iter__(self) -> Iterator[Rule[R, J, S, V]]:
        return iter(self._all)

    def of_deal(self, has: Has, signs: Sign) -> tuple[Rule[R, J, S, V], ...]:
        """Those to be asked about a deal with these signs, whose record has so much."""
        found = self._of_deal.get((has, signs))
        if found is None:
            found = self._of_deal[has, signs] = tuple(
                rule
                for rule in self._all
                if rule.deal is not None
                and not rule.needs & ~has
                and (not rule.signs or rule.signs & signs)
            )
        return found

    def of_result(self, has: Has) -> tuple[Rule[R, J, S, V], ...]:
        """Those to be asked about the result under such a deal."""
        found = self._of_result.get(has)
        if found is None:
            found = self._of_result[has] = tuple(
                rule for rule in self._all if rule.ruled is not None and not rule.ruled_needs & ~has
            )
        return found

    def covered(self, label: str | None, game: int, has: Has) -> tuple[Coverage, ...]:
        """What was checked of a deal whose record has so much, without doubts or possible findings."""
        key = (label, game, has)
        found = self._covered.get(key)
        if found is None:
            if len(self._covered) >= MOST_KEPT:
                self._covered.clear()
            told = self._tell(has)
            found = tuple([Coverage(code, label, done, why, game) for code, done, why in told])
            self._covered[key] = found
        return found

    def unchecked(self, label: str | None, game: int, has: Has) -> tuple[Coverage, ...]:
        """The same of what could not be checked alone."""
        told = self._tell(has)
        return tuple([Coverage(c, label, done, why, game) for c, done, why in told if not done])

    def _tell(self, has: Has) -> tuple[tuple[str, bool, str | None], ...]:
        """By rule: whether it could be checked, and what there is to say about that."""
        found = self._coverage.get(has)
        if found is None:
            asked = [rule for rule in self._all if rule.of_deals]
            found = self._coverage[has] = tuple(
                _coverage(rule.code, rule.needed, has) for rule in asked
            )
        return found


def _coverage(code: str, needed: Has, has: Has) -> tuple[str, bool, str | None]:
    why = lacking(needed, has)
    return code, why is None, why or nothing_written(needed, has)


MOST_KEPT: Final = 2048
"""Deals whose coverage is kept."""


@lru_cache(maxsize=64)
def rules_under(rules: tuple[Rule[R, J, S, V], ...], book: Rulebook) -> RuleSet[R, J, S, V]:
    """The rules that a rulebook has something to say about."""
    return RuleSet(rule for rule in rules if rule.code in book.findings)
