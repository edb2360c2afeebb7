"""What a rule says of one irregularity, before the rulebook is asked for its article and remedy."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypedDict

from fairdeal.records.cards import Seat, Team
from fairdeal.records.place import Place, Span
from fairdeal.rulings.frame.finding import At, Certainty, Related, Remedy, Severity


@dataclass(slots=True)
class Draft:
    """A finding without what the rulebook gives: `rulings.frame.hearing` completes it.

    `at` is by default the seat alone, `team` the seat's. `article`: the one that is cited, of those
    that the rulebook lists for this code; `article_of`: another code whose article is cited. `remedy`,
    `severity`: only where they are not those of the rulebook and the rule. `of`: the replay of the deal
    that a rule about the whole record speaks of. `deal` and `game` are told where there is no replay.
    """

    place: Place
    message: str
    seat: Seat | None = None
    team: Team | None = None
    at: At | None = None
    span: Span | None = None
    related: tuple[Related, ...] = ()
    article: str | None = None
    article_of: str | None = None
    setting: str | None = None
    remedy: Remedy | None = None
    severity: Severity | None = None
    of: Any = None
    deal: str | None = None
    game: int | None = None
    due: int | None = None
    count: int = 1
    certainty: Certainty = Certainty.ESTABLISHED
    probability: float | None = 1.0
    depends_on: tuple[Place, ...] = ()
    seat_only: bool = False
    """Where a cell names the seat and nobody is blamed: then no side is."""


class Details(TypedDict, total=False):
    """What a rule may add to a draft about a call, a card or a cell: fields of `Draft`."""

    team: Team | None
    related: tuple[Related, ...]
    article: str | None
    article_of: str | None
    setting: str | None
    remedy: Remedy | None
    severity: Severity | None


@dataclass(frozen=True, slots=True)
class Shared:
    """A draft that is the same in every reading of a deal with the same `facts` (all hashable).

    A doubtful deal is ruled on in some thousand readings, and most of what is found in one is found in
    others too: words, places and spans are put together for the first of them only. `build` looks at
    the facts alone, beside what no reading changes: deal, table and rulebook.
    """

    build: Callable[..., Draft]
    facts: tuple[Hashable, ...]


Drafted = Draft | Shared


def shared(build: Callable[..., Draft], *facts: Hashable) -> Shared:
    return Shared(build, facts)


def row_words(index: int, deal: str | None) -> str:
    """What a row (from 0) is called in a message, with its deal where that is known."""
    return f"Row {index + 1}" + (f" (deal {deal})" if deal is not None else "")
