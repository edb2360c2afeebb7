"""Whether a claim holds under article 4.10 of the international rulebook.

The claim is defeated when *any* legal play by all the seats gives the challengers one of the
remaining tricks. `refute` answers exactly, and shows the play. Why the short search gives the
same answer as trying everything is argued in docs/internals/claims.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.records import SUITS, Card, Seat, Team, team_of
from fairdeal.rulings.claims.duel import (
    DISCARD,
    RUFF,
    SUIT_COUNT,
    VOID_LOW,
    Budget,
    Cards,
    Challenger,
    Choice,
    ClaimUndecided,
    Duel,
    Finish,
    Path,
    State,
    Step,
    Suit,
    Suits,
    SuitTable,
    Table,
    completions,
)
from fairdeal.rulings.claims.position import Line, Play, Position, Trick, check_line


class FollowDuel(Duel):
    """The challenger is to win by following to one suit with its highest card of that suit.

    It keeps that suit as long as it can: only a lead of it, or having nothing else, costs a card.
    Its state is the number of those cards alone.
    """

    def __init__(self, table: Table, budget: Budget, target: int) -> None:
        super().__init__(table, budget)
        self.target = target

    def alive(self, challenger: Challenger) -> bool:
        return challenger[0] > 0

    def winning_lead(self, state: State) -> int | None:
        leader, suits, _ = state
        target, trump = self.target, self.table.trump
        suit = suits[target]
        threshold = suit.threshold
        assert threshold is not None
        if suit.low[leader] >= threshold:
            return None
        for seat in self.table.after[leader]:
            low = suit.low[seat]
            if low < threshold:
                continue
            if low != VOID_LOW:
                if low > threshold or not self.table.sooner[leader] >> seat & 1:
                    return None
            elif target != trump and _only_trumps(suits, trump, seat):
                return None
        return target

    def hopeful(self, state: State, leaders: int) -> bool:
        """Somebody that may lead must hold a card below the challenger's.

        And nobody may be bound to cover it (`_bound_to_cover`).
        """
        leader, suits, _ = state
        suit = suits[self.target]
        threshold = suit.threshold
        assert threshold is not None
        if not any(low < threshold and leaders >> seat & 1 for seat, low in enumerate(suit.low)):
            return False
        return not any(
            low > threshold and self._bound_to_cover(suits, seat, leader, leaders)
            for seat, low in enumerate(suit.low)
        )

    def _bound_to_cover(self, suits: Suits, seat: int, leader: int, leaders: int) -> bool:
        """Whether a seat with nothing below the challenger's card can never get out of the way.

        To do so it must be void of the target and discard: it needs a card that is neither of the
        target nor a trump. Does it lead, with one such card, and can pass the lead on with no
        other, then it will have none.
        """
        spare = sum(
            suit.length[seat]
            for number, suit in enumerate(suits)
            if number not in (self.target, self.table.trump)
        )
        if spare > 1 or (spare == 1 and seat != leader):
            return False
        if spare == 1:
            return not self._can_pass(suits, (self.target, self.table.trump), leader, leaders)
        return any(suit.length[seat] for suit in suits)

    def needless(self, state: State, leaders: int) -> int:
        """Seats that never lead and need never cover: they keep their lowest of the target."""
        suit = state[1][self.target]
        threshold = suit.threshold
        assert threshold is not None
        return sum(
            1 << seat
            for seat, low in enumerate(suit.low)
            if not leaders >> seat & 1
            and (low < threshold or low == VOID_LOW)
            and any(other.length[seat] for other in state[1])
        )

    def spend(
        self, challenger: Challenger, led: int, left: int
    ) -> Iterable[tuple[int | None, Challenger]]:
        held = challenger[0]
        if led == self.target:
            return ((led, (held - 1,)),)
        return ((None, (min(held, left - 1),)),)

    def key(self, state: State) -> object:
        leader, suits, challenger = state
        target, trump = self.target, self.table.trump
        others = sorted(
            suit.number for number, suit in enumerate(suits) if number not in (target, trump)
        )
        trumps = suits[trump].number if trump >= 0 else -1
        return (leader, suits[target].number, trumps, *others, challenger)


class RuffDuel(Duel):
    """The challenger is to win by ruffing with its highest trump.

    Its state is how many cards it holds of each suit.
    """

    def alive(self, challenger: Challenger) -> bool:
        return challenger[self.table.trump] > 0

    def winning_lead(self, state: State) -> int | None:
        leader, suits, challenger = state
        trump = self.table.trump
        for number, suit in enumerate(suits):
            if (
                number != trump
                and not challenger[number]
                and suit.length[leader]
                and self._unstopped(leader, suits, suit)
            ):
                return number
        return None

    def _unstopped(self, leader: int, suits: Suits, led: Suit) -> bool:
        """Whether no claimant is forced to overruff when the leader leads this suit."""
        trump = self.table.trump
        trumps = suits[trump]
        assert trumps.threshold is not None
        for seat in self.table.after[leader]:
            if led.length[seat] or not _only_trumps(suits, trump, seat):
                continue
            low = trumps.low[seat]
            if low > trumps.threshold or (
                low == trumps.threshold and not self.table.sooner[leader] >> seat & 1
            ):
                return False
        return True

    def hopeful(self, state: State, leaders: int) -> bool:
        """Somebody that may lead must hold more of a suit than the challenger has to follow with.

        And nobody may be bound to overruff: to hold trumps alone, all above the challenger's. A
        leader with one card beyond such trumps will be, unless it can pass the lead on with a
        trump, or the challenger is void in that one card's suit already.
        """
        leader, suits, challenger = state
        trump = self.table.trump
        threshold = suits[trump].threshold
        assert threshold is not None
        for seat, low in enumerate(suits[trump].low):
            if low <= threshold or low == VOID_LOW:
                continue
            sides = [number for number in range(SUIT_COUNT) if number != trump]
            held = [number for number in sides if suits[number].length[seat]]
            if not held:
                return False
            if (
                seat == leader
                and len(held) == 1
                and suits[held[0]].length[seat] == 1
                and challenger[held[0]]
                and not self._can_pass(suits, (trump,), leader, leaders)
            ):
                return False
        return any(
            number != trump
            and any(
                length > challenger[number] and leaders >> seat & 1
                for seat, length in enumerate(suit.length)
            )
            for number, suit in enumerate(suits)
        )

    def needless(self, state: State, leaders: int) -> int:
        """Seats that never lead: while they hold a trump they are never void in what is led."""
        return sum(
            1 << seat
            for seat in self.table.after[state[0]]
            if not leaders >> seat & 1 and any(suit.length[seat] for suit in state[1])
        )

    def spend(
        self, challenger: Challenger, led: int, left: int
    ) -> Iterable[tuple[int | None, Challenger]]:
        sheds = (led,) if challenger[led] else range(SUIT_COUNT)
        return [
            (shed, (*challenger[:shed], challenger[shed] - 1, *challenger[shed + 1 :]))
            for shed in sheds
            if challenger[shed]
        ]


def _only_trumps(suits: Suits, trump: int, seat: int) -> bool:
    """Whether the seat holds cards, all of them trumps: a discard of something else is not open."""
    return (
        trump >= 0
        and suits[trump].length[seat] > 0
        and not any(suit.length[seat] for number, suit in enumerate(suits) if number != trump)
    )


# --- the answer -------------------------------------------------------------------------------------


POSITIONS: Final = 3_000_000
"""Over twenty times what the hardest claim bred so far took (docs/internals/claims.md)."""

SLICES: Final = (300, 5_000)
"""A duel that is not decided after so many positions waits until the others had their turn."""


def refute(position: Position, challengers: Team, *, budget: int = POSITIONS) -> Line | None:
    """A legal line of play in which the challengers win a trick; None: no line does.

    The line goes card by card up to and with the first trick that a challenger wins. The trick in
    progress counts as remaining. budget: how many positions to look at before giving up; raises
    ClaimUndecided then. (International 4.10.)
    """
    return refute_within(position, challengers, Budget(budget))


def refute_within(position: Position, challengers: Team, purse: Budget) -> Line | None:
    """As `refute`, on a budget that several positions may share."""
    trick = trick_now(position, challengers)
    if trick is not None:
        return (trick,)
    claimants = tuple(seat for seat in sorted(position.hands) if team_of(seat) != challengers)
    suits = SuitTable()
    fights = [
        fight
        for seat in sorted(position.hands)
        if team_of(seat) == challengers
        for fight in _fights(position, claimants, seat, suits, purse)
    ]
    for slice_ in (*SLICES, purse.positions):
        fights, found = _round(fights, purse, slice_)
        if found is not None:
            fight, path = found
            line = _played_out(position, challengers, claimants, fight, path)
            check_line(position, challengers, line)
            return line
        if not fights:
            return None
    raise AssertionError("a round without a limit ends with an answer")


@dataclass(frozen=True, slots=True)
class _Fight:
    """A duel with its seat, the state it starts from, and the first tricks that lead there."""

    duel: Duel
    seat: Seat
    state: State
    opening: tuple[tuple[State, Step], ...] | None


def _round(
    fights: list[_Fight], purse: Budget, most: int
) -> tuple[list[_Fight], tuple[_Fight, Path] | None]:
    """Give every duel so many positions: those still open, or the one that is won and how."""
    undecided = []
    for fight in fights:
        kept = purse.left
        if kept <= 0:
            purse.spend(1)
        purse.left = share = min(most, kept)
        try:
            duel, first = fight.duel, fight.opening
            path = duel.search(fight.state) if first is None else duel.best_of(first)
        except ClaimUndecided:
            if share == kept:
                raise
            undecided.append(fight)
            path = None
        purse.left += kept - share
        if path is not None:
            return undecided, (fight, path)
    return undecided, None


def trick_now(position: Position, challengers: Team) -> Trick | None:
    """How the challengers can win the trick in progress; None: whatever is played, they do not.

    One of them plays as high as it may, or none, and everybody else as low as they may: if that
    does not win the trick for them, nothing does.
    """
    for lead in _leads(position, challengers):
        for strong in (None, *position.due):
            if strong is not None and team_of(strong) != challengers:
                continue
            here, plays = position, list(position.trick)
            for seat in position.due:
                lead_here = lead if seat == position.due[0] else None
                card = lead_here or _lowest(here, seat, highest=seat == strong)
                plays.append((seat, card))
                here = here.after(card)
            winner = position.winner(tuple(plays))
            if team_of(winner) == challengers:
                return Trick(tuple(plays), winner)
    return None


def _leads(position: Position, challengers: Team) -> Iterator[Card | None]:
    """The leads worth trying: a claimant's lowest of a suit, a challenger's highest."""
    if position.trick:
        yield None
        return
    hand = position.hands[position.leader]
    best = max if team_of(position.leader) == challengers else min
    for suit in SUITS:
        cards = [card for card in hand if card.suit == suit]
        if cards:
            yield best(cards, key=lambda card: position.strength[card.rank])


def _lowest(position: Position, seat: Seat, *, highest: bool = False) -> Card:
    """The legal card that does least (or most) towards winning the trick in progress."""
    led = position.trick[0][1].suit

    def worth(card: Card) -> tuple[int, int]:
        strength = position.strength[card.rank]
        if card.suit == led:
            return 1, strength
        return (2, strength) if card.suit == position.trump else (0, strength)

    cards = position.legal(seat)
    return max(cards, key=worth) if highest else min(cards, key=worth)


# From cards to duels.


def _fights(
    position: Position,
    claimants: tuple[Seat, ...],
    seat: Seat,
    suits: SuitTable,
    purse: Budget,
) -> Iterator[_Fight]:
    """The duels of one challenger: a suit to follow to, each that it holds; and ruffing."""
    table = _table(position, claimants, seat)
    counts = tuple(sum(card.suit == suit for card in position.hands[seat]) for suit in SUITS)
    holdings = _holdings(position, claimants)

    bare = tuple(suits.suit(holding, None) for holding in holdings)

    def facing(target: int) -> Suits:
        """The suits, with the challenger's highest card of one of them as its threshold."""
        highest = _sorted(position, seat, SUITS[target])[0]
        suit = suits.suit(holdings[target], position.strength[highest.rank])
        return (*bare[:target], suit, *bare[target + 1 :])

    for target, count in enumerate(counts):
        if count:
            duel = FollowDuel(table, purse, target)
            yield _fight(position, claimants, seat, duel, facing(target), (count,))
    if table.trump >= 0 and counts[table.trump]:
        board = facing(table.trump)
        yield _fight(position, claimants, seat, RuffDuel(table, purse), board, counts)


def _fight(
    position: Position,
    claimants: tuple[Seat, ...],
    seat: Seat,
    duel: Duel,
    board: Suits,
    challenger: tuple[int, ...],
) -> _Fight:
    if position.trick or position.leader not in claimants:
        opening = tuple(_openings(position, claimants, seat, duel, board, challenger))
        return _Fight(duel, seat, (0, board, challenger), opening)
    return _Fight(duel, seat, (claimants.index(position.leader), board, challenger), None)


def _openings(
    position: Position,
    claimants: tuple[Seat, ...],
    seat: Seat,
    duel: Duel,
    board: Suits,
    challenger: tuple[int, ...],
) -> Iterator[tuple[State, Step]]:
    """What the trick in progress may lead to, when no challenger can win it any more."""
    if position.trick:
        leads = [position.trick[0][1].suit]
    else:
        held = {card.suit for card in position.hands[position.leader]}
        leads = [suit for suit in SUITS if suit in held]
    for lead in leads:
        led = SUITS.index(lead)
        best = (DISCARD - 1, -1)
        for who, card in position.trick:
            worth = _worth(position, card, lead)
            if who in claimants and worth > best[0]:
                best = (worth, claimants.index(who))
        choices = [
            (claimants.index(who), _choices(position, who, lead))
            for who in position.due
            if who in claimants
        ]
        left = len(position.hands[seat])
        spent = duel.spend(challenger, led, left) if seat in position.due else [(None, challenger)]
        for after, winner, plays in completions(board, choices, best, ()):
            for shed, kept in spent:
                yield (winner, after, kept), Step(led, plays, shed)


def _worth(position: Position, card: Card, lead: str) -> int:
    strength = position.strength[card.rank]
    if card.suit == lead:
        return strength
    return RUFF + strength if card.suit == position.trump else DISCARD


def _choices(position: Position, seat: Seat, lead: str) -> list[Choice]:
    """As the duel's own, from the cards themselves: each rank that the seat may play."""
    follows = any(card.suit == lead for card in position.hands[seat])
    found = []
    for number, suit in enumerate(SUITS):
        if follows and suit != lead:
            continue
        cards = _sorted(position, seat, suit)
        for place, card in enumerate(cards):
            if place == 0 or cards[place - 1] != card:
                found.append((number, place, _worth(position, card, lead)))
    return found


def _sorted(position: Position, seat: Seat, suit: str) -> list[Card]:
    """The cards of a suit in a hand, high to low."""
    cards = [card for card in position.hands[seat] if card.suit == suit]
    return sorted(cards, key=lambda card: -position.strength[card.rank])


def _holdings(
    position: Position, claimants: tuple[Seat, ...]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each suit, for each claimant: the strengths of its cards, high to low."""
    return tuple(
        tuple(
            tuple(position.strength[card.rank] for card in _sorted(position, seat, suit))
            for seat in claimants
        )
        for suit in SUITS
    )


def _table(position: Position, claimants: tuple[Seat, ...], challenger: Seat) -> Table:
    order = position.turn_order
    turn = {seat: place for place, seat in enumerate(order)}

    def distance(leader: Seat, seat: Seat) -> int:
        return (turn[seat] - turn[leader]) % len(order)

    after, sooner = [], []
    for leader in claimants:
        others = sorted(
            (distance(leader, seat), number)
            for number, seat in enumerate(claimants)
            if seat != leader
        )
        reach = distance(leader, challenger)
        after.append(tuple(number for _, number in others))
        sooner.append(sum(1 << number for away, number in others if away > reach))
    trump = SUITS.index(position.trump) if position.trump in SUITS else -1
    return Table(tuple(after), tuple(sooner), trump)


# From a duel's path back to cards.


def _played_out(
    position: Position,
    challengers: Team,
    claimants: tuple[Seat, ...],
    fight: _Fight,
    path: Path,
) -> Line:
    """The path as cards, ending with the first trick that any challenger wins."""
    line: list[Trick] = []
    for step in path:
        start = position
        plays: list[Play] = list(start.trick)
        for seat in start.due:
            card = _card_for(start, position, seat, claimants, fight, step)
            plays.append((seat, card))
            position = position.after(card)
        line.append(Trick(tuple(plays), start.winner(tuple(plays))))
        if team_of(line[-1].winner) == challengers:
            break
    return tuple(line)


def _card_for(
    start: Position,
    now: Position,
    seat: Seat,
    claimants: tuple[Seat, ...],
    fight: _Fight,
    step: Step | Finish,
) -> Card:
    """What a seat plays: as the duel has it, or, where that leaves it open, what does no harm."""
    led = SUITS[step.led]
    if not now.trick:
        cards = _sorted(start, seat, led)
        planned = _planned(step, claimants, seat)
        return cards[-1 if planned is None else planned[2]]
    if isinstance(step, Finish):
        return _lowest(now, seat, highest=seat == fight.seat)
    if seat == fight.seat:
        return _shed(now, seat, step, fight.duel)
    planned = _planned(step, claimants, seat)
    if planned is not None:
        return _sorted(start, seat, SUITS[planned[1]])[planned[2]]
    if seat not in claimants:
        return _lowest(now, seat)
    return max(now.legal(seat), key=lambda card: now.strength[card.rank])


def _planned(step: Step | Finish, claimants: tuple[Seat, ...], seat: Seat) -> Cards | None:
    if isinstance(step, Finish) or seat not in claimants:
        return None
    number = claimants.index(seat)
    return next((cards for cards in step.plays if cards[0] == number), None)


def _shed(now: Position, seat: Seat, step: Step, duel: Duel) -> Card:
    """The challenger's card on a trick it is not out to win: low, and none that it must keep."""
    cards: Iterable[Card] = now.legal(seat)
    if step.shed is not None:
        cards = [card for card in cards if card.suit == SUITS[step.shed]]
    elif isinstance(duel, FollowDuel):
        spare = [card for card in cards if card.suit != SUITS[duel.target]]
        cards = spare or cards
    return min(cards, key=lambda card: (card.suit == now.trump, now.strength[card.rank]))
