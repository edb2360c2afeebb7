"""WE and THEY sheets, and sheets with a row a hand: every entry and sum."""

from __future__ import annotations

import pytest

from tests.support.bridge_build import found, hand, ruled

MATCH = (
    hand(1, "N", "4 S by N", "NS 11 EW 2")
    + hand(2, "E", "2 H by E", "NS 5 EW 8")
    + hand(3, "S", "3 NT X by S", "NS 8 EW 5")
    + hand(4, "W", "1 NT by W", "NS 5 EW 8")
)
"""Four hands: 120, 30 and 500; 60; 200 to the defenders; 40, 30 and 300."""

ROWS = (
    "1 | below | 120 | | trick\n1 | above | 30 | | over\n1 | above | 500 | | game\n | game | | |\n"
    "2 | below | | 60 | trick\n3 | above | | 200 | down\n4 | below | | 40 | trick\n"
    "4 | above | | 30 | over\n4 | above | | 300 | game\n | game | | |\n | total | 650 | 630 |\n"
)


def sheet(rows: str = ROWS, match: str = MATCH, copy: str = " NS") -> list[tuple[str, str]]:
    return found(ruled(f"{match}\nSheet{copy}:\ndeal | line | we | they | entry\n{rows}"))


def test_alberta_9_a_sheet_with_every_entry_right() -> None:
    assert sheet() == []


def test_alberta_9_we_is_the_side_whose_copy_it_is() -> None:
    turned = "\n".join(
        " | ".join((a, b, d, c, e))
        for a, b, c, d, e in (row.split("|") for row in ROWS.splitlines())
    )
    assert sheet(turned, copy=" EW") == []
    assert {code for code, _ in sheet(turned, copy=" NS")} == {"award-entry"}


def test_alberta_9_a_wrong_premium() -> None:
    rows = ROWS.replace("| 500 |", "| 300 |").replace("650", "450")
    assert sheet(rows) == [("award-entry", "row 3 / we")]


def test_alberta_9_a_missing_bonus_and_one_too_many() -> None:
    missing = ROWS.replace("4 | above | | 30 | over\n", "").replace("630", "600")
    assert sheet(missing) == [("award-entry", "row 8 / they")]
    more = ROWS.replace(" | game | | |\n2", "1 | above | 50 | |\n | game | | |\n2", 1)
    assert sheet(more.replace("650", "700")) == [("award-entry", "row 4 / we")]


def test_alberta_9_tricks_written_above_the_line() -> None:
    rows = ROWS.replace("2 | below | | 60", "2 | above | | 60")
    assert ("award-entry", "row 5 / they") in sheet(rows)


def test_alberta_9_entries_written_as_one_sum_are_right() -> None:
    rows = ROWS.replace(
        "1 | above | 30 | | over\n1 | above | 500 | | game\n", "1 | above | 530 | |\n"
    )
    assert sheet(rows) == []


def test_alberta_9_line_drawn_for_no_game_and_none_for_a_game() -> None:
    early = ROWS.replace("3 | above", " | game | | |\n3 | above", 1)
    assert ("award-entry", "row 6 / line") in sheet(early)
    late = ROWS.replace(" | game | | |\n2", "2", 1)
    assert ("award-entry", "row 4 / line") in sheet(late)


def test_alberta_9_totals_of_a_sheet_without_logs() -> None:
    assert sheet(match="") == []
    assert sheet(ROWS.replace("650", "640"), match="") == [("total-entry", "row 11 / we")]


def test_alberta_9_without_hand_numbers_all_entries_together() -> None:
    rows = "\n".join(row.split("|", 1)[1] for row in ROWS.splitlines())
    text = f"{MATCH}\nSheet NS:\nline | we | they | entry\n"
    assert found(ruled(text + rows)) == []
    wrong = rows.replace("| 200 |", "| 100 |").replace("630", "530")
    assert found(ruled(text + wrong)) == [("award-entry", "row 6 / they")]


def test_alberta_9_honours_may_stand_where_the_hands_are_not_known() -> None:
    rows = ROWS.replace("2 | below", "2 | above | | 100 | honours\n2 | below").replace("630", "730")
    assert sheet(rows) == []


def test_alberta_9_a_figure_in_doubt_is_not_judged() -> None:
    rows = ROWS.replace("| 500 |", "| ?? |").replace("| 650 |", "| - |")
    assert sheet(rows) == []


def test_alberta_9_rows_by_hand_with_score_and_total() -> None:
    head = (
        "deal | bidder | contract | x | points NS | points EW | score NS | score EW | total NS "
        "| total EW\n"
    )
    rows = (
        "1 | N | 4 S | | 11 | 2 | 650 | 0 | 650 | 0\n2 | E | 2 H | | 5 | 8 | 0 | 60 | 650 | 60\n"
        "3 | S | 3 NT | X | 8 | 5 | 0 | 200 | 650 | 260\n4 | W | 1 NT | | 5 | 8 | 0 | 370 | 650 | 630\n"
    )
    assert found(ruled(f"{MATCH}\nSheet:\n{head}{rows}")) == []
    wrong = rows.replace("| 200 | 650 | 260", "| 300 | 650 | 360").replace("650 | 630", "650 | 740")
    assert found(ruled(f"{MATCH}\nSheet:\n{head}{wrong}")) == [
        ("award-entry", "row 3 / score EW"),
        ("total-entry", "row 4 / total EW"),
    ]


def test_alberta_14_copies_of_both_sides_compared() -> None:
    mine = "Sheet NS:\ndeal | score NS | score EW\n1 | 650 | 0\n2 | 0 | 60\n"
    theirs = "Sheet EW:\ndeal | score NS | score EW\n1 | 650 | 0\n2 | 0 | 90\n"
    codes = found(ruled(f"{MATCH}\n{mine}\n{theirs}"))
    assert ("copies-disagree", "row 2 / score EW") in codes


def test_alberta_9_rows_without_logs_are_judged_by_themselves() -> None:
    head = "deal | bidder | contract | x | points NS | points EW | score NS | score EW\n"
    rows = (
        "1 | N | 4 S | | 11 | 2 | 650 | 0\n2 | E | 2 H | | 5 | 8 | 0 | 60\n"
        "3 | S | 3 NT | X | 8 | 5 | 0 | 200\n4 | W | 1 NT | | 5 | 8 | 0 | 370\n"
    )
    assert found(ruled(f"Sheet:\n{head}{rows}")) == []
    # Not vulnerable it would be 100; four aces in a hand not recorded may be 150 more.
    wrong = rows.replace("0 | 200", "0 | 100")
    assert found(ruled(f"Sheet:\n{head}{wrong}")) == [("award-entry", "row 3 / score EW")]
    assert found(ruled(f"Sheet:\n{head}{rows.replace('0 | 370', '0 | 520')}")) == []
    assert found(ruled(f"Sheet:\n{head}{rows.replace('5 | 8 | 0 | 60', '5 | 9 | 0 | 60')}")) == [
        ("points-entry", "row 2 / points NS")
    ]


def test_alberta_9_an_entry_without_hand_number_may_be_of_any_hand() -> None:
    assert sheet(ROWS.replace("3 | above", " | above", 1)) == []
    wrong = ROWS.replace("3 | above", " | above", 1).replace("| 200 |", "| 100 |")
    assert sheet(wrong.replace("630", "530")) == [("award-entry", "row 6 / they")]


def test_alberta_9_rules_of_rows_by_hand_are_not_asked_of_a_sheet_of_entries() -> None:
    verdict = ruled(f"{MATCH}\nSheet NS:\ndeal | line | we | they | entry\n{ROWS}")
    of_sheet = {each.rule for each in verdict.coverage if each.deal is None}
    assert {"award-entry", "total-entry"} <= of_sheet
    assert not {"contract-entry", "points-entry"} & of_sheet


@pytest.mark.parametrize(
    ("contract", "why"),
    [
        ("8 S", "8 is above the highest bid, 7"),
        ("0 C", "0 is below the lowest bid, 1"),
        ("8 S X", "8 is above the highest bid, 7"),
        ("7 NT", ""),
        ("1 C", ""),
    ],
)
def test_alberta_7_contract_that_no_auction_makes(contract: str, why: str) -> None:
    wanted = ["contract-entry"] if why else []
    row = f"Sheet:\ndeal | bidder | contract | x\n1 | N | {contract} | \n"
    on_sheet = ruled(row).findings
    assert [each.code for each in on_sheet] == wanted
    under = ruled(f'[Deal "1"]\n[Dealer "N"]\nResult:\ncontract {contract} by N\n').findings
    assert [each.code for each in under] == wanted
    assert all(why in each.message for each in (*on_sheet, *under))


@pytest.mark.parametrize("share", [0.2, 0.8])
def test_what_may_be_bid_makes_no_reading_of_a_contract_likelier(share: float) -> None:
    cell = f"{{7 S {1 - share:.1f}|8 S {share}}}"
    (finding,) = ruled(f"Sheet:\ndeal | bidder | contract | x\n1 | N | {cell} | \n").findings
    assert finding.probability == pytest.approx(share)


@pytest.mark.parametrize(
    ("figure", "wrong"), [("125", True), ("-60", True), ("120", False), ("{120|125}", False)]
)
def test_alberta_9_points_below_the_line_that_no_tricks_come_to(figure: str, wrong: bool) -> None:
    rows = f"1 | below | {figure} | | trick\n2 | above | 35 | | over\n"
    findings = ruled(f"Sheet NS:\ndeal | line | we | they | entry\n{rows}").findings
    sure = [each.code for each in findings if each.probability == 1.0]
    assert sure == (["award-entry"] if wrong else [])
