"""A picture of print read as a log: from its looks to a transcript, or a refusal that says what to do."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.four_sides import Corners
from fairdeal.digitize.printed.alike import as_one_print
from fairdeal.digitize.printed.columns import below_letters
from fairdeal.digitize.printed.gaps import read_rows
from fairdeal.digitize.printed.looks import (
    LEAST_OF_REST,
    PLAIN_SENSE,
    PRINTED_LETTERS,
    Look,
    as_it_reads,
    looks,
    made_flat,
    on_its_paper,
    rest_of_a_page,
)
from fairdeal.digitize.printed.notation import (
    ended_in,
    goes_on,
    page_rows,
    written,
)
from fairdeal.digitize.printed.page_doubt import (
    ANYTHING,
    PLAIN_ENOUGH,
    doubt_of,
    entries_left_out,
    is_unread,
    parts_of,
)
from fairdeal.digitize.printed.page_words import Standing, page_words
from fairdeal.digitize.printed.readers import LineReader, TesseractLines, print_net
from fairdeal.digitize.printed.rows import MOST_CARDS
from fairdeal.digitize.printed.straighten import FlatPage
from fairdeal.digitize.printed.words import (
    PageWords,
    Piece,
    Row,
    Slot,
    Word,
    fits,
    in_doubt,
    unknown,
)
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import ReadProblem, Transcript


def no_surer(rows: Iterable[Row], words: Sequence[Word]) -> list[Row]:
    """The rows, with the readings of each entry as likely at most as those of its words together
    (`Word.surest`): what one reader alone saw may be something that it did not name, and what may stand in a
    place makes it no surer."""
    unsure = [word for word in words if word.surest < 1]
    return [tuple(_limited(piece, unsure) for piece in row) for row in rows]


def _limited(piece: Piece, words: Sequence[Word]) -> Piece:
    if piece.box is None:
        return piece
    # The middle of either stands in the other.
    own = Word(piece.readings, piece.box)
    within = (word for word in words if _holds(own, word) or _holds(word, own))
    most = math.prod(word.surest for word in within)
    share = most / piece.readings[0][1]
    return in_doubt(piece, share) if share < 1 else piece


def _holds(word: Word, other: Word) -> bool:
    left, top, right, bottom = word.box
    return left <= other.x <= right and top <= other.y <= bottom


LEAST_ENTRIES: Final = 4
"""A page must hold as many cards, calls or cells to be a log ..."""
LEAST_SHARE: Final = 0.3
"""... and such a share of its words."""
TOO_UNSURE: Final = 0.25
"""With more of its entries in doubt a page as a whole is said to be read badly."""
MOST_ROWS: Final = 250
"""A page of two columns in the smallest print has fewer; more are a newspaper's, or the magazines' around a
sheet, and to read them took half a minute."""
RETAKE: Final = "Take the photo again from straight above, near enough to read the letters."


def look_of(
    image: NDArray[np.uint8],
    name: str,
    before: str = "",
    ways: Iterable[Look] | None = None,
    corners: Corners | None = None,
) -> Look:
    """A photographed typed or printed page as it reads. `before` is the text of the page before it in the
    same file, in which it may go on; `ways` are its looks, if some of them were asked for; `corners` those of
    its sheet, where it is seen. Raises `ReadError`, ``no-text``, where the picture contains no text."""
    reader = print_readers()[0]
    found = as_it_reads(looks(image, reader, corners=corners) if ways is None else ways)
    if found is None and before:
        found = rest_of_a_page(looks(image, reader, LEAST_OF_REST, corners))
    if found is None:
        raise ReadError("no-text", f"No form and no printed text was found in {name}.", RETAKE)
    return found


def read_printed(
    found: Look,
    name: str,
    before: str = "",
    photo: NDArray[np.uint8] | None = None,
    scale: float = 1.0,
) -> Transcript:
    """A typed or printed log in the look in which it reads: its text, its entries with their rivals, what is
    doubtful about it. `before` is as in `look_of`; `photo` the picture with all that is around its sheet;
    `scale` is `Picture.scale`.

    Raises `ReadError`: ``not-a-log`` where it holds other text than a log; without the packaged net also
    what `digitize.printed.tesseract` raises.
    """
    if len(read_rows(found.standing.runs, found.standing.spans)) > MOST_ROWS:
        raise ReadError(
            "not-a-log",
            f"{name} shows more lines of print than a page of a record has.",
            "If it is the wrong photo, send the right one. If other print lies around the page, take the"
            " photo again with the page alone.",
        )
    if photo is not None:
        found = on_its_paper(found, photo)
    found = made_flat(found)
    words, alone = words_of(found.standing)
    return log_of(words, found.page.as_sent(scale), name, alone, before)


def may_be_print(
    image: NDArray[np.uint8], corners: Corners | None = None
) -> tuple[bool, Iterator[Look]]:
    """Whether a picture shows so much print, as it lies, that it may be a page of it; and its looks, of which
    the first is taken."""
    ways = looks(image, print_readers()[0], corners=corners)
    first = next(ways, None)
    if first is None:
        return False, ways
    printed = first.letters >= PRINTED_LETTERS and first.sense >= PLAIN_SENSE
    return printed, chain([first], ways)


def log_of(
    words: PageWords, page: FlatPage, name: str, alone: str = "", before: str = ""
) -> Transcript:
    """The words of a page as a log. `alone` says why only one reader read them, if so. Raises `ReadError`
    where they are not."""
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
    entered = (word for line in below_letters(words.lines) for word in line.words)
    doubt, surest = doubt_of(rows, entries_left_out(entered, rows), page.grey.shape[0])
    text, fields, spans = written(as_one_print(_hands_not_whole(rows)), page.outline, surest)
    return Transcript(
        name,
        fields=tuple(fields),
        problems=tuple(_problems(rows, doubt, alone)),
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
        return page_words(standing, readers), "The second reader of print is damaged."
    try:
        return page_words(standing, readers), ""
    except ReadError as error:
        return page_words(standing, readers[:1]), error.message


def _is_log(rows: Sequence[Row], words: PageWords) -> bool:
    entries = [piece for row in rows for piece in row if piece.slot not in ANYTHING]
    fit = sum(fits(piece.slot, piece.text) for piece in entries)
    count = sum(len(line.words) for line in words.lines)
    tagged = any(
        (row and row[0].text.startswith("[")) or row[0].before.startswith("[") for row in rows
    )
    return tagged or (fit >= LEAST_ENTRIES and fit >= LEAST_SHARE * count)


HAND_OF_56: Final = 8
"""Cards of a hand of 56, whatever the number of players."""


def _hands_not_whole(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page, cards not read at the end of each hand that is not whole, where a line among the
    hands has cards and could not be read: they may be these."""
    parts = parts_of(rows)
    found = list(rows)
    for part in dict.fromkeys(each for each in parts if each.startswith("the hands")):
        own = [n for n, each in enumerate(parts) if each == part and rows[n]]
        torn = any(is_unread(rows[n][0]) and _has_card(rows[n]) for n in own)
        hands = [n for n in own if rows[n][0].slot is Slot.SEAT]
        longest = max((len(rows[n]) - 1 for n in hands), default=0)
        whole = MOST_CARDS if longest > HAND_OF_56 + 1 else HAND_OF_56  # that may have one too many
        for n in hands if torn else ():
            found[n] = (*rows[n], *[unknown(Slot.CARD, None)] * (whole + 1 - len(rows[n])))
    return found


def _has_card(row: Row) -> bool:
    return any(fits(Slot.CARD, piece.text.strip(",.;")) for piece in row)


def _problems(rows: Sequence[Row], doubt: list[ReadProblem], alone: str) -> list[ReadProblem]:
    """What a person should know of how a page was read; `doubt` is what makes nothing on it certain,
    `alone` why one reader alone read it."""
    found = [
        ReadProblem(
            "read-as-print", "note", "No form's marks were seen; the page was read as printed text."
        )
    ]
    entries = [p for row in rows for p in row if p.slot not in ANYTHING and p.box is not None]
    doubtful = [piece for piece in entries if piece.by_ink < PLAIN_ENOUGH]
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
    moved = sum(piece.column < 1.0 for piece in entries)
    if moved:
        found.append(
            ReadProblem(
                "columns-in-doubt",
                "warning",
                "It is not clear whether the columns of the tricks are the seats, or who played first, second"
                f" and so on: {moved} cards depend on it. Look at a trick of which you know who played"
                " what.",
            )
        )
    printed = (p for row in rows for p in row if p.slot is Slot.FREE and p.box is not None)
    words = [piece.text for piece in printed if piece.readings[0][1] < PLAIN_ENOUGH]
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
    if alone:
        found.append(
            ReadProblem(
                "print-one-reader",
                "warning",
                f"{alone} The page was read by one reader alone, so more entries are unclear. Compare them"
                " with the photo.",
            )
        )
    return found
