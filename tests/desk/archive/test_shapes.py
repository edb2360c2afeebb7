"""What a person says of a shape of a hand: every entry in which it stands is read anew, and can be again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.desk.archive import casefile
from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.shapes import misshapen
from fairdeal.desk.archive.store import Archive, OvertakenError
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import describe
from fairdeal.desk.review.corrections import ShapeQuestion, answered, questions_of
from fairdeal.records import Field, OpenShape, Transcript
from tests.desk.archive.conftest import archive
from tests.support.whole import verify

__all__ = ["archive"]

PHOTO = b"\x89PNG\r\n\x1a\n no photo, for a machine has read it already"
SCORES = ("7", "2", "17", "2")
"""As the machine reads them: 1 and 7 are one shape."""


def entry(name: str, text: str, sure: float = 0.8) -> Field:
    other = text.replace("7", "1")
    rivals = ((text, sure), (other, round(1 - sure, 6))) if other != text else ((text, sure),)
    return Field(name, "number", text, flagged=sure < 0.9, probability=sure, rivals=rivals)


def page() -> Transcript:
    """Rows whose totals are 1, 3, 14, 16, each 1 written like a 7."""
    total, fields, sevens = 0, [], []
    for row, score in enumerate(("1", "2", "11", "2"), 1):
        total += int(score)
        for name, text in ((f"row {row} / score A", score), (f"row {row} / total A", str(total))):
            like = text.replace("1", "7")
            fields.append(entry(name, like, 0.8 if like != text else 0.999))
            if like != text:
                sevens.append((name, text, like))
    as_one = tuple(entry(name, text, 0.998) for name, text, _ in sevens)
    as_seven = tuple(entry(name, like, 0.998) for name, _, like in sevens)
    shape = OpenShape(("7", "1"), 0.6, (as_seven, as_one))
    return Transcript("sheet.png", "score-sheet/1", fields=tuple(fields), open_shapes=(shape,))


def opened(archive: Archive, photo: bytes = PHOTO, read: Transcript | None = None) -> str:
    case = archive.open_case("A hand like none", "Committee", {})
    digest = casework.keep_document(archive, case, photo, "sheet.png", "Committee")
    casework.keep_reading(archive, case, digest, [read or page()])
    casework.recheck(archive, case)
    return case


def question(archive: Archive, case: str) -> ShapeQuestion:
    file = casework.case_file(archive, case)
    (found,) = questions_of(casework.rule_on(archive, file).documents)
    return found


def say(archive: Archive, case: str, sign: str, seen: int | None = None) -> Act:
    of = question(archive, case)
    last = casework.case_file(archive, case).last if seen is None else seen
    return casework.act_on(archive, case, Kind.SHAPE, of.said(sign), "A. Nair", last)


def texts(archive: Archive, case: str) -> list[str | None]:
    file = casework.case_file(archive, case)
    (read,) = casework.documents(archive, file)
    assert read.transcripts is not None
    return [field.text for field in read.transcripts[0].fields if "total" in field.name]


def test_one_answer_reads_every_entry_with_the_shape(archive: Archive) -> None:
    case = opened(archive)
    assert texts(archive, case) == ["7", "3", "74", "76"]
    act = say(archive, case, "1")
    assert texts(archive, case) == ["1", "3", "14", "16"]
    file = casework.case_file(archive, case)
    assert list(questions_of(casework.rule_on(archive, file).documents)) == []
    kept = casefile.readings_from(next(iter(file.readings.values())).body["transcripts"])
    assert kept[0].open_shapes == page().open_shapes and kept[0].fields[0].text == "7", (
        "the machine's reading stays as it is underneath"
    )
    assert describe(act) == "said that in this hand a shape is a 1, in 5 entries of page 1"
    assert misshapen(archive.acts(case)) == []
    assert verify(archive) == []


def test_an_answer_is_taken_back_like_any_other(archive: Archive) -> None:
    case = opened(archive)
    act = say(archive, case, "1")
    file = casework.case_file(archive, case)
    assert file.undoable == act.number
    casework.take_back(archive, case, act.number, "A. Nair")
    assert texts(archive, case) == ["7", "3", "74", "76"]
    assert question(archive, case).shape.signs == ("7", "1")


def test_a_hand_that_writes_both_alike_is_asked_entry_by_entry(archive: Archive) -> None:
    case = opened(archive)
    act = say(archive, case, "")
    assert texts(archive, case) == ["7", "3", "74", "76"]
    file = casework.case_file(archive, case)
    ruled = casework.rule_on(archive, file)
    assert list(questions_of(ruled.documents)) == []
    assert ruled.documents[0].transcripts[0].fields[0].flagged
    assert describe(act) == "said that one shape is now a 7, now a 1, in 5 entries of page 1"


def test_what_a_person_read_in_one_entry_stands_over_the_answer(archive: Archive) -> None:
    case = opened(archive)
    file = casework.case_file(archive, case)
    (digest,) = file.documents
    key = (digest, 0, "row 1 / total A")
    casework.correct(archive, case, key, "read", "7", "A. Nair", file.last)
    say(archive, case, "1")
    assert texts(archive, case) == ["7", "3", "14", "16"]


def test_two_people_do_not_answer_one_question(archive: Archive) -> None:
    case = opened(archive)
    seen = casework.case_file(archive, case).last
    of = question(archive, case)
    say(archive, case, "1", seen)
    with pytest.raises(OvertakenError):
        casework.act_on(archive, case, Kind.SHAPE, of.said("7"), "B. Das", seen)


def test_an_entry_with_two_such_shapes_is_looked_at() -> None:
    first = page()
    other = OpenShape(("4", "9"), 0.7, ((entry("row 3 / total A", "74", 0.99),),) * 2)
    both = replace(first, open_shapes=(*first.open_shapes, other))
    said = [
        _act({"fields": list(shape.names), "signs": list(shape.signs), "sign": shape.signs[1]})
        for shape in both.open_shapes
    ]
    (found,) = answered([both], "d", said)
    field = found.field("row 3 / total A")
    assert field is not None and field.flagged
    assert found.open_shapes == ()


def test_an_answer_to_another_reading_is_not_applied() -> None:
    """The page was read again and the shapes are others: the question is asked anew."""
    act = _act({"fields": ["row 9 / score A"], "signs": ["7", "1"], "sign": "1"})
    assert answered([page()], "d", [act]) == (page(),)
    assert answered([page()], "another document", [act]) == (page(),)


def _act(body: dict[str, object]) -> Act:
    whole = {"digest": "d", "page": 0, **body}
    return Act("case", 1, Kind.SHAPE, "", "A. Nair", whole, "s", "", "")


@pytest.mark.parametrize("body", [
    {"digest": "d", "page": 0, "fields": [], "signs": ["1"], "sign": "1"},
    {"digest": "d" * 64, "page": "0", "fields": [], "signs": ["1", "7"], "sign": "1"},
    {"digest": "d" * 64, "page": 0, "fields": [3], "signs": ["1", "7"], "sign": "1"},
])  # fmt: skip
def test_an_answer_from_others_that_is_none_is_refused(body: dict[str, object]) -> None:
    at = "2026-03-01T10:20:30Z"
    assert misshapen([Act("case", 2, Kind.SHAPE, at, "A. Nair", body, "s", "", "")]) == [2]
