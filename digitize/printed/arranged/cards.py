"""Rows of cards: a hand behind its seat, a trick behind its leader."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.printed.arranged.pieces import (
    Piece,
    Row,
    cut,
    in_doubt,
    joined,
    said,
    word_piece,
)
from fairdeal.digitize.printed.arranged.slots import NOTHING_SAID, Slot, fits
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
