"""Trains the small net that tells suit symbols in print (`digitize.printed.readers`) on the symbols of
fonts.

Symbols of every font given, full and open, against letters and figures of the same fonts; each drawn in many
sizes, a little turned, narrowed, blurred and grainy:
``python -m training.suits FONT... -o suits.npz``.
"""

from __future__ import annotations

import argparse
import string
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from fairdeal.digitize.printed.readers import SYMBOLS as SYMBOLS, features

OPEN: Final = dict(zip("♧♢♡♤", SYMBOLS, strict=True))
LETTERS: Final = string.ascii_letters + string.digits + "&@#%$*+<>?=~"
A_SYMBOL: Final = 60
A_LETTER: Final = 6
"""Drawings of each."""
CANVAS: Final = 110
HIDDEN: Final = 32
ROUNDS: Final = 25
BATCH: Final = 256

Grey = NDArray[np.uint8]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fonts", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args()
    rng = np.random.default_rng(0)
    examples = list(_examples(given.fonts, rng))
    seen = np.array([each for each, _ in examples], np.float32)
    meant = np.array([each for _, each in examples])
    weights: dict[str, Any] = fit(seen, meant)
    np.savez(given.output, **weights)


def fit(seen: NDArray[np.float32], meant: NDArray[np.int64]) -> dict[str, NDArray[np.float16]]:
    """The weights of a net of one hidden layer: features (n, SIDE² + 1) to four suits and anything else."""
    import torch  # only here: what runs the program does without it

    torch.manual_seed(0)
    net = torch.nn.Sequential(
        torch.nn.Linear(seen.shape[1], HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Linear(HIDDEN, len(SYMBOLS) + 1),
    )
    steps = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=0.05)
    inputs, wanted = torch.tensor(seen), torch.tensor(meant)
    for _ in range(ROUNDS):
        for batch in torch.randperm(len(inputs)).split(BATCH):
            steps.zero_grad()
            torch.nn.functional.cross_entropy(net(inputs[batch]), wanted[batch]).backward()
            steps.step()
    stored: dict[str, Any] = net.state_dict()
    return {
        name.replace(".", "_"): each.numpy().astype(np.float16) for name, each in stored.items()
    }


def _examples(
    fonts: Sequence[Path], rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.float32], int]]:
    for font in fonts:
        for sign in SYMBOLS + "".join(OPEN):
            yield from _drawn(font, sign, SYMBOLS.index(OPEN.get(sign, sign)), A_SYMBOL, rng)
        for sign in LETTERS:
            yield from _drawn(font, sign, len(SYMBOLS), A_LETTER, rng)


def _drawn(
    font: Path, sign: str, meant: int, count: int, rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.float32], int]]:
    """Drawings of a sign that the font has; none of one that it lacks."""
    face = ImageFont.truetype(str(font), 40)
    if bytes(face.getmask(sign)) == bytes(face.getmask("\U0010ffff")):
        return
    for _ in range(count):
        mark = _largest(_drawing(font, sign, rng), int(rng.integers(140, 200)))
        if mark is not None:
            yield features(mark), meant


def _drawing(font: Path, sign: str, rng: np.random.Generator) -> Grey:
    size = int(rng.integers(18, 60))
    canvas = Image.new("L", (CANVAS, CANVAS), 255)
    ink = int(rng.integers(0, 90))
    ImageDraw.Draw(canvas).text((25, 20), sign, font=ImageFont.truetype(str(font), size), fill=ink)
    turn = cv2.getRotationMatrix2D((CANVAS / 2, CANVAS / 2), rng.uniform(-4, 4), 1.0)
    turn[0, 1] += rng.uniform(-0.08, 0.08)
    turn[0, 0] *= rng.uniform(0.85, 1.15)
    grey = cv2.warpAffine(
        np.asarray(canvas, np.float32), turn, (CANVAS, CANVAS), borderValue=(255,)
    )
    grey = cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.3, size / 22))
    grey = grey + rng.normal(0, rng.uniform(0, 14), grey.shape)
    if rng.random() < 0.15:  # a fax
        grey = np.where(grey < rng.uniform(110, 170), 30.0, 255.0)
    return np.asarray(np.clip(grey, 0, 255), np.uint8)


def _largest(grey: Grey, ink: int) -> Grey | None:
    """The largest mark by itself; None where there is none of a letter's size."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((grey < ink).astype(np.uint8))
    if count < 2:
        return None
    mark = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    left, top, wide, high = (int(each) for each in stats[mark, :4])
    if high < 8 or wide < 4:
        return None
    own = (labels[top : top + high, left : left + wide] == mark).astype(np.uint8)
    near = cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0
    return np.where(near, grey[top : top + high, left : left + wide], 255).astype(np.uint8)


if __name__ == "__main__":
    main()
