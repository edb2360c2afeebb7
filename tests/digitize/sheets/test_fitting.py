"""A known sheet's lines laid on those found: missing and strange ones, and sheets that are others."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.ruled.tables import RuledTable, aspect_of, shares_of
from fairdeal.digitize.sheets import club_sheet
from fairdeal.digitize.sheets.layout_file import SheetColumn, SheetLayout, align, lay_on
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import Field

EDGES = [0.0, 0.08, 0.2, 0.29, 0.5, 0.66, 0.83, 1.0]
LINES = [0.0, 0.03, 0.06] + [0.06 + 0.94 * k / 12 for k in range(1, 13)]


def seen(
    edges: list[float], lines: list[float]
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Crossings of these lines of a sheet of 190 by 250 mm, photographed askew."""
    corners = np.array([(310, 420), (2700, 520), (2590, 3600), (240, 3700)], np.float32)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    view = cv2.getPerspectiveTransform(unit, corners)
    grid = np.stack(np.meshgrid(edges, lines), axis=-1)
    return np.asarray(
        cv2.perspectiveTransform(grid.reshape(1, -1, 2), view).reshape(grid.shape), np.float64
    )


def test_shares_take_the_perspective_out() -> None:
    edges, lines = shares_of(seen(EDGES, LINES))
    assert np.allclose(edges, EDGES, atol=1e-6)
    assert np.allclose(lines, LINES, atol=1e-6)


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(1, len(EDGES) - 2), max_size=2), st.sets(st.integers(1, 13), max_size=4))
def test_hidden_rules_are_put_where_the_layout_has_them(cols: set[int], rows: set[int]) -> None:
    whole = seen(EDGES, LINES)
    kept_x = [at for at in range(len(EDGES)) if at not in cols]
    kept_y = [at for at in range(len(LINES)) if at not in rows]
    nodes = whole[kept_y][:, kept_x]
    xs, ys = shares_of(nodes)
    across, down = align(EDGES, xs.tolist()), align(LINES, ys.tolist())
    assert across is not None and down is not None
    assert across.pairs == tuple((known, at) for at, known in enumerate(kept_x))
    assert down.pairs == tuple((known, at) for at, known in enumerate(kept_y))
    assert np.abs(lay_on(nodes, across, down, EDGES, LINES) - whole).max() < 1.0


def test_outer_rule_missed() -> None:
    nodes = seen(EDGES[1:], LINES)
    xs, _ = shares_of(nodes)
    across = align(EDGES, xs.tolist())
    assert across is not None
    assert across.pairs == tuple((at + 1, at) for at in range(len(EDGES) - 1))


def test_a_hidden_rule_of_the_headings_and_a_bent_head_move_no_row() -> None:
    """Rows of one height fit one another moved by one, too; the outer rules say which is which."""
    lines = [0.0, 0.05, 0.1] + [0.1 + 0.9 * k / 14 for k in range(1, 15)]
    bent = [0.0] + [0.085 + 0.915 * k / 14 for k in range(15)]
    down = align(lines, bent)
    assert down is not None and down.only
    assert down.pairs == ((0, 0), *((at + 1, at) for at in range(1, 16)))


def test_rows_of_one_height_without_an_outer_rule_fit_in_two_ways() -> None:
    rows = [k / 12 for k in range(13)]
    whole, cut = align(rows, rows), align(rows, [k / 11 for k in range(12)])
    assert whole is not None and whole.only
    assert cut is not None and not cut.only


@pytest.mark.parametrize(
    ("kept", "fits"),
    [
        ((0, 1, 2, 6, 11, 14), False),  # 0, 1 and 2 are next to each other, and no others
        ((0, 1, 2, 10, 11, 14), True),
        ((0, 1, 11, 12, 14), False),
        ((0, 2, 4, 6, 8, 10, 12, 14), False),
    ],
)
def test_less_than_half_of_the_rules_tell_a_sheet_where_its_edges_are_among_them(
    kept: tuple[int, ...], fits: bool
) -> None:
    """Of a fax 10 rules of 21 were left."""
    assert (align(LINES, [LINES[at] for at in kept]) is not None) is fits
    assert align(LINES, sorted([*(LINES[at] for at in kept), 0.41])) is None


def test_strange_line_is_left_out() -> None:
    more = sorted([*EDGES, 0.57])
    xs, _ = shares_of(seen(more, LINES))
    across = align(EDGES, xs.tolist())
    assert across is not None
    assert [known for known, _ in across.pairs] == list(range(len(EDGES)))
    assert 5 not in {at for _, at in across.pairs}


@pytest.mark.parametrize(
    "other", [[k / 7 for k in range(8)], [0.0, 0.5, 1.0], sorted(1 - edge for edge in EDGES)]
)
def test_lines_of_another_sheet_do_not_fit(other: list[float]) -> None:
    assert align(EDGES, other) is None


def test_table_ruled_anew_by_hand_is_told_by_order() -> None:
    anew = [0.0, 0.11, 0.18, 0.32, 0.47, 0.7, 0.8, 1.0]
    across = align(EDGES, anew)
    assert across is not None and not across.exact
    assert across.pairs == tuple((at, at) for at in range(len(EDGES)))


def test_aspect_of_a_tilted_sheet() -> None:
    # A sheet seen by a phone's camera: 190 by 250 mm, tilted by 25 degrees.
    lens = np.array([[4600, 0, 1500], [0, 4600, 2000], [0, 0, 1.0]])
    turn, _ = cv2.Rodrigues(np.radians([25.0, 5.0, 8.0]))
    grid = np.stack(np.meshgrid([0.0, 95, 190], [0.0, 125, 250], [0.0]), axis=-1).reshape(3, 3, 3)
    away = (grid - (95, 125, 0)) @ turn.T + (0, 0, 420)
    shot = away @ lens.T
    nodes = shot[..., :2] / shot[..., 2:]
    assert aspect_of(nodes, (3000, 4000)) == pytest.approx(250 / 190, rel=0.01)


def no_reader() -> Recogniser:
    raise AssertionError("it was filled in by machine")


def laid(
    monkeypatch: pytest.MonkeyPatch, edges: list[float], lines: list[float], table: RuledTable
) -> RuledTable:
    """Where the layout with these lines lies on a table of which no heading can be read."""
    columns = tuple(SheetColumn("", "ignore") for _ in edges[1:])
    drawn = Picture("club.jpg", np.zeros((4000, 3000, 3), np.uint8))
    aspect = aspect_of(seen(edges, lines), (3000, 4000))
    rows = len(lines) - 3
    layout = SheetLayout("club", columns, rows, 2, aspect, tuple(edges), tuple(lines))
    monkeypatch.setattr(club_sheet, "one_by_one", lambda *_: iter([table]))
    monkeypatch.setattr(club_sheet, "_agreement", lambda *_: -1.0)
    return club_sheet._lay(drawn, layout).table


@pytest.mark.parametrize(("lines", "sure"), [(13, True), (12, False)])
def test_where_lines_fit_in_two_ways_every_entry_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, lines: int, sure: bool
) -> None:
    """The contract of the row above would stand in each, and nobody would look."""
    rows = [k / 12 for k in range(13)]
    layout = SheetLayout(
        "club", tuple(SheetColumn("", "points A") for _ in EDGES[1:]), 12, 0,
        aspect_of(seen(EDGES, rows), (3000, 4000)), tuple(EDGES), tuple(rows),
    )  # fmt: skip
    table = RuledTable(seen(EDGES, rows[:lines]))
    monkeypatch.setattr(club_sheet, "one_by_one", lambda *_: iter([table]))
    monkeypatch.setattr(club_sheet, "_agreement", lambda *_: 1.0)
    typed = [Field(f"row {n} / points A", "number", "7") for n in range(1, 13)]
    picture = Picture("club.jpg", np.zeros((4000, 3000, 3), np.uint8))
    read = club_sheet.read_club_sheet(picture, layout, no_reader, as_print=lambda _: typed)
    assert {field.flagged for field in read.fields} == {not sure}
    assert ("rows-unsure" in [problem.code for problem in read.problems]) is not sure


@pytest.mark.parametrize("quarters", range(4))
def test_a_sheet_that_lies_sideways_is_known_by_its_lines_alone(
    monkeypatch: pytest.MonkeyPatch, quarters: int
) -> None:
    """Its headings were blurred: it was another sheet, with a column for each of its rows."""
    whole = RuledTable(seen(EDGES, LINES))
    found = laid(monkeypatch, EDGES, LINES, whole.turned(quarters))
    assert np.allclose(found.nodes, whole.nodes)


@pytest.mark.parametrize(
    ("edges", "lines", "drawn"),
    [
        ([k / 7 for k in range(8)], [k / 12 for k in range(13)], None),  # alike from either end
        (EDGES, LINES, [0.0, 0.11, 0.18, 0.32, 0.47, 0.7, 0.8, 1.0]),  # ruled by hand
    ],
)
def test_a_sheet_of_which_the_lines_leave_open_how_it_lies_is_not_turned(
    monkeypatch: pytest.MonkeyPatch,
    edges: list[float],
    lines: list[float],
    drawn: list[float] | None,
) -> None:
    whole = RuledTable(seen(drawn or edges, lines))
    assert np.allclose(laid(monkeypatch, edges, lines, whole).nodes, whole.nodes)
    with pytest.raises(ReadError, match="is not the sheet"):
        laid(monkeypatch, edges, lines, whole.turned(1))
