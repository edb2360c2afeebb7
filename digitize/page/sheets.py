"""Which markers belong together: every sheet in a photo by itself.

Sheets are told apart by geometry: three markers of one flat sheet fit one view of it to within a few
millimetres, markers of two sheets do not. (Random sample consensus, M. Fischler and R. Bolles,
Communications of the ACM 24, 1981; there are so few markers that every sample is tried.)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Layout, of_marker
from fairdeal.digitize.page.markers import Sighting
from fairdeal.digitize.page.shape.pose import DIRECT, OUTLIER_MM, apply, faces_us, invert

BELONGS_MM: Final = 2 * OUTLIER_MM
"""A marker this near to where three others put it is of their sheet: three near ones foretell a far one
badly where the paper is curled. `digitize.page.shape.pose` looks at them all together afterwards."""
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
