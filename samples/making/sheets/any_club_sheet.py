"""Score sheets of clubs that nobody thought of: columns, words, order and measures drawn by lot.

They are for measuring: what is said of the ten designs of `club_sheets` may have been fitted to these, what
is said of others may not. Words are as people write them, some of them unknown to the program; these are to
be asked about.
"""

from __future__ import annotations

from random import Random
from typing import Final

from fairdeal.digitize.forms.layout import Box
from samples.making.sheets.club_sheets import Column, Design

_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "deal": ("Sl. No", "S.No.", "Sr. No", "Hand", "Board No.", "Deal", "Game", "No", "Round"),
    "dealer": ("Dealer", "Dlr", "Dealt by", "Dealer seat"),
    "bidder": ("Bidder", "Caller", "Bid by", "By", "Called by", "Declarer", "Player"),
    "contract": ("Bid", "Call", "Contract", "Final call", "Highest bid", "Final bid"),
    "x": ("Dbl", "Double", "X / XX", "Doubled", "Doubling", "Dbl/Rdbl"),
    "remarks": ("Remarks", "Notes", "Comments", "Rmks", "Remark"),
    "ignore": ("Sign", "Signature", "Initials", "Partner", "Time"),
}
_BID_AND_TRUMP: Final = (("Bid", "Trump"), ("Call", "Suit"), ("Final bid", "Trumps"))
_FIGURES: Final[dict[str, tuple[str, ...]]] = {
    "points": ("Points", "Card points", "Pts", "Points taken", "Points made"),
    "score": ("Score", "Award", "Won", "Gain"),
    "total": ("Total", "Running total", "Cum.", "Cumulative", "Running", "Progressive"),
    "penalty": ("Penalty", "Fine"),
}
_SIDES: Final = (
    ("A", "B"),
    ("Team A", "Team B"),
    ("Us", "Them"),
    ("We", "They"),
    ("Our", "Their"),
    ("Home", "Visitors"),
    ("Odd", "Even"),
    ("Ours", "Opponents"),
)
_TEAMS: Final = (("A", "B"), ("Team A", "Team B"), ("Odd", "Even"))
_WIDTHS: Final = {
    "deal": 13.0,
    "dealer": 15.0,
    "bidder": 17.0,
    "contract": 26.0,
    "bid": 17.0,
    "trump": 17.0,
    "x": 17.0,
    "remarks": 32.0,
    "ignore": 20.0,
}
_GREYS: Final = (60, 25, 90, 110)


_CHANCES: Final = {
    "deal": 0.9,
    "dealer": 0.5,
    "bidder": 0.8,
    "x": 0.5,
    "remarks": 0.35,
    "ignore": 0.3,
}
"""How many have each column."""


def any_design(rng: Random) -> Design:
    """A design drawn by lot."""
    sides = rng.choice(_SIDES)
    columns = _columns(rng, sides)
    lying = len(columns) > 10 or rng.random() < 0.25
    wide, high = (297.0, 210.0) if lying else (210.0, 297.0)
    left, top, right = rng.uniform(8, 16), rng.uniform(26, 38), rng.uniform(8, 16)
    return Design(
        "other",
        columns,
        page=(wide, high),
        box=Box(left, top, wide - left - right, high - top - 14),
        rows=rng.randint(9, 14 if lying else 22),
        title=rng.choice(("SCORE CARD", "56", "Club league")),
        size=rng.uniform(7.5, 10.5),
        heading_mm=rng.uniform(7.0, 10.0),
        grey=rng.choice(_GREYS),
        line_mm=rng.uniform(0.22, 0.5),
        numbered=rng.random() < 0.6 and any(column.means == "deal" for column in columns),
        us=None if sides in _TEAMS else rng.choice("AB"),
        open_sides=rng.random() < 0.15,
    )


def _columns(rng: Random, sides: tuple[str, str]) -> tuple[Column, ...]:
    """Columns in blocks whose order is drawn by lot."""
    blocks = [[_one(rng, means)] for means, chance in _CHANCES.items() if rng.random() < chance]
    if rng.random() < 0.3:
        bid, trump = rng.choice(_BID_AND_TRUMP)
        blocks.append(
            [Column(bid, "bid", _WIDTHS["bid"]), Column(trump, "trump", _WIDTHS["trump"])]
        )
    else:
        blocks.append([_one(rng, "contract")])
    figures = [name for name in ("points", "score", "total") if rng.random() < 0.6] or ["total"]
    names = {figure: rng.choice(_FIGURES[figure]) for figure in figures}
    meant = ("A", "B") if sides in _TEAMS else ("us", "them")
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
    return Column(rng.choice(_NAMES[means]), means, _WIDTHS[means])
