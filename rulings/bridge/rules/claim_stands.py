"""A contested claim that holds.

What: a player claimed, the other side denied it, and no normal line of play gives the claimer's side fewer
tricks than it claims. The finding says whether that is so of every line that is allowed, or of normal ones
only. Tricks that it conceded and no normal line loses are given back. Where something was noted after the
claim and it depends on normal lines, the director decides.

Why: who denies a claim must hear that it was looked into, and how.

Article: Laws 68, 70 and 71 of duplicate bridge, to which 12 of the Alberta rules (seed document 003) refers.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import other_team
from fairdeal.rulings.bridge.claims import claim_of
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.claim_defeated import SETTING, at_claim, began, noted
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.frame.finding import At, Remedy
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    claim = claim_of(replay)
    if claim is None or not claim.holds:
        return
    lines = "No play that is allowed" if claim.any_line else "No normal line of play"
    message = (
        f"{began(claim)}; {other_team(claim.team)} denied it. {lines} gives {claim.team} fewer."
    )
    more = claim.given_back
    sure = claim.any_line and not more  # whatever was noted after it
    if more:
        tricks = "one trick" if more == 1 else f"{more} tricks"
        message += f" It also conceded {tricks} that no normal line loses (Law 71)."
    remedy = Remedy("tricks", claim.team, more) if more else Remedy("none")
    yield Draft(
        at_claim(claim),
        message if sure else message + noted(claim),
        seat=claim.seat,
        at=At(trick=claim.trick, seat=claim.seat),
        span=claim.event.span,
        remedy=Remedy("committee") if claim.statement and not sure else remedy,
        setting=None if sure else SETTING,
    )


RULE = Rule("claim-stands", "ruling", deal=check, signs=Sign.EVENT, needs=Has.PLAY | Has.CONTRACT)
