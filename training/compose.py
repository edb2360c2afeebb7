"""Pen paths that cross out: lines, crosses, zigzags, and the line through a whole field."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from fairdeal.digitize.reader.vocabulary import STRUCK, fold
from training import drawn, texts
from training.drawn import blend
from training.hands import Glyph, Hand, Points, varied_picture
from training.paper import (
    DENSITY,
    Grey,
    Paper,
    Sheet,
    bend,
    extent,
    photograph,
    pour,
    remnants,
    shift,
)


def through(rng: random.Random, ink: list[Points], across: float) -> list[Points]:
    """A line from side to side of a field, longer on both sides than anything written has a bar."""
    x1, y1, x2, y2 = extent(ink)
    over = max(0.5 * (x2 - x1), 14.0)
    left = x1 - over * rng.uniform(0.6, 2.0) if rng.random() < 0.5 else rng.uniform(-4, 10)
    right = (
        x2 + over * rng.uniform(0.6, 2.0) if rng.random() < 0.5 else across - rng.uniform(-4, 10)
    )
    left, right = min(left, x1 - 6), max(right, x2 + 6)
    xs = np.linspace(left, right, 7)
    y = (y1 + y2) / 2 + rng.gauss(0, 0.1) * (y2 - y1)
    ys = y + rng.gauss(0, 0.05) * (xs - xs.mean()) + np.array([rng.gauss(0, 0.8) for _ in xs])
    return [np.stack([xs, ys], 1).astype(np.float32)]


def strike(rng: random.Random, ink: list[Points], long: bool) -> list[Points]:
    """Pen paths that cross out what lies under them.

    One straight line is used for longer texts only: through one character it makes another (a
    slashed nought, a crossed seven, a Z).
    """
    x1, y1, x2, y2 = extent(ink)
    w, h = max(x2 - x1, 12.0), max(y2 - y1, 20.0)
    cx, cy = (x1 + x2) / 2, (y1 + y2) / 2
    way = rng.random()
    over = rng.uniform(0.55, 0.75)

    def line(y: float, tilt: float) -> Points:
        count = 6
        xs = np.linspace(cx - over * w, cx + over * w, count)
        ys = (
            y
            + tilt * h * np.linspace(-1, 1, count)
            + np.array([rng.gauss(0, 0.03) for _ in range(count)]) * h
        )
        return np.stack([xs, ys], 1).astype(np.float32)

    if long and way < 0.4:
        return [line(cy + rng.gauss(0, 0.1) * h, rng.gauss(0, 0.12))]
    if way < 0.55:
        return [
            line(cy + d * h, rng.gauss(0, 0.1)) for d in (-0.15, 0.12, 0.3)[: rng.choice((2, 3))]
        ]
    if way < 0.65:
        a, b = 0.6 * w, 0.6 * h
        cross = [
            np.array([[cx - a, cy - b], [cx + a, cy + b]], np.float32),
            np.array([[cx - a, cy + b], [cx + a, cy - b]], np.float32),
        ]
        return cross if not long else [*cross, line(cy, 0.0)]
    count = rng.randrange(7, 24)
    if way < 0.85:  # zigzag from left to right and back
        xs = np.linspace(cx - 0.55 * w, cx + 0.55 * w, count)
        ys = cy + h * np.where(np.arange(count) % 2, 0.5, -0.5) * rng.uniform(0.6, 1.1)
    else:  # round and round
        t = np.linspace(0, 2 * math.pi * rng.uniform(2.5, 6), count * 4)
        xs = cx + 0.5 * w * np.cos(t) * (1 + 0.2 * np.sin(0.37 * t)) + t * rng.gauss(0, 0.4)
        ys = cy + 0.5 * h * np.sin(t) * (1 + 0.2 * np.cos(0.53 * t))
    path = np.stack([xs, ys], 1)
    path += np.array([[rng.gauss(0, 0.06) * h, rng.gauss(0, 0.06) * h] for _ in range(len(path))])
    return [path.astype(np.float32)]


MEASURED_SHAKE: Final = 0.35
"""How much a stroke is bent and turned beyond its writer's own shape when it is to be measured with."""
VARIED_SHARE: Final = 0.1
"""Noughts, ones, sevens, Js of real hands that are given a slash, a foot or a bar in training."""
VARIED_NOUGHTS: Final = 0.3
"""Noughts need more: crossed, they look like struck ink."""
BLENDED_SHARE: Final = 0.6
"""Characters of real hands that are mixed with another hand's in training."""
PHOTOGRAPHED_SHARE: Final = 0.2
"""Cells in training written with photographed characters, each picture changed anew."""
OVERWRITTEN: Final = 0.9
"""Entries written over, as a share of those struck out: boxes and whole texts alike."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A grey crop, what is written there in folded symbols, and the characters' numbers."""

    grey: Grey
    symbols: str
    numbers: tuple[int, ...] = ()


class Scribe:
    """Writes cells: holds the hands to write with and the paper to write on."""

    def __init__(self, hands: list[Hand], fonts: list[Hand], seed: int, drawn_share: float) -> None:
        self.rng = random.Random(seed)
        self.paper = Paper(seed)
        self.hands = hands
        self.fonts = fonts
        self.drawn_share = drawn_share
        self.photographed: Hand | None = None
        self.who: dict[str, tuple[list[Hand], list[float]]] = {}

    def _writers(self, character: str) -> tuple[list[Hand], list[float]]:
        known = self.who.get(character)
        if known is None:
            able = [hand for hand in self.hands if hand.glyphs.get(character)]
            weights = [math.sqrt(len(hand.glyphs[character])) for hand in able]
            known = self.who[character] = (able, list(np.cumsum(weights)))
        return known

    def glyphs(self, text: str, hand: Hand | None = None) -> list[Glyph]:
        """A glyph a character, of one hand as far as it has them."""
        rng = self.rng
        if hand is None and self.fonts and rng.random() < 0.1:
            hand = rng.choice(self.fonts)
        if hand is None and self.photographed is not None and rng.random() < PHOTOGRAPHED_SHARE:
            hand = self.photographed
        if hand is None:
            rare = min(text, key=lambda c: len(self._writers(c)[0]) or 999)
            able, weights = self._writers(rare)
            hand = rng.choices(able, cum_weights=weights)[0] if able else None
        fresh = rng.random() < self.drawn_share
        return [self._glyph(character, hand, fresh) for character in text]

    def _glyph(self, character: str, hand: Hand | None, fresh: bool) -> Glyph:
        rng = self.rng
        if character in drawn.ONLY_DRAWN or (fresh and character in drawn.DRAWN):
            return drawn.draw(rng, character)
        own = hand.glyphs.get(character) if hand else None
        if not own:
            able, weights = self._writers(character)
            if not able:
                return drawn.draw(rng, character if character in drawn.DRAWN else "✓")
            own = rng.choices(able, cum_weights=weights)[0].glyphs[character]
        chosen = rng.choice(own)
        if not self.drawn_share:  # to measure with: hands as they are
            return chosen
        if chosen.image is not None:
            return varied_picture(rng, chosen)
        able, weights = self._writers(character)
        if able and rng.random() < BLENDED_SHARE:
            other = rng.choices(able, cum_weights=weights)[0]
            chosen = blend(rng, chosen, rng.choice(other.glyphs[character]))
        if rng.random() < (VARIED_NOUGHTS if character == "0" else VARIED_SHARE):
            return drawn.varied(rng, character, chosen)
        return chosen

    def cell(self, strength: float = 0.6) -> Cell:
        """One cell for training, of any sort."""
        return (
            self.boxed(None, strength) if self.rng.random() < 0.55 else self.lined(None, strength)
        )

    def plain(self, glyph: Glyph, character: str) -> Cell:
        """A given glyph in a box of its own, clearly written and well photographed."""
        return self.boxed(character, 0.1, clean=True, glyph=glyph)

    def struck(self, text: str, strength: float, hand: Hand, whole: bool = False) -> Cell:
        """A text crossed out, with or without another beside it; for measuring."""
        if whole:
            return self.lined(text, strength, hand, struck=1.0)
        return self.boxed(text, strength, hand, struck=1.0)

    def boxed(
        self,
        character: str | None,
        strength: float,
        hand: Hand | None = None,
        clean: bool = False,
        struck: float = 0.07,
        glyph: Glyph | None = None,
    ) -> Cell:
        """One character in a box of about 5.5 by 7 mm; struck out with the chance `struck`."""
        rng = self.rng
        if character is None and rng.random() < 0.15 * struck:
            return self._line_alone(strength)
        text = character or texts.single(rng)
        width = rng.gauss(5.5, 0.5) if rng.random() < 0.8 else rng.uniform(5.0, 12.0)
        height = rng.gauss(7.0, 0.5)
        sheet = Sheet(rng, width, height)
        size = (rng.uniform(0.55, 0.8) if clean else rng.uniform(0.48, 0.95)) * height * DENSITY
        glyph = glyph or self.glyphs(text, hand)[0]
        room = width * DENSITY * 1.1
        if glyph.width * size > room:
            size = max(room / glyph.width, 0.35 * size)
        shake = MEASURED_SHAKE if clean else 1.0
        ink = bend(rng, glyph, size, rng.gauss(0, 0.12 * shake), shake)
        if text in "+-./":
            ink = shift(ink, 0.0, rng.gauss(0, 0.06) * size)
        span = extent(ink)
        x = sheet.margin + (width * DENSITY - (span[2] - span[0])) / 2 - span[0] + rng.gauss(0, 4)
        y = sheet.margin + (height * DENSITY - size) / 2 + size + rng.gauss(0, 4)
        ink = shift(ink, x, y)
        symbols = fold(text)
        sheet.ink(ink, glyph)
        way = rng.random()
        if not clean and way < struck:
            symbols = self._strike(sheet, ink, text)
        elif not clean and way < (1.0 + OVERWRITTEN) * struck:
            symbols = self._overwrite(sheet, symbols, size, x, y)
        elif not clean and way < (1.5 + OVERWRITTEN) * struck:
            return self._above(hand, strength)
        return self._finish(sheet, symbols, strength, (glyph.number,))

    def lined(
        self,
        text: str | None,
        strength: float,
        hand: Hand | None = None,
        clean: bool = False,
        struck: float = 0.07,
    ) -> Cell:
        """A whole text in a box of about 20 to 30 by 8 mm."""
        rng = self.rng
        text = text or texts.whole(rng)
        width, height = rng.uniform(22 if clean else 9, 32), rng.gauss(8.0, 0.7)
        before = ""
        if not clean and rng.random() < 1.6 * struck and struck < rng.uniform(0.0, 2.0):
            before = texts.whole(rng)[:6].strip()
        glyphs = self.glyphs((before + text).replace(" ", "").replace("'", ""), hand)
        size = (rng.uniform(0.5, 0.76) if clean else rng.uniform(0.38, 0.8)) * height * DENSITY
        x, shake = 0.0, MEASURED_SHAKE if clean else 1.0
        gap, wide, uneven = rng.gauss(0.16, 0.09), rng.uniform(0.2, 0.7), 0.06
        if clean:  # characters kept apart as on a form, where nobody is short of room
            gap, wide, uneven = rng.uniform(0.12, 0.24), rng.uniform(0.35, 0.6), 0.03
        pieces = iter(glyphs)
        written: list[tuple[Glyph, float, float]] = []
        drift = rng.gauss(0, 0.03)
        if not clean and rng.random() < 0.3 and text.strip("+-/").isalnum():
            gap, uneven = rng.uniform(-0.06, 0.1), 0.03
        for place, character in enumerate(before + text):
            if character == " ":
                x += wide
                continue
            if character == "'":
                continue
            if place == len(before) and before:
                x += wide
            glyph = next(pieces)
            grow = rng.gauss(1.0, 0.07 * shake) * (
                1.0 if character not in drawn.ONLY_DRAWN else 0.95
            )
            written.append((glyph, x, grow))
            x += glyph.width * grow + max(-0.12, gap + rng.gauss(0, uneven))
        room = width * DENSITY * rng.uniform(0.75, 1.0)
        if x * size > room:
            size = max(room / x, 0.22 * height * DENSITY)
            width = max(width, x * size / DENSITY)
        sheet = Sheet(rng, width, height)
        slant, inks = rng.gauss(0, 0.1 * shake), []
        over = not clean and not before and rng.random() < OVERWRITTEN * struck < 0.2
        left = sheet.margin + max(0.0, width * DENSITY - x * size) * rng.random()
        foot = sheet.margin + (height * DENSITY + size) / 2 + rng.gauss(0, 4)
        if over:
            self._under(sheet, hand, len(text), size, left, foot)
        for glyph, at, grow in written:
            ink = bend(rng, glyph, size * grow, slant, shake)
            rise = (at - x / 2) * size * drift + rng.gauss(0, 0.03) * size
            ink = shift(ink, left + at * size, foot + rise)
            sheet.ink(ink, glyph)
            inks.append(ink)
        symbols = "".join(fold(c) for c in text if c not in " '")
        count = len(written) - len(symbols)
        if count:
            gone = [s for ink in inks[:count] for s in ink]
            sheet.ink(
                strike(rng, gone, long=True)
                if rng.random() < 0.7 or clean
                else through(rng, gone, extent(gone)[2] + 6)
            )
            symbols = STRUCK + symbols
        elif over:
            symbols = STRUCK + symbols
        elif not clean and rng.random() < struck:
            sheet.ink(strike(rng, [s for ink in inks for s in ink], long=len(symbols) > 1))
            symbols = STRUCK
        return self._finish(sheet, symbols, strength, tuple(g.number for g in glyphs))

    def _under(
        self, sheet: Sheet, hand: Hand | None, count: int, size: float, x: float, foot: float
    ) -> None:
        """An old text, thinner, over which the new one will be written."""
        rng = self.rng
        x += rng.gauss(0, 4)
        for character in texts.whole(rng).replace(" ", "").replace("'", "")[: max(1, count)]:
            glyph = self.glyphs(character, hand)[0]
            ink = shift(bend(rng, glyph, size, rng.gauss(0, 0.1)), x, foot + rng.gauss(0, 3))
            sheet.ink(ink, glyph)
            x += (glyph.width + 0.16) * size
        sheet.pen = min(12, sheet.pen + rng.choice((1, 2, 2, 3)))

    def _strike(self, sheet: Sheet, ink: list[Points], text: str) -> str:
        """Cross the box's character out; sometimes the right one is squeezed in beside it."""
        rng = self.rng
        if rng.random() < 0.35:  # part of a line through the whole field
            sheet.ink(through(rng, ink, sheet.mask.shape[1]))
            return STRUCK
        sheet.ink(strike(rng, ink, long=False))
        if rng.random() < 0.5:
            return STRUCK
        new = texts.single(rng)
        glyph = self.glyphs(new)[0]
        size = 10 * rng.uniform(2.2, 4.0)
        low = extent(ink)
        moved = bend(rng, glyph, size, rng.gauss(0, 0.1))
        after = rng.random() < 0.75
        x = low[2] + 3 + rng.random() * 6 if after else low[0] - 4 - glyph.width * size
        sheet.widen(round(glyph.width * size) + 8)
        if not after:
            x += sheet.moved(round(glyph.width * size) + 8)
        sheet.ink(shift(moved, x, low[3] - rng.random() * 12), glyph)
        return STRUCK + fold(new) if after else fold(new) + STRUCK

    def _line_alone(self, strength: float) -> Cell:
        """A box that holds nothing but part of the line through its field."""
        rng = self.rng
        sheet = Sheet(rng, rng.gauss(5.5, 0.7), rng.gauss(7.0, 0.5))
        height, width = sheet.mask.shape
        ends = [rng.uniform(-6, 6), width + rng.uniform(-6, 6)]
        if rng.random() < 0.3:
            ends[rng.randrange(2)] = width * rng.uniform(0.2, 0.8)
        y = height * rng.uniform(0.3, 0.85)
        point = np.array([[ends[0], y], [ends[1], y + rng.gauss(0, 0.05) * width]], np.float32)
        sheet.ink(through(rng, [point], width))
        return self._finish(sheet, STRUCK, strength, ())

    def _above(self, hand: Hand | None, strength: float) -> Cell:
        """The old entry struck out in the lower half of a box and the new one above it, or under."""
        rng = self.rng
        width, height = rng.uniform(5.0, 9.0), rng.gauss(7.2, 0.6)
        sheet = Sheet(rng, width, height)
        new = texts.single(rng) if rng.random() < 0.75 else texts.couple(rng)
        old = texts.single(rng) if rng.random() < 0.6 else texts.couple(rng)
        lower = rng.random() < 0.12
        at = rng.gauss(0, 0.25) * width * DENSITY
        for text, middle, gone in (
            (new, 0.28 + 0.44 * lower, False),
            (old, 0.72 - 0.44 * lower, True),
        ):
            size = rng.uniform(0.3, 0.46) * height * DENSITY
            laid: list[tuple[Glyph, list[Points]]] = []
            x = 0.0
            for glyph in self.glyphs(text, hand):
                ink = shift(bend(rng, glyph, size, rng.gauss(0, 0.1)), x, 0.0)
                laid.append((glyph, ink))
                x = extent(ink)[2] + rng.uniform(0.05, 0.2) * size
            low = extent([s for _, ink in laid for s in ink])
            left = sheet.margin + (width * DENSITY - (low[2] - low[0])) / 2 - low[0] + at
            foot = sheet.margin + middle * height * DENSITY + size / 2 + rng.gauss(0, 3)
            laid = [(glyph, shift(ink, left, foot)) for glyph, ink in laid]
            for glyph, ink in laid:
                sheet.ink(ink, glyph)
            if gone:
                every = [s for _, ink in laid for s in ink]
                long = rng.random() < 0.8
                sheet.ink(
                    through(rng, every, sheet.mask.shape[1])
                    if long
                    else strike(rng, every, long=False)
                )
        symbols = STRUCK + "".join(fold(c) for c in new)
        return self._finish(sheet, symbols, strength, ())

    def _overwrite(self, sheet: Sheet, old: str, size: float, x: float, y: float) -> str:
        """Write another character over the first, more firmly."""
        rng = self.rng
        new = texts.single(rng)
        if fold(new) == old:
            return old
        glyph = self.glyphs(new)[0]
        ink = shift(
            bend(rng, glyph, size * rng.uniform(0.95, 1.15), rng.gauss(0, 0.1)),
            x + rng.gauss(0, 4),
            y + rng.gauss(0, 3),
        )
        if rng.random() < 0.7:
            sheet.pen = min(9, sheet.pen + rng.choice((1, 2, 3)))
        sheet.ink(ink, glyph)
        if rng.random() < 0.5:
            sheet.ink(shift(ink, rng.gauss(0, 2), rng.gauss(0, 2)), glyph)
        return STRUCK + fold(new)

    def _finish(
        self, sheet: Sheet, symbols: str, strength: float, numbers: tuple[int, ...]
    ) -> Cell:
        rng, mask = self.rng, sheet.mask
        height, width = mask.shape
        if rng.random() < 0.15 * strength:
            self._neighbour(sheet)
        lines = (
            remnants(rng, height, width, sheet.margin) if rng.random() < 0.5 * strength else None
        )
        if rng.random() < 0.06 * strength:  # the other side of the paper shows through
            back = np.zeros_like(mask)
            for character in texts.whole(rng).replace(" ", "")[:4]:
                glyph = self._glyph(character, None, False)
                ink = shift(
                    bend(rng, glyph, 45.0, 0.0),
                    rng.random() * width * 0.8,
                    height * rng.uniform(0.5, 1.1),
                )
                pour(
                    back,
                    [
                        s * np.array([-1, 1], np.float32) + np.array([width, 0], np.float32)
                        for s in ink
                    ],
                    glyph.filled,
                    4,
                    255,
                )
            faint = cv2.GaussianBlur(back, (0, 0), 2.0).astype(np.float32) * rng.uniform(0.08, 0.25)
            lines = faint if lines is None else np.maximum(lines, faint)
        grey = photograph(rng, self.paper, mask, lines, strength, self.drawn_share > 0)
        tilt = rng.gauss(0, 1.2)
        if abs(tilt) > 0.8:
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), tilt, 1.0)
            turned = cv2.warpAffine(grey, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
            grey = np.asarray(turned, np.uint8)
        return Cell(grey, symbols, numbers)

    def _neighbour(self, sheet: Sheet) -> None:
        rng, (height, width) = self.rng, sheet.mask.shape
        glyph = self._glyph(texts.single(rng), None, False)
        ink = bend(rng, glyph, rng.uniform(35, 60), rng.gauss(0, 0.1))
        low = extent(ink)
        depth = rng.uniform(2, 9)
        if rng.random() < 0.6:
            x = width - depth - low[0] if rng.random() < 0.5 else depth - low[2]
            ink = shift(ink, x, height * rng.uniform(0.6, 1.0))
        else:
            y = height - depth - low[1] if rng.random() < 0.5 else depth - low[3]
            ink = shift(ink, width * rng.uniform(0.0, 0.7), y)
        sheet.ink(ink, glyph)
