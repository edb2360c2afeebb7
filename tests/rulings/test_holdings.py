"""Holdings against every deal written out, on small tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from records.cards import Card
from rulings.holdings import Holdings

CARDS = [Card.of(text) for text in ("JH", "9H", "JS", "QS", "AD")]
SEATS = ("1", "2", "3")

Filling = dict[str, tuple[Card, ...]]


def fillings(open_: Holdings) -> Iterator[Filling]:
    """Every way to give each seat its lacking cards from the pool."""

    def extend(seats: list[str], pool: Counter[Card], done: Filling) -> Iterator[Filling]:
        if not seats:
            yield done
            return
        seat = seats[0]
        for hand in multisets(pool, open_.lacking.get(seat, 0)):
            if not set(hand) & open_.excluded.get(seat, frozenset()):
                yield from extend(seats[1:], pool - Counter(hand), {**done, seat: hand})

    yield from extend(list(SEATS), Counter(open_.pool), {})


def multisets(pool: Counter[Card], size: int) -> set[tuple[Card, ...]]:
    if size == 0:
        return {()}
    return {
        tuple(sorted((*rest, card)))
        for card in pool
        if pool[card]
        for rest in multisets(pool - Counter([card]), size - 1)
    }


@st.composite
def open_tables(draw: st.DrawFn) -> Holdings:
    pool = {card: draw(st.integers(0, 2)) for card in CARDS}
    lacking = {seat: draw(st.integers(0, 2)) for seat in SEATS}
    excluded = {
        seat: frozenset(draw(st.sets(st.sampled_from(CARDS), max_size=3))) for seat in SEATS
    }
    return Holdings(pool, lacking, excluded)


@given(open_tables(), st.sets(st.sampled_from(CARDS), min_size=1, max_size=3))
def test_holdings_agree_with_every_deal_written_out(open_: Holdings, cards: set[Card]) -> None:
    every = list(fillings(open_))
    assert open_.consistent() == bool(every)
    for seat in SEATS:
        assert open_.can_hold(seat, cards) == any(cards & set(deal[seat]) for deal in every)
    pair = ("1", "3")
    without = [deal for deal in every if not any(cards & set(deal[seat]) for seat in pair)]
    assert open_.can_be_without(pair, cards) == bool(without)
    assert open_.must_hold(pair, cards) == (bool(every) and not without)


def test_more_places_than_cards_is_no_consistent_deal() -> None:
    open_ = Holdings({Card.of("JH"): 1}, {"1": 2})
    assert not open_.consistent()
    assert not open_.must_hold(["1"], [Card.of("JH")])
