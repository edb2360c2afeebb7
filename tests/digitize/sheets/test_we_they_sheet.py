"""A bridge sheet with two lines: every entry on its side of them, in its order."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.reader.engine import load_weights
from fairdeal.digitize.reader.reading import CellInk, PageReading
from fairdeal.digitize.reader.recogniser import NetRecogniser, open_reader
from fairdeal.digitize.sheets.we_they import FORM, read_we_they
from fairdeal.digitize.trouble import ReadError
from fairdeal.grammar.transcripts.record import to_record
from samples.making.hand import handwriting
from samples.making.photos.taken import Conditions, photograph
from tests.digitize.sheets.we_they_drawn import PAGE, draw
from tests.support.needs import needs_tesseract

pytestmark = needs_tesseract

ENTRIES = (
    ("above", "we", "500"),
    ("above", "we", "60"),
    ("above", "they", "100"),
    ("below", "they", "70"),
    ("below", "we", "120"),
    ("game", "", ""),
    ("below", "we", "40"),
)


def photo(printed: bool = True) -> Picture:
    rng = np.random.default_rng(4)
    sheet = draw(ENTRIES, handwriting.skeleton_hand(rng), rng, printed)
    shot = photograph(sheet.picture, PAGE, Conditions(size=(1500, 2000)), rng)
    return Picture("rubber.jpg", cv2.cvtColor(shot.picture, cv2.COLOR_RGB2BGR))


def test_entries_stand_on_their_side_of_the_lines() -> None:
    transcript = read_we_they(photo(), open_reader())
    assert transcript.form == FORM
    rows: dict[str, dict[str, str | None]] = {}
    for field in transcript.fields:
        row, column = field.name.split(" / ")
        rows.setdefault(row, {})[column] = field.text
        assert len(field.region) == 4
    told = [
        (row["line"], next((side for side in ("we", "they") if side in row), ""))
        for row in rows.values()
    ]
    # Nearest to the line across first: 500 and 100 stand on one height.
    assert sorted(told[:3]) == [("above", "they"), ("above", "we"), ("above", "we")]
    assert told[3:] == [("below", "they"), ("below", "we"), ("game", ""), ("below", "we")]
    (sheet,) = to_record([transcript]).record.sheets
    assert set(sheet.columns) == {"line", "we", "they"}
    assert len(sheet.rows) == 7


def test_no_two_lines_no_sheet() -> None:
    blank = Picture("blank.jpg", np.full((800, 600, 3), 240, np.uint8))
    with pytest.raises(ReadError) as caught:
        read_we_they(blank, open_reader())
    assert caught.value.code == "no-table"


class Heads(NetRecogniser):
    """Is asked for single words alone."""

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        raise AssertionError("half a minute for a page of print")


def test_two_lines_without_we_and_they_may_be_anything() -> None:
    picture = np.full((1600, 1200, 3), 245, np.uint8)
    cv2.line(picture, (600, 100), (600, 1500), (30, 30, 30), 4)
    cv2.line(picture, (100, 700), (1100, 700), (30, 30, 30), 4)
    with pytest.raises(ReadError) as caught:
        read_we_they(Picture("cross.jpg", picture), Heads(load_weights()))
    assert caught.value.code == "sides-unread"
