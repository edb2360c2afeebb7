"""Cases from others stand beside our own: nothing in them reaches a case of ours."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.acts import Kind, canonical
from fairdeal.desk.archive.redaction import redact
from fairdeal.desk.archive.search import Question, search
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.cli import main
from fairdeal.desk.review import casework
from tests.desk.archive.conftest import LOG, document, tamper
from tests.desk.archive.test_exchange import entries, packed
from tests.desk.archive.test_hostile_case import CASE, OPENED, RULED, sent
from tests.support.whole import verify


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Archive]:
    with Archive(tmp_path / "other.fairdeal") as opened:
        yield opened


def taken(archive: Archive, data: bytes, **more: str) -> exchange.Received:
    return exchange.take_in(archive, exchange.open_case(data), "Cyril", **more)


def planted(honest: bytes, false: bytes) -> bytes:
    """A case that holds other bytes under an honest document's digest, and says that they were redacted."""
    digest, after = (hashlib.sha256(each).hexdigest() for each in (honest, false))
    said = {"acts": [], "documents": [{"digest": digest, "now": after}], "photos": "cover"}
    handed = {"digest": digest, "name": "log.hrn", "size": len(honest)}
    parts = entries(sent([OPENED, ("document", handed), ("redacted", said)]))
    manifest = json.loads(parts["case.json"])
    manifest["blobs"] = {digest: after}
    return packed({**parts, "case.json": canonical(manifest).encode(), f"blobs/{digest}": false})


def test_bytes_planted_under_a_digest_stay_in_the_case_that_brought_them(archive: Archive) -> None:
    false = LOG.replace("Plus 1 S", "Plus 2 S").encode()
    theirs = taken(archive, planted(LOG.encode(), false)).case
    case = archive.open_case("Ours", "Bina")
    casework.hand_in(archive, case, document(LOG.encode()), "Bina")
    digest = hashlib.sha256(LOG.encode()).hexdigest()
    assert archive.blob(case, digest) == LOG.encode()
    assert archive.blob(theirs, digest) == false
    assert [act.kind for act in archive.acts(case)] == [Kind.OPENED, Kind.DOCUMENT]
    assert verify(archive) == []


def test_a_document_that_no_act_names_is_refused(archive: Archive) -> None:
    came = exchange.open_case(sent([OPENED], blobs=(b"for later",)))
    assert any("No act names the document" in line for line in came.wrong)
    with pytest.raises(ArchiveError, match="No act names"):
        exchange.take_in(archive, came, "Bina")


def test_an_unsigned_file_adds_nothing_to_our_open_case(
    archive: Archive, other: Archive, case: str
) -> None:
    """Somebody has the file that we sent, and sends it back with a ruling, a signature and a report."""
    began = archive.acts(case)
    tampering = taken(other, exchange.export(archive, case)).case
    tamper(other, "UPDATE acts SET case_id = ? WHERE kind <> 'received'", _listed(other, case))
    tamper(other, "DELETE FROM acts WHERE kind = 'received'")
    tamper(other, "UPDATE case_blobs SET case_id = ?", case)
    assert tampering not in other.cases()
    other.add(case, Kind.RULED, {"text": "Team B loses."}, "The Committee")
    seen = other.acts(case)[-1].number
    casework.sign_off(other, case, lambda _: b"<script>alert(1)</script>", "The Committee", seen)
    came = taken(archive, exchange.export(other, case))
    assert came == exchange.Received(f"{case}~1", new=True)
    assert archive.acts(case) == began and casework.case_file(archive, case).ruling is None
    theirs = casework.case_file(archive, came.case)
    assert theirs.ruling is not None and theirs.state == "received"
    assert "Nobody signed it" in theirs.sender
    assert verify(archive) == []


def _listed(other: Archive, case: str) -> str:
    tamper(other, "INSERT INTO cases SELECT ?, opened FROM cases", case)
    return case


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.REDACTED])
def test_a_case_from_others_stays_as_it_came(archive: Archive, kind: Kind) -> None:
    theirs = taken(archive, sent([OPENED, ("ruled", RULED)])).case
    if kind is not Kind.RECEIVED:
        with pytest.raises(ArchiveError, match="stays as it came"):
            archive.add(theirs, kind, {}, "Bina")
    with pytest.raises(ArchiveError, match="stays as it came"):
        casework.keep_document(archive, theirs, b"more", "more.hrn", "Bina")
    with pytest.raises(ArchiveError, match="stays as it came"):
        casework.reopen(archive, theirs, "why", "Bina")


def test_the_same_file_again_is_the_same_case(archive: Archive, other: Archive, case: str) -> None:
    data = exchange.export(archive, case)
    first = taken(other, data)
    assert taken(other, data) == exchange.Received(first.case, new=False)
    assert other.cases() == [first.case]


def test_a_longer_version_and_another_one_stand_beside_the_first(
    archive: Archive, other: Archive, case: str
) -> None:
    first = taken(other, exchange.export(archive, case)).case
    archive.add(case, Kind.NOTE, {"text": "more"}, "B")
    longer = taken(other, exchange.export(archive, case)).case
    assert (first, longer) == (f"{case}~1", f"{case}~2")
    assert exchange.others_like(other, first) == [(longer, "with 1 act more")]
    assert exchange.others_like(other, longer) == [(first, "with 1 act fewer")]
    assert taken(archive, exchange.export(archive, case)).case == f"{case}~1"
    assert exchange.others_like(archive, case) == [(f"{case}~1", "with the same history")]
    made_up = sent([("opened", {"title": "Another", "tags": {}})])
    assert [taken(other, data).case for data in (sent([OPENED]), made_up)] == [
        f"{CASE}~1",
        f"{CASE}~2",
    ]
    assert exchange.others_like(other, f"{CASE}~2") == [(f"{CASE}~1", "with another history")]
    assert verify(other) == [] and verify(archive) == []


def test_who_sent_a_case_stands_wherever_it_is_shown(
    archive: Archive, other: Archive, case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    public = exchange.new_key(tmp_path / "key.pem")
    data = exchange.export(archive, case, exchange.load_key(tmp_path / "key.pem"))
    (tmp_path / "signed.case").write_bytes(data)
    (tmp_path / "plain.case").write_bytes(sent([OPENED]))
    command = ["archive", "--archive", str(other.path), "--who", "Cyril"]
    signed = ["import", str(tmp_path / "signed.case"), "--from", public.upper(), "--sender", "Club"]
    assert main([*command, *signed]) == 0
    assert main([*command, "import", str(tmp_path / "plain.case")]) == 0
    assert "not signed by anybody" in capsys.readouterr().out
    assert main([*command, "ls"]) == 0
    listed = capsys.readouterr().out
    assert f"(signed with {public[:16]}" in listed and "(not signed)" in listed
    said = f"Imported; sent by Club (as stated by Cyril). Signed with the key {public}, the one that Cyril"
    assert main([*command, "show", f"{case}~1"]) == 0
    assert said in capsys.readouterr().out
    assert main([*command, "search", "harbour"]) == 0
    assert said in capsys.readouterr().out
    assert search(other, Question(event="harbour"))[0].case.state == "received"


def test_a_case_signed_with_another_key_is_not_taken(
    archive: Archive, other: Archive, case: str, tmp_path: Path
) -> None:
    exchange.new_key(tmp_path / "key.pem")
    data = exchange.export(archive, case, exchange.load_key(tmp_path / "key.pem"))
    with pytest.raises(ArchiveError, match="signed with another key"):
        taken(other, data, key="0" * 64)
    with pytest.raises(ArchiveError, match="not signed"):
        taken(other, sent([OPENED]), key="0" * 64)
    assert other.cases() == []


def test_a_case_sent_on_keeps_where_it_came_from(
    archive: Archive, other: Archive, case: str, tmp_path: Path
) -> None:
    theirs = taken(other, exchange.export(archive, case)).case
    with Archive(tmp_path / "third.fairdeal") as third:
        came = taken(third, exchange.export(other, theirs))
        assert came.case == f"{case}~1"
        kinds = [act.kind for act in third.acts(came.case)][-2:]
        assert kinds == [Kind.RECEIVED, Kind.RECEIVED]
        assert verify(third) == []


def test_a_redaction_reaches_cases_from_others_and_they_still_verify(
    archive: Archive, other: Archive, case: str
) -> None:
    theirs = taken(other, exchange.export(archive, case)).case
    assert redact(other, ["Anjali Menon"], "Cyril").cases == (theirs,)
    digest = hashlib.sha256(LOG.encode()).hexdigest()
    assert b"Anjali" not in (other.blob(theirs, digest) or b"Anjali")
    assert verify(other) == []
    own = other.open_case("Ours", "Cyril")
    casework.hand_in(other, own, document(LOG.encode()), "Cyril")
    assert other.blob(own, digest) == other.blob(theirs, digest), "it stays redacted"
    assert verify(other) == []


def test_a_name_taken_out_here_is_not_brought_back_within_another_case(
    archive: Archive, other: Archive, case: str
) -> None:
    own = other.open_case("Ours", "Cyril")
    casework.hand_in(other, own, document(LOG.encode()), "Cyril")
    redact(other, ["Anjali Menon"], "Cyril")
    with pytest.raises(ArchiveError, match=r"The document .* was redacted here"):
        taken(other, exchange.export(archive, case))


def test_what_the_sender_redacted_is_taken_in_as_it_is(
    archive: Archive, other: Archive, case: str
) -> None:
    whole = taken(other, exchange.export(archive, case)).case
    redact(archive, ["Anjali Menon"], "Bina")
    less = taken(other, exchange.export(archive, case)).case
    digest = hashlib.sha256(LOG.encode()).hexdigest()
    assert other.blob(whole, digest) == LOG.encode()
    assert other.blob(less, digest) == archive.blob(case, digest) != LOG.encode()
    assert verify(other) == []


def test_our_own_case_is_opened_with_their_documents_alone(
    archive: Archive, other: Archive, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = taken(other, exchange.export(archive, case)).case
    assert main(["archive", "--archive", str(other.path), "copy", theirs]) == 0
    own = capsys.readouterr().out.split()[0]
    file = casework.case_file(other, own)
    assert file.ours and file.open and file.title == "Harbour Cup, table 1"
    assert [act.kind for act in file.acts] == [
        Kind.OPENED,
        Kind.NOTE,
        Kind.DOCUMENT,
        Kind.CHECKED,
    ]
    assert theirs in str(file.notes[0].body["text"])
    assert main(["archive", "--archive", str(other.path), "copy", own]) == 2
    assert verify(other) == []


def test_nobody_sends_a_case_on_that_was_altered(archive: Archive, case: str) -> None:
    tamper(archive, "UPDATE acts SET who = 'Eve' WHERE number = 2")
    with pytest.raises(ArchiveError, match="not whole and was not sent"):
        exchange.export(archive, case)


def test_a_key_written_in_another_way_is_the_same_key(
    archive: Archive, other: Archive, case: str, tmp_path: Path
) -> None:
    """Blanks within a key, or capitals, must not make two keys look unlike that are one."""
    public = exchange.new_key(tmp_path / "key.pem")
    parts = entries(exchange.export(archive, case, exchange.load_key(tmp_path / "key.pem")))
    said = json.loads(parts["signature.json"])
    said["key"] = f"{public[:32].upper()} {public[32:]}"
    found = exchange.open_case(packed({**parts, "signature.json": json.dumps(said).encode()}))
    assert found.signer == public
