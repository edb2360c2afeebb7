"""A card of another suit played while holding the suit led.

What: a seat discards or trumps although it still holds a card of the suit led. What it holds is known
from the hands as dealt or, without them, from its playing that suit later on. A slip taken back
before the next lead is not a revoke.

Why: this is the cardinal rule of the game. The side that breaks it loses the deal, and three more
points go to the other side.

Article: 3.10 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairdeal.records.cards import SUIT_NAMES, Card
from fairdeal.records.place import Place
from fairdeal.records.seats import Seat
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_act, about_card, who
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft, Drafted, shared
from fairdeal.rulings.frame.finding import MOST_RELATED, Related, few
from fairdeal.rulings.replay.holdings import Dealt
from fairdeal.rulings.replay.places import Act
from fairdeal.rulings.replay.play import Held, PlayReplay, TrickFact
from fairdeal.rulings.replay.signs import Sign


def check(replay: DealReplay) -> Iterator[Drafted]:
    for fact in replay.play.tricks:
        for index, bits in sorted(fact.faults.items()):
            card, lead = fact.cards[index], fact.cards[0]
            if bits & Sign.REVOKE and card is not None and lead is not None:
                act = (fact.number, index, fact.seats[index])
                held = still_held(replay.play, replay.dealt, fact, index, lead.suit)
                yield shared(_found, act, card, lead.suit, tuple(held))


def maybe(replay: DealReplay) -> Iterator[Draft]:
    """Discards by seats that may have held the suit led: hands are not recorded."""
    if not replay.signs & Sign.MAYBE_REVOKE:
        return
    for fact in replay.play.tricks:
        for index, bits in sorted(fact.faults.items()):
            card, lead = fact.cards[index], fact.cards[0]
            if bits & Sign.MAYBE_REVOKE and card is not None and lead is not None:
                message = (
                    f"{who(fact.seats[index])} played the {card.name} on {SUIT_NAMES[lead.suit]} "
                    f"led in trick {fact.number}; whether it held one is not recorded."
                )
                yield about_card(replay, fact, index, message)


def _found(replay: DealReplay, act: Act, card: Card, suit: str, held: tuple[Held, ...]) -> Draft:
    trick, _, seat = act
    message = (
        f"{who(seat)} played the {card.name} on {SUIT_NAMES[suit]} led in trick "
        f"{trick}{proof_words(held)}."
    )
    return about_act(replay, act, message, related=proofs(seat, held), setting="follow-suit")


def still_held(
    play: PlayReplay, hands: Mapping[Seat, Dealt], fact: TrickFact, index: int, suit: str
) -> list[Held]:
    """The cards of the suit that the seat still held: those played later, then those never played."""
    seat = fact.seats[index]
    if seat is None:
        return []
    dealt = [card for card in hands[seat].cards if card.suit == suit]
    later = [each for each in play.later(seat, suit, fact.number, index) if each.card in dealt]
    never = list(dealt)
    for card in play.played[seat]:
        if card in never:
            never.remove(card)
    return later + [Held(card) for card in never]


def proof_words(held: Sequence[Held]) -> str:
    """What of the suit led was in the hand, as the end of a sentence; '' where no card is known."""
    if not held:
        return ""
    where = f", played in trick {held[0].trick}" if held[0].trick else ", never played"
    return f" while holding the {held[0].card.name}{where}"


def proofs(seat: Seat | None, held: Sequence[Held]) -> tuple[Related, ...]:
    """Where each card that was still held stands in the record."""
    found = [
        Related(
            Place.of(f"trick {each.trick}", f"seat {seat}")
            if each.trick
            else Place.of(f"hand {seat}"),
            f"{each.card.text} still held",
        )
        for each in held[:MOST_RELATED]
    ]
    return few(Place.of(f"hand {seat}"), found, len(held))


RULE = Rule(
    "revoke",
    "offence",
    deal=check,
    maybe=maybe,
    signs=Sign.REVOKE,
    needs=Has.PLAY,
    wants=Has.WHOLE_HANDS,
    within="play",
)
