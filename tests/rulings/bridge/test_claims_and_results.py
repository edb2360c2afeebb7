"""Claims of bridge: the result written decides, and one that the play denies is found."""

from __future__ import annotations

import pytest

from fairdeal.grammar import lin
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.records import Record
from fairdeal.rulings import Verdict, check, load
from tests.support.bridge_build import found, ruled

GAME = """[Event "Claims"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQ2.AK2.AK2.A32 J543.543.543.654 T987.QJT.QJT.KQJ 6.9876.9876.T987"]
[Declarer "N"]
[Contract "6NT"]
[Result "{tricks}"]
[Auction "N"]
6NT Pass Pass Pass
[Play "E"]
H3 HT H6 HA
C4 CK C7 CA
*

"""
LIN = (
    "md|3ST987HQJTDQJTCKQJ,S6H9876D9876CT987,SAKQ2HAK2DAK2CA32,SJ543H543D543C654|sv|0|"
    "mb|6N|mb|p|mb|p|mb|p|pg||pc|H3|pc|HT|pc|H6|pc|HA|pg||"
)
MADE = {"NS": 990, "EW": 0}


def of_pbn(tricks: str) -> Verdict:
    (game,) = read_pbn(GAME.format(tricks=tricks))
    return check(Record(deals=(game.deal,)), load("duplicate"))


def notes(verdict: Verdict) -> list[str]:
    return [str(each.place) for each in verdict.notes]


@pytest.mark.parametrize("score", ["NS 990", "NS -50", "EW 300"])
def test_duplicate_79_a_result_marked_as_agreed_is_no_wrong_entry_nor_is_its_score(
    score: str,
) -> None:
    (game,) = read_pbn(GAME.format(tricks="^0").replace("[Auction", f'[Score "{score}"]\n[Auction'))
    verdict = check(Record(deals=(game.deal,)), load("duplicate"))
    assert found(verdict) == [] and notes(verdict) == ["points"]
    assert ("points-entry", "points NS") in found(of_pbn("0"))


def test_duplicate_54a_declarer_marked_as_changed_is_a_note_and_the_lead_one_finding() -> None:
    text = GAME.format(tricks="12").replace('[Declarer "N"]', '[Declarer "^S"]')
    (game,) = read_pbn(text.replace('[Play "E"]\nH3 HT H6 HA', '[Play "W"]\nH6 H2 H3 HT'))
    verdict = check(Record(deals=(game.deal,)), load("duplicate"))
    assert found(verdict)[:1] == [("lead-out-of-turn", "trick 1 / seat W")]
    assert not any(each.code == "contract-entry" for each in verdict.findings)
    assert notes(verdict) == ["contract"]
    contract = verdict.deals[0].contract
    assert contract is not None and contract.by == "S"


def test_duplicate_54_a_mark_beside_the_right_lead_accuses_nobody() -> None:
    (game,) = read_pbn(GAME.format(tricks="12").replace('[Declarer "N"]', '[Declarer "^S"]'))
    verdict = check(Record(deals=(game.deal,)), load("duplicate"))
    assert not [each for each in verdict.findings if each.at.trick == 1]


@pytest.mark.parametrize(
    "rows", ["- - H6 -", "- - H6 HA\n- DT - -", "- HT H6 HA\n- CK C7 CA", "HT H6 HA\nCK C7 CA"]
)
@pytest.mark.parametrize("declarer", "NESW")
def test_duplicate_53_a_play_without_a_card_of_its_first_seat_accuses_nobody(
    rows: str, declarer: str
) -> None:
    text = GAME.format(tricks="").replace("H3 HT H6 HA\nC4 CK C7 CA\n*", rows)
    text = text.replace('[Declarer "N"]', f'[Declarer "{declarer}"]').split("[Auction")
    (game,) = read_pbn(f"{text[0]}[Play{text[1].partition('[Play')[2]}")
    assert found(check(Record(deals=(game.deal,)), load("duplicate"))) == []


@pytest.mark.parametrize("calls", ["1NT - 3NT - - -", "1NT Pass 3NT + Pass Pass", "1NT - - 3NT"])
def test_duplicate_29_a_turn_of_which_nothing_is_written_is_no_call_out_of_turn(calls: str) -> None:
    text = GAME.replace("6NT Pass Pass Pass", calls).replace('"6NT"', '"3NT"')
    (game,) = read_pbn(text.format(tricks="12"))
    assert found(check(Record(deals=(game.deal,)), load("duplicate"))) == []


def of_lin(text: str) -> Verdict:
    games = list(lin.read(text))
    return check(Record(deals=tuple(game.deal for game in games)), load("duplicate"))


@pytest.mark.parametrize(("marked", "by"), [("^S", "S"), ("^N", "N")])
def test_duplicate_54a_a_marked_declarer_is_no_wrong_entry(marked: str, by: str) -> None:
    """Declarer had spread the hand and became dummy; of the declarer of the auction it marks nothing."""
    text = GAME.format(tricks="12").replace('[Declarer "N"]', f'[Declarer "{marked}"]')
    (game,) = read_pbn(text.partition("[Play")[0])
    verdict = check(Record(deals=(game.deal,)), load("duplicate"))
    assert verdict.findings == () and verdict.deals[0].contract is not None
    assert (verdict.deals[0].contract.by, verdict.deals[0].award) == (by, MADE)


def test_duplicate_54a_a_mark_gives_the_other_side_no_contract() -> None:
    text = GAME.format(tricks="12").replace('[Declarer "N"]', '[Declarer "^E"]')
    (game,) = read_pbn(text.partition("[Play")[0])
    verdict = check(Record(deals=(game.deal,)), load("duplicate"))
    assert "contract-entry" in [each.code for each in verdict.findings]


def test_duplicate_68_play_broken_off_in_pbn_is_scored_by_its_result() -> None:
    verdict = of_pbn("12")
    assert found(verdict) == []
    assert (verdict.deals[0].award, verdict.deals[0].points) == (MADE, None)


@pytest.mark.parametrize("tricks", ["0", "1"])
def test_duplicate_68_a_result_that_the_tricks_played_deny(tricks: str) -> None:
    """Two tricks were North's already."""
    verdict = of_pbn(tricks)
    assert {code for code, _ in found(verdict)} == {"points-entry"}
    assert verdict.deals[0].award is None


def test_duplicate_68_a_claim_in_lin_is_its_result() -> None:
    verdict = of_lin(LIN + "mc|12|pg||")
    assert found(verdict) == []
    assert verdict.deals[0].award == MADE


def test_duplicate_68_a_claim_in_lin_that_the_tricks_played_deny() -> None:
    assert found(of_lin(LIN + "mc|0|pg||")) == [("points-entry", "points NS")]


def test_duplicate_68_a_claim_in_lin_other_than_the_result_listed() -> None:
    head = "vg|Cup,Final,I,1,1,Hills,0,Coast,0|rs|6NN={}|pn|a,b,c,d,e,f,g,h|pg||\nqx|o1|"
    assert found(of_lin(head.format("") + LIN + "mc|12|pg||")) == []
    wrong = of_lin(head.format("") + LIN + "mc|11|pg||")
    assert found(wrong) == [("points-entry", "points NS")]
    assert "claim" in wrong.findings[0].message


def test_alberta_9_a_claim_with_a_result_beyond_the_tricks_left() -> None:
    play = (
        '[Deal "1"]\n[Dealer "N"]\nAuction:\nN: 1 NT, P, P, P\nPlay:\nE:AH 6H 7H 8H\n'
        "! claim N: AS KS\nResult:\npoints NS 13 EW 0\n"
    )
    assert found(ruled(play)) == [("points-entry", "points NS")]
    assert found(ruled(play.replace("NS 13 EW 0", "NS 12 EW 1"))) == []
