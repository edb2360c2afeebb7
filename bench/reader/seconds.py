"""Seconds from a photographed hand log of 12 megapixels to its findings, and the memory that it needs."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

import numpy as np

from bench.memory import peak_mb
from bench.reader.pages import page
from bench.reader.writing import held_back, picture
from fairdeal.digitize import read_photo
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.rulings import check, load as load_rulebook
from samples.making.photos.taken import Conditions, photograph

REPEATS: Final = 7
DEALS: Final = 3
"""Hand logs timed: how doubtful a hand is decides how long its deal is weighed."""


def measure(given: argparse.Namespace) -> int:
    """One line: warm medians of some hands, and the peak of a process that does nothing else."""
    names = held_back(given.part)
    photos = [twelve_megapixels(given.seed + n, names[n % len(names)]) for n in range(DEALS)]
    with ProcessPoolExecutor(1, get_context("spawn")) as alone:
        times, peak = alone.submit(timed, photos, 2 if given.small else REPEATS).result()
    print(
        "hand logs of 12 megapixels, photo to findings, warm, median:"
        f" {', '.join(f'{wall:.2f} s ({cpu:.2f} s of processor)' for wall, cpu in times)};"
        f" peak memory {peak:.0f} MB",
        flush=True,
    )
    return 0


def timed(photos: Sequence[bytes], repeats: int) -> tuple[list[tuple[float, float]], float]:
    """Median seconds by the clock and of the processor of each photo, and this process's peak memory."""
    reader, book, found = open_reader(), load_rulebook("international"), []
    for data in photos:
        times = []
        for _ in range(repeats + 1):
            wall, cpu = time.perf_counter(), time.process_time()
            check(to_record(read_photo(data, "bench.jpg", reader)).record, book)
            times.append((time.perf_counter() - wall, time.process_time() - cpu))
        walls, cpus = zip(*times[1:], strict=True)
        found.append((statistics.median(walls), statistics.median(cpus)))
    return found, peak_mb()


def twelve_megapixels(seed: int, hand: str) -> bytes:
    """The hand log of a deal, filled in, straight from a phone's camera as JPEG."""
    log = page("hand-log", seed, slips=False)
    paper = picture(log, hand, seed, "test")
    chance = np.random.default_rng(seed)
    return photograph(paper, load(log.form).page, Conditions(), chance).jpeg
