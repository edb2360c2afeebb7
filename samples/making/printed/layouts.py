"""How logs are laid out on a page: a function a layout, which draws it. Before them, how a person types a
record: other words, each still in the notation's grammar, and the cells of tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, zip_longest
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any, Final

from fairdeal.digitize.forms.layout import Box
from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.notation.writer import write
from fairdeal.records import (
    COMPASS,
    COMPASS_NAMES,
    RANKS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    Call,
    Deal,
    Hand,
    Record,
    Seat,
    TermKind,
    Trick,
)
from samples.making.printed.faces import POINT_MM, Face
from samples.making.printed.logs import Log
from samples.making.printed.looks import Flow, Page, Rule, Tint, Unsuited, Words
from samples.making.sheets.club_sheets import blank, centred, text_of

_CARD: Final = re.compile(r"(?<![\w\"])(10|[2-9JQKA])([CDHS])(?![\w\"])")
_BLOCK: Final = re.compile(r"(Hands|Auction|Play|Result|Sheet(?: \w+)?):")
_LABEL: Final = re.compile(r"(\w): ?(.*)")


@dataclass(frozen=True, slots=True)
class Wording:
    """The habits of one who types. `calls_a_line` 0: as many as there is room for, after commas. `commas`:
    the last call of a line has its comma where more follow in the next; `spaced`: there is a blank between a
    number and its suit."""

    lower: bool = False
    symbols: bool = False
    ten: str = "10"
    blanks: str = " "
    label: str = "{}:"
    block: str = "{}:"
    short_pass: bool = False
    plus: str = "+"
    whole_suits: bool = False
    calls_a_line: int = 0
    commas: bool = True
    spaced: bool = True

    @classmethod
    def random(cls, rng: Random) -> Wording:
        lower = rng.random() < 0.35
        return cls(
            lower=lower,
            symbols=rng.random() < 0.3,
            ten=rng.choice(("10", "10", "T")),
            blanks=rng.choice((" ", " ", "  ", ", ")),
            label=rng.choice(("{}:", "{}:", "{} :", "Seat {}:")),
            block=rng.choice(("{}:", "{}:", "{} :", "{}")),
            short_pass=rng.random() < 0.4,
            plus=rng.choice(("+", "+", "Plus ", "plus ")),
            whole_suits=rng.random() < 0.2,
            calls_a_line=rng.choice((0, 1, 3, 6)),
            commas=rng.random() < 0.5,
            spaced=rng.random() < 0.7,
        )

    def cards(self, text: str) -> str:
        """A row of cards."""
        found = _CARD.sub(lambda match: self.card(match[1], match[2]), text)
        return found.replace(" ", self.blanks).replace("..,", "..")

    def card(self, rank: str, suit: str) -> str:
        rank = self.ten if rank == "10" else rank
        return self._case(rank) + self.suit(suit)

    def suit(self, letter: str) -> str:
        return SUIT_SYMBOLS[letter] if self.symbols else self._case(letter)

    def call(self, text: str) -> str:
        """A call in this person's words, or as it stands where these would be another call."""
        said = parse_call(text)
        words = [self._word(term.kind, term.text) for term in said.terms]
        blank = " " if self.spaced or self.whole_suits else ""
        typed = blank.join(words).replace(self.plus + " ", self.plus)
        return typed if parse_call(typed) == said else text

    def _word(self, kind: TermKind, text: str) -> str:
        if kind is TermKind.SUIT and self.whole_suits and not self.symbols:
            return self._case(SUIT_NAMES[text].capitalize())
        if kind is TermKind.SUIT:
            return self.suit(text)
        if kind is TermKind.PASS:
            return self._case("P" if self.short_pass else text)
        return self.plus if kind is TermKind.PLUS else self._case(text)

    def _case(self, text: str) -> str:
        return text.lower() if self.lower else text


def as_typed(text: str, wording: Wording) -> list[str]:
    """The lines of a canonical text as this person types them. Events and sheets stay as they are."""
    typed: list[str] = []
    block = ""
    for line in text.splitlines():
        heading = _BLOCK.fullmatch(line)
        if heading:
            block = heading[1]
            typed.append(line if "Sheet" in block else wording.block.format(block))
        elif line.startswith(("[", "!", "contract", "tricks", "points", "score", "penalty")):
            typed.append(line)
        elif block == "Hands":
            typed.append(_labelled(line, wording, wording.cards))
        elif block == "Auction":
            typed += _calls(line, wording)
        else:
            typed.append(wording.cards(line) if block == "Play" else line)
    return typed


def _labelled(text: str, wording: Wording, write: Callable[[str], str]) -> str:
    """A text in this person's words, after its seat where it has one."""
    match = _LABEL.fullmatch(text)
    return f"{wording.label.format(match[1])} {write(match[2])}" if match else write(text)


def _calls(line: str, wording: Wording) -> list[str]:
    if '"' in line or "^" in line:
        return [line]
    calls = [_labelled(each, wording, wording.call) for each in line.split(", ")]
    a_line = wording.calls_a_line or len(calls)
    rows = [", ".join(calls[at : at + a_line]) for at in range(0, len(calls), a_line)]
    return [row + "," * wording.commas for row in rows[:-1]] + rows[-1:]


Rows = list[list[str]]

_RESULT: Final = ("contract", "tricks", "points", "score", "penalty")


class Grid:
    """The tables of a record's only deal. Raises Unsuited for what tables have no place for."""

    def __init__(self, log: Log, wording: Wording, rng: Random) -> None:
        self.log, self.wording, self.rng = log, wording, rng
        self.deal = _only_deal(log.record)
        self.seats = list(COMPASS) if log.bridge else list("123456")

    def head(self) -> Rows:
        """Name and value of what stands above a deal."""
        deal, tags = self.deal, [[tag.name, tag.value] for tag in self.log.record.tags]
        entries = {"Deal": deal.number, "Dealer": deal.dealer, "Vulnerable": deal.vulnerable}
        return tags + [
            [name, str(entry.value)] for name, entry in entries.items() if entry is not None
        ]

    def hands(self) -> Rows:
        """A row a seat: the seat, and its cards a cell each; no row where no hands are recorded."""
        return [
            [
                hand.seat,
                *(self.wording.card(e.value.rank, e.value.suit) for e in hand.cards if e.value),
            ]
            for hand in self.deal.hands or ()
        ]

    def auction(self) -> Rows:
        """A column a seat, the seats above; a row a round, which begins at any seat."""
        if not self.deal.auction:
            return []
        called = list(self._in_turn())
        first = self.rng.choice((self.seats[0], called[0][0]))
        at = self.seats.index(first)
        order = self.seats[at:] + self.seats[:at]
        cells = [""] * order.index(called[0][0]) + [text for _, text in called]
        cells += [""] * (-len(cells) % len(order))
        rows = [cells[at : at + len(order)] for at in range(0, len(cells), len(order))]
        return [order, *rows]

    def _in_turn(self) -> Iterator[tuple[Seat, str]]:
        """Every call with the seat that made it, as long as they come in turn."""
        due = self._opener()
        for item in self.deal.auction or ():
            if not isinstance(item, Call) or item.said.value is None or item.marked:
                raise Unsuited("something else than a call stands in the auction")
            said = item.label.value if item.label is not None else due
            if due not in (None, said) or said is None:
                raise Unsuited("a call is out of turn")
            yield said, self.wording.call(item.said.value.text)
            due = self.seats[(self.seats.index(said) + 1) % len(self.seats)]

    def _opener(self) -> Seat | None:
        if self.deal.dealer is None or self.deal.dealer.value is None:
            return None
        at = self.seats.index(self.deal.dealer.value)
        step = 0 if self.log.bridge else -1 if self.log.rules == "community" else 1
        return self.seats[(at + step) % len(self.seats)]

    def tricks(self, by_seat: bool = False) -> Rows:
        """A row a trick below a row of headings: its number, who led where that is written, its cards in the
        order played, or in columns by seat where all leads are written; who won, where that is written."""
        rows = []
        for number, trick in enumerate(self.deal.play or (), 1):
            if trick.number != number:
                raise Unsuited("tricks are missing")
            rows.append([str(number), *self._cards(trick)])
        if not rows:
            return []
        places = [str(at) for at in range(1, max(map(len, rows)) - 1)]
        if by_seat and all(row[1] for row in rows):
            rows, places = [self._by_seat(row) for row in rows], self.seats
        winners = self._winners(len(rows))
        head = ["Trick", "Leader", *places, *(["Won by"] if winners else [])]
        rows = [row + [""] * (len(places) + 2 - len(row)) for row in rows]
        return [head, *(row + winners[at : at + 1] for at, row in enumerate(rows))]

    def _by_seat(self, row: list[str]) -> list[str]:
        """The same row with its cards in columns by seat."""
        cells, first = [""] * len(self.seats), self.seats.index(row[1])
        for at, card in enumerate(row[2:]):
            cells[(first + at) % len(cells)] = card
        return [*row[:2], *cells]

    def _winners(self, tricks: int) -> list[str]:
        """Who won each of so many tricks, where all of them are written."""
        written = () if self.deal.result is None else self.deal.result.tricks
        return [str(entry.value) for entry in written] if len(written) == tricks else []

    def _cards(self, trick: Trick) -> Iterator[str]:
        first = trick.plays[0].label if trick.plays else None
        yield "" if first is None else str(first.value)
        for at, play in enumerate(trick.plays):
            card = play.card.value
            if card is None or play.marked or (at and play.label is not None):
                raise Unsuited("a card is out of turn")
            yield self.wording.card(card.rank, card.suit)

    def result(self) -> Rows:
        """Name and value of what stands below a deal."""
        lines = (line.split(" ", 1) for line in write(self.log.record).splitlines())
        told = "tricks" if self._winners(len(self.deal.play or ())) else ""
        return [parts for parts in lines if parts[0] in _RESULT and parts[0] != told]


def _only_deal(record: Record) -> Deal:
    if len(record.deals) != 1 or record.sheets:
        raise Unsuited("there is more than one deal")
    deal = record.deals[0]
    if any(deal.all_events()) or deal.tags:
        raise Unsuited("there are events")
    return deal


TEXTS: Final[Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)


def draw_bars(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    if not log.record.sheets:
        raise Unsuited("there is no score sheet")
    closed = rng.random() < 0.4
    lined_up = face.of_one_width and rng.random() < 0.6
    flow = Flow([Page(face)], points, left=15, right=200)
    rows = [_bars(line) for line in write(log.record).splitlines()]
    barred = [row for row in rows if len(row) > 1]
    widths = [max(map(len, column)) for column in zip_longest(*barred, fillvalue="")]
    for row in rows:
        cells = [cell.ljust(widths[at]) for at, cell in enumerate(row)] if lined_up else row
        text = " | ".join(cells) if len(row) > 1 else row[0]
        text = f"| {text} |" if closed and len(row) > 1 else text
        if len(flow.broken(text, points)) > 1 and len(row) > 1:
            raise Unsuited("a row is too long")
        flow.lines([text])
    return flow.pages


def _bars(line: str) -> list[str]:
    quoted = line.startswith(("[", "!")) or '"' in line
    return [line] if quoted else [cell.strip() for cell in line.split("|")]


def draw_club_sheet(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    design = log.design
    if design is None or design.by_hand:
        raise Unsuited("it is no design that is printed")
    page = blank(design, face)
    means = [column.means for column in design.columns]
    for row in range(len(log.record.sheets[0].rows)):
        for at, meaning in enumerate(means):
            text = text_of(log.record.sheets[0], row, meaning, design)
            box = design.cell(row, at)
            if design.numbered and meaning == "deal":
                if text != str(row + 1):
                    raise Unsuited("the deals are not those that are printed")
                continue
            if face.width(text, points) > box.width - 1 or points * POINT_MM > box.height:
                raise Unsuited("an entry is larger than its cell")
            page.words += centred(face, text, box, points)
    return [page]


def draw_columns(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    lines = as_typed(
        write(log.record), Wording(calls_a_line=rng.choice((0, 3)), symbols=rng.random() < 0.3)
    )
    if "Hands:" not in lines or not {"Auction:", "Play:"} & set(lines):
        raise Unsuited("there is nothing to stand beside the hands")
    begin = lines.index("Hands:")
    end = next(at for at, line in enumerate(lines) if at > begin and line[1:2] != ":")
    page = Page(face)
    head = Flow([page], points)
    head.lines(lines[:begin])
    widest = max(face.width(line, points) for line in lines[begin:end])
    middle = head.left + widest + rng.uniform(6, 14)
    left = Flow([page], points, right=middle, top=head.y + 3)
    right = Flow([page], points, left=middle, top=head.y + 3)
    if right.right - middle < 45:
        raise Unsuited("the hands leave no room beside them")
    left.lines(lines[begin:end])
    right.lines(lines[end:])
    if left.page is not page or right.page is not page:
        raise Unsuited("the columns are longer than the page")
    if rng.random() < 0.4:
        x = middle - 3
        page.rules.append(Rule((x, left.top), (x, max(left.y, right.y)), 0.2, 90))
    return [page]


def draw_mail(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow([Page(face)], points, leading=rng.choice((1.2, 1.35)))
    headers = {name: rng.choice(ways) for name, ways in TEXTS["mail"].items()}
    for name, value in headers.items():
        flow.line(f"{name.capitalize()}: {value}", grey=60)
    flow.page.rules.append(Rule((flow.left, flow.y + 1), (flow.right, flow.y + 1), 0.2, 120))
    flow.lines(("", rng.choice(TEXTS["letter"]["greetings"]), ""))
    flow.lines(as_typed(write(log.record), Wording(calls_a_line=rng.choice((0, 6)))))
    signed = ("the scorer of table 4", "--", "Club of card players")
    flow.lines(("", rng.choice(TEXTS["letter"]["closings"]), *signed))
    if rng.random() < 0.5:
        quoted = rng.sample(TEXTS["letter"]["quoted"], 2)
        flow.lines(("", f"On {headers['date']} {headers['to']} wrote:", *quoted))
    return flow.pages


def draw_notation(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow([Page(face)], points, left=rng.uniform(14, 25))
    flow.lines(write(log.record).splitlines())
    return flow.pages


_ROOM: Final = Box(12.0, 14.0, 188.0, 272.0)
"""What a spreadsheet may take of a page."""


def draw_spreadsheet(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    wording = Wording(symbols=rng.random() < 0.3, ten=rng.choice(("10", "T")))
    grid = Grid(log, wording, rng)
    rows = [*grid.head(), []]
    if grid.hands():
        rows += [["Seat", "Cards"], *grid.hands(), []]
    if grid.auction():
        rows += [["Auction"], *grid.auction(), []]
    if grid.tricks():
        rows += [*grid.tricks(), []]
    rows += [[name, *value.split()] for name, value in grid.result()]
    return [_sheet(face, points, rows, rng.random() < 0.8, rng)]


def _sheet(face: Face, points: float, rows: Rows, headers: bool, rng: Random) -> Page:
    widths = _widths(face, points, rows)
    first = [9.0] if headers else []
    spare = _ROOM.width - sum(first) - sum(widths)
    high = max(points * POINT_MM * 1.35, 4.6)
    if spare < 0 or (len(rows) + headers) * high > _ROOM.height:
        raise Unsuited("the sheet is larger than the page")
    widths = [*first, *(width + spare / len(widths) for width in widths)]
    page, cells = Page(face), rows
    if headers:
        cells = [list(ascii_uppercase[: len(widths) - 1]), *cells]
        cells = [[str(at or ""), *row] for at, row in enumerate(cells)]
        sizes = ((sum(widths), high), (widths[0], high * len(cells)))
        page.tints += [Tint(_ROOM.x, _ROOM.y, *size, 232) for size in sizes]
    pads = [None if rng.random() < 0.7 else 0.8] * len(widths)
    if headers:
        pads[0] = None
    _ruled(page, (_ROOM.x, _ROOM.y), widths, high, cells, points, pads, (0.12, 165))
    return page


def _widths(face: Face, points: float, rows: Rows) -> list[float]:
    """The width that each column needs. Words run over the edge where the cell beside them is empty."""
    columns = zip_longest([""] * 7, *(row for row in rows if len(row) > 1), fillvalue="")
    return [
        max([8.0, *(face.width(text, points) + 2.0 for text in column if text)])
        for column in columns
    ]


def _ruled(
    page: Page,
    corner: tuple[float, float],
    widths: list[float],
    high: float,
    rows: Rows,
    points: float,
    pads: Sequence[float | None],
    line: tuple[float, int],
    bold: bool = False,
) -> None:
    """A table: its lines, of a width and a grey, and its words, each column's centred or behind a gap; over
    their right edge where they are longer, as spreadsheets show them. `bold`: the first row."""
    edges = [corner[0] + sum(widths[:at]) for at in range(len(widths) + 1)]
    levels = [corner[1] + high * at for at in range(len(rows) + 1)]
    page.rules += [Rule((x, levels[0]), (x, levels[-1]), *line) for x in edges]
    page.rules += [Rule((edges[0], y), (edges[-1], y), *line) for y in levels]
    for number, row in enumerate(rows):
        baseline = levels[number] + high / 2 + 0.34 * points * POINT_MM
        dark = bold and not number
        for text, pad, left, width in zip(row, pads, edges, widths, strict=False):
            spare = width - page.face.width(text, points, dark)
            gap = pad if pad is not None else spare / 2 if spare > 0 else 0.8
            if text:
                page.words.append(Words(left + gap, baseline, text, points, dark))


def draw_suits(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow([Page(face)], points, leading=1.2)
    wording = Wording(ten=rng.choice(("10", "T")), short_pass=rng.random() < 0.4)
    heading, void = rng.choice(TEXTS["seats"]), rng.choice(("-", "--", ""))
    sign = rng.choice(("{}:", "{}:", "symbol", "name"))
    hands = [hand for deal in log.record.deals for hand in deal.hands or ()]
    texts = as_typed(write(log.record), wording)
    at = texts.index("Hands:") if hands else len(texts)
    flow.lines(texts[:at])
    for hand in hands:
        flow.line(COMPASS_NAMES.get(hand.seat) or heading.format(hand.seat))
        flow.lines(_rows(hand, sign, wording.ten, void))
        flow.gap(0.3)
    labels = tuple(f"{hand.seat}:" for hand in hands)
    flow.lines(dropwhile(lambda text: text.startswith(labels), texts[at + 1 :]))
    return flow.pages


def _rows(hand: Hand, sign: str, ten: str, void: str) -> list[str]:
    """The four lines of a hand, the highest card first."""
    rows = []
    for suit in "SHDC":
        cards = (entry.value for entry in hand.cards)
        held = sorted((card.rank for card in cards if card and card.suit == suit), key=RANKS.index)
        names = {"symbol": SUIT_SYMBOLS[suit], "name": f"{SUIT_NAMES[suit].capitalize()}:"}
        label = names.get(sign) or sign.format(suit)
        ranks = " ".join(ten if rank == "10" else rank for rank in held)
        rows.append(f"{label} {ranks or void}".rstrip())
    return rows


_PAD = 1.6
"""Between a rule and the words beside it, mm."""


def draw_tables(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    wording = Wording(
        symbols=rng.random() < 0.4, ten=rng.choice(("10", "T")), short_pass=rng.random() < 0.3
    )
    grid = Grid(log, wording, rng)
    flow = Flow([Page(face)], points, top=16, left=16, right=196)
    flow.lines(f"{name}: {value}" for name, value in grid.head())
    hands, calls, tricks = grid.hands(), grid.auction(), grid.tricks(by_seat=rng.random() < 0.5)
    together = rng.random() < 0.5
    if hands:
        if together:
            hands = [["Player", "Cards"], *([row[0], " ".join(row[1:])] for row in hands)]
        _table(flow, "Hands", hands, rng, together)
    if calls:
        _table(flow, rng.choice(("Auction", "Bidding")), calls, rng, True)
    if tricks:
        _table(flow, rng.choice(("Play", "Tricks")), tricks, rng, True)
    if grid.result():
        _table(flow, "Result", grid.result(), rng, False)
    return flow.pages


def _table(flow: Flow, title: str, rows: Rows, rng: Random, headed: bool) -> None:
    """A title, and a table as wide as its words need or as the page."""
    face, points = flow.page.face, flow.points
    flow.gap(0.4)
    most = max(map(len, rows))
    rows = [row + [""] * (most - len(row)) for row in rows]
    widths = [
        max(face.width(row[at], points, headed and not n) for n, row in enumerate(rows)) + 2 * _PAD
        for at in range(most)
    ]
    wide = flow.right - flow.left
    if sum(widths) > wide:
        raise Unsuited("a table is wider than the page")
    if rng.random() < 0.4:
        widths = [width * wide / sum(widths) for width in widths]
    high = flow.step * rng.choice((1.05, 1.2, 1.4))
    if flow.y + flow.step + len(rows) * high > flow.foot:
        raise Unsuited("the tables are longer than the page")
    flow.line(f"{title}:", bold=True)
    flow.y += 0.8
    line, pads = (rng.choice((0.18, 0.25, 0.4)), 0), [None if rng.random() < 0.5 else _PAD] * most
    if headed and rng.random() < 0.4:
        flow.page.tints.append(Tint(flow.left, flow.y, sum(widths), high, 225))
    _ruled(flow.page, (flow.left, flow.y), widths, high, rows, points, pads, line, bold=headed)
    flow.y += len(rows) * high


_WIDTHS: Final = (194.0, 194.0, 120.0, 90.0)
"""Where lines end, mm: some people type in a narrow column, and calls go on in the next line."""


def draw_typed(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow(
        [Page(face)], points, right=rng.choice(_WIDTHS), leading=rng.choice((1.2, 1.35, 1.6))
    )
    if rng.random() < 0.7:
        flow.line(rng.choice(TEXTS["titles"]), bold=True, larger=rng.choice((1.0, 1.3)))
        flow.gap(0.6)
    lines = as_typed(write(log.record), Wording.random(rng))
    if rng.random() < 0.5:
        lines.insert(rng.randint(2, len(lines)), rng.choice(TEXTS["remarks"]))
    flow.lines(lines)
    return flow.pages


Draw = Callable[[Log, Face, float, Random], list[Page]]
"""A log in a face of so many points. Raises `drawn.Unsuited` where this layout has no place for it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout: how it is drawn, and which logs (`logs.SOURCES`) it is for."""

    draw: Draw
    sources: tuple[str, ...]


LAYOUTS: Final[Mapping[str, Layout]] = {
    "notation": Layout(draw_notation, ("deal", "deal", "deals", "board", "session")),
    "typed": Layout(draw_typed, ("deal", "deal", "deals", "board")),
    "tables": Layout(draw_tables, ("deal", "deal", "board")),
    "spreadsheet": Layout(draw_spreadsheet, ("deal", "board")),
    "suits": Layout(draw_suits, ("deal", "board")),
    "columns": Layout(draw_columns, ("deal", "board")),
    "mail": Layout(draw_mail, ("deal", "board", "session")),
    "bars": Layout(draw_bars, ("session",)),
    "club sheet": Layout(draw_club_sheet, ("club session",)),
}
