"""The way up of a page that Tesseract reads: a piece of it says it, in a limited time."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.printed import looks
from fairdeal.digitize.printed.looks import words_of
from fairdeal.digitize.printed.straighten import flattenings
from fairdeal.digitize.printed.tesseract import TesseractWord
from fairdeal.digitize.trouble import ReadError
from tests.support.camera import View, photograph
from tests.support.typed_pages import LOG, beside_a_dark_patch, typed


def words(text: str, unsure: tuple[str, ...] = ()) -> list[TesseractWord]:
    """What Tesseract would answer for a text."""
    return [
        TesseractWord(
            word, 0.3 if word in unsure else 0.95, (1, 1, row), 50 * column, 40 * row, 45, 30
        )
        for row, line in enumerate(text.splitlines())
        for column, word in enumerate(line.split())
    ]


def carpet() -> NDArray[np.uint8]:
    """Blots of every size, letters' among them, and no page."""
    chance = np.random.default_rng(3)
    blots = np.zeros((1200, 900, 3), np.float32)
    for power in range(7):
        size = (12 * 2**power, 9 * 2**power, 3)
        coarse = chance.normal(0, 2 ** (-power / 2), size).astype(np.float32)
        blots += cv2.resize(coarse, (900, 1200), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(128 + 40 * blots, 0, 255), np.uint8)


def test_words_seen_before_the_time_is_over_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([words("Play:\n3:KH", ("3:KH",))])

    def slow(page: NDArray[np.uint8], seconds: float, arranged: str) -> list[TesseractWord]:
        for answer in answers:
            return answer
        raise ReadError("tesseract-slow", "Too slow.", "Wait.")

    monkeypatch.setattr(looks, "read_words", slow)
    assert [word.text for word in words_of(carpet()[..., 0], 20.0, "")] == ["Play:", "3:KH"]


def test_what_makes_no_sense_on_any_side_is_not_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read whole on all four sides, a torn form took half a minute."""
    read: list[int] = []

    def senseless(page: NDArray[np.uint8], seconds: float, arranged: str) -> list[TesseractWord]:
        read.append(page.size)
        seen = words("qqq www eee rrr ttt yyy uuu iii")
        return [replace(word, confidence=0.7 if word.left == 0 else 0.2) for word in seen]

    monkeypatch.setattr(looks, "read_words", senseless)
    page = next(flattenings(photograph(typed(LOG), View()))).grey
    assert len(words_of(page, 20.0, "")) == 8
    assert len(read) == 4 and sum(read) < 0.7 * page.size


def test_piece_by_which_a_side_is_chosen_is_where_the_print_is() -> None:
    page = np.full((900, 600), 255, np.uint8)
    for y in range(600, 840, 40):
        for x in range(60, 240, 20):
            page[y : y + 24, x : x + 12] = 0
    top, left, height, width = looks.piece_of(page)
    assert (height, width) == (360, 240)
    assert top <= 600 and top + height >= 840 and left <= 60 and left + width >= 240


def test_a_page_with_little_print_is_looked_at_whole() -> None:
    page = typed("\n\n\n\nPass, Pass, 35 NT")[..., 0]
    assert looks.piece_of(page) == (0, 0, *page.shape)


def test_a_page_that_was_looked_at_whole_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def seen(page: NDArray[np.uint8], seconds: float, arranged: str) -> list[TesseractWord]:
        read.append(page.size)
        return words("Pass, Pass, 35 NT, Pass, X, XX")

    monkeypatch.setattr(looks, "read_words", seen)
    assert len(words_of(typed("\n\nPass, Pass, 35 NT")[..., 0], 20.0, "")) == 7
    assert len(read) == 1


@pytest.mark.parametrize("grain", [1, 5])
def test_a_dark_patch_is_not_the_piece_by_which_a_side_is_chosen(grain: int) -> None:
    page = next(flattenings(photograph(beside_a_dark_patch(grain), View(tilt=6)))).grey
    top, _, height, _ = looks.piece_of(page)
    assert top + height < 0.55 * page.shape[0]
