"""Files are written whole or not at all, and no evidence is lost by a mistyped name."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from fairdeal.desk.archive.backup import back_up
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.files import (
    keep_other_kinds,
    new_beside,
    sync_folder,
    unwritable,
    write_bytes,
    write_text,
)
from fairdeal.desk.trouble import DeskError

PICTURE = b"\xff\xd8\xff\xe0\x00\x10JFIF"
PAGE = b"<!DOCTYPE html><title>Report</title>"


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_text(tmp_path / "a.txt", "one\ntwo €")
    write_text(tmp_path / "a.txt", "three\n")
    assert (tmp_path / "a.txt").read_bytes() == b"three\n"
    write_text(tmp_path / "b.txt", "one\ntwo €")
    assert (tmp_path / "b.txt").read_bytes() == "one\ntwo €".encode()
    assert names(tmp_path) == ["a.txt", "b.txt"]


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_others_may_read_it_as_they_may_any_new_file(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write_bytes(tmp_path / "a.txt", b"one")
        assert os.umask(mask) == mask, "the person's own setting is left as it was"
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == mode


@pytest.mark.parametrize(
    ("there", "new"),
    [(PICTURE, PAGE), (PAGE, b"deal | dealer\n"), (b"deal | dealer\n", PAGE), (b"plain", PICTURE)],
    ids=["picture", "page", "text", "text under a picture"],
)
def test_a_file_of_another_kind_is_left_as_it_is(tmp_path: Path, there: bytes, new: bytes) -> None:
    path = tmp_path / "a"
    path.write_bytes(there)
    with pytest.raises(DeskError, match="with other contents"):
        write_bytes(path, new)
    assert path.read_bytes() == there
    assert names(tmp_path) == ["a"]


@pytest.mark.parametrize(
    ("there", "new"),
    [(PICTURE, PICTURE + b"more"), (PAGE.lower(), PAGE), (b"", PICTURE), (b"a", b"b")],
)
def test_a_file_of_the_same_kind_is_written_anew(tmp_path: Path, there: bytes, new: bytes) -> None:
    path = tmp_path / "a"
    path.write_bytes(there)
    write_bytes(path, new)
    assert path.read_bytes() == new
    keep_other_kinds(tmp_path / "none", PICTURE)


def _no_room(*_: object) -> None:
    raise OSError(28, "No space left on device")


def _stopped(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_where_a_file_cannot_be_finished_the_old_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "one")
    monkeypatch.setattr(Path, step, _no_room)
    with pytest.raises(DeskError, match=r"cannot be written: the disk is full") as caught:
        write_text(path, "two")
    assert "room on the disk" in caught.value.remedy
    monkeypatch.setattr(Path, step, _stopped)
    with pytest.raises(KeyboardInterrupt):
        write_text(path, "two")
    monkeypatch.undo()
    assert path.read_text("utf-8") == "one"
    assert names(tmp_path) == ["a.txt"]


def _open_files() -> int:
    """How many files this process has open, where the system tells."""
    told = Path("/proc/self/fd")
    return sum(1 for _ in told.iterdir()) if told.exists() else 0


def test_a_new_file_lies_beside_the_other_and_is_its_owners_alone(tmp_path: Path) -> None:
    before = _open_files()
    with new_beside(tmp_path / ("long name " * 30)) as aside:
        assert _open_files() == before, "it is closed again"
        assert aside.parent == tmp_path and aside.read_bytes() == b""
        assert aside.name.startswith(".") and aside.suffix == ".new"
        assert stat.S_IMODE(aside.stat().st_mode) == 0o600
    assert names(tmp_path) == []


def test_a_folder_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "a.txt"
    for attempt in (lambda: new_beside(path).__enter__(), lambda: write_text(path, "one")):
        with pytest.raises(DeskError, match=r"cannot be written \(no such file") as caught:
            attempt()
        assert (caught.value.place, caught.value.exit_code) == (str(path), 2)
        assert "Name an existing folder" in caught.value.remedy
    assert "it failed" in str(unwritable(path, OSError()))


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is put on the disk, and what is renamed, in its order."""
    done: list[tuple[str, str]] = []
    fsync, replace = os.fsync, Path.replace

    def synced(opened: int) -> None:
        fsync(opened)
        done.append(("sync", str(Path(f"/proc/self/fd/{opened}").readlink())))

    def renamed(path: Path, to: Path) -> Path:
        done.append(("rename", str(to)))
        return replace(path, to)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    return done


on_linux = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="asks /proc")


@on_linux
def test_a_file_is_on_the_disk_before_it_has_its_name_and_its_name_after(
    tmp_path: Path, steps: list[tuple[str, str]]
) -> None:
    write_text(tmp_path / "a.txt", "one")
    (first, aside), second, third = steps
    assert first == "sync" and aside.endswith(".new")
    assert second == ("rename", str(tmp_path / "a.txt"))
    assert third == ("sync", str(tmp_path))


@on_linux
def test_files_of_a_folder_are_put_on_the_disk_together(
    tmp_path: Path, steps: list[tuple[str, str]]
) -> None:
    for name in ("a", "b"):
        write_text(tmp_path / name, name, lasting=False)
    assert [step for step, _ in steps] == ["rename", "rename"]
    sync_folder(tmp_path)
    assert {path for step, path in steps if step == "sync"} == {
        str(tmp_path),
        str(tmp_path / "a"),
        str(tmp_path / "b"),
    }


@on_linux
def test_a_backup_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, steps: list[tuple[str, str]]
) -> None:
    with Archive(tmp_path / "a.fairdeal") as archive:
        archive.open_case("x", "Bina")
        steps.clear()
        back_up(archive, tmp_path / "backup")
    renamed = steps.index(("rename", str(tmp_path / "backup")))
    assert steps[renamed - 1][0] == "sync" and steps[renamed - 1][1].endswith(".new")
    assert ("sync", str(tmp_path)) in steps[renamed:]


def test_a_file_of_ours_that_holds_junk_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(bytes(100))
    with pytest.raises(DeskError):
        write_text(path, "{}")
    write_text(path, "{}", ours=True)
    assert path.read_text("utf-8") == "{}"
