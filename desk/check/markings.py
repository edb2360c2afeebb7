"""Findings about boards' dealers and vulnerability in a file of games, put by until its end.

Only the whole file shows whether they follow one other order, and are one finding. They are kept in a
temporary file, so memory does not grow with them.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, Final

from fairdeal.rulings.bridge.board_order import (
    BoardOrders,
    Kind,
    Mark,
    Marks,
    Order,
    finding_mark,
    together,
)
from fairdeal.rulings.frame.finding import DealVerdict, Finding

IN_MEMORY: Final = 1 << 18
"""Bytes of findings that are kept in memory: a small file needs no disk."""


@dataclass(frozen=True, slots=True)
class PutBy:
    """A finding about a board's markings, with what is needed to show it: text and line of its game."""

    finding: Finding
    deal: DealVerdict
    line: int
    raw: str


class Markings:
    """The boards of a file and what was found about their markings."""

    def __init__(self) -> None:
        self._boards = BoardOrders()
        self._first: dict[Kind, Finding] = {}
        self._orders: list[Order] | None = None
        # Open until it was printed: see `close`.
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(  # noqa: SIM115
            max_size=IN_MEMORY
        )

    def close(self) -> None:
        self._file.close()

    def count(self, game: int, verdict: DealVerdict, marks: Marks) -> None:
        """Count a board."""
        self._boards.add(game, verdict.deal, marks)

    def mark(self, finding: Finding, marks: Marks) -> Mark | None:
        """The entry that a finding is about, where that is a marking of a board."""
        found = finding_mark(finding, marks)
        if found is not None:
            self._first.setdefault(found[0], finding)
        return found

    def put_by(self, mark: Mark, what: PutBy) -> None:
        pickle.dump((mark, what), self._file)

    # --- once the file is at its end ----------------------------------------------------------------

    def orders(self) -> list[Order]:
        if self._orders is None:
            self._orders = self._boards.orders() if self._first else []
        return self._orders

    def in_an_order(self, mark: Mark) -> bool:
        """Whether a finding is one of those that make up the pattern."""
        return any(order.explains(mark) for order in self.orders())

    def together(self) -> list[Finding]:
        """One finding for each order that most boards follow."""
        return [together(self._first[order.kind], order, self._boards) for order in self.orders()]

    def singly(self) -> Iterator[PutBy]:
        """The findings that follow no such order."""
        self._file.seek(0)
        while True:
            try:
                entry: tuple[Mark, Any] = pickle.load(self._file)
            except EOFError:
                return
            if not self.in_an_order(entry[0]):
                yield entry[1]
