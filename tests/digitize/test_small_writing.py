"""A page in small writing says so: the reader never learned from letters of two or three millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from fairdeal.digitize import read_photo
from fairdeal.digitize.cells import Cell, cut_cells
from fairdeal.digitize.filled_forms import LEAST, small_writing, tiny
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.reader.reading import CellInk, Reading
from samples.making.hand.fill import fill
from samples.making.hand.handwriting import skeleton_hand
from tests.support.camera import find_page
from tests.support.readers import ReadsEachCell


class Sure(ReadsEachCell):
    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        return [Reading("8", 1.0) for _ in cells]


@cache
def scan(height: float, count: int = 40) -> bytes:
    """A score sheet with capitals of this share of a box of 8.5 mm."""
    rng = np.random.default_rng(5)
    layout = load("score-sheet/1")
    numbers = [field.name for field in layout.fields if field.kind == "number"][:count]
    hand = replace(skeleton_hand(rng), height=height)
    filled = fill(layout, dict.fromkeys(numbers, "8"), hand, rng)
    return bytes(cv2.imencode(".png", filled.picture[:, :, ::-1])[1])


@cache
def written(height: float, count: int = 40) -> tuple[Cell, ...]:
    page = find_page(next(pictures(scan(height, count), "sheet.png")).image, "sheet.png")
    return tuple(cell for cell in cut_cells(page.image, page.layout) if not cell.blank)


def test_small_writing_is_said_with_its_height_and_what_to_do() -> None:
    (problem,) = small_writing(written(0.27))
    assert (problem.code, problem.severity) == ("small-writing", "warning")
    assert "about 3 mm high" in problem.message
    assert "Compare every entry with the photo." in problem.message


@pytest.mark.parametrize("height", [0.5, 0.76])
def test_writing_of_a_usual_size_is_passed_over(height: float) -> None:
    assert not list(small_writing(written(height)))


def test_nothing_is_said_of_a_page_with_few_entries() -> None:
    few = written(0.27, LEAST - 1)
    assert len(few) == LEAST - 1
    assert not list(small_writing(few))


def test_height_of_an_entry_is_that_of_its_highest_box() -> None:
    usual, small = written(0.6), written(0.27)
    both = [
        replace(one, boxes=(*two.boxes, *one.boxes)) for one, two in zip(usual, small, strict=True)
    ]
    assert not list(small_writing(both))


def test_photo_in_small_writing_is_read_with_the_warning() -> None:
    (transcript,) = read_photo(scan(0.27), "sheet.png", Sure())
    assert "small-writing" in [problem.code for problem in transcript.problems]


def with_marks(count: int = 40) -> bytes:
    """A score sheet of eights, in two of whose fields stands a mark half as high."""
    rng = np.random.default_rng(6)
    layout = load("score-sheet")
    numbers = [field.name for field in layout.fields if field.kind == "number"][:count]
    hand = replace(skeleton_hand(rng), height=0.66)
    small = replace(hand, height=0.27)
    sheet = fill(layout, dict.fromkeys(numbers[2:], "8"), hand, rng).picture
    marks = fill(layout, dict.fromkeys(numbers[:2], "11"), small, rng).picture
    return bytes(cv2.imencode(".png", np.minimum(sheet, marks)[:, :, ::-1])[1])


def test_a_mark_that_is_no_figure_is_asked_about() -> None:
    """Ditto marks are read as 11, clearly; they are too low to be figures by this hand."""
    photo = with_marks()
    page = find_page(next(pictures(photo, "sheet.png")).image, "sheet.png")
    cells = [cell for cell in cut_cells(page.image, page.layout) if not cell.blank]
    names = [field.name for field in load("score-sheet").fields if field.kind == "number"]
    assert tiny(cells) == frozenset(names[:2])
    assert tiny(cells[: LEAST - 1]) == frozenset()
    (transcript,) = read_photo(photo, "sheet.png", Sure())
    asked = [field for field in transcript.fields if field.flagged and field.kind == "number"]
    assert [field.name for field in asked] == names[:2]
    assert all(field.probability <= 0.5 for field in asked)
