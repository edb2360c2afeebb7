"""The nets: their weights and calibration, and how they are run on boxes of ink."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.hand.shapes import Measure
from fairdeal.digitize.nets import NetError, RunningNet
from fairdeal.digitize.reader.decode import Columns, Decoded
from fairdeal.digitize.reader.normalise import HEIGHT, bucket, normalise
from fairdeal.digitize.reader.reading import TOP, CellInk, Reading
from fairdeal.digitize.trouble import ReadError

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


DIRECTORY: Final = Path(__file__).parent / "weights"
MANIFEST: Final = "manifest.json"
_REMEDY: Final = (
    "Get the file again from the project (git checkout -- digitize/reader/weights), "
    "or train a new one with ./run train."
)


@dataclass(frozen=True, slots=True)
class Weights:
    """The nets as ONNX, their version, and how their beliefs become probabilities.

    The first net reads everything, the others what it is not sure of.
    """

    version: str
    nets: tuple[bytes, ...]
    calibration: Calibration
    measure: Measure
    """How alike two glyphs of a hand are."""


def load_weights(directory: Path = DIRECTORY) -> Weights:
    """Read and check the weights; ReadError ``weights-corrupt`` where anything is amiss."""
    try:
        manifest: dict[str, Any] = json.loads((directory / MANIFEST).read_text("utf-8"))
        nets = tuple(_checked(directory, entry) for entry in manifest["nets"])
        if not nets:
            raise corrupt(f"{MANIFEST} names no net")
        calibration = Calibration.from_json(
            json.loads(_checked(directory, manifest["calibration"]))
        )
        measure = Measure.from_bytes(_checked(directory, manifest["measure"]))
        return Weights(str(manifest["version"]), nets, calibration, measure)
    except FileNotFoundError as error:
        raise corrupt(f"{Path(str(error.filename)).name} is missing") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise corrupt(f"{MANIFEST} cannot be read") from None


def _checked(directory: Path, entry: dict[str, str]) -> bytes:
    name = Path(entry["file"]).name
    data = (directory / name).read_bytes()
    if hashlib.sha256(data).hexdigest() != entry["sha256"]:
        raise corrupt(f"{name} is not the file that the manifest names")
    return data


def corrupt(what: str) -> ReadError:
    """The error for weights that cannot be used."""
    message = f"The handwriting reader's weights are damaged: {what}."
    return ReadError("weights-corrupt", message, _REMEDY)


BATCH: Final = 64
"""Cells in one pass; more gain nothing and cost memory."""


class Engine:
    """The net that reads characters."""

    def __init__(self, onnx: bytes) -> None:
        try:
            self._net = RunningNet(onnx)
        except NetError:
            raise corrupt("the net cannot be opened") from None

    def columns(self, inks: Sequence[NDArray[np.uint8]]) -> list[Columns]:
        """Symbol probabilities of normalised boxes, whatever their order and company."""
        widths: dict[int, list[int]] = {}
        for number, ink in enumerate(inks):
            widths.setdefault(bucket(ink.shape[1]), []).append(number)
        found: dict[int, Columns] = {}
        for width, numbers in widths.items():
            for start in range(0, len(numbers), BATCH):
                group = numbers[start : start + BATCH]
                found.update(zip(group, self._pass([inks[n] for n in group], width), strict=True))
        return [found[number] for number in range(len(inks))]

    def _pass(self, inks: Sequence[NDArray[np.uint8]], width: int) -> NDArray[np.float32]:
        batch = np.zeros((len(inks), 1, HEIGHT, width), np.float32)
        for place, ink in enumerate(inks):
            batch[place, 0, :, : ink.shape[1]] = ink
        batch /= 255.0
        logits = self._net(batch)[:, :, 0, :]
        logits -= logits.max(1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(1, keepdims=True)
        return np.ascontiguousarray(chances.transpose(0, 2, 1))


Inks = list[NDArray[np.uint8]]
"""The normalised boxes of one field, those without ink left out."""


def normalised(cell: CellInk) -> Inks:
    """The boxes of a field that hold ink, ready for the net."""
    return [ink for box in cell.boxes if (ink := normalise(box)) is not None]


def columns_of(engine: Engine, fields: Sequence[Inks]) -> list[list[Columns]]:
    """The columns of each box of each field."""
    columns = iter(engine.columns([ink for inks in fields for ink in inks]))
    return [[next(columns) for _ in inks] for inks in fields]
