"""What the replays of a deal have in common, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Final, Generic, Literal, Protocol, TypeVar

from fairdeal.records.cards import Seat, Team
from fairdeal.records.place import Place, Span
from fairdeal.records.record import Deal, Event, EventKind
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.finding import Contract
from fairdeal.rulings.replay.events import Call, Happening, happenings_of, objections_in
from fairdeal.rulings.replay.holdings import Holdings
from fairdeal.rulings.replay.play import PlayReplay, TrickFact
from fairdeal.rulings.replay.seating import Seating
from fairdeal.rulings.replay.seen import Seen
from fairdeal.rulings.replay.signs import Sign
from fairdeal.rulings.replay.turns import Silences

ContractSource = Literal["auction", "open auction", "record", "ruled", "none"]
"""Where the contract is from; `ruled`: a committee lets it stand, whatever the auction made."""


class Auction(Protocol):
    """What every game's auction tells."""

    @property
    def calls(self) -> Sequence[Call]: ...
    @property
    def faults(self) -> Sign: ...
    @property
    def unknown_end(self) -> bool: ...
    @property
    def silences(self) -> Silences: ...


T = TypeVar("T", bound=Seating)
A = TypeVar("A", bound=Auction)


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

    def event(self, kind: EventKind) -> tuple[Event, ...]:
        return tuple(event for event in self.events if event.kind is kind)

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """Every event with the act that it belongs to, in the order recorded."""
        if self._happenings is None:
            self._happenings = self._happened() if self.events else ()
        return self._happenings

    def _happened(self) -> tuple[Happening, ...]:
        return happenings_of(self.seen, self.play, self.auction.calls, self.table.team)

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
            if result is not None:
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
