"""Fields decoded from several looks at their ink.

Two nets read. The first reads everything; what it is not sure of the second reads as well. They were
trained one from the other with a high rate of learning between, so that they err in different places
(snapshot ensembles, Huang et al. 2017).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.reader.alphabet import INDEX, STRUCK
from fairdeal.digitize.reader.decode import Columns, Decoded, decode, join_boxes, mean
from fairdeal.digitize.reader.engine import Engine, Inks, columns_of, normalised
from fairdeal.digitize.reader.normalise import normalise
from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.reader.second_look import beside_the_struck
from fairdeal.digitize.reader.views import widened
from fairdeal.digitize.reader.vocabulary import vocabulary

STAGES: Final = ((0.98, 1, False), (0.95, 1, True), (0.9, 0, True))
"""Further looks at what is believed with less than the first figure, all looks so far together: by
which net, and whether widened. Each costs time, so the later ones are for fewer fields."""

ACROSS: Final = 0.9
"""A field of several boxes that is believed with less is looked at in one piece as well."""

Boxes = list[Columns]
"""The columns of a field's boxes that hold ink."""

Reader = Callable[[int, Boxes], Columns]
"""From a field's number and a look at its boxes to its columns."""


def as_seen(_number: int, boxes: Boxes) -> Columns:
    """The columns as the net gives them."""
    return join_boxes(boxes)


class Looks:
    """Looks at the ink of fields that have a vocabulary, the first of each taken when it is made.

    A field with a sign of struck ink of at least `look_again_from` is looked at again without the
    struck entry, where a new one stands above or under it; the clearer of the two looks counts.
    """

    def __init__(
        self, engines: Sequence[Engine], cells: Sequence[CellInk], look_again_from: float
    ) -> None:
        self._engines, self._cells = engines, cells
        self._inks = [normalised(cell) for cell in cells]
        firsts = columns_of(engines[0], self._inks)
        self._looks: list[list[Boxes]] = [[boxes] if boxes else [] for boxes in firsts]
        self._struck = [max((_struck(box) for box in boxes), default=0.0) for boxes in firsts]
        self._uncover(look_again_from)
        self._across_boxes()

    def ask(self, cells: Sequence[CellInk]) -> None:
        """The same fields, from now on as the kinds that these are of."""
        self._cells = cells

    def __len__(self) -> int:
        return len(self._cells)

    def first(self, number: int) -> Boxes:
        """The first net's look at a field; nothing where it has no ink."""
        return self._looks[number][0] if self._looks[number] else []

    def struck(self, number: int) -> float:
        """The strongest sign that a field's ink was struck out."""
        return self._struck[number]

    def decoded(self, number: int, reader: Reader = as_seen) -> Decoded | None:
        """A field by all looks that were taken; None where there is no ink."""
        looks = [self._decoded(number, look, reader) for look in self._looks[number]]
        return _together(looks) if looks else None

    def _decoded(self, number: int, look: Boxes, reader: Reader) -> Decoded:
        words = vocabulary(self._cells[number].kind)
        assert words is not None
        return replace(decode(reader(number, look), words), struck=self._struck[number])

    def look_closer(self, reader: Reader = as_seen) -> list[Decoded | None]:
        """Every field, what is doubtful looked at again, in `STAGES`; the mean of the looks counts."""
        looks = [
            [self._decoded(number, look, reader) for look in own]
            for number, own in enumerate(self._looks)
        ]
        for sure, net, wide in STAGES:
            if net >= len(self._engines):
                continue
            doubtful = [n for n, own in enumerate(looks) if own and _best(_together(own)) < sure]
            inks = [[widened(ink) if wide else ink for ink in self._inks[n]] for n in doubtful]
            closer = columns_of(self._engines[net], inks)
            for number, boxes in zip(doubtful, closer, strict=True):
                self._looks[number].append(boxes)
                looks[number].append(self._decoded(number, boxes, reader))
        return [_together(own) if own else None for own in looks]

    def _across_boxes(self) -> None:
        """Look at doubtful fields of several boxes in one piece: some write a word over its boxes, or all
        of it into one. The clearer of the two looks counts."""
        wholes = {
            number: ([ink], best)
            for number, cell in enumerate(self._cells)
            if cell.whole is not None
            and self._looks[number]
            and (best := self._first_best(number)) < ACROSS
            and (ink := normalise(cell.whole)) is not None
        }
        columns = columns_of(self._engines[0], [inks for inks, _ in wholes.values()])
        for (number, (inks, best)), boxes in zip(wholes.items(), columns, strict=True):
            self._put_if_better(number, boxes, inks, best)

    def _first_best(self, number: int) -> float:
        found = self.decoded(number)
        return _best(found) if found is not None else 0.0

    def _put_if_better(self, number: int, boxes: Boxes, inks: Inks, first: float) -> None:
        """Take another look in the place of the first where it reads better than that (`first`)."""
        kept = self._looks[number]
        self._looks[number] = [boxes]
        if self._first_best(number) <= first:
            self._looks[number] = kept
        else:
            self._inks[number] = inks

    def _uncover(self, look_again_from: float) -> None:
        """Put what stands above or under struck entries in the place of both, where that reads better."""
        again: dict[int, Inks] = {}
        for number, cell in enumerate(self._cells):
            if self._looks[number] and self._struck[number] >= look_again_from:
                rest = beside_the_struck(cell.boxes)
                ink = normalise(rest) if rest is not None else None
                if ink is not None:
                    again[number] = [ink]
        columns = columns_of(self._engines[0], list(again.values()))
        for number, boxes in zip(again, columns, strict=True):
            self._put_if_better(number, boxes, again[number], self._first_best(number))


def decode_cells(
    engines: Sequence[Engine], cells: Sequence[CellInk], look_again_from: float
) -> list[Decoded | None]:
    """What the nets make of fields that have a vocabulary, each by itself; None where there is no ink."""
    return Looks(engines, cells, look_again_from).look_closer()


def _together(looks: list[Decoded]) -> Decoded:
    return looks[0] if len(looks) == 1 else mean(looks)


def _struck(columns: Columns) -> float:
    return float(columns[:, INDEX[STRUCK]].max())


def _best(decoded: Decoded) -> float:
    return decoded.masses[0][1] if decoded.masses else 0.0
