"""PDFs with text: read from it where their picture shows the same, and from the picture where it does not."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from fpdf import FPDF
from fpdf.enums import TextMode
from PIL import Image

from bench.soak import hostile_files as pdfs
from fairdeal.digitize import read_photo, reading
from fairdeal.digitize.pictures import Picture, pictures
from fairdeal.digitize.printed import text_layer
from fairdeal.digitize.trouble import ReadError
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records import Transcript
from tests.support.typed_pages import printed_log

FONTS = Path(__file__).parents[2] / "digitize" / "forms" / "fonts"
LOG = """[Deal "1"]
[Dealer "2"]
Auction:
3: 28 S, Pass, Pass, 29 H
Play:
3: AS JS 9S JD KS 9S
4: 10C 10C KC AC AC 10H
1: 10S AD KS AS JS KC
Result:
tricks 3 4 1"""

Make = Callable[[FPDF], object]
SHEET = 297.0
HALF = SHEET / 2
"""A few lines need no more than half a sheet, and a page is looked at all over."""


def paper(height: float = HALF) -> FPDF:
    made = FPDF(format=(210.0, height))
    made.set_auto_page_break(False)
    made.add_page()
    made.set_font("Courier", "", 12)
    return made


def lines(made: FPDF, text: str = LOG, x: float = 15, y: float = 20, apart: float = 6) -> None:
    for number, line in enumerate(text.splitlines()):
        made.text(x, y + apart * number, line)


def page(*drawn: Make) -> Picture:
    made = paper()
    for each in drawn:
        each(made)
    return only(bytes(made.output()))


def only(data: bytes) -> Picture:
    (picture,) = pictures(data, "log.pdf")
    return picture


def read_text_layer(picture: Picture, before: str = "") -> Transcript | None:
    found = text_layer.read_text_layer(picture, before)
    return found if isinstance(found, Transcript) else None


def read(*drawn: Make) -> Transcript | None:
    return read_text_layer(page(*drawn))


def codes(found: Transcript) -> list[str]:
    return [problem.code for problem in found.problems]


def test_typed_log_is_read_from_its_text_and_never_from_its_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("the page was read from its picture")

    monkeypatch.setattr(reading, "look_of", asked)
    monkeypatch.setattr(reading, "may_be_print", asked)
    monkeypatch.setattr(reading, "without_marks", lambda *_: None)
    made = paper()
    lines(made)
    (found,) = read_photo(bytes(made.output()), "log.pdf")
    assert found.typed == LOG + "\n"
    assert codes(found) == ["read-as-text"]
    assert not any(field.flagged for field in found.fields)


def test_every_entry_has_its_place_on_the_page() -> None:
    picture = page(lines)
    found = read_text_layer(picture)
    assert found is not None
    card = next(field for field in found.fields if field.text == "10H")
    (left, top), _, (right, bottom), _ = card.region
    millimetre = picture.image.shape[1] / 210
    assert left / millimetre == pytest.approx(15 + 20 * 2.54, abs=1)
    assert bottom / millimetre == pytest.approx(20 + 6 * 6 + 0.7, abs=0.8)
    own = picture.image[round(top) : round(bottom), round(left) : round(right)]
    assert own.min() < 60
    for field in found.fields:
        (left, top), _, (right, bottom), _ = field.region
        inked = picture.image[round(top) : round(bottom), round(left) : round(right)]
        assert inked.min() < 100, field.name


@pytest.mark.parametrize(
    ("font", "size", "spaced"),
    [
        ("Courier", 7, 0.0),
        ("Courier", 16, 1.0),
        ("Times", 7, 1.0),
        ("Times", 12, 0.0),
        ("Helvetica", 7, 0.0),
        ("Helvetica", 12, 1.0),
        ("Helvetica", 16, 0.0),
    ],
)
def test_words_are_those_of_the_page_in_any_font(font: str, size: int, spaced: float) -> None:
    def typed(made: FPDF) -> None:
        made.set_font(font, "", size)
        made.set_char_spacing(spaced)
        lines(made, apart=size / 2)

    found = read(typed)
    assert found is not None and found.typed == LOG + "\n"


def test_words_that_are_placed_without_blanks_are_words() -> None:
    def typed(made: FPDF) -> None:
        for row, line in enumerate(LOG.splitlines()):
            x = 15.0
            for word in line.split():
                made.text(x, 20 + 6 * row, word)
                x += made.get_string_width(word) + 1.2

    found = read(typed)
    assert found is not None and found.typed == LOG + "\n"


def test_a_table_of_a_word_processor() -> None:
    def table(made: FPDF) -> None:
        made.set_y(20)
        made.cell(text="Play:", new_x="LMARGIN", new_y="NEXT")
        rows = (
            "Trick Leader 1st 2nd 3rd 4th 5th 6th",
            "1 3 AS JS 9S JD KS 9S",
            "2 4 10C 10C KC AC AC 10H",
            "3 1 10S AD KS AS JS KC",
        )
        with made.table() as ruled:
            for row in rows:
                ruled.row(row.split())

    found = read(table)
    assert found is not None and found.typed is not None
    assert found.typed.splitlines() == [
        "Play:",
        "trick 1: 3: AS JS 9S JD KS 9S",
        "trick 2: 4: 10C 10C KC AC AC 10H",
        "trick 3: 1: 10S AD KS AS JS KC",
    ]
    made = paper()
    table(made)
    (whole,) = read_photo(bytes(made.output()), "log.pdf")
    assert whole.typed == found.typed


def test_signs_of_suits_and_of_a_word_processor() -> None:
    def typed(made: FPDF) -> None:
        made.add_font("Suits", "", FONTS / "NotoSansSymbols2-Regular.ttf")
        made.add_font("Plain", "", FONTS / "NotoSans-Regular.ttf")
        made.set_font("Plain", "", 12)
        made.set_fallback_fonts(["Suits"])
        made.set_xy(15, 20)
        text = "[Deal “1”]\nHands:\n1: 9♣\ufe0e K\u200b♦ Q♦ A♥ K♥ J♥ 9♠ 10♠"
        made.multi_cell(w=180, text=text)

    found = read(typed)
    assert found is not None and found.typed is not None
    assert found.typed.splitlines()[0] == '[Deal "1"]'
    assert found.typed.splitlines()[-1] == "1: 9♣ K♦ Q♦ A♥ K♥ J♥ 9♠ 10♠"


def test_light_letters_on_a_dark_ground() -> None:
    def night(made: FPDF) -> None:
        made.set_fill_color(20)
        made.rect(0, 0, 210, 297, "F")
        made.set_text_color(240)

    found = read(night, lines)
    assert found is not None and found.typed == LOG + "\n"


def turned(data: bytes, degrees: int) -> bytes:
    document = pypdfium2.PdfDocument(data)
    document[0].set_rotation(degrees)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_a_page_that_is_turned_upright_by_the_file() -> None:
    made = paper(SHEET)
    with made.rotation(90, 105, 148.5):
        lines(made, x=60, y=60)
    data = bytes(made.output())
    assert read_text_layer(only(data)) is None, "on its side it is read from its picture"
    found = read_text_layer(only(turned(data, 90)))
    assert found is not None and found.typed == LOG + "\n"
    inked = only(turned(data, 90)).image
    for field in found.fields:
        (left, top), _, (right, bottom), _ = field.region
        assert inked[round(top) : round(bottom), round(left) : round(right)].min() < 100


@cache
def scanned() -> Image.Image:
    whole = printed_log(LOG)
    return Image.fromarray(whole[: len(whole) // 2])


def scan(made: FPDF) -> None:
    made.image(scanned(), 0, 0, 210, HALF)


def guessed(made: FPDF) -> None:
    lines(made, LOG.replace("AS JS", "KH QH"))


def behind(made: FPDF) -> None:
    with made.local_context(text_mode=TextMode.INVISIBLE):
        guessed(made)


@pytest.mark.parametrize("drawn", [(scan, behind), (behind, scan), (guessed, scan)])
def test_a_scan_with_text_behind_it_is_read_from_its_picture(drawn: tuple[Make, ...]) -> None:
    found = text_layer.read_text_layer(page(*drawn))
    assert isinstance(found, text_layer.NotUsed)
    (said,) = found.said
    assert said.code == "text-not-used" and said.severity == "note"


def test_the_note_stands_on_a_page_that_was_read_from_its_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "without_marks", lambda *_: None)
    monkeypatch.setattr(reading, "may_be_print", lambda *_: (True, iter(())))
    monkeypatch.setattr(reading, "look_of", lambda *_: None)
    monkeypatch.setattr(reading, "read_printed", lambda _, name, *__: Transcript(name, typed=LOG))
    made = paper()
    scan(made)
    behind(made)
    (found,) = read_photo(bytes(made.output()), "scan.pdf")
    assert codes(found) == ["text-not-used"]
    bare = paper()
    scan(bare)
    (found,) = read_photo(bytes(bare.output()), "scan.pdf")
    assert codes(found) == []


def test_text_under_other_text_is_not_believed() -> None:
    def over(made: FPDF) -> None:
        made.set_fill_color(255)
        made.rect(10, 10, 190, 100, "F")
        guessed(made)

    assert read(lines, over) is None
    assert read(lines, lines) is not None, "the same twice is how some make print bold"


def test_what_is_drawn_beside_the_text_is_said_or_read_from_the_picture() -> None:
    def crossed(made: FPDF, count: int = 8) -> None:
        for number in range(count):
            x, y = 20 + 12 * (number % 12), 90 + 9 * (number // 12)
            made.line(x, y, x + 4, y + 4)
            made.line(x + 4, y, x, y + 4)

    found = read(lines, crossed)
    assert found is not None
    assert codes(found) == ["read-as-text", "text-not-all"]
    assert read(lines, lambda made: crossed(made, 60)) is None


def test_notes_over_a_page_are_not_in_its_text() -> None:
    def note(made: FPDF) -> None:
        made.free_text_annotation("28 NT", 60, 36, 30, 8)

    def link(made: FPDF) -> None:
        made.link(15, 20, 40, 6, "https://example.org")

    assert read(lines, note) is None
    assert read(lines, link) is not None


def test_prose_is_no_log() -> None:
    story = "Once upon a time there was\na cat who sat upon the mat\nand looked at all the rain"
    with pytest.raises(ReadError) as caught:
        read(lambda made: lines(made, story))
    assert caught.value.code == "not-a-log"


def test_a_page_with_too_much_text_is_not_read_from_it() -> None:
    def full(made: FPDF) -> None:
        made.set_font("Courier", "", 4)
        lines(made, "\n".join(["28 S, Pass, " * 18] * 180), x=5, y=5, apart=1.6)

    assert page(full).text is None


FONT = b"/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier%s>>>>"
SECRET = b"/Encoding<</Type/Encoding/Differences[65/q1/q2/q3/q4/q5/q6]>>"


def raw(content: bytes, font: bytes = b"") -> Picture:
    objects = pdfs.one_page(pdfs.stream(b"BT /F 12 Tf " + content + b" ET"), FONT % font)
    return only(pdfs.pdf(objects))


def test_letters_that_the_file_does_not_name_are_no_text() -> None:
    assert (
        read_text_layer(raw(b"1 0 0 1 50 700 Tm (ABCDEF ABCDEF ABCDEF ABCDEF) Tj", SECRET)) is None
    )


@pytest.mark.parametrize(
    "content",
    [
        b"1e30 0 0 1e30 0 0 Tm (28 S, Pass, Pass, Pass) Tj",
        b"1e-30 0 0 1e-30 50 700 Tm (28 S, Pass, Pass, Pass) Tj",
        b"0 0 0 0 50 700 Tm (28 S, Pass, Pass, Pass) Tj",
        b"-1 0 0 1 300 700 Tm (28 S, Pass, Pass, Pass) Tj",
        b"400 0 0 400 0 0 Tm (AAAAAAAAAAAAAAAAAAAAAAAAAAA) Tj",
        b"1 0 0 1 50 700 Tm " + b"(A) Tj 0 0 Td " * 3_000,
        b"1 0 0 1 50 700 Tm (\x00\x01\x02\x7f\xad\xff\xfe\x80\x81\x82\x83\x84\x85\x86\x87) Tj",
    ],
)
def test_odd_text_is_not_read_and_does_no_harm(content: bytes) -> None:
    try:
        assert read_text_layer(raw(content)) is None
    except ReadError as error:
        assert error.code == "not-a-log"


def test_a_picture_without_text_has_none() -> None:
    picture = Picture("photo.jpg", np.full((400, 300, 3), 255, np.uint8))
    assert text_layer.read_text_layer(picture) == text_layer.NotUsed()


def test_a_log_goes_on_over_the_page_in_the_middle_of_the_play() -> None:
    made = paper()
    whole = LOG.splitlines()
    lines(made, "\n".join(whole[:5]))
    made.add_page()
    lines(made, "\n".join(whole[5:]))
    first, second = read_photo(bytes(made.output()), "log.pdf")
    assert not first.goes_on and second.goes_on
    found = to_record([first, second])
    (deal,) = found.record.deals
    assert len(deal.play or ()) == 3 and deal.result is not None
    assert found.sources[1, "trick 2 / card 1"][0] == "log.pdf#page=2"
    assert second.field(found.sources[1, "trick 2 / card 1"][1]).text == "10C"  # type: ignore[union-attr]


def test_a_page_with_a_deal_of_its_own_goes_on_from_none() -> None:
    made = paper()
    lines(made)
    made.add_page()
    lines(made, LOG.replace('[Deal "1"]', '[Deal "2"]'))
    found = read_photo(bytes(made.output()), "log.pdf")
    assert [page.goes_on for page in found] == [False, False]
    assert [deal.label for deal in to_record(found).record.deals] == ["1", "2"]


def test_the_last_line_of_a_log_may_stand_on_a_page_of_its_own() -> None:
    """It has fewer letters than a page must have, but the page before it goes on there."""
    score = page(lambda made: lines(made, "score A 4 B 0"))
    before = LOG + "Result:\ncontract 28 S by 3\n"
    found = read_text_layer(score, before)
    assert found is not None and "score A 4 B 0" in (found.typed or "")
    assert read_text_layer(score) is None
