"""The nets: their weights and calibration, and how boxes of ink are prepared for them and run.

A box of the page becomes the net's input: ink on nothing, even contrast, 32 rows, shape kept. The same code
prepares cells in training and at run time, so that the net never meets ink prepared in another way. The ink
is trimmed and padded, never stretched: stretching cells to a fixed shape cost ten points in a trial.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected
from fairdeal.digitize.nets import NetError, RunningNet
from fairdeal.digitize.reader.decode import Columns, Decoded
from fairdeal.digitize.reader.naming import Measure
from fairdeal.digitize.reader.reading import TOP, CellInk, Reading
from fairdeal.digitize.trouble import ReadError

HEIGHT: Final = 32
"""Rows of the net's input."""
INK_HEIGHT: Final = 24
"""Rows that the trimmed ink fills; the rest is margin for strokes that blur outwards."""
PAD: Final = 4
MAX_WIDTH: Final = 200
BUCKETS: Final = (24, 32, 40, 64, 96, 144, MAX_WIDTH)
"""Widths a cell is padded to, so that a page makes few batches."""

SMALLEST_INK: Final = 0.45
"""Ink lower than this share of its box is not blown up to full height: a dash stays a dash."""
TALLEST_LINE: Final = 90.0
"""Boxes higher than this many pixels (9 mm) hold one line of writing all the same."""
FAINTEST: Final = 14.0
"""Grey levels that the darkest ink must stand out by; paper grain after smoothing stays under 10."""
FAINTEST_NOISE: Final = 5.0
"""... and by this many standard deviations of the paper's own grain."""
INK_SHARE: Final = 0.35
"""A pixel is surely ink from this share of the darkest ink's depth on ..."""
FAINT_SHARE: Final = 0.18
"""... and from this share on where it hangs together with such: a pencil's pressure comes and goes, and
a figure's faint half was cut off otherwise."""
FAINT_GRAIN: Final = 3.5
"""Standard deviations of the paper's grain that faint ink must stand out by."""
EDGE_SHARE: Final = 0.2
"""What enters from the border and goes no deeper than this share of the box is a neighbour's."""
EDGE_SHARE_LONG: Final = 0.08
LINE_SHARE: Final = 0.1
"""Remnants of ruled lines are thinner than this share of the box and lie along its border, ..."""
AS_WRITTEN: Final = 0.75
"""... and reach it, or are paler than this share of what is written."""


def normalise(grey: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Prepare one box: (32, width) with ink 255 on 0, or None where the box contains no ink.

    `grey` is the crop of the squared-up page, ink dark on light, about 10 pixels a millimetre.
    """
    found = _found(grey)
    if found is None:
        return None
    depth, grain, sure, kept = found
    left, top, right, bottom = kept
    strong = depth[sure]
    level = float(np.partition(strong, len(strong) // 2)[len(strong) // 2]) * 1.15
    if level <= 0.0:  # specks alone: most of what is dark beside them is paper
        return None
    height, _width = grey.shape
    scale = INK_HEIGHT / max(bottom - top, SMALLEST_INK * min(height, TALLEST_LINE))
    scale = min(scale, (MAX_WIDTH - 2 * PAD) / (right - left))
    rows = max(1, round((bottom - top) * scale))
    columns = max(1, round((right - left) * scale))
    ink = np.clip((depth[top:bottom, left:right] - 1.5 * grain) * (255.0 / level), 0.0, 255.0)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(ink, (columns, rows), interpolation=way)
    cell = np.zeros((HEIGHT, columns + 2 * PAD), np.uint8)
    upper = (HEIGHT - rows) // 2
    cell[upper : upper + rows, PAD : PAD + columns] = small
    return cell


Found = tuple[NDArray[np.float32], float, NDArray[np.bool_], tuple[int, int, int, int]]
"""How dark each pixel is, the paper's grain, what is surely ink, and the box of the writing."""


def ink_height(grey: NDArray[np.uint8]) -> int | None:
    """How high the writing in a box is, in its pixels; None where the box contains no ink."""
    found = _found(grey)
    return found[3][3] - found[3][1] if found is not None else None


def _found(grey: NDArray[np.uint8]) -> Found | None:
    if grey.ndim != 2 or min(grey.shape) < 8:
        return None
    if int(grey.max()) - int(grey.min()) < FAINTEST:
        return None
    depth, grain = _depth(grey)
    smooth = cv2.blur(depth, (3, 3))
    peak = float(smooth.max())
    if peak < max(FAINTEST, FAINTEST_NOISE * grain):
        return None
    sure = smooth > max(INK_SHARE * peak, 2.5 * grain)
    faint = smooth > max(FAINT_SHARE * peak, FAINT_GRAIN * grain)
    kept = _ink_box(sure, faint, depth)
    return (depth, grain, sure, kept) if kept is not None else None


def _depth(grey: NDArray[np.uint8]) -> tuple[NDArray[np.float32], float]:
    """How much darker than the paper each pixel is, and the paper's grain (standard deviation).

    The paper is a plane fitted to the lightest 40 in 100 pixels (a symbol filled in may cover half a
    box): what is left of a shadow's slope.
    """
    height, width = grey.shape
    step = 3 if min(height, width) > 30 else 1
    sample = grey[::step, ::step].astype(np.float32)
    light = sample >= np.partition(sample.ravel(), at := int(0.6 * sample.size))[at]
    ys, xs = np.nonzero(light)
    values = sample[light]
    columns = np.empty((len(values), 3), np.float32)
    columns[:, 0], columns[:, 1], columns[:, 2] = 1.0, xs, ys
    gram = columns.T @ columns + np.diag([1e-3, 50.0, 50.0]).astype(np.float32)
    plane = np.linalg.solve(gram, columns.T @ values)
    rest = values - columns @ plane
    grain = float(1.4826 * np.partition(np.abs(rest), len(rest) // 2)[len(rest) // 2])
    paper = (
        plane[0]
        + plane[1] / step * np.arange(width, dtype=np.float32)[None, :]
        + plane[2] / step * np.arange(height, dtype=np.float32)[:, None]
    )
    # The lightest pixels lie above the paper's true level by about the grain of the whole.
    depth = np.maximum(paper - grain - grey, 0.0).astype(np.float32)
    return depth, grain


def _ink_box(
    sure: NDArray[np.bool_], faint: NDArray[np.bool_], depth: NDArray[np.float32]
) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of the writing, sure ink and the faint ink that hangs together with it.

    Remnants of lines and neighbours are wiped out, of `depth` and of `sure`.
    """
    height, width = sure.shape
    mask = (sure | faint).astype(np.uint8)
    labels, stats, _ = connected(mask)
    if len(stats) < 2:
        return None
    holds = np.bincount(labels[sure], minlength=len(stats))[1:] > 0
    x, y, w, h, area = (stats[1:, k] for k in range(5))
    speck = (area < max(5, 0.03 * area[holds].max(initial=0))) | ~holds
    at_side = (x <= 1) | (x + w >= width - 1)
    at_end = (y <= 1) | (y + h >= height - 1)
    # A long box is written to its edges: there a thin one may stand at the very border.
    reach = (EDGE_SHARE if width < 1.6 * height else EDGE_SHARE_LONG) * min(height, width)
    neighbour = (at_side & (w < reach)) | (at_end & (h < reach))
    rim_x = (x + w < 0.15 * height) | (x > width - 0.15 * height)
    rim_y = (y + h < 0.15 * height) | (y > height - 0.15 * height)
    thin = LINE_SHARE * min(height, width)
    line = (rim_x & (w < thin) & (h > 2 * w)) | (rim_y & (h < thin) & (w > 2 * h))
    # A 1 that stands there is as dark as what is written beside it.
    dark = np.bincount(labels.ravel(), depth.ravel(), len(stats))[1:] / area
    written = ~(speck | neighbour | line)
    usual = np.median(dark[written]) if written.any() else np.inf
    stray = neighbour | (line & (at_side | at_end | (dark < AS_WRITTEN * usual)))
    body = ~(speck | stray)
    if not body.any():
        return None
    if stray.any():
        wiped = np.concatenate([[0], stray]).astype(np.uint8)[labels]
        depth[cv2.dilate(wiped, np.ones((5, 5), np.uint8)).astype(bool) & (mask == wiped)] = 0.0
        sure &= wiped == 0
    left, top = int(x[body].min()), int(y[body].min())
    right, bottom = int((x + w)[body].max()), int((y + h)[body].max())
    return max(left - 1, 0), max(top - 1, 0), min(right + 1, width), min(bottom + 1, height)


def bucket(width: int) -> int:
    """The padded width for a normalised cell of this width."""
    return next((size for size in BUCKETS if width <= size), MAX_WIDTH)


WIDER: Final = 1.15


def widened(ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A normalised box with its ink `WIDER` times as wide, as far as the net's width has room."""
    height, width = ink.shape
    size = min(round(width * WIDER), MAX_WIDTH)
    wide = size / width
    matrix = np.array([[wide, 0.0, PAD * (1 - wide) / 2], [0.0, 1.0, 0.0]], np.float32)
    return np.asarray(cv2.warpAffine(ink, matrix, (size, height), flags=cv2.INTER_LINEAR), np.uint8)


SMALLEST: Final = 1e-6
UNCLEAR: Final = 0.02
"""Legal mass under which a person is asked whatever the odds: nearly all of the ink is something else. A
third of the text of another kind that passed otherwise is held by it."""
CERTAIN: Final = 0.9999
"""No reading claims more: the largest share that the held-back writers can confirm (none of 29,499 fields
read with 0.9995 and more on their pages was wrong: at most 1.0 in 10,000 by the 95 % bound)."""

LESS_WRONG: Final = 10.0
"""How many times less likely what was read is wrong where the second net confirms it: it confirms 94 of 100
fields that one look read rightly, and 7 of 100 read wrongly."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights of the regression, and the gates below which a person is asked."""

    weights: tuple[float, ...]
    ask_below: float
    """Probability under which a reading is flagged."""
    least_mass: float
    """Legal mass under which the ink is not text of the vocabulary."""
    struck_above: float
    """Sign of struck ink from which a field counts as altered."""
    least_mass_altered: float
    """Legal mass under which altered ink contains no new value."""

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> Calibration:
        return cls(
            tuple(float(w) for w in entry["weights"]),
            float(entry["ask_below"]),
            float(entry["least_mass"]),
            float(entry["struck_above"]),
            float(entry["least_mass_altered"]),
        )

    def probability(self, decoded: Decoded) -> float:
        """How likely the strongest text is right."""
        seen = features(decoded)
        score = sum(w * x for w, x in zip(self.weights, seen, strict=True))
        return min(CERTAIN, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score)))))

    def reading(
        self, decoded: Decoded, incomplete: frozenset[str], confirmed: bool = False
    ) -> Reading:
        """The reading of a written field; `confirmed`: the second net reads the same as plainly."""
        altered = decoded.struck >= self.struck_above
        mass = decoded.legal
        if not decoded.masses:
            return Reading(None, flagged=True, altered=altered)
        probability = self.probability(decoded)
        if confirmed:
            probability = min(CERTAIN, 1.0 - (1.0 - probability) / LESS_WRONG)
        rivals = share(decoded, probability)
        if mass < (self.least_mass_altered if altered else self.least_mass):
            return Reading(None, 0.0, rivals, mass, True, altered)
        text = decoded.masses[0][0]
        half = text in incomplete or "-" in text.split()[:-1] or text.endswith(" -")
        # Figures may look like letters; what else is read as another sign a person must see.
        taken = decoded.alike and not text.isdigit()
        doubtful = probability < self.ask_below or mass < UNCLEAR
        flagged = altered or doubtful or half or taken
        return Reading(text, probability, rivals, mass, flagged, altered)


def features(decoded: Decoded) -> tuple[float, ...]:
    """Constant, log odds over the rivals, log of the legal mass, what is left beside the text, log
    of the strongest sign of struck ink, whether several views were looked at, whether signs were read as
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
