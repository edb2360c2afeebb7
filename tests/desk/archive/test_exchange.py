"""A case sent to another committee: whole, altered, signed, hostile."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desk.archive import exchange, keys
from desk.archive.acts import Kind
from desk.archive.redaction import redact
from desk.archive.store import Archive, ArchiveError
from desk.archive.verify import verify
from desk.review import casework
from tests.desk.archive.conftest import LOG, document


@pytest.fixture
def other(tmp_path: Path):  # type: ignore[no-untyped-def]
    with Archive(tmp_path / "other.fairdeal") as opened:
        yield opened


def test_the_other_committee_has_the_same_case(archive: Archive, other: Archive, case: str) -> None:
    sent = exchange.open_sent(exchange.export(archive, case))
    assert sent.wrong == () and sent.signer is None
    assert exchange.take_in(other, sent, "Cyril") == len(archive.acts(case))
    assert [act.chain for act in other.acts(case)] == [act.chain for act in archive.acts(case)]
    assert casework.recheck(other, case).verdict == casework.recheck(archive, case).verdict
    assert verify(other) == []


def test_what_was_added_since_is_added(archive: Archive, other: Archive, case: str) -> None:
    exchange.take_in(other, exchange.open_sent(exchange.export(archive, case)), "C")
    archive.add(case, Kind.NOTE, {"text": "more"}, "B")
    again = exchange.open_sent(exchange.export(archive, case))
    assert exchange.take_in(other, again, "C") == 1
    assert exchange.take_in(other, again, "C") == 0


def test_histories_that_part_are_not_mixed(archive: Archive, other: Archive, case: str) -> None:
    exchange.take_in(other, exchange.open_sent(exchange.export(archive, case)), "C")
    archive.add(case, Kind.NOTE, {"text": "ours"}, "B")
    other.add(case, Kind.NOTE, {"text": "theirs"}, "C")
    with pytest.raises(ArchiveError, match="another history"):
        exchange.take_in(other, exchange.open_sent(exchange.export(archive, case)), "C")


def test_an_act_redacted_in_one_archive_is_not_mixed_with_the_other(
    archive: Archive, other: Archive, case: str
) -> None:
    said = {"side": "A", "text": "Zacharias Quill saw it."}
    archive.add(case, Kind.STATEMENT, said, "Bina")
    exchange.take_in(other, exchange.open_sent(exchange.export(archive, case)), "C")
    redact(archive, ["Zacharias Quill"], "Bina")
    sent = exchange.open_sent(exchange.export(archive, case))
    assert sent.wrong == ()
    with pytest.raises(ArchiveError, match="redacted in one of the two"):
        exchange.take_in(other, sent, "C")
    assert verify(other) == []


def test_a_document_redacted_in_one_archive_is_told_where_no_act_holds_the_name(
    archive: Archive, other: Archive
) -> None:
    case = archive.open_case("Table 1", "Committee")
    casework.hand_in(archive, case, document(LOG.encode()), "Committee")
    whole = exchange.open_sent(exchange.export(archive, case))
    exchange.take_in(other, whole, "C")
    assert redact(other, ["Anjali Menon"], "C").documents == 1
    with pytest.raises(ArchiveError, match=r"The document .* was redacted in one of the two"):
        exchange.take_in(other, whole, "C")


def test_acts_cut_off_at_the_end_are_missed_though_the_count_was_put_right(
    archive: Archive, case: str
) -> None:
    parts = entries(exchange.export(archive, case))
    lines = parts["acts.jsonl"].splitlines(keepends=True)[:-1]
    told = json.loads(parts["case.json"])
    told["acts"] -= 1
    told["acts_sha256"] = hashlib.sha256(b"".join(lines)).hexdigest()
    cut = {**parts, "acts.jsonl": b"".join(lines), "case.json": json.dumps(told).encode()}
    assert "Acts are missing at the end." in exchange.open_sent(packed(cut)).wrong


def test_the_same_case_gives_the_same_bytes(archive: Archive, case: str) -> None:
    assert exchange.export(archive, case) == exchange.export(archive, case)


def test_a_signature_holds_for_its_file_alone(archive: Archive, case: str, tmp_path: Path) -> None:
    public = keys.new_key(tmp_path / "key.pem")
    assert (tmp_path / "key.pem").stat().st_mode & 0o077 == 0
    with pytest.raises(ArchiveError, match="already"):
        keys.new_key(tmp_path / "key.pem")
    key = keys.load_key(tmp_path / "key.pem")
    signed = exchange.export(archive, case, key)
    assert exchange.open_sent(signed).signer == public
    archive.add(case, Kind.NOTE, {"text": "more"}, "B")
    moved = entries(exchange.export(archive, case))
    moved["signature.json"] = entries(signed)["signature.json"]
    sent = exchange.open_sent(packed(moved))
    assert sent.signer is None
    assert "signature" in " ".join(sent.wrong)


def entries(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def packed(parts: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return buffer.getvalue()


def test_an_altered_act_or_document_is_noticed(archive: Archive, other: Archive, case: str) -> None:
    parts = entries(exchange.export(archive, case))
    lines = parts["acts.jsonl"].splitlines()
    act = json.loads(lines[0])
    act["body"]["title"] = "Something else"
    altered = {**parts, "acts.jsonl": b"\n".join([json.dumps(act).encode(), *lines[1:]]) + b"\n"}
    sent = exchange.open_sent(packed(altered))
    assert any("altered" in line for line in sent.wrong)
    with pytest.raises(ArchiveError, match="Nothing was taken in"):
        exchange.take_in(other, sent, "C")
    assert other.cases() == []
    blob = next(name for name in parts if name.startswith("blobs/"))
    assert exchange.open_sent(packed({**parts, blob: b"another log"})).wrong
    del parts[blob]
    assert exchange.open_sent(packed(parts)).wrong


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "blobs/../../x", "acts.jsonl/x", "C:\\x"]
)
def test_a_name_that_climbs_is_no_case(archive: Archive, case: str, name: str) -> None:
    parts = {**entries(exchange.export(archive, case)), name: b"x"}
    with pytest.raises(ArchiveError, match="no case"):
        exchange.open_sent(packed(parts))


def test_a_bomb_is_not_opened() -> None:
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file,
        file.open("case.json", "w", force_zip64=True) as entry,
    ):
        for _ in range(1100):
            entry.write(bytes(1_000_000))
    with pytest.raises(ArchiveError, match="larger"):
        exchange.open_sent(buffer.getvalue())


def test_bytes_of_no_case_are_refused_in_words(archive: Archive, case: str) -> None:
    for data in (b"", b"PK\x03\x04", b"hello" * 100, packed({"case.json": b"[]"}), packed({})):
        with pytest.raises(ArchiveError, match="no case"):
            exchange.open_sent(data)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_changed_byte_goes_unnoticed_and_none_stops_the_program(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    whole = _exported(tmp_path_factory)
    at = data.draw(st.integers(0, len(whole) - 1))
    bit = data.draw(st.integers(0, 7))
    changed = bytearray(whole)
    changed[at] ^= 1 << bit
    try:
        sent = exchange.open_sent(bytes(changed))
    except ArchiveError:
        return
    same = exchange.open_sent(whole)
    assert sent.wrong or (sent.acts == same.acts and sent.blobs == same.blobs)


_MADE: list[bytes] = []


def _exported(factory: pytest.TempPathFactory) -> bytes:
    if not _MADE:
        with Archive(factory.mktemp("sent") / "a.fairdeal") as archive:
            case = archive.open_case("Title", "Bina")
            archive.add(case, Kind.NOTE, {"text": "a note " * 20}, "Bina")
            _MADE.append(exchange.export(archive, case))
    return _MADE[0]
