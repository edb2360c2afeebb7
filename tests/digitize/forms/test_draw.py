"""Printed forms: what is drawn is where the layout says, and reads back."""

from __future__ import annotations

import functools

import cv2
import numpy as np
import pypdfium2
import pytest

from fairdeal.digitize.forms import draw
from fairdeal.digitize.forms.layout import (
    FORMS,
    ID_LENGTH,
    MARKER_DICTIONARY,
    load,
    new_sheet_id,
    read_code,
    written_code,
)
from tests.support.camera import rendered

SHEET = "7K2M9QXA"
PIXELS_PER_MM = draw.DPI / 25.4


@functools.cache
def _picture(kind: str) -> np.ndarray:  # type: ignore[type-arg]
    return rendered(draw.pdf(load(kind), SHEET))


@pytest.mark.parametrize("kind", FORMS)
def test_markers_are_found_where_the_layout_says(kind: str) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    found, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(_picture(kind))
    markers = {marker.id: marker for marker in load(kind).markers}
    assert sorted(int(number) for number in numbers.ravel()) == sorted(markers)
    for corners, number in zip(found, numbers.ravel(), strict=True):
        expected = np.array(markers[int(number)].corners) * PIXELS_PER_MM
        assert np.abs(corners[0] - expected).max() < 0.15 * PIXELS_PER_MM


@pytest.mark.parametrize("kind", FORMS)
def test_the_qr_code_is_where_the_layout_says_and_holds_form_and_sheet(kind: str) -> None:
    qr = load(kind).qr
    rows, columns = (
        slice(round((start - 4) * PIXELS_PER_MM), round((end + 4) * PIXELS_PER_MM))
        for start, end in ((qr.y, qr.y + qr.height), (qr.x, qr.x + qr.width))
    )  # with bare paper around it
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(_picture(kind)[rows, columns])
    assert read_code(text) == (load(kind).form, SHEET)


@pytest.mark.parametrize("kind", FORMS)
def test_every_box_is_outlined_and_empty(kind: str) -> None:
    blue = _picture(kind)[:, :, 0].astype(int)
    for entry in load(kind).fields:
        for box in entry.boxes:
            left, top = round(box.x * PIXELS_PER_MM), round(box.y * PIXELS_PER_MM)
            right = round((box.x + box.width) * PIXELS_PER_MM)
            below = round((box.y + box.height) * PIXELS_PER_MM)
            middle = (top + below) // 2
            for edge in (left, right):
                assert blue[middle, edge - 3 : edge + 4].min() < 200, entry.name
            assert blue[top + 4 : below - 3, left + 4 : right - 3].min() > 250, entry.name


@pytest.mark.parametrize("kind", FORMS)
def test_box_lines_vanish_in_the_red_channel(kind: str) -> None:
    assert draw.LINE_RGB[0] == 255
    entry = load(kind).fields[0].boxes[0]
    y = round((entry.y + entry.height / 2) * PIXELS_PER_MM)
    row = _picture(kind)[y, :, 2]
    left = round(entry.x * PIXELS_PER_MM)
    assert row[left - 4 : left + 5].min() > 250


def test_the_picture_is_a4_at_300_dots_an_inch() -> None:
    data = draw.png(load("hand-log/1"), SHEET)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(picture, _picture("hand-log/1"))
    height, width = picture.shape[:2]
    assert abs(width - 210 * PIXELS_PER_MM) <= 1 and abs(height - 297 * PIXELS_PER_MM) <= 1


def test_the_same_form_is_the_same_file() -> None:
    layout = load("score-sheet/1")
    assert draw.pdf(layout, SHEET) == draw.pdf(layout, SHEET)


@pytest.mark.parametrize("text", ["ഓണം കപ്പ് 2026", "വള്ളംകളി", "ஓணம்", "ಓಣಂ", "ओणम", "Żółw", "Ωμέγα"])
def test_headings_in_any_script_are_drawn(text: str) -> None:
    layout = load("score-sheet/1")
    assert draw.undrawable(text) == ""
    document = draw.pdf(layout, SHEET, {"event": text})
    with pypdfium2.PdfDocument(document) as opened:
        words = opened[0].get_textpage().get_text_bounded()
    # Shaped scripts come back with their signs in the order drawn, so letters are compared.
    letters = {c for c in text if c.isalpha()}
    assert len(letters & set(words)) >= 0.5 * len(letters)
    bare = _picture("score-sheet/1")
    drawn = rendered(document)
    changed = np.argwhere((bare != drawn).any(axis=2)) / PIXELS_PER_MM
    field = layout.field("heading / event")
    assert field is not None
    box = field.outline
    assert changed[:, 0].min() > box.y and changed[:, 0].max() < box.y + box.height
    assert changed[:, 1].min() > box.x and changed[:, 1].max() < box.x + box.width


def test_a_character_no_font_has_is_named() -> None:
    assert draw.undrawable("Cup 中文 中") == "中文"


@pytest.mark.parametrize("times", [1, 9])
def test_long_headings_are_made_to_fit(times: int) -> None:
    layout = load("hand-log/1")
    text = "the last Sunday of August 2026,\nafter lunch " * times
    document = draw.pdf(layout, SHEET, {"date": text})
    bare = _picture("hand-log/1")
    drawn = rendered(document)
    changed = np.argwhere((bare != drawn).any(axis=2)) / PIXELS_PER_MM
    field = layout.field("heading / date")
    assert field is not None
    assert changed[:, 1].max() < field.outline.x + field.outline.width


def test_figures_are_printed_one_to_a_box() -> None:
    document = draw.pdf(load("hand-log/1"), SHEET, {"deal": "17"})
    drawn = rendered(document)
    field = load("hand-log/1").field("deal")
    assert field is not None
    for box in field.boxes:
        top, left = int((box.y + 0.5) * PIXELS_PER_MM), int((box.x + 0.5) * PIXELS_PER_MM)
        below = int((box.y + box.height - 0.5) * PIXELS_PER_MM)
        right = int((box.x + box.width - 0.5) * PIXELS_PER_MM)
        assert drawn[top:below, left:right].min() < 60


def test_a_heading_the_form_does_not_have_is_refused() -> None:
    with pytest.raises(draw.HeadingError, match="umpire") as refused:
        draw.pdf(load("hand-log/1"), SHEET, {"umpire": "nobody"})
    assert "event, date, team A" in refused.value.remedy and refused.value.exit_code == 2


def test_a_figure_with_more_characters_than_boxes_is_refused() -> None:
    with pytest.raises(draw.HeadingError, match="more than 2 characters"):
        draw.pdf(load("hand-log/1"), SHEET, {"deal": "123"})


def test_codes_that_are_not_ours_are_not_read() -> None:
    assert read_code("https://example.org/FD:SCORE-SHEET/1:X") is None
    assert read_code("FD:SCORE-SHEET/1:") is None
    assert read_code(written_code("hand-log/1", "a:b")) == ("hand-log/1", "a:b")


def test_new_sheet_ids_differ_and_are_plain() -> None:
    ids = {new_sheet_id() for _ in range(200)}
    assert len(ids) == 200
    assert all(len(one) == ID_LENGTH and one.isalnum() and one == one.upper() for one in ids)
