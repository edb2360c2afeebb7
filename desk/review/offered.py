"""In what order the readings of an entry are offered as keys, among those that the ink leaves open.

Only the order: the machine's reading and its rivals stay as they are, and whether an entry was allowed plays
no part. What is not an entry of its kind at all, and a card that is not in the pack, come after what is.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.review.corrections import understood, with_a_stroke
from fairdeal.records.transcript import Field
from fairdeal.rulings.fifty_six.players import players

CHOICES: Final = 9
"""Rivals offered, each under one figure key."""
GUESSED: Final = "a guess"
"""Said of a suggestion in the place of a rival's probability, which it does not have."""
WORTH_OFFERING: Final = 0.002
"""Less likely rivals are left out: choosing among nine is no quicker than typing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A reading to choose with one key."""

    key: int
    text: str
    shown: str
    share: str


def choices(field: Field, pack: Container[str]) -> list[Choice]:
    """The rivals of a reading; of words written freely, what they may say."""
    if field.kind == "text":
        offered = {text: words.percent(share) for text, share in _worth(field)}
        for text in field.suggestions:
            offered.setdefault(text, GUESSED)
        return [Choice(n, t, t, s) for n, (t, s) in enumerate(list(offered.items())[:CHOICES], 1)]
    shares: dict[str, float] = {}
    shown: dict[str, str] = {}
    for text, share in _worth(field):
        entry = understood(field.kind, text).text or text
        shares[entry] = shares.get(entry, 0.0) + share
        stroke = with_a_stroke(field.kind, text)
        shown.setdefault(entry, f"{entry}, with a stroke" if stroke else entry)
    ordered = sorted(shares, key=lambda text: _doubtful(field, text, pack))
    return [
        Choice(n, text, shown[text], words.percent(shares[text]))
        for n, text in enumerate(ordered[:CHOICES], 1)
    ]


def _worth(field: Field) -> list[tuple[str, float]]:
    return [(text, share) for text, share in field.rivals if text and share >= WORTH_OFFERING]


def _doubtful(field: Field, text: str, pack: Container[str]) -> int:
    """0 for an entry of its kind, 1 for a card that is not in the pack, 2 for what is not an entry."""
    if understood(field.kind, text).text is None:
        return 2
    return 1 if field.kind == "card" and text not in pack else 0


def pack_of(case: Case) -> frozenset[str]:
    """The cards with which a match was played."""
    book = case.book
    count = players(case.record, book) if book.game == "fifty-six" else book.default_players()
    ranks = book.packs.get(count, book.rank)
    return frozenset(f"{rank}{suit}" for rank in ranks for suit in words.SUIT_WORDS)
