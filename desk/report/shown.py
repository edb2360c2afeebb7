"""What is shown of a deal, in plain values: its hands, its calls and its tricks, with the numbered marks that
tie findings, deals and sheets together.

`desk.report.deals` fills them in; templates only set them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from fairdeal.desk import words
from fairdeal.desk.numbered import Numbered
from fairdeal.records import Entry, Place, Seat, Standing, Team, firsts, lines_of, shown

MarkKind = Literal["fault", "proof"]

MOST_MARKS: Final = 40
"""Marks beside one card or call; the findings themselves name their places, however many there are."""

FOLLOWS: Final = "it follows from this"
"""What is said aloud at an entry that is wrong only because another is."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A finding's number at a place: the irregular act itself, or what proves it."""

    number: int
    kind: MarkKind
    message: str = ""
    position: int | None = None
    """Which card of the trick is meant, where a seat has more than one in it."""

    @property
    def spoken(self) -> str:
        """For a screen reader."""
        if self.kind == "fault":
            return f"finding {self.number}"
        return f"evidence for finding {self.number}: {self.message}".rstrip(": ")


class Marks:
    """All marks of a report, by the deal's position in the record (None: the sheets) and place."""

    def __init__(self, findings: Sequence[Numbered]) -> None:
        self._marks: dict[tuple[int | None, str], list[Mark]] = defaultdict(list)
        deals = ((each.finding.deal, each.finding.game) for each in findings)
        games = firsts(
            (deal, game) for deal, game in deals if deal is not None and game is not None
        )
        for each in findings:
            finding = each.finding
            self._add(
                finding.place.in_sheet(finding.at.sheet),
                finding.game,
                games,
                Mark(each.number, "fault", position=finding.at.position),
            )
            for related in finding.related:
                mark = Mark(each.number, "proof", related.message)
                self._add(related.place, finding.game, games, mark)
            for other in each.below:
                place = other.place.in_sheet(other.at.sheet)
                self._add(place, other.game, games, Mark(each.number, "proof", FOLLOWS))

    def _add(self, place: Place, game: int | None, games: dict[str, int], mark: Mark) -> None:
        if place.deal is not None:
            game = games.get(place.deal, game)
        key = (None if on_a_sheet(place) else game, str(place.within_deal()))
        marks = self._marks[key]
        if len(marks) < MOST_MARKS and mark not in marks:
            marks.append(mark)

    def at(self, game: int | None, *parts: str) -> tuple[Mark, ...]:
        """The marks of a place within a deal, or on a sheet."""
        return tuple(self._marks.get((game, " / ".join(parts)), ()))

    def games(self) -> set[int]:
        """The deals that have a mark."""
        return {game for (game, _), marks in self._marks.items() if game is not None and marks}


def on_a_sheet(place: Place) -> bool:
    """Whether an address is one of a score sheet."""
    first = place.parts[0] if place.parts else ""
    return first.startswith(("row ", "match points", "tie-break", "heading", "sheet"))


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


record_lines = lru_cache(maxsize=2)(lines_of)
"""The lines of a record's text; kept, as each of many deals asks for them."""


RIVAL_WORTH_SHOWING: Final = 0.05


RIVALS_SHOWN: Final = 2
"""Other readings shown at an entry; all of them stand in the record and beside the photo."""


def doubt_of(entry: Entry[Any] | None) -> str:
    """What else an entry may be, in words."""
    if entry is None or not entry.doubtful:
        return ""
    if entry.standing is Standing.ILLEGIBLE:
        return "cannot be read"
    rivals = [value for value, weight in entry.weighted()[1:] if weight >= RIVAL_WORTH_SHOWING]
    if not rivals:
        return "?"
    named = [value for value in rivals if value is not None][:RIVALS_SHOWN]
    others = [str(getattr(value, "symbol", None) or shown(value)) for value in named]
    return f"or {' or '.join(others)}" if others else "read with doubt"


MOST_TOKENS: Final = 40_000
"""Cards and calls that are laid out, over all deals and findings: some six megabytes. A match of 18 deals
with thirty findings has about five thousand."""


PER_LETTERS: Final = 40
"""Letters that take as much room as a card."""


class Room:
    """What is left of a report's room for deals; `refused` counts the parts of deals that had none."""

    def __init__(self, most: int | None = None) -> None:
        self._left = MOST_TOKENS if most is None else most
        self.refused = 0

    def take(self, view: DealView) -> bool:
        """Whether there is room for a deal, or a part of one; it is then taken."""
        size = size_of(view)
        if size > self._left:
            self.refused += 1
            return False
        self._left -= size
        return True

    def laid_out(self, deals: Mapping[int, DealView]) -> dict[int, DealView]:
        """The deals that there is room for. They are not counted as refused: they are listed."""
        refused = self.refused
        found = {game: deal for game, deal in deals.items() if self.take(deal)}
        self.refused = refused
        return found


def size_of(view: DealView) -> int:
    """The cards, calls and marks of a deal that is laid out, long texts by their length."""
    hands = [token for hand in view.hands for suit in hand.suits for token in suit.cards]
    calls = [token for round_ in view.rounds for cell in round_ for token in cell]
    cards = [token for trick in view.tricks for cell in trick.cells for token in cell]
    letters = sum(len(text) for text in view.happened)
    letters += sum(len(name) + len(text) for name, text, _ in view.written)
    rows = len(view.rounds) + len(view.tricks) + len(view.happened) + len(view.written)
    return sum(map(_size, (*hands, *calls, *cards))) + rows + letters // PER_LETTERS


def _size(token: Token) -> int:
    letters = len(token.text) + len(token.spoken) + len(token.doubt) + len(token.remark)
    return 1 + len(token.marks) + letters // PER_LETTERS


# --- the way from the written to the ruled score ---

MOST_STEPS: Final = 9
"""Steps for which page 1 has room. More of them stand on page 2, which is then signed too."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A finding behind a step: its number, what it is, what was decided on it."""

    number: int
    title: str
    decision: str


@dataclass(frozen=True, slots=True)
class ReconciliationRow:
    where: str
    causes: tuple[Cause, ...]
    others: tuple[int, ...]
    """Further findings of the same step, by their numbers."""
    note: str
    """What the step is where no finding is behind it, and why its deal is open."""
    change: str
    """``A +1, B −2``; empty where nothing changes."""
    to: str


@dataclass(frozen=True, slots=True)
class ReconciliationView:
    start: str
    copy: str
    rows: tuple[ReconciliationRow, ...]
    end: str
    end_name: str

    @property
    def fits(self) -> bool:
        """Whether all of it has room on page 1."""
        return len(self.rows) <= MOST_STEPS
