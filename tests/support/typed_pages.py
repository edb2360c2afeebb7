"""Pages with typed text, for tests of the reading of print."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from fpdf import FPDF
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tests.support.camera import rendered

LOG: Final = """[Deal "1"]
[Dealer "2"]
Auction:
3: 28 S, Pass, Pass, 29 H
Play:
3: AS JS 9S JD KS 9S
4: 10C 10C KC AC AC 10H
1: 10S AD KS AS JS KC
"""
_ROOT: Final = Path(__file__).parents[2]
FONTS: Final = {
    "sans": _ROOT / "digitize/forms/fonts/NotoSans-Regular.ttf",
    "typewriter": _ROOT / "samples/making/fonts/Cousine-Bold.ttf",
    "serif": Path("/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"),
}
"""The last one is not on every machine."""


def printed_log(text: str) -> NDArray[np.uint8]:
    """A page at 300 dpi, RGB, with a text in a typewriter's letters as large as there is room for."""
    lines, width, leading, margin = text.splitlines(), 0.6, 1.3, 15.0
    points = (
        72
        / 25.4
        * min(
            (210 - 2 * margin) / (max(map(len, lines)) * width),
            (297 - 2 * margin) / (len(lines) * leading),
        )
    )
    size = min(12.0, points)
    page = FPDF(unit="mm", format="A4")
    page.set_auto_page_break(False)
    page.add_page()
    page.add_font("Mono", "", FONTS["typewriter"])
    page.set_font("Mono", "", size)
    for index, line in enumerate(lines):
        page.text(margin, margin + (index + 0.8) * size * leading * 25.4 / 72, line)
    return np.asarray(cv2.cvtColor(rendered(bytes(page.output())), cv2.COLOR_BGR2RGB), np.uint8)


def typed(text: str) -> NDArray[np.uint8]:
    """A page with a text in a typewriter's letters, 10 pixels a millimetre."""
    page = cv2.cvtColor(printed_log(text), cv2.COLOR_RGB2BGR)
    return np.asarray(cv2.resize(page, (2100, 2970), interpolation=cv2.INTER_AREA), np.uint8)


def set_in(font: Path, text: str, size: int = 42) -> NDArray[np.uint8]:
    """A grey scrap of paper with a text in a font of so many pixels, as on a page 3,000 high."""
    face = ImageFont.truetype(str(font), size)
    lines = text.splitlines()
    wide = round(max(face.getlength(line) for line in lines)) + 120
    paper = Image.new("L", (wide, round(len(lines) * size * 1.5) + 120), 255)
    pen = ImageDraw.Draw(paper)
    for row, line in enumerate(lines):
        pen.text((60, 60 + row * size * 1.5), line, fill=0, font=face)
    return np.asarray(paper, np.uint8)


def beside_a_dark_patch(grain: int) -> NDArray[np.uint8]:
    """A printed log above something dark and speckled, its specks `grain` pixels wide."""
    chance = np.random.default_rng(7)
    specks = chance.integers(0, 128, (1200 // grain, 1800 // grain), dtype=np.uint8)
    patch = cv2.resize(specks, (1800, 1200), interpolation=cv2.INTER_NEAREST)
    page = typed(LOG)
    page[1650:2850, 150:1950] = patch[..., None]
    return page
