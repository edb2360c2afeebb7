"""The paper's edge beside a table is no line of it."""

from __future__ import annotations

import cv2
import numpy as np

from fairdeal.digitize.ruled.faint_lines import part_of, trimmed
from fairdeal.digitize.ruled.tables import RuledTable

XS = (60, 180, 300, 420, 540)
YS = tuple(range(60, 461, 50))


def drawn(last: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Level rules as far as the line of this number; upright ones everywhere."""
    picture = np.full((520, 620, 3), 245, np.uint8)
    for y in YS:
        cv2.line(picture, (XS[0], y), (XS[last], y), (70, 70, 70), 2)
    for x in XS:
        cv2.line(picture, (x, YS[0]), (x, YS[-1]), (70, 70, 70), 2)
    return picture


def table() -> RuledTable:
    across, down = np.meshgrid(XS, YS)
    return RuledTable(np.stack((across, down), axis=-1).astype(np.float64))


def test_column_without_rules_between_its_rows_is_left_out() -> None:
    found = trimmed(drawn(3), table())
    assert (found.rows, found.columns) == (8, 3)
    assert found.corners[1].tolist() == [XS[3], YS[0]]


def test_two_lines_are_left_out_at_each_side() -> None:
    """A margin's line and the paper's edge, and both again at the other side."""
    picture = np.full((520, 940, 3), 245, np.uint8)
    xs = (40, 70, 110, 230, 350, 470, 590, 710, 830, 860, 900)
    for y in YS:
        cv2.line(picture, (xs[2], y), (xs[-3], y), (70, 70, 70), 2)
    for x in xs:
        cv2.line(picture, (x, YS[0]), (x, YS[-1]), (70, 70, 70), 2)
    across, down = np.meshgrid(xs, YS)
    found = trimmed(picture, RuledTable(np.stack((across, down), axis=-1).astype(np.float64)))
    assert (found.rows, found.columns) == (8, 6)
    assert found.corners[0].tolist() == [xs[2], YS[0]]


def test_narrow_strip_into_which_rules_overshoot_is_no_column() -> None:
    picture = drawn(4)
    xs = (*XS, XS[-1] + 34)
    for y in YS:
        cv2.line(picture, (XS[0], y), (XS[-1] + 19, y), (70, 70, 70), 2)
    cv2.line(picture, (xs[-1], YS[0]), (xs[-1], YS[-1]), (70, 70, 70), 2)
    across, down = np.meshgrid(xs, YS)
    found = trimmed(picture, RuledTable(np.stack((across, down), axis=-1).astype(np.float64)))
    assert (found.rows, found.columns) == (8, 4)


def test_row_without_upright_rules_is_left_out() -> None:
    turned = np.ascontiguousarray(drawn(3).transpose(1, 0, 2))
    nodes = np.ascontiguousarray(table().nodes.transpose(1, 0, 2)[..., ::-1])
    found = trimmed(turned, RuledTable(nodes))
    assert (found.rows, found.columns) == (3, 8)


def test_whole_table_stays_as_it_is() -> None:
    whole = table()
    assert trimmed(drawn(4), whole) is whole
    assert trimmed(np.full((520, 620, 3), 245, np.uint8), whole) is whole


def test_part_of_a_table_has_its_nodes() -> None:
    part = part_of(table(), (1, 8), (1, 4))
    assert (part.rows, part.columns) == (7, 3)
    assert part.corners[0].tolist() == [XS[1], YS[1]]
