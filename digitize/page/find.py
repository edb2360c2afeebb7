"""A photo to the pages in it that can be trusted, or refusals that say why and what to do.

Each page goes the same way: its markers tell roughly how it lies, its lines how it bends, its words
whether that is true. What two pages in one photo hide of each other is shown before they are judged.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Box, FormField, Layout, of_marker
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
from fairdeal.digitize.page.register import LINE_PX_MM, Registration, refined, register, without
from fairdeal.digitize.page.surface import PX_MM, WHITE, Surface, even_light, flatten, to_photo
from fairdeal.digitize.page.words import Spot, enough, out_of_place, spots
from fairdeal.digitize.trouble import ReadError

Polygon = NDArray[np.float64]
"""Corners (4, 2) in mm on a page."""

UPPER_SHARE: Final = 0.6
"""Share of the line blocks of a region that show on the page that is the upper one there. On the lower
one a few match the other's lines by chance."""
FAINT_SHARE: Final = 0.25
CLEARLY: Final = 3.0
"""Where lines are faint, fewer show on either page: the upper one still shows this share, and so many times
the share that shows on the other."""
EDGES_MM: Final = (4.0, 12.0, 25.0)
"""A page over another is assumed to be so much larger to every side: it may be bent at its edges, and it
throws a shade. Where words still seem astray, what looks out from under it is a strip too narrow to be
followed, and is left out with it."""


def corners(layout: Layout, beyond: float = 0.0) -> Polygon:
    """The corners (4, 2) in mm of a sheet of paper, clockwise from its top left; `beyond` mm further out."""
    width, height = layout.page
    return np.array(
        [
            (-beyond, -beyond),
            (width + beyond, -beyond),
            (width + beyond, height + beyond),
            (-beyond, height + beyond),
        ],
        np.float64,
    )


def outline(layout: Layout, homography: Homography, beyond: float = 0.0) -> Polygon:
    """The same corners in the photo."""
    return apply(homography, corners(layout, beyond))


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A page that was followed by its lines and is not yet trusted."""

    layout: Layout
    homography: Homography
    markers: tuple[int, ...]
    registration: Registration
    edges: Edges


def covered_by(page: Draft, other: Draft) -> tuple[Polygon, ...]:
    """The part of a page, in mm on it, that another page covers, at each of `EDGES_MM`; empty where
    it does not cover it.

    Where two pages overlap, the upper one is the one whose printed lines are seen there.
    """
    to_page = invert(page.homography)
    regions = tuple(
        apply(to_page, outline(other.layout, other.homography, beyond)) for beyond in EDGES_MM
    )
    own = share_within(page.registration, regions[0])
    if own is None:
        return ()
    # The rectangle around everything that is printed on a page.
    (left, top), (right, below) = page.registration.blocks.min(0), page.registration.blocks.max(0)
    printed = np.array([(left, top), (right, top), (right, below), (left, below)], np.float64)
    mine = apply(invert(other.homography), apply(page.homography, printed))
    theirs = share_within(other.registration, mine)
    if own >= UPPER_SHARE and (theirs is None or own >= theirs):
        return ()
    if theirs is not None and own >= max(FAINT_SHARE, CLEARLY * theirs):
        return ()
    return regions


def share_within(registration: Registration, region: Polygon) -> float | None:
    """Share of the blocks within a region that were found, None where there are none in it."""
    within = inside(registration.blocks, (region,))
    return float(registration.known[within].mean()) if within.any() else None


def inside(points: NDArray[np.float64], regions: Sequence[Polygon]) -> NDArray[np.bool_]:
    """(n,) which points (n, 2) lie in any of the regions."""
    found = np.zeros(len(points), bool)
    for region in regions:
        contour = region.astype(np.float32).reshape(-1, 1, 2)
        found |= [
            cv2.pointPolygonTest(contour, (float(x), float(y)), False) >= 0 for x, y in points
        ]
    return found


LIKE_MARK_MM: Final = 1.5
"""The corners of a mark lie this near to those of one of its size, where its page lies on the other: what is
further away or nearer, smaller or larger, or a pattern that looks like a mark, tells nothing."""
WELL_WITHIN_MM: Final = 8.0
"""So far within the outline of the other page a mark cannot be seen but above it. Nearer to its edge, which a
curl moves by some millimetres, it may look out from under it."""
OWN_MARK_MM: Final = 25.0
"""A mark of the page's own kind, this near to its place on it, is its own: a sharp fold moves it so far that
it does not fit the others."""


def hidden_by_mark(page: Draft, stray: Sighting) -> tuple[Polygon, ...]:
    """What the page of a mark hides of another one, in mm on that, at each of `EDGES_MM`; empty where it
    hides nothing.

    The two lie on one table, so that one is moved and turned against the other, no more. A mark that is
    seen well within the other page is above it; else the upper one is recognised by its lines.
    """
    other = of_marker(stray.id)
    if other is None:
        return ()
    seen = apply(invert(page.homography), stray.corners)
    known = next(
        np.array(mark.corners, np.float64) for mark in other.markers if mark.id == stray.id
    )
    if other is page.layout and np.linalg.norm(seen - known, axis=1).mean() < OWN_MARK_MM:
        return ()
    turn, shift = _moved(known, seen)
    if np.linalg.norm(known @ turn.T + shift - seen, axis=1).max() > LIKE_MARK_MM:
        return ()
    regions = tuple(corners(other, beyond) @ turn.T + shift for beyond in EDGES_MM)
    if inside(seen, (corners(page.layout, -WELL_WITHIN_MM),)).all():
        return regions
    own = share_within(page.registration, regions[0])
    return () if own is None or own >= UPPER_SHARE else regions


def _moved(
    known: NDArray[np.float64], seen: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The turn (2, 2) and shift (2,) that bring points (n, 2) nearest to others.

    W. Kabsch, "A solution for the best rotation to relate two sets of vectors", Acta Crystallographica
    A 32, 1976; in the plane it is an angle.
    """
    (x, y), (u, v) = (known - known.mean(0)).T, (seen - seen.mean(0)).T
    angle = np.arctan2((x * v - y * u).sum(), (x * u + y * v).sum())
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return turn, seen.mean(0) - turn @ known.mean(0)


LEAST_PX_MM: Final = 1.3
"""Pixels a millimetre that the page must have at its far corner, in the direction in which it is seen
shortest. A form that fills a 1,200-pixel picture has 4; tilted pages that have less than this there are
smaller still than lines and words can be followed in."""
ENOUGH_PX_MM: Final = 2.0
"""From here on a pen's stroke is one pixel wide, and a page that cannot be followed has another reason
than its size. Of a smaller one the words do not say enough in the stead of lines: boxes were 2 mm off between
words that were all at their places."""
WIDEST_EDGE_MM: Final = 1.3
"""The widest edge (20 to 80 %) of a marker in a photo that is sharp enough: strokes of 0.5 mm that
stand 1 mm apart still part. A sharp photo has 0.15, a 1,200-pixel one 0.4."""
DIM_EDGE_MM: Final = 0.6
"""Where edges are wider than this in one direction, thin lines fade and small figures run together: of a page
whose lines or words cannot be followed a sharper photo is then what helps."""
LEAST_SHARE: Final = 0.6
"""Share of the line blocks that must be found where they are looked for. Whole pages give over 0.9; a
thumb or a cup over a quarter of the page is still told box by box."""
VOUCHING_WORDS: Final = 0.9
"""Where so many of the words are at their places, the page lies where it was taken to lie, however few
of its thin lines a small or dim picture shows: there are 170 words or more, on every part of it."""
MANY_WORDS: Final = 0.6
VOUCHED_MM: Final = 25.0
"""... or so many of them, none anywhere else, if no part of the page lies further than this from a word
or a line block that was found."""
LEAST_VOUCHED: Final = 0.4
"""... but some lines must be seen, or it could not be known which boxes are hidden; and where three of ten
were, a fold put boxes 1 mm off between words that were all at their places."""
LEAST_OPEN: Final = 0.4
"""Share of a page that must lie open where another lies over it."""
AROUND_WORD_MM: Final = 20.0
SEEN_AROUND: Final = 0.5
"""A word astray says nothing where fewer of the line blocks within this distance were found: what is seen
there may be another page's, whose own marks do not show, and every box there is reported to be hidden."""
MOST_RESIDUAL_MM: Final = 0.6
"""Boxes of neighbouring rows stand 1.85 mm apart: lines that are off by a third of that are not
followed, they are guessed."""

RETAKE: Final = "Lay the page flat and take the photo again, sharp and with all four corners in it."


def check_inside(
    layout: Layout, homography: Homography, surface: Surface, size: tuple[int, int], name: str
) -> None:
    """Every box must lie within the photo, whose height and width `size` is."""
    outlines = [corner for field in layout.fields for corner in field.outline.corners]
    places = to_photo(homography, surface, np.array(outlines, np.float64))
    height, width = size
    inside = (
        (places[:, 0] >= -0.5)
        & (places[:, 0] <= width - 0.5)
        & (places[:, 1] >= -0.5)
        & (places[:, 1] <= height - 0.5)
    )
    if not inside.all():
        raise ReadError("page-cut", f"Part of the page lies outside the picture in {name}.", RETAKE)


def check_open(registration: Registration, covered: Sequence[Polygon], name: str) -> None:
    """Most of the page must not lie under another."""
    if inside(registration.blocks, covered).mean() > 1 - LEAST_OPEN:
        raise ReadError(
            "page-covered",
            f"Another page lies over most of a page in {name}.",
            "Photograph the two pages one by one, or side by side.",
        )


def share_seen(registration: Registration, covered: Sequence[Polygon]) -> float:
    """Share of the line blocks that were found, of those that no other page covers."""
    free = ~inside(registration.blocks, covered)
    return float(registration.known[free].mean()) if free.any() else 0.0


def check_lines(
    registration: Registration,
    share: float,
    seen: Sequence[Spot],
    edges: Edges,
    px_mm: float,
    name: str,
) -> None:
    """Refuses a photo that is blurred, and a page whose lines do not lie where they were followed to,
    unless its words do. `px_mm` are the pixels that a millimetre has at its far corner."""
    legible = share >= LEAST_VOUCHED and px_mm >= ENOUGH_PX_MM
    vouched = legible and _vouched(registration, seen)
    lost = (share < LEAST_SHARE and not vouched) or registration.residual > MOST_RESIDUAL_MM
    if edges.usual > WIDEST_EDGE_MM:
        raise _blurred(edges.usual, name)
    if lost and edges.widest > DIM_EDGE_MM:
        raise _blurred(edges.widest, name)
    if lost:
        raise ReadError(
            "page-not-flat",
            f"The printed lines of the page cannot be followed in {name} ({share:.0%} of them found).",
            "Lay the page flat, with nothing over it, in even light, and take the photo again.",
        )


def _vouched(registration: Registration, seen: Sequence[Spot]) -> bool:
    """True where the words tell that a page lies where its few lines put it."""
    here = [spot.middle for spot in seen if spot.standing == "here"]
    if len(here) >= VOUCHING_WORDS * len(seen):
        return True
    if len(here) < MANY_WORDS * len(seen) or any(spot.standing == "elsewhere" for spot in seen):
        return False
    known = np.concatenate([registration.blocks[registration.known], np.array(here, np.float64)])
    far = [np.linalg.norm(known - block, axis=1).min() for block in registration.blocks]
    return bool(max(far) <= VOUCHED_MM)


def misplaced_words(registration: Registration, share: float, seen: Sequence[Spot]) -> list[Spot]:
    """The words that tell something of a page: those astray only where its own lines are seen."""
    if share < LEAST_SHARE:
        return list(seen)
    return [
        spot
        for spot in seen
        if spot.standing != "elsewhere" or _seen_around(registration, spot) >= SEEN_AROUND
    ]


def _seen_around(registration: Registration, spot: Spot) -> float:
    """Share of the line blocks around a word that were found; 1 where there are none."""
    away = np.linalg.norm(registration.blocks - np.array(spot.middle), axis=1)
    near = registration.known[away <= AROUND_WORD_MM]
    return float(near.mean()) if len(near) else 1.0


def check_words(seen: Sequence[Spot], edges: Edges, name: str) -> None:
    """Refuses a page whose printed words are not where the lines have put them."""
    if not enough(seen):
        if edges.widest > DIM_EDGE_MM:
            raise _blurred(edges.widest, name)
        raise ReadError(
            "page-not-flat",
            f"The printed words of the form are not where they should be in {name}.",
            "Lay the page flat, with nothing over it, and take the photo again.",
        )
    wrong = out_of_place(seen)
    if wrong is not None and edges.widest > DIM_EDGE_MM:
        raise _blurred(edges.widest, name)
    if wrong is not None:
        raise ReadError(
            "page-not-flat",
            f"The page is too bent or folded in {name}: {wrong}.",
            "Press the page flat, a fold above all, and take the photo again.",
        )


def not_found(count: int, name: str) -> ReadError:
    """No form, and how many of a form's marks were seen."""
    seen = (
        "none of the black corner marks of our forms was seen in it"
        if not count
        else f"of the black marks of a form only {count} {'was' if count == 1 else 'were'} seen in it"
    )
    return ReadError(
        "page-not-found",
        f"No score sheet and no hand log was found in {name}: {seen}.",
        f"If it is the wrong photo, send the right one. If a form is in it: {RETAKE[0].lower()}{RETAKE[1:]}",
    )


def too_small(px_mm: float, name: str) -> ReadError:
    """A page that is too far away. What is just too little is not told as enough."""
    px_mm = math.floor(10 * px_mm) / 10
    return ReadError(
        "page-too-small",
        f"The page is too small in {name} ({px_mm:.1f} pixels a millimetre; {ENOUGH_PX_MM} are needed).",
        "Go nearer so that the page fills the picture, and send it in full size.",
    )


def _blurred(edge_mm: float, name: str) -> ReadError:
    return ReadError(
        "page-blurred",
        f"{name} is blurred: edges on the paper are {edge_mm:.1f} mm wide.",
        "Hold the phone still, wait until it has focused, and take the photo again.",
    )


LOOK_AGAIN_MM: Final = 0.4
"""A word further from its place than this helps to lay the page again. Flat pages give 0.3 at most."""
AGAIN_WORDS: Final = 2

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A form found in a photo.

    `image` is the page squared up in colour (blue, green, red), `PX_MM` pixels a millimetre, its bare
    paper at `WHITE`. `markers` are those that the homography rests on, `share` that of
    the registration. `covered` are regions, in mm on the page, over which another page lies.
    """

    layout: Layout
    homography: Homography
    surface: Surface
    image: Image
    markers: tuple[int, ...]
    share: float
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


def find_pages(image: Image, name: str) -> tuple[list[Page], list[ReadError]]:
    """Every form in a colour photo that can be trusted, and why others in it are not.

    Pages come in the order in which they are read, from the top left of the photo; at least one of
    the two lists holds something.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    sightings = find_markers(grey)
    drafts: list[Draft] = []
    used: list[Sighting] = []
    found: list[Page] = []
    refused: list[ReadError] = []
    for layout, seen in sheets(sightings):
        try:
            drafts.append(_drafted(image, grey, layout, seen, name))
            used.extend(seen)
        except ReadError as error:
            refused.append(error)
    # The marks that no page which could be followed has.
    others = [one for one in sightings if not any(one is other for other in used)]
    for draft in drafts:
        try:
            found.append(_trusted(image, draft, _covered(draft, drafts, others), name))
        except ReadError as error:
            # A small page may only seem not to be flat, or not to be sharp.
            px_mm = _least_px_mm(draft.layout, draft.homography)
            seems = error.code in ("page-not-flat", "page-blurred") and px_mm < ENOUGH_PX_MM
            refused.append(too_small(px_mm, name) if seems else error)
    if not found and not refused:
        refused.append(not_found(len(sightings), name))
    return sorted(found, key=lambda page: float(corners_of(page).sum())), refused


def _drafted(
    image: Image, grey: Image, layout: Layout, sightings: list[Sighting], name: str
) -> Draft:
    """One form, by its markers and lines. Raises `ReadError` where it cannot even be followed."""
    ways = poses(layout, sightings, (grey.shape[0], grey.shape[1]))
    if not ways:
        raise not_found(len(sightings), name)
    px_mm = _least_px_mm(layout, ways[0][0])
    if px_mm < LEAST_PX_MM:
        raise too_small(px_mm, name)
    homography, markers, registration = _best(layout, image, sightings, ways)
    seen = [one for one in sightings if one.id in markers]
    return Draft(layout, homography, markers, registration, _edges_mm(layout, grey, seen))


def _covered(
    draft: Draft, drafts: Sequence[Draft], others: Sequence[Sighting]
) -> list[tuple[Polygon, ...]]:
    """What other pages in the photo, followed or not, hide of this one: closely, then with more and more
    around."""
    regions = [covered_by(draft, other) for other in drafts if other is not draft]
    regions += [hidden_by_mark(draft, mark) for mark in others]
    return list(zip(*(each for each in regions if each), strict=True)) or [()]


def _trusted(image: Image, draft: Draft, covers: Sequence[tuple[Polygon, ...]], name: str) -> Page:
    """The page squared up, if it lies where it was taken to lie; else raises `ReadError`."""
    layout, homography, registration = draft.layout, draft.homography, draft.registration
    if covers[0]:
        registration = without(registration, covers[0])
    size = (image.shape[0], image.shape[1])
    check_inside(layout, homography, registration.surface, size, name)
    check_open(registration, covers[0], name)
    even, seen = _squared(image, draft, registration)
    near = [spot for spot in _free(seen, covers[0]) if spot.standing == "here"]
    beside = sum(spot.distance > LOOK_AGAIN_MM for spot in near)
    if beside >= AGAIN_WORDS and enough(_free(seen, covers[0])):
        # Words lie beside their places, so that they tell more than the lines did.
        middles, shifts = ([getattr(spot, of) for spot in near] for of in ("middle", "shift"))
        registration = refined(registration, np.array(middles), np.array(shifts))
        even, seen = _squared(image, draft, registration)
    covered = next((each for each in covers if out_of_place(_free(seen, each)) is None), covers[-1])
    check_open(registration, covered, name)
    free, share = _free(seen, covered), share_seen(registration, covered)
    px_mm = _least_px_mm(layout, homography)
    check_lines(registration, share, free, draft.edges, px_mm, name)
    check_words(misplaced_words(registration, share, free), draft.edges, name)
    return Page(
        layout,
        homography,
        registration.surface,
        even,
        draft.markers,
        share,
        px_mm,
        covered,
    )


def _squared(image: Image, draft: Draft, registration: Registration) -> tuple[Image, list[Spot]]:
    """The page squared up in even light, and what is seen of its words."""
    flat = flatten(image, draft.homography, draft.layout.page, PX_MM, registration.surface)
    even = even_light(flat, PX_MM, WHITE)
    return even, spots(even, draft.layout)


def _free(seen: list[Spot], covered: Sequence[Polygon]) -> list[Spot]:
    """The words over which no other page lies."""
    if not covered:
        return seen
    under = inside(np.array([spot.middle for spot in seen], np.float64), covered)
    return [spot for spot, hidden in zip(seen, under, strict=True) if not hidden]


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
    while scale > 2 * LINE_PX_MM:
        # Halved first, or thin lines would fall between the pixels that are looked at.
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        homography = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1.0]]) @ homography
        scale /= 2
    flat = flatten(image, homography, layout.page, LINE_PX_MM)
    light = cv2.transform(flat, np.array([[0.5, 0.5, 0.0]], np.float32))
    even = even_light(np.asarray(light, np.uint8), LINE_PX_MM, 255)
    return np.asarray(1.0 - even / np.float32(255.0), np.float32)


def _least_px_mm(layout: Layout, homography: Homography) -> float:
    return min(millimetre_px(homography, (x, y)) for x, y in corners(layout))


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
