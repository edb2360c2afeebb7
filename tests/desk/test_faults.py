"""Faults put in on purpose: one clear word for each on the command line, and the rest still done."""

from __future__ import annotations

import io
import json
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFont

from fairdeal.desk.cli import main
from fairdeal.digitize import reading
from fairdeal.digitize.forms import draw
from fairdeal.digitize.printed import log, readers
from fairdeal.digitize.reader.engine import DIRECTORY, load_weights
from fairdeal.digitize.reader.recogniser import NetRecogniser
from tests.support.camera import View, photograph, printed

LOG = 'Rules international\n[Deal "1"]\nAuction:\n3: 28 S, P, 29 H, P, P, P, P, P\nPlay:\n3:KH 9H\n'


@pytest.fixture(scope="module")
def form() -> bytes:
    """A photo of a blank score sheet."""
    return cv2.imencode(".jpg", photograph(printed("score-sheet/1"), View(tilt=8)))[1].tobytes()


@pytest.fixture(scope="module")
def print_out() -> bytes:
    """A typed log, as sharp as a scan."""
    page = Image.new("L", (1600, 900), 255)
    font = ImageFont.truetype(draw._font_path("NotoSans-Regular.ttf"), 40)
    ImageDraw.Draw(page).multiline_text((80, 60), LOG, fill=0, font=font, spacing=20)
    out = io.BytesIO()
    page.save(out, "PNG")
    return out.getvalue()


def wall(kind: str) -> bytes:
    """A picture with something on it, in the given format."""
    chance = np.random.default_rng(2)
    spots = cv2.resize(chance.integers(0, 255, (30, 40, 3), np.uint8), (800, 600))
    out = io.BytesIO()
    if kind == "HEIC":
        pillow_heif.from_pillow(Image.fromarray(spots)).save(out)
    else:
        Image.fromarray(spots).save(out, kind)
    return out.getvalue()


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def damaged_inside() -> bytes:
    """A JPEG that is whole at both ends, its middle overwritten."""
    data = bytearray(wall("JPEG"))
    third = len(data) // 3
    data[third : third + 400] = np.random.default_rng(1).bytes(400)
    return bytes(data)


def vast_png() -> bytes:
    """36,000 x 36,000 pixels, 4 GB once decoded, in a kilobyte."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    head = struct.pack(">IIBBBBB", 36_000, 36_000, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(100_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def book() -> bytes:
    document = pypdfium2.PdfDocument.new()
    for _ in range(10_000):
        document.new_page(595, 842)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def locked() -> bytes:
    """A PDF that wants a password."""
    secret = b"<" + b"41" * 32 + b">"
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n"
        b"4 0 obj<</Filter/Standard/V 1/R 2/O" + secret + b"/U" + secret + b"/P -4>>endobj\n"
        b"trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]/Size 5>>\n%%EOF\n"
    )


DAMAGED = "breaks off or is damaged. Copy or send the file again"
FAULTS: dict[str, tuple[Callable[[], bytes], str, str]] = {
    "half.jpg": (lambda: half(wall("JPEG")), "picture-broken", f"is a JPEG file that {DAMAGED}"),
    "inside.jpg": (damaged_inside, "picture-broken", f"is a JPEG file that {DAMAGED}"),
    "half.png": (lambda: half(wall("PNG")), "picture-broken", f"is a PNG file that {DAMAGED}"),
    "half.heic": (lambda: half(wall("HEIC")), "picture-broken", f"is a HEIC file that {DAMAGED}"),
    "vast.png": (
        vast_png,
        "picture-too-large",
        "is too large to be opened safely (1,296 megapixels); the limit is 100 megapixels."
        " Send the photo as the phone took it.",
    ),
    "nothing.jpg": (bytes, "cannot-be-read", "is empty (0 bytes). Copy or send the file again."),
    "book.pdf": (
        book,
        "pdf-pages",
        "has 10000 pages; 1 to 100 can be read. Split it into smaller files.",
    ),
    "locked.pdf": (
        locked,
        "pdf-locked",
        "is a PDF that asks for a password. Save it without a password.",
    ),
    "broken.pdf": (
        lambda: b"%PDF-1.7\n" + bytes(200),
        "picture-broken",
        "is a PDF that cannot be opened. Scan or send it again.",
    ),
}
"""What is in the file, the code for programs, and the words."""


@pytest.mark.parametrize("name", FAULTS)
def test_bad_file_has_one_clear_line(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    content, code, words = FAULTS[name]
    (tmp_path / name).write_bytes(content())
    assert main(["read", str(tmp_path / name), "--format", "json"]) == 2
    told = capfd.readouterr()
    (line,) = told.err.strip().splitlines()
    assert name in line and words in line
    assert json.loads(told.out)["problems"][0]["code"] == code


def test_folder_in_place_of_a_photo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "photo.jpg"
    folder.mkdir()
    assert main(["read", str(folder), "--format", "json"]) == 2
    assert (
        f"{folder} is a folder. Name the files in it, or use: fairdeal audit"
        in capsys.readouterr().err
    )


def test_good_photo_among_bad_ones_is_read(
    form: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["vast.png", "half.jpg", "good.jpg", "nothing.jpg", "locked.pdf"]
    for name in names:
        (tmp_path / name).write_bytes(form if name == "good.jpg" else FAULTS[name][0]())
    paths = [str(tmp_path / name) for name in names]
    assert main(["read", *paths, "--format", "jsonl"]) == 0
    told = capsys.readouterr()
    answers = [json.loads(line) for line in told.out.splitlines()]
    assert [answer["photo"] for answer in answers] == paths
    assert [len(answer["fields"]) > 0 for answer in answers] == [
        name == "good.jpg" for name in names
    ]
    said = told.err.strip().splitlines()
    assert len(said) == len(names)
    (of_good,) = [line for line in said if "good.jpg" in line]
    assert "No writing was seen on this form" in of_good, "the good one is an empty form"


def one_bit(data: bytes) -> bytes:
    changed = bytearray(data)
    changed[len(changed) // 2] ^= 1
    return bytes(changed)


@pytest.mark.parametrize("harm", [half, one_bit], ids=["cut", "one bit"])
@pytest.mark.parametrize("name", ["reader.onnx", "second.onnx", "calibration.json"])
@pytest.mark.usefixtures("in_this_process")
def test_damaged_weights_are_told_and_nothing_is_written(
    harm: Callable[[bytes], bytes],
    name: str,
    form: bytes,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weights = tmp_path / "weights"
    shutil.copytree(DIRECTORY, weights)
    (weights / name).write_bytes(harm((weights / name).read_bytes()))
    monkeypatch.setattr(reading, "_own_reader", lambda: NetRecogniser(load_weights(weights)))
    (tmp_path / "form.jpg").write_bytes(form)
    assert main(["read", str(tmp_path / "form.jpg"), "-o", str(tmp_path / "out.hrn")]) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert f"The handwriting reader's weights are damaged: {name}" in line
    assert "Get the file again from the project" in line
    assert not (tmp_path / "out.hrn").exists()


TESSERACT = {
    "missing": (
        None,
        "tesseract-missing",
        "Printed text is read by the program Tesseract, which is not installed. Install it",
    ),
    "stops": (
        "exit 3",
        "tesseract-failed",
        "Tesseract stopped with an error (status 3). Try again;",
    ),
    "crashes": (
        "kill -SEGV $$",
        "tesseract-failed",
        "Tesseract stopped with an error (status -11).",
    ),
    "hangs": ("exec sleep 60", "tesseract-slow", "Tesseract did not answer within"),
    "says nothing": (
        "exit 0",
        "tesseract-garbled",
        "Tesseract gave an answer that makes no sense. Install Tesseract 4 or 5 again.",
    ),
    "garbles": (
        "echo rubbish; printf '\\001\\377 rubbish' > \"$2.tsv\"",
        "tesseract-garbled",
        "Tesseract gave an answer that makes no sense. Install Tesseract 4 or 5 again.",
    ),
}
"""What the program does, the code for programs, and the words."""


@pytest.mark.parametrize("fault", TESSERACT)
@pytest.mark.usefixtures("in_this_process")
def test_tesseract_at_fault_is_told_and_forms_are_read(
    fault: str,
    request: pytest.FixtureRequest,
    print_out: bytes,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    does, code, words = TESSERACT[fault]
    program = tmp_path / "bin" / "tesseract"
    program.parent.mkdir()
    monkeypatch.setattr("pytesseract.pytesseract.tesseract_cmd", str(program))
    if does is not None:
        # Whatever it is asked, also for its version alone.
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)
    monkeypatch.setattr(log, "print_net", lambda: None)  # without it nobody else reads print
    monkeypatch.setattr(readers, "SECONDS", 2.0)
    handed = {"print.png": print_out}
    if (
        fault == "missing"
    ):  # a form takes a second to be read, and asks Tesseract whatever its fault is
        handed["form.jpg"] = request.getfixturevalue("form")
    paths = [str(tmp_path / name) for name in handed]
    for path, data in zip(paths, handed.values(), strict=True):
        Path(path).write_bytes(data)
    assert main(["read", *paths, "--format", "jsonl"]) == (0 if len(paths) > 1 else 2)
    told = capsys.readouterr()
    first, *rest = [json.loads(line) for line in told.out.splitlines()]
    assert code in [problem["code"] for problem in first["problems"]]
    assert f"{paths[0]}: {words}" in told.err
    assert len(rest) == len(paths) - 1 and all(len(each["fields"]) > 100 for each in rest)
