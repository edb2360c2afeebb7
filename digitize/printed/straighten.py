"""A page straightened: its sheet cut out of the picture, its lines level, its light even."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from itertools import pairwise
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.four_sides import Corners
from fairdeal.digitize.page.surface import Surface, even_light
from fairdeal.records import Point

NARROWEST_SHEET: Final = 0.3
"""A sheet's short side beside its long one: anything narrower is something else."""
MOST_LEAN: Final = 35.0
"""Degrees by which its corners differ from right angles, seen from aside."""


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
LEAST_LEAN: Final = 0.02
"""Letters that lean less are upright. Rules of a table that lean more are seen in pieces."""
MOST_LEANING: Final = 0.4525
"""Edges that lean more, by 24 degrees, are those of slanting strokes."""
LEANS: Final = 181
"""So many leans are counted each on its own, in steps of 0.005; the middle one is upright."""
SMOOTHED: Final = (1, 2, 3, 4, 5, 4, 3, 2, 1)
UNEXPLAINED: Final = 0.5
"""What is left over of the leans of a page's parts, at the one that fits least, beside the most that any of
them leans: of 0.03, -0.02 and -0.005 one made 0.08 at the side of a page that was upright."""
PARTS: Final = 4
"""Of a page, from side to side."""
AN_EDGE: Final = 60.0
"""What Sobel's operator says of an edge at least: its sides differ by some 15 grey levels."""
FEWEST_EDGES: Final = 500
"""Points of such edges from which the letters of a part show how they lean: some ten letters."""
OF_TEXT, OF_RULE = 1, 2
STANDS_OUT: Final = 0.5
"""The usual lean beside the likeliest: 0.05 to 0.47 of 40 pages, 0.55 to 0.68 where the edges of thin pale
letters with serifs and of suits leaned every way, the likeliest by 0.1 on pages cut out rightly."""
AS_UPRIGHT: Final = 0.92
"""Edges are upright as likely as they lean: those of blurred letters, of which the likeliest lean was out by
0.035, had 0.93 and more, also where they did lean; sharp ones that lean by as much, 0.25 to 0.87."""
UNLIKE_OTHERS: Final = 0.03
"""Letters of a part that lean by so much more or less than those of the others let one expect are few, or
mostly of slanting strokes: of 34 pages four had such parts, 0.046 to 0.19 off; the others, 0.028 at most.
Where two have, nobody knows how they lean."""
MOST_LARGER: Final = 1.5
"""A page is made upright if it does not become so many times as large: by a lean of 0.17 its width
grows by a quarter, and a few marks that fan out would ask for any size."""
LEAST_SLOPE: Final = 0.05
"""Lines that slope less are made level as those of bent paper are. Of twenty pages whose sheet was found
right they slope by 0.01 at most at one edge, of two others by 0.16 and 0.18."""
LETTERS: Final = 8
"""A line of eight letters or more shows how it slopes ..."""
LONG: Final = 0.15
"""... if it goes so far across the page, ..."""
FEWEST_ROWS: Final = 4
"""... and at least this many show how the page does ..."""
UNEVEN: Final = 0.004
"""... if most of them are no further from that: they are by 0.0002 to 0.002."""
BAND: Final = 250
"""Rows that are made flat at a time: where each point comes from takes twice the page's memory and more."""
Boxes = NDArray[np.int32]
NO_RULES: Final[Boxes] = np.empty((0, 4), np.int32)


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

    def as_sent(self, scale: float) -> FlatPage:
        """The page with the way back to the photo as it was sent (`Picture.scale`)."""
        middle = 0.5 / scale - 0.5
        back = np.array([[1 / scale, 0, middle], [0, 1 / scale, middle], [0, 0, 1]], np.float64)
        return replace(self, to_photo=back @ self.to_photo)

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

    def squared(self, rows: Sequence[TextRow], rules: Boxes = NO_RULES) -> FlatPage:
        """The page, not yet made flat, with its `rules` and the strokes of its letters upright and its lines
        level: they lean where its sheet was cut out along what is not its edge, on one side more than on the
        other."""
        height, width = self.grey.shape
        lean, slope = leaning(self.grey, rows, rules), sloping(rows, self.grey.shape)
        if lean.most(width) < LEAST_LEAN:
            lean = Leaning()
        if slope.most(height) < LEAST_SLOPE:
            slope = Leaning()
        if lean == slope == Leaning():
            return self
        middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]], np.float64)
        away = [[1, lean.middle, 0], [slope.middle, 1, 0], [-slope.change, -lean.change, 1]]
        back = np.linalg.inv(middle) @ np.array(away, np.float64) @ middle
        corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], np.float64)
        found = cv2.perspectiveTransform(corners, np.linalg.inv(back))[0]
        first, last = np.floor(found.min(0)), np.ceil(found.max(0))
        if (last - first).max() > MOST_LARGER * max(width, height):
            return self  # a few rows of something else than print
        back = back @ np.array([[1, 0, first[0]], [0, 1, first[1]], [0, 0, 1]], np.float64)
        grey = cv2.warpPerspective(
            self.grey, back, [int(side) for side in last - first],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=(255,),
        )  # fmt: skip
        return FlatPage(np.asarray(grey, np.uint8), self.to_photo @ back)

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


@dataclass(frozen=True, slots=True)
class Leaning:
    """How far the strokes of letters go to the right for each pixel down, or lines of text down for each one
    to the right: in the middle of a page, and by how much that changes for each pixel across them."""

    middle: float = 0.0
    change: float = 0.0

    def most(self, size: float) -> float:
        """How far they go at the edge of a page of that size."""
        return abs(self.middle) + abs(self.change) * size / 2


class TextRow(NamedTuple):
    """A line of text on a page: its box, how far it goes down for each pixel to the right, and of how many
    letters it is."""

    left: float
    top: float
    right: float
    bottom: float
    slope: float
    letters: int


def sloping(rows: Sequence[TextRow], shape: tuple[int, ...]) -> Leaning:
    """How the lines of a page slope: in its middle, and by how much that changes for each pixel down. Not at
    all where few are long, or each slopes as it likes: on bent paper, or of a hand."""
    height, width = shape
    long = [row for row in rows if row.letters >= LETTERS and row.right - row.left >= LONG * width]
    if len(long) < FEWEST_ROWS:
        return Leaning()
    at = np.array([(row.top + row.bottom - height) / 2 for row in long])
    slopes = np.array([row.slope for row in long])
    change, middle = np.polyfit(at, slopes, 1, w=[row.right - row.left for row in long])
    uneven = np.median(np.abs(slopes - middle - change * at)) > UNEVEN
    return Leaning() if uneven else Leaning(float(middle), float(change))


def leaning(grey: NDArray[np.uint8], rows: Sequence[TextRow], rules: Boxes = NO_RULES) -> Leaning:
    """How the strokes of a page's letters lean, by the edges of the ink in its rows: in each part of it as
    most of those that are nearly upright. Not at all where there are too few. In parts with upright `rules`
    (boxes) these alone count: all letters of a part may be round or slant."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(half, (0, 0), 1.0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    whose = np.zeros(half.shape, np.uint8)
    for boxes, name in (([row[:4] for row in rows], OF_TEXT), (rules, OF_RULE)):
        for box in boxes:
            left, top, right, bottom = (max(0, round(side / 2)) for side in box)
            whose[top:bottom, left:right] = name
    edge = (np.abs(across) > AN_EDGE) & (np.abs(down) < MOST_LEANING * np.abs(across))
    edge &= whose > 0
    places, of_rule = 2.0 * np.nonzero(edge)[1] - grey.shape[1] / 2, whose[edge] == OF_RULE
    leans, weights = -down[edge] / across[edge], across[edge] ** 2
    found: list[tuple[float, float, int]] = []
    upright, most = 0.0, 0.0
    ends = np.linspace(-0.5, 0.5, PARTS + 1) * grey.shape[1]
    for left, right in pairwise(ends):
        own = (places >= left) & (places < right)
        if (own & of_rule).sum() >= FEWEST_EDGES:
            own &= of_rule
        if (count := int(own.sum())) >= FEWEST_EDGES:
            counts, sides = np.histogram(
                leans[own], LEANS, (-MOST_LEANING, MOST_LEANING), weights=weights[own]
            )
            even = np.convolve(counts, SMOOTHED, "same")
            best = int(even.argmax())
            if np.median(even) > STANDS_OUT * even[best]:
                continue
            upright, most = upright + even[LEANS // 2], most + even[best]
            found.append(((left + right) / 2, (sides[best] + sides[best + 1]) / 2, count))
    if upright >= AS_UPRIGHT * most:
        return Leaning()
    at, lean, sure = (np.array(each) for each in zip(*found, strict=True))
    if len(found) < PARTS - 1:
        return Leaning(float(np.average(lean, weights=sure)))
    change, middle = np.polyfit(at, lean, 1, w=np.sqrt(sure))
    off = np.abs(lean - middle - change * at).max()
    if off > min(UNLIKE_OTHERS, UNEXPLAINED * np.abs(lean).max()):
        usual = float(np.median(lean))
        alike = (np.abs(lean - usual) <= UNLIKE_OTHERS).sum() >= PARTS - 1
        return Leaning(usual) if alike else Leaning()
    return Leaning(float(middle), float(change))


def sheet_cut_out(image: NDArray[np.uint8], corners: Corners) -> FlatPage:
    """The sheet in a picture that has these corners, with what is dark on it dark."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    width, height = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    scale = PAGE_PX / max(width, height)
    size = (round(width * scale), round(height * scale))
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    flat = cv2.warpPerspective(
        _grey(image), warp, size, flags=cv2.INTER_AREA | cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    if np.median(flat) < DARK:
        flat = 255 - flat
    return _levelled(np.asarray(flat, np.uint8), np.asarray(np.linalg.inv(warp), np.float64))


def _kept(
    flatten: Callable[[NDArray[np.uint8]], FlatPage],
) -> Callable[[NDArray[np.uint8]], FlatPage]:
    """The answer for the last picture, kept as long as that is there: several kinds of page ask for it."""
    last: list[tuple[weakref.ref[NDArray[np.uint8]], FlatPage]] = []

    @wraps(flatten)
    def asked(image: NDArray[np.uint8]) -> FlatPage:
        if not last or last[0][0]() is not image:
            page = flatten(image)
            last[:] = [(weakref.ref(image, lambda _: last.clear()), page)]
        return last[0][1]

    return asked


@_kept
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


def flattenings(image: NDArray[np.uint8], corners: Corners | None = None) -> Iterator[FlatPage]:
    """A page made flat in one way after the other, the commonest first; `corners` are those of its sheet,
    where it is seen."""
    if corners is not None and like_a_sheet(corners):
        yield sheet_cut_out(image, corners)
    yield whole_picture(image)
    for flatten in (dark_picture, broken_print):
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
