"""A group of crossing rules laid flat: the perspective taken off, and what the paper's bend leaves.

Rows are parallel on paper, and so are columns: the two points at which they meet in the photo give the
perspective (R. Hartley, A. Zisserman, *Multiple View Geometry*, 8.6). What is left is bend, the same
for neighbouring rules; it is fitted for all rules at once, with a place for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.rules import Family, Rule

Floats = NDArray[np.float64]

SAMPLES: Final = 32
"""Points at which a rule is looked at."""
LONG: Final = 0.5
"""Rules at least this long beside the longest tell the perspective."""
FAR: Final = 0.004
"""Rules are known to this angle (radians): a weaker sign of perspective is not one."""
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
"""Rules that the bend is recognised by."""
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

    The long ones show it, the longest `MOST` of them; the others are then put in their places.
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


Mask = NDArray[np.bool_]

KNOT: Final = 16.0
"""Pixels between the places at which a rule's own bend is kept."""
SAME: Final = 0.1
"""Pieces nearer than this share of the usual row (or column) lie on the same line ..."""
SAME_PX: Final = 4.0
DOUBLE: Final = 0.15
"""... and lines side by side are one, a double rule, where they are nearer than this ..."""
DOUBLE_PX: Final = 10.0
"""... and than so many pixels."""
BESIDE: Final = 0.3
"""Lines run side by side where they do over this share of the shorter one."""


@dataclass(frozen=True, slots=True, eq=False)
class RuledLine:
    """One rule of a table in the flat frame: at `place`, with its own bend at knots along.

    `drawn` says at which knots it is seen; `pieces` (n, 4) from where to where, what share of that,
    and how far off a straight line (pixels); `samples` are the places along it that are seen, `step`
    from one to the next. Those that are not `plain` are known by the spacing of the others, or by where
    the rules that should meet them end.
    """

    place: float
    own: Floats
    drawn: Mask
    pieces: Floats
    samples: Floats
    step: float
    plain: bool = True

    def seen(self, first: Floats, last: Floats) -> Floats:
        """The share of each stretch that is drawn."""
        count = np.searchsorted(self.samples, last) - np.searchsorted(self.samples, first)
        return np.asarray(
            np.minimum(1.0, count * self.step / np.maximum(last - first, 1.0)), np.float64
        )


def unseen(place: float, own: Floats) -> RuledLine:
    none = np.zeros(0)
    return RuledLine(place, own, np.zeros(len(own), np.bool_), np.zeros((0, 4)), none, 1.0, False)


@dataclass(frozen=True, eq=False)
class Lines:
    """The rules of one direction of a table, ascending. Knots are at `low + k * KNOT`."""

    lines: tuple[RuledLine, ...]
    bend: Bend
    low: float

    @cached_property
    def places(self) -> Floats:
        return np.array([line.place for line in self.lines])

    @cached_property
    def own(self) -> Floats:
        """(lines, knots)"""
        return np.stack([line.own for line in self.lines])

    def at(self, number: Floats, along: Floats) -> Floats:
        """Where rules are at places along them; numbers between two whole ones lie between rules."""
        whole = np.clip(np.floor(number).astype(np.int64), 0, max(0, len(self.lines) - 2))
        after = np.minimum(whole + 1, len(self.lines) - 1)
        part = number - whole
        place = self.places[whole] * (1 - part) + self.places[after] * part
        spot = np.clip((along - self.low) / KNOT, 0, self.own.shape[1] - 1.001)
        knot = np.floor(spot).astype(np.int64)
        share = spot - knot
        first = self.own[whole, knot] * (1 - share) + self.own[whole, knot + 1] * share
        second = self.own[after, knot] * (1 - share) + self.own[after, knot + 1] * share
        bend = self.bend.at(along, place)
        return np.asarray(place + bend + first * (1 - part) + second * part, np.float64)

    def only(self, which: NDArray[np.int64]) -> Lines:
        return Lines(tuple(self.lines[int(k)] for k in which), self.bend, self.low)

    def narrowest(self) -> float:
        """The smallest distance of two neighbours, in pixels."""
        return float(np.diff(self.places).min())


def lines_of(rules: Sequence[Floats]) -> Lines:
    """Rules at the same place put together."""
    bend = fit_bend(rules)
    length = np.array([line[-1, 0] - line[0, 0] for line in rules])
    strong = np.sort(bend.places[length >= 0.5 * length.max()])
    steps = np.diff(strong)
    steps = steps[steps > SAME_PX]
    usual = float(np.median(steps)) if len(steps) else 0.0
    same = max(SAME_PX, SAME * usual)
    double = max(SAME_PX, min(DOUBLE * usual, DOUBLE_PX))
    low = min(float(line[0, 0]) for line in rules)
    high = max(float(line[-1, 0]) for line in rules)
    count = max(2, int(np.ceil((high - low) / KNOT)) + 1)
    heads: list[float] = []
    members: list[list[int]] = []
    for number in np.argsort(-length):
        place = float(bend.places[number])
        near = [
            k
            for k, head in enumerate(heads)
            if abs(head - place) < (double if _beside(rules, members[k], number) else same)
        ]
        if near:
            members[min(near, key=lambda k: abs(heads[k] - place))].append(int(number))
        else:
            heads.append(place)
            members.append([int(number)])
    lines = [
        _line(bend, [rules[k] for k in own], head, low, count)
        for head, own in zip(heads, members, strict=True)
    ]
    return Lines(tuple(sorted(lines, key=lambda line: line.place)), bend, low)


def _beside(rules: Sequence[Floats], members: Sequence[int], number: int) -> bool:
    """Does a rule run beside one of the others, and not before or after them?"""
    start, end = rules[number][0, 0], rules[number][-1, 0]
    return any(
        min(end, rules[k][-1, 0]) - max(start, rules[k][0, 0]) > BESIDE * (end - start)
        for k in members
    )


def _line(bend: Bend, rules: Sequence[Floats], place: float, low: float, count: int) -> RuledLine:
    points = np.concatenate(rules)
    off = points[:, 1] - bend.at(points[:, 0], np.full(len(points), place))
    place = float(np.median(off))
    off = points[:, 1] - place - bend.at(points[:, 0], np.full(len(points), place))
    knot = np.clip(np.round((points[:, 0] - low) / KNOT).astype(np.int64), 0, count - 1)
    order = np.lexsort((off, knot))
    size = np.bincount(knot, minlength=count)
    start = np.r_[0, np.cumsum(size)[:-1]]
    own = np.zeros(count)
    drawn = size > 0
    own[drawn] = off[order][(start + size // 2)[drawn]]
    samples = np.unique(points[:, 0])
    step = float(np.median(np.diff(samples))) if len(samples) > 1 else 1.0
    pieces = np.array([_piece(rule, step) for rule in rules])
    return RuledLine(place, own, drawn, pieces, samples, step)


def _piece(rule: Floats, step: float) -> tuple[float, float, float, float]:
    start, end = float(rule[0, 0]), float(rule[-1, 0])
    along = rule[:, 0] - rule[:, 0].mean()
    across = rule[:, 1] - rule[:, 1].mean()
    slope = float((along * across).sum() / max(float((along**2).sum()), 1e-9))
    off = float(np.abs(across - slope * along).max()) + 0.5 * abs(slope) * (end - start)
    return start, end, min(1.0, len(rule) * step / max(end - start, 1.0)), off


Numbers = NDArray[np.int64]

TURNS: Final = 6
"""Steps from a row to a column and back; each takes off most of what is left."""
ABSENT: Final = 0.2
"""A cell's side counts as not drawn below this share of its length."""
BOUNDS: Final = 0.7
"""... and as drawn from this share on."""
ONE_GO: Final = 0.3
"""A line of a table is drawn in one cross this share of it; strokes of the writing are not ..."""
IN_PIECES: Final = 0.75
"""... or in pieces over this share."""
CLOSE: Final = 5.0
"""Pixels by which a short line may miss the line that it should end at ..."""
CLOSE_SHARE: Final = 0.1
"""... or by this share of its length."""
NEARLY: Final = 0.85
"""A short line is drawn over this share of its length ..."""
STRAIGHT: Final = 1.5
"""... and is off the straight way, its lean counted in, by no more pixels than this ..."""
STRAIGHT_SHARE: Final = 0.04
"""... or this share of its length."""
FEW: Final = 6
"""So many poor lines and fewer are taken out one by one."""


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """Rows and columns with where they cross: `x` along the row and `y` along the column, both
    (rows, columns)."""

    rows: Lines
    columns: Lines
    x: Floats
    y: Floats

    def only(self, rows: Numbers, columns: Numbers) -> Net:
        part = np.ix_(rows, columns)
        return Net(self.rows.only(rows), self.columns.only(columns), self.x[part], self.y[part])

    @property
    def size(self) -> tuple[int, int]:
        return len(self.rows.lines), len(self.columns.lines)


def net_of(rows: Lines, columns: Lines) -> Net:
    """Rows and columns, and where they cross or would."""
    nodes = nodes_of(rows, columns, 1)
    return Net(rows, columns, nodes[..., 0], nodes[..., 1])


def nodes_of(rows: Lines, columns: Lines, parts: int) -> Floats:
    """Crossings of rules in the flat frame, and of what lies between them in `parts` parts."""
    i = np.arange((len(rows.lines) - 1) * parts + 1) / parts
    j = np.arange((len(columns.lines) - 1) * parts + 1) / parts
    row: Floats = np.repeat(i, len(j))
    column: Floats = np.tile(j, len(i))
    y: Floats = np.interp(row, np.arange(len(rows.lines)), rows.places)
    x: Floats = y
    for _ in range(TURNS):
        x = columns.at(column, y)
        y = rows.at(row, x)
    return np.asarray(np.stack([x, y], -1).reshape(len(i), len(j), 2), np.float64)


def parts(net: Net) -> list[Net]:
    """The tables of a net: lines that bound no cell taken out, what only a gutter joins separated."""
    waiting, done = [net], []
    while waiting:
        net = waiting.pop()
        if min(net.size) < 2:
            continue
        halves = _parted(net)
        if halves is not None:
            waiting.extend(halves)
            continue
        less = _bounding(net)
        if less is None:
            done.append(net)
        else:
            waiting.append(less)
    return done


def _sides(lines: Lines, along: Floats) -> Floats:
    """(lines, others - 1): the share of each side between two neighbours that is drawn, by where the
    others cross (lines, others)."""
    return np.array(
        [line.seen(at[:-1], at[1:]) for line, at in zip(lines.lines, along, strict=True)]
    )


def _bounding(net: Net) -> Net | None:
    """Without some of the lines that bound no cells (strokes of the writing, what only passes by);
    None where there are no such lines."""
    long = _long(net.rows, net.x), _long(net.columns, net.y.T)
    poor = [
        _poor(net.rows, net.x, long[0], long[1]),
        _poor(net.columns, net.y.T, long[1], long[0]),
    ]
    drawn = [
        (len(lines.lines[int(k)].samples) * lines.lines[int(k)].step, which, int(k))
        for which, lines in enumerate((net.rows, net.columns))
        for k in poor[which]
    ]
    if not drawn:
        return None
    # The shortest first, and few at a time: what they separated becomes one side again.
    drawn.sort()
    out = drawn[: len(drawn) // 2 if len(drawn) > FEW else 1]
    kept = [
        np.setdiff1d(np.arange(count), [k for _, which, k in out if which == side])
        for side, count in enumerate(net.size)
    ]
    return net.only(kept[0], kept[1])


def _poor(lines: Lines, along: Floats, long: Mask, others_long: Mask) -> Numbers:
    """Numbers of the lines that do not bound cells.

    A line of the table is drawn in one cross a good part of it, or in pieces over nearly all of it;
    a shorter one, as in a divided heading, runs exactly from one such line to another.
    """
    sides = _sides(lines, along)
    enough = (sides >= BOUNDS).sum(1) >= min(2, sides.shape[1])
    exact = np.array(
        [_exact(line, at[others_long]) for line, at in zip(lines.lines, along, strict=True)]
    )
    return np.nonzero(~((long & enough) | (exact & ~long)))[0]


def _long(lines: Lines, along: Floats) -> Mask:
    return np.array(
        [_is_long(line, at) for line, at in zip(lines.lines, along, strict=True)], np.bool_
    )


def _is_long(line: RuledLine, crossed: Floats) -> bool:
    inside = np.clip(line.pieces[:, :2], crossed[0], crossed[-1])
    lengths = np.ptp(inside, axis=1) * line.pieces[:, 2]
    lengths = lengths / max(float(crossed[-1] - crossed[0]), 1.0)
    in_all = line.seen(crossed[:1], crossed[-1:])[0]
    return bool(lengths.max(initial=0.0) >= ONE_GO or in_all >= IN_PIECES)


def _exact(line: RuledLine, crossed: Floats) -> bool:
    """Does the line run from the table's head (or left side) straight to another line, and is it
    nothing else? Headings are divided so; elsewhere it is the 1 of somebody's hand."""
    if len(crossed) < 2:
        return False
    whole = line.pieces[np.ptp(line.pieces[:, :2], axis=1) > CLOSE]
    if len(whole) != 1:
        return False
    start, end, share, off = whole[0]
    first, last = np.abs(crossed - start), np.abs(crossed - end)
    return bool(
        first.argmin() == 0
        and last.argmin() > first.argmin()
        and max(first.min(), last.min()) <= min(CLOSE, CLOSE_SHARE * (end - start))
        and share >= NEARLY
        and off <= min(STRAIGHT, STRAIGHT_SHARE * (end - start))
    )


def _parted(net: Net) -> tuple[Net, Net] | None:
    """Two tables where a row or a column of cells has no side along it (or one that strayed), or
    only those of a frame around the table: the paper's edges."""
    row_sides, column_sides = _sides(net.rows, net.x), _sides(net.columns, net.y.T)
    everything = [np.arange(count) for count in net.size]
    cut = _gutter(row_sides, column_sides)
    if cut is not None:
        return (
            net.only(everything[0], everything[1][:cut]),
            net.only(everything[0], everything[1][cut:]),
        )
    cut = _gutter(column_sides, row_sides)
    if cut is not None:
        return (
            net.only(everything[0][:cut], everything[1]),
            net.only(everything[0][cut:], everything[1]),
        )
    return None


def _gutter(sides: Floats, others: Floats) -> int | None:
    """Before which of the other lines a gutter lies, by the sides of these lines and of the others."""
    drawn = sides >= ABSENT
    empty = drawn.sum(0) <= (1 if len(drawn) >= 5 else 0)
    if len(drawn) >= 4:
        # A title over all columns has no side inside either, but its lower line is whole.
        whole = np.minimum(others[:, 0], others[:, -1]) >= BOUNDS
        empty |= ~drawn[1:-1].any(0) & ~(whole[:-1] & whole[1:])
    return int(np.nonzero(empty)[0][0]) + 1 if empty.any() else None
