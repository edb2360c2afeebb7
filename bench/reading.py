"""Cells of photographed forms read by the project's reader and by Tesseract, and seconds a page.

``python -m bench.reading [--pages N] [--seed S]``. Forms are filled in with the strokes of writers that
the reader never met in training (the collection in ``../shared/handwriting``) and
photographed by the generator; without the collection the bench says so and stops.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray
from PIL import Image

from bench.proportions import Proportion
from digitize import read_photo
from digitize.cells import cut_cells
from digitize.forms.layout import KINDS, Layout, load
from digitize.page import find_page
from digitize.pictures import pictures
from digitize.reader.reading import Recogniser
from digitize.reader.recogniser import open_reader
from digitize.trouble import ReadError
from records.transcript import Transcript
from samples.making.fill import fill
from samples.making.handwriting import any_hand, strokes_file, writers
from samples.making.photos import Conditions, any_conditions, photograph

HARD: Final = 0.35
"""How bad the photos are, 0 to 1: ordinary ones, some shrunk by a messenger, some in shadow."""
REPEATS: Final = 7
PAGES: Final = 3
"""Pages by default: with them the bench takes under a minute on two busy cores."""
PEER_CELLS: Final = 60
"""Cells that Tesseract reads, one call each; it takes 0.1 to 0.2 seconds for each."""
FILLED_SHARE: Final = 0.6


@dataclass(slots=True)
class Count:
    """What came of the written cells of one kind."""

    right: int = 0
    total: int = 0
    asked: int = 0
    right_unasked: int = 0

    def add(self, right: bool, flagged: bool) -> None:
        self.total += 1
        self.right += right
        self.asked += flagged
        self.right_unasked += right and not flagged


@dataclass(slots=True)
class Figures:
    """Everything that is counted over the pages."""

    kinds: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    blanks: int = 0
    blanks_filled: int = 0
    peer_right: int = 0
    peer_total: int = 0
    ours_on_peer: int = 0
    refused: list[str] = field(default_factory=list)


def held_back() -> list[str]:
    """The writers that neither training nor its choices have met, as training itself splits them."""
    from digitize.training.hands import load_hands, split

    known = set(writers())
    return [name for name in split(sorted(load_hands()))["test"] if name in known]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.reading", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    if strokes_file() is None:
        print("reading: the handwriting collection is absent (FAIRDEAL_SHARED); nothing measured")
        return 0
    reader, figures = open_reader(), Figures()
    among = held_back()
    for number in range(given.pages):
        data, truth = page(given.seed + number, among)
        _count(data, truth, reader, figures)
        print(f"  page {number + 1} of {given.pages} counted", flush=True)
    _print(figures, len(among))
    _print_time(twelve_megapixels(given.seed, among), reader)
    return 0


def page(seed: int, among: Sequence[str]) -> tuple[bytes, dict[str, Any]]:
    """One photographed form as JPEG, and what is written on it."""
    chance = np.random.default_rng(seed)
    layout = load(KINDS[seed % len(KINDS)])
    filled = fill(layout, _values(layout, chance), any_hand(chance, among), chance)
    conditions = any_conditions(chance, hard=HARD)
    return photograph(filled.picture, layout.page, conditions, chance).jpeg, dict(filled.truth)


def twelve_megapixels(seed: int, among: Sequence[str]) -> bytes:
    """A hand log, filled in like the others, straight from a phone's camera as JPEG."""
    chance = np.random.default_rng(seed)
    layout = load("hand-log")
    filled = fill(layout, _values(layout, chance), any_hand(chance, among), chance)
    return photograph(filled.picture, layout.page, Conditions(), chance).jpeg


def _values(layout: Layout, chance: np.random.Generator) -> dict[str, str]:
    """Examples of each field, names left out: free text is not read."""
    return {
        entry.name: str(chance.choice(entry.choices or entry.examples))
        for entry in layout.fields
        if (entry.kind != "text" or entry.choices) and chance.random() < FILLED_SHARE
    }


def same(told: str | None, written: str | None) -> bool:
    """Equal but for spaces and for ways of writing the same word."""
    return _plain(told) == _plain(written)


def _plain(text: str | None) -> str:
    bare = (text or "").replace(" ", "").upper()
    return {"P": "PASS"}.get(bare, bare.replace("PLUS", "+"))


def _count(data: bytes, truth: dict[str, Any], reader: Recogniser, figures: Figures) -> None:
    (found,) = read_photo(data, "bench.jpg", reader)
    if not found.fields:
        figures.refused.extend(problem.code for problem in found.problems)
        return
    written = {entry["name"]: entry for entry in truth["fields"]}
    for entry in found.fields:
        wanted = written[entry.name]
        if wanted["blank"]:
            figures.blanks += 1
            figures.blanks_filled += not entry.blank and entry.text is not None
        else:
            figures.kinds[entry.kind].add(same(entry.text, wanted["text"]), entry.flagged)
    _peer(data, found, written, figures)


def _peer(data: bytes, found: Transcript, written: dict[str, Any], figures: Figures) -> None:
    """The same cells, squared up and cut the same way, read by Tesseract."""
    if figures.peer_total >= PEER_CELLS:
        return
    picture = next(pictures(data, "bench.jpg"))
    try:
        squared = find_page(picture.image, picture.name)
    except ReadError:
        return
    ours = {entry.name: entry.text for entry in found.fields}
    for cell in cut_cells(squared.image, squared.layout):
        wanted = written[cell.field.name]
        if wanted["blank"] or cell.blank or figures.peer_total >= PEER_CELLS:
            continue
        figures.peer_total += 1
        figures.peer_right += same(_tesseract(np.hstack(cell.boxes)), wanted["text"])
        figures.ours_on_peer += same(ours[cell.field.name], wanted["text"])


def _tesseract(cell: NDArray[np.uint8]) -> str:
    """A cell as Tesseract reads it: enlarged to the size it likes, one line, our characters alone."""
    large = cv2.resize(cell, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_CUBIC)
    text = pytesseract.image_to_string(
        Image.fromarray(large),
        config="--oem 1 --psm 7 -c tessedit_char_whitelist=0123456789ABCDHJKNPQSTXabelnosu+",
        timeout=30,
    )
    return str(text).strip()


def _print(figures: Figures, writer_count: int) -> None:
    print(f"cells of photographed forms, {writer_count} writers never trained on", flush=True)
    total = Count()
    for kind, count in sorted(figures.kinds.items()):
        _print_count(kind, count)
        for name in ("right", "total", "asked", "right_unasked"):
            setattr(total, name, getattr(total, name) + getattr(count, name))
    _print_count("all", total)
    kept = Proportion(figures.blanks - figures.blanks_filled, figures.blanks)
    print(f"  blank fields left blank    {kept}")
    if figures.refused:
        print(f"  pages refused: {', '.join(figures.refused)}")
    if figures.peer_total:
        print(
            f"  same cells, this reader    {Proportion(figures.ours_on_peer, figures.peer_total)}"
        )
        print(f"  same cells, Tesseract      {Proportion(figures.peer_right, figures.peer_total)}")


def _print_count(kind: str, count: Count) -> None:
    unasked = Proportion(count.right_unasked, count.total - count.asked)
    print(
        f"  {kind:9} right {Proportion(count.right, count.total)};"
        f" asked {count.asked}; right where not asked {unasked}"
    )


def _print_time(data: bytes, reader: Recogniser) -> None:
    """Seconds for a hand log, warm, and the most memory the process ever had."""
    read_photo(data, "bench.jpg", reader)
    walls, cpus = [], []
    for _ in range(REPEATS):
        wall, cpu = time.perf_counter(), time.process_time()
        read_photo(data, "bench.jpg", reader)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"a hand log of 12 megapixels, {len(data) / 1e6:.1f} MB, median of {REPEATS}:"
        f" {statistics.median(walls):.2f} s ({statistics.median(cpus):.2f} s of processor);"
        f" peak memory of the bench {peak:.0f} MB"
    )


if __name__ == "__main__":
    raise SystemExit(main())
