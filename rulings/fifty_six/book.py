"""The rulebook of 56, and the table that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from fairdeal.records.cards import CARDS, Seat
from fairdeal.rulings.replay.table import Seating
from fairdeal.rulings.rulebooks.rulebook import Rulebook

Side = Literal["right-of-dealer", "left-of-dealer", "bidder"]
NextDealer = Literal["right-of-dealer", "left-of-dealer", "not-stated"]
OpeningPass = Literal["lowest-no-trumps", "not-allowed", "allowed"]
NoesMeaning = Literal["no-trumps", "trump-stays"]
PlayEnds = Literal["all-tricks", "when-certain"]
Doubling = Literal["add", "multiply"]
OtherForms = Literal["unapproved", "unlisted"]


@dataclass(frozen=True, slots=True)
class Award:
    """A row of the award table: contracts `low` to `high`."""

    low: int
    high: int
    made: int
    defeated: int


@dataclass(frozen=True, slots=True)
class Bids:
    """What may be said. Forms are strings of `Said.form`."""

    lowest: int
    highest: int
    plus_alone: int
    most_terms: int
    opening_pass: OpeningPass
    noes: NoesMeaning
    must_hold_suit: bool
    approved: frozenset[str]
    unlisted: frozenset[str]
    barred_first: frozenset[str]
    other_forms: OtherForms
    """What a form on none of the lists is."""


@dataclass(frozen=True, slots=True)
class Auction:
    close_at_highest: bool
    self_raise: tuple[int, ...]
    self_raise_after_double: bool
    double_own_side: bool
    double_at_highest: bool


@dataclass(frozen=True, slots=True)
class Scoring:
    awards: tuple[Award, ...]
    doubling: Doubling
    doubled: int
    redoubled: int
    match_win: int | None
    match_tie: int | None
    match_tie_break: int | None
    session_deals: int | None
    session_fixed: bool
    """Whether every session has so many deals; else that is only usual."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Which faults of the deal make it be dealt again."""

    exposed_card: bool
    hand_size: bool
    one_suit: bool
    all_jacks: bool
    void_trump: bool


@dataclass(frozen=True, slots=True)
class Penalties:
    """Points for the other side; None where the rulebook names none."""

    cardinal: int | None
    out_of_turn: int | None
    warnings: int
    lead_out_of_turn: int | None
    score_query_most: int | None


@dataclass(frozen=True, eq=False, kw_only=True)
class FiftySixBook(Rulebook):
    """One edition of the rules of 56."""

    first_call: Side
    first_lead: Side
    next_dealer: NextDealer
    points: Mapping[str, int]
    bids: Bids
    auction: Auction
    play_ends: PlayEnds
    scoring: Scoring
    redeal: Redeal
    penalties: Penalties

    @property
    def session_deals(self) -> int | None:
        return self.scoring.session_deals

    @property
    def claims(self) -> bool:
        """Whether cards tabled claim the tricks that remain."""
        return "claim-defeated" in self.findings or "claim-stands" in self.findings


class Table(Seating):
    """A table of 56."""

    __slots__ = ("book", "first_call", "first_lead", "next_dealer", "total_points")

    def __init__(self, book: FiftySixBook, players: int) -> None:
        super().__init__(book, players)
        self.book = book
        self.bids = range(book.bids.lowest, book.bids.highest + 1)
        right = self.after if book.direction == "counter-clockwise" else self.before
        left = self.before if book.direction == "counter-clockwise" else self.after
        sides: dict[str, dict[Seat, Seat]] = {"right-of-dealer": right, "left-of-dealer": left}
        self.first_call: dict[Seat, Seat] = sides.get(book.first_call, right)
        self.first_lead: dict[Seat, Seat] | None = sides.get(book.first_lead)
        self.next_dealer: dict[Seat, Seat] = sides.get(book.next_dealer, right)
        self.points = {card: book.points.get(card.rank, 0) for card in CARDS.values()}
        self.total_points = sum(self.points[card] for card in self.pack) * book.copies


@cache
def table_of(book: FiftySixBook, players: int) -> Table:
    return Table(book, players)
