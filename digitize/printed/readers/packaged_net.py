"""The line reader inside the package RapidOCR, as one of two readers of print.

It comes with ``fairdeal[words]``; without it Tesseract reads alone. See `digitize.words.packaged`, which
finds it and says why nothing else of the package is run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.nets import RunningNet
from fairdeal.digitize.printed.lines.strips import Strip
from fairdeal.digitize.printed.readers.signs import PLAIN, PRINTED, SUITS, Sign
from fairdeal.digitize.words.packaged import (
    BLANK,
    HEIGHT,
    NARROWEST,
    WIDEST,
    characters_of,
    packaged_net,
)

STANDING_IN: Final = frozenset("“”„‘’–—−…→，：；！（）")
"""Other signs that the net sees where one of ours is printed."""
LEAST_WIDE: Final = 2
"""What the net is shown is at least so many times as wide as it is high."""
LEAST: Final = 0.001
"""Less likely signs are not named."""
MOST: Final = 4


class PrintNet:
    """Lines in, their signs out."""

    def __init__(self, net: RunningNet) -> None:
        characters = characters_of(net)
        wanted = PRINTED | SUITS | STANDING_IN | {BLANK, " "}
        self._net = net
        self._columns = [n for n, c in enumerate(characters) if c in wanted]
        self._characters = [characters[n].translate(PLAIN) for n in self._columns]

    @property
    def knows(self) -> frozenset[str]:
        """The signs that it can tell."""
        return PRINTED | SUITS

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        """The signs of each strip, from the left."""
        return [list(self._signs(strip)) for strip in strips]

    def _signs(self, strip: Strip) -> Iterator[Sign]:
        chances = self._chances(strip.grey)
        if not len(chances):
            return
        best = chances.argmax(1)
        height, width = strip.grey.shape
        wide = max(width, LEAST_WIDE * height) / len(chances)
        starts = np.flatnonzero(np.diff(best, prepend=-1))
        blank = False
        for start, end in zip(starts, [*starts[1:], len(best)], strict=True):
            text = self._characters[best[start]]
            if text in (BLANK, " "):
                blank |= text == " "
                continue
            column = start + int(chances[start:end, best[start]].argmax())
            x = strip.on_page((start + end) / 2 * wide)
            others = self._others(chances[column], text)
            yield Sign(text, x, float(chances[column, best[start]]), others, blank)
            blank = False

    def _chances(self, grey: NDArray[np.uint8]) -> NDArray[np.float32]:
        """How likely each sign is in each column (columns, signs), as shares of those that are looked for."""
        height, width = grey.shape
        if width < LEAST_WIDE * height:  # a single letter is not stretched
            grey = np.pad(grey, ((0, 0), (0, LEAST_WIDE * height - width)), constant_values=255)
            width = grey.shape[1]
        size = (min(max(round(HEIGHT * width / height), NARROWEST), WIDEST), HEIGHT)
        line = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 127.5 - 1
        chances = self._net(np.stack([line] * 3)[None])[0][:, self._columns]
        return np.asarray(chances / np.maximum(chances.sum(1, keepdims=True), 1e-9), np.float32)

    def _others(self, chances: NDArray[np.float32], text: str) -> tuple[tuple[str, float], ...]:
        order = np.argsort(-chances)[: MOST + 2]
        found = ((self._characters[n], float(chances[n])) for n in order)
        return tuple((sign, p) for sign, p in found if sign not in (text, " ") and p >= LEAST)[
            :MOST
        ]


@cache
def print_net() -> PrintNet | None:
    """The reader, opened once in a process; None without the packages, or where they are damaged."""
    net = packaged_net()
    try:
        return None if net is None else PrintNet(net)
    except (ValueError, KeyError):
        return None
