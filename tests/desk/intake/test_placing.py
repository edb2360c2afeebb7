"""Which match a sheet is of: by its QR code, its file's name, the event's schedule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pypdfium2
import pytest
from click.testing import CliRunner
from hypothesis import given, strategies as st

from fairdeal.desk.cli import main
from fairdeal.desk.commands import form
from fairdeal.desk.intake.documents import from_transcripts, typed
from fairdeal.desk.intake.matches import grouped
from fairdeal.desk.intake.papers import Document, beside, by_file, disputed, said
from fairdeal.desk.intake.reading import Photo, Reading
from fairdeal.desk.intake.schedule import ScheduleError, read_schedule
from fairdeal.desk.tournament.audit import audit_into
from fairdeal.digitize.forms.layout import read_code, sheet_id_of
from fairdeal.records import LONGEST_ID, Field, MatchId, Transcript, match_id
from samples.making.records.tournament import tournament, write_tournament

SCHEDULE = (
    "Event;Date;Round;Table;Team A;Team B\nCup;1 March;2;4;Reef;Harbour\nCup;;2;5;Dunes;Palms\n"
)


@given(st.integers(1, 99), st.integers(1, 99), st.sampled_from(["A", "B", None]))
def test_an_id_names_round_table_and_copy(number: int, table: int, copy: str | None) -> None:
    match = MatchId(str(number), str(table), copy)
    made = sheet_id_of(match)
    assert match_id(made) == match and len(made) <= LONGEST_ID
    assert sheet_id_of(match) != made


@given(st.text("0123456789ABRT-", max_size=16))
def test_any_text_for_an_id_is_looked_at_without_trouble(text: str) -> None:
    found = match_id(text)
    assert found is None or text.startswith("R")


@pytest.mark.parametrize(
    "plain", [None, "", "7K2M9QXA", "ONAMCUP1", "R2-T4", "R2-T4-A", "R2T4-A-AAAA"]
)
def test_other_ids_name_no_match(plain: str | None) -> None:
    assert match_id(plain) is None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("round-2-table-04-a.jpg", {"Round": "2", "Table": "4"}),
        ("Cup/Round 2/Table_4/IMG_0001.JPG", {"Round": "2", "Table": "4"}),
        ("r2-t4 (1).pdf", {"Round": "2", "Table": "4"}),
        ("R02T12.heic", {"Round": "2", "Table": "12"}),
        ("table 7.jpg", {"Table": "7"}),
        ("t4.jpg", {}),
        ("IMG_20260301_101500.jpg", {}),
        ("part2-test4.jpg", {}),
        ("roundtable.jpg", {}),
    ],
)
def test_what_a_files_name_says(name: str, told: dict[str, str]) -> None:
    assert by_file(name) == told


def hand_record(heading: str) -> Document:
    text = heading + "Sheet A:\ndeal | score A\n1 | 1\n"
    return typed(text.encode(), "typed.hrn", "typed")


def sheet(name: str, sheet_id: str | None = None, **heading: str) -> Document:
    entries = [Field(f"heading / {key}", "number", text) for key, text in heading.items()]
    entries.append(Field("row 1 / score A", "number", "1"))
    read = Transcript(name, "score-sheet/1", sheet_id, fields=tuple(entries), digest=name)
    return from_transcripts(name, name, [read])


def test_photos_without_a_heading_are_placed_by_their_qr_codes() -> None:
    found = grouped(
        [
            sheet("a.jpg", "R2-T4-A-7KQ2"),
            sheet("b.jpg", "R2-T5-A-7KQ3"),
            sheet("c.jpg", "R2-T4-B-7KQ4"),
            sheet("d.jpg", "R3-T4-A-7KQ5"),
        ]
    )
    together = sorted(sorted(each.name for each in match) for match in found)
    assert together == [["a.jpg", "c.jpg"], ["b.jpg"], ["d.jpg"]]


def test_event_and_round_alone_do_not_bring_two_tables_together() -> None:
    other = hand_record('[Event "Cup"]\n[Round "2"]\n[Table "3"]\n[TeamA "Reef"]\n[TeamB "Bay"]\n')
    for photo in (
        sheet("a.jpg", "R2-T4-A-7KQ2", event="Cup"),
        sheet("a.jpg", event="Cup", round="2", table="4"),
    ):
        assert len(grouped([other, photo])) == 2


def test_the_code_names_round_table_and_whose_copy_in_the_record() -> None:
    document = sheet("b.jpg", "R2-T4-B-7KQ2")
    assert (document.record.tag("Round"), document.record.tag("Table")) == ("2", "4")
    assert document.record.sheets[0].copy == "B"


def test_a_second_photo_of_one_copy_is_still_compared_with_the_first() -> None:
    one, two = (sheet(name, "R2-T4-B-7KQ2").transcripts[0] for name in ("a.jpg", "b.jpg"))
    both = from_transcripts("x", "x", [one, two]).record.sheets
    assert [each.copy for each in both] == ["B", None]


def test_a_doubtful_heading_gives_way_to_the_code_and_a_sure_one_does_not() -> None:
    sure = sheet("a.jpg", "R2-T4-A-7KQ2", table="9")
    assert sure.record.tag("Table") == "9"
    (read,) = sure.transcripts
    fields = tuple(replace(each, flagged=each.name.startswith("heading")) for each in read.fields)
    doubtful = from_transcripts("a.jpg", "a", [replace(read, fields=fields)])
    assert doubtful.record.tag("Table") == "4"
    assert "its heading says 9 and its QR code says 4" in disputed([sure])
    assert disputed([doubtful]) == ""
    assert (said(sure, "Table"), said(doubtful, "Table")) == ("9", "4")


def test_a_number_with_a_nought_before_it_is_the_same_number() -> None:
    assert disputed([sheet("a.jpg", "R2-T4-A-7KQ2", table="04")]) == ""


def test_the_files_name_is_the_last_resort() -> None:
    assert beside(sheet("round-1-table-3.jpg", "R2-T4-A-7KQ2"), "Table") == "4"
    assert beside(sheet("round-1-table-3.jpg"), "Table") == "3"
    assert beside(sheet("round-1-table-3.jpg"), "Event") is None


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_schedule_of_any_spreadsheet_is_read(delimiter: str) -> None:
    text = "\ufeff" + SCHEDULE.replace(";", delimiter) + "\n\n"
    read = read_schedule(text.encode(), "schedule.csv")
    fixture = read.of("02", "4")
    assert fixture is not None and fixture.teams == ("Reef", "Harbour")
    assert read.of("9", "4") is None and read.of(None, "4") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: there is no column round"),
        ("round,table,team a\n", "line 1: there is no column team b"),
        ("round,table,team a,team b\nx,1,P,Q\n", "line 2: the round is “x”"),
        ("round,table,team a,team b\n\n1,1,P,\n", "line 3: a team's name is missing"),
        (
            "round,table,team a,team b\n1,1,P,Q\n1,01,R,S\n",
            "line 3: round 1, table 1 stands in line 2",
        ),
        (
            "round,table,team a,team b\n1,1," + "P" * 200 + ",Q\n",
            "line 2: a team's name is too long",
        ),
    ],
)
def test_a_line_of_a_schedule_that_cannot_be_used_is_named(text: str, said: str) -> None:
    with pytest.raises(ScheduleError, match=said):
        read_schedule(text.encode(), "schedule.csv")


@given(st.binary(max_size=300))
def test_rubbish_for_a_schedule_is_said_in_words(data: bytes) -> None:
    try:
        read_schedule(data, "schedule.csv")
    except ScheduleError as error:
        assert "schedule.csv" in str(error)


class CodesOnly:
    """Stands in for the pool: sheets of which the QR code was read, and no heading."""

    def __call__(self, photos: object, sheets: object = None):  # type: ignore[no-untyped-def]
        for photo in photos:  # type: ignore[attr-defined]
            yield photo, self.read(photo)

    def read(self, photo: Photo) -> Reading:
        found = sheet(photo.name, photo.path.read_bytes()[8:].decode().rstrip("."))
        return [replace(found.transcripts[0], digest=photo.digest)]


def test_team_names_come_from_the_schedule_and_what_is_not_on_it_is_listed(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    folder.mkdir()
    for name, sheet_id in (("1", "R2-T4-A-7KQ2"), ("2", "R2-T4-B-7KQ3"), ("3", "R7-T4-A-7KQ4")):
        (folder / f"{name}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + sheet_id.encode() + b"." * 40)
    (folder / "Schedule.csv").write_text(SCHEDULE, "utf-8")
    done = audit_into(folder, tmp_path / "out", reads=CodesOnly())
    assert done is not None
    assert [(each.title, each.teams, each.copies) for each in done.results if each.teams[0]] == [
        ("Cup, table 4, round 2", ("Reef", "Harbour"), 2)
    ]
    assert [why for _, why in done.unplaced] == ["The schedule has no match of round 7, table 4."]
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert "Could not be placed for sure" in page and "no match of round 7" in page
    assert done.unread == () and done.aside == ()


def test_a_bad_schedule_is_listed_and_the_audit_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    write_tournament(folder, tournament(seed=1, teams=2, rounds=1, slips=0))
    (folder / "schedule.csv").write_text("round,table,team a,team b\n1,one,P,Q\n", "utf-8")
    done = audit_into(folder, tmp_path / "out")
    assert done is not None and len(done.results) == 1
    ((name, why),) = done.unread
    assert name == "schedule.csv" and "line 2: the table is “one”" in why


def test_form_prints_a_whole_tournament_each_form_with_its_code(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(SCHEDULE, "utf-8")
    out = tmp_path / "forms.pdf"
    done = CliRunner().invoke(
        form.command, ["score-sheet", "--schedule", str(tmp_path / "s.csv"), "-o", str(out)]
    )
    assert done.exit_code == 0, done.output
    found = []
    with pypdfium2.PdfDocument(out) as opened:
        for page in opened:
            read = _code_on(page)
            assert read is not None
            found.append(match_id(read[1]))
            assert "Cup" in page.get_textpage().get_text_range()
    assert found == [MatchId("2", table, copy) for table in ("4", "5") for copy in ("A", "B")]


def _code_on(page: pypdfium2.PdfPage) -> tuple[str, str] | None:
    """The page's code. The ids are drawn at random, and not every size of a code is read at first."""
    for scale in (3, 4, 2.5, 5, 3.5):
        text, *_ = cv2.QRCodeDetector().detectAndDecode(page.render(scale=scale).to_numpy())
        read = read_code(text)
        if read is not None:
            return read
    return None


def test_form_names_the_match_in_the_code_and_says_what_it_wants(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.png"
    base = ["form", "score-sheet", "-o", str(out)]
    assert main([*base, "--round", "2", "--table", "4", "--copy", "A"]) == 0
    picture = cv2.imread(str(out))
    assert picture is not None
    text, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    read = read_code(text)
    assert read is not None and match_id(read[1]) == MatchId("2", "4", "A")
    assert main([*base, "--copy", "A"]) == 2
    assert "--round and --table" in capsys.readouterr().err
    (tmp_path / "s.csv").write_text("round,table\n", "utf-8")
    assert main([*base, "--schedule", str(tmp_path / "s.csv")]) == 2
    assert main(["form", "score-sheet", "--schedule", str(tmp_path / "s.csv"), "-o", "x.pdf"]) == 2
    assert "line 1: there is no column team a" in capsys.readouterr().err
