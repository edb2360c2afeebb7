"""Ruled tables found by their lines: synthetic pages, and a few of the shared photos."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bench.soak.photos import WITHIN, corner_error, grids_folder, real_grids
from fairdeal.digitize.ruled.grid import _kept_course
from fairdeal.digitize.ruled.tables import _as_beside_others, find_tables, shares_of
from fairdeal.digitize.sheets.we_they import find_we_they
from samples.making.photos.taken import Conditions
from tests.digitize.ruled.ruled_pages import (
    RuledPage,
    TableSpec,
    draw_page,
    draw_we_they,
    even_table,
    flat_photo,
    in_place,
    photo_of,
    two_tables,
)
from tests.support.needs import needs_shared

SIZE = (1200, 1600)
GRIDS = grids_folder()


def _page(*tables: TableSpec, seed: int = 1) -> RuledPage:
    return draw_page(tables, np.random.default_rng(seed))


def _photo(page: RuledPage, **conditions: float):
    return photo_of(page, Conditions(size=SIZE, **conditions), np.random.default_rng(3))  # type: ignore[arg-type]


def test_flat_table_has_its_rows_columns_and_nodes():
    photo = flat_photo(_page(even_table(12, 6)))
    tables = find_tables(photo.picture)
    assert len(tables) == 1
    assert in_place(photo, tables[0])
    assert tables[0].trust == 1.0 and not tables[0].cut_off
    assert np.allclose(shares_of(tables[0].nodes)[1], np.linspace(0, 1, 13), atol=0.01)


@pytest.mark.parametrize("turn", [-25.0, 12.0, 90.0, 180.0])
def test_turned_table(turn: float):
    photo = _photo(_page(even_table(10, 5)), turn=turn, tilt=5.0)
    assert in_place(photo, find_tables(photo.picture)[0])


def test_tilted_table():
    photo = _photo(_page(even_table(10, 6)), tilt=40.0, tilt_towards=60.0)
    assert in_place(photo, find_tables(photo.picture)[0])


def test_curled_table_is_followed_by_its_cells():
    photo = _photo(_page(even_table(14, 6)), curl=12.0, tilt=25.0)
    table = find_tables(photo.picture)[0]
    assert in_place(photo, table)
    assert table.fine is not None
    middle = photo.nodes[0][7, 3]
    assert np.linalg.norm(table.cell(7, 3)[0] - middle) < 6


def test_rule_left_out_is_filled_by_the_spacing():
    photo = flat_photo(_page(replace(even_table(10, 5), missing_rows=(4,), filled=0.2)))
    table = find_tables(photo.picture)[0]
    assert in_place(photo, table)


def test_a_column_twice_as_wide_as_the_others_is_one():
    """A wide column for remarks was two, with a rule between them that the sheet does not have."""
    sheet = np.full((1240, 1754, 3), 255, np.uint8)
    columns = np.cumsum([80, 136, 256, 136, 136, 160, 104, 136, 136, 136, 136, 136])
    rows = 200 + np.cumsum([0, 104, *[95] * 9])
    for x in columns:
        cv2.line(sheet, (int(x), int(rows[0])), (int(x), int(rows[-1])), (0, 0, 0), 3)
    for y in rows:
        cv2.line(sheet, (int(columns[0]), int(y)), (int(columns[-1]), int(y)), (0, 0, 0), 3)
    table = find_tables(sheet)[0]
    assert table.columns == len(columns) - 1


def test_broken_rules_are_joined():
    photo = flat_photo(_page(replace(even_table(10, 5), broken_rows=(2, 6), filled=0.3)))
    assert in_place(photo, find_tables(photo.picture)[0])


def test_table_drawn_by_hand():
    photo = _photo(_page(replace(even_table(9, 5), drawn="hand", width=0.5)), tilt=8.0)
    assert in_place(photo, find_tables(photo.picture)[0])


def test_open_sides_are_closed_where_the_rules_end():
    photo = flat_photo(_page(replace(even_table(10, 4), open_sides=True)))
    table = find_tables(photo.picture)[0]
    assert (table.rows, table.columns) == (10, 4)


def test_heading_over_two_columns_is_no_want_of_rules():
    photo = flat_photo(_page(replace(even_table(10, 6), heading_groups=((2, 3),))))
    table = find_tables(photo.picture)[0]
    assert in_place(photo, table)
    assert table.trust == 1.0


@pytest.mark.parametrize("seed", [0, 3])
def test_two_tables_on_a_page_are_two(seed: int):
    page = draw_page(two_tables(np.random.default_rng(seed)), np.random.default_rng(seed))
    found = {(t.rows, t.columns) for t in find_tables(flat_photo(page).picture)}
    assert found == {(len(t.ys) - 1, len(t.xs) - 1) for t in page.tables}


def test_page_without_a_table_has_none():
    assert find_tables(flat_photo(_page()).picture) == []


@pytest.mark.parametrize("shape", [(1, 1, 3), (70, 70, 3), (90, 2000, 3), (300, 400, 3)])
def test_any_picture_is_borne(shape: tuple[int, ...]):
    noise = np.random.default_rng(5).integers(0, 256, shape).astype(np.uint8)
    for picture in (noise, np.zeros(shape, np.uint8), np.full(shape, 255, np.uint8)):
        assert find_tables(picture) == []
        assert find_we_they(picture) is None


def test_blank_cells_are_told_from_written_ones():
    photo = _photo(_page(replace(even_table(10, 5), width=0.4)), tilt=10.0)
    table = find_tables(photo.picture)[0]
    texts = photo.page.texts
    for number, row in enumerate(table.cells(photo.picture)):
        for column, cell in enumerate(row):
            assert cell.blank == ((0, number, column) not in texts)
            assert cell.blank == (int(cell.image.min()) == int(cell.image.max()))


@pytest.mark.parametrize("small", [True, False])
def test_small_print_in_high_rows_is_no_speck(small: bool):
    """Old figures on a fax, as high as an x, were left out as specks: 31 entries of a sheet. Beside large
    writing small entries stay."""
    sheet = np.full((1240, 1754, 3), 255, np.uint8)
    xs, ys = 100 + 200 * np.arange(6), 150 + 130 * np.arange(8)
    for x in xs:
        cv2.line(sheet, (int(x), int(ys[0])), (int(x), int(ys[-1])), (0, 0, 0), 3)
    for y in ys:
        cv2.line(sheet, (int(xs[0]), int(y)), (int(xs[-1]), int(y)), (0, 0, 0), 3)
    for y in ys[:-1]:
        for x in xs[1:-2]:
            cv2.putText(
                sheet, "N", (int(x) + 60, int(y) + 100), 0, 0.9 if small else 3.5, (0,) * 3, 2
            )
        cv2.putText(
            sheet, "0", (int(xs[-2]) + 60, int(y) + 80), 0, 0.9 if small else 1.4, (0,) * 3, 2
        )
        cv2.circle(sheet, (int(xs[0]) + 100, int(y) + 70), 8, (0, 0, 0), 2)
    cells = find_tables(sheet)[0].cells(sheet)
    assert [row[0].blank for row in cells] == [not small] * 7
    assert not any(cell.blank for row in cells for cell in row[1:])


def test_a_1_that_stands_close_to_a_rule_does_not_go_with_it():
    """Of totals from 10 to 18 the 1 went, and 12 was 2 for sure. In some rows nothing stands there."""
    sheet = np.full((1240, 1754, 3), 255, np.uint8)
    xs, ys = 100 + 200 * np.arange(5), 150 + 80 * np.arange(11)
    for x in xs:
        cv2.line(sheet, (int(x), int(ys[0])), (int(x), int(ys[-1])), (120,) * 3, 3)
    for y in ys:
        cv2.line(sheet, (int(xs[0]), int(y)), (int(xs[-1]), int(y)), (120,) * 3, 3)
    for number, y in enumerate(ys[:-1]):
        for x in xs[:-1]:
            if number % 2:
                cv2.line(sheet, (int(x) + 6, int(y) + 12), (int(x) + 5, int(y) + 68), (40,) * 3, 5)
            cv2.putText(sheet, "2", (int(x) + 16, int(y) + 68), 0, 2.2, (40,) * 3, 5)
    for number, row in enumerate(find_tables(sheet)[0].cells(sheet)):
        for cell in row:
            beside = cell.image[20:60, 3:14].min(1)  # of the 1 alone
            assert np.median(beside) < 130 if number % 2 else beside.min() > 200


def test_a_rule_is_no_darker_and_no_further_aside_beside_one_cell():
    rule = np.array([0, 0, 0, 6, 22, 50, 67, 52, 24, 6, 0, 0, 0], float)
    with_1 = np.roll(rule, 2) + np.array([1, 18, 47, 78, 91, 60, 10, 0, 0, 0, 0, 0, 0])
    over = 3 * rule
    as_it_bends = [np.roll(rule, by) for by in (0, 0, 1)]
    *_, beside, on = _as_beside_others([*as_it_bends, with_1, over], grain=0.5)
    assert np.array_equal(beside[7:], with_1[7:]) and beside[:5].max() < 15
    assert on.max() < 1.6 * rule.max()


def test_turning_a_table_by_four_quarters_changes_nothing():
    table = find_tables(flat_photo(_page(even_table(6, 4))).picture)[0]
    turned = table.turned(1)
    assert (turned.rows, turned.columns) == (table.columns, table.rows)
    assert np.allclose(turned.turned(3).nodes, table.nodes)
    # A sheet turned clockwise reads from what was its foot at the left.
    assert np.allclose(turned.corners[0], table.corners[3])


def test_table_of_nodes_alone_can_be_cut():
    photo = flat_photo(_page(even_table(6, 4)))
    found = find_tables(photo.picture)[0]
    alone = replace(found, nodes=photo.nodes[0], fine=None)
    assert [c.blank for row in alone.cells(photo.picture) for c in row] == [
        c.blank for row in found.cells(photo.picture) for c in row
    ]


def test_we_they_sheet_has_its_two_lines_and_its_games():
    page = draw_we_they(np.random.default_rng(4), games=2)
    photo = photo_of(page, Conditions(size=SIZE, tilt=10.0), np.random.default_rng(4))
    found = find_we_they(photo.picture)
    assert found is not None
    width = float(np.linalg.norm(photo.nodes[0][1, 2] - photo.nodes[0][1, 0]))
    assert np.linalg.norm(found.table.nodes[1, 1] - photo.nodes[0][1, 1]) < 0.03 * width
    assert len(found.across) == 2


def test_a_photo_on_its_side_has_its_table_in_the_same_place():
    picture = _photo(_page(even_table(9, 9)), tilt=10.0).picture
    assert_found_on_its_side(picture, 9, 9)


def assert_found_on_its_side(picture: np.ndarray, rows: int, columns: int) -> None:
    upright = find_tables(picture)[0]
    turned = find_tables(np.ascontiguousarray(np.rot90(picture)))[0]
    assert (turned.rows, turned.columns) == (columns, rows)
    # A point (x, y) lies at (y, width - 1 - x) after the quarter turn.
    moved = upright.corners[:, ::-1] * (1, -1) + (0, picture.shape[1] - 1)
    assert corner_error(turned, np.roll(moved, -1, axis=0)) < WITHIN


@needs_shared("photos/grids", "the photos of grids are")
def test_few_photos_of_grids_are_found_and_one_is_found_on_its_side():
    assert GRIDS is not None
    assert all(each.right.whole and each.right.n >= 2 for each in real_grids(GRIDS, 2))
    picture = np.asarray(cv2.imread(str(GRIDS / "02_19_iphone_14_0.jpg")), np.uint8)
    assert_found_on_its_side(picture, 9, 9)


def test_stroke_along_a_rule_does_not_draw_it_away() -> None:
    """A rule's own bend is smooth; a figure that stands against it reaches over one row only."""
    knots = np.arange(40)
    bent = 3.0 * np.sin(knots / 12.0)
    own = np.tile(bent, (7, 1))
    own[:, 20:] += 6.0  # a fold: all rules do it
    strayed = own.copy()
    strayed[3, 10:13] -= 5.0
    assert np.abs(_kept_course(strayed) - own).max() < 1.0
    assert np.array_equal(_kept_course(own), own)
