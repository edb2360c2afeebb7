"""What a page must pass before anything on it is read; each refusal says why and what to do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from fairdeal.digitize.forms.layout import Layout
from fairdeal.digitize.page import words
from fairdeal.digitize.page.overlap import Polygon, inside
from fairdeal.digitize.page.shape.pose import Homography
from fairdeal.digitize.page.shape.rectify import to_photo
from fairdeal.digitize.page.shape.register import Registration
from fairdeal.digitize.page.shape.surface import Surface
from fairdeal.digitize.page.sharpness import Edges
from fairdeal.digitize.page.words import Spot
from fairdeal.digitize.trouble import ReadError

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
"""... but some lines must be seen, or it could not be told which boxes are hidden; and where three of ten
were, a fold put boxes 1 mm off between words that were all at their places."""
LEAST_OPEN: Final = 0.4
"""Share of a page that must lie open where another lies over it."""
AROUND_WORD_MM: Final = 20.0
SEEN_AROUND: Final = 0.5
"""A word astray says nothing where fewer of the line blocks within this distance were found: what is seen
there may be another page's, whose own marks do not show, and every box there is told to be hidden."""
MOST_RESIDUAL_MM: Final = 0.6
"""Boxes of neighbouring rows stand 1.85 mm apart: lines that are off by a third of that are not
followed, they are guessed."""

RETAKE: Final = "Lay the page flat and take the photo again, sharp and with all four corners in it."


def check_inside(
    layout: Layout, homography: Homography, surface: Surface, size: tuple[int, int], name: str
) -> None:
    """Every box must lie within the photo, whose height and width `size` is."""
    corners = np.array(
        [corner for field in layout.fields for corner in field.outline.corners], np.float64
    )
    places = to_photo(homography, surface, corners)
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
    if not words.enough(seen):
        if edges.widest > DIM_EDGE_MM:
            raise _blurred(edges.widest, name)
        raise ReadError(
            "page-not-flat",
            f"The printed words of the form are not where they should be in {name}.",
            "Lay the page flat, with nothing over it, and take the photo again.",
        )
    wrong = words.out_of_place(seen)
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
