"""The record of 56 as a whole while it is ruled on: deals with their awards, and the sheets."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field

from fairdeal.records.cards import Team
from fairdeal.records.place import figure
from fairdeal.records.record import Record
from fairdeal.rulings.doubt.certainty import Chances
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.replay.table import Table
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.sheets.copies import Copies
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView
from fairdeal.rulings.frame.finding import Note, Settled
from fairdeal.rulings.frame.rule import Draft


@dataclass(slots=True)
class Session:
    """Everything of one record that rules beyond a single deal look at."""

    record: Record
    book: FiftySixBook
    table: Table
    ruled: tuple[Ruled, ...]
    sheets: tuple[SheetView, ...] = ()
    chances: dict[int, Chances[Ruled]] = field(default_factory=dict)
    """What doubtful logs come to, by game."""
    settled: list[Settled] = field(default_factory=list)
    by_label: dict[str, list[Ruled]] = field(default_factory=dict)
    bounded: str | None = None
    """What of the sheets' doubtful cells could not be weighed exactly, in words."""
    copies: list[Copies] = field(default_factory=list)
    """The sheets that are copies of each other."""
    at_odds: list[Draft] | None = None
    """Where they differ, once that was looked for."""
    notes: list[Note] = field(default_factory=list)
    """What of the session as a whole could not be judged."""

    def __post_init__(self) -> None:
        for each in self.ruled:
            if each.label is not None:
                self.by_label.setdefault(each.label, []).append(each)

    def reading(self, ruled: tuple[Ruled, ...], sheets: tuple[SheetView, ...]) -> Session:
        """The same record with logs and rows read otherwise, as the rules of the whole record see it."""
        other = copy(self)
        other.ruled, other.sheets = ruled, sheets
        return other

    def ruled_row(self, view: SheetView, row: Row) -> Ruled | None:
        """The log of a row's deal, where the record has it.

        A deal that was dealt again has several logs and rows; they go together in order. The row of one
        whose redeal has no log is the redeal's, and so without a log, unless it scores as the log does.
        """
        logs = self.by_label.get(row.deal or "")
        if not logs:
            return None
        same = view.of_deal(row.deal)
        place = len(logs) - 1 if len(same) == 1 else same.index(row.index)
        if place >= len(logs):
            return None
        log = logs[place]
        read = view.logs.get(log.verdict.game, log)
        last = place == len(logs) - 1 and row.index == same[-1]
        return None if last and read is not None and _of_redeal(read, row) else read


def _of_redeal(log: Ruled, row: Row) -> bool:
    """Whether a row is that of the redeal of a log, by what it says came of the deal."""
    if not log.dealt_again:
        return False
    award, points = log.verdict.award or {}, log.verdict.points or {}
    sides: tuple[Team, ...] = ("A", "B")
    return any(
        row.score(team) not in (None, award.get(team, 0))
        or row.points(team) not in (None, points.get(team))
        for team in sides
    )


def over(session: Session) -> bool:
    """Whether the record says so: a number of deals in the heading, or match points entered."""
    said = session.record.tag("Deals")
    if said is not None and figure(said.strip()) is not None:
        return True
    return any(view.sheet.match_points is not None for view in session.sheets)
