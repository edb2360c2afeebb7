"""The settings file of a computer: read by all commands, written by the desk's settings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from fairdeal.desk.usual import RULEBOOK, Usual, defaults, keep_usual, settings_file, usual
from tests.support.checkout import ROOT

LOG = (ROOT / "samples" / "onam-cup" / "typed-log-deal-15.hrn").read_text("utf-8")
UNNAMED = "\n".join(line for line in LOG.splitlines() if not line.startswith("[Rules"))


@pytest.mark.parametrize(
    "settings",
    [
        Usual(),
        Usual(archive="/home/കളി/a.fairdeal", language="both", rulebook="online", us="B"),
        Usual(layout=("C:\\Users\\a b\\club.toml", 'with "quotes".toml')),
    ],
)
def test_what_is_written_is_read(settings: Usual) -> None:
    keep_usual(settings)
    assert usual() == settings


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("language = both", "it cannot be read"),
        (
            'langage = "both"',
            "it has “langage”, and may have archive, language, layout, rulebook, us",
        ),
        ("us = 1", "must stand in quotation marks"),
        ("layout = [1]", "must stand in quotation marks"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_and_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    settings_file().write_text(text, "utf-8")
    assert main(["rulebooks"]) == 0
    told = capsys.readouterr().err
    assert said in told and str(settings_file()) in told and "Correct it, or remove it." in told


def test_options_of_commands_are_as_the_file_says_unless_given() -> None:
    settings = Usual(layout=("club.toml",), us="A", language="ml")
    found = defaults(settings)
    assert found["report"] == {"layouts": ["club.toml"], "us": "A", "language": "ml"}
    assert found["check"] == {"layouts": ["club.toml"], "us": "A"}
    assert "form" not in found


def test_a_report_is_in_the_language_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "log.hrn").write_text(LOG, "utf-8")
    keep_usual(Usual(language="ml"))
    for name, given in (("usual", []), ("given", ["--language", "en"])):
        assert main(["report", str(tmp_path / "log.hrn"), "-o", str(tmp_path / name), *given]) in (
            0,
            1,
        )
    assert 'lang="ml"' in (tmp_path / "usual").read_text("utf-8")
    assert 'lang="ml"' not in (tmp_path / "given").read_text("utf-8")


@pytest.mark.parametrize(
    ("record", "chosen", "judged_by"),
    [
        (UNNAMED, "online", "online"),
        (UNNAMED, "duplicate", "international"),
        (LOG, "online", "international"),
    ],
    ids=["of records that name none", "not one of another game", "not of records that name one"],
)
def test_the_rulebook_of_the_settings(
    tmp_path: Path, record: str, chosen: str, judged_by: str
) -> None:
    """In a process of its own: those that judge for other tests know no settings."""
    (tmp_path / "log.hrn").write_text(record, "utf-8")
    keep_usual(Usual(rulebook=chosen))
    command = [sys.executable, "-m", "fairdeal", "check", "--format", "json", tmp_path / "log.hrn"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f'"rulebook": "{judged_by}"' in done.stdout


def test_the_archive_of_the_settings_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "environ", {**os.environ})
    os.environ.pop("FAIRDEAL_ARCHIVE", None)
    keep_usual(Usual(archive=str(tmp_path / "ours.fairdeal"), rulebook="online"))
    (tmp_path / "log.hrn").write_text(LOG, "utf-8")
    assert main(["archive", "add", str(tmp_path / "log.hrn")]) == 0
    assert (tmp_path / "ours.fairdeal").exists()
    assert os.environ[RULEBOOK] == "online"
