"""Files of cases that would fill the memory: refused before they do."""

from __future__ import annotations

import io
import json
import struct
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.review import casework
from tests.desk.archive.test_exchange import entries, packed
from tests.desk.archive.test_hostile_case import OPENED, sent

MOST_MEMORY = 60_000_000
"""Bytes that the refusal of any of these files may take."""


def zipped(name: str, data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, data)
    return buffer.getvalue()


def empty_lists() -> bytes:
    """As many values as fit in few bytes: what took 88 kB of file and 2.35 GB of memory."""
    return zipped("acts.jsonl", b"[" + b"[]," * 13_000_000 + b"[]]")


def lying() -> bytes:
    """Says of itself that it holds a hundred bytes."""
    data = bytearray(zipped("acts.jsonl", bytes(40_000_000)))
    listed = data.rindex(b"PK\x01\x02")
    struct.pack_into("<L", data, listed + 24, 100)
    return bytes(data)


def long_list() -> bytes:
    """A list of entries of many megabytes, which is read before any entry is."""
    one = zipped("case.json", b"{}")
    end = one.rindex(b"PK\x05\x06")
    listed = one[one.index(b"PK\x01\x02") : end]
    count, start = 300_000, one.index(listed)
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, len(listed) * count, start, 0)
    return one[:start] + listed * count + tail


@pytest.mark.parametrize(
    "made",
    [
        empty_lists,
        lying,
        long_list,
        lambda: zipped("case.json", b"[" * 30_000_000),
        lambda: zipped("blobs/" + "0" * 64, bytes(60_000_000)),
        lambda: zipped("acts.jsonl", b"\n" * 40_000_000),
    ],
    ids=["values", "lying", "list", "depth", "document", "lines"],
)
def test_a_file_that_would_fill_the_memory_is_refused(made: Callable[[], bytes]) -> None:
    data = made()
    tracemalloc.start()
    try:
        with pytest.raises(ArchiveError):
            exchange.open_case(data)
        assert tracemalloc.get_traced_memory()[1] - len(data) < MOST_MEMORY
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("way", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_packed_in_a_way_that_takes_as_much_memory_as_the_file_names_it_is_no_case(
    way: int,
) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", way) as file:
        for name, data in entries(sent([OPENED])).items():
            file.writestr(name, data)
    with pytest.raises(ArchiveError, match="not a Fairdeal case"):
        exchange.open_case(buffer.getvalue())


@pytest.mark.parametrize(
    ("limit", "value"), [("MOST_VALUES", 10), ("MOST_ACTS", 0), ("MOST_TOLD", 100)]
)
def test_what_a_case_tells_is_bounded(
    limit: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = sent([OPENED, ("note", {"text": "x"})])
    assert exchange.open_case(data).wrong == ()
    monkeypatch.setattr(exchange, limit, value)
    with pytest.raises(ArchiveError, match=r"far larger than a case|contains more than a case"):
        exchange.open_case(data)


def test_json_that_is_deep_is_no_case() -> None:
    parts = entries(sent([OPENED]))
    deep = b'{"number": 1, "body": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    with pytest.raises(ArchiveError, match="not a Fairdeal case"):
        exchange.open_case(packed({**parts, "acts.jsonl": deep}))


def test_json_in_another_writing_is_no_case() -> None:
    """What was counted must be what is read."""
    parts = entries(sent([OPENED]))
    for name in ("case.json", "acts.jsonl"):
        other = parts[name].decode().encode("utf-16")
        with pytest.raises(ArchiveError, match="not a Fairdeal case"):
            exchange.open_case(packed({**parts, name: other}))


def test_a_document_that_shrinks_to_nothing_can_be_sent_all_the_same(archive: Archive) -> None:
    """Such as a white page, scanned and not packed: our own files never come near the bounds."""
    case = archive.open_case("x", "Bina")
    casework.keep_document(archive, case, b"\x89" + bytes(30_000_000), "white.bmp", "Bina")
    came = exchange.open_case(exchange.export(archive, case))
    assert came.wrong == () and len(came.blobs) == 1


def test_the_lines_of_acts_are_as_many_as_the_file_says() -> None:
    parts = entries(sent([OPENED]))
    told = json.loads(parts["case.json"])
    assert exchange.lines(parts["acts.jsonl"]) == [parts["acts.jsonl"].rstrip(b"\n")]
    assert told["acts"] == 1
