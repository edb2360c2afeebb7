"""Trials of the page: generated photos of filled forms over every trouble that phones make, and real photos.

Counted are, by trouble, pages found, pages refused and why, pages taken to lie where they do not, and boxes
whose being blank, written or hidden was seen rightly. Of the shared photos of ruled grids: those found with
corners within 1 % of the width, and their cells. Forms are filled by writers that the reader was not trained
on, where their strokes are there (the collection in ``../shared/handwriting``); else with skeletons.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.reader.writing import held_back
from bench.soak.outcome import SHOWN, Outcome
from fairdeal.desk.proportions import Proportion
from fairdeal.digitize.cells import Cell
from fairdeal.digitize.filled_forms import cells_of
from fairdeal.digitize.forms.layout import Layout, load
from fairdeal.digitize.page.find import Page, find_pages
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.ruled.tables import RuledTable, find_tables
from fairdeal.digitize.trouble import ReadError
from samples.making.hand.fill import Filled, fill
from samples.making.hand.handwriting import any_hand, strokes_file
from samples.making.photos.taken import TROUBLES, Laid, Photo, photograph, troubled

WITHIN: Final = 0.01
"""Corners of boxes, and of grids, must lie within this share of the page's width."""
MISPLACED_MM: Final = 1.0
"""A box cut this far from its place may hold another's ink."""
PROCESSES: Final = 2
TOGETHER: Final = 4
"""Photos that a process gets at a time."""
FIELDS: Final = {
    "covered": "fields under another page reported as hidden",
    "blank": "blank fields not seen as written",
    "written": "written fields not seen as blank",
    "in view": "fields in full view",
}

SIZES: Final = (*([(1500, 2000)] * 8), (2250, 3000), (3000, 4000))
"""Pixels of the photos, before a messenger shrinks some of them."""
PAIR_SIZE: Final = (2250, 3000)
"""Two sheets in one photo have half the pixels each."""
FILLED_SHARE: Final = 0.6
FORMS: Final = ("score-sheet/1", "hand-log/1", "we-they/1")
"""The forms that lie there: the editions that all measurements were made with."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page that is in a photo: what is on it, where it lies, and what lies over it."""

    filled: Filled
    laid: Laid
    under: tuple[tuple[float, float], ...] = ()
    """The corners, in pixels, of the page over it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A photo and its pages; the first `wanted` of them ought to be found."""

    trouble: str
    photo: Photo
    sheets: tuple[Sheet, ...]
    wanted: int


@dataclass(slots=True)
class Result:
    """What came of one photo, or of many. `fields` has right and all by kind of field."""

    wanted: int = 0
    found: int = 0
    accepted: int = 0
    refused: list[str] = field(default_factory=list)
    unreasoned: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    misplaced: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    fields: Counter[tuple[str, bool]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Result) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def run(count: int, seed: int) -> Iterator[Outcome]:
    """`count` photos, their troubles by turns, and the real photos of grids as far as there are."""
    found: dict[str, Result] = defaultdict(Result)
    among = tuple(held_back()) if strokes_file() is not None else ()
    attempt = partial(_try, among=among)
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        seeds = range(seed, seed + count)
        for trouble, result in pool.map(attempt, seeds, chunksize=TOGETHER):
            found[trouble].add(result)
    total = Result()
    for trouble in TROUBLES:
        result = found[trouble]
        share = Proportion(result.found, result.wanted)
        yield Outcome(f"pages found, {trouble}", share, tuple(result.refused[:SHOWN]), must=False)
        total.add(result)
    yield from _outcomes(total)
    folder = grids_folder()
    if folder is not None:
        yield from real_grids(folder, count)


def _outcomes(total: Result) -> Iterator[Outcome]:
    reasons = Counter(line.split(": ")[1] for line in total.refused)
    refused = tuple(f"{count} {code}" for code, count in reasons.most_common())
    yield Outcome("pages found", Proportion(total.found, total.wanted), refused, must=False)
    accepted = total.accepted
    for name, number, wrong in (
        ("refusals with a reason and what to do", len(total.refused), total.unreasoned),
        ("pages accepted that lie within 1 % of the width", accepted, total.loose),
        ("pages accepted with every box in its place", accepted, total.misplaced),
    ):
        yield Outcome(name, Proportion(number - len(wrong), number), tuple(wrong[:SHOWN]))
    for kind, name in FIELDS.items():
        right, wrong_ones = total.fields[kind, True], total.fields[kind, False]
        shown = tuple(each for each in total.wrong if each.startswith(kind))[:SHOWN]
        share = Proportion(right, right + wrong_ones)
        yield Outcome(name, share, shown, must=kind == "covered")
    if total.seconds:
        median, slow = np.percentile(total.seconds, (50, 95))
        timed = f"seconds to find the pages of a photo: {median:.2f} (95 % under {slow:.2f})"
        yield Outcome(timed, Proportion(len(total.seconds), len(total.seconds)))


def _try(seed: int, among: Sequence[str]) -> tuple[str, Result]:
    cv2.setNumThreads(1)
    scene, result = make_scene(seed, among), Result()
    result.wanted = scene.wanted
    where = f"seed {seed} {scene.photo.conditions}"
    try:
        picture = next(pictures(scene.photo.jpeg, f"seed {seed}"))
        started = time.perf_counter()
        found, refused = find_pages(picture.image, picture.name)
        result.seconds.append(time.perf_counter() - started)
    except ReadError as error:
        found, refused = [], [error]
    left = list(scene.sheets)
    for page in found:
        _judge(page, left, scene, result, where)
    if any(sheet in scene.sheets[: scene.wanted] for sheet in left):
        for refusal in refused:
            result.refused.append(f"{scene.trouble}: {refusal.code}: {refusal.message} {where}")
            if not (refusal.message and refusal.remedy):
                result.unreasoned.append(where)
        if not refused:
            result.unreasoned.append(f"{where}: said nothing of a page that was not found")
    return scene.trouble, result


def _judge(page: Page, left: list[Sheet], scene: Scene, result: Result, where: str) -> None:
    """Compare a page that was found with those that are in the photo; one of `left` is taken out."""
    result.accepted += 1
    near = [
        (float(np.median(_off_mm(page, sheet))), number)
        for number, sheet in enumerate(left)
        if sheet.filled.layout.form == page.layout.form
    ]
    if not near or min(near)[0] > MISPLACED_MM:
        result.misplaced.append(f"a page where there is none: {where}")
        return
    sheet = left.pop(min(near)[1])
    cells = cells_of(page)
    shown = np.array([not cell.hidden for cell in cells for _ in cell.field.boxes])
    worst = float(_off_mm(page, sheet).reshape(-1, 4).max(1)[shown].max(initial=0.0))
    if worst > WITHIN * page.layout.page[0]:
        result.loose.append(f"off by {worst:.1f} mm: {where}")
    elif worst > MISPLACED_MM:
        result.misplaced.append(f"off by {worst:.1f} mm: {where}")
    else:
        result.found += sheet in scene.sheets[: scene.wanted]
    _count_fields(cells, sheet, where, result)


def _off_mm(page: Page, sheet: Sheet) -> NDArray[np.float64]:
    """How far every box's corners were taken to lie from where they do, in mm on the page."""
    corners = np.array(
        [corner for field in page.layout.fields for box in field.boxes for corner in box.corners]
    )
    true, right, below = (
        np.asarray(sheet.laid.to_photo(corners + step)) for step in ((0, 0), (1, 0), (0, 1))
    )
    # What a millimetre to the right and one downwards are in the photo, at each corner.
    millimetres = np.stack([right - true, below - true], axis=-1)
    off = np.linalg.solve(millimetres, (page.to_photo(corners) - true)[..., None])
    return np.asarray(np.linalg.norm(off[..., 0], axis=1), np.float64)


def _count_fields(cells: list[Cell], sheet: Sheet, where: str, result: Result) -> None:
    blank = {entry["name"]: bool(entry["blank"]) for entry in sheet.filled.truth["fields"]}
    for cell in cells:
        name = cell.field.name
        if _is_covered(cell, sheet):
            kind, right = "covered", cell.hidden
        elif cell.hidden:
            kind, right = "in view", False
        else:
            result.fields["in view", True] += 1
            kind, right = "blank" if blank[name] else "written", cell.blank == blank[name]
        result.fields[kind, right] += 1
        if not right and kind != "in view":
            result.wrong.append(f"{kind}: {name}: {where}")


def _is_covered(cell: Cell, sheet: Sheet) -> bool:
    """True where the middle of one of the field's boxes lies under another page."""
    if not sheet.under:
        return False
    quad = np.array(sheet.under, np.float32)
    middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in cell.field.boxes]
    places = np.asarray(sheet.laid.to_photo(middles), np.float64)
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) > 0 for x, y in places)


# The photos.


def make_scene(seed: int, among: Sequence[str] = ()) -> Scene:
    """A photo of filled forms: trouble, kind of form and writer (of `among`, if any) follow the seed."""
    chance = np.random.default_rng(seed)
    trouble = tuple(TROUBLES)[seed % len(TROUBLES)]
    kind = (seed // len(TROUBLES)) % len(FORMS)
    filled = _filled(load(FORMS[kind]), chance, among, "SAMPLE22")
    size = SIZES[int(chance.integers(len(SIZES)))]
    conditions = troubled(trouble, chance, PAIR_SIZE if trouble == "two sheets" else size)
    second = None
    if conditions.other != "none":
        second = _filled(load(FORMS[int(chance.integers(len(FORMS)))]), chance, among, "SAMPLE33")
    other = second.picture if second is not None else None
    photo = photograph(filled.picture, filled.layout.page, conditions, chance, other)
    main = Laid(photo.homography, photo.bend)
    if second is None or photo.other is None:
        return Scene(trouble, photo, (Sheet(filled, main),), 1)
    width, height = filled.layout.page
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    over, under = (
        tuple(map(tuple, laid.to_photo(corners))) if conditions.other == way else ()
        for laid, way in ((photo.other, "over"), (main, "under"))
    )
    sheets = (Sheet(filled, main, over), Sheet(second, photo.other, under))
    return Scene(trouble, photo, sheets, 2 if conditions.other == "pair" else 1)


def _filled(
    layout: Layout, chance: np.random.Generator, among: Sequence[str], sheet_id: str
) -> Filled:
    values = {
        entry.name: str(chance.choice(entry.choices or entry.examples))
        for entry in layout.fields
        if chance.random() < FILLED_SHARE
    }
    return fill(layout, values, any_hand(chance, among), chance, sheet_id=sheet_id)


# Real photos.


def grids_folder() -> Path | None:
    """The shared photos of grids; None where they are absent."""
    shared = os.environ.get("FAIRDEAL_SHARED") or Path(__file__).parents[3] / "shared"
    folder = Path(shared) / "photos" / "grids"
    return folder if (folder / "truth.json").is_file() else None


def real_grids(folder: Path, count: int) -> Iterator[Outcome]:
    """`count` of the folder's photos: grids found, and their cells seen blank or filled as they are."""
    truth: dict[str, Any] = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    names, lost, cells, wrong = sorted(truth)[:count], [], 0, list[str]()
    for name in names:
        corners, filled = np.array(truth[name]["corners"], float), np.array(truth[name]["cells"])
        picture = np.asarray(cv2.imread(str(folder / name)), np.uint8)
        table = next(iter(find_tables(picture)), None)
        cells += filled.size
        if table is None or (table.rows, table.columns) != filled.shape:
            lost.append(f"{name}: no table of {filled.shape}")
            wrong += [name] * filled.size
            continue
        if corner_error(table, corners) > WITHIN:
            lost.append(name)
        blank = np.array([[cell.blank for cell in row] for row in table.cells(picture)])
        both = np.argwhere(blank == filled.astype(bool)) + 1
        wrong += [f"{name} {row}/{column}" for row, column in both.tolist()]
    right = Proportion(len(names) - len(lost), len(names))
    yield Outcome("real photos: grids within 1 % of their width", right, tuple(lost))
    seen = Proportion(cells - len(wrong), cells)
    yield Outcome("their cells seen blank or filled rightly", seen, tuple(wrong), must=False)


def corner_error(table: RuledTable, corners: NDArray[np.float64]) -> float:
    """The worst corner's distance as a share of the grid's width."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    return float(np.linalg.norm(table.corners - corners, axis=1).max()) / width
