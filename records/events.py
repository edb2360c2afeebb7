"""What happened beside calls and cards: objections, warnings, exposures, claims and the like."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from fairdeal.records.cards import Card
from fairdeal.records.doubt import Entry
from fairdeal.records.place import Place, Span
from fairdeal.records.seats import Seat, Team


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
    """The entries by which a reader of photos made it this event, at this place, each with how likely it says
    something else."""
    above_hands: bool = False
    """Whether it stands above its deal's hands: before the cards were dealt."""
