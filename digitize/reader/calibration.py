"""From the net's masses to probabilities that mean what they say.

A logistic regression on what the ink alone shows (Platt 1999), fitted on writers that the net has
never seen. Fitted on the net's own training hands it would promise too much.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
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
    least_mass_altered: float
    """Legal mass under which altered ink holds no new value."""
    twins: Mapping[str, float] = field(default_factory=dict)
    """Pairs such as ``AQ`` (an A that may be a Q) with the weight that the second's belief is given:
    the net, taught by hands that write the first so, is too sure against hands that write the
    second so."""

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> Calibration:
        return cls(
            tuple(float(w) for w in entry["weights"]),
            float(entry["ask_below"]),
            float(entry["least_mass"]),
            float(entry["struck_above"]),
            float(entry["least_mass_altered"]),
            {str(pair): float(weight) for pair, weight in entry["twins"].items()},
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "weights": list(self.weights),
            "ask_below": self.ask_below,
            "least_mass": self.least_mass,
            "struck_above": self.struck_above,
            "least_mass_altered": self.least_mass_altered,
            "twins": dict(self.twins),
        }

    def probability(self, decoded: Decoded) -> float:
        """How likely the strongest text is right."""
        seen = features(decoded, self.twins)
        score = sum(w * x for w, x in zip(self.weights, seen, strict=True))
        return min(CERTAIN, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score)))))

    def reading(self, decoded: Decoded, incomplete: frozenset[str]) -> Reading:
        """The reading of a written field."""
        altered = decoded.struck >= self.struck_above
        mass = min(1.0, decoded.total)
        if not decoded.masses:
            return Reading(None, flagged=True, altered=altered)
        probability = self.probability(decoded)
        rivals = share(decoded, probability)
        if mass < (self.least_mass_altered if altered else self.least_mass):
            return Reading(None, 0.0, rivals, mass, True, altered)
        text = decoded.masses[0][0]
        half = text in incomplete or "-" in text.split()[:-1] or text.endswith(" -")
        flagged = altered or probability < self.ask_below or half or decoded.alike
        return Reading(text, probability, rivals, mass, flagged, altered)


def features(decoded: Decoded, twins: Mapping[str, float]) -> tuple[float, ...]:
    """Constant, log odds over the rivals, log of the legal mass, what is left beside the text, log
    of the strongest sign of struck ink, and whether several views were looked at."""
    text, best = decoded.masses[0]
    others = decoded.total - best
    if any(pair[0] in text for pair in twins):
        others += sum(
            mass * (twins.get(_changed(text, rival), 1.0) - 1.0)
            for rival, mass in decoded.masses[1:TOP]
        )
    odds = math.log((best + SMALLEST) / (others + SMALLEST))
    mass = math.log(max(decoded.total, SMALLEST))
    beside = math.log(max(1.0 - best, 1e-4))
    struck = math.log(max(decoded.struck, 1e-4))
    return 1.0, odds, mass, beside, struck, float(decoded.looks > 1)


def _changed(text: str, rival: str) -> str:
    """The one sign in which two texts differ, as in both: ``AQ`` for AS and QS; else nothing."""
    if len(text) != len(rival):
        return ""
    different = [a + b for a, b in zip(text, rival, strict=True) if a != b]
    return different[0] if len(different) == 1 else ""


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
