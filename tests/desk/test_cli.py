"""Words on the command line that are no command, and the list of commands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fairdeal.desk.cli import COMMANDS, main
from tests.support.checkout import ROOT

RECORD = (ROOT / "samples" / "onam-cup" / "typed-log-deal-15.hrn").read_text("utf-8")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.hrn").write_text(RECORD, "utf-8")
    (tmp_path / "papers").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["chek", "log.hrn"],
            "There is no command “chek”. Did you mean “check”? See: fairdeal --help",
        ),
        (["Rulebook"], "Did you mean “rulebook”?"),
        (["xyzzy"], "There is no command “xyzzy”. See: fairdeal --help"),
        (["sheet.jpg"], "There is no file “sheet.jpg”."),
        (["papers/none"], "There is no file “papers/none”."),
        (["papers"], "“papers” is a folder. To read all of it: fairdeal audit papers."),
        (["a\0b"], "There is no command"),
    ],
)
def test_a_word_that_is_no_command_is_answered_with_what_may_be_meant(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_files_alone_are_reported_on_and_the_report_is_named_after_the_first(
    tmp_path: Path,
) -> None:
    assert main(["log.hrn"]) in (0, 1)
    assert main(["report", "log.hrn"]) in (0, 1)
    assert sorted(each.name for each in tmp_path.glob("*.html")) == [
        "log-report-2.html",
        "log-report.html",
    ]


def test_a_report_of_a_file_may_go_elsewhere(tmp_path: Path) -> None:
    assert main(["log.hrn", "-o", "papers/a.html"]) in (0, 1)
    assert (tmp_path / "papers" / "a.html").exists()


def test_help_names_every_command_with_a_whole_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "..." not in shown.split("Commands:")[1]
    assert all(f"  {name} " in shown for name in COMMANDS)
    assert all(word in shown for word in ("bridge", "PBN", "LIN"))


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("command", ["check", "report"])
def test_a_record_in_utf_16_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], coding: str, command: str
) -> None:
    """As Windows' own editor and spreadsheets save it, with its mark or without."""
    (tmp_path / "wide.hrn").write_text(RECORD, coding)
    assert main([command, "wide.hrn"]) != 2
    assert "picture" not in capsys.readouterr().err


def test_a_photo_is_read_before_what_judges_it_is_imported() -> None:
    program = (
        "import sys, fairdeal.desk.commands.read;"
        "print({each.split('.')[1] for each in sys.modules if each.startswith('fairdeal.')})"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout and "rulings" not in told.stdout and "digitize" not in told.stdout
