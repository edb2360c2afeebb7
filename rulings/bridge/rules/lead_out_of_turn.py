"""A lead by a seat that had not the lead.

What: the first card of a trick comes from another seat than the one left of declarer, or than the one
who won the trick before. One that the record itself marks is found too, and one that was taken back, the
right seat leading in its place (`! retracted W:6H -> E:5H`).

Why: who leads is what winning a trick is for.

Article: 8 of the Alberta rules (seed document 003); Law 53 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import (
    Rule,
    Wrong,
    about_card,
    cards_with,
    only_marked,
    who,
)
from fairdeal.rulings.frame.rule import Draft, about_refused
from fairdeal.rulings.replay.deal import refused
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for fact, index, shows in cards_with(replay, Sign.LEAD_TURN, "L"):
        seat, more = fact.seats[index], Wrong()
        message = f"{who(seat)} led to trick {fact.number}, but {_due(fact)}."
        if not shows:
            but = f"{who(fact.seats[0])} led" if index and not fact.unordered else None
            if not index and seat is not None and seat == fact.leader:
                but = _due(fact)
            what = f"the lead of {who(seat)} to trick {fact.number}"
            message, more = only_marked(what, "out of turn", but)
        yield about_card(
            replay,
            fact,
            index,
            message,
            mark="L",
            article="Law 54" if fact.number == 1 else None,
            **more,
        )
    for each in refused(replay):
        if not each.index:
            fact = each.fact
            message = f"{who(each.seat)} led to trick {fact.number}, but {_due(fact)}."
            yield about_refused(each, message, article="Law 54" if fact.number == 1 else None)


def _due(fact: TrickFact) -> str:
    """Whose lead it was, and why."""
    if fact.number == 1:
        return f"the first lead was {who(fact.leader)}'s"
    return f"{who(fact.leader)} had won the trick before"


RULE = Rule(
    "lead-out-of-turn",
    "offence",
    deal=check,
    signs=Sign.LEAD_TURN | Sign.MARKED | Sign.EVENT,
    needs=Has.PLAY,
    wants=Has.CONTRACT,
)
