"""Photos of pages as phones take them, made from flat pictures of the pages. All of it is synthetic.

A page lies on a desk, bent a little, seen by a pinhole camera from an angle. Bending is a displacement of
points in the page's own plane (what is higher is seen further from the foot of the camera), so a point of
the page is found in the photo by `Photo.to_photo`, and the photo is drawn by solving that backwards.
`Conditions` say how it is taken: light, lens, sensor, how the page lies and bends, what lies around it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from samples.making.photos.surroundings import (
    KINDS,
    Floats,
    Rng,
    Seen,
    bar,
    moved,
    real_table,
    spread_out,
    turned,
)

FoldWay = Literal["across", "along", "both"]
"""A fold across the page, from its top to its foot, or one of each (folded in four)."""

FOLD_REACH: Final = 0.08
"""A fold's ridge falls off over this share of the page's side."""
LENS_MM: Final = 400.0
"""How far away the lens is: what is nearer to it looks larger."""
MOST_ROLL: Final = 0.75
"""Beyond this (in pages from its middle) a page rises no further."""


Over = Literal["none", "thumb", "thing"]
Other = Literal["none", "beside", "pair", "under", "over"]
"""Another page: beside this one and cut off or not, as it comes; beside it and whole; under it; over
its foot."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a photo is taken. Lengths are in mm on the page, angles in degrees."""

    size: tuple[int, int] = (3000, 4000)
    """Width and height in pixels: 12 megapixels held upright."""
    messenger: int | None = None
    """The longer side after a messenger has shrunk the picture, None where none has."""
    tilt: float = 12.0
    tilt_towards: float = 90.0
    """The direction from which the camera looks, around the page: 90 is from its foot."""
    turn: float = 3.0
    fills: float = 0.9
    """How much of the photo's width or height the page takes, whichever is the tighter."""
    curl: float = 0.0
    """How high the page bends up, mm."""
    fold: float = 0.0
    """How high the ridge of a fold stands, mm."""
    fold_way: FoldWay = "across"
    light: float = 0.15
    """How much darker the darkest corner is."""
    shadow: float = 0.0
    """How much darker it is in the shadow of a hand, phone or lamp; 0 for no shadow."""
    cast: tuple[float, float, float] = (1.0, 0.97, 0.9)
    exposure: float = 0.92
    defocus: float = 0.8
    """Standard deviation of the blur in pixels of a 12-megapixel photo."""
    motion: float = 0.0
    """Length of the blur of a moving hand in pixels of a 12-megapixel photo."""
    noise: float = 2.0
    """Standard deviation of the sensor's noise in grey levels."""
    quality: int = 85
    """JPEG quality."""
    over: Over = "none"
    over_corner: int = 2
    """The corner that a thumb or a thing covers: 0 top left, clockwise."""
    other: Other = "none"
    """Another page beside, under or over this one (see `Other`)."""
    surroundings: str = "plain"
    """What lies around the page: a name in `samples.making.photos.surroundings.KINDS`."""


@dataclass(frozen=True, slots=True)
class Bend:
    """How a page is bent, as a smooth displacement in its own plane.

    Three things move a point of the page: its height, seen from aside; its height, seen from nearer;
    and that paper does not stretch, so that what rises reaches less far (`_drawn_in`).
    """

    page: tuple[float, float]
    conditions: Conditions
    angle: float
    """The direction across which the page rolls, in radians."""
    fold_at: float
    """Where the fold crosses the page, as a share of its height (or width)."""

    def height(self, points: Floats) -> Floats:
        """mm above the desk."""
        up = self.conditions.curl * 4 * self._roll(points) ** 2
        for axis in self._folded():
            ridge = np.abs(points[..., axis] / self.page[axis] - self.fold_at)
            up = up + self.conditions.fold * np.exp(-ridge / FOLD_REACH)
        return np.asarray(up)

    def shift(self, points: Floats) -> Floats:
        """Displacement of points, mm, same shape."""
        height = self.height(points)[..., None]
        centre = np.array(self.page) / 2
        nearer = (points - centre) * height / LENS_MM
        return np.asarray(height * self._lean() + nearer + self._drawn_in(points))

    def _lean(self) -> Floats:
        """How far a point one mm up is displaced, mm: the view's slope against the page."""
        towards = np.radians(self.conditions.tilt_towards)
        lean = np.tan(np.radians(self.conditions.tilt))
        return np.asarray(-lean * np.array((np.cos(towards), np.sin(towards))))

    def _roll(self, points: Floats) -> Floats:
        width, tall = self.page
        across = (points[..., 0] / width - 0.5) * np.cos(self.angle)
        along = (points[..., 1] / tall - 0.5) * np.sin(self.angle)
        return np.asarray(np.clip(across + along, -MOST_ROLL, MOST_ROLL))

    def _folded(self) -> tuple[int, ...]:
        ways = {"across": (1,), "along": (0,), "both": (0, 1)}
        return ways[self.conditions.fold_way] if self.conditions.fold else ()

    def _drawn_in(self, points: Floats) -> Floats:
        """What a rising page loses of its reach: half the square of its slope, summed up (a curl),
        and as much of a ridge on both its sides."""
        width, tall = self.page
        steep = np.array([np.cos(self.angle) / width, np.sin(self.angle) / tall])
        size = float(np.linalg.norm(steep))
        lost = (8 * self.conditions.curl * size) ** 2 / (6 * size) * self._roll(points) ** 3
        drawn = -lost[..., None] * (steep / size)
        for axis in self._folded():
            side = points[..., axis] / self.page[axis] - self.fold_at
            reach = FOLD_REACH * self.page[axis]
            most = (self.conditions.fold / reach) ** 2 / 2 * reach / 2
            drawn[..., axis] -= np.sign(side) * most * (1 - np.exp(-2 * np.abs(side) / FOLD_REACH))
        return np.asarray(drawn)


def any_conditions(rng: Rng, size: tuple[int, int] = (3000, 4000), hard: float = 0.5) -> Conditions:
    """Conditions as they come. `hard`, 0 to 1, is how bad they may be: 1 holds everything that a
    reader must bear or refuse, 0 a careful photo in good light."""

    def sometimes(share: float, most: float) -> float:
        return float(rng.uniform(0.2, 1) * most) if rng.random() < share * hard else 0.0

    warm = float(rng.uniform(-0.14, 0.18) * hard)
    landscape = rng.random() < 0.1 * hard
    messenger = int(rng.choice((1200, 1600, 2048))) if rng.random() < 0.5 * hard else None
    quarter = 90.0 * float(rng.integers(4)) if rng.random() < 0.25 * hard else 0.0
    over: Over = ("thumb", "thing")[int(rng.integers(2))] if rng.random() < 0.25 * hard else "none"
    other: Other = (
        ("beside", "under")[int(rng.integers(2))] if rng.random() < 0.2 * hard else "none"
    )
    return Conditions(
        size=(size[1], size[0]) if landscape else size,
        messenger=messenger,
        tilt=float(abs(rng.normal(0, 9 + 12 * hard)) % 45),
        tilt_towards=float(rng.uniform(0, 360)),
        turn=float(rng.normal(0, 2 + 6 * hard)) + quarter,
        fills=float(rng.uniform(0.95 - 0.35 * hard, 0.95)),
        curl=sometimes(0.7, 14),
        fold=sometimes(0.5, 5),
        light=float(rng.uniform(0.05, 0.15 + 0.4 * hard)),
        shadow=sometimes(0.8, 0.5),
        cast=(1.0, 1.0 - warm / 3 - 0.02, 1.0 - warm - 0.05),
        exposure=float(rng.uniform(0.95 - 0.3 * hard, 1.0)),
        defocus=float(rng.uniform(0.4, 0.8 + 1.2 * hard)),
        motion=sometimes(0.4, 7),
        noise=float(rng.uniform(0.5, 2 + 5 * hard)),
        quality=int(rng.integers(*(60, 86) if messenger else (95 - int(40 * hard), 96))),
        over=over,
        over_corner=int(rng.integers(4)),
        other=other,
    )


MILD: Final = 0.25
"""How bad all else is, 0 to 1, in a photo that shows one trouble."""

TROUBLES: Final[dict[str, Mapping[str, object] | None]] = {
    "careful": {},
    "turned": {"turn": (-180, 180)},
    "tilted": {"tilt": (25, 45), "tilt_towards": (0, 360)},
    "curled": {"curl": (5, 16)},
    "folded": {"fold": (1.5, 5), "fold_way": ["across", "along", "both"]},
    "shadowed": {"shadow": (0.25, 0.6), "light": (0.1, 0.5)},
    "thumb": {"over": "thumb", "over_corner": range(4)},
    "thing": {"over": "thing", "over_corner": range(4)},
    "two sheets": {"other": "pair", "fills": (0.7, 0.95), "messenger": None},
    "a sheet beside": {"other": "beside", "fills": (0.7, 0.95)},
    "a page under it": {"other": "under", "fills": (0.7, 0.95)},
    "a page over it": {"other": "over", "fills": (0.7, 0.95)},
    "shrunk": {"messenger": [1200, 1200, 1600, 2048], "quality": range(60, 86)},
    "blurred": {"defocus": (1.2, 2.5), "motion": (0, 7)},
    "dim": {"exposure": (0.45, 0.7), "noise": (4, 8)},
    "all at once": None,
}
"""Each trouble, and what it changes: a figure between two, or one of several values. None for conditions
as bad as they come."""


def troubled(trouble: str, rng: Rng, size: tuple[int, int]) -> Conditions:
    """Conditions of a photo that has the trouble of this name."""
    changes = TROUBLES[trouble]
    if changes is None:
        return any_conditions(rng, size, hard=1.0)
    mild = replace(any_conditions(rng, size, hard=MILD), over="none", other="none")
    drawn: dict[str, Any] = {name: _drawn(change, rng) for name, change in changes.items()}
    return replace(mild, **drawn)


def _drawn(change: object, rng: Rng) -> object:
    if isinstance(change, tuple):
        return float(rng.uniform(*change))
    return change[int(rng.integers(len(change)))] if isinstance(change, list | range) else change


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
