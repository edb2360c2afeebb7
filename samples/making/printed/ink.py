"""A drawn page as ink on paper: a picture in grey, or a PDF that has its words as text."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
from fpdf import FPDF
from PIL import Image, ImageDraw

from samples.making.printed.drawn import Page, Words
from samples.making.printed.faces import POINT_MM, font, runs

Grey = npt.NDArray[np.uint8]
"""Height, width: 0 is ink, 255 paper."""
Floats = npt.NDArray[Any]
Rng = np.random.Generator

MM: Final = 25.4
_MADE: Final = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
"""The date in every PDF: the same page is the same file."""


@dataclass(frozen=True, slots=True)
class Strike:
    """How unevenly a typewriter strikes: each letter's height (mm) and weight (share of its black)."""

    height_mm: float
    weight: float


def picture(page: Page, dpi: float, strike: Strike | None = None, rng: Rng | None = None) -> Grey:
    """The page at so many dots per inch, edges of letters in greys."""
    scale = dpi / MM
    drawn = Image.new("L", (round(page.size[0] * scale), round(page.size[1] * scale)), 255)
    pen = ImageDraw.Draw(drawn)
    for tint in page.tints:
        corner = (tint.left * scale, tint.top * scale)
        end = ((tint.left + tint.width) * scale, (tint.top + tint.height) * scale)
        pen.rectangle((corner, end), fill=tint.grey)
    for rule in page.rules:
        ends = [(round(x * scale), round(y * scale)) for x, y in (rule.start, rule.end)]
        pen.line(ends, fill=rule.grey, width=max(1, round(rule.width * scale)))
    for words in page.words:
        if strike is None or rng is None:
            _write(pen, page, words, scale)
        else:
            _type(pen, page, words, scale, strike, rng)
    return np.array(drawn)


def _write(pen: Any, page: Page, words: Words, scale: float) -> None:
    x = words.x * scale
    pixels = words.points * POINT_MM * scale
    for part in runs(words.text):
        face = font(page.face.path_of(part, words.bold), pixels)
        pen.text((x, words.y * scale), part, font=face, fill=words.grey, anchor="ls")
        x += face.getlength(part)


def _type(pen: Any, page: Page, words: Words, scale: float, strike: Strike, rng: Rng) -> None:
    """The words letter by letter, as a typewriter strikes them."""
    x, pixels = words.x * scale, words.points * POINT_MM * scale
    for letter in words.text:
        face = font(page.face.path_of(letter, words.bold), pixels)
        up = float(rng.normal(0, strike.height_mm)) * scale
        pale = int(255 * abs(float(rng.normal(0, strike.weight))))
        pen.text((x, words.y * scale + up), letter, font=face, fill=min(150, pale), anchor="ls")
        x += face.getlength(letter)


def pdf(pages: Sequence[Page]) -> bytes:
    """The pages as a PDF with text, as word processors and browsers write it."""
    made = FPDF(unit="mm", format=pages[0].size)
    made.set_auto_page_break(False)
    made.set_creation_date(_MADE)
    for page in pages:
        made.add_page()
        for tint in page.tints:
            made.set_fill_color(tint.grey)
            made.rect(tint.left, tint.top, tint.width, tint.height, style="F")
        for rule in page.rules:
            made.set_draw_color(rule.grey)
            made.set_line_width(rule.width)
            made.line(*rule.start, *rule.end)
        for words in page.words:
            _print(made, page, words)
    return bytes(made.output())


def _print(made: Any, page: Page, words: Words) -> None:
    x = words.x
    for part in runs(words.text):
        path = page.face.path_of(part, words.bold)
        name = path.stem.replace(" ", "")
        if name.lower() not in made.fonts:
            made.add_font(name, "", path)
        made.set_font(name, "", words.points)
        made.set_text_color(words.grey)
        made.text(x, words.y, part)
        x += made.get_string_width(part)


def shrunk(page: Grey, factor: float) -> Grey:
    """The picture made smaller, its greys averaged."""
    size = (round(page.shape[1] * factor), round(page.shape[0] * factor))
    return np.asarray(cv2.resize(page, size, interpolation=cv2.INTER_AREA), np.uint8)
