"""Tables of a page: which column is what by its heading, the cells of deals and of sheets."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from string import ascii_uppercase
from typing import Final

from fairdeal.digitize.printed.auction import calls_of, twice
from fairdeal.digitize.printed.entries import cards_of, counted, uncounted
from fairdeal.digitize.printed.words import (
    BAR,
    NEARLY,
    PERHAPS_TWO,
    SIGN_LOST,
    SUITS,
    Piece,
    Row,
    Slot,
    Word,
    cut,
    fits,
    in_doubt,
    joined,
    likeliest_first,
    nearest,
    said,
    unknown,
    weighed,
    word_piece,
)
from fairdeal.records import COLUMNS

_SLOTS: Final = (
    (re.compile(r"deal|board|no\.?|#"), Slot.NUMBER),
    (re.compile(r"dealer|bidder|declarer|by"), Slot.SEAT),
    (re.compile(r"contract|bid"), Slot.CONTRACT),
    (re.compile(r"x|doubled|doubling"), Slot.DOUBLING),
    (re.compile(r"(?:points|score|total|penalty) ?(?:a|b|ns|ew)|tricks"), Slot.NUMBER),
)
_KNOWN: Final = {name.casefold().replace(" ", ""): name for name in COLUMNS} | {
    f"{what}{side}": f"{what} {side.upper()}"
    for what in ("points", "score", "total", "penalty")
    for side in ("ns", "ew")
}
SHORTEST: Final = 5
NEARLY_COLUMN: Final = 0.8
"""The head of a column may be read with a letter wrong."""
FEWEST_KNOWN: Final = 5
AMONG_OTHERS: Final = 0.64
SHORTEST_OF_THEM: Final = 4
"""The same beside so many other heads that are known: ``deaf`` is the deal."""
LIKE_BAR: Final = frozenset("1Il]![/\\")
"""What a bar may be read as."""
THIN: Final = 0.14
"""Width of a bar beside the height of its line."""
FEWEST_BARS: Final = 3
"""In a line with so many plain bars no other stroke is one."""
WordCell = Sequence[Word]
Cells = Sequence[WordCell]


def cells_below(words: Sequence[Word], columns: Sequence[str]) -> Cells:
    """The cells of a row below the heads of a sheet: where it fits them only so, a stroke beside plain bars
    is one too, such as a bar that broke."""
    cells = cells_of(words)
    if columns and _off(cells, columns):
        others = cells_of(words, broken=True)
        cells = cells if _off(others, columns) else others
    return cells


def _off(cells: Cells, columns: Sequence[str]) -> bool:
    """Whether cells are too few or too many, or hold what their columns cannot."""
    return not 0 <= len(columns) - len(cells) <= 1 or misfits(cells, columns) > 0


def cells_of(words: Sequence[Word], broken: bool = False) -> list[list[Word]]:
    """The words of each cell, from the left; bars at the edges make no cell. `broken`: thin strokes are bars
    beside plain ones as well."""
    cells: list[list[Word]] = [[]]
    words = _parted(words)
    plain = not broken and sum(word.text == BAR for word in words) >= FEWEST_BARS
    for word in words:
        if is_bar(word, plain):
            cells.append([])
        else:
            cells[-1].append(word)
    if len(cells) > 2 and is_bar(words[0], plain):
        cells = cells[1:]
    if len(cells) > 2 and is_bar(words[-1], plain):
        cells = cells[:-1]
    return cells


def is_bar(word: Word, plain: bool) -> bool:
    """Whether a word is a bar. In some print it is no higher than a figure, but thinner than any; `plain`:
    those of its line are known."""
    left, top, right, bottom = word.box
    thin = right - left < THIN * (bottom - top)
    return word.text == BAR or (word.text in LIKE_BAR and thin and not plain)


def _parted(words: Sequence[Word]) -> list[Word]:
    """Words that hold bars taken apart at them."""
    found: list[Word] = []
    for word in words:
        pattern = re.compile(r"([^|]*)" + r"(\|)([^|]*)" * word.text.count(BAR))
        parts = cut(word, pattern) if BAR in word.text and word.text != BAR else None
        found += [part for part in parts if part.text] if parts is not None else [word]
    return found


def columns_of(cells: Sequence[WordCell]) -> tuple[str, ...]:
    """The heads of the columns, as sheets have them: ``pointsA`` is ``points A``; two that run together
    are two, but for one that the sheet has already: a speck."""
    names: list[str] = []
    for cell in cells:
        first, *more = _heads("".join(word.text for word in cell))
        names += [first, *(name for name in more if name not in names)]
    known = set(_KNOWN.values())
    if sum(name in known for name in names) < FEWEST_KNOWN:
        return tuple(names)
    names = _put_together(names)
    return tuple(name if name in known else _of_the_others(name, names) for name in names)


def heads_a_sheet(words: Sequence[Word]) -> bool:
    """Whether a line is the head of a sheet's columns, with bars between them."""
    known = set(_KNOWN.values())
    bars = sum(word.text == BAR for word in words)
    return bars >= FEWEST_KNOWN and len(known & {*columns_of(cells_of(words))}) >= FEWEST_KNOWN


def _put_together(names: Sequence[str]) -> list[str]:
    """The heads, two side by side that are not apart and one together as that: a letter of it was read as a
    bar."""
    found: list[str] = []
    for name in names:
        apart = bool(found) and not {found[-1], name} & set(_KNOWN.values())
        whole = _of_the_others(found[-1] + name, names) if apart else name
        if apart and whole in _KNOWN.values():
            found[-1] = whole
        else:
            found.append(name)
    return found


def _of_the_others(text: str, names: Sequence[str]) -> str:
    """The head that is like a text and that no other column has: beside many that are known fewer of its
    letters show it."""
    plain = text.casefold().replace(" ", "")
    free = [key for key, name in _KNOWN.items() if name not in names]
    alike = nearest(plain, free, AMONG_OTHERS) if len(plain) >= SHORTEST_OF_THEM else None
    return text if alike is None else _KNOWN[alike]


_LIKE_BARS: Final = "il1!/"


def _heads(text: str) -> list[str]:
    """The known heads of which a text without blanks is made, bars between them read as letters or not; the
    text itself where it is made of none."""
    plain = text.casefold().replace(" ", "")
    if plain in _KNOWN:
        return [_KNOWN[plain]]
    for name in sorted(_KNOWN, key=len, reverse=True):
        if plain.startswith(name) and len(plain) > len(name):
            behind = plain[len(name) :]
            for rest in (behind, behind[1:] if behind[0] in _LIKE_BARS else ""):
                heads = _heads(rest) if rest else [""]
                if all(each in _KNOWN.values() for each in heads):
                    return [_KNOWN[name], *heads]
    alike = nearest(plain, _KNOWN, NEARLY_COLUMN) if len(plain) >= SHORTEST else None
    return [text if alike is None else _KNOWN[alike]]


def row_of(cells: Sequence[WordCell], columns: Sequence[str]) -> Row:
    """A row of the notation: what stands in each cell, bars between them."""
    row: list[Piece] = []
    if columns_of(cells) == tuple(name for column in columns for name in _heads(column)):
        heads = range(2 * len(columns) - 1)
        return tuple(said(BAR if at % 2 else columns[at // 2]) for at in heads)
    if not 0 <= len(columns) - len(cells) <= 1:
        return unreadable(cells, len(columns))
    for at, cell in enumerate(cells):
        if at:
            row.append(said(BAR))
        if cell:
            row.append(_entry(cell, slot_of(columns[at])))
    return tuple(row)


def _entry(cell: WordCell, slot: Slot) -> Piece:
    """What stands in a cell. A figure in several words may be two, with a bar between them that was read as
    one of theirs; a sign that fits nothing in its column may be a piece of a rule."""
    piece = word_piece(joined(cell), slot)
    pieces = len(cell) > 1 and slot in (Slot.NUMBER, Slot.SEAT) and fits(slot, piece.text)
    two = pieces or (slot is Slot.CONTRACT and twice(piece.text))
    strange = len(piece.text) == 1 and not piece.text.isdigit() and not fits(slot, piece.text)
    return in_doubt(piece, PERHAPS_TWO) if two or strange else piece


def may_have_moved(cells: Sequence[WordCell], columns: Sequence[str]) -> bool:
    """Whether a row between bars has an empty cell among its figures, and an entry that may be several with a
    bar among them (a figure in several words or of three signs, a seat of two, or what is not of its column):
    its entries may be those of the columns beside them."""
    own = [(cell, slot_of(column)) for cell, column in zip(cells, columns, strict=False)]
    figures = [cell for cell, slot in own if slot in _FIGURES]
    several = any(_may_be_several(cell, slot) for cell, slot in own if cell)
    return len(columns) - len(cells) in (0, 1) and several and not all(figures)


def _may_be_several(cell: WordCell, slot: Slot) -> bool:
    text = word_piece(joined(cell), slot).text
    if slot in _FIGURES:
        return len(cell) > 1 or len(text) > (2 if slot is Slot.NUMBER else 1)
    return slot is not Slot.FREE and len(text) > 2 and not fits(slot, text)


def moved(cells: Sequence[WordCell], columns: Sequence[str]) -> Row:
    """A row whose entries may be those of other columns: all are in doubt, what is empty among its figures
    too."""
    row: list[Piece] = []
    for at, (cell, column) in enumerate(zip(cells, columns, strict=False)):
        slot = slot_of(column)
        if at:
            row.append(said(BAR))
        entry = _entry(cell, slot) if cell else None
        if entry is not None and fits(slot, entry.text):
            row.append(in_doubt(entry, SIGN_LOST))
        elif entry is not None or slot in _FIGURES:
            row.append(unknown(slot, entry.box if entry else None))
    return tuple(row)


def misfits(cells: Sequence[WordCell], columns: Sequence[str]) -> int:
    """How many cells hold what cannot be meant in their columns, whatever sign was misread: in a row of
    which a bar was lost, or a 1 was read as one, they have moved. Remarks are words."""
    count = 0
    for cell, column in zip(cells, columns, strict=False):
        slot, text = slot_of(column), " ".join(word.text for word in cell)
        if slot is Slot.FREE:
            count += len(columns) == len(cells) and text.isdigit()
        else:
            count += bool(text) and not fits(slot, word_piece(joined(cell), slot).text)
    return count


def unreadable(cells: Sequence[WordCell], columns: int) -> Row:
    """A row with more or fewer cells than its sheet has columns: nobody knows which is which."""
    words = [word for cell in cells for word in cell]
    entry = unknown(Slot.FREE, joined(words).box if words else None)
    return tuple(said(BAR) if at % 2 else entry for at in range(2 * columns - 1))


def slot_of(column: str) -> Slot:
    """What a column of this name holds."""
    name = column.casefold().strip()
    return next((slot for pattern, slot in _SLOTS if pattern.fullmatch(name)), Slot.FREE)


_FIGURES: Final = (Slot.NUMBER, Slot.SEAT)
_SEAT_HEAD: Final = frozenset({"seat", "player", "hand"})
_CARDS_HEAD: Final = frozenset({"card", "cards"})
_TRICK_HEAD: Final = frozenset({"trick", "tricks", "trk", "no", "no."})
_LEAD_HEAD: Final = frozenset({"leader", "led by", "lead", "led", "by"})
_SHEET_HEAD: Final = frozenset({"deal", "board", "dealer", "bidder", "contract"})
_ORDINAL: Final = re.compile(r"([1-8])(?:st|nd|rd|th)?|card ?([1-8])", re.IGNORECASE)
HALF: Final = 0.5
A_CARD: Final = 0.5
"""What a card that follows suit tells of it, as a logarithm of odds."""
HELD: Final = 3
"""A card that its seat held tells so many times as much ..."""
WON: Final = 3
"""... and one that may have won, of the seat that is written as the winner or leads the next trick."""
_RANKS: Final = ("7", "8", "Q", "K", "10", "A", "9", "J")
"""From the lowest, of 56: letters of the compass tell of themselves what they are."""
NEARLY_ALL: Final = 0.7
"""Where more of a table's tricks name their leaders, one that does not was overlooked."""
SURE_OF_COLUMNS: Final = 0.995
"""How likely it must be what the columns stand for, if no card of the table is to be doubted for it."""
_COMPASS: Final = frozenset("NESW")
_PASSED_WITH: Final = re.compile(r"p(?:ass)? \d\d", re.IGNORECASE)
"""A call that says Pass where its trumps would stand, and its number behind."""
UNREAD: Final = ("", "?")
FEWEST_HEADS: Final = 4
"""So many seats in a row are the head of an auction, with a sign behind them that names none, too."""


@dataclass(slots=True)
class TableHead:
    """What the columns of a table hold, as its head says: `kind` is Hands, Auction, Play, Sheet or nothing
    yet."""

    kind: str = ""
    seats: tuple[str, ...] = ()
    leads: bool = False
    all_led: bool = False
    """Whether nearly every trick of a table that has leaders names its own."""
    winners: bool = False
    """Whether a last column says who won each trick."""
    by_seat: float = 0.0
    """How likely they are seats, in a table of tricks."""
    columns: tuple[str, ...] = field(default=())


def without_letters(rows: list[list[list[Word]]]) -> list[list[list[Word]]]:
    """A spreadsheet's rows without the letters above its columns and the numbers before its rows, of which
    the first may lie beyond the edge of the picture with the letters."""
    if not rows:
        return rows
    top = [text_of(cell).replace("|", "I").upper() for cell in rows[0]]
    letters = [text for text in top if text]
    lettered = len(letters) >= 2 and letters == list(ascii_uppercase[: len(letters)])
    rows = rows[1:] if lettered else rows
    first = [text_of(row[0]) for row in rows if row]
    starts = Counter(int(text) - n for n, text in enumerate(first) if text.isdecimal())
    start, numbers = max(starts.items(), key=lambda each: each[1], default=(0, 0))
    numbered = numbers >= 0.6 * len(first) and (start == 1 if lettered else start > 0)
    if numbered and (lettered or (_heads_part(rows, 1) and not _heads_part(rows, 0))):
        rows = [row[1:] for row in rows]
    return rows


def _heads_part(rows: Sequence[Cells], first: int) -> bool:
    """Whether a row of a table is a head, from its `first` cell on."""
    return any(len(row) > first + 1 and head_of(row[first:], "") is not None for row in rows)


def _filled(columns: Sequence[str]) -> tuple[str, ...]:
    """The heads of the columns of a table of tricks, those that could not be read as the others have it."""
    count = len(columns)
    ways = [tuple(str(n) for n in range(1, count + 1))]
    ways += [tuple("NESW"[(first + n) % 4] for n in range(count)) for first in range(4)]
    agreed = [sum(a == b for a, b in zip(way, columns, strict=True)) for way in ways]
    best = max(agreed)
    return ways[agreed.index(best)] if best >= max(2, count / 2) else tuple(columns)


def as_tricks(cells: Cells) -> TableHead | None:
    """The head that a table of tricks would have, where it could not be read: a number, a seat, and cards."""
    texts = [text_of(cell).replace(" ", "") for cell in cells]
    if len(texts) < 4 or not texts[0].rstrip(".").isdigit() or not fits(Slot.SEAT, texts[1]):
        return None
    cards = [text for text in texts[2:] if fits(Slot.CARD, text)]
    seats = tuple(str(n) for n in range(1, len(cards) + 1))
    winners = fits(Slot.SEAT, texts[-1]) and len(texts) > 2 + len(cards)
    found = TableHead("Play", seats, leads=True, winners=winners, by_seat=HALF)
    return found if len(cards) >= 2 else None


def with_cards(head: TableHead, rows: Sequence[Cells], hands: Mapping[str, Cards]) -> TableHead:
    """The head of a table of tricks as the rows below show it to be: with the columns of cards behind its
    last one of which the heads could not be read, what its columns stand for, and whether a column behind
    them says who won."""
    tricks = [cells for cells in rows if text_of(cells[0]).rstrip(".").isdigit()]
    first, seats = 1 + head.leads, list(head.seats)
    while tricks:
        column = [cells[first + len(seats)] for cells in tricks if first + len(seats) < len(cells)]
        cards = sum(fits(Slot.CARD, text_of(cell).replace(" ", "")) for cell in column)
        if 2 * cards <= len(tricks):
            break
        seats.append(str(len(seats) + 1))
    if len(seats) > len(head.seats):
        head = replace(head, seats=_filled(seats), winners=False)
    led = sum(any(cells[1:2]) for cells in tricks)
    head = replace(head, all_led=head.leads and led > NEARLY_ALL * len(tricks))
    behind = [cells[first + len(head.seats) :] for cells in tricks]
    won = sum(fits(Slot.SEAT, text_of(cell)) for cells in behind for cell in cells if cell)
    winners = head.winners or (any(map(any, behind)) and 2 * won > len(tricks))
    return replace(head, by_seat=by_seat(rows, head, hands), winners=winners)


def winner_of(cells: Cells, head: TableHead) -> Word | None:
    """Who won a trick, where a last column says so; unknown where that cannot be read."""
    last = cells[1 + head.leads + len(head.seats) :]
    words = [word for cell in last for word in cell]
    if not head.winners:
        return None
    if len(words) == 1 and fits(Slot.SEAT, word_piece(words[0], Slot.SEAT).text):
        return words[0]
    return Word((("??", 1.0),), joined(words).box if words else (0.0, 0.0, 0.0, 0.0))


def text_of(cell: Sequence[Word]) -> str:
    return " ".join(word.text for word in cell if word.text)


def head_of(cells: Cells, block: str) -> TableHead | None:
    """What a row says of the columns below it; None for a row that is not a head. `block` is where it
    stands."""
    texts = [text_of(cell).casefold().rstrip(":.") for cell in cells]
    filled = [text for text in texts if text]
    if len(filled) < 2:
        return None
    last = max(at for at, text in enumerate(texts) if text)
    if texts[last] == BAR and not any(texts[max(last - 2, 0) : last]):
        return head_of(cells[:last], block)  # behind two columns without a head: of a rule, not a 1
    tricks = _like(texts[0], _TRICK_HEAD) or texts[1] in ("leader", "led by")
    if tricks and any(_ORDINAL.fullmatch(t) or t.upper() in _COMPASS for t in texts[1:]):
        leads = _like(texts[1], _LEAD_HEAD)
        columns = [t.upper() for t in texts[1 + leads :]]
        while columns and not columns[-1]:
            columns.pop()  # other tables of the page are wider
        count = len(columns)
        while columns and not (_ORDINAL.fullmatch(columns[-1]) or columns[-1] in _COMPASS):
            columns.pop()  # who won the trick
        return TableHead("Play", _filled(columns), leads=leads, winners=len(columns) < count)
    seats_below = _like(texts[0].replace(" ", ""), _SEAT_HEAD)
    if seats_below and (_like(texts[1], _CARDS_HEAD) or block == "Hands"):
        return TableHead("Hands")
    if len(_SHEET_HEAD & set(filled)) >= 2:
        return TableHead("Sheet", columns=tuple(text_of(cell) for cell in cells))
    # A 1 may be read as an I; a mark that nobody reads is dirt in its shade.
    read = ([word for word in cell if word.text not in UNREAD] for cell in cells)
    named = (
        weighed(Slot.SEAT, cell[0].readings)[0][0] if len(cell) == 1 else text_of(cell)
        for cell in read
    )
    seats = [seat.upper() for seat in named]
    while seats and not seats[-1]:
        seats.pop()
    if len(seats) > FEWEST_HEADS and len(seats[-1]) == 1 and not fits(Slot.SEAT, seats[-1]):
        seats.pop()  # a speck, or a crossing of faint rules
    if (
        block in ("", "Auction")
        and all(fits(Slot.SEAT, seat) for seat in seats)
        and len(seats) >= 3
    ):
        return TableHead("Auction", tuple(seats))
    return None


def _like(text: str, names: frozenset[str]) -> bool:
    """Whether a text is one of some names, or all but a letter of one."""
    return text in names or (len(text) > 3 and bool(get_close_matches(text, names, 1, NEARLY)))


def hand_row(cells: Cells) -> Row | None:
    """A seat and its cards."""
    seat, *rest = cells
    while rest and not rest[-1]:
        rest.pop()
    words = [word for cell in rest for word in cell]
    if len(seat) != 1 or not words:
        return None
    cards = cards_of(words)
    if cards is None:
        return None
    hand = (word_piece(seat[0], Slot.SEAT, after=":"), *cards)
    # A card a cell: where a cell between them is empty one was not seen, and one of which the suit alone was
    # seen is a card. What stands behind the last one may be dirt.
    lost = len(cards) == sum(map(bool, rest)) < len(rest)
    dirt = not fits(Slot.CARD, cards[-1].text) and not SUITS & set(cards[-1].text)
    if len(cards) > 1 and (lost or dirt):
        return uncounted(hand)
    others = tuple(piece for piece in hand if piece.text not in SUITS)
    whole = len(cards) == len(rest) and counted(others) is others
    return hand if whole else counted(hand)


def call_row(cells: Cells, head: TableHead, *, last: bool = True) -> Row | None:
    """A round of the auction. A seat is named where the call before it in the row is missing, too. None where
    the row has more than a call a seat: it is something else. Calls are missing at the end of the `last`
    round alone: those of another could not be read."""
    calls = [
        1 if _one_call(cell) else sum(piece.slot is Slot.CALL for piece in calls_of(cell))
        for cell in cells
    ]
    if any(cells[len(head.seats) :]) or max(calls, default=0) > 1:  # words of the row below
        return None
    row: list[Piece] = []
    due = False
    for seat, cell in zip(head.seats, cells, strict=False):
        if not cell:
            due = False
            continue
        if not due:
            row.append(Piece(((seat, 1.0),), None, Slot.SEAT, after=":"))
        row.append(word_piece(joined(list(cell)), Slot.CALL, after=","))
        due = True
    if row and not due and not last:
        row.append(unknown(Slot.CALL, row[-1].box, ","))
    return tuple(row)


def _one_call(cell: WordCell) -> bool:
    """Whether a pass and a number stand beside each other in a cell: a line without cells would have two
    calls."""
    level = len(cell) == 2 and abs(cell[0].y - cell[1].y) < (cell[0].box[3] - cell[0].box[1]) / 2
    return level and _PASSED_WITH.fullmatch(text_of(cell)) is not None


def _seat_in(cell: WordCell) -> Word:
    """The word of a cell that names a seat: beside it a rule or a speck may be seen."""
    return next((word for word in cell if fits(Slot.SEAT, word.text.rstrip(":"))), cell[0])


def trick_row(cells: Cells, head: TableHead) -> Row | None:
    """A trick: its leader where the table says it, and its cards, those of columns by seat from the
    leader's on."""
    number, rest = text_of(cells[0]).rstrip("."), list(cells[1:])
    leader = rest.pop(0) if head.leads and rest else []
    rest = rest[: len(head.seats)]
    if not any(rest):
        return None
    row: list[Piece] = [said(f"trick {number}:")] if number.isdigit() else []
    by = ""
    if leader:
        row.append(word_piece(_seat_in(leader), Slot.SEAT, after=":"))
        by = row[-1].text.upper().rstrip(":")
    elif head.by_seat == 1.0 and rest[0]:
        row.append(Piece(((head.seats[0], 1.0),), None, Slot.SEAT, after=":"))
    elif head.all_led and head.by_seat <= HALF:
        # A pale figure was overlooked: nobody is said for certain to have led as the rules have it.
        box = next(cell for cell in rest if cell)[0].box
        row.append(unknown(Slot.SEAT, box, ":"))
    at = head.seats.index(by) if by in head.seats else 0
    places = [*range(at, len(rest)), *range(at)] if head.by_seat > HALF else range(len(rest))
    others = range(len(rest)) if head.by_seat > HALF else [*range(at, len(rest)), *range(at)]
    share = max(head.by_seat, 1 - head.by_seat)
    for index, (place, other) in enumerate(zip(places, others, strict=True)):
        if rest[place]:
            card = word_piece(joined(list(rest[place]), ""), Slot.CARD)
            row.append(_or_else(card, rest[other], share) if place != other else card)
        elif any(rest[each] for each in [*places][index + 1 :]):
            row.append(said("-"))
    return tuple(row)


def _or_else(card: Piece, other: WordCell, share: float) -> Piece:
    """A card that is another one if the columns stand for something else than they were read as."""
    if not other or share >= SURE_OF_COLUMNS:
        return card
    weights = {text: p * share for text, p in card.readings}
    for text, p in word_piece(joined(other, ""), Slot.CARD).readings:
        weights[text] = weights.get(text, 0.0) + p * (1 - share)
    return replace(card, readings=likeliest_first(weights), column=share)


Cards = Sequence[str]
"""The cards of a seat."""


def by_seat(rows: Sequence[Cells], head: TableHead, hands: Mapping[str, Cards]) -> float:
    """How likely the columns of a table of tricks are seats, not places in the order of play.

    Letters of the compass are seats. Figures may be either: most cards of a trick are of the suit led, and
    come from the hands as they are written down (`hands`: the cards of each seat), and most winners that are
    written won; of the two ways to read the whole table the one that says so is the likelier. It is never
    asked trick by trick.
    """
    if set(head.seats) <= _COMPASS and len(head.seats) > 1:
        return 1.0
    if not head.leads:
        return 0.0
    order = 0
    for n, cells in enumerate(rows):
        cards = [text_of(cell).replace(" ", "").upper() for cell in cells[2 : 2 + len(head.seats)]]
        by = _seat_in(cells[1]).text.rstrip(":") if len(cells) > 1 and cells[1] else ""
        if by in head.seats and len(cards) == len(head.seats):
            at = head.seats.index(by)
            turned = [*head.seats[at:], *head.seats[:at]]
            followed = [sum(card[-1:] == cards[lead][-1:] for card in cards) for lead in (at, 0)]
            held = [
                sum(card in hands.get(seat, ()) for card, seat in zip(cards, seats, strict=True))
                for seats in (head.seats, turned)
            ]
            order += followed[1] - followed[0] + HELD * (held[1] - held[0])
            by = _won(cells, rows[n + 1] if n + 1 < len(rows) else (), head)
            if by in head.seats:
                place = (head.seats.index(by) - at) % len(cards)
                won = [_may_win([*cards[first:], *cards[:first]], place) for first in (at, 0)]
                order += WON * (won[1] - won[0])
    return 1 / (1 + math.exp(A_CARD * order))


def _won(cells: Cells, after: Cells, head: TableHead) -> str:
    """Who is written as the winner of a trick: in its last column, or as who leads the next."""
    told = winner_of(cells, head)
    leads = _seat_in(after[1]).text if len(after) > 1 and after[1] else ""
    return (leads if told is None or told.text == "??" else told.text).rstrip(":")


def _may_win(cards: Sequence[str], place: int) -> bool:
    """Whether none of a trick's cards, in the order of play, is of the same suit and better, or as good and
    before it; which suit is trumps need not be known."""
    ranks = [each[:-1].replace("T", "10") for each in cards]
    own = [n for n, each in enumerate(cards) if each[-1:] == cards[place][-1:]]
    if any(ranks[n] not in _RANKS for n in own):
        return False
    return place == max(own, key=lambda n: (_RANKS.index(ranks[n]), -n))
