"""Knockouts: who is through, who waits for whom, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from fairdeal.desk.score.figures import Score, ToReplay
from fairdeal.desk.tournament.pairings import Round, knockout, winners
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.desk.trouble import DeskError
from tests.desk.tournament.test_pairings import REFUSED, of, playing, sides
from tests.desk.tournament.test_standings import match


@pytest.mark.parametrize(("teams", "message"), REFUSED)
def test_teams_without_a_bracket_are_refused(teams: list[str], message: str) -> None:
    with pytest.raises(DeskError, match=message):
        knockout(teams, {})


def all_won(
    count: int, luck: Sequence[bool]
) -> tuple[tuple[Round, ...], dict[frozenset[str], str]]:
    """A knockout played to its end: the better team wins where luck says so."""
    won: dict[frozenset[str], str] = {}
    chance = iter(luck)
    while True:
        rounds = knockout(of(count), won)
        left = [pair for each in rounds for pair in sides(each) if frozenset(pair) not in won]
        if not left:
            return rounds, won
        for pair in left:
            won[frozenset(pair)] = pair[0] if next(chance) else pair[1]


KNOCKOUTS = st.tuples(st.integers(2, 20), st.lists(st.booleans(), min_size=20, max_size=20))


@given(KNOCKOUTS)
def test_everyone_but_the_winner_loses_one_match(
    given_: tuple[int, list[bool]],
) -> None:
    count, luck = given_
    rounds, won = all_won(count, luck)
    lost = [team for pair, winner in won.items() for team in pair if team != winner]
    assert len(set(lost)) == len(lost) == count - 1
    assert len(rounds) == (count - 1).bit_length()
    byes = 2 ** len(rounds) - count
    assert sorted(rounds[0].through, key=int) == of(byes)
    assert playing(rounds[0]) == sorted(of(count))
    for earlier, later in pairwise(rounds):
        assert playing(later) == sorted(
            [*earlier.through, *(won[frozenset(pair)] for pair in sides(earlier))]
        )
        assert not later.through and later.open == ()
        assert all(int(a) < int(b) for a, b in sides(earlier))
        assert [each.table for each in later.pairs] == list(range(1, len(later.pairs) + 1))


def test_the_best_meet_as_late_as_they_can() -> None:
    rounds, _ = all_won(8, [True] * 20)
    assert [sides(each) for each in rounds] == [
        [("1", "8"), ("4", "5"), ("2", "7"), ("3", "6")],
        [("1", "4"), ("2", "3")],
        [("1", "2")],
    ]


@given(KNOCKOUTS, st.data())
def test_a_match_without_a_winner_stops_its_own_branch_alone(
    given_: tuple[int, list[bool]], data: st.DataObject
) -> None:
    whole, won = all_won(*given_)
    number, pair = data.draw(
        st.sampled_from([(each.number, pair) for each in whole for pair in each.pairs])
    )
    teams = {pair.team_a, pair.team_b}
    rounds = knockout(of(given_[0]), {key: team for key, team in won.items() if key != teams})
    line = f"Round {number}, table {pair.table}, {pair.team_a} – {pair.team_b}: there is no winner yet."
    for full, part in zip(whole, rounds, strict=False):
        waits = full.number > number
        assert set(part.pairs) <= set(full.pairs)
        assert len(full.pairs) - len(part.pairs) == waits
        assert part.open == ((line,) if waits else ())
    assert len(rounds) == len(whole) - (number < len(whole))


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        ([match("X", "Y", (30, 20), (3, 0))], "x"),
        ([match("X", "Y", (20, 30), (0, 3))], "y"),
        ([match("X", "Y", (20, 30), (0, 3), as_ruled=Score((31, 30), (3, 0)))], "x"),
        ([match("X", "Y", (20, 20), (1, 2))], "y"),
        ([match("X", "Y", (20, 20), (1, 1))], None),
        ([match("X", "Y", (4, 0), (3, 0), round="Play-off"), match("X", "Y", (9, 9), (1, 1))], "x"),
        ([match("Y", "X", (4, 0), (3, 0), round="Play-off"), match("X", "Y", (9, 8), (3, 0))], "x"),
        ([match("X", "Y", (30, 20), (3, 0), over=False)], None),
        (
            [
                match("X", "Y", (30, 20), (3, 0), over=False),
                match("X", "Y", (4, 0), (3, 0), round="Play-off"),
            ],
            None,
        ),
        ([match("X", "Y", (30, 20), (3, 0), to_replay=(ToReplay("12", 7),))], None),
        ([match("X", "Y", (30, None), (None, None))], None),
        ([match("X", "Y", (30, 20), (3, 0), stranger=True)], None),
    ],
)
def test_who_won_a_match_of_a_knockout(results: list[MatchResult], winner: str | None) -> None:
    assert winners(results).get(frozenset("xy")) == winner
