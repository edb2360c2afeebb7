"""A card played that the deal did not give the seat, or played a second time.

What: a card that is not among the seat's hand as written down, or no longer, because it was played
before.

Why: every card is dealt to one seat and played once. Either the hand or the play is written wrongly,
or a card changed hands: the committee must look.

Article: 1.5 of the international rules (seed document 000): eight cards to each player.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Card
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_act, who
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft, Drafted, shared
from fairdeal.rulings.frame.finding import MOST_RELATED, Related, few
from fairdeal.rulings.replay.places import Act, act_place
from fairdeal.rulings.replay.signs import Sign


def check(replay: DealReplay) -> Iterator[Drafted]:
    for fact in replay.play.tricks:
        for index, bits in sorted(fact.faults.items()):
            card = fact.cards[index]
            if bits & Sign.NOT_HELD and card is not None:
                act = (fact.number, index, fact.seats[index])
                before = _played_before(replay, act, card)
                yield shared(_found, act, card, before[:MOST_RELATED], len(before))


def _found(replay: DealReplay, act: Act, card: Card, earlier: tuple[Act, ...], count: int) -> Draft:
    trick, _, seat = act
    why = "which it had played before" if earlier else f"which seat {seat} was not dealt"
    message = f"{who(seat)} played the {card.name} in trick {trick}, {why}."
    before = [Related(act_place(each), f"{card} played here") for each in earlier]
    hand = Related(Place.of(f"hand {seat}"), f"{card.text} not in this hand")
    related = few(act_place(act), before or [hand], count)
    return about_act(replay, act, message, related=related)


def _played_before(replay: DealReplay, act: Act, card: Card) -> tuple[Act, ...]:
    """Where the seat played the card before, if it did."""
    trick, index, seat = act
    if seat is None or replay.play.played[seat].count(card) < 2:
        return ()
    return tuple(
        [
            (other.number, place, seat)
            for other in replay.play.tricks
            if card in other.cards
            for place, what in enumerate(other.cards)
            if what is card
            and other.seats[place] == seat
            and (other.number, place) < (trick, index)
        ]
    )


RULE = Rule(
    "card-not-held",
    "offence",
    deal=check,
    signs=Sign.NOT_HELD,
    needs=Has.PLAY | Has.HANDS,
    within="play",
)
