"""A run of text cut out of the page: level, with nothing of its neighbours, as high as a reader wants it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.lines.gaps import Span
from fairdeal.digitize.printed.lines.marks import Marks
from fairdeal.digitize.printed.lines.runs import Run

ABOVE: Final = 0.45
"""Paper above capitals, in heights of a capital; below the line as much, with room for tails."""
BELOW: Final = 0.6
BESIDE: Final = 0.5
APART: Final = 0.6
"""Blanks between words are made at least so wide, in heights of a capital: narrow ones are overlooked."""
WIDEST: Final = 1.4
"""... and no wider than this: behind much white paper readers lose the line."""
EDGE: Final = 0.12
"""What is kept of the paper beside the text of a cell, in heights of a capital: a rule may be near."""
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
    part[_foreign(marks.labels[y0:y1, x0:x1], marks, run)] = 255
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
    ends = [run.left - BESIDE * capital]
    pieces, white = [], []
    for before, span in pairwise(spans):
        if span.cell:
            pieces.append(np.arange(ends[-1], before.right + EDGE * capital, step))
            pieces.append(np.full(round(WIDEST * capital * scale), (before.right + span.left) / 2))
            white += [np.zeros(len(pieces[-2]), bool), np.ones(len(pieces[-1]), bool)]
            ends.append(span.left - EDGE * capital)
            continue
        middle = (before.right + span.left) / 2
        half = min(span.gap, WIDEST) * capital / 2
        pieces.append(np.arange(ends[-1], min(middle, before.right + half), step))
        missing = 0 if span.open_before else max(0.0, APART - span.gap) * capital
        pieces.append(np.full(round(missing * scale), middle))
        white += [np.zeros(len(pieces[-2]), bool), np.ones(len(pieces[-1]), bool)]
        ends.append(max(middle, span.left - half))
    pieces.append(np.arange(ends[-1], run.right + BESIDE * capital, step))
    white.append(np.zeros(len(pieces[-1]), bool))
    return np.concatenate(pieces), np.concatenate(white)


def _foreign(labels: NDArray[np.int32], marks: Marks, run: Run) -> NDArray[np.bool_]:
    """Points of the page that belong to other letters, with their soft edges, and none of the run's."""
    own = np.zeros(int(marks.labels.max()) + 1 if labels.size else 1, bool)
    own[marks.numbers[run.members.astype(np.int64)]] = True
    mine = own[labels].astype(np.uint8)
    others = ((labels > 0) & ~own[labels]).astype(np.uint8)
    near, around = np.ones((5, 5), np.uint8), np.ones((11, 11), np.uint8)
    return np.asarray((cv2.dilate(others, around) > 0) & (cv2.dilate(mine, near) == 0), np.bool_)
