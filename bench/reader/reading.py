"""Handwritten pages by people whom the reader never met: ``./run bench reading``.

``hands``: each hand that was never trained on writes score sheets, hand logs and WE and THEY sheets of
real-looking deals, with slips and forbidden entries on purpose; the worst hand counts. ``ways``: pages
written otherwise than the form asks, across its boxes among them. ``peers``: the cells of such pages, read
by other readers too. ``time``: a photo of 12 megapixels to its findings. All photos are synthetic; same
seed, same weights: same figures, but for times. Exit status 1 where a slip in clear ink was read away.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from bench.reader import counts, peers, seconds
from bench.reader.entries import Entry, PageRead, read_page
from bench.reader.pages import FORMS, Page, page
from bench.reader.ways import WAYS, Manner
from bench.reader.writing import SEED, hands, held_back, in_words_of
from samples.making.hand.handwriting import strokes_file

T = TypeVar("T")

PARTS: Final = ("hands", "ways", "peers", "time")
SMALL_HANDS: Final = 2
STEP: Final = 1000
"""From the seed of one hand to that of the next."""
PAGES_OF_A_WAY: Final = 6
TRIES: Final = 60
LEAST: Final = 4
"""A page with fewer entries of a way is passed over for another one."""

Job = tuple[str, str, int]
"""What is written (a form, a way), by which hand, and the seed."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run bench reading", description=__doc__)
    parser.add_argument("--small", action="store_true", help="a slice of it, about a minute")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--part", choices=("test", "validation"), default="test")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--pages", type=int, help="of each form by each hand (2), of each way (6)")
    parser.add_argument("--hands", nargs="+", metavar="HAND", help="these hands alone")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=tuple(WAYS), metavar="WAY")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="keep the photos here; read those that are there")
    given = parser.parse_args(arguments)
    if strokes_file() is None:
        print("The handwriting collection is absent (FAIRDEAL_SHARED); nothing measured.")
        return 0
    measures = {"hands": by_hand, "ways": by_way, "peers": peers.measure, "time": seconds.measure}
    return max(measures[part](given) for part in given.only)


def over(one: Callable[..., T], jobs: Sequence[Job], given: argparse.Namespace) -> list[T]:
    """`one(job, part=, keep=)` for every job, in their order."""
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    work = partial(one, part=given.part, keep=given.keep)
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as pool:
        return list(pool.map(work, jobs))


# Hand by hand.


def by_hand(given: argparse.Namespace) -> int:
    """Tables of all hands; 1 where a slip was read away."""
    known = hands(given.part)
    wanted = [hand for hand in given.hands or known if hand in known]
    pages = given.pages or 2
    if given.small:
        wanted, pages = wanted[:SMALL_HANDS], 1
    jobs = [
        (form, hand, seed)
        for hand in wanted
        for form, seed in forms_of(pages, given.seed + STEP * known.index(hand))
    ]
    read = over(page_of_hand, jobs, given)
    print("\n".join(counts.tables(read)), flush=True)
    return int(any(entry.read_away for page in read for entry in page.entries))


def forms_of(pages: int, first: int) -> Iterator[tuple[str, int]]:
    """So many pages of each form, each with a seed of its own."""
    return zip(FORMS * pages, count(first), strict=False)


def page_of_hand(job: Job, part: str, keep: Path | None) -> PageRead:
    form, hand, seed = job
    return read_page(in_words_of(page(form, seed), hand, seed), hand, seed, part, keep)


# Ways of writing. A mark for the same again is right where it is read as what it stands for.


def by_way(given: argparse.Namespace) -> int:
    """A line a way. `--small`: a page each of some ways."""
    names, ways = held_back(given.part), given.ways[:3] if given.small else given.ways
    pages = 1 if given.small else given.pages or PAGES_OF_A_WAY
    jobs = [(way, names[n % len(names)], given.seed + n) for way in ways for n in range(pages)]
    read = over(page_of_way, jobs, given)
    marked = [(job[0], touched, own) for job, (touched, own) in zip(jobs, read, strict=True)]
    print("\n".join(counts.by_way(marked)), flush=True)
    return 0


def page_of_way(job: Job, part: str, keep: Path | None) -> tuple[frozenset[str], PageRead]:
    """The page of a job, and the fields that are written in its way."""
    way, hand, seed = job
    plain, manner = written_in(way, seed)
    read = read_page(plain, hand, seed, part, keep, way, manner)
    entries = (as_it_stands(e, way) if e.name in manner.touched else e for e in read.entries)
    return manner.touched, replace(read, entries=tuple(entries))


def as_it_stands(entry: Entry, way: str) -> Entry:
    """The entry, right where a mark is read as the mark that it is."""
    stands = WAYS[way].stands
    read_so = bool(stands) and entry.text == stands and not entry.asked
    return replace(entry, written=stands) if read_so else entry


def written_in(way: str, seed: int) -> tuple[Page, Manner]:
    """A page on which enough entries are of this way, and how it is written."""
    rng = Random(f"{way} {seed}")
    for turn in range(TRIES):
        made = page(FORMS[(seed + turn) % len(FORMS)], seed * TRIES + turn, slips=False)
        manner = WAYS[way].manner(made.form, made.values, rng)
        if len(manner.touched) >= LEAST:
            break
    return made, manner
