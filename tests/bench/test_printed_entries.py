"""Two records compared entry by entry."""

from __future__ import annotations

import re

from bench.soak.printed_entries import compare
from fairdeal.grammar.notation.hand_record import read

PRINTED = """[Deal "1"]
[Dealer "2"]
Hands:
1: JH 9S 10C
2: AH KD QD
Auction:
3: 28 S, Pass, +1 D, Pass
Play:
3:JH 9H 10H AH KH QH
Result:
contract 29 D by 5
points A 30 B 26
"""


def differences(text: str) -> list[str]:
    result = read(text)
    return [
        str(each)
        for each in compare(read(PRINTED).record, result.record, result.problems).differences
    ]


def test_a_page_read_as_it_is_typed_has_no_difference() -> None:
    assert differences(PRINTED) == []


def test_the_cards_of_a_hand_may_stand_in_any_order() -> None:
    assert differences(PRINTED.replace("JH 9S 10C", "10C JH 9S")) == []


def test_labels_that_say_what_is_known_are_no_difference() -> None:
    assert differences(PRINTED.replace("S, Pass", "S, 4: Pass").replace("JH 9H", "JH 4:9H")) == []


def test_a_card_read_wrongly_is_a_difference() -> None:
    assert differences(PRINTED.replace("9S", "8S")) == ["deal 1 / hand 1: 9S read as 8S"]


def test_a_doubted_card_is_flagged() -> None:
    assert differences(PRINTED.replace("9S", "8S?")) == ["deal 1 / hand 1: 9S read as 8S (flagged)"]


def test_of_two_cards_that_are_read_alike_the_one_asked_about_is_wrong() -> None:
    """It was held to be right, and the card that nobody need look at wrong."""
    printed = read(PRINTED.replace("AH KD QD", "AH QH 9H")).record
    for doubted in ("AH 9H? 9H", "AH 9H 9H?"):
        result = read(PRINTED.replace("AH KD QD", doubted))
        (one,) = compare(printed, result.record, result.problems).differences
        assert str(one) == "deal 1 / hand 2: QH read as 9H (flagged)"


def test_an_event_in_doubt_is_flagged_and_what_is_likeliest_counts() -> None:
    """One read as it is printed, on a page of which nothing is certain, was wrong and not flagged."""
    text = PRINTED.replace("Hands:", "! silence {}\nHands:")
    printed = read(text.format(3)).record
    for seat, found in (("{3 0.99}", []), ("{2 0.6|3 0.4}", [True]), ("2", [False])):
        result = read(text.format(seat))
        compared = compare(printed, result.record, result.problems)
        assert [each.flagged for each in compared.differences] == found, seat


def test_a_call_left_out_shifts_no_other() -> None:
    found = differences(PRINTED.replace("+1 D, Pass", "+1 D"))
    assert found == ["deal 1 / auction: 6: Pass read as nothing"]


def test_a_line_that_could_not_be_read_is_flagged() -> None:
    found = differences(PRINTED.replace("2: AH KD QD", "2; AH KD QD").replace("2;", "= = ="))
    assert found
    assert all(each.endswith("(flagged)") for each in found)


def test_a_wrong_leader_is_a_difference() -> None:
    assert differences(PRINTED.replace("3:JH", "5:JH"))[0] == "deal 1 / play: 3:JH read as 5:JH"


def test_a_trick_left_out_shifts_no_other() -> None:
    first, last = "3:JH 9H 10H AH KH QH\n", "4:JD 9D 10D AD KD QD\n"
    printed = read(PRINTED.replace(first, first + last)).record
    found = compare(printed, read(PRINTED.replace(first, last)).record, ()).differences
    assert [each.printed for each in found] == [
        "new trick", "3:JH", "4:9H", "5:10H", "6:AH", "1:KH", "2:QH",
    ]  # fmt: skip


def test_a_row_left_out_shifts_no_other() -> None:
    rows = "Sheet:\ndeal | score A\n1 | 2\n2 | 0\n3 | 1\n"
    whole, less = read(rows).record, read(rows.replace("1 | 2\n", "")).record
    found = [str(each) for each in compare(whole, less, ()).differences]
    assert found == [
        "sheet 1 / row 1 / deal: 1 read as nothing",
        "sheet 1 / row 1 / score A: 2 read as nothing",
    ]


def test_figures_and_contract_are_compared() -> None:
    found = differences(PRINTED.replace("29 D by 5", "28 D by 3").replace("B 26", "B 28"))
    assert found == [
        "deal 1 / contract: 29 D read as 28 D",
        "deal 1 / declarer: 5 read as 3",
        "deal 1 / points B: 26 read as 28",
    ]


def test_whose_cards_are_is_asked_with_their_leader() -> None:
    found = differences(PRINTED.replace("3:JH 9H", "??:JH 9H"))
    assert len(found) == 6 and all(each.endswith("(flagged)") for each in found)


SHEET = """[Deals "3"]
Sheet:
deal | dealer | contract
9 | 3 | 28 S
10 | 4 | 29 H
11 | 5 | 40 NT
"""


def sheet_differences(text: str) -> list[str]:
    result = read(text)
    return [
        str(each)
        for each in compare(read(SHEET).record, result.record, result.problems).differences
    ]


def test_a_row_of_which_the_deal_is_asked_stands_where_it_stands() -> None:
    asked = SHEET.replace("11 |", "{9|11} |")
    assert sheet_differences(asked) == ["sheet 1 / row 3 / deal: 11 read as 9 (flagged)"]


def test_a_row_of_which_all_is_asked_is_asked_about() -> None:
    assert sheet_differences(SHEET + "12 | 6? | {1 0.8}\n") == [
        "sheet 1 / row 4 again / deal: nothing read as 12 (flagged)",
        "sheet 1 / row 4 again / dealer: nothing read as 6 (flagged)",
        "sheet 1 / row 4 again / contract: nothing read as 1 (flagged)",
    ]
    assert sheet_differences(SHEET + "12 | 6 | 28 S\n")[0].endswith("read as 12")


def test_a_row_with_nothing_but_the_number_that_the_sheet_prints_is_none() -> None:
    assert sheet_differences(SHEET + "12 | | \n") == []


def test_what_is_missing_is_flagged_where_the_whole_page_is_to_be_compared() -> None:
    result = read(PRINTED.replace("JH 9S 10C", "JH 10C").replace("AH KD QD", "AH KC QD"))
    found = compare(read(PRINTED).record, result.record, result.problems, whole=re.compile(""))
    assert [(each.printed, each.flagged, each.by_page) for each in found.differences] == [
        ("9S", True, True),
        ("KD", False, False),
    ]
    assert found.by_page and [str(each) for each in found.unflagged] == [
        "deal 1 / hand 2: KD read as KC"
    ]
    found = compare(
        read(PRINTED).record, result.record, result.problems, whole=re.compile("/ play")
    )
    assert not any(each.flagged for each in found.differences)
