"""Trials of the page: generated photos of filled forms over every trouble that a phone makes.

Counted are, by trouble, pages found, pages refused and why, pages taken to lie where they do not; boxes
whose being blank or written was seen rightly, and cells read rightly: those that a person is asked
about and those that nobody is. Hands are of writers that the reader was not trained on, where their
strokes are there (the collection in ``../shared/handwriting``); else of skeletons of letters.
"""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from multiprocessing import get_context
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.pages.photo_scenes import Scene, Sheet, make_scene
from bench.proportions import Proportion
from bench.reader.held_back import held_back
from bench.reader.reading import same
from bench.soak.outcome import SHOWN, Outcome
from fairdeal.digitize.cells import Cell
from fairdeal.digitize.filled_forms import asked_as, cells_of, to_look_at
from fairdeal.digitize.page import Page, find_pages
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.reader.reading import CellInk, Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.trouble import ReadError
from samples.making.hand.handwriting import strokes_file
from samples.making.photos.troubles import TROUBLES

WITHIN: Final = 0.01
"""Corners of boxes must lie within this share of the page's width."""
MISPLACED_MM: Final = 1.0
"""A box cut this far from its place may hold another's ink."""
PROCESSES: Final = 2
TOGETHER: Final = 4
"""Photos that a process gets at a time."""
TOLD_EVERY: Final = 50
"""Photos between two lines of progress."""


@dataclass(slots=True)
class Cells:
    """What came of the cells of pages found."""

    blanks: int = 0
    filled: list[str] = field(default_factory=list)
    asked_blanks: int = 0
    """Blank fields taken for written that a person is asked about, or that the reader calls blank."""
    ghosts: list[str] = field(default_factory=list)
    """... that are read as filled and not asked about."""
    written: int = 0
    missed: list[str] = field(default_factory=list)
    hidden: int = 0
    covered: int = 0
    seen_through: list[str] = field(default_factory=list)
    read: int = 0
    right: int = 0
    asked: int = 0
    asked_right: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Cells) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class Result:
    """What came of one photo, or of many."""

    wanted: int = 0
    found: int = 0
    more: int = 0
    """Pages found that nobody would have missed."""
    refused: list[str] = field(default_factory=list)
    unreasoned: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    misplaced: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    cells: Cells = field(default_factory=Cells)

    def add(self, other: Result) -> None:
        for name in self.__slots__:
            if name == "cells":
                self.cells.add(other.cells)
            else:
                setattr(self, name, getattr(self, name) + getattr(other, name))


def run(count: int, seed: int) -> Iterator[Outcome]:
    """`count` photos, half of them score sheets and half hand logs, and every cell of them."""
    results = _all(count, seed, with_cells=True)
    total = _sum(results)
    yield from _pages(results, total)
    yield from _fields(total.cells)
    yield from _read(total.cells)


def run_pages(count: int, seed: int) -> Iterator[Outcome]:
    """The same photos without reading their cells, which takes most of the time."""
    results = _all(count, seed, with_cells=False)
    total = _sum(results)
    yield from _pages(results, total)
    yield from _covered(total.cells)


def _all(count: int, seed: int, with_cells: bool) -> dict[str, Result]:
    """The results of all photos by trouble; of those done, where it is stopped (Ctrl-C, or SIGTERM)."""
    found = {trouble: Result() for trouble in TROUBLES}
    among = tuple(held_back()) if strokes_file() is not None else ()
    attempt = partial(_try, among=among, with_cells=with_cells)
    seeds, done = range(seed, seed + count), 0
    usual = signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ProcessPoolExecutor(PROCESSES, get_context("spawn"), _work_on) as pool:
        try:
            for trouble, result in pool.map(attempt, seeds, chunksize=TOGETHER):
                found[trouble].add(result)
                done += 1
                if done % TOLD_EVERY == 0:
                    _tell(f"{done} of {count}", _sum(found))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            _tell(f"stopped after {done} of {count}", _sum(found))
    signal.signal(signal.SIGTERM, usual)
    return found


def _work_on() -> None:
    """A process of the pool leaves it to the first one to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _tell(how_far: str, total: Result) -> None:
    """One line of how a long trial stands."""
    wrong = len(total.loose) + len(total.misplaced) + len(total.cells.seen_through)
    print(
        f"photos {how_far}: pages found {total.found} of {total.wanted}, refused"
        f" {len(total.refused)}, wrong {wrong}; cells read {total.cells.read}",
        file=sys.stderr,
        flush=True,
    )


def _sum(results: dict[str, Result]) -> Result:
    total = Result()
    for result in results.values():
        total.add(result)
    return total


def _pages(results: dict[str, Result], total: Result) -> Iterator[Outcome]:
    for trouble, result in results.items():
        found = Proportion(result.found, result.wanted)
        yield Outcome(f"pages found, {trouble}", found, tuple(result.refused[:SHOWN]), must=False)
    yield Outcome("pages found", Proportion(total.found, total.wanted), must=False)
    reasons = Counter(line.split(": ")[1] for line in total.refused)
    refused = tuple(f"{count} {code}" for code, count in reasons.most_common())
    lost = total.wanted - total.found
    yield Outcome("pages not found", Proportion(lost, total.wanted), refused, must=False)
    yield _outcome("refusals with a reason and what to do", len(total.refused), total.unreasoned)
    accepted = total.found + total.more + len(total.loose) + len(total.misplaced)
    yield _outcome("pages accepted that lie within 1 % of the width", accepted, total.loose)
    yield _outcome("pages accepted with every box in its place", accepted, total.misplaced)
    if not total.seconds:
        return
    median, slow = np.percentile(total.seconds, (50, 95))
    timed = f"seconds to find the pages of a photo: {median:.2f} (95 % under {slow:.2f})"
    yield Outcome(timed, Proportion(len(total.seconds), len(total.seconds)))


def _covered(cells: Cells) -> Iterator[Outcome]:
    yield _outcome("fields under another page told to be hidden", cells.covered, cells.seen_through)


def _fields(cells: Cells) -> Iterator[Outcome]:
    yield _outcome("blank fields not taken for written", cells.blanks, cells.filled)
    yield _outcome("written fields not taken for blank", cells.written, cells.missed)
    yield from _covered(cells)
    total = cells.blanks + cells.written + cells.hidden
    yield Outcome("fields in full view", Proportion(total - cells.hidden, total), must=False)


def _read(cells: Cells) -> Iterator[Outcome]:
    """What the reader made of the written cells; names are never read, so they do not count."""
    ghosts = len(cells.ghosts)
    yield _outcome("blank fields not read as filled unasked", cells.blanks, cells.ghosts)
    told = Proportion(cells.asked_blanks, cells.asked_blanks + ghosts)
    yield Outcome("blanks taken for written that are asked about", told, must=False)
    unasked = cells.read - cells.asked
    wrong = tuple(cells.wrong[:SHOWN])
    yield Outcome("written cells read right", Proportion(cells.right, cells.read), must=False)
    yield Outcome(
        "written cells nobody is asked about", Proportion(unasked, cells.read), must=False
    )
    sure = Proportion(cells.right - cells.asked_right, unasked)
    yield Outcome("cells right that nobody is asked about", sure, wrong, must=False)
    yield Outcome(
        "cells right that a person is asked about",
        Proportion(cells.asked_right, cells.asked),
        must=False,
    )


def _outcome(name: str, total: int, wrong: list[str]) -> Outcome:
    return Outcome(name, Proportion(total - len(wrong), total), tuple(wrong[:SHOWN]))


@cache
def _reader() -> Recogniser:
    return open_reader()


def _try(seed: int, among: Sequence[str], with_cells: bool) -> tuple[str, Result]:
    cv2.setNumThreads(1)
    scene, result = make_scene(seed, among), Result()
    result.wanted = scene.wanted
    told = f"seed {seed} {scene.photo.conditions}"
    try:
        picture = next(pictures(scene.photo.jpeg, f"seed {seed}"))
        started = time.perf_counter()
        found, refused = find_pages(picture.image, picture.name)
        result.seconds.append(time.perf_counter() - started)
    except ReadError as error:
        found, refused = [], [error]
    left = list(scene.sheets)
    for page in found:
        _judge(page, left, scene, result, told, with_cells)
    missing = len([sheet for sheet in left if sheet in scene.sheets[: scene.wanted]])
    if missing:
        for refusal in refused:
            result.refused.append(f"{scene.trouble}: {refusal.code}: {refusal.message} {told}")
            if not (refusal.message and refusal.remedy):
                result.unreasoned.append(told)
        if not refused:
            result.unreasoned.append(f"{told}: said nothing of a page that was not found")
    return scene.trouble, result


def _judge(
    page: Page, left: list[Sheet], scene: Scene, result: Result, told: str, with_cells: bool
) -> None:
    """Hold a page that was found against those that are in the photo; one of `left` is taken out."""
    near = [
        (float(np.median(_off_mm(page, sheet))), number)
        for number, sheet in enumerate(left)
        if sheet.filled.layout.form == page.layout.form
    ]
    if not near or min(near)[0] > MISPLACED_MM:
        result.misplaced.append(f"a page where there is none: {told}")
        return
    sheet = left.pop(min(near)[1])
    off = _off_mm(page, sheet)
    boxes = len(off) // 4
    worst = off.reshape(boxes, 4).max(1)
    cells = None
    if worst.max() > min(MISPLACED_MM, WITHIN * page.layout.page[0]) or sheet.under or with_cells:
        cells = cells_of(page)
        shown = [not cell.hidden for cell in cells for _ in cell.field.boxes]
        worst = worst[np.array(shown)] if any(shown) else np.zeros(1)
    if worst.max() > WITHIN * page.layout.page[0]:
        result.loose.append(f"off by {worst.max():.1f} mm: {told}")
    elif worst.max() > MISPLACED_MM:
        result.misplaced.append(f"off by {worst.max():.1f} mm: {told}")
    elif sheet in scene.sheets[: scene.wanted]:
        result.found += 1
    else:
        result.more += 1
    if cells is not None:
        _count_fields(cells, sheet, told, result.cells)
    if cells is not None and with_cells:
        _count_readings(cells, sheet, told, result.cells)


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


def _count_fields(cells: list[Cell], sheet: Sheet, told: str, tally: Cells) -> None:
    blank = {entry["name"]: bool(entry["blank"]) for entry in sheet.filled.truth["fields"]}
    for cell in cells:
        name = cell.field.name
        if _is_covered(cell, sheet):
            tally.covered += 1
            if not cell.hidden:
                tally.seen_through.append(f"{name}: {told}")
        elif cell.hidden:
            tally.hidden += 1
        elif blank[name]:
            tally.blanks += 1
            if not cell.blank:
                tally.filled.append(f"{name}: {told}")
        else:
            tally.written += 1
            if cell.blank:
                tally.missed.append(f"{name}: {told}")


def _is_covered(cell: Cell, sheet: Sheet) -> bool:
    """True where the middle of one of the field's boxes lies under another page."""
    if not sheet.under:
        return False
    quad = np.array(sheet.under, np.float32)
    middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in cell.field.boxes]
    places = np.asarray(sheet.laid.to_photo(middles), np.float64)
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) > 0 for x, y in places)


def _count_readings(cells: list[Cell], sheet: Sheet, told: str, tally: Cells) -> None:
    truth: Any = sheet.filled.truth
    wanted = {entry["name"]: entry["text"] for entry in truth["fields"] if not entry["blank"]}
    seen = [
        cell
        for cell in cells
        if not (cell.blank or cell.hidden)
        and (cell.field.name in wanted or not _is_covered(cell, sheet))
        and (cell.field.kind != "text" or cell.field.choices)
    ]
    inks = [CellInk(asked_as(cell.field), cell.boxes) for cell in seen]
    for cell, reading in zip(seen, _reader().read(inks), strict=True):
        name, asked = cell.field.name, to_look_at(cell.field, reading)
        if name not in wanted:
            settled = asked or reading.blank
            tally.asked_blanks += settled
            if not settled:
                tally.ghosts.append(f"{name}: {reading.text} {reading.probability:.2f}: {told}")
            continue
        right = same(reading.text, wanted[name])
        tally.read += 1
        tally.right += right
        tally.asked += asked
        tally.asked_right += asked and right
        if not (right or asked):
            tally.wrong.append(f"{name}: {reading.text} for {wanted[name]}: {told}")
