"""A hand that writes cards suit first: only what says so plainly counts."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fairdeal.digitize import read_photo
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.reader.sense import LEAST_CARDS as LEAST, suit_first
from fairdeal.records import Field
from samples.making.hand.fill import fill
from samples.making.hand.handwriting import skeleton_hand

PLAIN = ["H9", "C10", "♠J", "SJ", "DA", "HT"]


def test_cards_that_plainly_begin_with_their_suits_are_the_way_of_a_hand() -> None:
    assert len(PLAIN) == LEAST and suit_first(PLAIN) and not suit_first(PLAIN[1:])


@pytest.mark.parametrize("card", ["S9", "D10", "59", "KA", "9", "S", ""])
def test_card_that_may_be_read_either_way_says_nothing(card: str) -> None:
    assert not suit_first([*PLAIN[1:], *[card] * 9])


def test_page_on_which_both_are_written_has_no_way() -> None:
    assert suit_first([*PLAIN * 2, "9H"]) and not suit_first([*PLAIN, "9H"])
    assert not suit_first(["9H", "JS", "10C"] * 9)


def read(*cards: str) -> list[Field]:
    """Cards on a hand log, as they are read."""
    rng = np.random.default_rng(3)
    values = {f"hand {1 + n // 8} / {1 + n % 8}": card for n, card in enumerate(cards)}
    picture = fill(load("hand-log"), values, skeleton_hand(rng), rng).picture
    (page,) = read_photo(bytes(cv2.imencode(".png", picture[:, :, ::-1])[1]), "log.png")
    return [page.field(name) or Field("", "card", None) for name in values]


def test_spade_before_a_nine_is_asked_about_only_where_it_might_be_a_five() -> None:
    """Two cards tell nothing of a hand; a page of them does."""
    alone = read("S9", "HK")
    assert (alone[0].text, alone[0].flagged) == ("9S", True)
    hand = read("S9", "HK", "CJ", "HJ", "CA", "HA", "CK", "HQ", "CQ", "D9")
    assert [each.text for each in hand[:3]] == ["9S", "KH", "JC"]
    assert not hand[0].flagged and not hand[-1].flagged
