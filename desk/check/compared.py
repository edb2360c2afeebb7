"""One record under every rulebook, and where they rule differently."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.check.json_answer import contract_json, remedy_json, without_award
from fairdeal.desk.intake.papers import DEFAULT
from fairdeal.records import Record, firsts, in_groups
from fairdeal.rulings import check
from fairdeal.rulings.fifty_six.players import game_shown, seats_shown
from fairdeal.rulings.frame.finding import DealVerdict, Finding, Verdict
from fairdeal.rulings.rulebooks import rulebook
from fairdeal.rulings.rulebooks.rulebook import Direction, Rulebook

SCHEMA: Final = "fairdeal.compare/1"

Json = dict[str, Any]
Key = tuple[str, int | None, str, str | None]


@dataclass(frozen=True, slots=True)
class Ruled:
    """The record under one rulebook. `turned` are findings that only its direction of play makes."""

    book: Rulebook
    verdict: Verdict
    turned: tuple[Finding, ...] = ()

    @property
    def id(self) -> str:
        return self.book.id


@dataclass(frozen=True, slots=True)
class ComparedFinding:
    """A finding as each rulebook has it, by id; None where one does not find it."""

    finding: Finding
    under: dict[str, Finding | None]

    @property
    def same(self) -> bool:
        """Whether all rulebooks find it with the same remedy, and equally sure."""
        first, *others = [_ruling(each) for each in self.under.values()]
        return all(other == first for other in others)


@dataclass(frozen=True, slots=True)
class ComparedDeal:
    """A deal as each rulebook decides it, by id."""

    deal: str | None
    game: int
    under: dict[str, DealVerdict]

    @property
    def same(self) -> bool:
        first, *others = [(each.contract, each.outcome, each.award) for each in self.under.values()]
        return all(other == first for other in others)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A record under several rulebooks. `left_out` says why one was not asked, by id."""

    ruled: tuple[Ruled, ...]
    deals: tuple[ComparedDeal, ...]
    findings: tuple[ComparedFinding, ...]
    left_out: dict[str, str]

    @property
    def same(self) -> bool:
        alike = all(each.same for each in self.deals) and all(each.same for each in self.findings)
        return alike and not self.directions

    @property
    def directions(self) -> list[str]:
        """Once for each rulebook that turns the table round: how many acts that alone puts out of turn."""
        return [
            f"Under {each.id} the table plays {each.book.direction}, the other way round. That alone puts "
            f"{words.count(len(each.turned), 'call, lead or dealer', 'calls, leads or dealers')} out of "
            "turn; they are not listed."
            for each in self.ruled
            if each.turned
        ]


def compare(record: Record, books: Sequence[Rulebook]) -> Comparison:
    """Rule on a record under each rulebook that has a table of as many players as the record shows."""
    ruled, left_out = [], {}
    shown = seats_shown(record)
    for book in books:
        if shown and shown not in book.players:
            left_out[book.id] = f"it has no table of {shown} players"
            continue
        ruled.append(Ruled(book, check(record, book)))
    own = (record.tag("Rules") or "").strip().casefold()
    direction = next((each.book.direction for each in ruled if each.id == own), None)
    ruled = [_turned(each, record, direction or ruled[0].book.direction) for each in ruled]
    return Comparison(tuple(ruled), _deals(ruled), _findings(ruled), left_out)


IN_TURN: Final = frozenset(
    ("call-out-of-turn", "lead-out-of-turn", "play-out-of-turn", "dealer-rotation")
)
"""Findings about who is due, which the direction of play decides."""


def _turned(ruled: Ruled, record: Record, direction: Direction) -> Ruled:
    """What was ruled, with the findings that are there only because this rulebook's direction is another."""
    found = [each for each in ruled.verdict.findings if each.code in IN_TURN]
    if not found or ruled.book.direction == direction:
        return ruled
    other = check(record, replace(ruled.book, direction=direction))
    still = {_key(each) for each in other.findings if each.code in IN_TURN}
    turned = tuple(each for each in found if _key(each) not in still)
    return replace(ruled, turned=turned) if len(still) < len(found) else ruled


def _deals(ruled: Sequence[Ruled]) -> tuple[ComparedDeal, ...]:
    if not ruled:
        return ()
    return tuple(
        ComparedDeal(deal.deal, deal.game, {each.id: each.verdict.deals[place] for each in ruled})
        for place, deal in enumerate(ruled[0].verdict.deals)
    )


def _findings(ruled: Sequence[Ruled]) -> tuple[ComparedFinding, ...]:
    """Every finding of any rulebook, in the order of the record as far as one rulebook shows it."""
    found = in_groups(
        (_key(finding), (each.id, finding))
        for each in ruled
        for turned in [{_key(finding) for finding in each.turned}]
        for finding in each.verdict.findings
        if _key(finding) not in turned
    )
    seen = [
        ComparedFinding(same[0][1], {each.id: firsts(same).get(each.id) for each in ruled})
        for same in found.values()
    ]
    return tuple(sorted(filter(_told, seen), key=_order))


def _told(seen: ComparedFinding) -> bool:
    """Whether any rulebook has it as a finding of its own."""
    return any(each is not None and each.follows_from is None for each in seen.under.values())


def _order(seen: ComparedFinding) -> tuple[float, int, int, int]:
    """As things happened: deal by deal its calls, its tricks, its result; then the sheet by rows."""
    finding, at = seen.finding, seen.finding.at
    game = finding.game or float("inf")
    if at.call is not None:
        return (game, 1, at.call, 0)
    if at.trick is not None:
        return (game, 2, at.trick, at.position or 0)
    if finding.place.parts[0].split()[0] in ("dealer", "hand", "deal"):
        return (game, 0, 0, 0)
    return (game, 3, at.row or 0, 0)


def _key(finding: Finding) -> Key:
    return finding.code, finding.game, str(finding.place), finding.seat


def _ruling(finding: Finding | None) -> object:
    if finding is None:
        return None
    applies = finding.objected or not finding.needs_objection
    return finding.severity, finding.remedy, applies, finding.certainty, finding.probability


def grouped(
    under: Iterable[tuple[str, Any]], text: Callable[[Any], str]
) -> list[tuple[str, list[str]]]:
    """What is said in words, with the rulebooks that say it, in the order first said."""
    return list(in_groups((text(value), name) for name, value in under).items())


# --- for programs ----------------------------------------------------------------------------------


def as_json(source: str, comparison: Comparison) -> Json:
    """The object for one file: the schema ``fairdeal.compare/1``."""
    undecided = {each.id: without_award(each.verdict.deals) for each in comparison.ruled}
    return {
        "schema": SCHEMA,
        "source": source,
        "rulebooks": [each.id for each in comparison.ruled],
        "left_out": comparison.left_out,
        "same": comparison.same,
        "deals": [_deal_json(each) for each in comparison.deals],
        "findings": [_finding_json(each, undecided) for each in comparison.findings],
        "totals": {each.id: each.verdict.totals for each in comparison.ruled},
        "directions": comparison.directions,
    }


def _deal_json(seen: ComparedDeal) -> Json:
    return {
        "deal": seen.deal,
        "game": seen.game,
        "same": seen.same,
        "under": {
            name: {
                "contract": contract_json(deal.contract),
                "outcome": deal.outcome,
                "award": None if deal.award is None else dict(sorted(deal.award.items())),
            }
            for name, deal in seen.under.items()
        },
    }


def _finding_json(seen: ComparedFinding, undecided: Mapping[str, Collection[int | None]]) -> Json:
    finding = seen.finding
    return {
        "code": finding.code,
        "deal": finding.deal,
        "game": finding.game,
        "place": str(finding.place),
        "seat": finding.seat,
        "same": seen.same,
        "under": {
            name: None
            if each is None
            else {
                "article": each.article,
                "severity": each.severity,
                "certainty": each.certainty.value,
                "probability": each.probability,
                "remedy": remedy_json(each, each.game in undecided[name]),
                "needs_objection": each.needs_objection,
                "objected": each.objected,
                "setting": each.setting,
            }
            for name, each in seen.under.items()
        },
    }


def books_named(names: Sequence[str]) -> list[Rulebook]:
    """The rulebooks asked for, each with a name of its own to be distinguished by."""
    books = [rulings.load(name) for name in names]
    seen: dict[str, str] = {}
    for book, name in zip(books, names, strict=True):
        if book.id in seen:
            raise rulebook.RulebookError(
                f"two rulebooks are called {book.id!r}: {seen[book.id]} and {name}.",
                name,
                "id",
                "Give your own file an id of its own.",
            )
        seen[book.id] = name
    return books


def books_for(record: Record, names: Sequence[str] = ()) -> list[Rulebook]:
    """The rulebooks asked for; without any all of the game that the record shows, the usual one first."""
    known = sorted(rulings.of_game(game_shown(record)), key=lambda name: (name != DEFAULT, name))
    return books_named(names or known)
