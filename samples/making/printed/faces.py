"""The faces that logs are printed in: fonts of Debian's packages, found by the names of their files.

``apt-get install`` and the names in `PACKAGES` installs them all; a face that is not there is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Literal

from PIL import ImageFont

Kind = Literal["sans", "serif", "monospaced", "typewriter", "dots"]

_ROOT: Final = Path(__file__).parents[3]
FOLDERS: Final = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    _ROOT / "samples/making/fonts",
    _ROOT / "digitize/forms/fonts",
)
SYMBOLS: Final = ("DejaVuSans.ttf", "NotoSansSymbols2-Regular.ttf")
"""Where a face has no suit symbols they come from here, as word processors do it."""
PACKAGES: Final = (
    "fonts-dejavu-core", "fonts-liberation", "fonts-crosextra-carlito", "fonts-crosextra-caladea",
    "fonts-courier-prime", "fonts-roboto-unhinted", "fonts-lato", "fonts-ebgaramond", "fonts-inconsolata",
    "fonts-gnutypewriter", "fonts-dotgothic16", "fonts-freefont-ttf", "fonts-noto-mono", "fonts-open-sans",
)  # fmt: skip
POINT_MM: Final = 25.4 / 72
_EM: Final = 1000
"""Pixels an em at which widths are measured."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face by its name, kind and file; `bold` is the file of its bold cut, empty where there is none."""

    name: str
    kind: Kind
    file: str
    bold: str = ""

    @property
    def path(self) -> Path | None:
        return _files().get(self.file)

    @property
    def of_one_width(self) -> bool:
        """Whether all its letters are as wide."""
        return self.kind in ("monospaced", "typewriter", "dots")

    def path_of(self, text: str, bold: bool) -> Path:
        """The file that has these letters. Raises FileNotFoundError where none is installed."""
        files = (self.bold if bold else "", self.file, *SYMBOLS) if self.path is not None else ()
        for file in files:
            path = _files().get(file)
            if path is not None and _letters(path).issuperset(map(ord, text)):
                return path
        raise FileNotFoundError(
            f"{self.name} is not installed: apt-get install {' '.join(PACKAGES)}"
        )

    def width(self, text: str, points: float, bold: bool = False) -> float:
        """How wide words are, in mm."""
        ems = sum(font(self.path_of(part, bold), _EM).getlength(part) for part in runs(text)) / _EM
        return float(ems) * points * POINT_MM


FACES: Final = (
    Face("Liberation Sans", "sans", "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    Face("Carlito", "sans", "Carlito-Regular.ttf", "Carlito-Bold.ttf"),
    Face("Roboto", "sans", "Roboto-Regular.ttf", "Roboto-Bold.ttf"),
    Face("DejaVu Sans", "sans", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    Face("Open Sans", "sans", "OpenSans-Regular.ttf", "OpenSans-Bold.ttf"),
    Face("Liberation Serif", "serif", "LiberationSerif-Regular.ttf", "LiberationSerif-Bold.ttf"),
    Face("EB Garamond", "serif", "EBGaramond12-Regular.otf"),
    Face("DejaVu Serif", "serif", "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf"),
    Face("FreeSerif", "serif", "FreeSerif.ttf", "FreeSerifBold.ttf"),
    Face("Liberation Mono", "monospaced", "LiberationMono-Regular.ttf", "LiberationMono-Bold.ttf"),
    Face("DejaVu Sans Mono", "monospaced", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"),
    Face("Noto Mono", "monospaced", "NotoMono-Regular.ttf"),
    Face("Courier Prime", "typewriter", "Courier Prime.otf", "Courier Prime Bold.otf"),
    Face("FreeMono", "typewriter", "FreeMono.ttf", "FreeMonoBold.ttf"),
    Face("DotGothic16", "dots", "DotGothic16-Regular.ttf"),
)
"""The faces that a reader may be tuned with."""

HELD_BACK: Final = (
    Face("Lato", "sans", "Lato-Regular.ttf", "Lato-Bold.ttf"),
    Face("Caladea", "serif", "Caladea-Regular.ttf", "Caladea-Bold.ttf"),
    Face("Inconsolata", "monospaced", "Inconsolata.otf"),
    Face("GNU Typewriter", "typewriter", "GNUTypewriter.ttf"),
)
"""Never for tuning: only pages of the final measurement are printed in them."""


def missing() -> list[str]:
    """The names of the faces that are not on this machine."""
    return [face.name for face in (*FACES, *HELD_BACK) if face.path is None]


def runs(text: str) -> list[str]:
    """Words cut where suit symbols begin and end, as these may come from another font."""
    return ["".join(run) for _, run in groupby(text, "♠♥♦♣".__contains__)]


@cache
def _files() -> dict[str, Path]:
    """Every font file of this machine by its name."""
    found = (path for folder in FOLDERS for path in folder.rglob("*.[ot]tf"))
    return {path.name: path for path in sorted(found, reverse=True)}


@cache
def font(path: Path, pixels: float) -> Any:
    """The font of a file in a size of pixels an em."""
    return ImageFont.truetype(str(path), pixels, layout_engine=ImageFont.Layout.BASIC)


@cache
def _letters(path: Path) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as held:
        return frozenset(held.getBestCmap())


if __name__ == "__main__":
    # What ./run installs before it prints pages.
    print(*(PACKAGES if missing() else ()))
