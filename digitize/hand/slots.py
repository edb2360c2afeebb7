"""Whether a hand writes its cards suit first (S9): then an S before a figure is a suit, not a 5.

A way of writing, not what stands in an entry: only cards that say it plainly count, of suits and ranks that
look like nothing else, and they settle nothing but which way the doubtful ones are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from fairdeal.digitize.reader.alphabet import INDEX, SUITS

LEAST: Final = 6
"""Cards plainly written suit first from which it is the hand's way of writing ..."""
OTHERWISE: Final = 0.1
"""... if at most this share of all cards that say it plainly are written rank first."""

_SUIT_FIRST: Final = re.compile(r"[CH♣♦♥♠]([2-9TXJQKA]|10)|[DS][JQKA]")
_RANK_FIRST: Final = re.compile(r"([2-9TXJQKA]|10)[CDHS♣♦♥♠]")


def is_rank_first(spelled: str) -> bool:
    """Whether a card as the net spells it is plainly written rank first."""
    return bool(_RANK_FIRST.fullmatch(spelled))


def suit_first(spelled: Iterable[str]) -> bool:
    """Whether cards as the net spells them are plainly written suit first."""
    cards = list(spelled)
    first = sum(bool(_SUIT_FIRST.fullmatch(card)) for card in cards)
    last = sum(is_rank_first(card) for card in cards)
    return first >= LEAST and last <= OTHERWISE * (first + last)


SELDOM: Final = -2.3
"""What hardly anybody writes there: ten times rarer than the rest. More is not claimed of any one entry."""


@dataclass(frozen=True, slots=True, eq=False)
class EntrySlot:
    """What may stand at a place: log weights by symbol (channel number).

    `sort` names places between which one shape means the same sign.
    """

    sort: str
    weights: Mapping[int, float]


FIGURES: Final = "0123456789"
SUIT_LETTERS: Final = "CDHS"
"""For drawn suits as well: which of the two a hand writes is another question."""
SUIT_SIGNS: Final = SUIT_LETTERS + SUITS
COURT: Final = "JQKA"
TEN: Final = "TX"
"""For a ten: who writes so does it all the time."""


@cache
def _slot(sort: str, usual: str, seldom: str = "") -> EntrySlot:
    weights = {INDEX[sign]: SELDOM for sign in seldom} | {INDEX[sign]: 0.0 for sign in usual}
    return EntrySlot(sort, MappingProxyType(weights))


_ANY_FIGURE: Final = _slot("figure", FIGURES)
_SUIT: Final = _slot("suit of a bid", SUIT_LETTERS, FIGURES)
_SUIT_OF_CARD: Final = _slot("suit", SUIT_LETTERS, "0123456789JQKA")
_RANK: Final = _slot("rank", COURT + "9" + TEN, "2345678")
_TENS: Final = _slot("figure", "2345", "016789")
_FIRST: Final = _slot("figure", "123456789", "0")


Slots = Sequence[EntrySlot | None]
"""What may stand at each place of an entry; None where nothing is known."""


def slots(
    kind: str,
    spelled: str,
    choices: tuple[str, ...] = (),
    seats: int = 6,
    suit_first: bool = False,
) -> Slots:
    """The slots of an entry by its kind and how the ink is spelled at first sight; `seats` are those of the
    table. `suit_first`: this hand writes its cards so."""
    if choices and all(len(choice) == 1 for choice in choices):
        return [_slot("letter", "".join(choices), FIGURES) for _ in spelled]
    if kind == "seat" and len(spelled) == 1:
        usual = FIGURES[1 : seats + 1]
        return [_slot("figure", usual, "".join(sorted(set(FIGURES) - set(usual))) + "ABNESW")]
    if kind == "number":
        return [_ANY_FIGURE for _ in spelled]
    if kind == "card":
        by_hand = suit_first and not is_rank_first(spelled)
        return _card(spelled, by_hand or _suit_first(spelled))
    if kind in ("call", "contract"):
        return _call(spelled)
    return [None for _ in spelled]


def _card(spelled: str, suit_first: bool) -> Slots:
    if len(spelled) == 3:
        one, nought = _slot("figure", "1", "023456789"), _slot("figure", "0", "123456789")
        if suit_first:
            return [_SUIT_OF_CARD, one, nought]
        return [one, nought, _SUIT_OF_CARD]
    if len(spelled) == 2:
        return [_SUIT_OF_CARD, _RANK] if suit_first else [_RANK, _SUIT_OF_CARD]
    return [None for _ in spelled]


def _suit_first(spelled: str) -> bool:
    return bool(spelled) and spelled[0] in SUIT_SIGNS and spelled[-1] not in SUIT_SIGNS


_BID: Final = re.compile(r"[2-5]\d")


def _call(spelled: str) -> Slots:
    """A number of two figures with a suit or letters about it; of words and other forms nothing is known."""
    if re.fullmatch(r"\d\d.?", spelled) and not (
        len(spelled) == 3 and spelled[2].isdigit() and _hidden_suit(spelled)
    ):
        return [_TENS, _ANY_FIGURE, _SUIT][: len(spelled)]
    if re.fullmatch(r".\d\d", spelled):
        return [_SUIT, _TENS, _ANY_FIGURE]
    if re.fullmatch(r"\d\d(NT|NS|P|N0.*|PASS)", spelled):
        return [_TENS, _ANY_FIGURE, *[None for _ in spelled[2:]]]
    if re.fullmatch(r"\+\d.", spelled):
        return [None, _FIRST, _SUIT]
    return [None for _ in spelled]


def _hidden_suit(spelled: str) -> bool:
    """Whether three figures are rather a sign like a figure before a number than behind one."""
    return not _BID.fullmatch(spelled[:2]) and bool(_BID.fullmatch(spelled[1:]))
