"""Whole pages hand by hand: ``python -m bench.hands.by_hand``.

Each hand that was never trained on writes score sheets, hand logs and WE and THEY sheets of real-looking
deals, with slips on purpose. They are photographed (synthetic photos), found and read. The worst hand
counts. Exit status 1 where a slip in clear ink was read away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from bench.hands import counts
from bench.hands.entries import PageRead, read_page
from bench.hands.pages import FORMS, page
from bench.hands.running import Job, has_hands, options, over
from bench.hands.writing import hands, in_words_of

PAGES: Final = 2
"""Pages of each form by each hand."""
SMALL_HANDS: Final = 2
STEP: Final = 1000
"""From the seed of one hand to that of the next."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = options("bench.hands.by_hand", __doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="of each form by each hand")
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=FORMS)
    parser.add_argument("--hands", nargs="+", help="these hands alone")
    parser.add_argument("--small", action="store_true", help="two hands, a page of each form")
    given = parser.parse_args(arguments)
    if not has_hands():
        return 0
    known = hands(given.part)
    wanted = [hand for hand in given.hands or known if hand in known]
    if given.small:
        wanted, given.pages = wanted[:SMALL_HANDS], 1
    jobs = [
        (form, hand, seed)
        for hand in wanted
        for form, seed in forms_of(given.pages, given.seed + STEP * known.index(hand))
        if form in given.forms
    ]
    read = over(one_page, jobs, given)
    print("\n".join(counts.tables(read)))
    return int(any(entry.read_away for page in read for entry in page.entries))


def forms_of(pages: int, first: int) -> Iterator[tuple[str, int]]:
    """So many pages of each form, each with a seed of its own."""
    return zip(FORMS * pages, count(first), strict=False)


def one_page(job: Job, part: str, keep: Path | None) -> PageRead:
    form, hand, seed = job
    return read_page(in_words_of(page(form, seed), hand, seed), hand, seed, part, keep)


if __name__ == "__main__":
    raise SystemExit(main())
