"""The text of a page of a PDF: characters and where they stand. With `pdf` it alone calls PDFium."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from typing import Final

import cv2
import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from fairdeal.digitize.pictures.picture import Character, PageText, Picture, numbered_pages
from fairdeal.digitize.trouble import ReadError

MOST_CHARACTERS: Final = 20_000
"""Of a page; a full one has 6,000. With more it is read from its picture."""
MOST_OBJECTS: Final = 20_000
"""Things drawn on a page that are looked at, some as small as one letter."""
DEEPEST: Final = 4
"""Drawings within drawings that are looked into for pictures."""
LEVEL: Final = 0.03
"""How far text may rise on its way, as a share of it, and be level."""
_FINER: Final = 64
"""PDFium tells places in whole pixels: it is asked for those of a picture so many times as large."""
_HIDDEN: Final = (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)
_LINE_END_HYPHEN: Final = "\x02"
"""What PDFium makes of a hyphen at the end of a line."""
_NO_LOOK: Final = frozenset("\xad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff")
"""Places to break a line, and how a suit is to be coloured."""


def text_of(page: pypdfium2.PdfPage, width: int, height: int) -> PageText | None:
    """The text of a page drawn so large; None where it has none, or more than is looked at, or is damaged."""
    try:
        return _text_of(page, width, height)
    except (pypdfium2.PdfiumError, ValueError, OverflowError):
        return None


def _text_of(page: pypdfium2.PdfPage, width: int, height: int) -> PageText | None:
    with closing(page.get_textpage()) as text:
        count = text.count_chars()
        if not 0 < count <= MOST_CHARACTERS:
            return None
        pictured = _pictured(page)
        if pictured is None:
            return None
        found = _Characters(page, text, width, height)
        characters = tuple(found.all(count))
        return PageText(characters, found.hidden, found.unknown, pictured, _is_marked(page))


class _Characters:
    """The characters of a page, and how many are left out for what reason."""

    def __init__(
        self, page: pypdfium2.PdfPage, text: pypdfium2.PdfTextPage, width: int, height: int
    ) -> None:
        self._text = text
        self._linear, self._offset = _to_picture(page, width, height)
        self._size = width, height
        self.hidden = 0
        self.unknown = 0

    def all(self, count: int) -> Iterator[Character]:
        for index in range(count):
            if pdfium.FPDFText_IsGenerated(self._text, index) == 1:
                continue
            sign = self._sign(index)
            if sign in _NO_LOOK:
                continue
            if sign is None or not self._level(index):
                self.unknown += 1
            elif self._is_hidden(index):
                self.hidden += not sign.isspace()
            else:
                found = self._character(index, sign)
                if self._inside(found):
                    yield found
                else:
                    self.hidden += not sign.isspace()

    def _sign(self, index: int) -> str | None:
        """The character; None where the font does not show which it is."""
        code = pdfium.FPDFText_GetUnicode(self._text, index)
        if pdfium.FPDFText_HasUnicodeMapError(self._text, index) == 1 or code > 0x10FFFF:
            return None
        sign = chr(code)
        if sign == _LINE_END_HYPHEN:
            return "-"
        told = sign.isspace() or sign.isprintable() or sign in _NO_LOOK
        return sign if told and sign != "\ufffd" else None

    def _level(self, index: int) -> bool:
        matrix = pdfium.FS_MATRIX()
        if not pdfium.FPDFText_GetMatrix(self._text, index, matrix):
            return False
        along, down = self._linear @ (matrix.a, matrix.b)
        return bool(along > 0 and abs(down) <= LEVEL * along)

    def _is_hidden(self, index: int) -> bool:
        drawn = pdfium.FPDFText_GetTextObject(self._text, index)
        return bool(drawn) and pdfium.FPDFTextObj_GetTextRenderMode(drawn) in _HIDDEN

    def _character(self, index: int, sign: str) -> Character:
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(self._text, index, x, y)
        base = self._place(x.value, y.value)[1]
        start, _, end, _ = self._box(self._text.get_charbox(index, loose=True))
        box = None if sign.isspace() else self._box(self._text.get_charbox(index))
        return Character(sign, box, base, start, end)

    def _inside(self, found: Character) -> bool:
        """Whether all of a character is on the page; what is not, nobody sees whole."""
        width, height = self._size
        x, y = [found.start, found.end], [found.base]
        if found.box is not None:
            x, y = [*found.box[::2]], [found.base, *found.box[1::2]]
        return all(-1 <= each <= width for each in x) and all(-1 <= each <= height for each in y)

    def _box(self, corners: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        left, bottom, right, top = corners
        (x0, y0), (x1, y1) = self._place(left, top), self._place(right, bottom)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page in pixels of the picture."""
        across, down = self._linear @ (x, y) + self._offset
        return float(across), float(down)


def _to_picture(
    page: pypdfium2.PdfPage, width: int, height: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """From points of the page to pixels, as a matrix (2, 2) and what is added; a page may be turned."""

    def place(x: float, y: float) -> NDArray[np.float64]:
        across, down = ctypes.c_int(), ctypes.c_int()
        size = (0, 0, width * _FINER, height * _FINER)
        if not pdfium.FPDF_PageToDevice(page, *size, 0, x, y, across, down):
            raise ValueError("a page without extent")
        return np.array((across.value, down.value), np.float64) / _FINER

    # A long way apart, so that whole pixels make no difference.
    zero, far = place(0, 0), 1000.0
    linear = np.stack([(place(far, 0) - zero) / far, (place(0, far) - zero) / far], 1)
    return linear, zero


def _pictured(page: pypdfium2.PdfPage) -> float | None:
    """The share of a page that pictures take; None where it has more in it than is looked at.

    A drawing with a picture in it counts as one.
    """
    boxes: list[tuple[float, float, float, float]] = []
    outer: tuple[float, float, float, float] | None = None
    kinds = [pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM]
    every = islice(page.get_objects(max_depth=DEEPEST), MOST_OBJECTS + 1)
    for number, each in enumerate(every):
        if number == MOST_OBJECTS:
            return None
        if each.level == 0:
            outer = each.get_bounds() if each.type in kinds else None
        if each.type == pdfium.FPDF_PAGEOBJ_IMAGE and outer is not None and outer not in boxes[-1:]:
            boxes.append(outer)
    left, bottom, right, top = page.get_bbox()
    area = max((right - left) * (top - bottom), 1.0)
    covered = sum(
        max(0.0, min(r, right) - max(x, left)) * max(0.0, min(t, top) - max(b, bottom))
        for x, b, r, t in boxes
    )
    return float(min(1.0, covered / area))


def _is_marked(page: pypdfium2.PdfPage) -> bool:
    """Whether anything but links lies over a page."""
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), MOST_OBJECTS)):
        note = pdfium.FPDFPage_GetAnnot(page, index)
        kind = pdfium.FPDFAnnot_GetSubtype(note)
        pdfium.FPDFPage_CloseAnnot(note)
        if kind not in (pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP):
            return True
    return False


DOTS_PER_INCH: Final = 300
"""What scanners make, and about 12 pixels a millimetre: a little finer than cells are cut."""
MOST_PAGE_PIXELS: Final = 25_000_000
"""Pages larger than A4 are drawn coarser, so that a poster-sized page stays within memory."""
MOST_PAGES: Final = 100
"""A match has some tens of sheets; more than this is a book."""


def page_count(data: bytes, name: str) -> int:
    """Number of pages. Raises `ReadError` where the file is not a proper PDF or has too many."""
    with closing(_open(data, name)) as document:
        return _count(document, name)


CheckSize = Callable[[str, int, int], None]
"""Given the name of a page, its width and its height in pixels, raises `ReadError` where no page is so."""


def pages(data: bytes, name: str, only: int | None, check_size: CheckSize) -> Iterator[Picture]:
    """Every page drawn in colour, or the one page `only` (from 1).

    Names carry ``#page=N`` where the file has more than one page.
    """
    with closing(_open(data, name)) as document:
        for index, label in numbered_pages(name, _count(document, name), only):
            yield _drawn(document, index, label, check_size)


def _open(data: bytes, name: str) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        raise ReadError(
            "pdf-locked" if locked else "picture-broken",
            f"{name} is a PDF that {'asks for a password' if locked else 'cannot be opened'}.",
            "Save it without a password." if locked else "Scan or send it again.",
        ) from error


def _count(document: pypdfium2.PdfDocument, name: str) -> int:
    count = len(document)
    if not 1 <= count <= MOST_PAGES:
        raise ReadError(
            "pdf-pages",
            f"{name} has {count} pages; 1 to {MOST_PAGES} can be read.",
            "Split it into smaller files.",
        )
    return count


def _drawn(
    document: pypdfium2.PdfDocument, index: int, name: str, check_size: CheckSize
) -> Picture:
    try:
        page = document[index]
        width, height = page.get_size()
        scale = DOTS_PER_INCH / 72
        scale = min(scale, float(np.sqrt(MOST_PAGE_PIXELS / max(width * height, 1.0))))
        check_size(name, math.ceil(width * scale), math.ceil(height * scale))
        bitmap = page.render(scale=scale, rev_byteorder=False)
        image = np.asarray(bitmap.to_numpy(), np.uint8)
        text = text_of(page, image.shape[1], image.shape[0])
    except (pypdfium2.PdfiumError, ValueError, MemoryError) as error:
        raise ReadError(
            "picture-broken", f"{name} cannot be drawn.", "Scan or send the page again."
        ) from error
    if image.ndim == 2 or image.shape[2] == 1:
        return Picture(
            name, np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8), text=text
        )
    return Picture(name, np.ascontiguousarray(image[:, :, :3]), text=text)
