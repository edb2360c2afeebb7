"""The committed weights: found, checked against their manifest, opened; or an error that says what to do."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fairdeal.digitize.hand.shapes import Measure
from fairdeal.digitize.reader.calibration import Calibration
from fairdeal.digitize.trouble import ReadError

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
