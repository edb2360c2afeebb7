"""A small table: who sits at it, who wins a trick; and of 56 what a deal is worth.

Written from the source documents alone and shared with nobody: what it says of a deal is a second
opinion beside the rulings, so that a mistake made in one of the two shows as a difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fairdeal.grammar.calls import parse_call
from fairdeal.records.cards import NO_TRUMPS, SUITS, Said, Seat, seats, team_of

CARD_POINTS: Final = {"J": 3, "9": 2, "A": 1, "10": 1}
ALL_POINTS: Final = 56
HAND: Final = 8

TEN_FORMS: Final = (
    "number suit",
    "suit number",
    "number no-trump",
    "number noes",
    "number pass",
    "plus suit",
    "suit plus",
    "plus number suit",
    "suit plus number",
    "plus number noes",
)
"""Article 3.4 of the international rules, approved bids 1 to 10."""

Hands = dict[Seat, list[str]]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play 56: who sits down, in turn order, with which cards, the highest first, under which
    rules. The table of bridge is one as well; of it only seats and ranks count.

    `hand` is how many cards each is dealt. `doubling` gives what a contract doubled (2) or redoubled (4)
    does to the award: an addend where `multiplies` is False, else a factor. `redeals` is True where hands
    of one suit, eight jacks and defenders without a trump are dealt again. `first_pass`: the first player's
    Pass is a bid of 28; `passes_before_bids`: players may pass before anybody has bid. `noes_show`: noes
    denies the suit bid before; `plus_noes_counts`: plus one noes that of the bid before the last one.
    `penalties`: offences cost points or the deal; `others_advice`: bids of other forms than those listed
    are no offence.
    """

    rules: str
    seats: tuple[Seat, ...] = seats(6)
    ranks: tuple[str, ...] = ("J", "9", "A", "10", "K", "Q")
    forms: tuple[str, ...] = TEN_FORMS
    hand: int = HAND
    first_pass: bool = True
    passes_before_bids: bool = False
    self_raise: bool = True
    redeals: bool = True
    holding: bool = True
    noes_keep_trump: bool = False
    noes_show: bool = True
    plus_noes_counts: bool = False
    closes_at_top: bool = False
    doubling: Mapping[int, int] = field(default_factory=lambda: {1: 0, 2: 1, 4: 2})
    multiplies: bool = False
    early_end: bool = False
    clockwise: bool = False
    penalties: bool = True
    others_advice: bool = False
    deals: int = 18
    match_points: bool = True

    @property
    def pack(self) -> list[str]:
        return [rank + suit for suit in SUITS for rank in self.ranks] * 2

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def others(self) -> int:
        return self.players - 1

    def first(self, dealer: Seat) -> Seat:
        """The seat to the right of the dealer: next in turn, or the last where play is clockwise."""
        return self.after(dealer, self.players - 1 if self.clockwise else 1)

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        return self.seats[(self.seats.index(seat) + steps) % self.players]


INTERNATIONAL: Final = Variant("international")

RANKS: Final = {
    4: ("J", "9", "A", "10"),
    6: ("J", "9", "A", "10", "K", "Q"),
    8: ("J", "9", "A", "10", "K", "Q", "8", "7"),
}
"""Which cards are in play, by the number of players (seed documents 001, 002, 004)."""


def _printed_less(rules: str, players: int, forms: tuple[str, ...], redoubled: int) -> Variant:
    """A rulebook of the three that print no self-raise, redeal, holding check or match points."""
    return Variant(
        rules,
        seats(players),
        RANKS[players],
        forms,
        first_pass=False,
        self_raise=False,
        redeals=False,
        holding=False,
        doubling={1: 1, 2: 2, 4: redoubled},
        multiplies=True,
        deals=12,
        match_points=False,
        noes_keep_trump=rules == "community",
        noes_show=rules != "community",
        plus_noes_counts=rules != "community",
        closes_at_top=rules == "community",
        early_end=rules != "community",
        passes_before_bids=rules == "wiki",
        others_advice=rules == "wiki",
        penalties=False,
        clockwise=rules == "community",
    )


ONLINE_FORMS: Final = (
    "number suit",
    "suit number",
    "plus number suit",
    "suit plus number",
    "number no-trump",
    "plus number no-trump",
    "number noes",
    "number pass",
    "plus suit",
    "plus number noes",
)
WIKI_FORMS: Final = (
    "number suit",
    "suit number",
    "plus number suit",
    "number no-trump",
    "number noes",
    "plus number noes",
)
COMMUNITY_FORMS: Final = (
    "number suit",
    "suit number",
    "plus number suit",
    "number no-trump",
    "number noes",
)

VARIANTS: Final = (
    INTERNATIONAL,
    *(_printed_less("online", players, ONLINE_FORMS, 3) for players in (4, 6, 8)),
    *(_printed_less("wiki", players, WIKI_FORMS, 3) for players in (4, 6, 8)),
    *(_printed_less("community", players, COMMUNITY_FORMS, 4) for players in (6, 8)),
)
"""Every way to play 56 that the source documents describe."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """A contract of either game: `by` is the seat that declares, `doubled` 1, 2 or 4."""

    value: int
    trump: str
    by: Seat
    doubled: int = 1

    @property
    def said(self) -> Said:
        return parse_call(f"{self.value} {self.trump}")


def suit_of(card: str) -> str:
    return card[-1]


def rank_of(card: str) -> str:
    return card[:-1]


def strength(variant: Variant, card: str, led: str, trump: str) -> tuple[int, int]:
    """What a card is worth in a trick: a trump more than one of the suit led, others nothing."""
    kinds = {led: 1, trump: 2}
    return kinds.get(suit_of(card), 0), -variant.ranks.index(rank_of(card))


def winner_of(variant: Variant, trick: Sequence[tuple[Seat, str]], trump: str) -> Seat:
    """The seat whose card wins: highest trump, else highest of the suit led, first among equals."""
    led = suit_of(trick[0][1])
    return max(trick, key=lambda play: strength(variant, play[1], led, trump))[0]


def points_in(trick: Sequence[tuple[Seat, str]]) -> int:
    return sum(CARD_POINTS.get(rank_of(card), 0) for _, card in trick)


def award_of(variant: Variant, contract: Agreed, made: bool) -> dict[str, int]:
    """Points by team for a contract made or defeated (chart 1.7.1 and the line below it)."""
    base = sum(contract.value >= least for least in (40, 48, 56)) + (1 if made else 2)
    change = variant.doubling[contract.doubled]
    worth = base * max(change, 1) if variant.multiplies else base + change
    return {team: worth if (team == team_of(contract.by)) == made else 0 for team in ("A", "B")}


def constraining(hand: Sequence[str]) -> bool:
    """Eight of one suit or eight jacks (2.4.3, 2.4.4)."""
    return len(hand) == HAND and (
        len({suit_of(card) for card in hand}) == 1 or all(rank_of(card) == "J" for card in hand)
    )


def void_trump(variant: Variant, hands: Hands, contract: Agreed) -> bool:
    """True where the defenders were dealt no trump between them (2.4.5)."""
    if contract.trump == NO_TRUMPS:
        return False
    defenders = [seat for seat in variant.seats if team_of(seat) != team_of(contract.by)]
    return not any(suit_of(card) == contract.trump for seat in defenders for card in hands[seat])
