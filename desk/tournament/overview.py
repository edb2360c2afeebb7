"""The first page of an audit: standings, what matters most, every match, where to look; and the audit as
tables to take away: CSV, Excel and Parquet, through pandas.
"""

from __future__ import annotations

import io
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairdeal import __version__, templates
from fairdeal.desk import words
from fairdeal.desk.files import write_bytes
from fairdeal.desk.score.figures import Score, ScoreLine, score_table
from fairdeal.desk.tournament.pairs import Session, session_of, shown
from fairdeal.desk.tournament.results import Discrepancy, MatchResult, by_weight
from fairdeal.desk.tournament.standings import (
    Change,
    Standing,
    changed,
    changes,
    round_robin,
    standings,
)
from fairdeal.desk.trouble import DOUBLE_DUMMY, TABLES, how_to_get, installed
from fairdeal.records.place import figure
from fairdeal.templates.visible import visible

if TYPE_CHECKING:
    from pandas import DataFrame


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
    left_out: Sequence[tuple[str, str]],
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


SUFFIXES: Final = (".csv", ".xlsx", ".parquet")
_FORMULA: Final = re.compile(r"(?:^|(?<=[;\t\r\n]))(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r])")
"""Where a formula would begin: at the beginning of a text, whatever blanks stand before it, and within it
where a spreadsheet of another country ends a cell. A team may be called so."""


def frames(results: Sequence[MatchResult]) -> dict[str, DataFrame]:
    """The tables by name: standings, matches, findings, tables, recorders."""
    found = list(results)
    return {
        "standings": _standings(standings(found)),
        **_as_ruled(found),
        **_round_robin(found),
        **_of_boards(session_of(found), session_of(found, ruled=True)),
        "matches": _frame([_match(each) for each in found], columns=_MATCH),
        "findings": _frame(
            [
                {
                    "match": each.match, "finding": each.title, "code": each.code,
                    "severity": each.severity, "established": each.established,
                    "where": each.where, "team": each.team, "seat": each.seat,
                    "points": each.points, "match points": each.moves, "changes the winner": each.flips,
                    "message": each.message, "follows": each.follows, "report": each.file,
                }
                for each in by_weight(found)
            ],
            columns=["match", "finding", "code", "severity", "established", "where", "team", "seat",
                     "points", "match points", "changes the winner", "message", "follows", "report"],
        ),
        "tables": _tallies(by_table(found), "table"),
        "recorders": _tallies(by_recorder(found), "recorder"),
    }  # fmt: skip


def _standings(places: Sequence[Standing]) -> DataFrame:
    rows = [
        {
            "place": each.place, "team": each.team, "played": each.played, "won": each.won,
            "tied": each.tied, "lost": each.lost, "match points": each.match_points,
            "points for": each.points_for, "points against": each.points_against,
            "not known": each.unknown, "reason": each.reason,
        }
        for each in places
    ]  # fmt: skip
    return _frame(rows, columns=["place", "team", "played", "won", "tied", "lost", "match points",
                                 "points for", "points against", "not known", "reason"])  # fmt: skip


def _as_ruled(results: Sequence[MatchResult]) -> dict[str, DataFrame]:
    """The standings with what committees ruled, where any did."""
    if all(each.as_ruled is None for each in results):
        return {}
    return {"standings-as-ruled": _standings(standings(results, ruled=True))}


def _round_robin(results: Sequence[MatchResult]) -> dict[str, DataFrame]:
    """The pairs by their points in all matches, where matches count by points."""
    table = round_robin(results)
    if table is None:
        return {}
    rows = [
        {
            "place": each.place,
            "pair": each.pair,
            "played": each.played,
            "won": each.won,
            "tied": each.tied,
            "lost": each.lost,
            "total": each.total,
            "written": each.written,
            "not known": each.unknown,
            "reason": each.reason,
        }
        for each in table.lines
    ]
    return {"round-robin": _frame(rows, columns=list(rows[0])).astype({"written": "Int64"})}


def _of_boards(session: Session | None, after: Session | None) -> dict[str, DataFrame]:
    """Boards of duplicate bridge, pairs and teams, where there are any; as ruled too, where anything was."""
    if session is None or after is None:
        return {}
    made = {"boards": _boards(session)}
    for each, ending in ((session, ""), *(((after, "-as-ruled"),) if after.decided else ())):
        if each.pairs:
            made[f"pairs{ending}"] = _pairs(each)
        if each.matches:
            made[f"team-matches{ending}"] = _team_matches(each)
    return made


def _pairs(session: Session) -> DataFrame:
    rows = [
        {
            "place": each.place,
            "pair": each.pair,
            "direction": each.direction,
            "boards": each.boards,
            "matchpoints": each.shown,
            "of": each.of,
            "percent": round(each.percent, 2),
            "cross-IMPs": round(each.imps, 2),
            "not known": each.unknown,
        }
        for each in session.pairs
    ]
    return _frame(rows, columns=list(rows[0]))


def _team_matches(session: Session) -> DataFrame:
    rows = [
        {
            "session": each.session,
            "home": each.home,
            "visitors": each.visit,
            "boards": each.boards,
            "IMPs home": each.imps[0],
            "IMPs visitors": each.imps[1],
            "VPs home": float(each.victory_points[0]),
            "VPs visitors": float(each.victory_points[1]),
            "not known": each.unknown,
        }
        for each in session.matches
    ]
    return _frame(rows, columns=list(rows[0]))


def _boards(session: Session) -> DataFrame:
    rows = []
    for each in session.scored:
        board, own = each.result, each.matchpoints
        rows.append(
            {
                "board": board.board, "session": board.session, "table": board.table or each.match.table,
                "North-South": board.pairs[0], "East-West": board.pairs[1],
                "contract": board.contract, "tricks": board.tricks, "tricks double dummy": board.best,
                "as written NS": board.written, "by the rulebook NS": board.ruled,
                "as ruled NS": board.in_force,
                "matchpoints NS": None if own is None else shown(own),
                "matchpoints EW": None if own is None else shown(each.top - own),
                "cross-IMPs NS": None if each.imps is None else round(each.imps, 2),
                "report": each.match.file,
            }
        )  # fmt: skip
    names = ["board", "session", "table", "North-South", "East-West", "contract", "tricks",
             "tricks double dummy", "as written NS", "by the rulebook NS", "as ruled NS", "matchpoints NS",
             "matchpoints EW", "cross-IMPs NS", "report"]  # fmt: skip
    return _frame(rows, columns=names)


_MATCH: Final = (
    "match", "event", "round", "table", "date", "recorder", "team A", "team B", "as written A",
    "as written B", "by the rulebook A", "by the rulebook B", "as ruled A", "as ruled B",
    "match points as written A", "match points as written B", "match points by the rulebook A",
    "match points by the rulebook B", "match points as ruled A", "match points as ruled B", "open",
    "different winner", "findings", "doubts", "copies", "documents", "report",
)  # fmt: skip


def _match(result: MatchResult) -> dict[str, Any]:
    named = result.score.named
    values = (
        result.title,
        result.event,
        result.round,
        result.table,
        result.date,
        result.recorder,
        *result.teams,
        *(figure for _, each in named for figure in (each or Score()).totals),
        *(figure for _, each in named for figure in (each or Score()).match_points),
        ", ".join(result.score.in_force.open_deals),
        result.flips,
        len(result.findings),
        result.doubts,
        result.copies,
        ", ".join(result.documents),
        result.file,
    )
    return dict(zip(_MATCH, values, strict=True))


def _tallies(found: Sequence[Tally], name: str) -> DataFrame:
    rows = [
        {
            name: each.name,
            "matches": each.matches,
            "offences": each.offences,
            "wrong entries": each.entries,
            "doubts": each.doubts,
        }
        for each in found
    ]
    return _frame(rows, columns=[name, "matches", "offences", "wrong entries", "doubts"])


def _frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> DataFrame:
    """A table in whose texts every letter is seen."""
    from pandas import DataFrame

    shown = [
        {name: visible(it) if isinstance(it, str) else it for name, it in row.items()}
        for row in rows
    ]
    return DataFrame(shown, columns=list(columns))


def write_tables(folder: Path, results: Sequence[MatchResult]) -> list[str]:
    """Write every table as CSV; with the packages for it as Parquet too, and all of them as one Excel
    workbook. Returns the names."""
    made = frames(results)
    names = []
    whole = installed(TABLES)
    for name, frame in made.items():
        typed = _typed(frame)
        write_bytes(
            folder / f"{name}.csv",
            _plain(typed).to_csv(index=False).encode("utf-8-sig"),
            lasting=False,
        )
        names.append(f"{name}.csv")
        if whole:
            write_bytes(folder / f"{name}.parquet", _parquet(typed), lasting=False)
            names.append(f"{name}.parquet")
    if whole:
        write_bytes(folder / "tournament.xlsx", _workbook(made), lasting=False)
        names.append("tournament.xlsx")
    return names


def _parquet(frame: DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def _typed(frame: DataFrame) -> DataFrame:
    """Whole numbers stay whole where some are not known."""
    return frame.convert_dtypes()


def _plain(frame: DataFrame) -> DataFrame:
    """Texts that a spreadsheet would take for formulas, made texts again."""
    return frame.map(harmless)


def harmless(value: Any) -> Any:
    """A text that no spreadsheet will run, and in which every letter is seen. Numbers stay numbers."""
    return _FORMULA.sub("'", visible(value)) if isinstance(value, str) else value


def _workbook(made: Mapping[str, DataFrame]) -> bytes:
    from pandas import ExcelWriter

    buffer = io.BytesIO()
    with ExcelWriter(buffer, engine="openpyxl") as book:
        for name, frame in made.items():
            _plain(_typed(frame)).to_excel(book, sheet_name=name, index=False)
            for column in book.sheets[name].columns:
                widest = max(len(str(cell.value or "")) for cell in column)
                book.sheets[name].column_dimensions[column[0].column_letter].width = min(
                    60, max(8, widest + 2)
                )
            book.sheets[name].freeze_panes = "A2"
    return buffer.getvalue()
