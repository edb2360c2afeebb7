"""A seat recorded as winning a trick that it did not win.

What: the line of trick winners names another seat than the one whose card won. A wrong lead to the
next trick is not this but a lead out of turn.

Why: whose trick it is decides both the result and the next lead.

Article: 8 of the Alberta rules (seed document 003); Law 44 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, who
from fairdeal.rulings.frame.finding import At, Related
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.play import card_place
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for fact, written, index, span in replay.wrong_winners():
        card = fact.cards[index]
        best = f"the {card.name} of {who(fact.winner)}" if card else who(fact.winner)
        yield Draft(
            Place.of(f"trick {fact.number}", "winner"),
            f"Trick {fact.number} is recorded for {who(written)}, but {best} won it.",
            seat=written,
            at=At(trick=fact.number, seat=written),
            span=span,
            related=(Related(card_place(fact, index), f"{card} won the trick"),),
        )


RULE = Rule(
    "trick-winner",
    "entry",
    deal=check,
    signs=Sign.WINNER,
    needs=Has.PLAY | Has.WINNERS,
    wants=Has.CONTRACT | Has.WHOLE_PLAY,
)
