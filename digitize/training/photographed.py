"""Characters photographed from paper, as a hand of glyphs that are pictures (MIT licence).

Their writers are not told apart. The first half of each character's pictures may be trained on; the
second is kept to measure with.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.training.hands import Glyph, Hand, proportions, shared_directory

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
