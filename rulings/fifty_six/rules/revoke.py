"""A card of another suit played while holding the suit led.

What: a seat discards or trumps although it still holds a card of the suit led. What it holds is known
from the hands as dealt or, without them, from its playing that suit later on. A slip taken back
before the next lead is not a revoke; one taken back later is.

Why: this is the cardinal rule of the game. The side that breaks it loses the deal, and three more
points go to the other side.

Article: 3.10, with 4.4 for a card taken back, of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import SUIT_NAMES, Card
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.replay.retracted import retractions
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_act, about_card, who
from fairdeal.rulings.frame.finding import Related
from fairdeal.rulings.frame.rule import Draft, Drafted, shared
from fairdeal.rulings.replay.play import Act, Held, card_place, proof_words, proofs, still_held
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Drafted]:
    for fact in replay.play.tricks:
        for index, bits in sorted(fact.faults.items()):
            card, lead = fact.cards[index], fact.cards[0]
            if bits & Sign.REVOKE and card is not None and lead is not None:
                act = (fact.number, index, fact.seats[index])
                hands = replay.seen.hands
                held = still_held(replay.play, replay.dealt, fact, index, lead.suit, hands)
                yield shared(_found, act, card, lead.suit, tuple(held))

    if replay.events and "card-retracted" in replay.book.findings:
        yield from _taken_back_late(replay)


def _taken_back_late(replay: DealReplay) -> Iterator[Draft]:
    """Slips named only after the next lead (4.4): the card first played is the one that counts."""
    for each in retractions(replay):
        fact, index, lead = each.fact, each.index, each.fact.cards[0]
        if not (each.late and each.slip) or fact.cards[index] == each.back:
            continue
        if each.back is None or each.stood is None or lead is None or fact.unordered:
            continue
        message = (
            f"{who(fact.seats[index])} played the {each.back.name} on {SUIT_NAMES[lead.suit]} led in "
            f"trick {fact.number} while holding the {each.stood.name}, and took it back only after "
            "the next lead."
        )
        held = Related(card_place(fact, index), f"{each.stood.text} still held")
        yield about_card(replay, fact, index, message, related=(held,), setting="follow-suit")


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


RULE = Rule(
    "revoke",
    "offence",
    deal=check,
    maybe=maybe,
    signs=Sign.REVOKE | Sign.EVENT,
    needs=Has.PLAY,
    wants=Has.WHOLE_HANDS,
    within="play",
)
