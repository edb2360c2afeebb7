"""The first page of an audit: standings, what matters most, every match, where to look; and the audit as
tables to take away: CSV, Excel and Parquet, through pandas.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, Literal

from fairdeal import __version__, templates
from fairdeal.desk import words
from fairdeal.desk.archive.eventfile import in_order
from fairdeal.desk.extras import DOUBLE_DUMMY, TABLES, how_to_get, installed
from fairdeal.desk.intake.schedule import Adjustment
from fairdeal.desk.score.figures import Score, score_table
from fairdeal.desk.tournament.pairs import PairLine, Scored, Session, in_force, session_of
from fairdeal.desk.tournament.results import Discrepancy, MatchResult, by_weight
from fairdeal.desk.tournament.standings import (
    Change,
    Standing,
    changed,
    changes,
    round_robin,
    standings,
)
from fairdeal.desk.tournament.teams import shown
from fairdeal.grammar import usebio
from fairdeal.grammar.evening import Evening, Line, Pair
from fairdeal.grammar.pbn import results as pbn
from fairdeal.records import in_groups
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


def by_code(results: Iterable[MatchResult]) -> list[tuple[str, int]]:
    """Each kind of finding with its number, the most frequent first."""
    count = Counter(each.title for result in results for each in result.findings)
    return sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))


def tallied(results: Iterable[MatchResult], by: Literal["table", "recorder"]) -> list[Tally]:
    """The tables, or those who kept the score, the one with most findings first."""
    by_name = in_groups((getattr(result, by) or "not known", result) for result in results)
    done = [_tally(each, found) for each, found in by_name.items()]
    done.sort(key=lambda tally: (-(tally.offences + tally.entries), in_order(tally.name)))
    return done


def _tally(name: str, results: list[MatchResult]) -> Tally:
    kinds = Counter(each.severity for result in results for each in result.findings)
    return Tally(
        name, len(results), kinds["offence"], kinds["entry"], sum(each.doubts for each in results)
    )


LISTED: Final = 100
"""Discrepancies, pairs and results on the page; all of them are in the tables beside it."""

LONGEST_BAR: Final = 100
"""Of a chart's bar, in hundredths of its column."""


def overview(
    title: str,
    results: Sequence[MatchResult],
    unread: Sequence[tuple[str, str]],
    left_out: Sequence[tuple[str, str]],
    tables: Sequence[str],
    adjustments: Sequence[Adjustment] = (),
) -> str:
    """The page as HTML."""
    found = by_weight(list(results))
    counted = [each for each in found if each.severity != "advice"]
    places: list[Standing] = standings(results)
    moved: list[Change] = changes(results)
    session = session_of(results, adjustments=adjustments)
    ruled = any(each.as_ruled is not None for each in results)
    after: list[Standing] = standings(results, ruled=True) if ruled else []
    return templates.render(
        "index.html",
        title=title,
        matches=words.count(len(results), *_one_and_many(results)),
        each=_one_and_many(results)[0],
        found=words.count(len(counted), "finding"),
        rows=[(each, score_table(each.score, _teams(each)).lines) for each in results],
        standings=places,
        changes=moved,
        after=after,
        changes_after=changed(places, after),
        round_robin=round_robin(results),
        session=session,
        session_ruled=session_of(results, ruled=True, adjustments=adjustments)
        if session and session.decided
        else None,
        listed=LISTED,
        no_solver=how_to_get(DOUBLE_DUMMY)
        if session is not None and not installed(DOUBLE_DUMMY)
        else "",
        discrepancies=found[:LISTED],
        more=max(0, len(found) - LISTED),
        turned=[each for each in results if each.flips],
        tables_of=tallied(results, "table") if len(results) > 1 else [],
        recorders=tallied(results, "recorder") if any(each.recorder for each in results) else [],
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


def _teams(result: MatchResult) -> tuple[str, str]:
    one, two = (name or f"team {side}" for name, side in zip(result.teams, "AB", strict=True))
    return one, two


def _bars(counts: Sequence[tuple[str, int]]) -> list[tuple[str, int, int]]:
    """The bars of a chart: name, figure, and length in hundredths of the longest."""
    longest = max((number for _, number in counts), default=1)
    return [(name, n, max(1, round(LONGEST_BAR * n / longest))) for name, n in counts]


def _weight(found: Discrepancy) -> str:
    """What a discrepancy changes, in words."""
    if found.flips:
        return "changes the winner"
    moved = {"match point": found.moves, "point": found.points}
    return ", ".join(words.count(number, what) for what, number in moved.items() if number)


_FORMULA: Final = re.compile(r"(?:^|(?<=[;\t\r\n]))(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r])")
"""Where a formula would begin: at the beginning of a text, whatever blanks stand before it, and within it
where a spreadsheet of another country ends a cell. A team may be called so."""


Columns = Mapping[str, Callable[[Any], object]]
"""The columns of a table in their order, and what stands in each of a row."""


def _of(**names: str) -> Columns:
    """Columns that are called as what they show is: ``match_points="match points"``."""
    return {name: attrgetter(attribute) for attribute, name in names.items()}


_STANDINGS: Final = _of(
    place="place", team="team", played="played", won="won", tied="tied", lost="lost",
    match_points="match points", points_for="points for", points_against="points against",
    unknown="not known", reason="reason",
)  # fmt: skip

_ROUND_ROBIN: Final = _of(
    place="place", pair="pair", played="played", won="won", tied="tied", lost="lost", total="total",
    written="written", unknown="not known", reason="reason",
)  # fmt: skip

_FINDINGS: Final[Columns] = {
    **_of(
        match="match", title="finding", code="code", severity="severity",
        established="established", where="where", team="team", seat="seat", points="points",
        moves="match points", flips="changes the winner", message="message", follows="follows",
        file="report", round="round", table="table",
    ),
    "team A": lambda each: each.teams[0],
    "team B": lambda each: each.teams[1],
    "file": lambda each: ", ".join(each.documents),
}  # fmt: skip

_PAIRS: Final[Columns] = {
    **_of(
        place="place",
        pair="pair",
        direction="direction",
        boards="boards",
        shown="matchpoints",
        of="of",
    ),
    "percent": lambda each: round(each.percent, 2),
    "cross-IMPs": lambda each: round(float(each.imps), 2),
    "Butler": lambda each: round(float(each.butler), 2),
    "not known": lambda each: each.unknown,
}

_TEAMS: Final[Columns] = {
    **_of(
        place="place", team="team", played="played", won="won", tied="tied", lost="lost",
        boards="boards", shown="IMPs",
    ),
    "VPs": lambda each: float(each.victory_points),
    **_of(reason="reason"),
}  # fmt: skip

_TEAM_MATCHES: Final[Columns] = {
    **_of(session="session", home="home", visit="visitors", boards="boards"),
    "IMPs home": lambda each: each.shown[0],
    "IMPs visitors": lambda each: each.shown[1],
    "unbalanced IMPs home": lambda each: shown(each.apart[0]),
    "unbalanced IMPs visitors": lambda each: shown(each.apart[1]),
    "VPs home": lambda each: float(each.victory_points[0]),
    "VPs visitors": lambda each: float(each.victory_points[1]),
    "not known": lambda each: each.unknown,
}

_BOARDS: Final[Columns] = {
    "board": lambda each: each.result.board,
    "session": lambda each: each.result.session,
    "table": lambda each: each.result.table or each.match.table,
    "North-South": lambda each: each.result.pairs[0],
    "East-West": lambda each: each.result.pairs[1],
    "contract": lambda each: each.result.contract,
    "tricks": lambda each: each.result.tricks,
    "tricks double dummy": lambda each: each.result.best,
    "as written NS": lambda each: each.result.written,
    "by the rulebook NS": lambda each: each.result.ruled,
    "as ruled NS": lambda each: each.result.in_force,
    "adjusted": lambda each: each.result.adjusted,
    "matchpoints NS": lambda each: each.earned[0] and shown(each.earned[0].matchpoints),
    "matchpoints EW": lambda each: each.earned[1] and shown(each.earned[1].matchpoints),
    "cross-IMPs NS": lambda each: None if each.imps is None else round(float(each.imps), 2),
    "report": lambda each: each.match.file,
}


Made = Callable[[], "DataFrame"]


def frames(
    results: Sequence[MatchResult], adjustments: Sequence[Adjustment] = ()
) -> dict[str, Made]:
    """The tables by name, each made when it is called for."""
    found = list(results)
    return {
        "standings": partial(_frame, standings(found), _STANDINGS),
        **_as_ruled(found),
        **_round_robin(found),
        **_of_boards(
            session_of(found, adjustments=adjustments),
            session_of(found, ruled=True, adjustments=adjustments),
        ),
        "matches": partial(
            _frame, [_match(each) for each in found], {name: itemgetter(name) for name in _MATCH}
        ),
        "findings": partial(_frame, by_weight(found), _FINDINGS),
        "tables": partial(_frame, tallied(found, "table"), _tallies("table")),
        "recorders": partial(_frame, tallied(found, "recorder"), _tallies("recorder")),
    }


def _tallies(name: str) -> Columns:
    return _of(
        name=name, matches="matches", offences="offences", entries="wrong entries", doubts="doubts"
    )


def _as_ruled(results: Sequence[MatchResult]) -> dict[str, Made]:
    """The standings with what committees ruled, where any did."""
    if all(each.as_ruled is None for each in results):
        return {}
    return {"standings-as-ruled": partial(_frame, standings(results, ruled=True), _STANDINGS)}


def _round_robin(results: Sequence[MatchResult]) -> dict[str, Made]:
    """The pairs by their points in all matches, where matches count by points."""
    table = round_robin(results)
    if table is None:
        return {}
    lines = table.lines
    return {"round-robin": lambda: _frame(lines, _ROUND_ROBIN).astype({"written": "Int64"})}


def _of_boards(session: Session | None, after: Session | None) -> dict[str, Made]:
    """Boards of duplicate bridge, pairs and teams, where there are any; as ruled too, where anything was."""
    if session is None or after is None:
        return {}
    made: dict[str, Made] = {"boards": partial(_frame, session.scored, _BOARDS)}
    for each, ending in ((session, ""), *(((after, "-as-ruled"),) if after.decided else ())):
        tables: dict[str, tuple[Sequence[object], Columns]] = {
            "pairs": (each.pairs, _PAIRS),
            "team-matches": (each.matches, _TEAM_MATCHES),
            "teams": (each.teams, _TEAMS),
        }
        made |= {f"{name}{ending}": partial(_frame, *of) for name, of in tables.items() if of[0]}
    return made


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


def _frame(rows: Iterable[object], columns: Columns) -> DataFrame:
    """A table in whose texts every letter is seen."""
    from pandas import DataFrame

    seen = [{name: of(each) for name, of in columns.items()} for each in rows]
    letters = [
        {name: visible(it) if isinstance(it, str) else it for name, it in row.items()}
        for row in seen
    ]
    # Whole numbers stay whole where some are not known.
    return DataFrame(letters, columns=list(columns)).convert_dtypes()


def table_files(
    results: Sequence[MatchResult], adjustments: Sequence[Adjustment] = ()
) -> dict[str, Callable[[], bytes]]:
    """The files by name, each made when it is called for: every table as CSV, with the packages for it as
    Parquet too, and all of them as one Excel workbook; boards of pairs as scoring programs read them."""
    made = {name: cache(each) for name, each in frames(results, adjustments).items()}
    plain = {name: cache(partial(_plain, each)) for name, each in made.items()}
    files: dict[str, Callable[[], bytes]] = {}
    for name, each in made.items():
        files[f"{name}.csv"] = partial(_csv, plain[name])
        if installed(TABLES):
            files[f"{name}.parquet"] = partial(_parquet, each)
    files["tournament.xlsx"] = lambda: _workbook({name: each() for name, each in plain.items()})
    for name, text in exchanged(results, adjustments).items():
        files[name] = partial(text.encode, "utf-8")
    return files


def _plain(made: Made) -> DataFrame:
    return made().map(harmless)


def _csv(plain: Made) -> bytes:
    return plain().to_csv(index=False).encode("utf-8-sig")


def _parquet(made: Made) -> bytes:
    return made().to_parquet(index=False)


def harmless(value: Any) -> Any:
    """A text that no spreadsheet will run, and in which every letter is seen. Numbers stay numbers."""
    return _FORMULA.sub("'", visible(value)) if isinstance(value, str) else value


def _workbook(made: Mapping[str, DataFrame]) -> bytes:
    """The workbook of tables whose texts are harmless."""
    from pandas import ExcelWriter

    buffer = io.BytesIO()
    with ExcelWriter(buffer, engine="openpyxl") as book:
        for name, frame in made.items():
            frame.to_excel(book, sheet_name=name, index=False)
            for column in book.sheets[name].columns:
                widest = max(len(str(cell.value or "")) for cell in column)
                book.sheets[name].column_dimensions[column[0].column_letter].width = min(
                    60, max(8, widest + 2)
                )
            book.sheets[name].freeze_panes = "A2"
    return buffer.getvalue()


_WAYS: Final = {"North-South": "NS", "East-West": "EW", "": ""}


def exchanged(
    results: Sequence[MatchResult], adjustments: Sequence[Adjustment] = ()
) -> dict[str, str]:
    """The files by name, as ruled where anything was; none where no pairs were compared."""
    session = session_of(results, ruled=True, adjustments=adjustments)
    if session is None or not session.pairs:
        return {}
    made = _evening(session)
    return {"results-usebio.xml": usebio.write(made), "results.pbn": pbn.write(made)}


def _evening(session: Session) -> Evening:
    numbers = {
        (line.pair.casefold(), line.direction): str(number)
        for number, line in enumerate(session.pairs, 1)
    }
    boards = in_groups(
        ((each.result.session, each.result.board), _line(each, numbers))
        for each in session.scored
        if all(each.result.pairs)
    )
    first = session.scored[0]
    return Evening(
        first.match.event,
        first.match.date,
        {"matchpoints": "MP", "imps": "IMP;Cross", "butler": "IMP;Butler"}[session.by],
        tuple(
            _pair(line, number)
            for line, number in zip(session.pairs, numbers.values(), strict=True)
        ),
        tuple((board, tuple(lines)) for (_, board), lines in boards.items()),
    )


def _pair(line: PairLine, number: str) -> Pair:
    players = tuple(line.pair.split(" and ", 1))
    return Pair(number, _WAYS[line.direction], players, line.place, line.percent)


def _line(each: Scored, numbers: dict[tuple[str, str], str]) -> Line:
    pairs = [
        next(numbers[name.casefold(), way] for way in ways if (name.casefold(), way) in numbers)
        for name, ways in zip(
            each.result.pairs, (("North-South", ""), ("East-West", "")), strict=True
        )
    ]
    both = in_force(each.result)
    scores = ("", "")
    if both is not None:
        plain = both[0].outcomes and both[0].opposite() == both[1] and len(both[0].outcomes) == 1
        scores = (both[0].text, "" if plain else both[1].text)
    known = bool(both and both[0].outcomes)
    contract, declarer = each.result.called if known else ("", "")
    return Line(
        (pairs[0], pairs[1]),
        contract,
        declarer,
        str(each.result.tricks) if known and each.result.tricks is not None else "",
        scores,
        (_points(each, 0), _points(each, 1)),
    )


def _points(each: Scored, side: int) -> str:
    earned = each.earned[side]
    return "" if earned is None else f"{float(Fraction(shown(earned.matchpoints))):g}"
