"""A photo of paper that lay sideways or upside down stands upright wherever a person sees it."""

from __future__ import annotations

import base64
import re

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.review import casework
from fairdeal.records import Field, Point, Transcript
from tests.desk.pages.conftest import Desk

WIDE, HIGH = 300, 400
BOX = (30, 60, 150, 100)
"""Left, top, right and bottom of the one entry: red above, blue below."""


def paper() -> NDArray[np.uint8]:
    page = np.full((HIGH, WIDE, 3), 235, np.uint8)
    left, top, right, foot = BOX
    page[top : (top + foot) // 2, left:right] = (0, 0, 255)
    page[(top + foot) // 2 : foot, left:right] = (255, 0, 0)
    return page


def lying(point: Point, turns: int) -> Point:
    """Where a point of the paper is in a photo that shows it turned clockwise by quarters."""
    (x, y), (wide, high) = point, (WIDE, HIGH)
    for _ in range(turns):
        (x, y), (wide, high) = (high - 1 - y, x), (high, wide)
    return float(x), float(y)


def photo_of_it(turns: int, bare: bool = False) -> tuple[bytes, Transcript]:
    done, data = cv2.imencode(".png", np.rot90(paper(), -turns))
    assert done
    left, top, right, foot = BOX
    corners = ((left, top), (right - 1, top), (right - 1, foot - 1), (left, foot - 1))
    region = tuple(lying(each, turns) for each in corners)
    entry = Field("row 1 / score A", "number", "2", rivals=(("2", 1.0),), region=region)
    page = Transcript("sheet.png", "score-sheet/1", corners=region, fields=() if bare else (entry,))
    return data.tobytes(), page


def decoded(data: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def is_upright(picture: NDArray[np.uint8]) -> bool:
    """Whether red stands over blue at the entry's place."""
    left, top, right, foot = (round(each * picture.shape[0] / HIGH) for each in BOX)
    across, quarter = (left + right) // 2, (foot - top) // 4
    over, under = picture[top + quarter, across], picture[foot - quarter, across]
    return bool(over[2] > 200 > 100 > over[0] and under[0] > 200 > 100 > under[2])


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("bare", [False, True])
def test_a_transcript_knows_how_its_photo_was_turned(turns: int, bare: bool) -> None:
    assert photo_of_it(turns, bare)[1].quarters == -turns % 4


def test_a_page_of_which_nothing_was_found_is_shown_as_it_was_taken() -> None:
    assert Transcript("sheet.png").quarters == 0


@pytest.mark.parametrize("turns", range(4))
def test_pages_and_reports_show_it_upright_and_outline_its_entries(desk: Desk, turns: int) -> None:
    data, page = photo_of_it(turns)
    desk.introduce()
    with Archive(desk.path) as archive:
        case = archive.open_case("A sheet", "Committee", {})
        digest = casework.keep_document(archive, case, data, "sheet.png", "Committee")
        casework.keep_reading(archive, case, digest, [page])
        casework.recheck(archive, case)
        assert archive.blob(case, digest) == data
    for kind in ("image", "thumbnail"):
        shown = decoded(desk.get(f"/cases/{case}/{kind}/{digest}/0.jpg").data)
        assert shown.shape[0] > shown.shape[1] and is_upright(shown), kind
    whole = desk.get(f"/cases/{case}/photo/{digest}/0").text
    assert f'viewBox="0 0 {WIDE} {HIGH}"' in whole
    outline = re.search(r'<polygon[^>]* points="([^"]+)"', whole)
    assert outline is not None
    spots = np.array([each.split(",") for each in outline[1].split()], float)
    left, top, right, foot = BOX
    expected = [(left, top), (right, top), (right, foot), (left, foot)]
    assert np.abs(spots - expected).max() <= 1
    crop = decoded(desk.get(f"/cases/{case}/crop/{digest}/0/0.jpg").data)
    assert crop.shape[1] > crop.shape[0]
    assert crop[crop.shape[0] // 3, crop.shape[1] // 2, 2] > 200
    scan = re.search(
        r'<figure class="scan".*?base64,([^"]+)"', desk.get(f"/cases/{case}/report").text, re.S
    )
    assert scan is not None and is_upright(decoded(base64.b64decode(scan[1])))
