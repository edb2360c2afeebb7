"""Readers of a line of print: Tesseract, and the packaged net. They know nothing of each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Final, Protocol
from xml.etree import ElementTree

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.nets import RunningNet
from fairdeal.digitize.printed.gaps import Span, Strip
from fairdeal.digitize.printed.runs import Run
from fairdeal.digitize.printed.suits import SuitMark
from fairdeal.digitize.printed.tesseract import answer_of, garbled
from fairdeal.digitize.printed.words import PRINTED, SUITS, Sign
from fairdeal.digitize.words import BLANK, HEIGHT, NARROWEST, WIDEST, characters_of, packaged_net


class LineReader(Protocol):
    """Anything that reads lines of print."""

    @property
    def knows(self) -> frozenset[str]:
        """The signs that it can tell."""
        ...

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        """The signs of each strip, from the left. Raises `ReadError` where it does not answer."""
        ...


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
    "–": "-", "—": "-", "−": "-", "‐": "-", "¦": "|",
    "，": ",", "：": ":", "；": ";", "！": "!", "（": "(", "）": ")",
})  # fmt: skip
"""Signs that differ in looks alone."""


ONE_LINE: Final = "--psm 7"
SECONDS: Final = 20.0
"""For a page; usual ones take one."""
_BOX: Final = re.compile(r"x_bboxes (\d+) \d+ (\d+) \d+; x_conf ([\d.]+)")
_SETTINGS: Final = (
    f"{ONE_LINE} -c hocr_char_boxes=1"
    # Words of English are no help with cards: they turn what is printed into what is usual.
    " -c load_system_dawg=0 -c load_freq_dawg=0"
)


class TesseractLines:
    """Lines in, their signs out."""

    @property
    def knows(self) -> frozenset[str]:
        """The signs that it can tell: no suit is among them."""
        return PRINTED

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        """The signs of each strip, from the left. Raises `ReadError` as `printed.tesseract` does."""
        if not strips:
            return []
        told = answer_of([strip.grey for strip in strips], "hocr", _SETTINGS, SECONDS)
        pages = _pages(told)
        if len(pages) != len(strips):
            raise garbled()
        return [list(_signs(page, strip)) for page, strip in zip(pages, strips, strict=True)]


def _pages(told: str) -> list[ElementTree.Element]:
    """The pages of an answer in hOCR. Raises `ReadError` where it is none."""
    try:
        root = ElementTree.fromstring(told)
    except ElementTree.ParseError as error:
        raise garbled() from error
    return [each for each in root.iter() if each.get("class") == "ocr_page"]


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
LEAST_WIDE: Final = 2
"""What the net is shown is at least so many times as wide as it is high."""
LEAST: Final = 0.001
"""Less likely signs are not named."""
MOST: Final = 4


class PrintNet:
    """Lines in, their signs out."""

    def __init__(self, net: RunningNet) -> None:
        characters = characters_of(net)
        wanted = PRINTED | SUITS | STANDING_IN | {BLANK, " "}
        self._net = net
        self._columns = [n for n, c in enumerate(characters) if c in wanted]
        self._characters = [characters[n].translate(PLAIN) for n in self._columns]

    @property
    def knows(self) -> frozenset[str]:
        """The signs that it can tell."""
        return PRINTED | SUITS

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        """The signs of each strip, from the left."""
        return [list(self._signs(strip)) for strip in strips]

    def _signs(self, strip: Strip) -> Iterator[Sign]:
        chances = self._chances(strip.grey)
        if not len(chances):
            return
        best = chances.argmax(1)
        height, width = strip.grey.shape
        wide = max(width, LEAST_WIDE * height) / len(chances)
        starts = np.flatnonzero(np.diff(best, prepend=-1))
        blank = False
        for start, end in zip(starts, [*starts[1:], len(best)], strict=True):
            text = self._characters[best[start]]
            if text in (BLANK, " "):
                blank |= text == " "
                continue
            column = start + int(chances[start:end, best[start]].argmax())
            x = strip.on_page((start + end) / 2 * wide)
            others = self._others(chances[column], text)
            yield Sign(text, x, float(chances[column, best[start]]), others, blank)
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
    for word in range(1, m + 1):
        sums = np.concatenate([[0.0], np.cumsum(far[word - 1] + inside)]) if n else np.zeros(1)
        for end in range(n + 1):
            starts = np.arange(end + 1)
            first = np.zeros(end + 1)
            if end:
                begins = starts[:-1]
                missing = np.array(
                    [NO_BLANK if word > 1 and not s.after_blank else 0.0 for s in signs]
                )
                first[:-1] = missing[begins] - inside[begins]
            first[-1] = EMPTY
            totals = cost[word - 1, : end + 1] + sums[end] - sums[starts] + first
            begun[word, end] = int(totals.argmin())
            cost[word, end] = float(totals.min())
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


def without(run: Run, suits: Mapping[int, SuitMark]) -> Run:
    """A run without its suit symbols."""
    if not suits:
        return run
    kept = [int(member) for member in run.members if int(member) not in suits]
    return run if len(kept) == len(run.members) else replace(run, members=np.array(kept, np.int64))


def with_suits(signs: Sequence[Sign], run: Run, suits: Mapping[int, SuitMark]) -> list[Sign]:
    """What a reader saw, and the suit symbols of the run at their places."""
    own = [suits[int(member)] for member in run.members if int(member) in suits]
    added = [_sign(suit) for suit in own]
    return sorted([*signs, *added], key=lambda sign: sign.x) if added else list(signs)


def _sign(suit: SuitMark) -> Sign:
    # Each of two readers is given half of what the shape says: together they say it once.
    (first, probability), *others = suit.readings
    rivals = tuple((text, p**0.5) for text, p in others)
    return Sign(first, suit.x, probability**0.5, rivals, placed=True)
