"""Which row of a club's own sheet is which deal: by the numbers printed before them, or by their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.ruled.sheets.layout_file import SheetLayout
from fairdeal.digitize.ruled.sheets.row_numbers import LEAST, number_rows, read_numbers
from fairdeal.digitize.ruled.tables.find import RuledTable
from fairdeal.records.transcript import ReadProblem


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row to write in: its number in the grid and among its like (from 1), the deal it is, and
    whether that is sure."""

    line: int
    number: int
    deal: int
    shaky: bool = False


def rows_of(
    picture: Picture, table: RuledTable, layout: SheetLayout
) -> tuple[list[SheetRow], list[ReadProblem]]:
    """The rows to write in, and what is doubtful about them."""
    by_place = [layout.first + at for at in range(layout.rows)]
    if layout.numbers != "printed":
        return _by_place(layout), []
    nodes = table.nodes[layout.headings : layout.headings + layout.rows + 1]
    column = layout.meanings.index("deal")
    numbers = read_numbers(picture.image, nodes, column)
    if sum(number is not None for number in numbers) < min(LEAST, layout.rows):
        note = ReadProblem(
            "row-numbers-unread",
            "warning",
            f"The deal numbers printed in {picture.name} could not be read; rows are numbered by place.",
        )
        return _by_place(layout), [note]
    told = number_rows(numbers)
    deals = [deal if deal is not None else by_place[at] for at, deal in enumerate(told.deals)]
    twice = {deal for deal, count in Counter(deals).items() if count > 1}
    shaky = {*told.shaky, *(at for at, deal in enumerate(deals) if deal in twice)}
    deals = [by_place[at] if deal in twice else deal for at, deal in enumerate(deals)]
    shaky |= _out_of_step(deals, by_place)
    rows = [
        SheetRow(layout.headings + at, at + 1, deal, at in shaky) for at, deal in enumerate(deals)
    ]
    return rows, list(_row_problems(picture.name, rows, by_place))


def _out_of_step(deals: Sequence[int], by_place: Sequence[int]) -> set[int]:
    """Rows that are not as far from the layout's numbers as most are: a printer that loses a row of needles
    turns 10 to 18 into 20 to 28. A later page of a match is as far off in all its rows."""
    ahead = [deal - place for deal, place in zip(deals, by_place, strict=True)]
    usual = Counter(ahead).most_common(1)[0][0]
    return {at for at, each in enumerate(ahead) if each != usual}


def _by_place(layout: SheetLayout) -> list[SheetRow]:
    """Rows told by where they stand alone."""
    return [SheetRow(layout.headings + at, at + 1, layout.first + at) for at in range(layout.rows)]


def _row_problems(
    name: str, rows: Sequence[SheetRow], by_place: Sequence[int]
) -> Iterator[ReadProblem]:
    shaky = [str(row.deal) for row in rows if row.shaky]
    if shaky:
        yield ReadProblem(
            "rows-unsure",
            "warning",
            f"{name}: it is not sure that the row of deal {', '.join(shaky)} is that deal's: the number"
            " printed before it says something else, or cannot be read. Compare it with the photo.",
        )
    moved = [row for row, deal in zip(rows, by_place, strict=True) if row.deal != deal]
    if moved:
        yield ReadProblem(
            "rows-numbered-otherwise",
            "note",
            f"{name}: the rows bear other deal numbers than the layout has; the printed ones count"
            f" (the first is {rows[0].deal}).",
        )
