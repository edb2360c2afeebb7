"""What a rule is, and how its findings are put together."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal, Protocol, TypedDict, TypeVarTuple, Unpack

from fairdeal.records.deal import Deal
from fairdeal.records.events import Event, EventKind
from fairdeal.records.place import Place, Span
from fairdeal.records.seats import Seat, Team, other_team
from fairdeal.rulings.fifty_six.remedies import remedy_of, remedy_text
from fairdeal.rulings.fifty_six.replay.calls import CallFact
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.replay.play import PlayReplay, TrickFact
from fairdeal.rulings.fifty_six.replay.seen import Seen, kept
from fairdeal.rulings.fifty_six.replay.table import Seating
from fairdeal.rulings.fifty_six.session import Ruled, Session, SheetView
from fairdeal.rulings.frame.finding import At, Finding, Related, Remedy, Severity
from fairdeal.rulings.rulebooks.rulebook import Rulebook

DealCheck = Callable[[DealReplay], Iterable[Finding]]
RuledCheck = Callable[[Ruled], Iterable[Finding]]
SheetCheck = Callable[[Session, SheetView], Iterable[Finding]]
SessionCheck = Callable[[Session], Iterable[Finding]]

Act = tuple[int, int, Seat | None]
"""A card played: the trick, which of its cards from 0, and who played it."""

Facts = TypeVarTuple("Facts")


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of irregularity and how it is found.

    `deal` looks at a deal replayed, `maybe` for what the record leaves possible in it, `ruled` at
    the result written under it once its award is known, `sheet` at a score sheet, `session` at the
    record as a whole. `signs`: the deal is looked at only where one of these bits is raised (0:
    always). `needs`: what the record must have to be checked at all; `wants`: what it must have to
    be checked in full (bits of `rulings.frame.coverage`). `sheet_needs`: columns without which a sheet
    cannot be checked, any one of each group. `within`: what `deal` looks at, all of it: the auction
    with what the callers were dealt, or the play with the hands; None where it is more.
    """

    code: str
    severity: Severity
    deal: DealCheck | None = None
    maybe: DealCheck | None = None
    ruled: RuledCheck | None = None
    sheet: SheetCheck | None = None
    session: SessionCheck | None = None
    signs: int = 0
    needs: int = 0
    wants: int = 0
    ruled_needs: int = 0
    sheet_needs: tuple[tuple[str, ...], ...] = ()
    within: Literal["auction", "play"] | None = None

    def found_in(self, replay: DealReplay) -> Iterable[Finding]:
        """What `deal` finds; of readings that have the auction or the play in common, once.

        Events are looked at by every finding that somebody may have objected to.
        """
        if self.deal is None:
            return ()
        if self.within is None or replay.events:
            return self.deal(replay)
        part = replay.auction if self.within == "auction" else replay.play
        return kept(replay.seen, (self.code, id(part)), partial(_listed, self.deal, replay))


def _listed(check: DealCheck, replay: DealReplay) -> list[Finding]:
    return list(check(replay))


def join(first: Span | None, last: Span | None) -> Span | None:
    """The stretch from one span to the end of another."""
    if first is None or last is None:
        return last or first
    return Span(first.line, first.column, last.end_line, last.end_column)


def call_span(seen: Seen, number: int) -> Span | None:
    """Where a call stands in the text, with the seat written before it."""
    call = seen.where.call(number)
    return join(call.label.span if call.label else None, call.span) if call is not None else None


def card_span(seen: Seen, trick: int, index: int) -> Span | None:
    """Where a card of a trick stands in the text."""
    found = seen.where.card(trick, index)
    if found is None:
        return None
    row, play = found
    return play.card.span or row.spans.of(index)


def hand_span(deal: Deal, seat: Seat, index: int | None = None) -> Span | None:
    """Where a hand, or one of its cards (from 0), stands in the text."""
    hand = deal.hand(seat)
    if hand is None or not hand.cards:
        return None
    if index is not None:
        return hand.span_of(index) if index < len(hand.cards) else None
    return join(hand.span_of(0), hand.span_of(len(hand.cards) - 1))


class Replayed(Protocol):
    """What the replays of a deal have in common, whatever the game."""

    @property
    def table(self) -> Seating: ...
    @property
    def seen(self) -> Seen: ...
    @property
    def play(self) -> PlayReplay: ...
    @property
    def deal(self) -> Deal: ...

    acts: Any


class Details(TypedDict, total=False):
    """What a finding may have beside its place and message; `article` is one that the rulebook lists."""

    at: At
    span: Span | None
    article: str | None
    related: tuple[Related, ...]
    setting: str | None


def finding_in(
    replay: Replayed, book: Rulebook, code: str, severity: Severity, place: Place, message: str,
    seat: Seat | None, team: Team | None, remedy: Remedy, words: str, **more: Unpack[Details],
) -> Finding:  # fmt: skip
    """A finding in a deal of any game, with the article that the rulebook gives."""
    rule = book.findings[code]
    article, setting = more.get("article"), more.get("setting")
    return Finding(
        code=code, severity=severity,
        article=article if article in rule.articles else rule.article,
        place=place, message=message, remedy=remedy, remedy_text=words,
        deal=replay.deal.label, game=replay.seen.game, at=more.get("at", At(seat=seat)),
        seat=seat, team=team, related=more.get("related", ()), needs_objection=rule.objection,
        setting=book.shown(setting) if setting else None, span=more.get("span"),
    )  # fmt: skip


def make(
    replay: DealReplay, code: str, severity: Severity, place: Place, message: str,
    *, seat: Seat | None = None, team: Team | None = None, remedy: Remedy | None = None,
    **more: Unpack[Details],
) -> Finding:  # fmt: skip
    """A finding in a deal, with the article and the remedy that the rulebook gives.

    `seat` is as the record has it: one that the table does not have is of no team.
    """
    if team is None and seat is not None:
        team = replay.table.team.get(seat)
    remedy = remedy or remedy_of(replay.book, code, team)
    found = finding_in(
        replay, replay.book, code, severity, place, message, seat, team, remedy,
        remedy_text(remedy), **more,
    )  # fmt: skip
    if found.needs_objection:
        found = dataclasses.replace(found, objected=objection(replay, place, team))
    return found


def once(
    replay: DealReplay, build: Callable[[DealReplay, *Facts], Finding], *facts: *Facts
) -> Finding:
    """The finding that `build` puts together from a few facts, the same one in every reading.

    A doubtful deal is ruled on in some thousand readings, and most of what is found in one is found in
    others too; its words, places and spans are worked out for the first of them. `facts` (all
    hashable) are all that `build` may look at, beside what no reading changes: deal, table and
    rulebook. Where the deal has events nothing is kept, as these tell whether somebody objected.
    """
    if replay.events:
        return build(replay, *facts)
    kept, key = replay.seen.found, (build, *facts)
    found = kept.get(key)
    if found is None:
        found = kept[key] = build(replay, *facts)
    return found


def call_finding(
    replay: DealReplay, code: str, severity: Severity, fact: CallFact, message: str,
    *, article: str | None = None, related: tuple[Related, ...] = (), setting: str | None = None,
) -> Finding:  # fmt: skip
    """A finding about one call."""
    return make(
        replay, code, severity, Place.of(f"call {fact.number}"), message, seat=fact.seat,
        at=At(call=fact.number, seat=fact.seat), span=call_span(replay.seen, fact.number),
        article=article, related=related, setting=setting,
    )  # fmt: skip


def card_place(fact: TrickFact, index: int) -> Place:
    return act_place((fact.number, index, fact.seats[index]))


def act_place(act: Act) -> Place:
    trick, index, seat = act
    return Place.of(f"trick {trick}", f"seat {seat}" if seat is not None else f"card {index + 1}")


def card_finding(
    replay: DealReplay, code: str, severity: Severity, fact: TrickFact, index: int, message: str,
    *, related: tuple[Related, ...] = (), setting: str | None = None,
) -> Finding:  # fmt: skip
    """A finding about one card played (`index` counts from 0)."""
    act = (fact.number, index, fact.seats[index])
    return act_finding(replay, code, severity, act, message, related, setting)


def act_finding(
    replay: DealReplay, code: str, severity: Severity, act: Act, message: str,
    related: tuple[Related, ...] = (), setting: str | None = None,
) -> Finding:  # fmt: skip
    """A finding about one card played."""
    trick, index, seat = act
    return make(
        replay, code, severity, act_place(act), message, seat=seat,
        at=At(trick=trick, seat=seat, position=index + 1),
        span=card_span(replay.seen, trick, index), related=related, setting=setting,
    )  # fmt: skip


def said_text(fact: CallFact) -> str:
    """The words of a call as they are quoted in a message."""
    return f'"{fact.said.text}"' if fact.said is not None else "a call"


def who(seat: Seat | None) -> str:
    return f"Seat {seat}" if seat is not None else "Somebody"


def by_seat(seat: Seat | None) -> str:
    """Whose a bid was, to stand after it: `` by seat 3``, nothing where that is not known."""
    return f" by seat {seat}" if seat is not None else ""


# A finding's act may be objected to right after it or with the place named. -------------------

_OBJECTS: Final = (EventKind.OBJECTION, EventKind.WARNING)


@dataclass(slots=True)
class Acts:
    """The events of a deal with the place of the act that each belongs to, looked up once."""

    listed: list[tuple[Place, Event]]
    of_event: dict[int, Place] = field(default_factory=dict)
    """By the event's id: the deal keeps them all."""
    objections: dict[tuple[str, ...], list[Event]] = field(default_factory=dict)
    """Objections and warnings, by the act that they are about."""

    def __post_init__(self) -> None:
        for place, event in self.listed:
            self.of_event.setdefault(id(event), place)
            if event.kind in _OBJECTS and event.team is not None:
                self.objections.setdefault(place.parts[:2], []).append(event)


def acts(replay: Replayed) -> list[tuple[Place, Event]]:
    """Every event of auction and play with the place of the act it belongs to."""
    return _acts(replay).listed


def _acts(replay: Replayed) -> Acts:
    if replay.acts is None:
        replay.acts = Acts(_listed_acts(replay))
    found: Acts = replay.acts
    return found


def _listed_acts(replay: Replayed) -> list[tuple[Place, Event]]:
    seen, found = replay.seen, []
    last: Place | None = None
    for before, event in seen.call_events:
        act = Place.of(f"call {before}") if before else None
        found.append((event.at or act, event))
    if seen.said:
        last = Place.of(f"call {len(seen.said)}")
    for trick, fact in zip(seen.tricks, replay.play.tricks, strict=True):
        for before, event in trick.events:
            act = card_place(fact, before - 1) if before else last
            found.append((event.at or act, event))
        if fact.cards:
            last = card_place(fact, len(fact.cards) - 1)
    found += [(event.at or last, event) for event in replay.deal.closing]
    found += [(event.at, event) for event in replay.deal.events]
    return [(place.within_deal(), event) for place, event in found if place is not None]


def act_of(replay: Replayed, event: Event) -> Place | None:
    """The act that an event belongs to, None where it stands before all of them."""
    return _acts(replay).of_event.get(id(event))


def objection(replay: DealReplay, place: Place, team: Team | None) -> bool:
    """Whether the record shows that the other side objected to an act, or that it was warned for."""
    if not replay.events:
        return False
    if team is None:
        return False
    for event in _acts(replay).objections.get(place.parts[:2], ()):
        by = event.team.value if event.team is not None else None
        if by is None:
            continue
        if by == (other_team(team) if event.kind is EventKind.OBJECTION else team):
            return True
    return False
