"""What best play gives in a deal, remembered: an event plays each deal at many tables, and an audit is done
again."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from fairdeal.records import COMPASS, DENOMINATIONS, Card, Seat

REMEMBERED: Final = 4096
"""Deals of which the answers are kept: an event plays each at many tables."""

Answers = dict[str, list[int | None]]
"""What is known of deals, by their `fingerprint`: the tricks of N, E, S, W in each denomination in its order,
None where that was not worked out."""

PLACES: Final = {
    (seat, suit): place
    for place, (seat, suit) in enumerate((seat, suit) for seat in COMPASS for suit in DENOMINATIONS)
}
_memory: Answers = {}
_asked: dict[str, None] = {}


def fingerprint(hands: Mapping[Seat, frozenset[Card]]) -> str:
    """What stands for four hands: the same for the same deal."""
    rows = (" ".join(card.text for card in sorted(hands[seat])) for seat in COMPASS)
    return sha256("|".join(rows).encode()).hexdigest()[:32]


def recall(answers: Answers) -> None:
    """Take over answers that were worked out before, and begin to note which deals are asked about."""
    _memory.update(answers)
    _asked.clear()


def asked() -> Answers:
    """All that is known of the deals asked about since `recall`."""
    return {
        deal: _memory[deal] for deal in _asked if any(each is not None for each in _memory[deal])
    }


def known(hands: Mapping[Seat, frozenset[Card]]) -> list[int | None]:
    """What is known of a deal, to be added to."""
    deal = fingerprint(hands)
    _asked[deal] = None
    if deal not in _memory and len(_memory) >= REMEMBERED:
        for each in [each for each in _memory if each not in _asked][: REMEMBERED // 4]:
            del _memory[each]
    return _memory.setdefault(deal, [None] * len(PLACES))
