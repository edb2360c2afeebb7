"""What follows on one paper: score from contract and points, totals from scores, match points from totals."""

from __future__ import annotations

from dataclasses import replace

from fairdeal.records.cards import Seat, Team, times
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.follows.awards import (
    CONTRACT,
    TEAMS,
    Figures,
    Naming,
    Said,
    a_result,
    awarded,
    one_sided,
    ways,
)
from fairdeal.rulings.fifty_six.play_off import decided
from fairdeal.rulings.fifty_six.replay.deal import written_worth
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.rules.total_entry import sums
from fairdeal.rulings.fifty_six.scoring import Points, match_points
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView, plain_contract
from fairdeal.rulings.frame.finding import Contract, Finding
from fairdeal.rulings.frame.follows import Collected, WrongEntries


def under_deal(session: Session, ruled: Ruled, wrong: WrongEntries, into: Collected) -> None:
    """The result written under a deal's log."""
    seen, (worth, by, doubled) = ruled.replay.seen, _under_deal(session, ruled)
    contract = Contract(*worth, by, doubled) if worth is not None and by is not None else None

    def named(entry: str) -> Finding | None:
        # Contract, declarer and doubling are one entry under a deal.
        return wrong.in_log(
            ruled.verdict.game, entry if entry not in ("bidder", "x") else "contract"
        )

    said = Said(contract, ruled.replay.points_written)
    _by_winner(ruled, said, wrong, into)
    _deal(session, said, seen.score, ruled, named, into)


def _under_deal(session: Session, ruled: Ruled) -> tuple[tuple[int, str] | None, Seat | None, int]:
    """The contract written under a deal: value and denomination, declarer, how often doubled."""
    head = ruled.replay.seen.head
    worth = written_worth(plain_contract(head.contract), session.book)
    return worth, head.by, times(head.doubling)


def _copied(
    session: Session, row: Row, log: Ruled, named: Naming, of: Finding, into: Collected
) -> None:
    """A wrong contract that was copied from under the deal, `of` being the finding there."""
    written = _under_deal(session, log)
    entered = (row.worth, row.bidder, row.doubled)
    for column, here, there in zip(CONTRACT, entered, written, strict=True):
        if here is not None and here == there:
            into.add(named(column), of)


def _by_winner(ruled: Ruled, said: Said, wrong: WrongEntries, into: Collected) -> None:
    """Points that count a trick to the side for which it is recorded, and which did not win it."""
    team, played = ruled.replay.table.team, ruled.verdict.points
    moved = [
        (fact, seat)
        for fact, seat, *_ in ruled.replay.wrong_winners()
        if fact.winner is not None
        and fact.points
        and team.get(seat) not in (None, team[fact.winner])
    ]
    if played is None or len(moved) != 1:
        return
    ((fact, seat),) = moved
    more = {team[seat]: fact.points or 0, team[fact.winner or seat]: -(fact.points or 0)}
    for side in TEAMS:
        if said.points.get(side) == played[side] + more[side]:
            found = wrong.in_log(ruled.verdict.game, f"points {side}")
            into.add(found, wrong.in_log(ruled.verdict.game, f"trick {fact.number}", "winner"))


def on_sheet(session: Session, view: SheetView, wrong: WrongEntries, into: Collected) -> None:
    for row in view.rows:
        named = _naming(view, row, wrong)
        if any(map(named, CONTRACT)) and (log := session.ruled_row(view, row)) is not None:
            under = wrong.in_log(log.verdict.game, "contract")
            if under is not None:
                _copied(session, row, log, named, under, into)
        if any(named(f"{word} {team}") for word in ("points", "score") for team in TEAMS):
            log = session.ruled_row(view, row)
            said = Said(_contract(row, log), {team: row.points(team) for team in TEAMS})
            _deal(session, said, {team: row.score(team) for team in TEAMS}, log, named, into)
    for team in TEAMS:
        _totals(session, view, team, wrong, into)
    _match_points(session, view, wrong, into)


def _naming(view: SheetView, row: Row, wrong: WrongEntries) -> Naming:
    return lambda column: wrong.at(view.number, view.place(row, column))


def _contract(row: Row, log: Ruled | None) -> Contract | None:
    """The contract that a row says; what it leaves open is as in the log."""
    made = log.replay.contract if log is not None else None
    if made is None:
        return row.contract()
    value, trump = row.worth or (made.value, made.trump)
    return Contract(value, trump, row.bidder or made.by, row.doubled or made.doubled)


def _deal(
    session: Session,
    said: Said,
    score: Figures,
    log: Ruled | None,
    named: Naming,
    into: Collected,
) -> None:
    """Points and score of one deal on one paper."""
    points = [named(f"points {team}") for team in TEAMS]
    if sum(said.points.get(team) or 0 for team in TEAMS) == session.table.total_points:
        into.add(points[1], points[0])
    found = [named(f"score {team}") for team in TEAMS]
    if log is not None and any(found):
        for each in found:
            into.add(each, _cause_of_score(session, said, score, log, named))
    due = log.verdict.award if log is not None else None
    if one_sided(score) and (due is None or one_sided(due)):
        into.add(found[1], found[0])


def _cause_of_score(
    session: Session, said: Said, score: Figures, log: Ruled, named: Naming
) -> Finding | None:
    """The wrong entry by which the table gives the score that is written."""
    made = log.replay.contract if log.replay.source != "record" else said.contract
    right = Said(made, log.verdict.points or said.points)
    if log.verdict.award is None or awarded(session, right) != log.verdict.award:
        return None
    known = {team: figure for team, figure in said.points.items() if figure is not None}
    for cause, read in ways(right, replace(said, points=known or right.points), named):
        award = awarded(session, read)
        if award is not None and all(score.get(team) in (None, award[team]) for team in TEAMS):
            return cause
    return None


def _totals(
    session: Session, view: SheetView, team: Team, wrong: WrongEntries, into: Collected
) -> None:
    """A total into which the score went that is due, not the wrong one beside it."""
    owed, cause = 0, None
    summed = {row.index: right for row, _, right, _ in sums(view, team)}
    for row in view.rows:
        found, due = _score_due(session, view, row, team, wrong)
        if found is not None and due is not None:
            owed, cause = owed + due - (row.score(team) or 0), found
        if row.index in summed:
            if row.total(team) in {right + owed for right in summed[row.index]}:
                into.add(_naming(view, row, wrong)(f"total {team}"), cause)
            owed, cause = 0, None


def _score_due(
    session: Session, view: SheetView, row: Row, team: Team, wrong: WrongEntries
) -> tuple[Finding | None, int | None]:
    """What is wrong with a row's score, and what it should be."""
    named = _naming(view, row, wrong)
    found = named(f"score {team}") or named(f"penalty {team}")
    if found is None:
        return None, None
    log = session.ruled_row(view, row)
    award = log.verdict.award if log is not None else None
    return found, found.due if award is None else award[team]


def _match_points(session: Session, view: SheetView, wrong: WrongEntries, into: Collected) -> None:
    """Match points that are right by the scores, though not by the totals above them."""
    found = [wrong.at(view.number, Place.of(f"match points {team}")) for team in TEAMS]
    if not any(found):
        return
    by_sheet = decided(session.book, view)
    if by_sheet is not None and by_sheet[0] == view.finals():
        for totals, cause in _put_right(session, view, wrong):
            due = match_points(session.book, totals, by_sheet[1])
            if due is not None and all(view.match.get(team) in (None, due[team]) for team in TEAMS):
                for each in found:
                    into.add(each, cause)
    if a_result(session, view.match):
        into.add(found[1], found[0])


def _put_right(
    session: Session, view: SheetView, wrong: WrongEntries
) -> list[tuple[Points, Finding]]:
    """The last totals as they are by the scores that are written, and by those that are due; each with the
    wrong entry by which the sheet has others."""
    if view.carried is None:
        return []
    by_written: Points = {}
    by_due: Points = {}
    totals: list[Finding | None] = []
    scores: list[Finding | None] = []
    for team in TEAMS:
        by_written[team] = by_due[team] = view.carried
        for row in view.rows:
            written = (row.score(team) or 0) + (row.penalty(team) or 0)
            found, due = _score_due(session, view, row, team, wrong)
            by_written[team] += written
            by_due[team] += written if due is None else due
            totals.append(_naming(view, row, wrong)(f"total {team}"))
            scores.append(found)
    known = ((by_written, totals), (by_due, [*scores, *totals]))
    return [
        (finals, cause)
        for finals, causes in known
        for cause in [each for each in causes if each is not None][:1]
    ]
