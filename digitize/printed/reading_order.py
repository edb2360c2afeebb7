"""The order in which lines are read: those of two columns beside each other; without specks beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from fairdeal.digitize.printed.words import BAR, Line, Word, heading_of

GUTTER: Final = 1.2
"""Paper between columns is at least so wide, in heights of a capital."""
COLUMN_ALIGNED: Final = 1.0
"""Lines of the right column begin within so much of each other."""
RULE_WIDE: Final = 0.25
"""A rule between columns is no wider, in heights of a capital: what was left of one had 0.2."""
LEVEL: Final = 1.0
"""Lines of two columns that stand beside each other differ in height by less than this."""
FEWEST_PARTED: Final = 2
"""Lines that must have a part on either side."""


def in_reading_order(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page, those of a left column before those of the right one beside it."""
    found = _gutter(lines)
    if found is None:
        return list(lines)
    first, x = found
    last = first
    for at in range(first, len(lines)):
        if any(word.left < x < word.right for word in lines[at].words):
            break
        last = at
    if any(_in_both(line, x) for line in lines[last + 1 :]):
        return list(lines)  # a word runs across the paper between them: it was seen wrongly
    first = _top(lines, first, x)
    halves = [
        [_half(line, x, left=side) for line in lines[first : last + 1]] for side in (True, False)
    ]
    return [*lines[:first], *(half for side in halves for half in side if half), *lines[last + 1 :]]


def _in_both(line: Line, x: float) -> bool:
    """Whether a line has something left of a place, and right of it something that begins there."""
    left, right = (_half(line, x, left=side) for side in (True, False))
    near = right is not None and right.words[0].left - x < COLUMN_ALIGNED * line.capital
    return left is not None and near


def _gutter(lines: Sequence[Line]) -> tuple[int, float] | None:
    """The line from which there are two columns, and the column of the page between them.

    A column begins with the name of a block, beside something else, and the lines below begin where it does;
    or beside another name. On curved paper what it stands beside may be the line before or behind.
    """
    for at, line in enumerate(lines):
        for number, word in enumerate(line.words):
            text = [each for each in line.words[:number] if not _is_rule(each, line.capital)]
            before = text[-1].right if text else _beside(lines, at)
            if before is None or word.left - before < GUTTER * line.capital:
                continue
            if heading_of(" ".join(each.text for each in line.words[number:])) is None:
                continue
            x = word.left - 0.3 * line.capital
            halves = (_half(each, x, left=False) for each in lines[at + 1 :])
            begun = [abs(half.words[0].left - word.left) for half in halves if half is not None]
            aligned = sum(off < COLUMN_ALIGNED * line.capital for off in begun)
            if aligned >= FEWEST_PARTED or heading_of(" ".join(each.text for each in text)):
                return at, x
    return None


def _top(lines: Sequence[Line], first: int, x: float) -> int:
    """The line with which two columns begin, the right one perhaps with something above its first block: an
    event that stands beside the name of the left one's."""
    while first:
        above = lines[first - 1]
        left, right = (_half(above, x, left=side) for side in (True, False))
        aligned = right is not None and right.words[0].left - x < COLUMN_ALIGNED * above.capital
        if left is None or not aligned or heading_of(left.text) is None:
            return first
        first -= 1
    return first


def _beside(lines: Sequence[Line], at: int) -> float | None:
    """The right end of what stands left of a line, a little higher or lower; None where nothing does."""
    line = lines[at]
    near = [
        each.words[-1].right
        for each in (*lines[max(0, at - 1) : at], *lines[at + 1 : at + 2])
        if abs(each.middle - line.middle) < LEVEL * line.capital
        and each.words[-1].right < line.words[0].left
    ]
    return max(near, default=None)


def _half(line: Line, x: float, *, left: bool) -> Line | None:
    words = tuple(word for word in line.words if (word.x < x) is left)
    last = words[-1] if left and words else None
    near = last is not None and x - last.right < GUTTER * line.capital
    if last and (last.text == BAR or (near and _is_rule(last, line.capital))):
        words = words[:-1]  # the rule between the columns
    return replace(line, words=words) if words else None


def _is_rule(word: Word, capital: float) -> bool:
    """Whether a word may be what is left of a rule, whatever was read: it is as thin as one."""
    return word.text == BAR or word.right - word.left < RULE_WIDE * capital


FEWEST_ALIKE: Final = 5
"""Lines that begin alike ..."""
MARGIN_SHARE: Final = 0.3
"""... and their share of a page: in two columns each has its own."""
ALIGNED: Final = 0.6
"""Lines, and words of a column, begin alike within so many heights of a capital."""
FIRST: Final = 3
"""Words of a line before which specks may stand, or among which they are."""
_SPECK: Final = re.compile(r"\W*[a-zA-Z]?\W*")
_NO_SPECK: Final = re.compile(r"\W*[nesw]\W*", re.IGNORECASE)
"""It may be a seat."""


def within_margin(lines: Sequence[Line]) -> list[Line]:
    """The lines without specks left of the margin, where most of them begin."""
    margin = _margin(lines)
    if margin is None:
        return list(lines)
    found = []
    for line in lines:
        near = (abs(word.left - margin) < 2 * ALIGNED * line.capital for word in line.words[:FIRST])
        at = next((n for n, begins in enumerate(near) if begins), 0)
        specks = all(
            _SPECK.fullmatch(word.text) and not _NO_SPECK.fullmatch(word.text)
            for word in line.words[:at]
        )
        found.append(replace(line, words=line.words[at:]) if specks else line)
    return found


def _margin(lines: Sequence[Line]) -> float | None:
    """The column of the page at which most lines begin; None where they do not begin alike."""
    if len(lines) < FEWEST_ALIKE:
        return None
    capital = float(np.median([line.capital for line in lines]))
    begun = [np.array([word.left for word in line.words[:FIRST]]) for line in lines]
    for left in sorted(float(each) for own in begun for each in own):
        alike = sum(bool((np.abs(own - left) < ALIGNED * capital).any()) for own in begun)
        if alike >= max(FEWEST_ALIKE, MARGIN_SHARE * len(lines)):
            return left
    return None
