"""A photographed typed or printed log: its words read by two readers, arranged as lines of the notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.arranged.going_on import ended_in, goes_on
from fairdeal.digitize.printed.arranged.one_reader import no_surer
from fairdeal.digitize.printed.arranged.page_rows import page_rows
from fairdeal.digitize.printed.arranged.pieces import Row
from fairdeal.digitize.printed.arranged.slots import Slot, fits
from fairdeal.digitize.printed.arranged.written import SURE, SUREST, unsure, written
from fairdeal.digitize.printed.letters import count_letters
from fairdeal.digitize.printed.lines.runs import letters_on_line
from fairdeal.digitize.printed.page_words import (
    PageWords,
    Standing,
    page_words,
    standing_on,
)
from fairdeal.digitize.printed.readers.packaged_net import print_net
from fairdeal.digitize.printed.readers.shared_out import shared_out
from fairdeal.digitize.printed.readers.signs import LineReader
from fairdeal.digitize.printed.readers.tesseract_lines import TesseractLines
from fairdeal.digitize.printed.straighten import FlatPage, flattenings
from fairdeal.digitize.printed.words import Word
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import ReadProblem, Transcript

LEAST_LETTERS: Final = 12
"""With fewer marks of the size of letters there are no words to be read."""
PLAIN_SENSE: Final = 0.72
"""Mean probability of the signs of some lines from which a page is the right way up ..."""
LEAST_SENSE: Final = 0.55
"""... and from which it is print at all."""
SAMPLE: Final = 5
"""Lines looked at to find the right way up."""
LEAST_ENTRIES: Final = 4
"""A page must hold as many cards, calls or cells to be a log ..."""
LEAST_SHARE: Final = 0.3
"""... and such a share of its words."""
PLAIN_ENOUGH: Final = 0.9
"""Words that are no entries are listed where they are less likely."""
TOO_UNSURE: Final = 0.25
"""With more of its entries in doubt a page as a whole is said to be read badly."""
IN_ROW: Final = 0.7
"""A row of print has such a share of its marks on its line, in a letter's height."""
ENOUGH_LETTERS: Final = 200
"""With so many in rows that make sense no other side is looked at; grain makes some by chance."""
PRINTED_LETTERS: Final = 120
"""Letters in rows of a page that may be print however short its rows are, such as a spreadsheet's."""
MANY: Final = 0.04
"""With a greater share of its entries in doubt, others are misread that nobody doubts ..."""
HELD: Final = 0.99
"""... and no entry of the page is surer than this."""
_TURNS: Final = (None, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE)

UNREAD: Final = frozenset({"", "?", "??"})
"""What stands for an entry that could not be read: another may have been lost beside it."""
RETAKE: Final = "Take the photo again from straight above, near enough to read the letters."


def read_printed(image: NDArray[np.uint8], name: str, before: str = "") -> Transcript:
    """A photographed typed or printed log: its text, its entries with their rivals, what is doubtful about
    it. `before` is the text of the page before it in the same file, in which it may go on.

    Raises `ReadError`: ``no-text`` where the picture holds no text, ``not-a-log`` where it holds
    other text than a log; without the packaged net also what `digitize.printed.tesseract` raises.
    """
    found = _as_it_reads(image)
    if found is None:
        raise ReadError("no-text", f"No form and no printed text was found in {name}.", RETAKE)
    page, standing = found
    words, alone = words_of(standing)
    return log_of(words, page, name, alone, before)


def log_of(
    words: PageWords, page: FlatPage, name: str, alone: str = "", before: str = ""
) -> Transcript:
    """The words of a page as a log. `alone` says why only one reader read them, if so. Raises `ReadError`
    where they are none."""
    ended = ended_in(before)
    every = [word for line in words.lines for word in line.words]
    rows = no_surer(page_rows(words, ended), every)
    going_on = goes_on(rows, ended)
    if ended.block and not going_on:
        rows = no_surer(page_rows(words), every)
    if not (going_on or _is_log(rows, words)):
        raise ReadError(
            "not-a-log",
            f"{name} shows printed text, but neither a score sheet or hand log nor a typed record of"
            " deals.",
            "If it is the wrong photo, send the right one. If it is one of our forms, take the photo again"
            " with the whole page and its black corner marks in it. A typed record is read where it is"
            " written as docs/notation.md says.",
        )
    doubt = _doubt(rows)
    text, fields, spans = written(rows, page.outline, HELD if doubt else SUREST)
    return Transcript(
        name,
        fields=tuple(fields),
        problems=(*_problems(rows, doubt), *_one_reader(alone)),
        typed=text,
        spans=tuple(spans),
        goes_on=going_on,
    )


def _readers() -> list[LineReader]:
    net = print_net()
    return [TesseractLines()] if net is None else [net, TesseractLines()]


def words_of(standing: Standing) -> tuple[PageWords, str]:
    """The words of a page, and why only one reader read them, if so: where Tesseract does not answer the net
    reads alone. Raises `ReadError` where nobody reads."""
    readers = _readers()
    if len(readers) == 1:
        return page_words(standing, readers), "The second reader of print is not installed."
    try:
        return page_words(standing, readers), ""
    except ReadError as error:
        return page_words(standing, readers[:1]), error.message


def _one_reader(why: str) -> list[ReadProblem]:
    if not why:
        return []
    return [
        ReadProblem(
            "print-one-reader",
            "warning",
            f"{why} The page was read by one reader alone, so more entries are unclear. Compare them with"
            " the photo.",
        )
    ]


def _as_it_reads(image: NDArray[np.uint8]) -> tuple[FlatPage, Standing] | None:
    """The page, flattened one way or another, on the side on which some of its lines make sense, and what
    stands on it; None where they make none at all."""
    reader = _readers()[0]
    best: tuple[FlatPage, Standing] | None = None
    most = 0.0
    for page in flattenings(image):
        for way in _TURNS:
            turned = page.turned(way)
            if count_letters(turned.grey) < LEAST_LETTERS:
                continue
            standing = standing_on(turned.grey)
            letters = _letters(standing)
            if letters < LEAST_LETTERS:
                continue
            sense = _sense(reader, standing)
            found = min(letters, ENOUGH_LETTERS) * sense if sense >= LEAST_SENSE else 0.0
            if found > most:
                best, most = (turned, standing), found
            if found >= ENOUGH_LETTERS * PLAIN_SENSE:
                return best
    return best


def page_of(image: NDArray[np.uint8]) -> tuple[list[Word], FlatPage] | None:
    """All words of a page of print, and the page flattened; None where it shows no print."""
    found = _as_it_reads(image)
    if found is None:
        return None
    page, standing = found
    words = page_words(standing, _readers())
    return [word for line in words.lines for word in line.words], page


def may_be_print(image: NDArray[np.uint8]) -> bool:
    """Whether a picture, as it lies, shows so much print that it may be a page of it: a quick look."""
    _, standing = as_it_lies(image)
    return _letters(standing) >= PRINTED_LETTERS and _sense(_readers()[0], standing) >= PLAIN_SENSE


def as_it_lies(image: NDArray[np.uint8]) -> tuple[FlatPage, Standing]:
    """A picture flattened in the commonest way, not turned, and what stands on it."""
    page = next(flattenings(image))
    return page, standing_on(page.grey)


def _letters(standing: Standing) -> int:
    """How many letters stand in rows as those of print do."""
    rows = ((len(run.members), letters_on_line(run, standing.marks)) for run in standing.runs)
    return sum(letters for marks, letters in rows if letters > 1 and letters >= IN_ROW * marks)


def _sense(reader: LineReader, standing: Standing) -> float:
    """How surely a reader takes the longest lines for print, 0 to 1: letters that stand in words count,
    for on its side a column of letters looks like a line of single ones. Specks of a picture beside the
    print make longer rows, but none stand on a line."""
    runs = standing.runs
    which = sorted(range(len(runs)), key=lambda n: -letters_on_line(runs[n], standing.marks))
    which = which[:SAMPLE]
    words = [
        word
        for n, signs in zip(which, standing.read(reader, which), strict=True)
        for word in shared_out(signs, standing.spans[n], runs[n].capital)
    ]
    count = sum(len(word) for word in words)
    if count < LEAST_LETTERS:
        return 0.0
    return sum(sign.probability for word in words if len(word) > 1 for sign in word) / count


def _is_log(rows: Sequence[Row], words: PageWords) -> bool:
    entries = [piece for row in rows for piece in row if piece.slot is not Slot.FREE]
    fit = sum(fits(piece.slot, piece.text) for piece in entries)
    count = sum(len(line.words) for line in words.lines)
    tagged = any(
        (row and row[0].text.startswith("[")) or row[0].before.startswith("[") for row in rows
    )
    return tagged or (fit >= LEAST_ENTRIES and fit >= LEAST_SHARE * count)


def _doubt(rows: Sequence[Row]) -> list[ReadProblem]:
    """What is to be said of a page on which too much is in doubt for anything on it to be certain."""
    entries = [p for row in rows for p in row if p.slot is not Slot.FREE and p.box is not None]
    lost = sum(piece.text in UNREAD for row in rows for piece in row)
    doubtful = lost + sum(
        piece.readings[0][1] < SURE and piece.text not in UNREAD for piece in entries
    )
    unread = sum(_not_read(row) for row in rows)
    if doubtful <= MANY * len(entries) and not unread and not lost:
        return []
    lines = f" and {unread} line{'s' * (unread > 1)} could not be read" if unread else ""
    return [
        ReadProblem(
            "print-in-doubt",
            "warning",
            f"{doubtful} of {max(doubtful, len(entries))} printed entries are in doubt{lines}. Nothing found"
            " on this page is certain before the entries that it rests on are compared with the photo.",
        )
    ]


def _not_read(row: Row) -> bool:
    """Whether a line stands in the record as it was seen, because nothing could be made of it."""
    first = row[0] if row else None
    return (
        first is not None
        and first.slot is Slot.FREE
        and first.box is not None
        and not first.before
        and not first.text.startswith((";", "!"))
    )


def _problems(rows: Sequence[Row], doubt: list[ReadProblem]) -> list[ReadProblem]:
    """What a person should know of how a page was read; `doubt` is what makes nothing on it certain."""
    found = [
        ReadProblem(
            "read-as-print", "note", "No form's marks were seen; the page was read as printed text."
        )
    ]
    entries = [p for row in rows for p in row if p.slot is not Slot.FREE and p.box is not None]
    doubtful = [piece for piece in entries if piece.readings[0][1] < PLAIN_ENOUGH]
    if len(doubtful) > TOO_UNSURE * len(entries):
        found.append(
            ReadProblem(
                "print-poor",
                "warning",
                f"{len(doubtful)} of {len(entries)} printed entries could not be read for sure."
                f" {RETAKE}",
            )
        )
    else:
        found += doubt
    words = unsure(rows, PLAIN_ENOUGH)
    if words:
        several = len(words) > 1
        found.append(
            ReadProblem(
                "print-unsure",
                "warning",
                f"{len(words)} printed word{'s were' if several else ' was'} read without confidence"
                f" ({', '.join(words[:6])}{' ...' if len(words) > 6 else ''})."
                f" Compare {'them' if several else 'it'} with the photo.",
            )
        )
    return found
