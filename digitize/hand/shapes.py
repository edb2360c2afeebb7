"""Which glyphs of a page have one shape: what the net makes of them is alike in everything.

Two characters by one hand that are written alike get alike beliefs for every symbol, also for those that the
net holds unlikely: a 1 with a long upstroke and a 7 may both be "7" with 0.99 and differ in how little they
are a 2 or a Z. The beliefs are measured against how far they scatter among characters of one hand that are
the same (whitened by the scatter within, as in linear discriminant analysis), and joined by average linkage.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Beliefs = NDArray[np.float32]
Square = NDArray[np.float64]

ALIKE: Final = 0.22
"""Distance (one less the cosine) up to which groups of glyphs are one shape. With 0.2 of 11,900 glyphs on
pages of people never met 40 stood among others than their own; a character has two shapes a page."""


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """How beliefs are compared: the mean over all hands, and what whitens the scatter within one."""

    mean: Beliefs
    white: Beliefs

    @classmethod
    def from_bytes(cls, data: bytes) -> Measure:
        """The measure from its file; ValueError where that is none."""
        numbers = np.frombuffer(data, "<f4")
        size = round((math.sqrt(1 + 4 * len(numbers)) - 1) / 2)
        if size * (size + 1) != len(numbers):
            raise ValueError("no square of numbers")
        return cls(numbers[:size].copy(), numbers[size:].reshape(size, size).copy())

    def to_bytes(self) -> bytes:
        """The measure for its file: the mean, then the rows, each number in four bytes."""
        return np.concatenate([self.mean, self.white.ravel()]).astype("<f4").tobytes()

    def directions(self, beliefs: Beliefs) -> Square:
        """Rows of length one: the cosine of two tells how alike they are."""
        found = (beliefs - self.mean) @ self.white
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float64)


def shapes_of(beliefs: Beliefs, measure: Measure, alike: float = ALIKE) -> list[list[int]]:
    """The numbers of the glyphs (rows) of each shape, the largest shape first."""
    if not len(beliefs):
        return []
    directions = measure.directions(beliefs)
    groups = _joined(1.0 - directions @ directions.T, alike)
    return sorted(groups, key=lambda group: (-len(group), group))


def _joined(distances: Square, most: float) -> list[list[int]]:
    """Groups by average linkage, none joined over a distance of more than `most`."""
    np.fill_diagonal(distances, np.inf)
    groups: list[list[int]] = [[number] for number in range(len(distances))]
    nearest = distances.argmin(1)
    away = distances[np.arange(len(distances)), nearest]
    while True:
        one = int(away.argmin())
        if away[one] > most:
            return [group for group in groups if group]
        other = int(nearest[one])
        _join(distances, groups, one, other)
        away[other] = np.inf
        for row in {one, *np.flatnonzero((nearest == one) | (nearest == other)).tolist()}:
            if groups[row]:
                nearest[row] = distances[row].argmin()
                away[row] = distances[row, nearest[row]]
        closer = distances[:, one] < away
        nearest[closer], away[closer] = one, distances[closer, one]


def _join(distances: Square, groups: list[list[int]], one: int, other: int) -> None:
    """Put the group `other` into `one`, as far from every third as their members on average."""
    own, its = len(groups[one]), len(groups[other])
    between = (own * distances[one] + its * distances[other]) / (own + its)
    distances[one], distances[:, one] = between, between
    distances[one, one] = np.inf
    distances[other], distances[:, other] = np.inf, np.inf
    groups[one] = sorted(groups[one] + groups[other])
    groups[other] = []


def scatter(pages: Sequence[tuple[Beliefs, Sequence[str]]], evened: float = 0.2) -> Measure:
    """The measure from pages of known glyphs: beliefs, and what each row truly is.

    `evened` is how much of the mean variance is added in every direction.
    """
    size = pages[0][0].shape[1]
    within, free = np.zeros((size, size)), 0
    for beliefs, truth in pages:
        labels = np.array(truth)
        for label in set(truth):
            rows = beliefs[labels == label]
            if len(rows) > 1:
                rows = rows - rows.mean(0)
                within += rows.T @ rows
                free += len(rows) - 1
    within /= free
    values, vectors = np.linalg.eigh(within + evened * np.trace(within) / size * np.eye(size))
    white = vectors @ np.diag(values**-0.5) @ vectors.T
    mean = np.mean([beliefs.mean(0) for beliefs, _ in pages], axis=0)
    return Measure(mean.astype(np.float32), white.astype(np.float32))
