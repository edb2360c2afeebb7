"""A page's cells read by two nets: the looks that are taken at each, and what they come to together.

Of a struck entry the new value above or under it is read: people who have no room beside strike an entry
through and write the new one there. Both stand in one box, the new one perhaps across the borders of several,
so the field is put together again, the line through it found, and the old entry's rows left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected
from fairdeal.digitize.reader.decode import Columns, Decoded, decode, free_text, join_boxes, mean
from fairdeal.digitize.reader.engine import (
    CERTAIN,
    Calibration,
    Engine,
    Inks,
    Weights,
    columns_of,
    load_weights,
    normalise,
    normalised,
    widened,
)
from fairdeal.digitize.reader.naming import Measure
from fairdeal.digitize.reader.reading import (
    ALIKE,
    CellInk,
    OpenShape,
    PageReading,
    Reading,
    Recogniser,
    has_sign,
    written_alike,
)
from fairdeal.digitize.reader.vocabulary import (
    INDEX,
    STRUCK,
    SUIT_FIRST_CARD,
    SYMBOLS,
    vocabulary,
)
from fairdeal.digitize.reader.written import Open, WrittenPage

Grey = NDArray[np.uint8]

SHARED_PX: Final = 12
"""Boxes of a form are cut 0.6 mm beyond their border: neighbours share this many pixels."""
PAPER: Final = 235
INK_SHARE: Final = 0.3
"""A pixel is ink from this share of the darkest ink's depth on."""
LINE_SHARE: Final = 0.55
"""The line through an entry is at least this long beside all ink of the field; bars of figures are not."""
SHORTEST_LINE: Final = 22
"""... and this long in pixels, 2 mm."""
THICKEST_LINE: Final = 14
"""No pen's line is thicker than this many pixels."""
OFF_CENTRE: Final = 1.7
"""The line has this many times more ink's height on the side of the new entry than on the other. With one
entry alone the line goes through its middle."""
LEAST_HEIGHT: Final = 12
"""Rows of writing, 1.2 mm."""


def rejoined(boxes: Sequence[Grey]) -> Grey:
    """The boxes of a field side by side again, what neighbours share laid on one another."""
    high = max(box.shape[0] for box in boxes)
    width = sum(box.shape[1] for box in boxes) - SHARED_PX * (len(boxes) - 1)
    whole = np.full((high, width), PAPER, np.uint8)
    left = 0
    for box in boxes:
        part = whole[: box.shape[0], left : left + box.shape[1]]
        np.minimum(part, box, out=part)
        left += box.shape[1] - SHARED_PX
    return whole


def beside_the_struck(boxes: Sequence[Grey]) -> Grey | None:
    """The field with its struck-out entry covered, where a new one stands above or under it.

    None where no such line is found: nothing new, or written beside the old.
    """
    whole = rejoined(boxes)
    depth = float(np.median(whole)) - whole.astype(np.float32)
    dark = cv2.blur(depth, (3, 3))
    peak = float(dark.max())
    if peak <= 0:
        return None
    ink = (dark > INK_SHARE * peak).astype(np.uint8)
    line = _line(ink)
    if line is None:
        return None
    columns = np.arange(whole.shape[1])
    # Rows counted from the line, so that a sloping line leaves no part of the old entry.
    rows = np.arange(whole.shape[0])[:, None] - np.polyval(line, columns)[None, :]
    places = rows[ink > 0]
    above, under = -float(places.min()), float(places.max())
    if min(above, under) <= 0 or max(above, under) < OFF_CENTRE * min(above, under):
        return None
    if under > above:  # the new entry stands under the old: the same with rows counted upwards
        rows, places = -rows, -places
    cut = _gap(places, min(above, under), max(above, under))
    new = places[places < cut]
    if not len(new) or float(np.ptp(new)) < LEAST_HEIGHT:
        return None
    kept = rows < cut
    return np.where(kept, whole, np.uint8(np.median(whole))).astype(np.uint8)


def _line(ink: Grey) -> NDArray[np.float64] | None:
    """Slope and height of a long thin line across the ink, as `numpy.polyval` takes them."""
    columns = np.flatnonzero(ink.any(0))
    if not len(columns):
        return None
    across = int(columns[-1] - columns[0]) + 1
    length = max(SHORTEST_LINE, round(LINE_SHARE * across))
    piece = cv2.getStructuringElement(cv2.MORPH_RECT, (max(9, SHORTEST_LINE - 6), 1))
    runs = cv2.morphologyEx(ink, cv2.MORPH_OPEN, piece)
    labels, stats, _ = connected(cv2.dilate(runs, np.ones((3, 5), np.uint8)))
    best = max(range(1, len(stats)), key=lambda k: int(stats[k, cv2.CC_STAT_WIDTH]), default=0)
    if not best or stats[best, cv2.CC_STAT_WIDTH] < length:
        return None
    ys, xs = np.nonzero((labels == best) & (runs > 0))
    line = np.polyfit(xs, ys, 1)
    near = np.abs(ys - np.polyval(line, xs)) < THICKEST_LINE / 2
    if near.sum() < 10:
        return None
    line = np.polyfit(xs[near], ys[near], 1)
    reached = np.unique(xs[near])
    return line if len(reached) >= 0.8 * length else None


def _gap(places: NDArray[np.float64], half: float, far: float) -> float:
    """Where to cut, in rows from the line (negative: above it): the emptiest row near the old's top.

    `half` is how far the old entry reaches on the other side of its line, `far` how far the ink does on
    the new entry's side: the line halves the old one, and both are written about as high.
    """
    wanted = (half + far / 3) / 2
    tops = np.arange(-1.5 * wanted - 2, -0.6 * wanted)
    counts = np.array([((places >= top - 1) & (places < top + 1)).sum() for top in tops])
    away = np.abs(tops + wanted) / max(wanted, 1.0)
    return float(tops[int(np.argmin(counts + 8.0 * away))])


STAGES: Final = ((0.98, 1, False), (0.95, 1, True), (0.9, 0, True))
"""Further looks at what is believed with less than the first figure, all looks so far together: by
which net, and whether widened. Each costs time, so the later ones are for fewer fields."""

RIVALLED: Final = 5e-5
"""A figure is looked at once more, widened, if its first look leaves this much to a rival of as many signs: a
plain one leaves less."""
CONFIRMED: Final = 0.95
"""Figures read with less than this share of that look's masses are not confirmed by it. Of 18 that were read
wrongly, with 0.98 and more, 14 had less; of 517 read rightly 32. Most of the wrong ones were a narrow 4."""

CONFIRMS: Final = 0.995
"""The second net confirms what one look reads where it gives it this share of its masses ..."""
NO_RIVAL: Final = 3e-4
"""... and neither sees as much of another text of as many signs (of three 4s of one hand that both read as 1
the first saw 0.0017 and more of a 4); ..."""
DOUBTS: Final = 0.95
"""... with less than this the mean of both looks counts. Of 55 fields of photographed characters that one
look read wrongly with 0.98 and more, 43 had less and 4 were confirmed; of 5,138 read rightly 27 and 94 in
100."""

OTHERWISE: Final = 0.5
"""The ink alone says something else than the page makes of it where it gives that less of its masses. An
entry of which both nets say so is not certain: of 5,213 read rightly by one look 14 were such; a 9 of which
the page made a 4 was, and a team's points were called wrong."""

ACROSS: Final = 0.9
"""A field of several boxes that is believed with less is looked at in one piece as well."""

Boxes = list[Columns]
"""The columns of a field's boxes that hold ink."""

Reader = Callable[[int, Boxes], Columns]
"""From a field's number and a look at its boxes to its columns."""


def as_seen(_number: int, boxes: Boxes) -> Columns:
    """The columns as the net gives them."""
    return join_boxes(boxes)


@dataclass(slots=True)
class SecondLook:
    """What the second net says of fields that are nearly certain: those that it confirms, those that it
    doubts with what both looks come to, and those that it reads otherwise by their ink alone."""

    confirmed: set[int] = field(default_factory=set)
    doubted: dict[int, Decoded] = field(default_factory=dict)
    otherwise: set[int] = field(default_factory=set)


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
        self._doubt_figures(looks)
        beside = {number for number, own in enumerate(looks) if len(own) > 1}
        for sure, net, wide in STAGES:
            if net >= len(self._engines):
                continue
            doubtful = [
                number
                for number, own in enumerate(looks)
                if own and number not in beside and _best(_together(own)) < sure
            ]
            inks = [[widened(ink) if wide else ink for ink in self._inks[n]] for n in doubtful]
            closer = columns_of(self._engines[net], inks)
            for number, boxes in zip(doubtful, closer, strict=True):
                self._looks[number].append(boxes)
                looks[number].append(self._decoded(number, boxes, reader))
        return [_together(own) if own else None for own in looks]

    def is_once(self, number: int) -> bool:
        """Whether one look alone was taken at a field."""
        return len(self._looks[number]) == 1

    def against_ink(self, number: int, text: str, reader: Reader) -> bool:
        """Whether the first look at a field, by its ink alone, rather says something else than the page makes
        of it."""
        first = self._looks[number][0]
        seen = as_seen(number, first)
        if np.array_equal(seen.argmax(1), reader(number, first).argmax(1)):
            return False
        return _share(self._decoded(number, first, as_seen), text) < OTHERWISE

    def by_second(self, texts: Mapping[int, str], reader: Reader) -> SecondLook:
        """The second net's look at fields that read as these texts. It confirms, or doubts, what one look
        reads; what it confirms it reads by the ink alone, too: a shape named wrongly is so in both looks."""
        if len(self._engines) == 1:
            return SecondLook()
        found = SecondLook()
        closer = columns_of(self._engines[1], [self._inks[number] for number in texts])
        for (number, text), boxes in zip(texts.items(), closer, strict=True):
            seen = self._decoded(number, boxes, as_seen)
            if _share(seen, text) < OTHERWISE:
                found.otherwise.add(number)
            if not self.is_once(number):
                continue
            first = self._decoded(number, self._looks[number][0], reader)
            look = self._decoded(number, boxes, reader)
            if _share(look, text) < DOUBTS:
                self._looks[number].append(boxes)
                found.doubted[number] = mean([first, look])
            elif max(_rival(first), _rival(look)) < NO_RIVAL and (
                min(_share(look, text), _share(seen, text)) >= CONFIRMS
            ):
                found.confirmed.add(number)
        return found

    def _doubt_figures(self, looks: Sequence[list[Decoded]]) -> None:
        """Another look at figures with a rival, kept where it does not confirm the first: by their ink alone,
        as one shape that is named wrongly is so all over a page."""
        rivalled = [number for number, own in enumerate(looks) if own and _is_rivalled(own[0])]
        inks = [[widened(ink) for ink in self._inks[number]] for number in rivalled]
        for number, boxes in zip(rivalled, columns_of(self._engines[0], inks), strict=True):
            look = self._decoded(number, boxes, as_seen)
            if _share(look, looks[number][0].masses[0][0]) < CONFIRMED:
                self._looks[number].append(boxes)
                looks[number].append(look)

    def _across_boxes(self) -> None:
        """Look at doubtful fields of several boxes in one piece: some write a word over its boxes, or all
        of it into one."""
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

    def _first_text(self, number: int) -> str:
        found = self.decoded(number)
        return found.masses[0][0] if found is not None and found.masses else ""

    def _put_if_better(self, number: int, boxes: Boxes, inks: Inks, first: float) -> None:
        """Take another look in the place of the first where it reads another text, and better than that
        (`first`). The clearer of two looks that read the same would hide that the other was in doubt."""
        kept, text = self._looks[number], self._first_text(number)
        self._looks[number] = [boxes]
        if self._first_text(number) == text or self._first_best(number) <= first:
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
    """What the nets make of fields that have a vocabulary, each on its own; None where there is no ink."""
    return Looks(engines, cells, look_again_from).look_closer()


def _together(looks: list[Decoded]) -> Decoded:
    return looks[0] if len(looks) == 1 else mean(looks)


def _struck(columns: Columns) -> float:
    return float(columns[:, INDEX[STRUCK]].max())


def _best(decoded: Decoded) -> float:
    return decoded.masses[0][1] if decoded.masses else 0.0


def _share(look: Decoded, text: str) -> float:
    """How much of its masses a look gives a text."""
    return dict(look.masses).get(text, 0.0) / (look.total or 1.0)


def _rival(look: Decoded) -> float:
    """How strong the strongest other text of as many signs is."""
    text = look.masses[0][0] if look.masses else ""
    rivals = (mass for other, mass in look.masses[1:] if len(other) == len(text))
    return max(rivals, default=0.0)


def _is_rivalled(look: Decoded) -> bool:
    """Whether a figure that is not doubtful has a rival."""
    text = look.masses[0][0] if look.masses else ""
    return text.isdigit() and _best(look) >= STAGES[0][0] and _rival(look) >= RIVALLED


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

        def each(some: Sequence[CellInk]) -> list[Reading]:
            looks = Looks(self._engines, some, self._calibration.struck_above)
            return self._read_closely(some, looks)[0]

        return self._all(cells, each)

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        """The cells of one page, read as the writing of one hand; each has its name."""
        bound = [n for n, cell in enumerate(cells) if vocabulary(cell.kind) is not None]
        shapes: list[OpenShape] = []
        confirmed: set[int] = set()

        def together(some: Sequence[CellInk]) -> list[Reading]:
            looks = Looks(self._engines, some, self._calibration.struck_above)
            page = self._page(some, looks, seats)
            if page.suit_first:
                some = [
                    replace(cell, kind=SUIT_FIRST_CARD) if cell.kind == "card" else cell
                    for cell in some
                ]
                looks.ask(some)
            readings, same = self._read_closely(some, looks, page.read)
            confirmed.update(bound[n] for n in same)
            found = list(self._open_shapes(page, looks, some, readings))
            for shape in found:
                for n in shape.cells:
                    if readings[n].probability < ASKED_WITH:
                        readings[n] = replace(readings[n], flagged=True)
            shapes.extend(
                replace(each, cells=tuple(bound[n] for n in each.cells)) for each in found
            )
            return readings

        readings = tuple(self._all(cells, together))
        return PageReading(readings, tuple(shapes), frozenset(confirmed))

    def _read_closely(
        self, cells: Sequence[CellInk], looks: Looks, reader: Reader = as_seen
    ) -> tuple[list[Reading], set[int]]:
        """Readings by all looks, and which of them the second net confirms: it looks too where one look
        leaves something over, where signs stand that this hand writes alike, and where the page overrules
        the ink."""
        decoded = looks.look_closer(reader)
        readings = self._readings(cells, decoded)
        read = {n: each for n, each in enumerate(readings) if each.text}
        alike = written_alike(readings)
        against_ink = {
            n for n, each in read.items() if looks.against_ink(n, each.text or "", reader)
        }
        again = against_ink.union(
            n
            for n, each in read.items()
            if looks.is_once(n) and (each.probability < CERTAIN or has_sign(each, alike))
        )
        second = looks.by_second({n: read[n].text or "" for n in sorted(again)}, reader)
        for n in second.confirmed:
            readings[n] = self._reading(cells[n], decoded[n], confirmed=True)
        for n, both in second.doubted.items():
            readings[n] = self._reading(cells[n], both)
        for n in against_ink & second.otherwise:
            readings[n] = replace(readings[n], probability=min(readings[n].probability, ALIKE))
        return readings, second.confirmed

    def _page(self, cells: Sequence[CellInk], looks: Looks, seats: int) -> WrittenPage:
        every = range(len(cells))
        strange = [
            cells[n].mark or looks.struck(n) >= self._calibration.struck_above for n in every
        ]
        return WrittenPage(cells, [looks.first(n) for n in every], strange, self._measure, seats)

    def _open_shapes(
        self,
        page: WrittenPage,
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

    def _open(
        self, shape: Open, page: WrittenPage, looks: Looks, cells: Sequence[CellInk]
    ) -> OpenShape:
        """A shape with the readings of its cells for either of its signs."""
        read_as = []
        for sign in shape.signs:
            answer = page.answered(shape.shape, sign)
            decoded = [looks.decoded(n, answer.read) for n in shape.cells]
            read_as.append(tuple(self._readings([cells[n] for n in shape.cells], decoded)))
        one, other = (SYMBOLS[sign] for sign in shape.signs)
        return OpenShape((one, other), shape.probability, shape.cells, (read_as[0], read_as[1]))

    def _readings(
        self, cells: Sequence[CellInk], decoded: Sequence[Decoded | None]
    ) -> list[Reading]:
        return [self._reading(*each) for each in zip(cells, decoded, strict=True)]

    def _reading(self, cell: CellInk, decoded: Decoded | None, confirmed: bool = False) -> Reading:
        words = vocabulary(cell.kind)
        assert words is not None
        if decoded is None:
            return Reading(None, 1.0, blank=True)
        return self._calibration.reading(decoded, words.incomplete, confirmed)

    def _all(
        self, cells: Sequence[CellInk], bound: Callable[[Sequence[CellInk]], list[Reading]]
    ) -> list[Reading]:
        """Readings of all cells: free text on its own, the others by `bound`."""
        free = [normalised(cell) for cell in cells if vocabulary(cell.kind) is None]
        texts = iter(columns_of(self._engines[0], free))
        others = iter(bound([cell for cell in cells if vocabulary(cell.kind) is not None]))
        return [
            next(others) if vocabulary(cell.kind) is not None else _free(next(texts))
            for cell in cells
        ]


def _free(boxes: list[Columns]) -> Reading:
    if not boxes:
        return Reading(None, 1.0, blank=True)
    text, mass = free_text(join_boxes(boxes))
    return Reading(text or None, 0.0, ((text, 0.0),) if text else (), mass, flagged=True)


def open_reader() -> Recogniser:
    """The reader with the committed weights; ReadError where they are damaged."""
    return NetRecogniser(load_weights())
