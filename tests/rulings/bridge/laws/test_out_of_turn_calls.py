"""Laws 25 and 28 to 32: a call out of turn."""

from __future__ import annotations

import pytest

from tests.rulings.bridge.laws.open_ways import award, board, taken, ways

CODE = "call-out-of-turn"


def shown(calls: str) -> dict[str, bool | None]:
    return taken(board(calls), CODE)


def test_law_25_at_the_next_players_turn_after_calling_before() -> None:
    assert shown("N: 1 S, E: P, S: P, W: 2 H, N: P, E: P, S: 3 S, S: X") == {"25": None}


def test_law_30b2_a_pass_at_the_next_players_turn_after_calling_before() -> None:
    assert shown("N: 1 S, N: P") == {"30B2": None}


def test_law_30c_an_artificial_pass_is_ruled_as_a_bid() -> None:
    way = ways(board("S: P, N: 1 H, E: P"), CODE)["30C"]
    assert (way.taken, way.award) == (None, None) and way.score == "As Law 31 gives it."
    assert shown("E: P, S: 1 H")["30C"] is False  # accepted: nothing is cancelled


def test_law_31c_a_bid_at_the_next_players_turn_after_calling_before() -> None:
    assert shown("N: P, N: 1 S") == {"31C": None}


def test_law_28b_an_opponent_calls_in_turn_and_the_offender_is_not_bound() -> None:
    """East had passed at north's turn; had that been ruled on, east would have to pass next."""
    verdict = board("E: P, N: 1 S, E: 2 H, P, P, P", "NS 5 EW 8")
    assert taken(verdict, CODE) == {"29A": False, "28B": True, "30A": False, "30C": False}
    assert award(ways(verdict, CODE)["28B"]) == (0, 110)


def test_law_28b_at_the_next_players_turn_either_may_be_meant() -> None:
    """North deals, and west calls before north does, whose turn it is, and who sits next after west."""
    verdict = board("W: 1 S, N: 2 H, E: P, S: P, W: P", "NS 8 EW 5")
    found = taken(verdict, CODE)
    assert (found["29A"], found["28B"]) == (None, None)
    assert award(ways(verdict, CODE)["28B"]) == award(ways(verdict, CODE)["29A"]) == (110, 0)


def test_law_29a_the_next_player_calls_over_it() -> None:
    verdict = board("E: 1 S, S: P, W: P, N: P", "NS 6 EW 7")
    found = taken(verdict, CODE)
    assert found.pop("29A") is True
    assert set(found.values()) == {False}
    assert award(ways(verdict, CODE)["29A"]) == (0, 80)


def test_law_30a_a_pass_at_the_turn_of_the_right_binds_to_a_pass() -> None:
    found = shown("E: P, N: 1 S, E: P, P, P")
    assert found == {"29A": False, "28B": None, "30A": True, "30C": None}
    way = ways(board("E: P, N: 1 S, E: P, P, P"), CODE)["30A"]
    assert way.follows == "The offender must pass at the next turn."


def test_law_30b1bi_a_pass_at_partners_turn() -> None:
    found = shown("S: P, N: 1 H, E: P, S: 2 H, W: P, N: 4 H, P, P, P")
    assert (found["29A"], found["30B1(b)(i)"], found["30B1(b)(ii)"]) == (
        False,
        True,
        False,
    )


def test_law_30b1bi_a_pass_before_the_dealer_who_is_next() -> None:
    """North deals and comes next after west, who had not called: that is no change of a call."""
    found = shown("W: P, N: 1 S, E: P")
    assert "30B1(b)(i)" in found and "30B2" not in found


def test_law_30b1bii_silences_partner_once() -> None:
    found = shown("S: P, N: 1 H, E: P, S: 2 S, W: P, N: P, E: P")
    assert found["30B1(b)(ii)"] is None
    way = ways(board("S: P, N: 1 H, E: P"), CODE)["30B1(b)(ii)"]
    assert "must pass at the next turn" in way.follows


def test_law_31a1_the_right_passes_and_the_bid_is_repeated() -> None:
    verdict = board("E: 1 S, N: P, E: 1 S, P, P, P", "NS 6 EW 7")
    assert taken(verdict, CODE)["31A1"] is True
    assert award(ways(verdict, CODE)["31A1"]) == (0, 80)


def test_law_31a2a_the_right_bids_and_partner_is_free() -> None:
    found = shown("E: 1 S, N: 1 H, E: 1 S, S: P, W: 2 S, P, P, P")
    assert (found["31A1"], found["31A2(a)"], found["31A2(b)"]) == (False, True, False)


def test_law_31a2b_the_right_bids_and_another_call_silences_partner_once() -> None:
    verdict = board("E: 1 S, N: 1 H, E: 2 C, S: P, W: P, N: P", "NS 5 EW 8")
    found = taken(verdict, CODE)
    assert (found["31A2(a)"], found["31A2(b)"]) == (None, None)
    assert "must pass at the next turn" in ways(verdict, CODE)["31A2(b)"].follows


@pytest.mark.parametrize("again", ["2 S", "3 D"])
def test_law_31b2_comparable_a_bid_at_partners_turn(again: str) -> None:
    found = shown(f"S: 1 S, N: 1 H, E: P, S: {again}, W: P, N: 4 H, P, P, P")
    assert (found["31B2, comparable"], found["31B2, not comparable"]) == (True, False)


def test_law_31b2_not_comparable_is_open_where_partner_passes() -> None:
    found = shown("S: 1 S, N: 1 H, E: P, S: 3 D, W: P, N: P, E: P")
    assert (found["31B2, comparable"], found["31B2, not comparable"]) == (None, None)


def test_law_32a1_the_right_passes_and_the_double_is_repeated() -> None:
    found = shown("N: 1 H, E: P, W: X, S: P, W: X, P, P, P")
    assert found["32A1"] is True


def test_law_32a2a_the_right_acts_and_partner_is_free() -> None:
    found = shown("N: 1 H, E: P, W: X, S: 2 H, W: X, N: P, E: 2 S, P, P, P")
    assert (found["32A1"], found["32A2(a)"]) == (False, True)


def test_law_32a2b_is_excluded_where_partner_calls() -> None:
    found = shown("N: 1 H, E: P, W: X, S: 2 H, W: X, N: P, E: 2 S, P, P, P")
    assert found["32A2(b)"] is False


def test_law_32b_comparable_a_double_at_partners_turn() -> None:
    found = shown("N: 1 H, W: X, E: P, S: P, W: X, N: P, E: 2 S, P, P, P")
    assert found["32B, comparable"] is True


def test_law_32b_not_comparable_is_excluded_where_partner_calls() -> None:
    found = shown("N: 1 H, W: X, E: P, S: P, W: X, N: P, E: 2 S, P, P, P")
    assert found["32B, not comparable"] is False


@pytest.mark.parametrize(
    ("silent", "codes"),
    [
        ("E", ["missing-call"]),
        ("??", []),
        ("{E 0.6|W 0.3}", ["missing-call"]),
        ("W", [CODE, "missing-call"]),
    ],
)
def test_law_17_silence_of_nobody_knows_whom_makes_no_call_one_out_of_turn(
    silent: str, codes: list[str]
) -> None:
    verdict = board(f"N: 1 S\n! silence {silent}\nS: P, P, P")
    assert [each.code for each in verdict.findings] == codes


def test_law_17_call_of_a_seat_that_cannot_be_read_is_nobody_s_and_so_is_the_turn_after_it() -> (
    None
):
    assert CODE not in [each.code for each in board("N: 1 S, ??: 2 H, N: P, P, P").findings]
    assert CODE in [each.code for each in board("N: 1 S, 2 H, N: P, P, P").findings]


def test_law_29_after_calls_that_ran_together_nobody_is_out_of_turn() -> None:
    """How many calls a line is that cannot be read is not known, nor whose turn came after it."""
    codes = [each.code for each in board("N: 1 C, E: P, 1 H 2 NT, N: 3 C, P, P, P").findings]
    assert CODE not in codes
    assert CODE in [each.code for each in board("N: 1 C, E: P, 1 H, N: 3 C, P, P, P").findings]
