"""The PBN files among the reference data: the right ones without a problem, the others row by row."""

from __future__ import annotations

import os
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from grammar.pbn import PbnGame, read
from tests.grammar.pbn_errors import ERRORS, Row

SHARED = Path(os.environ.get("FAIRDEAL_SHARED", Path(__file__).parents[3] / "shared"))
FOLDER = SHARED / "pbn"
pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the PBN reference files are not here (FAIRDEAL_SHARED)"
)

CORRECT = {
    "correct_10.pbn": ("1.0", 31),
    "correct_20.pbn": ("2.0", 46),
    "correct_21.pbn": ("2.1", 2),
}
LATEST = "2.1"


def path(name: str) -> Path:
    return FOLDER / name


@cache
def strictly(name: str, version: str | None) -> tuple[PbnGame, ...]:
    return tuple(read(path(name), strict=True, version=version))


@pytest.mark.parametrize("name", CORRECT)
@pytest.mark.parametrize("strict", [True, False])
def test_a_correct_file_has_no_problem_in_its_version_nor_in_the_latest(
    name: str, strict: bool
) -> None:
    version, count = CORRECT[name]
    for asked in (version, LATEST):
        games = list(read(path(name), strict=strict, version=asked))
        assert [problem for game in games for problem in game.problems] == []
        assert [game.number for game in games] == list(range(1, count + 1))
        assert not any(game.unread for game in games)


ROWS = [(name, *row) for name, (_, _, rows) in ERRORS.items() for row in rows]


@pytest.mark.parametrize(("name", "game", "line", "what", "message"), ROWS)
def test_every_row_of_errors_is_reported(
    name: str, game: int, line: int, what: str, message: str
) -> None:
    version, _, _ = ERRORS[name]
    problems = [p for each in strictly(name, version) for p in each.problems]
    found = [p for p in problems if (p.game, p.line) == (game, line) and message in p.message]
    assert found, what


@pytest.mark.parametrize("name", ERRORS)
def test_nothing_else_is_reported_on_other_lines_but_what_export_format_lacks(name: str) -> None:
    version, _, rows = ERRORS[name]
    known: set[Row | tuple[int, int]] = {(game, line) for game, line, _, _ in rows}
    for game in strictly(name, version):
        for problem in game.problems:
            if not problem.message.startswith("export format: without"):
                assert (problem.game, problem.line) in known, problem


@pytest.mark.parametrize("name", ERRORS)
@pytest.mark.parametrize("strict", [True, False])
def test_every_game_of_a_file_of_errors_is_kept(name: str, strict: bool) -> None:
    version, count, _ = ERRORS[name]
    games = list(read(path(name), strict=strict, version=version))
    assert [game.number for game in games] == list(range(1, count + 1))


def test_three_records_are_the_same_with_either_line_end() -> None:
    plain, other = (list(read(path(f"three_test_records{end}.pbn"))) for end in ("", "_crlf"))
    assert [game.deal for game in plain] == [game.deal for game in other]
    assert [game.deal.label for game in plain] == ["1", "2", "3"]
    assert all(len(game.deal.hands or ()) == 4 for game in plain)
    assert not any(game.problems for game in plain)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("test_record_with_empty_line_in_comment.pbn", 1),
        ("test_record_with_escape_in_comment.pbn", 1),
        ("test_record_with_lots_of_curlies.pbn", 2),
        ("test_record_with_single_line_curly_comment.pbn", 2),
    ],
)
def test_empty_lines_part_games_outside_comments_only(name: str, count: int) -> None:
    games = list(read(path(name)))
    assert len(games) == count
    assert [game.problems for game in games] == [()] * count
    assert all(before.line < after.line for before, after in pairwise(games))
