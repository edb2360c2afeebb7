"""Bad input, read aloud: one clear line, the promised exit status, the rest of the batch still done."""

from __future__ import annotations

import errno
import io
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.commands import report
from fairdeal.desk.files import REPORT_MARK
from fairdeal.desk.intake.documents import from_transcripts
from fairdeal.desk.intake.papers import why_nothing
from fairdeal.records import ReadProblem, Transcript

GOOD = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n'


def picture(kind: str) -> bytes:
    """A photo of something that is no sheet: a wall with a stain."""
    wall = np.linspace(90, 160, 700 * 900).reshape(700, 900, 1).repeat(3, axis=2).astype(np.uint8)
    wall[200:500, 300:600] = 60
    out = io.BytesIO()
    Image.fromarray(wall).save(out, kind)
    return out.getvalue()


def huge_png() -> bytes:
    """The header of a 60,000 x 60,000 picture, with hardly any data behind it."""

    def chunk(name: bytes, data: bytes) -> bytes:
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


BAD: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "empty": ("empty.hrn", lambda: b"", "empty"),
    "empty photo": ("empty.jpg", lambda: b"", "empty"),
    "a text named .jpg": ("notes.jpg", lambda: b"See you at five.\n", "is a text, not a picture"),
    "a photo without a page": ("cat.jpg", lambda: picture("JPEG"), "page"),
    "a broken-off photo": ("half.jpg", lambda: picture("JPEG")[:4000], "breaks off or is damaged"),
    "a picture of 60,000 x 60,000": ("huge.png", huge_png, "too large"),
    "an office file": ("scores.xlsx", lambda: b"PK\x03\x04" + bytes(500), "is damaged"),
    "bytes": ("noise.bin", lambda: bytes(range(256)) * 8, "neither a picture nor a PDF"),
    "a broken PDF": ("scan.pdf", lambda: b"%PDF-1.7\nnothing more", "PDF"),
    "words": ("letter.txt", lambda: b"Dear committee,\nwe protest.\n", "seems to be another text"),
    "an unknown rulebook": (
        "other.hrn",
        lambda: GOOD.replace("international", "atlantis").encode(),
        'rulebook "atlantis"',
    ),
    "a rulebook that climbs": (
        "climb.hrn",
        lambda: GOOD.replace("international", "../../secret.toml").encode(),
        "which does not exist",
    ),
}


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.replace(" ", "-"))
def test_one_clear_line_and_the_others_still_done(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, content, words = BAD[case]
    bad, good = tmp_path / name, tmp_path / "good.hrn"
    bad.write_bytes(content())
    good.write_text(GOOD, encoding="utf-8")
    assert main(["check", str(bad), "--format", "json"]) == 2
    alone = capsys.readouterr()
    lines = alone.err.strip().splitlines()
    assert len(lines) == 1, lines
    assert name in lines[0]
    assert words in lines[0]
    assert "Traceback" not in alone.err
    assert "fault in Fairdeal" not in alone.err
    assert json.loads(alone.out)["problems"][0]["severity"] == "error"
    assert main(["check", str(bad), str(good), "--format", "jsonl"]) == 2
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["source"] for answer in answers] == [str(bad), str(good)]
    assert answers[1]["deals"][0]["contract"]["value"] == 28


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "gone.hrn")]) == 2
    assert "gone.hrn: there is no such file" in capsys.readouterr().err


def test_a_folder_in_place_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err


def test_an_unknown_rulebook_on_the_command_line_names_the_known_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.hrn"
    good.write_text(GOOD, encoding="utf-8")
    assert main(["check", str(good), "--rules", "atlantis"]) == 2
    err = capsys.readouterr().err
    assert "atlantis" in err
    assert "international" in err


def test_a_log_in_latin_1_is_read_and_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "old.hrn"
    log.write_bytes(('[TeamA "José"]\n' + GOOD).encode("latin-1"))
    assert main(["check", str(log), "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert any("Latin-1" in problem["message"] for problem in answer["problems"])
    assert answer["deals"][0]["contract"]["value"] == 28


def test_a_record_cut_off_in_the_middle_of_a_line_keeps_what_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "cut.hrn"
    log.write_text(GOOD + '[Deal "2"]\nHands:\n1: AC 10H K', encoding="utf-8")
    status = main(["check", str(log), "--format", "json"])
    answer = json.loads(capsys.readouterr().out)
    assert status in (0, 1)
    assert [deal["deal"] for deal in answer["deals"]] == ["1", "2"]
    assert any(problem["line"] == 8 for problem in answer["problems"])


@pytest.mark.parametrize(
    "wrong",
    [
        GOOD.replace('[Dealer "2"]\n', ""),
        GOOD + "Play:\n3:KH KH KH KH KH KH\n",
        GOOD.replace("28 S", "999 S"),
        GOOD.replace("3: 28 S", "8: banana"),
    ],
    ids=["no-dealer", "six-of-a-card", "a-bid-of-999", "a-word-from-seat-8"],
)
def test_what_is_wrong_on_the_paper_is_never_bad_input(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "wrong.hrn"
    log.write_text(wrong, encoding="utf-8")
    assert main(["check", str(log), "--format", "json"]) in (0, 1)
    printed = capsys.readouterr()
    assert printed.err == ""
    assert len(json.loads(printed.out)["deals"]) == 1


def test_a_report_where_it_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "good.hrn"
    log.write_text(GOOD, encoding="utf-8")
    assert main(["report", str(log), "-o", str(tmp_path / "no" / "folder" / "r.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


def test_a_picture_named_as_the_record_to_write_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["form", "score-sheet", "-o", str(tmp_path / "sheet.docx")]) == 2
    assert ".pdf or .png" in capsys.readouterr().err
    assert main(["form", "bingo", "-o", str(tmp_path / "sheet.pdf")]) == 2
    assert "score-sheet, hand-log, we-they or dispute-slip" in capsys.readouterr().err


def test_a_report_of_thousands_of_games_says_beforehand_that_it_takes_long(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, out = tmp_path / "good.hrn", tmp_path / "report.html"
    log.write_text(GOOD, encoding="utf-8")
    assert main(["report", str(log), "-o", str(out)]) == 0
    assert "large" not in capsys.readouterr().err
    monkeypatch.setattr(report, "LARGE", len(GOOD))
    photo = tmp_path / "half.jpg"
    photo.write_bytes(picture("JPEG")[:4000])
    assert main(["report", str(photo), str(log), "-o", str(out)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line for line in told if "is large" in line] == told[1:2]
    assert f"fairdeal check {log}" in told[1]


def test_a_report_holds_no_more_text_than_one_file_may_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, out = tmp_path / "one.hrn", tmp_path / "other.hrn", tmp_path / "report.html"
    for log in (one, other):
        log.write_text(GOOD, encoding="utf-8")
    limit = 2 * one.stat().st_size
    monkeypatch.setattr(report, "LARGEST_TEXT", limit)
    assert main(["report", str(one), str(other), "-o", str(out)]) == 0
    assert capsys.readouterr().err.splitlines() == [f"Wrote {out}."]
    monkeypatch.setattr(report, "LARGEST_TEXT", limit - 1)
    assert main(["report", str(one), str(other), "-o", str(out)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith(f"{other} is left out: with it the report would be of")
    assert "Write a report of its own for it." in told[0] and len(told) == 2


@pytest.mark.parametrize(("name", "helped"), [("boards.pbn", True), ("log.hrn", False)])
@pytest.mark.usefixtures("in_this_process")
def test_a_typed_file_that_is_too_long_names_what_takes_it(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    helped: bool,
) -> None:
    log, out = tmp_path / name, tmp_path / "report.html"
    log.write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr("fairdeal.desk.intake.documents.LARGEST_TEXT", 10)
    assert main(["report", str(log), "-o", str(out)]) == 2
    told = capsys.readouterr().err
    assert "is the limit. Split it into several files" in told
    assert (f"fairdeal check {log}" in told) is helped


def test_a_typed_record_handed_in_to_be_read_is_sent_to_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "good.hrn"
    log.write_text(GOOD, encoding="utf-8")
    assert main(["read", str(log), "--format", "json"]) == 2
    told = capsys.readouterr()
    assert told.err.strip().endswith(f"A typed record is checked: fairdeal check {log}")
    assert json.loads(told.out)["problems"][0]["code"] == "not-a-picture"


def test_all_that_is_wrong_with_a_page_is_said_and_of_other_pages_nothing() -> None:
    wrong = ("No form was found in a.pdf#page=1.", "Tesseract did not answer.", "No form in it.")
    pages = [
        Transcript("a.pdf#page=1", problems=tuple(ReadProblem("x", "error", w) for w in wrong[:2])),
        Transcript("a.pdf#page=2", problems=(ReadProblem("x", "error", wrong[2]),)),
    ]
    told = why_nothing(from_transcripts("a.pdf", "", pages))
    assert told == " ".join(wrong[:2])


def test_a_report_of_files_that_gave_nothing_is_not_written_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scan, out = tmp_path / "scan.pdf", tmp_path / "report.html"
    scan.write_bytes(b"%PDF-1.7\nnothing more")
    assert main(["report", str(scan), "-o", str(out)]) == 2
    assert "scan.pdf is a PDF that cannot be opened" in capsys.readouterr().err
    assert not out.exists()
    log = tmp_path / "good.hrn"
    log.write_text(GOOD, encoding="utf-8")
    assert main(["report", str(scan), str(log), "-o", str(out)]) == 1
    assert "scan.pdf is a PDF that cannot be opened" in capsys.readouterr().err
    assert out.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("report", "{log}", "-o", "{log}"),
        ("report", "{log}", "-o", "{photo}"),
        ("report", "{log}", "-o", "{scan}"),
        ("form", "score-sheet", "-o", "{page}"),
        ("form", "score-sheet", "-o", "{sheet}"),
        ("archive", "--archive", "{archive}", "backup", "{photo}"),
    ],
    ids=" ".join,
)
def test_no_command_writes_over_a_file_of_another_kind(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = {
        "log": ("good.hrn", GOOD.encode()),
        "photo": ("sheet.jpg", picture("JPEG")),
        "page": ("report.pdf", b"<!DOCTYPE html>\n<html></html>"),
        "scan": ("scan.pdf", b"%PDF-1.7\n%%EOF\n"),
        "sheet": ("copy.png", picture("JPEG")),
    }
    names = {"archive": str(tmp_path / "archive.fairdeal")}
    for name, (file, data) in there.items():
        (tmp_path / file).write_bytes(data)
        names[name] = str(tmp_path / file)
    Archive(Path(names["archive"])).close()
    assert main([each.format(**names) for each in arguments]) == 2
    assert "with other contents" in capsys.readouterr().err
    for file, data in there.values():
        assert (tmp_path / file).read_bytes() == data


def test_what_was_written_before_is_written_anew(tmp_path: Path) -> None:
    log, out = tmp_path / "good.hrn", tmp_path / "report.html"
    log.write_text(GOOD, encoding="utf-8")
    assert main(["report", str(log), "-o", str(out)]) == 0
    first = out.read_bytes()
    log.write_text(GOOD.replace("28 S", "29 S"), encoding="utf-8")
    assert main(["report", str(log), "-o", str(out)]) == 0
    assert out.read_bytes() != first


def test_a_link_that_leads_round_in_a_circle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert main(["check", str(loop)]) == 2
    assert "leads to no file. Name the file itself." in capsys.readouterr().err
    assert main(["audit", str(loop)]) == 2
    told = capsys.readouterr().err
    assert "loop is a link that leads to no folder. Name the folder itself." in told
    assert "fault in Fairdeal" not in told


def test_a_full_disk_is_called_so_and_nothing_is_left_of_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, out = tmp_path / "good.hrn", tmp_path / "report.html"
    log.write_text(GOOD, encoding="utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    monkeypatch.setattr("tempfile.mkstemp", full)
    assert main(["report", str(log), "-o", str(out)]) == 2
    told = capsys.readouterr().err
    assert "report.html cannot be written: the disk is full. Make room on the disk" in told
    assert sorted(each.name for each in tmp_path.iterdir()) == ["good.hrn"]


def test_one_rulebook_alone_is_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "good.hrn"
    log.write_text(GOOD, encoding="utf-8")
    assert main(["compare", str(log), "--rules", "international"]) == 2
    told = capsys.readouterr()
    assert "Name another one too (--rules international --rules OTHER)" in told.err
    assert told.out == ""


def test_a_log_of_another_machine_with_its_marks_and_line_ends_reads_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.hrn"
    answers = []
    for data in (GOOD.encode(), b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()):
        log.write_bytes(data)
        assert main(["check", str(log)]) == 0
        answers.append(capsys.readouterr())
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", ["report.docx", "report.XLSX", "report.png"])
def test_a_report_is_not_written_as_what_it_is_not(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, out = tmp_path / "log.hrn", tmp_path / name
    log.write_text(GOOD, encoding="utf-8")
    assert main(["report", str(log), "-o", str(out)]) == 2
    assert "End the name with .html, .pdf or .jpg." in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("head", [b"%PDF-1.4\n", b"\xff\xd8\xff\xfe"])
def test_a_report_of_ours_is_no_paper_of_a_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], head: bytes
) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(head + b"all of a report" + REPORT_MARK + b"\n")
    assert main(["check", str(path)]) == 2
    said = capsys.readouterr().err
    assert "report.pdf is a report that Fairdeal made, not a paper of a match." in said
    assert "Add the photos and logs" in said
