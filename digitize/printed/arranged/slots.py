"""What may stand in a place of a record, and how that bears on a word's readings: softly.

A reading that may stand there counts for more than one that may not. Where none may, texts that differ by a
sign which print confuses are added, never put in its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache
from typing import Final

from fairdeal.records.transcript import FieldKind

Readings = tuple[tuple[str, float], ...]

STRANGE: Final = 0.01
"""How much a reading counts that may not stand in its place, beside one that may ..."""
NOT_SO: Final = 0.3
"""How much of their share takes from the sureness of the others."""
MENDED: Final = 0.2
"""... and one that may only once a sign was changed for another that looks like it."""
LEAST: Final = 0.0005
MOST: Final = 5

_SUIT = "[CDHS♣♦♥♠♧♢♡♤]"
_RANK = "(?:10|[2-9TJQKA])"
_DOUBT = r"(?:\?|\^[A-Za-z]{1,4})?"
_SUIT_NAME = "(?:clubs?|diamonds?|hearts?|spades?)"
_TENS = "(?:twenty|thirty|forty|fifty)"
_ONES = "(?:one|two|three|four|five|six|seven|eight|nine)"
_CALL_WORD = (
    rf"(?:\+?\d{{1,3}}(?:{_SUIT}|NT|NS)?|(?:{_SUIT}|NT|NS)\+?\d{{1,3}}"
    rf"|\+{_SUIT}?|{_SUIT}|{_SUIT_NAME}|{_SUIT_NAME}\+\d{{1,3}}"
    rf"|(?:{_SUIT}|{_SUIT_NAME}|NT|NS)plus(?:\d{{1,3}})?|plus(?:\d{{1,3}}|{_SUIT})"
    r"|NT|NS|N|no-?trumps?|no|trumps?|noes|no's|pass|p|all|ap|plus|\+"
    rf"|xx?|dbl|double|redouble|rdbl|{_TENS}(?:[- ]{_ONES})?|{_ONES})"
)


class Slot(Enum):
    """A kind of place. The value is what may stand there, as a pattern of the whole text, in any case."""

    CARD = rf"(?:{_RANK}{_SUIT}|{_SUIT}{_RANK}){_DOUBT}"
    RANK = _RANK
    SEAT = rf"[1-8NESW]{_DOUBT}"
    NUMBER = r"[-+]?\d{1,5}"
    CALL = rf"{_CALL_WORD}(?: {_CALL_WORD})*(?: ?\^[A-Za-z]{{1,4}})?\??"
    CONTRACT = rf"{_CALL_WORD}(?: {_CALL_WORD})*\??|"
    DOUBLING = r"xx?|"
    TEAM = "A|B|NS|EW"
    VULNERABLE = "none|love|ns|ew|all|both"
    VALUE = ".+"
    FREE = ".*"

    @property
    def kind(self) -> FieldKind:
        """The kind of field that a form has for it."""
        return _KINDS.get(self, "text")


_KINDS: Final[dict[Slot, FieldKind]] = {
    Slot.CARD: "card",
    Slot.SEAT: "seat",
    Slot.NUMBER: "number",
    Slot.CALL: "call",
    Slot.CONTRACT: "contract",
    Slot.DOUBLING: "doubling",
}
NOTHING_SAID: Final = frozenset({"-", "--", "?", "??", ".."})
"""What stands for an entry that is not there, in any place."""
_OF_RESULT: Final = ("contract", "points", "score", "penalty", "tricks")
NEARLY: Final = 0.75
"""How like one of them a word must be, of which a letter was misread."""
PROSE: Final = 0.4
"""Share of a line's signs that words must take for it to be prose."""
SPECK: Final = 2
"""Signs of a line that is no more than a speck ..."""
_NO_SPECK: Final = frozenset("23456789♣♦♥♠")
"""... unless one is a figure or a suit, which no speck looks like."""
_TWO_S: Final = re.compile("(?i:(?<=\\bp)(a))[♣♦♥♠](?=\\b|\\s|$)")
"""Two letters that touch may look like a suit symbol: ``pa♥``."""
_EDGES: Final = re.compile(r"^\W+|\W+$")
_VALUE: Final = re.compile(r"\"[^\"]*\" ?[\])}|]")
"""The end of a tag: what stands before it was its name."""
_HALF_TAG: Final = re.compile(r"[\[(|{/\\].*\".*|.*\"[\])}|/\\]")
"""A tag that lost a bracket or a quotation mark."""
_IN_NUMBER: Final = re.compile(r"(?<=\b[2-5]) (?=\d(?!\d))")
"""The blank between two figures of a bid at 56."""
_CONFUSED: Final = (
    "0OoQD", "1lI|!i][T", "5S$", "8B", "8S", "2Z", "6Gb", "9gq", "♣♠", "♥♦", "7?", "4A", "CG(", "JI]", ",.",
    "HN",
)  # fmt: skip
"""Signs that print makes alike."""
_TAKEN_FOR: Final = {
    sign: "".join(group.replace(sign, "") for group in _CONFUSED if sign in group)
    for sign in "".join(_CONFUSED)
}
_FIGURES: Final = str.maketrans("OolI|!i", "0011111")
"""Letters that are figures in some print, old figures above all."""


@lru_cache(maxsize=4096)
def fits(slot: Slot, text: str) -> bool:
    """Whether a text may stand in a place."""
    if slot is Slot.FREE:
        return True
    if text in NOTHING_SAID or (text.startswith("{") and text.endswith("}")):
        return True
    return re.fullmatch(slot.value, text, re.IGNORECASE) is not None


def like_an_entry(words: Sequence[str]) -> bool:
    """Whether a line that could not be read has something of an entry. ``As`` alone is a word."""
    bare = [word.strip(",.:;") for word in words]
    cards = [word for word in bare if fits(Slot.CARD, word)]
    return (
        len(cards) > 1
        or any(not word.isalpha() or len(bare) == 1 for word in cards)
        or (len(bare) > 1 and _named_in_result(bare[0]))
        or (len(bare) > 1 and sum(fits(Slot.RANK, word) for word in bare) >= len(bare) / 2)
    )


def prose(words: Sequence[str]) -> bool:
    """Whether a line that could not be read is plainly none of a record's, and may be left out of it: most of
    it is words that no entry has. What is no more than a speck is left out, too."""
    bare = [_EDGES.sub("", word) for word in words]
    count = sum(map(len, bare))
    if like_an_entry(words) or any(word.startswith("!") for word in words):
        return False
    if _VALUE.search(" ".join(words)) or _HALF_TAG.fullmatch(" ".join(words)):
        return False
    told = [w for w in bare if len(w) > 2 and w.isalpha() and not fits(Slot.CALL, w)]
    plain = len(told) > 1 or not any(sign.isdigit() for word in bare for sign in word)
    speck = count <= SPECK and not any(sign in _NO_SPECK for word in words for sign in word)
    return speck or (plain and sum(map(len, told)) >= PROSE * count)


def _named_in_result(word: str) -> bool:
    """Whether a word is one that the lines of a result begin with, or nearly."""
    return bool(get_close_matches(word.casefold(), _OF_RESULT, 1, NEARLY))


def weighed(slot: Slot, readings: Readings) -> Readings:
    """The readings of a word as they are in such a place, likeliest first; at least one."""
    if slot is Slot.FREE:
        return readings
    weights: dict[str, float] = {}
    for text, probability in readings:
        if slot in (Slot.CALL, Slot.CONTRACT):
            text = _IN_NUMBER.sub("", text)  # no call has two numbers side by side
            text = text.replace("^ ", "^")  # a mark beside a call is one sign with its letter
        if slot is Slot.DOUBLING:
            text = text.upper()
        if not fits(slot, text) and fits(slot, text.replace(" ", "")):
            text = text.replace(" ", "")  # a blank within a word is no ink
        if fits(slot, text):
            weights[text] = weights.get(text, 0.0) + probability
        else:
            weights[text] = weights.get(text, 0.0) + STRANGE * probability
            mended = _mended(slot, text)
            for other in mended:
                weights[other] = weights.get(other, 0.0) + MENDED * probability / len(mended)
    weights = _one_case(weights)
    total = sum(weights.values())
    if total <= 0:
        return readings
    if fits(
        slot, readings[0][0]
    ):  # what may not stand there is less likely, not out of the question
        total *= 1 + NOT_SO * sum(p for text, p in readings if not fits(slot, text))
    found = sorted(((text, w / total) for text, w in weights.items()), key=lambda each: -each[1])
    return tuple(each for each in found[:MOST] if each[1] >= LEAST) or tuple(found[:1])


def _one_case(weights: dict[str, float]) -> dict[str, float]:
    """Readings that differ in capitals alone say the same: the likeliest stands for all of them."""
    found: dict[str, tuple[str, float]] = {}
    for text, weight in sorted(weights.items(), key=lambda each: -each[1]):
        first, before = found.get(text.casefold(), (text, 0.0))
        found[text.casefold()] = (first, before + weight)
    return dict(found.values())


@lru_cache(maxsize=4096)
def _mended(slot: Slot, text: str) -> tuple[str, ...]:
    """What fits and differs by one sign that looks alike, by figures of another print, or by a stroke too
    many at its edge."""
    found = [
        text[:at] + other + text[at + 1 :]
        for at, sign in enumerate(text)
        for other in _TAKEN_FOR.get(sign, "")
    ]
    found.append(_TWO_S.sub(r"\1ss", text))
    found += [text.strip(".,:;'\"`_-~°*()[]{}|"), text.translate(_FIGURES)]
    return tuple(
        dict.fromkeys(each for each in found if each and each != text and fits(slot, each))
    )
