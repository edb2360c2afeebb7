"""Tesseract as one of two readers of print: every line of a page by itself, in one run of the program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree import ElementTree

from fairdeal.digitize.printed.lines.strips import Strip
from fairdeal.digitize.printed.readers.signs import PLAIN, PRINTED, Sign
from fairdeal.digitize.printed.tesseract import answer_of, garbled

ONE_LINE: Final = "--psm 7"
SECONDS: Final = 20.0
"""For a page; usual ones take one."""
_BOX: Final = re.compile(r"x_bboxes (\d+) \d+ (\d+) \d+; x_conf ([\d.]+)")
_SETTINGS: Final = (
    f"{ONE_LINE} -c hocr_char_boxes=1"
    # Words of English are no help with cards: they turn what is printed into what is usual.
    " -c load_system_dawg=0 -c load_freq_dawg=0"
)


class TesseractLines:
    """Lines in, their signs out."""

    @property
    def knows(self) -> frozenset[str]:
        """The signs that it can tell: no suit is among them."""
        return PRINTED

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        """The signs of each strip, from the left. Raises `ReadError` as `printed.tesseract` does."""
        if not strips:
            return []
        told = answer_of([strip.grey for strip in strips], "hocr", _SETTINGS, SECONDS)
        pages = _pages(told)
        if len(pages) != len(strips):
            raise garbled()
        return [list(_signs(page, strip)) for page, strip in zip(pages, strips, strict=True)]


def _pages(told: str) -> list[ElementTree.Element]:
    """The pages of an answer in hOCR. Raises `ReadError` where it is none."""
    try:
        root = ElementTree.fromstring(told)
    except ElementTree.ParseError as error:
        raise garbled() from error
    return [each for each in root.iter() if each.get("class") == "ocr_page"]


def _signs(page: ElementTree.Element, strip: Strip) -> Iterator[Sign]:
    words = [each for each in page.iter() if each.get("class") == "ocrx_word"]
    for word in words:
        first = True
        for each in word.iter():
            box = _BOX.search(each.get("title") or "")
            text = (each.text or "").translate(PLAIN).strip()
            if box is None or not text or each.get("class") != "ocrx_cinfo":
                continue
            x = strip.on_page((int(box[1]) + int(box[2])) / 2)
            yield Sign(text, x, min(1.0, float(box[3]) / 100), after_blank=first)
            first = False
