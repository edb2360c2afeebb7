"""Hands, auctions and tricks in ruled tables."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from fairdeal.digitize.printed.columns import page_items
from fairdeal.digitize.printed.tables import text_of, without_letters
from tests.support.printed_words import line_of, log, table, word, words


@pytest.mark.parametrize("cards", ["Cards", "Cords"])
def test_hands(cards: str) -> None:
    found = table([["Seat", cards], ["1", "KH 9C"], ["2", "10S jh"]])
    assert log(found) == "Hands:\n1: KH 9C\n2: 10S jh"


def test_a_title_in_the_table_names_the_block() -> None:
    assert log(table([["Hands", ""], ["1", "KH 9C"]])) == "Hands:\n1: KH 9C"


@pytest.mark.parametrize("first", [3, 1])
def test_an_auction_with_a_column_a_seat_begins_at_any_seat(first: int) -> None:
    seats = [str((first + n - 1) % 6 + 1) for n in range(6)]
    found = table([seats, ["28 S", "P", "29 H", "P", "P", "P"], ["P", "P"]], "Auction:")
    assert log(found).splitlines() == [
        "Auction:",
        f"{first}: 28 S, P, 29 H, P, P, P,",
        f"{first}: P, P,",
    ]


def test_a_pass_with_its_number_behind_it_is_one_call_of_its_cell() -> None:
    """The whole round was not read, though the page was a PDF with its text."""
    rows = [["1", "2", "3", "4"], ["28 H", "P", "Pass 33", "37 Pass"]]
    assert "1: 28 H, P, Pass 33, 37 Pass," in log(table(rows, "Auction:"))
    assert "~" in log(table([rows[0], ["28 H", "P", "Pass Pass", "P"]], "Auction:"))


def test_a_call_that_is_missing_in_a_row_moves_no_other() -> None:
    found = table([["N", "E", "S", "W"], ["", "1 C", "", "X"]], "Auction:")
    assert log(found).splitlines()[1] == "E: 1 C, W: X,"


TRICKS = [["Trick", "Led by", "1", "2", "3", "4", "Won by"]]
HANDS = "Hands:\n1: KH 9C\n2: AH QC\n3: JH 10C\n4: 9H JC\n"


def test_tricks_by_order_of_play() -> None:
    rows = [["1", "3", "JH", "9H", "KH", "AH", "2"], ["2", "2", "QC", "10C", "JC", "9C", "4"]]
    read = log(table(TRICKS + rows, HANDS))
    assert "trick 1: 3: JH 9H KH AH" in read
    assert "trick 2: 2: QC 10C JC 9C" in read


def test_tricks_by_seat() -> None:
    rows = [["1", "3", "KH", "AH", "JH", "9H", "2"], ["2", "2", "9C", "QC", "10C", "JC", "4"]]
    read = log(table(TRICKS + rows, HANDS))
    assert "trick 1: 3: JH 9H KH AH" in read
    assert "trick 2: 2: QC 10C JC 9C" in read


def test_where_it_is_open_what_columns_stand_for_the_cards_are_in_doubt() -> None:
    read = log(table([*TRICKS, ["1", "3", "JH", "9H", "KH", "AH", "2"]]))
    assert "|" in read.splitlines()[1] and "JH 0." in read.splitlines()[1]


def test_whether_columns_are_seats_is_told_by_who_is_written_as_the_winner() -> None:
    """All follow suit either way, and no hands are written."""
    rows = [["1", "3", "JH", "9H", "KH", "AH"], ["2", "2", "QC", "10C", "JC", "9C"]]
    in_order = [[*rows[0], "3"], [*rows[1], "4"]]
    in_order += [[str(n), "4", "QD", "JD", "9D", "AD", "1"] for n in (3, 4)]
    by_seat = [[*rows[0], "1"], [*rows[1], "3"]]
    by_seat += [[str(n), "3", "QD", "9D", "JD", "AD", "3"] for n in (3, 4)]
    assert log(table(TRICKS + in_order)).splitlines()[1:3] == [
        "trick 1: 3: JH 9H KH AH",
        "trick 2: 2: QC 10C JC 9C",
    ]
    assert log(table(TRICKS + by_seat)).splitlines()[1:3] == [
        "trick 1: 3: KH AH JH 9H",
        "trick 2: 2: 10C JC 9C QC",
    ]


def test_a_trick_that_its_written_winner_cannot_have_won_is_read_as_the_others_are() -> None:
    """It is an offence or a slip, and stays one."""
    rows = [["1", "3", "JH", "9H", "KH", "AH", "4"]]
    rows += [[str(n), "3", "JH", "9H", "KH", "AH", "3"] for n in range(2, 8)]
    assert log(table(TRICKS + rows)).splitlines()[1] == "trick 1: 3: JH 9H KH AH"


def test_of_a_hand_that_has_a_card_a_cell_each_is_one_however_it_reads() -> None:
    """Where the J was not seen the whole hand was lost."""
    head = ["Seat", "Cards", "", "", ""]
    found = table([head, ["1", "KH", "9C", "♠", "QD"], ["2", "10S", "JH", "AD", "KC"]])
    assert log(found).splitlines()[1] == "1: KH 9C ♠ QD"
    dirt = table(
        [[*head, ""], ["1", "KH", "9C", "10S", "QD", "aa"], ["2", "10S", "JH", "AD", "KC"]]
    )
    assert log(dirt).splitlines()[1] == "~ 1: KH 9C 10S QD aa"


def test_columns_of_the_compass_are_seats() -> None:
    head = ["Trick", "Lead", "N", "E", "S", "W"]
    read = log(table([head, ["1", "S", "KH", "AH", "JH", "9H"]]))
    assert read.splitlines()[1] == "trick 1: S: JH 9H KH AH"


def test_a_speck_beside_the_leader_leaves_the_cards_to_their_seats() -> None:
    head = ["Trick", "Lead", "N", "E", "S", "W"]
    read = log(table([head, ["1", "S ~", "KH", "AH", "JH", "9H"]]))
    assert read.splitlines()[1] == "trick 1: S: JH 9H KH AH"


def test_a_speck_above_an_auction_is_no_call() -> None:
    """A piece of a rule was read as a call of the first seat, and the next seat called out of turn."""
    found = table([["N", "E", "S", "W"], ["1 C", "P", "P", "X"]], "Auction:\n1")
    assert log(found).splitlines() == ["Auction:", "; 1", "N: 1 C, P, P, X,"]


@pytest.mark.parametrize("speck", ["a", "+"])
def test_a_speck_behind_the_seats_of_an_auction_is_no_column(speck: str) -> None:
    """Crossings of faint rules were read as a letter, and no call of the auction was read."""
    rows = [["1", "2", "3", "4", "5", "6", speck], ["28 H", "P", "P", "P", "P", "P", ""]]
    assert "1: 28 H, P, P, P, P, P" in log(table(rows, "Auction:"))
    rows[1][-1] = "29 S"  # a seventh call
    assert "~" in log(table(rows, "Auction:"))
    for few in (["1", "2", "3", speck], ["1", "2", "3", "4", "5", "6", "NT"]):
        assert "1: 28 H" not in log(table([few, ["28 H", *["P"] * (len(few) - 2), ""]], "Auction:"))


def test_a_mark_that_nobody_reads_beside_a_seat_above_an_auction_is_dirt() -> None:
    """In the shade of the head of a table: no call below it was read."""
    rows = [["N", "E", "S", "W ?"], ["1 C", "P", "P", "X"]]
    assert log(table(rows, "Auction:")).splitlines() == ["Auction:", "N: 1 C, P, P, X,"]


def test_a_card_that_is_missing_leaves_its_place() -> None:
    read = log(table([["Trick", "1st", "2nd", "3rd"], ["1", "KH", "", "JH"]]))
    assert read == "Play:\ntrick 1: KH - JH"


def test_who_won_is_a_result() -> None:
    rows = [["1", "3", "JH", "9H", "KH", "AH", "2"], ["2", "2", "QC", "10C", "JC", "9C", "4"]]
    read = log(table(TRICKS + rows, HANDS))
    assert read.endswith("Result:\ntricks 2 4")


def test_a_result_in_a_table() -> None:
    read = log(table([["Contract", "29 H by 4"], ["Tricks", "5 2 1"]]))
    assert read == "Result:\ncontract 29 H by 4\ntricks 5 2 1"


def test_the_head_of_a_record_in_a_table() -> None:
    assert log(table([["Deal", "4"], ["Team A", "Kites"]])) == '[Deal "4"]\n[TeamA "Kites"]'


def test_a_sheet() -> None:
    rows = [["Deal", "Dealer", "Contract", "Points A"], ["1", "2", "28 S", "31"]]
    read = log(table(rows))
    assert read == "Sheet:\nDeal | Dealer | Contract | Points A\n1 | 2 | 28 S | 31"


def test_letters_and_numbers_of_a_spreadsheet_are_none_of_the_table() -> None:
    rows = [["", "A", "B"], ["1", "Seat", "Cards"], ["2", "1", "KH 9C"], ["3", "2", "JH"]]
    assert log(table(rows)) == "Hands:\n1: KH 9C\n2: JH"


def test_numbers_of_a_spreadsheet_whose_letters_are_not_seen_are_none_of_it() -> None:
    """All of it was read to the letter, and refused as no log. Numbers of deals below a head stay."""
    rows = [["3", "Deal", "7"], ["4", "Seat", "Cards"], ["5", "1", "KH 9C"], ["6", "2", "JH"]]
    assert log(table(rows)) == '[Deal "7"]\nHands:\n1: KH 9C\n2: JH'
    sheet = [["Deal", "Dealer", "Contract"], ["1", "2", "28 S"], ["2", "3", "30 H"]]
    assert log(table(sheet)).splitlines()[2:] == ["1 | 2 | 28 S", "2 | 3 | 30 H"]


def test_a_tag_right_above_the_rules_of_a_table_is_one() -> None:
    found = table([["Deal", "7"], ["Seat", "Cards"], ["1", "KH 9C"]], above="\n")
    above = line_of([word("Rules", column=1), word("wiki", column=21)], 0)
    read = log(replace(found, lines=(above, *found.lines))).splitlines()
    assert read[:2] == ['[Rules "wiki"]', '[Deal "7"]']


def test_a_word_that_begins_a_little_over_a_rule_stands_behind_it() -> None:
    """``Event`` and its name were one cell, and a remark."""
    found = table([["Event", "Cup"], ["Seat", "Cards"], ["1", "KH 9C"]])
    first = found.lines[0]
    over = word("Cup", column=19.8)
    line = replace(first, words=(first.words[0], over))
    assert log(replace(found, lines=(line, *found.lines[1:]))).splitlines()[0] == '[Event "Cup"]'


@pytest.mark.parametrize(("sure", "seat"), [(0.6, "{1 0."), (0.95, "~")])
def test_a_bar_in_a_cell_may_be_a_1(sure: float, seat: str) -> None:
    """Old figures have a short one: its hand was left out, as if a piece of a rule stood before it."""
    found = table([["Seat", "Cards"], ["1", "KH 9C"]])
    readings = (("|", sure), ("1", 1 - sure))
    lines = [
        replace(
            each,
            words=tuple(replace(w, readings=readings) if w.text == "1" else w for w in each.words),
        )
        for each in found.lines
    ]
    assert log(replace(found, lines=tuple(lines))).splitlines()[1].startswith(seat)


def test_a_table_without_them_stays_as_it_is() -> None:
    rows = [[words("Seat"), words("Cards")], [words("1"), words("KH")]]
    assert without_letters(rows) == rows


def test_a_cell_of_two_lines_is_read_from_its_top() -> None:
    found = table([["Seat", "Cards"], ["1", "KH 9C"]])
    assert [text_of(cell) for cell in page_items(found)[1].cells] == ["1", "KH 9C"]  # type: ignore[union-attr]


def test_a_winner_that_is_not_read_moves_no_other() -> None:
    rows = [
        ["1", "3", "JH", "9H", "KH", "AH", "2"],
        ["2", "2", "QC", "10C", "JC", "9C", "mm"],
        ["3", "4", "KC", "JD", "QD", "AC", "1"],
    ]
    assert "tricks 2 ?? 1" in log(table(TRICKS + rows, HANDS))


def test_the_head_of_an_auction_may_be_read_with_a_letter_for_a_figure() -> None:
    assert "1: 28 H, P, P," in log(table([["I", "2", "3"], ["28 H", "P", "P"]], "Auction:"))


def test_a_cell_that_could_not_be_read_is_not_empty() -> None:
    found = table([["Seat", "Cards"], ["1", "KH 9C"]])
    unread = word("", column=23, row=1)
    lines = [
        replace(each, words=tuple(sorted((*each.words, unread), key=lambda w: w.left)))
        for each in found.lines[1:]
    ]
    assert "1: KH ?? 9C" in log(replace(found, lines=(found.lines[0], *lines)))


def test_rows_of_a_block_that_could_not_be_read_are_not_left_out() -> None:
    read = log(table([["x y", "KH 9C"], ["2", "10S JH"]], "Hands:"))
    assert ";" not in read and "x y KH 9C" in read


def test_two_rows_whose_rule_was_not_seen_are_two() -> None:
    rows = [["1", "3", "JH", "9H", "KH", "AH", "2"], ["2", "2", "QC", "10C", "JC", "9C", "4"]]
    found = table(TRICKS + rows, HANDS)
    lost = sorted(found.across[:, 1])[-2]
    read = log(replace(found, across=found.across[found.across[:, 1] != lost]))
    assert "trick 1: 3: JH 9H KH AH" in read
    assert "trick 2: 2: QC 10C JC 9C" in read


def test_a_cell_that_goes_on_in_a_second_line_is_one() -> None:
    found = table([["Seat", "Cards"], ["1", "KH 9C"], ["", "10S"], ["2", "JH"]])
    lost = sorted(found.across[:, 1])[-3]
    read = log(replace(found, across=found.across[found.across[:, 1] != lost]))
    assert read.splitlines()[1] == "1: KH 9C 10S"


def test_the_head_of_the_tricks_with_a_letter_wrong_is_one() -> None:
    rows = [["1rick", "Leader", "1", "2", "3", "4"], ["1", "3", "JH", "9H", "KH", "AH"]]
    assert "Play:\ntrick 1: 3:" in log(table(rows, "Auction:\n3: 28 S"))


def test_a_row_with_more_than_a_call_a_seat_is_no_round_of_the_auction() -> None:
    found = table([["N", "E", "S", "W", ""], ["1", "N", "5S", "7S", "6S"]], "Auction:")
    assert log(found).splitlines()[-1] == "~ 1 N 5S 7S 6S"


def test_empty_columns_behind_the_tricks_name_no_winners() -> None:
    """The hands of the same sheet were wider: every trick had a winner that nobody wrote."""
    rows = [["Trick", "Leader", "1", "2", "", ""], ["1", "1", "KH", "9C", "", ""]]
    assert log(table(rows)) == "Play:\ntrick 1: 1: KH 9C"


def test_seat_and_cards_head_hands_and_are_no_tag() -> None:
    rows = [["Event", "Club"], ["S eat", "Cards"], ["1", "KH 9C"]]
    assert log(table(rows)) == '[Event "Club"]\nHands:\n1: KH 9C'
    assert log(table([["Seat", "Names"], ["Event", "Club"]])).splitlines()[-1] == '[Event "Club"]'
    assert "SeatW" not in log(table([["Seat", "Names"], ["Event", "Club"]]))


def test_the_number_of_deals_is_not_that_of_a_deal() -> None:
    assert log(table([["Event", "Club"], ["Deals", "20"]])).splitlines()[1] == '[Deals "20"]'


def test_a_table_with_a_leader_is_one_of_tricks_whatever_its_first_head_is() -> None:
    rows = [["??", "Leader", "1", "2", "Won by"], ["1", "1", "KH", "9C", "1"]]
    assert log(table(rows)) == "Play:\ntrick 1: 1: KH 9C\nResult:\ntricks 1"


def test_two_rows_of_two_cells_whose_rule_was_not_seen_are_two() -> None:
    found = table([["contract", "1 C by W"], ["points", "EW 7 NS 6"]], "Result:")
    merged = replace(found, across=np.delete(found.across, 1, 0))
    assert log(merged) == "Result:\ncontract 1 C by W\npoints EW 7 NS 6"


def test_winners_below_a_head_that_was_not_read_are_winners() -> None:
    rows = [
        ["Trick", "Leader", "1", "2", ""],
        ["1", "1", "KH", "9C", "1"],
        ["2", "1", "AH", "QC", "2"],
    ]
    assert log(table(rows)).splitlines()[-1] == "tricks 1 2"


def test_a_hand_in_a_table_with_a_sign_too_many_is_not_counted() -> None:
    """A letter of the sheet's own was a card: the hand had one too many."""
    rows = [["Seat", "Cards", ""], ["1", "A", "KH 9C"], ["2", "QH", "10S JH"]]
    assert log(table(rows)).splitlines()[1:] == ["~ 1: A KH 9C", "2: QH 10S JH"]


def test_a_doubling_is_written_in_capitals() -> None:
    rows = [["deal", "contract", "x"], ["1", "28 H", "xX"]]
    assert log(table(rows)).splitlines()[-1] == "1 | 28 H | XX"


def test_calls_that_are_missing_in_a_round_before_the_last_could_not_be_read() -> None:
    """The next round began with a call out of turn."""
    rows = [["1", "2", "3", "4"], ["28 S", "P", "", ""], ["P", "29 H", "P", "P"], ["P", "", "", ""]]
    assert log(table(rows, "Auction:")).splitlines()[1:] == [
        "1: 28 S, P, ??,",
        "1: P, 29 H, P, P,",
        "1: P,",
    ]


def test_a_table_beyond_which_its_rows_go_on_is_parted_by_paper() -> None:
    """The rules of its last columns were not seen, and a trick had three cards."""
    head = [["Trick", "Leader", "1", "2", "3", "4"]]
    rows = [[str(n), "1", "KH", "9C", "10S", "QD"] for n in range(1, 6)]
    found = table([*head, *rows])
    cut = found.down[:5]
    shorter = np.stack(
        [found.across[:, 0], found.across[:, 1], found.across[:, 2] - 800, found.across[:, 3]], 1
    )
    read = log(replace(found, down=cut, across=shorter)).splitlines()
    assert read[1:] == [f"trick {n}: 1: KH 9C 10S QD" for n in range(1, 6)]


def test_of_a_hand_with_an_empty_cell_between_its_cards_nobody_knows_how_many_it_has() -> None:
    rows = [["Seat", "Cards", "", ""], ["1", "KH", "", "9C"], ["2", "10S", "jh", ""]]
    assert log(table(rows)) == "Hands:\n~ 1: KH 9C\n2: 10S jh"


def test_a_column_of_cards_whose_head_could_not_be_read_is_one() -> None:
    """It was taken for the column that says who won, and all its cards were lost."""
    rows = [["Trick", "Leader", "1", "2", "a)"], ["1", "1", "KH", "9C", "10S"]]
    assert log(table(rows)).splitlines() == ["Play:", "trick 1: 1: KH 9C 10S"]


def test_cells_wide_apart_in_one_cell_of_a_table_are_several() -> None:
    """Only the first rules of a spreadsheet were seen, and long lines hide the paper between its columns: all
    but the first were one."""
    long = "a-remark-that-takes-all-of-the-columns-from-end-to-end-of-it"
    found = table([["N", "E", "S", "W"], *[["1 C", "X", "1 D", "P"]] * 5, ["", long]], "Auction:")
    half = replace(found, down=found.down[[0, 1, -1]])
    assert log(half).splitlines()[1:6] == ["N: 1 C, X, 1 D, P,"] * 5


def test_rows_beyond_the_last_rule_that_was_seen_belong_to_the_table() -> None:
    rows = [["N", "E", "S", "W"], ["1 C", "X", "1 D", "P"], ["P", "P", "P", ""]]
    found = table(rows, "Auction:")
    open_ = replace(
        found,
        across=found.across[1:3],
        down=np.array(
            [(x, found.across[1][1], x + 3, found.across[2][3]) for x in found.down[:, 0]]
        ),
    )
    assert log(open_) == log(found)


def test_a_dealer_who_was_not_seen_is_unknown() -> None:
    assert log(table([["Deal", "4"], ["Dealer", ""]])) == '[Deal "4"]\n[Dealer "??"]'


def test_what_stands_left_of_a_table_has_a_column_whose_rule_was_not_seen() -> None:
    rows = [["N", "E", "S", "W"], *[["1 C", "X", "1 D", "P"]] * 5]
    found = table(rows, "Auction:")
    half = replace(found, down=found.down[1:], across=found.across + np.array([410, 0, 0, 0]))
    assert log(half) == log(found)


def test_a_value_of_which_the_name_was_not_seen_is_no_remark() -> None:
    """On a dark screen the word before an event's name was lost, and the name was left out as a remark."""
    found = log(table([["Rules", "online"], ["", "Onam cup"], ["Deal", "1"], ["Dealer", "2"]]))
    assert found.splitlines()[1] == "~ Onam cup"


def test_the_head_of_hands_may_have_a_letter_wrong() -> None:
    assert log(table([["Seal", "Cards"], ["1", "KH 9C"]])) == "Hands:\n1: KH 9C"


def test_what_a_rule_left_beside_an_empty_cell_is_no_lost_value() -> None:
    found = log(table([["Rules", "online"], ["", "+"], ["Deal", "1"]]))
    assert not any(line.startswith("~") for line in found.splitlines())


def test_a_round_with_two_calls_in_a_cell_was_not_read() -> None:
    """Words of the row below stood in it, and their own row was a call short: out of turn, for certain."""
    rows = [["N", "E", "S", "W"], ["1 NT", "Pass", "2 C", "X"], ["Pass", "2 D", "Pass 2 S", "X"]]
    assert log(table(rows, "Auction:")).splitlines()[-1].startswith("~ Pass 2 D")


def test_a_leader_that_one_trick_alone_lacks_was_overlooked() -> None:
    """A pale figure was not seen. Where a table names the first leader alone, the others are blank."""
    head = ["Trick", "Leader", "1", "2"]
    cards = ["KH", "9C"]
    rows = [[str(n), "" if n == 2 else "1", *cards] for n in range(1, 6)]
    assert log(table([head, *rows])).splitlines()[2] == "trick 2: ??: KH 9C"
    first = [[str(n), "1" if n == 1 else "", *cards] for n in range(1, 6)]
    assert log(table([head, *first])).splitlines()[2] == "trick 2: KH 9C"


def test_a_trick_with_a_number_that_was_there_already_is_in_doubt() -> None:
    """A 13 read as a 1 was the first trick once more, led by somebody else: for certain."""
    head = ["Trick", "Leader", "1", "2", "3", "4"]
    rows = [["1", "N", "2S", "QS", "6S", "5S"], ["2", "E", "KH", "9H", "AH", "8H"]]
    read = log(table([head, *rows, ["1", "S", "9C", "AS", "JH", "7C"]])).splitlines()
    assert read[-2:] == ["trick 2: E: KH 9H AH 8H", "trick 1: {S 0.9000}: 9C AS JH 7C"]


def test_a_lone_figure_in_a_table_below_a_block_is_no_entry_of_it() -> None:
    """What a rule left was a row of the sheet, and its deal stood behind a later one."""
    sheet = "Sheet:\ndeal | dealer | contract\n16 | 3 | 29 H"
    read = log(table([["J 3", ""], ["", ""]], sheet)).splitlines()
    assert read[-1].startswith("~") or read[-1].startswith(";")


def test_a_winner_that_looks_like_a_letter_is_asked_about() -> None:
    """The 1 of an old face is an I: who won was unknown."""
    rows = [
        ["Trick", "Leader", "1", "2", "Won by"],
        ["1", "1", "KH", "9C", "I"],
        ["2", "1", "AH", "QC", "2"],
    ]
    assert re.search(r"tricks \{1 0\.9\d+[^}]*\} 2$", log(table(rows)))
