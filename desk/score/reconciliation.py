"""The way from the score as written to the score as ruled, deal by deal: it always adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fairdeal.desk.score.figures import UNKNOWN, Pair, Score
from fairdeal.desk.score.match import Case, as_ruled, by_the_rulebook, score_of
from fairdeal.desk.score.steps import Step, Steps

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
    times: Counter[str] = Counter()
    for step in deals:
        times[step.label] += 1
        yield step.label, times[step.label]


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
