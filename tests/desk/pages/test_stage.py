"""What to do next: a case leads its committee from step to step."""

from __future__ import annotations

from fairdeal.desk.archive.store import Archive
from fairdeal.records.transcript import Field, OpenShape, Transcript
from tests.desk.archive.test_shapes import opened
from tests.desk.pages.conftest import Desk


def test_a_case_says_what_to_do_next(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    assert "Decide what each finding is worth." in desk.get(f"/cases/{case}").text
    page = desk.get(f"/cases/{case}/findings").text
    for part in page.split('name="finding" value="')[1:]:
        key = part.partition('"')[0]
        desk.post(
            f"/cases/{case}/findings",
            {"finding": key, "decision": "accept", "seen": desk.last(case)},
        )
    assert "Write down the ruling." in desk.get(f"/cases/{case}").text
    assert "not decided yet" not in desk.get(f"/cases/{case}/ruling").text
    desk.post(f"/cases/{case}/ruling", {"text": "A warning.", "seen": desk.last(case)})
    assert "Read the report once more" in desk.get(f"/cases/{case}").text
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert "The case is signed off." in desk.get(f"/cases/{case}").text


def test_an_open_shape_of_a_hand_comes_before_all_else(desk: Desk) -> None:
    """Its entries were read surely, and wrongly: no entry is asked about."""
    desk.introduce()
    one, seven = (Field("row 1 / score A", "number", text, probability=0.99) for text in "17")
    shape = OpenShape(("7", "1"), 0.6, ((seven,), (one,)))
    page = Transcript("sheet.png", "score-sheet/1", fields=(seven,), open_shapes=(shape,))
    with Archive(desk.path) as archive:
        case = opened(archive, read=page)
    found = desk.get(f"/cases/{case}").text
    assert "1 shape of a hand to check before this is final." in found
    assert "In this hand, is this a 7 or a 1?" in desk.get(f"/cases/{case}/read").text
