"""Rules about claims at bridge."""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records import Place, other_team
from fairdeal.rulings.bridge.claims import ClaimFact, claim_of
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import At, Related, Remedy
from fairdeal.rulings.frame.rule import Draft, who

# --- claim-defeated ----------------------------------------------------------------------------------

SETTING = "normal-lines"


def claim_defeated(replay: BridgeReplay) -> Iterator[Draft]:
    """A contested claim of more tricks than every normal line of play gives.

    What: a player claimed (`! claim S: AS KS`), the other side denied it (`! challenge EW`), and there is a
    normal line in which the claimer's side takes fewer tricks than it claims: all that are left, or what the
    tricks written leave. The finding shows such a line; the side gets what it takes there. Where something
    was noted after the claim, that may be a line of play that was stated, and the director decides.

    Why: a claim saves time and must cost the other side nothing. What is doubtful goes to the opponents.
    Normal is also what is careless or inferior, but not what is irrational; the rulebook says which plays we
    take out.

    Article: Laws 68 and 70 of duplicate bridge, to which 12 of the Alberta rules (seed document 003) refers.
    """
    claim = claim_of(replay)
    if claim is None or claim.least is None or claim.holds is not False:
        return
    other, short = other_team(claim.team), claim.claimed - claim.least.tricks
    message = (
        f"{began(claim)}; {other} denied it. In a normal line {claim.team} takes only "
        f"{claim.least.tricks}.{noted(claim)}"
    )
    line = "; ".join(
        " ".join(f"{seat} {card.symbol}" for seat, card in trick) for trick in claim.least.line
    )
    yield Draft(
        at_claim(claim),
        message,
        seat=claim.seat,
        at=At(trick=claim.trick, seat=claim.seat),
        span=claim.event.span,
        related=(Related(at_claim(claim), f"line that gives fewer tricks: {line}"),),
        remedy=Remedy("committee") if claim.statement else Remedy("tricks", other, short),
        setting=SETTING,
    )


def began(claim: ClaimFact) -> str:
    all_of = "all" if claim.claimed == claim.left else str(claim.claimed)
    return (
        f"{who(claim.seat)} claimed {all_of} of the {claim.left} tricks left in trick {claim.trick}"
    )


def at_claim(claim: ClaimFact) -> Place:
    return Place.of(f"trick {claim.trick}", f"seat {claim.seat}")


def noted(claim: ClaimFact) -> str:
    """What was noted after it, which the lines looked at do not keep to."""
    if not claim.statement:
        return ""
    return (
        f' Noted after it: "{claim.statement}". Lines that do not keep to that were looked at too.'
    )


# --- claim-stands ------------------------------------------------------------------------------------


def claim_stands(replay: BridgeReplay) -> Iterator[Draft]:
    """A contested claim that holds.

    What: a player claimed, the other side denied it, and no normal line of play gives the claimer's side
    fewer tricks than it claims. The finding says whether that is so of every line that is allowed, or of
    normal ones only. Tricks that it conceded and no normal line loses are given back. Where something was
    noted after the claim and it depends on normal lines, the director decides.

    Why: who denies a claim must hear that it was looked into, and how.

    Article: Laws 68, 70 and 71 of duplicate bridge, to which 12 of the Alberta rules (seed document 003)
    refers.
    """
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
