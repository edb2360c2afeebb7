"""What the taps of a deal come to: a record in the notation, written down as it was tapped, allowed or not.

Nothing here knows a rule. A seventh card, a card twice, a call by whoever it was: each is put where it was
tapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from fairdeal.desk.tapping.draft import Step
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar import doubt
from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.notation.drafts import DealDraft, ResultDraft, TrickDraft
from fairdeal.grammar.notation.writer import write
from fairdeal.records.cards import NUMBERED, Seat
from fairdeal.records.doubt import Entry
from fairdeal.records.record import Call, Deal, Event, EventKind, Hand, Play, Record, Tag

LONGEST: Final = 200
"""Letters of a line: a trick, a hand or a round of calls."""
TRICKS: Final = 8


def calls_in(line: str) -> list[Call]:
    """``28 S, P, 6: P``. Raises DeskError where something in it would be lost."""
    deal = _deal("Auction", line)
    return [each for each in deal.auction or () if isinstance(each, Call)]


def cards_in(line: str) -> list[Play]:
    """``3:KH KS ??``: the cards of a trick or a part of one."""
    deal = _deal("Play", line)
    return [play for trick in deal.play or () for play in trick.plays]


def hands_in(line: str, seat: str) -> list[Hand]:
    """``JH 9H`` for a seat, or ``3: JH 9H``."""
    labelled = line[1:2] == ":" or line[:4].lower() == "seat"
    return list(_deal("Hands", line if labelled else f"{seat}: {line}").hands or ())


def events_in(words: str) -> list[Event]:
    """``objection A``: events, as they are written after the ``!``."""
    deal = _deal("Auction", f"! {words}")
    found = [each for each in deal.auction or () if isinstance(each, Event)]
    if not found or any(each.kind is EventKind.OTHER for each in found):
        raise DeskError(
            f"Unknown event: “{words}”.", "", "Choose one of the list, or write a note."
        )
    return found


def result_of(given: Mapping[str, str]) -> ResultDraft | None:
    """What stands under the deal, field by field; None where nothing does."""
    lines = []
    contract = " ".join(filter(None, (given.get("number"), given.get("trump"), given.get("x"))))
    if contract or given.get("by"):
        by = f" by {given['by']}" if given.get("by") else ""
        lines.append(f"contract {contract or '-'}{by}")
    winners = [given.get(f"trick {number}", "") for number in range(1, TRICKS + 1)]
    while winners and not winners[-1]:
        winners.pop()
    if winners:
        lines.append("tricks " + " ".join(each or "-" for each in winners))
    for name in ("points", "score", "penalty"):
        figures = [
            f"{side} {given[f'{name} {side}']}" for side in "AB" if given.get(f"{name} {side}")
        ]
        if figures:
            lines.append(f"{name} {' '.join(figures)}")
    if not lines:
        return None
    result = _deal("Result", "\n".join(lines)).result
    if result is None:
        return None
    figures_of = {"points": result.points, "score": result.score, "penalty": result.penalty}
    return ResultDraft(result.contract, None, result.tricks, figures=figures_of)


def _deal(block: str, text: str) -> Deal:
    """The deal of which this is a block. Raises DeskError, in the reader's words, where any of it would be
    lost."""
    if len(text) > LONGEST + 40 and block != "Result":
        raise DeskError("That is too long for one line.", "", f"Type at most {LONGEST} letters.")
    read = hand_record.read(f"{block}:\n{text}")
    errors = [problem.message for problem in read.problems if problem.severity == "error"]
    if errors:
        said = errors[0].rstrip(".")
        raise DeskError(f"{said[:1].upper()}{said[1:]}.", "", "Type it in another way, or tap it.")
    record = read.record
    if len(record.deals) != 1 or record.tags or record.sheets or record.deals[0].tags:
        raise DeskError("That does not belong in this part of a deal.", "", "Tap it instead.")
    return record.deals[0]


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
