"""A lead by a seat that was not to lead.

What: the first trick is led by another seat than the one right of the dealer, or a later trick by
another than the winner of the one before. The trick goes on from that lead.

Why: the lead is what winning a trick is for. It costs a point if the other side objects; there is no
warning first.

Article: 4.3 with 4.2 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_card, who
from fairdeal.rulings.frame.rule import Draft, about_refused
from fairdeal.rulings.replay.deal import refused
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.play.tricks:
        if fact.faults.get(0, 0) & Sign.LEAD_TURN:
            due = (
                f"the first lead was seat {fact.leader}'s"
                if fact.number == 1
                else f"seat {fact.leader} had won the trick before"
            )
            message = f"{who(fact.seats[0])} led to trick {fact.number}, but {due}."
            yield about_card(replay, fact, 0, message)
    for each in refused(replay):
        if not each.index:
            message = f"{who(each.seat)} led to trick {each.fact.number} out of turn."
            yield about_refused(each, message)


RULE = Rule(
    "lead-out-of-turn",
    "offence",
    deal=check,
    signs=Sign.LEAD_TURN | Sign.EVENT,
    needs=Has.PLAY,
    wants=Has.DEALER | Has.CONTRACT,
    within="play",
)
