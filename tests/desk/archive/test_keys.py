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


def test_a_key_is_a_file_that_other_programs_read(tmp_path: Path) -> None:
    """The example of RFC 8410, 10.3, and its public key of 10.1."""
    theirs = tmp_path / "theirs.pem"
    theirs.write_text(
        "-----BEGIN PRIVATE KEY-----\n"
        "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
        "-----END PRIVATE KEY-----\n"
    )
    public = "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"
    assert exchange.public_of(exchange.load_key(theirs)) == public
    exchange.new_key(tmp_path / "ours.pem")
    lines = (tmp_path / "ours.pem").read_text().splitlines()
    assert [lines[0], lines[2]] == theirs.read_text().splitlines()[::2]
    assert len(lines) == 3 and lines[1][:20] == theirs.read_text().splitlines()[1][:20]


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5\n-----END PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VuBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
        "-----END PRIVATE KEY-----\n",
        "എന്റെ താക്കോൽ",
    ],
)
def test_what_is_no_key_is_said_so(tmp_path: Path, damaged: str) -> None:
    path = tmp_path / "key.pem"
    path.write_text(damaged, encoding="utf-8")
    with pytest.raises(ArchiveError, match="does not contain"):
        exchange.load_key(path)
