"""How many of the remaining tricks the claimants make when both sides play their best.

Not what article 4.10 asks, but worth knowing beside its answer: a claim that some odd line defeats
may still be worth every trick between careful players. All hands are taken as known to everybody.
The search is alpha-beta over "can the claimants make so many?", trick by trick, with a table of
the positions met; with six or seven cards a seat it may run over its budget, and then nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fairdeal.records import SUITS, Card, Team, team_of
from fairdeal.rulings.claims.duel import Budget, ClaimUndecided
from fairdeal.rulings.claims.position import Position
from fairdeal.rulings.claims.solve import refute

PLAYS: Final = 60_000
"""Cards tried before giving up: about half a second."""

COPY_BITS: Final = 2
"""A rank takes two bits of its suit's field: the lower for one copy, both for two."""


@dataclass(frozen=True, slots=True)
class _Trick:
    """The trick in progress: the suit led, the worth and the seat of the best card so far."""

    led: int
    best: int
    winner: int


_Move = tuple[int, int]
"""Suit and strength of a card."""


def best_play(position: Position, claimants: Team, budget: int = PLAYS) -> int | None:
    """The tricks of those remaining that the claimants win at best play; None: over budget.

    The trick in progress counts as remaining. budget: how many cards to try.
    """
    left = position.tricks_left
    challengers = next(team_of(seat) for seat in position.hands if team_of(seat) != claimants)
    try:
        if refute(position, challengers, budget=budget) is None:
            return left
        search = _BestPlay(position, claimants, budget)
        made = 0
        while made < left and search.makes(made + 1):
            made += 1
    except ClaimUndecided:
        return None
    return made


class _BestPlay:
    """Seats are numbered in turn order from the first to lead; hands are bit fields of cards."""

    def __init__(self, position: Position, claimants: Team, budget: int) -> None:
        self.budget = Budget(budget)
        self.players = position.players
        self.width = COPY_BITS * (max(position.strength.values()) + 1)
        self.suit_field = (1 << self.width) - 1
        self.trump = SUITS.index(position.trump) if position.trump in SUITS else -1
        self.position = position
        order = position.turn_order
        self.claims = [team_of(seat) == claimants for seat in order]
        self.start = tuple(self._hand(position, position.hands[seat]) for seat in order)
        self.due = tuple(order.index(seat) for seat in position.due)
        self.trick = self._in_progress(order)
        self._known: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}

    def _hand(self, position: Position, cards: tuple[Card, ...]) -> int:
        hand = 0
        for card in cards:
            bit = self._bit(SUITS.index(card.suit), position.strength[card.rank])
            hand |= bit << 1 if hand & bit else bit
        return hand

    def _bit(self, suit: int, strength: int) -> int:
        return 1 << suit * self.width + COPY_BITS * strength

    def _in_progress(self, order: tuple[str, ...]) -> _Trick | None:
        trick = None
        for seat, card in self.position.trick:
            move = (SUITS.index(card.suit), self.position.strength[card.rank])
            trick = self._played(trick, order.index(seat), move)
        return trick

    def makes(self, need: int) -> bool:
        """Whether the claimants can make so many of the remaining tricks."""
        return self._trick(self.start, self.due, self.trick, need, self.position.tricks_left)

    def _makes(self, hands: tuple[int, ...], leader: int, need: int, left: int) -> bool:
        if need <= 0:
            return True
        if need > left:
            return False
        key = (leader, hands)
        least, most = self._known.get(key, (0, left))
        if need <= least:
            return True
        if need > most:
            return False
        due = tuple((leader + away) % self.players for away in range(self.players))
        made = self._trick(hands, due, None, need, left)
        least, most = self._known.get(key, (0, left))
        self._known[key] = (max(least, need), most) if made else (least, min(most, need - 1))
        return made

    def _trick(
        self,
        hands: tuple[int, ...],
        due: tuple[int, ...],
        trick: _Trick | None,
        need: int,
        left: int,
    ) -> bool:
        """Alpha-beta on one card of a trick: the side to play looks for one card that suits it."""
        if not due:
            assert trick is not None
            won = self.claims[trick.winner]
            return self._makes(hands, trick.winner, need - won, left - 1)
        seat, *rest = due
        ours = self.claims[seat]
        for move in self._moves(hands, seat, trick):
            self.budget.spend(1)
            suit, strength = move
            bit = self._bit(suit, strength)
            hand = hands[seat] & ~(bit << 1) if hands[seat] & bit << 1 else hands[seat] & ~bit
            after = (*hands[:seat], hand, *hands[seat + 1 :])
            if self._trick(after, tuple(rest), self._played(trick, seat, move), need, left) == ours:
                return ours
        return not ours

    def _worth(self, trick: _Trick | None, move: _Move) -> int:
        suit, strength = move
        if suit == self.trump:
            return self.width + strength
        return strength if trick is None or suit == trick.led else -1

    def _played(self, trick: _Trick | None, seat: int, move: _Move) -> _Trick:
        worth = self._worth(trick, move)
        if trick is None:
            return _Trick(move[0], worth, seat)
        return _Trick(trick.led, worth, seat) if worth > trick.best else trick

    def _moves(self, hands: tuple[int, ...], seat: int, trick: _Trick | None) -> list[_Move]:
        """What the seat may play, one of each effect, what looks best first."""
        hand = hands[seat]
        led = None if trick is None else trick.led
        following = led is not None and hand >> led * self.width & self.suit_field
        others = 0
        for other, held in enumerate(hands):
            if other != seat:
                others |= held
        moves: list[_Move] = []
        for suit in range(len(SUITS)):
            field = hand >> suit * self.width & self.suit_field
            if not field or (following and suit != led):
                continue
            moves += self._ranks(suit, field, others >> suit * self.width, trick)
        if trick is None:
            return sorted(moves, key=lambda move: -move[1])
        if self.claims[trick.winner] == self.claims[seat]:
            return sorted(moves, key=lambda move: self._worth(trick, move))
        return sorted(
            moves,
            key=lambda move: (self._worth(trick, move) <= trick.best, self._worth(trick, move)),
        )

    def _ranks(self, suit: int, field: int, others: int, trick: _Trick | None) -> list[_Move]:
        """The ranks of a suit in a hand; neighbours with nobody's card among them count once."""
        found: list[_Move] = []
        between = True
        for strength in range(self.width // COPY_BITS - 1, 0, -1):
            best = trick is not None and trick.best == self._worth(trick, (suit, strength))
            if others >> COPY_BITS * strength & 1 or best:
                between = True
            if field >> COPY_BITS * strength & 1:
                if between:
                    found.append((suit, strength))
                # A card of another hand level with this one parts it from the next lower too.
                between = bool(others >> COPY_BITS * strength & 1 or best)
        return found
