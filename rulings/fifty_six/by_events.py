"""What events lead to: the findings about each kind, how sure they are, and what is said of the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from fairdeal.records.record import EventKind
from fairdeal.rulings.doubt.dependence import Needed
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.frame.finding import Note
from fairdeal.rulings.replay.deal import Happening

CLAIMS: Final = ("claim-defeated", "claim-stands")

RULED_BY: Final = {
    EventKind.EXPOSED: ("card-exposed",),
    EventKind.RETRACTED: ("card-retracted",),
    EventKind.DISCLOSED: ("constraining-hand",),
    EventKind.CLAIM: CLAIMS,
    EventKind.SILENCE: ("missing-call",),
    EventKind.REVIEW: ("auction-review", "trick-review"),
    EventKind.SCORE_QUERY: ("score-query",),
    EventKind.CONDUCT: ("conduct",),
    EventKind.SEATS: ("seat-change",),
    EventKind.SWAP_TEAMS: ("seat-change",),
    EventKind.REDEAL: ("play-abandoned", "card-exposed", "constraining-hand", "void-trump-redeal"),
}
"""The findings that events lead to. Where a rulebook has none of them, that is said."""


def by_events(replay: DealReplay) -> dict[str, list[Needed]]:
    """By the findings that events lead to: what of the events may have been read wrongly."""
    found: dict[str, list[Needed]] = {}
    for event in replay.events:
        for code in RULED_BY.get(event.kind, ()) if event.left_over else ():
            needed = [Needed(place, left / (1.0 - left)) for place, left in event.left_over]
            found.setdefault(code, []).extend(needed)
    return found


def notes_on_events(world: DealReplay, cited: Collection[str]) -> Iterator[Note]:
    """The events of a deal that nothing is made of; `cited` are the rules that the rulebook has."""
    game = world.seen.game
    for each in world.happenings:
        if each.among:
            yield Note(_which(each), game, span=each.event.span, severity="warning")
    for event in world.events:
        if event.kind is EventKind.CLAIM and world.contract is None:
            words = "A claim was made, but the contract is not known, so the claim is not judged."
            yield Note(words, game, span=event.span)
        codes = RULED_BY.get(event.kind)
        if codes and not any(code in cited for code in codes):
            words = f'"{event.kind.value}" is noted; this rulebook has no rule about it.'
            yield Note(words, game, span=event.span)


def _which(happening: Happening) -> str:
    """The question which act an objection or a warning is about."""
    event = happening.event
    team = event.team.value if event.team is not None else None
    did = "team {} objected to" if event.kind is EventKind.OBJECTION else "team {} was warned for"
    acts = [", ".join(place.parts) for place in happening.among]
    return (
        f"It is not clear which act {did.format(team)}: {', '.join(acts[:-1])} or {acts[-1]}. "
        f"Write it, for example: ! {event.kind.value} {team} @ {happening.among[0]}"
    )
