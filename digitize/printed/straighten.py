"""The sheet of paper in a photograph, found by its brightness or by its edges.

Paper is brighter than most tables, and then one grey level parts them. Where a shadow lies across the sheet,
or it is no brighter than what it lies on, its four edges tell, and their colours: two straight lines one way
and two the other, of which most is seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.surface import Surface, even_light
from fairdeal.records.transcript import Point

SHEET_SIDE: Final = 800
"""Pixels of the longer side in which the sheet is looked for."""
LEAST_SHEET: Final = 0.2
"""Share of the picture that the sheet takes at least; smaller things are something else."""
NARROWEST_SHEET: Final = 0.5
"""A sheet's short side beside its long one: anything narrower is something else."""
MOST_LEAN: Final = 35.0
"""Degrees by which its corners differ from right angles, seen from aside; a gradient of the light makes other
shapes."""
TEXT_PX: Final = 15
"""Text is closed away so far, that the sheet is one bright thing."""
EDGE_LEVELS: Final = (6, 16)
"""Grey levels of an edge: where one goes on, and where one begins."""
SHORTEST_PX: Final = 60
"""The sides of a sheet are seen as straight edges at least so long ..."""
BROKEN_PX: Final = 40
"""... that may be broken for so long."""
SAME_LINE: Final = (0.03, 8.0)
"""Edges are of one line if they differ by less than this in direction (radians) and in distance (pixels)."""
MOST_LINES: Final = 8
"""Lines that are tried each way, the longest."""
SAMPLES: Final = 50
"""Points of each side that are looked at."""
NEAR_PX: Final = 6.0
"""An edge is on a side if it is no further from it: a sheet that was folded bends there."""
FEWEST_POINTS: Final = 20
"""So many points of edges tell where a side runs."""
PLAIN: Final = 0.75
"""Share of its sides at which a plain sheet has edges, on average ..."""
PLAIN_SIDE: Final = 0.2
"""... and the least of any side: one may be no brighter than what it lies on."""
EDGED: Final = 0.5
"""Along so much of its length a side of what is bright has an edge ..."""
SIDES: Final = 2
"""... and so many of its sides, if it is a sheet at all."""
LARGER: Final = 1.15
"""What is bright is less than the sheet if the sheet by its edges is larger by so much ..."""
SAME_CORNER_PX: Final = 10.0
"""... and they share a corner."""

Corners = NDArray[np.float64]


def find_sheet(image: NDArray[np.uint8]) -> Corners | None:
    """Corners (4, 2) of a sheet in a picture, in colour or grey, clockwise from the upper left; None where
    there is none."""
    scale = min(1.0, SHEET_SIDE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    bare = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((TEXT_PX, TEXT_PX), np.uint8))
    closed: NDArray[np.uint8] = np.asarray(cv2.GaussianBlur(bare, (5, 5), 0), np.uint8)
    edges = _edges(closed)
    far = cv2.distanceTransform(255 - edges, cv2.DIST_L2, 3)
    bright, ruled = _bright(closed), _of_lines(edges, far)
    if bright is None or ruled is None:
        # The light of a room has no edges, a shadow one.
        edges_seen = 0 if bright is None else sum(share >= EDGED for share in _shares(bright, far))
        found = bright if edges_seen >= SIDES else ruled
    else:
        found = bright if _plain(bright, far) and not _cut_short(bright, ruled) else ruled
    return None if found is None else (found + 0.5) / scale - 0.5


def _cut_short(bright: Corners, ruled: Corners) -> bool:
    """Whether what is bright is a part of a larger sheet, of which a shadow hides the rest: they share a
    corner. The frame round a screen shares none with it."""
    smaller = cv2.contourArea(bright.astype(np.float32)) * LARGER < cv2.contourArea(
        ruled.astype(np.float32)
    )
    return smaller and bool((np.abs(bright - ruled).max(1) <= SAME_CORNER_PX).any())


def _in_order(corners: Corners) -> Corners:
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    return np.asarray(np.roll(corners, -int(np.argmin(corners.sum(1))), axis=0), np.float64)


def _bright(closed: NDArray[np.uint8]) -> Corners | None:
    """The corners of the largest bright thing, if it has four and is large enough."""
    grey = cv2.cvtColor(closed, cv2.COLOR_BGR2GRAY) if closed.ndim == 3 else closed
    _, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(largest) < LEAST_SHEET * mask.size:
        return None
    hull = cv2.convexHull(largest)
    quad = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    return _in_order(quad.astype(np.float64)) if len(quad) == 4 else None


def _edges(closed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The edges in a picture, of brightness and of colour."""
    if closed.ndim == 2:
        return np.asarray(cv2.Canny(closed, *EDGE_LEVELS), np.uint8)
    parts = cv2.split(cv2.cvtColor(closed, cv2.COLOR_BGR2LAB))
    found = [cv2.Canny(part, *EDGE_LEVELS) for part in parts]
    return np.asarray(np.maximum.reduce(found), np.uint8)


def _of_lines(edges: NDArray[np.uint8], far: cv2.typing.MatLike) -> Corners | None:
    """The corners of the four straight lines, two each way, that edges show best round the largest part of
    the picture."""
    level, upright = _lines(edges)
    best: Corners | None = None
    most = 0.0
    for first, second in combinations(level, 2):
        for third, fourth in combinations(upright, 2):
            corners = _corners(first, second, third, fourth)
            if corners is None or not _inside(corners, edges.shape):
                continue
            area = cv2.contourArea(corners.astype(np.float32)) / edges.size
            if area < LEAST_SHEET or 1 + area / 2 <= most or not like_a_sheet(corners):
                continue
            shares = _shares(corners, far)
            score = sum(shares) / 4 + area / 2
            if score > most and sum(shares) / 4 >= PLAIN and min(shares) >= PLAIN_SIDE:
                best, most = corners, score
    return None if best is None else _in_order(_fitted(best, edges))


def _fitted(corners: Corners, edges: NDArray[np.uint8]) -> Corners:
    """The corners with each side where the edges along it run, not only its longest piece."""
    points = np.argwhere(edges > 0)[:, ::-1].astype(np.float64)
    sides: list[Corners] = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / np.hypot(*(end - start))
        off = points - start
        near = np.abs(off[:, 0] * along[1] - off[:, 1] * along[0]) <= NEAR_PX
        near &= (off @ along > 0) & (off @ along < np.hypot(*(end - start)))
        if near.sum() < FEWEST_POINTS:
            return corners
        x, y, x0, y0 = np.ravel(
            cv2.fitLine(points[near].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)
        )
        sides.append(np.array([(x0, y0), (x0 + x, y0 + y)], np.float64))
    found = [_meet(sides[at - 1], sides[at]) for at in range(4)]
    return corners if any(point is None for point in found) else np.array(found, np.float64)


def _lines(edges: NDArray[np.uint8]) -> tuple[list[Corners], list[Corners]]:
    """The longest lines that run about level, and those about upright, each as its two ends."""
    found = cv2.HoughLinesP(edges, 1, np.pi / 360, SHORTEST_PX, None, SHORTEST_PX, BROKEN_PX)
    pieces = [] if found is None else [each.reshape(2, 2).astype(float) for each in found]
    pieces.sort(key=lambda piece: -float(np.hypot(*(piece[1] - piece[0]))))
    kept: tuple[list[Corners], list[Corners]] = ([], [])
    for piece in pieces:
        along = np.abs(piece[1] - piece[0])
        group = kept[int(along[1] > along[0])]
        if len(group) < MOST_LINES and not any(_same(piece, other) for other in group):
            group.append(piece)
    return kept


def _same(piece: Corners, line: Corners) -> bool:
    """Whether a piece of an edge lies on a line that a longer one shows."""
    along, other = line[1] - line[0], piece[1] - piece[0]
    length = float(np.hypot(*along))
    turn = abs(along[0] * other[1] - along[1] * other[0]) / (length * float(np.hypot(*other)))
    off = piece.mean(0) - line[0]
    apart = abs(along[0] * off[1] - along[1] * off[0]) / length
    return bool(turn < SAME_LINE[0] and apart < SAME_LINE[1])


def _corners(first: Corners, second: Corners, third: Corners, fourth: Corners) -> Corners | None:
    """Where two level and two upright lines meet, going round."""
    found = [_meet(first, third), _meet(first, fourth), _meet(second, fourth), _meet(second, third)]
    if any(point is None for point in found):
        return None
    corners = np.array(found, np.float64)
    return corners if cv2.isContourConvex(corners.astype(np.float32)) else None


def _meet(one: Corners, other: Corners) -> NDArray[np.float64] | None:
    first = np.cross([*one[0], 1.0], [*one[1], 1.0])
    second = np.cross([*other[0], 1.0], [*other[1], 1.0])
    x, y, w = np.cross(first, second)
    return None if abs(w) < 1e-6 else np.array([x / w, y / w])


def _inside(corners: Corners, shape: tuple[int, ...]) -> bool:
    height, width = shape[:2]
    x, y = corners[:, 0], corners[:, 1]
    return bool(x.min() >= 0 and y.min() >= 0 and x.max() < width and y.max() < height)


def like_a_sheet(corners: Corners) -> bool:
    """Whether four corners are those of a sheet of paper, as far as its sides and angles tell."""
    along = corners - np.roll(corners, -1, axis=0)
    sides = np.linalg.norm(along, axis=1)
    width, height = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    lean = np.abs((along * np.roll(along, 1, axis=0)).sum(1)) / (sides * np.roll(sides, 1))
    return bool(
        min(width, height) >= NARROWEST_SHEET * max(width, height)
        and lean.max() <= np.sin(np.radians(MOST_LEAN))
    )


def _plain(corners: Corners, far: cv2.typing.MatLike) -> bool:
    """Whether a sheet has edges along its sides."""
    shares = _shares(corners, far)
    return sum(shares) / 4 >= PLAIN and min(shares) >= PLAIN_SIDE and like_a_sheet(corners)


def _shares(corners: Corners, far: cv2.typing.MatLike) -> list[float]:
    """The share of each side along which an edge is seen. `far` is how far each point is from the nearest
    edge."""
    at = np.linspace(0.02, 0.98, SAMPLES)[:, None]
    shares = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        points = (start + at * (end - start)).round().astype(int)
        x = np.clip(points[:, 0], 0, far.shape[1] - 1)
        y = np.clip(points[:, 1], 0, far.shape[0] - 1)
        shares.append(float((far[y, x] <= NEAR_PX).mean()))
    return shares


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
            corners[0, :, 1] += self.bend.along(corners[0] / NOMINAL_PX_MM, 1) * NOMINAL_PX_MM
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


def _between(nodes: int, pixels: int) -> NDArray[np.float64]:
    """(pixels, nodes): the share that each node of a grid has in each pixel along a side of the page."""
    along = np.linspace(0, nodes - 1, pixels)
    return np.asarray(np.maximum(0, 1 - np.abs(along[:, None] - np.arange(nodes))), np.float64)


def sheet_cut_out(image: NDArray[np.uint8]) -> FlatPage | None:
    """The bright sheet in a picture; None where none of a sheet's shape is seen."""
    sheet = find_sheet(image)
    if sheet is None or not like_a_sheet(sheet):
        return None
    sides = np.linalg.norm(sheet - np.roll(sheet, -1, axis=0), axis=1)
    width, height = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    scale = PAGE_PX / max(width, height)
    size = (round(width * scale), round(height * scale))
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(sheet.astype(np.float32), target)
    flat = cv2.warpPerspective(_grey(image), warp, size, flags=cv2.INTER_AREA | cv2.INTER_CUBIC)
    return _levelled(np.asarray(flat, np.uint8), np.asarray(np.linalg.inv(warp), np.float64))


def whole_picture(image: NDArray[np.uint8]) -> FlatPage:
    """All of a picture, as a scan shows a page."""
    return _levelled(*_whole(_grey(image)))


def as_drawn(image: NDArray[np.uint8]) -> FlatPage:
    """All of a picture that a program drew: level and evenly lit as it is."""
    return FlatPage(*_whole(_grey(image)))


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
    ways = (
        sheet_cut_out,
        whole_picture,
        lambda image: sheet_cut_out(
            np.asarray(255 - image, np.uint8)
        ),  # a screen with light letters
        dark_picture,
        broken_print,
    )
    for flatten in ways:
        page = flatten(image)
        if page is not None:
            yield page


def plainly_dark(image: NDArray[np.uint8]) -> bool:
    """Whether the middle of a picture is darker than paper is in any light: a screen with a dark ground."""
    height, width = image.shape[:2]
    middle = image[height // 5 : height * 4 // 5, width // 5 : width * 4 // 5]
    return bool(np.median(middle) < DARKEST_PAPER)


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
    unturned = np.linalg.inv(np.vstack([_turn(even.shape, angle), [0, 0, 1]]))
    return FlatPage(np.asarray(_turned(even, angle, 255), np.uint8), back @ unturned)


def resized(grey: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    """A grey picture of which the longer side has so many pixels."""
    scale = side / max(grey.shape)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way), np.uint8)


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
    size = (width, height)
    return np.asarray(
        cv2.warpAffine(image, turn, size, flags=cv2.INTER_LINEAR, borderValue=(border,))
    )


def _turn(shape: tuple[int, ...], angle: float) -> cv2.typing.MatLike:
    return cv2.getRotationMatrix2D((shape[1] / 2, shape[0] / 2), angle, 1.0)
