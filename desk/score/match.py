"""The one function that gives the score of a match: as written, by the rulebook, as ruled; and the way from
the score as written to the score as ruled, deal by deal: it always adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from fairdeal.desk.score.figures import PAIRS, UNKNOWN, MatchScore, Pair, Score, ToReplay
from fairdeal.desk.score.steps import (
    CommitteeDecisions,
    Step,
    Steps,
    award_pair,
    standing_of,
    steps_of,
    written_on_copies,
)
from fairdeal.records import Record, counted
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
    by_book = _score(case, rulebook, over, _given_points(case.verdict))
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
    still_open = open_ or steps.disputed
    points = UNKNOWN if still_open else given or _points(case, steps.total, over=over)
    return Score(steps.total, points, open_, steps.disputed)


def _over(case: Case, deals: int) -> bool:
    """Whether the match was played to its end: the record says so, or has all of a session's deals.

    Matches of bridge are counted by their own rules (`desk.tournament.standings`).
    """
    length = case.book.session_deals
    return (
        not game_of(case.book).ranked_by_match
        or case.verdict.match_points is not None
        or bool(case.record.tag("Deals"))
        or any(sheet.match_points for sheet in case.record.sheets)
        or (length is not None and deals >= length)
    )


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
    entered = (each.match_points.tie_break for each in case.record.sheets if each.match_points)
    tie_break = next((each.value for each in entered if each is not None), None)
    found = game_of(case.book).match_points(case.book, {"A": one, "B": two}, tie_break)
    return UNKNOWN if found is None else (found.get("A"), found.get("B"))


_NOTHING: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class Span:
    """One step: a deal, and what it changes for each side; `to` is the score after it. None where a figure is
    not known. A step of no deal has an empty `deal`."""

    deal: str
    change: Pair
    to: Pair = UNKNOWN
    scored: bool = False
    """Whether the deal's own score is another than the one written, or than the rulebook's."""
    totals: tuple[bool, bool] = (False, False)
    """For which sides the running total was not the sum of the scores above it."""
    open: str = ""
    """Why the deal is open, in words; empty where it is not."""


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """From `start`, the score as written, over `spans` to `end`: the score as ruled, or by the rulebook where
    nothing is ruled. `copy` names the copy of the sheet that it starts from where they end differently."""

    start: Pair
    spans: tuple[Span, ...]
    end: Score
    copy: str = ""
    kept: bool = False
    """Whether the last step is to the committee's own figures, kept beside what its decisions come to."""


def reconciliation_of(case: Case) -> Reconciliation | None:
    """That of a match; None of deals that stand alone, and where a score is not known at all."""
    if case.book.single_boards:
        return None
    score, rulebook, ruled = score_of(case), by_the_rulebook(case), as_ruled(case)
    steps, end = rulebook if ruled is None else ruled, score.in_force
    if UNKNOWN in (steps.written, end.totals):
        return None
    spans = list(_spans(steps, rulebook))
    kept = end.totals != steps.total
    if kept:
        spans.append(Span("", _less(end.totals, steps.total)))
    copies = score.as_written.copies
    copy = copies[0][0] if copies else ""
    return Reconciliation(steps.written, tuple(_walked(steps.written, spans)), end, copy, kept)


def _walked(start: Pair, spans: Sequence[Span]) -> Iterator[Span]:
    so_far = start
    for each in spans:
        so_far = _plus(so_far, each.change)
        yield replace(each, to=so_far)


def _spans(steps: Steps, rulebook: Steps) -> Iterator[Span]:
    """The deals that score otherwise than they are written, or than they do by the rulebook alone."""
    by_book = {
        key: (step, gain)
        for key, step, gain in zip(
            _keys(rulebook.deals), rulebook.deals, _gains(rulebook), strict=True
        )
    }
    sums = _NOTHING
    left_out: Span | None = None
    rows = zip(_keys(steps.deals), steps.deals, _gains(steps), _on_paper(steps), strict=True)
    for key, step, gain, on_paper in rows:
        sums = _plus(sums, on_paper)
        span = _span(step, _less(gain, on_paper))
        book, book_gain = by_book.get(key, (step, gain))
        if left_out is not None:
            if _plus(left_out.change, span.change) != _NOTHING:
                yield left_out
            else:  # a row left out, which the total of the next row has in it
                span = replace(span, change=_NOTHING, totals=(False, False))
            left_out = None
        scored = span.scored or step.ruled != book.ruled or _state(step) != _state(book)
        span = replace(span, scored=scored)
        if span.change == _NOTHING and not span.open and (book_gain, scored) == (gain, False):
            continue
        if step.written == UNKNOWN and step.written_total == UNKNOWN and not scored:
            left_out = span
        else:
            yield span
    if left_out is not None:
        yield left_out
    rest = _less(sums, steps.written)
    if rest not in (_NOTHING, UNKNOWN):
        yield Span("", rest, totals=(rest[0] != 0, rest[1] != 0))


def _span(step: Step, change: Pair) -> Span:
    own = _less(step.ruled, _filled(step.written))
    one, two = (
        None not in (all_of_it, score) and all_of_it != score
        for all_of_it, score in zip(change, own, strict=True)
    )
    return Span(step.label, change, scored=own != _NOTHING, totals=(one, two), open=_state(step))


def _state(step: Step) -> str:
    if step.ways:
        return "open: papers differ"
    return "to be replayed" if step.to_replay else ""


def _keys(deals: Sequence[Step]) -> Iterator[tuple[str, int]]:
    """Each deal by its number, and which of those with that number it is."""
    return counted(step.label for step in deals)


def _gains(steps: Steps) -> Iterator[Pair]:
    """What each deal adds to the running total of a verdict."""
    before = _NOTHING
    for step in steps.deals:
        yield _less(step.ruled_total, before)
        before = step.ruled_total


def _on_paper(steps: Steps) -> Iterator[Pair]:
    """What each deal adds to the running total on paper; its own score where none is written."""
    last = max(
        (n for n, each in enumerate(steps.deals) if each.written_total != UNKNOWN), default=None
    )
    before = _NOTHING
    for number, step in enumerate(steps.deals):
        if last is not None and number > last:
            yield _NOTHING  # the score as written is the last total
            continue
        summed = _plus(before, _filled(step.written))
        one, two = (
            total if total is not None else so_far
            for total, so_far in zip(step.written_total, summed, strict=True)
        )
        yield _less((one, two), before)
        before = one, two


def _filled(pair: Pair) -> Pair:
    return pair[0] or 0, pair[1] or 0


def _plus(one: Pair, two: Pair) -> Pair:
    return _each(one, two, 1)


def _less(one: Pair, two: Pair) -> Pair:
    return _each(one, two, -1)


def _each(one: Pair, two: Pair, sign: int) -> Pair:
    left, right = (
        None if a is None or b is None else a + sign * b for a, b in zip(one, two, strict=True)
    )
    return left, right
