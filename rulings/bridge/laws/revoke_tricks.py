"""What the revokes of a deal cost by Law 64: the paragraph of each, and how many tricks go over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from fairdeal.records.cards import Seat, Team
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.signs import Sign

Ground = Literal["64A1", "64A2", "64B1", "64B2", "64B3", "64B6", "64B7"]


@dataclass(frozen=True, slots=True)
class Revoked:
    """A revoke that the cards show."""

    fact: TrickFact
    seat: Seat
    team: Team
    suit: str

    @property
    def won(self) -> bool:
        """Whether the offending player won the trick. One that dummy won is not declarer's."""
        return self.fact.winner == self.seat


@dataclass(frozen=True, slots=True)
class Cost:
    """What one revoke costs. `tricks` is None where the play is not recorded to its end."""

    ground: Ground
    tricks: int | None


Costs = dict[tuple[int, Seat], Cost]
"""By trick and seat."""


def revoked(replay: BridgeReplay) -> list[Revoked]:
    """The revokes that the cards show, in the order played."""
    return list(_revoked(replay))


def _revoked(replay: BridgeReplay) -> Iterator[Revoked]:
    for fact in replay.play.tricks:
        lead = fact.cards[0] if fact.cards else None
        for index, bits in sorted(fact.faults.items()):
            seat = fact.seats[index]
            if bits & Sign.REVOKE and seat is not None and lead is not None:
                yield Revoked(fact, seat, replay.table.team[seat], lead.suit)


def costs(replay: BridgeReplay) -> Costs:
    """What each revoke that the cards show costs.

    A trick goes over once: of several revokes by one side, each takes its own trick and the first that is
    left of the later ones.
    """
    found = revoked(replay)
    both = len({each.team for each in found}) == 2
    before: set[tuple[Seat, str]] = set()
    gone = {each.fact.number for each in found if each.won}
    done: Costs = {}
    for each in found:
        key = (each.fact.number, each.seat)
        ground = _no_trick(replay, each, both, (each.seat, each.suit) in before)
        before.add((each.seat, each.suit))
        if ground is not None:
            done[key] = Cost(ground, 0)
        elif not replay.play.complete:
            done[key] = Cost("64A1" if each.won else "64A2", None)
        else:
            left = next((n for n in _won_from(replay, each) if n not in gone), None)
            gone |= set() if left is None else {left}
            tricks = min(replay.table.book.penalties.revoke_tricks, each.won + (left is not None))
            done[key] = Cost("64A1" if each.won else "64A2" if tricks else "64B1", tricks)
    return done


def _no_trick(replay: BridgeReplay, each: Revoked, both: bool, again: bool) -> Ground | None:
    if each.seat == replay.dummy:
        return "64B3"
    if again:
        return "64B2"
    if not replay.play.complete:
        return None  # the record does not show whether all of them were established
    if each.fact.number >= replay.table.hand - 1:
        return "64B6"
    return "64B7" if both else None


def _won_from(replay: BridgeReplay, each: Revoked) -> Iterator[int]:
    """The numbers of the tricks that a side won, from that of its revoke on."""
    for fact in replay.play.tricks:
        won = fact.winner is not None and replay.table.team[fact.winner] == each.team
        if won and fact.number >= each.fact.number:
            yield fact.number
