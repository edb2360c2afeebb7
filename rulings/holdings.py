"""Which cards the seats can have held, where the record does not say: a matching problem.

What is not recorded leaves cards over (the *pool*) and places to fill (how many cards each seat
lacks). A deal consistent with the record is one way to fill them. Whether one exists that has a
given property, such as "seat 4 held no heart", is answered exactly by Hall's condition (P. Hall,
*On Representatives of Subsets*, 1935, in its form for demands above one): the places of every group
of seats must not outnumber the cards that some seat of the group may take. There are at most eight
seats, so at most 255 groups, and no search is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from records.cards import Card
from records.seats import Seat


@dataclass(frozen=True, slots=True)
class Holdings:
    """What is open: the cards not placed, and how many each seat still lacks.

    `pool` counts the copies of each card not placed. `lacking` counts the cards to be found for each
    seat; seats that lack none may be left out. `excluded` names cards that a seat is known not to
    have among those.
    """

    pool: Mapping[Card, int]
    lacking: Mapping[Seat, int]
    excluded: Mapping[Seat, frozenset[Card]] = field(default_factory=dict)

    def consistent(self) -> bool:
        """True where at least one deal agrees with everything recorded."""
        return self._fillable(self.lacking, {})

    def can_be_without(self, seats: Collection[Seat], cards: Collection[Card]) -> bool:
        """True where in some consistent deal none of the seats was dealt an open copy of the cards."""
        barred = frozenset(cards)
        return self._fillable(self.lacking, dict.fromkeys(seats, barred))

    def can_hold(self, seat: Seat, cards: Collection[Card]) -> bool:
        """True where in some consistent deal the seat was dealt an open copy of one of the cards."""
        if not self.lacking.get(seat):
            return False
        for card in cards:
            if self.pool.get(card, 0) and card not in self.excluded.get(seat, frozenset()):
                pool = {**self.pool, card: self.pool[card] - 1}
                lacking = {**self.lacking, seat: self.lacking[seat] - 1}
                if Holdings(pool, lacking, self.excluded).consistent():
                    return True
        return False

    def must_hold(self, seats: Collection[Seat], cards: Collection[Card]) -> bool:
        """True where in every consistent deal one of the seats was dealt an open copy of the cards.

        False where no deal is consistent: a record that contradicts itself proves nothing.
        """
        return self.consistent() and not self.can_be_without(seats, cards)

    def _fillable(
        self, lacking: Mapping[Seat, int], barred: Mapping[Seat, frozenset[Card]]
    ) -> bool:
        seats = [seat for seat, count in lacking.items() if count > 0]
        supply: dict[frozenset[Seat], int] = {}
        for card, copies in self.pool.items():
            takers = frozenset(
                seat
                for seat in seats
                if card not in self.excluded.get(seat, ()) and card not in barred.get(seat, ())
            )
            supply[takers] = supply.get(takers, 0) + copies
        for size in range(1, len(seats) + 1):
            for group in combinations(seats, size):
                wanted = sum(lacking[seat] for seat in group)
                if wanted > sum(n for takers, n in supply.items() if not takers.isdisjoint(group)):
                    return False
        return True
