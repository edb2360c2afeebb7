"""A score that is not what the table gives for contract, result and doubling.

What: the score of a side under a deal or in a row of a sheet is neither the award of the table for the
play nor the award after the rulings. Where a penalty is all that it lacks, it is `penalty-entry`.
Without a log of the deal the row is judged by itself: its contract, doubling and points.

Why: this is where a session is won and lost, and where tired scorers slip most.

Article: 1.7.1 with 5.2 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairdeal.records.place import Place
from fairdeal.records.seats import Team, team_of
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.rules.sheets import entry
from fairdeal.rulings.fifty_six.scoring import table_award
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft, row_words
from fairdeal.rulings.frame.finding import At

Figures = dict[Team, int | None]


def check(ruled: Ruled) -> Iterator[Draft]:
    seen, replay = ruled.replay.seen, ruled.replay
    for team, due in wrong_scores(ruled, seen.score, seen.penalty):
        result = replay.deal.result
        written = result.score.get(team) if result else None
        why = " ".join(ruled.verdict.arithmetic)
        yield Draft(
            Place.of(f"score {team}"),
            f"{seen.score[team]} is written as team {team}'s score; it should be {due}. {why}",
            team=team,
            at=At(),
            span=written.span if written else None,
        )


def wrong_scores(ruled: Ruled, score: Figures, penalty: Figures) -> list[tuple[Team, int]]:
    """The sides whose score a log does not bear out, with what it should be."""
    award = ruled.verdict.award
    if award is None:
        return []
    plain = ruled.plain_award() if ruled.verdict.outcome != "redeal" else None
    wrong: dict[Team, int] = {}
    lacking = False
    for team in ("A", "B"):
        written = score.get(team)
        if written is None or award[team] in (written, written + (penalty.get(team) or 0)):
            continue
        if plain is not None and written == plain[team] < award[team]:
            lacking = True  # only a penalty is
            continue
        wrong[team] = award[team]
    if lacking and plain is not None:
        # What the other side has beside it is the play's, as long as the penalty was left out.
        wrong = {team: due for team, due in wrong.items() if score.get(team) != plain[team]}
    return list(wrong.items())


def row_awards(session: Session, row: Row) -> list[dict[Team, int]] | None:
    """The awards that a row's own contract, doubling and points allow; None where it cannot say."""
    contract = row.contract()
    if contract is None:
        return None
    declaring = team_of(contract.by)
    total = session.table.total_points
    results: set[bool] = set()
    for team in ("A", "B"):
        points = row.points(team)
        # More than there are, or less than none, tells nothing of who won.
        if points is not None and 0 <= points <= total:
            ours = points if team == declaring else total - points
            results.add(ours >= contract.value)
    awards = []
    doublings = (1, 2, 4) if row.doubled is None else (row.doubled,)
    for doubled in doublings:
        for made in results or {True, False}:
            found = table_award(session.book, replace(contract, doubled=doubled), made)
            if found is None:
                return None
            awards.append(found[0])
    return awards


def check_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    for row in view.judged():
        log = session.ruled_row(view, row)
        score: Figures = {team: row.score(team) for team in ("A", "B")}
        penalty: Figures = {team: row.penalty(team) for team in ("A", "B")}
        if log is not None and log.verdict.award is not None:
            wrong = wrong_scores(log, score, penalty)
            why = " ".join(log.verdict.arithmetic)
        else:
            wrong, why = _by_row(session, row, score, penalty)
        for team, due in wrong:
            found = entry(
                session,
                view,
                row,
                f"score {team}",
                f"{row_words(row.index, row.deal)}: {score[team]} is entered as team "
                f"{team}'s score; it should be {due}. {why}".strip(),
                team=team,
            )
            yield replace(found, due=due)


def _by_row(
    session: Session, row: Row, score: Figures, penalty: Figures
) -> tuple[list[tuple[Team, int]], str]:
    """Judge a row by its own entries, where there is no log of its deal."""
    awards = row_awards(session, row)
    if awards is None:
        return [], ""
    misses = []
    for award in awards:
        wrong = [
            (team, award[team])
            for team in ("A", "B")
            if (written := score[team]) is not None
            and award[team] not in (written, written + (penalty[team] or 0))
            and award[team] + (penalty[team] or 0) != written
        ]
        misses.append(wrong)
    best = min(misses, key=len)
    contract = row.contract()
    points = ", ".join(f"{t} {row.points(t)}" for t in ("A", "B") if row.points(t) is not None)
    what = f"contract {contract.value}" if contract else "the contract"
    return best, f"That is the table's award for {what}" + (
        f" and points {points}." if points else "."
    )


RULE = Rule(
    "award-entry",
    "entry",
    ruled=check,
    sheet=check_sheet,
    ruled_needs=Has.WRITTEN_SCORE | Has.AWARD,
    sheet_needs=(("score A", "score B"), ("contract",), ("bidder",)),
)
