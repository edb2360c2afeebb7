"""Laws 62 to 64: a revoke. North declares; east leads."""

from __future__ import annotations

from fairdeal.rulings import Verdict
from tests.rulings.bridge.laws.open_ways import (
    HANDS,
    WHOLE,
    award,
    board,
    six_no_trumps,
    taken,
    ways,
)

CODE = "revoke"


def played(*changes: tuple[str, str], contract: str = "6 NT") -> Verdict:
    play = WHOLE
    for old, new in changes:
        assert old in play
        play = play.replace(old, new)
    return board(f"N: {contract}, P, P, P", play=play, hands=HANDS)


EAST_DISCARDS = (("S:JC 9C AC 6C", "S:JC 9C AC 3D"), ("N:AD 3D", "N:AD 6C"))
"""East throws a diamond on the fourth club with a club in hand, and the club on a diamond."""


def up_to(tricks: int, last: str, contract: str = "6 NT") -> Verdict:
    """The play up to a trick, which is the last that is recorded."""
    lines = [*WHOLE.splitlines()[: tricks - 1], last]
    return board(f"N: {contract}, P, P, P", play="\n".join(lines), hands=HANDS)


def test_law_62b1_a_defenders_card_becomes_a_major_penalty_card() -> None:
    verdict = up_to(4, "S:JC 9C AC 3D")
    way = ways(verdict, CODE)["62B1"]
    assert way.taken is None and "major penalty card" in way.follows
    assert "62B1" not in ways(played(*EAST_DISCARDS), CODE)  # play went on: it is established


def test_law_62b1_a_claim_that_the_side_agreed_to_establishes_it() -> None:
    agreed = up_to(4, "S:JC 9C AC 3D\n! claim N: AS KS")
    assert "62B1" not in ways(agreed, CODE)
    denied = up_to(4, "S:JC 9C AC 3D\n! claim N: AS KS\n! challenge EW")
    assert "62B1" in ways(denied, CODE)


def test_law_62b2_declarers_card_goes_back_without_more() -> None:
    verdict = up_to(2, "S:KC 7C 2S 4C")
    assert "62B1" not in ways(verdict, CODE)
    assert "nothing further follows" in ways(verdict, CODE)["62B2"].follows


def twelfth() -> Verdict:
    """West, with a diamond and a heart left, throws the heart on the twelfth trick."""
    play = "\n".join(
        (
            "E:5H JH 6H 2H", "S:KC 7C 2C 4C", "S:QC 8C 3C 5C", "S:JC 9C AC 6C", "N:AS 3S 7S 6S",
            "N:KS 4S 8S 7H", "N:QS 5S 9S 8H", "N:AH 3H 10H 10C", "N:KH 4H QH 6D", "N:AD 3D 10D 7D",
            "N:KD 4D JD 8D", "N:2D 5D QD 9H", "S:10S 9D 2S JS",
        )
    )  # fmt: skip
    return six_no_trumps(play)


def test_law_62d1_the_twelfth_trick_is_corrected() -> None:
    verdict = twelfth()
    found = [each for each in verdict.findings if each.code == CODE and each.at.trick == 12]
    assert [each.seat for each in found] == ["W"]
    assert {each.key for each in found[0].branches} >= {"62D1", "64B6"}


def test_law_64a1_the_offender_won_the_trick_and_one_later() -> None:
    """East ruffs the second club with a spade, holding clubs, and gets the lead and another trick."""
    play = "E:5H JH 6H 2H\nS:KC 7C 2C 3S\nE:4C QC 8C 3C"
    verdict = board("S: 6 S, P, P, P", play=play, hands=HANDS)
    way = ways(verdict, CODE)["64A1"]
    assert way.remedy is not None
    assert (way.remedy.kind, way.remedy.to, way.remedy.points) == ("tricks", "NS", 2)


def test_law_64a2_the_offender_did_not_win_the_trick() -> None:
    play = "E:5H JH 6H 2H\nS:KC 7C 2C 3D\nS:QC 8C 3C 4C"
    verdict = six_no_trumps(play)
    way = ways(verdict, CODE)["64A2"]
    assert "64A1" not in ways(verdict, CODE)
    assert way.remedy is not None and (way.remedy.to, way.remedy.points) == ("NS", 1)


def test_law_64b1_the_side_won_no_trick_from_there_on() -> None:
    """East's first revoke costs the last trick, the only one of the side; the second finds none left."""
    verdict = played(*EAST_DISCARDS)
    assert award(ways(verdict, CODE)["64A2"]) == (1020, 0)
    assert taken(verdict, CODE, which=1)["64B1"] is True
    assert award(ways(verdict, CODE, which=1)["64B1"]) == (1020, 0)


def test_law_64b2_a_second_revoke_in_the_same_suit() -> None:
    verdict = played(
        ("S:QC 8C 3C 5C", "S:QC 8C 3C 3D"), ("S:JC 9C AC 6C", "S:JC 9C AC 4D"),
        ("N:AD 3D", "N:AD 5C"), ("N:KD 4D", "N:KD 6C"),
    )  # fmt: skip
    second = taken(verdict, CODE, which=1)
    assert second["64B2"] is True and "64A2" not in second


def test_law_64b3_dummys_card_lay_face_up() -> None:
    """Dummy, south, discards a spade on the ace of hearts with hearts in sight."""
    verdict = played(("N:AH 3H 10H 9H", "N:AH 3H 10S 9H"), ("S:10S 9D 2S JS", "S:10H 9D 2S JS"))
    assert taken(verdict, CODE)["64B3"] is True
    assert "64A1" not in taken(verdict, CODE)


def test_law_64b4_attention_came_after_a_call_on_the_next_board() -> None:
    play = "E:5H JH 6H 2H\nS:KC 7C 2C 3D\nS:QC 8C 3C 4C"
    way = ways(six_no_trumps(play), CODE)["64B4"]
    assert way.taken is None and way.remedy is not None and way.remedy.kind == "none"


def test_law_64b5_attention_came_after_the_round() -> None:
    play = "E:5H JH 6H 2H\nS:KC 7C 2C 3D\nS:QC 8C 3C 4C"
    way = ways(six_no_trumps(play), CODE)["64B5"]
    assert way.taken is None and way.remedy is not None and way.remedy.kind == "none"


def test_law_64b6_the_twelfth_trick_moves_none() -> None:
    found = [each for each in twelfth().findings if each.code == CODE and each.at.trick == 12]
    assert (found[0].remedy.kind, found[0].remedy.points) == ("none", 0)


BOTH = (
    ("S:KC 7C 2C 4C", "S:KC 9D 2C 4C"),
    ("S:10S 9D 2S JS", "S:QH 7C 2S JS"),
    ("N:KH 4H QH 10C", "N:KH 4H 10S 10C"),
)
"""West keeps clubs in trick 2; South, declarer here, keeps hearts in trick 9."""


def test_law_64b7_both_sides_revoked_and_no_trick_moves() -> None:
    play = WHOLE
    for old, new in BOTH:
        play = play.replace(old, new)
    verdict = board("P, P, S: 1 NT, P, P, P", play=play, hands=HANDS)
    revokes = [each for each in verdict.findings if each.code == CODE]
    assert {each.team for each in revokes} == {"NS", "EW"}
    assert all(each.remedy.kind == "none" for each in revokes)
    assert all({"64B7", "64C1"} <= {way.key for way in each.branches} for each in revokes)
    assert verdict.deals[0].award == {"NS": 270, "EW": 0}  # as it was played


def test_law_64c1_damage_beyond_the_tricks_is_for_the_director() -> None:
    way = ways(played(*EAST_DISCARDS), CODE)["64C1"]
    assert way.remedy is None and "assigns a score" in way.score
