"""Score sheets as people have them: typed in a spreadsheet, saved as Excel or CSV."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings, strategies as st
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image as Picture
from openpyxl.styles import Font
from openpyxl.utils.exceptions import IllegalCharacterError
from PIL import Image as PILImage

from fairdeal.desk.cli import main
from fairdeal.desk.intake.documents import of_bytes
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.intake.schedule import (
    ScheduleError,
    is_adjustments,
    read_adjustments,
    read_schedule,
)
from fairdeal.desk.intake.spreadsheet import MOST_ROWS, UNPACKED, cell_name
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.notation.writer import cell_text, write
from fairdeal.records import COLUMNS, Entry, Record, Sheet, SheetRow, clear
from tests.support import strategies
from tests.support.notation_records import Records

Rows = Sequence[Sequence[object]]
ABOVE: Rows = (
    ("Event", "Onam Cup", None, "Date", "3 May 2026"),
    ("Round", 2, "Table", 4),
    ("Teams", "Chera v Pandya"),
    (),
)
HEADS = (
    "No.",
    "Dealer",
    "Bid by",
    "Contract/bid",
    "Doubled",
    "Points A",
    "Points B",
    "Score A",
    "Score B",
)
DEAL = (1, 2, 4, "29 S", None, 17, "{39|34}", 0, 1)
NOTATION = """[Event "Onam Cup"]
[Date "3 May 2026"]
[Round "2"]
[Table "4"]
[TeamA "Chera"]
[TeamB "Pandya"]
Sheet:
deal | dealer | bidder | contract | x | points A | points B | score A | score B
1 | 2 | 4 | 29 S | | 17 | {39|34} | 0 | 1
"""


def workbook(rows: Rows, *more: tuple[str, Rows]) -> bytes:
    book = Workbook()
    first = book.active
    assert first is not None
    first.title = "Scores"
    for sheet, its in ((first, rows), *((book.create_sheet(name), its) for name, its in more)):
        for row in its:
            sheet.append(list(row))
    return saved(book)


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def table(rows: Rows, delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue().encode(encoding)


def read(rows: Rows) -> Document:
    return of_bytes(workbook(rows), "scores.xlsx")


def told(document: Document) -> list[str]:
    return [f"{each.severity}: {each.place}: {each.message}" for each in document.problems]


def test_a_sheet_of_a_workbook_is_the_record_that_its_notation_is() -> None:
    document = read([*ABOVE, HEADS, DEAL])
    assert document.record == hand_record.read(NOTATION).record
    assert document.problems == () and not document.photographed


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("name", ["scores.csv", "scores.txt", "scores"])
def test_so_is_a_csv_file_whatever_it_is_called(delimiter: str, encoding: str, name: str) -> None:
    rows = [*ABOVE[:2], ("Teams", "Chéra vs. Pandya"), (), HEADS, DEAL]
    document = of_bytes(table(rows, delimiter, encoding), name)
    assert document.record == hand_record.read(NOTATION.replace("Chera", "Chéra")).record
    told = {"utf-16": ["all of it was read"], "latin-1": ["compare names with accents"]}
    said = [each.message for each in document.problems]
    assert len(said) == len(told.get(encoding, []))
    assert all(part in each for part, each in zip(told.get(encoding, []), said, strict=True))


def test_the_line_in_which_excel_names_the_separator_is_no_row() -> None:
    document = of_bytes(b"sep=;\r\n" + table([*ABOVE, HEADS, DEAL], ";"), "scores.csv")
    assert document.record == hand_record.read(NOTATION).record


def test_a_record_with_a_table_in_a_remark_stays_a_record() -> None:
    text = (
        '! note "a, b"\nSheet:\ndeal | dealer | remarks\n1 | 2 | deal, dealer, bidder, contract\n'
    )
    assert of_bytes(text.encode(), "a.csv").record == hand_record.read(text).record


@pytest.mark.parametrize(
    ("heads", "columns"),
    [
        (
            ("Deal", "Bid", "Trump", "Taken A", "Taken B"),
            ("deal", "contract", "points A", "points B"),
        ),
        (("Board", "Contract", "Bid by"), ("deal", "contract", "bidder")),
        (("Hand", "Chera points", "Pandya points"), ("deal", "points A", "points B")),
        (
            ("deal", "contract", "points NS", "score EW"),
            ("deal", "contract", "points NS", "score EW"),
        ),
        (("Deal", "Our points", "Their points"), ("deal", "points B", "points A")),
        (
            ("Deal", "Dealer", "Points A", "Lead", "Signed"),
            ("deal", "dealer", "points A", "lead", "signed"),
        ),
    ],
    ids=["bid and trump", "of clubs", "names of teams", "bridge", "us and them", "unknown"],
)
def test_columns_are_known_as_people_head_them(
    heads: Sequence[str], columns: Sequence[str]
) -> None:
    above = [("Team A", "Chera", "Team B", "Pandya"), ("Copy of team:", "B")]
    (sheet,) = read(
        [*above, heads, ("1", *(str(n) for n in range(2, len(heads) + 1)))]
    ).record.sheets
    assert sheet.columns == tuple(columns)
    if "Trump" in heads:
        assert cell_text(sheet.rows[0].cells[1], "contract") == "2 3"


def test_headings_may_stand_in_two_rows() -> None:
    heads = [("Deal", "Dealer", "Points", None, "Score", None), (None, None, "A", "B", "A", "B")]
    (sheet,) = read([*heads, (1, 2, 17, 39, 0, 1)]).record.sheets
    assert sheet.columns == ("deal", "dealer", "points A", "points B", "score A", "score B")


def test_we_and_they_of_bridge() -> None:
    rows = [
        ("Copy", "EW"),
        ("Hand", "Line", "WE", "THEY", "Entry"),
        (1, "below", 120, None, "trick"),
    ]
    rows += [(None, "total", 120, 0, None)]
    text = "Sheet EW:\ndeal | line | we | they | entry\n1 | below | 120 | | trick\n | total | 120 | 0 |\n"
    assert read(rows).record == hand_record.read(text).record


def test_match_points_stand_below_the_table() -> None:
    rows = [
        HEADS,
        DEAL,
        ("Match points", None, None, None, None, None, None, 3, 0),
        ("Tie break A",),
    ]
    (sheet,) = read(rows).record.sheets
    text = "Sheet:\ndeal\n1\nmatch points A 3 B 0\ntie-break A\n"
    assert sheet.match_points == hand_record.read(text).record.sheets[0].match_points


def test_what_is_not_understood_is_named_by_its_cell() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (
        ("Season 7",),
        HEADS[:7],
        (1, date(2026, 4, 3), 4, "=B9", None, "#REF!", "{3"),
        ("Total",),
    ):
        sheet.append(list(row))
    sheet.cell(3, 12, "stray")
    sheet["F3"].data_type = "e"
    assert told(of_bytes(saved(book), "scores.xlsx")) == [
        "note: worksheet “Sheet”, cell A1: “Season 7” is not understood above the table,"
        " and was left out",
        "error: worksheet “Sheet”, cell B3: the spreadsheet made a date of it:"
        " format the column as text and type it again",
        "error: worksheet “Sheet”, cell D3: a formula without a value. Open the file in the spreadsheet"
        " and save it again",
        "error: worksheet “Sheet”, cell F3: the spreadsheet says #REF! here, not what was written",
        "warning: worksheet “Sheet”, cell L3: there is no heading over this cell, and it was left out",
        "warning: worksheet “Sheet”, cell A4: “Total” is not a row of a deal, and was left out",
    ]


def test_a_problem_of_the_notation_is_in_its_cell_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(table([HEADS, DEAL, ("Match points", "B", "many")]))
    main(["check", str(path), "--format", "json"])
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert "cell C3: “many” is not a number" in [each["message"] for each in problems]


def test_one_sheet_as_a_workbook_as_csv_and_as_notation_is_counted_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However its columns are called."""
    heads = ("Board", "Dealer", "Bidder", "Bid", "Trump", "X", "Points A", "Points B", *HEADS[-2:])
    deal = (1, 2, 4, 29, "spades", None, 17, "{39|34}", 0, 1)
    papers = {
        "a.xlsx": workbook([*ABOVE, HEADS, DEAL]),
        "b.csv": table([*ABOVE, heads, deal], ";"),
        "c.hrn": NOTATION.encode(),
    }
    for name, data in papers.items():
        (tmp_path / name).write_bytes(data)
    out = tmp_path / "report.html"
    main(["report", *(str(tmp_path / name) for name in papers), "-o", str(out)])
    assert "3 papers: 1 judged · 2 copies (" in out.read_text()


def test_a_finding_names_its_cell_alone_and_beside_other_papers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = (1, 2, 4, "29 S", None, 17, 39, 1, 0)
    paths = [tmp_path / "scores.xlsx", tmp_path / "log.hrn"]
    paths[0].write_bytes(
        workbook([*ABOVE, ("Copy", "B"), HEADS, DEAL], ("A’s", [("Copy", "A"), HEADS, wrong]))
    )
    paths[1].write_text(NOTATION.split("Sheet")[0] + '[Deal "2"]\n[Dealer "3"]\n')
    main(["check", str(paths[0])])
    assert "\n  worksheet “A’s”, cell H3\n" in capsys.readouterr().out
    for papers in (paths[:1], paths):
        out = tmp_path / "report.html"
        main(["report", *map(str, papers), "-o", str(out)])
        assert '<p class="quote"><bdi>worksheet “A’s”, cell H3: 1</bdi></p>' in out.read_text()


def test_us_and_them_without_a_copy_are_asked_about() -> None:
    document = read([("Deal", "Dealer", "Contract", "Our points"), (1, 2, "28 S", 30)])
    assert any("cell D1: it does not say which team is Us" in each for each in told(document))


def test_hidden_rows_merged_cells_and_other_worksheets_are_named() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (HEADS, DEAL, DEAL):
        sheet.append(list(row))
    sheet.merge_cells("B2:B3")
    sheet.row_dimensions[3].hidden = True
    book.create_sheet("Empty")
    book.create_sheet("Notes").append(["Bring chairs"])
    copy = book.create_sheet("Copy of B")
    for row in (("Copy", "B"), HEADS, DEAL):
        copy.append(list(row))
    document = of_bytes(saved(book), "scores.xlsx")
    assert [each.copy for each in document.record.sheets] == [None, "B"]
    assert told(document) == [
        "note: worksheet “Sheet”: rows that are hidden in the spreadsheet were read too: 3",
        "note: worksheet “Sheet”: of cells that are merged (B2:B3) all but the first are read as blank",
        "note: worksheet “Notes”: it has no headings of a score sheet, and was left out",
    ]


def test_a_worksheet_of_another_match_is_left_out() -> None:
    rows = [*ABOVE, HEADS, DEAL]
    other = [("Table", 5), HEADS, DEAL]
    document = of_bytes(workbook(rows, ("Five", other)), "scores.xlsx")
    assert len(document.record.sheets) == 1
    assert told(document) == [
        "warning: worksheet “Five”: it is of another match (table 5), and was left out."
        " Save it as a file of its own"
    ]


SHORT = ("Deal", "Dealer", "Points A", "Points B")
ROW = (1, 2, 17, 39)
TWO_ROWS = (("Deal", "Dealer", "Points", None), (None, None, "A", "B"))
NO_NUMBER = "it is not known which deal the row is of"


@pytest.mark.parametrize(
    ("rows", "deals", "said"),
    [
        (
            [("Round", 1), SHORT, ROW, (), ("Round", 2), SHORT, (2, 3, 20, 36)],
            ["1"],
            "error: worksheet “Scores”, cell A5: from here on it is of another match (round 2), and was"
            " left out: give it a worksheet or file of its own",
        ),
        (
            [SHORT, ROW, ("Deal", "Points B", "Points A", "Contract"), (2, 36, 20, "28 S")],
            ["1"],
            "error: worksheet “Scores”, cell A3: from here on it is another table, and was left out:"
            " give it a worksheet or file of its own",
        ),
        (
            [("Copy", "A"), SHORT, ROW, ("Copy", "B"), SHORT, ROW],
            ["1"],
            "error: worksheet “Scores”, cell A4: from here on it is another table, and was left out:"
            " give it a worksheet or file of its own",
        ),
        (
            [SHORT, *[ROW] * 40, ("Deal", "Points B", "Points A", "Contract"), (2, 36, 20, "28 S")],
            ["1"] * 40,
            "error: worksheet “Scores”, cell A42: from here on it is another table, and was left out:"
            " give it a worksheet or file of its own",
        ),
        ([SHORT, ROW, SHORT, (2, 3, 20, 36)], ["1", "2"], None),
        (
            [*TWO_ROWS, ROW, *TWO_ROWS, (2, 3, 20, 36)],
            ["1", "2"],
            None,
        ),
        (
            [(*SHORT, "Remarks"), (*ROW, "Round: 7"), (2, 3, 20, 36, "Copy: B")],
            ["1", "2"],
            None,
        ),
        (
            [SHORT, ("Deal 1", 2, 17, 39)],
            ["Deal 1"],
            f"warning: worksheet “Scores”, cell A2: “Deal 1” is not the number of a deal: {NO_NUMBER}",
        ),
        (
            [SHORT, ROW, (None, None, 17, 39)],
            ["1", None],
            f"warning: worksheet “Scores”, cell A3: it has no number of a deal: {NO_NUMBER}",
        ),
        ([SHORT, ("??", 2, 17, 39)], [None], None),
        (
            [SHORT, ROW, ("Total points", None, 17, 39)],
            ["1"],
            "warning: worksheet “Scores”, cell A3: “Total points” is not a row of a deal, and was left out",
        ),
        (
            [("Teams", "Chera and Pandya"), SHORT, ROW],
            ["1"],
            "note: worksheet “Scores”, cell A1: “Teams” is not understood above the table, and was left out",
        ),
        (
            [("Copy of team", "Chola"), SHORT, ROW],
            ["1"],
            "warning: worksheet “Scores”: the copy is said to be of “chola”, which is neither team",
        ),
    ],
    ids=[
        "another match",
        "other columns",
        "far below",
        "the other copy",
        "headings again",
        "two rows of them again",
        "remarks like headings",
        "no number",
        "no deal",
        "unread",
        "sums",
        "teams",
        "copy",
    ],
)
def test_what_is_not_a_row_of_this_table_is_in_it_only_with_a_word(
    rows: Rows, deals: Sequence[str | None], said: str | None
) -> None:
    document = read(rows)
    (sheet,) = document.record.sheets
    assert [row.cells[0].value for row in sheet.rows] == deals
    assert told(document) == ([said] if said else [])


def test_a_copy_may_be_said_by_the_name_of_its_team() -> None:
    above = [("Teams", "Chera v Pandya"), ("Copy of team", "Pandya")]
    (sheet,) = read([*above, ("Deal", "Our points", "Their points"), (1, 17, 39)]).record.sheets
    assert (sheet.copy, sheet.columns) == ("B", ("deal", "points B", "points A"))


def test_what_a_person_sees_and_the_values_do_not_say_is_named() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (SHORT, ROW):
        sheet.append(list(row))
    sheet["C2"].font = Font(strike=True)
    sheet["D2"].comment = Comment("should be 38", "Asha")
    drawn = io.BytesIO()
    PILImage.new("RGB", (9, 9)).save(drawn, "PNG")
    sheet.add_image(Picture(drawn), "H9")
    sheet.column_dimensions["B"].hidden = True
    sheet.column_dimensions["BZ"].hidden = True
    assert told(of_bytes(saved(book), "scores.xlsx")) == [
        "note: worksheet “Sheet”: columns that are hidden in the spreadsheet were read too: B",
        "note: worksheet “Sheet”: cells that are struck through were read as if they were not: C2",
        "note: worksheet “Sheet”: the worksheet has comments on cells, which were not read",
        "note: worksheet “Sheet”: the worksheet has pictures or text boxes, which were not read",
    ]


def test_a_formula_that_comes_to_no_letters_is_a_blank_cell() -> None:
    """As ``=IF(B3="","",B3)`` is saved for a deal that was not played yet."""
    empty = b'<c r="E2" t="str"><f>IF(A1="","",A1)</f><v></v></c>'
    with zipfile.ZipFile(io.BytesIO(workbook([HEADS, DEAL]))) as made:
        xml = made.read("xl/worksheets/sheet1.xml")
    given = xml.replace(b'<c r="F2"', empty + b'<c r="F2"')
    assert given != xml
    document = of_bytes(packed(sheet1=given), "scores.xlsx")
    assert document.problems == () and document.record == read([HEADS, DEAL]).record


# --- written and read again --------------------------------------------------------------------------


def written(random: Random) -> Sheet:
    """A sheet with all columns in any order, numbers of deals that are known, and anything in its cells."""
    records = Records(random)
    columns = tuple(random.sample(COLUMNS, len(COLUMNS)))
    rows = [
        SheetRow(tuple(_number(at) if name == "deal" else records.cell(name) for name in columns))
        for at in range(1, random.randint(2, 5))
    ]
    return Sheet(columns, tuple(rows), random.choice((None, "A", "B")))


def _number(at: int) -> Entry[str]:
    return clear(str(at))


def cells_of(sheet: Sheet) -> list[list[str]]:
    texts = [
        [cell_text(cell, name) for cell, name in zip(row.cells, sheet.columns, strict=True)]
        for row in sheet.rows
    ]
    above = [["Copy of team", sheet.copy]] if sheet.copy else []
    return [*above, list(sheet.columns), *texts]


@settings(max_examples=50)
@given(strategies.randoms, st.sampled_from([",", ";", "\t", "xlsx"]))
def test_a_sheet_written_to_a_spreadsheet_is_the_record_of_its_notation(
    random: Random, kind: str
) -> None:
    sheet = written(random)
    rows = cells_of(sheet)
    try:
        data = workbook(rows) if kind == "xlsx" else table(rows, kind)
        assume(not any(str(cell).startswith("=") for row in rows for cell in row))
    except (IllegalCharacterError, UnicodeEncodeError):
        assume(False)
    expected = hand_record.read(write(Record(sheets=(sheet,)))).record
    assert of_bytes(data, "scores").record.sheets == expected.sheets


# --- hostile, damaged, and not a score sheet ---------------------------------------------------------


score_sheet = cache(lambda: workbook([HEADS, DEAL]))


def packed(**parts: bytes) -> bytes:
    """A workbook in which parts are others: under the names of files in `xl`."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(score_sheet())) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            base = name.rpartition("/")[2].partition(".")[0]
            target.writestr(name, parts.get(base, source.read(name)))
    return out.getvalue()


ENTITIES = '<!DOCTYPE x [<!ENTITY a "b">]><workbook>&a;</workbook>'
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a bomb": (lambda: packed(sheet1=b"<x>" + b" " * UNPACKED), "MB when it is unpacked"),
    "a bomb beside": (lambda: packed(styles=b" " * (UNPACKED + 1)), "MB when it is unpacked"),
    "entities": (lambda: packed(workbook=ENTITIES.encode()), "declares entities"),
    "entities in UTF-16": (lambda: packed(workbook=ENTITIES.encode("utf-16")), "declares entities"),
    "no XML": (lambda: packed(sheet1=b"<worksheet"), "damaged Excel workbook"),
    "cut off": (lambda: score_sheet()[:-200] + b"xl/workbook.xml", "damaged Excel workbook"),
    "far too many rows": (lambda: workbook([HEADS, *[DEAL] * MOST_ROWS]), "more than 5,000 rows"),
    "far too many columns": (lambda: workbook([HEADS * 8, DEAL]), "more than 60 columns"),
    "a column far away": (lambda: workbook([(*HEADS, *[None] * 60, "x")]), "more than 60 columns"),
    "no score sheet": (lambda: workbook([("Bring chairs",)]), "without a score sheet"),
    "nothing": (lambda: workbook([]), "without a score sheet"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_cannot_be_read_is_refused_in_plain_words(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, words = HOSTILE[case]
    path = tmp_path / "scores.xlsx"
    path.write_bytes(made())
    assert main(["check", str(path)]) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert "scores.xlsx" in line and words in line and "fault" not in line


def test_a_cell_far_away_costs_nothing() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (HEADS, DEAL):
        sheet.append(list(row))
    sheet.cell(1_000_000, 16_000).number_format = "0.00"
    assert len(of_bytes(saved(book), "scores.xlsx").record.sheets) == 1
    sheet.cell(1_000_000, 1, "x")
    with pytest.raises(DeskError, match="more than 5,000 rows"):
        of_bytes(saved(book), "scores.xlsx")


@given(st.binary(max_size=200), st.integers(0, 4000))
def test_a_damaged_workbook_is_said_in_words(junk: bytes, at: int) -> None:
    data = score_sheet()
    at %= len(data) - 400
    broken = data[: max(at, 4)] + junk + data[max(at, 4) + len(junk) :] + b"xl/workbook.xml"
    try:
        of_bytes(broken, "scores.xlsx")
    except DeskError as error:
        assert "scores.xlsx" in str(error)


def test_cells_are_named_as_the_spreadsheet_names_them() -> None:
    assert [cell_name(7, column) for column in (2, 26, 27, 60)] == ["B7", "Z7", "AA7", "BH7"]


# --- schedules ---------------------------------------------------------------------------------------

SCHEDULE: Rows = (
    ("event", "date", "round", "table", "team A", "team B"),
    ("Onam Cup", "3 May", 1, 4, "Chera", "Pandya"),
)


def test_a_schedule_may_be_a_workbook() -> None:
    assert read_schedule(workbook(SCHEDULE), "s.xlsx") == read_schedule(table(SCHEDULE), "s.csv")


def test_so_may_what_the_director_gave() -> None:
    rows = [
        ("Who", "Award", "Reason", "Board", "Table"),
        ("Pair 4", "-10% of a top", "late"),
        (None, "NS A60 EW A40", "fouled", 7, 3),
    ]
    csv_file = table([(*row, "", "")[:5] for row in rows])
    given = read_adjustments(workbook(rows), "adjustments.xlsx")
    assert given == read_adjustments(csv_file, "adjustments.csv") and len(given) == 2
    assert is_adjustments("Papers/Adjustments.xlsx")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xd0\xcf\x11\xe0" + bytes(200), "a workbook or document of an old Office"),
        (
            b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
            "OpenDocument spreadsheet",
        ),
        (b"PK\x03\x04....Index/Tables/Tile.iwa" + bytes(9), "a spreadsheet of Numbers"),
        (b"PK\x03\x04...word/document.xml" + bytes(9), "a document of Word"),
        (b"\xff\xd8\xff\xe0" + bytes(200), "a photo"),
        (b"%PDF-1.7\n", "a PDF"),
        (bytes(range(200)), "there is no column round"),
        (workbook([("round",)]), "line 1: there is no column table"),
    ],
    ids=["xls", "ods", "numbers", "Word", "photo", "PDF", "bytes", "no column"],
)
def test_what_is_not_a_schedule_is_called_what_it_is(data: bytes, words: str) -> None:
    with pytest.raises(ScheduleError, match=words):
        read_schedule(data, "schedule.xlsx")
