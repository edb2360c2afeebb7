"""Handwriting fonts as further hands: glyph outlines, to be filled. Fetched as npm packages.

The packages carry their licences (OFL-1.1 or Apache-2.0); nothing of them enters the repository.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from training.hands import Glyph, Hand, Points

_NAMES: Final = (
    "caveat kalam patrick-hand indie-flower shadows-into-light homemade-apple reenie-beanie "
    "permanent-marker gochi-hand architects-daughter rock-salt just-me-again-down-here "
    "la-belle-aurore cedarville-cursive coming-soon schoolbell gloria-hallelujah "
    "nothing-you-could-do covered-by-your-grace over-the-rainbow"
)
FONTS: Final = tuple(_NAMES.split())
Place = tuple[float, float]
"""A point of an outline, in the font's units, y up."""
CHARACTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-/.?♣♦♥♠✓"


def fetch(directory: Path) -> None:
    """Install the font packages under `directory` with npm, unless they are there."""
    if (directory / "node_modules" / "@fontsource" / FONTS[-1]).is_dir():
        return
    directory.mkdir(parents=True, exist_ok=True)
    packages = [f"@fontsource/{name}" for name in FONTS]
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", *packages]
    subprocess.run(command, cwd=directory, check=True, capture_output=True, timeout=600)


def load_fonts(directory: Path) -> list[Hand]:
    """A hand a font; characters that a font lacks are left out."""
    from fontTools.ttLib import TTFont

    hands = []
    for name in FONTS:
        files = directory / "node_modules" / "@fontsource" / name / "files"
        path = files / f"{name}-latin-400-normal.woff2"
        if not path.is_file():
            continue
        font: Any = TTFont(path)
        hand = _hand(name, font)
        if hand.glyphs:
            hands.append(hand)
    return hands


def _hand(name: str, font: Any) -> Hand:
    glyphs, table = font.getGlyphSet(), font.getBestCmap()
    capital = _outline(glyphs, table.get(ord("H")))
    unit = max(float(c[:, 1].max()) for c in capital) if capital else 1000.0
    hand = Hand(f"font {name}")
    for character in CHARACTERS:
        contours = _outline(glyphs, table.get(ord(character)))
        if not contours:
            continue
        scaled = [c / unit * np.array([1.0, -1.0], np.float32) for c in contours]
        left = min(float(c[:, 0].min()) for c in scaled)
        moved = tuple((c - np.array([left, 0.0])).astype(np.float32) for c in scaled)
        hand.glyphs[character].append(Glyph(moved, filled=True))
    return hand


def _outline(glyphs: Any, name: str | None) -> list[Points]:
    """Closed contours of a font's glyph, curves flattened to short straight pieces."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    if name is None:
        return []
    pen: Any = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    contours: list[Points] = []
    path: list[Place] = []
    for verb, points in pen.value:
        if verb == "moveTo":
            path = [points[0]]
        elif verb == "lineTo":
            path.append(points[0])
        elif verb == "curveTo":
            path += _cubic(path[-1], *points)
        elif verb == "qCurveTo":
            path += _quadratic(path[-1], points)
        elif len(path) > 2:
            contours.append(np.array(path, np.float32))
    return contours


_T: Final = np.linspace(0, 1, 6)[1:]


def _cubic(*points: Place) -> list[Place]:
    a, b, c, d = (np.array(p, float) for p in points)
    return [
        tuple((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d)
        for t in _T
    ]


def _quadratic(start: Place, points: Sequence[Place]) -> list[Place]:
    out: list[Place] = []
    here = np.array(start, float)
    offs = [np.array(p, float) for p in points]
    for k, off in enumerate(offs[:-1]):
        end = offs[-1] if k == len(offs) - 2 else (off + offs[k + 1]) / 2
        out += [tuple((1 - t) ** 2 * here + 2 * (1 - t) * t * off + t * t * end) for t in _T]
        here = end
    return out
