"""Who meets whom next: round robins and Swiss rounds, compared with printed tables and a count of all
pairings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.desk.extras import how_to_get
from fairdeal.desk.tournament import pairings
from fairdeal.desk.tournament.pairings import (
    Pairing,
    Round,
    berger,
    everybody,
    rounds_of,
    swiss,
)
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.desk.tournament.standings import Standing, standings
from fairdeal.desk.trouble import DeskError
from tests.desk.tournament.test_standings import match
from tests.support.needs import needs_pairings

PRINTED = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
}
"""The handbook's tables, C.05 annex 1: a line a round, the team named first first."""


def of(count: int) -> list[str]:
    """The names of that many teams, in order."""
    return [str(number) for number in range(1, count + 1)]


def sides(of_round: Round) -> list[tuple[str, str]]:
    return [(each.team_a, each.team_b) for each in of_round.pairs]


def playing(of_round: Round) -> list[str]:
    """All teams of a round, also the one with the bye and those that are through."""
    bye = [] if of_round.bye is None else [of_round.bye]
    return sorted([*(team for pair in sides(of_round) for team in pair), *bye, *of_round.through])


# Round robins


@pytest.mark.parametrize("teams", PRINTED)
def test_fide_c05_annex_1_as_printed(teams: int) -> None:
    printed = [
        [tuple(pair.split("-")) for pair in line.split()] for line in PRINTED[teams].splitlines()
    ]
    assert [sides(each) for each in berger(of(teams))] == printed
    odd = berger(of(teams - 1))
    last = str(teams)
    assert [sides(each) for each in odd] == [
        [pair for pair in pairs if last not in pair] for pairs in printed
    ]
    assert [each.bye for each in odd] == [
        next(team for pair in pairs if last in pair for team in pair if team != last)
        for pairs in printed
    ]


@given(st.integers(2, 25), st.integers(1, 9))
def test_everyone_meets_everyone_once(count: int, first: int) -> None:
    rounds = berger(of(count), first)
    assert [each.number for each in rounds] == list(range(first, first + count - 1 + count % 2))
    assert all(playing(each) == sorted(of(count)) for each in rounds)
    assert all([p.table for p in r.pairs] == list(range(1, count // 2 + 1)) for r in rounds)
    met = Counter(frozenset(pair) for each in rounds for pair in sides(each))
    assert len(met) == count * (count - 1) // 2 and set(met.values()) == {1}
    first_named = Counter(a for each in rounds for a, _ in sides(each))
    # An odd number of matches each: one more or one less than half.
    assert {2 * first_named[team] - (count - 1) for team in of(count)} <= (
        {0} if count % 2 else {-1, 1}
    )


# Swiss rounds


@dataclass
class Event:
    """A Swiss event that is played: what is known of it, and what comes next."""

    teams: list[str]
    played: list[Round] = field(default_factory=list)
    results: list[MatchResult] = field(default_factory=list)

    @property
    def table(self) -> list[Standing]:
        return everybody(standings(self.results, ruled=True), self.teams)

    def draw(self, bye_points: int = 0) -> Round:
        return swiss(self.table, self.played, len(self.played) + 1, bye_points=bye_points)

    def play(self, drawn: Round, outcomes: Sequence[tuple[int, int] | None]) -> None:
        """Play a round; None is a match that stays open."""
        self.played.append(drawn)
        for pair, points in zip(drawn.pairs, outcomes, strict=False):
            result = match(
                pair.team_a,
                pair.team_b,
                (None, None) if points is None else (20 + points[0], 20 + points[1]),
                (None, None) if points is None else points,
                round=str(drawn.number),
                table=str(pair.table),
            )
            self.results.append(result)

    @property
    def met(self) -> set[frozenset[str]]:
        return {frozenset(pair) for each in self.played for pair in sides(each)}

    def byes(self, team: str) -> int:
        return sum(each.bye == team for each in self.played)


def all_pairings(teams: Sequence[str]) -> Iterator[list[frozenset[str]]]:
    """Every way to pair an even number of teams, by trying them all."""
    if not teams:
        yield []
        return
    first, *others = teams
    for other in others:
        for left in all_pairings([team for team in others if team != other]):
            yield [frozenset((first, other)), *left]


def fewest_repeats(event: Event, teams: Sequence[str]) -> int:
    return min(sum(pair in event.met for pair in way) for way in all_pairings(teams))


OUTCOMES = st.sampled_from([(3, 0), (3, 0), (0, 3), (2, 1), (1, 2), None])
EVENTS = st.tuples(
    st.integers(2, 8), st.lists(st.lists(OUTCOMES, min_size=4, max_size=4), max_size=7)
)


def drawn_events(
    count: int, outcomes: list[list[tuple[int, int] | None]]
) -> Iterator[tuple[Event, Round]]:
    """Each round of an event, with all that was known when it was drawn."""
    event = Event(of(count))
    for results in outcomes:
        drawn = event.draw()
        yield event, drawn
        event.play(drawn, results)
    yield event, event.draw()


@needs_pairings
@settings(max_examples=60, deadline=None)
@given(EVENTS)
def test_fide_c04_1_nobody_meets_twice_and_no_second_bye_where_that_is_possible(
    given_: tuple[int, list[list[tuple[int, int] | None]]],
) -> None:
    for event, drawn in drawn_events(*given_):
        order = [each.team for each in event.table]
        order.sort(key=lambda team: -points(event)[team])
        assert playing(drawn) == sorted(order)
        pairs = [frozenset(pair) for pair in sides(drawn)]
        repeats = [pair for pair in pairs if pair in event.met]
        if len(order) % 2:
            fewest = min(event.byes(team) for team in order)
            among = [team for team in reversed(order) if event.byes(team) == fewest]
            costs = [fewest_repeats(event, [t for t in order if t != team]) for team in among]
            assert drawn.bye == among[costs.index(min(costs))]
            assert len(repeats) == min(costs)
        else:
            assert drawn.bye is None
            assert len(repeats) == fewest_repeats(event, order)
        assert drawn.how.count("meet again") == len(repeats)
        assert [each.table for each in drawn.pairs] == list(range(1, len(pairs) + 1))
        best = [min(order.index(team) for team in pair) for pair in pairs]
        assert best == sorted(best)


def points(event: Event) -> dict[str, int]:
    return {each.team: each.match_points for each in event.table}


@needs_pairings
@settings(max_examples=60, deadline=None)
@given(EVENTS)
def test_fide_c04_3_as_many_of_the_leaders_as_can_meet_each_other(
    given_: tuple[int, list[list[tuple[int, int] | None]]],
) -> None:
    for event, drawn in drawn_events(*given_):
        if "meet again" in drawn.how:
            continue
        order = [each.team for each in event.table if each.team != drawn.bye]
        best = max(points(event)[team] for team in order)
        leaders = {team for team in order if points(event)[team] == best}
        possible = max(
            sum(pair <= leaders for pair in way)
            for way in all_pairings(order)
            if not any(pair in event.met for pair in way)
        )
        assert sum({*pair} <= leaders for pair in sides(drawn)) == possible


@needs_pairings
@settings(max_examples=30, deadline=None)
@given(EVENTS)
def test_who_is_named_first_evens_out(
    given_: tuple[int, list[list[tuple[int, int] | None]]],
) -> None:
    for event, drawn in drawn_events(*given_):
        named = [pair for each in event.played for pair in sides(each)]
        surplus = {
            team: sum(a == team for a, _ in named) - sum(b == team for _, b in named)
            for team in event.teams
        }
        assert all(surplus[a] <= surplus[b] for a, b in sides(drawn))


@needs_pairings
def test_the_first_round_pairs_the_upper_half_with_the_lower_in_the_order_of_entry() -> None:
    drawn = Event(of(7)).draw()
    assert sides(drawn) == [("1", "4"), ("5", "2"), ("3", "6")]
    assert drawn.bye == "7"


@needs_pairings
def test_of_two_equally_often_named_first_the_one_that_was_second_when_they_last_differed_is() -> (
    None
):
    rounds = [
        Round(1, (Pairing(1, "X", "P"), Pairing(2, "Q", "Y"))),
        Round(2, (Pairing(1, "Q", "X"), Pairing(2, "Y", "P"))),
    ]
    table = [Standing("X", 1, match_points=3), Standing("Y", 2, match_points=3)]
    assert sides(swiss(table, rounds, 3)) == [("X", "Y")]
    assert sides(swiss(table[::-1], rounds, 3)) == [("X", "Y")]


@needs_pairings
def test_a_bye_counts_as_the_regulations_say() -> None:
    event = Event(of(5))
    event.play(event.draw(), [(3, 0), (3, 0)])
    assert event.played[0].bye == "5"
    second = event.draw()
    assert second.bye == "3" and {frozenset(pair) for pair in sides(second)} == {
        frozenset("14"),
        frozenset("25"),
    }
    # With those of a win 5 leads with 1 and 4. One of the three meets a team below: not 5, which had the bye,
    # and not 4, which met 2.
    assert {frozenset(pair) for pair in sides(event.draw(3))} == {
        frozenset("12"),
        frozenset("45"),
    }


@needs_pairings
def test_when_all_have_met_those_who_met_longest_ago_meet_again() -> None:
    event = Event(of(4))
    for _ in range(4):
        event.play(event.draw(), [(3, 0), (3, 0)])
    first, *_, last = event.played
    assert {pair.meeting for pair in last.pairs} == {pair.meeting for pair in first.pairs}
    assert last.how.count("meet again: every pairing that was left has such a match.") == 2


@needs_pairings
def test_another_team_without_a_bye_has_it_where_fewer_then_meet_again() -> None:
    # Nobody but 2 and 5 has not met. With a bye for 5 two matches would be played again, for 3 one.
    byes = ["1", "4", "2", "2", "1", "2", "4", "4", "1"]
    pairs = ["42", "53", "12", "14", "15", "34", "54", "32", "31"]
    rounds = [
        Round(number, (Pairing(1, *pair),), bye)
        for number, (pair, bye) in enumerate(zip(pairs, byes, strict=True), 1)
    ]
    drawn = swiss([Standing(team) for team in of(5)], rounds, 10)
    assert drawn.bye == "3"
    assert {pair.meeting for pair in drawn.pairs} == {frozenset("25"), frozenset("14")}


@needs_pairings
def test_a_round_drawn_again_leaves_out_what_was_drawn_before() -> None:
    event = Event(of(6))
    event.play(event.draw(), [(3, 0), (0, 3), (3, 0)])
    drawn = event.draw()
    assert swiss(event.table, [*event.played, drawn], 2) == drawn


@needs_pairings
def test_who_met_a_team_of_fewer_points_meets_one_of_its_own_next() -> None:
    event = Event(of(6))
    event.play(event.draw(), [(0, 3), (0, 3), (0, 3)])
    assert sides(event.draw()) == [("2", "4"), ("6", "1"), ("3", "5")]
    # 6 won against 1, which had lost: 4, not 6, now meets a team below.
    event.play(event.draw(), [(3, 0), (0, 3), (3, 0)])
    assert points(event) == {"1": 3, "2": 6, "3": 3, "4": 3, "5": 0, "6": 3}
    assert {pair.meeting for pair in event.draw().pairs} == {
        frozenset("26"),
        frozenset("13"),
        frozenset("45"),
    }


@needs_pairings
def test_points_for_a_bye_count_in_who_met_a_team_of_fewer_points() -> None:
    event = Event(of(7))
    for outcomes in ([(3, 0), (0, 3), (3, 0)], [(3, 0), (0, 3), (3, 0)], [(3, 0), (3, 0), (3, 0)]):
        event.play(event.draw(3), outcomes)
    # 7, which had the first bye, and 1 led together when they met: neither had met a team below.
    assert sides(event.played[2])[0] == ("7", "1")
    assert {pair.meeting for pair in event.draw(3).pairs} == {
        frozenset("67"),
        frozenset("12"),
        frozenset("35"),
    }


@needs_pairings
def test_a_team_that_withdrew_is_not_drawn_and_one_that_came_late_is_by_its_name_as_entered() -> (
    None
):
    event = Event(of(4))
    event.play(event.draw(), [(3, 0), (3, 0)])
    event.teams = ["late", "1 ", "2", "3"]
    assert [each.team for each in event.table] == ["1 ", "2", "3", "late"]
    assert playing(event.draw()) == ["1 ", "2", "3", "late"]


@needs_pairings
def test_names_that_differ_in_blanks_and_capitals_alone_are_one_team() -> None:
    rounds = [Round(1, (Pairing(1, "Team  One", "two"), Pairing(2, "three", "four")))]
    table = [Standing(name) for name in ("team one", "TWO", "Three", "Four")]
    drawn = swiss(table, rounds, 2)
    assert {"team one", "TWO"} not in [{*pair} for pair in sides(drawn)]


def test_without_its_package_a_swiss_round_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pairings, "installed", lambda extra: False)
    with pytest.raises(DeskError, match=re.escape(how_to_get("pairings"))):
        Event(of(4)).draw()


@needs_pairings
@pytest.mark.parametrize(
    "answer", [[(1, 2), (3, 4)], [(1, 4)], [(1, 4), (1, 4)], [(1, 4), (2, None), (3, None)]]
)
def test_what_the_package_answers_is_checked(
    answer: list[tuple[int, int | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = [{"white_id": one, "black_id": two} for one, two in answer]
    monkeypatch.setattr("caissify_pairings.generate_pairings", lambda **_: drawn)
    rounds = [Round(1, (Pairing(1, "1", "2"), Pairing(2, "3", "4")))]
    with pytest.raises(DeskError, match=r"Round 2 could not be paired\. Pair it by hand"):
        swiss([Standing(team) for team in of(4)], rounds, 2)


REFUSED = [
    (["One"], "fewer than two teams"),
    (["One", "Two", "one "], "one is entered twice"),
    (["One", " "], "has no name"),
]


@pytest.mark.parametrize(("teams", "message"), REFUSED)
def test_teams_that_cannot_be_paired_are_refused(teams: list[str], message: str) -> None:
    with pytest.raises(DeskError, match=message):
        berger(teams)
    with pytest.raises(DeskError, match=message):
        swiss([Standing(team) for team in teams], [], 1)


# What was played


def test_rounds_that_results_show() -> None:
    results = [
        match("C", "A", (30, 20), (3, 0), round="2", table="1"),
        match("C", "D", (30, 20), (3, 0), round="1", table="2"),
        match("A", "B", (30, 20), (3, 0), round="1", table="1"),
        match("B", "A", (30, 20), (3, 0), round="1", table="9"),
        match("A", "B", (4, 0), (3, 0), round="Play-off"),
        match("A", "D", (4, 0), (3, 0), round="2", stranger=True),
    ]
    first, second = rounds_of(results, ["A", "B", "C", "D", "E"])
    assert first.pairs == (Pairing(1, "A", "B"), Pairing(2, "C", "D")) and first.bye == "E"
    assert second.pairs == (Pairing(1, "C", "A"),) and second.bye is None
