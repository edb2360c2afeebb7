"""The Verifier's PBN files, where they are at hand: the right ones without a problem, the others row by row.

They are a further check. What PBN forbids is tested everywhere by our own table (test_pbn_mistakes).
"""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

from fairdeal.grammar.pbn.reader import read
from tests.grammar.pbn.pbn_errors import ERRORS
from tests.support.needs import SHARED, needs_shared

FOLDER = SHARED / "pbn"
pytestmark = needs_shared("pbn", "the Verifier's PBN files are")

CORRECT = {
    "correct_10.pbn": ("1.0", 31),
    "correct_20.pbn": ("2.0", 46),
    "correct_21.pbn": ("2.1", 2),
}
COMMENTED = {
    "empty_line_in_comment": 1,
    "escape_in_comment": 1,
    "lots_of_curlies": 2,
    "single_line_curly_comment": 2,
}
"""Files with comments of all sorts, and how many games each has."""
LATEST = "2.1"


def path(name: str) -> Path:
    return FOLDER / name


def test_a_correct_file_has_no_problem_in_its_version_nor_in_the_latest() -> None:
    for name, (version, count) in CORRECT.items():
        for asked, strict in product((version, LATEST), (True, False)):
            games = list(read(path(name), strict=strict, version=asked))
            assert [problem for game in games for problem in game.problems] == [], name
            assert [game.number for game in games] == list(range(1, count + 1)), name
            assert not any(game.deal.unread for game in games), name


def test_every_row_of_errors_is_reported_nothing_else_is_and_no_game_is_lost() -> None:
    """Tags that export format lacks are reported too: the files do not count them as errors."""
    missed, invented = [], []
    for name, (version, count, rows) in ERRORS.items():
        games, leniently = (
            list(read(path(name), strict=strict, version=version)) for strict in (True, False)
        )
        assert [game.number for game in games] == list(range(1, count + 1)), name
        assert [game.number for game in leniently] == list(range(1, count + 1)), name
        problems = [problem for game in games for problem in game.problems]
        for game, line, what, message in rows:
            at = [p.message for p in problems if (p.game, p.line) == (game, line)]
            if not any(message in each for each in at):
                missed.append((name, game, line, what, at))
        known = {(game, line) for game, line, _, _ in rows}
        invented += [
            (name, problem)
            for problem in problems
            if (problem.game, problem.line) not in known
            and not problem.message.startswith("export format: without")
        ]
    assert (missed, invented) == ([], [])


def test_games_are_parted_by_empty_lines_outside_comments_whatever_the_line_ends() -> None:
    plain, other = (list(read(path(f"three_test_records{end}.pbn"))) for end in ("", "_crlf"))
    assert [game.deal for game in plain] == [game.deal for game in other]
    assert [game.deal.label for game in plain] == ["1", "2", "3"]
    assert all(len(game.deal.hands or ()) == 4 for game in plain)
    assert not any(game.problems for game in plain)
    for name, count in COMMENTED.items():
        games = list(read(path(f"test_record_with_{name}.pbn")))
        assert [game.problems for game in games] == [()] * count, name
        assert all(before.line < after.line for before, after in pairwise(games)), name
