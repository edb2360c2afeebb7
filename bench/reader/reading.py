"""How well cells are read, by cell kind, beside other readers; and seconds a page.

``python -m bench.reading [--small] [--part test|validation] [--seed S] [--only PART ...]
[--write FILE] [--show FOLDER]``.
Measured are single cells and photographed forms that were written with the strokes of people whom the
reader never met in training, and with the photographed characters it was not trained on (the collection
in ``../shared/handwriting``; without it the bench says so and stops). Every character is used in one cell
of a table only, save where a table says otherwise. Same seed, same weights: same figures, but for times.
"""

from __future__ import annotations

import argparse
import datetime
import platform
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from bench.reader import cells, counts, forms, page, peers, seconds
from bench.reader.cells import Cell
from bench.reader.counts import Outcome, share
from bench.reader.forbidden import forbidden_texts
from bench.reader.held_back import SEED, held_back
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.training.glyphs.hands import Hand
from samples.making.hand.handwriting import strokes_file, writers

ABLE: Final = ("0123456789", "AKQJCDHSTX")
"""Who writes whole pages must have nine of ten of the first and eight of the second."""
MOST_SHOWN: Final = 60
PARTS: Final = (
    "cells",
    "forms",
    "forbidden",
    "troubles",
    "peers",
    "page",
    "mistakes",
    "time",
)
"""What the bench consists of, in order: each is a method of `_Bench`."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured."""

    cells_a_hand: int | None
    hands: int | None
    forms_a_hand: int
    photographed_forms: int
    trouble_forms: int
    forbidden_each: int
    troubled_each: int
    peer_cells: int
    drawn_matches: int
    photographed_matches: int
    others: bool
    """Whether the validation hands' single cells are counted beside the test hands'."""


FULL: Final = Plan(None, None, 3, 6, 14, 250, 30, 600, 16, 3, True)
"""Some eight minutes on two busy cores."""
SMALL: Final = Plan(60, 4, 1, 1, 2, 25, 3, 120, 1, 0, False)
"""A slice for ``./run bench``: about a minute."""


def able(hands: Sequence[Hand]) -> list[Hand]:
    """The hands that left the characters of a whole page."""
    figures, signs = ABLE
    return [
        hand
        for hand in hands
        if hand.name in writers()
        and sum(bool(hand.glyphs.get(c)) for c in figures) >= 9
        and sum(bool(hand.glyphs.get(c)) for c in signs) >= 8
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.reading", description=__doc__)
    parser.add_argument("--small", action="store_true", help="a slice of it, about a minute")
    parser.add_argument("--part", choices=("test", "validation"), default="test")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="these parts alone")
    parser.add_argument("--write", type=Path, help="write the tables to this file too")
    parser.add_argument(
        "--show", type=Path, help="put what was wrong and not asked into this folder"
    )
    given = parser.parse_args(arguments)
    if strokes_file() is None:
        print("reading: the handwriting collection is absent (FAIRDEAL_SHARED); nothing measured")
        return 0
    bench = _Bench(open_reader(), SMALL if given.small else FULL, given.part, given.seed)
    bench.run(given.only)
    if given.write is not None:
        aside = given.write.with_name(given.write.name + ".part")
        aside.write_text("\n".join(bench.lines) + "\n", "utf-8")
        aside.replace(given.write)
    if given.show is not None:
        _show(given.show, bench.outcomes)
    return 0


class _Bench:
    """One run: what was measured so far, and the lines that say so."""

    def __init__(self, reader: Recogniser, plan: Plan, part: str, seed: int) -> None:
        self.reader, self.plan, self.part, self.seed = reader, plan, part, seed
        self.hands = cells.held_back(part)
        if plan.hands is not None:
            self.hands = able(self.hands)[: plan.hands]
        self.able = able(self.hands)
        self.lines: list[str] = []
        self.outcomes: list[Outcome] = []
        self.refused: list[str] = []

    def say(self, *lines: str) -> None:
        self.lines += lines
        print("\n".join(lines), flush=True)

    def run(self, parts: Sequence[str]) -> None:
        started = time.perf_counter()
        self._head(parts)
        for name in PARTS:
            if name in parts:
                getattr(self, f"_{name}")()
        self.say("", f"The whole bench took {time.perf_counter() - started:.0f} s.")

    def _read(self, cells: Sequence[Cell]) -> list[Outcome]:
        found = counts.read_all(self.reader, cells)
        self.outcomes += found
        return found

    def _head(self, parts: Sequence[str]) -> None:
        version = getattr(self.reader, "version", "?")
        small = " --small" if self.plan is SMALL else ""
        part = "" if self.part == "test" else f" --part {self.part}"
        only = "" if len(parts) == len(PARTS) else f" --only {' '.join(parts)}"
        self.say(
            f"# Cells read: {self.part} hands",
            "",
            f"`python -m bench.reading{small}{part}{only} --seed {self.seed}`, "
            f"{datetime.date.today().isoformat()}, reader `{version}`, Python "
            f"{platform.python_version()}, {platform.machine()}.",
            "",
            f"{len(self.hands)} hands of the collection of strokes ({self.part}), none of them trained on, "
            "and the half of the photographed characters that is not trained on. Shares are k of n with "
            "the exact 95 % bounds of Clopper and Pearson. In the first two tables and in those of forms "
            "each character that a person wrote is used in one cell only; suit symbols, and a plus sign "
            "where the writer left none, are drawn. Forms use the characters anew: they are no cells "
            "beside the single ones, but the same people's writing seen through a page and a photo.",
        )

    def _cells(self) -> None:
        most = self.plan.cells_a_hand
        strokes = self._read(list(cells.independent(self.part, self.hands, self.seed, most)))
        photos = self._read(
            list(cells.independent("photographed", cells.photographed(), self.seed, most))
        )
        others: list[Outcome] = []
        if self.part == "test" and self.plan.others:
            hands = cells.held_back("validation")
            others = self._read(list(cells.independent("validation", hands, self.seed, most)))
        self.say("", "## Single cells, each character used once", "")
        both = [*strokes, *photos]
        self._all_of(f"{self.part} hands and photographed characters", both)
        if others:
            self._all_of(
                "the same and the validation hands (not trained on either, but probabilities and gates were "
                "fitted on them)",
                [*both, *others],
            )
        self.say(*counts.by_sort(f"{self.part} hands", strokes), "")
        self.say(*counts.with_writers(f"{self.part} hands", strokes, self.seed), "")
        self.say(*counts.by_writer(strokes), "")
        self.say(*counts.by_sort("photographed characters", photos), "")
        self.say("How the probabilities came true on the cells of both:", "")
        self.say(*counts.reliability(both), "")
        self.say(*counts.if_asked(both))

    def _all_of(self, title: str, found: Sequence[Outcome]) -> None:
        rest = [o for o in found if not o.asked]
        self.say(
            f"Independent cells of {title}: {len(found)}; right unasked "
            f"{share(sum(o.right for o in found), len(found))}; asked about "
            f"{share(len(found) - len(rest), len(found))}; right of the {len(rest)} not asked about "
            f"{share(sum(o.right for o in rest), len(rest))}.",
            "",
        )

    def _forms(self) -> None:
        names = [hand.name for hand in self.hands]
        wanted = self.plan.forms_a_hand
        strokes = self._read(
            list(forms.independent(f"forms, {self.part}", names, self.seed, wanted, self.refused))
        )
        photos: list[Outcome] = []
        for hand in cells.photographed():
            photos += self._read(
                list(
                    forms.photographed(
                        "forms, photographed",
                        hand,
                        self.seed,
                        self.plan.photographed_forms,
                        self.refused,
                    )
                )
            )
        self.say("", "## Forms, photographed (synthetic photos) and cut by the program", "")
        written = counts.clean([*strokes, *photos])
        rest = [o for o in written if not o.asked]
        self.say(
            f"Written fields: {len(written)}; right of the {len(rest)} not asked about "
            f"{share(sum(o.right for o in rest), len(rest))}. "
            + " ".join(counts.blanks([*strokes, *photos]))
            + f". Pages refused: {', '.join(self.refused) or 'none'}.",
            "",
        )
        own = counts.clean(strokes)
        self.say(*counts.by_sort(f"forms, {self.part} hands", own), "")
        self.say(*counts.with_writers("forms", own, self.seed), "")
        self.say(*counts.by_writer(own), "")
        paper = counts.clean(photos)
        self.say(*counts.by_sort("forms, photographed characters", paper), "")
        self.say(*counts.reliability(written), "")
        self.say(*counts.if_asked(written))

    def _forbidden(self) -> None:
        rng = random.Random(self.seed)
        texts = forbidden_texts(rng, self.plan.forbidden_each)
        found = self._read(list(cells.demanded("forbidden", self.able, self.seed, texts)))
        self.say("", "## Entries that the rules forbid, single cells, characters used again", "")
        self.say(*counts.forbidden(found))

    def _troubles(self) -> None:
        single = self._read(
            list(cells.troubled("troubled", self.able, self.seed, self.plan.troubled_each))
        )
        self.say("", "## Struck out and of another kind, single cells, characters used again", "")
        self.say(*counts.troubles(single))
        names = [hand.name for hand in self.able]
        troubled = self._read(
            list(
                forms.troubled(
                    "forms of troubles", names, self.seed, self.plan.trouble_forms, self.refused
                )
            )
        )
        self.say("", "## Forms full of trouble, characters used again", "")
        self.say(*counts.troubles(troubled), "")
        self.say(*counts.forbidden(troubled), "")
        self.say(*counts.by_sort("the other fields", counts.clean(troubled)), "")
        self.say(*counts.blanks(troubled))

    def _peers(self) -> None:
        cells = _sample(self.outcomes, self.plan.peer_cells, self.part)
        if not cells:
            self.say("", "Beside others: nothing read yet (the parts cells or forms are left out).")
            return
        self.say("", f"## Beside others, the same {len(cells)} cells of all the tables", "")
        started = time.process_time()
        ours = counts.read_all(self.reader, cells)
        took = time.process_time() - started
        version = getattr(self.reader, "version", "")
        rows: list[tuple[str, list[str | None], float]] = [
            (f"this reader, {version}", [o.text for o in ours], took)
        ]
        rows += [(p.name, p.texts, p.seconds) for p in peers.peers(cells)]
        groups: list[tuple[str, Callable[[Cell], bool]]] = [
            ("all", lambda cell: True),
            ("no drawn suits", lambda cell: "drawn suit" not in cell.sort),
            ("numbers", lambda cell: cell.kind == "number"),
        ]
        self.say(
            "| reader | " + " | ".join(name for name, _ in groups) + " | ms of processor a cell |",
            "|---|" + "---|" * (len(groups) + 1),
        )
        for name, texts, took in rows:
            shares = []
            for _, wanted in groups:
                pairs = [
                    text == cell.written
                    for cell, text in zip(cells, texts, strict=True)
                    if wanted(cell)
                ]
                shares.append(share(sum(pairs), len(pairs)))
            self.say(f"| {name} | {' | '.join(shares)} | {1000 * took / len(cells):.1f} |")

    def _page(self) -> None:
        names = [hand.name for hand in self.able]
        drawn, taken = self.plan.drawn_matches, self.plan.photographed_matches
        said = page.matches(self.reader, names, self.seed, drawn, taken)
        self.say("", "## Before and after the rest of the page had its say", "")
        self.say(
            f"{drawn + taken} matches, {taken} of them photographed, the others drawn faint, blurred and "
            "noisy: a score sheet of eighteen deals and two hand logs each, characters used again.",
            "",
        )
        self.say(*page.table(said))

    def _mistakes(self) -> None:
        self.say("", "## Read wrongly and not asked about", "")
        self.say(*(f"- {line}" for line in counts.mistakes(self.outcomes, MOST_SHOWN)))

    def _time(self) -> None:
        self.say(
            "",
            "## Time",
            "",
            seconds.time_of_a_page(self.reader, self.seed, held_back(self.part)),
        )


def _sample(outcomes: Sequence[Outcome], count: int, part: str) -> list[Cell]:
    """Written cells without trouble, evenly from the tables in which each character is used once."""
    sources = (part, "photographed", f"forms, {part}", "forms, photographed")
    chosen: list[Cell] = []
    for source in sources:
        cells = [
            o.cell
            for o in outcomes
            if o.cell.source == source
            and o.cell.written
            and o.cell.ink is not None
            and not o.cell.trouble
        ]
        step = max(1, len(cells) * len(sources) // count)
        chosen += cells[::step][: count // len(sources)]
    return chosen


def _show(folder: Path, outcomes: Sequence[Outcome]) -> None:
    """The crops of what was wrong and not asked about, named for what was written and read."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, each in enumerate(outcomes):
        if each.asked or each.right or each.cell.written == "" or each.cell.ink is None:
            continue
        boxes = each.cell.ink.boxes
        high = max(len(box) for box in boxes)
        row = np.hstack([np.pad(b, ((0, high - len(b)), (0, 4)), "edge") for b in boxes])
        words = f"{each.cell.source} {each.cell.written or each.cell.trouble} read {each.text}"
        name = "".join(c if c.isalnum() or c in "+- " else "_" for c in words)
        cv2.imwrite(str(folder / f"{number:05} {name} {each.cell.writer}.png"), row)


def same(told: str | None, written: str | None) -> bool:
    """Equal but for spaces and for ways of writing the same word."""
    return _plain(told) == _plain(written)


def _plain(text: str | None) -> str:
    bare = (text or "").replace(" ", "").upper()
    return {"P": "PASS"}.get(bare, bare.replace("PLUS", "+"))


if __name__ == "__main__":
    raise SystemExit(main())
