"""How much of the deals a report has room for: it must still open on a phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fairdeal.desk.report.deals.shown import DealView, Token

MOST_TOKENS: Final = 40_000
"""Cards and calls that are laid out, over all deals and findings: some six megabytes. A match of 18 deals
with thirty findings has about five thousand."""

PER_LETTERS: Final = 40
"""Letters that take as much room as a card."""


class Room:
    """What is left of a report's room for deals; `refused` counts the parts of deals that had none."""

    def __init__(self, most: int | None = None) -> None:
        self._left = MOST_TOKENS if most is None else most
        self.refused = 0

    def take(self, view: DealView) -> bool:
        """Whether there is room for a deal, or a part of one; it is then taken."""
        size = size_of(view)
        if size > self._left:
            self.refused += 1
            return False
        self._left -= size
        return True

    def laid_out(self, deals: Mapping[int, DealView]) -> dict[int, DealView]:
        """The deals that there is room for. They are not counted as refused: they are listed."""
        refused = self.refused
        found = {game: deal for game, deal in deals.items() if self.take(deal)}
        self.refused = refused
        return found


def size_of(view: DealView) -> int:
    """The cards, calls and marks of a deal that is laid out, long texts by their length."""
    hands = [token for hand in view.hands for suit in hand.suits for token in suit.cards]
    calls = [token for round_ in view.rounds for cell in round_ for token in cell]
    cards = [token for trick in view.tricks for cell in trick.cells for token in cell]
    letters = sum(len(text) for text in view.happened)
    letters += sum(len(name) + len(text) for name, text, _ in view.written)
    rows = len(view.rounds) + len(view.tricks) + len(view.happened) + len(view.written)
    return sum(map(_size, (*hands, *calls, *cards))) + rows + letters // PER_LETTERS


def _size(token: Token) -> int:
    letters = len(token.text) + len(token.spoken) + len(token.doubt) + len(token.remark)
    return 1 + len(token.marks) + letters // PER_LETTERS
