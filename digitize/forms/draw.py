"""Printing a blank form: PDF, and the same page as a picture.

Its headings may stand in a second language, beside the English or in its place, where there is room. A
photographed page is known by its figures and English words (`digitize.page.words`). Beside headings in
another language the English stays; in their place enough is left of what has no translation: numbers, and
what is explained in whole sentences. What would come to lie over a box, a mark or other words is left out.
"""

from __future__ import annotations

import datetime
import functools
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2
import segno
from fontTools.ttLib import TTFont
from fpdf import FPDF
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from fairdeal.digitize.forms.layout import (
    LINE_MM,
    LINE_RGB,
    MARKER_DICTIONARY,
    WORD_SIZE,
    Box,
    Label,
    Layout,
    Marker,
    said,
    written_code,
)

DPI: Final = 300
"""Dots per inch of the picture of a form: 11.8 pixels a millimetre."""

MARK: Final = b"% Fairdeal form"
"""What a blank form has in it, so that a scan of a filled one, or any other, is never mistaken for one."""

_FONTS: Final = (
    ("Noto", "", "NotoSans-Regular.ttf"),
    ("Noto", "B", "NotoSans-Bold.ttf"),
    ("Malayalam", "", "NotoSansMalayalam-Regular.ttf"),
    ("Tamil", "", "NotoSansTamil-Regular.ttf"),
    ("Kannada", "", "NotoSansKannada-Regular.ttf"),
    ("Devanagari", "", "NotoSansDevanagari-Regular.ttf"),
    ("Signs", "", "NotoSansSymbols2-Regular.ttf"),
)
SECOND: Final = "Malayalam"
"""The font of headings in a second language."""
_OTHER_SCRIPTS: Final = ("Malayalam", "Tamil", "Kannada", "Devanagari", "Signs")
_PRINTED: Final = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
"""The date inside every PDF, so that the same form is the same file."""
LAST_KNOWN: Final = "\u00ff"
"""Letters up to here are in the main font."""
_TEXT_GREY: Final = 70
_PREFILL_SIZE: Final = 12.0
_SMALLEST_PREFILL: Final = 5.0
_INSET: Final = 1.2
"""Between a box's edge and the words printed into it, in mm."""
_POINT_MM: Final = 25.4 / 72


class HeadingError(Exception):
    """Something that cannot be printed into a form beforehand."""

    exit_code = 2

    def __init__(self, place: str, message: str, remedy: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.remedy = remedy


def pdf(
    layout: Layout,
    sheet_id: str,
    heading: Mapping[str, str] | None = None,
    second: Mapping[str, str] | None = None,
) -> bytes:
    """The form as a PDF of one page.

    `heading` holds what is to be printed into fields beforehand, by the field's name; the
    ``heading / `` may be left out (``{"event": "Onam Cup", "deal": "7"}``). Raises
    HeadingError for a name that the form has no field for, and for a figure with more characters than
    the field has boxes; a long text is made smaller, and cut where that is not enough. `second` has headings
    of a second language by the English ones, printed beside them where there is room.
    """
    return pdf_of(layout, [(sheet_id, heading or {})], f"{layout.title} {sheet_id}", second)


def pdf_of(
    layout: Layout,
    sheets: Sequence[tuple[str, Mapping[str, str]]],
    title: str = "",
    second: Mapping[str, str] | None = None,
) -> bytes:
    """Several forms as one PDF, a page each: the id and the heading of every one. Raises as `pdf`."""
    headings = (text for _, heading in sheets for text in heading.values())
    page = _empty(layout, second or {}, *headings)
    page.set_title(title or layout.title)
    more = tuple(_beside(page, layout, second or {}))
    for sheet_id, heading in sheets:
        _draw_form(page, layout, sheet_id, heading)
        for label in more:
            page.set_text_color(_TEXT_GREY)
            page.set_font(SECOND, "", label.size)
            _write(page, label.text, label.x, label.y, label.align)
    return bytes(page.output()) + MARK + b"\n"


def in_second(layout: Layout, second: Mapping[str, str]) -> Layout:
    """The form with headings of a second language in the place of the English ones, where there is room."""
    return replace(layout, labels=tuple(_instead(_empty(layout, second), layout, second)))


def _empty(layout: Layout, second: Mapping[str, str], *texts: str) -> FPDF:
    """A document without a page, with the fonts that its labels, those of the second language and more texts
    need: each font takes time to load and again to write."""
    page = FPDF(unit="mm", format=layout.page)
    page.set_creation_date(_PRINTED)
    page.set_auto_page_break(False)
    words = "".join((*(label.text for label in layout.labels), *second.values(), *texts))
    others = set(map(ord, words)) - _letters("NotoSans-Regular.ttf") - _letters("NotoSans-Bold.ttf")
    more = []
    for family, style, name in _FONTS:
        if family == "Noto" or (second and family == SECOND) or others & _letters(name):
            page.add_font(family, style, _font_path(name))
            more += [family] * (family in _OTHER_SCRIPTS)
    page.set_fallback_fonts(more, exact_match=False)
    page.set_text_shaping(True)
    return page


def _draw_form(page: Any, layout: Layout, sheet_id: str, heading: Mapping[str, str]) -> None:
    page.add_page()
    page.set_draw_color(*LINE_RGB)
    page.set_line_width(LINE_MM)
    for box in layout.boxes:
        page.rect(box.x, box.y, box.width, box.height)
    for label in layout.labels:
        _draw_label(page, label)
    for marker in layout.markers:
        _draw_bits(page, marker.box, _marker_bits(marker))
    code = segno.make(written_code(layout.form, sheet_id), error="m", micro=False).matrix
    qr = layout.qr
    _draw_bits(page, qr, np.array([list(row) for row in code], bool))
    # The sheet's id in words under its QR code, for when the code cannot be read.
    page.set_text_color(_TEXT_GREY)
    page.set_font("Noto", "", 5.5)
    _write(page, sheet_id, qr.x + qr.width / 2, qr.y + qr.height + 2.2, "C")
    for name, text in heading.items():
        _prefill(page, layout, name, text)


def png(
    layout: Layout,
    sheet_id: str,
    heading: Mapping[str, str] | None = None,
    second: Mapping[str, str] | None = None,
) -> bytes:
    """The same page as a PNG picture at `DPI`."""
    return as_png(pdf(layout, sheet_id, heading, second))


def _width_of(page: Any, label: Label, font: str = "Noto") -> float:
    page.set_font(font, "B" if label.bold else "", label.size)
    return float(page.get_string_width(label.text))


def as_picture(document: bytes, dpi: int = DPI) -> Image.Image:
    """The first page of a PDF."""
    with pypdfium2.PdfDocument(document) as opened:
        picture: Image.Image = opened[0].render(scale=dpi / 72).to_pil()
        return picture.convert("RGB")


def as_png(document: bytes, dpi: int = DPI) -> bytes:
    """The first page of a PDF as a PNG picture that states its resolution."""
    out = io.BytesIO()
    mark = PngInfo()
    mark.add_text("Comment", MARK.decode("ascii"))
    as_picture(document, dpi).save(out, "PNG", dpi=(dpi, dpi), optimize=True, pnginfo=mark)
    return out.getvalue()


def undrawable(text: str) -> str:
    """The characters of `text` that none of the embedded fonts has, each once, in order."""
    known = _drawable()
    return "".join(dict.fromkeys(c for c in text if ord(c) not in known and not c.isspace()))


@functools.cache
def _drawable() -> frozenset[int]:
    return frozenset().union(*(_letters(name) for _, style, name in _FONTS if not style))


@functools.cache
def _letters(font: str) -> frozenset[int]:
    """The characters that a font has."""
    return frozenset(TTFont(_font_path(font)).getBestCmap())


def missing_fonts() -> list[str]:
    """The files of fonts that forms are drawn with and that are not there."""
    return [name for *_, name in _FONTS if not _font_path(name).is_file()]


def _font_path(name: str) -> Path:
    return Path(str(resources.files("fairdeal.digitize.forms") / "fonts" / name))


def _draw_label(page: Any, label: Label) -> None:
    page.set_text_color(0 if label.bold else _TEXT_GREY)
    page.set_font("Noto", "B" if label.bold else "", label.size)
    _write(page, label.text, label.x, label.y, label.align)
    if max(label.text, default="") > LAST_KNOWN:
        # Another script's font was the last in use; without this the next label is drawn in it.
        page.set_font("Noto", "", label.size + 1)


def _write(page: Any, text: str, x: float, y: float, align: str = "L") -> None:
    """Words on one line; `x` is their left end, middle or right end, `y` their base line."""
    width = page.get_string_width(text)
    x -= {"L": 0.0, "C": width / 2, "R": width}[align]
    # A cell, not `text`, because only cells fall back to the fonts of other scripts.
    height = page.font_size
    page.set_xy(x - page.c_margin, y - 0.8 * height)
    page.cell(width + 2 * page.c_margin, height, text)


def _marker_bits(marker: Marker) -> npt.NDArray[np.bool_]:
    """True where a module of the marker is black, its border among them."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    side = dictionary.markerSize + 2
    picture = cv2.aruco.generateImageMarker(dictionary, marker.id, side)
    return np.asarray(picture == 0)


def _draw_bits(page: Any, box: Box, bits: npt.NDArray[np.bool_]) -> None:
    """Black squares. Neighbours in a row are drawn as one and rows overlap by a hair, so that no
    white seam shows between them."""
    page.set_fill_color(0)
    module = box.width / bits.shape[1]
    hair = 0.01
    for line, row in enumerate(bits):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            x, y = box.x + float(start) * module, box.y + line * module
            page.rect(x, y, float(end - start) * module, module + hair, style="F")


def _prefill(page: Any, layout: Layout, name: str, text: str) -> None:
    entry = layout.field(name) or layout.field(f"heading / {name}")
    if entry is None:
        known = (n.removeprefix("heading / ") for n in _headings(layout))
        raise HeadingError(
            name, f"the {layout.title.lower()} has no such field", f"use one of: {', '.join(known)}"
        )
    page.set_text_color(0)
    page.set_font("Noto", "", _PREFILL_SIZE)
    text = " ".join(text.split())
    if len(entry.boxes) == 1:
        _fit(page, entry.boxes[0], text)
        return
    characters = text.replace(" ", "")
    if len(characters) > len(entry.boxes):
        raise HeadingError(
            entry.name,
            f'"{text}" has more than {len(entry.boxes)} characters',
            "leave it out and write it by hand",
        )
    for box, character in zip(entry.boxes, characters, strict=False):
        _write(page, character, box.x + box.width / 2, box.y + 0.72 * box.height, "C")


def _headings(layout: Layout) -> list[str]:
    """The fields that are worth printing beforehand."""
    known = [entry.name for entry in layout.fields if entry.name.startswith("heading / ")]
    return known + [name for name in ("deal", "dealer") if layout.field(name)]


def _fit(page: Any, box: Box, text: str) -> None:
    """Write a text into a box, smaller where it is long, its end cut off where that is too small."""
    room, size = box.width - 2 * _INSET, _PREFILL_SIZE
    while size > _SMALLEST_PREFILL and page.get_string_width(text) > room:
        size -= 0.5
        page.set_font("Noto", "", size)
    if page.get_string_width(text) > room:
        while text and page.get_string_width(text + "…") > room:
            text = text[:-1]
        text += "…"
    _write(page, text, box.x + _INSET, box.y + box.height / 2 + 0.36 * size * _POINT_MM)


def as_json(layout: Layout) -> dict[str, Any]:
    """``{"form", "page_mm", "fields": [{"name", "kind", "boxes_mm", "examples"}]}``.

    `boxes_mm` are ``[x, y, width, height]`` from the top left corner of the page.
    """
    return {
        "form": layout.form,
        "page_mm": list(layout.page),
        "fields": [
            {
                "name": entry.name,
                "kind": entry.kind,
                "boxes_mm": [[box.x, box.y, box.width, box.height] for box in entry.boxes],
                "examples": list(entry.examples),
            }
            for entry in layout.fields
        ],
    }


SMALLER: Final = (0.95, 0.85, 0.75)
"""Sizes that are tried, beside that of the English."""
LEAST_SIZE: Final = 4.8
"""Points; smaller letters cannot be read."""
SMALL_PRINT: Final = 6.0
"""Points of English below which nothing is added: lines of titles that have no room as they are."""
MOST_SIZE: Final = 10.0
"""Points; a form's title is no larger in the second language than its subtitle."""
ASCENT: Final = 0.3
DESCENT: Final = 0.1
"""How far letters reach over and under their base line, in mm a point of their size."""
RAISED: Final = 0.25
"""Letters of Malayalam reach lower than English ones, so they stand so many mm higher, clear of the boxes."""
GAP_MM: Final = 0.25
"""Free over and under it ..."""
ASIDE_MM: Final = 1.5
"""... and on both sides, so that it is not read as the beginning or the end of anything else."""
SPACE_MM: Final = 1.6
"""Between the English and what stands after it."""
EDGE_MM: Final = 8.0
"""Nothing more is printed nearer to the edge of the page."""


def _beside(page: Any, layout: Layout, words: Mapping[str, str]) -> Iterator[Label]:
    """The labels of a form in the second language, each at the first place that is free."""
    taken = [*layout.boxes, layout.qr, *(marker.box for marker in layout.markers)]
    taken += [_room(label, _width_of(page, label)) for label in layout.labels]
    for label in layout.labels:
        if label.text not in words or label.size < SMALL_PRINT:
            continue
        for found in _tried(label, words[label.text], _width_of(page, label)):
            room = _room(found, _width_of(page, found, SECOND))
            if _is_free(room, taken, layout):
                taken.append(room)
                yield found
                break


def _instead(page: Any, layout: Layout, words: Mapping[str, str]) -> Iterator[Label]:
    """The labels of a form, each in the second language in its own place, a little smaller where there is no
    room for it; as it is where it has no words or finds no room."""
    taken = [*layout.boxes, layout.qr, *(marker.box for marker in layout.markers)]
    rooms = [_room(label, _width_of(page, label)) for label in layout.labels]
    for number, label in enumerate(layout.labels):
        others = taken + rooms[:number] + rooms[number + 1 :]
        text = said(label.text, words) or ""
        for share in (1.0, *SMALLER) if text and label.size >= SMALL_PRINT else ():
            size = label.size * share
            found = replace(label, text=text, y=label.y - RAISED, size=size)
            room = _room(found, _width_of(page, found))
            if size >= LEAST_SIZE and (
                room.width <= rooms[number].width or _is_free(room, others, layout)
            ):
                rooms[number] = room
                yield found
                break
        else:
            yield label


def _tried(label: Label, text: str, width: float) -> Iterator[Label]:
    """After the English, under it, over it; each a little smaller where that does not fit.

    Over the middle of a column nothing stands after its title, and words beside boxes are all alike.
    """
    left = label.x - {"L": 0.0, "C": width / 2, "R": width}[label.align]
    for share in SMALLER:
        size = min(MOST_SIZE, label.size * share)
        if size < LEAST_SIZE:
            return
        after = Label(text, left + width + SPACE_MM, label.y - RAISED, size)
        if label.align != "C" and label.size != WORD_SIZE:
            yield after
        under = DESCENT * label.size + ASCENT * size + 1.2 * GAP_MM
        over = ASCENT * label.size + DESCENT * size + 1.2 * GAP_MM
        for y in (label.y + under, label.y - over):
            yield Label(text, label.x, y, size, label.align)
        if label.size == WORD_SIZE or label.bold:
            yield after


def _room(label: Label, width: float) -> Box:
    left = label.x - {"L": 0.0, "C": width / 2, "R": width}[label.align]
    return Box(left, label.y - ASCENT * label.size, width, (ASCENT + DESCENT) * label.size)


def _is_free(room: Box, taken: Sequence[Box], layout: Layout) -> bool:
    """Whether a place lies well within the page and clear of what already exists."""
    return (
        room.x >= EDGE_MM
        and room.y >= EDGE_MM
        and room.x + room.width <= layout.page[0] - EDGE_MM
        and room.y + room.height <= layout.page[1] - EDGE_MM
        and not any(
            room.x < box.x + box.width + ASIDE_MM
            and box.x < room.x + room.width + ASIDE_MM
            and room.y < box.y + box.height + GAP_MM
            and box.y < room.y + room.height + GAP_MM
            for box in taken
        )
    )
