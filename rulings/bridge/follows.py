"""Which wrong entries of bridge follow from others: on sheets, on the other side's copy, in logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairdeal.records import WE_THEY, Contract, Place, Team, other_team, times
from fairdeal.rulings.bridge.book import TEAMS
from fairdeal.rulings.bridge.replay.deal import written_worth
from fairdeal.rulings.bridge.rules.award import wrong as wrong_scores_of
from fairdeal.rulings.bridge.rules.copies import COMPARED, both_copies, same_deals
from fairdeal.rulings.bridge.rules.entries import entered, sums
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, Figures, wrong_scores
from fairdeal.rulings.bridge.scoring.hand import hand_lines, sums as by_side
from fairdeal.rulings.bridge.scoring.sheets import (
    BridgeSession,
    RowSeen,
    SheetSeen,
    due_of,
    line_of,
    ruled_rows,
)
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
    for column in WE_THEY:
        due = sum(e.points for each in lines for e in each or () if e.team == view.team(column))
        entries = (row for row in view.rows if line_of(row) != "total")
        cause = first(finding_at(view, row, column, wrong) for row in entries)
        for row in view.rows:
            if line_of(row) == "total" and row.number(column) == due:
                into.add(finding_at(view, row, column, wrong), cause)


Pair = tuple[RowSeen, RowSeen]


def in_copies(
    session: BridgeSession,
    one: SheetSeen,
    two: SheetSeen,
    wrong: WrongEntries,
    into: Collected,
) -> None:
    if one.we_they and two.we_they:
        _totals_of_entries(one, two, wrong, into)
        return
    pairs = list(same_deals(one, two))
    for here, there in pairs:
        for column in COMPARED:
            found = (finding_at(one, here, column, wrong), finding_at(two, there, column, wrong))
            same_slip(_differs(one, here, column, wrong), first(found), into)
    _scores(session, one, two, pairs, wrong, into)
    for team in TEAMS:
        carry((_step(one, *pair, team, wrong) for pair in pairs), into)


def _differs(view: SheetSeen, row: RowSeen, column: str, wrong: WrongEntries) -> Finding | None:
    return wrong.differs(view.number, view.place(row, column))


def _scores(
    session: BridgeSession,
    one: SheetSeen,
    two: SheetSeen,
    pairs: Sequence[Pair],
    wrong: WrongEntries,
    into: Collected,
) -> None:
    """Tricks of the other side, the score, and the score of the other side."""
    awards = ruled_rows(session, one), ruled_rows(session, two)
    for here, there in pairs:
        tricks = [_apart(here, there, f"points {team}") for team in TEAMS]
        if None not in tricks and tricks[0] == -(tricks[1] or 0):
            into.add(
                _differs(one, here, "points EW", wrong), _differs(one, here, "points NS", wrong)
            )
        cause = first(_differs(one, here, column, wrong) for column in SAID)
        given = [
            rows[row.index].verdict.award if row.index in rows else None
            for rows, row in zip(awards, (here, there), strict=True)
        ]
        for team in TEAMS:
            apart = _apart(here, there, f"score {team}")
            if given[0] is None or given[1] is None:
                continue
            if apart == given[0][team] - given[1][team]:
                into.add(_differs(one, here, f"score {team}", wrong), cause)
        if one_statement(score_of(here)) and one_statement(score_of(there)):
            into.add(_differs(one, here, "score EW", wrong), _differs(one, here, "score NS", wrong))


def _apart(here: RowSeen, there: RowSeen, column: str) -> int | None:
    mine, other = here.number(column), there.number(column)
    return mine - other if mine is not None and other is not None else None


def _step(one: SheetSeen, here: RowSeen, there: RowSeen, team: Team, wrong: WrongEntries) -> Step:
    by: Apart | None = None
    score, penalty, total = (f"{word} {team}" for word in ("score", "penalty", "total"))
    if not {score, penalty} & (here.unread | there.unread):
        apart = (here.number(score) or 0) - (there.number(score) or 0)
        more = (here.number(penalty) or 0) - (there.number(penalty) or 0)
        by = {apart: _differs(one, here, score, wrong)}
        for sign in (1, -1):
            by.setdefault(apart + sign * more, _differs(one, here, penalty, wrong))
    return Step(by, _apart(here, there, total), _differs(one, here, total, wrong))


# Entries under WE and THEY --------------------------------------------------------------------------


def _totals_of_entries(
    one: SheetSeen, two: SheetSeen, wrong: WrongEntries, into: Collected
) -> None:
    """Totals that differ as the entries above them do."""
    for view, other in ((one, two), (two, one)):
        for row, column in _cells(view):
            mark = _differs(view, row, column, wrong)
            if mark is None:
                continue
            there = (wrong.at(proof.place.sheet or 1, proof.place) for proof in mark.related)
            same_slip(mark, first((finding_at(view, row, column, wrong), *there)), into)
            if line_of(row) != "total":
                continue
            team = view.team(column)
            theirs = [cell for cell in _cells(other) if other.team(cell[1]) == team]
            last = [cell for cell in theirs if line_of(cell[0]) == "total"]
            apart = (
                (row.number(column) or 0) - (last[-1][0].number(last[-1][1]) or 0) if last else 0
            )
            mine = [cell for cell in _cells(view) if view.team(cell[1]) == team]
            if apart and apart == _sum(mine, row) - _sum(theirs, last[-1][0]):
                cells = [(view, *cell) for cell in mine] + [(other, *cell) for cell in theirs]
                entries = (cell for cell in cells if line_of(cell[1]) != "total")
                into.add(mark, first(_differs(*cell, wrong) for cell in entries))


def _cells(view: SheetSeen) -> Iterator[tuple[RowSeen, str]]:
    for row in view.rows:
        for column in ("we", "they"):
            if row.number(column) is not None:
                yield row, column


def _sum(cells: Sequence[tuple[RowSeen, str]], total: RowSeen) -> int:
    entries = [cell for cell in cells if line_of(cell[0]) in ("above", "below")]
    return sum(row.number(column) or 0 for row, column in entries if row.index < total.index)


def in_logs(session: BridgeSession, wrong: WrongEntries, into: Collected) -> None:
    for each in session.ruled:
        game = each.verdict.game
        contract = wrong.in_log(game, "contract")
        points = [wrong.in_log(game, f"points {team}") for team in TEAMS]
        if contract is not None and _of_the_other_side(each):
            for tricks in points:
                into.add(tricks, contract)
        scores = [wrong.in_log(game, f"score {team}") for team in TEAMS]
        if any(scores) and _as_written(each):
            for score in scores:
                into.add(score, contract or first(points))
        into.add(points[1], points[0])
        into.add(scores[1], scores[0])


def _of_the_other_side(ruled: BridgeRuled) -> bool:
    """Whether the tricks are those of the play, for a declarer of the other side."""
    written, won = ruled.replay.seen.points, ruled.verdict.points
    return won is not None and all(
        written.get(team) in (None, won[other_team(team)]) for team in TEAMS
    )


def _as_written(ruled: BridgeRuled) -> bool:
    """Whether the score is that of contract and tricks as they are written."""
    replay = ruled.replay
    made, head, vulnerable = replay.contract, replay.seen.head, replay.state.vulnerable
    worth = written_worth(head.contract, replay.table)
    if made is None or worth is None or vulnerable is None or replay.table.book.four_hand:
        return False
    contract = Contract(*worth, head.by or made.by, times(head.doubling))
    team = replay.table.team[contract.by]
    tricks = replay.seen.points.get(team)
    if tricks is None:
        return False
    lines = hand_lines(replay.table.book, contract, tricks, team in vulnerable)
    return not wrong_scores([by_side(lines)], replay.seen.score, replay.seen.penalty, True)


def links_of(session: BridgeSession, findings: Sequence[Finding]) -> Links:
    """The wrong entries that follow from others, each with the nearest that it follows from."""
    into, wrong = Collected(), WrongEntries(findings)
    in_logs(session, wrong, into)
    for view in session.sheets:
        on_sheet(session, view, wrong, into)
    for one, other in both_copies(session):
        in_copies(session, one, other, wrong, into)
    return into.links
