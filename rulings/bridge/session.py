"""The record of bridge as a whole while it is ruled on: deals with their awards, and the sheets."""

from __future__ import annotations

from dataclasses import dataclass, field

from fairdeal.records.cards import Seat
from fairdeal.records.record import Record
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.replay.table import BridgeTable
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.sheet import SheetSeen


@dataclass(slots=True)
class BridgeSession:
    """Everything of one record that rules beyond a single deal look at."""

    record: Record
    book: BridgeBook
    table: BridgeTable
    ruled: tuple[BridgeRuled, ...]
    sheets: tuple[SheetSeen, ...] = ()
    by_label: dict[str, list[BridgeRuled]] = field(default_factory=dict)
    bounded: str | None = None
    """What about the sheets could not be weighed exactly."""
    names: dict[str, Seat] = field(default_factory=dict)
    """The seats by the names that the heading gives them, in small letters."""

    def __post_init__(self) -> None:
        for seat in self.table.seats:
            name = self.record.tag(f"Seat{seat}") or ""
            if name.strip():
                self.names[name.strip().casefold()] = seat
        for each in self.ruled:
            if each.label is not None:
                self.by_label.setdefault(each.label, []).append(each)

    def reading(
        self, ruled: tuple[BridgeRuled, ...], sheets: tuple[SheetSeen, ...]
    ) -> BridgeSession:
        """The same record with logs and sheets read otherwise."""
        other = BridgeSession(self.record, self.book, self.table, ruled, sheets)
        other.bounded = self.bounded
        return other

    def log(self, deal: str | None) -> BridgeRuled | None:
        """The log of a deal; of several with the same number the last, which was played."""
        logs = self.by_label.get(deal or "")
        return logs[-1] if logs else None


def is_over(session: BridgeSession) -> bool:
    """Whether the record says so: a number of deals in the heading."""
    said = (session.record.tag("Deals") or "").strip()
    return said.isascii() and said.isdecimal()
