"""The events of a deal and the acts that they belong to: a call or a card, right before or named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.records.events import Event, EventKind
from fairdeal.records.place import Place
from fairdeal.records.seats import Team, other_team
from fairdeal.rulings.replay.places import card_place
from fairdeal.rulings.replay.play import PlayReplay
from fairdeal.rulings.replay.seen import Seen

When = Literal["before", "auction", "play", "closing"]
"""Where an event is recorded: before the deal's first call, among calls or cards, or after all."""

_OBJECTS: Final = (EventKind.OBJECTION, EventKind.WARNING)


@dataclass(frozen=True, slots=True, eq=False)
class Happening:
    """An event, the act that it belongs to (None: it stands before all of them), and when it was noted."""

    event: Event
    place: Place | None
    when: When

    def objects(self, team: Team) -> bool:
        """Whether it is the other side's objection to an act of `team`, or a warning to `team` for it."""
        by = other_team(team) if self.event.kind is EventKind.OBJECTION else team
        return self.event.team is not None and self.event.team.value == by


def happenings_of(seen: Seen, play: PlayReplay) -> tuple[Happening, ...]:
    """Every event of a deal in the order recorded."""
    return tuple(
        Happening(event, place.within_deal() if place is not None else None, when)
        for place, event, when in _placed(seen, play)
    )


def objections_in(happenings: Iterable[Happening]) -> dict[tuple[str, ...], list[Happening]]:
    """The objections and warnings, by the act that they are about."""
    found: dict[tuple[str, ...], list[Happening]] = {}
    for each in happenings:
        if each.event.kind in _OBJECTS and each.place is not None:
            found.setdefault(each.place.parts[:2], []).append(each)
    return found


def _placed(seen: Seen, play: PlayReplay) -> Iterator[tuple[Place | None, Event, When]]:
    for event in seen.deal.events:
        yield event.at, event, "before"
    last: Place | None = None
    for before, event in seen.call_events:
        yield event.at or (Place.of(f"call {before}") if before else None), event, "auction"
    if seen.said:
        last = Place.of(f"call {len(seen.said)}")
    for trick, fact in zip(seen.tricks, play.tricks, strict=True):
        for before, event in trick.events:
            yield event.at or (card_place(fact, before - 1) if before else last), event, "play"
        if fact.cards:
            last = card_place(fact, len(fact.cards) - 1)
    for event in seen.deal.closing:
        yield event.at or last, event, "closing"
