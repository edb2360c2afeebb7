"""A photo to the pages in it that can be trusted, or refusals that say why and what to do.

Each page goes the same way: its markers tell roughly how it lies, its lines how it bends, its words
whether that is true. What two pages in one photo hide of each other is told before they are judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Box, FormField, Layout
from fairdeal.digitize.page import blocks, checks, words
from fairdeal.digitize.page.checks import (
    Polygon,
    covered_by,
    hidden_by_mark,
    inside,
    outline,
    strays,
)
from fairdeal.digitize.page.light import WHITE, even_light
from fairdeal.digitize.page.markers import (
    Edges,
    Homography,
    Sighting,
    apply,
    edge_widths,
    find_markers,
    invert,
    millimetre_px,
    poses,
    sheets,
)
from fairdeal.digitize.page.register import Registration, refined, register, without
from fairdeal.digitize.page.surface import PX_MM, Surface, flatten, to_photo
from fairdeal.digitize.page.words import Spot
from fairdeal.digitize.trouble import ReadError

LOOK_AGAIN_MM: Final = 0.4
"""A word further from its place than this helps to lay the page anew. Flat pages give 0.3 at most."""
AGAIN_WORDS: Final = 2

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A form found in a photo.

    `image` is the page squared up in colour (blue, green, red), `PX_MM` pixels a millimetre, its bare
    paper at `WHITE`. `markers` are those that the homography rests on, `share` and `residual` those of
    the registration. `covered` are regions, in mm on the page, over which another page lies.
    """

    layout: Layout
    homography: Homography
    surface: Surface
    image: Image
    markers: tuple[int, ...]
    share: float
    residual: float
    px_mm: float
    covered: tuple[Polygon, ...] = ()

    def to_photo(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels of the photo for places (n, 2) in mm on the page."""
        return to_photo(self.homography, self.surface, points)

    def outline(self, box: Box) -> NDArray[np.float64]:
        """The corners (4, 2) of a box in the photo, clockwise from its top left."""
        return self.to_photo(np.array(box.corners, np.float64))

    def covers(self, field: FormField) -> bool:
        """True where another page lies over a part of a field."""
        corners = [corner for box in field.boxes for corner in box.corners]
        return bool(inside(np.array(corners, np.float64), self.covered).any())


@dataclass(frozen=True, slots=True, eq=False)
class _Draft:
    """A page that was followed by its lines and is not yet trusted."""

    layout: Layout
    homography: Homography
    markers: tuple[int, ...]
    registration: Registration
    edges: Edges


def find_page(image: Image, name: str) -> Page:
    """The one form in a colour photo. Raises `ReadError` where none is found that can be trusted."""
    found, refused = find_pages(image, name)
    if len(found) > 1:
        raise ReadError(
            "two-pages",
            f"{name} shows more than one page.",
            "Photograph the pages one by one, nothing else in the picture.",
        )
    if not found:
        raise refused[0]
    return found[0]


def find_pages(image: Image, name: str) -> tuple[list[Page], list[ReadError]]:
    """Every form in a colour photo that can be trusted, and why others in it are not.

    Pages come in the order in which they are read, from the top left of the photo; at least one of
    the two lists holds something.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    sightings = find_markers(grey)
    drafts: list[_Draft] = []
    used: list[Sighting] = []
    found: list[Page] = []
    refused: list[ReadError] = []
    for layout, seen in sheets(sightings):
        try:
            drafts.append(_drafted(image, grey, layout, seen, name))
            used.extend(seen)
        except ReadError as error:
            refused.append(error)
    others = strays(sightings, used)
    for draft in drafts:
        try:
            found.append(_trusted(image, draft, _covered(draft, drafts, others), name))
        except ReadError as error:
            refused.append(_with_size(error, draft, name))
    if not found and not refused:
        refused.append(checks.not_found(len(sightings), name))
    return sorted(found, key=lambda page: float(corners_of(page).sum())), refused


def _drafted(
    image: Image, grey: Image, layout: Layout, sightings: list[Sighting], name: str
) -> _Draft:
    """One form, by its markers and lines. Raises `ReadError` where it cannot even be followed."""
    ways = poses(layout, sightings, (grey.shape[0], grey.shape[1]))
    if not ways:
        raise checks.not_found(len(sightings), name)
    px_mm = _least_px_mm(layout, ways[0][0])
    if px_mm < checks.LEAST_PX_MM:
        raise checks.too_small(px_mm, name)
    homography, markers, registration = _best(layout, image, sightings, ways)
    seen = [one for one in sightings if one.id in markers]
    return _Draft(layout, homography, markers, registration, _edges_mm(layout, grey, seen))


def _with_size(error: ReadError, draft: _Draft, name: str) -> ReadError:
    """Why a page is not trusted: a small one may only seem not to be flat, or not to be sharp."""
    px_mm = _least_px_mm(draft.layout, draft.homography)
    seems = error.code in ("page-not-flat", "page-blurred")
    small = seems and px_mm < checks.ENOUGH_PX_MM
    return checks.too_small(px_mm, name) if small else error


def _covered(
    draft: _Draft, drafts: Sequence[_Draft], others: Sequence[Sighting]
) -> list[tuple[Polygon, ...]]:
    """What other pages in the photo, followed or not, hide of this one: closely, then with more and more
    around."""
    regions = [
        covered_by(
            draft.homography,
            draft.registration,
            (other.layout, other.homography, other.registration),
        )
        for other in drafts
        if other is not draft
    ]
    regions += [
        hidden_by_mark(draft.layout, draft.homography, draft.registration, mark) for mark in others
    ]
    return list(zip(*(each for each in regions if each), strict=True)) or [()]


def _trusted(image: Image, draft: _Draft, covers: Sequence[tuple[Polygon, ...]], name: str) -> Page:
    """The page squared up, if it lies where it was taken to lie; else raises `ReadError`."""
    layout, homography, registration = draft.layout, draft.homography, draft.registration
    if covers[0]:
        registration = without(registration, covers[0])
    size = (image.shape[0], image.shape[1])
    checks.check_inside(layout, homography, registration.surface, size, name)
    checks.check_open(registration, covers[0], name)
    even, seen = _squared(image, draft, registration)
    if _to_lay_anew(_free(seen, covers[0])):
        registration = _laid_by_words(registration, _free(seen, covers[0]))
        even, seen = _squared(image, draft, registration)
    covered = next(
        (each for each in covers if words.out_of_place(_free(seen, each)) is None), covers[-1]
    )
    checks.check_open(registration, covered, name)
    free, share = _free(seen, covered), checks.share_seen(registration, covered)
    px_mm = _least_px_mm(layout, homography)
    checks.check_lines(registration, share, free, draft.edges, px_mm, name)
    checks.check_words(checks.misplaced_words(registration, share, free), draft.edges, name)
    return Page(
        layout,
        homography,
        registration.surface,
        even,
        draft.markers,
        share,
        registration.residual,
        px_mm,
        covered,
    )


def _squared(image: Image, draft: _Draft, registration: Registration) -> tuple[Image, list[Spot]]:
    """The page squared up in even light, and what is seen of its words."""
    flat = flatten(image, draft.homography, draft.layout.page, PX_MM, registration.surface)
    even = even_light(flat, PX_MM, WHITE)
    return even, words.spots(even, draft.layout)


def _free(seen: list[Spot], covered: Sequence[Polygon]) -> list[Spot]:
    """The words over which no other page lies."""
    if not covered:
        return seen
    under = inside(np.array([spot.middle for spot in seen], np.float64), covered)
    return [spot for spot, hidden in zip(seen, under, strict=True) if not hidden]


def _to_lay_anew(seen: Sequence[Spot]) -> bool:
    """True where words lie beside their places, so that they tell more than the lines did."""
    beside = [spot for spot in seen if spot.standing == "here" and spot.distance > LOOK_AGAIN_MM]
    return len(beside) >= AGAIN_WORDS and words.enough(seen)


def _laid_by_words(registration: Registration, seen: Sequence[Spot]) -> Registration:
    """The page's bend, with the words that were seen clearly laid beside its lines."""
    clear = [spot for spot in seen if spot.standing == "here"]
    middles = np.array([spot.middle for spot in clear], np.float64)
    return refined(registration, middles, np.array([spot.shift for spot in clear], np.float64))


def _best(
    layout: Layout,
    image: Image,
    sightings: Sequence[Sighting],
    ways: list[tuple[Homography, tuple[int, ...]]],
) -> tuple[Homography, tuple[int, ...], Registration]:
    """The way the page lies whose printed lines are found best.

    Markers that lie beside the plane of the others (a curl lifts them) do not tell the plane; they
    tell where the page is all the same.
    """
    known = {marker.id: np.array(marker.corners, np.float64) for marker in layout.markers}
    page = np.concatenate([known[one.id] for one in sightings])
    photo = np.concatenate([one.corners for one in sightings])
    found = []
    for homography, markers in ways:
        dark = _line_colour(image, homography, layout)
        seen = apply(invert(homography), photo)
        found.append((homography, markers, register(layout, dark, page, seen)))
    return max(found, key=lambda way: way[2].share)


def _line_colour(image: Image, homography: Homography, layout: Layout) -> NDArray[np.float32]:
    """How much each point of the page is printed like a box line (0 to 1), at `lines.PX_MM`.

    Lines are dark in blue and green. Taking away what is dark in red too (ink, printed words) was
    tried: pictures shrunk by a messenger have too little colour left for that.
    """
    scale = millimetre_px(homography, (layout.page[0] / 2, layout.page[1] / 2))
    while scale > 2 * blocks.PX_MM:
        # Halved first, or thin lines would fall between the pixels that are looked at.
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        homography = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1.0]]) @ homography
        scale /= 2
    flat = flatten(image, homography, layout.page, blocks.PX_MM)
    light = cv2.transform(flat, np.array([[0.5, 0.5, 0.0]], np.float32))
    even = even_light(np.asarray(light, np.uint8), blocks.PX_MM, 255)
    return np.asarray(1.0 - even / np.float32(255.0), np.float32)


def _least_px_mm(layout: Layout, homography: Homography) -> float:
    width, height = layout.page
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return min(millimetre_px(homography, corner) for corner in corners)


def _edges_mm(layout: Layout, grey: Image, seen: Sequence[Sighting]) -> Edges:
    """Widths in mm of the edges of the least sharp marker."""
    sizes = {marker.id: marker.box.width for marker in layout.markers}
    found = [(sizes[one.id], edge_widths(grey, [one])) for one in seen]
    return Edges(
        max((size * edges.usual for size, edges in found), default=0.0),
        max((size * edges.widest for size, edges in found), default=0.0),
    )


def corners_of(page: Page) -> NDArray[np.float64]:
    """The corners (4, 2) of the sheet of paper in the photo, clockwise from its top left."""
    return outline(page.layout, page.homography)
