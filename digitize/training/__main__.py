"""Trains the handwriting reader from nothing and prints its table: ``python -m digitize.training``.

Seeds are fixed; the number of steps depends on the machine, for the time is what is given.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from digitize.reader.recogniser import Engine
from digitize.reader.weights_store import DIRECTORY
from digitize.training import fonts, table
from digitize.training.calibrate import calibrate, look
from digitize.training.export import to_onnx, write_weights
from digitize.training.fit import Plan, train
from digitize.training.hands import load_hands, shared_directory, split
from digitize.training.photographed import load_photographed
from digitize.training.sift import sift
from digitize.training.trial import MILD, fields, load_fields

FIRST_SHARE: Final = 0.25
"""Part of the time for the first net, which finds the mislabelled characters."""


def main() -> int:
    arguments = _arguments()
    if not (shared_directory() / "strokes.npz").is_file():
        print(
            f"There is no handwriting to learn from: {shared_directory()} lacks strokes.npz. "
            "Set FAIRDEAL_SHARED to the directory that holds handwriting/.",
            file=sys.stderr,
        )
        return 2
    work = arguments.work
    fonts.fetch(work / "fonts")
    plan = Plan(FIRST_SHARE * arguments.minutes, 7, 2e-3, work / "fonts", work / "first")
    first = train(plan)
    hands = load_hands()
    drop = sift(Engine(to_onnx(first)), list(hands.values()))
    print(f"left out as mislabelled or cut short: {len(drop)} characters", file=sys.stderr)
    plan = replace(plan, minutes=(1 - FIRST_SHARE) * arguments.minutes, seed=8, rate=1.5e-3,
                   work=work / "second", drop=drop, photographed=True)  # fmt: skip
    onnx = to_onnx(train(plan, work / "first" / "final.pt"))
    print(finish(onnx, arguments.weights, arguments.cells))
    return 0


def finish(onnx: bytes, weights: Path, cells: Path | None = None) -> str:
    """Calibrate on the validation hands, write the weights, and measure on the test hands.

    `cells` are fields that the validation hands wrote on forms (``bench.reader_cells``): with them
    the probabilities and the gate are fitted to cells as the program cuts them.
    """
    engine = Engine(onnx)
    hands = load_hands()
    parts = {k: [hands[n] for n in names] for k, names in split(sorted(hands)).items()}
    chosen = look(engine, fields(parts["validation"], 21, 400))
    wrong = look(engine, fields(parts["validation"], 22, 60, "wrong kind"))
    cut = [s for s in look(engine, load_fields(cells)) if not s.field.trouble] if cells else []
    calibration = calibrate(chosen + cut, wrong, cut)
    version = write_weights(weights, onnx, calibration)
    test = table.readings(look(engine, fields(parts["test"], 23, 400)), calibration)
    pictures = [load_photographed("validation")]
    photographed = table.readings(
        look(engine, fields(pictures, 24, 150, strengths=MILD)), calibration
    )
    struck = table.readings(look(engine, fields(parts["test"], 25, 60, "struck")), calibration)
    mistaken = table.readings(
        look(engine, fields(parts["test"], 26, 60, "wrong kind")), calibration
    )
    lines = [version, "", *table.by_sort("test hands", test), "", *table.by_writer(test), "",
             *table.reliability(test), "", *table.by_sort("photographed", photographed), "",
             table.troubles("struck out or written over", struck),
             table.troubles("text of another kind", mistaken)]  # fmt: skip
    return "\n".join(lines)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m digitize.training", description=__doc__)
    parser.add_argument("--minutes", type=float, default=90.0, help="time to train for")
    parser.add_argument("--work", type=Path, default=Path("build/training"),
                        help="directory for fonts and checkpoints")  # fmt: skip
    parser.add_argument("--weights", type=Path, default=DIRECTORY, help="where the weights go")
    parser.add_argument("--cells", type=Path, help="cells of forms to set the gate on")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
