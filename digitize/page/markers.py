"""The black marks of a form: found, measured for sharpness, sorted by sheet, and where their page lies."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import MARKER_DICTIONARY, Layout, of_marker

SEARCH_SIDE: Final = 1800
"""Longer side, in pixels, of the picture in which markers are looked for first: a marker of 9.5 mm is
then still 30 pixels wide where the page fills half the picture."""
MORE_SIDES: Final = (3200, 1100)
"""Sides tried where markers are missing: finer for a page far away, coarser for a blurred one."""
ENOUGH: Final = 4
"""Markers after which no further search is worth its time."""
REFINE_SHARE: Final = 0.06
"""Corners are refined within this share of the marker's side: less than half a module (1/6)."""
SAME_PLACE: Final = 0.5
"""Two sightings of a number nearer than this share of the marker's side are one marker."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A marker seen: its number and its corners (4, 2) in pixels, in the marker's own order."""

    id: int
    corners: NDArray[np.float64]

    @property
    def side(self) -> float:
        """Mean side in pixels."""
        edges = self.corners - np.roll(self.corners, 1, axis=0)
        return float(np.linalg.norm(edges, axis=1).mean())


def find_markers(grey: NDArray[np.uint8]) -> list[Sighting]:
    """Every marker of the forms' dictionary in a grey picture, corners to a fraction of a pixel.

    The same number may occur more than once: then there is more than one page in the picture.
    """
    found: list[Sighting] = []
    for side in (SEARCH_SIDE, *MORE_SIDES):
        scale = min(1.0, side / max(grey.shape))
        found.extend(_new(_search(grey, scale), found))
        if len({sighting.id for sighting in found}) >= ENOUGH:
            break
    return [Sighting(sighting.id, _refined(grey, sighting)) for sighting in found]


def _search(grey: NDArray[np.uint8], scale: float) -> list[Sighting]:
    small = (
        cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if scale < 1.0
        else grey
    )
    corners, ids, _ = _detector().detectMarkers(small)
    if ids is None:
        return []
    return [
        # The centre of pixel (0, 0) of the smaller picture lies at (1 / scale - 1) / 2 of the larger.
        Sighting(int(number), (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5)
        for number, quad in zip(ids.ravel(), corners, strict=True)
    ]


def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 20
    parameters.minMarkerPerimeterRate = 0.02
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 3
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def _new(found: list[Sighting], known: list[Sighting]) -> list[Sighting]:
    """Those of `found` that are not already among `known`."""
    return [
        one
        for one in found
        if not any(
            one.id == other.id
            and np.linalg.norm(one.corners.mean(0) - other.corners.mean(0))
            < SAME_PLACE * other.side
            for other in known
        )
    ]


def _refined(grey: NDArray[np.uint8], sighting: Sighting) -> NDArray[np.float64]:
    """Corners refined in the full picture; a corner that runs away stays where it was."""
    reach = max(2, round(REFINE_SHARE * sighting.side))
    margin = 3 * reach + 2
    height, width = grey.shape
    start = sighting.corners.astype(np.float32).reshape(-1, 1, 2)
    inside = (
        (start[:, 0, 0] > margin)
        & (start[:, 0, 0] < width - margin)
        & (start[:, 0, 1] > margin)
        & (start[:, 0, 1] < height - margin)
    )
    if not inside.all():
        return sighting.corners
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 0.01)
    moved = cv2.cornerSubPix(grey, start.copy(), (reach, reach), (-1, -1), criteria)
    near = np.linalg.norm((moved - start)[:, 0], axis=1) <= 1.5 * reach
    return np.where(near[:, None], moved[:, 0], start[:, 0]).astype(np.float64)


Homography = NDArray[np.float64]
"""(3, 3), from mm on the page to pixels of the photo."""

OUTLIER_MM: Final = 4.0
"""A marker that lies further than this from where the others put it is not one of this page. A page that
is curled by 10 mm moves its middle markers by about 3."""
DIRECT: Final = 3
"""Markers from which a homography is found without help from the camera."""
FOCAL_LENGTHS: Final = (0.75, 0.95, 1.2)
"""Focal lengths tried, as shares of the photo's longer side: main cameras of phones (24 to 28 mm in
terms of 35 mm film, so 0.67 to 0.78) up to a photo cropped to its page."""


def apply(homography: Homography, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (n, 2) through a homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)


def invert(homography: Homography) -> Homography:
    """From pixels of the photo to mm on the page."""
    return np.asarray(np.linalg.inv(homography), np.float64)


def millimetre_px(homography: Homography, point: tuple[float, float]) -> float:
    """Pixels that a millimetre at a point of the page takes, in the direction where it takes least."""
    around = np.array([point, (point[0] + 1.0, point[1]), (point[0], point[1] + 1.0)])
    mapped = apply(homography, around)
    jacobian = np.stack([mapped[1] - mapped[0], mapped[2] - mapped[0]], axis=1)
    return float(np.linalg.svd(jacobian, compute_uv=False)[-1])


def poses(
    layout: Layout, sightings: Sequence[Sighting], shape: tuple[int, int]
) -> list[tuple[Homography, tuple[int, ...]]]:
    """Ways in which the page may lie, likeliest first, each with the markers that it rests on.

    `shape` is the photo's height and width. Empty where fewer than two markers fit together.
    """
    known = {marker.id: np.array(marker.corners, np.float64) for marker in layout.markers}
    seen = [sighting for sighting in sightings if sighting.id in known]
    if len(seen) >= DIRECT:
        fitted = _direct(known, seen)
        if fitted is not None:
            return [fitted]
    return _with_camera(known, seen, shape) if len(seen) == 2 else []


def _direct(
    known: dict[int, NDArray[np.float64]], seen: list[Sighting]
) -> tuple[Homography, tuple[int, ...]] | None:
    """The homography of three markers or more, those that do not fit left out."""
    while len(seen) >= DIRECT:
        page = np.concatenate([known[sighting.id] for sighting in seen])
        photo = np.concatenate([sighting.corners for sighting in seen])
        found, _ = cv2.findHomography(page, photo, 0)
        if found is None:
            return None
        homography = np.asarray(found, np.float64)
        errors = {
            sighting.id: float(
                np.linalg.norm(
                    apply(invert(homography), sighting.corners) - known[sighting.id], axis=1
                ).mean()
            )
            for sighting in seen
        }
        worst = max(errors, key=errors.__getitem__)
        if errors[worst] <= OUTLIER_MM:
            return (homography, tuple(sorted(errors))) if faces_us(homography, page) else None
        seen = [sighting for sighting in seen if sighting.id != worst]
    return None


def _with_camera(
    known: dict[int, NDArray[np.float64]], seen: list[Sighting], shape: tuple[int, int]
) -> list[tuple[Homography, tuple[int, ...]]]:
    page = np.concatenate([known[sighting.id] for sighting in seen])
    photo = np.concatenate([sighting.corners for sighting in seen])
    flat = np.column_stack([page, np.zeros(len(page))])
    ids = tuple(sorted(sighting.id for sighting in seen))
    ways: list[tuple[float, Homography]] = []
    for share in FOCAL_LENGTHS:
        focal = share * max(shape)
        camera = np.array([[focal, 0, shape[1] / 2], [0, focal, shape[0] / 2], [0, 0, 1.0]])
        ok, turn, shift = cv2.solvePnP(flat, photo, camera, None, flags=cv2.SOLVEPNP_IPPE)
        if not ok:
            continue
        turn, shift = cv2.solvePnPRefineLM(flat, photo, camera, None, turn, shift)
        matrix, _ = cv2.Rodrigues(turn)
        homography = camera @ np.column_stack([matrix[:, 0], matrix[:, 1], shift.ravel()])
        homography = np.asarray(homography / homography[2, 2], np.float64)
        error = float(np.linalg.norm(apply(homography, page) - photo, axis=1).mean())
        if faces_us(homography, page):
            ways.append((error, homography))
    return [(homography, ids) for _, homography in sorted(ways, key=lambda way: way[0])]


def faces_us(homography: Homography, page: NDArray[np.float64]) -> bool:
    """True where no point lies behind the camera and the page is not seen in a mirror."""
    depth = np.column_stack([page, np.ones(len(page))]) @ homography[2]
    return bool((depth > 0).all() and np.linalg.det(homography) > 0)


MIDDLE: Final = 0.6
"""Share of a marker's side that is measured; its corners are left out."""
ACROSS: Final = 0.14
"""Measured this share of the side to both sides of an edge: black border within (1/6 of the side)."""
SAMPLES: Final = 41
LINES: Final = 15
RISE: Final = (0.2, 0.8)
"""The edge's width is where brightness rises from 20 to 80 %: less shy of noise than 10 to 90 %."""
LEAST_CONTRAST: Final = 25.0
"""Grey levels between border and paper; with fewer the edge is not measured."""


@dataclass(frozen=True, slots=True)
class Edges:
    """How wide sharp edges are: the usual one, and those that run in the direction of the widest.

    A phone that moved smears edges across its way and leaves those along it sharp.
    """

    usual: float
    widest: float


def edge_widths(grey: NDArray[np.uint8], sightings: Sequence[Sighting]) -> Edges:
    """Median widths of the markers' outer edges as shares of the marker's side; 0 where none shows."""
    found: dict[int, list[float]] = {0: [], 1: []}
    for sighting in sightings:
        for side in range(4):
            width = _side_width(grey, sighting, side)
            if width is not None:
                found[side % 2].append(width)
    every = found[0] + found[1]
    if not every:
        return Edges(0.0, 0.0)
    return Edges(
        float(np.median(every)), max(float(np.median(each)) for each in found.values() if each)
    )


def _side_width(grey: NDArray[np.uint8], sighting: Sighting, side: int) -> float | None:
    start, end = sighting.corners[side], sighting.corners[(side + 1) % 4]
    inwards = sighting.corners.mean(0) - (start + end) / 2
    inwards /= np.linalg.norm(inwards)
    along = np.linspace((1 - MIDDLE) / 2, (1 + MIDDLE) / 2, LINES)[:, None, None]
    across = np.linspace(-ACROSS, ACROSS, SAMPLES)[None, :, None] * sighting.side
    points = (start + along * (end - start) + across * inwards).astype(np.float32)
    profile = cv2.remap(
        grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mean = np.asarray(profile, np.float64).mean(0)
    light, dark = mean[: SAMPLES // 4].mean(), mean[-SAMPLES // 4 :].mean()
    if light - dark < LEAST_CONTRAST:
        return None
    share = (mean - dark) / (light - dark)
    high = int(np.argmax(share < RISE[1]))
    low = int(np.argmax(share < RISE[0]))
    return None if low <= high else (low - high) * 2 * ACROSS / (SAMPLES - 1)


BELONGS_MM: Final = 2 * OUTLIER_MM
"""A marker this near to where three others put it is of their sheet: three near ones foretell a far one
badly where the paper is curled. `Pose` looks at them all together afterwards."""
MOST_SAMPLES: Final = 2000
"""Threes that are tried: all of them up to four sheets of one form."""
LEAST: Final = 2
"""Markers without which a sheet is not looked for; a single one may be a pattern that looks like it."""

Known = dict[int, NDArray[np.float64]]


def sheets(sightings: Sequence[Sighting]) -> list[tuple[Layout, list[Sighting]]]:
    """The forms in a photo, each with its own markers, those with the most markers first."""
    forms = {form.form: form for one in sightings if (form := of_marker(one.id)) is not None}
    found: list[tuple[Layout, list[Sighting]]] = []
    for layout in forms.values():
        own = {marker.id for marker in layout.markers}
        seen = [one for one in sightings if one.id in own]
        found.extend((layout, group) for group in _apart(layout, seen))
    return sorted(found, key=lambda sheet: -len(sheet[1]))


def _apart(layout: Layout, seen: list[Sighting]) -> Iterator[list[Sighting]]:
    """The markers of one form, sheet by sheet."""
    known = {marker.id: np.array(marker.corners, np.float64) for marker in layout.markers}
    while len({one.id for one in seen}) >= LEAST:
        group = _together(known, seen)
        if not group:
            # Two markers fit whatever they are; of more than two, nobody knows which belong together.
            if len(seen) == LEAST:
                yield seen
            return
        yield group
        seen = [one for one in seen if one not in group]


def _together(known: Known, seen: list[Sighting]) -> list[Sighting]:
    """The largest set of markers, each number once, that one flat sheet explains; may be empty."""
    if len({one.id for one in seen}) == len(seen) and _all_fit(known, seen):
        return seen
    best: list[Sighting] = []
    least = float("inf")
    for sample in itertools.islice(itertools.combinations(seen, DIRECT), MOST_SAMPLES):
        if len({one.id for one in sample}) < DIRECT or not _all_fit(known, sample):
            continue
        group, error = _near(known, seen, sample)
        if (len(group), -error) > (len(best), -least):
            best, least = group, error
    return best


def _all_fit(known: Known, sample: Sequence[Sighting]) -> bool:
    homography = _fitted(known, sample)
    return homography is not None and max(_errors(known, sample, homography)) <= OUTLIER_MM


def _near(
    known: Known, seen: Sequence[Sighting], sample: Sequence[Sighting]
) -> tuple[list[Sighting], float]:
    """The markers near to where a sample puts them, of each number the nearest; and how near."""
    homography = _fitted(known, sample)
    if homography is None:
        return [], float("inf")
    nearest: dict[int, tuple[float, Sighting]] = {}
    for error, one in zip(_errors(known, seen, homography), seen, strict=True):
        if error <= BELONGS_MM and error < nearest.get(one.id, (float("inf"), one))[0]:
            nearest[one.id] = (error, one)
    return [one for _, one in nearest.values()], sum(error for error, _ in nearest.values())


def _fitted(known: Known, sample: Sequence[Sighting]) -> NDArray[np.float64] | None:
    """The view of a flat sheet that explains markers best, None where there is none."""
    if len(sample) < DIRECT:
        return None
    page = np.concatenate([known[one.id] for one in sample])
    found, _ = cv2.findHomography(page, np.concatenate([one.corners for one in sample]), 0)
    if found is None or abs(np.linalg.det(found)) < 1e-12:
        return None
    homography = np.asarray(found, np.float64)
    return homography if faces_us(homography, page) else None


def _errors(known: Known, seen: Sequence[Sighting], homography: NDArray[np.float64]) -> list[float]:
    """How far markers lie from where a view puts them, in mm."""
    back = invert(homography)
    return [
        float(np.linalg.norm(apply(back, one.corners) - known[one.id], axis=1).mean())
        for one in seen
    ]
