"""Synthetic matches of four hands under the Alberta rules, with their WE and THEY sheets.

The entries of the score are reckoned here from the printed page a second time, never asked of the
rulings; so is what is wrong about a sheet into which a slip was put.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from fairdeal.records.doubt import Entry, Reading, Standing, clear
from fairdeal.records.record import Record, Sheet, SheetRow, Tag
from samples.making.bridge_irregularities import BridgeCase, Wanted
from samples.making.records.bridge_deals import (
    Agreed,
    Bidding,
    Made,
    deal_of,
    dealer_of,
    other,
    shuffled,
    side,
    start_play,
)

HANDS: Final = 4
HONOURS: Final = ("A", "K", "Q", "J", "10")


@dataclass(frozen=True, slots=True)
class Line:
    """An entry: which hand (from 1; None: the match), side, ``above`` or ``below``, points."""

    hand: str
    team: str
    line: str
    points: int


@dataclass
class Match:
    """A match as it went: its deals, and every entry of its score in order."""

    deals: list[Made] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    """The hands that ended a game."""

    def award(self, hand: str) -> dict[str, int]:
        points = {"NS": 0, "EW": 0}
        for line in self.lines:
            if line.hand == hand:
                points[line.team] += line.points
        return points


def entries(
    contract: Agreed, tricks: int, vulnerable: bool, hands: dict[str, list[str]]
) -> list[tuple[str, str, int]]:
    """Side, line and points of a hand by itself, without what games earn."""
    us, them, times = side(contract.by), other(side(contract.by)), contract.doubled
    minor = contract.denomination in ("C", "D")
    each, over = 20 if minor else 30, tricks - contract.level - 6
    found: list[tuple[str, str, int]] = []
    if over < 0:
        steps = [100 if vulnerable else 50] * -over
        if times > 1:
            first = [200] if vulnerable else [100, 200, 200]
            steps = (first + [300] * 13)[:-over]
        found.append((them, "above", sum(steps) * (2 if times == 4 else 1)))
    else:
        below = (each * contract.level + (10 if contract.denomination == "NT" else 0)) * times
        found.append((us, "below", below))
        if over:
            worth = each if times == 1 else (200 if vulnerable else 100) * (times // 2)
            found.append((us, "above", worth * over))
        if times > 1:
            found.append((us, "above", 50 if times == 2 else 100))
        if contract.level == 6:
            found.append((us, "above", 750 if vulnerable else 500))
        if contract.level == 7:
            found.append((us, "above", 1500 if vulnerable else 1000))
    for seat, cards in hands.items():
        if contract.denomination == "NT":
            if all("A" + suit in cards for suit in "CDHS"):
                found.append((side(seat), "above", 150))
            continue
        held = sum(rank + contract.denomination in cards for rank in HONOURS)
        if held >= 4:
            found.append((side(seat), "above", 100 if held == 4 else 150))
    return found


def random_match(rng: Random) -> Match:
    """Four hands that count, with now and then one between them that all pass out."""
    match, legs = Match(), {"NS": 0, "EW": 0}
    won: set[str] = set()
    number = counted = 0
    while counted < HANDS:
        number += 1
        dealer = dealer_of(number)
        sides = {0: "None", 1: next(iter(won), ""), 2: "All"}[len(won)]
        made = Made(number, dealer, sides, shuffled(rng), Bidding(dealer))
        made.bidding.go_on(rng)
        contract = made.bidding.contract()
        match.deals.append(made)
        if contract is None:
            continue
        counted += 1
        start_play(made).to_the_end(rng)
        made.contract = made.written = contract
        assert made.playing is not None
        made.points = made.playing.taken()
        _enter(match, made, legs, won, counted == HANDS)
        made.score = match.award(str(number))
    return match


def _enter(match: Match, made: Made, legs: dict[str, int], won: set[str], last: bool) -> None:
    contract, hand = made.contract, str(made.board)
    assert contract is not None
    team = side(contract.by)
    vulnerable = team in won
    for side_, line, points in entries(contract, made.points[team], vulnerable, made.hands):
        match.lines.append(Line(hand, side_, line, points))
        if line == "below":
            fast = points >= 100
            legs[side_] += points
            if legs[side_] >= 100:
                match.lines.append(Line(hand, side_, "above", 500 if fast else 300))
                match.games.append(hand)
                legs.update(NS=0, EW=0)
                won.add(side_)
    if last:
        having = [name for name in ("NS", "EW") if legs[name]]
        for name in having:
            match.lines.append(Line(hand, name, "above", 100 if len(having) == 1 else 50))


Row = tuple[str, str, int | None, int | None]
"""Hand, line, WE, THEY."""


def rows_of(match: Match, copy: str) -> list[Row]:
    """The sheet of one side, as it should be."""
    rows: list[Row] = []
    for made in match.deals:
        hand = str(made.board)
        for line in (each for each in match.lines if each.hand == hand):
            ours = line.team == copy
            rows.append(
                (hand, line.line, line.points if ours else None, None if ours else line.points)
            )
        if hand in match.games:
            rows.append(("", "game", None, None))
    totals = {team: sum(each.points for each in match.lines if each.team == team) for team in _BOTH}
    rows.append(("", "total", totals[copy], totals[other(copy)]))
    return rows


_BOTH: Final = ("NS", "EW")


def record_of_match(match: Match, rows: list[Row] | None = None, copy: str = "NS") -> Record:
    sheets: tuple[Sheet, ...] = ()
    if rows is not None:
        cells = tuple(
            SheetRow((_text(hand), _text(line), _number(we), _number(they)))
            for hand, line, we, they in rows
        )
        sheets = (Sheet(("deal", "line", "we", "they"), cells, copy),)
    return Record(
        tags=(Tag("Rules", "alberta"), Tag("Deals", str(HANDS))),
        deals=tuple(deal_of(made) for made in match.deals),
        sheets=sheets,
    )


_BLANK: Final[Entry[str]] = Entry(Standing.BLANK)


def _text(text: str) -> Entry[str]:
    return clear(text) if text else _BLANK


def _number(number: int | None) -> Entry[int] | Entry[str]:
    return _BLANK if number is None else Entry(Standing.CLEAR, (Reading(number),))


def _cells(rows: list[Row], lines: tuple[str, ...]) -> list[tuple[int, int]]:
    return [
        (place, column)
        for place, row in enumerate(rows)
        if row[1] in lines
        for column in (2, 3)
        if row[column] is not None
    ]


_COLUMN: Final = {2: "we", 3: "they"}


def _with(rows: list[Row], place: int, column: int, figure: int | None) -> None:
    hand, line, we, they = rows[place]
    rows[place] = (hand, line, figure, they) if column == 2 else (hand, line, we, figure)


def wrong_entry(rng: Random, rows: list[Row]) -> list[tuple[str, str]]:
    """A figure above the line is wrong, and the total with it."""
    place, column = rng.choice(_cells(rows, ("above",)))
    more = rng.choice([10, 20, 30])
    figure = rows[place][column]
    total = rows[-1][column]
    assert isinstance(figure, int)
    assert isinstance(total, int)
    _with(rows, place, column, figure + more)
    _with(rows, len(rows) - 1, column, total + more)
    return [("award-entry", f"row {place + 1} / {_COLUMN[column]}")]


def wrong_total(rng: Random, rows: list[Row]) -> list[tuple[str, str]]:
    place, column = rng.choice(_cells(rows, ("total",)))
    figure = rows[place][column]
    assert isinstance(figure, int)
    _with(rows, place, column, figure + rng.choice([-100, -10, 10, 100]))
    return [("total-entry", f"row {place + 1} / {_COLUMN[column]}")]


def wrong_side_of_the_line(rng: Random, rows: list[Row]) -> list[tuple[str, str]]:
    """What was made is entered above the line. The lines for games no longer fit, so none is drawn."""
    rows[:] = [row for row in rows if row[1] != "game"]
    above = {(rows[at][0], column, rows[at][column]) for at, column in _cells(rows, ("above",))}
    below = [
        (at, column)
        for at, column in _cells(rows, ("below",))
        if (rows[at][0], column, rows[at][column]) not in above  # either could be the one
    ]
    if not below:
        return wrong_total(rng, rows)
    place, column = rng.choice(below)
    rows[place] = (rows[place][0], "above", rows[place][2], rows[place][3])
    return [("award-entry", f"row {place + 1} / {_COLUMN[column]}")]


SLIPS: Final[dict[str, Callable[[Random, list[Row]], list[tuple[str, str]]]]] = {
    "wrong-entry": wrong_entry,
    "wrong-total": wrong_total,
    "wrong-side-of-the-line": wrong_side_of_the_line,
}
"""Every kind of slip on a WE and THEY sheet."""


def make(kind: str, seed: int) -> BridgeCase:
    """A match with one slip on its sheet; the same seed gives the same case."""
    rng = Random(f"{kind} {seed}")
    copy = rng.choice(_BOTH)
    match = random_match(rng)
    rows = rows_of(match, copy)
    while not _cells(rows, ("above",)):
        match = random_match(rng)
        rows = rows_of(match, copy)
    wanted = tuple(Wanted(*each) for each in SLIPS[kind](rng, rows))
    return BridgeCase(record_of_match(match, rows, copy), wanted, judged=False)
