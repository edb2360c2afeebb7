"""Pages of a PDF: their pictures, and their text where they have one. This module and `pdf_text` alone call
PDFium (by pypdfium2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final

import cv2
import numpy as np
import pypdfium2

from fairdeal.digitize.pictures.pdf_text import text_of
from fairdeal.digitize.pictures.picture import Picture, page_name
from fairdeal.digitize.trouble import ReadError

DOTS_PER_INCH: Final = 300
"""What scanners make, and about 12 pixels a millimetre: a little finer than cells are cut."""
MOST_PAGE_PIXELS: Final = 25_000_000
"""Pages larger than A4 are drawn coarser, so that a poster-sized page stays within memory."""
MOST_PAGES: Final = 100
"""A match has some tens of sheets; more than this is a book."""


def page_count(data: bytes, name: str) -> int:
    """Number of pages. Raises `ReadError` where the file is no proper PDF or has too many."""
    with closing(_open(data, name)) as document:
        return _count(document, name)


CheckSize = Callable[[str, int, int], None]
"""Given the name of a page, its width and its height in pixels, raises `ReadError` where no page is so."""


def pages(data: bytes, name: str, only: int | None, check_size: CheckSize) -> Iterator[Picture]:
    """Every page drawn in colour, or the one page `only` (from 1).

    Names carry ``#page=N`` where the file has more than one page.
    """
    with closing(_open(data, name)) as document:
        count = _count(document, name)
        if only is not None and only > count:
            raise ReadError(
                "page-missing",
                f"{name} has {count} pages; there is no page {only}.",
                "Ask for one of its pages.",
            )
        for number in range(1, count + 1) if only is None else (only,):
            label = page_name(name, number) if count > 1 else name
            yield _drawn(document, number - 1, label, check_size)


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
