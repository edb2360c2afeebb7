"""Boards whose dealers or vulnerability follow another order than their numbers: told once."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from fairdeal.rulings.bridge.book import board_dealer, board_vulnerable
from fairdeal.rulings.frame.finding import Finding
from tests.support.bridge_build import found, ruled

BOARDS = range(1, 17)


def board(number: int, dealer: str = "", vulnerable: str = "") -> str:
    """A board that was passed out."""
    return (
        f'[Deal "{number}"]\n[Dealer "{dealer or board_dealer(number)}"]\n'
        f'[Vulnerable "{vulnerable or board_vulnerable(number)}"]\n'
        f"Auction:\n{dealer or board_dealer(number)}: P, P, P, P\n\n"
    )


def boards(*texts: str) -> Verdict:
    return ruled("".join(texts), "duplicate")


def once(verdict: Verdict) -> Finding:
    """The one finding that belongs to no deal."""
    (only,) = [each for each in verdict.findings if each.game is None]
    assert only.severity == "entry"
    assert (only.deal, only.seat, only.team) == (None, None, None)
    return only


def test_duplicate_law_2_vulnerability_by_another_cycle_is_one_finding() -> None:
    verdict = boards(*(board(n, vulnerable=board_vulnerable(n + 1)) for n in BOARDS))
    assert found(verdict) == [("dealer-rotation", "vulnerable")]
    assert once(verdict).count == 16
    assert "16 of 16 boards" in once(verdict).message
    assert "as of board 2 on board 1" in once(verdict).message


def test_duplicate_law_2_dealers_one_seat_on_are_one_finding() -> None:
    verdict = boards(*(board(n, board_dealer(n + 1)) for n in BOARDS))
    assert found(verdict) == [("dealer-rotation", "dealer")]
    assert (once(verdict).count, once(verdict).at.seat) == (16, None)


def test_duplicate_law_2_dealers_against_the_clock_are_one_finding() -> None:
    verdict = boards(*(board(n, "SENW"[(n - 1) % 4]) for n in BOARDS))
    assert found(verdict) == [("dealer-rotation", "dealer")]
    assert "from South on, against the clock" in once(verdict).message


def test_duplicate_law_2_what_does_not_follow_the_pattern_is_told_singly() -> None:
    odd = board(17, vulnerable="EW")
    verdict = boards(*(board(n, vulnerable="None") for n in BOARDS), odd)
    assert once(verdict).count == 12
    assert "always nobody" in once(verdict).message
    assert [(each.deal, each.count) for each in verdict.findings if each.game] == [("17", 1)]


@pytest.mark.parametrize("wrong", [1, 2, 8])
def test_duplicate_law_2_no_pattern_in_few_boards_or_in_half_of_them(wrong: int) -> None:
    texts = [board(n, board_dealer(n + 1) if n <= wrong else "") for n in BOARDS]
    assert [each.deal for each in boards(*texts).findings] == [str(n) for n in BOARDS[:wrong]]


def test_duplicate_law_2_two_boards_alone_are_no_pattern() -> None:
    verdict = boards(board(1, "E"), board(2, "S"))
    assert [each.deal for each in verdict.findings] == ["1", "2"]


def test_duplicate_law_2_a_pattern_of_dealers_and_one_of_vulnerability_are_two() -> None:
    verdict = boards(*(board(n, board_dealer(n + 2), "All") for n in BOARDS))
    assert sorted(found(verdict)) == [
        ("dealer-rotation", "dealer"),
        ("dealer-rotation", "vulnerable"),
    ]


def test_duplicate_law_2_chicago_is_a_cycle_of_four() -> None:
    chicago = {1: "None", 2: "EW", 3: "NS", 0: "All"}
    verdict = boards(*(board(n, vulnerable=chicago[n % 4]) for n in BOARDS))
    assert "as in Chicago" in once(verdict).message
