"""Score sheets typed with bars between their cells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.digitize.printed import tables
from fairdeal.digitize.printed.in_fields import _read
from fairdeal.digitize.printed.notation import page_rows
from fairdeal.digitize.printed.words import Slot, Word
from fairdeal.records import Field
from tests.support.printed_words import bar, log_of, page, text_of, word, words


def thin(text: str, column: float) -> Word:
    """A sign no wider than a bar of some print."""
    found = word(text, column=column)
    left, top, _, bottom = found.box
    return replace(found, box=(left, top, left + 4, bottom))


def cells(*found: Word) -> list[str]:
    return [" ".join(each.text for each in cell) for cell in tables.cells_of(found)]


def test_cells_stand_between_bars() -> None:
    assert cells(word("1"), bar(2), word("28", column=4), word("S", column=7)) == ["1", "28 S"]


def test_bars_at_the_edges_make_no_cell() -> None:
    assert cells(bar(0), word("1", column=2), bar(4), word("2", column=6), bar(8)) == ["1", "2"]


def test_an_empty_cell_stays() -> None:
    assert cells(word("1"), bar(2), bar(5), word("2", column=7)) == ["1", "", "2"]


@pytest.mark.parametrize("sign", ["1", "I", "l", "]", "!", "/"])
def test_a_sign_thinner_than_any_figure_is_a_bar(sign: str) -> None:
    assert tables.is_bar(thin(sign, 3), plain=False)
    assert not tables.is_bar(thin(sign, 3), plain=True)
    assert not tables.is_bar(word(sign), plain=False)


def test_a_1_wider_than_the_bars_of_its_line_is_none() -> None:
    """The number of a deal was read as a bar before its row, and the row had none."""
    bars = [replace(bar(n), box=(20.0 * n, 0.0, 20.0 * n + 2, 40.0)) for n in (2, 5, 8)]
    row = [thin("1", 0), bars[0], word("5", column=3), bars[1], word("36", column=6), bars[2]]
    assert cells(*row, word("S", column=9)) == ["1", "5", "36", "S"]


SHEET = """Sheet A:
deal | dealer | contract | x | pointsA | remarks
1 | 2 | 28 S | X | 31 | tea 9G"""


def test_a_sheet_is_read_by_its_columns() -> None:
    assert log_of(SHEET) == SHEET.replace("pointsA", "points A")


def test_a_row_that_goes_on_in_the_next_line() -> None:
    wrapped = "Sheet:\ndeal | dealer | contract | points\nB\n1 | 2 | 28 S | 31"
    assert log_of(wrapped) == "Sheet:\ndeal | dealer | contract | points B\n1 | 2 | 28 S | 31"


def test_a_row_whose_bars_were_lost_is_no_comment() -> None:
    read = log_of("Sheet:\ndeal | dealer | points A\n1 2 28 31 17")
    assert read.splitlines()[2] == "?? | ?? | ??"
    assert (
        log_of(
            "Sheet:\ndeal | dealer | points A | points B\n1 | 2 | 3 | 4\ntea was served"
        ).splitlines()[-1]
        == "; tea was served"
    )


def test_a_lone_figure_among_the_rows_is_no_deal() -> None:
    """Dirt below a sheet became a deal of its own, and no question was put about it."""
    found = log_of("Sheet:\nDeal | Dealer | Bidder\n1 | 2 | 3\n3\n2 | 3 | 4")
    assert found.splitlines()[2:] == ["1 | 2 | 3", "?? | ?? | ??", "2 | 3 | 4"]


def test_a_figure_left_of_all_rows_is_a_remark() -> None:
    """The hole of a ring binder was a row that could not be read, and its sheet was asked about whole."""
    log = "    Sheet:\n    Deal | Dealer | Bidder\n    1 | 2 | 3\n3\n    2 | 3 | 4"
    assert log_of(log).splitlines()[2:] == ["1 | 2 | 3", "; 3", "2 | 3 | 4"]


@pytest.mark.parametrize(
    "said", ["match points A 3 B 0", "match pointsA 3 B 0", "match points A3B0", "match pointsA3B0"]
)
def test_match_points_below_a_sheet(said: str) -> None:
    """With a blank lost they were a remark."""
    read = log_of(f"Sheet:\ndeal | dealer\n1 | 2\n{said}")
    assert read.endswith("match points A 3 B 0")


@pytest.mark.parametrize(
    ("below", "read"),
    [("D l4", "; D l4"), ("13 2 again", "?? | ??"), ("B 0", "~ B 0"), ("2 | 3", "2 | 3")],
)
def test_what_stands_below_match_points_is_no_row_unless_it_looks_like_one(
    below: str, read: str
) -> None:
    """Bits of the sheets below, at the foot of a page in a ring binder: its sheet was asked about whole."""
    log = f"Sheet:\ndeal | dealer\n1 | 2\nmatch points A 3 B 0\n{below}"
    assert log_of(log).splitlines()[-1] == read


@pytest.mark.parametrize(
    ("column", "slot"),
    [
        ("Deal", Slot.NUMBER), ("dealer", Slot.SEAT), ("bidder", Slot.SEAT), ("contract", Slot.CONTRACT),
        ("x", Slot.DOUBLING), ("score NS", Slot.NUMBER), ("remarks", Slot.FREE),
    ],
)  # fmt: skip
def test_what_a_column_holds(column: str, slot: Slot) -> None:
    assert tables.slot_of(column) is slot


def test_bars_of_the_heads_that_were_read_as_letters_part_them() -> None:
    """Three columns were one, and nothing below them could be read."""
    head = "Sheet:\n| deal | points A | points B | scoreAIscoreBItotalA | total B |\n"
    read = log_of(head + "| 1 | 24 | 32 | 6 | 0 | 6 | 0 |").splitlines()
    assert read[1] == "deal | points A | points B | score A | score B | total A | total B"
    assert read[2] == "1 | 24 | 32 | 6 | 0 | 6 | 0"


def test_below_a_tag_in_the_midst_of_a_sheet_no_line_is_a_row() -> None:
    """A word of the magazine below a sheet: the rows behind it were as certain as if they were typed."""
    read = log_of('Sheet:\n| deal | bidder | score A |\n| 1 | 2 | 3 |\n[BE "3"]\nome | 5 | 64')
    assert read.splitlines()[-1] == "~ ome | 5 | 64"


def test_a_row_with_more_cells_than_heads_is_unreadable() -> None:
    """Nobody knows which cell is which; the row keeps its place among the others."""
    row = tables.row_of([words("1"), words("9"), words("4")], ["deal", "dealer"])
    assert text_of([row]) == "?? | ??"


def test_a_row_that_lost_a_bar_is_not_read_as_if_it_had_none() -> None:
    head = "Sheet:\n| deal | score A | score B | remarks |\n"
    rows = log_of(head + "| 1 | 2 | 0 | |\n| 2 | 350 | |\n| 3 | 0 | 4 | |").splitlines()
    assert rows[2:] == ["1 | 2 | 0 |", "?? | ?? | ?? | ??", "3 | 0 | 4 |"]


@pytest.mark.parametrize(
    ("row", "read"),
    [
        ("2 | 0/25 | 20", "{2 0.9700} | {0 0.6000} | {25 0.6000} | {20 0.9700} |"),
        ("2 | 0 125 | 20", "{2 0.9700} | {0 0.6000} | {25 0.6000} | {20 0.9700} |"),
        ("2 | 0 25 | 414", "?? | ?? | ?? | ?? | ??"),  # it may have been between two words
        ("2 | 0125 | 212", "?? | ?? | ?? | ?? | ??"),  # two signs may be the bar
        ("2 | 0 | 25", "?? | ?? | ?? | ?? | ??"),  # and none
    ],
)
def test_the_one_sign_that_may_be_a_lost_bar_is_taken_for_it(row: str, read: str) -> None:
    """All entries of a sheet were asked about for one such row. It is not certain, nor are both sides."""
    head = "Sheet:\n| deal | score A | score B | total B | remarks |\n"
    found = log_of(f"{head}| 1 | 2 | 0 | 9 | |\n| {row} | |\n| 3 | 0 | 4 | 24 | |").splitlines()
    assert found[2:] == ["1 | 2 | 0 | 9 |", read, "3 | 0 | 4 | 24 |"]


def test_a_row_that_ends_with_a_figure_like_a_bar_where_others_end_with_one_is_in_doubt() -> None:
    """`9 |` was 91, and a total was wrong for certain."""
    head = "Sheet:\ndeal | score A | score B | remarks\n"
    rows = log_of(f"{head}1 | 2 | 0 |\n2 | 4 | 91\n3 | 0 | 41 |\n4 | 1 | 25").splitlines()
    assert rows[2:] == ["1 | 2 | 0", "2 | 4 | {91 0.6000}", "3 | 0 | 41", "4 | 1 | 25"]


def test_how_the_rows_of_one_sheet_end_says_nothing_of_those_of_another() -> None:
    head = "deal | score A | score B | remarks\n"
    read = log_of(f"Sheet A:\n{head}1 | 2 | 0 |\nSheet B:\n{head}1 | 2 | 91\n2 | 3 | 5")
    assert read.splitlines()[-2:] == ["1 | 2 | 91", "2 | 3 | 5"]


MOVED = """Sheet:
deal | dealer | contract | x | points A | remarks
1 | 2 | 28 S | X | 31
2 | | 3 | 29 H | | 28"""


def test_a_row_that_moved_is_unreadable_not_other_entries() -> None:
    assert log_of(MOVED).splitlines()[-1] == "?? | ?? | ?? | ?? | ?? | ??"


def test_rows_in_which_a_1_is_a_bar_leave_the_others_as_they_are() -> None:
    """On a fax most rows had a cell too many: those with as many as the heads were unreadable for it."""
    head = "Sheet:\ndeal | dealer | points A\n"
    read = log_of(head + "1 | | | 31\n2 | 3 | | 8\n3 | 4 | 29\n4 | 5 | | 7").splitlines()
    assert read[2:] == ["?? | ?? | ??", "?? | ?? | ??", "3 | 4 | 29", "?? | ?? | ??"]


def test_a_thin_stroke_is_a_bar_where_its_row_fits_the_heads_only_so() -> None:
    """A fax lost a line: half of a bar was read as a 1, and the row had a cell too few."""
    row = [word("1"), bar(2), word("35", column=4), thin("1", 7), word("0", column=8), bar(10)]
    row += [word("2", column=12), bar(14), word("7", column=16)]
    heads = ("deal", "points A", "points B", "score A", "score B", "remarks")
    plain = ["1", "35 1 0", "2", "7"]
    for known, wanted in ((6, ["1", "35", "0", "2", "7"]), (5, plain), (3, plain)):
        found = tables.cells_below(row, heads[:known])
        assert [" ".join(each.text for each in cell) for cell in found] == wanted


def test_one_cell_that_fits_nothing_stays_as_it_was_seen() -> None:
    read = log_of(MOVED.replace("2 | | 3 | 29 H | | 28", "2 | % | 29 H | | 28"))
    assert read.splitlines()[-1] == "2 | % | 29 H | | 28"


def test_a_figure_in_two_words_is_in_doubt() -> None:
    read = log_of(MOVED.replace("2 | | 3 | 29 H | | 28", "2 | 3 | 29 H | | 2 8"))
    assert read.splitlines()[-1] == "2 | 3 | 29 H | | {28 0.6000}"


HEADS = "deal | dealer | bidder | contract | points A | points B | {} | total B"


@pytest.mark.parametrize(
    ("row", "sure"),
    [
        ("5 | 3 | 25 | 3 | | 5 1 0", False),  # ``31 | 5 | 0``
        ("5 | 3 | 25 | 31 | 5 | 1 0", True),
        ("5 | 3 | 25 | 31 | | 10", True),
    ],
)
def test_where_a_bar_and_a_1_may_be_one_for_the_other_no_entry_of_the_row_is_sure(
    row: str, sure: bool
) -> None:
    """31 points were 3, for certain, and the points of the deal were said to be wrong."""
    head = "deal | dealer | points A | points B | score A | score B"
    read = log_of(f"Sheet:\n{head}\n{row}").splitlines()[-1]
    assert read.startswith("5 | 3 | 25 | 31 |" if sure else "{5 0.9000} | {3 0.9000} | {25 0.9000}")


@pytest.mark.parametrize("named", ["Sheet: £9", "Sheet: %", "Sh%%", "4%"])
def test_a_sheet_begins_with_the_head_of_its_columns_where_specks_stand_beside_its_name(
    named: str,
) -> None:
    """On a newspaper: the row with a number in each cell was the head of eighteen."""
    head, row = HEADS.format("x") + " | remarks", "1 | 2 | 3 | 28 H | 30 | 26 | X | 0"
    read = log_of(f"{named}\n{head} x\n{row}")
    assert read[read.index("Sheet:") :].splitlines() == ["Sheet:", head, row]


def test_a_block_with_a_speck_behind_its_name_begins_and_a_call_there_is_no_speck() -> None:
    assert "Auction:\n" in log_of('[Dealer "1"]\nAuction: \'\n1: 28 H, pass')
    assert "Auction:\n" not in log_of('[Dealer "1"]\nAuction: 1S\n1: 28 H, pass')


def test_a_head_with_letters_wrong_is_the_one_that_no_other_column_has() -> None:
    read = log_of("Sheet:\n" + HEADS.format("roralA") + "\n1 | 2 | 3 | 28 H | 30 | 26 | 4 | 0")
    assert read.splitlines()[1] == HEADS.format("total A")


def test_a_head_of_ones_own_stays_beside_others() -> None:
    read = log_of("Sheet:\n" + HEADS.format("notes") + "\n1 | 2 | 3 | 28 H | 30 | 26 | late | 0")
    assert read.splitlines()[1] == HEADS.format("notes")


ROWS = """Sheet:
deal | dealer | bidder | contract | points A | points B
1 | 2 | 3 | 28 S | 31 | 25
2 | 3 | 4 | 30 H | 20 | 36
"""


def test_a_bar_that_was_not_seen_stood_where_there_is_room_for_it() -> None:
    read = log_of(ROWS + "3 | 4   5 | 29 C | 40 | 16").splitlines()[-1]
    assert read == "3 | {4 0.9000} | {5 0.9000} | 29 C | 40 | 16"
    # Where another might have stood as well nobody knows which entries are whose.
    read = log_of(ROWS + "3 | 4     5 | 29   C | 40 | 16").splitlines()[-1]
    assert read == (
        "{3 0.9000} | {4 0.9000} | {5 0.9000} | {29 C 0.9000} | {40 0.9000} | {16 0.9000}"
    )


@pytest.mark.parametrize("row", ["3 | 4 5 | 29C | 40 | 16", "3 | 4 | 5 | 29   C | 40"])
def test_where_there_is_no_room_for_it_nobody_knows_which_cell_is_which(row: str) -> None:
    assert log_of(ROWS + row).splitlines()[-1] == " | ".join(["??"] * 6)


def test_a_letter_of_a_head_read_as_a_bar() -> None:
    read = log_of(ROWS.replace("points B", "po | nts B")).splitlines()
    assert read[1].endswith("| points A | points B") and read[2].endswith("| 31 | 25")


def test_a_row_with_the_next_number_goes_on_from_none_however_many_bars_it_lost() -> None:
    """Two rows were one, and a deal was missed for certain."""
    wide = "3 | 4           5           30 H    | 40            16"
    read = log_of(f"{ROWS}{wide}\n4 | 5 | 6 | 31 S | 40\n5 | 6 | 1 | 28 C | 3").splitlines()
    assert len(read) == 7


def test_what_is_no_figure_in_a_cell_of_figures_is_in_doubt() -> None:
    """A total read as a letter was one, for certain."""
    row = tables.row_of([[word("1")], [word("R")]], ("deal", "total A"))
    assert text_of([row]).startswith("1 | {R ")


@pytest.mark.parametrize("contract", ["49 C D", "47 28 NT H", "47 NT C"])
def test_a_contract_with_two_numbers_or_trumps_is_in_doubt(contract: str) -> None:
    """Words of the row below stood in its cell, and nobody was asked."""
    assert text_of([tables.row_of([words(contract)], ("contract",))]) == f"{{{contract} 0.6000}}"
    for whole in ("+2 NT", "thirty two hearts", "28 no trumps"):
        (piece,) = tables.row_of([words(whole)], ("contract",))
        assert piece.readings[0] == (whole, 1.0)


def test_the_same_in_a_clubs_own_sheet() -> None:
    field = Field("row 8 / contract", "contract", None)
    read, fine = _read([field] * 2, [words("49 C D"), words("49 NT")])
    assert read.text == "49 C D" and read.flagged and not fine.flagged


def test_a_bar_read_as_a_figure_leaves_the_first_entry_in_doubt() -> None:
    """Deal 3 was deal 13, and two deals were said to be missing."""
    rows = "| deal | dealer | contract |\n| 2 | 3 | 29 H |\n13 | 5 | 31 NT |\n| 4 | 6 | 29 C |"
    assert log_of(f"Sheet:\n{rows}").splitlines()[-2:] == [
        "{13 0.6000} | 5 | 31 NT",
        "4 | 6 | 29 C",
    ]


def test_a_bar_before_the_rest_of_a_heading_begins_no_rows() -> None:
    """The number of each deal was in doubt, and with twelve of them the whole page."""
    heading = "deal | dealer | bidder | contract | x | points A | points B"
    rows = "| score A | remarks\n1 | 6 | 2 | 52 NT | | 36 | 20 | 4 |\n2 | 1 | 2 | 29 NT | | 6 | 50 | 0 |"
    assert "0.6000" not in log_of(f"Sheet:\n{heading}\n{rows}")


def test_a_short_head_is_known_beside_many_others() -> None:
    """Under ``deaf`` stood the numbers of the deals, and no row was of any."""
    heads = "{} | dealer | bidder | contract | score A | score B"
    rows = "\n1 | 3 | 3 | 29 H | 1 | 0"
    assert log_of(f"Sheet:\n{heads.format('deaf')}{rows}") == (
        f"Sheet:\n{heads.format('deal')}{rows}"
    )


@pytest.mark.parametrize(
    ("row", "read"),
    [
        ("50 C | XX 143 | 6 | 0 | |", "{50 C 0.9000} | ?? | {6 0.9000} | {0 0.9000} | ??"),
        (
            "50 C | | 6 | 310 | | 4",
            "{50 C 0.9000} | | {6 0.9000} | {310 0.9000} | ?? | {4 0.9000}",
        ),
    ],
)
def test_entries_beside_a_cell_of_several_and_an_empty_one_may_have_moved(
    row: str, read: str
) -> None:
    """A bar was read as a figure and a figure as a bar: four entries were wrong, and nobody was asked."""
    head = "Sheet:\ndeal | contract | x | points A | points B | score A | score B\n"
    assert log_of(f"{head}1 | {row}").splitlines()[-1] == f"{{1 0.9000}} | {read}"
    assert "{" not in log_of(f"{head}1 | 50 C | | 6 | 50 | | 4")
    seats = log_of("Sheet:\ndeal | dealer | bidder | contract\n1 | 41 | | 29 H").splitlines()[-1]
    assert seats == "{1 0.9000} | ?? | ?? | {29 H 0.9000}"


def test_a_sign_that_is_no_entry_of_its_column_may_be_a_piece_of_a_rule() -> None:
    """Rules that met below the last row were an L, and a contract."""
    rows = page_rows(page("Sheet:\ndeal | dealer | contract\n1 | 3 | 29 H\n2 | | L"))
    assert rows[-1][-1].readings == (("L", 0.6),) and rows[-2][-1].readings == (("29 H", 1.0),)


def test_a_head_whose_first_bar_touches_its_word_is_no_tag() -> None:
    """It was the number of a deal, and the sheet had no row."""
    head = "deal | points A | points B | score A | score B"
    read = log_of(f"Sheet:\n|{head} |\n| 1 | 20 | 36 | 0 | 9 |").splitlines()
    assert read == ["Sheet:", head, "1 | 20 | 36 | 0 | 9"]
