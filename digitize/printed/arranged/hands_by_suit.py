"""A hand with its suits a line each, as people type who play bridge: ``S: J 9``, ``♥ A K 10``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Final

from fairdeal.digitize.printed.arranged.cards import counted, label_of, uncounted
from fairdeal.digitize.printed.arranged.pieces import Piece, Row, cut, in_doubt, word_piece
from fairdeal.digitize.printed.arranged.slots import Slot, fits
from fairdeal.digitize.printed.words import Word

_SUITS: Final = {
    "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S",
    "C": "C", "D": "D", "H": "H", "S": "S",
    "CLUBS": "C", "DIAMONDS": "D", "HEARTS": "H", "SPADES": "S",
}  # fmt: skip
A_TEN: Final = 0.9
"""How sure ranks without blanks between them are of which a ten was read as letters (``QJIO``)."""
SHORTEST_NAME: Final = 4
NEARLY: Final = 0.72
"""A suit's name may be read with a letter or two wrong."""
_RANKS: Final = re.compile(r"(?:10|[2-9TJQKAtjqka])+")
_ONE: Final = r"(10|[2-9TJQKAtjqka])"
_CLOSE: Final = re.compile(
    r"([♣♦♥♠♧♢♡♤]|[♣♦♥♠♧♢♡♤CDHScdhs][:;.]|[CDHS](?=(?:10|[2-9TJQKA])+$)"
    r"|[A-Za-z]{4,}[:;.])(\S+)"
)
"""A suit and the ranks close behind it, without a blank; the colon between may be lost."""
_AFTER_SUIT: Final = frozenset(":.;")
A_RANK: Final = 2
"""Signs of a rank."""
_LIKE_SIGN: Final = re.compile(r"[CDHScdhs]\S")
NO_COLON: Final = 0.8
"""How sure a suit is behind which something else than a colon was read."""
_TEN: Final = re.compile("[Il1|!T][Oo0]")
_VOID: Final = frozenset({"-", "--", "—", "void", "none"})


def heading_of(words: Sequence[Word]) -> Piece | None:
    """The seat of a line that names nothing else: ``Player 2``, ``3:``, ``North``."""
    label = label_of(words)
    if label is not None:
        return label[0] if not label[1] else None
    if (
        len(words) == 2
        and words[0].text.casefold() in ("player", "seat")
        and fits(Slot.SEAT, words[1].text)
    ):
        return word_piece(words[1], Slot.SEAT, after=":")
    return None


def begins_suit(words: Sequence[Word]) -> bool:
    """Whether a line begins as one suit of a hand does, whatever stands behind it."""
    words = [*(cut(words[0], _CLOSE) or words[:1]), *words[1:]]
    return len(words) > 1 and words[0].text[-1:] in _AFTER_SUIT and _suit(words[0].text) is not None


@dataclass(slots=True)
class Holding:
    """A hand on its way, suit by suit."""

    seat: Piece
    cards: list[Piece] = field(default_factory=list)
    broken: bool = False
    """Whether a line of it could not be read."""
    begun: bool = False
    """Whether one was."""
    suits: set[str] = field(default_factory=set)
    """Those that were."""

    def take(self, words: Sequence[Word]) -> bool:
        """Take a line that is one suit of the hand; False for any other. What is no rank stays as it is."""
        words = [*(cut(words[0], _CLOSE) or words[:1]), *words[1:]]
        suit = _suit_of(words[0])
        ranks = [word for word in words[1:] if word.text not in (":", ".", ",")]
        parted = [(each, _sure_of(word)) for word in ranks for each in _ranks(word)]
        parted = [(word, sure) for word, sure in parted if word.text.casefold() not in _VOID]
        fit = sum(fits(Slot.RANK, word.text) for word, _ in parted)
        named = _suit(words[0].text) is not None
        unread = begins_suit(words) and len(parted) == 1 and len(parted[0][0].text) <= A_RANK
        if suit is None or (fit < len(parted) / 2 and not unread):
            return False
        if not (named or 0 < fit == len(parted)):
            return False
        self.suits.add(suit)
        self.cards += [in_doubt(_card(word, suit, words[0]), sure) for word, sure in parted]
        self.begun = True
        return True

    def begins_again(self, words: Sequence[Word]) -> bool:
        """Whether a line is a suit that the hand has already: it is of another hand, whose seat was not
        read."""
        words = [*(cut(words[0], _CLOSE) or words[:1]), *words[1:]]
        return begins_suit(words) and _suit(words[0].text) in self.suits

    def void_in(self, words: Sequence[Word]) -> bool:
        """Whether a line with nothing but ``S:`` is a suit of this hand that has no card, not the next seat:
        where seats are numbers, and in the first line of a hand."""
        alone = len(words) == 1 and _suit(words[0].text) is not None
        return alone and (self.seat.text.isdigit() or not self.begun)

    def row(self) -> Row | None:
        """The hand as a line; where one of its lines could not be read, cards are missing in it."""
        hand = (self.seat, *self.cards)
        return uncounted(hand) if self.broken else counted(hand)


def _suit(text: str) -> str | None:
    name = text.rstrip(":.;").upper()
    if name in _SUITS or len(name) < SHORTEST_NAME:
        return _SUITS.get(name)
    alike = {each: SequenceMatcher(None, each, name).ratio() for each in _SUITS if len(each) > 1}
    best = max(alike, key=lambda each: alike[each])
    return _SUITS[best] if alike[best] >= NEARLY else None


def _suit_of(sign: Word) -> str | None:
    """The suit that a line begins with: by any of its readings, or by its letter where the colon behind that
    was read as something else."""
    named = (_suit(text) for text, _ in sign.readings)
    found = next((suit for suit in named if suit is not None), None)
    return found or (_suit(sign.text[0]) if _LIKE_SIGN.fullmatch(sign.text) else None)


def _ranks(word: Word) -> list[Word]:
    """Ranks printed without blanks between them, each by itself."""
    text = word.text.rstrip(",")
    if not _RANKS.fullmatch(text):
        tens = replace(word, readings=tuple((_TEN.sub("10", t), p) for t, p in word.readings))
        again = len(text) > 2 and _RANKS.fullmatch(tens.text.rstrip(","))
        return _ranks(tens) if again else [word]
    count = len(re.findall(_ONE, text))
    return cut(word, re.compile(_ONE * count + ",?")) or [word]


def _sure_of(word: Word) -> float:
    """How sure the ranks of a word are: less where a ten of it was read as letters."""
    text = word.text.rstrip(",")
    return 1.0 if len(text) < 3 or _RANKS.fullmatch(text) else A_TEN


def _card(word: Word, suit: str, sign: Word) -> Piece:
    """A card of a rank and of the suit that its line begins with; no surer than either."""
    sure = sum(p for text, p in sign.readings if _suit(text) == suit) or NO_COLON
    rank = word_piece(word, Slot.RANK)
    readings = tuple((text + suit, probability * sure) for text, probability in rank.readings)
    return Piece(readings, word.box, Slot.CARD)
