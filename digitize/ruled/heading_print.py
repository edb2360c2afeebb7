"""The words printed above the columns of a ruled table, and which columns each of them heads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.printed.tesseract import ONE_BLOCK, SCATTERED, Word, read_words
from digitize.ruled.flat import WHITE, Flat, Points, flatten, without_rules
from digitize.ruled.headings import Heading, known_words

DEEPEST: Final = 4
"""Rows at the top of a table that may hold headings."""
LEAST_KNOWN: Final = 2
"""Known words that make a row one of headings: handwriting under them may look like one."""
KNOWN_SHARE: Final = 0.4
"""... and the share of a row's words that are known at least."""
SMALLEST_PART: Final = 12
"""Pixels of a column's own heading, below which there is nothing in it to be read."""
PAD: Final = 24
"""Paper around words that are read by themselves."""
SURE: Final = 0.3
"""Tesseract's confidence under which a word is shown as unread (``?``), so that it is asked about."""
SECONDS: Final = 20.0
"""A band of headings takes a fifth of a second; after twenty it hangs."""
NEXT: Final = 0.9
"""Words of one heading stand nearer to each other than this, in heights of their letters."""
SAME_LINE: Final = 0.5
"""... and overlap by this share of their height."""
RULE_SHARE: Final = 0.5
"""An upright rule beside a word runs past at least this share of its height."""
BESIDE: Final = 0.006
"""How far from a line of the grid its rule may lie, as a share of the table's width."""
INTO: Final = 0.25
"""A word belongs to a column too that it reaches into by this share of the column's width."""
MARGIN: Final = 0.004

_GLUED: Final = re.compile(r"(?<=[a-z.])(?=[A-Z])")
"""``TotA`` is two words that stand close."""


@dataclass(frozen=True, slots=True)
class Headings:
    """`headings` has one entry a column; `rows` is how many rows of the grid they take, 0 where none
    was read in the table."""

    headings: tuple[Heading, ...]
    rows: int

    @property
    def known(self) -> int:
        """Known words in all of them: how much sense they make."""
        return sum(known_words(heading.words) for heading in self.headings)


@dataclass(frozen=True, slots=True)
class _Run:
    """Words that stand together, in pixels of the flat picture, and the columns they head."""

    text: str
    left: float
    top: float
    right: float
    below: float
    first: int = 0
    last: int = 0

    @property
    def middle(self) -> float:
        return (self.top + self.below) / 2


def read_headings(picture: NDArray[np.uint8], nodes: Points, rows: int | None = None) -> Headings:
    """The headings of a table given by the crossings of its lines, (rows + 1, columns + 1, 2) pixels.

    `rows` is how many rows of headings there are, where that is known: then they are read once, as
    well as that goes. Otherwise every depth is tried, and what makes no sense is read again. Raises
    `ReadError` where Tesseract is missing or fails.
    """
    none = tuple(Heading(column, "") for column in range(nodes.shape[1] - 1))
    if rows == 0:
        return Headings(none, 0)
    if rows is not None:
        return Headings(_band(picture, nodes, rows, thorough=False), rows)
    best = Headings(none, 0)
    for depth in range(1, min(DEEPEST, len(nodes) - 1) + 1):
        found = Headings(_band(picture, nodes, depth), depth)
        if found.known > best.known + (1 if best.rows else 0):
            best = found
    return best


def _band(
    picture: NDArray[np.uint8], nodes: Points, rows: int, thorough: bool = True
) -> tuple[Heading, ...]:
    """The headings of so many upper rows; none where the last of them is no row of headings.

    Print is read best without the writing under it, so each depth is read by itself.
    """
    flat = flatten(picture, nodes[: rows + 1], MARGIN)
    wiped, _, upright = without_rules(flat)
    words = read_words(wiped, SECONDS, SCATTERED)
    runs = [_headed(run, flat, upright) for run in _runs(words, flat)]
    last = [run for run in runs if flat.ys[rows - 1] <= run.middle < flat.ys[rows]]
    known = sum(known_words(run.text) for run in last)
    words_there = sum(len(run.text.split()) for run in last)
    if thorough and known < max(LEAST_KNOWN, KNOWN_SHARE * words_there):
        return ()
    runs = _parted([run for run in runs if flat.ys[0] <= run.middle < flat.ys[-1]], flat)
    found = tuple(_heading(column, runs) for column in range(nodes.shape[1] - 1))
    if not thorough:
        return found
    return tuple(_again(heading, runs, flat, wiped) for heading in found)


def _again(heading: Heading, runs: Sequence[_Run], flat: Flat, wiped: NDArray[np.uint8]) -> Heading:
    """A column's own words read once more by themselves, where they made no sense among the others.

    Short words such as ``A`` and ``X`` are easily passed over when they stand alone.
    """
    words = heading.text.split()
    if words and known_words(heading.text) == len(words):
        return heading
    groups = [
        run for run in runs if run.first < run.last and run.first <= heading.column <= run.last
    ]
    top = max((run.below for run in groups), default=float(flat.ys[0]))
    left, right = round(flat.xs[heading.column]), round(flat.xs[heading.column + 1])
    part = wiped[round(top) : round(flat.ys[-1]), left:right]
    if min(part.shape) < SMALLEST_PART:
        return heading
    paper = cv2.copyMakeBorder(part, PAD, PAD, PAD, PAD, cv2.BORDER_CONSTANT, value=(WHITE,))
    found = read_words(np.asarray(paper, np.uint8), SECONDS, ONE_BLOCK)
    text = " ".join(_run(word).text for word in found)
    better = known_words(text) > known_words(heading.text) or (text and not words)
    return replace(heading, text=text) if better else heading


def _runs(words: Sequence[Word], flat: Flat) -> list[_Run]:
    """Words put together where they stand side by side in one column or heading."""
    runs: list[_Run] = []
    for word in sorted(words, key=lambda word: word.left):
        run = _run(word)
        for at, other in enumerate(runs):
            if _follows(other, run, flat):
                text = f"{other.text} {run.text}"
                runs[at] = _Run(
                    text,
                    other.left,
                    min(other.top, run.top),
                    run.right,
                    max(other.below, run.below),
                )
                break
        else:
            runs.append(run)
    return runs


def _run(word: Word) -> _Run:
    text = _GLUED.sub(" ", word.text) if word.confidence >= SURE else "?"
    right, below = word.left + word.width, word.top + word.height
    return _Run(text, float(word.left), float(word.top), float(right), float(below))


def _follows(run: _Run, word: _Run, flat: Flat) -> bool:
    """Whether a word goes on a run: on its line, close behind it, no line of the grid between."""
    overlap = min(run.below, word.below) - max(run.top, word.top)
    height = min(run.below - run.top, word.below - word.top)
    if overlap < SAME_LINE * height:
        return False
    gap = word.left - run.right
    if not -height < gap < NEXT * max(run.below - run.top, word.below - word.top):
        return False
    between = (flat.xs > run.right - 2) & (flat.xs < word.left + 2)
    return not between.any() or gap < NEXT * height / 2


def _headed(run: _Run, flat: Flat, upright: NDArray[np.bool_]) -> _Run:
    """The run with the columns it heads: as far as the next upright rule on both sides."""
    middle = (run.left + run.right) / 2
    inside = int(np.clip(np.searchsorted(flat.xs, middle) - 1, 0, len(flat.xs) - 2))
    first = last = inside
    while first > 0 and not _ruled(first, run, flat, upright):
        first -= 1
    while last < len(flat.xs) - 2 and not _ruled(last + 1, run, flat, upright):
        last += 1
    return replace(run, first=first, last=last)


def _ruled(line: int, run: _Run, flat: Flat, upright: NDArray[np.bool_]) -> bool:
    """Whether the grid's upright line of this number is drawn beside a run of words."""
    reach = max(3, round(BESIDE * (flat.xs[-1] - flat.xs[0])))
    x = round(float(flat.xs[line]))
    part = upright[max(0, int(run.top)) : int(run.below) + 1, max(0, x - reach) : x + reach + 1]
    return bool(part.size) and float(part.any(axis=1).mean()) >= RULE_SHARE


def _parted(runs: Sequence[_Run], flat: Flat) -> list[_Run]:
    """Where several runs share one unruled stretch, each heads those columns alone that it stands over."""
    return [
        _narrowed(run, flat) if any(_shares(run, other) for other in runs) else run for run in runs
    ]


def _shares(run: _Run, other: _Run) -> bool:
    """Whether another run stands on the same line within the same columns."""
    return (
        other is not run
        and other.first <= run.last
        and run.first <= other.last
        and min(run.below, other.below) > max(run.top, other.top)
    )


def _narrowed(run: _Run, flat: Flat) -> _Run:
    middle = (run.left + run.right) / 2
    over = [
        column
        for column in range(run.first, run.last + 1)
        if flat.xs[column] <= middle < flat.xs[column + 1]
        or min(run.right, flat.xs[column + 1]) - max(run.left, flat.xs[column])
        > INTO * (flat.xs[column + 1] - flat.xs[column])
    ]
    return replace(run, first=over[0], last=over[-1]) if over else run


def _heading(column: int, runs: Sequence[_Run]) -> Heading:
    over = sorted(
        (run for run in runs if run.first <= column <= run.last),
        key=lambda run: (run.middle, run.left),
    )
    groups = tuple(run.text for run in over if run.first < run.last)
    own = " ".join(run.text for run in over if run.first == run.last)
    return Heading(column, own, groups)
