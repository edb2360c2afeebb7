"""The random deals of `bench.text.pbn_games` as boards of LIN: bare, and as the site's users save them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bench.text.pbn_games import SUITS, Made, hand_text, leaders

_DEALERS: Final = {2: "1", 3: "2", 0: "3", 1: "4"}
_SIDES: Final = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
_SHORT: Final = {"Pass": "p", "X": "d", "XX": "r"}


def lin_board(made: Made, label: str = "") -> str:
    """A board as the site itself writes it, East's hand left out. `label`: ``o1`` of a broadcast."""
    hands = ",".join(lin_hand(made.hands[seat]) for seat in (2, 3, 0))
    parts = [f"qx|{label}|"] if label else ["pn|South,West,North,East|"]
    parts.append(f"st||md|{_DEALERS[made.dealer]}{hands},|rh||ah|Board {made.board}|")
    parts.append(f"sv|{_SIDES[made.vulnerable]}|")
    parts += [f"mb|{_SHORT.get(call, call.replace('NT', 'N'))}|" for call in made.calls]
    parts.append("pg||")
    for cards in in_order(made):
        parts += [f"pc|{card}|" for card in cards]
        parts.append("pg||")
    return "".join(parts)


def real_board(random: Random, made: Made, label: str = "") -> str:
    """A board as it is saved after play: alerts explained, remarks, a claim in place of the last tricks."""
    names = ",".join(f"{random.choice(_NAMES)}{random.randint(1, 9999)}" for _ in range(4))
    hands = ",".join(lin_hand(made.hands[seat]) for seat in (2, 3, 0, 1))
    parts = [f"qx|{label}|" if label else f"pn|{names}|"]
    parts.append(f"st||md|{_DEALERS[made.dealer]}{hands}|sv|{_SIDES[made.vulnerable]}|rh||")
    parts.append(f"ah|Board {made.board}|")
    for call in made.calls:
        said = _SHORT.get(call, call.replace("NT", "N"))
        alerted = call != "Pass" and random.random() < 0.4
        parts.append(f"mb|{said}!|an|{random.choice(_MEANT)}|" if alerted else f"mb|{said}|")
    parts.append("pg||")
    if random.random() < 0.2:
        parts.append("nt|^*kib^*: good lead\nthe only one|")
    tricks = in_order(made)
    kept = random.choice((3, 6, 9, 11, 13)) if not made.passed else 0
    for cards in tricks[:kept]:
        parts += [f"pc|{card}|" for card in cards]
        parts.append("pg||")
    if 0 < kept < len(tricks):
        parts += [f"pc|{card}|" for card in tricks[kept][: random.randint(0, 3)]]
        parts.append(f"mc|{made.tricks}|")
    return "".join(parts)


_NAMES: Final = ("long_player_name_", "Zoë", "anu", "b1nu_")
_MEANT: Final = ("Minor suit opening -- 3+ !C; 11-21 HCP", "15-17", "5+ cards; forcing")


def lin_hand(hand: Sequence[str]) -> str:
    return "".join(map("".join, zip(SUITS, hand_text(hand).split("."), strict=True)))


def in_order(made: Made) -> list[list[str]]:
    """The cards of each trick in the order played."""
    rows = zip(made.rows, leaders(made), strict=True)
    return [[row[(leader + turn) % 4] for turn in range(4)] for row, leader in rows]
