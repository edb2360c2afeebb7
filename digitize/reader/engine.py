"""A net at work: boxes normalised, one pass a width, columns of symbol probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.nets import NetError, RunningNet
from fairdeal.digitize.reader.decode import Columns
from fairdeal.digitize.reader.normalise import HEIGHT, bucket, normalise
from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.reader.weights_store import corrupt

BATCH: Final = 64
"""Cells in one pass; more gain nothing and cost memory."""


class Engine:
    """The net that reads characters."""

    def __init__(self, onnx: bytes) -> None:
        try:
            self._net = RunningNet(onnx)
        except NetError:
            raise corrupt("the net cannot be opened") from None

    def columns(self, inks: Sequence[NDArray[np.uint8]]) -> list[Columns]:
        """Symbol probabilities of normalised boxes, whatever their order and company."""
        widths: dict[int, list[int]] = {}
        for number, ink in enumerate(inks):
            widths.setdefault(bucket(ink.shape[1]), []).append(number)
        found: dict[int, Columns] = {}
        for width, numbers in widths.items():
            for start in range(0, len(numbers), BATCH):
                group = numbers[start : start + BATCH]
                found.update(zip(group, self._pass([inks[n] for n in group], width), strict=True))
        return [found[number] for number in range(len(inks))]

    def _pass(self, inks: Sequence[NDArray[np.uint8]], width: int) -> NDArray[np.float32]:
        batch = np.zeros((len(inks), 1, HEIGHT, width), np.float32)
        for place, ink in enumerate(inks):
            batch[place, 0, :, : ink.shape[1]] = ink
        batch /= 255.0
        logits = self._net(batch)[:, :, 0, :]
        logits -= logits.max(1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(1, keepdims=True)
        return np.ascontiguousarray(chances.transpose(0, 2, 1))


Inks = list[NDArray[np.uint8]]
"""The normalised boxes of one field, those without ink left out."""


def normalised(cell: CellInk) -> Inks:
    """The boxes of a field that hold ink, ready for the net."""
    return [ink for box in cell.boxes if (ink := normalise(box)) is not None]


def columns_of(engine: Engine, fields: Sequence[Inks]) -> list[list[Columns]]:
    """The columns of each box of each field."""
    columns = iter(engine.columns([ink for inks in fields for ink in inks]))
    return [[next(columns) for _ in inks] for inks in fields]
