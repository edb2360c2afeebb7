"""The sheet of paper in a picture, distinguished from the table and from other sheets by a small net.

What stands outside of it is painted over in the colour of its paper, so that nothing of it is read. Where no
sheet is seen, or paper all over, the picture stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.four_sides import (
    Corners,
    Mask,
    along_sides,
    line_along,
    meeting_points,
    on_one_line,
    quadrilateral,
)
from fairdeal.digitize.page.sheet_net import SIDE, from_all_sides
from fairdeal.digitize.page.through_print import through_print

LIKELY: Final = 0.5
"""A point is of the sheet from this probability on ..."""
LIKELIER: Final = (0.7, 0.85, 0.95)
"""... or from a higher one: a table is sometimes a little like the sheet ..."""
NO_PAPER: Final = 0.35
"""... and differs by such a share of its brightness: else the rule below a grid cut off the blank paper
beneath it, on five of 40 photographs."""
SURELY: Final = 0.8
"""Mean probability of the points of a sheet that is one; what is less plain is not cut out."""
LEAST_SHEET: Final = 0.08
"""Share of the picture that the sheet takes at least; smaller things are something else."""
TABLE: Final = 0.9
"""From this probability on a point beside a sheet without four corners is of the table: what juts out between
sheets of a ring binder has nearly 1, a thumb or a bent edge less."""
FULL: Final = 0.97
"""From this share on paper fills the picture."""
OTHER_SHEETS: Final = 0.03
"""Share of the picture from which other sheets in it are worth a word."""
LIKE_A_QUADRILATERAL: Final = 0.85
"""Of a sheet and the quadrilateral round it together both have so much."""
HALF_SEEN: Final = 0.5
"""So much of the edge of four straight sides is seen: of five on cards or other sheets 0.58 and more."""
MOSTLY_SEEN: Final = 0.93
PLAINER: Final = 0.02
"""An outline of which less is seen, and so much less than of the straight-sided one, is not the sheet's: so
it was on three of 202 photos. With more of it seen the other was no better, twice worse."""
AS_ALIKE: Final = 0.005  # by 0.003 less was one of which much more was seen
MORE_ALIKE: Final = 0.02
"""An outline that has so much more in common with what the net sees is the sheet's: of one among other sheets
0.98, and 0.955 of that whose side had gone to the edge of another."""
STRAIGHT: Final = 0.95
NO_DOUBT: Final = 0.1
NEARLY_NONE: Final = 0.02
"""A sheet is seen without doubt whose quadrilateral has so much in common with it, but for such a share of
the points within and beyond: so were 100 of 110 photos of one maker and 200 of 274 of another, no scan of
276."""
NEARLY_STRAIGHT: Final = 0.965
DOUBT_INSIDE: Final = 0.2
DOUBT_BEYOND: Final = (0.25, 0.08)
LEFT_BEYOND: Final = (0.09, 0.035)
BEYOND_SHARE: Final = 0.04
"""... or with doubt of such shares of the points within and beyond, where no more than that is left in the
mean, nowhere at the picture's edge or somewhere there: of sheets on white magazines at most 0.15, 0.22 and
0.083, or 0.052 and 0.026, by 0.968; beyond a scan's bright part 0.1 and 0.05. Less beyond tells nothing.
Where hardly any beyond is in doubt `STRAIGHT` will do: of one with a corner in doubt 0.957, by 0.005."""
BEYOND_PX: Final = (4.0, 10.0)
GOES_ON: Final = 0.9
"""Where so much of what is so far beyond a side differs less from the paper than by `NO_PAPER`, it goes on:
so it did on four of 40 photographs; of sheets on cards it was 0.78 at most."""
MAY_GO_ON: Final = 0.06
"""... unless the net sees less of it there: beyond such sides of five photographs 0.13 and more, beyond those
of sheets on printed ones and white checks 0.04 at most."""
MOSTLY_ON: Final = 0.65
"""Where so much is paper and the net sees the sheet in it, that side is kept to the end of the picture: of
one that left the picture it was 0.73, of a ring binder 0.51, of cards that jut out it may be half."""
NEAR_PX: Final = 2.5
"""Its sides are looked for so far outside."""
SEARCH_PX: Final = (12.0, 5.0)
"""A side is looked for so far outside of where the net has it, then again, nearer ..."""
PLAIN_EDGE: Final = 0.09
"""... where the colour changes by such a share: tables on the sheet are a little darker than it."""
IN_DOUBT_PX: Final = 1.5
"""Where it does nowhere near, the side is moved out by so much."""
DIMMEST: Final = 60.0
"""Grey level: what is darker counts as so bright."""
ROUND_PX: Final = 7
"""What juts out of a sheet and is narrower is a part of something else."""
CLOSED_PX: Final = 7
"""Letters are closed away so far. These are pixels of a picture squeezed to `SIDE`."""
EDGE: Final = 0.04
"""The sheet differs by such a share of its brightness from what is beside it, where its edge is seen."""
FRAME_EDGE: Final = 0.25
"""From a dark frame, a screen's on a cloth about as light as the page on it, it differs by so much ..."""
FRAME_PX: Final = 5
"""... once whatever is narrower than this is gone, letters too."""
BESIDE_PX: Final = 3.0
"""Both are looked at so far inside and outside of the edge."""
SHARP_PX: Final = 2
SHARP: Final = 0.5
"""Such a share of the difference lies within so much of the edge, one pixel on either side; a shadow on the
paper, over the seven looked at, has a third there."""
EDGES_SEEN: Final = (0.75, 0.8)
"""Along so much of its border the edge is seen, of a quadrilateral, or of any other shape. With less the
border runs across the paper."""
WITHIN: Final = 0.4
"""So much must be seen of the border that is not at the picture's edge: in scans, which are paper all over, a
tenth of it is at most, in photos with paper beyond their edges half and more."""
SIDE_SEEN: Final = 0.3
"""Where less of one side is seen, the sheet may go on there, and is kept to the end of the picture."""

PLAIN_END: Final = 0.02
"""The net has no doubt of what has less: beyond unseen sides of three sheets on printed ones 0.007 at most,
beyond those of 40 photographed grids 0.17 and more."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """`cover` (SIDE, SIDE) is how likely each point is of the sheet, in the picture squeezed to a square, 0
    where it is not; `corners` (4, 2) are its corners in pixels of the picture, clockwise from the upper left,
    None where it has no four; `others`: whether other sheets are seen."""

    cover: NDArray[np.float32]
    corners: Corners | None
    others: bool

    def around(self, shape: tuple[int, ...]) -> Corners:
        """Its corners in a picture of this shape, or those of the upright box around it if it has no four."""
        if self.corners is not None:
            return self.corners
        left, top, wide, high = cv2.boundingRect((self.cover >= LIKELY).astype(np.uint8))
        box = np.array(
            [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]
        )
        return np.asarray(box * np.array((shape[1], shape[0])) / SIDE - 0.5, np.float64)


def find_sheet(image: NDArray[np.uint8], *, edges: bool = True) -> Sheet | None:
    """The sheet in the middle of a picture in colour; None where there is none, or where it is all there
    is. `edges`: most of its edge must be seen; else a quadrilateral will do that has table on all sides."""
    small = np.asarray(cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
    table, sheet, other = (cv2.resize(each, (SIDE, SIDE)) for each in from_all_sides(small))
    plain = _without_doubt(sheet)
    found = _outlined(small, sheet, LIKELY) if edges else None
    for likely in LIKELIER:
        if found is not None and found.share < 1 and found.corners is not None:
            found = _less(small, found, _outlined(small, sheet, likely))
    if found is None or (found.share < MOSTLY_SEEN and found.corners is not None):
        least = HALF_SEEN if edges and not plain else 0.0
        ways = (_straight_sided(small, sheet, likely, least) for likely in (LIKELY, *LIKELIER))
        found = _plainer(found, next((way for way in ways if way is not None), None))
    found = found or _as_the_net_has_it(small, sheet)
    if found is None:
        return None
    mask, corners, outline = found.mask, found.corners, found.outline
    if corners is None:  # bent, torn or covered: all that may be of it
        middle, size, turn = cv2.minAreaRect(outline.astype(np.float32))
        size = (size[0] + 2 * SEARCH_PX[1], size[1] + 2 * SEARCH_PX[1])
        cover = _filled(cv2.boxPoints((middle, size, turn)))
        cover[cv2.morphologyEx((table >= TABLE).astype(np.uint8), cv2.MORPH_OPEN, ROUND) > 0] = 0
    else:
        seen = np.where(plain | _plain_ends(sheet, corners), 1.0, found.seen)
        halved = through_print(image, _in_picture(corners, image))
        corners = _to_the_end(corners, np.where(halved, 0.0, seen), halved)
        cover = _filled(corners)
    cover[_in_one(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, ROUND) > 0)] = 1
    if float(cover.mean()) > FULL:
        return None
    beside = (other > np.maximum(table, sheet)) & (cover < LIKELY)
    if corners is not None:
        corners = _in_picture(corners, image)
    # A rim of the table, however thin, would be a line around the page.
    cover = np.asarray(cv2.erode(cover, np.ones((3, 3), np.uint8)), np.float32)
    return Sheet(cover, corners, float(beside.mean()) >= OTHER_SHEETS)


def _in_picture(corners: Corners, image: NDArray[np.uint8]) -> Corners:
    """Corners of the squeezed picture in pixels of the picture itself."""
    height, width = image.shape[:2]
    return np.asarray((corners + 0.5) * np.array((width, height)) / SIDE - 0.5, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Outlined:
    """What may be a sheet: its points, corners if it has four, outline, and how much of each side, and of
    all, is seen."""

    mask: Mask
    corners: Corners | None
    outline: Corners
    seen: Corners
    share: float


def _outlined(
    small: NDArray[np.uint8], sheet: NDArray[np.float32], likely: float
) -> _Outlined | None:
    """The largest part of a picture that is as likely of the sheet; None where it cannot be one, or its edge
    is not seen."""
    mask = _in_one(np.asarray(sheet >= likely))
    if not LEAST_SHEET <= float(mask.mean()) <= FULL or float(sheet[mask].mean()) < SURELY:
        return None
    framed = np.asarray(cv2.medianBlur(small, FRAME_PX), np.uint8)
    plain, within = _seen(mask, bare_paper(small, mask), EDGE), _seen(mask, framed, FRAME_EDGE)
    return within if plain is None else _less(small, plain, within)


def _seen(mask: Mask, bare: NDArray[np.uint8], edge: float) -> _Outlined | None:
    """A mask with its corners, if it has four, where its edge is seen in a picture without letters."""
    corners = _corners(mask, bare)
    hull = cv2.convexHull(_contour(mask))
    outline = np.asarray(hull if corners is None else corners, np.float64)
    seen, length, off = _edges_seen(bare, outline, edge)
    share = float((seen * length).sum() / length.sum())
    within = float(((seen - off) * length).sum()) >= WITHIN * float(((1 - off) * length).sum())
    enough = share >= EDGES_SEEN[corners is None] and within
    return _Outlined(mask, corners, outline, seen, share) if enough else None


def _straight_sided(
    small: NDArray[np.uint8], sheet: NDArray[np.float32], likely: float, least: float
) -> _Outlined | None:
    """The largest part of a picture that is as likely if it is nowhere at the picture's edge and most of its
    border runs along four straight sides, whatever juts out of them, of which so much is seen."""
    mask = _in_one(np.asarray(sheet >= likely))
    at_edge = mask[[0, -1]].any() or mask[:, [0, -1]].any()
    if at_edge or float(mask.mean()) < LEAST_SHEET or float(sheet[mask].mean()) < SURELY:
        return None
    corners = along_sides(_contour(mask).reshape(-1, 2).astype(np.float64))
    if corners is None or _alike(mask, corners) < LIKE_A_QUADRILATERAL:
        return None
    bare = bare_paper(small, mask)
    corners = _at_edges(corners, bare, NEAR_PX)
    if np.abs(corners - (SIDE - 1) / 2).max() > SIDE / 2 + NEAR_PX:
        return None
    seen, length, _ = _edges_seen(bare, corners, EDGE)
    share = float((seen * length).sum() / length.sum())
    likely_on, paper_on, both_on = np.array([*_beyond(bare, sheet, corners)]).T
    if share < least or (least and ((likely_on > MAY_GO_ON) & (paper_on >= GOES_ON)).any()):
        return None
    within = mask & (_filled(corners) >= LIKELY)
    ends = (both_on < MOSTLY_ON).astype(np.float64)
    return _Outlined(within, corners, corners, ends, share)


def _plainer(found: _Outlined | None, straight: _Outlined | None) -> _Outlined | None:
    """The straight-sided outline where there is no other, or where it is much more like the other's sheet, or
    as much like it (`AS_ALIKE`) and more of it is seen."""
    if found is None or straight is None or straight.corners is None or found.corners is None:
        return straight if found is None else found
    more = _alike(found.mask, straight.corners) - _alike(found.mask, found.corners)
    plainer = more >= -AS_ALIKE and straight.share >= found.share + PLAINER
    return straight if plainer or more >= MORE_ALIKE else found


def _without_doubt(sheet: NDArray[np.float32]) -> bool:
    """Whether the net sees four straight sides within the picture, the sheet inside of them and nothing of it
    outside, without doubt: so it sees other sheets beneath it of its own colour."""
    mask = _in_one(np.asarray(sheet >= LIKELY))
    if mask[[0, -1]].any() or mask[:, [0, -1]].any() or float(mask.mean()) < LEAST_SHEET:
        return False
    corners = along_sides(_contour(mask).reshape(-1, 2).astype(np.float64))
    if corners is None or _alike(mask, corners) < STRAIGHT:
        return False
    inside, beyond = (each(mask.astype(np.uint8), ROUND) > 0 for each in (cv2.erode, cv2.dilate))
    return bool(
        np.percentile(sheet[inside], 100 * NEARLY_NONE) >= 1 - NO_DOUBT
        and np.percentile(sheet[~beyond], 100 * (1 - NEARLY_NONE)) <= NO_DOUBT
    )


def _as_the_net_has_it(small: NDArray[np.uint8], sheet: NDArray[np.float32]) -> _Outlined | None:
    """Where no edge shows it, four straight sides that the net sees nearly all within, and hardly anything
    beyond."""
    mask = _in_one(np.asarray(sheet >= LIKELY))
    inside = cv2.erode(mask.astype(np.uint8), ROUND) > 0
    beyond = cv2.dilate(mask.astype(np.uint8), ROUND) == 0
    if float(mask.mean()) < LEAST_SHEET or float(beyond.mean()) < BEYOND_SHARE:
        return None
    at_edge = bool(mask[[0, -1]].any() or mask[:, [0, -1]].any())
    doubt = float((sheet[beyond] > NO_DOUBT).mean())
    if (
        float((sheet[inside] < 1 - NO_DOUBT).mean()) > DOUBT_INSIDE
        or doubt > DOUBT_BEYOND[at_edge]
        or float(sheet[beyond].mean()) > LEFT_BEYOND[at_edge]
    ):
        return None
    masks = [_in_one(np.asarray(sheet >= likely)) for likely in (LIKELY, *LIKELIER)]
    ways = ((each, along_sides(_contour(each).reshape(-1, 2).astype(float))) for each in masks)
    # The likelier, the more of its own corners is left out.
    least = STRAIGHT if doubt <= NEARLY_NONE and not at_edge else NEARLY_STRAIGHT
    found = (way for way in ways if way[1] is not None and _alike(way[0], way[1]) >= least)
    mask, corners = next(found, (mask, None))
    if corners is None:
        return None
    corners = np.clip(_at_edges(corners, bare_paper(small, mask), NEAR_PX), -0.5, SIDE - 0.5)
    return _Outlined(mask & (_filled(corners) >= LIKELY), corners, corners, np.ones(4), 1.0)


def _beyond(
    bare: NDArray[np.uint8], sheet: NDArray[np.float32], corners: Corners
) -> Iterator[tuple[float, float, float]]:
    """Of each side how likely what is a little beyond it is of the sheet, how much of it is as its paper, and
    how much is both."""
    near, far = BEYOND_PX
    reach = np.arange(-near, far + 0.1)
    sides = zip(_across(bare, corners, reach), _across(sheet, corners, reach), strict=True)
    for (at, colours), (_, likely) in sides:
        paper = np.median(colours[:, reach <= 1 - BESIDE_PX], axis=(0, 1))
        beyond = (reach >= near) & ((at >= 0) & (at < SIDE)).all(2)
        off = np.abs(colours - paper).max(2) / max(float(paper.max()), DIMMEST)
        paper_there, likely_there = (off < NO_PAPER)[beyond], likely[beyond]
        if not beyond.any():
            yield 0.0, 0.0, 0.0
            continue
        both = float((paper_there & (likely_there >= LIKELY)).mean())
        yield float(np.median(likely_there)), float(paper_there.mean()), both


def _less(small: NDArray[np.uint8], found: _Outlined, other: _Outlined | None) -> _Outlined:
    """The smaller one of two outlines, if more of its edge is seen and what it leaves out is not like the
    paper: a rule across the paper is an edge, too."""
    if other is None or other.corners is None or other.share <= found.share:
        return found
    inside = _filled(other.corners) >= LIKELY
    rest = found.mask & ~inside
    if not rest.any():
        return found
    paper = np.median(small[inside], axis=0)
    off = np.abs(small[rest] - paper).max(1) / max(float(paper.max()), DIMMEST)
    return other if float(np.median(off)) >= NO_PAPER else found


ROUND: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (ROUND_PX, ROUND_PX))


def _contour(mask: Mask) -> NDArray[np.int32]:
    """The border (n, 1, 2) of the largest part of a mask."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    nothing = np.zeros((1, 1, 2), np.int32)
    return np.asarray(max(contours, key=cv2.contourArea, default=nothing), np.int32)


def _in_one(mask: Mask) -> Mask:
    """The largest part of a mask, without holes: a thumb on a sheet leaves none."""
    whole = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(whole, [_contour(mask)], -1, 1, cv2.FILLED)
    return np.asarray((whole > 0) & mask.any())


def _filled(outline: cv2.typing.MatLike) -> NDArray[np.float32]:
    """How much of each point lies within an outline."""
    fine = np.zeros((FINER * SIDE, FINER * SIDE), np.uint8)
    places = (np.asarray(outline, np.float64).reshape(-1, 2) + 0.5) * FINER - 0.5
    cv2.fillPoly(fine, [np.rint(places).astype(np.int32)], 1)
    cover = cv2.resize(fine.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(cover, np.float32)


FINER: Final = 4
"""Outlines are filled so many times as fine."""


def bare_paper(small: NDArray[np.uint8], mask: Mask) -> NDArray[np.uint8]:
    """The squeezed picture without letters: dark ones, or the light ones of a dark screen."""
    around = cv2.medianBlur(small, CLOSED_PX).astype(np.float32)
    light = float((around - small)[mask].sum()) >= 0  # letters are darker than what is around them
    kernel = np.ones((CLOSED_PX, CLOSED_PX), np.uint8)
    way = cv2.MORPH_CLOSE if light else cv2.MORPH_OPEN
    return np.asarray(cv2.morphologyEx(small, way, kernel), np.uint8)


def _edges_seen(
    bare: NDArray[np.uint8], outline: Corners, edge: float
) -> tuple[Corners, Corners, Corners]:
    """Of each side of an outline the share along which what is inside differs from what is outside by such a
    share of its brightness, the side's length, and the share of it at the picture's own edge, which counts as
    seen."""
    points = np.asarray(outline, np.float32).reshape(-1, 2)
    ends = np.roll(points, -1, axis=0)
    length = np.linalg.norm(ends - points, axis=1)
    along = np.linspace(0, 1, SIDE // 8, endpoint=False, dtype=np.float32)[:, None, None]
    at = points + along * (ends - points)
    out = np.stack([ends[:, 1] - points[:, 1], points[:, 0] - ends[:, 0]], 1)
    out *= BESIDE_PX / np.maximum(length, 1e-6)[:, None]
    out *= np.sign(cv2.contourArea(points, oriented=True))
    colours = bare.astype(np.float32)
    across = np.stack(
        [
            cv2.remap(
                colours,
                at[..., 0] + far * out[:, 0],
                at[..., 1] + far * out[:, 1],
                cv2.INTER_LINEAR,
            )
            for far in np.linspace(-1, 1, 2 * int(BESIDE_PX) + 1, dtype=np.float32)
        ]
    )
    within = ((at + out >= 0) & (at + out < SIDE)).all(2)
    off = np.abs(across[0] - across[-1]).max(2)
    sharp = np.abs(across[SHARP_PX:] - across[:-SHARP_PX]).max((0, 3)) >= SHARP * off
    seen = ~within | ((off >= edge * np.maximum(across[0].max(2), DIMMEST)) & sharp)
    return seen.mean(0).astype(np.float64), length.astype(np.float64), 1.0 - within.mean(0)


def _plain_ends(sheet: NDArray[np.float32], corners: Corners) -> NDArray[np.bool_]:
    """At which of four sides the net has no doubt that the sheet ends, whatever its edge looks like: a line
    along which another sheet lies in its shadow looks like a rule."""
    near, far = BEYOND_PX
    reach = np.arange(-far, far + 0.1)
    plain = []
    for at, likely in _across(sheet, corners, reach):
        beyond = (reach >= near) & ((at >= 0) & (at < SIDE)).all(2)
        ends = beyond.any() and np.median(likely[beyond]) <= PLAIN_END
        plain.append(ends and np.median(likely[:, reach <= -near]) >= 1 - PLAIN_END)
    return np.array(plain, np.bool_)


def _to_the_end(corners: Corners, seen: Corners, halved: NDArray[np.bool_]) -> Corners:
    """The corners with each side of which too little is seen moved out to the end of the picture, one that
    runs through print beyond it: the paper may lie askew there."""
    moved = corners.copy()
    for side in np.flatnonzero(seen < SIDE_SEEN):
        for corner, inner in ((side, side - 1), ((side + 1) % 4, (side + 2) % 4)):
            way = corners[corner] - corners[inner]
            room = np.where(way > 0, SIDE - corners[corner], -corners[corner])
            steps = room[way != 0] / way[way != 0]
            if halved[side]:
                main = np.abs(way).argmax()
                steps = room[main : main + 1] / (way[main] or 1.0)
            moved[corner] = corners[corner] + way * max(0.0, float(steps.min(initial=1.0)))
    return moved


def _corners(mask: Mask, bare: NDArray[np.uint8]) -> Corners | None:
    """The corners of the quadrilateral that a mask is, clockwise from the upper left, if it is one, with its
    sides at the edges that are seen near them."""
    seen = corners = quadrilateral(_contour(mask))
    for far in SEARCH_PX:
        corners = _at_edges(corners, bare, far)
    if _alike(mask, corners) < LIKE_A_QUADRILATERAL:  # they went to what lies beyond: large checks
        corners = _at_edges(seen, bare, NEAR_PX)
    return corners if _alike(mask, corners) >= LIKE_A_QUADRILATERAL else None


def _alike(mask: Mask, corners: Corners) -> float:
    """What a mask and a quadrilateral have in common, as a share of both together."""
    drawn = _filled(corners) >= LIKELY
    return float((drawn & mask).sum() / (drawn | mask).sum())


def _at_edges(corners: Corners, bare: NDArray[np.uint8], far: float) -> Corners:
    """The corners once each side runs where the paper's colour ends, near where it was seen."""
    reach = np.arange(-SEARCH_PX[-1], far + 0.1, 0.5)
    lines = []
    for at, colours in _across(bare, corners, reach):
        paper = colours[:, :3].mean(1, keepdims=True)
        off = np.abs(colours - paper).max(2) / np.maximum(paper.max(2), DIMMEST)
        most = off.max(1)
        first = (off >= most[:, None] / 2).argmax(1)
        found = at[np.arange(len(at)), first][most >= PLAIN_EDGE]
        if len(found) < len(at) / 3:
            found = at[[0, -1], int(np.abs(reach - IN_DOUBT_PX).argmin())]
        lines.append(line_along(found, cv2.DIST_HUBER))
    moved = meeting_points(lines)
    return moved if np.abs(moved - corners).max() < 2 * far else corners


def _across(
    picture: NDArray[np.uint8] | NDArray[np.float32], corners: Corners, reach: Corners
) -> Iterator[tuple[Corners, NDArray[np.float32]]]:
    """Of each of four sides places (ways, reach, 2), so far beyond it, and their colours; outside of the
    picture those of its edge."""
    share = np.linspace(0.06, 0.94, SIDE // 4)[:, None, None]
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        out = np.array((end[1] - start[1], start[0] - end[0]))
        out /= max(float(np.linalg.norm(out)), 1e-6)
        at = start + share * (end - start) + reach[None, :, None] * out
        x, y = np.moveaxis(at.astype(np.float32), -1, 0)
        colours = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        yield at, np.asarray(colours, np.float32)


STEP: Final = 0.06
"""Walking outwards on paper, it may end where its colour changes by such a share within `STEP_PX`, ..."""
STEP_PX: Final = 3
ENDS: Final = 3
"""... the first time or, where a shadow lies on it, one of these, ..."""
ON_ONE_LINE: Final = 0.5
"""... if so many of the ways to one side end on one line."""
WAYS: Final = 48
"""To each side: one for every three points or so of a sheet's side."""
INNER: Final = 0.8
"""From the middle of the paper found so far to its corners, the second time; by then the ways are spread over
nearly all of each side."""


def paper_around(image: NDArray[np.uint8], within: Corners) -> Corners | None:
    """The corners of the paper of which four points that surround some of it are given, (4, 2) in pixels,
    clockwise; None where it does not end on four straight lines."""
    height, width = image.shape[:2]
    small = np.asarray(cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
    scale = np.array((SIDE / width, SIDE / height))
    inner = (within + 0.5) * scale - 0.5
    for _ in range(2):
        bare = bare_paper(small, _filled(inner) >= LIKELY)
        sides = zip(inner, np.roll(inner, -1, 0), strict=True)
        lines = [line for side in sides if (line := _end_of_paper(bare, *side)) is not None]
        if len(lines) < len(inner):
            return None
        corners = meeting_points(lines)
        inner = corners.mean(0) + INNER * (corners - corners.mean(0))
    return np.asarray((corners + 0.5) / scale - 0.5, np.float64)


def _end_of_paper(
    bare: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """The line (a, b, c: ax + by + c = 0), on which paper ends beyond one side of what is printed on it."""
    length = float(np.linalg.norm(end - start))
    out = np.array((end[1] - start[1], start[0] - end[0])) / max(length, 1e-6)
    share = np.linspace(0.02, 0.98, WAYS)[:, None, None]
    far = np.arange(1.0, SIDE * 1.5)[None, :, None]
    at = (start + share * (end - start) + far * out).astype(np.float32)
    within: Mask = np.asarray(((at > 0) & (at < SIDE - 1)).all(2))
    colours = cv2.remap(bare, at[..., 0], at[..., 1], cv2.INTER_LINEAR).astype(np.float32)
    paper = np.maximum(colours[:, :2].max((1, 2)), DIMMEST)[:, None]
    change = np.abs(colours[:, STEP_PX:] - colours[:, :-STEP_PX]).max(2) / paper
    beyond = np.pad(colours, ((0, 0), (STEP_PX, STEP_PX), (0, 0)), mode="edge")
    more = np.abs(beyond[:, 3 * STEP_PX :] - beyond[:, : -3 * STEP_PX]).max(2) / paper
    step = (change >= np.maximum(STEP, SHARP * more)) & within[:, STEP_PX:]
    begun = step & ~np.pad(step, ((0, 0), (1, 0)))[:, :-1]
    way, place = np.nonzero(begun & (begun.cumsum(1) <= ENDS))
    points = at[way, place + STEP_PX - 1].astype(np.float64)
    first, second = np.triu_indices(len(points), 1)
    apart = way[second] - way[first] >= WAYS // 4
    best = on_one_line(points, first[apart], second[apart], out)
    return line_along(points[best]) if len(np.unique(way[best])) >= ON_ONE_LINE * WAYS else None
