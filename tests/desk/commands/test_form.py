"""The command that prints forms: which edition, for how many, in which languages."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from fairdeal.desk.cli import main
from fairdeal.desk.files import REPORT_MARK


def form_of(tmp_path: Path, *given: str) -> str:
    """The code of the form that a command line asks for."""
    fields = tmp_path / "fields.json"
    assert main(["form", *given, "--fields", str(fields)]) == 0
    return str(json.loads(fields.read_text(encoding="utf-8"))["form"])


@pytest.mark.parametrize(
    ("given", "form"),
    [
        (("score-sheet",), "score-sheet/2"),
        (("hand-log",), "hand-log/2"),
        (("hand-log/1",), "hand-log/1"),
        (("dispute-slip",), "dispute-slip/1"),
        (("hand-log", "--players", "8"), "hand-log-8/1"),
        (("score-sheet", "--players", "4"), "score-sheet-4/1"),
        (("score-sheet", "--players", "6"), "score-sheet/2"),
    ],
)
def test_the_form_that_is_asked_for(tmp_path: Path, given: tuple[str, ...], form: str) -> None:
    assert form_of(tmp_path, *given) == form


def test_a_form_that_is_not_for_so_many_players_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "slip.pdf"
    assert main(["form", "dispute-slip", "--players", "8", "-o", str(out)]) == 2
    assert 'no form "dispute-slip" for 8 players' in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(("language", "there"), [("en", False), ("both", True)])
def test_headings_in_malayalam_are_printed_where_asked_for(
    tmp_path: Path, language: str, there: bool
) -> None:
    out = tmp_path / "slip.pdf"
    assert main(["form", "dispute-slip", "--language", language, "-o", str(out)]) == 0
    with pypdfium2.PdfDocument(out.read_bytes()) as opened:
        words = opened[0].get_textpage().get_text_bounded()
    assert ("പരാതി" in words) is there
    assert "Dispute slip" in words


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_a_form_is_written_over_a_form_and_over_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    out = tmp_path / f"form.{kind}"
    for _ in range(2):
        assert main(["form", "dispute-slip", "-o", str(out)]) == 0
    with pypdfium2.PdfDocument.new() as scan:
        scan.new_page(595, 842)
        scan.save(tmp_path / "scan.pdf")
    Image.new("L", (40, 40)).save(tmp_path / "scan.png")
    for other in (tmp_path / f"scan.{kind}", tmp_path / f"report.{kind}"):
        if not other.exists():
            other.write_bytes((tmp_path / f"scan.{kind}").read_bytes() + REPORT_MARK + b"\n")
        before = other.read_bytes()
        assert main(["form", "dispute-slip", "-o", str(other)]) == 2
        assert "already exists, with other contents" in capsys.readouterr().err
        assert other.read_bytes() == before


def test_forms_of_a_tournament_are_written_over_no_scan(tmp_path: Path) -> None:
    schedule = tmp_path / "schedule.csv"
    schedule.write_text("round,table,team A,team B\n1,1,North,South\n", encoding="utf-8")
    out = tmp_path / "scan.pdf"
    out.write_bytes(b"%PDF-1.4\n%%EOF\n")
    assert main(["form", "score-sheet", "--schedule", str(schedule), "-o", str(out)]) == 2
    assert out.read_bytes() == b"%PDF-1.4\n%%EOF\n"


@pytest.mark.parametrize("language", ["ml", "malayalam"])
def test_headings_may_be_in_malayalam_alone(tmp_path: Path, language: str) -> None:
    out = tmp_path / "slip.pdf"
    assert main(["form", "dispute-slip", "--language", language, "-o", str(out)]) == 0
    with pypdfium2.PdfDocument(out.read_bytes()) as opened:
        words = opened[0].get_textpage().get_text_bounded()
    assert "പരാതി" in words and "Dispute slip" not in words


def test_a_whole_tournament_may_have_both_languages(tmp_path: Path) -> None:
    schedule = tmp_path / "schedule.csv"
    schedule.write_text("round,table,team A,team B\n1,1,North,South\n", encoding="utf-8")
    out = tmp_path / "forms.pdf"
    given = ["score-sheet", "--language", "both", "--schedule", str(schedule), "-o", str(out)]
    assert main(["form", *given]) == 0
    with pypdfium2.PdfDocument(out.read_bytes()) as opened:
        assert len(opened) == 2
        assert all("തീയതി" in page.get_textpage().get_text_bounded() for page in opened)


def test_each_team_has_its_own_dispute_slip_of_a_tournament(tmp_path: Path) -> None:
    schedule = tmp_path / "schedule.csv"
    schedule.write_text("round,table,team A,team B\n2,4,North,South\n", encoding="utf-8")
    out = tmp_path / "slips.pdf"
    assert main(["form", "dispute-slip", "--schedule", str(schedule), "-o", str(out)]) == 0
    with pypdfium2.PdfDocument(out.read_bytes()) as opened:
        texts = [page.get_textpage().get_text_bounded() for page in opened]
    assert ["R2-T4-A-" in texts[0], "R2-T4-B-" in texts[1]] == [True, True]
