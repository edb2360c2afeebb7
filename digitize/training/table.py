"""The table that the training prints: what is right, by sort of field and by writer, with bounds."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from fairdeal.digitize.reader.calibration import Calibration
from fairdeal.digitize.reader.reading import Reading
from fairdeal.digitize.reader.vocabulary import vocabulary
from fairdeal.digitize.training.bounds import bound
from fairdeal.digitize.training.calibrate import Seen

BINS: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.01)


def share(right: int, count: int) -> str:
    """``98 of 100 (98.0 %, 93.0 to 99.8)``."""
    low, high = bound(right, count)
    percent = 100 * right / count if count else 0.0
    return f"{right} of {count} ({percent:.1f} %, {100 * low:.1f} to {100 * high:.1f})"


def readings(seen: Iterable[Seen], calibration: Calibration) -> list[tuple[Seen, Reading]]:
    """What the calibrated reader would have answered."""
    answers = []
    for item in seen:
        words = vocabulary(item.field.ink.kind)
        assert words is not None
        if item.decoded is None:
            answers.append((item, Reading(None, 1.0, blank=True)))
        else:
            answers.append((item, calibration.reading(item.decoded, words.incomplete)))
    return answers


def _right(item: Seen, reading: Reading) -> bool:
    return reading.text is not None and reading.text == item.field.truth


def by_sort(title: str, answers: Sequence[tuple[Seen, Reading]]) -> list[str]:
    """Lines of a Markdown table by sort of field."""
    groups: dict[str, list[tuple[Seen, Reading]]] = defaultdict(list)
    for item, reading in answers:
        groups["all"].append((item, reading))
        groups[item.field.sort].append((item, reading))
    lines = [f"| {title} | right, unasked | asked about | right of the rest |", "|---|---|---|---|"]
    for name, group in groups.items():
        good = sum(_right(*pair) for pair in group)
        rest = [pair for pair in group if not pair[1].flagged]
        asked = len(group) - len(rest)
        sure = sum(_right(*pair) for pair in rest)
        lines.append(
            f"| {name} | {share(good, len(group))} | {share(asked, len(group))} "
            f"| {share(sure, len(rest))} |"
        )
    return lines


def by_writer(answers: Sequence[tuple[Seen, Reading]]) -> list[str]:
    """A line a hand."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for item, reading in answers:
        groups[item.field.writer].append(_right(item, reading))
    lines = ["| hand | right, unasked |", "|---|---|"]
    return lines + [f"| {n} | {share(sum(g), len(g))} |" for n, g in sorted(groups.items())]


def reliability(answers: Sequence[tuple[Seen, Reading]]) -> list[str]:
    """How often a probability came true."""
    lines = ["| probability | mean said | came true |", "|---|---|---|"]
    told = [(r.probability, _right(s, r)) for s, r in answers if r.text is not None]
    for low, high in itertools.pairwise(BINS):
        inside = [(p, right) for p, right in told if low <= p < high]
        if inside:
            mean = sum(p for p, _ in inside) / len(inside)
            good = sum(right for _, right in inside)
            edge = min(high, 1.0)
            lines.append(f"| {low:g} to {edge:g} | {mean:.3f} | {share(good, len(inside))} |")
    return lines


def troubles(title: str, answers: Sequence[tuple[Seen, Reading]]) -> str:
    """How many troubled fields got past without a flag."""
    passed = sum(not reading.flagged for _, reading in answers)
    altered = sum(reading.altered for _, reading in answers)
    return (
        f"{title}: passed without a flag {share(passed, len(answers))}; "
        f"called altered {share(altered, len(answers))}"
    )
