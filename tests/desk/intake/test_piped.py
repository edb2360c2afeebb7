"""What comes through a pipe, in the place of a file's name."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from fairdeal.desk.cli import main
from fairdeal.desk.commands import options

GOOD = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n'
PBN = '% PBN 2.1\n[Event "Cup"]\n[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n1S 1H Pass Pass\nPass\n'


def pipe(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.parametrize("typed", [GOOD, PBN], ids=["record", "games"])
def test_check_reads_what_is_piped(
    typed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "typed"
    file.write_text(typed, "utf-8")
    status = main(["check", str(file), "--format", "json"])
    plain = json.loads(capsys.readouterr().out)
    pipe(monkeypatch, typed.encode())
    assert main(["check", "-", "--format", "json"]) == status
    piped = json.loads(capsys.readouterr().out)
    assert piped.pop("source") == "standard input"
    assert plain.pop("source") == str(file)
    assert piped == plain


def test_check_takes_a_pipe_among_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "log.hrn"
    file.write_text(GOOD, "utf-8")
    pipe(monkeypatch, GOOD.encode())
    assert main(["check", str(file), "-", str(file), "--format", "jsonl"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["source"] for each in answers] == [str(file), "standard input", str(file)]


def test_report_is_written_of_what_is_piped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe(monkeypatch, GOOD.encode())
    assert main(["report", "-", "-o", str(tmp_path / "report.html")]) == 0
    assert "standard input" in (tmp_path / "report.html").read_text("utf-8")
    assert "/fairdeal-" not in capsys.readouterr().err


def test_read_takes_a_photo_that_is_piped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wall = io.BytesIO()
    Image.linear_gradient("L").resize((900, 700)).save(wall, "JPEG")
    pipe(monkeypatch, wall.getvalue())
    assert main(["read", "-", "--format", "json"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out)["photo"] == "standard input"
    assert "was found in standard input" in told.err


@pytest.mark.parametrize("command", ["check", "read", "report"])
def test_empty_pipe_is_one_line_that_names_no_other_file(
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pipe(monkeypatch, b"")
    output = ["-o", str(tmp_path / "report.html")] if command == "report" else []
    assert main([command, "-", *output]) == 2
    assert capsys.readouterr().err == (
        "standard input is empty (0 bytes). Copy or send the file again.\n"
    )


def test_closed_standard_input_counts_as_empty(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["check", "-"]) == 2
    assert "standard input is empty" in capsys.readouterr().err


def test_text_that_is_piped_to_be_read_is_sent_to_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe(monkeypatch, GOOD.encode())
    assert main(["read", "-"]) == 2
    assert capsys.readouterr().err.endswith("A typed record is checked: fairdeal check -\n")


def test_endless_pipe_is_cut_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(options, "LARGEST_PIPED", 100)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pipe(monkeypatch, GOOD.encode() * 2)
    assert main(["check", "-"]) == 2
    assert "standard input has more than" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
