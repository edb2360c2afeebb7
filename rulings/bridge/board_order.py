"""Boards whose dealers, or whose vulnerability, follow another order than that of their numbers.

Where most boards of a file follow one other order, that is one thing to say, not one a board. What does
not follow it either stays a finding of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal

from fairdeal.records import COMPASS, COMPASS_NAMES, Deal, PlainDeal
from fairdeal.rulings.bridge.book import (
    BOARDS,
    VULNERABILITIES,
    VULNERABLE,
    WORDS,
    board_dealer,
    board_number,
    board_vulnerable,
    remedy_text,
)
from fairdeal.rulings.frame.finding import At, Certainty, Finding, Remedy

Kind = Literal["dealer", "vulnerable"]
Mark = tuple[Kind, int, str]
"""What is written on a board: its place in the cycle of sixteen, from 1, and its dealer or who is
vulnerable (``None NS EW All``)."""

Marks = Mapping[Kind, Mark]
"""What is written on a board and is clear."""

KINDS: Final[tuple[Kind, ...]] = ("dealer", "vulnerable")
FEWEST: Final = 3
"""Boards that follow another order before it is one: two may both be slips."""
MOST_NAMED: Final = 12
"""Boards that are named."""

_SEATS: Final = "NESW"
_SIDES: Final = {sides: name for name, sides in VULNERABLE.items()}


@dataclass(frozen=True, slots=True)
class Order:
    """Another order that boards may follow, in words, and what it gives for each of the sixteen."""

    kind: Kind
    words: str
    given: tuple[str, ...]

    def explains(self, mark: Mark | None) -> bool:
        """Whether an entry is as this order has it, and not as the number of the board."""
        return mark is not None and self.follows(mark) and not is_due(mark)

    def follows(self, mark: Mark) -> bool:
        kind, board, written = mark
        return kind == self.kind and self.given[board - 1] == written


@dataclass(slots=True)
class _Count:
    boards: int = 0
    first: list[tuple[int, str]] = field(default_factory=list)
    """The first of them: game and board."""


@dataclass(slots=True)
class BoardOrders:
    """What is written on the boards of a file, counted: its size does not grow with the file."""

    _counted: dict[Mark, _Count] = field(default_factory=dict)

    def add(self, game: int, label: str | None, marks: Marks) -> None:
        """A board as it is recorded."""
        for mark in marks.values():
            count = self._counted.setdefault(mark, _Count())
            count.boards += 1
            if len(count.first) < MOST_NAMED:
                count.first.append((game, label or ""))

    def orders(self) -> list[Order]:
        """The other orders that most boards follow, one for dealers and one for vulnerability at most."""
        return [each for kind in KINDS if (each := self._most(kind)) is not None]

    def _most(self, kind: Kind) -> Order | None:
        judged = sum(count.boards for mark, count in self._counted.items() if mark[0] == kind)
        best, most = None, 0
        for order in _orders(kind):
            fit = sum(count.boards for mark, count in self._counted.items() if order.follows(mark))
            if fit > most and 2 * fit > judged and self.explained(order) >= FEWEST:
                best, most = order, fit
        return best

    def explained(self, order: Order) -> int:
        """How many boards follow an order, and not their number."""
        return sum(c.boards for mark, c in self._counted.items() if order.explains(mark))

    def message(self, order: Order) -> str:
        explained = [c for mark, c in self._counted.items() if order.explains(mark)]
        count = sum(each.boards for each in explained)
        judged = sum(c.boards for mark, c in self._counted.items() if mark[0] == order.kind)
        named = sorted(board for each in explained for board in each.first)[:MOST_NAMED]
        boards = ", ".join(label for _, label in named)
        more = f" and {count - len(named):,} more" if count > len(named) else ""
        what = "another dealer" if order.kind == "dealer" else "another vulnerability"
        return (
            f"{count:,} of {judged:,} boards are recorded with {what} than by their numbers, "
            f"all in one order: {order.words}. Boards {boards}{more}."
        )


def marks_of(deal: Deal) -> Marks:
    """What is written on a board of a record."""
    return {kind: mark for kind in KINDS if (mark := _mark_of(kind, deal)) is not None}


def plain_marks(plain: PlainDeal) -> Marks:
    """The same of a plain one."""
    board = board_number(plain.board)
    if board is None:
        return {}
    place = (board - 1) % BOARDS + 1
    sides = VULNERABILITIES[plain.vulnerable]
    return {
        "dealer": ("dealer", place, COMPASS[plain.dealer]),
        "vulnerable": ("vulnerable", place, sides),
    }


def _mark_of(kind: Kind, deal: Deal) -> Mark | None:
    """What is written on a board; None where it is not clear, or the board has no number."""
    board = board_number(deal.label)
    entry = deal.dealer if kind == "dealer" else deal.vulnerable
    if board is None or entry is None or entry.value is None or not entry.clear:
        return None
    written = entry.value
    if kind == "vulnerable":
        sides = VULNERABLE.get(written)
        if sides is None:
            return None
        written = _SIDES[sides]
    elif written not in COMPASS_NAMES:
        return None
    return (kind, (board - 1) % BOARDS + 1, written)


def finding_mark(finding: Finding, marks: Marks) -> Mark | None:
    """The entry that a finding about a board's markings is about; None for any other finding."""
    if finding.code != "dealer-rotation" or finding.certainty is not Certainty.ESTABLISHED:
        return None
    return next((mark for kind, mark in marks.items() if finding.place.parts[0] == kind), None)


def together(finding: Finding, order: Order, boards: BoardOrders) -> Finding:
    """One finding for all boards of an order; `finding` is about one of them. It asks for no decision."""
    mend = Remedy("correct-entry")
    return replace(
        finding,
        remedy=mend,
        remedy_text=remedy_text(mend),
        awards_if=(),
        deal=None,
        game=None,
        seat=None,
        team=None,
        at=At(),
        span=None,
        count=boards.explained(order),
        message=boards.message(order),
    )


def reported_once(findings: Sequence[Finding], deals: Sequence[Deal]) -> list[Finding]:
    """The findings of a record, those that one other order of its boards explains told once."""
    if sum(each.code == "dealer-rotation" for each in findings) < FEWEST:
        return list(findings)
    boards = BoardOrders()
    for game, deal in enumerate(deals, 1):
        boards.add(game, deal.label, marks_of(deal))
    orders = boards.orders()
    done: list[Finding] = []
    said: set[Kind] = set()
    for each in findings:
        mark = finding_mark(each, marks_of(deals[each.game - 1])) if each.game else None
        order = next((one for one in orders if one.explains(mark)), None)
        if order is None:
            done.append(each)
        elif order.kind not in said:
            said.add(order.kind)
            done.append(together(each, order, boards))
    return done


def is_due(mark: Mark) -> bool:
    kind, board, written = mark
    return written == (board_dealer(board) if kind == "dealer" else board_vulnerable(board))


@lru_cache(maxsize=2)
def _orders(kind: Kind) -> tuple[Order, ...]:
    """The other orders that there may be, the plainest first."""
    return tuple(_dealers() if kind == "dealer" else _vulnerabilities())


_PLACES: Final = range(1, BOARDS + 1)


def _dealers() -> Iterator[Order]:
    for seat in _SEATS:
        yield Order("dealer", f"always {COMPASS_NAMES[seat]}", (seat,) * BOARDS)
    for seats, words in ((1, "one seat on"), (2, "two seats on"), (3, "one seat back")):
        yield Order("dealer", words, tuple(board_dealer(board + seats) for board in _PLACES))
    for first in range(4):
        words = f"from {COMPASS_NAMES[_SEATS[first]]} on, against the clock"
        yield Order("dealer", words, tuple(_SEATS[(first + 1 - board) % 4] for board in _PLACES))


def _vulnerabilities() -> Iterator[Order]:
    for sides, name in _SIDES.items():
        yield Order("vulnerable", f"always {WORDS[sides]}", (name,) * BOARDS)
    for own, side in ((True, "the dealer's side"), (False, "the other side")):
        words = f"nobody, twice {side}, everybody, as in Chicago"
        yield Order("vulnerable", words, tuple(_chicago(board, own) for board in _PLACES))
    for steps in range(1, BOARDS):
        given = tuple(board_vulnerable(board + steps) for board in _PLACES)
        yield Order("vulnerable", f"as of board {steps + 1} on board 1", given)


def _chicago(board: int, own: bool) -> str:
    """Four deals: nobody vulnerable, twice the dealer's side (or the other one), everybody."""
    place = (board - 1) % 4
    if place in (0, 3):
        return "None" if place == 0 else "All"
    return "NS" if (board_dealer(board) in "NS") == own else "EW"
