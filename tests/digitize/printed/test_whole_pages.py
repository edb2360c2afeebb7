"""Photos of print to logs, or to a refusal that says what to do."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize import read_photo
from fairdeal.digitize.printed import log, looks
from fairdeal.digitize.printed.gaps import Strip
from fairdeal.digitize.printed.log import look_of, read_printed
from fairdeal.digitize.printed.looks import count_letters
from fairdeal.digitize.printed.page_words import page_words
from fairdeal.digitize.printed.readers import print_net
from fairdeal.digitize.printed.straighten import FlatPage, flattenings, whole_picture
from fairdeal.digitize.printed.words import PRINTED, PageWords, Sign
from fairdeal.digitize.trouble import ReadError
from tests.support.camera import View, photograph
from tests.support.needs import needs_tesseract
from tests.support.printed_words import NOTHING, line, line_of, page as page_of, word
from tests.support.typed_pages import LOG

PROSE = "Once upon a time there was\na cat who sat upon the mat\nand looked at all the rain\n" * 3
BILL = "Rice 5 kg 310.00\nTea 250 g 120.00\nSoap 96.00\nTotal 526.00 thank you"
FLAT = FlatPage(np.full((3000, 2100), 255, np.uint8), np.eye(3))


def refused(image: NDArray[np.uint8]) -> ReadError:
    with pytest.raises(ReadError) as caught:
        read_printed(look_of(image, "log.jpg"), "log.jpg")
    return caught.value


def as_log(words: PageWords) -> str:
    return log.log_of(words, FLAT, "log.jpg").typed or ""


def noise() -> NDArray[np.uint8]:
    return np.random.default_rng(3).integers(0, 255, (1600, 1200, 3), dtype=np.uint8)


class Senseless:
    """A reader that makes nothing of what it is shown."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    @property
    def knows(self) -> frozenset[str]:
        return PRINTED

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        self.asked.append(len(strips))
        return [[Sign("q", x, 0.2) for x in strip.columns[::30]] for strip in strips]


@needs_tesseract
def test_a_photographed_log_is_read_as_it_was_typed(photo: NDArray[np.uint8]) -> None:
    found = read_printed(look_of(photo, "log.jpg"), "log.jpg", scale=0.5)
    assert found.typed == LOG
    # The photo was larger, and its entries are outlined in it as it was sent.
    middles = np.array([np.mean(field.region, axis=0) for field in found.fields]) / 2
    assert all(photo[y - 6 : y + 6, x - 9 : x + 9].min() < 120 for x, y in middles.astype(int))
    assert [problem.code for problem in found.problems] == ["read-as-print"]
    assert all(not field.flagged for field in found.fields)


@pytest.mark.parametrize("turn", [cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE])
def test_print_on_its_head_or_its_side_is_turned(
    monkeypatch: pytest.MonkeyPatch, page: NDArray[np.uint8], turn: int
) -> None:
    monkeypatch.setattr(looks, "flattenings", lambda image, corners: [whole_picture(image)])
    net = print_net()
    assert net is not None
    turned = np.asarray(cv2.rotate(page[:900], turn), np.uint8)
    found = looks.as_it_reads(looks.looks(turned, net))
    assert found is not None
    lines = [each.text for each in page_words(found.standing, [net]).lines]
    assert lines[2:5] == ["Auction:", "3: 28 S, Pass, Pass, 29 H", "Play:"]


def test_text_that_is_no_log_is_refused_with_what_to_do() -> None:
    with pytest.raises(ReadError) as caught:
        as_log(page_of(BILL))
    assert caught.value.code == "not-a-log"
    assert "neither a score sheet or hand log nor a typed record" in caught.value.message
    assert "If it is the wrong photo, send the right one." in caught.value.remedy


def test_of_more_lines_than_a_page_has_none_is_read(
    page: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Magazines around a sheet took half a minute, and were no log then."""
    monkeypatch.setattr(log, "MOST_ROWS", 5)
    monkeypatch.setattr(log, "words_of", None)
    error = refused(page)
    assert error.code == "not-a-log" and "more lines of print than a page" in error.message
    assert "with the page alone" in error.remedy


def test_prose_is_no_log() -> None:
    with pytest.raises(ReadError) as caught:
        as_log(page_of(PROSE))
    assert caught.value.code == "not-a-log"


def test_a_tag_alone_makes_a_log() -> None:
    assert as_log(page_of('[Event "Cup"]')) == '[Event "Cup"]\n'


def test_a_cat_is_no_form() -> None:
    cat = cv2.GaussianBlur(noise()[:1200, :900], (0, 0), 9)
    data = cv2.imencode(".jpg", cat)[1].tobytes()
    (found,) = read_photo(data, "cat.jpg")
    assert [problem.code for problem in found.problems] == ["page-not-found"]
    assert found.typed is None


@pytest.mark.parametrize("blur", [3, 9])
def test_a_picture_without_letters_is_given_to_no_reader(
    monkeypatch: pytest.MonkeyPatch, blur: int
) -> None:
    reader = Senseless()
    monkeypatch.setattr(log, "print_readers", lambda: [reader])
    cat = cv2.GaussianBlur(noise(), (0, 0), blur)
    assert refused(np.asarray(cat, np.uint8)).code == "no-text"
    assert not reader.asked


def test_what_makes_no_sense_on_any_side_is_not_read_whole(
    monkeypatch: pytest.MonkeyPatch, page: NDArray[np.uint8]
) -> None:
    reader = Senseless()
    monkeypatch.setattr(log, "print_readers", lambda: [reader])
    monkeypatch.setattr(looks, "flattenings", lambda image, corners: [whole_picture(image)])
    assert refused(page[:900]).code == "no-text"
    assert reader.asked and max(reader.asked) <= looks.SAMPLE


@pytest.mark.parametrize("view", [View(tilt=12), View(noise=8, blur=1.2, shadow=0.5, jpeg=60)])
def test_print_has_letters(page: NDArray[np.uint8], view: View) -> None:
    flat = next(flattenings(photograph(page, view)))
    assert count_letters(flat.grey) >= 4 * looks.LEAST_LETTERS


def test_a_page_read_badly_says_so_as_a_whole() -> None:
    cards = [word(("9C", 0.6), ("9S", 0.4), column=4 * n, row=1) for n in range(5)]
    page = PageWords((line("Play:"), line_of(cards, 1)), NOTHING, NOTHING)
    problems = log.log_of(page, FLAT, "log.jpg").problems
    assert [problem.code for problem in problems] == ["read-as-print", "print-poor"]
    assert "5 of 5 printed entries" in problems[1].message


def test_words_that_are_no_entries_are_listed_where_they_are_unsure() -> None:
    head = line_of([word(("Onarn", 0.5), ("Onam", 0.5))])
    page = PageWords((head, line('[Deal "1"]', 1)), NOTHING, NOTHING)
    problems = log.log_of(page, FLAT, "log.jpg").problems
    assert [problem.code for problem in problems] == ["read-as-print", "print-unsure"]
    assert "(Onarn)" in problems[1].message
