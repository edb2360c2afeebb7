"""``fairdeal check`` on files of games: the JSON promised, every game in and out, memory that stays flat."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.text.pbn_games import HEAD, made_deal, plain_games, rich_games
from bench.text.pbn_lin import lin_board
from fairdeal.desk.cli import main
from fairdeal.grammar.pbn.reader import read

KEYS = [
    "schema",
    "source",
    "rulebook",
    "problems",
    "findings",
    "deals",
    "totals",
    "match_points",
    "coverage",
    "explanations",
]
REVOKE = """\
[Board "3"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "S:AKQJ2.2.AKQJ.432 543.AKQJ.432.KQJ T98.543.T98.T987 76.T9876.765.A65"]
[Declarer "S"]
[Contract "1S"]
[Result "9"]
[Auction "S"]
1S AP
[Play "W"]
HA H3 H6 D2
*
"""


def checked(
    capsys: pytest.CaptureFixture[str], *arguments: str | Path
) -> tuple[int, dict[str, Any]]:
    status = main(["check", *map(str, arguments), "--format", "json"])
    return status, json.loads(capsys.readouterr().out)


def test_a_clean_file_is_judged_by_the_book_of_boards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.pbn"
    path.write_text(HEAD + "".join(plain_games(1, 12)))
    status, answer = checked(capsys, path)
    assert status == 0
    assert list(answer) == KEYS
    assert answer["rulebook"] == "duplicate"
    assert answer["problems"] == answer["findings"] == []
    assert [(deal["deal"], deal["game"]) for deal in answer["deals"]] == [
        (str(number), number) for number in range(1, 13)
    ]
    assert all(entry["checked"] is False for entry in answer["coverage"])


def test_a_finding_has_its_game_and_its_line_in_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.pbn"
    clean = "".join(plain_games(1, 2))
    path.write_text(clean + REVOKE)
    status, answer = checked(capsys, path)
    assert status == 1
    (revoke,) = [found for found in answer["findings"] if found["code"] == "revoke"]
    assert (revoke["game"], revoke["deal"]) == (3, "3")
    assert revoke["span"]["line"] == clean.count("\n") + REVOKE.split("HA H3")[0].count("\n") + 1
    assert main(["check", str(path)]) == 1
    shown = capsys.readouterr().out
    assert "HA H3 H6 D2" in shown
    assert "3 games" in shown


def test_a_bad_game_has_file_game_line_and_column_and_every_other_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = list(plain_games(4, 3))
    games[1] = games[1].replace('[Dealer "E"]', '[Dealer "Q"]')
    path = tmp_path / "bad.pbn"
    path.write_text("".join(games))
    _, answer = checked(capsys, path)
    assert len(answer["deals"]) == 3
    (problem,) = answer["problems"]
    line = "".join(games).split('[Dealer "Q"]')[0].count("\n") + 1
    assert (problem["severity"], problem["game"]) == ("error", 2)
    assert (problem["line"], problem["column"]) == (line, 10)


def test_a_file_without_a_game_gave_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter.pbn"
    path.write_text("% nothing\n{ only a comment }\n")
    status, answer = checked(capsys, path)
    assert status == 2
    assert answer["deals"] == []
    assert answer["problems"][0]["severity"] == "error"


def test_one_line_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, third = tmp_path / "a.pbn", tmp_path / "b.lin", tmp_path / "c.pbn"
    first.write_text("".join(plain_games(1, 2)))
    second.write_text("\n".join(lin_board(made_deal(Random(n), n + 1)) for n in range(3)))
    assert main(["check", str(first), str(second), str(third), "--format", "jsonl"]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [len(answer["deals"]) for answer in lines] == [2, 3, 0]
    assert lines[1]["problems"] == lines[1]["findings"] == []
    assert [list(answer) for answer in lines] == [KEYS] * 3


def test_several_files_are_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / f"{number}.pbn" for number in range(2)]
    for path in paths:
        path.write_text("".join(plain_games(1, 1)))
    main(["check", *map(str, paths), "--format", "json"])
    assert [len(answer["deals"]) for answer in json.loads(capsys.readouterr().out)] == [1, 1]


def test_strict_holds_to_the_standard_of_a_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.pbn"
    path.write_text('[Event "x"]\n[OptimumScore "NS 100"]\n[Deal "N:- - - -"]\n')
    _, lenient = checked(capsys, path)
    _, strict = checked(capsys, path, "--strict")
    _, old = checked(capsys, path, "--strict", "--pbn-version", "1.0")
    assert lenient["problems"] == []
    assert [problem["line"] for problem in strict["problems"]] == [3]
    assert [problem["line"] for problem in old["problems"]] == [2, 3]


def test_a_quick_judgement_says_what_a_full_one_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A comment sends a game the full way; that must be all that it changes."""
    games = list(plain_games(9, 10))
    plain, other = tmp_path / "plain.pbn", tmp_path / "other.pbn"
    plain.write_text("".join(games))
    other.write_text("".join(game.replace("[Site", "{here}\n[Site", 1) for game in games))
    _, quick = checked(capsys, plain)
    _, full = checked(capsys, other)
    for key in ("problems", "findings", "deals", "totals", "coverage"):
        assert quick[key] == full[key]


@pytest.mark.parametrize("seed", range(8))
def test_games_in_are_games_out_of_a_damaged_file(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    random = Random(seed)
    games = list(plain_games(seed, 4)) + list(rich_games(seed, 2))
    at = random.randrange(len(games))
    position = random.randrange(len(games[at]) - 3)
    games[at] = games[at][:position] + random.choice('[]{}";%\x00é^') + games[at][position + 1 :]
    path = tmp_path / "damaged.pbn"
    path.write_bytes("".join(games).encode())
    _, answer = checked(capsys, path)
    numbers = [deal["game"] for deal in answer["deals"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= len(games)


STATUS = Path("/proc/self/status")


def _peak(path: Path) -> int:
    """Peak memory of checking a file in a process of its own, that of its worker, in KB."""
    code = (
        "import pathlib, sys; from fairdeal.desk.cli import main;"
        "from fairdeal.desk.confined.pool import _workers;"
        f"main(['check', {str(path)!r}, '--format', 'json']); [worker] = _workers;"
        "print(pathlib.Path(f'/proc/{worker._process.pid}/status').read_text(), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    return int(done.stderr.split("VmHWM:")[1].split()[0])


@pytest.mark.skipif(not STATUS.exists(), reason="no figures of memory here")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    games = "".join(plain_games(3, 400))
    paths = [tmp_path / f"{times}.pbn" for times in (1, 10)]
    for path, times in zip(paths, (1, 10), strict=True):
        path.write_text(games * times)
    small, large = map(_peak, paths)
    assert large <= 1.1 * small


def test_games_are_written_back_as_pbn_with_marks_and_notes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text(REVOKE.replace("H6 D2", "H6 C4"))
    _, plain = checked(capsys, path)
    assert [each["code"] for each in plain["findings"]] == ["revoke"]
    assert main(["check", str(path), "--format", "pbn"]) == 1
    told = capsys.readouterr().out
    assert "^R " in told and '[Note "1:Law 64' in told
    assert told.endswith("\n\n"), "some readers wait for the empty line after the last game"
    (again,) = read(told)
    assert again.deal.play is not None and again.deal.play[0].plays[3].marked == "R"
    assert main(["check", str(path), "--format", "pbn", "--bare"]) == 1
    bare = capsys.readouterr().out
    assert "^R" not in bare and "{Law 64" in bare
