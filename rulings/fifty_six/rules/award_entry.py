"""A score that is not what the table gives for contract, result and doubling.

What: the score of a side under a deal or in a row of a sheet is neither the award of the table for the
play nor the award after the rulings. Where a penalty is all that it lacks, it is `penalty-entry`.
Where the log does not show the award, the points on the sheet are scored with the contract of the
auction, and without an auction with that of the sheet. Without a log the row is judged alone; what a
penalty would explain is not a finding where the remark mentions it, and depends on that where nothing does.
A score that is right for a doubled contract, or a bidder of the other side, depends on these cells as well;
beside one that is right for a contract doubled otherwise, or of another figure, the x or the contract is
named.

Why: this is where a session is won and lost, and where tired scorers slip most.

Article: 1.7.1 with 5.2 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairdeal.records.cards import Team, team_of
from fairdeal.records.place import Place
from fairdeal.rulings.doubt.slips_in_calls import near_figures
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.rules.sheets import entry
from fairdeal.rulings.fifty_six.rules.total_entry import sums
from fairdeal.rulings.fifty_six.scoring import Points, award_row, disputed, table_award
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView
from fairdeal.rulings.fifty_six.sheets.within_score import (
    DOUBLE_LEFT_OUT,
    DOUBLED_OTHERWISE,
    OTHER_BIDDER,
    PENALTY,
    Explanation,
    other_figure,
    penalties_within,
    slip_share,
    stands,
)
from fairdeal.rulings.frame.finding import At, Certainty, Contract, Related
from fairdeal.rulings.frame.rule import Draft, row_words
from fairdeal.rulings.replay.signs import Has

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


def row_contracts(session: Session, row: Row, log: Ruled | None = None) -> list[Contract]:
    """The contracts that a row may have been played at: that of the auction where a log tells it beyond
    dispute, else its own, however it was doubled where that is not known."""
    if log is not None and log.replay.source != "record" and not disputed(log.replay):
        by_log = log.replay.contract
        if by_log is not None:
            return [by_log]
    contract = row.contract()
    if contract is None:
        return []
    doublings = (1, 2, 4) if row.doubled is None else (row.doubled,)
    return [replace(contract, doubled=doubled) for doubled in doublings]


def row_awards(session: Session, row: Row, contracts: list[Contract]) -> list[Points]:
    """The awards that a row's points allow at these contracts; none where it cannot say."""
    total = session.table.total_points
    awards = []
    for contract in contracts:
        declaring = team_of(contract.by)
        results: set[bool] = set()
        for team in ("A", "B"):
            points = row.points(team)
            # More than there are, or less than none, tells nothing of who won.
            if points is not None and 0 <= points <= total:
                ours = points if team == declaring else total - points
                results.add(ours >= contract.value)
        for made in results or {True, False}:
            found = table_award(session.book, contract, made)
            if found is None:
                return []
            awards.append(found[0])
    return awards


def check_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    for row in view.judged():
        log = session.ruled_row(view, row)
        if log is None or log.verdict.award is None:
            yield from _by_row(session, view, row, log)
            continue
        score: Figures = {team: row.score(team) for team in ("A", "B")}
        penalty: Figures = {team: row.penalty(team) for team in ("A", "B")}
        why = " ".join(log.verdict.arithmetic)
        for team, due in wrong_scores(log, score, penalty):
            yield _wrong(session, view, row, team, due, why)


def _wrong(session: Session, view: SheetView, row: Row, team: Team, due: int, why: str) -> Draft:
    message = (
        f"{row_words(row.index, row.deal)}: {row.score(team)} is entered as team {team}'s score; "
        f"it should be {due}. {why}"
    )
    found = entry(session, view, row, f"score {team}", message.strip(), team=team)
    return replace(found, due=due)


def _by_row(session: Session, view: SheetView, row: Row, log: Ruled | None) -> Iterator[Draft]:
    """Judge a row by its own points, where there is no log of its deal or it does not tell the award."""
    if log is not None and log.plain_award() is not None and not disputed(log.replay):
        return  # the play tells the award of the table, and the committee decides beyond it
    contracts = row_contracts(session, row, log)
    awards = row_awards(session, row, contracts)
    if not awards:
        return
    wrong = min((_misses(row, award) for award in awards), key=len)
    held = None
    if wrong and log is None:
        held = penalties_within(session.book, view, row, contracts, awards)
    if held == "told":
        return
    explained = []
    if wrong and log is None:
        explained = _explained(session, view, row, contracts, held is not None)
    if any(_left_out_of_total(view, row, team, due) for team, due in wrong):
        explained = []
    points = ", ".join(f"{t} {row.points(t)}" for t in ("A", "B") if row.points(t) is not None)
    why = f"That is the table's award for contract {contracts[0].value}"
    why += f" and points {points}." if points else "."
    sure = stands(explained)
    why = why if sure else " ".join((why, *(each.words for each in explained)))
    for team, due in wrong:
        draft = _wrong(session, view, row, team, due, why)
        if sure:
            beside = [
                Related(view.address(row.index, e.column), e.words[0].lower() + e.words[1:-1])
                for e in explained
            ]
            yield replace(draft, related=(*draft.related, *beside))
        else:
            yield _perhaps(view, row, draft, explained)


def _explained(
    session: Session, view: SheetView, row: Row, contracts: list[Contract], penalties: bool
) -> list[Explanation]:
    """What would make the score of a row right, the likeliest first."""

    def right(others: list[Contract]) -> bool:
        return any(not _misses(row, award) for award in row_awards(session, row, others))

    found = []
    alone = not _borne_out_by_a_copy(session, view, row)
    doubled = [replace(each, doubled=n) for each in contracts for n in (2, 4)]
    if alone and view.has("x") and row.doubled == 1 and right(doubled):
        found.append(DOUBLE_LEFT_OUT)
    if penalties:
        found.append(PENALTY)
    if alone and right([replace(each, by=session.table.after[each.by]) for each in contracts]):
        found.append(OTHER_BIDDER)
    if found or not alone:
        return found
    if row.doubled in (2, 4):
        others = {n: [replace(each, doubled=n) for each in contracts] for n in DOUBLED_OTHERWISE}
        found += [DOUBLED_OTHERWISE[n] for n in others if n != row.doubled and right(others[n])][:1]
    figures = near_figures(contracts[0].value)
    meant = [n for n in figures if right([replace(each, value=n) for each in contracts])]
    rows = dict.fromkeys(filter(None, (award_row(session.book, n) for n in sorted(meant))))
    return found + [other_figure(each.low, each.high) for each in rows][:1]


def _borne_out_by_a_copy(session: Session, view: SheetView, row: Row) -> bool:
    """Whether another sheet has the row's contract with the score that this gives: then it is no other."""
    contract = row.contract()
    for other in session.sheets:
        same = other.of_deal(row.deal) if other is not view and row.deal is not None else []
        for each in (other.rows[index] for index in same):
            awards = row_awards(session, each, row_contracts(session, each))
            written = any(each.score(team) is not None for team in ("A", "B"))
            if (
                written
                and each.contract() == contract
                and any(not _misses(each, a) for a in awards)
            ):
                return True
    return False


def _misses(row: Row, award: Points) -> list[tuple[Team, int]]:
    """The sides whose score is not an award, with it; a penalty may be within the score or beside it."""
    found = []
    for team in ("A", "B"):
        written, penalty = row.score(team), row.penalty(team) or 0
        if written is not None and award[team] not in (
            written,
            written + penalty,
            written - penalty,
        ):
            found.append((team, award[team]))
    return found


def _left_out_of_total(view: SheetView, row: Row, team: Team, due: int) -> bool:
    """Whether the total of a row adds up with the score due and not with the score written."""
    for other, above, right, _ in sums(view, team):
        if other.index == row.index:
            total = row.total(team)
            return total == above + due and total not in right
    return False


def _perhaps(view: SheetView, row: Row, draft: Draft, explained: list[Explanation]) -> Draft:
    """A score that is a slip unless something else explains it: that depends on what else was written."""
    columns = [each.column for each in explained if view.has(each.column)]
    if columns != [PENALTY.column]:
        columns.append(draft.place.parts[-1])
    return replace(
        draft,
        certainty=Certainty.DEPENDS,
        probability=slip_share(explained),
        depends_on=tuple(view.address(row.index, column) for column in columns),
    )


RULE = Rule(
    "award-entry",
    "entry",
    ruled=check,
    sheet=check_sheet,
    ruled_needs=Has.WRITTEN_SCORE | Has.AWARD,
    sheet_needs=(("score A", "score B"), ("contract",), ("bidder",)),
)
