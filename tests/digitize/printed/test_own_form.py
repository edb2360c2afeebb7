"""Our own forms, known by their print where their marks are not in the photo."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize import read_photo
from fairdeal.digitize.printed.looks import form_of, without_marks
from fairdeal.digitize.printed.tesseract import TesseractWord
from tests.support.camera import printed
from tests.support.needs import needs_tesseract


def words(text: str) -> list[TesseractWord]:
    """What Tesseract would answer for a text."""
    return [
        TesseractWord(word, 0.95, (1, 1, row), 50 * column, 40 * row, 45, 30)
        for row, line in enumerate(text.splitlines())
        for column, word in enumerate(line.split())
    ]


def part_of(kind: str, top: float, bottom: float, roll: float = 1.0) -> NDArray[np.uint8]:
    """A form photographed without its marks: what lies between its edges, from `top` to `bottom`."""
    page = printed(kind)
    height, width = page.shape[:2]
    part = page[round(top * height) : round(bottom * height), width // 12 : -width // 12]
    turn = cv2.getRotationMatrix2D((part.shape[1] / 2, part.shape[0] / 2), roll, 1.0)
    turned = cv2.warpAffine(part, turn, part.shape[1::-1], borderValue=(225, 225, 225))
    return np.asarray(turned * 0.85, np.uint8)


@needs_tesseract
@pytest.mark.parametrize(
    ("kind", "top", "bottom", "title"),
    [
        ("score-sheet", 0.25, 0.75, "Score sheet"),
        ("hand-log", 0.5, 0.95, "Hand log"),
        ("we-they", 0.05, 0.6, "WE and THEY"),
    ],
)
def test_our_own_form_without_its_marks_is_to_be_photographed_again_and_not_taught(
    kind: str, top: float, bottom: float, title: str
) -> None:
    error = without_marks(part_of(kind, top, bottom), "sheet.jpg")
    assert error is not None and error.code == "form-without-marks"
    assert f"our form “{title}”" in error.message and "all four corners" in error.remedy


@needs_tesseract
def test_a_form_without_marks_is_told_as_one_when_it_is_read() -> None:
    part = cv2.resize(part_of("score-sheet", 0.05, 0.6), None, fx=0.7, fy=0.7)
    data = cv2.imencode(".png", part)[1].tobytes()
    (found,) = read_photo(data, "sheet.png")
    assert [problem.code for problem in found.problems] == ["form-without-marks"]
    assert "layout learn" not in found.problems[0].message


def test_words_that_stand_on_many_sheets_are_no_form_of_ours() -> None:
    club = "Team A Team B Deal Dealer\nCard points Running total\nSigned for team A\nMatch points"
    assert form_of(words(club)) is None
    ours = form_of(words("compare the running totals with the other team's sheet"))
    assert ours is not None and ours.kind == "score-sheet"
