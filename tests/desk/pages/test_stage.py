"""What to do next: a case leads its committee from step to step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.review import casework
from fairdeal.desk.review.doubtful import beyond_reading
from fairdeal.records import Field, OpenShape, ReadProblem, Transcript
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
    refused = desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert refused.status_code == 400
    assert f"{said}." in refused.text and "Put it right first" in refused.text


def test_what_is_not_decided_is_not_signed_and_the_page_says_where_to(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    desk.post(f"/cases/{case}/ruling", {"text": "A warning.", "seen": desk.last(case)})
    refused = desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert refused.status_code == 400
    assert "Put it right first: the ruling page leads there." in refused.text


ENTRIES = (
    ("deal", "number", "11"),
    ("dealer", "seat", "2"),
    ("bidder", "seat", "4"),
    ("contract", "contract", "34 H"),
    ("x", "doubling", None),
    ("points A", "number", "20"),
    ("points B", "number", "36"),
    ("score A", "number", "0"),
    ("score B", "number", "2"),
)
"""A row whose score would be right had the contract been doubled, or the bidder been of the other side."""


def read_row(**other: str) -> Transcript:
    """A photo of that row, all of it plain; some of its entries otherwise."""
    fields = (
        Field(f"row 1 / {name}", kind, other.get(name.replace(" ", "_"), text), blank=text is None)
        for name, kind, text in ENTRIES
    )
    return Transcript("sheet.png", "score-sheet/1", fields=tuple(fields))


def decided_without_contradiction(desk: Desk, case: str) -> None:
    page = desk.get(f"/cases/{case}/findings").text
    assert "): no reading shows which of row 1 X or XX, row 1 bidder" in page
    assert "Something on paper is wrong; the committee decides what." in page
    assert "could still change this" not in page
    assert "0 to 1" in page
    key = page.split('name="finding" value="')[1].partition('"')[0]
    accepted = {"finding": key, "decision": "accept", "seen": desk.last(case)}
    assert desk.post(f"/cases/{case}/findings", accepted).status_code == 303
    assert "Write down the ruling." in desk.get(f"/cases/{case}").text
    report = desk.get(f"/cases/{case}/report").text
    assert "Score entered wrongly" in report and "to check before this is final" not in report


def test_what_no_reading_settles_any_more_is_for_the_committee(desk: Desk) -> None:
    """A person read every entry of it; whether the x was left out, only the table knows."""
    desk.introduce()
    with Archive(desk.path) as archive:
        case = opened(archive, read=read_row())
        digest = next(iter(casework.case_file(archive, case).documents))
    asked = [column for column, _, _ in ENTRIES if column in ("x", "bidder", "score B")]
    for column in asked:
        assert "to check before this is final." in desk.get(f"/cases/{case}").text
        read = {"how": "blank"} if column == "x" else {"how": "read", "text": text_of(column)}
        field = {"field": f"{digest}:0:row 1 / {column}", "seen": desk.last(case)}
        assert desk.post(f"/cases/{case}/read", {**field, **read}).status_code == 303
    decided_without_contradiction(desk, case)
    with Archive(desk.path) as archive:
        file = casework.case_file(archive, case)
        ruled = casework.judged(archive, file, patiently=True)
    rare = replace(ruled.verdict.findings[0], by="record", probability=0.001)
    case_of_it = replace(ruled, verdict=replace(ruled.verdict, findings=(rare,)))
    assert beyond_reading(file, case_of_it).verdict.findings == (rare,), "nobody is asked about it"


def text_of(column: str) -> str:
    return next(text or "" for name, _, text in ENTRIES if name == column)


def test_what_was_typed_clearly_is_for_the_committee_too(desk: Desk) -> None:
    desk.introduce()
    names, row = (",".join(each[n] or "" for each in ENTRIES) for n in (0, 2))
    case = desk.new_case(f"{names}\n{row}\n".encode(), "scores.csv")
    decided_without_contradiction(desk, case)
    case = desk.new_case(f"{names}\n{row[:-1]}{{2|1}}\n".encode(), "doubted.csv")
    assert "no reading shows" not in desk.get(f"/cases/{case}/findings").text


def test_where_an_answer_makes_other_entries_matter_the_page_says_so(desk: Desk) -> None:
    desk.introduce()
    with Archive(desk.path) as archive:
        case = opened(archive, read=read_row(score_B="1"))
        digest = next(iter(casework.case_file(archive, case).documents))
    assert "to answer before this is final" not in desk.get(f"/cases/{case}/read").text

    def answered(column: str, text: str) -> str:
        form = {"field": f"{digest}:0:row 1 / {column}", "how": "read", "text": text}
        sent = desk.post(f"/cases/{case}/read", {**form, "seen": desk.last(case)})
        assert sent.status_code == 303
        return desk.get(f"/cases/{case}/read").text

    page = answered("score B", "2")
    assert "2 more questions to answer came up through this." in page
    assert "2 questions to answer before this is final" in page
    page = answered("bidder", "4")
    assert "came up" not in page and "1 question to answer before this is final" in page
