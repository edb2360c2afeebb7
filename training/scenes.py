"""Scenes to learn from where the sheet is in a picture: small, synthetic, drawn by chance.

Textures are of general kinds (waves, noise, leaves of colour, repeated patches), none a copy of those that
trials lay pages on; some are cut from those photographs of shared/photos/grids that trials do not use.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]
"""Height, width, blue, green and red, 0 to 255."""
Mask = NDArray[np.uint8]
Rng = np.random.Generator

SIDE: Final = 512
"""Pixels of a scene, either way: pictures are squeezed to squares."""
BEYOND, SHEET, OTHER = range(3)
"""What a point of a scene is: table and things, the sheet in the middle, other sheets."""
FITTED: Final = "02_"
"""Photographs whose names begin so may be learned from; trials use the others."""


@dataclass(frozen=True, slots=True)
class Scene:
    picture: NDArray[np.uint8]
    labels: Mask


def scene(rng: Rng, photos: Path) -> Scene:
    """A picture of a sheet, now and then of none, or of one that fills it."""
    kind = rng.random()
    if kind < 0.04:
        return _finished(table(rng, photos), np.full((SIDE, SIDE), BEYOND, np.uint8), rng)
    paper = _paper(rng)
    if kind < 0.16:
        page = content(rng, (SIDE, SIDE), paper)
        return _finished(page, np.full((SIDE, SIDE), SHEET, np.uint8), rng)
    ground, labels = rng.random(), np.zeros((SIDE, SIDE), np.uint8)
    if ground < 0.18:
        picture, labels[:] = _printed_all_over(rng, _alike(paper, rng)), OTHER
    elif ground < 0.24:  # a white table, or blank paper, of much the same tint
        picture = np.empty((SIDE, SIDE, 3), np.float32)
        picture[:] = np.clip(paper + rng.normal(0, 6, 3), 0, 255)
    else:
        picture = table(rng, photos)
    _small_things(picture, labels, rng)
    for _ in range(int(rng.integers(0, 4)) if rng.random() < 0.4 else 0):
        _lay(picture, labels, OTHER, _aside(rng), _alike(paper, rng), rng)
    _lay(picture, labels, SHEET, _middle(rng), paper, rng)
    if rng.random() < 0.12:  # a sheet or a thing over its rim
        _lay(picture, labels, OTHER, _aside(rng), _alike(paper, rng), rng)
    for _ in range(int(rng.integers(1, 5)) if rng.random() < 0.3 else 0):
        _bar(picture, rng)
    return _finished(picture, labels, rng)


def _tone(rng: Rng) -> Picture:
    grey = float(rng.uniform(15, 245))
    return np.clip(grey + rng.normal(0, 35, 3), 5, 252).astype(np.float32)


def _cells(rng: Rng, down: int, across: int) -> Picture:
    """Noise of standard deviation 1 in so many cells, spread over a scene; now and then as blocks."""
    values = rng.standard_normal((down, across)).astype(np.float32)
    blocks = down > 6 and rng.random() < 0.2
    way = cv2.INTER_NEAREST if blocks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(values, (SIDE, SIDE), interpolation=way), np.float32)


def _mixed(shade: Picture, rng: Rng) -> Picture:
    dark, light = _tone(rng), _tone(rng)
    if rng.random() < 0.2:  # white checks and stripes look like paper
        light = _paper(rng)
    return np.asarray(dark + np.clip(shade, 0, 1)[..., None] * (light - dark), np.float32)


def _noise(rng: Rng) -> Picture:
    """Clouds, grain, streaks: noise of several sizes, soft or cut off."""
    shade = np.zeros((SIDE, SIDE), np.float32)
    long = float(rng.choice((1, 1, 4, 12)))
    for cells in rng.choice((3, 6, 12, 25, 50, 100, 200, 400), int(rng.integers(1, 5))):
        shade += float(rng.uniform(0.2, 1)) * _cells(
            rng, max(2, int(cells)), max(2, int(cells / long))
        )
    if rng.random() < 0.35:
        shade = np.sin(shade * float(rng.uniform(2, 9)))
    if rng.random() < 0.35:
        shade = np.sign(shade - float(rng.uniform(-0.5, 1))) * 0.5
    return _mixed(0.5 + float(rng.uniform(0.1, 0.6)) * shade, rng)


def _waves(rng: Rng) -> Picture:
    """Stripes, checks and threads: one to three waves, soft or sharp."""
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    turn = float(rng.uniform(0, np.pi))
    shade = np.zeros((SIDE, SIDE), np.float32)
    long = float(np.exp(rng.uniform(np.log(2.5), np.log(90))))
    for n in range(int(rng.integers(1, 4))):
        angle = turn + n * np.pi / 2
        along = (x * np.cos(angle) + y * np.sin(angle)) / (long * float(rng.choice((1, 1, 0.5))))
        wave = np.sin(2 * np.pi * along)
        shade += np.sign(wave - float(rng.uniform(-0.7, 0.7))) if rng.random() < 0.6 else wave
    if rng.random() < 0.3:
        shade = np.where(shade > 0, 1.0, -1.0) * (1 + 0.5 * _cells(rng, 128, 128))
    shade += float(rng.uniform(0, 0.6)) * _cells(rng, 200, 200)
    return _mixed(np.asarray(0.5 + 0.25 * shade, np.float32), rng)


def _leaves(rng: Rng, size: int, most: float) -> Picture:
    """Shapes of any colour that lie over each other."""
    picture = np.empty((size, size, 3), np.float32)
    picture[:] = _tone(rng)
    colours = [_tone(rng).tolist() for _ in range(int(rng.integers(2, 7)))]
    for _ in range(int(rng.integers(10, 120))):
        middle = tuple(int(v) for v in rng.uniform(0, size, 2))
        axes = tuple(max(1, int(v)) for v in np.exp(rng.uniform(0.5, np.log(most), 2)))
        colour = colours[int(rng.integers(len(colours)))]
        if rng.random() < 0.6:
            cv2.ellipse(picture, middle, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1)
        else:
            box = (middle, axes, float(rng.uniform(0, 180)))
            cv2.fillPoly(picture, [cv2.boxPoints(box).astype(np.int32)], colour)
    return picture


def _repeated(rng: Rng) -> Picture:
    """A small patch again and again, as printed cloth has it."""
    size = int(rng.integers(16, 120))
    patch = _leaves(rng, size, size / 3)
    times = -(-SIDE // size) + 1
    return np.ascontiguousarray(np.tile(patch, (times, times, 1))[:SIDE, :SIDE])


def _photographed(rng: Rng, photos: Path) -> Picture:
    """A strip of the surroundings in a photograph, above, right of or below its sheet, spread out."""
    names = sorted(path for path in photos.glob("*.jpg") if path.name.startswith(FITTED))
    data = np.frombuffer(names[int(rng.integers(len(names)))].read_bytes(), np.uint8)
    picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_REDUCED_COLOR_2), np.uint8)
    high, wide = picture.shape[:2]
    strip = (
        picture[: high // 12],
        picture[:, wide * 19 // 20 :],
        picture[: high // 16, wide // 3 :],
    )[int(rng.integers(3))]
    turned = np.rot90(strip, int(rng.integers(4)))
    return np.asarray(cv2.resize(turned, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)


def table(rng: Rng, photos: Path) -> Picture:
    """What a sheet lies on."""
    kind = rng.random()
    if kind < 0.28:
        picture = _noise(rng)
    elif kind < 0.55:
        picture = _waves(rng)
    elif kind < 0.68:
        picture = _leaves(rng, SIDE, 90)
    elif kind < 0.82:
        picture = _repeated(rng)
    elif kind < 0.9 and photos.is_dir():
        picture = _photographed(rng, photos)
    else:
        picture = np.empty((SIDE, SIDE, 3), np.float32)
        picture[:] = _tone(rng)
    if rng.random() < 0.35:
        share = float(rng.uniform(0.2, 0.6))
        picture = picture * (1 - share) + share * (_noise if rng.random() < 0.5 else _waves)(rng)
    return _seen_aslant(picture, rng)


def _seen_aslant(picture: Picture, rng: Rng) -> Picture:
    size = picture.shape[1::-1]
    corners = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    moved = corners * (1, 1) + rng.normal(0, 0.06 * SIDE, (4, 2))
    turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), float(rng.uniform(0, 360)), 1.3)
    warp = np.vstack([turn, [0, 0, 1]]) @ cv2.getPerspectiveTransform(
        corners, moved.astype(np.float32)
    )
    return np.asarray(cv2.warpPerspective(picture, warp, size, borderMode=cv2.BORDER_REFLECT_101))


def _paper(rng: Rng) -> Picture:
    """The tint of a sheet, now and then coloured or very grey."""
    tint = rng.uniform(205, 254) + rng.normal(0, 6, 3)
    if rng.random() < 0.15:
        tint = np.clip(rng.uniform(140, 250) + rng.normal(0, 28, 3), 60, 255)
    return np.clip(tint, 0, 255).astype(np.float32)


def _alike(paper: Picture, rng: Rng) -> Picture:
    """The tint of another sheet: as often much the same as any."""
    if rng.random() < 0.5:
        return _paper(rng)
    return np.clip(paper + rng.normal(0, 3) + rng.normal(0, 2, 3), 0, 255).astype(np.float32)


def _printed_all_over(rng: Rng, paper: Picture) -> Picture:
    """A newspaper or another printed sheet beneath, whose end is not seen: columns of print."""
    if rng.random() < 0.3:
        return content(rng, (SIDE, SIDE), paper)
    sheet = np.empty((SIDE, SIDE, 3), np.float32)
    sheet[:] = paper
    ends = np.linspace(-10, SIDE + 10, int(rng.integers(2, 7)))
    ink, high = float(rng.uniform(0, 150)), float(rng.uniform(2.0, 9.0))
    for left, right in itertools.pairwise(ends):
        top = float(rng.uniform(-20, 10))
        while top < SIDE:
            bottom = top + SIDE * float(rng.uniform(0.15, 1.2))
            box = (left + high, top, right - high * float(rng.uniform(0.2, 2)), bottom)
            if rng.random() < 0.12:
                cv2.rectangle(
                    sheet,
                    (int(box[0]), int(top)),
                    (int(box[2]), int(bottom)),
                    _tone(rng).tolist(),
                    -1,
                )
            else:
                _print(sheet, box, ink, rng, high * float(rng.choice((1.0, 1.0, 1.0, 2.5))))
            top = bottom + high * float(rng.uniform(1, 4))
    return _seen_aslant(sheet, rng)


def content(rng: Rng, size: tuple[int, int], paper: Picture) -> Picture:
    """A sheet of so many pixels (width, height), flat: paper of this tint with print, tables, writing."""
    wide, high = size
    ink = float(rng.uniform(0, 110))
    if rng.random() < 0.05:  # a dark screen
        paper, ink = rng.uniform(10, 45, 3).astype(np.float32), float(rng.uniform(170, 235))
    sheet = np.empty((high, wide, 3), np.float32)
    sheet[:] = paper
    margin = float(rng.uniform(0.015, 0.14)) * wide
    for _ in range(int(rng.integers(1, 4))):
        kind = rng.random()
        left = margin + float(rng.choice((0.0, 0.0, rng.uniform(0, 0.5)))) * wide
        right = wide - margin - float(rng.choice((0.0, rng.uniform(0, 0.5)))) * wide
        top = float(rng.uniform(0.02, 0.5)) * high
        bottom = min(high - margin / 2, top + float(rng.uniform(0.1, 1)) * high)
        if right - left < 20 or kind < 0.1:
            continue
        if kind < 0.75:
            _print(sheet, (left, top, right, bottom), ink, rng)
        elif kind < 0.93:
            _grid(sheet, (left, top, right, bottom), ink, rng)
        else:
            block = (int(left), int(top)), (int((left + right) / 2), int(bottom))
            cv2.rectangle(sheet, *block, _tone(rng).tolist(), -1)
    if rng.random() < 0.08:  # a coloured strip to its very edge
        at = int(rng.uniform(0.05, 0.25) * wide)
        sheet[:, :at] = _tone(rng)
    if rng.random() < 0.06:
        width = int(rng.uniform(0.01, 0.05) * wide)
        cv2.rectangle(sheet, (0, 0), (wide - 1, high - 1), (ink,) * 3, width)
    return sheet


def _print(
    sheet: Picture, box: tuple[float, float, float, float], ink: float, rng: Rng, high: float = 0.0
) -> None:
    """Lines of words, as they look from afar: short dark dashes in rows, so high or of any height."""
    left, top, right, bottom = box
    high = high or float(rng.uniform(2.0, 12.0))
    step = high * float(rng.uniform(1.4, 3.0))
    filled = float(rng.uniform(0.3, 1))
    y = top
    while y < bottom:
        x, end = left, left + (right - left) * float(rng.uniform(0.3, 1)) ** (1 - filled)
        while x < end:
            long = high * float(rng.uniform(0.8, 5))
            for at in np.arange(x, min(x + long, end), max(2.0, high * 0.7)):
                shift = float(rng.uniform(-0.1, 0.3)) * high
                ends = (
                    (int(at), int(y)),
                    (int(at + high * rng.uniform(0, 0.5)), int(y + high - shift)),
                )
                cv2.line(sheet, *ends, (ink,) * 3, max(1, int(high / 5)))
            x += long + high * float(rng.uniform(0.5, 1.5))
        y += step


def _grid(sheet: Picture, box: tuple[float, float, float, float], ink: float, rng: Rng) -> None:
    """A ruled table, its cells filled here and there."""
    left, top, right, bottom = box
    xs = np.linspace(left, right, int(rng.integers(2, 14))).astype(int)
    ys = np.linspace(top, bottom, int(rng.integers(2, 30))).astype(int)
    line = ink + float(rng.uniform(0, 0.7)) * (float(sheet[0, 0].mean()) - ink)
    for x in xs:
        cv2.line(sheet, (int(x), int(ys[0])), (int(x), int(ys[-1])), (line,) * 3, 1)
    for y in ys:
        cv2.line(sheet, (int(xs[0]), int(y)), (int(xs[-1]), int(y)), (line,) * 3, 1)
    for _ in range(int(rng.integers(0, 60))):
        x, y = rng.uniform(left, right), rng.uniform(top, bottom)
        cv2.putText(sheet, str(rng.integers(100)), (int(x), int(y)), 0, 0.35, (ink,) * 3, 1)


def _middle(rng: Rng) -> Picture:
    """Corners (4, 2) of a sheet about the middle of the picture, which may reach beyond it."""
    aspect = float(rng.choice((1.0, rng.uniform(0.6, 1.6))))
    size = SIDE * float(rng.uniform(0.42, 1.06)) * np.array((min(1, aspect), min(1, 1 / aspect)))
    turn = float(rng.normal(0, 7)) if rng.random() < 0.8 else float(rng.uniform(-45, 45))
    room = np.maximum(0.03 * SIDE, (SIDE - size) / 2)
    middle = SIDE / 2 + rng.uniform(-0.8, 0.8, 2) * room
    return _quad(middle, size, turn, rng)


def _aside(rng: Rng) -> Picture:
    """Corners of a sheet that is not in the middle: its own middle lies near the rim or outside."""
    size = SIDE * rng.uniform(0.25, 0.95, 2)
    angle = float(rng.uniform(0, 2 * np.pi))
    away = SIDE * float(rng.uniform(0.45, 0.75))
    middle = SIDE / 2 + away * np.array((np.cos(angle), np.sin(angle)))
    return _quad(middle, size, float(rng.uniform(-50, 50)), rng)


def _quad(middle: Any, size: Any, turn: float, rng: Rng) -> Picture:
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size / 2
    corners = corners * (1 + rng.normal(0, 0.05, (4, 2)))
    angle = np.radians(turn)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(corners @ spin.T + middle, np.float32)


STEPS: Final = 24


def _outline(corners: Picture, rng: Rng) -> Picture:
    """The rim of a sheet that may be bent: each side a curve between two corners."""
    bend = float(rng.choice((0.0, 0.0, 0.01, 0.03, 0.05)))
    along = np.linspace(0, 1, STEPS, endpoint=False)[:, None]
    sides = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        across = np.array((end[1] - start[1], start[0] - end[0]))
        bow = float(rng.normal(0, bend)) * np.sin(np.pi * along)
        bow = bow + float(rng.normal(0, bend / 2)) * np.sin(2 * np.pi * along)
        sides.append(start + along * (end - start) + bow * across)
    return np.concatenate(sides).astype(np.float32)


def _lay(
    picture: Picture, labels: Mask, label: int, corners: Picture, paper: Picture, rng: Rng
) -> None:
    """A sheet, or a screen in its frame, laid into a scene with its shade."""
    wide = (
        float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    )
    high = (
        float(np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    )
    size = (max(24, int(wide)), max(24, int(high)))
    flat = content(rng, size, paper)
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    warp = cv2.getPerspectiveTransform(target, corners)
    drawn = cv2.warpPerspective(flat, warp, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    rim = _outline(corners, rng)
    middle = rim.mean(0)
    mask = _filled(rim)
    if rng.random() < 0.07:  # a screen
        frame = _filled(middle + (rim - middle) * float(rng.uniform(1.04, 1.15)))
        picture[frame > 0] = float(rng.uniform(5, 60))
        labels[frame > 0] = BEYOND
    else:
        step = rng.normal(0, 5, 2)
        soft = float(rng.uniform(1.0, 9.0))
        shade = cv2.GaussianBlur(_filled(rim + step.astype(np.float32)), (0, 0), soft)
        picture *= 1 - float(rng.uniform(0, 0.5)) * shade[..., None] / np.float32(255)
        for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.12 else 0):  # a stack
            under = _filled(rim + rng.normal(0, 3, 2).astype(np.float32))
            picture[under > 0] = float(rng.uniform(150, 245))
    bent = 1 + float(rng.uniform(0, 0.15)) * _cells(rng, 3, 3)[..., None]
    cover = cv2.GaussianBlur(mask, (3, 3), 0)[..., None] / np.float32(255)
    picture += cover * (drawn * np.clip(bent, 0.7, 1.2) - picture)
    labels[mask > 0] = label


def _filled(rim: Picture) -> Mask:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(mask, [np.rint(rim * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _small_things(picture: Picture, labels: Mask, rng: Rng) -> None:
    """Cards, cups, phones: small light or dark things with marks on them."""
    for _ in range(int(rng.integers(1, 14)) if rng.random() < 0.35 else 0):
        size = rng.uniform(20, 110, 2)
        corners = _quad(rng.uniform(0, SIDE, 2), size, float(rng.uniform(0, 180)), rng)
        mask = _filled(corners) > 0
        picture[mask] = 248.0 if rng.random() < 0.5 else _tone(rng)
        for _mark in range(int(rng.integers(0, 8))):
            at = corners.mean(0) + rng.normal(0, size.min() / 5, 2)
            ends = (int(at[0]), int(at[1])), int(rng.uniform(1, size.min() / 8))
            cv2.circle(picture, *ends, _tone(rng).tolist(), -1)
        labels[mask] = BEYOND


def _bar(picture: Picture, rng: Rng) -> None:
    """A finger or a pen from the rim towards the middle: what it covers counts as what is under it."""
    angle = float(rng.uniform(0, 2 * np.pi))
    way = np.array((np.cos(angle), np.sin(angle)))
    ends = [
        SIDE / 2 + far * SIDE * way + rng.normal(0, 30, 2) for far in (rng.uniform(0.36, 0.55), 0.8)
    ]
    skin = np.array((120, 150, 205)) * float(rng.uniform(0.4, 1.1))
    colour = skin if rng.random() < 0.6 else _tone(rng)
    first, second = (tuple(int(v) for v in end) for end in ends)
    cv2.line(picture, first, second, colour.tolist(), int(rng.uniform(6, 40)), cv2.LINE_AA)


def _finished(picture: Picture, labels: Mask, rng: Rng) -> Scene:
    """Light, shadows, lens, sensor."""
    y, x = np.mgrid[0:64, 0:64].astype(np.float32) / 63 - 0.5
    angle = float(rng.uniform(0, 2 * np.pi))
    light = 1 - float(rng.uniform(0, 0.6)) * (0.5 + x * np.cos(angle) + y * np.sin(angle))
    if rng.random() < 0.15:  # a lamp or a flash
        at = rng.uniform(-0.5, 0.5, 2)
        far = (x - at[0]) ** 2 + (y - at[1]) ** 2
        light = light * (0.5 + 0.8 * np.exp(-far / float(rng.uniform(0.03, 0.3))))
    if rng.random() < 0.35:
        shadow: Picture = np.zeros((64, 64), np.float32)
        points = rng.uniform(-20, 84, (int(rng.integers(3, 7)), 2)).astype(np.int32)
        cv2.fillConvexPoly(shadow, cv2.convexHull(points), 1.0)
        soft = cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(0.4, 4)))
        light = light * (1 - float(rng.uniform(0.15, 0.6)) * soft)
    cast = 1 + rng.normal(0, 0.1, 3) * float(rng.choice((0.3, 1, 2)))
    full = cv2.resize(light.astype(np.float32), (SIDE, SIDE))[..., None]
    picture = picture * full * (cast * float(rng.uniform(0.55, 1.1))).astype(np.float32)
    if rng.random() < 0.5:
        picture = np.asarray(
            cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.6))), np.float32
        )
    picture = picture + float(rng.uniform(0, 9)) * rng.standard_normal((SIDE, SIDE, 1), np.float32)
    seen = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.06:
        seen[:] = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)[..., None]
    return Scene(seen, labels)
