"""The row of a deal that was dealt again: whose it is, and what it is judged by (2.4, 4.5, 5.2)."""

from __future__ import annotations

import pytest

from tests.support.builders import found, ruled

COLUMNS = "Sheet:\ndeal | bidder | contract | points A | points B | score A | score B\n"
LOG = '[Deal "4"]\n[Dealer "5"]\n{before}Auction:\n6: 28 H, P, P, P, P, P\n{after}'


def told(row: str, before: str = "", after: str = "") -> list[tuple[str, str]]:
    return found(ruled(LOG.format(before=before, after=after) + COLUMNS + row))


def test_international_2_4_row_of_a_recorded_redeal_is_judged_by_itself() -> None:
    assert told("4 | 3 | 40 D | 44 | 12 | 2 | 0\n", after="! redeal\n") == []
    assert told("4 | 3 | 40 D | 44 | 12 | 1 | 0\n", after="! redeal\n") == [
        ("award-entry", "row 1 / score A")
    ]


@pytest.mark.parametrize("scores", ["0 | 0", "|"])
def test_international_2_4_row_without_a_score_is_that_of_the_deal_given_up(scores: str) -> None:
    assert told(f"4 | 6 | 28 H | - | - | {scores}\n", after="! redeal\n") == []
    assert told(f"4 | 6 | 30 H | - | - | {scores}\n", after="! redeal\n") == [
        ("contract-entry", "row 1 / contract")
    ]


def test_international_2_4_3_row_of_a_deal_that_was_never_played_is_the_redeals() -> None:
    hand = "Hands:\n2: JH 9H JH 9H AH AH KH KH\n! disclosed 2\n"
    row = "4 | 3 | 40 D | 44 | 12 | 2 | 0\n"
    assert told(row, before=hand) == [("constraining-hand", "hand 2")]


def test_international_2_4_5_a_deal_played_on_scores_nothing() -> None:
    """Seats 1, 3 and 5 hold no heart between them, and nobody noticed."""
    spades = "JS 9S AS 10S KS QS JD 9D"
    hands = f"Hands:\n1: {spades}\n3: {spades}\n5: AD 10D KD QD JC 9C AC 10C\n"
    row = "4 | 6 | 28 H | 12 | 44 | 0 | 1\n"
    assert told(row, before=hands, after="Play:\n6:JH 9D 9H JD AH AD\n") == [
        ("void-trump-redeal", "contract"),
        ("award-entry", "row 1 / score B"),
    ]


def test_international_2_4_log_of_the_redeal_is_the_rows() -> None:
    again = '[Deal "4"]\n[Dealer "5"]\nAuction:\n6: 28 NT, P, P, P, P, P\n'
    row = "4 | 6 | 30 NT | 20 | 36 | 0 | 1\n"
    assert told(row, after="! redeal\n" + again) == [("contract-entry", "row 1 / contract")]
    two = "4 | 6 | 28 H | - | - | 0 | 0\n4 | 6 | 28 NT | 20 | 36 | 0 | 1\n"
    assert told(two, after="! redeal\n" + again) == []
