"""Seconds that a photographed hand log takes to be read, and the memory it needs."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Sequence
from typing import Final

import numpy as np

from digitize import read_photo
from digitize.forms.layout import Layout, load
from digitize.reader.reading import Recogniser
from samples.making.fill import fill
from samples.making.handwriting import any_hand
from samples.making.photos import Conditions, photograph

REPEATS: Final = 7
FILLED_SHARE: Final = 0.6


def time_of_a_page(reader: Recogniser, seed: int, among: Sequence[str]) -> str:
    """Seconds for a hand log of 12 megapixels, warm, and the most memory the process ever had."""
    data = twelve_megapixels(seed, among)
    read_photo(data, "bench.jpg", reader)
    walls, cpus = [], []
    for _ in range(REPEATS):
        wall, cpu = time.perf_counter(), time.process_time()
        read_photo(data, "bench.jpg", reader)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"A hand log of 12 megapixels, {len(data) / 1e6:.1f} MB, read warm, median of {REPEATS}: "
        f"{statistics.median(walls):.2f} s ({statistics.median(cpus):.2f} s of processor). "
        f"Peak memory of the whole bench {peak:.0f} MB."
    )


def twelve_megapixels(seed: int, among: Sequence[str]) -> bytes:
    """A hand log, filled in, straight from a phone's camera as JPEG."""
    chance = np.random.default_rng(seed)
    layout = load("hand-log")
    filled = fill(layout, _examples(layout, chance), any_hand(chance, among), chance)
    return photograph(filled.picture, layout.page, Conditions(), chance).jpeg


def _examples(layout: Layout, chance: np.random.Generator) -> dict[str, str]:
    """Examples of each field, names left out: free text is not read."""
    return {
        entry.name: str(chance.choice(entry.choices or entry.examples))
        for entry in layout.fields
        if (entry.kind != "text" or entry.choices) and chance.random() < FILLED_SHARE
    }
