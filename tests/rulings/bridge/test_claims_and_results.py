"""Claims of bridge: the result written decides, and one that the play denies is found."""

from __future__ import annotations

import pytest

from fairdeal.grammar import lin, pbn
from fairdeal.records.record import Record
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
    (game,) = pbn.read(GAME.format(tricks=tricks))
    return check(Record(deals=(game.deal,)), load("duplicate"))


def of_lin(text: str) -> Verdict:
    games = list(lin.read(text))
    return check(Record(deals=tuple(game.deal for game in games)), load("duplicate"))


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
