"""Trials of the rulings on synthetic deals, each through text: written, read again, ruled on.

A clean deal must give no finding; one with an irregularity exactly the findings that its maker
states, at the right seat and place, and what the maker says must come of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import partial
from typing import Final, TypeVar

from bench.soak.outcome import Outcome, tried
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Place, Record
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import DealVerdict, Finding, Verdict
from fairdeal.rulings.rulebooks.files import known
from samples.making import irregularities as making
from samples.making.irregularities import sheets
from samples.making.irregularities.scene import ANY, Case, Expected, Scene
from samples.making.records.deals import clean_record, clean_session
from samples.making.records.table import VARIANTS, Agreed, Variant

T = TypeVar("T")


def through_text(record: Record) -> tuple[str, list[str], Verdict]:
    """The record written, read and ruled on; with the problems of reading it."""
    text = write(record)
    result = read(text)
    problems = [f"problem: {p.line}:{p.column} {p.message}" for p in result.problems]
    if result.record != record:
        problems.append("problem: the record read is not the record written")
    book = load(record.tag("Rules") or "international")
    return text, problems, check(result.record, book)


def check_clean(record: Record) -> str:
    """What is wrong about a clean record: no problem, no finding."""
    text, problems, verdict = through_text(record)
    return _report(text, [*problems, *(f"unexpected: {_shown(f)}" for f in verdict.findings)])


def check_case(case: Case) -> str:
    """What is wrong about a record with irregularities: exactly the expected findings and outcomes. Two
    offences or more that one slip of the pen explains are found, and depend on it."""
    text, differences, verdict = through_text(case.record)
    together = {
        place for each in verdict.explanations if len(each.findings) > 1 for place in each.findings
    }
    left = [finding for finding in verdict.findings if finding.certainty.value != "possible"]
    for wanted in case.expected:
        match = next((found for found in left if _same(wanted, found, together)), None)
        if match is None:
            differences.append(f"missing: {_wanted(wanted)}")
        else:
            left.remove(match)
    differences += [f"unexpected: {_shown(finding)}" for finding in left]
    if case.scene is not None:
        differences += _ruling_differences(case.scene, verdict.deals[0])
    return _report(text, differences)


def _report(text: str, differences: Sequence[str]) -> str:
    """The differences to what was expected above the text; empty where there are none."""
    return "\n".join((*differences, text)) if differences else ""


def _same(wanted: Expected, found: Finding, together: Set[tuple[str, Place]]) -> bool:
    return (
        wanted.code == found.code
        and wanted.place in (ANY, str(found.place))
        and wanted.deal in (ANY, found.deal)
        and wanted.seat in (ANY, found.seat)
        and wanted.team in (ANY, found.team)
        and (found.certainty.value == "established" or (found.code, found.place) in together)
    )


def _ruling_differences(made: Scene, came: DealVerdict) -> Iterator[str]:
    if made.outcome != came.outcome:
        yield f"outcome: {made.outcome} expected, {came.outcome} given"
    if made.award != came.award:
        yield f"award: {made.award} expected, {came.award} given"
    contract = came.contract and Agreed(
        came.contract.value, came.contract.trump, came.contract.by, came.contract.doubled
    )
    if made.contract_settled and made.contract != contract:
        yield f"contract: {made.contract} expected, {contract} given"


def _wanted(found: Expected) -> str:
    return f"{found.code} at {found.place}, deal {found.deal}, seat {found.seat}, team {found.team}"


def _shown(found: Finding) -> str:
    return (
        f"{found.code} at {found.place}, deal {found.deal}, seat {found.seat}, team {found.team}, "
        f"{found.certainty.value}: {found.message}"
    )


# --- the trials --------------------------------------------------------------------------------------


def of_made(
    name: str, seeds: Sequence[int], check: Callable[[T], str], make: Callable[[int], T]
) -> Outcome:
    """What is wrong about what is made of each seed."""
    return tried(name, seeds, lambda seed: check(make(seed)))


def clean_deals(count: int, seed: int) -> Iterable[Outcome]:
    """Random legal deals in random styles of writing, shared among the rulebooks: no finding."""
    variants = [variant for variant in VARIANTS if variant.rules in known()]
    seeds = range(seed, seed - (-count // len(variants)))
    for variant in variants:
        name = f"{variant.rules}, {variant.players} players"
        yield of_made(name, seeds, check_clean, partial(clean_record, variant=variant))


def irregularities(count: int, seed: int) -> Iterable[Outcome]:
    """Every kind of irregularity: exactly the expected findings."""
    for kind in making.KINDS:
        yield of_made(kind, range(seed, seed + count), check_case, partial(making.make, kind))


def pairs(count: int, seed: int) -> Iterable[Outcome]:
    """Two irregularities at different steps of one deal: exactly the findings of both."""
    for first, second in making.pairs():
        made = partial(making.make_pair, first, second)
        yield of_made(f"{first} + {second}", range(seed, seed + count), check_case, made)


def session_irregularities(count: int, seed: int) -> Iterable[Outcome]:
    """Every kind of slip on a session's score sheet: exactly the expected findings."""
    for kind in sheets.SLIPS:
        made = partial(sheets.make_session, kind)
        yield of_made(kind, range(seed, seed + count), check_case, made)


def hidden_offences(count: int, seed: int) -> Iterable[Outcome]:
    """A revoke that only one of two readings shows is neither lost nor taken for certain."""
    for first in ("the revoke", "the other card"):
        wrong = partial(_check_hidden, first == "the revoke")
        yield tried(f"likelier reading: {first}", range(seed, seed + count), wrong)


def _check_hidden(revoke_first: bool, seed: int) -> str:
    record, place = making.doubtful_revoke(seed, revoke_first)
    text, differences, verdict = through_text(record)
    there = [f for f in verdict.findings if (f.code, str(f.place)) == ("revoke", place)]
    if [found.certainty.value for found in there] != ["depends"]:
        given = "; ".join(_shown(found) for found in there) or "nothing"
        differences.append(f"a revoke at {place} that depends was expected, given: {given}")
    elif not there[0].depends_on:
        differences.append("the revoke does not say what it hangs on")
    return _report(text, differences)


ELSEWHERE: Final = (
    "unapproved-bid",
    "unlisted-bid",
    "insufficient-bid",
    "bid-range",
    "opening-bid",
    "call-out-of-turn",
    "double-inadmissible",
    "redouble-inadmissible",
    "call-after-close",
    "conduct",
    "revoke",
    "two revokes",
    "lead-out-of-turn",
    "play-out-of-turn",
    "same-seat-twice",
    "card-not-held",
    "hand-size",
    "pack",
    "trick-winner",
    "contract-entry",
    "points-entry",
    "award-entry",
)
"""The kinds of irregularity that other rulebooks than the international know too."""


def of_kind(variant: Variant, kind: str) -> bool:
    """Whether a kind of irregularity is one under a variant's rulebook."""
    if kind == "unapproved-bid":
        return not variant.others_advice
    if kind in ("unlisted-bid", "conduct"):
        return kind in load(variant.rules).findings
    return True


def rulebooks(count: int, seed: int) -> Iterable[Outcome]:
    """Irregularities under every rulebook and at every table: exactly the expected findings."""
    for variant in VARIANTS:
        if variant.rules == "international":
            continue
        for kind in ELSEWHERE:
            if not of_kind(variant, kind):
                continue
            name = f"{variant.rules}, {variant.players} players, {kind}"
            made = partial(making.make, kind, variant=variant)
            yield of_made(name, range(seed, seed + count), check_case, made)


def clean_sessions(count: int, seed: int) -> Iterable[Outcome]:
    """Whole sessions with their score sheets, every figure right: no finding."""
    yield of_made("no finding", range(seed, seed + count), check_clean, clean_session)
