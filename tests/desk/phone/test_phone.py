"""A phone takes photos for a case: looked at before they are sent, put in as from the desk."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages import phone_passes
from tests.desk.phone.conftest import Line, photo


def test_a_photo_comes_into_the_case_as_from_the_desk(line: Line, sharp: bytes) -> None:
    phone = line.phone()
    phone.begin(line.open())
    assert phone.send(sharp).headers["Location"] == "/photo"
    page = phone.get("/photo").text
    assert "A score sheet: all corners are seen, and it is sharp." in page
    assert phone.get("/held.jpg").data.startswith(b"\xff\xd8\xff")
    assert line.names() == []  # Nothing is in the case before somebody puts it there.
    assert phone.keep().headers["Location"] == "/photos"
    assert "1 photo is in the case" in phone.get("/photos").text
    assert line.names() == ["phone.jpg"] and line.readings.left(line.case) == 1
    with Archive(line.path) as archive:
        act = archive.acts(line.case)[-1]
        assert act.who == "Bina, by phone"
        assert archive.blob(line.case, str(act.body["digest"])) == sharp


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ({"blur": 4.0}, "This photo is blurred"),
        ({"shift": (40.0, 0.0)}, "outside the picture"),
        ({"fill": 0.25}, "too small"),
    ],
)
def test_a_bad_photo_is_said_before_it_is_sent_and_taken_all_the_same(
    line: Line, view: dict[str, Any], said: str
) -> None:
    phone = line.phone()
    phone.begin(line.open())
    phone.send(photo(**view))
    page = phone.get("/photo").text
    assert "Better take it again" in page and said in page
    assert phone.keep().status_code == 303
    assert line.names() == ["phone.jpg"]


def test_a_picture_of_nothing_of_ours_is_said_and_taken(line: Line) -> None:
    phone = line.phone()
    phone.begin(line.open())
    phone.send(cv2.imencode(".png", np.full((600, 800, 3), 200, np.uint8))[1].tobytes())
    page = phone.get("/photo").text
    assert "No form was seen" in page and "another sheet, or a typed log" in page
    phone.keep()
    assert line.names() == ["phone.png"]


def test_what_cannot_be_decoded_is_said(line: Line) -> None:
    phone = line.phone()
    phone.begin(line.open())
    phone.send(b"\xff\xd8\xff" + bytes(100))
    assert "It could not be looked at" in phone.get("/photo").text
    assert phone.get("/held.jpg").status_code == 404


def test_another_photo_takes_the_place_of_the_one_before(line: Line, sharp: bytes) -> None:
    phone = line.phone()
    phone.begin(line.open())
    phone.send(photo(blur=9.0))
    phone.send(sharp)
    phone.keep()
    assert phone.keep().status_code == 400  # It is put in once.
    assert line.names() == ["phone.jpg"]


def test_the_pass_ends_after_so_many_photos(
    line: Line, sharp: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_passes, "PHOTOS", 1)
    phone = line.phone()
    phone.begin(line.open())
    phone.send(sharp)
    assert phone.keep().headers["Location"] == "/done"
    assert "This phone is disconnected" in phone.get("/done").text
    assert phone.send(sharp).status_code == 401
    assert not line.passes.any()


def test_the_phone_ends_it_itself(line: Line) -> None:
    phone = line.phone()
    phone.begin(line.open())
    assert phone.post("/done").headers["Location"] == "/done"
    assert phone.get("/photos").status_code == 401


def test_a_signed_case_takes_no_photo_and_says_so(line: Line, sharp: bytes) -> None:
    phone = line.phone()
    phone.begin(line.open())
    phone.send(sharp)
    with Archive(line.path) as archive:
        archive.add(line.case, Kind.SIGNED, {"report": "0" * 64, "check": 1}, "Bina")
    answer = phone.keep()
    assert answer.status_code == 400 and "signed off" in answer.text
    assert line.names() == []
