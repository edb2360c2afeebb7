"""Cells of a small page drawn here: what is written, what is blank, what is hidden.

The page is squared up already, 10 pixels a millimetre, its paper at 235. The golden folder holds one
drawing a trouble, as strokes in millimetres, and what must be said of each box.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.cells import Cell, _among_hidden, cut_cells
from fairdeal.digitize.forms.layout import LINE_MM, LINE_RGB, Box, Layout, from_table
from fairdeal.digitize.page.surface import PX_MM

GOLDEN = Path(__file__).parent / "golden"
PAPER = 235
TABLE = {
    "form": "trial/1",
    "title": "Trial",
    "page_mm": [70, 40],
    "marker": [],
    "qr": {"x": 0, "y": 0, "size": 1},
    "table": [
        {
            "name": "row {n}",
            "count": 3,
            "x": 5.0,
            "y": 5.0,
            "pitch": 8.0,
            "height": 7.2,
            "column": [
                {"name": "left", "kind": "seat", "x": 0.0, "width": 7.0},
                {"name": "card", "kind": "card", "x": 10.0, "width": 7.0, "boxes": 3},
                {"name": "right", "kind": "call", "x": 34.0, "width": 24.0},
            ],
        }
    ],
}


@pytest.fixture(scope="module")
def layout() -> Layout:
    return from_table(TABLE)


def blank_page(layout: Layout, colour: bool = True) -> NDArray[np.float32]:
    """Paper with its box lines, 40 pixels a millimetre, brightness 0 to 1."""
    fine = 40
    page = np.ones((round(layout.page[1] * fine), round(layout.page[0] * fine), 3), np.float32)
    line = np.array(LINE_RGB[::-1], np.float32) / 255
    shade = line if colour else np.full(3, float(line @ (0.11, 0.59, 0.3)))
    for field in layout.fields:
        for box in field.boxes:
            corner = (round(box.x * fine), round(box.y * fine))
            end = (round((box.x + box.width) * fine), round((box.y + box.height) * fine))
            cv2.rectangle(page, corner, end, shade.tolist(), round(LINE_MM * fine))
    return page


def drawn(page: NDArray[np.float32], strokes: list[dict[str, Any]]) -> NDArray[np.float32]:
    """The page with strokes: points in mm, width in mm, ink as blue, green, red kept (0 to 1).

    `soft` blurs a stroke by so many mm; one that `covers` lets nothing through.
    """
    page = page.copy()
    for stroke in strokes:
        points = np.round(np.array(stroke["points"], float) * 40).astype(np.int32)
        soft = stroke.get("soft", 0.0)
        reach = round((stroke["width"] + 4 * soft) * 40) + 2
        left, top = np.maximum(points.min(0) - reach, 0)
        right, below = points.max(0) + reach
        part = page[top:below, left:right]
        mask = np.zeros(part.shape[:2], np.uint8)
        width = max(1, round(stroke["width"] * 40))
        cv2.polylines(mask, [points - (left, top)], False, 255, width, cv2.LINE_AA)
        if soft:
            mask = cv2.GaussianBlur(mask, (0, 0), soft * 40)
        cover = mask[..., None] / np.float32(255)
        ink = np.array(stroke["ink"], np.float32)
        part[:] = part * (1 - cover) + cover * ink * (1 if stroke.get("covers") else part)
    return page


def seen(page: NDArray[np.float32], blur_mm: float = 0.12, noise: float = 3.0) -> NDArray[np.uint8]:
    """The page as a camera sees it, squared up."""
    small = cv2.resize(page, None, fx=PX_MM / 40, fy=PX_MM / 40, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), blur_mm * PX_MM) * PAPER
    grain = np.random.default_rng(4).normal(0, noise, soft.shape)
    return np.clip(soft + grain, 0, 255).astype(np.uint8)


def told(cells: list[Cell]) -> dict[str, str]:
    return {
        cell.field.name: "hidden" if cell.hidden else "blank" if cell.blank else "written"
        for cell in cells
    }


@pytest.mark.parametrize("colour", [True, False], ids=["colour", "grey"])
@pytest.mark.parametrize("case", sorted(GOLDEN.glob("*.json")), ids=lambda case: case.stem)
def test_golden(case: Path, colour: bool, layout: Layout) -> None:
    given = json.loads(case.read_text("utf-8"))
    page = drawn(blank_page(layout, colour), given["strokes"])
    answer = told(cut_cells(seen(page), layout))
    expected = {field.name: "blank" for field in layout.fields} | given["expected"]
    assert answer == expected, given["what"]


def test_blank_page_is_blank_at_every_blur_and_noise(layout: Layout) -> None:
    for blur in (0.05, 0.2, 0.35):
        for noise in (0.0, 3.0, 8.0):
            answer = told(cut_cells(seen(blank_page(layout), blur, noise), layout))
            assert set(answer.values()) == {"blank"}, (blur, noise)


def cell(cells: list[Cell], name: str) -> Cell:
    return next(one for one in cells if one.field.name == name)


def test_lines_are_taken_out_and_the_stroke_across_them_stays(layout: Layout) -> None:
    tail = {"points": [[8, 7], [8, 13.1]], "width": 0.5, "ink": [0.2, 0.2, 0.2]}
    page = seen(drawn(blank_page(layout), [tail]))
    (crop,) = cell(cut_cells(page, layout), "row 1 / left").boxes
    column = round((8 - 5 + 0.6) * PX_MM)
    line_row = round((7.2 + 0.6) * PX_MM)
    assert crop[line_row - 4 : line_row + 2, column].max() < 150, "the stroke where it crosses"
    assert crop[line_row, : column - 12].min() > 220, "the line itself"


def test_grey_lines_are_taken_out_too(layout: Layout) -> None:
    tail = {"points": [[8, 7], [8, 13.1]], "width": 0.5, "ink": [0.2, 0.2, 0.2]}
    page = seen(drawn(blank_page(layout, colour=False), [tail]))
    (crop,) = cell(cut_cells(page, layout), "row 1 / left").boxes
    column = round((8 - 5 + 0.6) * PX_MM)
    line_row = round((7.2 + 0.6) * PX_MM)
    assert crop[line_row - 3 : line_row + 3, column].max() < 190
    assert crop[line_row, : column - 12].min() > 205


def test_neighbours_tail_is_not_in_the_crop(layout: Layout) -> None:
    strokes = [
        {"points": [[8, 6], [8, 15.0]], "width": 0.5, "ink": [0.2, 0.2, 0.2]},
        {"points": [[6.5, 17], [10.5, 19]], "width": 0.5, "ink": [0.2, 0.2, 0.2]},
    ]
    cells = cut_cells(seen(drawn(blank_page(layout), strokes)), layout)
    (crop,) = cell(cells, "row 2 / left").boxes
    assert crop[: round(2.5 * PX_MM)].min() > 190
    assert crop[round(4 * PX_MM) :].min() < 120


def test_crops_have_the_size_of_their_boxes(layout: Layout) -> None:
    cells = cut_cells(seen(blank_page(layout)), layout)
    assert [len(one.boxes) for one in cells[:3]] == [1, 3, 1]
    height, width = cells[2].boxes[0].shape
    assert (height, width) == (round(8.4 * PX_MM), round(25.2 * PX_MM))


DARK = [0.2, 0.2, 0.2]


def test_a_field_of_several_boxes_is_cut_in_one_piece_too(layout: Layout) -> None:
    """A stroke over two boxes: each box has the part that lies in it, the whole has all of it."""
    stroke = {"points": [[16, 7], [34, 10.5]], "width": 0.5, "ink": DARK}
    found = cell(cut_cells(seen(drawn(blank_page(layout), [stroke])), layout), "row 1 / card")
    assert found.whole is not None
    dark = np.flatnonzero((found.whole < 150).any(0))
    assert np.ptp(dark) > 17 * PX_MM
    assert all(np.ptp(np.flatnonzero((box < 150).any(0))) < 9 * PX_MM for box in found.boxes)
    assert cell(cut_cells(seen(blank_page(layout)), layout), "row 1 / card").whole is None


def test_ink_that_only_passes_through_comes_from_elsewhere(layout: Layout) -> None:
    """A line down the page passes through; what is written here does not, even with a long tail."""
    down = {"points": [[8, 2], [8, 38]], "width": 0.5, "ink": DARK}
    own = {"points": [[41, 7], [43, 16.2]], "width": 0.5, "ink": DARK}
    cells = cut_cells(seen(drawn(blank_page(layout), [down, own])), layout)
    assert cell(cells, "row 2 / left").from_elsewhere
    assert not cell(cells, "row 1 / right").from_elsewhere
    assert not any(one.from_elsewhere for one in cells if one.blank)


def covered(
    page: NDArray[np.float32], x: tuple[float, float], y: tuple[float, float]
) -> NDArray[np.float32]:
    """The page with bare paper over a part of it, in mm."""
    over = page.copy()
    over[round(y[0] * 40) : round(y[1] * 40), round(x[0] * 40) : round(x[1] * 40)] = 1.0
    return over


def test_long_box_is_hidden_where_only_its_middle_is(layout: Layout) -> None:
    page = covered(blank_page(layout), (45.0, 57.0), (11.0, 22.0))
    answer = told(cut_cells(seen(page), layout))
    assert {name for name, how in answer.items() if how == "hidden"} == {"row 2 / right"}


def test_box_of_an_upper_page_amid_hidden_ones_is_none_of_ours() -> None:
    """A box of the page on top that lies just where one of this page would be, or two that share a line.
    Boxes beside what lies over a page stay in sight."""
    boxes = [Box(8.5 * column, 8.5 * row, 7.0, 7.0) for row in range(8) for column in range(8)]
    pair = [Box(8.5 * 3, 8.5 * 3, 3.5, 7.0), Box(8.5 * 3 + 3.5, 8.5 * 3, 3.5, 7.0)]
    boxes[27:28] = pair
    hidden = np.array([box.y < 40 for box in boxes])
    hidden[[27, 28]] = False
    among = _among_hidden(hidden, boxes)
    assert among[[27, 28]].all()
    assert not among[[box.y > 40 for box in boxes]].any()
    hidden[27:40] = False
    assert not _among_hidden(hidden, boxes)[27:40].all(), "more than a chance pair is in sight"


def test_fold_through_a_row_is_told_where_one_side_is_out_of_its_place(layout: Layout) -> None:
    """The upper line of row 2 was taken 1 mm too high: its boxes are cut beside their ink, and what was
    taken for the row above is doubtful with them."""
    page = blank_page(layout)
    top = next(f for f in layout.fields if f.name == "row 2 / left").outline.y
    start, end = round((top - 0.4) * 40), round((top + 1.6) * 40)
    page[start:end] = np.roll(page[start:end], 40, axis=0)
    answer = told(cut_cells(seen(page), layout))
    hidden = {name for name, how in answer.items() if how == "hidden"}
    sides = ("left", "card", "right")
    assert hidden == {f"row {row} / {side}" for row in (1, 2) for side in sides}


def test_stroke_that_leaves_its_box_is_followed(layout: Layout) -> None:
    """A 3 without its top is a 5."""
    tall = [{"points": [[8, 2.6], [8, 11.0]], "width": 0.5, "ink": DARK}]
    found = cell(cut_cells(seen(drawn(blank_page(layout), tall)), layout), "row 1 / left")
    assert np.count_nonzero((found.boxes[0] < 150).any(1)) > 80


def test_stroke_that_joins_two_rows_is_cut(layout: Layout) -> None:
    joined = [{"points": [[8, 7], [8, 18]], "width": 0.5, "ink": DARK}]
    found = cell(cut_cells(seen(drawn(blank_page(layout), joined)), layout), "row 1 / left")
    assert found.boxes[0].shape[0] == 84
