"""The squared-up page compared with the words that are printed on it: is every row where it should be?

Box lines are alike, so a page that was followed wrongly can look right by its lines and still have a
row of boxes read as the next. Printed words are not alike: row numbers, seat numbers and headings
are looked for at their own places. A word that is written over, covered or blurred says nothing.
"""

from __future__ import annotations

import functools
import io
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import Final, Literal

import cv2
import numpy as np
import uharfbuzz as hb
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from fairdeal.digitize.forms.layout import Box, Label, Layout, malayalam, read_code, said
from fairdeal.digitize.page.surface import PX_MM

WORD_PX_MM: Final = 5.0
"""Pixels a millimetre in which words are compared: the smallest figures are then 8 pixels high."""
MARGIN_MM: Final = 0.5
"""Bare paper around a word that is compared with it."""
NEAR_MM: Final = 1.6
"""A word is at its place within this distance. Rows of boxes stand 7.7 mm apart at least."""
FAR_MM: Final = 12.0
"""How far around its place a word that is not at there is looked for: more than one row, and more than
one box to the side."""
LEAST_MATCH: Final = 0.7
"""Correlation from which a word counts as seen at its place."""
FAR_MATCH: Final = 0.8
"""... and as seen elsewhere, where there are far more places to be like it by chance."""
FAR_BETTER: Final = 0.2
"""A word is elsewhere only where it is so much more like there than at its place."""
SURE_MATCH: Final = 0.92
"""A number that is seen so well is not compared with other numbers: those of the forms are at most
0.89 alike ("15" and "16")."""
RIVAL_BETTER: Final = 0.06
"""Another number stands in a number's place where it is so much more like what is seen."""
ALIKE: Final = 0.5
"""Where the blank form itself is this much like a word, the word is not looked for: "11" is like "1"."""
LEAST_MM2: Final = 1.6
"""Words that cover less than this (a point, a short bar) are like anything."""

MOST_SHIFT_MM: Final = 0.7
"""A word this far from its place says that the boxes beside it are cut wrongly: rows of boxes stand 0.7
to 1.85 mm apart. Flat and curled pages give 0.4 at most, sharp folds up to 1.2."""
SHIFTED_WORDS: Final = 2
"""So many words out of place tell of a fold through a row; a single one may lie on it alone."""
SMALL_ASTRAY: Final = 4
"""Small figures are 8 pixels high here and are now and then read as each other: so many
must be astray together. Row numbers are large, and one is enough."""
LEAST_SEEN: Final = 0.2
"""Share of the words that must be seen at their places before anything is said of a page."""
HEADINGS_SEEN: Final = 0.35
"""Where fewer of the headings that have a translation are seen in English than this share ..."""
OTHERS_SEEN: Final = 0.6
"""... and at least so many of the other words, the page is printed in the second language. Of headings that
found no room in it a quarter stays English at most; a photo with a part covered has some of each."""

LAST_KNOWN: Final = "\u00ff"
"""Letters up to here are in the main font; its other parts are not needed."""
_DRAWN_PX_MM: Final = 20.0
_POINT_MM: Final = 25.4 / 72
_GREY_INK: Final = 185
_SOFT_MM: Final = 0.12
"""How much a photo softens edges at the least."""

Plane = NDArray[np.uint8]
Place = tuple[float, float, float, float]
Standing = Literal["here", "elsewhere", "unknown"]


@dataclass(frozen=True, slots=True, eq=False)
class FormWord:
    """A printed word: where it is (x, y, width, height in mm) and what it looks like, dark on 0."""

    text: str
    size: float
    """In points; below 0 for bold."""
    place: Place
    picture: Plane
    form: Plane
    """The blank form."""
    translated: bool = False
    """Whether it may be printed in a second language instead."""

    @property
    def large(self) -> bool:
        """Printed so large, or so long, that it can hardly be read as another."""
        return self.size < 0 or len(self.text) >= 4

    @property
    def middle(self) -> tuple[float, float]:
        x, y, width, height = self.place
        return x + width / 2, y + height / 2

    def like(self, other: FormWord) -> bool:
        """True for another number in the same print."""
        numbers = self.text.isdecimal() and other.text.isdecimal()
        return numbers and self.text != other.text and self.size == other.size


@dataclass(frozen=True, slots=True)
class Spot:
    """What was seen of one word. `shift` is how far it lies from its place in mm (x, y)."""

    text: str
    middle: tuple[float, float]
    standing: Standing
    shift: tuple[float, float]
    score: float
    large: bool

    @property
    def distance(self) -> float:
        """How far from its place, in mm."""
        return float(np.hypot(*self.shift))


def spots(image: NDArray[np.uint8], layout: Layout) -> list[Spot]:
    """Every printed word of a form, looked for on its squared-up page (blue, green, red)."""
    # Darkness in the red, in which box lines hardly show.
    scale = WORD_PX_MM / PX_MM
    red = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[..., 2]
    dark = np.asarray(255 - red, np.uint8)
    words = words_of(layout)
    seen = [_near(dark, word) for word in words]
    if _in_second(words, seen):
        words = tuple(word for word in words if not word.translated)
        seen = [_near(dark, word) for word in words]
    if not enough(seen):
        return seen
    return [
        spot if spot.score >= SURE_MATCH else _astray(dark, word, spot, words)
        for word, spot in zip(words, seen, strict=True)
    ]


def _in_second(words: Sequence[FormWord], seen: Sequence[Spot]) -> bool:
    """Whether a page's headings are printed in a second language, so that the English ones say nothing."""
    here = {True: [0], False: [0]}
    for word, spot in zip(words, seen, strict=True):
        here[word.translated].append(spot.standing == "here")
    share = {each: sum(found) / max(1, len(found) - 1) for each, found in here.items()}
    return share[True] < HEADINGS_SEEN and share[False] >= OTHERS_SEEN


def enough(seen: Sequence[Spot]) -> bool:
    """Whether so many words are at their places that the page is known to be what it is read as."""
    return sum(spot.standing == "here" for spot in seen) >= LEAST_SEEN * len(seen)


def out_of_place(seen: Sequence[Spot]) -> str | None:
    """What is wrong with a page, in words; None where nothing is."""
    astray = [spot for spot in seen if spot.standing == "elsewhere"]
    large = [spot for spot in astray if spot.large]
    if large or len(astray) >= SMALL_ASTRAY:
        return f'the printed "{(large or astray)[0].text}" is not where it should be'
    shifted = [spot for spot in seen if spot.standing == "here" and spot.distance > MOST_SHIFT_MM]
    if len(shifted) >= SHIFTED_WORDS:
        worst = max(shifted, key=lambda spot: spot.distance)
        return f'the printed "{worst.text}" lies {worst.distance:.1f} mm beside its place'
    return None


def _near(dark: Plane, word: FormWord) -> Spot:
    """The word at its place, or unknown."""
    score, shift = _peak(_map(dark, word, NEAR_MM))
    here = score >= LEAST_MATCH
    return Spot(word.text, word.middle, "here" if here else "unknown", shift, score, word.large)


def _astray(dark: Plane, word: FormWord, near: Spot, words: Sequence[FormWord]) -> Spot:
    """A word that is not surely at its place: is it elsewhere, or another number in its stead?"""
    rivals = [_instead(dark, word, other) for other in words if other.like(word)]
    best = max(rivals, default=0.0)
    if best >= max(FAR_MATCH, near.score + RIVAL_BETTER):
        return Spot(word.text, word.middle, "elsewhere", (0.0, 0.0), best, word.large)
    if near.standing == "here":
        return near
    far = _map(dark, word, FAR_MM)
    far[_alike(word) >= ALIKE] = -1.0
    score, shift = _peak(far)
    if score >= max(FAR_MATCH, near.score + FAR_BETTER):
        return Spot(word.text, word.middle, "elsewhere", shift, score, word.large)
    return near


def _instead(dark: Plane, word: FormWord, other: FormWord) -> float:
    """How much another number is seen in the place of this one."""
    if other.text in word.text:
        return 0.0  # a part of this number, the rest of which is written over
    x, y = (word.middle[k] - other.place[k + 2] / 2 for k in (0, 1))
    moved = replace(other, place=(x, y, *other.place[2:]))
    return _peak(_map(dark, moved, NEAR_MM))[0]


def _map(plane: Plane, word: FormWord, reach_mm: float) -> NDArray[np.float32]:
    """How much the word is seen at every offset up to `reach_mm`, offset 0 in the middle."""
    reach = round(reach_mm * WORD_PX_MM)
    height, width = word.picture.shape
    top, left = (round(edge * WORD_PX_MM) - reach for edge in (word.place[1], word.place[0]))
    rows, columns = height + 2 * reach, width + 2 * reach
    part = plane[max(0, top) : max(0, top + rows), max(0, left) : max(0, left + columns)]
    if part.shape != (rows, columns):
        above, before = max(0, -top), max(0, -left)
        below, after = rows - above - part.shape[0], columns - before - part.shape[1]
        part = np.asarray(
            cv2.copyMakeBorder(part, above, below, before, after, cv2.BORDER_CONSTANT, value=(0,))
        )
    found = cv2.matchTemplate(part, word.picture, cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.nan_to_num(found, nan=-1.0, posinf=-1.0, neginf=-1.0), np.float32)


def _peak(found: NDArray[np.float32]) -> tuple[float, tuple[float, float]]:
    """The best score and its offset in mm."""
    _, score, _, (column, row) = cv2.minMaxLoc(found)
    reach = (found.shape[0] - 1) / 2
    return float(score), ((column - reach) / WORD_PX_MM, (row - reach) / WORD_PX_MM)


@functools.lru_cache(maxsize=8)
def words_of(layout: Layout) -> tuple[FormWord, ...]:
    """The words of a form that can be distinguished from others, as they are printed."""
    large = np.zeros(
        (round(layout.page[1] * _DRAWN_PX_MM), round(layout.page[0] * _DRAWN_PX_MM)), np.uint8
    )
    places: list[tuple[str, float, Place, bool]] = []
    canvas = Image.fromarray(large)
    pen = ImageDraw.Draw(canvas)
    for label in layout.labels:
        size_mark = -label.size if label.bold else label.size
        translated = said(label.text, malayalam()) is not None
        places.extend((text, size_mark, at, translated) for text, at in _draw(pen, label))
    size = (round(layout.page[0] * WORD_PX_MM), round(layout.page[1] * WORD_PX_MM))
    small = cv2.resize(np.asarray(canvas), size, interpolation=cv2.INTER_AREA)
    page = np.asarray(cv2.GaussianBlur(small, (0, 0), _SOFT_MM * WORD_PX_MM), np.uint8)
    return tuple(_word(page, *told) for told in places)


def _word(page: Plane, text: str, size: float, place: Place, translated: bool) -> FormWord:
    x, y, width, height = (round(edge * WORD_PX_MM) for edge in place)
    picture = np.ascontiguousarray(page[y : y + height, x : x + width])
    return FormWord(text, size, place, picture, page, translated)


@functools.lru_cache(maxsize=512)
def _alike(word: FormWord) -> NDArray[np.float32]:
    """How much the blank form looks like a word at every offset up to `FAR_MM`. Few words of a page ask."""
    # The word's own place and what lies around it, where it still looks a little like itself.
    spread = np.ones((2 * round(NEAR_MM * WORD_PX_MM / 2) + 1,) * 2, np.uint8)
    return np.asarray(cv2.dilate(_map(word.form, word, FAR_MM), spread), np.float32)


def _draw(pen: ImageDraw.ImageDraw, label: Label) -> list[tuple[str, Place]]:
    """Draw a label and tell its words and their places in mm, margins included."""
    # What the main font lacks is printed in another, whose widths are not known here.
    known = "".join(itertools.takewhile(lambda sign: sign <= LAST_KNOWN, label.text))
    if known != label.text and label.align != "L":
        return []
    font = _font(label.bold, label.size)
    strength = 255 if label.bold else _GREY_INK
    starts = _starts(known, label.bold, label.size)
    width = starts[-1]
    left = label.x * _DRAWN_PX_MM - {"L": 0.0, "C": width / 2, "R": width}[label.align]
    base = label.y * _DRAWN_PX_MM
    for sign, shift in zip(known, starts, strict=False):
        pen.text((left + shift, base), sign, fill=strength, font=font, anchor="ls")
    found, start = [], 0
    for word in known.split():
        start = known.index(word, start)
        shift = starts[start]
        _, top, _, bottom = font.getbbox(word, anchor="ls")
        start += len(word)
        first, last = (font.getbbox(sign, anchor="ls") for sign in (word[0], word[-1]))
        box = (first[0], top, starts[start - 1] - shift + last[2], bottom)
        x, y = (left + shift + box[0]) / _DRAWN_PX_MM, (base + box[1]) / _DRAWN_PX_MM
        wide, high = (box[2] - box[0]) / _DRAWN_PX_MM, (box[3] - box[1]) / _DRAWN_PX_MM
        if wide * high >= LEAST_MM2:
            margin = 2 * MARGIN_MM
            found.append((word, (x - MARGIN_MM, y - MARGIN_MM, wide + margin, high + margin)))
    return found


def _starts(text: str, bold: bool, size: float) -> list[float]:
    """Where each sign of a text begins, in pixels from its left, and where the last one ends: as forms are
    printed, some pairs closer together. Pillow does that only where the system has FriBidi."""
    shaped = hb.Buffer()
    shaped.add_str(text)
    shaped.guess_segment_properties()
    font = _shaper(bold)
    hb.shape(font, shaped, {"liga": False, "clig": False, "dlig": False})
    px = size * _POINT_MM * _DRAWN_PX_MM / font.face.upem
    widths = [0.0] * len(text)
    for info, place in zip(shaped.glyph_infos, shaped.glyph_positions, strict=True):
        widths[info.cluster] += place.x_advance * px
    return list(itertools.accumulate(widths, initial=0.0))


@functools.lru_cache(maxsize=2)
def _shaper(bold: bool) -> hb.Font:
    return hb.Font(hb.Face(_typeface(bold)))


def _typeface(bold: bool) -> bytes:
    name = "NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf"
    return (resources.files("fairdeal.digitize.forms") / "fonts" / name).read_bytes()


@functools.lru_cache(maxsize=16)
def _font(bold: bool, size: float) -> ImageFont.FreeTypeFont:
    # Single signs: the layout that is the same on every machine.
    return ImageFont.truetype(
        io.BytesIO(_typeface(bold)),
        size * _POINT_MM * _DRAWN_PX_MM,
        layout_engine=ImageFont.Layout.BASIC,
    )


QUIET_MM: Final = 3.0
"""Paper around the code that the detector needs to see."""
SCALES: Final = (1.0, 0.5, 2.0)
"""Sizes tried: a sharp photo is read as it is, a coarse one smoothed or enlarged."""


def read_sheet_code(image: NDArray[np.uint8], layout: Layout) -> tuple[str, str] | None:
    """Form (``score-sheet/1``) and sheet id, None where the code is hidden or not ours."""
    grey = cv2.cvtColor(_cut(image, layout.qr), cv2.COLOR_BGR2GRAY)
    detector = cv2.QRCodeDetector()
    for scale in SCALES:
        seen = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        try:
            text, _, _ = detector.detectAndDecode(seen)
        except cv2.error:
            # A code that is damaged in certain ways makes the detector fail on its own checks.
            continue
        found = read_code(text) if text else None
        if found is not None:
            return found
    return None


def _cut(image: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    top, left = (max(0, round((edge - QUIET_MM) * PX_MM)) for edge in (box.y, box.x))
    below = round((box.y + box.height + QUIET_MM) * PX_MM)
    return image[top:below, left : round((box.x + box.width + QUIET_MM) * PX_MM)]
