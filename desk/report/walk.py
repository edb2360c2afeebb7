"""A deal as a walk: the state of the table before and after every call and card; and as a picture: who sits
where, trick by trick, with the trick that a finding is about first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import numbered
from fairdeal.desk.report.deals import shown_deals
from fairdeal.desk.report.shown import (
    DealView,
    HandView,
    Mark,
    Marks,
    SeatHead,
    SuitRow,
    Token,
    TrickView,
)
from fairdeal.records import Seat, firsts

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
        tricks = ((each.trick, n) for n, each in enumerate(self.steps))
        return tuple(firsts((trick.number, n) for trick, n in tricks if trick is not None).items())

    @property
    def findings(self) -> tuple[tuple[int, int], ...]:
        """Each finding's number and the first step that it is about."""
        about = ((each, n) for n, step in enumerate(self.steps) for each in step.findings)
        return tuple(sorted(firsts(about).items()))


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
    calls = _in_order(view.callers, view.rounds)
    for number, seat, token in calls:
        said = f"{words.seat(seat).capitalize()}: {token.spoken}"
        steps.append(Step(said, token, seat, number, None, view.hands, 0, _numbers(token)))
    played: list[tuple[Seat, str]] = []
    for trick in view.tricks:
        for number, seat, token in _in_order(view.players, [trick.cells]):
            played.append((seat, token.text))
            hands = tuple(_left(hand, played) for hand in view.hands)
            said = f"Trick {trick.number}, {words.seat(seat)}: {token.spoken}"
            shown = _so_far(trick, number)
            steps.append(
                Step(said, token, seat, len(calls), shown, hands, len(played), _numbers(token))
            )
    return steps


def _in_order(
    heads: Sequence[SeatHead], rows: Iterable[Sequence[Sequence[Token]]]
) -> list[tuple[int, Seat, Token]]:
    """What stands in columns under the seats, by its numbers."""
    acts = [
        (int(token.note), head.seat, token)
        for row in rows
        for head, cell in zip(heads, row, strict=True)
        for token in cell
    ]
    return sorted(acts, key=lambda each: each[0])


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
    shown = replace(trick, cells=cells)
    return shown if last else replace(shown, winner=None, points=None, recorded="")


_COMPASS: Final = {"S": 0.0, "W": 0.25, "N": 0.5, "E": 0.75}
"""Where the seats of bridge are, in turns clockwise from the bottom."""


def around(heads: Sequence[SeatHead], clockwise: bool) -> dict[str, tuple[int, int]]:
    """Where each seat is at the table, in hundredths of its width from the left and of its height from the
    top. At bridge north is at the top; else the first seat is at the bottom."""
    turns = {
        head.seat: 2 * pi * _COMPASS.get(head.seat, (n if clockwise else -n) / len(heads))
        for n, head in enumerate(sorted(heads, key=lambda each: each.seat))
    }
    return {
        seat: (round(50 - 37 * sin(angle)), round(50 + 37 * cos(angle)))
        for seat, angle in turns.items()
    }


@dataclass(frozen=True, slots=True)
class CardTable:
    """A deal at the table, for one finding."""

    deal: DealView
    number: int
    """The finding's number."""
    places: dict[str, tuple[int, int]]
    """Of each seat, as `around` gives them."""
    at: int
    """The trick that is shown first; 0 is the auction."""
    marked: frozenset[int]
    """Tricks that the finding points to; 0 where it points to a call."""
    hands: bool
    """Whether it points to a card of a hand."""


def table_of(deal: DealView, number: int, clockwise: bool) -> CardTable | None:
    """The deal as a finding needs it; None where the finding points to no call, card or hand of it."""
    tricks = {trick.number: _kinds(_of_trick(trick), number) for trick in deal.tricks}
    calls = (token.marks for cells in deal.rounds for cell in cells for token in cell)
    kinds = {0: _kinds(calls, number), **tricks}
    marked = frozenset(place for place, found in kinds.items() if found)
    hands = bool(_kinds(_of_hands(deal), number))
    elsewhere = hands or _kinds((deal.contract_marks,), number)
    if not (marked or elsewhere) or not (deal.rounds or deal.tricks):
        return None
    fault = [place for place, found in kinds.items() if "fault" in found]
    first = 1 if deal.tricks else 0
    at = min(fault, default=min(marked, default=first))
    heads = deal.players or deal.callers
    return CardTable(deal, number, around(heads, clockwise), at, marked, hands)


def _of_trick(trick: TrickView) -> Iterable[Sequence[Mark]]:
    return (trick.marks, *(token.marks for cell in trick.cells for token in cell))


def _of_hands(deal: DealView) -> Iterable[Sequence[Mark]]:
    for hand in deal.hands:
        yield hand.marks
        yield from (token.marks for suit in hand.suits for token in suit.cards)


def _kinds(marks: Iterable[Sequence[Mark]], number: int) -> set[str]:
    """How a finding marks something: as the act itself, as what proves it."""
    return {mark.kind for each in marks for mark in each if mark.number == number}
