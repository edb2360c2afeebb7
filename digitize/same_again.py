"""Marks for "the same again": ditto marks, a dash, a tick, an arrow under an entry of a column.

What the ink is stays as it was read: a mark. What it may stand for is put before a person as the first
rival, with the entry that it would repeat. It is never read for sure: a dash may say "nothing" as well, and
two short strokes may be a low 11.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.cells import Cell
from fairdeal.digitize.page.find import WHITE
from fairdeal.digitize.reader.alphabet import TICK
from fairdeal.digitize.reader.reading import TOP
from fairdeal.records.transcript import Field

DITTO: Final = "ditto marks"
DASH: Final = "a dash"
TICKED: Final = "a tick"
ARROW: Final = "an arrow"

EVEN: Final = 0.5
"""How likely a mark repeats the entry above, at most: the ink does not say."""
LOW: Final = 0.75
"""Of the height of the page's entries: what is higher is a figure or a letter, not a mark."""
INK_SHARE: Final = 0.4
"""A pixel is ink from this share of the darkest ink's depth on."""
STROKE: Final = 0.15
"""A stroke of a mark has at least this share of its ink; the rest is dirt."""
SLIM: Final = 2.0
"""How many times as long as broad each of ditto marks is at least; figures written small are broader."""
LEVEL: Final = 3.0
"""How many times as wide as high a dash is at least ..."""
POINTED: Final = 1.35
"""... and an arrow, which is no higher than a dash is long."""

_PLACE: Final = re.compile(r"(row|call|trick|event|disputed) (\d+)(.*)")
_MEANT: Final = ("doubling", "tick")
"""Kinds of fields in which a dash and a tick say something of their own."""


def strokes_for_again(low: Sequence[Cell]) -> dict[str, str]:
    """The fields, of those whose ink is `LOW`, in which ditto marks, a dash or an arrow stand, and which."""
    found = {cell.field.name: _mark(cell) for cell in low}
    return {name: mark for name, mark in found.items() if mark}


class _Stroke(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    slim: float
    """Its length over its breadth, however it slopes."""


def _mark(cell: Cell) -> str:
    strokes = _strokes(cell.boxes[0] if cell.whole is None else cell.whole)
    if len(strokes) == 1:
        ratio = strokes[0].width / strokes[0].height
        return DASH if ratio >= LEVEL else ARROW if ratio >= POINTED else ""
    if len(strokes) != 2 or any(each.slim < SLIM or each.height < each.width for each in strokes):
        return ""
    left, right = strokes
    shared = min(left.y + left.height, right.y + right.height) - max(left.y, right.y)
    level = shared >= 0.5 * max(left.height, right.height)
    near = right.x - left.x <= 2 * max(left.height, right.height)
    return DITTO if level and near else ""


def _strokes(ink: NDArray[np.uint8]) -> list[_Stroke]:
    """The strokes of a field, from the left."""
    depth = WHITE - np.minimum(ink, WHITE).astype(np.int32)
    dark = (depth > INK_SHARE * int(depth.max())).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    areas = stats[:, cv2.CC_STAT_AREA]
    least = STROKE * int(areas[1:].sum())
    return sorted(_stroke(labels == k, stats[k]) for k in range(1, count) if areas[k] >= least)


def _stroke(ink: NDArray[np.bool_], stats: NDArray[np.int32]) -> _Stroke:
    _, sides, _ = cv2.minAreaRect(np.argwhere(ink).astype(np.float32))
    x, y, width, height, _ = (int(each) for each in stats)
    return _Stroke(x, y, width, height, (max(sides) + 1) / (min(sides) + 1))


def with_the_same_again(
    fields: Sequence[Field], strokes: Mapping[str, str], seen: frozenset[str]
) -> list[Field]:
    """The fields of a page, those with marks saying what they may stand for.

    `strokes` names marks by their shape; `seen` are fields whose ink could be looked at. A mark under a mark
    repeats the same entry. A mark under nothing stays as it was read.
    """
    named = {field.name: field for field in fields}
    found: dict[str, Field] = {}
    for name in sorted(named, key=_in_order):
        mark = _mark_read(named[name], strokes.get(name, "")) if name in seen else ""
        before = found.get(_before(name)) or named.get(_before(name))
        if mark:
            found[name] = _repeating(named[name], mark, before)
    return [found.get(field.name) or field for field in fields]


def _in_order(name: str) -> tuple[int, str]:
    place = _PLACE.fullmatch(name)
    return (int(place[2]) if place else 0), name


def _before(name: str) -> str:
    """The entry that stands before one in its column; empty where there is none."""
    place = _PLACE.fullmatch(name)
    return f"{place[1]} {int(place[2]) - 1}{place[3]}" if place else ""


def _mark_read(field: Field, stroke: str) -> str:
    """What mark stands in a field, as it looks and was read; empty for an entry that speaks for itself."""
    if field.blank or field.kind == "text":
        return ""
    if stroke == DITTO:
        return DITTO
    if field.kind in _MEANT or not field.flagged:
        return ""
    if field.text == TICK:
        return TICKED
    return stroke or (DASH if field.text == "-" else "")


def _repeating(field: Field, mark: str, before: Field | None) -> Field:
    """A field with a mark: what it may stand for is the first rival, and the ink is what it is."""
    passed = field.kind == "call" and mark != DITTO
    repeated = _PASS if passed else _said(before) if before is not None else None
    if repeated is None or before is None:
        return field
    rest = [
        (text, min(repeated[1], EVEN * share))
        for text, share in field.rivals
        if text != repeated[0]
    ]
    return replace(
        field,
        text=_as_it_stands(field, mark),
        flagged=True,
        altered=False,
        probability=min(field.probability, EVEN),
        rivals=(repeated, *rest)[:TOP],
        mark=mark,
        same_as="" if passed else before.same_as or before.name,
    )


_PASS: Final = ("Pass", EVEN)
"""What a dash or an arrow in the place of a call says: nobody repeats a bid."""


def _said(before: Field) -> tuple[str, float] | None:
    """What an entry says that may be repeated, and how likely; None where it is blank or unread."""
    if before.same_as:
        return before.rivals[0]
    text = before.text
    if before.blank or not text or not any(sign.isalnum() for sign in text):
        return None
    return text, EVEN * before.probability


def _as_it_stands(field: Field, mark: str) -> str | None:
    """The mark as a text of its field; None where it is none there."""
    sign = {DASH: "-", TICKED: TICK}.get(mark)
    return sign if sign in {field.text, *(text for text, _ in field.rivals)} else None
