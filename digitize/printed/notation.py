"""A page of words as lines of the notation, and these as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from fairdeal.digitize.printed import head
from fairdeal.digitize.printed.columns import TableRow, page_items
from fairdeal.digitize.printed.entries import Holding, row_of, seat_of_hand
from fairdeal.digitize.printed.rows import (
    IN_BLOCK,
    NotationPage,
    begin,
    comment,
    end_of_block,
    is_remark,
    take_cells,
    winners,
)
from fairdeal.digitize.printed.tables import heads_a_sheet
from fairdeal.digitize.printed.words import (
    KINDS,
    NOTHING_SAID,
    Box,
    Line,
    PageWords,
    Piece,
    Row,
    Slot,
    Word,
    fits,
    heading_of,
    likeliest_first,
    said,
    unknown,
    word_piece,
)
from fairdeal.records import Field, Point, TypedSpan

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
_OF_DEAL: Final = ("[Dealer ", "[Vulnerable ")
"""Tags that stand below the number of a deal."""


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
        if headed is None and first.startswith("["):
            return before.tagged and first.startswith(_OF_DEAL)
        if headed is None:
            return not before.tagged
        if before.tagged:
            return headed[1] in _BLOCKS
        later = _BLOCKS[_BLOCKS.index(before.block) + 1 :] if before.block in _BLOCKS else ()
        return headed[1] in later
    return False


SIGNED: Final = "--"
"""What stands above the name at the end of a mail."""
_ARROW: Final = re.compile(r"[-=~—–]?[>»]|[-=~—–]{1,2}[)\]}]")
"""What stands between a card taken back and the one in its place, its stroke lost or not."""
_OPEN_EVENT: Final = re.compile(rf" (?:{_ARROW.pattern}|@(?: [a-z]+)?)$")
_MORE_OF_EVENT: Final = re.compile(
    rf"(?:{_ARROW.pattern}) ?(?:[1-8NESW]:)?(?:10|[2-9TJQKA])|@ ?[a-z]"
)
"""An event that had no room behind the sign before its card or its place, and a line that begins with one."""
SPECK: Final = 2
"""Signs of a speck that was read as a word."""
SPECKS: Final = (".", ",")
"""What is nothing between the sign of an event and its name."""
_LIKE_CALL_SIGN: Final = frozenset("'|1il/\\;:.\"")
_EVENTS: Final = frozenset(
    {"objection", "warning", "exposed", "retracted", "disclosed", "claim", "challenge", "concede"}
    | {"redeal", "silence", "review", "score-query", "conduct", "swap-teams", "note", "held"}
)
"""The words that events begin with."""
_WHOM: Final = dict.fromkeys(
    ("objection", "warning", "challenge", "concede"), Slot.TEAM
) | dict.fromkeys(("disclosed", "silence", "score-query", "conduct", "review"), Slot.SEAT)
"""What stands behind the name of an event, ..."""
_OF_CARDS: Final = frozenset({"exposed", "claim", "retracted"})
"""... or cards do, with their seats."""
_BEGUN_TAG: Final = re.compile(r"[\[(|{/\\] ?\w+(?: \"[^\"]*)?")
_ENDED_TAG: Final = re.compile(r"(?![(|{/\\] ?\w+ \")[^\[]*\"[\])}|/\\]")
"""The two halves of a tag that had no room in one line; a typewriter has other brackets."""
_QUOTED: Final = re.compile(r"\s*>|(?!!).*\S@\S+\.\w|.*\bwrote ?:$", re.IGNORECASE)
"""Lines of the mail that another one answers, and the one above them: who wrote, and when."""
_MAIL: Final = re.compile(
    r"(?:from|to|cc|subject|sent|reply-to)\s*:.*|(?:from|to|cc|reply-to)\b.*@.*", re.IGNORECASE
)
"""What a mail begins with; its date is not the match's."""
_MAIL_LINE: Final = re.compile(r"(?:from|to|cc|subject|sent|reply-to|date)\b.*", re.IGNORECASE)
"""Below that a colon may be lost."""


def page_rows(words: PageWords, before: Ended = NOWHERE) -> list[Row]:
    """What stands on a page in the notation. What belongs to no record is a comment. `before` is where the
    page before it ended, in which this one may go on."""
    items: list[Line | TableRow] = []
    for item in page_items(
        words
    ):  # the lines of a tag or of an event that had no room in one together
        last = items[-1] if items else None
        if isinstance(item, Line) and isinstance(last, Line) and _rest_of(last.text, item.text):
            items[-1] = replace(last, words=last.words + item.words)
        else:
            items.append(item)
    edges = [(each.words[0].left, each.words[-1].right) for each in items if isinstance(each, Line)]
    page = NotationPage(edges, before.block, bool(before.block), columns=before.columns)
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
    end_of_block(page)
    winners(page)
    rows = one_hand_each(one_kind_of_seats(page.rows))
    return rows[1:] if before.block else rows


def _rest_of(before: str, text: str) -> bool:
    """Whether a line ends what the quotation marks of a tag or of an event in the line before began, is all
    that an event says, or the card or the place that its sign stands for."""
    if _BEGUN_TAG.fullmatch(before):
        return _ENDED_TAG.fullmatch(text) is not None
    if before.startswith("!") and (_OPEN_EVENT.search(before) or _MORE_OF_EVENT.match(text)):
        return True
    begun = before.startswith("!") and before.count('"') % 2 == 1
    whole = before.startswith("!") and '"' not in before and text.startswith('"')
    return (begun or whole) and text.endswith('"') and text.count('"') == 1 + whole


def _take(page: NotationPage, line: Line, below: Line | None) -> None:
    text, first = line.text, line.words[0]
    page.table = None
    # In a block it is ``C: K`` with a letter too many.
    page.mail |= page.block == "" and _MAIL.fullmatch(text) is not None
    if (
        text == SIGNED
        or _QUOTED.match(text)
        or text.startswith(";")
        or (page.mail and (_MAIL_LINE.fullmatch(text) or _ends_a_subject(line, below)))
    ):
        page.rows.append(comment(line))
        return
    page.mail = False
    speck = len(line.words) > 2 and line.words[1].text in SPECKS
    words = [first, *line.words[1 + speck :]]
    names = [word.text.casefold() for word in words[:2]]
    misread = len(names) == 2 and names[0] in _LIKE_CALL_SIGN and names[1] in _EVENTS
    if text.startswith("!") or misread:
        sign = word_piece(first) if first.text.startswith("!") else said("!")
        page.rows.append((sign, *_event(words[1:])))
        return
    block = heading_of(text) or _with_specks(line)
    if block is not None:
        begin(page, block)
        return
    tag = None if heads_a_sheet(line.words) else head.tag_of(line, keys=page.block == "")
    if tag is not None:
        end_of_block(page)
        page.block = ""
        page.rows.append(tag)
        return
    seat = seat_of_hand(line.words) if page.block == "" and below is not None else None
    if seat is not None and below is not None and Holding(seat).take(below.words):
        begin(page, "Hands")  # a seat, and below it a suit that it holds
    IN_BLOCK[page.block](page, line)


def _event(words: Sequence[Word]) -> Iterator[Piece]:
    """What an event says behind its sign. Whom and which cards it is about has its rivals, as any entry has:
    nobody is accused by a letter that the ink leaves open. What stands in the place of a seat and is not one
    is nobody's."""
    name = words[0].text.casefold().rstrip(":") if words else ""
    slot = _WHOM.get(name)
    at = next((n for n, word in enumerate(words) if word.text.startswith("@")), len(words))
    yield from map(word_piece, words[:1])
    for arrow, part in groupby(words[1:at], lambda word: _ARROW.fullmatch(word.text) is not None):
        about = list(part)
        quoted = len(about) > 1 and about[1].text.startswith('"')
        cards = row_of(about) if name in _OF_CARDS else None
        if arrow or cards is not None:
            yield from cards or [said("->")]
            continue
        if slot is not None and fits(slot, about[0].text):
            yield word_piece(about.pop(0), slot)
        elif slot is Slot.SEAT and quoted and len(about[0].text) <= SPECK:
            yield unknown(slot, about.pop(0).box)
        yield from map(word_piece, about)
    yield from map(word_piece, words[at:])


def _with_specks(line: Line) -> str | None:
    """The block that a line names with its colon and of which a speck stands behind it, from the edge of the
    paper; None for any other line."""
    named = _HEADED.fullmatch(line.words[0].text)
    if named is None or len(line.words) != 2:
        return None
    speck = line.words[1].text
    # Nothing but its columns is said of a sheet; in others a sign or two may be a call or a card.
    few = len(speck) <= SPECK if named[1] == "Sheet" else not any(map(str.isalnum, speck))
    return named[1] if few else None


def _ends_a_subject(line: Line, below: Line | None) -> bool:
    """Whether a line goes on from a mail's subject, or is that with a letter wrong: the date is below it."""
    within = below is not None and _MAIL_LINE.fullmatch(below.text) is not None
    return within and (heading_of(line.text) is not None or head.tag_of(line, keys=True) is None)


SURE_SEAT: Final = 0.98
"""A seat shows what kind all are if it is so likely, and the others do not bear on it."""
FEWEST: Final = 4
"""Seats that must be sure, all of one kind."""
FEW_ODD: Final = 0.2
"""Share of those that are sure and of the other kind nevertheless, an S or a 5 not counted: these look alike
in old faces, and stood in a hand and behind ``by``."""
HALF: Final = 0.5
"""How sure it is then that such a seat is what it was read as, and none of the others' kind like it."""
_ALIKE: Final = {"S": "5", "5": "S"}
"""The seats of either kind that print makes alike."""
HANDS: Final = "Hands:"
UNLIKELY: Final = 0.02
"""How much a reading counts then that is of the other kind, or a seat that surely has another hand, where the
print leaves both open."""


def one_kind_of_seats(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page, where the seats that are sure are of one kind with those in doubt weighed by it.
    What is read for sure stays as it is; a few of the other kind are as likely what they look like."""
    sure = [
        piece.text.upper()
        for row in rows
        for piece in row
        if piece.slot is Slot.SEAT and piece.box is not None and piece.text.isalnum()
        if piece.readings[0][1] >= SURE_SEAT
    ]
    figures = sum(map(str.isdigit, sure)) * 2 > len(sure)
    odd = sum(each.isdigit() is not figures and each not in _ALIKE for each in sure)
    if len(sure) < FEWEST or odd > FEW_ODD * len(sure):
        return list(rows)
    return [tuple(_weighed(piece, figures=figures) for piece in row) for row in rows]


def one_hand_each(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page, seats of hands that the print leaves open weighed by those that surely have another
    one in the same block. A seat leads several tricks: those are left as they are."""
    found = list(rows)
    blocks: list[list[tuple[int, int]]] = [[]]
    in_hands = False
    for at, row in enumerate(rows):
        if row and (row[0].text.endswith(":") or row[0].before.startswith("[")):  # or the next deal
            blocks.append([])
            in_hands = row[0].text == HANDS
        seats = (n for n, p in enumerate(row[:2]) if p.slot is Slot.SEAT and p.after == ":")
        blocks[-1] += [(at, n) for n in seats if in_hands][:1]
    for block in blocks:
        firsts = [rows[at][seat].readings[0] for at, seat in block]
        taken = {text.upper() for text, p in firsts if p >= SURE_SEAT}
        for at, seat in block:
            piece = rows[at][seat]
            if piece.readings[0][1] < SURE_SEAT:
                less = {text: UNLIKELY for text, _ in piece.readings if text.upper() in taken}
                found[at] = (*rows[at][:seat], _less_likely(piece, less), *rows[at][seat + 1 :])
    return found


def _less_likely(piece: Piece, less: Mapping[str, float]) -> Piece:
    """A piece of which some readings count so much less; all together are as likely as before."""
    weights = [(text, p * less.get(text, 1.0)) for text, p in piece.readings]
    share = sum(p for _, p in piece.readings) / sum(p for _, p in weights)
    return replace(piece, readings=likeliest_first({text: p * share for text, p in weights}))


def _weighed(piece: Piece, *, figures: bool) -> Piece:
    if piece.slot is not Slot.SEAT:
        return piece
    first = piece.text
    if piece.readings[0][1] >= SURE_SEAT:
        if not first.isalnum() or first.isdigit() is figures or piece.box is None:
            return piece
        other = _ALIKE.get(first.upper())  # one that is like none of the others is not sure
        return replace(piece, readings=((first, HALF), *(((other, HALF),) if other else ())))
    odd = [text for text, _ in piece.readings if text.isalnum() and text.isdigit() is not figures]
    return _less_likely(piece, dict.fromkeys(odd, UNLIKELY))


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
    rows: Sequence[Row], outline: Outline, surest: Sequence[float] = ()
) -> tuple[str, list[Field], list[TypedSpan]]:
    """The text; its entries as fields, each named for its line and its place there; where each stands in
    it. No entry is said to be surer than the `surest` of its row."""
    lines: list[str] = []
    fields: list[Field] = []
    spans: list[TypedSpan] = []
    for number, row in enumerate(rows, 1):
        text, count = "", 0
        most = surest[number - 1] if surest else SUREST
        for piece in row:
            token = _token(piece, most)
            text += (" " if text else "") + piece.before
            if piece.slot is not Slot.FREE and piece.box is not None:
                count += 1
                fields.append(_field(piece, f"line {number} / entry {count}", outline, most))
                spans.append((number, len(text) + 1, len(text) + 1 + len(token)))
            text += token + piece.after
        lines.append(text)
    return "\n".join(lines) + "\n", fields, spans


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
    rivals = [
        (each, p)
        for each, p in piece.readings
        if each and fits(piece.slot, each) and (each == text or each not in NOTHING_SAID)
    ]
    # However alike the readings are in what follows from them, it may be none of them.
    scale = min(1.0, ALL_TOLD / sum(p for _, p in rivals)) if len(rivals) > 1 else 1.0
    return "{" + "|".join(f"{_member(each)} {scale * p:.4f}" for each, p in rivals) + "}"


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
        KINDS.get(piece.slot, "text"),
        text or None,
        # Nobody can show how likely a tag is anything else: of a page in doubt a person is asked about it.
        flagged=probability < SURE or (surest < SURE and piece.before.startswith("[")),
        probability=min(probability, surest),
        rivals=tuple((each, min(p, surest)) for each, p in piece.readings if each),
        region=outline(piece.box),
    )
