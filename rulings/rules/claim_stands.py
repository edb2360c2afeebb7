"""A claim of the remaining tricks that was challenged and holds.

What: a seat tabled two or more cards, which claims every trick that remains; the other side challenged,
and no legal line of play gives it a trick. A claim that nobody challenged stands without a word.

Why: the challenge has to be answered. It is advice, not an offence: the remaining tricks go to the side
that claimed.

Article: 4.10 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings import coverage
from rulings.finding import Finding
from rulings.replay import signs
from rulings.replay.deal import DealReplay
from rulings.rules.claim_defeated import ruling
from rulings.rules.rule import Rule


def check(replay: DealReplay) -> Iterator[Finding]:
    claim = replay.claim
    if claim is not None and claim.challenged and claim.line is None and claim.falls_to:
        yield ruling(replay, claim, "claim-stands")


RULE = Rule("claim-stands", "advice", deal=check, signs=signs.EVENT, needs=coverage.PLAY)
