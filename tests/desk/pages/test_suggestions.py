"""A guess at words written freely, at the desk: something to choose, and nothing until it is chosen."""

from __future__ import annotations

from urllib.parse import quote

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.check.json_answer import reading_json
from fairdeal.desk.review import casework
from fairdeal.records import Field, Transcript
from tests.desk.pages.conftest import Desk

PHOTO = b"\x89PNG\r\n\x1a\n no photo, for a machine has read it already"
TEAM = "heading / team A"
NAME = Field(
    TEAM, "text", "K17ES", flagged=True, probability=0.0, suggestions=("Kites <b>", "Kifes")
)
SCORE = Field("row 1 / score A", "number", "2", rivals=(("2", 1.0),), suggestions=("Zither",))
"""Only a case from others could have a guess at a number."""


def opened(desk: Desk) -> tuple[str, str]:
    """A case with a sheet whose heading somebody wrote by hand: its id, and the photo's digest."""
    desk.introduce()
    with Archive(desk.path) as archive:
        case = archive.open_case("A sheet", "Committee", {})
        digest = casework.keep_document(archive, case, PHOTO, "sheet.png", "Committee")
        page = Transcript("sheet.png", "score-sheet/1", fields=(NAME, SCORE))
        casework.keep_reading(archive, case, digest, [page])
        casework.recheck(archive, case)
    return case, digest


def entry(desk: Desk, case: str, digest: str, name: str) -> str:
    return desk.get(f"/cases/{case}/read?field={quote(f'{digest}:0:{name}')}").text


def test_guesses_are_choices_of_a_text_field_and_said_to_be_guesses(desk: Desk) -> None:
    case, digest = opened(desk)
    page = entry(desk, case, digest, TEAM)
    assert "<kbd>1</kbd> <b>Kites &lt;b&gt;</b>" in page and "<kbd>2</kbd> <b>Kifes</b>" in page
    assert page.count("a guess</small>") == 2 and "It counts only if you choose it." in page
    number = entry(desk, case, digest, SCORE.name)
    assert "Zither" not in number and "It counts only" not in number


def test_a_guess_is_in_the_report_only_once_a_person_took_it(desk: Desk) -> None:
    case, digest = opened(desk)
    for path in ("", "/report", "/findings"):
        assert "Kifes" not in desk.get(f"/cases/{case}{path}").text
    taken = {"field": f"{digest}:0:{TEAM}", "how": "read", "text": "Kifes", "seen": desk.last(case)}
    assert desk.post(f"/cases/{case}/read", taken).status_code == 303
    assert "Kifes" in desk.get(f"/cases/{case}/report").text
    page = entry(desk, case, digest, TEAM)
    assert "<kbd>1</kbd> <b>Kifes</b>" in page and "<kbd>2</kbd> <b>Kites &lt;b&gt;</b>" in page
    with Archive(desk.path) as archive:
        kept, _ = archive_fields(archive, case, digest)
    assert (kept["text"], kept["flagged"], kept["suggestions"]) == (
        "K17ES", True, ["Kites <b>", "Kifes"],
    )  # fmt: skip


def archive_fields(archive: Archive, case: str, digest: str) -> list[dict[str, object]]:
    """The fields as the machine read them, from the archive."""
    body = casework.case_file(archive, case).readings[digest].body
    return list(body["transcripts"][0]["fields"])


def test_text_fields_alone_have_guesses_in_json() -> None:
    name, score = reading_json(Transcript("sheet.png", fields=(NAME, SCORE)))["fields"]
    assert name["suggestions"] == ["Kites <b>", "Kifes"] and name["text"] == "K17ES"
    assert "suggestions" not in score
