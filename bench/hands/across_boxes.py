"""Pages written as people write: ``python -m bench.hands.across_boxes``.

For each way of writing, test hands fill in pages on which entries are written so; they are photographed
(synthetic photos), found and read. A mark for the same again is right where it is read as what it stands
for; a reader that cannot know that must ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from bench.hands.counts import by_kind
from bench.hands.entries import Entry, PageRead, read_page
from bench.hands.pages import FORMS, Page, page
from bench.hands.running import Job, has_hands, options, over
from bench.hands.ways import WAYS, Manner
from bench.reader.held_back import held_back

PAGES: Final = 6
"""Pages of each way, each by another hand."""
TRIES: Final = 60
LEAST: Final = 4
"""A page with fewer entries of a way is passed over for another one."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = options("bench.hands.across_boxes", __doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="of each way")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=tuple(WAYS), metavar="WAY")
    given = parser.parse_args(arguments)
    if not has_hands():
        return 0
    names = held_back(given.part)
    jobs = [
        (way, names[number % len(names)], given.seed + number)
        for way in given.ways
        for number in range(given.pages)
    ]
    read = over(one_page, jobs, given)
    pages = [(job[0], touched, own) for job, (touched, own) in zip(jobs, read, strict=True)]
    print("\n".join(by_kind("way", pages)))
    return 0


def one_page(job: Job, part: str, keep: Path | None) -> tuple[frozenset[str], PageRead]:
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


if __name__ == "__main__":
    raise SystemExit(main())
