"""A second method for claims, that shares nothing with the solver: the whole game as one formula.

Every card of every seat in every trick is a variable; the clauses are the rules of play of article
4.2 and nothing else. No challenger is left out, no card is called like another, no bound is used.
A SAT solver then looks for a play in which a challenger wins a trick, or proves that there is none.
"""

from __future__ import annotations

from itertools import combinations, count
from threading import Timer

from pysat.solvers import Solver

from fairdeal.records import SUITS, Card, Seat, Team, team_of
from fairdeal.rulings.claims.position import Position

ENGINE = "glucose4"


def defeated_by_sat(position: Position, challengers: Team, *, seconds: float) -> bool | None:
    """Whether some legal play gives the challengers a trick; None: not known after so long."""
    if not position.tricks_left:
        return False
    formula = WholeGame(position, challengers)
    with Solver(name=ENGINE, bootstrap_with=formula.clauses) as solver:
        timer = Timer(seconds, solver.interrupt)
        timer.start()
        try:
            answer = solver.solve_limited(expect_interrupt=True)
        finally:
            timer.cancel()
    return None if answer is None else bool(answer)


class WholeGame:
    """The clauses. Tricks are numbered from 0, which is the one in progress."""

    def __init__(self, position: Position, challengers: Team) -> None:
        self.position = position
        self.tricks = range(position.tricks_left)
        self.cards: list[tuple[Seat, Card]] = [
            *position.trick,
            *((seat, card) for seat, hand in position.hands.items() for card in hand),
        ]
        self.clauses: list[list[int]] = []
        fresh = count(1)
        self.played = [[next(fresh) for _ in self.tricks] for _ in self.cards]
        self.led = {(suit, t): next(fresh) for suit in SUITS for t in self.tricks}
        self.wins = {(seat, t): next(fresh) for seat in position.turn_order for t in self.tricks}
        self._each_card_once()
        for t in self.tricks:
            self._one_suit_is_led(t)
            self._suit_is_followed(t)
            self._best_card_wins(t)
        self.clauses.append(
            [
                self.wins[seat, t]
                for seat in position.turn_order
                if team_of(seat) == challengers
                for t in self.tricks
            ]
        )

    def _exactly_one(self, variables: list[int]) -> None:
        self.clauses.append(variables)
        self.clauses += [[-one, -other] for one, other in combinations(variables, 2)]

    def _each_card_once(self) -> None:
        for number, _ in enumerate(self.cards):
            self._exactly_one(list(self.played[number]))
        for number in range(len(self.position.trick)):
            self.clauses.append([self.played[number][0]])
        for seat in self.position.turn_order:
            for t in self.tricks:
                self._exactly_one(
                    [self.played[n][t] for n, (owner, _) in enumerate(self.cards) if owner == seat]
                )

    def _leads(self, seat: Seat, t: int) -> list[int] | None:
        """What must be false for the seat not to lead the trick; None where it cannot lead it."""
        if t:
            return [-self.wins[seat, t - 1]]
        return [] if seat == self.position.leader else None

    def _one_suit_is_led(self, t: int) -> None:
        self._exactly_one([self.led[suit, t] for suit in SUITS])
        for number, (seat, card) in enumerate(self.cards):
            leads = self._leads(seat, t)
            if leads is not None:
                self.clauses.append([*leads, -self.played[number][t], self.led[card.suit, t]])

    def _suit_is_followed(self, t: int) -> None:
        """A card of another suit may be played once all the seat's cards of the suit led are gone.

        What already lies on the table stands, even if it was a revoke.
        """
        lying = 0 if t else len(self.position.trick)
        for number, (seat, card) in enumerate(self.cards[lying:], lying):
            for other, (owner, held) in enumerate(self.cards):
                if owner == seat and held.suit != card.suit:
                    before = self.played[other][:t]
                    self.clauses.append([-self.played[number][t], -self.led[held.suit, t], *before])

    def _best_card_wins(self, t: int) -> None:
        self._exactly_one([self.wins[seat, t] for seat in self.position.turn_order])
        trump, strength = self.position.trump, self.position.strength
        for number, (seat, card) in enumerate(self.cards):
            winning = [-self.wins[seat, t], -self.played[number][t]]
            if card.suit != trump:
                self.clauses.append([*winning, self.led[card.suit, t]])
            for rival, (owner, other) in enumerate(self.cards):
                if owner == seat:
                    continue
                both = [*winning, -self.played[rival][t]]
                if card.suit != other.suit:
                    if other.suit == trump:
                        self.clauses.append(both)
                elif strength[other.rank] > strength[card.rank]:
                    self.clauses.append(both)
                elif other is card:
                    self._first_among_equals(t, seat, owner, both)

    def _first_among_equals(self, t: int, winner: Seat, equal: Seat, both: list[int]) -> None:
        """The winner played before the other seat, in turn from whoever led."""
        order = [seat for seat, _ in self.position.trick] + list(self.position.due)
        if not t:
            if order.index(equal) < order.index(winner):
                self.clauses.append(both)
            return
        ring = sorted(order)
        for leader in ring:
            start = ring.index(leader)
            turn = ring[start:] + ring[:start]
            leads = self._leads(leader, t)
            if leads is not None and turn.index(equal) < turn.index(winner):
                self.clauses.append([*both, *leads])
