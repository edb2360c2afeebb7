"""Standings, and what discrepancies change."""

from __future__ import annotations

from dataclasses import replace

from cattrs import structure, unstructure

from fairdeal.desk.score.figures import Pair, ToReplay
from fairdeal.desk.tournament.overview import tallied
from fairdeal.desk.tournament.results import Discrepancy, MatchResult, by_weight
from fairdeal.desk.tournament.standings import changes, standings


def match(
    a: str, b: str, ruled: Pair, points: Pair, written: Pair | None = None, **more: object
) -> MatchResult:
    plain = MatchResult(
        title=f"{a} – {b}",
        file="m.html",
        record="m.hrn",
        event="Cup",
        round="1",
        table="1",
        date="",
        recorder="",
        rulebook="international",
        teams=(a, b),
        written=written or ruled,
        ruled=ruled,
        written_points=points if written is None else (points[1], points[0]),
        ruled_points=points,
        deals=18,
        findings=(),
        doubts=0,
        documents=(),
        digests=(),
        copies=1,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def found(**more: object) -> Discrepancy:
    plain = Discrepancy(
        match="m",
        file="m.html",
        code="total-entry",
        title="",
        severity="entry",
        established=True,
        where="Row 1",
        message="",
        team="A",
        seat="",
        points=0,
        moves=0,
        flips=False,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def test_match_points_decide() -> None:
    table = standings([match("X", "Y", (30, 20), (3, 0)), match("Z", "X", (30, 20), (3, 0))])
    assert [(each.place, each.team, each.match_points) for each in table] == [
        (1, "Z", 3),
        (2, "X", 3),
        (3, "Y", 0),
    ]


def test_of_teams_level_in_match_points_the_winner_of_their_match_is_before() -> None:
    table = standings(
        [
            match("X", "Y", (21, 20), (3, 0)),
            match("Y", "Z", (90, 10), (3, 0)),
            match("X", "Z", (10, 60), (0, 3)),
            match("Z", "Q", (10, 60), (0, 3)),
            match("Q", "X", (0, 1), (0, 3)),
            match("Q", "Y", (0, 1), (0, 3)),
        ]
    )
    names = [each.team for each in table]
    assert names[:2] == ["X", "Y"]
    assert table[0].reason == "by the matches among the teams tied"


def test_then_the_difference_of_points_and_what_is_level_shares_a_place() -> None:
    table = standings(
        [
            match("X", "P", (30, 20), (3, 0)),
            match("Y", "Q", (25, 20), (3, 0)),
            match("Z", "R", (25, 20), (3, 0)),
        ]
    )
    assert [(each.place, each.team) for each in table[:3]] == [(1, "X"), (2, "Y"), (2, "Z")]
    assert table[0].reason == "by the difference of points"
    assert table[1].reason == "tied on every tie-break"


def test_two_matches_between_the_same_teams_count_together() -> None:
    """Y beat X first and lost the second: level between them, so the difference of points decides."""
    table = standings(
        [
            match("Y", "X", (21, 20), (3, 0)),
            match("X", "Y", (40, 20), (3, 0)),
        ]
    )
    assert [(each.place, each.team, each.reason) for each in table] == [
        (1, "X", "by the difference of points"),
        (2, "Y", "by the difference of points"),
    ]
    thrice = standings(
        [
            match("Y", "X", (90, 20), (3, 0)),
            match("X", "Y", (21, 20), (2, 1)),
            match("X", "Y", (21, 20), (2, 1)),
            match("Y", "Q", (10, 20), (0, 3)),
            match("X", "Q", (21, 30), (1, 3)),
        ]
    )
    # Five each; between them Y has 3, 1 and 1, X 2 and 2.
    assert [(each.team, each.reason) for each in thrice if each.team != "Q"] == [
        ("Y", "by the matches among the teams tied"),
        ("X", "by the matches among the teams tied"),
    ]


def test_points_against_count_in_the_difference() -> None:
    table = standings([match("X", "P", (60, 50), (3, 0)), match("Y", "Q", (30, 10), (3, 0))])
    assert [each.team for each in table[:2]] == ["Y", "X"]


def test_a_result_that_cannot_be_told_counts_as_played_and_not_known() -> None:
    table = standings([match("X", "Y", (None, 20), (None, None))])
    assert [(each.played, each.unknown, each.match_points) for each in table] == [(1, 1, 0)] * 2


def test_a_match_without_names_is_in_no_table() -> None:
    assert standings([match("", "Y", (3, 2), (3, 0))]) == []


def test_every_figure_of_a_standing() -> None:
    table = standings(
        [
            match("X", "Y", (30, 20), (3, 0)),
            match(" y ", "x", (25, 25), (1, 1)),
            match("X", "Z", (10, 15), (0, 3)),
        ]
    )
    told = {
        each.team: (each.place, each.played, each.won, each.tied, each.lost, each.match_points)
        for each in table
    }
    assert told == {"X": (1, 3, 1, 1, 1, 4), "Z": (2, 1, 1, 0, 0, 3), "Y": (3, 2, 0, 1, 1, 1)}
    points = {each.team: (each.points_for, each.points_against) for each in table}
    assert points == {"X": (65, 60), "Z": (15, 10), "Y": (45, 55)}
    assert [each.reason for each in table] == ["", "", ""]


def test_the_table_by_the_sheets_has_their_scores_and_points() -> None:
    turned = match("X", "Y", (9, 11), (0, 3), written=(12, 11))
    for written, first, points in ((True, "X", (12, 11)), (False, "Y", (11, 9))):
        best = standings([turned], written=written)[0]
        assert (best.team, best.match_points) == (first, 3)
        assert (best.points_for, best.points_against) == points


def test_teams_that_met_twice_are_compared_by_both_matches() -> None:
    """X beat Y twice; Y took from others what keeps the two level."""
    table = standings(
        [
            match("X", "Y", (21, 20), (3, 0)),
            match("Y", "X", (20, 21), (0, 3)),
            match("Y", "P", (90, 1), (3, 0)),
            match("Y", "Q", (90, 1), (3, 0)),
        ]
    )
    assert [(each.place, each.team) for each in table[:2]] == [(1, "X"), (2, "Y")]
    assert table[0].reason == "by the matches among the teams tied"


def test_matches_without_match_points_and_a_team_against_itself_are_in_no_table() -> None:
    assert standings([match("X", "Y", (3, 2), (3, 0), rulebook="duplicate")]) == []
    assert standings([match("X", "x ", (3, 2), (3, 0))]) == []


def test_a_match_that_is_not_over_is_played_and_not_known() -> None:
    table = standings([match("X", "Y", (9, 2), (3, 0), over=False)])
    assert [(each.played, each.unknown, each.won, each.points_for) for each in table] == [
        (1, 1, 0, 0),
        (1, 1, 0, 0),
    ]


def test_nobody_gains_a_place_where_nothing_changes_it() -> None:
    assert changes([match("X", "Y", (30, 20), (3, 0))]) == []


def test_who_gains_a_place_when_the_slip_is_put_right() -> None:
    slipped = match("X", "Y", (30, 31), (0, 3), written=(32, 31))
    assert slipped.flips
    assert [(each.team, each.written, each.ruled) for each in changes([slipped])] == [
        ("Y", 2, 1),
        ("X", 1, 2),
    ]


def test_an_open_match_moves_nobody() -> None:
    replayed = match("X", "Y", (30, 31), (0, 3), written=(32, 31), to_replay=(ToReplay("12", 7),))
    assert changes([replayed]) == []
    assert {each.unknown for each in standings([replayed])} == {1}


def test_what_turns_a_match_comes_first_then_match_points_then_points() -> None:
    slips = (
        found(points=9, where="a"),
        found(points=1, moves=1, where="b"),
        found(points=1, moves=6, flips=True, where="c"),
        found(where="d", established=False),
    )
    order = by_weight([match("X", "Y", (1, 2), (0, 3), findings=slips)])
    assert [each.where for each in order] == ["c", "b", "a", "d"]


def test_of_slips_alike_in_weight_the_established_one_comes_first() -> None:
    slips = (
        found(points=1, where="a", established=False),
        found(points=1, where="b"),
        found(points=1, where="c", severity="offence"),
    )
    order = by_weight([match("X", "Y", (1, 2), (0, 3), findings=slips)])
    assert [each.where for each in order] == ["c", "b", "a"]


def test_tallies_by_table_and_recorder() -> None:
    results = [
        match("X", "Y", (1, 2), (0, 3), table="2", recorder="R", findings=(found(),)),
        match("X", "Z", (1, 2), (0, 3), table="10", recorder="R", doubts=2),
    ]
    assert [(each.name, each.entries) for each in tallied(results, "table")] == [
        ("2", 1),
        ("10", 0),
    ]
    (tally,) = tallied(results, "recorder")
    assert (tally.matches, tally.entries, tally.doubts) == (2, 1, 2)


def test_a_result_is_the_same_after_being_written_down() -> None:
    result = match("X", "Y", (1, None), (0, 3), findings=(found(),))
    assert structure(unstructure(result), MatchResult) == result
