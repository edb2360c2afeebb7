"""Deal numbers printed before the rows: they tell a row even where a rule was missed or seen twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.printed.tesseract import FIGURES, read_words
from fairdeal.digitize.ruled.tables import RuledTable
from fairdeal.digitize.sheets.flat import INK, WHITE, Points, flatten, without_rules
from fairdeal.digitize.sheets.layout_file import SheetLayout
from fairdeal.records import ReadProblem

SECONDS: Final = 20.0
SURE: Final = 0.5
"""Tesseract's confidence under which a printed number does not count."""
ENOUGH: Final = 0.6
"""Share of the rows that must bear a number in sequence for the numbers to be called printed."""
LEAST: Final = 3
"""... and how many at least: two numbers in sequence are chance."""
HIGHEST: Final = 999
LEAST_INK: Final = 0.001
"""A column with less of its paper covered bears no numbers: eighteen small figures cover ten times as
much."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """Rows recognised by their printed numbers.

    `deals` has a deal's number for each row, None where none can be known. `shaky` are rows (from 0)
    whose own number says something else than the rows around them, or that stand between two that do
    not fit together.
    """

    deals: tuple[int | None, ...]
    shaky: tuple[int, ...] = ()


def read_numbers(picture: NDArray[np.uint8], nodes: Points, column: int) -> list[int | None]:
    """The printed number in each row of a column; None where none is read for sure.

    `nodes` are the crossings around the rows to write in, (rows + 1, columns + 1, 2) pixels. Raises
    `ReadError` where Tesseract is missing or fails.
    """
    across = np.linalg.norm(np.diff(nodes, axis=1), axis=2).mean(axis=0)
    share = float(across[column] / across.sum())
    flat = flatten(picture, nodes[:, column : column + 2], share=share)
    wiped, _, _ = without_rules(flat)
    found: list[int | None] = [None] * (len(nodes) - 1)
    if float((wiped < WHITE - INK).mean()) < LEAST_INK:
        return found  # Tesseract puzzles long over bare paper
    for word in read_words(wiped, SECONDS, FIGURES):
        row = int(np.searchsorted(flat.ys, word.top + word.height / 2)) - 1
        if word.confidence < SURE or not 0 <= row < len(found) or not word.text.isdecimal():
            continue
        number = int(word.text)
        if found[row] is not None or number > HIGHEST:
            found[row] = None  # two numbers in one row: neither counts
        else:
            found[row] = number
    return found


def first_number(numbers: Sequence[int | None]) -> int | None:
    """The number of the first row where the numbers run on by one, None where they do not.

    It is 0 or less where rows of headings stand above the row of deal 1.
    """
    starts = Counter(number - row for row, number in enumerate(numbers) if number is not None)
    if not starts:
        return None
    start, count = starts.most_common(1)[0]
    return start if count >= max(LEAST, ENOUGH * len(numbers)) else None


def number_rows(numbers: Sequence[int | None]) -> Numbered:
    """Which deal each row is, from the numbers read before some of them.

    Rows are taken to follow each other where the numbers read above and below agree on it. Where a
    number is missed out or comes twice, a rule was missed or seen twice, and the rows between are
    shaky.
    """
    starts = _starts(numbers)
    deals: list[int | None] = []
    shaky = []
    for row, (number, start) in enumerate(zip(numbers, starts, strict=True)):
        deals.append(None if start is None else row + start)
        if start is None or (number is not None and not _may_be(number, row + start)):
            shaky.append(row)
    return Numbered(tuple(deals), tuple(shaky))


def _may_be(number: int, due: int) -> bool:
    """Whether a number is the one that is due, or what is left of it where a figure was not seen."""
    return number == due or (number < due and str(number) in str(due))


def _starts(numbers: Sequence[int | None]) -> list[int | None]:
    """For each row the number that the first row would have: the same for rows that follow each other."""
    own = [None if number is None else number - row for row, number in enumerate(numbers)]
    counts = Counter(start for start in own if start is not None)
    trusted = [start if start is not None and counts[start] >= LEAST else None for start in own]
    filled: list[int | None] = []
    for row, start in enumerate(trusted):
        above = next((s for s in reversed(trusted[:row]) if s is not None), None)
        below = next((s for s in trusted[row + 1 :] if s is not None), None)
        if start is not None:
            filled.append(start)
        elif above == below or below is None:
            filled.append(above)
        else:
            filled.append(below if above is None else None)
    return filled


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
    """Rows recognised by where they stand alone."""
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
