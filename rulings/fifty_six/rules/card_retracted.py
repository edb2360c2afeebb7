"""A card taken back after it was exposed.

What: the recorder noted that a seat took back a card it had played and put another in its place
(`! retracted 4:KS -> 4:QD`). It is excused where the first card was a slip that did not follow suit,
the second does, and it was named before the next lead. Named later, the first card is a `revoke`. A card
out of turn for which another seat then played is found as that, and not here.

Why: a card that has been seen is played. Taking it back, above all for another of the same suit, gives
away what is held.

Article: 4.4 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.replay.retracted import retractions
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_card, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for each in retractions(replay):
        fact, index, back = each.fact, each.index, each.back
        if each.slip and not each.late:
            continue
        swap = f"for the {each.stood.name} " if each.stood is not None else ""
        message = (
            f"{who(fact.seats[index])} took back the "
            f"{back.name if back is not None else 'card'} {swap}in trick {fact.number}"
            f"{', after the next lead' if each.late else ''}."
        )
        yield about_card(replay, fact, index, message)


RULE = Rule("card-retracted", "offence", deal=check, signs=Sign.EVENT, needs=Has.PLAY)
