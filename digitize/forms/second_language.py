"""The headings of a form in a second language, beside the English or in its place, where there is room.

A photographed page is known by its figures and English words (`digitize.page.words`). Beside headings in
another language the English stays; in their place enough is left of what has no translation: numbers, and
what is explained in whole sentences. What would come to lie over a box, a mark or other words is left out.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import resources
from typing import Final

from fairdeal.digitize.forms.layout import WORD_SIZE, Box, Label, Layout

SMALLER: Final = (0.95, 0.85, 0.75)
"""Sizes that are tried, beside that of the English."""
LEAST_SIZE: Final = 4.8
"""Points; smaller letters cannot be read."""
SMALL_PRINT: Final = 6.0
"""Points of English below which nothing is added: lines of titles that have no room as they are."""
MOST_SIZE: Final = 10.0
"""Points; a form's title is no larger in the second language than its subtitle."""
ASCENT: Final = 0.3
DESCENT: Final = 0.1
"""How far letters reach over and under their base line, in mm a point of their size."""
RAISED: Final = 0.25
"""Letters of Malayalam reach lower than English ones, so they stand so many mm higher, clear of the boxes."""
GAP_MM: Final = 0.25
"""Free over and under it ..."""
ASIDE_MM: Final = 1.5
"""... and on both sides, so that it is not taken for the beginning or the end of anything else."""
SPACE_MM: Final = 1.6
"""Between the English and what stands after it."""

WidthOf = Callable[[Label, bool], float]
"""The printed width in mm of a label, True where it is in the second language."""


@functools.cache
def malayalam() -> Mapping[str, str]:
    """Headings in Malayalam, by the English."""
    source = resources.files("fairdeal.digitize.forms") / "malayalam.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


def beside(layout: Layout, words: Mapping[str, str], width_of: WidthOf) -> Iterator[Label]:
    """The labels of a form in the second language, each at the first place that is free."""
    taken = [box for field in layout.fields for box in field.boxes] + list(layout.areas)
    taken += [layout.qr, *(marker.box for marker in layout.markers)]
    taken += [_room(label, width_of(label, False)) for label in layout.labels]
    for label in layout.labels:
        if label.text not in words or label.size < SMALL_PRINT:
            continue
        for found in _tried(label, words[label.text], width_of(label, False)):
            room = _room(found, width_of(found, True))
            if _on_page(room, layout) and not any(_touch(room, box) for box in taken):
                taken.append(room)
                yield found
                break


def instead(
    layout: Layout, words: Mapping[str, str], width_of: Callable[[Label], float]
) -> Iterator[Label]:
    """The labels of a form, each in the second language in its own place, where there is room for it."""
    taken = [box for field in layout.fields for box in field.boxes] + list(layout.areas)
    taken += [layout.qr, *(marker.box for marker in layout.markers)]
    rooms = [_room(label, width_of(label)) for label in layout.labels]
    for number, label in enumerate(layout.labels):
        others = taken + rooms[:number] + rooms[number + 1 :]
        for found in _in_place(label, words):
            room = _room(found, width_of(found))
            free = _on_page(room, layout) and not any(_touch(room, other) for other in others)
            if room.width <= rooms[number].width or free:
                rooms[number] = room
                yield found
                break
        else:
            yield label


def _in_place(label: Label, words: Mapping[str, str]) -> Iterator[Label]:
    """A label in the second language, a little smaller each time; none where it has no words."""
    text = said(label.text, words)
    if text is None or label.size < SMALL_PRINT:
        return
    for share in (1.0, *SMALLER):
        if label.size * share >= LEAST_SIZE:
            yield replace(label, text=text, y=label.y - RAISED, size=label.size * share)


def said(heading: str, words: Mapping[str, str]) -> str | None:
    """A heading in the second language, with its figures and the letters of the teams, which no other words
    say; None where there are no words for it."""
    numbered = _NUMBERED.fullmatch(heading)
    if numbered and numbered[1] in words:
        return f"{words[numbered[1]]} {numbered[2] or ''}".strip()
    if heading not in words:
        return None
    seats = _SEATS.search(heading)
    text = " ".join([words[heading], *_TEAM.findall(heading)])
    return f"{text}  ({seats[1]})" if seats else text


_NUMBERED: Final = re.compile(r"(\w+) (?:(\d)|\(seat\))")
_TEAM: Final = re.compile(r"\b[AB]\b")
_SEATS: Final = re.compile(r"\(seats ([\d, ]+)\)")


def _tried(label: Label, text: str, width: float) -> Iterator[Label]:
    """After the English, under it, over it; each a little smaller where that does not fit.

    Over the middle of a column nothing stands after its title, and words beside boxes are all alike.
    """
    left = label.x - {"L": 0.0, "C": width / 2, "R": width}[label.align]
    for share in SMALLER:
        size = min(MOST_SIZE, label.size * share)
        if size < LEAST_SIZE:
            return
        after = Label(text, left + width + SPACE_MM, label.y - RAISED, size)
        if label.align != "C" and label.size != WORD_SIZE:
            yield after
        under = DESCENT * label.size + ASCENT * size + 1.2 * GAP_MM
        over = ASCENT * label.size + DESCENT * size + 1.2 * GAP_MM
        for y in (label.y + under, label.y - over):
            yield Label(text, label.x, y, size, label.align)
        if label.size == WORD_SIZE or label.bold:
            yield after


def _room(label: Label, width: float) -> Box:
    left = label.x - {"L": 0.0, "C": width / 2, "R": width}[label.align]
    high = (ASCENT + DESCENT) * label.size
    return Box(left, label.y - ASCENT * label.size, width, high)


def _on_page(room: Box, layout: Layout) -> bool:
    margin = 8.0
    return (
        room.x >= margin
        and room.y >= margin
        and room.x + room.width <= layout.page[0] - margin
        and room.y + room.height <= layout.page[1] - margin
    )


def _touch(one: Box, two: Box) -> bool:
    return (
        one.x < two.x + two.width + ASIDE_MM
        and two.x < one.x + one.width + ASIDE_MM
        and one.y < two.y + two.height + GAP_MM
        and two.y < one.y + one.height + GAP_MM
    )
