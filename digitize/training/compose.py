"""Cells as they come off a page: one hand's characters written in a box, with all that disturbs."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.reader.alphabet import STRUCK, fold
from digitize.training import drawn, texts
from digitize.training.hands import Glyph, Hand, Points
from digitize.training.paper import Grey, Paper, photograph, remnants

DENSITY: Final = 10.0
"""Pixels a millimetre of the squared-up page."""
MEASURED_SHAKE: Final = 0.35
"""How much a stroke is bent and turned beyond its writer's own shape when it is to be measured with."""
PHOTOGRAPHED_SHARE: Final = 0.07
"""Cells in training written with photographed characters: pictures too few for more."""


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
        if own:
            return rng.choice(own)
        able, weights = self._writers(character)
        if not able:
            return drawn.draw(rng, character if character in drawn.DRAWN else "✓")
        return rng.choice(rng.choices(able, cum_weights=weights)[0].glyphs[character])

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
        struck: float = 0.05,
        glyph: Glyph | None = None,
    ) -> Cell:
        """One character in a box of about 5.5 by 7 mm; struck out with the chance `struck`."""
        rng = self.rng
        text = character or texts.single(rng)
        width = rng.gauss(5.5, 0.5) if rng.random() < 0.8 else rng.uniform(5.0, 12.0)
        height = rng.gauss(7.0, 0.5)
        sheet = _Sheet(rng, width, height)
        size = (rng.uniform(0.55, 0.8) if clean else rng.uniform(0.48, 0.95)) * height * DENSITY
        glyph = glyph or self.glyphs(text, hand)[0]
        room = width * DENSITY * 1.1
        if glyph.width * size > room:
            size = max(room / glyph.width, 0.35 * size)
        shake = MEASURED_SHAKE if clean else 1.0
        ink = _bend(rng, glyph, size, rng.gauss(0, 0.12 * shake), shake)
        if text in "+-./":
            ink = _shift(ink, 0.0, rng.gauss(0, 0.06) * size)
        span = _extent(ink)
        x = sheet.margin + (width * DENSITY - (span[2] - span[0])) / 2 - span[0] + rng.gauss(0, 4)
        y = sheet.margin + (height * DENSITY - size) / 2 + size + rng.gauss(0, 4)
        ink = _shift(ink, x, y)
        symbols = fold(text)
        sheet.ink(ink, glyph)
        way = rng.random()
        if not clean and way < struck:
            symbols = self._strike(sheet, ink, text)
        elif not clean and way < 1.5 * struck:
            symbols = self._overwrite(sheet, symbols, size, x, y)
        return self._finish(sheet, symbols, strength, (glyph.number,))

    def lined(
        self,
        text: str | None,
        strength: float,
        hand: Hand | None = None,
        clean: bool = False,
        struck: float = 0.05,
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
        sheet = _Sheet(rng, width, height)
        slant, inks = rng.gauss(0, 0.1 * shake), []
        left = sheet.margin + max(0.0, width * DENSITY - x * size) * rng.random()
        foot = sheet.margin + (height * DENSITY + size) / 2 + rng.gauss(0, 4)
        for glyph, at, grow in written:
            ink = _bend(rng, glyph, size * grow, slant, shake)
            rise = (at - x / 2) * size * drift + rng.gauss(0, 0.03) * size
            ink = _shift(ink, left + at * size, foot + rise)
            sheet.ink(ink, glyph)
            inks.append(ink)
        symbols = "".join(fold(c) for c in text if c not in " '")
        count = len(written) - len(symbols)
        if count:
            sheet.ink(strike(rng, [s for ink in inks[:count] for s in ink], long=True))
            symbols = STRUCK + symbols
        elif not clean and rng.random() < struck:
            sheet.ink(strike(rng, [s for ink in inks for s in ink], long=len(symbols) > 1))
            symbols = STRUCK
        return self._finish(sheet, symbols, strength, tuple(g.number for g in glyphs))

    def _strike(self, sheet: _Sheet, ink: list[Points], text: str) -> str:
        """Cross the box's character out; sometimes the right one is squeezed in beside it."""
        rng = self.rng
        sheet.ink(strike(rng, ink, long=False))
        if rng.random() < 0.5:
            return STRUCK
        new = texts.single(rng)
        glyph = self.glyphs(new)[0]
        size = 10 * rng.uniform(2.2, 4.0)
        low = _extent(ink)
        moved = _bend(rng, glyph, size, rng.gauss(0, 0.1))
        after = rng.random() < 0.75
        x = low[2] + 3 + rng.random() * 6 if after else low[0] - 4 - glyph.width * size
        sheet.widen(round(glyph.width * size) + 8)
        if not after:
            x += sheet.moved(round(glyph.width * size) + 8)
        sheet.ink(_shift(moved, x, low[3] - rng.random() * 12), glyph)
        return STRUCK + fold(new) if after else fold(new) + STRUCK

    def _overwrite(self, sheet: _Sheet, old: str, size: float, x: float, y: float) -> str:
        """Write another character over the first, more firmly."""
        rng = self.rng
        new = texts.single(rng)
        if fold(new) == old:
            return old
        glyph = self.glyphs(new)[0]
        ink = _shift(
            _bend(rng, glyph, size * rng.uniform(0.95, 1.15), rng.gauss(0, 0.1)),
            x + rng.gauss(0, 4),
            y + rng.gauss(0, 3),
        )
        if rng.random() < 0.7:
            sheet.pen = min(9, sheet.pen + rng.choice((1, 2, 3)))
        sheet.ink(ink, glyph)
        if rng.random() < 0.5:
            sheet.ink(_shift(ink, rng.gauss(0, 2), rng.gauss(0, 2)), glyph)
        return STRUCK + fold(new)

    def _finish(
        self, sheet: _Sheet, symbols: str, strength: float, numbers: tuple[int, ...]
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
                ink = _shift(
                    _bend(rng, glyph, 45.0, 0.0),
                    rng.random() * width * 0.8,
                    height * rng.uniform(0.5, 1.1),
                )
                _pour(
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
        grey = photograph(rng, self.paper, mask, lines, strength)
        tilt = rng.gauss(0, 1.2)
        if abs(tilt) > 0.8:
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), tilt, 1.0)
            turned = cv2.warpAffine(grey, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
            grey = np.asarray(turned, np.uint8)
        return Cell(grey, symbols, numbers)

    def _neighbour(self, sheet: _Sheet) -> None:
        rng, (height, width) = self.rng, sheet.mask.shape
        glyph = self._glyph(texts.single(rng), None, False)
        ink = _bend(rng, glyph, rng.uniform(35, 60), rng.gauss(0, 0.1))
        low = _extent(ink)
        depth = rng.uniform(2, 9)
        if rng.random() < 0.6:
            x = width - depth - low[0] if rng.random() < 0.5 else depth - low[2]
            ink = _shift(ink, x, height * rng.uniform(0.6, 1.0))
        else:
            y = height - depth - low[1] if rng.random() < 0.5 else depth - low[3]
            ink = _shift(ink, width * rng.uniform(0.0, 0.7), y)
        sheet.ink(ink, glyph)


class _Sheet:
    """The piece of paper a cell is cut from: a mask of ink with the box's margin round it."""

    def __init__(self, rng: random.Random, width: float, height: float) -> None:
        self.margin = round(rng.uniform(0, 10))
        shape = (
            round(height * DENSITY) + 2 * self.margin,
            round(width * DENSITY) + 2 * self.margin,
        )
        self.mask: Grey = np.zeros(shape, np.uint8)
        self.pen = rng.choice((2, 3, 3, 4, 4, 5, 5, 6, 7, 8))
        self.shade = 255

    def ink(self, strokes: list[Points], glyph: Glyph | None = None) -> None:
        """Put strokes on the paper; a photographed glyph's image is laid between its corners."""
        if glyph is not None and glyph.image is not None:
            _lay(self.mask, glyph.image, strokes[0])
        else:
            filled = glyph is not None and glyph.filled
            _pour(self.mask, strokes, filled, self.pen, self.shade)

    def widen(self, more: int) -> None:
        self.mask = np.pad(self.mask, ((0, 0), (0, more)))

    def moved(self, more: int) -> int:
        """Shift all ink to the right within the widened sheet."""
        self.mask = np.ascontiguousarray(np.roll(self.mask, more, axis=1))
        return more


def _pour(mask: Grey, strokes: list[Points], filled: bool, pen: int, shade: int) -> None:
    points: list[NDArray[np.int32]] = [np.rint(s * 16).astype(np.int32) for s in strokes]
    if filled:
        cv2.fillPoly(mask, points, shade, cv2.LINE_AA, 4)
    else:
        cv2.polylines(mask, points, False, shade, pen, cv2.LINE_AA, 4)


def _lay(mask: Grey, image: Grey, corners: Points) -> None:
    h, w = image.shape
    source = np.array([[0, 0], [w, 0], [0, h]], np.float32)
    matrix = cv2.getAffineTransform(source, corners[[0, 1, 3]].astype(np.float32))
    size = (mask.shape[1], mask.shape[0])
    np.maximum(mask, cv2.warpAffine(image, matrix, size, flags=cv2.INTER_CUBIC), out=mask)


def _bend(
    rng: random.Random, glyph: Glyph, size: float, slant: float, shake: float = 1.0
) -> list[Points]:
    """Pixels of a glyph: sized, slanted, turned a little, and bent as no two writings are alike.

    `shake` is how much of that is done: all to learn from, little to measure with, for then the
    hand's own shapes count.
    """
    turn = rng.gauss(0, 0.06) * shake
    wide, high = rng.gauss(1.0, 0.1 * shake), rng.gauss(1.0, 0.05 * shake)
    matrix = size * np.array([[wide, turn], [-turn - slant, high]], np.float32)
    dx, dy = rng.gauss(0, 0.028) * size * shake, rng.gauss(0, 0.028) * size * shake
    fx, fy = rng.uniform(3, 8) / size, rng.uniform(3, 8) / size
    px, py = rng.random() * 6.3, rng.random() * 6.3
    bent = []
    for stroke in glyph.strokes:
        p = stroke @ matrix
        q = p.copy()
        q[:, 0] += dx * np.sin(fy * p[:, 1] + py)
        q[:, 1] += dy * np.sin(fx * p[:, 0] + px)
        if len(glyph.strokes) > 1 and not glyph.filled:
            q += np.array([rng.gauss(0, 0.012), rng.gauss(0, 0.012)], np.float32) * size * shake
        bent.append(q)
    return bent


def _shift(strokes: list[Points], x: float, y: float) -> list[Points]:
    return [s + np.array([x, y], np.float32) for s in strokes]


def _extent(strokes: list[Points]) -> tuple[float, float, float, float]:
    every = np.concatenate(strokes)
    low, high = every.min(0), every.max(0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def strike(rng: random.Random, ink: list[Points], long: bool) -> list[Points]:
    """Pen paths that cross out what lies under them.

    One straight line is used for longer texts only: through one character it makes another (a
    slashed nought, a crossed seven, a Z).
    """
    x1, y1, x2, y2 = _extent(ink)
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
