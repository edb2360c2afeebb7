"""Bars between cells, and figures like them, by their shape: a 1 has a flag or a foot, a bar is straight.

Where print has bars no higher than its figures, where they stand in a line does not show which is which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.marks import Marks
from fairdeal.digitize.printed.runs import FEWEST_BARS, Run, paper_beside

WIDEST: Final = 0.3
LOWEST: Final = 0.75
"""In heights of a capital, a 1 as well."""
STRAIGHT: Final = 0.1
"""Ink beside the stem, as a share of a stem's: of 1,250 bars on seven pages, one a fax, nine had more ..."""
A_FIGURE: Final = 0.12
"""... and of 250 thin figures and letters ten had less than this, l and I left out."""
AS_HIGH: Final = 0.85
"""Bars of a line are as high as each other, so far: where ink is faint they end sooner."""
HIGHER: Final = 1.15
"""A figure is not so much higher than a capital, however ragged a scan in black and white makes it."""
AROUND_PX: Final = 4
MIDDLE: Final = (0.3, 0.8)
FLAG: Final = (0.05, 0.35)
FOOT: Final = (0.85, 1.0)
"""Parts of a mark's height from its top: its stem alone, the flag of a 1 and its foot."""
OFF_STEM: Final = 0.08
"""What is further from the stem is beside it, in heights of a capital."""


def told_by_shape(runs: Sequence[Run], marks: Marks, page: NDArray[np.uint8]) -> list[Run]:
    """The runs with the straight ones among their upright strokes as bars, and those with a flag or a foot
    among their letters. On a page on which no line has bars they are left alone: an l is as straight."""
    seen = [_Strokes(run, marks, page) for run in runs]
    barred = [each.plain.sum() >= FEWEST_BARS for each in seen]
    heights = [each.high[each.plain] for each, own in zip(seen, barred, strict=True) if own]
    if not heights:
        return list(runs)
    usual = float(np.median(np.concatenate(heights)))
    return [
        each.told(float(np.median(each.high[each.plain])) if own else usual)
        for each, own in zip(seen, barred, strict=True)
    ]


class _Strokes:
    """The marks of a run and its bars: which are bars so far (`known`), which are straight with paper on
    either side, and which of these were known (`plain`)."""

    def __init__(self, run: Run, marks: Marks, page: NDArray[np.uint8]) -> None:
        self.run = run
        self.every = np.concatenate([run.members, np.array(run.bars, np.int64)])
        self.known = np.arange(len(self.every)) >= len(run.members)
        own = marks.boxes[self.every].astype(np.float64)
        self.high = own[:, 3] - own[:, 1]
        self.beside = _shapes(own, page, run.capital)
        self.apart = paper_beside(own, run.capital)
        self.straight = (self.beside <= STRAIGHT) & self.apart
        self.plain = self.straight & self.known

    def told(self, usual: float) -> Run:
        """The run, where bars are so high."""
        straight = self.straight & (self.high >= AS_HIGH * usual)
        if straight.sum() < FEWEST_BARS:
            return self.run
        ragged = self.beside >= np.where(self.apart, A_FIGURE, STRAIGHT)
        figure = ragged & (self.high < HIGHER * self.run.capital)
        bar = straight | (self.known & ~figure)
        bars = tuple(int(mark) for mark in self.every[bar])
        return replace(self.run, members=self.every[~bar], bars=bars)


def straight_strokes(run: Run, marks: Marks, page: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Those of its marks that are upright and straight: an I or an l, and what is left of bars and rules."""
    beside = _shapes(marks.boxes[run.members].astype(np.float64), page, run.capital)
    return run.members[beside <= STRAIGHT]


def _shapes(
    own: NDArray[np.float64], page: NDArray[np.uint8], capital: float
) -> NDArray[np.float64]:
    """How much ink marks (boxes) have beside their stems; infinite for all but upright strokes."""
    wide, high = own[:, 2] - own[:, 0], own[:, 3] - own[:, 1]
    thin = (wide <= WIDEST * capital) & (high >= LOWEST * capital)
    found = np.full(len(own), np.inf)
    found[thin] = [_beside_stem(page, box, capital) for box in own[thin]]
    return found


def _beside_stem(page: NDArray[np.uint8], box: NDArray[np.float64], capital: float) -> float:
    """How much more ink an upright stroke has on one side of its stem, where the flag of a 1 is (or the rest
    of an H), or on both sides of its foot, than elsewhere, as a share of the stem's ink."""
    left, top, right, bottom = (int(side) for side in box)
    grey = page[max(0, top - 1) : bottom + 1, max(0, left - AROUND_PX) : right + AROUND_PX]
    ink = 255 - grey.astype(np.float64)
    ink = np.clip(ink - np.percentile(ink, 20), 0, None)
    high, rows = len(ink), np.maximum(ink.sum(1), 1e-3)
    stem, flag, foot = (slice(int(a * high), int(b * high)) for a, b in (MIDDLE, FLAG, FOOT))
    level = np.arange(high)
    across = np.arange(ink.shape[1])
    line = np.polyfit(level[stem], ((ink * across).sum(1) / rows)[stem], 1)  # print may lean
    off = (across - np.polyval(line, level)[:, None]) / capital
    before, behind = ((ink * side).sum(1) for side in (off < -OFF_STEM, off > OFF_STEM))
    usual = rows[stem].mean()
    flagged = before[flag].mean() - behind[flag].mean()
    standing = (before + behind)[foot].mean() - (before + behind)[stem].mean()
    return float(max(abs(flagged), standing) / usual)
