"""Files made to hurt, in every command and at the desk: refused in one line, and the rest still done."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from fairdeal.desk.archive.redaction import cover_confined
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.confined import ConfinedError, Work, Workers
from fairdeal.desk.intake import reading
from fairdeal.desk.judging import Read
from fairdeal.desk.pages.jobs import Readings, Task, unread
from fairdeal.desk.review import casework
from tests.support import attacks

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems bound the time alone"
)

GOOD = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n'
OVER = "forms.pdf takes more than 300 MB of memory to read. Send it as a photo"


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_MEGABYTES", "300")


@pytest.fixture
def stopped(limited: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked of a worker for that file ends as it does where the worker has to be stopped: to start
    another each time takes seconds. The others are done here."""

    def call(pool: Workers, task: Work, function: Callable[..., object], *given: object) -> object:
        if OVER.startswith(Path(task.name).name):
            raise task.over("memory")
        return function(*given)

    monkeypatch.setattr(Workers, "call", call)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An evidence folder with a file of two kilobytes that asks for all the memory there is."""
    evidence = tmp_path / "evidence"
    evidence.mkdir()
    (evidence / "forms.pdf").write_bytes(attacks.nested_forms())
    (evidence / "good.hrn").write_text(GOOD, encoding="utf-8")
    return evidence


@pytest.mark.usefixtures("limited")
def test_check_refuses_it_and_checks_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(folder / name) for name in ("forms.pdf", "good.hrn")]
    assert main(["check", *files, "--format", "json"]) == 2
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert OVER in line
    first, second = json.loads(told.out)
    assert OVER in first["problems"][0]["message"]
    assert second["deals"][0]["contract"]["value"] == 28


@pytest.mark.usefixtures("limited")
def test_read_refuses_it_with_a_code_for_programs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(folder / "forms.pdf"), "--format", "json"]) == 2
    told = capsys.readouterr()
    assert OVER in told.err and len(told.err.splitlines()) == 1
    assert json.loads(told.out)["problems"][0]["code"] == "over-limit"


@pytest.mark.usefixtures("stopped")
def test_report_is_written_of_the_others_and_the_status_says_so(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.html"
    files = [str(folder / name) for name in ("forms.pdf", "good.hrn")]
    assert main(["report", *files, "-o", str(out)]) == 2
    assert OVER in capsys.readouterr().err
    assert "good.hrn" in out.read_text("utf-8")


@pytest.mark.usefixtures("stopped")
def test_audit_lists_it_and_reports_the_others(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["audit", str(folder), "-o", str(out)]) == 2
    assert OVER in capsys.readouterr().err
    shown = (out / "index.html").read_text("utf-8")
    assert OVER in shown
    assert len(list(out.glob("*.hrn"))) == 1


@pytest.mark.usefixtures("stopped")
def test_archive_adds_the_others(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.fairdeal"
    files = [str(folder / name) for name in ("forms.pdf", "good.hrn")]
    assert main(["archive", "--archive", str(path), "add", *files]) == 2
    told = capsys.readouterr()
    assert OVER in told.err and "It was not added." in told.err
    with Archive(path) as archive:
        (case,) = archive.cases()
        documents = casework.case_file(archive, case).documents.values()
        assert [act.body["name"] for act in documents] == ["good.hrn"]


@pytest.mark.usefixtures("stopped")
def test_layout_learn_refuses_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layout", "learn", str(folder / "forms.pdf")]) == 2
    assert OVER in capsys.readouterr().err


@pytest.mark.usefixtures("stopped")
def test_compare_refuses_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(folder / "forms.pdf")]) == 2
    assert "takes more than 300 MB" in capsys.readouterr().err


@pytest.mark.usefixtures("stopped")
def test_the_desk_keeps_that_it_cannot_be_read_and_does_not_try_for_ever(
    folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "a.fairdeal"
    data = (folder / "forms.pdf").read_bytes()
    with Archive(path) as archive:
        case = archive.open_case("x", "Bina")
        digest = casework.keep_document(archive, case, data, "forms.pdf", "Bina")
    readings = Readings(path)
    readings._do(Task(case, digest, "forms.pdf"))
    readings.stop()
    with Archive(path) as archive:
        kept = casework.case_file(archive, case).readings[digest].body
        assert OVER in kept["trouble"] and kept["transcripts"] == []
        assert unread(archive, case) == []


@pytest.mark.usefixtures("stopped")
def test_a_photo_that_the_desk_stopped_reading_when_it_closed_is_read_the_next_time(
    folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "a.fairdeal"
    with Archive(path) as archive:
        case = archive.open_case("x", "Bina")
        data = (folder / "forms.pdf").read_bytes()
        digest = casework.keep_document(archive, case, data, "forms.pdf", "Bina")
    readings = Readings(path)
    readings.stop()
    readings._do(Task(case, digest, "forms.pdf"))
    with Archive(path) as archive:
        assert [task.digest for task in unread(archive, case)] == [digest]


@pytest.mark.usefixtures("stopped")
def test_names_that_cannot_be_covered_for_it_are_said_to_be_left(folder: Path) -> None:
    data = (folder / "forms.pdf").read_bytes()
    found = cover_confined(data, [], "forms.pdf")
    assert (found.data, found.left) == (None, (1,))


@pytest.mark.usefixtures("limited")
def test_a_machine_of_a_cluster_has_the_limits_too(folder: Path) -> None:
    photo = (0, (folder / "forms.pdf").read_bytes(), "forms.pdf")
    told = reading._there(partial(reading._read, None), photo)
    assert isinstance(told, str) and OVER in told


SLOW: dict[str, Callable[[], bytes]] = {
    "paths.pdf": attacks.endless_paths,
    "scans.jpg": attacks.many_scans,
}


@pytest.mark.parametrize("name", SLOW)
def test_what_would_take_for_ever_is_stopped(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAIRDEAL_SECONDS", "1")
    (tmp_path / name).write_bytes(SLOW[name]())
    assert main(["read", str(tmp_path / name)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{name} takes more than 1 seconds to read. Send it as a photo" in line


def _poison(reads: list[Read], *_: object, **__: object) -> object:
    """A worker that has to be stopped for every case that holds a certain word."""
    if any(b"POISON" in each.data for each in reads):
        raise Work.case("This case", 0, 0).over("time")
    return _judge(reads, *_)  # type: ignore[arg-type]


_judge = casework.judge


def test_a_typed_record_that_cannot_be_judged_is_set_aside_and_the_others_are_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(casework, "judge", _poison)
    with Archive(tmp_path / "a.fairdeal") as archive:
        case = archive.open_case("x", "Bina")
        casework.keep_document(archive, case, GOOD.encode(), "good.hrn", "Bina")
        bad = casework.keep_document(archive, case, b"; POISON\n", "bad.hrn", "Bina")
        casework.recheck_new(archive, case)
        file = casework.case_file(archive, case)
        assert "takes more than 60 seconds" in file.readings[bad].body["trouble"]
        assert "bad.hrn" in file.readings[bad].body["trouble"]
        assert [each.name for each in casework.documents(archive, file)] == ["good.hrn"]
        assert file.checked is not None


def test_where_no_record_is_at_fault_alone_the_limit_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(reads: list[Read], *_: object, **__: object) -> object:
        if len(reads) > 1:
            raise Work.case("This case", 0, 0).over("time")
        return _judge(reads, *_)  # type: ignore[arg-type]

    monkeypatch.setattr(casework, "judge", never)
    with Archive(tmp_path / "a.fairdeal") as archive:
        case = archive.open_case("x", "Bina")
        for number in range(2):
            text = GOOD.replace('"1"', f'"{number}"').encode()
            casework.keep_document(archive, case, text, f"{number}.hrn", "Bina")
        with pytest.raises(ConfinedError, match="This case takes more than 60 seconds to judge"):
            casework.recheck_new(archive, case)
