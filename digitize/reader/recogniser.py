"""The reader: normalise, one pass of a net a width, decode, calibrate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.hand.page import Open, Page
from fairdeal.digitize.hand.shapes import Measure
from fairdeal.digitize.reader.alphabet import SYMBOLS
from fairdeal.digitize.reader.calibration import Calibration
from fairdeal.digitize.reader.decode import Columns, Decoded, free_text, join_boxes
from fairdeal.digitize.reader.engine import Engine, columns_of, normalised
from fairdeal.digitize.reader.looks import Looks, decode_cells
from fairdeal.digitize.reader.reading import CellInk, OpenShape, PageReading, Reading, Recogniser
from fairdeal.digitize.reader.vocabulary import SUIT_FIRST_CARD, Vocabulary, vocabulary
from fairdeal.digitize.reader.weights_store import Weights, load_weights

ASKED_WITH: Final = 0.98
"""An entry with a shape that is asked about is asked about too where it is less sure than this."""
WORTH_ASKING: Final = 2
"""Entries in doubt that one question about a shape settles, at least; else they are asked about singly."""


class NetRecogniser:
    """Reads cells with the committed nets. Not to be shared between threads."""

    def __init__(self, weights: Weights) -> None:
        self.version: Final = weights.version
        self._engines = [Engine(net) for net in weights.nets]
        self._calibration: Calibration = weights.calibration
        self._measure: Measure = weights.measure

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        """A reading a cell, in order."""
        return self._all(cells, self._each)

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        """The cells of one page, read as the writing of one hand; each has its name."""
        bound = [n for n, cell in enumerate(cells) if vocabulary(cell.kind) is not None]
        shapes: list[OpenShape] = []

        def together(some: Sequence[CellInk]) -> list[Reading]:
            looks = Looks(self._engines, some, self._calibration.struck_above)
            page = self._page(some, looks, seats)
            if page.suit_first:
                some = [_suit_first(cell) for cell in some]
                looks.ask(some)
            decoded = looks.look_closer(page.read)
            readings = self._readings(some, decoded)
            found = list(self._open_shapes(page, looks, some, readings))
            for shape in found:
                for n in shape.cells:
                    if readings[n].probability < ASKED_WITH:
                        readings[n] = replace(readings[n], flagged=True)
            shapes.extend(
                replace(each, cells=tuple(bound[n] for n in each.cells)) for each in found
            )
            return readings

        return PageReading(tuple(self._all(cells, together)), tuple(shapes))

    def _page(self, cells: Sequence[CellInk], looks: Looks, seats: int) -> Page:
        every = range(len(cells))
        strange = [
            cells[n].mark or looks.struck(n) >= self._calibration.struck_above for n in every
        ]
        return Page(cells, [looks.first(n) for n in every], strange, self._measure, seats)

    def _open_shapes(
        self,
        page: Page,
        looks: Looks,
        cells: Sequence[CellInk],
        readings: Sequence[Reading],
    ) -> Iterator[OpenShape]:
        """Shapes about which one question settles several entries that a person would be asked about."""
        for each in page.open_shapes():
            if sum(readings[n].flagged for n in each.cells) >= WORTH_ASKING:
                shape = self._open(each, page, looks, cells)
                one, other = shape.read_as
                if sum(a.text != b.text for a, b in zip(one, other, strict=True)) >= WORTH_ASKING:
                    yield shape

    def _open(self, shape: Open, page: Page, looks: Looks, cells: Sequence[CellInk]) -> OpenShape:
        """A shape with the readings of its cells for either of its signs."""
        read_as = []
        for sign in shape.signs:
            answer = page.answered(shape.shape, sign)
            decoded = [looks.decoded(n, answer.read) for n in shape.cells]
            read_as.append(tuple(self._readings([cells[n] for n in shape.cells], decoded)))
        one, other = (SYMBOLS[sign] for sign in shape.signs)
        return OpenShape((one, other), shape.probability, shape.cells, (read_as[0], read_as[1]))

    def _each(self, cells: Sequence[CellInk]) -> list[Reading]:
        decoded = decode_cells(self._engines, cells, self._calibration.struck_above)
        return self._readings(cells, decoded)

    def _readings(
        self, cells: Sequence[CellInk], decoded: Sequence[Decoded | None]
    ) -> list[Reading]:
        found = []
        for cell, one in zip(cells, decoded, strict=True):
            words = vocabulary(cell.kind)
            assert words is not None
            found.append(self._reading(one, words))
        return found

    def _all(
        self, cells: Sequence[CellInk], bound: Callable[[Sequence[CellInk]], list[Reading]]
    ) -> list[Reading]:
        """Readings of all cells: free text by itself, the others by `bound`."""
        free = [normalised(cell) for cell in cells if vocabulary(cell.kind) is None]
        texts = iter(columns_of(self._engines[0], free))
        others = iter(bound([cell for cell in cells if vocabulary(cell.kind) is not None]))
        return [
            next(others) if vocabulary(cell.kind) is not None else _free(next(texts))
            for cell in cells
        ]

    def _reading(self, decoded: Decoded | None, words: Vocabulary) -> Reading:
        if decoded is None:
            return Reading(None, 1.0, blank=True)
        return self._calibration.reading(decoded, words.incomplete)


def _suit_first(cell: CellInk) -> CellInk:
    return replace(cell, kind=SUIT_FIRST_CARD) if cell.kind == "card" else cell


def _free(boxes: list[Columns]) -> Reading:
    if not boxes:
        return Reading(None, 1.0, blank=True)
    text, mass = free_text(join_boxes(boxes))
    return Reading(text or None, 0.0, ((text, 0.0),) if text else (), mass, flagged=True)


def open_reader() -> Recogniser:
    """The reader with the committed weights; ReadError where they are damaged."""
    return NetRecogniser(load_weights())
