"""PDFs of which the text is not what the page shows: what is drawn is read, and it is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from fpdf import FPDF

from fairdeal.digitize import read_photo
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.printed import shown_text, text_layer
from fairdeal.digitize.printed.gaps import Strip
from fairdeal.digitize.printed.log import print_readers
from fairdeal.digitize.printed.text_layer import NotUsed, read_text_layer
from fairdeal.digitize.printed.words import Sign
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import Transcript
from tests.digitize.printed.altered_pdfs import ALTERED, page, swapped

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
TEXT = LOG.replace("AC AC", "AC AS")


def unused(data: bytes) -> str:
    """What is said of a page of which the text is not used."""
    (picture,) = pictures(data, "log.pdf")
    found = read_text_layer(picture)
    assert isinstance(found, NotUsed)
    (said,) = found.said
    assert said.code == "text-differs" and said.severity == "warning"
    return said.message


def text_of(data: bytes) -> str:
    (picture,) = pictures(data, "log.pdf")
    assert picture.text is not None
    return "".join(each.text for each in picture.text.characters if not each.text.isspace())


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ("named otherwise", 'it has "AS" where the page shows "AC"'),
        ("under a picture", 'it has "AS" where the page shows "AC"'),
        ("under a picture of a letter", 'it has "AS" where the page shows "AC"'),
        ("invisible", "some of the text cannot be seen"),
        ("white", "some of the text cannot be seen"),
        ("outside", "some of the text cannot be seen"),
        ("in no text", 'the page also shows "4:"'),
        ("outlines", 'the page also shows "4:"'),
    ],
)
def test_text_that_is_not_what_the_page_shows_is_not_used(way: str, why: str) -> None:
    assert why in unused(page(LOG, TEXT, ALTERED[way]))


def test_every_way_is_tried() -> None:
    data = page(LOG, LOG, ALTERED["named otherwise"])
    assert text_of(data) == "".join(LOG.split())
    assert "ACAS" in text_of(page(LOG, TEXT, ALTERED["named otherwise"]))


def test_a_page_is_read_as_people_see_it_and_that_is_said() -> None:
    (found,) = read_photo(page(LOG, TEXT, ALTERED["named otherwise"]), "log.pdf")
    assert found.typed == LOG + "\n"
    assert [problem.code for problem in found.problems] == ["read-as-print", "text-differs"]


def test_letters_swapped_on_the_whole_page() -> None:
    data = swapped(LOG, "C", "S")
    assert "9C" in text_of(data) and "9C" not in LOG
    assert 'where the page shows "AS"' in unused(data)


def test_a_page_that_is_as_its_text_says_is_read_from_it() -> None:
    (found,) = read_photo(page(LOG, LOG, ALTERED["named otherwise"]), "log.pdf")
    assert found.typed == LOG + "\n"
    assert [problem.code for problem in found.problems] == ["read-as-text"]


def test_a_single_sign_drawn_in_a_line_of_the_text() -> None:
    def a_double(made: FPDF, shown: str, text: str, y: float) -> None:
        made.text(15, y, text)
        ALTERED["outlines"](made, " " * len(text) + shown[len(text) :], "", y)

    shown = LOG.replace("Pass, 29 H", "Pass, X")
    data = page(shown, shown.replace("Pass, X", "Pass, "), a_double)
    assert 'the page also shows "X"' in unused(data)


class Reader:
    """The first reader of print, with what it sees in each word changed."""

    def __init__(self, change: Callable[[int, list[Sign]], list[Sign]]) -> None:
        (self._own, *_) = print_readers()
        self._change = change

    @property
    def knows(self) -> frozenset[str]:
        return self._own.knows

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        return [self._change(at, signs) for at, signs in enumerate(self._own.read(strips))]


def read_by(
    monkeypatch: pytest.MonkeyPatch, *readers: object, log: str = LOG
) -> Transcript | NotUsed:
    monkeypatch.setattr(text_layer, "print_readers", lambda: list(readers))
    (picture,) = pictures(page(log, log, ALTERED["outlines"]), "log.pdf")
    return read_text_layer(picture)


def test_a_word_that_a_reader_misreads_is_outvoted(monkeypatch: pytest.MonkeyPatch) -> None:
    misread: list[str] = []

    def once(_: int, signs: list[Sign]) -> list[Sign]:
        if not misread and [sign.text for sign in signs] == ["A", "S"]:
            misread.append("AS")
            return [signs[0], replace(signs[1], text="C")]
        return signs

    found = read_by(monkeypatch, Reader(once))
    assert misread and isinstance(found, Transcript)
    assert found.typed == LOG + "\n" and not any(field.flagged for field in found.fields)


@pytest.mark.parametrize(("as_four", "doubted"), [(2, False), (3, True)])
def test_a_plus_that_more_words_show_than_a_four_is_one(
    monkeypatch: pytest.MonkeyPatch, as_four: int, doubted: bool
) -> None:
    left = as_four

    def misread(_: int, signs: list[Sign]) -> list[Sign]:
        nonlocal left
        plus = [sign.text for sign in signs[:1]] == ["+"]
        left -= plus
        return [replace(signs[0], text="4"), *signs[1:]] if plus and left >= 0 else signs

    log = LOG.replace("29 H", "+1, +2, +3, +4, +5")
    found = read_by(monkeypatch, Reader(misread), log=log)
    assert isinstance(found, Transcript) and left < 0
    assert any(field.probability <= 0.5 for field in found.fields) is doubted


def test_what_no_reader_makes_out_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read_by(
        monkeypatch, Reader(lambda _, signs: [each for each in signs if each.text not in "Kk"])
    )
    assert isinstance(found, Transcript) and "{KS 0.5000}" in (found.typed or "")
    doubted = {field.text for field in found.fields if field.flagged}
    assert {"KS", "KC"} <= doubted and not {"AS", "JS"} & doubted


def test_without_a_reader_the_text_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: int, __: list[Sign]) -> list[Sign]:
        raise ReadError("tesseract-missing", "There is no reader.", "Install it.")

    found = read_by(monkeypatch, Reader(fails))
    assert isinstance(found, NotUsed)
    assert [said.code for said in found.said] == ["text-not-used"]


def test_a_page_of_too_many_shapes_is_not_set_in_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_text, "MOST", 5)
    found = read_by(monkeypatch, *print_readers())
    assert isinstance(found, NotUsed)


def test_few_words_of_a_page_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    words = 0

    def counted(_: int, signs: list[Sign]) -> list[Sign]:
        nonlocal words
        words += 1
        return signs

    monkeypatch.setattr(text_layer, "print_readers", lambda: [Reader(counted)])
    long = LOG + "\n" + "\n".join(["3: AS JS 9S KD KS 9S"] * 30)
    (picture,) = pictures(page(long, long, ALTERED["outlines"]), "log.pdf")
    assert isinstance(read_text_layer(picture), Transcript)
    assert words < len(LOG.split()) + 12 < len(long.split())
