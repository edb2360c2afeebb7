"""The audit of a folder: matches told apart, what cannot be read listed, reports written whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.reading import Here
from fairdeal.desk.tournament.audit import (
    OverMatches,
    audit_into,
    file_name,
    over_matches,
    ruled_on,
)
from fairdeal.desk.tournament.folder import MADE_HERE
from fairdeal.desk.tournament.results import Audited

CALLS = "Auction:\n3: 28 S, P, P, P, P, P\n"


def log(table: str, deal: str, teams: tuple[str, str] = ("Reef", "Harbour")) -> str:
    heading = f'[Event "Cup"]\n[Table "{table}"]\n[Round "1"]\n'
    names = f'[TeamA "{teams[0]}"]\n[TeamB "{teams[1]}"]\n'
    return heading + names + f'[Deal "{deal}"]\n[Dealer "2"]\n' + CALLS


def audit(folder: Path) -> OverMatches[tuple[str, Case]]:
    return over_matches(folder, ruled_on)


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
    cases = [case for _, case in audit(folder).results]
    grouped = sorted(sorted(each.name for each in case.documents) for case in cases)
    assert grouped == [["a1.hrn", "a2.hrn"], ["b1.hrn"], ["disputed.hrn"]]
    both = next(case for case in cases if len(case.documents) == 2)
    assert [deal.label for deal in both.record.deals] == ["1", "2"]


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
    assert len(result.results) == 3
    assert not any("reports" in name for name, _ in result.unread)


@pytest.mark.parametrize(
    "mark", ["", "Reports written by Fairdeal 0.1.0.\n", f"{'0' * 64}  a.hrn\n"]
)
def test_a_mark_alone_hides_no_evidence(folder: Path, mark: str) -> None:
    """An empty file of the right name made all that lay beside and below it vanish from the audit."""
    hidden = folder / "more" / "below"
    hidden.mkdir(parents=True)
    (folder / "more" / MADE_HERE).write_text(mark, "utf-8")
    (folder / "more" / "a.hrn").write_text(log("7", "1", ("Kites", "Terns")), "utf-8")
    (hidden / "b.hrn").write_text(log("8", "1", ("Gulls", "Crabs")), "utf-8")
    assert len(audit(folder).results) == 5


def test_evidence_among_old_reports_is_read(folder: Path) -> None:
    reports = folder / "reports"
    assert main(["audit", str(folder), "-o", str(reports)]) == 1
    (reports / "late.hrn").write_text(log("7", "1", ("Kites", "Terns")), "utf-8")
    own = next(path for path in sorted(reports.glob("*.hrn")) if path.name != "late.hrn")
    own.write_text(own.read_text("utf-8").replace("Reef", "Grief"), "utf-8")
    names = {each.name for _, case in audit(folder).results for each in case.documents}
    assert "reports/late.hrn" in names, "what no audit wrote"
    assert f"reports/{own.name}" in names, "what somebody wrote over a report"
    assert len([name for name in names if name.startswith("reports/")]) == 2


@pytest.mark.parametrize("name", ["photo.jpg", "late.hrn", "folder"])
def test_evidence_among_old_reports_is_never_written_over(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The next audit took the whole folder away."""
    out = folder.with_name("out")
    assert main(["audit", str(folder), "-o", str(out)]) == 1
    if name == "folder":
        (out / name).mkdir()
    else:
        (out / name).write_text("evidence", "utf-8")
    assert main(["audit", str(folder), "-o", str(out)]) == 2
    assert f"{name} lies among the reports" in capsys.readouterr().err
    assert (out / name).exists() and (out / "index.html").exists()


def test_what_is_put_among_the_reports_meanwhile_stays(folder: Path) -> None:
    out = folder.with_name("out")
    audit_into(folder, out)

    def told(name: str, done: int, of: int) -> None:
        (out / "late.hrn").write_text("evidence", "utf-8")

    audit_into(folder, out, progress=told)
    assert (out / "late.hrn").read_text("utf-8") == "evidence"


@pytest.mark.parametrize("stray", [".DS_Store", "Thumbs.db"])
def test_what_a_system_puts_into_folders_stops_no_audit(folder: Path, stray: str) -> None:
    out = folder.with_name("out")
    assert main(["audit", str(folder), "-o", str(out)]) == 1
    (out / stray).write_bytes(b"x")
    assert main(["audit", str(folder), "-o", str(out)]) == 1


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
    [(title, _)] = audit(made).results
    assert file_name(title, ()) == "ഓണം-കപ്പ്-table-1-round-1.html"


def test_workers_are_made_before_a_bar_and_a_photo_keep_this_process_from_being_copied(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def looked_through(*_: object) -> Audited:
        done.append("audit")
        return Audited((), (), (), ())

    monkeypatch.setattr(Here, "prepare", lambda _: done.append("workers"))
    monkeypatch.setattr("fairdeal.desk.commands.audit.audit_into", looked_through)
    main(["audit", str(folder)])
    assert done == ["workers", "audit"]
