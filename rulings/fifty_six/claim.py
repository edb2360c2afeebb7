"""A claim of all remaining tricks, and whether it stands (international 4.10)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from fairdeal.records import Card, Event, EventKind, Seat, Team, other_team
from fairdeal.rulings.claims.duel import ClaimUndecided
from fairdeal.rulings.claims.hidden import Unseen, over_deals
from fairdeal.rulings.claims.position import Line, Position, PositionError
from fairdeal.rulings.claims.solve import refute
from fairdeal.rulings.fifty_six.book import Table
from fairdeal.rulings.replay.deal import contested
from fairdeal.rulings.replay.play import PlayReplay
from fairdeal.rulings.replay.reading import Seen
from fairdeal.rulings.replay.table import Holdings

LEAST_CARDS: Final = 2
"""Tabling so many cards is a claim; a single card that slips is not."""

DEALS: Final = 500
"""Deals of the cards not recorded that are tried one by one: about half a second's work."""

MOST_POSITIONS: Final = 256
"""Positions looked for a line in for one claim: half of them take five milliseconds or less."""

TOO_MANY: Final = "too many readings of the cards that were left"

MOST_HIDDEN: Final = 8
"""Positions looked at over all deals for one claim: doubtful cards give a claim many positions."""


@dataclass(frozen=True, slots=True)
class ClaimFact:
    """A claim as it was made, before card `index` (from 0) of a trick.

    `challenged`: the other side did not let it be. `line` refutes it; None where none does, or it was
    not looked for. `falls_to` gets all that remained; None where that is not known, `why` in words.
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
    hidden: bool = False
    """True where not every card left was known: the ruling is over all deals that fit, and `line` and
    `position` are those of one of them."""
    maybe: Line | None = None
    """A line that refutes it in some of the deals that fit the record, where others have none."""


def replay_claim(
    seen: Seen, play: PlayReplay, dealt: Holdings, trump: str, table: Table
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
    if not contested(seen.deal.all_events(), team, _WITHDRAWN):
        return ClaimFact(event, trick, index, seat, team, False, None, team)
    fact = ClaimFact(event, trick, index, seat, team, True, None, None)
    try:
        position = position_at(play, dealt, trump, table, trick, index)
        if position is None:
            return _over_deals(seen, play, dealt, trump, table, fact)
        line = _refuted(seen, position, other_team(team))
    except PositionError as error:
        return replace(fact, why=str(error))
    except ClaimUndecided as error:
        return replace(fact, why=error.why)
    falls_to = other_team(team) if line is not None else team
    return replace(fact, line=line, falls_to=falls_to, position=position)


def _refuted(seen: Seen, position: Position, team: Team) -> Line | None:
    """The line that refutes a claim, looked for once for each position that unclear cards may give.

    Raises ClaimUndecided where they give too many, or one that takes too long.
    """
    if not seen.doubts:
        return refute(position, team)
    known: dict[str, Line | ClaimUndecided | None] = seen.parts.setdefault("claims", {})
    key = repr(position)
    if key not in known:
        if len(known) >= MOST_POSITIONS:
            raise ClaimUndecided(TOO_MANY)
        try:
            known[key] = refute(position, team)
        except ClaimUndecided as error:
            known[key] = error
    found = known[key]
    if isinstance(found, ClaimUndecided):
        raise found
    return found


def _over_deals(
    seen: Seen,
    play: PlayReplay,
    dealt: Holdings,
    trump: str,
    table: Table,
    fact: ClaimFact,
) -> ClaimFact:
    """A claim where not every card that was left is known: over all deals that fit the record."""
    unseen = unseen_at(play, dealt, trump, table, fact)
    if unseen is None:
        return replace(fact, why="not every card that was left is known")
    key = (
        tuple(sorted(unseen.known.items())),
        tuple(sorted(unseen.missing.items())),
        unseen.pool,
        trump,
        unseen.leader,
        unseen.trick,
    )
    found = seen.claims.get(key)
    if found is None:
        if len(seen.claims) >= MOST_HIDDEN:
            return replace(fact, why=TOO_MANY)
        found = seen.claims[key] = over_deals(unseen, other_team(fact.team), deals=DEALS)
    if found.established is True and found.defeats is not None:
        position, line = found.defeats
        return replace(
            fact, line=line, falls_to=other_team(fact.team), position=position, hidden=True
        )
    if found.established is False:
        return replace(fact, falls_to=fact.team, position=found.stands, hidden=True)
    if found.defeats is not None and found.stands is not None:
        why = "whether the claim holds depends on cards that were not recorded"
    else:
        why = "there are too many ways to deal the cards that were not recorded"
    maybe = found.defeats[1] if found.defeats is not None else None
    return replace(fact, why=why, maybe=maybe, hidden=True)


def unseen_at(
    play: PlayReplay, dealt: Holdings, trump: str, table: Table, fact: ClaimFact
) -> Unseen | None:
    """What was left at a claim as far as it is known; None where even the hand sizes are not.

    Cards tabled are known to be the claimant's. That a seat did not follow suit says nothing here: it
    may have revoked.
    """
    pool = Counter(dict.fromkeys(table.pack, table.copies))
    known = {seat: list(hand.cards) for seat, hand in dealt.items()}
    missing = {seat: hand.unknown for seat, hand in dealt.items()}
    for cards in known.values():
        pool.subtract(cards)
    for trick in takewhile(lambda each: each.number <= fact.trick, play.tricks):
        if trick.number < fact.trick and not trick.full and len(trick.cards) != table.players:
            return None
    found = _played_before(play, dealt, fact.trick, fact.index, known, missing, pool)
    for entry in fact.event.cards:
        card = entry.value if entry.clear else None
        if card is None or known[fact.seat].count(card) >= _times(fact.event, card):
            continue
        if missing[fact.seat]:
            known[fact.seat].append(card)
            missing[fact.seat] -= 1
            pool[card] -= 1
    if found is None or min(pool.values()) < 0 or len(pool) != len(table.pack):
        return None
    return Unseen(
        {seat: tuple(sorted(cards)) for seat, cards in known.items()},
        missing,
        tuple(sorted(pool.elements())),
        trump,
        *found,
        table.players,
    )


def _played_before(
    play: PlayReplay,
    dealt: Holdings,
    trick: int,
    index: int,
    known: dict[Seat, list[Card]],
    missing: dict[Seat, int],
    pool: Counter[Card],
) -> tuple[Seat, tuple[tuple[Seat, Card], ...]] | None:
    """Take what was played before a card of a trick from the hands; who has the lead, and what lies on the
    table. None where that is not known."""
    leader: Seat | None = None
    lying: list[tuple[Seat, Card]] = []
    for fact in takewhile(lambda each: each.number <= trick, play.tricks):
        here = fact.number == trick
        count = index if here else len(fact.cards)
        for seat, card in list(zip(fact.seats, fact.cards, strict=True))[:count]:
            if seat is None or (card is None and here):
                return None
            if card is not None and card in known[seat]:
                known[seat].remove(card)
            elif missing[seat] and (
                dealt[seat].source == ("played" if card is None else "recorded")
            ):
                missing[seat] -= 1
                if card is not None:
                    pool[card] -= 1
            else:
                return None
            if here and card is not None:
                lying.append((seat, card))
        leader = fact.seats[0] if here and fact.seats else fact.winner
    return None if leader is None else (leader, tuple(lying))


def _times(event: Event, card: Card) -> int:
    return sum(entry.clear and entry.value == card for entry in event.cards)


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


_WITHDRAWN: Final = re.compile(r"withdr[ae]w|challenge (?:was )?(?:dropped|taken back)", re.I)
"""Words of a note after a challenge that says that it was given up."""


def position_at(
    play: PlayReplay,
    dealt: Holdings,
    trump: str,
    table: Table,
    trick: int,
    index: int,
) -> Position | None:
    """What was left at a card of a trick; None where not every card of it is known."""
    if any(hand.unknown for hand in dealt.values()):
        return None
    hands: dict[Seat, list[Card]] = {seat: list(hand.cards) for seat, hand in dealt.items()}
    found = _played_before(play, dealt, trick, index, hands, dict.fromkeys(hands, 0), Counter())
    if found is None:
        return None
    left = {seat: tuple(cards) for seat, cards in hands.items()}
    return Position(left, trump, *found, table.players)
