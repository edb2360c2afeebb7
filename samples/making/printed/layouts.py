"""How logs are laid out on a page: a function a layout, which draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import dropwhile, zip_longest
from random import Random
from string import ascii_uppercase
from typing import Final

from fairdeal.grammar.notation.writer import write
from fairdeal.records.cards import COMPASS_NAMES, RANKS, SUIT_SYMBOLS
from fairdeal.records.record import Hand
from samples.making.printed.drawn import Flow, Page, Rule, Tint, Unsuited, Words
from samples.making.printed.faces import POINT_MM, Face
from samples.making.printed.logs import Log
from samples.making.printed.wording import Grid, Rows, Wording, as_typed
from samples.making.sheets.club_sheets import blank, centred, text_of


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


_FROM: Final = (
    "scorer@example.org",
    "table4@example.org",
    "Team secretary <secretary@example.org>",
)
_TO: Final = ("committee@example.org", "Rules Committee <rules@example.org>")
_SUBJECTS: Final = (
    "Log of the deal in dispute",
    "Re: Our match",
    "Fwd: hand record",
    "The score sheet",
)
_DAYS: Final = ("Sat, 7 March 2026 21:14", "08/03/2026 09:30", "Sun 8 Mar 2026, 10:02")
_GREETINGS: Final = (
    "Dear committee,",
    "Hello,",
    "Good evening,",
    "As promised, the log of the deal:",
)
_CLOSINGS: Final = ("Kind regards,", "Thank you,", "Best wishes")
_QUOTED: Final = (
    "> Please send us the log of that deal.", "> The other team has sent its copy already.",
    "> The committee meets on Tuesday.",
)  # fmt: skip


def draw_mail(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow([Page(face)], points, leading=rng.choice((1.2, 1.35)))
    headers = {
        "From": rng.choice(_FROM),
        "To": rng.choice(_TO),
        "Subject": rng.choice(_SUBJECTS),
        "Date": rng.choice(_DAYS),
    }
    for name, value in headers.items():
        flow.line(f"{name}: {value}", grey=60)
    flow.page.rules.append(Rule((flow.left, flow.y + 1), (flow.right, flow.y + 1), 0.2, 120))
    flow.lines(("", rng.choice(_GREETINGS), ""))
    flow.lines(as_typed(write(log.record), Wording(calls_a_line=rng.choice((0, 6)))))
    flow.lines(("", rng.choice(_CLOSINGS), "the scorer of table 4", "--", "Club of card players"))
    if rng.random() < 0.5:
        flow.lines(("", f"On {headers['Date']} {headers['To']} wrote:"))
        flow.lines(rng.sample(_QUOTED, 2))
    return flow.pages


def draw_notation(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow([Page(face)], points, left=rng.uniform(14, 25))
    flow.lines(write(log.record).splitlines())
    return flow.pages


_LEFT: Final = 12.0
_TOP: Final = 14.0
_RIGHT: Final = 200.0
_FOOT: Final = 286.0
_GREY: Final = 165
_EMPTY: Final[list[str]] = []


def draw_spreadsheet(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    wording = Wording(symbols=rng.random() < 0.3, ten=rng.choice(("10", "T")))
    grid = Grid(log, wording, rng)
    rows = [*grid.head(), _EMPTY]
    if grid.hands():
        rows += [["Seat", "Cards"], *grid.hands(), _EMPTY]
    if grid.auction():
        rows += [["Auction"], *grid.auction(), _EMPTY]
    if grid.tricks():
        rows += [*grid.tricks(), _EMPTY]
    rows += [[name, *value.split()] for name, value in grid.result()]
    return [_sheet(face, points, rows, rng.random() < 0.8, rng)]


def _sheet(face: Face, points: float, rows: Rows, headers: bool, rng: Random) -> Page:
    widths = _widths(face, points, rows)
    first = 9.0 if headers else 0.0
    spare = _RIGHT - _LEFT - first - sum(widths)
    high = max(points * POINT_MM * 1.35, 4.6)
    if spare < 0 or (len(rows) + headers) * high > _FOOT - _TOP:
        raise Unsuited("the sheet is larger than the page")
    widths = [width + spare / len(widths) for width in widths]
    page = Page(face)
    edges = [_LEFT + first + sum(widths[:at]) for at in range(len(widths) + 1)]
    cells = [list(row) for row in rows]
    if headers:
        cells = [list(ascii_uppercase[: len(widths)]), *cells]
        cells = [[str(at or ""), *row] for at, row in enumerate(cells)]
        edges = [_LEFT, *edges]
    levels = [_TOP + high * at for at in range(len(cells) + 1)]
    _lined(page, edges, levels, 0.12, _GREY)
    if headers:
        across, down = edges[-1] - edges[0], levels[-1] - levels[0]
        page.tints.append(Tint(edges[0], levels[0], across, levels[1] - levels[0], 232))
        page.tints.append(Tint(edges[0], levels[0], edges[1] - edges[0], down, 232))
    centred = rng.random() < 0.7
    for row, y in zip(cells, levels, strict=False):
        for at, text in enumerate(row):
            middle = centred or (headers and not at)
            _cell(page, text, edges[at : at + 2], y + high / 2, points, 0.8 if not middle else None)
    return page


def _widths(face: Face, points: float, rows: Rows) -> list[float]:
    """The width that each column needs. Words run over the edge where the cell beside them is empty."""
    widths = [8.0] * max(7, *map(len, rows))
    for row in rows:
        for at, text in enumerate(row):
            if len(row) > 1 and text:
                widths[at] = max(widths[at], face.width(text, points) + 2.0)
    return widths


def _lined(
    page: Page, edges: list[float], levels: list[float], width: float, grey: int = 0
) -> None:
    """The lines of a table, upright and level."""
    page.rules += [Rule((x, levels[0]), (x, levels[-1]), width, grey) for x in edges]
    page.rules += [Rule((edges[0], y), (edges[-1], y), width, grey) for y in levels]


def _cell(
    page: Page,
    text: str,
    edges: list[float],
    middle: float,
    points: float,
    pad: float | None,
    bold: bool = False,
) -> None:
    """A cell's words, centred or behind a gap; running over its right edge where they are longer, as
    spreadsheets show them."""
    if not text:
        return
    spare = edges[1] - edges[0] - page.face.width(text, points, bold)
    x = edges[0] + (pad if pad is not None else spare / 2 if spare > 0 else 0.8)
    page.words.append(Words(x, middle + 0.34 * points * POINT_MM, text, points, bold))


_HEADINGS: Final = ("{}:", "Player {}", "Player {}:", "Seat {}")
_SUITS: Final = "SHDC"
_NAMES: Final = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}


def draw_suits(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow([Page(face)], points, leading=1.2)
    wording = Wording(ten=rng.choice(("10", "T")), short_pass=rng.random() < 0.4)
    heading, void = rng.choice(_HEADINGS), rng.choice(("-", "--", ""))
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
    for suit in _SUITS:
        cards = (entry.value for entry in hand.cards)
        held = sorted((card.rank for card in cards if card and card.suit == suit), key=RANKS.index)
        names = {"symbol": SUIT_SYMBOLS[suit], "name": f"{_NAMES[suit]}:"}
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
    for name, value in grid.head():
        flow.line(f"{name}: {value}")
    hands, calls, tricks = grid.hands(), grid.auction(), grid.tricks(by_seat=rng.random() < 0.5)
    together = rng.random() < 0.5
    if hands:
        head: Rows = [["Player", "Cards"]] if together else []
        rows = [[row[0], " ".join(row[1:])] for row in hands] if together else hands
        _table(flow, "Hands", head + rows, rng, bool(head))
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
    _ruled(flow, rows, widths, high, headed, rng)
    flow.y += len(rows) * high


def _ruled(
    flow: Flow, rows: Rows, widths: list[float], high: float, headed: bool, rng: Random
) -> None:
    edges = [flow.left + sum(widths[:at]) for at in range(len(widths) + 1)]
    levels = [flow.y + high * at for at in range(len(rows) + 1)]
    width, pad = rng.choice((0.18, 0.25, 0.4)), None if rng.random() < 0.5 else _PAD
    if headed and rng.random() < 0.4:
        flow.page.tints.append(Tint(edges[0], flow.y, edges[-1] - edges[0], high, 225))
    _lined(flow.page, edges, levels, width)
    for row, y in zip(rows, levels, strict=False):
        bold = headed and row is rows[0]
        for at, text in enumerate(row):
            _cell(flow.page, text, edges[at : at + 2], y + high / 2, flow.points, pad, bold)


TITLES: Final = ("Club evening", "Hand record", "Deal in dispute", "League match, table 4")
REMARKS: Final = (
    "; typed from the paper log",
    "; as agreed by both teams",
    "; copy for the committee",
)
_WIDTHS: Final = (194.0, 194.0, 120.0, 90.0)
"""Where lines end, mm: some people type in a narrow column, and calls go on in the next line."""


def draw_typed(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow(
        [Page(face)], points, right=rng.choice(_WIDTHS), leading=rng.choice((1.2, 1.35, 1.6))
    )
    if rng.random() < 0.7:
        flow.line(rng.choice(TITLES), bold=True, larger=rng.choice((1.0, 1.3)))
        flow.gap(0.6)
    lines = as_typed(write(log.record), Wording.random(rng))
    if rng.random() < 0.5:
        lines.insert(rng.randint(2, len(lines)), rng.choice(REMARKS))
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
