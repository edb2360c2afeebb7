"""The first page of an audit: standings, what matters most, every match, where to look."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal import __version__, templates
from fairdeal.desk import words
from fairdeal.desk.extras import DOUBLE_DUMMY, how_to_get, installed
from fairdeal.desk.score.figures import ScoreLine, score_table
from fairdeal.desk.tournament.folder import LeftOut
from fairdeal.desk.tournament.pairs import session_of
from fairdeal.desk.tournament.results import Discrepancy, MatchResult, by_weight
from fairdeal.desk.tournament.round_robin import round_robin
from fairdeal.desk.tournament.standings import Change, Standing, changed, changes, standings
from fairdeal.records.place import figure


@dataclass(frozen=True, slots=True)
class Tally:
    """Findings of one table or recorder, over so many matches."""

    name: str
    matches: int
    offences: int
    entries: int
    doubts: int


def by_table(results: Iterable[MatchResult]) -> list[Tally]:
    return _tallied(results, lambda result: result.table)


def by_recorder(results: Iterable[MatchResult]) -> list[Tally]:
    return _tallied(results, lambda result: result.recorder)


def by_code(results: Iterable[MatchResult]) -> list[tuple[str, int]]:
    """Each kind of finding with its number, the most frequent first."""
    count = Counter(each.title for result in results for each in result.findings)
    return sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))


def _tallied(results: Iterable[MatchResult], name: Callable[[MatchResult], str]) -> list[Tally]:
    by_name: dict[str, list[MatchResult]] = defaultdict(list)
    for result in results:
        by_name[name(result) or "not known"].append(result)
    done = [_tally(each, found) for each, found in by_name.items()]
    done.sort(key=lambda tally: (-(tally.offences + tally.entries), _natural(tally.name)))
    return done


def _tally(name: str, results: list[MatchResult]) -> Tally:
    kinds = Counter(each.severity for result in results for each in result.findings)
    return Tally(
        name, len(results), kinds["offence"], kinds["entry"], sum(each.doubts for each in results)
    )


def _natural(name: str) -> tuple[int, str]:
    number = figure(name)
    return (number, "") if number is not None else (10**9, name.casefold())


LISTED: Final = 100
"""Discrepancies, pairs and results on the page; all of them are in the tables beside it."""
LONGEST_BAR: Final = 100
"""Of a chart's bar, in hundredths of its column."""


@dataclass(frozen=True, slots=True)
class Row:
    """A match on the page."""

    title: str
    file: str
    record: str
    teams: str
    found: str
    likely: str
    doubts: str
    scores: tuple[ScoreLine, ...]
    turned: bool
    documents: str
    boards: int
    """Boards that are compared with those of other tables; 0 for a match that has a score of its own."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart: its name, its figure, and its length in hundredths of the longest."""

    name: str
    figure: int
    length: int


def overview(
    title: str,
    results: Sequence[MatchResult],
    unread: Sequence[tuple[str, str]],
    left_out: Sequence[LeftOut],
    tables: Sequence[str],
) -> str:
    """The page as HTML."""
    found = by_weight(list(results))
    counted = [each for each in found if each.severity != "advice"]
    places: list[Standing] = standings(results)
    moved: list[Change] = changes(results)
    session = session_of(results)
    ruled = any(each.as_ruled is not None for each in results)
    after: list[Standing] = standings(results, ruled=True) if ruled else []
    return templates.render(
        "index.html",
        title=title,
        matches=words.count(len(results), *_one_and_many(results)),
        each=_one_and_many(results)[0],
        found=words.count(len(counted), "finding"),
        rows=[_row(each) for each in results],
        standings=places,
        changes=moved,
        after=after,
        changes_after=changed(places, after),
        round_robin=round_robin(results),
        session=session,
        session_ruled=session_of(results, ruled=True) if session and session.decided else None,
        listed=LISTED,
        no_solver=how_to_get(DOUBLE_DUMMY)
        if session is not None and not installed(DOUBLE_DUMMY)
        else "",
        discrepancies=found[:LISTED],
        more=max(0, len(found) - LISTED),
        turned=[each for each in results if each.flips],
        tables_of=by_table(results) if len(results) > 1 else [],
        recorders=_recorders(results),
        kinds=_bars(by_code(results)),
        unread=unread,
        unplaced=[each for each in results if each.unplaced],
        left_out=left_out,
        tables=tables,
        weight=_weight,
        version=__version__,
    )


def _one_and_many(results: Sequence[MatchResult]) -> tuple[str, str]:
    return ("table", "tables") if all(each.boards for each in results) else ("match", "matches")


def _row(result: MatchResult) -> Row:
    sure = sum(each.established and each.severity != "advice" for each in result.findings)
    likely = sum(not each.established for each in result.findings)
    names = [name or f"team {side}" for name, side in zip(result.teams, "AB", strict=True)]
    table = score_table(result.score, (names[0], names[1]))
    return Row(
        result.title,
        result.file,
        result.record,
        " – ".join(names),
        str(sure),
        str(likely) if likely else "",
        str(result.doubts) if result.doubts else "",
        table.lines,
        result.flips,
        ", ".join(result.documents),
        len(result.boards),
    )


def _recorders(results: Sequence[MatchResult]) -> list[Tally]:
    """By recorder, where recorders are known."""
    return by_recorder(results) if any(each.recorder for each in results) else []


def _bars(counts: Sequence[tuple[str, int]]) -> list[Bar]:
    longest = max((number for _, number in counts), default=1)
    return [Bar(name, n, max(1, round(LONGEST_BAR * n / longest))) for name, n in counts]


def _weight(found: Discrepancy) -> str:
    """What a discrepancy changes, in words."""
    if found.flips:
        return "changes the winner"
    parts = []
    if found.moves:
        parts.append(words.count(found.moves, "match point"))
    if found.points:
        parts.append(words.count(found.points, "point"))
    return ", ".join(parts)
