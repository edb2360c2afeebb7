"""A hand record: everything that one file holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from fairdeal.records.deal import Comment, Deal, Tag
from fairdeal.records.events import Event
from fairdeal.records.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about reading a record that a person should know.

    `severity`: ``error`` (something could not be read), ``warning`` (read, but unclear) or ``note``
    (a liberty taken). `game` is the position of the deal in the file, from 1. For photos `place`
    names the field instead of line and column.
    """

    severity: Literal["error", "warning", "note"]
    message: str
    line: int | None = None
    column: int | None = None
    game: int | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The whole of a record: heading, deals, sheets, and events between deals.

    `events` are those of the session that stand before the first deal; each later one is with the
    deal before it (`Deal.closing`).
    """

    tags: tuple[Tag, ...] = ()
    deals: tuple[Deal, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    events: tuple[Event, ...] = ()
    comments: tuple[Comment, ...] = ()
    source: str = field(default="", compare=False, repr=False)
    """The text that it was read from, for pointing into."""

    def tag(self, name: str) -> str | None:
        """The value of a heading tag, the last where there are several."""
        found = [tag.value for tag in self.tags if tag.name == name]
        return found[-1] if found else None
