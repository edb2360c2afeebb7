"""How many entries of other pages a log is at odds with: the row of its deal, and the dealers around it.

What a slip of the pen in the log would mend there speaks for the slip, and what it would break against it.
"""

from __future__ import annotations

from fairdeal.records.deal import Deal
from fairdeal.records.figures import figure
from fairdeal.records.record import Record
from fairdeal.records.seats import Seat
from fairdeal.rulings.fifty_six.replay.table import Table
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.sheets.agreement import Pages, row_slips
from fairdeal.rulings.fifty_six.sheets.view import Row


class Contradicted:
    """The entries of a record's other pages that a log does not agree with, counted."""

    def __init__(self, record: Record, table: Table, pages: Pages) -> None:
        self._record, self._table, self._pages = record, table, pages
        self._rows: dict[int, list[Row]] = {}

    def __call__(self, ruled: Ruled) -> int:
        game, dealer = ruled.verdict.game, ruled.replay.dealer
        rows = self._rows_of(game)
        count = sum(len(row_slips(row, ruled, self._table)) for row in rows)
        if dealer is None:
            return count
        count += any(row.dealer not in (None, dealer) for row in rows)
        return count + (self.dealer_due(game) not in (None, dealer))

    def _rows_of(self, game: int) -> list[Row]:
        if game not in self._rows:
            self._rows[game] = self._pages.rows_of(game)
        return self._rows[game]

    def dealer_due(self, game: int) -> Seat | None:
        """Who dealt a deal by those before and after it; None where they do not tell, or not the same."""
        deals = self._record.deals
        here = _number(deals[game - 1])
        found = set()
        for other, steps in ((game - 2, 1), (game, -1)):
            if here is None or not 0 <= other < len(deals) or _number(deals[other]) != here - steps:
                continue
            entry = deals[other].dealer
            if entry is not None and entry.clear and entry.value in self._table.next_dealer:
                found.add(self._moved(entry.value, steps))
        return found.pop() if len(found) == 1 else None

    def _moved(self, dealer: Seat, steps: int) -> Seat:
        """The dealer of the next deal, or of the one before."""
        if steps == 1:
            return self._table.next_dealer[dealer]
        return next(seat for seat, after in self._table.next_dealer.items() if after == dealer)


def _number(deal: Deal) -> int | None:
    return figure(deal.label or "")
