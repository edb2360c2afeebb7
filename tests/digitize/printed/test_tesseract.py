"""A Tesseract that is missing, crashes, hangs or answers rubbish, and what it reads of lines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize import read_photo
from fairdeal.digitize.printed import log, readers, tesseract
from fairdeal.digitize.printed.gaps import Strip
from fairdeal.digitize.printed.log import look_of, read_printed
from fairdeal.digitize.printed.page_words import Standing
from fairdeal.digitize.printed.readers import TesseractLines
from fairdeal.digitize.printed.tesseract import read_words
from fairdeal.digitize.trouble import ReadError
from tests.support.fake_tesseract import fake

RUBBISH = [
    "echo '\x01\x02 rubbish' > \"$2.{kind}\"",
    ': > "$2.{kind}"',
    "printf 'level\\tpage_num\\tconf\\ttext\\n5\\tx\\ty\\tz\\n' > \"$2.{kind}\"",
    'head -c 3000 /dev/urandom > "$2.{kind}"',
    "exit 0",
]
STRIP = Strip(np.full((40, 300), 255, np.uint8), np.arange(300.0))
TROUBLE = {
    "exit 3": "stopped with an error",
    "exec sleep 60": "did not answer within 1 seconds",
    "echo rubbish > $2.hocr": "makes no sense",
}


def trouble(seconds: float = 20.0) -> ReadError:
    with pytest.raises(ReadError) as caught:
        read_words(np.full((300, 400), 255, np.uint8), seconds)
    assert caught.value.remedy
    return caught.value


def test_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract.pytesseract.pytesseract, "tesseract_cmd", str(tmp_path / "none"))
    error = trouble()
    assert error.code == "tesseract-missing"
    assert "apt-get install tesseract-ocr" in error.remedy


@pytest.mark.parametrize("usual", tesseract._USUAL)
def test_one_that_is_where_installers_put_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: str
) -> None:
    """A desk opened by a double click on a Mac knows few folders of programs; on Windows none is added."""
    place = tmp_path / "tesseract"
    place.touch()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    below = usual.replace("%LOCALAPPDATA%", str(tmp_path))
    monkeypatch.setattr(Path, "is_file", lambda path: str(path) == below)
    if usual.startswith("%PROGRAMFILES"):
        assert tesseract.program() == "tesseract"  # This machine has no such folder.
    else:
        assert tesseract.program() == below


def test_crashing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, "kill -SEGV $$")
    assert trouble().code == "tesseract-failed"


def test_hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, "exec sleep 60")
    assert trouble(1.0).code == "tesseract-slow"


@pytest.mark.parametrize("body", RUBBISH)
def test_garbling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    fake(tmp_path, monkeypatch, body.replace("{kind}", "tsv"))
    assert trouble().code in ("tesseract-garbled", "tesseract-failed")


@pytest.mark.parametrize("body", RUBBISH)
def test_garbling_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    fake(tmp_path, monkeypatch, body.replace("{kind}", "hocr"))
    with pytest.raises(ReadError) as caught:
        TesseractLines().read([STRIP])
    assert caught.value.code in ("tesseract-garbled", "tesseract-failed")


def test_as_many_answers_as_lines_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path, monkeypatch, 'echo \'<html><div class="ocr_page"/></html>\' > "$2.hocr"')
    assert TesseractLines().read([STRIP]) == [[]]
    with pytest.raises(ReadError):
        TesseractLines().read([STRIP, STRIP])


def test_signs_of_a_line_have_their_columns_and_their_probability(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sign(text: str, left: int, sure: int) -> str:
        title = f"x_bboxes {left} 5 {left + 20} 30; x_conf {sure}"
        return f'<span class="ocrx_cinfo" title="{title}">{text}</span>'

    words = [sign("K", 10, 98) + sign("H", 40, 71), sign("9", 90, 60)]
    spans = "".join(f'<span class="ocrx_word">{word}</span>' for word in words)
    answer = tmp_path / "answer"
    answer.write_text(f'<html><div class="ocr_page">{spans}</div></html>')
    fake(tmp_path, monkeypatch, f'cat {answer} > "$2.hocr"')
    (signs,) = TesseractLines().read([STRIP])
    assert [(each.text, each.x, each.probability) for each in signs] == [
        ("K", 20, 0.98), ("H", 50, 0.71), ("9", 100, 0.6),
    ]  # fmt: skip
    assert [each.after_blank for each in signs] == [True, False, True]


def test_nothing_is_started_for_no_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, "exit 3")
    assert TesseractLines().read([]) == []


@pytest.mark.parametrize("body", TROUBLE)
def test_the_net_reads_alone_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, standing: Standing, body: str
) -> None:
    fake(tmp_path, monkeypatch, body)
    monkeypatch.setattr(readers, "SECONDS", 1.0)
    words, why = log.words_of(standing)
    assert TROUBLE[body] in why
    assert "3: 28 S, Pass, Pass, 29 H" in [line.text for line in words.lines]


def test_a_page_is_read_without_tesseract(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, photo: NDArray[np.uint8]
) -> None:
    monkeypatch.setattr(tesseract.pytesseract.pytesseract, "tesseract_cmd", str(tmp_path / "none"))
    found = read_printed(look_of(photo, "log.jpg"), "log.jpg")
    assert (found.typed or "").count("AS") == 2
    (note,) = [problem for problem in found.problems if problem.code == "print-one-reader"]
    assert "Tesseract, which is not installed" in note.message
    assert "read by one reader alone" in note.message


@pytest.mark.usefixtures("no_net")
def test_without_both_a_page_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: NDArray[np.uint8]
) -> None:
    fake(tmp_path, monkeypatch, "exit 3")
    data = cv2.imencode(".png", page[:1200:2, ::2])[1].tobytes()
    (found,) = read_photo(data, "log.png")
    assert [problem.code for problem in found.problems] == ["tesseract-failed"]
    assert "install Tesseract again" in found.problems[0].message


@pytest.mark.usefixtures("no_net")
def test_a_program_that_hangs_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: NDArray[np.uint8]
) -> None:
    fake(tmp_path, monkeypatch, f"echo x >> {tmp_path}/tries; exec sleep 60")
    monkeypatch.setattr(readers, "SECONDS", 1.0)
    with pytest.raises(ReadError) as caught:
        read_printed(look_of(page, "log.png"), "log.png")
    assert caught.value.code == "tesseract-slow"
    assert (tmp_path / "tries").read_text().count("x") == 1


def test_whoever_reads_opens_no_pandas() -> None:
    """It takes 78 MB in each process; what asks for it later still gets it."""
    asked = "import fairdeal.digitize.printed.tesseract, sys; assert 'pandas' not in sys.modules;"
    subprocess.run([sys.executable, "-c", f"{asked} import pandas"], check=True)
