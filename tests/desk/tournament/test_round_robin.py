"""The round robin of four-hand matches: totals, and each tie-break with its reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fairdeal.desk.score.figures import Pair
from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.overview import frames, overview
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.desk.tournament.standings import RoundRobin, round_robin, standings
from tests.desk.tournament import test_standings as teams
from tests.rulings.bridge.test_sheets import MATCH


def match(
    a: str, b: str, ruled: Pair, written: Pair | None = None, number: str = "1"
) -> MatchResult:
    plain = teams.match(a, b, ruled, (None, None), written)
    return replace(plain, rulebook="alberta", round=number, deals=4, written_points=(None, None))


def table(*matches: MatchResult, time: bool = True) -> list[tuple[int, str, int]]:
    return [(each.place, each.pair, each.total) for each in _of(matches, time).lines]


def reasons(*matches: MatchResult, time: bool = True) -> list[str]:
    return [each.reason for each in _of(matches, time).lines]


def _of(matches: tuple[MatchResult, ...], time: bool) -> RoundRobin:
    found = round_robin(matches, time)
    assert found is not None
    return found


DECIDED = (match("X", "Y", (650, 60)), match("Y", "Z", (900, 40)), match("Z", "X", (300, 200)))
LEVEL = (match("X", "Z", (500, 100)), match("Y", "Z", (500, 90)), match("X", "Y", (100, 100)))
THREE = (match("X", "Y", (300, 200)), match("Y", "Z", (300, 100)), match("X", "Z", (200, 400)))


def test_alberta_14_the_highest_total_of_all_matches_wins() -> None:
    assert table(*DECIDED) == [(1, "Y", 960), (2, "X", 850), (3, "Z", 340)]
    assert reasons(*DECIDED) == ["", "", ""]


def test_alberta_14_two_level_pairs_play_four_more_hands() -> None:
    assert table(*LEVEL) == [(1, "X", 600), (1, "Y", 600), (3, "Z", 190)]
    assert reasons(*LEVEL)[0] == ("Level with Y; four more hands are to be played (article 14).")
    played = (*LEVEL, match("y", "X", (420, 90), number="Play-off"))
    assert table(*played) == [(1, "Y", 600), (2, "X", 600), (3, "Z", 190)]
    assert reasons(*played)[0] == "Level with X; four more hands decided (article 14)."


def test_alberta_14_without_time_for_more_who_beat_who_decides_between_two() -> None:
    matches = (match("X", "Y", (200, 100)), match("X", "Z", (0, 50)), match("Y", "Z", (100, 30)))
    assert table(*matches, time=False) == [(1, "X", 200), (2, "Y", 200), (3, "Z", 80)]
    assert reasons(*matches, time=False)[:2] == [
        "Level with Y; the result between them decided (article 14).",
        "Level with X; the result between them decided (article 14).",
    ]


def test_alberta_14_three_level_pairs_go_to_who_beat_who() -> None:
    matches = (
        match("X", "Y", (300, 200)),
        match("X", "Z", (200, 100)),
        match("Y", "Z", (300, 100)),
        match("Z", "Q", (300, 10)),
    )
    assert table(*matches)[:3] == [(1, "X", 500), (2, "Y", 500), (3, "Z", 500)]
    assert (
        reasons(*matches)[0] == "Level with Y and Z; the result between them decided (article 14)."
    )


def test_alberta_14_beyond_who_beat_who_it_is_for_the_committee() -> None:
    matches = (
        match("X", "Y", (300, 200)),
        match("Y", "Z", (300, 200)),
        match("Z", "X", (300, 200)),
    )
    assert [place for place, _, _ in table(*matches)] == [1, 1, 1]
    assert reasons(*matches)[0] == (
        "Level with Y and Z; their results against each other do not separate them: "
        "for the committee (article 14)."
    )


def test_alberta_14_below_the_medals_pairs_stay_level() -> None:
    strong = tuple(match(name, "P", (900 + n, 10)) for n, name in enumerate("XYZ"))
    matches = (*strong, match("Q", "R", (50, 50)))
    assert table(*matches)[3:] == [(4, "Q", 50), (4, "R", 50), (6, "P", 30)]
    assert "no tie is broken below the medals" in " ".join(reasons(*matches))


def test_alberta_14_whose_place_changes_when_the_slips_are_put_right() -> None:
    slipped = (match("X", "Y", (650, 660), (660, 650)), match("Z", "P", (10, 20)))
    found = _of(slipped, True)
    assert found.changes == (("Y", 2, 1), ("X", 1, 2))
    assert [(each.pair, each.written, each.slipped) for each in found.lines[:2]] == [
        ("Y", 650, True),
        ("X", 660, True),
    ]


def test_alberta_14_a_result_that_cannot_be_told_is_counted_as_such() -> None:
    found = _of((match("X", "Y", (None, 20)), match("X", "Z", (30, 20))), True)
    assert [(each.pair, each.played, each.unknown) for each in found.lines] == [
        ("X", 2, 1),
        ("Z", 1, 0),
        ("Y", 1, 1),
    ]


def test_alberta_14_a_total_on_paper_is_known_where_every_sheet_tells_it() -> None:
    found = _of((match("X", "Y", (650, 60), (None, 60)), match("Y", "X", (90, 40))), True)
    assert {each.pair: (each.written, each.slipped) for each in found.lines} == {
        "X": (None, False),
        "Y": (150, False),
    }


def test_boards_and_56_are_in_no_round_robin() -> None:
    board = replace(match("X", "Y", (50, 0)), rulebook="duplicate")
    assert round_robin([board, teams.match("X", "Y", (30, 20), (3, 0))]) is None


def test_matches_of_bridge_are_in_no_table_of_match_points() -> None:
    board = replace(match("X", "Y", (50, 0)), rulebook="duplicate")
    assert standings([*DECIDED, board]) == []


def test_alberta_14_the_first_page_and_the_tables_show_the_round_robin() -> None:
    page = overview("Games", LEVEL, (), (), ())
    assert "Round robin" in page
    assert "four more hands are to be played (article 14)" in page
    assert 'Match points</th><th scope="col">Points</th>' not in page
    found = frames(LEVEL)["round-robin"]()
    assert list(found["pair"]) == ["X", "Y", "Z"]
    assert list(found["total"]) == [600, 600, 190]


def test_alberta_14_a_folder_of_matches_as_an_audit(tmp_path: Path) -> None:
    """Pairs are known by their players where no name of the pair is given, in whichever order."""
    folder = tmp_path / "games"
    folder.mkdir()
    for number, (ns, ew) in enumerate((("AB", "CD"), ("DC", "AB")), 1):
        names = dict(zip("NSEW", ns + ew, strict=True))
        seats = "".join(f'[Seat{seat} "{name}"]\n' for seat, name in names.items())
        text = f'[Rules "alberta"]\n[Round "{number}"]\n[Table "1"]\n{seats}\n{MATCH}'
        (folder / f"match-{number}.hrn").write_text(text, encoding="utf-8")
    done = audit_into(folder, tmp_path / "out")
    assert done is not None
    found = round_robin(done.results)
    assert found is not None
    assert [(each.pair, each.total) for each in found.lines] == [
        ("A and B", 1280),
        ("C and D", 1280),
    ]
    assert "Round robin" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
