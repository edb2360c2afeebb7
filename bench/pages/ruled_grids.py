"""Foreign ruled sheets: the shared photos of grids, and random synthetic pages.

``python -m bench.ruled_grids`` prints, for the real photos: grids found with corners within 1 % of the
grid's width, blank cells told from filled ones, single digits read by the reader of handwriting, with
the share that it asks about. For synthetic pages of random tables: tables found with every node in
place, and pages without one where none was found. Every figure is k of n with its 95 % bounds.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from bench.pages.ruled_pages import RuledPhoto, draw_page, photo_of, random_table
from bench.proportions import Proportion
from fairdeal.digitize.reader.reading import CellInk, Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.ruled.tables.find import RuledTable, find_tables
from samples.making.photos.conditions import any_conditions

CORNER: Final = 0.01
"""Corners count as found within this share of the grid's width."""
IN_PLACE: Final = 0.25
"""Nodes of synthetic tables count as found within this share of the smallest cell side."""
PAGES: Final = 40
HARD: Final = 0.3
SIZE: Final = (1536, 2048)


@dataclass(slots=True)
class Count:
    """k of n, growing."""

    k: int = 0
    n: int = 0

    def add(self, right: bool) -> None:
        self.k += right
        self.n += 1

    def __str__(self) -> str:
        return str(Proportion(self.k, self.n)) if self.n else "0 of 0"


@dataclass(slots=True)
class GridCounts:
    """What is counted over the photos of grids."""

    corners: Count = field(default_factory=Count)
    shape: Count = field(default_factory=Count)
    blank: Count = field(default_factory=Count)
    filled: Count = field(default_factory=Count)
    digits: Count = field(default_factory=Count)
    unasked: Count = field(default_factory=Count)
    asked: Count = field(default_factory=Count)
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def grids_folder() -> Path | None:
    """The shared photos of grids; None where they are absent."""
    shared = os.environ.get("FAIRDEAL_SHARED") or Path(__file__).parents[3] / "shared"
    folder = Path(shared) / "photos" / "grids"
    return folder if (folder / "truth.json").is_file() else None


def measure_grids(folder: Path, only: Sequence[str] = ()) -> GridCounts:
    """Count over the photos of a folder with a ``truth.json``; `only` are names of photos."""
    truth: dict[str, Any] = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    reader, counts = open_reader(), GridCounts()
    for name in only or sorted(truth):
        picture = cv2.imread(str(folder / name))
        if picture is None:
            counts.wrong.append(f"{name}: cannot be opened")
            continue
        _measure(np.asarray(picture, np.uint8), name, truth[name], reader, counts)
    return counts


def _measure(
    picture: Any, name: str, truth: dict[str, Any], reader: Recogniser, counts: GridCounts
) -> None:
    corners, values = np.array(truth["corners"], float), np.array(truth["cells"])
    started = time.process_time()
    tables = find_tables(picture)
    table = tables[0] if tables else None
    counts.corners.add(table is not None and corner_error(table, corners) <= CORNER)
    right = table is not None and (table.rows, table.columns) == values.shape
    counts.shape.add(right)
    if table is None or not right:
        # What was not found is not read: every cell of it counts as wrong.
        for value in values.ravel().tolist():
            (counts.filled if value else counts.blank).add(False)
            if 1 <= value <= 9:
                counts.digits.add(False)
        counts.wrong.append(f"{name}: no table of {values.shape[0]} x {values.shape[1]}")
        return
    cells = [cell for row in table.cells(picture) for cell in row]
    readings = reader.read([CellInk("number", (cell.image,)) for cell in cells])
    counts.seconds.append(time.process_time() - started)
    for cell, reading, value in zip(cells, readings, values.ravel().tolist(), strict=True):
        place = f"{name} {cell.row + 1}/{cell.column + 1}"
        (counts.filled if value else counts.blank).add(cell.blank == (value == 0))
        if cell.blank != (value == 0):
            counts.wrong.append(f"{place}: {'filled' if value else 'blank'}, taken for the other")
        if not 1 <= value <= 9:
            continue
        good = reading.text == str(value)
        counts.digits.add(good)
        counts.asked.add(reading.flagged)
        if not reading.flagged:
            counts.unasked.add(good)
        if not good:
            counts.wrong.append(f"{place}: {value} read as {reading.text}")


def corner_error(table: RuledTable, corners: Any) -> float:
    """The worst corner's distance as a share of the grid's width."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    return float(np.linalg.norm(table.corners - corners, axis=1).max()) / width


def grid_lines(counts: GridCounts) -> Iterator[str]:
    yield f"real photos of grids: corners within 1 % of the width: {counts.corners}"
    yield f"  rows and columns right: {counts.shape}"
    yield f"  blank cells told as blank: {counts.blank}"
    yield f"  filled cells told as filled: {counts.filled}"
    yield f"  single digits read right, asked or not: {counts.digits}"
    yield f"  of those not asked about: {counts.unasked}; asked about: {counts.asked}"
    if counts.seconds:
        yield (
            f"  processor time a photo, found and read: median {np.median(counts.seconds):.2f} s,"
            f" worst {max(counts.seconds):.2f} s"
        )
    yield from (f"    {line}" for line in counts.wrong)


@dataclass(slots=True)
class PageCounts:
    """What is counted over synthetic pages. A table is wrong in silence where it is trusted and its
    rows, columns or nodes are not those drawn."""

    found: Count = field(default_factory=Count)
    silent: Count = field(default_factory=Count)
    none: Count = field(default_factory=Count)
    wrong: list[str] = field(default_factory=list)


def measure_pages(count: int, seed: int, hard: float = HARD) -> PageCounts:
    """Random tables on random pages, photographed; every eighth page has none."""
    counts = PageCounts()
    for number in range(count):
        rng = np.random.default_rng(seed + number)
        specs = () if number % 8 == 7 else (random_table(rng),)
        page = draw_page(specs, rng)
        conditions = replace(any_conditions(rng, SIZE, hard=hard), other="none", over="none")
        photo = photo_of(page, conditions, rng)
        tables = find_tables(photo.picture)
        if not specs:
            counts.none.add(not tables)
            continue
        best = next((t for t in tables if in_place(photo, t)), None)
        counts.found.add(best is not None)
        trusted = bool(tables) and tables[0].trusted and not _open(tables[0])
        counts.silent.add(best is None and trusted)
        if best is None:
            shapes = ", ".join(f"{t.rows} x {t.columns}" for t in tables) or "nothing"
            wanted = f"{len(specs[0].ys) - 1} x {len(specs[0].xs) - 1}, {specs[0].drawn}"
            counts.wrong.append(f"seed {seed + number}: {wanted}; found {shapes}")
    return counts


def _open(table: RuledTable) -> bool:
    return any(problem.code == "side-open" for problem in table.problems)


def in_place(photo: RuledPhoto, table: RuledTable) -> bool:
    """Has the table the first true one's rows, columns and nodes, whichever way the photo is turned?

    Where a side has no line, that side's nodes are anybody's guess.
    """
    nodes, spec = photo.nodes[0], photo.page.tables[0]
    sides = np.r_[
        np.linalg.norm(np.diff(nodes, axis=0), axis=2).ravel(),
        np.linalg.norm(np.diff(nodes, axis=1), axis=2).ravel(),
    ]
    inner = slice(1, -1) if spec.open_sides else slice(None)
    for quarters in range(4):
        turned = table.turned(quarters).nodes
        if turned.shape != nodes.shape:
            continue
        off = np.linalg.norm(turned - nodes, axis=2)[:, inner]
        if float(off.max()) <= IN_PLACE * float(sides.min()):
            return True
    return False


def page_lines(counts: PageCounts) -> Iterator[str]:
    yield f"synthetic pages with a table: every node in its place: {counts.found}"
    yield f"  another table taken for it without a word: {counts.silent}"
    yield f"  pages without a table on which none is found: {counts.none}"
    yield from (f"    {line}" for line in counts.wrong)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every figure; 0 always, since figures are no failure."""
    parser = argparse.ArgumentParser(prog="python -m bench.ruled_grids", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--seed", type=int, default=56)
    given = parser.parse_args(arguments)
    folder = grids_folder()
    if folder is None:
        print("photos of grids: not here (FAIRDEAL_SHARED)", flush=True)
    else:
        for line in grid_lines(measure_grids(folder)):
            print(line, flush=True)
    for line in page_lines(measure_pages(given.pages, given.seed)):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
