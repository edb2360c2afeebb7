"""What follows on one sheet: the score from contract and tricks, totals from scores, side from side."""

from __future__ import annotations

from fairdeal.records.cards import Team, other_team
from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.rules.award_entry import wrong as wrong_scores_of
from fairdeal.rulings.bridge.rules.match_points_entry import entered
from fairdeal.rulings.bridge.rules.total_entry import sums
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.figures import Figures, wrong_scores
from fairdeal.rulings.bridge.scoring.rows import ruled_rows
from fairdeal.rulings.bridge.scoring.sheet import RowSeen, SheetSeen
from fairdeal.rulings.bridge.scoring.we_they import COLUMNS, due_of, line_of
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.frame.follows import Collected, WrongEntries, first

SAID = ("contract", "bidder", "x", *(f"points {team}" for team in TEAMS))
"""The entries of a row from which its score is worked out."""


def on_sheet(session: BridgeSession, view: SheetSeen, wrong: WrongEntries, into: Collected) -> None:
    if view.we_they:
        _total_of_entries(session, view, wrong, into)
        return
    by_rows = ruled_rows(session, view)
    for row in view.rows:
        _row(session, view, row, by_rows.get(row.index), wrong, into)
    for team in TEAMS:
        _totals(session, view, team, wrong, into)


def finding_at(view: SheetSeen, row: RowSeen, column: str, wrong: WrongEntries) -> Finding | None:
    return wrong.at(view.number, view.place(row, column))


def one_statement(score: Figures) -> bool:
    """Whether two sides' scores say one thing: what one gained, the other lost or did not get."""
    ns, ew = score.get("NS") or 0, score.get("EW") or 0
    return not (ns and ew) or ns == -ew


def score_of(row: RowSeen) -> Figures:
    return {team: row.number(f"score {team}") for team in TEAMS}


def _row(
    session: BridgeSession,
    view: SheetSeen,
    row: RowSeen,
    by_row: BridgeRuled | None,
    wrong: WrongEntries,
    into: Collected,
) -> None:
    tricks = [row.number(f"points {team}") for team in TEAMS]
    found = {column: finding_at(view, row, column, wrong) for column in SAID}
    if None not in tricks and sum(each or 0 for each in tricks) == session.table.hand:
        into.add(found["points EW"], found["points NS"])
    score, penalty = score_of(row), {team: row.number(f"penalty {team}") for team in TEAMS}
    scores = [finding_at(view, row, f"score {team}", wrong) for team in TEAMS]
    award = by_row.verdict.award if by_row is not None else None
    single = not session.book.four_hand
    if award is not None and not wrong_scores([award], score, penalty, single):
        for each in scores:
            into.add(each, first(found.values()))
    if one_statement(score):
        into.add(scores[1], scores[0])


def _due(session: BridgeSession, row: RowSeen, team: Team) -> set[int]:
    """What a wrong score may come to once it is put right."""
    log = session.log(row.deal)
    if log is None:
        return set()
    penalty: Figures = {each: row.number(f"penalty {each}") for each in TEAMS}
    awards = [due for side, due in wrong_scores_of(log, score_of(row), penalty) if side == team]
    return {figure for due in awards for figure in (due[team], due[team] - due[other_team(team)])}


def _totals(
    session: BridgeSession, view: SheetSeen, team: Team, wrong: WrongEntries, into: Collected
) -> None:
    """A total into which the score went that is due; and match points that are right by the scores."""
    by_scores = sum(row.number(f"score {team}") or 0 for row in view.rows)
    cause: Finding | None = None
    for row, above, _ in sums(view, team):
        total = finding_at(view, row, f"total {team}", wrong)
        score = finding_at(view, row, f"score {team}", wrong)
        if row.number(f"total {team}") in {above + due for due in _due(session, row, team)}:
            into.add(total, score)
        cause = cause or total
    if entered(view).get(team) == by_scores:
        into.add(wrong.at(view.number, Place.of(f"match points {team}")), cause)


def _total_of_entries(
    session: BridgeSession, view: SheetSeen, wrong: WrongEntries, into: Collected
) -> None:
    """Under WE and THEY, a total that is right by what is due, with a wrong entry above it."""
    lines = [due_of(each) for each in session.ruled]
    if not lines or any(each is None for each in lines):
        return
    for column in COLUMNS:
        due = sum(e.points for each in lines for e in each or () if e.team == view.team(column))
        entries = (row for row in view.rows if line_of(row) != "total")
        cause = first(finding_at(view, row, column, wrong) for row in entries)
        for row in view.rows:
            if line_of(row) == "total" and row.number(column) == due:
                into.add(finding_at(view, row, column, wrong), cause)
