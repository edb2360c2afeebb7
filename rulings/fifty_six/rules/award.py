"""The rule about scores entered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from fairdeal.records import Contract, Place, Team, other_team, team_of
from fairdeal.rulings.doubt.slip_rates import SUM_SLIP
from fairdeal.rulings.doubt.slips_in_calls import near_figures
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.deal import Ruled
from fairdeal.rulings.fifty_six.scoring import (
    Figures,
    Points,
    award_row,
    plain_award,
    table_award,
    table_figures,
)
from fairdeal.rulings.fifty_six.session import Session, entry
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView, sums
from fairdeal.rulings.frame.finding import At, Certainty, Related
from fairdeal.rulings.frame.rule import Draft, row_words

# --- award-entry -------------------------------------------------------------------------------------


def award_entry(ruled: Ruled) -> Iterator[Draft]:
    """A score that is not what the table gives for contract, result and doubling.

    What: the score of a side under a deal or in a row of a sheet is neither the award of the table for the
    play nor the award after the rulings. Where a penalty is all that it lacks, it is `penalty-entry`. Where
    the log does not show the award, the points on the sheet are scored with the contract of the auction, and
    without an auction with that of the sheet. Without a log the row is judged alone; what a penalty would
    explain is not a finding where the remark mentions it, and depends on that where nothing does. A score
    that is right for a doubled contract, or a bidder of the other side, depends on these cells as well;
    beside one that is right for a contract doubled otherwise, or of another figure, the x or the contract is
    named. A score that is right with the penalty for an offence which cannot be ruled out depends on that.

    Why: this is where a session is won and lost, and where tired scorers slip most.

    Article: 1.7.1 with 5.2 of the international rules (seed document 000).
    """
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
    """The sides whose score a log does not confirm, with what it should be."""
    award = ruled.verdict.award
    if award is None:
        return []
    plain = plain_award(ruled) if ruled.verdict.outcome != "redeal" else None
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


def row_contracts(row: Row, log: Ruled | None = None) -> list[Contract]:
    """The contracts that a row may have been played at: that of the auction where a log shows it beyond
    dispute, else its own, however it was doubled where that is not known."""
    if log is not None and log.replay.source != "record" and not log.replay.disputed:
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
        written = [(team, row.points(team)) for team in ("A", "B")]
        # More than there are, or less than none, tells nothing of who won.
        ours = [
            points if team == declaring else total - points
            for team, points in written
            if points is not None and 0 <= points <= total
        ]
        for made in {points >= contract.value for points in ours} or {True, False}:
            found = table_figures(session.book, contract, made)
            if found is None:
                return []
            awards.append(found)
    return awards


def award_entry_on_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
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
    return replace(entry(session, view, row, f"score {team}", message.strip(), team=team), due=due)


def _by_row(session: Session, view: SheetView, row: Row, log: Ruled | None) -> Iterator[Draft]:
    """Judge a row by its own points, where there is no log of its deal or it does not show the award."""
    if log is not None and plain_award(log) is not None and not log.replay.disputed:
        return  # the play shows the award of the table, and the committee decides beyond it
    contracts = row_contracts(row, log)
    awards = row_awards(session, row, contracts)
    if not awards:
        return
    wrong = min((_misses(row, award) for award in awards), key=len)
    alone = log is None and bool(wrong)
    held = penalties_within(session.book, view, row, contracts, awards) if alone else None
    if held == "told":
        return
    added_up = any(_left_out_of_total(view, row, team, due) for team, due in wrong)
    searched = alone and not added_up
    explained = _explained(session, view, row, contracts, held is not None) if searched else []
    why = _reckoned(session, row, contracts, awards)
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


def _reckoned(session: Session, row: Row, contracts: list[Contract], awards: list[Points]) -> str:
    """What makes the award: the row of the table and the double, where the points decide; else what it was
    worked out from."""
    points = ", ".join(f"{t} {row.points(t)}" for t in ("A", "B") if row.points(t) is not None)
    if points and len(contracts) == len(awards) == 1:
        for made in (True, False):
            found = table_award(session.book, contracts[0], made)
            if found is not None and found[0] == awards[0]:
                return " ".join((f"The points are {points}.", *found[1]))
    why = f"That is the table's award for contract {contracts[0].value}"
    return why + (f" and points {points}." if points else ".")


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
            awards = row_awards(session, each, row_contracts(each))
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
    return [
        (team, award[team])
        for team in ("A", "B")
        if (written := row.score(team)) is not None
        and abs(award[team] - written) not in (0, abs(row.penalty(team) or 0))
    ]


def _left_out_of_total(view: SheetView, row: Row, team: Team, due: int) -> bool:
    """Whether the total of a row adds up with the score due and not with the score written."""
    total = row.total(team)
    here = (
        (above, right) for other, above, right, _ in sums(view, team) if other.index == row.index
    )
    return any(total == above + due and total not in right for above, right in here)


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


# --- what else may make the score of a row right ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class Explanation:
    """What would make a score right: the column to look at, how often that is so, and in words."""

    column: str
    rate: float
    words: str


DOUBLE_LEFT_OUT: Final = Explanation(
    "x", 0.03, "If the contract was doubled, the score is right: the x may have been left out."
)
"""The sign is written last, and only where somebody doubled: it is left out more often than a penalty is
due."""

DOUBLED_OTHERWISE: Final = {
    times: Explanation("x", SUM_SLIP / 2, f"If the contract was {how}, the score is right.")
    for times, how in ((1, "not doubled"), (2, "doubled once"), (4, "redoubled"))
}
"""By how it was doubled. A wrong sign is written more seldom than a double is forgotten in the score."""

PENALTY: Final = Explanation(
    "remarks", 0.02, "It may include penalty points, which nothing in the record shows."
)
"""One deal in fifty brings points of penalty. Acts out of turn cost nothing the first time, and a revoke is
seldom."""

OTHER_BIDDER: Final = Explanation(
    "bidder", SUM_SLIP, "If the bidder was of the other team, the score is right."
)
"""A seat is written wrong as often as a figure."""


def other_figure(low: int, high: int) -> Explanation:
    """Another figure of the contract, in a row of the award table: that cell may be the wrong one."""
    span = f"{low} to {high}" if low != high else str(low)
    words = f"If a contract of {span} was meant, the score is right."
    return Explanation("contract", SUM_SLIP / 4, words)


def stands(explained: Sequence[Explanation]) -> bool:
    """Whether a score is wrong all the same: what would explain it is less likely."""
    return sum(each.rate for each in explained) < SUM_SLIP


def slip_share(explained: Sequence[Explanation]) -> float:
    """How likely a score is a slip although these would explain it."""
    return SUM_SLIP / (SUM_SLIP + sum(each.rate for each in explained))


Held = tuple[tuple[Team, int], ...]
"""Points of penalty by the side that they go to."""


def penalties_within(
    book: FiftySixBook,
    view: SheetView,
    row: Row,
    contracts: Sequence[Contract],
    awards: Sequence[Points],
) -> Literal["told", "maybe"] | None:
    """Whether penalties explain a score that the table does not give, and the remark names them."""
    score = {team: row.score(team) for team in ("A", "B")}
    found = [*_beside(book, awards, score), *_cardinal(book, contracts, score)]
    text = remark(view, row)
    cardinal = book.penalties.cardinal
    if any(all(tells_penalty(text, *each, cardinal) for each in held) for held in found):
        return "told"
    # Where the sheet has columns for them, penalties stand there.
    columns = {team for team in score if view.has(f"penalty {team}")}
    return "maybe" if any(all(team not in columns for team, _ in held) for held in found) else None


def _beside(
    book: FiftySixBook, awards: Sequence[Points], score: Mapping[Team, int | None]
) -> Iterator[Held]:
    """Points beside the award of the table."""
    known = book.penalties
    most = known.score_query_most or 0
    amounts = {known.out_of_turn, known.lead_out_of_turn, known.cardinal, *range(1, most + 1)}
    for award in awards:
        more = tuple(
            (team, written - award[team])
            for team, written in score.items()
            if written is not None and written != award[team]
        )
        if more and all(points in amounts for _, points in more):
            yield more


def _cardinal(
    book: FiftySixBook, contracts: Sequence[Contract], score: Mapping[Team, int | None]
) -> Iterator[Held]:
    """The deal gone to the side that did not break the cardinal rule, with what that adds."""
    extra = book.penalties.cardinal
    for contract in contracts if extra is not None else ():
        for side in ("A", "B"):
            found = table_figures(book, contract, made=side != team_of(contract.by))
            if found is None or extra is None:
                continue
            winner = other_team(side)
            award = {side: 0, winner: found[winner] + extra}
            if all(written in (None, award[team]) for team, written in score.items()):
                yield ((winner, extra),)


# --- remarks ----------------------------------------------------------------------------------------

_WORDS: Final = re.compile(r"penal|revoke|cardinal|turn|object|warn|expos|forfeit|point", re.I)
"""Words by which a figure in a remark is one of points."""
_CARDINAL: Final = re.compile(r"revoke|cardinal|3\.10\b", re.I)
_FIGURE: Final = re.compile(
    r"(?P<sign>\+ ?)?(?<![\w.])(?P<points>\d{1,2})(?!\w|\.\d)"
    r"(?: ?points?| ?pts?)?(?: (?:to|for) (?:team )?(?P<to>[AB])\b)?",
    re.I,
)
_BY: Final = re.compile(r"\bby (?:team )?([AB])\b", re.I)


def remark(view: SheetView, row: Row) -> str:
    """The remark beside a row as it was written; empty where there is none that can be read."""
    cell = view.sheet.cell(row.index, "remarks")
    return str(cell.value) if cell is not None and cell.value is not None else ""


def tells_penalty(text: str, to: Team, points: int, cardinal: int | None) -> bool:
    """Whether a remark tells that so many points of penalty went to a side.

    A figure counts where it has a sign, a side that it goes to, or a word of penalties beside it. What is
    said to go to the other side, or to be for this side's own offence, does not. `cardinal`: the points of
    a revoke, which need no figure.
    """
    offenders = {side.upper() for side in _BY.findall(text)}
    if points == cardinal and _CARDINAL.search(text) and offenders == {other_team(to)}:
        return True
    for found in _FIGURE.finditer(text):
        receiver = (found["to"] or "").upper()
        named = bool(receiver or found["sign"] or _WORDS.search(text))
        own = not receiver and offenders == {to}
        if int(found["points"]) == points and named and receiver in ("", to) and not own:
            return True
    return False
