"""What two readers say of a heading, put together: agreement counts, contradiction is asked about."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from fairdeal.digitize.ruled.tables import RuledTable
from fairdeal.digitize.sheets.heading_meaning import UNREAD
from fairdeal.digitize.sheets.headings import (
    HandRead,
    HeadingReader,
    _Said,
    _settled,
    read_headings,
)
from tests.support.club_papers import PLAIN
from tests.support.needs import needs_tesseract

FIRM = 1000.0
FONT = ImageFont.truetype(str(PLAIN.path), 42)


def hand(text: str, letter: float = 0.95, odds: float = FIRM) -> HandRead:
    return HandRead(text, letter, odds)


@pytest.mark.parametrize(
    ("printed", "sure", "by_hand", "text"),
    [
        ("Total", 0.95, None, "Total"),
        ("Total", 0.95, hand("total"), "Total"),
        ("Total", 0.5, None, UNREAD),
        ("Total", 0.5, hand("total", 0.4, 2.0), "Total"),
        ("Total", 0.95, hand("trump"), UNREAD),
        ("Total", 0.95, hand("trump", 0.3), "Total"),
        ("Total", 0.5, hand("trump"), UNREAD),
        ("B&D", 0.46, hand("bid"), "bid"),
        ("6", 0.93, hand("b"), "b"),
        ("", 0.0, hand("points"), "points"),
        ("", 0.0, hand("points", 0.3), UNREAD),
        ("", 0.0, None, UNREAD),
        ("Weather", 0.95, hand("we their"), "Weather"),
        ("Wea", 0.1, None, UNREAD),
        ("Weather", 0.6, None, "Weather"),
        ("Dir", 0.96, hand("dlr", 0.99), "dlr"),
        ("SI. No", 0.9, hand("sl no", 0.4), "sl no"),
        ("8", 0.9, hand("b", 0.5), "b"),
        ("8", 0.9, hand("b", 0.5, 2.0), "8"),
        ("Finai caii", 0.82, hand("final call", 0.44), "final call"),
        ("Deciare:", 0.6, hand("declarer", 0.4), "Deciare:"),
        ("Declaned", 0.95, hand("declared", 0.4), "Declaned"),
        ("Roard", 0.7, hand("bid", 0.4), UNREAD),
    ],
)
def test_two_readers_of_one_line(
    printed: str, sure: float, by_hand: HandRead | None, text: str
) -> None:
    assert _settled(_Said(printed, sure), by_hand) == text


XS = (60, 300, 540, 780, 1020)
YS = (160, 260, 360, 460, 560, 660)


def ruled(
    words: dict[str, tuple[int, int]],
) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], RuledTable]:
    """A table with printed words at places."""
    page = Image.new("RGB", (1100, 720), (250, 250, 248))
    pen = ImageDraw.Draw(page)
    for text, place in words.items():
        pen.text(place, text, font=FONT, fill=(20, 20, 20))
    picture = np.array(page)
    for y in YS:
        cv2.line(picture, (XS[0], y), (XS[-1], y), (70, 70, 70), 3)
    for x in XS:
        cv2.line(picture, (x, YS[0]), (x, YS[-1]), (70, 70, 70), 3)
    across, down = np.meshgrid(XS, YS)
    return picture, RuledTable(np.stack((across, down), axis=-1).astype(np.float64))


@needs_tesseract
def test_headings_in_the_first_row_and_over_the_table() -> None:
    names = ("Deal", "Bid", "Total A", "Total B")
    reader = HeadingReader()
    for y, rows, above in ((190, 1, False), (105, 0, True)):
        places = {name: (x + 40, y) for name, x in zip(names, XS, strict=False)}
        found = read_headings(*ruled({**places, "Club league": (420, 20)}), reader)
        assert (found.rows, found.above) == (rows, above)
        assert [heading.words for heading in found.headings] == list(names)


@needs_tesseract
def test_table_without_headings_has_none() -> None:
    found = read_headings(*ruled({}), HeadingReader())
    assert found.rows == 0
    assert [heading.words for heading in found.headings] == [""] * 4
