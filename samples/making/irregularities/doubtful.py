"""Entries that can be read in two ways, one of them irregular."""

from __future__ import annotations

from dataclasses import replace

from fairdeal.records.cards import Card
from fairdeal.records.doubt import rivals
from fairdeal.records.place import Place
from fairdeal.records.record import Deal, Play
from samples.making.irregularities.scene import Scene
from samples.making.records.table import suit_of


def doubtful(deal: Deal, scene: Scene, where: str, irregular_first: bool) -> Deal:
    """The deal with the card at a place (``trick 3 / seat 2``) in doubt between two readings.

    One is the card played, the other one of the seat's that follows suit.
    """
    place = Place.parse(where)
    trick, seat = place.number("trick"), place.number("seat")
    assert trick is not None and seat is not None and deal.play is not None
    puts = scene.draft.tricks[trick - 1].puts
    at = next(index for index, put in enumerate(puts) if put.seat == seat)
    earlier = [p.card for t in scene.draft.tricks[: trick - 1] for p in t.puts if p.seat == seat]
    left = list(scene.hands[seat])
    for card in earlier:
        left.remove(card)
    follows = next(card for card in left if suit_of(card) == suit_of(puts[0].card))
    both = [Card.of(puts[at].card), Card.of(follows)]
    if not irregular_first:
        both.reverse()
    items = list(deal.play[trick - 1].items)
    old = items[at]
    assert isinstance(old, Play)
    items[at] = replace(old, card=rivals((both[0], 0.6), (both[1], 0.4)))
    tricks = list(deal.play)
    tricks[trick - 1] = replace(tricks[trick - 1], items=tuple(items))
    return replace(deal, play=tuple(tricks))
