"""Where the calls and cards of a deal stand in the record, looked up once for all its findings."""

from __future__ import annotations

from dataclasses import dataclass, field

from fairdeal.records.calls import Call
from fairdeal.records.deal import Deal, Play, Trick

Row = tuple[Trick, tuple[Play, ...]]


@dataclass(slots=True)
class Where:
    """The calls of a deal in their order, and the rows of each trick with their cards."""

    deal: Deal
    calls: tuple[Call, ...] = ()
    rows: dict[int, list[Row]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calls = self.deal.calls
        for trick in self.deal.play or ():
            self.rows.setdefault(trick.number, []).append((trick, trick.plays))

    def call(self, number: int) -> Call | None:
        """A call by its number from 1."""
        return self.calls[number - 1] if 0 < number <= len(self.calls) else None

    def card(self, trick: int, index: int) -> tuple[Trick, Play] | None:
        """A card of a trick (`index` from 0) and the row that has it."""
        for row, plays in self.rows.get(trick, ()):
            if 0 <= index < len(plays):
                return row, plays[index]
        return None
