"""What a rule is: one kind of irregularity, what the record must have for it, the drafts that it yields."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, Final, Generic, Literal, TypedDict, TypeVar, Unpack

from fairdeal.records import COMPASS_NAMES, Place, Seat, Span, Team
from fairdeal.rulings.frame.finding import At, Certainty, Coverage, Related, Remedy, Severity
from fairdeal.rulings.replay.calls import CallMade
from fairdeal.rulings.replay.deal import AnyReplay, Refused
from fairdeal.rulings.replay.play import Act, TrickFact, act_of, act_place, call_span, card_span
from fairdeal.rulings.replay.signs import NO_SIGN, Has, Sign
from fairdeal.rulings.rulebooks.rulebook import Rulebook

NOTHING_WRITTEN: Final = {
    Has.WINNERS: "no trick winners written, so none to check",
    Has.WRITTEN_CONTRACT: "no contract written, so none to check",
    Has.WRITTEN_POINTS: "no points written, so none to check",
    Has.WRITTEN_PENALTY: "no score written, so no penalty to check",
}
"""Entries that need not be there: where they are not, there is nothing left to check."""

WHY: Final = {
    Has.READABLE: "the deal could not be read",
    Has.AUCTION: "no auction recorded",
    Has.AUCTION_READABLE: "part of the auction cannot be read",
    Has.DEALER: "dealer not recorded",
    Has.HANDS: "no hands recorded",
    Has.WHOLE_HANDS: "not every card dealt is known",
    Has.PLAY: "no play recorded",
    Has.WHOLE_PLAY: "the play is not recorded in full",
    Has.CONTRACT: "the contract is not known",
    Has.MADE_CONTRACT: "the auction does not show the contract",
    Has.WRITTEN_SCORE: "no score recorded",
    Has.AWARD: "the award is not known",
}


@lru_cache(maxsize=4096)
def lacking(needs: Has, bits: Has) -> str | None:
    """Why something cannot be checked: what is lacking first; None where nothing is."""
    missing = needs & ~bits
    if not missing or nothing_written(needs, bits):
        return None
    return next((why for need, why in WHY.items() if missing & need), None)


@lru_cache(maxsize=4096)
def nothing_written(needs: Has, bits: Has) -> str | None:
    """What is not written, where a rule is about an entry that is not there at all."""
    missing = needs & ~bits
    return next((why for need, why in NOTHING_WRITTEN.items() if missing & need), None)


@lru_cache(maxsize=65536)
def covered(rule: str, deal: str | None, game: int | None, why: str | None, done: bool) -> Coverage:
    """The one object that says so: they are alike for thousands of deals."""
    return Coverage(rule, deal, done, why, game)


# --- drafts of findings -----------------------------------------------------------------------------


@dataclass(slots=True)
class Draft:
    """A finding without what the rulebook gives: `rulings.frame.hearing` completes it.

    `at` is by default the seat alone, `team` the seat's. `article`: the one that is cited, of those
    that the rulebook lists for this code; `article_of`: another code whose article is cited. `remedy`,
    `severity`: only where they are not those of the rulebook and the rule. `of`: the replay of the deal
    that a rule about the whole record speaks of. `deal` and `game` are shown where there is no replay.
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


def who(seat: Seat | None) -> str:
    """A player, at the beginning of a sentence."""
    return "Somebody" if seat is None else COMPASS_NAMES.get(seat, f"Seat {seat}")


def whom(seat: Seat) -> str:
    """A player, within a sentence."""
    return COMPASS_NAMES.get(seat, f"seat {seat}")


def said_text(call: CallMade) -> str:
    """The words of a call as they are quoted in a message."""
    return f'"{call.said.text}"' if call.said is not None else "a call"


def about_call(replay: AnyReplay, call: CallMade, message: str, **more: Unpack[Details]) -> Draft:
    """A draft about a call; `more` as in `Details`."""
    return Draft(
        Place.of(f"call {call.number}"),
        message,
        call.seat,
        at=At(call=call.number, seat=call.seat),
        span=call_span(replay.seen, call.number),
        **more,
    )


def about_card(
    replay: AnyReplay, fact: TrickFact, index: int, message: str, **more: Unpack[Details]
) -> Draft:
    """A draft about one card of a trick (`index` counts from 0); `more` as in `Details`."""
    return about_act(replay, act_of(fact, index), message, **more)


def about_act(replay: AnyReplay, act: Act, message: str, **more: Unpack[Details]) -> Draft:
    """A draft about one card played; `more` as in `Details`."""
    trick, index, seat = act
    return Draft(
        act_place(act),
        message,
        seat,
        at=At(trick=trick, seat=seat, position=index + 1),
        span=card_span(replay.seen, trick, index),
        **more,
    )


def about_refused(refused: Refused, message: str, **more: Unpack[Details]) -> Draft:
    """A draft about a card out of turn that was taken back, at the place where it would have stood."""
    number, seat = refused.fact.number, refused.seat
    return Draft(
        Place.of(f"trick {number}", f"seat {seat}"),
        f"{message} It was taken back.",
        seat,
        at=At(trick=number, seat=seat),
        span=refused.event.span,
        **more,
    )


# --- rules ------------------------------------------------------------------------------------------


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


MOST_COVERED: Final = 2048
"""Deals whose coverage is kept."""


class RuleSet(Generic[R, J, S, V]):
    """Rules in the order in which they are asked, and which of them to ask about what.

    What was worked out once is kept: thousands of deals have the same signs and records as full.
    """

    def __init__(self, rules: Iterable[Rule[R, J, S, V]]) -> None:
        self._all = tuple(rules)
        self.of_deal = cache(self._of_deal)
        self.of_result = cache(self._of_result)
        self.covered = lru_cache(MOST_COVERED)(self._covered)
        self._checks = cache(self._checks_of)

    def __iter__(self) -> Iterator[Rule[R, J, S, V]]:
        return iter(self._all)

    def _of_deal(self, has: Has, signs: Sign) -> tuple[Rule[R, J, S, V], ...]:
        """Those to be asked about a deal with these signs, whose record has so much."""
        return tuple(
            rule
            for rule in self._all
            if rule.deal is not None
            and not rule.needs & ~has
            and (not rule.signs or rule.signs & signs)
        )

    def _of_result(self, has: Has) -> tuple[Rule[R, J, S, V], ...]:
        """Those to be asked about the result under such a deal."""
        return tuple(
            rule for rule in self._all if rule.ruled is not None and not rule.ruled_needs & ~has
        )

    def _covered(self, label: str | None, game: int, has: Has) -> tuple[Coverage, ...]:
        """What was checked of a deal whose record has so much, without doubts or possible findings."""
        return tuple(
            [Coverage(code, label, done, why, game) for code, done, why in self._checks(has)]
        )

    def unchecked(self, label: str | None, game: int, has: Has) -> tuple[Coverage, ...]:
        """The same of what could not be checked alone."""
        checks = self._checks(has)
        return tuple([Coverage(c, label, done, why, game) for c, done, why in checks if not done])

    def _checks_of(self, has: Has) -> tuple[tuple[str, bool, str | None], ...]:
        """By rule: whether it could be checked, and what there is to say about that."""
        return tuple(_coverage(rule.code, rule.needed, has) for rule in self._all if rule.of_deals)


def _coverage(code: str, needed: Has, has: Has) -> tuple[str, bool, str | None]:
    why = lacking(needed, has)
    return code, why is None, why or nothing_written(needed, has)


@lru_cache(maxsize=64)
def rules_under(rules: tuple[Rule[R, J, S, V], ...], book: Rulebook) -> RuleSet[R, J, S, V]:
    """The rules that a rulebook has something to say about."""
    return RuleSet(rule for rule in rules if rule.code in book.findings)
