"""A claim in a deal that the other side contested, judged by the lines that count (Laws 68 to 71)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from fairdeal.records.cards import Seat, Team, other_team, team_of
from fairdeal.records.record import Event, EventKind
from fairdeal.rulings.bridge.claims.least import Least, least_tricks
from fairdeal.rulings.bridge.double_dummy.played import position_at
from fairdeal.rulings.bridge.double_dummy.position import Position, is_whole
from fairdeal.rulings.bridge.replay.deal import BridgeReplay

MOST_JUDGED: Final = 16
"""Positions that are looked into for one claim: doubtful cards may give it many."""
TOO_MANY: Final = "there are too many lines of play to look at"


@dataclass(frozen=True, slots=True)
class ClaimFact:
    """A contested claim, before card `index` (from 0) of a trick.

    `won`: tricks that the side had before. `claimed`: how many of those left it claims, all of them unless
    the tricks written say fewer. `least` is over normal lines; `any_line`: no allowed line at all gives it
    fewer than it claims. Both are None where that was not worked out, for the reason `why`.
    """

    event: Event
    trick: int
    index: int
    seat: Seat
    team: Team
    statement: str = ""
    won: int = 0
    claimed: int = 0
    left: int = 0
    least: Least | None = None
    any_line: bool | None = None
    why: str = ""

    @property
    def holds(self) -> bool | None:
        return None if self.least is None else self.least.tricks >= self.claimed

    @property
    def given_back(self) -> int:
        """Tricks conceded that no normal play could lose (Law 71)."""
        return max(0, (0 if self.least is None else self.least.tricks) - self.claimed)


def claim_of(replay: BridgeReplay) -> ClaimFact | None:
    """The first claim of a deal, if it was contested: one that was agreed stands as written (Law 69)."""
    fact = _first(replay)
    if fact is None or not _contested(replay, fact.team):
        return None
    hands = {seat: frozenset(hand.cards) for seat, hand in replay.dealt.items()}
    trump = replay.contract.trump if replay.contract is not None else None
    if trump is None or not replay.hands_known() or not is_whole(hands):
        return replace(fact, why="not every card is known")
    found = position_at(hands, replay.play.tricks, trump, fact.trick, fact.index)
    if found is None:
        return replace(fact, why="the play before it is not known")
    position, won = found
    fact = replace(fact, won=won[fact.team], left=position.tricks_left)
    fact = replace(fact, claimed=_claimed(replay, fact))
    least, any_line = _judged(replay, position, fact)
    return replace(fact, least=least, any_line=any_line, why="" if least else TOO_MANY)


def note_on(replay: BridgeReplay, event: Event) -> str:
    """What to say of a claim that no finding speaks of; empty where one does."""
    first = _first(replay)
    if first is None or first.event is not event:
        return "" if event.seat is not None and event.seat.value == replay.dummy else _SECOND
    claim = claim_of(replay)
    if claim is None:
        return "The other side did not deny the claim: it stands as it is written."
    return f"The claim was not judged: {claim.why}." if claim.why else ""


_SECOND: Final = "Only the first claim of a deal is judged."


def _claimed(replay: BridgeReplay, fact: ClaimFact) -> int:
    """Tricks claimed of those left: all, or what the tricks written leave after those won before."""
    points = replay.seen.points
    own, others = points.get(fact.team), points.get(other_team(fact.team))
    if own is None and others is not None:
        own = replay.table.hand - others
    if own is None or not fact.won <= own <= fact.won + fact.left:
        return fact.left
    return own - fact.won


def _judged(
    replay: BridgeReplay, position: Position, fact: ClaimFact
) -> tuple[Least | None, bool | None]:
    """The least over normal lines, and whether no line at all gives less; kept for each position."""
    known: dict[str, tuple[Least | None, bool | None]]
    known = replay.seen.parts.setdefault("bridge claims", {})
    key = repr((position, fact.team, fact.claimed))
    if key not in known:
        if len(known) >= MOST_JUDGED:
            return None, None
        declares = replay.contract is not None and fact.team == team_of(replay.contract.by)
        least = least_tricks(position, fact.team, together=declares)
        any_line: bool | None = None
        if least is not None and least.tricks >= fact.claimed:
            every = least_tricks(position, fact.team, every_line=True)
            any_line = None if every is None else every.tricks >= fact.claimed
        known[key] = least, any_line
    return known[key]


def _first(replay: BridgeReplay) -> ClaimFact | None:
    """The first claim by somebody who plays, with what was noted after it: dummy has no say (Law 43)."""
    for place, trick in enumerate(replay.seen.tricks):
        for before, event in trick.events:
            seat = event.seat.value if event.seat is not None else None
            if event.kind is not EventKind.CLAIM or seat not in replay.table.after:
                continue
            if seat == replay.dummy:
                continue
            assert seat is not None
            over = before >= len(replay.table.after)
            number, index = (trick.number + 1, 0) if over else (trick.number, before)
            team = replay.table.team[seat]
            return ClaimFact(event, number, index, seat, team, _statement(replay, place, event))
    return None


def _statement(replay: BridgeReplay, place: int, claim: Event) -> str:
    """What was noted after the claim: how the player meant to go on, perhaps."""
    events = [event for trick in replay.seen.tricks[place:] for _, event in trick.events]
    later = [*events[events.index(claim) + 1 :], *replay.deal.closing]
    return "; ".join(event.text for event in later if event.kind is EventKind.NOTE and event.text)


def _contested(replay: BridgeReplay, team: Team) -> bool:
    """Whether the other side denied the claim, and did not give in."""
    contested = False
    for event in replay.deal.all_events():
        if event.team is not None and event.team.value == other_team(team):
            if event.kind is EventKind.CHALLENGE:
                contested = True
            elif event.kind is EventKind.CONCEDE:
                contested = False
    return contested
