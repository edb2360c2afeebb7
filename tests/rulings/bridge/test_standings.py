"""Article 14 of the Alberta rules: round robin totals and their tie-breaks."""

from __future__ import annotations

from hypothesis import given, strategies as st

from fairdeal.rulings.bridge.scoring.standings import Played, standings, totals


def order(*args: object, **more: object) -> list[tuple[int, str, str]]:
    return [
        (each.rank, "=".join(each.pairs), each.how)
        for each in standings(*args, **more)  # type: ignore[arg-type]
    ]


def test_alberta_14_highest_total_wins() -> None:
    matches = [
        Played("A", "B", (700, 300)),
        Played("A", "C", (100, 650)),
        Played("B", "C", (50, 0)),
    ]
    assert totals(matches) == {"A": 800, "B": 350, "C": 650}
    assert order(matches) == [(1, "A", "total"), (2, "C", "total"), (3, "B", "total")]


def test_alberta_14_two_level_play_four_more_hands() -> None:
    matches = [
        Played("A", "B", (500, 500)),
        Played("A", "C", (300, 0)),
        Played("B", "C", (300, 100)),
    ]
    assert order(matches) == [(1, "A=B", "play-off-due"), (3, "C", "total")]
    more = [Played("B", "A", (420, 90))]
    assert order(matches, more)[:2] == [(1, "B", "four-more-hands"), (2, "A", "four-more-hands")]


def test_alberta_14_playoffs_without_time_go_by_who_beat_who() -> None:
    matches = [Played("A", "B", (600, 400)), Played("A", "C", (100, 0)), Played("B", "C", (300, 0))]
    assert order(matches, time_for_more=False)[:2] == [
        (1, "A", "who-beat-who"),
        (2, "B", "who-beat-who"),
    ]


def test_alberta_14_three_level_go_by_who_beat_who() -> None:
    # A beat both, B beat C; all have 800.
    matches = [
        Played("A", "B", (500, 300)),
        Played("A", "C", (300, 100)),
        Played("B", "C", (500, 200)),
        Played("C", "D", (500, 0)),
    ]
    assert order(matches) == [
        (1, "A", "who-beat-who"),
        (2, "B", "who-beat-who"),
        (3, "C", "who-beat-who"),
        (4, "D", "total"),
    ]


def test_alberta_14_two_left_level_at_any_stage_play_off() -> None:
    # A beat both others; B and C were level against each other.
    matches = [
        Played("A", "B", (400, 300)),
        Played("A", "C", (400, 300)),
        Played("B", "C", (500, 500)),
    ]
    assert order(matches) == [(1, "A", "who-beat-who"), (2, "B=C", "play-off-due")]


def test_alberta_14_three_that_beat_each_other_in_a_ring_are_for_the_committee() -> None:
    matches = [
        Played("A", "B", (500, 300)),
        Played("B", "C", (500, 300)),
        Played("C", "A", (500, 300)),
    ]
    assert order(matches) == [(1, "A=B=C", "committee")]


def test_alberta_14_ties_below_the_medals_stay() -> None:
    matches = [
        Played("A", "B", (900, 700)),
        Played("C", "D", (500, 100)),
        Played("E", "A", (100, 0)),
    ]
    assert order(matches)[3:] == [(4, "D=E", "level")]


scores = st.integers(0, 4).map(lambda n: 100 * n)


@given(st.lists(st.tuples(st.sampled_from("ABCDEF"), st.sampled_from("ABCDEF"), scores, scores)))
def test_every_pair_has_one_place_and_totals_never_rise(
    rows: list[tuple[str, str, int, int]],
) -> None:
    matches = [Played(a, b, (x, y)) for a, b, x, y in rows if a != b]
    found = standings(matches)
    assert sorted(pair for each in found for pair in each.pairs) == sorted(totals(matches))
    points = [each.total for each in found]
    assert points == sorted(points, reverse=True)
    assert [each.rank for each in found] == [
        1 + sum(len(other.pairs) for other in found[:place]) for place in range(len(found))
    ]
