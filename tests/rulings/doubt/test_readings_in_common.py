"""What readings of a doubtful deal have in common is worked out once, and comes to the same each time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.records import CARDS, Place, Record, Tag
from fairdeal.rulings.doubt.certainty import slips
from fairdeal.rulings.fifty_six.book import FiftySixBook, table_of
from fairdeal.rulings.fifty_six.deal import Ruled, replay
from fairdeal.rulings.fifty_six.hearing import FIFTY_SIX, FiftySixHearing
from fairdeal.rulings.fifty_six.scoring import rule_deal
from fairdeal.rulings.fifty_six.sheets.agreement import own_slips
from fairdeal.rulings.replay.reading import Doubt, Seen, cached, see, standing
from samples.making.irregularities import make
from samples.making.records.table import VARIANTS, Variant

READINGS = 24
KINDS = (
    "revoke",
    "pack",
    "card-not-held",
    "lead-out-of-turn",
    "play-out-of-turn",
    "insufficient-bid",
    "noes-with-suit",
    "trick-winner",
    "points-entry",
    "hand-size",
    "conduct",
)
"""Of every block of a deal one, and one with an event; a claim takes long in each of many readings."""


def doubted(seen: Seen, rng: Random) -> Seen:
    """The deal with some of its entries in doubt: cards, calls, seats and figures, or not known."""
    slots: list[tuple[tuple[Any, ...], Any]] = []
    for seat, hand in seen.hands.items():
        slots += [(("hands", seat, index), card) for index, card in enumerate(hand)]
    for row, trick in enumerate(seen.tricks):
        slots += [(("tricks", row, "cards", n), card) for n, card in enumerate(trick.cards)]
        slots += [(("tricks", row, "labels", 0), trick.labels[0])] if trick.labels else []
    slots += [(("said", index), said) for index, said in enumerate(seen.said)]
    slots += [(("winners", index), seat) for index, seat in enumerate(seen.winners)]
    slots += [(("points", team), points) for team, points in seen.points.items()]
    slots.append((("head", "dealer"), seen.head.dealer))
    pack, seats = list(CARDS.values()), list(seen.hands) or ["1"]
    for slot, value in rng.sample(slots, min(6, len(slots))):
        others: list[Any] = [None, value + 1 if isinstance(value, int) else rng.choice(seats)]
        if slot[0] == "said":
            others = [None, *rng.sample(seen.said, min(2, len(seen.said)))]
        elif slot[0] == "hands" or "cards" in slot:
            others = [None, rng.choice(pack)]
        options = tuple((each, 1.0 / (1 + len(others))) for each in (value, *others))
        seen.doubts.append(Doubt(Place.of("doubt", str(len(seen.doubts))), options, slot))
    return seen


def told(seen: Seen, book: FiftySixBook, players: int) -> tuple[object, ...]:
    """Everything that is said of the reading at which a deal stands."""
    hearing = FiftySixHearing(Record(tags=(Tag("Players", str(players)),)), book)
    world = replay(seen, table_of(book, players))
    findings = tuple(hearing.look(world))
    ruled = Ruled(world, findings, rule_deal(world, findings))
    result = tuple(hearing.look_at_result(ruled, world))
    rest = (ruled.verdict, slips(ruled, own_slips))
    return (world.signs, world.play.tricks, dict(world.dealt), findings, result, *rest)


@pytest.mark.parametrize(
    "variant", VARIANTS[:3], ids=lambda each: f"{each.rules} {len(each.seats)}"
)
@settings(max_examples=12, deadline=None)
@given(st.sampled_from(KINDS), st.integers(0, 40))
def test_readings_with_parts_in_common_are_judged_as_from_the_start(
    variant: Variant, kind: str, seed: int
) -> None:
    rng = Random(f"{kind} {seed}")
    book = FIFTY_SIX.load(variant.rules)
    deal = make(kind, seed, variant).record.deals[0]
    players = len(variant.seats)
    seats = table_of(book, players).seats
    sharing, alone = (doubted(see(deal, 1, seats), Random(seed)) for _ in range(2))
    for _ in range(READINGS):
        mine, other = dict[Doubt, Any](), dict[Doubt, Any]()
        for one, two in zip(sharing.doubts, alone.doubts, strict=True):
            digit = rng.randrange(len(one.options))
            mine[one], other[two] = one.options[digit][0], two.options[digit][0]
        alone.parts.clear()
        alone.found.clear()
        told_alone = told(alone.reading(other), book, players)
        assert told(sharing.reading(mine), book, players) == told_alone


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(KINDS), st.integers(0, 400), st.data())
def test_a_reading_changes_its_own_entries_and_nothing_else(
    kind: str, seed: int, data: st.DataObject
) -> None:
    seen = doubted(see(make(kind, seed).record.deals[0], 1, tuple("123456")), Random(seed))
    before = repr(seen)
    chosen = {doubt: data.draw(st.sampled_from(doubt.options))[0] for doubt in seen.doubts}
    read = seen.reading(chosen)
    for doubt in seen.doubts:
        assert standing(read, doubt.slot) == chosen[doubt]
    back = {doubt: standing(seen, doubt.slot) for doubt in seen.doubts}
    assert repr(read.reading(back)) == before == repr(seen)


def counted() -> tuple[list[int], Callable[[], int]]:
    calls: list[int] = []

    def make_one() -> int:
        calls.append(1)
        return len(calls)

    return calls, make_one


def test_a_part_is_worked_out_once_where_readings_are_open() -> None:
    deal = make("revoke", 0).record.deals[0]
    seen = doubted(see(deal, 1, ("1", "2", "3", "4", "5", "6")), Random(0))
    calls, make_one = counted()
    assert [cached(seen, lambda: "part", make_one) for _ in range(3)] == [1, 1, 1]
    assert len(calls) == 1


def test_of_a_deal_without_doubt_nothing_is_kept() -> None:
    seen = see(make("revoke", 0).record.deals[0], 1, ("1", "2", "3", "4", "5", "6"))
    _, make_one = counted()
    assert [cached(seen, lambda: "part", make_one) for _ in range(2)] == [1, 2]
    assert not seen.parts
