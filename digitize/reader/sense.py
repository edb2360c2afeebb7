"""What makes sense on a page: the signs that may stand at each place of an entry, and what entries say
together: sums, a pack of which each card is there twice, dealers in turn.

Each agreement is one piece of evidence about how a hand writes, worth little alone. A slip, or an offence,
breaks one or two of them. A shape that is read as another breaks as many as it is in. Whether the hand
writes its cards suit first (S9: then an S before a figure is a suit, not a 5) is recognised by cards that
say it plainly, of suits and ranks that look like nothing else.
"""

from __future__ import annotations

import re
from collections import ChainMap, Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from fairdeal.digitize.reader.vocabulary import BID_ALONE, INDEX, SUITS, TRUMP_ALONE

LEAST_CARDS: Final = 6
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
    return first >= LEAST_CARDS and last <= OTHERWISE * (first + last)


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
    if kind == BID_ALONE:
        return [_TENS, _ANY_FIGURE] if len(spelled) == 2 else [_ANY_FIGURE for _ in spelled]
    if kind == TRUMP_ALONE and len(spelled) == 1:
        return [_SUIT]
    if kind == "card":
        by_hand = suit_first and not is_rank_first(spelled)
        return _card_slots(spelled, by_hand or _suit_first(spelled))
    return _call(spelled) if kind in ("call", "contract") else [None for _ in spelled]


def _card_slots(spelled: str, suit_first: bool) -> Slots:
    if len(spelled) == 3:
        one, nought = _slot("figure", "1", "023456789"), _slot("figure", "0", "123456789")
        return [_SUIT_OF_CARD, one, nought] if suit_first else [one, nought, _SUIT_OF_CARD]
    if len(spelled) == 2:
        return [_SUIT_OF_CARD, _RANK] if suit_first else [_RANK, _SUIT_OF_CARD]
    return [None for _ in spelled]


def _suit_first(spelled: str) -> bool:
    return bool(spelled) and spelled[0] in SUIT_SIGNS and spelled[-1] not in SUIT_SIGNS


_BID: Final = re.compile(r"[2-5]\d")


def _call(spelled: str) -> Slots:
    """A number of two figures with a suit or letters about it; of words and other forms nothing is known."""
    # Three figures may rather be a sign like a figure before a number than behind one.
    before = re.fullmatch(r"\d{3}", spelled) and not _BID.fullmatch(spelled[:2])
    if re.fullmatch(r"\d\d.?", spelled) and not (before and _BID.fullmatch(spelled[1:])):
        return [_TENS, _ANY_FIGURE, _SUIT][: len(spelled)]
    if re.fullmatch(r".\d\d", spelled):
        return [_SUIT, _TENS, _ANY_FIGURE]
    if re.fullmatch(r"\d\d(NT|NS|P|N0.*|PASS)", spelled):
        return [_TENS, _ANY_FIGURE, *[None for _ in spelled[2:]]]
    return [None, _FIRST, _SUIT] if re.fullmatch(r"\+\d.", spelled) else [None for _ in spelled]


HOLDS: Final = 2.3
"""How much (in logarithms) a sum that holds weighs against one that does not."""
IN_TURN: Final = 1.2
"""How much a dealer who sits after the one before weighs."""
TOO_MANY: Final = 1.5
"""How much a third card of one kind weighs."""
CARD_POINTS: Final = 56
"""Card points of a deal, both sides together."""

STRANGE: Final = "?"
"""The text of an entry that is struck out or a mark: sums with it say nothing."""

Texts = Mapping[str, str]
"""The signs of each entry, by its place's name."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Entries whose figures agree: those of `parts` add up to that of `whole` (a card total without one), or
    the second part is the seat after the first."""

    parts: tuple[str, ...]
    whole: str | None = None
    in_turn: bool = False
    seats: int = 6

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries whose figures agree."""
        return self.parts if self.whole is None else (*self.parts, self.whole)

    def shows(self, texts: Texts) -> bool:
        """Whether it can be known at all: what a score has been left empty counts as none."""
        last = self.entries[-1]
        if self._strange(texts):
            return False
        return all(name in texts for name in (self.parts if self.whole is None else (last,)))

    def _strange(self, texts: Texts) -> bool:
        return any(texts.get(name) == STRANGE for name in self.entries)

    def holds(self, texts: Texts) -> bool:
        if self._strange(texts):
            return False
        figures = [_figure(texts, name) for name in self.parts]
        if self.in_turn:
            first, second = figures
            return first is not None and second is not None and second == first % self.seats + 1
        if self.whole is None:
            return None not in figures and sum(f or 0 for f in figures) == CARD_POINTS
        # A score that is left empty is not one.
        total = _figure(texts, self.whole)
        return total is not None and sum(f or 0 for f in figures) == total


class Sense:
    """The agreements among the entries of a page."""

    def __init__(self, texts: Texts, seats: int = 6) -> None:
        self._touching: dict[str, list[Agreement]] = {}
        for agreement in _agreements(texts, seats):
            for name in agreement.entries:
                self._touching.setdefault(name, []).append(agreement)
        self._texts = dict(texts)
        self._cards = {part: Counter[str]() for part in _DEALT}
        for name, text in texts.items():
            self._count(name, text, 1)

    def _count(self, name: str, text: str, by: int) -> None:
        part = name[:4]
        if part in self._cards and len(text) in (2, 3):
            self._cards[part][_card(text)] += by

    def failing(self) -> list[Agreement]:
        """Agreements that do not hold, in the order of the page."""
        every = dict.fromkeys(each for own in self._touching.values() for each in own)
        return [each for each in every if each.shows(self._texts) and not each.holds(self._texts)]

    def too_many(self) -> list[tuple[str, ...]]:
        """The entries of each card that stands more than twice among the hands, or in the play."""
        of: dict[tuple[str, str], list[str]] = {}
        for name, text in self._texts.items():
            if name[:4] in self._cards and len(text) in (2, 3):
                of.setdefault((name[:4], _card(text)), []).append(name)
        return [tuple(names) for names in of.values() if len(names) > 2]

    def mended(self, agreement: Agreement, changed: Texts) -> bool:
        """Whether an agreement holds with these signs in some entries."""
        return agreement.holds(ChainMap(dict(changed), self._texts))

    def put(self, changed: Texts) -> None:
        """Take these signs for what stands in the entries from now on."""
        for name, text in changed.items():
            self._count(name, self._texts[name], -1)
            self._count(name, text, 1)
        self._texts.update(changed)

    def gain(self, changed: Texts) -> float:
        """How much better (in logarithms) the entries go together with these signs in some of them."""
        new = {name: text for name, text in changed.items() if text != self._texts[name]}
        if not new:
            return 0.0
        agreements = {each for name in new for each in self._touching.get(name, ())}
        texts = ChainMap(new, self._texts)
        found = 0.0
        for each in agreements:
            weight = IN_TURN if each.in_turn else HOLDS
            found += weight * (each.holds(texts) - each.holds(self._texts))
        return found - TOO_MANY * self._more(new)

    def _more(self, new: Texts) -> int:
        """How many more cards there are beyond the second of a kind."""
        change: dict[tuple[str, str], int] = {}
        for name, text in new.items():
            part = name[:4]
            if part in self._cards:
                for card, by in ((self._texts[name], -1), (text, 1)):
                    if len(card) in (2, 3):
                        key = part, _card(card)
                        change[key] = change.get(key, 0) + by
        return sum(
            max(0, self._cards[part][card] + by - 2) - max(0, self._cards[part][card] - 2)
            for (part, card), by in change.items()
        )


@lru_cache(maxsize=4096)
def _card(signs: str) -> str:
    """The signs of a card in one order, a ten always as 10."""
    return "".join(sorted(signs.translate(_PLAIN)))


_PLAIN: Final = str.maketrans({"T": "10", "X": "10", "♣": "C", "♦": "D", "♥": "H", "♠": "S"})

_DEALT: Final = ("hand", "tric")
"""How the names of the entries begin in which cards stand."""


def _agreements(entries: Texts, seats: int) -> Iterator[Agreement]:
    if "points A" in entries:
        yield Agreement(("points A", "points B"))
    calls = sorted(
        {int(name[5:].partition(" ")[0]) for name in entries if name.startswith("call ")}
    )
    for call in calls:
        yield Agreement(
            (f"call {call} / seat", f"call {call + 1} / seat"), in_turn=True, seats=seats
        )
    rows = sorted({int(name[4:].partition(" ")[0]) for name in entries if name.startswith("row ")})
    for row in rows:
        yield Agreement((f"row {row} / points A", f"row {row} / points B"))
        yield Agreement(
            (f"row {row} / dealer", f"row {row + 1} / dealer"), in_turn=True, seats=seats
        )
        for team in "AB":
            yield Agreement(
                (f"row {row - 1} / total {team}", f"row {row} / score {team}"),
                f"row {row} / total {team}",
            )


def _figure(texts: Texts, name: str) -> int | None:
    text = texts.get(name, "")
    return int(text) if text.isdigit() else None
