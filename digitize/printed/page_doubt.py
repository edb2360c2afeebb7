"""What is in doubt on a printed page that none of its entries shows: lines and entries that could not be
read, and how sure the others may be then. What lies beyond the record makes none of it less sure.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile
from statistics import median
from typing import Final

import numpy as np

from fairdeal.digitize.printed.notation import SURE, SUREST
from fairdeal.digitize.printed.rows import is_remark
from fairdeal.digitize.printed.words import (
    BAR,
    Box,
    Piece,
    Row,
    Slot,
    Word,
    around,
    fits,
    like_an_entry,
    said,
)
from fairdeal.records import ReadProblem

PLAIN_ENOUGH: Final = 0.9
"""Words are in doubt where they are less likely, for a page as a whole."""
MANY: Final = 0.04
"""With a greater share of its entries in doubt, others may be misread that nobody doubts, ..."""
MANY_UNSURE: Final = 0.14
"""... or with a greater one that is less than certain: nine pages of 273 with a tenth and more had nothing
misread that nobody doubts, two with a little more than this had a call in three words, or two cards, ..."""
HARDLY: Final = 0.0015
"""... unless that is because of a few in a thousand each: they are all but certain together. Of thirty pages
the one by a q that is a little like a 9 had 0.0009 in the mean; the fax with the least, 0.0032, two false
findings ..."""
HELD: Final = 0.99
"""... and no entry of the page is surer than this."""
ANYTHING: Final = (Slot.FREE, Slot.VALUE)
"""Places in which anything may stand: what is read there tells nothing of how well a page was read."""
_ENTRY: Final = re.compile(r"(?:10|[2-9TJQKA])[CDHS♣♦♥♠]|[CDHS♣♦♥♠](?:10|[2-9TJQKA])|pass", re.I)
NOWHERE: Final = -1
"""The place of what stands beside no row."""
STRAYED: Final = 2
"""So many cards in a line of the result are of another part."""
UNREAD: Final = frozenset({"", "?", "??"})
"""What stands for an entry that could not be read: another may have been lost beside it."""


def entries_left_out(words: Iterable[Word], rows: Sequence[Row]) -> list[Box]:
    """Where cards and passes were read on a page that stand in none of its rows."""
    boxes = np.array([p.box for row in rows for p in row if p.box is not None]).reshape(-1, 4)
    found = []
    for word in words:
        if _ENTRY.fullmatch(word.text.strip(",.;")):
            left, top, right, bottom = word.box
            wide = np.minimum(boxes[:, 2], right) > np.maximum(boxes[:, 0], left)
            high = np.minimum(boxes[:, 3], bottom) > np.maximum(boxes[:, 1], top)
            if not (wide & high).any():
                found.append(word.box)
    return found


def doubt_of(
    rows: Sequence[Row], left_out: Sequence[Box] = (), height: float = math.inf
) -> tuple[list[ReadProblem], list[float]]:
    """What is to be said of a page on which something is in doubt that no entry shows, and how sure the
    entries of each row may be. `left_out` are entries that were read and are not in its rows; `height` is the
    page's.

    Where much is in doubt nothing on the page is certain; where a line or an entry of a part could not be
    read, nothing of that part is."""
    entries = [p for row in rows for p in row if p.slot not in ANYTHING and p.box is not None]
    above = sum(1 for _ in takewhile(lambda row: row and is_remark([row]), rows))
    high = median([each.box[3] - each.box[1] for each in entries if each.box] or [0.0])
    first = sum(1 for _ in takewhile(_is_nothing, rows))
    block = _block_of(rows)
    beyond = [
        _at_the_edge(row, height)
        or _is_hole(row, entries, high)
        or (n < first and _is_grain(row))
        or _off_the_block(row, block, high)
        or _ends_a_tag(row, rows)
        for n, row in enumerate(rows)
    ]
    beyond = [each or _is_one_row_of_a_sheet(rows, n) for n, each in enumerate(beyond)]
    gaps = [
        not beyond[n]
        and sum(_is_gap(piece) for piece in row if n >= above or _of_its_size(piece, high))
        for n, row in enumerate(rows)
    ]
    lost = len(left_out) + sum(gaps)
    doubtful = lost + sum(
        piece.by_ink < PLAIN_ENOUGH and piece.text not in UNREAD for piece in entries
    )
    # Lines that stand in the record as they were seen, because nothing could be made of them.
    unread = [n for n, row in enumerate(rows) if row and is_unread(row[0]) and not beyond[n]]
    unsure = sum(piece.by_ink < SURE for piece in entries)
    hardly = sum(1.0 - piece.by_ink for piece in entries) <= HARDLY * len(entries)
    few = doubtful <= MANY * len(entries) and (hardly or unsure <= MANY_UNSURE * len(entries))
    if few and not unread and not lost:
        return [], [SUREST] * len(rows)
    parts = parts_of(rows)
    torn = {*unread, *(n for n, row in enumerate(rows) if gaps[n] and _order_tells(row, gaps[n]))}
    for box in left_out:
        torn |= {n for n, row in enumerate(rows) if _in_line(box, row)} or {NOWHERE}
    doubted = {"" if n == NOWHERE or _strayed(rows[n], parts[n]) else parts[n] for n in torn}
    held = [part in doubted or gap > 0 for part, gap in zip(parts, gaps, strict=True)]
    named = {*doubted, *(part for part, each in zip(parts, held, strict=True) if each)}
    if not few or "" in named or _begins_again(parts):
        problem = _page_in_doubt(max(doubtful, unsure), len(entries), len(unread))
        return [problem], [HELD] * len(rows)
    lost -= sum(gaps[n] for n in unread)  # the line says it
    problem = _part_in_doubt(
        len(unread), lost, [part for part in dict.fromkeys(parts) if part in named]
    )
    return [problem], [HELD if each else SUREST for each in held]


def _is_one_row_of_a_sheet(rows: Sequence[Row], at: int) -> bool:
    """Whether a row of a sheet could not be read, and the plain numbers of the deals around it, or that of
    the one below and the heading, say that it is all that is missing: each of its cells is asked about, the
    other rows are as sure as they were read."""
    if not _is_lost(rows[at]):
        return False
    first = next((n for n in range(at, -1, -1) if not _is_lost(rows[n])), None)
    last = next((n for n in range(at, len(rows)) if not _is_lost(rows[n])), None)
    if first is None or last is None:
        return False
    above, below = ((rows[n] or (said(""),))[0] for n in (first, last))
    if above.text == "deal":
        above = said("0")  # its first deal is 1
    if any(each.by_ink < SURE or not each.text.isdecimal() for each in (above, below)):
        return False
    return int(below.text) - int(above.text) == last - first


def _is_lost(row: Row) -> bool:
    """Whether it is a row of a sheet of which no cell could be read."""
    return len(row) > 1 and all(each.text == ("??", BAR)[n % 2] for n, each in enumerate(row))


def _is_gap(piece: Piece) -> bool:
    """Whether an entry could not be read, or may be none: a suit behind a speck, a call that is a seat whose
    colon was not seen, or one sign that nobody calls."""
    if piece.slot is Slot.CARD and len(piece.text) > 1 and not fits(Slot.CARD, piece.text):
        return not any(map(str.isalnum, piece.text[:-1]))
    lone = len(piece.text) == 1 and not fits(Slot.CALL, piece.text)
    return piece.text in UNREAD or (
        piece.slot is Slot.CALL and (lone or fits(Slot.SEAT, piece.text))
    )


OF_ITS_SIZE: Final = (0.85, 1.2)
"""Heights beside the usual: words above two records, on the edges of their sheets, had 0.55 and 0.8."""


def _of_its_size(piece: Piece, usual: float) -> bool:
    """Whether a word stands as high as those of a record usually do: above its first line the edge of the
    sheet and a hole in it are other than that."""
    low, large = (share * usual for share in OF_ITS_SIZE)
    return piece.box is not None and low < piece.box[3] - piece.box[1] < large


AT_THE_EDGE: Final = 0.015
"""Nobody prints so near to the edge of a page, in heights of it: what stands there is on the sheet below."""


def _at_the_edge(row: Row, height: float) -> bool:
    """Whether a row of which nothing was made, and that has nothing of an entry, stands along the upper or
    the lower edge of the page."""
    if not (_is_nothing(row) and math.isfinite(height)):
        return False
    seen = [(piece.text, piece.box) for piece in row if piece.box is not None]
    heights = [(box[1] + box[3]) / 2 for _, box in seen]
    near = all(min(y, height - y) < AT_THE_EDGE * height for y in heights)
    return near and not like_an_entry([text for text, _ in seen])


def _is_hole(row: Row, entries: Sequence[Piece], usual: float) -> bool:
    """Whether a row of which nothing was made is one sign beside all that is printed, and larger: a hole that
    a punch made was a heart."""
    signs = [piece for piece in row if piece.text != "~"]
    if not (_is_nothing(row) and len(signs) == 1 == len(signs[0].text) and signs[0].box):
        return False
    left, top, right, bottom = signs[0].box
    boxes = [each.box for each in entries if each.box is not None and each is not signs[0]]
    beside = all(right < box[0] for box in boxes) or all(left > box[2] for box in boxes)
    return beside and bottom - top > OF_ITS_SIZE[1] * usual


TO_ITS_LEFT: Final = 2.0
TO_ITS_RIGHT: Final = 4.0
"""What lies this far beside all that was read of a record, in heights of a word, is not a line of it: its
lines begin where the others do, and another column of it would have lines that are read ..."""
OFF_IT: Final = 3.0
FAR_OFF_IT: Final = 4.5
"""... nor is what begins to its left, or in its right half, so far above or below it, or one word further
above it wherever it begins: a line lost there stands next to it, and a tag has more words."""


def _block_of(rows: Sequence[Row]) -> Box | None:
    """The room on the page that the rows take of which something was made."""
    read = (piece.box for row in rows if not _is_nothing(row) for piece in row)
    boxes = [box for box in read if box is not None]
    return around(boxes) if boxes else None


def _off_the_block(row: Row, block: Box | None, usual: float) -> bool:
    """Whether a row of which nothing was made stands off all that was, on another sheet or the table, and
    has nothing of an entry; one sign may look like one."""
    seen = [(piece.text, piece.box) for piece in row if piece.box is not None and piece.text != "~"]
    if block is None or not (seen and _is_nothing(row)):
        return False
    left, top, right, bottom = around(box for _, box in seen)
    beside = left > block[2] + TO_ITS_RIGHT * usual or right < block[0] - TO_ITS_LEFT * usual
    above, below = block[1] - bottom, top - block[3]
    elsewhere = left < block[0] - TO_ITS_LEFT * usual or left > (block[0] + block[2]) / 2
    away = elsewhere and max(above, below) > OFF_IT * usual
    off = beside or away or (len(seen) == 1 and above > FAR_OFF_IT * usual)
    texts = [text for text, _ in seen]
    return off and (len("".join(texts)) == 1 or not like_an_entry(texts))


_TAG_END: Final = re.compile(r"[\"'”]{1,2}[\]7I1l|)}J]?")


def _ends_a_tag(row: Row, rows: Sequence[Row]) -> bool:
    """Whether a row of which nothing was made is the quotation mark and the bracket of a tag beside it, which
    stand higher than its letters."""
    if not (_is_nothing(row) and len(row) == 1 and row[0].box and _TAG_END.fullmatch(row[0].text)):
        return False
    _, top, _, bottom = row[0].box
    tags = (each[0].box for each in rows if each and each[0].before.startswith("["))
    return any(box is not None and box[1] < bottom and top < box[3] for box in tags)


def _is_nothing(row: Row) -> bool:
    """Whether nothing was made of a row."""
    return bool(row) and (is_remark([row]) or is_unread(row[0]))


RAGGED: Final = 1.6
"""Words of a line are of one height; of three lines of a table's grain the largest were 1.7 to 3.9 times as
high as the smallest."""
FEWEST_RAGGED: Final = 3
"""Two words of a line may be a heading and what stands in the margin."""


def _is_grain(row: Row) -> bool:
    """Whether what looks like words of a row is as high and as low as in no line of print, and has nothing of
    an entry: the grain of a table above the sheet."""
    seen = [(piece.text, piece.box[3] - piece.box[1]) for piece in row if piece.box is not None]
    heights = [high for _, high in seen]
    ragged = len(seen) >= FEWEST_RAGGED and max(heights) >= RAGGED * min(heights)
    return ragged and not like_an_entry([text for text, _ in seen])


def _strayed(row: Row, part: str) -> bool:
    """Whether cards stand in a line of the result, which has none: they may be of any part."""
    cards = sum(fits(Slot.CARD, piece.text) for piece in row)
    return part.startswith("the result") and cards >= STRAYED


def is_unread(first: Piece) -> bool:
    seen = first.slot is Slot.FREE and first.box is not None
    return seen and not first.before and not first.text.startswith((";", "!"))


def _order_tells(row: Row, gaps: int) -> bool:
    """Whether entries that could not be read leave the rows behind theirs in doubt: calls, of which one may
    be missing, so that those behind it are other seats', or most of a row."""
    return 2 * gaps > len(row) or any(piece.slot is Slot.CALL for piece in row)


def _in_line(box: Box, row: Row) -> bool:
    """Whether a word stands beside a row, or no further above or below it than it is high."""
    _, top, _, bottom = box
    high = bottom - top
    boxes = [piece.box for piece in row if piece.box is not None]
    return any(each[1] < bottom + high and each[3] > top - high for each in boxes)


_PART: Final = re.compile(r"(?:Hands|Auction|Play|Result|Sheet(?: \w+)?):")


def parts_of(rows: Sequence[Row]) -> list[str]:
    """The part of the record in which each row of a page stands, in words; none for tags, and for what no
    heading of the page stands before."""
    deals = sum(bool(row) and row[0].before.startswith('[Deal "') for row in rows)
    deal, part, found = "", "", []
    for row in rows:
        first = row[0] if row else said("")
        if first.before.startswith("["):
            part = ""
            deal = f" of deal {first.text}" if first.before.startswith('[Deal "') else deal
        elif _PART.fullmatch(first.text):
            name = first.text[0].lower() + first.text[1:-1]
            lettered = name.startswith("sheet ")
            part = (
                name
                if lettered
                else f"the {name}" + (deal if deals > 1 and name != "sheet" else "")
            )
        found.append(part)
    return found


def _begins_again(parts: Sequence[str]) -> bool:
    """Whether a part begins again behind others: another deal, of which the number was not read."""
    begun = [part for part, _ in groupby(parts) if part]
    return len(set(begun)) < len(begun)


def _page_in_doubt(doubtful: int, entries: int, unread: int) -> ReadProblem:
    lines = f" and {unread} line{'s' * (unread > 1)} could not be read" if unread else ""
    return ReadProblem(
        "print-in-doubt",
        "warning",
        f"{doubtful} of {max(doubtful, entries)} printed entries are in doubt{lines}. Others may be"
        " missing or wrong: compare the page with the photo line by line. Nothing found on this page is"
        " certain before the entries that it rests on are compared.",
    )


def _part_in_doubt(unread: int, lost: int, parts: Iterable[str]) -> ReadProblem:
    lines = f"{unread} line{'s' * (unread > 1)}" if unread else ""
    entries = f"{lost} {'entry' if lost == 1 else 'entries'}" if lost else ""
    where = " and ".join(parts)
    return ReadProblem(
        "print-part-in-doubt",
        "warning",
        f"{' and '.join(filter(None, (lines, entries)))} of {where} could not be read, and others may be"
        f" missing or wrong there: compare {where} with the photo line by line. No finding that rests on"
        " them is certain before that.",
    )
