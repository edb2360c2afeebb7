"""What other entries may choose: between readings that the ink leaves open, clearly, and never more."""

from __future__ import annotations

import pytest

from fairdeal.rulings.doubt.certainty import ODDS, OPEN, chosen, share_of
from fairdeal.rulings.frame.finding import Certainty, Settled, Verdict
from tests.support.builders import HANDS, found, ruled

COLUMNS = (
    "deal | bidder | contract | x | points A | points B | score A | score B | total A | total B"
)


def one(*rows: str, copy: str = "") -> str:
    return f"Sheet{copy}:\n{COLUMNS}\n" + "\n".join(rows) + "\n"


def settled(verdict: Verdict) -> dict[str, Settled]:
    return {str(each.place): each for each in verdict.settled}


def by(each: Settled) -> set[str]:
    return {str(place) for place in each.by}


# Choosing -------------------------------------------------------------------------------------------


def test_ink_alone_decides_where_nothing_else_does() -> None:
    assert chosen([(("a", 0.6), ("b", 0.4))], [((0,), 0.6), ((1,), 0.4)]) == (0,)


def test_reading_that_the_ink_leaves_open_is_chosen_where_it_is_far_likelier() -> None:
    options = [(("a", 0.6), ("b", 0.4))]
    assert chosen(options, [((0,), 0.006), ((1,), 0.4)]) == (1,)
    assert chosen(options, [((0,), 0.4 / (ODDS - 1)), ((1,), 0.4)]) == (0,)


def test_reading_that_the_ink_hardly_allows_is_never_chosen() -> None:
    faint = 0.9 * OPEN
    worlds = [((0,), 1e-9), ((1,), faint)]
    assert chosen([(("a", 0.9), ("b", faint - 0.01))], worlds) == (0,)


def test_something_else_is_never_chosen() -> None:
    assert chosen([(("a", 0.5), (None, 0.5))], [((0,), 0.005), ((1,), 0.5)]) == (0,)


def test_share_takes_something_else_for_chance() -> None:
    options = [(("a", 0.8), ("b", 0.1), (None, 0.1))]
    share = share_of(0, 0, options[0], [((0,), 0.8), ((1,), 0.001), ((2,), 0.1)])
    assert share == pytest.approx(0.8 / (0.8 + 0.001 + 0.1 * 0.03))


# Sums and points ------------------------------------------------------------------------------------


def test_points_of_a_deal_choose_and_name_the_other_side() -> None:
    verdict = ruled(one("1 | 1 | 28 S | | {36 0.6|30 0.4} | 26 | 1 | 0 | 1 | 0"))
    each = settled(verdict)["row 1 / points A"]
    assert (each.text, each.changed, by(each)) == ("30", True, {"row 1 / points B"})


def test_running_totals_choose_and_name_the_sum() -> None:
    rows = (
        "1 | 1 | 28 S | | 30 | 26 | 1 | 0 | 1 | 0",
        "2 | 1 | 28 S | | 30 | 26 | {7 0.55|1 0.45} | 0 | 2 | 0",
    )
    each = settled(ruled(one(*rows)))["row 2 / score A"]
    assert each.text == "1"
    assert by(each) == {"row 1 / total A", "row 2 / total A"}


def test_confirmed_reading_says_by_what() -> None:
    verdict = ruled(one("1 | 1 | 28 S | | {30 0.8|36 0.15} | 26 | 1 | 0 | 1 | 0"))
    each = settled(verdict)["row 1 / points A"]
    assert (each.text, each.changed, by(each)) == ("30", False, {"row 1 / points B"})


def test_slip_in_ink_that_can_be_read_is_never_read_away() -> None:
    for cell in ("32", "{32 0.97|30 0.02}", "32?"):
        verdict = ruled(one(f"1 | 1 | 28 S | | {cell} | 26 | 1 | 0 | 1 | 0"))
        assert "row 1 / points A" not in settled(verdict)
        assert ("points-entry", "row 1 / points A") in found(verdict)


def test_wrong_total_in_clear_ink_is_established_beside_doubtful_cells() -> None:
    verdict = ruled(one("1 | 1 | 28 S | | {30|36} | 26 | 1 | 0 | 9 | 0"))
    (total,) = [each for each in verdict.findings if each.code == "total-entry"]
    assert total.certainty is Certainty.ESTABLISHED


def test_award_of_the_rulebook_chooses_nothing() -> None:
    """28 made gives 1; a score of 2 is against the table, and as likely as the ink says."""
    verdict = ruled(one("1 | 1 | 28 S | | 30 | 26 | {2 0.55|1 0.45} | 0 | | "))
    assert settled(verdict) == {}


# Logs -----------------------------------------------------------------------------------------------


def test_third_copy_of_a_card_names_the_other_two() -> None:
    hands = "Hands:\n1: JS JS 9H\n2: {JS 0.55|JH 0.45} 9C AC\n"
    verdict = ruled(f'[Deal "1"]\n[Dealer "2"]\n{hands}')
    each = settled(verdict)["hand 2 / 1"]
    assert each.text == "JH"
    assert by(each) == {"deal 1 / hand 1 / 1", "deal 1 / hand 1 / 2"}


def test_row_of_the_sheet_that_chose_is_named() -> None:
    text = '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: {30 S 0.6|31 S 0.4}, P, P, P, P, P\n\n'
    verdict = ruled(text + one("1 | 3 | 31 S | | | | | | |"))
    each = settled(verdict)["call 1"]
    assert (each.text, by(each)) == ("31 S", {"row 1 / contract"})


# Two copies -----------------------------------------------------------------------------------------


def copies(ours: str, theirs: str) -> Verdict:
    row = "1 | 1 | {} | | 30 | 26 | 1 | 0 | 1 | 0"
    return ruled(one(row.format(ours), copy=" A") + "\n" + one(row.format(theirs), copy=" B"))


def test_cell_doubtful_on_one_copy_is_settled_by_the_other() -> None:
    each = settled(copies("{34 S 0.6|31 S 0.4}", "31 S"))["row 1 / contract"]
    assert (each.text, each.changed, by(each)) == ("31 S", True, {"sheet 2 / row 1 / contract"})


def test_cell_doubtful_on_the_second_copy_is_settled_by_the_first() -> None:
    each = settled(copies("31 S", "{34 S 0.6|31 S 0.4}"))["sheet 2 / row 1 / contract"]
    assert (each.text, by(each)) == ("31 S", {"row 1 / contract"})


def test_cell_that_cannot_be_read_is_settled_by_the_other_copy() -> None:
    each = settled(copies("??", "31 S"))["row 1 / contract"]
    assert (each.text, by(each)) == ("31 S", {"sheet 2 / row 1 / contract"})


def test_reading_confirmed_by_the_other_copy_is_settled() -> None:
    each = settled(copies("{34 S 0.8|31 S 0.2}", "34 S"))["row 1 / contract"]
    assert (each.text, each.changed) == ("34 S", False)


@pytest.mark.parametrize("theirs", ["30 S", "{30 S 0.6|36 S 0.4}"])
def test_difference_is_never_settled_away(theirs: str) -> None:
    verdict = copies("{34 S 0.6|31 S 0.4}", theirs)
    assert settled(verdict) == {}
    assert ("copies-disagree", "row 1 / contract") in found(verdict)


def test_faint_rival_is_not_chosen_for_the_other_copy() -> None:
    verdict = copies("{34 S 0.95|31 S 0.03}", "31 S")
    assert settled(verdict) == {}
    (each,) = [each for each in verdict.findings if each.code == "copies-disagree"]
    assert each.certainty is Certainty.DEPENDS


def test_figure_that_may_be_something_else_does_not_hide_the_slip_beside_it() -> None:
    rows = (
        "1 | 1 | 28 S | | 30 | 26 | 1 | 0 | 1 | 0",
        "2 | 1 | 28 S | | 30 | 26 | 1 | 0 | {2 0.9|8 0.05} | 0",
        "3 | 1 | 28 S | | 30 | 26 | 1 | 0 | 5 | 0",
    )
    (total,) = [
        each
        for each in ruled(one(*rows)).findings
        if each.code == "total-entry" and each.at.row == 3
    ]
    assert total.certainty is Certainty.DEPENDS
    assert total.probability is not None and total.probability > 0.8


def test_card_that_no_pack_holds_draws_no_other_after_it() -> None:
    """A queen misread as an eight in the hand is no reason to read the trick's queen so too."""
    hands = "\n".join(
        f"{seat}: {cards}"
        for seat, cards in {
            1: "QD 9S QH AC KC JC 8S 9H",
            2: "9C 10C QS QH AH QC AS 9D",
            3: "KH AD 10S AD 9H 10H 10H QD",
            4: "KS 9C 9D 10D KC 10S KS JD",
            5: "AC JH JS KD KD 10C AH 9S",
            6: "AS JC 10D KH JD JS QC JH",
        }.items()
    )
    text = (
        f'[Deal "1"]\n[Dealer "6"]\nHands:\n{hands}\nAuction:\n1: 28 D, P, P, P, P, P\n'
        "Play:\n1:{QS 0.56|8S 0.41} AS 10S KS 9S JS\n"
    )
    told = settled(ruled(text)).get("trick 1 / seat 1")
    assert told is None or told.text == "QS"


def test_doubling_under_a_deal_has_an_address_of_its_own() -> None:
    text = (
        '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 34 NT, X, XX\n'
        "Result:\ncontract 34 NT {XX 0.5|X 0.5} by 3\n"
    )
    assert set(settled(ruled(text))) <= {"contract / x"}


def test_reading_that_the_pack_leaves_in_no_doubt_is_told_though_the_ink_had_it_first() -> None:
    """The other reading would be a third nine of clubs: the two that are there speak against it."""
    hands = HANDS.replace("QC AS 9D", "QC AS {9D 0.6|9C 0.4}")
    each = settled(ruled(f'[Deal "1"]\n[Dealer "2"]\n{hands}'))["hand 2 / 8"]
    assert (each.text, each.changed) == ("9D", False)
    assert by(each) == {"deal 1 / hand 2 / 1", "deal 1 / hand 4 / 2"}
