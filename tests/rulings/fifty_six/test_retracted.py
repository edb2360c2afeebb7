"""Cards taken back (4.4): a slip named before the next lead is excused, a later one is a revoke."""

from __future__ import annotations

import pytest

from tests.support.builders import PLAY, deal, found

SLIP = "! retracted 1:KC -> 1:9S @ trick 3 / seat 1\n"
"""Seat 1 played a club on spades and put the nine of spades in its place."""
LATE = [("card-retracted", "trick 3 / seat 1"), ("revoke", "trick 3 / seat 1")]


def played(old: str, new: str) -> list[tuple[str, str]]:
    assert old in PLAY
    return sorted(found(deal(play=PLAY.replace(old, new))))


@pytest.mark.parametrize("end", ["5:AH KH 9H QH 9H JD\n", "5:AH\n.. KH 9H QH 9H JD\n"])
def test_international_4_4_a_slip_named_before_the_next_lead_is_excused(end: str) -> None:
    assert played("5:AH KH 9H QH 9H JD\n", SLIP + end) == []


def test_international_4_4_a_slip_named_after_the_next_lead_is_a_revoke() -> None:
    play = PLAY.replace("5:AH KH 9H QH 9H JD\n", "5:AH\n" + SLIP + ".. KH 9H QH 9H JD\n")
    verdict = deal(play=play)
    assert sorted(found(verdict)) == LATE
    revoke = next(each for each in verdict.findings if each.code == "revoke")
    assert (revoke.article, revoke.seat) == ("3.10", "1")
    assert "king of clubs" in revoke.message and "nine of spades" in revoke.message
    # 32 clubs doubled, by seat 1: defeated, doubled, and three more.
    assert verdict.deals[0].award == {"A": 0, "B": 2 + 1 + 3}


@pytest.mark.parametrize("later", ["1:KC QC 10H 9C 10C JC\n", "2:10C AD 9D KD JD JC\n"])
def test_international_4_4_it_is_later_still_in_a_later_trick(later: str) -> None:
    assert played(later, SLIP + later) == LATE


def test_international_4_4_below_the_deal_it_is_too_late_but_for_the_last_trick() -> None:
    assert sorted(found(deal(result="points A 39 B 17\n" + SLIP))) == LATE
    last = "! retracted 4:KC -> 4:9D @ trick 8 / seat 4\n"
    assert "revoke" not in {code for code, _ in found(deal(result="points A 39 B 17\n" + last))}


def test_international_4_4_a_swap_within_the_suit_is_late_or_early_no_revoke() -> None:
    swap = "! retracted 1:QS -> 1:9S @ trick 3 / seat 1\n"
    late = played("1:KC QC 10H 9C 10C JC\n", swap + "1:KC QC 10H 9C 10C JC\n")
    assert late == [("card-retracted", "trick 3 / seat 1")]
