"""How sure a finding is, where the record leaves room for doubt."""

from __future__ import annotations

import sys
from random import Random

import pytest

from fairdeal.records import CARDS
from fairdeal.rulings.doubt import weighing
from fairdeal.rulings.doubt.certainty import key_of
from fairdeal.rulings.doubt.slip_rates import CARD_SLIP, SUM_SLIP
from fairdeal.rulings.frame.finding import Certainty, Finding, Verdict
from tests.rulings.fifty_six.test_play_articles import BY_4, REVOKE_HANDS, REVOKE_PLAY
from tests.support.builders import HANDS, PLAY, auction, deal, found, ruled, sheet


def one(verdict: Verdict, code: str) -> Finding:
    (only,) = [each for each in verdict.findings if each.code == code]
    return only


def test_revoke_in_one_reading_only_depends_on_the_card() -> None:
    play = "".join(line + "\n" for line in REVOKE_PLAY.splitlines()[:3])
    finding = one(deal(BY_4, play.replace("1:10S AD", "1:10S {AD|10S}"), REVOKE_HANDS), "revoke")
    assert finding.certainty is Certainty.DEPENDS
    assert finding.probability == pytest.approx(0.5)
    assert [str(place) for place in finding.depends_on] == ["trick 3 / seat 2"]


def test_legality_bears_on_no_reading() -> None:
    """An insufficient and a sufficient reading of equal ink stay equal."""
    finding = one(auction("3: 30 S, {30 D|31 D}, P, P, P, P, P"), "insufficient-bid")
    assert finding.probability == pytest.approx(0.5)
    assert [str(place) for place in finding.depends_on] == ["call 2"]


THREE_TRICKS = "".join(line + "\n" for line in REVOKE_PLAY.splitlines()[:3])


@pytest.mark.parametrize("score", ["A 1 B 0", "A 0 B 1", "A 0 B 2", "A 9 B 0", "A 0 B 0"])
def test_wrong_score_does_not_speak_for_a_revoke(score: str) -> None:
    """28 made gives team B 1: another score is a slip beside a revoke as it is without one."""
    play = THREE_TRICKS.replace("1:10S AD", "1:10S {AD|10S}")
    verdict = deal(BY_4, play, REVOKE_HANDS, f"points A 17 B 39\nscore {score}")
    assert one(verdict, "revoke").probability == pytest.approx(0.5)


@pytest.mark.parametrize("score", ["A 0 B 2", "A 0 B 1", "A 0 B 7"])
def test_small_penalty_in_the_score_does_not_speak_against_a_revoke(score: str) -> None:
    """The lead out of turn may cost a point: it does so with the revoke and without it."""
    play = THREE_TRICKS.replace("1:10S AD", "1:10S {AD|10S}")
    play = play.replace(
        "4:10C 10C KC AC AC 10H", "5:10C KC AC AC 10H 10C\n! objection B @ trick 2 / seat 5"
    )
    verdict = deal(BY_4, play, REVOKE_HANDS, f"points A 17 B 39\nscore {score}")
    assert one(verdict, "lead-out-of-turn").objected
    assert one(verdict, "revoke").probability == pytest.approx(0.5)


@pytest.mark.parametrize("score", ["A 0 B {2|5}", "A 0 B {1|5}"])
def test_score_with_a_small_penalty_or_without_it_is_no_slip(score: str) -> None:
    """28 made and a lead out of turn objected to give team B 2, which may lack the penalty point."""
    play = (
        THREE_TRICKS.splitlines()[0]
        + "\n5:10C KC AC AC 10H 10C\n! objection B @ trick 2 / seat 5\n"
    )
    verdict = deal(BY_4, play, REVOKE_HANDS, f"points A 17 B 39\nscore {score}")
    assert verdict.deals[0].award == {"A": 0, "B": 2}
    wrong = _shares(verdict, "award-entry")
    assert wrong == {"score B": pytest.approx(SUM_SLIP / (SUM_SLIP + 1))}


@pytest.mark.parametrize("score", ["A {1|5} B 0", "A {5|1} B 0"])
def test_score_after_a_ruling_is_left_to_the_ink(score: str) -> None:
    """The revoke is in clear ink: 5 is its award. Only the 1 is at odds with play and ruling."""
    verdict = deal(BY_4, THREE_TRICKS, REVOKE_HANDS, f"points A 17 B 39\nscore {score}")
    assert one(verdict, "revoke").certainty is Certainty.ESTABLISHED
    wrong = one(verdict, "award-entry").probability
    assert wrong == pytest.approx(SUM_SLIP / (SUM_SLIP + 1))


def test_offence_in_every_reading_is_established() -> None:
    finding = one(auction("3: 30 S, {29 D|30 D}, 31 H, P, P, P, P, P"), "insufficient-bid")
    assert finding.certainty is Certainty.ESTABLISHED
    assert finding.probability == 1.0


def test_something_else_is_never_an_offence() -> None:
    finding = one(auction("3: 30 S, 29 D?, 31 H, P, P, P, P, P"), "insufficient-bid")
    assert finding.certainty is Certainty.DEPENDS
    assert finding.probability == pytest.approx(0.9)


def test_illegible_entry_makes_what_hangs_on_it_unknown() -> None:
    assert found(deal(play=PLAY.replace("3:KH KS", "3:KH ??"), hands="")) == []


def test_third_copy_is_weighed_down_softly_and_stays_visible() -> None:
    """{9D|9C} in a hand: with 9C there are three, so the recorder would have slipped."""
    hands = HANDS.replace("QC AS 9D", "QC AS {9C|9D}")
    verdict = deal(calls="", play="", hands=hands)
    finding = one(verdict, "pack")
    assert finding.certainty is Certainty.DEPENDS
    assert finding.probability == pytest.approx(0.5 * CARD_SLIP / (0.5 * CARD_SLIP + 0.5))


def test_third_copy_in_clear_ink_is_established() -> None:
    hands = HANDS.replace("QC AS 9D", "QC AS 9C").replace("1: QD", "1: QD?")
    assert one(deal(calls="", play="", hands=hands), "pack").certainty is Certainty.ESTABLISHED


ONE_SLIP = CARD_SLIP / (CARD_SLIP + 1)
"""How likely a reading is that needs one card written wrong, beside one of equal ink that needs none."""


def _shares(verdict: Verdict, code: str) -> dict[str, float | None]:
    return {str(each.place): each.probability for each in verdict.findings if each.code == code}


def test_card_of_no_pack_is_one_slip_where_the_hand_is_known_from_the_play() -> None:
    """It was played, so it is among the cards dealt: that follows from the one slip, and is none."""
    first = PLAY.splitlines()[0]
    verdict = deal(BY_4, first.replace("3:KH", "3:{KH|8S}") + "\n", hands="")
    assert _shares(verdict, "pack") == {"trick 1 / seat 3": pytest.approx(ONE_SLIP, rel=1e-9)}


def test_card_of_no_pack_is_one_slip_where_the_seat_did_not_hold_it() -> None:
    """Nobody holds such a card. The third nine of clubs in clear ink weighs alike in all readings."""
    hands = HANDS.replace("2: 9C 10C", "2: 9C 9C")
    verdict = deal(BY_4, "3:{KH|8S}\n", hands)
    assert _shares(verdict, "pack") != {}
    held = _shares(verdict, "card-not-held")
    assert held == {"trick 1 / seat 3": pytest.approx(ONE_SLIP, rel=1e-9)}


@pytest.mark.parametrize("rival", ["QD", "9C"])
def test_card_that_was_not_dealt_to_its_player_is_one_slip(rival: str) -> None:
    """Neither card is in the hand of seat 6, which has a jack of diamonds."""
    verdict = deal(BY_4, f"3:AS JS 9S {{JD|{rival}}}\n", REVOKE_HANDS)
    held = _shares(verdict, "card-not-held")
    assert held == {"trick 1 / seat 6": pytest.approx(ONE_SLIP, rel=1e-9)}


def test_legality_bears_on_no_reading_beside_a_card_not_held() -> None:
    """The card that seat 6 did not have is in clear ink, and one slip whatever seat 2 played."""
    play = THREE_TRICKS.replace("9S JD", "9S QD").replace("1:10S AD", "1:10S {AD|10S}")
    verdict = deal(BY_4, play, REVOKE_HANDS)
    assert one(verdict, "card-not-held").certainty is Certainty.ESTABLISHED
    assert _shares(verdict, "revoke")["trick 3 / seat 2"] == pytest.approx(0.5)


def test_card_of_no_pack_in_a_hand_and_in_a_trick_is_two_slips() -> None:
    """Each is a slip of its own, so the one says nothing about the other."""
    hands = HANDS.replace("1: QD 9S", "1: QD {9S|8S}")
    verdict = deal(BY_4, "3:{KH|8S}\n", hands)
    assert _shares(verdict, "pack") == {"hand 1 / 2": pytest.approx(ONE_SLIP, rel=1e-9)}
    held = _shares(verdict, "card-not-held")
    assert held == {"trick 1 / seat 3": pytest.approx(ONE_SLIP, rel=1e-9)}


def test_excess_card_is_a_slip_beside_a_card_of_no_pack() -> None:
    """A third ace of clubs is a slip, and so is the eight of spades: one each."""
    rows = PLAY.splitlines()[:2]
    rows[1] = rows[1].replace("10H KC", "{10H|8S} {KC|AC}")
    verdict = deal(BY_4, "\n".join(rows) + "\n", hands="")
    assert _shares(verdict, "pack") == {
        "trick 2 / seat 3": pytest.approx(ONE_SLIP, rel=1e-9),
        "trick 2 / seat 4": pytest.approx(ONE_SLIP, rel=1e-9),
    }


def test_points_that_do_not_make_56_are_weighed_down_softly() -> None:
    verdict = deal(play="", result="points A {30|31} B 26")
    finding = one(verdict, "points-entry")
    assert finding.probability == pytest.approx(0.5 * SUM_SLIP / (0.5 * SUM_SLIP + 0.5))


def test_two_doubts_that_only_together_make_an_offence() -> None:
    finding = one(auction("3: {28 S|30 S}, {29 D|31 D}, P, P, P, P, P"), "insufficient-bid")
    assert finding.probability == pytest.approx(0.25)
    assert [str(place) for place in finding.depends_on] == ["call 1", "call 2"]


def test_many_doubts_are_weighed_in_groups() -> None:
    """Sixteen doubtful ranks of clubs and spades do not blur one doubtful bid."""
    doubted = HANDS.replace("C ", "C? ").replace("S ", "S? ")
    verdict = deal(calls="3: 30 S, {30 D|31 D}, P, P, P, P, P", play="", hands=doubted)
    finding = one(verdict, "insufficient-bid")
    assert finding.probability == pytest.approx(0.5)
    assert [str(place) for place in finding.depends_on] == ["call 2"]


def test_doubtful_cell_of_a_sheet() -> None:
    verdict = sheet(
        "1 | 2 | 3 | 28 S | | 30 | 26 | {1|7} | 0 | 1 | 0\n"
        "2 | 3 | 4 | 29 S | | 30 | 26 | 2 | 0 | 3 | 0\n"
    )
    finding = one(verdict, "award-entry")
    assert finding.probability == pytest.approx(0.5 * SUM_SLIP / (0.5 * SUM_SLIP + 0.5))
    assert [str(place) for place in finding.depends_on] == ["row 1 / score A"]


def test_wrong_total_in_clear_ink_is_established_beside_doubtful_cells() -> None:
    verdict = sheet(
        "1 | 2 | 3 | 28 S | | {30|36} | 26 | 1 | 0 | 1 | 0\n"
        "2 | 3 | 4 | 29 S | | 30 | 26 | 2 | 0 | 9 | 0\n"
    )
    assert one(verdict, "total-entry").certainty is Certainty.ESTABLISHED


def test_total_that_cannot_be_read_leaves_the_next_row_unjudged() -> None:
    rows = "1 | 2 | 3 | 28 S | | 30 | 26 | 1 | 0 | ?? | 0\n2 | 3 | 4 | 29 S | | 30 | 26 | 2 | 0 | 9 | 0\n"
    assert found(sheet(rows)) == []


def test_discards_without_hands_are_possible_and_not_found() -> None:
    play = "".join(line + "\n" for line in PLAY.splitlines()[:2])
    verdict = deal(play=play, hands="")
    assert found(verdict) == []
    assert {each.certainty for each in verdict.possible} == {Certainty.POSSIBLE}
    assert {each.probability for each in verdict.possible} == {None}
    why = [each.why for each in verdict.coverage if each.rule == "revoke"]
    assert why == ["not every card dealt is known: 2 possible"]


def test_offence_follows_where_the_card_left_over_is_of_another_suit() -> None:
    """One card of seat 4 was not recorded; the other 47 leave the jack of diamonds for it."""
    hands = HANDS.replace("10S KS JD", "10S KS -")
    verdict = auction("3: 28 S, Hearts 29, P, P, P, P, P", hands=hands)
    assert found(verdict) == [("suit-not-held", "call 2")]
    assert verdict.findings[0].certainty is Certainty.ESTABLISHED


def test_offence_is_possible_where_the_card_left_over_may_be_of_the_suit() -> None:
    hands = HANDS.replace("10S KS JD", "10S KS -").replace("6: AS JC 10D KH", "6: AS JC 10D -")
    verdict = auction("3: 28 S, Hearts 29, P, P, P, P, P", hands=hands)
    assert found(verdict) == []
    assert ("suit-not-held", "call 2") in [(f.code, str(f.place)) for f in verdict.possible]


def test_revoke_follows_where_only_cards_of_the_suit_are_left() -> None:
    """Two cards of seat 4 were not recorded, and one of the two left over is a heart."""
    hands = HANDS.replace("4: KS 9C", "4: - -").replace("1: QD 9S QH", "1: KS 9C QH")
    hands = hands.replace("2: 9C 10C QS QH", "2: QD 10C QS 9S")
    verdict = deal(play="3:KH KS\n", hands=hands)
    assert ("revoke", "trick 1 / seat 4") in found(verdict)


def test_settled_reading_is_shown_and_clear_ink_never_overruled() -> None:
    """The hand's card is doubtful; the pack decides between its readings, never its legality."""
    hands = HANDS.replace("QC AS 9D", "QC AS {9C|9D}")
    verdict = deal(hands=hands)
    assert {each.certainty for each in verdict.findings} == {Certainty.DEPENDS}
    assert verdict.deals[0].award == {"A": 2, "B": 0}


def _doubted(seed: int) -> str:
    """A small record with a few doubtful entries put in at random."""
    random = Random(seed)
    hands, play = REVOKE_HANDS.split(), REVOKE_PLAY.split()[:18]
    for words, count in ((hands, 4), (play, 4)):
        for place in random.sample([n for n, w in enumerate(words) if ":" not in w], count):
            if words[place] in CARDS:
                rival = random.choice([c for c in CARDS if c[:-1] in "J9A10KQ"])
                weight = random.choice((0.5, 0.6, 0.8))
                words[place] = f"{{{words[place]} {weight}|{rival} {1 - weight:.1f}}}"
    text = " ".join(hands).replace(" 2:", "\n2:").replace(" 3:", "\n3:").replace(" 4:", "\n4:")
    text = text.replace(" 5:", "\n5:").replace(" 6:", "\n6:").replace("Hands: ", "Hands:\n")
    rows = "\n".join(" ".join(play[n : n + 6]) for n in range(0, 18, 6))
    return f'[Deal "1"]\n[Dealer "2"]\n{text}\nAuction:\n{BY_4}\nPlay:\n{rows}\n'


@pytest.mark.parametrize("seed", range(12))
def test_groups_give_what_full_enumeration_gives(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _doubted(seed)
    whole = {key_of(each): each for each in ruled(text).findings}
    monkeypatch.setattr(
        sys.modules["fairdeal.rulings.fifty_six.hearing"],
        "weigh",
        lambda doubts, judge, own, pages, *_: weighing.weigh_in_groups(doubts, judge, own, pages),
    )
    groups = {key_of(each): each for each in ruled(text).findings}
    assert groups.keys() == whole.keys()
    for key, each in whole.items():
        assert groups[key].certainty is each.certainty
        assert groups[key].probability == pytest.approx(each.probability, abs=1e-9)
        assert set(groups[key].depends_on) == set(each.depends_on)


def test_calls_that_only_three_together_make_an_offence_are_weighed_in_one_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only where all three add 2 is 36 not above: no two of them would show it."""
    monkeypatch.setattr(
        sys.modules["fairdeal.rulings.fifty_six.hearing"],
        "weigh",
        lambda doubts, judge, own, pages, *_: weighing.weigh_in_groups(doubts, judge, own, pages),
    )
    raises = ", ".join(["{+1 D|+2 D}"] * 3)
    finding = one(auction(f"3: 30 S, {raises}, 36 H, P, P, P, P, P"), "insufficient-bid")
    assert finding.probability == pytest.approx(0.125)
    assert [str(place) for place in finding.depends_on] == ["call 2", "call 3", "call 4"]


def test_offence_that_a_faint_reading_takes_away_is_never_established() -> None:
    """There are thousands of likelier worlds; 29 is above the 28 that hardly anybody would read."""
    later = ", ".join(f"{{{value} H|{value} C}}" for value in range(31, 43))
    verdict = auction(f"3: {{30 S 0.999|28 S 0.001}}, 29 D, {later}, P, P, P, P, P")
    finding = one(verdict, "insufficient-bid")
    assert finding.certainty is Certainty.DEPENDS
    assert [str(place) for place in finding.depends_on] == ["call 1"]


@pytest.mark.parametrize(("unread", "sure"), [(1, True), (2, False)])
def test_international_3_10_cards_that_could_not_be_read_may_have_been_those_of_the_suit(
    unread: int, sure: bool
) -> None:
    """Seat 2 was dealt two spades: it still has one after one card unread, perhaps none after two."""
    rows = THREE_TRICKS.splitlines()
    rows[0] = rows[0].replace("KS 9S", "KS ??")
    if unread == 2:
        rows[1] = rows[1].replace("AC AC 10H", "AC ?? 10H")
    verdict = deal(BY_4, "\n".join(rows) + "\n", REVOKE_HANDS)
    assert [key for key in found(verdict) if key[0] == "revoke"] == (
        [("revoke", "trick 3 / seat 2")] if sure else []
    )
    assert ("revoke" in {each.code for each in verdict.possible}) is not sure


@pytest.mark.parametrize(("share", "shown"), [("0.000002", True), ("0.0000002", False)])
def test_what_is_next_to_impossible_is_not_shown(share: str, shown: bool) -> None:
    """A reading of one in five million makes no finding; one of one in half a million does."""
    verdict = auction(f"3: 30 S, {{31 D 0.9|29 D {share}}}, P, P, P, P, P")
    assert ("insufficient-bid" in [each.code for each in verdict.findings]) is shown


TWO_POINTS_TOO_FEW = "points A 30 B 26\nscore A 0 B 0"
THE_SAME_ON_A_SHEET = """Sheet:
deal | dealer | bidder | contract | x | points A | points B | score A | score B | total A | total B
1 | 2 | 5 | 30 S | | 30 | 26 | 1 | 0 | 1 | 0
"""


@pytest.mark.parametrize(
    ("result", "explained"),
    [(TWO_POINTS_TOO_FEW, [0.07]), ("score A 1 B 0\n" + THE_SAME_ON_A_SHEET, [])],
)
def test_an_auction_without_a_contract_hides_no_slip_in_the_points(
    result: str, explained: list[float]
) -> None:
    """A reading of a bid makes a later one insufficient; with no contract the points (32 and 24) are not
    looked at, in the log or on the sheet, and that makes the reading no likelier."""
    verdict = deal("3: {28 S 0.9|40 S 0.1}, P, 30 S, P, P, P, P, P", result=result)
    assert one(verdict, "insufficient-bid").probability == pytest.approx(0.1, abs=0.02)
    wrong = [each for each in verdict.findings if each.code == "points-entry"]
    assert [each.probability for each in wrong] == pytest.approx([0.9, 0.9], abs=0.02)
    # In the log a slip in the later bid explains most of that one in ten, and no more.
    assert [each.share for each in verdict.explanations] == pytest.approx(explained, abs=0.01)


@pytest.mark.parametrize(
    ("likely", "certainty"), [("0.99", Certainty.DEPENDS), ("0.9999", Certainty.ESTABLISHED)]
)
def test_a_hand_is_as_surely_too_short_as_each_of_its_cards_is_one_card(
    likely: str, certainty: Certainty
) -> None:
    """On a page of which much was in doubt cards of one hand were read into another."""
    cards = ["JH", "9H", "AC", "KC", "QC", "AD", "KD"]
    text = '[Deal "1"]\n[Dealer "2"]\nHands:\n1: ' + " ".join(f"{{{c} {likely}}}" for c in cards)
    (found,) = (each for each in ruled(text + "\n").findings if each.code == "hand-size")
    assert found.certainty is certainty
