"""A name taken out everywhere, and the chain still whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.archive import exchange
from desk.archive.acts import Kind
from desk.archive.redaction import redact
from desk.archive.search import Question, search
from desk.archive.store import Archive, ArchiveError
from desk.archive.verify import verify
from desk.review import casework


def everything(path: Path) -> bytes:
    return b"".join(
        each.read_bytes() for each in path.parent.iterdir() if each.name.startswith(path.name)
    )


def test_a_name_is_gone_from_the_file_and_the_archive_still_verifies(
    archive: Archive, case: str
) -> None:
    note = {"text": "anjali  menon said so; Anjali Menonki did not."}
    archive.add(case, Kind.NOTE, note, "Anjali Menon")
    last = archive.acts(case)[-1].number
    casework.sign_off(archive, case, lambda _: b"<p>Anjali Menon &amp; others</p>", "Bina", last)
    assert search(archive, Question(text="anjali menon"))
    done = redact(archive, ["Anjali Menon"], "Bina")
    assert (done.cases, done.documents) == ((case,), 2)
    assert verify(archive) == []
    acts = archive.acts(case)
    assert acts[-1].kind is Kind.REDACTED
    notes = [act for act in acts if act.kind is Kind.NOTE]
    assert notes[0].who == "[name withheld]"
    assert notes[0].body["text"] == "[name withheld] said so; Anjali Menonki did not."
    left = everything(archive.path).lower()
    assert b"anjali menon<" not in left and b'anjali menon"' not in left
    assert left.count(b"anjali menon") == left.count(b"anjali menonki")
    # The case is still open to read, and still can be sent.
    assert casework.rule_on(archive, casework.case_file(archive, case)).verdict.findings
    assert exchange.open_sent(exchange.export(archive, case)).wrong == ()


def test_a_second_name_later(archive: Archive, case: str) -> None:
    archive.add(case, Kind.NOTE, {"text": "Anjali Menon and Ravi Nair"}, "B")
    redact(archive, ["Anjali Menon"], "B")
    redact(archive, ["Ravi Nair"], "B")
    notes = [act for act in archive.acts(case) if act.kind is Kind.NOTE]
    assert notes[0].body["text"] == "[name withheld] and [name withheld]"
    assert verify(archive) == []


def test_what_was_redacted_cannot_be_filled_in_again(archive: Archive, case: str) -> None:
    archive.add(case, Kind.NOTE, {"text": "Anjali Menon"}, "B")
    redact(archive, ["Anjali Menon"], "B")
    number = next(act.number for act in archive.acts(case) if act.kind is Kind.NOTE)
    archive.connection.execute(
        "UPDATE acts SET body = '{\"text\":\"Somebody Else\"}', salt = '' WHERE number = ?",
        (number,),
    )
    assert any("altered" in line for line in verify(archive))


def test_a_name_that_nobody_has_changes_nothing(archive: Archive, case: str) -> None:
    before = len(archive.acts(case))
    assert redact(archive, ["Nobody Here"], "B").cases == ()
    assert len(archive.acts(case)) == before


@pytest.mark.parametrize("names", [[], [""], ["A"]])
def test_a_name_too_short_is_refused(archive: Archive, case: str, names: list[str]) -> None:
    with pytest.raises(ArchiveError, match="name"):
        redact(archive, names, "B")
