"""Whole pages hand by hand: ``python -m bench.hands.by_hand``.

Each hand that was never trained on writes score sheets, hand logs and WE and THEY sheets of real-looking
deals, with slips on purpose. They are photographed (synthetic photos), found and read. The worst hand
counts. Exit status 1 where a slip in clear ink was read away.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from bench.hands import counts
from bench.hands.entries import PageRead, read_page
from bench.hands.pages import FORMS, page
from bench.hands.writing import hands, in_words_of
from bench.reader.held_back import SEED
from samples.making.hand.handwriting import strokes_file

PAGES: Final = 2
"""Pages of each form by each hand."""
SMALL_HANDS: Final = 2
STEP: Final = 1000
"""From the seed of one hand to that of the next."""

Job = tuple[str, str, int]
"""Form, hand, seed."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.hands.by_hand", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="of each form by each hand")
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=FORMS)
    parser.add_argument("--hands", nargs="+", help="these hands alone")
    parser.add_argument("--small", action="store_true", help="two hands, a page of each form")
    parser.add_argument("--part", choices=("test", "validation"), default="test")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="keep the photos here; read those that are there")
    given = parser.parse_args(arguments)
    if strokes_file() is None:
        print("by hand: the handwriting collection is absent (FAIRDEAL_SHARED); nothing measured")
        return 0
    known = hands(given.part)
    wanted = [hand for hand in given.hands or known if hand in known]
    jobs = [
        (
            form,
            hand,
            given.seed + STEP * known.index(hand) + len(FORMS) * number + FORMS.index(form),
        )
        for hand, number, form in product(
            wanted[:SMALL_HANDS] if given.small else wanted,
            range(1 if given.small else given.pages),
            given.forms,
        )
    ]
    read = run(jobs, given.part, given.keep, given.processes)
    print("\n".join(counts.tables(read)))
    return int(any(entry.read_away for page in read for entry in page.entries))


def run(jobs: Sequence[Job], part: str, keep: Path | None, processes: int) -> list[PageRead]:
    """Every page of these jobs written, photographed and read."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    work = partial(one_page, part=part, keep=keep)
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return list(pool.map(work, jobs))


def one_page(job: Job, part: str, keep: Path | None) -> PageRead:
    form, hand, seed = job
    return read_page(in_words_of(page(form, seed), hand, seed), hand, seed, part, keep)


if __name__ == "__main__":
    raise SystemExit(main())
