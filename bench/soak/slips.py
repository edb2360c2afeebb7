"""Trials of records in order with one slip of the pen put in: nobody may be accused by it.

Of every kind of slip are counted: the records in which an offence is established, apart those in which the
record contradicts itself and those in which it reads as one clean offence (or as nothing wrong); the
entry that was put wrong among the first three explanations; and other deals that are touched. Over all of
them: explanations that read a call as one that nobody could make.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Final

from bench.soak.outcome import SHOWN, Outcome
from bench.soak.slip_kinds import (
    LINE_SLIPS,
    LOG_SLIPS,
    SHEET_SLIPS,
    Seating,
    SheetSlip,
    Slip,
)
from fairdeal.desk.proportions import Proportion
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import COMPASS, Place, Record
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty, Finding, Verdict
from samples.making.chance import NoChanceError
from samples.making.records import bridge_deals
from samples.making.records.deals import (
    SHEET_COLUMNS,
    Style,
    clean_record,
    random_session,
    session_record,
)
from samples.making.records.table import VARIANTS, Variant

DEALS: Final = 3
"""Deals of a session with a slip in it."""

FIRST: Final = 3
"""Explanations of a deal among which the entry put wrong is to be."""

BRIDGE: Final = Seating(COMPASS, bridge_deals.RANKS)

BIDS: Final = {"bridge": (1, 7), "fifty-six": (28, 56)}
"""The lowest and the highest bid of each game."""

_NOT_IN_BRIDGE: Final = frozenset({"the dealer", "the deal's number"})
"""A board's number tells its dealer: what these come to is another rule's affair."""


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A record with one slip.

    `deals` are the labels of the deals that it may touch, `rows` the rows of the sheet (from 1). `entries`
    are the places of the entries put wrong, with what truly stood there where that is compared.
    """

    record: Record
    entries: tuple[tuple[str, str | None], ...]
    deals: frozenset[str]
    rows: frozenset[int]
    lines: bool = False
    """Whether the number of its lines says that something is missing, whatever is found."""


def in_a_log(slip: Slip, seed: int) -> Spoilt:
    """A clean deal with a slip, alone or among others with their sheet; every tenth one of bridge."""
    rng = Random(seed)
    if seed % 10 == 9:
        made = bridge_deals.clean_deal(rng)
        return _spoilt(slip, rng, bridge_deals.record_of(made), BRIDGE)
    variant = VARIANTS[seed % 10]
    if rng.random() < 0.5:
        return _spoilt(slip, rng, clean_record(seed, variant), seating_of(variant))
    session = random_session(rng, variant, DEALS)
    record = session_record(session, rng, logs=range(DEALS))
    return _spoilt(slip, rng, record, seating_of(variant))


def _spoilt(slip: Slip, rng: Random, record: Record, seating: Seating) -> Spoilt:
    at = rng.randrange(len(record.deals))
    slipped = slip(record.deals[at], rng, seating)
    deals = list(record.deals)
    labels = {deals[at].label or "", slipped.paper.label or ""}
    deals[at] = slipped.paper
    spoilt = replace(record, deals=tuple(deals))
    lines = slip in LINE_SLIPS.values()
    return Spoilt(spoilt, slipped.entries, frozenset(labels), frozenset({at + 1}), lines)


def on_a_sheet(slip: SheetSlip, seed: int) -> Spoilt:
    """A clean session whose sheet has a slip, with the logs of all, some or none of its deals."""
    rng = Random(seed)
    variant = VARIANTS[seed % len(VARIANTS)]
    session = random_session(rng, variant, DEALS)
    logs = rng.sample(range(DEALS), rng.choice((0, 1, DEALS)))
    style = Style() if rng.random() < 0.5 else None
    record = session_record(session, rng, logs=logs, style=style, columns=SHEET_COLUMNS)
    slipped = slip(record.sheets[0], rng, seating_of(variant))
    places = [place for place, _ in slipped.entries]
    row = Place.parse(places[0]).number("row") or 0
    label = str(slipped.paper.rows[row - 1].cells[0].value)
    return Spoilt(
        replace(record, sheets=(slipped.paper,)),
        tuple((place, None) for place in places),
        frozenset({str(row), label}),
        frozenset({row}),
    )


def seating_of(variant: Variant) -> Seating:
    return Seating(variant.seats, variant.ranks)


# --- what came of it -------------------------------------------------------------------------------


def impossible(verdict: Verdict) -> int:
    """Explanations that read a call as a bid that the rulebook does not have."""
    lowest, highest = BIDS[load(verdict.rulebook).game]
    return sum(
        any(
            not lowest <= int(figure) <= highest
            for entry in each.entries
            if entry.place.number("call") and len(entry.place.parts) == 1
            for figure in re.findall(r"\d+", entry.read)
            if "+" not in entry.read
        )
        for each in verdict.explanations
    )


def accusations(verdict: Verdict) -> list[Finding]:
    return [
        each
        for each in verdict.findings
        if each.severity == "offence" and each.certainty is Certainty.ESTABLISHED
    ]


def contradicts_itself(verdict: Verdict) -> bool:
    """Whether more is found than one clean offence: wrong entries, or several acts. That no penalty was
    written for an offence which nobody noticed contradicts nothing."""
    if any(each.severity == "entry" and each.code != "penalty-entry" for each in verdict.findings):
        return True
    acts = {(each.game, each.place) for each in verdict.findings if each.severity == "offence"}
    return len(acts) > 1


def touched(verdict: Verdict, spoilt: Spoilt) -> list[Finding]:
    """What is found in deals that the slip is not in."""
    return [each for each in verdict.findings if not _own(each, spoilt)]


def _own(finding: Finding, spoilt: Spoilt) -> bool:
    if finding.at.row is not None:
        return finding.at.row in spoilt.rows
    return finding.deal is None or finding.deal in spoilt.deals


def named(verdict: Verdict, spoilt: Spoilt) -> bool:
    """Whether the entries put wrong are among the first explanations of a deal, or are found wrong or named
    beside a wrong entry."""
    wanted = {(_row_of(place), truth) for place, truth in spoilt.entries}
    told: dict[int, int] = {}
    for each in verdict.explanations:
        told[each.game] = told.get(each.game, 0) + 1
        entries = {(_row_of(str(entry.place), entry.read), entry.read) for entry in each.entries}
        places = {(place, None) for place, _ in entries}
        if told[each.game] <= FIRST and wanted <= entries | places and len(entries) == len(wanted):
            return True
    shown = {str(place) for each in verdict.findings for place in _pointed_at(each)}
    return not {place for place, _ in wanted}.isdisjoint(shown)


def _pointed_at(finding: Finding) -> list[Place]:
    """A wrong entry and the first entries that it is said to depend on or is shown beside; of anything else
    the first that it depends on."""
    if finding.severity != "entry":
        return list(finding.depends_on)[:FIRST]
    related = (each.place for each in finding.related)
    return [finding.place, *list(dict.fromkeys((*finding.depends_on, *related)))[:FIRST]]


def _row_of(place: str, read: str | None = None) -> str:
    """A card of a trick by the trick, as its seat may be what is written wrong; one too many by its row."""
    parts = place.split(" / ")
    whole = len(parts) == 2 and parts[1].split()[0] in ("seat", "card", "#")
    return parts[0] if whole or read == "no card" else place


@dataclass(slots=True)
class Group:
    """Records that contradict themselves, or the others: these show one offence or nothing."""

    records: int = 0
    accused: int = 0
    """Those in which an offence is established all the same."""
    touched: int = 0
    """Those in which another deal is touched."""


@dataclass(slots=True)
class Tally:
    """What came of the records of one kind of slip."""

    contradicting: Group = field(default_factory=Group)
    clean: Group = field(default_factory=Group)
    found: int = 0
    named: int = 0
    explanations: int = 0
    impossible: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.contradicting.records + self.clean.records

    def count(self, spoilt: Spoilt, verdict: Verdict, seed: int) -> None:
        accused, elsewhere = bool(accusations(verdict)), bool(touched(verdict, spoilt))
        contradicts = spoilt.lines or contradicts_itself(verdict)
        self.explanations += len(verdict.explanations)
        self.impossible += impossible(verdict)
        group = self.contradicting if contradicts else self.clean
        group.records += 1
        group.accused += accused
        group.touched += elsewhere
        wrong = contradicts and (accused or elsewhere)
        missed = False
        if (spoilt.lines or verdict.findings) and spoilt.entries:
            self.found += 1
            missed = not named(verdict, spoilt)
            self.named += not missed
        if wrong or missed:
            self._keep(spoilt, verdict, seed, "" if wrong else "not named ")

    def _keep(self, spoilt: Spoilt, verdict: Verdict, seed: int, what: str) -> None:
        if sum(each.startswith(what or "seed") for each in self.failures) < SHOWN:
            found = [f"{f.code} at {f.place}, deal {f.deal}: {f.message}" for f in verdict.findings]
            lines = (f"{what}seed {seed} {spoilt.entries}", *found, write(spoilt.record))
            self.failures.append("\n".join(lines))


def trial(kind: str, seed: int) -> tuple[Spoilt, Verdict] | None:
    """A record in order with one slip of a kind, through text; None where nothing could slip so."""
    made = (
        partial(in_a_log, LOG_SLIPS[kind])
        if kind in LOG_SLIPS
        else partial(on_a_sheet, SHEET_SLIPS[kind])
    )
    if kind in _NOT_IN_BRIDGE and seed % 10 == 9:
        return None
    try:
        spoilt = made(seed)
    except NoChanceError:
        return None
    record = read(write(spoilt.record)).record
    return spoilt, check(record, load(record.tag("Rules") or "international"))


def run(count: int, seed: int, only: str = "") -> Iterator[Outcome]:
    """Every kind of slip: who is accused, whether the slip is named, and what else is touched."""
    tallies = []
    for kind in (*LOG_SLIPS, *SHEET_SLIPS):
        if only not in kind:
            continue
        tally = Tally()
        for each in range(seed, seed + 6 * count):
            made = trial(kind, each)
            if made is not None:
                tally.count(*made, each)
            if tally.total >= count:
                break
        yield from _outcomes(kind, tally)
        tallies.append(tally)
    named, found = sum(each.named for each in tallies), sum(each.found for each in tallies)
    yield Outcome("all kinds: named where something is found", Proportion(named, found), must=False)
    told = sum(each.explanations for each in tallies)
    possible = told - sum(each.impossible for each in tallies)
    yield Outcome("all kinds: no explanation has an impossible call", Proportion(possible, told))


def _outcomes(kind: str, tally: Tally) -> Iterator[Outcome]:
    group, others = tally.contradicting, tally.clean
    itself = "where the record contradicts itself"
    yield Outcome(
        f"{kind}: nobody accused {itself}",
        Proportion(group.records - group.accused, group.records),
        tuple(tally.failures),
    )
    for name, share, of, must in (
        ("reads as one clean offence, of the others", others.accused, others.records, False),
        ("named where something is found", tally.named, tally.found, False),
        (f"no other deal touched {itself}", group.records - group.touched, group.records, True),
        (
            "no other deal touched, of the others",
            others.records - others.touched,
            others.records,
            False,
        ),
    ):
        yield Outcome(f"{kind}: {name}", Proportion(share, of), must=must)
