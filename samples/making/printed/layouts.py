"""How logs are laid out on a page: a function a layout, which draws it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, zip_longest
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any, Final

from fairdeal.digitize.forms.layout import Box
from fairdeal.grammar.notation.writer import write
from fairdeal.records import COMPASS_NAMES, RANKS, SUIT_NAMES, SUIT_SYMBOLS, Hand
from samples.making.printed.drawn import Flow, Page, Rule, Tint, Unsuited, Words
from samples.making.printed.faces import POINT_MM, Face
from samples.making.printed.logs import Log
from samples.making.printed.wording import Grid, Rows, Wording, as_typed
from samples.making.sheets.club_sheets import blank, centred, text_of

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
