"""Whose a hand is where its seat is in doubt: nobody has two."""

from __future__ import annotations

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import NUMBERED
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty
from fairdeal.rulings.replay.reading import see
from tests.rulings.doubt.test_slips_of_the_pen import DEAL, RESULT


def sure_of_seat(hands: str) -> dict[str, float]:
    """How likely the hand of each seat in doubt is that seat's."""
    (deal,) = read(f'[Deal "1"]\nHands:\n{hands}\n').record.deals
    doubts = see(deal, 1, NUMBERED[:6]).doubts
    return {str(doubt.place): doubt.options[0][1] for doubt in doubts if doubt.slot[0] == "hands"}


def test_a_hand_that_may_be_another_seats_is_as_sure_as_it_was_read() -> None:
    assert sure_of_seat("{1 0.8|4 0.15}: JH\n2: KH") == {"hand 1 / seat": pytest.approx(0.8)}


def test_a_seat_that_surely_has_another_hand_is_left_out_of_account() -> None:
    """Of what is left, 0.14 of 0.15 says seat 4."""
    found = sure_of_seat("1: KH\n{1 0.85|4 0.14}: JH")
    assert found == {"hand 4 / seat": pytest.approx(0.14 / 0.15)}


@pytest.mark.parametrize("seat", ["1?", "{1 0.9|2 0.1}"])
@pytest.mark.parametrize("call", ["28 S?", "{28 S 0.8|27 S 0.2}"])
def test_whose_hand_and_what_was_said_may_both_be_in_doubt(seat: str, call: str) -> None:
    """With the call unknown there is no contract: the other entries are compared with what was first read."""
    text = DEAL.replace("\n1: QD", f"\n{seat}: QD").replace("28 S", call) + RESULT
    verdict = check(read(text).record, load("international"))
    accused = [each for each in verdict.findings if each.certainty is Certainty.ESTABLISHED]
    assert verdict.findings and not any(each.severity == "offence" for each in accused)
