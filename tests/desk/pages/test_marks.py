"""A mark for the same again at the desk: one key takes what it repeats, and the ink stays a mark."""

from __future__ import annotations

from urllib.parse import quote

from fairdeal.desk.archive import casefile
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.check.json_answer import reading_json
from fairdeal.desk.review import casework
from fairdeal.records import Field, Transcript
from tests.desk.pages.conftest import Desk

PHOTO = b"\x89PNG\r\n\x1a\n no photo, for a machine has read it already"
ABOVE = Field("row 1 / bidder", "seat", "5", rivals=(("5", 1.0),))
MARK = Field(
    "row 2 / bidder",
    "seat",
    None,
    flagged=True,
    probability=0.5,
    rivals=(("5", 0.5), ("1", 0.4)),
    mark="ditto marks",
    same_as="row 1 / bidder",
)
SENTENCE = "This looks like ditto marks. It may mean the same as row 1, bidder."


def opened(desk: Desk) -> tuple[str, str]:
    """A case with a sheet with a mark on it: its id, and the photo's digest."""
    desk.introduce()
    with Archive(desk.path) as archive:
        case = archive.open_case("A sheet", "Committee", {})
        digest = casework.keep_document(archive, case, PHOTO, "sheet.png", "Committee")
        page = Transcript("sheet.png", "score-sheet/1", fields=(ABOVE, MARK))
        casework.keep_reading(archive, case, digest, [page])
        casework.recheck(archive, case)
    return case, digest


def entry(desk: Desk, case: str, digest: str) -> str:
    return desk.get(f"/cases/{case}/read?field={quote(f'{digest}:0:{MARK.name}')}").text


def test_what_a_mark_may_repeat_is_the_first_key(desk: Desk) -> None:
    case, digest = opened(desk)
    page = entry(desk, case, digest)
    assert SENTENCE in page and "<kbd>1</kbd> <b>5</b>" in page


def test_answer_is_the_reading_and_the_mark_stays_underneath(desk: Desk) -> None:
    case, digest = opened(desk)
    taken = {
        "field": f"{digest}:0:{MARK.name}", "how": "read", "text": "5", "seen": desk.last(case)
    }  # fmt: skip
    assert desk.post(f"/cases/{case}/read", taken).status_code == 303
    page = entry(desk, case, digest)
    assert SENTENCE not in page and "<b><bdi>5</bdi></b>" in page
    with Archive(desk.path) as archive:
        file = casework.case_file(archive, case)
    (kept,) = casefile.readings_from(file.readings[digest].body["transcripts"])
    assert kept.fields == (ABOVE, MARK)


def test_mark_is_said_in_json_where_there_is_one() -> None:
    plain, marked = reading_json(Transcript("sheet.png", fields=(ABOVE, MARK)))["fields"]
    assert (marked["mark"], marked["same_as"]) == ("ditto marks", "row 1 / bidder")
    assert "mark" not in plain
