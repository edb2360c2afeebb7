"""The archive's place: the folder for data, with what earlier versions kept elsewhere moved there whole."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fairdeal.desk.archive.care import moving
from fairdeal.desk.archive.care.where import ARCHIVE, default_archive, keep_private
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main

ROOT = Path(__file__).parents[3]
NAME = "archive.fairdeal"


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of earlier versions, with one case and an audit of the pages beside it."""
    monkeypatch.delenv(ARCHIVE, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(moving, "PATIENCE", 0.2)
    folder = tmp_path / "config" / "fairdeal"
    (folder / f"{NAME}.audits" / "0123456789ab").mkdir(parents=True)
    (folder / f"{NAME}.audits" / "0123456789ab" / "audit.json").write_text("{}", "utf-8")
    with Archive(folder / NAME) as archive:
        archive.open_case("Cup", "A")
    folder.chmod(0o755)
    (folder / NAME).chmod(0o644)
    return folder


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return tmp_path / "data" / "fairdeal"


def cases(path: Path) -> int:
    with Archive(path, create=False) as archive:
        return len(archive.cases())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_archive_moves_with_all_that_lies_beside_it_and_says_so(
    old: Path, new: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert default_archive() == new / NAME
    assert capsys.readouterr().err == f"The archive was moved from {old} to {new}.\n"
    assert not old.exists()
    assert cases(new / NAME) == 1
    assert (new / f"{NAME}.audits" / "0123456789ab" / "audit.json").exists()
    assert default_archive() == new / NAME
    assert capsys.readouterr().err == ""


def test_what_a_killed_program_left_in_the_journal_moves_too(old: Path, new: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from fairdeal.desk.archive.store import Archive\n"
        "archive = Archive(Path(sys.argv[1])); archive.open_case('Second', 'B'); os._exit(9)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", code, str(old / NAME)]
    subprocess.run(command, env=environment, check=False, timeout=60)
    assert (old / f"{NAME}-wal").stat().st_size > 0
    assert cases(default_archive()) == 2
    assert sorted(each.name for each in new.iterdir()) == [NAME, f"{NAME}.audits"]


def test_archive_that_is_open_stays_and_is_used_where_it_is(
    old: Path, new: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Archive(old / NAME) as archive:
        archive.open_case("Second", "B")
        assert default_archive() == old / NAME
        told = capsys.readouterr().err
        assert told.startswith(f"The archive stays in {old}: it is in use")
        archive.open_case("Third", "B")
    assert not new.exists()
    assert cases(default_archive()) == 3


def test_of_two_archives_the_new_one_is_used_and_both_are_named(
    old: Path, new: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new.mkdir(parents=True)
    Archive(new / NAME).close()
    before = (old / NAME).read_bytes()
    assert default_archive() == new / NAME
    told = capsys.readouterr().err
    assert str(old / NAME) in told and str(new / NAME) in told
    assert len(told.splitlines()) == 1
    assert cases(new / NAME) == 0
    assert (old / NAME).read_bytes() == before


def test_nothing_in_the_new_folder_is_written_over(
    old: Path, new: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new.mkdir(parents=True)
    (new / f"{NAME}.audits").write_text("mine", "utf-8")
    assert default_archive() == old / NAME
    assert "something else lies in" in capsys.readouterr().err
    assert (new / f"{NAME}.audits").read_text("utf-8") == "mine"


def test_archive_behind_a_link_stays(
    old: Path, new: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A link that says where to go from its own folder would lead nowhere from another."""
    (old / NAME).rename(tmp_path / "kept")
    (old / NAME).symlink_to("../../kept")
    assert default_archive() == old / NAME
    assert "through a link" in capsys.readouterr().err
    assert cases(old / NAME) == 1


def test_archive_that_cannot_be_moved_stays(
    old: Path, new: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def other_disk(*_: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(Path, "rename", other_disk)
    assert default_archive() == old / NAME
    told = capsys.readouterr().err
    assert "cannot be moved to" in told and "cross-device" in told
    assert cases(old / NAME) == 1


def test_archive_of_old_is_closed_to_all_but_its_owner(old: Path, new: Path) -> None:
    path = default_archive()
    keep_private(path)
    assert mode(new) == 0o700
    assert mode(new / NAME) == 0o600


def test_archive_is_private_from_its_first_byte(tmp_path: Path) -> None:
    path = tmp_path / "cup.fairdeal"
    made: list[int] = []
    real = sqlite3.connect

    def connect(database: Path, **options: object) -> sqlite3.Connection:
        made.append(mode(path))
        return real(database, **options)  # type: ignore[call-overload, no-any-return]

    log = tmp_path / "log.hrn"
    log.write_text('[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n', "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        assert main(["archive", "--archive", str(path), "add", str(log)]) == 0
    assert made[0] == mode(path) == 0o600


def test_archive_named_by_its_owner_is_closed_and_a_shared_one_stays_shared(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    for path, before in ((alone, 0o644), (shared, 0o664)):
        Archive(path).close()
        path.chmod(before)
        assert main(["archive", "--archive", str(path), "ls"]) == 0
    assert mode(alone) == 0o600
    assert mode(shared) == 0o660


def test_no_archive_is_made_where_one_is_only_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["archive", "--archive", str(tmp_path / "gone"), "ls"]) == 2
    assert "there is no archive here" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
