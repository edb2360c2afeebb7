"""Bars between cells, and figures as thin and as high as they, by their shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.printed.bars import with_bars
from fairdeal.digitize.printed.runs import Run
from fairdeal.digitize.printed.words import Slot, Word, word_piece
from tests.digitize.printed.test_runs import marks

TOP: Final = 20
HIGH: Final = 30
STEP: Final = 30
WIDE: Final = {
    "b": 4,
    "t": 4,
    "|": 4,
    "F": 6,
    "1": 9,
    "H": 10,
    "0": 18,
    "i": 4,
    "l": 4,
    "r": 8,
    "h": 4,
}
HEIGHTS: Final = {"i": HIGH - 4, "l": HIGH - 6, "h": HIGH + 4}


def drawn(line: str) -> tuple[NDArray[np.uint8], list[tuple[int, int, int, int]]]:
    """A line of print in which bars are as high as figures: an `i` is a bar that ends sooner, an `l` ends too
    soon for one, an H has lost its right stem, and an `r` has a flag on its right alone. A `b` is a bar near
    the next sign, a `t` all but touches it; an `F` is a 1 of which nothing but that it is wider is seen, an
    `h` one of which nothing but that it is a little higher."""
    page = np.full((TOP + 2 * HIGH, STEP * (len(line) + 1)), 255, np.uint8)
    boxes = []
    for at, sign in enumerate(line):
        left, wide = STEP * (at + 1) + {"b": 20, "t": 25}.get(sign, 0), WIDE[sign]
        high = HEIGHTS.get(sign, HIGH)
        own = page[TOP : TOP + high, left : left + wide]
        if sign == "0":
            own[:] = 90
            own[4:-4, 4:-4] = 255
        else:
            stem = 5 if sign == "1" else 0
            own[:, stem : stem + (6 if sign == "F" else 4)] = 90
        if sign == "1":
            own[2:8, :stem] = 90
            own[-3:] = 90
        if sign == "H":
            own[:4] = own[-4:] = own[13:17] = 90
            own[2:12, 4:9] = 90
        if sign == "r":
            own[2:8, 4:8] = 90
        boxes.append((left, TOP, left + wide, TOP + high))
    return page, boxes


def told(line: str, bars: Sequence[int]) -> str:
    """Which signs of a line are bars once their shapes are looked at, if those of `bars` were taken out."""
    page, boxes = drawn(line)
    letters = np.array([at for at in range(len(line)) if at not in bars])
    run = Run(letters, STEP, boxes[-1][2], (0.0, float(TOP + HIGH)), float(HIGH), tuple(bars))
    (found,) = with_bars([run], marks(*boxes), page)
    assert sorted([*found.members.tolist(), *found.bars]) == list(range(len(line)))
    return "".join("|" if at in found.bars else "." for at in range(len(line)))


def test_a_straight_stroke_in_a_line_with_bars_is_one() -> None:
    """Each bar as high as the figures was a 1, and no row of a sheet had its cells."""
    assert told("|0|0|0|0", [0, 2, 4]) == "|.|.|.|."


def test_a_bar_that_ends_sooner_where_ink_is_faint_is_one() -> None:
    assert told("|0|0|0i0", [0, 2, 4]) == "|.|.|.|."


def test_where_no_bar_is_known_those_between_cells_are() -> None:
    """The last two rows of a sheet, on a page of their own, in blurred print: each bar was a 1."""
    assert told("0|0|0|0|0||0", []) == ".|.|.|.|.||."
    assert told("0|0|0|0|0|0", []) == "." * 11
    assert told("0|||||||0", []) == "." * 9  # the winners of tricks
    assert told("0b0b0b0b0b0b0", []) == ".|.|.|.|.|.|."
    assert told("0t0t0t0t0t0t0", []) == "." * 13
    assert told("0|000|000|000|00|000|000", []) == "." * 24  # each an l, in a sentence
    assert told("|0|0|0|0|0|0l0", [0, 2, 4, 6, 8, 10]) == "|.|.|.|.|.|..."


def test_a_1_is_none_however_thin_and_high() -> None:
    """19 points were 9, behind a bar too many."""
    assert told("|1|0|10|", [0, 1, 2, 4, 5]) == "|.|.|..|"


def test_a_ragged_bar_higher_than_figures_stays_one() -> None:
    """In black and white a bar had a wider end, and its row a cell too few."""
    page, boxes = drawn("|0|0|0|")
    boxes = [
        (left, top, right, bottom + 10 * (right - left < 6)) for left, top, right, bottom in boxes
    ]
    for left, top, right, bottom in boxes[::2]:
        page[top:bottom, left:right] = 90
    left, top, _, _ = boxes[-1]
    page[top + 3 : top + 9, left - 4 : left] = 90
    run = Run(
        np.array([1, 3, 5]), STEP, left + 4, (0.0, float(TOP + HIGH)), float(HIGH), (0, 2, 4, 6)
    )
    assert with_bars([run], marks(*boxes), page)[0].bars == (0, 2, 4, 6)


@pytest.mark.parametrize("stroke", ["H", "r", "l"])
def test_half_an_h_is_none_nor_what_has_a_flag_or_ends_far_sooner(stroke: str) -> None:
    assert told(f"|0|0|{stroke}|", [0, 2, 4]) == "|.|.|.|"


@pytest.mark.parametrize("bars", [[], [0, 2]])
def test_a_line_in_which_no_bars_are_known_is_left_alone(bars: list[int]) -> None:
    """An l is as straight."""
    assert told("|0|0|0", bars) == "".join("|" if at in bars else "." for at in range(6))


def test_a_line_in_which_no_bar_is_known_has_them_as_those_of_the_page() -> None:
    page, boxes = drawn("|0|0|0|0")
    whole, shift = np.vstack([page, page]), len(page)
    below = [(left, top + shift, right, bottom + shift) for left, top, right, bottom in boxes]
    first = Run(np.array([1, 3, 5, 7]), STEP, 270, (0.0, 50.0), float(HIGH), (0, 2, 4, 6))
    other = Run(np.arange(8, 16), STEP, 270, (0.0, 50.0 + shift), float(HIGH))
    told = with_bars([first, other], marks(*boxes, *below), whole)
    assert [run.bars for run in told] == [(0, 2, 4, 6), (8, 10, 12, 14)]
    assert with_bars([other], marks(*boxes, *below), whole)[0].bars == ()
    two = Run(np.array([8, 9, 10, 11, 13, 15]), STEP, 270, (0.0, 50.0 + shift), float(HIGH))
    assert with_bars([first, two], marks(*boxes, *below), whole)[1].bars == ()


def test_straight_figures_of_a_line_with_far_fewer_than_the_page_s_bars_stay() -> None:
    """``tricks 1 1 1 1`` below a sheet on a fax: as bars the winners of four tricks would be left out."""
    page, boxes = drawn("|0" * 8)
    whole, shift = np.vstack([page, page]), len(page)
    below = [(left, top + shift, right, bottom + shift) for left, top, right, bottom in boxes[:8]]
    bars = tuple(range(0, 16, 2))
    first = Run(np.arange(1, 16, 2), STEP, 510, (0.0, 50.0), float(HIGH), bars)
    other = Run(np.arange(16, 24), STEP, 270, (0.0, 50.0 + shift), float(HIGH))
    told = with_bars([first, other], marks(*boxes, *below), whole)
    assert [run.bars for run in told] == [bars, ()]


def of_rows(*lines: str) -> list[str]:
    """As `told`, of lines below each other of which no bar is known."""
    pages, boxes, runs = [], [], []
    for n, line in enumerate(lines):
        page, own = drawn(line.ljust(max(map(len, lines)), "0"))
        pages.append(page)
        down = n * len(page)
        at = np.arange(len(boxes), len(boxes) + len(line))
        boxes += [(a, top + down, b, bottom + down) for a, top, b, bottom in own[: len(line)]]
        base = float(TOP + HIGH + down)
        runs.append(Run(at, STEP, boxes[-1][2], (0.0, base), float(HIGH)))
    found = with_bars(runs, marks(*boxes), np.vstack(pages))
    first = np.cumsum([0, *map(len, lines)])
    return [
        "".join("|" if start + at in run.bars else "." for at in range(len(line)))
        for start, line, run in zip(first, lines, found, strict=False)
    ]


def test_a_row_has_as_many_bars_as_its_heading_the_thinnest_of_its_strokes() -> None:
    """Each 1 of small blurred print was as straight as a bar, and a bar more: a sheet had two rows of 18."""
    heading, row = "00|00|00|00|00|00|00", "00|00|00|0|00|00|0"
    plain = "..|..|..|..|..|..|..", "..|..|..|.|..|..|."
    assert of_rows(heading, row, "F|0|F|0|0|0|F") == [*plain, ".|.|.|.|.|.|."]
    assert of_rows(heading, row, "||0|0|0|0|0|0") == [*plain, "||.|.|.|.|.|."]  # none is thicker
    assert of_rows(heading, "F|0|F|0|0|0|F")[1] == "||.|||.|.|.||"  # nothing confirms the heading


def test_a_1_that_is_as_thin_as_a_bar_and_higher_is_none() -> None:
    heading, row = "00|00|00|00|00|00|00", "00|00|00|0|00|00|0"
    assert of_rows(heading, row, "h|0|0|0|0|0|0")[2] == ".|.|.|.|.|.|."


def test_what_stands_apart_in_a_heading_is_a_bar_however_blurred() -> None:
    """Of eleven bars of a heading nine were straight, and each row below it lost one that it had."""
    heading, row = "0000|00|00r000|00|0000|00|000", "00|00|00|0|00|00|0|0"
    plain = "....|..|..|...|..|....|..|...", "..|..|..|.|..|..|.|."
    assert of_rows(heading, row, "F|0|F|0|0|0|F|0") == [*plain, ".|.|.|.|.|.|.|."]
    row = "000|00|000|r|00|00|00|000"  # no heading: what stands apart in it may be a 1
    assert of_rows(row, "00|0|0|0|0|0|0|0|0")[0] == "...|..|...|.|..|..|..|..."


def test_strokes_close_to_a_letter_stay_letters() -> None:
    page, boxes = drawn("|0|0|00")
    near = boxes[-2][2] + 4
    page[TOP : TOP + HIGH, near : near + 4] = 90
    boxes[-1] = (near, TOP, near + 4, TOP + HIGH)
    run = Run(
        np.array([1, 3, 5, 6]), STEP, near + 4, (0.0, float(TOP + HIGH)), float(HIGH), (0, 2, 4)
    )
    assert with_bars([run], marks(*boxes), page)[0].bars == (0, 2, 4)


def test_an_i_is_a_1_where_no_stroke_of_its_word_is_straight() -> None:
    """Each I and O of a plain sheet was asked about; what is left of a rule before a figure still is."""
    found = Word((("I6", 1.0),), (0.0, 0.0, 30.0, 29.0))
    assert word_piece(replace(found, figures=True), Slot.NUMBER).readings == (("16", 1.0),)
    assert word_piece(found, Slot.NUMBER).readings[0][1] < 0.96
    assert word_piece(replace(found, figures=True), Slot.FREE).text == "I6"
    nought = replace(found, readings=(("10♥", 0.6), ("IO♥", 0.4)), figures=True)
    assert word_piece(nought, Slot.CARD).readings == (("10♥", 1.0),)


def test_straight_strokes_are_known_among_the_letters_of_a_run() -> None:
    page, boxes = drawn("|10|H1")
    run = Run(np.arange(6), STEP, boxes[-1][2], (0.0, float(TOP + HIGH)), float(HIGH))
    assert with_bars([run], marks(*boxes), page)[0].straight == (0, 3)
