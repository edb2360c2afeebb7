"""A report as PDF, by Chromium, and page 1 as a picture; all papers of an event and the pages that were
signed as one PDF, to keep, to send, or to print when the prizes are given. Only this module starts that
program."""

from __future__ import annotations

import base64
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fairdeal import templates
from fairdeal.desk.confined import ConfinedError, Work, workers
from fairdeal.desk.files import REPORT_MARK, is_typed
from fairdeal.desk.judging import text_of
from fairdeal.desk.trouble import DeskError
from fairdeal.templates.language import Language

NAMES: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
"""What the program is called, where it is found by its name; first the one without windows, which takes a
third of the processor's time."""
ELSEWHERE: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
"""Where it lies on a Mac and on Windows."""
SECONDS: Final = 60.0
"""A report of a match takes 2 to 4 seconds, one with sixteen photos 6."""
LARGEST_PICTURE: Final = 300_000
"""Bytes of the picture of page 1: messengers make larger ones unreadable."""
WIDTHS: Final = (1240, 1000, 800)
"""Pixels of its width that are tried, the first about 150 to the inch."""
QUALITIES: Final = (85, 75, 65, 55)

BY_HAND: Final = (
    "Open the report in a browser, print it (Ctrl+P) and choose “Save as PDF” as the printer."
)
_ONE: Final = threading.Lock()
"""One at a time: a browser takes some 300 MB."""


def browser() -> str | None:
    """The Chromium of this computer, or a browser made of it; None where there is none."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return found or next((path for path in ELSEWHERE if Path(path).is_file()), None)


def pdf_of(report: bytes) -> bytes:
    """A report as PDF, as its print style lays it out. Raises DeskError where that cannot be done."""
    program = browser()
    if program is None:
        raise DeskError("There is no Chromium on this computer to make a PDF.", "", BY_HAND)
    with _ONE, TemporaryDirectory(prefix="fairdeal-", ignore_cleanup_errors=True) as folder:
        page, printed = Path(folder) / "report.html", Path(folder) / "report.pdf"
        page.write_bytes(report)
        _run(_arguments(program, page, printed, Path(folder) / "profile"))
        made = printed.read_bytes() if printed.is_file() else b""
    if not made.startswith(b"%PDF-"):
        raise DeskError("Chromium did not make a PDF of this report.", "", BY_HAND)
    return made + REPORT_MARK + b"\n"


def _arguments(program: str, page: Path, printed: Path, profile: Path) -> list[str]:
    """The report is ours and runs nothing; still nothing that it names is fetched."""
    flags = [
        "--headless",
        "--disable-gpu",
        "--disable-extensions",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--no-pdf-header-footer",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--user-data-dir={profile}",
        f"--print-to-pdf={printed}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium does not start for root with it
    return [program, *flags, page.as_uri()]


def _run(arguments: list[str]) -> None:
    """Run it, and end it with all that it started where it takes too long. Raises DeskError."""
    try:
        started = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise DeskError(f"Chromium could not be started: {error}.", "", BY_HAND) from error
    try:
        started.wait(SECONDS)
    except subprocess.TimeoutExpired as error:
        raise DeskError(
            f"Chromium took more than {SECONDS:.0f} seconds and was stopped.", "", BY_HAND
        ) from error
    finally:
        _end(started)


def _end(started: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        started.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)
    started.wait()


def joined(parts: Sequence[bytes]) -> bytes:
    """PDFs of ours one after the other, as one."""
    import pypdfium2

    made = BytesIO()
    with pypdfium2.PdfDocument.new() as whole:
        for part in parts:
            with pypdfium2.PdfDocument(part) as source:
                whole.import_pages(source)
        whole.save(made)
    return made.getvalue() + REPORT_MARK + b"\n"


def picture_of(pdf: bytes) -> bytes:
    """Page 1 of a PDF of ours as a JPEG of under 300 kB."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        for width in WIDTHS:
            image = page.render(scale=width / page.get_width()).to_pil().convert("RGB")
            for quality in QUALITIES:
                made = BytesIO()
                image.save(made, "JPEG", quality=quality, optimize=True, comment=REPORT_MARK)
                if made.tell() < LARGEST_PICTURE:
                    return made.getvalue()
    raise DeskError("Page 1 does not fit into a small picture.", "", "Send the PDF instead.")


WIDEST: Final = 1600
"""Pixels of a photo's longer side: as sharp as it is printed on a page."""
QUALITY: Final = 72
AT_ONCE: Final = 30
"""Papers that are laid out together: Chromium holds all of their photos in memory."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A paper of a match: which match, what the paper is called, and what is in it."""

    match: str
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of it as it is shown: a picture (as an address that holds it) or a text; `why` there is
    neither."""

    match: str
    name: str
    picture: str = ""
    text: str = ""
    why: str = ""


def bound(
    title: str, papers: Sequence[Bound], signed: Sequence[bytes], language: Language
) -> bytes:
    """The whole as one PDF. `signed` are reports as they were signed. Raises DeskError where there is no
    Chromium, or it fails."""
    leaves = [leaf for paper in papers for leaf in _leaves(paper)]
    parts = [
        templates.render(
            "bound.html", language, title=title, leaves=leaves[begin : begin + AT_ONCE]
        )
        for begin in range(0, len(leaves), AT_ONCE)
    ]
    printed = [pdf_of(part.encode("utf-8", "surrogatepass")) for part in parts]
    return joined([*printed, *map(pdf_of, signed)])


def _leaves(paper: Bound) -> Iterator[Leaf]:
    """The pages of a paper; a text is one."""
    try:
        if is_typed(paper.data):
            yield Leaf(paper.match, paper.name, text=text_of(paper.data, paper.name))
            return
        shown = workers().call(Work.photo(paper.name), pictures_of, paper.data, paper.name)
    except ConfinedError as error:
        yield Leaf(paper.match, paper.name, why=error.message)
        return
    for each in shown:
        picture = "data:image/jpeg;base64," + base64.b64encode(each).decode("ascii")
        yield Leaf(paper.match, paper.name, picture)


def pictures_of(data: bytes, name: str) -> list[bytes]:
    """In a worker: every page of a photo or scan as a JPEG to print. Raises ReadError where one cannot be
    decoded."""
    from fairdeal.digitize.pictures.decode import pictures
    from fairdeal.digitize.pictures.picture import as_jpeg

    images = (each.image for each in pictures(data, name, enough=WIDEST * WIDEST))
    return [as_jpeg(image, QUALITY, WIDEST / max(image.shape[:2])) for image in images]
