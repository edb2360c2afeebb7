"""Which boxes of a page are out of sight, told from the strength of their lines alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.cells import _among_hidden, _are_hidden, _beside_lost, _faint, _lost, hidden
from fairdeal.digitize.forms.layout import Box
from fairdeal.digitize.page.surface import PX_MM

USUAL = 40.0
Floats = NDArray[np.float64]


def side(pieces: str) -> Floats:
    """A side, a letter a piece: its line (l), nothing (.), writing over it (w), a stroke across it (s)."""
    on = {"l": USUAL, ".": 0.0, "w": 70.0, "s": 90.0}
    beside = {"l": 0.0, ".": 0.0, "w": 70.0, "s": 0.0}
    return np.array([[on[p] for p in pieces], [beside[p] for p in pieces]])


def box(upper: str, lower: str, left: str = "lllll", right: str = "lllll") -> list[Floats]:
    return [side(pieces) for pieces in (upper, lower, left, right)]


def are_hidden(sides: Sequence[Floats], usual: float) -> bool:
    return bool(_are_hidden(*_faint([side[None] for side in sides], usual))[0])


def lost_sides(sides: list[Floats], usual: float) -> tuple[bool, ...]:
    return tuple(_lost(*_faint([side[None] for side in sides], usual))[0].tolist())


LONG = "l" * 20


@pytest.mark.parametrize(
    ("sides", "is_hidden"),
    [
        (box("lllll", "lllll"), False),
        (box(".....", ".....", ".....", "....."), True),
        (box("lllll", "lllll", ".....", "lllll"), False),
        (box("lllll", "lllll", ".....", "ll..l"), True),
        # A long side counts no more than a short one.
        (box("." * 20, LONG), False),
        # Half of a long box is under another page.
        (box("lllll.....llllllllll", "lllll.....llllllllll"), True),
        (box("lllll...llllllllllll", "lllll...llllllllllll"), False),
        # Writing over a line says neither that it is there nor that it is not.
        (box("wwwww", "wwwww", "wwwww", "wwwww"), False),
        (box("wwwww.....llllllllll", "lllll.....llllllllll"), True),
        (box("lllll..www" + "l" * 10, "lllll..www" + "w" * 10), False),
    ],
)
def test_a_box_is_hidden_by_what_can_be_seen_of_its_lines(
    sides: Sequence[Floats], is_hidden: bool
) -> None:
    assert are_hidden(sides, USUAL) is is_hidden


def test_what_is_no_darker_than_a_line_is_no_writing() -> None:
    """On a page of dark lines a grey as dark as faint writing elsewhere hides nothing."""
    grey = np.array([[60.0] * 5, [60.0] * 5])
    assert not are_hidden([grey] * 4, USUAL), "writing beside lines of 40"
    assert are_hidden([grey] * 4, 80.0), "lines of 80 would be seen over it"


@pytest.mark.parametrize(
    ("upper", "lost"),
    [
        (".....", True),
        ("....l", True),
        ("...ll", False),
        ("....w", True),
        ("...ww", False),
        ("...ls", True),
        ("...lw", True),
        ("..lls", False),
    ],
)
def test_a_side_is_lost_where_most_of_what_can_be_told_is_not_in_its_place(
    upper: str, lost: bool
) -> None:
    assert lost_sides(box(upper, "lllll"), USUAL) == (lost, False, False, False)


ABOVE, BELOW = Box(10.0, 10.0, 8.0, 7.0), Box(12.0, 18.0, 8.0, 7.0)
ASIDE, FAR = Box(30.0, 18.0, 8.0, 7.0), Box(10.0, 28.0, 8.0, 7.0)


@pytest.mark.parametrize(
    ("at", "which", "found"),
    [
        (0, 1, [True, True, False, False]),
        (1, 0, [True, True, False, False]),
        (0, 0, [True, False, False, False]),
        (1, 1, [False, True, False, False]),
        (0, 2, [True, False, False, False]),
        (1, 3, [False, True, False, False]),
    ],
    ids=["lower", "upper", "away above", "away below", "left", "right"],
)
def test_a_lost_side_speaks_against_the_box_that_faces_it(
    at: int, which: int, found: list[bool]
) -> None:
    """Not against one beside, nor one too far below for its line to be taken for this one's."""
    lost = np.zeros((4, 4), bool)
    lost[at, which] = True
    assert _beside_lost(lost, [ABOVE, BELOW, ASIDE, FAR]).tolist() == found


def test_one_hidden_neighbour_hides_no_box() -> None:
    boxes = [Box(0.0, 0.0, 7.0, 7.0), Box(8.5, 0.0, 7.0, 7.0), Box(17.0, 0.0, 7.0, 7.0)]
    assert not _among_hidden(np.array([True, False]), boxes[:2]).any()
    assert not _among_hidden(np.array([True, False, False]), boxes).any()
    assert _among_hidden(np.array([True, False, True]), boxes).tolist() == [False, True, False]


GRID = [
    Box(10.0 + 9.0 * column, 10.0 + 10.0 * row, 7.0, 7.0) for row in range(5) for column in range(6)
]


def lines(strength: float, without: Sequence[int] = ()) -> NDArray[np.float32]:
    """How dark a page is in its lines' colour, with the lines of some boxes of the grid left out."""
    plane = np.zeros((round(75 * PX_MM), round(75 * PX_MM)), np.float32)
    for number, each in enumerate(GRID):
        if number not in without:
            left, top = round(each.x * PX_MM), round(each.y * PX_MM)
            right, below = round((each.x + 7.0) * PX_MM), round((each.y + 7.0) * PX_MM)
            for edge in (top, below):
                plane[edge - 1 : edge + 2, left : right + 1] = strength
            for edge in (left, right):
                plane[top : below + 1, edge - 1 : edge + 2] = strength
    return plane


def test_boxes_without_lines_are_hidden_and_one_amid_them_with_its_own_too() -> None:
    assert not hidden(lines(30.0), GRID).any()
    corner = [0, 1, 2, 3, 6, 8, 9, 12, 13, 14, 15]
    assert np.flatnonzero(hidden(lines(30.0, corner), GRID)).tolist() == sorted([*corner, 7])
    assert np.flatnonzero(hidden(lines(30.0, [20]), GRID)).tolist() == [20]


def test_nothing_is_told_from_lines_that_can_hardly_be_seen() -> None:
    assert not hidden(lines(2.0, [0, 1, 2]), GRID).any()
    assert not hidden(lines(0.0), GRID).any()
    assert hidden(lines(30.0), []).shape == (0,)


def test_a_box_one_side_of_which_is_missingare_hidden() -> None:
    plane = lines(30.0)
    left, top = round(GRID[7].x * PX_MM), round(GRID[7].y * PX_MM)
    plane[top + 3 : top + 67, left - 3 : left + 4] = 0.0
    assert np.flatnonzero(hidden(plane, GRID)).tolist() == [7]


def test_specks_where_the_lines_would_be_are_no_lines() -> None:
    plane = lines(30.0, [7])
    left, top = round(GRID[7].x * PX_MM), round(GRID[7].y * PX_MM)
    for along in range(2, 70, 9):
        plane[[top, top + 70], left + along] = 30.0
        plane[top + along, [left, left + 70]] = 30.0
    assert np.flatnonzero(hidden(plane, GRID)).tolist() == [7]
