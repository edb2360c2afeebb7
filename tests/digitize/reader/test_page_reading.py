"""A page read by the reader as a whole: what is read anew, and what is asked once."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.reader.decode import Columns
from fairdeal.digitize.reader.engine import Engine, load_weights
from fairdeal.digitize.reader.reading import ALIKE, CellInk
from fairdeal.digitize.reader.recogniser import ASKED_WITH, NetRecogniser
from tests.digitize.reader.written import LIKE_SEVEN, Belief, box, clear, measure

Grey = NDArray[np.uint8]


class Known(Engine):
    """A net that knows a box by the width of its ink."""

    def __init__(self, signs: dict[int, Belief]) -> None:
        self._signs = signs

    def columns(self, inks: Sequence[Grey]) -> list[Columns]:
        widths = [min(self._signs, key=lambda known: abs(known - ink.shape[1])) for ink in inks]
        return [box(self._signs[width]) for width in widths]


def ink(width: int) -> Grey:
    paper = np.full((70, 160), 235, np.uint8)
    cv2.rectangle(paper, (20, 15), (20 + width, 55), 40, 3)
    return paper


WIDE = {"7": 20, "2": 45, "3": 70, "4": 95, "5": 120}


@pytest.fixture
def reader() -> NetRecogniser:
    from fairdeal.digitize.reader.engine import normalise

    found = NetRecogniser(load_weights())
    signs: dict[int, Belief] = {}
    for sign, width in WIDE.items():
        normal = normalise(ink(width))
        assert normal is not None
        signs[normal.shape[1]] = LIKE_SEVEN if sign == "7" else clear(sign)
    found._engines = [Known(signs)]
    found._measure = measure()
    return found


def seats(signs: str) -> list[CellInk]:
    return [
        CellInk("seat", (ink(WIDE[sign]),), f"trick {n} / winner")
        for n, sign in enumerate(signs, 1)
    ]


def test_a_page_reads_its_own_one(reader: NetRecogniser) -> None:
    cells = seats("7777777723452345")
    assert {each.text for each in reader.read(cells)[:8]} == {"7"}
    page = reader.read_page(cells)
    assert {each.text for each in page.readings[:8]} == {"1"}
    assert not any(each.flagged for each in page.readings[:8])
    assert page.open_shapes == ()


@pytest.mark.parametrize(("second", "sure"), [(LIKE_SEVEN, False), (clear("1"), True)])
def test_what_the_page_makes_of_ink_is_certain_where_one_net_sees_it(
    reader: NetRecogniser, second: Belief, sure: bool
) -> None:
    """The page made a 4 of a 9 that each net alone reads rightly: a team's points were called wrong."""
    first = reader._engines[0]
    assert isinstance(first, Known)
    signs = {width: second if sign is LIKE_SEVEN else sign for width, sign in first._signs.items()}
    reader._engines = [first, Known(signs)]
    page = reader.read_page(seats("7777777723452345"))
    assert {each.text for each in page.readings[:8]} == {"1"}
    assert {each.probability > ALIKE for each in page.readings[:8]} == {sure}
    assert all(each.probability > ALIKE for each in page.readings[8:])


def test_what_a_page_leaves_open_is_asked_once_with_both_readings(reader: NetRecogniser) -> None:
    cells = seats("77723452345")
    page = reader.read_page(cells)
    (shape,) = page.open_shapes
    assert set(shape.signs) == {"1", "7"} and shape.cells == (0, 1, 2)
    for sign, readings in zip(shape.signs, shape.read_as, strict=True):
        assert [each.text for each in readings] == [sign] * 3
        assert not any(each.flagged for each in readings)
    assert all(page.readings[n].flagged for n in shape.cells)


SCORES = "1111171117111711171117"
"""With totals in which no other figures stand than 1, 2, 3, 4, 5 and 7."""


def test_where_two_signs_are_one_shape_every_doubtful_entry_with_it_is_asked(
    reader: NetRecogniser,
) -> None:
    """The 1 is written like the 7. Most rows add up with ones; those with sevens do not."""
    cells, total = [], 0
    for row, score in enumerate(SCORES, 1):
        total += int(score)
        for name, text in (("score", score), ("total", str(total))):
            like = text.replace("1", "7")
            boxes = tuple(ink(WIDE[sign]) for sign in like)
            cells.append(CellInk("number", boxes, f"row {row} / {name} A"))
    page = reader.read_page(cells)
    (shape,) = page.open_shapes
    assert set(shape.signs) == {"1", "7"}
    doubtful = [n for n in shape.cells if page.readings[n].probability < ASKED_WITH]
    assert doubtful and all(page.readings[n].flagged for n in doubtful)


def test_a_question_that_settles_one_entry_is_not_asked(reader: NetRecogniser) -> None:
    """Two seats are too few for the page to say anything of them."""
    assert reader.read_page(seats("7723452345")).open_shapes == ()


def test_free_text_and_blank_boxes_stay_in_their_places(reader: NetRecogniser) -> None:
    empty = CellInk("seat", (np.full((70, 100), 235, np.uint8),), "dealer")
    words = CellInk("text", (ink(60),), "heading / event")
    page = reader.read_page([empty, words, *seats("77777777"), *seats("2345")])
    assert page.readings[0].blank and page.readings[1].flagged
    assert page.readings[2].text == "1" and page.readings[10].text == "2"
