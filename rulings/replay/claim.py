"""A claim of all remaining tricks, and whether it stands (international 4.10)."""

from __future__ import annotations

from dataclasses import dataclass

from records.cards import Card
from records.events import Event, EventKind
from records.seats import Seat, Team, other_team
from rulings.claims import ClaimUndecided, Line, Position, PositionError, refute
from rulings.replay.holdings import Dealt
from rulings.replay.play import PlayReplay
from rulings.replay.seen import Seen
from rulings.replay.table import Table

LEAST_CARDS = 2
"""Tabling so many cards is a claim; a single card that slips is not."""


@dataclass(frozen=True, slots=True)
class ClaimFact:
    """A claim as it was made, before card `index` (from 0) of a trick.

    `challenged`: the other side did not let it be. `line` refutes it; None where none does, or it was
    not looked for. `falls_to` gets all that remained; None where that cannot be told, `why` in words.
    """

    event: Event
    trick: int
    index: int
    seat: Seat
    team: Team
    challenged: bool
    line: Line | None
    falls_to: Team | None
    why: str = ""
    position: Position | None = None


def replay_claim(
    seen: Seen, play: PlayReplay, dealt: dict[Seat, Dealt], trump: str, table: Table
) -> ClaimFact | None:
    """The first claim of a deal, judged if it was challenged; None where there is none."""
    found = _first(seen)
    if found is None:
        return None
    event, trick, index = found
    seat = event.seat.value if event.seat is not None else None
    if seat is None or seat not in table.after:
        return None
    team = table.team[seat]
    if not _challenged(seen, team):
        return ClaimFact(event, trick, index, seat, team, False, None, team)
    try:
        position = position_at(play, dealt, trump, table, trick, index)
        line = refute(position, other_team(team)) if position is not None else None
    except PositionError as error:
        return ClaimFact(event, trick, index, seat, team, True, None, None, str(error))
    except ClaimUndecided:
        why = "the claim is too hard to decide"
        return ClaimFact(event, trick, index, seat, team, True, None, None, why)
    if position is None:
        why = "not every card that was left is known"
        return ClaimFact(event, trick, index, seat, team, True, None, None, why)
    falls_to = other_team(team) if line is not None else team
    return ClaimFact(event, trick, index, seat, team, True, line, falls_to, "", position)


def _first(seen: Seen) -> tuple[Event, int, int] | None:
    """The first event that claims, with the trick in progress and how many cards lay in it."""
    for place, trick in enumerate(seen.tricks):
        for before, event in trick.events:
            if event.kind is not EventKind.CLAIM or len(event.cards) < LEAST_CARDS:
                continue
            over = before >= len(trick.cards) and _ends(seen, place)
            return (event, trick.number + 1, 0) if over else (event, trick.number, before)
    return None


def _ends(seen: Seen, place: int) -> bool:
    """Whether a trick is as long as any other: then what follows its last card is between tricks."""
    return len(seen.tricks[place].cards) >= max(len(trick.cards) for trick in seen.tricks)


def _challenged(seen: Seen, team: Team) -> bool:
    events = list(seen.deal.all_events())
    other = other_team(team)
    for event in events:
        if event.team is None or event.team.value != other:
            continue
        if event.kind is EventKind.CHALLENGE:
            return True
    return False


def position_at(
    play: PlayReplay,
    dealt: dict[Seat, Dealt],
    trump: str,
    table: Table,
    trick: int,
    index: int,
) -> Position | None:
    """What was left at a card of a trick; None where not every card of it is known."""
    if any(hand.unknown for hand in dealt.values()):
        return None
    hands: dict[Seat, list[Card]] = {seat: list(hand.cards) for seat, hand in dealt.items()}
    leader: Seat | None = None
    table_cards: list[tuple[Seat, Card]] = []
    for fact in play.tricks:
        if fact.number > trick:
            break
        here = fact.number == trick
        count = index if here else len(fact.cards)
        for seat, card in list(zip(fact.seats, fact.cards, strict=True))[:count]:
            if seat is None or card is None or card not in hands[seat]:
                return None
            hands[seat].remove(card)
            if here:
                table_cards.append((seat, card))
        leader = fact.seats[0] if here and fact.seats else fact.winner
    if leader is None:
        return None
    left = {seat: tuple(cards) for seat, cards in hands.items()}
    return Position(left, trump, leader, tuple(table_cards), table.players)
