"""What is shown of a deal, in plain values: its hands, its calls and its tricks, with what points to them.

`desk.report.fifty_six` and `desk.report.bridge` fill them in; templates only set them.
"""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.desk import words
from fairdeal.desk.report.marks import Mark
from fairdeal.records.cards import Seat, Team


@dataclass(frozen=True, slots=True)
class Token:
    """One card or call as it is shown, as it is read aloud, and what points to it."""

    text: str
    spoken: str
    red: bool = False
    marks: tuple[Mark, ...] = ()
    doubt: str = ""
    """Other readings, in words; empty where there is no doubt."""
    note: str = ""
    """The act's number: of a call in the auction, of a card in its trick."""
    remark: str = ""
    """What the record itself says of it: an alert, a mark as irregular."""


@dataclass(frozen=True, slots=True)
class SuitRow:
    symbol: str
    name: str
    red: bool
    cards: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class SeatHead:
    seat: Seat
    team: Team
    name: str = ""
    role: str = ""
    """What the seat is in a deal of bridge: declarer, dummy."""

    @property
    def title(self) -> str:
        """What the seat is called: ``Seat 4``, ``North``."""
        return words.seat(self.seat).capitalize()

    @property
    def side(self) -> str:
        """What its side is called: ``team A``, ``NS``."""
        return words.side(self.team)


@dataclass(frozen=True, slots=True)
class HandView:
    head: SeatHead
    suits: tuple[SuitRow, ...]
    unknown: int
    source: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class TrickView:
    """A row of the table of tricks. `cells` go by the columns of seats; each may be empty."""

    number: int
    cells: tuple[tuple[Token, ...], ...]
    leader: Seat | None
    winner: Seat | None
    points: int | None
    marks: tuple[Mark, ...]
    recorded: str = ""
    """The winner written down, where it is another one."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """What best play gives with every hand seen: tricks by declarer (rows) and denomination (columns)."""

    columns: tuple[tuple[str, str], ...]
    """Of each denomination its sign and its name."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    par: str
    """Empty where it is not known."""
    result: str
    """The contract's best result beside what was taken; empty without a contract."""


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """What a deal of bridge has beside the rest. The seats of its view stand W N E S."""

    vulnerable: str
    vulnerable_marks: tuple[Mark, ...]
    taken: str
    """Tricks of both sides, and what that makes of the contract."""
    score: str
    lead: str
    tags: tuple[tuple[str, str], ...] = ()
    """Where the board was played, and by whom."""
    best: BestPlay | None = None
    """Set where it was worked out."""


@dataclass(frozen=True, slots=True)
class DealView:
    """Everything that is shown of one deal."""

    game: int
    label: str
    dealer: str
    dealer_marks: tuple[Mark, ...]
    contract: str
    contract_spoken: str
    contract_marks: tuple[Mark, ...]
    outcome: str
    hands: tuple[HandView, ...]
    callers: tuple[SeatHead, ...]
    rounds: tuple[tuple[tuple[Token, ...], ...], ...]
    players: tuple[SeatHead, ...]
    tricks: tuple[TrickView, ...]
    happened: tuple[str, ...]
    written: tuple[tuple[str, str, tuple[Mark, ...]], ...]
    """Figures written under the deal: what, how, marks."""
    board: BoardFacts | None = None
    """Set for a deal of bridge."""
    hands_title: str = "Hands dealt"
