"""Laws 36, 38 and 39: calls that are not admissible at all."""

from __future__ import annotations

from tests.rulings.bridge.laws.open_ways import award, board, taken, ways

DOUBLE = "double-inadmissible"


def test_law_36a_the_double_and_all_calls_after_it_are_cancelled() -> None:
    way = ways(board("N: 2 S, E: P, S: X, W: P, P, P"), DOUBLE)["36A"]
    assert way.taken is None
    assert (
        "all calls after it are cancelled" in way.follows
        and "nobody is bound to a lead" in way.follows
    )


def test_law_36b_a_replaced_double_silences_partner() -> None:
    verdict = board("N: 2 S, E: P, S: X, S: P, W: P", "NS 8 EW 5")
    assert [each.code for each in verdict.findings] == [DOUBLE]
    assert taken(verdict, DOUBLE) == {"36A": False, "36B": True, "36C": False}
    assert "must pass for the rest of the auction" in ways(verdict, DOUBLE)["36B"].follows


def test_law_36c_found_after_the_opening_lead_it_does_not_count() -> None:
    verdict = board("N: 2 S, E: P, S: X, W: P, P, P", "NS 8 EW 5", play="E:5H")
    assert taken(verdict, DOUBLE)["36C"] is True
    assert award(ways(verdict, DOUBLE)["36C"]) == (110, 0)


def test_law_36c_a_redouble_likewise() -> None:
    verdict = board("N: 2 S, E: P, S: XX, W: P, P, P", "NS 8 EW 5", play="E:5H")
    assert taken(verdict, "redouble-inadmissible")["36C"] is True


def test_law_37a_partner_who_had_to_pass_called_and_was_called_over() -> None:
    """East's insufficient heart became three clubs; west bids, and north calls over that."""
    found = taken(
        board("N: 1 S, E: 1 H, E: 3 C, S: P, W: 4 C, N: P, E: P, S: P"), "insufficient-bid"
    )
    assert (found["37A"], found["37B"]) == (None, False)


def test_law_37b_partner_who_had_to_pass_called_last() -> None:
    verdict = board("N: 1 S, E: 1 H, E: 3 C, S: P, W: 4 C")
    assert taken(verdict, "insufficient-bid")["37B"] is None
    assert "a pass takes its place" in ways(verdict, "insufficient-bid")["37B"].follows


def test_law_37b_is_not_asked_of_a_partner_who_passed() -> None:
    assert "37B" not in taken(board("N: 1 S, E: 1 H, E: 3 C, S: P, W: P, N: P"), "insufficient-bid")


def test_law_38c_a_pass_takes_the_place_and_both_must_pass() -> None:
    verdict = board("N: 7 S, E: 8 C, E: P, P, P", "NS 13 EW 0")
    found = taken(verdict, "bid-range")
    assert found == {"38C": True, "38D": False}
    assert award(ways(verdict, "bid-range")["38C"]) == (1510, 0)


def test_law_38d_called_over_nobody_is_bound_to_a_lead() -> None:
    verdict = board("N: 7 S, E: 8 C, S: P, W: P, N: P", "NS 13 EW 0")
    found = taken(verdict, "bid-range")
    assert found == {"38C": False, "38D": True}
    assert "nobody is bound to a lead" in ways(verdict, "bid-range")["38D"].follows


def test_law_38c_says_nothing_of_a_bid_below_one() -> None:
    assert ways(board("N: 0 NT, E: P, S: P, W: P"), "bid-range") == {}


def test_law_39b_a_call_by_declarers_side_is_cancelled_without_more() -> None:
    verdict = board("N: 1 NT, P, P, P, N: 2 NT", "NS 7 EW 6")
    assert taken(verdict, "call-after-close") == {"39B": True, "39C": False}
    assert award(ways(verdict, "call-after-close")["39B"]) == (90, 0)


def test_law_39c_a_defenders_bid_may_bind_partner_to_a_lead() -> None:
    verdict = board("N: 1 NT, P, P, P, E: 2 H", "NS 7 EW 6")
    assert taken(verdict, "call-after-close") == {"39B": None, "39C": None}
    assert "may forbid offender's partner" in ways(verdict, "call-after-close")["39C"].follows


def test_law_36c_a_double_as_the_first_call_moves_no_call_to_another_seat() -> None:
    verdict = board("E: X, 1 D, P, P, P", "NS 4 EW 9", play="W:5H")
    assert award(ways(verdict, DOUBLE)["36C"]) == (0, 150)
