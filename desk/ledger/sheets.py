"""The score sheets of a match: copies and photos of one sheet are one, parts of it fill it, and two teams'
own copies stay two, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fairdeal.desk.ledger.deals import number_of
from fairdeal.desk.ledger.differences import Difference
from fairdeal.desk.ledger.merging import weighed
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.record import ReadSheet, Source
from fairdeal.records.cards import Said
from fairdeal.records.doubt import Standing, absent, clear
from fairdeal.records.place import Place, figure
from fairdeal.records.record import COLUMNS, Cell, MatchPoints, Record, Sheet, SheetRow, of_entries

SheetRole = str
"""``witness``, ``copy``, ``second look``, ``part`` or ``differs``: what a sheet is beside the others."""


@dataclass(frozen=True, slots=True)
class SheetPart:
    """One sheet as handed in: what it is, of which other it is that, and where it contradicts one."""

    read: ReadSheet
    role: SheetRole
    beside: ReadSheet | None = None
    difference: Difference | None = None


@dataclass(slots=True)
class _Whole:
    """A sheet of the record with the papers that it was put together from."""

    read: ReadSheet
    papers: list[ReadSheet]


def joined(sheets: Sequence[ReadSheet]) -> tuple[list[ReadSheet], list[SheetPart]]:
    """The sheets that count, and what became of each that was handed in. Nothing depends on their order."""
    wholes: list[_Whole] = []
    parts: list[SheetPart] = []
    for read in sorted(sheets, key=_order):
        whole = _home(read, wholes)
        if whole is None:
            wholes.append(_Whole(read, [read]))
            parts.append(SheetPart(read, "witness"))
            continue
        role, text = _role(read, whole), canonical(read.sheet)
        twin = next((each for each in whole.papers if canonical(each.sheet) == text), None)
        before = whole.read.sheet
        whole.read = _merged(whole.read, read, by_row=role == "second look")
        if role == "part" and twin is not None:
            role = "copy"
        elif role == "part" and whole.read.sheet != before:
            role = "witness"
        parts.append(SheetPart(read, role, twin or whole.papers[0]))
        whole.papers.append(read)
    parts = [_differing(part, wholes) for part in parts]
    return sorted((each.read for each in wholes), key=_copies_in_order), parts


def _role(read: ReadSheet, whole: _Whole) -> SheetRole:
    same_page = bool(read.form_id) and any(each.form_id == read.form_id for each in whole.papers)
    return "second look" if same_page else "part"


def canonical(sheet: Sheet) -> str:
    """A sheet as text that is the same however it was typed."""
    return write(Record(sheets=(sheet,))).casefold()


def _order(read: ReadSheet) -> tuple[int, int, str, str]:
    """Fuller sheets first; a sheet that says whose copy it is before one that does not."""
    return (-_filled(read.sheet), read.sheet.copy is None, canonical(read.sheet), read.photo)


def _copies_in_order(read: ReadSheet) -> tuple[bool, str, int, str]:
    """Team A's copy first, then team B's, then those that do not say whose they are."""
    sheet = read.sheet
    return (sheet.copy is None, sheet.copy or "", -_filled(sheet), canonical(sheet))


def _filled(sheet: Sheet) -> int:
    return sum(bool(cell.readings) for row in sheet.rows for cell in row.cells)


def _home(read: ReadSheet, wholes: Sequence[_Whole]) -> _Whole | None:
    """The sheet that another photo, copy or part belongs to; None where it stands alone."""
    for whole in wholes:
        if read.form_id and any(each.form_id == read.form_id for each in whole.papers):
            return whole
    if of_entries(read.sheet):
        return None  # lines under WE and THEY have no number by which they could be put together
    fitting = [
        whole
        for whole in wholes
        if not of_entries(whole.read.sheet)
        and _same_copy(read.sheet, whole.read.sheet)
        and not _other_print(read, whole)
        and next(differences(whole.read.sheet, read.sheet), None) is None
        and (_within(read.sheet, whole.read.sheet) or _goes_on(read.sheet, whole.read.sheet))
    ]
    return fitting[0] if fitting else None


def _same_copy(one: Sheet, two: Sheet) -> bool:
    return one.copy is None or two.copy is None or one.copy == two.copy


def _other_print(read: ReadSheet, whole: _Whole) -> bool:
    """Whether it was written on another print of the form: then it is somebody's own copy."""
    return bool(read.form_id) and any(
        each.form_id not in ("", read.form_id) for each in whole.papers
    )


def _labels(sheet: Sheet) -> list[str]:
    """The deals of a sheet's rows by number; the row's own where it has none."""
    found = []
    for index in range(len(sheet.rows)):
        cell = sheet.cell(index, "deal")
        value = None if cell is None or cell.value is None else number_of(str(cell.value))
        found.append(value or f"row {index + 1}")
    return found


def _within(part: Sheet, whole: Sheet) -> bool:
    """Whether every row of one is a row of the other, and so tells something of the same deals."""
    labels = [label for label, row in zip(_labels(part), part.rows, strict=True) if _written(row)]
    return bool(labels) and set(labels) <= set(_labels(whole))


def _goes_on(one: Sheet, two: Sheet) -> bool:
    """Whether one begins where the other ends: pages of one sheet."""
    numbers = [[figure(label) for label in _labels(sheet)] for sheet in (one, two)]
    if any(None in each or not each for each in numbers):
        return False
    low, high = sorted(numbers, key=lambda each: each[0] or 0)
    return (low[-1] or 0) + 1 == high[0] and one.copy == two.copy


def _written(row: SheetRow) -> bool:
    return any(cell.standing not in (Standing.BLANK, Standing.ABSENT) for cell in row.cells)


def differences(one: Sheet, two: Sheet) -> Iterator[Difference]:
    """Every cell, sure in both, in which two sheets contradict each other, row by row."""
    for here, there in _pairs(one, two):
        for column in one.columns:
            ours, theirs = one.cell(here, column), two.cell(there, column)
            if ours is None or theirs is None or column == "deal":
                continue
            if column == "x" and _stands(one, here) and _stands(two, there):
                ours, theirs = _or_none(ours), _or_none(theirs)
            if ours.clear and theirs.clear and _plain(ours.value) != _plain(theirs.value):
                place = str(one.place(here, column))
                yield Difference(place, _shown(ours.value), _shown(theirs.value))


def _stands(sheet: Sheet, row: int) -> bool:
    contract = sheet.cell(row, "contract")
    return contract is not None and contract.clear


def _or_none(cell: Cell) -> Cell:
    """A blank beside a contract says that nobody doubled it."""
    return clear("not doubled") if cell.standing is Standing.BLANK else cell


def _plain(value: object) -> object:
    if isinstance(value, Said):
        return tuple(sorted(term.text for term in value.terms))
    return " ".join(value.split()).casefold() if isinstance(value, str) else value


def _shown(value: object) -> str:
    return value.text if isinstance(value, Said) else str(value)


def _pairs(one: Sheet, two: Sheet) -> list[tuple[int, int]]:
    """The rows of the same deals, each once and in their order."""
    left: dict[str, list[int]] = {}
    for index, label in enumerate(_labels(two)):
        left.setdefault(label, []).append(index)
    found = []
    for index, label in enumerate(_labels(one)):
        if left.get(label):
            found.append((index, left[label].pop(0)))
    return found


def _merged(one: ReadSheet, two: ReadSheet, *, by_row: bool) -> ReadSheet:
    """Two papers of one sheet as one: cell by cell what both say together. `by_row`: photos of one page,
    whose rows stand in the same places."""
    ours, theirs = one.sheet, two.sheet
    columns = tuple(
        sorted(
            {*ours.columns, *theirs.columns},
            key=lambda name: (
                _place_in(COLUMNS, name),
                _place_in(ours.columns, name),
                _place_in(theirs.columns, name),
            ),
        )
    )
    same = range(min(len(ours.rows), len(theirs.rows)))
    pairs = {n: n for n in same} if by_row else dict(_pairs(ours, theirs))
    rows: list[tuple[int | None, int | None]] = [(n, pairs.get(n)) for n in range(len(ours.rows))]
    rows += [(None, n) for n in range(len(theirs.rows)) if n not in pairs.values()]
    if not by_row and rows and _goes_on(ours, theirs):
        rows.sort(key=lambda each: _number(ours, theirs, each))
    sheet = replace(
        ours,
        columns=columns,
        rows=tuple(_row(ours, theirs, here, there, columns) for here, there in rows),
        copy=ours.copy or theirs.copy,
        match_points=_points(ours.match_points, theirs.match_points),
    )
    sources: dict[str, Source] = {}
    for number, (here, there) in enumerate(rows, 1):
        for read, index in ((two, there), (one, here)):
            if index is not None:
                sources |= _moved(read.sources, index + 1, number)
    for read in (two, one):
        sources |= {
            place: source for place, source in read.sources.items() if not place.startswith("row ")
        }
    return replace(one, sheet=sheet, sources=sources)


def _number(one: Sheet, two: Sheet, row: tuple[int | None, int | None]) -> int:
    here, there = row
    label = _labels(one)[here] if here is not None else _labels(two)[there or 0]
    return figure(label) or 0


def _place_in(columns: Sequence[str], name: str) -> int:
    return columns.index(name) if name in columns else len(columns)


def _row(
    one: Sheet, two: Sheet, here: int | None, there: int | None, columns: Sequence[str]
) -> SheetRow:
    cells = []
    for column in columns:
        ours = None if here is None else one.cell(here, column)
        theirs = None if there is None else two.cell(there, column)
        cells.append(_cell(ours, theirs))
    base = one.rows[here] if here is not None else two.rows[there or 0]
    return replace(base, cells=tuple(cells))


def _cell(one: Cell | None, two: Cell | None) -> Cell:
    found = weighed(one, two)  # type: ignore[misc]
    return found if found is not None else absent()


def _points(one: MatchPoints | None, two: MatchPoints | None) -> MatchPoints | None:
    if one is None or two is None:
        return one or two
    points = {**two.points, **one.points}
    return replace(one, points=points, tie_break=one.tie_break or two.tie_break)


def _moved(sources: dict[str, Source], old: int, new: int) -> dict[str, Source]:
    """The sources of a row under its place on the merged sheet."""
    start = f"row {old} / "
    return {
        str(Place.parse(f"row {new} / {place.removeprefix(start)}")): source
        for place, source in sources.items()
        if place.startswith(start)
    }


def _differing(part: SheetPart, wholes: Sequence[_Whole]) -> SheetPart:
    """A sheet that contradicts another one of the match differs from it."""
    if part.role in ("copy", "second look"):
        return part
    own = next(whole for whole in wholes if any(each is part.read for each in whole.papers))
    for other in wholes:
        if other is own or of_entries(other.read.sheet) != of_entries(own.read.sheet):
            continue
        difference = next(differences(part.read.sheet, other.read.sheet), None)
        if difference is not None:
            return SheetPart(part.read, "differs", other.papers[0], difference)
    return part
