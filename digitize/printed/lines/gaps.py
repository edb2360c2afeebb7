"""Where one word of a run ends and the next begins: by the widths of the gaps between letters, page by page.

Print sets letters and words apart by its own measure, narrow print by less than a typewriter, so the limit is
the page's own: the gaps of a page are of two kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.lines.marks import Marks
from fairdeal.digitize.printed.lines.runs import Run

USUAL: Final = 0.27
"""The limit where a page has too few gaps to tell, in heights of a capital."""
FEWEST: Final = 12
WIDEST: Final = 1.4
"""A wider gap is a blank in any print; it is not looked at for the limit."""
OPEN: Final = (0.78, 1.28)
"""Between these shares of the limit a gap may be either."""
LIMITS: Final = (0.16, 0.75)


@dataclass(frozen=True, slots=True)
class Span:
    """A word's first and last column on the page; `joined` where the blank before it may be none,
    `gap` that blank's width in heights of a capital."""

    left: float
    right: float
    gap: float = 0.0
    open_before: bool = False


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
    tries = np.arange(LIMITS[0], LIMITS[1] + 0.005, 0.01)
    scores = np.array([_parting(seen, limit) for limit in tries])
    best = tries[scores >= scores.max() * 0.998] if scores.max() > 0 else np.array([USUAL])
    return float(best.mean())


def _parting(seen: NDArray[np.float64], limit: float) -> float:
    low, high = seen[seen < limit], seen[seen >= limit]
    if not len(low) or not len(high):
        return 0.0
    return float(len(low) * len(high) * (high.mean() - low.mean()) ** 2)


def spans_of(marks: Marks, run: Run, limit: float) -> list[Span]:
    """The words of a run, those that may hang together with the one before marked so."""
    stand = intervals(marks, run)
    spans = [Span(float(stand[0, 0]), float(stand[0, 1]))]
    for (left, right), gap in zip(stand[1:], gaps(marks, run), strict=True):
        last = spans[-1]
        open_gap = OPEN[0] * limit < gap < OPEN[1] * limit
        if gap < limit and not open_gap:
            spans[-1] = Span(last.left, float(right), last.gap, last.open_before)
        else:
            spans.append(Span(float(left), float(right), float(gap), bool(open_gap)))
    return spans
