"""What a rule is: one kind of irregularity, its severity, and where it is looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, Generic, Literal, TypeVar

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


Rules = tuple[Rule[Any, Any, Any, Any], ...]


@lru_cache(maxsize=256)
def rules_under(rules: Rules, book: Rulebook) -> Rules:
    """The rules that a rulebook has something to say about."""
    return tuple(rule for rule in rules if rule.code in book.findings)


@lru_cache(maxsize=4096)
def asked_of_deal(rules: Rules, has: Has, signs: Sign) -> Rules:
    """The rules to be asked about a deal with these signs, whose record has so much."""
    return tuple(
        rule
        for rule in rules
        if rule.deal is not None
        and not rule.needs & ~has
        and (not rule.signs or rule.signs & signs)
    )


@lru_cache(maxsize=1024)
def asked_of_result(rules: Rules, has: Has) -> Rules:
    """The rules to be asked about the result under such a deal."""
    return tuple(rule for rule in rules if rule.ruled is not None and not rule.ruled_needs & ~has)


@lru_cache(maxsize=2048)
def covered_in(rules: Rules, label: str | None, game: int, has: Has) -> tuple[Coverage, ...]:
    """What was checked of a deal whose record has so much, without doubts or possible findings."""
    return tuple([Coverage(code, label, done, why, game) for code, done, why in _told(rules, has)])


def unchecked_in(rules: Rules, label: str | None, game: int, has: Has) -> tuple[Coverage, ...]:
    """The same of what could not be checked alone."""
    told = _told(rules, has)
    return tuple([Coverage(code, label, done, why, game) for code, done, why in told if not done])


@lru_cache(maxsize=512)
def _told(rules: Rules, has: Has) -> tuple[tuple[str, bool, str | None], ...]:
    """By rule: whether it could be checked, and what there is to say about that."""
    found = []
    for rule in rules:
        if rule.of_deals:
            why = lacking(rule.needed, has)
            found.append((rule.code, why is None, why or nothing_written(rule.needed, has)))
    return tuple(found)
