"""Doubtful entries of bridge: what holds in every reading, and what hangs on one."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.rulings import Verdict
from fairdeal.rulings.bridge.hearing import BridgeHearing
from fairdeal.rulings.bridge.scoring.hand import UNKNOWN, MatchState
from fairdeal.rulings.bridge.scoring.sheet_doubts import MOST_STATES, SoFar
from fairdeal.rulings.doubt import work
from fairdeal.rulings.doubt.slip_rates import SUM_SLIP
from fairdeal.rulings.frame.finding import Certainty
from tests.rulings.bridge.test_alberta_matches import HONOURS
from tests.support.bridge_build import contract, found, ruled

PLAY = "Auction:\nN: 1 NT, P, P, P\nPlay:\nE:5H 6H 7H 8H\n"


def deal(text: str, rules: str = "duplicate") -> Verdict:
    return ruled(f'[Deal "1"]\n[Dealer "N"]\n{text}', rules)


def test_alberta_8_revoke_that_hangs_on_one_reading() -> None:
    verdict = deal(PLAY + "N:2C {3D 0.6|3C 0.4} 4C 5C\nW:6C 7C 8C 9C\n")
    (revoke,) = verdict.findings
    assert (revoke.code, revoke.certainty) == ("revoke", Certainty.DEPENDS)
    assert revoke.probability is not None
    assert abs(revoke.probability - 0.6) < 1e-6
    assert [str(place) for place in revoke.depends_on] == ["trick 2 / seat E"]


def test_alberta_8_a_legal_reading_is_not_preferred() -> None:
    """A revoke and a card that follows stay equal: legality says nothing about ink."""
    verdict = deal(PLAY + "N:2C {3D 0.5|3C 0.5} 4C 5C\nW:6C 7C 8C 9C\n")
    assert verdict.findings[0].probability == 0.5
    assert verdict.settled == ()


@pytest.mark.parametrize("sure", ["{1 0.6|11 0.3}", "{1 0.9962}"])
def test_duplicate_2_a_dealer_is_no_surer_wrong_than_the_number_of_the_board(sure: str) -> None:
    """Board 11 of a photo, of which a 1 was lost: South had dealt it for sure, whose turn it was not."""
    text = f'[Deal "{sure}"]\n[Dealer "S"]\n[Vulnerable "None"]\nAuction:\nS: 1 NT, P, P, P\n'
    (wrong,) = ruled(text, "duplicate").findings
    assert (wrong.code, wrong.certainty) == ("dealer-rotation", Certainty.DEPENDS)
    assert [str(place.within_deal()) for place in wrong.depends_on] == ["deal"]


def test_duplicate_73_conduct_of_one_seat_is_as_sure_as_it_was_beside_that_of_another() -> None:
    noted = 'Auction:\nN: 1 NT, P, P, P\n! conduct {E 0.6|S 0.3} "sighed"\n! conduct W "left"\n'
    found = [each.certainty for each in deal(noted).findings if each.code == "conduct"]
    assert found == [Certainty.DEPENDS, Certainty.ESTABLISHED]


def test_duplicate_77_a_score_is_no_surer_wrong_than_the_number_of_the_board() -> None:
    """Who is vulnerable, which the number alone says, makes the score."""
    text = "Auction:\nN: 3 NT, P, P, P\nResult:\npoints NS 9 EW 4\nscore NS 600 EW 0\n"
    verdict = ruled(f'[Deal "{{1 0.6|2 0.3}}"]\n[Dealer "N"]\n{text}', "duplicate")
    (wrong,) = [each for each in verdict.findings if each.code == "award-entry"]
    assert wrong.certainty is Certainty.DEPENDS
    assert [str(place.within_deal()) for place in wrong.depends_on] == ["deal"]


def test_duplicate_73_conduct_is_no_surer_anybodys_than_the_seat_written() -> None:
    noted = 'Auction:\nN: 1 NT, P, P, P\n! conduct {} "sighed"\n'
    (sure,) = deal(noted.format("E")).findings
    (found,) = deal(noted.format("{E 0.6|S 0.3}")).findings
    assert (sure.certainty, found.certainty) == (Certainty.ESTABLISHED, Certainty.DEPENDS)
    assert found.probability == pytest.approx(0.6)
    assert list(map(str, found.depends_on)) == ["event 1 / seat"]


@pytest.mark.parametrize("score", ["NS 90 EW 0", "NS 150 EW 0", "NS 0 EW 50", "NS 110 EW 0"])
@pytest.mark.parametrize("rules", ["duplicate", "alberta"])
def test_alberta_8_no_score_speaks_for_a_revoke_or_against_it(rules: str, score: str) -> None:
    play = PLAY + "N:2C {3D 0.5|3C 0.5} 4C 5C\nW:6C 7C 8C 9C\n"
    verdict = deal(f"{play}Result:\npoints NS 7 EW 6\nscore {score}\n", rules)
    (revoke,) = [each for each in verdict.findings if each.code == "revoke"]
    assert revoke.probability == 0.5


def test_alberta_7_insufficient_bid_in_every_reading_is_established() -> None:
    verdict = deal("Auction:\nN: 2 S, {1 H|1 D}, P, P, P\n")
    assert [each.certainty for each in verdict.findings] == [Certainty.ESTABLISHED]


def test_alberta_7_insufficient_bid_in_one_reading_depends() -> None:
    verdict = deal("Auction:\nN: 2 S, {2 H 0.3|3 H 0.7}, P, P, P\n")
    (found_bid,) = verdict.findings
    assert found_bid.certainty is Certainty.DEPENDS
    assert contract(verdict) == "3 H by E"


def test_alberta_8_possible_revoke_without_hands_is_counted_and_not_found() -> None:
    verdict = deal(PLAY + "N:2C 3D 4C 5C\n")
    assert found(verdict) == []
    assert [each.code for each in verdict.possible] == ["revoke"]


def test_alberta_8_revoke_is_possible_where_cards_of_a_known_hand_were_not_read() -> None:
    """South was dealt four spades, and four of its cards before it discards may have been these."""
    play = "N:AS 10S ?? 2C\nKS 9S ?? 3C\nQS 8S ?? 4C\nJS 7S ?? 5C\n2S AD QD 6C\n"
    text = f"{HONOURS}Auction:\nN: P, P, P, 1 NT, P, P, P\nPlay:\n{play}"
    verdict = deal(text)
    assert [each.code for each in verdict.possible] == ["revoke"]
    assert ("revoke", "trick 5 / seat S") not in found(verdict)


def test_alberta_unread_vulnerability_leaves_the_award_open() -> None:
    result = "Result:\ncontract 1 NT by N\npoints NS 5 EW 8\n"
    text = f'[Vulnerable "??"]\n{result}'
    assert deal(text).deals[0].award is None
    assert found(deal(text + "score EW 100 NS 0\n")) == []
    assert found(deal(text + "score EW 150 NS 0\n")) == [("award-entry", "score EW")]
    # Not vulnerable and vulnerable, a made part-game is worth the same.
    made = result.replace("NS 5 EW 8", "NS 7 EW 6")
    assert deal(f'[Vulnerable "??"]\n{made}').deals[0].award == {"NS": 90, "EW": 0}


def test_alberta_a_claim_leaves_the_rest_unknown_and_the_result_decides() -> None:
    verdict = deal(PLAY + "! claim N: AS KS\nResult:\npoints NS 9\n")
    assert verdict.deals[0].points is None
    assert verdict.deals[0].award == {"NS": 150, "EW": 0}
    assert any("claim" in note.message for note in verdict.notes)
    none = deal(PLAY + "! claim N: AS KS\n")
    assert (none.deals[0].outcome, none.deals[0].award) == ("undecided", None)


def test_alberta_tricks_recorded_already_contradict_a_result() -> None:
    assert found(deal(PLAY + "Result:\npoints NS 0 EW 13\n")) == [("points-entry", "points NS")]


def test_alberta_9_thirteen_tricks_speak_for_the_figure_that_makes_them() -> None:
    verdict = deal("Result:\ncontract 1 NT by N\npoints NS {9|8} EW 5\n")
    (finding,) = verdict.findings
    assert (finding.code, str(finding.place)) == ("points-entry", "points NS")
    assert finding.probability == pytest.approx(SUM_SLIP / (SUM_SLIP + 1))


def test_alberta_passes_in_doubt_in_two_hands_of_a_match_are_judged() -> None:
    """What the match stands at after the first is one of several states when the second is judged."""
    first = "N: 1 S, P?, P, P\nResult:\npoints NS 6? EW 7\n"
    second = '[Deal "2"]\n[Dealer "E"]\nAuction:\nE?: P?, 1 S, P, P, P\n'
    verdict = deal(f"Auction:\n{first}{second}", "alberta")
    assert len(verdict.deals) == 2 and verdict.findings == ()


@pytest.mark.parametrize("calls", ["1 S, E: X, P, P, P", "1 S, E: X, XX, P, P, P"])
def test_alberta_7_double_of_nobody_knows_whose_bid_is_no_offence(calls: str) -> None:
    verdict = ruled(f'[Deal "1"]\nAuction:\n{calls}')
    assert found(verdict) == []
    assert contract(verdict) is None


def test_alberta_7_redouble_of_what_is_not_doubled_is_one_whoever_bid() -> None:
    verdict = ruled('[Deal "1"]\nAuction:\n1 S, E: XX, P, P, P')
    assert found(verdict) == [("redouble-inadmissible", "call 2")]


def test_alberta_7_a_later_bid_goes_over_a_double_that_may_not_have_counted() -> None:
    verdict = ruled('[Deal "1"]\nAuction:\n1 S, E: X, 2 D, P, P, P')
    assert found(verdict) == []
    assert contract(verdict) == "2 D by S"


@pytest.mark.parametrize("lightest", [0.01, 0.3])
def test_ways_not_known_are_one_way_whatever_their_share(lightest: float) -> None:
    ways = [(MatchState(legs={"NS": 10 * n, "EW": 0}), 0.2) for n in range(MOST_STATES)]
    rest = [(MatchState(legs={"NS": 0, "EW": 10 * n}), lightest / 2) for n in (1, 2)]
    merged = SoFar(())._merged([*ways, *rest])
    unknown = [share for state, share in merged.states if state == UNKNOWN]
    assert sum(share for _, share in merged.states) == pytest.approx(0.8 + lightest)
    assert len(unknown) == 1
    assert unknown[0] >= lightest - 1e-9


@pytest.mark.parametrize(("unclear", "most"), [(7, 260), (24, 200)])
def test_auctions_of_many_courses_share_the_work_too(
    monkeypatch: pytest.MonkeyPatch, unclear: int, most: int
) -> None:
    """Every insufficient bid doubles the courses that an auction may have taken: judging it costs what many
    auctions do, and so fewer of its readings are judged. An eighth of the work shows it."""
    monkeypatch.setattr(work, "MOST_WORK", work.MOST_WORK // 8)
    judged = []
    judge = BridgeHearing._judged

    def counted(*given: Any) -> Any:
        judged.append(given)
        return judge(*given)

    monkeypatch.setattr(BridgeHearing, "_judged", counted)
    calls = ", ".join(["{1 C 0.6|1 D 0.4}"] * unclear)
    verdict = deal(f"Auction:\nN: 3 NT, {calls}\n")
    assert len(judged) < most  # some 320 and 660, where courses cost nothing
    whys = {each.why for each in verdict.coverage if each.why and "unclear" in each.why}
    assert all(" %. Read them first" in why and "e+" not in why for why in whys)
    assert bool(whys) is (unclear > 7)


@pytest.mark.parametrize(("written", "likely"), [("Pass", 0.985), ("1 S by N", 0.4)])
def test_a_contract_written_as_a_pass_bears_out_an_auction_passed_out(
    written: str, likely: float
) -> None:
    """No contract to compare is no reason for a reading; an auction that was passed out is compared."""
    verdict = deal(f"Auction:\nN: {{1 S 0.6|P 0.4}}, P, P, P\nResult:\ncontract {written}\n")
    passed = [each.share for each in verdict.settled if each.text == "Pass"]
    shown = passed or [each.probability for each in verdict.findings]
    assert shown == pytest.approx([likely], abs=0.005)
