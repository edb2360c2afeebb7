"""What to do next: a case leads its committee from step to step."""

from __future__ import annotations

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.records.transcript import Field, OpenShape, ReadProblem, Transcript
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


DOG = Transcript("dog.jpg", problems=(ReadProblem("no-form", "error", "No form was found."),))
EMPTY = Transcript(
    "sheet.png",
    "score-sheet/1",
    fields=(
        Field("heading / event", "text", "Cup", probability=1.0),
        Field("row 1 / score A", "number", None, blank=True),
    ),
)


@pytest.mark.parametrize(
    ("paper", "said"),
    [
        (DOG, "No paper could be read; add another"),
        (EMPTY, "Nothing is written on this form; add a filled one"),
    ],
)
def test_a_case_without_anything_to_read_asks_for_a_paper_and_is_not_signed(
    desk: Desk, paper: Transcript, said: str
) -> None:
    desk.introduce()
    with Archive(desk.path) as archive:
        case = opened(archive, read=paper)
    assert f"{said}." in desk.get(f"/cases/{case}").text
    assert "Write down the ruling" not in desk.get(f"/cases/{case}").text
    desk.post(f"/cases/{case}/ruling", {"text": "Nothing.", "seen": desk.last(case)})
    page = desk.get(f"/cases/{case}/ruling").text
    assert f'href="/cases/{case}#documents"' in page and said in page
    assert f"/cases/{case}/sign" not in page
    assert desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)}).status_code == 400
