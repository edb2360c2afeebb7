"""A hand that may not be played, played on without a word.

What: eight cards of one suit, or all eight jacks, in one hand, and play began before it was disclosed,
if it was at all.

Why: whoever holds such a hand must ask for a redeal. Keeping quiet forfeits the deal, with three
points more; there is no redeal then.

Article: 3.9 with 3.10 and 4.8 of the international rules (seed document 000). The three points of 4.8
and of 3.10 are the same three: setting `forfeit-points`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.constraining_hand import constrained, disclosed
from fairdeal.rulings.fifty_six.rules.rule import Rule, hand_span, make
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import At, Finding


def check(replay: DealReplay) -> Iterator[Finding]:
    if not replay.played_on:
        return
    for seat, what in constrained(replay):
        if disclosed(replay, seat):
            continue
        yield make(
            replay, RULE.code, RULE.severity, Place.of(f"hand {seat}"),
            f"Seat {seat} was dealt {what} and did not say so before the first lead.",
            seat=seat, at=At(seat=seat), span=hand_span(replay.deal, seat),
            setting="forfeit-points",
        )  # fmt: skip


RULE = Rule(
    "constraining-hand-undisclosed", "offence", deal=check, signs=signs.CONSTRAINING,
    needs=coverage.HANDS | coverage.PLAY, wants=coverage.WHOLE_HANDS,
)  # fmt: skip
