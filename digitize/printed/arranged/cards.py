"""Rows of cards: a hand behind its seat, a trick behind its leader."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Final

from fairdeal.digitize.printed.arranged.slots import (
    NOTHING_SAID,
    Piece,
    Row,
    Slot,
    cut,
    fits,
    in_doubt,
    joined,
    said,
    word_piece,
)
from fairdeal.digitize.printed.words import Word

_LABELLED: Final = re.compile(r"(?:(?i:seat|player))?([1-8NESWneswIl|]|\?\?|\{[^}]*\})([:;.])(\S*)")
SEAT_WORD: Final = re.compile(r"(?:seat|player)", re.IGNORECASE)
_COMPASS: Final = re.compile(r"(north|east|south|west)([:;.]?)", re.IGNORECASE)
_TRICK: Final = re.compile(r"(?:trick|trk|t)", re.IGNORECASE)
_COLON: Final = re.compile(r"[:;.]")
_DOTS: Final = re.compile(r"\.+|…|:")
"""A row that goes on after an event begins so; a dot may get lost."""
_LIKE_S: Final = ("$", "§")
LIKE_S: Final = 0.98
"""How sure a seat is that was read as a sign like it."""
FEWEST_CARDS: Final = 4
"""Cards of a line that may be a hand without a colon behind its seat ..."""
WHOLE: Final = 0.75
"""... such a share of them rank and suit in one: else the seat may be the rank of the next."""
NO_COLON: Final = 0.9
"""How sure a seat is behind which no colon was seen."""
_LIKE_ONE: Final = frozenset("1Il|!iT7]")
_LIKE_NOUGHT: Final = frozenset("0OoQDCGU@9")
SHARE: Final = 0.5
"""Part of a row's words that must be cards."""


def label_of(words: Sequence[Word]) -> tuple[Piece, list[Word]] | None:
    """The seat at the beginning of a row and what follows it: ``3:``, ``3 :``, ``Seat 3:``, ``3:KH``."""
    rest = list(words)
    if len(rest) > 1 and SEAT_WORD.fullmatch(rest[0].text):
        rest = rest[1:]
    if not rest:
        return None
    parts = cut(rest[0], _LABELLED)
    sure = 1.0 if parts is not None else LIKE_S
    parts = parts or cut(_like_s(rest[0]), _LABELLED)
    if parts is not None:
        more = [parts[2]] if len(parts) > 2 and parts[2].text else []
        return in_doubt(word_piece(parts[0], Slot.SEAT, after=":"), sure), more + rest[1:]
    compass = cut(rest[0], _COMPASS)
    if compass is not None:
        rest = rest[1:] if len(rest) < 2 or not _COLON.fullmatch(rest[1].text) else rest[2:]
        letters = tuple((text[0].upper(), p) for text, p in compass[0].readings if text)
        return Piece(letters, compass[0].box, Slot.SEAT, after=":"), rest
    if len(rest) > 1 and fits(Slot.SEAT, rest[0].text) and _COLON.fullmatch(rest[1].text):
        return word_piece(rest[0], Slot.SEAT, after=":"), rest[2:]
    if len(rest) > 1 and fits(Slot.SEAT, rest[0].text) and rest[1].text[:1] in ":;":
        return word_piece(rest[0], Slot.SEAT, after=":"), [_without_first(rest[1]), *rest[2:]]
    return None


def _like_s(word: Word) -> Word:
    """A word that begins with a sign like an S, as one that begins with an S: no seat has another."""
    weights: dict[str, float] = {}
    for text, probability in word.readings:
        other = "S" + text[1:] if text[:1] in _LIKE_S else text
        weights[other] = weights.get(other, 0.0) + probability
    return replace(word, readings=tuple(sorted(weights.items(), key=lambda each: -each[1])))


def _without_first(word: Word) -> Word:
    return Word(tuple((text[1:], p) for text, p in word.readings), word.box, word.gap)


def hand_of(words: Sequence[Word]) -> Row | None:
    """A hand: the seat and its cards. None where the line is none."""
    label = label_of(words) or _without_colon(words)
    if label is None or not label[1]:
        return None
    cards = cards_of(label[1])
    return None if cards is None else counted((label[0], *cards))


def _without_colon(words: Sequence[Word]) -> tuple[Piece, list[Word]] | None:
    """A seat whose colon was not seen, before cards that are whole without it: in doubt."""
    first, *rest = words
    whole = [fits(Slot.CARD, word.text.strip(",;.")) for word in rest]
    if len(rest) < FEWEST_CARDS or not fits(Slot.SEAT, first.text) or not whole[0]:
        return None
    if sum(whole) < WHOLE * len(whole):
        return None
    return in_doubt(word_piece(first, Slot.SEAT, after=":"), NO_COLON), rest


def seat_unread(words: Sequence[Word], usual: int) -> Row:
    """Cards that are too many to belong to the hand above: a hand of which the seat could not be read. Behind
    `usual` cards, those of the hand above, what stands before them was the seat."""
    first, cards = words[0], _cards(words)
    if len(cards) == usual + 1:
        cards = cards[1:]
    seat = Piece((("??", 1.0),), first.box, Slot.SEAT, after=":")
    return uncounted((seat, *cards))


def counted(hand: Row) -> Row:
    """A hand; where nobody knows how many cards some of its words are, behind a sign that makes its line a
    problem: a hand is not said to be too long for a reading of it."""
    told = [piece.text for piece in hand[1:] if not fits(Slot.CARD, piece.text)]
    told += [piece.text for piece in hand[1:] if piece.text == "?"]  # it may be a speck
    whole = len(hand) > 1 and all(map(_one_card, told))
    return hand if whole else uncounted(hand)


def _one_card(text: str) -> bool:
    """Whether what could not be read is a card, by its signs: two, or three of which the first two may be a
    ten. ``J♡S`` may be two cards."""
    return len(text) == 2 or (len(text) == 3 and text[0] in _LIKE_ONE and text[1] in _LIKE_NOUGHT)


def uncounted(hand: Row) -> Row:
    """A hand behind a sign that makes its line a problem: some of its cards were not read."""
    return (Piece((("~", 1.0),), hand[0].box), *hand)


def row_of(words: Sequence[Word]) -> Row | None:
    """A trick: its number and its leader where they stand there, its cards, some with a seat of their own."""
    rest = list(words)
    row: list[Piece] = []
    if rest and _TRICK.fullmatch(rest[0].text) and len(rest) > 1:
        number = rest[1].text.rstrip(":.;")
        if number.isdigit():
            row.append(said(f"trick {number}:"))
            rest = rest[2:]
            if rest and _COLON.fullmatch(rest[0].text):
                rest = rest[1:]
    if rest and _DOTS.fullmatch(rest[0].text):
        row.append(said(".."))
    while rest and _DOTS.fullmatch(rest[0].text):  # dots may stand as far apart as words do
        rest = rest[1:]
    cards: list[Piece] = []
    while rest:
        label = label_of(rest)
        if label is not None:
            cards.append(label[0])
            rest = label[1]
            continue
        cards += _cards(rest[:1])
        rest = rest[1:]
    if not _cards_enough(cards):
        return None
    return (*row, *cards)


def cards_of(words: Sequence[Word]) -> Row | None:
    """A row of cards and nothing else; None where too little of it is."""
    cards = _cards(words)
    return tuple(cards) if _cards_enough(cards) else None


def _cards(words: Sequence[Word]) -> list[Piece]:
    """Cards, the signs between them left out; rank and suit that stand apart put together."""
    found: list[Piece] = []
    rest = list(words)
    while rest:
        first, *rest = rest
        word = _bare(first)
        if not word.text:
            if not first.text and found and rest:  # at the edges it is dirt
                found.append(Piece((("", 1.0),), word.box, Slot.CARD))
            continue
        if (
            rest
            and not fits(Slot.CARD, word.text)
            and fits(Slot.CARD, word.text + _bare(rest[0]).text)
        ):
            word = joined([word, _bare(rest[0])], "")
            rest = rest[1:]
        found += [word_piece(each, Slot.CARD) for each in _parted(word)]
    return found


def _bare(word: Word) -> Word:
    """A word without the commas and full stops about it, in each of its readings."""
    if _DOTS.fullmatch(word.text):
        return word
    weights: dict[str, float] = {}
    for text, probability in word.readings:
        bare = text.strip(",;.:")
        weights[bare] = weights.get(bare, 0.0) + probability
    return replace(word, readings=tuple(sorted(weights.items(), key=lambda each: -each[1])))


_CARD: Final = r"(?:(?:10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠♧♢♡♤])"


def _parted(word: Word) -> list[Word]:
    """Cards that are printed without a blank between them, with commas or without, as one word each."""
    count = len(re.findall(_CARD, word.text))
    if count < 2 or not re.fullmatch(f"(?:{_CARD},?)+", word.text):
        return [word]
    return cut(word, re.compile(f"({_CARD}),?" * count)) or [word]


def _cards_enough(pieces: Sequence[Piece]) -> bool:
    cards = [piece for piece in pieces if piece.slot is Slot.CARD]
    told = [piece for piece in cards if piece.text and piece.text not in NOTHING_SAID]
    cards = told or cards
    fit = sum(fits(Slot.CARD, piece.text) for piece in cards)
    return bool(cards) and fit >= max(1, SHARE * len(cards))


__all__ = ["NOTHING_SAID", "cards_of", "hand_of", "label_of", "row_of"]


_SUITS: Final = {
    "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S",
    "C": "C", "D": "D", "H": "H", "S": "S",
    "CLUBS": "C", "DIAMONDS": "D", "HEARTS": "H", "SPADES": "S",
}  # fmt: skip
A_TEN: Final = 0.9
"""How sure ranks without blanks between them are of which a ten was read as letters (``QJIO``)."""
SHORTEST_NAME: Final = 4
NEARLY_SUIT: Final = 0.72
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
SUIT_NO_COLON: Final = 0.8
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
    return _SUITS[best] if alike[best] >= NEARLY_SUIT else None


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
    sure = sum(p for text, p in sign.readings if _suit(text) == suit) or SUIT_NO_COLON
    rank = word_piece(word, Slot.RANK)
    readings = tuple((text + suit, probability * sure) for text, probability in rank.readings)
    return Piece(readings, word.box, Slot.CARD)


SURE: Final = 0.98
"""A seat shows what kind all are if it is so likely, and the others do not bear on it."""
FEWEST: Final = 4
"""Seats that must be sure, all of one kind."""
FEW_ODD: Final = 0.2
"""Share of those that are sure and of the other kind nevertheless: old figures look like letters."""
HALF: Final = 0.5
"""How sure it is then that such a seat is what it was read as, and none of the others' kind like it."""
_ALIKE: Final = {"S": "5", "5": "S"}
"""The seats of either kind that print makes alike."""
HANDS: Final = "Hands:"
OTHER_KIND: Final = 0.02
"""How much a reading of the other kind counts then, where the print leaves both open ..."""
ANOTHER_HAND: Final = 0.02
"""... and that of a seat that surely has another hand."""


def one_kind_of_seats(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page, where the seats that are sure are of one kind with those in doubt weighed by it.
    What is read for sure stays as it is; a few of the other kind are as likely what they look like."""
    sure = [
        piece.text.isdigit()
        for row in rows
        for piece in row
        if piece.slot is Slot.SEAT and piece.box is not None and piece.readings[0][1] >= SURE
    ]
    figures = sum(sure) * 2 > len(sure)
    odd = sum(each is not figures for each in sure)
    if len(sure) < FEWEST or odd > FEW_ODD * len(sure):
        return list(rows)
    return [tuple(_weighed(piece, figures=figures) for piece in row) for row in rows]


def one_hand_each(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page, seats of hands that the print leaves open weighed by those that surely have another
    one in the same block. A seat leads several tricks: those are left as they are."""
    found = list(rows)
    block: list[tuple[int, int]] = []
    in_hands = False
    for at, row in enumerate(rows):
        if _heads(row):
            _weigh_hands(found, block)
            block, in_hands = [], row[0].text == HANDS
        seat = next((n for n, piece in enumerate(row[:2]) if _begins_hand(piece)), None)
        if in_hands and seat is not None:
            block.append((at, seat))
    _weigh_hands(found, block)
    return found


def _heads(row: Row) -> bool:
    """Whether a row heads a block, or is a tag, of the next deal say."""
    return bool(row) and (row[0].text.endswith(":") or row[0].before.startswith("["))


def _begins_hand(piece: Piece) -> bool:
    return piece.slot is Slot.SEAT and piece.after == ":"


def _weigh_hands(rows: list[Row], block: Sequence[tuple[int, int]]) -> None:
    firsts = [rows[at][seat].readings[0] for at, seat in block]
    taken = {text.upper() for text, p in firsts if p >= SURE}
    for at, seat in block:
        piece = rows[at][seat]
        if piece.readings[0][1] < SURE:
            less = {text: ANOTHER_HAND for text, _ in piece.readings if text.upper() in taken}
            rows[at] = (*rows[at][:seat], _less_likely(piece, less), *rows[at][seat + 1 :])


def _less_likely(piece: Piece, less: Mapping[str, float]) -> Piece:
    """A piece of which some readings count so much less; all together are as likely as before."""
    weights = [(text, p * less.get(text, 1.0)) for text, p in piece.readings]
    share = sum(p for _, p in piece.readings) / sum(p for _, p in weights)
    found = sorted(((text, p * share) for text, p in weights), key=lambda each: -each[1])
    return replace(piece, readings=tuple(found))


def _weighed(piece: Piece, *, figures: bool) -> Piece:
    if piece.slot is not Slot.SEAT:
        return piece
    first = piece.text
    if piece.readings[0][1] >= SURE:
        if not first.isalnum() or first.isdigit() is figures or piece.box is None:
            return piece
        other = _ALIKE.get(first.upper())  # one that is like none of the others is not sure
        return replace(piece, readings=((first, HALF), *(((other, HALF),) if other else ())))
    odd = [text for text, _ in piece.readings if text.isalnum() and text.isdigit() is not figures]
    return _less_likely(piece, dict.fromkeys(odd, OTHER_KIND))
