"""The events of a deal and the acts that they belong to: a call or a card, right before or named."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from fairdeal.records.cards import Seat, Team, other_team
from fairdeal.records.place import Place
from fairdeal.records.record import Event, EventKind
from fairdeal.rulings.replay.places import card_place
from fairdeal.rulings.replay.play import PlayReplay, TrickFact
from fairdeal.rulings.replay.seen import Seen
from fairdeal.rulings.replay.signs import Sign

When = Literal["before", "auction", "play", "closing"]
"""Where an event is recorded: before the deal's first call, among calls or cards, or after all."""

_OBJECTS: Final = (EventKind.OBJECTION, EventKind.WARNING)

_IN_PASSING: Final = (EventKind.NOTE, EventKind.OTHER)
"""Events that nobody objects to."""

IRREGULAR: Final = (
    Sign.UNAPPROVED | Sign.INSUFFICIENT | Sign.RANGE | Sign.OPENING | Sign.CALL_TURN | Sign.SUIT_NOT_HELD
    | Sign.DOUBLE | Sign.REDOUBLE | Sign.AFTER_CLOSE | Sign.SELF_RAISE
    | Sign.REVOKE | Sign.LEAD_TURN | Sign.PLAY_TURN
)  # fmt: skip
"""Acts that the other side may object to."""

Act = tuple[Place, Team | None]
"""An irregular act, and the side whose it was."""


class Call(Protocol):
    """What a call of any game tells."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def faults(self) -> Sign: ...


@dataclass(frozen=True, slots=True, eq=False)
class Happening:
    """An event, the act that it belongs to (None: it stands before all of them), and when it was noted.

    `among`: the irregular acts that an objection or a warning may be about, where there are several.
    """

    event: Event
    place: Place | None
    when: When
    among: tuple[Place, ...] = ()

    def objects(self, team: Team) -> bool:
        """Whether it is the other side's objection to an act of `team`, or a warning to `team` for it."""
        return _objected_to(self.event) == team


def _objected_to(event: Event) -> Team | None:
    """The side whose act an objection or a warning is about."""
    if event.kind not in _OBJECTS or event.team is None or event.team.value is None:
        return None
    team = event.team.value
    return other_team(team) if event.kind is EventKind.OBJECTION else team


def happenings_of(
    seen: Seen, play: PlayReplay, calls: Sequence[Call], teams: Mapping[Seat, Team]
) -> tuple[Happening, ...]:
    """Every event of a deal in the order recorded.

    An objection belongs to the act before it. Where that act is in order, and on the line below a trick or
    behind the auction, it belongs to the only irregular act before it there.
    """
    found: list[Happening] = []
    done: set[tuple[EventKind, Place | None]] = set()
    happened: set[Place | None] = set()
    for place, event, when, acts in _placed(seen, play, _Acts(calls, teams)):
        about = _objected_to(event) if place not in happened else None
        meant = [
            act
            for act, team in acts
            if about is not None and team == about and (event.kind, act) not in done
        ]
        place = meant[0] if len(meant) == 1 else place
        found.append(Happening(event, place, when, tuple(meant) if len(meant) > 1 else ()))
        if event.kind in _OBJECTS:
            done.add((event.kind, place))
        elif event.kind not in _IN_PASSING:
            happened.add(place)  # whoever objects there may object to that
    return tuple(found)


def objections_in(happenings: Iterable[Happening]) -> dict[tuple[str, ...], list[Happening]]:
    """The objections and warnings, by the act that they are about."""
    found: dict[tuple[str, ...], list[Happening]] = {}
    for each in happenings:
        if each.event.kind in _OBJECTS and each.place is not None:
            found.setdefault(each.place.parts[:2], []).append(each)
    return found


MOST_MEANT: Final = 6
"""Irregular acts that an objection may mean, the last before it: the question has to stay short."""


class _Acts:
    """The irregular acts of a deal, by auction and trick."""

    def __init__(self, calls: Sequence[Call], teams: Mapping[Seat, Team]) -> None:
        self.teams = teams
        self.calls = [call for call in calls if call.faults & IRREGULAR]
        self.numbers = [call.number for call in self.calls]

    def of_calls(self, before: int) -> list[Act]:
        """Those among the first calls."""
        end = bisect_right(self.numbers, before)
        return [
            (Place.of(f"call {call.number}"), self._team(call.seat))
            for call in self.calls[max(0, end - MOST_MEANT) : end]
        ]

    def of_cards(self, fact: TrickFact, before: int) -> list[Act]:
        """Those among the first cards of a trick."""
        faulty = [n for n, bits in fact.faults.items() if n < before and bits & IRREGULAR]
        return [
            (card_place(fact, n), self._team(fact.seats[n])) for n in sorted(faulty)[-MOST_MEANT:]
        ]

    def _team(self, seat: Seat | None) -> Team | None:
        return self.teams.get(seat) if seat is not None else None


def _placed(
    seen: Seen, play: PlayReplay, irregular: _Acts
) -> Iterator[tuple[Place | None, Event, When, Sequence[Act]]]:
    """Every event with the act before it, or the place that it names, and the irregular acts it may mean."""
    tricks = {fact.number: fact for fact in play.tricks}

    def meant(event: Event, act: Place | None, acts: Sequence[Act], more: bool) -> Sequence[Act]:
        """The acts that an event may mean after an act, or at the place named, if that is a whole trick."""
        if event.at is None:
            return () if more and any(each == act for each, _ in acts) else acts
        at = event.at.within_deal()
        fact = tricks.get(at.number("trick") or 0) if len(at.parts) == 1 else None
        return irregular.of_cards(fact, len(fact.cards)) if fact is not None else ()

    def act_of(event: Event, act: Place | None) -> Place | None:
        return event.at.within_deal() if event.at is not None else act

    for event in seen.deal.events:
        yield act_of(event, None), event, "before", ()
    last: Place | None = None
    for before, event in seen.call_events:
        act = Place.of(f"call {before}") if before else None
        acts = meant(event, act, irregular.of_calls(before), before < len(seen.said))
        yield act_of(event, act), event, "auction", acts
    if seen.said:
        last = Place.of(f"call {len(seen.said)}")
    for trick, fact in zip(seen.tricks, play.tricks, strict=True):
        for before, event in trick.events:
            act = card_place(fact, before - 1) if before else last
            acts = meant(event, act, irregular.of_cards(fact, before), before < len(fact.cards))
            yield act_of(event, act), event, "play", acts
        if fact.cards:
            last = card_place(fact, len(fact.cards) - 1)
    for event in seen.deal.closing:
        yield act_of(event, last), event, "closing", meant(event, last, (), False)
