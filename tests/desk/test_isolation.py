"""A fault of the program's own on one file: a line that names it, the others done, the status says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.review import casework
from fairdeal.records import Field, Transcript

pytestmark = pytest.mark.usefixtures("in_this_process")

GOOD = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n'
BAD = GOOD.replace('"1"', '"13"')
FAULT = "This is a fault in Fairdeal (RuntimeError: thirteen"


def _sheet(name: str, deal: str) -> list[Transcript]:
    cells = [
        Field("row 1 / deal", "number", deal),
        Field("row 1 / contract", "contract", "34 S"),
        Field("row 1 / score A", "number", "1"),
    ]
    return [Transcript(name, "score-sheet/1", fields=tuple(cells))]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An evidence folder. Whatever has to do with deal 13 meets a fault in the rulings."""
    from fairdeal.desk.intake import case, versions
    from fairdeal.rulings import check

    def faulty(record: Any, book: Any, refused: Any = (), decided: Any = ()) -> Any:
        if any(deal.label == "13" for deal in record.deals):
            raise RuntimeError("thirteen")
        return check(record, book, refused, decided)

    for module in (versions, case):
        monkeypatch.setattr(module, "check", faulty)
    evidence = tmp_path / "evidence"
    evidence.mkdir()
    (evidence / "bad.hrn").write_text(BAD, encoding="utf-8")
    (evidence / "good.hrn").write_text(GOOD, encoding="utf-8")
    return evidence


def both(folder: Path) -> list[str]:
    return [str(folder / name) for name in ("bad.hrn", "good.hrn")]


def fault_of(name: str, err: str) -> str:
    """The only line that tells of a fault; it names the file."""
    (line,) = [line for line in err.splitlines() if "fault in Fairdeal" in line]
    assert name in line and FAULT in line
    assert "lost" not in line, "something was not done"
    return line


def test_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *both(folder), "--format", "jsonl"]) == 2
    told = capsys.readouterr()
    fault_of("bad.hrn", told.err)
    first, second = map(json.loads, told.out.splitlines())
    assert first["problems"] and second["deals"][0]["contract"]["value"] == 28


def test_report(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    assert main(["report", *both(folder), "-o", str(out)]) == 2
    assert "It is left out of the report." in fault_of("bad.hrn", capsys.readouterr().err)
    shown = out.read_text("utf-8")
    assert "good.hrn" in shown and "1 not judged: bad.hrn" in shown


def test_report_of_the_bad_one_alone_is_not_written(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.html"
    assert main(["report", str(folder / "bad.hrn"), "-o", str(out)]) == 2
    fault_of("bad.hrn", capsys.readouterr().err)
    assert not out.exists()


def test_audit(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["audit", str(folder), "-o", str(out)]) == 2
    fault_of("bad.hrn", capsys.readouterr().err)
    assert len(list(out.glob("*.hrn"))) == 1
    assert "bad.hrn" in (out / "index.html").read_text("utf-8")


def test_archive_add(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.fairdeal"
    assert main(["archive", "--archive", str(path), "add", *both(folder)]) == 2
    assert "It was not added." in fault_of("bad.hrn", capsys.readouterr().err)
    with Archive(path) as archive:
        (case,) = archive.cases()
        documents = casework.case_file(archive, case).documents.values()
        assert [act.body["name"] for act in documents] == ["good.hrn"]


def test_archive_reread_keeps_the_old_reading(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "a.fairdeal"
    with Archive(path) as archive:
        case = archive.open_case("x", "Bina")
        digests = {}
        for name in ("bad.jpg", "good.jpg"):
            digests[name] = casework.keep_document(
                archive, case, name.encode() + b"\0\1", name, "Bina"
            )
            casework.keep_reading(archive, case, digests[name], _sheet(name, "1"))

    def read_photo(_: bytes, name: str, **__: object) -> list[Transcript]:
        if name == "bad.jpg":
            raise RuntimeError("thirteen")
        return _sheet(name, "2")

    monkeypatch.setattr("fairdeal.digitize.read_photo", read_photo)
    assert main(["archive", "--archive", str(path), "reread", case]) == 2
    assert "Its old reading is kept." in fault_of("bad.jpg", capsys.readouterr().err)
    with Archive(path) as archive:
        kept = casework.case_file(archive, case).readings
        deals = {
            name: kept[digest].body["transcripts"][0]["fields"][0]["text"]
            for name, digest in digests.items()
        }
    assert deals == {"bad.jpg": "1", "good.jpg": "2"}


Fault = Callable[[Sequence[Transcript]], Any]


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three photos; where the second is put together with anything, a fault is met."""
    names = [str(tmp_path / f"{name}.jpg") for name in ("one", "bad", "two")]
    for name in names:
        Path(name).write_bytes(b"\xff\xd8\xff" + bytes(10))
    monkeypatch.setattr(
        "fairdeal.digitize.read_photo",
        lambda _, name, **__: _sheet(name, str(names.index(name) + 1)),
    )
    from fairdeal.grammar.transcripts import record

    merge: Fault = record.to_record

    def faulty(pages: Sequence[Transcript]) -> Any:
        if any(page.photo == names[1] for page in pages):
            raise RuntimeError("thirteen")
        return merge(pages)

    monkeypatch.setattr(record, "to_record", faulty)
    return names


def test_read_makes_a_record_of_the_others(
    photos: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", *photos]) == 2
    told = capsys.readouterr()
    assert "It is left out of the record." in fault_of("bad.jpg", told.err)
    assert told.out.count("34 S") == 2, "a row for each of the others"


@pytest.mark.parametrize("how", ["json", "jsonl"])
def test_read_prints_what_was_read_of_each_photo(
    how: str, photos: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", *photos, "--format", how]) == 2
    told = capsys.readouterr()
    fault_of("bad.jpg", told.err)
    lines = told.out.splitlines()
    objects = [json.loads(line) for line in lines] if how == "jsonl" else json.loads(told.out)
    assert [each["photo"] for each in objects] == photos
    assert all(each["fields"] for each in objects)


def test_read_of_photos_that_all_meet_a_fault_prints_no_record(
    photos: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", photos[1]]) == 2
    told = capsys.readouterr()
    fault_of("bad.jpg", told.err)
    assert told.out == ""


@pytest.mark.parametrize("command", ["check", "report", "audit", "archive"])
def test_debugging_shows_where_a_fault_that_was_caught_came_from(
    command: str,
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = {
        "check": ["check", *both(folder)],
        "report": ["report", *both(folder), "-o", str(tmp_path / "r.html")],
        "audit": ["audit", str(folder), "-o", str(tmp_path / "out")],
        "archive": ["archive", "--archive", str(tmp_path / "a.fairdeal"), "add", *both(folder)],
    }[command]
    main(given)
    assert "Traceback" not in capsys.readouterr().err
    monkeypatch.setenv("FAIRDEAL_DEBUG", "1")
    main([each.replace("/out", "/out2") for each in given])
    told = capsys.readouterr().err
    assert "Traceback" in told and "RuntimeError: thirteen" in told and "in faulty" in told
