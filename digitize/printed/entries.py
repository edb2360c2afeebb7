"""Seats and cards of a line: a hand behind its seat or suit by suit, a trick behind its leader."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fairdeal.digitize.printed.words import (
    NOTHING_SAID,
    PERHAPS_TWO,
    SIGN_LOST,
    SUITS,
    Piece,
    Row,
    Slot,
    Word,
    cut,
    fits,
    in_doubt,
    joined,
    likeliest_first,
    nearest,
    said,
    unknown,
    weighed,
    word_piece,
)

_LABELLED: Final = re.compile(r"(?:(?i:seat|player))?([1-8NESWneswIl|]|\?\?|\{[^}]*\})([:;.])(\S*)")
SEAT_WORD: Final = re.compile(r"(?:seat|player)", re.IGNORECASE)
_COMPASS: Final = re.compile(r"(north|east|south|west)([:;.]?)", re.IGNORECASE)
_TRICK: Final = re.compile(r"(?:trick|trk|t)", re.IGNORECASE)
_COLONS: Final = (":", ";", ".")
"""What a colon may be read as."""
_DOTS: Final = re.compile(r"\.+|…|:")
"""A row that goes on after an event begins so; a dot may get lost."""
_LIKE_SEAT: Final = dict(zip("$§Iil|!", "SS11111", strict=True))
LIKE_SEAT: Final = 0.98
"""How sure a seat is that was read as a sign like it."""
FEWEST_CARDS: Final = 4
"""Cards of a line that may be a hand without a colon behind its seat ..."""
WHOLE: Final = 0.75
"""... such a share of them rank and suit in one: else the seat may be the rank of the next."""
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
    sure = 1.0 if parts is not None else LIKE_SEAT
    if parts is None:  # no seat begins with such a sign
        parts = cut(_as_seat(rest[0]), _LABELLED)
    if parts is not None:
        more = [parts[2]] if len(parts) > 2 and parts[2].text else []
        return in_doubt(word_piece(parts[0], Slot.SEAT, after=":"), sure), more + rest[1:]
    compass = cut(rest[0], _COMPASS)
    if compass is not None:
        rest = rest[1:] if len(rest) < 2 or rest[1].text not in _COLONS else rest[2:]
        letters = tuple((text[0].upper(), p) for text, p in compass[0].readings if text)
        return Piece(letters, compass[0].box, Slot.SEAT, after=":"), rest
    if len(rest) > 1 and fits(Slot.SEAT, rest[0].text):
        seat = word_piece(rest[0], Slot.SEAT, after=":")
        if rest[1].text in _COLONS:
            return seat, rest[2:]
        if rest[1].text[:1] in ":;":
            return seat, [rest[1].respelled(lambda text: text[1:]), *rest[2:]]
        if len(rest) < len(words) and any(
            fits(slot, word.text.strip(",;."))
            for word in rest[1:]
            for slot in (Slot.CALL, Slot.CARD)
        ):  # ``Seat 3`` whose colon was not seen
            return in_doubt(seat, SIGN_LOST), rest[1:]
    return None


def _as_seat(word: Word) -> Word:
    """A word with its first sign as the seat that it is like."""
    return word.respelled(lambda text: _LIKE_SEAT.get(text[:1], text[:1]) + text[1:])


def hand_of(words: Sequence[Word]) -> Row | None:
    """A hand: the seat and its cards. None where the line is not one."""
    label = label_of(words) or _without_colon(words)
    if label is None or not label[1]:
        return None
    cards = cards_of(label[1])
    return None if cards is None else counted((label[0], *cards))


def _without_colon(words: Sequence[Word]) -> tuple[Piece, list[Word]] | None:
    """A seat whose colon was not seen, before cards that are whole without it: in doubt."""
    first, *rest = words
    parts = cut(first, _SEAT_AND_CARD)
    if parts is not None:
        first, rest = parts[0], [parts[1], *rest]
    cards = _cards(rest)
    whole = [fits(Slot.CARD, card.text) for card in cards]
    if len(cards) < FEWEST_CARDS or not fits(Slot.SEAT, first.text) or not whole[0]:
        return None
    if sum(whole) < WHOLE * len(whole):
        return None
    return in_doubt(word_piece(first, Slot.SEAT, after=":"), SIGN_LOST), rest


def seat_unread(words: Sequence[Word], usual: int) -> Row:
    """Cards that are too many to belong to the hand above: a hand of which the seat could not be read. Behind
    `usual` cards, those of the hand above, what stands before them was the seat."""
    first, cards = words[0], _cards(words)
    if len(cards) == usual + 1:
        cards = cards[1:]
    return uncounted((unknown(Slot.SEAT, first.box, ":"), *cards))


def counted(hand: Row) -> Row:
    """A hand; where nobody knows how many cards some of its words are, behind a sign that makes its line a
    problem: a hand is not said to be too long for a reading of it. A card that could not be read has two
    signs, or three of which the first two may be a ten: ``J♡S`` may be two cards."""
    unread = [
        p.text for p in hand[1:] if not fits(Slot.CARD, p.text) or p.text == "?"
    ]  # or a speck
    whole = len(hand) > 1 and all(
        len(text) == 2 or (len(text) == 3 and text[0] in _LIKE_ONE and text[1] in _LIKE_NOUGHT)
        for text in unread
    )
    return hand if whole else uncounted(hand)


def uncounted(hand: Row) -> Row:
    """A hand behind a sign that makes its line a problem: some of its cards were not read."""
    return (Piece((("~", 1.0),), hand[0].box), *hand)


def row_of(words: Sequence[Word]) -> Row | None:
    """A trick: its number and its leader where they stand there, its cards, some with a seat of their own."""
    rest = _without_high_commas(words)
    row: list[Piece] = []
    if rest and _TRICK.fullmatch(rest[0].text) and len(rest) > 1:
        number = rest[1].text.rstrip(":.;")
        if number.isdigit():
            row.append(said(f"trick {number}:"))
            rest = rest[2:]
            if rest and rest[0].text in _COLONS:
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
        parts = None if cards else cut(rest[0], _SEAT_AND_CARD)
        if parts is not None:
            cards.append(in_doubt(word_piece(parts[0], Slot.SEAT, after=":"), SIGN_LOST))
            rest = [parts[1], *rest[1:]]
            continue
        both = len(rest) > 1 and _are_apart(_bare(rest[0]), _bare(rest[1]))
        cards += _cards(rest[: 1 + both])
        rest = rest[1 + both :]
    if not _cards_enough(cards):
        return None
    several = any(len(p.text) > LONGEST_CARD and not fits(p.slot, p.text) for p in cards)
    return uncounted((*row, *cards)) if several else (*row, *cards)


LONGEST_CARD: Final = 4
"""Signs of a card with what may stand beside it; of a longer word nobody knows how many cards it is."""


def cards_of(words: Sequence[Word]) -> Row | None:
    """A row of cards and nothing else; None where too little of it is."""
    cards = _cards(_without_high_commas(words))
    return tuple(cards) if _cards_enough(cards) else None


_COMMAS: Final = (",", ";", ".")
_HIGH_COMMAS: Final = frozenset("'`’‘")


def _without_high_commas(words: Sequence[Word]) -> list[Word]:
    """Words without the commas that were read as quotation marks: in a line with others, where none stands on
    either side."""
    if not any(word.text.endswith(_COMMAS) for word in words):
        return list(words)
    beside = [",", *(word.text for word in words), ","]
    return [
        word
        for before, word, behind in zip(beside, words, beside[2:], strict=False)
        if word.text not in _HIGH_COMMAS or before.endswith(_COMMAS) or behind.startswith(_COMMAS)
    ]


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
        if rest and _are_apart(word, _bare(rest[0])):
            word = joined([word, _bare(rest[0])], "")
            rest = rest[1:]
        for each in _parted(word):
            card = word_piece(each, Slot.CARD)
            found.append(in_doubt(card, min(1.0, each.surest / card.readings[0][1])))
    return found


def _are_apart(first: Word, second: Word) -> bool:
    """Whether two words are the rank and the suit of a card, other cards behind that or not: before a suit
    symbol stands a rank, whatever that was read as."""
    both = first.text + second.text
    several = second.text in SUITS or re.fullmatch(_CARDS, both)
    whole = fits(Slot.CARD, both) or (len(first.text) <= A_RANK and several)
    return bool(whole) and not fits(Slot.CARD, first.text)


def _bare(word: Word) -> Word:
    """A word without the commas and full stops about it, in each of its readings."""
    return word if _DOTS.fullmatch(word.text) else word.respelled(lambda text: text.strip(",;.:"))


_CARD: Final = r"(?:(?:10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠♧♢♡♤])"

_CARDS: Final = rf"(?:{_CARD}[,.;]{{0,2}})+"
"""Cards without a blank between them, with commas or without."""
_SEAT_AND_CARD: Final = re.compile(rf"([1-8NESW])({_CARD}\W?|{_CARDS})")
"""The first card of a row behind its seat, the colon between them not seen."""


def _parted(word: Word) -> list[Word]:
    """Cards that are printed without a blank between them as one word each."""
    tens = word.respelled(lambda text: _TEN.sub("10", text))
    count = len(re.findall(_CARD, tens.text))
    if count < 2 or not re.fullmatch(_CARDS, tens.text):
        return _between_commas(word) or _two_cards(word)
    parts = cut(tens, re.compile(f"({_CARD})[,.;]{{0,2}}" * count))
    return parts or _between_commas(tens) or [word]


def _between_commas(word: Word) -> list[Word] | None:
    """The words that stand between the commas of one, one of which is a card: the others may be, too."""
    own = [text for text in re.split("[,.;]", word.text) if text]
    if len(own) < 2 or not any(fits(Slot.CARD, text) for text in own):
        return None
    if not all(any(sign.isalnum() or sign in SUITS for sign in text) for text in own):
        return None
    parts = cut(word, re.compile("[,.;]*([^,.;]+)[,.;]+" * (len(own) - 1) + "([^,.;]+)[,.;]*"))
    share = word.probability
    return parts or [replace(word, readings=((text, share),), surest=share) for text in own]


def _two_cards(word: Word) -> list[Word]:
    """A card and what may be another, a sign of it misread, as one word each: ``108JC``. As one they left the
    cards behind them to other seats."""
    text = word.text
    places = [
        at
        for at in range(2, len(text) - 1)
        if _may_be_card(text[:at]) and _may_be_card(text[at:])
        if fits(Slot.CARD, text[:at]) or fits(Slot.CARD, text[at:])
    ]
    parts = cut(word, re.compile(f"(.{{{places[0]}}})(.+)")) if places else None
    return parts or [word]


def _may_be_card(text: str) -> bool:
    """Whether a text is a card, or would be if a sign of it was misread."""
    return any(fits(Slot.CARD, other) for other, _ in weighed(Slot.CARD, ((text, 1.0),)))


def _cards_enough(pieces: Sequence[Piece]) -> bool:
    cards = [piece for piece in pieces if piece.slot is Slot.CARD]
    told = [piece for piece in cards if piece.text and piece.text not in NOTHING_SAID]
    cards = told or cards
    fit = sum(fits(Slot.CARD, piece.text) for piece in cards)
    return bool(cards) and fit >= max(1, SHARE * len(cards))


_SUITS: Final = {
    "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S",
    "C": "C", "D": "D", "H": "H", "S": "S",
    "CLUBS": "C", "DIAMONDS": "D", "HEARTS": "H", "SPADES": "S",
}  # fmt: skip
SHORTEST_NAME: Final = 4
NEARLY_SUIT: Final = 0.72
"""A suit's name may be read with a letter or two wrong."""
_RANKS: Final = re.compile(r"(?:10|[2-9TJQKAtjqka])+")
_ONE: Final = r"(10|[2-9TJQKAtjqka])"
_SIGN: Final = "10|[^,]"
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
_TEN: Final = re.compile("[Iil1|!T][Oo0]")
_VOID: Final = frozenset({"-", "--", "—", "void", "none"})


def seat_of_hand(words: Sequence[Word]) -> Piece | None:
    """The seat of a line that names nothing else: ``Player 2``, ``3:``, ``North``."""
    label = label_of(words)
    if label is not None:
        return label[0] if not label[1] else None
    if len(words) == 2 and SEAT_WORD.fullmatch(words[0].text):
        sure = 1.0 if fits(Slot.SEAT, words[1].text) else LIKE_SEAT
        seat = word_piece(_as_seat(words[1]), Slot.SEAT, after=":")
        return in_doubt(seat, sure) if fits(Slot.SEAT, seat.text) else None
    return _perhaps_seat(words[0]) if len(words) == 1 else None


LEFT_OPEN: Final = 0.1
"""How likely a word that stands alone is at least a seat and its colon, where it is more likely what no line
of hands consists of."""


def _perhaps_seat(word: Word) -> Piece | None:
    if _suit(word.text) is not None:  # of which the hand has no card
        return None
    seats: dict[str, float] = {}
    for text, probability in _as_seat(word).readings:
        match = _LABELLED.fullmatch(text)
        if match is not None and not match[3]:
            seats[match[1]] = seats.get(match[1], 0.0) + probability
    if sum(seats.values()) < LEFT_OPEN:
        return None
    return Piece(likeliest_first(seats), word.box, Slot.SEAT, after=":")


def begins_suit(words: Sequence[Word]) -> bool:
    """Whether a line begins as one suit of a hand does, whatever stands behind it."""
    words = [*(cut(words[0], _CLOSE) or words[:1]), *words[1:]]
    return len(words) > 1 and words[0].text[-1:] in _AFTER_SUIT and _suit(words[0].text) is not None


PLAINLY_SIGN: Final = 0.6
"""How likely a sign between the cards of a suit is one at least: a blurred J was a colon with 0.45."""


@dataclass(slots=True)
class Holding:
    """A hand on its way, suit by suit."""

    seat: Piece
    cards: list[Piece] = field(default_factory=list)
    broken: bool = False
    """Whether a line of it could not be read."""
    suits: set[str] = field(default_factory=set)
    """Those of the lines that were read."""

    def take(self, words: Sequence[Word]) -> bool:
        """Take a line that is one suit of the hand; False for any other. What is not a rank stays as it
        is."""
        words = [*(cut(words[0], _CLOSE) or words[:1]), *words[1:]]
        suit = _suit_of(words[0])
        ranks = [word for word in words[1:] if not _is_sign(word)]
        ranks[:1] = [word.respelled(lambda text: text.lstrip(":;.")) for word in ranks[:1]]
        parted = [each for word in ranks for each in _ranks(word)]
        parted = [(word, sure) for word, sure in parted if not _says_none(word)]
        fit = sum(fits(Slot.RANK, word.text) for word, _ in parted)
        named = _suit(words[0].text) is not None
        unread = begins_suit(words) and len(parted) == 1 and len(parted[0][0].text) <= A_RANK
        if suit is None or (fit < len(parted) / 2 and not unread):
            return False
        if not (named or 0 < fit == len(parted)):
            return False
        # A card is no surer than its rank and the suit that its line begins with.
        named_so = sum(p for text, p in words[0].readings if _suit(text) == suit) or SUIT_NO_COLON
        if suit in self.suits:  # one of the two is another, whichever
            named_so *= PERHAPS_TWO
            again = [n for n, card in enumerate(self.cards) if card.text.endswith(suit)]
            for n in again:
                card = in_doubt(self.cards[n], PERHAPS_TWO)
                sign = card.sign * (1.0 if n == again[0] else PERHAPS_TWO)  # it counts once
                self.cards[n] = replace(card, sign=sign)
        self.suits.add(suit)
        for at, (word, sure) in enumerate(parted):
            rank = word_piece(word, Slot.RANK)
            readings = tuple((text + suit, p * named_so) for text, p in rank.readings)
            card = Piece(readings, word.box, Slot.CARD, sign=named_so if at else 1.0)
            self.cards.append(in_doubt(card, sure))
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
        return alone and (self.seat.text.isdigit() or not self.suits)

    def row(self) -> Row:
        """The hand as a line; where one of its lines could not be read, cards are missing in it."""
        hand = (self.seat, *self.cards)
        return uncounted(hand) if self.broken else counted(hand)


def _is_sign(word: Word) -> bool:
    """Whether a word is the colon behind a suit, or a speck; a card that nobody could read is neither."""
    nothing = sum(p for text, p in word.readings if not text.strip(":;.,"))
    return word.text in (":", ".", ",") and nothing >= PLAINLY_SIGN


def _says_none(word: Word) -> bool:
    """Whether a word stands where a suit has no card: two strokes, which a reader may take for nothing."""
    seen = (text.casefold() for text, _ in word.readings if text)
    return next(seen, "") in _VOID


def _suit(text: str) -> str | None:
    name = text.rstrip(":.;").upper()
    if len(name) == 2 and name[0] == name[1]:  # the letter of a blurred line is seen twice
        name = name[0]
    if name in _SUITS or len(name) < SHORTEST_NAME:
        return _SUITS.get(name)
    return _SUITS.get(nearest(name, (each for each in _SUITS if len(each) > 1), NEARLY_SUIT) or "")


def _suit_of(sign: Word) -> str | None:
    """The suit that a line begins with: by any of its readings, or by its letter where the colon behind that
    was read as something else."""
    named = (_suit(text) for text, _ in sign.readings)
    found = next((suit for suit in named if suit is not None), None)
    return found or (_suit(sign.text[0]) if _LIKE_SIGN.fullmatch(sign.text) else None)


def _ranks(word: Word) -> list[tuple[Word, float]]:
    """Ranks printed without blanks between them, each on its own with how sure it is: less where a ten of the
    word was read as letters."""
    text = word.text.rstrip(",")
    short = len(text) < 3 and not _TEN.fullmatch(text)
    tens = word if short else word.respelled(lambda text: _TEN.sub("10", text))
    plain = _RANKS.fullmatch(text) or short
    parts = _signs(word)
    if _RANKS.fullmatch(tens.text.rstrip(",")):
        count = len(re.findall(_ONE, tens.text))
        parts = cut(tens, re.compile(_ONE * count + ",?")) or [word]
    return [(each, 1.0 if plain else SIGN_LOST) for each in parts]


def _signs(word: Word) -> list[Word]:
    """Each sign of a word on its own where half of them are ranks: the others may be as many cards."""
    signs = re.findall(_SIGN, word.text)
    ranks = sum(_RANKS.fullmatch(sign) is not None for sign in signs)
    mixed = 1 < len(signs) <= 2 * ranks
    return (cut(word, re.compile(f"({_SIGN})" * len(signs) + ",?")) if mixed else None) or [word]
