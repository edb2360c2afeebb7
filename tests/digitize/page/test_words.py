"""The squared-up page held against its printed words: shifts are seen, marks over words do no harm."""

from __future__ import annotations

from typing import BinaryIO

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import ImageFont

from fairdeal.digitize.forms.layout import FORMS, load
from fairdeal.digitize.page import words
from fairdeal.digitize.page.words import enough, out_of_place, spots, words_of
from tests.support.camera import PRINT_PX_MM, printed

KINDS = ("score-sheet", "hand-log", "we-they")
"""Of the forms of the first edition."""


@pytest.fixture(scope="module")
def forms() -> dict[str, NDArray[np.uint8]]:
    return {kind: printed(f"{kind}/1") for kind in KINDS}


def moved_up(form: NDArray[np.uint8], top: float, height: float, by: float) -> NDArray[np.uint8]:
    """The form with a band of it (mm from the top) showing what lies `by` mm further down."""
    start, count, step = (round(part * PRINT_PX_MM) for part in (top, height, by))
    page = form.copy()
    page[start : start + count] = form[start + step : start + step + count]
    return page


@pytest.mark.parametrize("form", FORMS)
def test_every_word_of_a_blank_form_is_at_its_place(form: str) -> None:
    seen = spots(printed(form), load(form))
    assert len(seen) > (75 if form == "we-they/1" else 150)
    assert {spot.standing for spot in seen} == {"here"}
    assert max(spot.distance for spot in seen) <= 0.3
    assert out_of_place(seen) is None


@pytest.mark.parametrize(
    ("kind", "top", "pitch"), [("score-sheet", 55.0, 10.35), ("hand-log", 44.6, 7.9)]
)
@pytest.mark.parametrize("row", [0, 2, 4])
def test_row_taken_for_the_next_is_refused(
    forms: dict[str, NDArray[np.uint8]], kind: str, top: float, pitch: float, row: int
) -> None:
    """One row of boxes shows the row below it, number and all; everything else is in its place."""
    page = moved_up(forms[kind], top + row * pitch, pitch, pitch)
    told = out_of_place(spots(page, load(f"{kind}/1")))
    assert told is not None and f'"{row + 1}"' in told


def test_block_of_rows_moved_by_one_is_refused(forms: dict[str, NDArray[np.uint8]]) -> None:
    page = moved_up(forms["score-sheet"], 65.0, 73.0, 10.35)
    assert out_of_place(spots(page, load("score-sheet/1"))) is not None


def test_rows_of_calls_moved_by_one_are_refused(forms: dict[str, NDArray[np.uint8]]) -> None:
    page = moved_up(forms["hand-log"], 107.4, 17.2, 8.6)
    assert out_of_place(spots(page, load("hand-log/1"))) is not None


def test_rows_off_by_a_millimetre_are_refused(forms: dict[str, NDArray[np.uint8]]) -> None:
    page = moved_up(forms["score-sheet"], 75.0, 25.0, 1.0)
    told = out_of_place(spots(page, load("score-sheet/1")))
    assert told is not None and "1.0 mm" in told


@pytest.mark.parametrize("kind", KINDS)
def test_writing_over_words_is_no_shift(forms: dict[str, NDArray[np.uint8]], kind: str) -> None:
    """Half of the words are written over; nothing is said of them, and the page passes."""
    page, chance = forms[kind].copy(), np.random.default_rng(5)
    for word in words_of(load(f"{kind}/1"))[::2]:
        x, y, width, height = word.place
        points = chance.uniform((x, y), (x + width, y + height), (9, 2)) * PRINT_PX_MM
        cv2.polylines(page, [points.astype(np.int32)], False, (90, 40, 20), 5)
    seen = spots(page, load(f"{kind}/1"))
    assert sum(spot.standing == "unknown" for spot in seen) > len(seen) // 5
    assert out_of_place(seen) is None


def test_words_out_of_sight_say_nothing(forms: dict[str, NDArray[np.uint8]]) -> None:
    page = forms["hand-log"].copy()
    page[:, :700] = 235
    seen = spots(page, load("hand-log/1"))
    assert enough(seen)
    assert out_of_place(seen) is None


def test_page_without_words_is_not_trusted() -> None:
    page = np.full((2970, 2100, 3), 235, np.uint8)
    assert not enough(spots(page, load("score-sheet/1")))


def test_words_of_the_other_form_are_not_enough(forms: dict[str, NDArray[np.uint8]]) -> None:
    assert not enough(spots(forms["hand-log"], load("score-sheet/1")))


def test_words_are_known_alike_where_pillow_cannot_set_type(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where FriBidi is missing every word was out of its place, and good photos were of a “bent” page."""
    true_type = ImageFont.truetype

    def plain(font: BinaryIO, size: float, **_: object) -> ImageFont.FreeTypeFont:
        return true_type(font, size, layout_engine=ImageFont.Layout.BASIC)

    def anew() -> tuple[words.FormWord, ...]:
        words.words_of.cache_clear()
        words._font.cache_clear()
        return words.words_of(load("score-sheet/1"))

    here = anew()
    monkeypatch.setattr(ImageFont, "truetype", plain)
    there = anew()
    assert [(each.text, each.place) for each in here] == [(each.text, each.place) for each in there]
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(here, there, strict=True))
    # As the forms are printed: A and V closer together than they are wide.
    a, v, both = (words._starts(text, False, 8.0)[-1] for text in ("A", "V", "AV"))
    assert both < a + v
