"""What this installation has and lacks: programs, readers, room; and what to do where one is missing."""

from __future__ import annotations

import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from fairdeal import __version__
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.extras import (
    CLUSTER,
    DOUBLE_DUMMY,
    PACKAGES,
    PAIRINGS,
    TABLES,
    how_to_get,
    installed,
)
from fairdeal.desk.intake.reading import reader_version
from fairdeal.desk.report.pdf import BY_HAND, browser
from fairdeal.desk.trouble import DeskError, in_one_line
from fairdeal.desk.usual import settings_file, usual
from fairdeal.rulings import GAMES
from fairdeal.rulings.frame.own import added

State = Literal["good", "missing", "broken"]
"""`missing`: all else works without it; `broken`: something that is always needed does not work."""
LITTLE_ROOM: Final = 500_000_000
"""Bytes free under which photos of an evening may not find room."""
FOR: Final = {
    TABLES: "tables as Parquet",
    DOUBLE_DUMMY: "what best play makes at bridge",
    PAIRINGS: "the draw of Swiss rounds",
    CLUSTER: "reading on many machines",
}
"""What each extra is for."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that was looked at: how it is, and what to do; empty where nothing need be done."""

    name: str
    state: State
    found: str
    mend: str = ""


def looked_at(archive: Path) -> list[Part]:
    """Everything, what always works first."""
    system = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return [
        Part("Fairdeal", "good", f"{__version__} in {Path(__file__).resolve().parents[1]}"),
        Part("Python", "good", f"{system}, {sys.executable}"),
        _handwriting(),
        _print(),
        _browser(),
        _fonts(),
        _archive(archive),
        *_room(archive),
        _settings(),
        *_extras(),
        *_own_rules(),
    ]


def _handwriting() -> Part:
    from fairdeal.digitize.reader.recogniser import open_reader
    from fairdeal.digitize.trouble import ReadError

    try:
        open_reader()
        return Part("Handwriting reader", "good", reader_version())
    except ReadError as error:
        return Part("Handwriting reader", "broken", error.message, error.remedy)


def _print() -> Part:
    from fairdeal.digitize.printed import tesseract
    from fairdeal.digitize.printed.readers import print_net

    net = "the packaged net" if print_net() is not None else ""
    version = tesseract.version()
    if version is None:
        found = f"{net}; no Tesseract" if net else "no reader"
        return Part("Readers of print", "missing", found, tesseract.INSTALL)
    found = f"Tesseract {version}{f', and {net}' if net else ''}"
    return Part("Readers of print", "good", found)


def _browser() -> Part:
    program = browser()
    if program is None:
        return Part("Browser for PDF", "missing", "no Chromium, Chrome or Edge", BY_HAND)
    return Part("Browser for PDF", "good", program)


def _fonts() -> Part:
    from fairdeal.digitize.forms.draw import missing_fonts

    missing = missing_fonts()
    if missing:
        mend = "Install Fairdeal again."
        return Part("Fonts of forms", "broken", f"missing: {', '.join(missing)}", mend)
    return Part("Fonts of forms", "good", "all there")


def _archive(path: Path) -> Part:
    if not path.exists():
        return Part("Archive", "good", f"{path} (none yet)")
    try:
        with Archive(path) as opened:
            only_read = opened.only_read
    except (DeskError, OSError) as error:
        mend = "Bring back a backup: fairdeal archive restore FILE"
        return Part("Archive", "broken", in_one_line(error), mend)
    size = f"{path}, {path.stat().st_size / 1e6:.1f} MB"
    if only_read:
        mend = "Make room on the disk, or copy it to a folder that you may write to."
        return Part("Archive", "broken", f"{size}: nothing can be written to it", mend)
    return Part("Archive", "good", size)


def _room(archive: Path) -> Iterator[Part]:
    """Free room where the archive is, and where photos are taken apart."""
    above = next(each for each in archive.absolute().parents if each.exists())
    for name, place in (
        ("Room for the archive", above),
        ("Room for photos", Path(tempfile.gettempdir())),
    ):
        free = shutil.disk_usage(place).free
        state: State = "good" if free >= LITTLE_ROOM else "broken"
        mend = "" if state == "good" else "Remove files that you no longer need from this disk."
        yield Part(name, state, f"{free / 1e9:.1f} GB free in {place}", mend)


def _settings() -> Part:
    file = settings_file()
    try:
        usual()
    except DeskError as error:
        return Part("Settings file", "broken", error.message, error.remedy)
    return Part("Settings file", "good", f"{file}{'' if file.is_file() else ' (none yet)'}")


def _extras() -> Iterator[Part]:
    for extra in PACKAGES:
        there = installed(extra)
        found = f"installed: {FOR[extra]}" if there else f"not installed: {FOR[extra]}"
        state: State = "good" if there else "missing"
        yield Part(f"Extra “{extra}”", state, found, "" if there else how_to_get(extra))


def _own_rules() -> Iterator[Part]:
    """The rules of packages: those that are used, and why others are not."""
    unused: dict[str, None] = {}
    for game in GAMES.values():
        own = added(game.name, game.rules)
        unused |= dict.fromkeys(own.unused)
        for code, rule in own.findings.items():
            yield Part(f"Rule {code}", "good", f"{rule.article}, {game.title}")
    for why in unused:
        yield Part("Rule of a package", "broken", why, "Ask whoever made it.")
