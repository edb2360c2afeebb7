"""Score sheets of clubs that nobody thought of: columns, words, order, rules and paper drawn by lot.

They are for measuring: what is said of `samples.making.club_designs` may have been fitted to its ten
designs, what is said of these may not. Words are as people write them, some of them unknown to the
program; these are to be asked about.
"""

from __future__ import annotations

from typing import Final

from fairdeal.digitize.forms.layout import Box
from samples.making.hand.handwriting import Rng
from samples.making.sheets.club_sheets import Column, Design, Ruling, Trait

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
_RULINGS: Final[tuple[Ruling, ...]] = (
    "full",
    "open",
    "light",
    "broken",
    "no uprights above",
    "full",
    "drawn",
)
_TRAITS: Final[tuple[Trait, ...]] = ("thick frame", "double", "dotted", "margin", "notebook")
_COLOURS: Final = ((60, 60, 60), (25, 25, 25), (170, 50, 50), (40, 70, 160), (110, 110, 110))


def any_design(rng: Rng, number: int) -> Design:
    """A design drawn by lot; every other one of seven is ruled and lettered by hand."""
    ruling = _RULINGS[number % len(_RULINGS)]
    sides = _SIDES[int(rng.integers(len(_SIDES)))]
    columns = _columns(rng, sides, ruling == "drawn")
    lying = len(columns) > 10 or rng.random() < 0.25
    page = (297.0, 210.0) if lying else (210.0, 297.0)
    rows = int(rng.integers(9, 15 if lying else 23))
    left, top = float(rng.uniform(8, 16)), float(rng.uniform(26, 38))
    box = Box(left, top, page[0] - left - float(rng.uniform(8, 16)), page[1] - top - 14)
    traits = _traits(rng, ruling)
    mine = str(rng.choice(["A", "B"]))
    return Design(
        f"other-{number + 1}",
        columns,
        page=page,
        box=box,
        rows=rows,
        title="" if ruling == "drawn" else str(rng.choice(["SCORE CARD", "56", "Club league"])),
        font="hand" if ruling == "drawn" else str(rng.choice(["plain", "bold", "typewriter"])),
        size=float(rng.uniform(7.5, 10.5)),
        heading_mm=float(rng.uniform(7.0, 10.0)),
        ruling=ruling,
        rgb=_COLOURS[int(rng.integers(len(_COLOURS)))],
        line_mm=float(rng.uniform(0.22, 0.5)),
        numbered=ruling != "drawn" and bool(rng.random() < 0.6) and _has_deal(columns),
        us=None if sides in _TEAMS else mine,
        traits=traits,
    )


def _has_deal(columns: tuple[Column, ...]) -> bool:
    return any(column.means == "deal" for column in columns)


def _traits(rng: Rng, ruling: Ruling) -> frozenset[Trait]:
    chosen = [trait for trait in _TRAITS if rng.random() < 0.3]
    if ruling == "drawn":
        chosen = [trait for trait in chosen if trait in ("margin", "notebook")]
    if ruling == "broken":
        chosen = [trait for trait in chosen if trait != "dotted"]
    return frozenset(chosen)


def _columns(rng: Rng, sides: tuple[str, str], by_hand: bool) -> tuple[Column, ...]:
    """Columns in blocks whose order is drawn by lot."""
    blocks: list[tuple[Column, ...]] = []
    if rng.random() < 0.9:
        blocks.append(_one(rng, "deal"))
    if rng.random() < 0.5:
        blocks.append(_one(rng, "dealer"))
    if rng.random() < 0.8:
        blocks.append(_one(rng, "bidder"))
    if rng.random() < 0.3:
        bid, trump = _BID_AND_TRUMP[int(rng.integers(len(_BID_AND_TRUMP)))]
        blocks.append(
            (Column(bid, "bid", _WIDTHS["bid"]), Column(trump, "trump", _WIDTHS["trump"]))
        )
    else:
        blocks.append(_one(rng, "contract"))
    for means, chance in (("x", 0.5), ("remarks", 0.35), ("ignore", 0.3)):
        if rng.random() < chance:
            blocks.append(_one(rng, means))
    figures = [name for name in ("points", "score", "total") if rng.random() < 0.6] or ["total"]
    way = str(rng.choice(["over", "beside", "below", "by side"]))
    if way == "by side" and len(figures) > 1:
        blocks += [_by_side(rng, figures, sides)]
    else:
        blocks += [_figure(rng, figure, sides, way) for figure in figures]
    order = rng.permutation(len(blocks))
    columns = tuple(column for at in order for column in blocks[int(at)])
    if not by_hand:
        return columns
    return tuple(
        Column(c.words.upper().replace("\n", " "), c.means, c.width, c.group.upper())
        for c in columns
    )


def _one(rng: Rng, means: str) -> tuple[Column, ...]:
    names = _NAMES[means]
    return (Column(names[int(rng.integers(len(names)))], means, _WIDTHS[means]),)


def _figure(rng: Rng, figure: str, sides: tuple[str, str], way: str) -> tuple[Column, ...]:
    """Two columns of one figure: its name over both, beside each side, or above each."""
    names = _FIGURES[figure]
    name = names[int(rng.integers(len(names)))]
    columns = []
    for side, meant in zip(sides, _meant(sides), strict=True):
        if way == "over":
            columns.append(Column(side, f"{figure} {meant}", 17.0, name))
        elif way == "beside":
            columns.append(Column(f"{name} {side}", f"{figure} {meant}", 24.0))
        else:
            columns.append(Column(f"{name}\n{side}", f"{figure} {meant}", 22.0))
    return tuple(columns)


def _by_side(rng: Rng, figures: list[str], sides: tuple[str, str]) -> tuple[Column, ...]:
    """All figures of one side under its name, then those of the other."""
    names = {name: _FIGURES[name][int(rng.integers(len(_FIGURES[name])))] for name in figures}
    return tuple(
        Column(names[figure], f"{figure} {meant}", 20.0, side)
        for side, meant in zip(sides, _meant(sides), strict=True)
        for figure in figures
    )


def _meant(sides: tuple[str, str]) -> tuple[str, str]:
    return ("A", "B") if sides in _TEAMS else ("us", "them")
