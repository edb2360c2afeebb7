"""Marks chained to runs of text: letters side by side, words with the blanks between them, no wider gap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.marks import (
    BAR_HIGH,
    BAR_WIDE,
    LETTER_PX,
    Marks,
    begins_word,
    capital_of,
)
from fairdeal.digitize.printed.rules import tables_of, within_frame

WIDEST_GAP: Final = 4.0
"""Letters further apart than this many heights of a capital do not stand in one run."""
SAME_LEVEL: Final = 0.45
"""Two letters side by side share at least this part of the lower one's height."""
RECENT: Final = 3
"""Letters at the end of a chain that say how high its line is: behind a low one a quotation mark stands
above it."""
ALONE: Final = 0.52
"""A mark lower than this, in heights of a capital, makes no run alone: the comma of bold print."""
COMMA: Final = 0.62
"""Commas are no higher than this, in heights of a capital ..."""
BESIDE_COMMA: Final = 2
"""... and so many letters near them stand on a line that goes through them."""
ON_LINE: Final = 0.1
"""A letter stands on its line if its foot is no further from it, in heights of a capital ..."""
LETTER: Final = (0.5, 1.2)
"""... and is as high as this."""
TAIL: Final = (0.15, 0.42)
"""Letters hang below the line by so much, in heights of a capital."""
MANY_HELD_UP: Final = 0.3
"""Share of a run's letters."""
LONG: Final = 7
"""Runs of this many heights of a capital show how their line slopes ..."""
NEIGHBOURS: Final = 5
"""... and so many of them show it for a shorter one, ..."""
UNLIKE: Final = 0.04
"""... or for one that seems to slope so much otherwise: a tag's marks end high over its line."""
IN_A_ROW: Final = 3
"""Small marks one after the other that a run begins or ends with: ``..``."""
OF_BOTTOMS: Final = 65
"""Of a short run's marks, from above: quotation marks end high over the line, letters with tails below it."""
FEWEST_BARS: Final = 3
"""So many bars in a line show how far down one hangs there."""
THINNEST: Final = 0.2
AS_HIGH: Final = 0.93
"""Bars of a line are as high as each other, so far; an l is lower."""
ALIKE_PX: Final = 1.5
"""Bars of a line differ in width by less than this."""
CELL: Final = 4.0
"""The next bar of a row is no further away than this, in heights of a capital."""
BESIDE_BAR: Final = 0.3
"""Paper on either side of a bar that is no higher than a capital, in heights of a capital."""
NEAR_LINE: Final = 2.0
"""A small mark belongs to a run if it is no further from its letters than this, in heights of a capital."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Letters that stand in a row, from the left. `members` are their positions in the page's marks; `base`
    are the coefficients (slope, height at x = 0) of the line that they stand on; `capital` is the height
    of its capitals in pixels."""

    members: NDArray[np.int64]
    left: int
    right: int
    base: tuple[float, float]
    capital: float
    bars: tuple[int, ...] = ()
    """Positions of upright strokes that hang below its line, as are typed between cells."""
    straight: tuple[int, ...] = ()
    """Its members that are upright and straight: an I or an l, or what is left of a bar or a rule."""

    @property
    def long(self) -> bool:
        """Whether it is long enough to show how its line slopes."""
        return self.right - self.left >= LONG * self.capital

    def baseline(self, x: float) -> float:
        return self.base[0] * x + self.base[1]

    @property
    def x(self) -> float:
        """The column of the page half-way along it."""
        return (self.left + self.right) / 2

    @property
    def middle(self) -> float:
        """Height on the page of the middle of its letters, half-way along it."""
        return self.level_at(self.x)

    def level_at(self, x: float) -> float:
        """Height that the middle of its letters would have at a column of the page, went it on so far."""
        return self.baseline(x) - self.capital / 2


def find_runs(marks: Marks) -> list[Run]:
    """The runs of text of a page, from the top and the left."""
    boxes = marks.boxes.astype(np.float64)
    heights = boxes[:, 3] - boxes[:, 1]
    capital = capital_of(marks.heights)
    if capital is None:
        return []
    tall = np.flatnonzero(heights >= LETTER_PX)
    letters = tall[heights[tall] >= 0.42 * capital]
    chains = _chained(boxes, letters[np.argsort(boxes[letters, 0])], capital, marks.down)
    chains = [each for each in chains if len(each) > 1 or heights[each[0]] >= ALONE * capital]
    chains = _without_commas(boxes, chains, capital)
    small = np.setdiff1d(np.arange(len(boxes)), [letter for each in chains for letter in each])
    capital = _without_hanging(boxes, chains, capital)
    runs = _levelled([_run(boxes, np.array(chain), capital) for chain in chains])
    runs = [run for each in runs if len((run := _without_bars(each, boxes)).members)]
    runs.sort(key=lambda run: run.left)
    for _ in range(IN_A_ROW):
        for at, run in enumerate(runs):  # a dash between two runs belongs to one of them
            longer = _with_small(run, boxes, small, marks.down, _reach(run, marks.bars))
            if longer is not run:
                runs[at], small = longer, np.setdiff1d(small, longer.members)
    return sorted(runs, key=lambda run: (run.middle, run.left))


def letters_on_line(run: Run, marks: Marks) -> int:
    """How many of its letters stand on its line, in a letter's height: few in a row of specks, however
    long."""
    own = marks.boxes[run.members]
    high = (own[:, 3] - own[:, 1]) / run.capital
    off = own[:, 3] - (run.base[0] * (own[:, 0] + own[:, 2]) / 2 + run.base[1])
    standing = (np.abs(off) < ON_LINE * run.capital) & (high > LETTER[0]) & (high < LETTER[1])
    return int(standing.sum())


def _chained(
    boxes: NDArray[np.float64], letters: NDArray[np.int64], capital: float, down: NDArray[np.int32]
) -> list[list[int]]:
    """Each letter, from the left, is put behind the nearest one on its level that no rule stands before."""
    chains: list[list[int]] = []
    ends = np.empty((0, 4))
    for letter in letters:
        left, top, right, bottom = boxes[letter]
        gap = left - ends[:, 2]
        shared = np.minimum(bottom, ends[:, 3]) - np.maximum(top, ends[:, 1])
        lower = np.minimum(bottom - top, ends[:, 3] - ends[:, 1])
        fits = (gap < WIDEST_GAP * capital) & (gap > -0.6 * capital) & (shared > SAME_LEVEL * lower)
        for chain in np.flatnonzero(fits)[np.argsort(np.abs(gap[fits]))]:
            if not _ruled_off(down, ends[chain, 2], left, (top + bottom) / 2):
                chains[chain].append(int(letter))
                recent = boxes[chains[chain][-RECENT:]]
                high, low = recent[:, 1].min(), recent[:, 3].max()
                ends[chain] = (left, high, max(right, ends[chain, 2]), low)
                break
        else:
            chains.append([int(letter)])
            ends = np.vstack([ends, (left, top, right, bottom)])
    return chains


def _without_commas(
    boxes: NDArray[np.float64], chains: list[list[int]], capital: float
) -> list[list[int]]:
    """The chains but for those of commas: in some print they are as high as a low letter, and hang together
    where they hang too far below the letters beside them."""
    tops, feet = boxes[:, 1], boxes[:, 3]
    low = [bool((feet[each] - tops[each] <= COMMA * capital).all()) for each in chains]
    if not any(low):
        return chains
    lettered = [
        mark for each, is_low in zip(chains, low, strict=True) if not is_low for mark in each
    ]
    x, foot = boxes[lettered][:, [0, 2]].mean(1), feet[lettered]
    found = []
    for each, is_low in zip(chains, low, strict=True):
        near = [
            (np.abs(x - (boxes[mark, 0] + boxes[mark, 2]) / 2) < WIDEST_GAP * capital)
            & (foot > tops[mark] + capital * ON_LINE)
            & (foot < feet[mark] - capital * ON_LINE)
            for mark in each
        ]
        if not (is_low and all(beside.sum() >= BESIDE_COMMA for beside in near)):
            found.append(each)
    return found


def _ruled_off(down: NDArray[np.int32], left: float, right: float, y: float) -> bool:
    """Whether an upright rule stands between."""
    x = (down[:, 0] + down[:, 2]) / 2
    return bool(((x > left - 3) & (x < right + 3) & (down[:, 1] < y) & (down[:, 3] > y)).any())


def _without_hanging(boxes: NDArray[np.float64], chains: list[list[int]], capital: float) -> float:
    """About the height of capitals, on a page of which the bars between cells are not letters: where figures
    are as low as small letters, bars are the highest marks."""
    bars = [mark for chain in chains for mark in np.array(chain)[_hanging(boxes[chain])]]
    if not bars:
        return capital
    heights = np.delete(boxes[:, 3] - boxes[:, 1], bars)
    return min(capital, capital_of(heights.astype(np.int32)) or capital)


def _hanging(own: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which marks of a chain are thin, higher than others and hang below them: bars, if there are several."""
    high, bottom = own[:, 3] - own[:, 1], own[:, 3]
    thin = own[:, 2] - own[:, 0] <= BAR_WIDE * high
    if min(thin.sum(), (~thin).sum()) < FEWEST_BARS:
        return np.zeros(len(own), bool)
    base, usual = np.median(bottom[~thin]), np.percentile(high[~thin], 80)
    found = thin & (high > BAR_HIGH * usual) & (bottom > base + 0.12 * usual)
    return found if found.sum() >= FEWEST_BARS else np.zeros(len(own), bool)


def _run(boxes: NDArray[np.float64], chain: NDArray[np.int64], page_capital: float) -> Run:
    own = boxes[chain]
    heights = (own[:, 3] - own[:, 1])[~_hanging(own)]
    capital = float(np.percentile(heights, 80))
    if len(chain) < 4 or capital < 0.8 * page_capital:
        capital = max(capital, min(page_capital, 1.5 * capital))
    base, capital = _on_letters(own, _base(own, capital), capital)
    return Run(chain, int(own[:, 0].min()), int(own[:, 2].max()), base, capital)


def _on_letters(
    own: NDArray[np.float64], base: tuple[float, float], capital: float
) -> tuple[tuple[float, float], float]:
    """The line and the height of capitals of a run. Where many letters end a tail's length above the line,
    it was drawn below the tails of others; and a few letters with tails are higher than capitals (``qs,
    js``)."""
    level = base[0] * (own[:, 0] + own[:, 2]) / 2 + base[1]
    above = (level - own[:, 3]) / capital
    high = own[:, 3] - own[:, 1] > LETTER[0] * capital
    held_up = high & (above > TAIL[0]) & (above < TAIL[1])
    down = 0.0
    if held_up.sum() >= MANY_HELD_UP * len(own):
        down = float(np.median(above[held_up])) * capital
    elif np.ptp(own[:, [0, 2]]) >= LONG * capital or not high.any():
        return base, capital
    height = float(np.percentile((level - down - own[:, 1])[high], 80))
    return (base[0], base[1] - down), min(capital, max(height, LETTER[0] * capital))


def _levelled(runs: list[Run]) -> list[Run]:
    """Short runs slope as the long ones near them do, and so does one that seems to slope otherwise."""
    long = [run for run in runs if run.long]
    if not long:
        return runs
    heights = np.array([run.middle for run in long])
    slopes = np.array([run.base[0] for run in long])
    found = []
    for run in runs:
        near = np.argsort(np.abs(heights - run.middle))[:NEIGHBOURS]
        slope = float(np.median(slopes[near]))
        if not run.long or abs(run.base[0] - slope) > UNLIKE:
            run = replace(run, base=(slope, run.baseline(run.x) - slope * run.x))
        found.append(run)
    return found


def _base(own: NDArray[np.float64], capital: float) -> tuple[float, float]:
    """The straight line on which most letters stand; those with tails hang below it."""
    thin = own[:, 2] - own[:, 0] <= BAR_WIDE * capital
    if (~thin).sum() >= 3:  # bars between cells hang below the line
        own = own[~thin]
    x, bottom = (own[:, 0] + own[:, 2]) / 2, own[:, 3]
    if np.ptp(x) < (LONG - 1) * capital:
        return 0.0, float(np.percentile(bottom, OF_BOTTOMS))
    used = np.ones(len(x), bool)
    slope, height = 0.0, float(np.median(bottom))
    for _ in range(3):
        slope, height = np.polyfit(x[used], bottom[used], 1)
        off = bottom - (slope * x + height)
        used = (off < 0.1 * capital) & (off > -0.3 * capital)
        if used.sum() < 3:
            return 0.0, float(np.percentile(bottom, OF_BOTTOMS))
    return float(slope), float(height)


def _without_bars(run: Run, boxes: NDArray[np.float64]) -> Run:
    """The run without the upright strokes that hang below its line: bars between cells, in any print."""
    own = boxes[run.members]
    base = run.base[0] * (own[:, 0] + own[:, 2]) / 2 + run.base[1]
    below, above = (own[:, 3] - base) / run.capital, (base - own[:, 1]) / run.capital
    wide = own[:, 2] - own[:, 0]
    thin = wide <= BAR_WIDE * run.capital
    hanging = (below > 0.12) & (above > 0.75)
    bar = thin & hanging
    bar[bar] = ~begins_word(own[bar].astype(np.int32), own.astype(np.int32), run.capital)
    # Blurred ones are wider; a j, as thin for its height, stands close to the next letter.
    free = hanging & (wide <= BAR_WIDE * (own[:, 3] - own[:, 1])) & paper_beside(own, run.capital)
    bar |= free if free.sum() >= FEWEST_BARS else False
    alone = _alone(own, thin & (above > 0.9), run.capital)
    if not (bar | alone).any():
        return run
    if bar.sum() >= FEWEST_BARS:  # one more that stands as they do
        high = own[:, 3] - own[:, 1] > AS_HIGH * np.median((own[:, 3] - own[:, 1])[bar])
        bar |= thin & high & (below > np.median(below[bar]) - 0.06) & (above > 0.75)
    bar |= alone
    bars = tuple(int(mark) for mark in run.members[bar])
    return replace(run, members=run.members[~bar], bars=bars)


def _alone(own: NDArray[np.float64], thin: NDArray[np.bool_], capital: float) -> NDArray[np.bool_]:
    """Thin strokes as high as a capital with paper on either side, where there are several: some print has
    bars no higher than its letters."""
    found = paper_beside(own, capital)
    wide = own[:, 2] - own[:, 0]
    found &= thin & (wide <= THINNEST * capital)
    if found.any():  # bars are as wide as each other; a 1 is wider
        found &= wide < np.median(wide[found]) + ALIKE_PX
    return found if found.sum() >= FEWEST_BARS else np.zeros(len(own), bool)


def paper_beside(
    own: NDArray[np.float64], capital: float, least: float = BESIDE_BAR
) -> NDArray[np.bool_]:
    """Which marks of a run have `least` heights of a capital of paper on either side, as bars have."""
    order = np.argsort(own[:, 0])
    gaps = np.maximum(own[order[1:], 0] - np.maximum.accumulate(own[order, 2])[:-1], 0) / capital
    left, right = np.append(np.inf, gaps), np.append(gaps, np.inf)
    found = np.zeros(len(own), bool)
    found[order] = (left > least) & (right > least)
    return found


def _reach(run: Run, bars: NDArray[np.int32]) -> tuple[float, float]:
    """How far a run goes to the left and to the right with the bars on its line: between them a sheet may
    have nothing but dashes."""
    x = bars[:, [0, 2]].mean(1)
    level = run.base[0] * x + run.base[1] - run.capital / 2
    through = np.sort(x[(bars[:, 1] < level) & (bars[:, 3] > level)])
    left, right = float(run.left), float(run.right)
    for bar in through:
        if right < bar < right + CELL * run.capital:
            right = float(bar)
    for bar in through[::-1]:
        if left - CELL * run.capital < bar < left:
            left = float(bar)
    return left, right


def _with_small(
    run: Run,
    boxes: NDArray[np.float64],
    small: NDArray[np.int64],
    down: NDArray[np.int32],
    reach: tuple[float, float],
) -> Run:
    """The run with the dots, commas, dashes and quotation marks that stand on its level."""
    own = boxes[small]
    x, y = (own[:, 0] + own[:, 2]) / 2, (own[:, 1] + own[:, 3]) / 2
    base = run.base[0] * x + run.base[1]
    near = (y > base - 1.3 * run.capital) & (y < base + 0.4 * run.capital)
    left, right = (
        end + side * NEAR_LINE * run.capital for end, side in zip(reach, (-1, 1), strict=True)
    )
    near &= (x > left) & (x < right)
    if not near.any():
        return run
    near[near] = ~np.isin(small[near], run.members)
    taken = [
        int(mark)
        for mark, at, level in zip(small[near], x[near], y[near], strict=True)
        if not _ruled_off(down, min(at, run.left), max(at, run.right), level)
        or run.left < at < run.right
    ]
    if not taken:
        return run
    members = np.concatenate([run.members, np.array(taken, np.int64)])
    spread = boxes[members]
    left, right = int(spread[:, 0].min()), int(spread[:, 2].max())
    return replace(run, members=members, left=left, right=right)


LONG_RUN: Final = 5
"""Marks in a row that nothing but text has."""
STACKED: Final = 4
"""So many short runs one below the other are a column, if each stands on a line of the text ..."""
ON_LEVEL: Final = 0.4
"""... within this, in heights of a capital, ..."""
AS_HIGH_AS_TEXT: Final = (0.75, 1.33)
"""... and is as high as its letters."""
ALIGNED: Final = 1.5
"""Runs of a column have their middles within so many heights of a capital."""


def without_strays(runs: Sequence[Run], marks: Marks) -> list[Run]:
    """The runs without those outside a frame, and without single marks beside all text."""
    frame_left, frame_top, frame_right, frame_bottom = within_frame(marks.across, marks.down)
    runs = [
        run
        for run in runs
        if frame_left < run.x < frame_right and frame_top < run.middle < frame_bottom
    ]
    long = [run for run in runs if len(run.members) >= LONG_RUN]
    if not long:
        return runs
    tables = tables_of(marks.across, marks.down)
    left = min([run.left - run.capital for run in long] + [each.columns[0] for each in tables])
    right = max([run.right + run.capital for run in long] + [each.columns[-1] for each in tables])
    inside = [
        run
        for run in runs
        if len(run.members) >= LONG_RUN or (run.right > left and run.left < right)
    ]
    strays = [run for run in runs if run not in inside]
    if not tables:
        return _with_columns(inside, strays)
    # A table may have rows whose side is open: a figure beside it, an old one is low, is of them; a hole of a
    # binder is not.
    _, high = _as_high_as(inside)
    return [run for run in runs if run not in strays or len(run.members) > 1 or run.capital < high]


def _as_high_as(text: Sequence[Run]) -> tuple[float, float]:
    """How high the letters of what belongs to a text may be."""
    capital = float(np.median([run.capital for run in text]))
    low, high = AS_HIGH_AS_TEXT
    return low * capital, high * capital


def _with_columns(text: list[Run], strays: list[Run]) -> list[Run]:
    """The runs of the text, and those beside them that stand in columns, from the nearest to the furthest:
    the cards of a spreadsheet, one in each cell, make no long run."""
    capital = float(np.median([run.capital for run in text]))
    low, high = _as_high_as(text)
    alike = [run for run in strays if low < run.capital < high]
    ends = (min(run.left for run in text), max(run.right for run in text))
    kept = list(text)
    for run in sorted(alike, key=lambda each: max(ends[0] - each.left, each.right - ends[1])):
        if run in kept:
            continue
        column = [
            each
            for each in alike
            if abs(each.x - run.x) < ALIGNED * capital
            and each not in kept
            and any(_on_level(each, other) for other in kept)
        ]
        if len(column) >= STACKED:
            kept += column
    # What stands over or under such a column, the letter of a spreadsheet's, is of the text as well.
    ends = (min(run.left for run in kept), max(run.right for run in kept))
    kept += [r for r in strays if r not in kept and r.right > ends[0] and r.left < ends[1]]
    return sorted(kept, key=lambda run: (run.middle, run.left))


def _on_level(run: Run, other: Run) -> bool:
    return abs(other.level_at(run.x) - run.middle) < ON_LEVEL * run.capital
