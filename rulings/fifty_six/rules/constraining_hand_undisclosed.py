"""A hand that may not be played was dealt and played without being declared.

What: eight cards of one suit, or all eight jacks, in one hand, and play began before it was disclosed,
if it was at all. Points or a score without a play show that it was probably played.

Why: whoever holds such a hand must ask for a redeal. A player who does not loses the deal, and three
more points go to the other side; there is no redeal then.

Article: 3.9 with 3.10 and 4.8 of the international rules (seed document 000). The three points of 4.8
and of 3.10 are the same three: setting `forfeit-points`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Seat
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.constraining_hand import (
    PLAYED_ON,
    constrained,
    disclosed,
    results_written,
)
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.scoring import forfeited
from fairdeal.rulings.frame.finding import At, Certainty
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.play import hand_span
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    results = results_written(replay)
    if not replay.played_on and not results:
        return
    for seat, what in constrained(replay):
        if disclosed(replay, seat):
            continue
        found = Draft(
            Place.of(f"hand {seat}"),
            f"Seat {seat} was dealt {what} and did not say so before the first lead.",
            seat=seat,
            at=At(seat=seat),
            span=hand_span(replay.deal, seat),
            setting="forfeit-points",
        )
        if results:
            found.message += f" If the deal was played on, {_award(replay, seat)}"
            found.certainty, found.probability = Certainty.DEPENDS, PLAYED_ON
            found.depends_on = results
        yield found


def _award(replay: DealReplay, seat: Seat) -> str:
    award = forfeited(replay, replay.table.team[seat])
    if award is None:
        return "the other side gets it, and three more points."
    return f"the award is A {award['A']}, B {award['B']}."


RULE = Rule(
    "constraining-hand-undisclosed",
    "offence",
    deal=check,
    signs=Sign.CONSTRAINING,
    needs=Has.HANDS,
    wants=Has.WHOLE_HANDS | Has.PLAY,
)
