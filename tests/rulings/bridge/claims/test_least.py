"""The fewest tricks of a side that claimed: beside a search card by card, and what is normal."""

from __future__ import annotations

import random

import pytest

from fairdeal.records import CARDS, COMPASS, DENOMINATIONS, Card, Seat, Team, team_of
from fairdeal.rulings.bridge import double_dummy
from fairdeal.rulings.bridge.claims import least_tricks, ranks_of, trump_tricks
from fairdeal.rulings.bridge.double_dummy import Position
from tests.rulings.bridge.double_dummy.test_solver import dealt
from tests.support import every_line as slow
from tests.support.needs import needs_solver


def ending(seed: int, sizes: tuple[int, ...] = (2, 3, 3)) -> Position:
    rng = random.Random(seed)
    hands = dealt(seed, rng.choice(sizes))
    at = Position(hands, rng.choice(DENOMINATIONS), rng.choice(COMPASS))
    for _ in range(rng.choice((0, 1, 2, 3))):
        after = at.after(rng.choice(at.legal()))
        assert after is not None
        at = after
    return at


def position(trump: str, leader: Seat, **hands: str) -> Position:
    return Position(
        {seat: frozenset(CARDS[text] for text in row.split()) for seat, row in hands.items()},
        trump,
        leader,
    )


def least(at: Position, side: Team = "NS", **how: bool) -> int:
    found = least_tricks(at, side, **how)  # type: ignore[arg-type]
    assert found is not None
    return found.tricks


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("side", ["NS", "EW"])
def test_it_is_what_a_search_of_every_line_gives(seed: int, side: Team) -> None:
    at = ending(seed)
    for every_line in (False, True):
        for together in (False, True):
            found = least_tricks(at, side, together=together, every_line=every_line)
            searched = slow.least_tricks(at, side, together=together, every_line=every_line)
            assert found is not None and found.tricks == searched
            assert slow.tricks_in(at, side, found.line) == searched


@needs_solver
@pytest.mark.parametrize("seed", range(40))
def test_it_is_never_more_than_best_play_gives(seed: int) -> None:
    solver = double_dummy.solver()
    assert solver is not None
    at = ending(seed, (4, 5))
    best = solver.tricks(at)
    for side in ("NS", "EW"):
        most = best if team_of(at.due) == side else at.tricks_left - best
        assert least(at, side, every_line=True) <= least(at, side) <= most


@needs_solver
@pytest.mark.parametrize(("seed", "trump"), [(1, "S"), (5, "NT"), (7, "NT"), (10, "S")])
def test_nine_cards_a_hand_are_decided_and_never_above_best_play(seed: int, trump: str) -> None:
    solver = double_dummy.solver()
    assert solver is not None
    at = Position(dealt(seed, 9), trump, "N")
    assert least(at) <= solver.tricks(at)


def test_trumps_that_win_whatever_is_played_are_counted_a_hand() -> None:
    """North's ten is covered by the king or the queen, and only one of the three above the two is left."""
    at = position("S", "E", N="AS 10S 9S 2S", E="KS 2H 3H 4H", S="JS 5H 6H 7H", W="QS 8H 9H 10H")
    here, _ = ranks_of(at)
    assert trump_tricks(here, [True, False, True, False]) == 2
    assert trump_tricks(here, [False, True, False, True]) == 0
    assert least(at, every_line=True) == slow.least_tricks(at, "NS", every_line=True) >= 2


def test_duplicate_70_the_highest_cards_of_a_suit_are_played_from_the_top() -> None:
    """From the top down nobody else wins a trick; the two led first would lose all of them."""
    at = position("NT", "N", N="AS KS 2S", E="QS 3S 4H", S="2H 3H 5H", W="6H 7H 8H")
    assert least(at) == 3
    assert least(at, every_line=True) == 0


def test_duplicate_70_a_trump_that_is_out_may_have_been_forgotten() -> None:
    at = position("S", "N", N="AS AH KH", E="2S 2H 2D", S="3D 4D 5D", W="6D 7D 8D")
    assert least(at) == 2, "two hearts are led first, and the second is ruffed"


def test_duplicate_70e_no_finesse_that_was_not_stated_succeeds() -> None:
    """Queen and ace are both normal, and the one that takes less counts."""
    offside = position("NT", "S", N="AH QH", E="KH 2H", S="3H 4H", W="5H 6H")
    onside = position("NT", "S", N="AH QH", E="2H 6H", S="3H 4H", W="KH 5H")
    assert least(offside) == least(onside) == 1
    assert (best(offside), best(onside)) in ((1, 2), (None, None))


def best(at: Position) -> int | None:
    solver = double_dummy.solver()
    return None if solver is None else solver.tricks(at)


def test_duplicate_70_a_trick_that_can_be_won_for_certain_is_won() -> None:
    at = position("NT", "W", N="AS 2S", E="3S 4S", S="5S 6S", W="KS AH")
    assert least(at) == 1
    assert least(at, every_line=True) == 0


def test_duplicate_70_declarer_sees_that_dummy_cannot_win_and_a_defender_does_not() -> None:
    at = position("NT", "E", N="5D 6H", E="QS AH", S="KS 2S", W="3S 4H")
    assert least(at) == 1
    assert least(at, together=False) == 0, "South ducks, and discards the king"


def test_duplicate_70_a_winner_is_not_discarded_for_a_loser() -> None:
    at = position("NT", "W", N="AD 2C", E="3S KC", S="4H 5H", W="KS 3D")
    assert least(at) == 1
    assert least(at, every_line=True) == 0


def test_a_hand_runs_only_if_the_other_cannot_get_the_lead() -> None:
    """North may lead the eight to South's nine, and South has losers."""
    at = position("S", "N", N="JC 8C 5S", E="QH 7D 8H", S="9C 3H 3D", W="9H 8D JH")
    assert least(at) == slow.least_tricks(at, "NS") == 2


def test_too_many_lines_are_not_looked_at() -> None:
    assert least_tricks(Position(dealt(3, 13), "NT", "N"), "NS", most=500) is None


def test_a_hand_that_runs_needs_no_search() -> None:
    high = [card for card in CARDS.values() if card.suit == "S"]
    rest = [card for card in CARDS.values() if card.suit != "S"]
    hands = {"N": frozenset[Card](high)}
    for place, seat in enumerate("ESW"):
        hands[seat] = frozenset(rest[13 * place : 13 * place + 13])
    found = least_tricks(Position(hands, "NT", "N"), "NS", every_line=True, most=1)
    assert found is not None and found.tricks == 13 == len(found.line)
