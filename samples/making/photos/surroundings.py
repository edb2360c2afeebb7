"""What lies around a photographed page: tables with a pattern, other sheets and things, hands, light.

All of it is drawn by rule and chance but ``real``, which is cut from photographs of shared/photos/grids, from
those alone that nothing is fitted to (`HELD_OUT`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[Any]
Rng = np.random.Generator

Table = npt.NDArray[np.uint8]
"""A table top from above: red, green, blue, `PX_MM` pixels a millimetre."""

PX_MM: Final = 5
SIDE_MM: Final = 480
SIDE: Final = PX_MM * SIDE_MM
SHARED: Final = Path(os.environ.get("FAIRDEAL_SHARED", Path(__file__).parents[4] / "shared"))
PHOTOS: Final = SHARED / "photos" / "grids"
HELD_OUT: Final = "03_"
"""Photographs whose names begin so show surroundings for trials; the others are for training."""
BEYOND: Final = ((-0.3, -0.22), (1.15, -0.22), (1.15, 1.62), (-0.3, 1.62))
"""Corners of the paper of these photographs, in sides of the grid that is printed on it."""
REACH_MM: Final = 7.0
"""Fingers, pens and rings cover so much of a page's margin, in which nothing stands."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a page of `page` mm is in a photo: `view` (3, 3) leads from mm to pixels."""

    page: tuple[float, float]
    view: Floats

    def at(self, *points: tuple[float, float]) -> npt.NDArray[np.float32]:
        flat = np.array([points], np.float64)
        return np.asarray(cv2.perspectiveTransform(flat, self.view)[0], np.float32)

    @property
    def unit(self) -> float:
        """Pixels of a millimetre in the middle of the page."""
        middle = np.array(self.page) / 2
        one, other = self.at(tuple(middle), (float(middle[0]) + 1, float(middle[1])))
        return float(np.linalg.norm(other - one))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`table` draws what a page lies on (None: `photographed`'s own plain tables), `over` what lies over its
    rim or how it is lit, `changes` how the photo is taken."""

    table: Callable[[Rng], Table] | None = None
    over: Callable[[Floats, Seen, Rng], None] | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)


def moved(x: float, y: float) -> Floats:
    """The matrix that moves points of a plane."""
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])


def turned(angle: float) -> Floats:
    """The matrix that turns points of a plane round its origin."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])


def spread_out(table: Table, seen: Seen, size: tuple[int, int], rng: Rng) -> Floats:
    """A table as the camera sees it that sees the page so; `size` is the photo's width and height."""
    move = turned(float(rng.uniform(0, 2 * np.pi))) @ moved(-SIDE_MM / 2, -SIDE_MM / 2)
    middle = moved(seen.page[0] / 2, seen.page[1] / 2)
    laid = seen.view @ middle @ move @ np.diag((1 / PX_MM, 1 / PX_MM, 1.0))
    shown = cv2.warpPerspective(
        table, laid, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(shown, np.float32)


def real_table(seen: Seen, size: tuple[int, int], rng: Rng) -> Floats:
    """A photograph's own surroundings: what is paper in it lies under the page."""
    names = sorted(path for path in PHOTOS.glob("*.jpg") if path.name.startswith(HELD_OUT))
    path = names[int(rng.integers(len(names)))]
    truth = json.loads((PHOTOS / "truth.json").read_text())[path.name]
    picture = np.asarray(cv2.imread(str(path)), np.uint8)[..., ::-1]
    grid = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    onto = cv2.getPerspectiveTransform(grid, np.array(truth["corners"], np.float32))
    paper = cv2.perspectiveTransform(np.array([BEYOND], np.float32), onto)[0]
    inner = np.array([(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)]) * seen.page
    under = seen.at(*[(float(x), float(y)) for x, y in inner])
    laid = cv2.getPerspectiveTransform(paper.astype(np.float32), under)
    shown = cv2.warpPerspective(
        picture, laid, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(shown, np.float32)


def _colour(rng: Rng, least: float = 20, most: float = 235) -> Floats:
    return rng.uniform(least, most, 3).astype(np.float32)


def _noise(rng: Rng, across: int, down: int) -> Floats:
    """Noise of standard deviation 1 in so many cells, spread over a table."""
    cells = rng.standard_normal((down + 3, across + 3), np.float32)
    return np.asarray(cv2.resize(cells, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC))


def _painted(shade: Floats, dark: Floats, light: Floats) -> Table:
    """Between two colours, as far as `shade`, 0 to 1, says."""
    mixed = dark + np.clip(shade, 0, 1)[..., None] * (light - dark)
    return np.asarray(np.clip(mixed, 0, 255), np.uint8)


def wood(rng: Rng) -> Table:
    """Boards with rings and streaks along them."""
    tone = np.array((150, 105, 62), np.float32) * float(rng.uniform(0.45, 1.45))
    board = int(rng.uniform(60, 200) * PX_MM)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / PX_MM
    bow = 9 * _noise(rng, 3, 8) + 2.0 * _noise(rng, 8, 60)
    number = np.arange(SIDE) // board
    offset = rng.uniform(0, 300, number.max() + 1).astype(np.float32)[number][:, None]
    rings = np.sin((y + bow + offset) * float(rng.uniform(0.5, 1.6)) + 0.004 * x)
    shade = 0.55 + 0.2 * rings + 0.1 * _noise(rng, 12, 500) + 0.05 * _noise(rng, 60, 900)
    shade += rng.normal(0, 0.08, number.max() + 1).astype(np.float32)[number][:, None]
    table = _painted(shade, tone * 0.6, tone * 1.35)
    table[np.arange(SIDE) % board < 3] //= 3
    return table


def woven(rng: Rng) -> Table:
    """Coarse cloth: threads over and under each other, each of its own shade."""
    thread = max(2, round(float(rng.uniform(0.5, 1.6)) * PX_MM))
    count = SIDE // thread + 1
    across, down = rng.normal(0.5, 0.22, (2, count)).astype(np.float32)
    index = np.arange(SIDE) // thread
    over = (index[:, None] + index[None]) % 2 == 0
    bump = np.abs(np.sin(np.pi * np.arange(SIDE) / thread)).astype(np.float32)
    shade = np.where(over, down[index][None] * bump[:, None], across[index][:, None] * bump[None])
    shade = shade + 0.12 * _noise(rng, 700, 700) + 0.05 * _noise(rng, 5, 5)
    light = _colour(rng, 70, 245)
    return _painted(np.asarray(shade), light * float(rng.uniform(0.2, 0.7)), light)


def checked(rng: Rng) -> Table:
    """A tablecloth in checks of two colours and where they cross, on fine threads."""
    wide = float(rng.uniform(6, 32)) * PX_MM
    at = np.arange(SIDE) / wide
    stripe = (at % 1 < float(rng.uniform(0.35, 0.65))).astype(np.float32)
    thin = (at % 1 < float(rng.uniform(0.0, 0.12))).astype(np.float32)
    shade = (stripe[:, None] + stripe[None]) / 2 + 0.4 * np.maximum(thin[:, None], thin[None])
    light = np.array((238, 234, 226), np.float32) * float(rng.uniform(0.75, 1))
    threads = 1 + 0.06 * _noise(rng, 900, 900)
    return _painted(shade * threads + 0.03 * _noise(rng, 6, 6), light, _colour(rng, 20, 190))


def flowered(rng: Rng) -> Table:
    """Flowers and leaves scattered over one colour."""
    table: Table = np.full((SIDE, SIDE, 3), _colour(rng, 60, 250), np.uint8)
    colours = [_colour(rng, 40, 255).tolist() for _ in range(3)]
    leaf = (np.array((60, 120, 60)) * float(rng.uniform(0.5, 1.4))).tolist()
    for _ in range(int(rng.integers(250, 900))):
        x, y = rng.uniform(0, SIDE, 2)
        size = float(rng.uniform(4, 13)) * PX_MM
        petals, turn = int(rng.integers(4, 8)), float(rng.uniform(0, 360))
        colour = colours[int(rng.integers(len(colours)))]
        leaves = [(size * 1.3, turn + 50 + 180 * n, leaf) for n in range(2)]
        for each in leaves + [(size, turn + 360 * n / petals, colour) for n in range(petals)]:
            _leaf(table, (x, y), *each)
        cv2.circle(table, (int(x), int(y)), int(size / 5), (240, 200, 60), -1, cv2.LINE_AA)
    return np.clip(table * (1 + 0.05 * _noise(rng, 800, 800))[..., None], 0, 255).astype(np.uint8)


def _leaf(table: Table, at: tuple[float, float], size: float, turn: float, colour: Any) -> None:
    angle, axes = np.radians(turn), (int(size * 0.45), int(size * 0.22))
    middle = (int(at[0] + np.cos(angle) * size * 0.5), int(at[1] + np.sin(angle) * size * 0.5))
    cv2.ellipse(table, middle, axes, turn, 0, 360, colour, -1, cv2.LINE_AA)


def stone(rng: Rng) -> Table:
    """Polished stone with specks of several sizes and colours."""
    base = _colour(rng, 60, 215)
    table = np.full((SIDE, SIDE, 3), base, np.float32)
    for cells in (120, 260, 520, 800):
        speck = _noise(rng, cells, cells) > float(rng.uniform(0.9, 1.7))
        colour = np.clip(base * float(rng.uniform(0.2, 1.6)) + rng.normal(0, 14, 3), 0, 255)
        table[speck] = colour
    soft = cv2.GaussianBlur(table, (0, 0), 0.8) * (1 + 0.05 * _noise(rng, 10, 10))[..., None]
    return np.clip(soft, 0, 255).astype(np.uint8)


def plain(rng: Rng) -> Table:
    """One colour, a little uneven: what other things lie on."""
    shade = 0.5 + 0.1 * _noise(rng, 6, 6) + 0.05 * _noise(rng, 700, 700)
    tone = _colour(rng, 30, 200)
    return _painted(shade, tone * 0.8, tone * 1.2)


def baize(rng: Rng) -> Table:
    """The cloth of a card table."""
    shade = 0.5 + 0.1 * _noise(rng, 4, 4) + 0.12 * _noise(rng, 900, 900)
    tone = np.array(((30, 95, 60), (25, 60, 120), (110, 25, 35))[int(rng.integers(3))], np.float32)
    return _painted(shade, tone * 0.7, tone * 1.3)


def _words(rng: Rng, width: int, scale: float) -> str:
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    text = ""
    while len(text) * 20 * scale < width:
        size = int(rng.integers(2, 10))
        text += "".join(letters[int(i)] for i in rng.exponential(6, size) % 26) + " "
    return text


def printed_sheet(size: tuple[int, int], rng: Rng, paper: Floats, columns: int) -> Table:
    """A sheet of so many pixels full of print: headlines, columns, here and there a picture."""
    wide, high = size
    sheet: Table = np.full((high, wide, 3), paper, np.uint8)
    ink = [int(rng.uniform(15, 80))] * 3
    margin, gap = 5 * PX_MM, 3 * PX_MM
    column = (wide - 2 * margin - (columns - 1) * gap) // columns
    for n in range(columns):
        left, y = margin + n * (column + gap), margin + 3 * PX_MM
        while y < high - margin:
            chance = rng.random()
            if chance < 0.03:  # a picture
                tall = int(rng.uniform(20, 60) * PX_MM)
                part = sheet[y : min(y + tall, high - margin), left : left + column]
                grain = rng.integers(20, 230, (6, 6, 3)).astype(np.uint8)
                if part.size:
                    part[:] = cv2.resize(grain, part.shape[1::-1], interpolation=cv2.INTER_CUBIC)
                y += tall + 4 * PX_MM
                continue
            large = chance < 0.06
            scale = float(rng.uniform(1.0, 2.0)) if large else 0.48
            part = sheet[:, left : left + column]
            strip: Table = np.ascontiguousarray(part)
            words, thick = _words(rng, column, scale), 1 if scale < 0.9 else 3
            font = cv2.FONT_HERSHEY_COMPLEX
            part[:] = cv2.putText(strip, words, (0, y), font, scale, ink, thick, cv2.LINE_AA)
            y += round((26 if large else 9.2) * scale / (0.48 if not large else 1) * 2)
    return sheet


def newspaper(rng: Rng) -> Table:
    """A newspaper spread out."""
    paper = np.array((222, 217, 203), np.float32) * float(rng.uniform(0.8, 1.08))
    return printed_sheet((SIDE, SIDE), rng, np.minimum(paper, 255), int(rng.integers(6, 10)))


def _put(table: Table, thing: Table, middle: Floats, turn: float) -> None:
    """A flat thing laid on a table, with a little shade around it."""
    high, wide = thing.shape[:2]
    reach = int(np.hypot(high, wide) / 2) + SHADE
    left, top = (max(0, int(at) - reach) for at in middle)
    part = table[top : int(middle[1]) + reach, left : int(middle[0]) + reach]
    spin = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1.0)
    spin[:, 2] += middle - np.array((wide / 2, high / 2)) - (left, top)
    size = part.shape[1::-1]
    mask = cv2.warpAffine(np.full((high, wide), 255, np.uint8), spin, size)
    shade = cv2.blur(mask, (SHADE, SHADE))
    laid = cv2.warpAffine(thing, spin, size)
    part[:] = np.where(mask[..., None] > 127, laid, part * (1 - shade[..., None] / 800.0))


SHADE: Final = 21
"""Pixels of a table over which the shade of a thing on it fades."""


def sheets(rng: Rng) -> Table:
    """Other printed sheets lying about, under the page and beside it."""
    table = plain(rng)
    for _ in range(int(rng.integers(2, 6))):
        paper = np.array((250, 249, 245), np.float32) * float(rng.uniform(0.85, 1))
        size = (int(rng.uniform(120, 215)) * PX_MM, int(rng.uniform(150, 300)) * PX_MM)
        sheet = printed_sheet(size, rng, paper, int(rng.integers(1, 3)))
        _put(table, sheet, rng.uniform(0, SIDE, 2), float(rng.uniform(0, 360)))
    return table


def cards(rng: Rng) -> Table:
    """Playing cards on a card table."""
    table = baize(rng)
    wide, high = 58 * PX_MM, 89 * PX_MM
    for _ in range(int(rng.integers(8, 26))):
        card: Table = np.full((high, wide, 3), 248, np.uint8)
        ink = (190, 20, 30) if rng.random() < 0.5 else (20, 20, 24)
        rank = "A23456789TJQK"[int(rng.integers(13))]
        for _turn in range(2):
            cv2.putText(card, rank, (8, 70), cv2.FONT_HERSHEY_DUPLEX, 2.2, ink, 5, cv2.LINE_AA)
            cv2.circle(card, (34, 108), 18, ink, -1, cv2.LINE_AA)
            card = np.ascontiguousarray(card[::-1, ::-1])
        for _pip in range(int(rng.integers(1, 10))):
            x, y = rng.uniform(90, wide - 90), rng.uniform(70, high - 70)
            cv2.circle(card, (int(x), int(y)), 24, ink, -1, cv2.LINE_AA)
        if rng.random() < 0.3:  # its back
            card[15:-15, 15:-15] = np.array((150, 30, 40), np.uint8)
            card[15:-15:14, 15:-15] = 220
        _put(table, card, rng.uniform(0, SIDE, 2), float(rng.uniform(0, 360)))
    return table


def binder(rng: Rng) -> Table:
    """An open ring binder: its cover, and the sheets below."""
    table = wood(rng)
    cover: Table = np.full((330 * PX_MM, 460 * PX_MM, 3), _colour(rng, 10, 160), np.uint8)
    middle = np.array((SIDE / 2, SIDE / 2))
    _put(table, cover, middle - np.array((105 * PX_MM, 0)), 0.0)
    for _ in range(3):
        below: Table = np.full((297 * PX_MM, 210 * PX_MM, 3), int(rng.uniform(215, 250)), np.uint8)
        _put(table, below, middle + rng.normal(0, 3 * PX_MM, 2), float(rng.normal(0, 0.7)))
    return table


SKINS: Final = ((224, 172, 140), (198, 134, 100), (141, 85, 60), (92, 58, 44), (240, 200, 175))


def bar(picture: Floats, ends: Floats, thick: float, colour: Floats, blur: float) -> None:
    """A round bar from one end to the other, lit from above, with its shade."""
    low = np.maximum(ends.min(0) - 2 * thick, 0).astype(int)
    high = np.maximum(ends.max(0) + 2 * thick, 0).astype(int)
    part = picture[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return
    mask = np.zeros(part.shape[:2], np.float32)
    one, other = ([int(v) for v in end - low] for end in ends)
    cv2.line(mask, one, other, 1.0, max(1, int(thick)), cv2.LINE_AA)
    wide = int(thick) | 1
    relief = 0.7 + 0.4 * cv2.blur(mask, (wide, wide))
    part *= 1 - 0.3 * cv2.blur(mask, (wide, wide))[..., None]
    cover = cv2.GaussianBlur(mask, (0, 0), min(blur, 4.0))[..., None]
    part[:] = part * (1 - cover) + colour * relief[..., None] * cover


def hands(picture: Floats, seen: Seen, rng: Rng) -> None:
    """Fingers that hold the page at its left and right."""
    wide, high = seen.page
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32) * float(rng.uniform(0.7, 1))
    for side in (0, 1):
        start = float(rng.uniform(0.3, 0.7)) * high
        for finger in range(int(rng.integers(1, 4))):
            y, reach = start + 21 * finger, float(rng.uniform(-4, REACH_MM)) - 9
            inner, outer = (reach, -110.0) if side == 0 else (wide - reach, wide + 110.0)
            ends = seen.at((inner, y), (outer, y + float(rng.uniform(-30, 60))))
            bar(picture, ends, 17 * seen.unit, skin, seen.unit / 3)


def pens(picture: Floats, seen: Seen, rng: Rng) -> None:
    """Pens beside the page and over its margin, and a cup."""
    wide, high = seen.page
    for _ in range(int(rng.integers(2, 5))):
        x = float(rng.choice((rng.uniform(-45, REACH_MM - 5), rng.uniform(wide - 2, wide + 40))))
        y = float(rng.uniform(0, high - 140))
        lean = float(rng.uniform(-6, 6)) if -6 < x < wide + 6 else float(rng.uniform(-30, 0))
        ends = seen.at((min(x, REACH_MM - 5) if x < wide / 2 else x, y), (x + lean, y + 140))
        bar(picture, ends, 8 * seen.unit, _colour(rng), seen.unit / 4)
    middle = seen.at((wide + 45, float(rng.uniform(0, high))))[0]
    for size, shade in ((40, 235.0), (36, 70.0)):
        radius = int(size * seen.unit)
        cv2.circle(picture, (int(middle[0]), int(middle[1])), radius, (shade,) * 3, -1, cv2.LINE_AA)


def rings(picture: Floats, seen: Seen, rng: Rng) -> None:
    """The rings of a binder, and their holes in the page."""
    count, size = int(rng.choice((2, 4))), int(3 * seen.unit)
    for n in range(count):
        y = seen.page[1] * (n + 1) / (count + 1)
        hole = seen.at((REACH_MM - 1, y))[0]
        cv2.circle(picture, (int(hole[0]), int(hole[1])), size, (60.0,) * 3, -1, cv2.LINE_AA)
        ends = seen.at((REACH_MM - 1, y), (-9.0, y + 1))
        bar(picture, ends, 2.5 * seen.unit, np.array((190, 192, 196), np.float32), 1.0)


def flash(picture: Floats, seen: Seen, rng: Rng) -> None:
    """A flash: bright in the middle, far darker at the edges."""
    y, x = np.mgrid[0:64, 0:64].astype(np.float32) / 63
    at_x, at_y = rng.uniform(0.35, 0.65, 2)
    light = 0.45 + 0.75 * np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / 0.18)
    picture *= cv2.resize(light.astype(np.float32), picture.shape[1::-1])[..., None]


def lamps(picture: Floats, seen: Seen, rng: Rng) -> None:
    """Coloured light from one side, of another colour than from the other."""
    one, other = (rng.uniform(0.5, 1.0, 3).astype(np.float32) for _ in range(2))
    one[0] = other[2] = 1.0
    ramp = np.linspace(0, 1, picture.shape[1], dtype=np.float32)[None, :, None]
    picture *= one + ramp * (other - one)


KINDS: Final[Mapping[str, Surroundings]] = {
    "plain": Surroundings(),
    "wood": Surroundings(wood),
    "woven cloth": Surroundings(woven),
    "checked cloth": Surroundings(checked),
    "flowered cloth": Surroundings(flowered),
    "stone": Surroundings(stone),
    "newspaper": Surroundings(newspaper),
    "other sheets": Surroundings(sheets),
    "playing cards": Surroundings(cards),
    "hands": Surroundings(woven, hands),
    "pens": Surroundings(wood, pens),
    "coloured light": Surroundings(checked, lamps),
    "flash": Surroundings(wood, flash),
    "ring binder": Surroundings(binder, rings),
    "fills the picture": Surroundings(
        plain, None, {"fills": 1.03, "tilt": 3.0, "turn": 0.5, "curl": 0.0, "fold": 0.0}
    ),
    "real": Surroundings(),
}
"""Every kind, by the name that trials print."""
