"""Archives of earlier versions open, hold what they held, and verify."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.archive.acts import (
    START,
    Kind,
    canonical,
    chained,
    content_digest,
    ledgered,
)
from fairdeal.desk.archive.care.verify import verify
from fairdeal.desk.archive.head import find_page
from fairdeal.desk.archive.migrations import MIGRATIONS, migrate
from fairdeal.desk.archive.page_code import PageCode
from fairdeal.desk.archive.search import Question, search
from fairdeal.desk.archive.store import APPLICATION, Archive
from fairdeal.desk.cli import main
from fairdeal.desk.review import casework
from tests.desk.archive.conftest import LOG

OURS, THEIRS = "aaaaaaaaaaaa", "bbbbbbbbbbbb"
DIGEST = hashlib.sha256(LOG.encode()).hexdigest()
BLANK = LOG.replace("Anjali Menon", "[name withheld]").encode()
REPORT = b"<p>signed</p>"


class Old:
    """An archive as version `version` of its tables wrote it, act by act."""

    def __init__(self, path: Path, version: int) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        run = self.connection.execute
        run("PRAGMA journal_mode = WAL")
        run(f"PRAGMA application_id = {APPLICATION}")
        migrate(run, 0, version)
        self.ledger = START
        self.chains: dict[str, tuple[int, str]] = {}

    def act(self, case: str, kind: Kind, body: dict[str, Any], minute: int) -> None:
        number, previous = self.chains.get(case, (0, START))
        at, salt = f"2026-03-01T10:{minute:02}:00Z", "cd" * 16
        if not number:
            self.connection.execute("INSERT INTO cases VALUES (?, ?)", (case, at))
        digest = content_digest(salt, "Bina", body)
        chain = chained(previous, case, number + 1, kind.value, at, digest)
        self.ledger = ledgered(self.ledger, chain)
        self.chains[case] = (number + 1, chain)
        self.connection.execute(
            "INSERT INTO acts (case_id, number, kind, at, who, body, salt, digest, chain, ledger)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                case,
                number + 1,
                kind.value,
                at,
                "Bina",
                canonical(body),
                salt,
                digest,
                chain,
                self.ledger,
            ),
        )

    def keep(self, data: bytes, digest: str = "") -> str:
        now = hashlib.sha256(data).hexdigest()
        self.connection.execute("INSERT INTO blobs VALUES (?, ?, ?)", (digest or now, data, now))
        return digest or now

    def taken_in(self, case: str, signer: str | None) -> None:
        self.connection.execute(
            "INSERT INTO imports VALUES (?, ?, '2026-03-01T11:00:00Z', 'Cyril', ?)",
            (case, self.chains[case][1], signer),
        )


def handed(digest: str = DIGEST) -> dict[str, Any]:
    return {"digest": digest, "name": "log.hrn", "size": len(LOG)}


def listed_as_imported(connection: sqlite3.Connection) -> None:
    """What somebody does who wants our own case to count as Eve's."""
    connection.execute(
        "INSERT INTO imports SELECT case_id, chain, at, 'Eve', NULL FROM acts WHERE kind = 'signed'"
    )


@pytest.fixture(params=range(1, len(MIGRATIONS)))
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Two cases that share a document from which a name was taken out; one came from others, and was
    worked on here afterwards."""
    path = tmp_path / "old.fairdeal"
    made = Old(path, request.param)
    made.act(THEIRS, Kind.OPENED, {"title": "Lighthouse, table 4", "tags": {}}, 1)
    made.act(THEIRS, Kind.DOCUMENT, handed(), 2)
    made.taken_in(THEIRS, "ef" * 32)
    made.act(OURS, Kind.OPENED, {"title": "Harbour Cup", "tags": {"Event": "Harbour"}}, 30)
    made.act(OURS, Kind.DOCUMENT, handed(), 31)
    made.keep(BLANK, DIGEST)
    said = {"acts": [], "documents": [{"digest": DIGEST, "now": hashlib.sha256(BLANK).hexdigest()}]}
    for case in (OURS, THEIRS):
        made.act(case, Kind.REDACTED, {**said, "photos": "cover"}, 32)
    made.act(OURS, Kind.SIGNED, {"report": made.keep(REPORT), "check": 1}, 33)
    made.connection.close()
    return path


def test_an_old_archive_opens_verifies_and_holds_what_it_held(old: Path) -> None:
    with Archive(old) as archive:
        assert verify(archive) == []
        assert archive.cases() == [OURS, f"{THEIRS}~1"]
        file = casework.case_file(archive, OURS)
        assert file.state == "signed off"
        assert archive.blob(OURS, DIGEST) == archive.blob(f"{THEIRS}~1", DIGEST) == BLANK
        assert archive.blob(OURS, hashlib.sha256(REPORT).hexdigest()) == REPORT
        assert [hit.case for hit in search(archive, Question(event="harbour"))] == [OURS]
    with Archive(old) as again:
        assert verify(again) == []


def test_a_case_that_was_taken_in_before_is_marked_as_from_others(old: Path) -> None:
    with Archive(old) as archive:
        file = casework.case_file(archive, f"{THEIRS}~1")
        assert file.state == "received" and f"Signed with the key {'ef' * 32}" in file.sender
        assert [act.kind for act in file.acts] == [
            Kind.OPENED,
            Kind.DOCUMENT,
            Kind.REDACTED,
            Kind.RECEIVED,
        ]


def test_opening_an_old_archive_says_so_and_names_each_case_that_it_changed(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Old tables are a way to have a signed case of our own marked as somebody else's."""
    with sqlite3.connect(old) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        listed_as_imported(connection)
    command = ["archive", "--archive", str(old)]
    assert main([*command, "ls"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert f"tables were of version {version} and are now of version {len(MIGRATIONS)}" in said
    signed = "Harbour Cup, signed off by Bina at 2026-03-01T10:33:00Z"
    assert f"The case {OURS} ({signed}) is now {OURS}~1, from others" in said
    assert f"The case {THEIRS} (Lighthouse, table 4) is now {THEIRS}~1, from others" in said
    assert main([*command, "ls"]) == 0
    assert "version" not in capsys.readouterr().err, (
        "it is said once, and stays in what verify says"
    )
    assert main([*command, "verify"]) == 0
    assert f"list of imports said: {OURS}~1, {THEIRS}~1" in capsys.readouterr().out


def test_a_backup_of_old_tables_is_said_to_be_one_where_it_is_restored(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["archive", "--archive", str(tmp_path / "new.fairdeal"), "restore", str(old)]) == 0
    assert f"is now {THEIRS}~1, from others" in capsys.readouterr().err


def test_a_new_archive_says_nothing_of_its_tables(tmp_path: Path) -> None:
    with Archive(tmp_path / "new.fairdeal") as archive:
        assert archive.migrated == ()


def test_a_case_put_back_on_the_list_is_named(old: Path) -> None:
    with sqlite3.connect(old) as connection:
        connection.execute("DELETE FROM cases WHERE id = ?", (OURS,))
        connection.execute("UPDATE cases SET opened = '2020-01-01T00:00:00Z'")
        connection.execute("DELETE FROM imports")
    with Archive(old) as archive:
        said = " ".join(archive.migrated)
    assert f"The case {OURS} (Harbour Cup, signed off by Bina" in said
    assert "was not on the list of cases, and is again" in said
    assert f"The day on which the case {THEIRS} was opened" in said


def test_a_page_says_that_its_case_counts_as_from_others_since(old: Path) -> None:
    with sqlite3.connect(old) as connection:
        listed_as_imported(connection)
        (seq,) = connection.execute("SELECT seq FROM acts WHERE kind = 'signed'").fetchone()
        (ledger,) = connection.execute(
            "SELECT ledger FROM acts WHERE seq = ?", (seq - 1,)
        ).fetchone()
        page = PageCode(seq - 1, ledger, signed=True).text
        connection.execute("UPDATE blobs SET data = ?", (f"<p>{page}</p>".encode(),))
    with Archive(old) as archive:
        found = find_page(archive, page)
    assert any("counts as imported by Eve since" in line for line in found.odd)


def test_an_old_archive_goes_on_being_worked_on(old: Path) -> None:
    with Archive(old) as archive:
        casework.reopen(archive, OURS, "A new log.", "Bina")
        casework.keep_document(archive, OURS, b'[Deal "1"]\n', "more.hrn", "Bina")
        assert verify(archive) == []


def test_what_an_old_archive_had_altered_is_still_noticed(old: Path) -> None:
    with sqlite3.connect(old) as connection:
        connection.execute("UPDATE blobs SET data = x'00' WHERE digest = ?", (DIGEST,))
    with Archive(old) as archive:
        assert any("was altered" in line for line in verify(archive))


def test_a_case_hidden_from_an_old_archive_s_list_comes_back(old: Path) -> None:
    with sqlite3.connect(old) as connection:
        connection.execute("DELETE FROM cases WHERE id = ?", (OURS,))
    with Archive(old) as archive:
        assert OURS in archive.cases() and verify(archive) == []


def test_an_old_archive_with_an_act_that_cannot_be_read_opens_to_be_looked_at(old: Path) -> None:
    with sqlite3.connect(old) as connection:
        connection.execute("DROP TRIGGER content_only_redacted")
        connection.execute("UPDATE acts SET body = '{' WHERE kind = 'document'")
    with Archive(old) as archive:
        assert any("cannot be read" in line for line in verify(archive))


def test_a_case_of_which_only_the_note_is_left_opens_to_be_looked_at(old: Path) -> None:
    with sqlite3.connect(old) as connection:
        connection.execute("DROP TRIGGER acts_stay")
        connection.execute("DELETE FROM acts WHERE case_id = ?", (THEIRS,))
    with Archive(old) as archive:
        assert any("that imported it are missing" in line for line in verify(archive))
