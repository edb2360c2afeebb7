"""Papers of one deal that agree: together they say all that each says, and contradict none of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings, strategies as st

from fairdeal.desk.intake.parts import canonical
from fairdeal.desk.intake.two_papers import Table, first_difference, merged, weighed
from fairdeal.records import (
    Deal,
    Entry,
    Play,
    Result,
    Standing,
    Trick,
    absent,
    clear,
    next_seat,
    rivals,
    seats,
)
from samples.making.records.deals import deal_of, random_draft

SEEDS = st.integers(0, 10_000)
TABLE = Table({seat: next_seat(seat, 6) for seat in seats(6)}, 8)


def whole(rng: Random) -> Deal:
    deal = deal_of(random_draft(rng), rng)
    labelled = tuple(replace(trick, items=_labelled(trick)) for trick in deal.play or ())
    hands = tuple(sorted(deal.hands or (), key=lambda hand: hand.seat))
    return replace(deal, play=labelled or None, hands=hands or None, comments=())


def _labelled(trick: Trick) -> tuple[Play, ...]:
    return tuple(item for item in trick.items if isinstance(item, Play))


def torn(deal: Deal, rng: Random) -> tuple[Deal, Deal]:
    """Two papers of a deal, each with part of it, so that every entry stands in one of them at least."""
    one, two = {}, {}
    for name in ("hands", "auction", "play", "result"):
        value = getattr(deal, name)
        one[name], two[name] = rng.choice([(value, value), (value, None), (None, value)])
        if name == "play" and one[name] and two[name]:
            one[name], two[name] = _torn_tricks(value, rng)
        if name == "hands" and one[name] and two[name]:
            one[name] = tuple(replace(each, cards=each.cards[:5]) for each in value)
        if name == "result" and one[name] and two[name]:
            one[name] = Result(contract=value.contract, tricks=value.tricks[:3])
    return replace(deal, **one), replace(deal, **two)


def _torn_tricks(
    tricks: tuple[Trick, ...], rng: Random
) -> tuple[tuple[Trick, ...], tuple[Trick, ...]]:
    """Cards left out here and there, and a trick left out of the first paper."""
    ours, theirs = [], []
    for trick in tricks:
        lost = rng.randrange(len(trick.items))
        gaps = [
            replace(item, card=absent()) if n == lost and isinstance(item, Play) else item
            for n, item in enumerate(trick.items)
        ]
        ours.append(replace(trick, items=tuple(gaps)))
        theirs.append(trick)
    if len(ours) > 1:
        ours.pop(rng.randrange(len(ours) - 1) + 1)
    return tuple(ours), tuple(theirs)


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_parts_of_a_deal_make_the_deal(seed: int) -> None:
    rng = Random(seed)
    deal = whole(rng)
    one, two = torn(deal, rng)
    assert first_difference(one, two, TABLE) is None
    assert canonical(merged(one, two, TABLE)) == canonical(deal)
    assert canonical(merged(two, one, TABLE)) == canonical(deal)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_what_is_put_together_contradicts_no_paper(seed: int) -> None:
    rng = Random(seed)
    deal = whole(rng)
    one, two = torn(deal, rng)
    both = merged(one, two, TABLE)
    assert first_difference(both, one, TABLE) is None
    assert first_difference(both, two, TABLE) is None
    assert merged(both, one, TABLE) == both


def test_doubtful_readings_of_two_papers_weigh_together() -> None:
    one: Entry[str] = rivals(("4", 0.6), ("9", 0.4))
    two: Entry[str] = rivals(("9", 0.9), ("7", 0.1))
    found = weighed(one, two)
    assert found is not None and found.value == "9"
    assert (found.readings[0].probability or 0.0) > 0.99


def test_two_sure_readings_that_differ_are_rivals() -> None:
    found = weighed(clear("4"), clear("9"))
    assert found is not None and found.standing is Standing.RIVALS
    assert {each.value for each in found.readings} == {"4", "9"}


def test_what_a_paper_leaves_out_says_nothing() -> None:
    assert weighed(absent(), clear("4")) == clear("4")
    assert weighed(clear("4"), None) == clear("4")


def test_two_papers_in_which_hardly_any_reading_is_likely_leave_the_likeliest_in_doubt() -> None:
    found = weighed(rivals(("4", 0.001), ("9", 0.0005)), rivals(("7", 0.001)))
    assert found is not None and found.doubtful and found.value == "4"
