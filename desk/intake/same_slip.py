"""The same slip under a deal's log and in the row of a sheet is one finding with two places.

A player writes a figure twice: under the deal, and on the sheet. Where both are wrong alike, it was copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fairdeal.records.record import Record
from fairdeal.rulings.frame.decided import named
from fairdeal.rulings.frame.finding import Finding, Named, Related, Verdict, few

COPIED: Final = frozenset({"award-entry", "penalty-entry", "points-entry"})
"""Wrong figures that stand under a deal and on the sheet."""

SURE_ENOUGH: Final = 0.95
"""Figures that are this surely wrong in both places are put together."""

_Key = tuple[str, int | None, str]


def found_once(verdict: Verdict, record: Record) -> Verdict:
    """The verdict, a wrong figure under a log put to the same one on a sheet. What a slip of the pen in the
    deal would explain stays apart: there the log alone may be wrong."""
    findings = verdict.findings
    explained = {
        (each.game, code, place) for each in verdict.explanations for code, place in each.findings
    }
    in_logs = {
        _key(each): each
        for each in findings
        if each.at.row is None
        and each.code in COPIED
        and (each.game, each.code, each.place) not in explained
    }
    twins = {
        id(found): in_logs[_key(found)]
        for found in findings
        if found.at.row is not None and _alike(found, in_logs.get(_key(found)), record)
    }
    if not twins:
        return verdict
    gone = {id(each) for each in twins.values()}
    kept = {
        named(twins[id(each)]): each.follows_from or named(each)
        for each in findings
        if id(each) in twins
    }
    left = [
        _following(_with(each, twins.get(id(each))), kept)
        for each in findings
        if id(each) not in gone
    ]
    return replace(verdict, findings=tuple(left))


def _following(finding: Finding, kept: Mapping[Named, Named]) -> Finding:
    """A finding that follows from one that is put to another follows from that."""
    cause = finding.follows_from
    if cause is None or cause not in kept:
        return finding
    return replace(finding, follows_from=None if kept[cause] == named(finding) else kept[cause])


def _key(finding: Finding) -> _Key:
    return finding.code, finding.game, finding.place.parts[-1]


def _alike(on_sheet: Finding, in_log: Finding | None, record: Record) -> bool:
    if in_log is None or on_sheet.game is None or on_sheet.at.row is None:
        return False
    sure = min(on_sheet.probability or 0.0, in_log.probability or 0.0) >= SURE_ENOUGH
    result = record.deals[on_sheet.game - 1].result
    number = on_sheet.place.sheet or on_sheet.at.sheet or 1
    if not sure or result is None or number > len(record.sheets):
        return False
    column = on_sheet.place.parts[-1]
    kind, _, team = column.rpartition(" ")
    entry = {"score": result.score, "points": result.points}.get(kind, {}).get(team)
    written = record.sheets[number - 1].number(on_sheet.at.row - 1, column)
    return entry is not None and entry.value is not None and entry.value == written


def _with(finding: Finding, in_log: Finding | None) -> Finding:
    if in_log is None:
        return finding
    place = in_log.place.in_deal(in_log.deal)
    also = Related(place, "the same figure stands under the deal")
    related = few(finding.place, (also, *finding.related))
    surer = max(finding, in_log, key=lambda each: each.probability or 0.0)
    return replace(
        finding,
        related=related,
        certainty=surer.certainty,
        probability=surer.probability,
        depends_on=surer.depends_on,
        by=surer.by,
    )
