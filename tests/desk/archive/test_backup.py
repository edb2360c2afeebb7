"""Backups."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.backup import back_up, restore
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.cli import main
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.trouble import DeskError


def test_a_backup_is_the_archive(archive: Archive, case: str, tmp_path: Path) -> None:
    assert back_up(archive, tmp_path / "backup").cases == 1
    with Archive(tmp_path / "backup") as copy:
        assert copy.acts(case) == archive.acts(case)
    assert not [each for each in tmp_path.iterdir() if each.suffix == ".new"]


def test_restoring_keeps_what_was_there(archive: Archive, case: str, tmp_path: Path) -> None:
    back_up(archive, tmp_path / "backup")
    archive.add(case, Kind.NOTE, {"text": "later"}, "B")
    count = len(archive.acts(case))
    archive.close()
    restored = restore(tmp_path / "backup", archive.path)
    assert restored.cases == 1 and restored.kept is not None
    with Archive(archive.path) as now, Archive(restored.kept) as before:
        assert len(now.acts(case)) == count - 1
        assert len(before.acts(case)) == count


def test_a_broken_backup_is_not_put_in_place(archive: Archive, case: str, tmp_path: Path) -> None:
    back_up(archive, tmp_path / "backup")
    data = (tmp_path / "backup").read_bytes()
    (tmp_path / "half").write_bytes(data[: len(data) // 2])
    with pytest.raises(ArchiveError):
        restore(tmp_path / "half", archive.path)
    with pytest.raises(ArchiveError, match="no such file"):
        restore(tmp_path / "none", archive.path)
    assert archive.acts(case)
    assert not [each for each in tmp_path.iterdir() if each.suffix == ".new"]


def test_the_archive_is_no_backup_of_itself(archive: Archive, case: str, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="the archive itself"):
        back_up(archive, archive.path)
    with pytest.raises(DeskError, match="cannot be written"):
        back_up(archive, tmp_path / "nowhere" / "backup")
    assert archive.acts(case)


def test_a_backup_has_the_papers_of_events_and_a_removal_says_that_it_does_not_reach_them(
    archive: Archive, case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["archive", "--archive", str(archive.path)]
    assert main([*command, "backup", str(tmp_path / "one")]) == 0
    assert "event" not in capsys.readouterr().err
    papers = EventPapers(archive.path)
    event = papers.new()
    filed = papers.take(event, "log.hrn", BytesIO(b"Anjali Menon"))
    assert filed is not None
    papers.begin(event, "Harbour Cup", "", "Bina", [filed])
    assert main([*command, "backup", str(tmp_path / "two")]) == 0
    assert "The papers of events (1 file) are in two.audits beside it" in capsys.readouterr().err
    assert main([*command, "redact", "Anjali Menon", "--yes"]) == 0
    assert "Not reached: the papers and reports of 1 event" in capsys.readouterr().err


def test_a_removal_that_is_not_confirmed_removes_nothing(
    archive: Archive, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click.confirm", lambda *_, **__: False)
    before = archive.acts(case)
    assert main(["archive", "--archive", str(archive.path), "redact", "Anjali Menon"]) == 1
    assert archive.acts(case) == before


def test_commands_of_the_archive_read_aloud(
    archive: Archive, case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a person is told who names a wrong file: that file's name, and nothing is changed."""
    command = ["archive", "--archive", str(archive.path)]
    archive.close()
    scan = tmp_path / "scan.pdf"
    scan.write_bytes(b"%PDF-1.7\nnothing more")
    for arguments, said in (
        (["add", str(scan)], "scan.pdf is a PDF that cannot be opened"),
        (["restore", str(scan)], f"{scan} cannot be used as an archive"),
        (["new-key", str(tmp_path / "no" / "key")], "cannot be written"),
    ):
        assert main([*command, *arguments]) == 2
        told = capsys.readouterr().err
        assert said in told and ".new" not in told
    with Archive(archive.path) as after:
        assert after.cases() == [case]
    assert main(["archive", "--archive", str(tmp_path / "none"), "ls"]) == 2
    assert "archive add" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
