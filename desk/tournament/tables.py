"""The audit as tables to take away: CSV, Excel and Parquet, through pandas."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from desk.files import write_bytes
from desk.tournament import tallies
from desk.tournament.results import MatchResult, by_weight
from desk.tournament.round_robin import round_robin
from desk.tournament.standings import standings

if TYPE_CHECKING:
    from pandas import DataFrame

SUFFIXES: Final = (".csv", ".xlsx", ".parquet")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula. A team may be called so."""


def frames(results: Sequence[MatchResult]) -> dict[str, DataFrame]:
    """The tables by name: standings, matches, findings, tables, recorders."""
    from pandas import DataFrame

    found = list(results)
    return {
        "standings": DataFrame(
            [
                {
                    "place": each.place, "team": each.team, "played": each.played, "won": each.won,
                    "tied": each.tied, "lost": each.lost, "match points": each.match_points,
                    "points for": each.points_for, "points against": each.points_against,
                    "not known": each.unknown, "reason": each.reason,
                }
                for each in standings(found)
            ],
            columns=["place", "team", "played", "won", "tied", "lost", "match points", "points for",
                     "points against", "not known", "reason"],
        ),
        **_round_robin(found),
        "matches": DataFrame([_match(each) for each in found], columns=list(_MATCH)),
        "findings": DataFrame(
            [
                {
                    "match": each.match, "finding": each.title, "code": each.code,
                    "severity": each.severity, "established": each.established,
                    "where": each.where, "team": each.team, "seat": each.seat,
                    "points": each.points, "match points": each.moves, "turns the match": each.flips,
                    "message": each.message, "report": each.file,
                }
                for each in by_weight(found)
            ],
            columns=["match", "finding", "code", "severity", "established", "where", "team", "seat",
                     "points", "match points", "turns the match", "message", "report"],
        ),
        "tables": _tallies(tallies.by_table(found), "table"),
        "recorders": _tallies(tallies.by_recorder(found), "recorder"),
    }  # fmt: skip


def _round_robin(results: Sequence[MatchResult]) -> dict[str, DataFrame]:
    """The pairs by their points in all matches, where matches count by points."""
    from pandas import DataFrame

    table = round_robin(results)
    if table is None:
        return {}
    rows = [
        {
            "place": each.place, "pair": each.pair, "played": each.played, "won": each.won,
            "tied": each.tied, "lost": each.lost, "total": each.total, "written": each.written,
            "not known": each.unknown, "reason": each.reason,
        }
        for each in table.lines
    ]  # fmt: skip
    return {"round-robin": DataFrame(rows).astype({"written": "Int64"})}


_MATCH: Final = (
    "match", "event", "round", "table", "date", "recorder", "team A", "team B", "written A",
    "written B", "ruled A", "ruled B", "match points A", "match points B", "turned", "findings",
    "doubts", "copies", "documents", "report",
)  # fmt: skip


def _match(result: MatchResult) -> dict[str, Any]:
    values = (
        result.title, result.event, result.round, result.table, result.date, result.recorder,
        *result.teams, *result.written, *result.ruled, *result.ruled_points, result.flips,
        len(result.findings), result.doubts, result.copies, ", ".join(result.documents), result.file,
    )  # fmt: skip
    return dict(zip(_MATCH, values, strict=True))


def _tallies(found: Sequence[tallies.Tally], name: str) -> DataFrame:
    from pandas import DataFrame

    rows = [
        {
            name: each.name, "matches": each.matches, "offences": each.offences,
            "wrong entries": each.entries, "doubts": each.doubts,
        }
        for each in found
    ]  # fmt: skip
    return DataFrame(rows, columns=[name, "matches", "offences", "wrong entries", "doubts"])


def write_tables(folder: Path, results: Sequence[MatchResult]) -> list[str]:
    """Write every table as CSV and Parquet, and all of them as one Excel workbook. Returns the names."""
    made = frames(results)
    names = []
    for name, frame in made.items():
        typed = _typed(frame)
        write_bytes(
            folder / f"{name}.csv",
            _plain(typed).to_csv(index=False).encode("utf-8-sig"),
            lasting=False,
        )
        buffer = io.BytesIO()
        typed.to_parquet(buffer, index=False)
        write_bytes(folder / f"{name}.parquet", buffer.getvalue(), lasting=False)
        names += [f"{name}.csv", f"{name}.parquet"]
    write_bytes(folder / "tournament.xlsx", _workbook(made), lasting=False)
    return [*names, "tournament.xlsx"]


def _typed(frame: DataFrame) -> DataFrame:
    """Whole numbers stay whole where some are not known."""
    return frame.convert_dtypes()


def _plain(frame: DataFrame) -> DataFrame:
    """Texts that a spreadsheet would take for formulas, made texts again."""
    return frame.map(harmless)


def harmless(value: Any) -> Any:
    """A text that no spreadsheet will run."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value


def _workbook(made: Mapping[str, DataFrame]) -> bytes:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from pandas import ExcelWriter

    def clean(value: Any) -> Any:
        return harmless(ILLEGAL_CHARACTERS_RE.sub("", value)) if isinstance(value, str) else value

    buffer = io.BytesIO()
    with ExcelWriter(buffer, engine="openpyxl") as book:
        for name, frame in made.items():
            _typed(frame).map(clean).to_excel(book, sheet_name=name, index=False)
            for column in book.sheets[name].columns:
                widest = max(len(str(cell.value or "")) for cell in column)
                book.sheets[name].column_dimensions[column[0].column_letter].width = min(
                    60, max(8, widest + 2)
                )
            book.sheets[name].freeze_panes = "A2"
    return buffer.getvalue()
