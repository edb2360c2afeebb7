"""Trains the handwriting reader from nothing and prints its table: ``python -m training``. With ``--sheet``
the net that finds the sheet of paper in a picture, instead.

Seeds are fixed; the number of steps depends on the machine, for the time is what is given.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from fairdeal.digitize.reader.engine import DIRECTORY, Engine
from training import fonts
from training.calibration import (
    by_sort,
    by_writer,
    calibrate,
    look,
    measured,
    readings,
    reliability,
    troubles,
)
from training.fit import Plan, halfway, train
from training.hands import load_hands, load_photographed, shared_directory, split
from training.net import BROAD, PLAIN, Net, to_onnx, write_weights
from training.sheet_net import finish_sheet
from training.sift import sift
from training.trial import MILD, fields, load_fields

FIRST_SHARE: Final = 0.1
"""Part of the time for the first net, which finds the mislabelled and the hard characters."""
SHARES: Final = (0.25, 0.25, 0.2, 0.2)
"""Parts of the time for the others: the plain net, trained on from there; the broad net, trained on.
What lies halfway between the two plain ones reads everything, what lies halfway between the broad ones
the doubtful fields as well."""
LEAST_TO_SIFT: Final = 6.0
"""Minutes of training from which a first net knows enough to call a character mislabelled."""
FULL_TABLE: Final = 30.0
"""Minutes of training from which the table is worth its full size; a trial run gets a smaller one."""
EACH: Final = 400
"""Fields of each sort in the full table; of photographed characters 150, of troubled fields 60."""


def main() -> int:
    arguments = _arguments()
    if arguments.sheet:
        print(finish_sheet(arguments.minutes, shared_directory().parent / "photos" / "grids"))
        return 0
    if not (shared_directory() / "strokes.npz").is_file():
        print(
            f"There is no handwriting to learn from: {shared_directory()} lacks strokes.npz. "
            "Set FAIRDEAL_SHARED to the directory that holds handwriting/.",
            file=sys.stderr,
        )
        return 2
    work = arguments.work
    fonts.fetch(work / "fonts")
    plan = Plan(
        FIRST_SHARE * arguments.minutes,
        7,
        2e-3,
        work / "fonts",
        work / "first",
        writers=arguments.writers,
        apart=arguments.apart,
        device=arguments.device,
    )
    first = train(plan, Net())
    plan = replace(plan, photographed=True)
    if arguments.minutes * FIRST_SHARE >= LEAST_TO_SIFT:
        hands = load_hands()
        taught = [hands[name] for name in split(sorted(hands), plan.apart)["train"]]
        drop, hard = sift(Engine(to_onnx(first)), taught)
        print(f"left out as mislabelled or cut short: {len(drop)} characters", file=sys.stderr)
        plan = replace(plan, drop=drop, hard=hard)
    nets = tuple(
        to_onnx(_twice(plan, breadth, arguments.minutes, shares, name, seed))
        for breadth, shares, name, seed in (
            (PLAIN, SHARES[:2], "plain", 8),
            (BROAD, SHARES[2:], "broad", 12),
        )
    )
    size = min(1.0, arguments.minutes / FULL_TABLE)
    print(finish(nets, arguments.weights, arguments.cells, size))
    return 0


def _twice(
    plan: Plan, breadth: float, minutes: float, shares: tuple[float, ...], name: str, seed: int
) -> Net:
    """Halfway between a net and what becomes of it when it is trained on at a high rate."""
    once, again = (
        replace(
            plan,
            minutes=share * minutes,
            seed=seed + number,
            rate=rate,
            work=plan.work.parent / f"{name}{number}",
        )
        for number, (share, rate) in enumerate(zip(shares, (2e-3, 1.25e-3), strict=True))
    )
    one = train(once, Net(breadth))
    return halfway(one, train(again, Net(breadth), once.work / "final.pt"))


def finish(
    nets: tuple[bytes, ...], weights: Path, cells: Path | None = None, size: float = 1.0
) -> str:
    """Calibrate on the validation hands, write the weights, and measure on the test hands.

    `cells` are fields that the validation hands wrote on forms (``bench.reader_cells``): with them
    the probabilities and the gate are fitted to cells as the program cuts them. `size` is how much of
    the full table is wanted.
    """
    engines = [Engine(net) for net in nets]
    each, pictured, few = (max(12, round(size * n)) for n in (EACH, 150, 60))
    hands = load_hands()
    parts = {k: [hands[n] for n in names] for k, names in split(sorted(hands)).items()}
    chosen = look(engines, fields(parts["validation"], 21, each))
    wrong = look(engines, fields(parts["validation"], 22, few, "wrong kind"))
    cut = [s for s in look(engines, load_fields(cells)) if not s.field.trouble] if cells else []
    calibration = calibrate(chosen + cut, wrong, cut)
    version = write_weights(weights, nets, calibration, measured(engines[0], parts["validation"]))
    test = readings(look(engines, fields(parts["test"], 23, each)), calibration)
    pictures = [load_photographed("validation")]
    photographed = readings(
        look(engines, fields(pictures, 24, pictured, strengths=MILD)), calibration
    )
    struck = readings(look(engines, fields(parts["test"], 25, few, "struck")), calibration)
    mistaken = readings(look(engines, fields(parts["test"], 26, few, "wrong kind")), calibration)
    lines = [
        version,
        "",
        *by_sort("test hands", test),
        "",
        *by_writer(test),
        "",
        *reliability(test),
        "",
        *by_sort("photographed", photographed),
        "",
        troubles("struck out or written over", struck),
        troubles("text of another kind", mistaken),
    ]
    return "\n".join(lines)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--minutes", type=float, default=90.0, help="time to train for")
    parser.add_argument(
        "--work",
        type=Path,
        default=Path("build/training"),
        help="directory for fonts and checkpoints",
    )
    parser.add_argument(
        "--sheet", action="store_true", help="train the net that finds the sheet, not the reader"
    )
    parser.add_argument(
        "--apart",
        action="store_true",
        help="leave whole sources of writers out, to measure with them",
    )
    parser.add_argument("--device", default="cpu", help="what learns, as torch names it")
    parser.add_argument("--writers", type=int, default=1, help="processes that write cells")
    parser.add_argument("--weights", type=Path, default=DIRECTORY, help="where the weights go")
    parser.add_argument("--cells", type=Path, help="cells of forms to set the gate on")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
