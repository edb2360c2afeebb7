"""Photos of pages as phones take them, made from flat pictures of the pages. All of it is synthetic.

A page lies on a desk, bent a little, seen by a pinhole camera from an angle. Bending is a displacement of
points in the page's own plane (what is higher is seen further from the foot of the camera), so a point of
the page is found in the photo by `Photo.to_photo`, and the photo is drawn by solving that backwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from samples.making.photos.conditions import Bend, Conditions, Floats, Other, Rng
from samples.making.photos.surroundings import (
    KINDS,
    Seen,
    bar,
    moved,
    real_table,
    spread_out,
    turned,
)

Picture = npt.NDArray[Any]
"""Height, width, three channels: red, green, blue."""

_SOLVE_STEP: Final = 8
"""The bent page is solved for every eighth pixel and drawn in between by interpolation."""
_SOLVE_ROUNDS: Final = 12
_TILE: Final = 512
"""The side of a tile of noise, in pixels."""
_FOCAL: Final = 1.15
"""Focal length beside the longer side of the photo: a phone's main camera (26 mm)."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Where a page lies in a photo: `homography` (3 x 3) leads from mm on a flat page to pixels."""

    homography: Floats
    bend: Bend | None

    def to_photo(self, points: Sequence[tuple[float, float]] | Floats) -> Floats:
        """Where points of the page, in mm, are in the photo: shape (n, 2), pixels."""
        flat = np.asarray(points, float)
        return _project(
            self.homography, flat if self.bend is None else flat + self.bend.shift(flat)
        )


@dataclass(frozen=True, slots=True)
class Photo(Laid):
    """A photo, and where the page is in it."""

    picture: Picture
    jpeg: bytes
    corners: tuple[tuple[float, float], ...]
    """The page's corners in pixels: top left, top right, bottom right, bottom left."""
    conditions: Conditions
    other: Laid | None = None
    """Where the other page lies, if there is one."""


def photograph(
    page: Picture,
    page_mm: tuple[float, float],
    conditions: Conditions,
    rng: Rng,
    other: Picture | None = None,
) -> Photo:
    """A photo of a page; `other` is the second page, where the conditions want one."""
    view = _camera(page_mm, conditions)
    where = "none" if other is None else conditions.other
    beside: Floats | None = None
    if where == "pair":
        beside, view = _pair(page_mm, conditions, view, rng)
    bend = Bend(page_mm, conditions, float(rng.uniform(0, np.pi)), float(rng.uniform(0.3, 0.7)))
    around, chance = Seen(page_mm, view), rng.spawn(1)[0]
    picture = _table(conditions, around, chance, rng)
    if where in ("beside", "under", "over"):
        beside = view @ _aside(page_mm, where, rng)
    pages: list[tuple[Picture, Floats, Bend | None]] = [(page, view, bend)]
    if other is not None and beside is not None:
        pages.insert(where == "over", (other, beside, None))
    for each in pages:
        _lay(picture, page_mm, *each)
    seen = Laid(view, bend).to_photo(_corners(page_mm))
    if conditions.over != "none":
        _cover(picture, seen, conditions, rng)
    over = KINDS[conditions.surroundings].over
    if over is not None:
        over(picture, around, chance)
    picture = _lit(picture, conditions, rng)
    picture, shrunk = _sensed(picture, conditions, rng)
    scale = np.diag((shrunk, shrunk, 1.0))
    _, data = cv2.imencode(
        ".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, conditions.quality]
    )
    told = tuple((float(x), float(y)) for x, y in seen * shrunk)
    laid = None if beside is None else Laid(scale @ beside, None)
    return Photo(scale @ view, bend, picture, data.tobytes(), told, conditions, laid)


def _corners(page_mm: tuple[float, float]) -> Floats:
    return np.array([(0, 0), (page_mm[0], 0), page_mm, (0, page_mm[1])], float)


def _project(homography: Floats, points: Floats) -> Floats:
    flat = points.reshape(-1, 2)
    ones = np.column_stack((flat, np.ones(len(flat)))) @ homography.T
    return np.asarray((ones[:, :2] / ones[:, 2:]).reshape(points.shape))


def _camera(page_mm: tuple[float, float], conditions: Conditions) -> Floats:
    """The homography from mm on the page to pixels, the page in the middle of the photo."""
    width, height = conditions.size
    tilt, turn = np.radians(conditions.tilt), np.radians(conditions.turn)
    towards = np.radians(conditions.tilt_towards)
    lean, _ = cv2.Rodrigues(tilt * np.array([-np.sin(towards), np.cos(towards), 0.0]))
    spin, _ = cv2.Rodrigues(np.array([0.0, 0.0, turn]))
    rotation = spin @ lean
    focal = _FOCAL * max(width, height)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    centre = np.array([page_mm[0] / 2, page_mm[1] / 2, 0])
    corners = _corners(page_mm)
    # The distance at which the page takes the wanted share of the photo, by halving.
    near, far = 150.0, 5000.0
    for _ in range(40):
        away = (near + far) / 2
        spread = np.ptp(_project(_view(lens, rotation, centre, away), corners), axis=0)
        fills = max(spread[0] / width, spread[1] / height)
        near, far = (away, far) if fills > conditions.fills else (near, away)
    view = _view(lens, rotation, centre, far)
    seen = _project(view, corners)
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    return moved(*(np.array([width, height]) / 2 - middle)) @ view


def _pair(
    page_mm: tuple[float, float], conditions: Conditions, view: Floats, rng: Rng
) -> tuple[Floats, Floats]:
    """Two pages side by side in the photo: the other one's homography, and this one's."""
    beside = view @ _aside(page_mm, "beside", rng)
    seen = np.concatenate([_project(one, _corners(page_mm)) for one in (view, beside)])
    size = np.array(conditions.size, float)
    shrunk = conditions.fills / float((np.ptp(seen, axis=0) / size).max())
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    move = np.diag((shrunk, shrunk, 1.0))
    move[:2, 2] = size / 2 - shrunk * middle
    return move @ beside, move @ view


def _view(lens: Floats, rotation: Floats, centre: Floats, away: float) -> Floats:
    shift = np.array([0, 0, away]) - rotation @ centre
    return np.asarray(lens @ np.column_stack((rotation[:, 0], rotation[:, 1], shift)))


def _aside(page_mm: tuple[float, float], where: Other, rng: Rng) -> Floats:
    """Where another page lies, in mm of this one's plane."""
    width, height = page_mm
    angle = np.radians(rng.uniform(-12, 12))
    if where == "beside":
        step = (width * 1.06 * float(rng.choice((-1, 1))), rng.uniform(-0.2, 0.2) * height)
        angle /= 3
    elif where == "under":
        step = (rng.uniform(-0.2, 0.2) * width, rng.uniform(-0.15, 0.15) * height)
    else:
        # Over the foot of the page, so that a part of it is hidden.
        step = (rng.uniform(-0.2, 0.2) * width, rng.uniform(0.55, 0.75) * height)
    middle = moved(width / 2, height / 2)
    return np.asarray(moved(*step) @ middle @ turned(angle) @ np.linalg.inv(middle))


def _lay(
    picture: Floats,
    page_mm: tuple[float, float],
    page: Picture,
    view: Floats,
    bend: Bend | None,
) -> None:
    """Draw a page into the picture, with the shade it throws on what is under it."""
    height, width = picture.shape[:2]
    grid_x, grid_y = np.meshgrid(
        np.arange(0, width + _SOLVE_STEP, _SOLVE_STEP),
        np.arange(0, height + _SOLVE_STEP, _SOLVE_STEP),
    )
    wanted = _project(np.linalg.inv(view), np.stack((grid_x, grid_y), axis=-1))
    points = wanted.copy()
    shade = np.ones(points.shape[:2])
    if bend is not None:
        for _ in range(_SOLVE_ROUNDS):
            points = wanted - bend.shift(np.clip(points, -60, 400))
        ahead = bend.height(points + np.array((2.0, 1.0))) - bend.height(points)
        shade = np.clip(1 - 0.5 * ahead, 0.8, 1.1)
    # The page shrunk to the photo's scale first: otherwise thin lines break up.
    scale = page.shape[1] / page_mm[0]
    seen = np.sqrt(abs(np.linalg.det(view[:2, :2] / view[2, 2])))
    if seen < 0.8 * scale:
        small = max(0.2, 1.15 * seen / scale)
        page = cv2.resize(page, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
    scale_x, scale_y = page.shape[1] / page_mm[0], page.shape[0] / page_mm[1]
    full_x = _spread(points[..., 0] * scale_x, width, height)
    full_y = _spread(points[..., 1] * scale_y, width, height)
    drawn = cv2.remap(page, full_x, full_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = (full_x >= 0) & (full_x < page.shape[1]) & (full_y >= 0) & (full_y < page.shape[0])
    # Everything outside the page and its shade stays as it is: only the part around it is worked on.
    rows, columns = _around(inside, width // 30)
    inside, drawn = inside[rows, columns].astype(np.float32), drawn[rows, columns]
    part = picture[rows, columns]
    part *= 1 - 0.35 * _thrown(inside, width)[..., None]
    lit = np.float32(0.955) * _spread(shade, width, height)[rows, columns]
    paper = drawn * lit[..., None]
    cover = cv2.GaussianBlur(inside, (0, 0), 0.7)[..., None]
    paper -= part
    paper *= cover
    part += paper


def _around(inside: Floats, margin: int) -> tuple[slice, slice]:
    """The rows and columns in which a page lies, and a margin."""
    left, top, wide, high = cv2.boundingRect(inside.astype(np.uint8))
    rows = slice(max(0, top - margin), top + high - 1 + margin)
    return rows, slice(max(0, left - margin), left + wide - 1 + margin)


def _thrown(inside: Floats, photo_width: int) -> Floats:
    """The soft shade that a page throws around itself."""
    height, width = inside.shape
    small = cv2.resize(inside, (width // 8 + 1, height // 8 + 1), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), photo_width / 150 / 8)
    offset = np.array([[1, 0, photo_width / 250 / 8], [0, 1, photo_width / 200 / 8]], np.float32)
    moved = cv2.warpAffine(soft, offset, (small.shape[1], small.shape[0]))
    return cv2.resize(moved, (width, height), interpolation=cv2.INTER_LINEAR)


def _spread(coarse: Floats, width: int, height: int) -> Floats:
    """A field known at every `_SOLVE_STEP`-th pixel, at every pixel."""
    places = (np.arange(side, dtype=np.float32) / _SOLVE_STEP for side in (width, height))
    map_x, map_y = np.meshgrid(*places)
    return cv2.remap(coarse.astype(np.float32), map_x, map_y, cv2.INTER_LINEAR)


def _table(conditions: Conditions, seen: Seen, chance: Rng, rng: Rng) -> Floats:
    """What the page lies on."""
    draw = KINDS[conditions.surroundings].table
    if draw is not None:
        return spread_out(draw(chance), seen, conditions.size, chance)
    if conditions.surroundings == "real":
        return real_table(seen, conditions.size, chance)
    return _desk(*conditions.size, rng)


_TOPS: Final = (
    ((120, 85, 55), 4, 160, 0.10),
    ((70, 90, 75), 200, 200, 0.07),
    ((60, 60, 66), 12, 12, 0.05),
    ((205, 200, 190), 6, 6, 0.03),
)
"""Table tops: colour, cells of their grain across and down, and how deep it is."""


def _desk(width: int, height: int, rng: Rng) -> Floats:
    """A table: wood, cloth or a plain top, dark or light."""
    colour, across, down, depth = _TOPS[int(rng.integers(len(_TOPS)))]
    tone = np.array(colour, np.float32) * float(rng.uniform(0.8, 1.15))
    half = (width // 2 + 1, height // 2 + 1)
    coarse: Floats = rng.normal(0, 1, (down + 2, across + 2)).astype(np.float32)
    slow: Floats = cv2.resize(coarse, half, interpolation=cv2.INTER_CUBIC)
    fine: Floats = rng.standard_normal((half[1], half[0]), np.float32)
    grain = 1 + np.float32(depth) * slow + np.float32(0.03) * fine
    desk = np.clip(grain[..., None] * tone, 0, 255)
    return np.asarray(cv2.resize(desk, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _cover(picture: Floats, seen: Floats, conditions: Conditions, rng: Rng) -> None:
    """A thumb or a thing lies over a corner of the page."""
    centre, corner = seen.mean(axis=0), seen[conditions.over_corner]
    outward = (corner - centre) / np.linalg.norm(corner - centre)
    unit = float(np.linalg.norm(seen[1] - seen[0])) / 210
    if conditions.over == "thumb":
        ends, thick = (corner - outward * 20 * unit, corner + outward * 90 * unit), 21
        colour = np.array((196, 140, 112), np.float32) * float(rng.uniform(0.55, 1.05))
    else:
        middle, angle = corner - outward * 6 * unit, float(rng.uniform(0, np.pi))
        along = 8 * unit * np.array((np.cos(angle), np.sin(angle)))
        ends, thick = (middle - along, middle + along), 38
        colour = np.array((40, 44, 52), np.float32) * float(rng.uniform(0.6, 3.5))
    bar(picture, np.array(ends), thick * unit, colour, unit / 3)


def _lit(picture: Floats, conditions: Conditions, rng: Rng) -> Floats:
    """Uneven light, shadows and a colour cast."""
    height, width = picture.shape[:2]
    angle = float(rng.uniform(0, 2 * np.pi))
    y, x = np.mgrid[0 : height : height / 64, 0 : width : width / 64].astype(np.float32)
    x, y = x[:64, :64] / width - 0.5, y[:64, :64] / height - 0.5
    ramp = x * np.cos(angle) + y * np.sin(angle)
    light = 1 - conditions.light * (0.5 + ramp + 0.6 * (x**2 + y**2))
    full = cv2.resize(light.astype(np.float32), (width, height))
    if conditions.shadow > 0:
        full *= 1 - conditions.shadow * _shadow(width, height, rng)
    full *= conditions.exposure
    picture *= full[..., None]
    picture *= np.array(conditions.cast, np.float32)
    return picture


def _shadow(width: int, height: int, rng: Rng) -> Floats:
    """1 in the shadow: one with a straight edge, and often the round one of a hand or phone."""
    small = (width // 8, height // 8)
    mask: Floats = np.zeros((small[1], small[0]), np.float32)
    angle = float(rng.uniform(0, 2 * np.pi))
    y, x = np.mgrid[0 : small[1], 0 : small[0]].astype(np.float32)
    side = (x / small[0] - 0.5) * np.cos(angle) + (y / small[1] - 0.5) * np.sin(angle)
    mask[side > float(rng.uniform(-0.1, 0.3))] = 1
    if rng.random() < 0.5:
        middle = (int(rng.uniform(0, small[0])), int(rng.uniform(0, small[1])))
        axes = (int(small[0] * rng.uniform(0.1, 0.3)), int(small[1] * rng.uniform(0.1, 0.25)))
        cv2.ellipse(mask, middle, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1, 14)))
    return cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)


def _sensed(picture: Floats, conditions: Conditions, rng: Rng) -> tuple[Picture, float]:
    """Blur, noise and shrinking, and by how much it was shrunk."""
    height, width = picture.shape[:2]
    unit = max(width, height) / 4000
    if conditions.defocus * unit > 0.2:
        picture = cv2.GaussianBlur(picture, (0, 0), conditions.defocus * unit)
    length = round(conditions.motion * unit)
    if length >= 2:
        kernel = np.zeros((length + 1, length + 1), np.float32)
        angle, middle = float(rng.uniform(0, np.pi)), length / 2
        reach = np.array([np.cos(angle), np.sin(angle)]) * middle
        start, end = (np.round(middle + side * reach).astype(int).tolist() for side in (-1, 1))
        cv2.line(kernel, start, end, 1.0, 1)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    if conditions.noise:
        strength = picture * np.float32(1 / 320)
        strength += np.float32(0.6)
        strength *= _noise(height, width, conditions.noise, rng)
        picture = picture + strength
    sharp = np.clip(picture, 0, 255, out=picture).astype(np.uint8)
    longer = max(width, height)
    if conditions.messenger is None or conditions.messenger >= longer:
        return sharp, 1.0
    shrunk = conditions.messenger / longer
    size = (round(width * shrunk), round(height * shrunk))
    return cv2.resize(sharp, size, interpolation=cv2.INTER_AREA), shrunk


def _noise(height: int, width: int, size: float, rng: Rng) -> Floats:
    """A sensor's noise: one tile of it, laid again and again each time shifted."""
    tile = rng.standard_normal((_TILE, _TILE, 3), np.float32) * np.float32(size)
    rows = []
    for _ in range(-(-height // _TILE)):
        moved = np.roll(tile, tuple(rng.integers(0, _TILE, 2)), axis=(0, 1))
        rows.append(np.tile(moved, (1, -(-width // _TILE), 1)))
    return np.concatenate(rows)[:height, :width]
