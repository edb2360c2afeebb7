"""Cards that are written oftener than the pack has them: which, and where each stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.records.cards import Card, Seat
from fairdeal.records.place import Place, Span
from fairdeal.rulings.frame.finding import MOST_RELATED, At, Related, few
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.places import card_span, hand_span

EACH: Final = 3
"""Cards too many of one kind that are found one by one: with more, the page repeats a card and one
finding counts them."""

Spot = tuple[Place, Seat | None, At, Span | None]
Where = tuple[Seat, int, int | None]
"""A seat's card: its index in a trick of this number or (None) in the seat's hand as written."""


@dataclass(frozen=True, slots=True)
class Excess:
    """A card written oftener than the pack has it.

    `count`: how many times it stands there, up to this one or, where `found` is above 1, in all; `found`:
    how many of these are too many. `others`: where else it stands.
    """

    card: Card
    where: Where
    others: tuple[Where, ...]
    count: int
    found: int = 1


def excess(replay: Replayed[Any, Any]) -> Iterator[Excess]:
    """Every card written oftener than the pack has it, one too many or `EACH` told one by one."""
    met: dict[Card, list[Where]] = {}
    pack, copies = replay.table.pack, replay.table.copies
    cards = list(_cards(replay))
    times = Counter(card for card, _ in cards)
    for card, where in cards:
        others = met.setdefault(card, [])
        allowed = copies if card in pack else 0
        extra = times[card] - allowed
        if len(others) == allowed and extra > EACH:
            rest = [place for other, place in cards if other == card and place != where]
            yield Excess(card, where, tuple(rest[:MOST_RELATED]), times[card], extra)
        elif len(others) >= allowed and extra <= EACH:
            yield Excess(card, where, tuple(others), len(others) + 1)
        others.append(where)


def spot(replay: Replayed[Any, Any], where: Where) -> Spot:
    """The address of a card in excess, in full."""
    seat, index, trick = where
    if trick is None:
        return _place(where), seat, At(seat=seat), hand_span(replay.deal, seat, index)
    at = At(trick=trick, seat=seat, position=index + 1)
    return _place(where), seat, at, card_span(replay.seen, trick, index)


def here_too(place: Place, each: Excess) -> tuple[Related, ...]:
    """Where else the card stands, as far as that is listed."""
    told = [Related(_place(other), f"{each.card.text} here too") for other in each.others]
    return few(place, told, each.count - 1)


def _place(where: Where) -> Place:
    seat, index, trick = where
    if trick is None:
        return Place.of(f"hand {seat}", str(index + 1))
    return Place.of(f"trick {trick}", f"seat {seat}")


def _cards(replay: Replayed[Any, Any]) -> Iterator[tuple[Card, Where]]:
    """Every card dealt, where it is written: in a hand or, for hands not written, in the play."""
    hands = replay.seen.hands
    for seat in replay.table.seats:
        for index, card in enumerate(hands.get(seat) or ()):
            if card is not None:
                yield card, (seat, index, None)
    for fact in replay.play.tricks if len(hands) < replay.table.players else ():
        for index, (player, card) in enumerate(zip(fact.seats, fact.cards, strict=True)):
            if card is not None and player is not None and player not in hands:
                yield card, (player, index, fact.number)
