"""``--quiet``: remarks and progress are left away, answers and troubles never. And lines without blanks at
their ends."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from fairdeal.desk.cli import COMMANDS, load, main

GOOD = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n'


@pytest.fixture
def log(tmp_path: Path) -> Path:
    folder = tmp_path / "cup"
    folder.mkdir()
    (folder / "good.hrn").write_text(GOOD, "utf-8")
    return folder / "good.hrn"


def test_every_command_takes_it() -> None:
    commands = [load(name) for name in COMMANDS]
    while commands:
        command = commands.pop()
        if isinstance(command, click.Group):
            commands += command.commands.values()
        else:
            options = [each for each in command.params if "--quiet" in each.opts]
            assert len(options) == 1, command.name


def test_what_was_written_is_not_mentioned(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["report", str(log), "-o", str(log.with_suffix(".html"))]
    assert main(arguments) == 0
    assert "Wrote" in capsys.readouterr().err
    assert main([*arguments, "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(arguments) == 0
    assert "Wrote" in capsys.readouterr().err


def test_audit_says_its_answer_alone(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(log.parent)]) == 0
    loud = capsys.readouterr()
    assert loud.err == "1 of 1 document read.\n"
    assert main(["audit", "-q", str(log.parent)]) == 0
    quiet = capsys.readouterr()
    assert quiet.err == ""
    assert quiet.out == loud.out != ""


def test_troubles_are_said_all_the_same(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (log.parent / "empty.jpg").touch()
    (log.parent / ".hidden.jpg").touch()
    assert main(["audit", "--quiet", str(log.parent)]) == 2
    told = capsys.readouterr().err
    assert "empty.jpg is empty" in told and ".hidden.jpg" in told
    assert main(["check", "--quiet", "gone.hrn"]) == 2
    assert "there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [("rulebook", "wiki"), ("rulebook", "alberta"), ("rulebooks",)]
)
def test_no_line_of_output_ends_with_a_blank(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(arguments)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 5
    assert [line for line in lines if line != line.rstrip()] == []
