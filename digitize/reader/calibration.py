"""From the net's masses to probabilities that mean what they say.

A logistic regression on what the ink alone shows (Platt 1999), fitted on writers that the net has
never seen. Fitted on the net's own training hands it would promise too much.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.digitize.reader.decode import Decoded
from fairdeal.digitize.reader.reading import TOP, Reading

SMALLEST: Final = 1e-6
UNCLEAR: Final = 0.02
"""Legal mass under which a person is asked whatever the odds: nearly all of the ink is something else. A
third of the text of another kind that passed otherwise is held by it."""
CERTAIN: Final = 0.9999
"""No reading claims more: the largest share that the held-back writers can bear out (none of 29,499 fields
read with 0.9995 and more on their pages was wrong: at most 1.0 in 10,000 by the 95 % bound)."""


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

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> Calibration:
        return cls(
            tuple(float(w) for w in entry["weights"]),
            float(entry["ask_below"]),
            float(entry["least_mass"]),
            float(entry["struck_above"]),
            float(entry["least_mass_altered"]),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "weights": list(self.weights),
            "ask_below": self.ask_below,
            "least_mass": self.least_mass,
            "struck_above": self.struck_above,
            "least_mass_altered": self.least_mass_altered,
        }

    def probability(self, decoded: Decoded) -> float:
        """How likely the strongest text is right."""
        seen = features(decoded)
        score = sum(w * x for w, x in zip(self.weights, seen, strict=True))
        return min(CERTAIN, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score)))))

    def reading(self, decoded: Decoded, incomplete: frozenset[str]) -> Reading:
        """The reading of a written field."""
        altered = decoded.struck >= self.struck_above
        mass = decoded.legal
        if not decoded.masses:
            return Reading(None, flagged=True, altered=altered)
        probability = self.probability(decoded)
        rivals = share(decoded, probability)
        if mass < (self.least_mass_altered if altered else self.least_mass):
            return Reading(None, 0.0, rivals, mass, True, altered)
        text = decoded.masses[0][0]
        half = text in incomplete or "-" in text.split()[:-1] or text.endswith(" -")
        # Figures may look like letters; what else is taken for another sign a person must see.
        taken = decoded.alike and not text.isdigit()
        doubtful = probability < self.ask_below or mass < UNCLEAR
        flagged = altered or doubtful or half or taken
        return Reading(text, probability, rivals, mass, flagged, altered)


def features(decoded: Decoded) -> tuple[float, ...]:
    """Constant, log odds over the rivals, log of the legal mass, what is left beside the text, log
    of the strongest sign of struck ink, whether several views were looked at, whether signs were taken for
    others of their shape, log of the belief in the text, and for several views how far they agree: log
    of the least share that any gives the text, and the share of the views that have it first."""
    best = decoded.masses[0][1]
    others = decoded.total - best
    odds = math.log((best + SMALLEST) / (others + SMALLEST))
    mass = math.log(max(decoded.legal, SMALLEST))
    beside = math.log(max(1.0 - decoded.belief(), 1e-4))
    struck = math.log(max(decoded.struck, 1e-4))
    belief = math.log(max(decoded.belief(), SMALLEST))
    views, taken = float(decoded.looks > 1), float(decoded.alike)
    least = views * math.log(decoded.least + 1e-4)
    agreed = views * decoded.agreed
    return 1.0, odds, mass, beside, struck, views, taken, belief, least, agreed


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
