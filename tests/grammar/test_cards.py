"""Cards as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fairdeal.grammar.doubt import parse_card
from fairdeal.records import CARDS


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("JH", "JH"),
        ("HJ", "JH"),
        ("jh", "JH"),
        ("j♥", "JH"),
        ("♥J", "JH"),
        ("J♥\ufe0f", "JH"),
        ("♥\ufe0fj", "JH"),
        ("J♡", "JH"),
        ("10S", "10S"),
        ("TS", "10S"),
        ("S10", "10S"),
        ("st", "10S"),
        ("♤10", "10S"),
        ("♢t", "10D"),
        ("9♧", "9C"),
        ("2c", "2C"),
        (" QD ", "QD"),
    ],
)
def test_any_way_of_writing_a_card(written: str, card: str) -> None:
    assert parse_card(written) is CARDS[card]


@pytest.mark.parametrize(
    "written", ["", "1S", "11S", "J", "H", "JHH", "J H", "JX", "0S", "9H?", "-"]
)
def test_what_is_no_card(written: str) -> None:
    assert parse_card(written) is None


@given(st.sampled_from(sorted(CARDS)))
def test_every_card_by_its_own_text(text: str) -> None:
    assert parse_card(text) is CARDS[text]
    assert parse_card(CARDS[text].symbol) is CARDS[text]
