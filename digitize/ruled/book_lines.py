"""The printed lines of a writing book in which a table was drawn: found, and taken out of its cells.

A book's lines are distinguished from everything that people write by what no writing has all of: they are
thin and faint beside it, all alike, regularly spaced, at least `LEAST_LINES` of them, and each runs through
nearly all columns and on beyond the table. A minus, a 1 or a line through an entry ends within the
table or is darker; what lies on a line and is darker than it stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.uint8]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

LEAST_LINES: Final = 5
"""Fewer lines at even distances may be somebody's: rows struck out one below the other."""
STRIP: Final = 0.75
"""Lines are looked for in strips so wide, in shares of a row: narrower than the writing of most cells,
so that a line is seen between one entry and the next."""
LEAST_STRIP: Final = 10
"""Pixels; a narrower strip is not looked at."""
CLEAR: Final = 0.13
"""This near to a table's own rule, in shares of a row, nothing is read as a book's line."""
FAINTEST: Final = 8.0
"""Grey levels (of 235); a fainter line is not ink to anybody."""
ABOVE_GRAIN: Final = 3.0
THIN: Final = 0.06
"""So many shares of a row beside the middle of a line it is paper again ..."""
SUNK: Final = 0.5
"""... or darker by less than this share of the line at most."""
JUMP: Final = 1.6
"""Pixels by which a line may be off from one strip to the next, and ..."""
LEAN: Final = 0.02
"""... for each pixel between them."""
SKIPPED: Final = 8
"""Strips in which a line may be hidden by writing, or by a rule that it crosses at a small angle."""
ALIKE: Final = 1.6
"""Lines of a book differ in darkness by less than this factor."""
SPACING: Final = 0.1
"""The next line is where the last distance puts it, to within this share of it."""
NEAREST: Final = 0.2
"""Lines of a book are this far apart at least, in shares of a row."""
HIDDEN_LINES: Final = 4
"""Lines in succession that the table's own rules may hide, or a wider gap."""
THROUGH: Final = 0.9
"""A book's line is seen through this share of the columns' width, writing on it counted in ..."""
BEYOND: Final = 0.7
"""... and through this share of what is seen beyond the table, on one side at least."""
PART: Final = 0.5
"""A line is seen where it has this share of its darkness."""
FAINT_BESIDE: Final = 0.5
"""A book's lines are fainter than this share of the writing; what is not may be somebody's."""
SPREAD: Final = 1.3
"""A line's own darkness varies by this factor."""
ABOVE: Final = 2.0
"""What is darker than a line by as much again as it counts in full."""


@dataclass(frozen=True, slots=True, eq=False)
class BookLines:
    """`free` is the darkness without the lines, `level` the darkness of their middles, in grey levels."""

    free: Plane
    level: float

    def fainter_than(self, writing: float) -> bool:
        """May the lines be a book's beside the darkness of the usual writing (0: there is none)?"""
        return not writing or self.level <= FAINT_BESIDE * writing


@dataclass(frozen=True, slots=True, eq=False)
class _Strips:
    """Upright strips between a table's rules: from where to where, and (strips, height) their usual
    darkness. `inside` tells those in the table from those beside it."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    usual: Floats
    inside: Mask

    @property
    def middles(self) -> Floats:
        return np.asarray((self.starts + self.ends - 1) / 2, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Track:
    """A line from strip to strip: the strips that it is seen in, its place and darkness there."""

    strips: NDArray[np.int64]
    places: Floats
    levels: Floats

    @property
    def level(self) -> float:
        return float(np.median(self.levels))


def without_book_lines(
    dark: Plane, xs: Floats, ys: Floats, row: float, grain: float
) -> BookLines | None:
    """The darkness of a squared-up table (rules at `xs` and `ys`, a row of `row` pixels) without the
    lines of a book, level or upright; None where there are none."""
    free, levels = dark, list[float]()
    for turn, along, across in ((False, xs, ys), (True, ys, xs)):
        plane = np.ascontiguousarray(free.T) if turn else free
        tracks, strips = _lines(plane, along, across, row, grain)
        if tracks:
            plane = _taken_out(plane, tracks, strips, row, grain)
            free = np.ascontiguousarray(plane.T) if turn else plane
            levels += [track.level for track in tracks]
    return BookLines(free, float(np.median(levels))) if levels else None


def _lines(
    dark: Plane, along: Floats, across: Floats, row: float, grain: float
) -> tuple[list[_Track], _Strips]:
    """Level lines of a book. `along` are the upright rules that they cross."""
    strips = _strips(dark, along, row)
    near = max(2, round(CLEAR * row))
    ruled = np.zeros(len(dark), np.bool_)
    for place in across:
        ruled[max(0, round(place) - near) : round(place) + near + 1] = True
    whole = _whole(dark, strips, ruled, row, grain)
    if len(whole) < LEAST_LINES:
        return [], strips
    usual = float(np.median([track.level for track in whole]))
    even = _evenly_spaced(_alike(whole, usual), strips, NEAREST * row)
    if len(even) < LEAST_LINES:
        return [], strips
    # Now that there is a book, its lines that lie beside the table's own rules count too.
    beside = _alike(_whole(dark, strips, np.zeros_like(ruled), row, grain), usual)
    more = _evenly_spaced(beside, strips, NEAREST * row)
    return (more if len(more) > len(even) else even), strips


def _whole(dark: Plane, strips: _Strips, ruled: Mask, row: float, grain: float) -> list[_Track]:
    """Lines through the whole table, those that lie where it is ruled left out."""
    tracks = _joined(_chains(_peaks(strips, ruled, row, grain), strips), strips)
    return [track for track in tracks if _runs_through(track, dark, strips, ruled)]


def _alike(tracks: Sequence[_Track], level: float) -> list[_Track]:
    return [track for track in tracks if level / ALIKE <= track.level <= level * ALIKE]


def _strips(dark: Plane, along: Floats, row: float) -> _Strips:
    size = max(LEAST_STRIP, STRIP * row)
    near = max(2, round(CLEAR * row))
    starts, ends, inside = [], [], []
    bounds = [-near, *(round(x) for x in along), dark.shape[1] + near]
    for number, (left, right) in enumerate(pairwise(bounds)):
        cuts = np.linspace(left + near, right - near + 1, max(1, round((right - left) / size)) + 1)
        for start, end in pairwise(np.round(cuts).astype(np.int64).tolist()):
            if end - start >= LEAST_STRIP:
                starts.append(max(0, start))
                ends.append(min(dark.shape[1], end))
                inside.append(0 < number < len(bounds) - 2)
    usual = [np.median(dark[:, a:b], axis=1) for a, b in zip(starts, ends, strict=True)]
    return _Strips(
        np.array(starts, np.int64),
        np.array(ends, np.int64),
        np.array(usual, np.float64).reshape(len(starts), len(dark)),
        np.array(inside, np.bool_),
    )


def _peaks(strips: _Strips, ruled: Mask, row: float, grain: float) -> list[tuple[Floats, Floats]]:
    """For each strip the places of thin dark lines in it, ascending, and how dark they are."""
    reach = max(3, round(THIN * row))
    least = max(FAINTEST, ABOVE_GRAIN * grain)
    found = []
    for usual in strips.usual:
        padded = np.pad(usual, reach, mode="edge")
        above, below = padded[: len(usual)], padded[2 * reach :]
        before, after = padded[reach - 1 : -reach - 1], padded[reach + 1 : len(usual) + reach + 1]
        peak = (usual >= least) & (usual >= before) & (usual > after) & ~ruled
        peak &= np.maximum(above, below) < SUNK * usual
        at = np.nonzero(peak)[0]
        around = at[:, None] + np.arange(-2, 3)
        weight = usual[np.clip(around, 0, len(usual) - 1)]
        places = (weight * around).sum(1) / np.maximum(weight.sum(1), 1e-9)
        found.append((np.asarray(places, np.float64), usual[at]))
    return found


def _chains(peaks: Sequence[tuple[Floats, Floats]], strips: _Strips) -> list[_Track]:
    """Peaks that go on in one another from strip to strip."""
    middles = strips.middles
    open_chains: list[list[tuple[int, float, float]]] = []
    done: list[list[tuple[int, float, float]]] = []
    for strip, (places, levels) in enumerate(peaks):
        free = np.ones(len(places), np.bool_)
        kept: list[list[tuple[int, float, float]]] = []
        for chain in open_chains:
            last, place, level = chain[-1]
            off = np.abs(places - place)
            off[~free | (levels > ALIKE * level) | (levels < level / ALIKE)] = np.inf
            most = JUMP + LEAN * float(middles[strip] - middles[last])
            if len(off) and off.min() <= most:
                at = int(off.argmin())
                free[at] = False
                chain.append((strip, float(places[at]), float(levels[at])))
            (done if strip - chain[-1][0] > SKIPPED else kept).append(chain)
        kept += [[(strip, float(places[at]), float(levels[at]))] for at in np.nonzero(free)[0]]
        open_chains = kept
    whole = [zip(*chain, strict=True) for chain in (*done, *open_chains) if len(chain) > 2]
    return [
        _Track(np.array(strips, np.int64), np.array(places), np.array(levels))
        for strips, places, levels in whole
    ]


def _joined(tracks: Sequence[_Track], strips: _Strips) -> list[_Track]:
    """Pieces of one line, separated where it runs into a rule of the table, put together again: the
    lines of a book lean alike, so a piece goes on as all of them do."""
    middles = strips.middles
    if not tracks:
        return []
    long = sorted(tracks, key=lambda track: -len(track.strips))[: 2 * LEAST_LINES]
    lean = float(np.median([_slope(middles[track.strips], track.places) for track in long]))
    joined: list[_Track] = []
    for track in sorted(tracks, key=lambda track: int(track.strips[0])):
        for at, before in enumerate(joined):
            gap = float(middles[track.strips[0]] - middles[before.strips[-1]])
            off = float(track.places[0]) - float(before.places[-1]) - lean * gap
            if gap > 0 and abs(off) <= JUMP + LEAN * gap / 4:
                joined[at] = _Track(
                    np.r_[before.strips, track.strips],
                    np.r_[before.places, track.places],
                    np.r_[before.levels, track.levels],
                )
                break
        else:
            joined.append(track)
    return joined


def _slope(x: Floats, y: Floats) -> float:
    x = x - x.mean()
    return float((x * (y - y.mean())).sum() / max(float((x * x).sum()), 1e-9))


def _course(track: _Track, strips: _Strips, wide: int) -> Floats:
    """Where a line is at every pixel along; beyond its ends it goes on straight."""
    x = strips.middles[track.strips]
    at = np.arange(wide, dtype=np.float64)
    lean = _slope(x, track.places)
    course = np.interp(at, x, track.places)
    course += lean * (np.minimum(at - x[0], 0.0) + np.maximum(at - x[-1], 0.0))
    return np.asarray(course, np.float64)


def _runs_through(track: _Track, dark: Plane, strips: _Strips, ruled: Mask) -> bool:
    """Whether a line is seen nearly everywhere in the table, and on beyond it."""
    course = np.round(_course(track, strips, dark.shape[1])).astype(np.int64)
    if course.min() < 0 or course.max() >= len(dark):
        return False
    columns = np.arange(len(course))
    rows = np.clip(course + np.arange(-1, 2)[:, None], 0, len(dark) - 1)
    seen = (dark[rows, columns].max(axis=0) >= PART * track.level) & ~ruled[course]
    told = np.zeros((3, len(course)), np.bool_)
    first, last = (
        int(np.argmax(strips.inside)),
        len(strips.inside) - int(np.argmax(strips.inside[::-1])),
    )
    for strip, (start, end) in enumerate(zip(strips.starts, strips.ends, strict=True)):
        side = 0 if strip < first else 2 if strip >= last else 1
        told[side, start:end] = ~ruled[course[start:end]]
    left, within, right = (float(seen[part].mean()) if part.any() else 0.0 for part in told)
    return within >= THROUGH and max(left, right) >= BEYOND


def _evenly_spaced(tracks: Sequence[_Track], strips: _Strips, nearest: float) -> list[_Track]:
    """The most lines of which each is where the distances of those before it put it, ascending."""
    places = _places(tracks, strips)
    order = np.argsort(places, kind="stable")
    places = places[order]
    best: list[int] = []
    for first in range(len(places)):
        for second in range(first + 1, min(first + 4, len(places))):
            for hidden in range(2):
                run = _run(places, (first, second), hidden, nearest)
                if len(run) > len(best):
                    best = run
    return [tracks[int(order[at])] for at in best]


def _places(tracks: Sequence[_Track], strips: _Strips) -> Floats:
    """Where lines are in the middle of the table."""
    middle, wide = int(strips.middles.mean()), int(strips.ends.max())
    return np.array([_course(track, strips, wide)[middle] for track in tracks])


def _run(places: Floats, begin: tuple[int, int], hidden: int, nearest: float) -> list[int]:
    """Numbers of the places that go on as these two begin, so many hidden between them; the distance may
    change a little each time, as it does in a tilted photo."""
    step = float(places[begin[1]] - places[begin[0]]) / (hidden + 1)
    if step < nearest:
        return []
    run = list(begin)
    while True:
        last = float(places[run[-1]])
        for times in range(1, HIDDEN_LINES + 2):
            off = np.abs(places - last - times * step)
            at = int(off.argmin())
            if at > run[-1] and off[at] <= SPACING * step * np.sqrt(times):
                step += 0.5 * ((float(places[at]) - last) / times - step)
                run.append(at)
                break
        else:
            return run


def _taken_out(
    dark: Plane, tracks: Sequence[_Track], strips: _Strips, row: float, grain: float
) -> Plane:
    """The darkness without lines: what is no darker than the line goes, what is stays as it is."""
    reach = max(3, round(THIN * row))
    shape = _shape(tracks, strips, reach)
    high, wide = dark.shape
    columns = np.arange(wide)
    free = dark.copy()
    for track in tracks:
        course = _course(track, strips, wide)
        rows = np.round(course).astype(np.int64) + np.arange(-reach, reach + 1)[:, None]
        inside = (rows >= 0) & (rows < high)
        rows = np.clip(rows, 0, high - 1)
        own = np.interp(np.abs(rows - course), np.arange(reach + 1), shape) * track.level
        part = dark[rows, columns].astype(np.float64)
        more = part - SPREAD * own - 2 * grain
        left = np.where(own > grain, np.clip(ABOVE * more, 0.0, part), part)
        at = np.broadcast_to(columns, rows.shape)
        free[rows[inside], at[inside]] = np.round(left[inside]).astype(np.uint8)
    return free


def _shape(tracks: Sequence[_Track], strips: _Strips, reach: int) -> Floats:
    """How dark a line usually is at whole pixels from its middle, as a share of its middle."""
    parts = []
    for track in tracks:
        for strip, place, level in zip(track.strips, track.places, track.levels, strict=True):
            usual = strips.usual[strip]
            off = np.arange(reach + 1)
            at = np.arange(len(usual))
            both = [np.interp(place + side * off, at, usual) for side in (-1, 1)]
            parts.append(np.maximum(*both) / level)
    shape = np.asarray(np.median(np.array(parts), axis=0), np.float64)
    # A pixel's place is known to half a pixel: each counts as dark as the next one inwards is halfway.
    inner = np.r_[shape[0], (shape[:-1] + shape[1:]) / 2]
    shape = np.maximum(shape, inner)
    shape[0] = 1.0
    return np.asarray(np.minimum(np.minimum.accumulate(shape), 1.0), np.float64)
