"""Pages made flat, level and upright, and the way back from them to the photo."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.printed.straighten import (
    FlatPage,
    Leaning,
    TextRow,
    broken_print,
    dark_picture,
    flattenings,
    leaning,
    like_a_sheet,
    sloping,
    whole_picture,
)
from tests.support.camera import View, photograph

Box = tuple[float, float, float, float]
BOX: Box = (300.0, 500.0, 420.0, 560.0)
FLAT = FlatPage(np.full((3000, 2000), 255, np.uint8), np.diag([0.5, 0.5, 1.0]))


def test_an_outline_is_in_the_photos_pixels() -> None:
    assert FLAT.outline(BOX) == ((150, 250), (210, 250), (210, 280), (150, 280))


@pytest.mark.parametrize(
    ("way", "box"),
    [
        (cv2.ROTATE_180, (2000 - 1 - 420.0, 3000 - 1 - 560.0, 2000 - 1 - 300.0, 3000 - 1 - 500.0)),
        (cv2.ROTATE_90_CLOCKWISE, (3000 - 1 - 560.0, 300.0, 3000 - 1 - 500.0, 420.0)),
        (cv2.ROTATE_90_COUNTERCLOCKWISE, (500.0, 2000 - 1 - 420.0, 560.0, 2000 - 1 - 300.0)),
    ],
)
def test_a_turned_page_leads_back_to_the_same_place(way: int, box: Box) -> None:
    assert set(FLAT.turned(way).outline(box)) == set(FLAT.outline(BOX))


@pytest.mark.parametrize(
    "way", [cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE]
)
def test_a_turned_page_is_the_page_turned(way: int) -> None:
    grey = np.full((300, 200), 255, np.uint8)
    grey[50, 30] = 0
    turned = FlatPage(grey, np.eye(3)).turned(way)
    y, x = np.argwhere(turned.grey == 0)[0]
    assert turned.outline((x, y, x, y))[0] == (30, 50)


def test_a_page_that_is_not_turned_stays() -> None:
    assert FLAT.turned(None) is FLAT


def corners_of(view: View) -> NDArray[np.float64]:
    return view.project(np.array([(0, 0), (210, 0), (210, 297), (0, 297)], float))


def test_lines_are_made_level(page: NDArray[np.uint8]) -> None:
    """Rows of a page that was turned differ as much as those of one that was not."""

    def stripes(flat: FlatPage) -> float:
        return float(np.square(np.diff((255.0 - flat.grey).mean(1))).sum())

    def flat(view: View) -> FlatPage:
        return next(flattenings(photograph(page, view), corners_of(view)))

    assert stripes(flat(View(roll=7, fill=0.75))) > 0.4 * stripes(flat(View()))


def test_places_of_a_straightened_photo_lead_back_to_it(page: NDArray[np.uint8]) -> None:
    view = View(tilt=15, roll=5, fill=0.7)
    flat = next(flattenings(photograph(page, view), corners_of(view)))
    height, width = flat.grey.shape
    (x, y), *_ = flat.outline((width / 2, height / 4, width / 2, height / 4))
    expected = view.project(np.array([(105.0, 297.0 / 4)]))[0]
    assert abs(x - expected[0]) < 15 and abs(y - expected[1]) < 15


ALL = [TextRow(0, 0, 3500, 3500, 0.0, 1)]


@pytest.mark.parametrize(("middle", "change"), [(0.17, 0.0), (-0.1, 0.0), (0.03, 2e-5)])
def test_letters_that_lean_are_made_upright(
    page: NDArray[np.uint8], middle: float, change: float
) -> None:
    """The sheet was cut out with playing cards that lay above it."""
    flat = next(flattenings(photograph(page, View()), corners_of(View())))
    height, width = flat.grey.shape
    aside = np.array([[1, middle, -middle * height / 2], [0, 1, 0], [0, 0, 1]])
    away = np.array([[1, 0, 0], [0, 1, 0], [0, -change, 1 + change * height / 2]])
    leaning_page = cv2.warpPerspective(
        flat.grey, np.linalg.inv(aside @ away), (width, height), borderValue=(255,)
    )
    leant = FlatPage(np.asarray(leaning_page, np.uint8), flat.to_photo @ aside @ away)
    found = leant.squared(ALL)
    assert abs(leaning(leant.grey, ALL).middle) > 0.02
    assert abs(leaning(found.grey, ALL).middle) < 0.01
    box = (width / 2, height / 2, width / 2 + 40, height / 2 + 20)
    to_page = np.linalg.inv(leant.to_photo) @ found.to_photo
    there = cv2.perspectiveTransform(np.array([[box[:2]]]), np.linalg.inv(to_page))[0, 0]
    assert np.allclose(found.outline((*there, *there))[0], leant.outline(box)[0], atol=1)


def test_strokes_that_lean_every_way_do_not_make_the_page_lean() -> None:
    """Of small blurred letters the likeliest lean was another in each column, and the rules of a table on
    which they stood were lost."""
    page = np.full((1600, 1600), 255, np.uint8)
    for n, x in enumerate(range(100, 1500, 28)):
        for y in range(100, 1400, 260):
            cv2.line(page, (x, y), (x - round(200 * (0.005 * (n % 41) - 0.08)), y + 200), (0,), 6)
    assert leaning(page, ALL) == Leaning()


def test_a_few_slanting_letters_on_one_side_do_not_make_the_page_lean() -> None:
    """Four crosses in a column of a table drew its upper half together, and its figures were not seen."""
    upright = np.full((1600, 1600), 255, np.uint8)
    for x in (500, 700, 900, 1100, 1300, 1500):
        upright[200:1400, x : x + 6] = 0
    for y in range(100, 1500, 200):
        cv2.line(upright, (100, y), (148, y + 200), (0,), 6)
    assert abs(leaning(upright, ALL).change) == 0 and abs(leaning(upright, ALL).middle) < 0.01


def test_rules_that_lean_count_for_more_than_round_letters_between_them() -> None:
    """Cards stood in the cells beside their own: strokes of letters seemed upright, the rules leaned."""
    page = np.full((1600, 1600), 255, np.uint8)
    rules, rows = [], []
    for x in range(150, 1500, 150):
        rows.append(TextRow(x + 90, 100, x + 140, 1100, 0.0, 1))
        cv2.line(page, (x, 100), (x + 80, 1100), (0,), 4, cv2.LINE_AA)
        rules += [(x + 8 * n - 3, 100 + 100 * n, x + 8 * n + 11, 200 + 100 * n) for n in range(10)]
        for y in range(120, 1080, 60):
            for aside in range(92, 132, 18):
                page[y : y + 50, x + aside : x + aside + 6] = 0
    page = np.asarray(cv2.GaussianBlur(page, (0, 0), 2.0), np.uint8)
    boxes = np.array(rules, np.int32)
    assert abs(leaning(page, rows).middle) < 0.02
    assert leaning(page, rows, boxes).middle == pytest.approx(0.08, abs=0.01)
    squared = FlatPage(page, np.eye(3)).squared(rows, boxes)
    assert abs(squared.to_photo[0, 1]) == pytest.approx(0.08, abs=0.01)


def leant(*parts: Sequence[float]) -> NDArray[np.uint8]:
    """A page whose quarters have strokes that go that far aside on their way down, one after the other."""
    page = np.full((1600, 1600), 255, np.uint8)
    for part, leans in enumerate(parts):
        for n, lean in enumerate(leans):
            for y in range(100, 1400, 260):
                top = (400 * part + 50 + 300 * n // len(leans), y)
                cv2.line(page, top, (round(top[0] + lean), y + 200), (0,), 6, cv2.LINE_AA)
    return page


EVERY_WAY = [*range(-60, 61, 4)]


@pytest.mark.parametrize(
    ("parts", "known"),
    [
        ([[n] * 5 for n in (4, 16, 30, -30)], False),
        ([[n] * 5 for n in (8, 10, 11, -38)], True),
        ([[n] * 5 for n in (6, -4, -1)], False),
        ([[n] * 5 for n in (13, 10, 4)], True),
        ([[*EVERY_WAY, 20, 20]] * 2, False),
        ([[*EVERY_WAY, *[20] * 8]] * 2, True),
    ],
)
def test_letters_that_lean_as_they_like_make_no_page_lean(
    parts: list[list[float]], known: bool
) -> None:
    """Pale letters with serifs and suits leaned every way, more or less: the columns of pages that were cut
    out rightly were made to run across each other."""
    assert (leaning(leant(*parts), ALL) != Leaning()) is known


def rows(middle: float, change: float, uneven: float = 0.0) -> list[TextRow]:
    """Lines across a page of 2,000 by 3,000 pixels, each sloping by that where it stands."""
    heights = range(300, 2800, 100)
    return [
        TextRow(200, y - 20, 1800, y + 20, middle + change * (y - 1500) + uneven * (-1) ** n, 40)
        for n, y in enumerate(heights)
    ]


def test_lines_that_slope_more_and_more_are_made_level() -> None:
    page = np.full((3000, 2000), 255, np.uint8)
    sloped = rows(0.05, -7e-5)
    for row in sloped:
        middle = (row.top + row.bottom) / 2
        ends = [(x, round(middle + row.slope * (x - 1000))) for x in (200, 1800)]
        cv2.line(page, *ends, (0,), 9)
    flat = FlatPage(page, np.eye(3)).squared(sloped)
    found = [np.flatnonzero(flat.grey[:, x] < 100) for x in (400, 1000, 1600)]
    assert abs(sloped[0].slope) > 0.1 and all(len(each) for each in found)
    tops = np.array([[each[0], each[-1]] for each in found])
    assert np.ptp(tops, axis=0).max() < 40  # of 180 and 60 before


@pytest.mark.parametrize(
    "few",
    [
        rows(0.05, 0.0)[:3],
        rows(0.05, 0.0, 0.02),
        [row._replace(letters=3) for row in rows(0.05, 0)],
    ],
)
def test_few_lines_or_uneven_ones_do_not_show_how_a_page_slopes(few: list[TextRow]) -> None:
    assert sloping(few, (3000, 2000)) == Leaning()


def test_a_page_does_not_become_much_larger_by_being_made_level() -> None:
    """A few marks in rows that fan out."""
    page = FlatPage(np.full((3000, 2000), 255, np.uint8), np.eye(3))
    assert page.squared(rows(0.05, 9e-4)) is page


def test_upright_letters_stay_as_they_are(page: NDArray[np.uint8]) -> None:
    flat = next(flattenings(photograph(page, View()), corners_of(View())))
    assert flat.squared(ALL) is flat
    blank = FlatPage(np.full((300, 200), 255, np.uint8), np.eye(3))
    assert blank.squared(ALL) is blank


def test_what_leans_more_than_any_sheet_is_not_cut_out(page: NDArray[np.uint8]) -> None:
    """Its columns ran into each other."""
    leaning = np.array([(20, 2), (244, 2), (244, 326), (8, 135)], np.float64)
    assert like_a_sheet(corners_of(View(tilt=20, roll=10)))
    assert not like_a_sheet(leaning)
    assert next(flattenings(page, leaning)).grey.shape == whole_picture(page).grey.shape


def test_light_letters_on_a_dark_screen_become_dark_on_light() -> None:
    dark = np.full((600, 400, 3), 25, np.uint8)
    cv2.putText(dark, "3: KH 9C", (40, 200), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (230, 230, 230), 3)
    found = dark_picture(dark)
    assert found is not None and np.median(found.grey) > 220 and found.grey.min() < 120


def test_a_light_picture_is_no_dark_one() -> None:
    assert dark_picture(np.full((600, 400, 3), 230, np.uint8)) is None


def test_all_of_a_scan_is_the_page() -> None:
    scan = np.full((1200, 800, 3), 250, np.uint8)
    flat = whole_picture(scan)
    assert flat.grey.shape == (3000, 2000)
    corner = flat.outline((0, 0, 2000, 3000))[2]
    assert corner == pytest.approx((800, 1200), abs=2)


def test_the_broken_strokes_of_a_fax_meet() -> None:
    """A fax of thin letters was refused: each fell into pieces that are no letters."""
    fax = np.full((2300, 1700, 3), 255, np.uint8)
    for x in range(200, 1400, 40):
        fax[300:330, x : x + 3] = 0
        fax[308:310, x : x + 3] = fax[320:322, x : x + 3] = 255
    joined = broken_print(fax)
    assert joined is not None
    count = cv2.connectedComponents((joined.grey < 160).astype(np.uint8))[0] - 1
    assert count == len(range(200, 1400, 40))
    grey = np.clip(fax.astype(int) - np.arange(1700)[None, :, None] // 12, 0, 255).astype(np.uint8)
    assert broken_print(grey) is None
