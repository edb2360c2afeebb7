"""The columns of the library's tables: their types, and what they mean. What is not known is ``<NA>``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from fairdeal.desk.trouble import DeskError
from fairdeal.records.cards import DENOMINATIONS, SUITS
from fairdeal.records.doubt import Standing
from fairdeal.records.transcript import FieldKind
from fairdeal.rulings.frame.finding import Certainty, Outcome, Severity
from fairdeal.rulings.rulebooks.rulebook import RemedyKind

if TYPE_CHECKING:
    from pandas import DataFrame

Table = Literal["findings", "deals", "calls", "plays"]
"""The tables of a match that was judged, and of a folder of them."""
ReadTable = Literal["fields", "findings", "deals", "calls", "plays"]
"""The tables of a match that was read."""

Row = tuple[object, ...]
Tables = dict[Table, list[Row]]


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `values` are those that it can have, where they are a few words."""

    name: str
    dtype: Literal["string", "Int64", "Float64", "boolean", "category"]
    meaning: str
    values: tuple[str, ...] = ()


def _text(name: str, meaning: str) -> Column:
    return Column(name, "string", meaning)


def _number(name: str, meaning: str) -> Column:
    return Column(name, "Int64", meaning)


def _truth(name: str, meaning: str) -> Column:
    return Column(name, "boolean", meaning)


def _word(name: str, values: Iterable[str], meaning: str) -> Column:
    return Column(name, "category", meaning, tuple(values))


def _pair(name: str, meaning: str) -> tuple[Column, Column]:
    return (
        _number(f"{name}_a", f"{meaning}, side A (NS at bridge)"),
        _number(f"{name}_b", "the same, side B (EW at bridge)"),
    )


_FILE: Final = _text("file", "the photo or typed log that it stands on, where one is known")
_MATCH: Final = (
    _text("match", "what the match is called"),
    _text("round", "its round"),
    _text("table", "its table"),
    _text("team_a", "the team of side A (NS at bridge)"),
    _text("team_b", "the team of side B (EW at bridge)"),
    _FILE,
)
_DEAL: Final = (
    _text("deal", "the deal's number as recorded"),
    _number("game", "its position in the record, from 1; `<NA>` where only the score sheet has it"),
)
_ENTRY: Final = (
    _word("standing", (each.value for each in Standing), "how the entry stands on the paper"),
    Column("probability", "Float64", "how likely the reading is, 0 to 1"),
)
_SEAT: Final = (
    _text("seat", "whose it was by the replay: `1` to `8`, or `N E S W`"),
    _text("seat_written", "the seat that is written beside it"),
    _text("team", "the seat's side"),
)

COLUMNS: Final[dict[ReadTable, tuple[Column, ...]]] = {
    "fields": (
        _FILE,
        _text("form", "the form's kind and version"),
        _text("place", "the field's name: `row 3 / contract`; of print `line 12 / entry 3`"),
        _word("kind", get_args(FieldKind), "what may be written in it"),
        _text("text", "the likeliest reading; `<NA>`: it cannot be read, or is blank"),
        Column("probability", "Float64", "how sure the ink alone makes the reading, 0 to 1"),
        _text("rivals", "every reading with its probability: `4 0.71|5 0.29`"),
        _truth("blank", "nothing is written in it"),
        _truth("flagged", "a person should look at it"),
        _truth("altered", "struck out or overwritten"),
    ),
    "findings": (
        *_MATCH,
        *_DEAL,
        _text("code", "the rule's name: `revoke`"),
        _text("title", "the same in words"),
        _word("severity", get_args(Severity), "what kind of finding (`docs/notation.md`)"),
        _word("certainty", (each.value for each in Certainty), "whether it holds in every reading"),
        Column("probability", "Float64", "how likely it is, 0 to 1"),
        _truth("doubt", "less likely than not: a report lists it under doubts"),
        _text("article", "the rulebook's article"),
        _text("rulebook", "the rulebook's id"),
        _text("place", "where, within the deal or sheet: `trick 2 / seat 4`"),
        _number("call", "which call of the deal, from 1"),
        _number("trick", "which trick, from 1"),
        _text("seat", "whose act it is; where nobody offended, whose hand or column"),
        _text("team", "the side of that seat"),
        _text("message", "what the record shows"),
        _word("remedy", get_args(RemedyKind), "what the rulebook asks for"),
        _text("remedy_to", "the side that it goes to"),
        _number("remedy_points", "points that it adds beside the deal's award"),
        _text("remedy_text", "the remedy in words"),
        _truth("needs_objection", "whether it counts only if somebody objected"),
        _truth("objected", "whether somebody did"),
        _number("count", "how many times it was found in its place"),
        _number("follows_from", "the match's finding, from 0, that it is only a consequence of"),
    ),
    "deals": (
        *_MATCH,
        *_DEAL,
        _text("dealer", "the dealer's seat as recorded"),
        _number("value", "the contract's number"),
        _word("trump", DENOMINATIONS, "its trumps"),
        _text("by", "the seat that made it"),
        _number("doubled", "1, 2 (doubled) or 4 (redoubled)"),
        _word("outcome", get_args(Outcome), "what the play gave"),
        *_pair("points", "card points taken by the replay (tricks, at bridge)"),
        *_pair("score_written", "score as written"),
        *_pair("score_ruled", "score by the rulebook"),
        *_pair("total_written", "running total as written"),
        *_pair("total_ruled", "running total by the rulebook"),
        _truth(
            "by_log", "the ruled score comes from a log of the deal; else the sheet is believed"
        ),
        _number("findings", "findings about it, doubts and consequences left out"),
    ),
    "calls": (
        *_MATCH,
        *_DEAL,
        _number("call", "which call of the deal, from 1"),
        *_SEAT,
        _text("text", "what was said: `28 S`, `Pass`"),
        _number("number", "the number said"),
        _word("suit", SUITS, "the suit said"),
        *_ENTRY,
    ),
    "plays": (
        *_MATCH,
        *_DEAL,
        _number("trick", "which trick, from 1"),
        _number("position", "which card of it, from 1; `<NA>` where the order is not recorded"),
        *_SEAT,
        _text("card", "rank and suit: `10S`"),
        _word("suit", SUITS, "its suit"),
        _text("rank", "its rank"),
        *_ENTRY,
        _truth("won", "whether its seat won the trick"),
    ),
}
"""Every column of every table, in order."""


def known_table(table: Table) -> Table:
    """The name of a table. Raises DeskError where there is none of that name."""
    if table not in get_args(Table):
        raise DeskError(
            f"There is no table {table!r}.",
            str(table),
            f"Ask for one of: {', '.join(get_args(Table))}.",
        )
    return table


def frame(table: ReadTable, rows: Sequence[Row]) -> DataFrame:
    """The rows as a table of pandas, every column of its documented type, however many rows there are."""
    from pandas import CategoricalDtype, DataFrame, Series

    def typed(at: int, column: Column) -> Series[Any]:
        dtype = (
            CategoricalDtype(list(column.values)) if column.dtype == "category" else column.dtype
        )
        return Series([row[at] for row in rows], dtype=dtype)

    columns = COLUMNS[table]
    return DataFrame({column.name: typed(at, column) for at, column in enumerate(columns)})
