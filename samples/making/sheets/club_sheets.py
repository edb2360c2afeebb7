"""Clubs' own score sheets: ten designs, and others by lot, as they are printed. All of it is synthetic."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from fairdeal.digitize.forms.layout import Box
from fairdeal.digitize.sheets.heading_meaning import for_team
from fairdeal.records import Sheet
from samples.making.printed.faces import POINT_MM, Face
from samples.making.printed.looks import Page, Rule, Words


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

    `told` is what a person would answer about columns whose words leave it open, by column. `open_sides`:
    there are no rules at its sides; `by_hand`: somebody lettered and ruled it with a pen; `totals`: a row of
    totals stands below the deals; `upright`: headings run upwards where they have more room so.
    """

    name: str
    columns: tuple[Column, ...]
    page: tuple[float, float] = (210.0, 297.0)
    box: Box = field(default_factory=lambda: Box(10, 32, 190, 250))
    rows: int = 18
    title: str = "SCORE SHEET"
    size: float = 9.0
    heading_mm: float = 7.0
    grey: int = 60
    line_mm: float = 0.3
    numbered: bool = False
    us: str | None = None
    told: Mapping[int, str] = field(default_factory=dict)
    open_sides: bool = False
    by_hand: bool = False
    totals: bool = False
    upright: bool = False

    @property
    def headings(self) -> int:
        """Rows of headings: two where columns share words."""
        return 2 if any(column.group for column in self.columns) else 1

    @property
    def edges(self) -> list[float]:
        """Where the upright lines are, mm."""
        widths = np.array([0.0, *(column.width for column in self.columns)])
        at = np.cumsum(widths) / widths[1:].sum()
        return [self.box.x + float(share) * self.box.width for share in at]

    @property
    def lines(self) -> list[float]:
        """Where the level lines are, mm."""
        heads = [self.box.y + self.heading_mm * row for row in range(self.headings)]
        first = self.box.y + self.heading_mm * self.headings
        under = self.rows + self.totals
        step = (self.box.y + self.box.height - first) / under
        return heads + [first + step * row for row in range(under + 1)]

    def cell(self, row: int, column: int) -> Box:
        """A cell of the rows to write in, both from 0."""
        top, left = self.lines[self.headings + row], self.edges[column]
        below, right = self.lines[self.headings + row + 1], self.edges[column + 1]
        return Box(left, top, right - left, below - top)


_OURS: Final = ("us", "them")


def _pair(
    group: str,
    name: str,
    sides: str = "A B",
    width: float = 12.0,
    whose: Sequence[str] = ("A", "B"),
) -> tuple[Column, ...]:
    """Two columns of one figure under one heading."""
    return tuple(
        Column(side.replace("_", " "), f"{name} {team}", width, group)
        for side, team in zip(sides.split(), whose, strict=True)
    )


_LYING: Final = (297.0, 210.0)

DESIGNS: Final = (
    Design(
        "full", (
            Column("Deal", "deal", 9), Column("Dealer", "dealer", 12), Column("Bidder", "bidder", 12),
            Column("Contract", "contract", 24), Column("X", "x", 9),
            *_pair("Points", "points"), *_pair("Score", "score"), *_pair("Total", "total"),
            Column("Remarks", "remarks", 26),
        ), numbered=True,
    ),
    Design(
        "us-and-them", (
            Column("No.", "deal", 10), Column("Bid", "contract", 26), Column("By", "bidder", 11),
            Column("Dbl", "x", 12), *_pair("Points", "points", "Us Them", 15, _OURS),
            *_pair("Running total", "total", "Us Them", 18, _OURS),
        ), numbered=True, us="A",
    ),
    Design(
        "totals-first", (
            Column("Total B", "total B", 18), Column("Total A", "total A", 18),
            Column("Score B", "score B", 17), Column("Score A", "score A", 17),
            Column("Call", "contract", 26), Column("Declarer", "bidder", 19),
            Column("Dealer", "dealer", 17), Column("Hand", "deal", 15),
        ), size=8, grey=20, line_mm=0.45,
    ),
    Design(
        "bid-and-trump", (
            Column("Board", "deal", 14), Column("Dealt by", "dealer", 18),
            Column("Trump", "trump", 16), Column("Bid", "bid", 14), Column("Bid by", "bidder", 15),
            Column("Doubled", "x", 18), *_pair("Card points", "points", "Team_A Team_B", 18),
            *_pair("Cumulative", "total", "Team_A Team_B", 18),
        ), rows=12, numbered=True, grey=63,
    ),
    Design(
        "lying", (
            Column("Notes", "remarks", 50), Column("Deal no.", "deal", 20),
            Column("Dealer", "dealer", 20), Column("Final bid", "contract", 34),
            Column("Declarer", "bidder", 22), Column("X / XX", "x", 18),
            Column("Pts A", "points A", 17), Column("Pts B", "points B", 17),
            Column("Tot A", "total A", 19), Column("Tot B", "total B", 19),
        ), page=_LYING, box=Box(12, 26, 273, 172), rows=18, title="Club night - 56",
        numbered=True, grey=120, line_mm=0.25,
    ),
    Design(
        "broken", (
            Column("#", "deal", 10), Column("Contract", "contract", 26), Column("Declarer", "bidder", 20),
            *_pair("Award", "score", width=14), *_pair("Penalty", "penalty", width=14),
            *_pair("Running", "total", width=17),
        ), numbered=True, grey=80,
    ),
    Design(
        "drawn", (
            Column("NO", "deal", 12), Column("BID", "contract", 26), Column("BY", "bidder", 14),
            *_pair("POINTS", "points", width=16), *_pair("TOTAL", "total", width=18),
        ), rows=12, box=Box(14, 24, 180, 200), title="", by_hand=True,
        told={0: "deal", 1: "contract", 2: "bidder", 3: "points A", 4: "points B", 5: "total A",
              6: "total B"},
    ),
    Design(
        "open", (
            Column("Game", "deal", 14), Column("Caller", "bidder", 16), Column("Trump", "trump", 18),
            Column("Call", "bid", 16), Column("Us made", "points us", 20),
            Column("They made", "points them", 22), Column("Cum. us", "total us", 19),
            Column("Cum. they", "total them", 21), Column("Sign", "ignore", 22),
        ), open_sides=True, size=8, us="B", told={8: "ignore"},
    ),
    Design(
        "visitors", (
            *_pair("Cumulative", "total", "Home Visitors", 20, _OURS), Column("Bid", "contract", 28),
            Column("Bid by", "bidder", 16), Column("Dbl", "x", 13),
            *_pair("Won", "score", "Home Visitors", 20, _OURS), Column("Comments", "remarks", 26),
            Column("Hand no.", "deal", 18),
        ), numbered=True, us="A", size=7, grey=76,
    ),
    Design(
        "few", (
            Column("Deal", "deal", 14), Column("Bid", "contract", 34), Column("Us", "score us", 24),
            Column("Them", "score them", 24), Column("Partner", "ignore", 28),
        ), rows=14, box=Box(20, 40, 150, 190), numbered=True, us="B", title="Fifty-six",
        told={2: "score us", 3: "score them", 4: "ignore"},
    ),
)  # fmt: skip


LOT: Final[Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("any_club_sheet.toml").read_text(encoding="utf-8")
)
"""What designs that are drawn by lot choose from."""


def any_design(rng: Random) -> Design:
    """A sheet of a club that nobody thought of: columns, words, order and measures drawn by lot.

    They are for measuring: what is said of `DESIGNS` may have been fitted to these, what is said of others
    may not. Words that the program does not know are to be asked about.
    """
    sides = rng.choice(LOT["sides"])
    columns = _columns(rng, sides)
    lying = len(columns) > 10 or rng.random() < 0.25
    wide, high = _LYING if lying else _LYING[::-1]
    left, top, right = rng.uniform(8, 16), rng.uniform(26, 38), rng.uniform(8, 16)
    return Design(
        "other",
        columns,
        page=(wide, high),
        box=Box(left, top, wide - left - right, high - top - 14),
        rows=rng.randint(9, 14 if lying else 22),
        title=rng.choice(LOT["titles"]),
        size=rng.uniform(7.5, 10.5),
        heading_mm=rng.uniform(7.0, 10.0),
        grey=rng.choice(LOT["greys"]),
        line_mm=rng.uniform(0.22, 0.5),
        numbered=rng.random() < 0.6 and any(column.means == "deal" for column in columns),
        us=None if sides in LOT["teams"] else rng.choice("AB"),
        open_sides=rng.random() < 0.15,
    )


def _columns(rng: Random, sides: Sequence[str]) -> tuple[Column, ...]:
    """Columns in blocks whose order is drawn by lot."""
    blocks = [
        [_one(rng, means)] for means, chance in LOT["chances"].items() if rng.random() < chance
    ]
    if rng.random() < 0.3:
        both = zip(rng.choice(LOT["bid_and_trump"]), ("bid", "trump"), strict=True)
        blocks.append([Column(name, means, LOT["widths"][means]) for name, means in both])
    else:
        blocks.append([_one(rng, "contract")])
    figures = [name for name in ("points", "score", "total") if rng.random() < 0.6] or ["total"]
    names = {figure: rng.choice(LOT["figures"][figure]) for figure in figures}
    meant = ("A", "B") if sides in LOT["teams"] else ("us", "them")
    way = rng.choice(("over", "beside", "below", "by side"))

    def column(figure: str, at: int) -> Column:
        """The figure's name over both of its columns, beside each side, above each, or below it."""
        name, side, means = names[figure], sides[at], f"{figure} {meant[at]}"
        return {
            "over": Column(side, means, 17.0, name),
            "beside": Column(f"{name} {side}", means, 24.0),
            "below": Column(f"{name}\n{side}", means, 22.0),
            "by side": Column(name, means, 20.0, side),
        }[way]

    if way == "by side":
        blocks.append([column(figure, at) for at in (0, 1) for figure in figures])
    else:
        blocks += [[column(figure, at) for at in (0, 1)] for figure in figures]
    rng.shuffle(blocks)
    return tuple(column for block in blocks for column in block)


def _one(rng: Random, means: str) -> Column:
    return Column(rng.choice(LOT["names"][means]), means, LOT["widths"][means])


_SMALLEST: Final = 5.0
"""Points: a heading that is too wide for its column is made smaller, down to this."""


def blank(design: Design, face: Face) -> Page:
    """The sheet as the club prints it, nothing filled in."""
    page = Page(face, size=design.page)
    wide, about = design.page[0] - 20, "Club:              Date:              Table:"
    placed: list[tuple[str, Box, float]] = [
        (design.title, Box(10, 8, wide, 10), 16),
        (about, Box(10, 19, wide, 6), 10),
    ]
    level = ((words, box) for words, box in headings(design) if not upwards(design, box))
    placed += [(words, box, design.size) for words, box in level]
    if design.totals:
        placed.append(("Total", design.cell(design.rows, 0), design.size))
    if design.numbered:
        at = [column.means for column in design.columns].index("deal")
        placed += [(str(row + 1), design.cell(row, at), 10) for row in range(design.rows)]
    page.words += [each for words, box, size in placed for each in centred(face, words, box, size)]
    page.rules += [Rule(start, end, design.line_mm, design.grey) for start, end in rules(design)]
    return page


def column_of(means: str, us: str | None) -> str:
    """The column of a sheet that a club's column is: its figure and trump are both of the contract."""
    return "contract" if means in ("bid", "trump") else for_team(means, us)


def text_of(sheet: Sheet, row: int, means: str, design: Design) -> str:
    """What is typed into a cell of a column of this meaning."""
    cell = sheet.cell(row, column_of(means, design.us))
    text = (
        "" if cell is None or cell.value is None else getattr(cell.value, "text", str(cell.value))
    )
    if means not in ("bid", "trump"):
        return text
    return " ".join(word for word in text.split() if word.isdecimal() == (means == "bid"))


def centred(face: Face, text: str, box: Box, points: float) -> list[Words]:
    """Words in the middle of a box, in two lines where one is too long, smaller where both are."""
    room = box.width - 1.0
    lines = text.split("\n")
    if len(lines) == 1 and face.width(text, points) > room and " " in text.strip():
        lines = text.rsplit(" ", 1)
    widest = max(face.width(line, points) for line in lines)
    if widest > room:
        points = max(_SMALLEST, points * room / widest)
    step = points * POINT_MM * 1.15
    first = box.y + box.height / 2 + 0.34 * points * POINT_MM - step * (len(lines) - 1) / 2
    return [
        Words(box.x + (box.width - face.width(line, points)) / 2, first + step * at, line, points)
        for at, line in enumerate(lines)
        if line.strip()
    ]


def headings(design: Design) -> Iterator[tuple[str, Box]]:
    """Every heading with the box that it stands in; a group's once, over all its columns."""
    edges, top, high = design.edges, design.box.y, design.heading_mm
    columns = zip(design.columns, edges, edges[1:], strict=False)
    for group, members in groupby(columns, key=lambda each: each[0].group):
        placed = list(members)
        for column, left, right in placed:
            below, tall = (high, high) if group else (0, high * design.headings)
            yield column.words, Box(left, top + below, right - left, tall)
        if group:
            yield group, Box(placed[0][1], top, placed[-1][2] - placed[0][1], high)


def upwards(design: Design, box: Box) -> bool:
    """Whether a heading runs upwards in its box."""
    return design.upright and box.height > box.width


def rules(design: Design) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The rules of the table, from point to point, mm."""
    edges, lines = design.edges, design.lines
    for number, y in enumerate(lines):
        if number == 1 < design.headings:
            for column, start, end in zip(design.columns, edges, edges[1:], strict=False):
                if column.group:
                    yield (start, y), (end, y)
        else:
            yield (edges[0], y), (edges[-1], y)
    for at, x in enumerate(edges):
        inside = 0 < at < len(edges) - 1
        groups = [column.group for column in design.columns[at - 1 : at + 1]] if inside else [""]
        same = groups[0] and groups[0] == groups[-1]
        if inside or not design.open_sides:
            yield (x, lines[1] if same else lines[0]), (x, lines[-1])
