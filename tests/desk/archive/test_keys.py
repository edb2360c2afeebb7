"""The committee's key: never readable to others, not even for a moment."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.store import ArchiveError
from fairdeal.desk.trouble import DeskError


def test_a_key_is_its_owner_s_alone_from_the_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looked at whenever anything is opened, written or renamed while it is made."""
    seen: list[int] = []
    path = tmp_path / "key.pem"

    def look() -> None:
        for each in tmp_path.iterdir():
            seen.append(stat.S_IMODE(each.lstat().st_mode))

    for name in ("open", "fdopen", "fsync", "replace", "rename", "chmod", "close"):
        real = getattr(os, name)

        def watched(*args: object, _real: object = real, **more: object) -> object:
            done = _real(*args, **more)  # type: ignore[operator]
            look()
            return done

        monkeypatch.setattr(os, name, watched)
    before = os.umask(0)
    try:
        exchange.new_key(path)
    finally:
        os.umask(before)
    monkeypatch.undo()
    assert seen and set(seen) == {0o600}
    assert exchange.public_of(exchange.load_key(path))


def test_a_key_is_written_over_nothing_not_even_where_a_link_leads(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    (tmp_path / "key.pem").symlink_to(target)
    with pytest.raises(ArchiveError, match="already"):
        exchange.new_key(tmp_path / "key.pem")
    assert not target.exists()


def test_no_half_key_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DeskError, match="disk is full"):
        exchange.new_key(tmp_path / "key.pem")
    assert list(tmp_path.iterdir()) == []
