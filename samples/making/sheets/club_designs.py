"""Designs of clubs' own score sheets: what a design is, and ten of them. All of it is synthetic.

No design has marks of ours. They differ in which columns there are, in which order and under which
names, in how they are ruled, lettered and numbered, and in size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np

from fairdeal.digitize.forms.layout import Box

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
    words of `digitize.ruled.headings.meanings`), and its width in mm before the table is fitted to
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
