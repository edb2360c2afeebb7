"""A deal replayed, whatever the game, and its events with the acts that they belong to."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, Generic, Literal, TypeVar

from fairdeal.records import (
    Card,
    Contract,
    Deal,
    Event,
    EventKind,
    Place,
    Seat,
    Span,
    Team,
    in_groups,
    other_team,
)
from fairdeal.rulings.frame.finding import Finding, established
from fairdeal.rulings.replay.calls import Auction, CallMade
from fairdeal.rulings.replay.play import PlayReplay, TrickFact, card_place
from fairdeal.rulings.replay.reading import Seen
from fairdeal.rulings.replay.signs import NO_SIGN, Has, Sign
from fairdeal.rulings.replay.table import Holdings, Seating

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
    seen: Seen, play: PlayReplay, calls: Sequence[CallMade], teams: Mapping[Seat, Team]
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
    return in_groups(
        (each.place.parts[:2], each)
        for each in happenings
        if each.event.kind in _OBJECTS and each.place is not None
    )


MOST_MEANT: Final = 6
"""Irregular acts that an objection may mean, the last before it: the question has to stay short."""


class _Acts:
    """The irregular acts of a deal, by auction and trick."""

    def __init__(self, calls: Sequence[CallMade], teams: Mapping[Seat, Team]) -> None:
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


# --- cards taken back -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refused:
    """A card of `seat` that did not stand, and the one (`index`, from 0) that did in its place."""

    event: Event
    seat: Seat
    fact: TrickFact
    index: int

    @property
    def cards(self) -> list[Card]:
        return [card.value for card in self.event.cards if card.value is not None]


def refused(replay: AnyReplay) -> Iterator[Refused]:
    """Every such card, in the order noted. A card taken back whose turn it was is not one."""
    for happening in replay.happenings:
        event = happening.event
        seat = event.seat.value if event.seat is not None else None
        if event.kind is not EventKind.RETRACTED or event.replaced_seat is None or seat is None:
            continue
        found = _stood(replay, happening)
        if found is None or seat not in replay.table.after:
            continue
        fact, index = found
        due = fact.leader if not index else fact.seats[index]
        if due is not None and due != seat:
            yield Refused(event, seat, fact, index)


def _stood(replay: AnyReplay, happening: Happening) -> tuple[TrickFact, int] | None:
    """Where the card that stood was played: an event before a trick's first card may be of that trick."""
    card = happening.event.replaced_by.value if happening.event.replaced_by is not None else None
    at = happening.place.number("trick") if happening.place is not None else None
    near = [fact for fact in replay.play.tricks if fact.number in (at or 0, (at or 0) + 1)]
    found = (fact for fact in near if card is not None and card in fact.cards)
    return next(((fact, fact.cards.index(card)) for fact in found), None)


def contested(
    events: Iterable[Event], team: Team, withdrawn: re.Pattern[str] | None = None
) -> bool:
    """Whether the other side denied a claim of `team`, and did not give in. `withdrawn`: words of a note by
    which a denial was taken back."""
    denied = False
    for event in events:
        if event.kind is EventKind.NOTE and withdrawn and withdrawn.search(event.text or ""):
            denied = False
        elif event.team is not None and event.team.value == other_team(team):
            if event.kind is EventKind.CHALLENGE:
                denied = True
            elif event.kind is EventKind.CONCEDE:
                denied = False
    return denied


# --- the deal ---------------------------------------------------------------------------------------


ContractSource = Literal["auction", "open auction", "record", "ruled", "none"]
"""Where the contract is from; `ruled`: a committee lets it stand, whatever the auction made."""


T = TypeVar("T", bound=Seating)
A = TypeVar("A", bound=Auction[Any])


@dataclass(slots=True, eq=False)
class Replayed(Generic[T, A]):
    """A deal replayed. `signs` are all that were raised; a deal with none is clean.

    `contract` is what the play was for: made by the auction, by an auction whose last passes were not
    written, or, where no auction was recorded, as written down.
    """

    table: T
    seen: Seen
    dealt: Holdings
    auction: A
    play: PlayReplay
    contract: Contract | None
    source: ContractSource
    signs: Sign
    events: tuple[Event, ...]

    _has: Has | None = None
    _happenings: tuple[Happening, ...] | None = None
    _objections: dict[tuple[str, ...], list[Happening]] | None = None

    @property
    def deal(self) -> Deal:
        return self.seen.deal

    @property
    def end(self) -> bool:
        """Whether the hands are the end of a deal, the tricks before it not being recorded."""
        return False

    @property
    def dealer(self) -> Seat | None:
        return self.seen.head.dealer

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is remarked on the deal elsewhere: beside its row of a sheet."""
        return ()

    @property
    def played_on(self) -> bool:
        """Whether any card was played."""
        return bool(self.play.tricks and self.play.tricks[0].cards)

    @property
    def disputed(self) -> bool:
        """Whether a bid of a form that is not approved made the contract."""
        bid = self.auction.standing
        return self.source in ("auction", "open auction") and bid is not None and not bid.approved

    def event(self, kind: EventKind) -> tuple[Event, ...]:
        return tuple(event for event in self.events if event.kind is kind)

    def dealt_again(self, findings: Iterable[Finding]) -> bool:
        """Whether the record says that it was dealt again, or an established finding asks for it."""
        asked = any(each.remedy.kind == "redeal" for each in established(findings))
        return asked or bool(self.event(EventKind.REDEAL))

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """Every event with the act that it belongs to, in the order recorded."""
        if self._happenings is None:
            calls, teams = self.auction.calls, self.table.team
            self._happenings = (
                happenings_of(self.seen, self.play, calls, teams) if self.events else ()
            )
        return self._happenings

    def objected(self, place: Place, team: Team | None) -> bool:
        """Whether the other side of `team` objected to the act at a place, or `team` was warned for it."""
        if team is None or not self.events:
            return False
        if self._objections is None:
            self._objections = objections_in(self.happenings)
        return any(each.objects(team) for each in self._objections.get(place.parts[:2], ()))

    def declaring(self) -> Team | None:
        return self.table.team[self.contract.by] if self.contract else None

    def hands_known(self) -> bool:
        """Whether every card dealt to every seat is known."""
        return not any(hand.unknown for hand in self.dealt.values())

    def wrong_winners(self) -> Iterator[tuple[TrickFact, Seat, int, Span | None]]:
        """The tricks written for another seat: with that seat, the card that won, and where it is written."""
        winners, result = self.seen.winners, self.deal.result
        for fact in self.play.tricks:
            if fact.winner is None or not 0 < fact.number <= len(winners):
                continue
            written = winners[fact.number - 1]
            if written is None or written == fact.winner:
                continue
            span = None
            if result is not None and fact.number <= len(result.tricks):
                span = result.tricks[fact.number - 1].span or result.trick_spans.of(fact.number - 1)
            yield fact, written, fact.seats.index(fact.winner), span

    @property
    def has(self) -> Has:
        """What the record has of the deal."""
        if self._has is None:
            self._has = self._recorded()
        return self._has

    def _recorded(self) -> Has:
        seen, auction, play = self.seen, self.auction, self.play
        known, played = self.hands_known(), self.played_on
        hands = bool(seen.hands) or not all(hand.unknown for hand in self.dealt.values())
        return having(
            (
                not self.deal.unread,
                bool(seen.said),
                bool(seen.said) and not auction.unknown_end and None not in seen.said,
                self.dealer is not None,
                hands,
                known,
                played,
                played and play.complete,
                self.contract is not None,
                self.contract is not None and self.source != "record",
                bool(seen.winners),
                seen.head.contract_written,
                bool(seen.points),
                bool(seen.score),
            )
        )


AnyReplay = Replayed[Any, Any]
"""A deal replayed, of any game."""


_EACH: Final = (
    Has.READABLE,
    Has.AUCTION,
    Has.AUCTION_READABLE,
    Has.DEALER,
    Has.HANDS,
    Has.WHOLE_HANDS,
    Has.PLAY,
    Has.WHOLE_PLAY,
    Has.CONTRACT,
    Has.MADE_CONTRACT,
    Has.WINNERS,
    Has.WRITTEN_CONTRACT,
    Has.WRITTEN_POINTS,
    Has.WRITTEN_SCORE | Has.WRITTEN_PENALTY,
)


@lru_cache(maxsize=1024)
def having(each: tuple[bool, ...]) -> Has:
    """What a record has, of each of `_EACH` in order."""
    return reduce(or_, (has for has, there in zip(_EACH, each, strict=True) if there), Has(0))


def signs_of_hands(done: AnyReplay) -> Sign:
    """The signs of hands written with a wrong number of cards, and of cards that the pack does not have."""
    signs, counts = NO_SIGN, Counter(c for hand in done.dealt.values() for c in hand.cards)
    for seat, hand in done.dealt.items():
        if hand.source == "recorded" and len(done.seen.hands[seat]) != done.table.hand:
            signs |= Sign.HAND_SIZE
    if counts and (
        max(counts.values()) > done.table.copies or not counts.keys() <= done.table.pack
    ):
        signs |= Sign.PACK
    return signs


# --- cards that cannot be so --------------------------------------------------------------------------


def excess(replay: AnyReplay) -> int:
    """Cards of the pack that were dealt more often than it has them."""
    copies, pack = replay.table.copies, replay.table.pack
    counts = Counter(card for hand in replay.dealt.values() for card in hand.cards if card in pack)
    return sum(max(0, count - copies) for count in counts.values())


def dealt_of_no_pack(replay: AnyReplay) -> int:
    """Cards that no pack holds, each time that one is written in a hand.

    Such a card was no more played than dealt. Written in both it is two slips, or a misread card in one
    place would draw doubtful ones after it; in a trick alone it is one, whatever follows from it.
    """
    pack, hands = replay.table.pack, replay.seen.hands
    return sum(
        card is not None and card not in pack
        for seat in replay.dealt
        for card in hands.get(seat) or ()
    )


def played_of_no_pack(replay: AnyReplay) -> int:
    """Cards that no pack holds, each time that one is written in a trick."""
    count = 0
    for fact in replay.play.tricks:
        pack = replay.table.pack
        if not pack.issuperset(fact.cards):
            count += sum(card is not None and card not in pack for card in fact.cards)
    return count


def not_held(replay: AnyReplay) -> int:
    """Cards of the pack that were played by a seat that did not have them."""
    if not replay.signs & Sign.NOT_HELD:
        return 0
    pack = replay.table.pack
    return sum(fact.cards[index] in pack for fact, index in replay.play.with_fault(Sign.NOT_HELD))
