"""International 4.10 where hands were not recorded: over all deals of what is unseen."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from fairdeal.records import Card, seats
from fairdeal.rulings.claims.hidden import Unseen, over_deals
from fairdeal.rulings.claims.position import PositionError, check_line
from fairdeal.rulings.claims.solve import refute

CHALLENGERS = "B"


def hand(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(card) for card in text.split())


def unseen(
    tabled: str, pool: str, *, trump: str = "S", missing: int | None = None, known: str = ""
) -> Unseen:
    """Seat 1 has tabled its cards and leads; seat 2's may be known too; the rest are in the pool."""
    held = dict.fromkeys(seats(6), ()) | {"1": hand(tabled), "2": hand(known)}
    size = len(held["1"]) if missing is None else missing
    short = {seat: size - len(held[seat]) for seat in seats(6) if seat != "1"}
    return Unseen(held, short, hand(pool), trump, "1")


def test_international_4_10_top_trumps_stand_however_the_rest_lies() -> None:
    found = over_deals(unseen("JS JS", "9S 9S AS AH KH QH JH JD JC QC"), CHALLENGERS)
    assert found.established is False
    assert found.defeats is None


def test_international_4_10_depends_on_who_holds_the_jack() -> None:
    found = over_deals(unseen("9H", "JH QD KD QC KC", trump="NT"), CHALLENGERS)
    assert found.established is None
    assert found.complete
    assert found.stands is not None
    assert found.defeats is not None
    check_line(found.defeats[0], CHALLENGERS, found.defeats[1])


def test_international_4_10_defeated_in_every_deal() -> None:
    """With the challenger at 2 the jack always beats the queen; with a seat unknown, not always."""
    jacks = unseen("QH", "QD KD QC KC", known="JH", trump="NT")
    assert over_deals(jacks, CHALLENGERS).established is True
    elsewhere = unseen("QH", "JH QD KD QC KC", trump="NT")
    assert over_deals(elsewhere, CHALLENGERS).established is None


def test_barred_suits_shut_deals_out() -> None:
    open_deal = unseen("9H", "JH QD KD QC KC", trump="NT")
    barred = {seat: frozenset("H") for seat in ("2", "4", "6")}
    shut = Unseen(open_deal.known, open_deal.missing, open_deal.pool, "NT", "1", barred=barred)
    assert over_deals(shut, CHALLENGERS).established is False


def test_cards_out_of_play_may_be_the_ones_that_matter() -> None:
    """Six unseen cards for five seats: the jack may be the one that nobody holds any more."""
    found = over_deals(unseen("9H", "JH QD KD QC KC AC", trump="NT"), CHALLENGERS)
    assert found.complete
    assert found.stands is not None
    assert found.defeats is not None


def led_jack(tabled: str, pool: str, players: int = 6) -> Unseen:
    """Seat 1 has led the jack of trumps and tabled the rest; everything else is unseen."""
    size = len(hand(tabled)) + 1
    held = dict.fromkeys(seats(players), ()) | {"1": hand(tabled)}
    short = dict.fromkeys(seats(players)[1:], size)
    return Unseen(held, short, hand(pool), "S", "1", (("1", Card.of("JS")),), players)


def test_not_all_deals_tried_leaves_it_open() -> None:
    """The only other trump falls on the jack, so the heart is safe: but no short proof knows it."""
    pool = "9S QC QH KH KD QD JC JD AC QC"
    few = over_deals(led_jack("JH", pool), CHALLENGERS, deals=2)
    assert few.stands is not None
    assert few.defeats is None
    assert not few.complete
    assert few.established is None


def test_all_deals_tried_settles_it() -> None:
    """As above, at a table of four: ninety deals at most."""
    found = over_deals(led_jack("JH", "9S AC AH 9H AD 10D", 4), CHALLENGERS)
    assert found.complete
    assert found.established is False


def test_jacks_led_and_tabled_stand_however_the_rest_lies() -> None:
    pool = "9S AS QH KH KD QD JC JD AC JH"
    assert over_deals(led_jack("JS", pool), CHALLENGERS, deals=0).established is False


def test_over_budget_leaves_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.rulings.claims.hidden.POSITIONS", 3)
    found = over_deals(led_jack("JH", "9S QC QH KH KD QD JC JD AC QC"), CHALLENGERS)
    assert not found.complete
    assert found.established is None


def test_no_deal_that_fits_gives_no_answer() -> None:
    barred = dict.fromkeys("123456", frozenset("H"))
    claim = unseen("9H", "JH QD KD QC KC", trump="NT")
    found = over_deals(
        Unseen(claim.known, claim.missing, claim.pool, "NT", "1", barred=barred), CHALLENGERS
    )
    assert found.established is None
    assert (found.defeats, found.stands) == (None, None)


@pytest.mark.parametrize("seed", range(25))
def test_same_as_trying_every_order_of_the_unseen_cards(seed: int) -> None:
    rng = random.Random(seed)
    pack = [Card.of(rank + suit) for rank in ("J", "9", "A") for suit in "HS"] * 2
    rng.shuffle(pack)
    held = {seat: (pack.pop(),) for seat in seats(6)}
    hidden = rng.sample(seats(6), 4)
    pool = tuple(held[seat][0] for seat in hidden)
    known = {seat: () if seat in hidden else cards for seat, cards in held.items()}
    claim = Unseen(known, dict.fromkeys(hidden, 1), pool, rng.choice(("S", "NT")), "1")
    answers = {
        refute(claim.dealt({s: (c,) for s, c in zip(hidden, order, strict=True)}), "B") is None
        for order in permutations(pool)
    }
    found = over_deals(claim, CHALLENGERS)
    assert found.complete
    assert (found.stands is not None) == (True in answers)
    assert (found.defeats is not None) == (False in answers)


def test_hands_that_cannot_be_equal_are_refused() -> None:
    with pytest.raises(PositionError):
        over_deals(unseen("JS JS", "9S 9S AS AH KH", missing=1), CHALLENGERS)
