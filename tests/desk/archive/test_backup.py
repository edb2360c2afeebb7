"""Backups."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.archive.acts import Kind
from desk.archive.backup import back_up, restore
from desk.archive.store import Archive, ArchiveError


def test_a_backup_is_the_archive(archive: Archive, case: str, tmp_path: Path) -> None:
    assert back_up(archive, tmp_path / "backup") == 1
    with Archive(tmp_path / "backup") as copy:
        assert copy.acts(case) == archive.acts(case)
    assert not [each for each in tmp_path.iterdir() if each.suffix == ".new"]


def test_restoring_keeps_what_was_there(archive: Archive, case: str, tmp_path: Path) -> None:
    back_up(archive, tmp_path / "backup")
    archive.add(case, Kind.NOTE, {"text": "later"}, "B")
    count = len(archive.acts(case))
    archive.close()
    cases, kept = restore(tmp_path / "backup", archive.path)
    assert cases == 1 and kept is not None
    with Archive(archive.path) as now, Archive(kept) as before:
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
    with pytest.raises(ArchiveError, match="cannot be written"):
        back_up(archive, tmp_path / "nowhere" / "backup")
    assert archive.acts(case)
