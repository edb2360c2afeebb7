"""Entries of a page that one reader read alone: none is surer than that reader was of its words.

Two readers that agree are sure, and what may stand in a place tells for one reading against another. With one
reader neither makes it surer: what it saw may be something that it did not name.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.arranged.page_rows import ended_in, goes_on, page_rows
from fairdeal.digitize.printed.arranged.slots import NOTHING_SAID, Piece, Row, Slot, fits
from fairdeal.digitize.printed.looks import (
    LEAST_OF_REST,
    Look,
    as_it_reads,
    looks,
    made_flat,
    plainly_print,
    rest_of_a_page,
)
from fairdeal.digitize.printed.page_words import Standing, page_words
from fairdeal.digitize.printed.readers import LineReader, TesseractLines, print_net
from fairdeal.digitize.printed.straighten import FlatPage
from fairdeal.digitize.printed.words import Box, PageWords, Word
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import Field, Point, ReadProblem, Transcript, TypedSpan


def no_surer(rows: Iterable[Row], words: Sequence[Word]) -> list[Row]:
    """The rows, with the readings of each entry as likely at most as those of its words together
    (`Word.surest`)."""
    return [tuple(_limited(piece, words) for piece in row) for row in rows]


def _limited(piece: Piece, words: Sequence[Word]) -> Piece:
    if piece.box is None:
        return piece
    box = piece.box
    most = math.prod(word.surest for word in words if _in_one(box, word.box))
    if piece.readings[0][1] <= most:
        return piece
    share = most / piece.readings[0][1]
    return replace(piece, readings=tuple((text, share * p) for text, p in piece.readings))


def _in_one(box: Box, other: Box) -> bool:
    """Whether the middle of either stands in the other."""
    return _holds(box, other) or _holds(other, box)


def _holds(box: Box, other: Box) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


SURE: Final = 0.999
"""From here on a word is written as it was read; below, with its rivals."""
SUREST: Final = 0.9999
"""No word is said to be surer."""
ALL_TOLD: Final = 0.998
"""How likely a word in doubt is at most any of its readings."""
UNREADABLE: Final = "??"
_STRANGE: Final = re.compile(r'[|{}"]')
_SEVERAL: Final = re.compile(r"[,;:\s]\S")
_FIGURE: Final = re.compile(r"(?:^|\s)[01]?\.\d+$")

Outline = Callable[[Box], tuple[Point, ...]]


def written(
    rows: Sequence[Row], outline: Outline, surest: float = SUREST
) -> tuple[str, list[Field], list[TypedSpan]]:
    """The text; its entries as fields, each named for its line and its place there; where each stands in
    it. No entry is said to be surer than `surest`."""
    lines: list[str] = []
    fields: list[Field] = []
    spans: list[TypedSpan] = []
    for number, row in enumerate(rows, 1):
        text, count = "", 0
        for piece in row:
            token = _token(piece, surest)
            text += (" " if text else "") + piece.before
            if piece.slot is not Slot.FREE and piece.box is not None:
                count += 1
                fields.append(_field(piece, f"line {number} / entry {count}", outline, surest))
                spans.append((number, len(text) + 1, len(text) + 1 + len(token)))
            text += token + piece.after
        lines.append(text)
    return "\n".join(lines) + "\n", fields, spans


def unsure(rows: Iterable[Row], least: float) -> list[str]:
    """Words that are no entries, less likely than this."""
    return [
        piece.text
        for row in rows
        for piece in row
        if piece.slot is Slot.FREE and piece.box is not None and piece.readings[0][1] < least
    ]


def _token(piece: Piece, surest: float) -> str:
    text, probability = piece.readings[0]
    if piece.slot is Slot.FREE or (text in NOTHING_SAID and probability >= SURE):
        return text
    if not text:
        return UNREADABLE
    if not fits(piece.slot, text):
        # As it was seen: a problem at its place. A call is whatever anybody says, so it is doubted, too. What
        # has other entries' signs in it would be read as several that are clear.
        if piece.slot is Slot.CALL:
            return f"{text}?"
        # A cell of a sheet may hold anything, and a tag as well.
        free = piece.slot in (Slot.NUMBER, Slot.DOUBLING) and not _SEVERAL.search(text)
        if piece.before.startswith("[") or free:
            return f"{{{_member(text)} {probability:.4f}}}"
        return UNREADABLE if _SEVERAL.search(text) else text
    if probability >= SURE:
        # A seat may stand in the head of its column alone: it is no surer than what is on the page.
        held = surest < SURE and (piece.box is not None or piece.slot is Slot.SEAT)
        return f"{{{_member(text)} {surest:.4f}}}" if held else text
    # The notation reads no group with a member that can be nothing there: that is "something else".
    told = [
        (each, p)
        for each, p in piece.readings
        if each and fits(piece.slot, each) and (each == text or each not in NOTHING_SAID)
    ]
    # However alike the readings are in what follows from them, it may be none of them.
    scale = min(1.0, ALL_TOLD / sum(p for _, p in told)) if len(told) > 1 else 1.0
    return "{" + "|".join(f"{_member(each)} {scale * p:.4f}" for each, p in told) + "}"


def _member(text: str) -> str:
    """A reading among its rivals, between quotation marks where it would be taken apart."""
    if _STRANGE.search(text) or _FIGURE.search(text) or text in NOTHING_SAID:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def _field(piece: Piece, name: str, outline: Outline, surest: float) -> Field:
    text, probability = piece.readings[0]
    assert piece.box is not None
    return Field(
        name,
        piece.slot.kind,
        text or None,
        # Nobody can tell how likely a tag is anything else: of a page in doubt a person is asked about it.
        flagged=probability < SURE or (surest < SURE and piece.before.startswith("[")),
        probability=min(probability, surest),
        rivals=tuple((each, min(p, surest)) for each, p in piece.readings if each),
        region=outline(piece.box),
    )


LEAST_ENTRIES: Final = 4
"""A page must hold as many cards, calls or cells to be a log ..."""
LEAST_SHARE: Final = 0.3
"""... and such a share of its words."""
PLAIN_ENOUGH: Final = 0.9
"""Words that are no entries are listed where they are less likely."""
TOO_UNSURE: Final = 0.25
"""With more of its entries in doubt a page as a whole is said to be read badly."""
MANY: Final = 0.04
"""With a greater share of its entries in doubt, others are misread that nobody doubts ..."""
HELD: Final = 0.99
"""... and no entry of the page is surer than this."""
_ANYTHING: Final = (Slot.FREE, Slot.VALUE)
"""Places in which anything may stand: what is read there tells nothing of how well a page was read."""
_ENTRY: Final = re.compile(r"(?:10|[2-9TJQKA])[CDHS♣♦♥♠]|[CDHS♣♦♥♠](?:10|[2-9TJQKA])|pass", re.I)
UNREAD: Final = frozenset({"", "?", "??"})
"""What stands for an entry that could not be read: another may have been lost beside it."""
RETAKE: Final = "Take the photo again from straight above, near enough to read the letters."


def read_printed(
    image: NDArray[np.uint8], name: str, before: str = "", ways: Iterable[Look] | None = None
) -> Transcript:
    """A photographed typed or printed log: its text, its entries with their rivals, what is doubtful about
    it. `before` is the text of the page before it in the same file, in which it may go on; `ways` are its
    looks, if some of them were asked for.

    Raises `ReadError`: ``no-text`` where the picture holds no text, ``not-a-log`` where it holds
    other text than a log; without the packaged net also what `digitize.printed.tesseract` raises.
    """
    found = as_it_reads(looks(image, print_readers()[0]) if ways is None else ways)
    if found is None and before:
        found = rest_of_a_page(looks(image, print_readers()[0], LEAST_OF_REST))
    if found is None:
        raise ReadError("no-text", f"No form and no printed text was found in {name}.", RETAKE)
    found = made_flat(found)
    words, alone = words_of(found.standing)
    return log_of(words, found.page, name, alone, before)


def may_be_print(image: NDArray[np.uint8]) -> Iterator[Look] | None:
    """The looks of a picture that may well be a page of print; None of another."""
    return plainly_print(image, print_readers()[0])


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
    doubt = _doubt(rows, _left_out(every, rows))
    text, fields, spans = written(rows, page.outline, HELD if doubt else SUREST)
    return Transcript(
        name,
        fields=tuple(fields),
        problems=(*_problems(rows, doubt), *_one_reader(alone)),
        typed=text,
        spans=tuple(spans),
        goes_on=going_on,
    )


def print_readers() -> list[LineReader]:
    net = print_net()
    return [TesseractLines()] if net is None else [net, TesseractLines()]


def words_of(standing: Standing) -> tuple[PageWords, str]:
    """The words of a page, and why only one reader read them, if so: where Tesseract does not answer the net
    reads alone. Raises `ReadError` where nobody reads."""
    readers = print_readers()
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


def page_of(ways: Iterable[Look]) -> tuple[list[Word], FlatPage] | None:
    """All words of a page of print, and the page flattened; None where no look shows print."""
    found = as_it_reads(ways)
    if found is None:
        return None
    found = made_flat(found)
    words = page_words(found.standing, print_readers())
    return [word for line in words.lines for word in line.words], found.page


def _is_log(rows: Sequence[Row], words: PageWords) -> bool:
    entries = [piece for row in rows for piece in row if piece.slot not in _ANYTHING]
    fit = sum(fits(piece.slot, piece.text) for piece in entries)
    count = sum(len(line.words) for line in words.lines)
    tagged = any(
        (row and row[0].text.startswith("[")) or row[0].before.startswith("[") for row in rows
    )
    return tagged or (fit >= LEAST_ENTRIES and fit >= LEAST_SHARE * count)


def _left_out(words: Iterable[Word], rows: Sequence[Row]) -> int:
    """How many cards and passes were read on a page and stand in none of its rows."""
    boxes = np.array([piece.box for row in rows for piece in row if piece.box is not None])
    return sum(
        not _overlaps(boxes, word.box) for word in words if _ENTRY.fullmatch(word.text.strip(",.;"))
    )


def _overlaps(boxes: NDArray[np.float64], box: Box) -> bool:
    """Whether any of some boxes covers a part of another."""
    if not len(boxes):
        return False
    left, top, right, bottom = box
    wide = np.minimum(boxes[:, 2], right) - np.maximum(boxes[:, 0], left)
    high = np.minimum(boxes[:, 3], bottom) - np.maximum(boxes[:, 1], top)
    return bool(((wide > 0) & (high > 0)).any())


def _doubt(rows: Sequence[Row], left_out: int = 0) -> list[ReadProblem]:
    """What is to be said of a page on which too much is in doubt for anything on it to be certain: so many
    entries were read and are not in its rows."""
    entries = [p for row in rows for p in row if p.slot not in _ANYTHING and p.box is not None]
    lost = left_out + sum(piece.text in UNREAD for row in rows for piece in row)
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
            f"{doubtful} of {max(doubtful, len(entries))} printed entries are in doubt{lines}. Others may be"
            " missing or wrong: compare the page with the photo line by line. Nothing found on this page is"
            " certain before the entries that it rests on are compared.",
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
    entries = [p for row in rows for p in row if p.slot not in _ANYTHING and p.box is not None]
    doubtful = [piece for piece in entries if piece.readings[0][1] < PLAIN_ENOUGH]
    if len(doubtful) > TOO_UNSURE * len(entries):
        found.append(
            ReadProblem(
                "print-poor",
                "warning",
                f"{len(doubtful)} of {len(entries)} printed entries could not be read for sure."
                f" {RETAKE} Or compare the page with the photo line by line.",
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
