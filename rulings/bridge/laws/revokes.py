"""Revokes: Laws 61 to 64, and what the revokes of a deal cost by Law 64."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.records import EventKind, Seat, Team, other_team, team_of
from fairdeal.rulings.bridge.laws.provision import (
    ASSIGNED,
    DAMAGE,
    MAJOR_CARD,
    Open,
    Provision,
    by_key,
    standing,
)
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import Finding
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
    return [
        Revoked(fact, seat, replay.table.team[seat], lead.suit)
        for fact, index in replay.play.with_fault(Sign.REVOKE)
        if (seat := fact.seats[index]) is not None and (lead := fact.cards[0]) is not None
    ]


def costs(replay: BridgeReplay) -> Costs:
    """What each revoke that the cards show costs.

    A trick is transferred once: of several revokes by one side, each takes its own trick and the first
    that is left of the later ones.
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


NO_TRICK: Final = f"No trick is transferred. {DAMAGE}"

REVOKES: Final = (
    Provision(
        "62B1",
        "attention is drawn to it before it is established, and the card is a defender's",
        f"The defender plays a legal card instead. {MAJOR_CARD} The other side may change cards played after "
        "it (Law 62C).",
    ),
    Provision(
        "62B2",
        "attention is drawn to it before it is established, and the card is declarer's, dummy's or one that "
        "lay face up",
        "A legal card is played instead, and nothing further follows. The other side may change cards played "
        "after it (Law 62C).",
    ),
    Provision(
        "62D1",
        "it is found on the twelfth trick before all four hands are back in the board",
        "It must be corrected, established or not, and the trick is counted with the legal card.",
        "The tricks are counted with the legal cards: the director says what they come to.",
    ),
    Provision(
        "64A1",
        "it is established, and the offending player won the trick",
        "The play goes on to its end. A trick that dummy wins is not one that declarer wins.",
        "That trick goes to the other side, with one of those that the offending side won later, if any.",
    ),
    Provision(
        "64A2",
        "it is established, and the offending player did not win the trick",
        "The play goes on to its end.",
        "One trick goes to the other side, if the offending side won that one or a later one.",
    ),
    Provision(
        "64B1",
        "the offending side won neither that trick nor a later one that is not transferred yet",
        "Nothing further follows.",
        NO_TRICK,
    ),
    Provision(
        "64B2",
        "the same player had revoked in the same suit before, and that revoke was established",
        "Only the first revoke moves tricks; the director looks at what the later ones cost (Law 64C2).",
        NO_TRICK,
    ),
    Provision(
        "64B3",
        "the card that should have been played lay face up: dummy's, or a penalty card",
        "Nothing further follows: everybody could see it.",
        NO_TRICK,
    ),
    Provision(
        "64B4",
        "attention was first drawn to it when the other side had called on the next board",
        "Nothing further follows.",
        NO_TRICK,
    ),
    Provision(
        "64B5",
        "attention was first drawn to it after the round had ended",
        "Nothing further follows.",
        NO_TRICK,
    ),
    Provision(
        "64B6", "it was on the twelfth trick", "Nothing further follows, but see Law 62D.", NO_TRICK
    ),
    Provision(
        "64B7",
        "both sides revoked on the board, and both revokes are established",
        "Neither side gets tricks for them; the director looks at what would have happened without any "
        "revoke (Law 64C2).",
        NO_TRICK,
    ),
    Provision(
        "64C1",
        "the tricks do not make good the damage that the revoke did",
        "The other side gets what it would have had without the revoke.",
        ASSIGNED,
    ),
)


_FREE: Final = ("64B1", "64B2", "64B3", "64B6", "64B7")


def look_at_revoke(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    fact = replay.trick(finding.at.trick)
    seat = finding.seat
    if fact is None or seat is None:
        return
    cost = costs(replay).get((fact.number, seat))
    fixed = _established(replay, seat, fact)
    if fixed is None and replay.contract is not None:
        defends = team_of(seat) != team_of(replay.contract.by)
        yield (LAW["62B1"] if defends else LAW["62B2"]).stands(None)
    free = cost.ground if cost is not None and cost.ground in _FREE else None
    if free == "64B6":
        yield LAW["62D1"].assigned(None)
    if free is not None:
        yield LAW[free].stands(fixed)
    else:
        yield from _tricks(cost, other_team(team_of(seat)), fixed)
        yield from standing(LAW, {"64B4": None, "64B5": None})
    yield LAW["64C1"].assigned(None)


def _tricks(cost: Cost | None, to: Team, fixed: bool | None) -> Iterator[Open]:
    """The tricks of Law 64A; each of its ways, where the record does not show how many they are."""
    ground = None if cost is None else cost.ground
    if cost is not None and cost.tricks is not None:
        way = LAW["64A1"] if ground == "64A1" else LAW["64A2"]
        yield way.tricks(fixed, to, cost.tricks)
        return
    if ground != "64A2":
        yield LAW["64A1"].tricks(None, to, 2)
    if ground != "64A1":
        yield LAW["64A2"].tricks(None, to, 1)
        yield LAW["64B1"].stands(None)


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


LAW: Final = by_key(REVOKES)
