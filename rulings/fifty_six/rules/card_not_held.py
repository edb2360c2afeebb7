"""A card played that is not in the seat's hand as written, or a second time.

What: a card that the seat played and that is not in its hand as written down, or no longer, because
it was played before. A row that lacks more than two cards was not meant to be whole: a card that may be
one of those contradicts nothing.

Why: every card is dealt to one seat and played once, so one of the two entries is wrong: the hand or the
play. Nobody is blamed for that.

Article: 1.5 of the international rules (seed document 000): eight cards to each player.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_act
from fairdeal.rulings.frame.rule import Draft, Drafted, shared
from fairdeal.rulings.replay.contradictions import NotInRow, not_in_row
from fairdeal.rulings.replay.play import act_of
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Drafted]:
    for fact in replay.play.tricks:
        for index, bits in sorted(fact.faults.items()):
            card = fact.cards[index]
            if bits & Sign.NOT_HELD and card is not None:
                yield shared(_found, not_in_row(replay, act_of(fact, index), card))


def _found(replay: DealReplay, what: NotInRow) -> Draft:
    message = what.message(f"seat {what.act[2]}")
    return about_act(replay, what.act, message, related=what.related)


RULE = Rule(
    "card-not-held",
    "entry",
    deal=check,
    signs=Sign.NOT_HELD,
    needs=Has.PLAY | Has.HANDS,
    within="play",
)
