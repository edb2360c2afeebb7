"""Several sheets in one photo: each read by itself, what they hide of each other told."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize import crop, open_photo, read_photo
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.page.find import Draft, corners, covered_by, find_pages, inside
from fairdeal.digitize.page.markers import Edges, find_markers, sheets
from fairdeal.digitize.page.register import LINE_PX_MM, Registration, register, without
from fairdeal.digitize.page.surface import NodeGrid, Surface
from fairdeal.digitize.reader.reading import CellInk, PageReading, Reading
from tests.support.camera import PRINT_PX_MM, View, photograph, printed
from tests.support.readers import ReadsEachCell

Picture = NDArray[np.uint8]
LEFT, RIGHT = View(fill=0.7), View(fill=0.7, roll=5, seed=2)
TOP_MM = 190.0
"""Where the page that lies over the foot of another begins."""

KINDS = ("score-sheet", "hand-log", "we-they")
"""Of the forms of the first edition."""


class Blind(ReadsEachCell):
    """Sees ink and reads none of it."""

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        return [Reading(None) for _ in cells]


class Wavers(ReadsEachCell):
    """Reads a 7 everywhere, all but the last perhaps a 1, and says that the second net confirms the last."""

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        torn = Reading("7", 0.6, (("7", 0.6), ("1", 0.4)), flagged=True)
        return [torn] * (len(cells) - 1) + [Reading("7", 1.0, (("7", 1.0),))]

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        return PageReading(tuple(self.read(cells)), confirmed=frozenset({len(cells) - 1}))


def test_what_the_second_net_confirms_on_a_form_is_certain() -> None:
    """Its sign is like another of this hand, as far as the first net knows."""
    form, layout = printed("score-sheet/1").copy(), load("score-sheet/1")
    for row in (1, 2, 3):
        field = layout.field(f"row {row} / points A")
        assert field is not None
        x, y = (round(side * PRINT_PX_MM) for side in (field.outline.x + 2, field.outline.y + 2))
        cv2.line(form, (x, y), (x, y + 30), (0, 0, 0), 4)
    (found,) = read_photo(jpeg(photograph(form, View())), "IMG_5.jpg", Wavers())
    written = [field for field in found.fields if field.text == "7"]
    assert [field.probability for field in written] == [0.6, 0.6, 1.0]


@pytest.fixture(scope="module")
def forms() -> dict[str, Picture]:
    return {kind: printed(f"{kind}/1") for kind in KINDS}


@pytest.fixture(scope="module")
def pair(forms: dict[str, Picture]) -> Picture:
    """Two score sheets side by side."""
    form = forms["score-sheet"]
    return np.hstack([photograph(form, LEFT), photograph(form, RIGHT)])


@pytest.fixture(scope="module")
def stack(forms: dict[str, Picture]) -> Picture:
    """A hand log that lies over the foot of a score sheet."""
    below = forms["score-sheet"].copy()
    start = round(TOP_MM * PRINT_PX_MM)
    below[start:] = forms["hand-log"][: len(below) - start]
    return photograph(below, View(tilt=8))


def jpeg(image: Picture) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_markers_of_two_sheets_are_told_apart(pair: Picture) -> None:
    found = sheets(find_markers(np.asarray(cv2.cvtColor(pair, cv2.COLOR_BGR2GRAY), np.uint8)))
    assert [sorted(one.id for one in seen) for _, seen in found] == [[0, 1, 2, 3, 4, 5]] * 2
    sides = [{bool(one.corners[0, 0] < LEFT.width) for one in seen} for _, seen in found]
    assert sorted(map(list, sides)) == [[False], [True]]


def test_two_sheets_are_found_from_left_to_right(pair: Picture) -> None:
    found, refused = find_pages(pair, "photo")
    assert len(found) == 2 and not refused
    places = np.array([c for f in found[0].layout.fields for c in f.outline.corners], float)
    for page, view, moved in zip(found, (LEFT, RIGHT), (0, LEFT.width), strict=True):
        off = page.to_photo(places) - (view.project(places) + np.array([moved, 0]))
        assert np.linalg.norm(off, axis=1).max() / page.px_mm < 0.45


def test_two_sheets_are_two_transcripts_with_names_of_their_own(pair: Picture) -> None:
    data = jpeg(pair)
    first, second = read_photo(data, "IMG_2.jpg", Blind())
    assert (first.photo, second.photo) == ("IMG_2.jpg#sheet=1", "IMG_2.jpg#sheet=2")
    assert first.form == second.form == "score-sheet/1"
    assert first.corners[0][0] < LEFT.width < second.corners[0][0]
    told = {problem.code for each in (first, second) for problem in each.problems}
    assert told <= {"nothing-written"}, "empty forms, and nothing else to say of them"
    field = second.field("row 1 / dealer")
    assert field is not None
    assert crop(open_photo(data, second.photo), field.region).startswith(b"\x89PNG")


def test_sheet_that_cannot_be_read_does_not_stop_the_other(forms: dict[str, Picture]) -> None:
    whole = photograph(forms["score-sheet"], LEFT)
    cut = photograph(forms["hand-log"], RIGHT)[:, :900]
    (found,) = read_photo(jpeg(np.hstack([whole, cut])), "IMG_3.jpg", Blind())
    assert (found.photo, found.form) == ("IMG_3.jpg", "score-sheet/1")
    assert len(found.fields) == len(load("score-sheet/1").fields)
    (problem,) = [each for each in found.problems if each.code != "nothing-written"]
    assert (problem.code, problem.severity) == ("page-beside", "warning")
    assert "Another page in the same photo was not read." in problem.message


def test_what_lies_under_another_page_is_hidden(stack: Picture) -> None:
    found = read_photo(jpeg(stack), "IMG_4.jpg", Blind())[0]
    assert found.form == "score-sheet/1"
    for field in found.fields:
        layout = load("score-sheet/1").field(field.name)
        assert layout is not None
        if layout.outline.y + layout.outline.height > TOP_MM:
            assert field.flagged and field.text is None and not field.blank, field.name
        elif layout.outline.y + layout.outline.height < TOP_MM - 15:
            assert field.blank, field.name
    assert "field-hidden" in [problem.code for problem in found.problems]


def test_points_in_regions() -> None:
    square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], np.float64)
    points = np.array([(5, 5), (15, 5), (25, 5)], np.float64)
    assert list(inside(points, (square, square + 20))) == [True, False, False]
    assert list(inside(points, ())) == [False] * 3


@pytest.mark.parametrize(
    ("own", "theirs", "upper"),
    [(0.9, 0.2, True), (0.5, 0.06, True), (0.5, 0.3, False), (0.1, 0.0, False), (0.7, 0.9, False)],
)
def test_upper_page_is_the_one_whose_lines_show_faint_or_not(
    own: float, theirs: float, upper: bool
) -> None:
    layout = load("score-sheet/1")
    places = np.stack(np.meshgrid(np.arange(10, 200, 8.0), np.arange(10, 290, 8.0)), -1)
    points = places.reshape(-1, 2)
    flat = Surface.flat(NodeGrid.over(210.0, 297.0))

    def showing(share: float) -> Registration:
        known = np.arange(len(points)) % 100 < 100 * share
        return Registration(flat, share, 0.1, points, known, None)  # type: ignore[arg-type]

    view = np.diag([5.0, 5.0, 1.0])
    one, other = (
        Draft(layout, view, (), showing(share), Edges(0.0, 0.0)) for share in (own, theirs)
    )
    regions = covered_by(one, other)
    assert (regions == ()) is upper


def test_page_is_followed_without_the_lines_that_another_lies_over(
    forms: dict[str, Picture],
) -> None:
    """The other's lines, of the same form 1 mm beside its own, are found just as well as its own."""
    layout, start = load("score-sheet/1"), round(TOP_MM * LINE_PX_MM)
    flat = cv2.resize(
        forms["score-sheet"], None, fx=LINE_PX_MM / PRINT_PX_MM, fy=LINE_PX_MM / PRINT_PX_MM
    )
    dark = 1 - flat[..., :2].mean(2).astype(np.float32) / 255
    dark[start:] = np.roll(dark[start:], round(LINE_PX_MM), axis=1)
    marks = np.array([c for mark in layout.markers for c in mark.corners if c[1] < TOP_MM])
    among = register(layout, dark, marks, marks)
    foot = corners(layout) * (1.0, 0.0) + np.array([(0, TOP_MM)] * 2 + [(0, 297.0)] * 2)
    below = among.blocks[:, 1] > TOP_MM
    assert among.known[below].mean() > 0.5
    alone = without(among, [foot])
    assert not alone.known[below & (among.blocks[:, 1] > TOP_MM + 14)].any()
    assert alone.known[~below].mean() > 0.95
    assert np.abs(alone.surface.at(marks)).max() < 0.05
