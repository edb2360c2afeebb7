"""Tables without rules or letters: paper parts their columns."""

from __future__ import annotations

from fairdeal.digitize.printed import columns
from fairdeal.digitize.printed.tables import text_of
from tests.support.printed_words import log, page

SHEET = """Club evening
Event       A synthetic deal
Deal        1
Seat        Cards
1           KH        9C        10S       QD       AC
2           AH        QC        JC        JD       9D

Auction
2           3         4         5         6        1
28 H        Pass      29 D      Pass      X        Pass

Trick       Leader    1         2         3
1           1         KH        9C        10S
2           1         AH        QC        JC

score       A         2         B         0
"""


def test_a_sheet_of_columns_is_read_as_tables() -> None:
    assert log(page(SHEET)).splitlines() == [
        "; Club evening",
        '[Event "A synthetic deal"]',
        '[Deal "1"]',
        "Hands:",
        "1: KH 9C 10S QD AC",
        "2: AH QC JC JD 9D",
        "Auction:",
        "2: 28 H, Pass, 29 D, Pass, X, Pass,",
        "Play:",
        "trick 1: 1: KH 9C 10S",
        "trick 2: 1: AH QC JC",
        "Result:",
        "score A 2 B 0",
    ]


def test_its_columns_are_those_of_the_rows_and_not_of_a_name_above_them() -> None:
    found = columns.unruled_rows(page(SHEET).lines)
    assert found is not None
    first, last, rows = found
    assert (first, last) == (1, len(page(SHEET).lines))
    assert [text_of(cell) for cell in rows[0]][:2] == ["Event", "A synthetic deal"]
    assert text_of(rows[7][0]) == "28 H"


def test_a_log_in_letters_of_one_width_is_none() -> None:
    text = "\n".join(f"{n}: KH 9C 10S QD AC" for n in range(1, 7)) + "\n1 2 3 4 5 6"
    assert columns.unruled_rows(page(text).lines) is None


def test_two_columns_of_text_are_none() -> None:
    text = "\n".join(f"{n}: KH 9C                 3: 28 S, Pass" for n in range(1, 7))
    assert columns.unruled_rows(page(text).lines) is None


def test_cells_between_bars_are_none() -> None:
    text = "deal   |   dealer   |   contract\n" + "\n".join(
        f"{n}      |   {n}        |   28 H" for n in range(1, 7)
    )
    assert columns.unruled_rows(page(text).lines) is None


def test_the_trumps_of_bids_below_each_other_are_no_column() -> None:
    more = SHEET.replace("28 H        Pass      29 D ", "28 H        30 H      29 D ")
    assert "2: 28 H, 30 H, 29 D, Pass, X, Pass," in log(page(more)).splitlines()


def test_a_long_name_beside_a_short_value_leaves_it_its_cell() -> None:
    """They stand as close to each other as words do, but the value stands as its column does."""
    more = SHEET.replace("Deal        1\n", "Vulnerable: NS\n")
    assert '[Vulnerable "NS"]' in log(page(more)).splitlines()


def test_a_name_in_the_middle_of_its_cell_is_in_it() -> None:
    """It begins before the edge of its column, but far from what stands before it."""
    more = SHEET.replace("Event       A synthetic deal", "Event   A synthetic deal")
    assert '[Event "A synthetic deal"]' in log(page(more)).splitlines()


def test_specks_about_a_page_make_no_table_of_it() -> None:
    specks = "\n".join("r" + " " * (9 + n) + "=" for n in range(12))
    head = "N         E         S\n" + "KH        9C        10S\n" * 5
    assert columns.unruled_rows(page(head).lines) is not None
    assert columns.unruled_rows(page(head + specks).lines) is None


def test_the_numbers_of_rows_are_no_cells() -> None:
    lines = [line for line in SHEET.splitlines()[1:] if line]
    more = [f"{row:<4}{line}" for row, line in enumerate(lines * 2, 1)]
    more[3] = more[3].replace("4", "A", 1)  # one that was misread
    found = columns.unruled_rows(page("\n".join(more)).lines)
    assert found is not None
    assert text_of(found[2][0][0]) == "Event"


def test_the_numbers_of_tricks_are() -> None:
    head = "Trick       Leader    1         2         3\n"
    tricks = [f"{n:<12}1         KH        9C        10S" for n in range(1, 14)]
    found = columns.unruled_rows(page(head + "\n".join(tricks)).lines)
    assert found is not None
    assert [text_of(row[0]) for row in found[2]][:2] == ["Trick", "1"]


def test_columns_that_lean_are_those_of_the_head_above_them() -> None:
    """No paper parts the columns of a play from end to end of a leaning page: all cards but the first of each
    trick were lost."""
    play = ["Trick       Leader    1       2       3       4"]
    play += [f"{n:<12}1         KH      9C      10S     QD" for n in range(1, 14)]
    lean = SHEET.split("Trick")[0].splitlines() + play
    read = log(page("\n".join(" " * (at // 3) + each for at, each in enumerate(lean))))
    assert read.splitlines()[-13:] == [f"trick {n}: 1: KH 9C 10S QD" for n in range(1, 14)]
