"""The page in a photo: found and squared up, or refused with the reason."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import FORMS, load
from fairdeal.digitize.page.find import LEAST_SHARE, Page, check_lines, find_pages, misplaced_words
from fairdeal.digitize.page.markers import Edges, Sighting, apply, edge_widths, invert
from fairdeal.digitize.page.register import Registration
from fairdeal.digitize.page.surface import NodeGrid, Surface, even_light, fit
from fairdeal.digitize.page.words import Spot, read_sheet_code, spots
from fairdeal.digitize.trouble import ReadError
from samples.making.photos.taken import Conditions, photograph as take
from tests.support.camera import PRINT_PX_MM, View, find_page, photograph, printed

KINDS = ("score-sheet", "hand-log", "we-they")
"""Of the forms of the first edition."""
IN_PLACE_MM = 0.45
"""Half the gap between the closest rows of boxes."""


@pytest.fixture(scope="module")
def forms() -> dict[str, NDArray[np.uint8]]:
    return {kind: printed(f"{kind}/1") for kind in KINDS}


def furthest_off(page: Page, view: View) -> float:
    """The furthest that a box's corner was taken to lie from where it is, in mm."""
    corners = np.array([c for f in page.layout.fields for b in f.boxes for c in b.corners])
    off = np.linalg.norm(page.to_photo(corners) - view.project(corners), axis=1)
    return float(off.max() / page.px_mm)


@pytest.mark.parametrize(
    ("kind", "view"),
    [
        pytest.param("score-sheet", View(), id="from above"),
        pytest.param("hand-log", View(width=900, height=1200, jpeg=70), id="shrunk by a messenger"),
        pytest.param("we-they", View(width=900, height=1200, jpeg=70), id="few words, shrunk"),
        pytest.param("score-sheet", View(tilt=44, fill=0.8), id="tilted"),
        pytest.param("hand-log", View(tilt=44, fill=0.8), id="many rows, tilted"),
        pytest.param("we-they", View(roll=180, pan=20, fill=0.75), id="upside down"),
        pytest.param("hand-log", View(width=2000, height=1500, roll=95), id="lying"),
        pytest.param("score-sheet", View(curl=8, tilt=20, fill=0.75), id="curled"),
        pytest.param("we-they", View(curl=8, tilt=20, fill=0.75), id="few lines, curled"),
        pytest.param("hand-log", View(shadow=0.5, noise=5), id="shadow and noise"),
    ],
)
def test_page_is_squared_up(forms: dict[str, NDArray[np.uint8]], kind: str, view: View) -> None:
    page = find_page(photograph(forms[kind], view), "photo")
    assert page.layout.kind == kind
    assert furthest_off(page, view) < IN_PLACE_MM


LATER = [form for form in FORMS if form[:-2] not in KINDS or form[-1] > "1"]


@pytest.mark.parametrize("form", LATER)
def test_later_forms_are_squared_up_and_tell_their_edition(form: str) -> None:
    """Every other one tilted, the others curled."""
    tilted, curled = View(tilt=25, roll=8, fill=0.75), View(curl=8, tilt=20, fill=0.75)
    view = curled if LATER.index(form) % 2 else tilted
    page = find_page(photograph(printed(form), view), "photo")
    assert page.layout.form == form
    assert furthest_off(page, view) < IN_PLACE_MM
    assert read_sheet_code(page.image, page.layout) == (form, "7F3K9Q")


@pytest.mark.parametrize("hide", [(0,), (3,), (1, 2), (0, 2, 4), (0, 1, 2), (2, 3, 4, 5)])
def test_hidden_markers_are_done_without(
    forms: dict[str, NDArray[np.uint8]], hide: tuple[int, ...]
) -> None:
    view = View(tilt=15, pan=5)
    page = find_page(photograph(without(forms["score-sheet"], hide), view), "photo")
    assert not set(hide) & set(page.markers)
    assert furthest_off(page, view) < IN_PLACE_MM


def without(form: NDArray[np.uint8], markers: tuple[int, ...]) -> NDArray[np.uint8]:
    """The form with some of its markers painted over."""
    covered = form.copy()
    for marker in load("score-sheet/1").markers:
        if marker.id in markers:
            (left, top), _, (right, below), _ = (np.array(marker.corners) * PRINT_PX_MM).astype(int)
            covered[top - 5 : below + 5, left - 5 : right + 5] = (120, 150, 190)
    return covered


def test_sheet_id_is_read(forms: dict[str, NDArray[np.uint8]]) -> None:
    page = find_page(photograph(forms["hand-log"], View(tilt=10)), "photo")
    assert read_sheet_code(page.image, page.layout) == ("hand-log/1", "7F3K9Q")


def refusal(image: NDArray[np.uint8]) -> ReadError:
    with pytest.raises(ReadError) as caught:
        find_page(image, "IMG_7.jpg")
    assert "IMG_7.jpg" in caught.value.message
    assert caught.value.remedy
    return caught.value


def test_no_markers() -> None:
    chance = np.random.default_rng(3)
    cat = cv2.GaussianBlur(chance.integers(0, 255, (1200, 900, 3), dtype=np.uint8), (0, 0), 9)
    assert refusal(np.asarray(cat, np.uint8)).code == "page-not-found"


def test_single_marker_is_not_enough(forms: dict[str, NDArray[np.uint8]]) -> None:
    covered = without(forms["score-sheet"], (1, 2, 3, 4, 5))
    error = refusal(photograph(covered, View()))
    assert error.code == "page-not-found"
    assert "only 1" in error.message


@pytest.mark.parametrize(
    ("view", "code"),
    [
        (View(shift=(55.0, 0.0)), "page-cut"),
        (View(shift=(0.0, 70.0)), "page-cut"),
        (View(fill=0.22), "page-too-small"),
        (View(blur=5.6), "page-blurred"),
    ],
)
def test_bad_photo_is_refused(forms: dict[str, NDArray[np.uint8]], view: View, code: str) -> None:
    assert refusal(photograph(forms["score-sheet"], view)).code == code


def test_a_phone_that_moved_is_told_to_be_held_still(forms: dict[str, NDArray[np.uint8]]) -> None:
    """Smeared along its rows a page shows half of its edges sharp, and few of its lines."""
    photo = photograph(forms["hand-log"], View())
    smeared = cv2.filter2D(photo, -1, np.full((1, 11), 1 / 11, np.float32))
    assert refusal(np.asarray(smeared, np.uint8)).code == "page-blurred"


def test_edges_are_as_wide_as_those_across_the_way_of_the_phone() -> None:
    grey = np.full((400, 400), 230, np.uint8)
    grey[100:300, 100:300] = 20
    corners = np.array([(100, 100), (300, 100), (300, 300), (100, 300)], np.float64) - 0.5
    seen = [Sighting(0, corners)]
    sharp = edge_widths(grey, seen)
    assert sharp.usual == sharp.widest < 0.01
    smeared = edge_widths(np.asarray(cv2.blur(grey, (21, 1)), np.uint8), seen)
    assert smeared.widest > 5 * sharp.widest
    assert smeared.usual < smeared.widest
    assert edge_widths(grey, []) == Edges(0.0, 0.0)


def test_half_a_page_is_refused(forms: dict[str, NDArray[np.uint8]]) -> None:
    photo = photograph(forms["hand-log"], View())
    assert refusal(photo[:1000]).code in ("page-cut", "page-not-found")


@pytest.mark.parametrize("second", KINDS)
def test_two_pages_are_both_found(forms: dict[str, NDArray[np.uint8]], second: str) -> None:
    left = photograph(forms["score-sheet"], View(fill=0.7))
    right = photograph(forms[second], View(fill=0.7, seed=2))
    found, refused = find_pages(np.hstack([left, right]), "photo")
    assert [page.layout.kind for page in found] == ["score-sheet", second] and not refused


def faded(form: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The form with its box lines almost gone, words and markers as they are."""
    lines = (form[..., 2] > 200)[..., None]
    pale = 255 - (255 - form.astype(int)) // 4
    return np.where(lines, pale, form).astype(np.uint8)


def test_words_in_their_places_vouch_for_faint_lines(forms: dict[str, NDArray[np.uint8]]) -> None:
    view = View(width=900, height=1200, jpeg=70, noise=3)
    page = find_page(photograph(faded(forms["hand-log"]), view), "photo")
    assert page.share < LEAST_SHARE
    assert furthest_off(page, view) < IN_PLACE_MM


def test_some_words_vouch_where_none_is_astray_and_no_part_is_bare(
    forms: dict[str, NDArray[np.uint8]],
) -> None:
    layout = load("score-sheet/1")
    page = find_page(photograph(forms["score-sheet"], View()), "photo")
    seen = spots(page.image, layout)
    blocks = np.stack(np.meshgrid(np.arange(10, 210, 8.0), np.arange(10, 290, 8.0)), -1)
    points = blocks.reshape(-1, 2)
    known = np.arange(len(points)) % 2 == 0
    half = [
        replace(spot, standing="here" if number % 10 < 7 else "unknown")
        for number, spot in enumerate(seen)
    ]

    def trusted(known: NDArray[np.bool_], seen: list[Spot], px_mm: float = 4.0) -> bool:
        share = float(known.mean())
        surface = Surface.flat(NodeGrid.over(210.0, 297.0))
        register = Registration(surface, share, 0.1, points, known, None)  # type: ignore[arg-type]
        try:
            check_lines(register, share, seen, Edges(0.3, 0.3), px_mm, "photo")
        except ReadError as error:
            assert error.code == "page-not-flat"
            return False
        return True

    assert trusted(known, half)
    assert trusted(known, half, px_mm=2.0)
    assert not trusted(known, half, px_mm=1.9), "too small for words to vouch for it"
    assert not trusted(np.arange(len(points)) % 3 == 0, half), "too few lines"
    assert not trusted(known, [replace(half[0], standing="elsewhere"), *half[1:]])
    assert not trusted(known, [replace(s, standing="unknown") for s in half[::2]] + half[1::2])
    bare = known & (points[:, 0] < 100)
    some = [replace(s, standing="unknown") if s.middle[0] > 120 else s for s in seen]
    assert sum(s.standing == "here" for s in some) > 0.6 * len(some), (
        "enough words, all at the left"
    )
    assert bare.mean() < LEAST_SHARE
    fewer = known | bare
    fewer[points[:, 0] > 120] = False
    assert not trusted(np.asarray(fewer | (points[:, 0] < 90) & (points[:, 1] > 100)), some)


def test_words_astray_tell_nothing_where_the_page_itself_is_out_of_sight() -> None:
    """Another page's row numbers are seen where this one's are covered, and its marks are not."""
    blocks = np.stack(np.meshgrid(np.arange(10, 210, 8.0), np.arange(10, 290, 8.0)), -1)
    points = blocks.reshape(-1, 2)
    known = points[:, 1] < 220
    surface = Surface.flat(NodeGrid.over(210.0, 297.0))
    share = float(known.mean())
    register = Registration(surface, share, 0.1, points, known, None)  # type: ignore[arg-type]
    covered = Spot("18", (11.0, 260.0), "elsewhere", (0.0, 0.0), 0.9, True)
    astray = replace(covered, middle=(11.0, 120.0))
    assert misplaced_words(register, share, [covered, astray]) == [astray]
    assert misplaced_words(register, LEAST_SHARE - 0.01, [covered]) == [covered], (
        "few lines: words count"
    )


def test_strong_curl_seen_from_aside_is_followed(forms: dict[str, NDArray[np.uint8]]) -> None:
    """Between markers at both edges the page bulges by 8 mm, more than any line tells from its
    neighbour: only the markers' own shear shows it."""
    conditions = Conditions(size=(1500, 2000), tilt=40, tilt_towards=185, curl=13, fills=0.93)
    taken = take(forms["we-they"][..., ::-1], (210.0, 297.0), conditions, np.random.default_rng(3))
    page = find_page(np.ascontiguousarray(taken.picture[..., ::-1]), "photo")
    corners = np.array([c for f in page.layout.fields for b in f.boxes for c in b.corners])
    off = np.linalg.norm(page.to_photo(corners) - taken.to_photo(corners), axis=1)
    assert off.max() / page.px_mm < 0.7


def test_page_far_away_in_one_corner_is_found(forms: dict[str, NDArray[np.uint8]]) -> None:
    view = View(width=900, height=1200, tilt=40, fill=0.8)
    page = find_page(photograph(forms["hand-log"], view), "photo")
    assert page.px_mm < 2.0
    assert furthest_off(page, view) < 2 * IN_PLACE_MM


def test_words_beside_their_places_lay_a_folded_page_anew(
    forms: dict[str, NDArray[np.uint8]],
) -> None:
    """A sheet that was folded in four: its lines alone leave a word 0.7 mm beside its place, which
    would be refused."""
    conditions = Conditions(size=(1500, 2000), tilt=22, tilt_towards=322, fold=4, fold_way="both")
    sheet = forms["score-sheet"][..., ::-1]
    taken = take(sheet, (210.0, 297.0), conditions, np.random.default_rng(1))
    page = find_page(np.ascontiguousarray(taken.picture[..., ::-1]), "photo")
    corners = np.array([c for f in page.layout.fields for b in f.boxes for c in b.corners])
    off = np.linalg.norm(page.to_photo(corners) - taken.to_photo(corners), axis=1)
    assert off.max() / page.px_mm < 0.7


def test_markers_of_one_form_around_another_are_not_trusted(
    forms: dict[str, NDArray[np.uint8]],
) -> None:
    """Markers in their places, and none of the form's lines between them."""
    page = np.full_like(forms["score-sheet"], 255)
    for marker in load("score-sheet/1").markers:
        (left, top), _, (right, below), _ = (np.array(marker.corners) * PRINT_PX_MM).astype(int)
        page[top - 9 : below + 9, left - 9 : right + 9] = forms["score-sheet"][
            top - 9 : below + 9, left - 9 : right + 9
        ]
    assert refusal(photograph(page, View())).code == "page-not-flat"


def test_lines_shifted_by_a_row_are_not_trusted(forms: dict[str, NDArray[np.uint8]]) -> None:
    """A sheet glued together wrongly: nothing of it is read under another row's name in silence."""
    form = forms["score-sheet"].copy()
    step = round(10.35 * PRINT_PX_MM)
    form[700:1300, 600:] = np.roll(form, step, axis=0)[700:1300, 600:]
    view = View()
    try:
        page = find_page(photograph(form, view), "photo")
    except ReadError as error:
        assert error.code == "page-not-flat"
    else:
        assert furthest_off(page, view) < IN_PLACE_MM


def test_light_is_evened_out_and_ink_stays() -> None:
    columns = np.linspace(90, 240, 600)
    page = np.repeat(columns[None], 400, axis=0)
    page[195:200, 100:500] *= 0.5
    even = even_light(page.astype(np.uint8), 10.0, 235)
    assert np.ptp(even[50:150, 30:570].astype(int)) <= 12
    assert abs(float(even[197, 100:500].mean()) - 117.5) < 6


def test_dense_scribble_is_not_taken_for_paper() -> None:
    page = np.full((400, 600), 220, np.uint8)
    page[150:220, 200:320] = 60
    assert even_light(page, 10.0, 235)[185, 260] < 90


def test_surface_goes_on_straight_beyond_its_points() -> None:
    grid = NodeGrid.over(210.0, 297.0)
    places = np.stack(np.meshgrid(np.arange(5, 100, 10.0), np.arange(5, 290, 10.0)), -1)
    points = places.reshape(-1, 2)
    values = 0.02 * points[:, 0] - 0.01 * points[:, 1]
    nodes = fit(grid, points, values, 0.6)
    surface = Surface(grid, np.stack([nodes, nodes], -1))
    far = np.array([[190.0, 150.0]])
    assert surface.at(far)[0, 0] == pytest.approx(0.02 * 190 - 1.5, abs=0.2)


def test_surface_shrugs_off_single_wrong_points() -> None:
    grid = NodeGrid.over(210.0, 297.0)
    chance = np.random.default_rng(1)
    points = chance.uniform((0, 0), (210, 297), (400, 2))
    values = np.zeros(400)
    values[::25] = 1.5
    nodes = fit(grid, points, values, 0.6)
    assert np.percentile(np.abs(nodes), 90) < 0.25


def test_homography_goes_there_and_back() -> None:
    homography = np.array([[9.0, 1.0, 200], [-0.5, 8.0, 100], [1e-4, 2e-4, 1]])
    points = np.random.default_rng(0).uniform(0, 200, (20, 2))
    assert apply(invert(homography), apply(homography, points)) == pytest.approx(points)


def test_view_of_the_test_camera_agrees_with_its_photo(
    forms: dict[str, NDArray[np.uint8]],
) -> None:
    """The camera itself: a marker's corner lies where the view says, bend or no bend."""
    for view in (View(), View(curl=10, tilt=25, fill=0.7)):
        sharp = replace(view, blur=0.3, noise=0.5, jpeg=97)
        photo = cv2.cvtColor(photograph(forms["score-sheet"], sharp), cv2.COLOR_BGR2GRAY)
        marker = load("score-sheet/1").markers[0]
        place = sharp.project(np.array(marker.corners, float))
        seen = cv2.cornerSubPix(
            photo, place.astype(np.float32).reshape(-1, 1, 2), (4, 4), (-1, -1), (3, 30, 0.01)
        )[:, 0]
        assert np.linalg.norm(seen - place, axis=1).max() < 0.7
