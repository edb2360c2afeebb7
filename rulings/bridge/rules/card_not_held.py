"""A card played that the deal did not give the seat, or played a second time.

What: a card that is not among the seat's hand as written down, or no longer, because it was played
before.

Why: every card is dealt to one seat and played once. Either the hand or the play is written wrongly,
or a card changed hands: the committee must look.

Article: 3 of the Alberta rules (seed document 003); Law 44 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, about_card, cards_with, who
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft
from fairdeal.rulings.frame.finding import MOST_RELATED, Related, few
from fairdeal.rulings.replay.places import card_place
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.signs import Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for fact, index, _ in cards_with(replay, Sign.NOT_HELD):
        card, seat = fact.cards[index], fact.seats[index]
        if card is None:
            continue
        earlier = _played_before(replay, fact, index)
        played = [
            Related(card_place(*each), f"{card} played here") for each in earlier[:MOST_RELATED]
        ]
        before = few(card_place(fact, index), played, len(earlier))
        why = "which had been played before" if before else "which the deal did not give that seat"
        message = f"{who(seat)} played the {card.name} in trick {fact.number}, {why}."
        hand = Related(Place.of(f"hand {seat}"), f"{card.text} not in this hand")
        yield about_card(replay, fact, index, message, related=before or (hand,))


def _played_before(
    replay: BridgeReplay, fact: TrickFact, index: int
) -> list[tuple[TrickFact, int]]:
    """Where the seat played the card before, if it did."""
    seat, card = fact.seats[index], fact.cards[index]
    return [
        (other, place)
        for other in replay.play.tricks
        for place, (player, what) in enumerate(zip(other.seats, other.cards, strict=True))
        if (other.number, place) < (fact.number, index) and player == seat and what is card
    ]


RULE = Rule(
    "card-not-held",
    "offence",
    deal=check,
    signs=Sign.NOT_HELD,
    needs=Has.PLAY | Has.HANDS,
)
