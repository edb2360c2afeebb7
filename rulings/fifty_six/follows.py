"""All wrong entries of a record of 56 that follow from others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from fairdeal.records import Contract, Place, Seat, Team, figure, other_team, team_of, times
from fairdeal.rulings.fifty_six.deal import Ruled, written_worth
from fairdeal.rulings.fifty_six.scoring import Points, match_points, table_figures
from fairdeal.rulings.fifty_six.session import Copies, Session, decided
from fairdeal.rulings.fifty_six.sheets.view import TEAMS, Row, SheetView, finals_of, sums
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.frame.follows import (
    Apart,
    Collected,
    Links,
    Step,
    WrongEntries,
    carry,
    first,
    same_slip,
)
from fairdeal.rulings.replay.sheets import plain_contract

CONTRACT: Final = ("contract", "bidder", "x")
"""What an entered contract consists of, each written in a cell of its own."""

Figures = Mapping[Team, int | None]
Naming = Callable[[str], Finding | None]
"""The finding at an entry of a deal, by the entry's name."""


@dataclass(frozen=True, slots=True)
class Said:
    """What contract and what points somebody entered, or the log shows."""

    contract: Contract | None
    points: Figures


def awarded(session: Session, said: Said) -> Points | None:
    """What the table gives; None where it does not say, or nobody knows who won."""
    contract, total = said.contract, session.table.total_points
    if contract is None:
        return None
    declaring = team_of(contract.by)
    own, other = said.points.get(declaring), said.points.get(other_team(declaring))
    if own is None and other is not None:
        own = total - other
    return None if own is None else table_figures(session.book, contract, own >= contract.value)


def ways(one: Said, two: Said, named: Naming) -> Iterator[tuple[Finding, Said]]:
    """What `one` says, with one thing after the other as `two` says it, and both at last; each with its
    finding."""
    points = first(named(f"points {team}") for team in TEAMS)
    found: list[tuple[Finding | None, Said]] = [(points, Said(one.contract, two.points))]
    here, there = one.contract, two.contract
    if here is not None and there is not None:
        alone = (
            replace(here, value=there.value, trump=there.trump),
            replace(here, by=there.by),
            replace(here, doubled=there.doubled),
        )
        found = [
            (named(c), Said(each, one.points)) for c, each in zip(CONTRACT, alone, strict=True)
        ]
        contract = first(map(named, CONTRACT))
        found.append((contract, Said(there, one.points)))
        found.insert(3, (points, Said(here, two.points)))
        found.append((contract or points, two))
    yield from ((finding, said) for finding, said in found if finding is not None)


def one_sided(figures: Figures) -> bool:
    """Whether one side at most has anything, as it is with the score of a deal."""
    return not all(figures.get(team) for team in TEAMS)


def a_result(session: Session, pair: Figures) -> bool:
    """Whether a match may end with these match points: then they are one statement, of who won."""
    results: tuple[Points, ...] = ({"A": 1, "B": 0}, {"A": 0, "B": 1}, {"A": 0, "B": 0})
    ahead: tuple[Team | None, ...] = (None, "A", "B")
    return any(
        match_points(session.book, totals, winner) == pair for totals in results for winner in ahead
    )


COLUMNS = (*CONTRACT, *(f"{word} {team}" for word in ("points", "score", "penalty", "total")
                        for team in TEAMS))  # fmt: skip


def in_copies(session: Session, copies: Copies, wrong: WrongEntries, into: Collected) -> None:
    for one, two in copies.pairs:
        rows = copies.first.rows[one], copies.second.rows[two]
        _wrong_in_one(copies, *rows, wrong, into)
        _within_row(session, copies, *rows, wrong, into)
    _left_out(copies, wrong, into)
    last = [carry(_steps(copies, team, wrong), into) for team in TEAMS]
    _match_points_of_copies(session, copies, first(last), wrong, into)


def _wrong_in_one(copies: Copies, one: Row, two: Row, wrong: WrongEntries, into: Collected) -> None:
    """Copies that differ where one of them is wrong in itself; and a wrong figure that was copied."""
    views = (copies.first, copies.second)
    differs = _differing(copies, one, wrong)
    for column in COLUMNS:
        here = wrong.at(views[0].number, views[0].place(one, column))
        there = wrong.at(views[1].number, views[1].place(two, column))
        same_slip(differs(column), here or there, into)
        if one.numbers.get(column) is not None and one.numbers[column] == two.numbers[column]:
            into.add(there, here)
    at_fault = [
        first(wrong.at(view.number, view.place(row, f"points {team}")) for team in TEAMS)
        for view, row in zip(views, (one, two), strict=True)
    ]
    if None in at_fault:
        for team in TEAMS:
            # Of two points that do not add up the sheet alone does not show which is wrong.
            into.add(differs(f"points {team}"), first(at_fault))


def _differing(copies: Copies, one: Row, wrong: WrongEntries) -> Naming:
    view = copies.first
    return lambda column: wrong.differs(view.number, view.place(one, column))


def _within_row(
    session: Session, copies: Copies, one: Row, two: Row, wrong: WrongEntries, into: Collected
) -> None:
    """Points of the other side, the score, and the score of the other side."""
    differs = _differing(copies, one, wrong)
    points = [_apart(one.points(team), two.points(team)) for team in TEAMS]
    if points[0] is not None and points[1] is not None and points[0] == -points[1]:
        into.add(differs("points B"), differs("points A"))
    here, there = (
        Said(row.contract(), {team: row.points(team) for team in TEAMS}) for row in (one, two)
    )
    award = awarded(session, here)
    for cause, said in ways(here, there, differs):
        other = awarded(session, said)
        if award is None or other is None:
            continue
        for team in TEAMS:
            if award[team] - other[team] == _apart(one.score(team), two.score(team)):
                into.add(differs(f"score {team}"), cause)
    if all(one_sided({team: row.score(team) for team in TEAMS}) for row in (one, two)):
        into.add(differs("score B"), differs("score A"))


def _apart(one: int | None, two: int | None) -> int | None:
    return one - two if one is not None and two is not None else None


def _left_out(copies: Copies, wrong: WrongEntries, into: Collected) -> None:
    """The gap that a row which one copy leaves out makes in the numbers of its deals."""
    sides = ((copies.first, copies.lone_first, 0), (copies.second, copies.lone_second, 1))
    for view, lone, side in sides:
        other = copies.second if side == 0 else copies.first
        for before, after in pairwise(copies.pairs):
            rows = [row for row in lone if before[side] < row < after[side]]
            below, above = other.rows[after[1 - side]], other.rows[before[1 - side]]
            gap = _apart(figure(below.deal or ""), figure(above.deal or ""))
            for row in rows:
                found = wrong.differs(view.number, view.place(view.rows[row], "deal"))
                same_slip(found, wrong.at(view.number, view.place(view.rows[row], "deal")), into)
                if gap == len(rows) + 1:
                    into.add(wrong.at(other.number, other.place(below, "deal")), found)


# Running totals ------------------------------------------------------------------------------------


def _steps(copies: Copies, team: Team, wrong: WrongEntries) -> Iterator[Step]:
    """The deals of both copies in order, rows that one of them leaves out too."""
    first_, second = copies.first, copies.second
    before = (-1, -1)
    for pair in copies.pairs:
        for lone in (row for row in copies.lone_first if before[0] < row < pair[0]):
            yield _of_lone(first_, first_.rows[lone], team, 1, wrong)
        for lone in (row for row in copies.lone_second if before[1] < row < pair[1]):
            yield _of_lone(second, second.rows[lone], team, -1, wrong)
        yield _of_pair(copies, first_.rows[pair[0]], second.rows[pair[1]], team, wrong)
        before = pair


def _of_lone(view: SheetView, row: Row, team: Team, sign: int, wrong: WrongEntries) -> Step:
    score, cause = row.score(team), wrong.differs(view.number, view.place(row, "deal"))
    if score is None or cause is None:
        return Step(None)
    return Step({sign * score: cause, sign * (score + (row.penalty(team) or 0)): cause})


def _of_pair(copies: Copies, one: Row, two: Row, team: Team, wrong: WrongEntries) -> Step:
    differs = _differing(copies, one, wrong)
    by: Apart | None = None
    if not {f"score {team}", f"penalty {team}"} & (one.unread | two.unread):
        apart = (one.score(team) or 0) - (two.score(team) or 0)
        by = {apart: differs(f"score {team}")}
        penalty = (one.penalty(team) or 0) - (two.penalty(team) or 0)
        by.setdefault(apart + penalty, differs(f"penalty {team}"))
    return Step(by, _apart(one.total(team), two.total(team)), differs(f"total {team}"))


def _match_points_of_copies(
    session: Session,
    copies: Copies,
    cause: Finding | None,
    wrong: WrongEntries,
    into: Collected,
) -> None:
    views = (copies.first, copies.second)
    places = [Place.of(f"match points {team}") for team in TEAMS]
    found = [wrong.differs(views[0].number, place) for place in places]
    for each, place in zip(found, places, strict=True):
        into.add(each, first(wrong.at(view.number, place) for view in views))
        # Those that do not follow from the totals of their own copy are wrong in themselves.
        into.add(each, cause)
    if all(a_result(session, view.match) for view in views):
        into.add(found[1], found[0])


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
    if by_sheet is not None and by_sheet[0] == finals_of(view.rows):
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


def links_of(session: Session, findings: Sequence[Finding]) -> Links:
    """The wrong entries that follow from others, each with the nearest that it follows from."""
    into, wrong = Collected(), WrongEntries(findings)
    for ruled in session.ruled:
        under_deal(session, ruled, wrong, into)
    for view in session.sheets:
        on_sheet(session, view, wrong, into)
    for copies in session.copies:
        in_copies(session, copies, wrong, into)
    return into.links
