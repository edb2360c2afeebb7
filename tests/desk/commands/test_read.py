"""Photos given together: one record where they are of one match, else a record of each match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from fairdeal.desk.intake.matches import MOST_COPIES
from fairdeal.records import Field, Transcript

pytestmark = pytest.mark.usefixtures("in_this_process")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with photos: `a1` and `a2` are a sheet and a log of table 1, and so on; `x` says nothing."""

    def read_photo(_: bytes, name: str, **__: object) -> list[Transcript]:
        stem = Path(name).stem
        heading = [] if stem[0] == "x" else [("round", "1"), ("table", str(ord(stem[0]) - 96))]
        fields = [Field(f"heading / {each}", "number", text) for each, text in heading]
        if stem[1] == "1":
            entry = Field("row 1 / score A", "number", "1")
            return [Transcript(name, "score-sheet/1", fields=(*fields, entry))]
        entries = [Field("deal", "number", stem[1]), Field("call 1", "call", "28 S")]
        return [Transcript(name, "hand-log/1", fields=(*fields, *entries))]

    monkeypatch.setattr("fairdeal.digitize.read_photo", read_photo)
    for stem in ("a1", "a2", "b1", "b2", "x1", "x1b", "x2", "x2b", "x3"):
        (tmp_path / f"{stem}.jpg").write_bytes(b"\xff\xd8\xff" + bytes(10))
    return tmp_path


def photos(folder: Path, stems: str) -> list[str]:
    return [str(folder / f"{stem}.jpg") for stem in stems.split()]


def test_photos_of_two_tables_have_a_record_each(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = table / "cup.hrn"
    assert main(["read", *photos(table, "b2 a1 a2 b1"), "-o", str(out)]) == 0
    told = capsys.readouterr()
    assert not out.exists()
    one, two = ((table / f"cup-{n}.hrn").read_text("utf-8") for n in (1, 2))
    assert '[Table "1"]' in one and '[Table "2"]' in two
    assert all("Sheet:" in text and '[Deal "2"]' in text for text in (one, two))
    assert told.err.splitlines() == [
        "The photos are of 2 matches.",
        f"Wrote {table / 'cup-1.hrn'}: a1.jpg, a2.jpg.",
        f"Wrote {table / 'cup-2.hrn'}: b1.jpg, b2.jpg.",
    ]


def test_a_file_that_nobody_named_is_not_written_over(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (table / "cup-2.hrn").write_text("; typed by hand\n", "utf-8")
    arguments = ["read", *photos(table, "a1 b1"), "-o", str(table / "cup.hrn")]
    assert main(arguments) == 2
    assert "cup-2.hrn already exists, with other contents." in capsys.readouterr().err
    assert (table / "cup-2.hrn").read_text("utf-8") == "; typed by hand\n"
    (table / "cup-2.hrn").unlink()
    assert main(arguments) == main(arguments) == 0, "what is the same may be written again"


def test_records_of_several_matches_are_printed_one_after_the_other(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", *photos(table, "a1 b1")]) == 0
    told = capsys.readouterr()
    first, second = told.out.split("; Match ")[1:]
    assert first.startswith("1 of 2\n") and '[Table "1"]' in first
    assert second.startswith("2 of 2\n") and '[Table "2"]' in second
    assert told.err == "The photos are of 2 matches. With -o FILE.hrn each has a file of its own.\n"


def test_json_has_an_object_a_photo_in_the_order_given(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = photos(table, "b2 a1 x3 a2 b1")
    assert main(["read", *given, "--format", "jsonl"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["photo"] for line in lines] == given


@pytest.mark.parametrize("stems", ["a1 x2 x3", "x2 x3 x2", "x1 x1b x2 x2b"])
def test_photos_that_do_not_say_otherwise_are_of_one_match(
    stems: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = photos(table, stems)
    assert main(["read", *given]) == 0
    assert "matches" not in capsys.readouterr().err


def test_more_sheets_than_a_match_has_are_of_several(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = []
    for number in range(MOST_COPIES + 1):
        path = table / f"x1{'abcdefgh'[number]}.jpg"
        path.write_bytes(b"\xff\xd8\xff" + bytes(10))
        given.append(str(path))
    assert main(["read", *given[:-1]]) == 0
    told = capsys.readouterr().err.splitlines()
    assert len(told) == MOST_COPIES - 1 and all("A copy of x1a.jpg" in line for line in told)
    assert main(["read", *given]) == 0
    assert f"are of {MOST_COPIES + 1} matches" in capsys.readouterr().err


def test_words_written_by_hand_are_said_to_be_guessed(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        Field("heading / event", "text", "0NAM CUP", flagged=True, probability=0.0),
        Field("heading / team A", "text", "N0RTH", flagged=True, probability=0.0),
        Field("heading / team B", "text", "South", probability=1.0),
    ]
    page = Transcript("a1.jpg", "score-sheet/1", fields=tuple(words))
    monkeypatch.setattr("fairdeal.digitize.read_photo", lambda *_, **__: [page])
    assert main(["read", *photos(table, "a1")]) == 0
    said = "note: words written by hand are only guessed; compare them with the photo: event and team A"
    assert said in capsys.readouterr().err
