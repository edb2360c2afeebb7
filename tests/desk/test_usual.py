"""The settings file of a computer: read by all commands, written by the desk's settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from markupsafe import escape

from fairdeal import rulings
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
    ("chosen", "judged_by"),
    [("online", ["online", "international"]), ("duplicate", ["international", "international"])],
    ids=["of records that name none", "not one of another game"],
)
def test_the_rulebook_of_the_settings(tmp_path: Path, chosen: str, judged_by: list[str]) -> None:
    """Of a record that names none, and not of one that does. In a process of its own: those that judge for
    other tests know no settings."""
    files = [tmp_path / "unnamed.hrn", tmp_path / "named.hrn"]
    for file, record in zip(files, (UNNAMED, LOG), strict=True):
        file.write_text(record, "utf-8")
    keep_usual(Usual(rulebook=chosen))
    command = [sys.executable, "-m", "fairdeal", "check", "--format", "jsonl", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [json.loads(line)["rulebook"] for line in done.stdout.splitlines()] == judged_by


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


def test_a_rulebook_that_does_not_exist_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    settings_file().write_text('rulebook = "onlin"', "utf-8")
    assert main(["rulebooks"]) == 0
    assert "there is no rulebook “onlin”. There are alberta, " in capsys.readouterr().err


PBN = '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n1C Pass Pass Pass\n'


@pytest.mark.parametrize(
    ("name", "text", "chosen"), [("log.hrn", UNNAMED, "online"), ("boards.pbn", PBN, "alberta")]
)
def test_check_report_and_audit_name_the_same_rulebook(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    text: str,
    chosen: str,
) -> None:
    """Also an audit that is begun again after the settings changed."""
    (tmp_path / "papers").mkdir()
    file, reports = tmp_path / "papers" / name, tmp_path / "reports"
    file.write_text(text, "utf-8")
    for usual_one in ("", chosen):
        keep_usual(Usual(rulebook=usual_one))
        monkeypatch.delenv(RULEBOOK, raising=False)
        capsys.readouterr()
        main(["check", "--format", "json", str(file)])
        book = json.loads(capsys.readouterr().out)["rulebook"]
        assert book == (usual_one or {"log.hrn": "international", "boards.pbn": "duplicate"}[name])
        main(["report", str(file), "-o", str(tmp_path / "report.html")])
        main(["audit", str(tmp_path / "papers"), "-o", str(reports)])
        title = escape(rulings.load(book).title)
        assert title in (tmp_path / "report.html").read_text("utf-8")
        [record] = reports.glob("*.hrn")
        assert title in record.with_suffix(".html").read_text("utf-8")
