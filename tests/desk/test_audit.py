"""The audit of a folder: matches told apart, what cannot be read listed, reports written whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from desk.audit import audit
from desk.cli import main
from desk.tournament.survey import MADE_HERE

CALLS = "Auction:\n3: 28 S, P, P, P, P, P\n"


def log(table: str, deal: str, teams: tuple[str, str] = ("Reef", "Harbour")) -> str:
    heading = f'[Event "Cup"]\n[Table "{table}"]\n[Round "1"]\n'
    names = f'[TeamA "{teams[0]}"]\n[TeamB "{teams[1]}"]\n'
    return heading + names + f'[Deal "{deal}"]\n[Dealer "2"]\n' + CALLS


@pytest.fixture
def folder(tmp_path: Path, disputed: Path) -> Path:
    made = tmp_path / "cup"
    made.mkdir()
    shutil.copy(disputed, made / "disputed.hrn")
    (made / "a1.hrn").write_text(log("1", "1"), "utf-8")
    (made / "a2.hrn").write_text(log("1", "2", ("Reef", "Harbuor")), "utf-8")
    (made / "b1.hrn").write_text(log("2", "1", ("Dunes", "Palms")), "utf-8")
    (made / "empty.hrn").write_bytes(b"")
    (made / "notes.jpg").write_text("not a photo", "utf-8")
    (made / "list.json").write_text("[]", "utf-8")
    return made


def test_documents_of_one_match_go_into_one_report(folder: Path) -> None:
    matches = audit(folder).matches
    grouped = sorted(sorted(each.name for each in match.case.documents) for match in matches)
    assert grouped == [["a1.hrn", "a2.hrn"], ["b1.hrn"], ["disputed.hrn"]]
    both = next(match for match in matches if len(match.case.documents) == 2)
    assert [deal.label for deal in both.case.record.deals] == ["1", "2"]


def test_a_file_that_cannot_be_read_is_listed_with_its_reason(folder: Path) -> None:
    result = audit(folder)
    reasons = dict(result.unread)
    assert set(reasons) == {"empty.hrn", "notes.jpg"}
    assert "empty" in reasons["empty.hrn"]
    assert "text, not a picture" in reasons["notes.jpg"]
    assert result.aside == ("list.json",)


def test_reports_index_and_findings_are_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(folder)]) == 1
    out = folder.with_name("cup-report")
    assert str(out) in capsys.readouterr().out
    index = (out / "index.html").read_text("utf-8")
    reports = [path for path in out.glob("*.html") if path.name != "index.html"]
    assert len(reports) == 3
    assert "empty.hrn" in index
    lines = (out / "findings.jsonl").read_text("utf-8").splitlines()
    codes = {found["code"] for line in lines for found in json.loads(line)["findings"]}
    assert "revoke" in codes
    assert len(list(out.glob("*.hrn"))) == 3


def test_a_second_audit_takes_the_place_of_the_first(folder: Path) -> None:
    out = folder.with_name("out")
    assert main(["audit", str(folder), "-o", str(out)]) == 1
    (folder / "b1.hrn").unlink()
    assert main(["audit", str(folder), "-o", str(out)]) == 1
    assert len([path for path in out.glob("*.html") if path.name != "index.html"]) == 2
    assert [path.name for path in folder.parent.iterdir() if path.name.startswith(".")] == []


def test_a_folder_of_other_things_is_never_written_over(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = folder.with_name("mine")
    out.mkdir()
    (out / "thesis.txt").write_text("years of work", "utf-8")
    assert main(["audit", str(folder), "-o", str(out)]) == 2
    assert "Name another with -o" in capsys.readouterr().err
    assert (out / "thesis.txt").read_text("utf-8") == "years of work"


def test_reports_inside_the_folder_are_not_read_as_records(folder: Path) -> None:
    assert main(["audit", str(folder), "-o", str(folder / "reports")]) == 1
    assert (folder / "reports" / MADE_HERE).exists()
    result = audit(folder)
    assert len(result.matches) == 3
    assert not any("reports" in name for name, _ in result.unread)


@pytest.mark.parametrize("name", ["gone", "file.txt", "hollow"])
def test_no_folder_no_audit(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file.txt").write_text("x", "utf-8")
    (tmp_path / "hollow").mkdir()
    assert main(["audit", str(tmp_path / name)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_names_in_any_script_make_whole_file_names(tmp_path: Path) -> None:
    made = tmp_path / "cup"
    made.mkdir()
    (made / "one.hrn").write_text(log("1", "1").replace("Cup", "../ഓണം കപ്പ്"), "utf-8")
    (match,) = audit(made).matches
    assert match.file == "ഓണം-കപ്പ്-table-1-round-1.html"
