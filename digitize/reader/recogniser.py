"""The reader at work: normalise, one pass of the net a width, decode, calibrate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.reader.calibration import Calibration
from digitize.reader.decode import Columns, decode, free_text, join_boxes
from digitize.reader.normalise import HEIGHT, bucket, normalise
from digitize.reader.reading import CellInk, Reading, Recogniser
from digitize.reader.vocabulary import vocabulary
from digitize.reader.weights_store import Weights, corrupt, load_weights

BATCH: Final = 64
"""Cells in one pass; more gain nothing and cost memory."""


class Engine:
    """The net under `cv2.dnn`; the one place that runs it."""

    def __init__(self, onnx: bytes) -> None:
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))
        except cv2.error:
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
        self._net.setInput(batch)
        logits = np.asarray(self._net.forward(), np.float32)[:, :, 0, :]
        logits -= logits.max(1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(1, keepdims=True)
        return np.ascontiguousarray(chances.transpose(0, 2, 1))


class NetRecogniser:
    """Reads cells with the committed net. Not to be shared between threads."""

    def __init__(self, weights: Weights) -> None:
        self.version: Final = weights.version
        self._engine = Engine(weights.onnx)
        self._calibration: Calibration = weights.calibration

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        """A reading a cell, in order."""
        inks: list[NDArray[np.uint8]] = []
        places: list[list[int]] = []
        for cell in cells:
            own = []
            for box in cell.boxes:
                ink = normalise(box)
                if ink is not None:
                    own.append(len(inks))
                    inks.append(ink)
            places.append(own)
        columns = self._engine.columns(inks)
        return [
            self._reading(cell.kind, [columns[n] for n in own])
            for cell, own in zip(cells, places, strict=True)
        ]

    def _reading(self, kind: str, boxes: list[Columns]) -> Reading:
        words = vocabulary(kind)
        if not boxes:
            return Reading(None, 1.0, blank=True)
        columns = join_boxes(boxes)
        if words is None:
            text, mass = free_text(columns)
            return Reading(text or None, 0.0, ((text, 0.0),) if text else (), mass, flagged=True)
        return self._calibration.reading(decode(columns, words), words.incomplete)


def open_reader() -> Recogniser:
    """The reader with the committed weights; ReadError where they are damaged."""
    return NetRecogniser(load_weights())
