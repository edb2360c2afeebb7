"""The trial of hostile files: they are what they say, and what came of them is judged rightly."""

from __future__ import annotations

import io
import sys
import zlib
from pathlib import Path
from random import Random

import pypdfium2
import pytest
from PIL import Image

from bench.soak import hostile_files as files
from bench.soak.damage import damage, damaged_bytes
from bench.soak.hostile import Watched, damaged_picture, damaged_text, watched, wrong_with
from fairdeal.grammar.notation import hand_record

GOOD = Watched(2, 3.0, 1e8, 30, "bad.hrn cannot be read.\nhonest.hrn: nothing found\n")


def test_a_command_gives_its_status_what_it_printed_and_its_memory(tmp_path: Path) -> None:
    code = "import sys; held = bytearray(300_000_000); print('err', file=sys.stderr); sys.exit(3)"
    found = watched((sys.executable, "-c", code), tmp_path, 20)
    assert (found.status, found.text, found.printed) == (3, "err\n", 4)
    assert found.memory > 300_000_000


def test_what_has_no_end_is_killed(tmp_path: Path) -> None:
    found = watched((sys.executable, "-c", "import time; time.sleep(60)"), tmp_path, 0.2)
    assert found.status is None and found.seconds < 30


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        (GOOD, ""),
        (Watched(None, 99.0, 0, 0, GOOD.text), "no end after 99 s"),
        (Watched(139, 1.0, 1, 1, GOOD.text), "exit status 139"),
        (Watched(2, 11.0, 1, 1, GOOD.text), "11 s; 10 are allowed"),
        (Watched(2, 1.0, 1.2e9, 1, GOOD.text), "1,200,000,000 bytes of memory"),
        (Watched(2, 1.0, 1, 404_000_000, GOOD.text), "404,000,000 bytes of output"),
        (Watched(2, 1.0, 1, 1, "honest.hrn cannot be read.\n"), "the honest file was not done"),
        (Watched(1, 1.0, 1, 1, "Traceback (most recent call last):\nKeyError: 1\n"), "KeyError: 1"),
        (Watched(2, 1.0, 1, 1, GOOD.text + "x.py:7: UserWarning: bad\n"), "UserWarning"),
    ],
)
def test_what_did_not_hold_is_named(found: Watched, wrong: str) -> None:
    given = wrong_with(found, "check", "honest.hrn")
    assert wrong in given and bool(given) == bool(wrong)


@pytest.mark.parametrize("size", [0, 999_999, 3_700_001, 65_521 * 31])
def test_packed_zeros_unpack_to_so_many(size: int) -> None:
    assert zlib.decompress(files.packed_zeros(size)) == bytes(size)


@pytest.mark.parametrize(
    "data", [files.nested_forms(2, 2), files.many_paths(20), files.flate_bomb(1_000_000)]
)
def test_a_pdf_is_opened_as_one(data: bytes) -> None:
    with pypdfium2.PdfDocument(data) as document:
        assert len(document) == 1


@pytest.mark.parametrize("data", [files.png(30, 30, 30 * 121), files.many_scans_jpeg(240, 3)])
def test_a_picture_is_decoded_whole(data: bytes) -> None:
    Image.open(io.BytesIO(data)).load()


def test_an_honest_record_is_read_without_a_problem() -> None:
    assert hand_record.read(files.HONEST).problems == ()


def test_the_same_seed_damages_alike_and_changes_something() -> None:
    assert damaged_text(3) == damaged_text(3) != damaged_text(4)
    assert damaged_picture(3) == damaged_picture(3)
    assert damage(Random(1), "one\ntwo") != "one\ntwo"
    assert damaged_bytes(Random(1), b"one two") != b"one two"
