"""Sharp folds: boxes beside them lie where they were taken to lie."""

from __future__ import annotations

import numpy as np
import pytest

from fairdeal.digitize.page.register import SHARP_NODE_MM, fit_sharp, is_sharp
from fairdeal.digitize.page.surface import NodeGrid, Surface
from samples.making.photos.taken import Conditions, photograph
from tests.support.camera import find_page, printed

PAGE = (210.0, 297.0)
GRID = NodeGrid.over(*PAGE, SHARP_NODE_MM)
STILL = np.zeros((GRID.rows, GRID.columns))


@pytest.mark.parametrize(
    ("kind", "fold", "tilt", "towards", "curl"),
    [
        ("hand-log", 4.9, 42, 175, 0),
        ("score-sheet", 2.6, 44, 175, 0),
        # Most lines lie within a line's width of their places already, those at the fold do not.
        ("score-sheet", 3.9, 30.5, 150, 4.3),
    ],
)
def test_boxes_beside_a_sharp_fold_seen_from_aside_are_in_their_places(
    kind: str, fold: float, tilt: float, towards: float, curl: float
) -> None:
    """A surface that bends smoothly leaves boxes 1 to 2 mm off on these pages."""
    conditions = Conditions(
        size=(1500, 2000),
        tilt=tilt,
        tilt_towards=towards,
        fold=fold,
        fold_way="across",
        curl=curl,
    )
    sheet = printed(kind)[..., ::-1]
    taken = photograph(sheet, PAGE, conditions, np.random.default_rng(1))
    page = find_page(np.ascontiguousarray(taken.picture[..., ::-1]), "photo")
    corners = np.array([c for f in page.layout.fields for b in f.boxes for c in b.corners])
    off = np.linalg.norm(page.to_photo(corners) - taken.to_photo(corners), axis=1)
    assert off.max() / page.px_mm < 0.8


def test_a_page_most_of_whose_lines_are_astray_is_not_bent_sharply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    conditions = Conditions(
        size=(1500, 2000), tilt=42, tilt_towards=175, fold=4.9, fold_way="across"
    )
    taken = photograph(printed("hand-log/1")[..., ::-1], PAGE, conditions, np.random.default_rng(1))
    photo = np.ascontiguousarray(taken.picture[..., ::-1])
    assert is_sharp(find_page(photo, "photo").surface)
    monkeypatch.setattr("fairdeal.digitize.page.register.MOST_ASTRAY_MM", 0.0)
    assert not is_sharp(find_page(photo, "photo").surface)


def test_a_fold_goes_on_for_25_mm_where_nothing_was_seen() -> None:
    chance = np.random.default_rng(1)
    points = chance.uniform((0, 0), PAGE, (4000, 2))
    values = 0.15 * np.abs(points[:, 1] - 150)
    seen = points[:, 0] < 185
    nodes = fit_sharp(GRID, points[seen], values[seen], STILL)
    surface = Surface(GRID, np.stack([nodes, nodes], -1))
    assert np.abs(surface.at(points)[~seen, 0] - values[~seen]).max() < 0.8


def test_single_wrong_lines_bend_nothing() -> None:
    chance = np.random.default_rng(1)
    points = chance.uniform((0, 0), PAGE, (4000, 2))
    values = np.zeros(4000)
    values[::25] = 1.5
    assert np.percentile(np.abs(fit_sharp(GRID, points, values, STILL)), 95) < 0.25
