"""Trials of the rulings on synthetic boards of bridge, each through text: written, read, ruled on.

A clean board must give no finding and the award that its maker reckons by other means; one with an
irregularity exactly the findings that its maker states; and what is told quickly to be clean must be
ruled on in full to the very same verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from bench.proportions import Proportion
from bench.soak.outcome import SHOWN, Outcome
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records.record import Record
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.game import BRIDGE, check
from fairdeal.rulings.bridge.hearing import BridgeHearing
from fairdeal.rulings.frame.finding import Finding, Verdict
from samples.making import bridge_irregularities as making
from samples.making.bridge_irregularities import BridgeCase
from samples.making.records import bridge_matches as matches
from samples.making.records.bridge_deals import clean_deal, record_of
from samples.making.records.bridge_matches import SheetCase


def book(name: str = "duplicate") -> BridgeBook:
    return BRIDGE.load(name)


def through_text(record: Record, rules: str = "duplicate") -> tuple[str, list[str], Verdict]:
    """The record written, read and ruled on; with the problems of reading it."""
    text = write(record)
    result = read(text)
    problems = [f"problem: {p.line}:{p.column} {p.message}" for p in result.problems]
    if result.record != record:
        problems.append("problem: the record read is not the record written")
    return text, problems, check(result.record, book(rules))


def check_clean(seed: int) -> list[str]:
    """What is wrong about a clean board: nothing."""
    made = clean_deal(Random(seed))
    text, wrong, verdict = through_text(record_of(made))
    wrong += [f"unexpected: {_shown(each)}" for each in verdict.findings]
    award = verdict.deals[0].award
    if award != (made.score or {"NS": 0, "EW": 0}):
        wrong.append(f"award: {made.score} expected, {award} given")
    return [*wrong, text] if wrong else []


def check_case(case: BridgeCase) -> list[str]:
    """What is wrong about a board with an irregularity: exactly its findings must be there."""
    text, wrong, verdict = through_text(case.record)
    left = list(verdict.findings)
    for wanted in case.wanted:
        match = next(
            (f for f in left if (f.code, str(f.place)) == (wanted.code, wanted.place)), None
        )
        if match is None or match.certainty.value != "established":
            wrong.append(f"missing: {wanted}")
        else:
            left.remove(match)
            if wanted.seat not in (None, match.seat):
                wrong.append(f"seat: {wanted.seat} expected, {match.seat} given")
    wrong += [f"unexpected: {_shown(each)}" for each in left]
    if case.judged and verdict.deals[0].award != case.award:
        wrong.append(f"award: {case.award} expected, {verdict.deals[0].award} given")
    return [*wrong, text] if wrong else []


def check_quick(seed: int) -> list[str]:
    """What differs between the quick way and the full one: nothing."""
    record = making.bent(seed)
    quickly = check(record, book())
    fully = BridgeHearing(record, book(), quick=False).verdict()
    if quickly == fully:
        return []
    return ["the quick way gives another verdict", repr(quickly), repr(fully), write(record)]


def check_match(seed: int) -> list[str]:
    """What is wrong about a clean match of four hands with its sheet: nothing."""
    match = matches.random_match(Random(f"match {seed}"))
    record = matches.record_of_match(match, matches.rows_of(match, "EW"), "EW")
    text, wrong, verdict = through_text(record, "alberta")
    wrong += [f"unexpected: {_shown(each)}" for each in verdict.findings]
    for made, deal in zip(match.deals, verdict.deals, strict=True):
        due = match.award(str(made.board))
        if deal.award != due:
            wrong.append(f"award of hand {made.board}: {due} expected, {deal.award} given")
    return [*wrong, text] if wrong else []


def check_sheet(case: SheetCase) -> list[str]:
    """What is wrong about a sheet with a slip: exactly that slip must be found."""
    text, wrong, verdict = through_text(case.record, "alberta")
    given = sorted((each.code, str(each.place)) for each in verdict.findings)
    if given != sorted(case.wanted):
        wrong.append(f"{case.wanted} expected, {given} given")
        wrong += [_shown(each) for each in verdict.findings]
    return [*wrong, text] if wrong else []


def _shown(found: Finding) -> str:
    return f"{found.code} at {found.place}, {found.certainty.value}: {found.message}"


def _count(name: str, seeds: Sequence[int], wrong: Callable[[int], list[str]]) -> Outcome:
    right, failures = 0, list[str]()
    for seed in seeds:
        found = wrong(seed)
        if not found:
            right += 1
        elif len(failures) < SHOWN:
            failures.append("\n".join((f"seed {seed}", *found)))
    return Outcome(name, Proportion(right, len(seeds)), tuple(failures))


def run(count: int, seed: int) -> Iterable[Outcome]:
    """Clean boards, the quick way beside the full one, and every kind of irregularity."""
    seeds = range(seed, seed + count)
    yield _count("clean boards", seeds, check_clean)
    yield _count("quick and full alike", seeds, check_quick)
    few = range(seed, seed + max(1, count // 10))
    for kind in making.KINDS:

        def one(s: int, kind: str = kind) -> list[str]:
            return check_case(making.make(kind, s))

        yield _count(kind, few, one)
    yield _count("matches of four hands", few, check_match)
    for kind in matches.SLIPS:

        def slip(s: int, kind: str = kind) -> list[str]:
            return check_sheet(matches.make(kind, s))

        yield _count(f"sheet: {kind}", few, slip)
