"""Laws 6, 16, 24 and 49 to 52: cards that were seen. North declares."""

from __future__ import annotations

from fairdeal.rulings import Verdict
from tests.rulings.bridge.laws.open_ways import (
    FIRST,
    HANDS,
    award,
    board,
    six_no_trumps,
    taken,
    ways,
)

CODE = "penalty-card"


def in_auction(shown: str, contract: str = "6 NT") -> Verdict:
    return board(f"N: P\n{shown}\nE: P, S: {contract}, W: P, N: P, E: P", "NS 12 EW 1")


def in_play(*events: str, after: str = "") -> Verdict:
    text = "\n".join((FIRST, *events, *((after,) if after else ())))
    return six_no_trumps(text)


def test_law_6d1_found_before_the_auction_the_board_is_dealt_again() -> None:
    verdict = board("N: 1 NT, P, P, P", "NS 7 EW 6", more="", hands=f"{HANDS}! exposed N: AS\n")
    way = ways(verdict, "card-exposed")["6D1"]
    assert way.taken is None and award(way) == (0, 0)


def test_law_16d2_the_board_was_played_all_the_same() -> None:
    verdict = board("N: 1 NT, P, P, P", play=FIRST, hands=f"{HANDS}! exposed N: AS\n")
    assert taken(verdict, "card-exposed")["16D2"] is True


def test_law_24a_a_low_card_binds_nobody_in_the_auction() -> None:
    found = taken(in_auction("! exposed N: 4S"), CODE)
    assert (found["24A"], found["24B"], found["24C"]) == (True, False, False)


def test_law_24b_an_honour_silences_partner_once() -> None:
    verdict = in_auction("! exposed N: 10S")
    found = taken(verdict, CODE)
    assert (found["24A"], found["24B"], found["24C"]) == (False, True, False)
    assert "must pass at the next turn" in ways(verdict, CODE)["24B"].follows


def test_law_24c_two_cards_silence_partner_once() -> None:
    found = taken(in_auction("! exposed N: 4S\n! exposed N: 3S"), CODE)
    assert (found["24A"], found["24B"], found["24C"]) == (False, False, True)


def test_law_24d_declarers_side_takes_the_card_up_again() -> None:
    found = taken(in_auction("! exposed N: 4S"), CODE)
    assert (found["24D"], found["24E"]) == (True, False)


def test_law_24e_a_defenders_card_becomes_a_penalty_card() -> None:
    verdict = board("N: P\nE: P\n! exposed E: 4S\nS: 6 NT, W: P, N: P, E: P", "NS 12 EW 1")
    found = taken(verdict, CODE)
    assert (found["24D"], found["24E"]) == (False, True)


def test_law_50b1_a_low_card_shown_may_be_a_minor_one() -> None:
    verdict = in_play("! exposed W: 7C")
    found = taken(verdict, CODE)
    assert (found["50B1"], found["50B2"]) == (
        None,
        None,
    )  # dropped or shown on purpose: not recorded
    assert (
        "before any other card of that suit below an honour" in ways(verdict, CODE)["50B1"].follows
    )


def test_law_50b2_an_honour_is_a_major_one() -> None:
    found = taken(in_play("! exposed W: 10C"), CODE)
    assert (found["50B1"], found["50B2"]) == (False, True)


def test_law_50b2_so_is_a_card_that_corrects_a_revoke() -> None:
    """West throws a club on the ace of spades, takes it back, and follows."""
    verdict = in_play(after="N:AS 3S 7S 6S\n! retracted W:7C -> 6S")
    found = taken(verdict, CODE)
    assert found["62B1"] is True and found["50B2"] is True
    only = next(each for each in verdict.findings if each.code == CODE)
    assert only.message == "West took back the seven of clubs and played the six of spades instead."


def test_law_50b2_two_penalty_cards_are_both_major() -> None:
    verdict = in_play("! exposed W: 7C", after="N:AS 3S 7S 6S\n! exposed W: 8C")
    assert [taken(verdict, CODE, n)["50B2"] for n in (0, 1)] == [True, True]


def test_law_50d2a_asked_for_is_open_until_partner_has_led() -> None:
    assert taken(in_play("! exposed W: 10C"), CODE)["50D2(a), asked for"] is None


def test_law_50d2a_forbidden_is_excluded_where_partner_led_that_suit() -> None:
    found = taken(in_play("! exposed W: 10C", after="N:2S JS 7S 6S\nE:4C KC 7C 2C"), CODE)
    assert found["50D2(a), forbidden"] is False
    found = taken(in_play("! exposed W: 10C", after="N:2S JS 7S 6S\nE:4H QH 7H 2H"), CODE)
    assert found["50D2(a), forbidden"] is None


def test_law_50d2b_left_free_the_card_stays() -> None:
    way = ways(in_play("! exposed W: 10C"), CODE)["50D2(b)"]
    assert way.follows == "Partner leads anything. The card stays a penalty card."


def test_law_51a_declarer_says_which_of_several_is_played() -> None:
    verdict = in_play("! exposed W: 7C", after="N:AS 3S 7S 6S\n! exposed W: 8C")
    assert "51A" in ways(verdict, CODE)
    assert "51A" not in ways(in_play("! exposed W: 7C"), CODE)


def test_law_51b_declarer_may_ask_for_or_forbid_suits_of_several() -> None:
    verdict = in_play("! exposed W: 7C", after="N:AS 3S 7S 6S\n! exposed W: 9H")
    assert "forbid any of their suits" in ways(verdict, CODE)["51B"].follows


def test_law_52b1a_declarer_may_accept_another_card() -> None:
    """West's ten of clubs lay open; west played the seven and the eight instead."""
    found = taken(in_play("! exposed W: 10C", after="N:2C 4C QC 7C"), CODE)
    assert found["52B1(a)"] is None
    followed = taken(in_play("! exposed W: 10C", after="N:2C 4C QC 10C"), CODE)
    assert "52B1(a)" not in followed and "52B2" not in followed
    elsewhere = taken(in_play("! exposed W: 10C", after="N:AS 3S 7S 6S"), CODE)
    assert "52B1(a)" not in elsewhere  # no turn at which it could be played


def test_law_52b1b_declarer_who_played_on_has_accepted_it() -> None:
    found = taken(in_play("! exposed W: 10C", after="N:2C 4C QC 7C\nS:JC 8C 3C 5C"), CODE)
    assert (found["52B1(b)"], found["52B2"]) == (True, False)
    last = taken(in_play("! exposed W: 10C", after="N:2C 4C QC 7C"), CODE)
    assert last["52B1(b)"] is None  # west's was the last card that is recorded


def test_law_52b1b_a_lead_by_partner_may_have_had_the_card_taken_up() -> None:
    after = "N:2S JS 7S 6S\nE:4C KC 7C 2C\nS:QC 8C 3C 5C"
    assert taken(in_play("! exposed W: 10C", after=after), CODE)["52B1(b)"] is None


def test_law_52b1b_a_minor_one_may_wait_for_an_honour() -> None:
    """West's seven is a minor penalty card: the ten may be played before it, the eight may not."""
    high = taken(in_play("! exposed W: 7C", after="N:2C 4C QC 10C\nS:JC 7C 3C 5C"), CODE)
    assert "52B1(b)" not in high
    low = taken(in_play("! exposed W: 7C", after="N:2C 4C QC 8C\nS:JC 7C 3C 5C"), CODE)
    assert low["52B1(b)"] is True


def test_law_52b2_what_was_taken_back_for_it_becomes_a_penalty_card_too() -> None:
    after = "N:2C 4C QC 10C\n! retracted W:7C -> 10C"
    verdict = in_play("! exposed W: 10C", after=after)
    found = taken(verdict, CODE)
    assert (found["52B1(a)"], found["52B1(b)"], found["52B2"]) == (False, False, True)
    assert "major penalty card" in ways(verdict, CODE)["52B2"].follows


def test_cards_of_declarer_and_dummy_are_nobodys_penalty_cards() -> None:
    assert CODE not in [each.code for each in in_play("! exposed N: AS").findings]
    assert CODE not in [each.code for each in in_play("! exposed S: KC").findings]
