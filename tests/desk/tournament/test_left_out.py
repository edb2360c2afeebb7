"""What an audit leaves out is named with the reason; progress counts documents alone, and not too often."""

from __future__ import annotations

import errno
import inspect
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cattrs import structure

from fairdeal.desk.cli import main
from fairdeal.desk.commands.audit import Lines
from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.folder import (
    CLOSED,
    DEEP,
    HIDDEN,
    LINK,
    MADE_HERE,
    NO_FILE,
    REPORTS,
    look_through,
    write_list,
)
from fairdeal.desk.tournament.results import NO_RECORD, Audited

LOG = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n'


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    folder = tmp_path / "cup"
    folder.mkdir()
    (folder / "a.hrn").write_text(LOG, "utf-8")
    return folder


def put(path: Path, text: str = LOG) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def fill(folder: Path) -> dict[str, str]:
    """Everything that may be left out, and why it is."""
    put(folder / ".b.hrn")
    put(folder / "table 2" / ".old" / "c.hrn")
    put(folder / "table 2" / ".old" / "deep" / "d.hrn")
    put(folder / "reports" / "e.hrn")
    write_list(folder / "reports", {})
    put(folder.parent / "elsewhere" / "f.hrn")
    (folder / "more").symlink_to(folder.parent / "elsewhere")
    (folder / "gone.jpg").symlink_to("nowhere.jpg")
    os.mkfifo(folder / "pipe.hrn")
    return {
        ".b.hrn": HIDDEN,
        "table 2/.old/ (2 files)": HIDDEN,
        "reports/ (1 file)": REPORTS,
        f"reports/{MADE_HERE}": HIDDEN,
        "more/ (1 file)": LINK,
        "gone.jpg": NO_FILE,
        "pipe.hrn": NO_FILE,
    }


def test_everything_in_a_folder_is_read_or_left_out_with_the_reason(cup: Path) -> None:
    why = fill(cup)
    put(cup / "table 2" / "g.hrn")
    found = look_through(cup)
    assert [each.name for each in found.files] == ["a.hrn", "table 2/g.hrn"]
    assert dict(found.left_out) == why


@pytest.mark.parametrize("top", ["table 2", ".old"])
def test_folders_in_folders_are_looked_through_however_many(cup: Path, top: str) -> None:
    deepest = cup / top / Path(*["d"] * 150)
    put(deepest / "g.hrn")
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        found = look_through(cup)
    finally:
        sys.setrecursionlimit(usual)
    told = [each.name for each in found.files] + [name for name, _ in found.left_out]
    assert any(name.endswith("d/g.hrn") or name == ".old/ (1 file)" for name in told)


def test_a_folder_too_deep_to_be_opened_says_so(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(cup / "table 2" / "g.hrn")
    usual = Path.iterdir

    def iterdir(path: Path) -> Iterator[Path]:
        if path.name == "table 2":
            raise OSError(errno.ENAMETOOLONG, "File name too long", str(path))
        return usual(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    assert look_through(cup).left_out == [("table 2/", DEEP)]


def test_a_folder_that_may_not_be_opened_is_named(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(cup / "locked" / "b.hrn")
    real = Path.iterdir

    def iterdir(path: Path) -> object:
        if path.name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    assert look_through(cup).left_out == [("locked/", CLOSED)]


def test_what_is_left_out_is_said_and_stands_on_the_first_page(
    cup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    why = fill(cup)
    put(cup / "README.md", "Dear committee, we protest.\n")
    assert main(["audit", str(cup), "-o", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().err
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    for name in (*why, "README.md"):
        assert name in told
        assert f"<bdi>{name}</bdi>" in page
    hidden = f".b.hrn, reports/{MADE_HERE}, table 2/.old/ (2 files)"
    assert f"Left out: {hidden} ({HIDDEN})." in told.splitlines()


def test_it_is_said_also_where_no_match_was_found(
    cup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(cup / "a.hrn", "Dear committee, we protest.\n")
    put(cup / ".b.hrn")
    assert main(["audit", str(cup)]) == 2
    told = capsys.readouterr().err
    assert ".b.hrn" in told and "a.hrn seems to be another text" in told
    (cup / "a.hrn").unlink()
    assert main(["audit", str(cup)]) == 2
    assert "contains no file to read. Left out: .b.hrn" in capsys.readouterr().err


def test_results_kept_by_an_earlier_version_are_read(cup: Path, tmp_path: Path) -> None:
    told = {"results": [], "unread": [], "aside": ["x.md"]}
    assert structure(told, Audited).left_out == (("x.md", NO_RECORD),)


@pytest.mark.parametrize("letter", ["0-README.md", "z-README.md"])
def test_progress_counts_documents_alone(
    cup: Path, letter: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the letter looked at last it said "1 of 3", then "2 of 2"."""
    put(cup / "b.hrn", LOG.replace('"1"', '"2"'))
    put(cup / letter, "Dear committee, we protest.\n")
    put(cup / "schedule.csv", "event,date,round,table,team A,team B\nCup,,1,1,A,B\n")
    main(["audit", str(cup)])
    said = [line for line in capsys.readouterr().err.splitlines() if "documents read" in line]
    assert said == ["1 of 2 documents read.", "2 of 2 documents read."]


def test_a_record_that_is_called_like_a_letter_counts_in_the_progress(
    cup: Path, tmp_path: Path
) -> None:
    put(cup / "deal-2.md", LOG.replace('"1"', '"2"'))
    told: list[tuple[int, int]] = []
    audit_into(cup, tmp_path / "out", progress=lambda _, done, of: told.append((done, of)))
    assert told[-1] == (2, 2)


def test_progress_is_said_every_tenth_or_every_ten_seconds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seconds = 0.0
    lines = Lines(lambda: seconds)
    for done in range(1, 101):
        lines("x", done, 1000)
    assert capsys.readouterr().err.splitlines() == ["100 of 1000 documents read."]
    for done in range(101, 131):
        seconds += 1.0
        lines("x", done, 1000)
    assert capsys.readouterr().err.splitlines() == [
        "110 of 1000 documents read.",
        "120 of 1000 documents read.",
        "130 of 1000 documents read.",
    ]


def test_answer_of_an_audit_goes_to_standard_output(
    cup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(cup), "-o", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out == (
        f"1 match, 0 findings. Reports: {tmp_path / 'out'}/index.html\n"
    )
    shutil.rmtree(tmp_path / "out")
