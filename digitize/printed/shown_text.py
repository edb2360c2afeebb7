"""The shapes that the characters of a page are drawn in: those that look the same have one number.

A program draws a letter of a font alike wherever it stands, so what was read of a shape once holds for all of
its characters.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.pictures.picture import Character
from fairdeal.digitize.printed.gaps import ABOVE, BELOW, BESIDE, CAPITAL_PX, Strip
from fairdeal.digitize.printed.readers import PLAIN, LineReader, suit_in
from fairdeal.digitize.printed.words import PRINTED, SUITS, Box, Sign
from fairdeal.digitize.trouble import ReadError

ALIKE: Final = 0.22
"""Two drawings of one letter differ by less at any point, as a share of their darkness, in 8 of 10 cases,
and of 12 points always; different letters of 6 points by 0.25, of 7 points by 0.35 or more. Two shapes where
there is one cost time alone."""
SOFT_PX: Final = 1.0
"""The grey edges of a letter depend on where between two pixels it stands: this evens them out."""
MOST: Final = 600
"""Shapes of a page: a full one of four fonts has 250. With more it was not set in type."""
MOST_COMPARED: Final = 300_000
"""Drawings that are compared with each other, in a second or two; a page of 6,000 letters needs 60,000."""
_GRID: Final = 4
"""Letters are first compared by so many squares a side."""

Shape = NDArray[np.float32]


def shapes_of(grey: NDArray[np.uint8], boxes: Sequence[Box]) -> list[int] | None:
    """The number of the shape that is drawn in each box of a page; None where there are too many."""
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), SOFT_PX), np.uint8)
    known = _Known()
    found: list[int] = []
    for box in boxes:
        found.append(known.number(_drawn(soft, box)))
        if known.count > MOST or known.compared > MOST_COMPARED:
            return None
    return found


def _drawn(soft: NDArray[np.uint8], box: Box) -> Shape:
    """What stands in a box, from 0 to 1, wherever between two pixels it begins."""
    left, top, right, bottom = box
    width, height = (max(1, round(side)) for side in (right - left, bottom - top))
    middle = left + (width - 1) / 2, top + (height - 1) / 2
    part = cv2.getRectSubPix(soft, (width, height), middle).astype(np.float32)
    part -= part.min()
    return np.asarray(part / max(float(part.max()), 1.0), np.float32)


class _Known:
    """The shapes of a page so far, by their size."""

    def __init__(self) -> None:
        self.count = 0
        self.compared = 0
        self._of_size: dict[tuple[int, ...], list[tuple[int, Shape]]] = defaultdict(list)
        self._squares: dict[tuple[int, ...], Shape] = {}

    def number(self, drawn: Shape) -> int:
        """That of the first shape that it is like, else one of its own."""
        squares = _squares(drawn)
        height, width = drawn.shape
        for size in [(height + y, width + x) for y in (0, -1, 1) for x in (0, -1, 1)]:
            for number, other in self._perhaps(size, squares):
                self.compared += 1
                if _alike(drawn, other):
                    return number
        self.count += 1
        self._of_size[drawn.shape].append((self.count, drawn))
        others = self._squares.get(drawn.shape, squares[:0])
        self._squares[drawn.shape] = np.concatenate([others, squares])
        return self.count

    def _perhaps(self, size: tuple[int, ...], squares: Shape) -> Iterator[tuple[int, Shape]]:
        """The shapes of a size that are like it from far away."""
        if size in self._squares:
            near = np.abs(self._squares[size] - squares).max(1) < ALIKE
            yield from (self._of_size[size][at] for at in np.flatnonzero(near))


def _squares(drawn: Shape) -> Shape:
    """The means over the squares of a grid (1, squares)."""
    squares = cv2.resize(drawn, (_GRID, _GRID), interpolation=cv2.INTER_AREA)
    return np.asarray(squares, np.float32).reshape(1, -1)


def _alike(one: Shape, other: Shape) -> bool:
    rows, columns = np.minimum(one.shape, other.shape)
    return bool(np.abs(one[:rows, :columns] - other[:rows, :columns]).max() < ALIKE)


FEW: Final = 3
"""Words in which a letter of one shape is read ..."""
MANY: Final = 9
"""... and in which it is where they do not all confirm it."""
MOST_READ: Final = 400
"""Words of a page that are read at once, in two seconds. Pages of our own making need 60 to 100."""
LONGEST: Final = 60
"""Letters of a word; longer ones are not read."""
SURE: Final = 0.5
"""A reader that is less sure of a sign says nothing."""
PLAINLY: Final = 2.0
"""Times as much must be read for one as for the other, or it is in doubt what the page shows. A plus before a
figure is read as a 4 by one reader; none reads a 4 as a plus."""
SURE_SUIT: Final = 0.9
_BESIDE_PX: Final = round(BESIDE * CAPITAL_PX)
_ALIKE: Final = ("0Oo", "1Iil|!/][", "5Ss", "7Zz", "2Zz", "8B", "6Gb", "9g")
"""Signs that some fonts draw alike, and none of which makes another card or call of one."""
_ANOTHER: Final = 2
"""What a sign costs that is another one, too many or missing."""
_OUTLINED: Final = str.maketrans("♧♢♡♤", "♣♦♥♠")


@dataclass(frozen=True, slots=True, eq=False)
class TypedWord:
    """A word of a page's text. `room` are the columns about it in which nothing else of the text stands."""

    characters: tuple[Character, ...]
    base: float
    capital: float
    room: tuple[float, float]

    @property
    def text(self) -> str:
        return "".join(each.text for each in self.characters).translate(PLAIN)

    @property
    def left(self) -> float:
        return min(each.box[0] for each in self.characters if each.box is not None)

    @property
    def right(self) -> float:
        return max(each.box[2] for each in self.characters if each.box is not None)


@dataclass(frozen=True, slots=True)
class Other:
    """A word that the page shows otherwise than its text has it."""

    text: str
    shown: str

    @property
    def off(self) -> int:
        """How much is otherwise."""
        if len(self.text) != len(self.shown):
            return LONGEST
        return sum(not _same(one, other) for one, other in zip(self.text, self.shown, strict=True))


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of comparing a page's text with what it shows: words that are others, and by their positions
    those that no reader could make out."""

    others: tuple[Other, ...] = ()
    unread: frozenset[int] = frozenset()


_Letter = tuple[int, str]
"""The shape that a letter is drawn in, and the sign that the text has for it."""


@dataclass(slots=True)
class _Votes:
    """What was read of a letter of one shape."""

    same: float = 0.0
    other: float = 0.0
    example: Other | None = None

    def names(self, example: Other) -> None:
        """The plainest example is the first word in which nothing else was read differently."""
        if self.example is None or self.example.off > example.off:
            self.example = example


def compare(
    grey: NDArray[np.uint8], words: Sequence[TypedWord], readers: Sequence[LineReader]
) -> Compared | None:
    """The words of a page compared with what is drawn there; None where it is not drawn as print is."""
    boxes = [each.box for word in words for each in word.characters if each.box is not None]
    shapes = shapes_of(grey, boxes)
    if shapes is None:
        return None
    found = _Comparison(grey, words, shapes)
    found.read(readers[0], found.words_with(FEW))
    if found.open:
        again = found.words_with(MANY, found.open)
        found.read(readers[0], [each for each in again if each not in found.done])
        for reader in readers[1:]:
            try:
                found.read(reader, again)
            except ReadError:
                break
    return found.compared()


class _Comparison:
    """The letters of a page, and what was read of each."""

    def __init__(
        self, grey: NDArray[np.uint8], words: Sequence[TypedWord], shapes: Sequence[int]
    ) -> None:
        self._grey, self._words = grey, words
        self.done: set[int] = set()
        self._letters: list[list[_Letter]] = []
        self._suits: dict[int, str] = {}
        self.votes: dict[_Letter, _Votes] = defaultdict(_Votes)
        number = iter(shapes)
        for word in words:
            own = [(next(number), each) for each in word.characters]
            self._letters.append(
                [(shape, sign) for shape, each in own for sign in _signs(each.text)]
            )
            for shape, each in own:
                for sign in set(_signs(each.text)) & set("♣♦♥♠"):
                    self._look_at_suit((shape, sign), each)

    def _look_at_suit(self, letter: _Letter, drawn: Character) -> None:
        """Readers of print hardly know the suits, which have a net of their own."""
        if letter in self.votes or drawn.box is None:
            return
        left, top, right, bottom = (round(side) for side in drawn.box)
        part = self._grey[max(0, top) : bottom + 1, max(0, left) : right + 1]
        if not part.size:
            return
        corners = part[[0, 0, -1, -1], [0, -1, 0, -1]]  # a heart is mostly ink
        suit, likely = suit_in(part if corners.max() >= 128 else np.asarray(255 - part, np.uint8))
        votes = self.votes[letter]
        named = self._suits.setdefault(letter[0], letter[1])
        if named != letter[1]:  # one shape cannot be two suits
            votes.other += len(SUITS)
            votes.names(Other(letter[1], named))
        elif suit == letter[1]:
            votes.same += likely
        elif likely >= SURE_SUIT:
            votes.other += likely
            votes.names(Other(letter[1], suit or "?"))

    @property
    def open(self) -> set[_Letter]:
        """The letters of which it is not plain what they are."""
        every = {
            letter
            for word in self._letters
            for at, letter in enumerate(word)
            if _counts(letter[1], word[at + 1][1] if at + 1 < len(word) else "")
        }
        return {each for each in every if self.votes[each].other or self.votes[each].same < SURE}

    def words_with(self, count: int, letters: set[_Letter] | None = None) -> list[int]:
        """Words in which each letter, or each of these, stands that often; different words first."""
        stands: Counter[_Letter] = Counter()
        texts: set[str] = set()
        found: dict[int, None] = {}
        for again in (False, True):
            for at, word in enumerate(self._letters):
                text = self._words[at].text
                wanted = [
                    each
                    for each in word
                    if stands[each] < count
                    and each[1] in PRINTED
                    and (letters is None or each in letters)
                ]
                if not wanted or at in found or (text in texts) > again or len(word) > LONGEST:
                    continue
                texts.add(text)
                found[at] = None
                stands.update(word)
        return sorted(found)[:MOST_READ]

    def read(self, reader: LineReader, which: Sequence[int]) -> None:
        """Have a reader read some of the words."""
        strips = [_strip(self._grey, self._words[at]) for at in which]
        for at, signs in zip(which, reader.read(strips), strict=True):
            self.done.add(at)
            self._vote(at, signs)

    def _vote(self, at: int, signs: Sequence[Sign]) -> None:
        letters = self._letters[at]
        if not letters:
            return
        shown = "".join(sign.text for sign in signs)
        for place, sign in _beside([each[1] for each in letters], signs):
            own = letters[place]
            if sign.probability < SURE or own[1] in SUITS:
                continue
            votes = self.votes[own]
            if _same(own[1], sign.text):
                votes.same += sign.probability
            elif sign.text.isalnum():
                votes.other += sign.probability
                votes.names(Other(self._words[at].text, shown))

    def compared(self) -> Compared:
        others: dict[Other, None] = {}
        unread: set[int] = set()
        for letter in sorted(self.open):
            votes = self.votes[letter]
            if votes.other > PLAINLY * votes.same and votes.example is not None:
                others[votes.example] = None
            elif votes.same <= (PLAINLY if letter[1].isalnum() else 1) * votes.other:
                unread |= {at for at, word in enumerate(self._letters) if letter in word}
        return Compared(tuple(others), frozenset(unread))


def _signs(text: str) -> str:
    """The signs of print that a character is: a ligature has two, an accent is left out."""
    plain = unicodedata.normalize("NFKD", text.translate(PLAIN)).translate(PLAIN)
    return "".join(each.translate(_OUTLINED) for each in plain if not unicodedata.combining(each))


def _counts(sign: str, after: str) -> bool:
    """Whether it matters which sign stands there: of other signs than letters, figures and suits that of a
    figure after it alone."""
    return (
        sign in SUITS or (sign.isascii() and sign.isalnum()) or (sign in "+-" and after.isdigit())
    )


def _same(sign: str, read: str) -> bool:
    """Whether what was read may be this sign as a font draws it."""
    alike = any(sign in each and read in each for each in _ALIKE)
    return alike or sign.lower() == read.lower()


def _beside(text: Sequence[str], signs: Sequence[Sign]) -> Iterator[tuple[int, Sign]]:
    """The signs that were read, each with the position of the letter that it stands for: by the least that is
    other, too much or missing. A sign too many stands for the letter before it."""
    n, m = len(text), len(signs)
    missing = np.array([0 if each in SUITS else _ANOTHER for each in text], int)
    cost = np.zeros((n + 1, m + 1), int)
    cost[1:, 0], cost[0] = missing.cumsum(), _ANOTHER * np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            other = cost[i - 1, j - 1] + _apart(text[i - 1], signs[j - 1].text)
            cost[i, j] = min(other, cost[i - 1, j] + missing[i - 1], cost[i, j - 1] + _ANOTHER)
    i, j = n, m
    while j:
        if i and cost[i, j] == cost[i - 1, j - 1] + _apart(text[i - 1], signs[j - 1].text):
            i, j = i - 1, j - 1
            yield i, signs[j]
        elif i and cost[i, j] == cost[i - 1, j] + missing[i - 1]:
            i -= 1
        else:
            j -= 1
            yield max(0, i - 1), signs[j]


def _apart(sign: str, read: str) -> int:
    """A suit is read as any sign or overlooked, by readers that hardly know it."""
    return 1 if sign in SUITS else 0 if _same(sign, read) else _ANOTHER


def _strip(grey: NDArray[np.uint8], word: TypedWord) -> Strip:
    """A word cut out as it is drawn."""
    capital = word.capital
    left = max(word.room[0], word.left - BESIDE * capital)
    right = min(word.room[1], word.right + BESIDE * capital)
    top, step = word.base - (1 + ABOVE) * capital, capital / CAPITAL_PX
    size = max(1, round((right - left) / step)), max(1, round((1 + ABOVE + BELOW) * CAPITAL_PX))
    to_page = np.array([[step, 0, left], [0, step, top]], np.float32)
    part = cv2.warpAffine(
        grey, to_page, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=(255,)
    )
    part = _dark_on_light(np.asarray(part, np.uint8))
    part = cv2.copyMakeBorder(part, 0, 0, _BESIDE_PX, _BESIDE_PX, cv2.BORDER_CONSTANT, value=(255,))
    columns = left + step * (np.arange(part.shape[1]) - _BESIDE_PX)
    return Strip(np.asarray(part, np.uint8), columns)


def _dark_on_light(part: NDArray[np.uint8]) -> NDArray[np.uint8]:
    light = part.size == 0 or np.median(part) >= 128
    return part if light else np.asarray(255 - part, np.uint8)
