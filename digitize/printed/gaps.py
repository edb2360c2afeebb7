"""Runs of print to words by their gaps, and to rows and strips that a reader is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.marks import SOFT_PX, Labels, Marks
from fairdeal.digitize.printed.runs import Run

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
    """Whether the gap before it, on its own, is a blank."""
    cell: bool = False
    """Whether it begins a run of its own: what stands between is not a part of the text, such as a rule."""


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
    # The share of distances that are once the pitch, twice or more.
    fits = np.array(
        [((_off_pitch(found, p) < OFF_PITCH) & (found > 0.7 * p)).mean() for p in tries]
    )
    if fits.max() < SAME_PITCH:
        return None
    # Many are near enough for most letters: of them the one whose places the letters stand nearest to.
    near = tries[fits >= fits.max() - AS_GOOD]
    best = min(near, key=lambda pitch: float(_off_pitch(found, pitch).mean()))
    return float(best) * capital


def _off_pitch(between: NDArray[np.float64], pitch: float) -> NDArray[np.float64]:
    """How far distances are from the pitch, or twice, or three times."""
    return np.abs(between / pitch - np.round(between / pitch))


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


SHORT: Final = 8
"""Marks of a run that is a cell, not a line."""
ON_LINE: Final = 0.16
"""Runs are put together if all their ends are no further from one line than this, in heights of a capital."""
STEEPER: Final = 0.02
"""The line slopes as each of them does: a cell far away may be of the next row."""
ALIKE: Final = 0.3
"""Their capitals differ by no greater share."""
MOST: Final = 40
"""Marks of a row; a longer one is read in parts."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadRow:
    """Runs that are read as one: `run` is all of them, `spans` are the words of all, `parts` the positions of
    the runs, from the left."""

    run: Run
    spans: Sequence[Span]
    parts: tuple[int, ...]


def read_rows(runs: Sequence[Run], spans: Sequence[Sequence[Span]]) -> list[ReadRow]:
    """The runs of a page as they are read, short ones on a line together."""
    rows: list[ReadRow] = []
    open_rows: list[int] = []
    for at in sorted(range(len(runs)), key=lambda n: runs[n].left):
        run = runs[at]
        alone = ReadRow(run, spans[at], (at,))
        if len(run.members) >= SHORT:
            rows.append(alone)
            continue
        for number in open_rows:
            both = _together(rows[number], run, spans[at], at)
            if both is not None:
                rows[number] = both
                break
        else:
            open_rows.append(len(rows))
            rows.append(alone)
    return rows


def _together(row: ReadRow, run: Run, spans: Sequence[Span], at: int) -> ReadRow | None:
    """A row with one more run behind it; None where it is not on its line."""
    before = row.run
    capital = min(before.capital, run.capital)
    many = len(before.members) + len(run.members) > MOST
    if run.left < before.right or many or abs(before.capital - run.capital) > ALIKE * capital:
        return None
    x = np.array([before.left, before.right, run.left, run.right], np.float64)
    y = np.array(
        [before.baseline(x[0]), before.baseline(x[1]), run.baseline(x[2]), run.baseline(x[3])]
    )
    slope, height = np.polyfit(x, y, 1)
    steeper = max(abs(slope - before.base[0]), abs(slope - run.base[0])) > STEEPER
    if steeper or np.abs(y - (slope * x + height)).max() > ON_LINE * capital:
        return None
    gap = (spans[0].left - row.spans[-1].right) / capital
    first = replace(spans[0], gap=float(gap), open_before=False, wide=True, cell=True)
    members = np.concatenate([before.members, run.members])
    both = replace(
        before,
        members=members,
        right=run.right,
        base=(float(slope), float(height)),
        capital=(before.capital + run.capital) / 2,
        bars=before.bars + run.bars,
    )
    return ReadRow(both, [*row.spans, first, *spans[1:]], (*row.parts, at))


ABOVE: Final = 0.45
"""Paper above capitals, in heights of a capital; below the line as much, with room for tails."""
BELOW: Final = 0.6
BESIDE: Final = 0.5
APART: Final = 0.6
"""Blanks between words are made at least so wide, in heights of a capital: narrow ones are overlooked."""
WIDEST_SHOWN: Final = 1.4
"""... and no wider than this: behind much white paper readers lose the line."""
EDGE: Final = 0.12
"""What is kept of the paper beside the text of a cell, in heights of a capital: a rule may be near."""
CLOSE_PX: Final = 3
"""What is so near to a letter is its own, also where a rule may be."""
CAPITAL_PX: Final = 30
"""Pixels of a capital in a strip."""


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A level picture of a run, dark on 255. `columns` are the page's columns of its own."""

    grey: NDArray[np.uint8]
    columns: NDArray[np.float64]

    def on_page(self, x: float) -> float:
        """The page's column of a column of the strip."""
        return float(self.columns[min(max(round(x), 0), len(self.columns) - 1)])


def strip_of(
    page: NDArray[np.uint8],
    marks: Marks,
    run: Run,
    spans: Sequence[Span],
    *,
    alone: bool = False,
) -> Strip:
    """The run as a picture of its own, its words well apart; what belongs to other marks is white in it.

    `alone`: only these words of it.
    """
    if alone:
        left, right = int(spans[0].left), int(spans[-1].right)
        inside = (marks.boxes[run.members, 2] > left) & (marks.boxes[run.members, 0] < right)
        run = replace(run, members=run.members[inside], left=left, right=right)
    scale = CAPITAL_PX / run.capital
    height = (1 + ABOVE + BELOW) * run.capital * scale
    columns, white = _columns(run, spans, scale)
    rows = (np.arange(max(1, round(height))) + 0.5) / scale - 0.5 - (1 + ABOVE) * run.capital
    base = run.base[0] * columns + run.base[1]
    x0, x1 = max(0, int(columns[0]) - 2), min(page.shape[1], int(columns[-1]) + 3)
    y0 = max(0, int(base.min() + rows[0]) - 2)
    y1 = min(page.shape[0], int(base.max() + rows[-1]) + 3)
    part = page[y0:y1, x0:x1].copy()
    labels = marks.labels[y0:y1, x0:x1]
    own = np.isin(labels, marks.numbers[run.members.astype(np.int64)])
    part[_foreign(labels, own)] = 255
    part[_ruled(own, marks, run, (x0, y0, x1, y1))] = 255
    if scale < 1:  # as many points of the page go into one of the strip
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.45 / scale), np.uint8)
    map_x = np.broadcast_to((columns - x0).astype(np.float32), (len(rows), len(columns)))
    map_y = (base[None, :] + rows[:, None] - y0).astype(np.float32)
    grey = cv2.remap(
        part, map_x, map_y, cv2.INTER_CUBIC if scale > 1 else cv2.INTER_LINEAR, borderValue=(255,)
    )
    grey[:, white] = 255
    return Strip(np.asarray(grey, np.uint8), columns)


def _columns(
    run: Run, spans: Sequence[Span], scale: float
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The page's columns of the strip's, and which of them are paper put in between words."""
    step, capital = 1 / scale, run.capital
    start = run.left - BESIDE * capital
    pieces = []
    for before, span in pairwise(spans):
        middle = (before.right + span.left) / 2
        half = min(span.gap, WIDEST_SHOWN) * capital / 2
        end, begin = min(middle, before.right + half), max(middle, span.left - half)
        missing = 0.0 if span.open_before else max(0.0, APART - span.gap) * capital
        if span.cell:
            end, begin = before.right + EDGE * capital, span.left - EDGE * capital
            missing = WIDEST_SHOWN * capital
        pieces += [np.arange(start, end, step), np.full(round(missing * scale), middle)]
        start = begin
    pieces.append(np.arange(start, run.right + BESIDE * capital, step))
    white = [np.full(len(piece), at % 2 == 1) for at, piece in enumerate(pieces)]
    return np.concatenate(pieces), np.concatenate(white)


def _ruled(
    own: NDArray[np.bool_], marks: Marks, run: Run, part: tuple[int, int, int, int]
) -> NDArray[np.bool_]:
    """Points of a part of the page (left, top, right, bottom) that belong to rules round the run, and to no
    letter of it (`own`): readers take the side of a cell for a 1, and a J between two rules for an E. What
    crosses its letters stays: the pale feet of some look like a rule."""
    left, top, right, bottom = part
    ruled = np.zeros((bottom - top, right - left), np.uint8)
    for x0, y0, x1, y1 in np.concatenate([marks.across, marks.down]) - (left, top, left, top):
        if x0 < right - left and y0 < bottom - top and x1 > 0 and y1 > 0:
            away = (
                slice(max(0, y0 - SOFT_PX), y1 + SOFT_PX),
                slice(max(0, x0 - SOFT_PX), x1 + SOFT_PX),
            )
            ruled[away] = 1
    if not ruled.any():
        return ruled.view(np.bool_)
    near = cv2.dilate(own.astype(np.uint8), np.ones((2 * CLOSE_PX + 1,) * 2, np.uint8))
    columns, rows = np.arange(left, right), np.arange(top, bottom)[:, None]
    below = rows - run.base[0] * columns - run.base[1]
    text = (below > -run.capital - CLOSE_PX) & (below < CLOSE_PX)
    text &= (columns >= run.left) & (columns < run.right)
    return np.asarray((ruled > 0) & (near == 0) & ~text, np.bool_)


def _foreign(labels: Labels, own: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Points of the page that belong to other letters, with their soft edges, and none of the run's own."""
    # Pale ink, such as the arms of a T beside a suit symbol, is of the mark that it is nearest to.
    far, near = (
        cv2.distanceTransform((~each).view(np.uint8), cv2.DIST_C, 3)
        for each in (own, (labels > 0) & ~own)
    )
    return np.asarray((near <= SOFT_PX) & (near < far), np.bool_)
