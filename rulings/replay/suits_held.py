"""The cards of the suit led that a seat still held when it did not follow: the proof of a revoke."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from fairdeal.records.cards import Card
from fairdeal.records.place import Place
from fairdeal.records.seats import Seat
from fairdeal.rulings.frame.finding import MOST_RELATED, Related, few
from fairdeal.rulings.replay.holdings import Dealt
from fairdeal.rulings.replay.play import Held, PlayReplay, TrickFact


def still_held(
    play: PlayReplay,
    hands: Mapping[Seat, Dealt],
    fact: TrickFact,
    index: int,
    suit: str,
    rows: Mapping[Seat, Sequence[Card | None]] = MappingProxyType({}),
) -> list[Held]:
    """The cards of the suit that the seat still held: those played later, then those never played.

    `rows` are the hands as they are written."""
    seat = fact.seats[index]
    if seat is None:
        return []
    dealt = [card for card in hands[seat].cards if card.suit == suit]
    later = [each for each in play.later(seat, suit, fact.number, index) if each.card in dealt]
    never = list(dealt)
    for card in play.played[seat]:
        if card in never:
            never.remove(card)
    if play.held_after < fact.number:
        return later + [Held(card) for card in never]
    at = _places(never, rows.get(seat, ()))
    return later + [Held(card, index=next(at), after=play.held_after) for card in never]


def _places(cards: Iterable[Card], row: Sequence[Card | None]) -> Iterator[int | None]:
    """Where in the row each card stands, the second of two equal ones behind the first."""
    left = dict(enumerate(row))
    for card in cards:
        index = next((at for at, each in left.items() if each == card), None)
        if index is not None:
            del left[index]
        yield index


def proof_words(held: Sequence[Held]) -> str:
    """What of the suit led was in the hand, as the end of a sentence; '' where no card is known."""
    if not held:
        return ""
    first = held[0]
    where = f"played in trick {first.trick}" if first.trick else "never played"
    if first.after:
        where = f"still held after trick {first.after}"
    return f" while holding the {first.card.name}, {where}"


def proofs(seat: Seat | None, held: Sequence[Held]) -> tuple[Related, ...]:
    """Where each card that was still held stands in the record."""
    found = [
        Related(_place(seat, each), f"{each.card.text} still held") for each in held[:MOST_RELATED]
    ]
    return few(Place.of(f"hand {seat}"), found, len(held))


def _place(seat: Seat | None, of: Held) -> Place:
    if of.trick:
        return Place.of(f"trick {of.trick}", f"seat {seat}")
    if of.after and of.index is not None:
        return Place.of(f"hand {seat}", str(of.index + 1))
    return Place.of(f"hand {seat}")
