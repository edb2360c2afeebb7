"""A revoke: Laws 61 to 64."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records.cards import Seat, Team, other_team, team_of
from fairdeal.records.record import EventKind
from fairdeal.rulings.bridge.laws.provision import ASSIGNED, DAMAGE, MAJOR_CARD, Open, Provision
from fairdeal.rulings.bridge.laws.revoke_tricks import Cost, costs
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.play import TrickFact

NO_TRICK: Final = f"No trick is transferred. {DAMAGE}"

CORRECTED_BY_DEFENDER: Final = Provision(
    "62B1",
    "attention is drawn to it before it is established, and the card is a defender's",
    f"The defender plays a legal card instead. {MAJOR_CARD} The other side may change cards played after "
    "it (Law 62C).",
)
CORRECTED_BY_DECLARER: Final = Provision(
    "62B2",
    "attention is drawn to it before it is established, and the card is declarer's, dummy's or one that lay "
    "face up",
    "A legal card is played instead, and nothing further follows. The other side may change cards played "
    "after it (Law 62C).",
)
TWELFTH_CORRECTED: Final = Provision(
    "62D1",
    "it is found on the twelfth trick before all four hands are back in the board",
    "It must be corrected, established or not, and the trick is counted with the legal card.",
    "The tricks are counted with the legal cards: the director says what they come to.",
)
WON_BY_OFFENDER: Final = Provision(
    "64A1",
    "it is established, and the offending player won the trick",
    "The play goes on to its end. A trick that dummy wins is not one that declarer wins.",
    "That trick goes to the other side, with one of those that the offending side won later, if any.",
)
NOT_WON_BY_OFFENDER: Final = Provision(
    "64A2",
    "it is established, and the offending player did not win the trick",
    "The play goes on to its end.",
    "One trick goes to the other side, if the offending side won that one or a later one.",
)
NONE_WON: Final = Provision(
    "64B1",
    "the offending side won neither that trick nor a later one that is not transferred yet",
    "Nothing further follows.",
    NO_TRICK,
)
SAME_SUIT_AGAIN: Final = Provision(
    "64B2",
    "the same player had revoked in the same suit before, and that revoke was established",
    "Only the first revoke moves tricks; the director looks at what the later ones cost (Law 64C2).",
    NO_TRICK,
)
FACED_HAND: Final = Provision(
    "64B3",
    "the card that should have been played lay face up: dummy's, or a penalty card",
    "Nothing further follows: everybody could see it.",
    NO_TRICK,
)
NEXT_BOARD: Final = Provision(
    "64B4",
    "attention was first drawn to it when the other side had called on the next board",
    "Nothing further follows.",
    NO_TRICK,
)
ROUND_OVER: Final = Provision(
    "64B5",
    "attention was first drawn to it after the round had ended",
    "Nothing further follows.",
    NO_TRICK,
)
TWELFTH: Final = Provision(
    "64B6", "it was on the twelfth trick", "Nothing further follows, but see Law 62D.", NO_TRICK
)
BOTH_SIDES: Final = Provision(
    "64B7",
    "both sides revoked on the board, and both revokes are established",
    "Neither side gets tricks for them; the director looks at what would have happened without any revoke "
    "(Law 64C2).",
    NO_TRICK,
)
EQUITY: Final = Provision(
    "64C1",
    "the tricks do not make good the damage that the revoke did",
    "The other side gets what it would have had without the revoke.",
    ASSIGNED,
)
PROVISIONS: Final = (
    CORRECTED_BY_DEFENDER,
    CORRECTED_BY_DECLARER,
    TWELFTH_CORRECTED,
    WON_BY_OFFENDER,
    NOT_WON_BY_OFFENDER,
    NONE_WON,
    SAME_SUIT_AGAIN,
    FACED_HAND,
    NEXT_BOARD,
    ROUND_OVER,
    TWELFTH,
    BOTH_SIDES,
    EQUITY,
)


_FREE: Final = {
    each.key: each for each in (NONE_WON, SAME_SUIT_AGAIN, FACED_HAND, TWELFTH, BOTH_SIDES)
}


def look(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    fact = replay.trick(finding.at.trick)
    seat = finding.seat
    if fact is None or seat is None:
        return
    cost = costs(replay).get((fact.number, seat))
    fixed = _established(replay, seat, fact)
    if fixed is None and replay.contract is not None:
        defends = team_of(seat) != team_of(replay.contract.by)
        yield (CORRECTED_BY_DEFENDER if defends else CORRECTED_BY_DECLARER).stands(None)
    free = _FREE.get(cost.ground) if cost is not None else None
    if free is TWELFTH:
        yield TWELFTH_CORRECTED.assigned(None)
    if free is not None:
        yield free.stands(fixed)
    else:
        yield from _tricks(cost, other_team(team_of(seat)), fixed)
        yield NEXT_BOARD.stands(None)
        yield ROUND_OVER.stands(None)
    yield EQUITY.assigned(None)


def _tricks(cost: Cost | None, to: Team, fixed: bool | None) -> Iterator[Open]:
    """The tricks of Law 64A; each of its ways, where the record does not show how many they are."""
    ground = None if cost is None else cost.ground
    if cost is not None and cost.tricks is not None:
        way = WON_BY_OFFENDER if ground == WON_BY_OFFENDER.key else NOT_WON_BY_OFFENDER
        yield way.tricks(fixed, to, cost.tricks)
        return
    if ground != NOT_WON_BY_OFFENDER.key:
        yield WON_BY_OFFENDER.tricks(None, to, 2)
    if ground != WON_BY_OFFENDER.key:
        yield NOT_WON_BY_OFFENDER.tricks(None, to, 1)
        yield NONE_WON.stands(None)


def _established(replay: BridgeReplay, seat: Seat, fact: TrickFact) -> bool | None:
    """Whether the record shows it established (Law 63A): the offending side played to a later trick, or made
    or agreed to a claim or concession. None where the record ends before."""
    side = team_of(seat)
    later = [each for each in replay.play.tricks if each.number > fact.number]
    played = any(who is not None and team_of(who) == side for each in later for who in each.seats)
    ended = replay.event(EventKind.CLAIM) or replay.event(EventKind.CONCEDE)
    denied = any(
        each.team and each.team.value == side for each in replay.event(EventKind.CHALLENGE)
    )
    return True if played or (ended and not denied) else None
