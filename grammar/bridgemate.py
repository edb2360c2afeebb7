"""Results of Bridgemates and their like: the table ``ReceivedData`` of a BWS file, exported as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from fairdeal.grammar.pbn.results import NOTHING, UNREAD, Row, deals_of_boards
from fairdeal.records import Deal, Problem, Span, Tag, clear

NEEDED: Final = frozenset({"board", "pairns", "pairew", "contract", "result"})
_DELIMITERS: Final = ",;\t"
_SHARES: Final = re.compile(r"\d{1,3}\s*%\s*-\s*\d{1,3}\s*%")
_TRUE: Final = frozenset({"1", "-1", "true", "yes", "wahr", "vrai"})
_NOT_PLAYED: Final = frozenset({"not played", "no play"})
_FIRST: Final = frozenset({"", "1", "a"})
"""What the only section of an evening is called: its pairs have plain numbers, as in other files."""
_KEY: Final = ("section", "table", "round", "board")


def is_received(head: str) -> bool:
    """Whether a text that begins so is such a table: its first line names the columns."""
    first = head.partition("\n")[0]
    return _columns(first, _delimiter(first)).keys() >= NEEDED


def _delimiter(first: str) -> str:
    return max(_DELIMITERS, key=first.count)


def _columns(first: str, delimiter: str) -> dict[str, int]:
    names = first.strip("\ufeff\r\n ").split(delimiter)
    return {re.sub(r"[^a-z]", "", each.casefold()): at for at, each in enumerate(names)}


def read(text: str) -> tuple[list[Deal], list[Problem]]:
    """The results of a table, each a deal, and what was wrong with it. Never fails."""
    problems: list[Problem] = []
    found: dict[object, tuple[Row, str]] = {}
    lines = list(_lines(text, problems))
    several = len({cells.get("section", "") for _, cells in lines}) > 1
    for line, cells in lines:
        if not several and cells.get("section", "").casefold() in _FIRST:
            cells["section"] = ""
        row = _row(cells, Span(line, 1, line, 2))
        key: tuple[str | int, ...] = tuple(cells.get(name, "") for name in _KEY)
        if cells.get("erased", "").casefold() in _TRUE:
            continue
        if key in found and all(key[1:]):
            message = f"Board {key[3]} of table {key[1]}, round {key[2]} is given again: the last one counts"
            problems.append(Problem("note", message, line, 1))
        else:
            key = key if all(key[1:]) else (line,)
        found[key] = (row, cells.get("board", ""))
    boards = [
        (
            Deal(
                number=clear(board, row.span) if board else None,
                tags=(Tag("Scoring", "MP"),),
                span=row.span,
            ),
            [row],
        )
        for row, board in found.values()
    ]
    return list(deals_of_boards(boards, {})), problems


def _lines(text: str, problems: list[Problem]) -> Iterator[tuple[int, dict[str, str]]]:
    first = text.partition("\n")[0]
    delimiter = _delimiter(first)
    columns = _columns(first, delimiter)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in rows:
            if rows.line_num > 1 and any(cell.strip() for cell in row):
                yield (
                    rows.line_num,
                    {name: row[at].strip() for name, at in columns.items() if at < len(row)},
                )
    except csv.Error as error:
        problems.append(
            Problem("error", f"not a CSV file from here on ({error})", rows.line_num, 1)
        )


def _row(cells: Mapping[str, str], span: Span) -> Row:
    """A line as a row of a table of results. Nobody can say here what an arbitral score gives, or
    pairs that sat the wrong way, or a line without a contract."""
    remark = cells.get("remarks", "")
    known = {
        "Table": cells.get("table", ""),
        "Round": cells.get("round", ""),
        "Section": cells.get("section", ""),
        "PairId_NS": cells.get("pairns", ""),
        "PairId_EW": cells.get("pairew", ""),
    }
    if _SHARES.fullmatch(remark):
        return Row({**known, "Contract": remark.replace(" ", "")}, span)
    if remark.casefold() in _NOT_PLAYED:
        return Row({**known, "Contract": "NP"}, span)
    if remark or cells.get("contract", "") in NOTHING:
        return Row({**known, UNREAD: _said(remark, cells.values())}, span)
    declarer = cells.get("nsew") or cells.get("declarer", "")
    result = {
        "Contract": cells.get("contract", ""),
        "Declarer": declarer,
        "Result": cells.get("result", ""),
    }
    return Row({**known, **result}, span)


def _said(remark: str, cells: Iterable[str]) -> str:
    return " ".join(filter(None, (remark, *(each for each in cells if each != remark))))
