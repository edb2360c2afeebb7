"""How sure the nets may be: fitted to fields of the validation hands, measured on those of the test hands."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy import array
from numpy.typing import NDArray

from fairdeal.digitize.reader.decode import Decoded
from fairdeal.digitize.reader.engine import Calibration, Engine, features, normalise
from fairdeal.digitize.reader.naming import Beliefs, Measure
from fairdeal.digitize.reader.reading import Reading
from fairdeal.digitize.reader.recogniser import decode_cells
from fairdeal.digitize.reader.vocabulary import SYMBOLS, fold, vocabulary
from fairdeal.digitize.reader.written import glyphs_of
from training.compose import Scribe
from training.hands import Hand
from training.trial import LEAST_WRITTEN, PHONE, Field, as_cut


def bound(right: int, count: int) -> tuple[float, float]:
    """Clopper-Pearson interval of a share, 95 in 100, by bisection of the binomial's tails."""
    if count == 0:
        return 0.0, 1.0

    def at_least(k: int, p: float) -> float:
        if p <= 0.0 or p >= 1.0:
            return float(p >= 1.0 or k == 0)
        base = math.lgamma(count + 1)
        return sum(
            math.exp(
                base
                - math.lgamma(i + 1)
                - math.lgamma(count - i + 1)
                + i * math.log(p)
                + (count - i) * math.log1p(-p)
            )
            for i in range(k, count + 1)
        )

    def root(k: int, goal: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if at_least(k, middle) < goal else (low, middle)
        return low

    lower = 0.0 if right == 0 else root(right, 0.025)
    upper = 1.0 if right == count else root(right + 1, 0.975)
    return lower, upper


def scatter(pages: Sequence[tuple[Beliefs, Sequence[str]]], evened: float = 0.2) -> Measure:
    """The measure from pages of known glyphs: beliefs, and what each row truly is.

    `evened` is how much of the mean variance is added in every direction.
    """
    size = pages[0][0].shape[1]
    within, free = np.zeros((size, size)), 0
    for beliefs, truth in pages:
        labels = np.array(truth)
        for label in set(truth):
            rows = beliefs[labels == label]
            if len(rows) > 1:
                rows = rows - rows.mean(0)
                within += rows.T @ rows
                free += len(rows) - 1
    within /= free
    values, vectors = np.linalg.eigh(within + evened * np.trace(within) / size * np.eye(size))
    white = vectors @ np.diag(values**-0.5) @ vectors.T
    mean = np.mean([beliefs.mean(0) for beliefs, _ in pages], axis=0)
    return Measure(mean.astype(np.float32), white.astype(np.float32))


EACH: Final = 24
"""Boxes with each character that a hand has, in other pens and photos."""
SIGNS: Final = "0123456789AKQJTCDHSNPX"
"""The characters that fill the forms."""


def measured(engine: Engine, hands: Sequence[Hand], seed: int = 31, each: int = EACH) -> Measure:
    """The measure by boxes that these hands fill with single characters."""
    pages = []
    for number, hand in enumerate(hands):
        if sum(map(len, hand.glyphs.values())) < LEAST_WRITTEN:
            continue
        scribe = Scribe([hand], [], seed + number, 0.0)
        inks, truth = [], []
        for character in SIGNS:
            for _ in range(each if hand.glyphs.get(character) else 0):
                cell = scribe.boxed(character, scribe.rng.choice(PHONE), hand, clean=True)
                ink = normalise(as_cut(cell.grey))
                if ink is not None:
                    inks.append(ink)
                    truth.append(fold(character))
        found = [
            (glyphs[0].belief, sign)
            for columns, sign in zip(engine.columns(inks), truth, strict=True)
            if len(glyphs := glyphs_of(columns)) == 1
        ]
        if found:
            beliefs = array([belief for belief, _ in found])
            assert beliefs.shape[1] == len(SYMBOLS)
            pages.append((beliefs, [sign for _, sign in found]))
    return scatter(pages)


WANTED: Final = 0.9985
"""Share right among the fields not asked about: 99.8 in 100 and a margin, for people not met."""
RIDGE: Final = 1e-2
MASS_KEPT: Final = 0.001
"""Share of rightly read fields that the gate on legal mass may cost."""
STRUCK_WRONGLY: Final = 0.002
"""A field counts as altered from the sign of struck ink that this share of the unaltered fields show ..."""
STRUCK_BETWEEN: Final = (0.05, 0.4)
"""... but from no fainter one and at the latest from this strong a sign."""
LOOK_AGAIN_FROM: Final = 0.15
"""Sign of struck ink from which a field is looked at for a new value before that is settled."""
LEAST_MASS_ALTERED: Final = 0.07
"""Of altered fields on forms by validation hands, nearly all new values that were read rightly have
more legal mass than this, and four of five entries struck out with nothing new have less."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A field and what the net made of it, before calibration; None where it found no ink."""

    field: Field
    decoded: Decoded | None

    @property
    def right(self) -> bool:
        return (
            self.decoded is not None
            and bool(self.decoded.masses)
            and (self.decoded.masses[0][0] == self.field.truth)
        )


def look(engines: Sequence[Engine], fields: Sequence[Field]) -> list[Seen]:
    """Run the nets and the decoder over fields."""
    decoded = decode_cells(engines, [field.ink for field in fields], LOOK_AGAIN_FROM)
    return [Seen(field, found) for field, found in zip(fields, decoded, strict=True)]


def calibrate(
    clean: Sequence[Seen], troubled: Sequence[Seen], gate_on: Sequence[Seen] = ()
) -> Calibration:
    """Fit on clean fields, with the troubled ones (wrong kind, struck) as never right.

    The gate is set on `gate_on` (fields cut from photographed forms), else on the clean ones.
    """
    usable = [s for s in clean if s.decoded and s.decoded.masses]
    wrong = [s for s in troubled if s.decoded and s.decoded.masses]
    rows = np.array([features(s.decoded) for s in [*usable, *wrong] if s.decoded])
    right = np.array([s.right for s in usable] + [False] * len(wrong), float)
    weight = np.array([1.0] * len(usable) + [0.1] * len(wrong))
    weights = _logistic(rows, right, weight)
    masses = sorted(s.decoded.legal for s in usable if s.right and s.decoded)
    least = float(masses[int(MASS_KEPT * len(masses))])
    signs = sorted(s.decoded.struck for s in gate_on or usable if s.decoded)
    struck = signs[int((1 - STRUCK_WRONGLY) * (len(signs) - 1))]
    struck = min(max(struck, STRUCK_BETWEEN[0]), STRUCK_BETWEEN[1])
    draft = Calibration(
        tuple(float(w) for w in weights), 0.0, min(least, 0.2), struck, LEAST_MASS_ALTERED
    )
    ask = gate(
        [
            (draft.probability(s.decoded), s.right)
            for s in (gate_on or usable)
            if s.decoded and s.decoded.masses and not draft.reading(s.decoded, frozenset()).flagged
        ]
    )
    return replace(draft, ask_below=ask)


def _logistic(
    rows: NDArray[np.float64], right: NDArray[np.float64], weight: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Newton's method with a small ridge."""
    found = np.zeros(rows.shape[1])
    for _ in range(60):
        chance = 1.0 / (1.0 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (weight * (right - chance)) - RIDGE * found
        curve = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows
        step = np.linalg.solve(curve + RIDGE * np.eye(len(found)), slope)
        found = found + step
        if np.abs(step).max() < 1e-8:
            break
    return found


def gate(scored: Sequence[tuple[float, bool]], wanted: float = WANTED) -> float:
    """The lowest probability above which `wanted` of the fields are right."""
    good, lowest = 0, 1.0
    for count, (chance, right) in enumerate(sorted(scored, reverse=True), 1):
        good += right
        if good >= wanted * count:
            lowest = chance
    return lowest


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
