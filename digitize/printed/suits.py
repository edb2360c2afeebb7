"""Suit symbols in print, told by their shape: readers of text hardly know them.

A small net looks at each mark (`training.suits` trains it on the symbols of free fonts). A font
draws a suit in one way, so marks of one shape on a page are one suit, and those of another shape another
one: the page's shapes are named together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.gaps import Span
from fairdeal.digitize.printed.marks import Marks
from fairdeal.digitize.printed.runs import Run

SUITS: Final = "♣♦♥♠"
SIDE: Final = 20
"""Pixels of a side of what the net sees."""
FEWEST: Final = 6
"""Who types symbols types many: with fewer on a page they are letters ..."""
SEVERAL: Final = 2
"""... and so is what is like no other one, or one shape alone, ..."""
BY_ITSELF: Final = 0.97
"""... unless the net is so sure of its suit, and of those of many: a fax breaks each in its own way, ..."""
PLAINLY: Final = 0.85
"""... and what looks less like a suit, taken together."""
LONGEST: Final = 6
"""Marks of a word that has a symbol: ``3:10♥,``."""
LOWEST: Final = 0.62
"""A symbol's least height, in heights of a capital."""
WIDTHS: Final = (0.55, 1.5)
"""Its width beside its height."""
NO_LETTER: Final = 0.35
"""How likely a mark must be a suit, by itself, if it is to be looked at ..."""
RATHER: Final = 0.5
"""... and its shape, on a page that has suits."""
ALIKE: Final = 0.93
"""Marks whose pictures agree so well (correlation) are one shape."""
TELL_APART: Final = 0.9
"""Marks of one shape are two suits if the net takes several for either, and so many of them are more like the
others of their own suit: in blurred print a spade is much like a club."""
COUNTS: Final = 4
"""As many marks of a shape count, the others say the same again."""
LEAST: Final = 1e-4
"""No suit is less likely, by one mark alone ..."""
LEAST_TOGETHER: Final = 1e-6
"""... or by several marks of its shape beside those of another."""

Features = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SuitMark:
    """A mark that is a suit symbol: its position in the page's marks, the column of its middle, and the suits
    with their probabilities, likeliest first."""

    mark: int
    x: float
    readings: tuple[tuple[str, float], ...]


def suits_of(
    page: NDArray[np.uint8], marks: Marks, runs: Sequence[Run], spans: Sequence[Sequence[Span]]
) -> dict[int, SuitMark]:
    """The suit symbols on a page, by their positions among its marks. They stand at an end of a short
    word."""
    found: list[int] = []
    seen: list[Features] = []
    words: list[tuple[int, int]] = []
    for line, (run, own) in enumerate(zip(runs, spans, strict=True)):
        for word, member in _at_ends(marks, run, own):
            picture = _picture(page, marks, member, run.capital)
            if picture is not None:
                found.append(member)
                seen.append(features(picture))
                words.append((line, word))
    if not found:
        return {}
    chances = _chances(np.array(seen))
    sure = [n for n in range(len(found)) if 1 - chances[n, -1] >= NO_LETTER]
    sure = _one_a_word(sure, words, chances)
    if len(sure) < FEWEST:
        return {}
    named = _named([seen[n] for n in sure], chances[sure])
    return {
        found[n]: SuitMark(found[n], float(marks.boxes[found[n], [0, 2]].mean()), readings)
        for n, readings in zip(sure, named, strict=True)
        if readings
    }


def _one_a_word(
    sure: list[int], words: Sequence[tuple[int, int]], chances: NDArray[np.float64]
) -> list[int]:
    """The marks without those of words that begin and end with one: a Q of thin print looks like a symbol
    before a symbol."""
    likeliest = {words[n]: n for n in sorted(sure, key=lambda n: -chances[n, -1])}
    return [n for n in sure if likeliest[words[n]] == n]


def _at_ends(marks: Marks, run: Run, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """The marks with which short words begin or end, commas after them left out, each with the position of
    its word."""
    boxes = marks.boxes
    middles = boxes[run.members][:, [0, 2]].mean(1)
    found: list[tuple[int, int]] = []
    for at, span in enumerate(spans):
        within = (span.left <= middles) & (middles <= span.right)
        inside = [int(mark) for mark in run.members[within]]
        tall = [m for m in inside if boxes[m, 3] - boxes[m, 1] >= LOWEST * run.capital]
        tall.sort(key=lambda m: int(boxes[m, 0]))
        if tall and len(inside) <= LONGEST:
            found += [(at, mark) for mark in dict.fromkeys((tall[0], tall[-1]))]
    return found


def features(grey: NDArray[np.uint8]) -> Features:
    """What the net sees of a mark that fills its picture (dark on 255)."""
    height, width = grey.shape
    small = cv2.resize(255 - grey, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    small /= max(float(small.max()), 1.0)
    return np.append(small.ravel() - 0.5, np.float32(width / height - 1)).astype(np.float32)


def _picture(
    page: NDArray[np.uint8], marks: Marks, member: int, capital: float
) -> NDArray[np.uint8] | None:
    """A mark by itself; None where it is too low, too narrow or too wide for a symbol."""
    left, top, right, bottom = (int(side) for side in marks.boxes[member])
    high, wide = bottom - top, right - left
    if high < LOWEST * capital or not WIDTHS[0] * high <= wide <= WIDTHS[1] * high:
        return None
    own = (marks.labels[top:bottom, left:right] == marks.numbers[member]).astype(np.uint8)
    near = cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0
    return np.where(near, page[top:bottom, left:right], 255).astype(np.uint8)


def suit_in(grey: NDArray[np.uint8]) -> tuple[str, float]:
    """The suit that a single drawing looks most like, by itself, and how likely it is that; "" where it looks
    like none."""
    (chances,) = _chances(features(grey)[None])
    best = int(chances.argmax())
    return SUITS[best] if best < len(SUITS) else "", float(chances[best])


def _chances(seen: NDArray[np.float32]) -> NDArray[np.float64]:
    """How likely each mark is each suit, and in the last column anything else."""
    weights = _weights()
    hidden = np.maximum(seen @ weights["0_weight"].T + weights["0_bias"], 0)
    logits = (hidden @ weights["2_weight"].T + weights["2_bias"]).astype(np.float64)
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float64)


@cache
def _weights() -> dict[str, NDArray[np.float32]]:
    file = files("fairdeal.digitize.printed") / "weights" / "suits.npz"
    with file.open("rb") as opened, np.load(opened) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def _named(
    seen: Sequence[Features], chances: NDArray[np.float64]
) -> list[tuple[tuple[str, float], ...]]:
    """The suits of marks that are suits: those of one shape are one, the commonest shapes differ. Nothing for
    a mark that is like no other unless it is plainly a suit, nor where one shape alone looks like one."""
    even = [_even(each) for each in seen]
    every = [suit for shape in _shapes(even) for suit in _parted(shape, even, chances)]
    plain = chances[:, : len(SUITS)].max(1) >= BY_ITSELF
    shapes = [shape for shape in every if len(shape) >= SEVERAL or plain[shape].all()]
    suited = [1 - float(chances[shape, -1].mean()) for shape in shapes]
    alike = [each for shape, each in zip(shapes, suited, strict=True) if len(shape) >= SEVERAL]
    several = len(set(chances[plain].argmax(1).tolist())) >= SEVERAL and plain.sum() >= FEWEST
    if sum(each >= PLAINLY for each in alike) < SEVERAL and not several:
        return [()] * len(seen)
    shapes = [shape for shape, each in zip(shapes, suited, strict=True) if each >= RATHER]
    logs = np.array([_log_of(chances[shape]) for shape in shapes])
    order = sorted(range(len(shapes)), key=lambda n: -len(shapes[n]))[: len(SUITS)]
    weights = np.exp(logs - logs.max(1, keepdims=True)) if len(logs) else logs
    if len(order) > 1:
        ways = list(permutations(range(len(SUITS)), len(order)))
        totals = np.array(
            [sum(logs[n, s] for n, s in zip(order, way, strict=True)) for way in ways]
        )
        totals = np.exp(totals - totals.max())
        for at, n in enumerate(order):
            weights[n] = [totals[[way[at] == s for way in ways]].sum() for s in range(len(SUITS))]
    readings: list[tuple[tuple[str, float], ...]] = [()] * len(seen)
    for shape, weight in zip(shapes, weights, strict=True):
        together = len(shape) > 1 and len(shapes) > 1
        shares = np.maximum(weight / weight.sum(), LEAST_TOGETHER if together else LEAST)
        named = sorted(
            zip(SUITS, map(float, shares / shares.sum()), strict=True), key=lambda e: -e[1]
        )
        for n in shape:
            readings[n] = tuple(named)
    return readings


def _log_of(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """What marks of one shape say of its suit together."""
    logs = np.log(np.maximum(chances[:, :-1], LEAST))
    return np.asarray(logs.mean(0) * min(len(chances), COUNTS) ** 0.5, np.float64)


def _even(seen: Features) -> Features:
    """A picture of which the mean is 0 and the length 1, so that products of two say how alike they are."""
    about = seen - seen.mean()
    return np.asarray(about / max(float(np.linalg.norm(about)), 1e-6), np.float32)


def _parted(
    shape: list[int], even: Sequence[Features], chances: NDArray[np.float64]
) -> list[list[int]]:
    """Marks of one shape by the suits that the net sees in them, if their pictures differ as well."""
    taken = chances[shape, : len(SUITS)].argmax(1)
    suits = [suit for suit in range(len(SUITS)) if (taken == suit).sum() >= SEVERAL]
    if len(suits) < 2:
        return [shape]
    pictures = np.array([even[n] for n in shape])
    # Each mark beside the mean of every suit's other marks.
    likeness = np.array(
        [
            [
                float(own @ _even(pictures[others].sum(0)))
                for suit in suits
                for others in [(taken == suit) & (np.arange(len(shape)) != at)]
            ]
            for at, own in enumerate(pictures)
        ]
    )
    nearest = np.array(suits)[likeness.argmax(1)]
    if (nearest == taken).mean() < TELL_APART:
        return [shape]
    return [
        [n for n, own in zip(shape, nearest, strict=True) if own == suit]
        for suit in suits
        if (nearest == suit).any()
    ]


def _shapes(even: Sequence[Features]) -> list[list[int]]:
    """Marks put together by their pictures, each with the first one that it is like."""
    shapes: list[list[int]] = []
    sums: list[Features] = []
    for n, each in enumerate(even):
        likeness = [float(each @ total / np.linalg.norm(total)) for total in sums]
        best = int(np.argmax(likeness)) if likeness else -1
        if best >= 0 and likeness[best] >= ALIKE:
            shapes[best].append(n)
            sums[best] = sums[best] + each
        else:
            shapes.append([n])
            sums.append(each.copy())
    return shapes
