"""The ways to look at a picture of print, flattened and turned, and the one on which its lines make sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.bent import unbent
from fairdeal.digitize.printed.letters import count_letters
from fairdeal.digitize.printed.lines.marks import FAINTEST
from fairdeal.digitize.printed.lines.runs import letters_on_line
from fairdeal.digitize.printed.page_words import Standing, standing_on
from fairdeal.digitize.printed.readers.shared_out import shared_out
from fairdeal.digitize.printed.readers.signs import LineReader
from fairdeal.digitize.printed.straighten import FlatPage, flattenings

LEAST_LETTERS: Final = 12
"""With fewer marks of the size of letters there are no words to be read."""
LEAST_OF_REST: Final = 4
"""The same of a page on which the one before it goes on."""
PLAIN_SENSE: Final = 0.72
"""Mean probability of the signs of some lines from which a page is the right way up ..."""
LEAST_SENSE: Final = 0.55
"""... and from which it is print at all."""
SAMPLE: Final = 9
"""Lines looked at to find the right way up ..."""
OF_SAMPLE: Final = 5
"""... and those that count, which make most sense: grain makes lines, too."""
IN_ROW: Final = 0.7
"""A row of print has such a share of its marks on its line, in a letter's height."""
ENOUGH_LETTERS: Final = 200
"""With so many in rows that make sense no other side is looked at; grain makes some by chance."""
PRINTED_LETTERS: Final = 120
"""Letters in rows of a page that may be print however short its rows are, such as a spreadsheet's."""
UPRIGHT_SENSE: Final = 0.8
"""A page of few words that makes so much sense is not turned further: figures on their head have 0.65 ..."""
UPRIGHT_LETTERS: Final = 40
"""... if it has so many letters in rows."""
PLAINLY_MORE: Final = 2.0
"""How much more must make sense for a later look to be preferred to one that reads well: about a sheet that
was cut out there are specks that look like rows."""
ON_ITS_FEET: Final = 0.93
"""A page that makes less sense may stand on its head: ``Pass`` and some figures read well there, too."""
FURTHER: Final = 1
"""Looks that are taken after one that reads well though it has few letters: all of the picture, where that
was of the sheet alone."""
FAR_MORE: Final = 0.2
"""By so much more sense than any other way up a page is not turned further."""
_HEAD_OVER: Final = {
    None: cv2.ROTATE_180,
    cv2.ROTATE_180: None,
    cv2.ROTATE_90_CLOCKWISE: cv2.ROTATE_90_COUNTERCLOCKWISE,
    cv2.ROTATE_90_COUNTERCLOCKWISE: cv2.ROTATE_90_CLOCKWISE,
}
_TURNS: Final = (None, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE)


@dataclass(eq=False)
class Look:
    """A picture flattened and turned in one way, what stands on it, and who says whether that makes sense."""

    page: FlatPage
    standing: Standing
    reader: LineReader

    @cached_property
    def letters(self) -> int:
        """How many letters stand in rows as those of print do."""
        marks = self.standing.marks
        rows = ((len(run.members), letters_on_line(run, marks)) for run in self.standing.runs)
        return sum(letters for marks, letters in rows if letters > 1 and letters >= IN_ROW * marks)

    @cached_property
    def sense(self) -> float:
        """How surely the reader takes the longest lines for print, 0 to 1: letters that stand in words count,
        for on its side a column of letters looks like a line of single ones. Specks of a picture beside the
        print make longer rows, but none stand on a line."""
        runs, standing = self.standing.runs, self.standing
        which = sorted(range(len(runs)), key=lambda n: -letters_on_line(runs[n], standing.marks))
        found: list[tuple[float, int]] = []
        which = which[:SAMPLE]
        for n, signs in zip(which, standing.read(self.reader, which), strict=True):
            words = shared_out(signs, standing.spans[n], runs[n].capital)
            count = sum(len(word) for word in words)
            told = sum(sign.probability for word in words if len(word) > 1 for sign in word)
            found += [(told / count, count)] if count else []
        best = sorted(found, reverse=True)[:OF_SAMPLE]
        count = sum(signs for _, signs in best)
        return sum(each * signs for each, signs in best) / count if count >= LEAST_LETTERS else 0.0

    @property
    def upright(self) -> bool:
        """Whether it is plainly the right way up, however few its words are."""
        few = self.letters >= UPRIGHT_LETTERS and self.sense >= UPRIGHT_SENSE
        return few or (self.letters >= PRINTED_LETTERS and self.sense >= PLAIN_SENSE)


def looks(
    image: NDArray[np.uint8], reader: LineReader, least: int = LEAST_LETTERS
) -> Iterator[Look]:
    """A picture in one way after the other, the commonest first; those with fewer than `least` letters are
    left out. Each is worked out when it is asked for."""
    turns: tuple[int | None, ...] = _TURNS
    for page in flattenings(image):
        seen: list[tuple[Look, int | None]] = []
        for way in turns:
            turned = page.turned(way)
            if count_letters(turned.grey, FAINTEST) < least:
                continue
            look = Look(turned, standing_on(turned.grey), reader)
            if look.upright and look.sense < ON_ITS_FEET:
                other = _HEAD_OVER[way]
                over = page.turned(other)
                head_over = Look(over, standing_on(over.grey), reader)
                if head_over.sense > look.sense:
                    look, way = head_over, other
            yield look
            if look.upright:
                turns = (way,)
                break
            seen.append((look, way))
        else:
            turns = _way_up(seen) or turns


def _way_up(seen: Sequence[tuple[Look, int | None]]) -> tuple[int | None] | None:
    """The one way up of a page that makes far more sense than all others, though it is not plain; None where
    none does."""
    if len(seen) < 2:
        return None
    (first, way), (second, _) = sorted(seen, key=lambda each: -each[0].sense)[:2]
    told = first.sense >= LEAST_SENSE and first.sense - second.sense >= FAR_MORE
    return (way,) if told and first.letters >= UPRIGHT_LETTERS else None


def plainly_print(image: NDArray[np.uint8], reader: LineReader) -> Iterator[Look] | None:
    """The looks of a picture that shows so much print, as it lies, that it may be a page of it; None where
    it does not."""
    ways = looks(image, reader)
    first = next(ways, None)
    if first is None or first.letters < PRINTED_LETTERS or first.sense < PLAIN_SENSE:
        return None
    return chain([first], ways)


def rest_of_a_page(ways: Iterable[Look]) -> Look | None:
    """The first look that has any letters in rows: a page on which the one before goes on may have no more
    than a line, and lies as that one does."""
    return next((look for look in ways if look.letters >= LEAST_OF_REST), None)


def as_it_reads(ways: Iterable[Look]) -> Look | None:
    """The look at which lines make most sense, the first with plenty that do; None where none make any."""
    best: Look | None = None
    most = 0.0
    further = FURTHER
    for look in ways:
        if look.letters >= LEAST_LETTERS and look.sense >= LEAST_SENSE:
            found = min(look.letters, ENOUGH_LETTERS) * look.sense
            plain = best is not None and (best.sense >= UPRIGHT_SENSE or best.upright)
            if found > most * (PLAINLY_MORE if plain else 1.0):
                best, most = look, found
            if found >= ENOUGH_LETTERS * PLAIN_SENSE:
                break
        if best is not None and best.upright and best.sense >= UPRIGHT_SENSE:
            if not further:
                break
            further -= 1
    return best


def made_flat(look: Look) -> Look:
    """The look with bent paper made flat."""
    page = unbent(look.page, look.standing.runs, look.standing.marks)
    return look if page is None else Look(page, standing_on(page.grey), look.reader)
