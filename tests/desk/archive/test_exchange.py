"""A case sent to another committee: whole, altered, signed, hostile."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.acts import Kind, canonical
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.review import casework
from tests.support.whole import verify


@pytest.fixture
def other(tmp_path: Path):  # type: ignore[no-untyped-def]
    with Archive(tmp_path / "other.fairdeal") as opened:
        yield opened


def test_the_other_committee_has_the_same_case(archive: Archive, other: Archive, case: str) -> None:
    sent = exchange.open_case(exchange.export(archive, case))
    assert sent.wrong == () and sent.signer is None
    came = exchange.take_in(other, sent, "Cyril")
    assert came == exchange.Received(f"{case}~1", new=True)
    chains = [act.chain for act in other.acts(came.case)]
    assert chains[:-1] == [act.chain for act in archive.acts(case)]
    there, here = casework.case_file(other, came.case), casework.case_file(archive, case)
    assert casework.rule_on(other, there).verdict == casework.rule_on(archive, here).verdict
    assert verify(other) == []


def test_acts_cut_off_at_the_end_are_missed_though_the_count_was_put_right(
    archive: Archive, case: str
) -> None:
    parts = entries(exchange.export(archive, case))
    lines = parts["acts.jsonl"].splitlines(keepends=True)[:-1]
    told = json.loads(parts["case.json"])
    told["acts"] -= 1
    told["acts_sha256"] = hashlib.sha256(b"".join(lines)).hexdigest()
    cut = {**parts, "acts.jsonl": b"".join(lines), "case.json": canonical(told).encode()}
    assert "Acts are missing at the end." in exchange.open_case(packed(cut)).wrong


def test_the_same_case_gives_the_same_bytes(archive: Archive, case: str) -> None:
    assert exchange.export(archive, case) == exchange.export(archive, case)


def test_a_signature_holds_for_its_file_alone(archive: Archive, case: str, tmp_path: Path) -> None:
    public = exchange.new_key(tmp_path / "key.pem")
    assert (tmp_path / "key.pem").stat().st_mode & 0o077 == 0
    with pytest.raises(ArchiveError, match="already"):
        exchange.new_key(tmp_path / "key.pem")
    key = exchange.load_key(tmp_path / "key.pem")
    signed = exchange.export(archive, case, key)
    assert exchange.open_case(signed).signer == public
    archive.add(case, Kind.NOTE, {"text": "more"}, "B")
    moved = entries(exchange.export(archive, case))
    moved["signature.json"] = entries(signed)["signature.json"]
    sent = exchange.open_case(packed(moved))
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
    altered = {**parts, "acts.jsonl": b"\n".join([canonical(act).encode(), *lines[1:]]) + b"\n"}
    sent = exchange.open_case(packed(altered))
    assert any("altered" in line for line in sent.wrong)
    with pytest.raises(ArchiveError, match="Nothing was imported"):
        exchange.take_in(other, sent, "C")
    assert other.cases() == []
    blob = next(name for name in parts if name.startswith("blobs/"))
    assert exchange.open_case(packed({**parts, blob: b"another log"})).wrong
    del parts[blob]
    assert exchange.open_case(packed(parts)).wrong


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "blobs/../../x", "acts.jsonl/x", "C:\\x"]
)
def test_a_name_that_climbs_is_no_case(archive: Archive, case: str, name: str) -> None:
    parts = {**entries(exchange.export(archive, case)), name: b"x"}
    with pytest.raises(ArchiveError, match="not a Fairdeal case"):
        exchange.open_case(packed(parts))


def test_bytes_of_no_case_are_refused_in_words(archive: Archive, case: str) -> None:
    for data in (b"", b"PK\x03\x04", b"hello" * 100, packed({"case.json": b"[]"}), packed({})):
        with pytest.raises(ArchiveError, match="not a Fairdeal case"):
            exchange.open_case(data)


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
        sent = exchange.open_case(bytes(changed))
    except ArchiveError:
        return
    same = exchange.open_case(whole)
    assert sent.wrong or (sent.acts == same.acts and sent.blobs == same.blobs)


_MADE: list[bytes] = []


def _exported(factory: pytest.TempPathFactory) -> bytes:
    if not _MADE:
        with Archive(factory.mktemp("sent") / "a.fairdeal") as archive:
            case = archive.open_case("Title", "Bina")
            archive.add(case, Kind.NOTE, {"text": "a note " * 20}, "Bina")
            _MADE.append(exchange.export(archive, case))
    return _MADE[0]
