"""A card played within a trick when it was another seat's turn.

What: a card by a seat that was not next. The seat passed over may then play late; that is not a further
fault. A second card by the same seat is found here too: unless the other side objected to it, it is a
contradiction of the record, for one of the two was another seat's, and nobody is blamed.

Why: a card too early shows something before its time. The first time costs the team a warning, after
that a point, if the other side objects.

Article: 3.2 of the international rules (seed document 000), which names discards along with bids.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_card, who
from fairdeal.rulings.frame.finding import Remedy
from fairdeal.rulings.frame.rule import Draft, about_refused
from fairdeal.rulings.replay.contradictions import twice_in_trick, two_cards
from fairdeal.rulings.replay.deal import refused
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.play.tricks:
        for index, bits in sorted(fact.faults.items()):
            if not bits & Sign.PLAY_TURN:
                continue
            seat, card = fact.seats[index], fact.cards[index]
            name = f"the {card.name}" if card is not None else "a card"
            if twice_in_trick(replay, fact, index):
                message, related = two_cards(fact, index, f"seat {seat}")
                yield about_card(
                    replay,
                    fact,
                    index,
                    message,
                    related=related,
                    severity="entry",
                    remedy=Remedy("committee"),
                )
                continue
            how = "a second time" if seat in fact.seats[:index] else "out of turn"
            message = f"{who(seat)} played {name} {how} in trick {fact.number}."
            yield about_card(replay, fact, index, message, setting="warning-scope")
    for each in refused(replay):
        if each.index:
            message = f"{who(each.seat)} played to trick {each.fact.number} out of turn."
            yield about_refused(each, message, setting="warning-scope")


RULE = Rule(
    "play-out-of-turn",
    "offence",
    deal=check,
    signs=Sign.PLAY_TURN | Sign.EVENT,
    needs=Has.PLAY,
    within="play",
)
