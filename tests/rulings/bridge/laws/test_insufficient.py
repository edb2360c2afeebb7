"""Law 27: an insufficient bid."""

from __future__ import annotations

from tests.rulings.bridge.laws.open_ways import award, board, taken, ways

CODE = "insufficient-bid"


def test_law_27a1_the_next_player_accepts_by_calling() -> None:
    verdict = board("N: 1 S, E: 1 H, S: P, P, P", "NS 7 EW 6")
    shown = taken(verdict, CODE)
    assert shown.pop("27A1") is True
    assert set(shown.values()) == {False}
    assert award(ways(verdict, CODE)["27A1"]) == (50, 0)  # one heart by east, one down


def test_law_27a1_a_bid_that_the_record_marks_was_let_stand() -> None:
    verdict = board("N: 1 S, E: 1 H ^I, P, P, P", "NS 7 EW 6")
    assert taken(verdict, CODE)["27A1"] is True
    assert award(ways(verdict, CODE)["27A1"]) == (50, 0)


def test_law_27a1_nothing_is_shown_where_nobody_called_after_it() -> None:
    assert taken(board("N: 1 S, E: 1 H"), CODE)["27A1"] is None


def test_law_27a2_a_bid_out_of_turn_too_is_ruled_as_one() -> None:
    shown = taken(board("N: 1 S, S: 1 H, W: P"), CODE)
    assert shown == {"27A1": True, "27A2": True}


def test_law_27b1a_made_good_in_the_same_denomination() -> None:
    verdict = board("N: 1 S, E: 1 H, E: 2 H, P, P, P", "NS 5 EW 8")
    assert [each.code for each in verdict.findings] == [
        CODE
    ]  # the replacement is no call out of turn
    shown = taken(verdict, CODE)
    assert shown["27B1(a)"] is True
    assert (shown["27A1"], shown["27B1(b)"], shown["27B2"], shown["27D"]) == (
        False,
        False,
        False,
        None,
    )
    assert award(ways(verdict, CODE)["27B1(a)"]) == (0, 110)


def test_law_27b1b_a_partner_who_goes_on_was_not_silenced() -> None:
    shown = taken(board("N: 1 S, E: 1 H, E: 3 C, S: P, W: 3 H, P, P, P"), CODE)
    assert (shown["27B1(b)"], shown["27B2"]) == (True, False)


def test_law_27b2_another_bid_silences_partner_for_the_whole_auction() -> None:
    verdict = board("N: 1 S, E: 1 H, E: 3 C, S: 3 S, W: P, P, P", "NS 9 EW 4")
    shown = taken(verdict, CODE)
    assert (shown["27B2"], shown["27B1(b)"], shown["27B1(a)"]) == (True, None, False)
    way = ways(verdict, CODE)["27B2"]
    assert "must pass for the rest of the auction" in way.follows
    assert "may forbid offender's partner" in way.follows and "(Law 26B)" in way.follows
    assert award(way) == (140, 0)


def test_law_27b2_a_pass_in_its_place_leaves_the_bid_before() -> None:
    verdict = board("N: 1 S, E: 1 H, E: P, S: P, W: P", "NS 7 EW 6")
    assert verdict.deals[0].award == {"NS": 80, "EW": 0}
    way = ways(verdict, CODE)["27B2"]
    assert way.taken is True and award(way) == (80, 0)


def test_law_27b3_a_double_in_its_place_is_cancelled() -> None:
    shown = taken(board("N: 1 S, E: 1 H, E: X, E: P, S: P, W: P"), CODE)
    assert (shown["27B1(b)"], shown["27B2"], shown["27B3"]) == (False, False, True)


def test_law_27b1b_a_double_that_stands_was_comparable() -> None:
    shown = taken(board("N: 1 S, E: 1 H, E: X, S: P, W: P, P"), CODE)
    assert (shown["27B1(b)"], shown["27B2"], shown["27B3"]) == (True, False, False)


def test_law_27b4_another_insufficient_bid_in_its_place() -> None:
    verdict = board("N: 2 S, E: 1 H, E: 2 H, S: P, W: P, P")
    assert taken(verdict, CODE)["27B4"] is True
    assert ways(verdict, CODE)["27B4"].remedy is None


def test_law_27d_damage_is_for_the_director_to_assign() -> None:
    made_good = board("N: 1 S, E: 1 H, E: 2 H, P, P, P", "NS 5 EW 8")
    assert ways(made_good, CODE)["27D"].remedy is None
    assert "27D" not in ways(board("N: 1 S, E: 1 H, S: P, P, P"), CODE)
