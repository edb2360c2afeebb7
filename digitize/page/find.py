"""A photo to a page that can be trusted, or a refusal that says why and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.forms.layout import Box, Layout, of_marker
from digitize.page import lines, words
from digitize.page.light import even_light
from digitize.page.markers import Sighting, find_markers
from digitize.page.pose import Homography, apply, invert, millimetre_px, poses
from digitize.page.rectify import PX_MM, flatten, to_photo
from digitize.page.register import Registration, register
from digitize.page.sharpness import edge_width
from digitize.page.surface import Surface
from digitize.trouble import ReadError

LEAST_PX_MM: Final = 2.0
"""Pixels a millimetre that the page must have everywhere. A form that fills a 1,200-pixel picture has
4; at 2.0 a pen's stroke is one pixel wide."""
WIDEST_EDGE_MM: Final = 1.3
"""The widest edge (20 to 80 %) of a marker in a photo that is sharp enough: strokes of 0.5 mm that
stand 1 mm apart still part. A sharp photo has 0.15, a 1,200-pixel one 0.4."""
DIM_EDGE_MM: Final = 0.8
"""Where the printed lines cannot be followed and edges are wider than this, blur is the reason."""
DIM_WORDS_MM: Final = 0.6
"""Where edges are wider than this, small figures run together; when printed words seem to be astray,
a sharper photo is what helps."""
LEAST_SHARE: Final = 0.6
"""Share of the line blocks that must be found where they are looked for. Whole pages give over 0.9; a
thumb or a second sheet over a quarter of the page is still told box by box."""
MOST_RESIDUAL_MM: Final = 0.6
"""Boxes of neighbouring rows stand 1.85 mm apart: lines that are off by a third of that are not
followed, they are guessed."""
WHITE: Final = 235
"""Brightness of bare paper in the squared-up page."""

RETAKE: Final = "Lay the page flat and take the photo again, sharp and with all four corners in it."


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A form found in a photo.

    `image` is the page squared up in colour (blue, green, red), `PX_MM` pixels a millimetre, its bare
    paper at `WHITE`. `markers` are those that were seen, `share` and `residual` those of the
    registration, `edge_mm` the width of a sharp edge in the photo.
    """

    layout: Layout
    homography: Homography
    surface: Surface
    image: NDArray[np.uint8]
    markers: tuple[int, ...]
    share: float
    residual: float
    edge_mm: float
    px_mm: float

    def to_photo(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels of the photo for places (n, 2) in mm on the page."""
        return to_photo(self.homography, self.surface, points)

    def outline(self, box: Box) -> NDArray[np.float64]:
        """The corners (4, 2) of a box in the photo, clockwise from its top left."""
        return self.to_photo(np.array(box.corners, np.float64))


def find_page(image: NDArray[np.uint8], name: str) -> Page:
    """The form in a colour photo. Raises `ReadError` where none is found that can be trusted."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    sightings = find_markers(grey)
    layout = _layout(sightings, name)
    ways = poses(layout, sightings, (grey.shape[0], grey.shape[1]))
    if not ways:
        raise _not_found(len(sightings), name)
    homography, markers, registration = _best(layout, image, sightings, ways, name)
    seen = [one for one in sightings if one.id in markers]
    _check_inside(layout, homography, registration.surface, image, name)
    edge_mm = _edge_mm(layout, grey, seen)
    _check_lines(registration, edge_mm, name)
    flat = flatten(image, homography, layout.page, PX_MM, registration.surface)
    even = even_light(flat, PX_MM, WHITE)
    _check_words(even, layout, edge_mm, name)
    return Page(
        layout,
        homography,
        registration.surface,
        even,
        markers,
        registration.share,
        registration.residual,
        edge_mm,
        _least_px_mm(layout, homography),
    )


def _layout(sightings: Sequence[Sighting], name: str) -> Layout:
    """The form that the markers belong to; refuses more than one page."""
    forms = {one.id: form for one in sightings if (form := of_marker(one.id)) is not None}
    if not forms:
        raise _not_found(0, name)
    counts = Counter(form.form for form in forms.values())
    kinds = [form for form, count in counts.items() if count >= 2]
    often = Counter(one.id for one in sightings if one.id in forms)
    if len(kinds) > 1 or sum(count > 1 for count in often.values()) > 1:
        raise ReadError(
            "two-pages",
            f"{name} shows more than one page.",
            "Photograph the pages one by one, nothing else in the picture.",
        )
    chosen = counts.most_common(1)[0][0]
    return next(form for form in forms.values() if form.form == chosen)


def _best(
    layout: Layout,
    image: NDArray[np.uint8],
    sightings: Sequence[Sighting],
    ways: list[tuple[Homography, tuple[int, ...]]],
    name: str,
) -> tuple[Homography, tuple[int, ...], Registration]:
    """The way the page lies whose printed lines are found best."""
    if _least_px_mm(layout, ways[0][0]) < LEAST_PX_MM:
        raise ReadError(
            "page-too-small",
            f"The page is too small in {name} ({_least_px_mm(layout, ways[0][0]):.1f} pixels a"
            f" millimetre; {LEAST_PX_MM} are needed).",
            "Go nearer so that the page fills the picture, and send it in full size.",
        )
    found = []
    for homography, markers in ways:
        dark = _line_colour(image, homography, layout)
        page = np.concatenate([m.corners for m in layout.markers if m.id in markers])
        photo = np.concatenate(
            [one.corners for m in layout.markers for one in sightings if one.id == m.id in markers]
        )
        seen = apply(invert(homography), photo)
        found.append((homography, markers, register(layout, dark, page, seen)))
    return max(found, key=lambda way: way[2].share)


def _line_colour(
    image: NDArray[np.uint8], homography: Homography, layout: Layout
) -> NDArray[np.float32]:
    """How much each point of the page is printed like a box line (0 to 1), at `lines.PX_MM`.

    Lines are dark in blue and green. Taking away what is dark in red too (ink, printed words) was
    tried: pictures shrunk by a messenger have too little colour left for that.
    """
    scale = millimetre_px(homography, (layout.page[0] / 2, layout.page[1] / 2))
    while scale > 2 * lines.PX_MM:
        # Halved first, or thin lines would fall between the pixels that are looked at.
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        homography = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1.0]]) @ homography
        scale /= 2
    flat = flatten(image, homography, layout.page, lines.PX_MM)
    light = cv2.transform(flat, np.array([[0.5, 0.5, 0.0]], np.float32))
    even = even_light(np.asarray(light, np.uint8), lines.PX_MM, 255)
    return np.asarray(1.0 - even / np.float32(255.0), np.float32)


def _least_px_mm(layout: Layout, homography: Homography) -> float:
    width, height = layout.page
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return min(millimetre_px(homography, corner) for corner in corners)


def _check_inside(
    layout: Layout, homography: Homography, surface: Surface, image: NDArray[np.uint8], name: str
) -> None:
    """Every box must lie within the photo."""
    corners = np.array(
        [corner for field in layout.fields for corner in field.outline.corners], np.float64
    )
    places = to_photo(homography, surface, corners)
    height, width = image.shape[:2]
    inside = (
        (places[:, 0] >= -0.5)
        & (places[:, 0] <= width - 0.5)
        & (places[:, 1] >= -0.5)
        & (places[:, 1] <= height - 0.5)
    )
    if not inside.all():
        raise ReadError("page-cut", f"Part of the page lies outside the picture in {name}.", RETAKE)


def _edge_mm(layout: Layout, grey: NDArray[np.uint8], seen: Sequence[Sighting]) -> float:
    """Width in mm of the edges of the least sharp marker."""
    sizes = {marker.id: marker.box.width for marker in layout.markers}
    return max((edge_width(grey, [one]) * sizes[one.id] for one in seen), default=0.0)


def _check_lines(registration: Registration, edge_mm: float, name: str) -> None:
    """Refuses a photo that is blurred, and a page whose lines do not lie where they were followed to."""
    lost = registration.share < LEAST_SHARE or registration.residual > MOST_RESIDUAL_MM
    if edge_mm > (DIM_EDGE_MM if lost else WIDEST_EDGE_MM):
        raise _blurred(edge_mm, name)
    if lost:
        raise ReadError(
            "page-not-flat",
            f"The printed lines of the page cannot be followed in {name}"
            f" ({registration.share:.0%} of them found).",
            "Lay the page flat, with nothing over it, in even light, and take the photo again.",
        )


def _check_words(image: NDArray[np.uint8], layout: Layout, edge_mm: float, name: str) -> None:
    """Refuses a page whose printed words are not where the lines have put them."""
    seen = words.spots(image, layout)
    if not words.enough(seen):
        if edge_mm > DIM_EDGE_MM:
            raise _blurred(edge_mm, name)
        raise ReadError(
            "page-not-flat",
            f"The printed words of the form are not where they should be in {name}.",
            "Lay the page flat, with nothing over it, and take the photo again.",
        )
    wrong = words.out_of_place(seen)
    if wrong is not None and edge_mm > DIM_WORDS_MM:
        raise _blurred(edge_mm, name)
    if wrong is not None:
        raise ReadError(
            "page-not-flat",
            f"The page is too bent or folded in {name}: {wrong}.",
            "Press the page flat, a fold above all, and take the photo again.",
        )


def _blurred(edge_mm: float, name: str) -> ReadError:
    return ReadError(
        "page-blurred",
        f"{name} is blurred: edges on the paper are {edge_mm:.1f} mm wide.",
        "Hold the phone still, wait until it has focused, and take the photo again.",
    )


def _not_found(count: int, name: str) -> ReadError:
    seen = "none of its corner marks was" if not count else f"only {count} of its marks was"
    return ReadError("page-not-found", f"No form was found in {name}: {seen} seen.", RETAKE)


def corners_of(page: Page) -> NDArray[np.float64]:
    """The corners (4, 2) of the sheet of paper in the photo, clockwise from its top left."""
    width, height = page.layout.page
    return apply(
        page.homography, np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    )
