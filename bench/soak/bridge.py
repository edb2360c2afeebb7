"""Trials of the rulings on synthetic boards of bridge, each through text: written, read, ruled on.

A clean board must give no finding and its award; one with an irregularity exactly the findings that its
maker states. The quick way with plain boards must give what the full one gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

from bench.soak.deals import of_made, through_text
from bench.soak.outcome import Outcome, tried
from bench.soak.pbn import judged_alike
from bench.soak.slip_kinds import LOG_SLIPS, Seating, Slipped
from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.records import COMPASS, DENOMINATIONS, Call, Deal, Record, Tag, clear
from samples.making import bridge_irregularities as making
from samples.making.bridge_irregularities import BridgeCase
from samples.making.chance import NoChanceError, given
from samples.making.records import bridge_matches as matches
from samples.making.records.bridge_deals import (
    RANKS,
    clean_deal,
    deal_of,
    record_of,
)
from tests.support.pbn_files import write_deals

SEATING: Final = Seating(COMPASS, RANKS)
_CALLS: Final = ("Pass", "X", "XX", *(f"{n} {d}" for n in range(1, 8) for d in DENOMINATIONS))
_BLOCKS: Final = ("auction", "play", "result", "hands", "vulnerable", "dealer")


def _differs(
    record: Record,
    wanted: Iterable[tuple[str, str]] = (),
    awards: Mapping[int, Mapping[str, int] | None] | None = None,
    seats: Mapping[str, str] | None = None,
) -> str:
    """What is wrong about a record: exactly these findings must be established, with these awards of its
    deals (by their place in it) and by these seats (by code)."""
    text, wrong, verdict = through_text(record)
    given = sorted((each.code, str(each.place)) for each in verdict.findings)
    if given != sorted(wanted):
        wrong.append(f"{sorted(wanted)} expected, {given} given")
    wrong += [
        f"not established: {f}" for f in verdict.findings if f.certainty.value != "established"
    ]
    for each in verdict.findings:
        if (seats or {}).get(each.code, each.seat) != each.seat:
            wrong.append(f"{each.code} by {each.seat}, not {(seats or {})[each.code]}")
    for at, award in (awards or {}).items():
        if verdict.deals[at].award != award:
            wrong.append(f"award of deal {at}: {award} expected, {verdict.deals[at].award} given")
    return "\n".join([*wrong, text]) if wrong else ""


def check_clean(seed: int) -> str:
    """What is wrong about a clean board: nothing."""
    made = clean_deal(Random(seed))
    return _differs(record_of(made), (), {0: made.written.score or {"NS": 0, "EW": 0}})


def check_case(case: BridgeCase) -> str:
    """What is wrong about a board or a sheet with something irregular: exactly its findings must be there."""
    wanted = [(each.code, each.place) for each in case.expected]
    seats = {each.code: each.seat for each in case.expected if each.seat is not None}
    return _differs(case.record, wanted, {0: case.award} if case.judged else {}, seats)


def as_games(record: Record) -> str:
    """The deals of a record in PBN, of each score the one figure that other programs write."""
    return re.sub(r'(?<=")NS 0 (?=EW)| EW 0(?="])', "", write_deals(record.deals))


def bent(seed: int) -> Record:
    """A clean board with slips of the pen, calls other than were made, or a block that was not recorded."""
    rng = Random(f"bent {seed}")
    deal = deal_of(clean_deal(rng))
    for _ in range(rng.choice([0, 1, 1, 1, 2])):
        with suppress(NoChanceError):
            slip = rng.choice([_other_call, _other_call, *LOG_SLIPS.values()])
            deal = slip(deal, rng, SEATING).paper
    if rng.random() < 0.1:
        left_out: dict[str, Any] = {rng.choice(_BLOCKS): None}
        deal = replace(deal, **left_out)
    return Record((Tag("Rules", "duplicate"),), (deal,))


def _other_call(deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    """A call left out, or written for another."""
    items = list(given(deal.auction))
    at, text = rng.randrange(len(items)), rng.choice(["", *_CALLS])
    items[at : at + 1] = [Call(clear(parse_call(text)))] if text else []
    return Slipped(replace(deal, auction=tuple(items)), ())


def check_quick(seed: int) -> str:
    """What differs between the quick way and the full one: nothing."""
    text = as_games(bent(seed))
    differs = judged_alike(read_pbn(text))
    return f"{differs}\n{text}" if differs else ""


def check_match(seed: int) -> str:
    """What is wrong about a clean match of four hands with its sheet: nothing."""
    match = matches.random_match(Random(f"match {seed}"))
    record = matches.record_of_match(match, matches.rows_of(match, "EW"), "EW")
    awards = {at: match.award(str(made.board)) for at, made in enumerate(match.deals)}
    return _differs(record, (), awards)


def run(count: int, seed: int) -> Iterable[Outcome]:
    """Clean boards, the quick way beside the full one, and every kind of irregularity."""
    seeds = range(seed, seed + count)
    yield tried("clean boards", seeds, check_clean)
    yield tried("quick and full alike", seeds, check_quick)
    few = range(seed, seed + max(1, count // 10))
    for kind in making.KINDS:
        yield of_made(kind, few, check_case, partial(making.make, kind))
    yield tried("matches of four hands", few, check_match)
    for kind in matches.SLIPS:
        yield of_made(f"sheet: {kind}", few, check_case, partial(matches.make, kind))
