"""Pages written as people write: ``python -m bench.hands.across_boxes``.

For each way of writing, test hands fill in pages on which entries are written so; they are photographed
(synthetic photos), found and read. A mark for the same again is right where it is read as what it stands
for; a reader that cannot know that must ask.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

from bench.hands.counts import few
from bench.hands.entries import Entry, PageRead, read_page
from bench.hands.pages import FORMS, Page, page
from bench.hands.ways import WAYS, Manner
from bench.proportions import Proportion
from bench.reader.held_back import SEED, held_back
from samples.making.hand.handwriting import strokes_file

PAGES: Final = 6
"""Pages of each way, each by another hand."""
TRIES: Final = 60
LEAST: Final = 4
"""A page with fewer entries of a way is passed over for another one."""

Job = tuple[str, str, int]
"""Way, hand, seed."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.hands.across_boxes", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="of each way")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=tuple(WAYS), metavar="WAY")
    parser.add_argument("--part", choices=("test", "validation"), default="test")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="keep the photos here; read those that are there")
    given = parser.parse_args(arguments)
    if strokes_file() is None:
        print("ways of writing: the handwriting collection is absent (FAIRDEAL_SHARED)")
        return 0
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    names = held_back(given.part)
    jobs = [
        (way, names[number % len(names)], given.seed + number)
        for way in given.ways
        for number in range(given.pages)
    ]
    work = partial(one_page, part=given.part, keep=given.keep)
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as pool:
        read = list(pool.map(work, jobs))
    print(
        "\n".join(
            table([(job[0], touched, own) for job, (touched, own) in zip(jobs, read, strict=True)])
        )
    )
    return 0


def one_page(job: Job, part: str, keep: Path | None) -> tuple[frozenset[str], PageRead]:
    """The page of a job, and the fields that are written in its way."""
    way, hand, seed = job
    plain, manner = written_in(way, seed)
    read = read_page(plain, hand, seed, part, keep, way, manner)
    return manner.touched, read


def written_in(way: str, seed: int) -> tuple[Page, Manner]:
    """A page on which enough entries are of this way, and how it is written."""
    rng = Random(f"{way} {seed}")
    for turn in range(TRIES):
        made = page(FORMS[(seed + turn) % len(FORMS)], seed * TRIES + turn, slips=False)
        manner = WAYS[way].manner(made.form, made.values, rng)
        if len(manner.touched) >= LEAST:
            break
    return made, manner


def table(read: Sequence[tuple[str, frozenset[str], PageRead]]) -> Iterator[str]:
    """A line a way: what became of the entries written so, and of the others on their pages."""
    yield (
        "| way | pages | right unasked | asked about | wrong unasked "
        "| others on the pages: asked about | wrong unasked |"
    )
    yield "|---|---|---|---|---|---|---|"
    for way in dict.fromkeys(way for way, _, _ in read):
        own = [(touched, page) for name, touched, page in read if name == way]
        so = [e for touched, page in own for e in page.entries if e.name in touched]
        others = [e for touched, page in own for e in page.entries if e.name not in touched]
        right = sum(not e.asked and not e.wrong for e in so)
        seen = sum(bool(page.entries) for _, page in own)
        yield (
            f"| {way} | {seen} of {len(own)} | {few(right, len(so))} | {_asked(so)} "
            f"| {Proportion(sum(e.wrong for e in so), len(so))} | {_asked(others)} | {_wrong(others)} |"
        )


def _asked(entries: Sequence[Entry]) -> str:
    return few(sum(e.asked for e in entries), len(entries))


def _wrong(entries: Sequence[Entry]) -> str:
    return few(sum(e.wrong for e in entries), len(entries))


if __name__ == "__main__":
    raise SystemExit(main())
