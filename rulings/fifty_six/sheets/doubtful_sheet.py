"""One sheet with its doubtful cells and logs: what each may say, and the sheet as it looks in other readings.

`rulings.fifty_six.sheets.sheet_worlds` weighs these readings; here it is only shown what they are and on
which rows they bear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from fairdeal.records.doubt import Standing
from fairdeal.records.place import Place
from fairdeal.records.record import Sheet
from fairdeal.rulings.doubt.certainty import Chances, Evidence
from fairdeal.rulings.fifty_six.deal import Ruled
from fairdeal.rulings.fifty_six.session import Copies, Session, Ways, alike, likeness
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView, labels, side_of, view_row
from fairdeal.rulings.replay import sheets
from fairdeal.rulings.replay.reading import Doubt

Spot = tuple[int, str]
"""A cell: its row from 0 and its column; ``(row, "log 3")`` is the log of game 3. Match points stand
in row `MATCH_ROW` by team, who won the tie-break as ``tie``."""

MATCH_ROW: Final = -1
FAR: Final = 2
"""Rows from each other of which none bears on what is found in the other: totals go on from row to row, and
a row between them may be without."""

Chosen = dict[Spot, Any]
Options = dict[Spot, tuple[tuple[Any, float], ...]]


@dataclass(frozen=True, slots=True)
class Peer:
    """A cell in another copy: its place, what it may say, and its readings as they are."""

    place: Place
    ways: Ways
    readings: tuple[tuple[Any, float], ...]


Peers = dict[Spot, Peer]


@dataclass(slots=True)
class Paper:
    """One sheet with its doubts, and how to look at it in other readings.

    `firm` says which rows are surely about which game; `chances` has the doubtful logs; `others` how
    well a log agrees with the other copies of the sheet, `peers` the same cells in another copy.
    """

    session: Session
    base: SheetView
    names: dict[str, str]
    chances: dict[int, Chances[Ruled]]
    firm: dict[int, int]
    others: dict[int, Evidence[Ruled]] = field(default_factory=dict)
    peers: Peers = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    reach: dict[Spot, tuple[int, int]] = field(default_factory=dict)
    """The first and last row on which a doubt bears directly."""
    rates: dict[Spot, tuple[float, ...]] = field(default_factory=dict)
    """How well each reading of a cell agrees with another copy, where there is one."""

    def __post_init__(self) -> None:
        self.options = doubtful_cells(self.base.sheet, self.peers)
        last = self.last_row()
        for spot in self.options:
            row = last if spot[0] == MATCH_ROW else spot[0]
            self.reach[spot] = (row, row)
            if spot in self.peers:
                self.rates[spot] = tuple(self.with_peer(spot, v) for v, _ in self.options[spot])
        for game, chances in self.chances.items():
            rows = self._rows_of(game)
            if not rows:
                continue
            spot = (min(rows), f"log {game}")
            self.options[spot] = self._ways(game, chances)
            self.reach[spot] = (min(rows), max(rows))

    @property
    def sheet(self) -> Sheet:
        return self.base.sheet

    def with_peer(self, spot: Spot, value: Any) -> float:
        """How well a reading of a cell agrees with the same cell in another copy."""
        same = (
            alike(self.session.book, value, spot[1], self.names) if spot[0] != MATCH_ROW else value
        )
        return likeness(same, self.peers[spot].ways)

    def last_row(self) -> int:
        """The last row with anything written in it."""
        return max((row.index for row in self.base.rows if not row.blank), default=0)

    def _rows_of(self, game: int) -> list[int]:
        """The rows that are, or may be, about a game."""
        known = set(labels(self.session.record.deals[game - 1].number))
        return [
            index
            for index in range(len(self.sheet.rows))
            if known & set(labels(self.sheet.cell(index, "deal")))
        ]

    def _ways(self, game: int, chances: Chances[Ruled]) -> tuple[tuple[Any, float], ...]:
        """The ways a log may look, the heaviest first; None for what was not distinguished."""
        evidence = self.others.get(game)
        rates = [evidence(way, True) if evidence is not None else 1.0 for way in chances.ways]
        weights = [w * rate for w, rate in zip(chances.weights, rates, strict=True)]
        told = sum(chances.weights)
        ways: list[tuple[Any, float]] = list(zip(chances.ways, weights, strict=True))
        if chances.unknown > 0.0 and told > 0.0:
            ways.append((None, chances.unknown * sum(weights) / told))
        total = sum(weight for _, weight in ways)
        return tuple((way, weight / total) for way, weight in ways)

    def view(self, chosen: Chosen) -> SheetView:
        """The sheet with other readings in the places chosen."""
        rows = list(self.base.rows)
        by_row: dict[int, dict[str, Any]] = {}
        logs: dict[int, Ruled | None] = {
            int(column[4:]): options[0][0]
            for (_, column), options in self.options.items()
            if column.startswith("log ")
        }
        match, tie = dict(self.base.match), self.base.tie_break
        for (index, column), value in chosen.items():
            if column.startswith("log "):
                logs[int(column[4:])] = value
            elif index != MATCH_ROW:
                by_row.setdefault(index, {})[column] = value
            elif column == "tie":
                tie = side_of(value)
            else:
                match[column] = value
        table = self.session.table
        for index, values in by_row.items():
            rows[index] = view_row(self.sheet, index, table, self.names, values)
        return SheetView(self.sheet, rows, match, tie, logs, number=self.base.number)

    def apart(self, first: Doubt, second: Doubt) -> bool:
        """Whether two doubts are too many rows from each other to bear on the same findings."""
        (begin, end), (other_begin, other_end) = self.reach[first.slot], self.reach[second.slot]
        return begin - other_end > FAR or other_begin - end > FAR

    def log_of(self, view: SheetView, row: Row) -> Ruled | None:
        """The log that a row is surely about, as the view has it."""
        game = self.firm.get(row.index)
        return None if game is None else view.logs.get(game, self.session.ruled[game - 1])

    def compared(self, log: Ruled | None) -> Ruled | None:
        """The log with which a row is compared: one whose calls leave no contract is the likeliest that has
        one, for nothing to compare the row with makes a reading no likelier."""
        if log is None or log.replay.contract is not None or log.verdict.game not in self.chances:
            return log
        ways = self.chances[log.verdict.game].ways
        return next((way for way in ways if way.replay.contract is not None), log)

    def places(self, spot: Spot) -> tuple[Place, ...]:
        index, column = spot
        if column.startswith("log "):
            game = int(column[4:])
            label = self.session.record.deals[game - 1].label
            return tuple(place.in_deal(label) for place in self.chances[game].places)
        if index == MATCH_ROW:
            word = "match points" if column == "tie" else f"match points {column}"
            return (Place.of(word).in_sheet(self.base.number),)
        return (self.base.address(index, column),)


def peers_of(view: SheetView, copies: Sequence[Copies]) -> Peers:
    """The cells of a sheet that another copy has too, by where they stand, with the other's readings.

    A deal's number is not a cell to go by: the copies may number their rows each in its own way.
    """
    found: Peers = {}
    for each in copies:
        if view.number not in (each.first.number, each.second.number):
            continue
        side = 0 if view.number == each.first.number else 1
        other = each.second if side == 0 else each.first
        for twins in each.cells:
            row, there = twins.rows[side], twins.rows[1 - side]
            ways, place = (twins.first, twins.second)[1 - side], twins.places[1 - side]
            if row is None or there is None:
                column = twins.column.removeprefix("match points ").replace("tie-break", "tie")
                found[MATCH_ROW, column] = Peer(place, ways, ())
            elif twins.column != "deal":
                cell = other.sheet.cell(there, twins.column)
                readings = cell.weighted() if cell is not None and cell.readings else ()
                found[row, twins.column] = Peer(place, ways, readings)
    return found


def doubtful_cells(sheet: Sheet, peers: Peers | None = None) -> Options:
    """Every cell with more than one reading, with its readings and their weights.

    One that cannot be read has the other copy's readings, where there is one: nothing in its ink
    speaks against them.
    """
    found: Options = {}
    for (index, column), peer in (peers or {}).items():
        cell = sheet.cell(index, column) if index != MATCH_ROW else None
        if cell is None or cell.standing is not Standing.ILLEGIBLE:
            continue
        ways = [(value, weight / 2) for value, weight in peer.readings if value is not None]
        if ways:
            rest = 1.0 - sum(weight for _, weight in ways)
            found[index, column] = ((None, rest), *ways)
    found |= {(index, column): options for index, column, options in sheets.doubtful_cells(sheet)}
    written = sheet.match_points
    if written is not None:
        entries: dict[str, Any] = dict(written.points)
        if written.tie_break is not None:
            entries["tie"] = written.tie_break
        for name, entry in entries.items():
            if not entry.clear and entry.readings:
                found[MATCH_ROW, name] = tuple(p for p in entry.weighted() if p[1] > 0.0)
    return found
