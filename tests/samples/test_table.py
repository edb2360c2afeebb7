"""The small table of 56 that makes synthetic deals, held against the printed rules by hand."""

from __future__ import annotations

from random import Random

import pytest

from samples.making.records.auctions import Auction, make_bid, words
from samples.making.records.deals import deal_hands, random_draft
from samples.making.records.table import (
    INTERNATIONAL,
    Agreed,
    Playing,
    award_of,
    constraining,
    points_in,
    void_trump,
    winner_of,
)

TRICK = [("3", "KH"), ("4", "KS"), ("5", "JH"), ("6", "JH"), ("1", "QH"), ("2", "AH")]


def test_international_4_2_the_first_of_equal_cards_wins() -> None:
    assert winner_of(INTERNATIONAL, TRICK, "C") == "5"
    assert points_in(TRICK) == 7


def test_international_4_2_a_trump_beats_the_suit_led() -> None:
    assert winner_of(INTERNATIONAL, TRICK, "S") == "4"
    assert winner_of(INTERNATIONAL, TRICK, "NT") == "5"


@pytest.mark.parametrize(
    ("value", "made", "defeated"), [(28, 1, 2), (39, 1, 2), (40, 2, 3), (48, 3, 4), (56, 4, 5)]
)
def test_international_1_7_1_the_award_table(value: int, made: int, defeated: int) -> None:
    contract = Agreed(value, "H", "2")
    assert award_of(INTERNATIONAL, contract, True) == {"A": 0, "B": made}
    assert award_of(INTERNATIONAL, contract, False) == {"A": defeated, "B": 0}
    redoubled = Agreed(value, "H", "2", 4)
    assert award_of(INTERNATIONAL, redoubled, True) == {"A": 0, "B": made + 2}


def test_international_2_4_hands_that_are_dealt_again() -> None:
    assert constraining(["JC", "JC", "9C", "AC", "10C", "KC", "KC", "QC"])
    assert constraining(["JC", "JC", "JD", "JD", "JH", "JH", "JS", "JS"])
    assert not constraining(["JC", "JC", "9C", "AC", "10C", "KC", "KC", "QD"])


def test_international_2_4_5_defenders_without_a_trump() -> None:
    hands = {seat: ["KD"] * 8 for seat in INTERNATIONAL.seats}
    hands["1"] = ["KH"] * 8
    assert void_trump(INTERNATIONAL, hands, Agreed(28, "H", "3"))
    assert not void_trump(INTERNATIONAL, hands, Agreed(28, "H", "2"))
    assert not void_trump(INTERNATIONAL, hands, Agreed(28, "NT", "3"))


def test_international_3_1_a_first_pass_is_28_no_trumps() -> None:
    auction = Auction(INTERNATIONAL, "6", deal_hands(Random(1)))
    auction.say_pass("1")
    assert auction.standing == Agreed(28, "NT", "1")


def test_international_3_4_plus_adds_to_the_bid_before() -> None:
    bid = make_bid("plus number suit", 31, 29, "D")
    assert bid.said == words("plus number suit", number=2, suit="D")
    assert (bid.value, bid.trump) == (31, "D")


@pytest.mark.parametrize("seed", range(200))
def test_a_random_deal_is_whole_and_follows_suit(seed: int) -> None:
    draft = random_draft(Random(seed))
    assert sorted(card for hand in draft.hands.values() for card in hand) == sorted(
        INTERNATIONAL.pack
    )
    assert draft.contract is not None and draft.points is not None
    assert sum(draft.points.values()) == 56
    first = INTERNATIONAL.first(draft.dealer)
    again = Playing.start(INTERNATIONAL, first, draft.hands, draft.contract.trump)
    for trick in draft.tricks:
        assert trick.puts[0].seat == again.leader
        new = again.open()
        for seat, card in trick.pairs:
            led = new.puts[0].card[-1] if new.puts else None
            assert card in again.legal(seat, led)
            again.put(new, seat, card)
        again.close(new)
        assert new.winner == trick.winner
