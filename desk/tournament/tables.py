"""The audit as tables to take away: CSV, Excel and Parquet, through pandas."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairdeal.desk.extras import TABLES, installed
from fairdeal.desk.files import write_bytes
from fairdeal.desk.score.figures import Score
from fairdeal.desk.tournament import overview
from fairdeal.desk.tournament.pairs import Session, session_of, shown
from fairdeal.desk.tournament.results import MatchResult, by_weight
from fairdeal.desk.tournament.round_robin import round_robin
from fairdeal.desk.tournament.standings import Standing, standings
from fairdeal.templates.visible import visible

if TYPE_CHECKING:
    from pandas import DataFrame

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
        "tables": _tallies(overview.by_table(found), "table"),
        "recorders": _tallies(overview.by_recorder(found), "recorder"),
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


def _tallies(found: Sequence[overview.Tally], name: str) -> DataFrame:
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
