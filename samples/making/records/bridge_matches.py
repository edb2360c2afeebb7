"""Synthetic matches of four hands under the Alberta rules, with their WE and THEY sheets.

The entries of the score are reckoned here from the printed page a second time, never asked of the
rulings; so is what is wrong about a sheet into which a slip was put.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from fairdeal.records import Record, Sheet, SheetRow, Tag, other_team, team_of
from samples.making.bridge_irregularities import BridgeCase
from samples.making.chance import given
from samples.making.irregularities.scene import Expected
from samples.making.records.bridge_deals import (
    Made,
    begin,
    deal_of,
    down,
    made_lines,
    start_play,
)
from samples.making.records.deals import entered
from samples.making.records.table import Agreed

HANDS: Final = 4
_BOTH: Final = ("NS", "EW")
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
        lines = [line for line in self.lines if line.hand == hand]
        return {team: sum(line.points for line in lines if line.team == team) for team in _BOTH}


def entries(
    contract: Agreed, tricks: int, vulnerable: bool, hands: dict[str, list[str]]
) -> list[tuple[str, str, int]]:
    """Side, line and points of a hand by itself, without what games earn."""
    us, over = team_of(contract.by), tricks - contract.value - 6
    if over < 0:
        found = [(other_team(us), "above", down(-over, contract.doubled, vulnerable))]
    else:
        lines = made_lines(contract, over, vulnerable)
        kinds = {reason: "below" if reason == "below" else "above" for reason in lines}
        found = [(us, kinds[reason], points) for reason, points in lines.items() if points]
    aces = ["A" + suit for suit in "CDHS"]
    honours = [rank + contract.trump for rank in HONOURS]
    worth = {4: 150} if contract.trump == "NT" else {4: 100, 5: 150}
    for seat, cards in hands.items():
        held = sum(card in cards for card in (aces if contract.trump == "NT" else honours))
        if held in worth:
            found.append((team_of(seat), "above", worth[held]))
    return found


def random_match(rng: Random) -> Match:
    """Four hands that count, with now and then one between them that all pass out."""
    match, legs = Match(), {"NS": 0, "EW": 0}
    won: set[str] = set()
    number = counted = 0
    while counted < HANDS:
        number += 1
        made = begin(rng, number)
        made.sides = {0: "None", 1: next(iter(won), ""), 2: "All"}[len(won)]
        made.bidding.go_on(rng)
        match.deals.append(made)
        if made.bidding.contract() is not None:
            counted += 1
            start_play(made).run(rng)
            made.settle()
            _enter(match, made, legs, won, counted == HANDS)
            made.written.score = match.award(str(number))
    return match


def _enter(match: Match, made: Made, legs: dict[str, int], won: set[str], last: bool) -> None:
    contract, hand = given(made.contract), str(made.board)
    team = team_of(contract.by)
    tricks = given(made.written.points)[team]
    for side, line, points in entries(contract, tricks, team in won, made.hands):
        match.lines.append(Line(hand, side, line, points))
        legs[side] += points if line == "below" else 0
        if legs[side] >= 100:
            match.lines.append(Line(hand, side, "above", 500 if points >= 100 else 300))
            match.games.append(hand)
            legs.update(NS=0, EW=0)
            won.add(side)
    having = [name for name in _BOTH if legs[name]] if last else []
    for name in having:
        match.lines.append(Line(hand, name, "above", 100 if len(having) == 1 else 50))


class Row(NamedTuple):
    """A row of a sheet: hand, line, WE and THEY."""

    hand: str
    line: str
    we: int | None = None
    they: int | None = None


def rows_of(match: Match, copy: str) -> list[Row]:
    """The sheet of one side, as it should be."""
    rows = []
    for made in match.deals:
        hand = str(made.board)
        for line in (each for each in match.lines if each.hand == hand):
            column = "we" if line.team == copy else "they"
            rows.append(Row(hand, line.line, **{column: line.points}))
        if hand in match.games:
            rows.append(Row("", "game"))
    totals = {team: sum(each.points for each in match.lines if each.team == team) for team in _BOTH}
    return [*rows, Row("", "total", totals[copy], totals[other_team(copy)])]


def record_of_match(match: Match, rows: list[Row], copy: str) -> Record:
    cells = tuple(SheetRow(tuple(map(entered, row))) for row in rows)
    return Record(
        tags=(Tag("Rules", "alberta"), Tag("Deals", str(HANDS))),
        deals=tuple(deal_of(made) for made in match.deals),
        sheets=(Sheet(("deal", "line", "we", "they"), cells, copy),),
    )


def _cells(rows: list[Row], line: str) -> list[tuple[int, str]]:
    """Where figures stand in the rows of this line: row, from 0, and column."""
    return [
        (place, column)
        for place, row in enumerate(rows)
        for column in ("we", "they")
        if row.line == line and getattr(row, column) is not None
    ]


Slip = Callable[[Random, list[Row]], tuple[str, str]]
"""Puts something wrong into the rows of a sheet: the code and the place of what must be found."""


def _wrong_figure(line: str, code: str, more: Sequence[int]) -> Slip:
    """A figure of such a line is wrong by one of some points, and the total in the last row with it."""

    def slip(rng: Random, rows: list[Row]) -> tuple[str, str]:
        place, column = rng.choice(_cells(rows, line))
        points = rng.choice(more)
        for at in {place, len(rows) - 1}:
            rows[at] = rows[at]._replace(**{column: getattr(rows[at], column) + points})
        return code, f"row {place + 1} / {column}"

    return slip


wrong_total: Final = _wrong_figure("total", "total-entry", [-100, -10, 10, 100])


def wrong_side_of_the_line(rng: Random, rows: list[Row]) -> tuple[str, str]:
    """What was made is entered above the line. The lines for games no longer fit, so none is drawn."""
    rows[:] = [row for row in rows if row.line != "game"]
    alike = {row._replace(line="below") for row in rows if row.line == "above"}
    # Of two alike, either could be the one.
    below = [(at, column) for at, column in _cells(rows, "below") if rows[at] not in alike]
    if not below:
        return wrong_total(rng, rows)
    place, column = rng.choice(below)
    rows[place] = rows[place]._replace(line="above")
    return "award-entry", f"row {place + 1} / {column}"


SLIPS: Final[dict[str, Slip]] = {
    "wrong-entry": _wrong_figure("above", "award-entry", [10, 20, 30]),
    "wrong-total": wrong_total,
    "wrong-side-of-the-line": wrong_side_of_the_line,
}
"""Every kind of slip on a WE and THEY sheet."""


def make(kind: str, seed: int) -> BridgeCase:
    """A match with one slip on its sheet; the same seed gives the same case."""
    rng = Random(f"{kind} {seed}")
    copy, rows = rng.choice(_BOTH), list[Row]()
    while not _cells(rows, "above"):
        match = random_match(rng)
        rows = rows_of(match, copy)
    expected = Expected(*SLIPS[kind](rng, rows))
    return BridgeCase(record_of_match(match, rows, copy), (expected,), judged=False)
