"""Where a photo is dark in thin lines, and which way these lines run.

Lines are ridges of darkness (C. Steger, "An unbiased detector of curvilinear structures", IEEE PAMI 20,
1998): places where the second derivative across is strongly negative. Only the ratio to the paper
beside counts, so that a shadow changes nothing and its edge is not a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected

LONG_SIDE: Final = 1600
"""Pixels of the longer side of the picture in which lines are looked for: a rule of 0.2 mm on a sheet
of A4 that fills it is then one pixel wide."""
SHRINK: Final = 8
"""The paper's brightness is worked out in a picture smaller by this."""
PAPER: Final = 9
"""... as the brightest within this many of its pixels, so that heading bars do not count as paper."""
FINE: Final = 1.1
"""Standard deviation in pixels of the smoothing for thin lines ..."""
COARSE: Final = 2.4
"""... and for thick ones: bars of up to 8 pixels."""
LEAST: Final = 0.011
"""The faintest ridge: a line of one pixel that is 4 in 100 darker than its paper."""
ABOVE_GRAIN: Final = 3.0
"""A ridge is this many times stronger than the usual one around it."""
BLOCK: Final = 64
"""The usual ridge is taken over blocks of that many pixels."""

NONE: Final = 255
"""Where no line runs any way."""

Floats32 = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Ridges:
    """A smaller copy of the photo: `scale` of its pixels make one pixel of the photo.

    `dark` is 0 for paper, 1 for black; `strength` how much a point lies on a dark line (0 where it
    does not); `way` which way the line runs there, in degrees from 0 (along the rows) to 179, `NONE`
    where there is no line.
    """

    scale: float
    dark: Floats32
    strength: Floats32
    way: NDArray[np.uint8]

    def along(self, direction: float, width: float) -> NDArray[np.uint8]:
        """1 where a line runs this way (radians), to within a width, and 0 elsewhere."""
        degrees = np.arange(256)
        off = degrees - np.degrees(direction)
        near = np.abs(off - 180.0 * np.round(off / 180.0)) <= np.degrees(width)
        table = (near & (degrees < 180)).astype(np.uint8)
        return np.asarray(cv2.LUT(self.way, table), np.uint8)

    @property
    def diagonal(self) -> float:
        return float(np.hypot(*self.dark.shape))


def find_ridges(picture: NDArray[np.uint8]) -> Ridges:
    """Dark lines of a picture (blue, green, red)."""
    scale = min(1.0, LONG_SIDE / max(picture.shape[:2]))
    if scale < 1.0:
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = np.asarray(small, np.uint8)
    dark = darkness(picture)
    fine, fine_angle = _ridges(dark, FINE)
    half = cv2.resize(dark, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    coarse, coarse_angle = _ridges(np.asarray(half, np.float32), COARSE / 2)
    size = (dark.shape[1], dark.shape[0])
    coarse = np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR), np.float32)
    coarse_angle = np.asarray(
        cv2.resize(coarse_angle, size, interpolation=cv2.INTER_NEAREST), np.float32
    )
    strength = np.maximum(fine, coarse)
    angle = np.where(coarse > fine, coarse_angle, fine_angle)
    none = strength < _threshold(strength)
    strength[none] = 0.0
    way = cv2.convertScaleAbs(angle, alpha=90.0 / np.pi * 2)
    way[way >= 180] = 0
    way[none] = NONE
    return Ridges(scale, dark, strength, np.asarray(way, np.uint8))


def darkness(picture: NDArray[np.uint8]) -> Floats32:
    """How much darker than the paper around each point is, in the colour that shows it best."""
    size = (max(2, picture.shape[1] // SHRINK), max(2, picture.shape[0] // SHRINK))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    kernel = np.ones((PAPER, PAPER), np.uint8)
    paper = cv2.erode(cv2.dilate(small, kernel), kernel)
    paper = cv2.GaussianBlur(paper, (0, 0), sigmaX=PAPER / 3)
    paper = cv2.resize(paper, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    share = cv2.divide(picture, cv2.max(paper, np.full_like(paper, 8)), scale=200.0)
    channels = cv2.split(share)
    least = channels[0]
    for channel in channels[1:]:
        least = cv2.min(least, channel)
    return np.asarray(np.clip(1.0 - least.astype(np.float32) / 200.0, 0.0, 1.0), np.float32)


def _ridges(dark: Floats32, sigma: float) -> tuple[Floats32, Floats32]:
    """Strength (the negative second derivative across, in units of darkness) and direction."""
    smooth = cv2.GaussianBlur(dark, (0, 0), sigmaX=sigma)
    xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0, ksize=3, scale=0.25 * sigma**2)
    yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2, ksize=3, scale=0.25 * sigma**2)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1, ksize=3, scale=0.25 * sigma**2)
    spread, double = cv2.cartToPolar(xx - yy, 2.0 * xy)
    # The larger eigenvalue belongs to the direction along the line, the smaller one across.
    strength = 0.5 * (spread - xx - yy)
    angle = 0.5 * double  # from 0 to pi
    return np.asarray(np.maximum(strength, 0.0), np.float32), np.asarray(angle, np.float32)


def _threshold(strength: Floats32) -> Floats32:
    """What a ridge must have, at each point."""
    height, width = strength.shape
    rows, columns = max(1, height // BLOCK), max(1, width // BLOCK)
    cut = strength[: rows * (height // rows), : columns * (width // columns)]
    blocks = cut.reshape(rows, height // rows, columns, width // columns)
    blocks = blocks.transpose(0, 2, 1, 3).reshape(rows, columns, -1)[:, :, ::5]
    usual = np.median(blocks, axis=2).astype(np.float32)
    level = np.maximum(LEAST, ABOVE_GRAIN * usual)
    return np.asarray(
        cv2.resize(level, (width, height), interpolation=cv2.INTER_LINEAR), np.float32
    )


Floats = NDArray[np.float64]

SECTORS: Final = 8
"""Directions tried when looking for those that the lines of a photo take."""
SECTOR_WIDTH: Final = np.radians(17.0)
FAMILY_WIDTH: Final = np.radians(33.0)
"""Lines of a family differ by perspective, curl and a trembling hand; strokes of figures by more."""
LEAST_APART: Final = np.radians(40.0)
"""Rows and columns of a sheet tilted by 45 degrees still meet at such an angle."""
SHORTEST: Final = 0.014
"""Pieces shorter than this share of the picture's diagonal are writing or grain."""
THICKEST: Final = 14.0
"""Pixels; what is thicker is not a line."""
MOST: Final = 8000
"""Specks looked at, the longest: bounds time on a picture of cloth."""
STEP: Final = 2
"""Pixels along a line in which it has one place."""
APART: Final = 2.5
"""Pixels across that part two lines."""
JUMP: Final = 2.0
"""Pixels that a line may move across in a step: one that runs 33 degrees off its family does 1.3."""
SKIPPED: Final = 2
"""Steps that a line may be hidden where another one crosses it."""
SPECK: Final = 0.45
"""Smaller specks than this share of the shortest piece are not part of a line."""
ROUGH: Final = 0.5
"""Pixels by which the middle of a line is usually off its own smooth course; grain is off by more."""
SPLIT_SHARE: Final = 0.6
"""Between strokes that touch it, a line's pieces may be shorter."""
SMOOTHED: Final = 9
"""Steps along a line over which outliers (a stroke that touches it) are shown."""
OUTLIER: Final = 2.5
GAP: Final = 8.0
"""Pixels that a line may always be interrupted: other lines cross it there."""
GAP_SHARE: Final = 0.3
"""... or this share of its length."""
LONGEST_GAP: Final = 0.05
"""... but never more than this share of the picture's diagonal."""
OFF: Final = 2.5
"""Pixels that pieces of one line may miss each other by ..."""
OFF_SHARE: Final = 0.07
"""... and for each pixel of the gap."""
SLOPE_PX: Final = 60
"""A line's end points where its last so many pixels do."""


@dataclass(frozen=True, eq=False)
class Rule:
    """A line in the frame of its family: `across` (n,) pixels at whole pixels `along` (n,), ascending."""

    along: NDArray[np.int64]
    across: Floats

    @property
    def start(self) -> float:
        return float(self.along[0])

    @property
    def end(self) -> float:
        return float(self.along[-1])

    @property
    def length(self) -> float:
        return self.end - self.start + 1.0

    @cached_property
    def slopes(self) -> tuple[float, float]:
        """Slopes at start and end; short lines are taken to run more like their family."""
        answer = []
        for part in (
            self.along <= self.along[0] + SLOPE_PX,
            self.along >= self.along[-1] - SLOPE_PX,
        ):
            x = self.along[part].astype(np.float64)
            y = self.across[part]
            x = x - x.mean()
            answer.append(float((x * (y - y.mean())).sum() / ((x * x).sum() + 300.0)))
        return answer[0], answer[1]

    def at(self, along: Floats) -> Floats:
        """Where the line is, or would be if it went on straight."""
        first, last = self.slopes
        inside = np.interp(along, self.along, self.across)
        before = np.minimum(along - self.along[0], 0.0) * first
        after = np.maximum(along - self.along[-1], 0.0) * last
        return np.asarray(inside + before + after, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Lines that run nearly along `direction` (radians, 0 along the picture's rows)."""

    direction: float
    rules: tuple[Rule, ...]

    @property
    def axis(self) -> Floats:
        return np.array([np.cos(self.direction), np.sin(self.direction)])

    @property
    def normal(self) -> Floats:
        return np.array([-np.sin(self.direction), np.cos(self.direction)])

    def points(self, along: Floats, across: Floats) -> Floats:
        """Pixels (n, 2) of places given in the family's frame."""
        return np.asarray(along[:, None] * self.axis + across[:, None] * self.normal, np.float64)


def turned(angle: NDArray[np.float32], by: float) -> NDArray[np.float32]:
    """Angles less `by`, from -pi/2 to pi/2: lines have no front end."""
    rest = angle - np.float32(by)
    return np.asarray(rest - np.pi * np.round(rest / np.pi), np.float32)


def directions(ridges: Ridges) -> tuple[float, float] | None:
    """The two ways that the long lines of a picture run; the first nearer to its rows."""
    shortest = SHORTEST * ridges.diagonal
    shortest /= 2
    height, width = ridges.dark.shape[0] // 2, ridges.dark.shape[1] // 2
    weight, where = [], []
    for sector in range(SECTORS):
        middle = np.pi * sector / SECTORS
        mask = ridges.along(middle, SECTOR_WIDTH)[: 2 * height, : 2 * width]
        # At half the size: any of four.
        mask = mask[::2, ::2] | mask[1::2, ::2] | mask[::2, 1::2] | mask[1::2, 1::2]
        _, stats, _ = connected(mask)
        size = np.hypot(stats[1:, cv2.CC_STAT_WIDTH], stats[1:, cv2.CC_STAT_HEIGHT])
        long = (size > 2 * shortest) & (stats[1:, cv2.CC_STAT_AREA] < THICKEST / 2 * size)
        if not long.any():
            continue
        # The box's diagonal is the direction; which of the two diagonals, the sector knows.
        wide, high = stats[1:, cv2.CC_STAT_WIDTH][long], stats[1:, cv2.CC_STAT_HEIGHT][long]
        lean = np.arctan2(high - 3.0, wide - 3.0)
        both = np.stack([lean, -lean]).astype(np.float32)
        off = np.abs(turned(both, middle))
        where.append(np.where(off[0] <= off[1], both[0], both[1]))
        weight.append(size[long])
    if not where:
        return None
    angles, weights = np.concatenate(where), np.concatenate(weight)
    bins = np.arange(180) * np.pi / 180
    near = np.exp(-0.5 * (turned((angles[:, None] - bins).astype(np.float32), 0) / 0.07) ** 2)
    votes = (near * weights[:, None]).sum(0)
    first = int(votes.argmax())
    apart = np.abs(turned((bins - bins[first]).astype(np.float32), 0.0))
    votes = np.where(apart < LEAST_APART, 0.0, votes)
    crossing = float(bins[int(votes.argmax())]) if votes.any() else float(bins[first]) + np.pi / 2
    pair = np.asarray([bins[first], crossing], np.float32)
    pair = turned(pair, 0.0)
    level = int(np.abs(pair).argmin())
    along, down = float(pair[level]), float(pair[1 - level])
    # Columns run downwards.
    return along, down if down > along else down + np.pi


def family(ridges: Ridges, direction: float) -> Family:
    """The rules of a picture that run nearly along a direction."""
    pieces = _pieces(ridges, direction)
    diagonal = ridges.diagonal
    for _ in range(2):
        pieces = _joined(pieces, LONGEST_GAP * diagonal)
    return Family(direction, tuple(pieces))


def _pieces(ridges: Ridges, direction: float) -> list[Rule]:
    shortest = SHORTEST * ridges.diagonal
    mask = ridges.along(direction, FAMILY_WIDTH)
    labels, stats, _ = connected(mask)
    size = np.hypot(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    fit = size >= SPECK * shortest
    fit[0] = False
    if fit.sum() > MOST:
        fit &= size >= np.sort(size[fit])[-MOST]
    ys, xs = np.nonzero(fit[labels])
    if not len(xs):
        return []
    weight = ridges.strength[ys, xs].astype(np.float64)
    cos, sin = np.cos(direction), np.sin(direction)
    steps = np.round((xs * cos + ys * sin) / STEP).astype(np.int64)
    across = ys * cos - xs * sin
    order = np.lexsort((across, steps))
    steps, across, weight = steps[order], across[order], weight[order]
    new = np.r_[True, (np.diff(steps) > 0) | (np.diff(across) > APART)]
    run = np.cumsum(new) - 1
    middle = np.bincount(run, weight * across) / np.bincount(run, weight)
    first = np.nonzero(new)[0]
    thick = across[np.r_[first[1:], len(across)] - 1] - across[first]
    thin = thick <= THICKEST
    place, middle = steps[new][thin], middle[thin]
    if not len(place):
        return []
    chain = _chains(place, middle)
    order = np.argsort(chain, kind="stable")
    cuts = np.nonzero(np.diff(chain[order]))[0] + 1
    found = [
        _cleaned(place[part] * STEP, middle[part])
        for part in np.split(order, cuts)
        if (place[part[-1]] - place[part[0]]) * STEP >= SPLIT_SHARE * shortest
    ]
    return [rule for rule in found if rule is not None]


def _chains(steps: NDArray[np.int64], across: Floats) -> NDArray[np.int64]:
    """A number for each run of pixels: the same for runs that follow each other, nearest to nearest.

    Runs are sorted by step, then across; so are the runs of a chain.
    """
    count = len(steps)
    wide = 4 * (float(np.abs(across).max()) + 10.0)
    keys = steps * wide + across
    if count < 2:
        return np.zeros(count, np.int64)
    before = np.full(count, -1)
    after = np.full(count, -1)
    here = np.arange(count)
    for skip in range(1, SKIPPED + 2):
        ahead = _nearest(keys, (steps + skip) * wide + across, JUMP)
        behind = _nearest(keys, (steps - skip) * wide + across, JUMP)
        mutual = (behind >= 0) & (ahead[behind] == here) & (before < 0) & (after[behind] < 0)
        before[mutual] = behind[mutual]
        after[behind[mutual]] = here[mutual]
    root = np.where(before >= 0, before, here)
    while True:
        further = root[root]
        if (further == root).all():
            return root
        root = further


def _nearest(keys: Floats, wanted: Floats, reach: float) -> NDArray[np.int64]:
    """The place of the key nearest to each wanted one, -1 where none is within reach."""
    right = np.clip(np.searchsorted(keys, wanted), 1, len(keys) - 1)
    left = right - 1
    place = np.where(wanted - keys[left] <= keys[right] - wanted, left, right)
    return np.asarray(np.where(np.abs(keys[place] - wanted) <= reach, place, -1), np.int64)


def _cleaned(along: NDArray[np.int64], across: Floats) -> Rule | None:
    """Without places at which a stroke that touches the line draws its middle away; None for grain."""
    usual = _running_median(across, SMOOTHED)
    if float(np.abs(across - usual).mean()) > ROUGH:
        return None
    near = np.abs(across - usual) <= OUTLIER
    near[[0, -1]] |= near.sum() < 3
    if near.sum() < 3:
        return Rule(along, across)
    along, across = along[near], across[near]
    kernel = np.ones(min(7, len(across))) / min(7, len(across))
    size = len(kernel) // 2
    padded = np.pad(across, (size, len(kernel) - 1 - size), mode="edge")
    return Rule(along, np.asarray(np.convolve(padded, kernel, mode="valid"), np.float64))


def _running_median(values: Floats, size: int) -> Floats:
    size = min(size, len(values) // 2 * 2 - 1) if len(values) > 2 else 1
    padded = np.pad(values, size // 2, mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(padded, size)
    return np.asarray(np.median(windows, axis=1), np.float64)


def _joined(pieces: Sequence[Rule], longest_gap: float) -> list[Rule]:
    """Pieces that go on in one another, joined: the best fitting pairs first, each end once."""
    if len(pieces) < 2:
        return list(pieces)
    start, end = np.array([p.start for p in pieces]), np.array([p.end for p in pieces])
    length = end - start + 1
    head, tail = np.array([p.across[0] for p in pieces]), np.array([p.across[-1] for p in pieces])
    slopes = np.array([p.slopes for p in pieces])
    gap = start[None, :] - end[:, None]
    longer = np.maximum(length[:, None], length[None, :])
    most = np.minimum(np.maximum(GAP, GAP_SHARE * longer), longest_gap)
    possible = (gap > -6) & (gap <= most)
    np.fill_diagonal(possible, False)
    first, second = np.nonzero(possible)
    distance = np.maximum(gap[first, second], 0.0)
    onward = head[second] - (tail[first] + slopes[first, 1] * distance)
    backward = tail[first] - (head[second] - slopes[second, 0] * distance)
    off = np.abs(np.where(length[first] >= length[second], onward, backward))
    good = off <= OFF + OFF_SHARE * distance
    first, second, cost = first[good], second[good], (distance + 8 * off)[good]
    after = np.full(len(pieces), -1)
    has_before = np.zeros(len(pieces), bool)
    for number in np.argsort(cost, kind="stable"):
        one, two = int(first[number]), int(second[number])
        if after[one] < 0 and not has_before[two]:
            after[one], has_before[two] = two, True
    joined = []
    for number in np.nonzero(~has_before)[0]:
        chain = [int(number)]
        while after[chain[-1]] >= 0:
            chain.append(int(after[chain[-1]]))
        joined.append(_chained([pieces[k] for k in chain]))
    return joined


def _chained(parts: Sequence[Rule]) -> Rule:
    if len(parts) == 1:
        return parts[0]
    along = np.concatenate([p.along for p in parts])
    across = np.concatenate([p.across for p in parts])
    along, index = np.unique(along, return_index=True)
    return Rule(along, across[index])


Mask = NDArray[np.bool_]

REACH: Final = 6.0
"""Pixels that a line may end short of another one that it meets ..."""
REACH_SHARE: Final = 0.03
"""... and this share of its length: tables drawn by hand are not closed exactly."""
FURTHEST: Final = 20.0
TURNS: Final = 4
"""Steps from one line to the other and back; each takes off three quarters of what is left."""


def crossings(level: Family, upright: Family) -> NDArray[np.bool_]:
    """(level rules, upright rules): which of them meet."""
    rows, columns = level.rules, upright.rules
    ends = [np.array([(r.start, r.end) for r in family.rules]) for family in (level, upright)]
    reach = [np.minimum(REACH + REACH_SHARE * (end[:, 1] - end[:, 0]), FURTHEST) for end in ends]
    # Start in the middle of every upright rule.
    points = np.empty((len(rows), len(columns), 2))
    for j, rule in enumerate(columns):
        half = np.array([(rule.start + rule.end) / 2])
        points[:, j] = upright.points(half, rule.at(half))[0]
    along_row = np.empty(points.shape[:2])
    along_column = np.empty(points.shape[:2])
    for _ in range(TURNS):
        for i, rule in enumerate(rows):
            along_row[i] = points[i] @ level.axis
            points[i] = level.points(along_row[i], rule.at(along_row[i]))
        for j, rule in enumerate(columns):
            along_column[:, j] = points[:, j] @ upright.axis
            points[:, j] = upright.points(along_column[:, j], rule.at(along_column[:, j]))
    low, high = ends[0][:, :1] - reach[0][:, None], ends[0][:, 1:] + reach[0][:, None]
    meets = (along_row >= low) & (along_row <= high)
    low, high = ends[1][None, :, 0] - reach[1], ends[1][None, :, 1] + reach[1]
    return np.asarray(meets & (along_column >= low) & (along_column <= high), np.bool_)


def groups(meets: NDArray[np.bool_]) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Rules connected by crossings, each crossing two others at least: numbers of rows and columns."""
    meets = meets.copy()
    while True:
        row, column = meets.sum(1) >= 2, meets.sum(0) >= 2
        kept = meets & row[:, None] & column[None, :]
        if (kept == meets).all():
            break
        meets = kept
    found = []
    left: Mask = np.asarray(meets.any(1), np.bool_)
    while left.any():
        rows: Mask = np.zeros(len(left), np.bool_)
        rows[int(left.argmax())] = True
        while True:
            columns: Mask = np.asarray(meets[rows].any(0), np.bool_)
            more: Mask = np.asarray(meets[:, columns].any(1), np.bool_)
            if (more == rows).all():
                break
            rows = more | rows
        found.append((np.nonzero(rows)[0], np.nonzero(columns)[0]))
        left &= ~rows
    return found
