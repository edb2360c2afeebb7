"""A seat recorded as winning a trick that it did not win.

What: the line of trick winners names another seat than the one whose card won. A wrong lead to the
next trick is not this but a lead out of turn.

Why: whose trick it is decides both the points and the next lead.

Article: 4.2 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At, Related
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.play import card_place
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact, written, index, span in replay.wrong_winners():
        card = fact.cards[index]
        best = f"the {card.name} of seat {fact.winner}" if card else f"seat {fact.winner}"
        yield Draft(
            Place.of(f"trick {fact.number}", "winner"),
            f"Trick {fact.number} is recorded as won by seat {written}, but {best} won it.",
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
    within="play",
)
