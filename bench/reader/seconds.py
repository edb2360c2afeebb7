"""Seconds from a photographed hand log to its findings, and the memory that it needs.

A part of `bench.reading`; by itself ``python -m bench.reading_time [--seed S]``, on a machine with
nothing else to do.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from bench.reader.held_back import SEED, held_back
from fairdeal.digitize import read_photo
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.rulings import check
from fairdeal.rulings import load as load_rulebook
from samples.making.hand.fill import fill
from samples.making.hand.handwriting import any_hand
from samples.making.hand.values import DoesNotFit, log_values
from samples.making.photos.conditions import Conditions
from samples.making.photos.taken import photograph
from samples.making.records.deals import Style
from samples.making.records.sessions import random_session, session_record

REPEATS: Final = 7
DEALS: Final = 3
"""Hand logs timed: how doubtful a hand is decides how long its deal is weighed."""


def time_of_a_page(reader: Recogniser, seed: int, among: Sequence[str]) -> str:
    """Seconds for hand logs of 12 megapixels, warm, and the most memory the process ever had."""
    book = load_rulebook("international")
    told = []
    photos = [twelve_megapixels(seed + number, among) for number in range(DEALS)]
    for data in photos:
        walls, cpus = [], []
        for _ in range(REPEATS + 1):
            wall, cpu = time.perf_counter(), time.process_time()
            check(to_record(read_photo(data, "bench.jpg", reader)).record, book)
            walls.append(time.perf_counter() - wall)
            cpus.append(time.process_time() - cpu)
        told.append(
            f"{statistics.median(walls[1:]):.2f} s ({statistics.median(cpus[1:]):.2f} s of processor)"
        )
    with ProcessPoolExecutor(1, get_context("spawn")) as alone:
        peak = alone.submit(peak_megabytes, photos).result()
    return (
        f"Hand logs of 12 megapixels of {DEALS} hands, photo to findings, warm, median of {REPEATS}: "
        f"{', '.join(told)}. Peak memory of a process that does nothing else {peak:.0f} MB."
    )


def peak_megabytes(photos: Sequence[bytes]) -> float:
    """The most memory that this process ever had, once it has read and judged these logs (Linux)."""
    reader, book = open_reader(), load_rulebook("international")
    for data in photos:
        check(to_record(read_photo(data, "bench.jpg", reader)).record, book)
    # Not from `getrusage`: what that tells of a new process begins with the memory of its parent.
    told = Path("/proc/self/status").read_text(encoding="ascii")
    return int(told.partition("VmHWM:")[2].split()[0]) / 1024


def twelve_megapixels(seed: int, among: Sequence[str]) -> bytes:
    """The hand log of a deal, filled in, straight from a phone's camera as JPEG."""
    chance = np.random.default_rng(seed)
    layout = load("hand-log/1")
    filled = fill(layout, _deal(Random(seed)), any_hand(chance, among), chance)
    return photograph(filled.picture, layout.page, Conditions(), chance).jpeg


def _deal(rng: Random) -> dict[str, str]:
    """What the log of a deal played by the rules says."""
    while True:
        session = random_session(rng)
        style = Style(labels=0.0, leads=1.0, sorted_hands=True)
        record = session_record(session, rng, logs=[rng.randrange(len(session.rows))], style=style)
        try:
            return log_values(record, record.deals[0])
        except DoesNotFit:
            continue


def main() -> None:

    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=SEED)
    print(time_of_a_page(open_reader(), asked.parse_args().seed, held_back()))


if __name__ == "__main__":
    main()
