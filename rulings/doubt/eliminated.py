"""A card that is not recorded and follows from the others: known as an inference, never as a record.

Where it bears on what is found it is weighed like a reading: this card, or one that nobody knows, because an
entry that it follows from may be a slip of the pen. What rests on it is never established. The deal itself
is shown, counted and scored as it is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import prod
from typing import Final

from fairdeal.records.place import Place
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.certainty import Weighed, place_of
from fairdeal.rulings.doubt.world import J, Judge, Key, key_of
from fairdeal.rulings.frame.finding import Certainty, Finding
from fairdeal.rulings.replay.elimination import Follows, following
from fairdeal.rulings.replay.reading import Doubt, Seen

SUREST: Final = 0.99
"""What rests on a card that is not recorded is no surer, whatever else agrees: nobody wrote it down."""

MOST_READINGS: Final = 40
"""Readings of unclear entries beside each of which a card has to follow; where there are more it does not."""


def with_eliminated(seen: Seen, judge: Callable[[Seen], J]) -> Seen:
    """The deal with the cards that follow from the others as doubts of it, where findings depend on them."""
    if not (any(None in t.cards for t in seen.tricks) or any(map(_open, seen.hands.values()))):
        return seen
    recorded = judge(seen)
    doubted = {doubt.slot for doubt in seen.doubts}
    found = [each for each in following(recorded.replay) if each.slot not in doubted]
    bearing = _bearing(seen, found, {*_keys(recorded)}, judge)
    bearing = _whatever_is_read(seen, bearing, judge)
    if not bearing:
        return seen
    filled = seen.with_values([(each.slot, each.card) for each in bearing])
    return replace(filled, doubts=[*seen.doubts, *map(_doubt, bearing)])


def _open(cards: Sequence[object]) -> bool:
    return None in cards


def _keys(ruled: J) -> Iterable[Key]:
    return map(key_of, ruled.findings)


def _bearing(
    seen: Seen, found: Sequence[Follows], keys: set[Key], judge: Callable[[Seen], J]
) -> list[Follows]:
    """The cards with which something else is found; all of them, where that takes several together."""

    def changes(cards: Sequence[Follows]) -> bool:
        other = judge(seen.with_values([(each.slot, each.card) for each in cards]))
        return {*_keys(other)} != keys

    if not found or not changes(found):
        return []
    return [each for each in found if changes([each])] or list(found)


def _whatever_is_read(
    seen: Seen, found: list[Follows], judge: Callable[[Seen], J]
) -> list[Follows]:
    """The cards that follow however the unclear entries of the deal are read."""
    others = [(each.slot, value) for each in seen.doubts for value, _ in each.options[1:]]
    if len(others) > MOST_READINGS:
        return []
    for slot, value in others if found else ():
        there = following(judge(seen.with_values([(slot, value)])).replay)
        follows = {(each.slot, each.card) for each in there}
        found = [each for each in found if (each.slot, each.card) in follows]
    return found


def _doubt(each: Follows) -> Doubt:
    sure = prod((1.0 - slip_rates.CARD) * (1.0 - entry.left_over) for entry in each.others)
    return Doubt(each.place, ((each.card, sure), (None, 1.0 - sure)), each.slot, each.sentence)


def as_recorded(weighed: Weighed[J], judge: Judge[J]) -> tuple[J, Weighed[J]]:
    """The deal as it is to be shown, with nothing in the places of cards that are not recorded; and how it
    was weighed, those findings named that rest on such a card."""
    doubts = [doubt for doubt in weighed.chosen if doubt.follows]
    if not doubts:
        return weighed.ruled, weighed
    recorded = judge({**weighed.chosen, **dict.fromkeys(doubts)})
    places = {place_of(doubt, recorded.replay): doubt for doubt in doubts}
    there = {key_of(each): each for each in recorded.findings}
    found = tuple(_resting(each, places, there) for each in weighed.findings)
    return recorded, replace(weighed, findings=found)


def _resting(finding: Finding, places: dict[Place, Doubt], there: dict[Key, Finding]) -> Finding:
    on = tuple(place for place in finding.depends_on if place in places)
    if not on:
        # It stands as the record has it, and says what the record shows.
        stands = there.get(key_of(finding), finding)
        return replace(finding, message=stands.message, related=stands.related)
    words = " ".join(places[place].follows for place in on)
    return replace(
        finding,
        certainty=Certainty.DEPENDS,
        probability=min(SUREST, finding.probability or SUREST),
        message=f"{finding.message} {words}",
        not_recorded=on,
    )
