"""Cells that ruled lines make."""

from __future__ import annotations

import numpy as np

from fairdeal.digitize.printed.rules import tables_of, within_frame
from tests.support.printed_words import NOTHING

ACROSS = np.array([(0, y, 400, y + 3) for y in (0, 100, 200)], np.int32)
DOWN = np.array([(x, 0, x + 3, 203) for x in (0, 150, 400)], np.int32)


def test_rules_that_meet_are_a_table() -> None:
    (table,) = tables_of(ACROSS, DOWN)
    assert len(table.rows) == 3 and len(table.columns) == 3


def test_a_point_stands_in_a_cell() -> None:
    (table,) = tables_of(ACROSS, DOWN)
    assert table.cell_of(20, 50) == (0, 0)
    assert table.cell_of(300, 150) == (1, 1)
    assert table.cell_of(300, 250) is None


def test_both_edges_of_a_thick_rule_are_one_line() -> None:
    thick = np.vstack([ACROSS, np.add(ACROSS, (0, 8, 0, 8))]).astype(np.int32)
    (table,) = tables_of(thick, DOWN)
    assert len(table.rows) == 3


def test_rules_apart_are_two_tables_from_the_top() -> None:
    lower = tables_of(
        np.vstack([np.add(ACROSS, (0, 600, 0, 600)), ACROSS]).astype(np.int32),
        np.vstack([np.add(DOWN, (0, 600, 0, 600)), DOWN]).astype(np.int32),
    )
    assert [round(table.rows[0]) for table in lower] == [2, 602]


def test_a_frame_and_an_underline_are_no_table() -> None:
    assert tables_of(ACROSS[[0, 2]], DOWN[[0, 2]]) == []
    assert tables_of(ACROSS[:1], NOTHING) == []


def test_lines_round_a_screen_are_no_table_but_its_edge() -> None:
    across = np.array([(0, y, 2000, y + 3) for y in (0, 40, 2600, 2640)], np.int32)
    down = np.array([(x, 0, x + 3, 2643) for x in (0, 40, 1960, 2000)], np.int32)
    assert tables_of(across, down) == []
    left, top, right, bottom = within_frame(across, down)
    assert (round(left), round(top), round(right), round(bottom)) == (43, 43, 1960, 2600)
    assert within_frame(ACROSS, DOWN)[2:] == (np.inf, np.inf)


def test_level_rules_go_on_where_an_upright_one_was_not_seen() -> None:
    (table,) = tables_of(ACROSS, DOWN[1:])
    assert [round(edge) for edge in table.columns] == [0, 152, 402]


def test_four_lines_round_a_screen_are_its_edge() -> None:
    """What was seen beside a screen stood in the rows of the sheet on it."""
    across = np.array([(0, y, 2000, y + 3) for y in (70, 2900)], np.int32)
    down = np.array([(x, 70, x + 3, 2903) for x in (20, 2000)], np.int32)
    assert tables_of(across, down) == []
    assert [round(side) for side in within_frame(across, down)] == [23, 73, 2000, 2900]


def test_the_edge_of_a_screen_is_the_last_of_the_lines_in_its_shadow() -> None:
    across = np.array([(0, y, 2000, y + 3) for y in (60, 70, 2900, 2910)], np.int32)
    down = np.array([(x, 70, x + 3, 2903) for x in (20, 30, 40, 50, 1990, 2000)], np.int32)
    assert [round(side) for side in within_frame(across, down)] == [53, 73, 1990, 2900]


def test_a_box_round_some_words_is_no_edge_of_a_page() -> None:
    across = np.array([(300, y, 900, y + 3) for y in (100, 300)], np.int32)
    down = np.array([(x, 100, x + 3, 303) for x in (300, 900)], np.int32)
    assert within_frame(across, down) == (0.0, 0.0, np.inf, np.inf)
