"""The attacks are what they say they are, and what came of them is judged rightly."""

from __future__ import annotations

import io
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from bench.hostile import pdfs, pictures, records, sent_cases, table
from bench.hostile.attack import Attack, Trial, Tried, wrong_with
from bench.hostile.catalogue import ATTACKS
from bench.hostile.watch import Caps, Watched, watched
from bench.hostile.zeros import packed_zeros
from fairdeal.desk.archive.exchange import incoming
from fairdeal.grammar.notation import hand_record

# The watch.


def python(code: str, tmp_path: Path, caps: Caps | None = None) -> Watched:
    return watched((sys.executable, "-c", code), folder=tmp_path, caps=caps)


def test_a_command_gives_its_status_and_what_it_printed(tmp_path: Path) -> None:
    code = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    found = python(code, tmp_path)
    assert (found.status, found.out, found.err, found.killed) == (3, "out\n", "err\n", "")
    assert found.printed == 8


def test_the_memory_of_children_counts(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys; subprocess.run([sys.executable, '-c',"
        " 'import time; held = bytearray(300_000_000); time.sleep(0.5)'])"
    )
    assert python(code, tmp_path).memory > 300_000_000


def test_what_takes_too_much_memory_is_killed(tmp_path: Path) -> None:
    code = "import time\nheld = bytearray(400_000_000)\ntime.sleep(50)"
    found = python(code, tmp_path, Caps(seconds=40, memory=200_000_000))
    assert (found.status, found.killed) == (None, "memory")


def test_what_has_no_end_is_killed_with_all_that_it_began(tmp_path: Path) -> None:
    code = (
        "import os, subprocess, time\n"
        "child = subprocess.Popen(['sleep', '60'], start_new_session=True)\n"
        "print(child.pid, flush=True)\ntime.sleep(60)"
    )
    found = python(code, tmp_path, Caps(seconds=1.5))
    assert (found.status, found.killed) == (None, "time")
    until = time.monotonic() + 10
    while Path(f"/proc/{found.out.strip()}/cmdline").exists() and time.monotonic() < until:
        if b"sleep" not in Path(f"/proc/{found.out.strip()}/cmdline").read_bytes():
            return
        time.sleep(0.05)
    assert not Path(f"/proc/{found.out.strip()}/cmdline").exists()


def test_a_command_is_ended_once_its_visitor_has_gone(tmp_path: Path) -> None:
    seen: list[int] = []
    found = watched(
        ("sleep", "60"), folder=tmp_path, caps=Caps(40), meanwhile=lambda: seen.append(1)
    )
    assert (seen, found.status, found.killed) == ([1], None, "")


# The judgement.

GOOD = Watched(2, 3.0, 2.0, 100_000_000, "", "bad.pdf cannot be read.\n", 30)
TRIAL = Trial((), Path(), refused=("bad.pdf",))


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        (GOOD, ""),
        (Watched(None, 99.0, 9.0, 1, "", "", 0, "time"), "killed for its time"),
        (Watched(0, 1.0, 1.0, 1, "", "", 0), "0 lines speak of 'bad.pdf'"),
        (Watched(2, 1.0, 1.0, 1, "", "bad.pdf\nbad.pdf\n", 9), "2 lines speak"),
        (Watched(139, 1.0, 1.0, 1, "", "bad.pdf\n", 9), "exit status 139"),
        (Watched(2, 12.0, 11.0, 1, "", "bad.pdf\n", 9), "11 s; 10 are allowed"),
        (Watched(2, 12.0, 3.0, 1, "", "bad.pdf\n", 9), ""),
        (Watched(2, 50.0, 3.0, 1, "", "bad.pdf\n", 9), "50 s; 10 are allowed"),
        (Watched(2, 1.0, 1.0, 1_200_000_000, "", "bad.pdf\n", 9), "1,200 MB of memory"),
        (Watched(1, 1.0, 1.0, 1, "", "Traceback (most recent call last):\n", 9), "Traceback"),
        (Watched(2, 1.0, 1.0, 1, "", "x.py:7: UserWarning: bad.pdf\n", 9), "UserWarning"),
    ],
)
def test_what_did_not_hold_is_named(found: Watched, wrong: str) -> None:
    told = wrong_with(TRIAL, found, found.printed)
    assert told.startswith(wrong) if wrong.startswith("Trace") else wrong in told
    assert bool(told) == bool(wrong)


def test_much_output_does_not_hold() -> None:
    assert "404 MB of output" in wrong_with(TRIAL, GOOD, 404_000_000)


# The table.


def tried(name: str, seconds: float, wrong: str = "") -> Tried:
    attack = Attack(name, "a | try", lambda _: TRIAL)
    return Tried(attack, seconds, 50_000_000, 0, wrong)


def test_the_first_figures_are_before_and_the_last_after(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"Head\n\n{table.BEGIN}\n{table.END}\n\nFoot\n")
    table.write_table(page, [tried("read-a", 90.0, "killed"), tried("read-b", 1.0)])
    table.write_table(page, [tried("read-a", 5.0)])
    table.write_table(page, [tried("read-a", 4.0)])
    rows = [line for line in page.read_text().splitlines() if line.startswith("| `")]
    assert rows == [
        "| `read-a` | a / try | **not held**: 90 s, 50 MB | 4 s, 50 MB |",
        "| `read-b` | a / try | 1 s, 50 MB |  |",
    ]
    assert page.read_text().startswith("Head\n") and page.read_text().endswith("Foot\n")


def test_a_page_without_a_place_for_the_table_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Nothing\n")
    with pytest.raises(ValueError, match="no place"):
        table.write_table(page, [tried("read-a", 1.0)])
    assert page.read_text() == "Nothing\n"


# The attacks.


def test_no_two_attacks_have_one_name() -> None:
    names = [attack.name for attack in ATTACKS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("size", [0, 1, 999_999, 1_000_000, 3_700_001, 65_521 * 31])
def test_packed_zeros_unpack_to_so_many(size: int) -> None:
    assert zlib.decompress(packed_zeros(size)) == bytes(size)


@pytest.mark.parametrize(
    ("make", "pages"),
    [
        (lambda: pdfs.nested_forms(2, 2), 1),
        (lambda: pdfs.many_paths(20), 1),
        (lambda: pdfs.flate_bomb(1_000_000), 1),
        (lambda: pdfs.image_bomb(100), 1),
        (lambda: pdfs.jbig2_bomb(100), 1),
        (lambda: pdfs.many_pages(7, 20), 7),
        (lambda: pdfs.nested_patterns(1), 1),
        (pdfs.huge_page, 2),
    ],
)
def test_a_pdf_is_opened_as_one(make: Callable[[], bytes], pages: int) -> None:
    with pypdfium2.PdfDocument(make()) as document:
        assert len(document) == pages


@pytest.mark.parametrize(
    ("make", "size"),
    [
        (lambda: pictures.deep_png(30), (30, 30)),
        (lambda: pictures.black_and_white_png(80), (80, 80)),
        (lambda: pictures.many_scans_jpeg(800, 3), (800, 800)),
        (lambda: pictures.vast_webp(64), (64, 64)),
    ],
)
def test_a_picture_is_decoded_whole(make: Callable[[], bytes], size: tuple[int, int]) -> None:
    opened = Image.open(io.BytesIO(make()))
    opened.load()
    assert opened.size == size


def test_every_scan_of_the_many_goes_over_the_whole_picture() -> None:
    more, fewer = pictures.many_scans_jpeg(800, 5), pictures.many_scans_jpeg(800, 4)
    assert more.count(b"\xff\xda") == 6 and len(more) > len(fewer)


def test_an_honest_record_is_read_without_a_problem() -> None:
    assert hand_record.read(records.honest(3)).problems == ()


def test_a_forged_case_is_whole_but_for_what_is_forged() -> None:
    note = ("note", {"text": "hello"})
    found = incoming.open_case(sent_cases.sent([sent_cases.OPENED, note], {}))
    assert found.wrong == () and len(found.acts) == 2
