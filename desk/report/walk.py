"""A deal as a walk: the state of the table before and after every call and card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import numbered
from fairdeal.desk.report.deals import shown_deals
from fairdeal.desk.report.shown import DealView, HandView, Marks, SuitRow, Token, TrickView
from fairdeal.records.cards import Seat

GONE: Final = "gone"
"""The note of a card in a hand that was played already."""


@dataclass(frozen=True, slots=True)
class Step:
    """After one act: what it was, and what is shown then."""

    words: str
    token: Token | None
    seat: Seat | None
    calls: int
    """Calls made so far."""
    trick: TrickView | None
    """The trick on the table, its later cards left out."""
    hands: tuple[HandView, ...]
    """The hands, cards that were played so far with the note `GONE`."""
    played: int
    """Cards played so far."""
    findings: tuple[int, ...]
    """Findings that this act is part of."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A deal and its steps; step 0 is the table before the first call."""

    game: int
    view: DealView
    steps: tuple[Step, ...]
    games: tuple[tuple[int, str], ...]

    @property
    def tricks(self) -> tuple[tuple[int, int], ...]:
        """Each trick's number and the step of its first card."""
        firsts: dict[int, int] = {}
        for number, step in enumerate(self.steps):
            if step.trick is not None:
                firsts.setdefault(step.trick.number, number)
        return tuple(firsts.items())

    @property
    def findings(self) -> tuple[tuple[int, int], ...]:
        """Each finding's number and the first step that it is about."""
        firsts: dict[int, int] = {}
        for number, step in enumerate(self.steps):
            for finding in step.findings:
                firsts.setdefault(finding, number)
        return tuple(sorted(firsts.items()))


def steps_of(ruled: Case, game: int) -> Walk | None:
    """The walk through the deal at this position of the record; None where there is no such deal."""
    verdicts = {each.game: each for each in ruled.verdict.deals}
    if not 1 <= game <= len(ruled.record.deals) or game not in verdicts:
        return None
    deal = ruled.record.deals[game - 1]
    if deal.unread:
        return None
    told = numbered(ruled.verdict.findings)
    view = shown_deals(ruled, Marks(told), {game}).views[game]
    games = tuple(
        (number, each.label or str(number)) for number, each in enumerate(ruled.record.deals, 1)
    )
    return Walk(game, view, tuple(_steps(view)), games)


def _steps(view: DealView) -> list[Step]:
    steps = [Step("Before the first call", None, None, 0, None, view.hands, 0, ())]
    calls = sorted(
        (
            (int(token.note), head.seat, token)
            for round_ in view.rounds
            for head, cell in zip(view.callers, round_, strict=True)
            for token in cell
        ),
        key=lambda each: each[0],
    )
    for number, seat, token in calls:
        said = f"{words.seat(seat).capitalize()}: {token.spoken}"
        steps.append(Step(said, token, seat, number, None, view.hands, 0, _numbers(token)))
    played: list[tuple[Seat, str]] = []
    for trick in view.tricks:
        acts = sorted(
            (
                (int(token.note), head.seat, token)
                for head, cell in zip(view.players, trick.cells, strict=True)
                for token in cell
            ),
            key=lambda each: each[0],
        )
        for number, seat, token in acts:
            played.append((seat, token.text))
            hands = tuple(_left(hand, played) for hand in view.hands)
            said = f"Trick {trick.number}, {words.seat(seat)}: {token.spoken}"
            shown = _so_far(trick, number)
            steps.append(
                Step(said, token, seat, len(calls), shown, hands, len(played), _numbers(token))
            )
    return steps


def _left(hand: HandView, played: Sequence[tuple[Seat, str]]) -> HandView:
    """The hand with the cards that its seat has played noted as gone, two copies one by one."""
    gone = Counter(card for seat, card in played if seat == hand.head.seat)
    rows = []
    for row in hand.suits:
        cards = []
        for token in row.cards:
            card = token.text if token.text.endswith(row.symbol) else token.text + row.symbol
            if gone[card] > 0:
                gone[card] -= 1
                token = replace(token, note=GONE)
            cards.append(token)
        rows.append(SuitRow(row.symbol, row.name, row.red, tuple(cards)))
    return replace(hand, suits=tuple(rows))


def _numbers(token: Token) -> tuple[int, ...]:
    return tuple(mark.number for mark in token.marks)


def _so_far(trick: TrickView, number: int) -> TrickView:
    """The trick with its cards after `number` left out, and no winner before it is complete."""
    cells = tuple(
        tuple(token for token in cell if int(token.note) <= number) for cell in trick.cells
    )
    last = number == max((int(t.note) for cell in trick.cells for t in cell), default=0)
    winner = trick.winner if last else None
    return TrickView(
        trick.number,
        cells,
        trick.leader,
        winner,
        trick.points if last else None,
        trick.marks,
        trick.recorded if last else "",
    )
