"""What readers of print make of a word together, and what its place makes of that.

Where two readers see the same, the word is sure. Where they differ both stand as rivals, with what either
thinks next likely. A reader says nothing of signs that it does not know. A reading that may stand in the
word's place counts for more than one that may not. Where none may, texts that differ by a sign which print
confuses are added, never put in its place.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher, get_close_matches
from enum import Enum
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.records import FieldKind

PRINTED: Final = frozenset(string.ascii_letters + string.digits + string.punctuation)
SUITS: Final = frozenset("♣♦♥♠♧♢♡♤")


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of a line, never a blank. `x` is the column of its middle on the page; `others` are what
    else it may be, the likelier first, with how likely the reader takes them for."""

    text: str
    x: float
    probability: float
    others: tuple[tuple[str, float], ...] = ()
    after_blank: bool = False
    """Whether the reader sees a blank before it."""
    placed: bool = False
    """Whether `x` is that of its own ink, not a reader's guess."""


UNSEEN: Final = 0.004
"""How likely one reader is to overlook what is printed altogether, and to see just a given other text."""
TWICE: Final = 0.02
"""How much a reading of several signs counts where one mark stands."""
LOST: Final = 0.1
"""How much a reading counts for each sign that it has less than there are letters: readers overlook signs
that stand close to each other. Print that breaks has more marks than letters, whatever it is read as."""
LOW: Final = frozenset(",.;'`_-")
"""Signs that are lower than any letter; a colon is as high as a small one."""
LEAST: Final = 0.0005
"""Less likely readings are left out."""
MOST: Final = 6
MILD: Final = 0.7
"""The readers' own probabilities are a little too sure: logarithms are taken times this."""

Readings = tuple[tuple[str, float], ...]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


ASCENT: Final = 1.15
DESCENT: Final = 0.3
"""What a word's box has above its base and below it, in heights of a capital."""


def box_of(left: float, right: float, base: float, capital: float) -> Box:
    """The box of a word by the line that it stands on."""
    return left, base - ASCENT * capital, right, base + DESCENT * capital


def likeliest_first(weights: Mapping[str, float]) -> Readings:
    """Readings by how likely each is."""
    return tuple(sorted(weights.items(), key=lambda each: -each[1]))


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a page. `readings` are texts with their probabilities, likeliest first, at least one
    (which may be empty); `box` is where it stands on the straightened page."""

    readings: Readings
    box: Box
    surest: float = 1.0
    """How sure its reader is of it, where only one read the page: no entry made of it is surer."""
    figures: bool = False
    """Whether no stroke of it is straight, as bars and the ends of rules are: an I in it is a 1."""

    @property
    def text(self) -> str:
        return self.readings[0][0]

    @property
    def probability(self) -> float:
        return self.readings[0][1]

    @property
    def left(self) -> float:
        return self.box[0]

    def respelled(self, change: Callable[[str], str]) -> Word:
        """The word with each of its readings changed so; those that are equal then count together."""
        weights: dict[str, float] = {}
        for text, probability in self.readings:
            weights[change(text)] = weights.get(change(text), 0.0) + probability
        return replace(self, readings=likeliest_first(weights))

    @property
    def x(self) -> float:
        """The column of its middle."""
        return (self.box[0] + self.box[2]) / 2

    @property
    def y(self) -> float:
        """The height of its middle."""
        return (self.box[1] + self.box[3]) / 2

    @property
    def right(self) -> float:
        return self.box[2]


def readings_of(
    seen: Sequence[Sequence[Sign]],
    knows: Sequence[frozenset[str]],
    *,
    single: bool = False,
    letters: int = 0,
) -> Readings:
    """The readings of one word by what each reader sees in it. `single`: one mark that is no wider than a
    letter. `letters` is how many marks as high as a letter it has."""
    variants = [_variants(_once(signs) if single else signs) for signs in seen]
    texts = dict.fromkeys(text for each in variants for text in each)
    weights = {
        text: math.prod(
            _says(text, each, known) for each, known in zip(variants, knows, strict=True)
        )
        for text in texts
    }
    if letters and not any(set(text) - LOW for text in texts):
        return (("", 1.0),)  # of a letter nobody saw more than the comma before it
    if single:
        weights = {text: w * (TWICE if len(text) > 1 else 1.0) for text, w in weights.items()}
    weights = {text: w * LOST ** max(0, letters - len(text)) for text, w in weights.items()}
    total = sum(weights.values())
    if total <= 0:
        return (("", 1.0),)
    total /= SIGN_LOST if _fewer_figures(max(weights, key=weights.__getitem__), letters) else 1.0
    found = likeliest_first({text: w / total for text, w in weights.items()})
    return tuple(each for each in found[:MOST] if each[1] >= LEAST) or found[:1]


def _once(signs: Sequence[Sign]) -> Sequence[Sign]:
    """The signs seen in one mark; one where they are one letter, large and small: a lone S is read as Ss."""
    text = "".join(sign.text for sign in signs)
    same = len(set(text.casefold())) == 1 and text.isalpha()
    return signs[:1] if same and len(set(text)) > 1 else signs


def _fewer_figures(text: str, letters: int) -> bool:
    """Whether a number has fewer figures than there are letters in print: of two ones readers see one."""
    return _WITH_PLUS.fullmatch(text) is not None and len(text.rstrip(",.;")) < letters


_WITH_PLUS: Final = re.compile(r"\+?\d+[,.;]?")


def surest_of(signs: Sequence[Sign]) -> float:
    """How sure one reader is of all that it sees."""
    return math.prod(sign.probability for sign in signs)


def _variants(signs: Sequence[Sign]) -> dict[str, float]:
    """What a reader may have seen: its text, and the text with any one sign as something else."""
    text = "".join(sign.text for sign in signs)
    whole = math.prod(sign.probability for sign in signs) ** MILD
    found = {text: whole}
    for at, sign in enumerate(signs):
        head = "".join(each.text for each in signs[:at])
        tail = "".join(each.text for each in signs[at + 1 :])
        for other, probability in sign.others:
            share = (probability / max(sign.probability, 1e-6)) ** MILD
            found[head + other + tail] = max(found.get(head + other + tail, 0.0), whole * share)
    return found


def _says(text: str, variants: dict[str, float], known: frozenset[str]) -> float:
    """How likely a reader sees what it does if this text is printed."""
    if text in variants:
        return max(variants[text], UNSEEN)
    if SUITS & set(text) and not SUITS & known:
        shape = re.compile("".join(".{0,2}" if sign in SUITS else re.escape(sign) for sign in text))
        likely = [p for seen, p in variants.items() if shape.fullmatch(seen)]
        if likely:
            return max(likely)
    return UNSEEN


BAR: Final = "|"


@dataclass(frozen=True, slots=True)
class Line:
    """Words that stand in one line, from the left. `middle` is its height on the page, `capital` that of its
    capitals."""

    words: tuple[Word, ...]
    middle: float
    capital: float

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True, eq=False)
class PageWords:
    """The lines of a page from the top, and its ruled lines."""

    lines: tuple[Line, ...]
    across: NDArray[np.int32]
    down: NDArray[np.int32]


STRANGE: Final = 0.01
"""How much a reading counts that may not stand in its place, beside one that may ..."""
NOT_SO: Final = 0.3
"""How much of their share takes from the sureness of the others."""
MENDED: Final = 0.2
"""... and one that may only once a sign was changed for another that looks like it."""
MOST_IN_PLACE: Final = 5
STROKES: Final = frozenset("lI|!i][")
"""What a bar, or a piece of a rule, may be read as."""

_SUIT = "[CDHS♣♦♥♠♧♢♡♤]"
_RANK = "(?:10|[2-9TJQKA])"
_DOUBT = r"(?:\?|\^[A-Za-z]{1,4})?"
_SUIT_NAME = "(?:clubs?|diamonds?|hearts?|spades?)"
_TENS = "(?:twenty|thirty|forty|fifty)"
_ONES = "(?:one|two|three|four|five|six|seven|eight|nine)"
_CALL_WORD = (
    rf"(?:\+?\d{{1,3}}(?:{_SUIT}|NT|NS|pass)?|(?:{_SUIT}|NT|NS)(?:\+|\+?\d{{1,3}})"
    rf"|\+(?:{_SUIT}|NT|NS)?|{_SUIT}|{_SUIT_NAME}|{_SUIT_NAME}\+\d{{1,3}}"
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


KINDS: Final[dict[Slot, FieldKind]] = {
    Slot.CARD: "card",
    Slot.SEAT: "seat",
    Slot.NUMBER: "number",
    Slot.CALL: "call",
    Slot.CONTRACT: "contract",
    Slot.DOUBLING: "doubling",
}
"""The kinds of field that a form has for places."""
NOTHING_SAID: Final = frozenset({"-", "--", "?", "??", ".."})
"""What stands for an entry that is not there, in any place."""
RESULT_LINES: Final = ("contract", "tricks", "points", "score", "penalty")
"""The words that the lines of a result begin with."""
NEARLY: Final = 0.75
"""How like its name such a word, or the head of a column, must be, of which a letter was misread."""
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
_PASS_BEHIND: Final = re.compile(r"(?<=\d)(?=p(?:ass)?\b)", re.IGNORECASE)
"""A bid with a pass for its trump, the blank between them not seen."""
_FOR_S: Final = re.compile(r"(?<=\d) [58](?!\d)")
"""An S behind the number of a bid as a fax leaves it: no reader knew it from a figure."""
_CONFUSED: Final = (
    "0OoQD", "1lI|!i][T", "5S$", "8B", "8S", "2Z", "6Gb", "9gq", "♣♠", "♥♦", "7?", "4A", "CGE(", "ce", "JI]",
    ",.", "HN",
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
    bare = [each for word in words if (each := word.strip(",.:;"))]
    lone = len(bare) == 1
    told = [word for word in bare if lone or word not in NOTHING_SAID]
    cards = [word for word in told if fits(Slot.CARD, word)]
    return bool(
        len(cards) > 1
        or any(not word.isalpha() or lone for word in cards)
        or (len(bare) > 1 and get_close_matches(bare[0].casefold(), RESULT_LINES, 1, NEARLY))
        or (len(bare) > 1 and sum(fits(Slot.RANK, word) for word in told) >= len(bare) / 2)
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
    return speck or (plain and 0 < PROSE * count <= sum(map(len, told)))


def weighed(slot: Slot, readings: Readings) -> Readings:
    """The readings of a word as they are in such a place, likeliest first; at least one."""
    if slot is Slot.FREE:
        return readings
    weights: dict[str, float] = {}
    called = slot in (Slot.CALL, Slot.CONTRACT)
    for text, probability in _as_calls(readings) if called else readings:
        if slot is Slot.DOUBLING:
            text = text.upper()
        if not fits(slot, text) and fits(slot, text.replace(" ", "")):
            text = text.replace(" ", "")  # a blank within a word is not ink
        if fits(slot, text):
            weights[text] = weights.get(text, 0.0) + probability
        else:
            weights[text] = weights.get(text, 0.0) + STRANGE * probability
            mended = _mended(slot, text)
            for other in mended:
                weights[other] = weights.get(other, 0.0) + MENDED * probability / len(mended)
    whole: dict[str, tuple[str, float]] = {}  # readings that differ in capitals alone say the same
    for text, weight in likeliest_first(weights):
        first, before = whole.get(text.casefold(), (text, 0.0))
        whole[text.casefold()] = (first, before + weight)
    total = sum(weight for _, weight in whole.values())
    if total <= 0:
        return readings
    best = readings[0][0]
    if fits(slot, best):  # what may not stand there is less likely, not out of the question ...
        others = (each for each in readings if not fits(slot, each[0]))
        # ... but for what looks like the same and may be nothing else; a stroke may be a bar.
        total *= 1 + NOT_SO * sum(
            p for text, p in others if _mended(slot, text) != (best,) or STROKES & set(text)
        )
    found = likeliest_first({text: weight / total for text, weight in whole.values()})
    return tuple(each for each in found[:MOST_IN_PLACE] if each[1] >= LEAST) or found[:1]


def _as_calls(readings: Readings) -> Iterator[tuple[str, float]]:
    """What the readings may be as calls: no call has two numbers side by side. ``2 5`` is 25, or 2 S."""
    for text, probability in readings:
        text = text.replace("^ ", "^")  # a mark beside a call is one sign with its letter
        text = _PASS_BEHIND.sub(" ", text)
        number, spades = _IN_NUMBER.sub("", text), _FOR_S.sub(" S", text)
        if spades == text:
            yield number, probability
        elif _FOR_S.search(number):
            yield number, STRANGE * probability
            yield spades, MENDED * probability
        else:
            yield number, PERHAPS_TWO * probability
            yield spades, (1 - PERHAPS_TWO) * probability


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


PERHAPS_TWO: Final = 0.6
"""How sure an entry is at most that may be two, or a part of another: a figure in several words (what stands
between may be a bar or a side), a contract with two trumps, a bid behind a number that may be a seat. Both
may have been printed, so it is asked about."""
SIGN_LOST: Final = 0.9
"""How sure an entry is beside which a sign was not seen that says what it is, or was misread: the colon
behind a seat, the bar between cells, the dots of a trick that goes on, its number, the nought of a ten."""
MOST_JOINED: Final = 4
"""Readings kept of words put together."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One entry of a line, or a word that is not one (`slot` is FREE). `before` and `after` are signs of the
    notation that stand close to it, such as the comma after a call. Without a box nothing of it is on the
    paper. `column`: how likely its column stands for what it was read as; `sign`: how likely the sign of its
    suit is, where that stands before several cards and counts with the first."""

    readings: Readings
    box: Box | None = None
    slot: Slot = Slot.FREE
    before: str = ""
    after: str = ""
    column: float = 1.0
    sign: float = 1.0

    @property
    def text(self) -> str:
        return self.readings[0][0]

    @property
    def by_ink(self) -> float:
        """How likely its own ink is read rightly, whatever its column stands for."""
        return min(1.0, self.readings[0][1] / (self.column * self.sign))


Row = tuple[Piece, ...]
"""The pieces of one line of the notation."""


def word_piece(word: Word, slot: Slot = Slot.FREE, after: str = "") -> Piece:
    """A word in its place."""

    def as_figures(text: str) -> str:
        """An I and an O where only figures may stand: nobody means anything else by them."""
        other = text.translate(_FIGURES)
        return other if not fits(slot, text) and fits(slot, other) else text

    word = word.respelled(as_figures) if word.figures else word
    return Piece(weighed(slot, word.readings), word.box, slot, after=after)


def said(text: str) -> Piece:
    """A sign of the notation that the paper does not have."""
    return Piece(((text, 1.0),))


def unknown(slot: Slot, box: Box | None, after: str = "") -> Piece:
    """An entry that could not be read."""
    return Piece((("??", 1.0),), box, slot, after=after)


def in_doubt(piece: Piece, share: float) -> Piece:
    """A piece of which every reading is less likely by this share."""
    return replace(piece, readings=tuple((text, p * share) for text, p in piece.readings))


def cut(word: Word, pattern: re.Pattern[str]) -> list[Word] | None:
    """A word taken apart into the groups of a pattern of its whole text, where most of its readings fit.

    Each part has the readings that it has in those of the word; where the word may be one that does not fit,
    none of them is sure.
    """
    found = [(pattern.fullmatch(text), probability) for text, probability in word.readings]
    matches = [(match, probability) for match, probability in found if match]
    total = sum(probability for _, probability in matches)
    if not matches or found[0][0] is None or total < 0.5:
        return None
    total *= 1 + NOT_SO * (1 - total)
    first = matches[0][0]
    parts = []
    for group in range(1, pattern.groups + 1):
        if first[group] is None:
            continue
        weights: dict[str, float] = {}
        for match, probability in matches:
            text = match[group] or ""
            weights[text] = weights.get(text, 0.0) + probability / total
        # About where a stretch of the likeliest text stands.
        left, top, right, bottom = word.box
        step = (right - left) / max(1, len(word.text))
        start, end = (left + n * step for n in first.span(group))
        part = replace(word, readings=likeliest_first(weights), box=(start, top, end, bottom))
        parts.append(part)
    return parts


def joined(words: Sequence[Word], between: str = " ") -> Word:
    """Words as one: the likeliest ways to read them together."""
    readings: list[tuple[str, float]] = [("", 1.0)]
    for at, word in enumerate(words):
        glue = between if at else ""
        readings = [
            (head + glue + text, share * probability)
            for head, share in readings
            for text, probability in word.readings
        ]
        readings = sorted(readings, key=lambda each: -each[1])[: MOST_JOINED * 2]
    box = around(word.box for word in words)
    figures = all(word.figures for word in words)
    return Word(tuple(readings[:MOST_JOINED]), box, figures=figures)


def around(boxes: Iterable[Box]) -> Box:
    """The box around some."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


BLOCKS: Final = {
    "hands": "Hands", "hand": "Hands", "cards": "Hands", "auction": "Auction", "bidding": "Auction",
    "bids": "Auction", "play": "Play", "tricks": "Play", "result": "Result", "results": "Result",
    "sheet": "Sheet",
}  # fmt: skip
"""The names of blocks as people head them, and as the notation has them."""
NEARLY_HEADING: Final = 0.82
"""A heading may be read with a letter wrong: it need be like the name only so much ..."""
WITH_COLON: Final = 0.7
"""... and less where a colon ends it, or what is left of one."""
_HEADING: Final = re.compile(
    r"((?:score ?)?[A-Za-z]{4,9})(?: (A|B|NS|EW))? ?([:;.-]?)", re.IGNORECASE
)

_SPECK_BEHIND: Final = re.compile(r"[:;][,.'`]+$")
"""A speck at the colon of a heading."""


def heading_of(text: str) -> str | None:
    """The block that a line names, as the notation heads it (``Sheet A``); None for any other line."""
    text = _SPECK_BEHIND.sub(":", text)
    letters = text.replace(" ", "").rstrip(":;.-").casefold()
    if letters in BLOCKS:  # in widely set print a blank may seem to stand within it
        return BLOCKS[letters]
    if SUITS & set(letters):
        return _with_symbol(letters)
    match = _HEADING.fullmatch(text.strip())
    if match is None:
        return None
    plain = match[1].casefold().replace(" ", "").removeprefix("score")
    name = BLOCKS.get(nearest(plain, BLOCKS, WITH_COLON if match[3] else NEARLY_HEADING) or "")
    if name is None or (match[2] and name != "Sheet"):
        return None
    return f"{name} {match[2].upper()}" if match[2] else name


FEWEST_PLAIN: Final = 3
"""Letters of a heading beside a sign that is not one."""


def _with_symbol(text: str) -> str | None:
    """The block that a heading names in which a letter, or two that touch, looked like a suit symbol."""
    plain = [sign for sign in text if sign not in SUITS]
    shape = "".join(".{1,2}" if sign in SUITS else re.escape(sign) for sign in text)
    named = {BLOCKS[name] for name in BLOCKS if re.fullmatch(shape, name)}
    return named.pop() if len(plain) >= FEWEST_PLAIN and len(named) == 1 else None


def nearest(text: str, names: Iterable[str], least: float) -> str | None:
    """The name that a text is most like, of which letters may be misread; None where it is less like all."""
    likeness = {name: SequenceMatcher(None, name, text).ratio() for name in names}
    best = max(likeness, key=likeness.__getitem__, default=None)
    return best if best is not None and likeness[best] >= least else None
