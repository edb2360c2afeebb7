"""A photographed printed page, straightened: the sheet of paper cut out, lines of text level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.light import even_light
from fairdeal.digitize.page.shape.surface import Surface
from fairdeal.digitize.printed.sheet_found import find_sheet, like_a_sheet
from fairdeal.records.transcript import Point

SEARCH_SIDE: Final = 800
"""Pixels of the longer side in which the slope of lines is looked for."""
DARKEST_PAPER: Final = 56
"""Grey level under which nothing is paper."""
DARK: Final = 110
"""Grey level of the greater part of a dark picture."""
PAGE_PX: Final = 3000
"""Pixels of the straightened page's longer side: capitals of 11 points on A4 are then 28 high."""
STEEPEST: Final = 12.0
"""Degrees by which lines may slope once the sheet is cut out; more is a wrong sheet."""
NOMINAL_PX_MM: Final = PAGE_PX / 297.0


BLACK: Final = 60
WHITE: Final = 200
MOST_GREY: Final = 0.02
"""Share of a fax that is neither black nor white: the edges of its letters, once it is saved as a JPEG."""
GAP_PX: Final = 5
"""Gaps in a stroke are no wider than this, on a page 3,000 high."""
BAND: Final = 250
"""Rows that are made flat at a time: where each point comes from takes twice the page's memory and more."""


@dataclass(frozen=True, slots=True, eq=False)
class FlatPage:
    """A straightened page: `grey` with ink dark on 255, and the homography `to_photo` (3, 3) from its
    points to those of the photo; of bent paper that was made flat, `bend` is how far below each of its points
    (mm) that stood before."""

    grey: NDArray[np.uint8]
    to_photo: NDArray[np.float64]
    bend: Surface | None = None

    def outline(self, box: tuple[float, float, float, float]) -> tuple[Point, ...]:
        """The corners in the photo of a box (left, top, right, bottom) of the page, clockwise."""
        left, top, right, bottom = box
        corners = np.array(
            [[(left, top), (right, top), (right, bottom), (left, bottom)]], np.float64
        )
        if self.bend is not None:
            corners[0, :, 1] += _below(self.bend, corners[0])
        found = cv2.perspectiveTransform(corners, self.to_photo)[0]
        return tuple((round(float(x), 1), round(float(y), 1)) for x, y in found)

    def turned(self, way: int | None) -> FlatPage:
        """The page, not yet made flat, turned by a quarter or a half (`cv2.ROTATE_...`), None for not at
        all."""
        if way is None:
            return self
        height, width = self.grey.shape
        back = {
            cv2.ROTATE_180: [[-1, 0, width - 1], [0, -1, height - 1], [0, 0, 1]],
            cv2.ROTATE_90_CLOCKWISE: [[0, 1, 0], [-1, 0, height - 1], [0, 0, 1]],
            cv2.ROTATE_90_COUNTERCLOCKWISE: [[0, -1, width - 1], [1, 0, 0], [0, 0, 1]],
        }[way]
        turned = np.asarray(cv2.rotate(self.grey, way), np.uint8)
        return FlatPage(turned, self.to_photo @ np.array(back, np.float64))

    def unbent(self, bend: Surface) -> FlatPage:
        """The page with each point brought up by as much (mm) as it lies below its place."""
        height, width = self.grey.shape
        rows, columns = _between(bend.grid.rows, height), _between(bend.grid.columns, width)
        flat = np.empty_like(self.grey)
        for top in range(0, height, BAND):
            band = slice(top, min(top + BAND, height))
            x, y = np.meshgrid(
                np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)[band]
            )
            down = rows[band] @ bend.values[..., 1] @ columns.T * NOMINAL_PX_MM
            flat[band] = cv2.remap(
                self.grey, x, y + down.astype(np.float32), cv2.INTER_CUBIC,
                borderMode=cv2.BORDER_REPLICATE,
            )  # fmt: skip
        return FlatPage(flat, self.to_photo, bend)


def _below(bend: Surface, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far below their places points (n, 2) of a page lie, all in pixels."""
    return bend.along(points / NOMINAL_PX_MM, 1) * NOMINAL_PX_MM


def _between(nodes: int, pixels: int) -> NDArray[np.float64]:
    """(pixels, nodes): the share that each node of a grid has in each pixel along a side of the page."""
    along = np.linspace(0, nodes - 1, pixels)
    return np.asarray(np.maximum(0, 1 - np.abs(along[:, None] - np.arange(nodes))), np.float64)


def straighten(image: NDArray[np.uint8]) -> FlatPage:
    """The sheet of paper in a picture, or all of it where none is seen, level, its light evened out."""
    return sheet_cut_out(image) or whole_picture(image)


def sheet_cut_out(image: NDArray[np.uint8]) -> FlatPage | None:
    """The bright sheet in a picture; None where none of a sheet's shape is seen."""
    return _sheet(image)


def whole_picture(image: NDArray[np.uint8]) -> FlatPage:
    """All of a picture, as a scan shows a page."""
    return _levelled(*_whole(_grey(image)))


def as_drawn(image: NDArray[np.uint8]) -> FlatPage:
    """All of a picture that a program drew: level and evenly lit as it is."""
    return FlatPage(*_whole(_grey(image)))


def dark_screen(image: NDArray[np.uint8]) -> FlatPage | None:
    """A screen with light letters on a dark ground, made dark on light; None where none is seen."""
    return _sheet(np.asarray(255 - image, np.uint8))


def dark_picture(image: NDArray[np.uint8]) -> FlatPage | None:
    """All of a picture of light letters on a dark ground, made dark on light; None of a light one."""
    grey = _grey(image)
    return _levelled(*_whole(np.asarray(255 - grey, np.uint8))) if np.median(grey) < DARK else None


def broken_print(image: NDArray[np.uint8]) -> FlatPage | None:
    """All of a picture in black and white alone, its strokes made to meet: a fax breaks thin letters into
    pieces. None of any other."""
    grey = _grey(image)
    if np.mean((grey > BLACK) & (grey < WHITE)) > MOST_GREY:
        return None
    page = whole_picture(image)
    thick = cv2.erode(page.grey, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (GAP_PX, GAP_PX)))
    soft = cv2.GaussianBlur(thick, (0, 0), GAP_PX / 3)
    return FlatPage(np.asarray(soft, np.uint8), page.to_photo)


def flattenings(image: NDArray[np.uint8]) -> Iterator[FlatPage]:
    """A page made flat in one way after the other, the commonest first."""
    for flatten in (sheet_cut_out, whole_picture, dark_screen, dark_picture, broken_print):
        page = flatten(image)
        if page is not None:
            yield page


def plainly_dark(image: NDArray[np.uint8]) -> bool:
    """Whether the middle of a picture is darker than paper is in any light: a screen with a dark ground."""
    height, width = image.shape[:2]
    middle = image[height // 5 : height * 4 // 5, width // 5 : width * 4 // 5]
    return bool(np.median(middle) < DARKEST_PAPER)


def _sheet(image: NDArray[np.uint8]) -> FlatPage | None:
    sheet = find_sheet(image)
    if sheet is None or not like_a_sheet(sheet):
        return None
    return _levelled(*_cut_out(_grey(image), sheet))


def _grey(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _whole(grey: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    flat = resized(grey, PAGE_PX)
    return flat, np.diag([grey.shape[1] / flat.shape[1], grey.shape[0] / flat.shape[0], 1.0])


def _levelled(flat: NDArray[np.uint8], back: NDArray[np.float64]) -> FlatPage:
    even = even_light(flat, NOMINAL_PX_MM, 255)
    angle = slope(even)
    if angle == 0.0:
        return FlatPage(even, back)
    return FlatPage(np.asarray(_turned(even, angle, 255), np.uint8), back @ _unturned(even, angle))


def _cut_out(
    grey: NDArray[np.uint8], corners: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    width, height = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    scale = PAGE_PX / max(width, height)
    size = (round(width * scale), round(height * scale))
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    flat = cv2.warpPerspective(grey, warp, size, flags=cv2.INTER_AREA | cv2.INTER_CUBIC)
    return np.asarray(flat, np.uint8), np.asarray(np.linalg.inv(warp), np.float64)


def resized(grey: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    """A grey picture of which the longer side has so many pixels."""
    scale = side / max(grey.shape)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def level(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turned so that the lines of text are level."""
    angle = slope(grey)
    return grey if angle == 0.0 else np.asarray(_turned(grey, angle, 255), np.uint8)


def slope(grey: NDArray[np.uint8]) -> float:
    """Degrees by which to turn a page so that its lines are level: the turn whose row sums differ most. 0
    where it is as good as level."""
    small = resized(grey, SEARCH_SIDE)
    ink = (255 - small).astype(np.float32)
    if not ink.any():
        return 0.0
    best = max(np.arange(-STEEPEST, STEEPEST + 0.1, 0.5), key=lambda angle: _stripes(ink, angle))
    fine = max(np.arange(best - 0.4, best + 0.41, 0.1), key=lambda angle: _stripes(ink, angle))
    return 0.0 if abs(fine) < 0.05 else float(fine)


def _stripes(ink: NDArray[np.float32], angle: float) -> float:
    rows = _turned(ink, float(angle), 0).mean(1)
    return float(np.square(np.diff(rows)).sum())


def _turned(
    image: NDArray[np.uint8] | NDArray[np.float32], angle: float, border: int
) -> NDArray[np.float32]:
    height, width = image.shape
    turn = _turn(image.shape, angle)
    turned = cv2.warpAffine(
        image, turn, (width, height), flags=cv2.INTER_LINEAR, borderValue=(border,)
    )
    return np.asarray(turned)


def _turn(shape: tuple[int, ...], angle: float) -> cv2.typing.MatLike:
    return cv2.getRotationMatrix2D((shape[1] / 2, shape[0] / 2), angle, 1.0)


def _unturned(image: NDArray[np.uint8], angle: float) -> NDArray[np.float64]:
    """The homography from points of the turned page to those before."""
    return np.asarray(np.linalg.inv(np.vstack([_turn(image.shape, angle), [0, 0, 1]])), np.float64)
