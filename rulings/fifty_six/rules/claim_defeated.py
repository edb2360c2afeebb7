"""A claim of the remaining tricks that was challenged and does not hold.

What: a seat tabled two or more cards, which claims every trick that remains, and the other side
challenged; there is a legal line of play by all six in which a challenger wins a trick. The finding
shows it. Where not every card is known it is found if every deal that fits the record has such a line,
and possible if some have.

Why: who claims must be sure. If the challengers can be shown a single trick, all that remained is
theirs; tricks won before stay where they are.

Article: 4.10 of the international rules (seed document 000). Any permutation of play is read as
any legal play by all, not the best.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from fairdeal.records.cards import other_team
from fairdeal.records.place import Place
from fairdeal.rulings.claims import best_play
from fairdeal.rulings.fifty_six.replay.claim import ClaimFact
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At, Related, Remedy
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    claim = replay.claim
    if claim is None or not claim.challenged or claim.line is None:
        return
    yield ruling(replay, claim)


def maybe(replay: DealReplay) -> Iterator[Draft]:
    """A claim that some deals consistent with the record defeat, and others do not."""
    claim = replay.claim
    if claim is None or claim.maybe is None:
        return
    defeated = dataclasses.replace(claim, line=claim.maybe, falls_to=other_team(claim.team))
    yield ruling(replay, defeated)


def ruling(replay: DealReplay, claim: ClaimFact) -> Draft:
    """The finding about a challenged claim: defeated, with the line that shows it, or standing."""
    line = claim.line
    place = Place.of(f"trick {claim.trick}", f"seat {claim.seat}")
    start = f"Seat {claim.seat} claimed the remaining tricks in trick {claim.trick}"
    if line is not None:
        cards = "; ".join(
            " ".join(f"{seat}:{card.text}" for seat, card in trick.plays) for trick in line
        )
        message = (
            f"{start}; team {other_team(claim.team)} challenged and can win a trick: seat "
            f"{line[-1].winner} does, if the play goes {cards}."
        )
        if claim.maybe is not None:
            message += (
                " Not every card is recorded: in other deals that fit the record, the claim holds."
            )
        elif claim.hidden:
            message += (
                " Not every card is recorded: every deal that fits the record has such a line."
            )
        else:
            message += _at_best_play(replay, claim)
        related: tuple[Related, ...] = (Related(place, f"line that defeats the claim: {cards}"),)
    else:
        message = f"{start}; challenged, but no legal play gives the challengers a trick."
        if claim.hidden:
            message += " Not every card is recorded: that is so in every deal that fits the record."
        related = ()
    return Draft(
        place,
        message,
        seat=claim.seat,
        at=At(trick=claim.trick, seat=claim.seat),
        span=claim.event.span,
        related=related,
        remedy=Remedy("tricks", claim.falls_to),
    )


def _at_best_play(replay: DealReplay, claim: ClaimFact) -> str:
    """What best play would give, for information: the ruling goes by any legal play (4.10)."""
    if claim.position is None or replay.seen.doubts:  # not for each world of a doubtful record
        return ""
    tricks = best_play(claim.position, claim.team)
    if tricks is None:
        return ""
    left = claim.position.tricks_left
    return (
        f" For information: with best play by all and every hand known, team {claim.team} would win "
        f"{tricks} of the {left} tricks that remained."
    )


RULE = Rule("claim-defeated", "ruling", deal=check, maybe=maybe, signs=Sign.EVENT, needs=Has.PLAY)
