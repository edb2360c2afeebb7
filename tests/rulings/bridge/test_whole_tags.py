"""A tag of a board that names another seat: one wrong entry, and nobody is accused by it."""

from __future__ import annotations

from random import Random

import pytest

from bench.text.pbn_games import SEATS, Made, plain_text
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Refusal
from tests.rulings.bridge.recorded_boards import ERRORS, board, offences, revoked, verdict_of

PLAY, HANDS = "trick 1 / leader", "hand N"


def with_the_wrong(place: str, made: Made, random: Random, steps: int) -> str:
    if place == HANDS:
        return plain_text(ERRORS["hands shifted by a seat"](made, random), random)
    opening = (made.declarer + 1) % 4
    right, wrong = SEATS[opening], SEATS[(opening + steps) % 4]
    return plain_text(made, random).replace(f'[Play "{right}"]', f'[Play "{wrong}"]')


@pytest.mark.parametrize("place", [PLAY, HANDS])
@pytest.mark.parametrize("seed", range(6))
def test_duplicate_44_a_tag_of_another_seat_is_one_wrong_entry(place: str, seed: int) -> None:
    random = Random(seed)
    verdict = verdict_of(with_the_wrong(place, board(random), random, seed % 3 + 1))
    (found,) = verdict.findings
    assert (found.code, str(found.place), found.severity) == ("card-not-held", place, "entry")
    assert [each.entries[0].place for each in verdict.explanations] == [found.place]


@pytest.mark.parametrize("place", [PLAY, HANDS])
def test_duplicate_44_a_person_may_refuse_that_a_tag_is_wrong(place: str) -> None:
    random = Random(2)
    (game,) = read_pbn(with_the_wrong(place, board(random), random, 1))
    book = load("duplicate")
    (why,) = check(game.record, book).explanations
    findings = check(game.record, book, [Refusal(why.deal, why.game, why.entries)]).findings
    assert len(findings) > 40 and place not in {str(each.place) for each in findings}


@pytest.mark.parametrize("place", [PLAY, HANDS])
def test_duplicate_61_a_revoke_under_a_tag_of_another_seat_stays(place: str) -> None:
    random = Random(3)
    verdict = verdict_of(with_the_wrong(place, revoked(random), random, 1))
    assert [each.code for each in offences(verdict)] == ["revoke"]


def test_duplicate_44_a_mistyped_card_under_a_tag_of_another_seat_is_a_second_one() -> None:
    random = Random(4)
    made = ERRORS["a card typed for another in the play"](board(random), random)
    verdict = verdict_of(with_the_wrong(PLAY, made, random, 1))
    assert PLAY in {str(each.place) for each in verdict.findings}
    assert 1 < len(verdict.findings) < 6 and not offences(verdict)
