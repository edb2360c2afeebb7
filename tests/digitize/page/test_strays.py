"""A page over another that shows a single mark of its own: what lies under it is told all the same."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.filled_forms import cells_of
from fairdeal.digitize.forms.layout import Layout, load
from fairdeal.digitize.page.find import (
    EDGES_MM,
    OWN_MARK_MM,
    Draft,
    corners,
    hidden_by_mark,
)
from fairdeal.digitize.page.markers import Edges, Sighting, apply
from fairdeal.digitize.page.register import Registration
from fairdeal.digitize.page.surface import NodeGrid, Surface
from tests.support.camera import PRINT_PX_MM, View, find_page, photograph, printed

Floats = NDArray[np.float64]
VIEW = np.array([[5.0, 0.3, 100.0], [-0.2, 4.6, 80.0], [0.0001, 0.0002, 1.0]])
LOG = load("hand-log/1")
ASIDE_MM, DOWN_MM = 110.0, 160.0
"""How far the page over it lies to the right and below."""


POINTS = np.stack(np.meshgrid(np.arange(10, 200, 8.0), np.arange(10, 290, 8.0)), -1).reshape(-1, 2)


def page_showing(share: float) -> Draft:
    flat, known = (
        Surface.flat(NodeGrid.over(210.0, 297.0)),
        np.arange(len(POINTS)) % 100 < 100 * share,
    )
    followed = Registration(flat, share, 0.1, POINTS, known, None)  # type: ignore[arg-type]
    return Draft(LOG, VIEW, (), followed, Edges(0.0, 0.0))


SHOWN, LOST = page_showing(1.0), page_showing(0.5)
"""A page whose lines are seen, and one of whose lines too few are."""


def mark(
    layout: Layout, moved: tuple[float, float], degrees: float = 0.0, size: float = 1
) -> Floats:
    """The corners, on the page under it, of the first mark of a page turned and moved."""
    known = np.array(layout.markers[0].corners, np.float64)
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (known * size) @ turn.T + np.array(moved)


def seen(places: Floats, number: int = LOG.markers[0].id) -> Sighting:
    return Sighting(number, apply(VIEW, places))


def test_a_mark_tells_where_its_page_lies() -> None:
    for degrees in (0.0, 30.0, 180.0):
        moved = (150.0, 250.0) if degrees == 180.0 else (40.0, 90.0)
        regions = hidden_by_mark(SHOWN, seen(mark(LOG, moved, degrees)))
        angle = np.deg2rad(degrees)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        for region, beyond in zip(regions, EDGES_MM, strict=True):
            np.testing.assert_allclose(region, corners(LOG, beyond) @ turn.T + moved, atol=1e-6)


@pytest.mark.parametrize(
    "places",
    [
        pytest.param(mark(LOG, (230.0, 20.0)), id="beside the page, which shows its lines"),
        pytest.param(mark(LOG, (OWN_MARK_MM - 1, 0.0)), id="the page's own, out of its place"),
        pytest.param(mark(LOG, (40.0, 90.0), size=1.5), id="of another size"),
        pytest.param(mark(LOG, (60.0, 90.0)) * (-1, 1) + (150.0, 0.0), id="seen in a mirror"),
    ],
)
def test_a_mark_that_is_no_other_pages_hides_nothing(places: Floats) -> None:
    assert hidden_by_mark(SHOWN, seen(places)) == ()


def test_a_number_that_no_form_has_hides_nothing() -> None:
    assert hidden_by_mark(SHOWN, seen(mark(LOG, (40.0, 90.0)), 49)) == ()


def test_a_mark_at_the_edge_of_the_page_is_over_it_where_its_lines_are_lost() -> None:
    """Else it looks out from under it, where a curl draws the edge in."""
    for places in (mark(LOG, (-12.0, 90.0)), mark(LOG, (-7.0, 90.0))):
        assert (places[:, 0] > 0).any() and (places[:, 0] < 8).any()
        assert hidden_by_mark(SHOWN, seen(places)) == ()
        assert hidden_by_mark(LOST, seen(places))
    assert hidden_by_mark(SHOWN, seen(mark(LOG, (40.0, 90.0))))


def test_a_mark_beside_the_page_hides_what_does_not_show_its_lines() -> None:
    """Its page reaches under or over this one from the left: which of the two, the lines tell."""
    beside = seen(mark(LOG, (-150.0, 90.0)))
    assert hidden_by_mark(SHOWN, beside) == ()
    assert hidden_by_mark(LOST, beside)
    assert hidden_by_mark(LOST, seen(mark(LOG, (-400.0, 90.0)))) == ()


def test_page_under_one_with_a_single_mark_is_followed_by_its_own_lines() -> None:
    """The same form, so that what is seen there is as the form's own: rows, words and lines."""
    over = printed("hand-log/1")
    under, (down, aside) = over.copy(), (round(v * PRINT_PX_MM) for v in (DOWN_MM, ASIDE_MM))
    under[down:, aside:] = over[: len(over) - down, : over.shape[1] - aside]
    view = View(tilt=8)
    page = find_page(photograph(under, view), "photo")
    assert page.covered
    for cell in cells_of(page):
        middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in cell.field.boxes]
        if any(x > ASIDE_MM and y > DOWN_MM for x, y in middles):
            assert cell.hidden, cell.field.name
            continue
        places = np.array([corner for box in cell.field.boxes for corner in box.corners])
        off = np.linalg.norm(page.to_photo(places) - view.project(places), axis=1) / page.px_mm
        assert cell.hidden or off.max() < 0.45, cell.field.name
        if all(x < ASIDE_MM - 30 or y < DOWN_MM - 30 for x, y in middles):
            assert not cell.hidden, cell.field.name
