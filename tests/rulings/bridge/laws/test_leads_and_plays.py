"""Laws 45, 53 to 57 and 60: a lead or a play out of turn. North declares; east has the opening lead."""

from __future__ import annotations

import pytest

from fairdeal.rulings.frame.finding import Certainty
from tests.rulings.bridge.laws.open_ways import FIRST, WHOLE, board, six_no_trumps, taken, ways

LEAD, PLAY = "lead-out-of-turn", "play-out-of-turn"


def shown(play: str, code: str = LEAD) -> dict[str, bool | None]:
    return taken(six_no_trumps(play), code)


def test_law_45e1_a_fifth_card_of_a_defender() -> None:
    found = shown("E:5H JH 6H AH\n! objection NS\nN:AS 3S 7S 6S E:4S\n! objection NS", PLAY)
    assert found == {"45E1": None}


def test_law_45e2_a_fifth_card_of_declarer() -> None:
    found = shown("E:5H JH 6H AH\nN:AS 3S 7S 6S N:KS\n! objection EW", PLAY)
    assert found == {"45E2": None}


def test_law_53a_declarers_next_hand_plays_to_a_defenders_lead() -> None:
    found = shown(f"{FIRST}\nE:4C KC 7C 2C")
    assert (found["53A"], found["56"]) == (True, False)


def test_law_53a_the_thirteenth_trick_cannot_be_led_out_of_turn_and_accepted() -> None:
    text = WHOLE.replace("S:10S 9D 2S JS", "E:JS")
    assert "53A" not in shown(text) and "56" in shown(text)


def test_law_53b_the_proper_lead_stands() -> None:
    """East leads to trick 2, where north had won the first; north leads all the same."""
    found = shown(f"{FIRST}\nE:4C N:AS")
    assert (found["53A"], found["53B"]) == (False, True)


def test_law_53b_a_card_of_the_hand_that_is_next_either_way_may_be_either() -> None:
    found = shown(f"{FIRST}\nW:7C N:AC")
    assert (found["53A"], found["53B"]) == (None, None)


def test_law_53c_the_wrong_defender_plays_to_declarers_lead() -> None:
    """South's hand leads, where north had won; the defender on the right of that hand is east."""
    found = shown(f"{FIRST}\nS:KC E:4C")
    assert (found["53C"], found["55A"]) == (True, False)


def test_law_54a_declarer_spread_the_hand_and_became_dummy() -> None:
    """The record marks west's lead, and that south played the hand in north's place."""
    verdict = six_no_trumps("W:6H^L 2H 5H JH", '[Declarer "^S"]\n')
    found = taken(verdict, LEAD)
    assert found == {"54A": True, "54B": False, "54C": False, "54D": False}


def test_law_54b_declarer_plays_second_and_dummy_last() -> None:
    """West leads, where it was east's turn; declarer plays next."""
    found = shown("W:6H 2H 5H JH")
    assert (found["54A"], found["54B"], found["54D"]) == (False, True, False)


def test_law_54c_declarer_who_saw_a_card_of_dummy_must_accept() -> None:
    assert shown("W:6H 2H 5H JH")["54C"] is None


def test_law_54d_the_lead_is_taken_back_and_the_card_stays_on_the_table() -> None:
    verdict = six_no_trumps("W:6H")
    assert taken(verdict, LEAD)["54D"] is None
    follows = ways(verdict, LEAD)["54D"].follows
    assert "major penalty card" in follows and "ask for that suit or forbid it" in follows


RIGHT = "E:5H JH 6H AH"
WAYS_OF_WRITING = [
    f"! retracted W:6H -> E:5H\n{RIGHT}",
    "E:5H\n! retracted W:6H -> E:5H\n.. JH 6H AH",
    f"{RIGHT}\n! retracted W:6H -> E:5H",
    f"W:6H\n! retracted W:6H -> E:5H\n{RIGHT}",
    f"W:6H^L\n! retracted W:6H\n! objection NS\n.. {RIGHT}",
    "W:6H\n! retracted W:6H\n5H JH 6H AH",
]
"""A lead by west that was refused, where it was east's, in every way that people write it."""


@pytest.mark.parametrize("play", WAYS_OF_WRITING)
def test_law_54d_a_refused_lead_is_one_finding_however_it_is_written(play: str) -> None:
    verdict = six_no_trumps(play)
    (one,) = verdict.findings
    assert (one.code, one.seat, str(one.place)) == (LEAD, "W", "trick 1 / seat W")
    assert one.certainty is Certainty.ESTABLISHED
    found = taken(verdict, LEAD)
    assert [found[law] for law in ("54A", "54B", "54C", "54D")] == [False, False, False, True]
    assert verdict.deals[0].winners == ("N",)


def test_law_54d_the_whole_play_goes_on_from_the_right_lead() -> None:
    assert [each.code for each in six_no_trumps(f"W:6H\n! retracted W:6H\n{WHOLE}").findings] == [
        LEAD
    ]


def test_law_54e_an_opening_lead_of_the_declaring_side_goes_back() -> None:
    assert shown(f"! retracted S:QH -> E:5H\n{RIGHT}") == {"54E": True}


def test_law_55b_and_56_a_later_lead_that_was_refused() -> None:
    found = shown(f"{FIRST}\nW:7C\n! retracted W:7C\nN:AC 4C JC 8C")
    assert (found["53A"], found["56"], found["50D2(b)"]) == (False, True, None)
    found = shown(f"{FIRST}\nS:KC\n! retracted S:KC\nN:AC 4C JC 8C")
    assert found == {"55A": False, "55B2": True}


def test_law_57d_a_card_before_the_turn_that_was_taken_back() -> None:
    """West plays before north, and after east had: north plays, then west again."""
    found = shown("E:5H JH 6H AH\nN:AS\n! retracted W:6S -> E:3S\n.. 3S 7S 6S", PLAY)
    assert found["57C1"] is False


def test_law_53_whose_lead_it_was_leads_no_card_out_of_turn_by_taking_it_back() -> None:
    findings = six_no_trumps("W:6H\n! retracted E:5H -> W:6H\n.. 2H 4H JH").findings
    assert [(each.code, each.seat) for each in findings] == [(LEAD, "W"), ("penalty-card", "E")]


def test_law_54e_an_opening_lead_by_the_declaring_side_is_none() -> None:
    assert shown("S:KC 7C 2C 4C") == {"54E": None}


def test_law_55a_a_defender_plays_to_declarers_lead_in_turn() -> None:
    found = shown(f"{FIRST}\nS:KC W:7C 2C 4C")
    assert (found["55A"], found["55B2"]) == (True, False)


def test_law_55b1_declarer_led_at_a_defenders_turn_and_puts_the_card_back() -> None:
    found = taken(board("N: 6 NT, P, P, P", play="E:5H 2S 6H 2H\nS:KC"), LEAD)
    assert (found["55B1"], "55B2" in found) == (None, False)


def test_law_55b2_declarer_led_from_the_wrong_hand() -> None:
    found = shown(f"{FIRST}\nS:KC")
    assert (found["55B2"], "55B1" in found) == (None, False)


def test_law_56_a_refused_lead_becomes_a_major_penalty_card() -> None:
    verdict = six_no_trumps(f"{FIRST}\nW:7C")
    assert taken(verdict, LEAD)["56"] is None
    assert "major penalty card" in ways(verdict, LEAD)["56"].follows


EARLY = f"{FIRST}\nN:AS W:6S"
"""West plays to trick 2 before east, and before dummy."""


def test_law_57a1_the_highest_card_of_the_suit() -> None:
    follows = ways(six_no_trumps(EARLY), PLAY)["57A1"].follows
    assert follows.startswith("Offender's partner plays the highest card held of it")
    assert "major penalty card" in follows


def test_law_57a2_the_lowest_card_of_the_suit() -> None:
    assert shown(EARLY, PLAY)["57A2"] is None


def test_law_57a3_a_card_of_another_suit() -> None:
    assert shown(EARLY, PLAY)["57A3"] is None


def test_law_57a4_a_suit_that_is_forbidden() -> None:
    assert shown(EARLY, PLAY)["57A4"] is None


def test_law_57c1_declarer_had_played_from_both_hands() -> None:
    """North's ace and dummy's seven are on the table before west plays, as the record marks, out of turn."""
    verdict = six_no_trumps(f"{FIRST}\nN:AS S:7S W:6S^S E:3S")
    found = taken(verdict, PLAY, which=1)
    assert (found["57C1"], found["57A1"]) == (True, False)


def test_law_57c2_dummy_picked_a_card() -> None:
    assert shown(EARLY, PLAY)["57C2"] is None


def test_law_57c3_declarers_early_card_is_played() -> None:
    assert shown(f"{FIRST}\nN:AS S:7S E:3S W:6S", PLAY) == {"57C3": True}


def test_law_57d_a_defender_plays_at_the_turn_of_the_right() -> None:
    assert shown(f"{FIRST}\nN:AS E:3S W:6S S:7S", PLAY) == {"57D": None, "60A1": False}


def test_law_60a1_the_next_player_plays_and_the_right_is_lost() -> None:
    """East leads; west plays at south's turn, and north plays after west."""
    assert shown("E:5H W:6H N:AH S:JH", PLAY) == {"57D": False, "60A1": True}
