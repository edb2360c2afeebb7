"""A name taken out everywhere, and the chain still whole."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image as Picture
from PIL import Image as PILImage

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import readings_json
from fairdeal.desk.archive.redaction import WITHHELD, redact
from fairdeal.desk.archive.search import Question, index_all, search
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.intake.documents import of_bytes
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.review import casework
from fairdeal.digitize.forms.layout import FORMS, Box, load
from fairdeal.records import Field, Record, Transcript
from tests.desk.archive.conftest import LOG, document
from tests.support.whole import verify

SHEET = Path(__file__).parents[3] / "samples" / "onam-cup" / "score-sheet.jpg"


def everything(path: Path) -> bytes:
    return b"".join(
        each.read_bytes() for each in path.parent.iterdir() if each.name.startswith(path.name)
    )


def test_a_name_is_gone_from_the_file_and_the_archive_still_verifies(
    archive: Archive, case: str
) -> None:
    note = {"text": "anjali  menon said so; Anjali Menonki did not."}
    archive.add(case, Kind.NOTE, note, "Anjali Menon")
    last = archive.acts(case)[-1].number
    casework.sign_off(archive, case, lambda _: b"<p>Anjali Menon &amp; others</p>", "Bina", last)
    assert search(archive, Question(text="anjali menon"))
    done = redact(archive, ["Anjali Menon"], "Bina")
    assert (done.cases, done.documents) == ((case,), 2)
    assert verify(archive) == []
    acts = archive.acts(case)
    assert acts[-1].kind is Kind.REDACTED
    notes = [act for act in acts if act.kind is Kind.NOTE]
    assert notes[0].who == "[name withheld]"
    assert notes[0].body["text"] == "[name withheld] said so; Anjali Menonki did not."
    left = everything(archive.path).lower()
    assert b"anjali menon<" not in left and b'anjali menon"' not in left
    assert left.count(b"anjali menon") == left.count(b"anjali menonki")
    # The case is still open to read, and still can be sent.
    assert casework.rule_on(archive, casework.case_file(archive, case)).verdict.findings
    assert exchange.open_case(exchange.export(archive, case)).wrong == ()


def test_a_second_name_later(archive: Archive, case: str) -> None:
    archive.add(case, Kind.NOTE, {"text": "Anjali Menon and Ravi Nair"}, "B")
    redact(archive, ["Anjali Menon"], "B")
    redact(archive, ["Ravi Nair"], "B")
    notes = [act for act in archive.acts(case) if act.kind is Kind.NOTE]
    assert notes[0].body["text"] == "[name withheld] and [name withheld]"
    assert verify(archive) == []


def test_what_was_redacted_cannot_be_filled_in_again(archive: Archive, case: str) -> None:
    archive.add(case, Kind.NOTE, {"text": "Anjali Menon"}, "B")
    redact(archive, ["Anjali Menon"], "B")
    number = next(act.number for act in archive.acts(case) if act.kind is Kind.NOTE)
    archive.connection.execute(
        "UPDATE acts SET body = '{\"text\":\"Somebody Else\"}', salt = '' WHERE number = ?",
        (number,),
    )
    assert any("altered" in line for line in verify(archive))


def test_a_name_that_nobody_has_changes_nothing(archive: Archive, case: str) -> None:
    before = len(archive.acts(case))
    assert redact(archive, ["Nobody Here"], "B").cases == ()
    assert len(archive.acts(case)) == before


@pytest.mark.parametrize("names", [[], [""], ["A"]])
def test_a_name_too_short_is_refused(archive: Archive, case: str, names: list[str]) -> None:
    with pytest.raises(ArchiveError, match="name"):
        redact(archive, names, "B")


def test_a_document_that_two_cases_share_is_redacted_in_both(archive: Archive, case: str) -> None:
    second = archive.open_case("The same log again", "Bina")
    casework.hand_in(archive, second, document(LOG.encode()), "Bina")
    casework.recheck(archive, second)
    assert set(redact(archive, ["Anjali Menon"], "Bina").cases) == {case, second}
    assert verify(archive) == []
    for each in (case, second):
        assert exchange.open_case(exchange.export(archive, each)).wrong == ()


def test_a_redacted_document_handed_in_again_stays_redacted(archive: Archive, case: str) -> None:
    redact(archive, ["Anjali Menon"], "Bina")
    again = archive.open_case("Once more", "Bina")
    casework.hand_in(archive, again, document(LOG.encode()), "Bina")
    casework.recheck(archive, again)
    assert b"Anjali" not in everything(archive.path)
    assert verify(archive) == []


def test_nothing_of_the_name_stays_in_the_index(archive: Archive, case: str) -> None:
    archive.add(case, Kind.NOTE, {"text": "Zebulon Quimby kept the sheet"}, "B")
    index_all(archive)
    assert search(archive, Question(text="quimby"))
    redact(archive, ["Zebulon Quimby"], "B")
    assert not search(archive, Question(text="quimby"))
    assert b"quimby" not in everything(archive.path).lower()


def test_a_person_called_like_a_word_of_the_program(archive: Archive, case: str) -> None:
    key = (next(iter(casework.case_file(archive, case).documents)), 0, "line 10")
    last = archive.acts(case)[-1].number
    casework.correct(archive, case, key, "read", "3: 28 S", "Page Read", last)
    redact(archive, ["Page", "Read"], "B")
    file = casework.case_file(archive, case)
    assert file.corrections[key].body["how"] == "read"
    assert file.corrections[key].who == "[name withheld] [name withheld]"
    assert verify(archive) == []


def test_the_ink_of_the_heading_goes_from_a_signed_report_and_no_other_picture(
    archive: Archive, case: str
) -> None:
    report = (
        '<p>Anjali Menon</p><dd><img class="name" src="data:image/jpeg;base64,/anjali/xx==" '
        'alt="Team A, as photographed; it could not be read for certain"></dd>'
        '<img src="data:image/jpeg;base64,ab/Anjali/cd" alt="Photo of row 3">'
    )
    last = archive.acts(case)[-1].number
    act = casework.sign_off(archive, case, lambda _: report.encode(), "Bina", last)
    redact(archive, ["Anjali Menon", "Anjali"], "Bina")
    left = archive.blob(case, str(act.body["report"]))
    assert left == (
        b"<p>[name withheld]</p><dd>[name withheld]</dd>"
        b'<img src="data:image/jpeg;base64,ab/Anjali/cd" alt="Photo of row 3">'
    )
    assert verify(archive) == []


def test_accents_written_apart_are_found(archive: Archive, case: str) -> None:
    archive.add(case, Kind.NOTE, {"text": "Jose\u0301 and Jos\u00e9"}, "B")
    redact(archive, ["Jos\u00e9"], "B")
    notes = [act for act in archive.acts(case) if act.kind is Kind.NOTE]
    assert notes[0].body["text"] == "[name withheld] and [name withheld]"


def _sheet(archive: Archive) -> tuple[str, str]:
    """A case of the sample's photographed sheet, with outlines for two names as a reader gives them."""
    data = SHEET.read_bytes()
    fields = tuple(
        Field(
            f"heading / {name}",
            "text",
            "ANJAL1MEN0M",
            flagged=True,
            rivals=(("ANJAL1MEN0M", 0.6), ("ANIALI", 0.4)),
            suggestions=("Anjalo Memon",),
            region=((x, 300.0), (x + 500.0, 300.0), (x + 500.0, 380.0), (x, 380.0)),
        )
        for name, x in (("team A", 200.0), ("team B", 900.0))
    )
    case = archive.open_case("A photo", "Anjali Menon")
    digest = casework.keep_document(archive, case, data, "sheet.jpg", "Bina")
    casework.keep_reading(
        archive, case, digest, [Transcript("sheet.jpg", "score-sheet/1", fields=fields)]
    )
    return case, digest


@pytest.mark.skipif(not SHEET.exists(), reason="the sample is not there")
def test_names_on_a_photo_are_covered_where_they_stand(archive: Archive) -> None:
    import cv2
    import numpy as np

    case, digest = _sheet(archive)
    before = cv2.imdecode(np.frombuffer(SHEET.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    done = redact(archive, ["Anjali Menon"], "Bina")
    assert (done.documents, done.left) == (1, ())
    after = cv2.imdecode(
        np.frombuffer(archive.blob(case, digest) or b"", np.uint8), cv2.IMREAD_COLOR
    )
    assert before is not None and after is not None
    assert after.shape == before.shape, "what was read is found by its pixels"
    assert after[300:380, 200:700].max() < 40 and after[300:380, 900:1400].max() < 40
    left = everything(archive.path)
    assert b"ANJAL1" not in left and b"ANIALI" not in left, "nor what the machine made of the name"
    assert np.abs(after[600:].astype(int) - before[600:]).mean() < 4
    assert verify(archive) == []


@pytest.mark.skipif(not SHEET.exists(), reason="the sample is not there")
def test_guesses_at_a_name_go_with_it(archive: Archive) -> None:
    _sheet(archive)
    redact(archive, ["Anjali Menon"], "Bina")
    assert b"Memon" not in everything(archive.path)


@pytest.mark.skipif(not SHEET.exists(), reason="the sample is not there")
def test_what_the_machine_made_of_a_name_goes_from_signed_reports_too(archive: Archive) -> None:
    case, _ = _sheet(archive)
    casework.recheck(archive, case)
    last = archive.acts(case)[-1].number
    act = casework.sign_off(archive, case, lambda _: b"<p>ANJAL1MEN0M won</p>", "Bina", last)
    redact(archive, ["Anjali Menon"], "Bina")
    assert archive.blob(case, str(act.body["report"])) == b"<p>[name withheld] won</p>"
    assert verify(archive) == []


@pytest.mark.skipif(not SHEET.exists(), reason="the sample is not there")
def test_a_photo_on_which_one_sheet_hides_its_names_is_left_and_said() -> None:
    from fairdeal.desk.archive.redaction import Covered, cover

    field = {"name": "heading / team A", "region": [[9, 9], [90, 9], [90, 40], [9, 40]]}
    row = {"name": "row 1 / score A", "region": [[9, 9], [90, 9], [90, 40], [9, 40]]}
    one, other = ({"photo": "a.jpg", "fields": [each]} for each in (field, row))
    assert cover(SHEET.read_bytes(), [one]).data is not None
    assert cover(SHEET.read_bytes(), [one]).left == ()
    assert cover(SHEET.read_bytes(), [one, other]) == Covered(None, (1,))


@pytest.mark.skipif(not SHEET.exists(), reason="the sample is not there")
def test_a_photo_can_be_taken_out_and_the_case_still_opens(archive: Archive) -> None:
    case, digest = _sheet(archive)
    redact(archive, ["Anjali Menon"], "Bina", "withhold")
    assert archive.blob(case, digest) is None
    assert verify(archive) == []
    assert exchange.open_case(exchange.export(archive, case)).wrong == ()
    assert casework.documents(archive, casework.case_file(archive, case))


@pytest.mark.skipif(not SHEET.exists(), reason="the sample is not there")
def test_a_name_that_stands_in_the_photo_alone_is_covered_where_the_case_is_named(
    archive: Archive,
) -> None:
    case, digest = _sheet(archive)
    before = archive.blob(case, digest)
    assert redact(archive, ["Ravi Nair"], "Bina").cases == ()
    assert redact(archive, ["Ravi Nair"], "Bina", also=[case]).cases == (case,)
    assert archive.blob(case, digest) != before
    assert verify(archive) == []
    with pytest.raises(ArchiveError, match="not in the archive"):
        redact(archive, ["Ravi Nair"], "Bina", also=["nowhere"])


def _workbook() -> Workbook:
    """A score sheet with the name in every place where a spreadsheet may have it."""
    book = Workbook()
    book.properties.creator = "Anjali Menon"
    sheet = book.active
    assert sheet is not None
    sheet.title = "Anjali Menon's"
    for row in (
        ("Event", "Harbour Cup"),
        ("Seat 2", CellRichText("of ", TextBlock(InlineFont(b=True), "Anjali"), " Menon & Co")),
        ("Deal", "Dealer", "Contract", "Points A", "Points B"),
        (1, 2, "28 S", 30, 26),
        (2, 3, "28 S", 26, 30),
    ):
        sheet.append(list(row))
    sheet["A4"].comment = Comment("ask Anjali Menon", "Anjali Menon")
    book.create_sheet("Notes").append(["ANJALI  MENON", "ആതിര", "Anjali Menonki"])
    return book


def _packed(book: Workbook) -> bytes:
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def _handed(archive: Archive, data: bytes) -> tuple[str, str]:
    made = archive.open_case("Harbour Cup", "Committee", {"Event": "Harbour Cup"})
    handed = of_bytes(data, "scores.xlsx")
    casework.hand_in(archive, made, handed, "Committee")
    casework.recheck(archive, made)
    return made, handed.digest


def test_a_name_goes_from_a_workbook_and_its_figures_stay(archive: Archive) -> None:
    case, digest = _handed(archive, _packed(_workbook()))
    before = casework.rule_on(archive, casework.case_file(archive, case)).record
    done = redact(archive, ["Anjali Menon", "ആതിര"], "Bina")
    assert (done.cases, done.documents, done.left) == ((case,), 1, ())
    data = archive.blob(case, digest)
    assert data is not None
    words = b"\n".join(re.sub(rb"<[^>]*>", b"", part) for part in _parts(data).values())
    assert b"Anjali" not in words.replace(b"Anjali Menonki", b"") and b"ANJALI" not in words
    assert b"Anjali Menon" not in b"".join(_parts(data).values()).replace(b"Menonki", b"")
    book = load_workbook(BytesIO(data))
    assert book.sheetnames == ["name withheld's", "Notes"]
    assert [cell.value for cell in book["Notes"][1]] == [WITHHELD, WITHHELD, "Anjali Menonki"]
    assert book.worksheets[0]["B2"].value == f"of {WITHHELD} & Co"
    assert verify(archive) == []
    after = casework.rule_on(archive, casework.case_file(archive, case)).record
    assert after.sheets == before.sheets
    assert exchange.open_case(exchange.export(archive, case)).wrong == ()
    assert redact(archive, ["Ravi Nair"], "Bina").cases == ()


def test_a_workbook_with_pictures_is_left_and_said_or_taken_out(archive: Archive) -> None:
    book, picture = _workbook(), BytesIO()
    PILImage.new("RGB", (9, 9)).save(picture, "PNG")
    book.worksheets[1].add_image(Picture(picture), "C3")
    case, digest = _handed(archive, _packed(book))
    assert redact(archive, ["Anjali Menon"], "Bina").left == (f"scores.xlsx (case {case})",)
    assert archive.blob(case, digest) is not None
    redact(archive, ["Harbour"], "Bina", "withhold")
    assert archive.blob(case, digest) is None
    assert verify(archive) == []
    assert casework.documents(archive, casework.case_file(archive, case)) == []


def test_a_workbook_that_cannot_be_opened_is_left_and_said(archive: Archive, case: str) -> None:
    broken = _packed(_workbook())[:-300] + b"xl/workbook.xml"
    handed = Document("scores.xlsx", "0" * 64, Record(), (), (), broken)
    casework.hand_in(archive, case, handed, "Committee")
    assert redact(archive, ["Anjali Menon"], "Bina").left == (f"scores.xlsx (case {case})",)
    assert verify(archive) == []


SIZES = ((595.28, 841.89), (841.89, 595.28), (420.0, 600.1))
"""Points: A4, A4 on its side, a page of no common size."""


def _scan() -> bytes:
    """A scan as programs make it that read print: a picture a page, the words hidden behind it."""
    import cv2
    import numpy as np
    from fpdf import FPDF

    made = FPDF(unit="pt")
    made.set_margin(0)
    made.set_auto_page_break(False)
    _, paper = cv2.imencode(".jpg", np.full((500, 400, 3), 230, np.uint8))
    for size in SIZES:
        made.add_page(format=size)
        made.set_font("Helvetica", size=20)
        made.text(60, 60, "Anjali Menon")
        made.image(BytesIO(paper.tobytes()), 0, 0, *size)
    return bytes(made.output())


def _read(pages: Sequence[int], name: str = "scan.pdf") -> list[Transcript]:
    """Readings with a name's outline on some of a scan's three pages."""
    outline = ((200.0, 300.0), (700.0, 300.0), (700.0, 380.0), (200.0, 380.0))
    field = Field("heading / team A", "text", "ANJAL1MEN0M", flagged=True, region=outline)
    return [
        Transcript(f"{name}#page={page}", fields=(field,) if page in pages else ())
        for page in (1, 2, 3)
    ]


@pytest.mark.parametrize("pages", [(1, 2, 3), (1, 3), (2,)])
def test_names_are_covered_on_the_pages_of_a_scan(archive: Archive, pages: tuple[int, ...]) -> None:
    from fairdeal.digitize import open_photo

    scan = _scan()
    case = archive.open_case("A scan", "Anjali Menon")
    digest = casework.keep_document(archive, case, scan, "scan.pdf", "Bina")
    casework.keep_reading(archive, case, digest, _read(pages))
    done = redact(archive, ["Anjali Menon"], "Bina")
    missing = [page for page in (1, 2, 3) if page not in pages]
    which = "page " if len(missing) == 1 else "pages "
    told = which + ", ".join(map(str, missing)) + f" of scan.pdf (case {case})"
    assert (done.documents, done.left) == (1, (told,) if missing else ())
    after = archive.blob(case, digest) or b""
    for page in (1, 2, 3):
        old, new = (open_photo(each, f"scan.pdf#page={page}").image for each in (scan, after))
        assert old.shape == new.shape, "what was read is found by its pixels"
        covered = new[300:380, 200:700].max() < 40
        assert covered is np.bool_(page in pages)
        assert new[600:].min() > 200, "nothing else is covered"
    assert "Menon" in _words(scan) and "Menon" not in _words(after)
    left = everything(archive.path)
    assert b"ANJAL1" not in left
    assert verify(archive) == []
    assert exchange.open_case(exchange.export(archive, case)).wrong == ()


def _words(pdf: bytes) -> str:
    """The words behind the pictures of a PDF."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    return " ".join(page.get_textpage().get_text_range() for page in document)


def test_a_scan_without_any_heading_is_left_and_said(archive: Archive) -> None:
    case = archive.open_case("A scan", "Anjali Menon")
    scan = _scan()
    digest = casework.keep_document(archive, case, scan, "scan.pdf", "Bina")
    casework.keep_reading(archive, case, digest, _read(()))
    done = redact(archive, ["Anjali Menon"], "Bina")
    assert (done.documents, done.left) == (0, (f"scan.pdf (case {case})",))
    assert archive.blob(case, digest) == scan


def test_a_page_with_two_sheets_is_covered_on_both_or_left() -> None:
    from fairdeal.desk.archive.redaction import cover

    outline = [[200, 300], [700, 300], [700, 380], [200, 380]]
    named = {"name": "heading / team A", "region": outline}
    row = {"name": "row 1 / score A", "region": outline}
    sheets = [
        {"photo": f"scan.pdf#page=1#sheet={number}", "fields": [field]}
        for number, field in ((1, named), (2, row))
    ]
    rest = [{"photo": f"scan.pdf#page={page}", "fields": [named]} for page in (2, 3)]
    assert cover(_scan(), [*sheets, *rest]).left == (1,)
    assert cover(_scan(), [sheets[0], *rest]).left == ()
    assert cover(_scan(), []).left == (1, 2, 3)


@pytest.mark.parametrize("form", FORMS)
def test_a_form_has_two_boxes_to_sign_in(form: str) -> None:
    from fairdeal.desk.archive.redaction import signing_boxes

    layout = load(form)
    boxes = signing_boxes(layout)
    said = [label for label in layout.labels if label.text.startswith("Signed")]
    assert len(boxes) == len(said) == 2
    for box, label in zip(boxes, said, strict=True):
        assert abs(label.y - box.y) < 10.0 and label.x <= box.x + 1.0


@pytest.mark.parametrize("form", FORMS)
def test_signatures_are_covered_too(form: str) -> None:
    """On a form that fills a picture of 10 pixels a millimetre."""
    import cv2

    from fairdeal.desk.archive.redaction import cover, signing_boxes

    layout = load(form)
    width, height = (round(10 * side) for side in layout.page)
    done, paper = cv2.imencode(".png", np.full((height, width, 3), 230, np.uint8))
    team = [[500, 250], [900, 250], [900, 290], [500, 290]]
    sheet = {
        "photo": "a.png",
        "form": layout.form,
        "fields": [{"name": "heading / team A", "region": team}],
        "corners": [[0, 0], [width, 0], [width, height], [0, height]],
    }
    covered = cover(paper.tobytes(), [sheet]).data or b""
    after = cv2.imdecode(np.frombuffer(covered, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert done and after is not None
    for box in signing_boxes(layout):
        assert _piece(after, box).max() < 40
    for marker in layout.markers:
        assert _piece(after, marker.box).min() > 200, "the form can still be found and read anew"
    foot = max(field.outline.y + field.outline.height for field in layout.fields)
    assert after[320 : round(10 * foot) - 60].min() > 200


def _piece(picture: NDArray[Any], box: Box) -> NDArray[Any]:
    """What lies in a box, of a picture of 10 pixels a millimetre."""
    x, y, right, below = (
        round(10 * each) for each in (box.x, box.y, box.x + box.width, box.y + box.height)
    )
    return picture[y:below, x:right]


def test_a_scan_too_large_to_be_opened_again_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    from fairdeal.desk.archive.redaction import Covered, cover

    scan = _scan()
    told = [readings_json([each])[0] for each in _read((1, 2, 3))]
    assert cover(scan, told).left == ()
    monkeypatch.setattr("fairdeal.digitize.pictures.decode.MOST_BYTES", len(scan) + 100)
    assert cover(scan, told) == Covered(None, (1, 2, 3), 3)


@pytest.mark.parametrize("data", [b"%PDF-1.7", b"II*\0 pages of a TIFF", b"PK\x03\x04"])
def test_what_cannot_be_opened_is_left_and_said(data: bytes) -> None:
    from fairdeal.desk.archive.redaction import Covered, cover

    field = {"name": "heading / team A", "region": [[0, 0], [9, 0], [9, 9], [0, 9]]}
    pages = [{"photo": f"scan.pdf#page={n}", "fields": [field]} for n in (1, 2)]
    assert cover(data, pages) == Covered(None, (1,))
