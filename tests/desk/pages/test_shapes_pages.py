"""The question about a shape of a hand, through the pages' forms, without scripts."""

from __future__ import annotations

import re

from fairdeal.desk.archive.store import Archive
from tests.desk.archive.test_shapes import opened, texts
from tests.desk.pages.conftest import Desk


def asked(desk: Desk) -> tuple[str, str, str]:
    """A case with an open shape: its id, the page that asks, and where the answer goes."""
    desk.introduce()
    with Archive(desk.path) as archive:
        case = opened(archive)
    page = desk.get(f"/cases/{case}/read").text
    found = re.search(r'action="(/cases/\w+/shape/\w+)"', page)
    assert found is not None, page
    return case, page, found[1]


def test_the_shape_is_asked_before_any_entry_with_its_crops(desk: Desk) -> None:
    case, page, address = asked(desk)
    assert "In this hand, is this a 7 or a 1?" in page
    assert "stands in 5 entries" in page and page.count("/crop/") == 5
    assert desk.get(address).status_code == 200
    answer = {"sign": "1", "seen": desk.last(case)}
    assert desk.post(address, answer).status_code == 303
    after = desk.get(f"/cases/{case}/read").text
    assert "In this hand" not in after
    with Archive(desk.path) as archive:
        assert texts(archive, case) == ["1", "3", "14", "16"]
    assert "in this hand a shape is a 1" in desk.get(f"/cases/{case}/history").text
    again = desk.post(address, answer)
    assert again.status_code == 400 and "answered already" in again.text


def test_it_may_be_now_one_now_the_other(desk: Desk) -> None:
    case, _, address = asked(desk)
    assert desk.post(address, {"sign": "both", "seen": desk.last(case)}).status_code == 303
    page = desk.get(f"/cases/{case}/read").text
    assert "What is written here?" in page


def test_a_sign_that_was_not_offered_is_refused(desk: Desk) -> None:
    case, _, address = asked(desk)
    found = desk.post(address, {"sign": "4", "seen": desk.last(case)})
    assert found.status_code == 400 and "Nothing was chosen" in found.text
    assert desk.get(f"/cases/{case}/shape/0123").status_code == 400
