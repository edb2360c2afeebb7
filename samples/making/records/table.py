"""A small table: who sits at it, who wins a trick, cards played at random; and of 56 what a deal is worth.

Written from the source documents alone and shared with nobody: what it says of a deal is a second
opinion beside the rulings, so that a mistake made in one of the two shows as a difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Self

from fairdeal.grammar.calls import parse_call
from fairdeal.records import NO_TRUMPS, SUITS, Card, Event, Play, Said, Seat, clear, seats, team_of

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


@dataclass(frozen=True, slots=True)
class Put:
    """One card played. `label` is True where the record must name the seat."""

    seat: Seat
    card: str
    label: bool = False

    def written(self, labelled: bool) -> Play:
        return Play(clear(Card.of(self.card)), clear(self.seat) if labelled else None)


@dataclass
class Round:
    """One trick: cards and events in the order they happened, and who won it (None: unsettled)."""

    items: list[Put | Event] = field(default_factory=list)
    winner: Seat | None = None

    @property
    def puts(self) -> list[Put]:
        return [item for item in self.items if isinstance(item, Put)]

    @property
    def led(self) -> str | None:
        """The suit of the first card."""
        return suit_of(self.puts[0].card) if self.puts else None

    @property
    def pairs(self) -> list[tuple[Seat, str]]:
        return [(put.seat, put.card) for put in self.puts]


@dataclass
class Playing:
    """The play so far. `left` are the cards that each seat still holds."""

    variant: Variant
    trump: str
    leader: Seat
    left: dict[Seat, list[str]]
    tricks: list[Round] = field(default_factory=list)

    @classmethod
    def start(cls, variant: Variant, leader: Seat, hands: Hands, trump: str) -> Self:
        return cls(variant, trump, leader, {seat: list(hands[seat]) for seat in variant.seats})

    def legal(self, seat: Seat, led: str | None) -> list[str]:
        """The cards that follow suit, or all of them where the seat leads or is void."""
        following = [card for card in self.left[seat] if suit_of(card) == led]
        return following or list(self.left[seat])

    def off_suit(self, trick: Round, seat: Seat) -> list[str]:
        """The cards that would be a revoke; none where the seat may play any."""
        legal = self.legal(seat, trick.led)
        return [card for card in self.left[seat] if card not in legal]

    def follows_after(self, number: int, put: Put) -> bool:
        """Whether the seat of a card follows suit in all later tricks (after this one, from 0) that the
        card's suit is led to: with such a card in hand all the same, it does not revoke."""
        later = [trick for trick in self.tricks[number + 1 :] if trick.led == suit_of(put.card)]
        return all(suit_of(dict(trick.pairs)[put.seat]) == trick.led for trick in later)

    def choose(self, rng: Random, trick: Round, seat: Seat) -> str:
        """Any card that follows suit, or any card."""
        return rng.choice(self.legal(seat, trick.led))

    def put(self, trick: Round, seat: Seat, card: str, *, label: bool = False) -> None:
        """A card is played, held or not."""
        trick.items.append(Put(seat, card, label))
        if card in self.left[seat]:
            self.left[seat].remove(card)

    def put_random(self, rng: Random, trick: Round, *seats: Seat, label: bool = False) -> None:
        """Each of some seats plays a card of its choice."""
        for seat in seats:
            self.put(trick, seat, self.choose(rng, trick, seat), label=label)

    def open(self) -> Round:
        trick = Round()
        self.tricks.append(trick)
        return trick

    def close(self, trick: Round) -> None:
        trick.winner = winner_of(self.variant, trick.pairs, self.trump)
        self.leader = trick.winner

    @property
    def order(self) -> list[Seat]:
        """The seats in turn, from who leads."""
        return [self.variant.after(self.leader, steps) for steps in range(self.variant.players)]

    def play_trick(self, rng: Random, order: Sequence[Seat] = ()) -> None:
        """One trick played legally by the seats in turn, or in another order."""
        trick = self.open()
        self.put_random(rng, trick, *(order or self.order))
        self.close(trick)

    def run(self, rng: Random, tricks: int | None = None) -> None:
        """Go on legally until that many tricks are complete in all, or all of them."""
        while len(self.tricks) < (self.variant.hand if tricks is None else tricks):
            self.play_trick(rng)

    @property
    def winners(self) -> list[Seat]:
        return [trick.winner for trick in self.tricks if trick.winner is not None]

    def points(self) -> dict[str, int]:
        """Card points of 56 by team for the tricks won so far."""
        won = [(trick.winner, points_in(trick.pairs)) for trick in self.tricks if trick.winner]
        return {
            team: sum(points for winner, points in won if team_of(winner) == team)
            for team in ("A", "B")
        }


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
