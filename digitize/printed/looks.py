"""Could this be print at all, and which way up? A quick look at a straightened page, before it is read.

And one of our own forms without its marks, known by its print. Tesseract reads it without what is larger than
letters: the lines of boxes keep it from the words between them. It takes seconds for a page, and far longer
for one that it cannot read. So a piece of the page is read first, as it lies, on its head and on its sides;
then the whole page, that way up on which the piece made most sense. What makes none on any side is not print.
"""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from operator import eq
from typing import Final

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected
from fairdeal.digitize.forms.layout import FORMS, Layout, load
from fairdeal.digitize.page.four_sides import Corners
from fairdeal.digitize.page.sheet import paper_around
from fairdeal.digitize.printed.bend import bend_of
from fairdeal.digitize.printed.marks import FAINTEST
from fairdeal.digitize.printed.page_words import Standing, standing_on
from fairdeal.digitize.printed.readers import SYMBOLS, LineReader, shared_out
from fairdeal.digitize.printed.runs import letters_on_line
from fairdeal.digitize.printed.straighten import (
    FlatPage,
    TextRow,
    flattenings,
    like_a_sheet,
    sheet_cut_out,
    whole_picture,
)
from fairdeal.digitize.printed.tesseract import SCATTERED, SECONDS, TesseractWord, read_words
from fairdeal.digitize.printed.words import Sign
from fairdeal.digitize.trouble import ReadError

DARK: Final = 190
"""Grey level, paper at 255, under which a point is read as print; faint print has 150."""
HIGHEST_PX: Final = 120
LOWEST_PX: Final = 16
"""Letters are this high on a page 3,000 pixels high: 5 to 35 points on A4."""
WIDEST_PX: Final = 160
THINNEST_PX: Final = 6
LEAST_PX: Final = 80
"""Pixels that a letter covers at least."""


def count_letters(page: NDArray[np.uint8]) -> int:
    """How many marks of the size of letters a straightened page has (grey, ink dark on 255)."""
    return len(letter_places(page, FAINTEST))


def letter_places(page: NDArray[np.uint8], dark: int = DARK) -> NDArray[np.float64]:
    """Middles (n, 2: x, y) of connected dark marks of the size of letters on a straightened page."""
    half = cv2.resize(page, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    ink = (cv2.medianBlur(np.asarray(half, np.uint8), 3) < dark).astype(np.uint8)
    _, stats, middles = connected(ink)
    width, height = 2 * stats[:, cv2.CC_STAT_WIDTH], 2 * stats[:, cv2.CC_STAT_HEIGHT]
    area = 4 * stats[:, cv2.CC_STAT_AREA]
    letters = (
        (height >= LOWEST_PX)
        & (height <= HIGHEST_PX)
        & (width >= THINNEST_PX)
        & (width <= WIDEST_PX)
        & (area >= LEAST_PX)
    )
    letters[0] = False  # the paper
    return np.asarray(2 * middles[letters], np.float64)


def only_letters(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The page without what is paler than print (the lines of our own boxes) and without connected dark
    marks that are larger than letters: rules, tables, pictures."""
    ink = (page < DARK).astype(np.uint8)
    marks, stats, _ = connected(ink)
    large = (stats[:, cv2.CC_STAT_WIDTH] > WIDEST_PX) | (stats[:, cv2.CC_STAT_HEIGHT] > HIGHEST_PX)
    large[0] = True  # the paper, with all that is paler than print
    return np.where(large[marks], np.uint8(255), page).astype(np.uint8)


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
"""A page that makes less sense may stand on its head: ``Pass`` and some figures read well there, too ..."""
ON_ITS_SIDE: Final = 0.3
"""Print on its head makes more sense than this, on its side hardly any."""
SURELY: Final = 0.97
"""... unless its signs are as sure as this: on their head 18 pages had 0.56 to 0.81, on their feet 0.99."""
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
TURNS: Final = (None, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE)


@dataclass(eq=False)
class Look:
    """A picture flattened and turned in one way, what stands on it, and who says whether that makes sense."""

    page: FlatPage
    standing: Standing
    reader: LineReader

    @cached_property
    def letters(self) -> int:
        """How many letters stand in rows as those of print do. Where letters touch and small figures stand
        between bars hardly any mark is one: then those count that the reader is sure of."""
        marks = self.standing.marks
        rows = ((len(run.members), letters_on_line(run, marks)) for run in self.standing.runs)
        found = sum(letters for marks, letters in rows if letters > 1 and letters >= IN_ROW * marks)
        if found >= LEAST_LETTERS or self.sense < ON_ITS_FEET:
            return found
        return sum(signs for _, signs, _ in self._best)

    @cached_property
    def _best(self) -> list[tuple[float, int, float]]:
        """Of the longest lines those that make most sense: how much, of how many signs, and how sure the
        reader is of each. Letters that stand in words count, for on its side a column of letters looks like a
        line of single ones. Specks of a picture beside the print make longer rows, but none stand on a
        line."""
        runs, standing = self.standing.runs, self.standing
        which = sorted(range(len(runs)), key=lambda n: -letters_on_line(runs[n], standing.marks))
        return sorted(self._told(which[:SAMPLE]), reverse=True)[:OF_SAMPLE]

    def _told(self, which: Sequence[int]) -> Iterator[tuple[float, int, float]]:
        """Of some lines how much sense they make, of how many signs, and how sure the reader is of each."""
        standing = self.standing
        for n, signs in zip(which, standing.read(self.reader, which), strict=True):
            words = shared_out(signs, standing.spans[n], standing.runs[n].capital)
            count = sum(len(word) for word in words)
            told = sum(sign.probability for word in _words(words) for sign in word)
            sure = sum(sign.probability for word in words for sign in word)
            if count:
                yield told / count, count, sure / count

    def any_make_sense(self, which: Sequence[int]) -> bool:
        """Whether any of some lines, of the longest of them, is print that stands the right way up."""
        longest = sorted(which, key=lambda n: -len(self.standing.runs[n].members))[:SAMPLE]
        told = self._told(longest)
        return any(sense >= PLAIN_SENSE and signs >= LEAST_OF_REST for sense, signs, _ in told)

    @cached_property
    def sense(self) -> float:
        """How surely the reader takes the longest lines for print, 0 to 1."""
        count = sum(signs for _, signs, _ in self._best)
        told = sum(each * signs for each, signs, _ in self._best)
        return told / count if count >= LEAST_LETTERS else 0.0

    @property
    def on_its_feet(self) -> bool:
        """Whether it is plainly not on its head: it makes sense, or is read surely, whatever its words."""
        count = sum(signs for _, signs, _ in self._best)
        sure = sum(each * signs for _, signs, each in self._best)
        return self.sense >= ON_ITS_FEET or sure >= SURELY * max(count, 1)

    @property
    def upright(self) -> bool:
        """Whether it is plainly the right way up, however few its words are."""
        few = self.letters >= UPRIGHT_LETTERS and self.sense >= UPRIGHT_SENSE
        return few or (self.letters >= PRINTED_LETTERS and self.sense >= PLAIN_SENSE)


_CARD: Final = re.compile(f"(?:10|[2-9TJQKA])[{SYMBOLS}]")


def _words(parts: Sequence[tuple[Sign, ...]]) -> Iterator[tuple[Sign, ...]]:
    """The words of a line that have several signs; the rank and the suit of a card may stand apart."""
    for part, behind in zip(parts, [*parts[1:], ()], strict=True):
        card = _CARD.fullmatch("".join(sign.text for sign in (*part, *behind)))
        if card:
            yield (*part, *behind)
        elif len(part) > 1:
            yield part


def looks(
    image: NDArray[np.uint8],
    reader: LineReader,
    least: int = LEAST_LETTERS,
    corners: Corners | None = None,
) -> Iterator[Look]:
    """A picture in one way after the other, the commonest first; those with fewer than `least` letters are
    left out. Each is worked out when it is asked for. `corners` are those of its sheet, where it is seen."""
    turns: tuple[int | None, ...] = TURNS
    for page in flattenings(image, corners):
        seen: list[tuple[float, int, int | None]] = []
        ways = list(turns)
        while ways:
            way = ways.pop(0)
            turned = page.turned(way)
            if count_letters(turned.grey) < least:
                continue
            look = Look(turned, standing_on(turned.grey), reader)
            if look.upright and not look.on_its_feet:
                other = _HEAD_OVER[way]
                over = page.turned(other)
                head_over = Look(over, standing_on(over.grey), reader)
                if head_over.sense > look.sense:
                    look, way = head_over, other
            yield look
            if look.upright:
                turns = (way,)
                break
            seen.append((look.sense, look.letters, way))  # what stands on each takes 20 MB
            if look.sense < ON_ITS_SIDE:  # looked at from the other end it would make as little
                ways.sort(key=partial(eq, _HEAD_OVER[way]))
        else:
            turns = _way_up(seen) or turns


def _way_up(seen: Sequence[tuple[float, int, int | None]]) -> tuple[int | None] | None:
    """The one way up of a page that makes far more sense than all others, though it is not plain; None where
    none does. Of each its sense and its letters are known."""
    if len(seen) < 2:
        return None
    (first, letters, way), (second, *_) = sorted(seen, key=lambda each: -each[0])[:2]
    told = first >= LEAST_SENSE and first - second >= FAR_MORE
    return (way,) if told and letters >= UPRIGHT_LETTERS else None


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


SQUARED: Final = 2
"""Times that a page is made upright: what leans much is nearly so after the first."""


AS_HIGH: Final = 1.5
"""Rows of one page's print have capitals at most so many times as high as most of its letters have; the grain
of a table lies in rows, too, of any height."""


def _rows(standing: Standing) -> list[TextRow]:
    """The rows of print: most of their marks are letters, about as high as most letters of the page."""
    marks = standing.marks
    rows = [(run, letters_on_line(run, marks)) for run in standing.runs if len(run.members) > 1]
    rows = [(run, letters) for run, letters in rows if letters >= IN_ROW * len(run.members)]
    heights = np.sort(np.repeat([run.capital for run, _ in rows], [count for _, count in rows]))
    usual = heights[len(heights) // 2] if len(heights) else 0.0
    return [
        TextRow(
            run.left, run.middle - run.capital, run.right, run.middle + run.capital, run.base[0],
            len(run.members),
        )
        for run, _ in rows
        if usual / AS_HIGH <= run.capital <= usual * AS_HIGH
    ]  # fmt: skip


MOST_OF_PRINT: Final = (0.15, 0.85)
"""Print from which paper is looked for, as shares of all letters: the outermost rows may be of the table."""
AS_BEFORE: Final = 0.03
"""Corners that are no further from where they were, as a share of the page's longer side, change nothing."""


def on_its_paper(look: Look, photo: NDArray[np.uint8]) -> Look:
    """The look cut out along the edges of the paper around its print, where the photo shows them: of a
    sheet that lies on others, or in a shadow, none were seen before. What is print too is not left out."""
    rows = _rows(look.standing)
    if sum(row.letters for row in rows) < LEAST_LETTERS:
        return look
    letters = [
        (x, (row.top + row.bottom) / 2)
        for row in rows
        for x in np.linspace(row.left, row.right, row.letters)
    ]
    (left, top), (right, bottom) = np.quantile(letters, MOST_OF_PRINT, axis=0)
    corners = paper_around(photo, np.array(look.page.outline((left, top, right, bottom))))
    if corners is None or not like_a_sheet(corners):
        return look
    back = np.linalg.inv(look.page.to_photo)
    here = cv2.perspectiveTransform(corners[None], back)[0]
    first = int(np.argmin(here.sum(1)))
    here = np.roll(here, -first, axis=0).astype(np.float32)
    height, width = look.page.grey.shape
    off = np.abs(here - np.array([(0, 0), (width, 0), (width, height), (0, height)]))
    if off.max() < AS_BEFORE * max(width, height):
        return look
    outside = [
        n
        for n, run in enumerate(look.standing.runs)
        if cv2.pointPolygonTest(here, (float(run.x), float(run.middle)), measureDist=False) < 0
    ]
    if look.any_make_sense(outside):
        return look
    page = sheet_cut_out(photo, np.roll(corners, -first, axis=0))
    return Look(page, standing_on(page.grey), look.reader)


def made_flat(look: Look) -> Look:
    """The look with its letters upright and its lines level, and bent paper made flat by its runs."""
    for _ in range(SQUARED):
        squared = look.page.squared(_rows(look.standing), look.standing.marks.down)
        if squared is look.page:
            break
        look = Look(squared, standing_on(squared.grey), look.reader)
    bend = bend_of(look.standing.runs, look.standing.marks, look.page.grey)
    if bend is None:
        return look
    page = look.page.unbent(bend)
    return Look(page, standing_on(page.grey), look.reader)


SURE: Final = 0.6
"""Tesseract's confidence under which a word is doubted. Of words at 0.9 and above it reads 1 in 200
wrongly, under 0.6 more than half."""
GOOD_PAGE: Final = 0.75
"""Mean confidence from which a page is assumed to be the right way up."""
LEAST_WORDS: Final = 6
"""Fewer sure words than this are chance: a cat has one or two."""
LEAST_SECONDS: Final = 2.0
"""With less time than this left, another way up is not tried."""
PIECE: Final = 0.4
"""Share of the page's height and width that the piece has: some lines, in a sixth of the time."""
PIECE_LETTERS: Final = 4 * LEAST_WORDS
"""A piece with fewer letters does not tell its way up. There is little print then, and all of it is read."""
NO_PRINT: Final = 0.4
"""Mean confidence under which the piece is not print on this side. What Tesseract makes of noise has 0.2 to
0.35, of a bad photo of print 0.5 and more."""
_COARSE: Final = 20
"""Parts of a side in which the piece with most print is looked for."""


def words_of(page: NDArray[np.uint8], seconds: float, arranged: str) -> list[TesseractWord]:
    """The words of a page (grey, ink dark on 255), the way up on which they make most sense; those of a
    piece of it alone where it shows no print. `seconds` for all of it; `arranged` shows how words stand.

    Raises `ReadError` where Tesseract does not answer; ``tesseract-slow`` where the time was over before any
    words were seen.
    """
    end = time.monotonic() + seconds
    top, left, height, width = piece_of(page)
    piece = page[top : top + height, left : left + width]
    best: list[TesseractWord] = []
    chosen: int | None = None
    try:
        for turn in TURNS:
            if best and end - time.monotonic() < LEAST_SECONDS:
                break
            words = read_words(_turned(piece, turn), _left(end), arranged)
            if sense(words) > sense(best):
                best, chosen = words, turn
            if len(words) >= LEAST_WORDS and _mean(words) >= GOOD_PAGE:
                break
        if piece.size < page.size and (len(best) < LEAST_WORDS or _mean(best) >= NO_PRINT):
            best = read_words(_turned(page, chosen), _left(end), arranged)
    except ReadError as error:
        if error.code != "tesseract-slow" or not best:
            raise
    return best


def piece_of(page: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Top, left, height and width of the piece of a page with most print in it; all of a page with little.

    Marks of the size of letters are counted: a picture or a patch of table beside the print may be darker.
    """
    height, width = (max(1, round(PIECE * side)) for side in page.shape)
    across = round(PIECE * _COARSE)
    x, y = letter_places(page).T
    counts, _, _ = np.histogram2d(y, x, _COARSE, [(0, page.shape[0]), (0, page.shape[1])])
    sums = sliding_window_view(counts, (across, across)).sum((2, 3))
    if sums.max() < PIECE_LETTERS:
        return 0, 0, page.shape[0], page.shape[1]
    row, column = np.unravel_index(int(np.argmax(sums)), sums.shape)
    top = min(int(row) * page.shape[0] // _COARSE, page.shape[0] - height)
    left = min(int(column) * page.shape[1] // _COARSE, page.shape[1] - width)
    return top, left, height, width


def sense(words: list[TesseractWord]) -> float:
    """How many letters stand in words that are sure."""
    return sum(len(word.text) for word in words if word.confidence >= SURE)


def _mean(words: list[TesseractWord]) -> float:
    """Mean confidence, long words weighing more."""
    letters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / letters if letters else 0.0


def _turned(page: NDArray[np.uint8], turn: int | None) -> NDArray[np.uint8]:
    return page if turn is None else np.asarray(cv2.rotate(page, turn), np.uint8)


def _left(end: float) -> float:
    return min(SECONDS, max(LEAST_SECONDS, end - time.monotonic()))


LEAST_MARKS: Final = 24
"""With fewer marks of the size of letters no sentence of a form is in the picture."""
TOGETHER: Final = 3
"""So many words one after the other are compared: pairs like "Team A" or "running total" stand on
many sheets."""
LEAST_SEEN: Final = 3
"""So many of a form's runs of words must be seen. A sheet of somebody else's may well say "signed for
team A", which is two; each of our forms has sentences at its top, in its middle and at its foot."""
SECONDS_IN_ALL: Final = 15.0
"""For all ways up together. Without its boxes a form takes 1 to 3 seconds, 14 on a busy machine."""

_NO_LETTER: Final = re.compile(r"[\W_]+")

WordRun = tuple[str, ...]


def without_marks(image: NDArray[np.uint8], name: str) -> ReadError | None:
    """What to tell of a photo of one of our forms without its marks; None where it shows none of them."""
    layout = own_form(image)
    if layout is None:
        return None
    return ReadError(
        "form-without-marks",
        f"{name} shows our form “{layout.title}”, but not the black square marks at its corners and edges,"
        " without which it cannot be read.",
        "Lay the page flat and take the photo again with the whole page in it, all four corners too.",
    )


def own_form(image: NDArray[np.uint8]) -> Layout | None:
    """The form of ours that a colour picture shows a part of, by its printed sentences.

    None where none is seen for sure, or where Tesseract does not answer.
    """
    page = only_letters(whole_picture(image).grey)
    if len(letter_places(page)) < LEAST_MARKS:
        return None
    try:
        return form_of(words_of(page, SECONDS_IN_ALL, SCATTERED))
    except ReadError:
        return None


def form_of(words: Iterable[TesseractWord]) -> Layout | None:
    """The form of ours on which most of these words stand together, None where it is not a form's."""
    lines = groupby(words, key=lambda word: word.line)
    runs = {run for _, line in lines for run in _runs(" ".join(word.text for word in line))}
    best = max(FORMS, key=lambda form: len(runs & _printed(form)))
    return load(best) if len(runs & _printed(best)) >= LEAST_SEEN else None


@functools.cache
def _printed(form: str) -> frozenset[WordRun]:
    """The runs of words in what is printed on a form."""
    return frozenset(run for label in load(form).labels for run in _runs(label.text))


def _runs(text: str) -> Iterator[WordRun]:
    words = [plain for word in text.split() if (plain := _NO_LETTER.sub("", word).casefold())]
    for start in range(len(words) - TOGETHER + 1):
        yield tuple(words[start : start + TOGETHER])
