"""What everybody may see of an event: results that are final, and the standings from them alone.

Of a match that somebody still works on, nothing is shown but that it is being checked: a score that changes
on the screen in front of two teams starts a dispute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from fairdeal import rulings
from fairdeal.desk.archive.eventfile import Entered, EventFile
from fairdeal.desk.intake.papers import DEFAULT
from fairdeal.desk.score.figures import UNKNOWN, Pair, Score
from fairdeal.desk.tournament.board import Board, Cell
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.desk.tournament.standings import WITHOUT, Standing, standings, team_key
from fairdeal.records import firsts

WAITING: Final = ("missing", "no sheet")


@dataclass(frozen=True, slots=True)
class Shown:
    """A match as everybody may see it. `score` is empty as long as it is not final, `words` then say why."""

    table: str
    teams: tuple[str, str]
    score: str
    words: str
    winner: int | None = None
    """0 for the first team, 1 for the second; None where nobody has won (yet)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the standings. `waits` says for which match it waits; empty where it is final."""

    standing: Standing
    waits: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """The whole page. `rounds` has the last first; `open` is how many results of them are not final."""

    title: str
    rounds: tuple[tuple[str, tuple[Shown, ...]], ...]
    places: tuple[Place, ...]
    open: int
    nameless: bool = False
    """Whether there are results, but of no teams that are known by name."""

    @property
    def after(self) -> str:
        """``After round 2``; empty before anything was played."""
        return self.rounds[0][0] if self.rounds else ""


def results_for_all(event: EventFile, board: Board, results: Sequence[MatchResult]) -> Results:
    """The page of results. `results` are the event's matches with what was ruled."""
    counted = list(final_results(event, board, results))
    played = [
        number
        for number in board.rounds
        if any(each.state not in ("later", "missing", "bye") for each in board.of_round(number))
    ]
    rounds = tuple(
        (number, tuple(_shown(each) for each in board.of_round(number)))
        for number in reversed(played)
    )
    held = ((it, _waiting(it).lower()) for number in played for it in board.holding_up(number))
    appealed = ((it, "an appeal is possible") for it in board.cells if it.until)
    waits = firsts(
        (team_key(team), f"{cell.called}: {why}")
        for cell, why in chain(held, appealed)
        for team in cell.teams
    )
    # Teams that had nobody to play against in these rounds, one for each time.
    free = [
        cell.teams[0] for number in played for cell in board.of_round(number) if cell.state == "bye"
    ]
    places = [
        Place(each, waits.get(team_key(each.team), ""))
        for each in standings(counted, ruled=True, free=free, points=event.free)
    ]
    left = sum(len(board.holding_up(each)) for each in played)
    if counted and not places:
        # Points of all matches, or of boards, are ranked on the first page of the reports.
        nameless = any(each.rulebook not in WITHOUT for each in counted)
        return Results(event.title, rounds, (), left, nameless)
    there = {team_key(each.standing.team) for each in places}
    absent = dict.fromkeys(
        team for cell in board.cells for team in cell.teams if team and team_key(team) not in there
    )
    places += [Place(Standing(team), waits.get(team_key(team), "")) for team in absent]
    return Results(event.title, rounds, tuple(places), left)


def final_results(
    event: EventFile, board: Board, results: Sequence[MatchResult]
) -> Iterator[MatchResult]:
    """The matches that count: of those with papers, the final ones; and results that were entered."""
    books = Counter(each.rulebook for each in results)
    book = event.rules or (books.most_common(1)[0][0] if books else event.usual or DEFAULT)
    for cell in board.cells:
        if cell.final and cell.state != "bye":
            if cell.state not in ("entered", "forfeit"):
                assert cell.match is not None
                yield cell.match
            elif cell.entered is not None:
                yield as_match(event, cell.entered, book)


def as_match(event: EventFile, entered: Entered, rulebook: str) -> MatchResult:
    """A result that was entered, as if its sheet said so."""
    number, table = entered.seat
    points = match_points(rulebook, entered.score)
    return MatchResult(
        title=f"Table {table}, round {number}",
        file="",
        record="",
        event=event.title,
        round=number,
        table=table,
        date="",
        recorder=entered.by,
        rulebook=rulebook,
        teams=entered.teams,
        written=entered.score,
        ruled=entered.score,
        written_points=points,
        ruled_points=points,
        deals=0,
        findings=(),
        doubts=0,
        documents=(),
        digests=(),
        copies=0,
    )


def match_points(rulebook: str, score: tuple[int, int]) -> Pair:
    """The match points of a final score by a rulebook; not known where it gives none."""
    book = rulings.load(rulebook)
    game = rulings.game_of(book)
    sides = game.sides
    found = game.match_points(book, dict(zip(sides, score, strict=True)), None)
    return UNKNOWN if found is None else (found[sides[0]], found[sides[1]])


def _shown(cell: Cell) -> Shown:
    if not cell.final:
        return Shown(cell.seat[1], cell.teams, "", _waiting(cell))
    if cell.state == "bye":
        return Shown(cell.seat[1], cell.teams, "", "Sits out")
    score = cell.score or Score()
    words = cell.words if cell.state == "forfeit" else ""
    return Shown(cell.seat[1], cell.teams, cell.figures, words, score.leader)


def _waiting(cell: Cell) -> str:
    if cell.state == "later":
        return "To be played"
    return "Sheet to come" if cell.state in WAITING else "Being checked"
