"""A table of any game: turn order, pack and strengths, and which cards each seat was dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from fairdeal.records import CARDS, COMPASS, DENOMINATIONS, SUITS, Card, Seat, seats, team_of
from fairdeal.rulings.rulebooks.rulebook import Rulebook

_RUFF: Final = 100
"""Added to a trump's strength: more than there are ranks, so that any trump beats any plain card."""


class Seating:
    """Turn order, pack and strengths for one rulebook of any game and number of players.

    `strength[trump][led]` maps every card to how high it stands in a trick; 0 cannot win.
    `rotation[seat]` lists all seats in turn from that one. `points` are the cards' own, 0 where the
    game counts tricks. `bids`: the figures that a bid may have.
    """

    bids: range

    __slots__ = (
        "after", "before", "bids", "copies", "hand", "must_follow", "pack", "pack_size", "players", "points",
        "rank", "rotation", "seats", "strength", "suit_size", "team",
    )  # fmt: skip

    def __init__(self, book: Rulebook, players: int) -> None:
        self.players = players
        self.must_follow = book.must_follow
        self.rank = book.rank
        self.seats = COMPASS if book.game == "bridge" else seats(players)
        self.after: dict[Seat, Seat] = {
            seat: self.seats[(place + 1) % players] for place, seat in enumerate(self.seats)
        }
        self.before: dict[Seat, Seat] = {late: early for early, late in self.after.items()}
        self.rotation: dict[Seat, tuple[Seat, ...]] = {
            seat: self.seats[place:] + self.seats[:place] for place, seat in enumerate(self.seats)
        }
        self.team = {seat: team_of(seat) for seat in self.seats}
        self.hand = book.hand
        self.copies = book.copies
        ranks = book.packs[players]
        self.pack: frozenset[Card] = frozenset(
            CARDS[rank + suit] for suit in SUITS for rank in ranks
        )
        self.pack_size = len(self.pack) * book.copies
        self.suit_size = len(ranks) * book.copies
        self.points = dict.fromkeys(CARDS.values(), 0)
        self.strength = {
            trump: {led: self._strengths(trump, led) for led in SUITS} for trump in DENOMINATIONS
        }

    def _strengths(self, trump: str, led: str) -> dict[Card, int]:
        top = len(self.rank)
        order = {rank: top - place for place, rank in enumerate(self.rank)}
        table = {}
        for card in CARDS.values():
            rank = order.get(card.rank, 0)
            if not rank or card.suit not in (trump, led):
                table[card] = 0
            else:
                table[card] = rank + (_RUFF if card.suit == trump else 0)
        return table


# --- what each seat was dealt -----------------------------------------------------------------------


Source = Literal["recorded", "follows", "played"]

MOST_LEFT_OFF: Final = 2
"""Cards that a pen leaves off a row by a slip. A row that lacks more was not meant to be whole: a card
played that is not in it contradicts nothing."""


@dataclass(slots=True)
class Dealt:
    """What is known of one seat's hand.

    `cards` are those known; `unknown` how many more there are that are not. `source`: written in
    the record, following from all the others, or known only as far as they were played.

    A row of fewer cards than are dealt is a row not wholly written: what it lacks is unknown.
    """

    cards: list[Card]
    unknown: int
    source: Source
    counts: dict[str, int] = field(default_factory=dict)
    left_over: dict[str, int] | None = None
    """How many cards of each suit are nowhere recorded, where that can be known."""
    left_off: int = 0
    """How many of the unknown cards the row does not even leave room for: perhaps they were not dealt."""
    beyond: tuple[Card, ...] = ()
    """Cards played that a row written all but whole lacks. Not among `cards`: one of the two is wrong."""

    def __post_init__(self) -> None:
        counts = {"C": 0, "D": 0, "H": 0, "S": 0}
        for card in self.cards:
            counts[card.suit] += 1
        self.counts = counts

    def void(self, suit: str) -> bool | None:
        """True where the seat was dealt no card of the suit; None where that is not known."""
        if self.surely(suit):
            return False
        return True if not self.unknown or self.none_left(suit) else None

    def surely(self, suit: str, gone: int = 0) -> bool:
        """Whether the seat was dealt the suit in every deal consistent with the record.

        Cards that are nowhere recorded fill the unknown places; where those of other suits are too
        few, one of this suit is among them (Hall's condition for a single seat). `gone` places may
        have been emptied already.
        """
        if self.counts[suit]:
            return True
        if not self.unknown or self.left_over is None:
            return False
        others = sum(self.left_over.values()) - self.left_over[suit]
        return others < self.unknown - self.left_off - gone

    def none_left(self, suit: str) -> bool:
        """Whether every card of the suit is recorded somewhere."""
        return self.left_over is not None and not self.left_over[suit]


class Holdings(dict[Seat, Dealt]):
    """What each seat was dealt. Compared by identity: what depends on it is kept by it."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


def holdings(
    hands: dict[Seat, list[Card | None]],
    played: dict[Seat, list[Card | None]],
    table: Seating,
    whole: bool = False,
) -> Holdings:
    """What each seat of the table was dealt, as far as the record tells.

    `whole`: rows of fewer cards than are dealt are all there is, as in the end of a deal.
    """
    whole = whole or whole_pack_written(hands, table)
    dealt = Holdings(
        (seat, _one(hands.get(seat), played.get(seat) or [], table, whole)) for seat in table.seats
    )
    unwritten = [seat for seat in table.seats if seat not in hands]
    if len(unwritten) == 1 and len(hands) == table.players - 1:
        _last_follows(dealt, unwritten[0], table)
    if any(hand.unknown for hand in dealt.values()):
        _leave_over(dealt, table)
    return dealt


def whole_pack_written(hands: Mapping[Seat, Sequence[Card | None]], table: Seating) -> bool:
    """Whether the rows have as many cards as the pack: then none can be missing from a short one."""
    return len(hands) == table.players and sum(map(len, hands.values())) >= table.pack_size


def _leave_over(dealt: Holdings, table: Seating) -> None:
    """Count the cards that are nowhere recorded, suit by suit, if they fill the unknown places."""
    left = Counter(dict.fromkeys(table.pack, table.copies))
    for hand in dealt.values():
        left.subtract(hand.cards)
    if min(left.values()) < 0 or len(left) != len(table.pack):
        return
    if left.total() != sum(hand.unknown for hand in dealt.values()):
        return
    suits = {"C": 0, "D": 0, "H": 0, "S": 0}
    for card, count in left.items():
        suits[card.suit] += count
    for hand in dealt.values():
        hand.left_over = suits


def _one(
    hand: list[Card | None] | None, played: list[Card | None], table: Seating, whole: bool
) -> Dealt:
    if hand is None:
        cards = [card for card in played if card is not None]
        return Dealt(cards, max(0, table.hand - len(cards)), "played")
    cards = [card for card in hand if card is not None]
    unread = len(hand) - len(cards)
    left_off = 0 if whole or len(hand) >= table.hand else table.hand - len(hand)
    if not unread and not left_off:
        return Dealt(cards, 0, "recorded")
    # A card that was played and is not among those read is one of those not read, or else left off.
    others = list((Counter(card for card in played if card) - Counter(cards)).elements())
    if 0 < left_off <= MOST_LEFT_OFF:
        cards, beyond = cards + others[:unread], tuple(others[unread:])
        unread -= min(unread, len(others))
        return Dealt(cards, unread + left_off, "recorded", left_off=left_off, beyond=beyond)
    unknown = unread + left_off
    if len(others) <= unknown:
        cards += others
        unknown -= len(others)
    return Dealt(cards, unknown, "recorded", left_off=min(left_off, unknown))


def _last_follows(dealt: Holdings, last: Seat, table: Seating) -> None:
    """With all hands but one written in full, the last is what is left of the pack."""
    if dealt[last].unknown == 0:
        return
    left = Counter(dict.fromkeys(table.pack, table.copies))
    for seat, other in dealt.items():
        if seat == last:
            continue
        if other.unknown or len(other.cards) != table.hand:
            return
        left.subtract(other.cards)
    if min(left.values()) >= 0 and len(left) == len(table.pack):
        dealt[last] = Dealt(sorted(left.elements()), 0, "follows")
