"""A row of totals at the foot of a sheet is no deal: it is told when the sheet is learned, and left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.pictures.picture import Picture
from fairdeal.digitize.printed.readers import print_readers
from fairdeal.digitize.reader.reading import CellInk, PageReading, Reading
from fairdeal.digitize.reader.vocabulary import BID_ALONE, TRUMP_ALONE
from fairdeal.digitize.reading import _readers_of
from fairdeal.digitize.sheets import learning
from fairdeal.digitize.sheets.club_sheet import FILLED_BY_MACHINE, read_club_sheet
from fairdeal.digitize.sheets.heading_meaning import Heading, match_headings
from fairdeal.digitize.sheets.layout_file import (
    LayoutFileError,
    SheetLayout,
    read_layout,
    write_layout,
)
from fairdeal.digitize.sheets.learning import _as_deals, learn, to_layout
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import Field, Transcript
from samples.making.hand import handwriting
from samples.making.photos.taken import Conditions, photograph
from samples.making.records.deals import random_session
from samples.making.sheets.club_sheets import DESIGNS, Design
from tests.support.club_papers import draw, fill
from tests.support.needs import needs_tesseract
from tests.support.readers import ReadsEachCell

BY_NAME = {design.name: design for design in DESIGNS}


class Sure(ReadsEachCell):
    """Reads a 1 everywhere: only where entries stand is looked at here."""

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        return [Reading("1", 1.0) for _ in cells]


@cache
def photo(filled: bool, name: str, **more: Any) -> Picture:
    """A photo of a design, a little turned. Several tests look at the same one."""
    design = designed(name, **more)
    rng = np.random.default_rng(5)
    hand = handwriting.skeleton_hand(rng)
    session = random_session(Random(5), deals=design.rows - 2)
    sheet = fill(design, session, hand, rng) if filled else draw(design, rng, hand)
    conditions = Conditions(size=(1800, 2400), turn=2.0)
    return next(pictures(photograph(sheet, design.page, conditions, rng).jpeg, "photo.jpg"))


@cache
def learned(name: str, **more: Any) -> SheetLayout:
    found = learn(photo(False, name, **more))
    answers = {
        at: column.means
        for at, (match, column) in enumerate(
            zip(found.matches, designed(name, **more).columns, strict=True)
        )
        if match.meaning is None
    }
    return to_layout(found, "club", answers)


def designed(name: str, **more: Any) -> Design:
    return replace(BY_NAME[name], **more)


@needs_tesseract
def test_row_of_totals_is_no_deal() -> None:
    layout = learned("few", totals=True)
    assert (layout.rows, layout.headings, layout.foot) == (14, 1, 1)
    assert read_layout(write_layout(layout)) == layout
    read: Transcript = read_club_sheet(photo(True, "few", totals=True), layout, Sure)
    assert {int(field.name.split()[1]) for field in read.fields} == set(range(1, 15))
    assert "totals-at-foot" in [problem.code for problem in read.problems]


@needs_tesseract
@pytest.mark.parametrize(
    ("name", "entries"),
    [
        ("few", {"contract": "contract"}),
        ("bid-and-trump", {"bid": BID_ALONE, "trump": TRUMP_ALONE}),
    ],
)
def test_what_a_hand_added_to_a_sheet_filled_in_by_machine_is_in_doubt(
    name: str, entries: dict[str, str]
) -> None:
    """Only there is handwriting read at all: of a typed sheet it took a fifth of the time, for nothing."""
    asked: dict[str, str] = {}

    class Asked(Sure):
        def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
            asked.update((cell.name, cell.kind) for cell in cells)
            return super().read_page(cells, seats)

    def as_print(fields: Sequence[Field]) -> Sequence[Field]:
        own = [field.name.startswith("row 2 /") for field in fields]
        typed = [replace(field, text="7", blank=False) for field in fields]
        return [a if hand else b for hand, a, b in zip(own, fields, typed, strict=True)]

    read = read_club_sheet(photo(True, name), learned(name), Asked, as_print=as_print)
    assert {f"row 2 / {each}" for each in entries} <= set(asked)
    assert all(each.startswith("row 2 /") for each in asked)
    assert {each: asked[f"row 2 / {each}"] for each in entries} == entries
    doubted = {field.name.partition(" /")[0] for field in read.fields if field.flagged}
    assert doubted == {"row 2"}
    assert FILLED_BY_MACHINE in read.problems
    by_print = print_readers()
    assert _readers_of(read, Sure())[: len(by_print)] == by_print


@needs_tesseract
def test_sheet_without_totals_has_no_foot() -> None:
    assert learned("few").foot == 0


@needs_tesseract
def test_rows_under_the_headings_are_held_against_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(learning, "split_row", lambda table, headings: asked.append(headings) or 4)
    with pytest.raises(ReadError, match=r"Rows 5 and 6 of photo\.jpg"):
        learn(photo(False, "few"))
    assert asked == [1]


@needs_tesseract
def test_a_stroke_in_the_headings_makes_no_column(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = designed("few").columns
    picture = photo(False, "few")
    table, *_ = learning.ruled_tables(picture.image)
    between = (table.nodes[:, 2:3] + table.nodes[:, 3:4]) / 2
    parted = replace(table, nodes=np.insert(table.nodes, [3], between, axis=1), fine=None)
    monkeypatch.setattr(learning, "ruled_tables", lambda image: [parted])
    found = learn(picture)
    assert parted.columns == len(columns) + 1
    assert len(found.matches) == len(columns)


@needs_tesseract
def test_headings_that_run_upwards_are_read_in_a_photo() -> None:
    sheet: dict[str, Any] = {"name": "totals-first", "upright": True, "heading_mm": 26.0}
    found = learn(photo(False, **sheet))
    meant = [column.means for column in designed(**sheet).columns]
    told = [match.meaning for match in found.matches]
    assert all(one in (None, two) for one, two in zip(told, meant, strict=True))
    assert sum(one == two for one, two in zip(told, meant, strict=True)) >= 7
    assert found.headings == 1


def test_foot_of_a_layout_file_is_checked() -> None:
    layout = SheetLayout(
        "club", (), 2, 1, 1.0, (0.0, 1.0), (0.0, 0.2, 0.4, 0.7, 1.0), foot=1
    )  # no columns: written only
    text = write_layout(layout)
    assert "foot = 1" in text
    column = '\n[[column]]\nheading = "Bid"\nmeans = "contract"\n'
    assert read_layout(text + column).foot == 1
    with pytest.raises(LayoutFileError, match="foot"):
        read_layout(text.replace("foot = 1", "foot = 9") + column)
    with pytest.raises(LayoutFileError, match="lines around and between 3 rows"):
        read_layout(text.replace("foot = 1", "foot = 0") + column)


def test_column_of_printed_numbers_does_not_leave_the_bid_open() -> None:
    texts = ("?", "Bid", "Total A")
    before = match_headings([Heading(at, text) for at, text in enumerate(texts)])
    assert [match.meaning for match in before] == [None, None, "total A"]
    after = _as_deals(before, 0)
    assert [match.meaning for match in after] == ["deal", "contract", "total A"]
    assert after[0].heading.words == "?"
