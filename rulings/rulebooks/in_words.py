"""A rulebook in plain words, row by row: what the table of all rulebooks and its own page show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from fairdeal.rulings.rulebooks.rulebook import Rulebook

B = TypeVar("B", bound=Rulebook)

InWords = tuple[str, str, str | None]
"""A row: its label, what the rulebook says, and the setting that decides it."""


@dataclass(frozen=True, slots=True)
class Row(Generic[B]):
    """One thing in which rulebooks differ. `settings` are the open readings that decide it."""

    key: str
    label: str
    words: Callable[[B], str]
    settings: tuple[str, ...] = ()

    def setting(self, book: Rulebook) -> str | None:
        """The name of the setting that this rulebook decides the row by, None where it is printed."""
        return next((name for name in self.settings if name in book.settings), None)


def in_words(rows: Sequence[Row[B]], book: B) -> list[InWords]:
    """What a rulebook says, row by row."""
    return [(row.label, row.words(book), row.setting(book)) for row in rows]
