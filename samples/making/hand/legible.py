"""Characters that nobody mistakes, for samples whose truth must be beyond doubt.

A character is left out where other people's characters most like it agree on another name: it was
given a wrong name in the collection, or is a 5 that looks like an S. Real writers write such characters
too, so what measures a reader must not leave them out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from fairdeal.digitize.reader.alphabet import fold
from samples.making.hand.skeletons import Glyph

_SIDE: Final = 16
_NEIGHBOURS: Final = 7
_AGREED: Final = 6
"""Of the neighbours, how many must share another name."""
_NEVER: Final = frozenset(".,-/|")
"""Characters whose shape is their size or place."""


class Comparison:
    """Every writer's characters as small pictures, to compare one writer's with the others'."""

    def __init__(self, collection: Mapping[str, Mapping[str, tuple[Glyph, ...]]]) -> None:
        self._writers: list[str] = []
        self._names: list[str] = []
        pictures: list[npt.NDArray[Any]] = []
        for writer, glyphs in collection.items():
            for label, known in glyphs.items():
                if _folded(label) is None or label in _NEVER:
                    continue
                for glyph in known:
                    self._writers.append(writer)
                    self._names.append(_folded(label) or "")
                    pictures.append(_picture(glyph))
        self._pictures = np.array(pictures)
        self._writer_of = np.array(self._writers)

    def cleaned(
        self, writer: str, glyphs: Mapping[str, tuple[Glyph, ...]]
    ) -> dict[str, tuple[Glyph, ...]]:
        """The same characters without those that are clearly something else."""
        others = np.flatnonzero(self._writer_of != writer)
        kept: dict[str, tuple[Glyph, ...]] = {}
        for label, known in glyphs.items():
            name = _folded(label)
            if name is None or label in _NEVER:
                kept[label] = known
                continue
            likeness = np.array([_picture(glyph) for glyph in known]) @ self._pictures[others].T
            nearest = np.argpartition(-likeness, _NEIGHBOURS, axis=1)[:, :_NEIGHBOURS]
            good = tuple(
                glyph
                for glyph, row in zip(known, nearest, strict=True)
                if not self._elsewhere(name, others[row])
            )
            if good:
                kept[label] = good
        return kept

    def _elsewhere(self, name: str, neighbours: npt.NDArray[Any]) -> bool:
        names = Counter(self._names[index] for index in neighbours)
        other, count = names.most_common(1)[0]
        return other != name and count >= _AGREED and name not in names


def _folded(label: str) -> str | None:
    try:
        return fold(label)
    except KeyError:
        return None


def _picture(glyph: Glyph) -> npt.NDArray[Any]:
    """A character as a blurred little picture of unit length, its shape kept."""
    canvas = np.zeros((_SIDE * 2, _SIDE * 2), np.uint8)
    points = np.concatenate(glyph)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    for stroke in glyph:
        fixed = ((stroke - middle) * (_SIDE * 1.7) + _SIDE) * 16
        cv2.polylines(canvas, [fixed.astype(np.int32)[:, None]], False, 255, 3, cv2.LINE_AA, 4)
    small = cv2.resize(canvas, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    flat = cv2.GaussianBlur(small, (0, 0), 0.8).ravel()
    return np.asarray(flat / (np.linalg.norm(flat) or 1.0))
