"""The Tesseract program: this module alone starts it.

It may be missing, crash, hang or answer rubbish; each is a `ReadError` with what to do. It gets one
thread, because several sheets are read side by side.
"""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.trouble import ReadError

os.environ.setdefault("OMP_THREAD_LIMIT", "1")


@contextmanager
def _left_out(name: str) -> Iterator[None]:
    """Without a package that another opens where it is installed, whether it is needed or not."""
    opened = sys.modules.setdefault(name, None)  # type: ignore[arg-type]
    try:
        yield
    finally:
        if opened is None:
            del sys.modules[name]


with _left_out("pandas"):  # 78 MB in every process that reads, for tables that nobody asks for
    import pytesseract

SECONDS: Final = 20.0
"""A full page takes 3 to 10 seconds on a slow machine; after twenty it hangs, or puzzles over
something that is not print."""
ONE_BLOCK: Final = "--oem 1 --psm 6 -c preserve_interword_spaces=1"
"""One block of even lines, as logs are printed; spaces between columns are kept."""
SCATTERED: Final = "--oem 1 --psm 11"
"""Words here and there, as above the columns of a table."""
FIGURES: Final = "--oem 1 --psm 6 -c tessedit_char_whitelist=0123456789"
"""Figures below each other."""
_NEEDED: Final = ("level", "block_num", "par_num", "line_num", "left", "top", "width", "height")
_WORD: Final = 5
"""The level of words in Tesseract's table."""
_BY: Final = {
    "win32": "winget install UB-Mannheim.TesseractOCR",
    "darwin": "brew install tesseract",
}
"""The line that installs it, by system; on others that of Debian."""
INSTALL: Final = (
    f"Install it ({_BY.get(sys.platform, 'apt-get install tesseract-ocr')}), or type the log into a .hrn"
    " file. Filled-in forms are read without it."
)
_USUAL: Final = (
    "/opt/homebrew/bin/tesseract",
    "/usr/local/bin/tesseract",
    "/opt/local/bin/tesseract",
    "%PROGRAMFILES%/Tesseract-OCR/tesseract.exe",
    "%PROGRAMFILES(X86)%/Tesseract-OCR/tesseract.exe",
    "%LOCALAPPDATA%/Programs/Tesseract-OCR/tesseract.exe",
    "%LOCALAPPDATA%/Tesseract-OCR/tesseract.exe",
)
"""Where installers for Mac and Windows put it. They, and desks opened by a double click, often do not put
that folder among those in which programs are looked for."""


@dataclass(frozen=True, slots=True)
class TesseractWord:
    """One word: its text, how sure Tesseract is (0 to 1), its line and its box in pixels."""

    text: str
    confidence: float
    line: tuple[int, int, int]
    left: int
    top: int
    width: int
    height: int


def read_words(
    grey: NDArray[np.uint8], seconds: float = SECONDS, arranged: str = ONE_BLOCK
) -> list[TesseractWord]:
    """The words of a grey picture in reading order; `arranged` shows how they stand in it.

    Raises `ReadError`.
    """
    answer = answer_of([grey], "tsv", arranged, seconds)
    rows = list(csv.DictReader(answer.split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE))
    words = []
    try:
        for row in rows:
            level, block, part, line, *box = (int(row[key]) for key in _NEEDED)
            text = row["text"].strip() if row["text"] else ""
            confidence = min(1.0, max(0.0, int(float(row["conf"])) / 100.0))
            if level == _WORD and text:
                words.append(TesseractWord(text, confidence, (block, part, line), *box))
    except (KeyError, ValueError, TypeError) as error:
        raise garbled() from error
    if not rows:  # not even a page
        raise garbled()
    return words


def answer_of(
    pictures: Iterable[NDArray[np.uint8]], kind: str, settings: str, seconds: float
) -> str:
    """What the program answers of some grey pictures, each a page to it. `kind` is that of the answer, by
    the ending of its file.

    Raises `ReadError`.
    """
    with TemporaryDirectory(prefix="fairdeal-") as folder:
        answer = Path(folder) / "answer"
        names = []
        for number, grey in enumerate(pictures):
            names.append(str(Path(folder) / f"{number}.png"))
            _, png = cv2.imencode(".png", grey, [cv2.IMWRITE_PNG_COMPRESSION, 1])
            Path(names[-1]).write_bytes(
                png.tobytes()
            )  # OpenCV cannot name every folder on Windows.
        listed = Path(folder) / "pictures.txt"
        listed.write_text("\n".join(names) + "\n", encoding="utf-8")
        asked = f"{settings} -c tessedit_create_{kind}=1"
        try:
            _run(str(listed), str(answer), kind, asked, seconds)
            return answer.with_suffix(f".{kind}").read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise garbled() from error


def program() -> str:
    """Tesseract as it is called: by its name where that is known on this machine, else by its usual place."""
    named: str = pytesseract.pytesseract.tesseract_cmd
    if shutil.which(named) is not None:
        return named
    usual = (re.sub(r"%(.+?)%", lambda name: os.environ.get(name[1], "%"), each) for each in _USUAL)
    return next((each for each in usual if Path(each).is_file()), named)


def version() -> str | None:
    """The version of the program, such as 5.3.0; None where it is not there, or does not answer."""
    try:
        answer = subprocess.run(
            [program(), "--version"], capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    named = re.search(r"tesseract v?(\d[\w.]*)", answer.stdout + answer.stderr)
    return named[1] if named else None


def _run(listed: str, answer: str, kind: str, settings: str, seconds: float) -> None:
    pytesseract.pytesseract.tesseract_cmd = program()
    try:
        # Not `image_to_data`: it asks the program for its version first, without any limit of time, and
        # where the answer makes no sense it ends our own program.
        pytesseract.pytesseract.run_tesseract(listed, answer, kind, "eng", settings, 0, seconds)
    except pytesseract.TesseractNotFoundError as error:
        raise ReadError(
            "tesseract-missing",
            "Printed text is read by the program Tesseract, which is not installed.",
            INSTALL,
        ) from error
    except pytesseract.TesseractError as error:
        raise ReadError(
            "tesseract-failed",
            f"Tesseract stopped with an error (status {error.status}).",
            "Try again; if it fails again, install Tesseract again with its English data.",
        ) from error
    except RuntimeError as error:  # how pytesseract tells that the time is over
        raise ReadError(
            "tesseract-slow",
            f"Tesseract did not answer within {seconds:.0f} seconds.",
            "Try again when the machine is less busy, or cut the picture down to the text.",
        ) from error


def garbled() -> ReadError:
    """The program answered something that makes no sense."""
    return ReadError(
        "tesseract-garbled",
        "Tesseract gave an answer that makes no sense.",
        "Install Tesseract 4 or 5 again.",
    )
