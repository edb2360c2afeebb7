"""From the net's masses to probabilities that mean what they say.

A logistic regression on what the ink alone shows (Platt 1999), fitted on writers that the net has
never seen. Fitted on the net's own training hands it would promise too much.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from digitize.reader.decode import Decoded
from digitize.reader.reading import TOP, Reading

SMALLEST: Final = 1e-6
CERTAIN: Final = 0.9995
"""No reading claims more: the largest share that the held-back writers can bear out."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights of the regression, and the gates below which a person is asked."""

    weights: tuple[float, ...]
    ask_below: float
    """Probability under which a reading is flagged."""
    least_mass: float
    """Legal mass under which the ink is no text of the vocabulary."""
    struck_above: float
    """Sign of struck ink from which a field counts as altered."""

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> Calibration:
        return cls(
            tuple(float(w) for w in entry["weights"]),
            float(entry["ask_below"]),
            float(entry["least_mass"]),
            float(entry["struck_above"]),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "weights": list(self.weights),
            "ask_below": self.ask_below,
            "least_mass": self.least_mass,
            "struck_above": self.struck_above,
        }

    def probability(self, decoded: Decoded) -> float:
        """How likely the strongest text is right."""
        score = sum(w * x for w, x in zip(self.weights, features(decoded), strict=True))
        return min(CERTAIN, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score)))))

    def reading(self, decoded: Decoded, incomplete: frozenset[str]) -> Reading:
        """The reading of a written field."""
        altered = decoded.struck >= self.struck_above
        mass = min(1.0, decoded.total)
        if not decoded.masses:
            return Reading(None, flagged=True, altered=altered)
        probability = self.probability(decoded)
        rivals = share(decoded, probability)
        if mass < self.least_mass:
            return Reading(None, 0.0, rivals, mass, True, altered)
        text = decoded.masses[0][0]
        flagged = altered or probability < self.ask_below or text in incomplete
        return Reading(text, probability, rivals, mass, flagged, altered)


def features(decoded: Decoded) -> tuple[float, ...]:
    """Constant, log odds over the rivals, log of the legal mass, log odds of being struck."""
    best = decoded.masses[0][1]
    others = decoded.total - best
    odds = math.log((best + SMALLEST) / (others + SMALLEST))
    mass = math.log(max(decoded.total, SMALLEST))
    beside = math.log(max(1.0 - best, 1e-4))
    struck = math.log(max(decoded.struck, 1e-4))
    return 1.0, odds, mass, beside, struck


def share(decoded: Decoded, probability: float) -> tuple[tuple[str, float], ...]:
    """The top texts with what the calibrated probability of the first leaves to the others.

    The rest is split by mass; what the net believes of texts outside the vocabulary keeps its part.
    """
    best = decoded.masses[0][1]
    rest = max(1.0 - best, SMALLEST)
    left = 1.0 - probability
    rivals = [(decoded.masses[0][0], probability)]
    for text, mass in decoded.masses[1:TOP]:
        rivals.append((text, min(probability, left * min(1.0, mass / rest))))
    return tuple(rivals)
