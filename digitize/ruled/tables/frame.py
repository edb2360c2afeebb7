"""A group of crossing rules laid flat: the perspective taken off, and what the paper's bend leaves.

Rows are parallel on paper, and so are columns: the two points at which they meet in the photo give the
perspective (R. Hartley, A. Zisserman, *Multiple View Geometry*, 8.6). What is left is bend, the same
for neighbouring rules; it is fitted for all rules at once, with a place for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.lines.rules import Family, Rule

Floats = NDArray[np.float64]

SAMPLES: Final = 32
"""Points at which a rule is looked at."""
LONG: Final = 0.5
"""Rules at least this long beside the longest tell the perspective."""
FAR: Final = 0.004
"""Rules are known to this angle (radians): a weaker sign of perspective is none."""
NEAREST_HORIZON: Final = 0.75
"""A group whose horizon comes nearer than its own size, over this, was not seen so by any camera."""
BENDS: Final = ((1, 0), (2, 0), (3, 0), (4, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2))
"""Powers of the place along a rule and across all of them that make up the bend."""
STIFF: Final = 1e-6
"""How much bend is held back: too little to matter where there are three rules."""
ROBUST: Final = 1.5
"""Pixels beyond which a measurement counts less (Huber)."""
PASSES: Final = 3
MOST: Final = 50
"""Rules that the bend is told by."""
TELLING: Final = 0.3
"""... none shorter than this share of the longest."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Between pixels of the (smaller) photo and the flat frame, whose unit is about one pixel."""

    matrix: Floats
    inverse: Floats

    def flatten(self, points: Floats) -> Floats:
        return _project(self.matrix, points)

    def back(self, points: Floats) -> Floats:
        return _project(self.inverse, points)


def _project(matrix: Floats, points: Floats) -> Floats:
    whole = points @ matrix[:, :2].T + matrix[:, 2]
    depth = whole[..., 2:]
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    return np.asarray(whole[..., :2] / depth, np.float64)


def lay_flat(level: Family, upright: Family, spread: float) -> Frame | None:
    """The flat frame of rules that belong together; None where they show none.

    `spread` is about half the size of the group in pixels.
    """
    middles = [
        family.points(
            np.array([(r.start + r.end) / 2 for r in family.rules]),
            np.array([float(np.median(r.across)) for r in family.rules]),
        )
        for family in (level, upright)
    ]
    centre = np.concatenate(middles).mean(0)
    meet = [_meeting(family, centre, spread) for family in (level, upright)]
    horizon = np.cross(meet[0], meet[1])
    if abs(horizon[2]) < 1e-9:
        return None
    horizon = horizon / horizon[2]
    if np.hypot(horizon[0], horizon[1]) > NEAREST_HORIZON:
        return None
    origin = np.array([0.0, 0.0, 1.0])
    across, down = np.cross(meet[1], origin), np.cross(meet[0], origin)
    scale = np.diag([1 / spread, 1 / spread, 1.0])
    scale[:2, 2] = -centre / spread
    rows = [_signed(across, level.axis), _signed(down, upright.axis), horizon]
    matrix = np.diag([spread, spread, 1.0]) @ np.stack(rows) @ scale
    return Frame(np.asarray(matrix, np.float64), np.asarray(np.linalg.inv(matrix), np.float64))


def _signed(line: Floats, axis: Floats) -> Floats:
    """The line that is 0 along one family, growing by one for each unit along the other's axis."""
    return np.asarray(line / float(line[:2] @ axis), np.float64)


def _meeting(family: Family, centre: Floats, spread: float) -> Floats:
    """The point (homogeneous, in units of `spread` from `centre`) where a family's rules meet."""
    longest = max(rule.length for rule in family.rules)
    total = np.zeros((3, 3))
    for rule in family.rules:
        if rule.length < LONG * longest:
            continue
        points = (family.points(rule.along.astype(np.float64), rule.across) - centre) / spread
        points = points[:: max(1, len(points) // SAMPLES)]
        middle = points.mean(0)
        _, turn = np.linalg.eigh((points - middle).T @ (points - middle))
        normal = turn[:, 0]
        line = np.array([normal[0], normal[1], -float(normal @ middle)])
        total += (rule.length / longest) ** 2 * np.outer(line, line)
    total[2, 2] += FAR**2 * max(float(np.trace(total[:2, :2])), 1e-9)
    _, vectors = np.linalg.eigh(total)
    return np.asarray(vectors[:, 0], np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Bend:
    """Places of rules and what the paper's bend adds to each, in the flat frame.

    For rules along x: `y = place + bend(x, place)`. `middle` and `half` make powers of numbers of
    about one.
    """

    places: Floats
    factors: Floats
    middle: Floats
    half: float
    span: tuple[float, float] = (-1.0, 1.0)
    """Beyond the outermost rules the bend stays as it is at them."""

    def at(self, along: Floats, across: Floats) -> Floats:
        """How far the paper's bend moves what lies at (along, across)."""
        return np.asarray(_powers(self, along, across) @ self.factors, np.float64)


def _powers(bend: Bend, along: Floats, across: Floats) -> Floats:
    u = np.clip((along - bend.middle[0]) / bend.half, -1.5, 1.5)
    v = np.clip((across - bend.middle[1]) / bend.half, bend.span[0], bend.span[1])
    return np.stack([u**i * v**j for i, j in BENDS], -1)


def fit_bend(lines: Sequence[Floats]) -> Bend:
    """The bend of rules given as points (n, 2): along, across, in the flat frame.

    The long ones tell it, the longest `MOST` of them; the others are then put in their places.
    """
    cuts = [line[:: max(1, len(line) // SAMPLES)] for line in lines]
    length = np.array([float(np.ptp(cut[:, 0])) for cut in cuts])
    order = np.argsort(-length, kind="stable")[:MOST]
    telling = [cuts[int(k)] for k in order if length[k] >= TELLING * length.max()]
    bend = _fitted(telling, sum(length >= LONG * length.max()))
    places = np.array(
        [
            np.median(cut[:, 1] - bend.at(cut[:, 0], np.full(len(cut), np.median(cut[:, 1]))))
            for cut in cuts
        ]
    )
    return replace(bend, places=places)


def _fitted(cuts: Sequence[Floats], long: int) -> Bend:
    points = np.concatenate(cuts)
    which = np.repeat(np.arange(len(cuts)), [len(cut) for cut in cuts])
    low, high = points.min(0), points.max(0)
    half = max(float((high - low).max()) / 2, 1.0)
    usual = np.array([float(np.median(cut[:, 1])) for cut in cuts])
    middle = (low + high) / 2
    span = (float(usual.min() - middle[1]) / half, float(usual.max() - middle[1]) / half)
    bend = Bend(np.zeros(len(cuts)), np.zeros(len(BENDS)), middle, half, span)
    powers = _powers(bend, points[:, 0], usual[which])
    design = np.concatenate([np.eye(len(cuts))[which], powers * half], 1)
    penalty = np.full(design.shape[1], 1e-9)
    penalty[len(cuts) :] = STIFF * len(points) * half**2
    # Two rules say nothing of how the bend goes on across them, three little.
    unknown = np.array([j > max(0, min(2, long - 2)) for _, j in BENDS])
    penalty[len(cuts) :][unknown] = 1e3 * len(points) * half**2
    weight: Floats = np.ones(len(points))
    solved: Floats = np.zeros(design.shape[1])
    for _ in range(PASSES):
        normal = design.T @ (design * weight[:, None]) + np.diag(penalty)
        solved = np.asarray(np.linalg.solve(normal, design.T @ (weight * points[:, 1])), np.float64)
        off = np.abs(design @ solved - points[:, 1])
        weight = np.asarray(np.minimum(1.0, ROBUST / np.maximum(off, 1e-9)), np.float64)
    return replace(bend, factors=np.asarray(solved[len(cuts) :] * half, np.float64))


def rule_points(frame: Frame, family: Family, rule: Rule, upright: bool) -> Floats:
    """A rule in the flat frame (n, 2): along, across, ascending along."""
    points = frame.flatten(family.points(rule.along.astype(np.float64), rule.across))
    if upright:
        points = points[:, ::-1]
    return np.asarray(points[np.argsort(points[:, 0], kind="stable")], np.float64)
