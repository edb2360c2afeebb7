"""Fits the probabilities and the gates, on fields written by held-back hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from digitize.reader.calibration import Calibration, features
from digitize.reader.decode import Decoded, decode, join_boxes
from digitize.reader.normalise import normalise
from digitize.reader.recogniser import Engine
from digitize.reader.vocabulary import vocabulary
from digitize.training.trial import Field

WANTED: Final = 0.9985
"""Share right among the fields not asked about; a little over the 99.8 in 100 that is promised."""
RIDGE: Final = 1e-2
MASS_KEPT: Final = 0.001
"""Share of rightly read fields that the gate on legal mass may cost."""
STRUCK_ABOVE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Seen:
    """A field and what the net made of it, before calibration; None where it found no ink."""

    field: Field
    decoded: Decoded | None

    @property
    def right(self) -> bool:
        return self.decoded is not None and bool(self.decoded.masses) and (
            self.decoded.masses[0][0] == self.field.truth)


def look(engine: Engine, fields: Sequence[Field]) -> list[Seen]:
    """Run the net and the decoder over fields."""
    inks, places = [], []
    for field in fields:
        own = [ink for box in field.ink.boxes if (ink := normalise(box)) is not None]
        places.append(range(len(inks), len(inks) + len(own)))
        inks += own
    columns = engine.columns(inks)
    seen = []
    for field, own_places in zip(fields, places, strict=True):
        words = vocabulary(field.ink.kind)
        assert words is not None
        boxes = [columns[k] for k in own_places]
        seen.append(Seen(field, decode(join_boxes(boxes), words) if boxes else None))
    return seen


def calibrate(clean: Sequence[Seen], troubled: Sequence[Seen]) -> Calibration:
    """Fit on clean fields, with the troubled ones (wrong kind, struck) as never right."""
    usable = [s for s in clean if s.decoded and s.decoded.masses]
    wrong = [s for s in troubled if s.decoded and s.decoded.masses]
    rows = np.array([features(s.decoded) for s in [*usable, *wrong] if s.decoded])
    right = np.array([s.right for s in usable] + [False] * len(wrong), float)
    weight = np.array([1.0] * len(usable) + [0.1] * len(wrong))
    weights = _logistic(rows, right, weight)
    masses = sorted(s.decoded.total for s in usable if s.right and s.decoded)
    least = float(masses[int(MASS_KEPT * len(masses))])
    draft = Calibration(tuple(float(w) for w in weights), 0.0, min(least, 0.2), STRUCK_ABOVE)
    ask = gate([(draft.probability(s.decoded), s.right) for s in usable if s.decoded])
    return Calibration(draft.weights, ask, draft.least_mass, draft.struck_above)


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
    """The lowest probability above which at least `wanted` of the fields are right."""
    ranked = sorted(scored, reverse=True)
    good, best = 0, 1.0
    for count, (chance, right) in enumerate(ranked, 1):
        good += right
        if good >= wanted * count:
            best = chance
    return best
