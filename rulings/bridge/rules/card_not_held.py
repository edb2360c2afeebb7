"""A card played that is not in the seat's hand as written, or a second time.

What: a card that the seat played and that is not in its hand as written down, or no longer, because
it was played before. A row that lacks more than two cards was not meant to be whole: a card that may be
one of those contradicts nothing.

Why: every card is dealt to one seat and played once, so one of the two entries is wrong: the hand or the
play. Nobody is blamed for that.

Article: 3 of the Alberta rules (seed document 003); Law 44 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, about_card, cards_with, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.contradictions import not_in_row
from fairdeal.rulings.replay.play import act_of
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for fact, index, _ in cards_with(replay, Sign.NOT_HELD):
        card = fact.cards[index]
        if card is not None:
            what = not_in_row(replay, act_of(fact, index), card)
            message = what.message(who(fact.seats[index]))
            yield about_card(replay, fact, index, message, related=what.related)


RULE = Rule(
    "card-not-held",
    "entry",
    deal=check,
    signs=Sign.NOT_HELD,
    needs=Has.PLAY | Has.HANDS,
)
