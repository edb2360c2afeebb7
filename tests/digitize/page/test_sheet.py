"""The sheet of paper in a picture: all of it is kept, and nothing of what lies around it is read."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.page import sheet as room, sheet_net
from fairdeal.digitize.page.cut_out import only_sheet
from fairdeal.digitize.page.sheet import find_sheet, paper_around
from fairdeal.digitize.pictures.picture import Picture
from fairdeal.digitize.reading import Task, on_its_sheet
from fairdeal.digitize.sheets.layout_file import NO_SHEETS
from fairdeal.digitize.trouble import ReadError
from samples.making.photos.taken import Conditions, Photo, photograph
from tests.support.needs import needs_shared

Page = NDArray[np.uint8]
MM = (210.0, 297.0)


def page(margin: float = 9.0) -> Page:
    """A page with lines of print and a frame round them, so many mm from its edges."""
    found = np.full((1188, 840, 3), 248, np.uint8)
    rim = round(4 * margin)
    cv2.rectangle(found, (rim, rim), (839 - rim, 1187 - rim), (0, 0, 0), 6)
    for y in range(rim + 60, 1130 - rim, 34):
        cv2.putText(found, "S: KH 9C 10S JD 7H AC", (rim + 30, y), 2, 0.8, (20, 20, 20), 1)
    return found


@lru_cache(maxsize=16)
def taken(kind: str, seed: int = 5, **changes: object) -> Photo:
    """Several tests look at the same photo."""
    conditions = Conditions(**{"size": (900, 1200), "fills": 0.75, "surroundings": kind, **changes})  # type: ignore[arg-type]
    photo = photograph(page(), MM, conditions, np.random.default_rng(seed))
    photo.picture.flags.writeable = False
    return photo


def alone(photo: Photo) -> Page | None:
    """What is left of a photo once its sheet was found; None where none was."""
    image = np.ascontiguousarray(photo.picture[..., ::-1])
    found = find_sheet(image)
    return None if found is None else only_sheet(image, found)


def frame(photo: Photo, off: float) -> NDArray[np.intp]:
    """Pixels (y, x) along the page's edges, so many mm inside of them."""
    corners = np.array([(off, off), (210 - off, off), (210 - off, 297 - off), (off, 297 - off)])
    along = np.linspace(0, 1, 60)[:, None]
    rim = [
        start + along * (end - start)
        for start, end in zip(corners, np.roll(corners, -1, 0), strict=True)
    ]
    at = np.rint(photo.to_photo(np.concatenate(rim))).astype(int)
    inside = ((at >= 0) & (at < photo.picture.shape[1::-1])).all(1)
    return at[inside][:, ::-1]


CLOTHS = ("woven cloth", "checked cloth", "flowered cloth", "stone", "wood", "newspaper")


@pytest.mark.parametrize(
    ("kind", "seed"), [*((kind, 5) for kind in CLOTHS), ("playing cards", 6), ("hands", 5)]
)
def test_nothing_around_the_sheet_is_left(kind: str, seed: int) -> None:
    photo = taken(kind, seed)
    left = alone(photo)
    assert left is not None
    away = tuple(frame(photo, -14).T)
    here = cv2.cvtColor(left, cv2.COLOR_BGR2GRAY).astype(int)
    paper = np.median(here[tuple(frame(photo, 5).T)])
    assert (np.abs(here[away] - paper) < 60).mean() > 0.97


@pytest.mark.parametrize("kind", [*CLOTHS, "plain", "coloured light", "flash", "ring binder"])
def test_print_near_the_edge_of_the_sheet_is_kept(kind: str) -> None:
    photo = taken(kind)
    left = alone(photo)
    if left is not None:
        at = tuple(frame(photo, 9.5).T)
        assert (left[at] == photo.picture[..., ::-1][at]).all()


def test_bent_paper_is_kept_to_its_edges() -> None:
    photo = taken("woven cloth", curl=14.0, tilt=25.0)
    left = alone(photo)
    assert left is not None
    at = tuple(frame(photo, 9.5).T)
    assert (left[at] == photo.picture[..., ::-1][at]).mean() > 0.99


def test_a_shadow_across_the_sheet_cuts_nothing_off() -> None:
    photo = taken("wood", shadow=0.5)
    left = alone(photo)
    assert left is not None
    at = tuple(frame(photo, 9.5).T)
    assert (left[at] == photo.picture[..., ::-1][at]).all()


@pytest.mark.parametrize("light", [False, True])
def test_a_scan_stays_whole(light: bool) -> None:
    """The brighter part of a scan was cut out, and with it the left of its lines was lost."""
    scan = page()
    if light:
        ramp = np.linspace(0.6, 1, scan.shape[1])[None, :, None]
        scan = (scan * ramp).astype(np.uint8)
    found = find_sheet(scan)
    left = scan if found is None else only_sheet(scan, found)
    assert (left == scan)[30:-30, 30:-30].all()


@pytest.mark.parametrize("seed", [0, 45, 207])
def test_what_stands_outside_of_a_frame_on_a_scan_is_kept(seed: int) -> None:
    """A printed frame is not the rim of the sheet: the title above it was painted over."""
    rng = np.random.default_rng([31, seed])
    scan = np.full((1188, 840, 3), int(rng.integers(225, 254)), np.uint8)
    left, top, right, bottom = (int(each) for each in rng.uniform(40, 220, 4))
    right, bottom = 839 - right, 1187 - bottom
    ink, thick, rows = (int(rng.integers(*ends)) for ends in ((0, 120), (1, 9), (3, 20)))
    cv2.rectangle(scan, (left, top), (right, bottom), (ink,) * 3, thick)
    for row in range(1, rows):
        y = top + (bottom - top) * row // rows
        if rng.random() < 0.6:
            cv2.line(scan, (left, y), (right, y), (ink,) * 3, max(1, thick // 2))
        text = "S: KH 9C 10S JD"[: int(rng.integers(4, 15))]
        cv2.putText(scan, text, (left + 20, y - 6), 2, 0.7, (20,) * 3, 1)
    cv2.putText(scan, "Onam Cup round 3 table 4", (left + 10, top - 12), 2, 0.7, (20,) * 3, 1)
    light = np.linspace(rng.uniform(0.6, 1), 1, 840)
    scan = (scan * light[None, :, None]).astype(np.uint8)
    found = find_sheet(scan)
    kept = scan if found is None else only_sheet(scan, found)
    title = np.s_[top - 26 : top - 10, left + 10 : left + 300]
    assert (kept[title] == scan[title]).all()


def test_paper_that_fills_the_photo_stays_whole() -> None:
    photo = taken("plain", fills=1.08, tilt=2.0, turn=0.0, size=(848, 1200))
    left = alone(photo)
    assert left is None or (left == photo.picture[..., ::-1]).mean() > 0.97


def test_a_table_without_a_sheet_stays_as_it_is() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (60, 45, 3)).astype(np.uint8)
    assert find_sheet(cv2.resize(noise, (900, 1200), interpolation=cv2.INTER_CUBIC)) is None


def test_of_several_sheets_the_one_in_the_middle_is_read_and_it_says_so() -> None:
    photo = taken("other sheets")
    task = Task(
        Picture("a.jpg", np.ascontiguousarray(photo.picture[..., ::-1])), lambda: None, NO_SHEETS
    )  # type: ignore[arg-type, return-value]
    assert on_its_sheet(task).corners is not None
    assert [each.code for each in task.said] == ["page-beside"]


def test_a_sheet_alone_says_nothing_of_others() -> None:
    photo = taken("plain")
    task = Task(
        Picture("a.jpg", np.ascontiguousarray(photo.picture[..., ::-1])), lambda: None, NO_SHEETS
    )  # type: ignore[arg-type, return-value]
    assert on_its_sheet(task).corners is not None and not task.said


def seen_as(rest: float) -> NDArray[np.float32]:
    """What the net says of a picture with a sheet, and of what is beside it on two sides."""
    likely = np.zeros((room.SIDE, room.SIDE), np.float32)
    likely[20:, :120] = rest
    likely[40:120, 40:120] = 1.0
    return likely


def test_a_screen_in_a_dark_frame_is_seen_on_a_table_as_light_as_it_is() -> None:
    small = np.full((room.SIDE, room.SIDE, 3), 200, np.uint8)
    cv2.rectangle(small, (34, 34), (125, 125), (10, 10, 10), -1)
    cv2.rectangle(small, (40, 40), (119, 119), (198, 198, 198), -1)
    found = room._outlined(small, seen_as(0.0), room.LIKELY)
    assert found is not None and found.share == 1
    assert room._outlined(np.full_like(small, 200), seen_as(0.0), room.LIKELY) is None


def test_the_frame_of_a_screen_is_none_of_its_page() -> None:
    """Beyond a narrow frame other sheets were seen as well, and letters of them were read as remarks."""
    small = np.full((room.SIDE, room.SIDE, 3), 150, np.uint8)
    small[:, 100:] = 190
    cv2.rectangle(small, (36, 36), (123, 123), (10, 10, 10), -1)
    small[40:120, 40:120] = 200
    likely = np.zeros_like(seen_as(0.0))
    likely[43:117, 43:117] = 1.0
    found = room._outlined(small, likely, room.LIKELY)
    assert found is not None and found.corners is not None
    assert np.abs(found.corners - [(40, 40), (119, 40), (119, 119), (40, 119)]).max() < 1.5


def test_paper_all_over_a_scan_has_no_edge_through_its_print() -> None:
    """Nothing but the scan's own edges was seen, and the left end of each line was cut off."""
    small = np.full((room.SIDE, room.SIDE, 3), 250, np.uint8)
    small[20:80:4, 16:70] = 120
    likely = np.ones((room.SIDE, room.SIDE), np.float32)
    cv2.fillConvexPoly(likely, np.array([(0, 0), (16, 0), (0, 159)]), (0.0,))
    assert room._outlined(small, likely, room.LIKELY) is None
    small[likely < room.LIKELY] = 100  # the same with table there
    assert room._outlined(small, likely, room.LIKELY) is not None


def test_a_sheet_of_which_no_edge_is_seen_may_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """On newspapers of its own colour. It need not be where the net has no doubt of it."""
    picture = np.full((room.SIDE, room.SIDE, 3), 200, np.uint8)
    sheet = np.zeros((room.SIDE, room.SIDE), np.float32)
    sheet[40:120, 30:130] = 1.0
    sheet[5:35] = 0.3
    monkeypatch.setattr(room, "from_all_sides", lambda _: np.stack([1 - sheet, sheet, 0 * sheet]))
    assert room.find_sheet(picture) is None
    found = room.find_sheet(picture, edges=False)
    assert found is not None and found.corners is not None
    assert np.abs(found.corners - [(30, 40), (129, 40), (129, 119), (30, 119)]).max() < 2
    sheet[0:40, 60:70] = 0.6  # what else is a little like it does not matter
    found = room.find_sheet(picture, edges=False)
    assert found is not None and found.corners is not None
    sheet[:40] = 0.0
    found = room.find_sheet(picture)
    assert found is not None and found.corners is not None
    sheet[:, 30:130] = 1.0  # at the picture's edge there may be more of it, where the net has doubt
    sheet[:, :25] = 0.3
    assert room.find_sheet(picture, edges=False) is None


@pytest.mark.parametrize("doubt", [0.0, 0.3])
def test_a_sheet_of_which_no_edge_is_seen_is_one_where_the_net_hardly_doubts_it(
    doubt: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On magazines as white as it, four of 90 were not found, and print of theirs was read as rows."""
    picture = np.full((room.SIDE, room.SIDE, 3), 200, np.uint8)
    sheet = np.zeros((room.SIDE, room.SIDE), np.float32)
    sheet[40:120, 30:130] = 1.0
    sheet[5:20] = doubt
    sheet[60:70, 40:80] = 1.0 - doubt
    monkeypatch.setattr(room, "from_all_sides", lambda _: np.stack([1 - sheet, sheet, 0 * sheet]))
    found = room.find_sheet(picture)
    assert found is not None and found.corners is not None
    assert np.abs(found.corners - [(30, 40), (129, 40), (129, 119), (30, 119)]).max() < 2
    sheet[:32] = 0.3  # too much of it
    assert room.find_sheet(picture) is None
    sheet[:32] = 0.0
    sheet[50:80, 30:130] = 0.8  # too much within
    assert room.find_sheet(picture) is None


@pytest.mark.parametrize(("beyond", "found"), [(0.0, True), (0.15, False)])
def test_a_ragged_sheet_needs_a_net_without_doubt_beyond_it(
    beyond: float, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sheet on white magazines, a corner of it in doubt, was 0.957 like a quadrilateral."""
    picture = np.full((room.SIDE, room.SIDE, 3), 200, np.uint8)
    sheet = np.zeros((room.SIDE, room.SIDE), np.float32)
    sheet[40:120, 30:130] = 1.0
    sheet[112:120, 30:85], sheet[60:70, 40:80] = 0.0, 0.8
    sheet[5:20, 20:140] = beyond
    monkeypatch.setattr(room, "from_all_sides", lambda _: np.stack([1 - sheet, sheet, 0 * sheet]))
    assert (room.find_sheet(picture) is not None) is found


@pytest.mark.parametrize("lit", [0.3, 0.5, 0.7])
def test_a_scan_lit_from_above_stays_whole_where_the_net_doubts_its_dark_end(lit: float) -> None:
    scan = page()
    dark = (scan * np.linspace(lit, 1, scan.shape[0])[:, None, None]).astype(np.uint8)
    assert find_sheet(dark) is None


def _on_cards() -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A sheet on cards that are as light, and a net that sees parts of two as sheet; the table is dark."""
    picture = np.full((room.SIDE, room.SIDE, 3), 60, np.uint8)
    sheet = np.zeros((room.SIDE, room.SIDE), np.float32)
    sheet[40:130, 40:120] = 1.0
    sheet[60:90, 28:40] = sheet[130:142, 60:100] = 1.0
    picture[sheet > 0] = 200
    picture[20:60, 0:40] = picture[120:160, 120:160] = 200
    picture[130:150, 50:110] = picture[55:100, 20:40] = 200
    return picture, sheet


def test_cards_that_jut_out_of_a_sheet_are_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, sheet = _on_cards()
    monkeypatch.setattr(room, "from_all_sides", lambda _: np.stack([1 - sheet, sheet, 0 * sheet]))
    assert room._outlined(picture, sheet, room.LIKELY) is None
    found = room.find_sheet(picture)
    assert found is not None and found.corners is not None
    assert np.abs(found.corners - [(40, 40), (119, 40), (119, 129), (40, 129)]).max() < 2.5
    assert found.cover[75, 30] == 0


@pytest.mark.parametrize(("down_to", "ends"), [(115, [1, 1, 1, 0]), (85, [1, 1, 1, 1])])
def test_a_side_beyond_which_the_net_sees_the_sheet_go_on_is_none(
    down_to: int, ends: list[int]
) -> None:
    """A corner of a sheet left the picture, and the likeliest part of it alone was cut out, through its
    print. A card beside half of a side is another thing."""
    sheet = np.zeros((room.SIDE, room.SIDE), np.float32)
    sheet[40:130, 50:120] = 1.0
    sheet[40:down_to, 20:50] = 0.75
    picture = np.full((room.SIDE, room.SIDE, 3), 60, np.uint8)
    picture[sheet > 0] = 200
    found = room._straight_sided(picture, sheet, 0.85, room.HALF_SEEN)
    assert found is not None and found.seen.tolist() == ends


def test_an_outline_of_which_more_is_seen_is_taken_where_the_other_runs_elsewhere() -> None:
    mask = np.zeros((room.SIDE, room.SIDE), np.bool_)
    mask[40:130, 40:120] = True
    corners = np.array([(40, 40), (119, 40), (119, 129), (40, 129)], np.float64)
    wide = np.add(corners, [(0, 0), (1, 0), (1, 0), (0, 0)])
    straight = room._Outlined(mask, corners, corners, np.ones(4), 0.9)
    for share, taken in ((0.87, True), (0.89, False)):
        other = room._Outlined(mask, wide, wide, np.full(4, share), share)
        assert (room._plainer(other, straight) is straight) == taken
    assert room._plainer(straight, other) is straight
    assert room._plainer(None, straight) is straight
    elsewhere = replace(other, corners=np.add(corners, [(0, 0), (11, 0), (11, 0), (0, 0)]))
    assert room._plainer(elsewhere, straight) is straight


@pytest.mark.parametrize(("off", "taken"), [(0.5, True), (3.0, False)])
def test_an_outline_that_is_hardly_less_alike_is_taken_where_much_more_of_it_is_seen(
    off: float, taken: bool
) -> None:
    """A side of a sheet on others went to the end of the picture, and none of its hands could be read."""
    mask = np.zeros((room.SIDE, room.SIDE), np.bool_)
    mask[20:140, 20:140] = True
    corners = np.array([(20, 20), (139, 20), (139, 139), (20, 139)], np.float64)
    found = room._Outlined(mask, corners, corners, np.full(4, 0.77), 0.77)
    askew = np.add(corners, [(0, 0), (-off, 0), (0, 0), (0, 0)])
    straight = room._Outlined(mask, askew, askew, np.ones(4), 0.95)
    assert (room._plainer(found, straight) is straight) == taken


def test_a_sheet_of_which_the_edge_is_plainly_seen_is_outlined_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = np.full((room.SIDE, room.SIDE, 3), 60, np.uint8)
    picture[40:120, 40:120] = 215
    sheet = seen_as(0.0)
    monkeypatch.setattr(room, "from_all_sides", lambda _: np.stack([1 - sheet, sheet, 0 * sheet]))
    monkeypatch.setattr(room, "_straight_sided", None)
    found = room.find_sheet(picture)
    assert found is not None and found.corners is not None


def test_a_likelier_outline_is_taken_where_more_of_it_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two dark screens nearly all of an outline was seen, with a tenth of the table."""
    picture = np.full((room.SIDE, room.SIDE, 3), 120, np.uint8)
    picture[40:120, 40:120] = 30
    sheet = seen_as(0.6)
    corners = np.array([(40, 40), (119, 40), (119, 119), (40, 119)], np.float64)
    mask = sheet >= room.LIKELY
    wide = room._Outlined(mask, corners - (10, 0), corners - (10, 0), np.full(4, 0.98), 0.98)
    narrow = replace(wide, corners=corners, outline=corners, seen=np.ones(4), share=1.0)
    monkeypatch.setattr(room, "from_all_sides", lambda _: np.stack([1 - sheet, sheet, 0 * sheet]))
    monkeypatch.setattr(room, "_outlined", lambda *each: wide if each[2] == room.LIKELY else narrow)
    found = room.find_sheet(picture)
    assert found is not None and found.corners is not None
    assert np.abs(found.corners - corners).max() < 0.1


def test_corners_of_a_sheet_within_the_picture_are_in_it() -> None:
    """Of a ring binder the lines along pages below met far outside."""
    sheet = np.zeros((room.SIDE, room.SIDE), np.float32)
    outline = np.array([(4, 40), (140, 20), (140, 140), (40, 140)], np.int32)
    cv2.fillConvexPoly(sheet, outline, (1.0,))
    sheet[:, :9] = 0.0
    picture = np.where(sheet[..., None] > 0, 200, 60).astype(np.uint8).repeat(3, 2)
    found = room._straight_sided(picture, sheet, room.LIKELY, 0.0)
    assert found is not None  # a corner cut off, in the picture
    outside = np.roll(sheet, -8, 1)
    moved = np.roll(picture, -8, 1)
    assert room._straight_sided(moved, outside, room.LIKELY, 0.0) is None


def test_a_table_that_is_much_like_the_sheet_is_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was read of a dark screen on wood, of which the net was nearly as sure."""
    picture = np.full((room.SIDE, room.SIDE, 3), 120, np.uint8)
    picture[40:120, 40:120] = 30
    sheet = seen_as(0.9)
    monkeypatch.setattr(room, "from_all_sides", lambda _: np.stack([1 - sheet, sheet, 0 * sheet]))
    found = room.find_sheet(picture)
    assert found is not None and found.corners is not None
    assert np.abs(found.corners - [(40, 40), (119, 40), (119, 119), (40, 119)]).max() < 2
    assert found.cover[100, 20] == 0


def test_a_side_stays_where_the_net_has_it_if_large_checks_lie_beyond_it() -> None:
    """Its sides went to the checks of the cloth: no corners, and the cloth was read as lines of text."""
    picture = np.full((room.SIDE, room.SIDE, 3), 190, np.uint8)
    cv2.rectangle(picture, (25, 20), (120, 129), (60, 60, 60), -1)
    cv2.rectangle(picture, (26, 21), (119, 128), (190, 190, 190), -1)
    picture[29:121, 34:112] = 215
    sheet = np.zeros((room.SIDE, room.SIDE), np.float32)
    sheet[29:121, 34:112] = 1.0
    mask = sheet >= room.LIKELY
    found = room._corners(mask, room.bare_paper(picture, mask))
    assert found is not None
    assert np.abs(found - [(34, 29), (111, 29), (111, 120), (34, 120)]).max() < 2.5


@pytest.mark.parametrize("rule", [True, False])
def test_a_rule_below_which_the_paper_goes_on_is_no_side_of_the_sheet(rule: bool) -> None:
    """The blank paper below the grid was cut off on four of 40 photographs."""
    picture, sheet = _on_cards()
    below = picture[130:150, 40:120]
    below[:] = 200 if rule else 60
    below[:3] = 20 if rule else 60
    assert (room._straight_sided(picture, sheet, room.LIKELY, room.HALF_SEEN) is None) == rule
    assert room._straight_sided(picture, sheet, room.LIKELY, 0.0) is not None


@pytest.mark.parametrize(("beyond", "found"), [(0.01, True), (0.2, False)])
def test_a_sheet_ends_on_another_as_light_where_the_net_has_no_doubt(
    beyond: float, found: bool
) -> None:
    """On a printed sheet, and on white checks, none was found: its paper seemed to go on."""
    picture = np.full((room.SIDE, room.SIDE, 3), 60, np.uint8)
    picture[40:150, 40:120] = 200
    sheet = np.maximum(seen_as(0.0), np.float32(beyond))
    assert (room._straight_sided(picture, sheet, room.LIKELY, room.HALF_SEEN) is not None) == found


def test_the_net_sees_a_picture_from_all_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says of each way round is put back as the picture lies."""
    monkeypatch.setattr(sheet_net, "_net", lambda: lambda given: given)
    small = np.random.default_rng(3).integers(0, 255, (room.SIDE, room.SIDE, 3), np.uint8)
    assert np.allclose(sheet_net.from_all_sides(small), sheet_net.net_input(small)[0], atol=1e-5)


@pytest.mark.parametrize(
    ("inside", "around", "left", "corner", "plain"),
    [
        (0.97, 0.05, 40, 40, True), (0.97, 0.3, 40, 40, False), (0.85, 0.05, 40, 40, False),
        (0.97, 0.05, 0, 40, False), (0.97, 0.05, 40, 90, False),
    ],
)  # fmt: skip
def test_what_the_net_sees_without_doubt(
    inside: float, around: float, left: int, corner: int, plain: bool
) -> None:
    """Nothing is open about a sheet of four straight sides, all within the picture, with nothing like it
    beyond."""
    sheet = np.full((room.SIDE, room.SIDE), around, np.float32)
    sheet[40:120, left:120] = inside
    sheet[40:corner, 40:corner] = around
    assert room._without_doubt(sheet) is plain


@pytest.mark.parametrize(("around", "ends"), [(0.05, True), (0.2, False)])
def test_a_side_without_an_edge_is_one_where_the_net_has_no_doubt(
    monkeypatch: pytest.MonkeyPatch, around: float, ends: bool
) -> None:
    """Else the sheet may go on there, and is kept to the end of the picture."""
    picture = np.full((room.SIDE, room.SIDE, 3), 60, np.uint8)
    picture[40:, 40:120] = 200
    sheet = np.full((room.SIDE, room.SIDE), around, np.float32)
    sheet[40:120, 40:120] = 0.97
    monkeypatch.setattr(room, "from_all_sides", lambda _: np.stack([1 - sheet, sheet, 0 * sheet]))
    found = room.find_sheet(picture)
    assert found is not None and found.corners is not None
    assert (found.corners[2, 1] < 130) == ends


@pytest.mark.parametrize(("table", "less"), [(90, True), (210, False)])
def test_what_is_a_little_like_the_sheet_is_left_out_if_it_is_no_paper(
    table: int, less: bool
) -> None:
    """A rule across the paper is an edge as well, and what lies below it is paper."""
    small = np.full((room.SIDE, room.SIDE, 3), table, np.uint8)
    small[40:120, 40:120] = 215
    cv2.rectangle(small, (39, 39), (120, 120), (20, 20, 20), 3)
    narrow = room._outlined(small, seen_as(0.8), 0.85)
    assert narrow is not None
    wide = replace(narrow, mask=seen_as(0.8) >= room.LIKELY, share=0.8)
    assert (room._less(small, wide, narrow) is narrow) is less
    assert room._less(small, narrow, wide) is narrow


def test_a_shadow_is_no_edge_of_the_sheet() -> None:
    """It fell across a page that filled the photo, and the page was cut off along it."""
    along = np.array([(40, 40), (120, 40), (120, 120), (40, 120)], np.float64)
    sharp = np.full((room.SIDE, room.SIDE, 3), 220, np.uint8)
    sharp[:40] = 150
    seen, _, _ = room._edges_seen(sharp, along, room.EDGE)
    assert seen[0] == 1
    soft = np.tile(np.clip(150 + 3.5 * (np.arange(room.SIDE) - 30), 150, 220), (room.SIDE, 1)).T
    seen, _, _ = room._edges_seen(np.stack([soft.astype(np.uint8)] * 3, 2), along, room.EDGE)
    assert seen[0] == 0


def within(photo: Photo) -> NDArray[np.float64]:
    """Four points of its page that surround some of its print."""
    return photo.to_photo(np.array([(40, 40), (150, 40), (150, 180), (40, 180)], np.float64))


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("newspaper", 504), ("ring binder", 503), ("plain", 502),
        pytest.param("real", 505, marks=needs_shared("photos/grids", "the photos of grids are")),
    ],
)  # fmt: skip
def test_paper_is_found_around_its_print(kind: str, seed: int) -> None:
    photo = taken(kind, seed)
    corners = paper_around(np.ascontiguousarray(photo.picture[..., ::-1]), within(photo))
    assert corners is not None
    own = photo.to_photo(np.array([(0, 0), (210, 0), (210, 297), (0, 297)], np.float64))
    assert np.abs(corners - own).max() < 20


def test_paper_that_ends_nowhere_has_no_corners() -> None:
    photo = taken("plain", fills=1.4, shadow=0.5)
    assert paper_around(np.ascontiguousarray(photo.picture[..., ::-1]), within(photo)) is None


def task_of(image: Page) -> Task:
    return on_its_sheet(Task(Picture("a.jpg", image), lambda: None, NO_SHEETS))  # type: ignore[arg-type, return-value]


def test_what_is_surely_table_between_sheets_is_not_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sheets that lie askew have no four corners together: the wood between them was read."""
    sheet = np.zeros((room.SIDE, room.SIDE), np.float32)
    sheet[20:140, 20:140] = 1.0
    sheet[20:80, 50:110] = 0.0
    said = np.stack([1.0 - sheet, sheet, np.zeros_like(sheet)])
    monkeypatch.setattr(room, "from_all_sides", lambda _: said)
    image = np.where(sheet[..., None] > 0, 230, 60).astype(np.uint8).repeat(3, 2)
    found = find_sheet(image)
    assert found is not None and found.corners is None
    assert found.cover[40, 80] == 0 and found.cover[50, 40] == found.cover[100, 130] == 1
    around = found.around((2 * room.SIDE, room.SIDE))
    assert np.abs(around - [(20, 40), (140, 40), (140, 280), (20, 280)]).max() < 6


def test_a_sheet_whose_corners_were_seen_is_not_looked_for_again() -> None:
    """Beyond the frame of a screen the checks of a cloth were its edges."""
    seen = task_of(np.ascontiguousarray(taken("wood").picture[..., ::-1]))
    assert seen.corners is not None and seen.photo is None
    blank = np.full((600, 400, 3), 200, np.uint8)
    assert task_of(blank).photo is blank


def test_a_damaged_net_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(sheet_net, "DIRECTORY", tmp_path)
    sheet_net._net.cache_clear()
    with pytest.raises(ReadError, match="Install the program again"):
        find_sheet(page())
    sheet_net._net.cache_clear()
