"""Fits the probabilities and the gates, on fields written by held-back hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.calibration import Calibration, features
from fairdeal.digitize.reader.decode import Decoded
from fairdeal.digitize.reader.engine import Engine
from fairdeal.digitize.reader.looks import decode_cells
from fairdeal.digitize.training.trial import Field

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
