"""Bridge score sheets with two lines alone, one down the middle and one across, filled in by hand.

Synthetic: entries above the line are piled upwards from it, entries below it downwards, with a line
across under each game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from fairdeal.digitize.forms.layout import Box
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Hand, Paper, Pen, Rng
from samples.making.printed.looks import Page
from samples.making.sheets.club_sheets import centred
from tests.support.club_papers import PLAIN, printed

PAGE: Final = (148.0, 210.0)
"""A5 upright, mm."""
STEP: Final = 10.0
"""From entry to entry, mm."""
_HIGH: Final = 8.0
_GAME: Final = "game"

Entry = tuple[str, str, str]
"""Which line (``above``, ``below``, ``game``), whose column (``we``, ``they``, '' for a game), and what is
written."""


@dataclass(frozen=True, slots=True)
class WeTheySheet:
    """The page as an RGB picture of 300 dpi, and its entries: above the line from the line up, then
    below it from the line down."""

    picture: npt.NDArray[Any]
    entries: tuple[Entry, ...]


def draw(entries: Sequence[Entry], hand: Hand, rng: Rng, of_print: bool = True) -> WeTheySheet:
    """The sheet with these entries; `of_print`: its lines and words are, otherwise a hand drew them."""
    page = Page(PLAIN, size=PAGE)
    middle, across = PAGE[0] / 2, 92.0
    heads = [("WE", Box(24, 16, 46, 10)), ("THEY", Box(middle + 4, 16, 46, 10))]
    if of_print:
        page.words += [each for words, box in heads for each in centred(PLAIN, words, box, 18)]
    paper = printed(page)
    if not of_print:
        for words, box in heads:
            handwriting.write_whole(paper, box, words, hand, rng, centred=True)
    ruler = Pen(0.5, (40, 40, 40), 0.95, 0.0) if of_print else hand.pen
    _line(paper, (middle, 14.0), (middle, PAGE[1] - 12), ruler, rng, of_print)
    _line(paper, (18.0, across), (PAGE[0] - 18, across), ruler, rng, of_print)
    _pile(paper, entries, middle, across, hand, rng)
    ordered = [entry for entry in entries if entry[0] == "above"]
    return WeTheySheet(
        paper.picture, (*ordered, *(entry for entry in entries if entry[0] != "above"))
    )


def _pile(
    paper: Paper, entries: Sequence[Entry], middle: float, across: float, hand: Hand, rng: Rng
) -> None:
    """Write the entries: each column's above the line upwards, below it downwards, row by row."""
    up = {"we": across - STEP, "they": across - STEP}
    down = across + 2.0
    for line, side, text in entries:
        if line == _GAME:
            _line(paper, (30.0, down), (PAGE[0] - 30, down), hand.pen, rng, False)
            down += 3.0
            continue
        left = 24.0 if side == "we" else middle + 6
        if line == "above":
            handwriting.write_whole(paper, Box(left, up[side], 40, _HIGH), text, hand, rng, True)
            up[side] -= STEP
        else:
            handwriting.write_whole(paper, Box(left, down, 40, _HIGH), text, hand, rng, True)
            down += STEP


def _line(
    paper: Paper,
    start: tuple[float, float],
    end: tuple[float, float],
    pen: Pen,
    rng: Rng,
    straight: bool,
) -> None:
    shares = np.linspace(0, 1, 40)
    along = np.array(end) - start
    across = np.array((-along[1], along[0])) / float(np.hypot(*along))
    off = np.zeros(40) if straight else np.cumsum(rng.normal(0, 0.06, 40))
    stroke = np.array(start) + shares[:, None] * along + off[:, None] * across
    paper.draw([stroke], pen, rng)
