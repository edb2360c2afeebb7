"""Bars between cells, and figures like them, by their shape: a 1 has a flag or a foot, a bar is straight.

Where print has bars no higher than its figures, where they stand in a line does not show which is which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.marks import Marks
from fairdeal.digitize.printed.runs import BESIDE_BAR, FEWEST_BARS, Run, paper_beside

WIDEST: Final = 0.32
LOWEST: Final = 0.75
"""Strokes that are looked at, in heights of a capital: any 1 is within it, and a blurred bar, of 0.31."""
STRAIGHT: Final = 0.1
"""Ink beside the stem, as a share of a stem's: of 1,250 bars on seven pages, one a fax, nine had more ..."""
A_FIGURE: Final = 0.12
"""... and of 250 thin figures and letters ten had less than this, l and I left out."""
NEARLY_AS_HIGH: Final = 0.85
"""Bars of a line are as high as each other, so far: where ink is faint they end sooner."""
HIGHER: Final = 1.15
"""A figure is not so much higher than a capital, however ragged a scan in black and white makes it."""
AS_MANY: Final = 0.6
"""A line in which no bar is known has so many of those that lines with bars have, or none: the winners of
tricks, ``1 1 1``, are as straight on a fax."""
BETWEEN: Final = 6
PAPER: Final = 0.15
"""So many straight strokes in a line, with so much paper on either side, in heights of a capital, ..."""
FILLED: Final = 0.6
"""... and something between such a share of them, are bars though none is known: a deal has eight tricks, and
the winners ``1 1 1`` have nothing between them."""
OF_MARKS: Final = 0.3
"""... nor are they so many of its marks in any sentence, where an l is as straight."""
LIKE_HEADING: Final = 6
"""So many bars of the line with most letters, the heading of a sheet, are those of each row below it, ..."""
WIDER: Final = 0.005
"""... its thinnest strokes, if the next one is so much wider, in heights of a capital: of small blurred print
bars were 0.15 to 0.17 wide, and a 1, whose flag and foot are not seen, 0.18 to 0.21; of a fax 0.07 to 0.12,
and 0.12 to 0.14."""
AS_WIDE: Final = 0.2
"""... where such a share of how much higher or lower it is than straight ones counts as width, too: where a 1
was a tenth higher both were as wide."""
OF_WORDS: Final = 1.5
"""A heading is of words: it has so many times as many letters as most rows. A page may begin without one, and
a lone 1 of a row stands apart, too."""
AROUND_PX: Final = 4
"""Paper that is looked at beside a stroke: the flag of a 1 may be too pale to be a part of its mark."""
MIDDLE: Final = (0.3, 0.8)
FLAG: Final = (0.05, 0.35)
FOOT: Final = (0.85, 1.0)
"""Parts of a mark's height from its top: its stem alone, the flag of a 1 and its foot."""
DARKEST: Final = 97
"""Per cent of a stroke's points that are paler."""
OFF_STEM: Final = 0.08
"""What is further from the stem is beside it, in heights of a capital."""


def with_bars(runs: Sequence[Run], marks: Marks, page: NDArray[np.uint8]) -> list[Run]:
    """The runs with the straight ones among their upright strokes as bars, and those with a flag or a foot
    among their letters. Where no line has bars, and none stands between cells, none is added: an l is as
    straight."""
    seen = [_strokes_of(run, marks, page).with_those_between_cells() for run in runs]
    barred = [each for each in seen if each.plain.sum() >= FEWEST_BARS]
    usual = np.median([bar for each in barred for bar in each.high[each.plain]]) if barred else 0.0
    fewest = AS_MANY * np.median([each.plain.sum() for each in barred]) if barred else np.inf
    found = []
    for each in seen:
        if each in barred:
            found.append(each.parted(float(np.median(each.high[each.plain])), FEWEST_BARS))
        else:
            found.append(each.parted(float(usual), max(FEWEST_BARS, float(fewest))))
    return _as_the_heading(found, seen)


def _as_the_heading(runs: list[Run], seen: Sequence[_Strokes]) -> list[Run]:
    """The runs, with as many bars in each row of a sheet as its heading has, where one other row at least has
    them already. In a heading no figure is like a bar: whatever stands apart is one, however blurred."""
    rows = [n for n, run in enumerate(runs) if len(run.bars) >= LIKE_HEADING]
    heading = max(rows, key=lambda n: len(runs[n].members), default=None)
    if heading is None:
        return runs
    found = list(runs)
    if len(runs[heading].members) >= OF_WORDS * np.median([len(runs[n].members) for n in rows]):
        found[heading] = seen[heading].all_apart()
    count = len(found[heading].bars)
    if not any(len(runs[n].bars) == count for n in rows if n != heading):
        return runs
    for n in rows:
        found[n] = found[n] if n == heading else seen[n].thinnest(count) or runs[n]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Strokes:
    """The marks of a run and its bars (`every`, positions): which are bars so far, how high each is, how much
    ink it has beside its stem, how wide its ink is in heights of a capital, whether it has as much paper on
    either side as a bar, or as a blurred one."""

    run: Run
    every: NDArray[np.int64]
    known: NDArray[np.bool_]
    left: NDArray[np.float64]
    high: NDArray[np.float64]
    beside: NDArray[np.float64]
    wide: NDArray[np.float64]
    apart: NDArray[np.bool_]
    nearly_apart: NDArray[np.bool_]

    @property
    def plain(self) -> NDArray[np.bool_]:
        """Which of the bars so far are straight."""
        return self.known & self.apart & (self.beside <= STRAIGHT)

    def with_those_between_cells(self) -> _Strokes:
        """The same; if no bars are known, with so many straight strokes that have something between them."""
        if self.known.any():
            return self
        stroke = (self.beside < A_FIGURE) & self.nearly_apart
        order = np.argsort(self.left)
        at = np.flatnonzero(stroke[order])
        filled = int((np.diff(at) > 1).sum())
        many = len(at) >= max(BETWEEN, OF_MARKS * len(order))
        many &= filled >= FILLED * (len(at) - 1)
        return replace(self, known=self.known | stroke) if many else self

    def parted(self, usual: float, fewest: float) -> Run:
        """The run with its bars, if they are so high and at least so many, and its other straight strokes."""
        straight = self.beside <= STRAIGHT
        bar = straight & self.apart & (self.high >= NEARLY_AS_HIGH * usual)
        if bar.sum() < fewest:
            bar = self.known
        else:
            figure = (self.beside >= A_FIGURE) & (self.high < HIGHER * self.run.capital)
            bar |= self.known & ~figure
        return self._with(bar)

    def thinnest(self, count: int) -> Run | None:
        """The run with so many bars, its thinnest strokes; None where others are as thin."""
        high = np.abs(self.high - np.median(self.high[self.plain])) if self.plain.any() else 0.0
        wide = np.where(self.nearly_apart, self.wide + AS_WIDE * high / self.run.capital, np.inf)
        order = np.argsort(wide)
        last, *more = wide[order[count - 1 : count + 1]] if count <= len(order) else [np.inf]
        if not np.isfinite(last) or (more and more[0] - last < WIDER):
            return None
        return self._with(np.isin(np.arange(len(order)), order[:count]))

    def all_apart(self) -> Run:
        """The run with each of its strokes that has paper on either side as a bar, and those that were."""
        return self._with(self.known | (self.apart & np.isfinite(self.beside)))

    def _with(self, bar: NDArray[np.bool_]) -> Run:
        straight = (self.beside <= STRAIGHT) & ~bar
        bars, others = (tuple(map(int, self.every[which])) for which in (bar, straight))
        return replace(self.run, members=self.every[~bar], bars=bars, straight=others)


def _strokes_of(run: Run, marks: Marks, page: NDArray[np.uint8]) -> _Strokes:
    every = np.concatenate([run.members, np.array(run.bars, np.int64)])
    known = np.arange(len(every)) >= len(run.members)
    own = marks.boxes[every].astype(np.float64)
    beside, wide = _shapes(own, page, run.capital)
    high = own[:, 3] - own[:, 1]
    apart, nearly = (paper_beside(own, run.capital, least) for least in (BESIDE_BAR, PAPER))
    return _Strokes(run, every, known, own[:, 0], high, beside, wide, apart, nearly)


def _shapes(
    own: NDArray[np.float64], page: NDArray[np.uint8], capital: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How much ink marks (boxes) have beside their stems, and how wide it is; infinite for all but upright
    strokes."""
    wide, high = own[:, 2] - own[:, 0], own[:, 3] - own[:, 1]
    thin = (wide <= WIDEST * capital) & (high >= LOWEST * capital)
    found = np.full((len(own), 2), np.inf)
    if thin.any():
        found[thin] = [_beside_stem(page, box, capital) for box in own[thin]]
    return found[:, 0], found[:, 1]


def _beside_stem(
    page: NDArray[np.uint8], box: NDArray[np.float64], capital: float
) -> tuple[float, float]:
    """How much more ink an upright stroke has on one side of its stem, where the flag of a 1 is (or the rest
    of an H), or on both sides of its foot, than elsewhere, as a share of the stem's ink; and how wide its ink
    is if all is as dark as the darkest, in heights of a capital."""
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
    dark = max(float(np.percentile(ink, DARKEST)), 1e-3)
    return float(max(abs(flagged), standing) / usual), float(rows.mean() / dark / capital)
