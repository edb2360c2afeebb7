"""The archive's place, which its owner alone may read."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from fairdeal.desk.archive.settings import default_archive, keep_private
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.usual import ARCHIVE


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_archive_in_the_folder_for_data_is_closed_to_all_but_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(ARCHIVE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = default_archive()
    assert path == tmp_path / "fairdeal" / "archive.fairdeal"
    Archive(path).close()
    path.parent.chmod(0o755)
    path.chmod(0o644)
    keep_private(default_archive())
    assert mode(path.parent) == 0o700
    assert mode(path) == 0o600


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
