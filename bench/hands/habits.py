"""Pages by hands with a habit: ``python -m bench.hands.habits``.

Test hands write as they do, but for one character that they write much like another (a 1 like a 7). The
pages are photographed (synthetic photos), found and read until enough entries with such a character were
read. A page is one hand: whoever looks at all of it sees which is which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from bench.hands.counts import by_kind
from bench.hands.entries import PageRead, read_page
from bench.hands.pages import FORMS, Page, page
from bench.hands.running import Job, has_hands, options, over
from bench.hands.ways import Manner
from bench.reader.held_back import held_back
from fairdeal.digitize.forms.layout import load
from samples.making.hand.habits import HABITS, Habit
from samples.making.hand.handwriting import writers

ENTRIES: Final = 200
"""Entries with the character of a habit."""
MOST_PAGES: Final = 24
TRIES: Final = 12
"""Pages thought of for each that is written: the one with most such entries."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = options("bench.hands.habits", __doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES, help="of each habit, about")
    parser.add_argument(
        "--habits", nargs="+", choices=HABITS, default=tuple(HABITS), metavar="HABIT"
    )
    given = parser.parse_args(arguments)
    if not has_hands():
        return 0
    jobs = [
        job
        for habit in given.habits
        for job in jobs_of(habit, given.part, given.seed, given.entries)
    ]
    read = over(one_page, jobs, given)
    pages = [(job[0], so, own) for job, (so, own) in zip(jobs, read, strict=True)]
    print("\n".join(by_kind("habit", pages)))
    return 0


def jobs_of(habit: str, part: str, seed: int, wanted: int) -> Iterator[Job]:
    """Pages by hands that can have the habit, until they have as many entries as are wanted."""
    chance, count = np.random.default_rng(seed), 0
    known = [n for n in held_back(part) if able(n) and HABITS[habit].shapes(writers()[n], chance)]
    for number in range(MOST_PAGES):
        if count >= wanted or not known:
            return
        count += len(affected(HABITS[habit], written(habit, seed + number)))
        yield habit, known[number % len(known)], seed + number


def able(name: str) -> bool:
    """Whether a writer left every figure, so that nothing but the habit is another hand's."""
    return all(figure in writers()[name] for figure in "0123456789")


def written(habit: str, seed: int) -> Page:
    """The page of some in which the characters of the habit occur most often."""
    turns = range(seed * TRIES, (seed + 1) * TRIES)
    made = (page(FORMS[turn % len(FORMS)], turn, slips=False) for turn in turns)
    return max(made, key=lambda each: len(affected(HABITS[habit], each)))


def affected(habit: Habit, page: Page) -> frozenset[str]:
    """The entries in which one of the habit's characters is written."""
    texts = {**page.values, **_texts(habit, page)}
    return frozenset(
        entry.name
        for entry in load(page.form).fields
        if entry.kind not in ("text", "tick")
        and habit.characters.intersection(texts.get(entry.name, ""))
    )


def _texts(habit: Habit, page: Page) -> dict[str, str]:
    """Calls worded otherwise, so that the character occurs at all."""
    texts = {}
    for name, text in page.values.items():
        if name.startswith("call"):
            for old, new in habit.words.items():
                text = text.replace(old, new)
            texts[name] = text
    return texts if habit.words else {}


def one_page(job: Job, part: str, keep: Path | None) -> tuple[frozenset[str], PageRead]:
    """The page of a job, and the entries that its habit bears on."""
    name, hand, seed = job
    habit, made = HABITS[name], written(name, seed)
    shapes = habit.shapes(writers()[hand], np.random.default_rng(seed))
    manner = Manner(_texts(habit, made), shapes=shapes)
    read = read_page(made, hand, seed, part, keep, name, manner)
    return affected(habit, made), read


if __name__ == "__main__":
    raise SystemExit(main())
