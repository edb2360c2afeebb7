"""Characters photographed from paper, as a hand of glyphs that are pictures (MIT licence).

Their writers are not told apart. The first half of each character's pictures may be trained on; the
second is kept to measure with.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.training.glyphs.hands import Glyph, Hand, proportions, shared_directory

GRAIN: Final = 6.0
"""Grey levels under which these pictures' paper is not told from ink."""


def load_photographed(part: str) -> Hand:
    """The hand of ``train`` or ``validation`` pictures."""
    with np.load(shared_directory() / "characters.npz") as archive:
        images, sizes, labels = archive["images"], archive["sizes"], archive["labels"].tolist()
    places: dict[str, list[int]] = {}
    for number, label in enumerate(labels):
        places.setdefault(label, []).append(number)
    hand = Hand(f"photographed {part}")
    for label, numbers in places.items():
        half = len(numbers) // 2
        for number in numbers[:half] if part == "train" else numbers[half:]:
            a, b = (int(n) for n in sizes[number])
            glyph = _glyph(images[number], a, b, label)
            if glyph is not None:
                hand.glyphs[label].append(glyph)
    return hand


def _glyph(image: NDArray[np.uint8], height: int, width: int, label: str) -> Glyph | None:
    picture = image[:height, :width].astype(np.float32)
    # The paper under the character: a wide closing, for the light slopes across these small pictures.
    reach = max(15, max(height, width) // 2)
    paper = cv2.GaussianBlur(cv2.dilate(picture, np.ones((reach, reach), np.uint8)), (0, 0), 4.0)
    paper = np.minimum(paper, np.percentile(picture, 90))
    depth = np.maximum(paper - picture - GRAIN, 0.0)
    strong = depth > 0.4 * depth.max()
    # Pencils are faint in places: what hangs together with strong ink is the character too.
    _, labels = cv2.connectedComponents((depth > 0.15 * depth.max()).astype(np.uint8))
    kept = np.isin(labels, np.unique(labels[strong]))
    depth[~kept] = 0.0
    ys, xs = np.nonzero(kept)
    if len(ys) < 6:
        return None
    top, bottom, left, right = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
    ink = depth[top:bottom, left:right] * (255.0 / float(np.percentile(depth[strong], 75)))
    h, w = ink.shape
    size, foot, _ = proportions(label)
    unit = size / max(h, 0.45 * w)
    box = np.array([[0, -h], [w, -h], [w, 0], [0, 0]], np.float32) * unit
    box[:, 1] += foot
    return Glyph((box.astype(np.float32),), image=np.clip(ink, 0, 255).astype(np.uint8))


def varied_picture(rng: random.Random, glyph: Glyph) -> Glyph:
    """The photographed glyph as the same people might have written it again, for training.

    Bent by a smooth field, its strokes thicker or thinner, its ink fuller or fainter.
    """
    assert glyph.image is not None
    corners = glyph.strokes[0]
    unit = float(corners[1, 0] - corners[0, 0]) / glyph.image.shape[1]
    edge = max(5, max(glyph.image.shape) // 8)
    picture: NDArray[np.float32] = np.pad(glyph.image, edge).astype(np.float32)
    height, width = picture.shape
    field = np.array([rng.gauss(0, 1) for _ in range(32)], np.float32).reshape(4, 4, 2)
    bent = cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC)
    bent *= rng.uniform(0.0, 0.06) * max(glyph.image.shape)
    ys, xs = np.indices((height, width), np.float32)
    moved = cv2.remap(picture, xs + bent[..., 0], ys + bent[..., 1], cv2.INTER_LINEAR)
    picture = np.asarray(moved, np.float32)
    way, part = rng.random(), rng.random()
    brush = np.ones((2, 2) if rng.random() < 0.6 else (3, 3), np.uint8)
    if way < 0.35:
        picture += part * (cv2.dilate(picture, brush) - picture)
    elif way < 0.6:
        picture += 0.8 * part * (cv2.erode(picture, brush) - picture)
    most = float(picture.max())
    if most < 60:
        return glyph
    picture = 255.0 * np.clip(picture / most, 0.0, 1.0) ** math.exp(rng.gauss(0, 0.3))
    rows, columns = np.nonzero(picture > 40)
    top, bottom, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    ink = np.clip(picture[top:bottom, left:right], 0, 255).astype(np.uint8)
    h, w = ink.shape
    foot = float(corners[3, 1]) + unit * (bottom - edge - glyph.image.shape[0])
    box = np.array([[0, -h], [w, -h], [w, 0], [0, 0]], np.float32) * unit
    box[:, 1] += foot
    return replace(glyph, strokes=(box.astype(np.float32),), image=ink)
