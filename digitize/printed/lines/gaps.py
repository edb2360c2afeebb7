"""Where one word of a run ends and the next begins: by the widths of the gaps between letters, page by page.

Print sets letters and words apart by its own measure, narrow print by less than a typewriter, so the limit is
the page's own: the gaps of a page are of two kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.lines.marks import Marks
from fairdeal.digitize.printed.lines.runs import Run

USUAL: Final = 0.27
"""The limit where a page has too few gaps to tell, in heights of a capital."""
FEWEST: Final = 12
FEWEST_BLANKS: Final = 4
NARROW_BLANK: Final = 0.34
"""A usual blank is at least so wide, in heights of a capital: rank and suit stand nearer each other."""
TWO_KINDS: Final = 2.2
"""Blanks are at least so many times as wide as the gaps between letters ..."""
OWN_KINDS: Final = 0.68
"""... and to be one or the other explains such a share of how gaps differ."""
WIDEST: Final = 1.4
"""A wider gap is a blank in any print; it is not looked at for the limit."""
OPEN: Final = (0.75, 1.28, 1.8)
"""Between the first two of these shares of the limit a gap may be either; up to the third beside a narrow
sign: a 1 has as much paper about it as any figure is wide."""
NARROW: Final = 0.5
"""In heights of a capital."""
OFF_PITCH: Final = 0.2
"""Letters of one width stand no further from their places, as a share of that width."""
SAME_PITCH: Final = 0.9
"""Share of the letters that must stand so."""
AS_GOOD: Final = 0.02
TWO_CELLS: Final = 1.5
LIMITS: Final = (0.16, 0.75)


@dataclass(frozen=True, slots=True)
class Span:
    """A word's first and last column on the page; `gap` is the width of the blank before it, in heights of a
    capital, `open_before` where it may be none."""

    left: float
    right: float
    gap: float = 0.0
    open_before: bool = False
    wide: bool = True
    """Whether the gap before it, by itself, is a blank."""
    cell: bool = False
    """Whether it begins a run of its own: what stands between is no part of the text, such as a rule."""


def intervals(marks: Marks, run: Run) -> NDArray[np.float64]:
    """First and last columns (n, 2) of what stands side by side in a run, from the left."""
    boxes = marks.boxes[run.members]
    boxes = boxes[np.argsort(boxes[:, 0], kind="stable")]
    found: list[list[float]] = []
    for left, _, right, _ in boxes:
        if found and left <= found[-1][1]:
            found[-1][1] = max(found[-1][1], float(right))
        else:
            found.append([float(left), float(right)])
    return np.array(found)


def gaps(marks: Marks, run: Run) -> NDArray[np.float64]:
    """Widths of the gaps between them, in heights of a capital."""
    stand = intervals(marks, run)
    return np.asarray((stand[1:, 0] - stand[:-1, 1]) / run.capital, np.float64)


def limit_of(widths: NDArray[np.float64]) -> float:
    """The width from which a gap is a blank: the one that parts the two kinds best (Otsu's criterion), and
    of all as good the middle."""
    seen = np.sort(widths[(widths >= 0) & (widths < WIDEST)])
    if len(seen) < FEWEST:
        return USUAL
    limit = _best_parting(seen)
    if not (seen >= limit).any() or np.median(seen[seen >= limit]) < USUAL:
        return NARROW_BLANK  # no words stand side by side: all gaps are between letters
    below = seen[seen < limit]
    blank = _best_parting(below)
    return blank if _of_two_kinds(below, blank) else limit


def _best_parting(seen: NDArray[np.float64]) -> float:
    """The limit that parts gaps best, the middle one of those as good."""
    tries = np.arange(LIMITS[0], LIMITS[1] + 0.005, 0.01)
    scores = np.array([_parting(seen, limit) for limit in tries])
    if scores.max() <= 0:
        return USUAL
    return float(tries[scores >= scores.max() * 0.998].mean())


def _of_two_kinds(seen: NDArray[np.float64], limit: float) -> bool:
    """Whether gaps, all below the limit that parts those of a page best, are still of two kinds: between bars
    and columns a page has wider ones than its blanks."""
    low, high = seen[seen < limit], seen[seen >= limit]
    if len(low) < FEWEST or len(high) < FEWEST_BLANKS:
        return False
    apart = np.median(high) > TWO_KINDS * np.median(low) and np.median(high) > USUAL
    return bool(apart) and _parting(seen, limit) > OWN_KINDS * float(seen.var()) * len(seen) ** 2


def _parting(seen: NDArray[np.float64], limit: float) -> float:
    low, high = seen[seen < limit], seen[seen >= limit]
    if not len(low) or not len(high):
        return 0.0
    return float(len(low) * len(high) * (high.mean() - low.mean()) ** 2)


@dataclass(frozen=True, slots=True)
class Spacing:
    """How a page sets letters and words apart: `limit` is the gap from which one is a blank, in heights of a
    capital; `pitch` the width of every letter in pixels, where all have the same."""

    limit: float
    pitch: float | None = None


def spacing_of(marks: Marks, runs: Sequence[Run]) -> Spacing:
    """The spacing of a page."""
    widths = [gaps(marks, run) for run in runs]
    limit = limit_of(np.concatenate(widths)) if widths else USUAL
    return Spacing(limit, _pitch_of(marks, runs))


def _pitch_of(marks: Marks, runs: Sequence[Run]) -> float | None:
    """The distance of letters in pixels, where the middles of all letters stand so far apart, or twice, or
    three times: the same for the whole page, of which capitals are measured run by run."""
    capital = float(np.median([run.capital for run in runs])) if runs else 0.0
    steps = []
    for run in runs:
        stand = intervals(marks, run)
        single = stand[stand[:, 1] - stand[:, 0] < capital]
        between = np.diff(single.mean(1)) / capital
        steps.append(between[(between > 0.3) & (between < 3.5)])
    found = np.concatenate(steps) if steps else np.empty(0)
    if len(found) < FEWEST:
        return None
    tries = np.arange(0.6, 1.4, 0.01)
    fits = np.array([_fit(found, pitch) for pitch in tries])
    if fits.max() < SAME_PITCH:
        return None
    # Many are near enough for most letters: of them the one whose places the letters stand nearest to.
    best = min(tries[fits >= fits.max() - AS_GOOD], key=lambda pitch: _strays(found, pitch))
    return float(best) * capital


def _fit(between: NDArray[np.float64], pitch: float) -> float:
    """The share of distances that are once the pitch, twice or more."""
    off = np.abs(between / pitch - np.round(between / pitch))
    return float(((off < OFF_PITCH) & (between > 0.7 * pitch)).mean())


def _strays(between: NDArray[np.float64], pitch: float) -> float:
    """How far off they are in the mean."""
    return float(np.abs(between / pitch - np.round(between / pitch)).mean())


def spans_of(marks: Marks, run: Run, spacing: Spacing) -> list[Span]:
    """The words of a run, those that may hang together with the one before marked so."""
    stand = intervals(marks, run)
    narrow = stand[:, 1] - stand[:, 0] < NARROW * run.capital
    beside = narrow[1:] | narrow[:-1]
    spans = [Span(float(stand[0, 0]), float(stand[0, 1]))]
    for n, gap in enumerate(gaps(marks, run)):
        left, right = stand[n + 1]
        last = spans[-1]
        if spacing.pitch is None:
            joined = gap < spacing.limit
            low, high = OPEN[0] * spacing.limit, OPEN[2 if beside[n] else 1] * spacing.limit
            open_gap = low < gap < high
        else:
            cells = _cells(stand[n], stand[n + 1], spacing.pitch)
            joined = cells < TWO_CELLS
            open_gap = abs(cells - TWO_CELLS) < 0.12 or (gap < spacing.limit) != joined
        if joined and not open_gap:
            spans[-1] = Span(last.left, float(right), last.gap, last.open_before)
        else:
            spans.append(Span(float(left), float(right), float(gap), bool(open_gap), not joined))
    return spans


def _cells(before: NDArray[np.float64], after: NDArray[np.float64], pitch: float) -> float:
    """How many letters' widths the last letter of one stretch and the first of the next stand apart."""
    last = max(before[1] - 0.42 * pitch, (before[0] + before[1]) / 2)
    first = min(after[0] + 0.42 * pitch, (after[0] + after[1]) / 2)
    return float((first - last) / pitch)
