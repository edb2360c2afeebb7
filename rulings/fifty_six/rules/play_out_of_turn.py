"""A card played within a trick when it was another seat's turn.

What: a card by a seat that was not next, or a second card by the same seat. The seat passed over may
then play late; that is no further fault.

Why: a card too early shows something before its time. The first time costs the team a warning, after
that a point, if the other side objects.

Article: 3.2 of the international rules (seed document 000), which names discards along with bids.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, card_finding, who
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import Finding


def check(replay: DealReplay) -> Iterator[Finding]:
    for fact in replay.play.tricks:
        for index, bits in sorted(fact.faults.items()):
            if not bits & signs.PLAY_TURN:
                continue
            seat, card = fact.seats[index], fact.cards[index]
            name = f"the {card.name}" if card is not None else "a card"
            again = seat in fact.seats[:index]
            how = "a second time" if again else "out of turn"
            message = f"{who(seat)} played {name} {how} in trick {fact.number}."
            yield card_finding(
                replay, RULE.code, RULE.severity, fact, index, message, setting="warning-scope"
            )


RULE = Rule(
    "play-out-of-turn", "offence", deal=check, signs=signs.PLAY_TURN,
    needs=coverage.PLAY, within="play",
)  # fmt: skip
