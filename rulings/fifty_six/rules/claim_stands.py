"""A claim of the remaining tricks that was challenged and holds.

What: a seat tabled two or more cards, which claims every trick that remains; the other side challenged,
and no legal line of play gives it a trick. A claim that nobody challenged stands without a word.

Why: the challenge has to be answered, and the remaining tricks go to the side that claimed.

Article: 4.10 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.claim_defeated import ruling
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    claim = replay.claim
    if claim is not None and claim.challenged and claim.line is None and claim.falls_to:
        yield ruling(replay, claim)


RULE = Rule("claim-stands", "ruling", deal=check, signs=Sign.EVENT, needs=Has.PLAY)
