"""The copies of one score sheet side by side: which row is which deal, and cell by cell what both say.

Rows are matched by the number of the deal and by what is in them together, in their order, as texts are
aligned (S. B. Needleman, C. D. Wunsch, Journal of Molecular Biology 48, 1970): a row that one copy
leaves out or has too much shifts nothing. A pair of rows is worth as many cells as are likely to agree
in them, and `SAME_NUMBER` more where the numbers of their deals agree.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from fairdeal.records.cards import Said, Seat, TermKind
from fairdeal.records.doubt import Entry, Standing
from fairdeal.records.place import Place
from fairdeal.records.record import COLUMNS
from fairdeal.rulings.doubt.slip_rates import BY_CHANCE, SUM_SLIP
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.replay.deal import written_worth
from fairdeal.rulings.fifty_six.sheets.view import SheetView, plain_contract

SAME_NUMBER: Final = 3.0
"""What the same deal's number weighs beside cells that agree: neighbouring rows of a sheet agree in two
or three cells by chance (a score of 0, a bidder), rows of one deal in nearly all."""

ALIKE: Final = 0.6
"""Share of cells that must agree before rows under different numbers are taken for one deal."""

SAME_MATCH: Final = 0.5
"""Share of cells that must agree before sheets that do not say whose they are pass for copies."""

LEAST_CELLS: Final = 3
"""Cells to compare before rows under different numbers can be taken for one deal."""

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
            if ways is None and cell.standing is Standing.BLANK and _stands(contract):
                ways = (("", "no X", 1.0),)
        if ways is not None:
            found[column] = ways
    return found


def _stands(cell: Entry[Any] | None) -> bool:
    return cell is not None and cell.standing not in (Standing.BLANK, Standing.ABSENT)


def _doubling(value: object) -> bool:
    return isinstance(value, Said) and (value.has(TermKind.DOUBLE) or value.has(TermKind.REDOUBLE))


def _written(row: dict[str, Ways]) -> bool:
    """Whether anything stands in a row beside its number and the blank that says "not doubled"."""
    return any(column not in ("deal", "x") for column in row)


def ways_of(
    book: FiftySixBook, cell: Entry[Any], column: str, names: dict[str, Seat]
) -> Ways | None:
    """What a cell of a column may say; None where nothing stands in it."""
    if not _stands(cell):
        return None
    found: list[Way] = []
    for value, weight in cell.weighted():
        if weight > 0.0:
            found.append((alike(book, value, column, names), shown(value), weight))
    return tuple(found)


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
    if column in ("dealer", "bidder"):
        return names.get(text, text)
    return text


def shown(value: object) -> str:
    return value.text if isinstance(value, Said) else str(value)


def _match_points(first: SheetView, second: SheetView) -> list[Twins]:
    ours, theirs = first.sheet.match_points, second.sheet.match_points
    if ours is None or theirs is None:
        return []
    entries = [(f"match points {t}", ours.points.get(t), theirs.points.get(t)) for t in ("A", "B")]
    entries.append(("tie-break", ours.tie_break, theirs.tie_break))  # type: ignore[arg-type]
    found = []
    for name, one, two in entries:
        if one is None or two is None or not (_stands(one) and _stands(two)):
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
    """How likely two cells say the same, each read by itself."""
    return sum(
        p * q * (BY_CHANCE if left is None or right is None else float(left == right))
        for (left, _, p), (right, _, q) in product(one, two)
    )


def likeness(value: Hashable, other: Ways) -> float:
    """How well a reading of one copy's cell (None: something else) agrees with the other copy's."""
    rate = 0.0
    for right, _, weight in other:
        same = BY_CHANCE if value is None or right is None else float(value == right)
        if value is None and right is None:
            same = 1.0
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
    places: dict[Hashable, list[int]] = {}
    for two in right:
        if "deal" in theirs[two]:
            places.setdefault(theirs[two]["deal"][0][0], []).append(two)
    pairs = []
    for one in left:
        same = places.get(ours[one]["deal"][0][0]) if "deal" in ours[one] else None
        if same:
            pairs.append((one, same.pop(0)))
    return pairs
