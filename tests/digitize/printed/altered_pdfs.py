"""PDFs whose text is not what their page shows. Synthetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.enums import TextMode
from PIL import Image, ImageDraw, ImageFont

FONT: Final = Path(__file__).parents[3] / "samples" / "making" / "fonts" / "Cousine-Bold.ttf"
_POINTS: Final = 12.0
_POINT_MM: Final = 25.4 / 72
_WIDE: Final = 0.6 * _POINTS * _POINT_MM
"""Of every letter of the font."""
_LEFT: Final = 15.0
_TOP: Final = 20.0
_APART: Final = 6.0
_WIDTH_MM: Final = 210.0
_SHEET_MM: Final = 297.0
_DOTS_MM: Final = 300 / 25.4

_NAMED: Final = "named"
"""Fonts that draw a letter and name another: ``named00530043``."""

Draw = Callable[[FPDF, str, str, float], object]
"""Draws a line at a height: what it shows, and what it is as text."""


def page(shown: str, text: str, draw: Draw) -> bytes:
    """A page that shows one text and has another; lines that are not in both are drawn this way."""
    made = _paper(len(shown.splitlines()))
    for row, (seen, line) in enumerate(zip(shown.splitlines(), text.splitlines(), strict=True)):
        y = _TOP + _APART * row
        if seen == line:
            made.text(_LEFT, y, line)
        else:
            draw(made, seen, line, y)
    for name in made.fonts:
        if name.startswith(_NAMED):
            name_otherwise(made, name, {chr(int(name[-8:-4], 16)): chr(int(name[-4:], 16))})
    return bytes(made.output())


def _paper(rows: int) -> FPDF:
    """Half a sheet where the rows need no more: a page is looked at all over."""
    few = _TOP + _APART * rows < _SHEET_MM / 2 - _TOP
    made = FPDF(format=(_WIDTH_MM, _SHEET_MM / 2 if few else _SHEET_MM))
    made.set_auto_page_break(False)
    made.add_page()
    made.add_font("Plain", "", FONT)
    made.set_font("Plain", "", _POINTS)
    return made


def swapped(shown: str, one: str, other: str) -> bytes:
    """A page of which the font names one letter as another, and the other way round."""
    made = _paper(len(shown.splitlines()))
    for row, line in enumerate(shown.splitlines()):
        made.text(_LEFT, _TOP + _APART * row, line)
    name_otherwise(made, "Plain", {one: other, other: one})
    return bytes(made.output())


def name_otherwise(made: Any, font: str, names: Mapping[str, str]) -> None:
    """Have a font draw letters and name others."""
    for glyph, _ in made.fonts[font.lower()].subset.items():
        named = "".join(map(chr, glyph.unicode)) if glyph is not None else ""
        if named in names:
            object.__setattr__(glyph, "unicode", (ord(names[named]),))


def _named(made: FPDF, shown: str, text: str, y: float) -> None:
    for at, (seen, letter) in enumerate(zip(shown, text, strict=True)):
        name = "plain" if seen == letter else f"{_NAMED}{ord(seen):04x}{ord(letter):04x}"
        if name not in made.fonts:
            made.add_font(name, "", FONT)
        made.set_font(name, "", _POINTS)
        made.text(_LEFT + at * _WIDE, y, seen)
    made.set_font("Plain", "", _POINTS)


def _picture(made: FPDF, text: str, y: float, at: int = 0) -> None:
    size = round(_POINTS * _POINT_MM * _DOTS_MM)
    wide, high = round(len(text) * _WIDE * _DOTS_MM) + 4, round(1.3 * size)
    drawn = Image.new("L", (wide, high), 255)
    face = ImageFont.truetype(str(FONT), size)
    ImageDraw.Draw(drawn).text((0, size), text, font=face, fill=0, anchor="ls")
    left, top = _LEFT + at * _WIDE, y - size / _DOTS_MM
    made.image(drawn, left, top, wide / _DOTS_MM, high / _DOTS_MM)


def _invisible(made: FPDF, shown: str, text: str, y: float) -> None:
    _picture(made, shown, y)
    with made.local_context(text_mode=TextMode.INVISIBLE):
        made.text(_LEFT, y, text)


def _white(made: FPDF, shown: str, text: str, y: float) -> None:
    _missing(made, shown, text, y)
    made.set_text_color(255)
    made.text(_LEFT, y + 60, text)
    made.set_text_color(0)


def _outside(made: FPDF, shown: str, text: str, y: float) -> None:
    _picture(made, shown, y)
    made.text(-100, y, text)


def _under(made: FPDF, shown: str, text: str, y: float) -> None:
    made.text(_LEFT, y, text)
    _picture(made, shown, y)


def _under_a_letter(made: FPDF, shown: str, text: str, y: float) -> None:
    made.text(_LEFT, y, text)
    for at, (seen, letter) in enumerate(zip(shown, text, strict=True)):
        if seen != letter:
            _picture(made, seen, y, at)


def _missing(made: FPDF, shown: str, text: str, y: float) -> None:
    _picture(made, shown, y)


class _Outlines(BasePen):  # type: ignore[misc]
    """Writes the outline of a letter as a PDF draws it."""

    def __init__(self, glyphs: Any, x: float, y: float, scale: float) -> None:
        super().__init__(glyphs)
        self._x, self._y, self._scale = x, y, scale
        self.drawn: list[str] = []

    def _add(self, sign: str, *points: tuple[float, float]) -> None:
        at = [f"{self._x + self._scale * x:.3f} {self._y + self._scale * y:.3f}" for x, y in points]
        self.drawn.append(" ".join([*at, sign]))

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._add("m", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._add("l", pt)

    def _curveToOne(self, *pts: tuple[float, float]) -> None:  # noqa: N802
        self._add("c", *pts)

    def _closePath(self) -> None:  # noqa: N802
        self._add("h")


def _outlines(made: FPDF, shown: str, text: str, y: float) -> None:
    font = TTFont(FONT)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = _POINTS / font["head"].unitsPerEm
    for at, letter in enumerate(shown):
        if letter != " ":
            pen = _Outlines(
                glyphs, (_LEFT + at * _WIDE) / _POINT_MM, made.h_pt - y / _POINT_MM, scale
            )
            glyphs[names[ord(letter)]].draw(pen)
            made._out(" ".join([*pen.drawn, "f"]))


ALTERED: Final[Mapping[str, Draw]] = {
    "named otherwise": _named,
    "invisible": _invisible,
    "white": _white,
    "outside": _outside,
    "under a picture": _under,
    "under a picture of a letter": _under_a_letter,
    "in no text": _missing,
    "outlines": _outlines,
}
