"""Lines of ink above columns: what they head is told by the rules around them, before they are read."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.sheets.heading_ink import HeadingRun, find_runs

XS = (60, 260, 460, 660, 860)
YS = (60, 140, 220, 300)


def table(rules: list[tuple[int, int, int, int]]) -> NDArray[np.uint8]:
    picture = np.full((400, 940, 3), 250, np.uint8)
    for x0, y0, x1, y1 in rules:
        cv2.line(picture, (x0, y0), (x1, y1), (60, 60, 60), 3)
    return picture


def level(y: int, first: int = 0, last: int = -1) -> tuple[int, int, int, int]:
    return XS[first], y, XS[last], y


def upright(x: int, top: int = YS[0], below: int = YS[-1]) -> tuple[int, int, int, int]:
    return x, top, x, below


def words(picture: NDArray[np.uint8], text: str, x: int, y: int, size: float = 1.2) -> None:
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (20, 20, 20), 3, cv2.LINE_AA)


def runs(picture: NDArray[np.uint8], ys: tuple[int, ...] = YS) -> list[tuple[int, int, int]]:
    found: list[HeadingRun] = find_runs(picture, nodes(ys))
    return [(run.first, run.last, run.row) for run in found]


def nodes(ys: tuple[int, ...] = YS) -> NDArray[np.float64]:
    across, down = np.meshgrid(XS, ys)
    return np.stack((across, down), axis=-1).astype(np.float64)


def grid() -> list[tuple[int, int, int, int]]:
    """Two rows of headings; columns 1 and 2 have one above both."""
    return [
        level(YS[0]),
        level(YS[2]),
        level(YS[3]),
        level(YS[1], 1, 3),
        upright(XS[0]),
        upright(XS[1]),
        upright(XS[2], YS[1]),
        upright(XS[3]),
        upright(XS[4]),
    ]


def test_heading_over_two_columns_and_one_beside_both_rows() -> None:
    picture = table(grid())
    words(picture, "Deal", 90, 155)
    words(picture, "Points", 390, 115)
    words(picture, "A", 340, 195)
    words(picture, "B", 540, 195)
    words(picture, "Notes", 690, 155)
    assert sorted(runs(picture)) == [(0, 0, 1), (1, 1, 1), (1, 2, 0), (2, 2, 1), (3, 3, 1)]


def test_word_that_fills_its_cell_is_no_rule() -> None:
    picture = table(grid())
    words(picture, "Declarer", 64, 155, 1.45)
    assert runs(picture) == [(0, 0, 1)]


def test_rule_of_some_columns_that_the_grid_does_not_have() -> None:
    picture = table(grid())
    words(picture, "Points", 390, 115)
    words(picture, "A", 340, 195)
    words(picture, "B", 540, 195)
    assert sorted(runs(picture, (YS[0], YS[2], YS[3]))) == [(1, 1, 0), (1, 2, 0), (2, 2, 0)]


def test_two_lines_of_one_heading_stay_in_order() -> None:
    picture = table([*grid(), level(YS[1], 1, 3)])
    words(picture, "Card", 690, 120, 1.0)
    words(picture, "points", 690, 180, 1.0)
    found = find_runs(picture, nodes())
    assert [(run.first, run.last, run.row) for run in found] == [(3, 3, 1), (3, 3, 1)]
    assert found[0].middle < found[1].middle


def test_rules_and_bare_paper_make_no_lines() -> None:
    assert runs(table(grid())) == []
    assert runs(table([])) == []


def test_words_that_run_up_a_narrow_column_are_turned() -> None:
    strip = np.full((60, 150, 3), 250, np.uint8)
    for at, letter in enumerate("Deal"):
        words(strip, letter, 8 + 34 * at, 42)
    picture = table(grid())
    picture[66:216, 130:190] = np.rot90(strip)
    (run,) = find_runs(picture, nodes())
    assert run.upwards
    assert run.image.shape[1] > 1.5 * run.image.shape[0]


def test_words_across_an_unruled_stretch_head_the_columns_they_stand_over() -> None:
    open_rules = [rule for rule in grid() if rule != upright(XS[2], YS[1])]
    picture = table([*open_rules, upright(XS[2], YS[2])])
    words(picture, "Points", 390, 115)
    words(picture, "Us", 320, 195)
    words(picture, "Them", 520, 195)
    assert sorted(runs(picture)) == [(1, 1, 1), (1, 2, 0), (2, 2, 1)]


def test_rules_that_end_before_the_grid_at_an_open_side() -> None:
    short = [level(y) for y in YS]
    rules = [(x0 + 70, y0, x1, y1) for x0, y0, x1, y1 in short]
    picture = table([*rules, *(upright(x) for x in XS[1:])])
    words(picture, "Game", 140, 115)
    assert runs(picture) == [(0, 0, 0)]
