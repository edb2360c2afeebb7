"""Clubs' own score sheets: ten designs, drawn and filled in by hand. All of it is synthetic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from fairdeal.digitize.forms.layout import Box
from fairdeal.records.cards import Said
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Hand, Paper, Pen, Rng
from samples.making.records.sessions import DOUBLING, Row, Session, random_session

Ruling = Literal["full", "open", "light", "broken", "no uprights above", "drawn"]
"""Every rule; none at the sides; thin grey ones; gaps in level rules; the same without rules between
the columns of a group's heading; drawn with pen and ruler."""


Trait = Literal[
    "thick frame", "double", "dotted", "margin", "notebook", "upright headings", "totals"
]
"""A thick outer frame; a second rule beside the one under the headings; level rules of dots; a red line
down the page; a writing book's own lines behind all of it; headings that run upwards;
a row of totals below the deals."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a design: its own words, those it shares with its neighbours, what it holds (in the
    words of `digitize.sheets.heading_meaning`), and its width in mm before the table is fitted to
    the page."""

    words: str
    means: str
    width: float = 12.0
    group: str = ""


@dataclass(frozen=True, slots=True)
class Design:
    """One club's sheet. Measures in mm from the page's top left corner.

    `told` is what a person would answer about columns whose words leave it open, by column.
    """

    name: str
    columns: tuple[Column, ...]
    page: tuple[float, float] = (210.0, 297.0)
    box: Box = field(default_factory=lambda: Box(10, 32, 190, 250))
    rows: int = 18
    title: str = "SCORE SHEET"
    font: str = "plain"
    size: float = 9.0
    ruling: Ruling = "full"
    heading_mm: float = 7.0
    rgb: tuple[int, int, int] = (60, 60, 60)
    line_mm: float = 0.3
    numbered: bool = False
    us: str | None = None
    told: Mapping[int, str] = field(default_factory=dict)
    traits: frozenset[Trait] = frozenset()

    @property
    def grouped(self) -> bool:
        return any(column.group for column in self.columns)

    @property
    def headings(self) -> int:
        """Rows of headings."""
        return 2 if self.grouped else 1

    @property
    def edges(self) -> list[float]:
        """Where the upright lines are, mm."""
        widths = np.array([column.width for column in self.columns])
        at = np.concatenate(([0.0], np.cumsum(widths))) / widths.sum()
        return [self.box.x + float(share) * self.box.width for share in at]

    @property
    def lines(self) -> list[float]:
        """Where the level lines are, mm."""
        high = self.heading_mm
        heads = [self.box.y + high * row for row in range(self.headings)]
        first = self.box.y + high * self.headings
        under = self.rows + ("totals" in self.traits)
        step = (self.box.y + self.box.height - first) / under
        return heads + [first + step * row for row in range(under + 1)]

    def cell(self, row: int, column: int) -> Box:
        """A cell of the rows to write in, both from 0."""
        top, left = self.lines[self.headings + row], self.edges[column]
        below, right = self.lines[self.headings + row + 1], self.edges[column + 1]
        return Box(left, top, right - left, below - top)


def _pair(group: str, name: str, sides: str = "A B", width: float = 12.0) -> tuple[Column, ...]:
    """Two columns of one figure under one heading."""
    return tuple(
        Column(side.replace("_", " "), f"{name} {team}", width, group)
        for side, team in zip(sides.split(), "AB", strict=True)
    )


def _sides(group: str, name: str, sides: str, width: float = 12.0) -> tuple[Column, ...]:
    """The same where one is ours and the other theirs."""
    return tuple(
        Column(side, f"{name} {whose}", width, group)
        for side, whose in zip(sides.split(), ("us", "them"), strict=True)
    )


_LYING: Final = (297.0, 210.0)

DESIGNS: Final = (
    Design(
        "full", (
            Column("Deal", "deal", 9), Column("Dealer", "dealer", 12), Column("Bidder", "bidder", 12),
            Column("Contract", "contract", 24), Column("X", "x", 9),
            *_pair("Points", "points"), *_pair("Score", "score"), *_pair("Total", "total"),
            Column("Remarks", "remarks", 26),
        ), numbered=True, font="bold",
    ),
    Design(
        "us-and-them", (
            Column("No.", "deal", 10), Column("Bid", "contract", 26), Column("By", "bidder", 11),
            Column("Dbl", "x", 12), *_sides("Points", "points", "Us Them", 15),
            *_sides("Running total", "total", "Us Them", 18),
        ), numbered=True, ruling="no uprights above", us="A",
    ),
    Design(
        "totals-first", (
            Column("Total B", "total B", 18), Column("Total A", "total A", 18),
            Column("Score B", "score B", 17), Column("Score A", "score A", 17),
            Column("Call", "contract", 26), Column("Declarer", "bidder", 19),
            Column("Dealer", "dealer", 17), Column("Hand", "deal", 15),
        ), font="typewriter", size=8, rgb=(20, 20, 20), line_mm=0.45,
    ),
    Design(
        "bid-and-trump", (
            Column("Board", "deal", 14), Column("Dealt by", "dealer", 18),
            Column("Trump", "trump", 16), Column("Bid", "bid", 14), Column("Bid by", "bidder", 15),
            Column("Doubled", "x", 18), *_pair("Card points", "points", "Team_A Team_B", 18),
            *_pair("Cumulative", "total", "Team_A Team_B", 18),
        ), rows=12, numbered=True, rgb=(40, 90, 60), font="plain",
    ),
    Design(
        "lying", (
            Column("Notes", "remarks", 50), Column("Deal no.", "deal", 20),
            Column("Dealer", "dealer", 20), Column("Final bid", "contract", 34),
            Column("Declarer", "bidder", 22), Column("X / XX", "x", 18),
            Column("Pts A", "points A", 17), Column("Pts B", "points B", 17),
            Column("Tot A", "total A", 19), Column("Tot B", "total B", 19),
        ), page=_LYING, box=Box(12, 26, 273, 172), rows=18, title="Club night - 56",
        numbered=True, ruling="light", rgb=(120, 120, 120), line_mm=0.25,
    ),
    Design(
        "broken", (
            Column("#", "deal", 10), Column("Contract", "contract", 26), Column("Declarer", "bidder", 20),
            *_pair("Award", "score", width=14), *_pair("Penalty", "penalty", width=14),
            *_pair("Running", "total", width=17),
        ), numbered=True, ruling="broken", font="bold", rgb=(50, 60, 130),
    ),
    Design(
        "drawn", (
            Column("NO", "deal", 12), Column("BID", "contract", 26), Column("BY", "bidder", 14),
            *_pair("POINTS", "points", width=16), *_pair("TOTAL", "total", width=18),
        ), rows=12, box=Box(14, 24, 180, 200), title="", font="hand", ruling="drawn",
        told={0: "deal", 1: "contract", 2: "bidder", 3: "points A", 4: "points B", 5: "total A",
              6: "total B"},
    ),
    Design(
        "open", (
            Column("Game", "deal", 14), Column("Caller", "bidder", 16), Column("Trump", "trump", 18),
            Column("Call", "bid", 16), Column("Us made", "points us", 20),
            Column("They made", "points them", 22), Column("Cum. us", "total us", 19),
            Column("Cum. they", "total them", 21), Column("Sign", "ignore", 22),
        ), ruling="open", size=8, us="B", told={8: "ignore"},
    ),
    Design(
        "visitors", (
            *_sides("Cumulative", "total", "Home Visitors", 20), Column("Bid", "contract", 28),
            Column("Bid by", "bidder", 16), Column("Dbl", "x", 13),
            *_sides("Won", "score", "Home Visitors", 20), Column("Comments", "remarks", 26),
            Column("Hand no.", "deal", 18),
        ), numbered=True, us="A", font="typewriter", size=7, rgb=(130, 50, 50),
    ),
    Design(
        "few", (
            Column("Deal", "deal", 14), Column("Bid", "contract", 34), Column("Us", "score us", 24),
            Column("Them", "score them", 24), Column("Partner", "ignore", 28),
        ), rows=14, box=Box(20, 40, 150, 190), numbered=True, us="B", title="Fifty-six",
        told={2: "score us", 3: "score them", 4: "ignore"},
    ),
)  # fmt: skip


PX_MM: Final = 300 / 25.4
_FONTS: Final = {
    "plain": "digitize/forms/fonts/NotoSans-Regular.ttf",
    "bold": "digitize/forms/fonts/NotoSans-Bold.ttf",
    "typewriter": "samples/making/fonts/Cousine-Bold.ttf",
}
_ROOT: Final = Path(__file__).parents[3]
_POINT_MM: Final = 25.4 / 72


@dataclass(frozen=True, slots=True)
class ClubSheet:
    """A page of a design as an RGB picture of 300 dpi, and what is written in it.

    `texts` has the text of every cell to write in, by row and column from 0; empty where it is blank.
    """

    design: Design
    picture: npt.NDArray[Any]
    texts: Mapping[tuple[int, int], str]


def draw(design: Design, rng: Rng, hand: Hand | None = None) -> ClubSheet:
    """The blank page. `hand` letters and rules the one that is drawn by hand."""
    size = (round(design.page[0] * PX_MM), round(design.page[1] * PX_MM))
    page = Image.new("RGB", size, (253, 252, 249))
    pen = ImageDraw.Draw(page)
    if design.font != "hand":
        _letter(pen, design)
    picture = np.array(page)
    paper = Paper(picture, PX_MM)
    _background(picture, design)
    for start, end in rules(design, rng):
        _rule(paper, design, start, end, rng)
    if design.font == "hand":
        writer = hand if hand is not None else handwriting.skeleton_hand(rng)
        for words, box in (*headings(design), *_foot(design)):
            handwriting.write_whole(paper, box, words, writer, rng, centred=True)
    return ClubSheet(design, picture, {})


def fill(design: Design, session: Session, hand: Hand, rng: Rng) -> ClubSheet:
    """The page with a session's rows written into it, one deal a row."""
    blank = draw(design, rng, hand)
    paper = Paper(blank.picture, PX_MM)
    texts = {}
    for row in range(design.rows):
        held = session.rows[row] if row < len(session.rows) else None
        for at, column in enumerate(design.columns):
            text = "" if held is None else _text(held, column.means, design.us)
            if column.means == "deal" and design.numbered:
                texts[row, at] = str(row + 1)
                continue
            texts[row, at] = text
            if text:
                handwriting.write_whole(paper, design.cell(row, at), text, hand, rng)
    if "totals" in design.traits:
        _fill_foot(paper, design, texts, hand, rng)
    return ClubSheet(design, paper.picture, texts)


def _fill_foot(
    paper: Paper, design: Design, texts: Mapping[tuple[int, int], str], hand: Hand, rng: Rng
) -> None:
    """The sums of the columns that hold scores and points, and the last running total."""
    for at, column in enumerate(design.columns):
        above = [
            int(texts[row, at] or "0") for row in range(design.rows) if texts[row, at].isdecimal()
        ]
        if at and above and column.means.startswith(("score", "points", "total")):
            value = max(above) if column.means.startswith("total") else sum(above)
            handwriting.write_whole(paper, design.cell(design.rows, at), str(value), hand, rng)


def random_fill(design: Design, rng: Rng, among: Sequence[str] = (), rows: int = 0) -> ClubSheet:
    """The page filled with a random session, the last rows mostly left blank, by one of the writers
    `among`."""
    chance = Random(int(rng.integers(1 << 30)))
    count = rows or int(rng.integers(max(1, design.rows - 5), design.rows + 1))
    session = random_session(chance, deals=count)
    hand = handwriting.any_hand(rng, among)
    return fill(design, session, hand, rng)


def _text(row: Row, means: str, us: str | None) -> str:
    """What a recorder writes into a column of this meaning."""
    name, _, side = means.rpartition(" ")
    if side in ("us", "them"):
        other = "B" if us == "A" else "A"
        side = str(us) if side == "us" else other
    if name in ("points", "score", "total"):
        figures: dict[str, int] | None = getattr(row, name)
        value = None if figures is None else figures.get(side)
        # People leave the loser's award empty.
        return "" if value is None or (name == "score" and not value) else str(value)
    said = "" if row.contract is None else Said(row.contract).text
    figure = next((word for word in said.split() if word.isdigit()), "")
    texts = {
        "deal": row.deal,
        "dealer": str(row.dealer),
        "bidder": str(row.bidder or ""),
        "contract": said,
        "bid": figure,
        "trump": said.replace(figure, "").strip(),
        "x": DOUBLING[row.doubled],
        "remarks": row.remarks,
    }
    return texts.get(means, "")


def headings(design: Design) -> Iterator[tuple[str, Box]]:
    """Every heading with the box that it stands in; a group's once, over all its columns."""
    edges, top = design.edges, design.box.y
    high = design.heading_mm
    tall = high * design.headings
    at = 0
    while at < len(design.columns):
        column = design.columns[at]
        if not column.group:
            yield column.words, Box(edges[at], top, edges[at + 1] - edges[at], tall)
            at += 1
            continue
        end = at
        while end < len(design.columns) and design.columns[end].group == column.group:
            box = Box(edges[end], top + high, edges[end + 1] - edges[end], high)
            yield design.columns[end].words, box
            end += 1
        yield column.group, Box(edges[at], top, edges[end] - edges[at], high)
        at = end


def _foot(design: Design) -> Iterator[tuple[str, Box]]:
    """The word before the totals below the deals, with its box."""
    if "totals" in design.traits:
        yield ("TOTAL" if design.font == "hand" else "Total"), design.cell(design.rows, 0)


def _letter(pen: Any, design: Design) -> None:
    """Print title, headings and numbers."""
    font = font_of(design.font, design.size)
    large = font_of(design.font, 16)
    middle = design.page[0] / 2
    centred(pen, design.title, Box(middle - 60, 8, 120, 10), large)
    centred(
        pen,
        "Club:                    Date:                    Table:",
        Box(middle - 80, 19, 160, 6),
        font_of(design.font, 10),
    )
    for words, box in headings(design):
        if "upright headings" in design.traits and box.height > box.width:
            _upwards(pen, words, box, font)
        else:
            centred(pen, words, box, font)
    for words, box in _foot(design):
        centred(pen, words, box, font)
    if design.numbered:
        at = [column.means for column in design.columns].index("deal")
        for row in range(design.rows):
            centred(pen, str(row + 1), design.cell(row, at), font_of(design.font, 11))


def _upwards(pen: Any, words: str, box: Box, font: Any) -> None:
    """Words that run upwards in the middle of a box."""
    _, _, right, below = pen.textbbox((0, 0), words, font=font)
    strip = Image.new("L", (int(right) + 4, int(below) + 4), 0)
    ImageDraw.Draw(strip).text((0, 0), words, font=font, fill=255)
    turned = strip.rotate(90, expand=True)
    x = round((box.x + box.width / 2) * PX_MM - turned.width / 2)
    y = round((box.y + box.height / 2) * PX_MM - turned.height / 2)
    pen.bitmap((x, y), turned, fill=(25, 25, 25))


def font_of(name: str, size: float) -> Any:
    return ImageFont.truetype(str(_ROOT / _FONTS[name]), round(size * _POINT_MM * PX_MM))


def centred(pen: Any, text: str, box: Box, font: Any) -> None:
    """Words in the middle of a box, in two lines where one is too long."""
    room = (box.width - 1.0) * PX_MM
    if "\n" not in text and pen.textlength(text, font=font) > room and " " in text.strip():
        text = "\n".join(text.rsplit(" ", 1))
    left, top, right, below = pen.multiline_textbbox((0, 0), text, font=font, spacing=2)
    if right - left > room + PX_MM:
        font = font.font_variant(size=max(12, int(font.size * room / (right - left))))
        left, top, right, below = pen.multiline_textbbox((0, 0), text, font=font, spacing=2)
    x = (box.x + box.width / 2) * PX_MM - (left + right) / 2
    y = (box.y + box.height / 2) * PX_MM - (top + below) / 2
    pen.multiline_text((x, y), text, font=font, fill=(25, 25, 25), spacing=2, align="center")


def rules(
    design: Design, rng: Rng | None = None
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The rules of the table, from point to point, mm; whole ones where no chance breaks them."""
    edges, lines = design.edges, design.lines
    left, right = edges[0], edges[-1]
    for number, y in enumerate(lines):
        if design.grouped and number == 1:
            for column, start, end in zip(design.columns, edges, edges[1:], strict=False):
                if column.group:
                    yield (start, y), (end, y)
        elif (
            rng is not None
            and design.ruling == "broken"
            and number > design.headings
            and number < len(lines) - 1
        ):
            gap = float(rng.uniform(left + 20, right - 60))
            yield (left, y), (gap, y)
            yield (gap + float(rng.uniform(8, 35)), y), (right, y)
        else:
            yield (left, y), (right, y)
    for at, x in enumerate(edges):
        if design.ruling == "open" and at in (0, len(edges) - 1):
            continue
        inside = 0 < at < len(edges) - 1
        grouped = inside and design.columns[at].group
        same = grouped and design.columns[at].group == design.columns[at - 1].group
        yield (x, lines[1] if same else lines[0]), (x, lines[-1])


def _background(picture: npt.NDArray[Any], design: Design) -> None:
    """What was printed on the page before anybody made a score sheet of it: under the words, not over."""
    high, wide = picture.shape[:2]
    under = np.full_like(picture, 255)
    if "notebook" in design.traits:
        for y in np.arange(24.0, design.page[1] - 8, 8.0):
            at = round(y * PX_MM)
            cv2.line(under, (0, at), (wide, at), (196, 206, 224), 2, cv2.LINE_AA)
    if "margin" in design.traits:
        at = round((design.box.x - 3.0) * PX_MM)
        cv2.line(under, (at, 0), (at, high), (214, 120, 120), 3, cv2.LINE_AA)
    np.minimum(picture, under, out=picture)


def _dotted(
    paper: Paper, design: Design, start: tuple[float, float], end: tuple[float, float]
) -> None:
    for x in np.arange(start[0], end[0], 1.1):
        centre = (round(float(x) * PX_MM * 16), round(start[1] * PX_MM * 16))
        radius = round(0.9 * design.line_mm * PX_MM * 16)
        cv2.circle(paper.picture, centre, radius, design.rgb, -1, cv2.LINE_AA, 4)


def _rule(
    paper: Paper, design: Design, start: tuple[float, float], end: tuple[float, float], rng: Rng
) -> None:
    if design.ruling != "drawn":
        level = start[1] == end[1]
        lines = design.lines
        if "dotted" in design.traits and level and start[1] not in (lines[0], lines[-1]):
            _dotted(paper, design, start, end)
            return
        scaled = [(round(x * PX_MM * 16), round(y * PX_MM * 16)) for x, y in (start, end)]
        thick = max(1, round(design.line_mm * PX_MM))
        edges = design.edges
        outer = start[1] in (lines[0], lines[-1]) if level else start[0] in (edges[0], edges[-1])
        if "thick frame" in design.traits and outer:
            thick *= 4
        cv2.line(paper.picture, scaled[0], scaled[1], design.rgb, thick, cv2.LINE_AA, 4)
        if "double" in design.traits and level and start[1] == lines[design.headings]:
            down = round(0.9 * PX_MM * 16)
            beside = [(x, y + down) for x, y in scaled]
            cv2.line(paper.picture, beside[0], beside[1], design.rgb, thick, cv2.LINE_AA, 4)
        return
    # With a pen along a ruler that is not quite in place: a little too long, a little askew.
    along = np.array(end) - start
    length = float(np.hypot(*along))
    across = np.array((-along[1], along[0])) / length
    shares = np.linspace(
        -float(rng.uniform(0, 1.5)) / length, 1 + float(rng.uniform(0, 2.5)) / length, 30
    )
    tilt, bow = float(rng.normal(0, 0.5)), float(rng.normal(0, 0.25))
    wander = np.convolve(rng.normal(0, 0.08, 34), np.ones(5) / 5, "valid")
    off = tilt * (shares - 0.5) + bow * 4 * shares * (1 - shares) + wander
    stroke = np.array(start) + shares[:, None] * along + off[:, None] * across
    paper.draw([stroke], Pen(0.45, (30, 35, 60), 0.85, 0.2), rng)
