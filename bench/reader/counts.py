"""What became of cells: counted, with bounds, as tables in Markdown."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bench.proportions import Proportion
from bench.reader.cells import Cell
from bench.reader.forbidden import allowed
from fairdeal.digitize.reader.reading import Reading, Recogniser

BINS: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.01)
ASKING: Final = (0.02, 0.05, 0.08, 0.12)
"""Shares of cells that a committee might be asked about."""
AGAIN: Final = 2000
"""Times that the writers are drawn anew for the bounds that allow for them."""
CORRECTED: Final = ("overwritten", "beside")
"""Troubles after which a new value stands there."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A cell and what the reader made of it."""

    cell: Cell
    text: str | None
    probability: float
    asked: bool
    altered: bool
    blank: bool

    @property
    def right(self) -> bool:
        return self.text is not None and self.text == self.cell.written

    @property
    def passed(self) -> bool:
        """Read as something, and no person asked."""
        return self.text is not None and not self.asked


def read_all(reader: Recogniser, cells: Sequence[Cell]) -> list[Outcome]:
    """Every cell read; a field that the program took for blank is not shown to the reader."""
    inked = [cell.ink for cell in cells if cell.ink is not None]
    answers = iter(reader.read(inked))
    blank = Reading(None, 1.0, blank=True)
    return [outcome(cell, blank if cell.ink is None else next(answers)) for cell in cells]


def outcome(cell: Cell, reading: Reading) -> Outcome:
    """A written field without a text is always shown to a person."""
    asked = not reading.blank and (reading.flagged or reading.text is None)
    return Outcome(cell, reading.text, reading.probability, asked, reading.altered, reading.blank)


def clean(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Cells with something written and nothing amiss."""
    return [o for o in outcomes if not o.cell.trouble and o.cell.written]


def by_sort(title: str, outcomes: Sequence[Outcome]) -> list[str]:
    """A row a sort of cell, and one for all."""
    lines = [
        f"| {title} | right, unasked | asked about | right of the rest | written, read as blank |",
        "|---|---|---|---|---|",
    ]
    groups: dict[str, list[Outcome]] = {"all": list(outcomes)}
    for each in outcomes:
        groups.setdefault(each.cell.sort, []).append(each)
    for name, group in sorted(groups.items(), key=lambda item: (item[0] != "all", item[0])):
        rest = [o for o in group if not o.asked]
        cells = (
            share(sum(o.right for o in group), len(group)),
            share(len(group) - len(rest), len(group)),
            share(sum(o.right for o in rest), len(rest)),
            share(sum(o.blank for o in group), len(group)),
        )
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def by_writer(outcomes: Sequence[Outcome]) -> list[str]:
    """A row a hand."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for each in outcomes:
        groups[each.cell.writer].append(each)
    lines = ["| hand | right, unasked | asked about | right of the rest |", "|---|---|---|---|"]
    for name, group in sorted(groups.items()):
        rest = [o for o in group if not o.asked]
        lines.append(
            f"| {name} | {share(sum(o.right for o in group), len(group))} "
            f"| {share(len(group) - len(rest), len(group))} "
            f"| {share(sum(o.right for o in rest), len(rest))} |"
        )
    return lines


def over_writers(
    outcomes: Sequence[Outcome], what: Callable[[Outcome], bool], seed: int
) -> tuple[float, float] | None:
    """Bounds, 95 in 100, that allow for errors coming from the same few hands.

    Writers are drawn anew with replacement (the bootstrap over clusters; B. Efron, R. Tibshirani, *An
    Introduction to the Bootstrap*, 1993). None for a single writer.
    """
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for each in outcomes:
        counts[each.cell.writer][0] += what(each)
        counts[each.cell.writer][1] += 1
    if len(counts) < 2:
        return None
    rng, pairs = random.Random(seed), list(counts.values())
    shares = []
    for _ in range(AGAIN):
        drawn = rng.choices(pairs, k=len(pairs))
        shares.append(sum(k for k, _ in drawn) / sum(n for _, n in drawn))
    shares.sort()
    return shares[round(0.025 * AGAIN)], shares[round(0.975 * AGAIN) - 1]


def with_writers(title: str, outcomes: Sequence[Outcome], seed: int) -> list[str]:
    """The three shares of a table's first row, with bounds over cells and over writers."""
    rest = [o for o in outcomes if not o.asked]
    lines = []
    for name, group, what in (
        ("right, unasked", outcomes, _is_right),
        ("asked about", outcomes, _is_asked),
        ("right of the rest", rest, _is_right),
    ):
        bounds = over_writers(group, what, seed) if group else None
        if bounds is not None:
            low, high = bounds
            lines.append(
                f"{title}, {name}: {share(sum(map(what, group)), len(group))}; "
                f"with whole hands drawn anew {100 * low:.2f} to {100 * high:.2f} %"
            )
    return lines


def _is_right(each: Outcome) -> bool:
    return each.right


def _is_asked(each: Outcome) -> bool:
    return each.asked


def blanks(outcomes: Sequence[Outcome]) -> list[str]:
    """Blank fields: read as written, and shown to a person without need."""
    empty = [o for o in outcomes if o.cell.written == ""]
    filled = sum(o.passed for o in empty)
    shown = sum(o.asked for o in empty)
    return [
        f"Blank fields read as filled: {share(filled, len(empty))}; "
        f"shown to a person: {share(shown, len(empty))}"
    ]


def forbidden(outcomes: Sequence[Outcome]) -> list[str]:
    """Entries that the rules forbid: a row a rule, first how many are read as allowed ones."""
    groups: dict[str, list[Outcome]] = {"all": []}
    for each in outcomes:
        if each.cell.demand:
            groups["all"].append(each)
            groups.setdefault(each.cell.demand, []).append(each)
    lines = [
        "| forbidden entries | read as allowed, not asked | read as allowed, asked "
        "| right, unasked | asked about |",
        "|---|---|---|---|---|",
    ]
    for name, group in groups.items():
        made = [o for o in group if made_allowed(o)]
        lines.append(
            f"| {name} | {share(sum(not o.asked for o in made), len(group))} "
            f"| {share(sum(o.asked for o in made), len(group))} "
            f"| {share(sum(o.right for o in group), len(group))} "
            f"| {share(sum(o.asked for o in group), len(group))} |"
        )
    return lines


def made_allowed(each: Outcome) -> bool:
    """Whether a forbidden entry was read as one that the rules allow."""
    return each.text is not None and allowed(each.cell.kind, each.text) is True


def troubles(outcomes: Sequence[Outcome]) -> list[str]:
    """Struck out, scribbled over, corrected, of another kind: what passed without a flag."""
    groups: dict[str, list[Outcome]] = {}
    for each in outcomes:
        if each.cell.trouble:
            groups.setdefault(each.cell.trouble, []).append(each)
    lines = [
        "| trouble | passed without a flag | of these, not what stands there | called altered "
        "| new value right |",
        "|---|---|---|---|---|",
    ]
    for name, group in sorted(groups.items()):
        passed = [o for o in group if o.passed or o.blank]
        new = share(sum(o.right for o in group), len(group)) if name in CORRECTED else ""
        lines.append(
            f"| {name} | {share(len(passed), len(group))} "
            f"| {share(sum(not o.right for o in passed), len(group))} "
            f"| {share(sum(o.altered for o in group), len(group))} | {new} |"
        )
    return lines


def reliability(outcomes: Sequence[Outcome]) -> list[str]:
    """How often a probability came true."""
    lines = ["| probability | mean said | came true |", "|---|---|---|"]
    told = [o for o in outcomes if o.text is not None]
    for low, high in itertools.pairwise(BINS):
        inside = [o for o in told if low <= o.probability < high]
        if inside:
            mean = sum(o.probability for o in inside) / len(inside)
            right = share(sum(o.right for o in inside), len(inside))
            lines.append(f"| {low:g} to {min(high, 1.0):g} | {mean:.4f} | {right} |")
    return lines


def if_asked(outcomes: Sequence[Outcome]) -> list[str]:
    """What would be right of the rest, were so many asked about, the least sure first.

    What is always asked about (no text, struck ink, half a card) comes before all others.
    """

    def sureness(each: Outcome) -> float:
        return -1.0 if each.text is None or each.altered else each.probability

    ranked = sorted(outcomes, key=sureness)
    lines = ["| asked about, the least sure first | right of the rest |", "|---|---|"]
    for part in ASKING:
        rest = ranked[round(part * len(ranked)) :]
        lines.append(f"| {100 * part:.0f} % | {share(sum(o.right for o in rest), len(rest))} |")
    return lines


def mistakes(outcomes: Sequence[Outcome], most: int = 40) -> list[str]:
    """What was read wrongly and not asked about: written, read, how often, by whom."""
    counts: dict[tuple[str, str, str], list[Outcome]] = defaultdict(list)
    for each in outcomes:
        if not each.asked and not each.right and each.cell.written != "":
            key = (each.cell.sort, each.cell.written or each.cell.trouble, each.text or "(blank)")
            counts[key].append(each)
    ranked = sorted(counts.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        f"{written} read {text} ({sort}; {', '.join(sorted({o.cell.writer for o in found}))}; "
        f"{', '.join(f'{o.probability:.4f}' for o in found)})"
        for (sort, written, text), found in ranked[:most]
    ]


def share(k: int, n: int) -> str:
    """``98 of 100 (98.00 %, 92.96 to 99.76)``; nothing of nothing is a dash."""
    if not n:
        return "–"
    low, high = Proportion(k, n).bounds
    return f"{k} of {n} ({100 * k / n:.2f} %, {100 * low:.2f} to {100 * high:.2f})"
