"""``fairdeal check``: the JSON that is promised, the text for people, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from fairdeal.desk.cli import main
from tests.support.camera import View, photograph, printed

CLEAN = """\
[Rules "international"]
[Deal "1"]
[Dealer "2"]
Auction:
3: Spades 28, P, +3 C, P, Clubs Plus 1, X, Pass, Pass, P, P, P
"""
BARRED = """\
[Rules "international"]
[Deal "7"]
[Dealer "2"]
Auction:
3: 28 S, minus 1 H, P, P, P, P, P
"""


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_clean_record_exits_with_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", written(tmp_path, "clean.hrn", CLEAN)]) == 0
    assert "nothing found" in capsys.readouterr().out


def test_a_finding_points_under_its_token(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", written(tmp_path, "barred.hrn", BARRED)]) == 1
    lines = capsys.readouterr().out.splitlines()
    quoted = next(i for i, line in enumerate(lines) if "minus 1 H" in line and " | " in line)
    start = lines[quoted].index("minus 1 H")
    assert lines[quoted + 1].rstrip() == " " * start + "^" * len("minus 1 H")
    assert any("Article 3.4" in line for line in lines)
    assert any(line.strip().startswith("Remedy:") for line in lines)


def test_json_has_every_promised_key_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, "barred.hrn", BARRED)
    assert main(["check", name, "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == [
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
        "questions",
        "other_doubts",
        "score",
        "not_recorded",
    ]
    assert answer["schema"] == "fairdeal.check/1"
    assert answer["source"] == name
    assert list(answer["findings"][0]) == [
        "code", "severity", "article", "deal", "game", "place", "at", "seat", "team", "certainty",
        "probability", "depends_on", "related", "needs_objection", "objected", "setting", "span",
        "remedy", "message", "by", "follows_from",
    ]  # fmt: skip
    found = answer["findings"][0]
    assert (found["code"], found["at"]) == ("unapproved-bid", {"call": 2, "seat": "4"})
    assert answer["deals"][0]["deal"] == "7"


def test_jsonl_prints_a_line_for_every_file_even_one_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [
        written(tmp_path, "a.hrn", BARRED),
        str(tmp_path / "missing.hrn"),
        written(tmp_path, "b.hrn", CLEAN),
    ]
    assert main(["check", *names, "--format", "jsonl"]) == 1
    printed = capsys.readouterr()
    answers = [json.loads(line) for line in printed.out.splitlines()]
    assert [answer["source"] for answer in answers] == names
    assert answers[1]["problems"][0]["severity"] == "error"
    assert "missing.hrn" in printed.err


def test_all_lists_what_was_checked_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path, "clean.hrn", CLEAN)
    main(["check", name, "--format", "json"])
    few = json.loads(capsys.readouterr().out)["coverage"]
    main(["check", name, "--format", "json", "--all"])
    many = json.loads(capsys.readouterr().out)["coverage"]
    assert not any(entry["checked"] for entry in few)
    assert {"rule": "unapproved-bid", "deal": "7", "checked": True, "why": None} not in few
    assert any(entry["rule"] == "unapproved-bid" and entry["checked"] for entry in many)


def test_nothing_is_coloured_where_there_is_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", written(tmp_path, "barred.hrn", BARRED)])
    assert "\x1b" not in capsys.readouterr().out


def test_an_empty_form_is_called_so_and_is_no_clean_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "sheet.jpg"
    cv2.imwrite(str(photo), photograph(printed("score-sheet/1"), View()))
    assert main(["check", str(photo)]) == 2
    told = capsys.readouterr()
    assert "Nothing is written on this form." in told.err
    assert "nothing found" not in told.out
