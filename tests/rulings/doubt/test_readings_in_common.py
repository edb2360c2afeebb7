"""What readings of a doubtful deal have in common is worked out once, and comes to the same each time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.records.cards import CARDS
from fairdeal.records.deal import Tag
from fairdeal.records.place import Place
from fairdeal.records.record import Record
from fairdeal.rulings.doubt.certainty import slips
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.game import FIFTY_SIX
from fairdeal.rulings.fifty_six.hearing import FiftySixHearing
from fairdeal.rulings.fifty_six.replay.deal import replay
from fairdeal.rulings.fifty_six.replay.table import table_of
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.scoring import rule_deal
from fairdeal.rulings.fifty_six.sheets.agreement import own_slips
from fairdeal.rulings.replay.seen import Doubt, Seen, kept, see
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
    slots: list[tuple[Any, Any]] = []
    for hand in seen.hands.values():
        slots += [(hand, index) for index in range(len(hand))]
    for trick in seen.tricks:
        slots += [(trick.cards, index) for index in range(len(trick.cards))]
        slots += [(trick.labels, 0)] if trick.labels else []
    slots += [(seen.said, index) for index in range(len(seen.said))]
    slots += [(seen.winners, index) for index in range(len(seen.winners))]
    slots += [(seen.points, team) for team in seen.points] + [(seen.head, "dealer")]
    pack = list(CARDS.values())
    for hold, key in rng.sample(slots, min(6, len(slots))):
        value = hold[key]
        others: list[Any] = [None, rng.choice(pack)]
        if hold is seen.said:
            others = [None, *rng.sample(seen.said, min(2, len(seen.said)))]
        elif not any(hold is trick.cards for trick in seen.tricks) and not any(
            hold is hand for hand in seen.hands.values()
        ):
            others = [
                None,
                value + 1 if isinstance(value, int) else rng.choice(list(seen.hands) or ["1"]),
            ]
        options = tuple((each, 1.0 / (1 + len(others))) for each in (value, *others))
        seen.doubts.append(Doubt(Place.of("doubt", str(len(seen.doubts))), options, hold, key))
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
        for mine, other in zip(sharing.doubts, alone.doubts, strict=True):
            digit = rng.randrange(len(mine.options))
            mine.put(mine.options[digit][0])
            other.put(other.options[digit][0])
        alone.parts.clear()
        alone.found.clear()
        assert told(sharing, book, players) == told(alone, book, players)


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
    assert [kept(seen, "part", make_one) for _ in range(3)] == [1, 1, 1]
    assert len(calls) == 1


def test_of_a_deal_without_doubt_nothing_is_kept() -> None:
    seen = see(make("revoke", 0).record.deals[0], 1, ("1", "2", "3", "4", "5", "6"))
    _, make_one = counted()
    assert [kept(seen, "part", make_one) for _ in range(2)] == [1, 2]
    assert not seen.parts
