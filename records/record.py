"""A hand record: everything that one file holds, its deals and sheets and what happened at the table; and a
plain deal of bridge, in whole numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal

from fairdeal.records.cards import Card, Said, Seat, Team
from fairdeal.records.entry import NO_SPANS, Entry, Place, RowSpans, Span, spans_of_calls


class EventKind(Enum):
    """The events of the notation, under the word that is written for each."""

    OBJECTION = "objection"
    WARNING = "warning"
    EXPOSED = "exposed"
    RETRACTED = "retracted"
    DISCLOSED = "disclosed"
    CLAIM = "claim"
    CHALLENGE = "challenge"
    CONCEDE = "concede"
    REDEAL = "redeal"
    HELD = "held"
    """The hands written are those still held at this point, not those dealt."""
    SILENCE = "silence"
    REVIEW = "review"
    SCORE_QUERY = "score-query"
    CONDUCT = "conduct"
    SEATS = "seats"
    SWAP_TEAMS = "swap-teams"
    NOTE = "note"
    OTHER = "other"
    """A word that the notation does not know: kept in `text`, and reported as a problem."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event, where it happened.

    | kind | filled |
    |---|---|
    | objection, warning, challenge, concede | `team` |
    | exposed | `seat`, `cards` (one) |
    | retracted | `seat`, `cards`: the card taken back; `replaced_by`: the card that stood |
    | | `replaced_seat`: who played that, where the card taken back was out of turn |
    | disclosed, silence, score-query | `seat` |
    | claim | `seat`, `cards` (those tabled) |
    | review | `seat`, if written; `text`: ``auction`` or ``trick`` |
    | conduct | `seat`, `text` |
    | seats | `names`: pairs of seat and name |
    | note | `text` |
    | other | `text`: the whole line |

    `at` is the place named after ``@``; without one an event belongs to the act just before it.
    """

    kind: EventKind
    team: Entry[Team] | None = None
    seat: Entry[Seat] | None = None
    cards: tuple[Entry[Card], ...] = ()
    replaced_by: Entry[Card] | None = None
    text: str | None = None
    names: tuple[tuple[Seat, str], ...] = ()
    at: Place | None = None
    span: Span | None = field(default=None, compare=False, repr=False)
    replaced_seat: Entry[Seat] | None = None
    left_over: tuple[tuple[Place, float], ...] = field(default=(), compare=False, repr=False)
    """The entries by which it was read as this event, at this place, each with how likely it says something
    else."""
    above_hands: bool = False
    """Whether it stands above its deal's hands: before the cards were dealt."""

    def entries(self) -> Mapping[str, Entry[Any]]:
        """What is written of whom and which card it is about, by the names that forms have for it."""
        named = {"team": self.team, "seat": self.seat, "new card": self.replaced_by}
        found = {name: entry for name, entry in named.items() if entry is not None}
        return found | {f"card {n}": entry for n, entry in enumerate(self.cards, 1)}


@dataclass(frozen=True, slots=True)
class Call:
    """One call as recorded. `label` is the seat written before it, None where none was written."""

    said: Entry[Said]
    label: Entry[Seat] | None = None
    marked: str | None = None
    """The irregularity mark that the record itself sets beside the call (``^I``, ``^S`` of PBN), the
    letter alone: ``I``, ``S``. What the record says of it; whether it was one is judged apart."""

    @property
    def span(self) -> Span | None:
        """Where it stands in the text; clear calls are shared and have none (ask the deal)."""
        return self.said.span


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag pair such as ``[Event "Onam Cup"]``."""

    name: str
    value: str
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Comment:
    """A ``;`` comment.

    `line_before` is True where it shares a line with what stands before it, and `at` names the line
    (``trick 3``, ``contract``) that it shares or follows. Both are layout, which the writer keeps as
    far as it can, and no part of what makes two records equal.
    """

    text: str
    line_before: bool = field(default=False, compare=False)
    at: str | None = field(default=None, compare=False, repr=False)
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards written down for a seat, in the order written; as many as were written.

    `label` is set only where the seat was read with doubt (``{4|5}: JH 9H``); `seat` is then the
    likeliest reading of it.
    """

    seat: Seat
    cards: tuple[Entry[Card], ...]
    spans: RowSpans = field(default=NO_SPANS, compare=False, repr=False)
    label: Entry[Seat] | None = None

    def span_of(self, index: int) -> Span | None:
        """Where the card at `index` (from 0) stands in the text."""
        return self.cards[index].span or self.spans.of(index)


@dataclass(frozen=True, slots=True)
class Play:
    """One card played. `label` is the seat written before it, None where none was written."""

    card: Entry[Card]
    label: Entry[Seat] | None = None
    marked: str | None = None
    """The irregularity mark that the record itself sets beside the card (``^R``, ``^L`` of PBN), the
    letter alone: ``R``, ``L``. What the record says of it; whether it was one is judged apart."""


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: cards and events in the order they happened.

    `number` counts from 1 and is what the record says or implies (one more than the trick before);
    a jump shows tricks that were not recorded. Events that stand before the first card of a trick
    on lines of their own belong to the trick before it, except at the very start of the play.
    """

    number: int
    items: tuple[Play | Event, ...]
    labelled: bool = False
    """True where ``trick 2:`` is written and is needed to tell the number."""
    spans: RowSpans = field(default=NO_SPANS, compare=False, repr=False)
    by_seat: bool = False
    """True where the record gives a card for each seat and who led not known from it (columns of
    PBN after a trick whose winner is unknown): the order of `items` is then no evidence of anything."""
    columns: tuple[Seat, ...] = field(default=(), compare=False)
    """Of a page with a column for each seat and an entry for who led: in whose columns the cards stand, where
    every seat has one. Whoever led, each card stays with its seat. Text has no words for that."""

    @property
    def plays(self) -> tuple[Play, ...]:
        return tuple([item for item in self.items if item.__class__ is Play])

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple([item for item in self.items if item.__class__ is Event])

    def span_of(self, index: int) -> Span | None:
        """Where the play at `index` (from 0, events not counted) stands in the text."""
        return self.plays[index].card.span or self.spans.of(index)


@dataclass(frozen=True, slots=True)
class ContractEntry:
    """The contract as written down: ``32 C X by 1``. Parts not written are None."""

    said: Entry[Said]
    by: Entry[Seat] | None = None
    doubling: Entry[str] | None = None
    """``X`` or ``XX``; None where none is written."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the recorder wrote under the deal. Everything may be missing."""

    contract: ContractEntry | None = None
    tricks: tuple[Entry[Seat], ...] = ()
    """The seat recorded as winning each trick, in order."""
    points: dict[Team, Entry[int]] = field(default_factory=dict)
    """Card points taken, by team; in bridge the tricks taken."""
    score: dict[Team, Entry[int]] = field(default_factory=dict)
    """Points awarded for the deal, by team."""
    penalty: dict[Team, Entry[int]] = field(default_factory=dict)
    trick_spans: RowSpans = field(default=NO_SPANS, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal. A block that the record does not have is None; one that it has but is empty is ().

    `events` are those that stand outside auction and play: at the deal's head, after the hands
    (exposed, disclosed, redeal), after the result; `closing` those after the result.
    """

    number: Entry[str] | None = None
    dealer: Entry[Seat] | None = None
    tags: tuple[Tag, ...] = ()
    hands: tuple[Hand, ...] | None = None
    auction: tuple[Call | Event, ...] | None = None
    play: tuple[Trick, ...] | None = None
    result: Result | None = None
    events: tuple[Event, ...] = ()
    closing: tuple[Event, ...] = ()
    comments: tuple[Comment, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)
    unread: bool = field(default=False)
    """True where the text of the deal could not be made sense of at all."""
    vulnerable: Entry[str] | None = None
    """Bridge: the sides written down as vulnerable, ``None``, ``NS``, ``EW`` or ``All``."""
    call_rows: tuple[tuple[int, int, str], ...] = field(default=(), compare=False, repr=False)
    """The lines of clear calls, which are shared to be fast (`spans_of_calls`)."""
    otherwise: tuple[Otherwise, ...] = field(default=(), compare=False, repr=False)
    """Of a photo: the deal as unclear entries about what happened may have it. Text has no words for that."""

    @property
    def label(self) -> str | None:
        """The deal's number as it is shown, None where the record gives none."""
        return self.number.value if self.number is not None else None

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(item for item in self.auction or () if isinstance(item, Call))

    def span_of_call(self, call: Call, number: int) -> Span | None:
        """Where a call of this deal stands in the text. `number` is its own, from 1."""
        return call.span or spans_of_calls(self.call_rows).get(number)

    def hand(self, seat: Seat) -> Hand | None:
        return next((hand for hand in self.hands or () if hand.seat == seat), None)

    def all_events(self) -> Iterator[Event]:
        """Every event of the deal in the order recorded."""
        yield from self.events
        yield from [item for item in self.auction or () if item.__class__ is Event]
        yield from [
            item for trick in self.play or () for item in trick.items if item.__class__ is Event
        ]
        yield from self.closing


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A deal with another reading, of this probability, of what happened, or of where or to whom."""

    place: Place
    probability: float
    deal: Deal


Cell = Entry[str] | Entry[int] | Entry[Said]

NUMBER_COLUMNS: Final = (
    "points A",
    "points B",
    "score A",
    "score B",
    "total A",
    "total B",
    "penalty A",
    "penalty B",
)
COLUMNS: Final = ("deal", "dealer", "bidder", "contract", "x", *NUMBER_COLUMNS, "remarks")
"""Columns of known meaning, in the order in which they are written where a sheet has them."""


WE_THEY: Final = ("we", "they")
"""The columns of a bridge sheet's entries, each on a side of the line."""


TEAM_COLUMN: Final = re.compile(r"(points|score|total|penalty) (a|b|ns|ew)")
"""Columns of a side's figures, in small letters: those of bridge too."""


def is_number_column(column: str) -> bool:
    """Whether figures belong under a column."""
    return column in WE_THEY or TEAM_COLUMN.fullmatch(column.lower()) is not None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row. `cells` stand in the order of the sheet's columns.

    A number that can be read as one is an ``Entry[int]``; a contract an ``Entry[Said]``; everything
    else, and what stands in a number's cell without being one, an ``Entry[str]``.
    """

    cells: tuple[Cell, ...]
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The last line of a sheet: match points by team, and who won the tie-break, where entered."""

    points: dict[Team, Entry[int]] = field(default_factory=dict)
    tie_break: Entry[Team] | None = None
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One copy of a score sheet. `copy` names the team whose copy it is, None where there is one."""

    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    copy: Team | None = None
    match_points: MatchPoints | None = None
    span: Span | None = field(default=None, compare=False, repr=False)

    def cell(self, row: int, column: str) -> Cell | None:
        """The cell of a row (from 0), or None where the sheet has no such column or cell."""
        if column not in self.columns or not 0 <= row < len(self.rows):
            return None
        index = self.columns.index(column)
        cells = self.rows[row].cells
        return cells[index] if index < len(cells) else None

    def number(self, row: int, column: str) -> int | None:
        """The likeliest number of a cell, None where it has none."""
        cell = self.cell(row, column)
        value = None if cell is None else cell.value
        return value if isinstance(value, int) else None

    def place(self, row: int, column: str) -> Place:
        """The address of a cell of a row (from 0): ``row 5 / total A``."""
        return Place.of(f"row {row + 1}", column)


def of_entries(sheet: Sheet) -> bool:
    """Whether a sheet has entries under WE and THEY, above and below the line, not a row a deal."""
    return any(column in sheet.columns for column in WE_THEY)


Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about reading a record that a person should know.

    `severity`: ``error`` (something could not be read), ``warning`` (read, but unclear) or ``note``
    (a liberty taken). `game` is the position of the deal in the file, from 1. For photos `place`
    names the field instead of line and column.
    """

    severity: Severity
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
    cells: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Of what was typed in a spreadsheet, the cell of each entry of a sheet, by its place."""

    def cell_at(self, place: Place) -> str | None:
        """Where an entry of a spreadsheet stands: ``worksheet “Scores”, cell D7``."""
        return self.cells.get(str(place.within_deal()))

    def tag(self, name: str) -> str | None:
        """The value of a heading tag, the last where there are several."""
        found = [tag.value for tag in self.tags if tag.name == name]
        return found[-1] if found else None


# --- a plain deal of bridge ----------------------------------------------------------------------


PLAIN_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""A card's number is 13 times the index of its suit and the index of its rank."""

PLAIN_PASS: Final = 35
PLAIN_DOUBLE: Final = 36
PLAIN_REDOUBLE: Final = 37


@dataclass(frozen=True, slots=True)
class PlainDeal:
    """A deal of which every entry is plain, so that a quick judge can take it whole: a `Deal` of it costs
    several times what judging it does, and is asked for only where something is found.

    Nothing here is doubtful; what is None was not recorded. A seat's number is its index in `COMPASS`; a
    bid's is 5 times (its level less one) and the index of its denomination: 0 to 34.

    `hands` are four sets of 13 cards, by seat, as bits (bit 0 is the two of clubs); together they are
    the pack. `calls` are in the order made, from the dealer, each in turn. `contract` is the number of
    the bid written down, -1 for a deal that was passed out. `cards` are by column: the first of each
    four is the card of seat `leader`, whoever led the trick; a row after the last full one may lack
    cards (-1). Where `leader` is None they are in the order played. `tricks` are those written down for
    the declarer's side, `score` for North and South.
    """

    board: str | None
    dealer: int
    vulnerable: int
    """Bit 0: North and South; bit 1: East and West."""
    hands: tuple[int, int, int, int]
    calls: tuple[int, ...] | None
    declarer: int | None
    contract: int | None
    doubled: int
    """1, 2 (doubled) or 4 (redoubled), of the contract written down."""
    tricks: int | None
    score: int | None
    leader: int | None
    cards: tuple[int, ...] | None
