"""The shared photos of grids made harder: as other phones, hands and rooms would have shown them.

``python -m bench.ruled_variants`` changes every photo in each of a dozen ways, from a seed, and prints
for each way: grids found with corners within 1 % of the grid's width, and blank cells and filled ones
told apart where a grid was found. The photos are real, the changes are not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.pages.ruled_grids import CORNER, Count, grids_folder
from fairdeal.digitize.ruled.tables.find import RuledTable, find_tables

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]
Rng = np.random.Generator
Way = Callable[[Picture, Floats, Rng], tuple[Picture, Floats]]
"""A photo and its grid's corners (4, 2), changed."""

DESK: Final = (96, 110, 120)
"""What is seen where the changed photo goes beyond the old one; blue, green, red."""
EDGE_PX: Final = 6
"""Pixels between the grid's corner and the photo's edge where it is cut close."""


def _warped(picture: Picture, corners: Floats, view: Floats, size: tuple[int, int]) -> Any:
    """The photo through a homography. What was outside of it continues it, not a hard edge."""
    made = cv2.warpPerspective(
        picture, view, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    moved = cv2.perspectiveTransform(corners[None], view)[0]
    return np.asarray(made, np.uint8), np.asarray(moved, np.float64)


def _turned(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    height, width = picture.shape[:2]
    angle = float(rng.uniform(0, 360))
    view = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0), (0, 0, 1)])
    around = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    seen = cv2.perspectiveTransform(around[None], view)[0]
    view = np.array([[1, 0, -seen[:, 0].min()], [0, 1, -seen[:, 1].min()], [0, 0, 1]]) @ view
    wide, high = np.ceil(np.ptp(seen, axis=0)).astype(int).tolist()
    made, moved = _warped(picture, corners, view, (wide, high))
    return made, moved


def _tilted(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    height, width = picture.shape[:2]
    around = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    side, shrink = int(rng.integers(4)), float(rng.uniform(0.12, 0.25))
    target = around.copy()
    first, second = target[side].copy(), target[(side + 1) % 4].copy()
    target[side], target[(side + 1) % 4] = (
        first + shrink * (second - first),
        second + shrink * (first - second),
    )
    view = np.asarray(cv2.getPerspectiveTransform(around, target), np.float64)
    made, moved = _warped(picture, corners, view, (width, height))
    return made, moved


def _shaded(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    height, width = picture.shape[:2]
    angle = float(rng.uniform(0, 2 * np.pi))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    side = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
    edge = (side > float(rng.uniform(-0.2, 0.2))).astype(np.float32)
    soft = cv2.GaussianBlur(edge, (0, 0), float(rng.uniform(4, 40)))
    light = (1 - 0.55 * soft) * (1 - 0.3 * (side + 0.5))
    return np.asarray(np.clip(picture * light[..., None], 0, 255), np.uint8), corners


def _blurred(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    sigma = float(rng.uniform(1.2, 2.4)) * max(picture.shape) / 2000
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8), corners


def _pale(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    share = float(rng.uniform(0.25, 0.45))
    made = 175 + (picture.astype(np.float32) - 175) * share + rng.normal(0, 2, picture.shape)
    return np.asarray(np.clip(made, 0, 255), np.uint8), corners


def _noisy(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    grain = rng.standard_normal(picture.shape, np.float32) * np.float32(rng.uniform(8, 16))
    return np.asarray(np.clip(0.6 * picture + grain, 0, 255), np.uint8), corners


def _squeezed(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    told = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(18, 40))]
    _, data = cv2.imencode(".jpg", picture, told)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), corners


def _sized(longer: tuple[int, int]) -> Way:
    def change(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
        scale = float(rng.uniform(*longer)) / max(picture.shape)
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        made = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way)
        return np.asarray(made, np.uint8), (corners + 0.5) * scale - 0.5

    return change


def _coloured(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    tint = np.array(((0.55, 0.9, 1.0), (1.0, 0.85, 0.6), (0.7, 1.0, 0.75))[int(rng.integers(3))])
    return np.asarray(picture * tint.astype(np.float32), np.uint8), corners


def _cut_close(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    """The photo ends a few pixels beyond the grid on every side."""
    low = np.maximum(np.floor(corners.min(0)).astype(int) - EDGE_PX, 0)
    high = np.ceil(corners.max(0)).astype(int) + EDGE_PX
    part = picture[low[1] : high[1], low[0] : high[0]]
    return np.ascontiguousarray(part), corners - low


def _far_aside(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    """The grid is small, at one side of a larger desk."""
    height, width = picture.shape[:2]
    scale = float(rng.uniform(0.45, 0.6))
    spare = np.array([width, height]) * (1 - scale)
    at = spare * rng.uniform(0, 1, 2)
    made = np.empty_like(picture)
    made[:] = DESK
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    left, top = at.astype(int).tolist()
    made[top : top + small.shape[0], left : left + small.shape[1]] = small
    return made, (corners + 0.5) * scale - 0.5 + (left, top)


def _all_at_once(picture: Picture, corners: Floats, rng: Rng) -> tuple[Picture, Floats]:
    for way in (_turned, _tilted, _shaded, _sized((1000, 1600)), _squeezed):
        picture, corners = way(picture, corners, rng)
    return picture, corners


WAYS: Final[dict[str, Way]] = {
    "turned": _turned,
    "tilted": _tilted,
    "shaded": _shaded,
    "blurred": _blurred,
    "pale": _pale,
    "dark and noisy": _noisy,
    "strong JPEG": _squeezed,
    "small, 700 to 1,000 pixels": _sized((700, 1000)),
    "large, 4,000 to 5,000 pixels": _sized((4000, 5000)),
    "coloured paper": _coloured,
    "cut close": _cut_close,
    "small and aside": _far_aside,
    "turned, tilted, shaded, shrunk": _all_at_once,
}


def corners_off(table: RuledTable, corners: Floats) -> tuple[float, int]:
    """The worst corner's distance as a share of the grid's width, and by how many quarters the table
    is turned against the truth."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    off = [
        float(np.linalg.norm(table.turned(quarters).corners - corners, axis=1).max()) / width
        for quarters in range(4)
    ]
    return min(off), int(np.argmin(off))


def measure(
    folder: Path, name: str, seed: int, every: int
) -> tuple[Count, Count, Count, list[str]]:
    """Corners, blank cells, filled cells and what was wrong, over every `every`-th photo."""
    truth: dict[str, Any] = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    found, blank, filled, wrong = Count(), Count(), Count(), list[str]()
    for number, photo in enumerate(sorted(truth)):
        if number % every:
            continue
        picture = np.asarray(cv2.imread(str(folder / photo)), np.uint8)
        values = np.array(truth[photo]["cells"])
        rng = np.random.default_rng((seed, number))
        made, corners = WAYS[name](picture, np.array(truth[photo]["corners"], float), rng)
        tables = find_tables(made)
        off, quarters = corners_off(tables[0], corners) if tables else (float("inf"), 0)
        table = tables[0].turned(quarters) if tables else None
        right = table is not None and (table.rows, table.columns) == values.shape
        found.add(right and off <= CORNER)
        if table is None or not right or off > CORNER:
            shape = f"{table.rows} x {table.columns}, off {off:.3f}" if table else "nothing"
            wrong.append(f"{photo}: {shape}")
            continue
        for row, wanted in zip(table.cells(made), values.tolist(), strict=True):
            for cell, value in zip(row, wanted, strict=True):
                (filled if value else blank).add(cell.blank == (value == 0))
    return found, blank, filled, wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every figure; 0 always, since figures are no failure."""
    parser = argparse.ArgumentParser(prog="python -m bench.ruled_variants", description=__doc__)
    parser.add_argument("--seed", type=int, default=56)
    parser.add_argument("--every", type=int, default=1, help="take every so-manieth photo (1)")
    parser.add_argument("ways", nargs="*", metavar="WAY", help="ways to change them (all)")
    given = parser.parse_args(arguments)
    folder = grids_folder()
    if folder is None:
        print("photos of grids: not here (FAIRDEAL_SHARED)", flush=True)
        return 0
    for name in given.ways or WAYS:
        found, blank, filled, wrong = measure(folder, name, given.seed, given.every)
        print(f"{name}: corners within 1 % of the width: {found}", flush=True)
        print(f"  blank told as blank: {blank}; filled told as filled: {filled}", flush=True)
        for line in wrong:
            print(f"    {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
