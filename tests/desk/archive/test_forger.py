"""Somebody has the archive's file and knows how it is made: what they do is noticed, or said to be unseen."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest

from fairdeal.desk.archive import exchange, tables
from fairdeal.desk.archive.acts import (
    Kind,
    canonical,
    chained,
    ledgered,
    new_act,
    text_digest,
)
from fairdeal.desk.archive.backup import back_up, restore
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.redaction import redact
from fairdeal.desk.archive.search import Question, index_all, search
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.archive.tables import VERSION
from fairdeal.desk.archive.verify import UNKNOWN, limits, look_through
from fairdeal.desk.cli import main
from fairdeal.desk.review import casework
from tests.desk.archive.conftest import tamper
from tests.desk.archive.test_exchange import entries, packed
from tests.desk.archive.test_hostile_case import OPENED, sent
from tests.support.whole import verify


def test_a_case_taken_off_the_list_is_still_there_and_noticed(archive: Archive, case: str) -> None:
    tamper(archive, "DELETE FROM cases")
    assert archive.cases() == [case]
    assert f"case {case}: it was taken off the list of cases." in verify(archive)
    assert any("belongs to no row of the table cases" in line for line in verify(archive))


def test_acts_of_a_case_off_the_list_are_looked_at_too(archive: Archive, case: str) -> None:
    tamper(archive, "DELETE FROM cases")
    tamper(archive, "UPDATE acts SET who = 'Eve' WHERE number = 2")
    assert any("act 2: what it says was altered" in line for line in verify(archive))


def test_no_backup_is_made_of_what_does_not_verify(
    archive: Archive, case: str, tmp_path: Path
) -> None:
    back_up(archive, tmp_path / "backup")
    before = (tmp_path / "backup").read_bytes()
    tamper(archive, "DELETE FROM cases")
    with pytest.raises(ArchiveError, match="not whole"):
        back_up(archive, tmp_path / "backup")
    assert (tmp_path / "backup").read_bytes() == before


@pytest.mark.parametrize(
    ("change", "notice"),
    [
        ("DROP TRIGGER acts_stay", "The trigger acts_stay of the file is missing."),
        ("DROP INDEX acts_by_kind", "The index acts_by_kind of the file is missing."),
        ("CREATE TABLE more (x)", "The table more of the file does not belong there."),
        (
            "CREATE TRIGGER quiet AFTER INSERT ON acts BEGIN DELETE FROM found; END",
            "The trigger quiet of the file does not belong there.",
        ),
        ("CREATE VIEW v AS SELECT 1", "The view v of the file does not belong there."),
    ],
)
def test_tables_triggers_and_indexes_are_exactly_this_version_s(
    archive: Archive, case: str, change: str, notice: str
) -> None:
    archive.connection.execute(change)
    assert notice in verify(archive)


def test_a_trigger_put_back_without_its_teeth_is_noticed(archive: Archive, case: str) -> None:
    archive.connection.execute("DROP TRIGGER acts_stay")
    archive.connection.execute(
        "CREATE TRIGGER acts_stay BEFORE DELETE ON acts WHEN 0"
        " BEGIN SELECT RAISE (ABORT, 'acts are never deleted'); END"
    )
    assert verify(archive) == ["The trigger acts_stay of the file was changed."]


def test_a_table_that_is_not_strict_any_more_is_noticed(archive: Archive, case: str) -> None:
    run = archive.connection.execute
    run("PRAGMA foreign_keys = OFF")
    run("CREATE TABLE copy AS SELECT * FROM facts")
    run("DROP TABLE facts")
    run("CREATE TABLE facts (case_id TEXT, name TEXT, value TEXT, folded TEXT)")
    run("INSERT INTO facts SELECT * FROM copy")
    run("DROP TABLE copy")
    run("CREATE INDEX facts_by_name ON facts (name, folded)")
    run("CREATE INDEX facts_by_case ON facts (case_id)")
    assert verify(archive) == ["The table facts of the file was changed."]


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM found",
        "UPDATE found SET article = '9.9'",
        "DELETE FROM facts WHERE name = 'team'",
        "DELETE FROM words",
        "UPDATE words SET text = 'nothing'",
        "INSERT INTO words VALUES ('0123456789ab', 'a case that is not there')",
        "DELETE FROM words_data WHERE id > 10",
    ],
)
def test_a_precedent_hidden_from_searching_is_noticed_and_found_again(
    archive: Archive, case: str, change: str
) -> None:
    tamper(archive, change)
    assert verify(archive)
    assert main(["archive", "--archive", str(archive.path), "reindex"]) == 0
    assert verify(archive) == []
    assert search(archive, Question(text="boatmen", article="3.2"))


def rebuilt(archive: Archive, number: int, column: str, value: str) -> None:
    """Change an act and make every hash after it again, as somebody can who has the program."""
    (case,) = archive.cases()
    tamper(archive, f"UPDATE acts SET {column} = ? WHERE number = ?", value, number)
    chain = ledger = "0" * 64
    for act in archive.acts(case):
        digest = text_digest(act.salt, act.who, act.text)
        chain = chained(chain, case, act.number, act.kind.value, act.at, digest)
        ledger = ledgered(ledger, chain)
        tamper(
            archive,
            "UPDATE acts SET digest = ?, chain = ?, ledger = ? WHERE number = ?",
            digest,
            chain,
            ledger,
            act.number,
        )


def test_an_act_dated_back_is_noticed_though_every_hash_was_made_again(
    archive: Archive, case: str, tmp_path: Path
) -> None:
    archive.add(case, Kind.NOTE, {"text": "late"}, "Bina")
    last = archive.acts(case)[-1].number
    rebuilt(archive, last, "at", "2026-01-01T10:00:00Z")
    assert any(
        "it is dated 2026-01-01T10:00:00Z, but was written after" in line
        for line in verify(archive)
    )
    assert look_through(archive).wrong == (), "a clock that was set right does the same"
    copied = back_up(archive, tmp_path / "backup")
    assert copied.odd == look_through(archive).odd, "so a backup is made, and says so"


def test_clocks_may_differ_by_minutes(archive: Archive) -> None:
    case = archive.open_case("x", "Bina")
    for at in ("2026-03-01T10:10:00Z", "2026-03-01T10:01:00Z", "2026-03-01T10:10:30Z"):
        archive.add(case, Kind.NOTE, {"text": "x"}, "Bina", at=at)
    rebuilt(archive, 1, "at", "2026-03-01T10:00:00Z")
    tamper(archive, "UPDATE cases SET opened = '2026-03-01T10:00:00Z'")
    index_all(archive)
    assert verify(archive) == []


def test_going_back_in_small_steps_is_going_back(archive: Archive) -> None:
    case = archive.open_case("x", "Bina")
    for at in ("2099-03-01T10:10:00Z", "2099-03-01T10:01:00Z", "2099-03-01T09:53:00Z"):
        archive.add(case, Kind.NOTE, {"text": "x"}, "Bina", at=at)
    assert ["09:53" in line for line in verify(archive)] == [True]


def test_what_was_received_cannot_be_made_to_look_like_our_own(archive: Archive) -> None:
    theirs = exchange.take_in(archive, exchange.open_case(sent([OPENED])), "Bina").case
    own = theirs.partition("~")[0]
    tamper(archive, "UPDATE cases SET id = ?", own)
    for table in ("acts", "found", "facts", "listed", "words"):
        tamper(archive, f"UPDATE {table} SET case_id = ?", own)
    assert (
        f"case {own}: it came from others, and was made to look like a case of this archive's own."
        in verify(archive)
    )


def test_the_note_of_who_sent_a_case_cannot_be_changed(
    archive: Archive, case: str, tmp_path: Path
) -> None:
    """Not even by somebody who makes every hash again: nobody signs with another's key."""
    public = exchange.new_key(tmp_path / "key.pem")
    data = exchange.export(archive, case, exchange.load_key(tmp_path / "key.pem"))
    with Archive(tmp_path / "other.fairdeal") as other:
        theirs = exchange.take_in(other, exchange.open_case(data), "Bina").case
        received = other.acts(theirs)[-1]
        body = {**received.body, "signer": public[::-1]}
        digest = text_digest(received.salt, "Bina", canonical(body))
        chain = chained(
            other.acts(theirs)[-2].chain, case, received.number, "received", received.at, digest
        )
        tamper(
            other,
            "UPDATE acts SET body = ?, digest = ?, chain = ?, ledger = ? WHERE number = ?",
            canonical(body),
            digest,
            chain,
            ledgered(other.acts(theirs)[-2].ledger, chain),
            received.number,
        )
        index_all(other)
        assert verify(other) == [
            f"case {theirs}: the signature that it was imported with is not valid."
        ]


def test_the_note_of_who_sent_a_case_cannot_be_cut_off(archive: Archive) -> None:
    theirs = exchange.take_in(archive, exchange.open_case(sent([OPENED])), "Bina").case
    tamper(archive, "DELETE FROM acts WHERE kind = 'received'")
    assert f"case {theirs}: the act that says who sent it is gone." in verify(archive)


def test_acts_added_by_hand_to_what_others_sent_are_noticed(archive: Archive) -> None:
    theirs = exchange.take_in(archive, exchange.open_case(sent([OPENED])), "Bina").case
    with archive.writing():
        received = archive.acts(theirs)[-1]
        number, body = received.number + 1, {"text": "x"}
        forged = new_act(theirs, number, received.chain, Kind.NOTE, body, "Eve", received.at)
        archive.put(forged, archive.connection.execute)
    assert verify(archive) == [f"case {theirs}: acts were added to what others sent."]


def test_a_document_that_was_altered_is_not_shown(archive: Archive, case: str) -> None:
    (digest,) = casework.case_file(archive, case).documents
    tamper(archive, "UPDATE case_blobs SET data = x'00'")
    with pytest.raises(ArchiveError, match="altered in the archive's file"):
        archive.blob(case, digest)
    after = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    tamper(archive, "UPDATE case_blobs SET now = ?", after)
    with pytest.raises(ArchiveError, match="altered in the archive's file"):
        archive.blob(case, digest)


def test_a_redaction_in_another_case_excuses_nothing_here(archive: Archive, case: str) -> None:
    """Each case's documents are as its own acts say."""
    from tests.desk.archive.conftest import LOG, document

    second = archive.open_case("Another", "Bina")
    casework.hand_in(archive, second, document(LOG.encode()), "Bina")
    (digest,) = casework.case_file(archive, case).documents
    after = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    said = {"acts": [], "documents": [{"digest": digest, "now": after}], "photos": "keep"}
    archive.add(second, Kind.REDACTED, said, "Eve")
    tamper(archive, "UPDATE case_blobs SET data = x'00', now = ?", after)
    assert archive.blob(second, digest) == b"\0"
    with pytest.raises(ArchiveError, match="altered"):
        archive.blob(case, digest)
    assert any(case in line and "no redaction is recorded" in line for line in verify(archive))


def test_altered_words_are_not_made_right_by_redacting_them(archive: Archive, case: str) -> None:
    archive.add(case, Kind.NOTE, {"text": "Zacharias Quill paid."}, "Bina")
    number = archive.acts(case)[-1].number
    body = canonical({"text": "Zacharias Quill refused to pay."})
    tamper(archive, "UPDATE acts SET body = ? WHERE number = ?", body, number)
    with pytest.raises(ArchiveError, match="Redacting it would hide that"):
        redact(archive, ["Zacharias Quill"], "Bina")
    assert any("what it says was altered" in line for line in verify(archive))


@pytest.mark.parametrize("version", [0, VERSION - 1, VERSION + 1])
def test_a_file_that_claims_to_be_of_another_version_is_not_made_over(
    archive: Archive, case: str, version: int
) -> None:
    archive.connection.execute(f"PRAGMA user_version = {version}")
    archive.close()
    with pytest.raises(ArchiveError, match="or that number was changed"):
        Archive(archive.path)
    with sqlite3.connect(archive.path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION}")
    with Archive(archive.path) as again:
        assert verify(again) == []


@pytest.mark.parametrize("there", [True, False])
def test_a_journal_left_beside_the_archive_is_not_read_into_what_is_restored(
    archive: Archive, case: str, tmp_path: Path, there: bool
) -> None:
    """A journal in the right place is a part of the archive to SQLite, whoever put it there."""
    back_up(archive, tmp_path / "backup")
    forged = tmp_path / "forged"
    back_up(archive, forged)
    with Archive(forged) as other:
        other.connection.execute("PRAGMA wal_autocheckpoint = 0")
        tamper(other, "UPDATE acts SET who = 'Eve' WHERE number = 2")
        journal = Path(f"{forged}-wal").read_bytes()
    target = tmp_path / "target" / "archive.fairdeal"
    target.parent.mkdir()
    if there:
        back_up(archive, target)
    Path(f"{target}-wal").write_bytes(journal)
    restore(tmp_path / "backup", target)
    with Archive(target) as now:
        assert verify(now) == []


def test_a_journal_beside_a_backup_is_not_read_into_it(
    archive: Archive, case: str, tmp_path: Path
) -> None:
    forged = tmp_path / "backup"
    back_up(archive, forged)
    with Archive(forged) as other:
        other.connection.execute("PRAGMA wal_autocheckpoint = 0")
        tamper(other, "UPDATE acts SET who = 'Eve' WHERE number = 2")
        journal = Path(f"{forged}-wal").read_bytes()
    forged.unlink()
    Path(f"{forged}-wal").write_bytes(journal)
    back_up(archive, forged)
    with Archive(forged) as now:
        assert verify(now) == []


def test_an_archive_behind_a_link_is_restored_where_it_lies(
    archive: Archive, case: str, tmp_path: Path
) -> None:
    back_up(archive, tmp_path / "backup")
    archive.close()
    link = tmp_path / "link.fairdeal"
    link.symlink_to(archive.path)
    restore(tmp_path / "backup", link)
    assert link.is_symlink()
    with Archive(archive.path) as now:
        assert now.cases() == [case]


def test_nobody_has_seen_more_than_there_is(archive: Archive, case: str) -> None:
    last = archive.acts(case)[-1].number
    with pytest.raises(ArchiveError, match=f"has {last} acts, and this was begun after act 99"):
        archive.add(case, Kind.NOTE, {"text": "x"}, "Eve", seen=99)
    archive.add(case, Kind.NOTE, {"text": "x"}, "Bina", seen=last)


def test_what_others_write_meanwhile_is_no_forgery(
    archive: Archive, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it is looked at as it was at one moment, though somebody is at work at the desk."""
    real = tables.entries

    def meanwhile(file: CaseFile) -> tables.Entries:
        monkeypatch.setattr(tables, "entries", real)
        with Archive(archive.path) as second:
            second.add(case, Kind.NOTE, {"text": "meanwhile"}, "Bina")
            second.open_case("Another", "Bina")
        return real(file)

    monkeypatch.setattr(tables, "entries", meanwhile)
    assert verify(archive) == []
    assert len(archive.cases()) == 2 and verify(archive) == []


def test_bytes_are_kept_under_no_digest_but_their_own(archive: Archive, case: str) -> None:
    with pytest.raises(ValueError, match="another digest"):
        archive.put_blob(case, "0" * 64, b"bytes", "0" * 64)
    with pytest.raises(ValueError, match="another digest"):
        archive.put_blob(case, "0" * 64, None, "0" * 64)


def test_verify_says_what_it_cannot_know(
    archive: Archive, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["archive", "--archive", str(archive.path), "verify"]
    assert main(command) == 0
    assert UNKNOWN in capsys.readouterr().out
    redact(archive, ["Anjali Menon"], "Bina")
    exchange.take_in(archive, exchange.open_case(sent([OPENED])), "Bina")
    said = limits(archive)
    assert said[1].startswith("Redacted: 1 act, 1 document.")
    assert said[2].startswith("From others: 1 case.")


@pytest.mark.parametrize(
    "written",
    [
        '{"text":"Team A loses.","text":"A warning.","points":1}',
        '{"text":"A warning.","points":1}',
        '{"points":1,"text":"\\u0041 warning."}',
        '{"points": 1,"text":"A warning."}',
        '{"points":1,"text":"A warning."}\n',
    ],
)
@pytest.mark.parametrize("hashes", ["as they were", "made again", "redacted"])
def test_a_text_that_reads_the_same_is_not_the_same(
    archive: Archive, written: str, hashes: str
) -> None:
    """Two texts of one value may be two values to the next program that reads them."""
    case = archive.open_case("x", "Bina")
    act = archive.add(case, Kind.NOTE, {"text": "A warning.", "points": 1}, "Bina")
    if hashes == "redacted":
        said = {"act": act.number, "now": text_digest("Bina", written)}
        archive.add(case, Kind.REDACTED, {"acts": [said], "documents": [], "photos": "keep"}, "E")
        tamper(archive, "UPDATE acts SET salt = '' WHERE number = ?", act.number)
    tamper(archive, "UPDATE acts SET body = ? WHERE number = ?", written, act.number)
    found = f"case {case}, act {act.number}: its text was altered"
    if hashes == "made again":
        rebuilt(archive, act.number, "body", written)
    else:
        (_, other) = [*verify(archive), ""][:2]
        assert ("what it says was altered" in other) is (hashes == "as they were")
    assert any(line.startswith(found) for line in verify(archive))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"body":{', b'"body":{"title":"Another",'),
        (b'"number":1', b'"number":1.0'),
        (b'"who":"Eve"', b'"who":"\\u0045ve"'),
        (b'{"at"', b'{ "at"'),
    ],
)
def test_a_case_whose_text_may_be_read_in_two_ways_is_refused(
    archive: Archive, old: bytes, new: bytes
) -> None:
    parts = entries(sent([OPENED]))
    told = parts["acts.jsonl"].replace(old, new, 1)
    assert told != parts["acts.jsonl"]
    manifest = json.loads(parts["case.json"]) | {"acts_sha256": hashlib.sha256(told).hexdigest()}
    data = packed({**parts, "acts.jsonl": told, "case.json": canonical(manifest).encode()})
    if new == b'"number":1.0':
        with pytest.raises(ArchiveError, match="not a Fairdeal case"):
            exchange.open_case(data)
        return
    came = exchange.open_case(data)
    assert came.wrong == (
        "Act 1 is written in another way than Fairdeal writes it, so it may say two things.",
    )
    with pytest.raises(ArchiveError, match="may say two things"):
        exchange.take_in(archive, came, "Bina")


def test_a_list_of_parts_that_may_be_read_in_two_ways_is_refused() -> None:
    parts = entries(sent([OPENED]))
    parts["case.json"] = parts["case.json"].replace(b"{", b'{"acts":7,', 1)
    assert "may say two things" in exchange.open_case(packed(parts)).wrong[0]
