"""A typed hand record printed on paper, to be photographed and read as print. Synthetic."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from fpdf import FPDF
from PIL import Image

from fairdeal.digitize.forms import draw

PAGE_MM: Final = (210.0, 297.0)
_MARGIN_MM: Final = 15.0
_LARGEST: Final = 12.0
"""Points; smaller where the longest line or the number of lines needs it."""
_SMALLEST: Final = 8.0
_WIDTH: Final = 0.6
"""The width of every character of the font, of the size of the font."""
_LEADING: Final = 1.3
_POINT_MM: Final = 25.4 / 72


class TooLong(Exception):  # noqa: N818
    """A record that does not fit on one page."""


def printed_log(text: str) -> npt.NDArray[Any]:
    """A page at 300 dpi, RGB, with a record in a typewriter's letters.

    Raises TooLong where it does not fit on one page, UnicodeEncodeError where it has characters
    outside Latin-1, which the font lacks.
    """
    text.encode("latin-1")
    lines = text.splitlines()
    wide = (PAGE_MM[0] - 2 * _MARGIN_MM) / (max(map(len, lines)) * _WIDTH * _POINT_MM)
    tall = (PAGE_MM[1] - 2 * _MARGIN_MM) / (len(lines) * _LEADING * _POINT_MM)
    size = min(_LARGEST, wide, tall)
    if size < _SMALLEST:
        raise TooLong(f"{len(lines)} lines, the longest of {max(map(len, lines))} characters")
    page = FPDF(unit="mm", format=PAGE_MM)
    page.set_auto_page_break(False)
    page.add_page()
    page.add_font("Mono", "", Path(__file__).parents[1] / "fonts" / "Cousine-Bold.ttf")
    page.set_font("Mono", "", size)
    for index, line in enumerate(lines):
        page.text(_MARGIN_MM, _MARGIN_MM + (index + 0.8) * size * _LEADING * _POINT_MM, line)
    picture = Image.open(io.BytesIO(draw.as_png(bytes(page.output())))).convert("RGB")
    return np.array(picture)
