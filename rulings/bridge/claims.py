"""A claim that the other side contested, judged by the lines of play that count (Laws 68 to 71).

The other side may play anything; the side that claimed anything that is normal, or, with `every_line`,
anything at all. So it is a search for one line and no contest. It asks whether the side can be held to no
trick, to one, and so on until it can: no line is followed in which it has taken too many, and the last
question ends with the first line that answers it. What was found of a position is kept for the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.records import (
    COMPASS,
    NO_TRUMPS,
    SUITS,
    Card,
    Event,
    EventKind,
    Seat,
    Team,
    other_team,
    team_of,
)
from fairdeal.rulings.bridge.double_dummy import STRENGTH, Position, is_whole, position_at
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.replay.deal import contested

PLAYED: Final = "x"
"""The place of a card that lies in the trick in progress."""

Move = tuple[int, int]
"""A card: its suit, and its place in the suit from the highest."""


@dataclass(slots=True)
class Ranks:
    """`suits` has a letter a card, ``0`` to ``3`` for north to west. `trump` is a suit's place, or -1.

    `best` is the card that wins the trick so far, `winner` who played it. Nothing is ever changed in place.
    """

    suits: tuple[str, ...]
    trump: int
    leader: int
    trick: tuple[Move, ...] = ()
    best: Move | None = None
    winner: int = -1

    @property
    def due(self) -> int:
        return (self.leader + len(self.trick)) % 4

    @property
    def tricks_left(self) -> int:
        """Tricks that are not over, the one in progress among them."""
        return sum(map(len, self.suits)) // 4

    def beats(self, move: Move, best: Move) -> bool:
        if move[0] == best[0]:
            return move[1] < best[1]
        return move[0] == self.trump

    def legal(self) -> list[Move]:
        """What the seat that is due may play. Of neighbours with nobody's card among them only the highest:
        the others do the same. A card of this trick parts two of them only while it is winning."""
        seat = "0123"[self.due]
        led = self.trick[0][0] if self.trick else -1
        suits = (led,) if led >= 0 and seat in self.suits[led] else (0, 1, 2, 3)
        found = []
        for suit in suits:
            before = ""
            for place, holder in enumerate(self.suits[suit]):
                if holder == seat and before != seat:
                    found.append((suit, place))
                if holder != PLAYED or self.best == (suit, place):
                    before = holder
        return found

    def after(self, move: Move) -> Ranks:
        """The position once that card lies on the table; a trick of four cards is not taken up yet."""
        suit, place = move
        rows = list(self.suits)
        row = rows[suit]
        rows[suit] = row[:place] + PLAYED + row[place + 1 :]
        best, winner = self.best, self.winner
        if best is None or self.beats(move, best):
            best, winner = move, self.due
        return Ranks(tuple(rows), self.trump, self.leader, (*self.trick, move), best, winner)

    def taken_up(self) -> Ranks:
        """The same once the trick is put away: its winner leads."""
        rows = tuple([row.replace(PLAYED, "") for row in self.suits])
        return Ranks(rows, self.trump, self.winner)

    def others_above(self, move: Move, seats: str) -> bool:
        """Whether any of these seats still holds a higher card of the suit."""
        return any(holder in seats for holder in self.suits[move[0]][: move[1]])


def ranks_of(position: Position) -> tuple[Ranks, list[list[Card]]]:
    """The position, and the card that each place of its suits stands for."""
    rows, cards = [], []
    holder = {card: str(COMPASS.index(seat)) for seat in COMPASS for card in position.hands[seat]}
    holder.update(dict.fromkeys(position.trick, PLAYED))
    for suit in SUITS:
        own = sorted(
            (card for card in holder if card.suit == suit), key=lambda c: -STRENGTH[c.rank]
        )
        rows.append("".join(holder[card] for card in own))
        cards.append(own)
    trump = -1 if position.trump == NO_TRUMPS else SUITS.index(position.trump)
    here = Ranks(tuple(rows), trump, COMPASS.index(position.leader))
    for lying in position.trick:
        row = SUITS.index(lying.suit)
        here = here.after((row, cards[row].index(lying)))
    return here, cards


def normal(here: Ranks, moves: list[Move], together: bool) -> list[Move]:
    """Of the cards that the seat may play, those that a line which counts may have: one at least.

    `together`: the two hands are declarer's and dummy's, and one player sees both.
    """
    if len(moves) < 2:
        return moves
    return (_leads(here, moves) if not here.trick else _others(here, moves, together)) or moves


def _leads(here: Ranks, moves: list[Move]) -> list[Move]:
    partner, against = _sides(here.due)
    found = []
    for suit, place in moves:
        row = here.suits[suit]
        low = place > 0 and row[0] == str(here.due)
        theirs = [at for at, holder in enumerate(row) if holder in against]
        if not low or not theirs or 0 <= row.find(partner) < theirs[0]:
            found.append((suit, place))
    return found


def _others(here: Ranks, moves: list[Move], together: bool) -> list[Move]:
    partner, against = _sides(here.due)
    best = here.best
    assert best is not None
    still = [str((here.leader + turn) % 4) for turn in range(len(here.trick) + 1, 4)]
    behind = "".join(seat for seat in still if seat in against)
    if here.winner == int(partner) and not (behind and here.others_above(best, behind)):
        if moves[0][0] == here.trick[0][0]:
            return [move for move in moves if here.others_above(move, against)]
        others = [move for move in moves if move[0] != here.trump]
        return _discards(here, others or moves, against)
    if partner not in still or (together and not _can_win(here, partner, best)):
        sure = [
            move
            for move in moves
            if here.beats(move, best) and not (behind and here.others_above(move, behind))
        ]
        if sure:
            return sure
    return _discards(here, moves, against)


def _can_win(here: Ranks, seat: str, best: Move) -> bool:
    """Whether a hand that has still to play has a card that beats the best so far."""
    led = here.trick[0][0]
    row = here.suits[led]
    if seat in row:
        return best[0] == led and row.index(seat) < best[1]
    if here.trump < 0 or seat not in here.suits[here.trump]:
        return False
    return here.beats((here.trump, here.suits[here.trump].index(seat)), best)


def _discards(here: Ranks, moves: list[Move], against: str) -> list[Move]:
    """The moves, of discards only the lowest of a suit, and no winner where there is a loser."""
    led = here.trick[0][0]
    aside = [move for move in moves if move[0] not in (led, here.trump)]
    lowest = {suit: (suit, place) for suit, place in sorted(aside)}
    losers = [move for move in lowest.values() if here.others_above(move, against)]
    kept = losers or list(lowest.values())
    return [move for move in moves if move[0] in (led, here.trump)] + kept


def _sides(seat: int) -> tuple[str, str]:
    """The partner, and the two others."""
    return str((seat + 2) % 4), f"{(seat + 1) % 4}{(seat + 3) % 4}"


MOST_CARDS: Final = 300_000
"""Cards that are tried for one claim: some two seconds of a busy machine."""

Line = tuple[tuple[tuple[Seat, Card], ...], ...]
"""Tricks, each as played; the first begins with the cards that lay on the table already."""


class OverBudgetError(Exception):
    """More lines than are looked at."""


@dataclass(frozen=True, slots=True)
class Least:
    """The fewest tricks of the side that claimed, of those left, and a line in which it takes no more."""

    tricks: int
    line: Line


def least_tricks(
    position: Position,
    side: Team,
    *,
    together: bool = True,
    every_line: bool = False,
    most: int = MOST_CARDS,
) -> Least | None:
    """None where there are too many lines to look at. `together`: the side is that of declarer and dummy."""
    here, cards = ranks_of(position)
    search = _Search(side, together, every_line, most)
    tricks = 0
    try:
        while not search.at_most(here, tricks):
            tricks += 1
    except OverBudgetError:
        return None
    search.left = most  # what is known already is not looked at again
    return Least(tricks, _line(search, here, cards, tricks))


class _Search:
    def __init__(self, side: Team, together: bool, every_line: bool, most: int) -> None:
        self.together = together
        self.side = [team_of(seat) == side for seat in COMPASS]
        self.every_line = every_line
        self.left = most
        self._known: dict[tuple[tuple[str, ...], int], tuple[int, int]] = {}
        """Of a position between which numbers the fewest tricks lie."""

    def at_most(self, here: Ranks, tricks: int) -> bool:
        """Whether there is a line in which the side takes no more than that, this trick among them."""
        if tricks < 0:
            return False
        if here.trick:
            return self._found(here, tricks)
        left = here.tricks_left
        if tricks >= left:
            return True
        key = (here.suits, here.leader)
        fewest, enough = self._known.get(key) or (self._certain(here), left)
        if fewest <= tricks < enough:
            if self._found(here, tricks):
                enough = tricks
            else:
                fewest = tricks + 1
        self._known[key] = fewest, enough
        return enough <= tricks

    def _certain(self, here: Ranks) -> int:
        """Tricks that the side takes whatever anybody plays."""
        if self.side[here.leader] and runs(here, top_down=not self.every_line):
            return here.tricks_left
        return trump_tricks(here, self.side) if here.trump >= 0 else 0

    def _found(self, here: Ranks, tricks: int) -> bool:
        return any(self.leaves(here, move, tricks) for move in self.moves(here))

    def leaves(self, here: Ranks, move: Move, tricks: int) -> bool:
        """Whether the side can still be held to so many tricks once a card is played."""
        self.left -= 1
        if self.left < 0:
            raise OverBudgetError
        after = here.after(move)
        if len(after.trick) < len(COMPASS):
            return self._found(after, tricks)
        return self.at_most(after.taken_up(), tricks - self.side[after.winner])

    def move_to(self, here: Ranks, tricks: int) -> Move:
        """A card after which the side can be held to so many tricks, where that is so at all."""
        moves = self.moves(here)
        if tricks >= here.tricks_left:
            return moves[0]  # all that are left: whatever is played
        return next(move for move in moves if self.leaves(here, move, tricks))

    def moves(self, here: Ranks) -> list[Move]:
        moves = here.legal()
        if not self.side[here.due]:
            return moves  # the highest first: it may win
        return (moves if self.every_line else normal(here, moves, self.together))[::-1]


def trump_tricks(here: Ranks, side: Sequence[bool]) -> int:
    """Tricks that one hand of the side takes with trumps whatever anybody plays.

    Each of its trumps is played to another trick. It loses only to a higher one of the other side, and each
    of those beats one of them at most.
    """
    most = 0
    for seat in range(len(COMPASS)):
        above = taken = 0
        for holder in here.suits[here.trump] if side[seat] else "":
            if not side[int(holder)]:
                above += 1
            elif int(holder) == seat and above:
                above -= 1
            else:
                taken += int(holder) == seat
        most = max(most, taken)
    return most


def runs(here: Ranks, top_down: bool) -> bool:
    """Whether whoever leads wins every trick that is left, whatever anybody plays.

    `top_down`: a suit that the other side still has is led from its highest card, so that it may run out of
    it. The other hand must have nothing above any card of the suit: it would win, and lead.
    """
    seat, partner = str(here.leader), str((here.leader + 2) % 4)
    if here.trump >= 0 and here.suits[here.trump].strip(seat):
        return False
    for row in here.suits:
        own = row.count(seat)
        if not own or row.startswith(seat * own):
            continue
        if not top_down or partner in row[: row.rindex(seat)]:
            return False
        top = len(row) - len(row.lstrip(seat))
        if top < max(row.count(other) for other in "0123" if other not in (seat, partner)):
            return False
    return True


def _line(search: _Search, here: Ranks, cards: list[list[Card]], tricks: int) -> Line:
    """A line of no more tricks, the least; broken off where the search for it would take too long."""
    line = []
    plays = [
        (COMPASS[(here.leader + turn) % 4], cards[suit][place])
        for turn, (suit, place) in enumerate(here.trick)
    ]
    while any(row.strip("x") for row in here.suits) or here.trick:
        if len(here.trick) == 4:
            line.append(tuple(plays))
            tricks -= search.side[here.winner]
            gone = {card for _, card in plays}
            cards = [[card for card in row if card not in gone] for row in cards]
            plays, here = [], here.taken_up()
            continue
        try:
            move = search.move_to(here, tricks)
        except OverBudgetError:
            break
        plays.append((COMPASS[here.due], cards[move[0]][move[1]]))
        here = here.after(move)
    return tuple(line)


MOST_JUDGED: Final = 16
"""Positions that are looked into for one claim: doubtful cards may give it many."""
TOO_MANY: Final = "there are too many lines of play to look at"


@dataclass(frozen=True, slots=True)
class ClaimFact:
    """A contested claim, before card `index` (from 0) of a trick.

    `won`: tricks that the side had before. `claimed`: how many of those left it claims, all of them unless
    the tricks written say fewer. `least` is over normal lines; `any_line`: no allowed line at all gives it
    fewer than it claims. Both are None where that was not worked out, for the reason `why`.
    """

    event: Event
    trick: int
    index: int
    seat: Seat
    team: Team
    statement: str = ""
    won: int = 0
    claimed: int = 0
    left: int = 0
    least: Least | None = None
    any_line: bool | None = None
    why: str = ""

    @property
    def holds(self) -> bool | None:
        return None if self.least is None else self.least.tricks >= self.claimed

    @property
    def given_back(self) -> int:
        """Tricks conceded that no normal play could lose (Law 71)."""
        return max(0, (0 if self.least is None else self.least.tricks) - self.claimed)


def claim_of(replay: BridgeReplay) -> ClaimFact | None:
    """The first claim of a deal, if it was contested: one that was agreed stands as written (Law 69)."""
    fact = _first(replay)
    if fact is None or not contested(replay.deal.all_events(), fact.team):
        return None
    hands = {seat: frozenset(hand.cards) for seat, hand in replay.dealt.items()}
    trump = replay.contract.trump if replay.contract is not None else None
    if trump is None or not replay.hands_known() or not is_whole(hands):
        return replace(fact, why="not every card is known")
    found = position_at(hands, replay.play.tricks, trump, fact.trick, fact.index)
    if found is None:
        return replace(fact, why="the play before it is not known")
    position, won = found
    fact = replace(fact, won=won[fact.team], left=position.tricks_left)
    fact = replace(fact, claimed=_claimed(replay, fact))
    least, any_line = _judged(replay, position, fact)
    return replace(fact, least=least, any_line=any_line, why="" if least else TOO_MANY)


def note_on(replay: BridgeReplay, event: Event) -> str:
    """What to say of a claim that no finding speaks of; empty where one does."""
    first = _first(replay)
    if first is None or first.event is not event:
        return "" if event.seat is not None and event.seat.value == replay.dummy else _SECOND
    claim = claim_of(replay)
    if claim is None:
        return "The other side did not deny the claim: it stands as it is written."
    return f"The claim was not judged: {claim.why}." if claim.why else ""


_SECOND: Final = "Only the first claim of a deal is judged."


def _claimed(replay: BridgeReplay, fact: ClaimFact) -> int:
    """Tricks claimed of those left: all, or what the tricks written leave after those won before."""
    points = replay.seen.points
    own, others = points.get(fact.team), points.get(other_team(fact.team))
    if own is None and others is not None:
        own = replay.table.hand - others
    if own is None or not fact.won <= own <= fact.won + fact.left:
        return fact.left
    return own - fact.won


def _judged(
    replay: BridgeReplay, position: Position, fact: ClaimFact
) -> tuple[Least | None, bool | None]:
    """The least over normal lines, and whether no line at all gives less; kept for each position."""
    known: dict[str, tuple[Least | None, bool | None]]
    known = replay.seen.parts.setdefault("bridge claims", {})
    key = repr((position, fact.team, fact.claimed))
    if key not in known:
        if len(known) >= MOST_JUDGED:
            return None, None
        declares = replay.contract is not None and fact.team == team_of(replay.contract.by)
        least = least_tricks(position, fact.team, together=declares)
        any_line: bool | None = None
        if least is not None and least.tricks >= fact.claimed:
            every = least_tricks(position, fact.team, every_line=True)
            any_line = None if every is None else every.tricks >= fact.claimed
        known[key] = least, any_line
    return known[key]


def _first(replay: BridgeReplay) -> ClaimFact | None:
    """The first claim by somebody who plays, with what was noted after it: dummy has no say (Law 43)."""
    for place, trick in enumerate(replay.seen.tricks):
        for before, event in trick.events:
            seat = event.seat.value if event.seat is not None else None
            plays = seat in replay.table.after and seat != replay.dummy
            if event.kind is not EventKind.CLAIM or seat is None or not plays:
                continue
            over = before >= len(replay.table.after)
            number, index = (trick.number + 1, 0) if over else (trick.number, before)
            team = replay.table.team[seat]
            return ClaimFact(event, number, index, seat, team, _statement(replay, place, event))
    return None


def _statement(replay: BridgeReplay, place: int, claim: Event) -> str:
    """What was noted after the claim: how the player meant to go on, perhaps."""
    events = [event for trick in replay.seen.tricks[place:] for _, event in trick.events]
    later = [*events[events.index(claim) + 1 :], *replay.deal.closing]
    return "; ".join(event.text for event in later if event.kind is EventKind.NOTE and event.text)
