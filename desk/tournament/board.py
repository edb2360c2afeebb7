"""The board of an event: how every match stands, what is missing, who sees to what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Act
from fairdeal.desk.archive.eventfile import (
    Entered,
    EventFile,
    Incident,
    Planned,
    Seat,
    in_order,
)
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.versions import DIFFER
from fairdeal.desk.score.figures import Score, pair_text
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.results import Discrepancy, MatchResult
from fairdeal.desk.tournament.ruled import Linked, linked, results_of, with_rulings
from fairdeal.desk.tournament.standings import team_key
from fairdeal.desk.trouble import DeskError
from fairdeal.records import plain_number

State = Literal[
    "later", "missing", "no sheet", "one copy", "differ", "found", "agreed", "open", "dispute", "ruled",
    "signed", "appeal", "to confirm", "entered", "forfeit", "bye", "twice",
]  # fmt: skip

Kind = Literal["offence", "entry", "ruling", "advice", "doubt", "agreed", "plain"]
"""What a state means, for its shape and colour."""

STATES: Final[dict[State, tuple[str, Kind]]] = {
    "later": ("To be played", "plain"),
    "missing": ("Sheet missing", "doubt"),
    "no sheet": ("Logs, no sheet", "doubt"),
    "one copy": ("One copy", "advice"),
    "differ": ("Copies differ", "offence"),
    "found": ("To check", "entry"),
    "agreed": ("Agreed", "agreed"),
    "open": ("Not over", "doubt"),
    "dispute": ("In dispute", "offence"),
    "ruled": ("Ruled, not signed", "ruling"),
    "signed": ("Signed", "agreed"),
    "appeal": ("Appealed", "offence"),
    "to confirm": ("To confirm", "doubt"),
    "entered": ("Entered", "agreed"),
    "forfeit": ("Forfeit", "ruling"),
    "bye": ("Sits out", "plain"),
    "twice": ("Two matches", "offence"),
}

FINAL: Final = frozenset(("agreed", "one copy", "signed", "entered", "forfeit", "bye"))
"""States in which the result counts and nobody has to do anything for it."""
DISPUTED: Final = frozenset(("differ", "found", "open", "dispute", "ruled", "appeal", "twice"))
"""States for the committee."""
_SAID_OF: Final = {"sheet": "score sheet", "copy": "second copy", "logs": "hand logs"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A match on the board. `match` is what its papers came to, `case` the case that was opened from it;
    `note` says more: where copies differ, who was asked and when."""

    seat: Seat
    teams: tuple[str, str]
    state: State
    score: Score | None = None
    match: MatchResult | None = None
    case: str = ""
    note: str = ""
    entered: Entered | None = None
    appeal: Act | None = None
    incidents: tuple[Incident, ...] = ()
    """What happened at this table and is not settled yet."""
    taken: str = ""
    since: str = ""
    """When somebody took the dispute up, in UTC."""
    until: str = ""
    """Until when an appeal from its ruling is still possible, in UTC."""
    deadline: str = ""
    """The same in the ruling's own words, where they name no time that is understood."""
    papers: tuple[str, ...] = ()
    """Digests of all papers that name this match."""

    @property
    def words(self) -> str:
        return STATES[self.state][0]

    @property
    def kind(self) -> Kind:
        return STATES[self.state][1]

    @property
    def figures(self) -> str:
        """The score that counts; empty where none is known."""
        if self.score is None or not (self.score.known or self.score.open):
            return ""
        return " – ".join(self.score.figure(side) for side in (0, 1))

    @property
    def called(self) -> str:
        """``Table 5, round 1``."""
        number, table = self.seat
        return f"Table {table}, round {number}"

    @property
    def final(self) -> bool:
        return self.state in FINAL and not self.incidents

    @property
    def disputed(self) -> bool:
        return self.state in DISPUTED or bool(self.incidents)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A paper that is missing. `asked` is when it was asked for, `whom` of whom."""

    cell: Cell
    what: str
    asked: str = ""
    whom: str = ""

    @property
    def words(self) -> str:
        return _SAID_OF[self.what]


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the page shows. `rows` are tables with their cells, round by round; None where
    nothing is played there."""

    rounds: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]
    missing: tuple[Wanted, ...]
    copies: tuple[Wanted, ...]
    """Second copies: the match counts without them, and nobody can say what the other team wrote."""
    disputes: tuple[Cell, ...]
    to_confirm: tuple[Cell, ...]
    homeless: tuple[MatchResult, ...]
    """Matches of which it is in doubt which they are; none of them counts anywhere on the board."""

    @property
    def cells(self) -> Iterator[Cell]:
        return (cell for _, cells in self.rows for cell in cells if cell is not None)

    def of_round(self, number: str) -> tuple[Cell, ...]:
        """The matches of a round, table by table."""
        return tuple(each for each in self.cells if each.seat[0] == number)

    @property
    def current(self) -> str:
        """The last round of which anything came in, else the first; empty where there is none."""
        begun = [each.seat[0] for each in self.cells if each.state not in ("later", "bye")]
        return max(begun, key=in_order) if begun else next(iter(self.rounds), "")

    def holding_up(self, number: str) -> tuple[Cell, ...]:
        """What a round still waits for before its standings are final."""
        return tuple(each for each in self.of_round(number) if not each.final)

    @property
    def verdict(self) -> str:
        """How the event stands, in a sentence."""
        number = self.current
        if not number:
            return "Nothing is planned, and no sheet has come in."
        cells = self.of_round(number)
        left = len(self.holding_up(number))
        before = sum(
            len(self.holding_up(each)) for each in self.rounds if in_order(each) < in_order(number)
        )
        said = f"Final results of round {number}: {len(cells) - left} of {len(cells)}."
        return f"{said} Not final in earlier rounds: {before}." if before else said


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a paper: what it is of, and how that stands. `asks` is its digest where a person has
    to say of which match it is; empty where nobody has to."""

    of: str
    how: str
    asks: str = ""


@dataclass(frozen=True, slots=True)
class EventNow:
    """An event as it is now: its matches with what was ruled, and its board."""

    event: EventFile
    results: tuple[MatchResult, ...]
    board: Board

    def cell(self, seat: Seat) -> Cell:
        """The match at a table of a round. Raises DeskError where there is none."""
        found = next((each for each in self.board.cells if each.seat == seat), None)
        if found is None:
            raise DeskError(
                f"Nothing is played at table {seat[1] or '?'} in round {seat[0] or '?'}.",
                "",
                "Look at the board again.",
            )
        return found

    def told_of(self, digest: str) -> Told | None:
        """What a paper is of, and how its match stands; None of one in which nothing was read (yet)."""
        cell = next((each for each in self.board.cells if digest in each.papers), None)
        if cell is not None:
            return Told(cell.called, cell.note if cell.note.endswith(".") else f"{cell.words}.")
        found = next((each for each in self.board.homeless if digest in each.digests), None)
        if found is None:
            return None
        if found.unplaced and all(seat_of(found)):
            return Told("A photo", "Its match is in doubt. Bring the paper to the desk.")
        return Told("A photo", "It is not clear which match it is of.", digest)


def event_now(papers: EventPapers, archive: Archive, event: str) -> EventNow:
    """An event with its board. Raises DeskError where there is none."""
    file = papers.get(event)
    done = results_of(papers.reports(event))
    found = () if done is None else done.results
    cases = linked(archive, event, found)
    results = with_rulings(found, cases)
    return EventNow(file, results, board(file, results, cases))


def board(event: EventFile, results: Sequence[MatchResult], cases: Mapping[str, Linked]) -> Board:
    """How every match of an event stands. `results` are what its papers came to, `cases` what was opened
    from them."""
    played: dict[Seat, list[MatchResult]] = defaultdict(list)
    homeless = []
    planned = {each.seat: each for each in event.planned}
    for each in results:
        seat = seat_of(each)
        known = seat in planned or not planned
        if each.stranger or not all(seat) or (each.unplaced and not known):
            homeless.append(each)
        else:
            played[seat].append(each)
    reported = dict.fromkeys(each.seat for each in event.incidents.values())
    seats = {**planned, **dict.fromkeys(played), **dict.fromkeys(event.results), **reported}
    begun = {seat[0] for seat in (*played, *event.results)}
    last = max(begun, key=in_order) if begun else ""
    cells = {
        seat: _cell(event, seat, planned.get(seat), played.get(seat, []), cases, _due(seat, last))
        for seat in seats
    }
    rounds = tuple(sorted({seat[0] for seat in cells}, key=in_order))
    tables = sorted({seat[1] for seat in cells}, key=in_order)
    rows = tuple((table, tuple(cells.get((each, table)) for each in rounds)) for table in tables)
    ordered = [cells[seat] for seat in sorted(cells, key=lambda it: tuple(map(in_order, it)))]
    return Board(
        rounds,
        rows,
        tuple(_wanted(event, ordered, ("missing", "sheet"), ("no sheet", "sheet"))),
        tuple(_wanted(event, ordered, ("one copy", "copy"))),
        tuple(sorted((each for each in ordered if each.disputed), key=_weight)),
        tuple(each for each in ordered if each.state == "to confirm"),
        tuple(homeless),
    )


def seat_of(match: MatchResult) -> Seat:
    """Where a match was played, as the board names it: ``04`` is table 4."""
    return plain_number(match.round.strip()), plain_number(match.table.strip())


def _due(seat: Seat, last: str) -> bool:
    """Whether a sheet ought to be there: anything of this round came in, or of a later one."""
    return bool(last) and in_order(seat[0]) <= in_order(last)


def _weight(cell: Cell) -> tuple[int, str, tuple[tuple[int, str], ...]]:
    """The disputes that nobody sees to come first, then the one that waits longest."""
    return bool(cell.taken), cell.since, tuple(map(in_order, cell.seat))


def _cell(
    event: EventFile,
    seat: Seat,
    planned: Planned | None,
    matches: Sequence[MatchResult],
    cases: Mapping[str, Linked],
    due: bool,
) -> Cell:
    match = matches[0] if matches else None
    entered = event.results.get(seat)
    taken = event.taken.get(seat)
    reported = tuple(each for each in event.incidents.values() if each.seat == seat)
    cell = Cell(
        seat,
        _teams(planned, match, entered, reported),
        "later",
        incidents=tuple(each for each in reported if not each.settled),
        match=match,
        papers=tuple(digest for each in matches for digest in each.digests),
        entered=entered,
        taken="" if taken is None else str(taken.body["by"]),
        since="" if taken is None or not taken.body["by"] else taken.at,
    )
    if planned is not None and planned.bye:
        return replace(cell, state="bye")
    if len(matches) > 1:
        named = " and ".join(each.title for each in matches)
        return replace(cell, state="twice", note=f"{named} both name this table.")
    if match is None and entered is None:
        return replace(cell, state="missing" if due else "later", note=_asked(event, seat, "sheet"))
    if match is None:
        assert entered is not None
        return _of_entered(cell, entered)
    cell = replace(cell, score=match.score.in_force)
    case = cases.get(match.file)
    if case is not None:
        return _of_case(replace(cell, case=case.case), match, case, event.appeals.get(seat))
    of_papers = _of_papers(event, cell, match)
    return of_papers if entered is None else _beside_papers(of_papers, entered, match)


def _teams(
    planned: Planned | None,
    match: MatchResult | None,
    entered: Entered | None,
    reported: Sequence[Incident],
) -> tuple[str, str]:
    """Who plays, in the order of the score: as the sheets name them, else as planned, else as entered, else
    as somebody at the table called them."""
    if match is not None and all(match.teams):
        return match.teams
    if planned is not None:
        return planned.teams
    if entered is not None:
        return entered.teams
    return reported[0].sides if reported else ("", "")


def _of_case(cell: Cell, match: MatchResult, case: Linked, appeal: Act | None) -> Cell:
    state: State = {"signed": "signed", "ruled": "ruled"}.get(case.state, "dispute")  # type: ignore[assignment]
    late = len(set(match.digests) - case.documents)
    if late:
        # A signature binds what was there: the committee sees what came after it.
        note = f"{words.count(late, 'paper')} came in after the case was opened."
        return replace(cell, state="dispute", note=note)
    if state == "signed" and appeal is not None and appeal.at >= case.signed:
        # Signed again after it, the ruling says what the appeal came to.
        return replace(cell, state="appeal", note=f"{appeal.body['team']} appealed.", appeal=appeal)
    return replace(cell, state=state, until=case.until, deadline=case.deadline)


def _of_entered(cell: Cell, entered: Entered) -> Cell:
    """A match without papers. A result of teams that are not planned here (any more) is not theirs."""
    if {*map(team_key, entered.teams)} != {*map(team_key, cell.teams)}:
        said = " – ".join(entered.teams)
        return replace(cell, state="differ", note=f"A result was entered for {said}.")
    score = Score(_in_order(entered, cell.teams))
    if not entered.confirmed:
        return replace(cell, state="to confirm", score=score, note=f"Entered by {entered.by}.")
    state: State = "forfeit" if entered.how == "forfeit" else "entered"
    return replace(cell, state=state, score=score, note=entered.reason)


def _in_order(entered: Entered, teams: tuple[str, str]) -> tuple[int, int]:
    """A score that was entered, in the order in which the teams are named now."""
    one, two = entered.score
    return (one, two) if team_key(entered.teams[0]) == team_key(teams[0]) else (two, one)


def _beside_papers(cell: Cell, entered: Entered, match: MatchResult) -> Cell:
    """A match of which there are papers and an entered result. The papers count, with all that is found in
    them; the result counts where they do not show one."""
    if cell.state in ("no sheet", "open"):
        return _of_entered(replace(cell, note=""), entered)
    if match.score.in_force.totals != _in_order(entered, cell.teams):
        said = f"{entered.by} entered {pair_text(entered.score)}; the papers come to another score."
        return replace(cell, state="differ", note=said)
    return cell


def _of_papers(event: EventFile, cell: Cell, match: MatchResult) -> Cell:
    differ = next((each for each in match.findings if each.code == DIFFER), None)
    if differ is not None:
        return replace(cell, state="differ", note=f"The copies differ: {differ.where}.")
    weighty = [each for each in match.findings if _weighs(each, match)]
    if match.unplaced:
        return replace(cell, state="found", note=match.unplaced)
    if match.not_judged:
        left = words.count(len(match.not_judged), "paper was", "papers were")
        return replace(cell, state="found", note=f"{left} not judged.")
    if match.score.in_force.open:
        return replace(cell, state="found", note="; ".join(match.score.in_force.open_deals))
    if weighty:
        return replace(cell, state="found", note=words.count(len(weighty), "finding"))
    if match.asked:
        entries = words.count(match.asked, "entry", "entries")
        return replace(cell, state="found", note=f"{entries} to read.")
    if not match.sheets:
        return replace(cell, state="no sheet", note=_asked(event, cell.seat, "sheet"))
    if not match.over or not match.score.in_force.known:
        return replace(cell, state="open", note="The record does not show the match to its end.")
    if match.sheets == 1:
        return replace(cell, state="one copy", note=_asked(event, cell.seat, "copy"))
    return replace(cell, state="agreed")


def _weighs(finding: Discrepancy, match: MatchResult) -> bool:
    """Whether a finding keeps a result from being final: an offence, or what moves a score. A slip that moves
    none, where paper and rulebook come to the same, is in the report."""
    moves = bool(finding.points or finding.moves) or match.written != match.ruled
    return finding.severity == "offence" or (finding.severity != "advice" and moves)


def _asked(event: EventFile, seat: Seat, what: str) -> str:
    act = event.asked.get((*seat, what))
    return "" if act is None else f"Asked: {act.body['whom'] or 'both teams'}."


def _wanted(event: EventFile, cells: Sequence[Cell], *kinds: tuple[State, str]) -> list[Wanted]:
    """What is missing, what was not asked for yet first."""

    def wanted(cell: Cell, what: str) -> Wanted:
        act = event.asked.get((*cell.seat, what))
        return Wanted(cell, what, *(("", "") if act is None else (act.at, str(act.body["whom"]))))

    found = [wanted(cell, what) for cell in cells for state, what in kinds if cell.state == state]
    return sorted(found, key=lambda each: each.asked)
