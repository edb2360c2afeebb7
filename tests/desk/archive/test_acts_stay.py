"""What was done stays: acts are added, never changed, and anything else is noticed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.store import Archive, ArchiveError, OvertakenError
from fairdeal.desk.review import casework
from tests.conftest import Unhurried
from tests.desk.archive.conftest import tamper
from tests.support.whole import verify


def test_an_act_can_be_neither_changed_nor_deleted(archive: Archive, case: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        archive.connection.execute("DELETE FROM acts")
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        archive.connection.execute("UPDATE acts SET body = '{}'")
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        archive.connection.execute("UPDATE acts SET kind = 'note'")


def test_an_act_is_on_the_disk_before_it_counts(archive: Archive, case: str) -> None:
    assert isinstance(archive.connection, Unhurried) and archive.connection.lasting


@pytest.mark.parametrize(
    ("change", "notice"),
    [
        ('UPDATE acts SET body = \'{"title":"x"}\' WHERE number = 1', "altered"),
        ("UPDATE acts SET who = 'Somebody' WHERE number = 1", "altered"),
        ("UPDATE acts SET at = '2020-01-01T00:00:00Z' WHERE number = 2", "chain"),
        ("UPDATE acts SET body = '{}', salt = '' WHERE number = 1", "no redaction is recorded"),
        ("DELETE FROM acts WHERE number = 2", "missing"),
        ("UPDATE case_blobs SET data = x'00'", "altered"),
        (
            "UPDATE case_blobs SET data = x'00', now ="
            " '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'",
            "was replaced, and no redaction is recorded",
        ),
        ("DELETE FROM case_blobs", "missing"),
    ],
)
def test_whoever_changes_the_file_itself_is_noticed(
    archive: Archive, case: str, change: str, notice: str
) -> None:
    assert verify(archive) == []
    tamper(archive, change)
    assert any(notice in line for line in verify(archive)), verify(archive)


def test_bytes_that_no_act_names_are_noticed(archive: Archive, case: str) -> None:
    digest = archive.keep(case, b"a report that was never signed")
    assert verify(archive) == [
        f"case {case}: no act names the document {digest[:12]}; it was inserted."
    ]


def test_a_case_taken_out_whole_breaks_the_ledger(archive: Archive, case: str) -> None:
    archive.open_case("Another", "Committee")
    for table in ("acts", "case_blobs", "found", "facts", "words"):
        tamper(archive, f"DELETE FROM {table} WHERE case_id = '{case}'")
    tamper(archive, f"DELETE FROM cases WHERE id = '{case}'")
    assert any("ledger" in line for line in verify(archive))


def test_a_transaction_that_fails_leaves_nothing(archive: Archive, case: str) -> None:
    before = len(archive.acts(case))
    with pytest.raises(RuntimeError), archive.writing():
        archive.add(case, Kind.NOTE, {"text": "never"}, "A")
        raise RuntimeError
    assert len(archive.acts(case)) == before
    assert verify(archive) == []


def test_a_case_as_it_was_before(archive: Archive, case: str) -> None:
    seen = len(archive.acts(case))
    casework.act_on(archive, case, Kind.STATEMENT, {"side": "A", "text": "He waited."}, "A", seen)
    assert "A" in fold(case, archive.acts(case)).statements
    assert "A" not in casework.case_file(archive, case, seen).statements


def test_two_people_at_once_the_second_is_told(archive: Archive, case: str) -> None:
    seen = len(archive.acts(case))
    with Archive(archive.path) as second:
        casework.decide(second, case, "revoke | x", "accept", "", "Bina", seen)
        with pytest.raises(OvertakenError, match="Bina") as told:
            casework.decide(archive, case, "revoke | x", "dismiss", "why", "Cyril", seen)
        assert [act.who for act in told.value.acts] == ["Bina"]
        # What does not touch the same thing goes through, and nothing is lost.
        casework.decide(archive, case, "revoke | y", "dismiss", "why", "Cyril", seen)
    file = fold(case, archive.acts(case))
    assert {key: act.who for key, act in file.decisions.items()} == {
        "revoke | x": "Bina",
        "revoke | y": "Cyril",
    }


def test_a_file_that_is_no_archive_is_not_touched(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("Not a database at all, but long enough to be looked at as one." * 20)
    with pytest.raises(ArchiveError, match="cannot be used"):
        Archive(text)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE accounts (id)")
    connection.commit()
    connection.close()
    with pytest.raises(ArchiveError, match="not a Fairdeal archive"):
        Archive(other)
    newer = tmp_path / "newer.db"
    Archive(newer).close()
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(ArchiveError, match="newer"):
        Archive(newer)
