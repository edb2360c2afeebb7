"""Readers of print: Tesseract and the packaged net, which know nothing of each other, and a net for suits.

Readers of text hardly know suit symbols. A small net looks at each mark (`training.suits` trains it on the
symbols of free fonts). A font draws a suit in one way, so marks of one shape on a page are one suit, and
those of another shape another one: the page's shapes are named together.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Final, Protocol
from xml.etree import ElementTree

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.nets import (
    BLANK,
    HEIGHT,
    LINES,
    NARROWEST,
    WIDEST,
    RunningNet,
    characters_of,
    packaged_net,
)
from fairdeal.digitize.printed.gaps import Span, Strip
from fairdeal.digitize.printed.marks import Marks
from fairdeal.digitize.printed.runs import Run
from fairdeal.digitize.printed.tesseract import answer_of, garbled, version
from fairdeal.digitize.printed.words import PRINTED, SUITS, Sign

SYMBOLS: Final = "♣♦♥♠"
SIDE: Final = 20
"""Pixels of a side of what the net sees."""
FEW: Final = 3
"""A page that has symbols has so many that are plainly suits, ..."""
SEVERAL: Final = 2
"""... of as many suits as this, ..."""
PLAINEST: Final = 0.99
"""... each on its own as likely as this. Of letters none was likelier than 0.97, on twelve pages in small or
broken print that had up to 25 that were like suits; of symbols, in any print, six were 0.9997."""
BY_ITSELF: Final = 0.97
"""There a mark that is like no other is a letter, unless the net is so sure of its suit: a fax breaks each in
its own way, ..."""
NO_OTHER: Final = 0.002
"""... or that it is one, though not of which suit: a broken club had 0.0, blurred letters 0.005 and more."""
LONGEST: Final = 6
"""Marks of a word that has a symbol: ``3:10♥,``."""
LOWEST: Final = 0.55
"""A symbol's least height, in heights of a capital: some spades of small print had less than 0.62."""
WIDTHS: Final = (0.55, 1.5)
"""Its width beside its height."""
NO_LETTER: Final = 0.35
"""How likely a mark must be a suit, on its own, if it is to be looked at ..."""
RATHER: Final = 0.5
"""... and its shape, on a page that has suits."""
ALIKE: Final = 0.93
"""Marks whose pictures agree so well (correlation) are one shape."""
UNLIKE: Final = 0.85
"""... and a letter, if all suits are plainly others and it agrees less with each of them, a 6 by 0.76, unless
it is plainly a suit on its own: a paler one may agree by 0.78."""
TELL_APART: Final = 0.9
"""Marks of one shape are two suits if the net takes several for either, and so many of them are more like the
others of their own suit: in blurred print a spade is much like a club."""
COUNTS: Final = 4
"""As many marks of a shape count, the others say the same again."""
ANOTHER: Final = 0.9
"""A mark that the net takes so surely for another suit than its shape is may be either: a struck club that
was put with the spades had 0.916. No more was asked on 20 pages than from 0.99 on."""
LEAST_ALONE: Final = 1e-4
"""No suit is less likely, by one mark alone ..."""
LEAST_TOGETHER: Final = 1e-6
"""... or by several marks of its shape beside those of another."""

Features = NDArray[np.float32]


def suits_of(
    page: NDArray[np.uint8], marks: Marks, runs: Sequence[Run], spans: Sequence[Sequence[Span]]
) -> dict[int, Sign]:
    """The suit symbols on a page, by their positions among its marks. They stand at an end of a short
    word."""
    found: list[int] = []
    seen: list[Features] = []
    words: list[tuple[int, int]] = []
    for line, (run, own) in enumerate(zip(runs, spans, strict=True)):
        for word, member in _at_ends(marks, run, own):
            picture = _picture(page, marks, member, run.capital)
            if picture is not None:
                found.append(member)
                seen.append(features(picture))
                words.append((line, word))
    if not found:
        return {}
    chances = _chances(np.array(seen))
    sure = [n for n in range(len(found)) if 1 - chances[n, -1] >= NO_LETTER]
    sure = _one_a_word(sure, words, chances)
    if not has_symbols(chances[sure]):
        return {}
    named = _named([seen[n] for n in sure], chances[sure])
    suits: dict[int, Sign] = {}
    for n, readings in zip(sure, named, strict=True):
        if readings:
            # Each of two readers is given half of what the shape says: together they say it once.
            (suit, likely), *others = [(text, p**0.5) for text, p in readings]
            x = float(marks.boxes[found[n], [0, 2]].mean())
            suits[found[n]] = Sign(suit, x, likely, tuple(others), placed=True)
    return suits


def has_symbols(chances: NDArray[np.float64]) -> bool:
    """Whether a page with such marks, by how likely each is each suit and anything else, has suit symbols."""
    plain = chances[chances[:, :-1].max(1) >= PLAINEST]
    return len(plain) >= FEW and len(set(plain.argmax(1).tolist())) >= SEVERAL


def _one_a_word(
    sure: list[int], words: Sequence[tuple[int, int]], chances: NDArray[np.float64]
) -> list[int]:
    """The marks without those of words that begin and end with one: a Q of thin print looks like a symbol
    before a symbol."""
    likeliest = {words[n]: n for n in sorted(sure, key=lambda n: -chances[n, -1])}
    return [n for n in sure if likeliest[words[n]] == n]


def _at_ends(marks: Marks, run: Run, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """The marks with which short words begin or end, commas after them left out, each with the position of
    its word."""
    boxes = marks.boxes
    middles = boxes[run.members][:, [0, 2]].mean(1)
    found: list[tuple[int, int]] = []
    for at, span in enumerate(spans):
        within = (span.left <= middles) & (middles <= span.right)
        inside = [int(mark) for mark in run.members[within]]
        tall = [m for m in inside if boxes[m, 3] - boxes[m, 1] >= LOWEST * run.capital]
        tall.sort(key=lambda m: int(boxes[m, 0]))
        if tall and len(inside) <= LONGEST:
            found += [(at, mark) for mark in dict.fromkeys((tall[0], tall[-1]))]
    return found


def features(grey: NDArray[np.uint8]) -> Features:
    """What the net sees of a mark that fills its picture (dark on 255)."""
    height, width = grey.shape
    small = cv2.resize(255 - grey, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    small /= max(float(small.max()), 1.0)
    return np.append(small.ravel() - 0.5, np.float32(width / height - 1)).astype(np.float32)


def _picture(
    page: NDArray[np.uint8], marks: Marks, member: int, capital: float
) -> NDArray[np.uint8] | None:
    """A mark on its own; None where it is too low, too narrow or too wide for a symbol."""
    left, top, right, bottom = (int(side) for side in marks.boxes[member])
    high, wide = bottom - top, right - left
    if high < LOWEST * capital or not WIDTHS[0] * high <= wide <= WIDTHS[1] * high:
        return None
    own = (marks.labels[top:bottom, left:right] == marks.numbers[member]).astype(np.uint8)
    near = cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0
    return np.where(near, page[top:bottom, left:right], 255).astype(np.uint8)


def suit_in(grey: NDArray[np.uint8]) -> tuple[str, float]:
    """The suit that a single drawing looks most like, on its own, and how likely it is that; "" where it
    looks like none."""
    (chances,) = _chances(features(grey)[None])
    best = int(chances.argmax())
    return SYMBOLS[best] if best < len(SYMBOLS) else "", float(chances[best])


def _chances(seen: NDArray[np.float32]) -> NDArray[np.float64]:
    """How likely each mark is each suit, and in the last column anything else."""
    weights = _weights()
    hidden = np.maximum(seen @ weights["0_weight"].T + weights["0_bias"], 0)
    logits = (hidden @ weights["2_weight"].T + weights["2_bias"]).astype(np.float64)
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float64)


@cache
def _weights() -> dict[str, NDArray[np.float32]]:
    file = files("fairdeal.digitize.printed") / "weights" / "suits.npz"
    with file.open("rb") as opened, np.load(opened) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def _named(
    seen: Sequence[Features], chances: NDArray[np.float64]
) -> list[tuple[tuple[str, float], ...]]:
    """The suits of marks that are suits: those of one shape are one, the commonest shapes differ. Nothing for
    a mark that is like no other unless it is plainly a suit."""
    even = [_even(each) for each in seen]
    parts = [_parted(shape, even, chances) for shape in _shapes(even)]
    every = [suit for suits in parts for suit in suits]
    mixed = {n for suits in parts if len(suits) > 1 for suit in suits for n in suit}
    plain = (chances[:, :-1].max(1) >= BY_ITSELF) | (chances[:, -1] <= NO_OTHER)
    shapes = [shape for shape in every if len(shape) >= SEVERAL or plain[shape].all()]
    suited = [1 - float(chances[shape, -1].mean()) for shape in shapes]
    shapes = [shape for shape, each in zip(shapes, suited, strict=True) if each >= RATHER]
    shapes = _like_the_commonest(shapes, even, chances)
    logs = np.array([_log_of(chances[shape]) for shape in shapes])
    order = sorted(range(len(shapes)), key=lambda n: -len(shapes[n]))[: len(SYMBOLS)]
    order = [n for n in order if len(shapes[n]) >= SEVERAL]  # a fax breaks a symbol into any shape
    weights = np.exp(logs - logs.max(1, keepdims=True)) if len(logs) else logs
    if len(order) > 1:
        ways = list(permutations(range(len(SYMBOLS)), len(order)))
        totals = np.array(
            [sum(logs[n, s] for n, s in zip(order, way, strict=True)) for way in ways]
        )
        totals = np.exp(totals - totals.max())
        for at, n in enumerate(order):
            weights[n] = [totals[[way[at] == s for way in ways]].sum() for s in range(len(SYMBOLS))]
    readings: list[tuple[tuple[str, float], ...]] = [()] * len(seen)
    for shape, weight in zip(shapes, weights, strict=True):
        together = len(shape) > 1 and len(shapes) > 1
        shares = np.maximum(weight / weight.sum(), LEAST_TOGETHER if together else LEAST_ALONE)
        for n in shape:
            own = chances[n, :-1]
            like = own[shares.argmax()]  # of two suits that look alike a mark may be either
            other = (own.max() >= ANOTHER and like <= 1 - ANOTHER) or (
                n in mixed and like < BY_ITSELF
            )
            each = shares / shares.sum() + own * other
            named = zip(SYMBOLS, map(float, each / each.sum()), strict=True)
            readings[n] = tuple(sorted(named, key=lambda reading: -reading[1]))
    return readings


def _like_the_commonest(
    shapes: list[list[int]], even: Sequence[Features], chances: NDArray[np.float64]
) -> list[list[int]]:
    """The shapes without those that look unlike all four suits, where the commonest four are plainly these: a
    blurred 6 looks a little like a spade."""
    common = sorted(shapes, key=len, reverse=True)[: len(SYMBOLS)]
    suits = {int(chances[shape, :-1].mean(0).argmax()) for shape in common}
    if len(suits) < len(SYMBOLS) or any(chances[n, -1].mean() > 1 - BY_ITSELF for n in common):
        return shapes
    drawn = np.array([_even(np.sum([even[n] for n in shape], 0)) for shape in shapes])
    likeness = (drawn @ drawn[[shapes.index(shape) for shape in common]].T).max(1)
    return [
        shape
        for shape, each in zip(shapes, likeness, strict=True)
        if each >= UNLIKE or chances[shape, -1].mean() <= 1 - BY_ITSELF
    ]


def _log_of(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """What marks of one shape say of its suit together."""
    logs = np.log(np.maximum(chances[:, :-1], LEAST_ALONE))
    return np.asarray(logs.mean(0) * min(len(chances), COUNTS) ** 0.5, np.float64)


def _even(seen: Features) -> Features:
    """A picture of which the mean is 0 and the length 1, so that products of two say how alike they are."""
    about = seen - seen.mean()
    return np.asarray(about / max(float(np.linalg.norm(about)), 1e-6), np.float32)


def _parted(
    shape: list[int], even: Sequence[Features], chances: NDArray[np.float64]
) -> list[list[int]]:
    """Marks of one shape by the suits that the net sees in them, if their pictures differ as well."""
    taken = chances[shape, : len(SYMBOLS)].argmax(1)
    suits = [suit for suit in range(len(SYMBOLS)) if (taken == suit).sum() >= SEVERAL]
    if len(suits) < 2:
        return [shape]
    pictures = np.array([even[n] for n in shape])
    # Each mark beside the mean of every suit's other marks.
    likeness = np.array(
        [
            [
                float(own @ _even(pictures[others].sum(0)))
                for suit in suits
                for others in [(taken == suit) & (np.arange(len(shape)) != at)]
            ]
            for at, own in enumerate(pictures)
        ]
    )
    nearest = np.array(suits)[likeness.argmax(1)]
    if (nearest == taken).mean() < TELL_APART:
        return [shape]
    return [
        [n for n, own in zip(shape, nearest, strict=True) if own == suit]
        for suit in suits
        if (nearest == suit).any()
    ]


def _shapes(even: Sequence[Features]) -> list[list[int]]:
    """Marks put together by their pictures, each with the first one that it is like."""
    shapes: list[list[int]] = []
    sums = np.zeros_like(even)
    lengths = np.ones(len(even))
    for n, each in enumerate(even):
        likeness = sums[: len(shapes)] @ each / lengths[: len(shapes)]
        best = int(likeness.argmax()) if shapes else 0
        if not shapes or likeness[best] < ALIKE:
            best = len(shapes)
            shapes.append([])
        shapes[best].append(n)
        sums[best] += each
        lengths[best] = np.linalg.norm(sums[best])
    return shapes


class LineReader(Protocol):
    """Anything that reads lines of print."""

    @property
    def knows(self) -> frozenset[str]:
        """The signs that it can tell."""

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        """The signs of each strip, from the left. Raises `ReadError` where it does not answer."""


def by_each(readers: Sequence[LineReader], strips: Sequence[Strip]) -> list[list[list[Sign]]]:
    """What every reader sees in the same strips. They read side by side: a program of its own is waited for
    while the first reads here. Raises `ReadError` where one does not answer."""
    first, *others = readers
    if not others:
        return [first.read(strips)]
    with ThreadPoolExecutor(len(others)) as pool:
        asked = [pool.submit(reader.read, strips) for reader in others]
        return [first.read(strips), *(each.result() for each in asked)]


PLAIN: Final = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "`": "'", "´": "'",
    "–": "-", "—": "-", "−": "-", "‐": "-", "¦": "|", "€": "E",
    "，": ",", "：": ":", "；": ";", "！": "!", "（": "(", "）": ")",
})  # fmt: skip
"""Signs that differ in looks alone."""


ONE_LINE: Final = "--psm 7"
SECONDS: Final = 20.0
"""For a page; usual ones take one."""
_BOX: Final = re.compile(r"x_bboxes (\d+) \d+ (\d+) \d+; x_conf ([\d.]+)")
_SETTINGS: Final = (
    f"{ONE_LINE} -c hocr_char_boxes=1"
    # Words of English do not help with cards: they turn what is printed into what is usual.
    " -c load_system_dawg=0 -c load_freq_dawg=0"
)


class TesseractLines:
    """Lines in, their signs out."""

    knows: Final = PRINTED
    """The signs that it can tell: no suit is among them."""

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        """The signs of each strip, from the left. Raises `ReadError` as `printed.tesseract` does."""
        if not strips:
            return []
        answer = answer_of([strip.grey for strip in strips], "hocr", _SETTINGS, SECONDS)
        try:
            parts = ElementTree.fromstring(answer).iter()
        except ElementTree.ParseError as error:
            raise garbled() from error
        pages = [each for each in parts if each.get("class") == "ocr_page"]
        if len(pages) != len(strips):
            raise garbled()
        return [list(_signs(page, strip)) for page, strip in zip(pages, strips, strict=True)]


def _signs(page: ElementTree.Element, strip: Strip) -> Iterator[Sign]:
    words = [each for each in page.iter() if each.get("class") == "ocrx_word"]
    for word in words:
        first = True
        for each in word.iter():
            box = _BOX.search(each.get("title") or "")
            text = (each.text or "").translate(PLAIN).strip()
            if box is None or not text or each.get("class") != "ocrx_cinfo":
                continue
            x = strip.on_page((int(box[1]) + int(box[2])) / 2)
            yield Sign(text, x, min(1.0, float(box[3]) / 100), after_blank=first)
            first = False


STANDING_IN: Final = frozenset("“”„‘’–—−…→，：；！（）")
"""Other signs that the net sees where one of ours is printed."""
LOOKED_FOR: Final = PRINTED | SUITS | STANDING_IN | {BLANK, " "}
LEAST_WIDE: Final = 2
"""What the net is shown is at least so many times as wide as it is high."""
LEAST: Final = 0.001
"""Less likely signs are not named."""
MOST: Final = 4
MOST_KNOWN: Final = 256
"""Lines of which the signs are kept: those by which the way up of a page was found are read again with it."""


class PrintNet:
    """Lines in, their signs out."""

    knows: Final = PRINTED | SUITS
    """The signs that it can tell."""

    def __init__(self, net: RunningNet) -> None:
        characters = characters_of(net)
        self._net = net
        self._columns = [n for n, c in enumerate(characters) if c in LOOKED_FOR]
        self._characters = [characters[n].translate(PLAIN) for n in self._columns]
        self._known: dict[bytes, list[Sign]] = {}

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        """The signs of each strip, from the left."""
        return [
            [replace(sign, x=strip.on_page(sign.x)) for sign in self._line(strip.grey)]
            for strip in strips
        ]

    def _line(self, grey: NDArray[np.uint8]) -> list[Sign]:
        """What the net sees in a line, so many pixels from its left; what it saw before, where it is the same
        line again."""
        digest = hashlib.sha256(str(grey.shape).encode() + grey.tobytes()).digest()
        if digest not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[digest] = list(self._seen(grey))
        return self._known[digest]

    def _seen(self, grey: NDArray[np.uint8]) -> Iterator[Sign]:
        chances = self._chances(grey)
        if not len(chances):
            return
        best = chances.argmax(1)
        height, width = grey.shape
        wide = max(width, LEAST_WIDE * height) / len(chances)
        starts = np.flatnonzero(np.diff(best, prepend=-1))
        blank = False
        for start, end in zip(starts, [*starts[1:], len(best)], strict=True):
            text = self._characters[best[start]]
            if text in (BLANK, " "):
                blank |= text == " "
                continue
            column = start + int(chances[start:end, best[start]].argmax())
            others = self._others(chances[column], text)
            likely = float(chances[column, best[start]])
            yield Sign(text, (start + end) / 2 * wide, likely, others, blank)
            blank = False

    def _chances(self, grey: NDArray[np.uint8]) -> NDArray[np.float32]:
        """How likely each sign is in each column (columns, signs), as shares of those that are looked for."""
        height, width = grey.shape
        if width < LEAST_WIDE * height:  # a single letter is not stretched
            grey = np.pad(grey, ((0, 0), (0, LEAST_WIDE * height - width)), constant_values=255)
            width = grey.shape[1]
        size = (min(max(round(HEIGHT * width / height), NARROWEST), WIDEST), HEIGHT)
        line = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 127.5 - 1
        chances = self._net(np.stack([line] * 3)[None])[0][:, self._columns]
        return np.asarray(chances / np.maximum(chances.sum(1, keepdims=True), 1e-9), np.float32)

    def _others(self, chances: NDArray[np.float32], text: str) -> tuple[tuple[str, float], ...]:
        order = np.argsort(-chances)[: MOST + 2]
        found = ((self._characters[n], float(chances[n])) for n in order)
        return tuple((sign, p) for sign, p in found if sign not in (text, " ") and p >= LEAST)[
            :MOST
        ]


@cache
def print_net() -> PrintNet | None:
    """The reader, opened once in a process; None without the packages, or where they are damaged."""
    net = packaged_net()
    try:
        return None if net is None else PrintNet(net)
    except (ValueError, KeyError):
        return None


@cache
def print_readers() -> tuple[str, ...]:
    """The readers of print that this machine has, each with its version."""
    tesseract = version()
    net = f"lines-{hashlib.sha256(LINES.read_bytes()).hexdigest()[:10]}" if print_net() else ""
    return tuple(filter(None, (f"Tesseract {tesseract}" if tesseract else "", net)))


NO_BLANK: Final = 0.5
"""What it costs that a word begins without a blank before it, or goes on after one, beside the distance of
signs from their word in heights of a capital."""
PLACED: Final = 5.0
"""How much more the distance of a suit symbol counts, which was found by its ink."""
EMPTY: Final = 1.5
"""What it costs that a word has no sign."""


def shared_out(
    signs: Sequence[Sign], spans: Sequence[Span], capital: float
) -> list[tuple[Sign, ...]]:
    """The signs of each word, in the words' order."""
    far = np.array([[_beside(sign, span, capital) for sign in signs] for span in spans])
    inside = np.array([NO_BLANK if sign.after_blank else 0.0 for sign in signs])
    n, m = len(signs), len(spans)
    cost = np.full((m + 1, n + 1), np.inf)
    begun = np.zeros((m + 1, n + 1), int)
    cost[0, 0] = 0.0
    # By the sign (row) before which a word ends: where it may begin (column), and where it has none.
    begins = np.tri(n + 1, dtype=bool)
    empty = np.eye(n + 1, dtype=bool)
    for word in range(1, m + 1):
        missing = [NO_BLANK if word > 1 and not sign.after_blank else 0.0 for sign in signs]
        sums = np.concatenate([[0.0], np.cumsum(far[word - 1] + inside)])
        first = np.where(empty, EMPTY, np.append(missing - inside, 0.0))
        totals = np.where(begins, cost[word - 1] + sums[:, None] - sums + first, np.inf)
        begun[word] = totals.argmin(1)
        cost[word] = totals.min(1)
    shares: list[tuple[Sign, ...]] = []
    end = n
    for word in range(m, 0, -1):
        start = int(begun[word, end])
        shares.append(tuple(signs[start:end]))
        end = start
    return shares[::-1]


def _beside(sign: Sign, span: Span, capital: float) -> float:
    """How far a sign stands outside a word, in heights of a capital; further where its place is known."""
    far = max(span.left - sign.x, sign.x - span.right, 0.0) / capital
    return PLACED * far if sign.placed else far


def without(run: Run, suits: Mapping[int, Sign]) -> Run:
    """A run without its suit symbols."""
    if not suits:
        return run
    kept = [int(member) for member in run.members if int(member) not in suits]
    return run if len(kept) == len(run.members) else replace(run, members=np.array(kept, np.int64))


_CLOSE: Final = frozenset(",.;:")


def with_suits(signs: Sequence[Sign], run: Run, suits: Mapping[int, Sign]) -> list[Sign]:
    """What a reader saw, and the suit symbols of the run at their places. The blank that a reader saw before
    a comma is where a symbol was taken out."""
    added = [suits[int(member)] for member in run.members if int(member) in suits]
    if not added:
        return list(signs)
    closed = [replace(each, after_blank=False) if each.text in _CLOSE else each for each in signs]
    return sorted([*closed, *added], key=lambda sign: sign.x)
