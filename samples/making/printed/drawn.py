"""A drawn page: words, rules and tinted areas at their places; and as ink on paper, or a PDF with words."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from fpdf import FPDF
from PIL import Image, ImageDraw

from samples.making.photos.conditions import Rng
from samples.making.printed.faces import POINT_MM, Face, font, runs

A4: Final = (210.0, 297.0)


@dataclass(frozen=True, slots=True)
class Words:
    """Words in one line; `x` is where they begin, `y` their baseline."""

    x: float
    y: float
    text: str
    points: float
    bold: bool = False
    grey: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line."""

    start: tuple[float, float]
    end: tuple[float, float]
    width: float = 0.2
    grey: int = 0


@dataclass(frozen=True, slots=True)
class Tint:
    """A rectangle filled with grey."""

    left: float
    top: float
    width: float
    height: float
    grey: int


@dataclass(slots=True)
class Page:
    """What is drawn on one page, what lies under it first."""

    face: Face
    tints: list[Tint] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    size: tuple[float, float] = A4


class Unsuited(Exception):  # noqa: N818
    """A record that a layout has no place for."""


@dataclass(slots=True)
class Flow:
    """Lines written down a column from its top, going on at the top of the next page where it is full.
    `leading` is from line to line, beside the size of the letters."""

    pages: list[Page]
    points: float
    left: float = 18.0
    top: float = 20.0
    right: float = 194.0
    foot: float = 280.0
    leading: float = 1.32
    y: float = field(init=False)

    def __post_init__(self) -> None:
        self.y = self.top

    @property
    def page(self) -> Page:
        return self.pages[-1]

    @property
    def step(self) -> float:
        """From line to line, mm."""
        return self.points * POINT_MM * self.leading

    def line(self, text: str, bold: bool = False, grey: int = 0, larger: float = 1.0) -> None:
        """A line; words that have no room in it go on in the next one."""
        points = self.points * larger
        for part in self.broken(text, points, bold):
            if self.y + self.step * larger > self.foot:
                self.pages.append(Page(self.page.face, size=self.page.size))
                self.y = self.top
            self.y += self.step * larger
            baseline = self.y - 0.3 * self.step
            self.page.words.append(Words(self.left, baseline, part, points, bold, grey))

    def gap(self, lines: float = 1.0) -> None:
        self.y += lines * self.step

    def lines(self, texts: Iterable[str]) -> None:
        """Lines, an empty one a gap."""
        for text in texts:
            if text:
                self.line(text)
            else:
                self.gap()

    def broken(self, text: str, points: float, bold: bool = False) -> list[str]:
        """The lines that a text takes, broken between words."""
        room = self.right - self.left
        if self.page.face.width(text, points, bold) <= room:
            return [text]
        found = [""]
        for word in text.split(" "):
            longer = f"{found[-1]} {word}" if found[-1] else word
            if found[-1] and self.page.face.width(longer, points, bold) > room:
                found.append(word)
            else:
                found[-1] = longer
        return found


Grey = npt.NDArray[np.uint8]
"""Height, width: 0 is ink, 255 paper."""

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
        _write(pen, page, words, scale, strike, rng)
    return np.array(drawn)


def _write(
    pen: Any, page: Page, words: Words, scale: float, strike: Strike | None, rng: Rng | None
) -> None:
    """Words at once, or letter by letter as a typewriter strikes them."""
    x, pixels = words.x * scale, words.points * POINT_MM * scale
    for part in runs(words.text) if strike is None else words.text:
        face = font(page.face.path_of(part, words.bold), pixels)
        y, fill = words.y * scale, words.grey
        if strike is not None and rng is not None:
            y += float(rng.normal(0, strike.height_mm)) * scale
            fill = min(150, int(255 * abs(float(rng.normal(0, strike.weight)))))
        pen.text((x, y), part, font=face, fill=fill, anchor="ls")
        x += face.getlength(part)


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
