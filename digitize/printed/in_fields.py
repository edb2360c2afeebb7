"""A sheet that was filled in by machine: what is printed in its cells, read as print instead of as a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.arranged.calls import PERHAPS_TWO, twice
from fairdeal.digitize.printed.arranged.slots import Slot, joined, weighed
from fairdeal.digitize.printed.log import SURE, SUREST, page_of
from fairdeal.digitize.printed.looks import Look, looks
from fairdeal.digitize.printed.page_words import Standing
from fairdeal.digitize.printed.readers import print_net
from fairdeal.digitize.printed.runs import Run
from fairdeal.digitize.printed.straighten import FlatPage
from fairdeal.digitize.printed.words import BAR, Sign, Word
from fairdeal.records.transcript import Field

AGREED: Final = 0.98
"""How sure both readers together must be of a word ..."""
MOSTLY: Final = 0.8
"""... and of how many of the words in the cells, if these are print: they hardly ever agree on a hand."""
SOME: Final = 0.6
"""So many of some words must be plain to one of them, before both read the whole sheet."""
TORN: Final = 0.5
"""... or so sure of what may be an old figure, 0 or 1."""
_LIKE_FIGURES: Final = frozenset("oOIl01")
MOST_UNEVEN: Final = 0.065
"""How far heights of equal signs are from their usual one, as a share of it: most of them no further. Seven
printed sheets had 0.007 to 0.059, ten by hands of the collection 0.069 to 0.227."""
MOST_OF_THEM: Final = 80
"""In hundredths."""
FEWEST: Final = 6
_SLOTS: Final = {
    "seat": Slot.SEAT,
    "card": Slot.CARD,
    "call": Slot.CALL,
    "contract": Slot.CONTRACT,
    "doubling": Slot.DOUBLING,
    "number": Slot.NUMBER,
}


def printed_in(image: NDArray[np.uint8], fields: Sequence[Field]) -> tuple[Field, ...] | None:
    """The fields of a sheet as the print in them reads; None where what is in them is no print.

    Raises what `digitize.printed.tesseract` raises.
    """
    net = print_net()
    if net is None:
        return None  # one reader alone agrees with itself on any hand
    ways = looks(image, net)
    first = next(ways, None)
    if first is None or not _a_few_are_print(first, fields):
        return None
    found = page_of(chain([first], ways))
    if found is None:
        return None
    words, page = found
    held = [_inside(words, page, field) for field in fields]
    inside = [
        word
        for own, field in zip(held, fields, strict=True)
        if field.kind in _SLOTS
        for word in own
    ]
    sure = sum(word.probability >= AGREED for word in inside)
    if len(inside) < FEWEST or sure < MOSTLY * len(inside):
        return None
    return tuple(_read(field, own) for field, own in zip(fields, held, strict=True))


def _a_few_are_print(look: Look, fields: Sequence[Field]) -> bool:
    """Whether the net is sure of some of what stands in the fields, as it is of print, and equal signs of it
    are of equal height, as no hand writes them: a quick look."""
    standing = look.standing
    outlines = [np.array(each.region, np.float32) for each in fields if len(each.region) > 2]
    inside = [n for n, run in enumerate(standing.runs) if _within(look.page, run, outlines)]
    if len(inside) < FEWEST:
        return False
    read = standing.read(look.reader, inside)
    sure = [bool(signs) and all(map(_plain, signs)) for signs in read]
    return sum(sure) >= SOME * len(sure) and uneven(standing, inside, read) <= MOST_UNEVEN


def _plain(sign: Sign) -> bool:
    """Whether the net is sure of a sign; old figures look like letters, and it is torn between them."""
    return sign.probability >= (TORN if sign.text in _LIKE_FIGURES else AGREED)


def uneven(standing: Standing, which: Sequence[int], read: Sequence[Sequence[Sign]]) -> float:
    """How much the heights of equal signs differ, in runs of which every mark is a sign; 1 where none comes
    three times."""
    heights: dict[str, list[float]] = {}
    for at, signs in zip(which, read, strict=True):
        boxes = standing.marks.boxes[standing.runs[at].members]
        boxes = boxes[np.argsort(boxes[:, 0])]
        if len(boxes) == len(signs):
            for sign, box in zip(signs, boxes, strict=True):
                heights.setdefault(sign.text, []).append(float(box[3] - box[1]))
    off = [
        abs(height / np.median(each) - 1)
        for each in heights.values()
        if len(each) > 2
        for height in each
    ]
    return float(np.percentile(off, MOST_OF_THEM)) if len(off) >= FEWEST else 1.0


def _within(page: FlatPage, run: Run, outlines: Sequence[NDArray[np.float32]]) -> bool:
    middle = run.middle
    corners = np.array(page.outline((run.left, middle - 1, run.right, middle + 1)))
    x, y = (float(each) for each in corners.mean(0))
    return any(cv2.pointPolygonTest(outline, (x, y), False) >= 0 for outline in outlines)


_SPECKS: Final = BAR + ",.;:'`\""
"""What a speck or the rest of a rule between two words is read as."""


def _inside(words: Sequence[Word], page: FlatPage, field: Field) -> list[Word]:
    """The words whose middle is within a field, from the left."""
    if len(field.region) < 3:
        return []
    outline = np.array(field.region, np.float32)
    found = []
    for word in words:
        corners = np.array(page.outline(word.box))
        x, y = (float(each) for each in corners.mean(0))
        if word.text.strip(_SPECKS) and cv2.pointPolygonTest(outline, (x, y), False) >= 0:
            found.append(word)
    return sorted(found, key=lambda word: word.left)


def _bid_first(slot: Slot, words: Sequence[Word]) -> list[Word]:
    """The words of a contract of which bid and trumps stand in columns of their own, in the usual order."""
    if slot is Slot.CONTRACT and len(words) == 2 and words[1].text.isdigit():
        first, second = words
        if second.left - first.right > first.box[3] - first.box[1]:
            return [second, first]
    return list(words)


def _read(field: Field, words: Sequence[Word]) -> Field:
    """A field as its print reads. One without words that a hand seemed to have filled stays in doubt."""
    slot = _SLOTS.get(field.kind)
    if slot is None:
        return field
    if not words:
        return field if field.blank else replace(field, flagged=True)
    readings = weighed(slot, joined(_bid_first(slot, words)).readings)
    if slot is Slot.CONTRACT and twice(readings[0][0]):
        readings = tuple((each, PERHAPS_TWO * p) for each, p in readings)
    text, probability = readings[0]
    return replace(
        field,
        text=text,
        blank=False,
        flagged=probability < SURE,
        probability=min(probability, SUREST),
        rivals=tuple((each, min(p, SUREST)) for each, p in readings if each),
        settled=(),
        mark="",
        same_as="",
    )
