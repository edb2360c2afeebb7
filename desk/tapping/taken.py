"""What the taps of a deal come to: a record in the notation, written down as it was tapped, allowed or not.

Nothing here knows a rule. A seventh card, a card twice, a call by whoever it was: each is put where it was
tapped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from fairdeal.desk.tapping.draft import Step
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar import doubt
from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.notation.drafts import DealDraft, TrickDraft
from fairdeal.grammar.notation.writer import write
from fairdeal.records.deal import Play, Tag
from fairdeal.records.doubt import Entry
from fairdeal.records.events import Event
from fairdeal.records.record import Record
from fairdeal.records.seats import NUMBERED, Seat

PARTS: Final = ("start", "hands", "auction", "play", "result")
"""The parts of the page, in the order in which a deal goes."""
TAGS: Final = ("Event", "Date", "Round", "Table", "Rules", "Players", "TeamA", "TeamB")
"""What the heading may have beside the deal's number."""
HAND: Final = 8
"""Cards of a hand, at every table: after so many the next hand is next."""


class Asked(NamedTuple):
    """An event for which cards are still to be tapped. It stands in `items` already, at `place`; there
    the card itself stands that is taken back, until the one that stood in the end is tapped."""

    event: Event
    items: list[Any]
    place: int


@dataclass(slots=True)
class Taken:
    """The deal as far as it was tapped, and what the next tap is about. `players` sit at the table."""

    players: int
    tags: dict[str, str] = field(default_factory=dict)
    number: str = ""
    deals: list[DealDraft] = field(default_factory=lambda: [DealDraft(1, 1)])
    part: str = "start"
    chosen: str = ""
    """The seat chosen for the next call or card; empty where nobody chose one."""
    hand: str = "1"
    """Whose hand the next card goes to."""
    words: list[str] = field(default_factory=list)
    """The words of the call under way."""
    asked: Asked | None = None
    more: bool = False
    """Whether the next card still goes to the trick that has a card of each seat."""
    closed: bool = False
    """Whether the next card begins a trick though the last has not a card of each seat."""
    skipped: int = 0
    """Tricks to be left out before the next one: nobody knows them."""
    result: dict[str, str] = field(default_factory=dict)
    """The result as it was entered."""

    @property
    def deal(self) -> DealDraft:
        return self.deals[-1]

    @property
    def opens_trick(self) -> bool:
        """Whether the next card is the first of a trick."""
        tricks = self.deal.tricks
        if not tricks or self.closed:
            return True
        return not self.more and count_of(tricks[-1]) >= self.players

    @property
    def trick(self) -> int:
        """The number of the trick to which the next card goes."""
        tricks = self.deal.tricks
        last = tricks[-1].number if tricks else 0
        return last + 1 + self.skipped if self.opens_trick else last

    def record(self) -> Record:
        """The record as it stands, as the notation has it."""
        heading = tuple(Tag(name, value) for name, value in self.tags.items())
        record = Record(heading, tuple(deal.finish() for deal in self.deals))
        return hand_record.read(write(record)).record


def seat_in(step: Step) -> Entry[Seat]:
    """The seat that a step names, or that nobody knows it."""
    entry = doubt.read_entry(step.value, doubt.read_seat)
    if entry is None or (entry.value is not None and entry.value not in NUMBERED):
        raise unknown(step)
    return entry


def count_of(trick: TrickDraft) -> int:
    """How many cards a trick has."""
    return sum(isinstance(item, Play) for item in trick.items)


def one_line(text: str) -> str:
    """A text as it may stand in a record's line."""
    line = " ".join(text.split())
    if not line:
        raise DeskError("Nothing was entered.", "", "Tap or type the entry.")
    if ";" in line:
        raise DeskError("A record has no semicolons.", "", "Write a comma instead.")
    return line


def unknown(step: Step) -> DeskError:
    """What to say where the page has no key that does this."""
    return DeskError(
        f"“{step.value or step.do}” is not an entry.", "", "Tap one of the page's keys."
    )
