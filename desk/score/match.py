"""The one function that gives the score of a match: as written, by the rulebook, as ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from fairdeal.desk.score.figures import PAIRS, UNKNOWN, MatchScore, Pair, Score, ToReplay
from fairdeal.desk.score.steps import (
    CommitteeDecisions,
    Steps,
    award_pair,
    standing_of,
    steps_of,
    written_on_copies,
)
from fairdeal.records.cards import Team
from fairdeal.records.record import Record
from fairdeal.rulings import game_of
from fairdeal.rulings.frame.finding import Verdict
from fairdeal.rulings.rulebooks.rulebook import Rulebook


class Case(Protocol):
    """A judged match: what its score is worked out from (`desk.intake.case`)."""

    @property
    def record(self) -> Record: ...
    @property
    def book(self) -> Rulebook: ...
    @property
    def verdict(self) -> Verdict: ...
    @property
    def as_ruled(self) -> Verdict | None: ...
    @property
    def decisions(self) -> CommitteeDecisions | None: ...


def by_the_rulebook(case: Case) -> Steps:
    """The score deal by deal, as the rulebook alone gives it."""
    return steps_of(case.record, case.verdict, game_of(case.book).sides)


def as_ruled(case: Case) -> Steps | None:
    """The score deal by deal as the committee has decided; None where it decided nothing."""
    if case.as_ruled is None or case.decisions is None:
        return None
    standing = standing_of(case.decisions.decided, case.record, case.as_ruled)
    return steps_of(case.record, case.as_ruled, game_of(case.book).sides, standing)


def score_of(case: Case) -> MatchScore:
    """The score of a match three ways. A figure that is not known stays unknown."""
    if case.book.single_boards:
        return _of_boards(case)
    rulebook = by_the_rulebook(case)
    over = _over(case, len(rulebook.deals))
    ruled_points = _given_points(case.verdict)
    by_book = _score(case, rulebook, over, ruled_points)
    entered = _entered_points(case.record)
    alike = rulebook.written == rulebook.total and not by_book.open
    same = by_book.match_points if alike else _points(case, rulebook.written, over=over)
    copies = written_on_copies(case.record, game_of(case.book).sides)
    written = Score(copies=copies) if copies else Score(rulebook.written, entered or same)
    worked_out = _worked_out(case, over, entered)
    return MatchScore(
        sides=game_of(case.book).sides,
        as_written=written,
        by_the_rulebook=by_book,
        as_ruled=_in_force(case, worked_out, over),
        worked_out=worked_out,
        undecided=0 if case.decisions is None else case.decisions.undecided,
        over=over,
    )


def _of_boards(case: Case) -> MatchScore:
    """Of deals that stand alone there is no score, but one that a committee writes into its ruling."""
    figures = None if case.decisions is None else Score(case.decisions.figures)
    undecided = 0 if case.decisions is None else case.decisions.undecided
    return MatchScore(
        game_of(case.book).sides,
        Score(),
        Score(),
        figures,
        undecided=undecided,
        boards=tuple(_boards_decided(case)),
    )


def _boards_decided(case: Case) -> Iterator[tuple[int, int | None]]:
    """The boards that decisions score otherwise than the rulebook.

    Both rooms of a match may be in one record, under the same numbers: those count as they were judged again.
    """
    steps = as_ruled(case)
    if steps is None or case.as_ruled is None:
        return
    decided = {step.label: step.ruled for step in steps.deals}
    rulebook = {step.label: step.ruled for step in by_the_rulebook(case).deals}
    numbers = Counter(deal.deal for deal in case.verdict.deals)
    for before, after in zip(case.verdict.deals, case.as_ruled.deals, strict=False):
        old, new = award_pair(before.award, PAIRS), award_pair(after.award, PAIRS)
        label = after.deal or ""
        if numbers[after.deal] == 1 and label in rulebook and label in decided:
            old, new = rulebook[label], decided[label]
        if new != old:
            yield after.game, None if new[0] is None or new[1] is None else new[0] - new[1]


def _worked_out(case: Case, over: bool, entered: Pair | None) -> Score | None:
    """What follows from the decisions; None where there are none."""
    steps = as_ruled(case)
    if steps is None or case.as_ruled is None or case.decisions is None:
        return None
    found = _score(case, steps, over, _given_points(case.as_ruled))
    keeps = standing_of(case.decisions.decided, case.record, case.as_ruled).points
    return replace(found, match_points=entered) if keeps and entered else found


def _in_force(case: Case, worked_out: Score | None, over: bool) -> Score | None:
    """The score as ruled: the figures of the ruling where they stand, else what was worked out."""
    if worked_out is None or case.decisions is None or not case.decisions.stand:
        return worked_out
    figures = case.decisions.figures
    return Score(figures, _points(case, figures, over=over))


def _score(case: Case, steps: Steps, over: bool, given: Pair | None) -> Score:
    most = game_of(case.book).most_points(case.book)
    open_ = tuple(ToReplay(deal, most) for deal in steps.to_replay)
    disputed = steps.disputed
    still_open = open_ or disputed
    points = UNKNOWN if still_open else given or _points(case, steps.total, over=over)
    return Score(steps.total, points, open_, disputed)


def _over(case: Case, deals: int) -> bool:
    """Whether the match was played to its end: the record says so, or has all of a session's deals.

    Matches of bridge are counted by their own rules (`desk.tournament.standings`).
    """
    if not game_of(case.book).ranked_by_match or case.verdict.match_points is not None:
        return True
    if case.record.tag("Deals") or any(sheet.match_points for sheet in case.record.sheets):
        return True
    length = case.book.session_deals
    return length is not None and deals >= length


def _entered_points(record: Record) -> Pair | None:
    """Match points as they were entered on the first sheet that has any."""
    for sheet in record.sheets:
        if sheet.match_points is not None and sheet.match_points.points:
            found = [sheet.match_points.points.get(team) for team in ("A", "B")]
            pair = tuple(None if each is None else each.value for each in found)
            return (pair[0], pair[1])
    return None


def _given_points(verdict: Verdict) -> Pair | None:
    """Match points as the rulings give them: those of a match that was played off are of its last deal."""
    points = verdict.match_points
    return None if points is None else (points.get("A"), points.get("B"))


def _points(case: Case, pair: Pair, *, over: bool) -> Pair:
    """Match points for a final score under the case's rulebook (5.4); of a level one, who broke the
    tie is as it was entered."""
    one, two = pair
    if one is None or two is None or not over:
        return UNKNOWN
    found = game_of(case.book).match_points(
        case.book, {"A": one, "B": two}, _tie_break(case.record)
    )
    return UNKNOWN if found is None else (found.get("A"), found.get("B"))


def _tie_break(record: Record) -> Team | None:
    for sheet in record.sheets:
        if sheet.match_points is not None and sheet.match_points.tie_break is not None:
            return sheet.match_points.tie_break.value
    return None
