"""What was found over the years: in groups, with bounds, as tables with bars and as files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from fairdeal.desk.pages.answers import answer, archive, sent
from fairdeal.desk.pages.audit_jobs import jobs
from fairdeal.desk.tournament.years import (
    NO_SIDE,
    NOT_KNOWN,
    WAYS,
    By,
    Counted,
    Group,
    Matches,
    as_csv,
    as_json,
    grouped,
    matches_of,
    whole,
)

pages = Blueprint("statistics", __name__)

MOST: Final = 200
"""Rows on the page; all of them are in the files."""
TITLES: Final[dict[By, str]] = {
    "kind": "What was found",
    "article": "Article",
    "year": "Year",
    "event": "Event",
    "rulebook": "Rulebook",
    "table": "Table",
    "team": "Team",
    "recorder": "Recorder",
}
LEAST: Final = 20
"""Deals from which on a row's bounds have a say in the scale: those of a handful reach to a hundred."""
ROOM: Final = 1.25
"""Of a bar's column, against the largest share: its bounds have room beside it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a table: its figures, and in hundredths of the column its bar and bounds."""

    group: Group
    counted: Counted
    length: float
    low: float
    high: float

    @property
    def bounds(self) -> tuple[float, float]:
        """In how many deals out of a hundred, at least and at most."""
        low, high = self.counted.share.bounds
        return 100 * low, 100 * high

    @property
    def ours(self) -> bool:
        """Whether its name is a word of the program, and no name that people gave."""
        return self.group.name in (NO_SIDE, NOT_KNOWN)


def asked() -> tuple[By, tuple[str, ...], tuple[str, ...]]:
    """By what, and of which years and events: as the address says."""
    by = request.args.get("by", "")
    years, events = (
        tuple(each[:200] for each in request.args.getlist(name) if each)
        for name in ("year", "event")
    )
    return (by if by in WAYS else "kind"), years, events


def everything() -> Matches:
    """Every match of this archive and its events."""
    return matches_of(archive(), jobs().files)


@pages.get("/statistics")
def statistics() -> Response:
    by, years, events = asked()
    matches = everything()
    some = matches.only(years, events)
    groups = grouped(some, by)
    return answer(
        "statistics.html",
        by=by,
        ways=TITLES,
        years=years,
        events=events,
        known_years=matches.years,
        known_events=grouped(matches, "event"),
        left_out=matches.left_out,
        all=whole(some),
        groups=groups,
        offences=_bars(groups, [each.offences for each in groups], by),
        slips=_bars(groups, [each.slips for each in groups], by),
        apart=[each for each in groups if each.dismissed or each.open][:MOST],
        not_ours=(NO_SIDE, NOT_KNOWN),
        most=MOST,
        more=max(0, len(groups) - MOST),
        here=lambda way: urlencode(_address(way, years, events)),
    )


def _address(by: str, years: tuple[str, ...], events: tuple[str, ...]) -> list[tuple[str, str]]:
    return [("by", by), *(("year", each) for each in years), *(("event", each) for each in events)]


def _bars(groups: list[Group], counts: list[Counted], by: By) -> list[Bar]:
    """The rows of a table on one scale; of kinds and articles only those of which any was found."""
    rows = [
        (group, counted)
        for group, counted in zip(groups, counts, strict=True)
        if counted.findings or by not in ("kind", "article")
    ][:MOST]
    shares = [(each.hundred or 0) / 100 * ROOM for _, each in rows]
    tops = [each.share.bounds[1] for _, each in rows if each.deals >= LEAST]
    scale = min(1.0, max([*shares, *tops, 0.01]))
    bars = []
    for group, counted in rows:
        low, high = counted.share.bounds if counted.deals else (0.0, 0.0)
        length = (counted.hundred or 0) / scale
        bars.append(Bar(group, counted, length, 100 * low / scale, min(100.0, 100 * high / scale)))
    return bars


@pages.get("/statistics.csv")
def as_table() -> Response:
    by, years, events = asked()
    some = everything().only(years, events)
    return sent(as_csv(by, grouped(some, by)), "text/csv; charset=utf-8", f"statistics-{by}.csv")


@pages.get("/statistics.json")
def for_programs() -> Response:
    by, years, events = asked()
    told = as_json(by, everything().only(years, events))
    return sent(json.dumps(told, ensure_ascii=False), "application/json", f"statistics-{by}.json")
