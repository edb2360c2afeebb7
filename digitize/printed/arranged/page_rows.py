"""A page that begins in the middle of a deal or a sheet: where the page before it ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.digitize.printed.arranged import cards, head
from fairdeal.digitize.printed.arranged.cards import one_hand_each, one_kind_of_seats
from fairdeal.digitize.printed.arranged.layout import TableRow, page_items
from fairdeal.digitize.printed.arranged.rows import (
    IN_BLOCK,
    NotationPage,
    begin,
    comment,
    end_of_hand,
    end_of_sheet,
    is_remark,
    take_cells,
    winners,
)
from fairdeal.digitize.printed.arranged.slots import Row, heading_of, said, word_piece
from fairdeal.digitize.printed.words import Line, PageWords

_BLOCKS: Final = ("Hands", "Auction", "Play", "Result")
"""In the order in which a deal has them."""
_HEADED: Final = re.compile(r"(Hands|Auction|Play|Result|Sheet(?: \w+)?):")


@dataclass(frozen=True, slots=True)
class Ended:
    """The block that the text of a page ends in ("" for none) and, of a sheet, the heads of its columns."""

    block: str = ""
    columns: tuple[str, ...] = ()
    tagged: bool = False
    """Whether it ends with the tags of a deal, of which no block has begun."""


NOWHERE: Final = Ended()


def ended_in(text: str) -> Ended:
    """Where the text of a page, lines of the notation, ends."""
    ended = NOWHERE
    for line in text.splitlines():
        headed = _HEADED.fullmatch(line.strip())
        if headed is not None:
            ended = Ended(headed[1].split()[0])
        elif line.startswith("["):
            ended = Ended(tagged=ended.tagged or line.startswith("[Deal "))
        elif ended.block == "Sheet" and not ended.columns and "|" in line:
            ended = Ended("Sheet", tuple(cell.strip() for cell in line.split("|")))
    return ended


def goes_on(rows: Sequence[Row], before: Ended) -> bool:
    """Whether the lines of a page belong to what the page before it ended in."""
    if not before.block and not before.tagged:
        return False
    for row in rows:
        first = row[0].before + row[0].text if row else ";"
        if first.startswith(";"):
            continue
        headed = _HEADED.fullmatch(first)
        if headed is None:
            return not first.startswith("[") and not before.tagged
        if before.tagged:
            return headed[1] in _BLOCKS
        later = _BLOCKS[_BLOCKS.index(before.block) + 1 :] if before.block in _BLOCKS else ()
        return headed[1] in later
    return False


SIGNED: Final = "--"
"""What stands above the name at the end of a mail."""
_ARROW: Final = re.compile(r"[-=~—–]?[>»]|[-=~—–]{1,2}[)\]}]")
"""What stands between a card taken back and the one in its place, its stroke lost or not."""
_LIKE_CALL_SIGN: Final = frozenset("'|1il/\\;:.\"")
_EVENTS: Final = frozenset(
    {"objection", "warning", "exposed", "retracted", "disclosed", "claim", "challenge", "concede"}
    | {"redeal", "silence", "review", "score-query", "conduct", "swap-teams", "note", "held"}
)
"""The words that events begin with."""
_BEGUN_TAG: Final = re.compile(r"[\[(|{/\\] ?\w+(?: \"[^\"]*)?")
_ENDED_TAG: Final = re.compile(r"[^\[]*\"[\])}|/\\]")
"""The two halves of a tag that had no room in one line; a typewriter has other brackets."""
_QUOTED: Final = re.compile(r"\s*>|(?!!).*\S@\S+\.\w|.*\bwrote ?:$", re.IGNORECASE)
"""Lines of the mail that another one answers, and the one above them: who wrote, and when."""
_MAIL: Final = re.compile(r"(?:from|to|cc|subject|sent|reply-to)\s*:.*", re.IGNORECASE)
"""What a mail begins with; its date is not the match's."""
_MAIL_LINE: Final = re.compile(r"(?:from|to|cc|subject|sent|reply-to|date)\s*:.*", re.IGNORECASE)


def page_rows(words: PageWords, before: Ended = NOWHERE) -> list[Row]:
    """What stands on a page in the notation. What belongs to no record is a comment. `before` is where the
    page before it ended, in which this one may go on."""
    items = _whole_lines(page_items(words))
    lines = [item for item in items if isinstance(item, Line)]
    right = max((line.words[-1].right for line in lines), default=0.0)
    edges = [(line.words[0].left, line.words[-1].right) for line in lines if line.words]
    page = NotationPage(right, edges, before.block, columns=before.columns)
    if before.block:
        page.rows.append((said(f"{before.block}:"),))  # stands on the page before
    for at, item in enumerate(items):
        if isinstance(item, Line):
            below = items[at + 1] if at + 1 < len(items) else None
            _take(page, item, below if isinstance(below, Line) else None)
            if not is_remark(page.rows):
                page.last = item
        else:
            page.below = [each for each in items[at + 1 :] if isinstance(each, TableRow)]
            take_cells(page, item)
            page.last = None
    end_of_hand(page)
    end_of_sheet(page)
    winners(page)
    rows = one_hand_each(one_kind_of_seats(page.rows))
    return rows[1:] if before.block else rows


def _whole_lines(items: Sequence[Line | TableRow]) -> list[Line | TableRow]:
    """The lines of a page, those of a tag or of an event that had no room in one put together."""
    found: list[Line | TableRow] = []
    for item in items:
        before = found[-1] if found else None
        if isinstance(item, Line) and isinstance(before, Line) and _rest_of(before.text, item.text):
            found[-1] = replace(before, words=before.words + item.words)
        else:
            found.append(item)
    return found


def _rest_of(before: str, text: str) -> bool:
    """Whether a line ends what the quotation marks of a tag or of an event in the line before began."""
    if _BEGUN_TAG.fullmatch(before):
        return _ENDED_TAG.fullmatch(text) is not None
    said = before.startswith("!") and before.count('"') % 2 == 1
    return said and text.endswith('"') and text.count('"') == 1


def _take(page: NotationPage, line: Line, below: Line | None) -> None:
    text = line.text
    page.table = None
    if page.block == "" and _MAIL.fullmatch(
        text
    ):  # in a block it is ``C: K`` with a letter too many
        page.mail = True
    if (
        text == SIGNED
        or _QUOTED.match(text)
        or text.startswith(";")
        or (page.mail and _MAIL_LINE.fullmatch(text))
        or (page.mail and _ends_a_subject(line, below))
    ):
        page.rows.append(comment(line))
        return
    page.mail = page.mail and _MAIL.fullmatch(text) is not None
    if text.startswith("!") or _is_event(line):
        page.rows.append(_event(line))
        return
    block = heading_of(text)
    if block is not None:
        begin(page, block)
        return
    tag = head.tag_of(line, keys=page.block == "")
    if tag is not None:
        end_of_hand(page)
        end_of_sheet(page)
        page.block = ""
        page.rows.append(tag)
        return
    if page.block == "" and below is not None and _hand_begins(line, below):
        begin(page, "Hands")
    IN_BLOCK[page.block](page, line)


def _is_event(line: Line) -> bool:
    """Whether a line is an event of which the sign before it was misread."""
    words = [word.text.casefold() for word in line.words[:2]]
    return len(words) == 2 and words[0] in _LIKE_CALL_SIGN and words[1] in _EVENTS


def _event(line: Line) -> Row:
    first, *rest = line.words
    sign = said("!") if not first.text.startswith("!") else word_piece(first)
    return (
        sign,
        *(said("->") if _ARROW.fullmatch(word.text) else word_piece(word) for word in rest),
    )


def _ends_a_subject(line: Line, below: Line | None) -> bool:
    """Whether a line goes on from a mail's subject, or is that with a letter wrong: the date is below it."""
    within = below is not None and _MAIL_LINE.fullmatch(below.text) is not None
    return within and (heading_of(line.text) is not None or head.tag_of(line, keys=True) is None)


def _hand_begins(line: Line, below: Line) -> bool:
    """Whether a line names a seat and the next is a suit that it holds: hands without a heading."""
    seat = cards.heading_of(line.words)
    return seat is not None and cards.Holding(seat).take(below.words)
