"""A record of 56 as a whole: its logs, its sheets, and the copies of a sheet."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, Unpack

from fairdeal.records import (
    COLUMNS,
    Entry,
    Place,
    Record,
    Said,
    Seat,
    Standing,
    Team,
    TermKind,
    figure,
    in_groups,
    shown,
)
from fairdeal.rulings.doubt.certainty import Chances
from fairdeal.rulings.doubt.slip_rates import BY_CHANCE, SUM_SLIP
from fairdeal.rulings.fifty_six.book import FiftySixBook, Table
from fairdeal.rulings.fifty_six.deal import DealReplay, Ruled, written_worth
from fairdeal.rulings.fifty_six.scoring import Points, session_totals
from fairdeal.rulings.fifty_six.sheets.view import TEAMS, Row, SheetView, finals_of, labels
from fairdeal.rulings.frame import rule
from fairdeal.rulings.frame.finding import At, Coverage, Note, Settled
from fairdeal.rulings.frame.rule import Details, Draft, covered
from fairdeal.rulings.replay.sheets import plain_contract

SAME_NUMBER: Final = 3.0
"""What the same deal's number weighs beside cells that agree: neighbouring rows of a sheet agree in two
or three cells by chance (a score of 0, a bidder), rows of one deal in nearly all."""

ALIKE: Final = 0.6
"""Share of cells that must agree before rows under different numbers are read as one deal."""

SAME_MATCH: Final = 0.5
"""Share of cells that must agree before sheets that do not say whose they are pass for copies."""

LEAST_CELLS: Final = 3
"""Cells to compare before rows under different numbers can be read as one deal."""

MOST_PAIRS: Final = 40_000
"""Pairs of rows that are compared, about a second's work; longer sheets go by numbers alone."""

Way = tuple[Hashable, str, float]
"""One reading of a cell: what counts as the same (None: not known), how it is shown, its weight."""
Ways = tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Twins:
    """One cell in both copies, with its place in each; nothing is lost of either's readings."""

    places: tuple[Place, Place]
    column: str
    rows: tuple[int | None, int | None]
    """The rows from 0, None for the match points."""
    first: Ways
    second: Ways


@dataclass(frozen=True, slots=True)
class Copies:
    """Two copies of a sheet: rows of the same deals (from 0), and rows that only one copy has."""

    first: SheetView
    second: SheetView
    pairs: tuple[tuple[int, int], ...]
    lone_first: tuple[int, ...]
    lone_second: tuple[int, ...]
    cells: tuple[Twins, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """How likely two cells say different things, and the likeliest way they do.

    `sure`: they do in every reading.
    """

    share: float
    here: str
    there: str
    sure: bool


def copies_of(
    sheets: Sequence[SheetView], book: FiftySixBook, names: dict[str, Seat]
) -> list[Copies]:
    """The sheets of a record that are copies of one another, each with the first it is a copy of."""
    found = []
    for at, second in enumerate(sheets):
        both = (_copies(book, first, second, names) for first in sheets[:at])
        found += [next((each for each in both if each is not None), None)]
    return [each for each in found if each is not None]


def _copies(
    book: FiftySixBook, first: SheetView, second: SheetView, names: dict[str, Seat]
) -> Copies | None:
    marks = (first.sheet.copy, second.sheet.copy)
    if None not in marks and marks[0] == marks[1]:
        return None
    columns = [c for c in COLUMNS if first.has(c) and second.has(c) and c != "remarks"]
    ours = [_row(book, first, row, columns, names) for row in range(len(first.rows))]
    theirs = [_row(book, second, row, columns, names) for row in range(len(second.rows))]
    pairs = aligned(ours, theirs)
    cells = [
        Twins(
            (first.address(one, column), second.address(two, column)),
            column,
            (one, two),
            ours[one][column],
            theirs[two][column],
        )
        for one, two in pairs
        for column in columns
        if column in ours[one] and column in theirs[two]
    ]
    agreed = [agreement(each.first, each.second) for each in cells if each.column != "deal"]
    if None in marks and (not agreed or sum(agreed) < SAME_MATCH * len(agreed)):
        return None
    met = ({one for one, _ in pairs}, {two for _, two in pairs})
    return Copies(
        first, second, tuple(pairs),
        tuple(n for n, row in enumerate(ours) if _written(row) and n not in met[0]),
        tuple(n for n, row in enumerate(theirs) if _written(row) and n not in met[1]),
        (*cells, *_match_points(first, second)),
    )  # fmt: skip


# What a cell may say -------------------------------------------------------------------------------


def _row(
    book: FiftySixBook, view: SheetView, row: int, columns: Sequence[str], names: dict[str, Seat]
) -> dict[str, Ways]:
    """What the cells of a row may say, by column; those in which nothing stands are left out."""
    found = {}
    contract = view.sheet.cell(row, "contract")
    for column in columns:
        cell = view.sheet.cell(row, column)
        if cell is None:
            continue
        ways = ways_of(book, cell, column, names)
        if column == "x":
            if contract is not None and _doubling(contract.value):
                continue  # written with the contract
            if (
                ways is None
                and cell.standing is Standing.BLANK
                and contract is not None
                and contract.filled
            ):
                ways = (("", "no X", 1.0),)
        if ways is not None:
            found[column] = ways
    return found


def _doubling(value: object) -> bool:
    return isinstance(value, Said) and (value.has(TermKind.DOUBLE) or value.has(TermKind.REDOUBLE))


def _written(row: dict[str, Ways]) -> bool:
    """Whether anything stands in a row beside its number and the blank that says "not doubled"."""
    return any(column not in ("deal", "x") for column in row)


def ways_of(
    book: FiftySixBook, cell: Entry[Any], column: str, names: dict[str, Seat]
) -> Ways | None:
    """What a cell of a column may say; None where nothing stands in it."""
    if not cell.filled:
        return None
    return tuple(
        (alike(book, value, column, names), shown(value), weight)
        for value, weight in cell.weighted()
        if weight > 0.0
    )


def alike(book: FiftySixBook, value: object, column: str, names: dict[str, Seat]) -> Hashable:
    """What two readings must share to say the same; None for something else than was read."""
    if value is None:
        return None
    if isinstance(value, Said):
        return written_worth(plain_contract(value), book) or value.text
    text = " ".join(str(value).split()).casefold()
    if column == "x":
        return {"double": "x", "doubled": "x", "dbl": "x", "redouble": "xx", "x x": "xx",
                "redoubled": "xx"}.get(text, text)  # fmt: skip
    return names.get(text, text) if column in ("dealer", "bidder") else text


def _match_points(first: SheetView, second: SheetView) -> list[Twins]:
    ours, theirs = first.sheet.match_points, second.sheet.match_points
    if ours is None or theirs is None:
        return []
    entries = [(f"match points {t}", ours.points.get(t), theirs.points.get(t)) for t in ("A", "B")]
    entries.append(("tie-break", ours.tie_break, theirs.tie_break))  # type: ignore[arg-type]
    found = []
    for name, one, two in entries:
        if one is None or two is None or not (one.filled and two.filled):
            continue
        place = Place.of(name)
        places = (place.in_sheet(first.number), place.in_sheet(second.number))
        ways = [
            tuple((value, str(value), weight) for value, weight in each.weighted() if weight > 0.0)
            for each in (one, two)
        ]
        found.append(Twins(places, name, (None, None), ways[0], ways[1]))
    return found


# How two cells compare -----------------------------------------------------------------------------


def agreement(one: Ways, two: Ways) -> float:
    """How likely two cells say the same, each read on its own."""
    return sum(
        p * q * (BY_CHANCE if left is None or right is None else float(left == right))
        for (left, _, p), (right, _, q) in product(one, two)
    )


def likeness(value: Hashable, other: Ways) -> float:
    """How well a reading of one copy's cell (None: something else) agrees with the other copy's."""
    rate = 0.0
    for right, _, weight in other:
        same = float(value == right) if (value is None) == (right is None) else BY_CHANCE
        rate += weight * (same + (1.0 - same) * SUM_SLIP)
    return rate


def difference(one: Ways, two: Ways) -> Differing | None:
    """How two cells differ; None where no readings of the two do.

    Copies that do not agree need a slip of the pen. Something else than the readings given may be
    what the other copy has, but seldom is; it never is evidence that they differ.
    """
    agree = differ = most = 0.0
    texts: tuple[str, str] | None = None
    sure = True
    for (left, here, p), (right, there, q) in product(one, two):
        if left is None or right is None:
            same = 1.0 if left is None and right is None else BY_CHANCE
            agree += p * q * same
            differ += p * q * (1.0 - same) * SUM_SLIP
            sure = False
        elif left == right:
            agree += p * q
            sure = False
        else:
            differ += p * q * SUM_SLIP
            if p * q > most:
                most, texts = p * q, (here, there)
    if texts is None:
        return None
    return Differing(1.0 if sure else differ / (differ + agree), *texts, sure)


# Which row is which --------------------------------------------------------------------------------


def aligned(
    ours: Sequence[dict[str, Ways]], theirs: Sequence[dict[str, Ways]]
) -> list[tuple[int, int]]:
    """The rows of one copy with those of the other that are about the same deals, in order."""
    left = [n for n, row in enumerate(ours) if _written(row)]
    right = [n for n, row in enumerate(theirs) if _written(row)]
    if len(left) * len(right) > MOST_PAIRS:
        return _by_number(ours, theirs, left, right)
    worth = [[_worth(ours[one], theirs[two]) for two in right] for one in left]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(len(left) - 1, -1, -1):
        for j in range(len(right) - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], worth[i][j] + best[i + 1][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if worth[i][j] > 0.0 and best[i][j] == worth[i][j] + best[i + 1][j + 1]:
            pairs.append((left[i], right[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _worth(one: dict[str, Ways], two: dict[str, Ways]) -> float:
    """What it is worth to take two rows for one deal; 0 where they cannot be."""
    number = agreement(one["deal"], two["deal"]) if "deal" in one and "deal" in two else 0.0
    shared = [column for column in one if column in two and column != "deal"]
    agree = sum(agreement(one[column], two[column]) for column in shared)
    if number < 0.5 and (len(shared) < LEAST_CELLS or agree < ALIKE * len(shared)):
        return SAME_NUMBER * number if number > BY_CHANCE else 0.0
    return SAME_NUMBER * number + agree


def _by_number(
    ours: Sequence[dict[str, Ways]], theirs: Sequence[dict[str, Ways]],
    left: Sequence[int], right: Sequence[int],
) -> list[tuple[int, int]]:  # fmt: skip
    """Rows whose likeliest numbers agree; one that comes again goes with its like in order."""
    places = in_groups((theirs[two]["deal"][0][0], two) for two in right if "deal" in theirs[two])
    pairs = []
    for one in left:
        same = places.get(ours[one]["deal"][0][0]) if "deal" in ours[one] else None
        if same:
            pairs.append((one, same.pop(0)))
    return pairs


# --- the record as a whole -------------------------------------------------------------------------


@dataclass(slots=True)
class Session:
    """Everything of one record that rules beyond a single deal look at."""

    record: Record
    book: FiftySixBook
    table: Table
    ruled: tuple[Ruled, ...]
    sheets: tuple[SheetView, ...] = ()
    chances: dict[int, Chances[Ruled]] = field(default_factory=dict)
    """What doubtful logs come to, by game."""
    settled: list[Settled] = field(default_factory=list)
    by_label: dict[str, list[Ruled]] = field(default_factory=dict)
    bounded: str | None = None
    """What of the sheets' doubtful cells could not be weighed exactly, in words."""
    copies: list[Copies] = field(default_factory=list)
    """The sheets that are copies of each other."""
    at_odds: list[Draft] | None = None
    """Where they differ, once that was looked for."""
    notes: list[Note] = field(default_factory=list)
    """What of the session as a whole could not be judged."""

    def __post_init__(self) -> None:
        self.by_label = in_groups(
            (each.label, each) for each in self.ruled if each.label is not None
        )

    def reading(self, ruled: tuple[Ruled, ...], sheets: tuple[SheetView, ...]) -> Session:
        """The same record with logs and rows read differently, as the rules of the whole record see it."""
        other = copy(self)
        other.ruled, other.sheets = ruled, sheets
        return other

    def ruled_row(self, view: SheetView, row: Row) -> Ruled | None:
        """The log of a row's deal, where the record has it.

        A deal that was dealt again has several logs and rows; they go together in order. The row of one
        whose redeal has no log is the redeal's, and so without a log, unless it scores as the log does.
        """
        logs = self.by_label.get(row.deal or "")
        if not logs:
            return None
        same = view.of_deal(row.deal)
        place = len(logs) - 1 if len(same) == 1 else same.index(row.index)
        if place >= len(logs):
            return None
        log = logs[place]
        read = view.logs.get(log.verdict.game, log)
        last = place == len(logs) - 1 and row.index == same[-1]
        return None if last and read is not None and _of_redeal(read, row) else read


Rule = rule.Rule[DealReplay, Ruled, Session, SheetView]


def _of_redeal(log: Ruled, row: Row) -> bool:
    """Whether a row is that of the redeal of a log, by what it says came of the deal."""
    if not log.dealt_again:
        return False
    award, points = log.verdict.award or {}, log.verdict.points or {}
    return any(
        row.score(team) not in (None, award.get(team, 0))
        or row.points(team) not in (None, points.get(team))
        for team in TEAMS
    )


def over(session: Session) -> bool:
    """Whether the record says so: a number of deals in the heading, or match points entered."""
    said = session.record.tag("Deals")
    if said is not None and figure(said.strip()) is not None:
        return True
    return any(view.sheet.match_points is not None for view in session.sheets)


# --- a match played off ----------------------------------------------------------------------------


Decided = tuple[Points, Team | None]
"""The totals that a match is judged by, and who won the tie-break where these are level."""


def decided(book: FiftySixBook, view: SheetView) -> Decided | None:
    """What a sheet says of the match; None where a side has no total, or what counts cannot be read."""
    rows, finals = view.up_to(_last(book)), finals_of(view.rows)
    if rows is None or finals is None:
        return None
    regular = finals_of(rows)
    if regular is None and rows:
        return None
    if regular is None or not _level(regular) or regular == finals:
        return finals, view.tie_break
    return regular, view.tie_break or _ahead(finals)


def decided_by_logs(session: Session) -> Decided | None:
    """The same by the awards of the logs; None where one is open."""
    verdicts = [each.verdict for each in session.ruled]
    finals, last = session_totals(verdicts), _last(session.book)
    if finals is None:
        return None
    regular = session_totals([each for each in verdicts if not _beyond(each.deal, last)])
    if regular is None or not _level(regular) or regular == finals:
        return finals, None
    return regular, _ahead(finals)


def played_off(session: Session, numbers: Iterable[str]) -> set[str]:
    """Which deals of these numbers were dealt to break a tie, the match being level without them, or perhaps
    level."""
    beyond = {number for number in numbers if _beyond(number, _last(session.book))}
    if not beyond:
        return set()
    last = _last(session.book)
    verdicts = [each.verdict for each in session.ruled]
    sheets = [view.up_to(last) for view in session.sheets]
    if any(rows is None or any(_TOTALS & row.unread for row in rows[-1:]) for rows in sheets):
        return beyond
    totals = [finals_of(rows or ()) for rows in sheets]
    totals.append(session_totals([each for each in verdicts if not _beyond(each.deal, last)]))
    return beyond if any(each is not None and _level(each) for each in totals) else set()


_TOTALS: Final = frozenset({"total A", "total B"})


def _last(book: FiftySixBook) -> int | None:
    """The last deal of every session; None where the rulebook does not fix their number."""
    return book.scoring.session_deals if book.scoring.session_fixed else None


def _beyond(deal: str | None, last: int | None) -> bool:
    number = figure(deal or "")
    return last is not None and number is not None and number > last


def _level(totals: Points) -> bool:
    return totals["A"] == totals["B"]


def _ahead(totals: Points) -> Team | None:
    if _level(totals):
        return None
    return "A" if totals["A"] > totals["B"] else "B"


# --- what of the rules about sheets was checked ----------------------------------------------------


IN_LOGS: Final = frozenset({"contract", "bidder"})
"""Columns of a sheet that nobody misses where each of its rows has a log: awards are judged by that."""


def sheets_covered(session: Session, rules: Iterable[Rule]) -> Iterator[Coverage]:
    """What of the rules about sheets was checked, and why others were not."""
    for each in rules:
        if each.sheet is None or not session.sheets:
            continue
        columns = {column for view in session.sheets for column in view.sheet.columns}
        told = IN_LOGS if each.code == "award-entry" and _all_logged(session) else frozenset()
        lacks = [group[0] for group in each.sheet_needs if not (columns | told) & set(group)]
        why = f"the sheet has no column {lacks[0]}" if lacks else session.bounded
        yield covered(each.code, None, None, why, why is None)


def _all_logged(session: Session) -> bool:
    """Whether every row of the sheets has a log beside it that gives its award."""
    logged = {
        label
        for each in session.ruled
        if each.verdict.award is not None
        for label in labels(each.replay.deal.number)
    }
    return all(
        logged & set(labels(view.sheet.cell(row, "deal")))
        for view in session.sheets
        for row in range(len(view.sheet.rows))
    )


# --- drafts about cells of a sheet ----


def entry(
    session: Session,
    view: SheetView,
    row: Row,
    column: str,
    message: str,
    *,
    seat: Seat | None = None,
    **more: Unpack[Details],
) -> Draft:
    """A draft about one cell, ``row 5 / total A`` of its sheet; `more` as in `Details`."""
    log = session.ruled_row(view, row)
    return Draft(
        view.place(row, column),
        message,
        seat,
        at=At(row=row.index + 1, column=column, seat=seat, sheet=view.later),
        span=view.span(row, column),
        deal=row.deal,
        game=log.verdict.game if log else None,
        **more,
    )
