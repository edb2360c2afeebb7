"""The reader at work: normalise, one pass of a net a width, decode, calibrate.

Two nets read. The first reads everything; what it is not sure of the second reads as well. They were
trained one from the other with a high rate of learning between, so that they err in different places
(snapshot ensembles, Huang et al. 2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.calibration import Calibration
from fairdeal.digitize.reader.decode import (
    Columns,
    Decoded,
    decode,
    free_text,
    join_boxes,
    mean,
)
from fairdeal.digitize.reader.normalise import HEIGHT, bucket, normalise
from fairdeal.digitize.reader.reading import CellInk, Reading, Recogniser
from fairdeal.digitize.reader.second_look import beside_the_struck
from fairdeal.digitize.reader.views import widened
from fairdeal.digitize.reader.vocabulary import Vocabulary, vocabulary
from fairdeal.digitize.reader.weights_store import Weights, corrupt, load_weights

BATCH: Final = 64
"""Cells in one pass; more gain nothing and cost memory."""
STAGES: Final = ((0.98, 1, False), (0.95, 1, True), (0.9, 0, True))
"""Further looks at what is believed with less than the first figure, all looks so far together: by
which net, and whether widened. Each costs time, so the later ones are for fewer fields."""


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


Inks = list[NDArray[np.uint8]]
"""The normalised boxes of one field, those without ink left out."""


def normalised(cell: CellInk) -> Inks:
    """The boxes of a field that hold ink, ready for the net."""
    return [ink for box in cell.boxes if (ink := normalise(box)) is not None]


def columns_of(engine: Engine, fields: Sequence[Inks]) -> list[Columns | None]:
    """The columns of each field, its boxes in a row; None where no box holds ink."""
    columns = iter(engine.columns([ink for inks in fields for ink in inks]))
    rows = ([next(columns) for _ in inks] for inks in fields)
    return [join_boxes(row) if row else None for row in rows]


def decode_cells(
    engines: Sequence[Engine], cells: Sequence[CellInk], look_again_from: float
) -> list[Decoded | None]:
    """What the nets make of fields that have a vocabulary; None where there is no ink.

    A field with a sign of struck ink of at least `look_again_from` is looked at again without the
    struck entry, where a new one stands above or under it; the clearer of the two looks counts. What is
    doubtful is looked at again, in `STAGES`, and the mean of the looks counts.
    """
    fields = [normalised(cell) for cell in cells]
    found = _decoded(engines[0], cells, fields)
    _uncover(engines[0], cells, fields, found, look_again_from)
    looks = [[] if one is None else [one] for one in found]
    for sure, net, wide in STAGES:
        if net >= len(engines):
            continue
        doubtful = [n for n, one in enumerate(found) if one is not None and _best(one) < sure]
        inks = [[widened(ink) for ink in fields[n]] if wide else fields[n] for n in doubtful]
        views = _decoded(engines[net], [cells[n] for n in doubtful], inks)
        for number, view in zip(doubtful, views, strict=True):
            if view is not None:
                looks[number].append(view)
                found[number] = mean(looks[number])
    return found


def _decoded(
    engine: Engine, cells: Sequence[CellInk], fields: Sequence[Inks]
) -> list[Decoded | None]:
    found: list[Decoded | None] = []
    for cell, columns in zip(cells, columns_of(engine, fields), strict=True):
        words = vocabulary(cell.kind)
        assert words is not None
        found.append(None if columns is None else decode(columns, words))
    return found


def _uncover(
    engine: Engine,
    cells: Sequence[CellInk],
    fields: list[Inks],
    found: list[Decoded | None],
    look_again_from: float,
) -> None:
    """Put what stands above or under struck entries in the place of both, where that reads better."""
    again: dict[int, NDArray[np.uint8]] = {}
    for number, (cell, first) in enumerate(zip(cells, found, strict=True)):
        if first is not None and first.struck >= look_again_from:
            rest = beside_the_struck(cell.boxes)
            ink = normalise(rest) if rest is not None else None
            if ink is not None:
                again[number] = ink
    asked = [cells[number] for number in again]
    seconds = _decoded(engine, asked, [[ink] for ink in again.values()])
    for (number, ink), second in zip(again.items(), seconds, strict=True):
        first = found[number]
        if first is not None and second is not None and _best(second) > _best(first):
            found[number] = replace(second, struck=first.struck)
            fields[number] = [ink]


def _best(decoded: Decoded) -> float:
    return decoded.masses[0][1] if decoded.masses else 0.0


class NetRecogniser:
    """Reads cells with the committed nets. Not to be shared between threads."""

    def __init__(self, weights: Weights) -> None:
        self.version: Final = weights.version
        self._engines = [Engine(net) for net in weights.nets]
        self._calibration: Calibration = weights.calibration

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        """A reading a cell, in order."""
        free = [normalised(cell) for cell in cells if vocabulary(cell.kind) is None]
        bound = [cell for cell in cells if vocabulary(cell.kind) is not None]
        texts = iter(columns_of(self._engines[0], free))
        decoded = iter(decode_cells(self._engines, bound, self._calibration.struck_above))
        return [
            self._reading(next(decoded), words)
            if (words := vocabulary(cell.kind)) is not None
            else _free(next(texts))
            for cell in cells
        ]

    def _reading(self, decoded: Decoded | None, words: Vocabulary) -> Reading:
        if decoded is None:
            return Reading(None, 1.0, blank=True)
        return self._calibration.reading(decoded, words.incomplete)


def _free(columns: Columns | None) -> Reading:
    if columns is None:
        return Reading(None, 1.0, blank=True)
    text, mass = free_text(columns)
    return Reading(text or None, 0.0, ((text, 0.0),) if text else (), mass, flagged=True)


def open_reader() -> Recogniser:
    """The reader with the committed weights; ReadError where they are damaged."""
    return NetRecogniser(load_weights())
