"""The suits bid so far, from which a noes bid shows a void."""

from __future__ import annotations


class SuitsBid:
    """The suit of each bid in order, None where it named no suit or is not clear."""

    def __init__(self) -> None:
        self.suits: list[str | None] = []

    def bid(self, suit: str | None) -> None:
        self.suits.append(suit)

    def lost(self) -> None:
        """A call cannot be read: it may have been a bid, so what was bid before counts no more."""
        self.suits.clear()

    def shown(self, back: int) -> str | None:
        """The suit of the last bid (0), or of one so many bids before it; None where there is none."""
        return self.suits[-1 - back] if back < len(self.suits) else None
