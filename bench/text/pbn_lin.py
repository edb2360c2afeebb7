"""The random deals of `bench.pbn_games` as boards of LIN."""

from __future__ import annotations

from typing import Final

from bench.text.pbn_games import RANKS, SUITS, Hand, Made

_DEALERS: Final = {2: "1", 3: "2", 0: "3", 1: "4"}
_SIDES: Final = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
_SHORT: Final = {"Pass": "p", "X": "d", "XX": "r"}


def lin_board(made: Made, label: str = "") -> str:
    """A board as the site itself writes it, East's hand left out. `label`: ``o1`` of a broadcast."""
    hands = ",".join(lin_hand(made.hands[seat]) for seat in (2, 3, 0))
    parts = [f"qx|{label}|"] if label else ["pn|South,West,North,East|"]
    parts.append(f"st||md|{_DEALERS[made.dealer]}{hands},|rh||ah|Board {made.board}|")
    parts.append(f"sv|{_SIDES[made.vulnerable]}|")
    parts += [f"mb|{_SHORT.get(call, call.replace('NT', 'N'))}|" for call in made.auction.calls]
    parts.append("pg||")
    for cards in in_order(made):
        parts += [f"pc|{card}|" for card in cards]
        parts.append("pg||")
    return "".join(parts)


def lin_hand(hand: Hand) -> str:
    return "".join(
        SUITS[suit] + "".join(RANKS[r] for s, r in sorted(hand) if s == suit) for suit in range(4)
    )


def in_order(made: Made) -> list[list[str]]:
    """The cards of each trick in the order played."""
    trump = ("C", "D", "H", "S", "")[made.auction.bid % 5]
    leader, tricks = 0, []
    for row in made.rows:
        cards = [row[(leader + turn) % 4] for turn in range(4)]
        tricks.append(cards)

        def strength(turn: int, cards: list[str] = cards) -> tuple[int, int]:
            suit, rank = cards[turn][0], cards[turn][1]
            return (2 if suit == trump else 1 if suit == cards[0][0] else 0, -RANKS.index(rank))

        leader = (leader + max(range(4), key=strength)) % 4
    return tricks
