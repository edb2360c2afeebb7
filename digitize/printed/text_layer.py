"""A page of a PDF that was typed, not scanned: its words are taken from its text, not read from its picture.

They are only where the picture shows the same: a scanner puts text behind its pictures that a program
guessed, and who wants to may put any text where nobody sees it, draw one letter and name another
(`shown_text`), or draw words that are not in the text. Then the page is read from its picture, which is what
people see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.pictures.picture import Character, PageText, Picture
from fairdeal.digitize.printed.log import log_of, print_readers
from fairdeal.digitize.printed.marks import LETTER_PX, TALLEST_PX, WIDEST_PX, Marks, pieces_of
from fairdeal.digitize.printed.page_words import page_words, standing_on
from fairdeal.digitize.printed.readers import PLAIN
from fairdeal.digitize.printed.shown_text import Compared, TypedWord, compare
from fairdeal.digitize.printed.straighten import FlatPage, as_drawn
from fairdeal.digitize.printed.words import BAR, Box, Line, PageWords, Word, box_of
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import ReadProblem, Transcript

READ_AS_TEXT: Final = "read-as-text"
"""The code of the note on a page that was read from the text of its PDF."""
LEAST_CHARACTERS: Final = 12
"""With less text than this a page is read from its picture."""
LEAST_REST: Final = 4
"""The same of a page on which the one before it goes on: ``score A 4 B 0``."""
MOST_PICTURED: Final = 0.5
"""With more of it under pictures a page is a scan."""
MOST_UNKNOWN: Final = 0.01
"""Share of the characters of which the file does not show what they are ..."""
MOST_OTHER: Final = 0.1
"""... and of the marks of the picture that are not in the text, with which a page's text is not used."""
FEW: Final = 3
"""So many marks beside the text may be a bullet or a speck; more are named."""
DRAWN: Final = 0.8
"""Marks beside the text are a word if they are read as one with such a probability."""
UNREAD: Final = 0.5
"""No entry is surer in which no reader could make out a letter of the text."""
MOST_NAMED: Final = 3
CONTRAST: Final = 24
"""Grey levels by which a character differs from the paper about it at least."""
AROUND: Final = 0.15
"""A mark belongs to a character that is no further away, in heights of a capital."""
MIDDLE: Final = 0.3
"""So much of a character's box, about its middle, no other one stands over."""
BLANK: Final = 0.25
"""Letters further apart than the font sets them by this stand in two words, in heights of a capital."""
SAME_LINE: Final = 0.4
"""Characters whose bases differ by less, in heights of a capital, stand in one line."""
CAPITAL: Final = 0.7
"""Height of a capital beside that of the highest characters, where a page has none."""
_JOINED: Final = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl"}


@dataclass(frozen=True, slots=True)
class NotUsed:
    """A page that is to be read from its picture. `said` is what to say of its text."""

    said: tuple[ReadProblem, ...] = ()


TypedLine = list[TypedWord]
"""The words of a line of a page's text, on one base."""


def read_text_layer(picture: Picture, before: str = "") -> Transcript | NotUsed:
    """The log of a page by its text, where it has text and its picture confirms it. `before` is the text of
    the page before it in the same file.

    Raises `ReadError` (``not-a-log``) where it is another text.
    """
    typed = _typed(picture, LEAST_REST if before else LEAST_CHARACTERS)
    if isinstance(typed, NotUsed):
        return typed
    page, words, others = typed
    found = log_of(words, page, picture.name, before=before)
    said = [ReadProblem(READ_AS_TEXT, "note", "The page was read from the text of the PDF.")]
    if others > FEW:
        said.append(
            ReadProblem(
                "text-not-all",
                "warning",
                "The page also shows something that is not typed, such as a drawing or handwriting. It was"
                " not read. Compare it with the page.",
            )
        )
    rest = [problem for problem in found.problems if problem.code != "read-as-print"]
    return replace(found, problems=(*said, *rest))


def not_used(picture: Picture) -> NotUsed:
    """What to say of a page that may have text and is read from its picture, where neither is doubted."""
    text = picture.text
    if text is None or len(text.characters) + text.hidden < LEAST_CHARACTERS:
        return NotUsed()
    return NotUsed(
        (
            ReadProblem(
                "text-not-used",
                "note",
                "The PDF also has text. It was not used, because the page may show something else: it was"
                " read from its picture.",
            ),
        )
    )


def _differs(how: str) -> NotUsed:
    return NotUsed(
        (
            ReadProblem(
                "text-differs",
                "warning",
                f"The text in the PDF is not what the page shows: {how}. The text was not used: the page"
                " counts as people see it. A damaged font can cause this.",
            ),
        )
    )


def _typed(picture: Picture, least: int) -> tuple[FlatPage, PageWords, int] | NotUsed:
    """A page of which the text is what the picture shows, its words, and how many marks are not in it."""
    text = picture.text
    if text is None or not _whole(text, least):
        return not_used(picture)
    page = as_drawn(picture.image)
    if np.median(page.grey) < 128:  # light letters on a dark ground
        page = replace(page, grey=np.asarray(255 - page.grey, np.uint8))
    characters = _scaled(text.characters, page.grey.shape[1] / picture.image.shape[1])
    printed = [each for each in characters if each.box is not None]
    unseen = [each for each in printed if each.box and not _shown(page.grey, each.box)]
    if text.hidden or unseen:
        return _differs("some of the text cannot be seen")
    if _overlap(printed, page.grey.shape):
        return not_used(picture)
    capital = _capital(printed)
    marks = pieces_of(page.grey)
    others, count = _others(marks, printed, capital)
    lines = list(_typed_lines(characters))
    compared: Compared | None = None
    try:
        drawn = _words_beside(page.grey, printed, lines) if others else []
        if not drawn and others <= MOST_OTHER * max(count, 1):
            words = [each for line in lines for each in line]
            compared = compare(page.grey, words, print_readers())
    except ReadError:  # nobody reads print here, and what the page shows is not known
        return not_used(picture)
    if drawn:
        return _differs(f"the page also shows {', '.join(drawn[:MOST_NAMED])}")
    if compared is None:
        return not_used(picture)
    if compared.others:
        named = [f'"{each.text}" where the page shows "{each.shown}"' for each in compared.others]
        return _differs(f"it has {', '.join(named[:MOST_NAMED])}")
    read = PageWords(tuple(_with_readings(lines, compared)), marks.across, marks.down)
    return page, read, others


def _words_beside(
    grey: NDArray[np.uint8], seen: Sequence[Character], lines: Sequence[TypedLine]
) -> list[str]:
    """Words that are drawn on a page and are not in its text, in quotes. A single sign is one in a line of
    the text; a cross or a bullet elsewhere is not one."""
    rest = np.where(_covered(seen, grey.shape, _capital(seen)) > 0, np.uint8(255), grey)
    found = page_words(standing_on(np.asarray(rest, np.uint8)), print_readers()[:1])
    words = (word for line in found.lines for word in line.words)
    return [
        f'"{word.text}"'
        for word in words
        if word.probability >= DRAWN
        and (
            len(word.text) > 1
            or any(line[0].base - line[0].capital < word.y < line[0].base for line in lines)
        )
        and any(sign.isalnum() for sign in word.text)
    ]


def _whole(text: PageText, least: int) -> bool:
    """Whether the text is all there, by what the file says of it, and is of `least` characters or more."""
    count = sum(each.box is not None for each in text.characters)
    return (
        count >= least
        and text.unknown <= MOST_UNKNOWN * count
        and text.pictured <= MOST_PICTURED
        and not text.marked
    )


def _scaled(characters: Sequence[Character], scale: float) -> list[Character]:
    return [
        Character(
            each.text,
            None if each.box is None else _times(each.box, scale),
            each.base * scale,
            each.start * scale,
            each.end * scale,
        )
        for each in characters
    ]


def _times(box: Box, scale: float) -> Box:
    left, top, right, bottom = box
    return left * scale, top * scale, right * scale, bottom * scale


def _part(box: Box, shape: Sequence[int], share: float = 1.0) -> tuple[slice, slice]:
    """The rows and columns of a page that a box takes, or such a share of them about its middle."""
    left, top, right, bottom = box
    x, y = (right - left) * (1 - share) / 2, (bottom - top) * (1 - share) / 2
    rows = slice(max(0, int(top + y)), min(shape[0], int(bottom - y) + 1))
    return rows, slice(max(0, int(left + x)), min(shape[1], int(right - x) + 1))


def _shown(grey: NDArray[np.uint8], box: Box) -> bool:
    """Whether a letter is drawn where a character is said to stand."""
    left, top, right, bottom = box
    if bottom - top > TALLEST_PX or right - left > WIDEST_PX:
        return False
    piece = grey[_part((left - 2, top - 2, right + 2, bottom + 2), grey.shape)]
    return bool(piece.size and int(piece.max()) - int(piece.min()) >= CONTRAST)


def _overlap(characters: Sequence[Character], shape: Sequence[int]) -> bool:
    """Whether two different characters stand over each other: what a person sees of them is not in the text.

    Signs of other scripts do, and only ASCII is looked at.
    """
    stands = np.zeros(shape, np.int32)
    for number, each in enumerate(characters, 1):
        if each.box is None or not each.text.isascii():
            continue
        part = _part(each.box, shape, MIDDLE)
        for other in np.unique(stands[part]):
            if other and characters[other - 1].text != each.text:
                return True
        stands[part] = number
    return False


def _capital(characters: Sequence[Character]) -> float:
    """The usual height of capitals and figures."""
    tall = [
        each.box[3] - each.box[1]
        for each in characters
        if each.box is not None and (each.text.isupper() or each.text.isdigit())
    ]
    if tall:
        return max(1.0, float(np.median(tall)))
    heights = [each.box[3] - each.box[1] for each in characters if each.box is not None]
    return max(1.0, CAPITAL * max(heights, default=1.0))


def _others(marks: Marks, seen: Sequence[Character], capital: float) -> tuple[int, int]:
    """How many of the marks that may be letters are not characters, and how many there are in all."""
    covered = _covered(seen, marks.labels.shape, capital)
    letters = marks.boxes[marks.heights >= LETTER_PX]
    middle_x, middle_y = (letters[:, 0] + letters[:, 2]) // 2, (letters[:, 1] + letters[:, 3]) // 2
    return int((covered[middle_y, middle_x] == 0).sum()), len(letters)


def _covered(seen: Sequence[Character], shape: Sequence[int], capital: float) -> NDArray[np.uint8]:
    """Where on a page characters are, and what belongs to them."""
    covered = np.zeros(shape, np.uint8)
    for each in seen:
        if each.box is not None:
            covered[_part(each.box, shape)] = 1
    side = 2 * max(1, round(AROUND * capital)) + 1
    return np.asarray(cv2.dilate(covered, np.ones((side, side), np.uint8)), np.uint8)


def _typed_lines(characters: Sequence[Character]) -> Iterator[TypedLine]:
    """Characters as lines of words, from the top."""
    printed = [each for each in characters if each.box is not None]
    if not printed:
        return
    limit = SAME_LINE * _capital(printed)
    lines: list[list[Character]] = []
    for each in sorted(characters, key=lambda each: each.base):
        if not lines or each.base - lines[-1][0].base > limit:
            lines.append([])
        lines[-1].append(each)
    for line in lines:
        own = [each for each in line if each.box is not None]
        if own:
            capital, base = _capital(own), float(np.median([each.base for each in own]))
            yield list(_words(sorted(line, key=lambda each: each.start), base, capital))


def _words(line: Sequence[Character], base: float, capital: float) -> Iterator[TypedWord]:
    """The words of a line, each bar on its own."""
    words: list[list[Character]] = []
    apart = True
    for before, each in zip([None, *line], line, strict=False):
        apart |= before is not None and _parted(before, each, capital)
        if each.box is not None:
            if apart:
                words.append([])
            words[-1].append(each)
            apart = False
    middles = [
        (before[-1].box[2] + after[0].box[0]) / 2
        for before, after in pairwise(words)
        if before[-1].box and after[0].box
    ]
    room = zip([-np.inf, *middles], [*middles, np.inf], strict=True)
    for word, between in zip(words, room, strict=False):
        yield TypedWord(tuple(word), base, capital, between)


def _parted(before: Character, after: Character, capital: float) -> bool:
    if after.box is None or BAR in (before.text, after.text):
        return True
    return after.start - before.end > BLANK * capital


def _with_readings(lines: Sequence[TypedLine], compared: Compared) -> Iterator[Line]:
    """The lines of a text as if they had been read."""
    at = 0
    for line in lines:
        words = []
        for each in line:
            text = (
                "".join(sign.text for sign in each.characters).translate(_JOINED).translate(PLAIN)
            )
            box = box_of(each.left, each.right, each.base, each.capital)
            surest = UNREAD if at in compared.unread else 1.0
            words.append(Word(((text, 1.0),), box, surest))
            at += 1
        yield Line(tuple(words), line[0].base - line[0].capital / 2, line[0].capital)
