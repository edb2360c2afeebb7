"""Clubs' own score sheets as pictures at 300 dpi: blank, or filled in by hand; one is drawn by hand."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from fairdeal.digitize.forms.layout import Box
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Hand, Paper, Pen, Rng
from samples.making.printed.faces import Face
from samples.making.printed.looks import MM, Page, picture
from samples.making.records.deals import Session, sheet_of
from samples.making.sheets.club_sheets import (
    Design,
    blank,
    centred,
    headings,
    rules,
    text_of,
    upwards,
)

DPI: Final = 300
PX_MM: Final = DPI / MM
PLAIN: Final = Face("Noto Sans", "sans", "NotoSans-Regular.ttf")
Picture = npt.NDArray[Any]


def printed(page: Page) -> Paper:
    """A printed page, to be written on."""
    return Paper(np.repeat(picture(page, DPI)[..., None], 3, axis=2), PX_MM)


def draw(design: Design, rng: Rng, hand: Hand | None = None) -> Picture:
    """The blank page. `hand` letters and rules the one that is drawn by hand."""
    if not design.by_hand:
        paper = printed(blank(design, PLAIN))
        for words, box in headings(design):
            if upwards(design, box):
                _turned(paper.picture, design, words, box)
        return paper.picture
    paper = printed(Page(PLAIN, size=design.page))
    writer = hand or handwriting.skeleton_hand(rng)
    for start, end in rules(design):
        _by_ruler(paper, start, end, rng)
    for words, box in headings(design):
        handwriting.write_whole(paper, box, words, writer, rng, centred=True)
    return paper.picture


def fill(design: Design, session: Session, hand: Hand, rng: Rng) -> Picture:
    """The page with a session's rows written into it, one deal a row."""
    paper, sheet = Paper(draw(design, rng, hand), PX_MM), sheet_of(session)
    for at, column in enumerate(design.columns):
        texts = {row: text_of(sheet, row, column.means, design) for row in range(len(sheet.rows))}
        if column.means == "deal" and design.numbered:
            continue
        if design.totals and column.means.startswith(("score", "points")):
            texts[design.rows] = str(sum(int(text or 0) for text in texts.values()))
        for row, text in texts.items():
            if text:
                handwriting.write_whole(paper, design.cell(row, at), text, hand, rng)
    return paper.picture


def _turned(page: Picture, design: Design, text: str, box: Box) -> None:
    """A heading that runs upwards in its box."""
    size = (box.height, box.width)
    lying = Page(PLAIN, words=centred(PLAIN, text, Box(0, 0, *size), design.size), size=size)
    strip = np.rot90(printed(lying).picture)
    top, left = round(box.y * PX_MM), round(box.x * PX_MM)
    view = page[top : top + strip.shape[0], left : left + strip.shape[1]]
    np.minimum(view, strip, out=view)


def _by_ruler(paper: Paper, start: tuple[float, float], end: tuple[float, float], rng: Rng) -> None:
    """With a pen along a ruler that is not quite in place: a little too long, a little askew."""
    along = np.array(end) - start
    length = float(np.hypot(*along))
    across = np.array((-along[1], along[0])) / length
    shares = np.linspace(
        -float(rng.uniform(0, 1.5)) / length, 1 + float(rng.uniform(0, 2.5)) / length, 30
    )
    tilt, bow = float(rng.normal(0, 0.5)), float(rng.normal(0, 0.25))
    wander = np.convolve(rng.normal(0, 0.08, 34), np.ones(5) / 5, "valid")
    off = tilt * (shares - 0.5) + bow * 4 * shares * (1 - shares) + wander
    stroke = np.array(start) + shares[:, None] * along + off[:, None] * across
    paper.draw([stroke], Pen(0.45, (30, 35, 60), 0.85, 0.2), rng)
