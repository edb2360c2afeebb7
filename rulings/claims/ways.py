"""The two ways in which a challenger can win its trick: following suit, and ruffing."""

from __future__ import annotations

from collections.abc import Iterable

from fairdeal.rulings.claims.duel import (
    SUIT_COUNT,
    Budget,
    Challenger,
    Duel,
    State,
    Suits,
    Table,
)
from fairdeal.rulings.claims.suits import VOID_LOW, Suit


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
        leader with one card besides such trumps will be, unless it can pass the lead on with a
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
