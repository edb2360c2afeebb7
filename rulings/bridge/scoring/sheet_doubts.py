"""How sure the findings on sheets of bridge are: the worlds of doubtful cells and of doubtful logs.

A cell with rivals is weighed as an entry of a deal is: a sum that does not add up, or a figure that
the log does not bear out, is a slip of the pen and makes a reading less likely; an offence at the table
makes none likelier or less likely. Entries under WE and THEY all bear on their totals, so all sheets
are weighed together, doubts that do not bear on each other each by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from math import prod
from types import SimpleNamespace
from typing import Any, Final

from fairdeal.records.doubt import Standing
from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.log_ways import LogWays
from fairdeal.rulings.bridge.scoring.sheet import RowSeen, SheetSeen
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.doubt.certainty import MOST_WORLDS, Scales, Weighed, enumerated, key_of
from fairdeal.rulings.doubt.weighing import POINTS_BOUND, weigh_in_groups
from fairdeal.rulings.doubt.work import MOST_ON_SHEET, TOO_UNCLEAR, Work
from fairdeal.rulings.frame.finding import Certainty, Finding, Settled
from fairdeal.rulings.frame.set_aside import MOST_READINGS
from fairdeal.rulings.replay.reading import Chosen, Doubt

SLIPS: Final = frozenset({"contract-entry", "points-entry", "total-entry", "copies-disagree"})
"""Findings that are slips of the pen whatever happened at the table."""

BY_RULINGS: Final = "award-entry"
"""A slip too, where nothing was found that may change the award."""


@dataclass(frozen=True, slots=True)
class OnSheets:
    """The findings beyond single deals, the cells that other entries settled, what was not exact."""

    findings: tuple[Finding, ...]
    settled: tuple[Settled, ...] = ()
    bounded: str | None = None


LOG: Final = "log"
CELL: Final = "cell"
"""Slots: ``("log", game)`` is how a log looks, ``("cell", sheet from 0, row from 0, column)`` a cell."""


_PAPER: Final = SimpleNamespace(
    signs=0,
    play=SimpleNamespace(tricks=()),
    seen=SimpleNamespace(deal=SimpleNamespace(result=True)),
)
"""What is weighed of a deal, where there is none: no cards, and a result whose slips are asked for."""


@dataclass(frozen=True, slots=True)
class _World:
    """The findings of one world, in the shape in which the worlds of deals are weighed."""

    findings: tuple[Finding, ...]
    replay: SimpleNamespace


def weigh_sheets(
    session: BridgeSession,
    logs: Sequence[LogWays],
    look: Callable[[BridgeSession], list[Finding]],
) -> OnSheets:
    """The findings of `look` over all worlds of doubtful cells and logs."""
    doubts = [doubt for n, view in enumerate(session.sheets) for doubt in _doubtful(view, n)]
    doubts += [
        Doubt(Place.of(f"log {each.game}"), each.ways, (LOG, each.game))
        for each in logs
        if len(each.ways) > 1
    ]
    base = look(session)
    if not doubts:
        return OnSheets(tuple(base))
    if sum(len(doubt.options) for doubt in doubts) > MOST_READINGS:
        return OnSheets((), (), TOO_UNCLEAR)
    work = Work(MOST_ON_SHEET)
    size = len(session.ruled) + sum(len(view.rows) for view in session.sheets)
    judge = work.counted(
        lambda chosen: _World(tuple(look(_reading(session, chosen))), _PAPER), size
    )
    judge({})  # what one judgement costs
    own = _slips_but(_open_awards(session, logs))
    count = prod(len(doubt.options) for doubt in doubts)
    if count <= MOST_WORLDS and work.most(count) >= count:
        weighed = enumerated(doubts, Scales(judge, own), {})
    else:
        weighed = weigh_in_groups(doubts, judge, own, work=work)
    hangs = {f"log {each.game}": each.places for each in logs}
    # Nothing on a sheet hangs on every card of a play: that bound is of deals alone.
    inexact = weighed.bounded if weighed.bounded != POINTS_BOUND else None
    bounded = next((each.bounded for each in logs if each.bounded), inexact)
    return OnSheets(_sure_as(weighed, base, hangs), _settled(weighed), bounded)


def _doubtful(view: SheetSeen, number: int) -> list[Doubt]:
    """Every cell with more than one reading."""
    found = []
    for row in view.rows:
        cells = view.sheet.rows[row.index].cells
        for column, cell in zip(view.sheet.columns, cells, strict=False):
            if cell.standing is Standing.CLEAR or not cell.readings:
                continue
            options = tuple(pair for pair in cell.weighted() if pair[1] > 0.0)
            if len(options) > 1:
                slot = (CELL, number, row.index, column)
                found.append(Doubt(view.place(row, column), options, slot))
    return found


def _reading(session: BridgeSession, chosen: Chosen) -> BridgeSession:
    """The record with other readings of cells and logs; what no reading changes is shared."""
    logs = {doubt.slot[1]: way for doubt, way in chosen.items() if doubt.slot[0] == LOG}
    cells: dict[tuple[int, int], dict[str, Any]] = {}
    for doubt, value in chosen.items():
        if doubt.slot[0] == CELL:
            cells.setdefault(doubt.slot[1:3], {})[doubt.slot[3]] = value
    ruled = tuple(logs.get(each.verdict.game, each) for each in session.ruled)
    sheets = tuple(
        replace(view, rows=[_row(row, cells.get((n, row.index))) for row in view.rows])
        for n, view in enumerate(session.sheets)
    )
    return session.reading(ruled, sheets)


def _row(row: RowSeen, values: dict[str, Any] | None) -> RowSeen:
    """A row with other readings of some cells; something else than was read is not known."""
    if not values:
        return row
    unknown = {column for column, value in values.items() if value is None}
    unread = row.unread - values.keys() | unknown
    return RowSeen(row.index, {**row.values, **values}, frozenset(unread))


def _open_awards(session: BridgeSession, logs: Sequence[LogWays]) -> frozenset[int]:
    """The deals in which, in some reading, something is found that bears on the award: more than a slip."""
    ways = [way for each in logs for way, _ in each.ways]
    return frozenset(
        ruled.verdict.game
        for ruled in (*session.ruled, *ways)
        if any(_bears(each) for each in ruled.findings)
    )


def _bears(finding: Finding) -> bool:
    """Whether a finding may change what a deal is worth; a wrong entry that is put right does not."""
    return finding.severity != "advice" and finding.remedy.kind != "correct-entry"


def _slips_but(open_awards: Collection[int]) -> Callable[[Any, bool], list[str]]:
    """The places of slips. An award that a ruling may change says nothing about ink."""

    def own(world: Any, whole: bool) -> list[str]:
        found: tuple[Finding, ...] = world.findings
        return [
            str(each.place)
            for each in found
            if (each.code in SLIPS and not _of_what_may_be_bid(each))
            or (
                each.code == BY_RULINGS
                and (not open_awards if each.game is None else each.game not in open_awards)
            )
        ]

    return own


def _of_what_may_be_bid(finding: Finding) -> bool:
    """A contract that no log contradicts is one that may not be bid, which says nothing about ink."""
    return finding.code == "contract-entry" and finding.game is None


def _sure_as(
    weighed: Weighed[_World], base: Sequence[Finding], hangs: dict[str, tuple[Place, ...]]
) -> tuple[Finding, ...]:
    """The findings as they are told: several of one place and code too, where all of them are sure."""
    found: list[Finding] = []
    for each in weighed.findings:
        if each.certainty is Certainty.ESTABLISHED:
            alike = [one for one in base if key_of(one) == key_of(each)]
            found += alike or [each]
            continue
        places: list[Place] = []
        for place in each.depends_on:
            places += hangs.get(str(place), (place,))
        found.append(replace(each, depends_on=tuple(dict.fromkeys(places))))
    return tuple(found)


def _settled(weighed: Weighed[_World]) -> tuple[Settled, ...]:
    return tuple(
        Settled(None, each.place, each.text, each.by, each.changed, each.share)
        for each in weighed.settled
        if not each.place.parts[0].startswith("log ")
    )
