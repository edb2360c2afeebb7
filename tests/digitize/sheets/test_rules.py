"""Rules among headings: lines and dots part cells, the paper's own faint lines do not."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.sheets.flat import Flat, apart
from fairdeal.digitize.sheets.heading_ink import find_runs

XS = (60, 360, 660, 960, 1260)
YS = (60, 140, 240, 340)
Picture = NDArray[np.uint8]


def table(*, dotted: bool = False, blur: int = 0) -> Picture:
    """Frame and columns drawn, its rows parted by lines or by dots."""
    picture = np.full((400, 1320), 250, np.uint8)
    for y in YS[1:-1]:
        if dotted:
            for x in range(XS[0], XS[-1] + 1, 10):
                cv2.circle(picture, (x, y), 2, (70,), -1, cv2.LINE_AA)
        else:
            cv2.line(picture, (XS[0], y), (XS[-1], y), (70,), 2)
    for y in (YS[0], YS[-1]):
        cv2.line(picture, (XS[0], y), (XS[-1], y), (70,), 3)
    for x in XS:
        cv2.line(picture, (x, YS[0]), (x, YS[-1]), (70,), 3)
    return cv2.blur(picture, (blur, blur)).astype(np.uint8) if blur else picture


def words(picture: Picture, text: str, x: int, y: int) -> None:
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (20,), 3, cv2.LINE_AA)


def faint(picture: Picture, *levels: int) -> Picture:
    under = np.full_like(picture, 255)
    for y in levels:
        cv2.line(under, (0, y), (picture.shape[1], y), (205,), 2)
    return np.minimum(picture, under)


def flat(picture: Picture) -> Flat:
    return Flat(picture, np.array(XS, np.float64), np.array(YS, np.float64), float(XS[-1]))


def test_dots_part_rows_as_lines_do_even_where_they_run_together() -> None:
    for picture in (table(), table(dotted=True), table(dotted=True, blur=5)):
        ruled = apart(flat(picture))
        assert ruled.level.all() and ruled.upright.all()
        assert ruled.ink[100:180, 100:330].max() < 40, "they are taken out"


def test_letters_of_one_width_are_no_dots() -> None:
    picture = table()
    words(picture, "nnnnnnn", 90, 110)
    words(picture, ". . . .", 400, 110)
    assert len(apart(flat(picture)).flat.ys) == len(YS)


def test_row_of_dots_of_some_columns_only_parts_them() -> None:
    picture = table()
    for x in range(XS[1], XS[3], 10):
        cv2.circle(picture, (x, 100), 2, (70,), -1, cv2.LINE_AA)
    ruled = apart(flat(picture))
    assert ruled.flat.ys.round().tolist() == [60, 100, 140, 240, 340]
    assert ruled.level[1].tolist() == [False, True, True, False]


def test_faint_line_of_the_paper_parts_nothing_and_leaves_the_words() -> None:
    picture = table()
    words(picture, "Deal", 150, 112)
    words(picture, "Points", 430, 112)
    bare = apart(flat(picture)).ink.copy()
    ruled = apart(flat(faint(picture, 95, 190, 290)))
    assert len(ruled.flat.ys) == len(YS)
    assert ruled.ink[92:99, 700:930].max() < 24
    assert ((ruled.ink > 60) == (bare > 60)).mean() > 0.997
    nodes = np.stack(np.meshgrid(XS, YS), axis=-1).astype(np.float64)
    runs = find_runs(np.asarray(cv2.merge([faint(picture, 95, 190)] * 3), np.uint8), nodes)
    assert [(run.first, run.row) for run in runs] == [(0, 0), (1, 0)]


def test_line_as_dark_as_the_tables_own_parts_cells() -> None:
    picture = table()
    cv2.line(picture, (XS[1], 100), (XS[3], 100), (70,), 2)
    assert len(apart(flat(picture)).flat.ys) == len(YS) + 1


def filled(picture: Picture, column: int) -> None:
    """A word in small bold capitals that fills its cell from side to side."""
    cv2.putText(
        picture, "REDOUBLEDBYB", (XS[column] + 4, 113), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20,), 8
    )


def test_word_that_fills_its_cell_is_no_line() -> None:
    picture = table()
    filled(picture, 1)
    ruled = apart(flat(picture))
    assert len(ruled.flat.ys) == len(YS)
    ink = (picture < 100)[70:130, XS[1] + 10 : XS[2] - 10]
    assert (ruled.ink[70:130, XS[1] + 10 : XS[2] - 10][ink] > 60).all()


def test_word_at_the_height_of_a_line_of_other_columns_stays() -> None:
    picture = table()
    cv2.line(picture, (XS[1], 100), (XS[3], 106), (70,), 2)  # drawn a little askew
    filled(picture, 3)
    ruled = apart(flat(picture))
    assert len(ruled.flat.ys) == len(YS) + 1
    assert ruled.level[1].tolist() == [False, True, True, False]
    ink = (picture < 100)[70:130, XS[3] + 20 : XS[4] - 20]
    assert (ruled.ink[70:130, XS[3] + 20 : XS[4] - 20][ink] > 60).all()


def test_letter_over_the_end_of_a_rule_parts_no_heading_of_two_columns() -> None:
    picture = table()
    cv2.line(picture, (XS[1], 102), (XS[3], 102), (70,), 2)
    picture[YS[0] + 3 : 101, XS[2] - 4 : XS[2] + 5] = 250
    cv2.line(picture, (XS[2], 76), (XS[2], 90), (20,), 3)  # a letter's stroke
    cv2.line(picture, (XS[2], 94), (XS[2], 101), (70,), 3)  # the rule's end, drawn too far
    assert apart(flat(picture)).upright[0].tolist() == [True, True, False, True, True]
