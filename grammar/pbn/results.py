"""Results of other tables: a board's ``[ScoreTable]`` as deals of their own, a row each.

A row says who met whom, the contract, the declarer, the tricks and the score; hands, dealer and vulnerability
are the board's. Where the game itself is one of the rows, it takes that row's place, with its auction and
play. A row that cannot be taken apart is a problem, and never passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Literal

from fairdeal.grammar.evening import Evening
from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.reader import PbnGame
from fairdeal.grammar.pbn.syntax import Item
from fairdeal.records import Deal, Entry, Problem, Result, Span, Tag, Team, clear, team_of

ROWS: Final = "ScoreTable"
TOTALS: Final = "TotalScoreTable"
MOST_ROWS: Final = 2_000
"""Rows of one board that are read: forty times those of a large club's evening."""
MOST_ALIKE: Final = 1_000
"""How often one row may stand for (its multiplicity)."""

UNREAD: Final = "unread"
"""The only cell of a row that could not be taken apart: all that stands in it."""

NOTHING: Final = frozenset({"", "-", "?", "*", "#"})
_COLUMN: Final = re.compile(r"[+-]?([^\\;]*)(?:\\\d+[LR]?)?")
_RELATIVE: Final = re.compile(r"(?:([+-])(\d{1,2})|=)")
_SHARES: Final = re.compile(r"A?(\d\d)\s*%?\s*[-/:]?\s*A?(\d\d)%?", re.I)
_SCORE: Final = re.compile(r"[+-]?\d{1,6}")
_UNPLAYED: Final = frozenset({"NP", "N/P", "NOTPLAYED", "NOPLAY"})
_OF_A_TABLE: Final = frozenset({
    "Table", "Round", "Section", "TeamNS", "TeamEW", "PairNS", "PairEW", "North", "South", "East", "West",
    "Declarer", "Contract", "Result", "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", ROWS, TOTALS,
})  # fmt: skip
"""Tags of the game that say nothing of the other tables."""

Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of results: its cells by column, and where it stands."""

    cells: Cells
    span: Span

    def get(self, *names: str) -> str:
        """The first of these columns that says anything."""
        texts = (self.cells.get(name, "") for name in names)
        return next((text for text in texts if text not in NOTHING), "")


def with_rows(games: Sequence[PbnGame]) -> tuple[list[Deal], list[Problem]]:
    """The deals of a file, those of its tables of results among them, and what was wrong with these."""
    problems: list[Problem] = []
    columns: dict[str, str] = {}
    tables = [
        {name: _rows(game, name, columns, problems) for name in (ROWS, TOTALS)} for game in games
    ]
    names = _names(row for each in tables for row in each[TOTALS])
    boards = [(game.deal, found[ROWS]) for game, found in zip(games, tables, strict=True)]
    return list(deals_of_boards(boards, names)), problems


def _rows(game: PbnGame, name: str, columns: dict[str, str], problems: list[Problem]) -> list[Row]:
    """The rows of a table of a game. `columns` are those of the games before, by the table's name."""
    if f"{name} " not in game.text and f'{name}"' not in game.text:
        return []
    block = next((each for each in game.written.blocks if each.name == name), None)
    if block is None or block.value is None:
        return []
    if block.value != "#":
        columns[name] = block.value
    heads = _columns(columns.get(name, ""))
    elements = (item for item in block.items if item.kind in ("word", "string"))
    lines = [list(group) for _, group in groupby(elements, key=lambda item: item.line)]
    if not heads:
        if lines:
            message = f"{name}: its columns cannot be read, so its rows are not read"
            problems.append(Problem("warning", message, block.line, block.column, game.number))
        return []
    rows: list[Row] = []
    for line in lines if any(len(each) == len(heads) for each in lines) else _joined(lines, heads):
        first = line[0]
        cells = _cells(line, heads)
        if len(rows) >= MOST_ROWS:
            message = f"{name}: rows from this one on are not read: {MOST_ROWS:,} are the limit"
            problems.append(Problem("warning", message, first.line, first.column, game.number))
            break
        if cells is None:
            message = f"{name}: {len(line)} entries for {len(heads)} columns: this row is not read"
            problems.append(Problem("warning", message, first.line, first.column, game.number))
            cells = {UNREAD: " ".join(item.text for item in line)}
        last = line[-1]
        end = last.column + len(last.text)
        rows.append(Row(cells, Span(first.line, first.column, last.line, end)))
    return rows


def _columns(header: str) -> list[str]:
    """The names of the columns; none where one has none."""
    found = [_COLUMN.fullmatch(each.strip()) for each in header.split(";")]
    names = [each[1].strip() if each is not None else "" for each in found]
    return names if all(names) else []


def _joined(lines: Sequence[list[Item]], heads: Sequence[str]) -> list[list[Item]]:
    """Rows that do not keep to lines: so many elements each, where that comes out even."""
    whole = [item for line in lines for item in line]
    if len(whole) % len(heads) or _first_name(heads) is not None:
        return list(lines)
    return [whole[at : at + len(heads)] for at in range(0, len(whole), len(heads))]


def _first_name(heads: Sequence[str]) -> int | None:
    return next((at for at, name in enumerate(heads) if name.startswith("Names")), None)


def _cells(line: Sequence[Item], heads: Sequence[str]) -> Cells | None:
    """The cells of a row. Names without quotation marks may be of several words: then the columns before the
    first and after the last of them are read."""
    texts = [item.text.strip() for item in line]
    if len(texts) == len(heads):
        return dict(zip(heads, texts, strict=True))
    first = _first_name(heads)
    if first is None or len(texts) < len(heads):
        return None
    last = max(at for at, name in enumerate(heads) if name.startswith("Names"))
    after = len(heads) - last - 1
    cells = dict(zip(heads[:first], texts[:first], strict=True))
    if first == last:
        cells[heads[first]] = " ".join(texts[first : len(texts) - after])
    cells |= dict(zip(heads[last + 1 :], texts[len(texts) - after :], strict=True))
    return cells


def _names(rows: Iterable[Row]) -> dict[tuple[str, str], str]:
    """What pairs are called, by their number and direction, from the table of totals."""
    found: dict[tuple[str, str], str] = {}
    for row in rows:
        names = row.get("Names")
        if names:
            way = row.get("Direction").upper().replace("-", "")
            found[_numbered(row, "PairId"), way if way in ("NS", "EW") else ""] = _called(names)
    return found


def _called(names: str) -> str:
    """Two players as a pair is called elsewhere: ``Anne; Bert`` in the order of the letters."""
    players = [each.strip() for each in re.split(r"[;/]", names) if each.strip()]
    return " and ".join(sorted(players)) if len(players) == 2 else " ".join(names.split())


def _numbered(row: Row, name: str) -> str:
    """A pair's number with its section: ``A12``, ``2-12``."""
    number, section = row.get(name), row.get("Section")
    joint = "-" if section[-1:].isdigit() else ""
    return f"{section}{joint}{number}" if number else ""


def deals_of_boards(
    boards: Sequence[tuple[Deal, Sequence[Row]]], names: Mapping[tuple[str, str], str]
) -> Iterator[Deal]:
    """The deals of boards with the rows of their results; a board without rows alone.

    Where two pairs of one number met there are two fields, each with numbers of its own.
    """
    two_fields = any(
        row.get("PairId_NS") == row.get("PairId_EW") != "" for _, rows in boards for row in rows
    )
    for own, rows in boards:
        if rows:
            yield from _of_rows(own, rows, names, two_fields=two_fields)
        else:
            yield own


def _of_rows(
    own: Deal, rows: Sequence[Row], names: Mapping[tuple[str, str], str], *, two_fields: bool
) -> Iterator[Deal]:
    """A deal a row; the game itself too where it is not one of them and says more than the board."""
    made = [each for row in rows for each in _of_row(own, row, names, two_fields=two_fields)]
    place = next((at for at, each in enumerate(made) if _same(own, each)), None)
    if place is not None:
        tags = {tag.name: tag for tag in made[place].tags} | {
            tag.name: tag for tag in own.tags if tag.value not in NOTHING
        }
        kept = [tag for tag in tags.values() if tag.name not in (ROWS, TOTALS)]
        made[place] = replace(own, tags=tuple(kept))
    elif not made or own.result is not None or own.auction or own.play:
        yield own
    yield from made


def _same(own: Deal, other: Deal) -> bool:
    """Whether a row may be the game itself: contract, declarer and tricks are the same."""
    if own.result is None or own.result.contract is None or other.result is None:
        return False
    mine, theirs = own.result.contract, other.result.contract
    if theirs is None or mine.said.value is None or mine.said.value != theirs.said.value:
        return False
    table = {tag.name: tag.value for tag in own.tags}.get("Table", "")
    there = {tag.name: tag.value for tag in other.tags}.get("Table", "")
    if table not in NOTHING and there and table != there:
        return False
    by, their = (each.by and each.by.value for each in (mine, theirs))
    points = [
        {team: each.value for team, each in r.points.items()} for r in (own.result, other.result)
    ]
    return by == their and points[0] == points[1]


def _of_row(
    own: Deal, row: Row, names: Mapping[tuple[str, str], str], *, two_fields: bool
) -> Iterator[Deal]:
    """The board as a row has it: as often as the row stands for, not at all where it was not played."""
    contract = row.get("Contract")
    plain = contract.upper().replace(" ", "").replace(".", "")
    result = _result(row)
    tags = {tag.name: tag.value for tag in own.tags if tag.name not in _OF_A_TABLE}
    tags |= {name: text for name in ("Table", "Round", "Section") if (text := row.get(name))}
    ways: tuple[Literal["NS", "EW"], ...] = ("NS", "EW")
    for way in ways:
        if called := _pair(row, way, names, two_fields=two_fields):
            tags[f"Team{way}"] = called
    shares = _SHARES.fullmatch(plain)
    score = _adjusted(row) or ("NS A{} EW A{}".format(*shares.groups()) if shares else "")
    if unread := row.get(UNREAD):
        tags["Score"] = f"row: {unread}"
    elif score:
        tags["Score"] = score
    elif result is None:
        tags |= _relative(row)
        if contract and plain not in _UNPLAYED and "ScorePercentage" not in tags:
            tags["Score"] = contract
    if result is None and not {"Score", "ScorePercentage", "ScoreIMP"} & tags.keys():
        return
    deal = replace(
        own,
        tags=tuple(Tag(name, text, row.span) for name, text in tags.items()),
        auction=None,
        play=None,
        result=result,
        events=(),
        closing=(),
        comments=(),
        call_rows=(),
        span=row.span,
    )
    often = row.get("Multiplicity")
    alike = int(often) if often.isascii() and often.isdigit() and len(often) < 6 else 1
    for _ in range(min(alike, MOST_ALIKE)):
        yield deal


def _pair(
    row: Row,
    way: Literal["NS", "EW"],
    names: Mapping[tuple[str, str], str],
    *,
    two_fields: bool,
) -> str:
    number = _numbered(row, f"PairId_{way}")
    own = row.get(f"Names_{way}")
    called = _called(own) if own else names.get((number, way)) or names.get((number, ""), "")
    if called or not number:
        return called
    return f"Pair {number} {way}" if two_fields else f"Pair {number}"


def _result(row: Row) -> Result | None:
    """Contract, tricks and score as a row has them; None where it has none of them."""
    contract = values.contract(row.get("Contract"))
    declarer, _ = values.seat(row.get("Declarer"))
    by = None if declarer is None else clear(declarer, row.span)
    entry = None if contract is None else contract.entry(by, row.span)
    points: dict[Team, Entry[int]] = {}
    tricks = _tricks(row.get("Result"), contract)
    if tricks is not None and declarer is not None:
        points[team_of(declarer)] = clear(tricks, row.span)
    score = _score(row)
    if entry is None and not score:
        return None
    return Result(entry, points=points, score={t: clear(n, row.span) for t, n in score.items()})


def _tricks(text: str, contract: values.WrittenContract | None) -> int | None:
    """The declarer's tricks, as such or beside what the contract needs: ``9``, ``+1``, ``=``."""
    if text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= 13:
        return int(text)
    said = _RELATIVE.fullmatch(text)
    if said is None or contract is None or not contract.level:
        return None
    more = int(f"{said[1] or ''}{said[2] or 0}")
    tricks = contract.level + 6 + more
    return tricks if 0 <= tricks <= 13 else None


def _score(row: Row) -> dict[Team, int]:
    """The figures of a row. Of a row that has one side's alone, the other has what is left."""
    found: dict[Team, int] = {}
    sides: tuple[Team, ...] = ("NS", "EW")
    for side in sides:
        text = row.get(f"Score_{side}")
        if text.upper() == "PASS":
            found[side] = 0
        elif _SCORE.fullmatch(text):
            found[side] = int(text)
    if len(found) == 2 and not found["NS"] + found["EW"]:
        del found["EW"]
    return found


def _adjusted(row: Row) -> str:
    """The cells of the score as an adjusted score, where they are not figures."""
    cells = {side: row.get(f"Score_{side}") for side in ("NS", "EW")}
    if all(not text or _SCORE.fullmatch(text) or text.upper() == "PASS" for text in cells.values()):
        return ""
    ours, theirs = cells.values()
    if shares := _SHARES.fullmatch(ours) if not theirs else None:
        return "NS A{} EW A{}".format(*shares.groups())
    if not theirs and ours[:2].upper() in ("NS", "EW"):
        return ours
    return " ".join(f"{side} {text}" for side, text in cells.items() if text)


def _relative(row: Row) -> dict[str, str]:
    """Shares of the top or IMPs, of a row that has neither contract nor score."""
    found = {}
    for name, column in (("ScorePercentage", "Percentage"), ("ScoreIMP", "IMP")):
        sides = {side: row.get(f"{column}_{side}") for side in ("NS", "EW")}
        said = " ".join(f"{side} {text}" for side, text in sides.items() if text)
        if said:
            found[name] = said
    return found


_WRITTEN: Final = (
    r"PairId_NS\3R;PairId_EW\3R;Contract\5L;Declarer\1L;Result\2R;Score_NS\6R;Score_EW\6R;MP_NS\6R;MP_EW\6R"
    ";Names_NS;Names_EW"
)


def write(evening: Evening) -> str:
    """An event of pairs as PBN: a board a game, with a table of its results."""
    names = {each.number: ";".join(each.players) for each in evening.pairs}
    head = "".join(
        f"[{name} {_quoted(text)}]\n"
        for name, text in (("Event", evening.title), ("Date", evening.date))
    )
    games = []
    for number, lines in evening.boards:
        rows = [
            " ".join(
                each if each.isalnum() else _quoted(each) if each else "-"
                for each in (
                    *line.pairs,
                    line.contract,
                    line.declarer,
                    line.tricks,
                    *line.scores,
                    *line.matchpoints,
                    *(names.get(pair, "") for pair in line.pairs),
                )
            )
            for line in lines
        ]
        tags = f"[Board {_quoted(number)}]\n[Scoring {_quoted(evening.scoring)}]\n"
        games.append(
            f'{head}{tags}[ScoreTable "{_WRITTEN}"]\n' + "".join(f"{row}\n" for row in rows)
        )
    return "% PBN 2.1\n" + "\n".join(games)


def _quoted(text: str) -> str:
    return '"' + " ".join(text.split()).replace("\\", r"\\").replace('"', r"\"") + '"'
