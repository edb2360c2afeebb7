"""Two columns of text side by side, put one below the other: the hands at the left, say, the auction
beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.printed.arranged.headings import heading_of
from fairdeal.digitize.printed.page_words import BAR, Line
from fairdeal.digitize.printed.words import Word

GUTTER: Final = 1.2
"""Paper between columns is at least so wide, in heights of a capital."""
ALIGNED: Final = 1.0
"""Lines of the right column begin within so much of each other."""
LEVEL: Final = 1.0
"""Lines of two columns that stand beside each other differ in height by less than this."""
FEWEST: Final = 2
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
    first = _top(lines, first, x)
    left = [half for line in lines[first : last + 1] if (half := _half(line, x, left=True))]
    right = [half for line in lines[first : last + 1] if (half := _half(line, x, left=False))]
    return [*lines[:first], *left, *right, *lines[last + 1 :]]


def _gutter(lines: Sequence[Line]) -> tuple[int, float] | None:
    """The line from which there are two columns, and the column of the page between them.

    A column begins with the name of a block, beside something else; the lines below begin where it does. On
    curved paper what it stands beside may be the line before or behind.
    """
    for at, line in enumerate(lines):
        for number, word in enumerate(line.words):
            text = [each.right for each in line.words[:number] if each.text != BAR]
            before = text[-1] if text else _beside(lines, at)
            if before is None or word.left - before < GUTTER * line.capital:
                continue
            if heading_of(" ".join(each.text for each in line.words[number:])) is None:
                continue
            x = word.left - 0.3 * line.capital
            beside = [_half(each, x, left=False) for each in lines[at + 1 :]]
            aligned = sum(
                half is not None and abs(half.words[0].left - word.left) < ALIGNED * line.capital
                for half in beside
            )
            if aligned >= FEWEST:
                return at, x
    return None


def _top(lines: Sequence[Line], first: int, x: float) -> int:
    """The line with which two columns begin, the right one perhaps with something above its first block: an
    event that stands beside the name of the left one's."""
    while first:
        above = lines[first - 1]
        left, right = (_half(above, x, left=side) for side in (True, False))
        aligned = right is not None and right.words[0].left - x < ALIGNED * above.capital
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
    def inside(word: Word) -> bool:
        return ((word.left + word.right) / 2 < x) is left

    words = tuple(word for word in line.words if inside(word))
    if left and words and words[-1].text == BAR:
        words = words[:-1]  # the rule between the columns
    return replace(line, words=words) if words else None
