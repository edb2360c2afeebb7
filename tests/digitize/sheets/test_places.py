"""Which lines over a table are headings, of which columns, and when two readers are both too unsure.

What stands where and what Tesseract reads of it are given here: no picture is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.printed.tesseract import TesseractWord
from fairdeal.digitize.ruled.tables import RuledTable
from fairdeal.digitize.sheets import headings as reading_headings
from fairdeal.digitize.sheets.heading_ink import HeadingRun
from fairdeal.digitize.sheets.heading_meaning import UNREAD
from fairdeal.digitize.sheets.headings import (
    HandRead,
    HeadingReader,
    Headings,
    _Said,
    _said,
    _settled,
    read_headings,
)

COLUMNS, WIDE, HIGH = 5, 100, 40
Line = tuple[str, int, int, int]
"""What is read, the first and last column that it stands over, and the row (-1: above the table)."""


@pytest.mark.parametrize(
    ("sure", "letter", "text"), [(0.5, 0.14, UNREAD), (0.5, 0.16, "Total"), (0.76, 0.01, "Total")]
)
def test_readers_that_agree_and_are_both_unsure_are_asked_about(
    sure: float, letter: float, text: str
) -> None:
    faint = HandRead("total", letter, 2.0)
    assert _settled(_Said("Total", sure), faint) == text


def test_a_strange_word_that_is_not_clear_gives_way_to_a_known_one() -> None:
    known = HandRead("points", 0.95, 1000.0)
    assert _settled(_Said("Weather", 0.84), known) == "points"
    assert _settled(_Said("Weather", 0.86), known) == "Weather"


def word(text: str, confidence: float) -> TesseractWord:
    return TesseractWord(text, confidence, (1, 1, 1), 0, 0, 10, 10)


def test_a_line_is_as_sure_as_its_least_sure_word() -> None:
    assert _said([word("Total", 0.9), word("A", 0.4)]) == _Said("Total A", 0.4)
    assert _said([word("TotA", 0.9)]) == _Said("Tot A", 0.9)
    assert _said([]) == _Said("", 0.0)


class Blind(HeadingReader):
    """A reader of handwriting that makes nothing of anything."""

    def __init__(self) -> None:
        pass

    def read(self, lines: Sequence[NDArray[np.uint8]]) -> list[HandRead | None]:
        return [None for _ in lines]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Line]:
    """The lines over a table of five columns; those of a row stand one below the other."""
    lines: list[Line] = []
    said: dict[int, str] = {}

    def find(picture: object, nodes: NDArray[np.float64], fine: int = 1) -> list[HeadingRun]:
        above = nodes[0, 0, 1] < 0
        runs = []
        for number, (text, first, last, row) in enumerate(lines):
            if (row < 0) == above:
                top = HIGH * row + 10 * sum(
                    each[1:] == (first, last, row) for each in lines[:number]
                )
                image = np.zeros((8, 30), np.uint8)
                said[id(image)] = text
                runs.append(
                    HeadingRun(
                        image, WIDE * first, top, WIDE * (last + 1), top + 8, first, last, row
                    )
                )
        return runs[::-1]

    monkeypatch.setattr(reading_headings, "find_runs", find)
    monkeypatch.setattr(
        reading_headings,
        "_printed",
        lambda runs: [_Said(said[id(run.image)], 0.95) for run in runs],
    )
    return lines


def headings(rows: int | None = None) -> Headings:
    across, down = np.meshgrid(WIDE * np.arange(COLUMNS + 1), HIGH * np.arange(8))
    table = RuledTable(np.stack((across, down), -1).astype(np.float64))
    return read_headings(np.zeros((400, 600), np.uint8), table, Blind(), rows)


def words(found: Headings) -> list[str]:
    return [each.words for each in found.headings]


ROW: list[Line] = [("Deal", 0, 0, 0), ("Bid", 1, 1, 0), ("Total", 3, 3, 0), ("Total", 4, 4, 0)]


def test_a_line_over_some_columns_is_the_group_of_each(shown: list[Line]) -> None:
    shown += [
        ("Points", 3, 4, 0),
        ("A", 3, 3, 1),
        ("B", 4, 4, 1),
        ("Bid", 1, 1, 1),
        ("Deal", 0, 0, 1),
    ]
    found = headings(2)
    assert words(found) == ["Deal", "Bid", "", "Points / A", "Points / B"]
    assert [each.groups for each in found.headings] == [(), (), (), ("Points",), ("Points",)]


def test_a_line_over_all_columns_is_a_title(shown: list[Line]) -> None:
    shown += [("Total points", 0, COLUMNS - 1, 0), *[(*line[:3], 1) for line in ROW]]
    found = headings(2)
    assert words(found) == ["Deal", "Bid", "", "Total", "Total"]
    assert all(each.groups == () for each in found.headings)


def test_a_heading_of_two_lines_is_read_downwards(shown: list[Line]) -> None:
    shown += [*ROW, ("team", 3, 3, 0), ("A", 3, 3, 0)]
    assert words(headings(1))[3] == "Total team A"


def test_headings_go_down_to_the_last_row_of_known_words(shown: list[Line]) -> None:
    shown += [*ROW, ("A", 3, 3, 1), ("B", 4, 4, 1)]
    assert headings().rows == 2


def test_a_row_of_which_few_words_are_known_is_none_of_headings(shown: list[Line]) -> None:
    """Names of players, two of which happen to be known words."""
    shown += ROW
    shown += [("Mary Deal Smith Jones", 0, 0, 1), ("Anna Total Brown", 1, 1, 1)]
    assert headings().rows == 1


def test_one_known_word_makes_no_row_of_headings(shown: list[Line]) -> None:
    shown += [("Deal", 0, 0, 0)]
    found = headings()
    assert (found.rows, found.above, words(found)) == (0, False, [""] * COLUMNS)


def test_headings_over_the_table_are_its_lowest_line(shown: list[Line]) -> None:
    shown += [("Cup", column, column, -1) for _, column, _, _ in ROW]
    shown += [(*line[:3], -1) for line in ROW]
    found = headings()
    assert (found.rows, found.above) == (0, True)
    assert words(found) == ["Deal", "Bid", "", "Total", "Total"]


def test_a_title_beside_headings_over_the_table_is_none_of_them(shown: list[Line]) -> None:
    shown += [("Total points", 0, COLUMNS - 1, -1), *[(*line[:3], -1) for line in ROW]]
    found = headings()
    assert found.above
    assert words(found) == ["Deal", "Bid", "", "Total", "Total"]


def test_few_known_words_over_a_table_are_no_headings(shown: list[Line]) -> None:
    shown += [("Deal", 0, 0, -1), ("Bid", 1, 1, -1)]
    assert not headings().above
    shown += [("Total", 4, 4, -1)]
    assert headings().above
