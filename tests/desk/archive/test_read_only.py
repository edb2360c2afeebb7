"""An archive where nothing can be written, and disks that fill up: read all the same, or one plain line."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.backup import back_up, restore
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.cli import main
from fairdeal.desk.trouble import DeskError
from tests.support.whole import verify

NOBODY = 65534
"""Who may do nothing: to root no file is read-only."""


@contextmanager
def as_nobody() -> Iterator[None]:
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def closed_folder() -> Iterator[Path]:
    """A folder in which nothing can be written once `close_up` was called."""
    with TemporaryDirectory() as name:
        folder = Path(name) / "closed"
        folder.mkdir()
        yield folder
        folder.chmod(0o700)


def close_up(folder: Path) -> None:
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    folder.parent.chmod(0o755)
    with as_nobody():
        if not os.access(folder, os.R_OK | os.X_OK, effective_ids=True):
            pytest.skip("nobody can reach this computer's temporary files")


def one_line(text: str) -> bool:
    return "fault in Fairdeal" not in text and len(text.strip().splitlines()) == 1


@pytest.mark.parametrize("how", ["closed", "backup", "open", "left open"])
def test_an_archive_that_cannot_be_written_is_read(
    archive: Archive,
    case: str,
    closed_folder: Path,
    tmp_path: Path,
    how: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`how` it was left: put away whole, as a backup, with its journal as while others work in it, or with a
    journal that nobody can read there. That one holds acts, so it is never left out silently."""
    path = closed_folder / "archive.fairdeal"
    for asked in ("ls", "verify", "head"):  # What is loaded late is loaded by us, not by nobody.
        main(["archive", "--archive", str(archive.path), asked])
    if how == "backup":
        back_up(archive, path)
    else:
        if how == "closed":
            archive.close()
        for end in ("", "-wal", "-shm") if how == "open" else ("", "-wal"):
            if (beside := Path(f"{archive.path}{end}")).exists():
                shutil.copyfile(beside, f"{path}{end}")
    if how in ("closed", "backup"):
        assert list(closed_folder.iterdir()) == [path]
    capsys.readouterr()
    close_up(closed_folder)
    before = sorted(closed_folder.iterdir())
    for asked, said in (("ls", case), ("verify", "is whole: 1 case"), ("head", "3 acts")):
        with as_nobody():
            status = main(["archive", "--archive", str(path), asked])
        shown = capsys.readouterr()
        if how == "left open":
            assert status == 2 and "archive.fairdeal-wal, which cannot be read" in shown.err
            assert one_line(shown.err)
        else:
            assert (status, shown.err) == (0, "")
            assert said in shown.out
    assert sorted(closed_folder.iterdir()) == before


@pytest.mark.parametrize("asked", [["reindex"], ["redact", "--yes", "Anjali Menon"], ["export"]])
def test_what_needs_to_write_says_that_it_cannot(
    archive: Archive,
    case: str,
    closed_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    asked: list[str],
) -> None:
    path = closed_folder / "archive.fairdeal"
    back_up(archive, path)
    asked = [*asked, case, "-o", str(tmp_path / "out")] if asked == ["export"] else asked
    main(["archive", "--archive", str(archive.path), *asked])
    capsys.readouterr()
    (tmp_path / "out").unlink(missing_ok=True)
    close_up(closed_folder)
    with as_nobody():
        status = main(["archive", "--archive", str(path), *asked])
    told = capsys.readouterr().err
    assert status == 2 and one_line(told) and "may write to" in told


def test_a_desk_does_not_open_where_nothing_can_be_kept(
    archive: Archive, case: str, closed_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = closed_folder / "archive.fairdeal"
    back_up(archive, path)
    main(["desk", "--archive", str(path), "--host", "0.0.0.0"])
    close_up(closed_folder)
    capsys.readouterr()
    with as_nobody():
        assert main(["desk", "--no-browser", "--archive", str(path)]) == 2
    told = capsys.readouterr().err
    assert "Nothing can be written to" in told and one_line(told)


def test_an_empty_file_where_nothing_can_be_written_is_said_to_be_one(
    closed_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = closed_folder / "archive.fairdeal"
    path.touch()
    main(["archive", "--archive", "nowhere", "ls"])
    close_up(closed_folder)
    capsys.readouterr()
    with as_nobody():
        assert main(["archive", "--archive", str(path), "ls"]) == 2
    told = capsys.readouterr().err
    assert "is empty, and nothing can be written there" in told and one_line(told)


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """As on a disk that fills up: no file can grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_fills_up_leaves_a_whole_backup_or_the_one_before(
    archive: Archive, case: str, tmp_path: Path, part: float, there: bool
) -> None:
    to = tmp_path / "copies" / "backup"
    to.parent.mkdir()
    back_up(archive, to)
    size, before = to.stat().st_size, to.read_bytes()
    if not there:
        to.unlink()
    archive.add(case, Kind.NOTE, {"text": "later"}, "Bina")
    with room_for(int(size * part)), pytest.raises(DeskError) as caught:
        back_up(archive, to)
    assert str(to) in str(caught.value) and ".new" not in str(caught.value)
    assert "room on the disk" in str(caught.value)
    assert [each.name for each in to.parent.iterdir()] == (["backup"] if there else [])
    assert not there or to.read_bytes() == before
    back_up(archive, to)
    with Archive(to) as copy:
        assert verify(copy) == []


@pytest.mark.parametrize("step", ["sync", "_whole", "_copy"])
def test_a_disk_that_is_full_at_any_step_is_called_so(
    archive: Archive, case: str, tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fairdeal.desk.archive import backup

    to = tmp_path / "copies" / "backup"
    to.parent.mkdir()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    def no_room(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    if step == "sync":
        monkeypatch.setattr(backup, "sync", full)
    elif step == "_whole":
        monkeypatch.setattr(backup, "look_through", no_room)
    else:
        monkeypatch.setattr(backup.sqlite3, "connect", no_room)
    with pytest.raises(DeskError, match="disk"):
        back_up(archive, to)
    assert list(to.parent.iterdir()) == []


def test_restoring_onto_a_full_disk_leaves_the_archive(
    archive: Archive, case: str, tmp_path: Path
) -> None:
    back_up(archive, tmp_path / "backup")
    archive.close()
    with room_for(4096), pytest.raises(DeskError, match=r"archive\.fairdeal cannot be written"):
        restore(tmp_path / "backup", archive.path)
    with Archive(archive.path) as now:
        assert now.cases() == [case] and verify(now) == []


def test_what_a_disk_does_while_an_archive_is_read_is_one_line(
    archive: Archive, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ArchiveError, match="cannot be used as an archive"), archive:
        raise sqlite3.OperationalError("disk I/O error")
