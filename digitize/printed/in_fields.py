"""The print in the fields of a sheet of which the cells are known, such as a club's own filled in by machine.

The cells say where print is to be looked for and which way up it is. Whether it is print at all is asked of
the net before both readers read it: a hand's figures look like some of print.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, compress
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.four_sides import Corners, quadrilateral
from fairdeal.digitize.pictures.picture import in_picture
from fairdeal.digitize.printed.alike import as_one_print
from fairdeal.digitize.printed.auction import twice
from fairdeal.digitize.printed.log import print_readers
from fairdeal.digitize.printed.looks import (
    LEAST_LETTERS,
    UPRIGHT_SENSE,
    Look,
    as_it_reads,
    count_letters,
    made_flat,
)
from fairdeal.digitize.printed.notation import SURE, SUREST
from fairdeal.digitize.printed.page_words import Standing, page_words, standing_on
from fairdeal.digitize.printed.readers import LineReader, print_net
from fairdeal.digitize.printed.straighten import FlatPage, flattenings
from fairdeal.digitize.printed.words import (
    BAR,
    KINDS,
    PERHAPS_TWO,
    Box,
    Piece,
    Sign,
    Slot,
    Word,
    fits,
    joined,
    weighed,
)
from fairdeal.records import Field

MOSTLY: Final = 0.8
"""Both readers agree on so many of the words in the cells, if these are print: hardly ever on a hand."""
SOME: Final = 0.6
"""So many of some words must be plain to one of them, before both read the whole sheet."""
PLAIN: Final = 0.98
"""... which is to be so sure of a sign, and both of a word, ..."""
TORN: Final = 0.5
"""... or so sure of what may be an old figure, 0 or 1."""
_LIKE_FIGURES: Final = frozenset("oOIl01")
MOST_UNEVEN: Final = 0.015
"""How far heights of equal signs are from their usual one, but for a pixel, as a share of it: most of them no
further. Of 30 printed sheets 28 had nothing, two by fax 0.006 and 0.054; nine by hands of the collection
had 0.034 and more. With the pixel counted four of these had as little as small print."""
MOST_OF_THEM: Final = 80
"""In hundredths."""
FEWEST: Final = 6
MANY_POINTS: Final = 40
"""So many corners, of ten cells, show where the cells are together."""
BEYOND: Final = 1.06
"""So many times as far from their middle as the outermost of them: what is written over a rule is within."""
_SLOTS: Final = {kind: slot for slot, kind in KINDS.items()}
Outline = NDArray[np.float32]
"""Corners of a field in a picture, (n, 2) pixels clockwise from its top left; none where it is not seen."""
NO_OUTLINE: Final = np.empty((0, 2), np.float32)
_BACK: Final = (
    None,
    cv2.ROTATE_90_COUNTERCLOCKWISE,
    cv2.ROTATE_180,
    cv2.ROTATE_90_CLOCKWISE,
)
"""How a page is turned of which the lines run to the right, down, to the left and up."""


def printed_in(
    image: NDArray[np.uint8],
    fields: Sequence[Field],
    corners: Corners | None = None,
    scale: float = 1.0,
) -> tuple[Field, ...] | None:
    """The fields of a sheet as the print in them reads; None where what is in them is not print. `scale` is
    `Picture.scale`.

    Raises what `digitize.printed.tesseract` raises.
    """
    net = print_net()
    outlines = [_outline(field, scale) for field in fields]
    if net is None or not any(map(len, outlines)):
        return None  # one reader alone agrees with itself on any hand
    ways = _upright(image, around(outlines) if corners is None else corners, outlines, net)
    first = next(ways, None)
    if first is None or not _a_few_are_print(first):
        return None
    # A later look at a page whose cells are known hardly ever shows more than one that reads well.
    best = first if first.sense >= UPRIGHT_SENSE else as_it_reads(chain([first], ways)) or first
    found = words_in(best, outlines)
    held = _in_fields(*found, outlines)
    inside = [
        word
        for own, field in zip(held, fields, strict=True)
        if field.kind in _SLOTS
        for word in own
    ]
    sure = sum(word.probability >= PLAIN for word in inside)
    if len(inside) < FEWEST or sure < MOSTLY * len(inside):
        return None
    return _read(fields, held)


def words_in(look: Look, outlines: Sequence[Outline]) -> tuple[list[Word], FlatPage]:
    """The words of a page of print that stand in its fields, and the page made flat."""
    flat = made_flat(look)
    words = page_words(_within(flat.page, flat.standing, outlines), print_readers())
    return [word for line in words.lines for word in line.words], flat.page


def _within(page: FlatPage, standing: Standing, outlines: Sequence[Outline]) -> Standing:
    """What stands on a page, of its runs those that begin, end or have their middle in a field: what else is
    there is not read, nor does it show how the page lies. Below a sheet may lie a newspaper."""
    places = [
        (x, run.middle, x, run.middle)
        for run in standing.runs
        for x in (run.left + 1, run.x, run.right - 1)
    ]
    stand = np.any(_stand_in(page, places, outlines), axis=0)
    within = [bool(stand[n : n + 3].any()) for n in range(0, len(places), 3)]
    runs = list(compress(standing.runs, within))
    return replace(standing, runs=runs, spans=list(compress(standing.spans, within)))


def _outline(field: Field, scale: float) -> Outline:
    if len(field.region) < 3:
        return NO_OUTLINE
    return in_picture(field.region, scale).astype(np.float32)


def _upright(
    image: NDArray[np.uint8], corners: Corners | None, outlines: Sequence[Outline], net: LineReader
) -> Iterator[Look]:
    """A sheet that shows its fields, flattened in one way after the other: they say which way up it is."""
    for page in flattenings(image, corners):
        turned = page.turned(_way_up(page, outlines))
        if count_letters(turned.grey) >= LEAST_LETTERS:
            standing = standing_on(turned.grey)
            yield Look(turned, _within(turned, standing, outlines), net)


def _way_up(page: FlatPage, outlines: Sequence[Outline]) -> int | None:
    """How a page is to be turned for most of its fields to run from left to right."""
    tops = np.array([each[:2] for each in outlines if len(each)])
    on_page = cv2.perspectiveTransform(tops.astype(np.float64), np.linalg.inv(page.to_photo))
    x, y = np.median(on_page[:, 1] - on_page[:, 0], axis=0)
    quarters = round(math.atan2(y, x) / (math.pi / 2)) % 4
    return _BACK[quarters]


def around(outlines: Sequence[Outline]) -> Corners | None:
    """The corners of a sheet's fields together, a little beyond them; None where too few are seen."""
    points = np.concatenate([NO_OUTLINE, *outlines])
    if len(points) < MANY_POINTS:
        return None
    corners = quadrilateral(points.round().astype(np.int32))
    return np.asarray(corners.mean(0) + BEYOND * (corners - corners.mean(0)), np.float64)


def _a_few_are_print(look: Look) -> bool:
    """Whether the net is sure of some of what stands in the fields, as it is of print, and equal signs of it
    are of equal height, as no hand writes them: a quick look."""
    inside = range(len(look.standing.runs))
    if len(inside) < FEWEST:
        return False
    read = look.standing.read(look.reader, inside)
    sure = [bool(signs) and all(map(_plain, signs)) for signs in read]
    return sum(sure) >= SOME * len(sure) and uneven(look.standing, inside, read) <= MOST_UNEVEN


def _plain(sign: Sign) -> bool:
    """Whether the net is sure of a sign; old figures look like letters, and it is torn between them."""
    return sign.probability >= (TORN if sign.text in _LIKE_FIGURES else PLAIN)


def uneven(standing: Standing, which: Sequence[int], read: Sequence[Sequence[Sign]]) -> float:
    """How much the heights of equal signs differ, in runs of which every mark is a sign; 1 where none comes
    three times. A single pixel tells nothing: of small signs it would be much."""
    heights: dict[str, list[float]] = {}
    for at, signs in zip(which, read, strict=True):
        boxes = standing.marks.boxes[standing.runs[at].members]
        boxes = boxes[np.argsort(boxes[:, 0])]
        if len(boxes) == len(signs):
            for sign, box in zip(signs, boxes, strict=True):
                heights.setdefault(sign.text, []).append(float(box[3] - box[1]))
    off = [
        _off(height, float(np.median(each)))
        for each in heights.values()
        if len(each) > 2
        for height in each
    ]
    return float(np.percentile(off, MOST_OF_THEM)) if len(off) >= FEWEST else 1.0


def _off(height: float, usual: float) -> float:
    return max(0.0, abs(height - usual) - 1) / usual


def _stand_in(
    page: FlatPage, boxes: Sequence[Box], outlines: Sequence[Outline]
) -> NDArray[np.bool_]:
    """(outlines, boxes): whether the middle of a box of the page is within an outline in the photo."""
    middles = [np.array(page.outline(box)).mean(0).tolist() for box in boxes]
    return np.array(
        [
            [len(o) > 0 and cv2.pointPolygonTest(o, middle, False) >= 0 for middle in middles]
            for o in outlines
        ]
    )


_SPECKS: Final = BAR + ",.;:'`\""
"""What a speck or the rest of a rule between two words is read as."""


def _in_fields(
    words: Sequence[Word], page: FlatPage, outlines: Sequence[Outline]
) -> list[list[Word]]:
    """The words whose middle is within each field, from the left."""
    printed = sorted((w for w in words if w.text.strip(_SPECKS)), key=lambda word: word.left)
    within = _stand_in(page, [word.box for word in printed], outlines)
    return [[printed[n] for n in np.flatnonzero(row)] for row in within]


def _bid_first(slot: Slot, words: Sequence[Word]) -> list[Word]:
    """The words of a contract of which bid and trumps stand in columns of their own, in the usual order."""
    trump, bid = words[:1], words[1:]
    if slot is Slot.CONTRACT and bid and all(word.text.isdigit() for word in bid):
        high = trump[0].box[3] - trump[0].box[1]
        if bid[0].left - trump[0].right > high:
            return [*bid, *trump]
    return list(words)


def _read(fields: Sequence[Field], held: Sequence[Sequence[Word]]) -> tuple[Field, ...]:
    """Fields as the words in them read, all in one print; those without words as they are."""
    own = {
        n: _entry(_SLOTS[fields[n].kind], words)
        for n, words in enumerate(held)
        if words and fields[n].kind in _SLOTS
    }
    (entries,) = as_one_print([tuple(own.values())])
    found = dict(zip(own, entries, strict=True))
    return tuple(
        _as_read(field, found[n]) if n in found else field for n, field in enumerate(fields)
    )


def _entry(slot: Slot, words: Sequence[Word]) -> Piece:
    """The words of a field as one entry."""
    together = joined(_bid_first(slot, words))
    readings = weighed(slot, together.readings)
    if slot is Slot.CONTRACT and twice(readings[0][0]):
        readings = tuple((each, PERHAPS_TWO * p) for each, p in readings)
    return Piece(readings, together.box, slot)


def _as_read(field: Field, entry: Piece) -> Field:
    text, probability = entry.readings[0]
    return replace(
        field,
        text=text,
        blank=False,
        flagged=probability < SURE or not fits(entry.slot, text),
        probability=min(probability, SUREST),
        rivals=tuple((each, min(p, SUREST)) for each, p in entry.readings if each),
        settled=(),
        mark="",
        same_as="",
    )
